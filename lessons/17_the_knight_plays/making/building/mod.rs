//! An arena while it is put up by hand, without its window.

mod known;
mod pick;
mod props;
mod stand;
mod work;

pub use known::{Figure, Frames, Known, Model};
pub use pick::{Part, bounds, under};
pub use props::{List, Prop};
pub use stand::{Handle, aim, placed, put, world_centre};
pub use work::Work;
