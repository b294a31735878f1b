//! Reads a state table from TOML.

use super::{Rate, State, StateTable, Transition};
use crate::Condition;
use crate::source::Source;
use common::unread::Error;
use course::command_line::nearest;
use course::{Spanned, from_table};
use std::ops::Range;

/// The seconds of a fade into a state that does not give them.
const FADE: f32 = 0.15;

/// A table's text, parsed.
struct Text {
    any: Option<Any>,
    states: Vec<Row>,
}

from_table!(Text { any or None, states: "state" or Vec::new() });

/// The transitions out of any state, as text.
struct Any {
    except: Vec<Spanned<String>>,
    next: Vec<Spanned<String>>,
}

from_table!(Any { except or Vec::new(), next });

/// A state, as text.
struct Row {
    name: Spanned<String>,
    clip: Option<Spanned<String>>,
    start: Option<Spanned<f32>>,
    fade: Option<Spanned<f32>>,
    rate: Rate,
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
    name, clip or None, start or None, fade or None, rate or Rate::Even, speed or None,
    loops or false, holds or None, stays or None, stows or false,
    lies or false, slides or false, next or Vec::new(),
});

impl StateTable {
    /// Reads a table from TOML. `file` names it in errors, and `clips` are the clips that states may play.
    ///
    /// # Errors
    /// If it is no such table, or if a state, a clip or a condition is unknown.
    pub fn read(text: &str, file: &str, clips: &[&str]) -> Result<Self, Error> {
        let source = Source { file, text };
        let advice =
            "Compare it with a state that can: a key, =, and a value; words in quotes, lists in brackets.";
        let read: Text = source.read(advice)?;
        Reader { names: names(source, &read.states)?, source, clips }.table(&read)
    }
}

/// Returns the names of all states, or an error if one occurs twice.
fn names<'a>(source: Source<'_>, rows: &'a [Row]) -> Result<Vec<&'a str>, Error> {
    let mut names: Vec<&str> = Vec::new();
    for row in rows {
        let name = row.name.get_ref().as_str();
        if names.contains(&name) {
            let what = format!("Two states are called '{name}'.");
            return Err(source.error(&row.name.span(), what, "Give one of them another name."));
        }
        names.push(name);
    }
    match names.is_empty() {
        true => Err(source.error(&(0..0), "There is no state.", "Write one, below [[state]].")),
        false => Ok(names),
    }
}

/// Reads rows into states, with all names known.
struct Reader<'a> {
    source: Source<'a>,
    names: Vec<&'a str>,
    clips: &'a [&'a str],
}

impl Reader<'_> {
    fn table(&self, read: &Text) -> Result<StateTable, Error> {
        let rows = read.states.iter().map(|row| self.state(row));
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
        Ok(State {
            name: row.name.get_ref().clone(),
            clip: clip.get_ref().clone(),
            start: self.number("start", row.start.as_ref(), 0.0)?,
            fade: self.number("fade", row.fade.as_ref(), FADE)?,
            rate: row.rate,
            speed: self.number("speed", row.speed.as_ref(), 1.0)?,
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

    fn transitions(&self, texts: &[Spanned<String>]) -> Result<Vec<Transition>, Error> {
        texts.iter().map(|text| self.transition(&text.span(), text.get_ref())).collect()
    }

    /// Reads a transition: `state: condition, not condition`, and `state!:` if it is forced.
    fn transition(&self, at: &Range<usize>, text: &str) -> Result<Transition, Error> {
        let (to, conditions) =
            text.split_once(':').map_or((text, None), |(to, conditions)| (to, Some(conditions)));
        let (to, forced) = to.trim().strip_suffix('!').map_or((to, false), |to| (to, true));
        let to = self.named(at, to.trim())?;
        let when = conditions.into_iter().flat_map(|conditions| conditions.split(','));
        let when = when.map(|condition| self.condition(at, condition.trim())).collect::<Result<_, _>>()?;
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

    /// Returns the error for a name that is none of those known.
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
