//! Other programs, as the student's command and a lesson's window start them: cargo with its messages, checks that may
//! never end, browsers and editors. And the lines in which a window and its command talk.
//!
//! **In here:** Building, starting and ending programs. **Depends on:** nothing.

pub mod cargo;
pub mod open;
pub mod process;
pub mod talk;
