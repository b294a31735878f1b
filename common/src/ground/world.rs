//! A level that can be played.

use super::{Body, Keys, Level, Mesh, Moves, Obstacle, Place, Player, Rules, Stance, State};
use glam::{DVec2, dvec2};
use std::sync::OnceLock;

/// How long a tick is, in seconds.
pub const TICK: f64 = 1.0 / 120.0;

/// What holds in every world.
pub const RULES: Rules = Rules { gravity: dvec2(0.0, -36.0), steepest: 1.0, takeoff: 4.5 };

/// A level, with the meshes that a player moves through.
#[derive(Clone, Debug)]
pub struct World {
    obstacles: Vec<Obstacle>,
    start: DVec2,
    /// Which obstacles move.
    platforms: Vec<usize>,
    /// For each stance, the mesh of what stands still, and one for each platform. They are made when they are asked for.
    grounds: [OnceLock<Vec<Mesh>>; 3],
}

impl World {
    /// Prepares a level.
    pub fn new(level: &Level) -> Self {
        let moves = |&index: &usize| level.obstacles[index].moves.is_some();
        Self {
            obstacles: level.obstacles.clone(),
            start: level.start,
            platforms: (0..level.obstacles.len()).filter(moves).collect(),
            grounds: Default::default(),
        }
    }

    /// The mesh of what stands still.
    pub fn mesh(&self, stance: Stance) -> &Mesh {
        self.ground(stance, 0)
    }

    /// Which obstacles move, each with its mesh in its own frame: where it is at first.
    pub fn platforms(&self, stance: Stance) -> impl Iterator<Item = (usize, &Mesh)> {
        self.platforms.iter().copied().zip(&self.grounds(stance)[1..])
    }

    /// How far a platform is, at a tick, from where the level has it.
    pub fn moved(&self, obstacle: usize, tick: u64) -> DVec2 {
        let moves = self.obstacles.get(obstacle).and_then(|obstacle| obstacle.moves);
        moves.map_or(DVec2::ZERO, |moves| moves.at(tick))
    }

    /// A player at the level's start. If there is no room, it is in the nearest place above.
    pub fn start(&self) -> Player {
        let above = (0..400u16).map(|steps| self.start + dvec2(0.0, 0.25 * f64::from(steps)));
        let mut players = above.filter_map(|at| self.put(at, Stance::default(), 0));
        players.next().unwrap_or_else(|| self.nowhere())
    }

    /// Puts a player to a place, if there is room.
    pub fn put(&self, at: DVec2, stance: Stance, tick: u64) -> Option<Player> {
        let grounds = self.grounds(stance).iter().enumerate();
        let triangles = grounds.map(|(ground, mesh)| mesh.locate(at - self.frame(ground, tick)));
        let triangles: Vec<usize> = triangles.collect::<Option<_>>()?;
        Some(self.hanging(at, triangles, stance, tick))
    }

    /// Moves a player for a tick, with what is pressed meanwhile. The same keys make the same player, to the last bit.
    pub fn step(&self, player: &Player, keys: Keys) -> Player {
        let mesh = self.mesh(player.stance);
        let jumps = keys.jump && !player.keys.jump;
        let body = match player.body {
            Body::Supported { support, .. } if jumps => {
                mesh.jump(Body::Supported { support, speed: 0.0 }, dvec2(6.0 * keys.across(), 10.0))
            }
            Body::Supported { support, .. } => Body::Supported { support, speed: 6.0 * keys.across() },
            Body::Airborne { place, velocity } => {
                Body::Airborne { place, velocity: dvec2(6.0 * keys.across(), velocity.y) }
            }
        };
        let body = mesh.step(body, &RULES, TICK).body;
        let mut triangles = player.triangles.clone();
        triangles[0] = mesh.place(body).triangle;
        let state = if matches!(body, Body::Supported { .. }) { State::Ground } else { State::Air };
        Player { tick: player.tick + 1, body, triangles, state, keys, ..player.clone() }
    }

    fn hanging(&self, at: DVec2, triangles: Vec<usize>, stance: Stance, tick: u64) -> Player {
        let place = Place { at, triangle: triangles[0] };
        let body = Body::Airborne { place, velocity: DVec2::ZERO };
        Player { tick, stance, body, ground: 0, triangles, state: State::Air, keys: Keys::default() }
    }

    /// A player for whom there is no room: crushed.
    fn nowhere(&self) -> Player {
        let triangles = vec![0; 1 + self.platforms.len()];
        Player { state: State::Crushed, ..self.hanging(self.start, triangles, Stance::default(), 0) }
    }

    fn grounds(&self, stance: Stance) -> &[Mesh] {
        self.grounds[stance as usize].get_or_init(|| {
            let shape = stance.shape();
            let platform = |&index: &usize| Mesh::platform(&self.obstacles, index, &shape);
            std::iter::once(Mesh::new(&self.obstacles, &shape))
                .chain(self.platforms.iter().map(platform))
                .collect()
        })
    }

    /// The mesh of what stands still, and after it those of the platforms.
    pub(super) fn ground(&self, stance: Stance, ground: usize) -> &Mesh {
        &self.grounds(stance)[ground]
    }

    /// Where a mesh's origin is, at a tick.
    pub(super) fn frame(&self, ground: usize, tick: u64) -> DVec2 {
        if ground == 0 { DVec2::ZERO } else { self.moved(self.platforms[ground - 1], tick) }
    }

    /// How fast a mesh came to where it is at a tick.
    pub(super) fn pace(&self, ground: usize, tick: u64) -> DVec2 {
        let before = tick.saturating_sub(1);
        (self.frame(ground, tick) - self.frame(ground, before)) / TICK
    }
}

impl Moves {
    /// How far a platform has come at a tick.
    pub fn at(&self, tick: u64) -> DVec2 {
        let rounds = tick as f64 * TICK / self.seconds;
        let part = rounds - rounds.floor();
        let there = 1.0 - (2.0 * part - 1.0).abs();
        self.by * eased(there)
    }
}

/// A part of a way, for who goes evenly, but gathers speed at its start and loses it at its end.
fn eased(part: f64) -> f64 {
    /// How much of the way's time each end takes.
    const END: f64 = 0.125;
    let speed = 1.0 / (1.0 - END);
    let from_end = part.min(1.0 - part);
    let way = if from_end < END {
        speed * from_end * from_end / (2.0 * END)
    } else {
        speed * (from_end - 0.5 * END)
    };
    if part < 0.5 { way } else { 1.0 - way }
}
