//! What lesson 16 shows beside its level: edges that are forced, and the sweep that is lost.

use common::ground::Step;
use lessons::forced::{End, Run};
use lessons::sketches::{Task, examples};

/// The names of the steps that an example takes.
fn kinds(run: &Run) -> Vec<&'static str> {
    let kind = |step: Step| match step {
        Step::There(_) => "there",
        Step::Corner(_) => "corner",
        Step::Flip(_) => "flip",
        Step::Wait(_) => "wait",
        Step::Split(_) => "split",
        Step::TooNarrow(_) => "too narrow",
    };
    run.moments.iter().filter_map(|moment| moment.step).map(kind).collect()
}

#[test]
fn all_wanted_edges_of_the_examples_are_covered() {
    for example in examples() {
        let run = Run::new(&example.task);
        println!("{}: {:?}", example.name, kinds(&run));
        assert_eq!(run.end, End::Covered, "{}", example.name);
        // What is named after a kind of step shows it.
        if example.name.len() < 7 && !["long", "star"].contains(&example.name) {
            assert!(kinds(&run).contains(&example.name), "{}: {:?}", example.name, kinds(&run));
        }
    }
}

#[test]
fn whatever_is_dragged_where_it_comes_to_an_end() {
    for example in examples() {
        let places = &example.task.places;
        for (from, &to) in places.iter().enumerate().map(|(i, _)| (i, &places[(i + 1) % places.len()])) {
            // Onto its neighbour, and a bit beside it.
            for beside in [0.0, 1e-9, 0.3] {
                let mut task = example.task.clone();
                task.places[from] = to + beside;
                let run = Run::new(&task);
                assert!(
                    matches!(run.end, End::Covered | End::TooNarrow(_)),
                    "{} with {from} at {to} and {beside}: {:?}",
                    example.name,
                    run.end
                );
            }
        }
    }
}

#[test]
fn an_edge_is_wanted_once_or_not_at_all() {
    let mut task = Task::default();
    task.toggle([1, 1]);
    assert!(task.wanted.is_empty());
    task.toggle([0, 1]);
    task.toggle([2, 0]);
    task.toggle([1, 0]);
    assert_eq!(task.wanted, [[2, 0]]);
}
