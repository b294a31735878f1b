//! A character that is played: from what is pressed to how every joint stands.

#[cfg(test)]
mod body_tests;
mod footwork;
mod heading;
mod moves;
mod terrain;
#[cfg(test)]
mod tests;

use super::character::{angle, is_pose};
use super::{
    BEHIND, Buttons, CharacterAsset, Condition, Conditions, Played, Rate, State, StateMachine, StateTable,
    Strides,
};
use common::clip;
use common::pose::Pose;
use footwork::{Footwork, Tick};
use glam::{DVec2, Mat4};
use ground::{Blocker, Controls, Manner, Player, TICK, World};
pub(super) use heading::Heading;
pub(super) use moves::Move;
use std::sync::Arc;
use terrain::Terrain;

/// Speed below which a body stands, in metres a second.
const STANDS: f64 = 0.1;

/// Speed above which a body is fast, in metres a second.
const FAST: f64 = 2.0;

/// Ticks of standing still that count as turning, not stopping.
const STILL: u8 = 10;

/// Depth of a fall from which on the landing is hard, in metres.
const HARD: f64 = 1.2;

/// Highest speed at which a fade turns a joint, in radians a second: 4.6° in a sixtieth.
const FADES: f32 = 4.8;

/// Way up the ladder for each second of the climbing clip, in metres.
const CLIMBED: f64 = 0.84;

/// A character that is played. It makes a tick of [`TICK`] at a time: the same buttons make the same one, to the last bit.
#[derive(Clone, Debug)]
pub struct Hero {
    character: Arc<CharacterAsset>,
    table: Arc<StateTable>,
    machine: StateMachine,
    body: Player,
    pressed: Buttons,
    air: InAir,
    /// Number of ticks for which it has stood, up to a limit.
    still: u8,
    heading: Heading,
    /// Side to which it looks by default: right or left.
    side: f64,
    clips: clip::Mixer<Move>,
    played: Played,
    footwork: Footwork,
    /// States of its body before and after the last tick.
    stands: [Stands; 2],
}

/// Memory of a way through the air.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct InAir {
    /// True if it began with a jump.
    jumped: bool,
    /// The highest place of it, if it is not over.
    highest: Option<f64>,
}

/// Body at the end of a tick.
#[derive(Clone, Debug)]
struct Stands {
    at: DVec2,
    /// Height of its model above that: the model rests on its feet, the shape on a corner.
    lift: f64,
    /// Angle by which its whole body is turned to the left, along the ground on which it lies.
    lean: f64,
    heading: Heading,
    pose: Pose,
    model_from_joints: Vec<Mat4>,
}

impl Hero {
    /// A character whose states are those of a table, in the first of them. Its `body` moves in a world.
    pub fn new(
        character: &Arc<CharacterAsset>,
        table: &Arc<StateTable>,
        body: Player,
        world: &World,
    ) -> Self {
        let moves = table.states.iter().filter_map(|state| Move::new(character, state));
        let rest = character.rig.rest.clone();
        let heading = Heading::at(Heading::RIGHT);
        let stands = Stands {
            at: body.at(world),
            lift: 0.0,
            lean: 0.0,
            heading,
            model_from_joints: vec![Mat4::IDENTITY; rest.len()],
            pose: rest.clone(),
        };
        let mut hero = Self {
            character: character.clone(),
            clips: clip::Mixer::new(rest, moves.collect()),
            played: Played::default(),
            footwork: Footwork::new(&character.rig, character.world_from_model),
            table: table.clone(),
            machine: StateMachine::default(),
            body,
            pressed: Buttons::default(),
            air: InAir::default(),
            still: STILL,
            heading,
            side: Heading::RIGHT,
            stands: [stands.clone(), stands],
        };
        hero.begin(0);
        hero.clips.update(0.0);
        hero.stands[0].pose.copy_from_slice(hero.clips.pose());
        hero.stand(world);
        hero.stands[0] = hero.stands[1].clone();
        hero
    }

    /// Makes a tick, with the buttons pressed meanwhile, among `blockers` in its way: moves the body, chooses and plays the
    /// clip, and puts its pose on the ground. `struck` are the conditions that the last tick's hits set; those that
    /// it finds by itself are overwritten. Without a sword, do not press `swing`.
    pub fn step(&mut self, world: &World, blockers: &[Blocker], buttons: Buttons, struck: Conditions) {
        let keys = if self.is_rooted() { Controls::default() } else { buttons.keys };
        let after = world.step_at(&self.body, keys, self.manner(buttons), blockers);
        let before = std::mem::replace(&mut self.body, after);
        let conditions = self.conditions(world, &before, buttons, struck);
        self.pressed = buttons;
        if let Some(state) = self.machine.step(&self.table, conditions) {
            self.set_pace(world);
            self.begin(state);
        }
        self.turn(keys);
        self.set_pace(world);
        self.clips.update(TICK as f32);
        self.played.follow(&self.clips, &self.machine);
        self.stands.swap(0, 1);
        self.stand(world);
    }

    /// From the model to the level, which is seen along z: as far between the last two ticks as `between` says, from 0 to 1.
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

    /// From every joint to the model, as far between the last two ticks as `between` says.
    pub fn joints(&self, between: f32) -> Vec<Mat4> {
        let [from, to] = &self.stands;
        self.character.between(&from.pose, &to.pose, between)
    }

    /// From every joint to the model, before the last tick.
    pub fn before(&self) -> &[Mat4] {
        &self.stands[0].model_from_joints
    }

    /// From every joint to the model, after the last tick.
    pub fn now(&self) -> &[Mat4] {
        &self.stands[1].model_from_joints
    }

    /// Returns the player that moves through the world.
    pub fn player(&self) -> &Player {
        &self.body
    }

    /// Returns its place in its table.
    pub fn machine(&self) -> &StateMachine {
        &self.machine
    }

    /// Its table.
    pub fn table(&self) -> &StateTable {
        &self.table
    }

    /// Returns the data that it shares with others of its kind.
    pub fn character(&self) -> &CharacterAsset {
        &self.character
    }

    /// The state that is on.
    pub fn state(&self) -> Option<&State> {
        self.table.states.get(self.machine.state())
    }

    /// Returns the name of its clip and the time in it, in seconds; for gaits, the part of the stride.
    pub fn playing(&self) -> (&str, f32) {
        self.clips.source().map_or(("", 0.0), Move::playing)
    }

    /// Returns the part of its clip that was played in the last tick.
    pub fn played(&self) -> &Played {
        &self.played
    }

    /// The gaits, if it goes.
    pub fn strides(&self) -> Option<&Strides> {
        self.clips.source()?.strides()
    }

    /// Returns the weight of the current clip in the pose: less than 1 while it fades in.
    pub fn faded(&self) -> f32 {
        self.clips.fade().weight()
    }

    /// All that decides what it will do, in words: the same words are the same one.
    pub(super) fn told(&self) -> String {
        let Self { machine, pressed, air, still, heading, side, .. } = self;
        let body = self.body.to_bytes();
        let shown = (self.playing(), self.faded(), self.now());
        format!("{:?}", (body, machine, pressed, air, still, heading, side, shown))
    }

    /// Returns true if its feet stay where they are in this state: no keys are heard then.
    fn is_rooted(&self) -> bool {
        let stays = self.state().is_some_and(|state| self.machine.seconds() < state.stays);
        stays && self.body.state() == ground::MovementMode::Ground
    }

    fn manner(&self, buttons: Buttons) -> Manner {
        match self.state() {
            Some(state) if state.slides => Manner::Slides,
            _ if buttons.walk => Manner::Walks,
            _ => Manner::Runs,
        }
    }

    /// Begins a state.
    fn begin(&mut self, state: usize) {
        let Some(State { name, fade, .. }) = self.table.states.get(state) else { return };
        let Some(source) = self.clips.source_named(name) else { return };
        clip::Source::restart(source);
        let to = clip::Source::pose(source).to_vec();
        let turns = self.clips.pose().iter().zip(&to).map(|(from, to)| angle(*from, *to));
        let fade = fade.max(turns.fold(0.0, f32::max) / FADES);
        // The name is known.
        let _ = self.clips.restart(name, fade);
    }

    fn conditions(
        &mut self,
        world: &World,
        before: &Player,
        buttons: Buttons,
        struck: Conditions,
    ) -> Conditions {
        use ground::MovementMode::{Air, Crushed, Ground, Ladder, Wall, Wedged};
        let (state, velocity, height) = (self.body.state(), self.body.velocity(world), self.body.at(world).y);
        let flies = matches!(state, Air | Wall);
        let deep = self.air.highest.map_or(0.0, |highest| highest - height);
        let jumps = self.body.rises() && !before.rises();
        self.air = match flies {
            true => InAir {
                jumped: self.air.jumped || jumps,
                highest: Some(self.air.highest.map_or(height, |highest| highest.max(height))),
            },
            false => InAir::default(),
        };
        let goes = state == Ground && self.body.speed().abs() > STANDS;
        self.still = if goes { 0 } else { STILL.min(self.still + 1) };
        let mut conditions = struck;
        for (condition, is_so) in [
            (Condition::Ground, matches!(state, Ground | Wedged | Crushed)),
            (Condition::Air, flies),
            (Condition::Ladder, state == Ladder),
            (Condition::Wall, state == Wall),
            (Condition::Moves, state == Ground && self.still < STILL),
            (Condition::Fast, state == Ground && self.body.speed().abs() > FAST),
            (Condition::Ducks, self.body.stance == ground::Stance::Ducking),
            (Condition::Jumped, self.air.jumped),
            (Condition::Falls, flies && velocity.y < 0.0),
            (Condition::Landed, state == Ground && deep > HARD),
            (Condition::Punch, buttons.punch && !self.pressed.punch),
            (Condition::Swing, buttons.swing && !self.pressed.swing),
            (Condition::Ended, self.clips.source().is_some_and(Move::has_ended)),
        ] {
            conditions.set(condition, is_so);
        }
        conditions
    }

    /// Turns into the direction of the keys, and on a ladder towards it.
    fn turn(&mut self, keys: Controls) {
        if keys.across() != 0.0 {
            self.side = Heading::RIGHT * keys.across();
        }
        let climbs = self.body.state() == ground::MovementMode::Ladder;
        self.heading.turn(if climbs { Heading::AWAY } else { self.side }, TICK);
    }

    /// Lets the clip go by as fast as the ground or the ladder does.
    fn set_pace(&mut self, world: &World) {
        let Some(State { name, rate, .. }) = self.table.states.get(self.machine.state()) else { return };
        let ahead = self.body.speed() * self.heading.to_the_right();
        let velocity = self.body.velocity(world) - self.body.carried(world) / TICK;
        let climbs = if velocity.y == 0.0 { velocity.x.abs() } else { velocity.y };
        let rate = match rate {
            Rate::Climb => climbs / CLIMBED,
            Rate::Even | Rate::Ground => 1.0,
        };
        if let Some(source) = self.clips.source_named(name) {
            source.set_pace(rate as f32, ahead as f32);
        }
    }

    /// Corrects the clip's pose, and walks the skeleton: the feet come to the ground.
    fn stand(&mut self, world: &World) {
        let at = self.body.at(world);
        let stands = self.body.state() == ground::MovementMode::Ground;
        let terrain = stands.then(|| Terrain::around(world, &self.body));
        let moved = self.body.carried(world) - (at - self.stands[0].at);
        let tick = Tick {
            from_model: Mat4::from_rotation_y(self.heading.angle as f32) * self.character.world_from_model,
            terrain: terrain.as_ref(),
            lies: self.state().is_some_and(|state| state.lies || state.slides),
            moved: moved.as_vec2(),
            seconds: TICK as f32,
        };
        let now = &mut self.stands[1];
        (now.at, now.heading) = (at, self.heading);
        now.pose.copy_from_slice(self.clips.pose());
        if is_pose(&now.pose) {
            let fitted = self.footwork.fit(&mut now.pose, &tick);
            [now.lift, now.lean] = fitted.map(f64::from);
        }
        self.character.walk(&now.pose, &mut now.model_from_joints);
    }
}
