//! Reads scripts.

use super::{PARTS_PER_SECOND, Place, Script, ScriptCommand};
use crate::args;
use crate::event::{Button, Event};
use crate::input::{Action, Key};
use anyhow::{Context as _, Result, bail, ensure};
use std::path::Path;

/// The words that a line may begin with.
const WORDS: &str =
    "wait, hold, release, tap, type, move, press, click, drag, wheel, drop, tell, picture or size";

/// The longest wait, in seconds.
const LONGEST: f64 = 3600.0;

impl Script {
    /// Reads a script for a lesson with these actions.
    pub fn read(path: &Path, actions: &[Action]) -> Result<Self> {
        let text =
            std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
        Self::parse(path, &text, actions)
    }

    /// Parses the text of a script. `path` is for messages.
    pub fn parse(path: &Path, text: &str, actions: &[Action]) -> Result<Self> {
        let mut commands = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let line = line.trim();
            if !line.is_empty() && !line.starts_with('#') {
                let command = command(line, actions);
                let command = command.with_context(|| format!("{}, line {}", path.display(), index + 1))?;
                commands.push((index + 1, command));
            }
        }
        Ok(Self { path: path.to_owned(), commands })
    }
}

fn command(line: &str, actions: &[Action]) -> Result<ScriptCommand> {
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    Ok(match (word, button(rest)) {
        ("wait", _) => ScriptCommand::Wait(parts(rest)?),
        ("press", Some(button)) => ScriptCommand::Do(Event::Button { button, down: true }),
        ("press", None) => bail!("'press' takes left, right or middle; for keys write hold or tap"),
        ("release", Some(button)) => ScriptCommand::Do(Event::Button { button, down: false }),
        ("hold", _) => ScriptCommand::Hold(key(rest, actions)?),
        ("release", _) => ScriptCommand::Release(key(rest, actions)?),
        ("tap", _) => ScriptCommand::Tap(key(rest, actions)?),
        ("type", _) => ScriptCommand::Type(quoted(rest, "type \"hello\"")?),
        ("move", _) if rest == "away" => ScriptCommand::Do(Event::Mouse(None)),
        ("move", _) => ScriptCommand::Move(place(rest)?),
        ("click", _) => ScriptCommand::Click(place(rest)?),
        ("drag", _) => drag(rest)?,
        ("wheel", _) => ScriptCommand::Do(Event::Wheel(number(rest, "wheel -2")?)),
        ("drop", _) => ScriptCommand::Do(Event::Drop(file(rest, "drop model.dae")?.into())),
        ("tell", _) => ScriptCommand::Tell(quoted(rest, "tell \"hello\"")?),
        ("picture", _) => ScriptCommand::Picture(file(rest, "picture arm.png")?.into()),
        ("size", _) => size(rest)?,
        _ => bail!("there is no '{word}': a line begins with one of {WORDS}, or with # for a remark"),
    })
}

fn button(text: &str) -> Option<Button> {
    match text {
        "left" => Some(Button::Left),
        "right" => Some(Button::Right),
        "middle" => Some(Button::Middle),
        _ => None,
    }
}

/// Reads a key, or an action's name, which means its first key.
fn key(text: &str, actions: &[Action]) -> Result<Key> {
    if let Some(action) = actions.iter().find(|action| action.name == text) {
        return action.keys.first().copied().with_context(|| format!("the action '{text}' has no key"));
    }
    let names = actions.iter().map(|action| action.name).collect::<Vec<_>>().join(", ");
    text.parse().with_context(|| match names.as_str() {
        "" => "this lesson has no actions, so it must be a key".to_owned(),
        _ => format!("it is none of the lesson's actions, which are {names}, nor a key"),
    })
}

fn number(text: &str, example: &str) -> Result<f32> {
    let number = text.parse().ok().filter(|number: &f32| number.is_finite());
    number.with_context(|| format!("'{text}' is no number: write it as in {example}"))
}

fn parts(seconds: &str) -> Result<u32> {
    let seconds = f64::from(number(seconds, "wait 0.5")?);
    ensure!((0.0..=LONGEST).contains(&seconds), "seconds go from 0 to {LONGEST}");
    Ok((seconds * f64::from(PARTS_PER_SECOND)).round() as u32)
}

fn file<'a>(text: &'a str, example: &str) -> Result<&'a str> {
    ensure!(!text.is_empty(), "which file? Write it as in {example}");
    Ok(text)
}

fn size(text: &str) -> Result<ScriptCommand> {
    let size = args::size(text);
    Ok(ScriptCommand::Size(size.with_context(|| match text.split_once(" at ") {
        Some((size, factor)) => format!("write size {size}, and give the factor by `--scale {factor}`"),
        None => format!("'{text}' is no size: write it as in 1280x800"),
    })?))
}

fn drag(text: &str) -> Result<ScriptCommand> {
    let example = || format!("'drag {text}' is no drag: write it as in drag \"tip\" to 700,420 over 0.5");
    let (places, seconds) = text.rsplit_once(" over ").with_context(example)?;
    // A name may have the word in it.
    let end = places.strip_prefix('"').and_then(|inside| inside.find('"')).map_or(0, |at| at + 2);
    let between = places[end..].find(" to ").with_context(example)?;
    let (from, to) = (&places[..end + between], &places[end + between + 4..]);
    Ok(ScriptCommand::Drag { from: place(from)?, to: place(to)?, parts: parts(seconds)?.max(1) })
}

fn place(text: &str) -> Result<Place> {
    let text = text.trim();
    if text.starts_with('"') {
        return Ok(Place::Named(quoted(text, "move \"bend 1\"")?));
    }
    let read = || {
        let (x, y) = text.split_once(',')?;
        let [x, y] = [x, y].map(|side| side.trim().parse::<f32>().ok().filter(|side| side.is_finite()));
        Some(Place::Pixel([x?, y?].into()))
    };
    read().with_context(|| {
        format!("'{text}' is no place: write pixels as in 640,400, or a name as in \"bend 1\"")
    })
}

/// Reads a quoted text, which holds no other quotes.
fn quoted(text: &str, example: &str) -> Result<String> {
    let inside = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
    let inside = inside.filter(|inside| !inside.contains('"'));
    Ok(inside.with_context(|| format!("'{text}' is not in quotes: write it as in {example}"))?.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::vec2;

    const JUMP: Action = Action::new("Jump high", &[Key::SPACE]);

    fn parse(text: &str) -> Result<Script> {
        Script::parse(Path::new("a.txt"), text, &[JUMP])
    }

    #[test]
    fn a_line_is_a_command_with_all_that_may_be_in_a_name() {
        let script = parse("# a remark\n\n hold Jump high\ndrag 10, 20 to \"a to b\" over 0.25").unwrap();
        let (from, to) = (Place::Pixel(vec2(10.0, 20.0)), Place::Named("a to b".to_owned()));
        let drag = ScriptCommand::Drag { from, to, parts: 15 };
        assert_eq!(script.commands, [(3, ScriptCommand::Hold(Key::SPACE)), (4, drag)]);
    }

    #[test]
    fn what_cannot_be_meant_is_refused_with_its_line() {
        for (line, words) in [
            ("jump", "there is no 'jump': a line begins with one of wait, hold,"),
            ("wait soon", "'soon' is no number: write it as in wait 0.5"),
            ("wait -1", "seconds go from 0 to 3600"),
            ("press W", "for keys write hold or tap"),
            ("hold Jump", "it is none of the lesson's actions, which are Jump high, nor a key"),
            ("tap Hyper+X", "there is no key 'Hyper'"),
            ("move 640", "'640' is no place: write pixels as in 640,400, or a name as in \"bend 1\""),
            ("move \"bend", "is not in quotes: write it as in move \"bend 1\""),
            ("type \"a\"b\"", "is not in quotes: write it as in type \"hello\""),
            ("drag 1,2 to 3,4", "is no drag: write it as in drag \"tip\" to 700,420 over 0.5"),
            ("picture", "which file? Write it as in picture arm.png"),
            ("size 60x60 at 2", "write size 60x60, and give the factor by `--scale 2`"),
        ] {
            let error = format!("{:#}", parse(&format!("# one\n{line}")).unwrap_err());
            assert!(error.starts_with("a.txt, line 2: ") && error.contains(words), "{line}: {error}");
        }
    }
}
