//! From a file's corners to a graphics card's vertices.

#[allow(unused_imports, reason = "an answer may do without it")]
use super::corners::Corner;
use super::corners::Geometry;
use common::mesh::Mesh;
use common::skin::Influences;
#[allow(unused_imports, reason = "an answer may do without it")]
use glam::{Vec2, Vec3};
#[allow(unused_imports, reason = "an answer may do without it")]
use std::collections::HashMap;

/// Makes vertices of a geometry's corners. `influences` has those of each of its positions.
///
/// In a file a corner names its position, its normal and its texture coordinates by three numbers; a graphics card
/// knows one number only, that of a vertex with all of these. Every corner looks as the file says, and there are as few
/// vertices as its numbers allow: what stands in the lists is not compared.
pub fn split(geometry: &Geometry, influences: &[Influences]) -> Mesh {
    let mut mesh = Mesh::default();
    // TODO 11.3: Make the vertices and the triangles of the mesh. Let corners share a vertex wherever they may.
    // BEGIN SOLUTION 11.3
    let mut vertices: HashMap<Corner, u32> = HashMap::new();
    for &corners in geometry.groups.iter().flat_map(|group| &group.triangles) {
        let triangle = corners.map(|corner| {
            *vertices.entry(corner).or_insert_with(|| {
                let point = corner.position as usize;
                mesh.points.push(corner.position);
                mesh.influences.push(influences[point]);
                mesh.positions.push(geometry.positions[point]);
                mesh.normals.push(geometry.normals[corner.normal as usize]);
                let at = geometry.texture_coordinates[corner.texture_coordinates as usize];
                mesh.texture_coordinates.push(at);
                mesh.points.len() as u32 - 1
            })
        });
        mesh.triangles.push(triangle);
    }
    // END SOLUTION 11.3
    // STARTER 11.3: // So far a vertex for every point, whatever its corners say.
    // STARTER 11.3: mesh.positions = geometry.positions.clone();
    // STARTER 11.3: mesh.normals = vec![Vec3::Z; mesh.positions.len()];
    // STARTER 11.3: mesh.texture_coordinates = vec![Vec2::ZERO; mesh.positions.len()];
    // STARTER 11.3: mesh.influences = influences.to_vec();
    // STARTER 11.3: mesh.points = (0..mesh.positions.len() as u32).collect();
    // STARTER 11.3: let triangles = geometry.groups.iter().flat_map(|group| &group.triangles);
    // STARTER 11.3: mesh.triangles = triangles.map(|corners| corners.map(|corner| corner.position)).collect();
    mesh
}

#[cfg(test)]
mod tests {
    use super::super::corners::Group;
    use super::*;
    use proptest::prelude::*;
    use std::collections::HashSet;

    prop_compose! {
        fn corner()(position in 0u32..3, normal in 0u32..3, texture_coordinates in 0u32..2) -> Corner {
            Corner { position, normal, texture_coordinates }
        }
    }

    proptest! {
        #[test]
        fn corners_look_as_the_file_says_and_share_a_vertex_if_all_their_numbers_agree(
            [some, others] in prop::array::uniform2(prop::collection::vec(prop::array::uniform3(corner()), 0..7)),
        ) {
            let corners = [some.as_flattened(), others.as_flattened()].concat();
            let group = |triangles| Group { symbol: None, colour: None, triangles };
            let geometry = Geometry {
                positions: vec![Vec3::ZERO, Vec3::X, Vec3::Z],
                // Two are the same to the eye, not to the file.
                normals: vec![Vec3::X, Vec3::Y, Vec3::Y],
                texture_coordinates: vec![Vec2::ZERO, Vec2::ONE],
                groups: vec![group(some), group(others)],
                ..Geometry::default()
            };
            let influences = [4, 2, 3].map(Influences::of);
            let mesh = split(&geometry, &influences);
            let (vertices, all) = (mesh.triangles.as_flattened(), corners.iter().collect::<HashSet<_>>());
            prop_assert_eq!((vertices.len(), mesh.positions.len()), (corners.len(), all.len()));
            for (&vertex, corner) in vertices.iter().zip(&corners) {
                let (vertex, point) = (vertex as usize, corner.position as usize);
                prop_assert_eq!((mesh.points[vertex], mesh.influences[vertex]), (corner.position, influences[point]));
                prop_assert_eq!(mesh.positions[vertex], geometry.positions[point]);
                prop_assert_eq!(mesh.normals[vertex], geometry.normals[corner.normal as usize]);
                let at = geometry.texture_coordinates[corner.texture_coordinates as usize];
                prop_assert_eq!(mesh.texture_coordinates[vertex], at);
            }
        }
    }
}
