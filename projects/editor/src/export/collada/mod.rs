//! Collada.

mod looks;
mod motion;
mod sources;
mod surfaces;

use super::bones::{Bone, bones};
use super::pictures::{Picture, Pictures, plain};
use super::scene::{Scene, Shown, apart};
use super::xml::{Xml, el};
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
        let asset = el("asset").of([
            // The format asks for times. The same model should make the same file.
            el("created").text("2000-01-01T00:00:00"),
            el("modified").text("2000-01-01T00:00:00"),
            el("unit").at("name", "meter").at("meter", 1),
            el("up_axis").text("Z_UP"),
        ]);
        let nodes = self.scene.children(None).map(|node| self.node(node));
        let scene = el("visual_scene").at("id", SCENE).at("name", "Scene").of(nodes);
        let shown = el("instance_visual_scene").at("url", format!("#{SCENE}"));
        let mut parts = vec![asset];
        parts.extend(self.looks());
        parts.extend(self.surfaces());
        parts.extend(self.animations());
        parts.extend([el("library_visual_scenes").of([scene]), el("scene").of([shown])]);
        let file = el("COLLADA").at("xmlns", "http://www.collada.org/2005/11/COLLADASchema");
        file.at("version", "1.4.1").of(parts).file()
    }

    fn node(&self, index: usize) -> Xml {
        let node = &self.scene.nodes[index];
        let id = &self.ids.nodes[index];
        let kind = if node.is_joint { "JOINT" } else { "NODE" };
        let placed = el("matrix").at("sid", "transform").text(numbers(rows(matrix(node.rest))));
        let carried = self.scene.surfaces.iter().enumerate().filter(|(_, shown)| shown.carrier == index);
        let mut parts = vec![placed];
        parts.extend(carried.map(|(surface, shown)| self.instance(surface, shown)));
        parts.extend(self.scene.children(Some(index)).map(|child| self.node(child)));
        parts.extend(self.bones.get(index).and_then(|bone| bone.as_ref().map(for_blender)));
        el("node").at("id", id).at("name", &node.name).at("sid", id).at("type", kind).of(parts)
    }

    fn instance(&self, surface: usize, shown: &Shown) -> Xml {
        let id = &self.ids.surfaces[surface];
        let Some(skin) = &shown.skin else {
            return el("instance_geometry").at("url", format!("#{id}")).of(self.materials(shown));
        };
        let roots = self.scene.roots(skin).into_iter();
        let roots = roots.map(|root| el("skeleton").text(format!("#{}", self.ids.nodes[root])));
        el("instance_controller").at("url", format!("#{id}-skin")).of(roots.chain(self.materials(shown)))
    }
}

/// What Blender alone asks for.
fn for_blender(Bone { tip, roll }: &Bone) -> Xml {
    let parts = [("roll", *roll), ("tip_x", tip.x), ("tip_y", tip.y), ("tip_z", tip.z)];
    let parts =
        parts.map(|(name, number)| el(name).at("sid", name).at("type", "float").text(number.to_string()));
    el("extra").of([el("technique").at("profile", "blender").of(parts)])
}
