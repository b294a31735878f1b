//! A table as a text, in TOML.

use super::{Rate, State, StateTable, Transition, judge};
use crate::Condition;
use common::unread::{Error, Place};
use course::command_line::nearest;
use course::{Problem, Spanned, from_table, row_col, table};
use std::ops::Range;

/// Duration of a fade into a state that does not give one, in seconds.
const FADE: f32 = 0.15;

/// The text of a table.
struct Text {
    any: Option<Any>,
    states: Vec<Spanned<Row>>,
}

from_table!(Text { any or None, states: "state" or Vec::new() });

/// Transitions out of any state.
struct Any {
    except: Vec<Spanned<String>>,
    next: Vec<Spanned<String>>,
}

from_table!(Any { except or Vec::new(), next });

/// A state, as it is written.
struct Row {
    name: Spanned<String>,
    clip: Option<Spanned<String>>,
    start: Option<Spanned<f32>>,
    fade: Option<Spanned<f32>>,
    rate: Option<Spanned<String>>,
    speed: Option<Spanned<f32>>,
    loops: bool,
    holds: Option<Spanned<f32>>,
    stays: Option<Spanned<f32>>,
    stows: bool,
    lies: bool,
    slides: bool,
    next: Vec<Spanned<String>>,
}

from_table!(Row {
    name, clip or None, start or None, fade or None, rate or None, speed or None,
    loops or false, holds or None, stays or None, stows or false,
    lies or false, slides or false, next or Vec::new(),
});

impl StateTable {
    /// Reads a table from TOML. `file` is its name in what is said of mistakes, and `clips` are the clips that there are.
    ///
    /// # Errors
    /// If it is no such table: if a state, a clip or a condition is unknown, or a character could not come into a state, or not
    /// out of it again.
    pub fn read(text: &str, file: &str, clips: &[&str]) -> Result<Self, Error> {
        let source = Source { file, text };
        let read: Text = table::read(file, text).map_err(|problem| source.unread(problem))?;
        let reader = Reader { names: source.names(&read.states)?, source, clips };
        let table = reader.table(&read)?;
        let rows: Vec<Range<usize>> = read.states.iter().map(|row| row.get_ref().name.span()).collect();
        match judge::trouble(&table) {
            Some((state, trouble)) => Err(source.error(&rows[state], trouble.what, trouble.advice)),
            None => Ok(table),
        }
    }
}

/// A text, to name the places of mistakes in.
#[derive(Clone, Copy)]
struct Source<'a> {
    file: &'a str,
    text: &'a str,
}

impl<'a> Source<'a> {
    fn error(self, at: &Range<usize>, what: impl Into<String>, advice: impl Into<String>) -> Error {
        let (row, col) = row_col(self.text, at);
        let place = Place::Character(row, col);
        Error { file: self.file.to_owned(), place, what: what.into(), advice: advice.into() }
    }

    /// Returns the error for a text that is no TOML, or has other keys.
    fn unread(self, problem: Problem) -> Error {
        let (row, col) = problem.at.unwrap_or((1, 1));
        let what = format!("This cannot be read: {}.", problem.text);
        let advice =
            "Compare it with a state that can: a key, =, and a value; words in quotes, lists in brackets.";
        let place = Place::Character(row, col);
        Error { file: self.file.to_owned(), place, what, advice: advice.to_owned() }
    }

    /// The names of all states.
    fn names(self, rows: &'a [Spanned<Row>]) -> Result<Vec<&'a str>, Error> {
        let mut names: Vec<&str> = Vec::new();
        for row in rows {
            let name = &row.get_ref().name;
            let (at, name) = (name.span(), name.get_ref().as_str());
            if name.is_empty() || name.trim() != name || name.contains([':', '!', ',']) {
                let advice = "Take words without `:`, `!` and `,`, which mean something in a transition.";
                return Err(self.error(&at, format!("No state can be called '{name}'."), advice));
            }
            if names.contains(&name) {
                let advice = "Give one of them another name.";
                return Err(self.error(&at, format!("Two states are called '{name}'."), advice));
            }
            names.push(name);
        }
        match names.is_empty() {
            true => Err(self.error(&(0..0), "There is no state.", "Write one, below [[state]].")),
            false => Ok(names),
        }
    }
}

/// Reads rows, when all names are known.
struct Reader<'a> {
    source: Source<'a>,
    names: Vec<&'a str>,
    clips: &'a [&'a str],
}

impl Reader<'_> {
    fn table(&self, read: &Text) -> Result<StateTable, Error> {
        let rows = read.states.iter().map(|row| self.state(row.get_ref()));
        let mut table = StateTable { states: rows.collect::<Result<_, _>>()?, any: Vec::new() };
        if let Some(any) = &read.any {
            table.any = self.transitions(&any.next)?;
            for name in &any.except {
                table.states[self.named(&name.span(), name.get_ref())?].spared = true;
            }
        }
        Ok(table)
    }

    fn state(&self, row: &Row) -> Result<State, Error> {
        let clip = row.clip.as_ref().unwrap_or(&row.name);
        let clips = || self.clips.iter().copied();
        if !clips().any(|known| known == clip.get_ref()) {
            return Err(self.unknown(&clip.span(), "clip", clip.get_ref(), clips()));
        }
        let speed = self.number("speed", row.speed.as_ref(), 1.0)?;
        if speed == 0.0 {
            let at = row.speed.as_ref().map_or_else(|| row.name.span(), Spanned::span);
            let advice = "Write 1 for the clip as it is, 2 for twice as fast.";
            return Err(self.source.error(&at, "With `speed` 0 the clip stands still.", advice));
        }
        Ok(State {
            name: row.name.get_ref().clone(),
            clip: clip.get_ref().clone(),
            start: self.number("start", row.start.as_ref(), 0.0)?,
            fade: self.number("fade", row.fade.as_ref(), FADE)?,
            rate: row.rate.as_ref().map_or(Ok(Rate::Even), |rate| self.rate(rate))?,
            speed,
            loops: row.loops,
            holds: self.number("holds", row.holds.as_ref(), 0.0)?,
            stays: self.number("stays", row.stays.as_ref(), 0.0)?,
            stows: row.stows,
            lies: row.lies,
            slides: row.slides,
            spared: false,
            next: self.transitions(&row.next)?,
        })
    }

    fn number(&self, key: &str, number: Option<&Spanned<f32>>, otherwise: f32) -> Result<f32, Error> {
        let Some(number) = number else { return Ok(otherwise) };
        match *number.get_ref() {
            sound if sound.is_finite() && sound >= 0.0 => Ok(sound),
            other => {
                let what = format!("`{key}` cannot be {other}.");
                Err(self.source.error(&number.span(), what, "Write 0 or more."))
            }
        }
    }

    fn rate(&self, rate: &Spanned<String>) -> Result<Rate, Error> {
        let found = Rate::ALL.iter().find(|(_, name)| name == rate.get_ref());
        let names = Rate::ALL.iter().map(|(_, name)| *name);
        found.map(|(rate, _)| *rate).ok_or_else(|| self.unknown(&rate.span(), "rate", rate.get_ref(), names))
    }

    fn transitions(&self, texts: &[Spanned<String>]) -> Result<Vec<Transition>, Error> {
        texts.iter().map(|text| self.transition(&text.span(), text.get_ref())).collect()
    }

    /// Reads a transition: `state: condition, not condition`, and `state!:` if it is forced.
    fn transition(&self, at: &Range<usize>, text: &str) -> Result<Transition, Error> {
        let (to, conditions) =
            text.split_once(':').map_or((text, None), |(to, conditions)| (to, Some(conditions)));
        let (to, forced) = to.trim().strip_suffix('!').map_or((to, false), |to| (to, true));
        let to = self.named(at, to.trim())?;
        let mut when = Vec::new();
        for condition in conditions.into_iter().flat_map(|conditions| conditions.split(',')) {
            let (condition, wanted) = self.condition(at, condition.trim())?;
            if when.contains(&(condition, !wanted)) {
                let what =
                    format!("'{text}' asks for something and for its contrary, which never are so together.");
                return Err(self.source.error(at, what, "Take one of them away."));
            }
            when.push((condition, wanted));
        }
        Ok(Transition { to, when, forced })
    }

    fn condition(&self, at: &Range<usize>, text: &str) -> Result<(Condition, bool), Error> {
        let (name, wanted) = text.strip_prefix("not ").map_or((text, true), |name| (name.trim(), false));
        let found = Condition::ALL.iter().find(|(_, known)| *known == name);
        let names = Condition::ALL.iter().map(|(_, known)| *known);
        found
            .map(|(condition, _)| (*condition, wanted))
            .ok_or_else(|| self.unknown(at, "condition", name, names))
    }

    fn named(&self, at: &Range<usize>, name: &str) -> Result<usize, Error> {
        let found = self.names.iter().position(|known| *known == name);
        found.ok_or_else(|| self.unknown(at, "state", name, self.names.iter().copied()))
    }

    /// A name that is none of those that there are.
    fn unknown<'n>(
        &self,
        at: &Range<usize>,
        kind: &str,
        name: &str,
        known: impl Iterator<Item = &'n str> + Clone,
    ) -> Error {
        let advice = match nearest(known.clone(), name) {
            Some(near) => format!("Did you mean '{near}'?"),
            None => format!("There are: {}.", known.collect::<Vec<_>>().join(", ")),
        };
        self.source.error(at, format!("There is no {kind} '{name}'."), advice)
    }
}
