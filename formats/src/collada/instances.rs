//! The surfaces of the scene: their nodes, joints and materials.

use super::budget::Budget;
use super::controllers::{self, Skin};
use super::corners::{Geometry, Group};
use super::error::{Error, Notes, quote, refusal};
use super::geometries;
use super::index::{Index, joint_node};
use super::materials::{Bindings, Materials};
use super::polygons::Cutter;
use super::split::split;
use super::xml::{self, Element, Xml};
use crate::words::some;
use crate::{Material, Submesh, Surface};
use common::mesh::Mesh;
use common::skin::{Influences, SkinJoint};
use glam::{Mat4, Vec3};
use std::collections::{BTreeSet, HashMap};
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
    notes: &mut Notes,
) -> Result<Shown, Error> {
    let mut reader = SurfaceReader {
        xml,
        index,
        notes,
        materials: Materials::new(xml, file),
        budget: Budget::default(),
        cutter: Cutter::default(),
        geometries: Cache::default(),
        skins: Cache::default(),
        templates: HashMap::new(),
        meshes: HashMap::new(),
        surfaces: Vec::new(),
    };
    for (node, element) in elements.iter().enumerate() {
        reader.add_node(node, *element)?;
    }
    Ok((reader.surfaces, reader.materials.materials))
}

/// Values that were read, each only once; and elements that gave none.
struct Cache<T> {
    read: Vec<T>,
    indices: HashMap<roxmltree::NodeId, Option<usize>>,
}

impl<T> Default for Cache<T> {
    fn default() -> Self {
        Self { read: Vec::new(), indices: HashMap::new() }
    }
}

impl<T> Cache<T> {
    fn known(&self, element: Element) -> Option<Option<usize>> {
        self.indices.get(&element.id()).copied()
    }

    fn keep(&mut self, element: Element, read: Option<T>) -> Option<usize> {
        let index = read.map(|read| {
            self.read.push(read);
            self.read.len() - 1
        });
        self.indices.insert(element.id(), index);
        index
    }
}

/// An `<instance_geometry>` or `<instance_controller>`, for any of its nodes.
struct Template<'a> {
    element: Element<'a>,
    geometry: usize,
    skin: Option<usize>,
    materials: Vec<Option<usize>>,
    /// Ids of the nodes below which to look for joints first.
    skeletons: Vec<String>,
}

/// The geometry that a controller deforms, and the `<controller>` and `<skin>` that deform it.
struct Bent<'a> {
    geometry: Element<'a>,
    skin: Option<(Element<'a>, Element<'a>)>,
}

struct SurfaceReader<'r, 'x, 'a> {
    xml: &'x Xml<'a>,
    index: &'r Index<'x, 'a>,
    notes: &'r mut Notes,
    materials: Materials<'x, 'a>,
    budget: Budget,
    cutter: Cutter,
    geometries: Cache<Geometry>,
    skins: Cache<Skin<'a>>,
    /// The surfaces on a node, by the node's element.
    templates: HashMap<roxmltree::NodeId, Rc<[Template<'a>]>>,
    /// The vertices of a geometry that has a skin or none.
    meshes: HashMap<(usize, Option<usize>), Arc<Mesh>>,
    surfaces: Vec<Surface>,
}

impl<'a> SurfaceReader<'_, '_, 'a> {
    /// Adds all surfaces of a node.
    fn add_node(&mut self, node: usize, element: Element<'a>) -> Result<(), Error> {
        let templates = match self.templates.get(&element.id()) {
            Some(templates) => Rc::clone(templates),
            None => {
                let templates: Rc<[Template]> = self.templates_on(node, element)?.into();
                self.templates.insert(element.id(), Rc::clone(&templates));
                templates
            }
        };
        for template in templates.iter() {
            let joints = template.skin.map_or(0, |skin| self.skins.read[skin].joints.len());
            self.budget.spend(template.element, INSTANCE + 2 * template.materials.len() + JOINT * joints)?;
            let surface = self.surface(template, node)?;
            self.surfaces.push(surface);
        }
        Ok(())
    }

    /// Returns the surface of a node. Those of the same geometry and skin share their vertices.
    fn surface(&mut self, template: &Template<'a>, node: usize) -> Result<Surface, Error> {
        let (joints, bind_shape) = match template.skin {
            Some(skin) => (self.skin_joints(template, skin, node)?, self.skins.read[skin].bind_shape),
            None => (vec![SkinJoint { node, joint_from_bind: Mat4::IDENTITY }], Mat4::IDENTITY),
        };
        let geometry = &self.geometries.read[template.geometry];
        let skin = template.skin.map(|skin| &self.skins.read[skin]);
        let mesh = self.meshes.entry((template.geometry, template.skin));
        let mesh = Arc::clone(mesh.or_insert_with(|| Arc::new(mesh_of(geometry, skin))));
        let (name, positions) = (geometry.name.clone(), geometry.positions.len());
        let submeshes = submeshes(geometry, &template.materials);
        Ok(Surface { name, mesh, positions, joints, bind_shape, submeshes })
    }

    /// Reads the instances on the nodes of an element; `node` is the first of them.
    fn templates_on(&mut self, node: usize, element: Element<'a>) -> Result<Vec<Template<'a>>, Error> {
        let mut templates = Vec::new();
        for instance in xml::elements(element) {
            templates.extend(match instance.tag_name().name() {
                "instance_geometry" => self.geometry_template(instance)?,
                "instance_controller" => self.controller_template(instance, node)?,
                _ => None,
            });
        }
        Ok(templates)
    }

    fn geometry_template(&mut self, instance: Element<'a>) -> Result<Option<Template<'a>>, Error> {
        let geometry = self.xml.referred(instance, "url", &["geometry"])?;
        self.template(instance, geometry)
    }

    /// Reads an instance of a geometry, for now without a skin.
    fn template(
        &mut self,
        element: Element<'a>,
        geometry: Element<'a>,
    ) -> Result<Option<Template<'a>>, Error> {
        let bindings = self.materials.bindings(element, self.notes)?;
        let Some(geometry) = self.geometry(geometry, &bindings)? else { return Ok(None) };
        let materials = self.group_materials(element, geometry, &bindings)?;
        Ok(Some(Template { element, geometry, skin: None, materials, skeletons: Vec::new() }))
    }

    fn geometry(&mut self, element: Element<'a>, bindings: &Bindings) -> Result<Option<usize>, Error> {
        if let Some(known) = self.geometries.known(element) {
            return Ok(known);
        }
        let Self { xml, notes, budget, cutter, .. } = self;
        // If instances ask for several sets of texture coordinates, the first one's counts.
        let texture_set = |symbol: Option<&str>| bindings.get(symbol?)?.set;
        let read = geometries::Reader { xml, notes, budget, cutter }.read(element, texture_set)?;
        Ok(self.geometries.keep(element, read))
    }

    fn group_materials(
        &mut self,
        instance: Element<'a>,
        geometry: usize,
        bindings: &Bindings,
    ) -> Result<Vec<Option<usize>>, Error> {
        self.budget.spend(instance, MATERIAL * self.geometries.read[geometry].groups.len())?;
        let mut materials = Vec::new();
        let mut unbound = BTreeSet::new();
        for group in &self.geometries.read[geometry].groups {
            let Some(symbol) = &group.symbol else {
                materials.push(None);
                continue;
            };
            let bound = bindings.get(symbol.as_str()).map(|bound| bound.material);
            let material =
                bound.map_or_else(|| self.materials.by_id(symbol, self.notes), |bound| Ok(Some(bound)))?;
            if bound.is_none() {
                unbound.insert((symbol, material.is_some()));
            }
            materials.push(material);
        }
        for (symbol, is_there) in unbound {
            let then = if is_there { "the one with that id is taken" } else { "it is grey" };
            self.notes.add(instance, || format!("The material {} is not bound here: {then}.", quote(symbol)));
        }
        Ok(materials)
    }

    fn controller_template(
        &mut self,
        instance: Element<'a>,
        node: usize,
    ) -> Result<Option<Template<'a>>, Error> {
        let controller = self.xml.referred(instance, "url", &["controller"])?;
        let bent = self.bent(controller)?;
        let Some(mut template) = self.template(instance, bent.geometry)? else { return Ok(None) };
        template.skeletons = self.skeletons(instance);
        if let Some((controller, element)) = bent.skin {
            template.skin = self.skin(&template, controller, element, node)?;
        }
        Ok(Some(template))
    }

    /// Finds the geometry that a controller deforms, and its skin. Controllers can form a chain.
    fn bent(&mut self, controller: Element<'a>) -> Result<Bent<'a>, Error> {
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
                None => self.notes.add(next, || "<morph> is not read: its first shape is shown.".to_owned()),
            }
            found = self.xml.referred(next, "source", &["geometry", "controller"])?;
            if found.tag_name().name() == "geometry" {
                return Ok(Bent { geometry: found, skin });
            }
        }
        let what = format!("The controller {} bends what is bent already.", xml::id_of(controller));
        Err(refusal(controller, what, "Give the surface one skin only."))
    }

    /// The ids of the nodes below which an instance looks for its joints first.
    fn skeletons(&mut self, instance: Element<'a>) -> Vec<String> {
        let mut ids = Vec::new();
        for skeleton in xml::children(instance, "skeleton").take(MAX_SKELETONS) {
            let text = xml::text(skeleton);
            let url = text.trim();
            let id = url.strip_prefix('#').unwrap_or(url);
            let id = if self.index.instances(id).is_some() { id.to_owned() } else { xml::unescaped(id) };
            if self.index.instances(&id).is_none() {
                self.notes.add(skeleton, || {
                    format!("No node of the scene has the id '{id}': joints are looked for elsewhere.")
                });
            }
            ids.push(id);
        }
        ids
    }

    /// Reads a skin; `node` is its first node.
    fn skin(
        &mut self,
        template: &Template<'a>,
        controller: Element<'a>,
        element: Element<'a>,
        node: usize,
    ) -> Result<Option<usize>, Error> {
        if let Some(known) = self.skins.known(element) {
            return Ok(known);
        }
        let Self { xml, index, notes, budget, .. } = self;
        let is_known = |name: &str| index.knows(name);
        let read = controllers::skin(xml, controller, element, is_known, budget, notes)?;
        let nodes = nodes_of(index, &read, template, node);
        let positions = self.geometries.read[template.geometry].positions.len();
        let read = read.with_influences(xml, positions, &nodes, budget, notes)?;
        read.check_nodes(&nodes, |name| joints_there(self.xml, self.index, name), self.notes)?;
        Ok(self.skins.keep(element, Some(read)))
    }

    /// The joints of a skin on a node, in the skin's order.
    fn skin_joints(
        &self,
        template: &Template<'a>,
        skin: usize,
        node: usize,
    ) -> Result<Vec<SkinJoint>, Error> {
        let read = &self.skins.read[skin];
        let nodes = nodes_of(self.index, read, template, node);
        // The notes were written when the skin was read.
        read.check_nodes(&nodes, |name| joints_there(self.xml, self.index, name), &mut Notes::default())?;
        let joints = nodes.iter().zip(&read.inverse_binds).map(|(found, &joint_from_bind)| SkinJoint {
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

/// For every joint of a skin on a node, the scene's node for it.
fn nodes_of(index: &Index, read: &Skin, template: &Template, node: usize) -> Vec<Option<usize>> {
    let skeletons: Vec<_> = template.skeletons.iter().filter_map(|id| index.node_with_id(id, node)).collect();
    let places = index.places(&skeletons, node);
    // A repeated name is looked up once.
    let mut found = HashMap::new();
    let find =
        |name| *found.entry(name).or_insert_with(|| joint_node(read.by_id, index.named(name), &places));
    read.joints.iter().map(String::as_str).map(find).collect()
}
