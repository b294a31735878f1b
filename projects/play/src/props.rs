//! Moves the knight's props, a sword in one hand and a lamp in the other.

use super::{CharacterAsset, Hand, JOINT_FROM_GRIP, world_from_prop};
use common::transform::{Transform, slerp};
use glam::{Mat4, Vec3, vec3};
use std::f32::consts::FRAC_PI_2;

/// The name of the sword, by which spheres are attached to it.
pub const SWORD: &str = "sword";

pub const LAMP: &str = "lamp";

/// The ticks that the sword takes from a hand to his back, or from there.
const STOWS: u8 = 24;

/// The hilt's place behind the chest, in metres, and the blade's angle from straight up: the hilt is behind
/// the right shoulder, and the blade points to the left hip. The chest's y points up, and its z ahead.
const HILT: Vec3 = vec3(-0.2, 0.32, -0.19);
const SLANTS: f32 = -2.6;

/// The hands of both props. While the knight needs both hands, the sword is on his back.
#[derive(Clone, Copy, Debug, Default)]
pub struct Props {
    /// True if the left hand has the sword and the right one the lamp.
    exchanged: bool,
    /// The sword's ticks on the way to his back, from 0 in the hand to [`STOWS`].
    away: u8,
}

impl Props {
    /// Makes a tick, in which the knight may exchange hands, or need both.
    pub fn step(&mut self, exchanges: bool, needs_both: bool) {
        self.exchanged ^= exchanges;
        self.away = if needs_both { STOWS.min(self.away + 1) } else { self.away.saturating_sub(1) };
    }

    /// Returns the hand that a prop belongs to.
    pub fn hand(self, prop: &str) -> Hand {
        if (prop == SWORD) == self.exchanged { Hand::Left } else { Hand::Right }
    }

    /// Returns a prop's matrix to the level, given the knight's joints.
    pub fn world_from(
        self,
        prop: &str,
        knight: &CharacterAsset,
        world_from_model: Mat4,
        model_from_joints: &[Mat4],
    ) -> Option<Mat4> {
        // The lamp's bar is in the fist, and it points along the hand: ahead of the hand is ahead of the lamp.
        let prop_from_grip = if prop == LAMP { Mat4::from_rotation_x(FRAC_PI_2) } else { Mat4::IDENTITY };
        let on = |joint: &str, joint_from_grip: Mat4| {
            let model_from_joint = *model_from_joints.get(knight.rig.skeleton.named(joint)?)?;
            Some(world_from_prop(world_from_model, model_from_joint, joint_from_grip, prop_from_grip))
        };
        let in_hand = on(self.hand(prop).joint(), JOINT_FROM_GRIP)?;
        if self.away == 0 || prop == LAMP {
            return Some(in_hand);
        }
        let on_back = on("chest", Mat4::from_translation(HILT) * Mat4::from_rotation_z(SLANTS))?;
        // A half-written answer may give no numbers, which have no rotation.
        if !(in_hand.is_finite() && on_back.is_finite()) {
            return None;
        }
        let [from, to] = [in_hand, on_back].map(Transform::from_matrix);
        let part = f32::from(self.away) / f32::from(STOWS);
        let turn = slerp(from.rotation, to.rotation, part);
        Some(Mat4::from_rotation_translation(turn, from.translation.lerp(to.translation, part)))
    }
}
