//! The checks of lesson 09.

use anyhow::Result;
use common::check::{Named, STARTER, Slip, VERTICES, check, on_main_thread};
use common::clip::there_and_back;
use common::gl::{RiggedVertex, VertexShader, block};
use common::skin::{normal_palette, three_weights, three_weights_as_often_seen};
use common::stage::offscreen;
use glam::{Mat3, Mat4, Quat, Vec3, vec3, vec4};
use glium::uniforms::UniformBuffer;
use glium::{implement_vertex, uniform};
use std::f32::consts::TAU;
use std::process::ExitCode;

fn main() -> ExitCode {
    on_main_thread(&[
        ("todo_09_1_weights", todo_09_1_weights),
        ("todo_09_2_normals", todo_09_2_normals),
        ("todo_09_3_shader", todo_09_3_shader),
        ("todo_09_4_sweep", todo_09_4_sweep),
    ])
}

const BONES: &[&str] =
    &["bone 0", "bone 1", "bone 2", "bone 3", "bone 4", "bone 5", "bone 6", "bone 7", "bone 8", "bone 9"];

fn todo_09_1_weights() {
    let [low, high] = [1.0 / 3.0, 2.0 / 3.0];
    let made =
        |over: &dyn Fn(f32) -> f32| Named(BONES, vec![1.0 - over(low), over(low) - over(high), over(high)]);
    let heights = |margin: f32| {
        [
            ("0, at the foot", 0.0f32),
            ("0.05, near the foot", 0.05),
            ("1/3, on the first cut", low),
            ("a quarter of the margin below the first cut", low - 0.25 * margin),
            ("half the margin above the first cut", low + 0.5 * margin),
            ("0.5, half-way up", 0.5),
            ("half the margin below the second cut", high - 0.5 * margin),
            ("0.9, near the top", 0.9),
            ("1, at the top", 1.0),
        ]
    };
    let questions = [(1.0 / 24.0, "1/24"), (0.005, "0.005"), (0.16, "0.16")]
        .map(|(margin, shown)| heights(margin).map(|(words, t)| (margin, shown, words, t)));
    const CLAMPED_TOO_EARLY: Slip = Slip::Here(
        "slope-outside-the-clamp",
        "The weights leave 0 … 1. What is kept in these bounds: the ramp as it is at last, or a step on the way to it?",
    );
    check("09.1", |check| {
        for (margin, shown, words, t) in questions.into_iter().flatten() {
            let over = |cut: f32| ((t - cut + margin) / (2.0 * margin)).clamp(0.0, 1.0);
            let above = |cut: f32| ((t - cut) / (2.0 * margin)).clamp(0.0, 1.0);
            let early = |start: f32| move |cut: f32| (t - cut - start).clamp(0.0, 1.0) / (2.0 * margin);
            check.case_by(
                format!("the weights of the three bones at the height {words}; the margin is {shown}"),
                || Named(BONES, three_weights(t, margin).to_vec()),
                |_| made(&over),
                &[
                    (STARTER, Named(BONES, vec![1.0, 0.0, 0.0])),
                    ("half-the-slope", Named(BONES, three_weights_as_often_seen(t, margin).to_vec())),
                    ("hard-steps", made(&|cut| if t < cut { 0.0 } else { 1.0 })),
                    ("ramp-not-ended", made(&|cut| (t - cut + margin) / (2.0 * margin))),
                    ("ramp-begins-at-the-cut", made(&above)),
                    ("second-cut-left-out", Named(BONES, vec![1.0 - over(low), over(low), 0.0])),
                    ("middle-not-let-go", Named(BONES, vec![1.0 - over(low), over(low), over(high)])),
                ],
                [-margin, 0.0].map(|start| (CLAMPED_TOO_EARLY, made(&early(start)))),
            );
        }
    });
}

fn todo_09_2_normals() {
    let turn = Quat::from_rotation_z(0.5) * Quat::from_rotation_x(0.3);
    let stretched = |scale: Vec3| Mat4::from_scale_rotation_translation(scale, turn, vec3(1.0, 2.0, 3.0));
    let slanted = |scale: Vec3| stretched(scale) * Mat4::from_rotation_y(0.7);
    check("09.2", |check| {
        for (bones, palette) in [
            (
                "one only turns, one turns and is stretched twofold along x, one turns and is stretched by 1, 0.5 and 3",
                vec![Mat4::from_quat(turn), stretched(vec3(2.0, 1.0, 1.0)), stretched(vec3(1.0, 0.5, 3.0))],
            ),
            (
                "each turns; one is stretched on a slant but keeps its volume, one is stretched on a slant by 1, 0.5 and \
                 3, one is mirrored and stretched twofold along z",
                vec![
                    slanted(vec3(2.0, 0.5, 1.0)),
                    slanted(vec3(1.0, 0.5, 3.0)),
                    stretched(vec3(-1.0, 1.0, 2.0)),
                ],
            ),
            (
                "two turn; one is stretched by 1.01 along x and 0.995 along y, one on a slant by 0.99 along z",
                vec![stretched(vec3(1.01, 0.995, 1.0)), slanted(vec3(1.0, 1.0, 0.99))],
            ),
            (
                "ten bones turn; each is stretched a little, by 1.1 along x, 0.95 along y, and more along z from one to \
                 the next",
                (0u8..10).map(|i| slanted(vec3(1.1, 0.95, 1.0 + 0.1 * f32::from(i)))).collect(),
            ),
        ] {
            let all = |of: &dyn Fn(Mat3) -> Mat3| {
                Named(BONES, palette.iter().map(|&m| of(Mat3::from_mat4(m))).collect())
            };
            check.case(
                format!("the normal matrices of some bones: {bones}"),
                || Named(BONES, normal_palette(&palette)),
                all(&|m| m.inverse().transpose()),
                &[
                    (STARTER, all(&|_| Mat3::IDENTITY)),
                    ("the-same-matrix", all(&|m| m)),
                    ("inverse-only", all(&|m| m.inverse())),
                    ("transpose-only", all(&|m| m.transpose())),
                ],
            );
        }
    });
}

/// What the shader says of a vertex's normal, in the world.
#[derive(Clone, Copy)]
struct Shaded {
    v_normal: [f32; 3],
}
implement_vertex!(Shaded, v_normal);

/// The normals in the model, as the student's shader has them.
fn shade(vertices: &[RiggedVertex], palette: &[Mat4], normals: &[Mat3]) -> Result<Vec<Vec3>> {
    let gl = offscreen()?;
    // A normal matrix is what stands in the first three columns and rows. What is beside it is no matter.
    let padded = |&normal: &Mat3| Mat4 { w_axis: vec4(5.0, -3.0, 2.0, 4.0), ..Mat4::from_mat3(normal) };
    let normals: Vec<Mat4> = normals.iter().map(padded).collect();
    let (palette, normals) =
        (UniformBuffer::new(&gl, block(palette)?)?, UniformBuffer::new(&gl, block(&normals)?)?);
    // The model is turned in the world, so that the two cannot be taken for each other.
    let world_from_model = Mat4::from_rotation_z(1.0) * Mat4::from_rotation_x(-0.6);
    let uniforms = uniform! {
        Palette: &palette,
        NormalPalette: &normals,
        u_clip_from_world: Mat4::IDENTITY.to_cols_array_2d(),
        u_world_from_model: world_from_model.to_cols_array_2d(),
    };
    let shader: VertexShader<Shaded> = VertexShader::new(&gl, "rigged.vert")?;
    let model_from_world = world_from_model.inverse();
    let in_model = |vertex: Shaded| model_from_world.transform_vector3(vertex.v_normal.into());
    Ok(shader.run(vertices, &uniforms)?.into_iter().map(in_model).collect())
}

fn todo_09_3_shader() {
    // Each stretches, so that the mixes differ, and none is as its palette has it.
    let first = [
        Mat3::from_diagonal(vec3(0.5, 1.0, 1.0)),
        Mat3::from_rotation_z(0.8) * Mat3::from_diagonal(vec3(3.0, 1.0, 1.0)),
        Mat3::from_rotation_x(1.1) * Mat3::from_diagonal(vec3(1.0, 1.0, 2.0)),
        Mat3::from_rotation_y(-0.9) * Mat3::from_diagonal(vec3(1.0, 0.4, 1.5)),
        Mat3::from_rotation_z(-1.4) * Mat3::from_diagonal(vec3(0.7, 2.0, 1.0)),
    ];
    let normals: [Mat3; 100] = std::array::from_fn(|i| {
        let x = i as f32;
        let stretch = Mat3::from_diagonal(vec3(0.5 + 0.1 * x, 1.0, 2.0 - 0.015 * x));
        first.get(i).copied().unwrap_or_else(|| Mat3::from_rotation_z(0.7 * x) * stretch)
    });
    let palette: [Mat4; 100] = std::array::from_fn(|i| Mat4::from_rotation_y(0.3 + 0.9 * i as f32));
    let normal = vec3(0.6, 0.0, 0.8);
    let slots_of: [[(usize, f32); 4]; 5] = [
        [(4, 0.25), (1, 0.75), (0, 0.0), (0, 0.0)],
        [(2, 0.4), (0, 0.1), (1, 0.2), (3, 0.3)],
        [(1, 0.1), (0, 0.0), (3, 0.9), (0, 0.0)],
        [(99, 0.03), (7, 0.07), (63, 0.3), (15, 0.6)],
        [(6, 0.25), (64, 0.25), (9, 0.25), (4, 0.25)],
    ];
    let vertices = slots_of.map(|slots| RiggedVertex {
        a_position: [0.5, -1.0, 2.0],
        a_normal: normal.to_array(),
        a_texture_coordinates: [0.0; 2],
        a_joints: slots.map(|(joint, _)| joint as i32),
        a_weights: slots.map(|(_, weight)| weight),
    });
    let all = |of: &dyn Fn([(usize, f32); 4]) -> Vec3| Ok(Named(VERTICES, slots_of.map(of).to_vec()));
    let mixed = |part: &dyn Fn(usize, f32) -> Vec3| {
        all(&|slots| slots.iter().map(|&(joint, weight)| part(joint, weight)).sum())
    };
    let normalised = |mixed: Result<Named<Vec3>>| {
        mixed.map(|Named(names, normals)| Named(names, normals.into_iter().map(Vec3::normalize).collect()))
    };
    let by_normals = |joint: usize| normals[joint] * normal;
    const MATRIX_OF_THE_SLOT: Slip = Slip::Here(
        "matrix-of-the-slot",
        "A slot's own number was taken for that of its joint. Where does a vertex say which joints influence it?",
    );
    let of_slots = |slots: [(usize, f32); 4]| -> Vec3 {
        slots.iter().zip(normals).map(|((_, weight), matrix)| *weight * (matrix * normal)).sum()
    };
    let by_rows = |joint: usize, weight: f32| weight * (normals[joint].transpose() * normal);
    check("09.3", |check| {
        check.case_by(
            "the normals of five vertices: two of a hundred bones influence the first, four the second, two the third, \
             with an unused slot between them, and four the others; the bones turn, and stretch",
            || Ok(Named(VERTICES, shade(&vertices, &palette, &normals)?)),
            |_| normalised(mixed(&|joint, weight| weight * by_normals(joint))),
            &[
                (STARTER, all(&|_| normal)),
                (
                    "palette-for-normals",
                    normalised(mixed(&|joint, weight| weight * palette[joint].transform_vector3(normal))),
                ),
                ("length-not-one", mixed(&|joint, weight| weight * by_normals(joint))),
                ("length-one-too-early", mixed(&|joint, weight| weight * by_normals(joint).normalize())),
                ("weights-left-out", normalised(mixed(&|joint, _| by_normals(joint)))),
                ("first-slot-only", all(&|slots| by_normals(slots[0].0).normalize())),
            ],
            [
                (MATRIX_OF_THE_SLOT, normalised(all(&of_slots))),
                (Slip::RowVector, normalised(mixed(&by_rows))),
            ],
        );
    });
}

/// The sweep when a part of the period has passed; for parts beyond 1 it falls on.
fn sweep(passed: f32) -> f32 {
    1.0 - (4.0 * passed - 2.0).abs()
}

fn todo_09_4_sweep() {
    check("09.4", |check| {
        // Some times are in a later period or before the first: only there do some mistakes differ.
        for (seconds, period) in [
            (0.0f32, 2.0f32),
            (0.3, 2.0),
            (1.0, 2.0),
            (1.3, 2.0),
            (3.1, 4.0),
            (5.0, 4.0),
            (10.5, 4.0),
            (-0.7, 3.0),
            (-7.1, 3.0),
        ] {
            let passed = seconds.rem_euclid(period) / period;
            check.case_by(
                format!("the sweep at {seconds} s, when it goes there and back in {period} s"),
                || there_and_back(seconds, period),
                |by| sweep(by.remainder(seconds, period) / period),
                &[
                    (STARTER, 0.0),
                    ("no-way-back", 2.0 * passed - 1.0),
                    ("from-zero", 0.5 * (sweep(passed) + 1.0)),
                    ("a-sine", (TAU * passed).sin()),
                    ("once-only", sweep(seconds / period)),
                    ("period-each-way", sweep((seconds / (2.0 * period)).rem_euclid(1.0))),
                ],
                [],
            );
        }
    });
}
