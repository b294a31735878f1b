//! Checks that teach. Each is a list of questions that call the student's code with inputs of its own; what the answers
//! mean is found out by the program that started it, or by a bare `cargo test`.
//!
//! **In here:** What a check asks, and the answers as data; it knows no window. **Depends on:** `common`, `course`, `verdict`.

mod answer;
mod draw;
mod panics;

pub use answer::{Answer, Course, Degrees, Fine, JOINTS, Named, Row, names, table};
pub use draw::Draw;
pub use verdict::Told;

use course::panic_text;
use course::protocol::{self, Outcome};
use std::panic::{AssertUnwindSafe, catch_unwind, panic_any, resume_unwind};
use std::process::ExitCode;
use verdict::{Asked, Panic, Recorded, Verdict};

/// The check of one exercise, while it asks.
#[derive(Default)]
pub struct Check {
    asked: Vec<Asked>,
    /// The traits of the questions from here on, and whether they have them.
    tags: Vec<(String, bool)>,
    /// The source of further questions, when a class is graded.
    draw: Option<Draw>,
}

impl Check {
    /// Asks a question. `answer` runs the student's code, or in a program of ours our own. Lines of the words after the
    /// first are shown as they are, such as a [`table`](fn@table) of what was given.
    pub fn asked<T: Answer>(&mut self, words: impl Into<String>, answer: impl FnOnce() -> T) {
        self.ask(words.into(), None, answer);
    }

    /// Declares that the answer may call an earlier exercise's code. That code counts as right for all questions here if
    /// it answers this one as it should.
    pub fn needs<T: Answer>(&mut self, earlier: &str, answer: impl FnOnce() -> T) {
        self.ask(format!("what {earlier} gives"), Some(earlier.to_owned()), answer);
    }

    /// Says what is special about the input of the questions from here on, as in `("a zero axis", axis == Vec3::ZERO)`.
    ///
    /// If nobody knows the mistake, the student hears what all wrong answers have and no right one has.
    pub fn tags(&mut self, tags: &[(&str, bool)]) {
        self.tags = tags.iter().map(|(tag, is)| ((*tag).to_owned(), *is)).collect();
    }

    /// Draws further questions when a class is graded; returns none in a student's own check.
    ///
    /// Each call draws other ones.
    pub fn drawn<T>(&mut self, draw: impl FnMut(&mut Draw) -> T) -> Vec<T> {
        self.draw.as_mut().map_or_else(Vec::new, |numbers| numbers.several(draw))
    }

    fn ask<T: Answer>(&mut self, words: String, earlier: Option<String>, answer: impl FnOnce() -> T) {
        let answer = catch_unwind(AssertUnwindSafe(|| answer().told())).map_err(|panic| Panic {
            message: panic_text(panic.as_ref()).to_owned(),
            places: panics::last(),
        });
        self.asked.push(Asked { words, earlier, tags: self.tags.clone(), answer });
    }
}

/// Runs the check of the exercise `id`, and writes its answers for the program that started it. If none did, fails the test
/// unless all answers are right.
pub fn check(id: &str, ask: impl FnOnce(&mut Check)) {
    let (reader, key, seed) = match protocol::reader() {
        Ok(reader) => reader,
        Err(error) => panic_any(format!("the check of {id} itself is broken: {error}")),
    };
    let mut check = Check { draw: seed.map(|seed| Draw::of_exercise(seed, id)), ..Check::default() };
    panics::watch();
    ask(&mut check);
    match reader {
        Some(path) => {
            let lines: Vec<String> = check.asked.iter().map(Asked::line).collect();
            if let Err(error) = protocol::hand_in(&path, &key, id, &lines) {
                panic_any(format!("the answers to {id} cannot be written to {}: {error}", path.display()));
            }
        }
        None => judge(id, &check.asked),
    }
}

/// Judges answers by the recording in the current folder, as `cargo test` starts a check in its lesson's, and says how many
/// are right.
fn judge(id: &str, asked: &[Asked]) {
    let text = std::fs::read_to_string(verdict::FILE).unwrap_or_default();
    let Some(recorded) = Recorded::read(&text, id) else {
        panic_any(format!("{} has nothing about {id}", verdict::FILE));
    };
    let questions = recorded.questions();
    let verdict = Verdict::of(asked, &questions, &recorded, &|_| true);
    let right = verdict.cases.iter().filter(|case| case.is_right).count();
    let what = match verdict.outcome {
        Outcome::Passed => return println!("{id}: right."),
        Outcome::Open => "still open".to_owned(),
        _ => format!("{right} of {} questions are answered right", verdict.cases.len()),
    };
    println!("{id}: {what}. `cargo workbook check {id}` says more.");
    // Unlike a panic this prints nothing.
    resume_unwind(Box::new("the check did not pass"));
}

/// Makes the `main` of a program that runs these functions by [`on_main_thread`](fn@on_main_thread).
#[macro_export]
macro_rules! on_main_thread {
    ($($check:ident),+) => {
        fn main() -> std::process::ExitCode {
            $crate::on_main_thread(&[$((stringify!($check), $check)),+])
        }
    };
}

/// Runs the checks that the command line names, or all, on the main thread.
///
/// This is for checks that need OpenGL, which some systems give to no other thread. They are functions that
/// call [`check`], and their test in `Cargo.toml` has `harness = false`.
pub fn on_main_thread(checks: &[(&str, fn())]) -> ExitCode {
    let wanted: Vec<String> =
        std::env::args().skip(1).filter(|arg| arg.starts_with(protocol::CHECK)).collect();
    let mut code = ExitCode::SUCCESS;
    for (name, check) in checks {
        if !wanted.is_empty() && !wanted.iter().any(|wanted| wanted == name) {
            continue;
        }
        if catch_unwind(check).is_err() {
            code = ExitCode::FAILURE;
        }
    }
    code
}
