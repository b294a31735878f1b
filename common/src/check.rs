//! Checks that teach: each calls the student's code with inputs of its own and says what came out,
//! what should have, and, where it recognises one, which mistake was made.

use crate::course::{Exercise, Lesson, Mistake};
use anyhow::{Result, bail, ensure};
use glam::{Mat3, Mat4, Quat, Vec2, Vec3, Vec4};
use std::fmt::Write as _;
use std::io::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind, panic_any, resume_unwind};
use std::process::ExitCode;

/// The name under which a case gives what the unchanged starter answers.
pub const STARTER: &str = "starter";

/// Names a file to which every check appends its outcome: exercise, outcome and mistake, separated by tabs.
const OUTCOMES: &str = "WORKBOOK_OUTCOMES";

/// What a check found.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// Every answer is right.
    Passed,
    /// The answers are those of the starter: nothing was written yet.
    Open,
    /// The answers are those of a known mistake.
    Mistake(&'static str),
    /// An answer is wrong in a way that the check does not know.
    Wrong,
    /// The student's code panicked.
    Panicked,
    /// It calls the answer to an earlier exercise, and that one is not right yet.
    Blocked(&'static str),
}

/// The check of one exercise: a list of questions, with the answers that were given.
#[derive(Default)]
pub struct Check {
    cases: Vec<Case>,
    blocked_by: Option<&'static str>,
}

/// One question, and how the answer compares.
struct Case {
    question: String,
    right: bool,
    /// What came out and what should have, ready to print.
    report: String,
    panicked: bool,
    /// Every known wrong way of answering, and whether the answer agrees with it.
    suspects: Vec<(&'static str, bool)>,
}

impl Check {
    /// Asks one question.
    ///
    /// `answer` runs the student's code. `suspects` are known wrong ways of answering, by name,
    /// each with what it answers to this question.
    pub fn case<T: Answer>(
        &mut self,
        question: impl Into<String>,
        answer: impl FnOnce() -> T,
        want: T,
        suspects: &[(&'static str, T)],
    ) {
        let given = catch_unwind(AssertUnwindSafe(answer));
        self.cases.push(match &given {
            Ok(given) => Case {
                question: question.into(),
                right: given.agrees(&want),
                report: compare(given, &want),
                panicked: false,
                suspects: (suspects.iter()).map(|(name, wrong)| (*name, given.agrees(wrong))).collect(),
            },
            Err(panic) => Case {
                question: question.into(),
                right: false,
                report: format!("  The code panicked   {}\n", panic_text(panic.as_ref())),
                panicked: true,
                suspects: Vec::new(),
            },
        });
    }

    /// Says that the answer calls that of an earlier exercise, and whether that one is right.
    pub fn needs(&mut self, earlier: &'static str, right: impl FnOnce() -> bool) {
        if !catch_unwind(AssertUnwindSafe(right)).unwrap_or(false) {
            self.blocked_by.get_or_insert(earlier);
        }
    }

    /// What the answers to all questions together say.
    ///
    /// A mistake is recognised when every answer agrees with it: one lucky coincidence is not enough.
    fn outcome(&self) -> Outcome {
        if self.cases.iter().all(|case| case.right) {
            return Outcome::Passed;
        }
        if self.cases.iter().any(|case| case.panicked) {
            return self.blocked_by.map_or(Outcome::Panicked, Outcome::Blocked);
        }
        match self.recognised() {
            Some(STARTER) => Outcome::Open,
            Some(name) => Outcome::Mistake(name),
            None => self.blocked_by.map_or(Outcome::Wrong, Outcome::Blocked),
        }
    }

    /// The mistake with which every answer agrees, if one of them is wrong.
    fn recognised(&self) -> Option<&'static str> {
        let answers = || self.cases.iter().filter(|case| !case.panicked);
        let agrees_always = |name| answers().all(|case| case.suspects.contains(&(name, true)));
        let wrong = answers().find(|case| !case.right)?;
        wrong.suspects.iter().map(|(name, _)| *name).find(|name| agrees_always(name))
    }
}

/// Runs the check of the exercise `id`, prints what a tutor would say, and fails the test if an answer is wrong.
pub fn check(id: &str, ask: impl FnOnce(&mut Check)) {
    let mut check = Check::default();
    ask(&mut check);
    let outcome = check.outcome();
    match report(id, &check, &outcome) {
        Ok(report) => print!("{report}"),
        Err(error) => panic_any(format!("the check of {id} itself is broken: {error:#}")),
    }
    if outcome != Outcome::Passed {
        // Unlike a panic this prints nothing: all that the student should read is printed already.
        resume_unwind(Box::new("the check did not pass"));
    }
}

/// Runs the checks that the command line names, or all, on the main thread.
///
/// This is for checks that need OpenGL, which some systems give to no other thread. They are functions that call
/// [`check`], and their test in `Cargo.toml` has `harness = false`.
pub fn on_main_thread(checks: &[(&str, fn())]) -> ExitCode {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|arg| arg.starts_with("todo_")).collect();
    let mut code = ExitCode::SUCCESS;
    for (name, check) in checks {
        if !wanted.is_empty() && !wanted.iter().any(|wanted| wanted == name) {
            continue;
        }
        print!("test {name} ... ");
        let passed = catch_unwind(check).is_ok();
        println!("{}", if passed { "ok" } else { "FAILED" });
        if !passed {
            code = ExitCode::FAILURE;
        }
    }
    code
}

fn report(id: &str, check: &Check, outcome: &Outcome) -> Result<String> {
    let number = id.split('.').next().unwrap_or(id);
    let lesson = Lesson::numbered(number)?;
    let exercise = lesson.exercise(id)?;
    let mistakes = lesson.mistakes()?;
    let find = |name: &str| mistakes.iter().find(|mistake| mistake.exercise == id && mistake.name == name);
    if check.cases.is_empty() {
        bail!("it asks nothing");
    }
    for (name, _) in check.cases.iter().flat_map(|case| &case.suspects) {
        ensure!(*name == STARTER || find(name).is_some(), "mistakes.toml has no '{name}' for {id}");
    }
    let mistake = match outcome {
        Outcome::Mistake(name) => find(name),
        Outcome::Panicked => check.recognised().and_then(find),
        _ => None,
    };
    record(id, outcome)?;
    Ok(tutor(exercise, check, outcome, mistake))
}

/// Tells the outcome to the program that asked for it, if one did.
fn record(id: &str, outcome: &Outcome) -> Result<()> {
    let Some(path) = std::env::var_os(OUTCOMES) else {
        return Ok(());
    };
    let line = match outcome {
        Outcome::Passed => format!("{id}\tpassed\t\n"),
        Outcome::Open => format!("{id}\topen\t\n"),
        Outcome::Mistake(name) => format!("{id}\tmistake\t{name}\n"),
        Outcome::Wrong => format!("{id}\twrong\t\n"),
        Outcome::Panicked => format!("{id}\tpanicked\t\n"),
        Outcome::Blocked(earlier) => format!("{id}\tblocked\t{earlier}\n"),
    };
    let mut file = std::fs::OpenOptions::new().create(true).append(true).open(path)?;
    file.write_all(line.as_bytes())?;
    Ok(())
}

/// The report: what was asked, what came out, what should have, and what to look at.
fn tutor(exercise: &Exercise, check: &Check, outcome: &Outcome, mistake: Option<&Mistake>) -> String {
    let Exercise { id, title, file, function, .. } = exercise;
    let panicked = check.cases.iter().find(|case| case.panicked);
    let Some(case) = panicked.or(check.cases.iter().find(|case| !case.right)) else {
        return format!("{id}  {title}: right.\n");
    };
    let wrong = check.cases.iter().filter(|case| !case.right).count();
    let mut text = format!("\n{id}  {title}\n      `{function}` in {file}\n\n");
    if *outcome == Outcome::Open {
        text.push_str("  Still open: the starter's code is as it was.\n");
        text.push_str(&wrapped(&format!("Among others it is asked for {}.", case.question)));
    } else {
        text.push_str(&wrapped(&format!("Asked for {}.", case.question)));
    }
    let _ = writeln!(text, "\n{}", case.report);
    if *outcome == Outcome::Panicked {
        text.push_str("  The code must give an answer for every input of this kind.\n");
        if mistake.is_some() {
            text.push_str("  Where it gives one, something else is wrong:\n\n");
        }
    }
    match (outcome, mistake) {
        (_, Some(mistake)) => {
            let _ = write!(text, "  {}.\n{}", mistake.title, indented(&mistake.say));
        }
        (Outcome::Blocked(earlier), _) => {
            let _ =
                writeln!(text, "  It calls your answer to {earlier}, which is not right yet. Begin there.");
        }
        (Outcome::Wrong, _) => {
            let cases = check.cases.len();
            let _ = writeln!(text, "  {} of {cases} questions were answered right.", cases - wrong);
        }
        _ => {}
    }
    text
}

fn indented(text: &str) -> String {
    text.trim().lines().map(|line| format!("  {line}\n")).collect()
}

/// Indented lines of at most 80 characters.
fn wrapped(text: &str) -> String {
    let mut lines = vec![" ".to_owned()];
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + word.chars().count() < 80 => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(format!("  {word}")),
        }
    }
    lines.join("\n") + "\n"
}

fn compare<T: Answer>(given: &T, want: &T) -> String {
    match given.difference(want) {
        Some(difference) => difference,
        None => format!("{}{}", block("Came out", &given.show()), block("Expected", &want.show())),
    }
}

/// A labelled value; further lines of it stand under the first.
fn block(label: &str, value: &str) -> String {
    let mut text = String::new();
    for (i, line) in value.lines().enumerate() {
        let label = if i == 0 { label } else { "" };
        let _ = writeln!(text, "  {label:<10} {line}");
    }
    text
}

/// What a panic said.
pub(crate) fn panic_text(panic: &(dyn std::any::Any + Send)) -> &str {
    (panic.downcast_ref::<String>().map(String::as_str))
        .or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("without a message")
}

/// What an exercise's code can answer: a value that can be compared and shown.
pub trait Answer {
    /// Whether both are the same, but for rounding.
    fn agrees(&self, other: &Self) -> bool;

    /// The value as a student should read it.
    fn show(&self) -> String;

    /// A report of its own on how this answer differs from the right one, for values with parts.
    fn difference(&self, _want: &Self) -> Option<String> {
        None
    }
}

impl Answer for f32 {
    /// To one part in ten thousand: more than rounding ever takes in a lesson's few products,
    /// far less than any mistake makes.
    fn agrees(&self, other: &Self) -> bool {
        (self - other).abs() <= 1e-4 * other.abs().max(1.0)
    }

    fn show(&self) -> String {
        // Rounded, and without a minus on zero.
        ((self * 1e3).round() / 1e3 + 0.0).to_string()
    }
}

impl Answer for usize {
    fn agrees(&self, other: &Self) -> bool {
        self == other
    }

    fn show(&self) -> String {
        self.to_string()
    }
}

impl Answer for String {
    fn agrees(&self, other: &Self) -> bool {
        self == other
    }

    fn show(&self) -> String {
        self.clone()
    }
}

impl Answer for bool {
    fn agrees(&self, other: &Self) -> bool {
        self == other
    }

    fn show(&self) -> String {
        if *self { "yes" } else { "no" }.to_owned()
    }
}

/// What a shader computes, or the driver's words if it does not compile.
impl<T: Answer> Answer for Result<T> {
    fn agrees(&self, other: &Self) -> bool {
        matches!((self, other), (Ok(given), Ok(other)) if given.agrees(other))
    }

    fn show(&self) -> String {
        match self {
            Ok(value) => value.show(),
            Err(error) => format!("{error:#}"),
        }
    }

    fn difference(&self, want: &Self) -> Option<String> {
        match (self, want) {
            (Ok(given), Ok(want)) => given.difference(want),
            _ => Some(block("Came out", &self.show())),
        }
    }
}

impl Answer for Vec2 {
    fn agrees(&self, other: &Self) -> bool {
        self.x.agrees(&other.x) && self.y.agrees(&other.y)
    }

    fn show(&self) -> String {
        format!("({}, {})", self.x.show(), self.y.show())
    }
}

impl Answer for Vec3 {
    fn agrees(&self, other: &Self) -> bool {
        (self.to_array().iter().zip(&other.to_array())).all(|(a, b)| a.agrees(b))
    }

    fn show(&self) -> String {
        format!("({}, {}, {})", self.x.show(), self.y.show(), self.z.show())
    }
}

impl Answer for Vec4 {
    fn agrees(&self, other: &Self) -> bool {
        (self.to_array().iter().zip(&other.to_array())).all(|(a, b)| a.agrees(b))
    }

    fn show(&self) -> String {
        format!("({}, {}, {}, {})", self.x.show(), self.y.show(), self.z.show(), self.w.show())
    }
}

impl Answer for Quat {
    /// A quaternion and its negative are the same rotation.
    fn agrees(&self, other: &Self) -> bool {
        let close =
            |sign: f32| (self.to_array().iter().zip(&other.to_array())).all(|(a, b)| a.agrees(&(b * sign)));
        close(1.0) || close(-1.0)
    }

    fn show(&self) -> String {
        let (axis, angle) = self.to_axis_angle();
        let degrees = angle.to_degrees();
        if degrees.agrees(&0.0) {
            return "none".to_owned();
        }
        format!("{degrees:.1}° about {}", axis.show())
    }
}

/// A row of a matrix.
fn row(numbers: &[f32]) -> String {
    let shown = numbers.iter().map(|x| format!("{:>8.3}", (x * 1e3).round() / 1e3 + 0.0));
    format!("[{} ]", shown.collect::<String>())
}

impl Answer for Mat4 {
    fn agrees(&self, other: &Self) -> bool {
        (self.to_cols_array().iter().zip(&other.to_cols_array())).all(|(a, b)| a.agrees(b))
    }

    fn show(&self) -> String {
        [0, 1, 2, 3].map(|i| row(&self.row(i).to_array())).join("\n")
    }
}

impl Answer for Mat3 {
    fn agrees(&self, other: &Self) -> bool {
        (self.to_cols_array().iter().zip(&other.to_cols_array())).all(|(a, b)| a.agrees(b))
    }

    fn show(&self) -> String {
        [0, 1, 2].map(|i| row(&self.row(i).to_array())).join("\n")
    }
}

impl Answer for crate::transform::RigidTransform {
    fn agrees(&self, other: &Self) -> bool {
        self.translation.agrees(&other.translation) && self.rotation.agrees(&other.rotation)
    }

    fn show(&self) -> String {
        let (translation, rotation) = (self.translation.show(), self.rotation.show());
        format!("translation {translation}\nrotation    {rotation}")
    }
}

/// Answers with a name each, as in "elbow: …".
pub struct Named<T>(pub &'static [&'static str], pub Vec<T>);

impl<T: Answer> Answer for Named<T> {
    fn agrees(&self, other: &Self) -> bool {
        self.1.len() == other.1.len() && self.1.iter().zip(&other.1).all(|(a, b)| a.agrees(b))
    }

    fn show(&self) -> String {
        let shown = self.0.iter().zip(&self.1);
        shown.map(|(name, value)| format!("{name}: {}\n", value.show())).collect()
    }

    fn difference(&self, want: &Self) -> Option<String> {
        let (given, wanted) = (self.1.len(), want.1.len());
        if given != wanted {
            return Some(format!("  {given} came out, one for each of {wanted} was expected.\n"));
        }
        let parts = self.0.iter().zip(self.1.iter().zip(&want.1));
        let (name, (given, want)) = { parts }.find(|(_, (given, want))| !given.agrees(want))?;
        Some(format!("  The first that differs is {name}.\n{}", compare(given, want)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The check of a function that should double its input.
    fn asked(answer: impl Fn(f32) -> f32) -> Check {
        let mut check = Check::default();
        for x in [1.0, 2.0, 3.0] {
            check.case(
                "a double",
                || answer(x),
                2.0 * x,
                &[(STARTER, 0.0), ("squared", x * x), ("added", x + 1.0)],
            );
        }
        check
    }

    fn outcome(answer: impl Fn(f32) -> f32) -> Outcome {
        asked(answer).outcome()
    }

    #[test]
    fn a_mistake_is_recognised_only_if_every_answer_agrees_with_it() {
        assert_eq!(outcome(|x| x + x), Outcome::Passed);
        assert_eq!(outcome(|_| 0.0), Outcome::Open);
        assert_eq!(outcome(|x| x * x), Outcome::Mistake("squared"));
        assert_eq!(outcome(|x| 1.0 + x), Outcome::Mistake("added"));
        assert_eq!(outcome(|x| if x < 2.0 { x * x } else { 1.0 + x }), Outcome::Wrong);
    }

    #[test]
    fn what_is_no_number_is_wrong() {
        assert_eq!(outcome(|x| x * f32::NAN), Outcome::Wrong);
        assert_eq!(outcome(|x| x / 0.0), Outcome::Wrong);
    }

    #[test]
    fn a_panic_is_an_outcome_and_an_earlier_exercise_may_be_to_blame() {
        let panics = |check: &mut Check| check.case("a double", || panic!("out of range"), 2.0, &[]);
        let mut check = Check::default();
        panics(&mut check);
        assert_eq!(check.outcome(), Outcome::Panicked);
        check.needs("01.1", || true);
        assert_eq!(check.outcome(), Outcome::Panicked);
        check.needs("01.2", || panic!("here too"));
        assert_eq!(check.outcome(), Outcome::Blocked("01.2"));
    }

    #[test]
    fn where_it_does_not_panic_the_mistake_is_recognised_still() {
        let or_panic =
            |answer: fn(f32) -> f32| asked(move |x| if x < 3.0 { answer(x) } else { panic!("too large") });
        let squared = or_panic(|x| x * x);
        assert_eq!((squared.outcome(), squared.recognised()), (Outcome::Panicked, Some("squared")));
        assert_eq!(or_panic(|x| 2.0 * x).recognised(), None);
        let [id, name, title, file] = ["01.1", "squared", "It was squared", "a.rs"].map(str::to_owned);
        let (exercise, function, say) = (id.clone(), "double".to_owned(), "Is that twice?".to_owned());
        let mistake = Mistake { exercise, name, title: title.clone(), say };
        let exercise = Exercise { id, title, file, function };
        let said = tutor(&exercise, &squared, &Outcome::Panicked, Some(&mistake));
        let places = [
            "The code panicked   too large",
            "must give an answer",
            "something else is wrong",
            "It was squared.",
        ]
        .map(|words| said.find(words).unwrap_or_else(|| panic!("'{words}' is missing in {said}")));
        assert!(places.is_sorted(), "{said}");
        assert!(!said.contains("Came out"), "{said}");
    }

    #[test]
    fn a_quaternion_and_its_negative_agree() {
        let turn = Quat::from_rotation_x(1.0);
        assert!(turn.agrees(&-turn));
        assert!(!turn.agrees(&turn.inverse()));
    }

    #[test]
    fn a_long_question_is_wrapped() {
        let text = wrapped(&"word ".repeat(40));
        assert!(text.lines().count() > 1);
        assert!(text.lines().all(|line| line.starts_with("  word") && line.len() <= 80), "{text}");
    }
}
