//! Several lessons in one, of which the panel chooses one.

use crate::{
    Action, Args, Button, Camera, Clock, Frame, Inspected, KeyPress, Lesson, Light, Motion, Pace, Panel,
    Panels, Pointer, Step,
};
use anyhow::{Result, bail};
use gl::{Gl, View};
use std::rc::Rc;

/// Two or three scenes, each a lesson of its own. The first says for all of them how time runs and what keys do,
/// and has the only work that is saved. One of the others that cannot be opened says why when it is chosen. Whatever
/// a lesson may be asked has to be passed on below.
pub struct Scenes<A, B, C = NoScene> {
    shown: usize,
    a: A,
    b: Result<B, String>,
    c: Result<C, String>,
}

/// A third scene where there are only two: it is never opened.
pub enum NoScene {}

impl Lesson for NoScene {
    fn open(_gl: &Gl, _args: &Args) -> Result<Self> {
        bail!("there are two scenes")
    }

    fn camera(&self) -> Camera {
        match *self {}
    }

    fn update(&mut self, _step: Step) {
        match *self {}
    }

    fn panel(&mut self, _panel: &mut Panel<'_>) {
        match *self {}
    }

    fn draw(&self, _frame: &mut Frame<'_>) -> Result<()> {
        match *self {}
    }
}

/// Asks the scene that is shown, or does the replacement if it cannot be shown.
macro_rules! shown {
    ($self:ident, $scene:ident => $asked:expr, $closed:expr) => {{
        let Scenes { shown, a, b, c } = $self;
        match (&*shown, b, c) {
            (1, Ok($scene), _) => $asked,
            (2, _, Ok($scene)) => $asked,
            (1, Err(_why), _) | (2, _, Err(_why)) => $closed(_why),
            _ => {
                let $scene = a;
                $asked
            }
        }
    }};
}

impl<A: Lesson, B: Lesson, C: Lesson> Lesson for Scenes<A, B, C> {
    const TAKES_MODEL: bool = A::TAKES_MODEL;
    const PACE: Pace = A::PACE;
    const HAS_JOINTS: bool = A::HAS_JOINTS;
    const COMPARES: bool = A::COMPARES;
    const ACTIONS: &'static [Action] = A::ACTIONS;
    const TAKES_RIGHT_BUTTON: bool = A::TAKES_RIGHT_BUTTON || B::TAKES_RIGHT_BUTTON || C::TAKES_RIGHT_BUTTON;

    fn open(gl: &Gl, args: &Args) -> Result<Self> {
        let why = |error: anyhow::Error| format!("This scene needs earlier lessons: {error:#}");
        let (b, c) = (B::open(gl, args).map_err(why), C::open(gl, args).map_err(why));
        Ok(Self { shown: 0, a: A::open(gl, args)?, b, c })
    }

    fn camera(&self) -> Camera {
        shown!(self, scene => scene.camera(), |_| self.a.camera())
    }

    fn motion(&self) -> Option<Motion> {
        shown!(self, scene => scene.motion(), |_| None)
    }

    fn update(&mut self, step: Step) {
        shown!(self, scene => scene.update(step), |_| ());
    }

    fn follow(&mut self, camera: &mut Camera, between: f32) {
        shown!(self, scene => scene.follow(camera, between), |_| ());
    }

    fn panel(&mut self, panel: &mut Panel<'_>) {
        let before = self.shown;
        let mut names = vec![A::SCENE, B::SCENE, C::SCENE];
        names.retain(|name| !name.is_empty());
        panel.choice("scene", &mut self.shown, &names);
        if self.shown != before {
            (*panel.camera, *panel.clock) = (self.camera(), Clock::new(self.motion()));
        }
        shown!(self, scene => scene.panel(panel), |why: &mut String| panel.note(why));
    }

    fn panels(&mut self, panels: &mut Panels<'_>) {
        shown!(self, scene => scene.panels(panels), |_| ());
    }

    fn pointer(&mut self, pointer: &Pointer, clock: &mut Clock) -> bool {
        let taken = [A::TAKES_RIGHT_BUTTON, B::TAKES_RIGHT_BUTTON, C::TAKES_RIGHT_BUTTON];
        if pointer.button == Button::Right && !taken[self.shown] {
            return false;
        }
        shown!(self, scene => scene.pointer(pointer, clock), |_| false)
    }

    fn key(&mut self, press: &KeyPress) -> bool {
        shown!(self, scene => scene.key(press), |_| false)
    }

    fn keys(&self) -> Option<&'static str> {
        shown!(self, scene => scene.keys(), |_| None)
    }

    fn unsaved(&self) -> Option<String> {
        self.a.unsaved()
    }

    fn save(&mut self) -> Result<()> {
        self.a.save()
    }

    fn wheel(&mut self, notches: f32) -> bool {
        shown!(self, scene => scene.wheel(notches), |_| false)
    }

    fn rests(&self) -> bool {
        shown!(self, scene => scene.rests(), |_| true)
    }

    fn inspected(&self) -> Option<Inspected> {
        shown!(self, scene => scene.inspected(), |_| None)
    }

    fn light(&self, view: &View, between: f32) -> Option<Rc<dyn Light>> {
        shown!(self, scene => scene.light(view, between), |_| None)
    }

    fn draw(&self, frame: &mut Frame<'_>) -> Result<()> {
        shown!(self, scene => scene.draw(frame), |_| Ok(()))
    }
}
