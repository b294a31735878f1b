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

    /// A random rig of pairs and middle joints, and a pose of it.
    #[derive(Clone, Debug)]
    struct Body {
        rig: Rig,
        pose: Pose,
    }

    /// Random numbers for a middle joint or a pair.
    #[derive(Clone, Debug)]
    struct Seed {
        hangs_on: prop::sample::Index,
        rests: [Transform; 2],
        moved: [(Vec3, Quat); 2],
        is_pair: bool,
    }

    prop_compose! {
        fn seed()(hangs_on in any::<prop::sample::Index>(), rests in [transform(), transform()],
                  moved in [(step(), rotation()), (step(), rotation())], is_pair in any::<bool>()) -> Seed {
            Seed { hangs_on, rests, moved, is_pair }
        }
    }

    fn mirror() -> Mat4 {
        Mat4::from_scale(vec3(-1.0, 1.0, 1.0))
    }

    /// Builds a body. With `is_even`, the right joints are at rest the mirror images of the left ones.
    fn body(seeds: &[Seed], is_even: bool, world_from_model: Mat4) -> Body {
        let mut body = Body { rig: Rig { skeleton: Skeleton::new(), rest: Pose::new() }, pose: Pose::new() };
        // The joints of each side, and their transforms to the world at rest.
        let mut pairs: Vec<[usize; 2]> = Vec::new();
        let mut world_from_joints: Vec<Mat4> = Vec::new();
        for (number, seed) in seeds.iter().enumerate() {
            let parents = (number > 0).then(|| pairs[seed.hangs_on.index(number)]);
            let sides: &[_] = match (parents, seed.is_pair) {
                // The child of a pair is a pair; otherwise it would not be in the middle.
                (Some([left, right]), false) if left == right => &[""],
                (None, false) => &[""],
                _ => &["_L", "_R"],
            };
            let (mut joints, mut left_at) = (Vec::new(), Vec3::ZERO);
            for (side, name) in sides.iter().enumerate() {
                let parent = parents.map(|parents| parents[side]);
                let world_from_parent = parent.map_or(world_from_model, |parent| world_from_joints[parent]);
                let mut rest = seed.rests[side];
                if is_even {
                    let at = match (side, sides.len()) {
                        (0, 1) => world_from_parent.transform_point3(rest.translation) * vec3(0.0, 1.0, 1.0),
                        (0, _) => world_from_parent.transform_point3(rest.translation),
                        _ => mirror().transform_point3(left_at),
                    };
                    rest.translation = world_from_parent.inverse().transform_point3(at);
                    left_at = at;
                }
                joints.push(body.rig.skeleton.add(&format!("{number}{name}"), parent));
                world_from_joints.push(world_from_parent * rest.to_matrix());
                body.rig.rest.push(rest);
                let (step, turn) = seed.moved[side];
                let translation = rest.translation + step;
                body.pose.push(Transform { translation, rotation: turn * rest.rotation, ..rest });
            }
            pairs.push([joints[0], joints[joints.len() - 1]]);
        }
        body
    }

    fn seeds() -> impl Strategy<Value = Vec<Seed>> {
        prop::collection::vec(seed(), 1..8)
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
            seeds in seeds(), turn in rotation(), way in 0usize..3, point in step(),
        ) {
            let mirrored_from_model = Mat4::from_quat(turn);
            let body = body(&seeds, true, mirrored_from_model);
            let has_pairs = body.rig.skeleton.joints().iter().any(|joint| joint.name.contains("_L"));
            let way = if has_pairs { way } else { 0 };
            let flip = Flip::new(&body.rig, lying(way) * mirrored_from_model);
            let walk = |pose: &[Transform]| {
                let matrices: Vec<Mat4> = pose.iter().map(|joint| joint.to_matrix()).collect();
                let model_from_joints = model_from_joints(&body.rig.skeleton, &matrices);
                model_from_joints.into_iter().map(|matrix| mirrored_from_model * matrix).collect::<Vec<Mat4>>()
            };
            let [rest, posed, flipped] = [&body.rig.rest, &body.pose, &flip.pose(&body.pose)].map(|pose| walk(pose));
            for (joint, posed) in posed.iter().enumerate() {
                let partner = flip.joints[joint].partner.expect("a partner");
                let rest_point = rest[joint].transform_point3(point);
                let its_point = rest[partner].inverse().transform_point3(mirror().transform_point3(rest_point));
                let seen = mirror().transform_point3(posed.transform_point3(point));
                let stands = flipped[partner].transform_point3(its_point);
                prop_assert!(stands.distance(seen) < 1e-3, "joint {joint}: {stands} {seen}");
            }
        }

        #[test]
        fn twice_is_as_before(seeds in seeds(), turn in rotation(), scales in step()) {
            let mut body = body(&seeds, false, Mat4::IDENTITY);
            for joint in &mut body.pose {
                joint.scale *= Vec3::ONE + 0.5 * scales;
            }
            let flip = Flip::new(&body.rig, Mat4::from_quat(turn));
            prop_assert!(alike(&flip.pose(&flip.pose(&body.pose)), &body.pose));
        }

        #[test]
        fn bones_keep_their_lengths(seeds in seeds()) {
            let mut body = body(&seeds, false, Mat4::IDENTITY);
            for (joint, rest) in body.pose.iter_mut().zip(&body.rig.rest) {
                joint.translation = rest.translation;
            }
            let flipped = Flip::new(&body.rig, Mat4::IDENTITY).pose(&body.pose);
            for (joint, rest) in flipped.iter().zip(&body.rig.rest) {
                prop_assert_eq!((joint.translation, joint.scale), (rest.translation, rest.scale));
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
