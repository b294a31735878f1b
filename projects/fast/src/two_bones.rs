//! Two bones that reach for a point, in 32 bits and without an angle.

use glam::{Mat3A, Mat4, Quat, Vec2, Vec3A, Vec3Swizzles, Vec4, vec2};
use ik::{Goal, Limb, Turns, softened};

/// What [`Limb::turns`] gives. Elbow and hand come to the same places but for a ten thousandth of the limb's length.
///
/// It is fast where a limb is bent by 6° to 174°, and reaches for what is neither on its root nor all but as far away as it
/// can reach, with a pole beside that line, below parents that are stretched the same in all directions. Any other limb is
/// handed to the exact one, and so is one of less than a micrometre or more than a thousand kilometres, if those are metres.
pub fn turns(limb: &Limb, model_from_joints: &[Mat4], goal: &Goal) -> Turns {
    quick(limb, model_from_joints, goal).unwrap_or_else(|| limb.turns(model_from_joints, goal))
}

/// The sine of the least bend at which the bones alone say about which axis they are bent.
const WELL_BENT: f32 = 0.1;

/// Shorter than this part of the limb, a bone or a reach says too little about its direction.
const SHORT: f32 = 1e-2;

/// A reach that is nearer than this part of the limb to its longest or its shortest one has lost the digits which say how
/// much the limb is bent there.
const BARELY: f32 = 2e-4;

/// A limb that is shorter than straight by this part of its length has its elbow two hundred-thousandths beside the line.
const STRAIGHT: f32 = 1e-9;

/// The square of the sine of the angle below which a pole lies on the line to the target.
const ON_THE_LINE: f32 = 1e-4;

/// The trace of a turn by 177°: beyond it too few digits are left of the cosine of half the angle.
const NEARLY_HALF_A_TURN: f32 = -0.998;

/// By which part the axes of a space may differ in length, or lean, that counts as stretched the same in all directions.
const EVEN: f32 = 1e-5;

/// Between these lengths no product of a few of them is too small or too large for 32 bits.
const MODERATE: [f32; 2] = [1e-6, 1e6];

/// The same turns, if nothing is out of the ordinary. Whatever is no number makes one of the comparisons fail.
///
/// Roots and quotients take longer than all the rest. So they are gathered, and the processor takes four of them at once.
fn quick(limb: &Limb, model_from_joints: &[Mat4], goal: &Goal) -> Option<Turns> {
    let [root, middle, end] = limb.joints.map(|joint| Vec3A::from_vec4(model_from_joints[joint].w_axis));
    let [upper_bone, lower_bone] = [middle - root, end - middle];
    let to_target = Vec3A::from(goal.target) - root;
    let [upper, lower, distance, reach_now] =
        [upper_bone, lower_bone, to_target, end - root].map(Vec3A::length_squared).map(f32::sqrt);

    let most = upper + lower;
    let soft = softened(f64::from(distance), f64::from(most), f64::from(goal.soft));
    let bones = Bones { upper, lower };
    let reach = bones.reach(distance, soft)?;

    let parents =
        limb.parents().map(|parent| parent.map_or(&Mat4::IDENTITY, |joint| &model_from_joints[joint]));
    let [of_root, of_middle] = [Space::of(parents[0])?, Space::of(parents[1])?];

    let bent = lower_bone.cross(upper_bone);
    let pole = Vec3A::from(goal.pole);
    let across = to_target.cross(pole);
    let squares = [bent.length_squared(), across.length_squared()];
    let beside = (ON_THE_LINE * distance * distance * pole.length_squared()).max(MODERATE[0] * MODERATE[0]);
    let well_bent = WELL_BENT * upper * lower;
    if !(squares[0] > well_bent * well_bent && squares[1] > beside && distance < MODERATE[1]) {
        return None;
    }
    let [now, then] = [bones.factors(reach_now).max(Vec2::ZERO), bones.factors(reach)];
    let [sine, breadth, root_stretch, middle_stretch] =
        [squares[0], squares[1], of_root.stretch_squared, of_middle.stretch_squared].map(f32::sqrt);
    let [now_x, now_y, then_x, then_y] = [now.x, now.y, then.x, then.y].map(f32::sqrt);
    let [per_sine, per_breadth, per_root_stretch, per_middle_stretch] =
        [sine, breadth, root_stretch, middle_stretch].map(f32::recip);
    let [per_upper, per_elbow, per_bones] =
        [upper, 2.0 * reach * upper * distance, 4.0 * upper * lower].map(f32::recip);

    let side = side(limb, &model_from_joints[limb.joints[0]], bent);
    let (hinge, new_hinge) = (bent * (side * per_sine), across * per_breadth);

    // How far the elbow is along the line from root to end, and how far beside it: both times twice the reach.
    let (along, aside) = ((upper - lower) * most + reach * reach, then_x * then_y);
    let new_upper = (along * to_target + aside * new_hinge.cross(to_target)) * per_elbow;
    let turn = turn_between([upper_bone * per_upper, hinge], [new_upper, new_hinge])?;
    let axis = of_root.led_back(Vec3A::from_vec4(turn)) * per_root_stretch;

    let cos = (now_y * then_y + side * now_x * then_x) * per_bones;
    let sin = (side * now_x * then_y - now_y * then_x) * per_bones;
    let middle_axis = of_middle.led_back(hinge) * (sin * per_middle_stretch);
    Some(Turns {
        root: Quat::from_vec4(axis.extend(turn.w).normalize()),
        middle: Quat::from_vec4(middle_axis.extend(cos)),
        missed: (distance - reach).abs(),
    })
}

/// Whether a limb is bent now to the side to which it is bent at rest: 1, or -1 for a knee past the straight leg. `bent` is,
/// in the model, the axis about which a turn leads from the lower bone to the upper one.
fn side(limb: &Limb, model_from_root: &Mat4, bent: Vec3A) -> f32 {
    let axes = Mat3A::from_mat4(*model_from_root);
    // In a mirrored space turns go the other way round.
    let at_rest = axes.determinant() * (axes * Vec3A::from(limb.hinge()));
    1f32.copysign(bent.dot(at_rest))
}

/// How long both bones are. With the reach from the root to the end they make a triangle.
struct Bones {
    upper: f32,
    lower: f32,
}

impl Bones {
    /// The reach of a limb whose target is at a distance, which is softened already in `soft`, if it is plain.
    fn reach(&self, distance: f32, soft: f64) -> Option<f32> {
        let (most, least) = (self.upper + self.lower, (self.upper - self.lower).abs());
        let (barely, short) = (BARELY * most, (SHORT * most).max(MODERATE[0]));
        let (from_most, soft) = ((f64::from(most) - soft) as f32, soft as f32);
        // Well beyond its end a limb is straight, and no digit is missing.
        let is_straight = distance > most + barely && from_most < STRAIGHT * most;
        let is_plain = (from_most > barely || is_straight) && (soft - least).abs() > barely;
        let reach = if soft < least { least } else { soft.min(most) };
        let is_long = self.upper > short && self.lower > short && reach > short && most < MODERATE[1];
        (is_plain && is_long).then_some(reach)
    }

    /// 16 times the square of the triangle's area, as two factors: that from its longest reach, and that from its shortest
    /// one. The difference of squares would lose the digits near the straight limb.
    ///
    /// Divided by four times the product of both bones they are the squares of sine and cosine of half the angle between both
    /// bones, which is 0 for a straight limb.
    fn factors(&self, reach: f32) -> Vec2 {
        let (most, least) = (self.upper + self.lower, self.upper - self.lower);
        vec2((most - reach) * (most + reach), (reach - least) * (reach + least))
    }
}

/// The turn that leads two directions at right angles to two others, as a quaternion of any length: none, if it is nearly
/// half a turn.
fn turn_between([from, hinge_from]: [Vec3A; 2], [to, hinge_to]: [Vec3A; 2]) -> Option<Vec4> {
    let pairs = [(from, to), (hinge_from, hinge_to), (hinge_from.cross(from), hinge_to.cross(to))];
    // The matrix is the sum of `to * from.transpose()` over all pairs, and 4 w times the quaternion is its antisymmetric part
    // and 1 more than its trace.
    let axis: Vec3A = pairs.iter().map(|(from, to)| from.cross(*to)).sum();
    let trace: f32 = pairs.iter().map(|(from, to)| from.dot(*to)).sum();
    (trace > NEARLY_HALF_A_TURN).then(|| axis.extend(1.0 + trace))
}

/// A space that is stretched the same in all directions, and not mirrored.
struct Space {
    /// The rows of the matrix that leads from it to the model.
    rows: [Vec3A; 3],
    /// The square of how far it is stretched.
    stretch_squared: f32,
}

impl Space {
    /// The space that a matrix leads from, if it is such a one.
    fn of(model_from_space: &Mat4) -> Option<Self> {
        let axes = Mat3A::from_mat4(*model_from_space);
        let Mat3A { x_axis: x, y_axis: y, z_axis: z } = axes.transpose();
        let lengths = x * x + y * y + z * z;
        let leans = x * x.zxy() + y * y.zxy() + z * z.zxy();
        let most = Vec3A::splat(EVEN * lengths.x);
        let is_even = (lengths - lengths.zxy()).abs().cmple(most) & leans.abs().cmple(most);
        let is_plain = is_even.all() && axes.x_axis.cross(axes.y_axis).dot(axes.z_axis) > 0.0;
        is_plain.then_some(Self { rows: [x, y, z], stretch_squared: lengths.x })
    }

    /// A direction of the model, as seen from this space: as many times longer as the space is stretched.
    fn led_back(&self, direction: Vec3A) -> Vec3A {
        let [x, y, z] = self.rows;
        x * direction.x + y * direction.y + z * direction.z
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use common::pose::{Pose, walk};
    use common::skeleton::Skeleton;
    use common::transform::Transform;
    use glam::{Vec3, vec3};
    use proptest::prelude::*;

    fn direction() -> impl Strategy<Value = Vec3> {
        prop::array::uniform3(-1.0f32..1.0).prop_map(|numbers| {
            let vector = Vec3::from(numbers);
            if vector.length() > 0.1 { vector } else { Vec3::X }
        })
    }

    prop_compose! {
        fn joint()(turn in direction(), place in direction(), scale in 0.5f32..2.0, kind in 0usize..12) -> Transform {
            // Now and then a space that is mirrored, or stretched along one axis, much or hardly.
            let odd = [vec3(-1.0, 1.0, 1.0), vec3(1.0, 1.2, 1.0), vec3(1.0, 1.0 + 1e-5, 1.0)];
            let scale = scale * odd.get(kind).copied().unwrap_or(Vec3::ONE);
            Transform { translation: place, rotation: Quat::from_scaled_axis(3.0 * turn), scale }
        }
    }

    /// A body, and on it an arm with a joint between shoulder and elbow.
    fn skeleton() -> Skeleton {
        Skeleton::chain(&["body", "shoulder", "upper", "elbow", "hand"])
    }

    fn walked(pose: &[Transform]) -> Vec<Mat4> {
        let mut joints = vec![Mat4::IDENTITY; pose.len()];
        walk(&skeleton(), |i| pose[i].to_matrix(), &mut joints);
        joints
    }

    fn limb(rest: &[Transform]) -> Limb {
        Limb::new(&skeleton(), &walked(rest), [1, 3, 4], Some(vec3(0.3, 0.5, 0.7))).unwrap()
    }

    /// A limb and its pose, and a goal that it may or may not reach.
    fn asked() -> impl Strategy<Value = (Limb, Pose, Goal)> {
        let pose = || prop::collection::vec(joint(), 5);
        let soft = prop_oneof![Just(0.0f32), 0.0f32..0.2];
        let just_straight = 1.0 - 5e-7f32..1.0 + 5e-7;
        let far = prop_oneof![4 => 0.0f32..1.2, 1 => 0.99f32..1.01, 1 => just_straight, 1 => Just(0.0f32)];
        (pose(), pose(), direction(), far, direction(), soft).prop_map(
            |(rest, mut pose, way, far, pole, soft)| {
                let limb = limb(&rest);
                for (joint, at_rest) in pose.iter_mut().zip(&rest) {
                    *joint = Transform { rotation: joint.rotation, ..*at_rest };
                }
                let arm = limb.arm(&walked(&pose));
                let target = arm.root + far * arm.length() * way.normalize();
                (limb, pose, Goal { target, pole, soft })
            },
        )
    }

    proptest! {
        #[test]
        fn elbow_and_hand_come_to_where_the_exact_one_brings_them((limb, pose, goal) in asked()) {
            let before = walked(&pose);
            // A ten thousandth of its length, and the rounding of places that are some metres from the origin.
            let close = 1e-4 * limb.arm(&before).length() + 2e-6;
            let [ours, exact] = [turns(&limb, &before, &goal), limb.turns(&before, &goal)];
            let turned = |turns: Turns| {
                let mut pose = pose.clone();
                limb.turn(&mut pose, turns);
                limb.arm(&walked(&pose))
            };
            let (arm, wanted) = (turned(ours), turned(exact));
            prop_assert!(arm.middle.distance(wanted.middle) < close, "{arm:?} {wanted:?}");
            prop_assert!(arm.end.distance(wanted.end) < close, "{arm:?} {wanted:?}");
            prop_assert!((ours.missed - exact.missed).abs() < close);
            let apart = |a: Quat, b: Quat| (a - b).length().min((a + b).length());
            prop_assert!(apart(ours.root, exact.root) < 5e-4 && apart(ours.middle, exact.middle) < 5e-4);
        }

        #[test]
        fn nothing_is_no_number((limb, pose, _) in asked(), numbers in prop::array::uniform12(prop_oneof![
            Just(f32::NAN), Just(f32::INFINITY), Just(0.0f32), Just(1e30), Just(-1e-30), -1.0f32..1.0
        ])) {
            let at = |i: usize| vec3(numbers[i], numbers[i + 1], numbers[i + 2]);
            let goal = Goal { target: at(0), pole: at(3), soft: numbers[6] };
            let mut before = walked(&pose);
            for place in [None, Some(at(9))] {
                before[3].w_axis = place.map_or(before[3].w_axis, |place| place.extend(1.0));
                let turns = turns(&limb, &before, &goal);
                prop_assert!(turns.root.is_normalized() && turns.middle.is_normalized());
            }
        }
    }
}
