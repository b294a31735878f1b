//! Joints moved by a file's keys: the key of each joint that holds now, and every node's matrix to the world.

use crate::frame_counter::FrameCounter;
use crate::played::{KeyedClip, Played};
use common::clip::{FRAMES_PER_SECOND, key_at};
use formats::{MatrixKeys, parent_from_joints_at, parent_from_joints_between, place_between};
use glam::{Mat4, Vec3};
use stage::Inspected;

/// The seconds between two dots of the trail.
const TRAIL_STEP: f32 = 1.0 / 60.0;

/// The rule for which key holds when.
#[derive(Clone, Copy, PartialEq)]
pub enum Rule {
    /// Every key is a frame, and there are 30 frames a second.
    Frames,
    /// Every key holds from its own time on.
    Times,
    /// Every key holds from its own time on, but positions are interpolated.
    Gliding,
    /// The time between two keys is filled by the file's interpolation.
    Between,
}

pub struct Scene {
    /// The index of the clip that is played.
    pub clip: usize,
    pub rule: Rule,
    /// The seconds into the clip.
    pub time: f32,
    pub counter: FrameCounter,
    /// The turn of the model about y, in degrees.
    pub turn: f32,
}

impl Scene {
    pub fn new() -> Self {
        Self { clip: 0, rule: Rule::Frames, time: 0.0, counter: FrameCounter::default(), turn: 0.0 }
    }

    /// Advances the frame counter by `dt` seconds, to this time of the clip.
    pub fn advance(&mut self, dt: f32, time: f32, played: &Played) {
        self.time = time;
        self.counter.advance(dt, self.frames(played), FRAMES_PER_SECOND);
    }

    /// Counts the clip's frames up to now again, after a change of the clip or of its playback.
    pub fn begin(&mut self, played: &Played) {
        self.counter = FrameCounter::default();
        self.counter.advance(self.time, self.frames(played), FRAMES_PER_SECOND);
    }

    /// Returns the number of the clip's frames, if each key is one.
    pub fn frames(&self, played: &Played) -> usize {
        let keys = played.clips.get(self.clip).into_iter().flat_map(|clip| &clip.keys);
        keys.map(|keys| keys.matrices.len()).max().unwrap_or(0)
    }

    fn world_from_model(&self) -> Mat4 {
        Mat4::from_rotation_y(self.turn.to_radians())
    }

    /// Returns the index of a joint's key that holds `time` seconds into the clip, or at the counted frame.
    fn key_of(
        &self,
        KeyedClip { clip, .. }: &KeyedClip,
        keys: &MatrixKeys,
        time: f32,
        frame: usize,
    ) -> usize {
        match self.rule {
            Rule::Frames => frame,
            Rule::Times | Rule::Gliding | Rule::Between => key_at(&keys.times, clip.start + time),
        }
    }

    /// Returns the index of a joint's key that holds now.
    pub fn key_now(&self, clip: &KeyedClip, keys: &MatrixKeys) -> usize {
        self.key_of(clip, keys, self.time, self.counter.frame)
    }

    /// Returns every node's matrix to the world by the rule, at a time of the clip or at a frame.
    fn world_from_nodes(&self, played: &Played, time: f32, frame: usize) -> Vec<Mat4> {
        let world_from_model = self.world_from_model();
        let world_from_nodes = played.model.world_from_nodes(&self.parent_from_nodes(played, time, frame));
        world_from_nodes.into_iter().map(|world_from_node| world_from_model * world_from_node).collect()
    }

    /// Returns every node's matrix to its parent by the rule, at a time of the clip or at a frame.
    fn parent_from_nodes(&self, played: &Played, time: f32, frame: usize) -> Vec<Mat4> {
        let Played { model, clips, .. } = played;
        let at_rest = model.asset.parent_from_nodes();
        match clips.get(self.clip) {
            Some(KeyedClip { clip, keys }) if self.rule == Rule::Between => {
                parent_from_joints_between(&at_rest, keys, clip.start + time)
            }
            Some(keyed) => {
                let key_of = |keys: &MatrixKeys| self.key_of(keyed, keys, time, frame);
                let mut parent_from_nodes = parent_from_joints_at(&at_rest, &keyed.keys, key_of);
                if self.rule == Rule::Gliding {
                    glide(&mut parent_from_nodes, &keyed.keys, keyed.clip.start + time);
                }
                parent_from_nodes
            }
            None => at_rest,
        }
    }

    /// Returns what the inspector shows.
    pub fn inspected(&self, played: &Played) -> Inspected {
        let world_from_model = self.world_from_model() * played.model.asset.world_from_model;
        let parent_from_nodes = self.parent_from_nodes(played, self.time, self.counter.frame);
        Inspected::of_joints(&played.model, world_from_model, parent_from_nodes).opens_on("wing.L")
    }

    /// Returns every node's present matrix to the world.
    pub fn world_now(&self, played: &Played) -> Vec<Mat4> {
        self.world_from_nodes(played, self.time, self.counter.frame)
    }

    /// Returns every node's present matrix to the world, with every key holding from its own time on.
    pub fn world_by_own_times(&self, played: &Played) -> Vec<Mat4> {
        Self { rule: Rule::Times, ..*self }.world_now(played)
    }

    /// Returns the path of a node over the whole clip.
    pub fn trail(&self, played: &Played, node: usize) -> Vec<Vec3> {
        let place = |time: f32, frame: usize| {
            let world_from_nodes = self.world_from_nodes(played, time, frame);
            world_from_nodes.get(node).map(|matrix| matrix.w_axis.truncate())
        };
        if self.rule == Rule::Frames {
            return (0..self.frames(played)).filter_map(|frame| place(0.0, frame)).collect();
        }
        let steps = (played.seconds(self.clip) / TRAIL_STEP).min(1000.0) as u16;
        (0..=steps).filter_map(|step| place(f32::from(step) * TRAIL_STEP, 0)).collect()
    }
}

/// Moves the origin of every node that has keys to its interpolated position. Its rotation stays that of the key.
fn glide(parent_from_nodes: &mut [Mat4], keys: &[MatrixKeys], time: f32) {
    for (parent_from_node, keys) in parent_from_nodes.iter_mut().zip(keys) {
        if !keys.matrices.is_empty() {
            parent_from_node.w_axis = place_between(keys, time).extend(1.0);
        }
    }
}
