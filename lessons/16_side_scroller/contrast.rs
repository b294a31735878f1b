//! The ground beside the sweep: the same keys play both.

mod both;
mod magnified;
mod pane;
mod picture;
mod runs;
mod words;

use crate::contrast::both::{Both, SKINS, Tick, Who};
use crate::contrast::runs::{Example, examples};
use anyhow::Result;
use gl::Gl;
use gl::colour::{ACCENT, ERROR};
use picture::Shown;
use stage::{Args, Camera, Clock, Frame, Lesson, Panel, Step};

/// Number of ticks for which the end is on show before all begins again.
const PAUSE: f32 = 150.0;

/// Words for all examples, if the sweep has a skin.
const WITH_SKIN: &str = "The sweep ends each motion so far in front of an obstacle, and a motion along it is no contact. \
                         Engines do this. It helps as long as all roundings of a step together are smaller than the skin. \
                         The mesh needs no such number.";

pub struct Contrast {
    examples: [Example; 3],
    example: usize,
    /// None if the players cannot be put there, because of a mistake in the ground's code.
    both: Option<Both>,
    /// Index of the tick on show.
    tick: usize,
    /// Distance in front of an obstacle at which the sweep ends its motions.
    skin: f64,
    playing: bool,
    /// Speed of the show, as a part of real time.
    speed: f32,
    /// Part of the next tick's time that is over; at the end, the number of ticks for which it has been on show.
    due: f32,
    /// Switches: grown obstacles, the mesh, and the players' surroundings.
    grown: bool,
    mesh_lines: bool,
    magnified: bool,
}

impl Contrast {
    /// Starts again.
    fn begin(&mut self) {
        self.both = Both::played(&self.examples[self.example], self.skin);
        (self.tick, self.due, self.playing) = (0, 0.0, true);
    }

    fn last(&self) -> usize {
        self.both.as_ref().map_or(0, |both| both.ticks.len() - 1)
    }

    /// Goes on by a tick. At the end of what was pressed it waits, and begins again.
    fn pass(&mut self) {
        self.due += self.speed;
        if self.due < 1.0 {
            return;
        }
        if self.tick < self.last() {
            self.due -= 1.0;
            self.tick += 1;
        } else if self.due > PAUSE * self.speed {
            (self.tick, self.due) = (0, 0.0);
        }
    }
}

impl Lesson for Contrast {
    const SCENE: &'static str = "contrast";

    fn open(_gl: &Gl, _args: &Args) -> Result<Self> {
        let (examples, example) = (examples(), 1);
        let both = Both::played(&examples[example], 0.0);
        Ok(Self {
            examples,
            example,
            both,
            tick: 0,
            skin: 0.0,
            playing: true,
            speed: 0.5,
            due: 0.0,
            grown: false,
            mesh_lines: false,
            magnified: true,
        })
    }

    fn camera(&self) -> Camera {
        let (centre, width) = self.examples[self.example].seen;
        // Each of the two has less than half of the picture's width.
        Camera::flat(centre.as_vec2().extend(0.0), 1.75 * width as f32)
    }

    fn update(&mut self, _step: Step) {
        if self.playing {
            self.pass();
        }
    }

    fn panel(&mut self, panel: &mut Panel<'_>) {
        let names = self.examples.each_ref().map(|example| example.name);
        let before = (self.example, self.skin);
        panel.choice("example", &mut self.example, &names);
        panel.text_wrapped(if self.skin > 0.0 { WITH_SKIN } else { self.examples[self.example].told });
        panel.choice_of("skin", &mut self.skin, &SKINS);
        if before != (self.example, self.skin) {
            self.begin();
        }
        if before.0 != self.example {
            *panel.camera = self.camera();
        }
        self.controls(panel);
        let Some(both) = &self.both else {
            return panel
                .note("The players have no room at their start: is the ground, as you wrote it, right?");
        };
        let tick = both.ticks[self.tick];
        for (who, name) in [(Who::NavMesh, "In the mesh"), (Who::Swept, "Swept")] {
            let fate = &tick.fates[who as usize];
            let inside = fate.inside.filter(|_| who == Who::Swept);
            let is_bad = fate.lost.or(fate.fell).or(inside).is_some();
            panel.named(name, if is_bad { ERROR } else { ACCENT });
            numbers(panel, both, &tick, who);
            panel.text_wrapped(words::told(fate, who));
        }
    }

    fn pause(&mut self, _clock: &mut Clock) -> Option<&'static str> {
        self.playing = false;
        Some("Paused. The button 'play' goes on, Esc once more ends the lesson.")
    }

    fn draw(&self, frame: &mut Frame<'_>) -> Result<()> {
        let between =
            if self.playing && self.tick < self.last() { f64::from(self.due.min(1.0)) } else { 1.0 };
        let obstacles = &self.examples[self.example].obstacles;
        if let Some(both) = &self.both {
            let Self { tick, grown, mesh_lines, magnified, .. } = *self;
            picture::draw(frame, &Shown { both, obstacles, tick, between, grown, mesh_lines, magnified });
        }
        Ok(())
    }
}

impl Contrast {
    fn controls(&mut self, panel: &mut Panel<'_>) {
        if panel.command(if self.playing { "pause" } else { "play" }) {
            self.playing = !self.playing;
        }
        panel.same_line();
        if panel.command("tick back") {
            (self.tick, self.playing) = (self.tick.saturating_sub(1), false);
        }
        panel.same_line();
        if panel.command("tick on") {
            (self.tick, self.playing) = ((self.tick + 1).min(self.last()), false);
        }
        panel.same_line();
        if panel.command("begin anew") {
            self.begin();
        }
        panel.slider("speed", &mut self.speed, 0.05..=1.0, "%.2f");
        let mut tick = self.tick as f32;
        panel.slider("tick", &mut tick, 0.0..=self.last().max(1) as f32, "%.0f");
        if tick.round() as usize != self.tick {
            (self.tick, self.playing) = ((tick.round() as usize).min(self.last()), false);
        }
        panel.switch("grown", &mut self.grown);
        panel.same_line();
        panel.switch("mesh", &mut self.mesh_lines);
        panel.same_line();
        panel.switch("magnified", &mut self.magnified);
    }
}

/// A player's state, to the last bit.
fn numbers(panel: &mut Panel<'_>, both: &Both, tick: &Tick, who: Who) {
    let place = both.place(tick, who);
    for (axis, value) in ["x", "y"].into_iter().zip(place.to_array()) {
        panel.number(&format!("{who:?} {axis}"), &format!("{axis} {value:22.17}"));
    }
    let state = match who {
        Who::NavMesh => words::holds(tick.body),
        Who::Swept => format!("velocity {:.3}, {:.3}", tick.swept.velocity.x, tick.swept.velocity.y),
    };
    panel.number(&format!("{who:?} state"), &state);
    let depth = tick.fates[who as usize].depth;
    panel.number(&format!("{who:?} depth"), &format!("deep in  {}", words::number(depth)));
}
