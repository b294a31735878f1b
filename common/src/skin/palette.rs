//! From the bind pose to the pose of now, joint by joint.

#[allow(unused_imports, reason = "an answer may do without it")]
use crate::pose::model_from_joints;
use crate::skeleton::Skeleton;
use crate::skin::SkinJoint;
use crate::transform::transform_point;
use glam::{Mat3, Mat4, Vec3};

/// Returns every joint's inverse bind matrix: from the bind pose's model space into the joint's own space.
///
/// `parent_from_joints` is the bind pose. It does not change while the model moves, so neither does the result.
///
/// # Panics
/// If there are fewer transforms than joints.
pub fn joints_from_bind(skeleton: &Skeleton, parent_from_joints: &[Mat4]) -> Vec<Mat4> {
    // TODO 07.1: Find every joint's matrix from the bind pose's model space into the joint's own space.
    // BEGIN SOLUTION 07.1
    let bind_from_joints = model_from_joints(skeleton, parent_from_joints);
    bind_from_joints.iter().map(Mat4::inverse).collect()
    // END SOLUTION 07.1
    // STARTER 07.1: let _ = skeleton;
    // STARTER 07.1: vec![Mat4::IDENTITY; parent_from_joints.len()]
}

/// Fills `palette` with an entry for each of a skin's joints: the matrix from the bind pose to the pose of now.
///
/// `model_from_joints` has every joint of the skeleton as it is now. A skin may use only some of them, in an order of its own.
///
/// # Panics
/// If one of the joints of the skin is not in `model_from_joints`.
pub fn fill_palette(model_from_joints: &[Mat4], joints: &[SkinJoint], palette: &mut [Mat4]) {
    // TODO 07.2: For each of the skin's joints, fill in the one matrix from the bind pose to now.
    // BEGIN SOLUTION 07.2
    for (posed_from_bind, joint) in palette.iter_mut().zip(joints) {
        *posed_from_bind = model_from_joints[joint.node] * joint.joint_from_bind;
    }
    // END SOLUTION 07.2
    // STARTER 07.2: let _ = (model_from_joints, joints, palette);
}

/// Returns the palette of a skin that uses every joint, in the skeleton's order. Until an entry is filled in, it moves
/// nothing.
///
/// # Panics
/// If there are fewer joints in `model_from_joints` than inverse bind matrices.
pub fn palette(model_from_joints: &[Mat4], joints_from_bind: &[Mat4]) -> Vec<Mat4> {
    let in_order = |(node, &joint_from_bind)| SkinJoint { node, joint_from_bind };
    let joints: Vec<SkinJoint> = joints_from_bind.iter().enumerate().map(in_order).collect();
    let mut palette = vec![Mat4::IDENTITY; joints.len()];
    fill_palette(model_from_joints, &joints, &mut palette);
    palette
}

/// Returns the points of the bind pose as they are now, if each follows one joint alone: `joints` has that joint for each.
///
/// # Panics
/// If the palette has no entry for one of the joints.
pub fn skin_rigidly(palette: &[Mat4], joints: &[usize], points: &[Vec3]) -> Vec<Vec3> {
    joints.iter().zip(points).map(|(&joint, &point)| transform_point(palette[joint], point)).collect()
}

/// Distance in metres up to which a vertex is at its place: rounding leaves far less, and nobody sees more.
pub const STILL: f32 = 1e-3;

/// Tests a palette for which all joints have moved as one piece, by `moved_from_bind`: by the identity in the bind pose.
///
/// Returns the joint that takes one of its points farthest from its place, and how far, in metres; none if all are at
/// their places. A place that is no number is infinitely far away.
///
/// # Panics
/// If the palette has no entry for one of the joints.
pub fn out_of_place(
    palette: &[Mat4],
    moved_from_bind: Mat4,
    joints: &[usize],
    points: &[Vec3],
) -> Option<(usize, f32)> {
    // TODO 07.3: Find the point that is farthest from where it should be, if it is farther than `STILL`.
    // BEGIN SOLUTION 07.3
    let mut found = None;
    let mut farthest = STILL;
    for (&joint, &point) in joints.iter().zip(points) {
        let place = transform_point(moved_from_bind, point);
        let away = transform_point(palette[joint], point).distance(place);
        let away = if away.is_nan() { f32::INFINITY } else { away };
        if away > farthest {
            found = Some((joint, away));
            farthest = away;
        }
    }
    found
    // END SOLUTION 07.3
    // STARTER 07.3: let _ = (palette, moved_from_bind, joints, points);
    // STARTER 07.3: Some((0, f32::INFINITY))
}

/// Fills `normal_palette` with a normal matrix for each matrix of a palette: it keeps normals at right angles to the surface.
///
/// That is the transposed inverse, or a positive multiple of it: only the normals' directions count. A matrix whose
/// determinant is 0 presses its joint flat and has no inverse: its normal matrix turns each normal to where it would point
/// if the joint were almost flat, and not mirrored.
pub fn fill_normal_palette(palette: &[Mat4], normal_palette: &mut [Mat3]) {
    // TODO 09.2: Find for each matrix the one that keeps normals at right angles to their surface.
    // BEGIN SOLUTION 09.2
    for (normals_from_bind, posed_from_bind) in normal_palette.iter_mut().zip(palette) {
        let matrix = Mat3::from_mat4(*posed_from_bind);
        let [x, y, z] = [matrix.x_axis, matrix.y_axis, matrix.z_axis];
        *normals_from_bind = if matrix.determinant() == 0.0 {
            Mat3::from_cols(y.cross(z), z.cross(x), x.cross(y))
        } else {
            matrix.inverse().transpose()
        };
    }
    // END SOLUTION 09.2
    // STARTER 09.2: let _ = palette;
    // STARTER 09.2: normal_palette.fill(Mat3::IDENTITY);
}

/// Returns the normal matrices in a new list.
pub fn normal_palette(palette: &[Mat4]) -> Vec<Mat3> {
    let mut normal_palette = vec![Mat3::NAN; palette.len()];
    fill_normal_palette(palette, &mut normal_palette);
    normal_palette
}

/// Returns the normal matrices as a shader's block takes them, each in a `Mat4`.
///
/// A joint that is scaled to 0 has none, and gets the identity: by zeros its neighbours' triangles would go black.
pub fn shader_normals(palette: &[Mat4]) -> Vec<Mat4> {
    let mut normals = vec![Mat3::IDENTITY; palette.len()];
    fill_normal_palette(palette, &mut normals);
    let or_identity = |matrix: Mat3| if matrix == Mat3::ZERO { Mat3::IDENTITY } else { matrix };
    normals.into_iter().map(or_identity).map(Mat4::from_mat3).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{Quat, vec3};

    /// Returns the joints in the model, in the bind pose and in another one, and their inverse bind matrices.
    fn arm() -> ([Vec<Mat4>; 2], Vec<Mat4>) {
        let mut skeleton = Skeleton::chain(&["shoulder", "elbow", "hand"]);
        skeleton.add("thumb", Some(1));
        let pose = |swing: f32| -> Vec<Mat4> {
            let turn = |i: u8| Quat::from_rotation_z(swing * f32::from(i)) * Quat::from_rotation_x(0.4);
            let joint = |i: u8| (vec3(1.0, 0.7, 1.2), turn(i), vec3(0.3, f32::from(i), 1.0));
            (0..4).map(joint).map(|(s, r, t)| Mat4::from_scale_rotation_translation(s, r, t)).collect()
        };
        let [bind, now] = [pose(0.5), pose(-0.8)];
        let joints_from_bind = joints_from_bind(&skeleton, &bind);
        ([bind, now].map(|pose| model_from_joints(&skeleton, &pose)), joints_from_bind)
    }

    #[test]
    fn in_the_bind_pose_each_entry_is_the_identity() {
        let ([bind, _], joints_from_bind) = arm();
        let entries = palette(&bind, &joints_from_bind);
        assert_eq!(entries.len(), 4);
        assert!(entries.iter().all(|entry| entry.abs_diff_eq(Mat4::IDENTITY, 1e-5)), "{entries:?}");
    }

    #[test]
    fn a_point_of_a_joint_goes_with_it_wherever_the_skin_lists_it() {
        let ([bind, now], joints_from_bind) = arm();
        let used = [3, 1].map(|node| SkinJoint { node, joint_from_bind: joints_from_bind[node] });
        let mut entries = [Mat4::IDENTITY; 3];
        fill_palette(&now, &used, &mut entries);
        let point = vec3(0.2, -0.5, 0.1);
        for (entry, SkinJoint { node, .. }) in entries.iter().zip(used) {
            let [was, is] = [&bind, &now].map(|pose| pose[node].transform_point3(point));
            assert!(entry.transform_point3(was).abs_diff_eq(is, 1e-5));
        }
        assert_eq!(entries[2], Mat4::IDENTITY);
    }

    #[test]
    fn the_point_that_is_farthest_off_names_its_joint() {
        let moved = Mat4::from_rotation_translation(Quat::from_rotation_y(1.0), vec3(0.0, 2.0, 0.0));
        let off = |by: f32| moved * Mat4::from_translation(by * Vec3::X);
        let points = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z];
        let found = |palette: [Mat4; 3]| out_of_place(&palette, moved, &[2, 0, 1, 0], &points);
        assert_eq!(found([moved, off(0.5 * STILL), moved]), None);
        for (palette, wanted) in [
            ([off(0.2), off(-0.5), off(0.1)], (1, 0.5)),
            ([off(2.0 * STILL), moved, moved], (0, 2.0 * STILL)),
            ([off(9.0), moved, off(f32::NAN)], (2, f32::INFINITY)),
        ] {
            let (joint, away) = found(palette).unwrap();
            assert!(
                joint == wanted.0 && (away == wanted.1 || (away - wanted.1).abs() < 1e-5),
                "{joint} {away}"
            );
        }
    }

    #[test]
    fn normals_stay_at_right_angles_to_a_stretched_and_turned_surface() {
        let turn = Quat::from_rotation_z(0.7) * Quat::from_rotation_x(0.3);
        let stretched = Mat4::from_scale_rotation_translation(vec3(3.0, 1.0, 0.5), turn, Vec3::ONE);
        let normal_matrix = normal_palette(&[stretched])[0];
        let (along, normal) = (vec3(1.0, -1.0, 0.5), vec3(1.0, 1.0, 0.0));
        assert!(along.dot(normal).abs() < 1e-6);
        assert!(stretched.transform_vector3(along).dot(normal_matrix * normal).abs() < 1e-6);
        let plain = Mat3::from_mat4(stretched) * normal;
        assert!(stretched.transform_vector3(along).dot(plain).abs() > 0.1, "the plain matrix would not do");
        let for_shader = [Mat4::from_mat3(normal_matrix), Mat4::IDENTITY];
        assert_eq!(shader_normals(&[stretched, Mat4::ZERO]), for_shader);
    }
}
