//! Tests the arms of lesson 16, whose target the mouse drags.

use crate::support::picture::{Area, Look};
use crate::support::{Folder, ends_well, lesson_command};
use anyhow::{Result, ensure};
use gpu::Image;

/// The area of the panel, of which the view is the rest.
const PANEL: Area = Area { from: [0, 0], to: [340, 800] };
const VIEW: Area = Area { from: [340, 0], to: [1280, 800] };

/// The colour of the target's dot, in RGB.
const TARGET: [u8; 3] = [0xc2, 0x57, 0x1a];

/// A script that drags the target back and forth, then to another place, and last the view, with pauses until
/// numbers that have changed are no longer lit.
const DRAGS: &str = "
wait 0.1
move \"target\"
press left
move 900,560
wait 0.1
move 700,300
wait 0.1
move \"target\"
release left
move away
wait 0.1
picture back.png
drag \"target\" to 900,560 over 0.2
move away
wait 0.6
picture dragged.png
drag 1240,60 to 1140,90 over 0.2
move away
wait 0.6
";

#[test]
fn the_target_is_dragged_and_all_else_turns_the_view() -> Result<()> {
    for whose in ["a robot's", "a model's"] {
        let folder = Folder::new()?;
        std::fs::write(
            folder.join("a.txt"),
            format!("wait 0.1\nclick \"whose={whose}\"\nwait 0.1\ntap Space{DRAGS}"),
        )?;
        let mut command = lesson_command("16-inverse-kinematics")?;
        command.args(["--headless", "--size", "1280x800", "--script", "a.txt", "--picture", "beside.png"]);
        ends_well(command.current_dir(folder.path()))?;
        let picture = |name| Image::read(&folder.join(name));
        let (back, dragged, beside) = (picture("back.png")?, picture("dragged.png")?, picture("beside.png")?);
        ensure!(back.pixel(700, 300) == TARGET, "{whose} target is lost on the way");
        ensure!(dragged.pixel(900, 560) == TARGET, "{whose} target is not where it was dragged");
        ensure!(dragged.changed(&back, VIEW) > 5000, "{whose} arm does not follow");
        ensure!(beside.changed(&dragged, VIEW) > 20000, "{whose} view does not move");
        ensure!(beside.changed(&dragged, PANEL) == 0, "{whose} target moves with the view");
    }
    Ok(())
}
