//! Plays a level, tick by tick.

use super::motion::STEEPEST;
use super::moving::{Moving, SEAM};
use super::polygon::contains;
use super::steer::Steered;
use super::{
    Blocker, Body, Buttons, Level, MeshPosition, MovementMode, MovementParameters, NavMesh, ObstacleKind,
    Player, Stance, button, edges,
};
use glam::{DVec2, dvec2};
use std::sync::OnceLock;

/// The duration of a tick, in seconds.
pub const TICK: f64 = 1.0 / 120.0;

/// A level, with the meshes that players move through.
#[derive(Clone, Debug)]
pub struct World {
    /// The level. Another one needs another world, with meshes of its own.
    pub level: Level,
    /// The parameters of all players' motion.
    pub movement: MovementParameters,
    /// The obstacles that move, as indices.
    platforms: Vec<usize>,
    /// The mesh of what does not move for each stance, and one for each platform, made when needed.
    grounds: [OnceLock<Vec<NavMesh>>; Stance::ALL.len()],
}

impl World {
    /// Prepares a level with lesson 17's parameters of motion.
    pub fn new(level: &Level) -> Self {
        Self::with(level, MovementParameters::default())
    }

    /// Prepares a level with parameters of motion.
    pub fn with(level: &Level, movement: MovementParameters) -> Self {
        let moves = |&index: &usize| level.obstacles[index].moves.is_some();
        Self {
            level: level.clone(),
            movement,
            platforms: (0..level.obstacles.len()).filter(moves).collect(),
            grounds: Default::default(),
        }
    }

    /// Returns the mesh of all that does not move.
    pub fn mesh(&self, stance: Stance) -> &NavMesh {
        &self.grounds(stance)[0]
    }

    /// Returns the obstacles that move, each with its mesh in its own frame, at its first place.
    pub fn platforms(&self, stance: Stance) -> impl Iterator<Item = (usize, &NavMesh)> {
        self.platforms.iter().copied().zip(&self.grounds(stance)[1..])
    }

    /// Returns a platform's offset from its place in the level, at a tick.
    pub fn moved(&self, obstacle: usize, tick: u64) -> DVec2 {
        let moves = self.level.obstacles.get(obstacle).and_then(|obstacle| obstacle.moves);
        moves.map_or(DVec2::ZERO, |moves| moves.at(tick))
    }

    /// Returns a player at the level's start, or if there is no room, at the nearest place above.
    pub fn start(&self) -> Player {
        let above = (0..400u16).map(|steps| self.level.start + dvec2(0.0, 0.25 * f64::from(steps)));
        let mut players = above.filter_map(|at| self.put(at, Stance::default(), 0));
        players.next().unwrap_or_else(|| self.crushed(DVec2::ZERO, Stance::default(), 0))
    }

    /// Returns a player at a place, if there is room. If there is ground as well, it stands.
    pub fn put(&self, at: DVec2, stance: Stance, tick: u64) -> Option<Player> {
        let hanging = self.hanging(self.room(at, stance, tick)?, stance, tick);
        let mut moving = self.moving(&hanging, tick);
        let stands = moving.settle(0.0, 2.0 * SEAM, |_| true);
        moving.stop();
        let state = if stands { MovementMode::Ground } else { MovementMode::Air };
        Some(moving.player(Player { state, ..hanging }))
    }

    /// Returns true if a place is inside something solid, at a tick.
    pub fn is_solid(&self, at: DVec2, tick: u64) -> bool {
        let all = self.level.obstacles.iter().enumerate();
        let mut solid = all.filter(|(_, obstacle)| obstacle.kind == ObstacleKind::Solid);
        solid.any(|(index, obstacle)| contains(obstacle.polygon.corners(), at - self.moved(index, tick)))
    }

    /// Returns the edges that can be stood on at a tick, from left to right, even if others cover them.
    pub fn floors(&self, tick: u64) -> impl Iterator<Item = [DVec2; 2]> {
        self.level.obstacles.iter().enumerate().flat_map(move |(index, obstacle)| {
            let (by, edges) = (self.moved(index, tick), edges(obstacle.polygon.corners()));
            edges.filter(|&edge| is_walkable(edge)).map(move |[right, left]| [left + by, right + by])
        })
    }

    /// Moves a player, who does not get through blockers, for a tick, with the buttons pressed meanwhile. Equal ones make
    /// equal players.
    pub fn step(&self, player: &Player, keys: Buttons, blockers: &[Blocker]) -> Player {
        if player.state == MovementMode::Crushed {
            return Player { tick: player.tick + 1, keys, ..player.clone() };
        }
        let reshaped = self.reshaped(player, keys);
        let before = reshaped.as_ref().unwrap_or(player);
        let mut steered = Steered {
            moving: self.moving(before, before.tick + 1),
            world: self,
            before,
            after: Player {
                tick: before.tick + 1,
                keys,
                coyote_time: before.coyote_time.saturating_sub(1),
                waits: before.waits.saturating_sub(1),
                ..before.clone()
            },
            gains: 0.0,
            leaves: false,
            climbs: false,
        };
        self.drive(&mut steered);
        if !steered.moving.crushed {
            steered.steer();
            steered.keep_out(blockers);
            steered.moving.go(TICK);
        }
        steered.settle();
        steered.moving.player(steered.after)
    }

    /// Moves all platforms to their places at the tick's end.
    fn drive(&self, Steered { moving, before, .. }: &mut Steered<'_>) {
        let is_on_ladder = before.state == MovementMode::Ladder;
        let clings = is_on_ladder.then(|| self.ladder(moving)).flatten();
        for (&obstacle, ground) in self.platforms.iter().zip(1..) {
            let to = self.frame(ground, before.tick + 1);
            let is_solid = self.level.obstacles[obstacle].kind == ObstacleKind::Solid;
            moving.drive(ground, to, clings == Some(ground), !is_solid);
        }
    }

    /// Returns the mesh that has a ladder where a player is.
    pub(super) fn ladder(&self, moving: &Moving<'_>) -> Option<usize> {
        let is_ladder = |&obstacle: &usize| self.level.obstacles[obstacle].kind == ObstacleKind::Ladder;
        let inside = |ground: usize| moving.meshes[ground].inside(moving.triangles[ground]);
        (0..moving.meshes.len()).find(|&ground| inside(ground).iter().any(is_ladder))
    }

    /// Returns the player as it moves until `tick`.
    fn moving(&self, player: &Player, tick: u64) -> Moving<'_> {
        let meshes = self.grounds(player.stance);
        let all = 0..meshes.len();
        let pace = |ground| (self.frame(ground, tick) - self.frame(ground, tick.saturating_sub(1))) / TICK;
        let mut moving = Moving {
            meshes,
            frames: all.clone().map(|ground| self.frame(ground, player.tick)).collect(),
            paces: all.map(pace).collect(),
            triangles: player.triangles.clone(),
            ground: player.ground,
            body: player.body,
            wall: 0.0,
            wedged: false,
            crushed: false,
        };
        if let Body::Supported { support, .. } = player.body
            && !moving.meshes[player.ground].is_floor(support.edge)
        {
            moving.wedged = moving.meshes[player.ground].is_wedged(support);
            if !moving.wedged {
                moving.let_go(moving.velocity());
            }
        }
        moving
    }

    /// Returns the player in the shape that the keys ask for, if that is another and has room.
    fn reshaped(&self, player: &Player, keys: Buttons) -> Option<Player> {
        let ducks = keys & button::DOWN != 0 && player.state != MovementMode::Ladder;
        let stance = if ducks { Stance::Ducking } else { Stance::Standing };
        if stance == player.stance {
            return None;
        }
        let (at, tick) = (player.at, player.tick);
        let mut next = match player.body {
            Body::Supported { .. } => self.put(at, stance, tick)?,
            Body::Airborne { .. } => self.hanging(self.room(at, stance, tick)?, stance, tick),
        };
        // Not a bit of a speed is lost.
        match (&mut next.body, player.body) {
            (Body::Supported { speed: kept, .. }, Body::Supported { speed, .. }) => *kept = speed,
            (Body::Airborne { velocity, .. }, _) => *velocity = player.velocity,
            _ => {}
        }
        // Its velocity is told at the end of the tick.
        let Player { keys, waits, coyote_time, rises, state, wall, .. } = *player;
        Some(Player { keys, waits, coyote_time, rises, state, wall, ..next })
    }

    /// Returns a place with room for a player, here or at most a seam away, and its triangles.
    fn room(&self, at: DVec2, stance: Stance, tick: u64) -> Option<(DVec2, Vec<usize>)> {
        let near = [DVec2::ZERO, DVec2::Y, DVec2::X, -DVec2::X, -DVec2::Y].map(|way| at + SEAM * way);
        let triangles = |at: DVec2| {
            let grounds = self.grounds(stance).iter().enumerate();
            grounds.map(|(ground, mesh)| mesh.locate(at - self.frame(ground, tick))).collect::<Option<_>>()
        };
        near.into_iter().find_map(|at| Some((at, triangles(at)?)))
    }

    fn hanging(&self, (at, triangles): (DVec2, Vec<usize>), stance: Stance, tick: u64) -> Player {
        let place = MeshPosition { at, triangle: triangles[0] };
        Player {
            tick,
            stance,
            at,
            velocity: DVec2::ZERO,
            frame: DVec2::ZERO,
            carried: DVec2::ZERO,
            state: MovementMode::Air,
            rises: false,
            body: Body::Airborne { place, velocity: DVec2::ZERO },
            ground: 0,
            triangles,
            keys: 0,
            wall: 0.0,
            coyote_time: 0,
            waits: 0,
        }
    }

    /// Returns a player where there is no room for it.
    pub fn crushed(&self, at: DVec2, stance: Stance, tick: u64) -> Player {
        let triangles = vec![0; 1 + self.platforms.len()];
        Player { state: MovementMode::Crushed, ..self.hanging((at, triangles), stance, tick) }
    }

    /// Returns the meshes for a stance, first that of all that does not move, and then the platforms'.
    pub(super) fn grounds(&self, stance: Stance) -> &[NavMesh] {
        self.grounds[stance as usize].get_or_init(|| {
            let shape = stance.shape();
            let platform = |&index: &usize| NavMesh::platform(&self.level.obstacles, index, &shape);
            std::iter::once(NavMesh::new(&self.level.obstacles, &shape))
                .chain(self.platforms.iter().map(platform))
                .collect()
        })
    }

    /// Returns the place of a mesh's origin, at a tick.
    fn frame(&self, ground: usize, tick: u64) -> DVec2 {
        if ground == 0 { DVec2::ZERO } else { self.moved(self.platforms[ground - 1], tick) }
    }
}

/// Returns true if a polygon's edge can be stood on: it goes to the left above the inside, and is not too
/// steep, or by rounding a little steeper.
pub fn is_walkable([from, to]: [DVec2; 2]) -> bool {
    to.x < from.x && (to.y - from.y).abs() <= 1.001 * STEEPEST * (from.x - to.x)
}
