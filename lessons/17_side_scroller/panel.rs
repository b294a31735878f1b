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
    play.ground.time.panel(panel);
    panel.same_line();
    if panel.command("restart") {
        play.restart();
    }
    show_player(panel, &play.game.world, &play.game.player);
}

fn show_layers(play: &mut Play, panel: &mut Panel<'_>) {
    let shows = &mut play.shown;
    panel.choice_of("mesh of", &mut shows.stance, &STANCES);
    panel.switch("grown", &mut shows.grown);
    panel.same_line();
    panel.switch("mesh", &mut shows.mesh);
    panel.same_line();
    panel.switch("triangle", &mut shows.triangle);
    panel.switch("jumps", &mut shows.jumps);
    panel.same_line();
    let mut is_on = play.ghost.is_on();
    panel.switch("swept", &mut is_on);
    if is_on != play.ghost.is_on() {
        play.ghost.switch(is_on, &play.game);
    }
    panel.same_line();
    panel.switch("flat", &mut play.shown.flat);
    if panel.edit().changed {
        let Camera { target, height, .. } = *panel.camera;
        *panel.camera = play.shown.camera(target, height);
    }
    panel.same_line();
    panel.switch("follow", &mut play.ground.eye.follows);
}

/// Shows what the player does, and where.
fn show_player(panel: &mut Panel<'_>, world: &World, player: &Player) {
    let stance = match player.stance {
        Stance::Standing => "standing",
        Stance::Ducking => "ducking",
    };
    let (at, velocity) = (player.at(world), player.velocity(world));
    for (name, text) in [
        ("state", format!("{}, {stance}", player.state())),
        ("position", format!("{:9.3} {:8.3}", at.x, at.y)),
        ("velocity", format!("{:9.3} {:8.3}", velocity.x, velocity.y)),
        ("triangle", format!("{} of {}", player.triangle(), world.mesh(player.stance).count())),
    ] {
        panel.number(name, &format!("{name:<9} {text}"));
    }
}
