//! Checks that teach: each calls the student's code with inputs of its own and says what came out,
//! what should have, and, where it recognises one, which mistake was made.
//!
//! **In here:** What a check asks, compares and says; it knows no window. **Depends on:** `common`, `course`.

mod answer;
mod draw;
mod lines;
mod nearly;
mod panics;
mod recorded;
mod right;
mod slips;
mod told;
mod tutor;
mod workings;

pub use answer::{Answer, JOINTS, Named, Row, broken_law, names};
pub use draw::Draw;
pub use lines::Lines;
pub use serde_json::Value;
pub use slips::Slip;
pub use told::Told;
pub use workings::Workings;

use answer::compare;
use course::protocol::{self, Outcome, Role};
use course::{Id, panic_text};
use recorded::{Name, Recalled, Recorded};
use right::Right;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind, panic_any, resume_unwind};
use std::process::ExitCode;
use tutor::{panicked, report};

/// The name under which the unchanged starter's answers are recorded.
const STARTER: &str = "starter";

/// The title of a drawn question in reports, since students may tell others what they read.
const UNSEEN: &str = "an answer to a question that you don't see";

/// The check of one exercise: a list of questions, with the answers that were given.
#[derive(Default)]
pub struct Check {
    role: Role,
    cases: Vec<Case>,
    blocked_by: Option<&'static str>,
    /// The earlier exercises that an answer may call, by id.
    needs: Vec<&'static str>,
    /// The number of questions so far, and whether one was answered with another's answer.
    questions: usize,
    astray: bool,
    /// The source of further questions, when a class is graded.
    draw: Option<Draw>,
    /// The place of the first panic in an answer.
    caught: Option<panics::Caught>,
    id: String,
    recorded: Option<Recorded>,
    /// The slips that only this check can make, beside those of every check.
    own: Vec<Slip>,
    /// The number of times that each question's words were used, by their hash, to tell equal ones apart.
    asked: BTreeMap<u64, usize>,
    /// The recorded right answers, read when the first question needs them.
    right: Option<Vec<Value>>,
    /// The error of a recording that cannot be read.
    broken: Option<anyhow::Error>,
    /// The traits that the questions which follow may have, and whether they have them.
    tags: Vec<(&'static str, bool)>,
    /// The one change that makes the right program answer so, if there is one and no mistake explains the answers.
    nearly: Option<String>,
}

/// A question, and how the answer compares.
#[derive(Default)]
struct Case {
    question: String,
    right: bool,
    /// The answer beside the right one, ready to print.
    report: String,
    /// A remark on a wrong answer, or what a panic means, printed if no mistake explains it.
    remark: Option<String>,
    panicked: bool,
    /// The driver's message, if the answer is a shader's that does not compile.
    not_compiled: Option<String>,
    /// True if the recording has this question. It lacks questions that are drawn.
    is_recorded: bool,
    /// True if the student must not see its words and report, as it was drawn or asked after a drawn one.
    is_unseen: bool,
    /// Every known mistake, and whether the answer agrees with what it answers.
    suspects: Vec<(&'static str, bool)>,
    /// The mistakes that would have changed a part of the answer that is right, though another is wrong.
    refuted: Vec<&'static str>,
    /// The slips that turn the right answer into this one.
    slips: Vec<Slip>,
    /// The slips that the question offers, beside those of any answer.
    offered: Vec<Slip>,
    /// True if the report says how many entries are right.
    is_counted: bool,
    /// The number of values in the right answer. More than a few don't agree with another answer's by chance.
    values: usize,
    /// The number of those that differ, but for a yes or no, which is nobody's own.
    differing: usize,
    tags: Vec<(&'static str, bool)>,
    /// The number that stands for the answer in a trace, 0 for a right one.
    trace: u64,
}

/// The most values that agree with another answer's by chance.
const FEW: usize = 3;

/// A cause of one wrong answer, or of all.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Cause {
    Mistake(&'static str),
    Slip(Slip),
}

impl Check {
    /// Asks a question.
    ///
    /// `answer` runs the student's code. `want` works out the right answer; students' checks have
    /// [`asked`](Self::asked) in its place. What the known mistakes answer is recorded.
    pub fn case<T: Answer>(
        &mut self,
        question: impl Into<String>,
        answer: impl FnOnce() -> T,
        want: impl FnOnce() -> T,
    ) {
        self.ask(question, answer, |check| check.worked_out(want(), Vec::new()));
    }

    /// Asks a question, and offers the slips that can be made in the steps by which `want` works it out.
    pub fn case_by<T: Answer>(
        &mut self,
        question: impl Into<String>,
        answer: impl FnOnce() -> T,
        want: impl Fn(Workings) -> T,
    ) {
        self.case_among(question, answer, want, || ([], []));
    }

    /// Asks a question like [`case_by`](Self::case_by). `further` returns more wrong answers with the
    /// mistakes or slips that give them, where there are too many to record.
    pub fn case_among<T: Answer, S, F>(
        &mut self,
        question: impl Into<String>,
        answer: impl FnOnce() -> T,
        want: impl Fn(Workings) -> T,
        further: impl FnOnce() -> (S, F),
    ) where
        S: IntoIterator<Item = (&'static str, T)>,
        F: IntoIterator<Item = (Slip, T)>,
    {
        self.ask(question, answer, |check| {
            let (suspects, slips) = further();
            let worked = Workings::wrong().map(|(slip, by)| (slip, want(by)));
            let suspects = suspects.into_iter().map(|(name, wrong)| (Name::Suspect(name), wrong));
            let slips = slips.into_iter().chain(worked).map(|(slip, wrong)| (Name::Slip(slip), wrong));
            check.worked_out(want(Workings::default()), suspects.chain(slips).collect())
        });
    }

    /// Asks a question whose right answer is recorded, as students' checks do not hold what works it out.
    pub fn asked<T: Answer>(&mut self, question: impl Into<String>, answer: impl FnOnce() -> T) {
        self.ask(question, answer, Self::recalled);
    }

    fn ask<T: Answer>(
        &mut self,
        question: impl Into<String>,
        answer: impl FnOnce() -> T,
        right: impl FnOnce(&mut Self) -> Option<Right<T>>,
    ) {
        let Some(given) = self.given(answer) else { return };
        if let Some(right) = right(self) {
            self.judge(question.into(), given, right);
        }
    }

    /// Returns the right answer with the wrong ones, and writes it out if a recording is made.
    fn worked_out<T: Answer>(&mut self, answer: T, wrong: Vec<(Name, T)>) -> Option<Right<T>> {
        let right = Right { answer, wrong };
        if std::env::var_os(protocol::RECORD).is_some_and(|what| what == protocol::RIGHT)
            && let Err(error) = protocol::tell_right(&self.id, &right.told().to_string())
        {
            self.broken = Some(error.into());
        }
        Some(right)
    }

    /// Returns the next right answer from the recording.
    fn recalled<T: Answer>(&mut self) -> Option<Right<T>> {
        let Self { right, id, own, questions, broken, .. } = self;
        let all = right.get_or_insert_with(|| right::read(id).unwrap_or_default());
        let found = all.get(*questions - 1).and_then(|told| Right::heard(told, own));
        if found.is_none() {
            *broken = Some(anyhow::Error::msg(protocol::FOREIGN));
        }
        found
    }

    /// Says what is special about the input of the questions from here on, as in `("a zero axis", axis == Vec3::ZERO)`.
    ///
    /// If nobody knows the mistake, the student hears what all wrong answers have and no right one has.
    pub fn tags(&mut self, tags: &[(&'static str, bool)]) {
        self.tags = tags.to_vec();
    }

    /// Declares the slips that only this check knows. Their answers are recorded from `answers.toml`, or come with
    /// [`case_among`](Self::case_among).
    pub fn own_slips(&mut self, slips: &[Slip]) {
        self.own.extend(slips);
    }

    /// Draws further questions when a class is graded; returns none in a student's own check.
    ///
    /// Each call draws other ones.
    pub fn drawn<T>(&mut self, draw: impl FnMut(&mut Draw) -> T) -> Vec<T> {
        self.draw.as_mut().map_or_else(Vec::new, |numbers| numbers.several(draw))
    }

    fn judge<T: Answer>(&mut self, question: String, given: Result<T, String>, right: Right<T>) {
        let Right { answer: want, wrong } = right;
        let (key, want) = (self.key(&question), &want);
        self.tell(&key, &given, want);
        let recorded = self.recorded();
        let is_recorded = recorded.has(&key);
        // A mistake that panics in this question cannot have given this answer.
        let (mut suspects, mut slips, mut without) = (Vec::new(), Vec::new(), Vec::new());
        let wrong = wrong.into_iter().map(|(name, answer)| (name, Recalled::Answer(answer)));
        for (name, answer) in wrong.chain(recorded.all(&key, want)) {
            match (name, answer) {
                (Name::Suspect(name), Recalled::Answer(answer)) => suspects.push((name, answer)),
                (Name::Slip(slip), Recalled::Answer(answer)) => slips.push((slip, answer)),
                (Name::Suspect(name), Recalled::Panic) => without.push((name, false)),
                (Name::Slip(_), Recalled::Panic) => {}
            }
        }
        let was_unseen = self.cases.last().is_some_and(|before| before.is_unseen);
        let is_unseen = self.draw.is_some() && (!is_recorded || was_unseen);
        let tags = self.tags.clone();
        let case = match &given {
            Ok(given) => {
                let right = given.agrees(want);
                let values = [told::values(given), told::values(want)];
                Case {
                    question,
                    tags,
                    right,
                    report: compare(given, want),
                    remark: given.remark(want),
                    panicked: false,
                    not_compiled: given.not_compiled(),
                    is_recorded,
                    is_unseen,
                    suspects: (suspects.iter())
                        .map(|(name, wrong)| (*name, given.agrees(wrong)))
                        .chain(without)
                        .collect(),
                    refuted: if right { Vec::new() } else { refuted(&values, &suspects) },
                    slips: slips::explaining(given, want, &slips),
                    offered: slips.iter().map(|(slip, _)| *slip).collect(),
                    is_counted: given.is_counted(want),
                    values: values[1].len(),
                    differing: nearly::wrong(&values).filter(|(_, value)| !value.is_boolean()).count(),
                    trace: if right { 0 } else { nearly::trace(&values) },
                }
            }
            Err(panic) => Case {
                question,
                report: panicked(panic),
                remark: panics::meaning(panic).map(str::to_owned),
                panicked: true,
                is_recorded,
                is_unseen,
                trace: nearly::NOTHING,
                ..Case::default()
            },
        };
        self.cases.push(if case.is_unseen { case.unseen() } else { case });
    }

    /// Returns the name of a question in a recording, from its words, with a number if others have the same.
    fn key(&mut self, question: &str) -> String {
        let words = protocol::digest(question);
        let times = self.asked.entry(words).or_default();
        *times += 1;
        if *times == 1 { format!("{words:x}") } else { format!("{words:x}.{times}") }
    }

    /// Writes the answer to a question into a recording, if one is made.
    fn tell<T: Answer>(&mut self, key: &str, given: &Result<T, String>, want: &T) {
        if self.id.is_empty() || std::env::var_os(protocol::RECORD).is_none() {
            return;
        }
        let answer = match given {
            Ok(given) if given.agrees(want) => true.into(),
            Ok(given) => recorded::changes(given, want, T::agrees).into(),
            Err(_) => Value::Null,
        };
        if let Err(error) = protocol::tell_answer(&self.id, key, &answer.to_string()) {
            self.broken = Some(error.into());
        }
    }

    /// Returns what this exercise's mistakes answer, as recorded. It is empty in the tests of this crate.
    fn recorded(&mut self) -> &Recorded {
        let Self { recorded, id, own, broken, .. } = self;
        recorded.get_or_insert_with(|| match Id::strict(id).map(|id| Recorded::of(id, own)) {
            Some(Ok(recorded)) => recorded,
            Some(Err(error)) => {
                *broken = Some(error);
                Recorded::default()
            }
            None => Recorded::default(),
        })
    }

    /// Returns the answer or a panic's message, or none if another program judges it or none was handed in.
    fn given<T: Told>(&mut self, answer: impl FnOnce() -> T) -> Option<Result<T, String>> {
        let answer = || {
            let caught = catch_unwind(AssertUnwindSafe(answer));
            caught.map_err(|panic| panic_text(panic.as_ref()).to_owned())
        };
        self.questions += 1;
        match &mut self.role {
            Role::Check => {
                let given = answer();
                if given.is_err() && self.caught.is_none() {
                    self.caught = panics::Caught::last();
                }
                Some(given)
            }
            Role::Ask { answers, .. } => {
                answers.push(told::line(&answer()));
                None
            }
            Role::Judge { answers } => {
                let given = answers.next().and_then(|line| told::value(&line));
                self.astray |= given.is_none();
                given
            }
        }
    }

    /// Declares that the answer may call an earlier exercise's code. That code counts as right for all
    /// questions here if it answers this one as it should.
    pub fn needs<T: Answer>(
        &mut self,
        earlier: &'static str,
        answer: impl FnOnce() -> T,
        want: impl FnOnce() -> T,
    ) {
        self.calls(earlier, answer, |check| check.worked_out(want(), Vec::new()));
    }

    /// Declares what [`needs`](Self::needs) does in students' checks, where the right answer is recorded.
    pub fn needed<T: Answer>(&mut self, earlier: &'static str, answer: impl FnOnce() -> T) {
        self.calls(earlier, answer, Self::recalled);
    }

    fn calls<T: Answer>(
        &mut self,
        earlier: &'static str,
        answer: impl FnOnce() -> T,
        right: impl FnOnce(&mut Self) -> Option<Right<T>>,
    ) {
        if !self.needs.contains(&earlier) {
            self.needs.push(earlier);
        }
        let caught = self.caught.take();
        let given = self.given(answer);
        self.caught = caught;
        let Some(given) = given else { return };
        let is_right = |right: Right<T>| given.is_ok_and(|given| given.agrees(&right.answer));
        if !right(self).is_some_and(is_right) {
            self.blocked_by.get_or_insert(earlier);
        }
    }

    /// Returns the outcome of all questions together.
    ///
    /// A mistake is recognised when every answer agrees with it: one lucky coincidence is not enough.
    fn outcome(&self) -> Outcome {
        let is_left = matches!(&self.role, Role::Judge { answers } if answers.len() > 0);
        if self.astray || is_left {
            return Outcome::OtherQuestions(self.questions.to_string());
        }
        if let Some(words) = self.not_compiled() {
            let first = words.lines().next().unwrap_or_default();
            return Outcome::NotCompiled(first.replace('\t', " "));
        }
        if self.cases.iter().all(|case| case.right) {
            return Outcome::Passed;
        }
        // Even what looks like the starter or a known mistake may be a right answer that calls a wrong one.
        if let Some(earlier) = self.blocked_by {
            return Outcome::Blocked(earlier.to_owned());
        }
        let name = self.recognised();
        if name == Some(STARTER) && self.panicked().is_none() {
            return Outcome::Open;
        }
        match (name.filter(|name| *name != STARTER), self.slip()) {
            (Some(name), _) => Outcome::Mistake(name.to_owned()),
            (None, Some(slip)) => Outcome::Slip(slip.name().to_owned()),
            (None, None) if self.cases.iter().find(|case| !case.right).is_some_and(|case| case.panicked) => {
                Outcome::Panicked
            }
            (None, None) => Outcome::Wrong,
        }
    }

    /// Returns the driver's message about a shader that does not compile.
    fn not_compiled(&self) -> Option<&str> {
        self.cases.iter().find_map(|case| case.not_compiled.as_deref())
    }

    /// Returns the first question without an answer, preferably one that students see.
    fn panicked(&self) -> Option<&Case> {
        self.cases.iter().filter(|case| case.panicked).min_by_key(|case| case.is_unseen)
    }

    /// Returns the first wrong answer, preferably to a question that students see.
    fn wrong(&self) -> Option<&Case> {
        self.all_wrong().min_by_key(|case| case.is_unseen)
    }

    /// Returns the wrong answer to the shortest of the questions that are like the first with a wrong answer, since those
    /// about something else may be short in words alone. If there is a cause, it explains the answer.
    fn plainest(&self, cause: Option<Cause>) -> Option<&Case> {
        let first = self.wrong()?;
        let wrong = self.all_wrong().filter(|case| case.is_like(first));
        let explained = wrong.filter(|case| cause.is_none_or(|cause| case.comes_of(cause)));
        explained.min_by_key(|case| (case.is_unseen, case.question.len() + case.values))
    }

    fn answered(&self) -> impl Iterator<Item = &Case> {
        self.cases.iter().filter(|case| !case.panicked)
    }

    /// Returns the slip that explains every answer that was given, if there is one: the first in their order.
    /// A question that isn't recorded says nothing of slips that are, nor does a right answer where a slip isn't offered.
    fn slip(&self) -> Option<Slip> {
        let is_silent = |case: &Case, slip: Slip| {
            !case.is_recorded && self.knows(Name::Slip(slip))
                || case.right && slip.is_of_steps() && !case.offered.contains(&slip)
        };
        let explains =
            |slip: &Slip| self.answered().all(|case| case.slips.contains(slip) || is_silent(case, *slip));
        self.all_wrong().flat_map(|case| &case.slips).copied().find(explains)
    }

    /// Returns the mistake that agrees with every answer that was given, if one of them is wrong. A question
    /// that isn't recorded neither confirms nor refutes a recorded mistake.
    fn recognised(&self) -> Option<&'static str> {
        let is_unknown = |case: &Case, wanted| {
            let is_told = case.suspects.iter().any(|(name, _)| *name == wanted);
            !case.is_recorded && !is_told && self.knows(Name::Suspect(wanted))
        };
        let agrees_always = |name| {
            self.answered().all(|case| case.suspects.contains(&(name, true)) || is_unknown(case, name))
        };
        let confirmed = self.all_wrong().flat_map(|case| case.suspects.iter().filter(|(_, agrees)| *agrees));
        confirmed.map(|(name, _)| *name).find(|name| agrees_always(name))
    }

    fn knows(&self, name: Name) -> bool {
        self.recorded.as_ref().is_some_and(|recorded| recorded.knows(name))
    }

    /// Returns what all wrong answers have and no right one has, or the reverse, if some questions are of each kind.
    fn contrast(&self) -> Option<(&'static str, bool)> {
        let (right, wrong): (Vec<_>, Vec<_>) = self.answered().partition(|case| case.right);
        let has = |case: &Case, tag: (&str, bool)| case.tags.contains(&tag);
        let tells = |&(tag, is): &(&'static str, bool)| {
            // A question about something else says nothing of it.
            let others = right.iter().filter(|case| has(case, (tag, !is))).count();
            wrong.iter().all(|case| has(case, (tag, is)))
                && !right.iter().any(|case| has(case, (tag, is)))
                && others > 1
        };
        wrong.first()?.tags.iter().copied().find(tells)
    }

    /// Returns all wrong answers, without questions that got none.
    fn all_wrong(&self) -> impl Iterator<Item = &Case> {
        self.answered().filter(|case| !case.right)
    }

    /// Returns the cause of the first wrong answer, if it and another one explain all answers: each right one
    /// agrees with both, each wrong one with one of them, but for a few in which both show. Each explains two
    /// or more alone.
    fn one_of_two(&self) -> Option<Cause> {
        let few = self.all_wrong().count() / 4;
        let explain = |one: Cause, other: Cause| {
            let is_neither = |case: &&Case| !case.comes_of(one) && !case.comes_of(other);
            let mut right = self.answered().filter(|case| case.right);
            right.all(|case| case.comes_of(one) && case.comes_of(other))
                && self.all_wrong().filter(is_neither).count() <= few
        };
        let alone = |one: Cause, other: Cause| {
            let is_own = |case: &&Case| case.comes_of(one) && !case.comes_of(other) && case.differing > 0;
            self.all_wrong().filter(is_own).count() > 1
        };
        let others: Vec<Cause> = self.all_wrong().flat_map(Case::causes).collect();
        let has_other = |&one: &Cause| {
            let mut others = others.iter();
            others.any(|&other| alone(one, other) && alone(other, one) && explain(one, other))
        };
        self.wrong()?.causes().find(has_other)
    }

    /// Returns the only cause that explains every wrong answer, though a right one doesn't fit: another program may make
    /// the same mistake, and answer a question or two otherwise. Of a single answer that would be a guess if little of it
    /// is wrong, or if most right ones speak against the cause.
    fn where_it_shows(&self) -> Option<Cause> {
        let (right, wrong): (Vec<_>, Vec<_>) = self.answered().partition(|case| case.right);
        let first = wrong.first()?;
        let explains = |cause: &Cause| wrong.iter().all(|case| case.comes_of(*cause));
        let mut causes = first.causes().filter(explains);
        let only = causes.next().filter(|only| causes.all(|other| other == *only))?;
        let against = right.iter().filter(|case| !case.comes_of(only)).count();
        let is_enough = wrong.len() > 1 || first.differing > FEW && 2 * against <= right.len();
        (is_enough && !first.suspects.contains(&(STARTER, true))).then_some(only)
    }

    /// Returns the cause of the first wrong answer, if it explains so many of the others that it is no coincidence.
    ///
    /// Two mistakes at once seldom show in the same questions, so the first can be named, though not both.
    /// Where most answers are right, a whole belief is a poor guess.
    fn looks_like(&self) -> Option<Cause> {
        let first = self.wrong().filter(|first| first.differing > 0)?;
        if first.suspects.contains(&(STARTER, true)) {
            return None;
        }
        let is_refuted = |cause: &Cause| {
            let Cause::Mistake(name) = cause else { return false };
            self.all_wrong().any(|case| !case.comes_of(*cause) && case.refuted.contains(name))
        };
        let explained = |cause| self.all_wrong().filter(|case| case.comes_of(cause)).count();
        let counted =
            first.causes().filter(|cause| !is_refuted(cause)).map(|cause| (explained(cause), cause));
        // A belief shows in more than one question.
        let enough = match self.all_wrong().count() {
            0 | 1 => return None,
            count if 2 * count < self.answered().count() => return None,
            count if first.is_long() => count.div_ceil(3),
            count => count.div_ceil(3).max(2),
        };
        // Of those that explain equally many, the first.
        let best = counted.filter(|(count, _)| *count >= enough).reduce(|best, next| match next.0 > best.0 {
            true => next,
            false => best,
        });
        best.map(|(_, cause)| cause)
    }
}

impl Case {
    /// Returns the case without the words that tell the question or what is right.
    fn unseen(self) -> Self {
        let report = if self.panicked { panicked("") } else { String::new() };
        Self { question: UNSEEN.to_owned(), report, remark: None, ..self }
    }

    /// Returns the mistakes and slips that explain the answer.
    fn causes(&self) -> impl Iterator<Item = Cause> {
        let mistakes = self.suspects.iter().filter(|(name, agrees)| *agrees && *name != STARTER);
        mistakes.map(|(name, _)| Cause::Mistake(name)).chain(self.slips.iter().copied().map(Cause::Slip))
    }

    /// Returns true if what is special about another question's input may be so here, too.
    fn is_like(&self, other: &Self) -> bool {
        let tags = |case: &Self| case.tags.iter().map(|(tag, _)| *tag).collect::<Vec<_>>();
        tags(self) == tags(other)
    }

    fn is_long(&self) -> bool {
        self.values > FEW
    }

    fn comes_of(&self, cause: Cause) -> bool {
        match cause {
            Cause::Mistake(name) => self.suspects.contains(&(name, true)),
            Cause::Slip(slip) => self.slips.contains(&slip),
        }
    }
}

/// Returns the mistakes that would have changed a part of an answer that is right, where another part is wrong.
fn refuted<T: Answer>([given, want]: &[Vec<Value>; 2], suspects: &[(&'static str, T)]) -> Vec<&'static str> {
    let is_refuted = |wrong: &T| {
        let wrong = told::values(wrong);
        let mut parts = given.iter().zip(want).zip(&wrong);
        given.len() == want.len()
            && wrong.len() == want.len()
            && parts.any(|((given, want), wrong)| told::agree(given, want) && !told::agree(wrong, want))
    };
    suspects.iter().filter(|(_, wrong)| is_refuted(wrong)).map(|(name, _)| *name).collect()
}

/// Runs the check of the exercise `id`, prints what a tutor would say, and fails the test if an answer is wrong.
///
/// If the program was started to ask only, it hands its answers in and says nothing.
pub fn check(id: &str, ask: impl FnOnce(&mut Check)) {
    let started = if cfg!(feature = "asks") { Role::asking() } else { Role::of_this_program() };
    let (role, seed) = started.unwrap_or_else(|error| broken(id, error.into()));
    let draw = seed.map(|seed| Draw::of_exercise(seed, id));
    let mut check = Check { role, draw, id: id.to_owned(), ..Check::default() };
    panics::watch();
    ask(&mut check);
    if let Role::Ask { .. } = check.role {
        return check.role.hand_in(id).unwrap_or_else(|error| broken(id, error.into()));
    }
    if check.right.as_ref().is_some_and(|all| all.len() != check.questions) {
        check.broken = Some(anyhow::Error::msg(protocol::FOREIGN));
    }
    if let Some(error) = check.broken.take() {
        broken(id, error);
    }
    let outcome = check.outcome();
    if let Err(error) = check.compare_with_nearly(&outcome) {
        broken(id, error);
    }
    match report(id, &check, &outcome) {
        Ok(report) => print!("{report}"),
        Err(error) => broken(id, error),
    }
    if outcome != Outcome::Passed {
        // Unlike a panic this prints nothing: all that the student should read is printed already.
        resume_unwind(Box::new("the check did not pass"));
    }
}

fn broken(id: &str, error: anyhow::Error) -> ! {
    panic_any(format!("the check of {id} itself is broken: {error:#}"))
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
        print!("{}", protocol::heading(name));
        let passed = catch_unwind(check).is_ok();
        println!("{}", if passed { "ok" } else { "FAILED" });
        if !passed {
            code = ExitCode::FAILURE;
        }
    }
    code
}

#[cfg(test)]
mod tests {
    use super::tutor::{tutor, wrapped};
    use super::*;
    use anyhow::{Result, bail};
    use course::LessonInfo;
    use glam::{Mat3, Mat4, Quat, Vec3, vec3};

    /// Returns the check of a function that should double its input.
    fn asked(answer: impl Fn(f32) -> f32) -> Check {
        let mut check = Check::default();
        for x in [1.0, 2.0, 3.0] {
            let known = [(STARTER, 0.0), ("squared", x * x), ("added", x + 1.0)];
            check.case_among("a double", || answer(x), |_| 2.0 * x, || (known, []));
        }
        check
    }

    fn outcome(answer: impl Fn(f32) -> f32) -> Outcome {
        asked(answer).outcome()
    }

    fn mistake(name: &str) -> Outcome {
        Outcome::Mistake(name.to_owned())
    }

    #[test]
    fn a_mistake_is_recognised_only_if_every_answer_agrees_with_it() {
        assert_eq!(outcome(|x| x + x), Outcome::Passed);
        assert_eq!(outcome(|_| 0.0), Outcome::Open);
        assert_eq!(outcome(|x| x * x), mistake("squared"));
        assert_eq!(outcome(|x| 1.0 + x), mistake("added"));
        assert_eq!(outcome(|x| if x < 2.0 { x * x } else { 1.0 + x }), Outcome::Wrong);
    }

    #[test]
    fn what_is_no_number_is_wrong() {
        assert_eq!(outcome(|x| x * f32::NAN), Outcome::Wrong);
        assert_eq!(outcome(|x| x / 0.0), Outcome::Wrong);
        assert!(f32::INFINITY.agrees(&f32::INFINITY) && !1e9f32.agrees(&f32::INFINITY));
        // It may be a known mistake's answer all the same.
        let mut check = Check::default();
        check.case_among("a double", || f32::NAN, |_| 2.0, || ([("divided", f32::NAN)], []));
        assert_eq!(check.outcome(), mistake("divided"));
    }

    /// Returns the check of a class, with four questions: about 1 and 2, one that panics, and a fourth.
    fn graded(numbers: &[f32], answer: impl Fn(f32) -> f32) -> Check {
        let text = r#"{"01.1": {"names": ["starter", "squared", "squared", "nothing-at-3", "~twice"], "questions": {
            "a double of 1": [[1, [0, 0.0]], [1, [0, 1.0]], true, true, [1, [0, 4.0]]],
            "a double of 2": [[1, [0, 0.0]], true, [1, [0, 4.1]], [1, [0, 9.0]], [1, [0, 8.0]]],
            "a double of 3": [[1, [0, 0.0]], [1, [0, 9.0]], [1, [0, 9.0]], null, [1, [0, 12.0]]]}}}"#;
        let named = |text: String, question: &str| {
            text.replace(question, &format!("{:x}", protocol::digest(question)))
        };
        let text =
            &["a double of 1", "a double of 2", "a double of 3"].into_iter().fold(text.to_owned(), named);
        let own = [Slip::Here("twice", "It was done twice.")];
        let recorded = Recorded::parse(text, Id { lesson: 1, number: 1 }, &own).expect("it is read");
        let mut check = Check { recorded: Some(recorded), draw: Some(Draw::of_seed(1)), ..Check::default() };
        check.own_slips(&own);
        numbers.iter().for_each(|x| check.case(format!("a double of {x}"), || answer(*x), || 2.0 * x));
        check
    }

    fn recorded(numbers: &[f32], answer: impl Fn(f32) -> f32) -> Outcome {
        graded(numbers, answer).outcome()
    }

    #[test]
    fn a_mistake_is_recognised_by_what_is_recorded() {
        let asked = |answer: fn(f32) -> f32| recorded(&[1.0, 2.0, 3.0], answer);
        assert_eq!(asked(|x| x + x), Outcome::Passed);
        assert_eq!(asked(|_| 0.0), Outcome::Open);
        assert_eq!(asked(|x| x * x), mistake("squared"));
        // Another way to make it.
        assert_eq!(asked(|x| if x == 2.0 { 4.1 } else { x * x }), mistake("squared"));
        assert_eq!(asked(|x| 4.0 * x), Outcome::Slip("twice".to_owned()));
        // A mistake that panics in a question cannot have answered it.
        let nine = |x: f32| if x == 2.0 { 9.0 } else { 2.0 * x };
        assert_eq!(asked(nine), Outcome::Wrong);
        let panics = |x: f32| {
            if x == 3.0 {
                panic!("no")
            } else if x == 2.0 {
                9.0
            } else {
                2.0 * x
            }
        };
        assert_eq!(asked(panics), mistake("nothing-at-3"));
    }

    #[test]
    fn what_is_drawn_neither_confirms_nor_refutes_what_is_recorded() {
        let asked = |answer: fn(f32) -> f32| recorded(&[7.0, 1.0, 2.0, 3.0, 8.0], answer);
        assert_eq!(asked(|x| x + x), Outcome::Passed);
        assert_eq!(asked(|_| 0.0), Outcome::Open);
        assert_eq!(asked(|x| x * x), mistake("squared"));
        assert_eq!(asked(|x| 4.0 * x), Outcome::Slip("twice".to_owned()));
        // A table of the visible questions.
        assert_eq!(asked(|x| if x < 4.0 { 2.0 * x } else { 0.0 }), Outcome::Wrong);
        assert_eq!(asked(|x| if x == 3.0 { 10.0 } else { x * x }), Outcome::Wrong);
    }

    #[test]
    fn what_is_right_is_judged_by_its_recording_as_by_what_works_it_out() {
        const KNOWN: [(&str, Mat4); 2] = [("nothing", Mat4::IDENTITY), ("squashed", Mat4::ZERO)];
        let want = |x: f32, by: Workings| {
            by.product([Mat4::from_rotation_z(by.radians(x)), Mat4::from_translation(vec3(1.0, x, 0.1))])
        };
        let told = |x: f32| {
            let slips = Workings::wrong().map(|(slip, by)| (Name::Slip(slip), want(x, by)));
            let wrong = KNOWN.into_iter().map(|(name, wrong)| (Name::Suspect(name), wrong)).chain(slips);
            Right { answer: want(x, Workings::default()), wrong: wrong.collect() }.told()
        };
        let turned = |degrees: f32| Mat4::from_rotation_z(degrees.to_radians());
        let moved = |x| Mat4::from_translation(vec3(1.0, x, 0.1));
        let answers: [(&dyn Fn(f32) -> Mat4, Outcome); 6] = [
            (&|x| turned(x) * moved(x), Outcome::Passed),
            (&|x| moved(x) * turned(x), Outcome::Slip("order".to_owned())),
            (&|x| Mat4::from_rotation_z(x) * moved(x), Outcome::Slip("degrees-as-radians".to_owned())),
            (&|x| (turned(x) * moved(x)).inverse(), Outcome::Slip("inverse".to_owned())),
            (&|_| Mat4::IDENTITY, mistake("nothing")),
            (&|x| turned(2.0 * x), Outcome::Wrong),
        ];
        for (answer, outcome) in answers {
            let asked = [40.0, 0.0, -70.5];
            let mut check = Check::default();
            let mut recalled = Check { right: Some(asked.map(told).into()), ..Check::default() };
            for x in asked {
                check.case_among("a matrix", || answer(x), |by| want(x, by), || (KNOWN, []));
                recalled.asked("a matrix", || answer(x));
            }
            assert_eq!([check.outcome(), recalled.outcome()], [outcome.clone(), outcome]);
            for (case, other) in check.cases.iter().zip(&recalled.cases) {
                assert_eq!((&case.report, &case.remark), (&other.report, &other.remark));
            }
            // More than was recorded is asked.
            recalled.asked("a matrix", || answer(1.0));
            assert!(recalled.broken.is_some());
        }
    }

    #[test]
    fn what_is_drawn_is_told_to_nobody() {
        let lesson = LessonInfo::numbered(course::root(), 1).expect("a lesson");
        let known = &lesson.mistakes.data.all[0];
        // Of 77 and 88 each knows something: those that were drawn. What comes after them may tell of them.
        let told = |answer: &dyn Fn(f32) -> f32| {
            let check = graded(&[1.0, 77.0, 2.0, 88.0], answer);
            let said = tutor(&lesson.exercises()[0], &check, &check.outcome(), &|_| Some(known));
            assert!(!["77", "154", "88", "176"].iter().any(|number| said.contains(number)), "{said}");
            said
        };
        let unseen = "Asked for an answer to a question that you don't see.";
        for answer in [&|x| if x < 77.0 { 2.0 * x } else { 0.0 }, &|x| if x == 2.0 { 77.0 } else { 2.0 * x }]
            as [&dyn Fn(f32) -> f32; 2]
        {
            assert!(told(answer).contains(unseen));
        }
        let panics = |x: f32| if x > 2.0 { panic!("{x}: {}", 2.0 * x) } else { 2.0 * x };
        assert!(told(&panics).contains("panicked") && told(&panics).contains(unseen));
        // One that is seen comes first, and what is believed is named all the same.
        let said = told(&|x| x * x);
        assert!(said.contains("a double of 1") && said.contains(&known.title), "{said}");
        assert!(
            told(&|x| if x == 77.0 { 2.0 * x } else { 0.5 }).contains("1 of 4 questions was answered right.")
        );
    }

    #[test]
    fn a_panic_is_an_outcome_and_an_earlier_exercise_may_be_to_blame() {
        let panics = |check: &mut Check| check.case("a double", || panic!("out of range"), || 2.0);
        let mut check = Check::default();
        panics(&mut check);
        assert_eq!(check.outcome(), Outcome::Panicked);
        check.needs("01.1", || 2.0, || 2.0);
        assert_eq!(check.outcome(), Outcome::Panicked);
        check.needs("01.2", || panic!("here too"), || 2.0);
        check.needs("01.3", || 1.0, || 2.0);
        assert_eq!(check.outcome(), Outcome::Blocked("01.2".to_owned()));
    }

    #[test]
    fn what_looks_like_a_mistake_may_be_that_of_an_earlier_exercise() {
        let mut squared = asked(|x| x * x);
        squared.needs("01.1", || false, || true);
        assert_eq!(squared.outcome(), Outcome::Blocked("01.1".to_owned()));
        let mut open = asked(|_| 0.0);
        open.needs("01.1", || false, || true);
        assert_eq!(open.outcome(), Outcome::Blocked("01.1".to_owned()));
        // It may do without.
        let mut right = asked(|x| 2.0 * x);
        right.needs("01.1", || false, || true);
        assert_eq!(right.outcome(), Outcome::Passed);
    }

    #[test]
    fn a_wrong_answer_is_told_though_another_question_panics() {
        // Of 1, 2 and 3, one or two have an answer.
        let told = |panics: fn(f32) -> bool, answer: fn(f32) -> f32| {
            let check = asked(move |x| if panics(x) { panic!("the len is 0") } else { answer(x) });
            let lesson = LessonInfo::numbered(course::root(), 1).expect("a lesson");
            let known = &lesson.mistakes.data.all[0];
            let outcome = check.outcome();
            let said = tutor(&lesson.exercises()[0], &check, &outcome, &|_| Some(known));
            (outcome, said.replace(&format!("{}.", known.title), "its title"))
        };
        let orders = |said: &str, words: &[&str]| {
            let places: Vec<_> = words.iter().map(|words| said.find(words)).collect();
            assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{words:?}: {said}");
        };
        let last = |x| x > 2.0;
        let (outcome, said) = told(last, |x| x * x);
        assert_eq!(outcome, mistake("squared"));
        orders(&said, &["its title", "Came out", "And asked for", "panicked"]);
        assert!(!said.contains("must give an answer") && !said.contains("empty"), "{said}");
        let (outcome, said) = told(last, |x| 5.0 - x);
        assert_eq!(outcome, Outcome::Wrong);
        orders(&said, &["Came out", "No question was", "And asked for", "panicked", "must give an answer"]);
        // A mistake with a name comes first; else the order of the questions counts.
        let first = |x| x < 2.0;
        let (outcome, said) = told(first, |x| x * x);
        assert_eq!(outcome, mistake("squared"));
        orders(&said, &["its title", "Came out", "And asked for", "panicked"]);
        let (outcome, said) = told(first, |x| 5.0 - x);
        assert_eq!(outcome, Outcome::Panicked);
        orders(&said, &["panicked", "list is empty", "must give an answer", "And asked for", "Came out"]);
        let (outcome, said) = told(last, |x| 2.0 * x);
        assert_eq!(outcome, Outcome::Panicked);
        assert!(!said.contains("Came out") && !said.contains("And asked"), "{said}");
        assert_eq!(told(last, |x| -2.0 * x).0, Outcome::Slip("negated".to_owned()));
        assert_ne!(told(last, |_| 0.0).0, Outcome::Open);
    }

    #[test]
    fn two_mistakes_at_once_are_told_where_they_show() {
        let lesson = LessonInfo::numbered(course::root(), 1).expect("a lesson");
        let told_if = |nearly: Option<&str>, answer: fn(f32) -> f32| {
            let mut check = Check { nearly: nearly.map(str::to_owned), ..Check::default() };
            for x in [1.5f32, 4.0, 3.0, -1.0, -2.5] {
                let wrong = [("squared", x * x), ("signless", 2.0 * x.abs())];
                check.case_among("a double", || answer(x), |_| 2.0 * x, || (wrong, []));
            }
            let named = |name: &str| lesson.mistakes.data.all.iter().find(|_| name == "squared");
            let outcome = check.outcome();
            (outcome.clone(), tutor(&lesson.exercises()[0], &check, &outcome, &named))
        };
        let told = |answer| told_if(None, answer);
        let title = &lesson.mistakes.data.all[0].title;
        // One where numbers are positive, and another below.
        let (outcome, said) = told(|x| if x > 0.0 { x * x } else { 7.0 });
        assert_eq!(outcome, Outcome::Wrong);
        assert!(said.contains("No known mistake explains all") && said.contains(title), "{said}");
        // A single coincidence among several wrong answers says nothing.
        let (_, said) = told(|x| if x < 2.0 { x * x } else { 7.0 + x });
        assert!(said.contains(title), "{said}");
        let (_, said) = told(|x| if x == 1.5 { x * x } else { 7.0 + x });
        assert!(!said.contains(title), "{said}");
        // Two that explain every answer.
        let (_, said) = told(|x| if x > 0.0 { x * x } else { -2.0 * x });
        assert!(said.contains("Two mistakes together") && said.contains(title), "{said}");
        // One change that gives all these answers is no guess.
        let (_, said) = told_if(Some("one sign turned round"), |x| if x > 0.0 { x * x } else { -2.0 * x });
        assert!(said.contains("would do with one sign turned round.") && !said.contains(title), "{said}");
    }

    #[test]
    fn a_belief_is_said_where_it_shows_and_not_where_a_part_refutes_it() {
        let lesson = LessonInfo::numbered(course::root(), 1).expect("a lesson");
        let (exercise, known) = (&lesson.exercises()[0], &lesson.mistakes.data.all[0]);
        let said = |check: &Check| tutor(exercise, check, &check.outcome(), &|_| Some(known));
        // Below zero it's always the same, but elsewhere another program than the recorded one is right.
        let told = |answer: fn(f32) -> f32| {
            let mut check = Check::default();
            for x in [-3.0f32, -2.0, 1.0, 3.0] {
                check.case_among("a double", || answer(x), |_| 2.0 * x, || ([("squared", x * x)], []));
            }
            assert_eq!(check.outcome(), Outcome::Wrong);
            said(&check)
        };
        let (words, title) = ("Wherever you are wrong, it's this:", &known.title);
        let all = told(|x| if x < 0.0 { x * x } else { 2.0 * x });
        assert!(all.contains(words) && all.contains(title), "{all}");
        let one = told(|x| if x < -2.0 { x * x } else { 2.0 * x });
        assert!(!one.contains(title), "{one}");

        // Of one long answer alone it's said, unless most of the right ones speak against it.
        for (against, is_said) in [(1, true), (2, false)] {
            let mut check = Check::default();
            for x in 0..4usize {
                let [want, wrong] = [x, if x > against { x } else { 9 }].map(|x| vec![x; 4]);
                let given = if x == 0 { wrong.clone() } else { want.clone() };
                check.case_among("four", || given, |_| want.clone(), || ([("squared", wrong)], []));
            }
            assert_eq!(said(&check).contains(words), is_said);
        }

        // The legs are right wherever both of them would have swung together.
        let mut check = Check::default();
        for (given, both) in [([1.0, 9.0], [1.0, 9.0]), ([2.0, 9.0], [5.0, 9.0]), ([3.0, 9.0], [3.0, 9.0])] {
            let want = [given[0], 0.0].to_vec();
            let known = [("together", both.to_vec())];
            check.case_among("a leg and a knee", || given.to_vec(), |_| want.clone(), || (known, []));
        }
        assert!(!said(&check).contains(title), "{}", said(&check));

        // An unknown mistake is told by what its questions share.
        let contrast = |right: fn(f32) -> bool| {
            let mut check = Check::default();
            for x in [-3.0f32, -2.0, 0.0, 1.0, 3.0] {
                check.tags(&[("a number below zero", x < 0.0)]);
                check.case("a double", || if right(x) { 2.0 * x } else { 7.0 + x }, || 2.0 * x);
            }
            said(&check)
        };
        let words = "Both questions that failed have a number below zero, unlike the 3 that were right.";
        let below = contrast(|x| x >= 0.0).split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(below.contains(words), "{below}");
        assert!(!contrast(|x| x > -3.0).contains("below zero"));

        // A question that doesn't offer a slip doesn't refute it.
        let mut check = Check::default();
        check.case_by("what is left", || -0.5, |by| by.remainder(-2.5, 2.0));
        check.case("what is left of nothing", || 0.0, || 0.0);
        assert_eq!(check.outcome(), Outcome::Slip("remainder".to_owned()));
        let late = |given: &[f32], want: &[f32]| {
            Named(JOINTS, given.to_vec()).comes_of(&Named(JOINTS, want.to_vec()), Slip::Late)
        };
        assert!(late(&[0.0, 1.0, 2.0], &[1.0, 2.0, 3.0]));
        assert!(!late(&[7.0], &[1.0]) && !late(&[0.0, 1.0, 1.0], &[1.0, 1.0, 2.0]));
    }

    #[test]
    fn of_wrong_answers_without_a_cause_the_shortest_question_is_told() {
        let lesson = LessonInfo::numbered(course::root(), 1).expect("a lesson");
        let mut check = Check::default();
        check.tags(&[("a number below zero", false)]);
        for question in
            ["a double of 3, which is right", "a double of 5, after many more words", "a double of 4"]
        {
            check.case(question, || if question.contains('3') { 6.0f32 } else { 1.0 }, || 6.0);
        }
        check.tags(&[]);
        check.case("all sums", || 1.0f32, || 5.0);
        let said = tutor(&lesson.exercises()[0], &check, &check.outcome(), &|_| None);
        assert!(said.contains("Asked for a double of 4."), "{said}");
    }

    #[test]
    fn matrices_stand_side_by_side_with_digits_that_show_where_they_differ() {
        let said = answer::compare(
            &Mat3::from_diagonal(vec3(1.0, 2.0, 3.0004)),
            &Mat3::from_diagonal(vec3(1.0, 2.0, 3.0)),
        );
        let rows: Vec<_> = said.lines().map(|row| row.split_whitespace().collect::<Vec<_>>()).collect();
        assert_eq!(rows[3], ["[", "0.0000", "0.0000", "3.0004*]", "[", "0.0000", "0.0000", "3.0000", "]"]);
        assert_eq!(said.matches('*').count(), 1, "{said}");
        let huge = answer::compare(&Mat3::ZERO, &Mat3::from_diagonal(vec3(8775.0, -1e7, 1.0)));
        assert!(huge.contains("[         0.000 -10000000.000         0.000 ]"), "{huge}");
        assert_eq!(answer::compare(&0.7502f32, &0.75), "  Came out   0.7502\n  Expected   0.75\n");
    }

    #[test]
    fn what_the_names_of_wrong_values_share_is_told() {
        let names = names(6, |i| format!("vertex {}: {}", i / 2, ["place", "normal"][i % 2]));
        let told = |wrong: &[usize]| {
            let value = |i| if wrong.contains(&i) { Mat4::ZERO } else { Mat4::IDENTITY };
            let named = |value: &dyn Fn(usize) -> Mat4| Named(names, (0..6).map(value).collect());
            answer::compare(&named(&value), &named(&|_| Mat4::IDENTITY))
        };
        let said = told(&[1, 3, 5]);
        assert!(
            said.contains("3 of 6 differ, just those that say \"normal\". The first is vertex 0: normal.")
        );
        assert!(told(&[1, 3]).contains("2 of 6 differ, all of which say \"normal\"."));
        assert!(told(&[2, 3]).contains("differ, just those that say \"1\"."));
        assert!(told(&[0, 3]).contains("2 of 6 differ. The first is vertex 0: place."));
    }

    #[test]
    fn what_is_right_about_a_wrong_answer_is_told() {
        let (place, size) = (vec3(1.0, 2.0, 3.0), vec3(2.0, 0.5, 1.0));
        let right = Mat4::from_scale_rotation_translation(size, Quat::from_rotation_x(0.5), place);
        let told = |given: Mat4, want: Mat4| {
            let mut check = Check::default();
            check.case("a hip", || Named(&["hip"], vec![right]), || Named(&["hip"], vec![right]));
            let joints = JOINTS[..10].iter().map(|_| right);
            let list = |place, matrix| {
                let changed = |(i, joint)| if i == place { matrix } else { joint };
                Named(JOINTS, joints.clone().enumerate().map(changed).collect::<Vec<Mat4>>())
            };
            check.case("ten joints", || list(7, given), || list(7, want));
            let lesson = LessonInfo::numbered(course::root(), 1).expect("a lesson");
            let outcome = check.outcome();
            assert_eq!(outcome, Outcome::Wrong);
            tutor(&lesson.exercises()[0], &check, &outcome, &|_| None)
                .split_whitespace()
                .collect::<Vec<_>>()
                .join(" ")
        };
        let moved = Mat4::from_translation(Vec3::X) * right;
        let said = told(moved, right);
        for words in [
            "Of 10, only joint 7 differs.",
            "The first three columns are right",
            "1 of 2 questions was answered right: a hip.",
        ] {
            assert!(said.contains(words), "{said}");
        }
        let turned = Mat4::from_rotation_translation(Quat::from_rotation_x(0.5), place);
        let said = told(turned, right);
        assert!(said.contains("The last column is right"), "{said}");
        assert!(said.contains("Each column has the right direction"), "{said}");
        assert!(!told(Mat4::IDENTITY, right).contains("column"));
        let [given, want] = [[2.0, 2.0, 4.0], [3.0, 2.0, 5.0]].map(|numbers| Named(JOINTS, numbers.to_vec()));
        assert_eq!(
            given.remark(&want).as_deref(),
            Some("What came out for joint 0 is what joint 1 should have.")
        );
        assert_eq!(want.remark(&given), None);
        let [given, want] = [[0.0, 2.0, 4.0], [3.0, 0.0, 4.0]].map(|numbers| Named(JOINTS, numbers.to_vec()));
        assert_eq!(given.remark(&want), None);
        // Only the first that differs is looked at.
        let places = |lengths: [f32; 3]| Named(JOINTS, lengths.map(|length| length * place).to_vec());
        let said = |lengths| places(lengths).remark(&places([1.0, 2.0, 3.0])).expect("a remark");
        assert!(said([1.0, 1.6, 3.0]).ends_with("it is 0.8 times as long as it should be."));
        assert!(
            said([1.0, 1.6, 2.7])
                .ends_with("0.8 times as long as it should be. That goes for joint 1 alone.")
        );
        let (given, want) = (Mat3::from_mat4(right) * 3.0, Mat3::from_mat4(right));
        assert_eq!(given.remark(&want).as_deref(), Some("Every number is 3 times what it should be."));
        let remark = "Its direction is right, but it is 0.5 times as long as it should be.";
        assert_eq!((place * 0.5).remark(&place).as_deref(), Some(remark));
        assert_eq!((-place).remark(&place), None);
        assert_eq!(Vec3::ZERO.remark(&place), None);
        assert_eq!(vec3(1.0, 2.0, 9.0).remark(&place).as_deref(), Some("Only its z is wrong."));
        let rows = right.transpose().remark(&right).expect("a remark");
        assert!(rows.starts_with("Its bottom row is 1 2 3 1."), "{rows}");
        let said = |given: [f32; 3], want: [f32; 3]| {
            let all = |numbers: [f32; 3]| Named(JOINTS, numbers.into());
            all(given).remark(&all(want)).unwrap_or_default()
        };
        assert_eq!(said([0.5, 0.25, 0.5], [0.5, 0.25, 0.25]), "They sum to 1.25, but should sum to 1.");
        let outside = "One of them is 1.5, but all should be between 0 and 1.";
        assert_eq!(said([0.5, 1.5, 1.0], [0.0, 0.5, 1.0]), outside);
        let fall = "After 4 comes 3, but each should be above the one before it.";
        assert_eq!(said([1.0, 4.0, 3.0], [1.0, 3.0, 4.0]), fall);
        assert_eq!(said([1.0, 3.0, 2.5], [1.0, 3.0, 2.0]), "");
        let numbers = |seventh| Row((0..12).map(|i| if i == 6 { seventh } else { f32::NAN }).collect());
        let said = compare(&numbers(2.0), &numbers(3.0));
        assert_eq!(said, "  The first that differs is number 7 of 12.\n  Came out   2\n  Expected   3\n");
    }

    /// Returns the outcome of a program that judges the answers of another one.
    fn judged(asks: impl FnOnce(&mut Check), judges: impl FnOnce(&mut Check)) -> Outcome {
        let role = Role::Ask { key: String::new(), answers: Vec::new() };
        let mut asking = Check { role, ..Check::default() };
        asks(&mut asking);
        assert!(asking.cases.is_empty() && asking.blocked_by.is_none());
        let Role::Ask { answers, .. } = asking.role else { panic!("it asks") };
        let mut judging = Check { role: Role::Judge { answers: answers.into_iter() }, ..Check::default() };
        judges(&mut judging);
        judging.outcome()
    }

    #[test]
    fn another_program_judges_as_this_one_would() {
        let asked = |check: &mut Check, answer: fn(f32) -> f32, earlier: fn() -> bool| {
            for x in [1.0, 2.0, 3.0] {
                let suspects = [(STARTER, 0.0), ("squared", x * x)];
                check.case_among("a double", || answer(x), |_| 2.0 * x, || (suspects, []));
                check.needs("01.1", earlier, || true);
            }
        };
        let never: fn(f32) -> f32 = |_| panic!("who judges asks nobody");
        let answers: [fn(f32) -> f32; 6] = [
            |x| x + x,
            |_| 0.0,
            |x| x * x,
            |x| x / 0.0,
            |x| if x < 3.0 { x } else { panic!("no") },
            |x| -2.0 * x,
        ];
        for answer in answers {
            for right in [|| true, || false, || panic!("here too")] {
                let mut alone = Check::default();
                asked(&mut alone, answer, right);
                let apart = judged(
                    |check| asked(check, answer, right),
                    |check| asked(check, never, || panic!("nor this")),
                );
                assert_eq!(apart, alone.outcome());
            }
        }
    }

    #[test]
    fn whoever_judges_wants_an_answer_to_every_question_and_no_more() {
        let ask = |count: usize| {
            move |check: &mut Check| (0..count).for_each(|_| check.case("a double", || 2.0f32, || 2.0))
        };
        let others = |count: usize| Outcome::OtherQuestions(count.to_string());
        assert_eq!(judged(ask(3), ask(3)), Outcome::Passed);
        assert_eq!(judged(ask(1), ask(3)), others(3));
        assert_eq!(judged(ask(3), ask(1)), others(1));
        // As many, but one of another kind.
        let listed = |check: &mut Check| check.case("a double", || Vec3::ONE, || Vec3::ONE);
        assert_eq!(judged(ask(1), listed), others(1));
    }

    #[test]
    fn a_shader_that_does_not_compile_is_told_as_such() {
        let words = "a.vert:3: error: syntax error\na.vert:4: error: more";
        let mut check = asked(|x| x + x);
        let none = || -> Result<f32> { Err(course::NotCompiled(words.to_owned()).into()) };
        check.case("what the shader makes", none, || Ok(1.0));
        check.needs("01.1", || false, || true);
        assert_eq!(check.outcome(), Outcome::NotCompiled("a.vert:3: error: syntax error".to_owned()));
        let lesson = LessonInfo::numbered(course::root(), 1).expect("a lesson");
        let said = tutor(&lesson.exercises()[0], &check, &check.outcome(), &|_| None);
        assert!(
            said.ends_with("The driver says:\n\n  a.vert:3: error: syntax error\n  a.vert:4: error: more\n"),
            "{said}"
        );
        let mut check = Check::default();
        check.case("what the shader makes", || -> Result<f32> { bail!("no OpenGL") }, || Ok(1.0));
        assert_eq!(check.outcome(), Outcome::Wrong);
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
