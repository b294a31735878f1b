//! A level while it is made by hand, without its window.

mod hand;
mod part;
mod work;

pub use hand::Mouse;
pub use part::Part;
pub use work::{Refusal, Tool, Work, centre};
