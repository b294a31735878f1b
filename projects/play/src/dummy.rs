//! A training dummy, which is struck, staggers, falls, and gets up again.

use super::hero::{Heading, Move};
use super::{Actor, CharacterAsset, Condition, Conditions, StateTable};
use glam::{DVec2, dvec2};
use ground::{Blocker, TICK};
use std::sync::Arc;

/// The number of hits in a row that together count as a hard one.
const TOO_MANY: u8 = 3;

/// The ticks within which the next hit is one in a row.
const IN_A_ROW: u16 = 240;

/// The distance to the side from which on the dummy turns to a body, in metres.
const BESIDE: f64 = 0.4;

/// The distances, to the side and in height, up to which a guard strikes, in metres.
const REACH: DVec2 = dvec2(1.6, 1.0);

/// The ticks for which somebody must have been on his feet.
const FAIR: u8 = 100;

/// The width of its blocker, and how far that is above the highest joint, in metres.
const WIDE: f64 = 0.4;
const HEAD: f64 = 0.3;

/// The least fraction of its full height at which a dummy counts as upright.
const UPRIGHT: f64 = 0.85;

/// The height of a lying dummy's blocker in metres, and its head's then, as a fraction of the full height.
const LYING: f64 = 0.75;
const LOW: f64 = 0.4;

/// A dummy after a tick. It stays at its place, and turns to a body that comes near. A guard strikes it.
#[derive(Clone, Debug)]
pub struct Dummy {
    /// Its body and its clips.
    pub actor: Actor,
    /// The height of its highest joint while upright, in metres.
    tall: f64,
    /// The hits in a row, and the ticks since the last one.
    taken: u8,
    ago: u16,
    /// The angle of the side to which it turns.
    side: f64,
    /// True if it strikes somebody who is near.
    pub guards: bool,
    /// The ticks since the body near it got up, up to [`FAIR`].
    up: u8,
}

impl Dummy {
    /// Returns a dummy that looks to the left, and has not been struck.
    pub fn new(character: &Arc<CharacterAsset>, table: &Arc<StateTable>, at: DVec2, guards: bool) -> Self {
        let actor = Actor::new(character, table, at, -Heading::RIGHT);
        let mut dummy = Self { actor, tall: 0.0, taken: 0, ago: 0, side: -Heading::RIGHT, guards, up: FAIR };
        dummy.begin(0);
        dummy.actor.play(0.0);
        dummy.actor.end();
        dummy.tall = dummy.height();
        dummy.actor.stands[0] = dummy.actor.stands[1].clone();
        dummy
    }

    /// Makes a tick. `struck` has the last tick's hits. While idle, the dummy turns to the place `to` of a body, which it may
    /// strike if that is `up`.
    pub fn step(&mut self, struck: Conditions, to: DVec2, up: bool) {
        let mut conditions = self.conditions(struck);
        self.up = if up { FAIR.min(self.up + 1) } else { 0 };
        let is_near = (to - self.actor.at()).abs().cmple(REACH).all();
        conditions.set(Condition::Punch, self.guards && self.up == FAIR && is_near);
        if let Some(state) = self.actor.begin_tick(conditions) {
            self.begin(state);
        }
        let beside = to.x - self.actor.at().x;
        if self.actor.machine.state == 0 && beside.abs() > BESIDE {
            self.side = Heading::RIGHT * beside.signum();
        }
        self.actor.stands[1].heading.turn(self.side, TICK);
        self.actor.play(TICK as f32);
        self.actor.end();
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
        let hard = struck_hard && !self.guards || self.taken >= TOO_MANY;
        if hard {
            self.taken = 0;
        }
        let mut conditions = Conditions::from_iter([Condition::Ground]);
        conditions.set(Condition::Hit, hit);
        conditions.set(Condition::HitHard, hard);
        conditions.set(Condition::Done, struck.has(Condition::Done));
        conditions.set(Condition::Ended, self.actor.clips.source().is_some_and(Move::has_ended));
        conditions
    }

    fn begin(&mut self, state: usize) {
        if let Some(state) = self.actor.table.states.get(state) {
            // Without the clip, it goes on with the one before.
            let _ = self.actor.clips.restart(&state.name, state.fade);
        }
    }

    /// Returns the dummy's blocker, or none while it falls or rises.
    pub fn blocker(&self) -> Option<Blocker> {
        if self.stands() {
            return Some(Blocker { at: self.actor.at(), size: dvec2(WIDE, self.tall + HEAD) });
        }
        let [_, head] = self.actor.world_from("head").filter(|_| self.height() < LOW * self.tall)?;
        let way = f64::from(head.w_axis.x) - self.actor.at().x;
        let at = self.actor.at() + 0.5 * way * DVec2::X;
        Some(Blocker { at, size: dvec2(way.abs() + HEAD, LYING) })
    }

    /// Returns true if it is down or about to be, so that its table leaves it alone.
    pub fn is_down(&self) -> bool {
        self.actor.state().is_some_and(|state| state.spared)
    }

    pub fn stands(&self) -> bool {
        self.height() > UPRIGHT * self.tall
    }

    /// Returns the height of its highest joint above its foot.
    fn height(&self) -> f64 {
        let heights =
            self.actor.now().iter().map(|&joint| (self.actor.character.world_from_model * joint).w_axis.y);
        heights.fold(0.0, f32::max).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::tests::{DUMMY, table};
    use glam::Mat4;

    fn dummy(guards: bool) -> Dummy {
        let character = CharacterAsset::read(&course::root().join("assets/play/dummy.dae")).unwrap();
        Dummy::new(&Arc::new(character), &Arc::new(table("dummy.toml", &DUMMY)), DVec2::ZERO, guards)
    }

    #[test]
    fn between_two_ticks_it_is_seen_between_its_poses() {
        let mut dummy = dummy(false);
        dummy.step(Conditions::from_iter([Condition::HitHard]), DVec2::ZERO, true);
        let near = |a: &[Mat4], b: &[Mat4]| a.iter().zip(b).all(|(a, b)| a.abs_diff_eq(*b, 1e-5));
        for _ in 0..40 {
            let before = dummy.actor.now().to_vec();
            dummy.step(Conditions::default(), DVec2::ZERO, true);
            let [from, middle, to] = [0.0, 0.5, 1.0].map(|between| dummy.actor.joints(between));
            assert!(near(&from, &before) && near(&to, dummy.actor.now()));
            let falls = !near(&from, &to);
            assert!(!falls || !near(&middle, &from) && !near(&middle, &to));
        }
        assert!(!near(dummy.actor.now(), self::dummy(false).actor.now()), "it falls");
    }

    #[test]
    fn it_staggers_falls_and_rises_and_a_guard_strikes_and_takes_three_blows() {
        use Condition::{Done, Hit, HitHard};
        let [none, hit, struck, done] = [&[][..], &[Hit], &[Hit, HitHard], &[Done]]
            .map(|all| all.iter().copied().collect::<Conditions>());
        let (near, far) = (DVec2::X, 2.0 * DVec2::X);
        let name = |dummy: &Dummy| dummy.actor.state().map(|state| state.name.clone()).unwrap();
        for (guards, steps, wanted) in [
            (false, &[(none, near, true, 240)][..], "idle"),
            (true, &[(none, far, true, 240)], "idle"),
            (true, &[(none, near, false, 240)], "idle"),
            (true, &[(none, near, true, 60)], "strike"),
            (true, &[(none, near, true, 60), (struck, near, true, 1)], "stagger"),
            (true, &[(struck, near, true, 1), (struck, near, true, 1), (struck, near, true, 1)], "fall"),
            // Whoever lies isn't struck, and a new blow begins a stagger again.
            (false, &[(hit, near, true, 60), (hit, near, true, 60)], "stagger"),
            (false, &[(hit, near, true, 120)], "idle"),
            (false, &[(struck, near, true, 1)], "fall"),
            (false, &[(struck, near, true, 160), (struck, near, true, 60)], "lie"),
            (false, &[(struck, near, true, 600)], "idle"),
            (false, &[(struck, near, true, 1), (done, near, true, 600)], "lie"),
        ] {
            let mut dummy = dummy(guards);
            steps.iter().for_each(|&(struck, to, up, ticks)| {
                let lasts = if struck == done { done } else { none };
                (0..ticks).for_each(|tick| dummy.step(if tick == 0 { struck } else { lasts }, to, up));
            });
            assert_eq!(name(&dummy), wanted, "{guards} {steps:?}");
        }
    }
}
