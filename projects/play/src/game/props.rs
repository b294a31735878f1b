//! Props that the knight takes into his hands.

use super::Game;
use crate::arena::BEHIND;
use crate::{Buttons, Form, Hand, JOINT_FROM_GRIP, Prop, PropState, Stow, nearest, world_from_prop};
use glam::{Mat4, Vec3, dvec2, dvec3, vec3};
use std::f32::consts::FRAC_PI_2;

/// Name of the sword, by which spheres are attached to it.
pub const SWORD: &str = "sword";

/// The lamp's.
pub const LAMP: &str = "lamp";

/// Reach of the knight, in metres.
const REACH: f64 = 1.0;

/// Acceleration of a falling prop, in metres a second, each second.
const GRAVITY: f64 = -9.81;

/// Place of the hilt behind the chest, in metres, and the blade's angle from straight up.
const HILT: Vec3 = vec3(-0.2, 0.32, -0.19);
const SLANTS: f32 = -2.6;

/// Height above his feet at which a lost prop reappears, in metres.
const ABOVE: f64 = 2.4;

/// The sword in the right hand, the lamp in the left one.
pub fn held_at_first() -> Vec<Prop> {
    let sword = Form {
        name: SWORD.to_owned(),
        prop_from_grip: Mat4::IDENTITY,
        ends: [dvec3(0.0, -0.1, 0.0), dvec3(0.0, 0.78, 0.0)],
        thick: 0.025,
        stow: Some(Stow { joint: "chest", joint_from_grip: across_the_back() }),
    };
    // Its bar is in the fist, and it points along the hand: ahead of the hand is ahead of the lamp.
    let prop_from_grip = Mat4::from_rotation_x(FRAC_PI_2);
    let ends = [dvec3(0.0, 0.0, 0.02), dvec3(0.0, 0.0, 0.27)];
    let lamp = Form { name: LAMP.to_owned(), prop_from_grip, ends, thick: 0.07, stow: None };
    vec![Prop::held(sword, Hand::Right), Prop::held(lamp, Hand::Left)]
}

/// From the grip of a sword on the back to the chest's joint, whose y points up and whose z points ahead: the hilt
/// behind the right shoulder, the blade down to the left hip.
fn across_the_back() -> Mat4 {
    Mat4::from_translation(HILT) * Mat4::from_rotation_z(SLANTS)
}

impl Game {
    /// Moves the props by a tick, after the knight has moved.
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
        for prop in &mut self.props {
            let middle = prop.middle();
            let ground = |x: f64| heights.below(dvec2(x, middle.y));
            prop.step(GRAVITY, ground);
            let there = middle.y > lost;
            if !there {
                prop.put(dvec3(at.x, at.y + ABOVE, f64::from(BEHIND)));
            }
        }
        self.carry();
    }

    /// Moves what is held along with the hands, or with what it is stowed on.
    pub(super) fn carry(&mut self) {
        let world_from_model = self.hero.world_from_model(1.0);
        let stows = self.hero.state().is_some_and(|state| state.stows);
        for index in 0..self.props.len() {
            self.props[index].stow(stows);
            let held = self.world_from_held(&self.props[index], world_from_model, self.hero.now());
            if let Some(world_from_prop) = held {
                self.props[index].carry(world_from_prop);
            }
        }
    }

    /// From a prop that the knight holds to the level: in his hand, or where it is stowed. `model_from_joints` says how he
    /// stands.
    pub fn world_from_held(
        &self,
        prop: &Prop,
        world_from_model: Mat4,
        model_from_joints: &[Mat4],
    ) -> Option<Mat4> {
        let PropState::Held(hand) = prop.hold() else { return None };
        let in_hand = Stow { joint: hand.joint(), joint_from_grip: JOINT_FROM_GRIP };
        let Stow { joint, joint_from_grip } = prop.stowed().unwrap_or(in_hand);
        let model_from_joint = *model_from_joints.get(self.characters.knight.joint(joint)?)?;
        let prop_from_grip = prop.form().prop_from_grip;
        Some(world_from_prop(world_from_model, model_from_joint, joint_from_grip, prop_from_grip))
    }

    /// Drops the prop in the right hand, or takes up the nearest one.
    fn take_or_drop(&mut self) {
        let held = self.props.iter().position(|prop| prop.hold() == PropState::Held(Hand::Right));
        if let Some(prop) = held {
            self.props[prop].let_go();
            return;
        }
        let at = self.hero.player().at(&self.world);
        if let Some(prop) = nearest(&self.props, at, REACH) {
            self.props[prop].take(Hand::Right);
        }
    }

    /// Puts what each hand holds into the other one.
    fn exchange(&mut self) {
        for prop in &mut self.props {
            if let PropState::Held(hand) = prop.hold() {
                prop.take(hand.other());
            }
        }
    }
}
