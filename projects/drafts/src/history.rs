//! Keeps the steps of a document, so that they can be undone.

use std::collections::VecDeque;

/// The most steps that are kept. Clones should share unchanged parts, so that a step costs little memory.
pub const MOST_STEPS: usize = 200;

/// The documents from before the first step and after each step.
#[derive(Clone, Debug)]
pub struct History<D> {
    /// Each document with the name of the step before it, at least one.
    states: VecDeque<(String, D)>,
    /// The index of the present document. The steps after it are undone.
    done: usize,
    /// The index of the document that is saved, if it is in the list.
    saved: Option<usize>,
}

impl<D> History<D> {
    /// Returns a history of a saved document, without steps.
    pub fn new(document: D) -> Self {
        let states = VecDeque::from([(String::new(), document)]);
        Self { states, done: 0, saved: Some(0) }
    }

    /// Adds a step, after which undone ones are gone. If there are too many, the oldest is forgotten.
    pub fn push(&mut self, name: String, document: D) {
        self.states.truncate(self.done + 1);
        self.saved = self.saved.filter(|&saved| saved <= self.done);
        self.states.push_back((name, document));
        if self.states.len() > MOST_STEPS + 1 {
            self.states.pop_front();
            self.saved = self.saved.and_then(|saved| saved.checked_sub(1));
        }
        self.done = self.states.len() - 1;
    }

    /// Goes to the document after `steps` of the steps, or after all of them.
    pub fn go_to(&mut self, steps: usize) -> &D {
        self.done = steps.min(self.states.len() - 1);
        self.now()
    }

    /// Returns the present document.
    pub fn now(&self) -> &D {
        &self.states[self.done].1
    }

    /// Returns the name of the step that would be undone.
    pub fn undo_name(&self) -> Option<&str> {
        self.states.get(self.done).filter(|_| self.done > 0).map(|(name, _)| &name[..])
    }

    /// Returns the name of the step that would be redone.
    pub fn redo_name(&self) -> Option<&str> {
        self.states.get(self.done + 1).map(|(name, _)| &name[..])
    }

    /// Returns the number of steps that are done.
    pub fn done(&self) -> usize {
        self.done
    }

    /// Marks the document as saved in its present state.
    pub fn mark_saved(&mut self) {
        self.saved = Some(self.done);
    }

    /// Returns true if the present document is the saved one.
    pub fn is_saved(&self) -> bool {
        self.saved == Some(self.done)
    }
}
