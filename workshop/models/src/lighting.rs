//! Lights scenes by a sun and sky that go down, and by spot lights.

use crate::lights::{Hour, Lights, MOST_SPOTS};
use crate::skin_painter::{SKIN, SkinLook};
use anyhow::Result;
use common::mesh::Extent;
use gl::colour::Colour;
use gl::drawing::solid;
use gl::{Background, Gl, HotReload, MeshBuffers, MeshVertex, View};
use glam::{Mat4, Vec2, Vec3};
use glium::framebuffer::SimpleFrameBuffer;
use glium::uniforms::{AsUniformValue, Uniforms, UniformsStorage};
use glium::vertex::VertexFormat;
use glium::{Program, Surface, Vertex, uniform};
use stage::Light;
use std::cell::RefCell;
use std::rc::Rc;

/// Factor from the distance of a view's corners to the depth that is seen: things behind the target are seen too.
const DEEPER: f32 = 1.2;

/// The strength of the sun's light by day.
const SUN: f32 = 0.75;

/// The light that meshes without a material gain where they turn away, as in `lit.frag`.
const RIM: f32 = 0.05 / SUN;

/// Returns an sRGB colour as linear light.
fn linear(colour: [f32; 3]) -> [f32; 3] {
    colour.map(|part| part.powf(2.2))
}

/// Adds lights and a surface to the uniforms of `spot.frag`, which has a matrix column for each spot light.
/// `rim` is the light that the surface gains where it turns away from the eye.
pub(crate) fn lit<'u, U: AsUniformValue, R: Uniforms>(
    uniforms: UniformsStorage<'u, U, R>,
    lights: &Lights,
    look: SkinLook<'_>,
    rim: f32,
) -> impl Uniforms + use<'u, U, R> {
    let Hour { sun, above, below, .. } = lights.hour();
    let [mut places, mut directions, mut cones, mut colours] = [[[0.0f32; 4]; MOST_SPOTS]; 4];
    for (i, spot) in lights.spots.iter().take(MOST_SPOTS).enumerate() {
        let [inner, outer] = spot.cosines();
        places[i] = spot.at.extend(spot.reach).to_array();
        directions[i] = spot.towards.normalize_or_zero().extend(0.0).to_array();
        cones[i] = [inner, outer, 0.0, 0.0];
        colours[i] = spot.colour.extend(0.0).to_array();
    }
    let [r, g, b, opacity] = look.colour;
    let [r, g, b] = linear([r, g, b]);
    let (specular, shininess) = look.shine.map_or(([0.0; 3], 1.0), |shine| (shine.specular, shine.shininess));
    uniforms
        .add("u_sun", sun.to_array())
        .add("u_above", above.to_array())
        .add("u_below", below.to_array())
        .add("u_lamp", places)
        .add("u_towards", directions)
        .add("u_cone", cones)
        .add("u_light", colours)
        .add("u_albedo", [r, g, b, opacity])
        .add("u_specular", linear(specular))
        .add("u_shininess", shininess)
        .add("u_emission", linear(look.emission))
        .add("u_rim", rim)
}

/// The shaders of a scene that is lit by [`Lights`].
pub struct Lighting {
    /// The programs for meshes without a material, which cover most of a picture.
    bare: Programs,
    pub(crate) skins: Programs,
    sky: Background,
    lights: RefCell<Lights>,
    /// The lights that reach the model that is drawn now.
    pub(crate) near: RefCell<Lights>,
}

impl Lighting {
    /// Loads the shaders, with the light of day.
    pub fn new(gl: &Gl) -> Result<Rc<Self>> {
        let bare = Programs::new(gl, "reference/place.vert", MeshVertex::build_bindings());
        // An error in the shader shows at once.
        bare.get(Features { glows: true, ..Features::default() })?;
        Ok(Rc::new(Self {
            bare,
            skins: Programs::new(gl, SKIN, gpu::skin_format(gl)?),
            sky: Background::new(gl, "reference/sky.frag")?,
            lights: RefCell::default(),
            near: RefCell::default(),
        }))
    }

    /// Changes the light for everything drawn from now on. Lamps that light nothing in the picture are left
    /// out. `seen` is the point of the world that the viewer looks at.
    pub fn set(&self, lights: &Lights, view: &View, seen: Vec3) {
        let to_corner = 0.5 * Vec2::from(view.size.map(|side| side as f32)).length() / view.scale;
        let within = DEEPER * view.metres_of_pixels(seen, to_corner);
        *self.lights.borrow_mut() = Lights { night: lights.night, spots: lights.near(seen, within) };
    }

    /// Keeps, for the next model only, the lamps that reach it, since each of them costs time.
    pub fn only_on(&self, extent: &Extent) {
        *self.near.borrow_mut() = self.lights.borrow().on(extent);
    }
}

impl Light for Lighting {
    fn sky(&self) -> Option<(&Background, [Colour; 2])> {
        let lights = self.lights.borrow();
        let Hour { low, high, .. } = lights.hour();
        (lights.night > 0.0).then_some((&self.sky, [low, high]))
    }

    fn far(&self, colour: Colour) -> Colour {
        self.lights.borrow().far(colour)
    }

    fn solid(
        &self,
        target: &mut SimpleFrameBuffer<'_>,
        view: &View,
        mesh: &MeshBuffers,
        world_from_model: Mat4,
        colour: Colour,
    ) -> Result<()> {
        let lights = self.lights.borrow().on(&mesh.extent.moved(&world_from_model));
        let program =
            self.bare.get(Features { glows: true, lamps: lights.spots.len(), ..Features::default() })?;
        let uniforms = uniform! {
            u_clip_from_world: view.clip_from_world.to_cols_array_2d(),
            u_world_from_model: world_from_model.to_cols_array_2d(),
            u_eye: view.eye.to_array(),
            u_seen_through: true,
            u_unlit: false,
        };
        let uniforms = lit(uniforms, &lights, SkinLook { colour, ..SkinLook::default() }, RIM);
        Ok(target.draw(&mesh.vertices, &mesh.indices, &program.get(), &uniforms, &solid())?)
    }
}

/// The features of `spot.frag` that a mesh needs. Without the others it runs faster.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Features {
    pub texture: bool,
    /// True if fragments below an opacity are discarded. A shader that can discard keeps a software renderer
    /// from writing depths at once.
    pub holes: bool,
    pub highlights: bool,
    /// True if the surface emits light, has a rim, or is not lit at all.
    pub glows: bool,
    /// The number of lamps, up to `MOST_SPOTS`.
    pub lamps: usize,
}

impl Features {
    /// Returns the shader's `#define`s.
    fn defines(self) -> Vec<String> {
        let Self { texture, holes, highlights, glows, lamps } = self;
        let parts = [("TEXTURED", texture), ("HAS_HOLES", holes), ("SHINES", highlights), ("GLOWS", glows)];
        let parts = parts.map(|(name, is_needed)| format!("{name} {is_needed}"));
        parts.into_iter().chain([format!("LAMPS {}", lamps.min(MOST_SPOTS))]).collect()
    }
}

/// The shader programs for one format of vertices, each compiled when it is first needed.
pub(crate) struct Programs {
    gl: Gl,
    vertex: &'static str,
    vertices: VertexFormat,
    made: RefCell<Vec<(Features, Rc<HotReload<Program>>)>>,
}

impl Programs {
    fn new(gl: &Gl, vertex: &'static str, vertices: VertexFormat) -> Self {
        Self { gl: gl.clone(), vertex, vertices, made: RefCell::default() }
    }

    /// The program with these features.
    pub fn get(&self, features: Features) -> Result<Rc<HotReload<Program>>> {
        let mut made = self.made.borrow_mut();
        if let Some((_, program)) = made.iter().find(|(known, _)| *known == features) {
            return Ok(program.clone());
        }
        let program =
            self.gl.program_with(&[self.vertex, "spot.frag"], &[self.vertices], features.defines())?;
        made.push((features, program.clone()));
        Ok(program)
    }
}

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests {
    use super::*;
    use crate::lights::Spot;
    use common::shapes::outline;
    use gl::{Canvas, offscreen};
    use glam::vec3;

    /// Returns the colour at the middle of a grey wall that faces the viewer.
    fn seen(lights: &Lights) -> Result<[u8; 3]> {
        let gl = offscreen()?;
        let lighting = Lighting::new(&gl)?;
        let canvas = Canvas::new(&gl, [1, 1], 1)?;
        let mut scene = canvas.scene(&gl)?;
        scene.clear_color_and_depth((1.0, 0.0, 0.0, 1.0), 1.0);
        let corners = [[-9.0, -9.0], [9.0, -9.0], [9.0, 9.0], [-9.0, 9.0]].map(Vec2::from);
        let wall = MeshBuffers::new(&gl, &outline::plate(&corners))?;
        let eye = vec3(0.0, 0.0, 10.0);
        let flat = Mat4::from_diagonal(glam::vec4(0.1, 0.1, -0.01, 1.0));
        let view = View { clip_from_world: flat, eye, flat: false, size: [1, 1], scale: 1.0 };
        lighting.set(lights, &view, Vec3::ZERO);
        lighting.solid(&mut scene, &view, &wall, Mat4::IDENTITY, [0.5, 0.5, 0.5, 1.0])?;
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
        let by = |lamp: Spot| seen(&Lights { night: 1.0, spots: vec![lamp] });
        let dark = seen(&Lights { night: 1.0, spots: Vec::new() })?;
        let lit = by(lamp)?;
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
        let at = |night: f32| seen(&Lights { night, spots: Vec::new() });
        // By lit.frag: 0.5^2.2 times 0.41, 0.42, 0.43 of the sky and 0.75 · 0.5145 of the sun.
        let light =
            |sky: f32| ((0.5f32.powf(2.2) * (sky + 0.75 * 0.5145)).powf(1.0 / 2.2) * 255.0).round() as u8;
        for (found, wanted) in at(0.0)?.into_iter().zip([0.41, 0.42, 0.43].map(light)) {
            assert!(found.abs_diff(wanted) <= 2, "{found} {wanted}");
        }
        let [[r, g, b], [day, ..]] = [at(1.0)?, at(0.0)?];
        assert!(b > g && g > r && r > 20 && b < day / 2, "{r} {g} {b} {day}");
        Ok(())
    }
}
