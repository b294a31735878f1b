//! What a side scroller shows of its level, for the lessons that play on one: scenery and shadows, a camera that follows,
//! time in fixed steps, and replays.
//!
//! **In here:** What lessons 16 and 17 both show of a level, and how a level is drawn. **Depends on:** `common`, `gl`, `ground`, `stage`.

pub mod floors;
pub mod follow;
pub mod hills;
pub mod layers;
pub mod replay;
pub mod scenery;
pub mod shadow;
pub mod solid;
pub mod time;
