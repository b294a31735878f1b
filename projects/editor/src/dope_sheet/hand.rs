//! Actions of the mouse in a sheet.

use super::axis::{SAME_TIME, snapped, zoomed};
use super::layout::{Layout, Line, Part};
use super::{CLICK, Picking, Sheet, SheetAct, SheetDrag, SheetKey, SheetView};
use glam::{Vec2, vec2};

/// Factor on the visible time for a notch of the wheel towards the person.
const ZOOM: f32 = 1.2;

/// The mouse in a picture.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mouse {
    /// Its place, if it has one.
    pub at: Option<Vec2>,
    /// True if it is over the sheet.
    pub over: bool,
    /// True if the left button was pressed there now.
    pub pressed: bool,
    /// True if that was a double click.
    pub double: bool,
    /// True if the left button is down; and true if it was pressed now, anywhere.
    pub held: bool,
    pub pressed_anywhere: bool,
    /// True if the right button or Escape cancels.
    pub cancelled: bool,
    /// True if the middle button is down; and true if it was pressed over the sheet now.
    pub pans: bool,
    pub begins_to_pan: bool,
    /// Notches of the wheel over the sheet.
    pub wheel: f32,
    pub shift: bool,
    pub ctrl: bool,
    pub alt: bool,
}

/// State of the left button.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Hand {
    /// Nothing.
    #[default]
    Free,
    /// It was pressed, and has not moved far enough for a drag.
    Pressed { at: Vec2, time: f32, on: Part, grabbed: f32, shift: bool, alt: bool },
    /// It drags the playhead.
    Scrubs,
    /// It drags something that was at the time `grabbed`, with the mouse at the time `from`.
    Drags { what: SheetDrag, grabbed: f32, from: f32, by: f32 },
    /// It draws a box, from a time and a height in the scrolled rows.
    Boxes { time: f32, y: f32, add: bool },
    /// It drags the bar that scrolls the rows.
    Scrolls,
    /// Nothing until it is released.
    Spent,
}

impl SheetView {
    /// Carries out the actions of the mouse.
    pub fn follow(&mut self, mouse: &Mouse, layout: &Layout, sheet: &Sheet<'_>) -> Vec<SheetAct> {
        (self.first_row, self.over) = (layout.first_row, mouse.over);
        if let Some(index) =
            self.wants_row.take().and_then(|row| layout.rows.iter().position(|&shown| shown == row))
        {
            let index = index as f32;
            self.first_row = self.first_row.max(index + 1.0 - layout.rows_seen()).min(index);
        }
        if let Some(at) = mouse.at {
            self.roll(mouse, at, layout, sheet);
            self.pan(mouse, at, layout);
        }
        if self.grab.is_some() {
            return self.follow_grab(mouse, layout, sheet);
        }
        // A moved view shows only in the next picture: the drag waits until then, so that nothing jumps.
        let Some(at) = mouse.at else {
            return self.without_mouse(mouse);
        };
        if let Hand::Pressed { on, grabbed, .. } = self.hand
            && moment(on, sheet) != Some(grabbed)
        {
            // What it drags was deleted.
            self.hand = Hand::Spent;
        }
        match self.hand {
            _ if mouse.cancelled && self.hand != Hand::Free => self.give_up(),
            Hand::Free if mouse.pressed => self.press(mouse, at, layout, sheet),
            Hand::Free => Vec::new(),
            Hand::Pressed { at: before, .. } if (at - before).abs().cmpge(CLICK * layout.scale).any() => {
                self.begin(mouse, at, layout, sheet)
            }
            Hand::Pressed { .. } if mouse.held => Vec::new(),
            Hand::Pressed { on, grabbed, shift, alt, .. } => {
                (self.hand, self.clicked) = (Hand::Free, true);
                click(on, grabbed, [shift, alt], sheet)
            }
            Hand::Scrubs => {
                self.free_if_released(mouse);
                scrub(mouse, at, layout, sheet)
            }
            Hand::Drags { .. } => self.drag(mouse, at, layout, sheet),
            Hand::Boxes { .. } => self.pull_box(mouse, at, layout, sheet),
            Hand::Scrolls => {
                self.free_if_released(mouse);
                self.scroll_to(at, layout);
                Vec::new()
            }
            Hand::Spent => {
                self.free_if_released(mouse);
                Vec::new()
            }
        }
    }

    /// Returns the corner at which a box began.
    pub fn corner(&self, layout: &Layout) -> Option<Vec2> {
        match self.hand {
            Hand::Boxes { time, y, .. } => {
                // The row of columns doesn't scroll.
                let scrolled =
                    if y < layout.body.low.y { 0.0 } else { layout.first_row * layout.row_height() };
                Some(vec2(layout.axis.across(time), y - scrolled))
            }
            _ => None,
        }
    }

    /// Returns what is being dragged, in words.
    pub fn words(&self, fps: f32) -> Option<String> {
        match self.hand {
            _ if self.grab.is_some() => self.grab.as_ref().map(|grab| grab.words(fps)),
            Hand::Drags { by, .. } => Some(moved_words(by, fps)),
            _ => None,
        }
    }

    fn without_mouse(&mut self, mouse: &Mouse) -> Vec<SheetAct> {
        if mouse.cancelled {
            return self.give_up();
        }
        if mouse.held {
            return Vec::new();
        }
        match std::mem::take(&mut self.hand) {
            Hand::Drags { .. } => vec![SheetAct::DragEnded],
            _ => Vec::new(),
        }
    }

    fn give_up(&mut self) -> Vec<SheetAct> {
        match std::mem::replace(&mut self.hand, Hand::Spent) {
            Hand::Drags { .. } => vec![SheetAct::DragCancelled],
            _ => Vec::new(),
        }
    }

    fn free_if_released(&mut self, mouse: &Mouse) {
        if !mouse.held {
            self.hand = Hand::Free;
        }
    }

    fn press(&mut self, mouse: &Mouse, at: Vec2, layout: &Layout, sheet: &Sheet<'_>) -> Vec<SheetAct> {
        let (on, time) = (layout.part(at, sheet), layout.axis.time(at.x));
        self.hand = Hand::Spent;
        // After a drag a click counts as the first one again.
        let double = std::mem::take(&mut self.clicked) && mouse.double;
        match on {
            Part::Ruler => {
                self.hand = Hand::Scrubs;
                scrub(mouse, at, layout, sheet)
            }
            Part::Scroll => {
                self.hand = Hand::Scrolls;
                self.scroll_to(at, layout);
                Vec::new()
            }
            Part::Name(Line::Joint(row)) => {
                vec![SheetAct::Choose { row, toggle: mouse.shift || mouse.ctrl }]
            }
            Part::Fold(line) | Part::Name(line @ Line::Columns) => {
                let row = line.row();
                let is_unfolded = row.map_or(sheet.unfolded, |row| sheet.rows[row].unfolded);
                vec![SheetAct::Fold { row, unfolded: !is_unfolded }]
            }
            Part::Ground(line @ (Line::Columns | Line::Joint(_))) if double => {
                vec![insert(line, time, mouse, sheet)]
            }
            Part::Duration(_) if double => vec![insert(Line::Columns, time, mouse, sheet)],
            _ => {
                if let Some(grabbed) = moment(on, sheet) {
                    self.hand = Hand::Pressed { at, time, on, grabbed, shift: mouse.shift, alt: mouse.alt };
                }
                Vec::new()
            }
        }
    }

    /// Turns the press into a drag.
    fn begin(&mut self, mouse: &Mouse, at: Vec2, layout: &Layout, sheet: &Sheet<'_>) -> Vec<SheetAct> {
        let Hand::Pressed { at: before, time, on, grabbed, shift, alt } = self.hand else {
            return Vec::new();
        };
        let mut acts = Vec::new();
        let what = match on {
            Part::Key(SheetKey { row: None, key: column }) if alt => SheetDrag::Stretch { column },
            Part::Key(key) => {
                if !sheet.keys(key.row).has(key.key) {
                    let how = if shift { Picking::Add } else { Picking::Replace };
                    acts.push(SheetAct::Select { keys: vec![key], how });
                }
                SheetDrag::Keys
            }
            Part::Duration(column) => SheetDrag::Stretch { column },
            Part::End => SheetDrag::End,
            _ => {
                let scrolled =
                    if before.y < layout.body.low.y { 0.0 } else { layout.first_row * layout.row_height() };
                self.hand = Hand::Boxes { time, y: before.y + scrolled, add: shift };
                return self.pull_box(mouse, at, layout, sheet);
            }
        };
        acts.push(SheetAct::DragBegun(what));
        self.hand = Hand::Drags { what, grabbed, from: time, by: 0.0 };
        acts.extend(self.drag(mouse, at, layout, sheet));
        acts
    }

    fn pull_box(&mut self, mouse: &Mouse, at: Vec2, layout: &Layout, sheet: &Sheet<'_>) -> Vec<SheetAct> {
        let (Hand::Boxes { add, .. }, Some(corner)) = (self.hand, self.corner(layout)) else {
            return Vec::new();
        };
        if mouse.held {
            return Vec::new();
        }
        self.hand = Hand::Free;
        let how = if add { Picking::Add } else { Picking::Replace };
        vec![SheetAct::Select { keys: layout.keys_in(corner, at, sheet), how }]
    }

    fn drag(&mut self, mouse: &Mouse, at: Vec2, layout: &Layout, sheet: &Sheet<'_>) -> Vec<SheetAct> {
        let Hand::Drags { what, grabbed, from, by: before } = self.hand else {
            return Vec::new();
        };
        let to = grabbed + layout.axis.time(at.x) - from;
        let to = if sheet.snap != mouse.ctrl { snapped(to, sheet.fps) } else { to };
        let by = to - grabbed;
        self.hand = Hand::Drags { what, grabbed, from, by };
        let moved = (by != before).then_some(SheetAct::Dragged(by));
        let ended = (!mouse.held).then_some(SheetAct::DragEnded);
        self.free_if_released(mouse);
        moved.into_iter().chain(ended).collect()
    }

    /// The wheel zooms about the mouse. With Ctrl it moves the view along time, and with Shift along the rows, as it
    /// does over their names.
    fn roll(&mut self, mouse: &Mouse, at: Vec2, layout: &Layout, sheet: &Sheet<'_>) {
        if mouse.wheel == 0.0 {
            return;
        }
        let over_names = at.x < layout.axis.left;
        if over_names || mouse.shift && layout.scroll.is_some() {
            self.first_row = (self.first_row - mouse.wheel).clamp(0.0, layout.most_rows_above());
        } else if mouse.shift || mouse.ctrl {
            let by = -0.1 * mouse.wheel * (self.to - self.from);
            (self.from, self.to) = (self.from + by, self.to + by);
        } else {
            let still = layout.axis.time(at.x);
            [self.from, self.to] = zoomed([self.from, self.to], still, ZOOM.powf(-mouse.wheel), sheet.fps);
        }
    }

    fn pan(&mut self, mouse: &Mouse, at: Vec2, layout: &Layout) {
        if mouse.begins_to_pan {
            self.pans = Some(at);
        }
        let Some(before) = self.pans.filter(|_| mouse.pans) else {
            self.pans = None;
            return;
        };
        let by = (before.x - at.x) / layout.axis.pixels_per_second();
        (self.from, self.to) = (self.from + by, self.to + by);
        let rows = self.first_row + (before.y - at.y) / layout.row_height();
        self.first_row = rows.clamp(0.0, layout.most_rows_above());
        self.pans = Some(at);
    }

    /// Scrolls the rows to where the bar is under the mouse.
    fn scroll_to(&mut self, at: Vec2, layout: &Layout) {
        let part = (at.y - layout.body.low.y) / layout.body.size().y;
        let first = part * layout.rows.len() as f32 - 0.5 * layout.rows_seen();
        self.first_row = first.clamp(0.0, layout.most_rows_above());
    }
}

/// A distance along time in words.
pub fn moved_words(seconds: f32, fps: f32) -> String {
    format!("{seconds:+.2} s  {:+.1} frames", seconds * fps).replace(".0 frames", " frames")
}

/// Returns the actions of a click.
fn click(on: Part, grabbed: f32, [shift, alt]: [bool; 2], sheet: &Sheet<'_>) -> Vec<SheetAct> {
    let keys = match on {
        Part::Key(_) if alt => column_at(grabbed, sheet).into_iter().collect(),
        Part::Key(key) => vec![key],
        Part::Ground(_) | Part::Duration(_) if !shift => Vec::new(),
        _ => return Vec::new(),
    };
    let how = if shift { Picking::Toggle } else { Picking::Replace };
    vec![SheetAct::Select { keys, how }]
}

/// The column at a time.
fn column_at(moment: f32, sheet: &Sheet<'_>) -> Option<SheetKey> {
    let column = sheet.columns.near(moment, SAME_TIME)?;
    Some(SheetKey { row: None, key: column })
}

/// The time of something that can be dragged; none if it no longer exists.
fn moment(part: Part, sheet: &Sheet<'_>) -> Option<f32> {
    match part {
        Part::Key(key) => sheet.keys(key.row).times.get(key.key).copied(),
        Part::Duration(column) => sheet.columns.times.get(column).copied(),
        Part::End => Some(sheet.end),
        _ => Some(0.0),
    }
}

fn insert(line: Line, time: f32, mouse: &Mouse, sheet: &Sheet<'_>) -> SheetAct {
    let time = if sheet.snap != mouse.ctrl { snapped(time, sheet.fps) } else { time };
    SheetAct::Insert { row: line.row(), time: time.max(0.0) }
}

fn scrub(mouse: &Mouse, at: Vec2, layout: &Layout, sheet: &Sheet<'_>) -> Vec<SheetAct> {
    let time = layout.axis.time(at.x);
    let time = if sheet.snap != mouse.ctrl { snapped(time, sheet.fps) } else { time };
    let time = time.clamp(0.0, sheet.end.max(0.0));
    if time == sheet.now { Vec::new() } else { vec![SheetAct::Scrub(time)] }
}
