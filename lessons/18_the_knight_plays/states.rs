//! The machine, live: its states, the transitions out of the one that is on, and the last ones.

use gl::colour::{ACCENT, CHANGED, FAINT, INK, PAPER, mix, with_alpha};
use glam::{Vec2, vec2};
use ground::TICK;
use play::{Condition, Hero, Transition};
use stage::{Corner, Frame};

/// Distance from the corner of the picture, and the margin on the plate.
const MARGIN: f32 = 14.0;
const AROUND: f32 = 12.0;

/// Widths of the columns, and the height of a line.
const COLUMNS: [f32; 3] = [76.0, 226.0, 124.0];
const LINE: f32 = 16.0;

/// Fewest lines of the plate, enough for the last transitions.
const LINES: usize = 16;

/// Draws the states of the knight in the lower right corner.
pub fn draw(frame: &mut Frame<'_>, hero: &Hero) {
    let (table, machine, weight) = (&hero.actor.table, &hero.actor.machine, hero.actor.faded());
    let mut layer = frame.overlay(Corner::LowerRight);
    let lines = table.states.len().max(LINES);
    let size = vec2(COLUMNS.iter().sum(), LINE * lines as f32) + 2.0 * AROUND;
    let corner = -size - MARGIN;
    layer.rectangle(corner, corner + size, with_alpha(PAPER, 0.86));

    let name = |state: usize| table.states.get(state).map_or("?", |state| state.name.as_str());
    let (on, seconds) = (machine.state, machine.seconds());
    let holds = hero.actor.state().map_or(0.0, |state| state.holds);

    let mut at = corner + AROUND;
    for (state, row) in table.states.iter().enumerate() {
        let row_corner = at + vec2(0.0, LINE * state as f32);
        if state == on {
            let plate = row_corner - vec2(4.0, 0.0);
            layer.rectangle(plate, plate + vec2(COLUMNS[0] - 8.0, LINE), ACCENT);
        }
        let colour = if state == on { PAPER } else { INK };
        layer.small(row_corner, Vec2::ZERO, COLUMNS[0] - 12.0, row.name.as_str(), colour);
    }

    // While the state holds, only a forced transition gets through.
    let leads = table.transitions(on).map(|transition| {
        let passes = transition.forced || seconds >= holds;
        (words(transition, name(transition.to)), if passes { INK } else { FAINT })
    });
    let now = [
        (name(on).to_owned(), ACCENT),
        (format!("for {seconds:.2} s"), INK),
        (format!("faded in {:.0} %", 100.0 * weight), mix(CHANGED, FAINT, weight)),
        (String::new(), FAINT),
    ];
    let last = machine.transitions.iter().rev().enumerate().map(|(age, changed)| {
        let (seconds, from, to) = (changed.tick as f64 * TICK, name(changed.from), name(changed.to));
        (format!("{seconds:.1}  {from} → {to}"), with_alpha(INK, 1.0 - 0.06 * age as f32))
    });
    let columns: [Vec<_>; 2] = [leads.collect(), now.into_iter().chain(last).collect()];
    for (column, lines) in columns.into_iter().enumerate() {
        at.x += COLUMNS[column];
        for (line, (text, colour)) in lines.into_iter().enumerate() {
            layer.small(at + vec2(0.0, LINE * line as f32), Vec2::ZERO, COLUMNS[column + 1], text, colour);
        }
    }
}

/// Returns a transition as its table has it.
fn words(transition: &Transition, to: &str) -> String {
    let condition = |&(condition, wanted): &(Condition, bool)| {
        format!("{}{}", if wanted { "" } else { "not " }, condition.name())
    };
    let conditions: Vec<_> = transition.when.iter().map(condition).collect();
    let forced = if transition.forced { "!" } else { "" };
    let colon = if conditions.is_empty() { "" } else { ": " };
    format!("{to}{forced}{colon}{}", conditions.join(", "))
}
