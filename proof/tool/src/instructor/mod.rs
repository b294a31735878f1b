//! What instructors use: branches and handouts for students, grades, an atlas of mistakes, and notes.

mod atlas;
mod branches;
mod grade;
mod handout;
pub mod history;
mod notes;
mod numbers;
pub mod picture;
pub mod source;
mod zip;

use anyhow::Result;
use clap::Subcommand;
use numbers::Numbers;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The instructors' commands.
#[derive(Subcommand)]
pub enum Command {
    /// For instructors: cut the branches `starter`, `exercise/…` and `solution/…` from the current commit
    ///
    /// They form one straight history, in which each commit is one lesson's answer. The same commit gives the
    /// same branches, byte for byte. Your files and your index stay as they are.
    ///
    /// Answers can be kept back. The history then ends at the last that is published, and later lessons are open in
    /// it: students' `solve` and `diff` say that those answers are not there yet. To publish one more lesson's, cut
    /// through that lesson.
    Branches {
        /// Keep all answers back: cut `starter` and `exercise/…`, with every exercise open in each of them
        #[arg(long, conflicts_with = "solutions_through")]
        without_solutions: bool,
        /// Publish the answers up to this lesson, as in 4, and keep the others back
        #[arg(long, value_name = "LESSON")]
        solutions_through: Option<u8>,
        /// A course of these lessons alone, as in 1-13,18: what only others need is left out, and their exercises
        /// elsewhere are solved
        #[arg(long, value_name = "LIST")]
        lessons: Option<Numbers>,
        /// Then push exactly these branches to a remote
        #[arg(long, value_name = "REMOTE")]
        push: Option<String>,
    },
    /// For instructors: write what students get for a lesson as a folder or a zip, without git
    ///
    /// The lessons before it are solved; it and those after it are open. The files are those of the current commit.
    Handout {
        /// The lesson, as in 4
        lesson: u8,
        /// Of a course of these lessons alone, as in 1-13,18
        #[arg(long, value_name = "LIST")]
        lessons: Option<Numbers>,
        /// The folder to write; it must be empty or new
        #[arg(long, value_name = "DIR", conflicts_with = "zip")]
        out: Option<PathBuf>,
        /// The zip to write [default: named like the lesson, in the current folder]
        #[arg(long, value_name = "FILE")]
        zip: Option<PathBuf>,
    },
    /// For instructors: grade a folder of submissions
    Grade(Box<grade::Args>),
    /// For authors: render what the screen shows for each mistake
    ///
    /// The pictures that a text shows go to each lesson's `pictures/mistakes/`, small and in few colours.
    Atlas {
        /// Only this lesson, as in 4
        lesson: Option<u8>,
        /// Write nothing, but say which pictures are missing or out of date
        #[arg(long)]
        check: bool,
    },
    /// For instructors: print the notes on a lesson, or on the whole course, as Markdown
    Notes {
        /// Only this lesson, as in 4
        lesson: Option<u8>,
        /// Write them to a file
        #[arg(long, value_name = "FILE.md")]
        out: Option<PathBuf>,
    },
}

impl Command {
    /// Does what the command says.
    pub fn run(&self, root: &Path) -> Result<ExitCode> {
        let well = match self {
            Self::Branches { without_solutions, solutions_through, lessons, push } => {
                let through = if *without_solutions { 0 } else { solutions_through.unwrap_or(u8::MAX) };
                branches::branches(root, through, lessons.as_ref(), push.as_deref())?
            }
            Self::Handout { lesson, lessons, out, zip } => {
                handout::handout(root, *lesson, lessons.as_ref(), out.as_deref(), zip.as_deref())?;
                true
            }
            Self::Grade(args) => {
                grade::grade(root, args)?;
                true
            }
            Self::Atlas { lesson, check } => atlas::atlas(root, *lesson, *check)?,
            Self::Notes { lesson, out } => {
                notes::notes(root, *lesson, out.as_deref())?;
                true
            }
        };
        Ok(if well { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}
