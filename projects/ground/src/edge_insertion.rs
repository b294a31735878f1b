//! Forces an edge into a triangulation, step by step.
//!
//! This triangulation is small and meant to be read. It searches for everything, so that there is nothing but
//! corners, triangles and constrained edges. Players move through another mesh.

use super::crossings::crossing;
use super::grid::Cell;
use super::{on_grid, side};
use glam::{DVec2, dvec2};
use robust::{Coord, incircle};
use std::collections::{BTreeSet, VecDeque};

/// Half the side of the square around everything, in units.
const FRAME: f64 = 4096.0;

/// A constrained Delaunay triangulation: no circle through a triangle's corners has a corner inside that can
/// be seen from there. Constrained edges hide the corners behind them.
#[derive(Clone, Debug, PartialEq)]
pub struct ConstrainedTriangulation {
    /// The corners, of which the first four are the frame's.
    pub corners: Vec<DVec2>,
    /// Triangles as indices of corners, counter-clockwise.
    pub triangles: Vec<[usize; 3]>,
    /// The constrained edges, each as its two corners, the lower index first.
    forced: BTreeSet<[usize; 2]>,
}

impl Default for ConstrainedTriangulation {
    fn default() -> Self {
        let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(|(x, y)| FRAME * dvec2(x, y));
        Self { corners: corners.into(), triangles: vec![[0, 1, 2], [0, 2, 3]], forced: BTreeSet::new() }
    }
}

impl ConstrainedTriangulation {
    /// Returns true if an edge is constrained, and may not be flipped.
    pub fn is_constrained(&self, [a, b]: [usize; 2]) -> bool {
        self.forced.contains(&[a.min(b), a.max(b)])
    }

    /// Adds a corner at the nearest place on the grid, inside the frame, and returns its index.
    pub fn add(&mut self, place: DVec2) -> Option<usize> {
        let place = on_grid(place);
        let beyond = |[a, b, c]: [usize; 3]| [[a, b], [b, c], [c, a]].into_iter().map(move |edge| (edge, c));
        let contains =
            |&triangle: &[usize; 3]| beyond(triangle).all(|(edge, _)| self.side(edge, place) >= 0.0);
        let triangle @ [a, b, c] = *self.triangles.iter().find(|triangle| contains(triangle))?;
        if let Some(same) = triangle.into_iter().find(|&corner| self.corners[corner] == place) {
            return Some(same);
        }
        let corner = self.corners.len();
        self.corners.push(place);
        let sides = [[a, b], [b, c], [c, a]];
        if let Some(edge) = sides.into_iter().find(|&edge| self.side(edge, place) == 0.0) {
            self.split(edge, corner);
        } else {
            self.triangles.retain(|other| *other != triangle);
            self.triangles.extend(sides.map(|[from, to]| [from, to, corner]));
            self.restore(sides.into());
        }
        Some(corner)
    }

    fn side(&self, [from, to]: [usize; 2], place: DVec2) -> f64 {
        side(self.corners[from], self.corners[to], place)
    }

    /// Returns a positive number if a corner is to the left of the way between two others, a negative one to
    /// the right, and zero on the line.
    fn side_of(&self, way: [usize; 2], corner: usize) -> f64 {
        self.side(way, self.corners[corner])
    }

    /// Returns the third corner of the triangle to the left of an edge.
    fn left_of(&self, [from, to]: [usize; 2]) -> Option<usize> {
        let turns = self.triangles.iter().flat_map(|&[a, b, c]| [[a, b, c], [b, c, a], [c, a, b]]);
        turns.into_iter().find(|turn| turn[..2] == [from, to]).map(|turn| turn[2])
    }

    /// Returns true if an edge joins two corners.
    pub fn has(&self, [from, to]: [usize; 2]) -> bool {
        self.left_of([from, to]).or(self.left_of([to, from])).is_some()
    }

    /// Returns the corners to the left and right of an edge, the third ones of its two triangles.
    pub fn beside(&self, [from, to]: [usize; 2]) -> Option<[usize; 2]> {
        Some([self.left_of([from, to])?, self.left_of([to, from])?])
    }

    /// Returns a triangle that is clockwise. There is none, unless an edge was flipped that must not be.
    pub fn turned_over(&self) -> Option<[usize; 3]> {
        let over = |[a, b, c]: [usize; 3]| self.side([a, b], self.corners[c]) <= 0.0;
        self.triangles.iter().copied().find(|&triangle| over(triangle))
    }

    fn remove(&mut self, [from, to]: [usize; 2]) {
        let has = |triangle: &[usize; 3]| triangle.contains(&from) && triangle.contains(&to);
        self.triangles.retain(|triangle| !has(triangle));
    }

    /// Replaces an edge by the one that joins the corners beside it.
    fn flip(&mut self, edge @ [from, to]: [usize; 2]) -> Option<[usize; 2]> {
        let [left, right] = self.beside(edge)?;
        self.remove(edge);
        self.triangles.extend([[right, left, from], [left, right, to]]);
        Some([right, left])
    }

    /// Splits an edge in two at a corner that is on it, up to rounding.
    fn split(&mut self, [from, to]: [usize; 2], corner: usize) {
        let beside = [[from, to], [to, from]].map(|edge| (edge, self.left_of(edge)));
        let was_forced = self.forced.remove(&[from.min(to), from.max(to)]);
        if was_forced {
            // The new corner has the highest index.
            self.forced.extend([[from, corner], [to, corner]]);
        }
        self.remove([from, to]);
        let mut outer = Vec::new();
        for ([from, to], third) in beside {
            let Some(third) = third else { continue };
            self.triangles.extend([[from, corner, third], [corner, to, third]]);
            outer.extend([[to, third], [third, from], [corner, third]]);
        }
        outer.extend([[from, corner], [to, corner]]);
        self.restore(outer);
    }

    /// Returns true if a place is inside the two triangles beside an edge.
    fn has_room(&self, edge @ [from, to]: [usize; 2], place: DVec2) -> bool {
        self.beside(edge).is_some_and(|[left, right]| {
            let around = [[from, right], [right, to], [to, left], [left, from]];
            around.into_iter().all(|edge| self.side(edge, place) > 0.0)
        })
    }

    /// Flips edges, from these on, until all have the constrained Delaunay property.
    fn restore(&mut self, mut edges: Vec<[usize; 2]>) {
        let coord = |place: DVec2| Coord { x: place.x, y: place.y };
        // Each edge is flipped away once. Only where triangles lie over each other could it go on for ever.
        let most = edges.len() + 4 * self.triangles.len().pow(2);
        for _ in 0..most {
            let Some([from, to]) = edges.pop() else { break };
            let Some([left, right]) = self.beside([from, to]) else { continue };
            let [a, b, c, d] = [from, to, left, right].map(|corner| coord(self.corners[corner]));
            if !self.is_constrained([from, to]) && incircle(a, b, c, d) > 0.0 {
                self.flip([from, to]);
                edges.extend([[from, right], [right, to], [to, left], [left, from]]);
            }
        }
    }
}

/// The result of a step of forcing edges.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum InsertionStep {
    /// The edge exists, and is constrained now.
    There([usize; 2]),
    /// A corner is on the edge, which will be forced in two parts, to the corner and from there.
    Corner(usize),
    /// An edge that crossed the wanted one was flipped.
    Flip([usize; 2]),
    /// An edge crosses the wanted one, and can't be flipped yet.
    Wait([usize; 2]),
    /// A constrained edge crosses the wanted one. Their crossing is a new corner that splits both.
    Split(usize),
    /// The rounded crossing with a constrained edge is in neither of the triangles beside that.
    TooNarrow([usize; 2]),
}

/// The next obstacle on the way of the wanted edge.
#[allow(dead_code, reason = "an answer may do without it")]
#[derive(Clone, Copy, Debug)]
enum Met {
    Corner(usize),
    Edge([usize; 2]),
}

/// The state of forcing edges into a triangulation, step by step.
#[derive(Clone, Debug, PartialEq)]
pub struct EdgeInsertion {
    /// The triangulation after the last step.
    pub sketch: ConstrainedTriangulation,
    /// The edges to be forced, the next one last.
    wanted: Vec<[usize; 2]>,
    /// The corner that is on the next edge, if there is one.
    corner: Option<usize>,
    /// The edges that cross the next edge, in the order of flipping. If none is left, the next edge exists.
    across: VecDeque<[usize; 2]>,
    /// The edges that were flipped for the next edge, and may have to be flipped again.
    flipped: Vec<[usize; 2]>,
}

impl EdgeInsertion {
    /// Begins to force some edges, the first one first.
    pub fn new(sketch: ConstrainedTriangulation, edges: &[[usize; 2]]) -> Self {
        let wanted = edges.iter().rev().copied().filter(|[from, to]| from != to).collect();
        let mut all = Self { sketch, wanted, corner: None, across: VecDeque::new(), flipped: Vec::new() };
        all.look();
        all
    }

    /// Returns the edges that are still to be forced, or parts of them, in this order.
    pub fn still_wanted(&self) -> impl Iterator<Item = [usize; 2]> {
        self.wanted.iter().rev().copied()
    }

    /// Returns the edges that cross the next one, in the order of flipping.
    pub fn across(&self) -> impl Iterator<Item = [usize; 2]> {
        self.across.iter().copied()
    }

    /// Makes a step, if there is anything left to do.
    pub fn step(&mut self) -> Option<InsertionStep> {
        let wanted = *self.wanted.last()?;
        let corner = self.corner.take().map(Met::Corner);
        let met = corner.or_else(|| self.across.pop_front().map(Met::Edge));
        let Some(met) = met else { return Some(self.there(wanted)) };
        // TODO 17.5: Decide what to do with what is met, do it, and say so.
        // BEGIN SOLUTION 17.5
        let edge = match met {
            Met::Corner(corner) => return Some(self.go_by(corner)),
            Met::Edge(edge) if self.sketch.is_constrained(edge) => return Some(self.cross(edge)),
            Met::Edge(edge) => edge,
        };
        let [left, right] = self.sketch.beside(edge)?;
        let diagonal = [right, left];
        // They are convex if the other diagonal has the edge's ends on its two sides, and neither of them on its line.
        let [start, end] = edge.map(|corner| self.sketch.side_of(diagonal, corner));
        if start * end >= 0.0 {
            self.across.push_back(edge);
            return Some(InsertionStep::Wait(edge));
        }
        let [one, other] = diagonal.map(|corner| self.sketch.side_of(wanted, corner));
        if one * other < 0.0 {
            self.across.push_back(diagonal);
        }
        Some(self.flip(edge))
        // END SOLUTION 17.5
        // STARTER 17.5: let _ = met;
        // STARTER 17.5: None
    }

    /// Constrains the next edge, which exists now.
    fn there(&mut self, wanted @ [from, to]: [usize; 2]) -> InsertionStep {
        self.wanted.pop();
        self.sketch.forced.insert([from.min(to), from.max(to)]);
        self.sketch.restore(std::mem::take(&mut self.flipped));
        self.look();
        InsertionStep::There(wanted)
    }

    /// Splits the next edge at a corner on it, into two edges to be forced.
    #[allow(dead_code, reason = "an answer may do without it")]
    fn go_by(&mut self, corner: usize) -> InsertionStep {
        self.by(corner);
        InsertionStep::Corner(corner)
    }

    /// Flips an edge between two triangles.
    #[allow(dead_code, reason = "an answer may do without it")]
    fn flip(&mut self, edge: [usize; 2]) -> InsertionStep {
        self.flipped.extend(self.sketch.flip(edge));
        InsertionStep::Flip(edge)
    }

    fn by(&mut self, corner: usize) {
        if let Some([from, to]) = self.wanted.pop() {
            self.wanted.extend([[corner, to], [from, corner]]);
        }
        self.look();
    }

    /// Finds what is on the next edge.
    fn look(&mut self) {
        (self.corner, self.across) = (None, VecDeque::new());
        if let Some(&wanted) = self.wanted.last().filter(|wanted| !self.sketch.has(**wanted)) {
            match self.on_the_way(wanted) {
                Ok(across) => self.across = across,
                Err(corner) => self.corner = Some(corner),
            }
        }
    }

    /// Returns the edges that cross an edge, from its start on, or a corner that is on it.
    fn on_the_way(&self, wanted @ [from, to]: [usize; 2]) -> Result<VecDeque<[usize; 2]>, usize> {
        let sketch = &self.sketch;
        let side_of = |corner: usize| sketch.side_of(wanted, corner);
        let way = sketch.corners[to] - sketch.corners[from];
        let ahead = |corner: usize| way.dot(sketch.corners[corner] - sketch.corners[from]) > 0.0;
        let mut next = None;
        for triangle in sketch.triangles.iter().filter(|triangle| triangle.contains(&from)) {
            let first = triangle.iter().position(|&corner| corner == from).unwrap_or(0);
            let [right, left] = [1, 2].map(|step| triangle[(first + step) % 3]);
            if let Some(on_way) =
                [right, left].into_iter().find(|&corner| side_of(corner) == 0.0 && ahead(corner))
            {
                return Err(on_way);
            }
            if side_of(right) < 0.0 && side_of(left) > 0.0 {
                next = Some([right, left]);
            }
        }
        let mut across = VecDeque::new();
        // The way comes over each triangle once, unless they lie over each other.
        for _ in 0..sketch.triangles.len() {
            let Some([right, left]) = next else { break };
            across.push_back([right, left]);
            next = sketch
                .left_of([left, right])
                .filter(|&beyond| beyond != to)
                .map(|beyond| match side_of(beyond) {
                    0.0 => Err(beyond),
                    side if side > 0.0 => Ok([right, beyond]),
                    _ => Ok([beyond, left]),
                })
                .transpose()?;
        }
        Ok(across)
    }

    /// Splits the next edge and a constrained one where they cross.
    #[allow(dead_code, reason = "an answer may do without it")]
    fn cross(&mut self, forced: [usize; 2]) -> InsertionStep {
        let sketch = &self.sketch;
        let cells = |edge: [usize; 2]| edge.map(|corner| Cell::of(sketch.corners[corner]));
        let place = self.wanted.last().and_then(|&wanted| crossing(cells(wanted), cells(forced)));
        let place = place.map(Cell::place);
        // Rounded, the place may be the other edge's end.
        if let Some(end) = forced.into_iter().find(|&end| Some(sketch.corners[end]) == place) {
            return self.go_by(end);
        }
        let Some(place) = place.filter(|&place| sketch.has_room(forced, place)) else {
            self.wanted.pop();
            self.look();
            return InsertionStep::TooNarrow(forced);
        };
        let corner = sketch.corners.len();
        self.sketch.corners.push(place);
        self.sketch.split(forced, corner);
        self.by(corner);
        InsertionStep::Split(corner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::STEP;
    use crate::tests::area;
    use proptest::prelude::*;

    /// Checks all that holds after each step, which is everything but the Delaunay property.
    fn check(sketch: &ConstrainedTriangulation) {
        let double_area = |triangle: &[usize; 3]| area(&triangle.map(|corner| sketch.corners[corner]));
        let areas: Vec<i128> = sketch.triangles.iter().map(double_area).collect();
        assert!(areas.iter().all(|&area| area > 0));
        let side = 2 * (FRAME / STEP) as i128;
        assert_eq!(areas.iter().sum::<i128>(), 2 * side * side);
        assert!(sketch.forced.iter().all(|&edge| sketch.has(edge)));
    }

    fn is_delaunay(sketch: &ConstrainedTriangulation) -> bool {
        let coord = |corner: usize| Coord { x: sketch.corners[corner].x, y: sketch.corners[corner].y };
        let edges = sketch.triangles.iter().flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]]);
        edges.into_iter().all(|[from, to]| match sketch.beside([from, to]) {
            Some([left, right]) if !sketch.is_constrained([from, to]) => {
                incircle(coord(from), coord(to), coord(left), coord(right)) <= 0.0
            }
            _ => true,
        })
    }

    /// Returns the triangulation with all edges forced, and those, or none if two crossed too closely.
    fn forced(places: &[DVec2], edges: &[[usize; 2]]) -> Option<(ConstrainedTriangulation, Vec<[usize; 2]>)> {
        let mut sketch = ConstrainedTriangulation::default();
        let corners: Vec<usize> = places.iter().map(|&place| sketch.add(place).unwrap()).collect();
        assert!(is_delaunay(&sketch));
        let index = |edge: &[usize; 2]| edge.map(|corner| corners[corner % corners.len()]);
        let edges: Vec<[usize; 2]> = edges.iter().map(index).filter(|[from, to]| from != to).collect();
        let mut forcing = EdgeInsertion::new(sketch, &edges);
        let mut steps = 0;
        while let Some(step) = forcing.step() {
            check(&forcing.sketch);
            if matches!(step, InsertionStep::TooNarrow(_)) {
                return None;
            }
            steps += 1;
            assert!(steps < 10_000, "it comes to no end");
        }
        Some((forcing.sketch, edges))
    }

    /// Returns true if constrained edges connect two corners in a straight line. A split edge's corner is rounded to
    /// the grid, so a line over it is straight but for two steps of the grid.
    fn covers(sketch: &ConstrainedTriangulation, [from, to]: [usize; 2]) -> bool {
        let at = |corner: usize| sketch.corners[corner];
        let way = (at(to) - at(from)).normalize_or_zero();
        let ahead = |start: usize, end: usize| {
            way.dot(at(end) - at(start)) > 0.0 && way.perp_dot(at(end) - at(from)).abs() <= 2.0 * STEP
        };
        // Another line may begin here that is as straight, and ends beside.
        let mut open = vec![from];
        while let Some(here) = open.pop() {
            if here == to {
                return true;
            }
            let ends = sketch
                .forced
                .iter()
                .copied()
                .filter(|&edge| sketch.has(edge))
                .flat_map(|[a, b]| [[a, b], [b, a]]);
            open.extend(ends.filter(|&[start, end]| start == here && ahead(start, end)).map(|[_, end]| end));
        }
        false
    }

    fn places() -> impl Strategy<Value = Vec<DVec2>> {
        prop::collection::vec((-24i8..24, -24i8..24), 2..14).prop_map(|places| {
            places.into_iter().map(|(x, y)| 0.25 * dvec2(f64::from(x), f64::from(y))).collect()
        })
    }

    fn wanted() -> impl Strategy<Value = Vec<[usize; 2]>> {
        prop::collection::vec(prop::array::uniform2(0usize..14), 0..8)
    }

    proptest! {
        #[test]
        fn forced_edges_cover_what_was_wanted(places in places(), wanted in wanted()) {
            // It is too narrow about once in 10,000 levels, where three edges nearly have a point in common.
            let found = forced(&places, &wanted);
            prop_assume!(found.is_some());
            let (sketch, edges) = found.unwrap();
            prop_assert!(is_delaunay(&sketch));
            for edge in edges {
                prop_assert!(covers(&sketch, edge), "{:?}", edge.map(|corner| sketch.corners[corner]));
            }
        }
    }
}
