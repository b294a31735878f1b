//! Shows the transport bar, which controls the lesson's time.

use super::Panel;

impl Panel<'_> {
    /// Returns the height of the bar, in pixels.
    pub fn transport_height(&self) -> f32 {
        3.0 * self.frame_height_with_spacing()
    }

    /// Shows controls to play, pause, step, scrub, set the speed and loop.
    pub fn transport(&mut self) {
        let ui = self.ui;
        let height = self.frame_height();
        let play = if self.clock.playing { "Pause" } else { "Play" };
        if ui.button_with_size(format!("{play}##play"), [76.0 * self.scale, height]) {
            self.clock.toggle();
        }
        self.place_item("play");
        for (sign, name, steps) in [("\u{25c0}", "back", -1.0), ("\u{25b6}", "forward", 1.0)] {
            ui.same_line();
            if ui.button_with_size(format!("{sign}##{name}"), [height * 1.3, height]) {
                self.clock.nudge(steps);
            }
            self.place_item(name);
        }
        ui.same_line();
        ui.checkbox("loop", &mut self.clock.looping);
        self.place_item("loop");
        // A picture gets its time from `--at`, since the motion may depend on earlier steps.
        let settings = self.memory.settings.take();
        let (mut time, seconds) = (self.clock.time, self.clock.length());
        // By hand, or from outside.
        if self.slider("time", &mut time, 0.0..=seconds, "%.2f s") || time != self.clock.time {
            self.clock.scrub(time);
        }
        let mut speed = self.clock.speed;
        self.slider("speed", &mut speed, 0.1..=2.0, "%.2f ×");
        self.clock.speed = speed;
        self.memory.settings = settings;
    }
}
