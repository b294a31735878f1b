//! A buffer of any number of matrices or colours, which shaders read row by row.

use super::Gl;
use anyhow::{Result, ensure};
use glium::CapabilitiesSource as _;
use glium::backend::Facade as _;
use glium::texture::buffer_texture::{BufferTexture, BufferTextureType};

/// The number of rows that OpenGL promises. Most drivers have room for more.
const MOST_TEXELS: usize = 65_536;

/// Rows of four numbers on the graphics card, for `uniform samplerBuffer` and `texelFetch` in a shader.
///
/// Uniform blocks are faster to read but limited. The buffer is in the card's own memory, as glium's
/// *dynamic* buffers are in the host's, where an NVIDIA card needs 15 times as long for lesson 21's picture.
pub struct Texels(BufferTexture<[f32; 4]>);

impl Texels {
    /// Returns the number of rows that the driver has room for.
    pub fn most(gl: &Gl) -> usize {
        let most = gl.get_context().get_capabilities().max_texture_buffer_size;
        most.and_then(|most| usize::try_from(most).ok()).map_or(MOST_TEXELS, |most| most.max(MOST_TEXELS))
    }

    /// Allocates a number of rows.
    pub fn new(gl: &Gl, rows: usize) -> Result<Self> {
        let most = Self::most(gl);
        ensure!(rows <= most, "a shader can read {most} rows of numbers here, and {rows} are needed");
        Ok(Self(BufferTexture::empty(gl, rows.max(1), BufferTextureType::Float)?))
    }

    /// Replaces the first rows. Rows without room are left out.
    pub fn write(&self, rows: &[[f32; 4]]) {
        let count = rows.len().min(self.0.len());
        if let Some(room) = self.0.slice(0..count).filter(|_| count > 0) {
            room.write(&rows[..count]);
        }
    }

    /// Returns the number of rows.
    #[expect(clippy::len_without_is_empty, reason = "there is always one")]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns the buffer as a shader's uniform.
    pub fn uniform(&self) -> &BufferTexture<[f32; 4]> {
        &self.0
    }
}

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests {
    use super::*;
    use crate::offscreen;

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
