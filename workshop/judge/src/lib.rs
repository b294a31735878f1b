//! Judges what programs of the students' own do: which sentences are true of one, and where another fails.
//!
//! **In here:** A judge for each thing that such a program can do, the runs of a program, and the judge's own program.
//! **Depends on:** nothing, since the exercises of `common` may be open, and other courses may use it.

pub mod picture;
pub mod player;
pub mod program;
pub mod tentacle;

#[cfg(test)]
mod tests;

use anyhow::{Result, anyhow};
use serde::de::DeserializeOwned;
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

/// A sentence that must be true of a `T`.
pub struct Sentence<T> {
    pub name: &'static str,
    /// The sentence itself.
    pub says: &'static str,
    /// What to look for where it's false.
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
                    Err(why) => Verdict::Fails(format!("{why}. {advice}").trim_end().to_owned()),
                },
            };
            report.0.push((name, says, verdict));
        }
        report
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
                Verdict::Fails(why) => {
                    let why = why.replace('\n', &format!("\n{:19}", ""));
                    writeln!(f, "WRONG  {name:<10}  {says}\n{:19}{why}", "")?;
                }
                Verdict::Waits(first) => writeln!(f, "later  {name:<10}  {says} Once \"{first}\" is right.")?,
            }
        }
        write!(f, "\n{} of {} hold. ", self.holding(), self.0.len())?;
        match self.failing().next() {
            Some(name) => writeln!(f, "Begin with \"{name}\": those below may have the same reason."),
            None => writeln!(f, "Now let somebody see it move."),
        }
    }
}

/// Reads what a program has printed, or tells where it makes no sense, and why.
pub fn read<T: DeserializeOwned>(json: &str) -> Result<T> {
    serde_json::from_str(json).map_err(|error| {
        let line = json.lines().nth(error.line().saturating_sub(1)).unwrap_or_default().as_bytes();
        let at = error.column().min(line.len());
        let near = String::from_utf8_lossy(&line[at.saturating_sub(8)..line.len().min(at + 12)]);
        let is_none = ["NaN", "inf", "null"].iter().any(|word| near.contains(word));
        let why = if is_none { ": such a number often comes from a division by 0" } else { "" };
        anyhow!("{error}, near `{}`{why}", near.trim())
    })
}
