//! Clips lines and polygons to a box.

use glam::{DVec2, Vec2, dvec2};

/// The part of a line inside a rectangle, which is given by its least and greatest coordinates.
pub fn line([from, to]: [Vec2; 2], [low, high]: [Vec2; 2]) -> Option<[Vec2; 2]> {
    let way = to - from;
    let (mut begin, mut end) = (0.0f32, 1.0f32);
    for axis in 0..2 {
        if way[axis] == 0.0 {
            if !(low[axis]..=high[axis]).contains(&from[axis]) {
                return None;
            }
            continue;
        }
        let [a, b] = [low, high].map(|limit| (limit[axis] - from[axis]) / way[axis]);
        begin = begin.max(a.min(b));
        end = end.min(a.max(b));
    }
    (begin < end).then(|| [from + begin * way, from + end * way])
}

/// The part of a convex polygon where `normal · place` is at most `most`.
pub fn halved(polygon: &[DVec2], normal: DVec2, most: f64) -> Vec<DVec2> {
    let beyond = |place: DVec2| normal.dot(place) - most;
    let mut kept = Vec::with_capacity(polygon.len() + 1);
    for (index, &from) in polygon.iter().enumerate() {
        let to = polygon[(index + 1) % polygon.len()];
        let [here, there] = [from, to].map(beyond);
        if here <= 0.0 {
            kept.push(from);
        }
        if (here < 0.0 && there > 0.0) || (here > 0.0 && there < 0.0) {
            kept.push(from.lerp(to, here / (here - there)));
        }
    }
    kept
}

/// The part of a convex polygon inside a rectangle.
pub fn polygon(polygon: &[DVec2], [low, high]: [DVec2; 2]) -> Vec<DVec2> {
    let sides =
        [(DVec2::X, high.x), (dvec2(-1.0, 0.0), -low.x), (DVec2::Y, high.y), (dvec2(0.0, -1.0), -low.y)];
    sides.into_iter().fold(polygon.to_vec(), |left, (normal, most)| halved(&left, normal, most))
}
