//! Heels and toes on the ground: the chart of their times, and their marks in the view.

use super::walker::{PARTS, Walker};
use gl::colour::{ERROR, FAINT, INK, PAPER, joint_colour, with_alpha};
use glam::{Vec2, vec2};
use stage::{Corner, Frame};

/// Width of a part and height of a row, in pixels at scale 1.
const PART: f32 = 3.0;
const ROW: f32 = 15.0;

const ROWS: [(&str, usize, usize); 4] =
    [("left heel", 0, 0), ("left toe", 0, 1), ("right heel", 1, 0), ("right toe", 1, 1)];

/// A row for each heel and toe: filled while it is on the ground. A line shows the clip's phase.
pub fn chart(frame: &mut Frame<'_>, walker: &Walker) {
    let mut layer = frame.overlay(Corner::LowerRight);
    let width = PART * PARTS as f32;
    let corner = vec2(-width - 18.0, -ROW * ROWS.len() as f32 - 18.0);
    let plate = vec2(86.0, 8.0);
    layer.rectangle(
        corner - plate,
        corner + vec2(width + 8.0, ROW * ROWS.len() as f32 + 8.0),
        with_alpha(PAPER, 0.8),
    );
    for (row, (name, side, part)) in ROWS.into_iter().enumerate() {
        let at = corner + vec2(0.0, ROW * row as f32);
        layer.words(at + vec2(-8.0, 0.5 * ROW), vec2(1.0, 0.5), name, joint_colour(side));
        layer.rectangle(at + vec2(0.0, 2.0), at + vec2(width, ROW - 2.0), with_alpha(FAINT, 0.18));
        for (index, stood) in walker.stood.iter().enumerate() {
            if stood[side][part] {
                let begin = at + vec2(PART * index as f32, 2.0);
                layer.rectangle(begin, begin + vec2(PART, ROW - 4.0), joint_colour(side));
            }
        }
    }
    let now = corner + vec2(width * walker.phase(), 0.0);
    layer.line([now - 4.0 * Vec2::Y, now + (ROW * ROWS.len() as f32 + 4.0) * Vec2::Y], 2.0, INK);
}

/// Draws the prints of heels and toes with their slides, and the toes' paths with a dot for each time step.
pub fn marks(frame: &mut Frame<'_>, walker: &Walker) {
    let here = walker.here();
    for print in walker.prints.all() {
        let [from, to] = [print.from, print.to].map(|place| place - here);
        frame.lines_on_top.line(from, to, 4.0, with_alpha(ERROR, 0.8));
        frame.lines_on_top.line(from, from, 5.0, joint_colour(print.side));
    }
    let (soles, stands) = (walker.soles(), walker.stands());
    for side in 0..2 {
        let way = walker.prints.way(side).map(|place| place - here);
        for (before, after) in way.clone().zip(way.skip(1)) {
            frame.lines_on_top.line(before, after, 1.2, with_alpha(joint_colour(side), 0.45));
            frame.lines_on_top.line(after, after, 3.0, with_alpha(joint_colour(side), 0.6));
        }
        for (part, name) in ["heel", "toe"].into_iter().enumerate() {
            let place = soles[side][part] - here;
            let stands = stands[side][part];
            let (width, colour) = if stands { (13.0, joint_colour(side)) } else { (6.0, FAINT) };
            frame.lines_on_top.rimmed_dot(place, width, colour);
            if stands {
                let beside = if part == 0 { -26.0 } else { 26.0 };
                frame.label(place, [beside, 12.0], name, colour);
            }
        }
    }
}
