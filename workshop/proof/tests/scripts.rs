//! Tests scripts of keys and mouse.

use crate::support::picture::{Area, Look};
use crate::support::{FIRST, Folder, ends_well, played, program_command};
use anyhow::{Result, ensure};
use gpu::Image;
use std::process::Command;

/// A lesson without a window that plays a script.
fn headless(lesson: &str, folder: &Folder, script: &str, args: &[&str]) -> Result<Command> {
    let mut command = played(lesson, folder, script)?;
    command.arg("--headless").args(args);
    Ok(command)
}

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
        let ended = ends_well(&mut headless("17-side-scroller", folder, JUMPS, &["--picture", "end.png"])?)?;
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
    std::fs::write(folder.join("a.txt"), script)?;
    let mut command = program_command("05-collada-joints")?;
    ends_well(command.args(["--headless", "--script", "a.txt"]).current_dir(&*folder))?;
    let [own, good, broken] =
        ["own.png", "good.png", "broken.png"].map(|name| Image::read(&folder.join(name)));
    let (own, good, broken) = (own?, good?, broken?);
    let view = Area { from: [342, 0], to: [1280, 800] };
    ensure!(own.changed(&good, view) > 4000, "a model that is dropped is not shown");
    let above_the_error = Area { to: [1280, 500], ..view };
    ensure!(good.changed(&broken, above_the_error) == 0, "a broken model changes the last good one");
    ensure!(good.changed(&broken, view) > 5000, "a broken model that is dropped shows no error");
    std::fs::write(
        folder.join("a.txt"),
        "drop broken.dae\nwait 0.1\nmove \"message=this lesson opens no models, and these do: 05, 06, 11, 12, 15, 16, 19\"\n",
    )?;
    let mut command = program_command(FIRST)?;
    ends_well(command.args(["--headless", "--script", "a.txt"]).current_dir(&*folder)).map(drop)
}
