//! Plays scripts.

use super::{PARTS_PER_SECOND, Place, Script, ScriptCommand};
use crate::event::{Button, Event, Request};
use crate::input::{Cap, Key};
use crate::runner::Runner;
use anyhow::{Context as _, Result, bail};
use glam::Vec2;
use std::path::PathBuf;

/// The caller's next task, before the script goes on.
#[derive(Debug, PartialEq)]
pub enum Next {
    /// A frame's time has to pass.
    Time,
    /// The picture has to be saved to this file, or to one that F12 would choose.
    Picture(Option<PathBuf>),
    /// The picture has to be resized.
    Size([u32; 2]),
    /// The script has ended, with this request.
    End(Request),
}

/// A script that is being played.
pub struct Player {
    script: Script,
    next: usize,
    /// Frames per second.
    rate: u16,
    /// The parts of a second that have passed.
    passed: u64,
    /// The frames until the next line.
    waits: u32,
    /// The modifiers that are held down.
    held: Vec<Cap>,
    drag: Option<Drag>,
}

struct Drag {
    from: Vec2,
    to: Vec2,
    done: u32,
    frames: u32,
}

impl Player {
    /// Returns a script at its beginning, to be played at a rate in frames per second.
    pub fn new(script: Script, rate: u16) -> Self {
        Self { script, next: 0, rate, passed: 0, waits: 0, held: Vec::new(), drag: None }
    }

    /// Returns the seconds for which a frame is shown.
    pub fn frame_seconds(&self) -> f64 {
        1.0 / f64::from(self.rate)
    }

    /// Returns the number of frames of the whole script.
    pub fn all_frames(&self) -> u32 {
        u32::try_from(self.frames_until(self.script.parts())).unwrap_or(u32::MAX)
    }

    /// Returns the number of frames that are shown before so many parts of a second have passed.
    fn frames_until(&self, parts: u64) -> u64 {
        (parts * u64::from(self.rate)).div_ceil(PARTS_PER_SECOND.into())
    }

    /// Lets some parts of a second pass, and returns the number of their frames. All are counted from the
    /// beginning, so that no fraction of a frame is lost.
    fn pass(&mut self, parts: u32) -> u32 {
        let before = self.frames_until(self.passed);
        self.passed += u64::from(parts);
        u32::try_from(self.frames_until(self.passed) - before).unwrap_or(u32::MAX)
    }

    /// Runs the next commands, up to one that the caller has to carry out.
    pub fn play(&mut self, runner: &mut Runner) -> Result<Next> {
        loop {
            if self.waits > 0 {
                self.waits -= 1;
                return Ok(Next::Time);
            }
            if self.drag.is_some() {
                self.drag_on(runner)?;
                continue;
            }
            let Some((line, command)) = self.script.commands.get(self.next).cloned() else {
                return Ok(Next::End(Request::None));
            };
            self.next += 1;
            let done = self.perform(command, runner);
            let place = || format!("{}, line {line}", self.script.path.display());
            if let Some(next) = done.with_context(place)? {
                return Ok(next);
            }
        }
    }

    fn perform(&mut self, command: ScriptCommand, runner: &mut Runner) -> Result<Option<Next>> {
        let events = match command {
            ScriptCommand::Wait(parts) => {
                self.waits = self.pass(parts);
                Vec::new()
            }
            ScriptCommand::Picture(path) => return Ok(Some(Next::Picture(Some(path)))),
            ScriptCommand::Size(size) => return Ok(Some(Next::Size(size))),
            ScriptCommand::Hold(key) => self.down(key),
            ScriptCommand::Release(key) => self.up(key),
            ScriptCommand::Tap(key) => {
                let mut events = self.down(key);
                events.extend(self.up(key));
                events
            }
            ScriptCommand::Type(text) => text.chars().map(Event::Text).collect(),
            ScriptCommand::Move(place) => vec![Event::Mouse(Some(find(&place, runner)?))],
            ScriptCommand::Click(place) => {
                let button = |down| Event::Button { button: Button::Left, down };
                vec![Event::Mouse(Some(find(&place, runner)?)), button(true), button(false)]
            }
            ScriptCommand::Drag { from, to, parts } => {
                let (from, to) = (find(&from, runner)?, find(&to, runner)?);
                let frames = self.pass(parts);
                self.drag = Some(Drag { from, to, done: 0, frames });
                vec![Event::Mouse(Some(from)), Event::Button { button: Button::Left, down: true }]
            }
            ScriptCommand::Do(event) => vec![event],
            ScriptCommand::Tell(words) => {
                runner.tell(words);
                Vec::new()
            }
        };
        for event in events {
            match runner.handle(event)? {
                // A script's picture is the same on every machine, and opens no page.
                Request::None | Request::Text | Request::Follow => {}
                Request::Picture => return Ok(Some(Next::Picture(None))),
                Request::Quit => {
                    self.next = self.script.commands.len();
                    return Ok(Some(Next::End(Request::Quit)));
                }
            }
        }
        Ok(None)
    }

    /// Moves the mouse on by a frame of a drag, and releases the button at its end.
    fn drag_on(&mut self, runner: &mut Runner) -> Result<()> {
        let Some(drag) = &mut self.drag else {
            return Ok(());
        };
        if drag.done == drag.frames {
            self.drag = None;
            runner.handle(Event::Button { button: Button::Left, down: false })?;
            return Ok(());
        }
        drag.done += 1;
        let at = drag.from.lerp(drag.to, drag.done as f32 / drag.frames as f32);
        self.waits = 1;
        runner.handle(Event::Mouse(Some(at)))?;
        Ok(())
    }

    /// Returns a key with the modifiers that are held.
    fn with_held(&self, key: Key) -> Key {
        let has = |cap| self.held.contains(&cap);
        let is_sign = matches!(key.cap, Cap::Char(sign) if !sign.is_alphabetic());
        Key {
            ctrl: key.ctrl || has(Cap::Ctrl),
            shift: key.shift || has(Cap::Shift) && !is_sign,
            alt: key.alt || has(Cap::Alt),
            ..key
        }
    }

    /// Returns the events of a key that goes down, after its modifiers.
    fn down(&mut self, key: Key) -> Vec<Event> {
        let mut events: Vec<Event> = modifiers(key)
            .map(|cap| Event::Key { key: self.with_held(Key::new(cap)), down: true, repeat: false })
            .collect();
        events.push(Event::Key { key: self.with_held(key), down: true, repeat: false });
        if matches!(key.cap, Cap::Ctrl | Cap::Shift | Cap::Alt) {
            self.held.push(key.cap);
        }
        events
    }

    /// Returns the events of a key that comes up, before its modifiers.
    fn up(&mut self, key: Key) -> Vec<Event> {
        self.held.retain(|cap| *cap != key.cap);
        let caps = [key.cap].into_iter().chain(modifiers(key));
        caps.map(|cap| Event::Key { key: Key::new(cap), down: false, repeat: false }).collect()
    }
}

fn modifiers(key: Key) -> impl Iterator<Item = Cap> {
    let asked = [(key.ctrl, Cap::Ctrl), (key.shift, Cap::Shift), (key.alt, Cap::Alt)];
    asked.into_iter().filter(|(asked, _)| *asked).map(|(_, cap)| cap)
}

fn find(place: &Place, runner: &Runner) -> Result<Vec2> {
    let name = match place {
        Place::Pixel(pixel) => return Ok(*pixel),
        Place::Named(name) => name,
    };
    match runner.place(name) {
        Some(rect) => Ok(rect.centre()),
        None => bail!("nothing called \"{name}\" is to be seen; there are: {}", runner.names().join(", ")),
    }
}
