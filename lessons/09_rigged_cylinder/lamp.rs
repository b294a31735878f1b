//! Draws a skin in the light of a lamp.

use anyhow::Result;
use gl::colour::{JointColours, joint_colour};
use gl::drawing::solid;
use gl::{Gl, HotReload, MeshBuffers};
use glam::{Mat3, Mat4, Vec3, vec3};
use glium::uniforms::UniformBuffer;
use glium::{Program, uniform};
use gpu::{Palettes, Place, draw_skin, skin_format};
use stage::Frame;
use std::f32::consts::TAU;
use std::rc::Rc;

/// A lamp and its three lights, each as much red, green and blue as it has.
#[derive(Clone, Copy)]
pub struct Lamp {
    /// The lamp's place in world space.
    pub place: Vec3,
    pub ambient: Vec3,
    pub diffuse: Vec3,
    pub specular: Vec3,
}

/// A surface: the part that it throws back of the red, green and blue in each of a lamp's lights.
#[derive(Clone, Copy, PartialEq)]
pub struct Material {
    pub ambient: Vec3,
    pub diffuse: Vec3,
    pub specular: Vec3,
}

/// The lamp of the first frame: warm, in a cool room.
pub const LAMP: Lamp = Lamp {
    place: Vec3::ZERO,
    ambient: vec3(0.17, 0.22, 0.34),
    diffuse: vec3(1.1, 1.0, 0.82),
    specular: vec3(1.1, 1.0, 0.82),
};

/// The material of the first frame. Its colour, in sRGB 0xeaaa78, is here as light.
pub const CLAY: Material = Material { ambient: EARTH, diffuse: EARTH, specular: Vec3::splat(0.3) };
const EARTH: Vec3 = vec3(0.8277258, 0.40982574, 0.19046288);

pub const PLASTIC: Material = Material { ambient: GREEN, diffuse: GREEN, specular: Vec3::splat(0.6) };
const GREEN: Vec3 = vec3(0.0, 0.4, 0.1);

pub const COPPER: Material = Material {
    ambient: vec3(0.9, 0.35, 0.2),
    diffuse: vec3(0.3, 0.12, 0.07),
    specular: vec3(0.95, 0.64, 0.54),
};

/// Returns the lamp's place on an ellipse in front of the cylinders, which light from behind leaves dark.
pub fn lamp_place(angle: f32) -> Vec3 {
    let (sin, cos) = (angle + 0.1 * TAU).sin_cos();
    vec3(1.6 * sin, 1.8 + 0.8 * cos, 1.0)
}

/// Draws rigged meshes in the light of a lamp.
pub struct LampPainter {
    /// True if the surface is white, painted with its weights.
    pub weights_shown: bool,
    pub bands: bool,
    pub shininess: f32,
    program: Rc<HotReload<Program>>,
    palettes: Palettes,
    colours: UniformBuffer<JointColours>,
}

impl LampPainter {
    pub fn new(gl: &Gl) -> Result<Self> {
        Ok(Self {
            weights_shown: false,
            bands: true,
            shininess: 96.0,
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
        (lamp, material): (&Lamp, &Material),
    ) -> Result<()> {
        let normal_palette: Vec<Mat4> = normal_palette.iter().map(|&m| Mat4::from_mat3(m)).collect();
        self.palettes.write(palette, &normal_palette)?;
        let white = Material { ambient: Vec3::ONE, diffuse: Vec3::ONE, ..*material };
        let material = if self.weights_shown { &white } else { material };
        let look = uniform! {
            Colours: &self.colours,
            u_eye: frame.view.eye.to_array(),
            u_lamp: lamp.place.to_array(),
            u_lamp_ambient: lamp.ambient.to_array(),
            u_lamp_diffuse: lamp.diffuse.to_array(),
            u_lamp_specular: lamp.specular.to_array(),
            u_material_ambient: material.ambient.to_array(),
            u_material_diffuse: material.diffuse.to_array(),
            u_material_specular: material.specular.to_array(),
            u_shininess: self.shininess,
            u_weights_shown: self.weights_shown,
            u_colour: [1.0f32; 4],
            u_bands: self.bands,
        };
        let place = Place { clip_from_world: frame.view.clip_from_world, world_from_model, rules: &solid() };
        let skin = (&mesh.vertices, &mesh.indices);
        Ok(draw_skin(skin, &mut frame.target, &self.program.get(), &self.palettes, &place, &look)?)
    }
}
