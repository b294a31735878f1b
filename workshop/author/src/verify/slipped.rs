//! Makes slips: solutions with one thing changed. A check must refuse each, and take none for a mistake that
//! it is not. Nobody has to write them down.

use crate::batches::{self, Job, Known};
use crate::projection::{Course, is_read_late};
use crate::verify::proof::{Program, Runs, SEED};
use crate::verify::recorded::{self, Section};
use crate::verify::variants::{Choice, Variant};
use anyhow::{Context, Result};
use course::protocol::{self, Outcome};
use course::{Exercise, Id, LessonInfo};
use std::collections::BTreeMap;
use std::process::Command;
use std::time::Duration;
use workbook::checks::{Asked, Reply};

/// A solution with one thing changed.
#[derive(Debug)]
pub struct Slipped {
    /// The exercise that it answers.
    pub exercise: Id,
    /// The variant's name, whose beginning no answer's name has.
    pub name: String,
    /// The whole code of the region.
    pub code: String,
    /// A description of the change and its place.
    pub what: String,
}

/// The replacements, old text and new. A binary operator has a blank on each side, as rustfmt writes it.
const CHANGES: [(&str, &str); 25] = [
    (" + ", " - "),
    (" - ", " + "),
    (" / ", " * "),
    (" += ", " -= "),
    (" -= ", " += "),
    (" < ", " <= "),
    (" <= ", " < "),
    (" > ", " >= "),
    (" >= ", " > "),
    (" == ", " != "),
    (" != ", " == "),
    (" && ", " || "),
    (".sin()", ".cos()"),
    (".cos()", ".sin()"),
    (".min(", ".max("),
    (".max(", ".min("),
    ("::min)", "::max)"),
    ("::max)", "::min)"),
    // Text that is left out.
    ("1.0 - ", ""),
    (".inverse()", ""),
    (".normalize()", ""),
    (".transpose()", ""),
    (".to_radians()", ""),
    (".abs()", ""),
    (".rev()", ""),
];

/// Returns all slips in solutions of some lessons, but none in shaders, each of which would be compiled.
pub fn all(course: &Course<'_>, lessons: &[&LessonInfo]) -> Vec<Slipped> {
    let mut all = Vec::new();
    for (_, region) in course.regions().filter(|(file, _)| !is_read_late(file)) {
        if lessons.iter().any(|lesson| lesson.number == region.id.lesson) {
            let slips = in_code(&region.solution).into_iter().enumerate();
            all.extend(slips.map(|(number, (what, code))| Slipped {
                exercise: region.id,
                name: format!("~{}", number + 1),
                code,
                what,
            }));
        }
    }
    all
}

/// Returns the possible changes of a code, each described, with the changed code.
fn in_code(code: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut change = |at: usize, from: &str, to: &str| {
        let line = 1 + code[..at].matches('\n').count();
        let what = match to {
            "" => format!("`{}` left out of line {line}", from.trim()),
            _ => format!("`{}` for `{}` in line {line}", to.trim(), from.trim()),
        };
        found.push((what, format!("{}{to}{}", &code[..at], &code[at + from.len()..])));
    };
    for (from, to) in CHANGES {
        for (at, _) in code.match_indices(from).filter(|(at, _)| is_code(code, *at)) {
            // A chain of `let` knows no `||`.
            if from != " && " || !line_of(code, at).contains("let ") {
                change(at, from, to);
            }
        }
    }
    for (at, number) in whole_numbers(code) {
        let text = number.to_string();
        change(at, &text, &(number + 1).to_string());
        if let Some(less) = number.checked_sub(1) {
            change(at, &text, &less.to_string());
        }
    }
    for (at, _) in code.match_indices(" * ").filter(|(at, _)| is_code(code, *at)) {
        let begin = code[..at].rfind(|c| !is_of_name(c)).map_or(0, |before| before + 1);
        let rest = &code[at + 3..];
        let end = at + 3 + rest.find(|c| !is_of_name(c)).unwrap_or(rest.len());
        let (left, right) = (&code[begin..at], &code[at + 3..end]);
        // Two matrices, by their names.
        if [left, right].iter().all(|name| name.contains("_from_"))
            && !code[end..].starts_with(['(', '.', '['])
        {
            change(begin, &code[begin..end], &format!("{right} * {left}"));
        }
    }
    found
}

fn is_of_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn line_of(code: &str, at: usize) -> &str {
    let begin = code[..at].rfind('\n').map_or(0, |end| end + 1);
    let end = code[at..].find('\n').map_or(code.len(), |length| at + length);
    &code[begin..end]
}

/// Returns true if a place is neither in a comment nor in a string.
fn is_code(code: &str, at: usize) -> bool {
    let begin = code[..at].rfind('\n').map_or(0, |end| end + 1);
    let before = &code[begin..at];
    !before.contains("//") && before.matches('"').count().is_multiple_of(2)
}

/// Returns the whole numbers in a code with their places, none of them part of a name, a float or a type.
fn whole_numbers(code: &str) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(begin) = code[at..].find(|c: char| c.is_ascii_digit()).map(|next| at + next) {
        let end = begin + code[begin..].find(|c: char| !c.is_ascii_digit()).unwrap_or(code.len() - begin);
        let (before, after) = (&code[..begin], &code[end..]);
        let is_own = !before.ends_with(|c| is_of_name(c) || c == '<')
            && (!before.ends_with('.') || before.ends_with(".."))
            && !after.starts_with(is_of_name)
            && (!after.starts_with('.') || after.starts_with(".."));
        let is_length = before.ends_with("; ") && after.starts_with(']');
        if is_own && !is_length && is_code(code, begin) {
            found.extend(code[begin..end].parse().ok().map(|number| (begin, number)));
        }
        at = end;
    }
    found
}

/// The outcome of running the checks on slips.
#[derive(Default)]
pub struct Verdicts {
    /// The number of slips that no question and no picture tells from the solution.
    pub equal: usize,
    /// The complaints about checks.
    pub wrong: Vec<String>,
}

/// The time after which a slip counts as one that never ends.
const LIMIT: Duration = Duration::from_secs(2);

/// Runs the checks on every slip.
pub fn ask<'a>(
    course: &Course<'a>,
    slips: &'a [Slipped],
    programs: &BTreeMap<Id, Program>,
    runs: &Runs<'_>,
) -> Result<Verdicts> {
    let runs = Runs { limit: runs.limit.min(LIMIT), ..*runs };
    let mut jobs = Vec::new();
    for slip in slips {
        let Some((lesson, program)) = course.lesson(slip.exercise.lesson).zip(programs.get(&slip.exercise))
        else {
            continue;
        };
        let choice = with(lesson, slip.exercise, Variant::Slipped(slip));
        jobs.push(Asking { lesson, slip, choice, program, runs: &runs });
    }
    let mut verdicts = Verdicts::default();
    for verdict in batches::run(course, runs.tree, &jobs)? {
        match verdict {
            Verdict::Refused => {}
            Verdict::Equal => verdicts.equal += 1,
            Verdict::Wrong(text) => verdicts.wrong.push(text),
        }
    }
    Ok(verdicts)
}

/// Returns the choice of a variant of one exercise, with the others of its lesson solved.
fn with<'a>(lesson: &'a LessonInfo, id: Id, variant: Variant<'a>) -> Choice<'a> {
    let rest = lesson.exercises().iter().map(Exercise::id).map(|id| (id, Variant::Solution));
    Choice { lesson: lesson.number, but: rest.chain([(id, variant)]).collect() }
}

enum Verdict {
    Refused,
    Equal,
    Wrong(String),
}

struct Asking<'a, 'r> {
    lesson: &'a LessonInfo,
    slip: &'a Slipped,
    choice: Choice<'a>,
    program: &'r Program,
    runs: &'r Runs<'r>,
}

impl<'a> Job<'a> for Asking<'a, '_> {
    type Result = Verdict;
    type Seen = Asked;

    fn choice(&self) -> &Choice<'a> {
        &self.choice
    }

    fn title(&self) -> String {
        format!("{} with {}", self.slip.exercise, self.slip.what)
    }

    fn run(&self, worker: usize, known: &Known<Asked>) -> Result<Verdict> {
        let id = self.slip.exercise;
        let ask = |choice: &Choice<'_>, seed| self.program.run(id, choice, seed, self.runs, worker, known);
        // `twins` are all wrong answers of the reported name, as any of them may be the same mistake.
        let answer = ask(&self.choice, None)?.answer;
        let (name, twins) = match &answer {
            Reply::Said(Outcome::Passed) => {
                return Ok(match ask(&self.choice, Some(SEED))?.answer {
                    Reply::Said(Outcome::Passed) => Verdict::Equal,
                    _ => self.wrong("passes all that a student is asked, and not what is drawn for a class"),
                });
            }
            Reply::Said(Outcome::Open) => (Variant::Starter.name(), vec![Variant::Starter]),
            Reply::Said(Outcome::Mistake(name)) => {
                let mistakes =
                    self.lesson.mistakes.data.of(id).filter(|mistake| mistake.name.get_ref() == name);
                let rows = recorded::rows(self.lesson, id).filter(|row| row.named == *name);
                let twins = mistakes.map(Variant::Mistake).chain(rows.map(Variant::Further));
                (name.as_str(), twins.collect())
            }
            _ => return Ok(Verdict::Refused),
        };
        // By what they answer to what is drawn, too, it must have the same name.
        let mut recording = Section::default();
        for twin in twins {
            recording.add(id, name.to_owned(), &ask(&with(self.lesson, id, twin), Some(SEED))?)?;
        }
        let file = self.runs.scratch.join(format!("{worker}.recorded"));
        std::fs::write(&file, format!("{{{}}}", recording.text(id)?))
            .with_context(|| format!("cannot write {}", file.display()))?;
        let by_twins = |command: &mut Command| {
            command.env(protocol::RECORDING, &file);
        };
        let again = self.program.run_by(id, &self.choice, Some(SEED), self.runs, worker, by_twins)?;
        Ok(match again.answer == answer {
            true => Verdict::Refused,
            false => self.wrong(&format!("is taken for '{name}', and what is drawn tells them apart")),
        })
    }
}

impl Asking<'_, '_> {
    fn wrong(&self, what: &str) -> Verdict {
        Verdict::Wrong(format!(
            "{} with {}: it {what}\n{}",
            self.slip.exercise, self.slip.what, self.slip.code
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_changes_one_thing() {
        let changed: Vec<String> =
            in_code("let x = a[0] + 1.0; // 2 + 3\n").into_iter().map(|(_, code)| code).collect();
        assert_eq!(changed, ["let x = a[0] - 1.0; // 2 + 3\n", "let x = a[1] + 1.0; // 2 + 3\n"]);
        let codes = |code: &str| in_code(code).into_iter().map(|(_, code)| code).collect::<Vec<_>>();
        assert_eq!(codes("o_from_b * b_from_c"), ["b_from_c * o_from_b"]);
        assert_eq!(codes("if let Some(x) = y && z"), [""; 0]);
        assert_eq!(
            codes("(0..n, x.0, as_chunks::<3>(), [T; 2], x2, \"7 < 8\")"),
            ["(1..n, x.0, as_chunks::<3>(), [T; 2], x2, \"7 < 8\")"]
        );
        assert_eq!(in_code("1.0 - x")[1].0, "`1.0 -` left out of line 1");
    }
}
