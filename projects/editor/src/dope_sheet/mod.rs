//! Shows a dope sheet, keys along time with a row for each joint, to be selected and dragged.

mod drawing;
mod grab;
mod hand;
mod layout;
#[cfg(test)]
mod tests;

use self::hand::{Hand, Mouse};
use self::layout::Layout;
use crate::{Document, Selection};
use common::clip::SAME_TIME;
use drafts::Draft;
use glam::{Vec2, vec2};
use imgui::{Key, MouseButton, Ui};
use stage::theme::Colour;
use stage::{Panel, Rect};
use std::ops::Range;

/// The contents of a [`dope_sheet`] in a frame. All times are in seconds.
#[derive(Clone, Debug)]
pub struct Sheet<'a> {
    /// The columns, each for the keys of all joints at one time.
    pub columns: SheetKeys,
    /// The rows of joints below the columns.
    pub rows: Vec<SheetRow<'a>>,
    /// True if these are all rows, and false if only those of chosen joints.
    pub unfolded: bool,
    pub end: f32,
    pub now: f32,
}

/// The keys of a row, sorted by time.
#[derive(Clone, Debug, Default)]
pub struct SheetKeys {
    pub times: Vec<f32>,
    /// The times of the selected keys, sorted.
    pub selected: Vec<f32>,
}

/// A joint's row in a [`Sheet`].
#[derive(Clone, Debug)]
pub struct SheetRow<'a> {
    pub joint: usize,
    pub name: &'a str,
    pub colour: Colour,
    pub keys: SheetKeys,
    pub chosen: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SheetKey {
    /// The row, or none for a column, which stands for all keys at one time.
    row: Option<usize>,
    /// The index among the row's keys.
    key: usize,
}

/// An action in a dope sheet that is not about keys.
#[derive(Clone, Debug, PartialEq)]
pub enum SheetAct {
    /// Moves the playhead to a time from 0 to the end.
    Scrub(f32),
    /// Chooses a joint's row.
    Choose {
        joint: usize,
        /// True to add the joint to those chosen, or remove it; otherwise it alone is chosen.
        toggle: bool,
    },
    /// Shows all rows of joints, or only those of chosen ones.
    Unfold(bool),
}

/// The visible part of a dope sheet, and what the mouse is doing in it. The default shows everything.
#[derive(Clone, Debug, Default)]
pub struct SheetView {
    /// The first visible time, in seconds.
    pub from: f32,
    /// The last visible time. If it is not after the first, everything is visible.
    pub to: f32,
    /// The number of rows that are scrolled out at the top.
    pub first_row: f32,
    hand: Hand,
    /// True if the mouse was over the sheet in the last frame.
    over: bool,
}

impl SheetView {
    /// Shows the whole animation, and all keys after its end.
    pub fn show_all(&mut self, sheet: &Sheet<'_>) {
        let last = sheet.columns.times.last().copied().unwrap_or(0.0);
        let first = sheet.columns.times.first().copied().unwrap_or(0.0).min(0.0);
        let length = sheet.end.max(last).max(1.0 / FPS) - first;
        (self.from, self.to) = (first - 0.03 * length, first + 1.12 * length);
        self.first_row = 0.0;
    }

    /// Returns true if keys are being dragged.
    pub fn is_dragging(&self) -> bool {
        matches!(self.hand, Hand::Moves(_))
    }

    /// Ends a drag, for a lesson that has restored the keys itself.
    pub fn let_go(&mut self) {
        self.hand = Hand::Spent;
    }
}

/// Shows keys along time in the rest of the panel. It selects and moves keys of the draft, and returns any other action.
///
/// Keys can be found as `key 2` and `hand key 2`, rows as `sheet=hand`, and there are `playhead` and `fold`.
pub fn dope_sheet(
    panel: &mut Panel<'_>,
    name: &str,
    sheet: &Sheet<'_>,
    view: &mut SheetView,
    draft: &mut Draft<Document>,
) -> Option<SheetAct> {
    let scale = panel.scale();
    if view.to <= view.from {
        view.show_all(sheet);
    }
    let low = Vec2::from(panel.cursor_screen_pos());
    let room = Vec2::from(panel.content_region_avail()).max(Vec2::splat(40.0 * scale));
    let place = Rect { low, high: low + room };
    panel.invisible_button(name, room.to_array());
    panel.found(name, place);
    if room.y < LEAST_HEIGHT * scale {
        return None;
    }
    let mouse = mouse_in_sheet(panel, place);
    let act = view.follow(&mouse, &Layout::new(place, scale, sheet, view), sheet, draft);
    // The moved view shows in this frame already.
    let layout = Layout::new(place, scale, sheet, view);
    drawing::draw(panel, sheet, &layout, view, &mouse);
    drawing::place(panel, name, sheet, &layout);
    act
}

fn mouse_in_sheet(ui: &Ui, place: Rect) -> Mouse {
    let io = ui.io();
    let at = Vec2::from(io.mouse_pos);
    let over = ui.is_item_hovered() && place.contains(at);
    Mouse {
        at: ui.is_mouse_pos_valid(io.mouse_pos).then_some(at),
        over,
        pressed: ui.is_mouse_clicked(MouseButton::Left),
        held: ui.is_mouse_down(MouseButton::Left),
        cancelled: ui.is_mouse_clicked(MouseButton::Right) || ui.is_key_pressed(Key::Escape),
        wheel: if over { io.mouse_wheel } else { 0.0 },
        shift: io.key_shift,
        ctrl: io.key_ctrl,
    }
}

impl Sheet<'_> {
    /// Returns the keys of a joint's row, or else the columns.
    fn keys(&self, row: Option<usize>) -> &SheetKeys {
        row.map_or(&self.columns, |row| &self.rows[row].keys)
    }

    fn selection(&self, keys: &[SheetKey], document: &Document) -> Selection {
        let mut selection = Selection::default();
        for &SheetKey { row, key } in keys {
            let time = self.keys(row).times[key];
            match (row, document.animation()) {
                (Some(row), _) => selection.add(self.rows[row].joint, time),
                (None, Some(animation)) => selection.extend(Selection::column(animation, time).iter()),
                (None, None) => {}
            }
        }
        selection
    }
}

impl SheetKeys {
    /// Returns true if any key in a range is selected.
    fn has_in(&self, keys: Range<usize>) -> bool {
        let [first, last] = [keys.start, keys.end.saturating_sub(1)].map(|key| self.times.get(key));
        let (Some(first), Some(last)) = (first, last) else { return false };
        let next = self.selected.partition_point(|at| at - first <= -SAME_TIME);
        self.selected.get(next).is_some_and(|at| at - last < SAME_TIME)
    }

    /// Returns the index of the key nearest to a time, if it is at most `reach` seconds away.
    fn near(&self, time: f32, reach: f32) -> Option<usize> {
        let after = self.times.partition_point(|at| *at < time);
        let both = [after.checked_sub(1), Some(after)].into_iter().flatten();
        let away = |key: usize| self.times.get(key).map_or(f32::INFINITY, |at| (at - time).abs());
        both.filter(|key| away(*key) <= reach).min_by(|a, b| away(*a).total_cmp(&away(*b)))
    }
}

/// The frames in a second, to which times snap.
const FPS: f32 = 30.0;

/// The width of the names, in pixels at scale 1.
const NAMES_WIDTH: f32 = 168.0;

/// The height of the ruler, in pixels at scale 1.
const RULER_HEIGHT: f32 = 22.0;
const ROW_HEIGHT: f32 = 20.0;

/// The least height in which anything is shown, for the ruler and two rows.
const LEAST_HEIGHT: f32 = RULER_HEIGHT + 2.0 * ROW_HEIGHT;

/// The distance of the mouse beyond which a press is a drag, in pixels at scale 1.
const CLICK: Vec2 = vec2(3.0, 3.0);
