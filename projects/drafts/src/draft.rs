//! Edits a document: its state, the change in progress, and the steps that can be undone.

use super::History;
use std::convert::Infallible;
use std::fmt::Display;

/// A document that can be edited. A history keeps a clone for each step, so a clone should be cheap.
pub trait Edited: Clone + PartialEq {
    /// The document's name for messages.
    const NAME: &'static str;
}

/// A document that is being edited. `R` says why a change isn't possible.
pub struct Draft<D: Edited, R = Infallible> {
    now: D,
    /// The steps so far, with the document after each.
    pub history: History<D>,
    version: u64,
    /// The name of the edit in progress. The document before it is in the history.
    held: Option<String>,
    /// The reason why the present change isn't possible, if so.
    pub refusal: Option<R>,
    /// A message about the last step, for the user.
    pub told: Option<String>,
}

impl<D: Edited, R: Display> Draft<D, R> {
    /// Begins with a document that is saved.
    pub fn new(now: D) -> Self {
        let history = History::new(now.clone());
        Self { now, history, version: 0, held: None, refusal: None, told: None }
    }

    /// Returns the document with the change in progress.
    pub fn now(&self) -> &D {
        &self.now
    }

    /// Returns the document, to change what of it is no part of the work, such as a selection.
    pub fn now_mut(&mut self) -> &mut D {
        &mut self.now
    }

    /// Returns the document as it was when the present edit began.
    pub fn before(&self) -> Option<&D> {
        self.held.as_ref().map(|_| self.history.now())
    }

    /// Returns a number that changes with every change of the document.
    pub fn version(&self) -> u64 {
        self.version
    }

    fn set(&mut self, now: D) {
        self.version += u64::from(self.now != now);
        self.now = now;
    }

    /// Begins an edit: the changes from now on are one step, and can be cancelled.
    pub fn hold(&mut self, name: &str) {
        if self.held.is_none() {
            self.history.leave(self.now.clone());
            self.held = Some(name.to_owned());
        }
    }

    /// Applies a change to the document as it was when the edit began, so that nothing adds up in a drag. A
    /// change that is refused, or without `hold`, has no effect.
    pub fn change(&mut self, edit: impl FnOnce(&mut D) -> Result<(), R>) {
        let Some(mut now) = self.before().cloned() else { return };
        self.refusal = edit(&mut now).err();
        if self.refusal.is_none() {
            self.set(now);
        }
    }

    /// Ends an edit. If it has changed anything, it becomes a step.
    pub fn let_go(&mut self) {
        if let Some(why) = self.refusal.take() {
            self.told = Some(format!("{why} The {} stays as it was last right.", D::NAME));
        }
        let held = self.held.take().filter(|_| self.now != *self.history.now());
        held.into_iter().for_each(|name| self.history.push(name, self.now.clone()));
    }

    /// Cancels an edit. Returns false if there is none.
    pub fn give_up(&mut self) -> bool {
        self.refusal = None;
        let was_held = self.held.take().is_some();
        if was_held {
            self.set(self.history.now().clone());
        }
        was_held
    }

    /// Undoes the last step. A change in progress is cancelled instead.
    pub fn undo(&mut self) {
        if !self.give_up() {
            self.go_to(self.history.done().saturating_sub(1));
        }
    }

    /// Redoes the step that was undone last.
    pub fn redo(&mut self) {
        self.go_to(self.history.done() + 1);
    }

    /// Returns a sentence or two about what would be lost if the program ended now.
    pub fn unsaved(&self) -> Option<String> {
        let last = self.history.undo_name().unwrap_or("Undo");
        let told = || format!("The {} is not saved. What was done to it last: {last}.", D::NAME);
        (!self.history.is_saved()).then(told)
    }

    /// Goes to the state after `steps` steps, or after all of them. A change in progress is cancelled.
    pub fn go_to(&mut self, steps: usize) {
        self.give_up();
        let now = self.history.go_to(steps).clone();
        self.set(now);
    }
}

#[cfg(test)]
#[path = "draft_tests.rs"]
mod tests;
