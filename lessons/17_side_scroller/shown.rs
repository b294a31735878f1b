//! Draws a level: its scenery, and the program's own view of it.

use crate::arcs;
use crate::figure::FigurePainter;
use crate::game::Game;
use crate::layers::{self, Layers};
use anyhow::Result;
use gl::{Gl, MeshBuffers};
use glam::Vec3;
use ground::{Body, Level, Stance};
use side_scroller::landscape::Landscape;
use side_scroller::shadow;
use side_scroller::solid::BEHIND;
use stage::{Camera, Frame};
use std::cell::RefCell;

/// The camera's angle downwards, in degrees.
const PITCH: f32 = 11.0;

/// Switches of the view, and the painters.
pub struct Shown {
    pub grown: bool,
    pub mesh: bool,
    pub triangle: bool,
    /// Jumps with long steps and with short ones.
    pub jumps: bool,
    /// Stance whose mesh is shown, if not the player's.
    pub stance: Option<Stance>,
    /// Set if nothing grows smaller with the distance.
    pub flat: bool,
    pub landscape: Landscape,
    /// Those of each stance, uploaded when they are drawn first.
    layers: RefCell<[Option<Layers>; Stance::ALL.len()]>,
    painter: FigurePainter,
    unit: MeshBuffers,
}

impl Shown {
    pub fn new(gl: &Gl, level: &Level) -> Result<Self> {
        Ok(Self {
            grown: false,
            mesh: true,
            triangle: false,
            jumps: false,
            stance: None,
            flat: false,
            landscape: Landscape::new(gl, level)?,
            layers: RefCell::default(),
            painter: FigurePainter::new(gl)?,
            unit: layers::unit_triangle(gl)?,
        })
    }

    /// Shows another level.
    pub fn change(&mut self, level: &Level) {
        self.landscape.change(level);
        self.layers = RefCell::default();
    }

    /// Returns the camera in front of a place, with the depth of its lens.
    pub fn camera(&self, target: Vec3, height: f32) -> Camera {
        match self.flat {
            true => Camera::flat(target, height),
            false => Camera::orbit(target, height, 0.0, PITCH),
        }
    }

    /// Draws a game between its last two ticks. Hills that do not grow smaller with the distance follow the middle of the view.
    pub fn draw(&self, frame: &mut Frame<'_>, game: &Game, between: f64, middle: Vec3) -> Result<()> {
        let (gl, at, own) = (frame.gl(), game.at(between), game.player.stance);
        let stance = self.stance.unwrap_or(own);
        // The player is a point if its mesh is of another stance, or if obstacles have grown by its own shape.
        let is_point = self.grown || stance != own;
        let moved = |obstacle| game.moved(obstacle, between);
        self.landscape.draw_hills(frame, self.flat.then_some(middle))?;
        self.landscape.draw(frame, moved, (at, own))?;
        if !is_point {
            shadow::draw(frame, self.landscape.floors.all(moved), (at, BEHIND), 0.5 * own.size().x as f32)?;
            self.painter.draw(frame, &game.figure, at, own.size())?;
        }
        if self.grown || self.mesh {
            let mut layers = self.layers.borrow_mut();
            let layers = match &mut layers[stance as usize] {
                Some(layers) => layers,
                none => none.insert(Layers::new(gl, &game.world, stance)?),
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
            arcs::draw(frame, from, ahead, &game.world.movement);
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
