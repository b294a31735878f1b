//! Moves keys of a sheet, with the mouse's button down, or after a key without it.

use super::axis::FPS;
use super::hand::{Hand, Mouse};
use super::layout::Layout;
use super::{Sheet, SheetAct, SheetView};
use stage::{Cap, Key, Typed};

/// A move of the selected keys that is in progress.
#[derive(Clone, Debug, Default)]
pub struct Grab {
    /// True if the move ends when the button is released.
    by_button: bool,
    /// The time at the start of the key that snaps to frames, once the sheet is shown.
    first: Option<f32>,
    /// The time under the mouse at the start, if it was over the sheet.
    from: Option<f32>,
    at: Option<f32>,
    typed: Typed,
    /// The action that was reported last, none before the drag has begun.
    told: Option<SheetAct>,
    /// The action that ends the move, once it is decided.
    ends: Option<SheetAct>,
}

impl Grab {
    /// Returns a move by the mouse's button, pressed at the time `mouse` on a key at the time `first`.
    pub fn of_key(first: f32, mouse: f32) -> Self {
        Self { by_button: true, first: Some(first), from: Some(mouse), ..Self::default() }
    }

    /// Returns the change of the keys in words.
    pub fn words(&self) -> String {
        match (&self.told, self.typed.words()) {
            (_, Some(typed)) => format!("{typed} frames"),
            (Some(SheetAct::Dragged(by)), None) => {
                format!("{by:+.2} s  {:+.1} frames", by * FPS).replace(".0 frames", " frames")
            }
            _ => String::new(),
        }
    }

    /// Returns the action for the mouse's place, or for a number that is typed.
    fn act(&self, first: f32, mouse: &Mouse) -> SheetAct {
        let gone = self.from.zip(self.at).map_or(0.0, |(from, to)| to - from);
        let by = || mouse.snapped(first + gone) - first;
        SheetAct::Dragged(self.typed.number().map_or_else(by, |frames| frames / FPS))
    }
}

impl SheetView {
    /// Handles a key. With the mouse over the sheet, G moves the selected keys along time, until Enter or a
    /// button accepts, or Escape or the right button cancels. Digits give the number of frames. `repeat`
    /// means that the key was down before. Returns true to take the key away from all others.
    pub fn key(&mut self, key: Key, repeat: bool) -> bool {
        let Key { cap, ctrl, alt, .. } = key;
        if ctrl || alt || matches!(cap, Cap::F(_) | Cap::Ctrl | Cap::Shift | Cap::Alt) {
            return false;
        }
        match &mut self.grab {
            None if key == Key::char('g') && self.over => {
                if !repeat && self.hand == Hand::Free {
                    self.grab = Some(Grab::default());
                }
            }
            None => return false,
            Some(grab) => match cap {
                Cap::Escape => grab.ends = Some(SheetAct::DragCancelled),
                Cap::Enter => grab.ends = Some(SheetAct::DragEnded),
                cap => grab.typed.key(cap),
            },
        }
        true
    }

    /// Follows the mouse with the keys that are being moved.
    pub fn follow_grab(&mut self, mouse: &Mouse, layout: &Layout, sheet: &Sheet<'_>) -> Vec<SheetAct> {
        let Some(mut grab) = self.grab.take() else { return Vec::new() };
        let Some(first) = grab.first.or(sheet.columns.selected.first().copied()) else { return Vec::new() };
        let begins = grab.told.is_none().then_some(SheetAct::DragBegun);
        grab.at = mouse.at.map(|at| layout.axis.time(at.x)).or(grab.at);
        (grab.first, grab.from) = (Some(first), grab.from.or(grab.at));
        let act = grab.act(first, mouse);
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
