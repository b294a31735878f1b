//! The checks of lesson 08.

use anyhow::Result;
use check::{Answer, Draw, Named, Row, Slip, Workings, broken_law, check, names, on_main_thread, told};
use common::mesh::Mesh;
use common::skin::{Influences, SLOTS, four_largest};
use gl::offscreen;
use gl::{SkinInput, VertexShader};
use glam::{Mat4, Vec3, vec2, vec3};
use glium::uniforms::{EmptyUniforms, UniformBuffer};
use glium::vertex::VertexFormat;
use glium::{implement_vertex, uniform};
use gpu::{block, skin_format, upload_skin};

on_main_thread!(todo_08_1_upload, todo_08_2_shader, todo_08_3_four_largest);

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

/// Returns what the attributes should be, but for those that are `lost`, which are something else.
fn kinds(lost: &[usize], instead: &str) -> Result<Vec<String>> {
    let kind = |(i, (_, count, what)): (usize, &(_, usize, &str))| match lost.contains(&i) {
        true => instead.replace('*', what),
        false => format!("{count} {what}"),
    };
    Ok(ATTRIBUTES.iter().enumerate().map(kind).collect())
}

/// Returns what a mesh has for each attribute at every vertex: zeros where it has no list. Nothing is read of those
/// that are `lost`.
fn carried(mesh: &Mesh, lost: &[usize]) -> Result<Vec<Row>> {
    let influences = |i: usize| mesh.influences.get(i).copied().unwrap_or_default();
    let attributes: [&dyn Fn(usize) -> Vec<f32>; 5] = [
        &|i| mesh.positions[i].to_array().into(),
        &|i| mesh.normals[i].to_array().into(),
        &|i| mesh.texture_coordinates.get(i).copied().unwrap_or_default().to_array().into(),
        &|i| influences(i).joints.map(|joint| joint as f32).into(),
        &|i| influences(i).weights.into(),
    ];
    let row = |at: usize, i: usize| Row(if lost.contains(&at) { Vec::new() } else { attributes[at](i) });
    Ok((0..5)
        .flat_map(|at| (0..mesh.positions.len()).map(move |i| (at, i)))
        .map(|(at, i)| row(at, i))
        .collect())
}

/// The attributes that somebody may spell in another way, and those that may have three slots.
const ONE: [&[usize]; 5] = [&[0], &[1], &[2], &[3], &[4]];
const OF_SLOTS: [&[usize]; 3] = [&[3], &[4], &[3, 4]];

const MISSPELT: Slip = Slip::Here(
    "misspelt",
    "One attribute isn't there under the shader's name for it, and by another name the shader can't find it. Is it in the \
     struct and in the list of `implement_vertex!`, and spelt as in `shaders/skin.vert`?",
);

const SHORTEST: Slip = Slip::Here(
    "shortest",
    "The vertices end with the shortest list: `zip` stops there, and an empty list leaves nothing of the mesh. Which list has \
     an entry for each vertex of any mesh?",
);

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

fn todo_08_1_upload() {
    let attributes: &[&str] = ATTRIBUTES.map(|(name, ..)| name).to_vec().leak();
    check("08.1", |check| {
        check.own_slips(&[MISSPELT, SHORTEST]);
        let named = |all: Result<_>| Ok(Named(attributes, all?));
        check.case_among(
            "the attributes of a vertex, which a shader finds by their names",
            || {
                let format = skin_format(&offscreen()?)?;
                named(Ok(attributes.iter().map(|name| kind(name, format)).collect()))
            },
            |_| named(kinds(&[], "")),
            || {
                let three = OF_SLOTS.map(|lost| ("three-slots", named(kinds(lost, "3 *"))));
                let misspelt = ONE.map(|lost| (MISSPELT, named(kinds(lost, "none"))));
                (three, misspelt.into_iter().chain([(SHORTEST, named(kinds(&[], "")))]))
            },
        );
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
            let named = |all: Result<_>| Ok(Named(rows, all?));
            check.case_among(
                format!("what a shader reads at the vertices of a mesh {which}"),
                || named(echoed(&mesh)),
                |_| named(carried(&mesh, &[])),
                || {
                    let three = OF_SLOTS.map(|lost| ("three-slots", named(carried(&mesh, lost))));
                    let misspelt = ONE.map(|lost| (MISSPELT, named(carried(&mesh, lost))));
                    let is_short = mesh.texture_coordinates.is_empty() || mesh.influences.is_empty();
                    let short = if is_short { Ok(Vec::new()) } else { carried(&mesh, &[]) };
                    (three, misspelt.into_iter().chain([(SHORTEST, named(short))]))
                },
            );
        }
    });
}

// ------------------------------------------------------------------------------------------ 08.2

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

const QUARTERS: Slip = Slip::Here(
    "quarters",
    "Every slot counts for a quarter. Which number says how much each of them counts?",
);

fn todo_08_2_shader() {
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
    check("08.2", |check| {
        check.own_slips(&[QUARTERS]);
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
            let normals: Vec<Mat4> = palette.iter().enumerate().map(for_normals).collect();
            let part = |i: usize| format!("vertex {}: {}", i / 2, ["position", "normal, length 1"][i % 2]);
            let parts = names(2 * vertices.len(), part);
            let all =
                |one: &dyn Fn(&Bound) -> [Vec3; 2]| Ok(Named(parts, vertices.iter().flat_map(one).collect()));
            let sum = |by: Workings, vertex: &Bound, one: &dyn Fn(usize) -> Vec3| {
                by.sum(vertex.slots.map(|(joint, weight)| (weight, one(joint))))
            };
            let place = |by: Workings, vertex: &Bound| {
                sum(by, vertex, &|joint| by.moved(palette[joint], vertex.position))
            };
            let normal = |by: Workings, vertex: &Bound| {
                let one = |joint: usize| by.applied(normals[joint], vertex.normal.extend(0.0)).truncate();
                sum(by, vertex, &one).normalize_or_zero()
            };
            check.case_among(
                question,
                || Ok(Named(parts, shade(&vertices, &palette)?)),
                |by| all(&|vertex| [place(by, vertex), normal(by, vertex)]),
                || {
                    let by_slot = |vertex: &Bound| {
                        let slots = std::array::from_fn(|slot| (slot, vertex.slots[slot].1));
                        Bound { slots, ..*vertex }
                    };
                    // In the line of the place, in that of the normal, and in both.
                    let mistaken =
                        [(true, false), (false, true), (true, true)].map(|(in_place, in_normal)| {
                            let mistaken = |vertex: &Bound, is| if is { by_slot(vertex) } else { *vertex };
                            all(&|vertex| {
                                let [of_place, of_normal] =
                                    [in_place, in_normal].map(|is| mistaken(vertex, is));
                                [
                                    place(Workings::default(), &of_place),
                                    normal(Workings::default(), &of_normal),
                                ]
                            })
                        });
                    (mistaken.map(|answer| ("slot-for-joint", answer)), [])
                },
            );
        }
    });
}

// ------------------------------------------------------------------------------------------ 08.3

/// The slots of a vertex, and true if each has joint 0 or one that was given.
struct Kept(Influences, bool);

told!(Kept { 0, 1 });

impl Answer for Kept {
    /// Compares slots. An unused slot may have joint 0, or any that was given.
    fn agrees(&self, other: &Self) -> bool {
        let [given, wanted] = [self, other].map(|kept| kept.0.used().collect::<Vec<_>>());
        let same = |(a, b): (&JointWeight, &JointWeight)| a.0 == b.0 && a.1.agrees(&b.1);
        given.len() == wanted.len() && given.iter().zip(&wanted).all(same) && self.1 == other.1
    }

    fn remark(&self, want: &Self) -> Option<String> {
        broken_law(&self.0.weights, &want.0.weights)
    }

    fn show(&self) -> String {
        let slots = self.0.joints.iter().zip(&self.0.weights);
        slots
            .map(|(joint, weight)| format!("joint {joint}: {}", weight.show()))
            .collect::<Vec<_>>()
            .join("   ")
    }
}

/// Returns the right slots, found by searching for the largest weight four times.
fn strongest(joint_weights: &[JointWeight]) -> Kept {
    let mut left = joint_weights.to_vec();
    let mut slots = [(0, 0.0); SLOTS];
    for slot in &mut slots {
        let largest = |a: &JointWeight, b: &JointWeight| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0));
        if let Some(found) = left.iter().copied().filter(|(_, weight)| *weight > 0.0).max_by(largest) {
            left.retain(|(joint, _)| *joint != found.0);
            *slot = found;
        }
    }
    let sum: f32 = slots.iter().map(|(_, weight)| weight).sum();
    Kept(influences(slots.map(|(joint, weight)| (joint, if sum > 0.0 { weight / sum } else { 0.0 }))), true)
}

/// Returns the slots of a program that divides only what it has kept, by a sum of zero, and leaves the others empty.
fn undivided(joint_weights: &[JointWeight]) -> Kept {
    let mut kept = strongest(joint_weights);
    if joint_weights.iter().all(|(_, weight)| *weight == 0.0) {
        let mut joints: Vec<usize> = joint_weights.iter().map(|(joint, _)| *joint).collect();
        joints.sort_unstable();
        for (slot, joint) in joints.into_iter().take(SLOTS).enumerate() {
            (kept.0.joints[slot], kept.0.weights[slot]) = (joint as i32, f32::NAN);
        }
    }
    kept
}

fn todo_08_3_four_largest() {
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
    check("08.3", |check| {
        let asked = asked.map(|(what, joint_weights)| (what.to_owned(), joint_weights.to_vec()));
        let drawn = check.drawn(|draw| {
            let (count, first, step) = (draw.size(1..2000), draw.whole(0..10_007), draw.whole(1..10_007));
            // By steps that repeat only after a prime number of them; few weights, so that some are equal, or nearly.
            let (size, nearly) = (draw.factor(1e30), draw.one_of(&[0.0, 1e-5]));
            let weight = |draw: &mut Draw| draw.whole(0..6) as f32 / 8.0 + draw.one_of(&[0.0, nearly]);
            let joint_weights =
                (0..count).map(|i| ((first + step * i) % 10_007, size * weight(draw))).collect();
            (format!("{count} joints"), joint_weights)
        });
        for (what, joint_weights) in asked.into_iter().chain(drawn) {
            let told: Vec<_> =
                joint_weights.iter().map(|(joint, weight)| format!("joint {joint} with {weight}")).collect();
            let told = if told.is_empty() { String::new() } else { format!(": {}", told.join(", ")) };
            let is_largest = |late: &JointWeight| joint_weights[..SLOTS].iter().all(|early| early.1 < late.1);
            check.tags(&[(
                "the largest weight behind four others",
                joint_weights.iter().skip(SLOTS).any(is_largest),
            )]);
            check.case_among(
                format!("the four slots of a point that is influenced by {what}{told}"),
                || {
                    let slots = four_largest(&joint_weights);
                    let exists = |joint: &i32| joint_weights.iter().any(|given| given.0 as i32 == *joint);
                    Kept(slots, slots.joints.iter().all(|joint| *joint == 0 || exists(joint)))
                },
                |_| strongest(&joint_weights),
                || ([("nothing-by-nothing", undivided(&joint_weights))], []),
            );
        }
    });
}
