//! Reports changes of a control by the user, so that an editor can undo a whole drag at once.

use super::{Panel, Rect};
use glam::Vec2;

/// The user's change of a control in this frame.
///
/// An edit is a whole drag, a number that is typed, or a click on an option. It begins and ends once, even if
/// the value is unchanged. The value may already have changed when an edit begins. So an editor copies it
/// before the control is shown, keeps the copy of the frame in which the edit began, and puts that into its
/// history when the edit ends.
///
/// A control that is no longer shown ends nothing, so the code that stops showing it must end its edit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Edit {
    /// The control was grabbed.
    pub began: bool,
    pub changed: bool,
    /// The control was let go.
    pub ended: bool,
}

impl Edit {
    /// An edit that begins and ends in one frame, as by a click on an option or from the command line.
    pub(super) const WHOLE: Self = Self { began: true, changed: true, ended: true };
}

impl Panel<'_> {
    /// Returns the edit of the control that was shown last.
    pub fn edit(&self) -> Edit {
        self.edit
    }

    /// Stores the rectangle of Dear ImGui's last item under a name.
    pub(crate) fn place_item(&mut self, name: impl Into<String>) {
        if self.ui.is_item_visible() {
            let [low, high] = [self.ui.item_rect_min(), self.ui.item_rect_max()].map(Vec2::from);
            self.memory.found(name, Rect { low, high });
        }
    }

    /// Stores the rectangle of something that was drawn by hand under a name.
    pub fn found(&mut self, name: impl Into<String>, place: Rect) {
        self.memory.found(name, place);
    }

    /// Derives the edit from Dear ImGui's last item, which may be held for a while.
    pub(super) fn edit_item(&mut self, name: &str, was_set: bool, changed: bool) {
        self.place_item(name);
        let (began, ended) = (self.ui.is_item_activated(), self.ui.is_item_deactivated());
        self.edit = if was_set { Edit::WHOLE } else { Edit { began, changed, ended } };
    }

    /// Derives the edit of something that changes by a single click.
    pub(super) fn edit_at_once(&mut self, changed: bool) {
        self.edit = if changed { Edit::WHOLE } else { Edit::default() };
    }
}
