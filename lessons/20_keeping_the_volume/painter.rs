//! Draws skins, mixed by matrices or by dual quaternions.

use crate::dual_quaternion::DualQuaternion;
use anyhow::Result;
use common::mesh::Mesh;
use common::skin::shader_normals;
use gl::colour::Colour;
use gl::drawing::solid;
use gl::{Gl, HotReload, MeshBuffers, VertexShader};
use glam::{Mat4, Vec3};
use glium::uniforms::UniformBuffer;
use glium::{Program, implement_vertex, uniform};
use gpu::{MAX_JOINTS, Palettes, Place, draw_skin, skin_format, upload_skin};
use stage::Frame;
use std::rc::Rc;

/// Two rows for each joint, the real part and the dual part.
type Pairs = [[f32; 4]; 2 * MAX_JOINTS];

/// The palette by which a skin is moved, of matrices or dual quaternions.
pub enum Skinning<'a> {
    Matrices(&'a [Mat4]),
    Pairs(&'a [DualQuaternion]),
}

/// The shader's output for a vertex.
#[derive(Clone, Copy)]
struct Placed {
    v_position: [f32; 3],
}
implement_vertex!(Placed, v_position);

pub struct SkinPainter {
    gl: Gl,
    matrices: Rc<HotReload<Program>>,
    pairs: Rc<HotReload<Program>>,
    /// The shader of `pairs`, to read back numbers instead of drawing.
    placed: VertexShader<Placed>,
    palettes: Palettes,
    pair_palette: UniformBuffer<Pairs>,
}

impl SkinPainter {
    pub fn new(gl: &Gl) -> Result<Self> {
        let vertices = [skin_format(gl)?];
        Ok(Self {
            gl: gl.clone(),
            matrices: gl.program("skin.vert", "reference/chequered.frag", &vertices)?,
            pairs: gl.program("rigged_dual.vert", "reference/chequered.frag", &vertices)?,
            placed: VertexShader::new(gl, "rigged_dual.vert")?,
            palettes: Palettes::new(gl)?,
            pair_palette: UniformBuffer::new(gl, [[0.0; 4]; 2 * MAX_JOINTS])?,
        })
    }

    pub fn draw(
        &self,
        frame: &mut Frame<'_>,
        mesh: &MeshBuffers,
        world_from_model: Mat4,
        skinning: &Skinning<'_>,
        colour: Colour,
    ) -> Result<()> {
        let program = match skinning {
            Skinning::Matrices(palette) => {
                self.palettes.write(palette, &shader_normals(palette))?;
                self.matrices.get()
            }
            Skinning::Pairs(palette) => {
                self.pair_palette.write(&rows(palette));
                self.pairs.get()
            }
        };
        let look = uniform! {
            DualPalette: &self.pair_palette,
            u_eye: frame.view.eye.to_array(),
            u_colour: colour,
        };
        let place = Place { clip_from_world: frame.view.clip_from_world, world_from_model, rules: &solid() };
        let skin = (&mesh.vertices, &mesh.indices);
        Ok(draw_skin(skin, &mut frame.target, &program, &self.palettes, &place, &look)?)
    }

    /// Returns every vertex of a mesh in model space, as the shader moves it with dual quaternions.
    pub fn placed(&self, mesh: &Mesh, palette: &[DualQuaternion]) -> Result<Vec<Vec3>> {
        self.pair_palette.write(&rows(palette));
        let uniforms = uniform! {
            DualPalette: &self.pair_palette,
            u_world_from_model: Mat4::IDENTITY.to_cols_array_2d(),
        };
        let placed = self.placed.run_over(&upload_skin(&self.gl, mesh)?, &uniforms)?;
        Ok(placed.into_iter().map(|vertex| vertex.v_position.into()).collect())
    }
}

fn rows(palette: &[DualQuaternion]) -> Pairs {
    let mut block = [[0.0; 4]; 2 * MAX_JOINTS];
    for (rows, motion) in block.chunks_exact_mut(2).zip(palette) {
        rows.copy_from_slice(&[motion.real.to_array(), motion.dual.to_array()]);
    }
    block
}
