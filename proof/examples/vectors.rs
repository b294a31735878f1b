//! What the functions of the lessons answer to the inputs of the book's live figures: one line of JSON for each figure,
//! or for the one that is named.
//!
//! `cargo run --package proof --example vectors`
//!
//! A figure in `proof/book/figures` computes the same in a browser, and with a switch as one of its mistakes does. Whoever
//! compares runs this program with the solution and with each mistake, of which it knows no more than the names. A figure
//! whose mistakes are of two exercises has two lines.

use common::skin::{palette, skin_rigidly};
use glam::{Mat4, Vec3, vec3};

/// So many inputs has each figure.
const INPUTS: usize = 100;

/// Numbers that look random, and are the same every time.
struct Random(u64);

impl Random {
    fn between(&mut self, low: f32, high: f32) -> f32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        low + (high - low) * (self.0 >> 40) as f32 / (1u64 << 24) as f32
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

const FIGURES: &[Figure] = &[Figure {
    name: "07-way",
    exercise: "07.2",
    mistakes: &["factors-swapped", "no-inverse-bind"],
    input: |random| random.in_ranges(&[METRES, METRES, TURN, METRES, METRES, TURN, METRES, METRES]),
    answer: way,
}];

const METRES: (f32, f32) = (-4.0, 4.0);
const TURN: (f32, f32) = (-180.0, 180.0);

/// Where a vertex is now: its joint's place and angle in the bind pose and now, and the vertex in the bind pose.
fn way(input: &[f32]) -> Vec<f32> {
    let bind_from_joint = in_plane(input[0], input[1], input[2]);
    let posed_from_joint = in_plane(input[3], input[4], input[5]);
    let palette = palette(&[posed_from_joint], &[bind_from_joint.inverse()]);
    flat(&skin_rigidly(&palette, &[0], &[vec3(input[6], input[7], 0.0)]))
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
        let Figure { name, exercise, mistakes, .. } = figure;
        // Lists of words and numbers are written in Rust as in JSON, which has no word for what is no number.
        let [inputs, answers] = [inputs, answers].map(|lists| {
            let text = format!("{lists:?}");
            ["NaN", "-inf", "inf"].iter().fold(text, |text, word| text.replace(word, "null"))
        });
        println!(
            r#"{{"figure":"{name}","exercise":"{exercise}","mistakes":{mistakes:?},"inputs":{inputs},"answers":{answers}}}"#
        );
    }
}
