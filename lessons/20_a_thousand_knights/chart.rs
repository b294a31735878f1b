//! What each stage takes, as bars over the view.

use crate::measure::{PARTS, Parts, STAGES, Times};
use gl::colour::{ACCENT, Colour, FAINT, INK, PAPER, STEEL, with_alpha};
use glam::{Vec2, vec2};
use stage::{Corner, Frame};

/// Sizes of the chart, in pixels at scale 1: of all of it, of a row, and where bars begin and how long they are at most.
const SIZE: Vec2 = vec2(392.0, 136.0);
const ROW: f32 = 26.0;
const FROM: f32 = 66.0;
const LONG: f32 = 190.0;

/// How many times longer a row's bars are drawn where drawing takes nearly all of a picture, as without a graphics card.
const LONGER: [f32; 7] = [100.0, 50.0, 20.0, 10.0, 5.0, 2.0, 1.0];

/// How wide the gaps between the parts of a bar are, and how far below the first bar's middle their names stand.
const GAP: f32 = 2.0;
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
        let mine = plain.unwrap_or(now)[stage].max(now[stage]);
        let longer = LONGER.into_iter().find(|by| mine * by <= most).unwrap_or(1.0);
        let long = |ms: f32| LONG * longer * ms / most;
        let mut bar = |ms: f32, half: f32, colour: Colour| {
            let from = at + vec2(FROM, -half);
            overlay.rectangle(from, from + vec2(long(ms), 2.0 * half), colour);
        };
        if let Some(plain) = plain {
            bar(plain[stage], 9.0, STEEL);
        }
        bar(now[stage], 5.0, ACCENT);
        if let Some(parts) = parts.filter(|_| stage == 0) {
            let mut end = 0.0;
            for part in &parts[..PARTS.len() - 1] {
                end += part;
                let from = at + vec2(FROM + long(end), -9.0);
                overlay.rectangle(from, from + vec2(GAP, 18.0), PAPER);
            }
            let told = PARTS.iter().zip(parts).map(|(name, ms)| format!("{name} {ms:.2}"));
            let told = told.collect::<Vec<_>>().join(" · ");
            overlay.small(at + vec2(FROM, BELOW), vec2(0.0, 0.5), SIZE.x - FROM, told, FAINT);
        }
        overlay.words(at, vec2(0.0, 0.5), *name, INK);
        let longer = if longer > 1.0 { format!(" (bar ×{longer})") } else { String::new() };
        let (told, end) = (format!("{:.2}{longer}", now[stage]), at + vec2(FROM + long(mine) + 6.0, 0.0));
        overlay.words(end, vec2(0.0, 0.5), told, INK);
    }
}
