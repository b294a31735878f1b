//! What is behind the answers to a check's questions. What is right is what our solution answers, what is a mistake is what
//! the codes in `mistakes.toml` answer; both are recorded, and nothing else is known.
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
pub use recorded::{FILE, Question, Recorded, STARTER};
pub use shown::{DIGITS, aligned, compare, show};
pub use told::Told;
pub use tutor::plain;
pub use verdict::{Case, Guess, Verdict};

#[cfg(test)]
mod tests;
