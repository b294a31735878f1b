//! Asks before the lesson's unsaved work would be lost.

use super::{Runner, TO_THE_RING};
use crate::event::Request;
use crate::{Lesson, Panels, Question};
use anyhow::Result;
use std::path::PathBuf;

/// The reason why the lesson is about to close.
#[derive(Clone, Debug, PartialEq)]
pub enum Leaving {
    /// The program ends.
    Quit,
    /// The lesson is opened anew.
    Reset,
    /// Another model is opened.
    Open(PathBuf),
    /// The new program takes this one's place.
    Follow,
}

/// The question about unsaved work, while it is open.
pub struct Unsaved {
    leaving: Leaving,
    /// The lesson's sentence about the unsaved work.
    unsaved: String,
    /// The error of saving it, if that was tried.
    failed: Option<String>,
}

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

    /// Returns true if the question is open. Until its answer no time passes.
    pub fn is_asking(&self) -> bool {
        self.question.is_some()
    }

    /// Carries out the answer to the question, or what the lesson asked for in the last frame.
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
    /// Shows the question, and returns the index of the answer once there is one.
    pub(super) fn ask(&self, panels: &mut Panels<'_>) -> Option<usize> {
        let text = self.failed.as_ref().unwrap_or(&self.unsaved);
        let question = Question { title: "Not saved", text, answers: &ANSWERS, escape: 2 };
        panels.ask(&question)
    }
}
