//! A game that plays clips: what a character does, what it holds, what it hits.
//!
//! Numbers only. A game makes 120 ticks a second; the same buttons make the same game, to the last bit.

mod arena;
mod buttons;
mod facts;
mod heights;

pub use arena::{Arena, Lamp, Piece, Span, Sphere, Touches};
pub use buttons::Buttons;
pub use facts::{Fact, Facts};
pub use heights::Heights;
