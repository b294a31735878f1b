//! The surfaces of the scene: their nodes, joints and materials.

use super::controllers::{self, Skin};
use super::corners::{Geometry, Group};
use super::error::{Error, quote, refusal};
use super::geometries;
use super::index::{Index, joint_node};
use super::materials::{Bindings, Materials};
use super::polygons::Cutter;
use super::split::split;
use super::xml::{self, Element, Xml};
use crate::words::some;
use crate::{Material, Submesh, Surface};
use common::mesh::Mesh;
use common::skin::{Influences, SkinJoint, normal_palette};
use common::transform::transform_point;
use glam::{Mat4, Vec3};
use roxmltree::NodeId;
use std::collections::HashMap;
use std::ops::Range;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

/// The surfaces of the scene, and their materials.
pub(super) type Shown = (Vec<Surface>, Vec<Material>);

/// Most `<skeleton>`s of an instance that are read: files have some twenty at most.
const MAX_SKELETONS: usize = 64;

/// Most controllers between an instance and its geometry.
const MAX_CONTROLLERS: usize = 16;

/// Reads all surfaces of the scene. `elements` are those of its nodes.
pub(super) fn surfaces<'a>(
    xml: &Xml<'a>,
    index: &Index<'_, 'a>,
    elements: &[Element<'a>],
    file: &Path,
) -> Result<Shown, Error> {
    let mut reader = SurfaceReader {
        xml,
        index,
        materials: Materials::new(xml, file),
        cutter: Cutter::default(),
        geometries: HashMap::new(),
        skins: HashMap::new(),
        meshes: HashMap::new(),
        surfaces: Vec::new(),
    };
    for (node, element) in elements.iter().enumerate() {
        for instance in xml::elements(*element) {
            reader.add(node, instance)?;
        }
    }
    Ok((reader.surfaces, reader.materials.materials))
}

/// The geometry that an instance shows; and if a controller deforms it, that `<controller>` and its `<skin>`.
struct Bent<'a> {
    geometry: Element<'a>,
    skin: Option<(Element<'a>, Element<'a>)>,
}

/// Reads surfaces, and each geometry and skin once.
struct SurfaceReader<'r, 'x, 'a> {
    xml: &'x Xml<'a>,
    index: &'r Index<'x, 'a>,
    materials: Materials<'x, 'a>,
    cutter: Cutter,
    /// By their elements; none for one of a kind that isn't drawn.
    geometries: HashMap<NodeId, Option<Rc<Geometry>>>,
    skins: HashMap<NodeId, Rc<Skin<'a>>>,
    /// The vertices of a geometry that has a skin or none.
    meshes: HashMap<(NodeId, Option<NodeId>), Arc<Mesh>>,
    surfaces: Vec<Surface>,
}

impl<'a> SurfaceReader<'_, '_, 'a> {
    /// Adds the surface of an `<instance_geometry>` or `<instance_controller>` on a node.
    fn add(&mut self, node: usize, instance: Element<'a>) -> Result<(), Error> {
        let Bent { geometry: element, skin } = match instance.tag_name().name() {
            "instance_geometry" => {
                Bent { geometry: self.xml.referred(instance, "url", &["geometry"])?, skin: None }
            }
            "instance_controller" => self.bent(self.xml.referred(instance, "url", &["controller"])?)?,
            _ => return Ok(()),
        };
        let bindings = self.materials.bindings(instance)?;
        self.xml.spend(instance, MATERIAL * bindings.len())?;
        let Some(geometry) = self.geometry(element, &bindings)? else { return Ok(()) };
        let materials = self.group_materials(instance, &geometry, &bindings)?;
        self.xml.spend(instance, INSTANCE + 2 * materials.len())?;
        let key = (element.id(), skin.map(|(_, skin)| skin.id()));
        let (skin, joints) = match skin {
            Some((controller, skin)) => {
                let places = self.index.places(&self.skeletons(instance, node), node);
                let skin = self.skin(controller, skin, geometry.positions.len(), &places)?;
                self.xml.spend(instance, JOINT * skin.joints.len())?;
                let joints = self.skin_joints(&skin, &places, node)?;
                (Some(skin), joints)
            }
            None => (None, vec![SkinJoint { node, joint_from_bind: Mat4::IDENTITY }]),
        };
        let mesh = self.meshes.entry(key);
        let mesh = Arc::clone(mesh.or_insert_with(|| Arc::new(mesh_of(&geometry, skin.as_deref()))));
        self.surfaces.push(Surface {
            name: geometry.name.clone(),
            mesh,
            positions: geometry.positions.len(),
            joints,
            bind_shape: skin.map_or(Mat4::IDENTITY, |skin| skin.bind_shape),
            submeshes: submeshes(&geometry, &materials),
        });
        Ok(())
    }

    fn geometry(&mut self, element: Element<'a>, bindings: &Bindings) -> Result<Option<Rc<Geometry>>, Error> {
        if let Some(known) = self.geometries.get(&element.id()) {
            return Ok(known.clone());
        }
        let Self { xml, cutter, .. } = self;
        // If instances ask for several sets of texture coordinates, the first one's counts.
        let texture_set = |symbol: Option<&str>| bindings.get(symbol?)?.set;
        let read = geometries::Reader { xml, cutter }.read(element, texture_set)?.map(Rc::new);
        self.geometries.insert(element.id(), read.clone());
        Ok(read)
    }

    fn group_materials(
        &mut self,
        instance: Element<'a>,
        geometry: &Geometry,
        bindings: &Bindings,
    ) -> Result<Vec<Option<usize>>, Error> {
        self.xml.spend(instance, MATERIAL * geometry.groups.len())?;
        let mut materials = Vec::new();
        for group in &geometry.groups {
            let symbol = group.symbol.as_deref();
            let mut material = symbol.and_then(|symbol| bindings.get(symbol)).map(|bound| bound.material);
            if let (Some(symbol), None) = (symbol, material) {
                material = self.materials.by_id(symbol)?;
                let then = if material.is_some() { "the one with that id is taken" } else { "it is grey" };
                self.xml
                    .note(instance, || format!("The material {} is not bound here: {then}.", quote(symbol)));
            }
            materials.push(self.materials.in_colour(instance, material, group.colour)?);
        }
        Ok(materials)
    }

    /// Finds the geometry that a controller deforms, and its skin. Controllers can form a chain.
    fn bent(&self, controller: Element<'a>) -> Result<Bent<'a>, Error> {
        let mut skin = None;
        let mut found = controller;
        for _ in 0..MAX_CONTROLLERS {
            let (bend, morph) = (xml::child(found, "skin"), xml::child(found, "morph"));
            if let (Some(_), Some(_)) = (bend, skin) {
                break;
            }
            let Some(next) = bend.or(morph) else {
                let what = format!("The controller {} has no <skin>.", xml::id_of(found));
                return Err(refusal(found, what, "Export the file again."));
            };
            match bend {
                Some(bend) => skin = Some((found, bend)),
                None => self.xml.note(next, || "<morph> is not read: its first shape is shown.".to_owned()),
            }
            found = self.xml.referred(next, "source", &["geometry", "controller"])?;
            if found.tag_name().name() == "geometry" {
                return Ok(Bent { geometry: found, skin });
            }
        }
        let what = format!("The controller {} bends what is bent already.", xml::id_of(controller));
        Err(refusal(controller, what, "Give the surface one skin only."))
    }

    /// The nodes below which an instance on a node looks for its joints first.
    fn skeletons(&self, instance: Element<'a>, node: usize) -> Vec<usize> {
        let mut nodes = Vec::new();
        for skeleton in xml::children(instance, "skeleton").take(MAX_SKELETONS) {
            let text = xml::text(skeleton);
            let id = text.trim().trim_start_matches('#');
            let find = |id: &str| self.index.node_with_id(id, node);
            match find(id).or_else(|| find(&xml::unescaped(id))) {
                Some(found) => nodes.push(found),
                None => self.xml.note(skeleton, || {
                    format!("No node of the scene has the id '{id}': joints are looked for elsewhere.")
                }),
            }
        }
        nodes
    }

    /// Reads a skin of so many positions, whose joints are looked for at these places.
    fn skin(
        &mut self,
        controller: Element<'a>,
        element: Element<'a>,
        positions: usize,
        places: &[Range<usize>],
    ) -> Result<Rc<Skin<'a>>, Error> {
        if let Some(known) = self.skins.get(&element.id()) {
            return Ok(Rc::clone(known));
        }
        let Self { xml, index, .. } = self;
        let is_known = |name: &str| index.knows(name);
        let read = controllers::skin(xml, controller, element, is_known)?;
        let nodes = nodes_of(index, &read, places);
        let read = Rc::new(read.with_influences(xml, positions, &nodes)?);
        self.skins.insert(element.id(), Rc::clone(&read));
        Ok(read)
    }

    /// The joints of a skin on a node, in the skin's order.
    fn skin_joints(
        &self,
        skin: &Skin,
        places: &[Range<usize>],
        node: usize,
    ) -> Result<Vec<SkinJoint>, Error> {
        let nodes = nodes_of(self.index, skin, places);
        skin.check_nodes(&nodes, |name| joints_there(self.xml, self.index, name), &self.xml.notes)?;
        let joints = nodes.iter().zip(&skin.inverse_binds).map(|(found, &joint_from_bind)| SkinJoint {
            // The place of a joint that influences nothing doesn't matter.
            node: found.unwrap_or(node),
            joint_from_bind,
        });
        Ok(joints.collect())
    }
}

/// The vertices of a geometry.
fn mesh_of(geometry: &Geometry, skin: Option<&Skin>) -> Mesh {
    let mut mesh = match skin {
        Some(skin) => split(geometry, &skin.influences),
        None => split(geometry, &vec![Influences::of(0); geometry.positions.len()]),
    };
    // Once and here, and not in each frame.
    if let Some(skin) = skin.filter(|skin| skin.bind_shape != Mat4::IDENTITY) {
        let normals_from_mesh = normal_palette(&[skin.bind_shape])[0];
        mesh.positions.iter_mut().for_each(|point| *point = transform_point(skin.bind_shape, *point));
        mesh.normals.iter_mut().for_each(|normal| *normal = normals_from_mesh * *normal);
    }
    for normal in &mut mesh.normals {
        *normal = normal.normalize_or(Vec3::Y);
    }
    mesh
}

/// The triangles of each material, in the order of the geometry's groups.
fn submeshes(geometry: &Geometry, materials: &[Option<usize>]) -> Vec<Submesh> {
    let mut end = 0;
    let submesh = |(group, &material): (&Group, _)| {
        let start = end;
        end += group.triangles.len();
        Submesh { material, triangles: start..end }
    };
    geometry.groups.iter().zip(materials).map(submesh).collect()
}

/// Describes for an error what exists instead of a joint's node: such a node outside of the scene, or other joints.
fn joints_there(xml: &Xml, index: &Index, name: &str) -> String {
    let names = |node: &Element| ["id", "sid", "name"].iter().any(|key| node.attribute(*key) == Some(name));
    let mut all = xml.root().descendants().filter(|element| element.tag_name().name() == "node");
    if all.any(|node| names(&node)) {
        return "There is one outside of the scene, and no <instance_node> puts it there.".to_owned();
    }
    let joints = index.scene.nodes.iter().filter(|node| node.is_joint);
    let joints: Vec<_> = joints.map(|node| node.name.as_str()).collect();
    match joints.is_empty() {
        true => "It has no joints at all.".to_owned(),
        false => format!("It has the joints {}.", some(&joints)),
    }
}

/// Memory for an instance, in numbers of four bytes.
const INSTANCE: usize = size_of::<Surface>() / size_of::<f32>();

/// Memory for a joint of an instance, including the lookup by name.
const JOINT: usize = 4 * size_of::<SkinJoint>() / size_of::<f32>();

/// Memory for a material of an instance, including its lookup.
const MATERIAL: usize = 16;

/// For every joint of a skin, the scene's node for it.
fn nodes_of(index: &Index, skin: &Skin, places: &[Range<usize>]) -> Vec<Option<usize>> {
    // A repeated name is looked up once.
    let mut found = HashMap::new();
    let find = |name| *found.entry(name).or_insert_with(|| joint_node(skin.by_id, index.named(name), places));
    skin.joints.iter().map(String::as_str).map(find).collect()
}
