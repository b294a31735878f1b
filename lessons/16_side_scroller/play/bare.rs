//! Which parts of a level's edges are seen, where polygons overlap.

use common::ground::side;
use glam::DVec2;

/// How far beside an edge it is asked whether something is there.
const BESIDE: f64 = 1e-5;

/// A polygon, and the box around it.
pub struct Outline<'l> {
    corners: &'l [DVec2],
    low: DVec2,
    high: DVec2,
}

impl<'l> Outline<'l> {
    pub fn new(corners: &'l [DVec2]) -> Self {
        let low = corners.iter().copied().reduce(DVec2::min).unwrap_or(DVec2::ZERO);
        let high = corners.iter().copied().reduce(DVec2::max).unwrap_or(DVec2::ZERO);
        Self { corners, low, high }
    }

    /// The corners of the box around it.
    pub fn bounds(&self) -> [DVec2; 2] {
        [self.low, self.high]
    }

    fn edges(&self) -> impl Iterator<Item = [DVec2; 2]> {
        let next = self.corners.iter().cycle().skip(1);
        self.corners.iter().zip(next).map(|(from, to)| [*from, *to])
    }

    fn is_near(&self, [from, to]: [DVec2; 2]) -> bool {
        let beside = DVec2::splat(BESIDE);
        from.max(to).cmpge(self.low - beside).all() && from.min(to).cmple(self.high + beside).all()
    }

    /// Whether a point is inside: a ray to the right comes over an odd number of edges.
    pub fn contains(&self, point: DVec2) -> bool {
        let over = self.edges().filter(|&[from, to]| {
            let rises = from.y <= point.y && to.y > point.y && side(from, to, point) > 0.0;
            rises || to.y <= point.y && from.y > point.y && side(from, to, point) < 0.0
        });
        over.count() % 2 == 1
    }
}

/// The parts of a polygon's edges that no other polygon covers.
pub fn bare_edges(all: &[Outline<'_>], of: usize) -> Vec<[DVec2; 2]> {
    let mut bare = Vec::new();
    for [from, to] in all[of].edges() {
        let near = |(index, other): &(usize, &Outline<'_>)| *index != of && other.is_near([from, to]);
        let others: Vec<&Outline<'_>> = all.iter().enumerate().filter(near).map(|(_, other)| other).collect();
        let mut cuts = vec![0.0, 1.0];
        for [c, d] in others.iter().flat_map(|other| other.edges()) {
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
            } else if others.iter().any(|other| other.contains(middle)) {
                bare.extend(open.take().map(|[first, last]| [at(first), at(last)]));
            } else {
                open = Some([open.map_or(pair[0], |[first, _]| first), pair[1]]);
            }
        }
        bare.extend(open.map(|[first, last]| [at(first), at(last)]));
    }
    bare
}

/// Where an edge meets another one, or the corners of one that lies along it, in parts of its length.
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
