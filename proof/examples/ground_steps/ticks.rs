//! Players in a world whose platforms move, with keys that are pressed at random.

use super::Seen;
use super::random::Random;
use glam::DVec2;
use ground::{Body, Controls, Judge, Level, MovementMode, Obstacle, Player, Stance, World};
use std::time::Instant;

/// Who falls below all obstacles begins anew.
const LOWEST: f64 = -40.0;

/// Judges for what stands still, and for each platform in its own frame.
struct Judges {
    still: Judge,
    platforms: Vec<(usize, Judge)>,
}

impl Judges {
    fn new(obstacles: &[Obstacle], stance: Stance) -> Self {
        let moving = obstacles.iter().enumerate().filter(|(_, obstacle)| obstacle.moves.is_some());
        let alone = |obstacle: &Obstacle| [Obstacle { moves: None, ..obstacle.clone() }];
        Self {
            still: Judge::new(obstacles, &stance.shape()),
            platforms: moving
                .map(|(index, obstacle)| (index, Judge::new(&alone(obstacle), &stance.shape())))
                .collect(),
        }
    }

    fn depth(&self, world: &World, player: &Player) -> f64 {
        let at = player.at(world);
        let in_platforms = self.platforms.iter().map(|(obstacle, judge)| {
            // For whom there was no room, it cannot be outside.
            let counts = player.state() != MovementMode::Crushed;
            if counts { judge.depth(at - world.moved(*obstacle, player.tick)) } else { 0.0 }
        });
        in_platforms.fold(self.still.depth(at), f64::max)
    }
}

fn start(world: &World, random: &mut Random) -> Option<Player> {
    let at = 18.0 * random.vector();
    let at = if random.below(4) == 0 { at.round() } else { at };
    let stance = if random.below(4) == 0 { Stance::Large } else { Stance::Standing };
    world.put(at, stance, random.below(2000) as u64)
}

/// Plays so many ticks.
pub fn play(obstacles: Vec<Obstacle>, ticks: usize, random: &mut Random, seen: &mut Seen) {
    let judges = Stance::ALL.map(|stance| Judges::new(&obstacles, stance));
    let world = World::new(&Level { obstacles, start: DVec2::ZERO });
    let mut player: Option<Player> = None;
    let mut keys = Controls::default();
    for tick in 0..ticks {
        let over = player
            .as_ref()
            .is_some_and(|player| player.state() == MovementMode::Crushed || player.at(&world).y < LOWEST);
        if over || tick % 1000 == 0 {
            player = (0..100).find_map(|_| start(&world, random));
        }
        let Some(last) = &player else { continue };
        if random.below(12) == 0 {
            keys = Controls::from_byte(random.below(32) as u8);
        }
        let before = Instant::now();
        let next = world.step(last, keys);
        seen.time += before.elapsed();
        seen.steps += 1;
        seen.supported += usize::from(matches!(next.body, Body::Supported { .. }));
        seen.not_ended += usize::from(next.unused() > 0.0);
        seen.crushed += usize::from(next.state() == MovementMode::Crushed);
        seen.in_solid += usize::from(!world.mesh(next.stance).is_free(next.triangle()));
        seen.deep(judges[next.stance as usize].depth(&world, &next));
        player = Some(next);
    }
}
