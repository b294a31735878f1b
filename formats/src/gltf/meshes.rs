//! Meshes, and the nodes that carry them.

use super::Source;
use super::json::Value;
use super::materials::Coordinates;
use super::nodes::Node;
use super::primitives::{COLOUR, flat, triangles, vertices};
use super::skins::{Skin, skin_joints};
use super::trouble::{Json, Trouble};
use crate::{Material, Submesh, Surface};
use common::mesh::Mesh;
use common::skin::SkinJoint;
use glam::{Mat4, Vec4};
use std::collections::HashMap;
use std::sync::Arc;

/// Reads meshes, each once for every skin.
pub(super) struct Reader<'t, 'r> {
    source: &'r Source<'t>,
    skins: &'r [Skin],
    place_of: &'r [usize],
    materials: &'r [(Material, Coordinates)],
    /// The meshes that have been read, by their index and their skin's.
    known: HashMap<(usize, Option<usize>), Shared>,
}

/// The parts that surfaces of the same mesh and skin share.
#[derive(Clone)]
struct Shared {
    name: String,
    mesh: Arc<Mesh>,
    positions: usize,
    submeshes: Vec<Submesh>,
}

impl<'t, 'r> Reader<'t, 'r> {
    pub fn new(
        source: &'r Source<'t>,
        skins: &'r [Skin],
        place_of: &'r [usize],
        materials: &'r [(Material, Coordinates)],
    ) -> Self {
        Self { source, skins, place_of, materials, known: HashMap::new() }
    }

    /// All surfaces, in the order of the nodes that carry them.
    pub fn surfaces(mut self, nodes: &[Node]) -> Result<Vec<Surface>, Trouble<'t>> {
        let list = self.source.root.items("nodes")?;
        let mut surfaces = Vec::new();
        for (place, node) in nodes.iter().enumerate() {
            let node = &list[node.number];
            if node.get("camera").is_none() || node.get("mesh").is_some() {
                surfaces.extend(self.surface(node, place)?);
            }
        }
        Ok(surfaces)
    }

    fn surface(&mut self, node: Json<'t>, place: usize) -> Result<Option<Surface>, Trouble<'t>> {
        let Source { root, budget, notes, .. } = self.source;
        let skin = node.referred(root, "skin", "skins")?;
        let Some((index, mesh)) = node.referred(root, "mesh", "meshes")? else {
            if skin.is_some() {
                notes.add(node, || "It has a skin and no mesh.".to_owned());
            }
            return Ok(None);
        };
        let primitives = mesh.required("primitives")?.as_items()?;
        if primitives.is_empty() {
            return Err(Trouble::at(mesh, "A mesh has one primitive at least."));
        }
        let any_skinned = primitives.iter().any(|primitive| has_attribute(primitive, "JOINTS_0"));
        let skin = skin.map(|(skin, _)| skin).filter(|_| any_skinned);
        if node.get("skin").is_some() && !any_skinned {
            notes.add(node, || {
                "It has a skin, and its mesh says nothing of joints: it moves as one piece.".to_owned()
            });
        }
        let known = self.known.get(&(index, skin)).cloned();
        let shared = match known {
            Some(known) => known,
            None => {
                let read = self.read(index, mesh, skin)?;
                self.known.insert((index, skin), read.clone());
                read
            }
        };
        let own = skin.map_or(1, |skin| self.skins[skin].joints.len()) * size_of::<SkinJoint>();
        let own = own + shared.name.len() + size_of_val(&shared.submeshes[..]);
        budget.spend(node, own, 1)?;
        let Shared { name, mesh, positions, submeshes } = shared;
        // A skinned surface is where its joints are: the transform of its own node has no effect.
        let joints = match skin {
            Some(skin) => skin_joints(&self.skins[skin], self.place_of),
            None => vec![SkinJoint { node: place, joint_from_bind: Mat4::IDENTITY }],
        };
        Ok(Some(Surface { name, mesh, positions, joints, bind_shape: Mat4::IDENTITY, submeshes }))
    }

    /// The vertices and triangles of all primitives of a mesh.
    fn read(&self, index: usize, mesh: Json<'t>, skin: Option<usize>) -> Result<Shared, Trouble<'t>> {
        let Source { root, notes, .. } = self.source;
        let name = mesh.called("mesh", index)?;
        let skin = skin.map(|skin| (&self.skins[skin], self.place_of));
        let primitives = mesh.items("primitives")?;
        let has_colours = primitives.iter().any(|primitive| has_attribute(primitive, "COLOR_0"));
        let mut whole = Mesh::default();
        let mut submeshes = Vec::new();
        let mut positions = 0;
        // Primitives may share their vertices, and differ only in their triangles.
        let mut shared: HashMap<_, (u32, usize)> = HashMap::new();
        for primitive in primitives {
            if !primitive.items("targets")?.is_empty() {
                notes.add(primitive, || "It has morph targets, which are not shown.".to_owned());
            }
            let material = primitive.referred(root, "material", "materials")?.map(|(index, _)| index);
            let coordinates = material.map_or_else(Coordinates::default, |index| self.materials[index].1);
            let attributes = primitive.required("attributes")?;
            if attributes.get("POSITION").is_none() {
                notes.add(attributes, || "It has no positions, so nothing of it is shown.".to_owned());
                continue;
            }
            if let Some(mode @ 0..=3) = primitive.whole("mode")? {
                let what = if mode == 0 { "points" } else { "lines" };
                notes.add(primitive, || format!("These are {what}, which are not shown."));
                continue;
            }
            let has_normals = attributes.get("NORMAL").is_some();
            let key = (format!("{attributes:?}"), format!("{coordinates:?}"));
            let start = whole.triangles.len();
            let known = shared.get(&key).copied().filter(|_| has_normals);
            if let Some((first, count)) = known {
                let triangles = triangles(self.source, primitive, count)?;
                whole
                    .triangles
                    .extend(triangles.into_iter().map(|corners| corners.map(|corner| first + corner)));
            } else {
                let mut part = vertices(self.source, primitive, skin, coordinates)?;
                let count = part.positions.len();
                if has_colours {
                    self.source.budget.spend(primitive, count, COLOUR)?;
                    part.colours.resize(count, Vec4::ONE);
                }
                let triangles = triangles(self.source, primitive, count)?;
                part.points.iter_mut().for_each(|point| *point += positions as u32);
                positions += count;
                shared.insert(key, (whole.positions.len() as u32, count));
                if has_normals {
                    part.triangles = triangles;
                } else {
                    part = flat(self.source, primitive, &part, &triangles)?;
                }
                whole.append(part);
            }
            submeshes.push(Submesh { material, triangles: start..whole.triangles.len() });
        }
        // Many exporters write white for all vertices, which changes nothing.
        if whole.colours.iter().all(|colour| *colour == Vec4::ONE) {
            whole.colours = Vec::new();
        }
        Ok(Shared { name, mesh: Arc::new(whole), positions, submeshes })
    }
}

/// Returns true if the vertices of a primitive have an attribute.
fn has_attribute(primitive: &Value, name: &str) -> bool {
    primitive.get("attributes").is_some_and(|all| all.get(name).is_some())
}
