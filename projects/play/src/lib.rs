//! A game that plays clips: what a character does, what it holds, what it hits.
//!
//! Numbers only. A game makes 120 ticks a second; the same buttons make the same game, to the last bit.
//!
//! **In here:** What a character does, holds and hits, without a window. **Stands on:** `common`, `course`, `drafts`, `formats`, `ground`.

mod arena;
mod attach;
mod blows;
mod buttons;
mod dummy;
mod facts;
mod game;
mod heights;
mod hero;
mod machine;
mod pace;
mod playing;
mod rod;
mod spheres;
mod stock;
pub mod stored;
mod strides;
mod table;
mod thing;
mod touch;

pub use arena::{Arena, Lamp, Piece, Span, Sphere, Touches};
pub use attach::{Hand, JOINT_FROM_GRIP, world_from_thing};
pub use blows::{Blow, Blows, Body};
pub use buttons::Buttons;
pub use dummy::Dummy;
pub use facts::{Fact, Facts};
pub use game::{Game, LAMP, SWORD};
pub use heights::Heights;
pub use hero::{Ball, Blade, Carried, Hero};
pub use machine::{Changed, Machine};
pub use pace::{Gait, Pace, pace};
pub use spheres::{Placed, Played, placed, read_spheres};
pub use stock::{DUMMY, KNIGHT, Stock, Stocks};
pub use strides::Strides;
pub use table::{Change, Rate, State, Table};
pub use thing::{Form, Hold, Stow, Thing, nearest};
pub use touch::{Moving, touch};
