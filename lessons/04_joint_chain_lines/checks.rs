//! The checks of lesson 04.

use anyhow::Result;
use common::check::{Answer, JOINTS, Named, STARTER, Slip, VERTICES, check, on_main_thread, told};
use common::gl::{Canvas, ChainLines, Gl, JointVertex, Live, VertexShader, View, block};
use common::pose::world_from_joints;
use common::shapes::{JointLines, joint_lines};
use common::skeleton::Skeleton;
use common::stage::offscreen;
use glam::camera::rh::proj::opengl;
use glam::{Mat4, Vec2, Vec3, Vec4, vec2, vec3};
use glium::uniforms::UniformBuffer;
use glium::{Program, Surface, implement_vertex, uniform};
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

/// A body with two legs, each with two toes' worth of joints; listed row by row, so that no walk visits them in order.
fn body() -> Skeleton {
    let mut skeleton = Skeleton::chain(&["body"]);
    for parent in [0, 0, 1, 2, 2] {
        skeleton.add("joint", Some(parent));
    }
    skeleton
}

/// The same with one joint more at a toe, and a second body beside it: one joint on another.
fn two_bodies() -> Skeleton {
    let mut skeleton = body();
    for parent in [None, Some(5), Some(6)] {
        skeleton.add("joint", parent);
    }
    skeleton
}

/// A joint with six others on it; from the third of them a chain goes on, nine levels deep in all.
fn hand() -> Skeleton {
    let mut skeleton = Skeleton::chain(&["joint"]);
    for parent in [0, 0, 0, 0, 0, 0, 3, 7, 8, 9, 10, 11, 12] {
        skeleton.add("joint", Some(parent));
    }
    skeleton
}

/// A joint that is no root with six others on it; below the last of them a chain goes on.
fn bunch() -> Skeleton {
    let mut skeleton = Skeleton::chain(&["joint", "joint"]);
    for parent in [1, 1, 1, 1, 1, 1, 7, 8] {
        skeleton.add("joint", Some(parent));
    }
    skeleton
}

/// Three children of a joint, two of which have one of their own; numbered branch by branch, as files have them.
fn branch_by_branch() -> Skeleton {
    let mut skeleton = Skeleton::chain(&["joint"]);
    for parent in [0, 1, 0, 3, 0] {
        skeleton.add("joint", Some(parent));
    }
    skeleton
}

/// The lines of [`hand`], to its six first children and down the chain, with every joint called by a number.
fn lines_of_hand(number: impl Fn(u16) -> u16) -> Vec<[u16; 2]> {
    let first = (1..=6).map(|child| [0, child]);
    let chain = [3, 7, 8, 9, 10, 11, 12, 13];
    let chain = chain.windows(2).map(|line| [line[0], line[1]]).collect::<Vec<_>>();
    first.chain(chain).map(|line| line.map(&number)).collect()
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

fn todo_04_1_lines() {
    let chain = Skeleton::chain(&["0", "1", "2"]);
    let cases = [
        (
            "a chain of three joints, 0 to 1 to 2",
            chain,
            vec![[0, 1], [1, 2]],
            [vec![], vec![[0, 1], [1, 2]], vec![[0, 0], [0, 1], [1, 2]], vec![[0, 1]], vec![[0, 1], [0, 2]]],
            vec![[0, 1], [1, 2]],
        ),
        (
            "six joints: 1 and 2 hang on 0, 3 on 1, 4 and 5 on 2",
            body(),
            vec![[0, 1], [1, 3], [0, 2], [2, 4], [2, 5]],
            [
                vec![],
                vec![[0, 1], [2, 3], [1, 2], [3, 4], [4, 5]],
                vec![[0, 0], [0, 1], [1, 3], [0, 2], [2, 4], [2, 5]],
                vec![[0, 1], [0, 2]],
                vec![[0, 1], [0, 3], [0, 2], [0, 4], [0, 5]],
            ],
            vec![[0, 1], [1, 2], [0, 3], [3, 4], [3, 5]],
        ),
        (
            "nine joints with two roots: 1 and 2 hang on 0, 3 on 1, 4 and 5 on 2, 7 on 5; and 8 hangs on 6",
            two_bodies(),
            vec![[0, 1], [1, 3], [0, 2], [2, 4], [2, 5], [5, 7], [6, 8]],
            [
                vec![],
                vec![[0, 1], [2, 3], [1, 2], [3, 4], [4, 5], [6, 7], [7, 8]],
                vec![[0, 0], [0, 1], [1, 3], [0, 2], [2, 4], [2, 5], [5, 7], [6, 6], [6, 8]],
                vec![[0, 1], [0, 2], [6, 8]],
                vec![[0, 1], [0, 3], [0, 2], [0, 4], [0, 5], [0, 7], [0, 8]],
            ],
            vec![[0, 1], [1, 2], [0, 3], [3, 4], [3, 5], [5, 6], [6, 7]],
        ),
        (
            "fourteen joints: 1 to 6 hang on 0, 7 on 3, and from 7 to 13 each on the one before",
            hand(),
            lines_of_hand(|joint| joint),
            [
                vec![],
                (1..14).map(|joint| [joint - 1, joint]).collect(),
                [vec![[0, 0]], lines_of_hand(|joint| joint)].concat(),
                (1..=6).map(|joint| [0, joint]).collect(),
                (1..14).map(|joint| [0, joint]).collect(),
            ],
            // The chain is visited before the last three children.
            lines_of_hand(|joint| match joint {
                0..=3 => joint,
                4..=6 => joint + 7,
                _ => joint - 3,
            }),
        ),
        (
            "six joints: 1, 3 and 5 hang on 0, 2 on 1, and 4 on 3",
            branch_by_branch(),
            vec![[0, 1], [1, 2], [0, 3], [3, 4], [0, 5]],
            [
                vec![],
                (1..6).map(|joint| [joint - 1, joint]).collect(),
                vec![[0, 0], [0, 1], [1, 2], [0, 3], [3, 4], [0, 5]],
                vec![[0, 1], [0, 3], [0, 5]],
                (1..6).map(|joint| [0, joint]).collect(),
            ],
            vec![[0, 1], [1, 2], [0, 3], [3, 4], [0, 5]],
        ),
    ];
    check("04.1", |check| {
        for (shape, skeleton, want, [open, before, itself, children, root], visits) in cases {
            check.case_now(
                format!("the lines of {shape}"),
                || Pairs(joint_lines(&skeleton).pairs),
                Pairs(want),
                &[
                    (STARTER, Pairs(open)),
                    ("line-to-the-one-before", Pairs(before)),
                    ("line-to-itself", Pairs(itself)),
                    ("children-not-followed", Pairs(children)),
                    ("lines-from-the-root", Pairs(root)),
                    ("numbered-by-visit", Pairs(visits)),
                ],
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
    let world = turned(7.0, 25.0);
    let two_bodies = (
        "nine joints (0 and 6 are roots, 1 and 2 hang on 0, 3 on 1, 4 and 5 on 2, 7 on 5, and 8 on 6)",
        two_bodies(),
    );
    let hand =
        ("fourteen joints (1 to 6 hang on 0, 7 on 3, and from 7 to 13 each on the one before)", hand());
    let branches = ("six joints (1, 3 and 5 hang on 0, 2 on 1, and 4 on 3)", branch_by_branch());
    let bunch = ("ten joints (1 hangs on 0, 2 to 7 on 1, 8 on 7, and 9 on 8)", bunch());
    check("04.2", |check| {
        for (joints, skeleton) in [two_bodies, hand, branches, bunch] {
            let count = skeleton.joints().len();
            let local: Vec<Mat4> =
                (0..count as u8).map(|i| turned(1.0 + f32::from(i), 20.0 - 15.0 * f32::from(i))).collect();
            let parent = |joint: usize| skeleton.joints()[joint].parent;
            let named = |answer: &dyn Fn(usize) -> Mat4| Named(JOINTS, (0..count).map(answer).collect());
            // The matrices from a joint up to its root.
            let up = |joint: usize| {
                std::iter::successors(Some(joint), |&joint| parent(joint)).map(|joint| local[joint])
            };
            let down = |joint: usize| up(joint).collect::<Vec<_>>().into_iter().rev().collect::<Vec<_>>();
            let model = |joint: usize| down(joint).iter().product();
            let root_or =
                |joint: usize, root: Mat4, other: Mat4| if parent(joint).is_none() { root } else { other };
            check.case_by_now(
            format!(
                "the world matrices of {joints}, turned and placed in their parents, and the model turned by 25° at \
                 (7, 1, 0.5)"
            ),
            || Named(JOINTS, world_from_joints(&skeleton, world, &local)),
            |by| named(&|joint| by.product([vec![world], down(joint)].concat())),
            &[
                (STARTER, named(&|joint| root_or(joint, world, Mat4::IDENTITY))),
                ("local-as-world", named(&|joint| local[joint])),
                ("nothing-passed-down", named(&|joint| world * local[joint])),
                ("child-times-parent", named(&|joint| up(joint).product::<Mat4>() * world)),
                ("children-forgotten", named(&|joint| root_or(joint, world * local[joint], Mat4::IDENTITY))),
                ("chain-at-the-origin", named(&model)),
            ],
            [
                (LOCAL_PASSED_DOWN, named(&|joint| parent(joint).map_or(world, |parent| local[parent]) * local[joint])),
                (LOCAL_PASSED_DOWN, named(&|joint| parent(joint).map_or(world, |_| local[joint]) * local[joint])),
            ],
        );
        }
    });
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
    const LATER: &[&str] = &[
        "vertex 54",
        "vertex 55",
        "vertex 56",
        "vertex 57",
        "vertex 58",
        "vertex 59",
        "vertex 60",
        "vertex 61",
        "vertex 62",
        "vertex 63",
        "vertex 64",
        "vertex 65",
        "vertex 66",
        "vertex 67",
        "vertex 68",
        "vertex 69",
        "vertex 70",
        "vertex 71",
        "vertex 72",
        "vertex 73",
    ];
    let further = (4u8..128).map(|i| {
        let i = f32::from(i);
        Mat4::from_translation(vec3(0.01 * i, 0.4 - 0.005 * i, 0.1)) * Mat4::from_rotation_z(0.3 * i)
    });
    let joints: Vec<Mat4> = four_joints().into_iter().chain(further).collect();
    // In perspective, so that the fourth number counts.
    let camera_from_world = Mat4::from_translation(vec3(0.1, -0.2, -2.0)) * Mat4::from_rotation_y(0.4);
    let clip = opengl::perspective(0.9, 1.5, 0.1, 10.0) * camera_from_world;
    check("04.3", |check| {
        for (place, point, first, names) in [
            ("the first twenty, at their origins", Vec3::ZERO, 0, VERTICES),
            ("the 55th to the 74th, at (0.5, 0.2, -0.3)", vec3(0.5, 0.2, -0.3), 54, LATER),
        ] {
            let shown = first..first + 20;
            let [point, direction] = [1.0, 0.0].map(|w| point.extend(w));
            let all = |put: &dyn Fn(Mat4) -> Vec4| {
                Ok(Named(names, joints[shown.clone()].iter().copied().map(put).collect()))
            };
            check.case_by_now(
                format!(
                    "the clip coordinates of twenty of 128 vertices, one for each of 128 joints: {place}"
                ),
                || {
                    let shaded = shade(&[point.truncate(); 128], &joints, clip)?;
                    Ok(Named(names, shaded[shown.clone()].to_vec()))
                },
                |by| all(&|joint| by.applied(clip, by.applied(joint, point))),
                &[
                    (STARTER, all(&|_| clip * point)),
                    ("first-matrix-for-all", all(&|_| clip * (joints[0] * point))),
                    ("direction-not-point", all(&|joint| clip * (joint * direction))),
                    ("clip-space-first", all(&|joint| joint * (clip * point))),
                    ("clip-forgotten", all(&|joint| joint * point)),
                    ("row-vector", all(&|joint| clip * (joint.transpose() * point))),
                ],
                [
                    (Slip::RowVector, all(&|joint| joint.transpose() * (clip.transpose() * point))),
                    (Slip::RowVector, all(&|joint| clip.transpose() * (joint * point))),
                ],
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
fn plain_program(gl: &Gl, geometry: Option<&str>) -> Result<Rc<Live<Program>>> {
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
    Ok(Rc::new(Live::fixed(Program::from_source(gl, vertex, fragment, geometry)?)))
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

/// The ends of lines, in pixels.
fn ends(joints: &[Mat4], pairs: &[[u16; 2]]) -> Vec<[Vec2; 2]> {
    let pixel = |joint: u16| {
        let joint = usize::from(joint);
        let clip = camera() * joints[joint] * POINTS[joint].extend(1.0);
        (vec2(clip.x, -clip.y) / clip.w + Vec2::ONE) * SIDE as f32 / 2.0
    };
    pairs.iter().map(|pair| pair.map(pixel)).collect()
}

/// At which of the probes one of these lines is seen, and whether there are any. What was there before is never gone.
fn expected(lines: &[[Vec2; 2]], probes: &[Vec2]) -> Vec<bool> {
    let near = |probe: &Vec2, [start, end]: &[Vec2; 2]| {
        let along = *end - *start;
        let t = ((*probe - *start).dot(along) / along.length_squared().max(1e-6)).clamp(0.0, 1.0);
        probe.distance(*start + along * t) < 1.5
    };
    let seen = probes.iter().map(|probe| lines.iter().any(|line| near(probe, line)));
    seen.chain([!lines.is_empty(), true]).collect()
}

fn todo_04_4_draw() {
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
    const NOTHING_HIDES: Slip = Slip::Here(
        "nothing-hides-it",
        "The lines shine through what is nearer. `DrawParameters::default()` looks at no depth: which parameters were \
         made for these lines?",
    );
    const MISTAKES: [&str; 6] = [
        STARTER,
        "block-not-written",
        "matrices-transposed",
        "first-slot-only",
        "without-indices",
        "written-after-drawing",
    ];
    let first = four_joints();
    let second = first.map(|joint| Mat4::from_rotation_z(2.0) * joint);
    let unmoved = [Mat4::IDENTITY; 4];
    let away = Mat4::from_translation(vec3(9.0, 0.0, 0.0));
    let one_late = [unmoved[0], first[0], first[1], first[2]];
    let transposed = |pose: [Mat4; 4]| pose.map(|joint| joint.transpose());
    let probes: Vec<Vec2> = [first, second, unmoved, transposed(first), one_late]
        .iter()
        .flat_map(|pose| ends(pose, &PAIRS))
        .map(|[start, end]| start.lerp(end, 0.3))
        .collect();
    let lines = |pose: [Mat4; 4]| Ok(Named(PROBES, expected(&ends(&pose, &PAIRS), &probes)));
    let unindexed = |pose: [Mat4; 4]| Ok(Named(PROBES, expected(&ends(&pose, &[[0, 1], [2, 3]]), &probes)));
    let nothing = || Ok(Named(PROBES, expected(&[], &probes)));
    check("04.4", |check| {
        for (what, poses, before) in [
            ("one picture of the first pose, of four joints", vec![first.to_vec()], unmoved),
            (
                "a picture of the first pose, and then one of the second, of four joints",
                vec![first.to_vec(), second.to_vec()],
                first,
            ),
            (
                "one picture of the first pose, but that the first of its four joints stands where the world does",
                vec![[&unmoved[..1], &first[1..]].concat()],
                unmoved,
            ),
            (
                "one picture of the first pose, of the last four of a hundred joints",
                vec![[vec![away; 96], first.to_vec()].concat()],
                unmoved,
            ),
        ] {
            let last = &poses[poses.len() - 1];
            let pose: [Mat4; 4] = std::array::from_fn(|i| last[last.len() - 4 + i]);
            let mut one = unmoved;
            if last.len() == 4 {
                one[0] = pose[0];
            }
            check.case_by_now(
                format!("the lines seen after {what}"),
                || Ok(Named(PROBES, seen(&poses, 1.0, &probes)?)),
                |_| lines(pose),
                &[
                    (STARTER, nothing()),
                    ("block-not-written", lines(unmoved)),
                    ("matrices-transposed", lines(transposed(pose))),
                    ("first-slot-only", lines(one)),
                    ("without-indices", unindexed(pose)),
                    ("written-after-drawing", lines(before)),
                ],
                [(NOTHING_HIDES, lines(pose))],
            );
        }
        check.case_by_now(
            "the lines seen after one picture of the first pose, where something nearer hides everything",
            || Ok(Named(PROBES, seen(&[first.to_vec()], 0.0, &probes)?)),
            |_| nothing(),
            &MISTAKES.map(|name| (name, nothing())),
            [(NOTHING_HIDES, lines(first))],
        );
        let alone = JointLines { positions: vec![POINTS[0]], pairs: Vec::new() };
        check.case_by_now(
            "whether anything is seen of a skeleton of a single joint, which has no line but a dot",
            || Ok(seen_of(&alone, Some(DASH), &[first[..1].to_vec()], 1.0, &[])?[0]),
            |_| Ok(true),
            &MISTAKES.map(|name| (name, Ok(!matches!(name, STARTER | "without-indices")))),
            [(NOTHING_HIDES, Ok(true))],
        );
    });
}
