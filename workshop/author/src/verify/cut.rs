//! Compares the students' branches with the ones that the current commit gives.

use crate::instructor::history;
use crate::instructor::source::Commit;
use crate::projection::Course;
use anyhow::Result;
use course::LessonInfo;
use std::path::Path;

/// Result of the comparison.
pub enum Cut {
    /// There are no branches.
    None,
    /// They could not be compared.
    Unknown(String),
    /// These differ; none does if they are up to date.
    Stale(Vec<String>),
}

/// Compares the branches that there are with what would be cut now.
pub fn compare(root: &Path) -> Result<Cut> {
    let there = history::existing(root)?;
    if !there.values().any(|branch| branch.ours) {
        return Ok(Cut::None);
    }
    let commit = match Commit::current(root) {
        Ok(commit) => commit,
        Err(error) => {
            return Ok(Cut::Unknown(error.to_string().lines().next().unwrap_or_default().to_owned()));
        }
    };
    // A course may have been cut to some lessons.
    let taught = |lesson: &LessonInfo| there.contains_key(&format!("exercise/{}", lesson.slug()));
    let has_some = there.keys().any(|name| name.starts_with("exercise/"));
    let taught = |lesson: &LessonInfo| !has_some || taught(lesson);
    let cuts = history::with_course(root, &commit, taught, |course: &Course<'_>| {
        // Answers that an instructor keeps back are not missed.
        let published = |lesson: &&LessonInfo| there.contains_key(&format!("solution/{}", lesson.slug()));
        let last = course.lessons.iter().rev().find(published);
        history::write(root, &commit, course, last.map_or(0, |lesson| lesson.number))
    })?;
    history::discard(root)?;
    let mut stale = Vec::new();
    for cut in &cuts {
        for name in &cut.branches {
            if there.get(name).is_none_or(|branch| branch.tree != cut.tree) {
                stale.push(name.clone());
            }
        }
    }
    Ok(Cut::Stale(stale))
}
