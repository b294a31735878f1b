//! Shows a side scroller's level, with scenery, a camera that follows, fixed steps, best times, and an editor.
//!
//! **In here:** The view of a level that lessons 17 and 18 share, and its editor. **Depends on:** `common`, `course`, `drafts`, `gl`, `ground`, `play`, `stage`.

pub mod best;
pub mod editor;
pub mod floors;
pub mod follow;
pub mod landscape;
pub mod playground;
pub mod scenery;
pub mod shadow;
pub mod solid;
