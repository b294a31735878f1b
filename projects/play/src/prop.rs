//! Prop that is held, is let go, falls, and rests on the ground until somebody takes it up.

use super::Hand;
use super::rod::{Frame, Rod};
use glam::{DVec2, DVec3, Mat4};
use ground::TICK;

/// Shape of a prop, and the places at which it is held.
#[derive(Clone, Debug, PartialEq)]
pub struct Form {
    /// Name, by which spheres are attached to it.
    pub name: String,
    /// From its grip to the prop.
    pub prop_from_grip: Mat4,
    /// Its two ends, in its grip's frame.
    pub ends: [DVec3; 2],
    /// Distance of its surface from the line between them, in metres.
    pub thick: f64,
    /// Place in which it is carried while both hands are needed; without one it stays in its hand.
    pub stow: Option<Stow>,
}

/// A place on somebody's body where a prop is carried: another joint, with a grip of its own.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stow {
    /// The joint's name.
    pub joint: &'static str,
    /// From that grip to the joint.
    pub joint_from_grip: Mat4,
}

/// State of a prop: held, falling or at rest.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum PropState {
    /// In a hand.
    Held(Hand),
    /// In the air, or just come down.
    Falls,
    /// At rest on the ground.
    Lies,
}

/// A prop that can be held.
#[derive(Clone, Debug, PartialEq)]
pub struct Prop {
    form: Form,
    hold: PropState,
    /// At the last tick, and at this one.
    before: Rod,
    now: Rod,
    /// Number of ticks for which it has been carried, has touched the ground, or has been at rest.
    ticks: u32,
    /// True if it is to be where it is stowed, and how many ticks of the way there, or back, are left.
    stowed: bool,
    left: u32,
}

/// Number of ticks from a hand to a prop's stowed place, and back.
const STOWS: u32 = 24;

/// Greatest number of ticks for which a prop tumbles on the ground.
const TUMBLES: u32 = 180;

/// Number of ticks from then until it is flat on the ground.
const SETTLES: u32 = 20;

impl Prop {
    /// A prop that is held.
    pub fn held(form: Form, hand: Hand) -> Self {
        let rod = Rod::new(form.ends, form.thick, Frame::default());
        Self { form, hold: PropState::Held(hand), before: rod, now: rod, ticks: 0, stowed: false, left: 0 }
    }

    /// A prop that falls from a place.
    pub fn at(form: Form, place: DVec3) -> Self {
        let mut prop = Self::held(form, Hand::Right);
        prop.put(place);
        prop
    }

    /// Takes it from wherever it is, and lets it fall from a place: from where it can be reached again, say.
    pub fn put(&mut self, place: DVec3) {
        let frame = Frame { at: place, ..Frame::default() };
        self.now = Rod::new(self.form.ends, self.form.thick, frame);
        self.before = self.now;
        (self.hold, self.ticks, self.stowed, self.left) = (PropState::Falls, 0, false, 0);
    }

    /// Returns its form.
    pub fn form(&self) -> &Form {
        &self.form
    }

    /// Returns its state.
    pub fn hold(&self) -> PropState {
        self.hold
    }

    /// Its middle, in the world.
    pub fn middle(&self) -> DVec3 {
        self.now.middle()
    }

    /// Puts it into a hand: from the ground, or from the other hand.
    pub fn take(&mut self, hand: Hand) {
        (self.hold, self.ticks) = (PropState::Held(hand), 0);
    }

    /// Lets a tick pass for what is held: it is to be where it is stowed, or in the hand.
    pub fn stow(&mut self, stows: bool) {
        let stows = stows && self.form.stow.is_some() && matches!(self.hold, PropState::Held(_));
        self.left = if stows == self.stowed { self.left.saturating_sub(1) } else { STOWS };
        self.stowed = stows;
    }

    /// Returns the place in which it is stowed, or to which it is on its way.
    pub fn stowed(&self) -> Option<Stow> {
        self.form.stow.filter(|_| self.stowed)
    }

    /// Returns true if it is on its way from a hand to where it is stowed, or back.
    pub fn is_on_its_way(&self) -> bool {
        self.left > 0
    }

    /// Moves it along with the hand that holds it, or with what it is stowed on, once a tick: it is where
    /// [`world_from_prop`](super::world_from_prop) says, or on the way to there.
    pub fn carry(&mut self, world_from_prop: Mat4) {
        let PropState::Held(_) = self.hold else { return };
        let Some(frame) = Frame::of(world_from_prop * self.form.prop_from_grip) else { return };
        let frame = match self.left {
            0 => frame,
            left => self.now.frame.towards(frame, 1.0 / f64::from(left)),
        };
        let now = Rod::new(self.form.ends, self.form.thick, frame);
        // Before it was taken it moved otherwise: that says nothing of the hand.
        self.before = if self.ticks > 0 { self.now } else { now };
        self.now = now;
        self.ticks = self.ticks.saturating_add(1);
    }

    /// Lets it go: it flies on as it was moved and turned in the last tick.
    pub fn let_go(&mut self) {
        if let PropState::Held(_) = self.hold {
            self.now = self.now.moved_from(&self.before);
            (self.hold, self.ticks, self.stowed, self.left) = (PropState::Falls, 0, false, 0);
        }
    }

    /// Lets a tick pass for what nobody holds. `gravity` is in metres a second, each second, downwards if negative. `ground`
    /// is how high the ground is at an x: of several, the one that the prop is above. There may be none.
    pub fn step(&mut self, gravity: f64, ground: impl Fn(f64) -> Option<f64>) {
        let ground = |x| ground(x).filter(|height| height.is_finite());
        match self.hold {
            PropState::Held(_) => {}
            PropState::Falls => {
                self.before = self.now;
                if self.now.fall(gravity, TICK, &ground) {
                    self.ticks += 1;
                    let rests = self.now.is_slow() || self.ticks > TUMBLES;
                    if rests && self.now.lying(&ground).is_some() {
                        (self.hold, self.ticks) = (PropState::Lies, 0);
                    }
                }
            }
            PropState::Lies => {
                self.before = self.now;
                self.ticks = (self.ticks + 1).min(SETTLES);
                match self.now.lying(&ground) {
                    Some(frame) => {
                        let part = 1.0 / f64::from(SETTLES + 1 - self.ticks);
                        self.now = self.now.towards(frame, part);
                    }
                    // The ground below it is gone.
                    None => (self.hold, self.ticks) = (PropState::Falls, 0),
                }
            }
        }
    }

    /// Returns its matrix between the last tick (0) and this one (1). Held and stowed props are drawn with their joint.
    pub fn world_from_prop(&self, between: f32) -> Mat4 {
        self.before.frame.towards(self.now.frame, between.into()).matrix()
            * self.form.prop_from_grip.inverse()
    }

    /// All that moves it: the same bytes are the same prop in the same place.
    pub fn to_bytes(&self) -> Vec<u8> {
        let hold = match self.hold {
            PropState::Held(Hand::Left) => 0,
            PropState::Held(Hand::Right) => 1,
            PropState::Falls => 2,
            PropState::Lies => 3,
        };
        let numbers = [&self.before, &self.now].into_iter().flat_map(|rod| rod.numbers());
        let numbers = numbers.flat_map(f64::to_le_bytes);
        let ticks = [self.ticks, u32::from(self.stowed), self.left].into_iter().flat_map(u32::to_le_bytes);
        [hold].into_iter().chain(ticks).chain(numbers).collect()
    }
}

/// Returns the prop that is taken up from a place in the level: the nearest that nobody holds, if it is in reach. Any
/// part of it will do, and how far it is to the front or to the back does not matter.
pub fn nearest(props: &[Prop], at: DVec2, reach: f64) -> Option<usize> {
    let free = props.iter().enumerate().filter(|(_, prop)| !matches!(prop.hold, PropState::Held(_)));
    let far = free.map(|(index, prop)| (prop.now.distance(at), index));
    far.filter(|(distance, _)| *distance <= reach).min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, index)| index)
}

#[cfg(test)]
#[path = "prop_tests.rs"]
mod tests;
