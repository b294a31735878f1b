//! Tests scripts of keys and mouse, without a window and in one.

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
fn a_film_shows_the_script_and_the_mouse() -> Result<()> {
    let folder = Folder::new()?;
    let script = "size 640x400\ntap Space\nmove 400,300\nwait 0.3\nmove 600,100\nwait 0.2\n";
    ends_well(&mut headless(FIRST, &folder, script, &["--film", "a.gif", "--fps", "10"])?)?;
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(std::fs::File::open(folder.join("a.gif"))?)?;
    ensure!(decoder.width() == 640 && decoder.height() == 400, "the script's own size is not kept");
    let mut changes = Vec::new();
    while let Some(frame) = decoder.read_next_frame()? {
        changes.push([frame.left, frame.top, frame.width, frame.height]);
    }
    ensure!(changes.len() == 5, "half a second at 10 frames a second is {} frames", changes.len());
    // Nothing moves but the mouse.
    let [left, top, width, height] = changes[3];
    ensure!(left >= 395 && top >= 95 && width > 190 && height > 190, "the mouse is not seen: {changes:?}");
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
    ends_well(command.args(["--headless", "--script", "a.txt"]).current_dir(folder.path()))?;
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
    ends_well(command.args(["--headless", "--script", "a.txt"]).current_dir(folder.path())).map(drop)
}

#[cfg(target_os = "linux")]
mod in_a_window {
    use super::*;
    use crate::support::screen::Screen;

    #[test]
    fn a_script_ends_a_window_and_writes_its_pictures() -> Result<()> {
        let (screen, folder) = (Screen::open(1280, 800)?, Folder::new()?);
        let script = "wait 0.2\npicture a.png\ntap Esc\nwait 1\n";
        ends_well(played(FIRST, &folder, script)?.env("DISPLAY", &screen.name))?;
        ensure!(folder.join("a.png").exists(), "the script was not played");
        Ok(())
    }
}
