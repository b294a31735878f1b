//! Compares the points of random skins in random poses with double precision.

use common::pose::model_from_joints;
use common::skeleton::Skeleton;
use common::skin::{Influences, four_largest, joints_from_bind, palette, skin_point};
use glam::{DMat4, DVec3, Mat4, Quat, Vec3, Vec4};
use proptest::prelude::*;

/// The number of joints in the skeletons here.
const JOINTS: usize = 6;

/// Returns a skeleton with two branches.
fn skeleton() -> Skeleton {
    let mut skeleton = Skeleton::chain(&["0", "1", "2"]);
    for parent in [1, 3, 0] {
        skeleton.add("joint", Some(parent));
    }
    skeleton
}

fn any_rotation() -> impl Strategy<Value = Quat> {
    let unit = |[x, y, z, w]: [f32; 4]| Vec4::new(x, y, z, w).try_normalize().unwrap_or(Vec4::W);
    prop::array::uniform4(-1.0f32..1.0).prop_map(move |numbers| Quat::from_vec4(unit(numbers)))
}

fn any_point() -> impl Strategy<Value = Vec3> {
    prop::array::uniform3(-2.0f32..2.0).prop_map(Vec3::from)
}

/// Returns poses, as every joint's matrix to its parent.
fn any_pose() -> impl Strategy<Value = Vec<Mat4>> {
    let joint =
        (any_rotation(), any_point()).prop_map(|(turn, place)| Mat4::from_rotation_translation(turn, place));
    prop::collection::vec(joint, JOINTS)
}

fn any_influences() -> impl Strategy<Value = Influences> {
    prop::collection::vec((0..JOINTS, 0.01f32..1.0), 1..7)
        .prop_map(|joint_weights| four_largest(&joint_weights))
}

/// Returns a point's new place in double precision, using nothing of the library but the tree.
fn reference(bind: &[Mat4], pose: &[Mat4], influences: &Influences, point: Vec3) -> DVec3 {
    let model = |local: &[Mat4]| {
        let mut model: Vec<DMat4> = Vec::new();
        for (joint, local) in skeleton().joints().iter().zip(local) {
            let parent = joint.parent.map_or(DMat4::IDENTITY, |parent| model[parent]);
            model.push(parent * local.as_dmat4());
        }
        model
    };
    let (bind, pose) = (model(bind), model(pose));
    let moved = influences.used().map(|(joint, weight)| {
        f64::from(weight) * (pose[joint] * bind[joint].inverse()).transform_point3(point.as_dvec3())
    });
    moved.sum()
}

fn palette_of(bind: &[Mat4], pose: &[Mat4]) -> Vec<Mat4> {
    palette(&model_from_joints(&skeleton(), pose), &joints_from_bind(&skeleton(), bind))
}

proptest! {
    #[test]
    fn points_go_where_the_reference_has_them(
        bind in any_pose(), pose in any_pose(), influences in any_influences(), point in any_point(),
    ) {
        let given = skin_point(&palette_of(&bind, &pose), &influences, point);
        let wanted = reference(&bind, &pose, &influences, point);
        // Five links of some two metres each way make numbers of about thirty.
        prop_assert!(given.as_dvec3().distance(wanted) < 3e-5, "{given} is not {wanted}");
    }
}
