//! Checks that sources, `lesson.toml`, `mistakes.toml`, `answers.toml`, checks and text of each lesson agree.

use crate::projection::Course;
use crate::verify::excerpts;
use course::{Answer, Exercise, Id, LessonInfo, Mistake, Oral, Problem, Spanned, Toml};
use std::collections::{BTreeMap, BTreeSet};
use std::iter;
use std::path::Path;
use workbook::{checks, places};

/// The least hints of an exercise: a question, an invariant, and almost the code.
const RUNGS: usize = 3;

/// The names of variants, which no answer may have.
const TAKEN: [&str; 2] = ["starter", "solution"];

/// Lists the disagreements in the sources and in the chosen lessons.
pub fn check(course: &Course<'_>, chosen: &[&LessonInfo], root: &Path) -> Vec<Problem> {
    let mut problems = sources(course, chosen);
    problems.extend(documents(course));
    for lesson in chosen {
        Look { course, lesson, root, names: BTreeSet::new(), problems: &mut problems }.all();
    }
    problems
}

/// Lists exercises whose TODO no lesson lists, or that stand in two places.
fn sources(course: &Course<'_>, chosen: &[&LessonInfo]) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut seen: BTreeMap<Id, &str> = BTreeMap::new();
    for (file, region) in course.regions() {
        let id = region.id;
        let mut problem = |text| problems.push(Problem::at(file, region.at, text));
        let Some(lesson) = course.lesson(id.lesson) else {
            problem(format!("TODO {id} belongs to no lesson: there is no lesson {:02}", id.lesson));
            continue;
        };
        if !chosen.iter().any(|chosen| chosen.number == lesson.number) {
            continue;
        }
        if let Some(other) = seen.insert(id, file) {
            problem(format!("TODO {id} stands already in {other}"));
        }
        match lesson.exercises().iter().find(|exercise| exercise.id() == id) {
            None => problem(format!("TODO {id} is not in {}", lesson.about.file)),
            Some(exercise) if exercise.file.get_ref() != file => {
                problem(format!("{} looks for TODO {id} in {}", lesson.about.file, exercise.file.get_ref()));
            }
            Some(_) => {}
        }
    }
    problems
}

/// Lists differences from the source of code in texts that belong to no lesson.
fn documents(course: &Course<'_>) -> Vec<Problem> {
    let of = |file: &String| {
        (file.starts_with("docs/") || file.starts_with("workshop/docs/")) && file.ends_with(".md")
    };
    let mut problems = Vec::new();
    for file in course.files.keys().filter(|file| of(file)) {
        match course.text(file) {
            Ok(text) => problems.extend(excerpts::check(file, text, |file| course.open_text(file))),
            Err(problem) => problems.push(problem),
        }
    }
    problems
}

/// A lesson while its files are compared, with the problems found.
struct Look<'a, 'p> {
    course: &'a Course<'a>,
    lesson: &'a LessonInfo,
    root: &'a Path,
    /// The names of answers seen so far, with their exercises, to find doubles.
    names: BTreeSet<(Id, &'a str)>,
    problems: &'p mut Vec<Problem>,
}

impl<'a> Look<'a, '_> {
    fn all(&mut self) {
        self.about();
        let exercises = self.lesson.exercises();
        let before = iter::once(None).chain(exercises.iter().map(|exercise| Some(exercise.id())));
        for (exercise, before) in exercises.iter().zip(before) {
            self.exercise(before, exercise);
        }
        for mistake in &self.lesson.mistakes.data.all {
            self.mistake(mistake);
        }
        for answer in self.lesson.answers.data.all() {
            self.answer(answer);
        }
        for oral in &self.lesson.answers.data.orals {
            self.oral(oral);
        }
        self.checks();
        self.readme();
    }

    fn about(&mut self) {
        let about = &self.lesson.about;
        let data = &about.data;
        for (what, text) in [("title", &data.title), ("summary", &data.summary), ("part", &data.part)] {
            self.must_say(&about.file, what, text);
        }
        if data.minutes == 0 || data.goals.is_empty() || data.exercises.is_empty() {
            self.problems.push(Problem::of(&about.file, "a lesson needs minutes, goals and exercises"));
        }
        for number in &data.builds_on {
            if self.course.lesson(*number.get_ref()).is_none() || *number.get_ref() >= self.lesson.number {
                let text =
                    format!("lesson {:02} cannot build on {:02}", self.lesson.number, number.get_ref());
                self.problems.push(about.problem(number, text));
            }
        }
        for picture in &data.pictures {
            let file = self.lesson.file(picture.file.get_ref());
            if !self.root.join(&file).is_file() {
                self.problems.push(about.problem(&picture.file, format!("there is no {file}")));
            }
        }
    }

    fn must_say(&mut self, file: &str, what: &str, text: &str) {
        if text.trim().is_empty() {
            self.problems.push(Problem::of(file, format!("'{what}' says nothing")));
        }
    }

    fn exercise(&mut self, before: Option<Id>, exercise: &Exercise) {
        let about = &self.lesson.about;
        let (id, file) = (exercise.id(), exercise.file.get_ref().as_str());
        self.must_say(&about.file, &format!("title of {id}"), &exercise.title);
        let mut problem = |problem| self.problems.push(problem);
        if id.lesson != self.lesson.number || before.is_some_and(|before| id <= before) {
            let lesson = self.lesson.number;
            problem(
                about.problem(&exercise.id, format!("exercise {id} isn't the next of lesson {lesson:02}")),
            );
        }
        if exercise.minutes == 0 {
            problem(about.problem(&exercise.id, format!("exercise {id} takes no minutes")));
        }
        let source = self.course.sources.get(file);
        if !source.is_some_and(|source| source.regions().any(|region| region.id == id)) {
            problem(about.problem(&exercise.file, format!("{file} has no TODO {id}")));
        } else if !self.course.text(file).is_ok_and(|text| holds(text, exercise)) {
            let text = format!("{file} has no function '{}' above TODO {id}", exercise.function.get_ref());
            problem(about.problem(&exercise.function, text));
        }
        let hints = exercise.hints.get_ref();
        if hints.len() < RUNGS || hints.iter().any(|hint| hint.trim().is_empty()) {
            problem(about.problem(&exercise.hints, format!("exercise {id} needs at least {RUNGS} hints")));
        }
        if self.lesson.mistakes.data.of(id).next().is_none() {
            problem(Problem::of(&self.lesson.mistakes.file, format!("no mistake for exercise {id}")));
        }
    }

    fn mistake(&mut self, mistake: &'a Mistake) {
        let mistakes = &self.lesson.mistakes;
        let (id, name) = (*mistake.exercise.get_ref(), mistake.name.get_ref());
        for (what, text) in [("title", &mistake.title), ("belief", &mistake.belief), ("say", &mistake.say)] {
            self.must_say(&mistakes.file, &format!("{what} of '{name}'"), text);
        }
        self.name(mistakes, &mistake.exercise, &mistake.name);
        let exercise = self.lesson.exercises().iter().find(|exercise| exercise.id() == id);
        let rungs = exercise.map_or(usize::MAX, |exercise| exercise.hints.get_ref().len());
        let hint = *mistake.hint.get_ref();
        if hint == 0 || hint > rungs {
            self.problems.push(mistakes.problem(&mistake.hint, format!("exercise {id} has no hint {hint}")));
        }
        let codes = &mistake.code.get_ref().0;
        if codes.is_empty() || codes.iter().any(|code| code.trim().is_empty()) {
            self.problems.push(mistakes.problem(&mistake.code, format!("mistake '{name}' has no code")));
        }
    }

    fn answer(&mut self, answer: &'a Answer) {
        let answers = &self.lesson.answers;
        self.name(answers, &answer.exercise, &answer.name);
        self.must_say(&answers.file, &format!("code of '{}'", answer.name.get_ref()), &answer.code);
    }

    /// Adds a problem if an instructor's question names a mistake that there is not.
    fn oral(&mut self, oral: &Oral) {
        let (answers, name) = (&self.lesson.answers, oral.mistake.get_ref());
        if self.lesson.mistakes.data.named(name).is_none() {
            let text = format!("{} has no mistake '{name}'", self.lesson.mistakes.file);
            self.problems.push(answers.problem(&oral.mistake, text));
        }
        for (what, text) in [("question", &oral.ask), ("answer", &oral.mentions)] {
            self.must_say(&answers.file, &format!("{what} about '{name}'"), text);
        }
    }

    /// Adds a problem if an answer's exercise is not in the lesson, or its name is taken.
    fn name<T>(&mut self, toml: &Toml<T>, exercise: &Spanned<Id>, name: &'a Spanned<String>) {
        let (id, text) = (*exercise.get_ref(), name.get_ref().as_str());
        if !self.lesson.exercises().iter().any(|exercise| exercise.id() == id) {
            let text = format!("{} has no exercise {id}", self.lesson.about.file);
            self.problems.push(toml.problem(exercise, text));
        }
        let speakable = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if !text.chars().all(speakable) || text.is_empty() || TAKEN.contains(&text) {
            let text = format!(
                "'{text}' cannot name an answer: write small letters joined by '-', as in turned-before-moved"
            );
            self.problems.push(toml.problem(name, text));
        }
        if !self.names.insert((id, text)) {
            let text = format!("exercise {id} has two answers named '{text}'");
            self.problems.push(toml.problem(name, text));
        }
    }

    fn checks(&mut self) {
        let file = self.lesson.file("checks.rs");
        let Some(text) = self.text(&file) else { return };
        let mut strangers: Vec<&str> = checks::names(text).collect();
        for id in self.lesson.exercises().iter().map(Exercise::id) {
            match checks::name(text, id) {
                Some(found) => strangers.retain(|name| *name != found),
                None => {
                    let text = format!("no check for exercise {id}: a test named {}_…", id.check_prefix());
                    self.problems.push(Problem::of(&file, text));
                }
            }
        }
        for name in strangers {
            self.problems.push(Problem::of(&file, format!("{name} checks no exercise of this lesson")));
        }
    }

    fn readme(&mut self) {
        let file = self.lesson.file("README.md");
        let Some(text) = self.text(&file) else { return };
        let title = format!("# {:02} · {}", self.lesson.number, self.lesson.about.data.title);
        for heading in iter::once(title).chain(self.lesson.exercises().iter().map(heading)) {
            if !text.lines().any(|line| line == heading) {
                self.problems.push(Problem::of(&file, format!("has no heading '{heading}'")));
            }
        }
        self.problems.extend(excerpts::check(&file, text, |file| self.course.open_text(file)));
    }

    fn text(&mut self, file: &str) -> Option<&'a str> {
        self.course.text(file).map_err(|problem| self.problems.push(problem)).ok()
    }
}

/// Returns the heading of an exercise in its lesson's text. A title there follows a colon, and begins small.
fn heading(exercise: &Exercise) -> String {
    let function = exercise.function_name();
    let mut title = exercise.title.chars();
    let first = title.next().map(char::to_lowercase).into_iter().flatten();
    format!("### {} `{function}`: {}", exercise.id(), first.chain(title).collect::<String>())
}

/// Returns true if a source has the function of an exercise above its TODO, or if a table has a row of this name.
fn holds(text: &str, exercise: &Exercise) -> bool {
    let row = format!("\nname = {:?}\n", exercise.function_name());
    places::function(text, exercise).is_some() || text.contains(&row)
}
