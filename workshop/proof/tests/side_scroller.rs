//! Tests of lesson 16's pictures beside its level: edges that are forced, and the sweep that is lost.

#[allow(dead_code, reason = "the lesson uses more of it")]
#[path = "../../../lessons/16_side_scroller/contrast/both.rs"]
mod both;
#[allow(dead_code, reason = "the lesson uses more of it")]
#[path = "../../../lessons/16_side_scroller/force/forced.rs"]
mod forced;
#[allow(dead_code, reason = "the lesson uses more of it")]
#[path = "../../../lessons/16_side_scroller/contrast/runs.rs"]
mod runs;
#[allow(dead_code, reason = "the lesson uses more of it")]
#[path = "../../../lessons/16_side_scroller/force/sketches.rs"]
mod sketches;

use both::{Both, SKINS, Tick, Who};
use forced::{End, Run};
use ground::{BENT, InsertionStep};
use sketches::examples;

/// The names of the steps that an example takes.
fn kinds(run: &Run) -> Vec<&'static str> {
    let kind = |step: InsertionStep| match step {
        InsertionStep::There(_) => "there",
        InsertionStep::Corner(_) => "corner",
        InsertionStep::Flip(_) => "flip",
        InsertionStep::Wait(_) => "wait",
        InsertionStep::Split(_) => "split",
        InsertionStep::TooNarrow(_) => "too narrow",
    };
    run.moments.iter().filter_map(|moment| moment.step).map(kind).collect()
}

#[test]
fn all_wanted_edges_of_the_examples_are_covered() {
    for example in examples() {
        let run = Run::new(&example.task);
        println!("{}: {:?}", example.name, kinds(&run));
        assert_eq!(run.end, End::Covered, "{}", example.name);
        // An example with the name of a kind of step shows that kind.
        if example.name.len() < 7 && !["long", "star"].contains(&example.name) {
            assert!(kinds(&run).contains(&example.name), "{}: {:?}", example.name, kinds(&run));
        }
    }
}

#[test]
fn the_sweep_comes_to_grief_as_told_and_the_mesh_never() {
    let mut grief = Vec::new();
    for example in runs::examples() {
        let both = Both::played(&example, 0.0).unwrap();
        let [mesh, swept] = both.ticks.last().unwrap().fates;
        let place = |tick: &Tick| both.place(tick, Who::NavMesh);
        assert_eq!((mesh.lost, mesh.fell), (None, None), "{}", example.name);
        // Places are rounded, and where edges cross they are bent.
        assert!(mesh.deepest <= BENT + 1e-15, "{}: {}", example.name, mesh.deepest);
        assert!(place(both.ticks.last().unwrap()).y > -0.1, "{}", example.name);
        grief.push((example.name, swept.lost, swept.fell.is_some()));
    }
    assert_eq!(grief, [("floor", None, false), ("slope", Some(26), true), ("wedge", Some(38), true)]);
}

#[test]
fn on_a_slope_both_places_are_a_rounding_deep_and_only_one_falls() {
    let slope = runs::examples().into_iter().find(|example| example.name == "slope").unwrap();
    let both = Both::played(&slope, 0.0).unwrap();
    let [mesh, swept] = [24, 25].map(|tick| both.ticks[tick].fates);
    assert!(mesh[0].depth > 0.0 && mesh[0].depth < 1e-15, "{}", mesh[0].depth);
    assert!(swept[1].depth > 0.0 && swept[1].depth < 1e-15, "{}", swept[1].depth);
    assert!(both.ticks[26].fates[1].depth > 1e-3);
}

#[test]
fn in_the_wedge_the_sweep_comes_through_the_box_that_stops_the_mesh() {
    let wedge = runs::examples().into_iter().find(|example| example.name == "wedge").unwrap();
    let both = Both::played(&wedge, 0.0).unwrap();
    let last = both.ticks.last().unwrap();
    // The box is between 0.3 and 2.6.
    assert!(last.fates[1].deepest > 0.5, "{}", last.fates[1].deepest);
    assert!(both.place(last, Who::Swept).x > 2.6 && both.place(last, Who::NavMesh).x < 0.0);
}

#[test]
fn a_skin_helps_if_it_is_thicker_than_roundings() {
    for (skin, _) in SKINS {
        let grief = |example: &runs::Example| {
            let swept = Both::played(example, skin).unwrap().ticks.last().unwrap().fates[1];
            swept.lost.or(swept.fell).map(|_| example.name)
        };
        let grief: Vec<_> = runs::examples().iter().filter_map(grief).collect();
        if skin < 1e-15 {
            assert!(grief.contains(&"slope"), "{skin}: {grief:?}");
        } else {
            assert!(grief.is_empty(), "{skin}: {grief:?}");
        }
    }
}
