//! Collada.

mod looks;
mod motion;
mod sources;
mod surfaces;

use super::bones::{Bone, bones};
use super::pictures::{Picture, Pictures, plain};
use super::scene::{Scene, Shown, apart};
use super::xml::Xml;
use super::{Export, FileBeside};
use anyhow::Result;
use common::clip::Clip;
use formats::Asset;
use glam::Quat;
use sources::{matrix, numbers, rows};
use std::collections::HashSet;

/// From our axes, with y up, to those of the file. Blender's z is up too: so it has nothing to turn.
const Z_UP: Quat =
    Quat::from_xyzw(std::f32::consts::FRAC_1_SQRT_2, 0.0, 0.0, std::f32::consts::FRAC_1_SQRT_2);

/// The id of the only scene, and of the clip.
const SCENE: &str = "scene";
const CLIP: &str = "clip";

/// A model and one clip of it as Collada: programs expect one clip in a file. Its pictures stand beside it.
///
/// # Errors
/// If the clip does not fit the model, a number is none, or the model is mirrored as a whole.
pub fn collada(asset: &Asset, clip: &Clip) -> Result<Export> {
    let mut scene = Scene::new(asset, std::slice::from_ref(clip), Z_UP)?;
    scene.begin_skeletons_at_the_origin();
    scene.key_away_from_bind_pose();
    scene.name_apart();
    let pictures = Pictures::of(asset);
    let ids = Ids::new(asset, &scene);
    let bones = bones(&scene);
    let file = File { asset, scene: &scene, pictures: &pictures, ids: &ids, bones: &bones };
    let beside = |picture: &Picture| FileBeside { name: picture.name.clone(), bytes: picture.bytes.clone() };
    let notes = [&scene.notes[..], &pictures.notes, &file.notes()].concat();
    Ok(Export {
        bytes: file.text().into_bytes(),
        beside: pictures.all.iter().map(beside).collect(),
        added: scene.added,
        notes,
    })
}

/// By what the file finds its parts. An id is a word that stands once in the file.
struct Ids {
    nodes: Vec<String>,
    /// Of surfaces: their geometries and skins.
    surfaces: Vec<String>,
    materials: Vec<String>,
    pictures: Vec<String>,
}

impl Ids {
    fn new(asset: &Asset, scene: &Scene) -> Self {
        let mut taken: HashSet<String> = [SCENE, CLIP].map(str::to_owned).into();
        // An id begins with a letter. What stands behind a '-' is added where it is used.
        let mut id =
            |kind: &str, name: &str| apart(&format!("{kind}{}", plain(name).replace('-', "_")), &mut taken);
        Self {
            nodes: scene.nodes.iter().map(|node| id("node_", &node.name)).collect(),
            surfaces: scene.surfaces.iter().map(|shown| id("surface_", &shown.surface.name)).collect(),
            materials: asset.materials.iter().map(|material| id("material_", &material.name)).collect(),
            pictures: (0..asset.materials.len()).map(|number| id("picture_", &number.to_string())).collect(),
        }
    }
}

/// What is written.
struct File<'s> {
    asset: &'s Asset,
    scene: &'s Scene<'s>,
    pictures: &'s Pictures,
    ids: &'s Ids,
    bones: &'s [Option<Bone>],
}

impl File<'_> {
    fn text(&self) -> String {
        let mut xml = Xml::new();
        let head = [("xmlns", "http://www.collada.org/2005/11/COLLADASchema"), ("version", "1.4.1")];
        xml.element("COLLADA", &head, |xml| {
            xml.element("asset", &[], |xml| {
                // The format asks for times. The same model should make the same file.
                xml.leaf("created", &[], "2000-01-01T00:00:00");
                xml.leaf("modified", &[], "2000-01-01T00:00:00");
                xml.empty("unit", &[("name", "meter"), ("meter", "1")]);
                xml.leaf("up_axis", &[], "Z_UP");
            });
            self.looks(xml);
            self.surfaces(xml);
            self.animations(xml);
            xml.element("library_visual_scenes", &[], |xml| {
                xml.element("visual_scene", &[("id", SCENE), ("name", "Scene")], |xml| {
                    self.scene.children(None).for_each(|node| self.node(xml, node));
                });
            });
            xml.element("scene", &[], |xml| {
                xml.empty("instance_visual_scene", &[("url", &format!("#{SCENE}"))])
            });
        });
        xml.finish()
    }

    fn node(&self, xml: &mut Xml, index: usize) {
        let node = &self.scene.nodes[index];
        let id = &self.ids.nodes[index];
        let kind = if node.is_joint { "JOINT" } else { "NODE" };
        let of = [("id", &id[..]), ("name", &node.name), ("sid", id), ("type", kind)];
        xml.element("node", &of, |xml| {
            xml.leaf("matrix", &[("sid", "transform")], &numbers(rows(matrix(node.rest))));
            let own = |(surface, shown): (usize, &Shown)| (shown.carrier == index).then_some(surface);
            let carried = self.scene.surfaces.iter().enumerate().filter_map(own);
            carried.for_each(|surface| self.instance(xml, surface));
            self.scene.children(Some(index)).for_each(|child| self.node(xml, child));
            if let Some(Some(bone)) = self.bones.get(index) {
                write_bone(xml, bone);
            }
        });
    }

    fn instance(&self, xml: &mut Xml, surface: usize) {
        let shown = &self.scene.surfaces[surface];
        let id = &self.ids.surfaces[surface];
        match &shown.skin {
            Some(skin) => xml.element("instance_controller", &[("url", &format!("#{id}-skin"))], |xml| {
                for root in self.scene.roots(skin) {
                    xml.leaf("skeleton", &[], &format!("#{}", self.ids.nodes[root]));
                }
                self.materials(xml, shown);
            }),
            None => xml.element("instance_geometry", &[("url", &format!("#{id}"))], |xml| {
                self.materials(xml, shown);
            }),
        }
    }
}

/// What Blender alone asks for.
fn write_bone(xml: &mut Xml, Bone { tip, roll }: &Bone) {
    let parts = [("roll", *roll), ("tip_x", tip.x), ("tip_y", tip.y), ("tip_z", tip.z)];
    xml.element("extra", &[], |xml| {
        xml.element("technique", &[("profile", "blender")], |xml| {
            for (name, number) in parts {
                xml.leaf(name, &[("sid", name), ("type", "float")], &number.to_string());
            }
        });
    });
}
