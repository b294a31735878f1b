//! A side scroller's ground: how a player moves over a level of polygons without falling through it.
//!
//! Each obstacle is grown by the player's shape, so that the player is a point. All edges of grown obstacles
//! are edges of one triangulation. The player has a place and a triangle. Places are rounded, triangles are
//! not: the triangle alone decides on which side of an edge the player is.
//!
//! Everything is in the level's space, in 64 bits, with x to the right and y up. Corners are
//! counter-clockwise, so the inside is to the left of each edge.
//!
//! **In here:** Ground and obstacles of a player; it knows no character and no clip. **Depends on:** `common`.

mod blockers;
pub mod button;
mod crossings;
mod cut;
mod driven;
mod edge_insertion;
mod grid;
mod jump;
mod level;
mod mesh;
mod minkowski;
mod motion;
mod movement;
mod moving;
mod player;
mod polygon;
mod steer;
mod sweep;
mod visible_edges;
mod walk;
mod world;

pub use blockers::Blocker;
pub use button::Buttons;
pub use crossings::BENT;
pub use cut::convex_pieces;
pub use edge_insertion::{ConstrainedTriangulation, EdgeInsertion, InsertionStep};
pub use grid::{FARTHEST, LARGEST, STEP, on_grid};
pub use jump::{JumpKey, VerticalMotion, vertical_step};
pub use level::{Level, Moves, Obstacle, ObstacleKind, is_near};
pub use mesh::{Edge, NavMesh};
pub use minkowski::grown;
pub use motion::{Beyond, Body};
pub use movement::MovementParameters;
pub use player::{MovementMode, Player, Stance};
pub use polygon::{Polygon, Shape, contains};
pub use sweep::{Contact, Sweep, Swept, SweptSide, contact};
pub use visible_edges::visible_edges;
pub use walk::{MeshPosition, Pass, Support, Walked, leaves};
pub use world::{TICK, World, is_walkable};

use glam::DVec2;
use robust::{Coord, orient2d};

/// Returns a positive number if `point` is to the left of the way from `a` to `b`, a negative one to the
/// right, and zero on the line. The sign is never wrong; the number is about twice the triangle's area.
pub fn side(a: DVec2, b: DVec2, point: DVec2) -> f64 {
    let coord = |at: DVec2| Coord { x: at.x, y: at.y };
    orient2d(coord(a), coord(b), coord(point))
}

/// Returns the pairs of neighbours in a ring, the last with the first.
pub fn edges<T: Copy>(ring: &[T]) -> impl Iterator<Item = [T; 2]> {
    ring.iter().copied().zip(ring.iter().copied().cycle().skip(1)).map(|(from, to)| [from, to])
}

#[cfg(test)]
mod blockers_tests;
#[cfg(test)]
mod exact_tests;
#[cfg(test)]
mod judge_tests;
#[cfg(test)]
mod levels_tests;
#[cfg(test)]
mod motion_tests;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod world_tests;
