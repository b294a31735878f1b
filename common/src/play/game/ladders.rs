//! Who climbs does so in the middle of the ladder.

use crate::ground::{Keys, Kind, Level, Player, State, World};

/// So near to the middle one is in it, in metres.
const NEAR: f64 = 0.01;

/// What is pressed, and the way to the middle of the ladder, for who is on one and goes to no side.
pub fn to_the_middle(keys: Keys, player: &Player, world: &World, level: &Level) -> Keys {
    if player.state() != State::Ladder || keys.left || keys.right {
        return keys;
    }
    let (at, tick) = (player.at(world), player.tick);
    let ladders = level.obstacles.iter().enumerate().filter(|(_, obstacle)| obstacle.kind == Kind::Ladder);
    let middles = ladders.map(|(index, ladder)| {
        let all = || ladder.polygon.corners().iter().map(|corner| corner.x);
        let (left, right) = (all().fold(f64::MAX, f64::min), all().fold(f64::MIN, f64::max));
        0.5 * (left + right) + world.moved(index, tick).x
    });
    let nearest = middles.min_by(|a, b| (a - at.x).abs().total_cmp(&(b - at.x).abs()));
    let way = nearest.map_or(0.0, |middle| middle - at.x);
    Keys { left: way < -NEAR, right: way > NEAR, ..keys }
}
