//! The program behind `cargo workbook judge`. It needs nothing of the workbook's.

use anyhow::{Context, Result, bail};
use judge::program::{PICTURE, Program};
use judge::{Milestone, Report, tentacle};
use std::ffi::OsString;
use std::fmt::Display;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::{Command, ExitCode};

const USAGE: &str = "\
judge WHAT [OPTIONS] -- PROGRAM [WORDS]...
judge tentacle FILE

WHAT is body, player or file. PROGRAM is run for each task: the task comes through its stdin as JSON, and so does its
answer through its stdout.

  --keep FOLDER    Write each task and each answer there, and a picture of what fails
  --seed NUMBER    Ask other tasks of the same kind, from 0 on [default: 0]
  --json FILE      Write what holds, for programs";

fn main() -> ExitCode {
    judge(std::env::args_os().skip(1).collect()).unwrap_or_else(|error| {
        eprintln!("error: {error:#}");
        ExitCode::FAILURE
    })
}

#[derive(Default)]
struct Asked {
    keep: Option<PathBuf>,
    json: Option<PathBuf>,
    seed: u64,
}

fn judge(words: Vec<OsString>) -> Result<ExitCode> {
    let mut words = words.into_iter().peekable();
    let what = words.next().context(USAGE)?.to_string_lossy().into_owned();
    if ["--help", "-h", "help"].contains(&what.as_str()) {
        show(format_args!("{USAGE}\n"));
        return Ok(ExitCode::SUCCESS);
    }
    if what == "tentacle" {
        return of_file(&words.next().context(USAGE)?);
    }
    let milestone = Milestone::named(&what)?;
    let mut asked = Asked::default();
    while let Some(option) = words.next_if(|word| word.to_string_lossy().starts_with("--")) {
        if option == "--" {
            break;
        }
        let value = words.next().filter(|value| !value.to_string_lossy().starts_with("--"));
        let value = value.with_context(|| format!("{} needs a value", option.display()))?;
        match option.to_str() {
            Some("--keep") => asked.keep = Some(value.into()),
            Some("--json") => asked.json = Some(value.into()),
            Some("--seed") => {
                let seed = value.to_str().and_then(|seed| seed.parse().ok());
                asked.seed = seed.with_context(|| format!("{} is no seed", value.display()))?;
            }
            _ => bail!("there is no option {}\n\n{USAGE}", option.display()),
        }
    }
    let first = words.next().with_context(|| format!("which program? Name it after --\n\n{USAGE}"))?;
    let more: Vec<OsString> = words.collect();
    let command = || {
        let mut command = Command::new(&first);
        command.args(&more);
        command
    };
    let mut program = Program::new(command, asked.keep.clone());
    program.ensure_starts()?;
    program.sweep()?;
    let (report, picture) = milestone.judge(&mut program, asked.seed);
    show(&report);
    if let (Some(folder), Some(picture)) = (&asked.keep, picture) {
        let path = folder.join(PICTURE);
        std::fs::write(&path, picture).with_context(|| format!("cannot write {}", path.display()))?;
        show(format_args!("{} shows where it fails.\n", path.display()));
    }
    if let Some(path) = &asked.json {
        let json = serde_json::to_string_pretty(&report.as_json(milestone, asked.seed))?;
        std::fs::write(path, json + "\n").with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(done(&report))
}

/// Judges a tentacle that was printed into a file, or `-`, which is stdin.
fn of_file(file: &OsString) -> Result<ExitCode> {
    let text = match file.to_str() {
        Some("-") => io::read_to_string(io::stdin()),
        _ => std::fs::read_to_string(file),
    };
    let name = file.display().to_string();
    let report = tentacle::judge(&text.with_context(|| format!("cannot read {name}"))?).context(name)?;
    show(&report);
    Ok(done(&report))
}

/// Prints a text as far as somebody reads it: behind a pipe, `head` may have seen enough.
fn show(text: impl Display) {
    let _ = write!(io::stdout().lock(), "{text}");
}

fn done(report: &Report) -> ExitCode {
    if report.all_hold() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
