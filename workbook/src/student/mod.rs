//! What students do with the workbook.

mod branches;
mod check;
mod desk;
mod diff;
mod doctor;
mod hint;
mod kept;
mod list;
mod memory;
mod places;
pub mod region;
mod run;
mod solve;
mod start;
mod state;
mod text;
mod watch;

use crate::process;
use anyhow::Result;
use clap::Subcommand;
use desk::Desk;
use hint::Rungs;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

/// The students' commands.
#[derive(Subcommand)]
pub enum Command {
    /// List the lessons, how far you have come, and what to do next (also without any command)
    List,
    /// Start a lesson's program
    #[command(
        after_help = "Examples:\n  cargo workbook run 4\n  cargo workbook run 4 -- --headless --picture chain.png"
    )]
    Run {
        /// The lesson: 4, 04 or joint-chain-lines
        lesson: String,
        /// Passed on to the lesson; `-- --help` lists what it knows
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<String>,
    },
    /// Read a lesson's text in the terminal
    #[command(after_help = "Examples:\n  cargo workbook read 4\n  cargo workbook read 4 --answers | less -R")]
    Read {
        /// The lesson
        lesson: String,
        /// Show the folded answers too
        #[arg(long)]
        answers: bool,
    },
    /// Check what you wrote, and hear which mistake was made
    ///
    /// Without a name: all lessons that you have begun, up to the first that is not done.
    #[command(
        after_help = "Examples:\n  cargo workbook check 4.2    one exercise\n  cargo workbook check 4      a lesson\n  cargo workbook check        what you have begun"
    )]
    Check {
        /// A lesson, as in 4, or an exercise, as in 4.2
        name: Option<String>,
        /// How long one check may take
        #[arg(long, value_name = "SECONDS", default_value_t = 10)]
        limit: u64,
    },
    /// Check again whenever you save, until Ctrl-C
    #[command(after_help = "Examples:\n  cargo workbook watch 4.2\n  cargo workbook watch")]
    Watch {
        /// A lesson, as in 4, or an exercise, as in 4.2; without, the first lesson that is not done
        name: Option<String>,
        /// How long one check may take
        #[arg(long, value_name = "SECONDS", default_value_t = 10)]
        limit: u64,
    },
    /// Get the next hint for an exercise, or the one that fits your mistake
    #[command(after_help = "Examples:\n  cargo workbook hint 4.2\n  cargo workbook hint 4.2 --again")]
    Hint {
        /// The exercise, as in 4.2; without, the next one that is not right
        exercise: Option<String>,
        /// Show the last hint again
        #[arg(long, conflicts_with = "all")]
        again: bool,
        /// Show all of its hints
        #[arg(long)]
        all: bool,
    },
    /// Compare your answers with the workbook's
    #[command(after_help = "Examples:\n  cargo workbook diff 4\n  cargo workbook diff 4.2")]
    Diff {
        /// A lesson, as in 4, or an exercise, as in 4.2
        name: String,
        /// Show the workbook's answer even if yours is not right yet
        #[arg(long)]
        anyway: bool,
    },
    /// Put the workbook's answer in, and keep yours
    ///
    /// All your other work stays as it is. `unsolve` brings your own answer back.
    #[command(
        after_help = "Examples:\n  cargo workbook solve 4.2\n  cargo workbook solve 4\n  cargo workbook solve --through 3    lessons 01 to 03"
    )]
    Solve(Answers),
    /// Bring back what you wrote before `solve`
    #[command(after_help = "Examples:\n  cargo workbook unsolve 4.2\n  cargo workbook unsolve 4")]
    Unsolve(Answers),
    /// Make a branch of your own to work on
    ///
    /// With a lesson, the lessons before it are solved in the branch. Without, everything is open.
    #[command(
        after_help = "Examples:\n  cargo workbook start      from the beginning, on my/workbook\n  cargo workbook start 4    from lesson 04, on my/04-…"
    )]
    Start {
        /// The lesson to begin with
        lesson: Option<String>,
    },
    /// Report what this machine and this copy are like, to paste into a question
    Doctor {
        /// Do not build a lesson to ask it about OpenGL
        #[arg(long)]
        no_build: bool,
    },
}

/// Exercises whose answers are meant.
#[derive(clap::Args)]
pub struct Answers {
    /// An exercise, as in 4.2, or a lesson, as in 4
    #[arg(conflicts_with = "through")]
    name: Option<String>,
    /// All lessons up to this one
    #[arg(long, value_name = "LESSON")]
    through: Option<String>,
}

impl Command {
    /// Does what the command says.
    pub fn run(&self, root: &Path) -> Result<ExitCode> {
        let mut desk = Desk::open(root)?;
        match self {
            Self::List => list::list(&desk)?,
            Self::Run { lesson, args } => return run::run(&desk, lesson, args),
            Self::Read { lesson, answers } => run::read(&desk, lesson, *answers)?,
            Self::Check { name, limit } => {
                process::catch_interrupts()?;
                let names = check::names(&check::choose(&desk, name.as_deref())?);
                if !check::check(&mut desk, &names, Duration::from_secs(*limit))? {
                    return Ok(ExitCode::FAILURE);
                }
            }
            Self::Watch { name, limit } => {
                process::catch_interrupts()?;
                watch::watch(root, name.as_deref(), Duration::from_secs(*limit))?;
            }
            Self::Hint { exercise, again, all } => {
                hint::hint(&mut desk, exercise.as_deref(), rungs(*again, *all))?;
            }
            Self::Diff { name, anyway } => diff::diff(&desk, name, *anyway)?,
            Self::Solve(Answers { name, through }) => {
                solve::solve(&desk, name.as_deref(), through.as_deref())?
            }
            Self::Unsolve(Answers { name, through }) => {
                solve::unsolve(&desk, name.as_deref(), through.as_deref())?;
            }
            Self::Start { lesson } => start::start(&desk, lesson.as_deref())?,
            Self::Doctor { no_build } => doctor::doctor(&desk, *no_build)?,
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn rungs(again: bool, all: bool) -> Rungs {
    match (again, all) {
        (true, _) => Rungs::Again,
        (_, true) => Rungs::All,
        _ => Rungs::Next,
    }
}
