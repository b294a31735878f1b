//! Judges what programs of the students' own do: which sentences are true of one, and where another fails.
//!
//! **In here:** A judge for each thing that such a program can do, the runs of a program, and the judge's own program.
//! **Depends on:** nothing, since exercises in the rooms may be open, and other courses may use it.

mod chance;
pub mod file;
pub mod picture;
pub mod player;
pub mod program;
pub mod tentacle;

#[cfg(test)]
mod tests;

use anyhow::{Result, anyhow, ensure};
use program::Answers;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::error::Error;
use std::fmt::{self, Display, Formatter};

/// The answer to whether a sentence is true.
pub enum Verdict {
    Holds,
    /// The place and manner of its failure, and if known the mistake.
    Fails(String),
    /// Not asked, since this other sentence fails.
    Waits(&'static str),
}

impl Verdict {
    fn holds(&self) -> bool {
        matches!(self, Self::Holds)
    }
}

/// A reason that names the mistake, so that advice would only lead away from it.
#[derive(Debug)]
pub struct Named(pub String);

impl Display for Named {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for Named {}

/// A sentence that must be true of a `T`.
pub struct Sentence<T> {
    pub name: &'static str,
    /// The sentence itself.
    pub says: &'static str,
    /// The thing to look for where it's false.
    pub advice: &'static str,
    /// The names of those without which it makes no sense. They stand above it.
    pub needs: &'static [&'static str],
    /// Tells where it's false.
    pub ask: fn(&mut T) -> Result<()>,
}

/// All sentences, each with its name, what it says, and the verdict.
pub struct Report(pub Vec<(&'static str, &'static str, Verdict)>);

impl Report {
    /// Asks each sentence whose needs hold.
    pub fn of<T>(sentences: &[Sentence<T>], subject: &mut T) -> Self {
        let mut report = Self(Vec::new());
        for Sentence { name, says, advice, needs, ask } in sentences {
            let holds = |need: &str| report.0.iter().any(|(n, _, verdict)| *n == need && verdict.holds());
            let verdict = match needs.iter().find(|need| !holds(need)) {
                Some(first) => Verdict::Waits(first),
                None => match ask(subject) {
                    Ok(()) => Verdict::Holds,
                    Err(why) if why.is::<Named>() => Verdict::Fails(ended(&why.to_string())),
                    Err(why) => Verdict::Fails(format!("{why}. {advice}").trim_end().to_owned()),
                },
            };
            report.0.push((name, says, verdict));
        }
        report
    }

    /// Returns all that is found, for programs.
    pub fn as_json(&self, milestone: Milestone, seed: u64) -> Value {
        let sentence = |(name, says, verdict): &(&str, &str, Verdict)| {
            let (is, why) = match verdict {
                Verdict::Holds => ("right", ""),
                Verdict::Fails(why) => ("wrong", why.as_str()),
                Verdict::Waits(first) => ("later", *first),
            };
            json!({ "name": name, "says": says, "is": is, "why": why })
        };
        json!({
            "version": VERSION, "milestone": milestone.name(), "seed": seed,
            "holding": self.holding(), "of": self.0.len(),
            "sentences": self.0.iter().map(sentence).collect::<Vec<_>>(),
        })
    }

    /// Returns the number of sentences that hold.
    pub fn holding(&self) -> usize {
        self.0.iter().filter(|(.., verdict)| verdict.holds()).count()
    }

    pub fn all_hold(&self) -> bool {
        self.holding() == self.0.len()
    }

    /// Returns the names of the sentences that don't hold.
    pub fn lacking(&self) -> impl Iterator<Item = &'static str> {
        self.0.iter().filter(|(.., verdict)| !verdict.holds()).map(|(name, ..)| *name)
    }

    /// Returns why the first of them fails, in one line.
    pub fn why(&self) -> Option<String> {
        self.0.iter().find_map(|(.., verdict)| match verdict {
            Verdict::Fails(why) => Some(why.split_whitespace().collect::<Vec<_>>().join(" ")),
            _ => None,
        })
    }

    /// Returns the names of the sentences that fail.
    pub fn failing(&self) -> impl Iterator<Item = &'static str> {
        let failing = self.0.iter().filter(|(.., verdict)| matches!(verdict, Verdict::Fails(_)));
        failing.map(|(name, ..)| *name)
    }
}

impl Display for Report {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (name, says, verdict) in &self.0 {
            match verdict {
                Verdict::Holds => writeln!(f, "right  {name:<10}  {says}")?,
                Verdict::Fails(why) => writeln!(f, "WRONG  {name:<10}  {says}\n{}", indented(why))?,
                Verdict::Waits(first) => writeln!(f, "later  {name:<10}  {says} Once \"{first}\" is right.")?,
            }
        }
        write!(f, "\n{} of {} hold. ", self.holding(), self.0.len())?;
        match self.failing().next() {
            Some(name) => writeln!(f, "Begin with \"{name}\": those below may have the same reason."),
            None => writeln!(f, "Now show it to somebody."),
        }
    }
}

/// Returns a reason as a sentence. What a program has complained of, on lines of its own, ends as it likes.
fn ended(why: &str) -> String {
    let is_ended = why.ends_with(['.', '?']) || why.contains('\n');
    if is_ended { why.to_owned() } else { format!("{why}.") }
}

/// Returns a text below a sentence, in lines of a width that a terminal has.
fn indented(text: &str) -> String {
    const WIDTH: usize = 100;
    let mut lines: Vec<String> = Vec::new();
    for line in text.lines() {
        lines.push(format!("{:18}", ""));
        for word in line.split(' ') {
            match lines.last_mut() {
                Some(last) if last.chars().count() + word.chars().count() < WIDTH => {
                    *last += &format!(" {word}")
                }
                _ => lines.push(format!("{:18} {word}", "")),
            }
        }
    }
    lines.join("\n")
}

/// The version of the tasks, the answers, and the reports for programs.
pub const VERSION: u64 = 1;

/// A thing that a program can do and that is judged, in the order in which students make them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Milestone {
    Body,
    Player,
    File,
}

impl Milestone {
    pub const ALL: [Self; 3] = [Self::Body, Self::Player, Self::File];

    /// Returns the word by which the judge and the program know it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Body => "body",
            Self::Player => "player",
            Self::File => "file",
        }
    }

    pub fn named(name: &str) -> Result<Self> {
        let found = Self::ALL.into_iter().find(|one| one.name() == name);
        found.ok_or_else(|| anyhow!("'{name}' is nothing that is judged. Say body, player or file"))
    }

    /// Returns the number of sentences.
    pub fn count(self) -> usize {
        match self {
            Self::Body => tentacle::COUNT,
            Self::Player => player::COUNT,
            Self::File => file::COUNT,
        }
    }

    /// Judges a program by tasks that are made from a seed, and draws where it fails, if a picture says more.
    pub fn judge(self, program: &mut dyn Answers, seed: u64) -> (Report, Option<String>) {
        match self {
            Self::Body => tentacle::judge_program(program),
            Self::Player => player::judge(program, seed),
            Self::File => (file::judge(program, seed), None),
        }
    }
}

/// Reads what a program has printed, or tells where it makes no sense, and why.
pub fn read<T: DeserializeOwned>(json: &str) -> Result<T> {
    ensure!(!json.trim().is_empty(), "Your program prints nothing");
    serde_json::from_str(json).map_err(|error| {
        let line = json.lines().nth(error.line().saturating_sub(1)).unwrap_or_default().as_bytes();
        let at = error.column().min(line.len());
        let near = String::from_utf8_lossy(&line[at.saturating_sub(8)..line.len().min(at + 12)]);
        let is_none = ["NaN", "nan", "inf", "null"].iter().any(|word| near.contains(word));
        let why = if is_none { ": such a number often comes from a division by 0" } else { "" };
        // If it's JSON at all, a list may be too long, which only a second look calls by its name.
        let value = serde_json::from_str::<Value>(json).map(serde_json::from_value::<T>);
        let (what, alone) = match value {
            Ok(Err(other)) if error.is_syntax() => (other.to_string(), ""),
            Err(_) if !is_none => (
                error.to_string(),
                ". Does your program print its answer alone? Its own notes may go to stderr",
            ),
            _ => (error.to_string(), ""),
        };
        match what.contains("missing field `version`") {
            true => anyhow!("Your answer has no `version`. Begin it with `{{\"version\": {VERSION}`"),
            false => anyhow!("{what}, near `{}`{why}{alone}", near.trim()),
        }
    })
}
