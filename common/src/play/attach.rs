//! A thing in a hand.

use crate::transform::{Transform, transform_point};
use glam::{Mat4, Vec4};

/// Where a thing is that is held: its grip lies in the grip of the hand, and turns with it.
///
/// However the joint or one above it is stretched or mirrored, the thing is not. Only the place of the hand's grip is
/// where the stretched hand has it.
pub fn world_from_thing(
    world_from_model: Mat4,
    model_from_joint: Mat4,
    joint_from_grip: Mat4,
    thing_from_grip: Mat4,
) -> Mat4 {
    // TODO 17.2: Chain the matrices from the thing to the world, by way of the grip. Of the joint take only how it is
    //   turned, not how it is stretched: `Transform::from_matrix` takes a matrix apart. The grip's place is the joint's.
    // BEGIN SOLUTION 17.2
    let world_from_joint = world_from_model * model_from_joint;
    let turn = Transform::from_matrix(world_from_joint).rotation;
    let grip = transform_point(world_from_joint, joint_from_grip.w_axis.truncate());
    let mut world_from_grip = Mat4::from_quat(turn) * joint_from_grip;
    world_from_grip.w_axis = grip.extend(1.0);
    world_from_grip * thing_from_grip.inverse()
    // END SOLUTION 17.2
    // STARTER 17.2: let _ = (model_from_joint, joint_from_grip, thing_from_grip);
    // STARTER 17.2: world_from_model
}

/// One of two hands.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum Hand {
    /// The left one.
    Left,
    /// The right one.
    Right,
}

impl Hand {
    /// Its joint's name.
    pub fn joint(self) -> &'static str {
        match self {
            Self::Left => "hand.L",
            Self::Right => "hand.R",
        }
    }

    /// The other one.
    pub fn other(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }
}

/// From the grip of a hand to its joint: the middle of the fist, y where a blade points, z along the hand.
///
/// It is the same for both hands of the knight: the joints of one side are mirror images of the other's already, in y and z.
/// Only x leads into the body on one side and out of it on the other, since no frame is the mirror image of another.
pub const JOINT_FROM_GRIP: Mat4 = Mat4::from_cols(
    Vec4::new(-1.0, 0.0, 0.0, 0.0),
    Vec4::new(0.0, 0.0, 1.0, 0.0),
    Vec4::new(0.0, 1.0, 0.0, 0.0),
    Vec4::new(0.0, 0.105, 0.01, 1.0),
);
