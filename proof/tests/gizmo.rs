//! A gizmo by mouse and by keys, in scripts.

mod support;

use anyhow::{Result, ensure};
use support::picture::{Part, Picture};
use support::{Folder, ends_well, example};

/// The picture of `examples/gizmo.rs` after a script.
fn after(script: &str) -> Result<Picture> {
    let folder = Folder::new()?;
    std::fs::write(folder.join("a.txt"), format!("wait 0.1\n{script}\nmove away\nwait 0.1\n"))?;
    let args = ["--headless", "--size", "900x600", "--script", "a.txt", "--picture", "end.png"];
    ends_well(&mut example("gizmo", &folder, &args)?)?;
    Picture::read_png(&folder.join("end.png"))
}

/// The middle of the view, where the box is, and the words below it.
const SCENE: Part = Part { from: [345, 0], to: [900, 600] };

#[test]
fn a_drag_that_snaps_comes_to_what_is_typed() -> Result<()> {
    for (tool, drag, typed) in [
        (
            "turn",
            "move \"turn z\"\npress left\nmove 620,210\nmove 700,260\nmove 705,330",
            "tap Turn\ntap Z\ntap -\ntap 7\ntap 5",
        ),
        ("move", "move \"move x\"\npress left\nmove 760,320", "tap Move\ntap X\ntap .\ntap 2"),
        ("scale", "move \"scale y\"\npress left\nmove 620,150", "tap Scale\ntap Y\ntap 1\ntap .\ntap 5"),
    ] {
        let choose = format!("click \"tool={tool}\"\nclick \"snap\"\nwait 0.1");
        let [dragged, typed, untouched] =
            [format!("{drag}\nrelease left"), format!("{typed}\ntap Enter"), String::new()]
                .map(|script| after(&format!("{choose}\n{script}")));
        let (dragged, untouched) = (dragged?, untouched?);
        ensure!(dragged.changed(&untouched, SCENE) > 3000, "{tool}: the drag does nothing");
        ensure!(dragged.changed(&typed?, SCENE) == 0, "{tool}: the keys do something else");
    }
    Ok(())
}

#[test]
fn while_it_is_held_it_says_by_how_much_and_cancelled_it_leaves_no_trace() -> Result<()> {
    let untouched = after("")?;
    let held = "move \"turn z\"\npress left\nmove 700,420\nwait 0.1";
    ensure!(after(held)?.changed(&untouched, SCENE) > 5000, "nothing is turned");
    for cancel in ["tap Esc\nrelease left", "press right\nrelease right\nrelease left"] {
        let cancelled = after(&format!("{held}\n{cancel}"))?;
        ensure!(cancelled.changed(&untouched, SCENE) == 0, "{cancel}: it left a trace");
    }
    // And a press beside it turns the view.
    let beside = after("press left\nmove 860,60\npress left\nmove 800,90\nrelease left")?;
    ensure!(beside.changed(&untouched, SCENE) > 5000, "the view is not turned");
    Ok(())
}
