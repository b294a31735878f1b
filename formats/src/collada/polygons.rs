//! Cuts polygons into triangles, ear by ear.
//!
//! An ear is a triangle of three corners in a row that lies within the polygon and holds none of its other corners. Every
//! simple polygon has two at least. Cut one off, and a smaller polygon is left.

use super::corners::Corner;
use glam::{DVec2, DVec3, Vec3};
use std::ops::Range;

/// How many corners all ears of a file may be compared with; far more than real files need, and done in a second. What
/// comes later is cut as if it were convex.
const MAX_COMPARISONS: u64 = 1 << 27;

/// A polygon has no area if what it has, as a part of the square of its reach, may be rounding alone.
const FLAT: f64 = 1e-6;

/// Cuts the polygons of a file.
pub(super) struct Cutter {
    comparisons_left: u64,
    /// What could not be cut cleanly.
    flaws: Flaws,
}

/// How many polygons have a flaw.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Flaws {
    /// Those with fewer than three corners, which are left out.
    pub small: usize,
    /// Those that cross themselves, have no area, or would take too long. They may look wrong.
    pub odd: usize,
}

impl Default for Cutter {
    fn default() -> Self {
        Self { comparisons_left: MAX_COMPARISONS, flaws: Flaws::default() }
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
            self.flaws.small += 1;
            return;
        }
        let points: Vec<_> =
            outline.iter().map(|corner| positions[corner.position as usize].as_dvec3()).collect();
        let normal = newell(&points);
        let Some(flat) = Flat::across(&points, normal) else {
            self.flaws.odd += 1;
            triangles.extend((2..outline.len()).map(|i| [outline[0], outline[i - 1], outline[i]]));
            return;
        };
        if let (&[a, b, c, d], []) = (outline, holes)
            && let Ok(points) = points.try_into()
            && let Some(first) = quad(points, normal)
        {
            let [a, b, c, d] = std::array::from_fn(|i| [a, b, c, d][(first + i) % 4]);
            triangles.extend([[a, b, c], [a, c, d]]);
            return;
        }
        self.cut_ears(
            outline,
            holes,
            |corner| flat.point(positions[corner.position as usize].as_dvec3()),
            triangles,
        );
    }

    /// Cuts a polygon that has an area.
    fn cut_ears(
        &mut self,
        outline: &[Corner],
        holes: &[Vec<Corner>],
        point: impl Fn(&Corner) -> DVec2,
        triangles: &mut Vec<[Corner; 3]>,
    ) {
        let corners: Vec<Corner> = outline.iter().chain(holes.iter().flatten()).copied().collect();
        let mut ring = Ring::new(corners.iter().map(point).collect(), outline.len());
        let ends = holes.iter().scan(outline.len(), |end, hole| {
            *end += hole.len();
            Some(*end - hole.len()..*end)
        });
        let mut is_clean = self.bridge(&mut ring, ends.collect());
        is_clean &= ring.cut(&mut self.comparisons_left, |ear| triangles.push(ear.map(|at| corners[at])));
        self.flaws.odd += usize::from(!is_clean);
    }

    /// The flaws that were met since this was asked last.
    pub fn take_flaws(&mut self) -> Flaws {
        std::mem::take(&mut self.flaws)
    }

    /// Joins holes to the outline, those that reach farthest to the right first. Says whether all could be.
    fn bridge(&mut self, ring: &mut Ring, holes: Vec<Range<usize>>) -> bool {
        let rightmost =
            |hole: Range<usize>| hole.max_by(|&a, &b| ring.points[a].x.total_cmp(&ring.points[b].x));
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
fn newell(points: &[DVec3]) -> DVec3 {
    // As seen from one of its points, large coordinates do not hide small polygons.
    points.windows(2).map(|pair| (pair[0] - points[0]).cross(pair[1] - points[0])).sum()
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
    fn across(points: &[DVec3], normal: DVec3) -> Option<Self> {
        let reach = points.iter().map(|point| point.distance_squared(points[0])).fold(0.0, f64::max);
        let size = normal.abs();
        let dropped = (0..3).max_by(|&a, &b| size[a].total_cmp(&size[b]))?;
        let (u, v) = ((dropped + 1) % 3, (dropped + 2) % 3);
        let axes = if normal[dropped] > 0.0 { [u, v] } else { [v, u] };
        (size[dropped] > FLAT * reach && size[dropped].is_finite()).then_some(Self { axes })
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
    fn bridge(&mut self, start: usize, hole: Range<usize>) -> bool {
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

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{Mat4, Vec2, vec2, vec3};
    use proptest::prelude::*;
    use std::f32::consts::TAU;

    fn corners(range: Range<usize>) -> Vec<Corner> {
        range.map(|at| Corner { position: at as u32, normal: 0, texture_coordinates: 0 }).collect()
    }

    /// Cuts a polygon that lies askew in space: its triangles, and what was wrong with it.
    fn cut(outline: &[Vec2], holes: &[Vec<Vec2>]) -> (Vec<[Vec2; 3]>, Flaws) {
        let flat: Vec<Vec2> = outline.iter().chain(holes.iter().flatten()).copied().collect();
        let askew = Mat4::from_rotation_x(0.9) * Mat4::from_rotation_y(2.0);
        let positions: Vec<Vec3> =
            flat.iter().map(|point| askew.transform_point3(point.extend(3.0))).collect();
        let mut start = outline.len();
        let holes: Vec<_> = holes
            .iter()
            .map(|hole| {
                start += hole.len();
                corners(start - hole.len()..start)
            })
            .collect();
        let (mut cutter, mut triangles) = (Cutter::default(), Vec::new());
        cutter.cut(&corners(0..outline.len()), &holes, &positions, &mut triangles);
        let triangles = triangles.iter().map(|corners| corners.map(|corner| flat[corner.position as usize]));
        (triangles.collect(), cutter.take_flaws())
    }

    fn area_of(ring: &[Vec2]) -> f32 {
        let next = ring.iter().cycle().skip(1);
        0.5 * ring.iter().zip(next).map(|(a, b)| a.perp_dot(*b)).sum::<f32>()
    }

    /// Checks that the triangles of a polygon cover just it, and all face as it does.
    #[track_caller]
    fn cuts(outline: &[Vec2], holes: &[Vec<Vec2>]) {
        let (triangles, flaws) = cut(outline, holes);
        let all = outline.len() + holes.iter().map(|hole| hole.len() + 2).sum::<usize>();
        assert_eq!((triangles.len(), flaws), (all - 2, Flaws::default()));
        let area = area_of(outline).abs() - holes.iter().map(|hole| area_of(hole).abs()).sum::<f32>();
        let sign = area_of(outline).signum();
        let covered: f32 = triangles.iter().map(|triangle| sign * area_of(triangle)).sum();
        assert!((covered - area).abs() < 1e-3 * area, "{covered} is not {area}");
        let smallest = triangles.iter().map(|triangle| sign * area_of(triangle)).fold(f32::MAX, f32::min);
        assert!(smallest > -1e-4 * area, "a triangle of {smallest} faces the wrong way");
    }

    fn ring(points: &[[i8; 2]]) -> Vec<Vec2> {
        points.iter().map(|&[x, y]| vec2(f32::from(x), f32::from(y))).collect()
    }

    fn turned_over(ring: &[Vec2]) -> Vec<Vec2> {
        ring.iter().rev().copied().collect()
    }

    #[test]
    fn polygons_of_all_shapes_are_cut() {
        for points in [
            &[[0, 0], [2, 0], [2, 1], [0, 1]][..],
            &[[0, 0], [4, 0], [1, 1], [0, 4]],
            &[[1, 1], [0, 4], [0, 0], [4, 0]],
            &[[0, 0], [2, -2], [0, 4], [-2, -2]],
            &[[0, 0], [3, 0], [3, 1], [1, 1], [1, 3], [0, 3]],
            // A comb, a spiral, and an outline with corners in its straight edges.
            &[[0, 0], [9, 0], [9, 5], [8, 5], [8, 1], [6, 1], [6, 5], [5, 5], [5, 1], [2, 1], [2, 5], [0, 5]],
            &[
                [0, 0],
                [6, 0],
                [6, 6],
                [1, 6],
                [1, 2],
                [4, 2],
                [4, 4],
                [3, 4],
                [3, 3],
                [2, 3],
                [2, 5],
                [5, 5],
                [5, 1],
                [0, 1],
            ],
            &[[0, 0], [1, 0], [2, 0], [3, 0], [3, 1], [3, 2], [2, 2], [1, 2], [0, 2], [0, 1]],
        ] {
            let outline = ring(points);
            for start in 0..outline.len() {
                let mut outline = outline.clone();
                outline.rotate_left(start);
                cuts(&outline, &[]);
                cuts(&turned_over(&outline), &[]);
            }
        }
    }

    #[test]
    fn holes_are_left_open() {
        let outline = ring(&[[0, 0], [12, 0], [12, 9], [0, 9]]);
        let hole = |x: i8, y: i8| ring(&[[x, y], [x, y + 2], [x + 2, y + 2], [x + 2, y]]);
        let sets = [
            vec![hole(5, 3)],
            vec![turned_over(&hole(5, 3))],
            vec![hole(1, 1), hole(5, 1), hole(9, 1)],
            vec![hole(9, 1), hole(5, 5), hole(1, 1), hole(5, 1), hole(9, 5), hole(1, 5)],
        ];
        for holes in sets {
            cuts(&outline, &holes);
            cuts(&turned_over(&outline), &holes);
        }
        // Around a corner that stands in the way, and with an edge towards the hole.
        cuts(&ring(&[[0, 0], [9, 0], [9, 9], [5, 4], [0, 9]]), &[ring(&[[1, 2], [2, 2], [1, 4]])]);
    }

    #[test]
    fn what_is_no_polygon_is_shown_somehow() {
        let bow_tie = ring(&[[0, 0], [2, 2], [2, 0], [0, 2]]);
        let (triangles, flaws) = cut(&bow_tie, &[]);
        assert_eq!((triangles.len(), flaws), (2, Flaws { small: 0, odd: 1 }));
        assert_eq!(cut(&ring(&[[0, 0], [1, 1]]), &[]), (vec![], Flaws { small: 1, odd: 0 }));
        assert_eq!(cut(&ring(&[[0, 0], [1, 1], [2, 2], [3, 3], [1, 1]]), &[]).1, Flaws { small: 0, odd: 1 });
        let outside = ring(&[[8, 8], [8, 9], [9, 9]]);
        let (triangles, flaws) = cut(&ring(&[[0, 0], [2, 0], [2, 1], [0, 1]]), &[outside]);
        assert_eq!((triangles.len(), flaws), (2, Flaws { small: 0, odd: 1 }));
        let huge =
            vec![vec2(f32::MAX, 0.0), vec2(0.0, f32::MAX), vec2(-f32::MAX, 0.0), vec2(0.0, 1.0), Vec2::ZERO];
        cut(&huge, &[]);
    }

    #[test]
    fn an_endless_comb_ends() {
        let teeth = (0..20_000i32).flat_map(|i| {
            let x = i as f32;
            [vec2(x, 1.0), vec2(x + 0.1, 50.0 + (i % 7) as f32)]
        });
        let mut comb: Vec<_> = teeth.collect();
        comb.extend([vec2(20_000.0, -1.0), vec2(0.0, -1.0)]);
        let (triangles, _) = cut(&comb, &[]);
        assert_eq!(triangles.len(), comb.len() - 2);
    }

    /// Around a place, a ring whose corners can all be seen from there.
    fn star(centre: Vec2, radii: &[f32]) -> Vec<Vec2> {
        let angle = |i: usize| TAU * i as f32 / radii.len() as f32;
        radii.iter().enumerate().map(|(i, &radius)| centre + radius * Vec2::from_angle(angle(i))).collect()
    }

    proptest! {
        #[test]
        fn any_star_with_any_holes(
            outline in prop::collection::vec(7.0f32..20.0, 8..40),
            holes in prop::collection::vec(prop::collection::vec(0.2f32..0.9, 3..9), 0..10),
        ) {
            let place = |i: usize| vec2((i % 3) as f32, (i / 3) as f32) * 2.0 - 2.0;
            let holes: Vec<_> = holes.iter().take(9).enumerate().map(|(i, radii)| star(place(i), radii)).collect();
            cuts(&star(Vec2::ZERO, &outline), &holes);
        }

        #[test]
        fn any_points(points in prop::collection::vec(prop::array::uniform2(-3i8..4), 0..30), cuts in 0usize..30) {
            let points = ring(&points);
            let (outline, hole) = points.split_at(cuts.min(points.len()));
            let (triangles, _) = cut(outline, &[hole.to_vec()]);
            prop_assert!(triangles.len() <= points.len() + 2);
            cut(outline, &[]);
        }
    }

    #[test]
    fn a_bent_quad_is_cut_from_its_inward_corner() {
        let points = [vec3(0.0, 0.0, 0.0), vec3(4.0, 0.0, 0.1), vec3(1.0, 1.0, 0.0), vec3(0.0, 4.0, 0.0)];
        let mut triangles = Vec::new();
        Cutter::default().cut(&corners(0..4), &[], &points, &mut triangles);
        let numbers = triangles.iter().map(|corners| corners.map(|corner| corner.position));
        assert_eq!(numbers.collect::<Vec<_>>(), [[2, 3, 0], [2, 0, 1]]);
    }
}
