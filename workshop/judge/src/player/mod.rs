//! A player: a program that gets a character, clips and a script, and answers with poses at the moments that are asked.
//!
//! No player of ours is compared with: what's expected is a formula.

mod formula;
mod mistakes;
mod scenes;
mod schema;
mod sentences;
#[cfg(test)]
mod tests;

pub use scenes::SEEDS;
pub use schema::{Answer, Clip, Entry, Fades, Joint, Part, Task, Track};

use crate::Report;
use crate::program::Answers;
use sentences::Judged;

/// The number of sentences.
pub const COUNT: usize = 12;

/// Judges a player on the scenes of a seed. If a moment is false, there's a picture of the first one, as an SVG.
pub fn judge(program: &mut dyn Answers, seed: u64) -> (Report, Option<String>) {
    let mut judged = Judged::new(program, seed);
    let report = Report::of(&Judged::SENTENCES, &mut judged);
    (report, judged.picture)
}
