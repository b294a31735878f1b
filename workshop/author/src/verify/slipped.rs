//! Makes slips: solutions with one thing changed. A check must refuse each, and take none for a mistake that
//! it is not. Nobody has to write them down.

use crate::projection::{Course, is_read_late};
use crate::told;
use crate::verify::asking::{Asker, Asking, Check, SEED, rest_solved};
use crate::verify::recorded::{self, Section};
use crate::verify::variants::{Choice, Variant};
use anyhow::{Context, Result};
use course::protocol::{self, Outcome};
use course::{Id, LessonInfo};
use std::time::Duration;
use workbook::checks::Reply;

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
    /// The words in which a student hears of the change.
    pub words: String,
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
            all.extend(slips.map(|(number, change)| Slipped {
                exercise: region.id,
                name: format!("~{}", number + 1),
                what: change.what(),
                code: change.code,
                words: String::new(),
            }));
        }
    }
    all
}

/// A change of a text in a code to another one.
pub struct Change {
    pub from: String,
    /// The other text, empty if the first is left out.
    pub to: String,
    line: usize,
    /// The changed code.
    pub code: String,
}

impl Change {
    fn what(&self) -> String {
        let Self { from, to, line, .. } = self;
        match to.as_str() {
            "" => format!("`{from}` left out of line {line}"),
            _ => format!("`{to}` for `{from}` in line {line}"),
        }
    }
}

/// Returns the possible changes of a code.
pub fn in_code(code: &str) -> Vec<Change> {
    let mut found = Vec::new();
    let mut change = |at: usize, from: &str, to: &str| {
        found.push(Change {
            from: from.trim().to_owned(),
            to: to.trim().to_owned(),
            line: 1 + code[..at].matches('\n').count(),
            code: format!("{}{to}{}", &code[..at], &code[at + from.len()..]),
        });
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

pub fn is_of_name(c: char) -> bool {
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
pub struct Verdicts<'a> {
    /// The slips that no question tells from the solution.
    pub equal: Vec<&'a Slipped>,
    /// The number of slips that do not end.
    pub endless: usize,
    /// The slips whose answers no mistake explains, each with their trace, and whether the check has words for it.
    pub traced: Vec<(&'a Slipped, String, bool)>,
    /// The complaints about checks.
    pub wrong: Vec<String>,
}

/// The time after which a slip counts as one that never ends.
pub const LIMIT: Duration = Duration::from_secs(2);

/// Asks the checks about every slip, each for no longer than the limit.
pub fn ask<'a>(asking: &'a Asking<'a>, slips: &'a [Slipped], limit: Duration) -> Result<Verdicts<'a>> {
    let trial = |slip: &'a Slipped| {
        let lesson = asking.course.lesson(slip.exercise.lesson);
        let (lesson, check) = lesson.zip(asking.checks.get(&slip.exercise))?;
        Some(Trial {
            lesson,
            slip,
            choice: rest_solved(lesson, slip.exercise, Variant::Slipped(slip)),
            check,
        })
    };
    let trials: Vec<_> = slips.iter().filter_map(trial).collect();
    let title = |trial: &Trial<'_>| format!("{} with {}", trial.slip.exercise, trial.slip.what);
    let all = asking.all(
        &trials,
        |trial| (&trial.choice, title(trial)),
        |trial, asker| trial.verdict(asker.within(limit)),
    )?;
    let mut verdicts = Verdicts::default();
    for (trial, verdict) in trials.iter().zip(all) {
        match verdict {
            Verdict::Refused => {}
            Verdict::Traced(trace, is_told) => verdicts.traced.push((trial.slip, trace, is_told)),
            Verdict::Endless => verdicts.endless += 1,
            Verdict::Equal => verdicts.equal.push(trial.slip),
            Verdict::Wrong(what) => {
                verdicts.wrong.push(format!("{}: it {what}\n{}", title(trial), trial.slip.code));
            }
        }
    }
    Ok(verdicts)
}

enum Verdict {
    Refused,
    /// It is refused, but nobody knows why. Holds the trace, and whether words are recorded for it.
    Traced(String, bool),
    Endless,
    Equal,
    Wrong(String),
}

/// A slip that a check is asked about.
struct Trial<'a> {
    lesson: &'a LessonInfo,
    slip: &'a Slipped,
    choice: Choice<'a>,
    check: &'a Check,
}

impl Trial<'_> {
    fn verdict(&self, asker: Asker<'_>) -> Result<Verdict> {
        let (id, check) = (self.slip.exercise, self.check);
        // `twins` are all wrong answers of the reported name, as any of them may be the same mistake.
        let asked = asker.ask(check, &self.choice, None)?;
        let answer = asked.answer;
        let (name, twins) = match &answer {
            Reply::Said(Outcome::Passed) => {
                return Ok(match asker.ask(check, &self.choice, Some(SEED))?.answer {
                    Reply::Said(Outcome::Passed) => Verdict::Equal,
                    _ => {
                        let what = "passes all that a student is asked, and not what is drawn for a class";
                        Verdict::Wrong(what.to_owned())
                    }
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
            Reply::TimedOut => return Ok(Verdict::Endless),
            Reply::Said(Outcome::Wrong | Outcome::Panicked) => {
                let printed: Vec<&str> = asked.printed.split_whitespace().collect();
                let is_told = printed.join(" ").contains(protocol::NEARLY);
                let trace = told::trace(&asked.told, id).map(str::to_owned);
                return Ok(trace.map_or(Verdict::Refused, |trace| Verdict::Traced(trace, is_told)));
            }
            _ => return Ok(Verdict::Refused),
        };
        // By what they answer to what is drawn, too, it must have the same name.
        let mut recording = Section::default();
        for twin in twins {
            let asked = asker.ask(check, &rest_solved(self.lesson, id, twin), Some(SEED))?;
            recording.add(id, name.to_owned(), &asked)?;
        }
        let file = asker.file("recorded");
        std::fs::write(&file, format!("{{{}}}", recording.text(id)?))
            .with_context(|| format!("cannot write {}", file.display()))?;
        let again = asker.ask_with(protocol::RECORDING, &file, check, &self.choice, Some(SEED))?;
        Ok(match again.answer == answer {
            true => Verdict::Refused,
            false => Verdict::Wrong(format!("is taken for '{name}', and what is drawn tells them apart")),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_changes_one_thing() {
        let changed: Vec<String> =
            in_code("let x = a[0] + 1.0; // 2 + 3\n").into_iter().map(|change| change.code).collect();
        assert_eq!(changed, ["let x = a[0] - 1.0; // 2 + 3\n", "let x = a[1] + 1.0; // 2 + 3\n"]);
        let codes = |code: &str| in_code(code).into_iter().map(|change| change.code).collect::<Vec<_>>();
        assert_eq!(codes("o_from_b * b_from_c"), ["b_from_c * o_from_b"]);
        assert_eq!(codes("if let Some(x) = y && z"), [""; 0]);
        assert_eq!(
            codes("(0..n, x.0, as_chunks::<3>(), [T; 2], x2, \"7 < 8\")"),
            ["(1..n, x.0, as_chunks::<3>(), [T; 2], x2, \"7 < 8\")"]
        );
        assert_eq!(in_code("1.0 - x")[1].what(), "`1.0 -` left out of line 1");
    }
}
