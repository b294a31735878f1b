//! The program around a lesson, with window, camera, panel, clock and command line.
//!
//! A lesson is a type with its own state, and [`run`] does the rest.
//!
//! **In here:** What any lesson may need to run, be seen and be steered; it knows no lesson, no check and no game. **Depends on:** `common`, `course`, `gl`, `gpu`, `programs`.

mod args;
mod camera;
mod choice;
mod chosen;
mod clipboard;
mod clock;
mod column;
mod desk;
mod event;
mod exercises;
mod film;
mod frame;
mod grip;
mod guard;
mod handed;
mod headless;
mod input;
mod inspect;
mod model;
mod nodes;
mod ours;
mod output;
mod overlay;
mod pace;
mod panel;
mod panels;
mod plate;
mod rect;
mod runner;
mod scenes;
mod script;
mod second;
pub mod theme;
mod typed;
mod watch;
mod window;
pub mod wings;
#[cfg(target_os = "linux")]
mod x11;

pub use args::Args;
pub use camera::{Camera, Lens, Stagebox};
pub use choice::Models;
pub use chosen::Chosen;
pub use clock::Clock;
pub use event::Button;
pub use exercises::dot;
pub use frame::{Frame, Label, Painter};
pub use grip::{Grip, PointGrip};
pub use input::{Action, Cap, Input, Key};
pub use inspect::{Inspected, InspectedSkin, Subject};
pub use nodes::Turns;
pub use output::write_png;
pub use overlay::{Corner, Overlay};
pub use pace::Pace;
pub use panel::{Branch, Edit, KeyRow, KeySheet, NamesAct, Panel, Plot, PlotCurve, fixed};
pub use panels::{Menu, Panels, Question};
pub use plate::Plate;
pub use rect::Rect;
pub use scenes::Scene;
pub use typed::Typed;

use anyhow::{Context, Result};
use gl::{Gl, Light, View};
use glam::{Vec2, Vec3};
use std::any::Any;
use std::process::ExitCode;

/// A lesson's own part: its state, and what it does with time, panel, mouse and frame.
///
/// The first five methods are what each lesson fills; the others have a default.
pub trait Lesson: Any {
    /// Loads what the lesson needs.
    fn open(gl: &Gl, args: &Args) -> Result<Self>
    where
        Self: Sized;

    /// Returns the camera at the start, and after a reset.
    fn camera(&self) -> Camera;

    /// Lets time pass. Nothing is drawn here.
    fn update(&mut self, step: Step);

    /// Shows controls and numbers.
    fn panel(&mut self, panel: &mut Panel<'_>);

    fn draw(&self, frame: &mut Frame<'_>) -> Result<()>;

    /// Returns the joints that the inspector can look at, and their skins.
    fn inspected(&self) -> Option<Inspected> {
        None
    }

    /// Returns the actions that keys start. Its keys take precedence over the stage's.
    fn actions() -> &'static [Action]
    where
        Self: Sized,
    {
        &[]
    }

    /// Returns the present pace of the lesson's time.
    fn pace(&self) -> Pace {
        Pace::Still
    }

    /// Moves the camera before a frame, to follow a character. `between` is the frame's [`Frame::between`].
    fn follow(&mut self, _camera: &mut Camera, _between: f32) {}

    /// Handles the mouse in the view. Returns true to take a press and its drag away from the camera.
    fn pointer(&mut self, _pointer: &Pointer, _clock: &mut Clock) -> bool {
        false
    }

    /// Returns the light of the next frame, if it isn't the usual one.
    fn light(&self) -> Option<Light> {
        None
    }

    /// Returns the part of an editor, for a lesson that is one. It gets the right button too, and F2 has no
    /// picture of it: what a user has made can't be made again from settings.
    fn edits(&mut self) -> Option<&mut dyn Edits> {
        None
    }
}

/// The further part of a lesson that is an editor: more panels, keys, and work to be saved.
pub trait Edits {
    /// Shows further panels below the view or over it, menus, and questions.
    fn panels(&mut self, panels: &mut Panels<'_>);

    /// Handles a key that goes down while no panel has the keys. Returns true to take it away from actions
    /// and stage.
    fn key(&mut self, press: &KeyPress) -> bool;

    /// Handles the wheel over the view. Returns true to take it away from the camera.
    fn wheel(&mut self, _notches: f32) -> bool {
        false
    }

    /// Returns help on the keys that matter now, if it isn't on those of its actions.
    fn keys(&self) -> Option<&'static str> {
        None
    }

    /// Returns what work the lesson's end would lose, for a question before it. A reload asks nothing.
    fn unsaved(&self) -> Option<String> {
        None
    }

    /// Saves the work that [`unsaved`](Self::unsaved) describes.
    fn save(&mut self) -> Result<()> {
        Ok(())
    }
}

/// The input of a lesson's update: its time, and keys and mouse since the last one.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    /// The seconds into the motion, or without a transport bar since the lesson began.
    pub time: f32,
    /// Seconds since the last update: zero while paused, negative when scrubbed back.
    pub dt: f32,
    /// Actions and the mouse.
    pub input: Input,
}

/// The largest distance between a press and the point that it means, in pixels at scale 1.
const REACH: f32 = 14.0;

/// The mouse in the view, for a lesson.
#[derive(Clone, Copy, Debug)]
pub struct Pointer {
    /// The phase of the press, drag or move.
    pub phase: Phase,
    /// The button, always the left one if the lesson does not take the right one too.
    pub button: Button,
    /// True if this is the second press of a double click.
    pub double: bool,
    /// True if Ctrl is held (on a Mac, Cmd).
    pub ctrl: bool,
    /// True if Shift is held.
    pub shift: bool,
    /// The mouse's place, in pixels from the upper left.
    pub pixel: Vec2,
    /// The view of the frame that the user sees.
    pub view: View,
}

/// A key that goes down, for a lesson.
#[derive(Clone, Copy, Debug)]
pub struct KeyPress {
    /// The key, with the modifiers that are held.
    pub key: Key,
    /// True if it was down before.
    pub repeat: bool,
    /// The mouse over the view, if no panel covers it.
    pub mouse: Option<Pointer>,
    /// The view of the frame that the user sees.
    pub view: View,
}

/// The phase of a press, drag or move of the mouse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The button goes down.
    Press,
    /// The mouse moves with the button held.
    Drag,
    /// The button comes up.
    Release,
    /// The mouse is over the view without a button. Only [`Input::mouse`] has this.
    Hover,
}

impl Pointer {
    /// Returns the point of the plane z = 0 under the mouse, in world space.
    pub fn on_plane_z(&self) -> Option<Vec3> {
        self.view.ray(self.pixel).on_plane_z()
    }

    /// Returns the thing that a press means, the one seen nearest to the mouse, if it is near enough.
    ///
    /// It may be hidden behind another one: see [`Pointer::pressed_in_front`].
    pub fn pressed<T>(&self, things: impl IntoIterator<Item = (T, Vec3)>) -> Option<T> {
        if self.phase == Phase::Press { self.over(things) } else { None }
    }

    /// Returns the thing under the mouse, whatever the mouse does, such as one that lights up.
    pub fn over<T>(&self, things: impl IntoIterator<Item = (T, Vec3)>) -> Option<T> {
        self.over_within(REACH, things)
    }

    /// Returns the thing within `reach` pixels of the mouse, at scale 1, for things that are hard to hit.
    pub fn over_within<T>(&self, reach: f32, things: impl IntoIterator<Item = (T, Vec3)>) -> Option<T> {
        let near = things.into_iter().filter_map(|thing| Some((self.away(reach, thing.1)?, thing)));
        near.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, (thing, _))| thing)
    }

    /// Returns how far from the mouse a place is seen, in pixels, if it is within `reach` pixels at scale 1.
    fn away(&self, reach: f32, place: Vec3) -> Option<f32> {
        let away = self.view.pixel(place)?.distance(self.pixel);
        (away <= reach * self.view.scale).then_some(away)
    }

    /// Returns what [`Pointer::pressed`] does, but among the points of a body only those in front count.
    pub fn pressed_in_front<T>(&self, things: impl IntoIterator<Item = (T, Vec3)>) -> Option<T> {
        let is_near = |(_, place): &(T, Vec3)| self.away(REACH, *place).is_some();
        let near: Vec<(T, Vec3)> = things.into_iter().filter(is_near).collect();
        let depth = |place: Vec3| place.distance(self.view.eye);
        let nearest = near.iter().map(|(_, place)| depth(*place)).reduce(f32::min)?;
        // As deep as the reach is wide, so that a slope isn't behind itself.
        let room = |place: Vec3| self.view.metres_of_pixels(place, REACH);
        let in_front = near.into_iter().filter(|(_, place)| depth(*place) <= nearest + room(*place));
        self.pressed(in_front)
    }
}

/// Runs a lesson as its command line says. `name` is `env!("CARGO_BIN_NAME")`.
pub fn run<L: Lesson>(name: &'static str) -> ExitCode {
    run_scenes(name, &[Scene::of::<L>("")])
}

/// Runs a lesson of several scenes, of which the panel chooses one.
pub fn run_scenes(name: &'static str, scenes: &[Scene]) -> ExitCode {
    let lesson = course::LessonInfo::named(course::root(), name)
        .with_context(|| format!("cannot read the lesson in {}", course::root().display()));
    run_as(name, lesson, scenes)
}

/// Runs a program that isn't a lesson in the same way.
pub fn run_as(name: &'static str, lesson: Result<course::LessonInfo>, scenes: &[Scene]) -> ExitCode {
    match lesson.and_then(|lesson| try_run(name, &lesson, scenes)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            handed::tell_end(&format!("{error:#}"));
            ExitCode::FAILURE
        }
    }
}

fn try_run(name: &'static str, lesson: &course::LessonInfo, scenes: &[Scene]) -> Result<()> {
    let about = &lesson.about.data;
    let Some(args) = Args::of_program(name, &about.summary, about.takes_model)? else {
        return Ok(());
    };
    guard::listen();
    if args.headless {
        return headless::run(lesson, scenes, name, &args);
    }
    let event_loop = match gl::window::event_loop() {
        Ok(event_loop) => event_loop,
        Err(reason) => {
            let picture = headless::picture_without_display(lesson, scenes, name, &args)?;
            println!("No display was found ({reason:#}), so here is a picture: {}", picture.display());
            return Ok(());
        }
    };
    window::run(event_loop, lesson, scenes, name, &args)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{Vec2, vec3};

    #[test]
    fn what_is_in_front_is_the_same_at_every_scale() {
        for scale in [1.0, 2.0, 3.0] {
            // An equal number of points of a plain screen at every scale.
            let size = [800.0 * scale, 600.0 * scale].map(|side: f32| side as u32);
            let area = camera::Stagebox { size, free: Rect::whole(size), scale };
            let view =
                Camera { lens: Lens::Orthographic, ..Camera::orbit(Vec3::ZERO, 6.0, 0.0, 0.0) }.view(area);
            // A pixel is a hundredth of a metre then. The point behind is nearer to the mouse, in the picture.
            let pressed = |behind: f32| {
                let things = [("front", vec3(0.05, 0.0, 0.0)), ("behind", vec3(0.0, 0.0, -behind))];
                let pixel = 0.5 * Vec2::from(size.map(|side| side as f32));
                let (phase, button) = (Phase::Press, Button::Left);
                Pointer { phase, button, double: false, ctrl: false, shift: false, pixel, view }
                    .pressed_in_front(things)
            };
            assert_eq!(pressed(0.9 * 0.01 * REACH), Some("behind"), "a slope at scale {scale}");
            assert_eq!(pressed(1.1 * 0.01 * REACH), Some("front"), "a back at scale {scale}");
        }
    }
}
