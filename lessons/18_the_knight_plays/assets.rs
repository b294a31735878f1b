//! The models of the lesson. Each file is read once, and again whenever it is saved.

use anyhow::Result;
use gl::colour::ERROR;
use gl::{Extent, Gl, HotReload, Model, ModelLook, ModelPainter, asset_path};
use glam::Mat4;
use play::{CharacterAsset, CharacterAssets};
use stage::{Frame, Inspected};
use std::cell::Ref;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

/// The files: first those of the knight and of a dummy, which have poses. In the others each surface is a thing, called by its
/// name, of which those in the last stand about.
const FILES: [&str; 5] =
    ["knight/knight.dae", "play/dummy.dae", "play/sword.dae", "play/lamp.dae", "play/pieces.dae"];
pub const KNIGHT: usize = 0;
pub const DUMMY: usize = 1;
const PIECES: usize = 4;

/// The surface of the knight's model that is his sword. It is a prop of its own here.
const IN_FIST: &str = "Sword";

/// Greatest distance from a character's origin to a point of it in any pose, in metres.
const REACH: f32 = 3.0;

/// All models, with their materials, meshes and textures.
pub struct Assets(Vec<Rc<HotReload<Model>>>);

impl Assets {
    /// Reads all files.
    pub fn open(gl: &Gl) -> Result<Self> {
        let painter = ModelPainter::new(gl)?;
        let open = |asset: &str| {
            let (context, painter) = (gl.clone(), painter.clone());
            gl.file(asset_path(asset), move |path, _| {
                let mut asset = formats::read(path)?;
                asset.surfaces.retain(|surface| surface.name != IN_FIST);
                Model::of(&context, asset, &painter)
            })
        };
        Ok(Self(FILES.into_iter().map(open).collect::<Result<_>>()?))
    }

    /// Joints and clips of the knight and of a dummy.
    pub fn characters(&self) -> CharacterAssets {
        let [knight, dummy] = [KNIGHT, DUMMY].map(|file| {
            let asset = &self.0[file].get().asset;
            Arc::new(CharacterAsset::of(asset, Path::new(asset.file())))
        });
        CharacterAssets { knight, dummy }
    }

    /// Returns the names of the things that stand about.
    pub fn pieces(&self) -> Vec<String> {
        self.0[PIECES].get().asset.surfaces.iter().map(|surface| surface.name.clone()).collect()
    }

    /// Returns a thing's model as it is now, and its surface.
    fn thing(&self, name: &str) -> Option<(Ref<'_, Model>, usize)> {
        self.0[DUMMY + 1..].iter().map(|file| file.get()).find_map(|model| {
            let surface = model.asset.surfaces.iter().position(|surface| surface.name == name)?;
            Some((model, surface))
        })
    }

    /// The box around a thing; around one that is missing, a point.
    pub fn bounds(&self, name: &str) -> Extent {
        self.thing(name).map_or_else(Extent::default, |(model, surface)| model.extent(surface))
    }

    /// Draws a thing: `world_from_thing` begins in metres, y up. If there is no such thing, it says so.
    pub fn draw(&self, frame: &mut Frame<'_>, name: &str, world_from_thing: Mat4) -> Result<()> {
        let Some((model, surface)) = self.thing(name) else {
            let words = format!("There is no model '{name}'.");
            frame.label(world_from_thing.w_axis.truncate(), [0.0, 0.0], words, ERROR);
            return Ok(());
        };
        model.draw_at_rest(&mut frame.scene(), surface, world_from_thing)
    }

    /// Draws a character in a pose, which has all nodes of the file, in the file's own axes and unit as the matrix is.
    pub fn draw_posed(&self, frame: &mut Frame<'_>, file: usize, world: Mat4, pose: &[Mat4]) -> Result<()> {
        let model = self.0[file].get();
        // A file that was read again may have other nodes than the pose.
        if is_its(&model, pose) && frame.view.sees(world.w_axis.truncate(), REACH) {
            frame.model(&model, world, pose, ModelLook::default())?;
        }
        Ok(())
    }

    /// Returns the inspector's input for the knight, as he is drawn in a pose.
    pub fn inspected(&self, world_from_knight: Mat4, pose: &[Mat4]) -> Option<Inspected> {
        let model = self.0[KNIGHT].get();
        let inspected = || Inspected::of_posed(&model, world_from_knight, pose).opens_on("hand.R");
        is_its(&model, pose).then(inspected)
    }
}

fn is_its(model: &Model, pose: &[Mat4]) -> bool {
    model.asset.rig.skeleton.joints().len() == pose.len()
}
