//! Draws the background behind everything in a picture.

use super::colour::{Colour, PAPER};
use super::{Canvas, Gl, HotReload};
use anyhow::Result;
use glium::framebuffer::SimpleFrameBuffer;
use glium::index::{NoIndices, PrimitiveType};
use glium::vertex::EmptyVertexAttributes;
use glium::{DrawParameters, Program, Surface, uniform};
use std::cell::RefCell;
use std::rc::Rc;

/// A full-screen shader with two colours, below and above, such as a gradient.
///
/// It is the same in most frames. With one sample per pixel it is drawn once and then copied: that suits a software
/// renderer, which copies a pixel in a quarter of the time. A graphics card draws it faster than it copies all samples.
pub struct Background {
    program: Rc<HotReload<Program>>,
    /// The background drawn last, with its colours and its program's version.
    drawn: RefCell<Option<(Canvas, [Colour; 2], u32)>>,
}

impl Background {
    /// Loads the fragment shader.
    pub fn new(gl: &Gl, fragment: &str) -> Result<Self> {
        Ok(Self { program: gl.program("background.vert", fragment, &[])?, drawn: RefCell::default() })
    }

    /// Fills the scene of a canvas with the background.
    pub fn fill(
        &self,
        gl: &Gl,
        canvas: &Canvas,
        scene: &mut SimpleFrameBuffer<'_>,
        colours: [Colour; 2],
    ) -> Result<()> {
        if canvas.is_multisampled() {
            return self.draw(scene, colours);
        }
        let (mut drawn, version) = (self.drawn.borrow_mut(), self.program.version());
        let is_right = |(kept, of, by): &(Canvas, _, _)| {
            kept.size() == canvas.size() && *of == colours && *by == version
        };
        if !drawn.as_ref().is_some_and(is_right) {
            let same_size = drawn.take().filter(|(kept, ..)| kept.size() == canvas.size());
            let kept = same_size.map_or_else(|| Canvas::new(gl, canvas.size(), 1), |(kept, ..)| Ok(kept))?;
            let mut scene = kept.scene(gl)?;
            let [red, green, blue, alpha] = PAPER;
            // Seen only while the shader has an error from the start.
            scene.clear_color(red, green, blue, alpha);
            self.draw(&mut scene, colours)?;
            drop(scene);
            *drawn = Some((kept, colours, version));
        }
        drawn.as_ref().map_or(Ok(()), |(kept, ..)| kept.copy_to(gl, scene))
    }

    fn draw(&self, scene: &mut SimpleFrameBuffer<'_>, [low, high]: [Colour; 2]) -> Result<()> {
        let (uniforms, corners) = (uniform! { u_low: low, u_high: high }, EmptyVertexAttributes { len: 3 });
        let (triangle, parameters) = (NoIndices(PrimitiveType::TrianglesList), DrawParameters::default());
        Ok(scene.draw(corners, triangle, &self.program.get(), &uniforms, &parameters)?)
    }
}

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests {
    use super::*;
    use crate::colour::{INK, STEEL};
    use crate::offscreen;

    #[test]
    fn a_background_that_is_copied_is_the_one_that_is_drawn() -> Result<()> {
        let gl = offscreen()?;
        for fragment in ["background.frag", "reference/sky.frag"] {
            let background = Background::new(&gl, fragment)?;
            for (size, colours) in [
                ([40, 30], [INK, PAPER]),
                ([40, 30], [INK, PAPER]),
                ([40, 30], [STEEL, INK]),
                ([30, 40], [STEEL, INK]),
            ] {
                let [drawn, copied] = [4, 1].map(|samples| -> Result<_> {
                    let canvas = Canvas::new(&gl, size, samples)?;
                    background.fill(&gl, &canvas, &mut canvas.scene(&gl)?, colours)?;
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
