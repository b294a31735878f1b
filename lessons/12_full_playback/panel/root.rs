//! The panel for the figure that is led through the world, and its footprints.

use super::Instruments;
use crate::walker::{MotionSource, Walker};
use common::clip::footprints::slide;
use gl::colour::{INK, with_alpha};
use glam::Vec3;
use stage::{Frame, Panel};

const SOURCES: [(MotionSource, &str); 2] =
    [(MotionSource::Speed, "a speed"), (MotionSource::Root, "the root")];

/// Seconds from one step to the next.
const STEPS: [(f32, &str); 3] = [(0.0, "small"), (0.4, "0.4 s"), (2.0, "2 s")];

/// Height of footprints above the ground, in metres, so that it doesn't hide them.
const ABOVE: f32 = 0.004;

pub fn show(instruments: &mut Instruments, walker: Option<&Walker>, panel: &mut Panel<'_>) {
    panel.choice_of("who leads", &mut instruments.leader, &SOURCES);
    panel.choice_of("steps", &mut instruments.every, &STEPS);
    let slides = slide(walker.into_iter().flat_map(Walker::footprints));
    panel.number("slide", &format!("feet slide at {slides:.2} m/s"));
}

pub fn draw_footprints(walker: &Walker, frame: &mut Frame<'_>) {
    for print in walker.footprints() {
        let [from, to] = [print.from, print.to].map(|place| place + ABOVE * Vec3::Y);
        frame.lines.line(from, to, 9.0, with_alpha(INK, 0.75));
    }
}
