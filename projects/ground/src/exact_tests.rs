//! Compares grown obstacles, contacts and ways out of triangles with what whole numbers say exactly, and jumps with their
//! parabola.

use super::*;
use glam::dvec2;
use proptest::prelude::*;

/// A place in whole steps. Sums of them are exact, and so are cross products.
type Whole = [i64; 2];

fn place([x, y]: Whole, step: f64) -> DVec2 {
    step * dvec2(x as f64, y as f64)
}

/// Returns a positive number if `c` is to the left of the way from `a` to `b`.
fn turn(a: Whole, b: Whole, c: Whole) -> i128 {
    let [u, v] = [b, c].map(|end| [0, 1].map(|axis| i128::from(end[axis] - a[axis])));
    u[0] * v[1] - u[1] * v[0]
}

/// Returns the corners of the smallest convex polygon around places, counter-clockwise from its lowest one.
fn hull(mut places: Vec<Whole>) -> Vec<Whole> {
    places.sort_unstable_by_key(|[x, y]| [*y, *x]);
    let mut half = || {
        let mut chain: Vec<Whole> = Vec::new();
        for &at in &places {
            while let [.., a, b] = chain[..]
                && turn(a, b, at) <= 0
            {
                chain.pop();
            }
            chain.push(at);
        }
        chain.pop();
        places.reverse();
        chain
    };
    [half(), half()].concat()
}

/// Returns a convex polygon that begins at any corner. Its edges lie along few directions, so that those of two are often
/// parallel, or along many.
fn convex() -> impl Strategy<Value = Vec<Whole>> {
    let any = prop_oneof![Just(2i64), Just(20), Just(1_000_000)].prop_flat_map(|most| {
        let places = prop::collection::vec(prop::array::uniform2(-most..=most), 3..12);
        (places, any::<prop::sample::Index>())
    });
    any.prop_map(|(places, first)| {
        let mut ring = hull(places);
        let first = first.index(ring.len().max(1));
        ring.rotate_left(first);
        ring
    })
    .prop_filter("no polygon", |ring| ring.len() > 2)
}

/// Returns a triangle, counter-clockwise, and a place inside of it.
fn triangle(most: i64) -> impl Strategy<Value = ([Whole; 3], Whole)> {
    prop::array::uniform3(prop::array::uniform2(-most..=most)).prop_filter_map("too narrow", |[a, b, c]| {
        let corners = if turn(a, b, c) > 0 { [a, b, c] } else { [a, c, b] };
        let inside = [0, 1].map(|axis| (a[axis] + b[axis] + c[axis]) / 3);
        let is_inside = |edge: usize| turn(corners[edge], corners[(edge + 1) % 3], inside) > 0;
        (0..3).all(is_inside).then_some((corners, inside))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn a_grown_obstacle_is_the_hull_of_all_differences_to_the_last_bit(piece in convex(), player in convex()) {
        // So small that the largest player is no larger than one may be.
        let step = 0.5f64.powi(20);
        let places = |ring: &[Whole]| ring.iter().map(|&at| place(at, step)).collect::<Vec<_>>();
        let shape = Shape::new(&places(&player)).unwrap();
        let mut given = grown(&places(&piece), &shape);
        let lowest = polygon::lowest(&given);
        given.rotate_left(lowest);
        let differences = piece.iter().flat_map(|a| player.iter().map(|s| [a[0] - s[0], a[1] - s[1]]));
        prop_assert_eq!(given, places(&hull(differences.collect())));
    }

    #[test]
    fn a_contact_is_where_the_motion_comes_below_the_last_line(numbers in prop::collection::vec((-6i8..7, -6i8..7), 1..6)) {
        let side = |(i, &(height, climb)): (usize, &(i8, i8))| {
            let normal = DVec2::from_angle(i as f64);
            SweptSide { normal, height: height.into(), climb: climb.into() }
        };
        let sides: Vec<SweptSide> = numbers.iter().enumerate().map(side).collect();
        // Two lines are crossed at the same time, or at least 1/30 of the motion one after the other.
        let is_below = |part: f64| sides.iter().all(|side| side.height + part * side.climb < 0.0);
        let crossed = |side: &&SweptSide| {
            let part = -side.height / side.climb;
            side.climb < 0.0 && (0.0..=1.0).contains(&part) && !is_below(part - 0.01) && is_below(part + 0.01)
        };
        let wanted: Vec<&SweptSide> = sides.iter().filter(crossed).collect();
        match contact(&sides) {
            None => prop_assert!(wanted.is_empty(), "{sides:?}"),
            Some(Contact { part, normal }) => {
                prop_assert!(!is_below(part - 0.01) && is_below(part + 0.01), "{part} {sides:?}");
                let through = wanted.iter().any(|side| side.normal == normal && (side.height + part * side.climb).abs() < 1e-9);
                prop_assert!(through, "{part} {normal} {sides:?}");
            }
        }
    }

    #[test]
    fn a_motion_leaves_between_a_corner_on_its_right_and_one_on_its_left(
        (corners, inside) in prop_oneof![triangle(30), triangle(1 << 51)],
        aim in prop_oneof![Just(0), Just(1), Just(2)], corner in 0usize..3, part in 1i64..64, off in prop::array::uniform2(-3i64..=3),
    ) {
        let [from, to] = [0, 1].map(|next| corners[(corner + next) % 3]);
        let end = [0, 1].map(|axis| off[axis] + match aim {
            // On an edge, or over a corner, but for a few of the smallest steps; or anywhere.
            0 => from[axis] + (to[axis] - from[axis]) * part / 64,
            1 => 2 * from[axis] - inside[axis],
            _ => from[axis] + (to[axis] - inside[axis]) / 2 * off[1],
        });
        let is_beyond = |edge: usize| turn(corners[edge], corners[(edge + 1) % 3], end) < 0;
        for pass in [Pass::Left, Pass::Right] {
            let is_on_left = |corner: usize| match turn(inside, end, corners[corner % 3]) {
                0 => pass == Pass::Right,
                side => side > 0,
            };
            let wanted = (0..3).find(|&edge| is_beyond(edge) && !is_on_left(edge) && is_on_left(edge + 1));
            let motion = [inside, end].map(|at| place(at, 1.0));
            prop_assert_eq!(leaves(corners.map(|at| place(at, 1.0)), motion, pass), wanted);
        }
    }

    #[test]
    fn however_a_jump_is_cut_into_steps_it_is_a_parabola(gravity in 5.0f64..40.0, held in 0.1f64..1.0, jump_height in 0.2f64..5.0,
                                                         parts in prop::collection::vec(0.01f64..1.0, 1..8), fall in 0.1f64..20.0) {
        let movement = MovementParameters { gravity, held, jump_height, fall, ..MovementParameters::default() };
        let light = held * gravity;
        let start = (2.0 * light * jump_height).sqrt();
        let thrown = |velocity: f64, gravity: f64, time: f64| {
            [velocity * time - 0.5 * gravity * time * time, velocity - gravity * time]
        };
        let is_near = |given: [f64; 2], wanted: [f64; 2]| given.iter().zip(wanted).all(|(a, b)| (a - b).abs() < 1e-9);
        let (mut motion, mut height, mut passed) = (VerticalMotion { velocity: 0.0, rises: false }, 0.0, 0.0);
        for (step, part) in parts.iter().enumerate() {
            let time = start / light * part / parts.iter().sum::<f64>();
            // Without the key he has all of gravity, and no key lets him rise again.
            let [free, again] = [motion, VerticalMotion { rises: false, ..motion }].map(|motion| {
                let key = if motion.rises { JumpKey::Free } else { JumpKey::Held };
                vertical_step(motion, key, &MovementParameters { fall: 1e3, ..movement }, time)
            });
            let wanted = thrown(motion.velocity, gravity, time);
            prop_assert!([free, again].iter().all(|(higher, after)| is_near([*higher, after.velocity], wanted) && !after.rises));
            let key = if step == 0 { JumpKey::Starts } else { JumpKey::Held };
            let (higher, after) = vertical_step(motion, key, &movement, time);
            (motion, height, passed) = (after, height + higher, passed + time);
            prop_assert!(is_near([height, motion.velocity], thrown(start, light, passed)), "{height} {motion:?}");
        }
        prop_assert!((height - jump_height).abs() < 1e-9);
        let (higher, after) = vertical_step(VerticalMotion { velocity: -fall, rises: true }, JumpKey::Held, &movement, passed);
        prop_assert!(is_near([higher, after.velocity], [-fall * passed, -fall]) && !after.rises);
    }
}
