//! Scenes in light that changes: sun and sky, which go down, and spot lights.

use super::lights::{Lights, MOST_SPOTS, Spot};
use super::{Gl, Live, MeshBuffers, MeshVertex, Texture, View};
use crate::asset::Shine;
use anyhow::Result;
use glam::{Mat4, Vec3};
use glium::backend::Facade as _;
use glium::index::{NoIndices, PrimitiveType};
use glium::uniforms::{AsUniformValue, Uniforms, UniformsStorage};
use glium::vertex::EmptyVertexAttributes;
use glium::{DrawParameters, Program, Surface, Vertex, uniform};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

use super::colour::Colour;

/// All light there is, as `spot.frag` has it: a column for each spot light.
#[derive(Clone, Copy, Default)]
struct Lit {
    sun: [f32; 3],
    above: [f32; 3],
    below: [f32; 3],
    lamps: [[f32; 4]; MOST_SPOTS],
    directions: [[f32; 4]; MOST_SPOTS],
    cones: [[f32; 4]; MOST_SPOTS],
    colours: [[f32; 4]; MOST_SPOTS],
}

impl Lit {
    fn new(lights: &Lights, spots: &[Spot]) -> Self {
        let [sun, above, below] = lights.of_sky().map(|light| light.to_array());
        let mut lit = Self { sun, above, below, ..Self::default() };
        for (i, spot) in spots.iter().take(MOST_SPOTS).enumerate() {
            let [inner, outer] = spot.cosines();
            lit.lamps[i] = spot.at.extend(spot.reach).to_array();
            lit.directions[i] = spot.towards.normalize_or_zero().extend(0.0).to_array();
            lit.cones[i] = [inner, outer, 0.0, 0.0];
            lit.colours[i] = spot.colour.extend(0.0).to_array();
        }
        lit
    }
}

/// How far from where one looks things are seen, at most: lamps that reach no nearer are left out.
const SEEN: f32 = 40.0;

/// The sun's light by day, against which highlights are measured.
const SUN: f32 = 0.75;

/// What meshes without a material shine with, as in `lit.frag`.
const SHINE: f32 = 0.10 / SUN;
const SHININESS: f32 = 32.0;
const RIM: f32 = 0.05 / SUN;

/// How a material mirrors light, as `spot.frag` has it.
pub(super) fn mirrored(shine: Option<Shine>) -> ([f32; 3], f32) {
    shine.map_or(([0.0; 3], 1.0), |shine| (linear(shine.specular), shine.shininess))
}

/// A colour as light.
pub(super) fn linear(colour: [f32; 3]) -> [f32; 3] {
    colour.map(|part| part.powf(2.2))
}

/// What a scene is drawn with that is lit by [`Lights`].
pub struct Lighting {
    mesh: Rc<Live<Program>>,
    sky: Rc<Live<Program>>,
    no_texture: Texture,
    lights: RefCell<Lights>,
    lit: Cell<Lit>,
}

impl Lighting {
    /// Loads the shaders. It is day.
    pub fn new(gl: &Gl) -> Result<Rc<Self>> {
        Ok(Rc::new(Self {
            mesh: gl.program("given/place.vert", FRAGMENT, &[MeshVertex::build_bindings()])?,
            sky: gl.program("background.vert", "given/sky.frag", &[])?,
            no_texture: Texture::checker(gl.get_context())?,
            lights: RefCell::default(),
            lit: Cell::new(Lit::new(&Lights::default(), &[])),
        }))
    }

    /// Changes the light, for what is drawn from now on. Lamps far from `seen`, where one looks, are left out.
    pub fn set(&self, lights: &Lights, seen: Vec3) {
        self.lit.set(Lit::new(lights, &lights.near(seen, SEEN)));
        self.lights.borrow_mut().clone_from(lights);
    }

    /// What a shader is given, and all of the light too.
    pub(super) fn add_to<'u, U: AsUniformValue, R: Uniforms>(
        &self,
        uniforms: UniformsStorage<'u, U, R>,
    ) -> impl Uniforms + use<'u, U, R> {
        let Lit { sun, above, below, lamps, directions, cones, colours } = self.lit.get();
        uniforms
            .add("u_sun", sun)
            .add("u_above", above)
            .add("u_below", below)
            .add("u_lamp", lamps)
            .add("u_towards", directions)
            .add("u_cone", cones)
            .add("u_light", colours)
    }

    /// The colour of something far away.
    pub fn far(&self, colour: Colour) -> Colour {
        self.lights.borrow().far(colour)
    }

    /// Draws the sky over all that is there, unless it is day.
    pub fn draw_sky(&self, target: &mut impl Surface) -> Result<()> {
        let lights = self.lights.borrow();
        if lights.night <= 0.0 {
            return Ok(());
        }
        let [low, high] = lights.sky();
        let (uniforms, corners) = (uniform! { u_low: low, u_high: high }, EmptyVertexAttributes { len: 3 });
        let (triangle, parameters) = (NoIndices(PrimitiveType::TrianglesList), DrawParameters::default());
        Ok(target.draw(corners, triangle, &self.sky.get(), &uniforms, &parameters)?)
    }

    /// Draws a mesh in one colour.
    pub fn draw_mesh(
        &self,
        target: &mut impl Surface,
        view: &View,
        mesh: &MeshBuffers,
        world_from_model: Mat4,
        colour: Colour,
        parameters: &DrawParameters<'_>,
    ) -> Result<()> {
        let uniforms = uniform! {
            u_clip_from_world: view.clip_from_world.to_cols_array_2d(),
            u_world_from_model: world_from_model.to_cols_array_2d(),
            u_colour: colour,
            u_eye: view.eye.to_array(),
            u_texture: self.no_texture.repeated(),
            u_texture_shown: false,
            u_seen_through: true,
            u_cutoff: -1.0f32,
            u_unlit: false,
            u_specular: [SHINE; 3],
            u_shininess: SHININESS,
            u_emission: [0.0f32; 3],
            u_rim: RIM,
        };
        Ok(target.draw(
            &mesh.vertices,
            &mesh.indices,
            &self.mesh.get(),
            &self.add_to(uniforms),
            parameters,
        )?)
    }
}

/// The shader of all that is lit.
pub(super) const FRAGMENT: &str = "spot.frag";
