//! A side scroller's ground: a player who runs over polygons without falling through them.

mod clip;
mod contrast;
mod force;
mod play;

use anyhow::Result;
use side_scroller::commands::Command;
use side_scroller::time::{DOWN, JUMP, LEFT, ONE, PAUSE, RIGHT, UP};
use stage::gl::Gl;
use stage::{Action, Args, Camera, Clock, Frame, KeyPress, Lesson, Pace, Panel, Panels, Pointer, Step};
use std::process::ExitCode;

fn main() -> ExitCode {
    stage::run::<SideScroller>(env!("CARGO_BIN_NAME"))
}

/// How many steps are made in a second.
const HERTZ: u32 = 120;

/// All of them, and the editor's.
const ACTIONS: [Action; 12] = {
    let [undo, redo, delete, duplicate, save] = Command::ACTIONS;
    [LEFT, RIGHT, UP, DOWN, JUMP, PAUSE, ONE, undo, redo, delete, duplicate, save]
};

/// One of the lesson's scenes: what a lesson is to the stage. Only the one that is shown is asked.
trait Scene {
    /// Where it is looked at from at first.
    fn camera(&self) -> Camera;

    /// Makes one step.
    fn update(&mut self, step: &Step);

    /// Moves the viewer before a picture, to follow somebody.
    fn follow(&mut self, _camera: &mut Camera, _between: f32) {}

    /// Shows controls and numbers.
    fn panel(&mut self, panel: &mut Panel<'_>);

    /// Shows further panels, menus and questions.
    fn panels(&mut self, _panels: &mut Panels<'_>) {}

    /// Answers the mouse in the view. True takes a press away from the camera.
    fn pointer(&mut self, _pointer: &Pointer) -> bool {
        false
    }

    /// Answers a key. True takes it away from actions and stage.
    fn key(&mut self, _press: &KeyPress) -> bool {
        false
    }

    /// Lets time stand still, and tells how it goes on.
    fn pause(&mut self) -> &'static str;

    /// What would be lost if the lesson ended now.
    fn unsaved(&self) -> Option<String> {
        None
    }

    /// Saves that.
    fn save(&mut self) -> Result<()> {
        Ok(())
    }

    /// Draws the scene as it is now.
    fn draw(&self, frame: &mut Frame<'_>) -> Result<()>;
}

/// The scenes, as the panel names them.
const SCENES: [&str; 3] = ["play", "force", "contrast"];

struct SideScroller {
    scenes: [Box<dyn Scene>; 3],
    /// Which of them is shown.
    shown: usize,
}

impl Lesson for SideScroller {
    const PACE: Pace = Pace::Fixed { hertz: HERTZ };
    const ACTIONS: &'static [Action] = &ACTIONS;

    fn open(gl: &Gl, args: &Args) -> Result<Self> {
        let scenes: [Box<dyn Scene>; 3] = [
            Box::new(play::Play::open(gl, args)?),
            Box::new(force::Force::open(gl)?),
            Box::new(contrast::Contrast::open(gl)?),
        ];
        Ok(Self { scenes, shown: 0 })
    }

    fn camera(&self) -> Camera {
        self.scenes[self.shown].camera()
    }

    fn update(&mut self, step: Step) {
        self.scenes[self.shown].update(&step);
    }

    fn follow(&mut self, camera: &mut Camera, between: f32) {
        self.scenes[self.shown].follow(camera, between);
    }

    fn panel(&mut self, panel: &mut Panel<'_>) {
        let before = self.shown;
        panel.choice("scene", &mut self.shown, &SCENES);
        if self.shown != before {
            *panel.camera = self.camera();
        }
        self.scenes[self.shown].panel(panel);
    }

    fn panels(&mut self, panels: &mut Panels<'_>) {
        self.scenes[self.shown].panels(panels);
    }

    fn pointer(&mut self, pointer: &Pointer, _clock: &mut Clock) -> bool {
        self.scenes[self.shown].pointer(pointer)
    }

    fn key(&mut self, press: &KeyPress) -> bool {
        self.scenes[self.shown].key(press)
    }

    fn pause(&mut self, _clock: &mut Clock) -> Option<&'static str> {
        Some(self.scenes[self.shown].pause())
    }

    fn unsaved(&self) -> Option<String> {
        self.scenes.iter().find_map(|scene| scene.unsaved())
    }

    fn save(&mut self) -> Result<()> {
        self.scenes.iter_mut().try_for_each(|scene| scene.save())
    }

    fn draw(&self, frame: &mut Frame<'_>) -> Result<()> {
        self.scenes[self.shown].draw(frame)
    }
}
