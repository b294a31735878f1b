//! Shows keys along time, which can be dragged.

use super::fields::finite;
use super::{CHANGED, Colour, Edit, Panel, theme};
use crate::clock::NUDGE;
use imgui::DrawListMut;

/// The height of a timeline, in pixels at scale 1.
const HEIGHT: f32 = 44.0;

/// The mapping from a timeline's seconds to pixels.
struct Ruler {
    left: f32,
    top: f32,
    pixels_per_second: f32,
}

impl Ruler {
    fn across(&self, time: f32) -> f32 {
        self.left + self.pixels_per_second * time
    }

    fn time(&self, across: f32) -> f32 {
        (across - self.left) / self.pixels_per_second
    }
}

/// Returns the time of every key, and of the end, from the seconds between them.
fn moments(seconds: &[f32]) -> Vec<f32> {
    (0..=seconds.len()).map(|key| seconds[..key].iter().sum()).collect()
}

impl Panel<'_> {
    /// Shows keys along time, and the clock's time as a line, both to be dragged. `seconds` has the time from
    /// each key to the next, so there is one key more, which is the first again if the motion loops. `reach`
    /// is the timeline's length in seconds. The command line sets keys by their times: `key 1` is the second.
    /// On the keyboard the arrows move the time, and with Shift the key there. Returns true if the user moved
    /// a key.
    pub fn timeline(&mut self, name: &str, seconds: &mut [f32], reach: f32) -> bool {
        let mut was_set = false;
        for key in 1..=seconds.len() {
            was_set |= self.place_by_name(key, seconds, reach);
        }
        let (scale, [left, top]) = (self.scale, self.ui.cursor_screen_pos());
        let (width, margin) = (self.content_region_avail()[0], 9.0 * scale);
        let pixels_per_second = (width - 2.0 * margin) / reach;
        let ruler = Ruler { left: left + margin, top, pixels_per_second };
        self.ui.invisible_button(name, [width, HEIGHT * scale]);
        self.place_item(name);
        let [mouse, below] = self.ui.io().mouse_pos;
        let away = |moment: f32| (ruler.across(moment) - mouse).abs();
        // In the row of the numbers the line can be grabbed even where a key is.
        let within = |moment: f32| away(moment) < margin && below < top + 0.5 * HEIGHT * scale;
        let keys = moments(seconds).into_iter().enumerate().skip(1).filter(|(_, at)| within(*at));
        let near = keys.rev().min_by(|a, b| away(a.1).total_cmp(&away(b.1))).map(|(key, _)| key);
        if self.ui.is_item_activated() {
            self.memory.held.key = near;
        }
        let (began, ended) = (self.ui.is_item_activated(), self.ui.is_item_deactivated());
        let has_keys = self.ui.is_item_focused() && self.ui.io().nav_visible;
        let mut moved = false;
        if has_keys {
            moved = self.step_by_keys(seconds, reach);
            let (low, high) = ([left, top], [left + width, top + HEIGHT * scale]);
            let list = self.ui.get_window_draw_list();
            list.add_rect(low, high, theme::ACCENT).rounding(4.0 * scale).thickness(2.0 * scale).build();
        } else if self.ui.is_item_active() {
            let time = ruler.time(mouse);
            match self.memory.held.key {
                Some(key) if key <= seconds.len() => moved = place_key(key, time, seconds, reach),
                _ => self.clock.scrub(time.clamp(0.0, seconds.iter().sum())),
            }
        } else if near.is_some() && self.ui.is_item_hovered() {
            self.ui.set_mouse_cursor(Some(imgui::MouseCursor::ResizeEW));
        }
        let key_is_held = self.memory.held.key.is_some();
        self.edit = match was_set {
            true => Edit::WHOLE,
            false if has_keys && moved => Edit::WHOLE,
            false => Edit { began: began && key_is_held, changed: moved, ended: ended && key_is_held },
        };
        self.draw_timeline(&ruler, &moments(seconds), reach);
        moved
    }

    /// Lets the arrow keys move the clock's time, which stops at every key; with Shift they move the key
    /// there too. Returns true if a key was moved.
    fn step_by_keys(&mut self, seconds: &mut [f32], reach: f32) -> bool {
        let pressed = |key| f32::from(u8::from(self.ui.is_key_pressed(key)));
        let way = pressed(imgui::Key::RightArrow) - pressed(imgui::Key::LeftArrow);
        if way == 0.0 {
            return false;
        }
        let (now, to) = (self.clock.time, self.clock.time + way * NUDGE);
        let is_here = |moment: f32| (moment - now).abs() < 1e-4;
        let all = moments(seconds);
        let here = (1..all.len()).find(|key| is_here(all[*key])).filter(|_| self.ui.io().key_shift);
        let moved = here.is_some_and(|key| place_key(key, to, seconds, reach));
        let is_passed = |moment: &f32| !is_here(*moment) && (moment - now) * (moment - to) < 0.0;
        let stop = here.map(|key| moments(seconds)[key]).or(all.into_iter().find(is_passed));
        self.clock.scrub(stop.unwrap_or(to).clamp(0.0, seconds.iter().sum()));
        moved
    }

    /// Lets the command line set the time of a key. Returns true if it did.
    fn place_by_name(&mut self, key: usize, seconds: &mut [f32], reach: f32) -> bool {
        let mut moment = moments(seconds)[key];
        let was_set = self.memory.settings.apply(&format!("key {key}"), &mut moment, finite);
        self.memory.settings.note(&format!("key {key}"), || moment.to_string());
        was_set && place_key(key, moment, seconds, reach)
    }

    /// Draws a mark every second, the keys, and the line of the clock's time.
    fn draw_timeline(&self, ruler: &Ruler, moments: &[f32], reach: f32) {
        let (list, scale, now) = (self.ui.get_window_draw_list(), self.scale, self.clock.time);
        let faint = theme::with_alpha(theme::INK, 0.25);
        let row = ruler.top + 12.0 * scale;
        for second in 0..=reach as u16 {
            let at = ruler.across(f32::from(second));
            list.add_line([at, row - 5.0 * scale], [at, row + 5.0 * scale], faint).build();
        }
        list.add_line([ruler.across(0.0), row], [ruler.across(reach), row], faint).build();
        let end = moments.len() - 1;
        let passed = if self.clock.looping { &moments[..end] } else { moments };
        let holds = passed.iter().rposition(|moment| *moment <= now);
        for (key, &moment) in moments.iter().enumerate() {
            let colour = if holds == Some(key) { theme::ACCENT } else { theme::INK };
            self.diamond(&list, [ruler.across(moment), row], key, colour, self.clock.looping && key == end);
        }
        let at = ruler.across(now);
        let line = list.add_line([at, ruler.top], [at, ruler.top + HEIGHT * scale], CHANGED);
        line.thickness(2.0 * scale).build();
    }

    /// Draws a key with its number. `again` means that it is the first one, drawn once more after the last.
    fn diamond(&self, list: &DrawListMut<'_>, [x, y]: [f32; 2], key: usize, colour: Colour, again: bool) {
        let side = 6.0 * self.scale;
        let corners = vec![[x - side, y], [x, y - side], [x + side, y], [x, y + side], [x - side, y]];
        let fill = if again { theme::PAPER } else { colour };
        list.add_polyline(corners.clone(), fill).filled(true).build();
        list.add_polyline(corners, colour).thickness(self.scale).build();
        let number = if again { 0 } else { key }.to_string();
        let [width, _] = self.ui.calc_text_size(&number);
        list.add_text([x - 0.5 * width, y + 9.0 * self.scale], colour, number);
    }
}

/// Moves a key as near to a time as possible, and the later ones with it. Returns true if it moved.
fn place_key(key: usize, moment: f32, seconds: &mut [f32], reach: f32) -> bool {
    let others: f32 = seconds.iter().sum::<f32>() - seconds[key - 1];
    let before: f32 = seconds[..key - 1].iter().sum();
    let wanted = (moment - before).clamp(0.0, (reach - others).max(0.0));
    std::mem::replace(&mut seconds[key - 1], wanted) != wanted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_takes_the_later_ones_along_but_not_past_its_neighbour_or_the_end() {
        let mut seconds = [1.0, 0.5, 2.0];
        assert!(place_key(2, 2.0, &mut seconds, 6.0));
        assert_eq!(moments(&seconds), [0.0, 1.0, 2.0, 4.0]);
        assert!(place_key(2, 0.5, &mut seconds, 6.0));
        assert_eq!(moments(&seconds), [0.0, 1.0, 1.0, 3.0]);
        assert!(place_key(1, 9.0, &mut seconds, 6.0));
        assert_eq!(moments(&seconds), [0.0, 4.0, 4.0, 6.0]);
        assert!(!place_key(1, 4.0, &mut seconds, 6.0));
    }
}
