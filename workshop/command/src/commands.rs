//! The students' commands, and their arguments.

use crate::cargo::With;
use crate::diagnostics::{self, Format};
use crate::program::{self, Stands};
use crate::workbook::Workbook;
use crate::{check, diff, doctor, editor, hint, list, milestones, process, read, run, solve, start, watch};
use anyhow::{Context, Result, bail, ensure};
use course::command_line::{Command, Line, Opt};
use std::process::ExitCode;
use std::time::Duration;

/// A function that runs a command with its arguments.
type Run = fn(&Workbook, &Line) -> Result<ExitCode>;

const LIMIT: Opt = Opt { default: "10", ..Opt::value("limit", "SECONDS", "How long one check may take") };

const THROUGH: Opt = Opt::value("through", "LESSON", "All lessons up to this one");

const NAME: [&str; 2] =
    ["<NAME>", "A name, to make it beside the workbook, or a path from here, as in ../../games/my-knight"];

fn done(_: ()) -> Result<ExitCode> {
    Ok(ExitCode::SUCCESS)
}

/// Returns the argument of a command that needs one, or an error.
fn needed(line: &Line) -> Result<&str> {
    line.word()?.context("a name is missing")
}

fn limit(line: &Line) -> Result<Duration> {
    Ok(Duration::from_secs(line.within("limit", 0..=86_400)?))
}

/// Reads the words of `solve` and `unsolve`, which are a name, or the last lesson of a range.
fn answers(line: &Line) -> Result<(Option<&str>, Option<String>)> {
    let both = line.word()?.is_some() && line.has("through");
    ensure!(!both, "'{THROUGH}' cannot go with a name");
    Ok((line.word()?, line.get("through")?))
}

/// The students' commands with their tables, each with the function that runs it.
pub const COMMANDS: &[(Command, Run)] = &[
    (
        Command {
            name: "list",
            about: "List the lessons, how far you have come, and what to do next (also without any command)",
            ..Command::EMPTY
        },
        |workbook, _| done(list::list(workbook)?),
    ),
    (
        Command {
            name: "run",
            about: "Start a lesson's program",
            words: &[
                ["<LESSON>", "The lesson, as in 4"],
                [
                    "[ARGS]...",
                    "Passed on to the lesson; `-- --help` lists what it knows. `--solved` starts ours, once it is published",
                ],
            ],
            passes_on: true,
            examples: "  cargo workbook run 4\n  cargo workbook run 18 --solved\n  cargo workbook run 4 -- --headless --picture chain.png",
            ..Command::EMPTY
        },
        |workbook, line| run::run(workbook, needed(line)?, &line.rest),
    ),
    (
        Command {
            name: "read",
            about: "Open a lesson's text in the browser",
            more: "$BROWSER names a browser other than the system's.",
            words: &[["<LESSON>", "The lesson, as in 4"]],
            examples: "  cargo workbook read 4",
            ..Command::EMPTY
        },
        |workbook, line| {
            anstream::println!("{}", read::read(workbook, needed(line)?)?);
            Ok(ExitCode::SUCCESS)
        },
    ),
    (
        Command {
            name: "check",
            about: "Check what you wrote, and hear which mistake you made",
            more: "Without a name: all lessons that you have begun, up to the one that you work in.",
            words: &[[
                "[NAME]...",
                "Lessons, as in 4, exercises, as in 4.2, or files with exercises, in your order",
            ]],
            options: &[
                LIMIT,
                Opt::value(
                    "message-format",
                    "FORMAT",
                    "For editors: `json`, as cargo's, or `short`, a line each",
                ),
            ],
            examples: "  cargo workbook check 4.4    one exercise\n  cargo workbook check 4      a lesson\n  cargo workbook check 1.3 2  several\n  cargo workbook check        what you have begun",
            ..Command::EMPTY
        },
        |workbook, line| {
            let format = line.read("message-format", |name| match name {
                "json" => Ok(Format::Json),
                "short" => Ok(Format::Short),
                _ => bail!("it is `json` or `short`"),
            })?;
            if let Some(format) = format {
                return diagnostics::check(workbook, &line.names()?, format, limit(line)?);
            }
            process::catch_interrupts()?;
            let names = check::choose(workbook, &line.names()?)?;
            let all_right = check::check(workbook, &names, limit(line)?, With::Nothing)?;
            Ok(if all_right { ExitCode::SUCCESS } else { ExitCode::FAILURE })
        },
    ),
    (
        Command {
            name: "watch",
            about: "Check again whenever you save, until Ctrl-C",
            words: &[[
                "[NAME]",
                "A lesson, as in 4, or an exercise, as in 4.2; without, the lesson that you work in",
            ]],
            options: &[LIMIT],
            examples: "  cargo workbook watch 4.2\n  cargo workbook watch",
            ..Command::EMPTY
        },
        |workbook, line| {
            process::catch_interrupts()?;
            done(watch::watch(&workbook.root, line.word()?, limit(line)?)?)
        },
    ),
    (
        Command {
            name: "hint",
            about: "Get the next hint for an exercise, or the one about your mistake if the last check named it",
            words: &[["[EXERCISE]", "The exercise, as in 4.2; without, the next one that is not right"]],
            options: &[Opt::switch("all", "Show all of its hints")],
            examples: "  cargo workbook hint 4.4\n  cargo workbook hint 4.4 --all",
            ..Command::EMPTY
        },
        |workbook, line| done(hint::hint(workbook, line.word()?, line.has("all"))?),
    ),
    (
        Command {
            name: "diff",
            about: "Compare your answers with the workbook's",
            words: &[["<NAME>", "A lesson, as in 4, or an exercise, as in 4.2"]],
            options: &[Opt::switch("anyway", "Show the workbook's answer even if yours is not right yet")],
            examples: "  cargo workbook diff 4\n  cargo workbook diff 4.4",
            ..Command::EMPTY
        },
        |workbook, line| done(diff::diff(workbook, needed(line)?, line.has("anyway"))?),
    ),
    (
        Command {
            name: "solve",
            about: "Put the workbook's answer in, and keep yours",
            more: "All your other work stays as it is. `unsolve` brings your own answer back.",
            words: &[["[NAME]", "An exercise, as in 4.2, or a lesson, as in 4"]],
            options: &[THROUGH],
            examples: "  cargo workbook solve 4.4\n  cargo workbook solve 4\n  cargo workbook solve --through 3    lessons 01 to 03",
            ..Command::EMPTY
        },
        |workbook, line| {
            let (name, through) = answers(line)?;
            done(solve::solve(workbook, name, through.as_deref())?)
        },
    ),
    (
        Command {
            name: "unsolve",
            about: "Bring back what you wrote before `solve`",
            words: &[["[NAME]", "An exercise, as in 4.2, or a lesson, as in 4"]],
            options: &[THROUGH],
            examples: "  cargo workbook unsolve 4.4\n  cargo workbook unsolve 4",
            ..Command::EMPTY
        },
        |workbook, line| {
            let (name, through) = answers(line)?;
            done(solve::unsolve(workbook, name, through.as_deref())?)
        },
    ),
    (
        Command {
            name: "start",
            about: "Make a branch of your own to work on",
            more: "With a lesson, the lessons before it are solved in the branch. Without, everything is open.",
            words: &[["[LESSON]", "The lesson to begin with"]],
            options: &[Opt::switch("short", "Open only the lessons of the short way, up to its last")],
            examples: "  cargo workbook start            from the beginning, on my/workbook\n  cargo workbook start 4          from lesson 04, on my/04-…\n  cargo workbook start --short    some evenings, on my/short",
            ..Command::EMPTY
        },
        |workbook, line| match (line.word()?, line.has("short")) {
            (Some(_), true) => bail!("'--short' cannot go with a lesson"),
            (None, true) => done(start::start_short(workbook)?),
            (name, false) => done(start::start(workbook, name)?),
        },
    ),
    (
        Command {
            name: "judge",
            about: "Run a program of your own, and say which sentences are true of it",
            more: "docs/engine/README.md tells what is judged, and how.",
            words: &[
                ["<WHAT>", "`body`, `player` or `file`"],
                [
                    "[ARGS]...",
                    "`--keep FOLDER` keeps tasks and answers, `--seed NUMBER` asks others; then `--` and the program",
                ],
            ],
            passes_on: true,
            examples: "  cargo workbook judge player -- ../engine/target/debug/engine player\n  cargo workbook judge file --keep kept -- python3 ../reader.py",
            ..Command::EMPTY
        },
        |workbook, line| process::hand_over(&mut milestones::judge(workbook, needed(line)?, &line.rest)?),
    ),
    (
        Command {
            name: "engine",
            about: "Make a program of your own outside the workbook, which begins with an empty window and a judge's tasks",
            more: "docs/engine/README.md leads from there to a body, a player and a file.",
            words: &[NAME],
            examples: "  cargo workbook engine my-engine",
            ..Command::EMPTY
        },
        |workbook, line| {
            done(program::program(workbook, &std::env::current_dir()?, needed(line)?, Stands::Alone)?)
        },
    ),
    (
        Command {
            name: "program",
            about: "The same on what you wrote in the workbook, for a knight in a window of yours",
            more: "docs/engine/window.md leads from there to a knight who walks.",
            words: &[NAME],
            examples: "  cargo workbook program my-knight",
            ..Command::EMPTY
        },
        |workbook, line| {
            done(program::program(workbook, &std::env::current_dir()?, needed(line)?, Stands::OnTheWorkbook)?)
        },
    ),
    (
        Command {
            name: "editor",
            about: "Let your editor show what a check says whenever you save",
            more: "What is there already stays as it is. docs/editors.md tells of each editor.",
            words: &[["<EDITOR>", "vscode, helix or zed"]],
            examples: "  cargo workbook editor vscode",
            ..Command::EMPTY
        },
        |workbook, line| done(editor::editor(workbook, needed(line)?)?),
    ),
    (
        Command {
            name: "doctor",
            about: "Report what this machine and this copy are like, to paste into a question",
            options: &[Opt::switch("no-build", "Do not build a lesson to ask it about OpenGL")],
            ..Command::EMPTY
        },
        |workbook, line| {
            doctor::doctor(workbook, line.has("no-build"));
            Ok(ExitCode::SUCCESS)
        },
    ),
];
