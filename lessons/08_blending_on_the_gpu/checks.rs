//! The checks of lesson 08.

mod strings;

use anyhow::Result;
use check::{Answer, Draw, Named, Row, Told, check, names, on_main_thread, table};
use common::mesh::Mesh;
use common::skin::{Influences, SLOTS, four_largest};
use gl::offscreen;
use gl::{SkinInput, VertexShader};
use glam::camera::rh::proj::opengl;
use glam::{Mat4, Quat, Vec3, Vec4, vec2, vec3};
use glium::uniforms::{EmptyUniforms, UniformBuffer};
use glium::vertex::VertexFormat;
use glium::{implement_vertex, uniform};
use gpu::{block, skin_format, upload_skin};
use strings::{StringVertex, Tied};

on_main_thread!(todo_08_1_string, todo_08_2_upload, todo_08_3_shader, todo_08_4_four_largest);

/// Returns a matrix that rotates about an axis other than x, y and z, and translates.
fn turned(degrees: f32, move_by: Vec3) -> Mat4 {
    let axis = vec3(1.0, 2.0, 2.0) / 3.0;
    Mat4::from_translation(move_by) * Mat4::from_axis_angle(axis, degrees.to_radians())
}

/// Returns a `posed_from_bind` for as many joints as the block can hold.
fn all_joints() -> [Mat4; 128] {
    let first = [
        turned(40.0, vec3(1.0, 0.0, -2.0)),
        turned(-75.0, vec3(0.0, 3.0, 0.5)),
        turned(110.0, vec3(-2.0, 1.0, 0.0)),
        turned(15.0, vec3(4.0, -1.0, 1.0)),
        turned(-160.0, vec3(0.5, 0.5, 3.0)),
    ];
    std::array::from_fn(|i| {
        let x = i as f32;
        first.get(i).copied().unwrap_or_else(|| turned(30.0 * x, vec3(0.2 * x, 1.0 - 0.1 * x, 0.5)))
    })
}

type JointWeight = (usize, f32);

/// The joints and weights in the four slots of a vertex.
type Slots = [JointWeight; SLOTS];

fn influences(slots: Slots) -> Influences {
    Influences { joints: slots.map(|(joint, _)| joint as i32), weights: slots.map(|(_, weight)| weight) }
}

// ------------------------------------------------------------------------------------------ 08.1

/// The shader's output for an end of a string.
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

/// Draws a string between two joints of a figure of so many metres.
fn any_string(draw: &mut Draw, joints: usize, metres: f32) -> Tied {
    let mut end = || (draw.whole(0..joints) as i32, draw.wide_point(metres));
    Tied { ends: [end(), end()], rest_length: metres * draw.factor(30.0) }
}

/// Returns joints, some with the world's scale, some with twice that.
fn scattered(count: u8) -> Vec<Mat4> {
    let joint = |i: u8| {
        let (size, i) = (f32::from(1 + i % 2), f32::from(i));
        let turn = Quat::from_rotation_z(0.7 * i) * Quat::from_rotation_x(0.4);
        let place = vec3(0.3 * i.sin(), 0.4 - 0.02 * i, 0.1 * i.cos());
        Mat4::from_scale_rotation_translation(Vec3::splat(size), turn, place)
    };
    (0..count).map(joint).collect()
}

/// Returns a perspective matrix, so that the fourth coordinate matters.
fn perspective() -> Mat4 {
    let camera_from_world = Mat4::from_translation(vec3(0.1, -0.2, -2.5)) * Mat4::from_rotation_y(0.4);
    opengl::perspective(0.9, 1.5, 0.1, 10.0) * camera_from_world
}

fn todo_08_1_string() {
    const STRETCH: &str = "a stretch to tell";
    let tied = |from: (i32, Vec3), to: (i32, Vec3), rest_length: f32| Tied { ends: [from, to], rest_length };
    let [near, far] = [vec3(0.1, 0.3, -0.2), vec3(-0.4, 0.05, 0.15)];
    let beside =
        vec![tied((3, near), (8, far), 0.5), tied((2, far), (5, near), 1.5), tied((6, near), (6, far), 0.8)];
    let at_origins = vec![tied((90, Vec3::ZERO), (127, Vec3::ZERO), 0.02)];
    let asked = [
        ("a string from joint 3 to joint 8, one from 2 to 5 and one from 6 to 6, tied beside their origins", 10, beside),
        ("all strings of the lesson's two arms, with their joints scattered", 14, strings::of([0, 7])),
        ("a string from joint 90 to joint 127, tied at their origins", 128, at_origins),
    ]
    .map(|(which, count, strings)| (which, scattered(count), strings));
    let clip = perspective();
    check("08.1", |check| {
        let drawn = check.drawn(|draw| {
            let (count, metres) = (draw.size(1..129), draw.factor(1000.0));
            let joints: Vec<Mat4> = (0..count).map(|_| draw.frame(metres, 4.0)).collect();
            let strings = (0..draw.size(1..300)).map(|_| any_string(draw, count, metres)).collect();
            ("strings between any two of some joints", joints, strings)
        });
        for (which, joints, strings) in asked.into_iter().chain(drawn) {
            let ends: Vec<StringVertex> = strings.iter().flat_map(Tied::vertices).collect();
            let names = names(ends.len(), |end| format!("the end at joint {}", ends[end].a_joint));
            check.tags(&[
                ("ends at the joints' origins", ends.iter().all(|end| end.a_position == [0.0; 3])),
                ("a joint above 13", ends.iter().any(|end| end.a_joint > 13)),
                (STRETCH, false),
            ]);
            check.asked(format!("the clip coordinates (x, y, z, w) of both ends of {which}"), || {
                let pulled = pull(&strings, &joints, clip)?;
                anyhow::Ok(Named(names, pulled.iter().map(|end| Vec4::from(end.gl_Position)).collect()))
            });
            let rest_lengths: Vec<f32> = strings.iter().map(|string| string.rest_length).collect();
            let at_rest = rest_lengths.iter().map(f32::to_string).collect::<Vec<_>>().join(", ");
            check.tags(&[
                ("a string of a few centimetres", rest_lengths.iter().any(|length| *length < 0.1)),
                (STRETCH, true),
            ]);
            check.asked(format!("the stretch, from each end of {which}; at rest: {at_rest} m"), || {
                let pulled = pull(&strings, &joints, clip)?;
                anyhow::Ok(Named(names, pulled.iter().map(|end| end.v_stretch).collect()))
            });
        }
    });
}

// ------------------------------------------------------------------------------------------ 08.2

/// The attributes that `skin.vert` reads, each with its count of numbers and what they are.
const ATTRIBUTES: [(&str, usize, &str); 5] = [
    ("a_position", 3, "fractions"),
    ("a_normal", 3, "fractions"),
    ("a_texture_coordinates", 2, "fractions"),
    ("a_joints", 4, "whole numbers"),
    ("a_weights", 4, "fractions"),
];

/// Returns what an attribute is in a format, as "4 fractions".
fn kind(name: &str, format: VertexFormat) -> String {
    let Some((.., kind, normalised)) = format.iter().find(|binding| binding.0 == name) else {
        return "none".to_owned();
    };
    let what = match (format!("{kind:?}").starts_with('F'), normalised) {
        (true, _) => "fractions",
        (false, false) => "whole numbers",
        (false, true) => "fractions, made of whole numbers",
    };
    format!("{} {what}", kind.get_num_components())
}

/// A shader's copy of an attribute.
#[derive(Clone, Copy)]
struct Echo {
    v_echo: [f32; 4],
}
implement_vertex!(Echo, v_echo);

/// Returns what a shader reads of each attribute at every vertex, or nothing of an attribute of another kind.
fn echoed(mesh: &Mesh) -> Result<Vec<Row>> {
    let gl = offscreen()?;
    let vertices = upload_skin(&gl, mesh)?;
    let mut rows = Vec::new();
    for (name, count, what) in ATTRIBUTES.into_iter().filter(|_| vertices.len() > 0) {
        if kind(name, vertices.get_bindings()) != format!("{count} {what}") {
            rows.extend(mesh.positions.iter().map(|_| Row(Vec::new())));
            continue;
        }
        let rest = ", 0.0".repeat(4 - count);
        let text = format!(
            "#version 330 core
in vec{count} {name};
out vec4 v_echo;
void main() {{ v_echo = vec4({name}{rest}); }}"
        );
        let echo = VertexShader::<Echo>::of_text(&gl, &text)?.run_over(&vertices, &EmptyUniforms)?;
        rows.extend(echo.iter().map(|echo| Row(echo.v_echo[..count].to_vec())));
    }
    Ok(rows)
}

fn three_vertices() -> Mesh {
    let slots = [
        [(3, 0.5), (1, 0.25), (120, 0.25), (0, 0.0)],
        [(6, 0.75), (5, 0.125), (4, 0.1), (2, 0.025)],
        [(2, 1.0), (0, 0.0), (0, 0.0), (0, 0.0)],
    ];
    Mesh {
        positions: vec![vec3(-0.14, 1.46, 0.0), vec3(0.1, 2.3, 0.09), vec3(0.0, 0.2, -0.15)],
        normals: vec![vec3(-1.0, 0.0, 0.0), vec3(0.6, 0.0, 0.8), vec3(0.0, 0.6, -0.8)],
        texture_coordinates: vec![vec2(0.25, 0.5), vec2(1.0, 0.75), vec2(0.0, 0.1)],
        influences: slots.map(influences).into(),
        ..Mesh::default()
    }
}

/// Draws a mesh of which one list of two in four is empty.
fn drawn_mesh(draw: &mut Draw) -> Mesh {
    let (count, size) = (draw.size(1..1000), draw.factor(1000.0));
    let [coordinates, influenced] = [(); 2].map(|()| draw.one_of(&[0, count, count, count]));
    Mesh {
        positions: (0..count).map(|_| draw.point(2.0) * size).collect(),
        normals: (0..count).map(|_| draw.turn() * Vec3::X).collect(),
        texture_coordinates: (0..coordinates).map(|_| draw.point(1.0).truncate() * size).collect(),
        influences: (0..influenced).map(|_| influences(draw.slots(128))).collect(),
        ..Mesh::default()
    }
}

fn todo_08_2_upload() {
    let attributes: &[&str] = ATTRIBUTES.map(|(name, ..)| name).to_vec().leak();
    check("08.2", |check| {
        check.asked("the attributes of a vertex, which a shader finds by their names", || {
            let format = skin_format(&offscreen()?)?;
            anyhow::Ok(Named(attributes, attributes.iter().map(|name| kind(name, format)).collect()))
        });
        let mesh = three_vertices();
        let asked = [
            ("with all its lists", mesh.clone()),
            ("without texture coordinates", Mesh { texture_coordinates: Vec::new(), ..mesh.clone() }),
            ("without influences", Mesh { influences: Vec::new(), ..mesh }),
        ];
        let drawn = check.drawn(|draw| ("of another kind", drawn_mesh(draw)));
        for (which, mesh) in asked.into_iter().chain(drawn) {
            check.tags(&[
                ("no texture coordinates", mesh.texture_coordinates.is_empty()),
                ("no influences", mesh.influences.is_empty()),
            ]);
            let count = mesh.positions.len();
            let row = |i: usize| format!("{} of vertex {}", attributes[i / count], i % count);
            let rows = names(attributes.len() * count, row);
            check.asked(format!("what a shader reads at the vertices of a mesh {which}"), || {
                anyhow::Ok(Named(rows, echoed(&mesh)?))
            });
        }
    });
}

// ------------------------------------------------------------------------------------------ 08.3

/// The shader's output for a vertex.
#[derive(Clone, Copy)]
struct Shaded {
    v_position: [f32; 3],
    v_normal: [f32; 3],
}
implement_vertex!(Shaded, v_position, v_normal);

/// A vertex of the bind pose, with its slots.
#[derive(Clone, Copy)]
struct Bound {
    position: Vec3,
    normal: Vec3,
    slots: Slots,
}

impl Bound {
    fn rigged(&self) -> SkinInput {
        let Influences { joints, weights } = influences(self.slots);
        SkinInput {
            a_position: self.position.to_array(),
            a_normal: self.normal.to_array(),
            a_texture_coordinates: [0.0; 2],
            a_joints: joints.map(|joint| joint as u16),
            a_weights: weights,
        }
    }
}

/// Returns a joint's matrix for normals that isn't the one for positions: not two joints beside each other stretch alike.
fn for_normals((joint, matrix): (usize, &Mat4)) -> Mat4 {
    *matrix * Mat4::from_scale(STRETCHES[joint % 2])
}

const STRETCHES: [Vec3; 2] = [vec3(1.0, 2.0, 0.5), vec3(4.0, 1.0, 3.0)];

/// Returns places in the model, and normals normalised, as the student's shader has them.
fn shade(vertices: &[Bound], palette: &[Mat4]) -> Result<Vec<Vec3>> {
    let gl = offscreen()?;
    let upload = |matrices: &[Mat4]| anyhow::Ok(UniformBuffer::new(&gl, block(matrices)?)?);
    let normals: Vec<Mat4> = palette.iter().enumerate().map(for_normals).collect();
    let (posed, normals) = (upload(palette)?, upload(&normals)?);
    // The model isn't at the world's origin, so that mixing up the two spaces shows.
    let world_from_model = turned(65.0, vec3(3.0, -2.0, 1.0));
    let uniforms = uniform! {
        Palette: &posed,
        NormalPalette: &normals,
        u_world_from_model: world_from_model.to_cols_array_2d(),
    };
    let vertices: Vec<SkinInput> = vertices.iter().map(Bound::rigged).collect();
    let shaded = VertexShader::<Shaded>::new(&gl, "skin.vert")?.run(&vertices, &uniforms)?;
    let model_from_world = world_from_model.inverse();
    let pair = |vertex: Shaded| {
        let normal = model_from_world.transform_vector3(vertex.v_normal.into());
        [model_from_world.transform_point3(vertex.v_position.into()), normal.normalize_or_zero()]
    };
    Ok(shaded.into_iter().flat_map(pair).collect())
}

/// Returns vertices with three joints, one, a gap between two, and four: strongest first, last, and equal.
fn six_vertices() -> [Bound; 6] {
    let vertex = |position, normal: Vec3, slots| Bound { position, normal: normal.normalize(), slots };
    [
        vertex(vec3(1.0, 2.0, 0.5), vec3(0.0, 1.0, 0.2), [(2, 0.5), (0, 0.3), (1, 0.2), (0, 0.0)]),
        vertex(vec3(-0.5, 1.0, 1.5), vec3(1.0, 0.3, 0.0), [(4, 1.0), (0, 0.0), (0, 0.0), (0, 0.0)]),
        vertex(vec3(0.3, -1.0, 2.0), vec3(0.1, 0.4, -1.0), [(1, 0.6), (0, 0.0), (2, 0.4), (0, 0.0)]),
        vertex(vec3(2.0, 0.6, -1.0), vec3(-1.0, 0.5, 0.5), [(3, 0.4), (1, 0.3), (0, 0.2), (2, 0.1)]),
        vertex(vec3(0.7, 0.2, 1.0), vec3(0.4, 0.5, 0.5), [(7, 0.002), (63, 0.07), (15, 0.3), (127, 0.628)]),
        vertex(vec3(-1.0, 0.9, 0.3), vec3(0.0, -0.5, 1.0), [(6, 0.25), (64, 0.25), (9, 0.25), (3, 0.25)]),
    ]
}

/// Draws vertices, of which some have a single joint, and some a gap or a small weight between their slots.
fn drawn_vertices(draw: &mut Draw) -> Vec<Bound> {
    let (count, size) = (draw.size(1..300), draw.factor(30.0));
    let mut vertex = |_| {
        let mut slots = draw.slots(128);
        match draw.whole(0..5) {
            0 => slots = [(slots[0].0, 1.0), (0, 0.0), (0, 0.0), (0, 0.0)],
            // Nothing is left in one slot, or next to nothing.
            part @ 1..4 => {
                let left = slots[1].1 * [0.0, 0.005, 0.001][part - 1];
                slots[2].1 += slots[1].1 - left;
                slots[1].1 = left;
            }
            _ => {}
        }
        Bound { position: draw.point(2.0) * size, normal: draw.turn() * Vec3::X, slots }
    };
    (0..count).map(&mut vertex).collect()
}

fn todo_08_3_shader() {
    let turned = all_joints();
    let moved = turned.map(|matrix| Mat4::from_translation(matrix.w_axis.truncate()));
    let of_normals = "the matrices for normals are those of the palette, stretched first, by (1, 2, 0.5) for even joints and by \
                      (4, 1, 3) for odd ones; the joints have";
    let plain = format!(
        "six vertices, influenced by three of 128 joints, by one, by two with an unused slot between them, and by four, of \
         which the first is the strongest, the last, and none; {of_normals}"
    );
    // Four weights can be looked up by joints 0 to 3, too: that's a mistake, but nothing undefined.
    let few = format!(
        "four vertices, influenced by three of joints 0 to 3, by one, by two with an unused slot between them, and by four; \
         {of_normals} turned and moved since the bind pose"
    );
    let mut of_few = six_vertices()[..4].to_vec();
    of_few[1].slots[0].0 = 2;
    check("08.3", |check| {
        let asked = [("turned and moved", turned), ("moved only", moved)].map(|(how, palette)| {
            (format!("{plain} {how} since the bind pose"), six_vertices().to_vec(), palette)
        });
        let drawn = check.drawn(|draw| {
            let vertices = drawn_vertices(draw);
            // Some joints are so far away that even a small part of them shows.
            ("vertices of another kind".to_owned(), vertices, std::array::from_fn(|_| draw.frame(300.0, 4.0)))
        });
        let asked = asked.into_iter().chain([(few, of_few, turned)]);
        for (question, vertices, palette) in asked.chain(drawn) {
            let part = |i: usize| format!("vertex {}: {}", i / 2, ["position", "normal, length 1"][i % 2]);
            let parts = names(2 * vertices.len(), part);
            check.asked(question, || anyhow::Ok(Named(parts, shade(&vertices, &palette)?)));
        }
    });
}

// ------------------------------------------------------------------------------------------ 08.4

/// The slots of a vertex, and the joints that were given. An unused slot may have joint 0, or any of those.
struct Kept<'a>(Influences, &'a [JointWeight]);

impl Answer for Kept<'_> {
    fn told(&self) -> Told {
        let slot = |(&joint, &weight): (&i32, &f32)| {
            let is_given = joint == 0 || self.1.iter().any(|given| given.0 as i32 == joint);
            let name = match (weight == 0.0, is_given) {
                (true, true) => "unused".to_owned(),
                (false, true) => format!("joint {joint}"),
                (_, false) => format!("joint {joint}, which wasn't given"),
            };
            (name, weight.told())
        };
        let slots = self.0.joints.iter().zip(&self.0.weights).map(slot);
        let (unused, mut slots): (Vec<_>, Vec<_>) = slots.partition(|(name, _)| name == "unused");
        slots.extend(unused);
        Told::Parts(slots)
    }
}

fn todo_08_4_four_largest() {
    let asked: [(&str, &[JointWeight]); 15] = [
        ("five joints", &[(0, 0.1), (1, 0.3), (2, 0.6), (3, 0.2), (4, 0.8)]),
        ("six joints", &[(12, 0.05), (3, 0.4), (40, 0.15), (7, 0.25), (21, 0.6), (9, 0.1)]),
        ("seven joints", &[(6, 0.9), (5, 0.7), (4, 0.5), (3, 0.45), (2, 0.35), (1, 0.3), (0, 0.2)]),
        ("three joints", &[(6, 0.2), (2, 0.5), (11, 0.1)]),
        ("a single joint", &[(8, 0.02)]),
        (
            "five joints, of which two have a weight above zero",
            &[(5, 0.0), (7, 0.3), (1, 0.0), (9, 0.6), (4, 0.0)],
        ),
        ("three joints, none of which has a weight above zero", &[(3, 0.0), (1, 0.0), (2, 0.0)]),
        ("no joint at all", &[]),
        ("five joints with equal weights", &[(7, 0.3), (3, 0.3), (9, 0.3), (1, 0.3), (5, 0.3)]),
        ("a strong joint and four equal ones", &[(6, 0.2), (4, 0.2), (8, 0.9), (2, 0.2), (1, 0.2)]),
        ("two joints that are very far away", &[(3, 2e-12), (1, 6e-12)]),
        ("two that are farther still", &[(4, 3e-30), (2, 1e-30)]),
        ("five joints with nearly equal weights", &[(0, 0.3), (1, 0.3), (2, 0.3), (3, 0.3), (9, 0.30001)]),
        ("joints of a crowd", &[(70_000, 0.25), (300, 0.5), (40_000, 0.125), (256, 0.0625), (255, 0.0625)]),
        ("five joints with weights above 1", &[(2, 3.0), (5, 1.5), (4, 8.0), (0, 2.5), (1, 5.0)]),
    ];
    check("08.4", |check| {
        let asked = asked.map(|(what, joint_weights)| (what, joint_weights.to_vec()));
        let drawn = check.drawn(|draw| {
            let (count, first, step) = (draw.size(1..2000), draw.whole(0..10_007), draw.whole(1..10_007));
            // By steps that repeat only after a prime number of them; few weights, so that some are equal, or nearly.
            let (size, nearly) = (draw.factor(1e30), draw.one_of(&[0.0, 1e-5]));
            let weight = |draw: &mut Draw| draw.whole(0..6) as f32 / 8.0 + draw.one_of(&[0.0, nearly]);
            let joint_weights =
                (0..count).map(|i| ((first + step * i) % 10_007, size * weight(draw))).collect();
            ("drawn joints", joint_weights)
        });
        for (what, joint_weights) in asked.into_iter().chain(drawn) {
            let row = |(joint, weight): &JointWeight| [joint.to_string(), weight.to_string()];
            let told = table(["joint", "weight"], joint_weights.iter().map(row));
            let is_largest = |late: &JointWeight| joint_weights[..SLOTS].iter().all(|early| early.1 < late.1);
            check.tags(&[(
                "the largest weight behind four others",
                joint_weights.iter().skip(SLOTS).any(is_largest),
            )]);
            check.asked(format!("the four slots of a point that is influenced by {what}{told}"), || {
                Kept(four_largest(&joint_weights), &joint_weights)
            });
        }
    });
}
