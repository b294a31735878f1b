//! Draws skins, meshes whose vertices the graphics card moves by a palette.

use crate::colour::{Colour, JointColours, joint_colour};
use crate::drawing::{opaque, solid};
use crate::{Gl, HotReload, Light, LitProgram, MeshBuffers, Texture, View};
use anyhow::Result;
use common::asset::{Alpha, Shine};
use common::skin::shader_normals;
use glam::Mat4;
use glium::backend::Facade as _;
use glium::uniforms::{AsUniformValue, UniformBuffer, Uniforms, UniformsStorage};
use glium::{BackfaceCullingMode, Blend, DrawParameters, Program, Surface, uniform};
use gpu::{Palettes, Place, draw_skin, skin_format};
use std::cell::RefCell;
use std::ops::Range;
use std::rc::Rc;

/// The vertex shader of all skins, whose middle students write in lesson 08.
pub(super) const SKIN: &str = "skin.vert";

/// The surface of a skin. Painters of lesson 08 show the first two fields, those for models all but the last four, which
/// count under a frame's own light; vertices have no colours there.
#[derive(Clone, Copy, Default)]
pub struct SkinLook<'a> {
    /// The colour of the surface. Through a transparent one, earlier things are seen.
    pub colour: Colour,
    /// True if the weights are shown, in the joints' colours.
    pub weights_shown: bool,
    /// The texture that multiplies the colour.
    pub texture: Option<&'a Texture>,
    /// The use of the colour's opacity.
    pub alpha: Alpha,
    /// True if no light changes the colour.
    pub unlit: bool,
    /// The highlights, if it has any.
    pub shine: Option<Shine>,
    /// The light that it emits, linear.
    pub emission: [f32; 3],
    /// The part of the sun's light that it gains where it turns away from the eye.
    pub rim: f32,
    /// True if it is a closed mesh. Back faces are culled then, since some of their pixels would shine
    /// through at the outline.
    pub closed: bool,
}

impl SkinLook<'_> {
    /// Returns draw parameters without blending where the surface is opaque, as that takes less time.
    fn parameters<'p>(&self, parameters: &DrawParameters<'p>) -> DrawParameters<'p> {
        let covers = self.colour[3] >= 1.0 && self.texture.is_none_or(|texture| texture.is_opaque);
        if matches!(self.alpha, Alpha::Blend) && !covers {
            return parameters.clone();
        }
        let mut parameters = opaque(parameters);
        if self.closed && !matches!(self.alpha, Alpha::Mask(_)) {
            parameters.backface_culling = BackfaceCullingMode::CullClockwise;
        }
        parameters
    }
}

/// Triangles of a skin, with the palette that moves them, and the view and the light that they are drawn in.
pub(super) struct Triangles<'a> {
    pub view: &'a View,
    pub world_from_model: Mat4,
    pub mesh: &'a MeshBuffers,
    pub range: Range<usize>,
    /// Every joint's `posed_from_bind`.
    pub palette: &'a [Mat4],
    /// The program for vertices with colours, if these are to be shown.
    pub coloured: Option<&'a Program>,
    /// The light, if it isn't the usual one.
    pub light: Option<&'a Light>,
}

/// Draws skins. In each frame only matrices are uploaded, into uniform blocks.
pub struct SkinPainter {
    program: Rc<HotReload<Program>>,
    /// The program of models under a frame's own light. They have matrices for normals; otherwise the palette itself rotates
    /// them.
    lit: Option<LitProgram>,
    palettes: Palettes,
    colours: UniformBuffer<JointColours>,
    /// A texture for surfaces without one, which nobody sees.
    no_texture: Texture,
    /// The palette written last. Writing an equal one again would make the graphics card wait.
    written: RefCell<Vec<Mat4>>,
}

impl SkinPainter {
    /// Loads the shaders of lesson 08, where the palette itself rotates normals.
    pub fn new(gl: &Gl) -> Result<Self> {
        Self::with(gl, "lit.frag", None)
    }

    /// Loads the shaders for models, with textures, and normals right for any joint matrices.
    pub(super) fn for_models(gl: &Gl) -> Result<Self> {
        Self::with(gl, "model.frag", Some(LitProgram::new(gl, SKIN, skin_format(gl)?)))
    }

    fn with(gl: &Gl, fragment: &str, lit: Option<LitProgram>) -> Result<Self> {
        Ok(Self {
            program: gl.program(SKIN, fragment, &[skin_format(gl)?])?,
            lit,
            palettes: Palettes::new(gl)?,
            colours: UniformBuffer::new(gl, std::array::from_fn(joint_colour))?,
            no_texture: Texture::checker(gl.get_context())?,
            written: RefCell::default(),
        })
    }

    /// Draws a mesh with a palette, which has every joint's `posed_from_bind`.
    pub fn draw(
        &self,
        target: &mut impl Surface,
        view: &View,
        mesh: &MeshBuffers,
        world_from_model: Mat4,
        palette: &[Mat4],
        look: SkinLook<'_>,
    ) -> Result<()> {
        let mut parameters = DrawParameters { blend: Blend::alpha_blending(), ..solid() };
        if world_from_model.determinant() < 0.0 {
            parameters.backface_culling = BackfaceCullingMode::CullCounterClockwise;
        }
        let range = 0..mesh.indices.len() / 3;
        let all = Triangles { view, world_from_model, mesh, range, palette, coloured: None, light: None };
        self.draw_triangles(target, &all, look, &parameters)
    }

    /// Uploads the colours in which weights are shown. At first, each joint has its own.
    pub(super) fn set_colours(&self, colours: &[Colour]) {
        let colour = |joint: usize| colours.get(joint).copied().unwrap_or_default();
        self.colours.write(&std::array::from_fn(colour));
    }

    /// Draws some triangles of a mesh.
    pub(super) fn draw_triangles(
        &self,
        target: &mut impl Surface,
        triangles: &Triangles<'_>,
        look: SkinLook<'_>,
        parameters: &DrawParameters<'_>,
    ) -> Result<()> {
        let Triangles { view, mesh, range, palette, .. } = triangles;
        let Some(indices) = mesh.indices.slice(3 * range.start..3 * range.end) else { return Ok(()) };
        let (vertices, uniforms) = (&mesh.vertices, self.uniforms(triangles, look));
        let (clip_from_world, world_from_model) = (view.clip_from_world, triangles.world_from_model);
        let place = Place { clip_from_world, world_from_model, rules: parameters };
        let palettes = &self.palettes;
        let mut written = self.written.borrow_mut();
        if *written != *palette {
            let normals = if self.lit.is_some() { &shader_normals(palette)[..] } else { palette };
            palettes.write(palette, normals)?;
            written.clear();
            written.extend(*palette);
        }
        if let (Some(program), Some(light)) = (&self.lit, triangles.light) {
            let (program, uniforms) = (program.get(light, &look)?, light.uniforms(uniforms, &look));
            let place = Place { rules: &look.parameters(parameters), ..place };
            return Ok(draw_skin((vertices, indices), target, &program.get(), palettes, &place, &uniforms)?);
        }
        match (triangles.coloured, &mesh.colours) {
            (Some(program), Some(colours)) => {
                draw_skin(((vertices, colours), indices), target, program, palettes, &place, &uniforms)?;
            }
            _ => draw_skin((vertices, indices), target, &self.program.get(), palettes, &place, &uniforms)?,
        }
        Ok(())
    }

    /// Returns the uniforms that every shader of skins reads.
    fn uniforms<'u>(
        &'u self,
        triangles: &Triangles<'_>,
        look: SkinLook<'u>,
    ) -> UniformsStorage<'u, impl AsUniformValue, impl Uniforms> {
        // Every opacity is above -1.
        let cutoff = if let Alpha::Mask(cutoff) = look.alpha { cutoff } else { -1.0 };
        uniform! {
            Colours: &self.colours,
            u_colour: look.colour,
            u_weights_shown: look.weights_shown,
            u_eye: triangles.view.eye.to_array(),
            u_texture: look.texture.unwrap_or(&self.no_texture).repeated(),
            u_texture_shown: look.texture.is_some(),
            u_seen_through: matches!(look.alpha, Alpha::Blend),
            u_cutoff: cutoff,
            u_unlit: look.unlit,
        }
    }
}
