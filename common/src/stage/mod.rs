//! What runs a lesson: window, headless, camera, panel, clock, command line.
//!
//! A lesson is a type that says what is its own; [`run`] does the rest.

mod args;
mod camera;
mod clock;
mod debug;
mod frame;
mod guard;
mod headless;
pub mod look;
mod nodes;
mod output;
mod panel;
mod plot;
mod runner;
pub mod text;
mod watch;
mod window;

pub use args::Args;
pub use camera::{Camera, Lens};
pub use clock::{Clock, Motion, Step};
pub use frame::{Frame, Label, Painter};
pub use headless::offscreen;
pub use nodes::Turns;
pub use panel::{Branch, KeyRow, KeySheet, Panel, fixed};
pub use plot::{Plot, PlotCurve};

use crate::course;
use crate::gl::{Gl, View};
use anyhow::Result;
use glam::{Vec2, Vec3};
use std::process::ExitCode;

/// A lesson's own part: its state, and what it does with time, panel, mouse and picture.
pub trait Lesson: Sized {
    /// Whether the command line may name a model to open, and whether one may be dropped onto the window.
    const TAKES_MODEL: bool = false;

    /// Loads what the lesson needs.
    fn open(gl: &Gl, args: &Args) -> Result<Self>;

    /// Where the lesson is looked at from at first, and after a reset.
    fn camera(&self) -> Camera;

    /// The motion that the transport bar plays; none for a lesson without time.
    fn motion(&self) -> Option<Motion> {
        None
    }

    /// How many vertices it draws, to be told by `--bench`; none for a lesson where that does not matter.
    fn vertices(&self) -> Option<usize> {
        None
    }

    /// Lets time pass. Nothing is drawn here.
    fn update(&mut self, step: Step);

    /// Shows controls and numbers.
    fn panel(&mut self, panel: &mut Panel<'_>);

    /// Answers the mouse in the view. True takes a press, and with it the drag, away from the camera.
    fn pointer(&mut self, _pointer: &Pointer, _clock: &mut Clock) -> bool {
        false
    }

    /// Draws the lesson as it is now.
    fn draw(&self, frame: &mut Frame<'_>) -> Result<()>;
}

/// How far beside a point a press still means it, in pixels at scale 1.
const REACH: f32 = 14.0;

/// The mouse in the view, with the left button.
#[derive(Clone, Copy, Debug)]
pub struct Pointer {
    /// What it does.
    pub phase: Phase,
    /// Where it is, in pixels from the upper left.
    pub pixel: Vec2,
    /// What the view was when it did it.
    pub view: View,
}

/// What the mouse does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The button goes down.
    Press,
    /// The mouse moves with the button held.
    Drag,
    /// The button comes up.
    Release,
}

impl Pointer {
    /// The point of the plane z = 0 under the mouse, in the world.
    pub fn on_plane_z(&self) -> Option<Vec3> {
        self.view.ray(self.pixel).on_plane_z()
    }

    /// The thing that a press means: of all things, each with its place, the one that is seen nearest to the mouse, if
    /// it is near enough.
    ///
    /// Of things that cover each other one may be meant that is not seen: see [`Pointer::pressed_in_front`].
    pub fn pressed<T>(&self, things: impl IntoIterator<Item = (T, Vec3)>) -> Option<T> {
        if self.phase != Phase::Press {
            return None;
        }
        let away = |place| self.view.pixel(place).map(|pixel| pixel.distance(self.pixel));
        let seen = things.into_iter().filter_map(|(thing, place)| Some((thing, away(place)?)));
        let near = seen.filter(|(_, away)| *away <= REACH * self.view.scale);
        near.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(thing, _)| thing)
    }
}

impl Pointer {
    /// Like [`Pointer::pressed`], for the points of a body: of those near the mouse only those in front count.
    pub fn pressed_in_front<T>(&self, things: impl IntoIterator<Item = (T, Vec3)>) -> Option<T> {
        let away = |place: Vec3| self.view.pixel(place).map(|pixel| pixel.distance(self.pixel));
        let near: Vec<(T, Vec3)> = things
            .into_iter()
            .filter(|(_, place)| away(*place).is_some_and(|away| away <= REACH * self.view.scale))
            .collect();
        let depth = |place: Vec3| place.distance(self.view.eye);
        let nearest = near.iter().map(|(_, place)| depth(*place)).reduce(f32::min)?;
        // As deep as the reach is wide: a slope is not behind itself.
        let in_front = near.into_iter().filter(|(_, place)| {
            depth(*place) <= nearest + self.view.metres_of_pixels(*place, REACH * self.view.scale)
        });
        self.pressed(in_front)
    }
}

/// Runs a lesson as its command line says. `name` is its program's: `env!("CARGO_BIN_NAME")`.
pub fn run<L: Lesson>(name: &'static str) -> ExitCode {
    match try_run::<L>(name) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn try_run<L: Lesson>(name: &'static str) -> Result<()> {
    let lesson = course::Lesson::named(name)?;
    let args = Args::of_program(name, lesson.summary.clone(), L::TAKES_MODEL);
    guard::listen();
    if args.gl {
        println!("{}", headless::describe()?);
        println!("scale: {}", window::describe_scale());
        return Ok(());
    }
    if args.headless {
        return headless::run::<L>(&lesson, name, &args);
    }
    let event_loop = match window::event_loop() {
        Ok(event_loop) => event_loop,
        Err(reason) => {
            let picture = headless::picture_without_display::<L>(&lesson, name, &args)?;
            println!("No display was found ({reason:#}), so here is a picture: {}", picture.display());
            return Ok(());
        }
    };
    window::run::<L>(event_loop, &lesson, name, &args)
}
