//! Draws a level: its scenery, and the program's own view of it.

use crate::arcs;
use crate::figure::FigurePainter;
use crate::game::Game;
use crate::layers::{self, Layers};
use anyhow::Result;
use gl::{Gl, MeshBuffers};
use glam::Vec3;
use ground::{Body, Stance};
use side_scroller::hills::Hills;
use side_scroller::scenery::Scenery;
use side_scroller::shadow;
use stage::Frame;
use std::cell::RefCell;

/// Switches of the view, and the painters.
pub struct Shown {
    pub grown: bool,
    pub mesh: bool,
    pub triangle: bool,
    /// Jumps with long steps and with short ones.
    pub jumps: bool,
    /// Stance whose mesh is shown, if not the player's.
    pub stance: Option<Stance>,
    uploaded: RefCell<Uploaded>,
    hills: Hills,
    painter: FigurePainter,
    unit: MeshBuffers,
}

/// Uploads of a version of the level.
#[derive(Default)]
struct Uploaded {
    scenery: Option<Scenery>,
    layers: [Option<Layers>; Stance::ALL.len()],
}

impl Shown {
    pub fn new(gl: &Gl) -> Result<Self> {
        Ok(Self {
            grown: false,
            mesh: false,
            triangle: false,
            jumps: false,
            stance: None,
            uploaded: RefCell::default(),
            hills: Hills::new(gl)?,
            painter: FigurePainter::new(gl)?,
            unit: layers::unit_triangle(gl)?,
        })
    }

    /// The level is another one.
    pub fn forget(&mut self) {
        self.uploaded = RefCell::default();
    }

    /// Draws a game between its last two ticks. Hills that do not grow smaller with the distance follow the middle of the view.
    pub fn draw(&self, frame: &mut Frame<'_>, game: &Game, between: f64, follow: Option<Vec3>) -> Result<()> {
        let (gl, at, own) = (frame.gl(), game.at(between), game.player.stance);
        let stance = self.stance.unwrap_or(own);
        // The player is a point if its mesh is of another stance, or if obstacles have grown by its own shape.
        let is_point = self.grown || stance != own;
        let moved = |obstacle| game.moved(obstacle, between);
        let Uploaded { scenery, layers } = &mut *self.uploaded.borrow_mut();
        let scenery = match scenery {
            Some(scenery) => scenery,
            None => scenery.insert(Scenery::new(gl, &game.level, &game.floors)?),
        };
        self.hills.draw(frame, follow)?;
        scenery.draw(frame, moved)?;
        if !is_point {
            shadow::draw(frame, game.floors.all(moved), at, 0.5 * own.size().x as f32)?;
            self.painter.draw(frame, &game.figure, at)?;
        }
        if self.grown || self.mesh {
            let layers = match &mut layers[stance as usize] {
                Some(layers) => layers,
                none => none.insert(Layers::new(gl, &game.world, &game.level, stance)?),
            };
            if self.grown {
                layers.draw_grown(frame, moved)?;
            }
            if self.mesh {
                layers.draw_mesh(frame)?;
            }
        }
        if self.triangle && stance == own {
            self.draw_triangle(frame, game)?;
        }
        if self.jumps {
            let (from, ahead) = game.stood;
            arcs::draw(frame, from, ahead, game.world.movement());
        }
        if is_point || self.triangle {
            layers::draw_point(frame, stance, at);
        }
        Ok(())
    }

    /// The triangle that the player is in, and the edge that it stands on.
    fn draw_triangle(&self, frame: &mut Frame<'_>, Game { world, player, .. }: &Game) -> Result<()> {
        let corners = world.mesh(player.stance).triangle(player.triangle());
        layers::draw_triangle(frame, &self.unit, corners)?;
        if let Body::Supported { support, .. } = player.body {
            layers::draw_support(frame, player, world, support.along);
        }
        Ok(())
    }
}
