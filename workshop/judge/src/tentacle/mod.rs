//! A tentacle: a closed skin around a chain of joints, with weights, at some moments of a motion.
//!
//! Nothing here asks for a shape, a size or an axis, and no solution is compared with.

mod printed;
mod properties;
mod rigged;

pub use printed::{Moment, Printed};

use crate::{Report, Verdict};
use anyhow::Result;

/// The number of properties.
pub const COUNT: usize = properties::ALL.len();

/// Judges the JSON that a program has printed, or tells why it can't be read as a tentacle.
pub fn judge(json: &str) -> Result<Report> {
    let rigged = rigged::Rigged::new(Printed::read(json)?);
    let mut report = Report(Vec::new());
    for (words, (needs, ask)) in include_str!("properties.txt").lines().zip(properties::ALL) {
        let [name, says, advice] = std::array::from_fn(|i| words.split(" | ").nth(i).unwrap_or_default());
        let holds = |need: &str| report.0.iter().any(|(n, _, verdict)| *n == need && verdict.holds());
        let verdict = match needs.iter().find(|need| !holds(need)) {
            Some(first) => Verdict::Waits(first),
            None => match ask(&rigged) {
                Ok(()) => Verdict::Holds,
                Err(why) => Verdict::Fails(format!("{why}. {advice}")),
            },
        };
        report.0.push((name, says, verdict));
    }
    Ok(report)
}
