//! As many matrices or colours as there are joints, for shaders that read them one by one.

use super::Gl;
use anyhow::{Result, ensure};
use glam::Mat4;
use glium::CapabilitiesSource as _;
use glium::backend::Facade as _;
use glium::texture::buffer_texture::{BufferTexture, BufferTextureType};

/// Rows of four numbers that OpenGL promises; most drivers have room for more.
pub(super) const MOST_TEXELS: usize = 65_536;

/// Rows of four numbers on the graphics card; in a shader `uniform samplerBuffer`, read by `texelFetch`.
///
/// Reading from a uniform block is faster, but a block has an end.
pub struct Texels(BufferTexture<[f32; 4]>);

impl Texels {
    /// Returns the number of rows that the driver has room for.
    pub fn most(gl: &Gl) -> usize {
        let most = gl.get_context().get_capabilities().max_texture_buffer_size;
        most.and_then(|most| usize::try_from(most).ok()).map_or(MOST_TEXELS, |most| most.max(MOST_TEXELS))
    }

    /// Room for a number of rows.
    pub fn new(gl: &Gl, rows: usize) -> Result<Self> {
        let most = Self::most(gl);
        ensure!(rows <= most, "a shader can read {most} rows of numbers here, and {rows} are needed");
        Ok(Self(BufferTexture::empty_dynamic(gl, rows.max(1), BufferTextureType::Float)?))
    }

    /// Replaces the first rows; rows without room are left out.
    pub fn write(&self, rows: &[[f32; 4]]) {
        let count = rows.len().min(self.0.len());
        if let Some(room) = self.0.slice(0..count).filter(|_| count > 0) {
            room.write(&rows[..count]);
        }
    }

    /// Replaces the first matrices, each with a row for each of its columns.
    pub fn write_matrices(&self, matrices: &[Mat4]) {
        let columns: Vec<[f32; 4]> = matrices.iter().flat_map(Mat4::to_cols_array_2d).collect();
        self.write(&columns);
    }

    /// Returns the number of rows.
    #[expect(clippy::len_without_is_empty, reason = "there is always one")]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// For a shader.
    pub fn uniform(&self) -> &BufferTexture<[f32; 4]> {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::offscreen;
    use crate::{JointVertex, VertexShader};
    use glam::{Quat, Vec3, vec3};
    use glium::{implement_vertex, uniform};

    #[derive(Clone, Copy)]
    struct Moved {
        v_position: [f32; 3],
    }
    implement_vertex!(Moved, v_position);

    /// A palette in which no matrix is like another.
    fn palette(joints: usize) -> Vec<Mat4> {
        let turned = |i: usize| {
            let i = i as f32;
            let rotation = Quat::from_euler(glam::EulerRot::XYZ, 0.1 * i, 0.03 * i, 0.7 * i);
            Mat4::from_rotation_translation(rotation, vec3(0.02 * i, (0.3 * i).sin(), -0.01 * i))
        };
        (0..joints).map(turned).collect()
    }

    #[test]
    fn joints_of_any_number_are_moved_as_on_the_processor() -> Result<()> {
        let gl = offscreen()?;
        let shader: VertexShader<Moved> = VertexShader::new(&gl, "reference/joint_lines_many.vert")?;
        for joints in [1, 129, 256, 257, 1000, 4000] {
            let matrices = palette(joints);
            let texels = Texels::new(&gl, 4 * joints)?;
            texels.write_matrices(&matrices);
            let points = vec![JointVertex { a_position: [0.0; 3], a_colour: [1.0; 4] }; joints];
            let uniforms = uniform! {
                u_world_from_joints: texels.uniform(),
                u_clip_from_world: Mat4::IDENTITY.to_cols_array_2d(),
            };
            let moved = shader.run(&points, &uniforms)?;
            for (joint, (found, matrix)) in moved.iter().zip(&matrices).enumerate() {
                let away = matrix.w_axis.truncate().distance(Vec3::from(found.v_position));
                assert!(away < 1e-5, "joint {joint} of {joints}: {away} m away");
            }
        }
        Ok(())
    }

    #[test]
    fn more_than_the_driver_has_room_for_is_refused() -> Result<()> {
        let gl = offscreen()?;
        let most = Texels::most(&gl);
        assert!(most >= MOST_TEXELS && Texels::new(&gl, MOST_TEXELS).is_ok());
        let error = Texels::new(&gl, most + 1).err().map(|error| error.to_string());
        let wanted = format!("a shader can read {most} rows of numbers here, and {} are needed", most + 1);
        assert_eq!(error, Some(wanted));
        Ok(())
    }
}
