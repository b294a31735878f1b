//! The question before the lesson's work would be lost.

use super::{Runner, TO_THE_RING};
use crate::event::Request;
use crate::{Lesson, Panels, Question};
use anyhow::Result;
use std::path::PathBuf;

/// A reason to close the lesson.
#[derive(Clone, Debug, PartialEq)]
pub enum Leaving {
    /// The program's end.
    Quit,
    /// The lesson is to be opened again as at its start.
    Reset,
    /// Another model is to be opened.
    Open(PathBuf),
    /// The new program is to take this one's place.
    Follow,
}

/// A question that waits for its answer.
pub struct Unsaved {
    leaving: Leaving,
    /// The lesson's sentence about the work that is not saved.
    unsaved: String,
    /// The error of saving it, if that was tried.
    failed: Option<String>,
}

/// The answers to it.
const ANSWERS: [&str; 3] = ["Save", "Throw away", "Go on"];

impl<L: Lesson> Runner<L> {
    /// Closes the lesson, after a question if work would be lost.
    pub(crate) fn leave(&mut self, leaving: Leaving) -> Result<Request> {
        match self.lesson.call(|lesson| lesson.unsaved()).flatten() {
            Some(unsaved) => {
                self.question = Some(Unsaved { leaving, unsaved, failed: None });
                self.to_the_ring = TO_THE_RING;
                Ok(Request::None)
            }
            None => self.left(leaving),
        }
    }

    fn left(&mut self, leaving: Leaving) -> Result<Request> {
        match leaving {
            Leaving::Quit => return Ok(Request::Quit),
            Leaving::Reset => self.reset()?,
            Leaving::Open(path) => self.open_model(path),
            Leaving::Follow => return Ok(Request::Follow),
        }
        Ok(Request::None)
    }

    /// Returns true if a question waits for its answer. Until then no time passes.
    pub fn is_asking(&self) -> bool {
        self.question.is_some()
    }

    /// Carries out the request of the last frame: of an answer to the question, or of the lesson.
    pub fn settle(&mut self) -> Result<Request> {
        if let Some(path) = self.memory.opens.take() {
            return self.leave(Leaving::Open(path));
        }
        let Some((answer, mut question)) =
            self.answer.take().and_then(|answer| Some((answer, self.question.take()?)))
        else {
            return Ok(Request::None);
        };
        match ANSWERS[answer] {
            "Throw away" => self.left(question.leaving),
            "Save" => match self.lesson.call(|lesson| lesson.save()) {
                Some(Err(error)) => {
                    question.failed = Some(format!("It could not be saved: {error:#}"));
                    self.question = Some(question);
                    self.to_the_ring = TO_THE_RING;
                    Ok(Request::None)
                }
                Some(Ok(())) => self.left(question.leaving),
                // The lesson panicked while it saved; the window says so.
                None => Ok(Request::None),
            },
            _ => Ok(Request::None),
        }
    }
}

impl Unsaved {
    /// Asks; returns the index of the answer, once there is one.
    pub(super) fn ask(&self, panels: &mut Panels<'_>) -> Option<usize> {
        let text = self.failed.as_ref().unwrap_or(&self.unsaved);
        let question = Question { title: "Not saved", text, answers: &ANSWERS, escape: 2 };
        panels.ask(&question)
    }
}
