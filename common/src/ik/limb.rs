//! Arms and legs of a skeleton: two of their joints are turned so that a third one reaches a point.

use crate::ik::two_bone::{Bones, directions};
use crate::ik::{Arm, Goal};
use crate::skeleton::Skeleton;
use crate::transform::{Transform, shortest_turn};
use glam::{Mat3A, Mat4, Quat, Vec3, Vec3A};

/// Three joints of a skeleton that bend like an arm or a leg. There may be others between them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limb {
    /// Root, middle and end: shoulder, elbow and hand.
    pub joints: [usize; 3],
    /// The parents of root and middle.
    parents: [Option<usize>; 2],
    /// The axis about which the middle bends, in the root joint's own space: it turns the line between the ends to the
    /// upper bone of a bent limb.
    hinge: Vec3A,
}

/// Turns of a limb's two joints, each in its parent: `turn * rotation` is the new rotation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Turns {
    /// The turn of the root joint.
    pub root: Quat,
    /// The turn of the middle joint.
    pub middle: Quat,
}

/// Least sine of the angle between two bones that aren't on one line.
const STRAIGHT: f32 = 1e-3;

/// Sine of the bend from which the bones alone determine the axis: 6°.
const WELL_BENT: f32 = 0.1;

impl Limb {
    /// Creates the limb of three joints. Its bend at rest gives the axis. If it is straight at rest, `towards` does: a
    /// direction in which the middle joint may go, in the space to which the matrices map.
    /// None if the three joints aren't below each other in the tree, two are at the same place, or nothing gives the axis.
    pub fn new(
        skeleton: &Skeleton,
        model_from_joints_at_rest: &[Mat4],
        joints: [usize; 3],
        towards: Option<Vec3>,
    ) -> Option<Self> {
        let count = skeleton.joints().len().min(model_from_joints_at_rest.len());
        let parent = |joint: usize| skeleton.joints()[joint].parent;
        let is_above = |pair: &[usize]| {
            std::iter::successors(parent(pair[1]), |&joint| parent(joint)).any(|joint| joint == pair[0])
        };
        if joints.iter().any(|&joint| joint >= count) || !joints.windows(2).all(is_above) {
            return None;
        }
        let parents = [joints[0], joints[1]].map(parent);
        let limb = Self { joints, parents, hinge: Vec3A::ZERO };
        let [upper, lower] = directions(limb.bones(model_from_joints_at_rest).vectors)?;
        let side = Vec3A::from(towards.unwrap_or_default()).normalize_or_zero();
        let mut axes = [lower.cross(upper), upper.cross(side)].into_iter();
        let axis = axes.find(|axis| axis.length() > STRAIGHT)?;
        let hinge = led_back(&model_from_joints_at_rest[joints[0]], axis)?;
        Some(Self { hinge, ..limb })
    }

    /// Returns the places of its joints.
    ///
    /// # Panics
    /// If one of its joints has no matrix.
    pub fn arm(&self, model_from_joints: &[Mat4]) -> Arm {
        let [root, middle, end] = self.joints.map(|joint| model_from_joints[joint].w_axis.truncate());
        Arm { root, middle, end }
    }

    /// Measures its bones. The places don't leave their registers of four, as they would for an [`Arm`].
    #[inline]
    fn bones(&self, model_from_joints: &[Mat4]) -> Bones {
        Bones::between(self.joints.map(|joint| Vec3A::from_vec4(model_from_joints[joint].w_axis)))
    }

    /// The axis about which it is bent now.
    ///
    /// The bones give it exactly if they are well bent. If not, the hinge at rest does.
    #[inline]
    fn hinge_now(&self, model_from_joints: &[Mat4], [upper, lower]: [Vec3A; 2]) -> Vec3A {
        let model_from_root = Mat3A::from_mat4(model_from_joints[self.joints[0]]);
        let at_rest = model_from_root * self.hinge;
        // In a mirrored space turns have the opposite sense.
        let at_rest = if model_from_root.determinant() < 0.0 { -at_rest } else { at_rest };
        let bent = lower.cross(upper);
        // A knee that bends the wrong way still has its hinge where it was.
        let bent = if bent.dot(at_rest) < 0.0 { -bent } else { bent };
        let sine = bent.length();
        if sine >= WELL_BENT {
            return bent / sine;
        }
        let part = sine / WELL_BENT;
        (1.0 - part) * at_rest.normalize_or_zero() + part * bent.normalize_or_zero()
    }

    /// Returns the direction in which its middle joint points now, even if it is straight.
    ///
    /// # Panics
    /// If one of its joints has no matrix.
    pub fn pole_now(&self, model_from_joints: &[Mat4]) -> Vec3 {
        let Some(bones) = directions(self.bones(model_from_joints).vectors) else { return Vec3::ZERO };
        aside(self.hinge_now(model_from_joints, bones), bones).into()
    }

    /// Returns the turns of root and middle that move the end to its goal. Each bone turns with its whole subtree, and
    /// the plane of the bend turns with them, so a skin is not twisted at the elbow.
    ///
    /// The matrices, from every joint to any one space, are those before the turns: compute the joints below the limb
    /// again afterwards. The result is exact if the parents of root and middle are scaled evenly or mirrored; otherwise
    /// the bones shear as they turn, and the end misses. NaN turns nothing.
    ///
    /// # Panics
    /// If one of its joints, or of their parents, has no matrix.
    pub fn turns(&self, model_from_joints: &[Mat4], goal: &Goal) -> Turns {
        let still = Turns { root: Quat::IDENTITY, middle: Quat::IDENTITY };
        let bones = self.bones(model_from_joints);
        let Some(now) = directions(bones.vectors) else { return still };
        let hinge_now = self.hinge_now(model_from_joints, now);
        let (bones, hinge) = bones.reaching(goal, aside(hinge_now, now));
        let Some(then) = directions(bones) else { return still };

        let turn = |bone: usize| turn_between([now[bone], hinge_now], [then[bone], hinge]);
        let model_from_parent = |bone: usize| {
            self.parents[bone].map_or(Quat::IDENTITY, |parent| rotation_of(&model_from_joints[parent]))
        };
        let model_from_parents = [model_from_parent(0), model_from_parent(1)];
        let [root, middle] = turns_in_parents(model_from_parents, [turn(0), turn(1)]);
        Turns { root, middle }
    }

    /// Returns the turns of root and middle when a hand drags the end to a target. The middle stays on its side of the
    /// line between the ends, even if that isn't its side at rest, and swings with the line. So nothing jumps unless
    /// the target moves behind the root.
    ///
    /// Pass the matrices from the start of the drag, so that errors do not add up.
    ///
    /// # Panics
    /// If one of its joints, or of their parents, has no matrix.
    pub fn turns_for_drag(&self, model_from_joints: &[Mat4], target: Vec3) -> Turns {
        let limb = self.as_bent_now(model_from_joints);
        let (arm, pole) = (limb.arm(model_from_joints), limb.pole_now(model_from_joints));
        let ways = [arm.end, target].map(|place| (place - arm.root).try_normalize());
        let swing = match ways {
            [Some(from), Some(to)] => shortest_turn(from, to),
            _ => Quat::IDENTITY,
        };
        limb.turns(model_from_joints, &Goal { target, pole: swing * pole, ..Goal::default() })
    }

    /// Returns the limb with its present bend as its side. One that is almost straight stays as it is.
    fn as_bent_now(&self, model_from_joints: &[Mat4]) -> Self {
        let Some([upper, lower]) = directions(self.bones(model_from_joints).vectors) else { return *self };
        let bent = lower.cross(upper);
        let hinge = led_back(&model_from_joints[self.joints[0]], bent);
        Self { hinge: hinge.filter(|_| bent.length() >= WELL_BENT).unwrap_or(self.hinge), ..*self }
    }

    /// Turns the two joints of a pose.
    ///
    /// # Panics
    /// If the pose does not have these joints.
    pub fn turn(&self, pose: &mut [Transform], turns: Turns) {
        for (joint, turn) in self.joints.into_iter().zip([turns.root, turns.middle]) {
            turn_joint(&mut pose[joint], turn);
        }
    }
}

/// Returns the turns of a limb's root and middle joint, each in its parent, that move both bones into place.
///
/// `model_from_parents` are the rotations of both parents in the model before any turn. `turns` are the turns in the
/// model of the upper and of the lower bone, from the start to the end. The caller puts each result before the joint's
/// rotation in its parent: `turn * rotation` is the new one.
pub fn turns_in_parents(model_from_parents: [Quat; 2], turns: [Quat; 2]) -> [Quat; 2] {
    // TODO 16.3: Give the turn of the root joint and that of the middle joint, each in its own parent.
    // BEGIN SOLUTION 16.3
    let [model_from_root_parent, model_from_middle_parent] = model_from_parents;
    let [upper, lower] = turns;
    // The upper bone moves the lower one too: only the rest is for the middle joint.
    let left = upper.inverse() * lower;
    [
        model_from_root_parent.inverse() * upper * model_from_root_parent,
        model_from_middle_parent.inverse() * left * model_from_middle_parent,
    ]
    // END SOLUTION 16.3
    // STARTER 16.3: let _ = (model_from_parents, turns);
    // STARTER 16.3: [Quat::IDENTITY; 2]
}

/// Turns a joint in its parent, after its present rotation.
pub(crate) fn turn_joint(joint: &mut Transform, turn: Quat) {
    joint.rotation = (turn * joint.rotation).normalize();
}

/// Returns the direction from the line between the ends to the middle of bones that bend about a hinge.
#[inline]
fn aside(hinge: Vec3A, [upper, lower]: [Vec3A; 2]) -> Vec3A {
    hinge.cross(upper + lower).normalize_or_zero()
}

/// Returns the rotation of a bone and its hinge to their new directions.
#[inline]
fn turn_between([from, hinge_from]: [Vec3A; 2], [to, hinge_to]: [Vec3A; 2]) -> Quat {
    let frame = |along: Vec3A, hinge: Vec3A| {
        let aside = hinge.cross(along).try_normalize().unwrap_or_else(|| along.any_orthonormal_vector());
        Mat3A::from_cols(along, aside, along.cross(aside))
    };
    Quat::from_mat3a(&(frame(to, hinge_to) * frame(from, hinge_from).transpose()))
}

/// Converts a turn in the model to a turn in a joint's parent.
pub fn turn_in(model_from_parent: &Mat4, turn: Quat) -> Quat {
    let model_from_parent = rotation_of(model_from_parent);
    model_from_parent.inverse() * turn * model_from_parent
}

/// Returns the rotation of a matrix that scales evenly. A mirroring one is negated first: then its axes are
/// right-handed again, and every turn is unchanged.
#[inline]
fn rotation_of(matrix: &Mat4) -> Quat {
    let matrix = Mat3A::from_mat4(*matrix);
    let through = if matrix.determinant() < 0.0 { -1.0 } else { 1.0 };
    match [matrix.x_axis, matrix.y_axis].map(|axis| (through * axis).try_normalize()) {
        [Some(x), Some(y)] => {
            let z = x.cross(y).normalize_or(x.any_orthonormal_vector());
            Quat::from_mat3a(&Mat3A::from_cols(x, z.cross(x), z))
        }
        _ => Quat::IDENTITY,
    }
}

/// Maps the direction of an axis by the inverse of a matrix. In a mirrored space turns have the opposite sense, so the
/// axis is reversed.
fn led_back(matrix: &Mat4, axis: Vec3A) -> Option<Vec3A> {
    // The inverse times the determinant, whose sign is that of a mirror.
    let Mat3A { x_axis: x, y_axis: y, z_axis: z } = Mat3A::from_mat4(*matrix);
    Vec3A::new(y.cross(z).dot(axis), z.cross(x).dot(axis), x.cross(y).dot(axis)).try_normalize()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ik::tests::direction;
    use crate::pose::{Pose, model_from_joints};
    use glam::{DMat4, vec3};
    use proptest::prelude::*;

    /// Shoulder, elbow and hand of the tree below.
    const JOINTS: [usize; 3] = [1, 3, 5];

    /// A body, and on it an arm with joints between, a finger, and a thorn on its upper part.
    fn skeleton() -> Skeleton {
        let mut skeleton = Skeleton::chain(&["body", "shoulder", "upper", "elbow", "fore", "hand", "finger"]);
        skeleton.add("thorn", Some(2));
        skeleton
    }

    prop_compose! {
        fn joint()(turn in direction(), place in direction(), scale in 0.5f32..2.0, mirrored in 0usize..4) -> Transform {
            let scale = scale * if mirrored == 0 { vec3(-1.0, 1.0, 1.0) } else { Vec3::ONE };
            Transform { translation: place, rotation: Quat::from_scaled_axis(2.0 * turn), scale }
        }
    }

    fn pose() -> impl Strategy<Value = Pose> {
        prop::collection::vec(joint(), 8)
    }

    fn walked(pose: &[Transform]) -> Vec<Mat4> {
        placed(&skeleton(), pose)
    }

    fn placed(skeleton: &Skeleton, pose: &[Transform]) -> Vec<Mat4> {
        let matrices: Vec<Mat4> = pose.iter().map(|joint| joint.to_matrix()).collect();
        model_from_joints(skeleton, &matrices)
    }

    /// Hip, knee and ankle, one below the other: the knee is bent about x.
    fn bent_leg(bend: f32) -> Pose {
        let joint = |translation, angle| Transform {
            translation,
            rotation: Quat::from_rotation_x(angle),
            scale: Vec3::ONE,
        };
        vec![joint(Vec3::ZERO, 0.0), joint(-Vec3::Y, bend), joint(-Vec3::Y, 0.0)]
    }

    /// The leg of these joints, straight at rest, and their skeleton.
    fn straight_leg() -> (Limb, Skeleton) {
        let skeleton = Skeleton::chain(&["hip", "knee", "ankle"]);
        let rest = placed(&skeleton, &bent_leg(0.0));
        (Limb::new(&skeleton, &rest, [0, 1, 2], Some(Vec3::Z)).unwrap(), skeleton)
    }

    /// Two poses of one figure: joints turn, and keep their places and scales.
    fn rest_and_pose() -> impl Strategy<Value = (Pose, Pose)> {
        (pose(), pose()).prop_map(|(rest, turned)| {
            let turn = |(at_rest, turned): (&Transform, &Transform)| Transform {
                rotation: turned.rotation,
                ..*at_rest
            };
            let pose = rest.iter().zip(&turned).map(turn).collect();
            (rest, pose)
        })
    }

    fn limb(rest: &[Transform]) -> Limb {
        Limb::new(&skeleton(), &walked(rest), JOINTS, Some(vec3(0.3, 0.5, 0.7))).unwrap()
    }

    /// The largest difference of two poses' rotations.
    fn turned(a: &[Transform], b: &[Transform]) -> f32 {
        let apart = |(a, b): (&Transform, &Transform)| {
            (a.rotation - b.rotation).length().min((a.rotation + b.rotation).length())
        };
        a.iter().zip(b).map(apart).fold(0.0, f32::max)
    }

    proptest! {
        #[test]
        fn a_skeletons_arm_does_what_the_arm_alone_does((rest, pose) in rest_and_pose(), target in direction(), pole in direction()) {
            let limb = limb(&rest);
            let before = walked(&pose);
            let arm = limb.arm(&before);
            let size = arm.length();
            let goal = Goal { target: arm.root + size * target, pole, ..Goal::default() };
            let turns = limb.turns(&before, &goal);
            let mut after = pose.clone();
            limb.turn(&mut after, turns);
            let (wanted, given) = (arm.reaching(&goal), limb.arm(&walked(&after)));
            prop_assert!(given.end.distance(wanted.end) < 1e-4 * size.max(1.0), "{given:?} {wanted:?}");
            prop_assert!(given.middle.distance(wanted.middle) < 1e-4 * size.max(1.0));
            // Nothing else changes, and so the joints below keep their transforms.
            for joint in [0, 2, 4, 5, 6, 7] {
                prop_assert_eq!(pose[joint], after[joint]);
            }
        }

        #[test]
        fn an_arm_that_is_where_it_should_be_stays(rest in pose()) {
            let limb = limb(&rest);
            let before = walked(&rest);
            let goal = Goal { target: limb.arm(&before).end, pole: limb.pole_now(&before), ..Goal::default() };
            let mut after = rest.clone();
            limb.turn(&mut after, limb.turns(&before, &goal));
            prop_assert!(turned(&rest, &after) < 2e-3, "{}", turned(&rest, &after));
        }

        #[test]
        fn a_drag_begins_where_the_arm_is((rest, pose) in rest_and_pose()) {
            let limb = limb(&rest);
            let before = walked(&pose);
            let arm = limb.arm(&before);
            let [upper, lower] = [arm.root.distance(arm.middle), arm.middle.distance(arm.end)];
            // An arm that is almost straight bends as at rest.
            let [along, on] = directions(limb.bones(&before).vectors).unwrap();
            let bends = along.cross(on).length();
            prop_assume!(bends > 2.0 * WELL_BENT && upper > 0.1 && lower > 0.1);
            let mut after = pose.clone();
            limb.turn(&mut after, limb.turns_for_drag(&before, arm.end));
            prop_assert!(turned(&pose, &after) < 2e-3, "{}", turned(&pose, &after));
        }

        #[test]
        fn a_drag_does_not_jump_and_keeps_its_side(bend in prop_oneof![-2.5f32..-0.2, 0.2f32..2.5], ways in prop::array::uniform2(direction()), far in 0.3f32..3.0) {
            let ((limb, skeleton), pose) = (straight_leg(), bent_leg(bend));
            let before = placed(&skeleton, &pose);
            let start = limb.arm(&before).end.normalize();
            let dragged = |target: Vec3| {
                let mut after = pose.clone();
                limb.turn(&mut after, limb.turns_for_drag(&before, target));
                after
            };
            // It stays bent to its side, about its own axis.
            let knee = |pose: &Pose| pose[1].rotation.x * pose[1].rotation.w;
            for step in 0..40 {
                let target = far * ways[0].lerp(ways[1], step as f32 / 39.0);
                // Behind the root the line may swing to either side.
                if target.normalize_or_zero().dot(start) < -0.9 || target.length() < 0.2 {
                    continue;
                }
                let [here, there] = [dragged(target), dragged(target + 1e-4 * ways[1])];
                prop_assert!(knee(&here) * bend.signum() > -1e-3, "{bend} {target}: {:?}", knee(&here));
                // Near a straight arm the angle changes like a square root.
                prop_assert!(turned(&here, &there) < 0.05, "{bend} {target}: {}", turned(&here, &there));
            }
        }

        #[test]
        fn nothing_is_no_number(numbers in prop::array::uniform12(prop_oneof![
            Just(f32::NAN), Just(f32::INFINITY), Just(0.0f32), Just(1e30), Just(-1e-30), -1.0f32..1.0
        ]), rest in pose()) {
            let limb = limb(&rest);
            let at = |i: usize| vec3(numbers[i], numbers[i + 1], numbers[i + 2]);
            let goal = Goal { target: at(0), pole: at(3), soft: numbers[6] };
            let mut matrices = walked(&rest);
            let ensure = |matrices: &[Mat4]| {
                let turns = limb.turns(matrices, &goal);
                turns.root.is_normalized() && turns.middle.is_normalized()
            };
            prop_assert!(ensure(&matrices));
            matrices[JOINTS[1]].w_axis = at(9).extend(1.0);
            matrices[0] = numbers[7] * Mat4::IDENTITY;
            prop_assert!(ensure(&matrices));
        }
    }

    /// Ten thousand arms of a metre, turned in 64 bits, and the law of cosines in 64 bits.
    #[test]
    fn elbow_and_hand_are_off_by_their_rounding() {
        let skeleton = Skeleton::chain(&["body", "shoulder", "elbow", "hand"]);
        let mut worst = 0.0f64;
        for way in 0..10_000u16 {
            let way = f32::from(way);
            let joint = |place: Vec3, angle: f32| Transform {
                translation: place,
                rotation: Quat::from_rotation_z(angle) * Quat::from_rotation_y(0.2 * angle),
                scale: Vec3::ONE,
            };
            let bend = 1.2 + (0.7 * way).cos();
            let pose = [
                joint(Vec3::Y, 0.1),
                joint(0.2 * Vec3::X, 3.0 * way.sin()),
                joint(0.6 * Vec3::X, bend),
                joint(0.4 * Vec3::X, 0.0),
            ];
            let before = placed(&skeleton, &pose);
            let limb = Limb::new(&skeleton, &before, [1, 2, 3], None).unwrap();
            let ahead = vec3((2.0 * way).sin(), (3.0 * way).cos(), (5.0 * way).sin()).normalize();
            let pole = vec3((7.0 * way).cos(), (11.0 * way).sin(), (13.0 * way).sin());
            let target = limb.arm(&before).root + (0.7 + 0.5 * (0.3 * way).sin()) * ahead;
            let turns = limb.turns(&before, &Goal { target, pole, ..Goal::default() });

            let [body, shoulder] =
                [0, 1].map(|joint| DMat4::to_scale_rotation_translation(&before[joint].as_dmat4()).1);
            let [root, middle, end] = [1, 2, 3].map(|joint| before[joint].w_axis.truncate().as_dvec3());
            let upper = body * turns.root.as_dquat() * body.inverse();
            let lower = upper * (shoulder * turns.middle.as_dquat() * shoulder.inverse());
            let elbow = root + upper * (middle - root);
            let hand = elbow + lower * (end - middle);

            let [a, b] = [root.distance(middle), middle.distance(end)];
            let to_target = target.as_dvec3() - root;
            let reach = to_target.length().clamp((a - b).abs(), a + b);
            let ahead = to_target.normalize();
            let beside = pole.as_dvec3().reject_from_normalized(ahead);
            if beside.length() < 0.1 {
                continue;
            }
            let angle = ((a * a + reach * reach - b * b) / (2.0 * a * reach)).min(1.0).acos();
            let right_elbow = root + a * (angle.cos() * ahead + angle.sin() * beside.normalize());
            worst = worst.max(elbow.distance(right_elbow)).max(hand.distance(root + reach * ahead));
        }
        println!("off by {worst:.1e} m at most");
        assert!(worst < 1e-6, "{worst}");
    }

    /// Straight at rest, bent out of the plane, and past the straight arm: the skin must not flip.
    #[test]
    fn a_knee_may_pass_through_the_straight_leg() {
        let (limb, skeleton) = straight_leg();
        let goal = Goal { target: vec3(0.0, -1.9, 0.1), pole: Vec3::Z, ..Goal::default() };
        let ends = [-0.3f32, -0.05, -0.002, 0.0, 1e-5, 0.002, 0.05, 0.3].map(|bend| {
            let mut pose = bent_leg(bend);
            let turns = limb.turns(&placed(&skeleton, &pose), &goal);
            limb.turn(&mut pose, turns);
            pose
        });
        assert!(ends.iter().all(|end| turned(end, &ends[3]) < 1e-4));
    }

    #[test]
    fn what_is_no_limb_is_refused() {
        let mut skeleton = Skeleton::chain(&["a", "b", "c"]);
        skeleton.add("d", Some(0));
        let places = [Vec3::ZERO, Vec3::X, 2.0 * Vec3::X, Vec3::X].map(Mat4::from_translation);
        let new = |joints, towards| Limb::new(&skeleton, &places, joints, towards).map(|limb| limb.joints);
        assert_eq!(new([0, 1, 2], Some(Vec3::Y)), Some([0, 1, 2]));
        assert_eq!([None, Some(Vec3::X)].map(|towards| new([0, 1, 2], towards)), [None; 2], "straight");
        for others in [[0, 1, 9], [0, 3, 2], [2, 1, 0], [0, 0, 2]] {
            assert_eq!(new(others, Some(Vec3::Y)), None, "not below each other");
        }
        assert_eq!(Limb::new(&skeleton, &[Mat4::IDENTITY; 3], [0, 1, 2], Some(Vec3::Y)), None);
    }
}
