//! `cargo workbook start`: makes a branch of the student's own.

use crate::branches::Branches;
use crate::cargo;
use crate::git;
use crate::solve;
use crate::style::GOOD;
use crate::workbook::Workbook;
use anstream::{eprintln, println};
use anyhow::{Context, Result, bail, ensure};
use course::LessonInfo;
use std::process::Stdio;

/// Makes a branch from `exercise/…`, or from `starter` if no lesson is named, and switches to it.
pub fn start(workbook: &Workbook, name: Option<&str>) -> Result<()> {
    let lesson = name.map(|name| workbook.find_lesson(name)).transpose()?;
    let (from, own) = match lesson {
        Some(lesson) => (format!("exercise/{}", lesson.slug()), format!("my/{}", lesson.slug())),
        None => ("starter".to_owned(), "my/workbook".to_owned()),
    };
    let branches = published(workbook)?;
    let reference = branches.get(&from)?;
    change_to(workbook, &own, &reference)?;
    println!("{GOOD}You are on {own} now{GOOD:#}, made from {from}.");
    let number = lesson.map_or(workbook.lessons[0].number, |lesson| lesson.number);
    if number > workbook.lessons[0].number {
        println!("The lessons before {number:02} are solved in it, as far as their answers are published.");
    }
    say_what_is_next(number);
    Ok(())
}

/// Makes a branch for the short course, in which the other lessons are solved up to its last one.
pub fn start_short(workbook: &Workbook) -> Result<()> {
    let own = "my/short";
    let branches = published(workbook)?;
    let last = workbook.lessons.iter().rposition(|lesson| lesson.about.data.short);
    let last = last.context(
        "no lesson of this course is on the short way: `cargo workbook start` begins with the first",
    )?;
    let (open, solved): (Vec<_>, Vec<_>) =
        workbook.lessons[..=last].iter().partition(|lesson| lesson.about.data.short);
    for lesson in &solved {
        branches.solution(lesson)?;
    }
    change_to(workbook, own, &branches.get("starter")?)?;
    let exercises: Vec<_> = solved.iter().flat_map(|lesson| lesson.exercises()).collect();
    solve::fill(workbook, &exercises)?;
    println!("{GOOD}You are on {own} now{GOOD:#}, made from starter.");
    println!("Yours are lessons {}.", numbers(&open));
    if let Some(first) = solved.first() {
        println!(
            "Solved in it, with the workbook's answers: {}. `cargo workbook unsolve {}`, for example, opens one again.",
            numbers(&solved),
            first.number
        );
    }
    say_what_is_next(open[0].number);
    Ok(())
}

fn numbers(lessons: &[&LessonInfo]) -> String {
    let numbers: Vec<_> = lessons.iter().map(|lesson| format!("{:02}", lesson.number)).collect();
    numbers.join(", ")
}

fn say_what_is_next(number: u8) {
    println!("Next: `cargo workbook read {number}`, then `cargo workbook run {number}`.");
    println!(
        "`cargo workbook editor vscode` lets that editor show what a check says whenever you save; helix and zed too."
    );
}

/// Makes a branch of the student's from another, and switches to it.
fn change_to(workbook: &Workbook, own: &str, reference: &str) -> Result<()> {
    if git::run(&workbook.root, &["show-ref", "--verify", &format!("refs/heads/{own}")]).is_ok() {
        bail!(
            "you have a branch {own} already. `git switch {own}` goes on with it; to begin afresh, give it another name first: `git branch -m {own} {own}-old`."
        );
    }
    refuse_changes(workbook)?;
    git::change(&workbook.root, &["switch", "--quiet", "--no-track", "--create", own, reference])?;
    Ok(())
}

/// The branches in this repository; in a clone of the authors' tree without any, they are made first.
fn published(workbook: &Workbook) -> Result<Branches> {
    let branches = Branches::of(&workbook.root);
    let has_git = git::run(&workbook.root, &["rev-parse", "--git-dir"]).is_ok();
    if branches.find("starter").is_some() || !has_git || !workbook.is_authors() {
        return Ok(branches);
    }
    eprintln!(
        "Making the branches with the exercises. The tool for that is built first, which takes a minute or two."
    );
    let mut tool = cargo::whole_tool(&workbook.root, &workbook.root, false);
    let made = tool.arg("branches").stdout(Stdio::null()).status().context("cannot start cargo")?;
    ensure!(made.success(), "the branches could not be made: `cargo workbook branches` says why.");
    Ok(Branches::of(&workbook.root))
}

/// Refuses if files of the student's would be lost or mixed up.
fn refuse_changes(workbook: &Workbook) -> Result<()> {
    let status = git::run(
        &workbook.root,
        &["status", "--porcelain=v1", "-z", "--untracked-files=no", "--no-renames"],
    )?;
    let changed: Vec<&str> = status.split_terminator('\0').filter_map(|line| line.get(3..)).collect();
    match changed[..] {
        [] => Ok(()),
        _ => bail!(
            "you have changes that are not committed, and they would get lost or mixed up:\n  {}\nCommit them first: `git commit -am \"My work\"`. Or put them aside: `git stash`.",
            changed.join("\n  ")
        ),
    }
}
