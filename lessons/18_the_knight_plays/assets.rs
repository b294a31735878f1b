//! The models of the lesson. Each is read once, found by its name, and read again whenever its file is saved.

use anyhow::Result;
use formats::Asset;
use gl::colour::ERROR;
use gl::{Extent, Gl, HotReload, Model, ModelLook, ModelPainter, Scene, asset_path};
use glam::{Mat4, Vec3};
use play::{CharacterAsset, CharacterAssets, LAMP, SWORD};
use stage::{Frame, Inspected};
use std::cell::Ref;
use std::collections::BTreeMap;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

/// The files, each with the name of its one model; without a name, each of its roots is a model, called as the root is.
const FILES: [(Option<&str>, &str); 5] = [
    (Some("knight"), "knight/knight.dae"),
    (Some("dummy"), "play/dummy.dae"),
    (Some(SWORD), "play/sword.dae"),
    (Some(LAMP), "play/lamp.dae"),
    (None, "play/pieces.dae"),
];

/// The surface of the knight's model that is his sword. It is a prop of its own here.
const IN_FIST: &str = "Sword";

/// Greatest reach of a model in any pose, as a multiple of its reach at rest.
const STRETCHED: f32 = 1.5;

/// A model on the graphics card.
struct Loaded {
    model: Model,
    /// Matrices from every node to the model, as the file has them.
    at_rest: Vec<Mat4>,
    /// The least and the greatest corner of the box around it at rest, in metres, y up.
    corners: [Vec3; 2],
}

/// The models of a file, each with its name.
type File = Vec<(String, Loaded)>;

fn read(gl: &Gl, path: &Path, name: Option<&str>, painter: &Rc<ModelPainter>) -> Result<File> {
    let mut asset = formats::read(path)?;
    asset.surfaces.retain(|surface| surface.name != IN_FIST);
    let assets = match name {
        Some(name) => BTreeMap::from([(name.to_owned(), asset)]),
        None => by_root(&asset),
    };
    let load = |(name, asset)| {
        let model = Model::of(gl, asset, painter)?;
        let (at_rest, corners) = (model.model_from_nodes_at_rest(), model.corners().unwrap_or_default());
        Ok((name, Loaded { model, at_rest, corners }))
    };
    assets.into_iter().map(load).collect()
}

/// Returns what is below each root, by the root's name.
fn by_root(asset: &Asset) -> BTreeMap<String, Asset> {
    let joints = asset.rig.skeleton.joints();
    let none = Asset { surfaces: Vec::new(), ..asset.clone() };
    let mut assets = BTreeMap::new();
    for surface in &asset.surfaces {
        let first = surface.joints.first().map_or(0, |joint| joint.node);
        let root = std::iter::successors(Some(first), |&node| joints[node].parent).last().unwrap_or(first);
        let below: &mut Asset = assets.entry(joints[root].name.clone()).or_insert_with(|| none.clone());
        below.surfaces.push(surface.clone());
    }
    assets
}

/// All models, with their materials, meshes and textures.
pub struct Assets(Vec<Rc<HotReload<File>>>);

impl Assets {
    /// Reads all files.
    pub fn open(gl: &Gl) -> Result<Self> {
        let painter = ModelPainter::new(gl)?;
        let open = |(name, asset): (Option<&'static str>, &str)| {
            let (context, painter) = (gl.clone(), painter.clone());
            gl.file(asset_path(asset), move |path, _| read(&context, path, name, &painter))
        };
        Ok(Self(FILES.into_iter().map(open).collect::<Result<_>>()?))
    }

    /// Joints and clips of the knight and of a dummy, whose files are the first two. Nothing of it is drawn: a file that has
    /// no surfaces yet has them too.
    pub fn characters(&self) -> CharacterAssets {
        let [knight, dummy] = [0, 1].map(|file| {
            let asset = &self.0[file].get()[0].1.model.asset;
            Arc::new(CharacterAsset::of(asset, Path::new(asset.file())))
        });
        CharacterAssets { knight, dummy }
    }

    /// Returns the models that stand about, which are those of the last file, each with the height of its middle in metres.
    pub fn pieces(&self) -> Vec<(String, f64)> {
        let files = self.0.last().map(|file| file.get());
        let middle = |loaded: &Loaded| f64::from(loaded.corners[0].midpoint(loaded.corners[1]).y);
        let pieces = files.iter().flat_map(|file| file.iter());
        pieces.map(|(name, loaded)| (name.clone(), middle(loaded))).collect()
    }

    /// Asks a model as it is now.
    fn with<T>(&self, model: &str, ask: impl FnOnce(&Loaded) -> T) -> Option<T> {
        let files = self.0.iter().map(|file| file.get());
        let file = files.filter_map(|file| Ref::filter_map(file, |file| loaded(file, model)).ok()).next()?;
        Some(ask(&file))
    }

    /// The corners of the box around a model at rest; of one that is missing a point.
    pub fn bounds(&self, model: &str) -> [Vec3; 2] {
        self.with(model, |loaded| loaded.corners).unwrap_or_default()
    }

    /// Draws a model: `world_from_model` begins in metres, y up. A pose has all nodes of the file, in the file's own axes and
    /// unit; without one the model is at rest. If there is no such model, it says so.
    pub fn draw(
        &self,
        frame: &mut Frame<'_>,
        model: &str,
        world_from_model: Mat4,
        pose: Option<&[Mat4]>,
    ) -> Result<()> {
        let drawn = self.with(model, |Loaded { model, at_rest, corners: [low, high] }| {
            // A file that was read again may have other nodes than the pose.
            let pose = pose.filter(|nodes| nodes.len() == at_rest.len());
            let (centre, radius) = match pose {
                Some(_) => (Vec3::ZERO, STRETCHED * low.abs().max(high.abs()).length()),
                None => (low.midpoint(*high), 0.5 * low.distance(*high)),
            };
            let extent = Extent { centre, radius }.moved(&world_from_model);
            if !frame.view.sees(extent.centre, extent.radius) {
                return Ok(());
            }
            let mut scene = Scene { light: frame.lit.as_ref(), target: &mut frame.target, view: &frame.view };
            let world_from_file = world_from_model * model.world_from_model();
            model.draw(&mut scene, world_from_file, pose.unwrap_or(at_rest), ModelLook::default())
        });
        if drawn.is_none() {
            let words = format!("There is no model '{model}'.");
            frame.label(world_from_model.w_axis.truncate(), [0.0, 0.0], words, ERROR);
        }
        drawn.unwrap_or(Ok(()))
    }

    /// Returns the inspector's input for a model, as [`draw`](Self::draw) draws it in a pose.
    pub fn inspected(&self, model: &str, world_from_model: Mat4, pose: &[Mat4]) -> Option<Inspected> {
        self.with(model, |Loaded { model, at_rest, .. }| {
            let world_from_file = world_from_model * model.world_from_model();
            let is_its = pose.len() == at_rest.len();
            is_its.then(|| Inspected::of_posed(model, world_from_file, pose).opens_on("hand.R"))
        })?
    }
}

fn loaded<'f>(file: &'f File, model: &str) -> Option<&'f Loaded> {
    file.iter().find(|(name, _)| name == model).map(|(_, loaded)| loaded)
}
