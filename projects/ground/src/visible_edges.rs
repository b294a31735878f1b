//! Finds the visible parts of a level's edges where polygons overlap, for drawing.

use super::polygon::contains;
use super::{edges, side};
use glam::DVec2;

/// The distance beside an edge at which a place is tested for polygons, in units.
const BESIDE: f64 = 1e-5;

/// Returns the parts of a ring's edges that no other ring covers. The ring itself is one of all.
pub fn visible_edges(all: &[&[DVec2]], of: usize) -> Vec<[DVec2; 2]> {
    let others: Vec<&[DVec2]> = all[..of].iter().chain(&all[of + 1..]).copied().collect();
    let mut bare = Vec::new();
    for [from, to] in edges(all[of]) {
        let mut cuts = vec![0.0, 1.0];
        for [c, d] in others.iter().flat_map(|other| edges(other)) {
            cuts.extend(meetings([from, to], [c, d]).into_iter().filter(|cut| (0.0..=1.0).contains(cut)));
        }
        cuts.sort_by(f64::total_cmp);
        let out = BESIDE * (from - to).perp().normalize();
        let at = |part: f64| from.lerp(to, part);
        let mut open: Option<[f64; 2]> = None;
        for pair in cuts.windows(2) {
            let middle = at(0.5 * (pair[0] + pair[1])) + out;
            if pair[0] == pair[1] {
                continue;
            } else if others.iter().any(|other| contains(other, middle)) {
                bare.extend(open.take().map(|[first, last]| [at(first), at(last)]));
            } else {
                open = Some([open.map_or(pair[0], |[first, _]| first), pair[1]]);
            }
        }
        bare.extend(open.map(|[first, last]| [at(first), at(last)]));
    }
    bare
}

/// Returns the fractions of an edge's length at which it meets another one, or the corners of one along it.
fn meetings([from, to]: [DVec2; 2], [c, d]: [DVec2; 2]) -> Vec<f64> {
    let way = to - from;
    let along = |point: DVec2| (point - from).dot(way) / way.length_squared();
    let [before, after] = [side(from, to, c), side(from, to, d)];
    if before == 0.0 || after == 0.0 {
        let on_line = [(before, c), (after, d)].into_iter().filter(|(beside, _)| *beside == 0.0);
        return on_line.map(|(_, point)| along(point)).collect();
    }
    let crosses = (before > 0.0) != (after > 0.0);
    crosses.then(|| along(c.lerp(d, before / (before - after)))).into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::dvec2;

    #[test]
    fn what_covers_a_floor_hides_its_edges_there() {
        const FLOOR: [f64; 4] = [0.0, 0.0, 10.0, 1.0];
        let ring = |[x0, y0, x1, y1]: [f64; 4]| [dvec2(x0, y0), dvec2(x1, y0), dvec2(x1, y1), dvec2(x0, y1)];
        for (of, other, parts, length) in [
            // It stands on the floor, is sunk into it, hangs above it, or is beside it.
            (FLOOR, [3.0, 1.0, 5.0, 2.0], 5, 20.0),
            (FLOOR, [3.0, 0.5, 5.0, 2.0], 5, 20.0),
            (FLOOR, [3.0, 1.5, 5.0, 2.0], 4, 22.0),
            (FLOOR, [10.0, 0.0, 20.0, 1.0], 3, 21.0),
            ([2.0, 0.25, 3.0, 0.75], FLOOR, 0, 0.0),
        ] {
            let [of, other] = [of, other].map(ring);
            let seen = visible_edges(&[&of, &other], 0);
            let sum: f64 = seen.iter().map(|[from, to]| from.distance(*to)).sum();
            assert!(seen.len() == parts && (sum - length).abs() < 1e-6, "{other:?}: {seen:?}");
            assert!(
                seen.iter().all(|[from, to]| !contains(&other, from.midpoint(*to))),
                "{other:?}: {seen:?}"
            );
        }
    }
}
