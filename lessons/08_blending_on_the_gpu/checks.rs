//! The checks of lesson 08.

use anyhow::Result;
use check::{Answer, Draw, Named, Slip, check, on_main_thread, told};
use common::skin::{Influences, SLOTS, four_largest};
use gl::offscreen;
use gl::{SkinInput, VertexShader};
use glam::{Mat4, Vec3, vec3};
use glium::uniforms::UniformBuffer;
use glium::{implement_vertex, uniform};
use gpu::block;

on_main_thread!(todo_08_2_shader, todo_08_3_four_largest);

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

/// Returns a matrix for normals that isn't the palette's.
fn for_normals(matrix: &Mat4) -> Mat4 {
    *matrix * Mat4::from_scale(vec3(1.0, 2.0, 0.5))
}

/// Returns places in the model, and normals normalised, as the student's shader has them.
fn shade(vertices: &[Bound], palette: &[Mat4]) -> Result<Vec<Vec3>> {
    let gl = offscreen()?;
    let upload = |matrices: &[Mat4]| anyhow::Ok(UniformBuffer::new(&gl, block(matrices)?)?);
    let normals: Vec<Mat4> = palette.iter().map(for_normals).collect();
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

/// Names for two values of each of six vertices.
const POSITIONS_AND_NORMALS: &[&str] = &[
    "vertex 0: position",
    "vertex 0: normal, length 1",
    "vertex 1: position",
    "vertex 1: normal, length 1",
    "vertex 2: position",
    "vertex 2: normal, length 1",
    "vertex 3: position",
    "vertex 3: normal, length 1",
    "vertex 4: position",
    "vertex 4: normal, length 1",
    "vertex 5: position",
    "vertex 5: normal, length 1",
];

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

/// Draws six vertices, of which one has a single joint, and one a gap between its slots.
fn drawn_vertices(draw: &mut Draw) -> [Bound; 6] {
    std::array::from_fn(|i| {
        let mut slots = draw.slots(128);
        match i {
            1 => slots = [(slots[0].0, 1.0), (0, 0.0), (0, 0.0), (0, 0.0)],
            3 => {
                slots[2].1 += slots[1].1;
                slots[1].1 = 0.0;
            }
            _ => {}
        }
        Bound { position: draw.point(2.0), normal: draw.turn() * Vec3::X, slots }
    })
}

const QUARTERS: Slip = Slip::Here(
    "quarters",
    "Every slot counts for a quarter. Which number says how much each of them counts?",
);

fn todo_08_2_shader() {
    let turned = all_joints();
    let moved = turned.map(|matrix| Mat4::from_translation(matrix.w_axis.truncate()));
    let plain = "six vertices, influenced by three of 128 joints, by one, by two with an unused slot between them, and by \
                 four, of which the first is the strongest, the last, and none; the matrices for normals are those of the palette, \
                 stretched by (1, 2, 0.5) first; the joints have";
    check("08.2", |check| {
        check.own_slips(&[QUARTERS]);
        let asked = [("turned and moved", turned), ("moved only", moved)];
        let asked = asked
            .map(|(how, palette)| (format!("{plain} {how} since the bind pose"), six_vertices(), palette));
        let drawn = check.drawn(|draw| {
            let further = Mat4::from_rotation_translation(draw.turn(), draw.point(2.0));
            let vertices = drawn_vertices(draw);
            let told =
                vertices.map(|vertex| format!("{} by {:?}", vertex.position.show(), vertex.slots)).join(", ");
            let words = format!(
                "six vertices, each influenced by the joints and weights beside it: {told}; the matrices for normals are \
                 those of the palette, stretched by (1, 2, 0.5) first"
            );
            (words, vertices, turned.map(|matrix| further * matrix))
        });
        for (question, vertices, palette) in asked.into_iter().chain(drawn) {
            let all = |one: &dyn Fn(&Bound) -> [Vec3; 2]| {
                Ok(Named(POSITIONS_AND_NORMALS, vertices.iter().flat_map(one).collect()))
            };
            check.case_by(
                question,
                || Ok(Named(POSITIONS_AND_NORMALS, shade(&vertices, &palette)?)),
                |by| {
                    all(&|vertex| {
                        let sum = |part: &dyn Fn(usize) -> Vec3| {
                            by.sum(vertex.slots.map(|(joint, weight)| (weight, part(joint))))
                        };
                        let normal = |joint: usize| {
                            by.applied(for_normals(&palette[joint]), vertex.normal.extend(0.0)).truncate()
                        };
                        [
                            sum(&|joint: usize| by.moved(palette[joint], vertex.position)),
                            sum(&normal).normalize_or_zero(),
                        ]
                    })
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
            let (count, first) = (draw.whole(5..9), draw.whole(0..31));
            // Steps of 12 don't repeat within 31 joints; few weights, so that some are equal.
            let joint_weights =
                (0..count).map(|i| ((first + 12 * i) % 31, draw.whole(0..6) as f32 / 8.0)).collect();
            (format!("{count} joints"), joint_weights)
        });
        for (what, joint_weights) in asked.into_iter().chain(drawn) {
            let told: Vec<_> =
                joint_weights.iter().map(|(joint, weight)| format!("joint {joint} with {weight}")).collect();
            let told = if told.is_empty() { String::new() } else { format!(": {}", told.join(", ")) };
            check.case(
                format!("the four slots of a point that is influenced by {what}{told}"),
                || {
                    let slots = four_largest(&joint_weights);
                    let exists = |joint: &i32| joint_weights.iter().any(|given| given.0 as i32 == *joint);
                    Kept(slots, slots.joints.iter().all(|joint| *joint == 0 || exists(joint)))
                },
                || strongest(&joint_weights),
            );
        }
    });
}
