//! Commands for instructors, for branches, handouts, grades, a class's page, an atlas of mistakes, and notes.

pub mod atlas;
mod class;
mod csv;
mod grade;
mod gradebook;
mod handout;
pub mod notes;
pub mod picture;

use crate::cli::{Run, lesson};
use anyhow::Context;
use course::Exercise;
use course::command_line::{Command, Opt};
use cut::branches::{Cutting, branches};
use cut::numbers::Numbers;

const LESSONS: &str = "A course of these lessons alone, as in 1-13,18: what only others need is left out, and their exercises elsewhere are solved";

/// Returns the weight of an exercise among the others: its minutes, doubled if it is its lesson's heart.
fn weight(exercise: &Exercise) -> u32 {
    exercise.minutes.saturating_mul(if exercise.heart { 2 } else { 1 })
}

/// The instructors' commands. The students' program lists them, and describes each in one line.
pub const COMMANDS: &[(Command, Run)] = &[
    (
        Command {
            name: "branches",
            more: "\
They form one straight history, in which each commit is one lesson's answer. The same commit gives the
same branches, byte for byte. Your files and your index stay as they are.

Answers can be kept back. The history then ends at the last that is published, and later lessons are open in
it: students' `solve` and `diff` say that those answers are not there yet. To publish one more lesson's, cut
through that lesson.

What you push goes on as the remote has it: its lessons, and the answers that are published there. Its branches only
grow, so that students' work still descends from them.",
            options: &[
                Opt { excludes: &["solutions-through"], ..Opt::switch("without-solutions", "Keep all answers back: cut `starter` and `exercise/…` alone") },
                Opt::value(
                    "solutions-through",
                    "LESSON",
                    "Publish the answers up to this lesson, as in 4, and keep the others back",
                ),
                Opt::value("lessons", "LIST", LESSONS),
                Opt::value("push", "REMOTE", "Then push exactly these branches to a remote"),
                Opt { needs: "push", ..Opt::switch("force", "Replace the branches there, also by some that don't descend from them") },
            ],
            ..Command::EMPTY
        },
        |root, line| {
            let none = line.has("without-solutions").then_some(0);
            let through = line.get("solutions-through")?.or(none);
            let (lessons, push) = (line.get("lessons")?, line.get("push")?);
            branches(root, &Cutting { through, lessons, push, force: line.has("force") })
        },
    ),
    (
        Command {
            name: "handout",
            more: "The lessons before it are solved; it and those after it are open. The files are those of the current commit.",
            words: &[["<LESSON>", "The lesson, as in 4"]],
            options: &[
                Opt::value("lessons", "LIST", LESSONS),
                Opt { excludes: &["zip"], ..Opt::value("out", "DIR", "The folder to write; it must be empty or new") },
                Opt::value(
                    "zip",
                    "FILE",
                    "The zip to write [default: named like the lesson, in the current folder]",
                ),
            ],
            ..Command::EMPTY
        },
        |root, line| {
            let lesson = lesson(line)?.context("<LESSON> is missing")?;
            let lessons: Option<Numbers> = line.get("lessons")?;
            let (out, zip) = (line.path("out")?, line.path("zip")?);
            handout::handout(root, lesson, lessons.as_ref(), out.as_deref(), zip.as_deref())?;
            Ok(true)
        },
    ),
    grade::GRADE,
    class::CLASS,
    gradebook::GRADEBOOK,
    (
        Command {
            name: "atlas",
            more: "The pictures that a text shows go to each lesson's `pictures/mistakes/`, small and in few colours.",
            words: &[["[LESSON]", "Only this lesson, as in 4"]],
            ..Command::EMPTY
        },
        |root, line| atlas::atlas(root, lesson(line)?),
    ),
    (
        Command {
            name: "notes",
            words: &[["[LESSON]", "Only this lesson, as in 4"]],
            ..Command::EMPTY
        },
        |root, line| {
            notes::notes(root, lesson(line)?)?;
            Ok(true)
        },
    ),
];
