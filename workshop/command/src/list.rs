//! `cargo workbook list`: the lessons by part, the student's progress, and the next thing to do.

use crate::milestones;
use crate::places;
use crate::state::{State, States};
use crate::style::{DIM, GOOD, HEADING, WORK};
use crate::workbook::Workbook;
use anstream::println;
use anyhow::Result;
use course::Exercise;

/// Message for the authors' tree, in which everything is solved.
pub const AUTHORS: &str = "This is the authors' tree, where everything is solved. `cargo workbook start` makes a branch for you to work on.";

/// Prints the lessons and the next thing to do.
pub fn list(workbook: &Workbook) -> Result<()> {
    let states = States::of(workbook)?;
    let titles = workbook.lessons.iter().map(|lesson| lesson.about.data.title.chars().count());
    let widest = titles.max().unwrap_or(0);
    let mut part = "";
    for lesson in &workbook.lessons {
        let about = &lesson.about.data;
        if about.part != part {
            part = &about.part;
            println!("{HEADING}{part}{HEADING:#}");
        }
        let marks: Vec<String> =
            lesson.exercises().iter().map(|exercise| mark(states.get(exercise.id()))).collect();
        let (title, minutes) = (&about.title, about.minutes);
        println!(
            "  {:02}  {title:widest$}  {DIM}{minutes:>3} min{DIM:#}  {}",
            lesson.number,
            marks.join(" ")
        );
    }
    let [passed, ours, tried, open] = [State::Passed, State::Ours, State::Tried, State::Open].map(mark);
    println!("\n{passed} passed  {ours} our answer  {tried} tried  {open} open");
    milestones::told(&workbook.root).iter().for_each(|told| println!("{told}"));
    println!("{}", next(workbook, &states));
    Ok(())
}

fn mark(state: State) -> String {
    match state {
        State::Passed => format!("{GOOD}●{GOOD:#}"),
        State::Ours => "◉".to_owned(),
        State::Tried => format!("{WORK}◐{WORK:#}"),
        State::Open => format!("{DIM}○{DIM:#}"),
    }
}

/// Returns the next thing to do, in a sentence or two.
pub fn next(workbook: &Workbook, states: &States) -> String {
    if states.authors {
        return AUTHORS.to_owned();
    }
    let Some((lesson, exercise)) = states.next(workbook) else {
        return "Everything is solved. Now build an engine of your own: `cargo workbook engine my-engine` begins it."
            .to_owned();
    };
    let number = lesson.number;
    let task = format!("{} {}: {}", exercise.id(), exercise.title, place(workbook, exercise));
    match states.get(exercise.id()) {
        State::Tried => format!("Next: {task}. `cargo workbook check {}` looks at it.", exercise.id()),
        _ if states.begun(lesson) => format!("Next: {task}."),
        _ => format!(
            "Next: lesson {number:02}. `cargo workbook read {number}`, `cargo workbook run {number}`; then {task}."
        ),
    }
}

/// Returns the name of the function to write, and its place.
pub fn place(workbook: &Workbook, exercise: &Exercise) -> String {
    let file = exercise.file.get_ref();
    let row = workbook.text(file).ok().and_then(|text| places::row(&text, exercise));
    let row = row.map_or(String::new(), |row| format!(":{row}"));
    format!("`{}` in {file}{row}", exercise.function.get_ref())
}
