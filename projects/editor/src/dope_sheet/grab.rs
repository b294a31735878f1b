//! Keys of a sheet that are moved from the keyboard: they follow the mouse without a button.

use super::axis::snapped;
use super::hand::{Hand, Mouse, moved_words};
use super::layout::Layout;
use super::{Sheet, SheetAct, SheetDrag, SheetView};
use stage::{Cap, Key, Typed};

/// Least distance of the mouse from the playhead for stretching keys, at scale 1: a smaller one counts as this.
const NEAREST: f32 = 40.0;

/// A change of the selected keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tool {
    Move,
    Stretch,
}

/// The keys that are being changed.
#[derive(Clone, Debug)]
pub struct Grab {
    tool: Tool,
    /// The state at the start, once the sheet is shown.
    start: Option<Start>,
    typed: Typed,
    /// The last action that was reported.
    told: SheetAct,
    /// The action that ends it, if there is one.
    ends: Option<SheetAct>,
}

/// The state at the start.
#[derive(Clone, Copy, Debug)]
struct Start {
    /// The time of the playhead.
    about: f32,
    /// The time of the first key, and that of the key farthest from the playhead.
    first: f32,
    farthest: f32,
    /// The time under the mouse, if it was anywhere.
    mouse: Option<f32>,
}

impl Grab {
    fn new(tool: Tool, start: Option<Start>) -> Self {
        Self { tool, start, typed: Typed::default(), told: SheetAct::Dragged(0.0), ends: None }
    }

    /// Returns the change of the keys in words.
    pub fn words(&self, fps: f32) -> String {
        match (&self.told, self.typed.words()) {
            (SheetAct::Stretched { .. }, Some(typed)) => format!("stretch {typed}"),
            (SheetAct::Stretched { factor, .. }, None) => format!("stretch {factor:.2}"),
            (_, Some(typed)) => format!("{typed} frames"),
            (SheetAct::Dragged(by), None) => moved_words(*by, fps),
            _ => String::new(),
        }
    }

    /// Returns the action for the mouse at a time, or for the typed number; `nearest` is in seconds.
    fn act(&self, start: &Start, at: Option<f32>, nearest: f32, fps: f32, snaps: bool) -> SheetAct {
        let snap = |time| if snaps { snapped(time, fps) } else { time };
        let gone = start.mouse.zip(at).map_or(0.0, |(from, to)| to - from);
        match self.tool {
            Tool::Move => {
                let by = || snap(start.first + gone) - start.first;
                SheetAct::Dragged(self.typed.number().map_or_else(by, |frames| frames / fps))
            }
            Tool::Stretch => {
                let about = start.about;
                let away = start.mouse.map_or(0.0, |from| from - about);
                let factor = 1.0 + gone / away.abs().max(nearest).copysign(away);
                // The key that moves farthest stops at frames.
                let reach = start.farthest - about;
                let factor =
                    || if reach == 0.0 { 1.0 } else { (snap(about + factor * reach) - about) / reach };
                SheetAct::Stretched { about, factor: self.typed.number().unwrap_or_else(factor) }
            }
        }
    }
}

impl Start {
    /// None if nothing is selected.
    fn of(sheet: &Sheet<'_>) -> Option<Self> {
        let times = || sheet.columns.selected.iter().copied();
        let away = |time: &f32| (time - sheet.now).abs();
        let farthest = times().max_by(|one, other| away(one).total_cmp(&away(other)))?;
        Some(Self { about: sheet.now, first: times().next()?, farthest, mouse: None })
    }
}

impl SheetView {
    /// Answers a key: with the mouse over the sheet, G moves the selected keys along time, and S stretches them about
    /// the playhead, until Enter or a button accepts it, or Escape or the right button cancels it. Digits give the
    /// number of frames, or the factor. `repeat` means that the key was down before. True takes the key away from all
    /// others.
    pub fn key(&mut self, key: Key, repeat: bool) -> bool {
        let Key { cap, ctrl, alt, .. } = key;
        if ctrl || alt || matches!(cap, Cap::F(_) | Cap::Ctrl | Cap::Shift | Cap::Alt) {
            return false;
        }
        let tools = [(Key::char('g'), Tool::Move), (Key::char('s'), Tool::Stretch)];
        let tool = tools.into_iter().find(|(taken_by, _)| *taken_by == key);
        match (&mut self.grab, tool) {
            (None, Some(_)) if self.over && (repeat || self.hand != Hand::Free) => {}
            (None, Some((_, tool))) if self.over => self.grab = Some(Grab::new(tool, None)),
            (None, _) => return false,
            (Some(grab), Some((_, tool))) if !repeat => {
                *grab = Grab { told: grab.told.clone(), ..Grab::new(tool, grab.start) };
            }
            (Some(grab), _) => match cap {
                Cap::Escape => grab.ends = Some(SheetAct::DragCancelled),
                Cap::Enter => grab.ends = Some(SheetAct::DragEnded),
                cap => grab.typed.key(cap),
            },
        }
        true
    }

    /// Begins to move the selected keys, like the key G.
    pub fn take_to_move(&mut self) {
        self.grab = Some(Grab::new(Tool::Move, None));
    }

    /// Begins to stretch them, like the key S.
    pub fn take_to_stretch(&mut self) {
        self.grab = Some(Grab::new(Tool::Stretch, None));
    }

    /// Moves the keys with the mouse.
    pub fn follow_grab(&mut self, mouse: &Mouse, layout: &Layout, sheet: &Sheet<'_>) -> Vec<SheetAct> {
        let Some(mut grab) = self.grab.take() else { return Vec::new() };
        let Some(mut start) = grab.start.or_else(|| Start::of(sheet)) else { return Vec::new() };
        let begins = grab.start.is_none().then_some(SheetAct::DragBegun(SheetDrag::Keys));
        let at = mouse.at.map(|at| layout.axis.time(at.x));
        start.mouse = start.mouse.or(at);
        grab.start = Some(start);
        let nearest = NEAREST * layout.scale / layout.axis.pixels_per_second();
        let act = grab.act(&start, at, nearest, sheet.fps, sheet.snap != mouse.ctrl);
        let changes = (act != std::mem::replace(&mut grab.told, act.clone())).then_some(act);
        let mut ends = grab.ends.take();
        if mouse.pressed_anywhere || mouse.cancelled {
            ends = Some(if mouse.cancelled { SheetAct::DragCancelled } else { SheetAct::DragEnded });
            self.hand = Hand::Spent;
        }
        if ends.is_none() {
            self.grab = Some(grab);
        }
        begins.into_iter().chain(changes).chain(ends).collect()
    }
}
