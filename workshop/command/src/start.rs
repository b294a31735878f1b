//! `cargo workbook start`: makes a branch for the student to work in.

use crate::branches::Branches;
use crate::cargo;
use crate::git;
use crate::list;
use crate::solve;
use crate::state::States;
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
    let first = &workbook.lessons[0];
    let lesson = lesson.unwrap_or(first);
    let made = match lesson.number == first.number {
        true => format!("made from {from}, with every exercise open"),
        false => format!(
            "made from {from}. The lessons before {:02} are solved in it, as far as their answers are published",
            lesson.number
        ),
    };
    say_what_is_next(workbook, &own, &made, lesson);
    if name.is_none() {
        say_ways(&workbook.lessons);
    }
    Ok(())
}

/// Makes a branch for the short course, in which the lessons left out are solved.
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
    let numbers: Vec<_> = open.iter().map(|lesson| format!("{:02}", lesson.number)).collect();
    let made = format!(
        "made from starter. You write lessons {}, and we've solved those between them",
        numbers.join(", ")
    );
    say_what_is_next(workbook, own, &made, open[0]);
    Ok(())
}

/// Prints how long each way through the lessons takes, if there's more than one.
fn say_ways(lessons: &[LessonInfo]) {
    let hours = |way: &dyn Fn(&LessonInfo) -> bool| {
        let minutes: u32 =
            lessons.iter().filter(|lesson| way(lesson)).map(|lesson| lesson.about.data.minutes).sum();
        0.5 * (f64::from(minutes) / 30.0).round()
    };
    // What comes after Part IV builds on the course.
    let is_course =
        |lesson: &LessonInfo| !["V ", "VI "].iter().any(|part| lesson.about.data.part.starts_with(part));
    let last = lessons.iter().rfind(|lesson| is_course(lesson));
    if let Some(last) = last.filter(|last| last.number < lessons.len() as u8) {
        println!(
            "The course ends with lesson {:02}, after {} hours; all lessons take {}. `cargo workbook start --short` opens some, for {} hours.",
            last.number,
            hours(&is_course),
            hours(&|_| true),
            hours(&|lesson| lesson.about.data.short),
        );
    }
}

/// Prints the branch that was made, what to open, and what to do then.
fn say_what_is_next(workbook: &Workbook, own: &str, made: &str, lesson: &LessonInfo) {
    let number = lesson.number;
    println!("{GOOD}You are on {own} now{GOOD:#}, {made}.");
    println!(
        "`cargo workbook read {number}` opens the lesson's text, and `cargo workbook run {number}` its program."
    );
    if let Some(exercise) = lesson.exercises().first() {
        let place = list::place(workbook, exercise);
        println!(
            "Next: {}, {place}. `cargo workbook check {number}` tells you how far you are.",
            exercise.id()
        );
    }
}

/// Makes the student's branch from another one, and switches to it.
fn change_to(workbook: &Workbook, own: &str, reference: &str) -> Result<()> {
    if git::run(&workbook.root, &["show-ref", "--verify", &format!("refs/heads/{own}")]).is_ok() {
        bail!(
            "you have a branch {own} already. Go on with it by `git switch {own}`, or rename it by `git branch -m {own} {own}-old` and begin afresh."
        );
    }
    refuse_changes(workbook)?;
    git::change(&workbook.root, &["switch", "--quiet", "--no-track", "--create", own, reference], b"")?;
    Ok(())
}

/// Returns the branches in this repository. In a clone of the authors' tree without any, it fetches or cuts them first.
fn published(workbook: &Workbook) -> Result<Branches> {
    let branches = Branches::of(&workbook.root);
    let has_git = git::run(&workbook.root, &["rev-parse", "--git-dir"]).is_ok();
    if branches.find("starter").is_some() || !has_git || !States::of(workbook)?.authors {
        return Ok(branches);
    }
    // A light clone has only the branch that is checked out. Where its origin has no others, this fails.
    let all = ["starter", "exercise/*", "solution/*"];
    let all = all.map(|name| format!("+refs/heads/{name}:refs/remotes/origin/{name}"));
    let fetch = ["fetch", "--quiet", "origin"].into_iter().chain(all.iter().map(String::as_str));
    if git::change(&workbook.root, &fetch.collect::<Vec<_>>(), b"").is_ok() {
        return Ok(Branches::of(&workbook.root));
    }
    eprintln!("Making the branches with the exercises. First we build the program that cuts them.");
    let mut tool = cargo::program(["--bin", "cut"], &workbook.root, &workbook.root, false);
    let made = tool.arg("branches").stdout(Stdio::null()).status().context("cannot start cargo")?;
    ensure!(made.success(), "the branches could not be made. `cargo workbook branches` tells you why.");
    Ok(Branches::of(&workbook.root))
}

/// Returns an error if files of the student's would be lost or mixed up.
fn refuse_changes(workbook: &Workbook) -> Result<()> {
    let changed = git::changed(&workbook.root)?;
    ensure!(
        changed.is_empty(),
        "you have changes that are not committed, and they would get lost or mixed up:\n  {}\nCommit them first with `git commit -am \"My work\"`, or put them aside with `git stash`.",
        changed.join("\n  ")
    );
    Ok(())
}
