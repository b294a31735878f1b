//! Lights a frame by sun and sky, or at night by the moon and a lamp.

use super::colour::Colour;
use super::drawing::solid;
use super::{Gl, HotReload, MeshBuffers, MeshVertex, SkinLook, View};
use anyhow::Result;
use common::asset::Alpha;
use glam::{Mat4, Vec3};
use glium::uniforms::{AsUniformValue, Uniforms, UniformsStorage};
use glium::vertex::VertexFormat;
use glium::{Program, Surface, Vertex, uniform};
use std::cell::RefCell;
use std::rc::Rc;

/// The light that meshes without a material gain where they turn away, as in `lit.frag`, as a part of the sun's 0.75.
const RIM: f32 = 0.05 / 0.75;

/// The factor for the colours of distant things at night, and the exponent applied before it.
const FAR: (Vec3, f32) = (Vec3::new(0.22, 0.26, 0.39), 2.4);

/// The light of a frame, whose strengths `spot.frag` has.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Light {
    /// True by the moon, and false by the sun.
    pub is_night: bool,
    pub lamp: Option<Lamp>,
}

/// A lamp, which is a spot light.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lamp {
    /// The place in world space.
    pub at: Vec3,
    /// The direction in world space, of any length.
    pub towards: Vec3,
}

impl Light {
    /// Returns the colour in this light of something far away, which the lamp doesn't reach.
    pub fn far(&self, colour: Colour) -> Colour {
        let ([r, g, b, opacity], (dimmed, depth)) = (colour, FAR);
        if self.is_night {
            return (dimmed * Vec3::new(r, g, b).powf(depth)).extend(opacity).to_array();
        }
        colour
    }

    /// Adds what `spot.frag` reads of this light and of a surface.
    pub fn uniforms<'u, U: AsUniformValue, R: Uniforms>(
        &self,
        uniforms: UniformsStorage<'u, U, R>,
        look: &SkinLook<'_>,
    ) -> impl Uniforms + use<'u, U, R> {
        let lamp = self.lamp.unwrap_or(Lamp { at: Vec3::ZERO, towards: Vec3::ZERO });
        let (specular, shininess) =
            look.shine.map_or(([0.0; 3], 1.0), |shine| (shine.specular, shine.shininess));
        let [r, g, b, opacity] = look.colour;
        let [r, g, b] = linear([r, g, b]);
        uniforms
            .add("u_lamp", lamp.at.to_array())
            .add("u_towards", lamp.towards.normalize_or_zero().to_array())
            .add("u_albedo", [r, g, b, opacity])
            .add("u_specular", linear(specular))
            .add("u_shininess", shininess)
            .add("u_emission", linear(look.emission))
            .add("u_rim", look.rim)
    }
}

/// The shader program of what a [`Light`] falls on. It's compiled for what light and looks need: without the rest it runs faster.
pub struct LitProgram {
    gl: Gl,
    vertex: &'static str,
    vertices: VertexFormat,
    made: RefCell<Vec<(Features, Rc<HotReload<Program>>)>>,
}

/// Whether each of [`FEATURES`] is needed.
type Features = [bool; FEATURES.len()];
const FEATURES: [&str; 6] = ["NIGHT", "LAMP", "TEXTURED", "HAS_HOLES", "SHINES", "GLOWS"];

impl LitProgram {
    /// Puts `spot.frag` behind a vertex shader.
    pub fn new(gl: &Gl, vertex: &'static str, vertices: VertexFormat) -> Self {
        Self { gl: gl.clone(), vertex, vertices, made: RefCell::default() }
    }

    /// Returns the program for solid meshes without a material.
    pub fn of_solids(gl: &Gl) -> Self {
        Self::new(gl, "reference/place.vert", MeshVertex::build_bindings())
    }

    /// Returns the program for a light and a surface.
    pub fn get(&self, light: &Light, look: &SkinLook<'_>) -> Result<Rc<HotReload<Program>>> {
        let has_holes = matches!(look.alpha, Alpha::Mask(_));
        let shines = look.shine.is_some_and(|shine| shine.specular != [0.0; 3]);
        let glows = look.unlit || look.rim > 0.0 || look.emission != [0.0; 3];
        let (is_night, has_lamp) = (light.is_night, light.lamp.is_some());
        let features = [is_night, has_lamp, look.texture.is_some(), has_holes, shines, glows];
        let mut made = self.made.borrow_mut();
        if let Some((_, program)) = made.iter().find(|(of, _)| *of == features) {
            return Ok(program.clone());
        }
        let defines = FEATURES.iter().zip(features).map(|(name, is_needed)| format!("{name} {is_needed}"));
        let program =
            self.gl.program_with(&[self.vertex, "spot.frag"], &[self.vertices], defines.collect())?;
        made.push((features, program.clone()));
        Ok(program)
    }

    /// Draws a solid mesh without a material.
    pub fn solid(
        &self,
        light: &Light,
        target: &mut impl Surface,
        view: &View,
        (mesh, world_from_model): (&MeshBuffers, Mat4),
        colour: Colour,
    ) -> Result<()> {
        let look = SkinLook { colour, rim: RIM, ..SkinLook::default() };
        let program = self.get(light, &look)?;
        let uniforms = uniform! {
            u_clip_from_world: view.clip_from_world.to_cols_array_2d(),
            u_world_from_model: world_from_model.to_cols_array_2d(),
            u_eye: view.eye.to_array(),
            u_seen_through: true,
            u_unlit: false,
        };
        let uniforms = light.uniforms(uniforms, &look);
        Ok(target.draw(&mesh.vertices, &mesh.indices, &program.get(), &uniforms, &solid())?)
    }
}

/// Returns an sRGB colour as linear light.
fn linear(colour: [f32; 3]) -> [f32; 3] {
    colour.map(|part| part.powf(2.2))
}

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests {
    use super::*;
    use crate::{Canvas, offscreen};
    use common::shapes;
    use glam::{Vec2, vec3};

    /// Returns the colour at the middle of a grey wall that faces the viewer.
    fn seen(is_night: bool, lamp: Option<Lamp>) -> Result<[u8; 3]> {
        let gl = offscreen()?;
        let canvas = Canvas::new(&gl, [1, 1], 1)?;
        let mut scene = canvas.scene(&gl)?;
        scene.clear_color_and_depth((1.0, 0.0, 0.0, 1.0), 1.0);
        let corners = [[-9.0, -9.0], [9.0, -9.0], [9.0, 9.0], [-9.0, 9.0]].map(Vec2::from);
        let wall = MeshBuffers::new(&gl, &shapes::plate(&corners))?;
        let eye = vec3(0.0, 0.0, 10.0);
        let flat = Mat4::from_diagonal(glam::vec4(0.1, 0.1, -0.01, 1.0));
        let view = View { clip_from_world: flat, eye, flat: false, size: [1, 1], scale: 1.0 };
        let (solid, colour) = ((&wall, Mat4::IDENTITY), [0.5, 0.5, 0.5, 1.0]);
        LitProgram::of_solids(&gl).solid(&Light { is_night, lamp }, &mut scene, &view, solid, colour)?;
        let pixels = canvas.pixels()?;
        Ok([pixels[0], pixels[1], pixels[2]])
    }

    #[test]
    fn a_lamp_lights_what_faces_it_within_its_reach_and_its_cone_and_nothing_else() -> Result<()> {
        // In front of the wall, and beside the line of sight, so that a highlight doesn't matter.
        let (at, ahead) = (vec3(0.0, 3.0, 4.0), vec3(0.0, -3.0, -4.0));
        let by = |at: Vec3, towards: Vec3| seen(true, Some(Lamp { at, towards }));
        let (dark, lit) = (seen(true, None)?, by(at, ahead)?);
        assert!(lit[0] > dark[0] + 40 && lit[2] > dark[2], "{lit:?} {dark:?}");
        for (why, at, towards) in [
            ("too far away", 3.0 * at, ahead),
            ("it shines elsewhere", at, vec3(3.0, 0.0, -4.0)),
            ("it is behind the wall", vec3(0.0, 3.0, -4.0), vec3(0.0, -3.0, 4.0)),
            ("it shines away", at, -ahead),
        ] {
            assert_eq!(by(at, towards)?, dark, "{why}");
        }
        for (why, part) in
            [("farther away", by(1.5 * at, ahead)?), ("between the cones", by(at, ahead + 2.5 * Vec3::X)?)]
        {
            assert!(part[0] > dark[0] + 10 && part[0] + 10 < lit[0], "{why}: {part:?} of {lit:?}");
        }
        Ok(())
    }

    #[test]
    fn by_day_it_is_as_light_as_in_all_lessons_and_at_night_it_is_bluish() -> Result<()> {
        // By lit.frag: 0.5^2.2 times 0.41, 0.42, 0.43 of the sky and 0.75 · 0.5145 of the sun.
        let light =
            |sky: f32| ((0.5f32.powf(2.2) * (sky + 0.75 * 0.5145)).powf(1.0 / 2.2) * 255.0).round() as u8;
        for (found, wanted) in seen(false, None)?.into_iter().zip([0.41, 0.42, 0.43].map(light)) {
            assert!(found.abs_diff(wanted) <= 2, "{found} {wanted}");
        }
        let [[r, g, b], [day, ..]] = [seen(true, None)?, seen(false, None)?];
        assert!(b > g && g > r && r > 20 && b < day / 2, "{r} {g} {b} {day}");
        Ok(())
    }
}
