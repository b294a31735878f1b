//! Plays a character, from the buttons that are pressed to the pose of its joints.

#[cfg(test)]
mod body_tests;
mod footwork;
mod heading;
mod moves;
mod terrain;
#[cfg(test)]
mod tests;

use super::character::angle;
use super::{Actor, CharacterAsset, Condition, Conditions, Rate, State, StateTable, button};
use common::clip;
use common::pose::is_pose;
use footwork::Footwork;
use glam::Mat4;
use ground::{Blocker, Buttons, Player, TICK, World};
pub(super) use heading::Heading;
pub(super) use moves::Move;
use std::sync::Arc;
use terrain::Terrain;

/// The speed below which a body stands, in metres a second.
const STANDS: f64 = 0.1;

/// The speed above which a body is fast, in metres a second.
const FAST: f64 = 2.0;

/// The ticks of standing still up to which a body is turning around, not stopping.
const STILL: u8 = 10;

/// The depth of a fall from which on the landing is hard, in metres.
const HARD: f64 = 1.2;

/// The highest speed at which a fade rotates a joint, in radians a second, which is 4.6° in a sixtieth.
const FADES: f32 = 4.8;

/// The way up the ladder for each second of the climbing clip, in metres.
const CLIMBED: f64 = 0.84;

/// A character that the player moves, in ticks of [`TICK`]. Equal buttons make equal characters.
#[derive(Clone, Debug)]
pub struct Hero {
    /// Its body and its clips.
    pub actor: Actor,
    /// The player that moves through the world.
    pub player: Player,
    pressed: Buttons,
    /// True if its way through the air began with a jump, and the greatest height on it in metres, or none on the ground.
    jumped: bool,
    highest: Option<f64>,
    /// The ticks for which it has stood, up to [`STILL`].
    still: u8,
    /// The angle of the side to which it looks by default: right, left, or at the end the viewer's.
    side: f64,
    footwork: Footwork,
}

impl Hero {
    /// Returns a character in the first state of a table, which is a `player` in a world.
    pub fn new(
        character: &Arc<CharacterAsset>,
        table: &Arc<StateTable>,
        player: Player,
        world: &World,
    ) -> Self {
        let mut hero = Self {
            actor: Actor::new(character, table, player.at, Heading::RIGHT),
            footwork: Footwork::new(&character.rig, character.world_from_model),
            player,
            pressed: 0,
            jumped: false,
            highest: None,
            still: STILL,
            side: Heading::RIGHT,
        };
        hero.begin(0);
        hero.actor.play(0.0);
        hero.stand(world);
        hero.actor.stands[0] = hero.actor.stands[1].clone();
        hero
    }

    /// Makes a tick, with the buttons pressed meanwhile and `blockers` in its way: moves the player, chooses
    /// and plays the clip, and puts the pose on the ground. `struck` are the conditions that the last tick's
    /// hits set; those that it finds by itself are overwritten. Without a sword, do not press
    /// [`SWING`](button::SWING).
    pub fn step(&mut self, world: &World, blockers: &[Blocker], buttons: Buttons, struck: Conditions) {
        let keys = self.heard(buttons);
        let after = world.step(&self.player, keys, blockers);
        let before = std::mem::replace(&mut self.player, after);
        let conditions = self.conditions(&before, buttons, struck);
        self.pressed = buttons;
        if let Some(state) = self.actor.begin_tick(conditions) {
            self.set_pace();
            self.begin(state);
        }
        self.turn(keys, conditions);
        self.set_pace();
        self.actor.play(TICK as f32);
        self.stand(world);
    }

    /// Returns the buttons that are heard in this state, none while its feet stay in place, and those that it presses itself.
    fn heard(&self, buttons: Buttons) -> Buttons {
        let Some(state) = self.actor.state() else { return buttons };
        let stands = self.player.state == ground::MovementMode::Ground;
        let is_rooted = stands && self.actor.machine.seconds() < state.stays;
        let heard = if is_rooted { 0 } else { buttons };
        if state.slides { heard & !button::WALK | button::SLIDE } else { heard }
    }

    /// Begins a state, and fades to its clip.
    fn begin(&mut self, state: usize) {
        let Some(State { name, fade, .. }) = self.actor.table.states.get(state) else { return };
        let clips = &mut self.actor.clips;
        let Some(source) = clips.source_named(name) else { return };
        // How far the joints must turn is known by its first pose alone. The mixer goes to its start once more, by 13.1.
        clip::Source::restart(source);
        let to = clip::Source::pose(source).to_vec();
        let turns = clips.pose().iter().zip(&to).map(|(from, to)| angle(*from, *to));
        let fade = fade.max(turns.fold(0.0, f32::max) / FADES);
        // The name is known.
        let _ = clips.restart(name, fade);
    }

    fn conditions(&mut self, before: &Player, buttons: Buttons, struck: Conditions) -> Conditions {
        use ground::MovementMode::{Air, Crushed, Ground, Ladder, Wall, Wedged};
        let (state, velocity, height) = (self.player.state, self.player.velocity, self.player.at.y);
        let flies = matches!(state, Air | Wall);
        let deep = self.highest.map_or(0.0, |highest| highest - height);
        let jumps = self.player.rises && !before.rises;
        self.jumped = flies && (self.jumped || jumps);
        self.highest = flies.then(|| self.highest.map_or(height, |highest| highest.max(height)));
        let speed = if state == Ground { self.player.speed().abs() } else { 0.0 };
        let goes = speed > STANDS;
        self.still = if goes { 0 } else { STILL.min(self.still + 1) };
        let mut conditions = struck;
        let now = buttons & !self.pressed;
        for (condition, is_so) in [
            (Condition::Ground, matches!(state, Ground | Wedged | Crushed)),
            (Condition::Air, flies),
            (Condition::Ladder, state == Ladder),
            (Condition::Wall, state == Wall),
            (Condition::Moves, state == Ground && self.still < STILL),
            (Condition::Fast, speed > FAST),
            (Condition::Ducks, self.player.stance == ground::Stance::Ducking),
            (Condition::Jumped, self.jumped),
            (Condition::Falls, flies && velocity.y < 0.0),
            (Condition::Landed, state == Ground && deep > HARD),
            (Condition::Punch, now & button::PUNCH != 0),
            (Condition::Swing, now & button::SWING != 0),
            (Condition::Ended, self.actor.clips.source().is_some_and(Move::has_ended)),
        ] {
            conditions.set(condition, is_so);
        }
        conditions
    }

    /// Turns towards the direction of the keys, on a ladder towards it, and once he has stopped at the end to the viewer.
    fn turn(&mut self, keys: Buttons, conditions: Conditions) {
        let across = button::across(keys);
        if across != 0.0 {
            self.side = Heading::RIGHT * across;
        } else if conditions.has(Condition::Done) && !conditions.has(Condition::Moves) {
            self.side = Heading::VIEWER;
        }
        let climbs = self.player.state == ground::MovementMode::Ladder;
        self.actor.stands[1].heading.turn(if climbs { Heading::AWAY } else { self.side }, TICK);
    }

    /// Sets the clip's speed by that over the ground or on the ladder.
    fn set_pace(&mut self) {
        let state = self.actor.table.states.get(self.actor.machine.state);
        let Some(State { name, rate, .. }) = state else { return };
        let ahead = self.player.speed() * self.actor.stands[1].heading.to_the_right();
        let velocity = self.player.velocity - self.player.carried / TICK;
        let climbs = if velocity.y == 0.0 { velocity.x.abs() } else { velocity.y };
        let rate = match rate {
            Rate::Climb => climbs / CLIMBED,
            Rate::Even | Rate::Ground => 1.0,
        };
        if let Some(source) = self.actor.clips.source_named(name) {
            source.set_pace(rate as f32, ahead as f32);
        }
    }

    /// Puts the feet of the clip's pose on the ground, and walks the skeleton.
    fn stand(&mut self, world: &World) {
        let at = self.player.at;
        let stands = self.player.state == ground::MovementMode::Ground;
        let terrain = stands.then(|| Terrain::around(world, &self.player));
        let moved = (self.player.carried - (at - self.actor.stands[0].at)).as_vec2();
        let lies = self.actor.state().is_some_and(|state| state.lies || state.slides);
        let now = &mut self.actor.stands[1];
        now.at = at;
        let from_model =
            Mat4::from_rotation_y(now.heading.angle as f32) * self.actor.character.world_from_model;
        if is_pose(&now.pose) {
            let lying = self.footwork.fit(&mut now.pose, from_model, terrain.as_ref(), lies, moved);
            [now.lift, now.lean] = lying.as_dvec2().to_array();
        }
        self.actor.end();
    }
}
