//! Reads the files about a lesson in its folder: `lesson.toml`, `mistakes.toml` and `answers.toml`.

use crate::{Id, Problem, from_table, row_col, table};
use serde_core::de::{Deserialize, DeserializeOwned, Deserializer, Error};
use std::collections::BTreeMap;
use std::path::Path;
use toml::Spanned;

const LESSONS: &str = "lessons";

/// A lesson's place in the workbook, and what its tables say.
#[derive(Debug, Default)]
pub struct LessonInfo {
    /// The number, from 1, or 0 for a program that is shown as if it were a lesson.
    pub number: u8,
    /// The path from the workbook's folder, as in `lessons/04_joint_chain_lines`.
    pub folder: String,
    /// The contents of `lesson.toml`.
    pub about: Toml<About>,
    /// The mistakes that the checks know.
    pub mistakes: Toml<Mistakes>,
    /// Further answers, to try the checks with. Students' trees come without them.
    pub answers: Toml<Answers>,
}

/// The contents of a TOML file, with its text, so that problems can name rows and columns.
#[derive(Debug, Default)]
pub struct Toml<T> {
    /// The path from the workbook's folder.
    pub file: String,
    /// The file's text.
    pub text: String,
    pub data: T,
}

/// A lesson's `lesson.toml`.
#[derive(Debug, Default)]
pub struct About {
    /// The title, as the window and the tool show it.
    pub title: String,
    /// The subject, in one sentence.
    pub summary: String,
    /// The part of the course it belongs to.
    pub part: String,
    /// The time that a student needs, in minutes, about.
    pub minutes: u32,
    /// The things that the student can do afterwards.
    pub goals: Vec<String>,
    /// The numbers of the lessons it builds on.
    pub builds_on: Vec<Spanned<u8>>,
    /// True if it is in the short course, for somebody with only some evenings.
    pub short: bool,
    /// True if its program may show a model of the user's.
    pub takes_model: bool,
    /// The exercises that the student solves.
    pub exercises: Vec<Exercise>,
    /// The pictures that the lesson's program renders for its text.
    pub pictures: Vec<Picture>,
}

from_table!(About {
    title, summary, part, minutes, goals, builds_on, short: "short" or false, takes_model: "takes_model" or false, exercises: "exercise",
    pictures: "picture" or Vec::new(),
});

/// A function or table row for the student to write.
#[derive(Debug)]
pub struct Exercise {
    /// Its lesson and number.
    pub id: Spanned<Id>,
    /// The subject, in a few words.
    pub title: String,
    /// The path of the source, from the workbook's folder.
    pub file: Spanned<String>,
    /// The function to fill, or the row of a table.
    pub function: Spanned<String>,
    /// The time that a student needs, in minutes, about.
    pub minutes: u32,
    /// True if it holds the lesson's main idea. One to three exercises of a lesson do.
    pub heart: bool,
    /// The other lessons whose pictures change while it alone is open: a number, and after it the arguments
    /// of a picture that shows the change, if the first picture doesn't.
    pub seen_in: Vec<String>,
    /// The ladder of hints, from a question over an invariant to almost the code.
    pub hints: Spanned<Vec<String>>,
}

from_table!(Exercise { id, title, file, function, minutes, heart or false, seen_in or Vec::new(), hints });

impl Exercise {
    /// Returns lesson and number.
    pub fn id(&self) -> Id {
        *self.id.get_ref()
    }

    /// Returns the name of the function, without that of its type.
    pub fn function_name(&self) -> &str {
        let function = self.function.get_ref();
        function.rsplit("::").next().unwrap_or(function)
    }

    /// Returns the numbers of the lessons in which it's seen, each with the arguments of a picture that shows it.
    pub fn views(&self) -> impl Iterator<Item = (Option<u8>, &str)> {
        self.seen_in.iter().map(|view| {
            let (number, args) = view.split_once(' ').unwrap_or((view, ""));
            (number.parse().ok(), args)
        })
    }

    /// Returns the lines above a check's report: its id and title, its function and file.
    pub fn heading(&self) -> String {
        let (id, title, function, file) =
            (self.id(), &self.title, self.function.get_ref(), self.file.get_ref());
        format!("\n{id}  {title}\n      `{function}` in {file}\n\n")
    }
}

/// A picture or film in a lesson's text.
#[derive(Debug)]
pub struct Picture {
    /// The path, from the lesson's folder.
    pub file: Spanned<String>,
    /// The arguments that render it, without the file.
    pub args: Vec<String>,
}

from_table!(Picture { file, args });

/// A lesson's `mistakes.toml`.
#[derive(Debug, Default)]
pub struct Mistakes {
    /// The mistakes, in the order of the file.
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

/// A wrong answer that students really give.
#[derive(Debug)]
pub struct Mistake {
    /// The exercise it is an answer to.
    pub exercise: Spanned<Id>,
    /// The name in checks and recordings.
    pub name: Spanned<String>,
    /// The error in a few words.
    pub title: String,
    /// The belief of a student who makes it, for the instructor.
    pub belief: String,
    /// The check's words: what came out, and where to look.
    pub say: String,
    /// The rung of the hint ladder that helps, counted from 1.
    pub hint: Spanned<usize>,
    /// The arguments that render it for the atlas, if none of the lesson's pictures shows it.
    pub picture: Vec<String>,
    /// The wrong answer itself, in place of the solution: one, or a list of ways to write it. Students' trees come without.
    pub code: Spanned<Codes>,
}

from_table!(Mistake {
    title, belief, say, hint, picture or Vec::new(), code or Spanned::new(0..0, Codes::default());
    exercise = Spanned::new(0..0, Id { lesson: 0, number: 0 }), name = Spanned::new(0..0, String::new())
});

impl Mistake {
    /// Returns the first of its codes, which pictures show.
    pub fn code(&self) -> &str {
        self.code.get_ref().0.first().map_or("", String::as_str)
    }
}

/// Codes with the same mistake.
#[derive(Clone, Debug, Default)]
pub struct Codes(pub Vec<String>);

impl<'de> Deserialize<'de> for Codes {
    fn deserialize<D: Deserializer<'de>>(value: D) -> Result<Self, D::Error> {
        match toml::Value::deserialize(value)? {
            toml::Value::String(code) => Ok(Self(vec![code])),
            codes => codes.try_into().map(Self).map_err(Error::custom),
        }
    }
}

/// A lesson's `answers.toml`: answers that students may give, and that no check has seen; and what to ask them aloud.
#[derive(Debug, Default)]
pub struct Answers {
    /// Wrong answers beside the known mistakes, which a check must refuse, and not take for one of those.
    pub wrong: Vec<Answer>,
    /// Right answers unlike the solution, which a check must let pass.
    pub right: Vec<Answer>,
    /// Questions to ask a student aloud.
    pub orals: Vec<Oral>,
}

from_table!(Answers {
    wrong or Vec::new(), right or Vec::new(), orals: "oral" or Vec::new(),
});

/// An answer to try a check with.
#[derive(Debug)]
pub struct Answer {
    pub exercise: Spanned<Id>,
    /// The name, which says what is special about it.
    pub name: Spanned<String>,
    /// The mistake or slips that a check must name for a wrong answer, or nothing.
    pub named: String,
    /// The code that replaces the solution.
    pub code: String,
}

from_table!(Answer { exercise, name, named or String::new(), code });

/// A question for a short oral exam, made from the belief behind a mistake.
#[derive(Debug)]
pub struct Oral {
    /// The mistake's name.
    pub mistake: Spanned<String>,
    /// The question, as the instructor speaks it.
    pub ask: String,
    /// Words that a right answer mentions.
    pub mentions: String,
}

from_table!(Oral { mistake, ask, mentions });

impl Answers {
    /// Returns all answers, wrong and right.
    pub fn all(&self) -> impl Iterator<Item = &Answer> {
        self.wrong.iter().chain(&self.right)
    }
}

impl Mistakes {
    pub fn named(&self, name: &str) -> Option<&Mistake> {
        self.all.iter().find(|mistake| mistake.name.get_ref() == name)
    }

    /// Returns an exercise's mistake of this name.
    pub fn named_in(&self, id: Id, name: &str) -> Option<&Mistake> {
        self.of(id).find(|mistake| mistake.name.get_ref() == name)
    }

    /// Returns the mistakes of an exercise.
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
    /// Returns a problem at the place of one of the file's values.
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

    /// Returns the exercises, in their order.
    pub fn exercises(&self) -> &[Exercise] {
        &self.about.data.exercises
    }

    pub fn exercise(&self, id: Id) -> Result<&Exercise, Problem> {
        let found = self.exercises().iter().find(|exercise| exercise.id() == id);
        found.ok_or_else(|| Problem::of(&self.about.file, format!("has no exercise {id}")))
    }

    /// Returns the number and title, as the window and the tool show them.
    pub fn heading(&self) -> String {
        match (self.number, &self.about.data.title) {
            (0, title) => title.clone(),
            (number, title) => format!("{number:02}  {title}"),
        }
    }

    /// Returns the path, from the workbook's folder, of a file in the lesson's folder.
    pub fn file(&self, name: &str) -> String {
        format!("{}/{name}", self.folder)
    }
}

/// Returns the refusal of a lesson that opens no models, with those that do.
pub fn opens_no_models(root: &Path) -> String {
    let mut lessons = LessonInfo::all(root).unwrap_or_default();
    lessons.retain(|lesson| lesson.about.data.takes_model);
    let numbers: Vec<_> = lessons.iter().map(|lesson| format!("{:02}", lesson.number)).collect();
    format!("this lesson opens no models, and these do: {}", numbers.join(", "))
}

/// Lists the folders of lessons.
fn folders(root: &Path) -> Result<Vec<String>, Problem> {
    let unreadable = |error: std::io::Error| Problem::of(LESSONS, format!("cannot be listed: {error}"));
    let entries = std::fs::read_dir(root.join(LESSONS)).map_err(unreadable)?;
    entries.map(|entry| Ok(entry.map_err(unreadable)?.file_name().to_string_lossy().into_owned())).collect()
}

/// Returns the text of a file, or none if it does not exist.
fn on_disk(root: &Path, file: &str) -> Result<Option<String>, Problem> {
    let path = root.join(file);
    let text = path.exists().then(|| std::fs::read_to_string(path)).transpose();
    text.map_err(|error| Problem::of(file, format!("cannot be read: {error}")))
}

/// Returns the number in a lesson folder's name, as in `04_joint_chain_lines`.
fn number_of(folder: &str) -> Option<u8> {
    let (number, slug) = folder.split_once('_')?;
    let two_digits = number.len() == 2 && number.bytes().all(|digit| digit.is_ascii_digit());
    let number = number.parse().ok().filter(|&number| number > 0)?;
    (two_digits && !slug.is_empty()).then_some(number)
}
