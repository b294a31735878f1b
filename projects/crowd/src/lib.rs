//! Computes palettes of many characters fast, by tables, flat lists, four joints at once, and threads.
//!
//! A [`Figure`] is the data that all of them share: the rig, its clips, and their [`Table`]s. A [`Crowd`] has its
//! [`Character`]s, and [`Crowd::update`] makes a palette for each in a [`Way`]. All ways give the same, so that they can be
//! compared. A palette has three [`Rows`] for each entry of the skin. Four joints at once are played in the space of the bind
//! pose: see [`around`].
//!
//! **In here:** Lesson 21's palettes of many, without a window or a card. **Depends on:** `common`.

pub mod around;
pub mod characters;
pub mod due;
pub mod figure;
pub mod flat;
pub mod joints;
pub mod one_loop;
pub mod rows;
pub mod table;
pub mod tracks;
pub mod way;
pub mod weights;

#[cfg(test)]
mod tests;

pub use characters::{Character, Crowd};
pub use due::Turn;
pub use figure::Figure;
pub use rows::Rows;
pub use table::Table;
pub use way::{How, Way};
