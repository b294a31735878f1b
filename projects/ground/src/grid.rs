//! The grid on which all corners lie, so that sums of them are exact.

use super::edges;
use glam::DVec2;

/// The distance of neighbouring places on the grid, a power of two, about 2·10⁻⁹.
pub const STEP: f64 = 1.0 / (1u64 << 29) as f64;

/// The greatest distance of a level's corner from the origin, in x and in y.
pub const FARTHEST: f64 = 2000.0;

/// The greatest distance of a corner of the player's shape from its own origin, in x and in y.
pub const LARGEST: f64 = 32.0;

/// Returns the nearest place on the grid.
pub fn on_grid(place: DVec2) -> DVec2 {
    Cell::of(place).place()
}

/// A place on the grid, in steps. With a player's shape added, no corner is 2^40 steps from the origin, so
/// that even products of three differences fit into 128 bits.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub(super) struct Cell(pub [i64; 2]);

impl Cell {
    pub fn of(place: DVec2) -> Self {
        Self(place.to_array().map(|value| (value / STEP).round() as i64))
    }

    pub fn place(self) -> DVec2 {
        DVec2::from(self.0.map(|steps| steps as f64 * STEP))
    }

    /// Returns the vector from another cell to this one.
    pub fn from(self, other: Self) -> [i128; 2] {
        [0, 1].map(|axis| i128::from(self.0[axis]) - i128::from(other.0[axis]))
    }

    /// Returns true if a ring goes around the cell, and it is on none of the ring's edges.
    pub fn is_in(self, ring: &[Self]) -> bool {
        let [x, y] = self.0;
        let over = edges(ring).filter(|[from, to]| {
            let rises = from.0[1] <= y && y < to.0[1];
            let falls = to.0[1] <= y && y < from.0[1];
            let is_right = || from.0[0].min(to.0[0]) > x;
            let (way, off) = (to.from(*from), self.from(*from));
            let turn = || way[0] * off[1] - way[1] * off[0];
            rises && (is_right() || turn() > 0) || falls && (is_right() || turn() < 0)
        });
        over.count() % 2 == 1
    }
}
