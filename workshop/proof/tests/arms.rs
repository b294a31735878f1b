//! The arms of lesson 15, whose target is dragged by the mouse.

use crate::support::picture::{Area, Picture};
use crate::support::{Folder, ends_well, lesson_command};
use anyhow::{Result, ensure};

/// The panel, and the view beside it.
const PANEL: Area = Area { from: [0, 0], to: [340, 800] };
const VIEW: Area = Area { from: [340, 0], to: [1280, 800] };

/// The colour of the target's dot.
const TARGET: [u8; 3] = [0xc2, 0x57, 0x1a];

/// The lesson's picture after a script.
fn after(script: &str) -> Result<Picture> {
    let folder = Folder::new()?;
    // Numbers that have changed are lit for half a second.
    std::fs::write(folder.join("a.txt"), format!("wait 0.1\n{script}\nmove away\nwait 0.6\n"))?;
    let mut command = lesson_command("15-inverse-kinematics")?;
    command.args(["--headless", "--size", "1280x800", "--script", "a.txt", "--picture", "end.png"]);
    ends_well(command.current_dir(folder.path()))?;
    Picture::read_png(&folder.join("end.png"))
}

#[test]
fn the_target_is_dragged_and_all_else_turns_the_view() -> Result<()> {
    for whose in ["a robot's", "a model's"] {
        let after = |script: &str| after(&format!("click \"whose={whose}\"\nwait 0.1\n{script}"));
        let before = after("")?;
        let dragged = after("drag \"target\" to 900,560 over 0.2")?;
        ensure!(dragged.pixel(900, 560) == TARGET, "{whose} target is not where it was dragged");
        ensure!(dragged.changed(&before, VIEW) > 5000, "{whose} arm does not follow");
        let back = after(
            "move \"target\"\npress left\nmove 900,560\nwait 0.1\nmove 700,300\nwait 0.1\nmove \"target\"\nrelease left",
        )?;
        ensure!(back.pixel(700, 300) == TARGET, "{whose} target is lost on the way");
        let beside = after("drag 1240,60 to 1140,90 over 0.2")?;
        ensure!(beside.changed(&before, VIEW) > 20000, "{whose} view does not move");
        ensure!(beside.changed(&before, PANEL) == 0, "{whose} target moves with the view");
    }
    Ok(())
}
