//! A coarser skin for distant knights: vertices near each other become one.

use crate::skin::Skin;
use common::mesh::Mesh;
use glam::Vec3;
use std::collections::HashMap;

/// Makes a coarse skin: of all vertices in a cube with this edge, in metres, that have the same strongest joint, only
/// their mean remains. Triangles that have collapsed are left out.
pub fn coarse(skin: &Skin, edge: f32) -> Skin {
    let middles = middles(&skin.mesh, edge);
    let mut coarse = Skin { entries: skin.entries.clone(), ..Skin::default() };
    let mesh = &mut coarse.mesh;
    for corners in &skin.mesh.triangles {
        let corners = corners.map(|corner| corner as usize);
        let [a, b, c] = corners.map(|corner| middles[corner]);
        let normal = (b - a).cross(c - a);
        if normal.length() < 0.05 * edge * edge {
            continue;
        }
        let first = mesh.positions.len() as u32;
        mesh.triangles.push([first, first + 1, first + 2]);
        for corner in corners {
            mesh.positions.push(middles[corner]);
            mesh.normals.push(normal.normalize_or_zero());
            mesh.texture_coordinates.push(skin.mesh.texture_coordinates[corner]);
            mesh.influences.push(skin.mesh.influences[corner]);
            coarse.painted.push(skin.painted[corner]);
        }
    }
    coarse
}

/// Returns the mean of the vertices that each vertex is merged with.
fn middles(mesh: &Mesh, edge: f32) -> Vec<Vec3> {
    let cube = |vertex: usize| -> ([i32; 3], i32) {
        let influences = &mesh.influences[vertex];
        let most = (0..4).max_by(|&a, &b| influences.weights[a].total_cmp(&influences.weights[b]));
        (
            (mesh.positions[vertex] / edge).to_array().map(|along| along.floor() as i32),
            influences.joints[most.unwrap_or(0)],
        )
    };
    let mut sums: HashMap<([i32; 3], i32), (Vec3, f32)> = HashMap::new();
    for (vertex, &point) in mesh.positions.iter().enumerate() {
        let (sum, count) = sums.entry(cube(vertex)).or_default();
        *sum += point;
        *count += 1.0;
    }
    (0..mesh.positions.len()).map(|vertex| sums[&cube(vertex)]).map(|(sum, count)| sum / count).collect()
}
