//! What a window has been given since it opened, line by line, so that another program can be given the same.

use crate::Lesson;
use crate::event::{Button, Event};
use crate::input::{Cap, Key};
use crate::runner::{Runner, Shown};
use anyhow::{Context as _, Result, bail};
use gl::UNSEEN;
use glam::Vec2;

/// A tape that is longer than this, in bytes, is kept no more: a quarter of an hour of moving pictures, which another program
/// needs a minute or two to go through.
const LONGEST: usize = 4 << 20;

/// What a window has been given since it opened.
#[derive(Default)]
pub struct Tape {
    lines: String,
    is_too_long: bool,
    /// Size, scale, and what is shown, as they were told last.
    told: Option<([u32; 2], [f32; 2], [bool; 3])>,
}

impl Tape {
    /// All of it; none if that was too much.
    pub fn all(&self) -> Option<&str> {
        (!self.is_too_long).then_some(&self.lines)
    }

    /// Begins once more if it was too long. The lesson is as it was when it was opened.
    pub fn begin_again(&mut self) {
        if self.is_too_long {
            *self = Self::default();
        }
    }

    /// Notes a line, and returns it.
    pub fn add(&mut self, line: String) -> String {
        let line = line + "\n";
        if !self.is_too_long {
            self.lines += &line;
            if self.lines.len() > LONGEST {
                (self.lines, self.is_too_long) = (String::new(), true);
            }
        }
        line
    }

    /// A line if the picture is another than was told last.
    pub fn picture(&mut self, size: [u32; 2], scale: f32, shown: Shown) -> Option<String> {
        let now = (size, [scale, shown.foot], [shown.panel, shown.text, shown.mouse]);
        let [panel, text, mouse] = now.2.map(u8::from);
        let is_news = self.told.replace(now) != Some(now);
        let [width, height] = size;
        is_news.then(|| {
            self.add(format!("picture {width} {height} {scale} {panel} {text} {mouse} {}", shown.foot))
        })
    }
}

/// An event as a line.
pub fn line(event: &Event) -> String {
    match event {
        Event::Key { key, down, repeat } => {
            let does = if *repeat { "again" } else { ["up", "down"][usize::from(*down)] };
            let held = [key.ctrl, key.shift, key.alt].map(u8::from);
            let cap = match key.cap {
                Cap::Char(letter) => u32::from(letter).to_string(),
                cap => Key::new(cap).to_string(),
            };
            format!("{does} {} {} {} {cap}", held[0], held[1], held[2])
        }
        Event::Text(letter) => format!("text {}", u32::from(*letter)),
        Event::Mouse(Some(at)) => format!("mouse {} {}", at.x, at.y),
        Event::Mouse(None) => "away".to_owned(),
        Event::Button { button, down } => {
            let button = BUTTONS.iter().position(|one| one == button).unwrap_or(0);
            format!("button {button} {}", u8::from(*down))
        }
        Event::Wheel(notches) => format!("wheel {notches}"),
        Event::Drop(path) => format!("drop {}", path.display()),
        Event::Close => "close".to_owned(),
    }
}

const BUTTONS: [Button; 3] = [Button::Left, Button::Right, Button::Middle];

/// An event, read from a line's first word and the rest.
fn event(word: &str, rest: &str) -> Result<Event> {
    let numbers: Vec<&str> = rest.split(' ').collect();
    let number = |i: usize| numbers.get(i).copied().context("a number is missing");
    let is = |i: usize| Ok::<_, anyhow::Error>(number(i)? == "1");
    let letter = |text: &str| char::from_u32(text.parse().ok()?);
    Ok(match word {
        "up" | "down" | "again" => {
            let cap = number(3)?;
            let key = match letter(cap) {
                Some(letter) => Key::new(Cap::Char(letter)),
                None => cap.parse()?,
            };
            let key = Key { ctrl: is(0)?, shift: is(1)?, alt: is(2)?, ..key };
            Event::Key { key, down: word != "up", repeat: word == "again" }
        }
        "text" => Event::Text(letter(rest).context("no letter")?),
        "mouse" => Event::Mouse(Some(Vec2::new(number(0)?.parse()?, number(1)?.parse()?))),
        "away" => Event::Mouse(None),
        "button" => {
            let button = *BUTTONS.get(number(0)?.parse::<usize>()?).context("no button")?;
            Event::Button { button, down: is(1)? }
        }
        "wheel" => Event::Wheel(rest.parse()?),
        "drop" => Event::Drop(rest.into()),
        "close" => Event::Close,
        _ => bail!("there is no '{word}'"),
    })
}

impl<L: Lesson> Runner<L> {
    /// Does what a line says. True if the canvas has a picture that was asked for.
    pub fn follow(&mut self, line: &str) -> Result<bool> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let numbers: Vec<f64> = match word {
            "time" | "paint" | "picture" => rest.split(' ').map(str::parse).collect::<Result<_, _>>()?,
            _ => Vec::new(),
        };
        match (word, &numbers[..]) {
            ("time", [seconds]) => self.update(*seconds),
            ("picture", [width, height, scale, panel, text, mouse, foot]) => {
                self.resize([*width as u32, *height as u32], *scale as f32)?;
                let [panel, text, mouse] = [panel, text, mouse].map(|is| *is == 1.0);
                self.shown = Shown { panel, text, mouse, foot: *foot as f32 };
            }
            ("paint", [seconds, samples]) => {
                self.set_samples(*samples as u32)?;
                self.paint(*seconds as f32)?;
                self.settle()?;
                return Ok(self.samples() != UNSEEN);
            }
            // What the window tells of is nothing to this program.
            _ => drop(self.handle(event(word, rest)?)),
        }
        Ok(false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        let key = |key: Key, down, repeat| Event::Key { key, down, repeat };
        let mouse = Vec2::new(0.1, 1e-7);
        for written in [
            key(Key::char('ß').ctrl().alt(), true, false),
            key(Key::char('7').shift(), true, true),
            key(Key::new(Cap::F(12)), false, false),
            key(Key::SPACE, true, false),
            Event::Text('ö'),
            Event::Mouse(Some(mouse)),
            Event::Mouse(None),
            Event::Button { button: Button::Middle, down: true },
            Event::Wheel(-0.3),
            Event::Drop("a folder/Kühner Ritter.dae".into()),
            Event::Close,
        ] {
            let line = line(&written);
            let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
            assert_eq!(event(word, rest).expect("it is right"), written, "{line}");
        }
        assert!(event("hop", "").is_err() && event("mouse", "1").is_err() && event("text", "x").is_err());
    }

    #[test]
    fn a_tape_that_is_too_long_is_kept_no_more_until_it_begins_again() {
        let mut tape = Tape::default();
        let line = "x".repeat(LONGEST / 2);
        tape.add(line.clone());
        assert_eq!(tape.all().map(str::len), Some(LONGEST / 2 + 1));
        tape.begin_again();
        assert!(tape.all().is_some_and(|all| !all.is_empty()));
        tape.add(line);
        assert_eq!(tape.all(), None);
        tape.begin_again();
        assert_eq!(tape.all(), Some(""));
    }
}
