//! Two bones that reach for a point, solved exactly.
//!
//! The comments speak of an arm: shoulder, elbow and hand. A leg has hip, knee and ankle instead.

use glam::{Vec3, Vec3A};

/// The triangle of two bones over the line from shoulder to hand, with the hand as near to its target as possible.
///
/// In 64 bits, since near the straight arm it takes the square root of a small difference.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bend {
    /// Distance of the hand from the shoulder.
    pub reach: f64,
    /// Distance of the elbow from the shoulder, along the line. Negative: behind the shoulder.
    pub along: f64,
    /// Distance of the elbow from the line.
    pub across: f64,
}

/// The triangle of two bones whose target is at a distance from the shoulder. No length is negative, and all are finite.
pub fn bend(upper: f64, lower: f64, distance: f64) -> Bend {
    // TODO 16.1: The hand is at the distance of the target, or as near to it as the bones allow. Say where the elbow is
    //   then: how far along the line from the shoulder to the hand, and how far beside it. Leave no way to a NaN.
    // BEGIN SOLUTION 16.1
    // The arm stretches towards what is too far, and folds before what is too near.
    let reach = distance.clamp((upper - lower).abs(), upper + lower);
    if reach == 0.0 {
        // The lower arm covers the upper one: for any direction of both, the hand is at the shoulder.
        return Bend { reach, along: 0.0, across: upper };
    }
    let along = (upper * upper - lower * lower + reach * reach) / (2.0 * reach);
    let across = (upper * upper - along * along).max(0.0).sqrt();
    Bend { reach, along, across }
    // END SOLUTION 16.1
    // STARTER 16.1: let _ = distance;
    // STARTER 16.1: Bend { reach: upper + lower, along: upper, across: 0.0 }
}

impl Bend {
    /// Returns the angles of the two bones, in radians: the upper one's from the line to the target, and the lower
    /// one's from the upper one, in the opposite sense. Both are zero for a straight arm.
    pub fn angles(self) -> [f64; 2] {
        let away = self.across.atan2(self.along);
        [away, away + self.across.atan2(self.reach - self.along)]
    }
}

/// Returns the axis about which the elbow bends: perpendicular to the line to the target, and to the direction in which
/// the elbow should be. A turn about it, by the right-hand rule, goes from `ahead` to the elbow's side.
///
/// `ahead` has length 1, and so have the poles, or length 0 if there is no such direction. The first one is wanted; the
/// second one is the direction of the elbow now.
pub fn hinge(ahead: Vec3, poles: [Vec3; 2]) -> Vec3 {
    // TODO 16.2: Find the axis, of length 1, about which the elbow bends, wherever the poles lie.
    // BEGIN SOLUTION 16.2
    for pole in poles {
        let axis = ahead.cross(pole);
        if axis.length() > ON_THE_LINE {
            return axis.normalize();
        }
    }
    ahead.any_orthonormal_vector()
    // END SOLUTION 16.2
    // STARTER 16.2: let _ = poles;
    // STARTER 16.2: ahead.any_orthonormal_vector()
}

/// Sine of the angle below which a pole counts as on the line.
#[allow(dead_code, reason = "an answer may do without it")]
const ON_THE_LINE: f32 = 1e-4;

/// Shortens a distance near the arm's whole length so that it never reaches that, since an elbow that snaps straight is
/// ugly. `soft` is the fraction of the length over which it does so; with 0 nothing changes. The result is at most the
/// distance itself.
pub fn softened(distance: f64, length: f64, soft: f64) -> f64 {
    let zone = soft * length;
    let into = distance - (length - zone);
    if zone > 0.0 && into > 0.0 {
        return length - zone * (-into / zone).exp();
    }
    distance
}

/// The goal of an arm.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Goal {
    /// The target of the hand.
    pub target: Vec3,
    /// The direction from the line between shoulder and target to the elbow. Zero keeps the present one.
    pub pole: Vec3,
    /// The fraction of its length over which the arm softens: see [`softened`].
    pub soft: f32,
}

/// The places of an arm's three joints, in any one space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arm {
    /// The shoulder, or the hip.
    pub root: Vec3,
    /// The elbow, or the knee.
    pub middle: Vec3,
    /// The hand, or the ankle.
    pub end: Vec3,
}

/// Relative error of an arm's length that may be due to rounding of its places.
const ROUNDING: f64 = 1e-6;

/// The bones of an arm as vectors, and their lengths: in 64 bits, so that an almost straight arm finds its own bend again.
///
/// Everything else is in 32 bits: a [`Vec3A`] is a `Vec3` in a register of four, in which an arm takes half the time.
#[derive(Clone, Copy)]
pub(crate) struct Bones {
    root: Vec3A,
    pub vectors: [Vec3A; 2],
    lengths: [f64; 2],
}

impl Arm {
    /// Returns the length of both bones together.
    pub fn length(self) -> f32 {
        self.root.distance(self.middle) + self.middle.distance(self.end)
    }

    /// Returns the arm with its hand as near to the target as possible. Its bones keep their lengths.
    ///
    /// A target that isn't finite is ignored: the arm stays as it is.
    pub fn reaching(self, goal: &Goal) -> Self {
        let bones = Bones::between([self.root, self.middle, self.end].map(Vec3A::from));
        let ([upper, lower], _) = bones.reaching(goal, bones.vectors[0].normalize_or_zero());
        let [middle, end] = [upper, upper + lower].map(|place| self.root + Vec3::from(place));
        Self { middle, end, ..self }
    }
}

impl Bones {
    /// Measures the bones between root, middle and end.
    #[inline]
    pub fn between([root, middle, end]: [Vec3A; 3]) -> Self {
        let lengths = [exact_distance(root, middle), exact_distance(middle, end)];
        Self { root, vectors: [middle - root, end - middle], lengths }
    }

    /// Returns both bones as vectors once they have reached for a goal, and the axis about which they are bent. If the pole gives
    /// no direction, the elbow goes to the side of `beside`.
    #[inline]
    pub fn reaching(&self, goal: &Goal, beside: Vec3A) -> ([Vec3A; 2], Vec3A) {
        let [upper, lower] = self.lengths;
        let size = upper + lower;
        // Bones that differ only by rounding are equally long: only then can the hand reach the shoulder.
        let [upper, lower] =
            if (upper - lower).abs() < ROUNDING * size { [0.5 * size; 2] } else { [upper, lower] };
        let now = self.root + self.vectors[0] + self.vectors[1];
        let target = if goal.target.is_finite() { Vec3A::from(goal.target) } else { now };
        let distance = exact_distance(self.root, target);
        let pole = Vec3A::from(goal.pole).normalize_or_zero();
        let ahead = (target - self.root).try_normalize().filter(|_| distance >= ROUNDING * size);
        let ahead = ahead.unwrap_or_else(|| self.ahead_at_shoulder(pole));
        let axis = Vec3A::from(hinge(ahead.into(), [pole.into(), beside.into()]));

        let bent = bend(upper, lower, softened(distance, size, f64::from(goal.soft)));
        let [along, across, reach] = [bent.along, bent.across, bent.reach].map(|part| part as f32);
        let upper = along * ahead + across * axis.cross(ahead);
        ([upper, reach * ahead - upper], axis)
    }

    /// Returns the direction of the hand from the shoulder if the target is on the shoulder, and so gives none.
    ///
    /// The arm keeps its own. If the hand is there already, that is none either. Then any line perpendicular to the pole will
    /// do: the elbow goes to the pole, and without a pole it stays.
    #[cold]
    fn ahead_at_shoulder(&self, pole: Vec3A) -> Vec3A {
        let [upper, lower] = self.vectors;
        let own = upper + lower;
        let is_on_shoulder = f64::from(own.length()) < ROUNDING * (self.lengths[0] + self.lengths[1]);
        let elbow = if pole == Vec3A::ZERO { upper.normalize_or(Vec3A::Y) } else { pole };
        own.try_normalize().filter(|_| !is_on_shoulder).unwrap_or_else(|| elbow.any_orthonormal_vector())
    }
}

/// Returns the distance of two places, not that of their difference in 32 bits.
#[inline]
fn exact_distance(a: Vec3A, b: Vec3A) -> f64 {
    a.as_dvec3().distance(b.as_dvec3())
}

/// Returns the directions of two bones. None if one of them has no length, or a place isn't finite.
#[inline]
pub(crate) fn directions([upper, lower]: [Vec3A; 2]) -> Option<[Vec3A; 2]> {
    Some([upper.try_normalize()?, lower.try_normalize()?])
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::vec3;
    use proptest::prelude::*;

    fn point() -> impl Strategy<Value = Vec3> {
        prop::array::uniform3(-2.0f32..2.0).prop_map(Vec3::from)
    }

    /// A bone: of any length, very short, or of none.
    fn bone() -> impl Strategy<Value = Vec3> {
        (point(), prop_oneof![4 => Just(1.0f32), 1 => Just(1e-3), 1 => Just(0.0)])
            .prop_map(|(bone, length)| length * bone)
    }

    prop_compose! {
        fn arm()(root in point(), upper in bone(), lower in bone()) -> Arm {
            Arm { root, middle: root + upper, end: root + upper + lower }
        }
    }

    /// Targets near and far, on the shoulder, and on the elbow.
    fn target(arm: Arm, at: Vec3, kind: usize) -> Vec3 {
        [at, 10.0 * at, arm.root + 1e-7 * at, arm.root, arm.middle, arm.end][kind]
    }

    fn lengths(arm: Arm) -> [f32; 2] {
        [arm.root.distance(arm.middle), arm.middle.distance(arm.end)]
    }

    proptest! {
        #[test]
        fn the_hand_is_as_near_as_it_can_be((arm, at, kind) in (arm(), point(), 0usize..6), pole in point()) {
            let target = target(arm, at, kind);
            let reached = arm.reaching(&Goal { target, pole, ..Goal::default() });
            let [upper, lower] = lengths(arm);
            // A ten thousandth of its length, and the rounding of places that are some metres from the origin.
            let close = 1e-4 * (upper + lower) + 2e-6;
            let after = lengths(reached);
            prop_assert!((after[0] - upper).abs() < close && (after[1] - lower).abs() < close, "{reached:?}");
            let distance = arm.root.distance(target);
            let wanted = distance.clamp((upper - lower).abs(), upper + lower);
            // Far away, distances are rounded more.
            let far = close + 1e-6 * distance;
            prop_assert!((reached.end.distance(target) - (distance - wanted).abs()).abs() < far, "{reached:?}");
        }

        #[test]
        fn the_elbow_is_on_the_poles_side(arm in arm(), target in point(), pole in point()) {
            let reached = arm.reaching(&Goal { target, pole, ..Goal::default() });
            let ahead = (target - arm.root).normalize();
            prop_assume!(ahead.cross(pole.normalize()).length() > 1e-2);
            let elbow = reached.middle - arm.root;
            prop_assert!((elbow - elbow.dot(ahead) * ahead).dot(pole) >= -1e-5);
            prop_assert!(elbow.dot(ahead.cross(pole).normalize()).abs() < 1e-5, "it lies in the plane");
        }

        #[test]
        fn soft_is_never_past_the_target(distance in 0.0f64..4.0, length in 0.0f64..2.0, soft in 0.0f64..1.0) {
            let given = softened(distance, length, soft);
            prop_assert!(given <= distance && (soft == 0.0 || given <= length));
            // It goes on smoothly, and as fast as the target at first.
            let next = softened(distance + 1e-6, length, soft);
            prop_assert!(next >= given && next - given <= 1.0001e-6);
        }

        #[test]
        fn angles_put_the_bones_where_the_triangle_has_them(upper in 0.1f64..2.0, lower in 0.1f64..2.0, distance in 0.0f64..5.0) {
            let triangle = bend(upper, lower, distance);
            let [at_root, at_middle] = triangle.angles();
            let (y, x) = at_root.sin_cos();
            let (down, on) = (at_root - at_middle).sin_cos();
            prop_assert!((upper * x - triangle.along).abs() < 1e-9 && (upper * y - triangle.across).abs() < 1e-9);
            prop_assert!((upper * x + lower * on - triangle.reach).abs() < 1e-7);
            prop_assert!((upper * y + lower * down).abs() < 1e-7);
        }
    }

    #[test]
    fn a_target_on_the_shoulder_leaves_the_direction() {
        let arm = Arm { root: Vec3::ZERO, middle: vec3(1.0, 0.5, 0.0), end: vec3(2.0, 0.0, 0.0) };
        let reached = arm.reaching(&Goal { target: Vec3::ZERO, pole: Vec3::Y, ..Goal::default() });
        assert!(reached.end.length() < 1e-6 && reached.middle.normalize().distance(Vec3::Y) < 1e-6);
        let short = Arm { end: vec3(1.5, 0.25, 0.0), ..arm };
        let reached = short.reaching(&Goal { target: Vec3::ZERO, pole: Vec3::Y, ..Goal::default() });
        assert!(reached.end.normalize().distance(short.end.normalize()) < 1e-6);
        // Almost on the shoulder: rounding must not turn the arm around.
        let target = -1e-8 * short.end;
        let reached = short.reaching(&Goal { target, pole: Vec3::Y, ..Goal::default() });
        assert!(reached.end.normalize().distance(short.end.normalize()) < 1e-6);
    }

    #[test]
    fn an_elbow_whose_hand_is_on_the_shoulder_goes_to_the_pole_and_stays() {
        let mut arm =
            Arm { root: vec3(0.0, 0.9, 0.0), middle: vec3(0.7, 2.0, 0.1), end: vec3(1.2, 0.8, 0.0) };
        let lower = arm.root.distance(arm.middle) * (arm.end - arm.middle).normalize();
        arm.end = arm.middle + lower;
        let poles = [vec3(0.3, 2.3, 0.0), vec3(-1.0, 0.2, 0.5), vec3(0.0, -1.0, 0.0), Vec3::ZERO];
        let mut before = Vec3::ZERO;
        for (pole, step) in poles.into_iter().flat_map(|pole| (0..5).map(move |step| (pole, step))) {
            arm = arm.reaching(&Goal { target: arm.root, pole, ..Goal::default() });
            let elbow = (arm.middle - arm.root).normalize();
            assert!(arm.end.distance(arm.root) < 1e-5);
            let wanted = if pole == Vec3::ZERO { before } else { pole.normalize() };
            // First a hand that isn't on the shoulder yet moves it there.
            assert!(
                (step == 0 && before == Vec3::ZERO) || elbow.distance(wanted) < 1e-5,
                "{pole} {step}: {elbow}"
            );
            before = elbow;
        }
    }

    #[test]
    fn a_pole_on_the_line_leaves_the_bend() {
        let arm = Arm { root: Vec3::ZERO, middle: vec3(1.0, 0.5, 0.0), end: vec3(2.0, 0.0, 0.0) };
        for pole in [Vec3::X, -Vec3::X, Vec3::ZERO, vec3(1.0, 1e-6, 0.0)] {
            let reached = arm.reaching(&Goal { target: 1.5 * Vec3::X, pole, ..Goal::default() });
            assert!(reached.middle.y > 0.5 && reached.middle.z.abs() < 1e-6, "{pole}");
        }
        // A straight arm has no bend to leave: any will do.
        let straight = Arm { middle: Vec3::X, ..arm };
        let reached = straight.reaching(&Goal { target: 1.5 * Vec3::X, pole: Vec3::X, ..Goal::default() });
        assert!((reached.end.x - 1.5).abs() < 1e-6 && (reached.middle.length() - 1.0).abs() < 1e-6);
    }
}
