//! Cuts polygons into triangles.

use super::corners::Corner;
use earcut::{Earcut, deviation};
use glam::{DVec3, Vec3};

/// Most pairs of corners of all polygons of a file: far more than real files need, and still cut in seconds. Polygons
/// beyond that are cut as if they were convex.
const MAX_PAIRS: u64 = 1 << 31;

/// Relative area, to the square of a polygon's size, below which the area may be rounding alone.
const FLAT: f64 = 1e-6;

/// Largest relative difference between a polygon's area and that of its triangles.
const SAME_AREA: f64 = 1e-6;

/// Cuts the polygons of a file.
pub(super) struct Cutter {
    earcut: Earcut<f64>,
    pairs_left: u64,
    /// Polygons that could not be cut cleanly.
    flaws: Flaws,
}

/// Numbers of polygons that have a flaw.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Flaws {
    /// Those with fewer than three corners, which are left out.
    pub small: usize,
    /// Those that cross themselves, have no area, or would take too long. They may look wrong.
    pub odd: usize,
}

impl Default for Cutter {
    fn default() -> Self {
        Self { earcut: Earcut::new(), pairs_left: MAX_PAIRS, flaws: Flaws::default() }
    }
}

impl Cutter {
    /// Cuts a polygon, and adds its triangles, which have the polygon's orientation.
    pub fn cut(&mut self, outline: &[Corner], positions: &[Vec3], triangles: &mut Vec<[Corner; 3]>) {
        if let [a, b, c] = outline {
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
        let pairs = (outline.len() as u64).pow(2);
        let (Some(flat), true) = (Flat::across(&points, normal), pairs <= self.pairs_left) else {
            self.flaws.odd += 1;
            triangles.extend((2..outline.len()).map(|i| [outline[0], outline[i - 1], outline[i]]));
            return;
        };
        if let &[a, b, c, d] = outline
            && let Ok(points) = points[..].try_into()
            && let Some(first) = quad(points, normal)
        {
            let [a, b, c, d] = std::array::from_fn(|i| [a, b, c, d][(first + i) % 4]);
            triangles.extend([[a, b, c], [a, c, d]]);
            return;
        }
        self.pairs_left -= pairs;
        let cut = self.cut_flat(&points.iter().map(|&point| flat.point(point)).collect::<Vec<_>>());
        triangles.extend(cut.into_iter().map(|triangle| triangle.map(|at| outline[at])));
    }

    /// Cuts a polygon in its plane, whose outline is counter-clockwise.
    fn cut_flat(&mut self, points: &[[f64; 2]]) -> Vec<[usize; 3]> {
        let mut cut = Vec::new();
        self.earcut.earcut_slice(points, &[], &mut cut);
        let away = deviation(points.iter().copied(), &[], &cut);
        self.flaws.odd += usize::from(away.is_nan() || away > SAME_AREA);
        let (triangles, _) = cut.as_chunks();
        let mut triangles = triangles.to_vec();
        // A corner within a straight edge is not cut at, but a joint may move it: so it gets triangles without an area.
        let mut is_used = vec![false; points.len()];
        cut.iter().for_each(|&corner| is_used[corner] = true);
        let Some(first) = is_used.iter().position(|is_used| *is_used) else { return triangles };
        let (mut used, mut last) = (first, first);
        for corner in (first + 1..points.len()).chain(0..=first) {
            if last != used {
                triangles.push([used, last, corner]);
            }
            last = corner;
            used = if is_used[corner] { corner } else { used };
        }
        triangles
    }

    /// The flaws since the last call.
    pub fn take_flaws(&mut self) -> Flaws {
        std::mem::take(&mut self.flaws)
    }
}

/// A normal of a polygon, of twice its area; of one that isn't flat, the normal of the plane nearest to it.
fn newell(points: &[DVec3]) -> DVec3 {
    // Relative to one of its points, so that large coordinates don't hide small polygons.
    points.windows(2).map(|pair| (pair[0] - points[0]).cross(pair[1] - points[0])).sum()
}

/// The corner from which to cut a quadrilateral, by far the most common kind; none if it crosses itself.
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

/// A projection of a polygon that drops one coordinate: the one in which its normal is largest.
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

    fn point(&self, point: DVec3) -> [f64; 2] {
        self.axes.map(|axis| point[axis])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{Mat4, Vec2, vec2};
    use proptest::prelude::*;

    /// Cuts a polygon in an oblique plane. Returns its triangles, and its flaws.
    fn cut(outline: &[Vec2]) -> (Vec<[Vec2; 3]>, Flaws) {
        let askew = Mat4::from_rotation_x(0.9) * Mat4::from_rotation_y(2.0);
        let positions: Vec<Vec3> =
            outline.iter().map(|point| askew.transform_point3(point.extend(3.0))).collect();
        let corner = |at: usize| Corner { position: at as u32, normal: 0, texture_coordinates: 0 };
        let corners: Vec<Corner> = (0..outline.len()).map(corner).collect();
        let (mut cutter, mut triangles) = (Cutter::default(), Vec::new());
        cutter.cut(&corners, &positions, &mut triangles);
        let triangles =
            triangles.iter().map(|corners| corners.map(|corner| outline[corner.position as usize]));
        (triangles.collect(), cutter.take_flaws())
    }

    fn area_of(ring: &[Vec2]) -> f32 {
        let next = ring.iter().cycle().skip(1);
        0.5 * ring.iter().zip(next).map(|(a, b)| a.perp_dot(*b)).sum::<f32>()
    }

    /// Checks that the triangles of a polygon cover exactly it, and all have its orientation.
    #[track_caller]
    fn cuts(outline: &[Vec2]) {
        let (triangles, flaws) = cut(outline);
        assert_eq!((triangles.len(), flaws), (outline.len() - 2, Flaws::default()));
        let area = area_of(outline).abs();
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
            // A comb, and an outline with corners in its straight edges.
            &[[0, 0], [9, 0], [9, 5], [8, 5], [8, 1], [6, 1], [6, 5], [5, 5], [5, 1], [2, 1], [2, 5], [0, 5]],
            &[[0, 0], [1, 0], [2, 0], [3, 0], [3, 1], [3, 2], [2, 2], [1, 2], [0, 2], [0, 1]],
        ] {
            let outline = ring(points);
            for start in 0..outline.len() {
                let mut outline = outline.clone();
                outline.rotate_left(start);
                cuts(&outline);
                cuts(&turned_over(&outline));
            }
        }
    }

    #[test]
    fn what_is_no_polygon_is_shown_somehow() {
        let bow_tie = ring(&[[0, 0], [2, 2], [2, 0], [0, 2]]);
        let (triangles, flaws) = cut(&bow_tie);
        assert_eq!((triangles.len(), flaws), (2, Flaws { small: 0, odd: 1 }));
        assert_eq!(cut(&ring(&[[0, 0], [1, 1]])), (vec![], Flaws { small: 1, odd: 0 }));
        assert_eq!(cut(&ring(&[[0, 0], [1, 1], [2, 2], [3, 3], [1, 1]])).1, Flaws { small: 0, odd: 1 });
        let huge =
            vec![vec2(f32::MAX, 0.0), vec2(0.0, f32::MAX), vec2(-f32::MAX, 0.0), vec2(0.0, 1.0), Vec2::ZERO];
        cut(&huge);
    }

    proptest! {
        #[test]
        fn any_points(points in prop::collection::vec(prop::array::uniform2(-3i8..4), 0..30)) {
            let (triangles, _) = cut(&ring(&points));
            prop_assert!(triangles.len() <= points.len());
        }
    }
}
