//! Shows the panel of the scene *play*: the view, the editor, and the state of the player.

use crate::Play;
use ground::{Player, Stance, World};
use stage::{Camera, Panel};

/// Stances whose mesh can be shown; none is the player's own.
const STANCES: [(Option<Stance>, &str); 3] =
    [(None, "player"), (Some(Stance::Standing), "standing"), (Some(Stance::Ducking), "ducking")];

pub fn show(play: &mut Play, panel: &mut Panel<'_>) {
    show_layers(play, panel);
    play.ground.editor.panel(panel);
    panel.heading("Play");
    panel.switch("pause (P)", &mut play.ground.paused);
    show_player(panel, &play.game.world, &play.game.player);
}

fn show_layers(play: &mut Play, panel: &mut Panel<'_>) {
    let shows = &mut play.shown;
    panel.choice_of("mesh of", &mut shows.stance, &STANCES);
    let (mut swept, was_flat) = (play.ghost.is_on(), shows.flat);
    panel.switches([
        ("grown", &mut shows.grown),
        ("mesh", &mut shows.mesh),
        ("triangle", &mut shows.triangle),
        ("jumps", &mut shows.jumps),
        ("swept", &mut swept),
        ("flat", &mut shows.flat),
    ]);
    if swept != play.ghost.is_on() {
        play.ghost.switch(swept, &play.game);
    }
    if play.shown.flat != was_flat {
        let Camera { target, height, .. } = *panel.camera;
        *panel.camera = play.shown.camera(target, height);
    }
}

/// Shows what the player does, and where.
fn show_player(panel: &mut Panel<'_>, world: &World, player: &Player) {
    let stance = match player.stance {
        Stance::Standing => "standing",
        Stance::Ducking => "ducking",
    };
    let (at, velocity) = (player.at, player.velocity);
    for (name, text) in [
        ("state", format!("{}, {stance}", player.state)),
        ("position", format!("{:9.3} {:8.3}", at.x, at.y)),
        ("velocity", format!("{:9.3} {:8.3}", velocity.x, velocity.y)),
        ("triangle", format!("{} of {}", player.triangle(), world.mesh(player.stance).count())),
    ] {
        panel.number(name, &format!("{name:<9} {text}"));
    }
}
