//! Cuts a polygon into convex pieces.

use super::polygon::around;
use super::{Polygon, side};
use glam::DVec2;

/// Cuts a polygon into convex pieces, each counter-clockwise. All their corners are corners of the polygon,
/// so pieces that touch share whole edges.
///
/// First the polygon is cut into triangles. Then each cut that no corner needs is taken away again: at most
/// four times the fewest possible pieces are left (Hertel and Mehlhorn 1983).
pub fn convex_pieces(polygon: &Polygon) -> Vec<Vec<DVec2>> {
    let corners = polygon.corners();
    let mut pieces: Vec<Vec<usize>> = triangles(corners).into_iter().map(Vec::from).collect();
    let mut first = 0;
    while first < pieces.len() {
        let joined = (first + 1..pieces.len())
            .find_map(|second| Some((second, joined(corners, &pieces[first], &pieces[second])?)));
        match joined {
            Some((second, piece)) => {
                pieces[first] = piece;
                pieces.remove(second);
            }
            None => first += 1,
        }
    }
    pieces.into_iter().map(|piece| without_flat_corners(corners, &piece)).collect()
}

/// Returns triangles, cut off one by one as ears: corners whose neighbours see each other.
fn triangles(corners: &[DVec2]) -> Vec<[usize; 3]> {
    let mut left: Vec<usize> = (0..corners.len()).collect();
    let mut triangles = Vec::with_capacity(corners.len() - 2);
    while left.len() > 2 {
        // Every polygon has two ears, so one is found.
        let ear = (0..left.len()).find(|&middle| is_ear(corners, &left, around(&left, middle))).unwrap_or(0);
        triangles.push(around(&left, ear));
        left.remove(ear);
    }
    triangles
}

fn is_ear(corners: &[DVec2], left: &[usize], ear: [usize; 3]) -> bool {
    let [a, b, c] = ear.map(|index| corners[index]);
    let inside = |p| side(a, b, p) >= 0.0 && side(b, c, p) >= 0.0 && side(c, a, p) >= 0.0;
    let mut others = left.iter().filter(|index| !ear.contains(index));
    side(a, b, c) > 0.0 && !others.any(|&index| inside(corners[index]))
}

/// Returns two pieces joined, if they share an edge and no corner of the result turns inwards.
fn joined(corners: &[DVec2], first: &[usize], second: &[usize]) -> Option<Vec<usize>> {
    let (m, n) = (first.len(), second.len());
    let shared = |i: usize, j: usize| first[i] == second[(j + 1) % n] && first[(i + 1) % m] == second[j];
    let (i, j) = (0..m).flat_map(|i| (0..n).map(move |j| (i, j))).find(|&(i, j)| shared(i, j))?;
    // Once round the first from behind the shared edge, then round the second in the same way.
    let mut ring: Vec<usize> = (1..=m).map(|step| first[(i + step) % m]).collect();
    ring.extend((2..n).map(|step| second[(j + step) % n]));
    // Only at the ends of the shared edge has anything changed.
    let turns_inwards = |middle: usize| {
        let [a, b, c] = around(&ring, middle).map(|corner| corners[corner]);
        side(a, b, c) < 0.0
    };
    (!turns_inwards(0) && !turns_inwards(m - 1)).then_some(ring)
}

fn without_flat_corners(corners: &[DVec2], piece: &[usize]) -> Vec<DVec2> {
    let turns = |&middle: &usize| {
        let [a, b, c] = around(piece, middle).map(|corner| corners[corner]);
        side(a, b, c) != 0.0
    };
    (0..piece.len()).filter(turns).map(|index| corners[piece[index]]).collect()
}
