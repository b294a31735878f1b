//! Tests scripts of keys and mouse.

use crate::support::picture::{Area, Look};
use crate::support::{FIRST, Folder, ends_well, played};
use anyhow::{Result, ensure};
use gpu::Image;

const JUMPS: &str = "# Two jumps to the right.
size 700x450
hold Right
wait 0.2
tap Jump
wait 1
tap Jump
wait 0.25
release Right
picture high.png
wait 1
";

#[test]
fn a_script_comes_to_the_same_bytes_every_time() -> Result<()> {
    let folders = [Folder::new()?, Folder::new()?];
    for folder in &folders {
        let mut lesson = played("17-side-scroller", folder, JUMPS)?;
        let ended = ends_well(lesson.args(["--headless", "--picture", "end.png"]))?;
        ensure!(ended.stdout == "high.png\nend.png\n", "it says {}", ended.stdout);
    }
    for name in ["high.png", "end.png"] {
        let [one, other] = [0, 1].map(|i: usize| std::fs::read(folders[i].join(name)));
        ensure!(one? == other?, "{name} comes to other bytes the second time");
    }
    Ok(())
}

#[test]
fn a_dropped_model_is_opened_and_a_broken_one_is_refused_over_the_last_good_one() -> Result<()> {
    let folder = Folder::new()?;
    std::fs::copy(course::root().join("assets/joints/tick.dae"), folder.join("Für Übungen (100 %) #1.dae"))?;
    std::fs::write(folder.join("broken.dae"), "<COLLADA>")?;
    let script = "tap Space\nwait 0.1\npicture own.png\ndrop Für Übungen (100 %) #1.dae\nwait 0.1\npicture good.png\n\
                  drop broken.dae\nwait 0.1\npicture broken.png\n";
    ends_well(played("05-collada-joints", &folder, script)?.arg("--headless"))?;
    let [own, good, broken] =
        ["own.png", "good.png", "broken.png"].map(|name| Image::read(&folder.join(name)));
    let (own, good, broken) = (own?, good?, broken?);
    let view = Area { from: [342, 0], to: [1280, 800] };
    ensure!(own.changed(&good, view) > 4000, "a model that is dropped is not shown");
    let above_the_error = Area { to: [1280, 500], ..view };
    ensure!(good.changed(&broken, above_the_error) == 0, "a broken model changes the last good one");
    ensure!(good.changed(&broken, view) > 5000, "a broken model that is dropped shows no error");
    let refused = "drop broken.dae\nwait 0.1\nmove \"message=this lesson opens no models, and these do: 05, 06, 11, 12, 15, 16, 19\"\n";
    ends_well(played(FIRST, &folder, refused)?.arg("--headless")).map(drop)
}
