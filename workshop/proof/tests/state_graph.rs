//! The graph of lesson 17: whatever table students write, its states stand apart, and no arrow runs behind one of them.

#[allow(dead_code, reason = "the lesson uses more of it")]
#[path = "../../../lessons/17_the_knight_plays/graph/sheet.rs"]
mod sheet;

use glam::Vec2;
use play::{State, StateTable, Transition};
use sheet::{SIZE, Sheet};

/// A table with this many states, whose transitions are drawn, and are the same in each run.
fn drawn(count: usize, transitions: usize, any: usize) -> StateTable {
    let mut number = 7u64 + count as u64;
    let mut below = |most: usize| {
        number = number.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (number >> 33) as usize % most
    };
    let mut list = |length: usize| -> Vec<Transition> {
        (0..length).map(|_| Transition { to: below(count), ..Transition::default() }).collect()
    };
    let name = |state: usize| "and so on ".repeat(state % 4) + "state";
    let states =
        (0..count).map(|state| State { name: name(state), next: list(transitions), ..State::default() });
    StateTable { states: states.collect(), any: list(any) }
}

fn is_within(point: Vec2, middle: Vec2, size: Vec2) -> bool {
    (point - middle).abs().cmple(0.5 * size).all()
}

#[test]
fn every_state_can_be_seen_and_no_arrow_runs_behind_another() {
    for count in 1..=30 {
        for any in [0, 3] {
            let table = drawn(count, 3, any);
            let sheet = Sheet::new(&table);
            assert_eq!(sheet.plates.len(), count + usize::from(any > 0));
            assert!(sheet.plate.y >= 12.0 && sheet.size.cmple(SIZE + 1e-3).all(), "{count}");
            for (i, &plate) in sheet.plates.iter().enumerate() {
                assert!(is_within(plate, 0.5 * sheet.size, sheet.size - sheet.plate + 1e-3), "{count}: {i}");
                let meets = |other: &Vec2| is_within(*other, plate, 2.0 * sheet.plate);
                assert!(!sheet.plates[i + 1..].iter().any(meets), "{count}: {i}");
            }
            for [from, to] in (0..count).flat_map(|from| (0..count).map(move |to| [from, to])) {
                let curve = sheet.curve(sheet.plates[from], sheet.plates[to]);
                for (&point, &plate) in
                    curve.iter().flat_map(|point| sheet.plates.iter().map(move |plate| (point, plate)))
                {
                    assert!(
                        from == to || !is_within(point, plate, sheet.plate - 1.0),
                        "{count}: {from} to {to}"
                    );
                    assert!(is_within(point, 0.5 * sheet.size, sheet.size), "{count}: {from} to {to}");
                }
            }
        }
    }
}

#[test]
fn a_sheet_is_made_of_any_table() {
    assert!(Sheet::new(&StateTable::default()).plates.is_empty());
    let nowhere = StateTable { any: vec![Transition { to: 9, ..Transition::default() }], ..drawn(1, 0, 0) };
    assert!(Sheet::new(&nowhere).transitions.is_empty());
    for count in [31, 80, 500] {
        let sheet = Sheet::new(&drawn(count, 4, 1));
        assert!(sheet.plates.iter().all(|plate| plate.is_finite()) && sheet.plate.min_element() >= 0.0);
    }
}
