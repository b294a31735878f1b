//! From the bind pose to the pose of now, joint by joint.

#[allow(unused_imports, reason = "an answer may do without it")]
use crate::pose::model_from_joints;
use crate::skeleton::Skeleton;
use crate::transform::transform_point;
use glam::{Mat3, Mat4, Vec3};

/// Every joint's way from the bind pose's model space into its own space (many say *inverse bind matrix*).
///
/// `parent_from_joints` is the bind pose. It does not change while the model moves, so neither does the result.
pub fn joints_from_bind(skeleton: &Skeleton, parent_from_joints: &[Mat4]) -> Vec<Mat4> {
    // TODO 07.1: Find for every joint the way from the bind pose's model space into the joint's own space.
    // BEGIN SOLUTION 07.1
    let bind_from_joints = model_from_joints(skeleton, parent_from_joints);
    bind_from_joints.iter().map(Mat4::inverse).collect()
    // END SOLUTION 07.1
    // STARTER 07.1: let _ = skeleton;
    // STARTER 07.1: vec![Mat4::IDENTITY; parent_from_joints.len()]
}

/// Every joint's `posed_from_bind`: what takes a point of the bind pose along with the joint.
pub fn palette(posed_from_joints: &[Mat4], joints_from_bind: &[Mat4]) -> Vec<Mat4> {
    // TODO 07.2: For every joint, the one matrix that leads from the bind pose to now.
    // BEGIN SOLUTION 07.2
    let pairs = posed_from_joints.iter().zip(joints_from_bind);
    pairs.map(|(posed_from_joint, joint_from_bind)| posed_from_joint * joint_from_bind).collect()
    // END SOLUTION 07.2
    // STARTER 07.2: let _ = posed_from_joints;
    // STARTER 07.2: joints_from_bind.to_vec()
}

/// Where the points of the bind pose are now, if each follows one joint alone. `joints` has that joint for each point.
pub fn skin_rigidly(palette: &[Mat4], joints: &[usize], points: &[Vec3]) -> Vec<Vec3> {
    joints.iter().zip(points).map(|(&joint, &point)| transform_point(palette[joint], point)).collect()
}

/// What is nearer than this to its place, in metres, is at its place: rounding leaves far less, and nobody sees more.
pub const STILL: f32 = 1e-3;

/// Tests a palette for which all joints have moved as one piece, by `moved_from_bind`: by the identity in the bind pose.
///
/// The answer is the joint that takes one of its points farthest from its place, and how far, in metres; none if all
/// are at their places. What is no number is infinitely far away.
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

/// Every joint's matrix for normals, from the palette: a normal stays at a right angle to the surface, whatever the
/// surface does.
pub fn normal_palette(palette: &[Mat4]) -> Vec<Mat3> {
    // TODO 09.2: Find for each matrix the one that keeps normals at right angles to their surface.
    // BEGIN SOLUTION 09.2
    let mut normal_palette = Vec::new();
    for posed_from_bind in palette {
        let directions = Mat3::from_mat4(*posed_from_bind);
        normal_palette.push(directions.inverse().transpose());
    }
    normal_palette
    // END SOLUTION 09.2
    // STARTER 09.2: vec![Mat3::IDENTITY; palette.len()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{Quat, vec3};

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
    }
}
