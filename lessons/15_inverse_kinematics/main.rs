//! Inverse kinematics: from where a hand, a tip or a foot is to be, to how the joints above it turn.

mod arm;
mod chain;
mod feet;

use anyhow::Result;
use glam::Vec3;
use stage::gl::Gl;
use stage::{Args, Camera, Clock, Frame, Lesson, Motion, Panel, Pointer, Step};
use std::process::ExitCode;

fn main() -> ExitCode {
    stage::run::<InverseKinematics>(env!("CARGO_BIN_NAME"))
}

/// One of the lesson's scenes: what a lesson is to the stage. Only the one that is shown is asked.
trait Scene {
    /// Where it is looked at from at first.
    fn camera(&self) -> Camera;

    /// The motion that the transport bar plays; none for a scene without time.
    fn motion(&self) -> Option<Motion> {
        None
    }

    /// Lets time pass.
    fn update(&mut self, _step: &Step) {}

    /// How high the highest ground is. Nobody looks from below it.
    fn ground(&self) -> f32 {
        0.0
    }

    /// Shows controls and numbers.
    fn panel(&mut self, panel: &mut Panel<'_>);

    /// Answers the mouse in the view. True takes a press away from the camera.
    fn pointer(&mut self, pointer: &Pointer, clock: &mut Clock) -> bool;

    /// Draws the scene as it is now.
    fn draw(&self, frame: &mut Frame<'_>) -> Result<()>;
}

/// A scene that cannot be shown, and why: what it needs of earlier lessons is not finished.
struct Closed(String);

impl Scene for Closed {
    fn camera(&self) -> Camera {
        Camera::orbit(Vec3::Y, 4.0, 30.0, 15.0)
    }

    fn panel(&mut self, panel: &mut Panel<'_>) {
        panel.note(&format!("This scene needs earlier lessons: {}", self.0));
    }

    fn pointer(&mut self, _pointer: &Pointer, _clock: &mut Clock) -> bool {
        false
    }

    fn draw(&self, _frame: &mut Frame<'_>) -> Result<()> {
        Ok(())
    }
}

/// The scenes, as the panel names them.
const SCENES: [&str; 3] = ["arm", "chain", "feet"];

/// How far above the ground one looks from at least, in metres.
const CLEAR: f32 = 0.05;

struct InverseKinematics {
    scenes: [Box<dyn Scene>; 3],
    /// Which of them is shown.
    shown: usize,
}

impl Lesson for InverseKinematics {
    const TAKES_MODEL: bool = true;

    fn open(gl: &Gl, args: &Args) -> Result<Self> {
        let feet: Box<dyn Scene> = match feet::Walk::open(gl, args) {
            Ok(walk) => Box::new(walk),
            Err(reason) => Box::new(Closed(format!("{reason:#}"))),
        };
        let scenes: [Box<dyn Scene>; 3] =
            [Box::new(arm::Arms::open(gl, args)?), Box::new(chain::Tentacle::open(gl, args)?), feet];
        Ok(Self { scenes, shown: 0 })
    }

    fn camera(&self) -> Camera {
        self.scene().camera()
    }

    fn motion(&self) -> Option<Motion> {
        self.scene().motion()
    }

    fn update(&mut self, step: Step) {
        self.scenes[self.shown].update(&step);
    }

    fn follow(&mut self, camera: &mut Camera, _between: f32) {
        camera.keep_above(self.scene().ground() + CLEAR);
    }

    fn panel(&mut self, panel: &mut Panel<'_>) {
        let before = self.shown;
        panel.choice("scene", &mut self.shown, &SCENES);
        if self.shown != before {
            *panel.camera = self.camera();
            *panel.clock = Clock::new(self.motion());
        }
        self.scenes[self.shown].panel(panel);
    }

    fn pointer(&mut self, pointer: &Pointer, clock: &mut Clock) -> bool {
        self.scenes[self.shown].pointer(pointer, clock)
    }

    fn pause(&mut self, clock: &mut Clock) -> Option<&'static str> {
        clock.playing = false;
        Some(match self.motion() {
            Some(_) => "Paused. Space goes on, Esc once more ends the lesson.",
            None => "Esc once more ends the lesson.",
        })
    }

    fn draw(&self, frame: &mut Frame<'_>) -> Result<()> {
        self.scene().draw(frame)
    }
}

impl InverseKinematics {
    fn scene(&self) -> &dyn Scene {
        &*self.scenes[self.shown]
    }
}
