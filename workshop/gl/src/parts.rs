//! Cuts surfaces into parts whose matrices fit into a uniform block.

use common::mesh::{Mesh, Surface};
use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};
use std::ops::Range;

/// The triangles of a surface that share one uniform block of matrices, with its mesh here or on the graphics card.
pub(super) struct Part<M> {
    /// The part's vertices and triangles. Its influences are indices into the part's own joints.
    pub mesh: M,
    /// The entries of the surface's palette that it needs, or none if it needs all in their order.
    pub joints: Option<Vec<usize>>,
    /// The part's range of triangles for each submesh's index.
    pub submeshes: Vec<(usize, Range<usize>)>,
}

impl<M> Part<M> {
    /// Returns the part's entries of a list for the whole surface.
    pub fn of<'l, T: Copy>(&self, list: &'l [T]) -> Cow<'l, [T]> {
        match &self.joints {
            None => Cow::Borrowed(list),
            Some(joints) => joints.iter().map(|&joint| list[joint]).collect(),
        }
    }
}

/// Cuts a surface where more than `most` entries of its palette would be needed at once. Most surfaces stay whole.
///
/// A triangle needs twelve entries at most, so `most` is at least that.
pub(super) fn parts(surface: &Surface, most: usize) -> Vec<Part<Cow<'_, Mesh>>> {
    let all = surface.submeshes.iter().map(|submesh| submesh.triangles.clone()).enumerate();
    // And one for vertices without a joint.
    if surface.joints.len() < most {
        return vec![Part { mesh: Cow::Borrowed(&surface.mesh), joints: None, submeshes: all.collect() }];
    }
    let mut parts = Vec::new();
    let (mut cuts, mut joints) = (Vec::new(), BTreeSet::new());
    for (submesh, triangles) in all {
        let mut start = triangles.start;
        for triangle in triangles.clone() {
            let of_triangle = surface.mesh.triangles[triangle].iter();
            let used = of_triangle.flat_map(|&corner| surface.mesh.influences[corner as usize].joints);
            let with: BTreeSet<i32> = joints.iter().copied().chain(used.clone()).collect();
            joints = if with.len() <= most {
                with
            } else {
                cuts.push((submesh, start..triangle));
                start = triangle;
                parts.push(part(&surface.mesh, &std::mem::take(&mut cuts), &joints));
                used.collect()
            };
        }
        cuts.push((submesh, start..triangles.end));
    }
    parts.push(part(&surface.mesh, &cuts, &joints));
    parts
}

/// Copies some triangles of a mesh, with the vertices at their corners.
fn part(mesh: &Mesh, cuts: &[(usize, Range<usize>)], joints: &BTreeSet<i32>) -> Part<Cow<'static, Mesh>> {
    let numbers: HashMap<i32, i32> = joints.iter().copied().zip(0..).collect();
    let (mut copy, mut known) = (Mesh::default(), HashMap::new());
    let mut submeshes = Vec::new();
    for (submesh, triangles) in cuts {
        let first = copy.triangles.len();
        for corners in &mesh.triangles[triangles.clone()] {
            let corners = corners.map(|corner| {
                *known.entry(corner).or_insert_with(|| {
                    let vertex = corner as usize;
                    let mut influences = mesh.influences[vertex];
                    influences.joints = influences.joints.map(|joint| numbers[&joint]);
                    copy.influences.push(influences);
                    copy.colours.extend(mesh.colours.get(vertex));
                    copy.positions.push(mesh.positions[vertex]);
                    copy.normals.push(mesh.normals[vertex]);
                    copy.texture_coordinates.extend(mesh.texture_coordinates.get(vertex));
                    copy.positions.len() as u32 - 1
                })
            });
            copy.triangles.push(corners);
        }
        submeshes.push((*submesh, first..copy.triangles.len()));
    }
    let joints = joints.iter().map(|&joint| joint as usize).collect();
    Part { mesh: Cow::Owned(copy), joints: Some(joints), submeshes }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::asset_path;
    use anyhow::Result;
    use common::skin::{SkinJoint, skin_point};
    use glam::{Mat4, Vec3};

    /// Returns the corners of all triangles of each submesh, in their order.
    fn corners(mesh: &Mesh, palette: &[Mat4], submeshes: &[(usize, Range<usize>)]) -> Vec<(usize, Vec3)> {
        let place = |vertex: usize| skin_point(palette, &mesh.influences[vertex], mesh.positions[vertex]);
        let corners = |(submesh, triangles): &(usize, Range<usize>)| {
            let submesh = *submesh;
            let all = mesh.triangles[triangles.clone()].as_flattened().iter();
            all.map(move |&corner| (submesh, place(corner as usize))).collect::<Vec<_>>()
        };
        submeshes.iter().flat_map(corners).collect()
    }

    #[test]
    fn a_surface_in_parts_is_the_surface() -> Result<()> {
        let asset = formats::read(&asset_path("knight/knight.dae"))?;
        let surface = asset.surfaces.iter().max_by_key(|surface| surface.joints.len());
        let mut surface = surface.cloned().unwrap_or_else(|| unreachable!("the knight has surfaces"));
        surface.joints.push(SkinJoint { node: 0, joint_from_bind: Mat4::IDENTITY });
        let palette: Vec<Mat4> = (0u8..=255)
            .map(|i| Mat4::from_translation(Vec3::splat(f32::from(i))))
            .take(surface.joints.len() + 1)
            .collect();
        let [whole] = &parts(&surface, 128)[..] else { panic!("the knight fits into one block") };
        let wanted = corners(&whole.mesh, &palette, &whole.submeshes);
        for most in [12, 13, 17] {
            let parts = parts(&surface, most);
            assert!(parts.len() > 1 && surface.joints.len() > most);
            let mut found = Vec::new();
            for part in &parts {
                let joints = part.joints.as_ref().unwrap_or_else(|| panic!("a part has joints of its own"));
                assert!(joints.len() <= most, "{} of {most}", joints.len());
                let palette: Vec<Mat4> = joints.iter().map(|&joint| palette[joint]).collect();
                found.extend(corners(&part.mesh, &palette, &part.submeshes));
            }
            assert_eq!(found, wanted);
        }
        Ok(())
    }
}
