//! The panel for the figure that moves through the world.

use crate::FullPlayback;
use crate::walker::MotionSource;
use common::clip::footprints::slide;
use stage::{Lesson, Panel};

/// The sources of its motion.
const SOURCES: [(MotionSource, &str); 2] =
    [(MotionSource::Speed, "a speed"), (MotionSource::Root, "the root")];

/// Seconds from one step to the next.
const STEPS: [(f32, &str); 3] = [(0.0, "small"), (0.4, "0.4 s"), (2.0, "2 s")];

/// Starts again, with the clip whose root goes ahead.
pub fn enter_or_leave(lesson: &mut FullPlayback, panel: &mut Panel<'_>) {
    if lesson.is_led() {
        lesson.chosen.clip = lesson.played.led.unwrap_or(lesson.chosen.clip);
    }
    lesson.sought = true;
    panel.clock.time = 0.0;
    *panel.camera = lesson.camera();
}

pub fn show(lesson: &mut FullPlayback, panel: &mut Panel<'_>) {
    if panel.choice_of("who leads", &mut lesson.travel.by, &SOURCES) {
        lesson.sought = true;
        panel.clock.time = 0.0;
    }
    panel.choice_of("steps", &mut lesson.travel.every, &STEPS);
    panel.number("slide", &format!("feet slide at {:.2} m/s", slide(lesson.walker.footprints())));
}
