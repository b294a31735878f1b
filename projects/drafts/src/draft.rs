//! Edits a document: its state, the change in progress, and the steps that can be undone.

use std::collections::VecDeque;

/// A document that can be edited. A draft keeps a clone for each step, so a clone should be cheap.
pub trait Edited: Clone + PartialEq {
    /// The document's name for messages.
    const NAME: &'static str;
}

/// The most steps that are kept. Clones should share unchanged parts, so that a step costs little memory.
pub const MOST_STEPS: usize = 200;

/// A state between two steps. Both documents are equal, except for what is no part of the work, such as a selection.
struct State<D> {
    /// The name of the step that led here.
    name: String,
    /// The document at the end of that step, for redo.
    reached: D,
    /// The document when the next step began, for undo.
    left: D,
}

impl<D: Clone> State<D> {
    fn new(name: String, document: &D) -> Self {
        Self { name, reached: document.clone(), left: document.clone() }
    }
}

/// A document that is being edited.
pub struct Draft<D: Edited> {
    now: D,
    /// The state after each step, and before the first.
    states: VecDeque<State<D>>,
    /// The index of the present state. The steps after it are undone.
    done: usize,
    /// The index of the state that is saved, if it is in the list.
    saved: Option<usize>,
    version: u64,
    /// The name of the edit in progress. The document before it is that of the last step done.
    held: Option<String>,
    /// The reason why the present change isn't possible, if so.
    pub refusal: Option<String>,
    /// A message for the user, such as about the last step.
    pub told: Option<String>,
}

impl<D: Edited> Draft<D> {
    /// Begins with a document that is saved.
    pub fn new(now: D) -> Self {
        let states = VecDeque::from([State::new(String::new(), &now)]);
        Self { now, states, done: 0, saved: Some(0), version: 0, held: None, refusal: None, told: None }
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
        self.held.as_ref().map(|_| &self.states[self.done].left)
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
            self.states[self.done].left = self.now.clone();
            self.held = Some(name.to_owned());
        }
    }

    /// Applies a change to the document as it was when the edit began, so that nothing adds up in a drag. Without `hold`
    /// it has no effect.
    pub fn change(&mut self, edit: impl FnOnce(&mut D)) {
        self.try_change(|document| {
            edit(document);
            Ok(())
        });
    }

    /// Applies a change in the same way, unless that says why it isn't possible.
    pub fn try_change(&mut self, edit: impl FnOnce(&mut D) -> Result<(), String>) {
        let Some(mut now) = self.before().cloned() else { return };
        self.refusal = edit(&mut now).err();
        if self.refusal.is_none() {
            self.set(now);
        }
    }

    /// Makes a whole edit as one step.
    pub fn edit(&mut self, name: &str, edit: impl FnOnce(&mut D)) {
        self.let_go();
        self.hold(name);
        self.change(edit);
        self.let_go();
    }

    /// Ends an edit. If it has changed anything, it becomes a step, after which undone ones are gone.
    pub fn let_go(&mut self) {
        if let Some(why) = self.refusal.take() {
            self.told = Some(format!("{why} The {} stays as it was last right.", D::NAME));
        }
        let Some(name) = self.held.take().filter(|_| self.now != self.states[self.done].left) else { return };
        self.states.truncate(self.done + 1);
        self.saved = self.saved.filter(|&saved| saved <= self.done);
        self.states.push_back(State::new(name, &self.now));
        if self.states.len() > MOST_STEPS + 1 {
            self.states.pop_front();
            self.saved = self.saved.and_then(|saved| saved.checked_sub(1));
        }
        self.done = self.states.len() - 1;
    }

    /// Cancels an edit. Returns false if there is none.
    pub fn give_up(&mut self) -> bool {
        self.refusal = None;
        let before = self.before().cloned();
        self.held = None;
        before.map(|before| self.set(before)).is_some()
    }

    /// Undoes the last step. A change in progress is cancelled instead.
    pub fn undo(&mut self) {
        if !self.give_up() {
            self.go_to(self.done.saturating_sub(1));
        }
    }

    /// Redoes the step that was undone last.
    pub fn redo(&mut self) {
        self.go_to(self.done + 1);
    }

    /// Goes to the state after `steps` steps, or after all of them. A change in progress is cancelled.
    pub fn go_to(&mut self, steps: usize) {
        self.give_up();
        let was_done = std::mem::replace(&mut self.done, steps.min(self.states.len() - 1));
        let State { reached, left, .. } = &self.states[self.done];
        self.set(if self.done > was_done { reached } else { left }.clone());
    }

    /// Returns the number of steps that are done.
    pub fn done(&self) -> usize {
        self.done
    }

    /// Returns the name of the step that would be undone.
    pub fn undo_name(&self) -> Option<&str> {
        (self.done > 0).then(|| &self.states[self.done].name[..])
    }

    /// Returns the name of the step that would be redone.
    pub fn redo_name(&self) -> Option<&str> {
        self.states.get(self.done + 1).map(|state| &state.name[..])
    }

    /// Marks the document as saved in its present state.
    pub fn mark_saved(&mut self) {
        self.saved = Some(self.done);
    }

    /// Returns true if the present document is the saved one.
    pub fn is_saved(&self) -> bool {
        self.saved == Some(self.done)
    }

    /// Tells the error of something, if there is one.
    pub fn complain(&mut self, done: anyhow::Result<()>) {
        self.told = done.err().map(|error| format!("{error:#}")).or(self.told.take());
    }

    /// Returns a sentence or two about what would be lost if the program ended now.
    pub fn unsaved(&self) -> Option<String> {
        let last = self.undo_name().unwrap_or("Undo");
        let told = || format!("The {} is not saved. What was done to it last: {last}.", D::NAME);
        (!self.is_saved()).then(told)
    }
}

#[cfg(test)]
#[path = "draft_tests.rs"]
mod tests;
