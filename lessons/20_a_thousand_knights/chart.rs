//! What each stage takes, as bars over the view.

use crate::measure::{PARTS, Parts, STAGES, Times};
use gl::colour::{ACCENT, Colour, FAINT, INK, PAPER, STEEL, with_alpha};
use glam::{Vec2, vec2};
use stage::{Corner, Frame};

/// Sizes of the chart, in pixels at scale 1: of all of it, of a row, and where bars begin and how long they are at most.
const SIZE: Vec2 = vec2(330.0, 136.0);
const ROW: f32 = 26.0;
const FROM: f32 = 66.0;
const LONG: f32 = 190.0;

/// How wide the gaps between the parts of a bar are, how long it is at least to have them, and how far below the first bar's
/// middle their names stand.
const GAP: f32 = 2.0;
const SHORT: f32 = 24.0;
const BELOW: f32 = 18.0;

/// Shows what the stages take now, and behind it what they took in lesson 12's way, where posing has parts.
pub fn draw(frame: &mut Frame<'_>, now: Option<Times>, plain: Option<Times>, parts: Option<Parts>) {
    let Some(now) = now else { return };
    let most = plain.iter().flatten().chain(&now).copied().fold(1e-3, f32::max);
    let mut overlay = frame.overlay(Corner::LowerRight);
    let corner = -SIZE - vec2(12.0, 12.0);
    overlay.rectangle(corner, corner + SIZE, with_alpha(PAPER, 0.85));
    overlay.words(corner + vec2(12.0, 16.0), vec2(0.0, 0.5), "milliseconds a picture", FAINT);
    for (stage, name) in STAGES.iter().enumerate() {
        let down = if stage > 0 { BELOW } else { 0.0 };
        let at = corner + vec2(12.0, 42.0 + down + ROW * stage as f32);
        let mut bar = |ms: f32, half: f32, colour: Colour| {
            let from = at + vec2(FROM, -half);
            overlay.rectangle(from, from + vec2(LONG * ms / most, 2.0 * half), colour);
        };
        if let Some(plain) = plain {
            bar(plain[stage], 9.0, STEEL);
        }
        bar(now[stage], 5.0, ACCENT);
        if let Some(parts) = parts.filter(|_| stage == 0) {
            // Where drawing takes nearly all of a picture, as without a graphics card, the bar is too short for gaps.
            let (mut end, is_long) = (0.0, LONG * plain.unwrap_or(now)[stage] / most > SHORT);
            for part in parts[..PARTS.len() - 1].iter().filter(|_| is_long) {
                end += part;
                let from = at + vec2(FROM + LONG * end / most, -9.0);
                overlay.rectangle(from, from + vec2(GAP, 18.0), PAPER);
            }
            let told = PARTS.iter().zip(parts).map(|(name, ms)| format!("{name} {ms:.2}"));
            let told = told.collect::<Vec<_>>().join(" · ");
            overlay.small(at + vec2(FROM, BELOW), vec2(0.0, 0.5), SIZE.x - FROM, told, FAINT);
        }
        overlay.words(at, vec2(0.0, 0.5), *name, INK);
        let end = at + vec2(FROM + LONG * now[stage] / most + 6.0, 0.0);
        overlay.words(end, vec2(0.0, 0.5), format!("{:.2}", now[stage]), INK);
    }
}
