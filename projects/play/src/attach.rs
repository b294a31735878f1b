//! Places a prop in a hand.

#[allow(unused_imports, reason = "an answer may do without them")]
use common::transform::{Transform, transform_point};
use glam::{Mat4, Vec4};

/// Returns the matrix of a held prop, whose grip is at the hand's grip and rotates with it.
///
/// A scaled or mirrored joint does not scale or mirror the prop. It only moves the hand's grip, and the prop with it.
pub fn world_from_prop(
    world_from_model: Mat4,
    model_from_joint: Mat4,
    joint_from_grip: Mat4,
    prop_from_grip: Mat4,
) -> Mat4 {
    // TODO 18.3: Say where the prop is in the world.
    // BEGIN SOLUTION 18.3
    let world_from_joint = world_from_model * model_from_joint;
    let turn = Transform::from_matrix(world_from_joint).rotation;
    let grip = transform_point(world_from_joint, joint_from_grip.w_axis.truncate());
    let mut world_from_grip = Mat4::from_quat(turn) * joint_from_grip;
    world_from_grip.w_axis = grip.extend(1.0);
    world_from_grip * prop_from_grip.inverse()
    // END SOLUTION 18.3
    // STARTER 18.3: let _ = (model_from_joint, joint_from_grip, prop_from_grip);
    // STARTER 18.3: world_from_model
}

/// A hand that can hold a prop.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum Hand {
    Left,
    Right,
}

impl Hand {
    /// Returns the name of the hand's joint.
    pub fn joint(self) -> &'static str {
        match self {
            Self::Left => "hand.L",
            Self::Right => "hand.R",
        }
    }
}

/// The matrix from a hand's grip to its joint. A grip is the fist's middle, with y along a blade.
///
/// It is the same for both of the knight's hands, whose joints are mirror images in y and z already. Only x
/// leads into the body on one side and out of it on the other, since no frame is the mirror image of another.
pub const JOINT_FROM_GRIP: Mat4 = Mat4::from_cols(
    Vec4::new(-1.0, 0.0, 0.0, 0.0),
    Vec4::new(0.0, 0.0, 1.0, 0.0),
    Vec4::new(0.0, 1.0, 0.0, 0.0),
    Vec4::new(0.0, 0.105, 0.01, 1.0),
);

#[cfg(test)]
mod tests {
    use super::*;
    use common::pose::model_from_joints;
    use course::root;
    use glam::vec3;

    #[test]
    fn the_right_hand_holds_the_sword_as_the_file_does_and_the_left_one_as_in_a_mirror() {
        let knight = formats::read(&root().join("assets/knight/knight.dae")).unwrap();
        let joints: Vec<Mat4> = knight.rig.rest.iter().map(|joint| joint.to_matrix()).collect();
        let joints = model_from_joints(&knight.rig.skeleton, &joints);
        let index = |name: &str| knight.rig.skeleton.named(name);
        let sword = knight.surfaces.iter().find(|surface| surface.name == "Sword").unwrap();
        let [right, left] = [Hand::Right, Hand::Left].map(|hand| joints[index(hand.joint()).unwrap()]);
        let sword = right * sword.joints[0].joint_from_bind * sword.bind_shape;
        let [in_right, in_left] =
            [right, left].map(|hand| world_from_prop(Mat4::IDENTITY, hand, JOINT_FROM_GRIP, Mat4::IDENTITY));
        assert!(in_right.abs_diff_eq(sword, 1e-4), "{in_right}\n{sword}");
        for along in [-0.1, 0.0, 0.8] {
            let [left, right] = [in_left, sword].map(|held| transform_point(held, vec3(0.0, along, 0.0)));
            assert!(left.abs_diff_eq(right * vec3(-1.0, 1.0, 1.0), 1e-4), "{left} {right}");
        }
    }
}
