//! Players who fall, run and jump through levels.

use super::levels_tests::regression_levels;
use super::tests::{level, random_level, shape, square};
use super::*;
use glam::dvec2;
use proptest::prelude::*;

const RULES: Rules = Rules { gravity: dvec2(0.0, -20.0), steepest: 1.0, takeoff: 2.0 };
const TIME: f64 = 1.0 / 60.0;

/// A player's place is rounded: by so much more than edges are bent, in the whole frame.
const ROUNDED: f64 = 2e-12;

fn upright() -> Shape {
    Shape::upright(dvec2(0.5, 1.0)).unwrap()
}

/// A player who stands in the air.
fn hanging(mesh: &NavMesh, at: DVec2) -> Option<Body> {
    let triangle = mesh.locate(at)?;
    Some(Body::Airborne { place: MeshPosition { at, triangle }, velocity: DVec2::ZERO })
}

/// The player, fallen until it has something to stand on.
fn fallen(mesh: &NavMesh, at: DVec2) -> Body {
    let mut body = hanging(mesh, at).unwrap();
    for _ in 0..600 {
        if matches!(body, Body::Airborne { .. }) {
            body = mesh.step(body, &RULES, TIME).body;
        }
    }
    body
}

/// A player is where it may be, and the place is no deeper in an obstacle than edges are bent.
fn check(mesh: &NavMesh, judge: &Judge, body: Body) {
    let place = mesh.place(body);
    assert!(mesh.is_free(place.triangle), "{body:?}");
    assert!(judge.depth(place.at) <= BENT + ROUNDED, "{} deep: {body:?}", judge.depth(place.at));
    let [a, b, c] = mesh.triangle(place.triangle);
    for [from, to] in [[a, b], [b, c], [c, a]] {
        let outside = -(to - from).normalize().perp_dot(place.at - from);
        assert!(outside <= ROUNDED, "{outside} outside its triangle: {body:?}");
    }
}

/// Steps that a random player makes.
fn played(obstacles: &[Obstacle], shape: &Shape, start: DVec2, keys: &[(f64, f64, u8)]) {
    let mesh = NavMesh::new(obstacles, shape);
    let judge = Judge::new(obstacles, shape);
    let Some(mut body) = hanging(&mesh, start) else { return };
    for &(x, y, key) in keys {
        let velocity = dvec2(x, y);
        body = match (key, body) {
            (0, body) => mesh.jump(body, velocity),
            (1, body) => mesh.drop_through(body),
            (_, Body::Supported { support, .. }) => Body::Supported { support, speed: x },
            (_, body) => body,
        };
        let stepped = mesh.step(body, &RULES, TIME);
        assert_eq!(stepped.left, 0.0, "{body:?}");
        body = stepped.body;
        check(&mesh, &judge, body);
    }
}

fn keys() -> impl Strategy<Value = Vec<(f64, f64, u8)>> {
    let speed = || prop_oneof![-10.0..10.0, -12000.0..12000.0, Just(0.0), Just(60.0), Just(-60.0)];
    prop::collection::vec((speed(), speed(), 0u8..4), 1..60)
}

proptest! {
    #[test]
    fn nothing_gets_through_random_levels(obstacles in random_level(), shape in shape(), keys in keys(),
                                          x in -12.0f64..12.0, y in -12.0f64..12.0) {
        played(&obstacles, &shape, dvec2(x, y), &keys);
    }

    #[test]
    fn nothing_gets_through_nasty_levels(which in 0usize..15, keys in keys(), start in 0u8..3,
                                         x in -4.0f64..12.0, y in -4.0f64..12.0) {
        let start = [dvec2(x, y), dvec2(x.round(), y.round()), dvec2(1.5, 2.0)][usize::from(start)];
        played(&regression_levels()[which], &upright(), start, &keys);
    }
}

proptest! {
    #[test]
    fn a_motion_comes_through_nothing(obstacles in random_level(), shape in shape(), x in -12.0f64..12.0, y in -12.0f64..12.0,
                                      far in prop::collection::vec((-30.0f64..30.0, -30.0f64..30.0), 20)) {
        let (mesh, judge) = (NavMesh::new(&obstacles, &shape), Judge::new(&obstacles, &shape));
        let mut at = dvec2(x, y);
        for (x, y) in far {
            let Some(triangle) = mesh.locate(at) else { break };
            let walked = mesh.walk(MeshPosition { at, triangle }, dvec2(x, y));
            for part in 0..=100u8 {
                let between = at.lerp(walked.place.at, f64::from(part) / 100.0);
                prop_assert!(judge.depth(between) <= BENT + ROUNDED, "{} deep between {at} and {walked:?}", judge.depth(between));
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

/// Returns the heights and speeds of a runner, step by step.
fn run_over(polygons: &[Vec<DVec2>], start: DVec2, speed: f64, steps: usize) -> Vec<(f64, f64)> {
    let mesh = NavMesh::new(&level(polygons), &upright());
    let mut body = fallen(&mesh, start);
    let Body::Supported { support, .. } = body else { panic!("it does not stand: {body:?}") };
    body = Body::Supported { support, speed };
    let mut seen = Vec::new();
    for _ in 0..steps {
        body = mesh.step(body, &RULES, TIME).body;
        let Body::Supported { speed, .. } = body else { panic!("it takes off: {body:?}") };
        seen.push((mesh.place(body).at.y, speed));
    }
    seen
}

#[test]
fn seams_of_a_level_floor_are_not_felt() {
    let boxes: Vec<_> = (0..1000u16).map(f64::from).map(|x| square([x, 0.0], [x + 1.0, 0.7])).collect();
    let one = vec![square([0.0, 0.0], [1000.0, 0.7])];
    let start = dvec2(3.3, 5.0);
    assert_eq!(run_over(&boxes, start, 10.0, 5900), run_over(&one, start, 10.0, 5900));
    assert!(
        run_over(&boxes, start, 10.0, 5900)
            .iter()
            .all(|&(y, speed)| (y, speed) == (on_grid(dvec2(0.0, 0.7)).y + 1.0, 10.0))
    );
    let back = dvec2(996.7, 5.0);
    assert_eq!(run_over(&boxes, back, -1000.0, 59), run_over(&one, back, -1000.0, 59));
}

#[test]
fn seams_of_a_tilted_floor_are_not_felt() {
    // On no slope is a corner more than half a step of the grid off the line.
    for rise in [0.25, 0.3, -0.7] {
        let piece = |x: f64| {
            vec![
                dvec2(x, rise * x - 1.0),
                dvec2(x + 1.0, rise * (x + 1.0) - 1.0),
                dvec2(x + 1.0, rise * (x + 1.0)),
                dvec2(x, rise * x),
            ]
        };
        let boxes: Vec<_> = (0..1000u16).map(f64::from).map(piece).collect();
        let one = vec![vec![
            dvec2(0.0, -1000.0),
            dvec2(1000.0, -1000.0),
            dvec2(1000.0, 1000.0 * rise),
            dvec2(0.0, 0.0),
        ]];
        let seen = [&boxes, &one].map(|level| run_over(level, dvec2(3.3, 5.0), 10.0, 3000));
        for (&(y, speed), &(one_y, one_speed)) in seen[0].iter().zip(&seen[1]) {
            assert!((y - one_y).abs() < 2.0 * STEP, "{y} {one_y}");
            assert_eq!(speed, one_speed);
        }
    }
}

/// Lets a player on the ground run at a speed for so many steps.
fn running(obstacles: &[Obstacle], start: DVec2, speed: f64, steps: usize) -> (DVec2, Body) {
    let mesh = NavMesh::new(obstacles, &upright());
    let mut body = fallen(&mesh, start);
    let Body::Supported { support, .. } = body else { panic!("it does not stand: {body:?}") };
    body = Body::Supported { support, speed };
    for _ in 0..steps {
        body = mesh.step(body, &RULES, TIME).body;
    }
    (mesh.place(body).at, body)
}

/// A floor, and from x = 0 on ground that rises so much in each unit.
fn kink(rise: f64) -> Vec<Obstacle> {
    let slope = vec![
        dvec2(-9.0, -99.0),
        dvec2(9.0, -99.0),
        dvec2(9.0, 9.0 * rise),
        dvec2(0.0, 0.0),
        dvec2(-9.0, 0.0),
    ];
    level(&[slope])
}

#[test]
fn ground_that_rises_slows_down() {
    let (at, body) = running(&kink(0.75), dvec2(-3.0, 2.0), 4.0, 60);
    let Body::Supported { speed, .. } = body else { panic!("{body:?}") };
    assert!((speed - 3.2).abs() < 1e-9, "the cosine of the slope is four fifths");
    // The player's lower right corner came to the slope after 2.5 units.
    let along = 3.2 * (1.0 - 2.5 / 4.0);
    assert!(at.distance(dvec2(-0.5 + 0.8 * along, 1.0 + 0.6 * along)) < 1e-8, "{at}");
}

#[test]
fn ground_that_is_too_steep_stops() {
    let (at, body) = running(&kink(1.25), dvec2(-3.0, 2.0), 4.0, 60);
    assert!(matches!(body, Body::Supported { speed: 0.0, .. }), "{body:?}");
    assert_eq!(at, dvec2(-0.5, 1.0));
    // Against a wall as well, and back to the left.
    let walls = level(&[square([-9.0, -1.0], [9.0, 0.0]), square([-9.0, 0.0], [-8.0, 9.0])]);
    let (at, body) = running(&walls, dvec2(-3.0, 2.0), -40.0, 60);
    assert!(matches!(body, Body::Supported { speed: 0.0, .. }), "{body:?}");
    assert_eq!(at, dvec2(-7.5, 1.0));
}

#[test]
fn who_is_fast_takes_off_over_a_crest() {
    // The sine of the slope is three fifths: below 2 / 0.6 units a second one stays on the ground.
    let (at, body) = running(&kink(-0.75), dvec2(-3.0, 2.0), 3.3, 75);
    assert!(matches!(body, Body::Supported { speed: 3.3, .. }), "{body:?}");
    assert!((at.y - (1.0 - 0.75 * (at.x - 0.5))).abs() < 1e-8 && at.x > 0.6, "{at}");
    let (at, body) = running(&kink(-0.75), dvec2(-3.0, 2.0), 3.4, 65);
    assert!(matches!(body, Body::Airborne { .. }), "{body:?}");
    assert!(at.y > 1.0 - 0.75 * (at.x - 0.5), "{at}");
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
fn corners_that_touch_let_nobody_through() {
    let obstacles = &regression_levels()[3];
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
    let body = hanging(&mesh, dvec2(5.0, 5.0)).unwrap();
    for odd in [f64::NAN, f64::INFINITY, f64::MAX, -1e300, 1e-320] {
        for velocity in [dvec2(odd, 0.0), dvec2(1.0, odd), dvec2(odd, odd)] {
            let stepped = mesh.step(mesh.jump(body, velocity), &RULES, TIME);
            let place = mesh.place(stepped.body);
            assert!(place.at.is_finite() && place.at.abs().max_element() <= 4096.0, "{velocity} {place:?}");
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

/// Returns the depth and the way of two players who hold a key on a floor of boxes: one swept, and one in the mesh.
fn side_by_side(rise: f64) -> [(f64, f64); 2] {
    let piece = |x: f64| {
        let height = rise * x;
        vec![
            dvec2(x, height - 1.0),
            dvec2(x + 1.0, height + rise - 1.0),
            dvec2(x + 1.0, height + rise),
            dvec2(x, height),
        ]
    };
    let obstacles = level(&(0..60u8).map(f64::from).map(piece).collect::<Vec<_>>());
    let (mesh, judge) = (NavMesh::new(&obstacles, &upright()), Judge::new(&obstacles, &upright()));
    let sweep = Sweep::new(&obstacles, &upright());
    let at = dvec2(3.3, rise * 3.3 + 2.0);
    let mut body = hanging(&mesh, at).unwrap();
    let mut swept = Swept { at, velocity: DVec2::ZERO };
    let mut seen = [(0.0, 0.0); 2];
    for _ in 0..600 {
        swept.velocity.x = 5.0;
        body = match body {
            Body::Supported { support, .. } => Body::Supported { support, speed: 5.0 },
            Body::Airborne { place, velocity } => Body::Airborne { place, velocity: dvec2(5.0, velocity.y) },
        };
        body = mesh.step(body, &RULES, TIME).body;
        swept = sweep.step(swept, &RULES, TIME);
        for (seen, at) in seen.iter_mut().zip([swept.at, mesh.place(body).at]) {
            *seen = (judge.depth(at).max(seen.0), at.x - 3.3);
        }
    }
    seen
}

#[test]
fn who_is_swept_comes_to_grief() {
    // On a level floor both run alike.
    let [swept, walked] = side_by_side(0.0);
    assert!(swept.0 == 0.0 && walked.0 == 0.0 && (swept.1 - walked.1).abs() < 1e-6, "{swept:?} {walked:?}");
    // On slopes, one falls into the ground, or sticks at a seam.
    for rise in [0.1, 0.25, 0.3] {
        let [swept, walked] = side_by_side(rise);
        assert!(swept.0 > 0.1 || swept.1 < 10.0, "{swept:?} at {rise}");
        assert!(walked.0 <= BENT + ROUNDED && walked.1 > 45.0, "{walked:?} at {rise}");
    }
}
