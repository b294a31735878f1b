//! The workbook as its author has it, and the files of it that students get.

mod given;
mod inline;
mod manifest;

use crate::markers::{Region, Source, State};
use crate::tree::Files;
use course::table;
use course::{Id, LessonInfo, Mistake, Mistakes, Problem, Toml};
use manifest::Crates;
pub use manifest::{LOCK, locked};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;
use workbook::page::links::joined;

/// The folder whose files have no exercises, though the tool's sources have words that look like markers.
const UNMARKED: &str = "workshop/";

/// Extensions of the shaders that may have markers, as Rust and tables may.
const SHADERS: [&str; 7] = ["glsl", "vert", "frag", "geom", "vs", "fs", "comp"];

/// All files of the workbook, with the lessons and exercises in them.
pub struct Course<'a> {
    /// The author's files.
    pub files: &'a Files,
    /// The lessons, in their order.
    pub lessons: &'a [LessonInfo],
    /// The sources that can have markers.
    pub sources: BTreeMap<&'a str, Source<'a>>,
    /// The files that students get.
    given: BTreeSet<&'a str>,
    /// The given files whose text differs from the authors', but not with the state of the exercises.
    changed: Files,
}

impl<'a> Course<'a> {
    /// Finds the exercises in the sources.
    pub fn new(files: &'a Files, lessons: &'a [LessonInfo]) -> Result<Self, Vec<Problem>> {
        let one = |problem| vec![problem];
        let crates = Crates::of(files, lessons).map_err(one)?;
        let readme = given::readme(files, lessons);
        let given: BTreeSet<&str> = given::given(files, lessons, &crates, &readme).into_iter().collect();
        let mut changed = crates.manifests(files, &given).map_err(one)?;
        let is_kept_back = |path: &str| files.contains_key(path) && !given.contains(path);
        for &file in given.iter().filter(|file| file.ends_with(".md")) {
            let text = String::from_utf8_lossy(&files[file]);
            let text = if file == given::README { &readme } else { &*text };
            changed.insert(file.to_owned(), given::unlinked(file, text, is_kept_back).into_bytes());
        }
        let mut sources = BTreeMap::new();
        let mut problems = Vec::new();
        for mistakes in lessons.iter().map(|lesson| &lesson.mistakes) {
            match without_code(mistakes) {
                Ok(text) => drop(changed.insert(mistakes.file.clone(), text.into_bytes())),
                Err(problem) => problems.push(problem),
            }
        }
        for (file, contents) in files {
            let for_tests = match of_tests(file, contents, &given, files) {
                Ok(rows) => rows,
                Err(problem) => {
                    problems.push(problem);
                    continue;
                }
            };
            if can_have_markers(file) {
                match parse(file, contents, &for_tests) {
                    Ok(source) => drop(sources.insert(file.as_str(), source)),
                    Err(problem) => problems.push(problem),
                }
            } else if !for_tests.is_empty() {
                let text = inline::without(&String::from_utf8_lossy(contents), &for_tests);
                changed.insert(file.clone(), text.into_bytes());
            }
        }
        if problems.is_empty() { Ok(Self { files, lessons, sources, given, changed }) } else { Err(problems) }
    }

    /// Finds the exercises in the sources, or lists all their faults.
    pub fn whole(files: &'a Files, lessons: &'a [LessonInfo]) -> anyhow::Result<Self> {
        Self::new(files, lessons).map_err(|problems| {
            let lines: Vec<String> = problems.iter().map(Problem::to_string).collect();
            anyhow::anyhow!("the workbook cannot be read:\n  {}", lines.join("\n  "))
        })
    }

    /// Lists every exercise's region with its file.
    pub fn regions(&self) -> impl Iterator<Item = (&'a str, &Region<'a>)> {
        self.sources.iter().flat_map(|(file, source)| source.regions().map(|region| (*file, region)))
    }

    /// Returns the text of a file, or a problem if there is no such text.
    pub fn text(&self, file: &str) -> Result<&'a str, Problem> {
        let contents = self.files.get(file).ok_or_else(|| Problem::of(file, "there is no such file"))?;
        str::from_utf8(contents).map_err(|_| Problem::of(file, "is not UTF-8"))
    }

    /// Returns the text of a file as students get it, with all exercises open.
    pub fn open_text(&self, file: &str) -> Option<String> {
        match self.sources.get(file) {
            Some(source) => Some(source.project(|_| State::Open)),
            None => self.text(file).ok().map(str::to_owned),
        }
    }

    pub fn lesson(&self, number: u8) -> Option<&'a LessonInfo> {
        self.lessons.iter().find(|lesson| lesson.number == number)
    }

    /// Returns the students' files, with each exercise in the state that `state` chooses.
    pub fn for_students<'s>(&self, state: impl Fn(Id) -> State<'s>) -> Files {
        let is_taught = |id: Id| self.lesson(id.lesson).is_some() || self.lessons.is_empty();
        let state = |id| if is_taught(id) { state(id) } else { State::Given };
        let whole = |file: &&&str| !self.sources.contains_key(**file) && !self.changed.contains_key(**file);
        let given = self.given.iter();
        let mut files: Files = (given.filter(whole))
            .filter_map(|file| Some(((*file).to_owned(), self.files.get(*file)?.clone())))
            .collect();
        files.extend(self.changed.clone());
        for (file, source) in self.sources.iter().filter(|(file, _)| self.given.contains(*file)) {
            files.insert((*file).to_owned(), source.project(state).into_bytes());
        }
        files
    }
}

/// Returns true if these are the authors' files: students get no solutions.
pub fn holds_solutions(files: &Files) -> bool {
    let marked = |contents: &[u8]| str::from_utf8(contents).is_ok_and(workbook::places::has_markers);
    files.iter().any(|(file, contents)| can_have_markers(file) && marked(contents))
}

/// Returns true if a source is a table: text in TOML that is read when a lesson runs.
pub fn is_table(file: &str) -> bool {
    file.starts_with("assets/") && file.ends_with(".toml")
}

/// Returns true if a source is read when a lesson runs, and not built into it: a shader, or a table.
pub fn is_read_late(file: &str) -> bool {
    let is_shader = file.rsplit_once('.').is_some_and(|(_, extension)| SHADERS.contains(&extension));
    is_shader || is_table(file)
}

pub fn can_have_markers(file: &str) -> bool {
    !file.starts_with(UNMARKED) && (file.ends_with(".rs") || is_read_late(file))
}

fn parse<'a>(
    file: &str,
    contents: &'a [u8],
    left_out: &[RangeInclusive<usize>],
) -> Result<Source<'a>, Problem> {
    let text = str::from_utf8(contents).map_err(|_| Problem::of(file, "is not UTF-8"))?;
    Source::parse_but(file, text, left_out)
}

/// Returns the rows of a given file that students do not get: its tests, and modules that are kept back.
fn of_tests(
    file: &str,
    contents: &[u8],
    given: &BTreeSet<&str>,
    files: &Files,
) -> Result<Vec<RangeInclusive<usize>>, Problem> {
    let folder = file.rsplit_once('/').map_or("", |(folder, _)| folder);
    let is_kept_back = |path: &str| {
        let path = joined(folder, path);
        files.contains_key(&path) && !given.contains(path.as_str())
    };
    match str::from_utf8(contents) {
        Ok(text) if file.ends_with(".rs") && given.contains(file) => inline::rows(file, text, is_kept_back),
        _ => Ok(Vec::new()),
    }
}

/// Returns the text of a `mistakes.toml` without the wrong answers, most of which are right but for a word.
fn without_code(mistakes: &Toml<Mistakes>) -> Result<String, Problem> {
    let mixed = |mistake: &Mistake| {
        let advice = "write `code = …` on lines of its own, so that it can be kept back from students";
        mistakes.problem(&mistake.code, advice)
    };
    let mut text = mistakes.text.clone();
    for mistake in mistakes.data.all.iter().rev() {
        let value = mistake.code.span();
        if value.is_empty() {
            let text = format!("mistake '{}' has no code", mistake.name.get_ref());
            return Err(mistakes.problem(&mistake.name, text));
        }
        let start = text[..value.start].rfind('\n').map_or(0, |line_end| line_end + 1);
        let end = text[value.end..].find('\n').map_or(text.len(), |line_end| value.end + line_end + 1);
        let key = text[start..value.start].trim_end().strip_suffix('=').map(str::trim);
        if key != Some("code") || !text[value.end..end].trim().is_empty() {
            return Err(mixed(mistake));
        }
        text.replace_range(start..end, "");
    }
    // Between braces, lines of its own leave a comma behind that belongs to nothing.
    match (mistakes.data.all.first(), table::read::<Mistakes>(&mistakes.file, &text)) {
        (Some(first), Err(_)) => Err(mixed(first)),
        _ => Ok(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn toml(text: &str) -> Toml<Mistakes> {
        Toml::parse("mistakes.toml".to_owned(), text.to_owned()).expect("mistakes")
    }

    #[test]
    fn students_get_the_mistakes_without_their_code() {
        let before = |name: &str| format!("[\"01.1\".{name}]\n");
        let after = "title = \"t\"\nbelief = \"b\"\nsay = \"s\"\nhint = 1\n";
        let code = "code = '''\nlet x = \"=\";\n\nx\n'''\n";
        let text = format!("# ä\n{}{code}{after}\n{}{after}code = \"y\"", before("b"), before("a"));
        let stripped = without_code(&toml(&text)).expect("stripped");
        assert_eq!(stripped, format!("# ä\n{}{after}\n{}{after}", before("b"), before("a")));
    }

    #[test]
    fn code_between_other_values_cannot_be_kept_back() {
        let text = "[\"01.1\"]\na = { title = \"\", belief = \"\", say = \"\", hint = 1, code = \"x\" }\n";
        let problem = without_code(&toml(text)).expect_err("a problem");
        let want = "mistakes.toml:2:59: write `code = …` on lines of its own, so that it can be kept back from students";
        assert_eq!(problem.to_string(), want);
    }
}
