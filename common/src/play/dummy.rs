//! A training dummy: it is struck, staggers, falls, and gets up again.

use super::{Fact, Facts, Machine, Stock, Table};
use crate::clip::{self, Animator, Source};
use crate::ground::TICK;
use crate::pose::walk;
use crate::transform::Transform;
use glam::{DVec2, Mat4, Vec3};
use std::sync::Arc;

/// How many blows in a row are as good as a hard one.
const TOO_MANY: u8 = 3;

/// For how many ticks a blow is one of a row.
const IN_A_ROW: u16 = 240;

/// A dummy at a tick. It stands where it stands.
#[derive(Clone, Debug)]
pub struct Dummy {
    stock: Arc<Stock>,
    table: Arc<Table>,
    /// Where its foot is, and how far behind the plane of the level.
    at: Vec3,
    machine: Machine,
    clips: clip::Player<Act>,
    /// How many blows it has taken in a row, and how many ticks ago the last one.
    taken: u8,
    ago: u16,
    /// From its joints to its model, at the last two ticks.
    joints: [Vec<Mat4>; 2],
}

impl Dummy {
    /// A dummy that stands there, and has not been struck.
    pub fn new(stock: &Arc<Stock>, table: &Arc<Table>, at: Vec3) -> Self {
        let clips = clip::Player::new(stock.rig.rest.clone(), acts(stock, table));
        let joints = vec![Mat4::IDENTITY; stock.rig.rest.len()];
        let mut dummy = Self {
            stock: stock.clone(),
            table: table.clone(),
            at,
            machine: Machine::default(),
            clips,
            taken: 0,
            ago: 0,
            joints: [joints.clone(), joints],
        };
        dummy.play(0, 0.0);
        dummy.pose(0.0);
        dummy.joints[0] = dummy.joints[1].clone();
        dummy
    }

    /// A tick, in which it is struck or not: `hit` and `hit hard` are asked for.
    pub fn step(&mut self, struck: Facts) {
        let facts = self.facts(struck);
        if let Some(next) = self.machine.step(&self.table, facts) {
            let fade = self.table.states.get(next).map_or(0.0, |state| state.fade);
            self.play(next, fade);
        }
        self.joints.swap(0, 1);
        self.pose(TICK as f32);
    }

    /// What is so in this tick. Too many blows in a row are a hard one.
    fn facts(&mut self, struck: Facts) -> Facts {
        self.ago = self.ago.saturating_add(1);
        if self.ago > IN_A_ROW {
            self.taken = 0;
        }
        let (hit, hard) = (struck.has(Fact::Hit), struck.has(Fact::HitHard));
        if hit || hard {
            (self.taken, self.ago) = (self.taken + 1, 0);
        }
        let hard = hard || self.taken >= TOO_MANY;
        if hard {
            self.taken = 0;
        }
        let mut facts = Facts::from_iter([Fact::Ground]);
        facts.set(Fact::Hit, hit || hard);
        facts.set(Fact::HitHard, hard);
        facts.set(Fact::Ended, self.clips.source().is_some_and(Act::has_ended));
        facts
    }

    /// Begins with a state's clip.
    fn play(&mut self, state: usize, fade: f32) {
        if let Some(state) = self.table.states.get(state) {
            // There is such a clip: all were made of the same table.
            let _ = self.clips.restart(&state.name, fade);
        }
    }

    fn pose(&mut self, dt: f32) {
        self.clips.update(dt);
        walk(&self.stock.rig.skeleton, self.clips.pose(), &mut self.joints[1]);
    }

    /// Where its foot is.
    pub fn at(&self) -> DVec2 {
        self.at.truncate().as_dvec2()
    }

    /// From its model to the level.
    pub fn world_from_model(&self) -> Mat4 {
        Mat4::from_translation(self.at) * self.stock.world_from_model
    }

    /// From its joints to its model, at the last tick but one, and at the last one.
    pub fn joints(&self) -> [&[Mat4]; 2] {
        self.joints.each_ref().map(Vec::as_slice)
    }

    /// What it does.
    pub fn machine(&self) -> &Machine {
        &self.machine
    }

    /// How it does it.
    pub fn table(&self) -> &Arc<Table> {
        &self.table
    }

    /// Which clip it plays, and which second of it.
    pub fn clip(&self) -> Option<(&str, f32)> {
        self.clips.source().map(|act| (act.animator.clip().name.as_str(), act.animator.time()))
    }

    /// All that it is, in bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = self.machine.to_bytes();
        bytes.push(self.taken);
        bytes.extend(self.ago.to_le_bytes());
        let joints = self.joints.iter().flatten().flat_map(Mat4::to_cols_array);
        bytes.extend(joints.flat_map(f32::to_le_bytes));
        bytes
    }
}

/// A state's clip, as the state plays it.
#[derive(Clone, Debug)]
struct Act {
    /// The state's.
    name: String,
    start: f32,
    animator: Animator,
}

impl Act {
    fn has_ended(&self) -> bool {
        !self.animator.looping && self.animator.time() >= self.animator.clip().seconds
    }
}

impl Source for Act {
    fn name(&self) -> &str {
        &self.name
    }

    fn restart(&mut self) {
        self.animator.seek(self.start);
    }

    fn update(&mut self, dt: f32) {
        self.animator.update(dt);
    }

    fn pose(&self) -> &[Transform] {
        self.animator.pose()
    }
}

/// Each state's clip. A table is only read with clips that there are.
fn acts(stock: &Stock, table: &Table) -> Vec<Act> {
    let act = |state: &super::State| {
        let clip = stock.clip(&state.clip)?;
        let mut animator = Animator::new(stock.rig.clone(), clip.clone());
        (animator.speed, animator.looping) = (state.speed, state.loops);
        Some(Act { name: state.name.clone(), start: state.start, animator })
    };
    table.states.iter().filter_map(act).collect()
}
