//! Finds the touch of two spheres without the formula that is to be proved.

use glam::DVec3;
use play::Moving;
use std::ops::RangeInclusive;

/// A finding about two spheres.
#[derive(Clone, Debug, PartialEq)]
pub enum Found {
    /// They touch, first between these parts of the step: roundings leave so much open.
    Touch(RangeInclusive<f64>),
    /// They do not.
    Apart,
    /// They come so near to just touching that 64 bits do not say.
    Nearly,
}

/// Error of the distance of two surfaces, as a part of the greatest distance from the origin: some thousand times the
/// rounding of one sum.
const NEARLY: f64 = 1e-12;

/// Returns the distance of the surfaces at a part of a step.
fn gap([a, b]: &[Moving; 2], part: f64) -> f64 {
    let at = |sphere: &Moving| (1.0 - part) * sphere.from + part * sphere.to;
    at(a).distance(at(b)) - (a.radius + b.radius)
}

/// Returns the greatest distance from the origin, or the larger radius.
fn size(spheres: &[Moving; 2]) -> f64 {
    let sizes = spheres.map(|sphere| sphere.from.length().max(sphere.to.length()).max(sphere.radius));
    sizes[0].max(sizes[1])
}

/// By trying. The gap first shrinks and then grows: a straight way has one nearest place. It is looked for by thirds, and the
/// first touch before it by halves.
pub fn tried(spheres: &[Moving; 2]) -> Found {
    let (gap, near) = (|part: f64| gap(spheres, part), NEARLY * size(spheres));
    let (mut first, mut last) = (0.0, 1.0);
    for _ in 0..120 {
        let third = (last - first) / 3.0;
        match gap(first + third) <= gap(last - third) {
            true => last -= third,
            false => first += third,
        }
    }
    // The ends are places as well, and no third is one.
    let places = [0.0, 0.5 * (first + last), 1.0];
    let nearest = places.into_iter().min_by(|&a, &b| gap(a).total_cmp(&gap(b))).unwrap_or(0.0);
    // Returns the part of the step at which the gap has become as small as this.
    let falls_to = |least: f64| {
        let (mut before, mut after) = (0.0, nearest);
        for _ in 0..80 {
            let middle = 0.5 * (before + after);
            match gap(middle) > least {
                true => before = middle,
                false => after = middle,
            }
        }
        if gap(0.0) <= least { 0.0 } else { after }
    };
    match gap(nearest) {
        least if least > near => Found::Apart,
        least if least >= -near => Found::Nearly,
        _ => Found::Touch(falls_to(near)..=falls_to(-near)),
    }
}

/// Returns true if two spheres touch whose numbers are all whole: in whole numbers, so nothing is rounded, and just to touch is to
/// touch.
pub fn counted([a, b]: &[Moving; 2]) -> bool {
    let whole = |v: DVec3| v.to_array().map(|x| x as i128);
    let dot = |u: [i128; 3], v: [i128; 3]| u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
    let (start, end) = (whole(b.from - a.from), whole(b.to - a.to));
    let way = [0, 1, 2].map(|axis| end[axis] - start[axis]);
    let reach = (a.radius + b.radius) as i128;
    let [start_gap, end_gap] = [start, end].map(|v| dot(v, v) - reach * reach);
    // Between its ends the square of the distance is a parabola. Its lowest place lies there if it falls at the start and
    // rises at the end; what it is there, times the square of the way, is a difference of products.
    let (falls, rises) = (dot(start, way) < 0, dot(end, way) > 0);
    let lowest = dot(start, start) * dot(way, way) - dot(start, way).pow(2);
    start_gap <= 0 || end_gap <= 0 || falls && rises && lowest <= reach * reach * dot(way, way)
}
