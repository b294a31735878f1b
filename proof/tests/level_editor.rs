//! The levels of lesson 16: those that are given, and how one is changed, without a window.

use glam::{DVec2, dvec2};
use ground::{Controls, Level, Moves, ObstacleKind, Stance, World};
use side_scroller::desk::Work as _;
use side_scroller::levels::{given, yard};
use side_scroller::making::{LevelWork, Mouse, Part, Tool};

/// The mouse at a place, which reaches a tenth of a unit.
fn mouse(x: f64, y: f64) -> Mouse {
    Mouse { at: dvec2(x, y), reach: 0.1, free: false }
}

fn still(_: usize) -> DVec2 {
    DVec2::ZERO
}

fn click(work: &mut LevelWork, x: f64, y: f64) {
    work.press(mouse(x, y), false, still);
    work.release();
}

fn drag(work: &mut LevelWork, from: [f64; 2], way: &[[f64; 2]]) {
    work.press(mouse(from[0], from[1]), false, still);
    way.iter().for_each(|&[x, y]| work.drag(mouse(x, y)));
    work.release();
}

/// A work with one box from (0, 0) to (4, 2).
fn boxed() -> LevelWork {
    let mut work = LevelWork::new(Level { start: dvec2(-5.0, 0.0), ..Level::default() });
    work.tool = Tool::Box;
    drag(&mut work, [0.1, -0.1], &[[3.0, 1.0], [3.9, 2.2]]);
    work
}

fn corners(work: &LevelWork, obstacle: usize) -> Vec<[f64; 2]> {
    work.level().obstacles[obstacle].polygon.corners().iter().map(|corner| corner.to_array()).collect()
}

const BOX: [[f64; 2]; 4] = [[0.0, 0.0], [4.0, 0.0], [4.0, 2.0], [0.0, 2.0]];

#[test]
fn all_that_is_given_has_room_for_its_player() {
    for (name, level) in given() {
        let world = World::new(&level);
        let player = world.start();
        assert_eq!(player.at(&world), level.start, "{name}: it begins elsewhere");
        assert!(!level.obstacles.is_empty(), "{name}");
    }
    let yard = yard();
    // None of its polygons was refused.
    assert_eq!(yard.obstacles.len(), 47);
    for kind in [ObstacleKind::Solid, ObstacleKind::Thin, ObstacleKind::Ladder] {
        assert!(yard.obstacles.iter().any(|obstacle| obstacle.kind == kind), "{kind:?}");
    }
    assert_eq!(yard.obstacles.iter().filter(|obstacle| obstacle.moves.is_some()).count(), 1);
    let world = World::new(&yard);
    for (at, stands, ducks) in
        [([10.0, 2.5], false, true), ([-10.0, 3.0], true, true), ([1.9, 2.0], false, false)]
    {
        let fits = |stance| world.put(at.into(), stance, 0).is_some();
        assert_eq!([fits(Stance::Standing), fits(Stance::Ducking)], [stands, ducks], "{at:?}");
    }
}

/// Where a player is who stands at a place and then holds keys for so many ticks.
fn held(at: [f64; 2], keys: Controls, ticks: u32) -> DVec2 {
    let world = World::new(&yard());
    let mut player = world.put(at.into(), Stance::Standing, 0).expect("room");
    for _ in 0..30 {
        player = world.step(&player, Controls::default());
    }
    for _ in 0..ticks {
        player = world.step(&player, keys);
    }
    player.at(&world)
}

#[test]
fn the_yard_can_be_walked_through() {
    let right = Controls { right: true, ..Controls::default() };
    let leap = Controls { jump: true, ..right };
    assert!(held([-0.5, 0.9], leap, 240).x < 0.0, "the step is too high from the ground");
    let on_top = held([-1.0, 2.25], leap, 72);
    assert!(on_top.x > 0.0 && on_top.y >= 4.0, "and not from the platform: {on_top}");
    // Over the gap, down and up again, to where one must duck.
    let below = held([0.75, 4.0], right, 480);
    assert!((8.0..10.0).contains(&below.x) && below.y == 2.5, "{below}");
    let through = held([8.5, 2.5], Controls { down: true, ..right }, 960);
    assert!(through.x > 12.0, "{through}");
    let up = held([13.875, 0.0], Controls { up: true, ..Controls::default() }, 300);
    assert!(up.y > 6.4, "{up}");
}

#[test]
fn a_box_is_drawn_and_its_corners_lie_on_halves() {
    let mut work = boxed();
    assert_eq!(corners(&work, 0), BOX);
    assert_eq!((work.tool, work.draft.history.undo_name()), (Tool::Change, Some("Draw a polygon")));
    work.undo();
    assert!(work.level().obstacles.is_empty() && work.chosen.is_none());
    work.redo();
    assert_eq!(corners(&work, 0), BOX);
}

#[test]
fn a_polygon_is_drawn_click_by_click_and_closed_by_its_first_corner_or_by_enter() {
    for closes_by_click in [true, false] {
        let mut work = LevelWork::new(Level::default());
        (work.tool, work.kind) = (Tool::Draw, ObstacleKind::Thin);
        for [x, y] in [[1.0, 1.0], [5.0, 1.0], [5.0, 1.0], [9.0, 9.0]] {
            click(&mut work, x, y);
        }
        work.take_back();
        click(&mut work, 4.8, 3.1);
        assert!(work.is_busy() && work.level().obstacles.is_empty());
        if closes_by_click {
            click(&mut work, 1.05, 1.0)
        } else {
            work.close()
        }
        assert_eq!(corners(&work, 0), [[1.0, 1.0], [5.0, 1.0], [5.0, 3.0]]);
        assert_eq!(
            (work.level().obstacles[0].kind, work.draft.history.names().len()),
            (ObstacleKind::Thin, 1)
        );
        assert!(!work.is_busy());
    }
}

#[test]
fn what_crosses_itself_is_told_and_can_be_taken_back() {
    let mut work = LevelWork::new(Level::default());
    work.tool = Tool::Draw;
    for [x, y] in [[0.0, 0.0], [2.0, 2.0], [2.0, 0.0]] {
        click(&mut work, x, y);
    }
    let wrong = work.wrong_with(dvec2(0.0, 2.0)).map(|refusal| refusal.why);
    assert_eq!(wrong.as_deref(), Some("Edges 1 and 3 meet. Edges may meet only at the corner they share."));
    assert_eq!(work.wrong_with(dvec2(3.0, -1.0)), None);
    click(&mut work, 0.0, 2.0);
    work.close();
    assert!(work.draft.told.take().is_some_and(|told| told.starts_with("Edges 1 and 3 meet.")));
    assert!(work.level().obstacles.is_empty() && work.drawn.len() == 4, "it is still being drawn");
    work.take_back();
    work.close();
    assert_eq!(corners(&work, 0).len(), 3);
    assert!(work.draft.told.is_none());
    // Given up by Escape, nothing stays.
    work.tool = Tool::Draw;
    click(&mut work, 7.0, 7.0);
    assert!(work.give_up() && !work.give_up());
    assert_eq!(work.level().obstacles.len(), 1);
}

#[test]
fn a_drag_starts_where_the_mouse_took_it() {
    let mut work = boxed();
    // The mouse is a little beside the corner, and off the grid.
    drag(&mut work, [4.05, 2.02], &[[4.5, 2.5], [5.0, 2.9], [6.06, 3.04]]);
    assert_eq!((corners(&work, 0)[2], work.draft.history.done()), ([6.0, 3.0], 2));
    work.undo();
    // A press that moves nothing is no step.
    click(&mut work, 4.0, 2.0);
    assert_eq!(work.chosen.as_ref().and_then(|chosen| chosen.corner), Some(2));
    assert_eq!(work.draft.history.redo_name(), Some("Move a corner"));
    drag(&mut work, [1.0, 1.0], &[[2.2, 1.0], [2.9, 0.1]]);
    assert_eq!(corners(&work, 0)[0], [2.0, -1.0]);
}

#[test]
fn what_cannot_be_leaves_the_level_as_it_was_last_right() {
    let mut work = boxed();
    work.press(mouse(4.0, 2.0), false, still);
    work.drag(mouse(3.0, 3.0));
    let right = corners(&work, 0);
    work.drag(mouse(1.0, -3.0));
    let why = work.draft.refusal.as_ref().map(|refusal| refusal.why.clone());
    assert_eq!(why.as_deref(), Some("Edges 1 and 3 meet. Edges may meet only at the corner they share."));
    assert_eq!(corners(&work, 0), right);
    work.drag(mouse(1e5, 3.0));
    assert_eq!(corners(&work, 0), right);
    work.release();
    let told = work.draft.told.take().unwrap_or_default();
    assert!(told.contains("too far away") && told.ends_with("as it was last right."), "{told}");
    assert_eq!((corners(&work, 0), work.draft.history.done()), (right.clone(), 2));
    assert_eq!(work.ring(0).iter().map(|corner| corner.to_array()).collect::<Vec<_>>(), right);
    // Off the end of the world with all of it.
    drag(&mut work, [1.0, 0.5], &[[1900.0, 0.5], [2500.0, 0.5]]);
    assert!(work.draft.told.take().is_some() && corners(&work, 0)[0] == [1899.0, 0.0]);
}

#[test]
fn a_double_click_sets_a_corner_on_an_edge_and_delete_removes_it() {
    let mut work = boxed();
    for double in [false, true] {
        work.press(mouse(2.0, 2.05), double, still);
        work.release();
    }
    // On the line between its neighbours it is none yet, but it can be taken.
    assert_eq!((work.ring(0).len(), corners(&work, 0).len(), work.draft.history.done()), (5, 4, 1));
    drag(&mut work, [2.0, 2.0], &[[2.0, 3.0]]);
    assert_eq!(corners(&work, 0), [BOX[0], BOX[1], BOX[2], [2.0, 3.0], BOX[3]]);
    assert_eq!(work.chosen.as_ref().and_then(|chosen| chosen.corner), Some(3));
    work.delete();
    assert_eq!(corners(&work, 0), BOX);
    assert_eq!(work.chosen.as_ref().map(|chosen| chosen.corner), Some(None));
    work.delete();
    assert!(work.level().obstacles.is_empty() && work.chosen.is_none());
    (0..3).for_each(|_| work.undo());
    assert_eq!(corners(&work, 0), BOX);
    // Of three corners none can go.
    work.choose(0, Some(0));
    work.delete();
    work.choose(0, Some(0));
    work.delete();
    assert!(work.draft.told.is_some() && corners(&work, 0).len() == 3);
}

#[test]
fn kinds_ways_copies_and_the_start_are_steps_too() {
    let mut work = boxed();
    work.set_kind(ObstacleKind::Thin);
    work.set_moving(true);
    let end = work.way_end(0).expect("it moves");
    drag(&mut work, end.to_array(), &[[end.x, end.y + 2.0]]);
    work.draft.hold("Change the time");
    for seconds in [1.0, 0.1, 2.5] {
        work.change_seconds(seconds);
    }
    work.let_go();
    let way = Moves { by: dvec2(3.0, 2.0), seconds: 2.5 };
    assert_eq!(work.level().obstacles[0].moves, Some(way));
    work.duplicate();
    assert_eq!(work.level().obstacles[1].moves, Some(way));
    assert_eq!(corners(&work, 1)[0], [1.0, 1.0]);
    drag(&mut work, [-5.0, 0.0], &[[-6.0, 1.0]]);
    assert_eq!(work.level().start, dvec2(-6.0, 1.0));
    let names: Vec<&str> = work.draft.history.names().skip(1).collect();
    let wanted = [
        "Change the kind",
        "Let it move",
        "Change the way",
        "Change the time",
        "Duplicate a polygon",
        "Move the start",
    ];
    assert_eq!(names, wanted);
    (0..9).for_each(|_| work.undo());
    assert_eq!(*work.level(), Level { start: dvec2(-5.0, 0.0), ..Level::default() });
    (0..9).for_each(|_| work.redo());
    assert_eq!((work.level().obstacles.len(), work.level().start), (2, dvec2(-6.0, 1.0)));
}

#[test]
fn the_mouse_means_what_is_chosen_then_corners_then_what_is_small() {
    let mut work = boxed();
    work.tool = Tool::Box;
    drag(&mut work, [1.0, 0.5], &[[2.0, 1.5]]);
    work.chosen = None;
    let part = |work: &LevelWork, x, y| work.part_at(dvec2(x, y), 0.1, still);
    assert_eq!(part(&work, 1.5, 1.0), Some(Part::Polygon(1)), "the small one");
    assert_eq!(part(&work, 3.0, 1.0), Some(Part::Polygon(0)));
    assert_eq!(part(&work, 1.05, 0.5), Some(Part::Corner(1, 0)));
    assert_eq!(part(&work, -5.0, 0.05), Some(Part::Start));
    assert_eq!(part(&work, 9.0, 9.0), None);
    work.choose(0, None);
    assert_eq!(part(&work, 1.5, 1.0), Some(Part::Polygon(0)), "what is chosen");
    // A platform is taken where it is just now.
    let moved = |obstacle| if obstacle == 1 { dvec2(0.0, 5.0) } else { DVec2::ZERO };
    work.chosen = None;
    assert_eq!(work.part_at(dvec2(1.5, 6.0), 0.1, moved), Some(Part::Polygon(1)));
    assert!(!work.press(mouse(9.0, 9.0), false, still), "what is not taken moves the view");
}
