//! The checks of lesson 04.

use anyhow::Result;
use check::{Answer, Draw, JOINTS, Named, Slip, check, on_main_thread, told};
use common::pose::world_from_joints;
use common::shapes::{JointLines, joint_lines};
use common::skeleton::Skeleton;
use glam::camera::rh::proj::opengl;
use glam::{Mat4, Vec2, Vec3, Vec4, vec2, vec3};
use glium::uniforms::UniformBuffer;
use glium::{Program, Surface, implement_vertex, uniform};
use stage::gl::{Canvas, ChainLines, Gl, HotReload, JointVertex, VertexShader, View, block};
use stage::offscreen;
use std::f32::consts::FRAC_PI_2;
use std::process::ExitCode;
use std::rc::Rc;

fn main() -> ExitCode {
    on_main_thread(&[
        ("todo_04_1_lines", todo_04_1_lines),
        ("todo_04_2_world", todo_04_2_world),
        ("todo_04_3_shader", todo_04_3_shader),
        ("todo_04_4_draw", todo_04_4_draw),
    ])
}

/// Joints without names, by their parents; parents stand before their children.
fn skeleton(parents: impl IntoIterator<Item = Option<usize>>) -> Skeleton {
    let mut skeleton = Skeleton::new();
    for parent in parents {
        skeleton.add("joint", parent);
    }
    skeleton
}

/// The same of a single root.
fn on_root<const N: usize>(parents: [usize; N]) -> Skeleton {
    skeleton([None].into_iter().chain(parents.map(Some)))
}

/// Two bodies, one with two legs and what hangs on them, the other of two joints; listed row by row, so that no walk
/// visits them in order.
fn two_bodies() -> Skeleton {
    skeleton([None, Some(0), Some(0), Some(1), Some(2), Some(2), None, Some(5), Some(6)])
}

/// A joint with six others on it; from the third of them a chain goes on, nine levels deep in all.
fn hand() -> Skeleton {
    on_root([0, 0, 0, 0, 0, 0, 3, 7, 8, 9, 10, 11, 12])
}

/// A joint that is no root with six others on it; below the last of them a chain goes on.
fn bunch() -> Skeleton {
    on_root([0, 1, 1, 1, 1, 1, 1, 7, 8])
}

/// Three children of a joint, two of which have one of their own; numbered branch by branch, as files have them.
fn branch_by_branch() -> Skeleton {
    on_root([0, 1, 0, 3, 0])
}

/// Lines, in whatever order and direction.
struct Pairs(Vec<[u16; 2]>);

told!(Pairs { 0 });

impl Pairs {
    fn sorted(&self) -> Vec<[u16; 2]> {
        let mut pairs: Vec<[u16; 2]> =
            self.0.iter().map(|&[from, to]| [from.min(to), from.max(to)]).collect();
        pairs.sort_unstable();
        pairs
    }
}

impl Answer for Pairs {
    fn agrees(&self, other: &Self) -> bool {
        self.sorted() == other.sorted()
    }

    fn show(&self) -> String {
        if self.0.is_empty() {
            return "no lines".to_owned();
        }
        let pairs: Vec<String> = self.0.iter().map(|[from, to]| format!("{from},{to}")).collect();
        format!("{}   ({} lines)", pairs.join("  "), pairs.len())
    }
}

/// A line from each joint that has a parent to that.
fn all_lines(skeleton: &Skeleton) -> Pairs {
    let numbered = (0u16..).zip(skeleton.joints());
    Pairs(numbered.filter_map(|(joint, of)| Some([of.parent? as u16, joint])).collect())
}

fn todo_04_1_lines() {
    let asked = [
        ("a chain of three joints, 0 to 1 to 2", Skeleton::chain(&["0", "1", "2"])),
        ("six joints: 1 and 2 hang on 0, 3 on 1, 4 and 5 on 2", on_root([0, 0, 1, 2, 2])),
        (
            "nine joints with two roots: 1 and 2 hang on 0, 3 on 1, 4 and 5 on 2, 7 on 5; and 8 hangs on 6",
            two_bodies(),
        ),
        ("fourteen joints: 1 to 6 hang on 0, 7 on 3, and from 7 to 13 each on the one before", hand()),
        ("six joints: 1, 3 and 5 hang on 0, 2 on 1, and 4 on 3", branch_by_branch()),
    ];
    check("04.1", |check| {
        let drawn = check.drawn(|draw| {
            let (words, parents) = draw.tree(10);
            (format!("ten joints: {words}"), skeleton(parents))
        });
        for (shape, skeleton) in asked.map(|(shape, of)| (shape.to_owned(), of)).into_iter().chain(drawn) {
            check.case(
                format!("the lines of {shape}"),
                || Pairs(joint_lines(&skeleton).pairs),
                || all_lines(&skeleton),
            );
        }
    });
}

fn todo_04_2_world() {
    const LOCAL_PASSED_DOWN: Slip = Slip::Here(
        "local-passed-down",
        "The children are given a local matrix as that of the world. What is passed down must lead from the joint all \
         the way to the world.",
    );
    let turned = |x: f32, degrees: f32| {
        Mat4::from_translation(vec3(x, 1.0, 0.5)) * Mat4::from_rotation_z(degrees.to_radians())
    };
    let in_order = |count: usize| -> Vec<Mat4> {
        (0..count as u8).map(|i| turned(1.0 + f32::from(i), 20.0 - 15.0 * f32::from(i))).collect()
    };
    let asked = [
        (
            "nine joints (0 and 6 are roots, 1 and 2 hang on 0, 3 on 1, 4 and 5 on 2, 7 on 5, and 8 on 6)",
            two_bodies(),
        ),
        ("fourteen joints (1 to 6 hang on 0, 7 on 3, and from 7 to 13 each on the one before)", hand()),
        ("six joints (1, 3 and 5 hang on 0, 2 on 1, and 4 on 3)", branch_by_branch()),
        ("ten joints (1 hangs on 0, 2 to 7 on 1, 8 on 7, and 9 on 8)", bunch()),
    ]
    .map(|(joints, skeleton)| {
        let local = in_order(skeleton.joints().len());
        (joints.to_owned(), skeleton, local)
    });
    let world = turned(7.0, 25.0);
    check("04.2", |check| {
        check.own_slips(&[LOCAL_PASSED_DOWN]);
        let drawn = check.drawn(|draw| {
            let (words, parents) = draw.tree(10);
            let local = parents.iter().map(|_| stand(draw, 3.0)).collect();
            (format!("ten joints ({words})"), skeleton(parents), local)
        });
        for (joints, skeleton, local) in asked.into_iter().chain(drawn) {
            let parent = |joint: usize| skeleton.joints()[joint].parent;
            let named =
                |answer: &dyn Fn(usize) -> Mat4| Named(JOINTS, (0..local.len()).map(answer).collect());
            // The matrices from a joint up to its root.
            let up = |joint: usize| {
                std::iter::successors(Some(joint), |&joint| parent(joint)).map(|joint| local[joint])
            };
            let down = |joint: usize| up(joint).collect::<Vec<_>>().into_iter().rev().collect::<Vec<_>>();
            check.case_by(
                format!(
                    "the world matrices of {joints}, turned and placed in their parents, and the model turned by 25° at \
                     (7, 1, 0.5)"
                ),
                || Named(JOINTS, world_from_joints(&skeleton, world, &local)),
                |by| named(&|joint| by.product([vec![world], down(joint)].concat())),
            );
        }
    });
}

/// Anywhere within so much, and turned by anything.
fn stand(draw: &mut Draw, within: f32) -> Mat4 {
    Mat4::from_rotation_translation(draw.turn(), draw.point(within))
}

/// What the shader makes of a vertex.
#[derive(Clone, Copy)]
#[allow(non_snake_case)] // OpenGL's own name
struct InClipSpace {
    gl_Position: [f32; 4],
}
implement_vertex!(InClipSpace, gl_Position);

/// Four joints, turned and moved, and a view that is neither.
fn four_joints() -> [Mat4; 4] {
    [(0.1, 10.0), (0.5, 80.0), (-0.4, 150.0), (-0.2, -60.0)].map(|(x, degrees)| {
        Mat4::from_translation(vec3(x, 0.3 - x, 0.1)) * Mat4::from_rotation_z(f32::to_radians(degrees))
    })
}

fn shade(points: &[Vec3], world_from_joints: &[Mat4], clip_from_world: Mat4) -> Result<Vec<Vec4>> {
    let gl = offscreen()?;
    let joints = UniformBuffer::new(&gl, block(world_from_joints)?)?;
    let vertices: Vec<JointVertex> = (points.iter())
        .map(|point| JointVertex { a_position: point.to_array(), a_colour: [1.0; 4] })
        .collect();
    let uniforms = uniform! { Joints: &joints, u_clip_from_world: clip_from_world.to_cols_array_2d() };
    let shader: VertexShader<InClipSpace> = VertexShader::new(&gl, "joint_lines.vert")?;
    let shaded = shader.run(&vertices, &uniforms)?;
    Ok(shaded.into_iter().map(|vertex| vertex.gl_Position.into()).collect())
}

fn todo_04_3_shader() {
    let further = (4u8..128).map(|i| {
        let i = f32::from(i);
        Mat4::from_translation(vec3(0.01 * i, 0.4 - 0.005 * i, 0.1)) * Mat4::from_rotation_z(0.3 * i)
    });
    let joints: Vec<Mat4> = four_joints().into_iter().chain(further).collect();
    // In perspective, so that the fourth number counts.
    let camera_from_world = Mat4::from_translation(vec3(0.1, -0.2, -2.0)) * Mat4::from_rotation_y(0.4);
    let clip = opengl::perspective(0.9, 1.5, 0.1, 10.0) * camera_from_world;
    let asked = [
        ("the first twenty, at their origins".to_owned(), Vec3::ZERO, 0, joints.clone(), clip),
        ("the 55th to the 74th, at (0.5, 0.2, -0.3)".to_owned(), vec3(0.5, 0.2, -0.3), 54, joints, clip),
    ];
    check("04.3", |check| {
        let drawn = check.drawn(|draw| {
            let (first, point) = (draw.whole(0..108), draw.point(0.5));
            let joints = (0..128).map(|_| stand(draw, 0.4)).collect();
            let clip = clip * Mat4::from_quat(draw.turn());
            (
                format!("twenty of them from vertex {first} on, at {}", point.show()),
                point,
                first,
                joints,
                clip,
            )
        });
        for (place, point, first, joints, clip) in asked.into_iter().chain(drawn) {
            let shown = first..first + 20;
            let names: Vec<&str> = shown.clone().map(|i| &*format!("vertex {i}").leak()).collect();
            let names: &[&str] = names.leak();
            let point = point.extend(1.0);
            let all = |put: &dyn Fn(Mat4) -> Vec4| {
                Ok(Named(names, joints[shown.clone()].iter().copied().map(put).collect()))
            };
            check.case_by(
                format!(
                    "the clip coordinates of twenty of 128 vertices, one for each of 128 joints: {place}"
                ),
                || {
                    let shaded = shade(&[point.truncate(); 128], &joints, clip)?;
                    Ok(Named(names, shaded[shown.clone()].to_vec()))
                },
                |by| all(&|joint| by.applied(clip, by.applied(joint, point))),
            );
        }
    });
}

/// The picture on which lines are drawn, in pixels a side.
const SIDE: u32 = 128;

/// A point in every joint's space, off its origin and each elsewhere, so that a turn of the joint shows, and lines
/// are seen even where nothing is moved. No line that any answer draws passes near another's probe.
const POINTS: [Vec3; 4] =
    [vec3(0.05, -0.45, 0.0), vec3(0.55, -0.4, 0.0), vec3(0.5, -0.25, 0.0), vec3(-0.45, 0.4, 0.0)];

/// Makes a line of no length a short dash.
const DASH: &str = "#version 330 core
    layout(lines) in;
    layout(line_strip, max_vertices = 2) out;
    void main() {
        vec4 end = gl_in[1].gl_Position;
        if (end == gl_in[0].gl_Position) end.x += 0.2 * end.w;
        gl_Position = gl_in[0].gl_Position;
        EmitVertex();
        gl_Position = end;
        EmitVertex();
    }";

/// A program without the exercise's shader.
fn plain_program(gl: &Gl, geometry: Option<&str>) -> Result<Rc<HotReload<Program>>> {
    let vertex = "#version 330 core
        layout(std140) uniform Joints { mat4 u_world_from_joint[128]; };
        in vec3 a_position;
        uniform mat4 u_clip_from_world;
        void main() {
            mat4 m = u_clip_from_world * u_world_from_joint[gl_VertexID];
            gl_Position = m[0] * a_position.x + m[1] * a_position.y + m[2] * a_position.z + m[3];
        }";
    let fragment = "#version 330 core
        out vec4 o_colour;
        void main() { o_colour = vec4(1.0); }";
    Ok(Rc::new(HotReload::fixed(Program::from_source(gl, vertex, fragment, geometry)?)))
}

/// Looks at the world turned by a quarter, so that it matters how often it is applied.
fn camera() -> Mat4 {
    Mat4::from_rotation_z(FRAC_PI_2)
}

/// Draws some poses one after the other, over something at a depth from 0, the nearest, to 1; and says at which of
/// the probes a line is seen at last, whether anything is, and whether what was there before still is.
fn seen(poses: &[Vec<Mat4>], depth: f32, probes: &[Vec2]) -> Result<Vec<bool>> {
    // The lines hang between the last four joints.
    let first = poses.first().map_or(0, Vec::len) - POINTS.len();
    let positions = [vec![Vec3::ZERO; first], POINTS.to_vec()].concat();
    let pairs = PAIRS.map(|pair| pair.map(|joint| first as u16 + joint)).to_vec();
    seen_of(&JointLines { positions, pairs }, None, poses, depth, probes)
}

fn seen_of(
    lines: &JointLines,
    geometry: Option<&str>,
    poses: &[Vec<Mat4>],
    depth: f32,
    probes: &[Vec2],
) -> Result<Vec<bool>> {
    let gl = offscreen()?;
    let canvas = Canvas::new(&gl, [SIDE, SIDE], 1)?;
    let lines = ChainLines::new(&gl, lines, plain_program(&gl, geometry)?)?;
    let view = View { clip_from_world: camera(), eye: Vec3::Z, flat: true, size: [SIDE; 2], scale: 1.0 };
    for pose in poses {
        let mut scene = canvas.scene(&gl)?;
        scene.clear_color_and_depth((0.0, 0.0, 1.0, 1.0), depth);
        lines.draw(&mut scene, &view, pose)?;
    }
    let pixels = canvas.pixels()?;
    let lit = |probe: &Vec2| {
        let at =
            |x: i32, y: i32| pixels.get(4 * (y * SIDE as i32 + x) as usize).is_some_and(|red| *red > 128);
        let (x, y) = (probe.x.round() as i32, probe.y.round() as i32);
        (-1..=1).any(|dx| (-1..=1).any(|dy| at(x + dx, y + dy)))
    };
    let anything = pixels.chunks(4).any(|pixel| pixel[0] > 128);
    let still_blue = pixels.chunks(4).any(|pixel| pixel[0] == 0 && pixel[2] == 255);
    Ok(probes.iter().map(lit).chain([anything, still_blue]).collect())
}

/// The lines of the check: a branch after a branch.
const PAIRS: [[u16; 2]; 3] = [[0, 1], [1, 2], [1, 3]];

/// The lines that come of the vertices in their own order.
const UNINDEXED: [[u16; 2]; 2] = [[0, 1], [2, 3]];

/// The ends of lines, in pixels.
fn ends(joints: &[Mat4], pairs: &[[u16; 2]]) -> Vec<[Vec2; 2]> {
    let pixel = |joint: u16| {
        let joint = usize::from(joint);
        let clip = camera() * joints[joint] * POINTS[joint].extend(1.0);
        (vec2(clip.x, -clip.y) / clip.w + Vec2::ONE) * SIDE as f32 / 2.0
    };
    pairs.iter().map(|pair| pair.map(pixel)).collect()
}

/// How far a point is from a line, in pixels.
fn distance(point: Vec2, [start, end]: &[Vec2; 2]) -> f32 {
    let along = *end - *start;
    let t = ((point - *start).dot(along) / along.length_squared().max(1e-6)).clamp(0.0, 1.0);
    point.distance(*start + along * t)
}

/// At which of the probes one of these lines is seen, and whether there are any. What was there before is never gone.
fn expected(lines: &[[Vec2; 2]], probes: &[Vec2]) -> Vec<bool> {
    let seen = probes.iter().map(|probe| lines.iter().any(|line| distance(*probe, line) < 1.5));
    seen.chain([!lines.is_empty(), true]).collect()
}

const PROBES: &[&str] = &[
    "the line 0–1 of the first pose",
    "the line 1–2 of the first pose",
    "the line 1–3 of the first pose",
    "the line 0–1 of the second pose",
    "the line 1–2 of the second pose",
    "the line 1–3 of the second pose",
    "a line 0–1 that nothing has moved",
    "a line 1–2 that nothing has moved",
    "a line 1–3 that nothing has moved",
    "a line 0–1 moved by rows for columns",
    "a line 1–2 moved by rows for columns",
    "a line 1–3 moved by rows for columns",
    "a line 0–1 moved by the matrices one slot before",
    "a line 1–2 moved by the matrices one slot before",
    "a line 1–3 moved by the matrices one slot before",
    "anything at all",
    "the blue that was there before",
];

/// What is seen if these lines are.
fn seen_at(lines: &[[Vec2; 2]], probes: &[Vec2]) -> Result<Named<bool>> {
    Ok(Named(PROBES, expected(lines, probes)))
}

fn transposed(pose: [Mat4; 4]) -> [Mat4; 4] {
    pose.map(|joint| joint.transpose())
}

/// All that answers draw of two poses: right ones and others.
fn drawn_of(first: [Mat4; 4], second: [Mat4; 4]) -> [[Mat4; 4]; 5] {
    let unmoved = Mat4::IDENTITY;
    [first, second, [unmoved; 4], transposed(first), [unmoved, first[0], first[1], first[2]]]
}

/// A place on every line of those.
fn probes(first: [Mat4; 4], second: [Mat4; 4]) -> Vec<Vec2> {
    let lines = drawn_of(first, second).into_iter().flat_map(|pose| ends(&pose, &PAIRS));
    lines.map(|[start, end]| start.lerp(end, 0.3)).collect()
}

/// Whether each probe is well inside the picture, and on a line or well beside it.
fn is_clear(first: [Mat4; 4], second: [Mat4; 4]) -> bool {
    let probes = probes(first, second);
    // Lines that nothing moves are as clear in every question as in those that are always asked.
    let moved = [first, second, transposed(first), transposed(second)];
    let indexed = moved.into_iter().flat_map(|pose| ends(&pose, &PAIRS));
    let first_slot = ends(&[second[0], Mat4::IDENTITY], &PAIRS[..1]);
    let lines: Vec<[Vec2; 2]> = indexed.chain(ends(&second, &UNINDEXED)).chain(first_slot).collect();
    let is_inside = |probe: &Vec2| probe.min_element() > 3.0 && probe.max_element() < SIDE as f32 - 3.0;
    // The line on which a probe was put is at 0.
    let is_near = |probe: &Vec2, line: &[Vec2; 2]| (0.9..2.6).contains(&distance(*probe, line));
    probes[..6].iter().all(is_inside)
        && !probes.iter().any(|probe| lines.iter().any(|line| is_near(probe, line)))
}

fn todo_04_4_draw() {
    const NOTHING_HIDES: Slip = Slip::Here(
        "nothing-hides-it",
        "The lines shine through what is nearer. `DrawParameters::default()` looks at no depth: which parameters were \
         made for these lines?",
    );
    let turned = |by: f32| four_joints().map(|joint| Mat4::from_rotation_z(by) * joint);
    let away = Mat4::from_translation(vec3(9.0, 0.0, 0.0));
    let (first, second) = (turned(0.0), turned(2.0));
    let asked = [
        ("one picture of the first pose, of four joints", vec![first.to_vec()]),
        (
            "a picture of the first pose, and then one of the second, of four joints",
            vec![first.to_vec(), second.to_vec()],
        ),
        (
            "one picture of the first pose, but that the first of its four joints stands where the world does",
            vec![[&[Mat4::IDENTITY], &first[1..]].concat()],
        ),
        (
            "one picture of the first pose, of the last four of a hundred joints",
            vec![[vec![away; 96], first.to_vec()].concat()],
        ),
    ]
    .map(|(what, poses)| (what.to_owned(), poses, probes(first, second)));
    check("04.4", |check| {
        check.own_slips(&[NOTHING_HIDES]);
        let drawn = check.drawn(|draw| {
            let clear = |by: &f32| is_clear(turned(*by), turned(2.0 + by));
            let mut angles = std::iter::repeat_with(|| draw.number(-3.0..3.0)).take(400);
            let by = angles.find(clear).unwrap_or(0.0);
            let (first, second) = (turned(by), turned(2.0 + by));
            let what =
                format!("a picture of a pose that is turned by {by}, and then one of it turned by 2 more");
            (what, vec![first.to_vec(), second.to_vec()], probes(first, second))
        });
        for (what, poses, probes) in asked.into_iter().chain(drawn) {
            let last = &poses[poses.len() - 1];
            let pose: [Mat4; 4] = std::array::from_fn(|i| last[last.len() - 4 + i]);
            check.case(
                format!("the lines seen after {what}"),
                || Ok(Named(PROBES, seen(&poses, 1.0, &probes)?)),
                || seen_at(&ends(&pose, &PAIRS), &probes),
            );
        }
        let probes = probes(first, second);
        check.case(
            "the lines seen after one picture of the first pose, where something nearer hides everything",
            || Ok(Named(PROBES, seen(&[first.to_vec()], 0.0, &probes)?)),
            || seen_at(&[], &probes),
        );
        let alone = JointLines { positions: vec![POINTS[0]], pairs: Vec::new() };
        check.case(
            "whether anything is seen of a skeleton of a single joint, which has no line but a dot",
            || Ok(seen_of(&alone, Some(DASH), &[first[..1].to_vec()], 1.0, &[])?[0]),
            || Ok(true),
        );
    });
}
