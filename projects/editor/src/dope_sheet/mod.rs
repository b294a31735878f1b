//! A dope sheet: keys along time, a row for each joint, to be selected and dragged.

mod axis;
mod drawing;
mod grab;
mod hand;
mod layout;
#[cfg(test)]
mod tests;

use self::axis::SAME_TIME;
use self::grab::Grab;
use self::hand::{Hand, Mouse};
use self::layout::Layout;
use glam::{Vec2, vec2};
use imgui::{Key, MouseButton, Ui};
use stage::theme::Colour;
use stage::{Panel, Rect};
use std::ops::Range;

/// The contents of a [`Panel::dope_sheet`]. All times are in seconds.
#[derive(Clone, Copy, Debug)]
pub struct Sheet<'a> {
    /// The keys of all joints together: a column each.
    pub columns: SheetKeys<'a>,
    /// A row for each joint.
    pub rows: &'a [SheetRow<'a>],
    /// True if the rows below the columns are shown.
    pub unfolded: bool,
    /// End of the animation.
    pub end: f32,
    /// True if it begins again then.
    pub looping: bool,
    /// The present time.
    pub now: f32,
    /// Frames per second.
    pub fps: f32,
    /// True if drags snap to whole frames. Ctrl inverts it.
    pub snap: bool,
}

/// Keys of a row, in the order of time.
#[derive(Clone, Copy, Debug, Default)]
pub struct SheetKeys<'a> {
    /// Their times.
    pub times: &'a [f32],
    /// Times of the selected ones, in order too.
    pub selected: &'a [f32],
}

/// A joint of a [`Sheet`].
#[derive(Clone, Copy, Debug)]
pub struct SheetRow<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its colour.
    pub colour: Colour,
    /// Depth in the tree of joints. Deeper rows that follow are its descendants.
    pub depth: usize,
    /// Its keys.
    pub keys: SheetKeys<'a>,
    /// True if it is chosen.
    pub chosen: bool,
    /// True if its descendants' rows are shown.
    pub unfolded: bool,
}

/// A key of a [`Sheet`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SheetKey {
    /// Its row; none for a column, which is all keys at one time.
    pub row: Option<usize>,
    /// Its index among the row's keys.
    pub key: usize,
}

/// An action of the user in a dope sheet.
#[derive(Clone, Debug, PartialEq)]
pub enum SheetAct {
    /// Moves the playhead to a time from 0 to the end.
    Scrub(f32),
    /// Chooses a row: it alone, or as one more (or one less, if it was chosen).
    Choose {
        /// The row.
        row: usize,
        /// True if the others stay as they are.
        toggle: bool,
    },
    /// Shows or hides the descendants of a row; all rows, if it is none.
    Fold {
        /// The row.
        row: Option<usize>,
        /// True to show them.
        unfolded: bool,
    },
    /// Selects keys; with none, only changes the others.
    Select {
        /// The keys.
        keys: Vec<SheetKey>,
        /// Treatment of the other keys.
        how: Picking,
    },
    /// A drag begins. Its keys are selected already.
    DragBegun(SheetDrag),
    /// A drag goes on: by so many seconds from its start, snapped to frames if that is wanted.
    Dragged(f32),
    /// The selected keys are stretched about a time, by a factor since the start.
    Stretched {
        /// The time that stays: that of the playhead at the start.
        about: f32,
        /// Factor of the distances. If it is negative, keys after that time go before it.
        factor: f32,
    },
    /// The drag is accepted: one step of the history.
    DragEnded,
    /// The drag is cancelled: everything is as it was when it began.
    DragCancelled,
    /// A key is to be inserted, in a row or in all of them.
    Insert {
        /// The row.
        row: Option<usize>,
        /// Time in seconds.
        time: f32,
    },
}

/// Treatment of other keys when some are selected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Picking {
    /// They are no longer selected.
    Replace,
    /// They stay as they are.
    Add,
    /// They stay as they are, and keys that were selected already are deselected.
    Toggle,
}

/// Things that a drag in a dope sheet moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SheetDrag {
    /// The keys that are selected.
    Keys,
    /// A column and everything after it, the end too: the duration before the column changes.
    Stretch {
        /// The column.
        column: usize,
    },
    /// The end of the animation.
    End,
}

/// Visible part of a dope sheet, and the state of the mouse in it. A new one shows everything.
#[derive(Clone, Debug, Default)]
pub struct SheetView {
    /// The first visible time, in seconds.
    pub from: f32,
    /// The last visible time. If it is not after the first, everything is visible.
    pub to: f32,
    /// Number of rows that are scrolled out at the top.
    pub first_row: f32,
    hand: Hand,
    /// The keys that are moved from the keyboard.
    grab: Option<Grab>,
    /// The row that is to be scrolled to.
    wants_row: Option<usize>,
    /// True if the mouse was over the sheet in the last picture.
    over: bool,
    /// True if the last press was a click.
    clicked: bool,
    /// Place of the mouse in the last picture, while it moves the view.
    pans: Option<Vec2>,
}

impl SheetView {
    /// Shows the whole animation, and all keys after its end.
    pub fn show_all(&mut self, sheet: &Sheet<'_>) {
        let last = sheet.columns.times.last().copied().unwrap_or(0.0);
        let first = sheet.columns.times.first().copied().unwrap_or(0.0).min(0.0);
        let length = sheet.end.max(last).max(1.0 / sheet.fps) - first;
        (self.from, self.to) = (first - 0.03 * length, first + 1.12 * length);
        self.first_row = 0.0;
    }

    /// Moves the view until a time is visible.
    pub fn show(&mut self, time: f32) {
        let margin = 0.03 * (self.to - self.from);
        let over = (time + margin - self.to).max(0.0) - (self.from + margin - time).max(0.0);
        (self.from, self.to) = (self.from + over, self.to + over);
    }

    /// Scrolls until a row is visible, if it is unfolded.
    pub fn show_row(&mut self, row: usize) {
        self.wants_row = Some(row);
    }

    /// Returns true if keys or the end are being dragged.
    pub fn is_dragging(&self) -> bool {
        self.grab.is_some() || matches!(self.hand, Hand::Drags { .. })
    }

    /// Ends a drag without reporting it, for a lesson that has put things back itself.
    pub fn let_go(&mut self) {
        (self.hand, self.grab) = (Hand::Spent, None);
    }
}

/// Shows keys along time in the rest of the panel. Returns the user's actions; changes nothing but the view.
///
/// Keys can be found as `key 2` and `hand key 2`, rows as `sheet=hand`, and there are `playhead`, `end`, `ruler`,
/// `fold`, `fold hand` and `duration 2`, the duration before column 2. On the keyboard arrows move the playhead from
/// column to column, with Shift the selected keys by a frame; Space selects the column at the playhead.
pub fn dope_sheet(
    panel: &mut Panel<'_>,
    name: &str,
    sheet: &Sheet<'_>,
    view: &mut SheetView,
) -> Vec<SheetAct> {
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
        // Dear ImGui can't draw rounded corners of rows without space.
        return Vec::new();
    }
    let mouse = mouse_in_sheet(panel, place);
    let layout = Layout::new(place, scale, sheet, view);
    let mut acts = view.follow(&mouse, &layout, sheet);
    if panel.is_item_focused() && panel.io().nav_visible {
        acts.extend(step_in_sheet(panel, sheet, view));
    }
    // The moved view shows in this picture already.
    let layout = Layout::new(place, scale, sheet, view);
    drawing::draw(panel, sheet, &layout, view, &mouse);
    drawing::place(panel, name, sheet, &layout);
    acts
}

/// Returns the state of the mouse in the sheet.
fn mouse_in_sheet(ui: &Ui, place: Rect) -> Mouse {
    let io = ui.io();
    let at = Vec2::from(io.mouse_pos);
    let over = ui.is_item_hovered() && place.contains(at);
    let clicked = |button| ui.is_mouse_clicked(button);
    Mouse {
        at: ui.is_mouse_pos_valid(io.mouse_pos).then_some(at),
        over,
        pressed: over && clicked(MouseButton::Left),
        double: over && ui.is_mouse_double_clicked(MouseButton::Left),
        held: ui.is_mouse_down(MouseButton::Left),
        pressed_anywhere: clicked(MouseButton::Left),
        cancelled: clicked(MouseButton::Right) || ui.is_key_pressed(Key::Escape),
        pans: ui.is_mouse_down(MouseButton::Middle),
        begins_to_pan: over && clicked(MouseButton::Middle),
        wheel: if over { io.mouse_wheel } else { 0.0 },
        shift: io.key_shift,
        ctrl: io.key_ctrl,
        alt: io.key_alt,
    }
}

/// Lets the keyboard move the playhead, select and drag.
fn step_in_sheet(ui: &Ui, sheet: &Sheet<'_>, view: &mut SheetView) -> Vec<SheetAct> {
    let pressed = |key| f32::from(u8::from(ui.is_key_pressed(key)));
    let way = pressed(Key::RightArrow) - pressed(Key::LeftArrow);
    if way != 0.0 && ui.io().key_shift {
        return vec![
            SheetAct::DragBegun(SheetDrag::Keys),
            SheetAct::Dragged(way / sheet.fps),
            SheetAct::DragEnded,
        ];
    }
    if way != 0.0 {
        let time = sheet.next_stop(way);
        view.show(time);
        return vec![SheetAct::Scrub(time)];
    }
    if ui.is_key_pressed(Key::Space) {
        let is_here = |time: &f32| (time - sheet.now).abs() < SAME_TIME;
        let key = sheet.columns.times.iter().position(is_here);
        let keys = key.map(|key| SheetKey { row: None, key }).into_iter().collect();
        let how = if ui.io().key_shift { Picking::Toggle } else { Picking::Replace };
        return vec![SheetAct::Select { keys, how }];
    }
    Vec::new()
}

impl Sheet<'_> {
    /// The time of the next column after the playhead (way 1) or before it (way -1), or else the end or the beginning.
    fn next_stop(&self, way: f32) -> f32 {
        let stops = self.columns.times.iter().copied().chain([0.0, self.end]);
        let ahead =
            stops.filter(|time| way * (time - self.now) > SAME_TIME && (0.0..=self.end).contains(time));
        ahead.min_by(|a, b| (way * a).total_cmp(&(way * b))).unwrap_or(self.now)
    }

    /// The keys of a row, or the columns.
    fn keys(&self, row: Option<usize>) -> SheetKeys<'_> {
        row.map_or(self.columns, |row| self.rows.get(row).map_or(SheetKeys::default(), |row| row.keys))
    }
}

impl SheetKeys<'_> {
    /// Returns true if a key is selected.
    fn has(&self, key: usize) -> bool {
        self.has_in(key..key + 1)
    }

    /// Returns true if any key in a range is selected.
    fn has_in(&self, keys: Range<usize>) -> bool {
        let [first, last] = [keys.start, keys.end.saturating_sub(1)].map(|key| self.times.get(key));
        let (Some(first), Some(last)) = (first, last) else { return false };
        let next = self.selected.partition_point(|at| at - first <= -SAME_TIME);
        self.selected.get(next).is_some_and(|at| at - last < SAME_TIME)
    }

    /// The key nearest to a time, if it is at most `reach` seconds away.
    fn near(&self, time: f32, reach: f32) -> Option<usize> {
        let after = self.times.partition_point(|at| *at < time);
        let both = [after.checked_sub(1), Some(after)].into_iter().flatten();
        let away = |key: usize| self.times.get(key).map_or(f32::INFINITY, |at| (at - time).abs());
        both.filter(|key| away(*key) <= reach).min_by(|a, b| away(*a).total_cmp(&away(*b)))
    }
}

/// The width of the names at scale 1, in pixels.
const NAMES_WIDTH: f32 = 168.0;

/// The height of the ruler, of the strip below it, and of a row at scale 1, in pixels.
const RULER_HEIGHT: f32 = 22.0;
const STRIP_HEIGHT: f32 = 11.0;
const ROW_HEIGHT: f32 = 20.0;

/// Least height in which anything is shown: the ruler, its strip, and two rows.
const LEAST_HEIGHT: f32 = RULER_HEIGHT + STRIP_HEIGHT + 2.0 * ROW_HEIGHT;

/// Distance of the mouse beyond which a press is a drag, at scale 1.
const CLICK: Vec2 = vec2(3.0, 3.0);
