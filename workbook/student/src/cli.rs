//! The command line: which command it names, what it says to that, and help.

use crate::commands::{COMMANDS, Command, Line};
use crate::tree;
use crate::workbook::Workbook;
use anyhow::{Context, Result, bail, ensure};
use course::command_line;
use std::ffi::{OsStr, OsString};
use std::process::ExitCode;

/// The commands of the package `workbook`, which students need not build, and what they do.
pub const OTHERS: &[(&str, &str)] = &[
    (
        "verify",
        "For authors: prove that every starter is open, every solution passes and every mistake is recognised",
    ),
    ("new", "For authors: make a lesson that builds, runs, has an exercise and passes `verify`"),
    (
        "branches",
        "For instructors: cut the branches `starter`, `exercise/…` and `solution/…` from the current commit",
    ),
    ("handout", "For instructors: write what students get for a lesson as a folder or a zip, without git"),
    ("grade", "For instructors: grade a folder of submissions"),
    ("atlas", "For authors: render what the screen shows for each mistake"),
    ("notes", "For instructors: print the notes on a lesson, or on the whole course, as Markdown"),
];

/// Does what the words say; `others` does it for the commands in [`OTHERS`].
pub fn run(words: &[OsString], others: impl FnOnce(&[OsString]) -> Result<ExitCode>) -> Result<ExitCode> {
    let (name, rest) = match words {
        [] => ("list", words),
        [first, rest @ ..] => (first.to_str().unwrap_or_default(), rest),
    };
    match name {
        "-h" | "--help" => Ok(print(&overview())),
        "-V" | "--version" => Ok(print(&format!("workbook {}\n", env!("CARGO_PKG_VERSION")))),
        "help" => match rest.first() {
            None => Ok(print(&overview())),
            Some(command) => run(&[command.clone(), "--help".into()], others),
        },
        _ if OTHERS.iter().any(|(other, _)| *other == name) => others(words),
        _ => match COMMANDS.iter().find(|command| command.name == name) {
            Some(command) => command.obey(rest),
            None => bail!("{}", unknown(&words[0])),
        },
    }
}

fn print(text: &str) -> ExitCode {
    anstream::print!("{text}");
    ExitCode::SUCCESS
}

fn unknown(word: &OsStr) -> String {
    let word = word.to_string_lossy();
    match command_line::nearest(commands().map(|(name, _)| name), &word) {
        Some(name) => format!("there is no command '{word}': did you mean '{name}'?"),
        None => format!("there is no command '{word}'; `cargo workbook --help` lists what there is"),
    }
}

/// All commands, and what they do.
fn commands() -> impl Iterator<Item = (&'static str, &'static str)> {
    COMMANDS.iter().map(|command| (command.name, command.about)).chain(OTHERS.iter().copied())
}

fn overview() -> String {
    let rows = |rows: &[(&str, &str)]| -> Vec<(String, String)> {
        rows.iter().map(|(name, about)| (name.to_string(), about.to_string())).collect()
    };
    let mut commands: Vec<_> = commands().collect();
    commands.push(("help", "Print this, or the help of a command"));
    let options = [("-h, --help", "Print help"), ("-V, --version", "Print version")];
    format!(
        "A workbook on skeletal animation: lessons, exercises, and the proof that they work\n\n\
         Usage: cargo workbook [COMMAND]\n\n{}\n{}",
        command_line::table("Commands:", &rows(&commands)),
        command_line::table("Options:", &rows(&options))
    )
}

impl Command {
    fn obey(&self, words: &[OsString]) -> Result<ExitCode> {
        let Some(line) = self.read(words)? else {
            return Ok(print(&self.help()));
        };
        (self.run)(&mut Workbook::open(&tree::root()?)?, &line)
    }

    /// What the words after the command say. None if they ask for help.
    fn read(&self, words: &[OsString]) -> Result<Option<Line>> {
        let passes_on = !self.rest[0].is_empty();
        let is_option = |word: &&OsString| word.to_string_lossy().starts_with('-');
        let own = if passes_on { words.iter().take_while(is_option).count() + 1 } else { words.len() };
        let (own, mut rest) = words.split_at(own.min(words.len()));
        let Some((mut line, others)) = command_line::read(self.options, own.iter().cloned())? else {
            return Ok(None);
        };
        let mut others = others.into_iter();
        let [word, _] = self.word;
        if !word.is_empty() {
            let said = others.next().map(|word| word.into_string());
            line.word = said.transpose().ok().context("a name is no Unicode")?;
        }
        if let Some(other) = others.next() {
            bail!("unexpected argument '{}'", other.display());
        }
        let missing = word.starts_with('<') && line.word.is_none();
        ensure!(
            !missing,
            "{word} is missing, as in `{}`",
            self.examples.lines().next().unwrap_or_default().trim()
        );
        if rest.first().is_some_and(|word| word == "--") {
            rest = &rest[1..];
        }
        line.rest = rest.to_vec();
        Ok(Some(line))
    }

    fn help(&self) -> String {
        let mut help = format!("{}\n\n", self.about);
        if !self.more.is_empty() {
            help += &format!("{}\n\n", self.more);
        }
        let options = if self.options.is_empty() { "" } else { "[OPTIONS]" };
        let words = [self.word, self.rest];
        let usage = ["cargo workbook", self.name, options, self.word[0], self.rest[0]];
        let usage: Vec<&str> = usage.into_iter().filter(|word| !word.is_empty()).collect();
        help += &format!("Usage: {}\n\n", usage.join(" "));
        let rows: Vec<(String, String)> = (words.iter().filter(|[name, _]| !name.is_empty()))
            .map(|[name, about]| (name.to_string(), about.to_string()))
            .collect();
        if !rows.is_empty() {
            help += &(command_line::table("Arguments:", &rows) + "\n");
        }
        help += &command_line::help(self.options);
        match self.examples {
            "" => help,
            examples => help + "\nExamples:\n" + examples + "\n",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(words: &[&str]) -> Result<Option<Line>> {
        let words: Vec<OsString> = words.iter().map(OsString::from).collect();
        let command = COMMANDS.iter().find(|command| words[0] == command.name);
        command.expect("a command").read(&words[1..])
    }

    #[test]
    fn what_follows_a_lesson_is_passed_on_as_it_is() {
        for (words, rest) in [
            (&["run", "4"][..], &[][..]),
            (&["run", "4", "--help"], &["--help"]),
            (&["run", "4", "--", "--at", "1"], &["--at", "1"]),
            (&["run", "4", "a.dae", "--", "b"], &["a.dae", "--", "b"]),
        ] {
            let line = read(words).expect("it is right").expect("no help");
            assert_eq!(
                (line.word.as_deref(), line.rest),
                (Some("4"), rest.iter().map(OsString::from).collect())
            );
        }
        assert!(matches!(read(&["run", "--help", "4"]), Ok(None)));
    }

    #[test]
    fn what_makes_no_sense_is_refused_with_its_reason() {
        for (words, says) in [
            (&["run"][..], "<LESSON> is missing, as in `cargo workbook run 4`"),
            (&["run", "--at", "4"], "unexpected argument '--at'; '--help' lists what there is"),
            (&["check", "4", "5"], "unexpected argument '5'"),
            (&["check", "--limt", "5"], "unexpected argument '--limt': did you mean '--limit'?"),
            (&["list", "4"], "unexpected argument '4'"),
            (&["hint", "--again", "--all"], "'--again' cannot go with '--all'"),
        ] {
            let error = read(words).err().expect("it is refused");
            assert_eq!(format!("{error:#}"), says);
        }
        assert_eq!(unknown("chekc".as_ref()), "there is no command 'chekc': did you mean 'check'?");
        assert_eq!(unknown("grad".as_ref()), "there is no command 'grad': did you mean 'grade'?");
    }
}
