//! What the knight takes into his hands.

use super::Game;
use crate::play::arena::BEHIND;
use crate::play::{Buttons, Form, Hand, Hold, JOINT_FROM_GRIP, Thing, nearest, world_from_thing};
use glam::{Mat4, dvec2, dvec3};
use std::f32::consts::FRAC_PI_2;

/// The sword's name: spheres hang on it by that.
pub const SWORD: &str = "sword";

/// The lamp's.
pub const LAMP: &str = "lamp";

/// How far the knight reaches, in metres.
const REACH: f64 = 1.0;

/// How quickly falls what is let go, in metres a second, each second.
const GRAVITY: f64 = -9.81;

/// How far above his feet comes down what fell out of the level.
const ABOVE: f64 = 2.4;

/// The sword in the right hand, the lamp in the left one.
pub fn held_at_first() -> Vec<Thing> {
    let sword = Form {
        name: SWORD.to_owned(),
        thing_from_grip: Mat4::IDENTITY,
        ends: [dvec3(0.0, -0.1, 0.0), dvec3(0.0, 0.78, 0.0)],
        thick: 0.025,
    };
    // Its bar lies in the fist, and it hangs on along the hand: what is ahead of the hand is ahead of the lamp.
    let thing_from_grip = Mat4::from_rotation_x(FRAC_PI_2);
    let ends = [dvec3(0.0, 0.0, 0.02), dvec3(0.0, 0.0, 0.27)];
    let lamp = Form { name: LAMP.to_owned(), thing_from_grip, ends, thick: 0.07 };
    vec![Thing::held(sword, Hand::Right), Thing::held(lamp, Hand::Left)]
}

impl Game {
    /// What becomes of things in a tick, after the knight has moved.
    pub(super) fn handle(&mut self, buttons: Buttons) {
        if buttons.take && !self.pressed.take {
            self.take_or_drop();
        }
        if buttons.exchange && !self.pressed.exchange {
            self.exchange();
        }
        let heights = self.heights.clone();
        let at = self.hero.player().at(&self.world);
        let lost = heights.lowest() - super::ABYSS;
        for thing in &mut self.things {
            let middle = thing.middle();
            let ground = |x: f64| heights.below(dvec2(x, middle.y));
            thing.step(GRAVITY, ground);
            let there = middle.y > lost;
            if !there {
                thing.put(dvec3(at.x, at.y + ABOVE, f64::from(BEHIND)));
            }
        }
        self.carry();
    }

    /// Moves what is held along with the hands.
    pub(super) fn carry(&mut self) {
        let world_from_model = self.hero.world_from_model(1.0);
        for thing in &mut self.things {
            let Hold::Held(hand) = thing.hold() else { continue };
            let Some(joint) = self.stocks.knight.joint(hand.joint()) else { continue };
            let Some(&model_from_joint) = self.hero.now().get(joint) else { continue };
            let thing_from_grip = thing.form().thing_from_grip;
            thing.carry(world_from_thing(
                world_from_model,
                model_from_joint,
                JOINT_FROM_GRIP,
                thing_from_grip,
            ));
        }
    }

    /// Drops what the right hand holds, or takes up what lies nearest.
    fn take_or_drop(&mut self) {
        let held = self.things.iter().position(|thing| thing.hold() == Hold::Held(Hand::Right));
        if let Some(thing) = held {
            self.things[thing].let_go();
            return;
        }
        let at = self.hero.player().at(&self.world);
        if let Some(thing) = nearest(&self.things, at, REACH) {
            self.things[thing].take(Hand::Right);
        }
    }

    /// Puts what each hand holds into the other one.
    fn exchange(&mut self) {
        for thing in &mut self.things {
            if let Hold::Held(hand) = thing.hold() {
                thing.take(hand.other());
            }
        }
    }
}
