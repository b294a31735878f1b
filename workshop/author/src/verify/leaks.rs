//! Checks that students' files show no marker and no line of a solution.
//!
//! `workshop/docs/design.md` lists what else would answer an exercise, in other words.

use crate::markers::Region;
use crate::projection::Course;
use crate::tree::Files;
use aho_corasick::AhoCorasick;
use anyhow::{Context, Result};
use course::{Id, Problem, row_col};
use std::collections::BTreeSet;

/// The most characters of a line that gives nothing away, such as `}` or `let mut order = vec![];`.
const SHORT: usize = 20;

/// Lists the places in students' files that show a marker or a line of a solution.
pub fn check(course: &Course<'_>, given: &Files) -> Result<Vec<Problem>> {
    let secrets: BTreeSet<Secret> = course.regions().flat_map(|(_, region)| secrets(region)).collect();
    let secrets: Vec<Secret> = secrets.into_iter().collect();
    let search = AhoCorasick::new(secrets.iter().map(|secret| &secret.text));
    let search = search.context("cannot search for solutions")?;
    let mut problems = Vec::new();
    for (file, contents) in given {
        let Ok(text) = str::from_utf8(contents) else {
            continue;
        };
        for found in search.find_iter(text) {
            let secret = &secrets[found.pattern().as_usize()];
            let text_of = format!("shows {} of {} to students: `{}`", secret.what, secret.id, secret.text);
            problems.push(Problem::at(file, row_col(text, &found.range()), text_of));
        }
    }
    Ok(problems)
}

/// A text that no student's file may have.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Secret {
    text: String,
    id: Id,
    what: &'static str,
}

fn secrets(region: &Region<'_>) -> Vec<Secret> {
    let id = region.id;
    let marker = |words: &str| Secret { text: format!("{words} {id}"), id, what: "a marker" };
    let given: Vec<&str> = region.starter.lines().map(str::trim).collect();
    let lines = region.solution.lines().map(str::trim);
    let telling = lines.filter(|line| line.chars().count() > SHORT && !given.contains(line));
    telling
        .map(|line| Secret { text: line.to_owned(), id, what: "a line of the solution" })
        .chain(["BEGIN SOLUTION", "END SOLUTION", "STARTER"].map(marker))
        .collect()
}
