//! Draws the background behind everything in a picture.

use super::colour::PAPER;
use super::{Canvas, Gl, HotReload};
use anyhow::Result;
use glium::framebuffer::SimpleFrameBuffer;
use glium::index::{NoIndices, PrimitiveType};
use glium::uniforms::EmptyUniforms;
use glium::vertex::EmptyVertexAttributes;
use glium::{DrawParameters, Program, Surface};
use std::cell::RefCell;
use std::rc::Rc;

/// A full-screen shader, such as a gradient.
///
/// It is the same in most frames. With one sample per pixel it is drawn once and then copied: that suits a software
/// renderer, which copies a pixel in a quarter of the time. A graphics card draws it faster than it copies all samples.
pub struct Background {
    program: Rc<HotReload<Program>>,
    /// The background drawn last, with its program's version.
    drawn: RefCell<Option<(Canvas, u32)>>,
}

impl Background {
    /// Loads the fragment shader.
    pub fn new(gl: &Gl, fragment: &str) -> Result<Self> {
        Ok(Self { program: gl.program("background.vert", fragment, &[])?, drawn: RefCell::default() })
    }

    /// Fills the scene of a canvas with the background.
    pub fn fill(&self, gl: &Gl, canvas: &Canvas, scene: &mut SimpleFrameBuffer<'_>) -> Result<()> {
        if canvas.is_multisampled() {
            return self.draw(scene);
        }
        let (mut drawn, version) = (self.drawn.borrow_mut(), self.program.version());
        let is_right = |(kept, by): &(Canvas, u32)| kept.size() == canvas.size() && *by == version;
        if !drawn.as_ref().is_some_and(is_right) {
            let kept = Canvas::new(gl, canvas.size(), 1)?;
            let mut scene = kept.scene(gl)?;
            let [red, green, blue, alpha] = PAPER;
            // Seen only while the shader has an error from the start.
            scene.clear_color(red, green, blue, alpha);
            self.draw(&mut scene)?;
            drop(scene);
            *drawn = Some((kept, version));
        }
        drawn.as_ref().map_or(Ok(()), |(kept, ..)| kept.copy_to(gl, scene))
    }

    fn draw(&self, scene: &mut SimpleFrameBuffer<'_>) -> Result<()> {
        let corners = EmptyVertexAttributes { len: 3 };
        let (triangle, parameters) = (NoIndices(PrimitiveType::TrianglesList), DrawParameters::default());
        Ok(scene.draw(corners, triangle, &self.program.get(), &EmptyUniforms, &parameters)?)
    }
}

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests {
    use super::*;
    use crate::offscreen;

    #[test]
    fn a_background_that_is_copied_is_the_one_that_is_drawn() -> Result<()> {
        let gl = offscreen()?;
        for fragment in ["background.frag", "reference/sky.frag"] {
            let background = Background::new(&gl, fragment)?;
            for size in [[40, 30], [40, 30], [30, 40]] {
                let [drawn, copied] = [4, 1].map(|samples| -> Result<_> {
                    let canvas = Canvas::new(&gl, size, samples)?;
                    background.fill(&gl, &canvas, &mut canvas.scene(&gl)?)?;
                    drop(canvas.flattened(&gl)?);
                    canvas.pixels()
                });
                let (drawn, copied) = (drawn?, copied?);
                assert!(drawn[..4] != drawn[drawn.len() - 4..], "no gradient");
                assert!(drawn == copied, "{fragment} {size:?}");
            }
        }
        Ok(())
    }
}
