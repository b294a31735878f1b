//! What the panel says about the knight.

use play::{Game, Hit};
use stage::Panel;

/// How many hits are told.
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
    if game.hits().len() > 0 {
        panel.heading("Hits");
    }
    for (number, hit) in game.hits().rev().take(TOLD).enumerate() {
        panel.number(&format!("hit {number}"), &words(hit));
    }
}

fn pace(pace: play::GaitBlend) -> String {
    format!("{:.2} strides/s, {:.0} % of gait {}", pace.rate, 100.0 * pace.mix, pace.slower + 2)
}

/// A hit in a line.
fn words(hit: &Hit) -> String {
    let hard = if hit.hard { ", hard" } else { "" };
    format!("tick {} + {:.2}: {} on {}{hard}", hit.tick, hit.part, hit.by, hit.on)
}
