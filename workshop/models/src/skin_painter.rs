//! Skins: meshes that follow joints, moved by the graphics card.

use crate::lighting::{self, Lighting, Needs};
use anyhow::Result;
use common::skin::fill_normal_palette;
use formats::{Alpha, Shine};
use gl::colour::{Colour, joint_colour};
use gl::drawing::{opaque, solid};
use gl::{Gl, HotReload, MeshBuffers, RiggedVertex, Texture, VertexColour, View};
use gl::{JointColours, Joints, UNMOVED, block};
use glam::{Mat3, Mat4};
use glium::backend::Facade as _;
use glium::uniforms::UniformBuffer;
use glium::{BackfaceCullingMode, Blend, DrawParameters, Program, Surface, Vertex, uniform};
use std::cell::RefCell;
use std::ops::Range;
use std::rc::Rc;

/// The vertex shader of all skins: students write its middle, in lesson 08.
pub(crate) const SKIN: &str = "skin.vert";

/// The fragment shader of models in a light that never changes.
const MODEL: &str = "model.frag";

/// The vertex shader of skins whose vertices have colours.
const COLOURED: &str = "reference/coloured.vert";

/// Colours of a skin.
#[derive(Clone, Copy, Default)]
pub struct SkinLook<'a> {
    /// The colour of the surface; if it is transparent, earlier things show through.
    pub colour: Colour,
    /// The texture that the colour is multiplied by, if the shader knows textures.
    pub texture: Option<&'a Texture>,
    /// True if the colour is multiplied by those of the vertices, if they have any and the shader knows them.
    pub vertices_coloured: bool,
    /// True if the weights are shown in the joints' colours, instead.
    pub weights_shown: bool,
    /// The use of the colour's opacity, if the shader knows any.
    pub alpha: Alpha,
    /// True if light has no effect on it, if the shader knows that.
    pub unlit: bool,
    /// Its highlights, if the shader knows.
    pub shine: Option<Shine>,
    /// Its own light, if the shader knows.
    pub emission: [f32; 3],
    /// True if it is a closed mesh. In a light that can change its back faces are culled then, since some of their
    /// pixels would shine through at its outline.
    pub closed: bool,
}

/// Draws skins: per picture only matrices are uploaded, into uniform blocks.
pub struct SkinPainter {
    program: Rc<HotReload<Program>>,
    /// The program for meshes whose vertices have colours.
    coloured: Option<Rc<HotReload<Program>>>,
    palette: UniformBuffer<Joints>,
    normal_palette: UniformBuffer<Joints>,
    colours: UniformBuffer<JointColours>,
    /// The texture that the shader samples where a surface has none.
    no_texture: Texture,
    /// The light, if it can change.
    lighting: Option<Rc<Lighting>>,
    /// The palette that was written last; writing it again would make the graphics card wait.
    written: RefCell<Vec<Mat4>>,
    /// True if normals have matrices of their own; otherwise the palette itself turns them.
    has_normals: bool,
}

impl SkinPainter {
    /// Draws as in lesson 08, where the palette itself turns normals.
    pub fn new(gl: &Gl) -> Result<Self> {
        let program = gl.program(SKIN, "lit.frag", &[RiggedVertex::build_bindings()])?;
        Self::with_program(gl, program, false)
    }

    /// Draws models from files: with textures, and with normals that are right for any matrices of the joints.
    pub fn for_models(gl: &Gl) -> Result<Self> {
        let program = gl.program(SKIN, MODEL, &[RiggedVertex::build_bindings()])?;
        Self::with_program(gl, program, true)
    }

    /// Shows the colours of vertices too.
    pub(crate) fn with_vertex_colours(self, gl: &Gl) -> Result<Self> {
        let vertices = [RiggedVertex::build_bindings(), VertexColour::build_bindings()];
        let program = gl.program_with(COLOURED, MODEL, &vertices, vec!["HAS_VERTEX_COLOURS".to_owned()])?;
        Ok(Self { coloured: Some(program), ..self })
    }

    /// Draws models in a light that can change.
    pub fn lit(gl: &Gl, lighting: &Rc<Lighting>) -> Result<Self> {
        let plain = lighting.skins.get(Needs::default())?;
        let painter = Self::with_program(gl, plain, true)?;
        Ok(Self { lighting: Some(lighting.clone()), ..painter })
    }

    fn with_program(gl: &Gl, program: Rc<HotReload<Program>>, has_normals: bool) -> Result<Self> {
        Ok(Self {
            program,
            coloured: None,
            palette: UniformBuffer::new(gl, UNMOVED)?,
            normal_palette: UniformBuffer::new(gl, UNMOVED)?,
            colours: UniformBuffer::new(gl, std::array::from_fn(joint_colour))?,
            no_texture: Texture::checker(gl.get_context())?,
            lighting: None,
            written: RefCell::default(),
            has_normals,
        })
    }

    /// Draws a mesh as its joints move it. `palette` has every joint's `posed_from_bind`.
    pub fn draw(
        &self,
        target: &mut impl Surface,
        view: &View,
        mesh: &MeshBuffers<RiggedVertex>,
        world_from_model: Mat4,
        palette: &[Mat4],
        look: SkinLook<'_>,
    ) -> Result<()> {
        self.set_palette(palette)?;
        let parameters = DrawParameters { blend: Blend::alpha_blending(), ..solid() };
        let all = 0..mesh.indices.len() / 3;
        self.draw_triangles(target, view, mesh, all, world_from_model, look, &parameters)
    }

    /// Replaces the joints' matrices.
    pub(crate) fn set_palette(&self, palette: &[Mat4]) -> Result<()> {
        let mut written = self.written.borrow_mut();
        if *written == palette {
            return Ok(());
        }
        self.palette.write(&block(palette)?);
        written.clear();
        written.extend(palette);
        if !self.has_normals {
            self.normal_palette.write(&block(palette)?);
            return Ok(());
        }
        let mut normals = vec![Mat3::IDENTITY; palette.len()];
        fill_normal_palette(palette, &mut normals);
        // A joint scaled to 0 has no normals; without this its neighbours' triangles would go black.
        let or_identity = |matrix: Mat3| if matrix == Mat3::ZERO { Mat3::IDENTITY } else { matrix };
        let matrices: Vec<Mat4> = normals.into_iter().map(or_identity).map(Mat4::from_mat3).collect();
        self.normal_palette.write(&block(&matrices)?);
        Ok(())
    }

    /// Replaces the colours in which weights are shown. At first, each joint has its own.
    pub(crate) fn set_colours(&self, colours: &[Colour]) {
        let colour = |joint: usize| colours.get(joint).copied().unwrap_or_default();
        self.colours.write(&std::array::from_fn(colour));
    }

    /// Draws some triangles of a mesh with the matrices that were set last.
    #[expect(clippy::too_many_arguments, reason = "it is half of `draw`")]
    pub(crate) fn draw_triangles(
        &self,
        target: &mut impl Surface,
        view: &View,
        mesh: &MeshBuffers<RiggedVertex>,
        triangles: Range<usize>,
        world_from_model: Mat4,
        look: SkinLook<'_>,
        parameters: &DrawParameters<'_>,
    ) -> Result<()> {
        let Range { start, end } = triangles;
        let Some(indices) = mesh.indices.slice(3 * start..3 * end) else { return Ok(()) };
        // Every opacity is above -1.
        let (is_seen_through, cutoff) = match look.alpha {
            Alpha::Opaque => (false, -1.0),
            Alpha::Mask(cutoff) => (false, cutoff),
            Alpha::Blend => (true, -1.0),
        };
        let uniforms = uniform! {
            Palette: &self.palette,
            NormalPalette: &self.normal_palette,
            Colours: &self.colours,
            u_clip_from_world: view.clip_from_world.to_cols_array_2d(),
            u_world_from_model: world_from_model.to_cols_array_2d(),
            u_colour: look.colour,
            u_weights_shown: look.weights_shown,
            u_eye: view.eye.to_array(),
            u_texture: look.texture.unwrap_or(&self.no_texture).repeated(),
            u_texture_shown: look.texture.is_some(),
            u_seen_through: is_seen_through,
            u_cutoff: cutoff,
            u_unlit: look.unlit,
        };
        let Some(lighting) = &self.lighting else {
            let colours = mesh.colours.as_ref().filter(|_| look.vertices_coloured);
            if let (Some(colours), Some(program)) = (colours, &self.coloured) {
                let vertices = (&mesh.vertices, colours);
                return Ok(target.draw(vertices, indices, &program.get(), &uniforms, parameters)?);
            }
            return Ok(target.draw(&mesh.vertices, indices, &self.program.get(), &uniforms, parameters)?);
        };
        let lights = lighting.near.get();
        let (specular, shininess) = lighting::mirrored(look.shine);
        let highlights = specular != [0.0; 3];
        let needs = Needs {
            texture: look.texture.is_some(),
            holes: matches!(look.alpha, Alpha::Mask(_)),
            highlights,
            glows: look.unlit || look.emission != [0.0; 3],
            lamps: lights.lamps(),
        };
        let program = lighting.skins.get(needs)?;
        let [r, g, b, opacity] = look.colour;
        let [r, g, b] = lighting::linear([r, g, b]);
        let uniforms = uniforms
            .add("u_albedo", [r, g, b, opacity])
            .add("u_specular", specular)
            .add("u_shininess", shininess)
            .add("u_emission", lighting::linear(look.emission))
            .add("u_rim", 0.0f32);
        let covers = opacity >= 1.0 && look.texture.is_none_or(|texture| texture.is_opaque);
        let is_opaque = !is_seen_through || covers;
        let mut parameters = if is_opaque { opaque(parameters) } else { parameters.clone() };
        if look.closed && is_opaque && !needs.holes {
            parameters.backface_culling = BackfaceCullingMode::CullClockwise;
        }
        Ok(target.draw(&mesh.vertices, indices, &program.get(), &lights.added(uniforms), &parameters)?)
    }
}
