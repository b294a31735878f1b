//! Saves of levels, whole and broken.

use super::*;
use crate::regression_levels;
use drafts::{Edited as _, History};
use glam::dvec2;
use proptest::prelude::*;

fn upright(low: [f64; 2], high: [f64; 2]) -> Polygon {
    let ring = [low, [high[0], low[1]], high, [low[0], high[1]]];
    Polygon::new(&ring.map(DVec2::from)).unwrap()
}

fn level() -> Level {
    let still = |low, high, kind| Obstacle::still(upright(low, high), kind);
    let moves = Some(Moves { by: dvec2(-3.0, 0.25), seconds: 4.0 });
    let obstacles = vec![
        still([0.0, -1.0], [9.0, 0.0], crate::ObstacleKind::Solid),
        Obstacle { moves, ..still([2.0, 2.0], [4.0, 2.25], crate::ObstacleKind::Thin) },
        still([6.0, 0.0], [6.75, 4.0], crate::ObstacleKind::Ladder),
    ];
    Level { obstacles, start: dvec2(0.1, 0.3) }
}

fn bytes_of(level: &Level) -> Vec<u8> {
    blobs::write(&to_blobs(level, &[]), 7)
}

/// Any polygon, place and way that may be saved.
fn any_obstacle() -> impl Strategy<Value = Obstacle> {
    let corner = (-1e3..1e3, -1e3..1e3).prop_map(DVec2::from);
    let ring = prop::collection::vec(corner, 3..9);
    let polygon = ring.prop_filter_map("a polygon", |ring| Polygon::new(&ring).ok());
    let by = (-9e2..9e2, -9e2..9e2).prop_map(DVec2::from);
    let moves = prop::option::of((by, LEAST_SECONDS..MOST_SECONDS));
    (polygon, 0..3usize, moves).prop_map(|(polygon, kind, moves)| {
        let moves = moves.map(|(by, seconds)| Moves { by, seconds });
        Obstacle { polygon, kind: KINDS[kind].0, moves }
    })
}

fn any_level() -> impl Strategy<Value = Level> {
    let start = (-2e3..2e3, -2e3..2e3).prop_map(DVec2::from);
    (prop::collection::vec(any_obstacle(), 0..6), start)
        .prop_map(|(obstacles, start)| Level { obstacles, start })
}

proptest! {
    #[test]
    fn every_level_comes_back_to_the_last_bit(level in any_level()) {
        let file = bytes_of(&level);
        let stored = read(&file, "a.level").unwrap();
        prop_assert_eq!(&stored.level, &level);
        prop_assert_eq!(stored.damage, []);
        prop_assert_eq!(bytes_of(&stored.level), file);
    }

    #[test]
    fn a_change_leads_there_and_back(from in any_level(), to in any_level(), kept in 0..6usize) {
        // Some of the one level are also in the other.
        let shared = from.obstacles.iter().take(kept).cloned();
        let to = Level { obstacles: shared.chain(to.obstacles.clone()).collect(), ..to };
        let mut level = from.clone();
        level.put(&from.change_to(&to));
        prop_assert_eq!(&level, &to);
        level.put(&to.change_to(&from));
        prop_assert_eq!(&level, &from);
    }

    #[test]
    fn whatever_the_bytes_they_are_read_or_refused(kind in 0..2usize, bytes in prop::collection::vec(any::<u8>(), 0..90)) {
        let blobs = vec![Blob::new([LEVEL, POLYGON][kind], "0", bytes)];
        if let Ok(stored) = from_blobs(Blobs { blobs, ..Blobs::default() }) {
            prop_assert_eq!(&read(&bytes_of(&stored.level), "a.level").unwrap().level, &stored.level);
        }
    }
}

#[test]
fn the_nasty_levels_come_back_to_the_last_bit() {
    for (name, obstacles) in regression_levels() {
        let level = Level { obstacles, start: DVec2::ZERO };
        assert_eq!(read(&bytes_of(&level), "a.level").unwrap().level, level, "{name}");
    }
}

/// What is said of a save with a polygon whose bytes were changed after the kind.
fn refused(change: impl Fn(&mut Vec<u8>)) -> String {
    let level = level();
    let mut all = to_blobs(&level, &[]);
    change(&mut all[2].bytes);
    let stored = read(&blobs::write(&all, 1), "a.level").unwrap();
    assert_eq!(stored.level.obstacles, [level.obstacles[0].clone(), level.obstacles[2].clone()]);
    let [damage] = &stored.damage[..] else { panic!("{:?}", stored.damage) };
    damage.what()
}

#[test]
fn what_cannot_be_is_told_and_left_out() {
    fn put(bytes: &mut [u8], at: usize, double: f64) {
        bytes[at..at + 8].copy_from_slice(&double.to_le_bytes());
    }
    // Kind, whether it moves, by, seconds, how many corners, corners.
    let corner = |number: usize, axis: usize| 2 + 24 + 4 + 16 * number + 8 * axis;
    let told = |what: &str| format!("The blob POLY '1 thin': {what}");
    type Breaks = Box<dyn Fn(&mut Vec<u8>)>;
    let all: [(Breaks, &str); 10] = [
        (Box::new(|bytes| bytes[0] = 3), "there is no kind 3 of polygons: there are 3."),
        (
            Box::new(move |bytes| put(bytes, corner(1, 0), f64::NAN)),
            "Corner 2 has a coordinate that is infinite or not a number.",
        ),
        (
            Box::new(move |bytes| put(bytes, corner(3, 1), 1e9)),
            "Corner 4 is too far away: no coordinate may be beyond 2000 units.",
        ),
        (
            Box::new(move |bytes| put(bytes, corner(0, 0), 9.0)),
            "Edges 2 and 4 meet. Edges may meet only at the corner they share.",
        ),
        (
            Box::new(|bytes| put(bytes, 18, f64::NAN)),
            "A platform takes 0.5 to 3600 seconds to be back, not NaN.",
        ),
        (Box::new(|bytes| put(bytes, 18, 0.0)), "A platform takes 0.5 to 3600 seconds to be back, not 0."),
        (
            Box::new(|bytes| put(bytes, 2, f64::INFINITY)),
            "Its way ends too far away: no corner may come beyond 2000 units.",
        ),
        (
            Box::new(|bytes| bytes[26..30].fill(255)),
            "4294967295 things should follow, and there is room for 4.",
        ),
        (Box::new(|bytes| bytes.push(0)), "1 bytes more than are known here."),
        (
            Box::new(|bytes| {
                bytes.truncate(26);
                put_count(bytes, 1001);
                bytes.resize(30 + 16 * 1001, 0);
            }),
            "it has 1001 corners, and 1000 are the most.",
        ),
    ];
    for (change, what) in all {
        assert_eq!(refused(change), told(what));
    }
}

#[test]
fn without_its_start_a_level_is_there_and_without_all_it_is_none() {
    let level = level();
    let all = to_blobs(&level, &[]);
    let stored = read(&blobs::write(&all[1..], 1), "a.level").unwrap();
    assert_eq!((stored.level.obstacles, stored.level.start), (level.obstacles, DVec2::ZERO));
    let told: Vec<String> = stored.damage.iter().map(Damage::what).collect();
    assert_eq!(told, ["The blob LEVL '0 level': it is missing or damaged. The player begins at (0, 0)."]);

    for (other, words) in [
        (
            blobs::write(&[Blob::new(*b"NODE", "0 nodes", Vec::new())], 1),
            "there is no polygon: this is no level.",
        ),
        (
            blobs::write(&[Blob::new(LEVEL, "0 level", vec![255; 16])], 1),
            "the start is not in the level's space.",
        ),
        (b"a text".to_vec(), "This is no save, or nothing of it is left"),
    ] {
        let error = read(&other, "a.level").unwrap_err().to_string();
        assert!(error.contains(words), "{error}");
    }
}

#[test]
fn blobs_of_other_kinds_go_into_the_next_save_and_second_ones_are_told() {
    let level = level();
    let mut all = to_blobs(&level, &[Blob::new(*b"LOOK", "a", vec![5])]);
    all.push(Blob::new(POLYGON, "1 again", all[1].bytes.clone()));
    let stored = read(&blobs::write(&all, 1), "a.level").unwrap();
    assert_eq!(stored.level, level);
    assert_eq!(stored.damage[0].what(), "The blob POLY '1 again' is there twice. The first one is used.");
    let again = to_blobs(&stored.level, &stored.others);
    assert!(again.iter().any(|blob| blob.kind == *b"LOOK" && blob.bytes == [5]));
}

#[test]
fn a_history_of_changes_keeps_no_more_than_what_differs() {
    let square = |at: u16| upright([f64::from(at), 0.0], [f64::from(at) + 1.0, 1.0]);
    let obstacles = (0..1000).map(|at| Obstacle::still(square(at), crate::ObstacleKind::Solid)).collect();
    let from = Level { obstacles, start: DVec2::ZERO };
    let mut to = from.clone();
    to.obstacles[500].kind = crate::ObstacleKind::Thin;
    let mut history = History::new(usize::MAX);
    history.push(drafts::step("make it thin", &from, &to).unwrap());
    assert!(history.bytes() < 1000, "{}", history.bytes());
    assert!(drafts::step("nothing", &to, &to).is_none());
}
