//! A lesson with a dope sheet, for `tests/scripts.rs`: a toy's keys can be selected, dragged, stretched and inserted, and
//! its animations are a list of names. It writes down what is done, and what comes of it, in frames.

use anyhow::Result;
use dope_sheet::{Picking, Sheet, SheetAct, SheetDrag, SheetKey, SheetKeys, SheetRow, SheetView, dope_sheet};
use gl::Gl;
use gl::colour::joint_colour;
use glam::Vec3;
use stage::{Action, Args, Branch, Camera, Clock, Frame, Key, Lesson, Motion, NamesAct, Panel, Panels, Step};
use std::process::ExitCode;

const ALL: Action = Action::new("Select all", &[Key::char('a')]);
const HOME: Action = Action::new("Show all", &[Key::HOME]);
const UNDO: Action = Action::new("Undo", &[Key::char('z').ctrl()]);

/// Frames per second.
const FPS: f32 = 30.0;

/// Moments nearer to each other than this are one column, in seconds.
const SAME: f32 = 1e-4;

/// The toy's joints, and on how many others each hangs.
const JOINTS: [(&str, usize); 12] = [
    ("pelvis", 0),
    ("spine", 1),
    ("chest", 2),
    ("head", 3),
    ("shoulder.L", 3),
    ("upper_arm.L", 4),
    ("forearm.L", 5),
    ("hand.L", 6),
    ("shoulder.R", 3),
    ("upper_arm.R", 4),
    ("forearm.R", 5),
    ("hand.R", 6),
];

/// A key's moment, and whether it is selected.
type ToyKey = (f32, bool);

/// What is edited.
#[derive(Clone)]
struct Document {
    joints: Vec<(String, usize, Vec<ToyKey>)>,
    end: f32,
}

impl Document {
    fn new(many: bool) -> Self {
        let frames = |joint: usize| {
            let all = [0, 6, 12, 21, 30, 42].into_iter().enumerate();
            all.filter(move |(key, _)| !(key + joint).is_multiple_of(3) || *key == 0)
                .map(|(_, frame)| frame as f32)
        };
        let few = JOINTS.iter().enumerate().map(|(joint, (name, depth))| {
            (name.to_string(), *depth, frames(joint).map(|frame| (frame / FPS, false)).collect())
        });
        let lots = (0..67).map(|joint| {
            let keys = (0..1000).map(|frame| (frame as f32 / FPS, false)).collect();
            (format!("joint {joint}"), joint % 8, keys)
        });
        if many {
            Self { joints: lots.collect(), end: 999.0 / FPS }
        } else {
            Self { joints: few.collect(), end: 48.0 / FPS }
        }
    }

    /// All joints' keys together.
    fn columns(&self) -> Vec<ToyKey> {
        let mut all: Vec<ToyKey> = self.joints.iter().flat_map(|(_, _, keys)| keys).copied().collect();
        all.sort_by(|a, b| a.0.total_cmp(&b.0));
        all.dedup_by(|later, first| {
            let same = later.0 - first.0 < SAME;
            first.1 |= same && later.1;
            same
        });
        all
    }

    fn every(&mut self, mut change: impl FnMut(&mut ToyKey)) {
        self.joints.iter_mut().flat_map(|(_, _, keys)| keys).for_each(&mut change);
    }

    /// Writes down the columns, those with selected keys in brackets, and the end.
    fn tell(&self) {
        let column = |&(time, selected): &ToyKey| {
            let frame = format!("{:.1}", time * FPS).replace(".0", "");
            if selected { format!("[{frame}]") } else { frame }
        };
        let columns: Vec<String> = self.columns().iter().take(20).map(column).collect();
        println!("{}, end {:.1}", columns.join(" "), self.end * FPS);
    }

    fn sort(&mut self) {
        self.joints.iter_mut().for_each(|(_, _, keys)| keys.sort_by(|a, b| a.0.total_cmp(&b.0)));
    }

    fn select(&mut self, picked: &[SheetKey], how: Picking) {
        let columns = self.columns();
        if how == Picking::Replace {
            self.every(|key| key.1 = false);
        }
        for SheetKey { row, key } in picked {
            let at = row.map_or(&columns, |row| &self.joints[row].2)[*key];
            let value = how != Picking::Toggle || !at.1;
            let mut put = |key: &mut ToyKey| {
                if (key.0 - at.0).abs() < SAME {
                    key.1 = value;
                }
            };
            match row {
                Some(row) => self.joints[*row].2.iter_mut().for_each(put),
                None => self.every(&mut put),
            }
        }
    }

    /// The document after a drag, from the one before it.
    fn dragged(&self, what: SheetDrag, by: f32) -> Self {
        let mut new = self.clone();
        match what {
            SheetDrag::Keys => new.every(|key| {
                if key.1 {
                    key.0 = (key.0 + by).max(0.0);
                }
            }),
            SheetDrag::Stretch { column } => {
                let columns = self.columns();
                let from = columns[column].0;
                let before = column.checked_sub(1).map_or(-from, |before| columns[before].0 - from);
                let by = by.max(before);
                new.every(|key| {
                    if key.0 > from - SAME {
                        key.0 += by;
                    }
                });
                new.end += by;
            }
            SheetDrag::End => new.end = (new.end + by).max(1.0 / FPS),
        }
        new.sort();
        new
    }

    /// The document with the selected keys so many times as far from a moment.
    fn stretched(&self, about: f32, factor: f32) -> Self {
        let mut new = self.clone();
        new.every(|key| {
            if key.1 {
                key.0 = (about + factor * (key.0 - about)).max(0.0);
            }
        });
        new.sort();
        new
    }
}

struct Toy {
    document: Document,
    /// What a drag began with.
    drag: Option<(SheetDrag, Document)>,
    /// The steps, each with what was before it.
    history: Vec<(String, Document)>,
    chosen: Vec<bool>,
    folded: Vec<bool>,
    is_folded: bool,
    many: bool,
    snap: bool,
    view: SheetView,
    animations: Vec<String>,
    animation: usize,
    wants_home: bool,
}

impl Toy {
    fn step(&mut self, name: &str, before: Document) {
        self.history.push((name.to_owned(), before));
        self.document.tell();
    }

    fn answer(&mut self, act: SheetAct, clock: &mut Clock) {
        println!("{}", told(&act));
        match act {
            SheetAct::Scrub(time) => clock.scrub(time),
            SheetAct::Choose { row, toggle } => {
                let is_chosen = self.chosen[row];
                if !toggle {
                    self.chosen.fill(false);
                }
                self.chosen[row] = !(toggle && is_chosen);
            }
            SheetAct::Fold { row: None, unfolded } => self.is_folded = !unfolded,
            SheetAct::Fold { row: Some(row), unfolded } => self.folded[row] = !unfolded,
            SheetAct::Select { keys, how } => {
                self.document.select(&keys, how);
                self.document.tell();
            }
            SheetAct::DragBegun(what) => self.drag = Some((what, self.document.clone())),
            SheetAct::Dragged(by) => {
                if let Some((what, before)) = &self.drag {
                    self.document = before.dragged(*what, by);
                }
            }
            SheetAct::Stretched { about, factor } => {
                if let Some((_, before)) = &self.drag {
                    self.document = before.stretched(about, factor);
                }
            }
            SheetAct::DragEnded => {
                if let Some((what, before)) = self.drag.take() {
                    self.step(&format!("Drag {what:?}"), before);
                }
            }
            SheetAct::DragCancelled => {
                if let Some((_, before)) = self.drag.take() {
                    self.document = before;
                    self.document.tell();
                }
            }
            SheetAct::Insert { row, time } => {
                let before = self.document.clone();
                let rows = row.map_or(0..self.document.joints.len(), |row| row..row + 1);
                self.document.joints[rows].iter_mut().for_each(|(_, _, keys)| keys.push((time, false)));
                self.document.sort();
                self.step("Insert key", before);
            }
        }
    }

    fn rename(&mut self, act: NamesAct) {
        println!("{act:?}");
        match act {
            NamesAct::Chosen(index) => self.animation = index,
            NamesAct::Added => self.animations.push(format!("animation {}", self.animations.len() + 1)),
            NamesAct::Renamed(index, name) => self.animations[index] = name,
            NamesAct::Duplicated(index) => {
                self.animations.insert(index + 1, format!("{} 2", self.animations[index]));
            }
            NamesAct::Deleted(index) => {
                self.animations.remove(index);
                self.animation = self.animation.min(self.animations.len().saturating_sub(1));
            }
            NamesAct::Moved { from, to } => {
                self.animations.swap(from, to);
                self.animation = to;
            }
        }
    }

    fn below(&mut self, panel: &mut Panel<'_>) {
        let split = |keys: &[ToyKey]| -> [Vec<f32>; 2] {
            [false, true].map(|all| keys.iter().filter(|key| all || key.1).map(|key| key.0).collect())
        };
        let [selected, times] = split(&self.document.columns());
        let joints: Vec<_> = self.document.joints.iter().map(|(_, _, keys)| split(keys)).collect();
        let rows: Vec<SheetRow<'_>> = (self.document.joints.iter().zip(&joints).enumerate())
            .map(|(index, ((name, depth, _), [selected, times]))| SheetRow {
                name,
                colour: joint_colour(index),
                depth: *depth,
                keys: SheetKeys { times, selected },
                chosen: self.chosen[index],
                unfolded: !self.folded[index],
            })
            .collect();
        let sheet = Sheet {
            columns: SheetKeys { times: &times, selected: &selected },
            rows: &rows,
            unfolded: !self.is_folded,
            end: self.document.end,
            looping: panel.clock.looping,
            now: panel.clock.time,
            fps: FPS,
            snap: self.snap,
        };
        let before = [self.view.from, self.view.to, self.view.first_row];
        if std::mem::take(&mut self.wants_home) {
            self.view.show_all(&sheet);
        }
        let acts = dope_sheet(panel, "sheet", &sheet, &mut self.view);
        let now = [self.view.from, self.view.to, self.view.first_row];
        if now != before {
            println!("seen {:.1} to {:.1} below {:.1}", now[0] * FPS, now[1] * FPS, now[2]);
        }
        for act in acts {
            self.answer(act, panel.clock);
        }
    }

    fn undo(&mut self) {
        if let Some((_, before)) = self.history.pop() {
            self.document = before;
            self.document.tell();
        }
    }
}

/// An act in a line.
fn told(act: &SheetAct) -> String {
    match act {
        SheetAct::Scrub(time) => format!("Scrub {:.1}", time * FPS),
        SheetAct::Select { keys, how } => format!("Select {} {how:?}", keys.len()),
        SheetAct::Insert { row, time } => format!("Insert {row:?} {:.1}", time * FPS),
        SheetAct::Dragged(by) => format!("Dragged {:.1}", by * FPS),
        act => format!("{act:?}"),
    }
}

impl Lesson for Toy {
    const ACTIONS: &'static [Action] = &[ALL, HOME, UNDO];

    fn open(_: &Gl, _: &Args) -> Result<Self> {
        let count = JOINTS.len();
        Ok(Self {
            document: Document::new(false),
            drag: None,
            history: Vec::new(),
            chosen: vec![false; count],
            folded: vec![false; count],
            is_folded: false,
            many: false,
            snap: true,
            view: SheetView::default(),
            animations: ["walk", "wave", "idle"].map(str::to_owned).into(),
            animation: 1,
            wants_home: false,
        })
    }

    fn camera(&self) -> Camera {
        Camera::flat(Vec3::ZERO, 4.0)
    }

    fn motion(&self) -> Option<Motion> {
        Some(Motion { seconds: self.document.end, plays_at_start: false })
    }

    fn update(&mut self, Step { input, .. }: Step) {
        if input.pressed(ALL) {
            self.document.every(|key| key.1 = true);
            self.document.tell();
        }
        if input.pressed(UNDO) {
            self.undo();
        }
        self.wants_home |= input.pressed(HOME);
    }

    fn panel(&mut self, panel: &mut Panel<'_>) {
        panel.switch("snap", &mut self.snap);
        if panel.switch("many", &mut self.many) || self.many != (self.document.joints.len() > JOINTS.len()) {
            self.document = Document::new(self.many);
            let count = self.document.joints.len();
            (self.chosen, self.folded) = (vec![false; count], vec![false; count]);
            self.wants_home = true;
        }
        panel.heading("Animations");
        let names: Vec<&str> = self.animations.iter().map(String::as_str).collect();
        if let Some(act) = panel.names("animations", 4.0, &names, Some(self.animation)) {
            self.rename(act);
        }
        panel.heading("History");
        let step = |name| Branch { depth: 0, name, end: "", colour: joint_colour(0), solid: true };
        let steps: Vec<Branch<'_>> = ["Open"]
            .into_iter()
            .chain(self.history.iter().map(|(name, _)| name.as_str()))
            .map(step)
            .collect();
        let mut present = Some(self.history.len());
        if panel.tree("history", 5.0, &steps, &mut present) {
            while self.history.len() > present.unwrap_or(0) {
                self.undo();
            }
        }
        let selected = self.document.joints.iter().flat_map(|joint| &joint.2).filter(|key| key.1).count();
        panel.number("selected", &format!("{selected} selected, end {:.3}", self.document.end));
    }

    fn panels(&mut self, panels: &mut Panels<'_>) {
        panels.bottom(230.0, |panel| self.below(panel));
    }

    fn draw(&self, frame: &mut Frame<'_>) -> Result<()> {
        frame.grid()
    }
}

fn main() -> ExitCode {
    // It has no text of its own.
    stage::run::<Toy>("01-hierarchical-transforms")
}
