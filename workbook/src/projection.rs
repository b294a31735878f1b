//! The workbook as its author has it, and what students get of it.

use crate::markers::{Region, Source, State};
use course::table;
use course::{Id, Lesson, Mistake, Mistakes, Problem, Toml};
use std::collections::BTreeMap;
use student::tree::Files;

/// What students never get: the author's own tests, which need the solutions, what these use, what the ground is held to,
/// the CI, what instructors ask in an exam, and what `grade` catches and how.
const KEPT_BACK: [&str; 8] = [
    ".ci/",
    "beside/",
    "docs/exam.md",
    "docs/strength.md",
    "docs/teaching.md",
    "lessons/examples/",
    "lessons/tests/",
    "workbook/tests/",
];

/// The tool's own sources speak of markers without having any.
const UNMARKED: &str = "workbook/";

/// Where shaders may have markers, beside Rust.
const SHADERS: [&str; 7] = ["glsl", "vert", "frag", "geom", "vs", "fs", "comp"];

/// All files of the workbook, with the lessons and exercises in them.
pub struct Course<'a> {
    /// The author's files.
    pub files: &'a Files,
    /// The lessons, in their order.
    pub lessons: &'a [Lesson],
    /// The sources that can have markers.
    pub sources: BTreeMap<&'a str, Source<'a>>,
}

impl<'a> Course<'a> {
    /// Finds the exercises in the sources.
    pub fn new(files: &'a Files, lessons: &'a [Lesson]) -> Result<Self, Vec<Problem>> {
        let mut sources = BTreeMap::new();
        let mut problems = Vec::new();
        for (file, contents) in files.iter().filter(|(file, _)| can_have_markers(file)) {
            match parse(file, contents) {
                Ok(source) => drop(sources.insert(file.as_str(), source)),
                Err(problem) => problems.push(problem),
            }
        }
        if problems.is_empty() { Ok(Self { files, lessons, sources }) } else { Err(problems) }
    }

    /// Finds the exercises in the sources, or tells all that is wrong with them.
    pub fn whole(files: &'a Files, lessons: &'a [Lesson]) -> anyhow::Result<Self> {
        Self::new(files, lessons).map_err(|problems| {
            let lines: Vec<String> = problems.iter().map(Problem::to_string).collect();
            anyhow::anyhow!("the workbook cannot be read:\n  {}", lines.join("\n  "))
        })
    }

    /// Every exercise's region with the file it stands in.
    pub fn regions(&self) -> impl Iterator<Item = (&'a str, &Region<'a>)> {
        self.sources.iter().flat_map(|(file, source)| source.regions().map(|region| (*file, region)))
    }

    /// The text of a file.
    pub fn text(&self, file: &str) -> Result<&'a str, Problem> {
        let contents = self.files.get(file).ok_or_else(|| Problem::of(file, "there is no such file"))?;
        str::from_utf8(contents).map_err(|_| Problem::of(file, "is not UTF-8"))
    }

    /// The text of a file as students get it.
    pub fn open_text(&self, file: &str) -> Option<String> {
        match self.sources.get(file) {
            Some(source) => Some(source.project(|_| State::Open)),
            None => self.text(file).ok().map(str::to_owned),
        }
    }

    /// The lesson with a number.
    pub fn lesson(&self, number: u8) -> Option<&'a Lesson> {
        self.lessons.iter().find(|lesson| lesson.number == number)
    }

    /// What students get, each exercise in the state that is asked for.
    pub fn for_students<'s>(&self, state: impl Fn(Id) -> State<'s>) -> Result<Files, Problem> {
        let given = |file: &str| !KEPT_BACK.iter().any(|folder| file.starts_with(folder));
        let mut files: Files = (self.files.iter().filter(|(file, _)| given(file)))
            .map(|(f, c)| (f.clone(), c.clone()))
            .collect();
        for (file, source) in self.sources.iter().filter(|(file, _)| given(file)) {
            files.insert((*file).to_owned(), source.project(&state).into_bytes());
        }
        for lesson in self.lessons {
            files.insert(lesson.mistakes.file.clone(), without_code(&lesson.mistakes)?.into_bytes());
            files.remove(&lesson.answers.file);
        }
        Ok(files)
    }
}

/// Whether these are the authors' files: students get no solutions.
pub fn holds_solutions(files: &Files) -> bool {
    let marked =
        |contents: &[u8]| str::from_utf8(contents).is_ok_and(|text| text.contains("// BEGIN SOLUTION "));
    files.iter().any(|(file, contents)| can_have_markers(file) && marked(contents))
}

/// Whether a source is a shader: text that is read when a lesson runs.
pub fn is_shader(file: &str) -> bool {
    file.rsplit_once('.').is_some_and(|(_, extension)| SHADERS.contains(&extension))
}

fn can_have_markers(file: &str) -> bool {
    !file.starts_with(UNMARKED) && (file.ends_with(".rs") || is_shader(file))
}

fn parse<'a>(file: &str, contents: &'a [u8]) -> Result<Source<'a>, Problem> {
    let text = str::from_utf8(contents).map_err(|_| Problem::of(file, "is not UTF-8"))?;
    Source::parse(file, text)
}

/// The text of a `mistakes.toml` without the wrong answers: most are the right one but for a word.
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
        let before = "[[mistake]]\nexercise = \"01.1\"\nname = \"a\"\n";
        let after = "title = \"t\"\nbelief = \"b\"\nsay = \"s\"\nhint = 1\n";
        let code = "code = '''\nlet x = \"=\";\n\nx\n'''\n";
        let text = format!("# ä\n{before}{code}{after}\n{before}{after}code = \"y\"");
        let stripped = without_code(&toml(&text)).expect("stripped");
        assert_eq!(stripped, format!("# ä\n{before}{after}\n{before}{after}"));
    }

    #[test]
    fn code_between_other_values_cannot_be_kept_back() {
        let text = "mistake = [\n  { exercise = \"01.1\", name = \"a\", title = \"\", belief = \"\", say = \"\", hint = 1, code = \"x\" },\n]\n";
        let problem = without_code(&toml(text)).expect_err("a problem");
        let want = "mistakes.toml:2:88: write `code = …` on lines of its own, so that it can be kept back from students";
        assert_eq!(problem.to_string(), want);
    }

    #[test]
    fn students_can_read_what_is_left() {
        let text = "mistake = [{ exercise = \"01.1\", name = \"a\", title = \"\", belief = \"\", say = \"\",\ncode = \"x\"\n, hint = 1 }]\n";
        let problem = without_code(&toml(text)).expect_err("a problem").to_string();
        assert!(problem.starts_with("mistakes.toml:2:8: write `code = …` on lines of its own"), "{problem}");
    }
}
