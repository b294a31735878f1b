//! Operations of an animation editor, which make new states from old ones, and parts of its window.
//!
//! **In here:** An editor of animations, without its program; with the feature `window` what is seen and dragged in it.
//! **Depends on:** `common`, `drafts`, `formats`, `gl`, `stage`.

mod animations;
mod auto_key;
mod document;
#[cfg(feature = "window")]
pub mod dope_sheet;
pub mod export;
pub mod flip;
#[cfg(feature = "window")]
pub mod gizmo;
mod insert;
mod keys;
pub mod mirror;
pub mod partners;
mod ring;
pub mod save;
mod selection;

pub use auto_key::auto_key;
pub use document::{Animation, Document};
pub use insert::insert;
pub use ring::{DraggedRing, RingAxes, turned_by_ring};
pub use selection::Selection;

#[cfg(test)]
mod tests;
