//! A banner that falls at the end of his way, with his time in large figures.

use anyhow::Result;
use gl::colour::{Colour, INK, mix, rgb};
use glam::{DVec2, Vec2, Vec3, vec2};
use ground::TICK;
use play::{Attempt, seconds};
use stage::Frame;

/// The upper edge's middle, seen from where the way ends, and the cloth's half width and height, in metres.
const HANGS: Vec3 = Vec3::new(0.0, 4.85, -2.0);
const WIDE: f32 = 1.45;
const HIGH: f32 = 1.5;

/// The seconds in which it falls, the folds of its cloth, how deep they are in metres, and how fast they wander, a second.
const FALLS: f32 = 0.7;
const FOLDS: u8 = 24;
const DEEP: f32 = 0.05;
const WANDERS: f32 = 2.2;

const CLOTH: [Colour; 2] = [rgb(0x7f2320), rgb(0xa8342c)];
const GOLD: Colour = rgb(0xe3b552);

/// The height of a figure's lower half, half its stroke's width, and the way to the next one after a figure or a point.
const HALF: f32 = 0.36;
const STROKE: f32 = 0.055;
const NEXT: [f32; 2] = [0.56, 0.28];

/// The ends of a figure's seven strokes, in halves of its height, and the bits of those that each figure has.
const STROKES: [[Vec2; 2]; 7] = [
    [vec2(0.0, 2.0), vec2(1.0, 2.0)],
    [vec2(1.0, 2.0), vec2(1.0, 1.0)],
    [vec2(1.0, 1.0), vec2(1.0, 0.0)],
    [vec2(0.0, 0.0), vec2(1.0, 0.0)],
    [vec2(0.0, 1.0), vec2(0.0, 0.0)],
    [vec2(0.0, 2.0), vec2(0.0, 1.0)],
    [vec2(0.0, 1.0), vec2(1.0, 1.0)],
];
const FIGURES: [u8; 10] = [0x3f, 0x06, 0x5b, 0x4f, 0x66, 0x6d, 0x7d, 0x07, 0x7f, 0x6f];

/// Draws the banner over the place where his way has ended, so many ticks ago.
pub fn draw(frame: &mut Frame<'_>, finish: DVec2, attempt: &Attempt, ago: f64) -> Result<()> {
    let age = (ago * TICK) as f32;
    let fallen = (age / FALLS).min(1.0).powi(2);
    let corner = finish.as_vec2().extend(0.0) + HANGS;
    let phase = |x: f32| 7.0 * x + WANDERS * age;
    // A place on the cloth, from the middle of its upper edge, when it has come down so far.
    let on = |at: Vec2, out: f32| {
        let wave = DEEP * phase(at.x).sin() * (-at.y / HIGH).clamp(0.0, 1.0);
        corner + Vec3::new(at.x, at.y * fallen, wave + out)
    };
    let four = |a: Vec2, b: Vec2, out: f32| {
        let [a, b, c, d] = [a, vec2(b.x, a.y), b, vec2(a.x, b.y)].map(|at| on(at, out));
        [[a, b, c], [a, c, d]]
    };
    for fold in 0..FOLDS {
        let [left, right] =
            [fold, fold + 1].map(|end| WIDE * (2.0 * f32::from(end) / f32::from(FOLDS) - 1.0));
        // A fold is light where it turns to the left, as to a sun there.
        let colour = mix(CLOTH[0], CLOTH[1], 0.5 + 0.5 * phase(0.5 * (left + right)).cos());
        let (dim, gold) = (frame.far(colour), frame.far(GOLD));
        frame.fill(four(vec2(left, 0.0), vec2(right, -HIGH), 0.0), dim)?;
        frame.fill(four(vec2(left, 0.12 - HIGH), vec2(right, -HIGH), 0.01), gold)?;
    }
    let (gold, rope) = (frame.far(GOLD), frame.far(INK));
    // The time shines at night too.
    frame.fill(
        figures(&format!("{:.1}", seconds(attempt.ticks))).map(|three| three.map(|at| on(at, 0.02))),
        GOLD,
    )?;
    for side in [-WIDE, WIDE] {
        let end = corner + side * Vec3::X;
        frame.lines.line(end, end + 9.0 * Vec3::Y, 2.0, rope);
    }
    frame.lines.line(corner - (WIDE + 0.1) * Vec3::X, corner + (WIDE + 0.1) * Vec3::X, 6.0, gold);
    Ok(())
}

/// Returns the triangles of a number in the middle of the cloth.
fn figures(text: &str) -> impl Iterator<Item = [Vec2; 3]> {
    let step = |letter: char| NEXT[usize::from(letter == '.')];
    let wide = text.chars().map(step).sum::<f32>() - (NEXT[0] - HALF);
    let mut corner = vec2(-0.5 * wide, 0.06 - 0.5 * HIGH - HALF);
    let mut strokes = Vec::new();
    for letter in text.chars() {
        let bits = letter.to_digit(10).map_or(0, |figure| FIGURES[figure as usize]);
        let has = STROKES.into_iter().enumerate().filter(|(stroke, _)| bits >> stroke & 1 == 1);
        strokes.extend(has.map(|(_, ends)| ends.map(|end| corner + HALF * end)));
        strokes.extend((letter == '.').then_some([corner, corner]));
        corner.x += step(letter);
    }
    strokes.into_iter().flat_map(|[from, to]| {
        let along = STROKE * (to - from).normalize_or(Vec2::X);
        let aside = along.perp();
        let [a, b, c, d] = [from + aside, from - aside, to - aside, to + aside];
        [[a, b, c], [a, c, d], [a, from - along, b], [c, to + along, d]]
    })
}
