//! The arm: three spaces, each placed in the one before it, and a point p that never leaves the last.

use common::transform::{aim_hinge, parent_from_hinge, transform_point, world_from_spaces};
use glam::{Mat4, Vec3, vec3};
use std::f32::consts::TAU;

/// The shoulder, in space o.
pub const B_IN_O: Vec3 = vec3(0.0, 0.9, 0.0);
/// The elbow, in space b: at the end of the upper arm.
pub const C_IN_B: Vec3 = vec3(1.7, 0.0, 0.0);
/// The marked point on the tool, in space c. It never changes.
pub const P_IN_C: Vec3 = vec3(1.3, 0.0, 0.0);
/// The number of times that one reach turns both hinges.
const REACHES: usize = 20;
/// The seconds of one swing.
pub const SWING: f32 = 6.0;

/// The arm: one offset and three angles, in degrees.
pub struct Arm {
    pub base_x: f32,
    pub base_turn: f32,
    /// The angle of the hinge between base and upper arm.
    pub theta: f32,
    /// The angle of the hinge between upper arm and forearm.
    pub phi: f32,
}

impl Arm {
    pub fn new() -> Self {
        Self { base_x: 0.0, base_turn: 0.0, theta: 40.0, phi: -60.0 }
    }

    /// Bends both hinges for this time of the swing, in seconds.
    pub fn swing(&mut self, time: f32) {
        let turn = TAU * time / SWING;
        self.theta = 40.0 + 28.0 * turn.sin();
        self.phi = -60.0 - 34.0 * (2.0 * turn).sin();
    }

    /// Returns A, B and C, each space's matrix to the one before it.
    pub fn parent_from_spaces(&self) -> [Mat4; 3] {
        let world_from_o = parent_from_hinge(vec3(self.base_x, 0.0, 0.0), self.base_turn);
        let o_from_b = parent_from_hinge(B_IN_O, self.theta);
        let b_from_c = parent_from_hinge(C_IN_B, self.phi);
        [world_from_o, o_from_b, b_from_c]
    }

    pub fn world_from_spaces(&self) -> [Mat4; 3] {
        let frames = world_from_spaces(&self.parent_from_spaces());
        // An unfinished answer may leave spaces out.
        std::array::from_fn(|i| frames.get(i).copied().unwrap_or(Mat4::IDENTITY))
    }

    /// Returns the marked point in world space.
    pub fn p_in_world(&self) -> Vec3 {
        let [_, _, world_from_c] = self.world_from_spaces();
        transform_point(world_from_c, P_IN_C)
    }

    /// Points a point of the upper arm at the target.
    pub fn aim_shoulder(&mut self, point_in_b: Vec3, target_in_world: Vec3) {
        let [world_from_o, _, _] = self.world_from_spaces();
        turn_to(&mut self.theta, aim_hinge(world_from_o, B_IN_O, point_in_b, target_in_world));
    }

    pub fn aim_elbow(&mut self, point_in_c: Vec3, target_in_world: Vec3) {
        let [_, world_from_b, _] = self.world_from_spaces();
        turn_to(&mut self.phi, aim_hinge(world_from_b, C_IN_B, point_in_c, target_in_world));
    }

    /// Points p at the target with the elbow and the shoulder, alternately.
    pub fn reach(&mut self, target_in_world: Vec3) {
        for _ in 0..REACHES {
            self.aim_elbow(P_IN_C, target_in_world);
            let [_, _, b_from_c] = self.parent_from_spaces();
            self.aim_shoulder(transform_point(b_from_c, P_IN_C), target_in_world);
        }
    }
}

/// Sets an angle, wrapped to -180° to 180°, unless it is the NaN of an unfinished answer.
fn turn_to(angle: &mut f32, degrees: f32) {
    if degrees.is_finite() {
        *angle = (degrees + 180.0).rem_euclid(360.0) - 180.0;
    }
}
