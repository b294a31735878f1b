//! `cargo workbook notes`: prints what an instructor needs for a lesson, in Markdown.

use crate::instructor::weight;
use crate::markers::dedented;
use crate::projection::{Course, is_read_late, is_table};
use crate::tree;
use anyhow::{Context, Result, bail};
use course::{Exercise, LessonInfo, Mistake, Oral};
use std::io::{ErrorKind, Write};
use std::path::Path;

/// A table of the outcomes, with what each is worth and what to do about it.
const MARKING: &str = "\
`cargo workbook grade` gives one point for each exercise whose check passes. By weight, if you add up marks yourself, an exercise counts its minutes, and twice that if it is the heart of its lesson. The other outcomes say what to talk about:

| outcome | points | what it tells you |
|---|---|---|
| passed | 1 | Every answer to the check's questions was right. Ask for the reason in a sentence. |
| mistake | 0 | One of the beliefs below. Half a point, if you like, for who can say what is wrong with it. |
| wrong | 0 | The answers are wrong in a way that is not in the list. Read the code. |
| panicked, crashed, did not end | 0 | The idea may be right. Ask what happens with an empty list, or at the last element. |
| blocked | 0 | It calls an earlier exercise that is not right yet. Mark it again after that one. |
| does not compile, no answer | 0 | Of Rust and of shaders alike. All other answers were marked without it. |
| to be looked at by hand | 0 | It does what no answer needs, or its place cannot be found, or the check came to ask it other questions. Read the code, and give the point yourself. |
| open | 0 | Nothing was written. |
";

/// Prints the notes on one lesson, or on all.
pub fn notes(root: &Path, number: Option<u8>) -> Result<()> {
    let (lessons, files) = (LessonInfo::all(root)?, tree::read(root)?);
    let course = Course::whole(&files, &lessons)?;
    let text = match number {
        None => of_course(&course),
        Some(number) => match course.lesson(number) {
            Some(lesson) => format!("{}## Marking\n\n{MARKING}", of_lesson(&course, lesson, "#")),
            None => bail!("there is no lesson {number}"),
        },
    };
    match std::io::stdout().write_all(text.as_bytes()) {
        // A reader may close the pipe early.
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error).context("cannot print the notes"),
        _ => Ok(()),
    }
}

/// Returns an overview of the course, how to mark, and every lesson's notes.
fn of_course(course: &Course<'_>) -> String {
    let mut text = String::from(
        "# Notes for instructors\n\n| | lesson | minutes | points | builds on |\n|---|---|---|---|---|\n",
    );
    let mut part = "";
    for lesson in course.lessons {
        let about = &lesson.about.data;
        if about.part != part {
            part = &about.part;
            text.push_str(&format!("| | **{part}** | | | |\n"));
        }
        let builds_on: Vec<String> =
            about.builds_on.iter().map(|number| format!("{:02}", number.get_ref())).collect();
        let (number, title, minutes, points) =
            (lesson.number, &about.title, about.minutes, lesson.exercises().len());
        text.push_str(&format!(
            "| {number:02} | {title} | {minutes} | {points} | {} |\n",
            builds_on.join(", ")
        ));
    }
    let minutes: u32 = course.lessons.iter().map(|lesson| lesson.about.data.minutes).sum();
    let points: usize = course.lessons.iter().map(|lesson| lesson.exercises().len()).sum();
    text.push_str(&format!("| | all | {minutes} | {points} | |\n\n## Marking\n\n{MARKING}\n"));
    for lesson in course.lessons {
        text.push_str(&of_lesson(course, lesson, "##"));
    }
    text
}

/// Returns the notes on a lesson, under a heading of the given level.
pub fn of_lesson(course: &Course<'_>, lesson: &LessonInfo, level: &str) -> String {
    let about = &lesson.about.data;
    let builds_on = about.builds_on.iter().filter_map(|number| course.lesson(*number.get_ref()));
    let builds_on: Vec<String> =
        builds_on.map(|before| format!("{:02} {}", before.number, before.about.data.title)).collect();
    let builds_on = if builds_on.is_empty() { "no other lesson".to_owned() } else { builds_on.join(" and ") };
    let mut text = format!(
        "{level} Lesson {:02}: {}\n\n{}\n\nPart {}. About {} minutes. Builds on {builds_on}.\n\n{level}# Afterwards, students can\n\n",
        lesson.number, about.title, about.summary, about.part, about.minutes
    );
    text.extend(about.goals.iter().map(|goal| format!("- {goal}\n")));
    text += &format!(
        "\n{level}# The exercises\n\n| | exercise | where | minutes | points | weight |\n|---|---|---|---|---|---|\n"
    );
    let exercises = lesson.exercises();
    for exercise in exercises {
        let (id, title, minutes) = (exercise.id(), &exercise.title, exercise.minutes);
        let place = format!("`{}` in {}", exercise.function.get_ref(), exercise.file.get_ref());
        let heart = if exercise.heart { ", the heart" } else { "" };
        text += &format!("| {id} | {title} | {place} | {minutes} | 1 | {}{heart} |\n", weight(exercise));
    }
    let minutes: u32 = exercises.iter().map(|exercise| exercise.minutes).sum();
    let weight: u32 = exercises.iter().map(weight).sum();
    text += &format!("| | all | | {minutes} | {} | {weight} |\n\n", exercises.len());
    let orals = &lesson.answers.data.orals;
    if !orals.is_empty() {
        text += &format!("{level}# To ask aloud\n\n");
        text.extend(orals.iter().map(|oral| of_oral(lesson, oral)));
        text.push('\n');
    }
    text.extend(exercises.iter().map(|exercise| of_exercise(course, lesson, exercise, level)));
    text
}

fn of_exercise(course: &Course<'_>, lesson: &LessonInfo, exercise: &Exercise, level: &str) -> String {
    let id = exercise.id();
    let mut text = format!("{level}# {id} {}\n\n", exercise.title);
    if let Some((file, region)) = course.regions().find(|(_, region)| region.id == id) {
        let language = match is_read_late(file) {
            true if is_table(file) => "toml",
            true => "glsl",
            false => "rust",
        };
        let (task, code) = (task(&region.todo), dedented(&region.solution).join("\n"));
        text += &format!("> {task}\n\nA right answer:\n\n```{language}\n{code}\n```\n\n");
    }
    let hints = exercise.hints.get_ref().iter().enumerate();
    let hints: String = hints.map(|(i, hint)| format!("{}. {}\n", i + 1, hint.trim())).collect();
    let mistakes: String = lesson.mistakes.data.of(id).map(of_mistake).collect();
    text + &format!("Hints:\n\n{hints}\nWhat people believe who get it wrong:\n\n{mistakes}\n")
}

fn of_mistake(mistake: &Mistake) -> String {
    let Mistake { title, belief, .. } = mistake;
    let (name, hint) = (mistake.name.get_ref(), mistake.hint.get_ref());
    let say: Vec<&str> = mistake.say.trim().lines().map(str::trim).collect();
    let (belief, say) = (belief.trim(), say.join(" "));
    format!("- **{title}** (`{name}`, hint {hint}). *{belief}*\n  The check says: {say}\n")
}

fn of_oral(lesson: &LessonInfo, oral: &Oral) -> String {
    let Oral { ask, mentions, .. } = oral;
    let name = oral.mistake.get_ref();
    let behind = lesson.mistakes.data.named(name).map_or(String::new(), |mistake| {
        format!("  Behind it ({}, `{name}`): *{}*\n", mistake.exercise.get_ref(), mistake.belief.trim())
    });
    format!("- {ask}\n  A right answer mentions: {mentions}\n{behind}")
}

/// Returns the task that a TODO states, without its marker.
fn task(todo: &str) -> String {
    let lines = todo.lines().map(|line| line.trim().trim_start_matches(['/', '#']).trim());
    let text = lines.collect::<Vec<_>>().join(" ");
    text.split_once(": ").map_or(text.as_str(), |(_, task)| task).to_owned()
}
