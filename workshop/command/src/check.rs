//! `cargo workbook check`: checks what the student wrote, and reports as a tutor would.

use crate::cargo::{self, Build, Message, With};
use crate::checks::{self, Most, Reply, Run};
use crate::memory::CheckResult;
use crate::process;
use crate::state::States;
use crate::style::{BAD, DIM, GOOD, HEADING, WORK};
use crate::workbook::Workbook;
use crate::{list, places};
use anstream::println;
use anyhow::{Context, Result, ensure};
use course::protocol::{self, Outcome};
use course::{Exercise, Id, LessonInfo};
use std::collections::BTreeMap;
use std::fs::DirEntry;
use std::path::PathBuf;
use std::time::{Duration, UNIX_EPOCH};
use verdict::{Recorded, Verdict};

/// The memory that a student's check may use, in MiB.
const MEMORY: u64 = 4096;

/// The size of a file that it may write, in KiB.
const OUTPUT: u64 = 32 * 1024;

/// Returns the names of what to check: those given, with the lessons with exercises in a file, or if none is given
/// the lessons that the student has begun, up to the one of today.
pub fn choose(workbook: &Workbook, names: &[&str]) -> Result<Vec<String>> {
    let number = |lesson: &LessonInfo| lesson.number.to_string();
    if !names.is_empty() {
        let chosen = names.iter().map(|name| match workbook.file(name) {
            Some(file) => Ok(of_file(workbook, &file)?.into_iter().map(number).collect()),
            None => Ok(vec![workbook.find(name)?.to_string()]),
        });
        return Ok(chosen.collect::<Result<Vec<Vec<_>>>>()?.concat());
    }
    let states = States::of(workbook)?;
    let last = states.next(workbook).map(|(lesson, _)| lesson).or(workbook.lessons.last());
    let last = last.map_or(0, |lesson| lesson.number);
    let up_to = workbook.lessons.iter().filter(|lesson| lesson.number <= last);
    Ok(up_to
        .filter(|lesson| lesson.number == last || states.authors || states.begun(lesson))
        .map(number)
        .collect())
}

/// Returns the lessons with exercises in a file: of several the ones that were begun, or else the first.
fn of_file<'a>(workbook: &'a Workbook, file: &str) -> Result<Vec<&'a LessonInfo>> {
    let own = |lesson: &&LessonInfo| lesson.exercises().iter().any(|own| own.file.get_ref() == file);
    let lessons: Vec<_> = workbook.lessons.iter().filter(own).collect();
    ensure!(!lessons.is_empty(), "{file} has no exercise");
    if lessons.len() == 1 {
        return Ok(lessons);
    }
    let states = States::of(workbook)?;
    let begun: Vec<_> = lessons.iter().copied().filter(|lesson| states.begun(lesson)).collect();
    Ok(if begun.is_empty() { vec![lessons[0]] } else { begun })
}

/// Returns the name of the program that holds a lesson's checks.
pub fn program(lesson: &LessonInfo) -> String {
    format!("{}-checks", lesson.slug())
}

/// Returns the folder for temporary files of checks.
fn scratch(workbook: &Workbook) -> PathBuf {
    workbook.memory.folder().join("check")
}

/// Deletes temporary files of checks that were killed more than an hour ago.
pub fn sweep(workbook: &Workbook) {
    let age = |file: &DirEntry| file.metadata().ok()?.modified().ok()?.elapsed().ok();
    for file in std::fs::read_dir(scratch(workbook)).into_iter().flatten().flatten() {
        if age(&file).is_some_and(|age| age > Duration::from_secs(3600)) {
            // Another tool may delete it too.
            let _ = std::fs::remove_file(file.path());
        }
    }
}

/// Runs the checks that are named, and prints each outcome. Returns true if all are right.
pub fn check(workbook: &Workbook, names: &[String], limit: Duration, with: With) -> Result<bool> {
    let mut outcomes = BTreeMap::new();
    let named: Vec<_> = names.iter().map(|name| workbook.find(name)).collect::<Result<_>>()?;
    let programs: Vec<String> = named.iter().map(|named| program(named.lesson())).collect();
    let build = cargo::build_checks(&workbook.root, &programs, with)?;
    process::stop_if_interrupted()?;
    if !build.built {
        report_build(workbook, &build);
        return Ok(false);
    }
    let (mut first_open, mut apart) = (true, false);
    let mut lesson = 0;
    for named in named {
        if std::mem::replace(&mut lesson, named.lesson().number) != lesson {
            print_apart(&format!("{HEADING}{}{HEADING:#}", named.lesson().heading()), &mut apart);
        }
        for exercise in named.exercises() {
            let round = Round { workbook, build: &build, lesson: named.lesson(), exercise, limit };
            let (outcome, text) = round.ask()?;
            print_apart(&told(exercise, &outcome, &text, first_open), &mut apart);
            first_open &= outcome != Outcome::Open;
            outcomes.insert(exercise.id(), outcome);
        }
    }
    remember(workbook, &outcomes)?;
    println!("\n{}", summary(workbook, names, &outcomes)?.trim_end());
    Ok(outcomes.values().all(|outcome| *outcome == Outcome::Passed))
}

/// A run of an exercise's check.
pub struct Round<'a> {
    pub workbook: &'a Workbook,
    /// The build that the check's program is in.
    pub build: &'a Build,
    pub lesson: &'a LessonInfo,
    pub exercise: &'a Exercise,
    /// The time after which the check is ended.
    pub limit: Duration,
}

impl Round<'_> {
    /// Runs the check, and returns its outcome and its report.
    pub fn ask(&self) -> Result<(Outcome, String)> {
        let id = self.exercise.id();
        let checks = self.lesson.file("checks.rs");
        let text = self.workbook.text(&checks).unwrap_or_default();
        let (Some(test), Some(program)) = (checks::name(&text, id), self.build.program(&checks)) else {
            let says = format!("Its check is gone from {checks}. `git checkout -- {checks}` brings it back.");
            return Ok((Outcome::OtherQuestions(String::new()), self.tutor(&says)));
        };
        let scratch = scratch(self.workbook);
        std::fs::create_dir_all(&scratch)
            .with_context(|| format!("cannot make the folder {}", scratch.display()))?;
        // This stops a check whose tool was killed.
        let time = Some(2 * self.limit);
        let most = Most { memory: MEMORY, output: OUTPUT, time, processes: None };
        let mut command = checks::limited(None, program, most);
        command.current_dir(self.workbook.root.join("lessons"));
        let run = checks::ask(command, (id, test), None, &scratch.join("last"), self.limit)?;
        Ok(self.outcome_of(&run))
    }

    fn outcome_of(&self, run: &Run) -> (Outcome, String) {
        let id = self.exercise.id();
        match &run.reply {
            Reply::Answers(answers) => {
                let text = self.workbook.text(&self.lesson.file(verdict::FILE)).unwrap_or_default();
                let recorded = Recorded::read(&text, &id.to_string()).unwrap_or_default();
                let questions = recorded.questions();
                let verdict = Verdict::of(answers, &questions, &recorded, &|earlier| self.names(earlier));
                if let Outcome::OtherQuestions(_) = verdict.outcome {
                    let files = ["checks.rs", verdict::FILE].map(|file| self.lesson.file(file)).join(" ");
                    let says = format!(
                        "Its check was changed, or {} is gone.\n  `git checkout -- {files}` brings both back.",
                        verdict::FILE
                    );
                    return (verdict.outcome, self.tutor(&says));
                }
                let known = |name: &str| self.lesson.mistakes.data.named_in(id, name);
                let report = verdict.report(self.exercise, &known);
                // A check's own lines tell a student nothing.
                let is_told =
                    |place: &&str| report.contains(protocol::PANICKED) && !place.contains("checks.rs:");
                let place = panic_place(&run.complaints).filter(is_told);
                let place = place.map_or(String::new(), |place| format!("\n  It panicked at {place}."));
                (verdict.outcome, report.trim_end().to_owned() + &place + &printed_aside(run))
            }
            Reply::TimedOut => {
                let says = format!(
                    "It didn't finish within {} s.\n  Look at the loops: what makes each of them stop?",
                    self.limit.as_secs()
                );
                (Outcome::Stuck, self.tutor(&says))
            }
            Reply::Silent => (Outcome::Panicked, self.tutor(&ended(&run.complaints))),
        }
    }

    /// Returns true if the student's code names the function of an earlier exercise.
    fn names(&self, earlier: &str) -> bool {
        let text = |exercise: &Exercise| self.workbook.text(exercise.file.get_ref()).unwrap_or_default();
        let earlier = Id::strict(earlier).and_then(|id| self.workbook.exercise(id).ok());
        earlier.is_none_or(|(_, earlier)| {
            places::names((&text(self.exercise), self.exercise), (&text(earlier), earlier))
        })
    }

    /// Returns a message of the tool under the same heading as a check's report.
    fn tutor(&self, says: &str) -> String {
        format!("{}  {says}", self.exercise.heading())
    }
}

/// Returns the reason why a check ended without an outcome, from its stderr.
fn ended(complaints: &str) -> String {
    if complaints.contains("overflowed its stack") {
        return "It ran out of stack.\n  Does a function call itself, and never stop?".to_owned();
    }
    if complaints.contains("memory allocation of") {
        return "It ran out of memory.\n  Look at the loops: what makes each of them stop, and what grows in it?"
            .to_owned();
    }
    let said: String =
        complaints.lines().filter(|line| !line.is_empty()).map(|line| format!("\n    {line}")).collect();
    format!("The program ended before the check could say anything.{said}")
}

/// Cuts the beginning of an output that is far too long.
fn shortened(printed: &str) -> String {
    const LONGEST: usize = 200;
    let lines: Vec<&str> = printed.lines().collect();
    match lines.len().checked_sub(LONGEST) {
        Some(more) if more > 0 => format!("({more} lines are left out)\n{}", lines[more..].join("\n")),
        _ => printed.to_owned(),
    }
}

/// Returns the student's own output: stdout, and stderr without the panics, which the check reports.
fn printed_aside(run: &Run) -> String {
    let mut lines = run.complaints.lines();
    let mut own: String = run.printed.lines().map(|line| format!("\n    {line}")).collect();
    while let Some(line) = lines.next() {
        if line.starts_with("thread '") && line.contains(" panicked at ") {
            lines.next();
        } else if !(line.is_empty() || line.starts_with("note: run with `RUST_BACKTRACE")) {
            own += &format!("\n    {line}");
        }
    }
    if own.is_empty() {
        own
    } else {
        format!("\n\n  Your code printed:\n{}", shortened(own.trim_start_matches('\n')))
    }
}

/// Returns the place of the first panic in the student's code: `FILE:ROW:COL`.
fn panic_place(complaints: &str) -> Option<&str> {
    let (_, rest) = complaints.split_once(" panicked at ")?;
    Some(rest.lines().next()?.trim_end_matches(':'))
}

/// Returns the report on an exercise with a coloured heading, `at_length` only for the first open one.
fn told(exercise: &Exercise, outcome: &Outcome, text: &str, at_length: bool) -> String {
    let style = match outcome {
        Outcome::Passed => GOOD,
        Outcome::Open => DIM,
        Outcome::Blocked(_) => WORK,
        _ => BAD,
    };
    let heading = format!("{}  {}", exercise.id(), exercise.title);
    match *outcome == Outcome::Open && !at_length {
        true => format!("{style}{heading}: still open.{style:#}"),
        false => text.trim().replacen(&heading, &format!("{style}{heading}{style:#}"), 1),
    }
}

/// Prints a paragraph, with an empty line before it unless it and the last one are single lines.
fn print_apart(text: &str, apart: &mut bool) {
    let long = text.contains('\n');
    if long || *apart {
        println!();
    }
    println!("{text}");
    *apart = long;
}

/// Prints the errors of a build.
fn report_build(workbook: &Workbook, build: &Build) {
    let errors: Vec<&Message> = build.messages.iter().filter(|message| message.error).collect();
    for message in &errors {
        if let Some(exercise) = blamed(workbook, message) {
            println!("{BAD}In {}, {}:{BAD:#}", exercise.id(), exercise.title);
        }
        println!("{}", message.text.trim_end());
        println!();
    }
    match errors.len() {
        0 => println!(
            "{}\n{BAD}Nothing could be checked, because cargo failed. It says why above.{BAD:#}",
            build.said.trim_end()
        ),
        _ => println!("{BAD}It does not compile yet.{BAD:#} Mend the first error, then check again."),
    }
}

/// Returns the exercise that an error is in, the one that begins nearest above it.
fn blamed<'a>(workbook: &'a Workbook, message: &Message) -> Option<&'a Exercise> {
    let (file, row) = message.place.as_ref()?;
    let text = workbook.text(file).ok()?;
    let exercises = workbook.lessons.iter().flat_map(LessonInfo::exercises);
    let begun = exercises.filter(|exercise| exercise.file.get_ref() == file).filter_map(|exercise| {
        let own = places::row(&text, exercise).filter(|own| own <= row)?;
        Some((own, exercise))
    });
    begun.max_by_key(|(own, _)| *own).map(|(_, exercise)| exercise)
}

/// Saves the outcomes in the student's memory.
pub fn remember(workbook: &Workbook, outcomes: &BTreeMap<Id, Outcome>) -> Result<()> {
    let result = |(id, outcome): (&Id, &Outcome)| {
        let (_, exercise) = workbook.exercise(*id).ok()?;
        let text = workbook.text(exercise.file.get_ref()).ok()?;
        Some((*id, CheckResult { outcome: outcome.clone(), code: places::code(&text, exercise) }))
    };
    workbook.memory.remember(outcomes.iter().filter_map(result), |record, seen| {
        if record.seen.as_ref() != Some(&seen) {
            record.news = UNIX_EPOCH.elapsed().map_or(0, |since| since.as_millis() as u64);
            record.seen = Some(seen);
        }
    })
}

/// Returns a line that says how many exercises are right, and what to do next.
fn summary(workbook: &Workbook, names: &[String], outcomes: &BTreeMap<Id, Outcome>) -> Result<String> {
    let states = States::of(workbook)?;
    let right = outcomes.values().filter(|outcome| **outcome == Outcome::Passed).count();
    let count = match outcomes.len() {
        1 => String::new(),
        all if all == right => format!("All {all} are right. "),
        all => format!("{right} of {all} are right. "),
    };
    let next = states.next(workbook).map(|(lesson, _)| lesson.number);
    let failed = outcomes.iter().filter(|(_, outcome)| **outcome != Outcome::Passed);
    let failed = failed.min_by_key(|(id, _)| Some(id.lesson) != next);
    let Some((id, outcome)) = failed else {
        return Ok(count + &done(workbook, names, &states));
    };
    let (_, exercise) = workbook.exercise(*id)?;
    let place = list::place(workbook, exercise);
    Ok(match outcome {
        Outcome::Blocked(earlier) => format!("{count}Next: {earlier}, on which {id} builds."),
        Outcome::Open => format!("{count}Next: {id}, {place}."),
        Outcome::OtherQuestions(_) => format!("{count}Next: bring the check of {id} back."),
        _ => format!("{count}Next: {id}, {place}. Stuck? `cargo workbook hint {id}`"),
    })
}

/// Returns what to do next if all that was checked is right.
fn done(workbook: &Workbook, names: &[String], states: &States) -> String {
    let lesson = names.last().and_then(|name| workbook.find_lesson(name).ok());
    if states.authors {
        return list::AUTHORS.to_owned();
    }
    let Some(lesson) = lesson else {
        return "Right.".to_owned();
    };
    let open = lesson.exercises().iter().find(|exercise| !states.get(exercise.id()).is_right());
    if let Some(exercise) = open {
        return format!("Next: {}, {}.", exercise.id(), list::place(workbook, exercise));
    }
    let number = lesson.number;
    let compare = format!("Lesson {number:02} is done. Compare with ours: `cargo workbook diff {number}`.");
    match states.next(workbook) {
        Some((next, _)) => format!("{compare} Next: `cargo workbook read {}`.", next.number),
        None => format!("{compare} That was the last lesson."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_tells_its_place() {
        let said =
            "\nthread 'todo' (5) panicked at common/src/pose.rs:17:9:\nindex out of bounds\nnote: run with\n";
        assert_eq!(panic_place(said), Some("common/src/pose.rs:17:9"));
        assert_eq!(panic_place("nothing"), None);
    }
}
