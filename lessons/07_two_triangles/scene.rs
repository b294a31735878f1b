//! A skin that follows its waving joints: from the bind pose to each joint's space, and from there to the present pose.

use crate::skin::Skin;
use common::mesh::Mesh;
use common::skin::{Influences, out_of_place, palette, skin_rigidly};
use glam::{Mat4, Vec3, vec3};
use stage::Inspected;
use std::f32::consts::TAU;

/// The seconds of one wave.
pub const WAVE: f32 = 4.0;
/// The largest angles of root and child of the two triangles, in degrees.
const WIDTHS: [f32; 2] = [20.0, 40.0];
/// The delay of each of the arm's joints behind the one before, as a fraction of the wave.
const LAG: f32 = 0.08;

/// The skins that can be shown.
#[derive(Clone, Copy, PartialEq)]
pub enum Figure {
    TwoTriangles,
    LongArm,
}

#[derive(Clone, Copy, PartialEq)]
pub enum Waves {
    Child,
    Root,
    Both,
    Neither,
}

/// That of 07.2, and two wrong ones for the tests of 07.3.
#[derive(Clone, Copy, PartialEq)]
pub enum Palette {
    Yours,
    /// The joints' matrices alone.
    NoInverse,
    /// The product's factors in the other order.
    Exchanged,
}

pub struct Scene {
    pub triangles: Skin,
    pub arm: Skin,
    pub shown: Figure,
    pub waves: Waves,
    pub palette: Palette,
    /// Fraction of the wave that has passed, from 0 to 1.
    pub phase: f32,
    /// The angles of root and child of the two triangles, in degrees from the bind pose.
    pub turns: [f32; 2],
    /// The largest angle of each of the arm's joints, in degrees.
    pub swing: f32,
}

/// The matrices and vertices of a skin in the present pose.
pub struct Posed {
    /// Every joint's matrix to the model.
    pub from_joints: Vec<Mat4>,
    /// The palette, with matrices from the bind pose to the present pose.
    pub from_bind: Vec<Mat4>,
    /// The vertices in model space.
    pub points: Vec<Vec3>,
}

impl Scene {
    pub fn new() -> Self {
        Self {
            triangles: Skin::two_triangles(2.0),
            arm: Skin::long_arm(),
            shown: Figure::TwoTriangles,
            waves: Waves::Child,
            palette: Palette::Yours,
            phase: 0.0,
            turns: [0.0; 2],
            swing: 15.0,
        }
    }

    pub fn skin(&self) -> &Skin {
        match self.shown {
            Figure::TwoTriangles => &self.triangles,
            Figure::LongArm => &self.arm,
        }
    }

    /// Turns the joints of the two triangles to the present phase of the wave.
    pub fn wave(&mut self) {
        for (joint, degrees) in WIDTHS.into_iter().enumerate() {
            if self.is_waving(joint) {
                self.turns[joint] = degrees * (self.phase * TAU).sin();
            }
        }
    }

    /// Returns true if the wave moves this joint.
    pub fn is_waving(&self, joint: usize) -> bool {
        match self.waves {
            Waves::Child => joint > 0,
            Waves::Root => joint == 0,
            Waves::Both => true,
            Waves::Neither => false,
        }
    }

    /// Returns the angle of a joint from the bind pose, in degrees.
    fn turn(&self, joint: usize) -> f32 {
        match self.shown {
            Figure::TwoTriangles => self.turns[joint],
            Figure::LongArm if self.is_waving(joint) => {
                self.swing * ((self.phase - LAG * joint as f32) * TAU).sin()
            }
            Figure::LongArm => 0.0,
        }
    }

    /// Poses the skin: every vertex is moved by its own joint.
    pub fn posed(&self) -> Posed {
        let skin = self.skin();
        let from_joints = skin.posed_from_joints(|joint| self.turn(joint));
        let from_bind = self.palette_of(&from_joints);
        let points = skin_rigidly(&from_bind, &skin.joints, &skin.points);
        Posed { from_joints, from_bind, points }
    }

    /// Returns the palette for these matrices of the joints to the model.
    fn palette_of(&self, posed_from_joints: &[Mat4]) -> Vec<Mat4> {
        let joints_from_bind = &self.skin().joints_from_bind;
        let mut from_bind = match self.palette {
            Palette::Yours => palette(posed_from_joints, joints_from_bind),
            Palette::NoInverse => posed_from_joints.to_vec(),
            Palette::Exchanged => {
                joints_from_bind.iter().zip(posed_from_joints).map(|(into, out)| into * out).collect()
            }
        };
        // An unfinished answer may leave entries out.
        from_bind.resize(posed_from_joints.len(), Mat4::IDENTITY);
        from_bind
    }

    /// Returns what the inspector shows.
    pub fn inspected(&self) -> Inspected {
        let (skin, Posed { from_joints, from_bind, .. }) = (self.skin(), self.posed());
        let influences = skin.joints.iter().map(|&joint| Influences::of(joint)).collect();
        let mesh = Mesh { positions: skin.points.clone(), influences, ..Mesh::default() };
        let turned = skin.turned(|joint| self.turn(joint));
        Inspected::new(&skin.skeleton, Some(Mat4::IDENTITY), turned, from_joints).with_skin(
            mesh,
            &skin.joints_from_bind,
            from_bind,
        )
    }

    /// Returns what both tests find, in the bind pose, and with the whole figure moved.
    pub fn found(&self) -> [Option<(usize, f32)>; 2] {
        let skin = self.skin();
        let carried = Mat4::from_translation(vec3(1.0, 0.5, 0.0)) * Mat4::from_rotation_z(0.5);
        [Mat4::IDENTITY, carried].map(|moved| {
            let posed_from_joints: Vec<Mat4> =
                skin.bind_from_joints.iter().map(|bind| moved * bind).collect();
            out_of_place(&self.palette_of(&posed_from_joints), moved, &skin.joints, &skin.points)
        })
    }
}
