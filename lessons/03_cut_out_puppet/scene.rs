//! The knight: every part at its angle, and his lowest point on the ground.

use crate::puppet::{self, Part, Placed};
use crate::sprite::{back_to_front, sprite_corners};
use anyhow::Result;
use common::pose::model_from_joints;
use common::skeleton::Skeleton;
use common::transform::{parent_from_hinge, transform_point};
use gl::{Gl, HotReload};
use glam::{Mat4, Vec2, Vec3, vec2, vec3};
use stage::Inspected;
use std::cell::Ref;
use std::rc::Rc;

/// The seconds of one stride, a step of the near leg and a step of the far leg.
pub const STRIDE: f32 = 1.25;
/// The metres of one stride, by which the ground moves back.
pub const STRIDE_LENGTH: f32 = 1.45;
/// The points that can touch the ground, in the spaces of parts whose names end like this.
const CONTACTS: [(&str, Vec3); 4] = [
    ("lower leg", vec3(-0.07, -0.42, 0.0)),
    ("lower leg", vec3(0.17, -0.42, 0.0)),
    ("lower arm", vec3(0.0, -0.30, 0.0)),
    ("head", vec3(-0.05, 0.58, 0.0)),
];

/// The middle of the near hand, as a part and a spot of its paper.
const HAND: (&str, Vec2) = ("near lower arm", vec2(0.48, 0.23));

pub struct Knight {
    puppet: Rc<HotReload<(Vec<Part>, Skeleton)>>,
    /// Every part's angle in degrees, in its parent.
    pub degrees: Vec<f32>,
    /// The time in strides.
    pub phase: f32,
    /// The largest angle of the limbs, in degrees.
    pub swing: f32,
    /// The factors on the sprites of the torso and of the near upper arm.
    pub torso_growth: f32,
    pub arm_growth: f32,
    /// The fraction of the full distance by which the parts are pulled apart, from 0 to 1.
    pub apart: f32,
}

impl Knight {
    pub fn new(gl: &Gl) -> Result<Self> {
        let puppet = gl.asset("puppet/puppet.toml", puppet::read)?;
        let mut knight = Self {
            puppet,
            degrees: Vec::new(),
            phase: 0.0,
            swing: 26.0,
            torso_growth: 1.0,
            arm_growth: 1.0,
            apart: 0.0,
        };
        knight.turn_parts();
        Ok(knight)
    }

    /// Returns the parts and their skeleton, which change when their file is saved.
    pub fn puppet(&self) -> Ref<'_, (Vec<Part>, Skeleton)> {
        self.puppet.get()
    }

    /// Rotates every part to its angle at this phase of the walk.
    pub fn turn_parts(&mut self) {
        let degrees = puppet::walking_angles(&self.puppet().0, self.phase, self.swing);
        self.degrees = degrees;
    }

    /// Returns every part's joint matrix to its parent.
    fn hinges(&self, degrees: &[f32]) -> Vec<Mat4> {
        let hinge = |(part, &degrees): (&Part, &f32)| parent_from_hinge(part.attach.extend(0.0), degrees);
        self.puppet().0.iter().zip(degrees).map(hinge).collect()
    }

    /// Returns every part's joint matrix to the model, and its sprite's size. Only *sprites* grow.
    fn pose(&self, degrees: &[f32]) -> Vec<Placed> {
        let (parts, skeleton) = &*self.puppet();
        let mut model_from_joints = model_from_joints(skeleton, &self.hinges(degrees));
        // An unfinished answer may leave parts out.
        model_from_joints.resize(parts.len(), Mat4::IDENTITY);
        let growth = |part: &Part| match part.name.as_str() {
            "torso" => self.torso_growth,
            "near upper arm" => self.arm_growth,
            _ => 1.0,
        };
        (parts.iter().zip(model_from_joints))
            .map(|(part, model_from_joint)| Placed { model_from_joint, size: part.size * growth(part) })
            .collect()
    }

    /// Places every part, with the lowest point on the ground.
    pub fn place(&self) -> Vec<Placed> {
        let parts = &self.puppet().0;
        let mut placed = self.pose(&self.degrees);
        let lift = lift(parts, &placed);
        for (part, placed) in parts.iter().zip(&mut placed) {
            let moved = lift + pulled_apart(part, placed.model_from_joint.w_axis.y) * self.apart;
            placed.model_from_joint = Mat4::from_translation(moved) * placed.model_from_joint;
        }
        placed
    }

    /// Returns what the inspector shows, the skeleton and its matrices.
    pub fn inspected(&self) -> Inspected {
        let (parts, skeleton) = &*self.puppet();
        let lift = lift(parts, &self.pose(&self.degrees));
        let (down, placed) = (Mat4::from_translation(-lift), self.place());
        let placed = placed.iter().map(|placed| down * placed.model_from_joint).collect();
        let (lift, hinges) = (Mat4::from_translation(lift), self.hinges(&self.degrees));
        Inspected::new(skeleton, Some(lift), hinges, placed).opens_on(HAND.0)
    }

    /// Returns the hand in world space, with the knight on the ground and his parts at these angles.
    pub fn hand(&self, degrees: &[f32]) -> Option<Vec3> {
        let (parts, skeleton) = &*self.puppet();
        let arm = parts.iter().position(|part| part.name == HAND.0)?;
        let hand_in_model = puppet::spot_in_model(parts, skeleton, degrees, arm, HAND.1);
        Some(hand_in_model.extend(0.0) + lift(parts, &self.pose(degrees)))
    }

    /// Returns the hand's path over about the last stride, each point moved back with the ground since.
    pub fn hands_trail(&self) -> Vec<Vec3> {
        let at = |i: u8| {
            let strides_ago = f32::from(i) / 60.0;
            let hand =
                self.hand(&puppet::walking_angles(&self.puppet().0, self.phase - strides_ago, self.swing))?;
            Some(hand - strides_ago * STRIDE_LENGTH * Vec3::X)
        };
        (0..=75).filter_map(at).collect()
    }

    /// Returns the corners of part `i`'s sprite in model space.
    pub fn corners(&self, i: usize, placed: Placed) -> [Vec3; 4] {
        sprite_corners(placed.model_from_joint, placed.size, self.puppet().0[i].pivot)
    }

    /// Returns the part that is seen at a point of model space.
    pub fn part_at(&self, point: Vec2) -> Option<usize> {
        let parts = &self.puppet().0;
        puppet::part_at(parts, &self.place(), point).filter(|&part| part < parts.len())
    }

    /// Returns the parts' indices in the order of drawing.
    pub fn order(&self) -> Vec<usize> {
        let layers: Vec<i32> = self.puppet().0.iter().map(|part| part.layer).collect();
        back_to_front(&layers)
    }
}

/// Returns the offset that moves the lowest point of the puppet to the ground.
fn lift(parts: &[Part], placed: &[Placed]) -> Vec3 {
    let heights = parts.iter().zip(placed).flat_map(|(part, placed)| {
        let touching = CONTACTS.iter().filter(|(name, _)| part.name.ends_with(name));
        touching.map(|(_, point)| transform_point(placed.model_from_joint, *point).y)
    });
    let lowest = heights.fold(f32::INFINITY, f32::min);
    if lowest.is_finite() { Vec3::Y * -lowest } else { Vec3::ZERO }
}

/// Returns a part's offset when the puppet is pulled apart, near parts to the right, far ones to the left.
fn pulled_apart(part: &Part, height: f32) -> Vec3 {
    let side = match part.name.split(' ').next() {
        Some("near") => 0.5,
        Some("far") => -0.5,
        _ => 0.0,
    };
    let outwards = if part.name.ends_with("arm") { 1.9 } else { 1.0 };
    vec3(side * outwards, 0.45 * (height - 0.76), 0.0)
}
