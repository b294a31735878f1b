//! Draws the time of each stage as bars over the view.

use crate::costs::{STAGES, Times};
use gl::colour::{ACCENT, Colour, FAINT, INK, PAPER, STEEL, with_alpha};
use glam::{Vec2, vec2};
use stage::{Corner, Frame};

/// Sizes of the chart, in pixels at scale 1: its own, a row's, and the start and greatest length of bars.
const SIZE: Vec2 = vec2(392.0, 118.0);
const ROW: f32 = 26.0;
const FROM: f32 = 66.0;
const LONG: f32 = 190.0;

/// Factors that lengthen a row's bars, for when drawing takes nearly all of a frame, as without a graphics card.
const LONGER: [f32; 7] = [100.0, 50.0, 20.0, 10.0, 5.0, 2.0, 1.0];

/// Shows the present times of the stages, and behind them those of lesson 12's way.
pub fn draw(frame: &mut Frame<'_>, now: Times, plain: Option<Times>) {
    let most = plain.iter().flatten().chain(&now).copied().fold(1e-3, f32::max);
    let mut overlay = frame.overlay(Corner::LowerRight);
    let corner = -SIZE - vec2(12.0, 12.0);
    overlay.rectangle(corner, corner + SIZE, with_alpha(PAPER, 0.85));
    overlay.words(corner + vec2(12.0, 16.0), vec2(0.0, 0.5), "milliseconds a frame", FAINT);
    for (stage, name) in STAGES.iter().enumerate() {
        let at = corner + vec2(12.0, 42.0 + ROW * stage as f32);
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
        overlay.words(at, vec2(0.0, 0.5), *name, INK);
        let longer = if longer > 1.0 { format!(" (bar ×{longer})") } else { String::new() };
        let (told, end) = (format!("{:.2}{longer}", now[stage]), at + vec2(FROM + long(mine) + 6.0, 0.0));
        overlay.words(end, vec2(0.0, 0.5), told, INK);
    }
}
