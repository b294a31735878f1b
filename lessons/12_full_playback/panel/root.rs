//! Who leads the figure through the world.

use crate::walker::MotionSource;
use crate::{FullPlayback, around_circle};
use common::clip::footprints::slide;
use stage::{Camera, Panel};

/// Who can lead.
const SOURCES: [(MotionSource, &str); 3] =
    [(MotionSource::Nobody, "nobody"), (MotionSource::Speed, "a speed"), (MotionSource::Root, "the root")];

/// How many seconds there can be from one step to the next.
const STEPS: [(f32, &str); 3] = [(0.0, "small"), (0.4, "0.4 s"), (2.0, "2 s")];

/// From where what is shown is seen.
pub fn camera(lesson: &FullPlayback) -> Camera {
    if lesson.is_led() { around_circle(&lesson.played) } else { lesson.around }
}

/// When it is looked at who leads, the clip is chosen in which somebody does.
pub fn enter_or_leave(lesson: &mut FullPlayback, panel: &mut Panel<'_>) {
    if lesson.is_led() {
        lesson.chosen.clip = lesson.played.led_clip().unwrap_or(lesson.chosen.clip);
    }
    lesson.sought = true;
    panel.clock.time = 0.0;
    *panel.camera = camera(lesson);
}

pub fn show(lesson: &mut FullPlayback, panel: &mut Panel<'_>) {
    if panel.choice_of("who leads", &mut lesson.travel.by, &SOURCES) {
        lesson.sought = true;
        panel.clock.time = 0.0;
    }
    if lesson.travel.by == MotionSource::Speed {
        panel.slider("goes", &mut lesson.travel.speed, 0.0..=3.0, "%.2f m/s");
        panel.slider("turns", &mut lesson.travel.turn, -90.0..=90.0, "%.1f\u{b0}/s");
    }
    panel.choice_of("steps", &mut lesson.travel.every, &STEPS);
    if lesson.walker.has_feet() {
        panel.number("slide", &format!("feet slide at {:.2} m/s", slide(lesson.walker.footprints())));
    }
}
