//! Finds out what is behind the answers to a check's questions. Our solution's answers are right, and those of the codes in
//! `mistakes.toml` are mistakes; both are recorded, and nothing else is known.
//!
//! **In here:** Answers as data, the recording, the verdict and its words. **Depends on:** `course`, since a student's code
//! must not keep the tool from being built.

mod asked;
mod panics;
mod recorded;
mod shown;
mod told;
mod tutor;
mod verdict;

pub use asked::{Asked, Panic};
pub use panics::meaning;
pub use recorded::{FILE, Question, Recorded, STARTER};
pub use shown::{DIGITS, aligned, show};
pub use told::Told;
pub use tutor::plain;
pub use verdict::Verdict;

#[cfg(test)]
mod tests;
