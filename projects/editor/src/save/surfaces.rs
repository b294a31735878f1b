//! Meshes, and surfaces that have them.

use super::{MESH, SURFACE};
use common::mesh::Mesh;
use common::skin::SkinJoint;
use common::skin::{Influences, SLOTS};
use drafts::blobs::{Blob, Damage};
use drafts::bytes::{Reading, numbered, put_count, put_floats, put_index, put_text};
use formats::{Submesh, Surface};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// How near to 1 the weights of a vertex must sum.
const CLOSE: f32 = 1e-3;

/// A blob for each mesh, and one for each surface. Surfaces that share a mesh do so in the file too.
pub fn to_blobs(surfaces: &[Surface]) -> (Vec<Blob>, Vec<Blob>) {
    let mut meshes: Vec<Blob> = Vec::new();
    let mut numbers = HashMap::new();
    let mut all = Vec::new();
    for (number, surface) in surfaces.iter().enumerate() {
        let mesh = *numbers.entry(Arc::as_ptr(&surface.mesh)).or_insert_with(|| {
            let name = numbered(meshes.len(), &surface.name);
            meshes.push(Blob::new(MESH, name, mesh_bytes(&surface.mesh)));
            meshes.len() - 1
        });
        all.push(Blob::new(SURFACE, numbered(number, &surface.name), surface_bytes(surface, mesh)));
    }
    (meshes, all)
}

fn mesh_bytes(mesh: &Mesh) -> Vec<u8> {
    let mut bytes = Vec::new();
    put_count(&mut bytes, mesh.positions.len());
    mesh.positions.iter().for_each(|position| put_floats(&mut bytes, &position.to_array()));
    put_count(&mut bytes, mesh.normals.len());
    mesh.normals.iter().for_each(|normal| put_floats(&mut bytes, &normal.to_array()));
    put_count(&mut bytes, mesh.texture_coordinates.len());
    mesh.texture_coordinates.iter().for_each(|uv| put_floats(&mut bytes, &uv.to_array()));
    put_count(&mut bytes, mesh.influences.len());
    for Influences { joints, weights } in &mesh.influences {
        joints.iter().for_each(|joint| bytes.extend(joint.to_le_bytes()));
        put_floats(&mut bytes, weights);
    }
    put_count(&mut bytes, mesh.points.len());
    mesh.points.iter().for_each(|point| bytes.extend(point.to_le_bytes()));
    put_count(&mut bytes, mesh.triangles.len());
    mesh.triangles.as_flattened().iter().for_each(|corner| bytes.extend(corner.to_le_bytes()));
    bytes
}

fn mesh(reading: &mut Reading) -> Result<Mesh, Damage> {
    let vertices = reading.count(12)?;
    let positions = reading.floats(vertices)?.into_iter().map(Into::into).collect();
    let count = list(reading, vertices)?;
    let normals = reading.floats(count)?.into_iter().map(Into::into).collect();
    let count = list(reading, vertices)?;
    let texture_coordinates = reading.floats(count)?.into_iter().map(Into::into).collect();
    let count = list(reading, vertices)?;
    let influences = influences(reading, count)?;
    let count = list(reading, vertices)?;
    let points = reading.wholes::<1>(count)?.into_flattened();
    let count = reading.count(12)?;
    let triangles: Vec<[u32; 3]> = reading.wholes(count)?;
    if let Some(corner) = triangles.as_flattened().iter().find(|&&corner| corner as usize >= vertices) {
        return Err(
            reading.here(format!("a triangle has the corner {corner}, and there are {vertices} vertices."))
        );
    }
    Ok(Mesh { positions, normals, texture_coordinates, influences, points, triangles })
}

/// A mesh, and how many joints and positions it speaks of. Many surfaces may have it, so they are counted once.
pub struct Checked {
    mesh: Arc<Mesh>,
    joints: usize,
    positions: usize,
}

impl Checked {
    pub fn read(reading: &mut Reading) -> Result<Self, Damage> {
        let mesh = mesh(reading)?;
        let joints = mesh.influences.iter().flat_map(|influences| influences.joints);
        let joints = joints.map(|joint| joint as usize + 1).max().unwrap_or(0);
        let positions = mesh.points.iter().map(|&point| point as usize + 1).max().unwrap_or(0);
        Ok(Self { mesh: Arc::new(mesh), joints, positions })
    }
}

/// How long a list is of what vertices have: all have it, or none.
fn list(reading: &mut Reading, vertices: usize) -> Result<usize, Damage> {
    match reading.u32()? as usize {
        0 => Ok(0),
        count if count == vertices => Ok(count),
        count => Err(reading.here(format!("this list has {count} entries for {vertices} vertices."))),
    }
}

fn influences(reading: &mut Reading, count: usize) -> Result<Vec<Influences>, Damage> {
    let mut all = Vec::with_capacity(count);
    for _ in 0..count {
        let joints = reading.wholes::<SLOTS>(1)?[0].map(|joint| joint as i32);
        let weights = reading.floats::<SLOTS>(1)?[0];
        let (is_negative, sum) = (weights.iter().any(|&weight| weight < 0.0), weights.iter().sum::<f32>());
        if is_negative || joints.iter().any(|&joint| joint < 0) || (sum - 1.0).abs() > CLOSE {
            return Err(reading.here(format!(
                "the joints and weights of a vertex may not be negative, and its weights sum to 1, not to {sum}."
            )));
        }
        all.push(Influences { joints, weights });
    }
    Ok(all)
}

fn surface_bytes(surface: &Surface, mesh: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    put_text(&mut bytes, &surface.name);
    put_index(&mut bytes, Some(mesh));
    put_count(&mut bytes, surface.positions);
    put_floats(&mut bytes, &surface.bind_shape.to_cols_array());
    put_count(&mut bytes, surface.joints.len());
    for SkinJoint { node, joint_from_bind } in &surface.joints {
        put_index(&mut bytes, Some(*node));
        put_floats(&mut bytes, &joint_from_bind.to_cols_array());
    }
    put_count(&mut bytes, surface.submeshes.len());
    for Submesh { material, triangles } in &surface.submeshes {
        put_index(&mut bytes, *material);
        put_count(&mut bytes, triangles.start);
        put_count(&mut bytes, triangles.end);
    }
    bytes
}

/// All that surfaces refer to.
pub struct All<'a> {
    /// The meshes by their numbers.
    pub meshes: &'a BTreeMap<u32, Checked>,
    /// Where materials of some numbers stand in their list.
    pub materials: &'a HashMap<u32, usize>,
    /// How many nodes there are.
    pub nodes: usize,
}

impl All<'_> {
    pub fn surface(&self, reading: &mut Reading) -> Result<Surface, Damage> {
        let name = reading.text()?;
        let number = reading.u32()?;
        let Some(Checked { mesh, joints: palette, positions: least }) = self.meshes.get(&number) else {
            return Err(reading.here(format!("its mesh {number} is not there, or damaged.")));
        };
        let positions = reading.u32()? as usize;
        if positions < *least {
            return Err(
                reading.here(format!("it has {positions} positions, and its mesh speaks of {least}."))
            );
        }
        let bind_shape = reading.matrix()?;
        let count = reading.count(4 + 64)?;
        let joints = (0..count).map(|_| self.joint(reading)).collect::<Result<Vec<_>, _>>()?;
        // Behind the joints' own, a palette has the bind shape alone.
        if count + 1 < *palette {
            return Err(reading.here(format!("it has {count} joints, and its mesh speaks of {palette}.")));
        }
        let submeshes = self.submeshes(reading, mesh.triangles.len())?;
        Ok(Surface { name, mesh: Arc::clone(mesh), positions, joints, bind_shape, submeshes })
    }

    fn joint(&self, reading: &mut Reading) -> Result<SkinJoint, Damage> {
        Ok(SkinJoint { node: reading.index(self.nodes, "node")?, joint_from_bind: reading.matrix()? })
    }

    fn submeshes(&self, reading: &mut Reading, triangles: usize) -> Result<Vec<Submesh>, Damage> {
        let mut submeshes = Vec::new();
        for _ in 0..reading.count(12)? {
            let material = self.material(reading)?;
            let [start, end] = [reading.u32()? as usize, reading.u32()? as usize];
            if start > end || end > triangles {
                let what =
                    format!("the triangles {start} to {end} are not all there: the mesh has {triangles}.");
                return Err(reading.here(what));
            }
            submeshes.push(Submesh { material, triangles: start..end });
        }
        Ok(submeshes)
    }

    /// Where a material stands. Without one that is lost there is still something to see.
    fn material(&self, reading: &mut Reading) -> Result<Option<usize>, Damage> {
        let number = reading.optional()?;
        let material = number.and_then(|number| self.materials.get(&number).copied());
        if let (Some(number), None) = (number, material) {
            let damage = reading.here(format!("its material {number} is not there, or damaged."));
            reading.noted.push(damage);
        }
        Ok(material)
    }
}
