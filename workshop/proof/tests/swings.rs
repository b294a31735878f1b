//! Compares the swept test with exact integers, for fifty thousand swings of which many just graze.

use check::Draw;
use glam::{DVec3, dvec3};
use play::{Moving, touch};

const SWINGS: usize = 50_000;

/// Draws two spheres with whole numbers up to a thousand, few of them large, so that many just touch.
fn spheres(draw: &mut Draw) -> [Moving; 2] {
    let most = draw.one_of(&[3, 8, 40, 1000]);
    let mut number = || draw.signed(most) as f64;
    [0, 1].map(|_| {
        let [from, to] = [0, 1].map(|_| dvec3(number(), number(), number()));
        Moving { from, to, radius: (0.5 * number()).abs().floor() }
    })
}

/// Returns true if two moving spheres whose numbers are whole touch at some time. It rounds nothing, and
/// grazing counts as touching.
fn counted([a, b]: &[Moving; 2]) -> bool {
    let whole = |v: DVec3| v.to_array().map(|x| x as i128);
    let dot = |u: [i128; 3], v: [i128; 3]| u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
    let (start, end) = (whole(b.from - a.from), whole(b.to - a.to));
    let way = [0, 1, 2].map(|axis| end[axis] - start[axis]);
    let reach = (a.radius + b.radius) as i128;
    let [start_gap, end_gap] = [start, end].map(|v| dot(v, v) - reach * reach);
    // Between its ends the square of the distance is a parabola. Its lowest place is there if it falls at the start and
    // rises at the end; its value there, times the square of the way, is a difference of products.
    let (falls, rises) = (dot(start, way) < 0, dot(end, way) > 0);
    let lowest = dot(start, start) * dot(way, way) - dot(start, way).pow(2);
    start_gap <= 0 || end_gap <= 0 || falls && rises && lowest <= reach * reach * dot(way, way)
}

/// Tests that a swing touches just if the integers say so, and that the surfaces first meet when it says.
#[test]
fn swings_in_whole_numbers_touch_just_when_they_do() {
    let (mut draw, mut touches) = (Draw::of_seed(1), 0);
    for _ in 0..SWINGS {
        let spheres @ [a, b] = spheres(&mut draw);
        let found = touch(&a, &b);
        assert_eq!(found.is_some(), counted(&spheres), "{spheres:?}");
        let Some(part) = found else { continue };
        touches += 1;
        let gap = b.from.lerp(b.to, part).distance(a.from.lerp(a.to, part)) - a.radius - b.radius;
        // Where they graze, the gap hardly changes with the part: so it's the gap that is asked about.
        assert!(if part > 0.0 { gap.abs() < 1e-9 } else { gap <= 0.0 }, "{spheres:?}: {gap} at {part}");
    }
    assert!((SWINGS / 5..SWINGS).contains(&touches), "{touches} touch");
}
