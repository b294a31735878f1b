//! The instruments: who leads, the mix of his gaits, the speed of the ground, and how much his feet slide.

use crate::ThroughTheWorld;
use crate::knight::GAITS;
use crate::led::MotionSource;
use crate::paced::{Ask, Paced};
use stage::{Lesson, Panel};

const TOPICS: [(Topic, &str); 3] = [(Topic::Root, "root"), (Topic::Mix, "mix"), (Topic::Pace, "pace")];

const SOURCES: [(MotionSource, &str); 2] =
    [(MotionSource::Speed, "a speed"), (MotionSource::Root, "the root")];

/// Seconds from one step to the next.
const STEPS: [(f32, &str); 3] = [(0.0, "small"), (0.4, "0.4 s"), (2.0, "2 s")];

#[derive(Clone, Copy, PartialEq)]
pub enum Topic {
    /// The root of his clip leads.
    Root,
    /// The mix of his gaits is given.
    Mix,
    /// The speed of the ground is given.
    Pace,
}

/// The controls as they are set.
pub struct Instruments {
    pub topic: Topic,
    /// True if he must begin anew.
    pub is_new: bool,
    /// The leader of the limping knight, and seconds from one step to the next.
    pub leader: MotionSource,
    pub every: f32,
    /// Share of the run in the mix, and true if both gaits are kept at one phase.
    mix: f32,
    pub matched: bool,
    /// Speed of the ground, in metres a second.
    speed: f32,
}

impl Instruments {
    pub fn new() -> Self {
        Self {
            topic: Topic::Root,
            is_new: false,
            leader: MotionSource::Root,
            every: 0.0,
            mix: 0.6,
            matched: true,
            speed: 1.7,
        }
    }

    /// Returns what the gaits are asked for, if they're shown.
    pub fn asked(&self) -> Option<Ask> {
        match self.topic {
            Topic::Root => None,
            Topic::Mix => Some(Ask::Mix(self.mix)),
            Topic::Pace => Some(Ask::Speed(self.speed)),
        }
    }
}

pub fn show(lesson: &mut ThroughTheWorld, panel: &mut Panel<'_>) {
    let ThroughTheWorld { led, paced, instruments, .. } = lesson;
    // Whoever changes one of these sees him from his start.
    let chosen = |now: &Instruments| (now.topic, now.leader, now.every, now.matched);
    let before = chosen(instruments);
    panel.choice_of("look at", &mut instruments.topic, &TOPICS);
    match instruments.topic {
        Topic::Root => {
            panel.choice_of("who leads", &mut instruments.leader, &SOURCES);
            panel.choice_of("steps", &mut instruments.every, &STEPS);
        }
        Topic::Mix => {
            panel.slider("mix", &mut instruments.mix, 0.0..=1.0, "%.2f of the run");
            panel.switch("phases matched", &mut instruments.matched);
        }
        Topic::Pace => drop(panel.slider("ground", &mut instruments.speed, -1.5..=3.5, "%.2f m/s")),
    }
    let trail = match instruments.topic {
        Topic::Root => &led.trail,
        Topic::Mix | Topic::Pace => {
            show_gaits(paced, panel);
            &paced.trail
        }
    };
    panel.number("slide", &format!("feet slide at {:.2} m/s", trail.slide()));
    if before != chosen(instruments) {
        instruments.is_new = true;
        if before.0 != instruments.topic {
            *panel.camera = lesson.camera();
        }
        panel.clock.restart();
    }
}

fn show_gaits(paced: &Paced, panel: &mut Panel<'_>) {
    let gaits = &paced.gaits;
    panel.number("speed", &format!("the ground goes by at {:.2} m/s", paced.speed));
    let (names, phases) = (gaits.pair().map(|gait| GAITS[gait].0), gaits.phases());
    let shares = [1.0 - gaits.mix(), gaits.mix()];
    // Above the fastest gait there is no other.
    let shown = if names[0] == names[1] { 1 } else { 2 };
    let row = |text: &dyn Fn(usize) -> String| (0..shown).map(text).collect::<Vec<_>>().join(", ");
    let mixed = row(&|i| format!("{:.0} % {}", 100.0 * shares[i], names[i]));
    panel.number("mixed", &format!("{mixed}, at a rate of {:.2}", gaits.rate));
    panel.number("phases", &format!("phase of {}", row(&|i| format!("{} {:.2}", names[i], phases[i]))));
}
