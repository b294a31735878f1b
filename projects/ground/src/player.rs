//! A player that moves through a world.

use super::{Body, Buttons, Shape, World};
use glam::{DVec2, dvec2};
use std::fmt;

/// A shape that a player can have. The origins are between the feet, so that all stand equally high.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq)]
pub enum Stance {
    /// A box as high as the player.
    #[default]
    Standing,
    /// A box as wide, and lower.
    Ducking,
}

impl Stance {
    /// Both stances.
    pub const ALL: [Self; 2] = [Self::Standing, Self::Ducking];

    /// Returns the width and the height.
    pub fn size(self) -> DVec2 {
        match self {
            Self::Standing => dvec2(0.8, 1.8),
            Self::Ducking => dvec2(0.8, 1.0),
        }
    }

    /// Returns the shape, an upright box.
    pub fn shape(self) -> Shape {
        Shape::standing(self.size())
    }
}

/// The support of a player, which decides how it can move.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum MovementMode {
    /// No support, so that the player flies.
    #[default]
    Air,
    /// The player stands on something.
    Ground,
    /// The player holds on to a ladder.
    Ladder,
    /// The player pushes against a wall, in the air.
    Wall,
    /// Two walls that are too steep to stand on, and face each other, hold it.
    Wedged,
    /// A platform came, and there was no room. It moves no more.
    Crushed,
}

impl fmt::Display for MovementMode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Air => "in the air",
            Self::Ground => "on the ground",
            Self::Ladder => "on a ladder",
            Self::Wall => "at a wall",
            Self::Wedged => "between two walls",
            Self::Crushed => "crushed",
        })
    }
}

/// A player after a tick.
#[derive(Clone, Debug, PartialEq)]
pub struct Player {
    /// The age of the world in ticks, which decides the places of its platforms.
    pub tick: u64,
    /// The stance, which decides its shape and the meshes through which it moves.
    pub stance: Stance,
    /// The place of its feet and the velocity in units a second, both in the level's space.
    pub at: DVec2,
    pub velocity: DVec2,
    /// The offset, from its place in the level, of the platform on which it stands, and how far that moved in the last tick.
    pub frame: DVec2,
    pub carried: DVec2,
    /// What holds the player, or that nothing does.
    pub state: MovementMode,
    /// True if a jump is rising, and its key has been held since it began.
    pub rises: bool,
    /// The motion in one of these meshes. Places in a platform's mesh are in the platform's frame.
    pub body: Body,
    /// The index of that mesh, 0 for all that does not move, and then the platforms.
    pub(super) ground: usize,
    pub(super) triangles: Vec<usize>,
    /// The buttons in the last tick.
    pub(super) keys: Buttons,
    /// The side on which it met a wall in the last tick, -1 on the left and 1 on the right.
    pub(super) wall: f64,
    /// The ticks for which it can still jump in the air, and those for which a jump waits for ground.
    pub(super) coyote_time: u8,
    pub(super) waits: u8,
}

impl Player {
    /// Returns its speed along the ground, positive to the right, or zero in the air.
    pub fn speed(&self) -> f64 {
        match self.body {
            Body::Supported { speed, .. } => speed,
            Body::Airborne { .. } => 0.0,
        }
    }

    /// Returns its triangle in the mesh of all that does not move.
    pub fn triangle(&self) -> usize {
        self.triangles[0]
    }

    /// Returns the edge that it stands on, in the level's space.
    pub fn support(&self, world: &World) -> Option<[DVec2; 2]> {
        let Body::Supported { support, .. } = self.body else { return None };
        Some(world.grounds(self.stance)[self.ground].ends(support.edge).map(|end| self.frame + end))
    }

    /// Returns the obstacles that it stands on, often several.
    pub fn stands_on(&self, world: &World) -> Vec<usize> {
        let Body::Supported { support, .. } = self.body else { return Vec::new() };
        world.grounds(self.stance)[self.ground].entered(support.edge).collect()
    }
}
