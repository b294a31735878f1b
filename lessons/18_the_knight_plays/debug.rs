//! Draws the spheres that strike and can be struck, and the places of hits.

use anyhow::Result;
use common::shapes::pebble;
use gl::colour::{Colour, INK, PAPER, rgb, with_alpha};
use gl::{Gl, MeshBuffers};
use glam::{Mat4, Vec3};
use play::{Game, Hit, Placed};
use stage::Frame;
use std::f32::consts::TAU;

/// Colours of striking spheres and of spheres that can be struck.
const HITS: Colour = rgb(0xc8372d);
const HURTS: Colour = rgb(0x2f6fb5);

/// Number of ticks for which the place of a hit is on show.
const SEEN: u64 = 90;

/// Number of lines in a circle.
const SIDES: u8 = 28;

pub struct Debug {
    ball: MeshBuffers,
}

impl Debug {
    pub fn new(gl: &Gl) -> Result<Self> {
        Ok(Self { ball: MeshBuffers::new(gl, &pebble(Vec3::ONE, 2.0, 20, 12))? })
    }

    /// Draws all spheres, and the places of the last hits.
    pub fn draw(&self, frame: &mut Frame<'_>, game: &Game, between: f32) -> Result<()> {
        for body in 0..=game.dummies.len() {
            for placed in game.spheres(body) {
                self.draw_sphere(frame, &placed, between)?;
            }
        }
        game.hits.iter().filter(|hit| hit.tick + SEEN > game.tick).for_each(|hit| mark(frame, hit));
        Ok(())
    }

    /// Draws a circle, and a ball in it while the sphere is active. A striking sphere leaves its path behind.
    fn draw_sphere(&self, frame: &mut Frame<'_>, placed: &Placed<'_>, between: f32) -> Result<()> {
        let moving = placed.moving;
        let (from, to, radius) = (moving.from.as_vec3(), moving.to.as_vec3(), moving.radius as f32);
        let centre = from.lerp(to, between);
        let strikes = placed.sphere.hits;
        let colour = if strikes { HITS } else { HURTS };
        if placed.active {
            let world_from_ball = Mat4::from_translation(centre) * Mat4::from_scale(Vec3::splat(radius));
            let alpha = if strikes { 0.5 } else { 0.22 };
            frame.plate(&self.ball, world_from_ball, with_alpha(colour, alpha))?;
        }
        circle(frame, centre, radius, with_alpha(colour, if placed.active { 1.0 } else { 0.45 }));
        if placed.active && strikes {
            circle(frame, from, radius, with_alpha(colour, 0.5));
            frame.lines_on_top.line(from, to, 2.0, colour);
        }
        Ok(())
    }
}

/// A sphere's rim, as it is seen.
fn circle(frame: &mut Frame<'_>, centre: Vec3, radius: f32, colour: Colour) {
    let away = (frame.view.eye - centre).normalize_or(Vec3::Z);
    let (aside, up) = away.any_orthonormal_pair();
    let at = |side: u8| {
        let (sin, cos) = (TAU * f32::from(side) / f32::from(SIDES)).sin_cos();
        centre + radius * (cos * aside + sin * up)
    };
    for side in 0..SIDES {
        frame.lines_on_top.line(at(side), at(side + 1), 1.6, colour);
    }
}

/// Marks the place of a hit, and the two spheres.
fn mark(frame: &mut Frame<'_>, hit: &Hit) {
    let at = hit.place;
    frame.lines_on_top.line(at, at, 15.0, PAPER);
    frame.lines_on_top.line(at, at, 11.0, if hit.hard { HITS } else { rgb(0xd98a1f) });
    frame.label(at, [-30.0, -52.0], format!("{} on {}", hit.by, hit.on), INK);
}
