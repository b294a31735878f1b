//! Draws skins, meshes whose vertices the graphics card moves by a palette.

use anyhow::Result;
use common::skin::shader_normals;
use formats::{Alpha, Shine};
use gl::colour::{Colour, JointColours, joint_colour};
use gl::drawing::{opaque, solid};
use gl::{Finish, Gl, HotReload, Light, LitProgram, MeshBuffers, Texture, VertexColour, View};
use glam::Mat4;
use glium::backend::Facade as _;
use glium::uniforms::{AsUniformValue, UniformBuffer, Uniforms, UniformsStorage};
use glium::{BackfaceCullingMode, Blend, DrawParameters, Program, Surface, Vertex, uniform};
use gpu::{Palettes, Place, draw_skin, skin_format};
use std::cell::RefCell;
use std::ops::Range;
use std::rc::Rc;

/// The vertex shader of all skins, whose middle students write in lesson 08.
const SKIN: &str = "skin.vert";

/// The surface of a skin. Painters of lesson 08 show the first two fields, those for models also the next
/// four. Under a light that changes, vertices have no colours but the last three fields count.
#[derive(Clone, Copy, Default)]
pub struct SkinLook<'a> {
    /// The colour of the surface. Through a transparent one, earlier things are seen.
    pub colour: Colour,
    /// True if the weights are shown, in the joints' colours.
    pub weights_shown: bool,
    /// The texture that multiplies the colour.
    pub texture: Option<&'a Texture>,
    /// True if the vertices' colours, if they have any, multiply the colour.
    pub vertices_coloured: bool,
    /// The use of the colour's opacity.
    pub alpha: Alpha,
    /// True if no light changes the colour.
    pub unlit: bool,
    /// The highlights, if it has any.
    pub shine: Option<Shine>,
    /// The light that it emits, linear.
    pub emission: [f32; 3],
    /// True if it is a closed mesh. Back faces are culled then, since some of their pixels would shine
    /// through at the outline.
    pub closed: bool,
}

impl SkinLook<'_> {
    /// Returns its finish, for a light that can change.
    fn finish(&self) -> Finish {
        let (specular, shininess) =
            self.shine.map_or(([0.0; 3], 1.0), |shine| (shine.specular, shine.shininess));
        Finish {
            colour: self.colour,
            textured: self.texture.is_some(),
            has_holes: matches!(self.alpha, Alpha::Mask(_)),
            unlit: self.unlit,
            specular,
            shininess,
            emission: self.emission,
            rim: 0.0,
        }
    }

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

/// Triangles of a skin, with the view that they are drawn in.
pub(crate) struct Triangles<'a> {
    pub view: &'a View,
    pub world_from_model: Mat4,
    pub mesh: &'a MeshBuffers,
    pub range: Range<usize>,
}

/// The shaders that light a skin.
enum Shading {
    /// Light that never changes. The second program is for meshes whose vertices have colours.
    Fixed(Rc<HotReload<Program>>, Option<Rc<HotReload<Program>>>),
    /// A frame's own [`Light`].
    Changing(LitProgram),
}

/// Draws skins. In each frame only matrices are uploaded, into uniform blocks.
pub struct SkinPainter {
    shading: Shading,
    palettes: Palettes,
    colours: UniformBuffer<JointColours>,
    /// A white texture for surfaces without one.
    no_texture: Texture,
    /// The palette written last. Writing an equal one again would make the graphics card wait.
    written: RefCell<Vec<Mat4>>,
    /// True if normals have matrices of their own; otherwise the palette itself rotates them.
    has_normals: bool,
}

impl SkinPainter {
    /// Loads the shaders of lesson 08, where the palette itself rotates normals.
    pub fn new(gl: &Gl) -> Result<Self> {
        let program = gl.program(SKIN, "lit.frag", &[skin_format(gl)?])?;
        Self::with_shading(gl, Shading::Fixed(program, None), false)
    }

    /// Loads the shaders for models from files, with textures, and normals right for any joint matrices.
    pub(crate) fn for_models(gl: &Gl, have_vertex_colours: bool) -> Result<Self> {
        let (vertices, colours) = (skin_format(gl)?, VertexColour::build_bindings());
        let coloured = || {
            let defines = vec!["HAS_VERTEX_COLOURS".to_owned()];
            gl.program_with(&["reference/coloured.vert", "model.frag"], &[vertices, colours], defines)
        };
        let coloured = have_vertex_colours.then(coloured).transpose()?;
        Self::with_shading(gl, Shading::Fixed(gl.program(SKIN, "model.frag", &[vertices])?, coloured), true)
    }

    /// Draws models in a frame's own light.
    pub(crate) fn lit(gl: &Gl) -> Result<Self> {
        Self::with_shading(gl, Shading::Changing(LitProgram::new(gl, SKIN, skin_format(gl)?)), true)
    }

    fn with_shading(gl: &Gl, shading: Shading, has_normals: bool) -> Result<Self> {
        Ok(Self {
            shading,
            palettes: Palettes::new(gl)?,
            colours: UniformBuffer::new(gl, std::array::from_fn(joint_colour))?,
            no_texture: Texture::checker(gl.get_context())?,
            written: RefCell::default(),
            has_normals,
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
        self.set_palette(palette)?;
        let mut parameters = DrawParameters { blend: Blend::alpha_blending(), ..solid() };
        if world_from_model.determinant() < 0.0 {
            parameters.backface_culling = BackfaceCullingMode::CullCounterClockwise;
        }
        let all = Triangles { view, world_from_model, mesh, range: 0..mesh.indices.len() / 3 };
        self.draw_triangles(target, &all, look, &parameters, None)
    }

    /// Uploads the palette, and the matrices for normals.
    pub(crate) fn set_palette(&self, palette: &[Mat4]) -> Result<()> {
        let mut written = self.written.borrow_mut();
        if *written == palette {
            return Ok(());
        }
        written.clear();
        written.extend(palette);
        match self.has_normals {
            true => self.palettes.write(palette, &shader_normals(palette)),
            false => self.palettes.write(palette, palette),
        }
    }

    /// Uploads the colours in which weights are shown. At first, each joint has its own.
    pub(crate) fn set_colours(&self, colours: &[Colour]) {
        let colour = |joint: usize| colours.get(joint).copied().unwrap_or_default();
        self.colours.write(&std::array::from_fn(colour));
    }

    /// Draws some triangles of a mesh with the palette that was set last.
    pub(crate) fn draw_triangles(
        &self,
        target: &mut impl Surface,
        triangles: &Triangles<'_>,
        look: SkinLook<'_>,
        parameters: &DrawParameters<'_>,
        light: Option<&Light>,
    ) -> Result<()> {
        let Triangles { mesh, range, .. } = triangles;
        let Some(indices) = mesh.indices.slice(3 * range.start..3 * range.end) else { return Ok(()) };
        let (vertices, uniforms) = (&mesh.vertices, self.uniforms(triangles, look));
        let (clip_from_world, world_from_model) =
            (triangles.view.clip_from_world, triangles.world_from_model);
        let place = Place { clip_from_world, world_from_model, rules: parameters };
        match (&self.shading, &mesh.colours) {
            (Shading::Fixed(_, Some(program)), Some(colours)) if look.vertices_coloured => {
                let skin = ((vertices, colours), indices);
                draw_skin(skin, target, &program.get(), &self.palettes, &place, &uniforms)
            }
            (Shading::Fixed(program, _), _) => {
                draw_skin((vertices, indices), target, &program.get(), &self.palettes, &place, &uniforms)
            }
            (Shading::Changing(program), _) => {
                let (day, finish) = (Light::default(), look.finish());
                let light = light.unwrap_or(&day);
                let program = program.get(light, &finish)?;
                let uniforms = light.uniforms(uniforms, &finish);
                let place = Place { rules: &look.parameters(parameters), ..place };
                draw_skin((vertices, indices), target, &program.get(), &self.palettes, &place, &uniforms)
            }
        }
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
