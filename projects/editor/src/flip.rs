//! Exchanges left and right: mirrors poses.

use super::mirror::{Place, mirrored};
use super::partners::partners;
use common::pose::{Pose, model_from_joints};
use common::rig::Rig;
use common::transform::Transform;
use glam::{Mat3, Mat4, Quat, Vec3};

/// Mirrors poses of a rig, for which it is prepared once.
///
/// A joint's own axes may have any directions: its partner's needn't be their mirror image. So a joint isn't
/// mirrored in its parent, but in the world at rest. Its motion from rest is mirrored, not its place. Bones
/// keep their lengths, even where left and right differ, and a model beside the plane x = 0 stays there.
#[derive(Clone, Debug)]
pub struct Flip {
    joints: Vec<Joint>,
}

#[derive(Clone, Debug)]
struct Joint {
    /// The joint on the other side, or itself in the middle, or none if only its name has a side.
    partner: Option<usize>,
    place: Place,
    /// True if its parent's axes are mirrored at rest, as by a negative scale.
    is_image: bool,
}

impl Flip {
    /// Prepares to mirror poses of a rig. `world_from_model` maps the model to axes with y up.
    ///
    /// The sideways axis is the one along which partners are furthest apart at rest; by default x.
    pub fn new(rig: &Rig, world_from_model: Mat4) -> Self {
        let partners = partners(&rig.skeleton);
        let parent_from_joints: Vec<Mat4> = rig.rest.iter().map(|joint| joint.to_matrix()).collect();
        let world_from_joints: Vec<Mat4> = model_from_joints(&rig.skeleton, &parent_from_joints)
            .into_iter()
            .map(|model_from_joint| world_from_model * model_from_joint)
            .collect();
        let sideways = sideways_from_world(&partners, &world_from_joints);
        let sideways_from_model = sideways * axes(Transform::from_matrix(world_from_model));

        let (mut sideways_from_joints, mut joints): (Vec<Mat3>, Vec<Joint>) = Default::default();
        for ((joint, &rest), partner) in rig.skeleton.joints().iter().zip(&rig.rest).zip(partners) {
            let from_parent = joint.parent.map_or(sideways_from_model, |parent| sideways_from_joints[parent]);
            sideways_from_joints.push(from_parent * axes(rest));
            let is_image = from_parent.determinant() < 0.0;
            // Reflected in a point instead of a plane, rotations are unchanged, and translations change their signs.
            let turned = if is_image { -from_parent } else { from_parent };
            let world_from_parent = Quat::from_mat3(&turned).normalize();
            joints.push(Joint { partner, place: Place { world_from_parent, rest }, is_image });
        }
        Self { joints }
    }

    /// Mirrors a whole pose. A joint of one side alone keeps its transform in its parent, such as a sword in its hand.
    pub fn pose(&self, pose: &[Transform]) -> Pose {
        let mirrored = |(own, &stands): (&Joint, &Transform)| {
            let Some(partner) = own.partner else { return stands };
            let (its, mut stands) = (&self.joints[partner], pose[partner]);
            if its.is_image != own.is_image {
                stands.translation = 2.0 * its.place.rest.translation - stands.translation;
            }
            let flipped = mirrored(stands, &its.place, &own.place);
            Transform { rotation: flipped.rotation.normalize(), ..flipped }
        };
        self.joints.iter().zip(pose).map(mirrored).collect()
    }
}

/// Returns the rotation of a transform, with the signs of its scale.
fn axes(transform: Transform) -> Mat3 {
    Mat3::from_quat(transform.rotation) * Mat3::from_diagonal(transform.scale.signum())
}

/// Returns the rotation that turns the axis along which partners are apart into the world's x, if any.
fn sideways_from_world(partners: &[Option<usize>], world_from_joints: &[Mat4]) -> Mat3 {
    let place = |joint: usize| world_from_joints[joint].w_axis.truncate();
    let pairs = partners.iter().enumerate().filter_map(|(joint, partner)| Some((joint, (*partner)?)));
    let apart: Vec3 = pairs.map(|(joint, partner)| (place(joint) - place(partner)).abs()).sum();
    match apart.max_element() {
        widest if widest == apart.x => Mat3::IDENTITY,
        widest if widest == apart.y => Mat3::from_cols(Vec3::Z, Vec3::X, Vec3::Y),
        _ => Mat3::from_cols(Vec3::Y, Vec3::Z, Vec3::X),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use common::skeleton::Skeleton;
    use glam::vec3;
    use proptest::prelude::*;
    use std::cmp::Ordering;

    fn rotation() -> impl Strategy<Value = Quat> {
        prop::array::uniform3(-3.0f32..3.0).prop_map(|turn| Quat::from_scaled_axis(turn.into()))
    }

    fn step() -> impl Strategy<Value = Vec3> {
        prop::array::uniform3(-1.0f32..1.0).prop_map(Vec3::from)
    }

    prop_compose! {
        fn transform()(translation in step(), rotation in rotation(), signs in prop::array::uniform3(prop::bool::weighted(0.1))) -> Transform {
            let scale = Vec3::from(signs.map(|negative| if negative { -1.0 } else { 1.0 }));
            Transform { translation, rotation, scale }
        }
    }

    fn mirror() -> Mat4 {
        Mat4::from_scale(vec3(-1.0, 1.0, 1.0))
    }

    /// The joints of a body, each with its parent and its partner.
    const JOINTS: [(&str, Option<usize>, usize); 6] = [
        ("hips", None, 0),
        ("chest", Some(0), 1),
        ("arm_L", Some(1), 3),
        ("arm_R", Some(1), 2),
        ("hand_L", Some(2), 5),
        ("hand_R", Some(3), 4),
    ];

    /// The transforms at rest of the joints of a body, and each one's motion from there.
    type Seed = (Vec<Transform>, Vec<(Vec3, Quat)>);

    fn seed() -> impl Strategy<Value = Seed> {
        let each = JOINTS.len();
        (prop::collection::vec(transform(), each), prop::collection::vec((step(), rotation()), each))
    }

    /// Returns a rig of two middle joints and two pairs with random axes, and a pose of it.
    fn body((rest, moved): Seed) -> (Rig, Pose) {
        let mut skeleton = Skeleton::new();
        for (name, parent, _) in JOINTS {
            skeleton.add(name, parent);
        }
        let pose = |(rest, (step, turn)): (&Transform, (Vec3, Quat))| Transform {
            translation: rest.translation + step,
            rotation: turn * rest.rotation,
            ..*rest
        };
        let pose = rest.iter().zip(moved).map(pose).collect();
        (Rig { skeleton, rest }, pose)
    }

    /// Puts the origins of the right joints at rest where the mirror shows those of the left ones.
    fn even(rest: &mut [Transform], world_from_model: Mat4) {
        let mut world_from_joints: Vec<Mat4> = Vec::new();
        for (joint, (_, parent, partner)) in JOINTS.into_iter().enumerate() {
            let world_from_parent = parent.map_or(world_from_model, |parent| world_from_joints[parent]);
            let own = world_from_parent.transform_point3(rest[joint].translation);
            let at = match partner.cmp(&joint) {
                Ordering::Equal => own.with_x(0.0),
                Ordering::Greater => own,
                Ordering::Less => mirror().transform_point3(world_from_joints[partner].w_axis.truncate()),
            };
            rest[joint].translation = world_from_parent.inverse().transform_point3(at);
            world_from_joints.push(world_from_parent * rest[joint].to_matrix());
        }
    }

    fn alike(a: &[Transform], b: &[Transform]) -> bool {
        let same = |(a, b): (&Transform, &Transform)| a.to_matrix().abs_diff_eq(b.to_matrix(), 1e-4);
        a.len() == b.len() && a.iter().zip(b).all(same)
    }

    /// Returns a model's orientation in the world: its own, or with its sides along another axis.
    fn lying(way: usize) -> Mat4 {
        [
            Mat4::IDENTITY,
            Mat4::from_cols(glam::Vec4::Y, glam::Vec4::Z, glam::Vec4::X, glam::Vec4::W),
            Mat4::from_cols(glam::Vec4::Z, glam::Vec4::X, glam::Vec4::Y, glam::Vec4::W),
        ][way]
    }

    proptest! {
        #[test]
        fn every_point_of_a_flipped_body_is_where_the_mirror_shows_its_partner(
            mut seed in seed(), turn in rotation(), way in 0usize..3, point in step(),
        ) {
            let mirrored_from_model = Mat4::from_quat(turn);
            even(&mut seed.0, mirrored_from_model);
            let (rig, pose) = body(seed);
            let flip = Flip::new(&rig, lying(way) * mirrored_from_model);
            let walk = |pose: &[Transform]| {
                let matrices: Vec<Mat4> = pose.iter().map(|joint| joint.to_matrix()).collect();
                let model_from_joints = model_from_joints(&rig.skeleton, &matrices);
                model_from_joints.into_iter().map(|matrix| mirrored_from_model * matrix).collect::<Vec<Mat4>>()
            };
            let [rest, posed, flipped] = [&rig.rest, &pose, &flip.pose(&pose)].map(|pose| walk(pose));
            for (joint, posed) in posed.iter().enumerate() {
                let partner = flip.joints[joint].partner.expect("a partner");
                let rest_point = rest[joint].transform_point3(point);
                let its_point = rest[partner].inverse().transform_point3(mirror().transform_point3(rest_point));
                let seen = mirror().transform_point3(posed.transform_point3(point));
                let stands = flipped[partner].transform_point3(its_point);
                prop_assert!(stands.distance(seen) < 1e-3, "joint {joint}: {stands} {seen}");
            }
        }
    }

    /// Returns a rig of a chest with two arms of equal axes, and a sword in the right hand.
    fn fencer() -> Rig {
        let mut skeleton = Skeleton::chain(&["chest", "arm.L"]);
        skeleton.add("arm.R", Some(0));
        skeleton.add("sword.R", Some(2));
        let at = |x: f32| Transform { translation: vec3(x, 1.0, 0.0), ..Transform::IDENTITY };
        Rig { skeleton, rest: vec![at(0.0), at(0.2), at(-0.2), at(0.0)] }
    }

    #[test]
    fn what_has_no_partner_stays_in_its_hand() {
        let rig = fencer();
        let flip = Flip::new(&rig, Mat4::IDENTITY);
        let mut pose = rig.rest.clone();
        pose[3].rotation = Quat::from_rotation_z(0.7);
        assert_eq!(flip.joints[3].partner, None);
        assert!(alike(&flip.pose(&pose), &pose));
    }
}
