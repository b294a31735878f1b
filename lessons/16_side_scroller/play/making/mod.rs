//! A level while it is made by hand, without its window.

mod part;
mod work;

pub use part::Part;
pub use work::{Chosen, Mouse, Refusal, Tool, Work, centre};
