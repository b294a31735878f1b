//! Shows the panel: the editor, or the game's settings and the state of the knight.

use crate::KnightPlays;
use common::clip::BlendSpace;
use glam::{DVec2, dvec2};
use ground::MovementParameters;
use play::{Game, Hit};
use stage::Panel;

/// Where scripts let it begin: at the gate, which is the level's own, or further on.
const PLACES: [(Option<DVec2>, &str); 4] = [
    (None, "gate"),
    (Some(dvec2(7.3, 1.0)), "gap"),
    (Some(dvec2(17.4, 0.0)), "fight"),
    (Some(dvec2(24.3, 0.0)), "ladder"),
];

/// Number of hits in the list.
const TOLD: usize = 3;

pub fn show(play: &mut KnightPlays, panel: &mut Panel<'_>) {
    panel.setting("night", &mut play.controls.night, &[(true, "on"), (false, "off")]);
    panel.setting("follow", &mut play.ground.eye.follows, &[(true, "on"), (false, "off")]);
    let editor = &mut play.ground.editor;
    let mut edits = editor.has_turn();
    panel.switch("edit", &mut edits);
    if edits != editor.has_turn() {
        editor.switch();
    }
    panel.same_line();
    if editor.has_turn() {
        panel.note("Time stands still. Tab lets you play again.");
        return editor.panel(panel);
    }
    panel.note("Tab lets you change the yard.");
    panel.heading("Play");
    let mut place = play.game.respawn.start;
    panel.setting("begin at", &mut place, &PLACES);
    if place != play.game.respawn.start {
        play.put(|game| game.begin_at(place));
    }
    panel.switch("pause (P)", &mut play.ground.paused);
    panel.same_line();
    if panel.command("again (R)") {
        play.looks_anew = true;
        play.put(Game::restart);
    }
    show_knight(panel, &play.game);
    show_jump(play, panel);
    panel.heading("Behind the picture");
    let controls = &mut play.controls;
    panel.switches([("spheres", &mut controls.spheres), ("states", &mut controls.states)]);
}

/// Shows the aids for jumps: each can be switched off, to feel its effect.
fn show_jump(play: &mut KnightPlays, panel: &mut Panel<'_>) {
    const ALL: MovementParameters = MovementParameters::KNIGHT;
    let before = play.game.world.movement;
    let mut movement = before;
    panel.heading("Jump");
    panel.switch("variable height", &mut movement.by_key);
    panel.same_line();
    show_ticks(panel, "coyote time", &mut movement.coyote_time, ALL.coyote_time);
    show_ticks(panel, "jump buffer", &mut movement.jump_buffer, ALL.jump_buffer);
    panel.note("Hold the key longer to jump higher. You may press it a tenth of a second past an edge, or just before he lands.");
    if movement != before {
        play.game.set_movement(movement);
    }
}

/// Shows a switch for a number of ticks: all of them, or none.
fn show_ticks(panel: &mut Panel<'_>, name: &str, ticks: &mut u8, all: u8) {
    let mut is_on = *ticks > 0;
    panel.switch(name, &mut is_on);
    *ticks = if is_on { all } else { 0 };
}

fn show_knight(panel: &mut Panel<'_>, game: &Game) {
    let hero = &game.hero;
    let state = hero.actor.state().map_or("", |state| state.name.as_str());
    let (clip, second) = hero.actor.playing();
    let (at, velocity) = (hero.player.at, hero.player.velocity);
    let unit = if hero.actor.gaits().is_some() { "of a stride" } else { "s" };
    for (name, text) in [
        ("state", format!("{state}, {:.2} s", hero.actor.machine.seconds())),
        ("clip", format!("{clip}, {second:.2} {unit}")),
        ("place", format!("{:6.2} {:6.2} m", at.x, at.y)),
        ("speed", format!("{:6.2} {:6.2} m/s", velocity.x, velocity.y)),
        ("rate", hero.actor.gaits().map_or("as it is".to_owned(), mixed)),
    ] {
        panel.number(name, &format!("{name:<6} {text}"));
    }
    if !game.hits.is_empty() {
        panel.heading("Hits");
    }
    for (number, hit) in game.hits.iter().take(TOLD).enumerate() {
        panel.number(&format!("hit {number}"), &words(hit));
    }
}

fn mixed(gaits: &BlendSpace) -> String {
    let (rate, [slower, _]) = (gaits.rate / gaits.in_step().seconds, gaits.pair());
    format!("{rate:.2} strides/s, {:.0} % of gait {}", 100.0 * gaits.mix(), slower + 2)
}

fn words(hit: &Hit) -> String {
    let hard = if hit.hard { ", hard" } else { "" };
    format!("tick {} + {:.2}: {} on {}{hard}", hit.tick, hit.part, hit.by, hit.on)
}
