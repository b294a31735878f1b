//! The knight and his clips, each from a file of its own.

use anyhow::{Context as _, Result};
use common::clip::{Animator, Clip, Layer, Mixer};
use common::rig::Rig;
use formats::Asset;
use gl::colour::{Colour, rgb};
use gl::{Gl, HotReload, Model, asset_path};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

/// The knight himself, with his skin.
const KNIGHT: &str = "knight/knight.dae";

/// A motion that the knight knows.
pub struct Known {
    pub name: &'static str,
    /// Speed of the ground below, in metres a second.
    pub speed: f32,
    pub looping: bool,
    pub colour: Colour,
}

const fn known(name: &'static str, speed: f32, looping: bool, colour: u32) -> Known {
    Known { name, speed, looping, colour: rgb(colour) }
}

/// All motions, in the order of their indices.
pub const MOTIONS: [Known; 9] = [
    known("idle", 0.0, true, 0x6a5a8c),
    known("walk", 1.0, true, 0x0072b2),
    known("run", 2.4, true, 0xd55e00),
    known("fall", 0.0, true, 0x4a9fd0),
    known("jump", 0.0, false, 0xb8609a),
    known("land", 0.0, false, 0xb98300),
    known("punch", 0.0, false, 0xa8322a),
    known("swing", 0.0, false, 0x55702c),
    known("hit", 0.0, false, 0x7a1f5c),
];

/// The shortest clip, in seconds.
const SHORTEST: f32 = 0.1;

/// Names of the motions in layers.
pub const LAYERS: [&str; 3] = ["punch", "swing", "hit"];

/// The one of them that repeats with a period, in seconds; in the rest of the time he stands.
const HIT: (&str, f32) = ("hit", 1.0);

/// The index of a motion.
pub fn numbered(name: &str) -> Option<usize> {
    MOTIONS.iter().position(|known| known.name == name)
}

/// The knight on the graphics card, and his clips.
pub struct Knight {
    pub scene: Model,
    clips: Vec<Arc<Clip>>,
}

impl Knight {
    /// Opens the knight, who is rebuilt whenever his file or one of his clips is saved.
    pub fn open(gl: &Gl) -> Result<Rc<HotReload<Rc<Self>>>> {
        let context = gl.clone();
        gl.file(asset_path(KNIGHT), move |path, others| Ok(Rc::new(Self::read(&context, path, others)?)))
    }

    fn read(gl: &Gl, path: &Path, others: &mut Vec<PathBuf>) -> Result<Self> {
        let scene = Model::new(gl, formats::read(path)?)?;
        let mut clips = Vec::new();
        for known in &MOTIONS {
            let file = clip_file(known.name);
            clips.push(Arc::new(clip(known.name, &file, &scene.asset)?));
            others.push(file);
        }
        Ok(Self { clips, scene })
    }

    /// His joints, and their transforms at rest.
    pub fn rig(&self) -> &Arc<Rig> {
        &self.scene.asset.rig
    }

    /// An animator at the start of a clip.
    fn animator(&self, name: &str) -> Result<Animator> {
        let clip = self.clips.iter().find(|clip| clip.name == name);
        let clip = clip.with_context(|| format!("the knight has no clip '{name}'"))?;
        Ok(Animator::new(self.rig().clone(), clip.clone()))
    }

    pub fn mixer(&self) -> Result<Mixer<Animator>> {
        let motion = |known: &Known| {
            let mut animator = self.animator(known.name)?;
            animator.looping = known.looping;
            Ok(animator)
        };
        let motions = MOTIONS.iter().map(motion).collect::<Result<_>>()?;
        Ok(Mixer::new(self.rig().rest.clone(), motions))
    }

    /// Returns the layer over other motions. It begins with the standing pose, and lasts as long as it is requested.
    pub fn layer(&self) -> Result<Layer<Animator>> {
        let clips = LAYERS.map(|name| self.animator(name)).into_iter().collect::<Result<_>>()?;
        let standing = self.animator(MOTIONS[0].name)?.pose().to_vec();
        Ok(Layer::new(Mixer::new(self.rig().rest.clone(), clips), standing))
    }

    /// The joint with this name, if the file has it.
    pub fn joint(&self, name: &str) -> Option<usize> {
        self.rig().skeleton.named(name)
    }
}

/// The file of a clip: one of its own, or, if there is none, that of the knight himself.
fn clip_file(name: &str) -> PathBuf {
    match name {
        "idle" => asset_path(KNIGHT),
        _ if name == HIT.0 => asset_path("play/knight_hit.dae"),
        _ => asset_path(&format!("knight/knight_{name}.dae")),
    }
}

/// The clip of a file, for the knight's joints.
fn clip(name: &str, file: &Path, knight: &Asset) -> Result<Clip> {
    let clip = formats::first_clip(file, knight)?;
    let least = if name == HIT.0 { HIT.1 } else { SHORTEST };
    Ok(Clip { name: name.to_owned(), seconds: clip.seconds.max(least), ..clip })
}
