//! Prints the output of `verify`.

use crate::verify::proof::{About, Question};
use anstream::println;
use course::{LessonInfo, Problem};
use std::time::{Duration, Instant};
use workbook::cargo::Build;
use workbook::style::{BAD, DIM, GOOD};

/// Prints findings, and remembers whether all is well.
pub struct Report {
    start: Instant,
    /// The end of the last finding.
    last: Instant,
    problems: usize,
}

impl Report {
    /// Returns a report without findings.
    pub fn new() -> Self {
        Self { start: Instant::now(), last: Instant::now(), problems: 0 }
    }

    /// Prints a statement, with the problems against it.
    pub fn problems(&mut self, statement: &str, problems: &[Problem]) {
        let texts: Vec<String> = problems.iter().map(Problem::to_string).collect();
        self.last = Instant::now();
        self.runs(statement, &texts);
    }

    /// Prints a statement about a build, with the problems against it.
    pub fn build(&mut self, statement: &str, build: &Build, texts: &[String]) {
        self.statement(statement, build.built && texts.is_empty());
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
    ) {
        let failures: Vec<&String> = verdicts.iter().flatten().collect();
        let statement = format!("The checks know each variant ({} questions)", questions.len());
        self.statement(&statement, failures.is_empty());
        let exercises = || lessons.iter().flat_map(|lesson| lesson.exercises());
        let widest = exercises().map(|exercise| exercise.title.chars().count()).max().unwrap_or(0);
        for exercise in exercises() {
            // Counts the good answers of some kinds, and all of them.
            let count = |abouts: &[About]| {
                let is_own = |question: &Question<'_>| {
                    question.exercise() == exercise.id() && abouts.contains(&question.about)
                };
                let own = questions.iter().zip(verdicts).filter(|(question, _)| is_own(question));
                own.fold((0, 0), |(good, all), (_, verdict)| (good + usize::from(verdict.is_none()), all + 1))
            };
            let mark = |abouts: &[About]| {
                let (good, all) = count(abouts);
                tick(good == all)
            };
            let share = |about| {
                let (good, all) = count(&[about]);
                format!("{good}/{all} {}", tick(good == all))
            };
            if count(&[About::Solution]).1 > 0 {
                println!(
                    "  {}  {:widest$}  starter {}  solution {}  alone {}  mistakes {}  wrong {}  right {}",
                    exercise.id(),
                    exercise.title,
                    mark(&[About::Starter]),
                    mark(&[About::Solution]),
                    mark(&[About::Alone, About::Blameless]),
                    share(About::Mistake),
                    share(About::Wrong),
                    share(About::Right),
                );
            }
        }
        for failure in &failures {
            println!("\n{BAD}✗{BAD:#} {}", failure.trim_end());
        }
        self.problems += failures.len();
    }

    /// Prints a statement about runs of programs, with the problems against it.
    pub fn runs(&mut self, statement: &str, wrong: &[String]) {
        self.statement(statement, wrong.is_empty());
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

    /// Prints a statement, with the time since the last one unless it's short.
    fn statement(&mut self, statement: &str, good: bool) {
        let took = self.last.elapsed();
        let took = (took.as_millis() >= 50).then(|| format!("  {DIM}{}{DIM:#}", seconds(took)));
        println!("{} {statement}{}", tick(good), took.unwrap_or_default());
        self.last = Instant::now();
    }
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
