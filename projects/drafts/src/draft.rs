//! Work on something: how it is now, what is being changed, and what can be undone.

use super::{History, Step, Stored};
use std::convert::Infallible;
use std::fmt::Display;

/// How much memory a history may take, in bytes.
pub const BUDGET: usize = 64_000_000;

/// What can be worked on.
pub trait Edited: Clone {
    /// What leads from one state of it to another.
    type Change: Stored;

    /// What it is called.
    const NAME: &'static str;

    /// Whether another state is the same.
    fn is(&self, other: &Self) -> bool;

    /// What makes another state of it.
    fn change_to(&self, other: &Self) -> Self::Change;

    /// Makes a change, of the state that it was found from.
    fn put(&mut self, change: &Self::Change);
}

/// A step from one state to another; nothing if they are the same.
pub fn step<D: Edited>(name: impl Into<String>, from: &D, to: &D) -> Option<Step<D::Change>> {
    let step = || Step { name: name.into(), before: to.change_to(from), after: from.change_to(to) };
    (!from.is(to)).then(step)
}

/// Something while it is worked on. A refusal says why what is asked for cannot be.
pub struct Draft<D: Edited, R = Infallible> {
    now: D,
    /// What was done to it.
    pub history: History<D::Change>,
    version: u64,
    opened: u64,
    /// How it was when an edit began, and what the edit is called.
    held: Option<(D, String)>,
    /// What is asked for just now and cannot be.
    pub refusal: Option<R>,
    /// What is to be told of what was done.
    pub told: Option<String>,
}

impl<D: Edited, R: Display> Draft<D, R> {
    /// Begins with what is as it was saved.
    pub fn new(now: D) -> Self {
        let history = History::new(BUDGET);
        Self { now, history, version: 0, opened: 0, held: None, refusal: None, told: None }
    }

    /// Goes on with another one, of which nothing can be undone.
    pub fn replace(&mut self, now: D) {
        let (version, opened) = (self.version + 1, self.opened + 1);
        *self = Self { version, opened, ..Self::new(now) };
    }

    /// How it is now, also during an edit.
    pub fn now(&self) -> &D {
        &self.now
    }

    /// How it was when the edit began that goes on.
    pub fn before(&self) -> Option<&D> {
        self.held.as_ref().map(|(before, _)| before)
    }

    /// Another number whenever it is another.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// How many times it was replaced.
    pub fn opened(&self) -> u64 {
        self.opened
    }

    fn set(&mut self, now: D) {
        self.version += u64::from(!self.now.is(&now));
        self.now = now;
    }

    /// Remembers how it is: what changes from now on is one step, and can be given up.
    pub fn hold(&mut self, name: &str) {
        if self.held.is_none() {
            self.held = Some((self.now.clone(), name.to_owned()));
        }
    }

    /// Gives the step that is being made another name.
    pub fn call(&mut self, name: String) {
        if let Some((_, old)) = &mut self.held {
            *old = name;
        }
    }

    /// Changes it as it was when the edit began: nothing adds up in a drag. What is refused leaves it as it is, and so does
    /// what nobody holds.
    pub fn change(&mut self, edit: impl FnOnce(&mut D) -> Result<(), R>) {
        let Some(mut now) = self.before().cloned() else { return };
        self.refusal = edit(&mut now).err();
        if self.refusal.is_none() {
            self.set(now);
        }
    }

    /// Ends an edit. If it has changed anything, it is a step of the history, and what was there before it comes back.
    pub fn let_go(&mut self) -> Option<D> {
        if let Some(why) = self.refusal.take() {
            self.told = Some(format!("{why} The {} stays as it was last right.", D::NAME));
        }
        let (before, name) = self.held.take()?;
        let step = step(name, &before, &self.now);
        // Two states may be the same but for the sign of a zero: to redo must lead to the very same.
        self.now = before.clone();
        let step = step?;
        self.now.put(&step.after);
        self.history.push(step);
        Some(before)
    }

    /// Gives an edit up. False if there is none.
    pub fn give_up(&mut self) -> bool {
        self.refusal = None;
        let Some((before, _)) = self.held.take() else { return false };
        self.set(before);
        true
    }

    /// Makes a whole step.
    pub fn edit(&mut self, name: &str, edit: impl FnOnce(&mut D) -> Result<(), R>) {
        self.let_go();
        self.hold(name);
        self.change(edit);
        self.let_go();
    }

    /// Changes what is no matter of the history, also in what an edit goes back to.
    pub fn change_beside(&mut self, change: impl Fn(&mut D)) {
        self.held.iter_mut().for_each(|(before, _)| change(before));
        change(&mut self.now);
        self.version += 1;
    }

    /// Undoes the last step. What is being changed is given up instead.
    pub fn undo(&mut self) {
        if !self.give_up() {
            self.go_to(self.history.done().saturating_sub(1));
        }
    }

    /// Does the step again that was undone last.
    pub fn redo(&mut self) {
        self.go_to(self.history.done() + 1);
    }

    /// What would be lost if all ended now, in a sentence or two.
    pub fn unsaved(&self) -> Option<String> {
        let last = self.history.undo_name().unwrap_or("What was kept");
        let told = || format!("The {} is not saved. What was done to it last: {last}.", D::NAME);
        (!self.history.is_saved()).then(told)
    }

    /// Goes to the state after so many steps, or after all of them. What is being changed is given up.
    pub fn go_to(&mut self, steps: usize) {
        self.give_up();
        let steps = steps.min(self.history.names().len());
        if steps == self.history.done() {
            return;
        }
        let now = &mut self.now;
        self.history.go_to(steps, |change| now.put(change));
        self.version += 1;
    }
}

#[cfg(test)]
#[path = "draft_tests.rs"]
mod tests;
