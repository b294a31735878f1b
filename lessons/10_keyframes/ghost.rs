//! Onion skins: keyframes that can be seen through, behind the figure.

use anyhow::Result;
use common::gl::colour::Colour;
use common::gl::{RiggedMesh, SkinLook, SkinPainter, drawing};
use common::stage::Frame;
use glam::Mat4;
use glium::{Blend, DrawParameters, Surface};

/// Draws a ghost. What is drawn after it lies over it, wherever it is.
pub fn draw(
    painter: &SkinPainter,
    frame: &mut Frame<'_>,
    mesh: &RiggedMesh,
    world_from_model: Mat4,
    palette: &[Mat4],
    colour: Colour,
) -> Result<()> {
    let look = SkinLook { colour, weights_shown: false };
    let parameters = DrawParameters { blend: Blend::alpha_blending(), ..drawing::solid() };
    painter.draw_as(&mut frame.target, &frame.view, mesh, world_from_model, palette, look, &parameters)?;
    frame.target.clear_depth(1.0);
    Ok(())
}
