//! `F2`: the student's picture and ours, of the same moment.
//!
//! What the window is given is noted from the start, in a [`Tape`]. *Ours* is the same lesson, built from the branch in which
//! it is solved, without a window: it goes through the tape, follows what comes after it, and hands over the pictures that it
//! is asked for. One is asked for at a time. Until it comes, the student's own picture of that moment is kept, so that both
//! are of the same moment. Where there is no such branch, the pictures of the lesson's text are ours.

pub mod second;
mod tape;
mod view;

pub use second::FOLLOWS;

use self::second::{Heard, Second, Seen};
use self::tape::Tape;
use self::view::{Look, Mode, Pair, fit};
use crate::event::{Button, Event};
use crate::input::{Cap, Key};
use crate::panel::unquoted;
use crate::panels::FIXED;
use crate::rect::Rect;
use crate::runner::{QUIET, Runner, Shown};
use crate::theme::{self, Fonts};
use crate::{Args, Lesson};
use anyhow::Result;
use gl::{Gl, HotReload, UNSEEN};
use glam::Vec2;
use glium::{Program, Texture2d};
use imgui::{Condition, MouseCursor, StyleColor, Ui, WindowFlags};
use std::path::PathBuf;
use std::rc::Rc;
use std::time::{Duration, Instant};

pub(crate) const F2: Key = Key::new(Cap::F(2));

/// For how long each of two pictures is seen that are shown in turns, in seconds.
const TURN: f64 = 0.7;

/// How near to the wipe's edge the mouse takes hold of it, in pixels at scale 1.
const REACH: f32 = 8.0;

/// After so long without a word the second program is given up.
const SILENCE: Duration = Duration::from_secs(30);

/// By how much a pixel of a picture in the text may differ: it has a palette, and another driver's edges.
const FILES_DIFFER: u8 = 24;

/// What becomes of the second program.
#[derive(Default)]
enum State {
    #[default]
    Nothing,
    Builds(String, f32),
    /// It runs, and has gone through so much of the tape.
    CatchesUp(f32),
    Follows,
    Failed(String),
}

/// A picture of the lesson's text: the file, and what renders it.
type Picture = (PathBuf, Vec<String>);

/// The student's picture and ours.
pub struct Ours {
    /// The lesson's name; none for what is no lesson, or follows another one itself.
    lesson: Option<String>,
    pictures: Vec<Picture>,
    opened_with: Args,
    tape: Tape,
    mode: Mode,
    second: Option<Second>,
    state: State,
    /// Why it is the pictures of the text that are ours, and which of them it is.
    instead: Option<String>,
    chosen: usize,
    /// Whether there is something that ours was not asked to draw yet.
    is_behind: bool,
    /// Whether ours moves though nobody does anything.
    moves: bool,
    /// How many lines it was told, and when something was heard last.
    told: usize,
    heard: Instant,
    /// The student's picture of the moment that was asked for, and which part of it is compared.
    asked: Option<(Option<Texture2d>, Rect)>,
    came: Option<[Option<Seen>; 2]>,
    pair: Option<Pair>,
    /// Whether there is something to be shown.
    is_news: bool,
    ours_was_on: bool,
    edge: f32,
    drags: bool,
    mouse: Vec2,
    /// Where it is shown, and how high the strip below it is, in pixels.
    area: Rect,
    strip: f32,
    opened: Instant,
    difference: Option<Rc<HotReload<Program>>>,
}

impl Ours {
    /// Nothing is compared yet.
    pub fn new(info: &course::LessonInfo, args: &Args) -> Self {
        let folder = course::root().join(&info.folder);
        let files =
            info.about.data.pictures.iter().filter(|picture| picture.file.get_ref().ends_with(".png"));
        let pictures =
            files.map(|picture| (folder.join(picture.file.get_ref()), picture.args.clone())).collect();
        let nothing = Rect::whole([0, 0]);
        Self {
            lesson: (info.number > 0 && !args.follow).then(|| info.slug()),
            pictures,
            opened_with: args.clone(),
            tape: Tape::default(),
            mode: Mode::Off,
            second: None,
            state: State::Nothing,
            instead: None,
            chosen: 0,
            is_behind: true,
            moves: false,
            told: 0,
            heard: Instant::now(),
            asked: None,
            came: None,
            pair: None,
            is_news: false,
            ours_was_on: false,
            edge: 0.5,
            drags: false,
            mouse: Vec2::ZERO,
            area: nothing,
            strip: 0.0,
            opened: Instant::now(),
            difference: None,
        }
    }

    fn is_on(&self) -> bool {
        self.mode != Mode::Off
    }

    /// Whether the next picture differs though nobody does anything here.
    pub fn is_moving(&self) -> bool {
        self.is_on() && self.moves
    }

    /// Whether there can be anything to compare with.
    pub fn is_of_a_lesson(&self) -> bool {
        self.lesson.is_some()
    }

    /// The lesson is as it was when it was opened with these arguments.
    pub fn begin_again(&mut self, args: &Args) {
        self.tape.begin_again();
        if self.tape.all() == Some("") {
            self.opened_with = args.clone();
        }
    }

    /// Notes what happens.
    pub fn event(&mut self, event: &Event) {
        self.is_behind = true;
        self.add(|| tape::line(event));
    }

    /// Notes that time passes.
    pub fn time(&mut self, seconds: f64) {
        self.is_behind |= seconds > 0.0;
        self.add(|| format!("time {seconds}"));
    }

    fn add(&mut self, line: impl FnOnce() -> String) {
        if self.lesson.is_some() {
            let line = self.tape.add(line());
            self.tell(line);
        }
    }

    fn tell(&mut self, line: String) {
        if let Some(second) = self.second.as_ref().filter(|_| self.instead.is_none()) {
            self.told += 1;
            second.tell(line);
        }
    }

    /// Goes on to another way to compare.
    fn choose(&mut self, mode: Mode) {
        let begins = self.mode == Mode::Off;
        (self.mode, self.is_news, self.drags) = (mode, true, false);
        if mode == Mode::Off {
            self.end(State::Nothing);
            self.instead = None;
        } else if begins {
            self.start();
        }
    }

    fn start(&mut self) {
        let (Some(name), Some(tape)) = (&self.lesson, self.tape.all()) else {
            let why = "This window moves since more than a quarter of an hour, which takes ours too long to catch up with. R \
                       begins anew, and F2 again.";
            return self.state = State::Failed(why.to_owned());
        };
        let second = Second::lesson(name, &self.opened_with);
        self.told = tape.lines().count();
        second.tell(tape.to_owned());
        (self.second, self.state) = (Some(second), State::Builds(String::new(), 0.0));
        (self.is_behind, self.heard) = (true, Instant::now());
    }

    /// Nothing more comes of the second program.
    fn end(&mut self, state: State) {
        (self.second, self.state, self.moves, self.is_news) = (None, state, false, true);
        (self.asked, self.came, self.pair) = (None, None, None);
    }

    /// What the text shows is ours, because of that.
    fn compare_files(&mut self, why: String) {
        self.end(State::Builds("your picture".to_owned(), 0.0));
        let (file, args) = &self.pictures[self.chosen];
        self.second = Some(Second::files(args.clone(), file.clone()));
        self.instead = Some(why);
        self.asked = Some((None, self.area));
    }

    /// Takes in what was heard since the last time. True if there is something to be shown.
    fn listen(&mut self) -> bool {
        let heard: Vec<Heard> = self.second.iter().flat_map(Second::heard).collect();
        heard.into_iter().for_each(|heard| self.hear(heard));
        let blinks = self.mode == Mode::Blink && self.pair.is_some();
        if self.asked.is_some() && self.instead.is_none() && self.heard.elapsed() > SILENCE {
            self.end(State::Failed(
                "Ours does not answer any more. F2, until it is off, and once more begins it again."
                    .to_owned(),
            ));
        }
        self.is_news || blinks && self.ours_was_on != self.is_turn_of_ours(None)
    }

    fn hear(&mut self, heard: Heard) {
        (self.is_news, self.heard) = (true, Instant::now());
        match heard {
            Heard::Builds(what, part) => self.state = State::Builds(what, part),
            Heard::Runs => self.state = State::CatchesUp(0.0),
            Heard::At(line) => self.state = State::CatchesUp(line as f32 / self.told.max(1) as f32),
            Heard::Picture(seen) => {
                (self.state, self.moves) = (State::Follows, seen.moves);
                self.came = Some([None, Some(seen)]);
            }
            Heard::Files([yours, ours]) => {
                (self.state, self.second) = (State::Follows, None);
                self.came = Some([Some(yours), Some(ours)]);
            }
            Heard::Failed(why) if self.instead.is_none() && !self.pictures.is_empty() => {
                self.compare_files(why)
            }
            Heard::Failed(why) => self.end(State::Failed(why)),
        }
    }

    /// Waits until nothing more is to be heard for this picture: without a window both are drawn in step.
    fn wait(&mut self) {
        let waits = |ours: &Self| {
            matches!(ours.state, State::Builds(..)) || ours.asked.is_some() && ours.came.is_none()
        };
        while waits(self)
            && let Some(second) = &self.second
        {
            match second.wait() {
                Some(heard) => self.hear(heard),
                None => self.end(State::Failed("Ours has ended.".to_owned())),
            }
        }
    }

    /// Notes that a picture is painted. True if ours is asked for the same.
    fn paint(&mut self, seconds: f32, size: [u32; 2], scale: f32, shown: Shown, samples: u32) -> bool {
        if self.lesson.is_none() {
            return false;
        }
        if let Some(line) = self.tape.picture(size, scale, shown) {
            self.tell(line);
        }
        if self.is_on() && self.opened_with.headless {
            self.wait();
        }
        let can = self.instead.is_none() && matches!(self.state, State::CatchesUp(_) | State::Follows);
        let is_seen = self.is_on() && samples != UNSEEN && !shown.text;
        let asks = can && is_seen && self.asked.is_none() && (self.is_behind || self.pair.is_none());
        self.is_behind &= !asks;
        self.add(|| format!("paint {seconds} {}", if asks { samples } else { UNSEEN }));
        asks
    }

    /// Whether it is ours that is shown now, where both are shown in turns.
    fn is_turn_of_ours(&self, now: Option<f64>) -> bool {
        let seconds = now.unwrap_or(self.opened.elapsed().as_secs_f64());
        (seconds / TURN) as u64 % 2 == 1
    }

    /// Where the wipe's edge is, in pixels from the left.
    fn edge(&self) -> f32 {
        let place = self.place();
        place.low.x + self.edge * place.size().x
    }

    /// Where both pictures lie over each other.
    fn place(&self) -> Rect {
        self.pair.as_ref().map_or(self.area, |pair| fit(pair.part().size(), self.area))
    }

    /// What the strip says: in a few words, and what more there is to say.
    fn says(&self) -> [String; 2] {
        let keys = match self.mode {
            Mode::Wipe => "F2 goes on · drag the line, or Alt+Left and Alt+Right · Shift+F2 ends",
            _ => "F2 goes on · Shift+F2 ends",
        };
        let told = match (&self.state, self.pair.as_ref().map(|pair| pair.differ)) {
            (State::Failed(why), _) => return ["ours cannot be shown".to_owned(), format!("{why}\n{keys}")],
            (State::Builds(what, part), _) => format!("ours is being built: {what} {:.0} %", 100.0 * part),
            (State::CatchesUp(part), None) if *part > 0.0 => {
                format!("ours catches up with you: {:.0} %", 100.0 * part.min(1.0))
            }
            (_, None) => "ours begins".to_owned(),
            (_, Some(differ)) if differ.pixels == 0 => "no pixel differs at this moment".to_owned(),
            (_, Some(differ)) => {
                let part = 100.0 * differ.pixels as f32 / differ.of.max(1) as f32;
                format!("{:.1} % of the pixels differ, by up to {} of 255", part.max(0.1), differ.most)
            }
        };
        let Some(why) = &self.instead else { return [told, keys.to_owned()] };
        let (file, count) =
            (self.pictures[self.chosen].0.file_name().unwrap_or_default(), self.pictures.len());
        let file = format!("{} of the text, {} of {count}", file.display(), self.chosen + 1);
        [format!("{file}: {told}"), format!("{why}\nAlt+Up and Alt+Down: another picture · {keys}")]
    }

    /// Shows below the view which is whose, or a message, and returns where what it says is seen.
    pub fn show_strip(
        &mut self,
        ui: &Ui,
        free: Rect,
        fonts: Fonts,
        now: f64,
        message: Option<&str>,
    ) -> Option<([String; 2], Rect)> {
        if !self.is_on() {
            return None;
        }
        self.ours_was_on = self.is_turn_of_ours(self.opened_with.headless.then_some(now));
        let (left, right) = match self.mode {
            Mode::Blink if self.ours_was_on => ("", "ours"),
            Mode::Blink => ("yours", ""),
            Mode::Difference => ("red: differs", ""),
            _ => ("yours", "ours"),
        };
        let [told, more] = self.says();
        let _background = ui.push_style_color(StyleColor::WindowBg, theme::PAPER);
        let window = ui.window("yours and ours").position([free.low.x, free.high.y], Condition::Always);
        let window = window.position_pivot([0.0, 1.0]).size([free.size().x, 0.0], Condition::Always);
        window.flags(FIXED | QUIET | WindowFlags::ALWAYS_AUTO_RESIZE).build(|| {
            let ([width, _], [margin, top]) = (ui.content_region_avail(), ui.cursor_pos());
            let bold = ui.push_font(fonts.bold);
            for (text, part, colour) in
                [(left, 0.0, theme::INK), (&told, 0.5, theme::INK), (right, 1.0, theme::ACCENT)]
            {
                let [wide, _] = ui.calc_text_size(text);
                ui.set_cursor_pos([margin + part * (width - wide).max(0.0), top]);
                ui.text_colored(colour, text);
            }
            bold.pop();
            let _faint = ui.push_style_color(StyleColor::Text, theme::FAINT);
            ui.text_wrapped(unquoted(message.unwrap_or(&more)));
            self.strip = ui.window_size()[1];
        });
        self.area = free.without(0.0, 0.0, 0.0, self.strip);
        let strip = Rect { low: Vec2::new(free.low.x, self.area.high.y), high: free.high };
        Some(([told, more], strip))
    }
}

impl<L: Lesson> Runner<L> {
    /// Takes what is meant for the comparison; what is left is the lesson's, where the mouse would be in its own picture.
    pub(crate) fn compare_by(&mut self, event: Event) -> Option<Event> {
        let renames = self.memory.renames;
        let scale = self.area().scale;
        let ours = &mut self.ours;
        if !ours.is_of_a_lesson() {
            return Some(event);
        }
        match event {
            Event::Key { key, down: true, repeat } if key == F2 || key == F2.shift() => {
                if renames && !ours.is_on() {
                    return Some(event);
                }
                if !repeat {
                    ours.choose(if key.shift { Mode::Off } else { ours.mode.next() });
                }
                None
            }
            Event::Key { key: Key { alt: true, cap, .. }, down: true, .. } if ours.is_on() => {
                match cap {
                    Cap::Left => ours.edge = (ours.edge - 0.02).max(0.0),
                    Cap::Right => ours.edge = (ours.edge + 0.02).min(1.0),
                    Cap::Up | Cap::Down if ours.instead.is_some() => {
                        let by = if cap == Cap::Down { 1 } else { ours.pictures.len() - 1 };
                        ours.chosen = (ours.chosen + by) % ours.pictures.len();
                        let why = ours.instead.take().unwrap_or_default();
                        ours.compare_files(why);
                    }
                    _ => return Some(event),
                }
                ours.is_news = true;
                None
            }
            Event::Mouse(Some(at)) if ours.is_on() => {
                ours.mouse = at;
                if ours.drags {
                    let place = ours.place();
                    ours.edge = ((at.x - place.low.x) / place.size().x.max(1.0)).clamp(0.0, 1.0);
                    ours.is_news = true;
                    return None;
                }
                Some(Event::Mouse(Some(ours.unfolded(at))))
            }
            Event::Button { button: Button::Left, down: true } if ours.is_on_edge(scale) => {
                ours.drags = true;
                None
            }
            Event::Button { button: Button::Left, down: false } if ours.drags => {
                ours.drags = false;
                None
            }
            event => Some(event),
        }
    }

    /// Whether the student's picture and ours are compared.
    pub fn compares(&self) -> bool {
        self.ours.is_on()
    }

    /// Notes that a picture is painted. True if ours is asked for the same.
    pub(crate) fn begin_to_compare(&mut self, seconds: f32) -> Result<bool> {
        let (gl, size, scale) = (self.gl().clone(), self.canvas.size(), self.area().scale);
        self.ours.listen();
        self.ours.pair_up(&gl)?;
        Ok(self.ours.paint(seconds, size, scale, self.shown, self.samples()))
    }

    /// Puts both pictures in place of the one that was painted.
    pub(crate) fn compare(&mut self, asks: bool) -> Result<()> {
        let (gl, samples, scale) = (self.gl().clone(), self.samples(), self.area().scale);
        let ours = &mut self.ours;
        if !ours.is_on() {
            return Ok(());
        }
        if asks {
            ours.heard = Instant::now();
            ours.asked = Some((Some(self.canvas.copy(&gl)?), ours.area));
            if ours.opened_with.headless {
                ours.wait();
            }
        }
        ours.pair_up(&gl)?;
        ours.is_news = false;
        let Some(pair) = ours.pair.as_ref().filter(|_| samples != UNSEEN && !self.shown.text) else {
            return Ok(());
        };
        if ours.difference.is_none() {
            ours.difference = Some(gl.program("background.vert", "difference.frag", &[])?);
        }
        let Some(difference) = &ours.difference else { return Ok(()) };
        let height = self.canvas.size()[1] as f32;
        let (edge, ours_is_on) = (ours.edge(), ours.ours_was_on);
        let look =
            Look { gl: &gl, difference, mode: ours.mode, area: ours.area, height, scale, edge, ours_is_on };
        pair.draw(&look, &mut self.canvas.finished(&gl)?)?;
        if ours.drags || ours.is_on_edge(scale) {
            self.pointing = Some(MouseCursor::ResizeEW);
        }
        Ok(())
    }

    /// Whether there is something new to be compared, though nothing has happened here.
    pub(crate) fn has_news_of_ours(&mut self) -> bool {
        self.ours.is_on() && self.ours.listen()
    }

    /// When to ask for that again.
    pub(crate) fn awaits_ours(&self) -> Option<Duration> {
        let soon = self.ours.asked.is_some();
        self.ours.is_on().then_some(Duration::from_millis(if soon { 4 } else { 50 }))
    }
}

impl Ours {
    /// Makes a pair of what came, if it belongs together.
    fn pair_up(&mut self, gl: &Gl) -> Result<()> {
        let Some([yours, Some(ours)]) = self.came.take() else { return Ok(()) };
        let Some((kept, part)) = self.asked.take() else { return Ok(()) };
        let (part, tolerance) = match yours {
            Some(_) => (Rect::whole(ours.size), FILES_DIFFER),
            None => (part, 0),
        };
        let yours = yours.as_ref().map(|yours| view::texture(gl, yours)).transpose()?.or(kept);
        match yours.filter(|yours| [yours.width(), yours.height()] == ours.size) {
            Some(yours) => self.pair = Some(Pair::new(gl, yours, &ours, part, tolerance)?),
            // The window has become larger since.
            None => self.is_behind = true,
        }
        Ok(())
    }

    fn is_on_edge(&self, scale: f32) -> bool {
        let near = (self.mouse.x - self.edge()).abs() <= REACH * scale;
        self.mode == Mode::Wipe && self.pair.is_some() && near && self.area.contains(self.mouse)
    }

    /// Where the mouse would be in the student's own picture.
    fn unfolded(&self, at: Vec2) -> Vec2 {
        let Some(pair) = self.pair.as_ref().filter(|_| self.mode == Mode::Beside && self.instead.is_none())
        else {
            return at;
        };
        let halves = pair.halves(self.area);
        let half = halves.into_iter().find(|half| half.contains(at));
        half.map_or(at, |half| pair.part().low + (at - half.low) / half.size() * pair.part().size())
    }
}
