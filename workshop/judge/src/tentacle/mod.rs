//! A tentacle: a closed skin around a chain of joints, with weights, at some moments of a motion.
//!
//! Nothing here asks for a shape, a size or an axis, and no solution is compared with.

mod printed;
mod properties;
mod rigged;

pub use printed::{Moment, Printed};

use crate::Report;
use anyhow::Result;

/// The number of properties.
pub const COUNT: usize = properties::ALL.len();

/// Judges the JSON that a program has printed, or tells why it can't be read as a tentacle.
pub fn judge(json: &str) -> Result<Report> {
    let mut rigged = rigged::Rigged::new(Printed::read(json)?);
    Ok(Report::of(&properties::ALL, &mut rigged))
}
