//! Judges what students have designed in programs of their own: which properties hold, and where one fails.
//!
//! **In here:** A judge for each thing that can be designed, and its program. **Depends on:** nothing, since the exercises of
//! `common` may be open.

pub mod tentacle;

#[cfg(test)]
mod tests;

use std::fmt::{self, Display, Formatter};

/// The answer to whether a property holds.
pub enum Verdict {
    Holds,
    /// The place and manner of its failure, and if known the mistake.
    Fails(String),
    /// Not asked, since this other property fails.
    Waits(&'static str),
}

impl Verdict {
    fn holds(&self) -> bool {
        matches!(self, Self::Holds)
    }
}

/// All properties, each with its name, what it says, and the verdict.
pub struct Report(pub Vec<(&'static str, &'static str, Verdict)>);

impl Report {
    /// Returns the number of properties that hold.
    pub fn holding(&self) -> usize {
        self.0.iter().filter(|(.., verdict)| verdict.holds()).count()
    }

    pub fn all_hold(&self) -> bool {
        self.holding() == self.0.len()
    }

    /// Returns the names of the properties that don't hold.
    pub fn lacking(&self) -> impl Iterator<Item = &'static str> {
        self.0.iter().filter(|(.., verdict)| !verdict.holds()).map(|(name, ..)| *name)
    }

    /// Returns the names of the properties that fail.
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
                Verdict::Fails(why) => writeln!(f, "WRONG  {name:<10}  {says}\n{:19}{why}", "")?,
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
