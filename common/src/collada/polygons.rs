//! Cuts polygons into triangles, ear by ear.
//!
//! An ear is a triangle of three corners in a row that lies within the polygon and holds none of its other corners. Every
//! simple polygon has two at least. Cut one off, and a smaller polygon is left.

use super::geometries::Corner;
use glam::{DVec2, DVec3, Vec3};

/// How many corners all ears of a file may be compared with; far more than real files need, and done in a second. What
/// comes later is cut as if it were convex.
const MAX_COMPARISONS: u64 = 1 << 28;

/// Cuts the polygons of a file.
pub(super) struct Cutter {
    comparisons_left: u64,
    /// How many polygons could not be cut cleanly.
    odd: usize,
}

impl Default for Cutter {
    fn default() -> Self {
        Self { comparisons_left: MAX_COMPARISONS, odd: 0 }
    }
}

impl Cutter {
    /// Cuts a polygon, and adds its triangles. They face the same way as the polygon.
    pub fn cut(
        &mut self,
        outline: &[Corner],
        holes: &[Vec<Corner>],
        positions: &[Vec3],
        triangles: &mut Vec<[Corner; 3]>,
    ) {
        if let ([a, b, c], []) = (outline, holes) {
            triangles.push([*a, *b, *c]);
            return;
        }
        if outline.len() < 3 {
            self.odd += 1;
            return;
        }
        let point = |corner: &Corner| positions[corner.position as usize].as_dvec3();
        let normal = newell(outline.iter().map(point));
        if let (&[a, b, c, d], []) = (outline, holes)
            && let Some(first) = quad([a, b, c, d].each_ref().map(point), normal)
        {
            let [a, b, c, d] = std::array::from_fn(|i| outline[(first + i) % 4]);
            triangles.extend([[a, b, c], [a, c, d]]);
            return;
        }
        let Some(flat) = Flat::across(normal) else {
            self.odd += 1;
            triangles.extend((2..outline.len()).map(|i| [outline[0], outline[i - 1], outline[i]]));
            return;
        };
        let corners: Vec<Corner> = outline.iter().chain(holes.iter().flatten()).copied().collect();
        let points = corners.iter().map(|corner| flat.point(point(corner))).collect();
        let mut ring = Ring::new(points, outline.len());
        let mut start = outline.len();
        let mut rings = Vec::new();
        for hole in holes {
            rings.push(start..start + hole.len());
            start += hole.len();
        }
        let mut is_clean = self.bridge(&mut ring, rings);
        is_clean &= ring.cut(&mut self.comparisons_left, |ear| triangles.push(ear.map(|at| corners[at])));
        self.odd += usize::from(!is_clean);
    }

    /// How many polygons could not be cut cleanly since this was asked last.
    pub fn take_odd(&mut self) -> usize {
        std::mem::take(&mut self.odd)
    }

    /// Joins holes to the outline, those that reach farthest to the right first. Says whether all could be.
    fn bridge(&mut self, ring: &mut Ring, holes: Vec<std::ops::Range<usize>>) -> bool {
        let rightmost = |hole: std::ops::Range<usize>| {
            hole.max_by(|&a, &b| ring.points[a].x.total_cmp(&ring.points[b].x))
        };
        let mut starts: Vec<_> =
            holes.into_iter().filter_map(|hole| Some((rightmost(hole.clone())?, hole))).collect();
        starts.sort_by(|(a, _), (b, _)| ring.points[*b].x.total_cmp(&ring.points[*a].x));
        let mut is_clean = true;
        for (start, hole) in starts {
            let cost = 3 * ring.order.len() as u64;
            let can_pay = self.comparisons_left >= cost;
            self.comparisons_left = self.comparisons_left.saturating_sub(cost);
            is_clean &= can_pay && ring.bridge(start, hole);
        }
        is_clean
    }
}

/// A vector at right angles to a polygon, as long as twice its area; for one that is not flat, to the plane nearest to it.
fn newell(points: impl ExactSizeIterator<Item = DVec3> + Clone) -> DVec3 {
    let Some(first) = points.clone().next() else { return DVec3::ZERO };
    let next = points.clone().cycle().skip(1);
    // As seen from one of its points, large coordinates do not hide small polygons.
    points.zip(next).map(|(a, b)| (a - first).cross(b - first)).sum()
}

/// From which corner to cut a polygon of four, by far the most common kind; none if it crosses itself.
fn quad(points: [DVec3; 4], normal: DVec3) -> Option<usize> {
    let turn = |i: usize| {
        let [before, here, behind] = [points[(i + 3) % 4], points[i], points[(i + 1) % 4]];
        (here - before).cross(behind - here).dot(normal)
    };
    let mut inward = (0..4).filter(|&i| turn(i).is_nan() || turn(i) <= 0.0);
    match (inward.next(), inward.next()) {
        (first, None) => Some(first.unwrap_or(0)),
        _ => None,
    }
}

/// The coordinates that are left if one is dropped: the one along which a polygon reaches least.
struct Flat {
    axes: [usize; 2],
}

impl Flat {
    /// Keeps the polygon counter-clockwise; none if it has no area.
    fn across(normal: DVec3) -> Option<Self> {
        let size = normal.abs();
        let dropped = (0..3).max_by(|&a, &b| size[a].total_cmp(&size[b]))?;
        let (u, v) = ((dropped + 1) % 3, (dropped + 2) % 3);
        let axes = if normal[dropped] > 0.0 { [u, v] } else { [v, u] };
        (size[dropped] > 0.0 && size[dropped].is_finite()).then_some(Self { axes })
    }

    fn point(&self, point: DVec3) -> DVec2 {
        let [u, v] = self.axes;
        DVec2::new(point[u], point[v])
    }
}

/// Twice the area of a triangle; below zero if it is clockwise.
fn area(a: DVec2, b: DVec2, c: DVec2) -> f64 {
    (b - a).perp_dot(c - a)
}

/// Whether a point lies in a counter-clockwise triangle, or on its edge.
fn holds([a, b, c]: [DVec2; 3], point: DVec2) -> bool {
    area(a, b, point) >= 0.0 && area(b, c, point) >= 0.0 && area(c, a, point) >= 0.0
}

/// A polygon from which ears are cut.
struct Ring {
    /// The points of all corners, those of holes too.
    points: Vec<DVec2>,
    /// Which points its corners are, in order. With bridges to holes, some are twice in it.
    order: Vec<usize>,
}

impl Ring {
    fn new(points: Vec<DVec2>, outline: usize) -> Self {
        Self { points, order: (0..outline).collect() }
    }

    /// The point of a corner of the ring, which goes round.
    fn at(&self, corner: usize) -> DVec2 {
        self.points[self.order[corner % self.order.len()]]
    }

    /// Joins a hole by a bridge from its rightmost point to a corner that can be seen from there.
    fn bridge(&mut self, start: usize, hole: std::ops::Range<usize>) -> bool {
        let Some(corner) = self.seen_from(self.points[start]) else { return false };
        let twice_area: f64 = hole
            .clone()
            .skip(1)
            .zip(hole.clone().skip(2))
            .map(|(b, c)| area(self.points[hole.start], self.points[b], self.points[c]))
            .sum();
        let (length, first) = (hole.len(), hole.start);
        // Around a hole goes the other way than around the outline.
        let step = if twice_area > 0.0 { length - 1 } else { 1 };
        let around = (0..=length).map(|i| first + (start - first + i * step) % length);
        let back = self.order[corner];
        let bridge: Vec<usize> = around.chain([back]).collect();
        self.order.splice(corner + 1..corner + 1, bridge);
        true
    }

    /// A corner that can be seen from a point within the ring.
    fn seen_from(&self, from: DVec2) -> Option<usize> {
        let count = self.order.len();
        // To the right, the edge that is met first. The inside lies left of every edge: it must go up there.
        let mut met: Option<(f64, usize)> = None;
        for corner in 0..count {
            let (a, b) = (self.at(corner), self.at(corner + 1));
            if a.y <= from.y && from.y <= b.y && a.y < b.y {
                let x = a.x + (from.y - a.y) / (b.y - a.y) * (b.x - a.x);
                if x >= from.x && met.is_none_or(|(nearest, _)| x < nearest) {
                    met = Some((x, if a.x > b.x { corner } else { (corner + 1) % count }));
                }
            }
        }
        let (x, end) = met?;
        // Its right end can be seen, unless a corner stands in between: then the one with the smallest angle can.
        let (wall, corner) = (DVec2::new(x, from.y), self.at(end));
        let triangle =
            if area(from, wall, corner) > 0.0 { [from, wall, corner] } else { [from, corner, wall] };
        let angle = |corner: usize| {
            let way = self.at(corner) - from;
            way.y.abs().atan2(way.x)
        };
        let is_seen = |&corner: &usize| holds(triangle, self.at(corner)) && self.opens_to(corner, from);
        let nearest = |&a: &usize, &b: &usize| {
            let far = |corner| self.at(corner).distance_squared(from);
            angle(a).total_cmp(&angle(b)).then(far(a).total_cmp(&far(b)))
        };
        (0..count).filter(is_seen).min_by(nearest).or(Some(end))
    }

    /// Whether the way from a corner to a point begins within the ring. Of corners at the same place, only one may do so.
    fn opens_to(&self, corner: usize, point: DVec2) -> bool {
        let count = self.order.len();
        let (before, here, behind) = (self.at(corner + count - 1), self.at(corner), self.at(corner + 1));
        if area(before, here, behind) >= 0.0 {
            area(here, behind, point) >= 0.0 && area(before, here, point) >= 0.0
        } else {
            area(here, behind, point) >= 0.0 || area(before, here, point) >= 0.0
        }
    }

    /// Cuts the ring up, and says whether that went cleanly. Takes `allowance` comparisons at most.
    fn cut(self, allowance: &mut u64, mut add: impl FnMut([usize; 3])) -> bool {
        let mut ears = Ears::new(self);
        let mut corner = 0;
        let mut failures = 0;
        while ears.left > 3 && failures <= 2 * ears.left {
            // Twice around without an ear that is beyond doubt: corners on an edge are forgiven then.
            let is_strict = failures <= ears.left;
            if *allowance > 0 && ears.is_ear(corner, is_strict, allowance) {
                add(ears.remove(corner));
                failures = 0;
                // Going on behind the next corner makes fewer slivers.
                corner = ears.next[ears.next[corner]];
            } else {
                failures += 1;
                corner = ears.next[corner];
            }
        }
        let has_area = ears.rest().any(|corner| ears.turn(corner) != 0.0);
        let is_clean = ears.left == 3 || !has_area;
        while ears.left > 3 && has_area {
            add(ears.remove(ears.next[corner]));
        }
        if ears.left == 3 {
            add(ears.triangle(corner));
        }
        is_clean
    }
}

/// The corners of a ring that are not cut off yet, linked to each other.
struct Ears {
    ring: Ring,
    next: Vec<usize>,
    previous: Vec<usize>,
    left: usize,
    /// Corners where the ring turns inwards. Only these can lie in an ear; some may not be there any more.
    inward: Vec<usize>,
    is_inward: Vec<bool>,
}

impl Ears {
    fn new(ring: Ring) -> Self {
        let left = ring.order.len();
        let next = (0..left).map(|corner| (corner + 1) % left).collect();
        let previous = (0..left).map(|corner| (corner + left - 1) % left).collect();
        let mut ears = Self { ring, next, previous, left, inward: Vec::new(), is_inward: Vec::new() };
        ears.is_inward = (0..left).map(|corner| ears.turn(corner) <= 0.0).collect();
        ears.inward = (0..left).filter(|&corner| ears.is_inward[corner]).collect();
        ears
    }

    /// The corners that are left.
    fn rest(&self) -> impl Iterator<Item = usize> {
        (0..self.next.len()).filter(|&corner| self.next[self.previous[corner]] == corner)
    }

    /// Twice the area of the triangle at a corner; below zero where the ring turns inwards.
    fn turn(&self, corner: usize) -> f64 {
        let [a, b, c] = self.points(corner);
        area(a, b, c)
    }

    fn points(&self, corner: usize) -> [DVec2; 3] {
        [self.previous[corner], corner, self.next[corner]].map(|corner| self.ring.at(corner))
    }

    fn triangle(&self, corner: usize) -> [usize; 3] {
        [self.previous[corner], corner, self.next[corner]].map(|corner| self.ring.order[corner])
    }

    fn is_ear(&mut self, corner: usize, is_strict: bool, allowance: &mut u64) -> bool {
        if self.is_inward[corner] {
            return false;
        }
        let triangle = self.points(corner);
        let Self { ring, inward, is_inward, .. } = self;
        inward.retain(|&corner| is_inward[corner]);
        *allowance = allowance.saturating_sub(inward.len() as u64);
        !inward.iter().any(|&other| {
            let point = ring.at(other);
            let [a, b, c] = triangle;
            let is_inside = area(a, b, point) > 0.0 && area(b, c, point) > 0.0 && area(c, a, point) > 0.0;
            // Bridges lead over corners that are there twice.
            let is_on_it = is_strict && !triangle.contains(&point) && holds(triangle, point);
            is_inside || is_on_it
        })
    }

    /// Takes a corner out, and returns its triangle.
    fn remove(&mut self, corner: usize) -> [usize; 3] {
        let triangle = self.triangle(corner);
        let (before, behind) = (self.previous[corner], self.next[corner]);
        self.next[before] = behind;
        self.previous[behind] = before;
        self.left -= 1;
        self.is_inward[corner] = false;
        for neighbour in [before, behind] {
            let is_inward = self.turn(neighbour) <= 0.0;
            let was_inward = std::mem::replace(&mut self.is_inward[neighbour], is_inward);
            if is_inward && !was_inward {
                self.inward.push(neighbour);
            }
        }
        triangle
    }
}
