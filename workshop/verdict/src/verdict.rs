//! Finds out what is behind the answers to a check's questions.

use crate::asked::{Asked, Panic};
use crate::recorded::{Question, Recorded, STARTER};
use crate::told::Told;
use course::protocol::Outcome;
use std::collections::BTreeSet;

/// A question, the answer, and what is right.
pub struct Case<'a> {
    pub asked: &'a Asked,
    pub right: &'a Told,
    pub is_right: bool,
    /// True if it was drawn, or asked after one that was: a student who read it could tell others.
    pub is_unseen: bool,
    /// Those that would have answered so, or none if nobody knows, as of what is drawn.
    agreeing: Option<Vec<&'a str>>,
}

/// All answers compared with the right ones.
pub struct Verdict<'a> {
    pub cases: Vec<Case<'a>>,
    pub outcome: Outcome,
    /// The mistake that agrees with every answer, whatever the outcome says.
    pub mistake: Option<&'a str>,
}

/// A mistake that is behind some of the answers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Guess<'a> {
    /// It and another one explain them all.
    OneOfTwo(&'a str),
    /// It's the only one that explains every wrong answer, but a right one speaks against it.
    Perhaps(&'a str),
}

/// More values than agree with another answer's by chance.
const FEW: usize = 3;

impl<'a> Verdict<'a> {
    /// Compares answers with the right ones to the same questions. `names` says if the code names an earlier exercise's
    /// function, which it may call though ours doesn't.
    pub fn of(
        asked: &'a [Asked],
        questions: &'a [Question],
        recorded: &'a Recorded,
        names: &dyn Fn(&str) -> bool,
    ) -> Self {
        let mut verdict = Self { cases: Vec::new(), outcome: Outcome::Wrong, mistake: None };
        if asked.len() != questions.len() {
            verdict.outcome = Outcome::OtherQuestions(questions.len().to_string());
            return verdict;
        }
        let calls = |earlier: &String| recorded.calls.contains(earlier) || names(earlier);
        let (mut blocked_by, mut is_unseen) = (None, false);
        for (one, Question { right, row }) in asked.iter().zip(questions) {
            let is_right = one.answer.as_ref().is_ok_and(|given| given.agrees(right));
            match &one.earlier {
                Some(earlier) if !is_right && calls(earlier) => _ = blocked_by.get_or_insert(earlier),
                Some(_) => {}
                None => {
                    is_unseen |= row.is_none();
                    let given = one.answer.as_ref().ok();
                    let agreeing = row.and_then(|row| Some(recorded.agreeing(row, given?)));
                    verdict.cases.push(Case { asked: one, right, is_right, is_unseen, agreeing });
                }
            }
        }
        verdict.mistake = verdict.explaining(recorded);
        verdict.outcome = verdict.judged(blocked_by);
        verdict
    }

    fn judged(&self, blocked_by: Option<&String>) -> Outcome {
        if let Some(words) = self.not_compiled() {
            return Outcome::NotCompiled(words.lines().next().unwrap_or_default().replace('\t', " "));
        }
        if self.cases.iter().all(|case| case.is_right) {
            return Outcome::Passed;
        }
        // Even what looks like the starter or a known mistake may be a right answer that calls a wrong one.
        if let Some(earlier) = blocked_by {
            return Outcome::Blocked(earlier.clone());
        }
        let first_wrong = self.cases.iter().find(|case| !case.is_right);
        match self.mistake {
            Some(STARTER) if self.panicked().is_none() => Outcome::Open,
            Some(name) if name != STARTER => Outcome::Mistake(name.to_owned()),
            _ if first_wrong.is_some_and(|case| case.panic().is_some()) => Outcome::Panicked,
            _ => Outcome::Wrong,
        }
    }

    /// Returns the first of those that agree with every answer, if one of them is wrong: one lucky coincidence is not
    /// enough. What is drawn neither confirms nor refutes it.
    fn explaining(&self, recorded: &'a Recorded) -> Option<&'a str> {
        let is_known = self.wrong().any(|case| case.agreeing.is_some());
        let explains = |name: &&str| {
            self.answered().all(|case| case.agreeing.as_ref().is_none_or(|names| names.contains(name)))
        };
        recorded.names.iter().map(String::as_str).filter(|_| is_known).find(explains)
    }

    fn answered(&self) -> impl Iterator<Item = &Case<'a>> {
        self.cases.iter().filter(|case| case.panic().is_none())
    }

    /// Returns all wrong answers, without questions that got none.
    pub fn wrong(&self) -> impl Iterator<Item = &Case<'a>> {
        self.answered().filter(|case| !case.is_right)
    }

    /// Returns the first question without an answer, preferably one that students see.
    pub fn panicked(&self) -> Option<&Case<'a>> {
        self.cases.iter().filter(|case| case.panic().is_some()).min_by_key(|case| case.is_unseen)
    }

    /// Returns the driver's message about a shader that does not compile, or a reader's about a table.
    pub fn not_compiled(&self) -> Option<&str> {
        self.cases.iter().find_map(|case| match &case.asked.answer {
            Ok(Told::NotCompiled(words)) => Some(words.as_str()),
            _ => None,
        })
    }

    /// Returns the question to show: the first with a wrong answer, preferably one that students see; or if nobody knows the
    /// mistake, the shortest of those that are like it, and that the guess explains.
    pub fn shown(&self, guess: Option<Guess<'_>>) -> Option<&Case<'a>> {
        let first = self.wrong().min_by_key(|case| case.is_unseen)?;
        let is_like = |case: &&Case<'a>| {
            case.asked.tags.iter().map(|(tag, _)| tag).eq(first.asked.tags.iter().map(|(tag, _)| tag))
        };
        let explained = |case: &&Case<'a>| match guess {
            Some(Guess::OneOfTwo(name) | Guess::Perhaps(name)) => case.comes_of(name),
            None => true,
        };
        let length = |case: &&Case<'a>| (case.is_unseen, case.asked.words.len() + case.right.size());
        match self.outcome {
            Outcome::Wrong => self.wrong().filter(is_like).filter(explained).min_by_key(length),
            _ => Some(first),
        }
    }

    /// Returns the mistake that is perhaps behind answers that none explains alone.
    pub fn guess(&self) -> Option<Guess<'a>> {
        let wrong: Vec<_> = self.wrong().collect();
        let first = wrong.first()?;
        let explains_all = |name: &&str| wrong.iter().all(|case| case.comes_of(name));
        let all: BTreeSet<&'a str> = first.causes().filter(explains_all).collect();
        // A single short answer agrees by chance.
        let is_enough = wrong.len() > 1 || first.right.size() > FEW;
        if let (1, Some(name), true) = (all.len(), all.first(), is_enough && !first.comes_of(STARTER)) {
            return Some(Guess::Perhaps(name));
        }
        let others: BTreeSet<&'a str> = wrong.iter().flat_map(|case| case.causes()).collect();
        let has_other = |one: &&str| others.iter().any(|other| self.are_both(one, other));
        first.causes().find(has_other).map(Guess::OneOfTwo)
    }

    /// Returns true if two mistakes together explain all answers: each right one agrees with both, each wrong one with one
    /// of them, but for a few in which both show. Each explains two or more alone.
    fn are_both(&self, one: &str, other: &str) -> bool {
        let (right, wrong): (Vec<_>, Vec<_>) = self.answered().partition(|case| case.is_right);
        let alone = |one: &str, other: &str| {
            wrong.iter().filter(|case| case.comes_of(one) && !case.comes_of(other)).count() > 1
        };
        let neither = wrong.iter().filter(|case| !case.comes_of(one) && !case.comes_of(other)).count();
        right.iter().all(|case| case.comes_of(one) && case.comes_of(other))
            && neither <= wrong.len() / 4
            && alone(one, other)
            && alone(other, one)
    }

    /// Returns what all wrong answers have and no right one has, or the reverse, if some questions are of each kind.
    pub fn contrast(&self) -> Option<(&str, bool)> {
        let (right, wrong): (Vec<_>, Vec<_>) = self.answered().partition(|case| case.is_right);
        let has = |case: &Case<'_>, tag: &str, is: bool| {
            case.asked.tags.iter().any(|(own, own_is)| own == tag && *own_is == is)
        };
        let tells = |(tag, is): &&(String, bool)| {
            // A question about something else says nothing of it.
            let others = right.iter().filter(|case| has(case, tag, !is)).count();
            wrong.iter().all(|case| has(case, tag, *is))
                && !right.iter().any(|case| has(case, tag, *is))
                && others > 1
        };
        wrong.first()?.asked.tags.iter().find(tells).map(|(tag, is)| (tag.as_str(), *is))
    }
}

impl<'a> Case<'a> {
    pub fn panic(&self) -> Option<&'a Panic> {
        self.asked.answer.as_ref().err()
    }

    /// Returns the mistakes that explain the answer.
    fn causes(&self) -> impl Iterator<Item = &'a str> {
        self.agreeing.iter().flatten().copied().filter(|name| *name != STARTER)
    }

    fn comes_of(&self, name: &str) -> bool {
        self.agreeing.as_ref().is_some_and(|names| names.contains(&name))
    }
}
