//! The workbook's folders, and what each lesson says of itself in its `lesson.toml` and `mistakes.toml`.
//!
//! Only what lessons and checks need is read here; `cargo workbook` reads the rest, and minds every word.

use anyhow::{Context, Result};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// The workbook's folder: the one with `lessons`, `shaders` and `assets` in it.
///
/// It is the folder that this was built in, unless the environment variable `WORKBOOK_ROOT` names another.
pub fn root() -> &'static Path {
    static ROOT: LazyLock<PathBuf> = LazyLock::new(|| {
        let named = std::env::var_os("WORKBOOK_ROOT").filter(|folder| !folder.is_empty());
        let crate_folder = Path::new(env!("CARGO_MANIFEST_DIR"));
        named.map_or_else(|| crate_folder.parent().unwrap_or(crate_folder).to_owned(), PathBuf::from)
    });
    &ROOT
}

/// What a lesson says of itself.
#[derive(Debug, Deserialize)]
pub struct Lesson {
    /// Its title.
    pub title: String,
    /// What it shows, in one sentence.
    pub summary: String,
    /// What the student writes.
    #[serde(rename = "exercise")]
    pub exercises: Vec<Exercise>,
    /// The pictures that it renders for its text.
    #[serde(default, rename = "picture")]
    pub pictures: Vec<Picture>,
    /// Its folder.
    #[serde(skip)]
    pub folder: PathBuf,
}

/// One thing for the student to write.
#[derive(Debug, Deserialize)]
pub struct Exercise {
    /// Lesson and number, as in `01.2`.
    pub id: String,
    /// What it is about, in a few words.
    pub title: String,
    /// The file it stands in, from the workbook's folder.
    pub file: String,
    /// The function to fill.
    pub function: String,
}

/// A picture or film in a lesson's text, rendered by the lesson itself.
#[derive(Debug, Deserialize)]
pub struct Picture {
    /// The file, from the lesson's folder.
    pub file: String,
    /// The command line that renders it, but for the file's name.
    pub args: Vec<String>,
}

/// A wrong answer that people really give.
#[derive(Debug, Deserialize)]
pub struct Mistake {
    /// The exercise it is an answer to.
    pub exercise: String,
    /// How checks call it.
    pub name: String,
    /// What went wrong, in a few words.
    pub title: String,
    /// What the check says: what happened, and where to look.
    pub say: String,
}

#[derive(Deserialize)]
struct Mistakes {
    #[serde(default, rename = "mistake")]
    mistakes: Vec<Mistake>,
}

impl Lesson {
    /// The lesson of a program, named as in `01-hierarchical-transforms`.
    pub fn named(name: &str) -> Result<Self> {
        Self::read(root().join("lessons").join(name.replace('-', "_")))
    }

    /// The lesson with a number, written as in `01`.
    pub fn numbered(number: &str) -> Result<Self> {
        let prefix = format!("{number}_");
        let folder = folders()?
            .find(|path| (path.file_name()).is_some_and(|name| name.to_string_lossy().starts_with(&prefix)))
            .with_context(|| format!("there is no lesson {number}"))?;
        Self::read(folder)
    }

    /// All lessons, in no order.
    pub fn all() -> Result<Vec<Self>> {
        folders()?.filter(|folder| folder.join("lesson.toml").exists()).map(Self::read).collect()
    }

    fn read(folder: PathBuf) -> Result<Self> {
        let mut lesson: Self = read_toml(&folder.join("lesson.toml"))?;
        lesson.folder = folder;
        Ok(lesson)
    }

    /// Its number, as in `01`.
    pub fn number(&self) -> String {
        let name = self.folder.file_name().unwrap_or_default().to_string_lossy();
        name.chars().take_while(char::is_ascii_digit).collect()
    }

    /// The mistakes its checks know.
    pub fn mistakes(&self) -> Result<Vec<Mistake>> {
        let Mistakes { mistakes } = read_toml(&self.folder.join("mistakes.toml"))?;
        Ok(mistakes)
    }

    /// The exercise with this id.
    pub fn exercise(&self, id: &str) -> Result<&Exercise> {
        (self.exercises.iter().find(|exercise| exercise.id == id))
            .with_context(|| format!("no exercise {id} in {}", self.folder.join("lesson.toml").display()))
    }
}

/// What is in the folder of the lessons.
fn folders() -> Result<impl Iterator<Item = PathBuf>> {
    let lessons = root().join("lessons");
    let entries =
        std::fs::read_dir(&lessons).with_context(|| format!("cannot list {}", lessons.display()))?;
    Ok(entries.filter_map(|entry| Some(entry.ok()?.path())))
}

fn read_toml<T: DeserializeOwned>(path: &Path) -> Result<T> {
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    toml::from_str(&text).with_context(|| format!("in {}", path.display()))
}
