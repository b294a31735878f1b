//! Keeps the steps of a document, so that they can be undone.

use std::collections::VecDeque;

/// The most steps that are kept. Clones should share unchanged parts, so that a step costs little memory.
pub const MOST_STEPS: usize = 200;

/// A state between two steps. Both documents are equal, except for what is no part of the work, such as a selection.
#[derive(Clone, Debug)]
struct State<D> {
    /// The name of the step that led here.
    name: String,
    /// The document at the end of that step, for redo.
    reached: D,
    /// The document when the next step began, for undo.
    left: D,
}

/// The documents from before the first step and after each step.
#[derive(Clone, Debug)]
pub struct History<D> {
    /// The state after each step, and before the first.
    states: VecDeque<State<D>>,
    /// The index of the present document. The steps after it are undone.
    done: usize,
    /// The index of the document that is saved, if it is in the list.
    saved: Option<usize>,
}

impl<D: Clone> History<D> {
    /// Returns a history of a saved document, without steps.
    pub fn new(document: D) -> Self {
        let state = State { name: String::new(), reached: document.clone(), left: document };
        Self { states: VecDeque::from([state]), done: 0, saved: Some(0) }
    }

    /// Adds a step, after which undone ones are gone. If there are too many, the oldest is forgotten.
    pub fn push(&mut self, name: String, document: D) {
        self.states.truncate(self.done + 1);
        self.saved = self.saved.filter(|&saved| saved <= self.done);
        self.states.push_back(State { name, reached: document.clone(), left: document });
        if self.states.len() > MOST_STEPS + 1 {
            self.states.pop_front();
            self.saved = self.saved.and_then(|saved| saved.checked_sub(1));
        }
        self.done = self.states.len() - 1;
    }

    /// Goes to the document after `steps` of the steps, or after all of them.
    pub fn go_to(&mut self, steps: usize) -> &D {
        let was_done = std::mem::replace(&mut self.done, steps.min(self.states.len() - 1));
        let State { reached, left, .. } = &self.states[self.done];
        if self.done > was_done { reached } else { left }
    }

    /// Returns the present document.
    pub fn now(&self) -> &D {
        &self.states[self.done].left
    }

    /// Keeps the present document as a step begins, equal to the one before.
    pub fn leave(&mut self, document: D) {
        self.states[self.done].left = document;
    }

    /// Returns the name of the step that would be undone.
    pub fn undo_name(&self) -> Option<&str> {
        self.states.get(self.done).filter(|_| self.done > 0).map(|state| &state.name[..])
    }

    /// Returns the name of the step that would be redone.
    pub fn redo_name(&self) -> Option<&str> {
        self.states.get(self.done + 1).map(|state| &state.name[..])
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
