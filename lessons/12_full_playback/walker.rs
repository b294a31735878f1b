//! A figure that its clip's root or a constant speed moves through the world, and its footprints.

use crate::played::Played;
use crate::player::Figure;
use common::clip::footprints::{Print, prints};
use common::clip::{Animator, Clip, RootMotion};
use common::pose::{is_pose, walk};
use common::transform::transform_point;
use glam::{Mat4, Vec3, vec3};
use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::Arc;

/// Time for which its footprints stay, in seconds.
const REMEMBERED: f64 = 9.6;

/// Longest step of its motion, in seconds, so that its footprints are the same at all rates of frames.
const STEP: f32 = 1.0 / 60.0;

/// Most steps in one update.
const MOST_STEPS: f32 = 10_000.0;

/// Longest time between two positions of a foot, in seconds, between which its path is known.
const A_MOMENT: f32 = 0.1;

/// The limp's mean speed, in metres a second, and its mean turn to the left, in degrees a second.
const MEAN_SPEED: f64 = 0.73;
const MEAN_TURN: f64 = 37.5;

/// The source of a figure's motion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MotionSource {
    /// The mean speed and turn.
    Speed,
    /// The root of its clip.
    #[default]
    Root,
}

/// A figure that moves through the world.
pub struct Walker {
    played: Rc<Played>,
    by: MotionSource,
    motion: RootMotion,
    root: usize,
    model_from_nodes: Vec<Mat4>,
    model_from_clip: Mat4,
    feet: Vec<usize>,
    /// Times, with the positions of its feet in the world.
    past: VecDeque<(f64, Vec<Vec3>)>,
    /// Seconds since it began, and those that no step has used yet.
    passed: f64,
    waiting: f32,
}

impl Walker {
    /// A figure at the start of a clip.
    pub fn new(played: &Rc<Played>, clip: &Arc<Clip>, by: MotionSource) -> Self {
        let scene = &played.scene;
        let rig = scene.asset.rig.clone();
        let joints = rig.skeleton.joints();
        let root = scene.skeletons.joints().next().map_or(0, |(node, _)| node);
        let above = joints.get(root).and_then(|joint| joint.parent);
        let model_from_clip = above.map_or(Mat4::IDENTITY, |node| scene.model_from_nodes_at_rest()[node]);
        let clip_from_world = (scene.world_from_model() * model_from_clip).inverse();
        let is_foot = |node: &usize| joints[*node].name.to_lowercase().contains("toe");
        let animator = Animator::new(rig.clone(), clip.clone());
        let mut motion = RootMotion::new(animator, root, clip_from_world.transform_vector3(Vec3::Y));
        motion.world_from_figure.translation = clip_from_world.transform_vector3(start(played));
        let mut led = Self {
            played: played.clone(),
            by,
            motion,
            root,
            model_from_nodes: vec![Mat4::IDENTITY; joints.len()],
            model_from_clip,
            feet: (0..joints.len()).filter(is_foot).collect(),
            past: VecDeque::new(),
            passed: 0.0,
            waiting: 0.0,
        };
        led.walk();
        led
    }

    /// Lets `dt` seconds pass, in steps of `every` seconds; with 0, they are too small to be visible.
    pub fn update(&mut self, dt: f32, looping: bool, every: f32) {
        self.motion.animator.looping = looping;
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
            self.passed += f64::from(step);
            self.walk();
            if step != 0.0 {
                self.remember();
            }
        }
    }

    fn walk(&mut self) {
        let pose = self.motion.pose();
        // Invalid rotations are not walked, at which glam would panic.
        if is_pose(pose) {
            walk(&self.motion.animator.rig().skeleton, |i| pose[i].to_matrix(), &mut self.model_from_nodes);
        }
    }

    fn remember(&mut self) {
        let world_from_model = self.world_from_model();
        let place =
            |&foot: &usize| transform_point(world_from_model * self.model_from_nodes[foot], Vec3::ZERO);
        self.past.push_back((self.passed, self.feet.iter().map(place).collect()));
        while self.past.front().is_some_and(|(time, _)| (time - self.passed).abs() > REMEMBERED) {
            self.past.pop_front();
        }
    }

    /// The matrix from the model, in the file's own axes, to the world.
    fn world_from_model(&self) -> Mat4 {
        let world_from_model = self.played.scene.world_from_model();
        match self.by {
            MotionSource::Speed => {
                Mat4::from_translation(start(&self.played)) * evenly(self.passed) * world_from_model
            }
            MotionSource::Root => {
                let moved = self.motion.world_from_figure.to_matrix();
                world_from_model * self.model_from_clip * moved * self.model_from_clip.inverse()
            }
        }
    }

    /// Returns the figure where it is now.
    pub fn figure(&self) -> Figure<'_> {
        let (world_from_model, model_from_nodes) = (self.world_from_model(), &self.model_from_nodes);
        let place = |root: &Mat4| transform_point(world_from_model * *root, Vec3::ZERO);
        let below = model_from_nodes.get(self.root).map_or(Vec3::ZERO, place).with_y(0.0);
        Figure { below, world_from_model, model_from_nodes }
    }

    pub fn footprints(&self) -> impl Iterator<Item = Print> {
        let of_foot = move |foot: usize| {
            let moments =
                self.past.iter().map(move |(time, places)| ((time - self.passed) as f32, places[foot]));
            prints(moments).filter(|print| print.seconds.abs() < A_MOMENT)
        };
        (0..self.feet.len()).flat_map(of_foot)
    }
}

/// Returns the start of a figure in the world: to the right of the middle, which it then walks around to its left.
fn start(played: &Played) -> Vec3 {
    -0.46 * played.tall() * Vec3::X
}

/// Follows the limp's circle at its mean speed for some seconds.
fn evenly(seconds: f64) -> Mat4 {
    let turn = MEAN_TURN.to_radians();
    let (angle, radius) = (turn * seconds, MEAN_SPEED / turn);
    let place = vec3((radius * (1.0 - angle.cos())) as f32, 0.0, (radius * angle.sin()) as f32);
    Mat4::from_translation(place) * Mat4::from_rotation_y(angle as f32)
}
