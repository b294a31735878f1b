//! Reads a student's copy of the workbook, and finds lessons by the words of the command line.

use crate::memory::Memory;
use anyhow::{Context, Result, anyhow, bail};
use course::{Exercise, Id, LessonInfo};
use std::fmt;
use std::path::{Path, PathBuf};

/// The workbook that a student works in.
pub struct Workbook {
    /// The path of its folder.
    pub root: PathBuf,
    /// The lessons, in their order.
    pub lessons: Vec<LessonInfo>,
    /// The memory of the student's progress.
    pub memory: Memory,
}

/// Returns the workbook's folder, which is the first, from here upwards, with lessons in it.
pub fn root() -> Result<PathBuf> {
    let here = std::env::current_dir().context("the current folder is gone")?;
    match course::around(&here) {
        Some(root) => Ok(root.to_owned()),
        None => bail!(
            "this is no workbook, because neither {} nor a folder above it has lessons. `cd` into yours first",
            here.display()
        ),
    }
}

/// A lesson or exercise that a student has named.
#[derive(Clone, Copy)]
pub enum Named<'a> {
    Lesson(&'a LessonInfo),
    Exercise(&'a LessonInfo, &'a Exercise),
}

impl<'a> Named<'a> {
    /// Returns the lesson that is named, or that the named exercise is part of.
    pub fn lesson(self) -> &'a LessonInfo {
        match self {
            Self::Lesson(lesson) | Self::Exercise(lesson, _) => lesson,
        }
    }

    /// Returns the exercise, or all exercises of the lesson.
    pub fn exercises(self) -> &'a [Exercise] {
        match self {
            Self::Lesson(lesson) => lesson.exercises(),
            Self::Exercise(_, exercise) => std::slice::from_ref(exercise),
        }
    }
}

impl fmt::Display for Named<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Lesson(lesson) => write!(f, "{:02}", lesson.number),
            Self::Exercise(_, exercise) => write!(f, "{}", exercise.id()),
        }
    }
}

impl Workbook {
    /// Reads the workbook in a folder.
    pub fn open(root: &Path) -> Result<Self> {
        let lessons = LessonInfo::all(root)?;
        if lessons.is_empty() {
            bail!("there are no lessons in {}", root.join("lessons").display());
        }
        Ok(Self { root: root.to_owned(), lessons, memory: Memory::open(root)? })
    }

    /// Finds the lesson that `4` or `04` names, or the exercise that `4.2` does.
    pub fn find(&self, name: &str) -> Result<Named<'_>> {
        if let Ok(number) = name.parse() {
            return Ok(Named::Lesson(self.numbered(number)?));
        }
        let id = name.parse().map_err(|_| {
            anyhow!(
                "'{name}' is no lesson. Name a lesson by its number, as in 4, or an exercise, as in 4.2; {}.",
                self.range()
            )
        })?;
        let (lesson, exercise) = self.exercise(id)?;
        Ok(Named::Exercise(lesson, exercise))
    }

    /// Returns the lesson that is named, or that the named exercise is part of.
    pub fn find_lesson(&self, name: &str) -> Result<&LessonInfo> {
        self.find(name).map(Named::lesson)
    }

    /// Returns the exercise that is named, or an error for a whole lesson's name.
    pub fn find_exercise(&self, name: &str) -> Result<&Exercise> {
        match self.find(name)? {
            Named::Exercise(_, exercise) => Ok(exercise),
            Named::Lesson(lesson) => bail!("name one exercise: {}", exercises(lesson)),
        }
    }

    pub fn numbered(&self, number: u8) -> Result<&LessonInfo> {
        (self.lessons.iter().find(|lesson| lesson.number == number))
            .with_context(|| format!("there is no lesson {number}; {}", self.range()))
    }

    pub fn exercise(&self, id: Id) -> Result<(&LessonInfo, &Exercise)> {
        let lesson = self.numbered(id.lesson)?;
        let exercise = lesson.exercises().iter().find(|exercise| exercise.id() == id);
        match exercise {
            Some(exercise) => Ok((lesson, exercise)),
            None => {
                bail!("there is no exercise {id}; those of lesson {:02} are {}", id.lesson, exercises(lesson))
            }
        }
    }

    /// Returns the path of one of the workbook's files from the workbook's folder.
    pub fn file(&self, path: &str) -> Option<String> {
        let path = Path::new(path).canonicalize().ok().filter(|path| path.is_file())?;
        let inside = path.strip_prefix(self.root.canonicalize().ok()?).ok()?;
        Some(inside.to_str()?.replace('\\', "/"))
    }

    /// Returns the text of one of the workbook's files.
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

/// Returns a list of a lesson's exercises for messages.
fn exercises(lesson: &LessonInfo) -> String {
    let ids: Vec<String> = lesson.exercises().iter().map(|exercise| exercise.id().to_string()).collect();
    ids.join(", ")
}
