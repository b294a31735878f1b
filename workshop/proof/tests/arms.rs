//! The arms of lesson 15, whose targets are dragged and whose joints are picked by the mouse.

mod support;

use anyhow::{Result, ensure};
use support::picture::{Part, Picture};
use support::{Folder, ends_well, lesson_command};

/// The panel, and the view beside it.
const PANEL: Part = Part { from: [0, 0], to: [340, 800] };
const VIEW: Part = Part { from: [340, 0], to: [1280, 800] };

/// The colours of the target's dot, and of a refused one.
const TARGET: [u8; 3] = [0xc2, 0x57, 0x1a];
const ERROR: [u8; 3] = [0xa8, 0x32, 0x2a];

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

#[test]
fn three_joints_that_are_no_limb_are_refused() -> Result<()> {
    let pick = |joints: [&str; 3]| {
        let clicks = joints.map(|joint| format!("click \"{joint}\"\nwait 0.1"));
        after(&format!(
            "click \"whose=a model's\"\nwait 0.1\nclick \"limb=my own\"\nwait 0.1\n{}",
            clicks.join("\n")
        ))
    };
    let limb = pick(["thigh.R", "shin.R", "foot.R"])?;
    ensure!(limb.count(PANEL, ERROR) == 0, "a leg is refused");
    for joints in [["thigh.R", "shin.R", "forearm.R"], ["thigh.R", "shin.R", "shin.R"]] {
        ensure!(pick(joints)?.count(PANEL, ERROR) > 0, "{joints:?} are taken for a limb");
    }
    Ok(())
}
