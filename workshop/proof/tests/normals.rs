//! Compares the normals of a model on the graphics card with those of lesson 09's formula.

use anyhow::{Result, ensure};
use check::on_main_thread;
use common::skin::{Influences, normal_palette, skin_point};
use gl::offscreen;
use gl::{SkinInput, VertexShader};
use glam::{Mat4, Vec3, vec3};
use glium::uniforms::UniformBuffer;
use glium::{implement_vertex, uniform};
use gpu::block;

on_main_thread!(scaled_joints_are_lit_as_the_formula_says);

#[derive(Clone, Copy)]
struct Shaded {
    v_normal: [f32; 3],
    v_position: [f32; 3],
}
implement_vertex!(Shaded, v_normal, v_position);

fn scaled_joints_are_lit_as_the_formula_says() {
    if let Err(error) = compare() {
        panic!("{error:#}");
    }
}

fn compare() -> Result<()> {
    let stretched = |x: f32, y: f32, z: f32| Mat4::from_scale(vec3(x, y, z));
    let palette = [
        Mat4::from_rotation_z(0.8) * stretched(3.0, 1.0, 0.4),
        Mat4::from_translation(Vec3::X) * Mat4::from_rotation_x(1.1) * stretched(0.2, 0.2, 2.0),
        // As a bind shape in centimetres has it.
        stretched(0.01, 0.01, 0.01) * Mat4::from_rotation_y(-0.9),
        Mat4::from_rotation_y(0.4) * stretched(-1.0, 1.0, 1.0),
    ];
    let point = vec3(0.5, -1.0, 2.0);
    let normal = vec3(0.6, 0.48, 0.64);
    let influences = [
        Influences::of(0),
        Influences::of(1),
        Influences::of(2),
        Influences { joints: [0, 1, 3, 0], weights: [0.5, 0.3, 0.2, 0.0] },
        Influences { joints: [3, 1, 0, 0], weights: [0.6, 0.4, 0.0, 0.0] },
    ];
    let vertices = influences.map(|influences| SkinInput {
        a_position: point.to_array(),
        a_normal: normal.to_array(),
        a_texture_coordinates: [0.0; 2],
        a_joints: influences.joints.map(|joint| joint as u16),
        a_weights: influences.weights,
    });
    let gl = offscreen()?;
    let formula = normal_palette(&palette);
    let normals: Vec<Mat4> = formula.iter().map(|&matrix| Mat4::from_mat3(matrix)).collect();
    let world_from_model = Mat4::from_rotation_x(0.3) * Mat4::from_scale(Vec3::splat(0.5));
    let [palette_block, normal_block] =
        [UniformBuffer::immutable(&gl, block(&palette)?)?, UniformBuffer::immutable(&gl, block(&normals)?)?];
    let colours = UniformBuffer::immutable(&gl, [[0.0f32; 4]; 128])?;
    let uniforms = uniform! {
        Palette: &palette_block,
        NormalPalette: &normal_block,
        Colours: &colours,
        u_clip_from_world: Mat4::IDENTITY.to_cols_array_2d(),
        u_world_from_model: world_from_model.to_cols_array_2d(),
        u_colour: [0.0f32; 4],
        u_weights_shown: false,
    };
    let shaded = VertexShader::<Shaded>::new(&gl, "skin.vert")?.run(&vertices, &uniforms)?;
    for (influences, shaded) in influences.iter().zip(shaded) {
        let mixed: Vec3 = influences.used().map(|(joint, weight)| weight * (formula[joint] * normal)).sum();
        let wanted = world_from_model.transform_vector3(mixed).normalize();
        let given = Vec3::from(shaded.v_normal).normalize();
        ensure!(given.abs_diff_eq(wanted, 1e-4), "{influences:?}: {given}, not {wanted}");
        let wanted = world_from_model.transform_point3(skin_point(&palette, influences, point));
        ensure!(wanted.abs_diff_eq(shaded.v_position.into(), 1e-4), "{influences:?}: {wanted}");
    }
    Ok(())
}
