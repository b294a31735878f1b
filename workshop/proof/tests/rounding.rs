//! Compares single with double precision, down deep trees, in skins, between rotations and along curves. Every bound
//! names the roundings that it allows for.

use crate::clips::{parsed, text};
use common::pose::model_from_joints;
use common::skeleton::Skeleton;
use common::skin::{four_largest, joints_from_bind, palette, skin_point};
use common::transform::{Transform, slerp};
use formats::collada::Document;
use glam::{DMat3, DMat4, DQuat, DVec3, Mat4, Quat, Vec3, Vec4};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// The distance from 1 to the next single-precision number, twice the largest relative rounding error.
const EPSILON: f64 = f32::EPSILON as f64;

/// The error that each joint adds to its axes, in units of [`EPSILON`].
///
/// The axes are nine numbers, sums of products that are never larger than 1 together. Six roundings go into a
/// joint's own matrix, and four into the product with its parent's: five times [`EPSILON`] for each number.
/// As one length, nine numbers are off by three times as much. And roundings go either way: of those of many
/// joints, what is left grows with the root of their number.
const JOINT: f64 = 15.0;

/// Returns settings with which every run draws the same inputs, this many.
fn seeded(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        rng_seed: RngSeed::Fixed(7),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

fn rotation() -> impl Strategy<Value = Quat> {
    let unit = |numbers: [f32; 4]| Vec4::from(numbers).try_normalize().unwrap_or(Vec4::W);
    prop::array::uniform4(-1.0f32..1.0).prop_map(move |numbers| Quat::from_vec4(unit(numbers)))
}

prop_compose! {
    fn joint(largest: f32)(rotation in rotation(), place in prop::array::uniform3(-1.0f32..1.0),
                           scale in prop::array::uniform3(1.0 / largest..=largest)) -> Transform {
        Transform { translation: place.into(), rotation, scale: scale.into() }
    }
}

/// Returns a tree of up to 500 joints, each on one before it and most on the last.
fn tree() -> impl Strategy<Value = Skeleton> {
    let parent = prop::option::weighted(0.02, any::<prop::sample::Index>());
    let parents = prop_oneof![Just(vec![None; 500]), prop::collection::vec(parent, 1..=500)];
    parents.prop_map(|parents| {
        let mut skeleton = Skeleton::new();
        for (i, parent) in parents.into_iter().enumerate() {
            skeleton.add("joint", (i > 0).then(|| parent.map_or(i - 1, |parent| parent.index(i))));
        }
        skeleton
    })
}

fn pose(largest: f32) -> impl Strategy<Value = Vec<Transform>> {
    prop::collection::vec(joint(largest), 500)
}

/// A joint in model space in double precision, and what bounds its error.
#[derive(Clone, Copy)]
struct Exact {
    model_from_joint: DMat4,
    /// The number of joints from the root to here.
    depth: f64,
    /// The greatest factor by which a vector can grow from here to the model.
    growth: f64,
    /// The length of the chain if it were stretched, by which errors of rotations are multiplied.
    extent: f64,
}

impl Exact {
    /// Returns the bound on each axis's error.
    fn axes(self) -> f64 {
        JOINT * EPSILON * self.depth.sqrt() * self.growth
    }

    /// Returns the bound on the place's error, from the errors of the axes along the whole chain, and a few
    /// roundings for each joint.
    fn place(self) -> f64 {
        (JOINT + 2.0) * EPSILON * self.depth.sqrt() * self.extent
    }
}

/// Returns every joint in model space, in double precision, using nothing of the library but the tree.
fn exact(skeleton: &Skeleton, pose: &[Transform]) -> Vec<Exact> {
    let mut model: Vec<Exact> = Vec::new();
    for (joint, local) in skeleton.joints().iter().zip(pose) {
        let root = Exact { model_from_joint: DMat4::IDENTITY, depth: 0.0, growth: 1.0, extent: 0.0 };
        let parent = joint.parent.map_or(root, |parent| model[parent]);
        let (place, scale) = (local.translation.as_dvec3(), local.scale.as_dvec3());
        let turn = local.rotation.as_dquat().normalize();
        let parent_from_joint = DMat4::from_scale_rotation_translation(scale, turn, place);
        model.push(Exact {
            model_from_joint: parent.model_from_joint * parent_from_joint,
            depth: parent.depth + 1.0,
            growth: parent.growth * scale.max_element(),
            extent: parent.extent + parent.growth * place.length(),
        });
    }
    model
}

/// Returns the distance of two matrices' axes, and of their places.
fn apart(a: Mat4, b: DMat4) -> [f64; 2] {
    let a = a.as_dmat4();
    let axes = DMat3::from_mat4(a) - DMat3::from_mat4(b);
    let length = axes.to_cols_array().map(|number| number * number).iter().sum::<f64>().sqrt();
    [length, a.w_axis.truncate().distance(b.w_axis.truncate())]
}

fn ensure_close(given: &[Mat4], wanted: &[Exact]) -> Result<(), TestCaseError> {
    prop_assert_eq!(given.len(), wanted.len());
    for (joint, (&given, wanted)) in given.iter().zip(wanted).enumerate() {
        let [axes, place] = apart(given, wanted.model_from_joint);
        prop_assert!(axes <= wanted.axes(), "axes of {joint}: {axes:.1e}, not {:.1e}", wanted.axes());
        prop_assert!(place <= wanted.place(), "place of {joint}: {place:.1e}, not {:.1e}", wanted.place());
    }
    Ok(())
}

fn matrices(pose: &[Transform]) -> Vec<Mat4> {
    pose.iter().map(|joint| joint.to_matrix()).collect()
}

proptest! {
    #![proptest_config(seeded(32))]

    #[test]
    fn down_a_deep_tree_matrices_stay_exact(skeleton in tree(), mut pose in pose(1.02)) {
        pose.truncate(skeleton.joints().len());
        let matrices = matrices(&pose);
        let wanted = exact(&skeleton, &pose);
        ensure_close(&model_from_joints(&skeleton, &matrices), &wanted)?;
    }
}

proptest! {
    #![proptest_config(seeded(256))]

    /// Tests points on six joints in two branches, at up to 2 m from each other.
    #[test]
    fn a_skin_goes_where_64_bits_have_it(bind in prop::collection::vec(joint(1.0), 6), pose in prop::collection::vec(joint(1.0), 6),
                                         weights in prop::collection::vec((0usize..6, 0.01f32..1.0), 1..7),
                                         point in prop::array::uniform3(-2.0f32..2.0)) {
        let mut skeleton = Skeleton::chain(&["0", "1", "2"]);
        for parent in [1, 3, 0] {
            skeleton.add("joint", Some(parent));
        }
        let (influences, point) = (four_largest(&weights), Vec3::from(point));
        let far = |pose: Vec<Transform>| pose.into_iter().map(|joint| Transform { translation: 2.0 * joint.translation, ..joint });
        let [bind, pose]: [Vec<Transform>; 2] = [far(bind).collect(), far(pose).collect()];
        let (bound, posed) = (exact(&skeleton, &bind), exact(&skeleton, &pose));
        let moved = influences.used().map(|(joint, weight)| {
            let moves = posed[joint].model_from_joint * bound[joint].model_from_joint.inverse();
            f64::from(weight) * moves.transform_point3(point.as_dvec3())
        });
        let wanted: DVec3 = moved.sum();
        let palette = palette(&model_from_joints(&skeleton, &matrices(&pose)), &joints_from_bind(&skeleton, &matrices(&bind)));
        let given = skin_point(&palette, &influences, point);
        // Five links of some two metres each way make numbers of about thirty.
        prop_assert!(given.as_dvec3().distance(wanted) < 3e-5, "{given} is not {wanted}");
    }
}

/// The bound on a quaternion's error, from the arc that 10.2 takes for straight, and a few roundings.
const CLOSE: f64 = 4.65e-5;

/// Returns the distance of two quaternions as rotations.
fn turned(a: DQuat, b: DQuat) -> f64 {
    (a - b).length().min((a + b).length())
}

/// Returns a fraction of the rotation from one quaternion to another, on the shorter arc.
fn part_of_the_turn(from: DQuat, to: DQuat, alpha: f64) -> DQuat {
    let turn = to * from.inverse();
    // Not by the cosine: it says little of small angles.
    let angle = 2.0 * turn.xyz().length().atan2(turn.w);
    let axis = turn.xyz().try_normalize().unwrap_or(DVec3::X);
    DQuat::from_axis_angle(axis, alpha * angle) * from
}

proptest! {
    #![proptest_config(seeded(4096))]

    /// Tests rotations up to half a turn apart, with either sign. At half a turn itself both arcs are short.
    #[test]
    fn slerp_takes_a_short_way_from_anywhere_to_anywhere(from in rotation(), axis in rotation(), power in -9.0f32..0.0,
                                                         near_half in any::<bool>(), negative in any::<bool>(), alpha in 0.0f32..=1.0) {
        let axis = axis.xyz().try_normalize().unwrap_or(Vec3::X);
        let off = std::f32::consts::PI * 10f32.powf(power);
        let angle = if near_half { std::f32::consts::PI - off } else { off };
        let to = Quat::from_axis_angle(axis, angle) * from;
        let to = if negative { -to } else { to };
        let given = slerp(from, to, alpha);
        // Each of both weights takes five roundings, and they are 1.4 together at most.
        prop_assert!((given.as_dquat().length() - 1.0).abs() < 5.0 * EPSILON);
        let [from_exactly, to_exactly] = [from, to].map(|rotation| rotation.as_dquat().normalize());
        let ways = [to_exactly, -to_exactly].map(|to| {
            let off = turned(given.as_dquat(), part_of_the_turn(from_exactly, to, f64::from(alpha)));
            (from_exactly.dot(to), off)
        });
        let (cos, off) = if ways[0].0 > 0.0 { ways[0] } else { ways[1] };
        // Four roundings may hide which way is shorter.
        let either = cos < 2.0 * EPSILON && ways[0].1.min(ways[1].1) < CLOSE;
        prop_assert!(off < CLOSE || either, "{off:.1e} at a cosine of {cos:.1e}");
    }

}

/// Returns a curve from 0 to a number in two seconds, with its two tangents as times and values.
fn curve(end: f32, [leaving, arriving]: [[f32; 2]; 2], way: &str) -> Document {
    let source = |id: &str, [time, value]: [f32; 2]| {
        format!(r#"<source id="{id}"><float_array>{time} {value} {time} {value}</float_array></source>"#)
    };
    let sources = format!("<animation>{}{}", source("l", leaving), source("a", arriving));
    let inputs = r##"<input semantic="OUT_TANGENT" source="#l"/><input semantic="IN_TANGENT" source="#a"/></sampler>"##;
    let text = text(r#"<translate sid="t">0 0 0</translate>"#, &[("t.X", &[0.0, 2.0], &[0.0, end], way)]);
    parsed(&text.replace("<animation>", &sources).replace("</sampler>", inputs))
}

/// Returns the value of a planar Bézier curve at a fraction of its time, found by bisection.
fn value_at([times, values]: [[f64; 4]; 2], part: f64) -> f64 {
    let at = |[a, b, c, d]: [f64; 4], u: f64| {
        let w = 1.0 - u;
        w * w * w * a + 3.0 * w * w * u * b + 3.0 * w * u * u * c + u * u * u * d
    };
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if at(times, middle) < part { low = middle } else { high = middle }
    }
    at(values, 0.5 * (low + high))
}

proptest! {
    #![proptest_config(seeded(1024))]

    /// Tests steep curves, where a rounded time changes the value a lot. What is found must be the value at a
    /// time within eight roundings, those of the time on the curve and of the time looked for.
    #[test]
    fn eased_curves_are_exact(end in -9.0f32..9.0, hermite in any::<bool>(), times in prop::array::uniform2(0.0f32..=2.0),
                              values in prop::array::uniform2(-9.0f32..9.0), moments in prop::array::uniform8(0.0f32..2.0)) {
        let [t1, t2] = times;
        let [v1, v2] = values;
        let tangents = if hermite {
            // Velocities: three times the way from the key to the handle, or from the handle to the key.
            [[3.0 * t1, 3.0 * v1], [3.0 * (2.0 - t2), 3.0 * (end - v2)]]
        } else {
            [[t1, v1], [t2, v2]]
        };
        let document = curve(end, tangents, if hermite { "HERMITE" } else { "BEZIER" });
        let curve = &document.clips[0].channels[0].curve;
        let [t1, t2, v1, v2, end] = [t1, t2, v1, v2, end].map(f64::from);
        let exact = [[0.0, 0.5 * t1, 0.5 * t2, 1.0], [0.0, v1, v2, end]];
        for moment in moments {
            let given = f64::from(curve.numbers_at(moment).next().unwrap());
            let part = 0.5 * f64::from(moment);
            let near = [-1.0, 0.0, 1.0].map(|side| value_at(exact, (part + side * 4.0 * EPSILON).clamp(0.0, 1.0)));
            let (low, high) = near.iter().fold((f64::MAX, f64::MIN), |(a, b), &v| (a.min(v), b.max(v)));
            // Eight roundings of values up to 27, and those of the handles.
            let slack = 8.0 * 9.0 * EPSILON;
            prop_assert!((low - slack..=high + slack).contains(&given), "{given} at {moment}, not {low} to {high}");
        }
    }
}
