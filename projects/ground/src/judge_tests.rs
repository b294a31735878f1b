//! Judges how deep a place is in grown obstacles before any edge was bent, without triangles.

use super::{Buttons, Sweep, edges};
use glam::DVec2;

/// Returns the keys of a byte, a bit for each. Bits without a meaning are ignored.
pub fn keys_of(byte: u8) -> Buttons {
    Buttons::from(byte & 31)
}

impl Sweep {
    /// Returns the length of the nearest way out of the deepest obstacle, or 0 if the place is in none.
    pub fn depth(&self, place: DVec2) -> f64 {
        let inwards = |[from, to]: [DVec2; 2]| (to - from).normalize().perp_dot(place - from);
        let depth = |piece: &Vec<DVec2>| edges(piece).map(inwards).fold(f64::INFINITY, f64::min);
        self.rings.iter().map(depth).fold(0.0, f64::max)
    }
}
