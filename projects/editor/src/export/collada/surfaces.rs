//! Surfaces, and the joints that bend them.

use super::File;
use super::sources::{input, names, numbers, rows, source};
use crate::export::scene::Shown;
use crate::export::skinned::Skinned;
use crate::export::xml::Xml;
use common::mesh::Mesh;
use formats::Submesh;
use glam::{Vec2, Vec3};
use std::collections::HashMap;

impl File<'_> {
    /// All surfaces, and how joints bend them.
    pub fn surfaces(&self, xml: &mut Xml) {
        let surfaces = || self.scene.surfaces.iter().zip(&self.ids.surfaces);
        xml.element("library_geometries", &[], |xml| {
            surfaces().for_each(|(shown, id)| self.geometry(xml, id, shown));
        });
        xml.element("library_controllers", &[], |xml| {
            for (shown, id) in surfaces() {
                if let Some(skin) = &shown.skin {
                    controller(xml, id, &self.ids.nodes, shown, skin);
                }
            }
        });
    }

    /// The surface as it was made: its positions each once, although vertices share them.
    fn geometry(&self, xml: &mut Xml, id: &str, shown: &Shown) {
        let mesh = &shown.surface.mesh;
        let welded = Welded::new(shown);
        xml.element("geometry", &[("id", id), ("name", &shown.surface.name)], |xml| {
            xml.element("mesh", &[], |xml| {
                let places = welded.vertices.iter().map(|&vertex| mesh.positions[vertex] * self.scene.metres);
                let places = places.flat_map(|place| place.to_array());
                source(xml, &format!("{id}-positions"), &["X", "Y", "Z"], places);
                if !mesh.normals.is_empty() {
                    let normals = mesh.normals.iter().flat_map(Vec3::to_array);
                    source(xml, &format!("{id}-normals"), &["X", "Y", "Z"], normals);
                }
                if !mesh.texture_coordinates.is_empty() {
                    let at = mesh.texture_coordinates.iter().flat_map(Vec2::to_array);
                    source(xml, &format!("{id}-map"), &["S", "T"], at);
                }
                xml.element("vertices", &[("id", &format!("{id}-vertices"))], |xml| {
                    input(xml, "POSITION", &format!("{id}-positions"), None);
                });
                let filled = shown.surface.submeshes.iter().filter(|submesh| !submesh.triangles.is_empty());
                filled.for_each(|submesh| self.triangles(xml, id, mesh, &welded, submesh));
            });
        });
    }

    /// The triangles of one material.
    fn triangles(&self, xml: &mut Xml, id: &str, mesh: &Mesh, welded: &Welded, submesh: &Submesh) {
        let mut lists = vec![("VERTEX", "vertices")];
        lists.extend((!mesh.normals.is_empty()).then_some(("NORMAL", "normals")));
        lists.extend((!mesh.texture_coordinates.is_empty()).then_some(("TEXCOORD", "map")));
        let corner = |&vertex: &u32| {
            let point = welded.point_of[vertex as usize];
            // Every vertex has a normal and texture coordinates of its own.
            std::iter::once(point).chain(std::iter::repeat_n(vertex as usize, lists.len() - 1))
        };
        let corners = mesh.triangles[submesh.triangles.clone()].as_flattened();
        let corners = numbers(corners.iter().flat_map(corner));
        let count = submesh.triangles.len().to_string();
        let mut of = vec![("count", &count[..])];
        of.extend(submesh.material.map(|material| ("material", &self.ids.materials[material][..])));
        xml.element("triangles", &of, |xml| {
            for (offset, (semantic, list)) in lists.iter().enumerate() {
                input(xml, semantic, &format!("{id}-{list}"), Some(offset));
            }
            xml.leaf("p", &[], &corners);
        });
    }
}

/// How joints bend a surface.
fn controller(xml: &mut Xml, id: &str, joint_ids: &[String], shown: &Shown, skin: &Skinned) {
    let mesh = &shown.surface.mesh;
    let welded = Welded::new(shown);
    let influences = welded.vertices.iter().map(|&vertex| skin.influences(&mesh.influences[vertex]));
    let influences: Vec<Vec<(usize, f32)>> = influences.collect();
    let nodes = skin.joints.iter().map(|joint| &joint_ids[joint.node]);
    xml.element("controller", &[("id", &format!("{id}-skin")), ("name", &shown.surface.name)], |xml| {
        xml.element("skin", &[("source", &format!("#{id}"))], |xml| {
            xml.leaf("bind_shape_matrix", &[], &numbers(rows(skin.bind_shape)));
            let [joints, binds, weights] =
                ["joints", "binds", "weights"].map(|part| format!("{id}-skin-{part}"));
            names(xml, &joints, "JOINT", nodes);
            let matrices = skin.joints.iter().flat_map(|joint| rows(joint.joint_from_bind));
            source(xml, &binds, &["TRANSFORM"], matrices);
            source(xml, &weights, &["WEIGHT"], influences.iter().flatten().map(|(_, weight)| *weight));
            xml.element("joints", &[], |xml| {
                input(xml, "JOINT", &joints, None);
                input(xml, "INV_BIND_MATRIX", &binds, None);
            });
            let count = influences.len().to_string();
            xml.element("vertex_weights", &[("count", &count)], |xml| {
                input(xml, "JOINT", &joints, Some(0));
                input(xml, "WEIGHT", &weights, Some(1));
                xml.leaf("vcount", &[], &numbers(influences.iter().map(Vec::len)));
                let records = influences.iter().flatten().enumerate();
                xml.leaf("v", &[], &numbers(records.flat_map(|(weight, (joint, _))| [*joint, weight])));
            });
        });
    });
}

/// The positions of a surface, each once.
struct Welded {
    /// For every position one of the vertices that have it.
    vertices: Vec<usize>,
    /// For every vertex its position.
    point_of: Vec<usize>,
}

impl Welded {
    fn new(shown: &Shown) -> Self {
        let mesh = &shown.surface.mesh;
        let mut vertices = Vec::new();
        let mut index_of = HashMap::new();
        let point_of = (0..mesh.positions.len()).map(|vertex| {
            // A mesh that comes from no file may not know its points.
            let point = mesh.points.get(vertex).copied().unwrap_or(vertex as u32);
            *index_of.entry(point).or_insert_with(|| {
                vertices.push(vertex);
                vertices.len() - 1
            })
        });
        let point_of = point_of.collect();
        Self { vertices, point_of }
    }
}
