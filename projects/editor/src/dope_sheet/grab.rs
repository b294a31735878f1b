//! Moves keys of a sheet, with the mouse's button down, or after a key without it.

use super::hand::{Hand, Mouse};
use super::layout::Layout;
use super::{FPS, SheetView};
use crate::Document;
use drafts::Draft;
use stage::{Cap, Key, Typed};

/// A move of the selected keys that is in progress.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Grab {
    /// True if the move ends when the button is released.
    by_button: bool,
    /// The time at the start of the key that snaps to frames.
    first: f32,
    /// The time under the mouse at the start, if it was over the sheet.
    from: Option<f32>,
    typed: Typed,
    /// The seconds by which the keys are moved.
    by: f32,
}

impl Grab {
    /// Returns a move by the mouse's button, pressed at the time `mouse` on a key at the time `first`.
    pub fn of_key(first: f32, mouse: f32) -> Self {
        Self { by_button: true, first, from: Some(mouse), ..Self::default() }
    }

    /// Returns the change of the keys in words.
    pub fn words(&self) -> String {
        match self.typed.words() {
            Some(typed) => format!("{typed} frames"),
            None => {
                format!("{:+.2} s  {:+.1} frames", self.by, self.by * FPS).replace(".0 frames", " frames")
            }
        }
    }

    /// Moves the keys by some seconds from the start of the drag, or by the number of frames that is typed.
    fn shift(&mut self, by: f32, draft: &mut Draft<Document>) {
        let by = self.typed.number().map_or(by, |frames| frames / FPS);
        if std::mem::replace(&mut self.by, by) != by {
            draft.change(|document| document.edit(|animation, selection| animation.shift(selection, by)));
        }
    }
}

impl SheetView {
    /// Handles a key. With the mouse over the sheet, G moves the selected keys along time, until Enter or a
    /// button accepts, or Escape or the right button cancels. Digits give the number of frames. `repeat`
    /// means that the key was down before. Returns true to take the key away from all others.
    pub fn key(&mut self, key: Key, repeat: bool, draft: &mut Draft<Document>) -> bool {
        let Key { cap, ctrl, alt, .. } = key;
        if ctrl || alt || matches!(cap, Cap::F(_) | Cap::Ctrl | Cap::Shift | Cap::Alt) {
            return false;
        }
        match (&mut self.hand, cap) {
            (Hand::Moves(_), Cap::Escape) => self.end(false, draft),
            (Hand::Moves(_), Cap::Enter) => self.end(true, draft),
            (Hand::Moves(grab), _) => {
                grab.typed.key(cap);
                grab.shift(grab.by, draft);
            }
            (hand, _) if key == Key::char('g') && self.over => {
                let selected = draft.now().selection.range().filter(|_| !repeat && *hand == Hand::Free);
                if let Some((first, _)) = selected {
                    draft.hold("Move keys");
                    *hand = Hand::Moves(Grab { first, ..Grab::default() });
                }
            }
            _ => return false,
        }
        true
    }

    /// Ends the move of keys, and accepts or cancels it.
    fn end(&mut self, accepts: bool, draft: &mut Draft<Document>) {
        self.hand = Hand::Spent;
        if accepts {
            draft.let_go();
        } else {
            draft.give_up();
        }
    }

    /// Follows the mouse with the keys that are being moved.
    pub fn follow_grab(&mut self, mouse: &Mouse, layout: &Layout, draft: &mut Draft<Document>) {
        let Hand::Moves(grab) = &mut self.hand else { return };
        if let Some(at) = mouse.at.map(|at| layout.time(at.x)) {
            let from = *grab.from.get_or_insert(at);
            grab.shift(mouse.snapped(grab.first + at - from) - grab.first, draft);
        }
        let is_pressed = if grab.by_button { !mouse.held } else { mouse.pressed };
        if mouse.cancelled || is_pressed {
            self.end(!mouse.cancelled, draft);
        }
    }
}
