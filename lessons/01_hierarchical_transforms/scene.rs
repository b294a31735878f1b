//! The arm: three frames, each placed in the one before it, and a point p that never leaves the last.

use common::transform::{parent_from_hinge, transform_point, world_from_frames};
use glam::{Mat4, Vec3, vec3};
use std::f32::consts::TAU;

/// Where the first hinge stands, in frame o.
pub const B_IN_O: Vec3 = vec3(0.0, 0.9, 0.0);
/// Where the second hinge stands, in frame b: at the end of the upper arm.
pub const C_IN_B: Vec3 = vec3(1.7, 0.0, 0.0);
/// The marked point on the tool, in frame c. It never changes.
pub const P_IN_C: Vec3 = vec3(1.3, 0.0, 0.0);
/// Seconds of one swing.
pub const SWING: f32 = 6.0;

/// All that can change: one offset and three angles, in degrees.
pub struct Arm {
    pub base_x: f32,
    pub base_turn: f32,
    /// Of the hinge between base and upper arm.
    pub theta: f32,
    /// Of the hinge between upper arm and forearm.
    pub phi: f32,
}

impl Arm {
    pub fn new() -> Self {
        Self { base_x: 0.0, base_turn: 0.0, theta: 40.0, phi: -60.0 }
    }

    /// Bends both hinges as they are at this time of the swing, in seconds.
    pub fn swing(&mut self, time: f32) {
        let turn = TAU * time / SWING;
        self.theta = 40.0 + 28.0 * turn.sin();
        self.phi = -60.0 - 34.0 * (2.0 * turn).sin();
    }

    /// A, B and C: each frame in the one before it.
    pub fn parent_from_frames(&self) -> [Mat4; 3] {
        let world_from_o = parent_from_hinge(vec3(self.base_x, 0.0, 0.0), self.base_turn);
        let o_from_b = parent_from_hinge(B_IN_O, self.theta);
        let b_from_c = parent_from_hinge(C_IN_B, self.phi);
        [world_from_o, o_from_b, b_from_c]
    }

    /// Every frame in the world.
    pub fn world_from_frames(&self) -> [Mat4; 3] {
        let frames = world_from_frames(&self.parent_from_frames());
        // An answer that is not finished may leave frames out.
        std::array::from_fn(|i| frames.get(i).copied().unwrap_or(Mat4::IDENTITY))
    }

    /// The marked point, in the world.
    pub fn p_in_world(&self) -> Vec3 {
        let [_, _, world_from_c] = self.world_from_frames();
        transform_point(world_from_c, P_IN_C)
    }
}
