//! The limping knight, moved through the world by his clip's root or by a constant speed.

use crate::knight::Knight;
use crate::trail::{STEP, Trail};
use common::clip::RootMotion;
use glam::{Mat4, Vec3, vec3};
use std::rc::Rc;

/// Time for which his footprints stay, in seconds.
const REMEMBERED: f64 = 9.6;

/// Most steps in one update.
const MOST_STEPS: f32 = 10_000.0;

/// The limp's mean speed, in metres a second, and its mean turn to the left, in degrees a second.
const MEAN_SPEED: f64 = 0.73;
const MEAN_TURN: f64 = 37.5;

/// Where he begins: to the right of the middle, which he then walks around to his left.
const START: Vec3 = vec3(-1.115, 0.0, 0.0);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MotionSource {
    /// The mean speed and turn.
    Speed,
    /// The root of his clip.
    Root,
}

/// A figure that moves through the world.
pub struct Led {
    knight: Rc<Knight>,
    motion: RootMotion,
    root: usize,
    pub model_from_joints: Vec<Mat4>,
    model_from_clip: Mat4,
    pub trail: Trail,
    /// Seconds that no step has used yet.
    waiting: f32,
}

impl Led {
    /// The knight at the start of his clip.
    pub fn new(knight: &Rc<Knight>) -> Self {
        let scene = &knight.scene;
        let joints = scene.asset.rig.skeleton.joints();
        let root = scene.skeletons.joints().next().map_or(0, |(node, _)| node);
        let above = joints.get(root).and_then(|joint| joint.parent);
        let model_from_clip = above.map_or(Mat4::IDENTITY, |node| scene.model_from_nodes_at_rest()[node]);
        let clip_from_world = (scene.world_from_model() * model_from_clip).inverse();
        let up = clip_from_world.transform_vector3(Vec3::Y);
        let mut motion = RootMotion::new(knight.animator(&knight.limp), root, up);
        motion.world_from_figure.translation = clip_from_world.transform_vector3(START);
        Self {
            knight: knight.clone(),
            model_from_joints: knight.placed(motion.pose()),
            motion,
            root,
            model_from_clip,
            trail: Trail::new(REMEMBERED),
            waiting: 0.0,
        }
    }

    /// Lets `dt` seconds pass, in steps of `every` seconds; with 0, they are too small to be visible.
    pub fn update(&mut self, dt: f32, by: MotionSource, every: f32) {
        self.waiting += dt;
        let (steps, step) = match every > 0.0 {
            true => ((self.waiting / every).abs().floor(), every.copysign(self.waiting)),
            false => {
                let steps = (self.waiting.abs() / STEP).ceil().max(1.0);
                (steps, self.waiting / steps)
            }
        };
        self.waiting = if every > 0.0 { self.waiting - steps * step } else { 0.0 };
        for _ in 0..steps.min(MOST_STEPS) as u16 {
            self.motion.update(step);
            self.trail.passed += f64::from(step);
            self.model_from_joints = self.knight.placed(self.motion.pose());
            let toes = self.knight.toes(self.world_from_model(by), &self.model_from_joints);
            self.trail.add(toes);
        }
    }

    /// The matrix from the model, in the file's own axes, to the world.
    pub fn world_from_model(&self, by: MotionSource) -> Mat4 {
        let world_from_model = self.knight.scene.world_from_model();
        match by {
            MotionSource::Speed => {
                Mat4::from_translation(START) * evenly(self.trail.passed) * world_from_model
            }
            MotionSource::Root => {
                let moved = self.motion.world_from_figure.to_matrix();
                world_from_model * self.model_from_clip * moved * self.model_from_clip.inverse()
            }
        }
    }

    /// Returns the place of the ground below him.
    pub fn below(&self, world_from_model: Mat4) -> Vec3 {
        let root = self.model_from_joints.get(self.root).copied().unwrap_or_default();
        (world_from_model * root).w_axis.truncate().with_y(0.0)
    }
}

/// Follows the limp's circle at its mean speed for some seconds.
fn evenly(seconds: f64) -> Mat4 {
    let turn = MEAN_TURN.to_radians();
    let (angle, radius) = (turn * seconds, MEAN_SPEED / turn);
    let place = vec3((radius * (1.0 - angle.cos())) as f32, 0.0, (radius * angle.sin()) as f32);
    Mat4::from_translation(place) * Mat4::from_rotation_y(angle as f32)
}
