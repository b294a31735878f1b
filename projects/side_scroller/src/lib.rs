//! What a side scroller shows of its level, for the lessons that play on one: scenery and shadows, a camera that follows,
//! time in fixed steps, and replays. And a desk, on which levels and arenas are made.
//!
//! **In here:** What lessons 16 and 17 both show of a level, and how a level is drawn. **Stands on:** `common`, `drafts`, `gl`, `ground`, `stage`.

pub mod commands;
pub mod desk;
pub mod drag;
pub mod floors;
pub mod follow;
pub mod hills;
pub mod layers;
pub mod levels;
pub mod making;
pub mod replay;
pub mod saves;
pub mod scenery;
pub mod shadow;
pub mod solid;
pub mod time;
