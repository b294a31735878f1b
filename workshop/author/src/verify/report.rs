//! Prints the output of `verify`.

use crate::verify::proof::{About, Question};
use anstream::println;
use course::{Exercise, LessonInfo, Problem};
use std::time::{Duration, Instant};
use workbook::cargo::Build;
use workbook::style::{BAD, DIM, GOOD};

/// Prints findings, and remembers whether all is well.
pub struct Report {
    start: Instant,
    problems: usize,
}

impl Report {
    /// Returns a report without findings.
    pub fn new() -> Self {
        Self { start: Instant::now(), problems: 0 }
    }

    /// Prints a statement, with the problems against it.
    pub fn problems(&mut self, statement: &str, problems: &[Problem]) {
        let texts: Vec<String> = problems.iter().map(Problem::to_string).collect();
        self.runs(statement, &texts, Duration::ZERO);
    }

    /// Prints a statement about a build, with the problems against it.
    pub fn build(&mut self, statement: &str, build: &Build, texts: &[String], took: Duration) {
        self.statement(statement, build.built && texts.is_empty(), Some(took));
        for text in texts {
            println!("{}", indented(text));
        }
        if !build.built && texts.is_empty() {
            println!("  cargo failed; what it said stands above.");
        }
        self.problems += texts.len().max(usize::from(!build.built));
    }

    /// Prints the outcome of every question, as a row for each exercise and a paragraph for each failure.
    pub fn proof(
        &mut self,
        lessons: &[&LessonInfo],
        questions: &[Question<'_>],
        verdicts: &[Option<String>],
        took: Duration,
    ) {
        let failures: Vec<&String> = verdicts.iter().flatten().collect();
        let statement = format!("The checks know each variant ({} questions)", questions.len());
        self.statement(&statement, failures.is_empty(), Some(took));
        let answered: Vec<_> = questions.iter().zip(verdicts).collect();
        let exercises = || lessons.iter().flat_map(|lesson| lesson.exercises());
        let widest = exercises().map(|exercise| exercise.title.chars().count()).max().unwrap_or(0);
        for exercise in exercises() {
            row(exercise, widest, &answered);
        }
        for failure in &failures {
            println!("\n{BAD}✗{BAD:#} {}", failure.trim_end());
        }
        self.problems += failures.len();
    }

    /// Prints a statement about runs of programs, with the problems against it.
    pub fn runs(&mut self, statement: &str, wrong: &[String], took: Duration) {
        self.statement(statement, wrong.is_empty(), Some(took).filter(|took| !took.is_zero()));
        for text in wrong {
            println!("{}", indented(text).trim_end());
        }
        self.problems += wrong.len();
    }

    /// Prints the last line, and returns whether all is well.
    pub fn end(self) -> bool {
        let took = seconds(self.start.elapsed());
        match self.problems {
            0 => println!("\n{GOOD}All is well{GOOD:#} after {took}."),
            1 => println!("\n{BAD}1 problem{BAD:#} after {took}."),
            n => println!("\n{BAD}{n} problems{BAD:#} after {took}."),
        }
        self.problems == 0
    }

    fn statement(&self, statement: &str, good: bool, took: Option<Duration>) {
        let took = took.map_or(String::new(), |took| format!("  {DIM}{}{DIM:#}", seconds(took)));
        println!("{} {statement}{took}", tick(good));
    }
}

type Answered<'a, 'q> = (&'a Question<'q>, &'a Option<String>);

fn row(exercise: &Exercise, widest: usize, answered: &[Answered<'_, '_>]) {
    let own: Vec<_> = answered.iter().filter(|(question, _)| question.exercise == exercise.id()).collect();
    if own.is_empty() {
        return;
    }
    // Counts the good answers of a kind, and all of them.
    let count = |about: fn(About<'_>) -> bool| {
        let asked = own.iter().filter(|(question, _)| about(question.about));
        asked.fold((0, 0), |(good, all), (_, verdict)| (good + usize::from(verdict.is_none()), all + 1))
    };
    let mark = |about| {
        let (good, all) = count(about);
        tick(good == all)
    };
    let share = |about| {
        let (good, all) = count(about);
        format!("{good}/{all} {}", tick(good == all))
    };
    println!(
        "  {}  {:widest$}  starter {}  solution {}  alone {}  mistakes {}  wrong {}  right {}",
        exercise.id(),
        exercise.title,
        mark(|about| matches!(about, About::Starter)),
        mark(|about| matches!(about, About::Solution)),
        mark(|about| matches!(about, About::Alone(_) | About::Blameless)),
        share(|about| matches!(about, About::Mistake(..))),
        share(|about| matches!(about, About::Wrong(_))),
        share(|about| matches!(about, About::Right(_))),
    );
}

fn tick(good: bool) -> String {
    if good { format!("{GOOD}✓{GOOD:#}") } else { format!("{BAD}✗{BAD:#}") }
}

fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}

fn indented(text: &str) -> String {
    text.trim_end().lines().map(|line| format!("  {line}\n")).collect()
}
