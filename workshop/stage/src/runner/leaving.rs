//! Asks before the lesson's unsaved work would be lost.

use super::Runner;
use crate::event::Request;
use crate::{Panels, Question};
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
    /// The index of the user's answer, once there is one.
    answer: Option<usize>,
}

const ANSWERS: [&str; 3] = ["Save", "Throw away", "Go on"];

impl Runner {
    /// Closes the lesson, after a question if work would be lost.
    pub(crate) fn leave(&mut self, leaving: Leaving) -> Result<Request> {
        match self.lesson.ask(|edits| edits.unsaved()) {
            Some(unsaved) => {
                self.ask(Unsaved { leaving, unsaved, failed: None, answer: None });
                Ok(Request::None)
            }
            None => self.left(leaving),
        }
    }

    fn ask(&mut self, question: Unsaved) {
        self.asks = Some(question);
        self.inputs.mark();
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
        self.asks.is_some()
    }

    /// Carries out the answer to the question, or what the lesson asked for in the last frame.
    pub fn settle(&mut self) -> Result<Request> {
        if let Some(path) = self.memory.wishes.opens.take() {
            return self.leave(Leaving::Open(path));
        }
        let Some(mut question) = self.asks.take_if(|question| question.answer.is_some()) else {
            return Ok(Request::None);
        };
        match question.answer.take().map(|answer| ANSWERS[answer]) {
            Some("Throw away") => self.left(question.leaving),
            // A lesson that panicked while it saved is told by the window.
            Some("Save") => match self.lesson.ask(|edits| edits.unsaved().map(|_| edits.save())) {
                Some(Err(error)) => {
                    question.failed = Some(format!("It could not be saved: {error:#}"));
                    self.ask(question);
                    Ok(Request::None)
                }
                Some(Ok(())) => self.left(question.leaving),
                None => Ok(Request::None),
            },
            _ => Ok(Request::None),
        }
    }
}

impl Unsaved {
    /// Shows the question, and takes the answer.
    pub(super) fn show(&mut self, panels: &mut Panels<'_>) {
        let text = self.failed.as_ref().unwrap_or(&self.unsaved);
        let question = Question { title: "Not saved", text, answers: &ANSWERS, escape: 2 };
        self.answer = panels.ask(&question);
    }
}
