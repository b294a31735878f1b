//! Selects, drags, scrubs and zooms in a sheet with the mouse.

use super::grab::Grab;
use super::layout::{LONGEST, Layout, SheetPart};
use super::{CLICK, FPS, Sheet, SheetAct, SheetKey, SheetView};
use crate::Document;
use drafts::Draft;
use glam::{Vec2, vec2};

/// The factor on the visible time for a notch of the wheel towards the user.
const ZOOM: f32 = 1.2;

/// The least number of visible frames.
const FEWEST_FRAMES: f32 = 4.0;

#[derive(Clone, Copy, Debug, Default)]
pub struct Mouse {
    /// The mouse's pixel, if it is in the window.
    pub at: Option<Vec2>,
    pub over: bool,
    /// True if the left button is down.
    pub held: bool,
    /// True if the left button was pressed in this frame, at any place.
    pub pressed: bool,
    /// True if the right button or Escape cancels in this frame.
    pub cancelled: bool,
    /// The notches of the wheel over the sheet in this frame.
    pub wheel: f32,
    pub shift: bool,
    pub ctrl: bool,
}

impl Mouse {
    /// Returns the time of the nearest frame, or the time itself while Ctrl is down.
    pub fn snapped(&self, time: f32) -> f32 {
        if self.ctrl { time } else { (time * FPS).round() / FPS }
    }
}

/// The state of the left button.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Hand {
    #[default]
    Free,
    /// The button was pressed, and the mouse has not moved far enough for a drag.
    Pressed { at: Vec2, time: f32, on: SheetPart, shift: bool },
    /// The mouse drags the playhead.
    Scrubs,
    /// The mouse drags a box to select, from a time and a height in the scrolled rows.
    Boxes { time: f32, y: f32, toggle: bool },
    /// The mouse moves the selected keys.
    Moves(Grab),
    /// The drag has ended before the button is released.
    Spent,
}

impl Hand {
    /// Returns the pixel of the corner at which a box began.
    pub fn corner(&self, layout: &Layout) -> Option<Vec2> {
        let Self::Boxes { time, y, .. } = *self else { return None };
        Some(vec2(layout.across(time), y - scrolled(y, layout)))
    }
}

impl SheetView {
    /// Follows the mouse in a frame: selects and moves keys of the draft, and returns any other action that it means.
    pub fn follow(
        &mut self,
        mouse: &Mouse,
        layout: &Layout,
        sheet: &Sheet<'_>,
        draft: &mut Draft<Document>,
    ) -> Option<SheetAct> {
        (self.first_row, self.over) = (layout.first_row, mouse.over);
        if let Some(at) = mouse.at {
            self.roll(mouse, at, layout);
        }
        if self.is_dragging() {
            // A moved view shows only in the next frame: the drag waits until then, so that nothing jumps.
            self.follow_grab(mouse, layout, draft);
            return None;
        }
        if mouse.cancelled && self.hand != Hand::Free {
            self.hand = Hand::Spent;
        }
        let hand = self.hand.clone();
        if !mouse.held {
            self.hand = Hand::Free;
        }
        let at = mouse.at?;
        let mut select = |keys: &[SheetKey], toggle: bool| {
            let picked = sheet.selection(keys, draft.now());
            let selection = &mut draft.now_mut().selection;
            if toggle { selection.toggle(&picked) } else { *selection = picked }
        };
        match hand {
            Hand::Free if mouse.over && mouse.pressed => return self.press(mouse, at, layout, sheet),
            // It was deleted.
            Hand::Pressed { on: SheetPart::Key(SheetKey { row, key }), .. }
                if key >= sheet.keys(row).times.len() =>
            {
                self.hand = Hand::Spent;
            }
            Hand::Pressed { at: before, time, on, shift }
                if (at - before).abs().cmpge(CLICK * layout.scale).any() =>
            {
                self.hand = Hand::Boxes { time, y: before.y + scrolled(before.y, layout), toggle: shift };
                if let SheetPart::Key(key) = on {
                    let keys = sheet.keys(key.row);
                    if !keys.has_in(key.key..key.key + 1) {
                        select(&[key], shift);
                    }
                    draft.hold("Move keys");
                    self.hand = Hand::Moves(Grab::of_key(keys.times[key.key], time));
                    self.follow_grab(mouse, layout, draft);
                }
            }
            Hand::Pressed { on, shift, .. } if !mouse.held => {
                let key = if let SheetPart::Key(key) = on { Some(key) } else { None };
                select(key.as_slice(), shift);
            }
            Hand::Scrubs => return scrub(mouse, at, layout, sheet),
            Hand::Boxes { toggle, .. } if !mouse.held => {
                let corner = hand.corner(layout).unwrap_or(at);
                select(&layout.keys_in(corner, at, sheet), toggle);
            }
            _ => {}
        }
        None
    }

    fn press(&mut self, mouse: &Mouse, at: Vec2, layout: &Layout, sheet: &Sheet<'_>) -> Option<SheetAct> {
        let (on, time) = (layout.part(at, sheet), layout.time(at.x));
        self.hand = Hand::Spent;
        match on {
            SheetPart::Ruler => {
                self.hand = Hand::Scrubs;
                return scrub(mouse, at, layout, sheet);
            }
            SheetPart::Name(Some(row)) => {
                let (joint, toggle) = (sheet.rows[row].joint, mouse.shift || mouse.ctrl);
                return Some(SheetAct::Choose { joint, toggle });
            }
            SheetPart::Name(None) => return Some(SheetAct::Unfold(!sheet.unfolded)),
            SheetPart::Key(_) | SheetPart::Ground => {
                self.hand = Hand::Pressed { at, time, on, shift: mouse.shift };
            }
        }
        None
    }

    /// Zooms about the mouse by the wheel. With Shift it moves along time, and over the names along the rows.
    fn roll(&mut self, mouse: &Mouse, at: Vec2, layout: &Layout) {
        if mouse.wheel == 0.0 {
            return;
        }
        if at.x < layout.ruler.low.x {
            self.first_row = (self.first_row - mouse.wheel).clamp(0.0, layout.most_rows_above());
        } else if mouse.shift {
            let by = -0.1 * mouse.wheel * (self.to - self.from);
            (self.from, self.to) = (self.from + by, self.to + by);
        } else {
            let still = layout.time(at.x);
            let length = self.to - self.from;
            let wanted = (length * ZOOM.powf(-mouse.wheel)).clamp(FEWEST_FRAMES / FPS, LONGEST);
            [self.from, self.to] = [self.from, self.to].map(|edge| still + (edge - still) * wanted / length);
        }
    }
}

/// Returns the pixels by which a height is scrolled, none in the row of columns.
fn scrolled(y: f32, layout: &Layout) -> f32 {
    if y < layout.body.low.y { 0.0 } else { layout.first_row * layout.row_height() }
}

/// Moves the playhead below the mouse, unless it's there.
fn scrub(mouse: &Mouse, at: Vec2, layout: &Layout, sheet: &Sheet<'_>) -> Option<SheetAct> {
    let time = mouse.snapped(layout.time(at.x)).clamp(0.0, sheet.end.max(0.0));
    (time != sheet.now).then_some(SheetAct::Scrub(time))
}
