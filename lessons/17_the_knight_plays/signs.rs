//! Shows how his way through the yard goes: how to play, the time, what a fall costs, and the end.

use gl::colour::{ERROR, INK};
use glam::{Vec3, vec2};
use ground::TICK;
use play::{Attempt, BEHIND, FALL_COSTS, Game, STANDING_COSTS, seconds};
use side_scroller::best::Best;
use stage::{Corner, Frame};

/// How to play, until somebody does.
const KEYS: &str = "Arrows run, Space jumps, K strikes";

/// The height of the first row below the upper edge, and of a row, in pixels at scale 1.
const TOP: f32 = 26.0;
const ROW: f32 = 34.0;

/// The seconds for which a fall shows, and how far its sign rises above his head in a second, in metres.
const SHOWN: f32 = 1.6;
const RISES: f32 = 0.4;

/// Draws the time, and below it how to play or how it went.
pub fn draw(frame: &mut Frame<'_>, game: &Game, best: &Best, between: f64) {
    let Some(attempt) = game.attempt() else { return };
    let mut rows = vec![clock(attempt, best)];
    if attempt.has_ended {
        rows.push(ended(attempt, best));
        rows.extend(best.refusal.clone());
    } else if attempt.ticks == 0 {
        rows.push(KEYS.to_owned());
    }
    let mut view = frame.overlay(Corner::UpperLeft);
    let middle = 0.5 * view.size().x;
    for (row, text) in (0u8..).zip(rows) {
        view.tag(vec2(middle, TOP + ROW * f32::from(row)), text, INK);
    }
    if let Some((tick, at)) = game.back() {
        let age = ((game.tick() - tick) as f64 - 1.0 + between) as f32 * TICK as f32;
        if age < SHOWN {
            let up = (1.9 + RISES * age) * Vec3::Y;
            let cost = format!("+{:.0} s", seconds(FALL_COSTS));
            frame.label(at.as_vec2().extend(BEHIND) + up, [-16.0, 0.0], cost, ERROR);
        }
    }
}

/// The time so far, the dummies that have fallen, and the time to beat.
fn clock(attempt: &Attempt, best: &Best) -> String {
    let now =
        format!("{:.1} s    {} of {} down", seconds(attempt.ticks), attempt.count(), attempt.fallen.len());
    best.ticks.map_or(now.clone(), |best| format!("{now}    best {:.1} s", seconds(best)))
}

/// The words at the end.
fn ended(attempt: &Attempt, best: &Best) -> String {
    let stood = (attempt.fallen.len() - attempt.count()) as u32;
    let cost = match stood {
        0 => String::new(),
        _ => format!(", {:.0} of them for those who still stand", seconds(STANDING_COSTS * stood)),
    };
    let beaten = if best.ticks == Some(attempt.ticks) { "your best" } else { "not your best" };
    format!("{:.1} seconds{cost}: {beaten}. R: again", seconds(attempt.ticks))
}
