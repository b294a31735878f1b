//! Builds all variants of every exercise at once. A run chooses among them.
//!
//! In Rust each region becomes a `match` on the name of the variant, which the function below reads once from
//! the environment. Shaders are read at run time, so the chosen variants are written before the run.

use crate::markers::{Region, State};
use crate::projection::{Course, is_read_late};
use crate::tree::Files;
use course::{Answer, Id, Mistake, Problem};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// The variable that names variants, as in `01=solution,02.1=starter`, for a lesson or an exercise.
pub const VARIANT: &str = "WORKBOOK_VARIANT";

/// The variable that names a file, to which a program writes the exercises that it calls, one a line.
pub const MET: &str = "WORKBOOK_MET";

/// The source that gets the function for files outside of any library, such as a lesson's own.
const LIBRARY: &str = "common/src/lib.rs";

const CHOOSE: &str = r#"
/// The variant of an exercise that is to run; this copy of the workbook was made to try them all. It writes
/// down that the program calls the exercise, before anything can go wrong in it.
#[doc(hidden)]
pub fn workbook_variant(id: &'static str) -> &'static str {
    if let Some(path) = std::env::var_os("WORKBOOK_MET")
        && let Ok(mut file) = std::fs::OpenOptions::new().append(true).open(path)
    {
        let _ = std::io::Write::write_all(&mut file, format!("{id}\n").as_bytes());
    }
    let choices = std::env::var("WORKBOOK_VARIANT").unwrap_or_default().leak();
    let chosen = |key: &str| choices.split(',').find_map(|choice| choice.strip_prefix(key)?.strip_prefix('='));
    let lesson = id.split('.').next().unwrap_or(id);
    chosen(id).or_else(|| chosen(lesson)).unwrap_or("starter")
}
"#;

/// The beginning of comment lines that name the exercise and variant of the code below.
const OWNER: &str = "//@ ";

/// A code that can fill an exercise's region.
#[derive(Clone, Copy, Debug)]
pub enum Variant<'a> {
    /// The starter's code, which leaves the exercise open.
    Starter,
    /// The workbook's own answer.
    Solution,
    Mistake(&'a Mistake, usize),
    /// A right or wrong answer of `answers.toml`, which the check was not written for.
    Further(&'a Answer),
}

impl<'a> Variant<'a> {
    pub fn codes(mistake: &'a Mistake) -> impl Iterator<Item = Self> {
        (0..mistake.code.get_ref().0.len()).map(move |at| Self::Mistake(mistake, at))
    }

    /// Returns its name in a build of all variants. No two of an exercise have the same.
    pub fn name(self) -> Cow<'a, str> {
        match self {
            Self::Mistake(mistake, at @ 1..) => format!("{}~{}", mistake.name.get_ref(), at + 1).into(),
            other => other.recorded().into(),
        }
    }

    /// Returns its name in a recording, which a mistake's codes share.
    pub fn recorded(self) -> &'a str {
        match self {
            Self::Starter => verdict::STARTER,
            Self::Solution => "solution",
            Self::Mistake(mistake, _) => mistake.name.get_ref(),
            Self::Further(answer) => answer.name.get_ref(),
        }
    }

    fn state(self) -> State<'a> {
        match self {
            Self::Starter => State::Open,
            Self::Solution => State::Solved,
            Self::Mistake(mistake, at) => {
                State::Code(mistake.code.get_ref().0.get(at).map_or("", String::as_str))
            }
            Self::Further(answer) => State::Code(&answer.code),
        }
    }

    pub fn code(self, course: &Course<'_>, id: Id) -> String {
        let region = course.regions().map(|(_, region)| region).find(|region| region.id == id);
        match self.state() {
            State::Code(code) => code.to_owned(),
            State::Open => region.map_or(String::new(), |region| region.starter.clone()),
            _ => region.map_or(String::new(), |region| region.solution.clone()),
        }
    }
}

/// A variant for every exercise.
#[derive(Clone, Debug)]
pub struct Choice<'a> {
    /// The lesson before which all are solved. The others are open.
    pub lesson: u8,
    /// The exercises that are neither solved nor open as `lesson` says, with their variants.
    pub but: BTreeMap<Id, Variant<'a>>,
}

impl<'a> Choice<'a> {
    /// Returns the variant of an exercise.
    pub fn of(&self, id: Id) -> Variant<'a> {
        let before = if id.lesson < self.lesson { Variant::Solution } else { Variant::Starter };
        self.but.get(&id).copied().unwrap_or(before)
    }

    /// Returns the choice as [`VARIANT`] has it.
    pub fn as_text(&self) -> String {
        let lessons = (1..self.lesson).map(|lesson| format!("{lesson:02}=solution"));
        let exercises = self.but.iter().map(|(id, variant)| format!("{id}={}", variant.name()));
        lessons.chain(exercises).collect::<Vec<_>>().join(",")
    }
}

/// Returns the workbook with every variant of its Rust exercises in it, and its shaders open.
pub fn all(course: &Course<'_>) -> Result<Files, Problem> {
    let mut files = course.for_students(|_| State::Open);
    let mut libraries = BTreeSet::from([LIBRARY.to_owned()]);
    for (file, source) in course.sources.iter().filter(|(file, _)| !is_read_late(file)) {
        if source.regions().next().is_some() && files.contains_key(*file) {
            let text = source.render(|region| all_of(region, file, course));
            files.insert((*file).to_owned(), text.into_bytes());
            libraries.extend(library(file));
        }
    }
    for library in libraries {
        let text = files.get_mut(&library).ok_or_else(|| Problem::of(&library, "there is no such file"))?;
        text.extend_from_slice(CHOOSE.as_bytes());
    }
    Ok(files)
}

/// Returns the main source of the library that a file belongs to.
fn library(file: &str) -> Option<String> {
    file.split_once("/src/").map(|(folder, _)| format!("{folder}/src/lib.rs"))
}

/// Returns all variants of one exercise, as a `match` expression.
fn all_of(region: &Region<'_>, file: &str, course: &Course<'_>) -> String {
    let id = region.id;
    let library = if library(file).is_some() { "crate" } else { "::common" };
    // Asked once: what draws a crowd calls some exercises a million times.
    let mut text = format!(
        "match {{\n\
         static CHOSEN: std::sync::OnceLock<&str> = std::sync::OnceLock::new();\n\
         *CHOSEN.get_or_init(|| {library}::workbook_variant(\"{id}\"))\n\
         }} {{\n"
    );
    let mut arm = |name: &str, pattern: &str, code: &str| {
        text.push_str(&format!("{OWNER}{id} {name}\n{pattern} => {{\n{}\n}}\n", code.trim_end()));
    };
    arm("starter", "\"starter\"", &region.starter);
    let lesson = || course.lesson(id.lesson).into_iter();
    let mistakes = lesson().flat_map(|lesson| lesson.mistakes.data.of(id)).flat_map(Variant::codes);
    let answers = lesson().flat_map(|lesson| lesson.answers.data.all());
    let further = answers.filter(|answer| *answer.exercise.get_ref() == id).map(Variant::Further);
    for variant in mistakes.chain(further) {
        if let State::Code(code) = variant.state() {
            arm(&variant.name(), &format!("{:?}", variant.name()), code);
        }
    }
    arm("solution", "_", &region.solution);
    text.push_str(&format!("}}\n{OWNER}\n"));
    text
}

/// Returns the owner of the code in a row of a file made by [`all`]: exercise and variant.
pub fn owner(text: &str, row: usize) -> Option<&str> {
    let above: Vec<&str> = text.lines().take(row).collect();
    let owner = above.iter().rev().find_map(|line| line.strip_prefix(OWNER.trim_end()))?;
    Some(owner.trim()).filter(|owner| !owner.is_empty())
}

/// Returns the shaders with exercises, filled with the chosen variants.
pub fn shaders(course: &Course<'_>, choice: &Choice<'_>) -> Files {
    let shaders = course.sources.iter().filter(|(file, _)| is_read_late(file));
    shaders
        .filter(|(_, source)| source.regions().next().is_some())
        .map(|(file, source)| {
            let text = source.project(|id| choice.of(id).state());
            ((*file).to_owned(), text.into_bytes())
        })
        .collect()
}
