//! A student's copy of the workbook: its lessons, and what a word on the command line names among them.

use crate::memory::Memory;
use anyhow::{Context, Result, bail};
use course::{Exercise, Id, Lesson};
use std::path::{Path, PathBuf};

/// The workbook that a student works in.
pub struct Desk {
    /// Its folder.
    pub root: PathBuf,
    /// Its lessons, in their order.
    pub lessons: Vec<Lesson>,
    /// What is remembered of the student's progress.
    pub memory: Memory,
}

/// What a student has named.
#[derive(Clone, Copy)]
pub enum Named<'a> {
    /// A whole lesson.
    Lesson(&'a Lesson),
    /// One exercise of a lesson.
    Exercise(&'a Lesson, &'a Exercise),
}

impl<'a> Named<'a> {
    /// The lesson that it is, or is part of.
    pub fn lesson(self) -> &'a Lesson {
        match self {
            Self::Lesson(lesson) | Self::Exercise(lesson, _) => lesson,
        }
    }

    /// All its exercises.
    pub fn exercises(self) -> &'a [Exercise] {
        match self {
            Self::Lesson(lesson) => lesson.exercises(),
            Self::Exercise(_, exercise) => std::slice::from_ref(exercise),
        }
    }
}

impl Desk {
    /// Reads the workbook in a folder.
    pub fn open(root: &Path) -> Result<Self> {
        let lessons = Lesson::all(root)?;
        if lessons.is_empty() {
            bail!("there are no lessons in {}", root.join("lessons").display());
        }
        Ok(Self { root: root.to_owned(), lessons, memory: Memory::open(root)? })
    }

    /// Finds what is named by `4`, `04`, `joint-chain-lines` or `4.2`.
    pub fn find(&self, name: &str) -> Result<Named<'_>> {
        if let Ok(number) = name.parse() {
            return Ok(Named::Lesson(self.numbered(number)?));
        }
        if let Ok(id) = name.parse() {
            let (lesson, exercise) = self.exercise(id)?;
            return Ok(Named::Exercise(lesson, exercise));
        }
        let slug = name.replace('_', "-").to_lowercase();
        let is_it = |lesson: &&Lesson| lesson.slug() == slug || lesson.slug().get(3..) == Some(&slug);
        match self.lessons.iter().find(is_it) {
            Some(lesson) => Ok(Named::Lesson(lesson)),
            None => bail!(
                "'{name}' is no lesson. Name a lesson by its number, as in 4, or an exercise, as in 4.2; {}.",
                self.range()
            ),
        }
    }

    /// The lesson that is named, or that the named exercise is part of.
    pub fn find_lesson(&self, name: &str) -> Result<&Lesson> {
        self.find(name).map(Named::lesson)
    }

    /// The exercise that is named; `command` is what was asked of it.
    pub fn find_exercise(&self, name: &str, command: &str) -> Result<&Exercise> {
        match self.find(name)? {
            Named::Exercise(_, exercise) => Ok(exercise),
            Named::Lesson(lesson) => {
                let first = lesson.exercises().first().map(Exercise::id);
                let example = first.map(|id| format!(", as in `cargo workbook {command} {id}`"));
                bail!(
                    "`{command}` is about one exercise: name one of {}{}.",
                    exercises(lesson),
                    example.unwrap_or_default()
                )
            }
        }
    }

    /// The lesson with a number.
    pub fn numbered(&self, number: u8) -> Result<&Lesson> {
        (self.lessons.iter().find(|lesson| lesson.number == number))
            .with_context(|| format!("there is no lesson {number}; {}", self.range()))
    }

    /// The exercise with an id, and its lesson.
    pub fn exercise(&self, id: Id) -> Result<(&Lesson, &Exercise)> {
        let lesson = self.numbered(id.lesson)?;
        let exercise = lesson.exercises().iter().find(|exercise| exercise.id() == id);
        match exercise {
            Some(exercise) => Ok((lesson, exercise)),
            None => {
                bail!("there is no exercise {id}; those of lesson {:02} are {}", id.lesson, exercises(lesson))
            }
        }
    }

    /// The text of one of the workbook's files.
    pub fn text(&self, file: &str) -> Result<String> {
        let path = self.root.join(file);
        std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))
    }

    fn range(&self) -> String {
        match &self.lessons[..] {
            [first, .., last] => format!("the lessons are {:02} to {:02}", first.number, last.number),
            [only] => format!("the only lesson is {:02}", only.number),
            [] => "there are no lessons".to_owned(),
        }
    }
}

/// The exercises of a lesson, in words.
fn exercises(lesson: &Lesson) -> String {
    let ids: Vec<String> = lesson.exercises().iter().map(|exercise| exercise.id().to_string()).collect();
    ids.join(", ")
}
