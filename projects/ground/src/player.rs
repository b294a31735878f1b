//! Player that moves through a world, and its controls.

use super::{Body, MeshPosition, Shape, World};
use glam::{DVec2, dvec2};
use std::fmt;

/// The shapes that a player can have. All have their origin between the feet, so that all stand equally high.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq)]
pub enum Stance {
    /// Upright.
    #[default]
    Standing,
    /// As wide, and not so high.
    Ducking,
}

impl Stance {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Standing, Self::Ducking];

    /// Returns the width and the height.
    pub fn size(self) -> DVec2 {
        match self {
            Self::Standing => dvec2(0.8, 1.8),
            Self::Ducking => dvec2(0.8, 1.0),
        }
    }

    /// An upright box.
    pub fn shape(self) -> Shape {
        Shape::standing(self.size())
    }
}

/// Controls that are pressed during a tick.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Controls {
    /// Run to the left.
    pub left: bool,
    /// Run to the right.
    pub right: bool,
    /// Climb.
    pub up: bool,
    /// Duck, or climb down.
    pub down: bool,
    /// Jump. With `down`: drop through what is thin.
    pub jump: bool,
}

impl Controls {
    /// -1 to the left, 1 to the right, 0 if neither or both are pressed.
    pub fn across(self) -> f64 {
        f64::from(i8::from(self.right) - i8::from(self.left))
    }

    /// 1 up, -1 down, 0 if neither or both are pressed.
    pub fn climb(self) -> f64 {
        f64::from(i8::from(self.up) - i8::from(self.down))
    }
}

/// Mode of a player's motion: what holds it.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum MovementMode {
    /// Nothing.
    #[default]
    Air,
    /// Something to stand on.
    Ground,
    /// A ladder.
    Ladder,
    /// A wall that it pushes against, in the air.
    Wall,
    /// Two walls that are too steep to stand on, and face each other.
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

/// A player at a tick.
#[derive(Clone, Debug, PartialEq)]
pub struct Player {
    /// Age of the world in ticks, which decides the places of its platforms.
    pub tick: u64,
    /// Stance, which decides its shape and the meshes through which it moves.
    pub stance: Stance,
    /// Motion in one of these meshes: that of all that does not move, or that of the platform on which it stands.
    /// Places in a platform's mesh are in the platform's frame.
    pub body: Body,
    /// Number of the mesh: 0 is all that does not move, the platforms follow.
    pub(super) ground: usize,
    /// Triangle of each mesh in which it is.
    pub(super) triangles: Vec<usize>,
    pub(super) state: MovementMode,
    /// Controls that were pressed in the last tick.
    pub(super) keys: Controls,
    /// Side on which it met a wall in the last tick: -1 on the left, 1 on the right.
    pub(super) wall: f64,
    /// True if it rises from a jump, and the key is held since.
    pub(super) rises: bool,
    /// Ticks during which it can still jump, though nothing holds it; and those for which a jump waits for the ground.
    pub(super) coyote_time: u8,
    pub(super) waits: u8,
}

impl Player {
    /// Returns the place of its feet, in the level's space.
    pub fn at(&self, world: &World) -> DVec2 {
        world.frame(self.ground, self.tick) + self.place(world).at
    }

    /// In units a second, in the level's space.
    pub fn velocity(&self, world: &World) -> DVec2 {
        match self.body {
            Body::Airborne { velocity, .. } => velocity,
            Body::Supported { support, speed } => {
                world.pace(self.ground, self.tick) + speed * self.mesh(world).way(support.edge)
            }
        }
    }

    /// Returns the mode of its motion.
    pub fn state(&self) -> MovementMode {
        self.state
    }

    /// Returns true if it rises from a jump, and nothing has cut that short yet.
    pub fn rises(&self) -> bool {
        self.rises
    }

    /// Returns the offset of the platform on which it stands from its place in the level.
    pub fn frame(&self, world: &World) -> DVec2 {
        world.frame(self.ground, self.tick)
    }

    /// Returns the way of the platform on which it stands in the last tick: zero if it stands on none.
    pub fn carried(&self, world: &World) -> DVec2 {
        world.pace(self.ground, self.tick) * super::TICK
    }

    /// Returns its whole state in bytes. If these are the same, no later tick can tell two players apart: a number is
    /// written with so many digits that no other number has the same.
    pub fn to_bytes(&self) -> Vec<u8> {
        format!("{self:?}").into_bytes()
    }

    /// Returns its speed along the ground: to the right, if positive. Zero if nothing holds it.
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

    /// The edge that it stands on, in the level's space.
    pub fn support(&self, world: &World) -> Option<[DVec2; 2]> {
        let Body::Supported { support, .. } = self.body else { return None };
        let frame = world.frame(self.ground, self.tick);
        Some(self.mesh(world).ends(support.edge).map(|end| frame + end))
    }

    /// The obstacles that it stands on. Often they are several.
    pub fn stands_on(&self, world: &World) -> Vec<usize> {
        let Body::Supported { support, .. } = self.body else { return Vec::new() };
        self.mesh(world).entered(support.edge).collect()
    }

    fn place(&self, world: &World) -> MeshPosition {
        self.mesh(world).place(self.body)
    }

    fn mesh<'a>(&self, world: &'a World) -> &'a super::NavMesh {
        world.ground(self.stance, self.ground)
    }
}
