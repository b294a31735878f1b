//! Prints what the lessons' functions answer to the inputs of the book's live figures, as a line of JSON for
//! each row of a table or for the one whose number is given.
//!
//! `cargo run --package proof --example vectors`
//!
//! A figure in `workshop/command/src/page/figures` computes the same in a browser, and what a mistake does if
//! a switch is on. Tests run this program with the solution and with each mistake.

#[allow(dead_code, reason = "the lesson uses more of it")]
#[path = "../../../lessons/20_keeping_the_volume/dual_quaternion.rs"]
mod dual_quaternion;
#[allow(dead_code, reason = "the lesson uses more of it")]
#[path = "../../../lessons/16_inverse_kinematics/gradient.rs"]
mod gradient;
#[allow(dead_code, reason = "the lesson uses more of it")]
#[path = "../../../lessons/03_cut_out_puppet/sprite.rs"]
mod sprites;

use check::Draw;
use common::clip::{Animator, Channel, Clip, Keys, Layer, Mixer, RootMotion, feathered_mask, key_at};
use common::ik::{bend, hinge};
use common::mesh::Mesh;
use common::pose::model_from_joints;
use common::rig::Rig;
use common::shapes::{cylinder, joint_lines};
use common::skeleton::Skeleton;
use common::skin::{four_largest, normal_palette, palette, skin_point, skin_rigidly, three_weights};
use common::transform::{Transform, arc_weights, parent_from_hinge, transform_point, world_from_spaces};
use crowd::flat::Lists;
use dual_quaternion::DualQuaternion;
use editor::{DraggedRing, RingAxes, insert, turned_by_ring};
use formats::collada::{Document, InfluenceColumns, Surfaces, UpAxis, unrolled, world_from_file};
use formats::gltf::{CubicKey, cubic};
use formats::{Asset, Surface};
use gl::{Gl, SkinInput, VertexShader, asset_path, offscreen};
use glam::{DVec2, Mat4, Quat, Vec3, Vec4, dvec2, vec2, vec3};
use glium::uniforms::UniformBuffer;
use glium::{implement_vertex, uniform};
use gpu::{MAX_JOINTS, block};
use gradient::Chain;
use ground::{Shape, grown};
use play::{Condition, Conditions, State, StateTable, Transition};
use sprites::sprite_corners;
use std::collections::BTreeSet;
use std::f32::consts::{PI, TAU};
use std::mem::offset_of;
use std::sync::{Arc, LazyLock};

/// A figure: its script's name, whose mistakes it shows, an input, and the function that calls the student's code. If that is
/// wrong, entries of the answer may be missing or NaN.
///
/// The mistakes are those that the script has switches for, of exercises that begin so, or named in full. An input is drawn from
/// ranges: `#` marks one of whole numbers, `3*` three of them.
type Figure = (&'static str, &'static str, &'static str, fn(&[f32]) -> Vec<f32>);

const FIGURES: &[Figure] = &[
    ("01-chain", "", "-4..4 3*-180..180", chain),
    ("02-parents-first", "", "5*-180..180", legs),
    ("03-pivot", "", "2*-4..4 -180..180 2*0.2..2 2*0..1", sprite),
    ("04-pick", "", "#0..1 #0..2 #0..3 #0..4 #0..5 #0..6 #0..7 #0..8 #0..9", index_buffer),
    ("05-tree", "", "nodes", nested),
    ("05-up", "", "#0..3 0.01..2", up),
    ("06-rows", "", "times", |input| vec![key_at(&input[1..], input[0]) as f32]),
    ("07-way", "", "2*-4..4 -180..180 2*-4..4 -180..180 2*-4..4", way),
    ("08-weights", "", "7*0..1", weights),
    ("08-shader", SLIPS, "0..1", |input| point(&[0.0, input[0], 0.0])[3..].to_vec()),
    ("09-ramps", "", "0.2..0.8 0.1..0.16", |input| three_weights(input[0], input[1]).to_vec()),
    ("09-normals", "", "0.5..2.5 -180..180 2*-4..4", normals),
    // The cosine between both quaternions, and α.
    ("10-slerp", "", "-0.95..0.6 0..1", |input| arc_weights(input[0], input[1]).to_vec()),
    // Past the end of the longest clip, as the next one. Other mistakes are of the shader, or too large for single precision.
    ("12-knight", "02.4, 07.2, 12.2", "#0..8 2.1..4", |input| {
        point(&[input[0], input[1], 0.0])[3..].to_vec()
    }),
    // No walk: where its keys change their sign, a wrong sine is too small for single precision.
    ("12-point", "", "#1..8 2.1..4 190..220", point),
    ("11-records", "", "records", unroll),
    ("13-fade", "", "0.6..0.75 0.4..1 0.78..1", fade),
    ("13-layers", "", "#0..3 #3..5 0.5..1 0.1..1 0.125..3", layer),
    ("14-root-motion", "", "4*0.2..2", root_motion),
    ("15-ring", "", "turn #0..2 #0..3 -20..90 -120..-25", ring),
    ("15-insert", "", "times 9*-4..4", key_inserted),
    // Mostly out of reach, and then mostly in it.
    ("16-two-bones", "16.1", "2*0.5..1.5 4*-4..4", two_bones),
    ("16-two-bones", "16.2", "2*1..1.5 2*-1.2..1.2 2*-4..4", two_bones),
    // Short of the half turn, which has two axis-angle forms.
    ("16-landscape", "", "2*-170..170 2*-1.2..1.2 0.1..0.5 0.05..1.5", downhill),
    ("17-grow", "", "2..4 0.5..2 0.1..1.9 0.2..0.6 -0.1..1.5 0.5..2", grow),
    ("18-machine", "", "machine", next_state),
    ("19-spline", "", "4*-4..4 0.5..3 0..1", spline),
    // Mostly where the quaternion of the upper bone comes with the other sign.
    ("20-volume", "", "-178..-20 0..110", volume),
    ("20-space", "", "-178..-92 20..110", |input| volume(input)[..10].to_vec()),
    ("21-lines", "", "#0..4 #1..17", cache_lines),
];

/// The mistakes that a figure without switches is asked about, which takes any code.
const SLIPS: &str = "08.3 weights-by-joint, 08.3 slot-for-joint, 08.3 first-joint-only, 08.3 weights-forgotten, \
    08.3 row-times-matrix";

fn main() {
    let only = std::env::args().nth(1);
    for (row, (figure, mistakes, ranges, answer)) in FIGURES.iter().enumerate() {
        if only.as_ref().is_some_and(|only| *only != row.to_string()) {
            continue;
        }
        let mut draw = Draw::of_seed(row as u64);
        let inputs: Vec<_> = (0..40).map(|_| drawn(&mut draw, ranges)).collect();
        let answers: Vec<_> = inputs.iter().map(|input| answer(input)).collect();
        // Exactly what the function got: a browser computes in `f64`.
        let exact = |input: &Vec<f32>| input.iter().copied().map(f64::from).collect::<Vec<_>>();
        let inputs: Vec<_> = inputs.iter().map(exact).collect();
        // Lists of words and numbers are written in Rust as in JSON, which has no word for NaN.
        let answers = format!("{answers:?}");
        let answers = ["NaN", "-inf", "inf"].iter().fold(answers, |text, word| text.replace(word, "null"));
        println!(
            r#"{{"figure":"{figure}","mistakes":"{mistakes}","inputs":{inputs:?},"answers":{answers}}}"#
        );
    }
}

/// Draws numbers from ranges, or such as depend on each other.
fn drawn(draw: &mut Draw, ranges: &str) -> Vec<f32> {
    let number = |text: &str| text.parse::<f32>().expect("a number");
    let mut numbers = Vec::new();
    for word in ranges.split_whitespace() {
        let (count, range) = word.split_once('*').unwrap_or(("1", word));
        match (range, range.split_once("..")) {
            (_, Some((low, end))) => {
                numbers.extend((0..number(count) as usize).map(|_| match low.strip_prefix('#') {
                    Some(low) => draw.whole(number(low) as usize..number(end) as usize) as f32,
                    None => draw.number(number(low)..number(end)),
                }))
            }
            ("times", _) => numbers.extend(times(draw)),
            ("nodes", _) => numbers.extend(nodes(draw)),
            ("turn", _) => numbers.extend(draw.turn().to_array()),
            // Their length and columns and the number of joints; of each point two of a joint, −1 for the bind shape, and the
            // place of its weight; and the weights.
            ("records", _) => {
                let two = |first: i8, other: u8| format!(" {first} #0..4 9 {other} #0..4 9");
                let points = [two(-1, 0), two(1, 0), two(-1, 2), two(1, 2)].concat().repeat(2);
                numbers.extend(drawn(draw, &format!("3 0 1 3 {points} 4*0.1..1")));
            }
            // How long states hold, six situations (a state, its seconds, conditions as bits), and six transitions, two of any
            // state (target, 1 if forced, and what it asks for as bits).
            ("machine", _) => {
                let now = "#0..3 0..1 #0..16 ".repeat(6);
                let next = "#0..3 #0..2 #0..16 #0..16 ".repeat(6);
                numbers.extend(drawn(draw, &format!("0.5..1.4 {now} {next}")));
            }
            _ => numbers.push(number(word)),
        }
    }
    numbers
}

/// Returns the matrices of the robot's three frames, and p, from the base's x and angle, and from θ and φ.
fn chain(input: &[f32]) -> Vec<f32> {
    let offsets = [Vec3::X * input[0], vec3(0.0, 0.9, 0.0), vec3(1.7, 0.0, 0.0)];
    let parent_from_spaces = [0, 1, 2].map(|i| parent_from_hinge(offsets[i], input[i + 1]));
    let world_from_spaces = world_from_spaces(&parent_from_spaces);
    let mut numbers: Vec<f32> = world_from_spaces.iter().flat_map(plane_columns).collect();
    if let Some(&world_from_c) = world_from_spaces.last() {
        numbers.extend(flat(&[transform_point(world_from_c, vec3(1.3, 0.0, 0.0))]));
    }
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

/// Returns the corners of a sprite, from its joint's place and angle, its size and its pivot.
fn sprite(input: &[f32]) -> Vec<f32> {
    let [size, pivot] = [3, 5].map(|i| vec2(input[i], input[i + 1]));
    flat(&sprite_corners(in_plane(input[0], input[1], input[2]), size, pivot))
}

/// Returns the columns of the world's matrix, from which axis is up in a file and how long its unit is.
fn up(input: &[f32]) -> Vec<f32> {
    let columns = world_from_file([UpAxis::X, UpAxis::Y, UpAxis::Z][input[0] as usize], input[1]);
    [columns.x_axis, columns.y_axis, columns.z_axis].map(|axis| axis.truncate().to_array()).concat()
}

/// Draws depths of five nodes in a file, and each one's place and angle in its parent.
fn nodes(draw: &mut Draw) -> Vec<f32> {
    let mut depths = vec![0, 1];
    for node in 1..4 {
        depths.push(draw.whole(1..depths[node] + 2));
    }
    let depths = depths.into_iter().map(|depth| depth as f32);
    depths.chain(drawn(draw, &"2*-4..4 -180..180 ".repeat(5))).collect()
}

/// Returns each node's parent, or −1, and its place in model space, from [`nodes`].
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

/// Draws a time and the times of nine keys around it, most often nearer to the later one.
fn times(draw: &mut Draw) -> Vec<f32> {
    let mut times = vec![0.0];
    for key in 0..8 {
        times.push(times[key] + draw.number(0.05..1.0));
    }
    let key = draw.whole(0..8);
    times.insert(0, times[key] + (times[key + 1] - times[key]) * draw.number(0.4..0.98));
    times
}

/// Returns the value of the key inserted at a time, from the time, nine keys' times, and their values.
fn key_inserted(input: &[f32]) -> Vec<f32> {
    let (times, values) = input[1..].split_at(9);
    let mut keys = Keys::new(times.iter().copied(), values.iter().copied());
    insert(&mut keys, input[0], 0.0, |from, to, alpha| from + (to - from) * alpha);
    let all = keys.times().iter().zip(keys.values());
    all.filter(|(time, _)| **time == input[0]).map(|(_, &value)| value).collect()
}

/// Returns each point's two strongest joints with their weights, from vertex records.
fn unroll(input: &[f32]) -> Vec<f32> {
    let [stride, joint, weight, joints] = [0, 1, 2, 3].map(|i| input[i] as usize);
    let (v, weights) = input[4..].split_at(16 * stride);
    let v: Vec<i32> = v.iter().map(|&number| number as i32).collect();
    let points = unrolled(&[2; 8], &v, InfluenceColumns { stride, joint, weight }, weights, joints);
    let slots =
        points.iter().flat_map(|point| [0, 1].map(|slot| [point.joints[slot] as f32, point.weights[slot]]));
    slots.flatten().collect()
}

/// Returns the next state of a machine, or −1, in its six situations.
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
    let times = [0.0, 0.25, 0.5, 0.875, 1.25];
    let places = [[0.0, 0.0], [0.14, 0.01], [0.33, 0.05], [0.72, 0.22], [0.95, 0.4]];
    let turns = [0.0, 4.0, 14.0, 34.0, 45.0_f32];
    let rotations = turns.map(|degrees| Quat::from_rotation_z(degrees.to_radians()));
    let places = places.map(|[x, y]| vec3(x, y, 0.0));
    let animator = animated("walk", 1.25, Keys::new(times, places), Keys::new(times, rotations));
    let mut led = RootMotion::new(animator, 0, Vec3::Z);
    input.iter().for_each(|&dt| led.update(dt));
    [led.world_from_figure.to_matrix(), led.pose()[0].to_matrix()].iter().flat_map(plane_columns).collect()
}

/// The seconds of a frame.
const FRAME: f32 = 1.0 / 64.0;

/// Returns a player of a clip for a single joint.
fn animated(name: &str, seconds: f32, translations: Keys<Vec3>, rotations: Keys<Quat>) -> Animator {
    let channel = Channel { joint: 0, translations, rotations, scales: Keys::default() };
    let clip = Clip { name: name.to_owned(), seconds, channels: vec![channel], ..Clip::default() };
    let rig = Rig { skeleton: Skeleton::chain(&["hips"]), rest: vec![Transform::IDENTITY] };
    Animator::new(Arc::new(rig), Arc::new(clip))
}

static KNIGHT: LazyLock<Asset> =
    LazyLock::new(|| formats::read(&asset_path("knight/knight.glb")).expect("the knight is there"));

/// Returns the number of one of the knight's joints.
fn joint(name: &str) -> usize {
    KNIGHT.rig.skeleton.named(name).expect("he has the joint")
}

/// Returns the places of a vertex at the knight's elbow and of every 299th corner of his triangles, by the shader, from a
/// clip's number, a time, and by how many degrees his right forearm's key that holds then is turned about the forearm's own x.
fn point(input: &[f32]) -> Vec<f32> {
    let Asset { rig, clips, surfaces, .. } = &*KNIGHT;
    let name = ["walk", "run", "idle", "swing", "punch", "jump", "fall", "land"][input[0] as usize];
    let clip = clips.iter().find(|clip| clip.name == name).expect("he has the clip");
    let mut clip = Clip::clone(clip);
    let now = f64::from(input[1]).rem_euclid(f64::from(clip.seconds)) as f32;
    for channel in clip.channels.iter_mut().filter(|channel| channel.joint == joint("forearm.R")) {
        let key = channel.rotations.times().partition_point(|&time| time <= now) - 1;
        channel.rotations.values_mut()[key] *= Quat::from_rotation_x(input[2].to_radians());
    }
    let mut animator = Animator::new(Arc::clone(rig), Arc::new(clip));
    animator.update(input[1]);
    let parent_from_joints: Vec<Mat4> = animator.pose().iter().map(|joint| joint.to_matrix()).collect();
    let palette = surfaces[0].palette(&model_from_joints(&rig.skeleton, &parent_from_joints));
    let corners = surfaces.iter().flat_map(|Surface { mesh, submeshes, .. }| {
        let triangles = submeshes.iter().flat_map(|part| &mesh.triangles[part.triangles.clone()]);
        triangles.flatten().map(move |&vertex| (&**mesh, vertex as usize))
    });
    let others = corners.clone().step_by(299).take(30);
    placed("skin.vert", &palette, &corners.skip(642).take(1).chain(others).collect::<Vec<_>>())
}

/// The output of a shader, a vertex's place in model space.
#[derive(Clone, Copy)]
struct Placed {
    v_position: [f32; 3],
}
implement_vertex!(Placed, v_position);

/// Returns the places of vertices in model space, as the shader in a file moves them, which takes matrices or dual quaternions.
fn placed(shader: &str, palette: &[Mat4], vertices: &[(&Mesh, usize)]) -> Vec<f32> {
    thread_local! {
        static GL: Gl = offscreen().expect("there is an OpenGL without a window");
    }
    let rigged = |&(mesh, vertex): &(&Mesh, usize)| SkinInput {
        a_position: mesh.positions[vertex].to_array(),
        a_normal: mesh.normals[vertex].to_array(),
        a_texture_coordinates: [0.0; 2],
        a_joints: mesh.influences[vertex].joints.map(|joint| joint as u16),
        a_weights: mesh.influences[vertex].weights,
    };
    let vertices: Vec<SkinInput> = vertices.iter().map(rigged).collect();
    let mut rows = [[0.0; 4]; 2 * MAX_JOINTS];
    for (rows, matrix) in rows.chunks_exact_mut(2).zip(palette) {
        let DualQuaternion { real, dual } = DualQuaternion::from_matrix(*matrix);
        rows.copy_from_slice(&[real.to_array(), dual.to_array()]);
    }
    let run = |gl: &Gl| -> anyhow::Result<Vec<Placed>> {
        let (palette, pairs) = (UniformBuffer::new(gl, block(palette)?)?, UniformBuffer::new(gl, rows)?);
        let uniforms = uniform! {
            Palette: &palette,
            NormalPalette: &palette,
            DualPalette: &pairs,
            u_world_from_model: Mat4::IDENTITY.to_cols_array_2d(),
        };
        VertexShader::new(gl, shader)?.run(&vertices, &uniforms)
    };
    GL.with(run).expect("the shader runs").iter().flat_map(|vertex| vertex.v_position).collect()
}

/// Returns each joint's weight of a layer that is wanted until 2.5 s, from two joints of a chain, the layer's
/// amount, the fade's length, and a time.
fn layer(input: &[f32]) -> Vec<f32> {
    let [first, last] =
        [0, 1].map(|i| joint(["hips", "spine", "chest", "shoulder.R", "upper_arm.R"][input[i] as usize]));
    let rest = KNIGHT.rig.rest.clone();
    let mut layer = Layer::new(Mixer::new(rest.clone(), Vec::<Animator>::new()), rest);
    layer.mask = feathered_mask(&KNIGHT.rig.skeleton, first, last);
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

/// Returns the clips' value and the fade's weight at a time, from the time of the second start, the fades'
/// length, and the time. `start` is called in every frame, as in a program.
fn fade(input: &[f32]) -> Vec<f32> {
    let wave = |name, along: fn(f32) -> f32| {
        let times = (0..64).map(|frame| frame as f32 * FRAME);
        animated(
            name,
            1.0,
            Keys::new(times.clone(), times.map(|time| Vec3::X * along(time))),
            Keys::default(),
        )
    };
    let clips = vec![
        wave("walk", |time| 0.35 * (TAU * time).sin()),
        wave("run", |time| 0.8 * (3.0 * PI * time).cos()),
        wave("jump", |time| (PI * time).sin() + 0.1),
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
    let [twist, bend] = [input[0], -input[1]].map(f32::to_radians);
    let [turn, half] = [twist, 0.5 * twist].map(Quat::from_rotation_y);
    let about_joint =
        |turn| Mat4::from_rotation_translation(turn, Vec3::Y) * Mat4::from_translation(-Vec3::Y);
    let palette = [Quat::IDENTITY, Quat::from_rotation_z(bend) * turn, half].map(about_joint);
    let tip = palette[1].transform_point3(2.0 * Vec3::Y);
    let mut mesh = cylinder(0.3, 2.0, 40, 40);
    let mut weigh = |helped: bool| {
        let influences = |point: &Vec3| {
            let over = ((point.y - 0.7) / 0.6).clamp(0.0, 1.0);
            let low = if helped { (1.0 - 2.0 * over).max(0.0) } else { 1.0 - over };
            let high = if helped { (2.0 * over - 1.0).max(0.0) } else { over };
            four_largest(&[(0, low), (1, high), (2, 1.0 - low - high)])
        };
        mesh.influences = mesh.positions.iter().map(influences).collect();
        let points = mesh.influences.iter().zip(&mesh.positions);
        let by_matrices = points.map(|(influences, point)| skin_point(&palette, influences, *point));
        (by_matrices.collect::<Vec<_>>(), mesh.clone())
    };
    let ((by_matrices, mesh), (helped, _)) = (weigh(false), weigh(true));
    let all: Vec<_> = (0..mesh.positions.len()).map(|vertex| (&mesh, vertex)).collect();
    let by_pairs = placed("rigged_dual.vert", &palette, &all).chunks(3).map(Vec3::from_slice).collect();
    let area = |points: &[Vec3]| -> f32 {
        let centre = points.iter().sum::<Vec3>() / points.len() as f32;
        points.windows(2).map(|pair| (pair[0] - centre).cross(pair[1] - centre)).sum::<Vec3>().length()
    };
    let reach = |point: &Vec3| {
        let to_bone = |(from, to): (Vec3, Vec3)| {
            point.distance(from.lerp(to, (point - from).dot(to - from).clamp(0.0, 1.0)))
        };
        [(Vec3::ZERO, Vec3::Y), (Vec3::Y, tip)].map(to_bone).into_iter().fold(f32::MAX, f32::min) / 0.3
    };
    let measured = |posed: Vec<Vec3>| {
        // After the slices come the caps.
        let slices = || posed.chunks(41).take(41).zip(mesh.positions.chunks(41));
        let least = slices().map(|(now, bound)| area(now) / area(bound)).fold(f32::MAX, f32::min);
        let farthest = posed[..41 * 41].iter().map(reach).fold(0.0, f32::max);
        // In slice 23, an eighth of the way around.
        [&[least, farthest], &posed[23 * 41 + 5].to_array()[..]].concat()
    };
    [by_matrices, by_pairs, helped].map(measured).concat()
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
    let begins =
        [offset_of!(Transform, rotation), offset_of!(Transform, translation), offset_of!(Transform, scale)];
    let bytes =
        [entry(|lists| lists.rotations), entry(|lists| lists.translations), entry(|lists| lists.scales)];
    let list =
        |field| bytes[..field].iter().map(|bytes| (bytes * JOINTS).next_multiple_of(LINE)).sum::<usize>();
    let (read, joints) = (input[0] as usize, input[1] as usize);
    let fetched = |place: &dyn Fn(usize, usize) -> usize| {
        let read = (0..3).filter(|&field| read == 3 || read == field);
        let pairs = read.flat_map(|field| (0..joints).map(move |joint| (joint, field)));
        let all = pairs.flat_map(|(joint, field)| place(joint, field)..place(joint, field) + bytes[field]);
        let all: Vec<usize> = all.collect();
        let lines: BTreeSet<usize> = all.iter().map(|byte| byte / LINE).collect();
        [lines.len() as f32, all.len() as f32]
    };
    let structs = fetched(&|joint, field| size_of::<Transform>() * joint + begins[field]);
    [structs, fetched(&|joint, field| list(field) + bytes[field] * joint)].concat()
}

/// Returns the matrix of a frame in the plane z = 0, from its place and angle in degrees.
fn in_plane(x: f32, y: f32, degrees: f32) -> Mat4 {
    Mat4::from_translation(vec3(x, y, 0.0)) * Mat4::from_rotation_z(degrees.to_radians())
}

/// Returns x and y of every point, one after the other.
fn flat(points: &[Vec3]) -> Vec<f32> {
    points.iter().flat_map(|point| [point.x, point.y]).collect()
}
