//! The knight whose gaits stay in place while a program moves the ground below him.

use crate::knight::Knight;
use crate::trail::{STEP, Trail};
use common::clip::BlendSpace;
use glam::{Mat4, Vec3};
use std::rc::Rc;

/// Time for which his footprints stay, in seconds.
const REMEMBERED: f64 = 3.0;

/// A request to him.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Ask {
    /// A share of the run, from 0 to 1: the ground follows.
    Mix(f32),
    /// A speed of the ground, in metres a second: the mix follows.
    Speed(f32),
}

/// A figure in the middle, over ground that goes by.
pub struct Paced {
    knight: Rc<Knight>,
    pub gaits: BlendSpace,
    pub model_from_joints: Vec<Mat4>,
    pub trail: Trail,
    /// Metres that he has gone.
    gone: f32,
    /// Speed of the ground, in metres a second.
    pub speed: f32,
}

impl Paced {
    pub fn new(knight: &Rc<Knight>) -> Self {
        let gaits = knight.blend_space();
        let model_from_joints = knight.placed(gaits.pose());
        let trail = Trail::new(REMEMBERED);
        Self { knight: knight.clone(), gaits, model_from_joints, trail, gone: 0.0, speed: 0.0 }
    }

    /// Lets `dt` seconds pass.
    pub fn update(&mut self, dt: f32, ask: Ask) {
        let steps = (dt.abs() / STEP).ceil().max(1.0);
        for _ in 0..steps.min(1e4) as u16 {
            self.step(dt / steps, ask);
        }
    }

    fn step(&mut self, dt: f32, ask: Ask) {
        match ask {
            Ask::Mix(mix) => {
                self.gaits.rate = 1.0;
                self.gaits.set_mix(0, mix);
            }
            Ask::Speed(speed) => self.gaits.set_speed(speed, speed),
        }
        self.gaits.update(dt);
        self.speed = match ask {
            Ask::Mix(_) => self.gaits.in_step().speed,
            Ask::Speed(speed) => speed,
        };
        self.gone += self.speed * dt;
        self.trail.passed += f64::from(dt);
        self.model_from_joints = self.knight.placed(self.gaits.pose());
        let toes = self.knight.toes(self.knight.scene.world_from_model(), &self.model_from_joints);
        self.trail.add(toes.map(|toe| toe.map(|toe| toe + self.gone * Vec3::Z)));
    }

    /// Returns by how much the ground is moved.
    pub fn ground(&self) -> Vec3 {
        -self.gone * Vec3::Z
    }
}
