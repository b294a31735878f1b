//! Draws a skin in the light of a lamp.

use anyhow::Result;
use gl::colour::{Colour, JointColours, joint_colour};
use gl::drawing::solid;
use gl::{Gl, HotReload, MeshBuffers};
use glam::{Mat3, Mat4, Vec3};
use glium::uniforms::UniformBuffer;
use glium::{Program, uniform};
use gpu::{Palettes, Place, draw_skin, skin_format};
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
    palettes: Palettes,
    colours: UniformBuffer<JointColours>,
}

impl LampPainter {
    pub fn new(gl: &Gl) -> Result<Self> {
        Ok(Self {
            program: gl.program("skin.vert", "lamp.frag", &[skin_format(gl)?])?,
            palettes: Palettes::new(gl)?,
            colours: UniformBuffer::immutable(gl, std::array::from_fn(joint_colour))?,
        })
    }

    pub fn draw(
        &self,
        frame: &mut Frame<'_>,
        mesh: &MeshBuffers,
        world_from_model: Mat4,
        (palette, normal_palette): (&[Mat4], &[Mat3]),
        lamp: &Lamp,
    ) -> Result<()> {
        let normal_palette: Vec<Mat4> = normal_palette.iter().map(|&m| Mat4::from_mat3(m)).collect();
        self.palettes.write(palette, &normal_palette)?;
        let look = uniform! {
            Colours: &self.colours,
            u_eye: frame.view.eye.to_array(),
            u_lamp: lamp.place.to_array(),
            u_shininess: lamp.shininess,
            u_weights_shown: lamp.weights_shown,
            u_bands: lamp.bands,
            u_colour: lamp.colour,
        };
        let place = Place { clip_from_world: frame.view.clip_from_world, world_from_model, rules: &solid() };
        let skin = (&mesh.vertices, &mesh.indices);
        draw_skin(skin, &mut frame.target, &self.program.get(), &self.palettes, &place, &look)
    }
}
