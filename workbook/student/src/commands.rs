//! The students' commands, and what the command line may say to each.

use crate::hint::Rungs;
use crate::workbook::Workbook;
use crate::{check, diff, doctor, hint, list, process, run, solve, start, watch};
use anyhow::{Context, Result, ensure};
use course::command_line::Opt;
use std::ffi::OsString;
use std::process::ExitCode;
use std::time::Duration;

/// A command.
pub struct Command {
    /// Its name.
    pub name: &'static str,
    /// What it does, in one line.
    pub about: &'static str,
    /// What else there is to say of it.
    pub more: &'static str,
    /// What the word after it is called, if it takes one, in `<>` if it needs it, and what that means.
    pub word: [&'static str; 2],
    /// The same for all that follows, if it is passed on.
    pub rest: [&'static str; 2],
    /// Its options.
    pub options: &'static [Opt<Line>],
    /// Examples of it.
    pub examples: &'static str,
    /// Does it.
    pub run: fn(&mut Workbook, &Line) -> Result<ExitCode>,
}

/// What a command line says to a command.
#[derive(Default)]
pub struct Line {
    /// The word after it.
    pub word: Option<String>,
    /// What is passed on.
    pub rest: Vec<OsString>,
    limit: Duration,
    through: Option<String>,
    answers: bool,
    again: bool,
    all: bool,
    anyway: bool,
    no_build: bool,
}

impl Line {
    fn word(&self) -> Option<&str> {
        self.word.as_deref()
    }

    /// The word of a command that needs it.
    fn needed(&self) -> &str {
        self.word().unwrap_or_default()
    }

    /// What `solve` and `unsolve` are about.
    fn answers(&self) -> Result<(Option<&str>, Option<&str>)> {
        let both = self.word.is_some() && self.through.is_some();
        ensure!(!both, "'--through <LESSON>' cannot go with a name");
        Ok((self.word(), self.through.as_deref()))
    }
}

const EMPTY: Command = Command {
    name: "",
    about: "",
    more: "",
    word: ["", ""],
    rest: ["", ""],
    options: &[],
    examples: "",
    run: |_, _| Ok(ExitCode::SUCCESS),
};

const LIMIT: Opt<Line> = Opt {
    name: "limit",
    value: "SECONDS",
    help: "How long one check may take",
    default: "10",
    set: |line, value| {
        line.limit = Duration::from_secs(value.to_str().context("this is no Unicode")?.parse()?);
        Ok(())
    },
    ..Opt::EMPTY
};

const THROUGH: Opt<Line> = Opt {
    name: "through",
    value: "LESSON",
    help: "All lessons up to this one",
    set: |line, value| {
        line.through = Some(value.to_str().context("this is no Unicode")?.to_owned());
        Ok(())
    },
    ..Opt::EMPTY
};

/// All of them.
pub const COMMANDS: &[Command] = &[
    Command {
        name: "list",
        about: "List the lessons, how far you have come, and what to do next (also without any command)",
        run: |workbook, _| {
            list::list(workbook)?;
            Ok(ExitCode::SUCCESS)
        },
        ..EMPTY
    },
    Command {
        name: "run",
        about: "Start a lesson's program",
        word: ["<LESSON>", "The lesson: 4, 04 or joint-chain-lines"],
        rest: ["[ARGS]...", "Passed on to the lesson; `-- --help` lists what it knows"],
        examples: "  cargo workbook run 4\n  cargo workbook run 4 -- --headless --picture chain.png",
        run: |workbook, line| run::run(workbook, line.needed(), &line.rest),
        ..EMPTY
    },
    Command {
        name: "read",
        about: "Read a lesson's text, or an exercise's part of it, in the terminal",
        word: ["<NAME>", "A lesson, as in 4, or an exercise, as in 4.2"],
        options: &[Opt {
            name: "answers",
            help: "Show the folded answers too",
            set: |line, _| {
                line.answers = true;
                Ok(())
            },
            ..Opt::EMPTY
        }],
        examples: "  cargo workbook read 4\n  cargo workbook read 4 --answers | less -R",
        run: |workbook, line| {
            run::read(workbook, line.needed(), line.answers)?;
            Ok(ExitCode::SUCCESS)
        },
        ..EMPTY
    },
    Command {
        name: "check",
        about: "Check what you wrote, and hear which mistake was made",
        more: "Without a name: all lessons that you have begun, up to the first that is not done.",
        word: ["[NAME]", "A lesson, as in 4, or an exercise, as in 4.2 or by its function's name"],
        options: &[LIMIT],
        examples: "  cargo workbook check 4.2    one exercise\n  cargo workbook check 4      a lesson\n  cargo workbook check        what you have begun",
        run: |workbook, line| {
            process::catch_interrupts()?;
            let names = check::names(&check::choose(workbook, line.word())?);
            let right = check::check(workbook, &names, line.limit)?;
            Ok(if right { ExitCode::SUCCESS } else { ExitCode::FAILURE })
        },
        ..EMPTY
    },
    Command {
        name: "watch",
        about: "Check again whenever you save, until Ctrl-C",
        word: [
            "[NAME]",
            "A lesson, as in 4, or an exercise, as in 4.2; without, the first lesson that is not done",
        ],
        options: &[LIMIT],
        examples: "  cargo workbook watch 4.2\n  cargo workbook watch",
        run: |workbook, line| {
            process::catch_interrupts()?;
            watch::watch(&workbook.root, line.word(), line.limit)?;
            Ok(ExitCode::SUCCESS)
        },
        ..EMPTY
    },
    Command {
        name: "hint",
        about: "Get the next hint for an exercise, or the one that fits your mistake",
        word: ["[EXERCISE]", "The exercise, as in 4.2; without, the next one that is not right"],
        options: &[
            Opt {
                name: "again",
                help: "Show the last hint again",
                excludes: &["all"],
                set: |line, _| {
                    line.again = true;
                    Ok(())
                },
                ..Opt::EMPTY
            },
            Opt {
                name: "all",
                help: "Show all of its hints",
                set: |line, _| {
                    line.all = true;
                    Ok(())
                },
                ..Opt::EMPTY
            },
        ],
        examples: "  cargo workbook hint 4.2\n  cargo workbook hint 4.2 --again",
        run: |workbook, line| {
            let rungs = match (line.again, line.all) {
                (true, _) => Rungs::Again,
                (_, true) => Rungs::All,
                _ => Rungs::Next,
            };
            hint::hint(workbook, line.word(), rungs)?;
            Ok(ExitCode::SUCCESS)
        },
        ..EMPTY
    },
    Command {
        name: "diff",
        about: "Compare your answers with the workbook's",
        word: ["<NAME>", "A lesson, as in 4, or an exercise, as in 4.2"],
        options: &[Opt {
            name: "anyway",
            help: "Show the workbook's answer even if yours is not right yet",
            set: |line, _| {
                line.anyway = true;
                Ok(())
            },
            ..Opt::EMPTY
        }],
        examples: "  cargo workbook diff 4\n  cargo workbook diff 4.2",
        run: |workbook, line| {
            diff::diff(workbook, line.needed(), line.anyway)?;
            Ok(ExitCode::SUCCESS)
        },
        ..EMPTY
    },
    Command {
        name: "solve",
        about: "Put the workbook's answer in, and keep yours",
        more: "All your other work stays as it is. `unsolve` brings your own answer back.",
        word: ["[NAME]", "An exercise, as in 4.2, or a lesson, as in 4"],
        options: &[THROUGH],
        examples: "  cargo workbook solve 4.2\n  cargo workbook solve 4\n  cargo workbook solve --through 3    lessons 01 to 03",
        run: |workbook, line| {
            let (name, through) = line.answers()?;
            solve::solve(workbook, name, through)?;
            Ok(ExitCode::SUCCESS)
        },
        ..EMPTY
    },
    Command {
        name: "unsolve",
        about: "Bring back what you wrote before `solve`",
        word: ["[NAME]", "An exercise, as in 4.2, or a lesson, as in 4"],
        options: &[THROUGH],
        examples: "  cargo workbook unsolve 4.2\n  cargo workbook unsolve 4",
        run: |workbook, line| {
            let (name, through) = line.answers()?;
            solve::unsolve(workbook, name, through)?;
            Ok(ExitCode::SUCCESS)
        },
        ..EMPTY
    },
    Command {
        name: "start",
        about: "Make a branch of your own to work on",
        more: "With a lesson, the lessons before it are solved in the branch. Without, everything is open.",
        word: ["[LESSON]", "The lesson to begin with"],
        examples: "  cargo workbook start      from the beginning, on my/workbook\n  cargo workbook start 4    from lesson 04, on my/04-…",
        run: |workbook, line| {
            start::start(workbook, line.word())?;
            Ok(ExitCode::SUCCESS)
        },
        ..EMPTY
    },
    Command {
        name: "doctor",
        about: "Report what this machine and this copy are like, to paste into a question",
        options: &[Opt {
            name: "no-build",
            help: "Do not build a lesson to ask it about OpenGL",
            set: |line, _| {
                line.no_build = true;
                Ok(())
            },
            ..Opt::EMPTY
        }],
        run: |workbook, line| {
            doctor::doctor(workbook, line.no_build)?;
            Ok(ExitCode::SUCCESS)
        },
        ..EMPTY
    },
];
