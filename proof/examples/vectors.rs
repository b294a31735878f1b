//! What the functions of the lessons answer to the inputs of the book's live figures: one line of JSON for each figure,
//! or for the one that is named.
//!
//! `cargo run --package proof --example vectors`
//!
//! A figure in `proof/book/figures` computes the same in a browser, and with a switch as one of its mistakes does. Whoever
//! compares runs this program with the solution and with each mistake, of which it knows no more than the names. A figure
//! whose mistakes are of two exercises has two lines.

use common::ik::{bend, hinge};
use common::skin::{palette, skin_rigidly};
use common::transform::{arc_weights, parent_from_hinge, transform_point, world_from_frames};
use glam::{DVec2, Mat4, Vec3, dvec2, vec3};

/// So many inputs has each figure.
const INPUTS: usize = 100;

/// Numbers that look random, and are the same every time.
struct Random(u64);

impl Random {
    /// A number with few digits in decimals, too.
    fn between(&mut self, low: f32, high: f32) -> f32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let number = low + (high - low) * (self.0 >> 40) as f32 / (1u64 << 24) as f32;
        (number * 256.0).round() / 256.0
    }

    /// One number for each range.
    fn in_ranges(&mut self, ranges: &[(f32, f32)]) -> Vec<f32> {
        ranges.iter().map(|&(low, high)| self.between(low, high)).collect()
    }
}

/// A figure of the book, and the exercise whose mistakes its switches show.
struct Figure {
    name: &'static str,
    exercise: &'static str,
    mistakes: &'static [&'static str],
    input: fn(&mut Random) -> Vec<f32>,
    /// The student's function. It may leave entries out or answer NaN, if it is wrong.
    answer: fn(&[f32]) -> Vec<f32>,
}

const FIGURES: &[Figure] = &[
    Figure {
        name: "01-chain",
        exercise: "01.1",
        mistakes: &["turned-before-moved", "degrees-as-radians"],
        input: |random| random.in_ranges(&[METRES, TURN, TURN, TURN]),
        answer: chain,
    },
    Figure {
        name: "01-chain",
        exercise: "01.2",
        mistakes: &["child-times-parent"],
        input: |random| random.in_ranges(&[METRES, TURN, TURN, TURN]),
        answer: chain,
    },
    Figure {
        name: "07-way",
        exercise: "07.2",
        mistakes: &["factors-swapped", "no-inverse-bind"],
        input: |random| random.in_ranges(&[METRES, METRES, TURN, METRES, METRES, TURN, METRES, METRES]),
        answer: way,
    },
    Figure {
        name: "10-slerp",
        exercise: "10.1",
        mistakes: &["the-long-way", "straight", "not-divided"],
        input: |random| random.in_ranges(&[(-0.95, 0.6), (0.0, 1.0)]),
        // Of the cosine between both quaternions, and α.
        answer: |input| arc_weights(input[0], input[1]).to_vec(),
    },
    Figure {
        name: "15-two-bones",
        exercise: "15.1",
        mistakes: &["half-way", "angle-of-nothing"],
        input: |random| random.in_ranges(&[(0.5, 1.5), (0.5, 1.5), METRES, METRES, METRES, METRES]),
        answer: two_bones,
    },
    Figure {
        name: "15-two-bones",
        exercise: "15.2",
        mistakes: &["other-way"],
        input: |random| random.in_ranges(&[(1.0, 1.5), (1.0, 1.5), NEAR, NEAR, METRES, METRES]),
        answer: two_bones,
    },
];

const METRES: (f32, f32) = (-4.0, 4.0);
const NEAR: (f32, f32) = (-1.2, 1.2);
const TURN: (f32, f32) = (-180.0, 180.0);

/// The robot's three frames in the world, and p: of base x, base turn, θ and φ.
fn chain(input: &[f32]) -> Vec<f32> {
    let hinges =
        [(Vec3::X * input[0], input[1]), (vec3(0.0, 0.9, 0.0), input[2]), (vec3(1.7, 0.0, 0.0), input[3])];
    let parent_from_frames = hinges.map(|(offset, degrees)| parent_from_hinge(offset, degrees));
    let world_from_frames = world_from_frames(&parent_from_frames);
    let columns = |frame: &Mat4| [frame.x_axis, frame.y_axis, frame.w_axis].map(|column| column.truncate());
    let mut points: Vec<Vec3> = world_from_frames.iter().flat_map(columns).collect();
    points.extend(world_from_frames.last().map(|world_from_c| transform_point(*world_from_c, Vec3::X * 1.3)));
    flat(&points)
}

/// Where a vertex is now: its joint's place and angle in the bind pose and now, and the vertex in the bind pose.
fn way(input: &[f32]) -> Vec<f32> {
    let bind_from_joint = in_plane(input[0], input[1], input[2]);
    let posed_from_joint = in_plane(input[3], input[4], input[5]);
    let palette = palette(&[posed_from_joint], &[bind_from_joint.inverse()]);
    flat(&skin_rigidly(&palette, &[0], &[vec3(input[6], input[7], 0.0)]))
}

/// An arm, seen from its shoulder, of its bones' lengths, its target and its pole: the elbow along and beside the line to
/// the hand, the hand along it; then elbow and hand as the angles put them.
fn two_bones(input: &[f32]) -> Vec<f32> {
    let [upper, lower] = [input[0], input[1]].map(f64::from);
    let [target, pole] = [2, 4].map(|i| dvec2(input[i].into(), input[i + 1].into()));
    let bent = bend(upper, lower, target.length());
    let hinge =
        hinge(target.normalize().as_vec2().extend(0.0), [pole.normalize().as_vec2().extend(0.0), Vec3::ZERO]);
    let [away, back] = bent.angles().map(|angle| angle * f64::from(hinge.z));
    let upper_angle = target.to_angle() + away;
    let elbow = upper * DVec2::from_angle(upper_angle);
    let hand = elbow + lower * DVec2::from_angle(upper_angle - back);
    [bent.along, bent.across, bent.reach, elbow.x, elbow.y, hand.x, hand.y]
        .map(|number| number as f32)
        .to_vec()
}

/// A frame in the plane z = 0: where it stands, and by how many degrees it is turned.
fn in_plane(x: f32, y: f32, degrees: f32) -> Mat4 {
    Mat4::from_translation(vec3(x, y, 0.0)) * Mat4::from_rotation_z(degrees.to_radians())
}

/// The x and y of every point, in a row.
fn flat(points: &[Vec3]) -> Vec<f32> {
    points.iter().flat_map(|point| [point.x, point.y]).collect()
}

fn main() {
    let only = std::env::args().nth(1);
    for figure in FIGURES.iter().filter(|figure| only.as_deref().is_none_or(|name| figure.name == name)) {
        let mut random = Random(figure.name.bytes().map(u64::from).sum());
        let inputs: Vec<Vec<f32>> = (0..INPUTS).map(|_| (figure.input)(&mut random)).collect();
        let answers: Vec<Vec<f32>> = inputs.iter().map(|input| (figure.answer)(input)).collect();
        // Exactly what the function got: a browser computes in `f64`.
        let exact = |input: &Vec<f32>| input.iter().copied().map(f64::from).collect::<Vec<_>>();
        let inputs: Vec<Vec<f64>> = inputs.iter().map(exact).collect();
        // Lists of words and numbers are written in Rust as in JSON, which has no word for what is no number.
        let answers = format!("{answers:?}");
        let answers = ["NaN", "-inf", "inf"].iter().fold(answers, |text, word| text.replace(word, "null"));
        let Figure { name, exercise, mistakes, .. } = figure;
        println!(
            r#"{{"figure":"{name}","exercise":"{exercise}","mistakes":{mistakes:?},"inputs":{inputs:?},"answers":{answers}}}"#
        );
    }
}
