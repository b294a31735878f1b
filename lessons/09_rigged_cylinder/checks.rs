//! The checks of lesson 09.

use anyhow::Result;
use common::check::{Named, STARTER, check, on_main_thread};
use common::clip::there_and_back;
use common::gl::{RiggedVertex, VertexShader, block};
use common::skin::{normal_palette, three_weights, three_weights_as_often_seen};
use common::stage::offscreen;
use glam::{Mat3, Mat4, Quat, Vec3, vec3};
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

const BONES: &[&str] = &["bone 0", "bone 1", "bone 2"];

fn todo_09_1_weights() {
    let margin = 1.0 / 24.0;
    let [low, high] = [1.0 / 3.0, 2.0 / 3.0];
    let made =
        |over: &dyn Fn(f32) -> f32| Named(BONES, vec![1.0 - over(low), over(low) - over(high), over(high)]);
    check("09.1", |check| {
        let heights = [
            ("0.05, near the foot", 0.05f32),
            ("1/3, on the first cut", low),
            ("a quarter of the margin below the first cut", low - 0.25 * margin),
            ("half the margin above the first cut", low + 0.5 * margin),
            ("0.5, half-way up", 0.5),
            ("half the margin below the second cut", high - 0.5 * margin),
            ("0.9, near the top", 0.9),
        ];
        for (words, t) in heights {
            let over = |cut: f32| ((t - cut + margin) / (2.0 * margin)).clamp(0.0, 1.0);
            let above = |cut: f32| ((t - cut) / (2.0 * margin)).clamp(0.0, 1.0);
            check.case(
                format!("the weights of the three bones at the height {words}; the margin is 1/24"),
                || Named(BONES, three_weights(t, margin).to_vec()),
                made(&over),
                &[
                    (STARTER, Named(BONES, vec![1.0, 0.0, 0.0])),
                    ("half-the-slope", Named(BONES, three_weights_as_often_seen(t, margin).to_vec())),
                    ("hard-steps", made(&|cut| if t < cut { 0.0 } else { 1.0 })),
                    ("ramp-not-ended", made(&|cut| (t - cut + margin) / (2.0 * margin))),
                    ("ramp-begins-at-the-cut", made(&above)),
                    ("second-cut-left-out", Named(BONES, vec![1.0 - over(low), over(low), 0.0])),
                    ("middle-not-let-go", Named(BONES, vec![1.0 - over(low), over(low), over(high)])),
                ],
            );
        }
    });
}

fn todo_09_2_normals() {
    let turn = Quat::from_rotation_z(0.5) * Quat::from_rotation_x(0.3);
    let stretched = |scale: Vec3| Mat4::from_scale_rotation_translation(scale, turn, vec3(1.0, 2.0, 3.0));
    let palette = [Mat4::from_quat(turn), stretched(vec3(2.0, 1.0, 1.0)), stretched(vec3(1.0, 0.5, 3.0))];
    let all =
        |of: &dyn Fn(Mat3) -> Mat3| Named(BONES, palette.iter().map(|&m| of(Mat3::from_mat4(m))).collect());
    check("09.2", |check| {
        check.case(
            "the normal matrices of three bones: one only turns, one turns and is stretched twofold along x, one turns \
             and is stretched by 1, 0.5 and 3",
            || Named(BONES, normal_palette(&palette)),
            all(&|m| m.inverse().transpose()),
            &[
                (STARTER, all(&|_| Mat3::IDENTITY)),
                ("the-same-matrix", all(&|m| m)),
                ("inverse-only", all(&|m| m.inverse())),
                ("transpose-only", all(&|m| m.transpose())),
            ],
        );
    });
}

/// What the shader says of a vertex's normal.
#[derive(Clone, Copy)]
struct Shaded {
    v_normal: [f32; 3],
}
implement_vertex!(Shaded, v_normal);

fn shade(vertices: &[RiggedVertex], palette: &[Mat4], normals: &[Mat3]) -> Result<Vec<Vec3>> {
    let gl = offscreen()?;
    let normals: Vec<Mat4> = normals.iter().map(|&normal| Mat4::from_mat3(normal)).collect();
    let (palette, normals) =
        (UniformBuffer::new(&gl, block(palette)?)?, UniformBuffer::new(&gl, block(&normals)?)?);
    let unmoved = Mat4::IDENTITY.to_cols_array_2d();
    let uniforms = uniform! {
        Palette: &palette, NormalPalette: &normals, u_clip_from_world: unmoved, u_world_from_model: unmoved,
    };
    let shader: VertexShader<Shaded> = VertexShader::new(&gl, "rigged.vert")?;
    Ok(shader.run(vertices, &uniforms)?.into_iter().map(|vertex| vertex.v_normal.into()).collect())
}

fn todo_09_3_shader() {
    const VERTICES: &[&str] = &["vertex 0", "vertex 1", "vertex 2"];
    // Each stretches, so that the three mixes differ, and none is as its palette has it.
    let normals = [
        Mat3::from_diagonal(vec3(0.5, 1.0, 1.0)),
        Mat3::from_rotation_z(0.8) * Mat3::from_diagonal(vec3(3.0, 1.0, 1.0)),
        Mat3::from_rotation_x(1.1) * Mat3::from_diagonal(vec3(1.0, 1.0, 2.0)),
    ];
    let palette = [0.3, 1.2, -0.7].map(Mat4::from_rotation_y);
    let normal = vec3(0.6, 0.0, 0.8);
    let pulls: [[f32; 3]; 3] = [[0.25, 0.75, 0.0], [0.5, 0.2, 0.3], [0.1, 0.0, 0.9]];
    let vertices = pulls.map(|[a, b, c]| RiggedVertex {
        a_position: [0.0; 3],
        a_normal: normal.to_array(),
        a_picture: [0.0; 2],
        a_joints: [0, 1, 2, 0],
        a_weights: [a, b, c, 0.0],
    });
    let mixed = |weights: [f32; 3], of: &dyn Fn(usize) -> Vec3| -> Vec3 {
        (0..3).map(|joint| weights[joint] * of(joint)).sum()
    };
    let all = |of: &dyn Fn([f32; 3]) -> Vec3| Ok(Named(VERTICES, pulls.map(of).to_vec()));
    let by_normals = |joint: usize| normals[joint] * normal;
    check("09.3", |check| {
        check.case(
            "the normals of three vertices that three bones pull on with the weights 0.25, 0.75, 0, then 0.5, 0.2, 0.3, \
             then 0.1, 0, 0.9; the bones turn, and stretch",
            || Ok(Named(VERTICES, shade(&vertices, &palette, &normals)?)),
            all(&|weights| mixed(weights, &by_normals).normalize()),
            &[
                (STARTER, all(&|_| normal)),
                (
                    "palette-for-normals",
                    all(&|weights| mixed(weights, &|joint| palette[joint].transform_vector3(normal)).normalize()),
                ),
                ("length-not-one", all(&|weights| mixed(weights, &by_normals))),
                (
                    "length-one-too-early",
                    all(&|weights| mixed(weights, &|joint| by_normals(joint).normalize())),
                ),
                (
                    "weights-left-out",
                    // The fourth slot names joint 0 again.
                    all(&|_| (mixed([1.0; 3], &by_normals) + by_normals(0)).normalize()),
                ),
                ("first-slot-only", all(&|_| by_normals(0).normalize())),
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
        // One time is in the second period: only there do two of the mistakes differ.
        for (seconds, period) in
            [(0.0f32, 2.0f32), (0.3, 2.0), (1.0, 2.0), (1.3, 2.0), (3.1, 4.0), (5.0, 4.0), (10.5, 4.0)]
        {
            let passed = (seconds / period).fract();
            check.case(
                format!("the sweep at {seconds} s, when it goes there and back in {period} s"),
                || there_and_back(seconds, period),
                sweep(passed),
                &[
                    (STARTER, 0.0),
                    ("no-way-back", 2.0 * passed - 1.0),
                    ("from-zero", 0.5 * (sweep(passed) + 1.0)),
                    ("a-sine", (TAU * passed).sin()),
                    ("once-only", sweep(seconds / period)),
                    ("period-each-way", sweep((seconds / (2.0 * period)).fract())),
                ],
            );
        }
    });
}
