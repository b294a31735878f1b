//! The checks of lesson 08.

use anyhow::Result;
use common::check::{Answer, Named, STARTER, check, on_main_thread, told};
use common::gl::{RiggedVertex, UNMOVED, VertexShader};
use common::skin::{Influences, SLOTS, four_largest, skin_point};
use common::stage::offscreen;
use glam::{Mat4, Vec3, vec3};
use glium::uniforms::UniformBuffer;
use glium::{implement_vertex, uniform};
use std::collections::BTreeSet;
use std::process::ExitCode;

fn main() -> ExitCode {
    on_main_thread(&[
        ("todo_08_1_shader", todo_08_1_shader),
        ("todo_08_2_four_largest", todo_08_2_four_largest),
        ("todo_08_3_skin_point", todo_08_3_skin_point),
    ])
}

/// A matrix that turns about an axis that is none of the three, and moves.
fn turned(degrees: f32, move_by: Vec3) -> Mat4 {
    let axis = vec3(1.0, 2.0, 2.0) / 3.0;
    Mat4::from_translation(move_by) * Mat4::from_axis_angle(axis, degrees.to_radians())
}

/// A joint's `posed_from_bind`, for each of a hundred joints.
fn hundred_joints() -> [Mat4; 100] {
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

/// A joint and its weight.
type JointWeight = (usize, f32);

/// The slots of a vertex.
type Slots = [JointWeight; SLOTS];

fn influences(slots: Slots) -> Influences {
    Influences { joints: slots.map(|(joint, _)| joint as i32), weights: slots.map(|(_, weight)| weight) }
}

// ------------------------------------------------------------------------------------------ 08.1

/// What the shader makes of a vertex.
#[derive(Clone, Copy)]
struct Shaded {
    v_position: [f32; 3],
    v_normal: [f32; 3],
}
implement_vertex!(Shaded, v_position, v_normal);

/// A vertex of the bind pose.
#[derive(Clone, Copy)]
struct Bound {
    position: Vec3,
    normal: Vec3,
    slots: Slots,
}

impl Bound {
    fn rigged(&self) -> RiggedVertex {
        let Influences { joints, weights } = influences(self.slots);
        RiggedVertex {
            a_position: self.position.to_array(),
            a_normal: self.normal.to_array(),
            a_texture_coordinates: [0.0; 2],
            a_joints: joints,
            a_weights: weights,
        }
    }

    /// Position and normal, added up over these joints and weights. The fourth number of the normal is `w`.
    fn mixed(&self, palette: &[Mat4], slots: &[JointWeight], w: f32) -> [Vec3; 2] {
        let sum = |vector: Vec3, w: f32| -> Vec3 {
            let parts = slots.iter().map(|&(joint, weight)| palette[joint] * vector.extend(w) * weight);
            parts.map(|part| part.truncate()).sum()
        };
        [sum(self.position, 1.0), sum(self.normal, w).normalize_or_zero()]
    }
}

/// Positions in the model, and normals normalised, as the student's shader has them.
fn shade(vertices: &[Bound], palette: &[Mat4]) -> Result<Vec<Vec3>> {
    let gl = offscreen()?;
    let mut matrices = UNMOVED;
    for (slot, matrix) in matrices.iter_mut().zip(palette) {
        *slot = matrix.to_cols_array_2d();
    }
    let block = UniformBuffer::new(&gl, matrices)?;
    // The model stands somewhere in the world, so that the two cannot be taken for each other.
    let world_from_model = turned(65.0, vec3(3.0, -2.0, 1.0));
    let uniforms = uniform! { Palette: &block, u_world_from_model: world_from_model.to_cols_array_2d() };
    let vertices: Vec<RiggedVertex> = vertices.iter().map(Bound::rigged).collect();
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

/// Vertices with three joints, with one, with a gap between two, and with four: the strongest first, last, and all alike.
fn six_vertices() -> [Bound; 6] {
    let vertex = |position, normal: Vec3, slots| Bound { position, normal: normal.normalize(), slots };
    [
        vertex(vec3(1.0, 2.0, 0.5), vec3(0.0, 1.0, 0.2), [(2, 0.5), (0, 0.3), (1, 0.2), (0, 0.0)]),
        vertex(vec3(-0.5, 1.0, 1.5), vec3(1.0, 0.3, 0.0), [(4, 1.0), (0, 0.0), (0, 0.0), (0, 0.0)]),
        vertex(vec3(0.3, -1.0, 2.0), vec3(0.1, 0.4, -1.0), [(1, 0.6), (0, 0.0), (2, 0.4), (0, 0.0)]),
        vertex(vec3(2.0, 0.6, -1.0), vec3(-1.0, 0.5, 0.5), [(3, 0.4), (1, 0.3), (0, 0.2), (2, 0.1)]),
        vertex(vec3(0.7, 0.2, 1.0), vec3(0.4, 0.5, 0.5), [(7, 0.03), (63, 0.07), (15, 0.3), (99, 0.6)]),
        vertex(vec3(-1.0, 0.9, 0.3), vec3(0.0, -0.5, 1.0), [(6, 0.25), (64, 0.25), (9, 0.25), (3, 0.25)]),
    ]
}

fn todo_08_1_shader() {
    let vertices = six_vertices();
    let turned = hundred_joints();
    let moved = turned.map(|matrix| Mat4::from_translation(matrix.w_axis.truncate()));
    check("08.1", |check| {
        for (how, palette) in [("turned and moved", turned), ("moved only", moved)] {
            let all = |one: &dyn Fn(&Bound) -> [Vec3; 2]| {
                Ok(Named(POSITIONS_AND_NORMALS, vertices.iter().flat_map(one).collect()))
            };
            let with = |vertex: &Bound, slots: &[JointWeight]| vertex.mixed(&palette, slots, 0.0);
            check.case(
                format!(
                    "six vertices, influenced by three of a hundred joints, by one, by two with an unused slot between them, \
                     and by four, of which the first is the strongest, the last, and none; the joints have {how} since the bind pose"
                ),
                || Ok(Named(POSITIONS_AND_NORMALS, shade(&vertices, &palette)?)),
                all(&|vertex| with(vertex, &vertex.slots)),
                &[
                    (STARTER, all(&|vertex| [vertex.position, vertex.normal])),
                    (
                        "weights-by-joint",
                        all(&|vertex| with(vertex, &vertex.slots.map(|(joint, _)| (joint, vertex.slots[joint % SLOTS].1)))),
                    ),
                    ("first-joint-only", all(&|vertex| with(vertex, &[(vertex.slots[0].0, 1.0)]))),
                    ("stops-at-zero", all(&|vertex| with(vertex, before_the_gap(&vertex.slots)))),
                    ("normals-translated", all(&|vertex| vertex.mixed(&palette, &vertex.slots, 1.0))),
                    ("weights-forgotten", all(&|vertex| with(vertex, &vertex.slots.map(|(joint, _)| (joint, 1.0))))),
                    ("row-times-matrix", {
                        let transposed = palette.map(|matrix| matrix.transpose());
                        all(&|vertex| vertex.mixed(&transposed, &vertex.slots, 0.0))
                    }),
                ],
            );
        }
    });
}

/// The slots before the first one that is not used.
fn before_the_gap(slots: &Slots) -> &[JointWeight] {
    let end = slots.iter().position(|(_, weight)| *weight == 0.0);
    &slots[..end.unwrap_or(SLOTS)]
}

// ------------------------------------------------------------------------------------------ 08.2

/// Influences whose slots may come in any order. An unused slot may name any joint up to the largest that has a weight.
struct Unordered(Influences);

told!(Unordered { 0 });

impl Unordered {
    fn sorted(&self) -> Vec<(i32, f32)> {
        let mut slots: Vec<(i32, f32)> = self.0.joints.into_iter().zip(self.0.weights).collect();
        let last = self.0.used().map(|(joint, _)| joint as i32).max().unwrap_or(0);
        slots.retain(|(joint, weight)| *weight != 0.0 || !(0..=last).contains(joint));
        slots.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        slots
    }
}

impl Answer for Unordered {
    fn agrees(&self, other: &Self) -> bool {
        let (mine, others) = (self.sorted(), other.sorted());
        let same = |(a, b): (&(i32, f32), &(i32, f32))| a.0 == b.0 && a.1.agrees(&b.1);
        mine.len() == others.len() && mine.iter().zip(&others).all(same)
    }

    fn show(&self) -> String {
        let slots = self.sorted();
        let sum: f32 = slots.iter().map(|(_, weight)| weight).sum();
        let slots: Vec<String> =
            slots.iter().map(|(joint, weight)| format!("joint {joint}: {}", weight.show())).collect();
        format!("{}\nsum of the weights: {}", slots.join("   "), sum.show())
    }
}

/// Joints and weights in the first slots; `unused` stands in the others.
fn slots(used: &[JointWeight], unused: i32) -> Unordered {
    let mut influences = Influences { joints: [unused; SLOTS], ..Influences::default() };
    for (i, &(joint, weight)) in used.iter().enumerate() {
        (influences.joints[i], influences.weights[i]) = (joint as i32, weight);
    }
    Unordered(influences)
}

/// The same joints, each weight divided by a number.
fn divided(joint_weights: &[JointWeight], by: f32) -> Vec<JointWeight> {
    joint_weights.iter().map(|&(joint, weight)| (joint, weight / by)).collect()
}

/// The sum of the weights.
fn sum(joint_weights: &[JointWeight]) -> f32 {
    joint_weights.iter().map(|(_, weight)| weight).sum()
}

fn todo_08_2_four_largest() {
    // The words, the joints with their weights, and those that are to be kept, the largest first.
    let questions: [(&str, &[JointWeight], [usize; SLOTS]); 7] = [
        (
            "what is left of six weights: 0.1 by joint 4, 0.6 by joint 1, 0.05 by joint 7, 1.2 by joint 2, 0.9 by joint \
             9 and 0.3 by joint 0",
            &[(4, 0.1), (1, 0.6), (7, 0.05), (2, 1.2), (9, 0.9), (0, 0.3)],
            [2, 9, 1, 0],
        ),
        (
            "what is left of five weights: 0.2 by joint 0, 0.1 by joint 1, 0.3 by joint 2, 0.15 by joint 3 and 0.25 by \
             joint 4",
            &[(0, 0.2), (1, 0.1), (2, 0.3), (3, 0.15), (4, 0.25)],
            [2, 4, 0, 3],
        ),
        (
            "what is left of two weights: 0.5 by joint 3 and 1.5 by joint 8",
            &[(3, 0.5), (8, 1.5)],
            [8, 3, 8, 3],
        ),
        (
            "what is left of five weights: 0.004 by joint 6, 0.007 by joint 3, 0.001 by joint 0, 0.009 by joint 8 and \
             0.003 by joint 5",
            &[(6, 0.004), (3, 0.007), (0, 0.001), (8, 0.009), (5, 0.003)],
            [8, 3, 6, 5],
        ),
        ("what is left of one weight: 0.5 by joint 0", &[(0, 0.5)], [0; SLOTS]),
        (
            "what is left of four weights, three of which are equal: 0.3 by joint 5, 0.3 by joint 1, 0.1 by joint 7 and \
             0.3 by joint 2",
            &[(5, 0.3), (1, 0.3), (7, 0.1), (2, 0.3)],
            [5, 1, 2, 7],
        ),
        (
            "what is left of ten weights: 0.05 by joint 3, 0.06 by joint 11, 0.04 by joint 0, 0.02 by joint 14, 0.07 by \
             joint 6, 0.03 by joint 9, 0.01 by joint 2, 0.3 by joint 12, 0.09 by joint 5 and 0.2 by joint 19",
            &[
                (3, 0.05),
                (11, 0.06),
                (0, 0.04),
                (14, 0.02),
                (6, 0.07),
                (9, 0.03),
                (2, 0.01),
                (12, 0.3),
                (5, 0.09),
                (19, 0.2),
            ],
            [12, 19, 5, 6],
        ),
    ];
    check("08.2", |check| {
        for (question, joint_weights, order) in questions {
            let kept = joint_weights.len().min(SLOTS);
            let pair = |joint: usize| {
                joint_weights.iter().copied().find(|(other, _)| *other == joint).unwrap_or_default()
            };
            let largest: Vec<JointWeight> = order[..kept].iter().map(|joint| pair(*joint)).collect();
            let mut ascending = joint_weights.to_vec();
            ascending.sort_by(|a, b| a.1.total_cmp(&b.1));
            let right = divided(&largest, sum(&largest));
            let first = divided(&joint_weights[..kept], sum(&joint_weights[..kept]));
            let smallest = divided(&ascending[..kept], sum(&ascending[..kept]));
            let left: Vec<JointWeight> =
                joint_weights.iter().zip(&right).map(|(&(joint, _), &(_, weight))| (joint, weight)).collect();
            check.case(
                question,
                || Unordered(four_largest(joint_weights)),
                slots(&right, 0),
                &[
                    (STARTER, Unordered(Influences::of(joint_weights[0].0))),
                    ("first-four", slots(&first, 0)),
                    ("not-divided", slots(&largest, 0)),
                    ("divided-before-the-cut", slots(&divided(&largest, sum(joint_weights)), 0)),
                    ("smallest-four", slots(&smallest, 0)),
                    ("joints-not-moved", slots(&left, 0)),
                    ("unused-is-minus-one", slots(&right, -1)),
                ],
            );
        }
        // Which of those that are alike are kept is nobody's concern, but four are.
        const KEPT: &[&str] =
            &["one weight", "another", "the third", "the fourth", "how many joints they belong to"];
        let alike = [(4, 0.3), (1, 0.3), (7, 0.3), (2, 0.3), (9, 0.3), (0, 0.3)];
        let kept = |weights: [f32; SLOTS], joints: usize| {
            Named(KEPT, weights.into_iter().chain([joints as f32]).collect::<Vec<f32>>())
        };
        check.case(
            "the four largest of six weights that are alike, 0.3 each, by the joints 4, 1, 7, 2, 9 and 0",
            || {
                let influences = four_largest(&alike);
                let joints: BTreeSet<i32> = influences.joints.into_iter().collect();
                kept(influences.weights, joints.len())
            },
            kept([0.25; SLOTS], SLOTS),
            &[
                (STARTER, kept([1.0, 0.0, 0.0, 0.0], 2)),
                ("first-four", kept([0.25; SLOTS], SLOTS)),
                ("not-divided", kept([0.3; SLOTS], SLOTS)),
                ("divided-before-the-cut", kept([1.0 / 6.0; SLOTS], SLOTS)),
                ("smallest-four", kept([0.25; SLOTS], SLOTS)),
                ("joints-not-moved", kept([0.25; SLOTS], SLOTS)),
                ("unused-is-minus-one", kept([0.25; SLOTS], SLOTS)),
            ],
        );
    });
}

// ------------------------------------------------------------------------------------------ 08.3

fn todo_08_3_skin_point() {
    let mut palette = hundred_joints();
    // One also stretches: a matrix is more than a turn and a move.
    palette[1] *= Mat4::from_scale(vec3(1.5, 0.5, 2.0));
    let point = vec3(1.5, -0.5, 2.0);
    let taken = |joint: usize| (palette[joint] * point.extend(1.0)).truncate();
    let questions: [(&str, Slots); 5] = [
        (
            "where a point is that four of a hundred joints influence: joint 4 with 0.2, joint 1 with 0.4, joint 3 with 0.3 \
             and joint 0 with 0.1",
            [(4, 0.2), (1, 0.4), (3, 0.3), (0, 0.1)],
        ),
        (
            "where a point is that two of a hundred joints influence: joint 2 with 0.25 and joint 4 with 0.75",
            [(2, 0.25), (4, 0.75), (0, 0.0), (0, 0.0)],
        ),
        (
            "where a point is that three of a hundred joints influence: joint 3 with 0.5, after an unused slot joint 1 with \
             0.3, and joint 2 with 0.2",
            [(3, 0.5), (0, 0.0), (1, 0.3), (2, 0.2)],
        ),
        (
            "where a point is that four of a hundred joints influence: joint 99 with 0.03, joint 8 with 0.07, joint \
             64 with 0.3 and joint 14 with 0.6",
            [(99, 0.03), (8, 0.07), (64, 0.3), (14, 0.6)],
        ),
        (
            "where a point is that four of a hundred joints influence alike: the joints 5, 18, 9 and 2 with 0.25 each",
            [(5, 0.25), (18, 0.25), (9, 0.25), (2, 0.25)],
        ),
    ];
    check("08.3", |check| {
        for (question, slots) in questions {
            let used: Vec<JointWeight> = slots.into_iter().filter(|slot| slot.1 > 0.0).collect();
            let summed = |part: &dyn Fn(usize, usize, f32) -> Vec3| -> Vec3 {
                used.iter().enumerate().map(|(slot, &(joint, weight))| part(slot, joint, weight)).sum()
            };
            let strongest = used.iter().max_by(|a, b| a.1.total_cmp(&b.1)).map_or(0, |(joint, _)| *joint);
            let chained = used.iter().fold(point, |moved, &(joint, weight)| {
                moved.lerp((palette[joint] * moved.extend(1.0)).truncate(), weight)
            });
            check.case_by(
                question,
                || skin_point(&palette, &influences(slots), point),
                |by| by.sum(used.iter().map(|&(joint, weight)| (weight, by.moved(palette[joint], point)))),
                &[
                    (STARTER, taken(slots[0].0)),
                    ("largest-only", taken(strongest)),
                    ("matrices-of-slots", summed(&|slot, _, weight| taken(slot) * weight)),
                    ("plain-average", slots.iter().map(|(joint, _)| taken(*joint) / 4.0).sum()),
                    (
                        "weight-on-the-point",
                        summed(&|_, joint, weight| {
                            (palette[joint] * (point * weight).extend(1.0)).truncate()
                        }),
                    ),
                    ("one-after-the-other", chained),
                ],
                [],
            );
        }
    });
}
