//! Draws the ground below the knight.

use super::hills::{HALF_WIDTH, HEIGHTS, Hills};
use anyhow::Result;
use gl::MeshBuffers;
use gl::colour::{INK, rgb, with_alpha};
use glam::{Mat4, Vec3, vec3};
use stage::Frame;
use std::cell::RefCell;

/// The ground on the graphics card, as it was drawn last.
#[derive(Default)]
pub struct Ground(RefCell<Option<(Hills, MeshBuffers)>>);

impl Ground {
    /// Draws hills around a place of theirs, and uploads them if they have changed.
    pub fn draw(&self, frame: &mut Frame<'_>, hills: Hills, here: Vec3) -> Result<()> {
        let mut uploaded = self.0.borrow_mut();
        if uploaded.as_ref().is_none_or(|(shown, _)| *shown != hills) {
            *uploaded = Some((hills, MeshBuffers::new(frame.gl(), &hills.mesh([-1, 2]))?));
        }
        if let Some((_, mesh)) = &*uploaded {
            frame.solid(mesh, Mat4::from_translation(-here), rgb(0xb9c9a0))?;
        }
        // A line across for each height, which shows how the ground moves past.
        for part in -(HEIGHTS as i16)..2 * HEIGHTS as i16 {
            let z = f32::from(part) * hills.round / HEIGHTS as f32;
            let at = |x: f32| vec3(x, hills.height(z + 1e-4) + 0.003, z) - here;
            frame.lines.line(at(-HALF_WIDTH), at(HALF_WIDTH), 1.2, with_alpha(INK, 0.25));
        }
        Ok(())
    }
}
