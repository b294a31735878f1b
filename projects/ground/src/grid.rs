//! The grid on which all corners lie, so that sums of them are exact.

use glam::DVec2;

/// The distance of neighbouring places on the grid: a power of two, about two billionths.
pub const STEP: f64 = 1.0 / (1u64 << 29) as f64;

/// Greatest distance of a level's corner from the origin, in x and in y.
pub const FARTHEST: f64 = 2000.0;

/// Greatest distance of a corner of the player's shape from its own origin, in x and in y.
pub const LARGEST: f64 = 32.0;

/// The place on the grid that is nearest.
pub fn on_grid(place: DVec2) -> DVec2 {
    let [x, y] = Cell::of(place).0;
    Cell([x, y]).place()
}

/// A place on the grid, in steps. Together with a player's shape no corner is 2^40 steps from the origin: then even
/// products of three differences fit into 128 bits.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub(super) struct Cell(pub [i64; 2]);

impl Cell {
    pub fn of(place: DVec2) -> Self {
        Self(place.to_array().map(|value| (value / STEP).round() as i64))
    }

    pub fn place(self) -> DVec2 {
        DVec2::from(self.0.map(|steps| steps as f64 * STEP))
    }

    /// The way from another cell to this one.
    pub fn from(self, other: Self) -> [i128; 2] {
        [0, 1].map(|axis| i128::from(self.0[axis]) - i128::from(other.0[axis]))
    }
}
