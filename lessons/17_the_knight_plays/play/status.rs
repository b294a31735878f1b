//! What the panel says about the knight.

use play::{Blow, Game};
use stage::Panel;

/// How many blows are told.
const TOLD: usize = 3;

pub fn panel(panel: &mut Panel<'_>, game: &Game) {
    let hero = game.hero();
    let state = hero.state().map_or("", |state| state.name.as_str());
    let (clip, second) = hero.playing();
    let velocity = hero.player().velocity(game.world());
    let at = hero.player().at(game.world());
    let unit = if hero.strides().is_some() { "of a stride" } else { "s" };
    for (name, text) in [
        ("state", format!("{state}, {:.2} s", hero.machine().seconds())),
        ("clip", format!("{clip}, {second:.2} {unit}")),
        ("place", format!("{:6.2} {:6.2} m", at.x, at.y)),
        ("speed", format!("{:6.2} {:6.2} m/s", velocity.x, velocity.y)),
        ("rate", hero.strides().map_or("as it is".to_owned(), |strides| pace(strides.pace()))),
    ] {
        panel.number(name, &format!("{name:<6} {text}"));
    }
    if game.blows().len() > 0 {
        panel.heading("Blows");
    }
    for (number, blow) in game.blows().rev().take(TOLD).enumerate() {
        panel.number(&format!("blow {number}"), &words(blow));
    }
}

fn pace(pace: play::Pace) -> String {
    format!("{:.2} strides/s, {:.0} % of gait {}", pace.rate, 100.0 * pace.mix, pace.slower + 2)
}

/// A blow in a line.
fn words(blow: &Blow) -> String {
    let hard = if blow.hard { ", hard" } else { "" };
    format!("tick {} + {:.2}: {} on {}{hard}", blow.tick, blow.part, blow.by, blow.on)
}
