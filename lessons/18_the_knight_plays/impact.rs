//! Straw that flies from a dummy that is hit, and dust where the knight comes back from a fall.
//!
//! They follow from the tick and from the time that has passed since, so that a game that is played again shows the same.

use gl::colour::{Colour, rgb, with_alpha};
use glam::{DVec2, Vec3, vec3};
use ground::TICK;
use play::{BEHIND, Game, Hit};
use stage::Frame;

/// Number of straws, their seconds in the air, and their length in metres.
const STRAWS: u16 = 6;
const SECONDS: f32 = 0.6;
const LONG: f32 = 0.09;
const COLOUR: Colour = rgb(0xd9b45b);

/// Number of puffs of dust, and their width at the end in pixels at scale 1.
const PUFFS: u16 = 14;
const WIDE: f32 = 44.0;
const DUST: Colour = rgb(0xe3d8c2);

/// Acceleration of the straws' fall, in metres a second, each second: the air carries them.
const FALLS: f32 = 6.0;

/// Returns the age of a hit in a frame, in seconds, `between` the last two ticks. It is negative before the hit.
fn age(game: &Game, hit: &Hit, between: f64) -> f32 {
    let ticks = (game.tick - hit.tick) as f64 - 1.0 + between;
    ((ticks + 1.0 - hit.part) * TICK) as f32
}

/// Draws the straw of the last hits.
pub fn draw(frame: &mut Frame<'_>, game: &Game, between: f64) {
    for hit in &game.hits {
        let age = age(game, hit, between);
        if !(0.0..SECONDS).contains(&age) {
            continue;
        }
        let [striker, struck] = hit.bodies.map(|body| place(game, body));
        let side = if struck < striker { -1.0 } else { 1.0 };
        let strength = if hit.hard { 1.4 } else { 1.0 };
        for straw in 0..STRAWS {
            let [x, y, z, turn] = [0, 1, 2, 3].map(|which| spread(hit.tick, straw, which));
            let velocity = strength * vec3(side * (0.9 + 0.9 * x), 1.3 + 1.2 * y, 0.8 * z);
            let at = hit.place + age * velocity - 0.5 * age * age * FALLS * Vec3::Y;
            let angle = 3.0 * turn + 9.0 * x * age;
            let half = 0.5 * LONG * vec3(angle.cos(), angle.sin(), 0.4 * z);
            let colour = frame.far(COLOUR);
            frame.lines.line(at - half, at + half, 2.2, colour);
        }
    }
}

/// Draws a part, from 0 to 1, of the dust's way around the place where the knight came back in a tick.
pub fn draw_dust(frame: &mut Frame<'_>, tick: u64, place: DVec2, part: f32) {
    let colour = frame.far(DUST);
    for puff in 0..PUFFS {
        let [x, y, z] = [0, 1, 2].map(|which| spread(tick, puff, which));
        let way = part * (2.0 - part) * vec3(0.9 * x, 0.35 + 0.35 * y, 0.3 * z);
        let at = place.as_vec2().extend(BEHIND) + way;
        frame.lines.line(at, at, WIDE * (0.4 + 0.6 * part), with_alpha(colour, 0.85 * (1.0 - part)));
    }
}

/// Returns a body's place from the left to the right. The knight is the first body.
fn place(game: &Game, body: usize) -> f64 {
    let dummy = body.checked_sub(1).and_then(|dummy| game.dummies.get(dummy));
    dummy.map_or(game.at(1.0), |dummy| dummy.actor.at()).x
}

/// Returns a number from -1 to 1 that differs for each straw or puff of each tick: multiples of the golden ratio keep apart.
fn spread(tick: u64, straw: u16, which: u16) -> f32 {
    const GOLDEN: f64 = 0.618_033_988_75;
    let index = tick as f64 + 4.0 * f64::from(straw) + f64::from(which);
    (2.0 * (GOLDEN * index * index).fract() - 1.0) as f32
}
