//! What `common` does exactly, done fast, for engines that do it a thousand times a picture.
//!
//! Each function says by how much it may be off, and where it hands over to the exact one; a test beside it holds it to that.
//! No lesson stands on it, since it would tell the answers of exercises.
//!
//! **In here:** fast ways beside exact ones, held to their bounds. **Stands on:** `common`, `ik`.

mod skin;
mod two_bones;

pub use skin::skin;
pub use two_bones::turns;
