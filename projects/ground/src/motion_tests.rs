//! Tests motions through triangles, and players who run over seams, slopes and crests.

use super::button::{LEFT, RIGHT};
use super::levels_tests::regression_levels;
use super::tests::{level, random_level, shape, square};
use super::*;
use glam::dvec2;
use proptest::prelude::*;

/// The greatest rounding of a player's place in the frame, beside that by which edges are bent.
const ROUNDED: f64 = 2e-12;

fn upright() -> Shape {
    Shape::upright(dvec2(0.5, 1.0)).unwrap()
}

proptest! {
    #[test]
    fn a_motion_comes_through_nothing(obstacles in random_level(), shape in shape(), x in -12.0f64..12.0, y in -12.0f64..12.0,
                                      far in prop::collection::vec((-30.0f64..30.0, -30.0f64..30.0), 20)) {
        let (mesh, judge) = (NavMesh::new(&obstacles, &shape), Sweep::new(&obstacles, &shape));
        let mut at = dvec2(x, y);
        for (x, y) in far {
            let Some(triangle) = mesh.locate(at) else { break };
            let walked = mesh.walk(MeshPosition { at, triangle }, dvec2(x, y));
            for part in 0..=100u8 {
                let between = at.lerp(walked.place.at, f64::from(part) / 100.0);
                prop_assert!(judge.depth(between) <= BENT + ROUNDED, "{} deep between {at} and {walked:?}", judge.depth(between));
            }
            let [a, b, c] = mesh.triangle(walked.place.triangle);
            for [from, to] in [[a, b], [b, c], [c, a]] {
                let outside = -(to - from).normalize().perp_dot(walked.place.at - from);
                prop_assert!(outside <= ROUNDED, "{outside} outside its triangle: {walked:?}");
            }
            // The edge that was hit is the one through which the rest of the motion would go.
            if let Some(Support { edge, .. }) = walked.hit {
                let [from, to] = mesh.ends(edge);
                prop_assert!(side(from, to, at) > -1e-9 && side(from, to, at + dvec2(x, y)) < 0.0);
                prop_assert!((walked.place.at - at).normalize_or_zero().perp_dot(dvec2(x, y).normalize()).abs() * walked.place.at.distance(at) < 1e-9);
            }
            at = walked.place.at + 1e-3 * dvec2(y, -x);
        }
    }
}

/// Returns a world, and a player who has fallen to its ground and has the speed that the keys want.
fn fallen(obstacles: &[Obstacle], at: DVec2, run: f64) -> (World, Player) {
    let fast =
        MovementParameters { run, speed_up: 1e6, speed_up_in_air: 1e6, ..MovementParameters::default() };
    let world = World::with(&Level { obstacles: obstacles.to_vec(), start: at }, fast);
    let mut player = world.start();
    while player.state == MovementMode::Air {
        player = world.step(&player, 0, &[]);
    }
    (world, player)
}

/// Returns the height and the speed of a runner in each tick.
fn run_over(obstacles: &[Obstacle], start: DVec2, keys: Buttons, ticks: usize) -> Vec<(f64, f64)> {
    let (world, mut player) = fallen(obstacles, start, 10.0);
    let mut seen = Vec::new();
    for _ in 0..ticks {
        player = world.step(&player, keys, &[]);
        assert_eq!(player.state, MovementMode::Ground);
        seen.push((player.at.y, player.speed()));
    }
    seen
}

/// Returns boxes side by side on a slope.
fn tilted(rise: f64, count: u8) -> Vec<Obstacle> {
    let piece = |x: f64| {
        let (left, right) = (dvec2(x, rise * x), dvec2(x + 1.0, rise * (x + 1.0)));
        vec![left - DVec2::Y, right - DVec2::Y, right, left]
    };
    level(&(0..count).map(f64::from).map(piece).collect::<Vec<_>>())
}

#[test]
fn seams_of_a_floor_and_of_platforms_are_not_felt() {
    let rests = |obstacle: &Obstacle| {
        let moves = Some(Moves { by: DVec2::ZERO, seconds: 1.0 });
        Obstacle { moves, ..obstacle.clone() }
    };
    for (rise, off) in [(0.0, 0.0), (0.25, 2.0 * STEP), (0.3, 2.0 * STEP), (-0.7, 2.0 * STEP)] {
        let one = [dvec2(0.0, -200.0), dvec2(200.0, -200.0), dvec2(200.0, 200.0 * rise), DVec2::ZERO];
        let (one, boxes) = (level(&[one.to_vec()]), tilted(rise, 200));
        let mut levels = vec![boxes.clone()];
        if rise == 0.0 {
            let alternate =
                |(index, one): (usize, &Obstacle)| if index % 2 == 0 { rests(one) } else { one.clone() };
            let pieces = [10.0, 13.0, 14.3].map(|x| square([x, -1.0], [x + 2.0, 0.0]));
            levels.push(boxes.iter().enumerate().map(alternate).collect());
            levels.push(boxes.iter().map(rests).collect());
            levels.push(one.iter().cloned().chain(level(&pieces).iter().map(rests)).collect());
        }
        for (start, keys) in [(3.3, RIGHT), (196.7, LEFT)] {
            let start = dvec2(start, start * rise + 1.0);
            let wanted = run_over(&one, start, keys, 2000);
            for level in &levels {
                for (&(y, speed), &(one_y, one_speed)) in
                    run_over(level, start, keys, 2000).iter().zip(&wanted)
                {
                    // On a slope, a corner is up to half a step of the grid off the line.
                    assert!((y - one_y).abs() <= off, "{y} and not {one_y}, at {rise}");
                    assert_eq!(speed, one_speed, "at {rise}");
                }
            }
        }
    }
}

#[test]
fn ground_that_rises_slows_down_or_stops_and_who_is_fast_takes_off_over_a_crest() {
    // The slope begins at x = 0. Its cosine is four fifths, and its sine three: below 4.5 / 0.6 units a second one stays on it.
    for (rise, run, ticks, least, state) in [
        (0.75, 4.0, 120, 3.2, MovementMode::Ground),
        (1.25, 4.0, 120, 0.0, MovementMode::Ground),
        (-0.75, 7.4, 70, 7.4, MovementMode::Ground),
        (-0.75, 7.6, 60, 0.0, MovementMode::Air),
    ] {
        let slope = [[-9.0, -99.0], [9.0, -99.0], [9.0, 9.0 * rise], [0.0, 0.0], [-9.0, 0.0]];
        let (world, mut player) = fallen(&level(&[slope.map(DVec2::from).to_vec()]), dvec2(-3.0, 0.5), run);
        let mut slowest = f64::MAX;
        for _ in 0..ticks {
            player = world.step(&player, RIGHT, &[]);
            slowest = slowest.min(player.speed());
        }
        // The player's lower right or left corner touches the slope.
        let at = player.at;
        let above = at.y - rise * (at.x + 0.4 * rise.signum());
        assert!(
            (slowest - least).abs() < 1e-9 && player.state == state,
            "{rise}, {run}: {slowest} {player:?}"
        );
        assert!(
            if state == MovementMode::Air { above > 1e-3 } else { above.abs() < 1e-8 },
            "{rise}, {run}: {at}"
        );
    }
    // Against a wall as well, and back to the left.
    let walls = level(&[square([-9.0, -1.0], [9.0, 0.0]), square([-9.0, 0.0], [-8.0, 9.0])]);
    let (world, mut player) = fallen(&walls, dvec2(-3.0, 0.5), 40.0);
    (0..60).for_each(|_| player = world.step(&player, LEFT, &[]));
    assert!(player.speed() == 0.0 && player.at.distance(dvec2(-7.6, 0.0)) < STEP);
}

#[test]
fn corners_that_are_grazed_hold_nobody_up() {
    for sign in [1.0, -1.0] {
        let stairs: Vec<_> = (0..100u8)
            .map(f64::from)
            .map(|i| {
                let [a, b] = [sign * i, sign * (i + 1.0)];
                square([a.min(b), 0.0], [a.max(b), i + 1.0])
            })
            .collect();
        let mesh = NavMesh::new(&level(&stairs), &upright());
        let at = dvec2(-1.5 * sign, 1.0);
        let start = MeshPosition { at, triangle: mesh.locate(at).unwrap() };
        let walked = mesh.walk(start, dvec2(100.0 * sign, 100.0));
        assert_eq!((walked.hit, walked.place.at), (None, dvec2(98.5 * sign, 101.0)));
    }
}

#[test]
fn on_a_level_floor_of_boxes_who_is_swept_runs_too() {
    let sweep = Sweep::new(&tilted(0.0, 60), &upright());
    let mut swept = Swept { at: dvec2(3.5, 2.0), velocity: DVec2::ZERO };
    for _ in 0..640 {
        swept = sweep.step(Swept { velocity: swept.velocity.with_x(5.0), ..swept }, 20.0, 1.0 / 64.0);
    }
    assert_eq!(swept.at, dvec2(53.5, 1.0));
}

#[test]
fn corners_that_touch_let_nobody_through() {
    let obstacles = &regression_levels(&upright())[3];
    let mesh = NavMesh::new(obstacles, &upright());
    for (start, motion) in [(dvec2(0.5, 3.0), dvec2(2.0, -2.0)), (dvec2(2.5, 1.0), dvec2(-2.0, 2.0))] {
        let start = MeshPosition { at: start, triangle: mesh.locate(start).unwrap() };
        let walked = mesh.walk(start, motion);
        assert_eq!((walked.hit.is_some(), walked.place.at), (true, dvec2(1.5, 2.0)));
    }
}

#[test]
fn no_motion_is_too_odd() {
    let mesh = NavMesh::new(&level(&[square([0.0, 0.0], [1.0, 1.0])]), &upright());
    let at = dvec2(5.0, 5.0);
    let place = MeshPosition { at, triangle: mesh.locate(at).unwrap() };
    for odd in [f64::NAN, f64::INFINITY, f64::MAX, -1e300, 1e-320] {
        for velocity in [dvec2(odd, 0.0), dvec2(1.0, odd), dvec2(odd, odd)] {
            let (body, left) = mesh.flown(place, velocity, TICK);
            let at = mesh.place(body).at;
            assert!(left >= 0.0 && at.is_finite() && at.abs().max_element() <= 4096.0, "{velocity} {at}");
        }
    }
}

#[test]
fn a_start_that_is_a_rounding_inside_is_no_way_in() {
    let mesh = NavMesh::new(&level(&[square([-9.0, -1.0], [9.0, 0.0])]), &upright());
    let triangle = mesh.locate(dvec2(0.0, 1.0)).unwrap();
    let start = MeshPosition { at: dvec2(0.0, 1.0 - f64::EPSILON), triangle };
    for motion in [dvec2(0.5, 0.0), dvec2(0.5, -1.0), dvec2(-0.5, -f64::EPSILON)] {
        let walked = mesh.walk(start, motion);
        assert_eq!((walked.place.at, walked.part), (dvec2(0.0, 1.0), 0.0));
        assert!(walked.hit.is_some());
    }
    assert_eq!(mesh.walk(start, dvec2(0.5, 0.1)).hit, None);
}
