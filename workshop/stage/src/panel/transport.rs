//! Shows the row of the lesson's time.

use super::Panel;
use std::ops::RangeInclusive;

/// The widths, in pixels at scale 1, of the button that plays, of that with the speed, and of its menu's slider.
const PLAY: f32 = 36.0;
const SPEED: f32 = 54.0;
const MENU: f32 = 180.0;

const SPEEDS: RangeInclusive<f32> = 0.1..=2.0;

impl Panel<'_> {
    /// Returns the height of the row, in pixels.
    pub fn transport_height(&self) -> f32 {
        self.frame_height_with_spacing()
    }

    /// Shows a button to play and pause, a slider to scrub, and the speed, which opens a menu.
    pub fn transport(&mut self) {
        // A picture gets its time from `--at`, since the motion may depend on earlier steps.
        let settings = self.memory.settings.noted.take();
        let sign = if self.clock.playing { "\u{2016}" } else { "\u{25b6}" };
        if self.button_with_size(format!("{sign}##play"), [PLAY * self.scale, 0.0]) {
            self.clock.toggle();
        }
        self.place_item("play");
        self.same_line();
        let (mut time, seconds) = (self.clock.time, self.clock.length());
        let [gap, _] = self.clone_style().item_spacing;
        let width = self.content_region_avail()[0] - gap - SPEED * self.scale;
        // By hand, or from outside.
        if self.bar("time", &mut time, 0.0..=seconds, "time %.2f s", width) || time != self.clock.time {
            self.clock.scrub(time);
        }
        self.same_line();
        self.speed();
        self.memory.settings.noted = settings;
    }

    /// Shows the speed as a button, and in its menu a slider for it and whether the motion loops.
    fn speed(&mut self) {
        let mut speed = self.clock.speed;
        self.set("speed", &mut speed, SPEEDS);
        if self.button_with_size(format!("{speed:.1} ×##speed menu"), [SPEED * self.scale, 0.0]) {
            self.open_popup("speed");
        }
        self.place_item("speed menu");
        if let Some(_popup) = self.ui.begin_popup("speed") {
            self.memory.regions.menu_is_open = true;
            self.bar("speed", &mut speed, SPEEDS, "speed %.2f ×", MENU * self.scale);
            let mut looping = self.clock.looping;
            self.switch("loop", &mut looping);
            self.clock.looping = looping;
        }
        self.clock.speed = speed;
    }
}
