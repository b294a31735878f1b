//! The checks of lesson 04.

mod strings;

use anyhow::Result;
use check::{Answer, Draw, Named, check, on_main_thread, told};
use common::shapes::joint_lines;
use common::skeleton::Skeleton;
use gl::offscreen;
use gl::{JointVertex, VertexShader, block};
use glam::camera::rh::proj::opengl;
use glam::{Mat4, Quat, Vec3, Vec4, vec3};
use glium::uniforms::UniformBuffer;
use glium::{implement_vertex, uniform};
use std::process::ExitCode;
use strings::{StringVertex, Tied};

fn main() -> ExitCode {
    on_main_thread(&[
        ("todo_04_1_lines", todo_04_1_lines),
        ("todo_04_2_shader", todo_04_2_shader),
        ("todo_04_3_string", todo_04_3_string),
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

fn todo_04_2_shader() {
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
    check("04.2", |check| {
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

/// What the shader makes of an end of a string.
#[derive(Clone, Copy)]
#[allow(non_snake_case)] // OpenGL's own name
struct Pulled {
    gl_Position: [f32; 4],
    v_stretch: f32,
}
implement_vertex!(Pulled, gl_Position, v_stretch);

fn pull(strings: &[Tied], world_from_joints: &[Mat4], clip_from_world: Mat4) -> Result<Vec<Pulled>> {
    let gl = offscreen()?;
    let joints = UniformBuffer::new(&gl, block(world_from_joints)?)?;
    let vertices: Vec<StringVertex> = strings.iter().flat_map(Tied::vertices).collect();
    let uniforms = uniform! { Joints: &joints, u_clip_from_world: clip_from_world.to_cols_array_2d() };
    VertexShader::<Pulled>::new(&gl, "joint_strings.vert")?.run(&vertices, &uniforms)
}

/// Any string between two of so many joints.
fn any_string(draw: &mut Draw, joints: usize) -> Tied {
    let mut end = || (draw.whole(0..joints) as i32, draw.point(0.4));
    Tied { ends: [end(), end()], rest_length: draw.number(0.3..2.0) }
}

fn todo_04_3_string() {
    let tied = |from: (i32, Vec3), to: (i32, Vec3), rest_length: f32| Tied { ends: [from, to], rest_length };
    let [near, far] = [vec3(0.1, 0.3, -0.2), vec3(-0.4, 0.05, 0.15)];
    // Some are as large as the world, some twice as large, as an artist's joints may be.
    let stands = |count: u8| -> Vec<Mat4> {
        let stand = |i: u8| {
            let (size, i) = (f32::from(1 + i % 2), f32::from(i));
            Mat4::from_scale_rotation_translation(
                Vec3::splat(size),
                Quat::from_rotation_z(0.7 * i) * Quat::from_rotation_x(0.4),
                vec3(0.3 * i.sin(), 0.4 - 0.02 * i, 0.1 * i.cos()),
            )
        };
        (0..count).map(stand).collect()
    };
    let asked = [
        ("a string from joint 3 to joint 8, one from 2 to 5 and one from 6 to 6, tied beside their origins", 10, vec![
            tied((3, near), (8, far), 0.5),
            tied((2, far), (5, near), 1.5),
            tied((6, near), (6, far), 0.8),
        ]),
        ("the four bands between the fingertips of the lesson's hand, its joints strewn anyhow", 22, strings::of("hand")),
        ("a string from joint 90 to joint 127, tied at their origins", 128, vec![tied(
            (90, Vec3::ZERO),
            (127, Vec3::ZERO),
            2.0,
        )]),
    ]
    .map(|(which, joints, strings)| (which.to_owned(), stands(joints), strings));
    let camera_from_world = Mat4::from_translation(vec3(0.1, -0.2, -2.5)) * Mat4::from_rotation_y(0.4);
    let clip = opengl::perspective(0.9, 1.5, 0.1, 10.0) * camera_from_world;
    check("04.3", |check| {
        let drawn = check.drawn(|draw| {
            let joints: Vec<Mat4> = (0..40).map(|_| stand(draw, 0.8)).collect();
            let strings = (0..3).map(|_| any_string(draw, 40)).collect();
            ("three strings between any two of forty joints".to_owned(), joints, strings)
        });
        for (which, joints, strings) in asked.into_iter().chain(drawn) {
            let ends: Vec<StringVertex> = strings.iter().flat_map(Tied::vertices).collect();
            let names = ends.iter().map(|end| &*format!("the end at joint {}", end.a_joint).leak());
            let names: &[&str] = names.collect::<Vec<_>>().leak();
            let world = |joint: i32, place: [f32; 3]| joints[joint as usize].transform_point3(place.into());
            check.case_by(
                format!("the clip coordinates of both ends of {which}"),
                || {
                    let pulled = pull(&strings, &joints, clip)?;
                    Ok(Named(names, pulled.iter().map(|end| Vec4::from(end.gl_Position)).collect()))
                },
                |by| {
                    let place = |end: &StringVertex| {
                        let point = Vec3::from(end.a_position).extend(1.0);
                        by.applied(clip, by.applied(joints[end.a_joint as usize], point))
                    };
                    Ok(Named(names, ends.iter().map(place).collect()))
                },
            );
            check.case(
                format!("how many times as long as at rest it is, said by each end of {which}"),
                || {
                    let pulled = pull(&strings, &joints, clip)?;
                    Ok(Named(names, pulled.iter().map(|end| end.v_stretch).collect()))
                },
                || {
                    let stretch = |end: &StringVertex| {
                        let here = world(end.a_joint, end.a_position);
                        here.distance(world(end.a_far_joint, end.a_far_position)) / end.a_rest_length
                    };
                    Ok(Named(names, ends.iter().map(stretch).collect()))
                },
            );
        }
    });
}
