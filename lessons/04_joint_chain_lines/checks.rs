//! The checks of lesson 04.

use anyhow::Result;
use check::{Answer, Check, Draw, Named, Told, check, names, on_main_thread};
use common::shapes::joint_lines;
use common::skeleton::Skeleton;
use gl::colour::{Colour, joint_colour, with_alpha};
use gl::drawing::see_through;
use gl::{Canvas, VertexShader, offscreen, told_by};
use glam::camera::rh::proj::opengl;
use glam::{Mat4, Quat, Vec2, Vec3, Vec4, vec2, vec3};
use glium::index::{NoIndices, PrimitiveType};
use glium::uniforms::{EmptyUniforms, UniformBuffer};
use glium::{DrawParameters, Program, Rect, Surface, implement_vertex, uniform};
use gpu::{JointVertex, Picture, UNMOVED, block, draw_lines, upload_lines};
use std::iter;
use std::ops::RangeInclusive;

on_main_thread!(todo_04_1_lines, todo_04_2_upload, todo_04_3_draw, todo_04_4_shader);

/// Returns joints without names, by their parents.
fn skeleton(parents: impl IntoIterator<Item = Option<usize>>) -> Skeleton {
    let mut skeleton = Skeleton::new();
    for parent in parents {
        skeleton.add("joint", parent);
    }
    skeleton
}

/// Pairs of joints for lines, told in one order and direction.
struct Pairs(Vec<[u16; 2]>);

impl Answer for Pairs {
    fn told(&self) -> Told {
        let mut pairs: Vec<[u16; 2]> =
            self.0.iter().map(|&[from, to]| [from.min(to), from.max(to)]).collect();
        pairs.sort_unstable();
        if pairs.is_empty() {
            return "no lines".told();
        }
        pairs.iter().map(|pair| written(&[*pair])).collect::<Vec<_>>().told()
    }
}

/// Writes pairs as the lesson's text does, as in "0,1  1,2".
fn written(pairs: &[[u16; 2]]) -> String {
    pairs.iter().map(|[from, to]| format!("{from},{to}")).collect::<Vec<_>>().join("  ")
}

fn todo_04_1_lines() {
    let on_root = |parents: &[usize]| skeleton(iter::once(None).chain(parents.iter().copied().map(Some)));
    let two_bodies = [None, Some(0), Some(0), Some(1), Some(2), Some(2), None, Some(5), Some(6)];
    let comb: Vec<usize> = [0; 299].into_iter().chain(299..599).collect();
    let asked = [
        ("a chain of three joints, 0 to 1 to 2", on_root(&[0, 1])),
        ("six joints: 1 and 2 are children of 0, 3 of 1, 4 and 5 of 2", on_root(&[0, 0, 1, 2, 2])),
        (
            "nine joints with two roots: 1 and 2 are children of 0, 3 of 1, 4 and 5 of 2, 7 of 5, and 8 of 6",
            skeleton(two_bodies),
        ),
        ("six joints: 1, 3 and 5 are children of 0, 2 of 1, and 4 of 3", on_root(&[0, 1, 0, 3, 0])),
        ("600 joints: 1 to 299 are children of 0, and each later one of the one before it", on_root(&comb)),
    ];
    check("04.1", |check| {
        let drawn = check.drawn(|draw| {
            let count = draw.size(1..1500);
            let (words, parents) = draw.tree(count);
            (words, skeleton(parents))
        });
        for (shape, skeleton) in asked.map(|(shape, of)| (shape.to_owned(), of)).into_iter().chain(drawn) {
            let joints = skeleton.joints();
            check.tags(&[
                ("a second root", joints.iter().skip(1).any(|joint| joint.parent.is_none())),
                ("many joints", joints.len() > 9),
            ]);
            check.asked(format!("the lines of {shape}"), || Pairs(joint_lines(&skeleton)));
        }
    });
}

/// The colours and the lines of some joints.
type Joined = (Vec<Colour>, Vec<[u16; 2]>);

/// The input of a vertex shader at one end of a line.
#[repr(C)]
#[derive(Clone, Copy, Default, PartialEq)]
struct End {
    v_vertex: i32,
    v_position: [f32; 3],
    v_colour: [f32; 4],
}
implement_vertex!(End, v_vertex, v_position, v_colour);

const TELLS_VERTICES: &str = "
#version 330 core
in vec3 a_position;
in vec4 a_colour;
flat out int v_vertex;
out vec3 v_position;
out vec4 v_colour;
void main() {
    v_vertex = gl_VertexID;
    v_position = a_position;
    v_colour = a_colour;
    gl_Position = vec4(0.0);
}";

/// Returns what the card gets for both ends of each line, when it draws what the student uploads.
fn ends((colours, pairs): &Joined) -> Result<Vec<End>> {
    let gl = offscreen()?;
    let lines = upload_lines(&gl, colours, pairs)?;
    let nothing = End { v_vertex: -1, ..End::default() };
    told_by(&gl, TELLS_VERTICES, nothing, |card, program, rules| {
        Ok(card.draw(&lines.vertices, &lines.indices, program, &EmptyUniforms, &rules)?)
    })
}

/// Returns names for the ends of so many lines.
fn ends_of(lines: usize) -> &'static [&'static str] {
    names(2 * lines, |end| format!("line {}, {} end", end / 2, ["one", "other"][end % 2]))
}

/// Draws colours for some joints.
fn any_colours(draw: &mut Draw, joints: usize) -> Vec<Colour> {
    (0..joints).map(|_| [(); 4].map(|()| draw.number(0.0..1.0))).collect()
}

fn todo_04_2_upload() {
    // Not opaque, since all four numbers of a colour are uploaded.
    let colours =
        |count: usize| (0..count).map(|joint| with_alpha(joint_colour(joint), 0.75)).collect::<Vec<_>>();
    let asked = [
        ("five joints and the lines 0,1  1,2  2,3  2,4", (colours(5), vec![[0, 1], [1, 2], [2, 3], [2, 4]])),
        ("four joints, of which 3 has a line to itself, for its dot, and the others are joined by 0,2  2,1", (
            colours(4),
            vec![[0, 2], [2, 1], [3, 3]],
        )),
        ("300 joints and the lines 0,299  299,150", (colours(300), vec![[0, 299], [299, 150]])),
    ]
    .map(|(which, joined)| (which.to_owned(), joined));
    check("04.2", |check| {
        let drawn = check.drawn(|draw| {
            let count = draw.size(1..1500);
            let pairs = (0..count).map(|_| [(); 2].map(|()| draw.whole(0..count) as u16)).collect();
            ("any joints and lines".to_owned(), (any_colours(draw, count), pairs))
        });
        for (which, joined) in asked.into_iter().chain(drawn) {
            let (colours, pairs) = &joined;
            let names = ends_of(pairs.len());
            check.asked(format!("what is uploaded for {which}"), || {
                let lines = upload_lines(&offscreen()?, colours, pairs)?;
                let kind = format!("{:?}", lines.indices.get_primitives_type());
                anyhow::Ok(Named(
                    &["the indices make", "vertices"],
                    vec![kind, lines.vertices.len().to_string()],
                ))
            });
            check.asked(format!("`gl_VertexID` at both ends of each line, for {which}"), || {
                anyhow::Ok(Named(names, ends(&joined)?.iter().map(|end| end.v_vertex as usize).collect()))
            });
            check.asked(format!("`a_position` at both ends of each line, for {which}"), || {
                anyhow::Ok(Named(
                    names,
                    ends(&joined)?.iter().map(|end| Vec3::from(end.v_position)).collect(),
                ))
            });
            check.asked(format!("`a_colour` at both ends of each line, for {which}"), || {
                anyhow::Ok(Named(names, ends(&joined)?.iter().map(|end| Vec4::from(end.v_colour)).collect()))
            });
        }
    });
}

/// The input of a vertex shader from a draw call.
#[repr(C)]
#[derive(Clone, Copy, Default, PartialEq)]
struct Call {
    v_vertex: i32,
    v_first: i32,
    v_joint: [f32; 4],
    v_camera_x: [f32; 4],
    v_camera_y: [f32; 4],
    v_camera_z: [f32; 4],
    v_camera_w: [f32; 4],
    v_half_size: [f32; 2],
    v_scale: f32,
}
implement_vertex!(
    Call,
    v_vertex,
    v_first,
    v_joint,
    v_camera_x,
    v_camera_y,
    v_camera_z,
    v_camera_w,
    v_half_size,
    v_scale
);

const TELLS_UNIFORMS: &str = "
#version 330 core
layout(std140) uniform Joints {
    mat4 u_world_from_joint[128];
};
uniform mat4 u_clip_from_world;
uniform int u_first;
uniform vec2 u_half_size;
uniform float u_scale;
flat out int v_vertex;
flat out int v_first;
out vec4 v_joint;
out vec4 v_camera_x;
out vec4 v_camera_y;
out vec4 v_camera_z;
out vec4 v_camera_w;
out vec2 v_half_size;
out float v_scale;
void main() {
    v_vertex = gl_VertexID;
    v_first = u_first;
    v_joint = u_world_from_joint[100][3];
    v_camera_x = u_clip_from_world[0];
    v_camera_y = u_clip_from_world[1];
    v_camera_z = u_clip_from_world[2];
    v_camera_w = u_clip_from_world[3];
    v_half_size = u_half_size;
    v_scale = u_scale;
    gl_Position = vec4(0.0);
}";

/// A draw call, and the block of matrices that it is to read.
struct Drawing {
    pairs: Vec<[u16; 2]>,
    first: usize,
    place: Vec3,
    clip_from_world: Mat4,
    half_size: Vec2,
    scale: f32,
}

impl Drawing {
    fn picture<'r>(&self, rules: DrawParameters<'r>) -> Picture<'r> {
        let Self { clip_from_world, half_size, scale, .. } = *self;
        Picture { clip_from_world, half_size, scale, rules }
    }

    /// Returns what the card gets at both ends of each line.
    fn told(&self) -> Result<Vec<Call>> {
        let gl = offscreen()?;
        let lines = upload_lines(&gl, &[joint_colour(0); 8], &self.pairs)?;
        let [other, joints] = [Vec3::ONE, self.place].map(|place| {
            let mut block = UNMOVED;
            block[100] = Mat4::from_translation(place).to_cols_array_2d();
            UniformBuffer::new(&gl, block)
        });
        let (other, joints) = (other?, joints?);
        let nothing = Call { v_vertex: -1, ..Call::default() };
        told_by(&gl, TELLS_UNIFORMS, nothing, |card, program, rules| {
            // If a call gives no block, the card reads the one of the call before.
            let (points, before) = (NoIndices(PrimitiveType::Points), uniform! { Joints: &other });
            card.draw(&lines.vertices, points, program, &before, &DrawParameters::default())?;
            Ok(draw_lines(&lines, card, program, &joints, self.first, &self.picture(rules))?)
        })
    }

    /// Returns what the first vertex got, which is what all got, or nothing if no line was drawn.
    fn first_of<T>(&self, of: fn(&Call) -> T) -> Result<Named<T>> {
        Ok(Named(FIRST, self.told()?.first().map(of).into_iter().collect()))
    }

    /// Returns how many pixels a half transparent line makes grey, and how many white, across a picture whose left half
    /// something hides.
    fn seen(&self) -> Result<Named<usize>> {
        const SIDE: u32 = 16;
        let gl = offscreen()?;
        let lines = upload_lines(&gl, &[[1.0; 4]; 2], &[[0, 1]])?;
        let joints = UniformBuffer::new(&gl, UNMOVED)?;
        let half =
            "#version 330 core\nout vec4 o_colour;\nvoid main() { o_colour = vec4(1.0, 1.0, 1.0, 0.5); }";
        let program = Program::from_source(&gl, ACROSS, half, None)?;
        let canvas = Canvas::new(&gl, [SIDE; 2], 1)?;
        let mut card = canvas.scene(&gl)?;
        card.clear_color_and_depth((0.0, 0.0, 0.0, 1.0), 1.0);
        let left = Rect { left: 0, bottom: 0, width: SIDE / 2, height: SIDE };
        card.clear(Some(&left), None, false, Some(0.0), None);
        draw_lines(&lines, &mut card, &program, &joints, self.first, &self.picture(see_through()))?;
        let pixels = canvas.pixels()?;
        let bright =
            |among: RangeInclusive<u8>| pixels.chunks(4).filter(|pixel| among.contains(&pixel[0])).count();
        Ok(Named(&["grey pixels", "white pixels"], vec![bright(1..=240), bright(241..=255)]))
    }
}

const FIRST: &[&str] = &["at the first vertex"];

/// A shader whose line crosses the picture, whatever it is given.
const ACROSS: &str = "
#version 330 core
void main() {
    gl_Position = vec4(gl_VertexID == 0 ? -2.0 : 2.0, 1.0 / 16.0, 0.0, 1.0);
}";

fn todo_04_3_draw() {
    let asked = [
        Drawing {
            pairs: vec![[0, 1], [1, 2], [2, 3], [2, 4]],
            first: 12,
            place: vec3(0.5, -1.0, 2.0),
            clip_from_world: perspective(),
            half_size: vec2(640.0, 400.0),
            scale: 1.5,
        },
        Drawing {
            pairs: vec![[6, 3]],
            first: 0,
            place: vec3(-3.0, 0.25, 0.5),
            clip_from_world: perspective() * Mat4::from_rotation_x(0.7),
            half_size: vec2(220.0, 140.0),
            scale: 2.0,
        },
    ];
    check("04.3", |check| {
        let needed = (vec![joint_colour(0); 8], asked[0].pairs.clone());
        let vertices = |joined: &Joined| {
            anyhow::Ok(ends(joined)?.iter().map(|end| end.v_vertex as usize).collect::<Vec<_>>())
        };
        check.needs("04.2", || vertices(&needed));
        let drawn = check.drawn(|draw| Drawing {
            pairs: (0..draw.size(1..1500)).map(|_| [(); 2].map(|()| draw.whole(0..8) as u16)).collect(),
            first: draw.whole(0..128),
            place: draw.wide_point(100.0),
            clip_from_world: perspective() * draw.frame(10.0, 10.0),
            half_size: vec2(draw.factor(100.0), draw.factor(100.0)) * 400.0,
            scale: draw.factor(10.0),
        });
        let seen = asked.len();
        for (number, drawing) in asked.into_iter().chain(drawn).enumerate() {
            ask_call(check, &drawing);
            if number >= seen {
                check.asked("the two columns of `u_clip_from_world` between them", || {
                    drawing.first_of(|call| (Vec4::from(call.v_camera_y), Vec4::from(call.v_camera_z)))
                });
            }
        }
    });
}

/// Asks what a draw call gives the shader.
fn ask_call(check: &mut Check, drawing: &Drawing) {
    let Drawing { pairs, first, .. } = drawing;
    let which = format!("the lines {} of a chain whose matrices begin at {first}", written(pairs));
    check.asked(format!("`gl_VertexID` at both ends of {which}"), || {
        let ends = drawing.told()?.iter().map(|call| call.v_vertex as usize).collect();
        anyhow::Ok(Named(ends_of(pairs.len()), ends))
    });
    let of = |name: &str| format!("{name}, for {which}");
    check.asked(of("`u_first`"), || drawing.first_of(|call| call.v_first as usize));
    check.asked(of("the last column of matrix 100 of the block"), || {
        drawing.first_of(|call| Vec4::from(call.v_joint))
    });
    check.asked(of("the first column of `u_clip_from_world`"), || {
        drawing.first_of(|call| Vec4::from(call.v_camera_x))
    });
    check.asked(of("the last column of `u_clip_from_world`"), || {
        drawing.first_of(|call| Vec4::from(call.v_camera_w))
    });
    check.asked(of("`u_half_size`"), || drawing.first_of(|call| Vec2::from(call.v_half_size)));
    check.asked(of("`u_scale`"), || drawing.first_of(|call| call.v_scale));
    check.asked(
        format!(
            "how many pixels a half transparent white line makes grey, and how many white, across a black picture of \
             16 × 16 whose left half is hidden by something nearer, by the rules of {which}"
        ),
        || drawing.seen(),
    );
}

/// The shader's output for a vertex, in clip space.
#[derive(Clone, Copy)]
#[allow(non_snake_case)] // OpenGL's own name
struct InClipSpace {
    gl_Position: [f32; 4],
}
implement_vertex!(InClipSpace, gl_Position);

/// Returns the clip coordinates of a chain with all vertices at one point, and its matrices from `first` on.
fn shade(point: Vec3, [first, count]: [usize; 2], joints: &[Mat4], clip: Mat4) -> Result<Vec<Vec4>> {
    let gl = offscreen()?;
    let joints = UniformBuffer::new(&gl, block(joints)?)?;
    let vertices = vec![JointVertex { a_position: point.to_array(), a_colour: [1.0; 4] }; count];
    let uniforms = uniform! {
        Joints: &joints,
        u_first: i32::try_from(first)?,
        u_clip_from_world: clip.to_cols_array_2d(),
    };
    let shader: VertexShader<InClipSpace> = VertexShader::new(&gl, "joint_lines.vert")?;
    let shaded = shader.run(&vertices, &uniforms)?;
    Ok(shaded.into_iter().map(|vertex| vertex.gl_Position.into()).collect())
}

/// Returns a perspective matrix, so that the fourth coordinate matters.
fn perspective() -> Mat4 {
    let camera_from_world = Mat4::from_translation(vec3(0.1, -0.2, -2.5)) * Mat4::from_rotation_y(0.4);
    opengl::perspective(0.9, 1.5, 0.1, 10.0) * camera_from_world
}

fn todo_04_4_shader() {
    // Some with the world's scale, some mirrored, some scaled to a hundredth.
    let sizes = [Vec3::ONE, vec3(-1.0, 1.0, 1.0), Vec3::splat(0.01)];
    let joint = |i: u8| {
        let (size, i) = (sizes[usize::from(i) % 3], f32::from(i));
        let place = vec3(0.01 * i, 0.4 - 0.005 * i, 0.1);
        Mat4::from_scale_rotation_translation(size, Quat::from_rotation_z(0.3 * i + 0.2), place)
    };
    let joints: Vec<Mat4> = (0..128).map(joint).collect();
    // The hand's joints, one more than half the block's, and all of the block.
    let asked = [(Vec3::ZERO, [7, 22]), (vec3(0.5, 0.2, -0.3), [54, 65]), (vec3(-0.1, 0.0, 0.4), [0, 128])]
        .map(|(point, range)| (point, range, joints.clone(), perspective()));
    check("04.4", |check| {
        let drawn = check.drawn(|draw| {
            let (first, point) = (draw.whole(0..128), draw.wide_point(3.0));
            let count = draw.size(1..129 - first);
            let joints = (0..128).map(|_| draw.frame(3.0, 10.0)).collect();
            (point, [first, count], joints, perspective() * Mat4::from_quat(draw.turn()))
        });
        for (point, [first, count], joints, clip) in asked.into_iter().chain(drawn) {
            check.tags(&[
                ("a chain that begins at another matrix than the first", first > 0),
                ("vertices beside the origin", point != Vec3::ZERO),
                ("many vertices", count > 64),
            ]);
            let names = names(count, |vertex| format!("vertex {vertex}"));
            check.asked(
                format!(
                    "the clip coordinates (x, y, z, w) of a chain of {count} vertices, each at {} in its joint's space; in a block of \
                     128 matrices, those of this chain begin at {first}",
                    point.show()
                ),
                || anyhow::Ok(Named(names, shade(point, [first, count], &joints, clip)?)),
            );
        }
    });
}
