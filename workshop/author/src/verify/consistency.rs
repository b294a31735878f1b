//! Checks that sources, `lesson.toml`, `mistakes.toml`, `answers.toml`, checks and text of each lesson agree.

use crate::projection::Course;
use crate::verify::excerpts;
use course::{Exercise, Id, LessonInfo, Mistake, Problem, Spanned, Toml};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use workbook::{checks, places};

/// The least hints of an exercise: a question, an invariant, and almost the code.
const RUNGS: usize = 3;

/// The names of variants, which no answer may have.
const TAKEN: [&str; 2] = ["starter", "solution"];

/// Lists the disagreements in the sources, in the chosen lessons, and in texts.
pub fn check(course: &Course<'_>, chosen: &[&LessonInfo], root: &Path) -> Vec<Problem> {
    let mut look = Look { course, root, problems: Vec::new() };
    look.sources(chosen);
    chosen.iter().for_each(|lesson| look.lesson(lesson));
    let is_text = |file: &str| {
        let is_of_none = file.starts_with("docs/") || file.starts_with("workshop/docs/");
        is_of_none && file.ends_with(".md") || chosen.iter().any(|lesson| lesson.file("README.md") == file)
    };
    for file in course.files.keys().filter(|file| is_text(file)) {
        let text = look.text(file).unwrap_or_default();
        look.problems.extend(excerpts::check(file, text, |file| course.open_text(file)));
    }
    look.problems
}

/// Files while they're compared, with the problems found.
struct Look<'a> {
    course: &'a Course<'a>,
    root: &'a Path,
    problems: Vec<Problem>,
}

impl<'a> Look<'a> {
    fn ensure(&mut self, holds: bool, problem: Problem) {
        self.problems.extend((!holds).then_some(problem));
    }

    fn text(&mut self, file: &str) -> Option<&'a str> {
        self.course.text(file).map_err(|problem| self.problems.push(problem)).ok()
    }

    /// Looks for exercises whose TODO no lesson lists, or that stand in two places.
    fn sources(&mut self, chosen: &[&LessonInfo]) {
        let mut seen: BTreeMap<Id, &str> = BTreeMap::new();
        for (file, region) in self.course.regions() {
            let id = region.id;
            let mut problem = |text| self.problems.push(Problem::at(file, region.at, text));
            let Some(lesson) = self.course.lesson(id.lesson) else {
                problem(format!("TODO {id} belongs to no lesson: there is no lesson {:02}", id.lesson));
                continue;
            };
            if chosen.iter().all(|chosen| chosen.number != lesson.number) {
                continue;
            }
            if let Some(other) = seen.insert(id, file) {
                problem(format!("TODO {id} stands already in {other}"));
            }
            let about = &lesson.about.file;
            match lesson.exercises().iter().find(|exercise| exercise.id() == id) {
                None => problem(format!("TODO {id} is not in {about}")),
                Some(exercise) if exercise.file.get_ref() != file => {
                    problem(format!("{about} looks for TODO {id} in {}", exercise.file.get_ref()));
                }
                Some(_) => {}
            }
        }
    }

    fn lesson(&mut self, lesson: &'a LessonInfo) {
        let (about, answers, number) = (&lesson.about, &lesson.answers, lesson.number);
        let data = &about.data;
        let is_whole = data.minutes > 0 && !data.goals.is_empty() && !data.exercises.is_empty();
        self.ensure(is_whole, Problem::of(&about.file, "a lesson needs minutes, goals and exercises"));
        for other in &data.builds_on {
            let before = *other.get_ref();
            let problem = about.problem(other, format!("lesson {number:02} cannot build on {before:02}"));
            self.ensure(self.course.lesson(before).is_some() && before < number, problem);
        }
        for picture in &data.pictures {
            let file = lesson.file(picture.file.get_ref());
            let problem = about.problem(&picture.file, format!("there is no {file}"));
            self.ensure(self.root.join(&file).is_file(), problem);
        }
        let mut before = None;
        for exercise in lesson.exercises() {
            self.exercise(lesson, before.replace(exercise.id()), exercise);
        }
        let mut names = BTreeSet::new();
        for mistake in &lesson.mistakes.data.all {
            self.mistake(lesson, mistake);
            self.name(lesson, &lesson.mistakes, (&mistake.exercise, &mistake.name), &mut names);
        }
        for answer in answers.data.all() {
            self.name(lesson, answers, (&answer.exercise, &answer.name), &mut names);
        }
        for oral in &answers.data.orals {
            let name = oral.mistake.get_ref();
            let text = format!("{} has no mistake '{name}'", lesson.mistakes.file);
            let is_there = lesson.mistakes.data.named(name).is_some();
            self.ensure(is_there, answers.problem(&oral.mistake, text));
        }
        self.checks(lesson);
        let file = lesson.file("README.md");
        let text = self.text(&file).unwrap_or_default();
        let title = format!("# {number:02} · {}", data.title);
        for heading in [title].into_iter().chain(lesson.exercises().iter().map(heading)) {
            let is_there = text.lines().any(|line| line == heading);
            self.ensure(is_there, Problem::of(&file, format!("has no heading '{heading}'")));
        }
    }

    fn exercise(&mut self, lesson: &LessonInfo, before: Option<Id>, exercise: &Exercise) {
        let (about, number) = (&lesson.about, lesson.number);
        let (id, file) = (exercise.id(), exercise.file.get_ref().as_str());
        let text = format!("exercise {id} isn't the next of lesson {number:02}");
        let is_next = id.lesson == number && before.is_none_or(|before| before < id);
        self.ensure(is_next, about.problem(&exercise.id, text));
        let text = format!("exercise {id} takes no minutes");
        self.ensure(exercise.minutes > 0, about.problem(&exercise.id, text));
        let source = self.course.sources.get(file);
        if source.is_some_and(|source| source.regions().any(|region| region.id == id)) {
            let function = &exercise.function;
            let text = format!("{file} has no function '{}' above TODO {id}", function.get_ref());
            let is_there = self.course.text(file).is_ok_and(|text| holds(text, exercise));
            self.ensure(is_there, about.problem(function, text));
        } else {
            self.problems.push(about.problem(&exercise.file, format!("{file} has no TODO {id}")));
        }
        let is_ladder = exercise.hints.get_ref().len() >= RUNGS;
        let text = format!("exercise {id} needs at least {RUNGS} hints");
        self.ensure(is_ladder, about.problem(&exercise.hints, text));
        let problem = Problem::of(&lesson.mistakes.file, format!("no mistake for exercise {id}"));
        self.ensure(lesson.mistakes.data.of(id).next().is_some(), problem);
    }

    fn mistake(&mut self, lesson: &LessonInfo, mistake: &Mistake) {
        let (mistakes, id) = (&lesson.mistakes, *mistake.exercise.get_ref());
        let exercise = lesson.exercises().iter().find(|exercise| exercise.id() == id);
        let rungs = exercise.map_or(usize::MAX, |exercise| exercise.hints.get_ref().len());
        let hint = *mistake.hint.get_ref();
        let text = format!("exercise {id} has no hint {hint}");
        self.ensure((1..=rungs).contains(&hint), mistakes.problem(&mistake.hint, text));
        let text = format!("mistake '{}' has no code", mistake.name.get_ref());
        self.ensure(!mistake.code.get_ref().0.is_empty(), mistakes.problem(&mistake.code, text));
    }

    /// Looks if an answer's exercise is in the lesson, and if its name is free.
    fn name<T>(
        &mut self,
        lesson: &LessonInfo,
        toml: &Toml<T>,
        (exercise, name): (&Spanned<Id>, &'a Spanned<String>),
        names: &mut BTreeSet<(Id, &'a str)>,
    ) {
        let (id, text) = (*exercise.get_ref(), name.get_ref().as_str());
        let problem = toml.problem(exercise, format!("{} has no exercise {id}", lesson.about.file));
        self.ensure(lesson.exercises().iter().any(|exercise| exercise.id() == id), problem);
        let speakable = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        let is_name = text.chars().all(speakable) && !text.is_empty() && !TAKEN.contains(&text);
        let says = format!(
            "'{text}' cannot name an answer: write small letters joined by '-', as in turned-before-moved"
        );
        self.ensure(is_name, toml.problem(name, says));
        let says = format!("exercise {id} has two answers named '{text}'");
        self.ensure(names.insert((id, text)), toml.problem(name, says));
    }

    fn checks(&mut self, lesson: &LessonInfo) {
        let file = lesson.file("checks.rs");
        let Some(text) = self.text(&file) else { return };
        let ids = || lesson.exercises().iter().map(Exercise::id);
        for id in ids() {
            let says = format!("no check for exercise {id}: a test named {}_…", id.check_prefix());
            self.ensure(checks::name(text, id).is_some(), Problem::of(&file, says));
        }
        for name in checks::names(text) {
            let is_own = ids().any(|id| checks::name(text, id) == Some(name));
            self.ensure(is_own, Problem::of(&file, format!("{name} checks no exercise of this lesson")));
        }
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
