//! Reads the files about a lesson in its folder: `lesson.toml`, `mistakes.toml` and `answers.toml`.

use crate::{Id, Problem, from_table, row_col, table};
use serde_core::de::value::MapAccessDeserializer;
use serde_core::de::{Deserialize, DeserializeOwned, Deserializer, Error, MapAccess, Visitor};
use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use toml::Spanned;

/// The folder of the lessons.
const LESSONS: &str = "lessons";

/// One lesson.
#[derive(Debug, Default)]
pub struct LessonInfo {
    /// Its number, from 1; 0 for a program that is shown as if it were a lesson.
    pub number: u8,
    /// Its folder, from the workbook's folder, as in `lessons/04_joint_chain_lines`.
    pub folder: String,
    /// The contents of `lesson.toml`.
    pub about: Toml<About>,
    /// The mistakes that its checks know.
    pub mistakes: Toml<Mistakes>,
    /// Further answers, which try its checks. Students' trees come without them.
    pub answers: Toml<Answers>,
}

/// The contents of a TOML file, with its text, so that problems can name their place.
#[derive(Debug, Default)]
pub struct Toml<T> {
    /// The file, from the workbook's folder.
    pub file: String,
    /// The file's text.
    pub text: String,
    /// The contents.
    pub data: T,
}

/// A lesson's `lesson.toml`.
#[derive(Debug, Default)]
pub struct About {
    /// Its title.
    pub title: String,
    /// Its subject, in one sentence.
    pub summary: String,
    /// The part of the course it belongs to.
    pub part: String,
    /// The time it takes, in minutes, about.
    pub minutes: u32,
    /// Things that the student can do afterwards.
    pub goals: Vec<String>,
    /// The numbers of the lessons it builds on.
    pub builds_on: Vec<Spanned<u8>>,
    /// True if it is in the short course: the lessons for somebody with only some evenings.
    pub short: bool,
    /// The exercises that the student solves.
    pub exercises: Vec<Exercise>,
    /// The pictures that it renders for its text.
    pub pictures: Vec<Picture>,
}

from_table!(About {
    title, summary, part, minutes, goals, builds_on, short: "short" or false, exercises: "exercise",
    pictures: "picture" or Vec::new(),
});

/// One thing for the student to write.
#[derive(Debug)]
pub struct Exercise {
    /// Its lesson and number.
    pub id: Spanned<Id>,
    /// Its subject, in a few words.
    pub title: String,
    /// Its file, from the workbook's folder.
    pub file: Spanned<String>,
    /// The function to fill.
    pub function: Spanned<String>,
    /// The time it takes, in minutes, about.
    pub minutes: u32,
    /// True if it has its lesson's main idea. One to three of a lesson have.
    pub heart: bool,
    /// The views of later lessons that change while it alone is open.
    pub seen_in: Vec<SeenIn>,
    /// A ladder: a question, an invariant, almost the code.
    pub hints: Spanned<Vec<String>>,
}

from_table!(Exercise { id, title, file, function, minutes, heart or false, seen_in or Vec::new(), hints });

impl Exercise {
    /// Its lesson and number.
    pub fn id(&self) -> Id {
        *self.id.get_ref()
    }

    /// The name of its function, without that of its type.
    pub fn function_name(&self) -> &str {
        let function = self.function.get_ref();
        function.rsplit("::").next().unwrap_or(function)
    }

    /// Returns the lines above a check's report: its id and title, its function and file.
    pub fn heading(&self) -> String {
        let (id, title, function, file) =
            (self.id(), &self.title, self.function.get_ref(), self.file.get_ref());
        format!("\n{id}  {title}\n      `{function}` in {file}\n\n")
    }
}

/// A view of a later lesson, in which one sees an exercise.
#[derive(Debug, Eq, Ord, PartialEq, PartialOrd)]
pub struct SeenIn {
    /// The lesson's number.
    pub lesson: u8,
    /// The command line that renders the view, but for the file's name. An empty one is the view at first.
    pub args: Vec<String>,
}

impl<'de> Deserialize<'de> for SeenIn {
    /// Reads a lesson's number alone, or a table: `{ lesson = 17, args = ["--at", "2"] }`.
    fn deserialize<D: Deserializer<'de>>(value: D) -> Result<Self, D::Error> {
        value.deserialize_any(NumberOrView)
    }
}

struct NumberOrView;

impl<'de> Visitor<'de> for NumberOrView {
    type Value = SeenIn;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a lesson's number, or a table with `lesson` and `args`")
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<SeenIn, E> {
        let lesson = u8::try_from(number).map_err(E::custom)?;
        Ok(SeenIn { lesson, args: Vec::new() })
    }

    fn visit_map<A: MapAccess<'de>>(self, table: A) -> Result<SeenIn, A::Error> {
        let View { lesson, args } = View::deserialize(MapAccessDeserializer::new(table))?;
        Ok(SeenIn { lesson, args })
    }
}

struct View {
    lesson: u8,
    args: Vec<String>,
}

from_table!(View { lesson, args });

/// A picture or film in a lesson's text.
#[derive(Debug)]
pub struct Picture {
    /// The file, from the lesson's folder.
    pub file: Spanned<String>,
    /// The command line that renders it, but for the file's name.
    pub args: Vec<String>,
}

from_table!(Picture { file, args });

/// A lesson's `mistakes.toml`.
#[derive(Debug, Default)]
pub struct Mistakes {
    /// The wrong answers, as they are in the file.
    pub all: Vec<Mistake>,
}

impl<'de> Deserialize<'de> for Mistakes {
    /// Reads tables named after an exercise and a mistake, as in `["01.1".turned-before-moved]`.
    fn deserialize<D: Deserializer<'de>>(table: D) -> Result<Self, D::Error> {
        let of = BTreeMap::<Spanned<Id>, BTreeMap<Spanned<String>, Mistake>>::deserialize(table)?;
        let mut all = Vec::new();
        for (exercise, named) in of {
            let of_this = |(name, told)| Mistake { exercise: exercise.clone(), name, ..told };
            all.extend(named.into_iter().map(of_this));
        }
        all.sort_by_key(|mistake| mistake.name.span().start);
        Ok(Self { all })
    }
}

/// A wrong answer that people really give.
#[derive(Debug)]
pub struct Mistake {
    /// The exercise it is an answer to.
    pub exercise: Spanned<Id>,
    /// Its name in checks.
    pub name: Spanned<String>,
    /// The error, in a few words.
    pub title: String,
    /// The belief of the student who makes it; for the instructor.
    pub belief: String,
    /// The check's words on it: what came out, and where to look.
    pub say: String,
    /// The rung of the hint ladder that helps, counted from 1.
    pub hint: Spanned<usize>,
    /// The command line that renders it for the atlas, if not one of the lesson's pictures shows it.
    pub picture: Vec<String>,
    /// The wrong answer itself, in place of the solution. Students' trees come without it.
    pub code: Spanned<String>,
}

from_table!(Mistake {
    title, belief, say, hint, picture or Vec::new(), code or kept_back();
    exercise = Spanned::new(0..0, Id { lesson: 0, number: 0 }), name = kept_back()
});

/// A lesson's `answers.toml`: answers that students may give, and that no check has seen; and what to ask them aloud.
#[derive(Debug, Default)]
pub struct Answers {
    /// Wrong ones beside the known mistakes: a check must find them wrong, and not take them for one of those.
    pub wrong: Vec<Answer>,
    /// Right ones unlike the solution: a check must let them pass.
    pub right: Vec<Answer>,
    /// Questions for a short oral.
    pub orals: Vec<Oral>,
}

from_table!(Answers {
    wrong or Vec::new(), right or Vec::new(), orals: "oral" or Vec::new(),
});

/// An answer that a student may give.
#[derive(Debug)]
pub struct Answer {
    /// The exercise it is an answer to.
    pub exercise: Spanned<Id>,
    /// Its special feature, as a name.
    pub name: Spanned<String>,
    /// The mistake or the slips by which a check knows a wrong one, as it names them, or nothing.
    pub named: String,
    /// The answer itself, in place of the solution.
    pub code: String,
}

from_table!(Answer { exercise, name, named or String::new(), code });

/// A question to ask aloud, made from what somebody believes who makes a mistake.
#[derive(Debug)]
pub struct Oral {
    /// The mistake's name.
    pub mistake: Spanned<String>,
    /// The question, as it is spoken.
    pub ask: String,
    /// Words that a right answer mentions.
    pub mentions: String,
}

from_table!(Oral { mistake, ask, mentions });

impl Answers {
    /// All answers, wrong and right.
    pub fn all(&self) -> impl Iterator<Item = &Answer> {
        self.wrong.iter().chain(&self.right)
    }
}

fn kept_back() -> Spanned<String> {
    Spanned::new(0..0, String::new())
}

impl Mistakes {
    /// The mistake with a name.
    pub fn named(&self, name: &str) -> Option<&Mistake> {
        self.all.iter().find(|mistake| mistake.name.get_ref() == name)
    }

    /// The mistakes of one exercise.
    pub fn of(&self, id: Id) -> impl Iterator<Item = &Mistake> {
        self.all.iter().filter(move |mistake| *mistake.exercise.get_ref() == id)
    }
}

impl<T: DeserializeOwned> Toml<T> {
    /// Reads the text of a file.
    pub fn parse(file: String, text: String) -> Result<Self, Problem> {
        let data = table::read(&file, &text)?;
        Ok(Self { file, text, data })
    }
}

impl<T> Toml<T> {
    /// A problem with one of the values in it.
    pub fn problem<V>(&self, value: &Spanned<V>, text: impl Into<String>) -> Problem {
        Problem::at(&self.file, row_col(&self.text, &value.span()), text)
    }
}

impl LessonInfo {
    /// Reads the lessons in a workbook's folder, in their order.
    pub fn all(root: &Path) -> Result<Vec<Self>, Problem> {
        Self::in_folders(folders(root)?, |file| on_disk(root, file))
    }

    /// Reads the lesson of a program, named as in `04-joint-chain-lines`.
    pub fn named(root: &Path, name: &str) -> Result<Self, Problem> {
        let folder = name.replace('-', "_");
        let number =
            number_of(&folder).ok_or_else(|| Problem::of(LESSONS, format!("no lesson is called {name}")))?;
        Self::read(number, format!("{LESSONS}/{folder}"), |file| on_disk(root, file))
    }

    /// Reads the lesson with a number.
    pub fn numbered(root: &Path, number: u8) -> Result<Self, Problem> {
        let folder = folders(root)?.into_iter().find(|folder| number_of(folder) == Some(number));
        let folder = folder.ok_or_else(|| Problem::of(LESSONS, format!("there is no lesson {number}")))?;
        Self::read(number, format!("{LESSONS}/{folder}"), |file| on_disk(root, file))
    }

    /// Reads the lessons in some folders, in their order; `read` returns the text of a file, if it exists.
    pub fn in_folders(
        folders: Vec<String>,
        read: impl Fn(&str) -> Result<Option<String>, Problem>,
    ) -> Result<Vec<Self>, Problem> {
        let mut all: Vec<Self> = Vec::new();
        for name in folders {
            if let Some(number) = number_of(&name) {
                all.push(Self::read(number, format!("{LESSONS}/{name}"), &read)?);
            }
        }
        all.sort_by_key(|lesson| lesson.number);
        match all.windows(2).find(|pair| pair[0].number == pair[1].number) {
            Some(pair) => {
                let text = format!("has the same number as {}", pair[0].folder);
                Err(Problem::of(&pair[1].folder, text))
            }
            None => Ok(all),
        }
    }

    fn read(
        number: u8,
        folder: String,
        read: impl Fn(&str) -> Result<Option<String>, Problem>,
    ) -> Result<Self, Problem> {
        let needed = |file: &str| read(file)?.ok_or_else(|| Problem::of(file, "there is no such file"));
        let file = |name: &str| format!("{folder}/{name}.toml");
        let (about, mistakes, answers) = (file("lesson"), file("mistakes"), file("answers"));
        Ok(Self {
            number,
            about: Toml::parse(about.clone(), needed(&about)?)?,
            mistakes: Toml::parse(mistakes.clone(), needed(&mistakes)?)?,
            answers: Toml::parse(answers.clone(), read(&answers)?.unwrap_or_default())?,
            folder,
        })
    }

    /// Returns its name as a program and in its branches, as in `04-joint-chain-lines`.
    pub fn slug(&self) -> String {
        let name = self.folder.rsplit('/').next().unwrap_or(&self.folder);
        name.replace('_', "-")
    }

    /// Its exercises, in their order.
    pub fn exercises(&self) -> &[Exercise] {
        &self.about.data.exercises
    }

    /// The exercise with an id.
    pub fn exercise(&self, id: Id) -> Result<&Exercise, Problem> {
        let found = self.exercises().iter().find(|exercise| exercise.id() == id);
        found.ok_or_else(|| Problem::of(&self.about.file, format!("has no exercise {id}")))
    }

    /// Its number and its title, as its window and the tool show them.
    pub fn heading(&self) -> String {
        match (self.number, &self.about.data.title) {
            (0, title) => title.clone(),
            (number, title) => format!("{number:02}  {title}"),
        }
    }

    /// A file in its folder, from the workbook's folder.
    pub fn file(&self, name: &str) -> String {
        format!("{}/{name}", self.folder)
    }
}

/// The refusal of a lesson that opens no models. It names those that do, by what their sources say.
pub fn opens_no_models(root: &Path) -> String {
    let opens = |folder: &String| {
        let mut files = std::fs::read_dir(root.join(LESSONS).join(folder)).into_iter().flatten().flatten();
        files.any(|file| {
            let text = std::fs::read_to_string(file.path());
            text.is_ok_and(|text| text.contains("const TAKES_MODEL: bool = true;"))
        })
    };
    let mut folders = folders(root).unwrap_or_default();
    folders.retain(opens);
    folders.sort();
    let numbers: Vec<_> = folders.iter().map(|folder| folder.split('_').next().unwrap_or_default()).collect();
    format!("this lesson opens no models, and these do: {}", numbers.join(", "))
}

/// Lists the folder of the lessons.
fn folders(root: &Path) -> Result<Vec<String>, Problem> {
    let unreadable = |error: std::io::Error| Problem::of(LESSONS, format!("cannot be listed: {error}"));
    let entries = std::fs::read_dir(root.join(LESSONS)).map_err(unreadable)?;
    entries.map(|entry| Ok(entry.map_err(unreadable)?.file_name().to_string_lossy().into_owned())).collect()
}

/// The text of a file, if it is there.
fn on_disk(root: &Path, file: &str) -> Result<Option<String>, Problem> {
    let path = root.join(file);
    let text = path.exists().then(|| std::fs::read_to_string(path)).transpose();
    text.map_err(|error| Problem::of(file, format!("cannot be read: {error}")))
}

/// The number in a lesson folder's name, as in `04_joint_chain_lines`.
fn number_of(folder: &str) -> Option<u8> {
    let (number, slug) = folder.split_once('_')?;
    let two_digits = number.len() == 2 && number.bytes().all(|digit| digit.is_ascii_digit());
    let number = number.parse().ok().filter(|&number| number > 0)?;
    (two_digits && !slug.is_empty()).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lessons_folder_begins_with_two_digits() {
        assert_eq!(number_of("04_joint_chain_lines"), Some(4));
        for other in ["tests", "4_short", "004_long", "00_none", "04", "04_", "ab_c", "+4_x"] {
            assert_eq!(number_of(other), None, "{other}");
        }
    }
}
