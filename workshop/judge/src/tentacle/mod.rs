//! A tentacle: a closed skin around a chain of joints, with weights, at some moments of a motion.
//!
//! Nothing here asks for a shape, a size or an axis, and no solution is compared with.

mod printed;
mod properties;
mod rigged;

pub use printed::{Moment, Printed};

use crate::picture;
use crate::program::Answers;
use crate::{Report, Sentence, Verdict};
use anyhow::Result;

/// The number of properties.
pub const COUNT: usize = properties::ALL.len();

/// The task of a program that designs something by itself.
const TASK: &str = "{\"version\": 1}";

/// Judges the JSON that a program has printed, or tells why it can't be read as a tentacle.
pub fn judge(json: &str) -> Result<Report> {
    Ok(judge_and_draw(json)?.0)
}

/// Judges what a program prints. If that's no tentacle at all, the first property says why, and all others wait for it.
pub fn judge_program(program: &mut dyn Answers) -> (Report, Option<String>) {
    let judged = program.answer(TASK).and_then(|printed| judge_and_draw(&printed));
    judged.unwrap_or_else(|why| {
        let first = properties::ALL[0].name;
        let verdict = |(i, Sentence { name, says, .. }): (usize, &Sentence<_>)| match i {
            0 => (*name, *says, Verdict::Fails(format!("{why:#}"))),
            _ => (*name, *says, Verdict::Waits(first)),
        };
        (Report(properties::ALL.iter().enumerate().map(verdict).collect()), None)
    })
}

/// Judges, and draws its skin at some moments over the skin in the bind pose, unless all holds.
pub fn judge_and_draw(json: &str) -> Result<(Report, Option<String>)> {
    let mut rigged = rigged::Rigged::new(Printed::read(json)?);
    let report = Report::of(&properties::ALL, &mut rigged);
    let picture = (!report.all_hold()).then(|| drawn(&rigged));
    Ok((report, picture))
}

/// Draws the edges of the skin, at moments that are spread over the motion.
fn drawn(rigged: &rigged::Rigged) -> String {
    let edges = rigged.printed.triangles.iter().flat_map(|[a, b, c]| [[*a, *b], [*b, *c], [*c, *a]]);
    // Each edge once, of the two triangles that it belongs to.
    let edges: Vec<_> = edges.filter(|[a, b]| a < b).collect();
    let (all, shown) = (rigged.poses.len(), rigged.poses.len().min(picture::MOST));
    let moment = |i: usize| {
        let number = i * (all - 1) / (shown - 1).max(1);
        picture::Moment {
            called: format!("moment {number}"),
            expected: rigged.bind.skin.clone(),
            given: rigged.poses[number].skin.clone(),
        }
    };
    let moments: Vec<_> = (0..shown).map(moment).collect();
    picture::strip(&edges, &moments, None, ["by your joints and weights", "in the bind pose"])
}
