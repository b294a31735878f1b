//! A level as it is seen, with the hills behind it.

use crate::floors::Floors;
use crate::scenery::Scenery;
use crate::solid::face;
use anyhow::Result;
use common::mesh::Mesh;
use gl::colour::{Colour, mix, rgb};
use gl::{Gl, MeshBuffers};
use glam::{DVec2, Mat4, Vec3, vec3};
use ground::{Level, Stance};
use stage::Frame;
use std::cell::RefCell;

/// Distance of the hills' corners, reach of the hills to both sides, and height of their feet.
const PIECE: f32 = 1.5;
const FAR: f32 = 420.0;
const FOOT: f32 = -60.0;

/// Number of pieces in one mesh, and their depth in the block below them, so that no gap is seen.
const TOGETHER: u16 = 40;
const INTO: f32 = 0.1;

/// Greatest height of hills above and below their middle, and the size of smaller hills on them, as a factor.
const HIGH: f32 = 2.2;
const SMALL: f32 = 0.45;

/// Part of a row of hills: its mesh, its depth and its colour.
type Hill = (MeshBuffers, f32, Colour);

/// A level's ground on the graphics card, and the hills, which go by more slowly.
pub struct Landscape {
    hills: Vec<Hill>,
    level: Level,
    /// The level's edges on which one can walk.
    pub floors: Floors,
    /// Uploaded when it is drawn first, and when the level has changed.
    scenery: RefCell<Option<Scenery>>,
}

impl Landscape {
    /// Uploads the hills behind a level.
    pub fn new(gl: &Gl, level: &Level) -> Result<Self> {
        let floors = Floors::new(level);
        Ok(Self { hills: hills(gl)?, level: level.clone(), floors, scenery: RefCell::default() })
    }

    /// Shows this level from now on.
    pub fn change(&mut self, level: &Level) {
        if self.level != *level {
            (self.level, self.floors) = (level.clone(), Floors::new(level));
            self.scenery = RefCell::default();
        }
    }

    /// Draws the ground, for a player whose feet are at a place. `moved` tells how far an obstacle is from its first place.
    pub fn draw(
        &self,
        frame: &mut Frame<'_>,
        moved: impl Fn(usize) -> DVec2,
        player: (DVec2, Stance),
    ) -> Result<()> {
        let mut scenery = self.scenery.borrow_mut();
        let scenery = match &mut *scenery {
            Some(scenery) => scenery,
            none => none.insert(Scenery::new(frame.gl(), &self.level, &self.floors)?),
        };
        scenery.draw(frame, moved, player)
    }

    /// Draws the hills. A view without perspective shows everything at the same size, so there they go along with the viewer.
    pub fn draw_hills(&self, frame: &mut Frame<'_>, along: Option<Vec3>) -> Result<()> {
        for (mesh, z, colour) in &self.hills {
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

/// Uploads the hills.
fn hills(gl: &Gl) -> Result<Vec<Hill>> {
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
    Ok(hills)
}
