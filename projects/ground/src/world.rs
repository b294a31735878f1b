//! A level that can be played.

use super::floors::{Floor, floors};
use super::moving::{Moving, SEAM};
use super::polygon::contains;
use super::steer::{Steered, ladder_here};
use super::{
    Blocker, Body, Controls, Level, Manner, MeshPosition, MovementMode, MovementParameters, NavMesh,
    Obstacle, ObstacleKind, Player, Rules, Stance,
};
use glam::{DVec2, dvec2};
use std::sync::OnceLock;

/// Duration of a tick, in seconds.
pub const TICK: f64 = 1.0 / 120.0;

/// Rules of every world.
pub const RULES: Rules = Rules { gravity: dvec2(0.0, -36.0), steepest: 1.0, takeoff: 4.5 };

/// A level, with the meshes that a player moves through.
#[derive(Clone, Debug)]
pub struct World {
    obstacles: Vec<Obstacle>,
    start: DVec2,
    movement: MovementParameters,
    /// Obstacles that move.
    platforms: Vec<usize>,
    pub(super) floors: Vec<Floor>,
    /// For each stance, the mesh of all that does not move, and one for each platform. They are made at their first
    /// use.
    grounds: [OnceLock<Vec<NavMesh>>; 3],
}

impl World {
    /// Prepares a level.
    pub fn new(level: &Level) -> Self {
        Self::with(level, MovementParameters::default())
    }

    /// Prepares a level in which players move in ways of their own.
    pub fn with(level: &Level, movement: MovementParameters) -> Self {
        let moves = |&index: &usize| level.obstacles[index].moves.is_some();
        Self {
            obstacles: level.obstacles.clone(),
            start: level.start,
            movement,
            platforms: (0..level.obstacles.len()).filter(moves).collect(),
            floors: floors(level),
            grounds: Default::default(),
        }
    }

    /// Returns the mesh of all that does not move.
    pub fn mesh(&self, stance: Stance) -> &NavMesh {
        self.ground(stance, 0)
    }

    /// Returns the obstacles that move, each with its mesh in its own frame, at its first place.
    pub fn platforms(&self, stance: Stance) -> impl Iterator<Item = (usize, &NavMesh)> {
        self.platforms.iter().copied().zip(&self.grounds(stance)[1..])
    }

    /// Returns a platform's offset from its place in the level, at a tick.
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

    /// Puts a player to a place, if there is room. If there is ground as well, it stands.
    pub fn put(&self, at: DVec2, stance: Stance, tick: u64) -> Option<Player> {
        let (at, triangles) = self.room(at, stance, tick)?;
        let hanging = self.hanging(at, triangles, DVec2::ZERO, stance, tick);
        let mut moving = self.moving(&hanging, tick);
        let stands = moving.settle(0.0, 2.0 * SEAM, None);
        moving.stop();
        let Moving { ground, body, triangles, .. } = moving;
        let state = if stands { MovementMode::Ground } else { MovementMode::Air };
        Some(Player { ground, body, triangles, state, ..hanging })
    }

    /// Returns true if a place is inside something solid, at a tick.
    pub fn is_solid(&self, at: DVec2, tick: u64) -> bool {
        let mut solid =
            self.obstacles.iter().enumerate().filter(|(_, obstacle)| obstacle.kind == ObstacleKind::Solid);
        solid.any(|(index, obstacle)| contains(obstacle.polygon.corners(), at - self.moved(index, tick)))
    }

    /// Returns the parameters of players' motion.
    pub fn movement(&self) -> &MovementParameters {
        &self.movement
    }

    /// Lets players move in other ways from now on.
    pub fn set_movement(&mut self, movement: MovementParameters) {
        self.movement = movement;
    }

    /// Moves a player for a tick, with what is pressed meanwhile. The same keys make the same player, to the last bit.
    pub fn step(&self, player: &Player, keys: Controls) -> Player {
        self.step_at(player, keys, Manner::Runs, &[])
    }

    /// The same for a player with a manner of moving, who does not get through blockers.
    pub fn step_at(&self, player: &Player, keys: Controls, manner: Manner, blockers: &[Blocker]) -> Player {
        if player.state == MovementMode::Crushed {
            return Player { tick: player.tick + 1, keys, ..player.clone() };
        }
        let reshaped = self.reshaped(player, keys);
        let before = reshaped.as_ref().unwrap_or(player);
        let kinds = |obstacle: usize| self.obstacles[obstacle].kind;
        let moving = self.moving(before, before.tick + 1);
        let mut steered = Steered { keys, manner, ..Steered::new(moving, &kinds, before, &self.movement) };
        self.drive(&mut steered);
        let unused = if steered.moving.crushed {
            0.0
        } else {
            steered.steer();
            steered.keep_out(blockers);
            steered.moving.go(TICK)
        };
        let state = steered.settle();
        let Steered { moving, rises, coyote_time, waits, .. } = steered;
        let Moving { ground, body, triangles, wall, .. } = moving;
        let (tick, stance) = (before.tick + 1, before.stance);
        Player { tick, stance, body, ground, triangles, state, keys, wall, rises, coyote_time, waits, unused }
    }

    /// Moves all platforms to where they are at the tick's end.
    fn drive(&self, Steered { moving, kinds, before, .. }: &mut Steered<'_>) {
        let clings = if before.state == MovementMode::Ladder { ladder_here(moving, kinds) } else { None };
        for (&obstacle, ground) in self.platforms.iter().zip(1..) {
            let to = self.frame(ground, before.tick + 1);
            moving.drive(ground, to, clings == Some(ground), kinds(obstacle) != ObstacleKind::Solid);
        }
    }

    /// The player in the middle of a tick that ends at `next`.
    fn moving(&self, player: &Player, next: u64) -> Moving<'_> {
        let meshes = self.grounds(player.stance);
        let all = 0..meshes.len();
        let mut moving = Moving {
            meshes,
            frames: all.clone().map(|ground| self.frame(ground, player.tick)).collect(),
            paces: all.map(|ground| self.pace(ground, next)).collect(),
            triangles: player.triangles.clone(),
            ground: player.ground,
            body: player.body,
            wall: 0.0,
            wedged: false,
            crushed: false,
        };
        if let Body::Supported { support, .. } = player.body
            && !moving.is_floor(player.ground, support.edge)
        {
            moving.wedged = moving.meshes[player.ground].is_wedged(support, &RULES);
            if !moving.wedged {
                moving.let_go(moving.velocity());
            }
        }
        moving
    }

    /// The player in the shape that the keys want, if that is another and if there is room for it.
    fn reshaped(&self, player: &Player, keys: Controls) -> Option<Player> {
        let ducks = keys.down && player.state != MovementMode::Ladder;
        let stance = if ducks { Stance::Ducking } else { Stance::Standing };
        if stance == player.stance {
            return None;
        }
        let velocity = player.velocity(self);
        let (at, triangles) = self.room(player.at(self), stance, player.tick)?;
        let hanging = self.hanging(at, triangles, velocity, stance, player.tick);
        let mut moving = self.moving(&hanging, player.tick);
        if let Body::Supported { speed, .. } = player.body
            && moving.settle(0.0, 2.0 * SEAM, None)
            && let Body::Supported { speed: kept, .. } = &mut moving.body
        {
            // Not a bit of it is lost.
            *kept = speed;
        }
        let Moving { ground, body, triangles, .. } = moving;
        Some(Player { stance, body, ground, triangles, ..player.clone() })
    }

    /// Returns a place with room for a player: here, or next to it by no more than a seam. With it, the triangles.
    fn room(&self, at: DVec2, stance: Stance, tick: u64) -> Option<(DVec2, Vec<usize>)> {
        let near = [DVec2::ZERO, DVec2::Y, DVec2::X, -DVec2::X, -DVec2::Y].map(|way| at + SEAM * way);
        let triangles = |at: DVec2| {
            let grounds = self.grounds(stance).iter().enumerate();
            grounds.map(|(ground, mesh)| mesh.locate(at - self.frame(ground, tick))).collect::<Option<_>>()
        };
        near.into_iter().find_map(|at| Some((at, triangles(at)?)))
    }

    fn hanging(
        &self,
        at: DVec2,
        triangles: Vec<usize>,
        velocity: DVec2,
        stance: Stance,
        tick: u64,
    ) -> Player {
        Player {
            tick,
            stance,
            body: Body::Airborne { place: MeshPosition { at, triangle: triangles[0] }, velocity },
            ground: 0,
            triangles,
            state: MovementMode::Air,
            keys: Controls::default(),
            wall: 0.0,
            rises: false,
            coyote_time: 0,
            waits: 0,
            unused: 0.0,
        }
    }

    /// A player for whom there is no room.
    fn nowhere(&self) -> Player {
        self.crushed(DVec2::ZERO, Stance::default(), 0)
    }

    /// A player where there is no room for it.
    pub fn crushed(&self, at: DVec2, stance: Stance, tick: u64) -> Player {
        let triangles = vec![0; 1 + self.platforms.len()];
        Player { state: MovementMode::Crushed, ..self.hanging(at, triangles, DVec2::ZERO, stance, tick) }
    }

    fn grounds(&self, stance: Stance) -> &[NavMesh] {
        self.grounds[stance as usize].get_or_init(|| {
            let shape = stance.shape();
            let platform = |&index: &usize| NavMesh::platform(&self.obstacles, index, &shape);
            std::iter::once(NavMesh::new(&self.obstacles, &shape))
                .chain(self.platforms.iter().map(platform))
                .collect()
        })
    }

    /// Returns the mesh of all that does not move, and after it those of the platforms.
    pub(super) fn ground(&self, stance: Stance, ground: usize) -> &NavMesh {
        &self.grounds(stance)[ground]
    }

    /// Returns the place of a mesh's origin, at a tick.
    pub(super) fn frame(&self, ground: usize, tick: u64) -> DVec2 {
        if ground == 0 { DVec2::ZERO } else { self.moved(self.platforms[ground - 1], tick) }
    }

    /// Returns the velocity at which a mesh moved to its place at a tick.
    pub(super) fn pace(&self, ground: usize, tick: u64) -> DVec2 {
        let before = tick.saturating_sub(1);
        (self.frame(ground, tick) - self.frame(ground, before)) / TICK
    }
}
