//! A skin in the light of a lamp, blended by matrices or by dual quaternions.

use anyhow::Result;
use common::mesh::Mesh;
use common::skin::DualQuaternion;
use glam::{Mat3, Mat4, Vec3};
use glium::uniforms::UniformBuffer;
use glium::{Program, Surface, Vertex, implement_vertex, uniform};
use stage::Frame;
use stage::gl::colour::{Colour, joint_colour};
use stage::gl::drawing::solid;
use stage::gl::{
    Gl, HotReload, Joints, MAX_JOINTS, MeshBuffers, MeshFormat as _, RiggedVertex, UNMOVED, VertexShader,
    block,
};
use std::rc::Rc;

/// Two rows for each joint: the rotation, and half the translation times the rotation.
type Duals = [[f32; 4]; 2 * MAX_JOINTS];

/// A lamp and the surface that it falls on.
#[derive(Clone, Copy)]
pub struct Lamp {
    /// In the world.
    pub place: Vec3,
    pub ambient: f32,
    pub diffuse: f32,
    pub specular: f32,
    pub shininess: f32,
    /// Blinn–Phong instead of Phong.
    pub halfway: bool,
    pub weights_shown: bool,
    pub bands: bool,
    /// The bands change sides around the cylinder.
    pub checks: bool,
    pub colour: Colour,
}

impl Lamp {
    /// As it is when the lesson opens, on a surface of this colour.
    pub fn new(colour: Colour) -> Self {
        Self {
            place: Vec3::ZERO,
            ambient: 0.22,
            diffuse: 0.75,
            specular: 0.35,
            shininess: 24.0,
            halfway: false,
            weights_shown: false,
            bands: true,
            checks: false,
            colour,
        }
    }
}

/// How a skin is blended, by what the bones do to it.
pub enum Skinning<'a> {
    /// The palette, and the matrices for normals.
    Linear(&'a [Mat4], &'a [Mat3]),
    Dual(&'a [DualQuaternion]),
}

/// Where the shader puts a vertex.
#[derive(Clone, Copy)]
struct Placed {
    v_position: [f32; 3],
}
implement_vertex!(Placed, v_position);

/// Draws rigged meshes in the light of a lamp.
pub struct LampPainter {
    linear: Rc<HotReload<Program>>,
    dual: Rc<HotReload<Program>>,
    /// The same as `dual`, for numbers instead of a picture.
    dual_placed: VertexShader<Placed>,
    palette: UniformBuffer<Joints>,
    normal_palette: UniformBuffer<Joints>,
    dual_palette: UniformBuffer<Duals>,
}

impl LampPainter {
    pub fn new(gl: &Gl) -> Result<Self> {
        let vertices = [RiggedVertex::build_bindings()];
        Ok(Self {
            linear: gl.program("rigged.vert", "lamp.frag", &vertices)?,
            dual: gl.program("rigged_dual.vert", "lamp.frag", &vertices)?,
            dual_placed: VertexShader::new(gl, "rigged_dual.vert")?,
            palette: UniformBuffer::dynamic(gl, UNMOVED)?,
            normal_palette: UniformBuffer::dynamic(gl, UNMOVED)?,
            dual_palette: UniformBuffer::dynamic(gl, [[0.0; 4]; 2 * MAX_JOINTS])?,
        })
    }

    pub fn draw(
        &self,
        frame: &mut Frame<'_>,
        mesh: &MeshBuffers<RiggedVertex>,
        world_from_model: Mat4,
        skinning: &Skinning<'_>,
        lamp: &Lamp,
    ) -> Result<()> {
        let program = match skinning {
            Skinning::Linear(palette, normal_palette) => {
                let normal_palette: Vec<Mat4> = normal_palette.iter().map(|&m| Mat4::from_mat3(m)).collect();
                self.palette.write(&block(palette)?);
                self.normal_palette.write(&block(&normal_palette)?);
                self.linear.get()
            }
            Skinning::Dual(palette) => {
                self.dual_palette.write(&dual_block(palette));
                self.dual.get()
            }
        };
        let uniforms = uniform! {
            Palette: &self.palette,
            NormalPalette: &self.normal_palette,
            DualPalette: &self.dual_palette,
            u_clip_from_world: frame.view.clip_from_world.to_cols_array_2d(),
            u_world_from_model: world_from_model.to_cols_array_2d(),
            u_eye: frame.view.eye.to_array(),
            u_lamp: lamp.place.to_array(),
            u_light: [lamp.ambient, lamp.diffuse, lamp.specular, lamp.shininess],
            u_halfway: lamp.halfway,
            u_weights_shown: lamp.weights_shown,
            u_bands: lamp.bands,
            u_checks: lamp.checks,
            u_colour: lamp.colour,
            u_first: joint_colour(0),
            u_second: joint_colour(1),
            u_third: joint_colour(2),
        };
        Ok(frame.target.draw(&mesh.vertices, &mesh.indices, &program, &uniforms, &solid())?)
    }

    /// Where dual quaternions put every vertex of a mesh, in the model.
    pub fn placed_by_dual(&self, mesh: &Mesh, palette: &[DualQuaternion]) -> Result<Vec<Vec3>> {
        self.dual_palette.write(&dual_block(palette));
        let uniforms = uniform! {
            DualPalette: &self.dual_palette,
            u_world_from_model: Mat4::IDENTITY.to_cols_array_2d(),
        };
        let vertices: Vec<_> =
            (0..mesh.positions.len()).map(|vertex| RiggedVertex::of(mesh, vertex)).collect();
        let placed = self.dual_placed.run(&vertices, &uniforms)?;
        Ok(placed.into_iter().map(|vertex| vertex.v_position.into()).collect())
    }
}

fn dual_block(palette: &[DualQuaternion]) -> Duals {
    let mut block = [[0.0; 4]; 2 * MAX_JOINTS];
    for (rows, motion) in block.chunks_exact_mut(2).zip(palette) {
        rows.copy_from_slice(&[motion.real.to_array(), motion.dual.to_array()]);
    }
    block
}
