//! Draws hills far behind a level.

use super::solid::face;
use anyhow::Result;
use common::mesh::Mesh;
use gl::colour::{Colour, mix, rgb};
use gl::{Gl, MeshBuffers};
use glam::{Mat4, Vec3, vec3};
use stage::Frame;

/// The distance of the hills' corners, their reach to both sides, and the height of their feet, in metres.
const PIECE: f32 = 1.5;
const FAR: f32 = 420.0;
const FOOT: f32 = -60.0;

/// The number of pieces in a mesh, and their depth in the block below them, so that no gap is seen.
const TOGETHER: u16 = 40;
const INTO: f32 = 0.1;

/// The greatest height of hills from their middle, in metres, and the factor for smaller ones on them.
const HIGH: f32 = 2.2;
const SMALL: f32 = 0.45;

/// The layers of hills, each as its meshes' piece, its depth and its colour. Far ones go by more slowly.
pub struct Hills(Vec<(MeshBuffers, f32, Colour)>);

impl Hills {
    /// Uploads the hills.
    pub fn new(gl: &Gl) -> Result<Self> {
        let air = rgb(0xe4eaec);
        let mut hills = Vec::new();
        // The nearest ones come first: those behind them are not drawn there.
        for (z, height, bends, strength) in
            [(-16.0, -2.5, 0.13, 0.85), (-34.0, 2.0, 0.085, 0.55), (-60.0, 9.0, 0.055, 0.30)]
        {
            let round = |x: f32| (bends * x + z).sin() + SMALL * (2.3 * bends * x + 0.4 * z).sin();
            let top = |x: f32| vec3(x, height + HIGH * round(x) - 0.05 * z, 0.0);
            let valley = height - HIGH * (1.0 + SMALL) - 0.05 * z;
            let colour = mix(air, rgb(0xb4c4c0), strength);
            let pieces = (2.0 * FAR / PIECE) as u16;
            for first in (0..pieces).step_by(TOGETHER.into()) {
                let x = |piece: u16| PIECE * f32::from(piece) - FAR;
                let last = (first + TOGETHER).min(pieces);
                let mut mesh = Mesh::default();
                // Most of a hill is below all of its valleys: one large piece there is drawn sooner than many narrow ones.
                let (left, right) = (top(x(first)), top(x(last)));
                let [low, high] = [FOOT, valley].map(|y| [left.with_y(y), right.with_y(y)]);
                face(&mut mesh, &[low[0], low[1], high[1], high[0]]);
                for piece in first..last {
                    let (left, right) = (top(x(piece)), top(x(piece) + PIECE));
                    let low = valley - INTO;
                    face(&mut mesh, &[left.with_y(low), right.with_y(low), right, left]);
                }
                hills.push((MeshBuffers::new(gl, &mesh)?, z, colour));
            }
        }
        Ok(Self(hills))
    }

    /// Draws the hills. Without perspective they move along with the viewer, to look far away.
    pub fn draw(&self, frame: &mut Frame<'_>, along: Option<Vec3>) -> Result<()> {
        for (mesh, z, colour) in &self.0 {
            let by = along.map_or(Vec3::ZERO, |viewer| viewer * (z / (z - 20.0)));
            let world_from_hill = Mat4::from_translation(by + vec3(0.0, 0.0, *z));
            if frame.sees(mesh, world_from_hill) {
                let colour = frame.far(*colour);
                frame.plate(mesh, world_from_hill, colour)?;
            }
        }
        Ok(())
    }
}
