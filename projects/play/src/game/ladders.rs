//! Keeps a climbing knight in the middle of the ladder.

use ground::button::{self, DOWN, LEFT, RIGHT, UP};
use ground::{Buttons, MovementMode, ObstacleKind, Player, World};

/// The distance from a ladder's middle that counts as none, in metres.
const NEAR: f64 = 0.01;

/// The greatest height of the ladder's top above his feet, and depth of the ground below them, at which a key
/// to the side takes him off the ladder, in metres.
const OVER: f64 = 0.7;
const UNDER: f64 = 0.4;

/// Changes the keys of a knight on a ladder so that left and right don't move him from its middle. To leave
/// it, he climbs over the top or down to the ground, or jumps, as `jumps` says.
pub fn on_the_rungs(keys: Buttons, jumps: bool, player: &Player, world: &World) -> Buttons {
    let (at, asks) = (player.at, button::across(keys) != 0.0);
    if player.state != MovementMode::Ladder || asks && jumps {
        return keys;
    }
    let all = world.level.obstacles.iter().enumerate();
    let ladders = all.filter(|(_, obstacle)| obstacle.kind == ObstacleKind::Ladder).map(|(index, ladder)| {
        let [low, high] = ladder.polygon.bounds().map(|corner| corner + world.moved(index, player.tick));
        (0.5 * (low.x + high.x) - at.x, at.y - at.y.clamp(low.y, high.y.max(low.y)), high.y)
    });
    let nearest = ladders.min_by(|a, b| (a.0.abs() + a.1.abs()).total_cmp(&(b.0.abs() + b.1.abs())));
    let Some((way, _, top)) = nearest else { return keys };
    let leaves = asks && button::climb(keys) == 0.0;
    let over = leaves && top - at.y < OVER;
    let down = leaves && !over && world.level.height_below(at).is_some_and(|ground| at.y - ground < UNDER);
    let aside = match way {
        way if way < -NEAR => LEFT,
        way if way > NEAR => RIGHT,
        _ => 0,
    };
    keys & !(LEFT | RIGHT) | aside | if over { UP } else { 0 } | if down { DOWN } else { 0 }
}
