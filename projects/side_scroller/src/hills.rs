//! What is far behind a level.

use super::solid::face;
use anyhow::Result;
use common::mesh::Mesh;
use gl::colour::{Colour, mix, rgb};
use gl::{Gl, MeshBuffers};
use glam::{Mat4, Vec3, vec3};
use stage::Frame;

/// How far apart hills' corners are, how far the hills go to both sides, and how deep their feet are.
const PIECE: f32 = 1.5;
const FAR: f32 = 420.0;
const FOOT: f32 = -60.0;

/// Hills far behind, which go by more slowly.
pub struct Hills(Vec<(MeshBuffers, f32, Colour)>);

impl Hills {
    /// Uploads them.
    pub fn new(gl: &Gl) -> Result<Self> {
        let air = rgb(0xe4eaec);
        // The nearest ones come first: what they cover is not drawn then.
        let layers = [(-16.0, -2.5, 0.13, 0.85), (-34.0, 2.0, 0.085, 0.55), (-60.0, 9.0, 0.055, 0.30)];
        let layers = layers.map(|(z, height, bends, strength)| {
            let mut mesh = Mesh::default();
            let top = |x: f32| {
                let round = (bends * x + z).sin() + 0.45 * (2.3 * bends * x + 0.4 * z).sin();
                vec3(x, height + 2.2 * round - 0.05 * z, 0.0)
            };
            let pieces = (2.0 * FAR / PIECE) as u16;
            for piece in 0..pieces {
                let x = PIECE * f32::from(piece) - FAR;
                let (left, right) = (top(x), top(x + PIECE));
                face(&mut mesh, &[left.with_y(FOOT), right.with_y(FOOT), right, left]);
            }
            let colour = mix(air, rgb(0xb4c4c0), strength);
            MeshBuffers::new(gl, &mesh).map(|mesh| (mesh, z, colour))
        });
        Ok(Self(layers.into_iter().collect::<Result<_>>()?))
    }

    /// Draws them. A view without perspective shows everything at the same size, so there they go along with the viewer.
    pub fn draw(&self, frame: &mut Frame<'_>, along: Option<Vec3>) -> Result<()> {
        for (mesh, z, colour) in &self.0 {
            let by = along.map_or(Vec3::ZERO, |viewer| viewer * (z / (z - 20.0)));
            let colour = frame.far(*colour);
            frame.plate(mesh, Mat4::from_translation(by + vec3(0.0, 0.0, *z)), colour)?;
        }
        Ok(())
    }
}
