//! What the panel says about the player.

use common::ground::{Body, Player, Stance, World};
use common::stage::Panel;

/// How many obstacles are named at most.
const NAMED: usize = 5;

pub fn panel(panel: &mut Panel<'_>, world: &World, player: &Player) {
    let stance = match player.stance {
        Stance::Standing => "standing",
        Stance::Ducking => "ducking",
        Stance::Large => "large",
    };
    let (at, velocity) = (player.at(world), player.velocity(world));
    let triangles = world.mesh(player.stance).count();
    let (edge, on) = match player.body {
        Body::Supported { support, .. } => {
            let [from, to] = player.support(world).unwrap_or_default();
            let length = from.distance(to);
            let edge = format!("{}, {:.3} of {length:.3}", support.edge.edge, support.along);
            (edge, names(&player.stands_on(world)))
        }
        Body::Airborne { .. } => ("none".to_owned(), "nothing".to_owned()),
    };
    for (name, text) in [
        ("state", format!("{}, {stance}", player.state())),
        ("place", format!("{:9.3} {:8.3}", at.x, at.y)),
        ("velocity", format!("{:9.3} {:8.3}", velocity.x, velocity.y)),
        ("triangle", format!("{} of {triangles}", player.triangle())),
        ("edge", edge),
        ("stands on", on),
    ] {
        panel.number(name, &format!("{name:<10}{text}"));
    }
}

/// Obstacles by their numbers, counted from 1.
fn names(obstacles: &[usize]) -> String {
    let mut names: Vec<String> = obstacles.iter().take(NAMED).map(|index| (index + 1).to_string()).collect();
    if obstacles.len() > NAMED {
        names.push("…".to_owned());
    }
    names.join(", ")
}
