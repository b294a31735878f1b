//! What the panel says about the player.

use ground::{Body, Player, Stance, World};
use stage::Panel;

/// How many obstacles are named at most.
const NAMED: usize = 5;

pub fn panel(panel: &mut Panel<'_>, world: &World, player: &Player) {
    let stance = match player.stance {
        Stance::Standing => "standing",
        Stance::Ducking => "ducking",
        Stance::Large => "large",
    };
    let (at, velocity) = (player.at(world), player.velocity(world));
    let triangle = format!("{} of {}", player.triangle(), world.mesh(player.stance).count());
    let (triangle, support) = match player.body {
        Body::Supported { support, .. } => {
            let [from, to] = player.support(world).unwrap_or_default();
            let place = format!("{:.3} of {:.3}", support.along, from.distance(to));
            let on = names(&player.stands_on(world));
            (format!("{triangle}, edge {}", support.edge.edge), format!("{place}, on {on}"))
        }
        Body::Airborne { .. } => (triangle, "none".to_owned()),
    };
    for (name, text) in [
        ("state", format!("{}, {stance}", player.state())),
        ("place", format!("{:9.3} {:8.3}", at.x, at.y)),
        ("velocity", format!("{:9.3} {:8.3}", velocity.x, velocity.y)),
        ("triangle", triangle),
        ("support", support),
    ] {
        panel.number(name, &format!("{name:<9} {text}"));
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
