//! Lights a frame by sun and sky at a time of day, and by lamps.

use super::colour::{Colour, rgb};
use super::drawing::solid;
use super::{Extent, Gl, HotReload, MeshBuffers, MeshVertex, SkinLook, View};
use anyhow::Result;
use common::material::Alpha;
use glam::{Mat4, Vec3};
use glium::uniforms::{AsUniformValue, Uniforms, UniformsStorage};
use glium::vertex::VertexFormat;
use glium::{Program, Surface, Vertex, uniform};
use std::cell::RefCell;
use std::rc::Rc;

/// The most lamps that light one thing: `spot.frag` has a matrix column for each.
const MOST_LAMPS: usize = 4;

/// The least angle between the cones, in degrees, as the shader divides by the difference of cosines.
const EDGE: f32 = 0.5;

/// The strength of the sun's light by day.
const SUN: f32 = 0.75;

/// The light that meshes without a material gain where they turn away, as in `lit.frag`.
const RIM: f32 = 0.05 / SUN;

/// A lamp, which is a spot light.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spot {
    /// The place in world space.
    pub at: Vec3,
    /// The direction in world space, of any length.
    pub towards: Vec3,
    /// Half angles of the inner and outer cone, in degrees. Light fades from all to none between.
    pub cone: [f32; 2],
    /// Linear red, green and blue, where 1 is as bright as the sun.
    pub colour: Vec3,
    /// The distance up to which it lights things, in metres.
    pub reach: f32,
}

impl Spot {
    /// Returns the cosines of half the inner and half the outer cone, which is the wider one.
    fn cosines(&self) -> [f32; 2] {
        let [inner, outer] = self.cone;
        [inner, outer.max(inner + EDGE)].map(|degrees| degrees.to_radians().cos())
    }
}

/// The light of a frame.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Light {
    /// The darkness, from 0 by day to 1 at night.
    pub night: f32,
    /// The lamps, of which the nearest light a thing.
    pub lamps: Vec<Spot>,
}

/// The light and the colours at an hour, as in [`HOURS`].
type Hour = [Vec3; 7];

/// The hours: by day as in all lessons, at sunset, and at night with a moon.
///
/// Each has the light of the sun, of the sky and of the ground, linear; the colours of the sky near the ground and high up, by
/// day as in `sky.glsl`; and the factor for the colours of distant things, and the exponent applied before it.
const HOURS: [Hour; 3] = [
    [
        Vec3::splat(SUN),
        Vec3::new(0.52, 0.55, 0.58),
        Vec3::new(0.30, 0.29, 0.28),
        Vec3::new(0.847, 0.812, 0.729),
        Vec3::new(0.902, 0.945, 0.980),
        Vec3::ONE,
        Vec3::ONE,
    ],
    [
        Vec3::new(0.42, 0.26, 0.17),
        Vec3::new(0.22, 0.22, 0.31),
        Vec3::new(0.14, 0.12, 0.13),
        opaque(0xd9a58c),
        opaque(0x6d7ba6),
        Vec3::new(0.90, 0.71, 0.66),
        Vec3::splat(1.9),
    ],
    [
        Vec3::new(0.045, 0.060, 0.100),
        Vec3::new(0.050, 0.068, 0.125),
        Vec3::new(0.022, 0.027, 0.048),
        opaque(0x35415f),
        opaque(0x131a30),
        Vec3::new(0.22, 0.26, 0.39),
        Vec3::splat(2.4),
    ],
];

/// Returns red, green and blue of `0xrrggbb`.
const fn opaque(hex: u32) -> Vec3 {
    let [red, green, blue, _] = rgb(hex);
    Vec3::new(red, green, blue)
}

impl Light {
    /// Mixes the two hours nearest to `night`.
    fn hour(&self) -> Hour {
        let night = if self.night > 0.0 { 2.0 * self.night.min(1.0) } else { 0.0 };
        let early = usize::from(night >= 1.0);
        std::array::from_fn(|i| HOURS[early][i].lerp(HOURS[early + 1][i], night - early as f32))
    }

    /// Returns the colours of the sky near the ground and high up, if it isn't the day's.
    pub fn sky(&self) -> Option<[Colour; 2]> {
        let [_, _, _, low, high, ..] = self.hour();
        (self.night > 0.0).then(|| [low, high].map(|colour| colour.extend(1.0).to_array()))
    }

    /// Returns the colour at this hour of something far away, which no lamp reaches.
    pub fn far(&self, [r, g, b, opacity]: Colour) -> Colour {
        let [.., far, depth] = self.hour();
        (far * Vec3::new(r, g, b).powf(depth.x)).extend(opacity).to_array()
    }

    /// Returns the light on a thing of this extent in the world: each further lamp would cost time at every pixel.
    pub fn on(&self, extent: &Extent) -> Self {
        let gap = |lamp: &Spot| lamp.at.distance(extent.centre) - lamp.reach;
        let reaches = |lamp: &Spot| gap(lamp) < extent.radius && !extent.faces_away_from(lamp.at);
        let mut lamps: Vec<Spot> = self.lamps.iter().copied().filter(reaches).collect();
        lamps.sort_by(|a, b| gap(a).total_cmp(&gap(b)));
        lamps.truncate(MOST_LAMPS);
        Self { night: self.night, lamps }
    }

    /// Adds what `spot.frag` reads of this light and of a surface.
    pub fn uniforms<'u, U: AsUniformValue, R: Uniforms>(
        &self,
        uniforms: UniformsStorage<'u, U, R>,
        look: &SkinLook<'_>,
    ) -> impl Uniforms + use<'u, U, R> {
        let [sun, above, below, ..] = self.hour().map(|light| light.to_array());
        let [mut places, mut directions, mut cones, mut colours] = [[[0.0f32; 4]; MOST_LAMPS]; 4];
        for (i, lamp) in self.lamps.iter().take(MOST_LAMPS).enumerate() {
            let [inner, outer] = lamp.cosines();
            places[i] = lamp.at.extend(lamp.reach).to_array();
            directions[i] = lamp.towards.normalize_or_zero().extend(0.0).to_array();
            cones[i] = [inner, outer, 0.0, 0.0];
            colours[i] = lamp.colour.extend(0.0).to_array();
        }
        let (specular, shininess) =
            look.shine.map_or(([0.0; 3], 1.0), |shine| (shine.specular, shine.shininess));
        let [r, g, b, opacity] = look.colour;
        let [r, g, b] = linear([r, g, b]);
        uniforms
            .add("u_sun", sun)
            .add("u_above", above)
            .add("u_below", below)
            .add("u_lamp", places)
            .add("u_towards", directions)
            .add("u_cone", cones)
            .add("u_light", colours)
            .add("u_albedo", [r, g, b, opacity])
            .add("u_specular", linear(specular))
            .add("u_shininess", shininess)
            .add("u_emission", linear(look.emission))
            .add("u_rim", look.rim)
    }
}

/// The shader program of what a [`Light`] falls on. It's compiled for each number of lamps, and for what lookes need: without the
/// rest it runs faster.
pub struct LitProgram {
    gl: Gl,
    vertex: &'static str,
    vertices: VertexFormat,
    made: RefCell<Vec<(Features, Rc<HotReload<Program>>)>>,
}

/// The number of lamps, and whether a surface has a texture, holes, highlights, and a light of its own.
type Features = (usize, [bool; 4]);

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
        let features = (light.lamps.len(), [look.texture.is_some(), has_holes, shines, glows]);
        let mut made = self.made.borrow_mut();
        if let Some((_, program)) = made.iter().find(|(of, _)| *of == features) {
            return Ok(program.clone());
        }
        let names = ["TEXTURED", "HAS_HOLES", "SHINES", "GLOWS"].into_iter().zip(features.1);
        let defines = names.map(|(name, is_needed)| format!("{name} {is_needed}"));
        let defines = defines.chain([format!("LAMPS {}", features.0)]).collect();
        let program = self.gl.program_with(&[self.vertex, "spot.frag"], &[self.vertices], defines)?;
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
        let light = light.on(&mesh.extent.moved(&world_from_model));
        let look = SkinLook { colour, rim: RIM, ..SkinLook::default() };
        let program = self.get(&light, &look)?;
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
    use common::shapes::outline;
    use glam::{Vec2, vec3};

    /// Returns the colour at the middle of a grey wall that faces the viewer.
    fn seen(night: f32, lamps: &[Spot]) -> Result<[u8; 3]> {
        let gl = offscreen()?;
        let canvas = Canvas::new(&gl, [1, 1], 1)?;
        let mut scene = canvas.scene(&gl)?;
        scene.clear_color_and_depth((1.0, 0.0, 0.0, 1.0), 1.0);
        let corners = [[-9.0, -9.0], [9.0, -9.0], [9.0, 9.0], [-9.0, 9.0]].map(Vec2::from);
        let wall = MeshBuffers::new(&gl, &outline::plate(&corners))?;
        let eye = vec3(0.0, 0.0, 10.0);
        let flat = Mat4::from_diagonal(glam::vec4(0.1, 0.1, -0.01, 1.0));
        let view = View { clip_from_world: flat, eye, flat: false, size: [1, 1], scale: 1.0 };
        let light = Light { night, lamps: lamps.to_vec() };
        let (solid, colour) = ((&wall, Mat4::IDENTITY), [0.5, 0.5, 0.5, 1.0]);
        LitProgram::of_solids(&gl).solid(&light, &mut scene, &view, solid, colour)?;
        let pixels = canvas.pixels()?;
        Ok([pixels[0], pixels[1], pixels[2]])
    }

    #[test]
    fn a_lamp_lights_what_faces_it_within_its_reach_and_its_cone_and_nothing_else() -> Result<()> {
        // In front of the wall, and beside the line of sight, so that a highlight doesn't matter.
        let lamp = Spot {
            at: vec3(0.0, 3.0, 4.0),
            towards: vec3(0.0, -3.0, -4.0),
            cone: [10.0, 20.0],
            colour: Vec3::X,
            reach: 10.0,
        };
        let by = |lamp: Spot| seen(1.0, &[lamp]);
        let (dark, lit) = (seen(1.0, &[])?, by(lamp)?);
        assert!(lit[0] > dark[0] + 40 && lit[1..] == dark[1..], "{lit:?} {dark:?}");
        for (why, other) in [
            ("too far away", Spot { reach: 4.9, ..lamp }),
            ("it shines elsewhere", Spot { towards: vec3(3.0, 0.0, -4.0), ..lamp }),
            (
                "it is behind the wall",
                Spot { at: vec3(0.0, 3.0, -4.0), towards: vec3(0.0, -3.0, 4.0), ..lamp },
            ),
            ("it shines away", Spot { towards: vec3(0.0, 3.0, 4.0), ..lamp }),
        ] {
            assert_eq!(by(other)?, dark, "{why}");
        }
        let half = by(Spot { towards: vec3(0.0, -3.0, -4.0) + 1.35 * Vec3::X, ..lamp })?;
        assert!(half[0] > dark[0] + 10 && half[0] + 10 < lit[0], "between the cones: {half:?}");
        Ok(())
    }

    #[test]
    fn by_day_it_is_as_light_as_in_all_lessons_and_at_night_it_is_bluish() -> Result<()> {
        // By lit.frag: 0.5^2.2 times 0.41, 0.42, 0.43 of the sky and 0.75 · 0.5145 of the sun.
        let light =
            |sky: f32| ((0.5f32.powf(2.2) * (sky + 0.75 * 0.5145)).powf(1.0 / 2.2) * 255.0).round() as u8;
        for (found, wanted) in seen(0.0, &[])?.into_iter().zip([0.41, 0.42, 0.43].map(light)) {
            assert!(found.abs_diff(wanted) <= 2, "{found} {wanted}");
        }
        let [[r, g, b], [day, ..]] = [seen(1.0, &[])?, seen(0.0, &[])?];
        assert!(b > g && g > r && r > 20 && b < day / 2, "{r} {g} {b} {day}");
        Ok(())
    }

    fn spot(x: f32, cone: [f32; 2]) -> Spot {
        Spot { at: Vec3::X * x, towards: Vec3::NEG_X, cone, colour: Vec3::ONE, reach: 8.0 }
    }

    #[test]
    fn the_nearest_lamps_are_lit_and_none_beyond_its_reach() {
        let lamps = (1..9u8).rev().map(|i| spot(5.0 * f32::from(i), [10.0, 20.0])).collect();
        let light = Light { night: 1.0, lamps };
        let places = |radius: f32| {
            let extent = Extent { radius, ..Extent::default() };
            light.on(&extent).lamps.iter().map(|spot| spot.at.x).collect::<Vec<f32>>()
        };
        assert_eq!([100.0, 3.0, 0.0].map(places), [vec![5.0, 10.0, 15.0, 20.0], vec![5.0, 10.0], vec![5.0]]);
    }

    #[test]
    fn the_inner_cone_is_always_the_narrower_one() {
        for (cone, degrees) in [([14.0, 24.0], [14.0f32, 24.0]), ([24.0, 24.0], [24.0, 24.5])] {
            let found = spot(0.0, cone).cosines();
            let near = |(found, degrees): (f32, f32)| (found - degrees.to_radians().cos()).abs() < 1e-6;
            assert!(found[0] > found[1] && found.into_iter().zip(degrees).all(near), "{cone:?} {found:?}");
        }
    }

    #[test]
    fn night_comes_step_by_step_and_nothing_is_darker_than_night() {
        let at = |night: f32| Light { night, ..Light::default() };
        for step in 0..20u8 {
            let [early, late] = [step, step + 1].map(|step| at(f32::from(step) / 20.0).hour());
            for (early, late) in early.into_iter().zip(late).take(3) {
                assert!(early.element_sum() > late.element_sum(), "{step}");
                assert!(early.distance(late) < 0.1, "{step}");
            }
        }
        let hour = |night: f32| at(night).hour();
        assert_eq!((hour(7.0), hour(-1.0), hour(f32::NAN)), (hour(1.0), hour(0.0), hour(0.0)));
        assert_eq!(at(0.0).far([0.2, 0.4, 0.6, 0.5]), [0.2, 0.4, 0.6, 0.5]);
    }
}
