//! A training dummy: it is struck, staggers, falls, and gets up again.

use super::hero::{Heading, Move};
use super::{BEHIND, CharacterAsset, Condition, Conditions, Played, StateMachine, StateTable};
use common::clip;
use common::pose::Pose;
use glam::{DVec2, Mat4, dvec2};
use ground::{Blocker, TICK};
use std::sync::Arc;

/// Number of hits in a row that count as a hard one.
const TOO_MANY: u8 = 3;

/// Number of ticks within which the next hit counts as one in a row.
const IN_A_ROW: u16 = 240;

/// Distance to the side from which on the dummy turns to somebody, in metres.
const BESIDE: f64 = 0.4;

/// Width of its blocker, and the blocker's height above the highest joint, in metres.
const WIDE: f64 = 0.4;
const HEAD: f64 = 0.3;

/// Least part of its full height at which a dummy counts as upright.
const UPRIGHT: f64 = 0.85;

/// Height of a lying dummy's blocker, in metres, and the highest part of its full height that its head has then.
const LYING: f64 = 0.75;
const LOW: f64 = 0.4;

/// Dummy at a tick. It stays at its place, and turns to a body that comes near.
#[derive(Clone, Debug)]
pub struct Dummy {
    character: Arc<CharacterAsset>,
    table: Arc<StateTable>,
    at: DVec2,
    /// Height of its highest joint while it is upright.
    tall: f64,
    machine: StateMachine,
    clips: clip::Mixer<Move>,
    played: Played,
    /// Number of hits in a row, and of the ticks since the last one.
    taken: u8,
    ago: u16,
    /// Side to which it is to look.
    side: f64,
    /// At the last two ticks.
    headings: [Heading; 2],
    poses: [Pose; 2],
    model_from_joints: [Vec<Mat4>; 2],
}

impl Dummy {
    /// A dummy that looks to the left, and has not been struck.
    pub fn new(character: &Arc<CharacterAsset>, table: &Arc<StateTable>, at: DVec2) -> Self {
        let moves = table.states.iter().filter_map(|state| Move::new(character, state));
        let model_from_joints = vec![Mat4::IDENTITY; character.rig.rest.len()];
        let mut dummy = Self {
            clips: clip::Mixer::new(character.rig.rest.clone(), moves.collect()),
            character: character.clone(),
            table: table.clone(),
            at,
            tall: 0.0,
            machine: StateMachine::default(),
            played: Played::default(),
            taken: 0,
            ago: 0,
            side: -Heading::RIGHT,
            headings: [Heading::at(-Heading::RIGHT); 2],
            poses: [character.rig.rest.clone(), character.rig.rest.clone()],
            model_from_joints: [model_from_joints.clone(), model_from_joints],
        };
        dummy.begin(0);
        dummy.pose(0.0);
        dummy.tall = dummy.height();
        dummy.poses[0] = dummy.poses[1].clone();
        dummy.model_from_joints[0] = dummy.model_from_joints[1].clone();
        dummy
    }

    /// A tick, in which it is struck or not: `hit` and `hit hard` are asked for. While nothing happens it turns to somebody.
    pub fn step(&mut self, struck: Conditions, to: DVec2) {
        let conditions = self.conditions(struck);
        if let Some(state) = self.machine.step(&self.table, conditions) {
            self.begin(state);
        }
        let beside = to.x - self.at.x;
        if self.machine.state() == 0 && beside.abs() > BESIDE {
            self.side = Heading::RIGHT * beside.signum();
        }
        self.headings[0] = self.headings[1];
        self.headings[1].turn(self.side, TICK);
        self.poses.swap(0, 1);
        self.model_from_joints.swap(0, 1);
        self.pose(TICK as f32);
        self.played.follow(&self.clips, &self.machine);
    }

    /// Returns the conditions of this tick. Too many hits in a row are a hard one.
    fn conditions(&mut self, struck: Conditions) -> Conditions {
        self.ago = self.ago.saturating_add(1);
        if self.ago > IN_A_ROW {
            self.taken = 0;
        }
        let struck_hard = struck.has(Condition::HitHard);
        let hit = struck_hard || struck.has(Condition::Hit);
        if hit {
            (self.taken, self.ago) = (self.taken + 1, 0);
        }
        let hard = struck_hard || self.taken >= TOO_MANY;
        if hard {
            self.taken = 0;
        }
        let mut conditions = Conditions::from_iter([Condition::Ground]);
        conditions.set(Condition::Hit, hit);
        conditions.set(Condition::HitHard, hard);
        conditions.set(Condition::Ended, self.clips.source().is_some_and(Move::has_ended));
        conditions
    }

    fn begin(&mut self, state: usize) {
        if let Some(state) = self.table.states.get(state) {
            // Without the clip, it goes on with the one before.
            let _ = self.clips.restart(&state.name, state.fade);
        }
    }

    fn pose(&mut self, dt: f32) {
        self.clips.update(dt);
        self.poses[1].copy_from_slice(self.clips.pose());
        self.character.walk(&self.poses[1], &mut self.model_from_joints[1]);
    }

    /// Returns the place of its foot in the level.
    pub fn at(&self) -> DVec2 {
        self.at
    }

    /// Returns the blocker of the dummy: none while it falls or rises.
    pub fn blocker(&self) -> Option<Blocker> {
        if self.stands() {
            return Some(Blocker { at: self.at, size: dvec2(WIDE, self.tall + HEAD) });
        }
        let [_, head] = self.world_from("head").filter(|_| self.height() < LOW * self.tall)?;
        let way = f64::from(head.w_axis.x) - self.at.x;
        let at = self.at + 0.5 * way * DVec2::X;
        Some(Blocker { at, size: dvec2(way.abs() + HEAD, LYING) })
    }

    /// Returns true if it stands upright.
    pub fn stands(&self) -> bool {
        self.height() > UPRIGHT * self.tall
    }

    /// Returns the height of its highest joint above its foot.
    fn height(&self) -> f64 {
        let heights = self.now().iter().map(|&joint| (self.character.world_from_model * joint).w_axis.y);
        heights.fold(0.0, f32::max).into()
    }

    /// From its model to the level, as far between the last two ticks as `between` says.
    pub fn world_from_model(&self, between: f32) -> Mat4 {
        let [from, to] = self.headings;
        let heading = from.between(to, between.into()) as f32;
        let at = self.at.as_vec2().extend(BEHIND);
        Mat4::from_translation(at) * Mat4::from_rotation_y(heading) * self.character.world_from_model
    }

    /// From every joint to the model, as far between the last two ticks as `between` says.
    pub fn joints(&self, between: f32) -> Vec<Mat4> {
        let [from, to] = &self.poses;
        self.character.between(from, to, between)
    }

    /// From every joint to the model, after the last tick.
    pub fn now(&self) -> &[Mat4] {
        &self.model_from_joints[1]
    }

    /// From one of its joints to the level: before and after the last tick.
    pub fn world_from(&self, joint: &str) -> Option<[Mat4; 2]> {
        let joint = self.character.joint(joint)?;
        let world = |tick: usize, between: f32| {
            Some(self.world_from_model(between) * *self.model_from_joints[tick].get(joint)?)
        };
        Some([world(0, 0.0)?, world(1, 1.0)?])
    }

    /// Returns its place in its table.
    pub fn machine(&self) -> &StateMachine {
        &self.machine
    }

    /// Returns the data that it shares with others of its kind.
    pub fn character(&self) -> &CharacterAsset {
        &self.character
    }

    /// Returns the name of its clip and the time in it, in seconds.
    pub fn playing(&self) -> (&str, f32) {
        self.clips.source().map_or(("", 0.0), Move::playing)
    }

    /// Returns the part of its clip that was played in the last tick.
    pub fn played(&self) -> &Played {
        &self.played
    }

    /// All that it is, in words: the same words are the same dummy.
    pub(super) fn told(&self) -> String {
        let Self { machine, taken, ago, side, headings, .. } = self;
        format!("{:?}", (machine, taken, ago, side, headings, self.playing(), self.now()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dummy() -> Dummy {
        let character =
            CharacterAsset::read(&course::root().join("assets/play/dummy.dae")).map(Arc::new).unwrap();
        let text = include_str!("../../../assets/play/dummy.toml");
        let table = StateTable::read(text, "dummy.toml", &character.names()).map(Arc::new).unwrap();
        Dummy::new(&character, &table, DVec2::ZERO)
    }

    #[test]
    fn between_two_ticks_it_is_seen_between_its_poses() {
        let mut dummy = dummy();
        dummy.step(Conditions::from_iter([Condition::HitHard]), DVec2::ZERO);
        let near = |a: &[Mat4], b: &[Mat4]| a.iter().zip(b).all(|(a, b)| a.abs_diff_eq(*b, 1e-5));
        for _ in 0..40 {
            let before = dummy.now().to_vec();
            dummy.step(Conditions::default(), DVec2::ZERO);
            let [from, middle, to] = [0.0, 0.5, 1.0].map(|between| dummy.joints(between));
            assert!(near(&from, &before) && near(&to, dummy.now()));
            let falls = !near(&from, &to);
            assert!(!falls || !near(&middle, &from) && !near(&middle, &to));
        }
        assert!(!near(dummy.now(), self::dummy().now()), "it falls");
    }
}
