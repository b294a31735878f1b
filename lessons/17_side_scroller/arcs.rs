//! The jump that `vertical_step` makes from where the player stood last, with long steps and with short ones.

use gl::colour::{ACCENT, CHANGED, Colour, ERROR, INK};
use glam::{DVec2, dvec2};
use ground::{JumpKey, MovementParameters, VerticalMotion, vertical_step};
use side_scroller::solid::deep;
use stage::Frame;

/// Numbers of steps in a second, each with its colour and the size of the dot after each step.
const RATES: [(u16, Colour, f32); 3] = [(15, ERROR, 9.0), (60, CHANGED, 5.0), (240, ACCENT, 0.0)];

/// Longest time of a jump, in seconds.
const LONGEST: u16 = 3;

/// Height of a row of words, in pixels.
const ROW: f32 = 20.0;

/// Distance of the arcs in front of the level.
const FRONT: f32 = 0.08;

/// Draws them, with the height that is wanted. `ahead` is 1 to the right and -1 to the left.
pub fn draw(frame: &mut Frame<'_>, from: DVec2, ahead: f64, movement: &MovementParameters) {
    let wanted = from + dvec2(0.0, movement.jump_height);
    let [near, far] = [0.5, 7.0].map(|across| deep(wanted + dvec2(ahead * across, 0.0), FRONT));
    frame.lines_on_top.line(near, far, 1.5, INK);
    let words = deep(from + dvec2(ahead * 3.4, 0.2), FRONT);
    frame.label(words, [0.0, 0.0], format!("wanted: {:.2}", movement.jump_height), INK);
    for (row, &(rate, colour, dot)) in RATES.iter().enumerate() {
        let heights = heights(movement, rate);
        let place = |step: usize| {
            let across = ahead * movement.run * step as f64 / f64::from(rate);
            deep(from + dvec2(across, heights[step]), FRONT)
        };
        for step in 1..heights.len() {
            frame.lines_on_top.line(place(step - 1), place(step), 2.0, colour);
            frame.lines_on_top.line(place(step), place(step), dot, colour);
        }
        let highest = heights.iter().copied().fold(0.0, f64::max);
        let height = format!("{rate} steps a second: {highest:.2}");
        frame.label(words, [0.0, ROW * (row + 1) as f32], height, colour);
    }
}

/// Returns the height of a jump after each step, until it is down again. The key is held.
fn heights(movement: &MovementParameters, rate: u16) -> Vec<f64> {
    let mut heights = vec![0.0];
    let (mut height, mut motion) = (0.0, VerticalMotion { velocity: 0.0, rises: false });
    for step in 0..LONGEST * rate {
        let key = if step == 0 { JumpKey::Starts } else { JumpKey::Held };
        let (up, after) = vertical_step(motion, key, movement, 1.0 / f64::from(rate));
        (height, motion) = (height + up, after);
        if !height.is_finite() || height <= 0.0 {
            break;
        }
        heights.push(height);
    }
    heights
}
