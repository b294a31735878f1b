//! Bends edges to corners on the grid where they cross.
//!
//! The place where two edges cross is seldom on the grid, so it is moved to the nearest place that is. This
//! could push it over a third edge. To prevent that, every edge bends to every corner whose cell it passes, a
//! cell being the square of places that are nearest to the corner. Edges so bent meet only at corners (Hobby
//! 1999; Guibas and Marimont 1998: "snap rounding"). No edge moves by more than half a cell's diagonal.

use super::grid::Cell;
use super::{STEP, edges};
use glam::DVec2;
use std::f64::consts::FRAC_1_SQRT_2;

/// The greatest distance of a bent edge from where it was.
pub const BENT: f64 = FRAC_1_SQRT_2 * STEP;

/// Rings whose edges meet only at corners.
pub(super) struct Rings {
    /// All corners, sorted by x and y. No two are the same.
    pub corners: Vec<DVec2>,
    /// The corners of each ring in order, as indices.
    pub rings: Vec<Vec<usize>>,
}

pub(super) type Segment = [Cell; 2];

/// Bends the edges of some rings so that they meet only at corners.
pub(super) fn bend(rings: &[Vec<DVec2>]) -> Rings {
    let segments = |ring: &Vec<DVec2>| edges(ring).map(|edge| edge.map(Cell::of)).collect();
    let rings: Vec<Vec<Segment>> = rings.iter().map(segments).collect();
    let mut cells: Vec<Cell> = rings.iter().flatten().map(|&[from, _]| from).collect();
    cells.extend(crossings(rings.iter().flatten().copied()));
    cells.sort_unstable();
    cells.dedup();
    let bent = |ring: &Vec<Segment>| {
        let mut path: Vec<usize> = ring.iter().flat_map(|&edge| bent(edge, &cells)).collect();
        path.dedup();
        if path.first() == path.last() {
            path.pop();
        }
        path
    };
    Rings {
        rings: rings.iter().map(bent).collect(),
        corners: cells.iter().map(|cell| cell.place()).collect(),
    }
}

/// Returns the cells in which two edges cross. Edges that overlap or touch do so at a corner that exists.
fn crossings(segments: impl Iterator<Item = Segment>) -> Vec<Cell> {
    let mut from_left: Vec<([Cell; 2], Segment)> = segments.map(|edge| (limits(edge), edge)).collect();
    from_left.sort_unstable();
    from_left.dedup();
    let mut cells = Vec::new();
    for (index, &([least, most], edge)) in from_left.iter().enumerate() {
        let next = from_left[index + 1..].iter().take_while(|([low, _], _)| low.0[0] <= most.0[0]);
        for ([low, high], other) in next {
            if low.0[1] <= most.0[1] && high.0[1] >= least.0[1] {
                cells.extend(crossing(edge, *other));
            }
        }
    }
    cells
}

/// Returns the least and the greatest coordinates of an edge.
fn limits([a, b]: Segment) -> [Cell; 2] {
    let both = |pick: fn(i64, i64) -> i64| Cell([pick(a.0[0], b.0[0]), pick(a.0[1], b.0[1])]);
    [both(i64::min), both(i64::max)]
}

fn cross(a: [i128; 2], b: [i128; 2]) -> i128 {
    a[0] * b[1] - a[1] * b[0]
}

/// Returns the cell in which two edges cross, if they do so between their ends.
pub(super) fn crossing([a, b]: Segment, [c, d]: Segment) -> Option<Cell> {
    let [ab, cd] = [b.from(a), d.from(c)];
    let [c_side, d_side] = [cross(ab, c.from(a)), cross(ab, d.from(a))];
    let [a_side, b_side] = [cross(cd, a.from(c)), cross(cd, b.from(c))];
    if c_side.signum() * d_side.signum() >= 0 || a_side.signum() * b_side.signum() >= 0 {
        return None;
    }
    // The way from a, in parts of `whole`: a fraction, exactly.
    let whole = (a_side - b_side).abs();
    let part = a_side.abs();
    let along = |axis: usize| a.0[axis] + nearest(ab[axis] * part, whole);
    Some(Cell([along(0), along(1)]))
}

/// Returns a fraction rounded to the nearest integer, halves upwards.
fn nearest(above: i128, below: i128) -> i64 {
    (2 * above + below).div_euclid(2 * below) as i64
}

/// Returns the corners whose cells an edge passes, from its start to its end. `cells` is sorted.
fn bent(edge @ [from, to]: Segment, cells: &[Cell]) -> impl Iterator<Item = usize> + use<> {
    let [least, most] = limits(edge);
    let first = cells.partition_point(|cell| cell.0[0] < least.0[0] - 1);
    let near = (first..).zip(&cells[first..]).take_while(|(_, cell)| cell.0[0] <= most.0[0] + 1);
    let in_reach = near.filter(|(_, cell)| (least.0[1] - 1..=most.0[1] + 1).contains(&cell.0[1]));
    let mut passed: Vec<(i128, usize)> = in_reach
        .filter(|&(_, &cell)| cell == from || cell == to || passes(edge, cell))
        .map(|(index, cell)| {
            let [way, whole] = [cell.from(from), to.from(from)];
            (way[0] * whole[0] + way[1] * whole[1], index)
        })
        .collect();
    passed.sort_unstable();
    passed.into_iter().map(|(_, index)| index)
}

/// Returns true if an edge has a point in a cell. A cell includes its left and lower side only.
///
/// A part of the edge is right of the cell's left side, a part left of its right side, and so on. Each part begins or
/// ends at a fraction of the way. If each beginning comes before each end, all parts have a point in common.
fn passes([from, to]: Segment, cell: Cell) -> bool {
    let [start, way] = [from.from(cell), to.from(from)];
    // Fractions `above / below`, and whether the part has its end. At first, for each axis, the whole way.
    let mut begins = [(0, 1, true); 2];
    let mut ends = [(1, 1, true); 2];
    for axis in 0..2 {
        let [at, speed] = [2 * start[axis], 2 * way[axis]];
        let [low, high] = [-1 - at, 1 - at];
        match speed.signum() {
            0 if low > 0 || high <= 0 => return false,
            0 => {}
            1 => (begins[axis], ends[axis]) = ((low, speed, true), (high, speed, false)),
            _ => (begins[axis], ends[axis]) = ((-high, -speed, false), (-low, -speed, true)),
        }
    }
    let begins = [(0, 1, true), begins[0], begins[1]];
    let ends = [(1, 1, true), ends[0], ends[1]];
    begins.iter().all(|&(begin, of, has_begin)| {
        ends.iter().all(|&(end, in_all, has_end)| {
            let [begin, end] = [begin * in_all, end * of];
            begin < end || begin == end && has_begin && has_end
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::side;
    use proptest::prelude::*;

    /// Returns true if two edges cross between their ends.
    fn cross([a, b]: [DVec2; 2], [c, d]: [DVec2; 2]) -> bool {
        let apart = |from, to, p, q| side(from, to, p) * side(from, to, q) < 0.0;
        apart(a, b, c, d) && apart(c, d, a, b)
    }

    fn triangles(size: i64) -> impl Strategy<Value = Vec<Vec<DVec2>>> {
        let corner = (-size..=size, -size..=size).prop_map(|(x, y)| Cell([x, y]).place());
        prop::collection::vec(prop::collection::vec(corner, 3), 2..8)
    }

    fn check(rings: &[Vec<DVec2>]) {
        let bent = bend(rings);
        let all = bent.rings.iter().flat_map(|ring| edges(ring));
        let all: Vec<_> = all.map(|edge| edge.map(|corner| bent.corners[corner])).collect();
        for (index, &first) in all.iter().enumerate() {
            for &second in &all[index + 1..] {
                assert!(!cross(first, second), "{first:?} {second:?}");
            }
        }
    }

    proptest! {
        #[test]
        fn edges_that_were_bent_cross_nowhere(small in triangles(12), middle in triangles(1 << 20), large in triangles(1 << 39)) {
            check(&small);
            check(&middle);
            check(&large);
        }
    }

    #[test]
    fn a_crossing_is_the_nearest_cell() {
        let corner = |x, y| Cell([x, y]);
        let far = 1 << 39;
        assert_eq!(crossing([corner(0, 0), corner(3, 3)], [corner(0, 3), corner(3, 0)]), Some(corner(2, 2)));
        assert_eq!(
            crossing([corner(-far, -far), corner(far, far)], [corner(-far, far), corner(far, -far)]),
            Some(corner(0, 0))
        );
        assert_eq!(crossing([corner(0, 0), corner(4, 0)], [corner(2, 0), corner(2, 5)]), None);
    }
}
