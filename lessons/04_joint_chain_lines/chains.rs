//! Three chains of joints of different shapes, and their sway.

use common::skeleton::Skeleton;
use glam::{Mat4, Quat, Vec3, vec3};
use std::f32::consts::TAU;

/// A chain of joints, with the way in which each sways.
pub struct Chain {
    pub name: &'static str,
    pub skeleton: Skeleton,
    /// The foot's place in world space.
    pub foot: Vec3,
    sways: Vec<Sway>,
}

/// A joint's place in its parent, and how it swings there.
#[derive(Clone, Copy)]
struct Sway {
    offset: Vec3,
    rest: Quat,
    axis: Vec3,
    /// The largest swing to either side, in radians.
    swing: f32,
    /// The delay after the root, as a fraction of a swing.
    lag: f32,
}

impl Sway {
    fn parent_from_joint(&self, phase: f32, strength: f32) -> Mat4 {
        let angle = self.swing * strength * ((phase - self.lag) * TAU).sin();
        Mat4::from_translation(self.offset)
            * Mat4::from_quat(self.rest * Quat::from_axis_angle(self.axis, angle))
    }
}

impl Chain {
    fn new(name: &'static str, x: f32) -> Self {
        Self { name, skeleton: Skeleton::new(), foot: vec3(x, 0.0, 0.0), sways: Vec::new() }
    }

    fn add(&mut self, name: &str, parent: Option<usize>, sway: Sway) -> usize {
        self.sways.push(sway);
        self.skeleton.add(name, parent)
    }

    /// Returns every joint's matrix to its parent, at a `phase` of the swing from 0 to 1.
    pub fn parent_from_joints(&self, phase: f32, strength: f32) -> Vec<Mat4> {
        self.sways.iter().map(|sway| sway.parent_from_joint(phase, strength)).collect()
    }

    /// Returns the chains of the lesson.
    pub fn all() -> [Self; 3] {
        [reed(), hand(), tree()]
    }
}

/// Returns a dozen joints in a row.
fn reed() -> Chain {
    let mut chain = Chain::new("reed", -1.2);
    let mut parent = None;
    for i in 0..12u8 {
        let offset = if i == 0 { Vec3::ZERO } else { Vec3::Y * 0.19 };
        let (rest, lag) = (Quat::IDENTITY, 0.06 * f32::from(i));
        let sway = Sway { offset, rest, axis: Vec3::Z, swing: 0.11, lag };
        parent = Some(chain.add(&format!("reed {i}"), parent, sway));
    }
    chain
}

/// Returns a wrist with five fingers. The joints are listed row by row, so a finger's aren't successive.
fn hand() -> Chain {
    const FINGERS: [(&str, f32, f32, f32); 5] = [
        // Name, x, rotation outwards and length.
        ("thumb", -0.24, 0.75, 0.26),
        ("index", -0.22, 0.12, 0.34),
        ("middle", -0.07, 0.02, 0.38),
        ("ring", 0.08, -0.08, 0.35),
        ("little", 0.22, -0.20, 0.27),
    ];
    let mut chain = Chain::new("hand", 0.0);
    let still = Sway { offset: Vec3::ZERO, rest: Quat::IDENTITY, axis: Vec3::X, swing: 0.0, lag: 0.0 };
    let wrist = chain.add("wrist", None, Sway { axis: Vec3::Z, swing: 0.10, ..still });
    let palm = chain.add("palm", Some(wrist), Sway { offset: Vec3::Y * 0.30, swing: 0.06, ..still });
    let mut last = [palm; 5];
    for row in 0..4u8 {
        for (finger, (name, x, outwards, length)) in FINGERS.into_iter().enumerate() {
            let lag = 0.08 * finger as f32 + 0.04 * f32::from(row);
            let low = if finger == 0 { 0.20 } else { 0.62 };
            let (offset, rest, swing) = match row {
                0 => (vec3(x, low, 0.0), Quat::from_rotation_z(outwards), 0.25),
                1 => (Vec3::Y * length, Quat::from_rotation_x(0.30), 0.30),
                _ => (Vec3::Y * length * 0.75, Quat::from_rotation_x(0.30), 0.30),
            };
            let sway = Sway { offset, rest, swing, lag, ..still };
            last[finger] = chain.add(&format!("{name} {row}"), Some(last[finger]), sway);
        }
    }
    chain
}

/// Returns a trunk that forks again and again, with all forks of one height listed before the next.
fn tree() -> Chain {
    let mut chain = Chain::new("tree", 1.35);
    let grow = |length: f32, rest: Quat, lag: f32| Sway {
        offset: rest * Vec3::Y * length,
        rest,
        axis: vec3(0.35, 0.0, 1.0).normalize(),
        swing: 0.07,
        lag,
    };
    let foot = chain.add("foot", None, grow(0.0, Quat::IDENTITY, 0.0));
    let mut tips = vec![chain.add("trunk", Some(foot), grow(0.70, Quat::IDENTITY, 0.03))];
    for (height, (forks, length)) in [(3u8, 0.50), (2, 0.40), (2, 0.30)].into_iter().enumerate() {
        let mut next = Vec::new();
        for (i, tip) in tips.into_iter().enumerate() {
            for fork in 0..forks {
                // Each leans to its own side.
                let around = TAU * f32::from(fork) / f32::from(forks) + 1.9 * (i + height) as f32;
                let lean = Quat::from_axis_angle(vec3(around.cos(), 0.0, around.sin()), 0.50);
                let name = format!("fork {}.{}", height + 1, next.len());
                next.push(chain.add(&name, Some(tip), grow(length, lean, 0.08 * (height + 1) as f32)));
            }
        }
        tips = next;
    }
    chain
}
