//! The knight, his walk and his run, which stay in place, and a clip whose root goes ahead.

use anyhow::Result;
use common::clip::{Animator, BlendSpace, Clip};
use common::pose::placed;
use common::transform::{Transform, transform_point};
use gl::{Gl, HotReload, Model, asset_path};
use glam::{Mat4, Vec3};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

const KNIGHT: &str = "knight/knight.dae";

/// His gaits, each with the speed of the ground below it, in metres a second.
pub const GAITS: [(&str, f32); 2] = [("walk", 1.0), ("run", 2.4)];

/// His toes, left and right.
const TOES: [&str; 2] = ["toe.L", "toe.R"];

/// The shortest clip, in seconds; a shorter one would be no stride.
const SHORTEST: f32 = 0.1;

/// The knight on the graphics card, and his clips.
pub struct Knight {
    pub scene: Model,
    gaits: [Arc<Clip>; 2],
    pub limp: Arc<Clip>,
}

impl Knight {
    /// Opens the knight, who is rebuilt whenever his file or one of his clips is saved.
    pub fn open(gl: &Gl) -> Result<Rc<HotReload<Rc<Self>>>> {
        let context = gl.clone();
        gl.file(asset_path(KNIGHT), move |path, others| Ok(Rc::new(Self::read(&context, path, others)?)))
    }

    fn read(gl: &Gl, path: &Path, others: &mut Vec<PathBuf>) -> Result<Self> {
        let scene = Model::new(gl, formats::read(path)?)?;
        let mut open = |file: &str| {
            let file = asset_path(file);
            others.push(file.clone());
            let clip = formats::first_clip(&file, &scene.asset)?;
            anyhow::Ok(Arc::new(Clip { seconds: clip.seconds.max(SHORTEST), ..clip }))
        };
        let gaits = [open("knight/knight_walk.dae")?, open("knight/knight_run.dae")?];
        let limp = open("root_motion/knight_limp.dae")?;
        Ok(Self { scene, gaits, limp })
    }

    pub fn animator(&self, clip: &Arc<Clip>) -> Animator {
        Animator::new(self.scene.asset.rig.clone(), clip.clone())
    }

    /// His gaits, to be mixed.
    pub fn blend_space(&self) -> BlendSpace {
        let gaits = self.gaits.iter().zip(GAITS);
        BlendSpace::new(gaits.map(|(clip, (_, speed))| (self.animator(clip), speed)).collect())
    }

    /// Returns every joint's matrix to the model.
    pub fn placed(&self, pose: &[Transform]) -> Vec<Mat4> {
        placed(&self.scene.asset.rig.skeleton, pose)
    }

    /// Returns where the toes are that the file has, the left ones first.
    pub fn toes(&self, world_from_model: Mat4, model_from_joints: &[Mat4]) -> [Option<Vec3>; 2] {
        let skeleton = &self.scene.asset.rig.skeleton;
        let place = |joint: usize| transform_point(world_from_model * model_from_joints[joint], Vec3::ZERO);
        TOES.map(|name| skeleton.named(name).map(place))
    }
}
