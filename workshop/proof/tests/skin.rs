//! Laws of any skin, in any pose; with twice as many digits to compare with.

use common::pose::model_from_joints;
use common::shapes::cylinder;
use common::skeleton::Skeleton;
use common::skin::{
    DualQuaternion, Influences, four_largest, joints_from_bind, palette, skin_point, skin_rigidly,
};
use glam::{DMat4, DVec3, Mat4, Quat, Vec3, Vec4};
use proptest::prelude::*;

/// Number of joints in the skeletons here.
const JOINTS: usize = 6;

/// Two branches.
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

/// Every joint in its parent.
fn any_pose() -> impl Strategy<Value = Vec<Mat4>> {
    let joint =
        (any_rotation(), any_point()).prop_map(|(turn, place)| Mat4::from_rotation_translation(turn, place));
    prop::collection::vec(joint, JOINTS)
}

fn any_influences() -> impl Strategy<Value = Influences> {
    prop::collection::vec((0..JOINTS, 0.01f32..1.0), 1..7)
        .prop_map(|joint_weights| four_largest(&joint_weights))
}

/// Returns the new place of a point, with twice as many digits and nothing of the library but the tree.
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

    #[test]
    fn the_bind_pose_gives_back_the_mesh(bind in any_pose(), influences in any_influences(), point in any_point()) {
        // Near the joints, where a mesh is.
        let near = model_from_joints(&skeleton(), &bind)[0].transform_point3(point);
        let given = skin_point(&palette_of(&bind, &bind), &influences, near);
        prop_assert!(given.distance(near) < 1e-6 * (1.0 + near.length()) * 4.0, "{given} is not {near}");
    }

    #[test]
    fn moving_the_root_moves_everything_rigidly(
        bind in any_pose(), turn in any_rotation(), place in any_point(), influences in any_influences(),
        point in any_point(),
    ) {
        let motion = Mat4::from_rotation_translation(turn, place);
        let mut pose = bind.clone();
        pose[0] = motion * pose[0];
        let given = skin_point(&palette_of(&bind, &pose), &influences, point);
        prop_assert!(given.distance(motion.transform_point3(point)) < 2e-5);
    }

    #[test]
    fn two_roads_lead_to_the_same_point(
        bind in any_pose(), pose in any_pose(), influences in any_influences(), point in any_point(),
    ) {
        let palette = palette_of(&bind, &pose);
        let by_points = skin_point(&palette, &influences, point);
        let matrices = influences.used().map(|(joint, weight)| palette[joint] * weight);
        let by_matrices = matrices.fold(Mat4::ZERO, |sum, matrix| sum + matrix).transform_point3(point);
        prop_assert!(by_points.distance(by_matrices) < 2e-5);
    }

    #[test]
    fn one_joint_alone_is_rigid_whatever_the_way(
        bind in any_pose(), pose in any_pose(), joint in 0..JOINTS, point in any_point(),
    ) {
        let palette = palette_of(&bind, &pose);
        let blended = skin_point(&palette, &Influences::of(joint), point);
        let rigid = skin_rigidly(&palette, &[joint], &[point])[0];
        let dual = DualQuaternion::from_matrix(palette[joint]).transform_point(point);
        prop_assert!(blended.distance(rigid) < 1e-5 && dual.distance(rigid) < 1e-4);
    }
}

#[test]
fn a_twist_costs_linear_blending_its_radius() {
    let tube = cylinder(1.0, 2.0, 16, 2);
    let half = four_largest(&[(0, 0.5), (1, 0.5)]);
    for degrees in [0.0f32, 60.0, 120.0, 170.0] {
        let twist = degrees.to_radians();
        let palette = [Mat4::IDENTITY, Mat4::from_rotation_y(twist)];
        for &point in tube.positions.iter().filter(|point| point.y == 1.0) {
            // The middle of a chord: half of the two turned points.
            let radius = skin_point(&palette, &half, point).with_y(0.0).length();
            assert!((radius - (0.5 * twist).cos()).abs() < 1e-5, "{degrees}");
        }
    }
}

#[test]
fn a_cylinder_in_its_bind_pose_is_as_it_was_made_to_a_millionth() {
    let skeleton = Skeleton::chain(&["bone 0", "bone 1", "bone 2"]);
    let up = Mat4::from_translation(Vec3::Y);
    let bind = [Mat4::IDENTITY, up * Mat4::from_rotation_z(0.2), up * Mat4::from_rotation_z(-0.4)];
    let palette = palette(&model_from_joints(&skeleton, &bind), &joints_from_bind(&skeleton, &bind));
    let mesh = cylinder(0.3, 3.0, 40, 48);
    let all = four_largest(&[(0, 0.2), (1, 0.5), (2, 0.3)]);
    for &position in &mesh.positions {
        assert!(skin_point(&palette, &all, position).abs_diff_eq(position, 1e-6), "{position}");
    }
}
