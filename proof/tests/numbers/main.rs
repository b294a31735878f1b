//! Every number in the lessons' texts is computed once more, from the data that it speaks of.
//!
//! `claims.rs` has the passages that say what follows from code and files, with the values; `given.toml` has those whose
//! numbers were chosen by the text, or read off a screen. A number in no passage is an error, and so is a passage that
//! the text does not have: whoever changes the one must look at the other.

#[allow(dead_code, reason = "the lesson uses more of it")]
#[path = "../../../lessons/08_blending_on_the_gpu/arm.rs"]
mod arm;
#[allow(dead_code, reason = "the lesson uses more of it")]
#[path = "../../../lessons/04_joint_chain_lines/chains.rs"]
mod chains;
#[allow(dead_code, reason = "the lesson uses more of it")]
#[path = "../../../lessons/12_full_playback/looks.rs"]
mod looks;
#[path = "../../../lessons/09_rigged_cylinder/often_seen.rs"]
mod often_seen;
#[allow(dead_code, reason = "the lesson uses more of it")]
#[path = "../../../lessons/03_cut_out_puppet/puppet.rs"]
mod puppet;

mod claims;
mod prose;

use anyhow::{Context, Result, ensure};
use claims::{Claim, claims};
use course::{LessonInfo, root};
use prose::{numbers, without_code};
use std::collections::BTreeMap;
use std::ops::Range;

/// The passages whose numbers are not computed: chosen or seen, and in each of the two by the lesson's number.
type Given = BTreeMap<String, BTreeMap<String, Vec<String>>>;

#[test]
fn every_number_is_computed_or_given() -> Result<()> {
    let given: Given = toml::from_str(include_str!("given.toml"))?;
    let claims = claims()?;
    let lessons = LessonInfo::all(root())?;
    let ids: Vec<String> =
        lessons.iter().flat_map(LessonInfo::exercises).map(|exercise| exercise.id().to_string()).collect();
    let mut problems = Vec::new();
    for lesson in &lessons {
        let number = format!("{:02}", lesson.number);
        let file = root().join(&lesson.folder).join("README.md");
        let text = std::fs::read_to_string(&file).with_context(|| file.display().to_string())?;
        let mut covered: Vec<Range<usize>> = Vec::new();
        let mut cover = |passage: &str| {
            let before = covered.len();
            covered.extend(text.match_indices(passage).map(|(at, _)| at..at + passage.len()));
            if covered.len() == before {
                problems.push(format!("{number}: the text has no “{passage}”"));
            }
        };
        given.values().filter_map(|table| table.get(&number)).flatten().for_each(|passage| cover(passage));
        let own = claims.iter().filter(|claim| claim.lesson == number);
        own.for_each(|claim| cover(claim.passage));
        for shown in numbers(&without_code(&text), &ids) {
            if !covered.iter().any(|range| range.contains(&shown.at)) {
                let line = text[..shown.at].matches('\n').count() + 1;
                let of = text.lines().nth(line - 1).unwrap_or_default();
                let what = shown.text;
                problems.push(format!("{number}:{line}: {what} is neither computed nor given: {of}"));
            }
        }
    }
    problems.extend(claims.iter().filter_map(|claim| differs(claim, &ids)));
    ensure!(problems.is_empty(), "{} of the texts' numbers:\n{}", problems.len(), problems.join("\n"));
    Ok(())
}

/// In what a passage differs from the values that were computed for it.
fn differs(claim: &Claim, ids: &[String]) -> Option<String> {
    let agrees = |ids: &[String]| {
        let shown = numbers(&without_code(claim.passage), ids);
        shown.len() == claim.values.len()
            && shown.iter().zip(&claim.values).all(|(number, &value)| number.rounds(value))
    };
    // What looks like an exercise's number may be a number like others.
    let agree = agrees(ids) || agrees(&[]);
    let (lesson, passage, values) = (&claim.lesson, claim.passage, &claim.values);
    (!agree).then(|| format!("{lesson}: “{passage}” says something else than {values:?}"))
}
