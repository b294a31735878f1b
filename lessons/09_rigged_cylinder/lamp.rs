//! Draws a skin in the light of a lamp.

use anyhow::Result;
use gl::colour::{Colour, joint_colour};
use gl::drawing::solid;
use gl::{Gl, HotReload, JointColours, Joints, MeshBuffers, RiggedVertex, UNMOVED, block};
use glam::{Mat3, Mat4, Vec3};
use glium::uniforms::UniformBuffer;
use glium::{Program, Surface, Vertex, uniform};
use stage::Frame;
use std::rc::Rc;

/// A lamp and the surface that it lights.
#[derive(Clone, Copy)]
pub struct Lamp {
    /// The lamp's place in world space.
    pub place: Vec3,
    pub shininess: f32,
    pub weights_shown: bool,
    pub bands: bool,
    pub colour: Colour,
}

impl Lamp {
    /// Returns the lamp of the first frame, on a surface of this colour.
    pub fn new(colour: Colour) -> Self {
        Self { place: Vec3::ZERO, shininess: 96.0, weights_shown: false, bands: true, colour }
    }
}

/// Draws rigged meshes in the light of a lamp.
pub struct LampPainter {
    program: Rc<HotReload<Program>>,
    palette: UniformBuffer<Joints>,
    normal_palette: UniformBuffer<Joints>,
    colours: UniformBuffer<JointColours>,
}

impl LampPainter {
    pub fn new(gl: &Gl) -> Result<Self> {
        let vertices = [RiggedVertex::build_bindings()];
        Ok(Self {
            program: gl.program("skin.vert", "lamp.frag", &vertices)?,
            palette: UniformBuffer::new(gl, UNMOVED)?,
            normal_palette: UniformBuffer::new(gl, UNMOVED)?,
            colours: UniformBuffer::immutable(gl, std::array::from_fn(joint_colour))?,
        })
    }

    pub fn draw(
        &self,
        frame: &mut Frame<'_>,
        mesh: &MeshBuffers<RiggedVertex>,
        world_from_model: Mat4,
        (palette, normal_palette): (&[Mat4], &[Mat3]),
        lamp: &Lamp,
    ) -> Result<()> {
        let normal_palette: Vec<Mat4> = normal_palette.iter().map(|&m| Mat4::from_mat3(m)).collect();
        self.palette.write(&block(palette)?);
        self.normal_palette.write(&block(&normal_palette)?);
        let uniforms = uniform! {
            Palette: &self.palette,
            NormalPalette: &self.normal_palette,
            Colours: &self.colours,
            u_clip_from_world: frame.view.clip_from_world.to_cols_array_2d(),
            u_world_from_model: world_from_model.to_cols_array_2d(),
            u_eye: frame.view.eye.to_array(),
            u_lamp: lamp.place.to_array(),
            u_shininess: lamp.shininess,
            u_weights_shown: lamp.weights_shown,
            u_bands: lamp.bands,
            u_colour: lamp.colour,
        };
        Ok(frame.target.draw(&mesh.vertices, &mesh.indices, &self.program.get(), &uniforms, &solid())?)
    }
}
