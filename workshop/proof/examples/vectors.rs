//! Prints what the lessons' functions answer to the inputs of the book's live figures, as a line of JSON for
//! each figure or for a named one.
//!
//! `cargo run --package proof --example vectors`
//!
//! A figure in `workshop/command/src/page/figures` computes the same in a browser, and what a mistake does if
//! a switch is on. Tests run this program with the solution and with each mistake. A figure whose mistakes
//! belong to two exercises has two lines.

// Lesson 20's own bones, rule, skin and shader.
#[path = "../../../lessons/20_keeping_the_volume/helper.rs"]
mod helper;
#[path = "../../../lessons/20_keeping_the_volume/painter.rs"]
#[allow(dead_code, reason = "nothing is drawn here")]
mod painter;
#[path = "../../../lessons/20_keeping_the_volume/scene.rs"]
#[allow(dead_code, reason = "nothing is played here")]
mod scene;
#[path = "../../../lessons/20_keeping_the_volume/skin.rs"]
mod skin;

use common::clip::{Animator, Channel, Clip, Keys, Layer, Mixer, RootMotion, Source, feathered_mask, key_at};
use common::ik::{Chain, bend, hinge};
use common::mesh::Mesh;
use common::pose::model_from_joints;
use common::rig::Rig;
use common::shapes::{joint_lines, sprite_corners};
use common::skeleton::Skeleton;
use common::skin::{four_largest, normal_palette, palette, skin_point, skin_rigidly, three_weights};
use common::transform::{
    DraggedRing, RingAxes, Transform, arc_weights, parent_from_hinge, transform_point, turned_by_ring,
    world_from_spaces,
};
use crowd::flat::Lists;
use editor::insert;
use formats::collada::{Document, InfluenceColumns, Surfaces, UpAxis, unrolled, world_from_file};
use formats::gltf::{CubicKey, cubic};
use formats::{Asset, Surface};
use gl::{Gl, SkinInput, VertexShader, asset_path, offscreen};
use glam::{DVec2, Mat4, Quat, Vec3, Vec4, dvec2, vec2, vec3};
use glium::uniforms::UniformBuffer;
use glium::{implement_vertex, uniform};
use gpu::block;
use ground::{Shape, grown};
use painter::SkinPainter;
use play::{Condition, Conditions, State, StateTable, Transition};
use scene::Scene;
use skin::{Slices, skin};
use std::collections::BTreeSet;
use std::f32::consts::{PI, TAU};
use std::mem::offset_of;
use std::sync::{Arc, LazyLock};

const INPUTS: usize = 40;

/// A pseudorandom generator that gives the same numbers in every run.
struct Random(u64);

impl Random {
    /// Returns a number in a range that has few decimal digits.
    fn between(&mut self, low: f32, high: f32) -> f32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let number = low + (high - low) * (self.0 >> 40) as f32 / (1u64 << 24) as f32;
        (number * 256.0).round() / 256.0
    }

    /// Returns a number in each range.
    fn in_ranges(&mut self, ranges: &[(f32, f32)]) -> Vec<f32> {
        ranges.iter().map(|&(low, high)| self.between(low, high)).collect()
    }
}

/// A figure of the book, with the exercise whose mistakes its switches show.
struct Figure {
    name: &'static str,
    exercise: &'static str,
    mistakes: &'static [&'static str],
    input: fn(&mut Random) -> Vec<f32>,
    /// The function that calls the student's code. If that is wrong, entries may be missing or NaN.
    answer: fn(&[f32]) -> Vec<f32>,
}

/// Returns the figure of one point's way, with mistakes of an exercise before the shader's.
const fn point(
    exercise: &'static str,
    mistakes: &'static [&'static str],
    input: fn(&mut Random) -> Vec<f32>,
) -> Figure {
    Figure { name: "12-point", exercise, mistakes, input, answer: |input| placed(input, skinned) }
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
        name: "02-parents-first",
        exercise: "02.4",
        mistakes: &["children-before-parents", "parent-is-the-one-before", "child-times-parent"],
        input: |random| random.in_ranges(&[TURN; 5]),
        answer: legs,
    },
    Figure {
        name: "03-pivot",
        exercise: "03.1",
        mistakes: &["pivot-at-the-centre", "pivot-ignored", "pivot-from-the-top"],
        input: |random| {
            random.in_ranges(&[METRES, METRES, TURN, (0.2, 2.0), (0.2, 2.0), (0.0, 1.0), (0.0, 1.0)])
        },
        answer: |input| {
            let [size, pivot] = [3, 5].map(|i| vec2(input[i], input[i + 1]));
            flat(&sprite_corners(in_plane(input[0], input[1], input[2]), size, pivot))
        },
    },
    Figure {
        name: "04-pick",
        exercise: "04.1",
        mistakes: &["line-to-the-one-before", "numbered-by-visit", "lines-from-the-root"],
        input: |random| (1u8..10).map(|joint| random.between(0.0, f32::from(joint) - 0.01).floor()).collect(),
        answer: index_buffer,
    },
    Figure {
        name: "05-tree",
        exercise: "05.1",
        mistakes: &["last-node-as-parent", "parent-not-passed-on"],
        input: nesting,
        answer: nested,
    },
    Figure {
        name: "05-up",
        exercise: "05.3",
        mistakes: &["axes-exchanged", "turned-the-other-way", "axes-in-a-circle"],
        input: |random| vec![random.between(0.0, 2.99).floor(), random.between(0.01, 2.0)],
        answer: |input| {
            let up = [UpAxis::X, UpAxis::Y, UpAxis::Z][input[0] as usize];
            let columns = world_from_file(up, input[1]);
            [columns.x_axis, columns.y_axis, columns.z_axis].map(|axis| axis.truncate().to_array()).concat()
        },
    },
    Figure {
        name: "06-rows",
        exercise: "06.2",
        mistakes: &["next-key", "nearest-key", "evenly-spaced"],
        input: times,
        // Of a time and the keys' times.
        answer: |input| vec![key_at(&input[1..], input[0]) as f32],
    },
    Figure {
        name: "07-way",
        exercise: "07.2",
        mistakes: &["factors-swapped", "no-inverse-bind"],
        input: |random| random.in_ranges(&[METRES, METRES, TURN, METRES, METRES, TURN, METRES, METRES]),
        answer: way,
    },
    Figure {
        name: "08-weights",
        exercise: "08.4",
        mistakes: &["not-divided", "sum-of-all", "first-four"],
        input: |random| random.in_ranges(&[(0.0, 1.0); 7]),
        answer: weights,
    },
    Figure {
        name: "08-shader",
        exercise: "08.3",
        mistakes: &[
            "weights-by-joint",
            "slot-for-joint",
            "first-joint-only",
            "weights-forgotten",
            "row-times-matrix",
        ],
        input: |random| random.in_ranges(&[(0.0, 1.0)]),
        answer: shaded_knight,
    },
    Figure {
        name: "09-ramps",
        exercise: "09.1",
        mistakes: &["half-the-slope", "hard-steps", "ramp-not-ended", "ramp-begins-at-the-cut"],
        input: |random| {
            let margin = random.between(0.02, 0.16);
            vec![random.between(1.0, 2.99).floor() / 3.0 + random.between(-1.1, 1.1) * margin, margin]
        },
        answer: |input| three_weights(input[0], input[1]).to_vec(),
    },
    Figure {
        name: "09-normals",
        exercise: "09.2",
        mistakes: &["the-same-matrix", "inverse-only", "transpose-only"],
        input: |random| random.in_ranges(&[(0.5, 2.5), TURN, METRES, METRES]),
        answer: normals,
    },
    Figure {
        name: "10-slerp",
        exercise: "10.2",
        mistakes: &["the-long-way", "straight", "not-divided"],
        input: |random| random.in_ranges(&[(-0.95, 0.6), (0.0, 1.0)]),
        // Of the cosine between both quaternions, and α.
        answer: |input| arc_weights(input[0], input[1]).to_vec(),
    },
    Figure {
        name: "12-knight",
        exercise: "07.2",
        mistakes: &["no-inverse-bind", "factors-swapped"],
        input: |random| vec![random.between(0.0, 7.99).floor(), random.between(0.0, 4.0)],
        answer: knight,
    },
    Figure {
        name: "12-knight",
        exercise: "02.4",
        mistakes: &["parent-is-the-root"],
        input: |random| vec![random.between(0.0, 7.99).floor(), random.between(0.0, 4.0)],
        answer: knight,
    },
    Figure {
        name: "12-knight",
        exercise: "12.2",
        mistakes: &["never-wrapped"],
        // Past the end of the longest clip.
        input: |random| vec![random.between(0.0, 7.99).floor(), random.between(2.1, 4.0)],
        answer: knight,
    },
    // Past the end of the longest clip.
    point("12.2", &["never-wrapped"], |random| {
        vec![random.between(0.0, 7.99).floor(), random.between(2.1, 4.0), 0.0]
    }),
    point("12.1", &["never-blended", "seconds-as-part", "keys-on-the-rest"], turned_key),
    // No walk: where its keys change their sign, a wrong sine is too small for single precision.
    point("10.2", &["the-long-way"], |random| {
        vec![random.between(1.0, 7.99).floor(), random.between(0.0, 4.0), random.between(190.0, 220.0)]
    }),
    point("02.4", &["parent-is-the-root", "child-times-parent"], turned_key),
    point("07.2", &["no-inverse-bind", "factors-swapped"], turned_key),
    Figure {
        name: "12-point",
        exercise: "08.3",
        mistakes: &["weights-forgotten", "first-joint-only"],
        input: turned_key,
        answer: |input| placed(input, shaded),
    },
    Figure {
        name: "11-records",
        exercise: "11.2",
        mistakes: &["v-not-moved-on", "number-for-weight", "bind-shape-as-joint-0"],
        input: records,
        answer: unroll,
    },
    Figure {
        name: "14-root-motion",
        exercise: "14.1",
        mistakes: &["end-forgotten", "way-left-in-the-pose", "added"],
        input: |random| random.in_ranges(&[(0.2, 2.0); 4]),
        answer: root_motion,
    },
    Figure {
        name: "13-fade",
        exercise: "13.1",
        mistakes: &["first-pose-kept", "motion-kept-instead", "begins-again-and-again"],
        input: |random| {
            let call = random.between(0.6, 0.85);
            vec![call, random.between(0.4, 1.0), call + random.between(0.03, 0.35)]
        },
        answer: fade,
    },
    Figure {
        name: "13-layers",
        exercise: "13.2",
        mistakes: &["counted-from-zero", "chain-alone", "branches-left-out", "by-depth"],
        input: |random| {
            let first = random.between(0.0, 3.99).floor();
            let last = random.between(first + 1.0, 4.99).floor();
            // In pictures, of which 64 are a second.
            let pictures = random.between(10.0, 180.0).floor();
            vec![first, last, random.between(0.5, 1.0), random.between(0.1, 1.0), pictures / 64.0]
        },
        answer: layer,
    },
    Figure {
        name: "15-ring",
        exercise: "15.1",
        mistakes: &["always-in-the-parent", "sides-exchanged", "without-a-sign", "the-other-way"],
        input: |random| {
            let rotation = Vec4::from_slice(&random.in_ranges(&[(-1.0, 1.0); 4])).normalize().to_array();
            let is_own = f32::from(random.between(0.0, 1.0) > 0.3);
            let (axis, from) = (random.between(0.0, 2.99).floor(), random.between(-180.0, 180.0));
            [&rotation[..], &[is_own, axis, from, from + random.between(-170.0, 100.0)]].concat()
        },
        answer: ring,
    },
    Figure {
        name: "15-insert",
        exercise: "15.3",
        mistakes: &["value-of-the-key-before", "half-of-both", "part-from-zero"],
        input: |random| [times(random), random.in_ranges(&[METRES; 9])].concat(),
        answer: key_inserted,
    },
    Figure {
        name: "16-two-bones",
        exercise: "16.1",
        mistakes: &["half-way", "angle-of-nothing"],
        input: |random| random.in_ranges(&[(0.5, 1.5), (0.5, 1.5), METRES, METRES, METRES, METRES]),
        answer: two_bones,
    },
    Figure {
        name: "16-two-bones",
        exercise: "16.2",
        mistakes: &["other-way"],
        input: |random| random.in_ranges(&[(1.0, 1.5), (1.0, 1.5), NEAR, NEAR, METRES, METRES]),
        answer: two_bones,
    },
    Figure {
        name: "16-landscape",
        exercise: "16.5",
        mistakes: &["uphill", "seen-from-the-origin", "stiffness-forgotten"],
        input: |random| random.in_ranges(&[BENT, BENT, NEAR, NEAR, (0.1, 0.5), (0.05, 1.5)]),
        answer: downhill,
    },
    Figure {
        name: "17-grow",
        exercise: "17.1",
        mistakes: &["not-mirrored", "one-after-the-other", "corner-by-corner"],
        input: |random| {
            random.in_ranges(&[(2.0, 4.0), (0.5, 2.0), (0.1, 1.9), (0.2, 0.6), (-0.1, 1.5), (0.5, 2.0)])
        },
        answer: grow,
    },
    Figure {
        name: "18-machine",
        exercise: "18.1",
        mistakes: &["holds-nothing", "last-one", "not-is-overlooked"],
        input: machine,
        answer: next_state,
    },
    Figure {
        name: "19-spline",
        exercise: "19.3",
        mistakes: &["per-second-taken-for-per-span", "tangents-exchanged", "without-tangents"],
        input: |random| random.in_ranges(&[METRES, METRES, METRES, METRES, (0.5, 3.0), (0.0, 1.0)]),
        answer: spline,
    },
    Figure {
        name: "20-volume",
        exercise: "20.2",
        mistakes: &["sides-left-out", "mix-not-normalised"],
        // Mostly where the quaternion of the upper bone comes with the other sign.
        input: |random| random.in_ranges(&[(-178.0, -20.0), (0.0, 110.0)]),
        answer: volume,
    },
    Figure {
        name: "20-space",
        exercise: "20.2",
        mistakes: &[
            "sides-left-out",
            "left-out-instead",
            "dual-without-the-sign",
            "only-the-real-part-divided",
        ],
        input: |random| random.in_ranges(&[(-178.0, -92.0), (20.0, 110.0)]),
        answer: |input| volume(input)[..10].to_vec(),
    },
    Figure {
        name: "21-lines",
        exercise: "21.1",
        mistakes: &[],
        input: |random| random.in_ranges(&[(0.0, 3.99), (1.0, 16.99)]).into_iter().map(f32::floor).collect(),
        answer: cache_lines,
    },
];

const METRES: (f32, f32) = (-4.0, 4.0);
const NEAR: (f32, f32) = (-1.2, 1.2);
const TURN: (f32, f32) = (-180.0, 180.0);
/// The range of an angle, in degrees, short of the half turn, which has two axis-angle forms.
const BENT: (f32, f32) = (-170.0, 170.0);

/// Returns the matrices of the robot's three frames, and p, from the base's x and angle, and from θ and φ.
fn chain(input: &[f32]) -> Vec<f32> {
    let hinges =
        [(Vec3::X * input[0], input[1]), (vec3(0.0, 0.9, 0.0), input[2]), (vec3(1.7, 0.0, 0.0), input[3])];
    let parent_from_spaces = hinges.map(|(offset, degrees)| parent_from_hinge(offset, degrees));
    let world_from_spaces = world_from_spaces(&parent_from_spaces);
    let mut numbers: Vec<f32> = world_from_spaces.iter().flat_map(plane_columns).collect();
    numbers.extend(
        world_from_spaces
            .last()
            .into_iter()
            .flat_map(|&world_from_c| flat(&[transform_point(world_from_c, vec3(1.3, 0.0, 0.0))])),
    );
    numbers
}

/// Returns the places of two legs' joints in model space, from the angles of hips, thighs and shins.
fn legs(input: &[f32]) -> Vec<f32> {
    let mut skeleton = Skeleton::chain(&["hips", "thigh.L", "shin.L"]);
    skeleton.add("thigh.R", Some(0));
    skeleton.add("shin.R", Some(3));
    let places = [(0.0, 1.9), (-0.35, 0.0), (0.0, -0.9), (0.35, 0.0), (0.0, -0.9)];
    let parent_from_joints: Vec<Mat4> =
        places.iter().zip(input).map(|(&(x, y), &degrees)| in_plane(x, y, degrees)).collect();
    let model_from_joints = model_from_joints(&skeleton, &parent_from_joints);
    model_from_joints.iter().flat_map(plane_columns).collect()
}

/// Returns the index buffer of a skeleton, from the parents of its joints 1, 2, 3 and so on.
fn index_buffer(parents: &[f32]) -> Vec<f32> {
    let mut skeleton = Skeleton::chain(&["root"]);
    for &parent in parents {
        skeleton.add("joint", Some(parent as usize));
    }
    joint_lines(&skeleton).as_flattened().iter().copied().map(f32::from).collect()
}

/// Returns random depths of five nodes in a file, and each one's place and angle in its parent.
fn nesting(random: &mut Random) -> Vec<f32> {
    let mut depths = vec![0.0, 1.0];
    for node in 1..4 {
        depths.push(random.between(1.0, depths[node] + 1.99).floor());
    }
    let places = (0..5).flat_map(|_| random.in_ranges(&[METRES, METRES, TURN]));
    depths.into_iter().chain(places).collect()
}

/// Returns each node's parent, or −1, and its place in model space, from [`nesting`]'s numbers.
fn nested(input: &[f32]) -> Vec<f32> {
    let (depths, places) = input.split_at(5);
    let (mut nodes, mut open) = (String::new(), 0);
    for (&depth, place) in depths.iter().zip(places.chunks_exact(3)) {
        let [x, y, degrees] = [place[0], place[1], place[2]];
        nodes += &"</node>".repeat(open - depth as usize);
        nodes += &format!("<node><translate>{x} {y} 0</translate><rotate>0 0 1 {degrees}</rotate>");
        open = depth as usize + 1;
    }
    let text = format!(
        "<COLLADA><library_visual_scenes><visual_scene id=\"s\">{nodes}{}</visual_scene></library_visual_scenes></COLLADA>",
        "</node>".repeat(open)
    );
    let scene = Document::parse(text.as_bytes(), "nodes.dae", Surfaces::Read).expect("it's a scene").scene;
    let mut model_from_nodes: Vec<Mat4> = Vec::new();
    let mut numbers = Vec::new();
    for node in &scene.nodes {
        let model_from_parent = node.parent.map_or(Mat4::IDENTITY, |parent| model_from_nodes[parent]);
        let model_from_node = model_from_parent * node.parent_from_node();
        let origin = model_from_node.w_axis;
        numbers.extend([node.parent.map_or(-1.0, |parent| parent as f32), origin.x, origin.y]);
        model_from_nodes.push(model_from_node);
    }
    numbers
}

/// Returns the x axis, the y axis and the origin of a matrix in the plane z = 0.
fn plane_columns(frame: &Mat4) -> Vec<f32> {
    flat(&[frame.x_axis, frame.y_axis, frame.w_axis].map(Vec4::truncate))
}

/// Returns a vertex's new place, from its joint's place and angle in the bind pose and now, and its own.
fn way(input: &[f32]) -> Vec<f32> {
    let bind_from_joint = in_plane(input[0], input[1], input[2]);
    let posed_from_joint = in_plane(input[3], input[4], input[5]);
    let palette = palette(&[posed_from_joint], &[bind_from_joint.inverse()]);
    flat(&skin_rigidly(&palette, &[0], &[vec3(input[6], input[7], 0.0)]))
}

/// Returns a time and the times of nine keys around it, most often nearer to the later one.
fn times(random: &mut Random) -> Vec<f32> {
    let mut times = vec![0.0];
    for key in 0..8 {
        times.push(times[key] + random.between(0.05, 1.0));
    }
    let key = random.between(0.0, 7.9) as usize;
    times.insert(0, times[key] + (times[key + 1] - times[key]) * random.between(0.4, 0.98));
    times
}

/// Returns the value of the key inserted at a time, from the time, nine keys' times, and their values.
fn key_inserted(input: &[f32]) -> Vec<f32> {
    let (times, values) = input[1..].split_at(9);
    let mut keys = Keys::new(times.iter().copied(), values.iter().copied());
    insert(&mut keys, input[0], 0.0, |from, to, alpha| from + (to - from) * alpha);
    keys.times()
        .iter()
        .zip(keys.values())
        .filter(|(time, _)| **time == input[0])
        .map(|(_, &value)| value)
        .collect()
}

/// Returns random vertex records: their length and columns, the number of joints, two records for each of
/// eight points, and four weights.
fn records(random: &mut Random) -> Vec<f32> {
    let mut input = vec![3.0, 2.0, 0.0, 3.0];
    for point in 0u8..8 {
        // A point that has the bind shape has joint 0 too, or another.
        let first = if point % 2 == 0 { -1.0 } else { 1.0 };
        for joint in [first, if point % 4 < 2 { 0.0 } else { 2.0 }] {
            input.extend([random.between(0.0, 3.99).floor(), 9.0, joint]);
        }
    }
    input.extend(random.in_ranges(&[(0.1, 1.0); 4]));
    input
}

/// Returns each point's two strongest joints with their weights, from [`records`].
fn unroll(input: &[f32]) -> Vec<f32> {
    let [stride, joint, weight, joints] = [0, 1, 2, 3].map(|i| input[i] as usize);
    let (v, weights) = input[4..].split_at(16 * stride);
    let v: Vec<i32> = v.iter().map(|&number| number as i32).collect();
    let points = unrolled(&[2; 8], &v, InfluenceColumns { stride, joint, weight }, weights, joints);
    let slots =
        points.iter().flat_map(|point| [0, 1].map(|slot| [point.joints[slot] as f32, point.weights[slot]]));
    slots.flatten().collect()
}

/// Returns a random state machine: how long states hold, six situations (a state, its seconds, conditions as
/// bits), and six transitions, two of any state (target, 1 if forced, and what it asks for as bits).
fn machine(random: &mut Random) -> Vec<f32> {
    let mut whole = |below: u8| random.between(0.0, f32::from(below) - 0.01).floor();
    let transitions: Vec<f32> = (0..6).flat_map(|_| [whole(3), whole(2), whole(16), whole(16)]).collect();
    let now: Vec<f32> = (0..6).flat_map(|_| [whole(3), whole(100) / 100.0, whole(16)]).collect();
    [vec![0.5 + whole(90) / 100.0], now, transitions].concat()
}

/// Returns the next state of a [`machine`], or −1, in its six situations.
fn next_state(input: &[f32]) -> Vec<f32> {
    let conditions = |bits: f32| {
        let all = Condition::ALL.iter().take(4).enumerate();
        all.filter(move |(i, _)| bits as usize >> i & 1 == 1).map(|(_, (condition, _))| *condition)
    };
    let (now, transitions) = input[1..].split_at(18);
    let transitions = transitions.chunks_exact(4).map(|of| {
        let wanted: Conditions = conditions(of[3]).collect();
        let when = conditions(of[2]).map(|condition| (condition, wanted.has(condition))).collect();
        Transition { to: of[0] as usize, when, forced: of[1] == 1.0 }
    });
    let mut any: Vec<Transition> = transitions.collect();
    let next = any.split_off(2);
    let state = State { holds: input[0], next, ..State::default() };
    let table = StateTable { states: vec![state; 3], any };
    let next = now.chunks_exact(3).map(|of| table.next(of[0] as usize, of[1], conditions(of[2]).collect()));
    next.map(|next| next.map_or(-1.0, |state| state as f32)).collect()
}

/// Returns the joints and weights of four slots, from the weights of joints 0, 1, 2 and so on.
fn weights(input: &[f32]) -> Vec<f32> {
    let all: Vec<(usize, f32)> = input.iter().copied().enumerate().collect();
    let influences = four_largest(&all);
    influences.joints.iter().map(|&joint| joint as f32).chain(influences.weights).collect()
}

/// Returns the figure's place in the plane z = 0, and its root's in the figure, after some time steps.
fn root_motion(input: &[f32]) -> Vec<f32> {
    let keys = [
        (0.0, 0.0, 0.0, 0.0),
        (0.25, 0.14, 0.01, 4.0),
        (0.5, 0.33, 0.05, 14.0),
        (0.875, 0.72, 0.22, 34.0),
        (1.25, 0.95, 0.4, 45.0_f32),
    ];
    let times = keys.map(|(time, ..)| time);
    let channel = Channel {
        joint: 0,
        translations: Keys::new(times, keys.map(|(_, x, y, _)| vec3(x, y, 0.0))),
        rotations: Keys::new(times, keys.map(|(.., degrees)| Quat::from_rotation_z(degrees.to_radians()))),
        scales: Keys::default(),
    };
    let clip = Clip { seconds: 1.25, channels: vec![channel], ..Clip::default() };
    let rig = Rig { skeleton: Skeleton::chain(&["hips"]), rest: vec![Transform::IDENTITY] };
    let mut led = RootMotion::new(Animator::new(Arc::new(rig), Arc::new(clip)), 0, Vec3::Z);
    for &dt in input {
        led.update(dt);
    }
    [led.world_from_figure.to_matrix(), led.pose()[0].to_matrix()].iter().flat_map(plane_columns).collect()
}

/// The knight's clips, in the order of the figure's numbers.
const CLIPS: [&str; 8] = ["walk", "run", "idle", "swing", "punch", "jump", "fall", "land"];

static KNIGHT: LazyLock<Asset> =
    LazyLock::new(|| formats::read(&asset_path("knight/knight.glb")).expect("the knight is there"));

/// Returns one of the knight's clips by its name.
fn clip(name: &str) -> &'static Arc<Clip> {
    KNIGHT.clips.iter().find(|clip| clip.name == name).expect("he has the clip")
}

/// Returns the knight's palette, the same for both surfaces, some seconds into a clip.
fn posed(clip: &Arc<Clip>, seconds: f32) -> Vec<Mat4> {
    let Asset { rig, surfaces, .. } = &*KNIGHT;
    let mut animator = Animator::new(Arc::clone(rig), Arc::clone(clip));
    animator.update(seconds);
    let parent_from_joints: Vec<Mat4> = animator.pose().iter().map(|joint| joint.to_matrix()).collect();
    surfaces[0].palette(&model_from_joints(&rig.skeleton, &parent_from_joints))
}

/// Returns the corners of the knight's triangles, as mesh and vertex.
fn triangle_corners() -> impl Iterator<Item = (&'static Mesh, usize)> {
    KNIGHT.surfaces.iter().flat_map(|Surface { mesh, submeshes, .. }| {
        let triangles = submeshes.iter().flat_map(|part| &mesh.triangles[part.triangles.clone()]);
        triangles.flatten().map(move |&vertex| (&**mesh, vertex as usize))
    })
}

/// Returns every 299th of them, up to thirty.
fn corners() -> impl Iterator<Item = (&'static Mesh, usize)> {
    triangle_corners().step_by(299).take(30)
}

/// Returns the places of those vertices in model space, from a clip's number and a time.
fn knight(input: &[f32]) -> Vec<f32> {
    skinned(&posed(clip(CLIPS[input[0] as usize]), input[1]), &corners().collect::<Vec<_>>())
}

/// Returns the places of vertices in model space, by the sum on the processor.
fn skinned(palette: &[Mat4], vertices: &[(&Mesh, usize)]) -> Vec<f32> {
    let place = |&(mesh, vertex): &(&Mesh, usize)| {
        skin_point(palette, &mesh.influences[vertex], mesh.positions[vertex]).to_array()
    };
    vertices.iter().flat_map(place).collect()
}

/// Returns a clip's number, a time, and by how many degrees the key is turned that holds then.
fn turned_key(random: &mut Random) -> Vec<f32> {
    vec![random.between(0.0, 7.99).floor(), random.between(0.0, 4.0), random.between(-60.0, 60.0)]
}

/// Returns the places of a vertex at his elbow and of those above, from such an input. The key is one of his right forearm's,
/// and is turned about the forearm's own x.
fn placed(input: &[f32], skin: impl Fn(&[Mat4], &[(&Mesh, usize)]) -> Vec<f32>) -> Vec<f32> {
    let mut clip = Clip::clone(clip(CLIPS[input[0] as usize]));
    let forearm = KNIGHT.rig.skeleton.joints().iter().position(|joint| joint.name == "forearm.R");
    let now = f64::from(input[1]).rem_euclid(f64::from(clip.seconds)) as f32;
    for Channel { rotations, .. } in clip.channels.iter_mut().filter(|channel| Some(channel.joint) == forearm)
    {
        let key = rotations.times().partition_point(|&time| time <= now) - 1;
        rotations.values_mut()[key] *= Quat::from_rotation_x(input[2].to_radians());
    }
    let vertices: Vec<(&Mesh, usize)> = triangle_corners().skip(642).take(1).chain(corners()).collect();
    skin(&posed(&Arc::new(clip), input[1]), &vertices)
}

/// The output of skin.vert, a vertex's place in model space.
#[derive(Clone, Copy)]
struct Shaded {
    v_position: [f32; 3],
}
implement_vertex!(Shaded, v_position);

/// Returns the vertices' places in model space from the shader, at a time in the walk.
fn shaded_knight(input: &[f32]) -> Vec<f32> {
    shaded(&posed(clip("walk"), input[0]), &corners().collect::<Vec<_>>())
}

/// Returns the places of vertices in model space, from the shader.
fn shaded(palette: &[Mat4], vertices: &[(&Mesh, usize)]) -> Vec<f32> {
    fn start() -> anyhow::Result<(Gl, VertexShader<Shaded>)> {
        let gl = offscreen()?;
        let shader = VertexShader::new(&gl, "skin.vert")?;
        Ok((gl, shader))
    }
    thread_local! {
        static SHADER: (Gl, VertexShader<Shaded>) = start().expect("there is an OpenGL without a window");
    }
    let rigged = |&(mesh, vertex): &(&Mesh, usize)| SkinInput {
        a_position: mesh.positions[vertex].to_array(),
        a_normal: mesh.normals[vertex].to_array(),
        a_texture_coordinates: [0.0; 2],
        a_joints: mesh.influences[vertex].joints.map(|joint| joint as u16),
        a_weights: mesh.influences[vertex].weights,
    };
    let vertices: Vec<SkinInput> = vertices.iter().map(rigged).collect();
    let shaded = SHADER.with(|(gl, shader)| {
        let palette = UniformBuffer::new(gl, block(palette)?)?;
        let uniforms = uniform! {
            Palette: &palette,
            NormalPalette: &palette,
            u_world_from_model: Mat4::IDENTITY.to_cols_array_2d(),
        };
        shader.run(&vertices, &uniforms)
    });
    shaded.expect("the shader runs").iter().flat_map(|vertex| vertex.v_position).collect()
}

/// Returns each joint's weight of a layer that is wanted until 2.5 s, from two joints of a chain, the layer's
/// amount, the fade's length, and a time.
fn layer(input: &[f32]) -> Vec<f32> {
    let joint = |place: f32| {
        let name = ["hips", "spine", "chest", "shoulder.R", "upper_arm.R"][place as usize];
        let joints = KNIGHT.rig.skeleton.joints();
        joints.iter().position(|joint| joint.name == name).expect("he has the joint")
    };
    const FRAME: f32 = 1.0 / 64.0;
    let rest = KNIGHT.rig.rest.clone();
    let mut layer = Layer::new(Mixer::new(rest.clone(), Vec::<Wave>::new()), rest);
    layer.mask = feathered_mask(&KNIGHT.rig.skeleton, joint(input[0]), joint(input[1]));
    let mut time = 0.0;
    while time < input[4] {
        layer.goal = if time < 2.5 { input[2] } else { 0.0 };
        layer.update(FRAME, input[3]);
        time += FRAME;
    }
    layer.mask.iter().map(|weight| weight * layer.weight()).collect()
}

/// Returns the rotation after a drag, from that before, the ring's space and axis, and the mouse's way.
fn ring(input: &[f32]) -> Vec<f32> {
    let axes = if input[4] == 1.0 { RingAxes::Own } else { RingAxes::Parent };
    let [axis, x, y] = [0, 1, 2].map(|i| Vec3::AXES[(input[5] as usize + i) % 3]);
    let [from, to] = [input[6], input[7]].map(|degrees| {
        let (sin, cos) = degrees.to_radians().sin_cos();
        x * cos + y * sin
    });
    turned_by_ring(Quat::from_slice(&input[..4]), DraggedRing { axes, axis, from, to }).to_array().to_vec()
}

/// Returns a normal's direction, from a bone's stretch along x, its rotation, and the bind pose's normal.
fn normals(input: &[f32]) -> Vec<f32> {
    let posed_from_bind = in_plane(0.0, 0.0, input[1]) * Mat4::from_scale(vec3(input[0], 1.0, 1.0));
    let normals = normal_palette(&[posed_from_bind]);
    normals.iter().flat_map(|normal_matrix| flat(&[*normal_matrix * vec3(input[2], input[3], 0.0)])).collect()
}

/// A clip of a joint that moves along x only.
struct Wave {
    name: &'static str,
    time: f32,
    pose: [Transform; 1],
    along: fn(f32) -> f32,
}

impl Wave {
    fn new(name: &'static str, along: fn(f32) -> f32) -> Self {
        Self {
            name,
            time: 0.0,
            pose: [Transform { translation: Vec3::X * along(0.0), ..Transform::IDENTITY }],
            along,
        }
    }
}

impl Source for Wave {
    fn name(&self) -> &str {
        self.name
    }

    fn restart(&mut self) {
        self.time = 0.0;
        self.update(0.0);
    }

    fn update(&mut self, dt: f32) {
        self.time += dt;
        self.pose[0].translation.x = (self.along)(self.time);
    }

    fn pose(&self) -> &[Transform] {
        &self.pose
    }
}

/// Returns the clips' value and the fade's weight at a time, from the time of the second start, the fades'
/// length, and the time. `start` is called in every frame, as in a program.
fn fade(input: &[f32]) -> Vec<f32> {
    const FRAME: f32 = 1.0 / 64.0;
    let clips = vec![
        Wave::new("walk", |time| 0.35 * (TAU * time).sin()),
        Wave::new("run", |time| 0.8 * (3.0 * PI * time).cos()),
        Wave::new("jump", |time| (PI * time).sin() + 0.1),
    ];
    let mut mixer = Mixer::new(vec![Transform::IDENTITY], clips);
    let mut time = 0.0;
    while time + FRAME <= input[2] {
        let (name, seconds) = match time {
            time if time < 0.5 => ("walk", 0.0),
            time if time < input[0] => ("run", input[1]),
            _ => ("jump", input[1]),
        };
        // All three are there.
        let _ = mixer.start(name, seconds);
        mixer.update(FRAME);
        time += FRAME;
    }
    vec![mixer.pose()[0].translation.x, mixer.fade().weight()]
}

/// Returns the elbow's and the hand's place, along the line to the target and beside it, and then as the
/// angles put them, from the bones' lengths, the target and the pole.
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

/// Returns both gradients of a two-bone chain, and its second joint and tip after a step downhill, from its
/// angles, the target, the stiffness and the step.
fn downhill(input: &[f32]) -> Vec<f32> {
    let &[first, second, x, y, stiffness, step] = input else { return Vec::new() };
    let (angles, target) = ([first, second], vec3(x, y, 0.0));
    let mut chain = Chain::new(Vec3::ZERO, vec![Vec3::X, 0.9 * Vec3::X]);
    chain.turn_to(|joint| Quat::from_rotation_z(angles[joint].to_radians()));
    let gradients = [0, 1].map(|joint| chain.gradient(joint, target, stiffness).z);
    chain.descend_blindly(target, stiffness, step);
    [&gradients[..], &flat(&chain.places()[1..])].concat()
}

/// Returns a spline's value, from two keys with their tangents, the seconds between them, and α.
fn spline(input: &[f32]) -> Vec<f32> {
    let key = |value: f32, tangent: f32| {
        let [value, tangent] = [value, tangent].map(Vec4::splat);
        CubicKey { arriving: tangent, value, leaving: tangent }
    };
    vec![cubic(key(input[0], input[1]), key(input[2], input[3]), input[4], input[5]).x]
}

/// Returns the corners, up to eight, of an obstacle grown by half of a player, from the obstacle's width,
/// height and lean, and the player's half width and upper right corner.
fn grow(input: &[f32]) -> Vec<f32> {
    let at = |x: f32, y: f32| dvec2(x.into(), y.into());
    let &[width, height, lean, half, x, y] = input else { return Vec::new() };
    let obstacle = [at(0.0, 0.0), at(width, 0.0), at(width, height), at(lean, height)];
    // A shape that is refused has no sum.
    let Some(shape) = Shape::new(&[at(-half, 0.0), at(half, 0.0), at(x, y), at(-half, y)]) else {
        return Vec::new();
    };
    let mut corners = grown(&obstacle, &shape);
    corners.resize(8, DVec2::ZERO);
    corners.iter().flat_map(|corner| [corner.x as f32, corner.y as f32]).collect()
}

/// Returns least area, farthest point, and a point above the joint, of a skin mixed by matrices, by dual
/// quaternions and with a helper joint, from twist and bend.
fn volume(input: &[f32]) -> Vec<f32> {
    thread_local! {
        static PAINTER: SkinPainter =
            offscreen().and_then(|gl| SkinPainter::new(&gl)).expect("there is an OpenGL without a window");
    }
    let scene = Scene { twist: input[0], bend: input[1], thick: 1.0 };
    let palette = scene.palette();
    let [plain, helped] = [false, true].map(|helped| skin(0.3, helped));
    let mixed = |mesh: &Mesh| -> Vec<Vec3> {
        let vertices = mesh.influences.iter().zip(&mesh.positions);
        vertices.map(|(influences, &point)| skin_point(&palette, influences, point)).collect()
    };
    let placed = PAINTER.with(|painter| painter.placed(&plain, &scene.dual_palette()));
    let placed = placed.expect("the shader runs");
    let skins = [(&plain, mixed(&plain)), (&plain, placed), (&helped, mixed(&helped))];
    let numbers = skins.iter().flat_map(|(mesh, posed)| {
        let Slices { areas, reaches } = Slices::new(mesh, posed, scene.joint_and_tip());
        let least = areas.into_iter().fold(f32::MAX, f32::min);
        let farthest = reaches.into_iter().fold(0.0, f32::max);
        // In slice 23, an eighth of the way around.
        [vec![least, farthest], posed[23 * 41 + 5].to_array().to_vec()].concat()
    });
    numbers.collect()
}

/// Returns the cache lines and bytes that a loop reads, with joints as structs and as flat lists, from which
/// fields it reads and how many joints there are.
fn cache_lines(input: &[f32]) -> Vec<f32> {
    const LINE: usize = 64;
    const JOINTS: usize = 16;
    fn entry<T>(_: fn(Lists) -> Vec<T>) -> usize {
        size_of::<T>()
    }
    // The offset of each field in a struct, and its size in a list: a list begins at the start of a line.
    let fields = [
        (offset_of!(Transform, rotation), entry(|lists| lists.rotations)),
        (offset_of!(Transform, translation), entry(|lists| lists.translations)),
        (offset_of!(Transform, scale), entry(|lists| lists.scales)),
    ];
    let (read, joints) = (input[0] as usize, input[1] as usize);
    let read = if read < fields.len() { read..read + 1 } else { 0..fields.len() };
    let begins = |field: usize| -> usize {
        fields[..field].iter().map(|(_, bytes)| (bytes * JOINTS).next_multiple_of(LINE)).sum()
    };
    let fetched = |place: &dyn Fn(usize, usize) -> usize| {
        let pairs = (0..joints).flat_map(|joint| read.clone().map(move |field| (joint, field)));
        let bytes = pairs.flat_map(|(joint, field)| {
            let first = place(joint, field);
            first..first + fields[field].1
        });
        let bytes: Vec<usize> = bytes.collect();
        let lines: BTreeSet<usize> = bytes.iter().map(|byte| byte / LINE).collect();
        [lines.len() as f32, bytes.len() as f32]
    };
    let structs = fetched(&|joint, field| size_of::<Transform>() * joint + fields[field].0);
    let lists = fetched(&|joint, field| begins(field) + fields[field].1 * joint);
    [structs, lists].concat()
}

/// Returns the matrix of a frame in the plane z = 0, from its place and angle in degrees.
fn in_plane(x: f32, y: f32, degrees: f32) -> Mat4 {
    Mat4::from_translation(vec3(x, y, 0.0)) * Mat4::from_rotation_z(degrees.to_radians())
}

/// Returns x and y of every point, one after the other.
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
        // Lists of words and numbers are written in Rust as in JSON, which has no word for NaN.
        let answers = format!("{answers:?}");
        let answers = ["NaN", "-inf", "inf"].iter().fold(answers, |text, word| text.replace(word, "null"));
        let Figure { name, exercise, mistakes, .. } = figure;
        println!(
            r#"{{"figure":"{name}","exercise":"{exercise}","mistakes":{mistakes:?},"inputs":{inputs:?},"answers":{answers}}}"#
        );
    }
}
