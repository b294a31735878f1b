//! Keys of a sheet that are moved or stretched: with the button down, or from the keyboard, without one.

use super::axis::FPS;
use super::hand::{Hand, Mouse};
use super::layout::Layout;
use super::{Sheet, SheetAct, SheetView};
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
    /// True if it lasts as long as the button is down.
    by_button: bool,
    /// The state at the start, once the sheet is shown.
    start: Option<Start>,
    /// The last time under the mouse.
    at: Option<f32>,
    typed: Typed,
    /// The last action that was reported: none before the drag has begun.
    told: Option<SheetAct>,
    /// The action that ends it, if there is one.
    ends: Option<SheetAct>,
}

/// The state at the start.
#[derive(Clone, Copy, Debug)]
struct Start {
    /// The time of the playhead.
    about: f32,
    /// The time of the key that goes to whole frames, and that of the key farthest from the playhead.
    first: f32,
    farthest: f32,
    /// The time under the mouse, if it was anywhere.
    mouse: Option<f32>,
}

impl Grab {
    fn new(tool: Tool, start: Option<Start>) -> Self {
        Self { tool, by_button: false, start, at: None, typed: Typed::default(), told: None, ends: None }
    }

    /// The selected keys, moved by one of them with the mouse's button; `mouse` is the time of the press.
    pub fn of_key(first: f32, mouse: f32) -> Self {
        let start = Start { about: first, first, farthest: first, mouse: Some(mouse) };
        Self { by_button: true, ..Self::new(Tool::Move, Some(start)) }
    }

    /// Returns the change of the keys in words.
    pub fn words(&self) -> String {
        match (&self.told, self.typed.words()) {
            (Some(SheetAct::Stretched { .. }), Some(typed)) => format!("stretch {typed}"),
            (Some(SheetAct::Stretched { factor, .. }), None) => format!("stretch {factor:.2}"),
            (_, Some(typed)) => format!("{typed} frames"),
            (Some(SheetAct::Dragged(by)), None) => {
                format!("{by:+.2} s  {:+.1} frames", by * FPS).replace(".0 frames", " frames")
            }
            _ => String::new(),
        }
    }

    /// Returns the action for the mouse at a time, or for the typed number; `nearest` is in seconds.
    fn act(&self, start: &Start, at: Option<f32>, nearest: f32, mouse: &Mouse) -> SheetAct {
        let gone = start.mouse.zip(at).map_or(0.0, |(from, to)| to - from);
        match self.tool {
            Tool::Move => {
                let by = || mouse.snapped(start.first + gone) - start.first;
                SheetAct::Dragged(self.typed.number().map_or_else(by, |frames| frames / FPS))
            }
            Tool::Stretch => {
                let about = start.about;
                let away = start.mouse.map_or(0.0, |from| from - about);
                let factor = 1.0 + gone / away.abs().max(nearest).copysign(away);
                // The key that moves farthest stops at frames.
                let reach = start.farthest - about;
                let factor = || {
                    if reach == 0.0 { 1.0 } else { (mouse.snapped(about + factor * reach) - about) / reach }
                };
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
        let tool = tools.into_iter().find(|(taken_by, _)| *taken_by == key).map(|(_, tool)| tool);
        match (&mut self.grab, tool) {
            (None, Some(tool)) if self.over => {
                if !repeat && self.hand == Hand::Free {
                    self.grab = Some(Grab::new(tool, None));
                }
            }
            (None, _) => return false,
            (Some(grab), Some(tool)) if !repeat && !grab.by_button => {
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

    /// Changes the keys with the mouse.
    pub fn follow_grab(&mut self, mouse: &Mouse, layout: &Layout, sheet: &Sheet<'_>) -> Vec<SheetAct> {
        let Some(mut grab) = self.grab.take() else { return Vec::new() };
        let Some(mut start) = grab.start.or_else(|| Start::of(sheet)) else { return Vec::new() };
        let begins = grab.told.is_none().then_some(SheetAct::DragBegun);
        let at = mouse.at.map(|at| layout.axis.time(at.x)).or(grab.at);
        start.mouse = start.mouse.or(at);
        (grab.start, grab.at) = (Some(start), at);
        let nearest = NEAREST * layout.scale / layout.axis.pixels_per_second();
        let act = grab.act(&start, at, nearest, mouse);
        let before = grab.told.replace(act.clone()).unwrap_or(SheetAct::Dragged(0.0));
        let changes = (act != before).then_some(act);
        let is_pressed = if grab.by_button { !mouse.held } else { mouse.pressed_anywhere };
        if mouse.cancelled {
            grab.ends = Some(SheetAct::DragCancelled);
        } else if is_pressed {
            grab.ends = Some(SheetAct::DragEnded);
        }
        let ends = grab.ends.take();
        if ends.is_none() {
            self.grab = Some(grab);
        } else {
            self.hand = if mouse.held || mouse.pressed_anywhere { Hand::Spent } else { Hand::Free };
        }
        begins.into_iter().chain(changes).chain(ends).collect()
    }
}
