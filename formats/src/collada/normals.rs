//! Computes normals where a file has none.

use super::corners::{Corner, Geometry, MISSING};
use glam::Vec3;

/// Triangles that meet at a point are shaded as one smooth surface if the angle between them is less than 45°.
const SMOOTH: f32 = std::f32::consts::FRAC_1_SQRT_2;

/// Most triangles at a point that are compared, since all pairs take long; where more meet, the surface is smooth.
const MOST_COMPARED: usize = 32;

/// Gives a normal to every corner that has none, or one of length zero, and returns the number of new normals.
pub(super) fn make_up(geometry: &mut Geometry) -> usize {
    let given = &geometry.normals;
    let lacks = |corner: &Corner| {
        corner.normal == MISSING || given[corner.normal as usize].length_squared() < f32::MIN_POSITIVE
    };
    let triangles: Vec<_> =
        geometry.groups.iter().flat_map(|group| group.triangles.iter().copied()).collect();
    if !triangles.as_flattened().iter().any(lacks) {
        return 0;
    }
    let lacking: Vec<_> = triangles.iter().map(|corners| corners.each_ref().map(lacks)).collect();
    let mut makers = Makers::new(&geometry.positions, &triangles);
    let before = geometry.normals.len();
    let all = geometry.groups.iter_mut().flat_map(|group| &mut group.triangles);
    for (triangle, (corners, lacks)) in all.zip(lacking).enumerate() {
        for (corner, lacks) in corners.iter_mut().zip(lacks) {
            if lacks {
                corner.normal = makers.normal(corner.position, triangle, &mut geometry.normals);
            }
        }
    }
    geometry.normals.len() - before
}

/// The triangles that normals are computed from.
struct Makers {
    /// For every triangle, its normal, with twice its area as length.
    facing: Vec<Vec3>,
    /// First entry in `around` of every point's triangles.
    starts: Vec<usize>,
    /// The triangles around every point.
    around: Vec<usize>,
    /// For every point, the normals that were computed for it.
    made: Vec<Vec<(Vec3, u32)>>,
}

impl Makers {
    fn new(positions: &[Vec3], triangles: &[[Corner; 3]]) -> Self {
        let facing = |corners: &[Corner; 3]| {
            let [a, b, c] = corners.map(|corner| positions[corner.position as usize]);
            (b - a).cross(c - a)
        };
        let corners = triangles.as_flattened();
        let mut starts = vec![0; positions.len() + 1];
        for corner in corners {
            starts[corner.position as usize + 1] += 1;
        }
        for point in 0..positions.len() {
            starts[point + 1] += starts[point];
        }
        let mut next = starts.clone();
        let mut around = vec![0; corners.len()];
        for (at, corner) in corners.iter().enumerate() {
            let slot = &mut next[corner.position as usize];
            around[*slot] = at / 3;
            *slot += 1;
        }
        let made = vec![Vec::new(); positions.len()];
        Self { facing: triangles.iter().map(facing).collect(), starts, around, made }
    }

    /// Returns the index of the normal for a triangle's corner at a point, which may be a new one.
    fn normal(&mut self, point: u32, triangle: usize, normals: &mut Vec<Vec3>) -> u32 {
        let point = point as usize;
        let around = &self.around[self.starts[point]..self.starts[point + 1]];
        let are_few = around.len() <= MOST_COMPARED;
        if let (false, Some((_, known))) = (are_few, self.made[point].first()) {
            return *known;
        }
        let own = self.facing[triangle].normalize_or_zero();
        let is_smooth = |other: Vec3| !are_few || own.dot(other) >= SMOOTH * other.length();
        // Large triangles count for more than small ones.
        let sum: Vec3 =
            around.iter().map(|&other| self.facing[other]).filter(|&other| is_smooth(other)).sum();
        let normal = sum.try_normalize().or(own.try_normalize()).unwrap_or(Vec3::Y);
        // Neighbours on a smooth surface have the same sum, bit by bit.
        let made = &mut self.made[point];
        if let Some((_, known)) = made.iter().find(|(known, _)| *known == normal) {
            return *known;
        }
        normals.push(normal);
        made.push((normal, normals.len() as u32 - 1));
        normals.len() as u32 - 1
    }
}

#[cfg(test)]
mod tests {
    use super::super::Group;
    use super::*;
    use glam::vec3;

    /// A surface of triangles without normals.
    fn made(positions: Vec<Vec3>, triangles: &[[u32; 3]]) -> (Geometry, usize) {
        let corner = |position| Corner { position, normal: MISSING, texture_coordinates: 0 };
        let triangles = triangles.iter().map(|points| points.map(corner)).collect();
        let group = Group { symbol: None, colour: None, triangles };
        let mut geometry = Geometry { positions, groups: vec![group], ..Geometry::default() };
        let count = make_up(&mut geometry);
        (geometry, count)
    }

    #[test]
    fn a_box_has_edges_and_a_gentle_roof_has_none() {
        let roof = |height| {
            vec![vec3(-1.0, 0.0, 0.0), vec3(0.0, height, 0.0), vec3(0.0, height, 1.0), vec3(1.0, 0.0, 0.0)]
        };
        let triangles = [[0, 2, 1], [1, 2, 3]];
        let (gentle, _) = made(roof(0.2), &triangles);
        let at = |corner: Corner| gentle.normals[corner.normal as usize];
        let [left, right] = [gentle.groups[0].triangles[0], gentle.groups[0].triangles[1]];
        assert_eq!((left[1].normal, left[2].normal), (right[1].normal, right[0].normal));
        assert!(at(left[2]).abs_diff_eq(Vec3::Y, 1e-6), "{}", at(left[2]));
        assert!(at(left[0]).x < -0.1);
        let (steep, count) = made(roof(1.0), &triangles);
        assert_eq!(count, 6);
        let normals = steep.groups[0].triangles[0].map(|corner| steep.normals[corner.normal as usize]);
        assert!(normals.iter().all(|normal| normal.abs_diff_eq(vec3(-1.0, 1.0, 0.0).normalize(), 1e-6)));
    }

    #[test]
    fn a_flat_fan_shares_one_normal_per_point() {
        let around = |i: u16| Vec3::X.rotate_z(f32::from(i) * 0.05);
        let positions = std::iter::once(Vec3::ZERO).chain((0..100).map(around)).collect();
        let triangles: Vec<_> = (1..100).map(|i| [0, i, i + 1]).collect();
        let (geometry, count) = made(positions, &triangles);
        assert_eq!(count, 101);
        assert!(geometry.normals.iter().all(|normal| normal.abs_diff_eq(Vec3::Z, 1e-6)));
    }

    #[test]
    fn what_has_no_area_faces_up() {
        let (geometry, _) = made(vec![Vec3::ZERO; 3], &[[0, 1, 2]]);
        assert_eq!(geometry.normals[0], Vec3::Y);
    }
}
