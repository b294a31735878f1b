//! All lessons as cards, to look at and to start: what `cargo run` opens.
//!
//! **In here:** What shows all lessons at once, and builds and starts one. **Depends on:** `course`, `gl`, `stage`, `workbook`.

mod cards;
mod gallery;
mod reel;
mod start;

pub use gallery::run;
