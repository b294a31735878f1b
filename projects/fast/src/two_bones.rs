//! Two bones that reach for a point, in 32 bits and without an angle.

use glam::{Mat3A, Mat4, Quat, Vec2, Vec3A, Vec3Swizzles, vec2};
use ik::{Goal, Limb, Turns, softened};

/// What [`Limb::turns`] gives. Elbow and hand come to the same places but for a ten thousandth of the limb's length.
///
/// It is fast where a limb is bent by 6° to 174°, and reaches for what is neither on its root nor all but as far away as it
/// can reach, with a pole beside that line, below parents that are stretched the same in all directions. Any other limb is
/// handed to the exact one.
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

/// The square of the sine of the angle below which a pole lies on the line to the target.
const ON_THE_LINE: f32 = 1e-4;

/// The trace of a turn by 177°: beyond it too few digits are left of the cosine of half the angle.
const NEARLY_HALF_A_TURN: f32 = -0.998;

/// By which part the axes of a space may differ in length, or lean, that counts as stretched the same in all directions.
const EVEN: f32 = 1e-5;

/// The same turns, if nothing is out of the ordinary. Whatever is no number makes one of the comparisons fail.
fn quick(limb: &Limb, model_from_joints: &[Mat4], goal: &Goal) -> Option<Turns> {
    let [root, middle, end] = limb.joints.map(|joint| Vec3A::from_vec4(model_from_joints[joint].w_axis));
    let [upper, lower] = [middle - root, end - middle];
    let bones = [upper.length(), lower.length()];

    let bent = lower.cross(upper);
    let sine = bent.length();
    let side = side(limb, &model_from_joints[limb.joints[0]], bent);
    let hinge = bent * (side / sine);

    let to_target = Vec3A::from(goal.target) - root;
    let distance = to_target.length();
    let ahead = to_target / distance;
    let pole = Vec3A::from(goal.pole);
    let across = ahead.cross(pole);
    let new_hinge = across * across.length_recip();

    let soft = softened(f64::from(distance), f64::from(bones[0] + bones[1]), f64::from(goal.soft)) as f32;
    let triangle = Triangle::new(bones, soft)?;
    let is_bent = sine > WELL_BENT * bones[0] * bones[1];
    if !(is_bent && across.length_squared() > ON_THE_LINE * pole.length_squared()) {
        return None;
    }
    let [along, aside] = triangle.elbow();
    let new_upper = (along * ahead + aside * new_hinge.cross(ahead)) / bones[0];
    let of_root = turn_between([upper / bones[0], hinge], [new_upper, new_hinge])?;

    let now = Triangle { bones, reach: root.distance(end) }.half();
    let then = triangle.half();
    let (cos, sin) = (now.x * then.x + side * now.y * then.y, side * now.y * then.x - now.x * then.y);
    let of_middle = Quat::from_vec4((sin * hinge).extend(cos));

    let parents = limb.parents().map(|parent| parent.map(|joint| &model_from_joints[joint]));
    Some(Turns {
        root: in_space(parents[0], of_root)?,
        middle: in_space(parents[1], of_middle)?,
        missed: (distance - triangle.reach).abs(),
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

/// A triangle of two bones, and of the reach from the root to the end.
#[derive(Clone, Copy)]
struct Triangle {
    bones: [f32; 2],
    reach: f32,
}

impl Triangle {
    /// With a reach as near to a distance as the bones allow.
    fn new(bones: [f32; 2], distance: f32) -> Option<Self> {
        let [upper, lower] = bones;
        let (most, least) = (upper + lower, (upper - lower).abs());
        let reach = distance.max(least).min(most);
        let is_long = upper.min(lower).min(reach) > SHORT * most;
        // At its very end a limb is straight or folded, and no digit is missing.
        let is_plain = |from_end: f32| from_end == 0.0 || from_end > BARELY * most;
        (is_long && is_plain(most - reach) && is_plain(reach - least)).then_some(Self { bones, reach })
    }

    /// 16 times the square of the triangle's area, as two factors: that from its longest reach, and that from its shortest
    /// one. The difference of squares would lose the digits near the straight limb.
    fn factors(self) -> Vec2 {
        let [upper, lower] = self.bones;
        let (most, least) = (upper + lower, upper - lower);
        vec2((most - self.reach) * (most + self.reach), (self.reach - least) * (self.reach + least))
    }

    /// How far the middle is along the line from root to end, and how far beside it.
    fn elbow(self) -> [f32; 2] {
        let [upper, lower] = self.bones;
        let factors = self.factors();
        let along = (upper - lower) * (upper + lower) + self.reach * self.reach;
        [along, (factors.x * factors.y).sqrt()].map(|twice| twice / (2.0 * self.reach))
    }

    /// Cosine and sine of half the angle between both bones, which is 0 for a straight limb.
    fn half(self) -> Vec2 {
        let [upper, lower] = self.bones;
        let squares = self.factors().max(Vec2::ZERO) / (4.0 * upper * lower);
        vec2(squares.y.sqrt(), squares.x.sqrt())
    }
}

/// The turn that leads two directions at right angles to two others: none, if it is nearly half a turn.
fn turn_between([from, hinge_from]: [Vec3A; 2], [to, hinge_to]: [Vec3A; 2]) -> Option<Quat> {
    let pairs = [(from, to), (hinge_from, hinge_to), (hinge_from.cross(from), hinge_to.cross(to))];
    // The matrix is the sum of `to * from.transpose()` over all pairs, and 4 w times the quaternion is its antisymmetric part
    // and 1 more than its trace.
    let axis: Vec3A = pairs.iter().map(|(from, to)| from.cross(*to)).sum();
    let trace: f32 = pairs.iter().map(|(from, to)| from.dot(*to)).sum();
    (trace > NEARLY_HALF_A_TURN).then(|| Quat::from_vec4(axis.extend(1.0 + trace).normalize()))
}

/// A turn of the model, as seen from a space of which the matrix leads to the model: its axis is led back. None, if that
/// space is mirrored, or not stretched the same in all directions.
fn in_space(model_from_space: Option<&Mat4>, turn: Quat) -> Option<Quat> {
    // What has no parent stands in the model itself.
    let Some(model_from_space) = model_from_space else { return Some(turn) };
    let axes = Mat3A::from_mat4(*model_from_space);
    let Mat3A { x_axis: x, y_axis: y, z_axis: z } = axes.transpose();
    let lengths = x * x + y * y + z * z;
    let leans = x * x.zxy() + y * y.zxy() + z * z.zxy();
    let most = Vec3A::splat(EVEN * lengths.x);
    let is_even = (lengths - lengths.zxy()).abs().cmple(most) & leans.abs().cmple(most);
    if !is_even.all() || axes.x_axis.cross(axes.y_axis).dot(axes.z_axis) <= 0.0 {
        return None;
    }
    let axis = Vec3A::from_vec4(turn.into());
    let led_back = (x * axis.x + y * axis.y + z * axis.z) / lengths.x.sqrt();
    Some(Quat::from_vec4(led_back.extend(turn.w)))
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
        walk(&skeleton(), pose, &mut joints);
        joints
    }

    fn limb(rest: &[Transform]) -> Limb {
        Limb::new(&skeleton(), &walked(rest), [1, 3, 4], Some(vec3(0.3, 0.5, 0.7))).unwrap()
    }

    /// A limb and its pose, and a goal that it may or may not reach.
    fn asked() -> impl Strategy<Value = (Limb, Pose, Goal)> {
        let pose = || prop::collection::vec(joint(), 5);
        let soft = prop_oneof![Just(0.0f32), 0.0f32..0.2];
        let far = prop_oneof![4 => 0.0f32..1.2, 1 => 0.99f32..1.01, 1 => Just(0.0f32)];
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
