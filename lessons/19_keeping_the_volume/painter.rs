//! Draws skins, mixed by matrices or by dual quaternions.

use anyhow::Result;
use common::mesh::Mesh;
use common::skin::{DualQuaternion, shader_normals};
use gl::colour::Colour;
use gl::drawing::solid;
use gl::{
    Gl, HotReload, Joints, MAX_JOINTS, MeshBuffers, MeshFormat as _, RiggedVertex, UNMOVED, VertexShader,
    block,
};
use glam::{Mat4, Vec3};
use glium::uniforms::UniformBuffer;
use glium::{Program, Surface, Vertex, implement_vertex, uniform};
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
    matrices: Rc<HotReload<Program>>,
    pairs: Rc<HotReload<Program>>,
    /// The shader of `pairs`, to read back numbers instead of drawing.
    placed: VertexShader<Placed>,
    palette: UniformBuffer<Joints>,
    normal_palette: UniformBuffer<Joints>,
    pair_palette: UniformBuffer<Pairs>,
}

impl SkinPainter {
    pub fn new(gl: &Gl) -> Result<Self> {
        let vertices = [RiggedVertex::build_bindings()];
        Ok(Self {
            matrices: gl.program("skin.vert", "reference/chequered.frag", &vertices)?,
            pairs: gl.program("rigged_dual.vert", "reference/chequered.frag", &vertices)?,
            placed: VertexShader::new(gl, "rigged_dual.vert")?,
            palette: UniformBuffer::new(gl, UNMOVED)?,
            normal_palette: UniformBuffer::new(gl, UNMOVED)?,
            pair_palette: UniformBuffer::new(gl, [[0.0; 4]; 2 * MAX_JOINTS])?,
        })
    }

    pub fn draw(
        &self,
        frame: &mut Frame<'_>,
        mesh: &MeshBuffers<RiggedVertex>,
        world_from_model: Mat4,
        skinning: &Skinning<'_>,
        colour: Colour,
    ) -> Result<()> {
        let program = match skinning {
            Skinning::Matrices(palette) => {
                self.palette.write(&block(palette)?);
                self.normal_palette.write(&block(&shader_normals(palette))?);
                self.matrices.get()
            }
            Skinning::Pairs(palette) => {
                self.pair_palette.write(&rows(palette));
                self.pairs.get()
            }
        };
        let uniforms = uniform! {
            Palette: &self.palette,
            NormalPalette: &self.normal_palette,
            DualPalette: &self.pair_palette,
            u_clip_from_world: frame.view.clip_from_world.to_cols_array_2d(),
            u_world_from_model: world_from_model.to_cols_array_2d(),
            u_eye: frame.view.eye.to_array(),
            u_colour: colour,
        };
        Ok(frame.target.draw(&mesh.vertices, &mesh.indices, &program, &uniforms, &solid())?)
    }

    /// Returns every vertex of a mesh in model space, as the shader moves it with dual quaternions.
    pub fn placed(&self, mesh: &Mesh, palette: &[DualQuaternion]) -> Result<Vec<Vec3>> {
        self.pair_palette.write(&rows(palette));
        let uniforms = uniform! {
            DualPalette: &self.pair_palette,
            u_world_from_model: Mat4::IDENTITY.to_cols_array_2d(),
        };
        let vertices: Vec<_> = (0..mesh.positions.len()).map(|i| RiggedVertex::of(mesh, i)).collect();
        let placed = self.placed.run(&vertices, &uniforms)?;
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
