//! Surfaces, and the joints that bend them.

use super::File;
use super::sources::{input, names, numbers, rows, source};
use crate::export::scene::Shown;
use crate::export::skinned::Skinned;
use crate::export::xml::{Xml, el};
use common::mesh::Mesh;
use formats::Submesh;
use glam::{Vec2, Vec3};
use std::collections::HashMap;

impl File<'_> {
    /// All surfaces, and how joints bend them.
    pub fn surfaces(&self) -> [Xml; 2] {
        let surfaces = || self.scene.surfaces.iter().zip(&self.ids.surfaces);
        let controller = |(shown, id): (&Shown, &String)| {
            let skin = shown.skin.as_ref()?;
            Some(controller(id, &self.ids.nodes, shown, skin))
        };
        [
            el("library_geometries").of(surfaces().map(|(shown, id)| self.geometry(id, shown))),
            el("library_controllers").of(surfaces().filter_map(controller)),
        ]
    }

    /// The surface as it was made: its positions each once, although vertices share them.
    fn geometry(&self, id: &str, shown: &Shown) -> Xml {
        let mesh = &shown.surface.mesh;
        let welded = Welded::new(shown);
        let places = welded.vertices.iter().map(|&vertex| mesh.positions[vertex] * self.scene.metres);
        let places = places.flat_map(|place| place.to_array());
        let mut parts = vec![source(&format!("{id}-positions"), &["X", "Y", "Z"], places)];
        if !mesh.normals.is_empty() {
            let normals = mesh.normals.iter().flat_map(Vec3::to_array);
            parts.push(source(&format!("{id}-normals"), &["X", "Y", "Z"], normals));
        }
        if !mesh.texture_coordinates.is_empty() {
            let at = mesh.texture_coordinates.iter().flat_map(Vec2::to_array);
            parts.push(source(&format!("{id}-map"), &["S", "T"], at));
        }
        let positions = input("POSITION", &format!("{id}-positions"));
        parts.push(el("vertices").at("id", format!("{id}-vertices")).of([positions]));
        let filled = shown.surface.submeshes.iter().filter(|submesh| !submesh.triangles.is_empty());
        parts.extend(filled.map(|submesh| self.triangles(id, mesh, &welded, submesh)));
        el("geometry").at("id", id).at("name", &shown.surface.name).of([el("mesh").of(parts)])
    }

    /// The triangles of one material.
    fn triangles(&self, id: &str, mesh: &Mesh, welded: &Welded, submesh: &Submesh) -> Xml {
        let list = |(offset, (semantic, list)): (usize, &(&str, &str))| {
            let list = input(semantic, &format!("{id}-{list}")).at("offset", offset);
            if *semantic == "TEXCOORD" { list.at("set", 0) } else { list }
        };
        let mut lists = vec![("VERTEX", "vertices")];
        lists.extend((!mesh.normals.is_empty()).then_some(("NORMAL", "normals")));
        lists.extend((!mesh.texture_coordinates.is_empty()).then_some(("TEXCOORD", "map")));
        let corner = |&vertex: &u32| {
            let point = welded.point_of[vertex as usize];
            // Every vertex has a normal and texture coordinates of its own.
            std::iter::once(point).chain(std::iter::repeat_n(vertex as usize, lists.len() - 1))
        };
        let corners = mesh.triangles[submesh.triangles.clone()].as_flattened();
        let corners = el("p").text(numbers(corners.iter().flat_map(corner)));
        let triangles = el("triangles").at("count", submesh.triangles.len());
        let material = submesh.material.map(|material| &self.ids.materials[material]);
        let triangles = material.into_iter().fold(triangles, |triangles, id| triangles.at("material", id));
        triangles.of(lists.iter().enumerate().map(list).chain([corners]))
    }
}

/// How joints bend a surface.
fn controller(id: &str, joint_ids: &[String], shown: &Shown, skin: &Skinned) -> Xml {
    let mesh = &shown.surface.mesh;
    let welded = Welded::new(shown);
    let influences = welded.vertices.iter().map(|&vertex| skin.influences(&mesh.influences[vertex]));
    let influences: Vec<Vec<(usize, f32)>> = influences.collect();
    let nodes = skin.joints.iter().map(|joint| &joint_ids[joint.node]);
    let [joints, binds, weights] = ["joints", "binds", "weights"].map(|part| format!("{id}-skin-{part}"));
    let matrices = skin.joints.iter().flat_map(|joint| rows(joint.joint_from_bind));
    let records = influences.iter().flatten().enumerate();
    let records = records.flat_map(|(weight, (joint, _))| [*joint, weight]);
    let parts = [
        el("bind_shape_matrix").text(numbers(rows(skin.bind_shape))),
        names(&joints, "JOINT", nodes),
        source(&binds, &["TRANSFORM"], matrices),
        source(&weights, &["WEIGHT"], influences.iter().flatten().map(|(_, weight)| *weight)),
        el("joints").of([input("JOINT", &joints), input("INV_BIND_MATRIX", &binds)]),
        el("vertex_weights").at("count", influences.len()).of([
            input("JOINT", &joints).at("offset", 0),
            input("WEIGHT", &weights).at("offset", 1),
            el("vcount").text(numbers(influences.iter().map(Vec::len))),
            el("v").text(numbers(records)),
        ]),
    ];
    let skin = el("skin").at("source", format!("#{id}")).of(parts);
    el("controller").at("id", format!("{id}-skin")).at("name", &shown.surface.name).of([skin])
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
