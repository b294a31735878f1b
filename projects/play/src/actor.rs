//! A character that plays clips by a table of states.

use super::hero::{Heading, Move};
use super::{BEHIND, CharacterAsset, Conditions, Played, State, StateMachine, StateTable};
use common::clip::{self, BlendSpace};
use common::pose::{Pose, placed};
use glam::{DVec2, Mat4};
use std::sync::Arc;

/// A character in a state of its table, with its body before and after the last tick.
#[derive(Clone, Debug)]
pub struct Actor {
    /// The model and clips that it shares with others of its kind.
    pub character: Arc<CharacterAsset>,
    /// The states, and the transitions between them.
    pub table: Arc<StateTable>,
    /// The present state, and since when.
    pub machine: StateMachine,
    /// The part of its clip that was played in the last tick.
    pub played: Played,
    pub(super) clips: clip::Mixer<Move>,
    pub(super) stands: [Stands; 2],
}

/// A character's body at the end of a tick.
#[derive(Clone, Debug)]
pub(super) struct Stands {
    pub at: DVec2,
    /// The height above `at` of a model that lies, in metres, as the shape may rest on a corner.
    pub lift: f64,
    /// The angle by which a lying body is turned to the left, along the ground.
    pub lean: f64,
    pub heading: Heading,
    pub pose: Pose,
    pub model_from_joints: Vec<Mat4>,
}

impl Actor {
    /// Returns a character in the first state of a table, at a place of the level.
    pub(super) fn new(
        character: &Arc<CharacterAsset>,
        table: &Arc<StateTable>,
        at: DVec2,
        heading: f64,
    ) -> Self {
        let moves = table.states.iter().filter_map(|state| Move::new(character, state));
        let rest = character.rig.rest.clone();
        let (heading, pose, model_from_joints) = (Heading::at(heading), rest.clone(), Vec::new());
        let stands = Stands { at, lift: 0.0, lean: 0.0, heading, pose, model_from_joints };
        Self {
            clips: clip::Mixer::new(rest, moves.collect()),
            character: character.clone(),
            table: table.clone(),
            machine: StateMachine::default(),
            played: Played::default(),
            stands: [stands.clone(), stands],
        }
    }

    /// Begins a tick under these conditions, in which the body starts where it was. Returns the state that begins, if one does.
    pub(super) fn begin_tick(&mut self, conditions: Conditions) -> Option<usize> {
        self.stands.swap(0, 1);
        let [before, now] = &mut self.stands;
        (now.at, now.heading) = (before.at, before.heading);
        self.machine.step(&self.table, conditions)
    }

    /// Advances the clips by `dt` seconds.
    pub(super) fn play(&mut self, dt: f32) {
        self.clips.update(dt);
        self.stands[1].pose.copy_from_slice(self.clips.pose());
        if let Some((clip, second)) = self.clips.source().map(Move::playing) {
            self.played.note(clip, second, self.machine.since);
        }
    }

    /// Ends a tick, when the pose is final.
    pub(super) fn end(&mut self) {
        let now = &mut self.stands[1];
        now.model_from_joints = placed(&self.character.rig.skeleton, &now.pose);
    }

    /// Returns the matrix from the model to the level, `between` the last two ticks, from 0 to 1.
    pub fn world_from_model(&self, between: f32) -> Mat4 {
        let [from, to] = &self.stands;
        let part = f64::from(between);
        let lift = from.lift + part * (to.lift - from.lift);
        let lean = (from.lean + part * (to.lean - from.lean)) as f32;
        let at = (from.at.lerp(to.at, part) + lift * DVec2::Y).as_vec2();
        let heading = from.heading.between(to.heading, part) as f32;
        Mat4::from_translation(at.extend(BEHIND))
            * Mat4::from_rotation_z(lean)
            * Mat4::from_rotation_y(heading)
            * self.character.world_from_model
    }

    /// Returns every joint's matrix to the model, `between` the last two ticks, from 0 to 1.
    pub fn joints(&self, between: f32) -> Vec<Mat4> {
        let [from, to] = &self.stands;
        let mut pose = from.pose.clone();
        clip::blend(&mut pose, &to.pose, between);
        placed(&self.character.rig.skeleton, &pose)
    }

    /// Returns its place in the level.
    pub fn at(&self) -> DVec2 {
        self.stands[1].at
    }

    /// Returns every joint's matrix to the model, before the last tick.
    pub fn before(&self) -> &[Mat4] {
        &self.stands[0].model_from_joints
    }

    /// Returns every joint's matrix to the model, after the last tick.
    pub fn now(&self) -> &[Mat4] {
        &self.stands[1].model_from_joints
    }

    /// Returns a joint's matrix to the level, before and after the last tick.
    pub fn world_from(&self, joint: &str) -> Option<[Mat4; 2]> {
        let joint = self.character.rig.skeleton.named(joint)?;
        let world =
            |between: f32, joints: &[Mat4]| Some(self.world_from_model(between) * *joints.get(joint)?);
        Some([world(0.0, self.before())?, world(1.0, self.now())?])
    }

    pub fn state(&self) -> Option<&State> {
        self.table.states.get(self.machine.state)
    }

    /// Returns the name of its clip or gaits, and the seconds in it, or for gaits the fraction of the stride.
    pub fn playing(&self) -> (&str, f32) {
        self.clips.source().map_or(("", 0.0), Move::playing)
    }

    /// Returns the gaits if it plays some.
    pub fn gaits(&self) -> Option<&BlendSpace> {
        self.clips.source()?.gaits()
    }

    /// Returns the weight of the current clip in the pose: less than 1 while it fades in.
    pub fn faded(&self) -> f32 {
        self.clips.fade().weight()
    }
}
