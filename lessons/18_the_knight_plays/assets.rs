//! The models of the lesson. Each is read once, found by its name, and read again whenever its file is saved.

use anyhow::Result;
use common::mesh::Extent;
use common::skin::skin_point;
use common::transform::transform_point;
use formats::{Asset, Surface};
use gl::colour::ERROR;
use gl::{Gl, HotReload, asset_path};
use glam::{Mat4, Vec3};
use models::{ModelLook, ModelScene, Textures};
use play::{CharacterAsset, CharacterAssets, LAMP, SWORD};
use stage::{Frame, Inspected};
use std::collections::BTreeSet;
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

/// Greatest reach of a model in any pose, as a multiple of its reach at rest.
const STRETCHED: f32 = 1.5;

/// The corners of a box in metres, y up, the lesser one first.
type Corners = [Vec3; 2];

/// A model file on the graphics card.
struct Loaded {
    scene: ModelScene,
    /// Matrices from every node to the model, as the file has them.
    at_rest: Vec<Mat4>,
    /// The model and the box at rest of each surface.
    surfaces: Vec<(String, Option<Corners>)>,
}

impl Loaded {
    fn read(gl: &Gl, path: &Path, name: Option<&str>, textures: &Textures) -> Result<Self> {
        let scene = ModelScene::lit(gl, formats::read(path)?, textures)?;
        let at_rest = scene.model_from_nodes_at_rest();
        let surface = |surface: &Surface| {
            let model = name.map_or_else(|| root(&scene.asset, surface), str::to_owned);
            (model, corners(&scene.asset, surface, &at_rest))
        };
        let surfaces = scene.asset.surfaces.iter().map(surface).collect();
        Ok(Self { scene, at_rest, surfaces })
    }

    fn has(&self, model: &str) -> bool {
        self.surfaces.iter().any(|(owner, _)| owner == model)
    }
}

/// Returns the name of the root above a surface.
fn root(asset: &Asset, surface: &Surface) -> String {
    let joints = asset.rig.skeleton.joints();
    let mut node = surface.joints.first().map_or(0, |joint| joint.node);
    while let Some(parent) = joints[node].parent {
        node = parent;
    }
    joints[node].name.clone()
}

/// The box around a surface.
fn corners(asset: &Asset, surface: &Surface, model_from_nodes: &[Mat4]) -> Option<Corners> {
    let palette = surface.palette(model_from_nodes);
    let points = surface.mesh.positions.iter().zip(&surface.mesh.influences);
    let points = points.map(|(&point, influences)| {
        transform_point(asset.world_from_model, skin_point(&palette, influences, point))
    });
    points.map(|point| [point, point]).reduce(joined)
}

/// The box around two.
fn joined([low, high]: Corners, other: Corners) -> Corners {
    [low.min(other[0]), high.max(other[1])]
}

/// All models, with their materials, meshes and textures.
pub struct Assets {
    files: Vec<Rc<HotReload<Loaded>>>,
}

impl Assets {
    /// Reads all files.
    pub fn open(gl: &Gl) -> Result<Self> {
        let textures = Textures::default();
        let open = |(name, asset): (Option<&'static str>, &str)| {
            let (context, textures) = (gl.clone(), textures.clone());
            gl.file(asset_path(asset), move |path, _| Loaded::read(&context, path, name, &textures))
        };
        Ok(Self { files: FILES.into_iter().map(open).collect::<Result<_>>()? })
    }

    /// Joints and clips of the knight and of a dummy, whose files are the first two. Nothing of it is drawn: a file that has
    /// no surfaces yet has them too.
    pub fn characters(&self) -> CharacterAssets {
        let [knight, dummy] = [0, 1].map(|file| {
            let asset = &self.files[file].get().scene.asset;
            Arc::new(CharacterAsset::of(asset, Path::new(asset.file())))
        });
        CharacterAssets { knight, dummy }
    }

    /// Returns the models that stand about, which are those of the last file, each with the height of its middle in metres.
    pub fn pieces(&self) -> Vec<(String, f64)> {
        let files = self.files.last().map(|file| file.get());
        let surfaces = files.iter().flat_map(|file| &file.surfaces);
        let models: BTreeSet<String> = surfaces.map(|(model, _)| model.clone()).collect();
        let with_middle = |model: String| {
            let [low, high] = self.bounds(&model);
            (model, f64::from(low.midpoint(high).y))
        };
        models.into_iter().map(with_middle).collect()
    }

    /// Asks the file that has a model now.
    fn with<T>(&self, model: &str, ask: impl FnOnce(&Loaded) -> T) -> Option<T> {
        let file = self.files.iter().map(|file| file.get()).find(|file| file.has(model))?;
        Some(ask(&file))
    }

    /// The corners of the box around a model at rest; of one that is missing a point.
    pub fn bounds(&self, model: &str) -> Corners {
        let around = self.with(model, |file| {
            let its = file.surfaces.iter().filter(|(owner, _)| owner == model);
            its.filter_map(|(_, corners)| *corners).reduce(joined)
        });
        around.flatten().unwrap_or_default()
    }

    /// Draws a model: `world_from_model` begins in metres, y up. A pose has all nodes of the file, in the file's own axes and
    /// unit, and names a surface that is left out; without one the model is at rest. If there is no such model, it says so.
    pub fn draw(
        &self,
        frame: &mut Frame<'_>,
        model: &str,
        world_from_model: Mat4,
        pose: Option<(&[Mat4], &str)>,
    ) -> Result<()> {
        let [low, high] = self.bounds(model);
        let (centre, radius) = match pose {
            Some(_) => (Vec3::ZERO, STRETCHED * low.abs().max(high.abs()).length()),
            None => (0.5 * (low + high), 0.5 * low.distance(high)),
        };
        let extent = Extent { centre, radius, faces: None }.moved(&world_from_model);
        let drawn = self.with(model, |file| {
            if !frame.view.sees(extent.centre, extent.radius) {
                return Ok(());
            }
            // A file that was read again may have other nodes than the pose.
            let pose = pose.filter(|(nodes, _)| nodes.len() == file.at_rest.len());
            let (model_from_nodes, without) = pose.unwrap_or((&file.at_rest, ""));
            let light = frame.lit.take();
            frame.lit = light.as_ref().map(|light| light.on(&extent));
            let world_from_file = world_from_model * file.scene.world_from_model();
            let mut palette = Vec::new();
            for (index, surface) in file.scene.asset.surfaces.iter().enumerate() {
                if file.surfaces[index].0 == model && surface.name != without {
                    surface.palette_into(model_from_nodes, &mut palette);
                    let look = ModelLook::default();
                    file.scene.draw_surface(frame, index, world_from_file, &palette, look)?;
                }
            }
            frame.lit = light;
            Ok(())
        });
        if drawn.is_none() {
            let words = format!("There is no model '{model}'.");
            frame.label(world_from_model.w_axis.truncate(), [0.0, 0.0], words, ERROR);
        }
        drawn.unwrap_or(Ok(()))
    }

    /// Returns the inspector's input for a model that is all of its file, as [`draw`](Self::draw) draws it in a pose.
    pub fn inspected(
        &self,
        model: &str,
        world_from_model: Mat4,
        model_from_nodes: &[Mat4],
        without: &str,
    ) -> Option<Inspected> {
        self.with(model, |file| {
            if model_from_nodes.len() != file.at_rest.len() {
                return None;
            }
            let world_from_file = world_from_model * file.scene.world_from_model();
            let mut inspected = file.scene.inspected_posed(world_from_file, model_from_nodes);
            inspected.skins.retain(|skin| skin.name != without);
            Some(inspected.opens_on("hand.R"))
        })?
    }
}
