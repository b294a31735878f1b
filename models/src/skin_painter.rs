//! Skins: meshes that follow joints, moved by the graphics card.

use crate::lighting::{self, Lighting, Needs, Programs};
use anyhow::Result;
use common::reference::normal_matrix;
use formats::{Alpha, Shine};
use gl::Texels;
use gl::colour::{Colour, joint_colour};
use gl::drawing::{opaque, solid};
use gl::{Gl, HotReload, MeshBuffers, RiggedVertex, Texture, View};
use gl::{JointColours, Joints, MAX_JOINTS, UNMOVED, block};
use glam::Mat4;
use glium::backend::Facade as _;
use glium::uniforms::UniformBuffer;
use glium::{BackfaceCullingMode, Blend, DrawParameters, Program, Surface, Vertex, uniform};
use std::cell::RefCell;
use std::ops::Range;
use std::rc::Rc;

/// How a skin is coloured.
#[derive(Clone, Copy, Default)]
pub struct SkinLook<'a> {
    /// The colour of the surface: what was drawn before may be seen through it.
    pub colour: Colour,
    /// What the colour is multiplied by, if the shader knows textures.
    pub texture: Option<&'a Texture>,
    /// Whether the weights are shown in the joints' colours, instead.
    pub weights_shown: bool,
    /// What the colour's opacity does, if the shader knows.
    pub alpha: Alpha,
    /// Whether light does nothing to it, if the shader knows.
    pub unlit: bool,
    /// Its highlights, if the shader knows.
    pub shine: Option<Shine>,
    /// Its own light, if the shader knows.
    pub emission: [f32; 3],
    /// Whether it is a closed mesh. In a light that can change its back faces are culled then: pixels of them would shine
    /// through at its outline.
    pub closed: bool,
}

/// Draws skins: per picture only matrices are uploaded.
///
/// Those of few joints are in uniform blocks, as lesson 08 has them. For many there is another shader.
pub struct SkinPainter {
    program: Rc<HotReload<Program>>,
    palette: UniformBuffer<Joints>,
    normal_palette: UniformBuffer<Joints>,
    colours: UniformBuffer<JointColours>,
    palette_texels: Texels,
    normal_texels: Texels,
    colour_texels: Texels,
    /// What the shader samples where there is no texture.
    no_texture: Texture,
    /// What light there is, and the programs for it, if it can change.
    lit: Option<(Rc<Lighting>, Rc<Programs>)>,
    are_many: bool,
    /// The palette that was written last: to write it again would make the graphics card wait.
    written: RefCell<Vec<Mat4>>,
    /// The palette of the normals while it is made, in memory that is kept; none for a shader that does without.
    normal_matrices: Option<RefCell<Vec<Mat4>>>,
}

impl SkinPainter {
    /// With the shaders of lesson 08, which turn normals by the palette itself.
    pub fn new(gl: &Gl) -> Result<Self> {
        let program = gl.program("skin.vert", "lit.frag", &[RiggedVertex::build_bindings()])?;
        Self::with_program(gl, program, 0, None)
    }

    /// With shaders for models from files: for at most so many joints, with textures, and normals that are right
    /// whatever the joints do.
    pub fn for_models(gl: &Gl, most_joints: usize) -> Result<Self> {
        let vertex = model_shader(most_joints);
        let program = gl.program(vertex, "model.frag", &[RiggedVertex::build_bindings()])?;
        Self::with_program(gl, program, most_joints, Some(RefCell::default()))
    }

    /// The same in a light that can change.
    pub fn lit(gl: &Gl, most_joints: usize, lighting: &Rc<Lighting>) -> Result<Self> {
        let programs = lighting.programs(gl, model_shader(most_joints));
        let plain = programs.get(Needs::default())?;
        let painter = Self::with_program(gl, plain, most_joints, Some(RefCell::default()))?;
        Ok(Self { lit: Some((lighting.clone(), programs)), ..painter })
    }

    fn with_program(
        gl: &Gl,
        program: Rc<HotReload<Program>>,
        most_joints: usize,
        normal_matrices: Option<RefCell<Vec<Mat4>>>,
    ) -> Result<Self> {
        let are_many = most_joints > MAX_JOINTS;
        let texels = if are_many { most_joints } else { 0 };
        Ok(Self {
            program,
            palette: UniformBuffer::dynamic(gl, UNMOVED)?,
            normal_palette: UniformBuffer::dynamic(gl, UNMOVED)?,
            colours: UniformBuffer::dynamic(gl, std::array::from_fn(joint_colour))?,
            palette_texels: Texels::new(gl, 4 * texels)?,
            normal_texels: Texels::new(gl, 4 * texels)?,
            colour_texels: Texels::new(gl, texels)?,
            no_texture: Texture::checker(gl.get_context())?,
            lit: None,
            are_many,
            written: RefCell::default(),
            normal_matrices,
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

    /// How many joints its shader is for.
    pub(crate) fn most_joints(&self) -> usize {
        if self.are_many { MAX_JOINTS + 1 } else { MAX_JOINTS }
    }

    /// Replaces the joints' matrices.
    pub(crate) fn set_palette(&self, palette: &[Mat4]) -> Result<()> {
        let mut written = self.written.borrow_mut();
        if *written == palette {
            return Ok(());
        }
        self.write(palette, &self.palette, &self.palette_texels)?;
        written.clear();
        written.extend(palette);
        if let Some(normal_matrices) = &self.normal_matrices {
            let mut matrices = normal_matrices.borrow_mut();
            matrices.clear();
            matrices.extend(palette.iter().map(|matrix| Mat4::from_mat3(normal_matrix(matrix))));
            self.write(&matrices, &self.normal_palette, &self.normal_texels)?;
        }
        Ok(())
    }

    fn write(&self, matrices: &[Mat4], few: &UniformBuffer<Joints>, many: &Texels) -> Result<()> {
        if self.are_many {
            many.write_matrices(matrices);
        } else {
            few.write(&block(matrices)?);
        }
        Ok(())
    }

    /// Replaces the colours in which weights are shown. At first, each joint has its own.
    pub(crate) fn set_colours(&self, colours: &[Colour]) {
        if self.are_many {
            self.colour_texels.write(colours);
            return;
        }
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
        // Everything is more opaque than -1.
        let (is_seen_through, cutoff) = match look.alpha {
            Alpha::Opaque => (false, -1.0),
            Alpha::Mask(cutoff) => (false, cutoff),
            Alpha::Blend => (true, -1.0),
        };
        let uniforms = uniform! {
            Palette: &self.palette,
            NormalPalette: &self.normal_palette,
            Colours: &self.colours,
            u_palette: self.palette_texels.uniform(),
            u_normal_palette: self.normal_texels.uniform(),
            u_joint_colours: self.colour_texels.uniform(),
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
        let Some((lighting, programs)) = &self.lit else {
            return Ok(target.draw(&mesh.vertices, indices, &self.program.get(), &uniforms, parameters)?);
        };
        let (specular, shininess) = lighting::mirrored(look.shine);
        let highlights = specular != [0.0; 3];
        let needs = Needs {
            texture: look.texture.is_some(),
            holes: matches!(look.alpha, Alpha::Mask(_)),
            highlights,
            glows: look.unlit || look.emission != [0.0; 3],
            lamps: lighting.lamps(),
        };
        let program = programs.get(needs)?;
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
        Ok(target.draw(&mesh.vertices, indices, &program.get(), &lighting.near(uniforms), &parameters)?)
    }
}

/// The shader for vertices of models that hang on so many joints at most.
pub(crate) fn model_shader(most_joints: usize) -> &'static str {
    if most_joints > MAX_JOINTS { "reference/model_many.vert" } else { "reference/model.vert" }
}
