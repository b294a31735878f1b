//! The player as a box with a face, which looks and leans to where it goes.

use anyhow::Result;
use common::shapes::pebble;
use gl::colour::{Colour, INK, PAPER, rgb};
use gl::{Gl, MeshBuffers};
use glam::{DVec2, Mat4, Vec3, Vec4, vec3};
use ground::{Buttons, MovementMode, Player, World, button};
use side_scroller::solid::{BEHIND, deep};
use stage::Frame;
use std::f32::consts::PI;

const BODY: Colour = rgb(0xe08a4a);

/// Angle by which it looks to the right or left, so that both of its eyes are still seen.
const ASIDE: f32 = 0.75;

/// What it does besides moving. It follows the player, and nothing follows it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Figure {
    /// Angle of its look, from the viewer to the right.
    turn: f32,
    /// Distance by which a point a metre up is ahead of its feet, which stay where they are.
    lean: f32,
    /// Distance by which it is drawn lower, since a box touches a slope with one corner and would seem to float.
    sunk: f32,
}

impl Figure {
    /// Lets a tick pass.
    pub fn tick(&mut self, player: &Player, world: &World, keys: Buttons) {
        let turn = match (player.state, button::across(keys) as f32) {
            (MovementMode::Ladder, _) => PI,
            (_, 0.0) => self.turn.clamp(-ASIDE, ASIDE),
            (_, across) => ASIDE * across,
        };
        self.turn += 0.16 * (turn - self.turn);
        let slope = player.support(world).map_or(0.0, |[from, to]| (to.y - from.y) / (to.x - from.x));
        self.sunk += 0.15 * (0.5 * (player.stance.size().x * slope.abs()) as f32 - self.sunk);
        self.lean += 0.1 * (0.03 * player.velocity.x as f32 - self.lean);
    }
}

/// Draws figures, of a body and balls for the eyes.
pub struct FigurePainter([MeshBuffers; 2]);

impl FigurePainter {
    pub fn new(gl: &Gl) -> Result<Self> {
        let [body, ball] = [6.0, 2.0].map(|power| MeshBuffers::new(gl, &pebble(Vec3::ONE, power, 32, 24)));
        Ok(Self([body?, ball?]))
    }

    /// Draws a figure as large as the player, with its feet at a place, which may be between two ticks.
    pub fn draw(&self, frame: &mut Frame<'_>, figure: &Figure, at: DVec2, size: DVec2) -> Result<()> {
        let [body, ball] = &self.0;
        let half = 0.5 * size.as_vec2();
        let lean = Mat4 { y_axis: Vec4::new(figure.lean, 1.0, 0.0, 0.0), ..Mat4::IDENTITY };
        let world_from_figure = Mat4::from_translation(deep(at, BEHIND) - figure.sunk * Vec3::Y)
            * lean
            * Mat4::from_rotation_y(figure.turn);
        let mut put = |mesh, place: Vec3, radii: Vec3, colour| {
            let figure_from_part = Mat4::from_translation(place) * Mat4::from_scale(radii);
            frame.solid(mesh, world_from_figure * figure_from_part, colour)
        };
        put(body, half.y * Vec3::Y, half.extend(half.x), BODY)?;
        for side in [-0.36, 0.36] {
            let eye = vec3(side * half.x, 2.0 * half.y - 0.45, 0.9 * half.x);
            put(ball, eye, vec3(0.11, 0.16, 0.07), PAPER)?;
            put(ball, eye + vec3(0.0, 0.0, 0.04), vec3(0.055, 0.09, 0.045), INK)?;
        }
        Ok(())
    }
}
