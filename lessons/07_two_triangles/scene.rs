//! A skin that follows its waving joints: from the bind pose into each joint's space, and out where the joint is now.

use crate::skin::Skin;
use common::skin::{palette, skin_rigidly};
use glam::{Mat4, Vec3};
use std::f32::consts::TAU;

/// Seconds of one wave.
pub const WAVE: f32 = 4.0;
/// How far root and child of the two triangles wave, in degrees.
const WIDTHS: [f32; 2] = [20.0, 40.0];
/// The skins that can be shown.
pub const SKINS: [&str; 2] = ["two triangles", "long arm"];
/// What may wave.
pub const WAVES: [&str; 4] = ["child", "root", "both", "none"];

pub struct Scene {
    pub triangles: Skin,
    pub arm: Skin,
    /// An index into [`SKINS`].
    pub shown: usize,
    /// An index into [`WAVES`].
    pub waves: usize,
    /// How far through the wave it is, from 0 to 1.
    pub phase: f32,
    /// Root and child of the two triangles, in degrees since the bind pose.
    pub turns: [f32; 2],
    /// How far each joint of the arm waves, in degrees.
    pub swing: f32,
    /// How far each joint of the arm is behind the one before, as a fraction of the wave.
    pub lag: f32,
}

/// A skin as it stands now.
pub struct Posed {
    /// Every joint in the model.
    pub from_joints: Vec<Mat4>,
    /// The palette: what takes a point of the bind pose along with each joint.
    pub from_bind: Vec<Mat4>,
    /// The vertices, in the model.
    pub points: Vec<Vec3>,
}

impl Scene {
    pub fn new() -> Self {
        Self {
            triangles: Skin::two_triangles(2.0),
            arm: Skin::long_arm(),
            shown: 0,
            waves: 0,
            phase: 0.0,
            turns: [0.0; 2],
            swing: 15.0,
            lag: 0.08,
        }
    }

    /// The skin that is shown.
    pub fn skin(&self) -> &Skin {
        [&self.triangles, &self.arm][self.shown]
    }

    /// Turns the joints of the two triangles as the wave has them now.
    pub fn wave(&mut self) {
        for (joint, degrees) in WIDTHS.into_iter().enumerate() {
            if self.is_waving(joint) {
                self.turns[joint] = degrees * (self.phase * TAU).sin();
            }
        }
    }

    /// Whether the wave moves this joint.
    pub fn is_waving(&self, joint: usize) -> bool {
        match WAVES[self.waves] {
            "child" => joint > 0,
            "root" => joint == 0,
            name => name == "both",
        }
    }

    /// By how many degrees a joint has turned since the bind pose.
    fn turn(&self, joint: usize) -> f32 {
        match self.shown {
            0 => self.turns[joint],
            _ if self.is_waving(joint) => self.swing * ((self.phase - self.lag * joint as f32) * TAU).sin(),
            _ => 0.0,
        }
    }

    /// The skin, posed: every vertex goes where its own joint takes it.
    pub fn posed(&self) -> Posed {
        let skin = self.skin();
        let from_joints = skin.posed_from_joints(|joint| self.turn(joint));
        let mut from_bind = palette(&from_joints, &skin.joints_from_bind);
        let mut points = skin_rigidly(&from_bind, &skin.joints, &skin.points);
        // An answer that is not finished may leave some out.
        from_bind.resize(from_joints.len(), Mat4::IDENTITY);
        points.extend(skin.points.iter().skip(points.len()));
        Posed { from_joints, from_bind, points }
    }

    /// Where the bind pose is when it has gone `way` far with one joint.
    ///
    /// At 0 it is where it was made, at 1 in the joint's space, and at 2 where the joint has taken it.
    pub fn on_the_way(&self, posed: &Posed, joint: usize, way: f32) -> Mat4 {
        part_of(posed.from_joints[joint], way - 1.0) * part_of(self.skin().joints_from_bind[joint], way)
    }
}

/// A part of a rigid motion in the plane z = 0: of its turn, and of its move.
fn part_of(motion: Mat4, part: f32) -> Mat4 {
    let part = part.clamp(0.0, 1.0);
    let angle = motion.x_axis.y.atan2(motion.x_axis.x);
    Mat4::from_translation(part * motion.w_axis.truncate()) * Mat4::from_rotation_z(part * angle)
}
