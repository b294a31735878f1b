//! `cargo workbook start`: a branch of the student's own.

use crate::git;
use crate::student::branches::Branches;
use crate::student::desk::Desk;
use crate::style::GOOD;
use anstream::println;
use anyhow::{Result, bail};

/// Makes a branch from `exercise/…`, or from `starter` where no lesson is named, and changes to it.
pub fn start(desk: &Desk, name: Option<&str>) -> Result<()> {
    let lesson = name.map(|name| desk.find_lesson(name)).transpose()?;
    let (from, own) = match lesson {
        Some(lesson) => (format!("exercise/{}", lesson.slug()), format!("my/{}", lesson.slug())),
        None => ("starter".to_owned(), "my/workbook".to_owned()),
    };
    let branches = Branches::of(&desk.root);
    let reference = branches.get(&from)?;
    if git::run(&desk.root, &["show-ref", "--verify", &format!("refs/heads/{own}")]).is_ok() {
        bail!(
            "you have a branch {own} already. `git switch {own}` goes on with it; to begin afresh, give it another name first: `git branch -m {own} {own}-old`."
        );
    }
    refuse_changes(desk)?;
    git::run(&desk.root, &["switch", "--quiet", "--no-track", "--create", &own, &reference])?;
    println!("{GOOD}You are on {own} now{GOOD:#}, made from {from}.");
    let number = lesson.map_or(desk.lessons[0].number, |lesson| lesson.number);
    if number > desk.lessons[0].number {
        println!("The lessons before {number:02} are solved in it, with the workbook's answers.");
    }
    println!("Next: `cargo workbook read {number}`, then `cargo workbook run {number}`.");
    Ok(())
}

/// Refuses where files of the student's would get lost or mixed up.
fn refuse_changes(desk: &Desk) -> Result<()> {
    let status =
        git::run(&desk.root, &["status", "--porcelain=v1", "-z", "--untracked-files=no", "--no-renames"])?;
    let changed: Vec<&str> = status.split_terminator('\0').filter_map(|line| line.get(3..)).collect();
    match changed[..] {
        [] => Ok(()),
        _ => bail!(
            "you have changes that are not committed, and they would get lost or mixed up:\n  {}\nCommit them first: `git commit -am \"My work\"`. Or put them aside: `git stash`.",
            changed.join("\n  ")
        ),
    }
}
