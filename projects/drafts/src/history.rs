//! What was done to a document, so that it can be undone.

use std::collections::VecDeque;

/// What puts a document, or a part of it, back as it was. It knows how much memory it keeps.
pub trait Stored {
    /// How many bytes it keeps, about.
    fn bytes(&self) -> usize;
}

/// One thing that was done, however long it took: a whole drag is one.
#[derive(Clone, Debug, PartialEq)]
pub struct Step<S> {
    /// What people call it: "Turn upper_arm_L".
    pub name: String,
    /// What makes the state before it, from the state after it.
    pub before: S,
    /// What makes the state after it, from the state before it.
    pub after: S,
}

/// The steps that led to a state, and those that were undone. It does not hold the document: it says what to put back.
#[derive(Clone, Debug)]
pub struct History<S> {
    /// In the order in which they were made; those from `done` on are undone.
    steps: VecDeque<Kept<S>>,
    /// How many of the steps the document has.
    done: usize,
    /// The state before the first step.
    first: State,
    /// The number of the next state that comes to be. None is given twice.
    next: State,
    /// The state that is in the file; none if it is none of these.
    saved: Option<State>,
    bytes: usize,
    budget: usize,
    forgotten: usize,
}

/// A number for each state that ever was. An index would not do: another step may come to stand at it.
type State = u64;

#[derive(Clone, Debug)]
struct Kept<S> {
    name: String,
    before: S,
    after: S,
    bytes: usize,
    /// The state that it led to.
    state: State,
}

impl<S: Stored> History<S> {
    /// A history without steps, of a document that is as it was saved. It keeps so many bytes at most.
    pub fn new(budget: usize) -> Self {
        Self {
            steps: VecDeque::new(),
            done: 0,
            first: 0,
            next: 1,
            saved: Some(0),
            bytes: 0,
            budget,
            forgotten: 0,
        }
    }

    /// Adds a step that was made. Steps that were undone can be redone no more. If there is too much to keep, the oldest
    /// steps are forgotten, but never this one.
    pub fn push(&mut self, step: Step<S>) {
        for undone in self.steps.drain(self.done..) {
            self.bytes -= undone.bytes;
        }
        let Step { name, before, after } = step;
        let bytes = size_of::<Kept<S>>() + name.capacity() + before.bytes() + after.bytes();
        self.steps.push_back(Kept { name, before, after, bytes, state: self.next });
        self.next += 1;
        self.bytes += bytes;
        while self.bytes > self.budget && self.steps.len() > 1 {
            self.forget_oldest();
        }
        self.done = self.steps.len();
    }

    fn forget_oldest(&mut self) {
        if let Some(oldest) = self.steps.pop_front() {
            self.first = oldest.state;
            self.bytes -= oldest.bytes;
            self.forgotten += 1;
        }
    }

    /// Undoes the last step that is done, and gives its name: `put` puts into the document what was before it.
    pub fn undo(&mut self, put: impl FnMut(&S)) -> Option<&str> {
        let step = self.done.checked_sub(1)?;
        self.go_to(step, put);
        Some(&self.steps[step].name)
    }

    /// Does again the step that was undone last, and gives its name.
    pub fn redo(&mut self, put: impl FnMut(&S)) -> Option<&str> {
        let step = self.done;
        self.steps.get(step)?;
        self.go_to(step + 1, put);
        self.name(step)
    }

    /// Goes to the state after so many of the steps, or after all of them. What leads from one state to the next is put
    /// into the document by `put`.
    pub fn go_to(&mut self, count: usize, mut put: impl FnMut(&S)) {
        let count = count.min(self.steps.len());
        while self.done > count {
            self.done -= 1;
            put(&self.steps[self.done].before);
        }
        while self.done < count {
            put(&self.steps[self.done].after);
            self.done += 1;
        }
    }

    /// The names of all steps that are kept, those that are undone too.
    pub fn names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.steps.iter().map(|step| &step.name[..])
    }

    fn name(&self, step: usize) -> Option<&str> {
        self.steps.get(step).map(|step| &step.name[..])
    }

    /// What would be undone.
    pub fn undo_name(&self) -> Option<&str> {
        self.name(self.done.checked_sub(1)?)
    }

    /// What would be redone.
    pub fn redo_name(&self) -> Option<&str> {
        self.name(self.done)
    }

    /// How many of the steps are done.
    pub fn done(&self) -> usize {
        self.done
    }

    /// How many of the oldest steps were forgotten, to stay below the budget.
    pub fn forgotten(&self) -> usize {
        self.forgotten
    }

    /// How many bytes the steps keep.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// The state as it is now: no other ever has this number.
    fn state(&self) -> State {
        self.done.checked_sub(1).map_or(self.first, |last| self.steps[last].state)
    }

    /// Says that the document is saved as it is now.
    pub fn mark_saved(&mut self) {
        self.saved = Some(self.state());
    }

    /// Says that the document is in no file, as after a crash.
    pub fn mark_unsaved(&mut self) {
        self.saved = None;
    }

    /// Whether the document is as it was saved.
    pub fn is_saved(&self) -> bool {
        self.saved == Some(self.state())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    impl Stored for u32 {
        fn bytes(&self) -> usize {
            size_of::<Self>()
        }
    }

    /// Much to keep.
    #[derive(Clone, Debug, PartialEq)]
    struct Heavy(usize);

    impl Stored for Heavy {
        fn bytes(&self) -> usize {
            self.0
        }
    }

    fn step<S>(name: &str, before: S, after: S) -> Step<S> {
        Step { name: name.to_owned(), before, after }
    }

    /// A document that is a number, its history, and all states that can be gone to.
    struct Model {
        document: u32,
        history: History<u32>,
        states: Vec<u32>,
        done: usize,
        /// The state that was saved, as long as it can be gone to.
        saved: Option<usize>,
    }

    impl Model {
        fn new() -> Self {
            Self { document: 0, history: History::new(usize::MAX), states: vec![0], done: 0, saved: Some(0) }
        }

        fn act(&mut self, what: u8, number: u32) {
            let Self { document, history, .. } = self;
            match what {
                0..=3 => {
                    self.states.truncate(self.done + 1);
                    self.saved = self.saved.filter(|&saved| saved <= self.done);
                    self.states.push(number);
                    history.push(step(&format!("to {number}"), *document, number));
                    *document = number;
                    self.done += 1;
                }
                4 | 5 => {
                    let name = history.undo(|&state| *document = state).map(str::to_owned);
                    assert_eq!(
                        name,
                        self.done.checked_sub(1).map(|_| format!("to {}", self.states[self.done]))
                    );
                    self.done = self.done.saturating_sub(1);
                }
                6 => {
                    let name = history.redo(|&state| *document = state).map(str::to_owned);
                    assert_eq!(name, self.states.get(self.done + 1).map(|state| format!("to {state}")));
                    self.done = (self.done + 1).min(self.states.len() - 1);
                }
                7 => {
                    let count = number as usize % (self.states.len() + 1);
                    history.go_to(count, |&state| *document = state);
                    self.done = count.min(self.states.len() - 1);
                }
                _ => {
                    history.mark_saved();
                    self.saved = Some(self.done);
                }
            }
        }
    }

    proptest! {
        #[test]
        fn every_state_can_be_gone_to_and_the_mark_knows_the_saved_one(acts in prop::collection::vec((0u8..9, any::<u32>()), 0..60)) {
            let mut model = Model::new();
            for (what, number) in acts {
                model.act(what, number);
                let Model { document, history, states, done, saved } = &model;
                prop_assert_eq!(*document, states[*done]);
                prop_assert_eq!(history.done(), *done);
                prop_assert_eq!(history.names().len(), states.len() - 1);
                prop_assert_eq!(history.is_saved(), *saved == Some(*done));
            }
        }
    }

    #[test]
    fn names_are_told_and_a_new_step_cuts_off_what_was_undone() {
        let mut history = History::new(usize::MAX);
        assert_eq!((history.undo_name(), history.redo_name()), (None, None));
        for (before, name) in (0u32..).zip(["turn", "move", "delete"]) {
            history.push(step(name, before, before + 1));
        }
        assert_eq!(history.undo(|_| {}), Some("delete"));
        assert_eq!((history.undo_name(), history.redo_name()), (Some("move"), Some("delete")));
        history.push(step("rename", 2, 3));
        assert_eq!(history.names().collect::<Vec<_>>(), ["turn", "move", "rename"]);
        assert_eq!(history.redo(|_| {}), None);
        assert_eq!(history.done(), 3);
    }

    #[test]
    fn many_steps_are_undone_one_by_one_backwards() {
        let mut history = History::new(usize::MAX);
        (0u32..5).for_each(|state| history.push(step("count", state, state + 1)));
        let mut put = Vec::new();
        history.go_to(1, |&state| put.push(state));
        history.go_to(9, |&state| put.push(state));
        assert_eq!(put, [4, 3, 2, 1, 2, 3, 4, 5]);
    }

    #[test]
    fn a_branch_that_was_cut_off_is_never_clean_again() {
        let mut history = History::new(usize::MAX);
        history.push(step("turn", 0, 1));
        history.mark_saved();
        history.undo(|_| {});
        history.push(step("move", 0, 2));
        assert!(!history.is_saved(), "as many steps, but another state");
        history.undo(|_| {});
        assert!(!history.is_saved());
        history.mark_saved();
        history.redo(|_| {});
        history.undo(|_| {});
        assert!(history.is_saved());
        history.mark_unsaved();
        assert!(!history.is_saved());
    }

    #[test]
    fn the_oldest_steps_are_forgotten_when_there_is_too_much_to_keep() {
        let mut history = History::new(10_000);
        for _ in 0..10 {
            history.push(step("turn", Heavy(1_000), Heavy(500)));
            assert!(history.bytes() <= 10_000);
        }
        let kept = history.names().len();
        assert!((5..=6).contains(&kept));
        assert_eq!(history.forgotten(), 10 - kept);
        assert_eq!(history.done(), kept);
        history.go_to(0, |_| {});
        assert!(!history.is_saved(), "the saved state cannot be gone back to");

        history.push(step("import", Heavy(50_000), Heavy(0)));
        assert_eq!(history.names().collect::<Vec<_>>(), ["import"], "a step is kept, however large");
        history.push(step("turn", Heavy(1), Heavy(1)));
        assert_eq!(history.names().len(), 1);
        assert!(history.bytes() < 1_000);
    }
}
