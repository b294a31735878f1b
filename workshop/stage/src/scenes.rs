//! Holds the scenes of a program, of which one is shown.

use crate::guard::Guarded;
use crate::{Action, Args, Edits, Lesson, watch};
use anyhow::{Result, bail};
use gl::Gl;

/// A scene of a program, a lesson by itself, that is opened when it is first shown.
#[derive(Clone, Copy)]
pub struct Scene {
    /// The name in the panel, if there are several.
    name: &'static str,
    open: fn(&Gl, &Args) -> Result<Box<dyn Lesson>>,
    actions: fn() -> &'static [Action],
}

impl Scene {
    /// Returns the scene of a lesson, with its name in the panel where there are several.
    pub const fn of<L: Lesson>(name: &'static str) -> Self {
        Self { name, open: |gl, args| Ok(Box::new(L::open(gl, args)?)), actions: L::actions }
    }

    /// Returns the actions that keys start while it is shown.
    pub(crate) fn actions(&self) -> &'static [Action] {
        (self.actions)()
    }

    /// Returns the actions of some scenes.
    pub(crate) fn all_actions(scenes: &[Self]) -> Vec<Action> {
        scenes.iter().flat_map(|scene| scene.actions()).copied().collect()
    }

    /// Opens it. An error of its code is returned; a panic stops the scene.
    fn open(&self, gl: &Gl, args: &Args) -> Result<Guarded<Box<dyn Lesson>>> {
        Guarded::open(watch::to_open(args.model.as_deref()), || (self.open)(gl, args))
    }
}

/// The scenes of a running program. Those that aren't shown stay as they were left.
pub struct Scenes {
    all: Vec<Scene>,
    open: Vec<Option<Guarded<Box<dyn Lesson>>>>,
    shown: usize,
}

impl Scenes {
    /// Returns the scenes of a program, none of which is open yet.
    pub fn new(all: &[Scene]) -> Self {
        Self { all: all.to_vec(), open: all.iter().map(|_| None).collect(), shown: 0 }
    }

    /// Opens the shown scene anew, and forgets the others. If that fails, they stay as they are.
    pub fn open(&mut self, gl: &Gl, args: &Args) -> Result<()> {
        let opened = self.all[self.shown].open(gl, args)?;
        if let (Some(reason), Some(_)) = (opened.reason(), &self.open[self.shown]) {
            bail!("{reason}");
        }
        self.open.fill_with(|| None);
        self.open[self.shown] = Some(opened);
        Ok(())
    }

    /// Stops the shown scene, for this reason.
    pub fn stop(&mut self, reason: String) {
        self.open[self.shown] = Some(Guarded(Err(reason)));
    }

    pub fn show(&mut self, index: usize, gl: &Gl, args: &Args) {
        self.shown = index;
        if self.open[index].is_none() {
            let why = |error| Guarded(Err(format!("This scene needs earlier lessons: {error:#}")));
            self.open[index] = Some(self.all[index].open(gl, args).unwrap_or_else(why));
        }
    }

    /// Returns the names of all scenes, and the index of the one that is shown.
    pub fn names(&self) -> (Vec<&'static str>, usize) {
        (self.all.iter().map(|scene| scene.name).collect(), self.shown)
    }

    /// Returns the actions that keys start in the shown scene.
    pub fn actions(&self) -> &'static [Action] {
        self.all[self.shown].actions()
    }

    /// Returns the reason why the shown scene is stopped, if it is.
    pub fn reason(&self) -> Option<&str> {
        self.open[self.shown].as_ref()?.reason()
    }

    /// Calls the code of the shown scene, unless it has panicked before.
    pub fn call<T>(&mut self, code: impl FnOnce(&mut dyn Lesson) -> T) -> Option<T> {
        self.open[self.shown].as_mut()?.call(|lesson| code(lesson.as_mut()))
    }

    /// Calls the code of the shown scene if it is an editor.
    pub fn edit<T>(&mut self, code: impl FnOnce(&mut dyn Edits) -> T) -> Option<T> {
        self.call(|lesson| lesson.edits().map(code)).flatten()
    }

    /// Asks all scenes that were opened, and returns the first answer.
    pub fn ask<T>(&mut self, ask: impl Fn(&mut dyn Edits) -> Option<T>) -> Option<T> {
        let mut open = self.open.iter_mut().flatten();
        open.find_map(|scene| scene.call(|lesson| lesson.edits().and_then(&ask)).flatten())
    }
}
