//! A second player for the same keys. The sweep moves it, which knows no triangles.

use crate::game::Game;
use gl::colour::ERROR;
use glam::{DVec2, Mat4, dvec2};
use ground::{Buttons, Level, Stance, Sweep, Swept, TICK, button};
use side_scroller::solid::deep;
use stage::Frame;

/// Distance below its feet at which it looks for ground to jump from.
const BELOW: DVec2 = dvec2(0.0, -2e-3);

/// Depth below the player at which it begins again beside him.
const LOST: f64 = 12.0;

/// Distance of its outline in front of the level.
const FRONT: f32 = 0.08;

pub struct Ghost {
    sweep: Sweep,
    /// At the last two ticks. None if it is switched off.
    bodies: Option<[Swept; 2]>,
}

impl Ghost {
    pub fn new(level: &Level) -> Self {
        Self { sweep: Sweep::new(&level.obstacles, &Stance::Standing.shape()), bodies: None }
    }

    pub fn is_on(&self) -> bool {
        self.bodies.is_some()
    }

    /// Puts it where the player is, or takes it away.
    pub fn switch(&mut self, is_on: bool, game: &Game) {
        let (at, velocity) = (game.at(1.0), game.player.velocity);
        self.bodies = is_on.then_some([Swept { at, velocity }; 2]);
    }

    /// Lets a tick pass.
    pub fn tick(&mut self, keys: Buttons, game: &Game) {
        let Some([_, before]) = self.bodies else { return };
        let movement = &game.world.movement;
        let mut body = before;
        body.velocity.x = movement.run * button::across(keys);
        let stands = || self.sweep.first(body.at, BELOW).is_some_and(|contact| contact.normal.y > 0.7);
        if keys & button::JUMP != 0 && stands() {
            body.velocity.y = (2.0 * movement.gravity * movement.jump_height).sqrt();
        }
        let after = self.sweep.step(body, movement.gravity, TICK);
        match after.at.y < game.at(1.0).y - LOST {
            true => self.switch(true, game),
            false => self.bodies = Some([before, after]),
        }
    }

    /// Draws its box between the last two ticks.
    pub fn draw(&self, frame: &mut Frame<'_>, between: f64) {
        let Some([before, now]) = self.bodies else { return };
        let at = before.at.lerp(now.at, between);
        let shape = Stance::Standing.shape();
        let corners: Vec<_> = shape.corners().iter().map(|&corner| deep(at + corner, FRONT)).collect();
        frame.lines_on_top.outline(Mat4::IDENTITY, &corners, 3.0, ERROR);
    }
}
