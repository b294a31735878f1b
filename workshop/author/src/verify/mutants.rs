//! `verify --mutants`: changes each solution in one place at a time, as students may, and lists the changes that its check
//! lets pass. It's no part of CI, since it takes a minute or two for a lesson.

use crate::projection::{Course, is_read_late};
use crate::verify::asking::{Asking, Heard, SEED, rest_solved};
use crate::verify::variants::Variant;
use anyhow::{Context, Result};
use course::protocol::Outcome;
use course::{Id, LessonInfo};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use verdict::Recorded;

/// The list of mutants that are right: for each exercise the reasons, with the changed lines.
const EQUAL: &str = "workshop/author/mutants.toml";

/// Texts that stand for each other. An operator has a blank on each side, as rustfmt writes it.
const ALIKE: [&[&str]; 27] = [
    &[" + ", " - "],
    &[" * ", " / "],
    &[" < ", " <= ", " > ", " >= "],
    &[" == ", " != "],
    &[" && ", " || "],
    &[" = ", " += ", " -= ", " *= "],
    &["..", "..="],
    &["1.0 - ", ""],
    &["0.5", "1.0", "2.0"],
    &["true", "false"],
    &["x", "y", "z", "w"],
    &["x_axis", "y_axis", "z_axis", "w_axis"],
    &["from_rotation_x", "from_rotation_y", "from_rotation_z"],
    &["ZERO", "ONE", "IDENTITY"],
    &["transform_point3", "transform_vector3"],
    &["min", "max"],
    &["sin", "cos"],
    &["all", "any"],
    &["floor", "round", "ceil"],
    &["first", "last"],
    &["dot", "cross"],
    &["length", "length_squared"],
    &[".rem_euclid(", " % ("],
    &[".inverse()", ".transpose()", ""],
    &[".normalize()", ""],
    &[".to_radians()", ".to_degrees()", ""],
    &[".abs()", ".rev()", ""],
];

/// A solution with one thing changed.
#[derive(Debug)]
pub struct Mutant {
    /// The exercise that it answers.
    pub exercise: Id,
    /// The variant's name, whose beginning no answer's name has.
    pub name: String,
    /// The whole code of the region.
    pub code: String,
    /// The changed lines.
    what: String,
}

/// Returns the mutants of all solutions of some lessons, and the solutions, which must pass among them.
pub fn all(course: &Course<'_>, lessons: &[&LessonInfo]) -> Vec<Mutant> {
    let own = |id: Id| lessons.iter().any(|lesson| lesson.number == id.lesson);
    let mut all = Vec::new();
    for (file, region) in course.regions().filter(|(_, region)| own(region.id)) {
        // Of one that cannot be read, rustc would tell before it looks at any other.
        let is_read = |code: &String| syn::parse_str::<syn::Block>(&format!("{{\n{code}\n}}")).is_ok();
        let mutants = of(&region.solution).into_iter().filter(|code| is_read_late(file) || is_read(code));
        all.extend(mutants.enumerate().map(|(number, code)| Mutant {
            exercise: region.id,
            name: format!("~{}", number + 1),
            what: changed(&region.solution, &code),
            code,
        }));
    }
    all
}

/// Returns the lines that a mutant has instead of the solution's, in one; for the solution none.
fn changed(solution: &str, mutant: &str) -> String {
    let [old, new] = [solution, mutant].map(|code| code.lines().map(str::trim).collect::<Vec<_>>());
    let same = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let below = old[same..].iter().rev().zip(new[same..].iter().rev()).take_while(|(a, b)| a == b).count();
    let [old, new] = [old, new].map(|lines| lines[same..lines.len() - below].join(" ").trim().to_owned());
    if new.is_empty() && !old.is_empty() { format!("without {old}") } else { new }
}

/// Returns the mutants of a code, and itself.
fn of(code: &str) -> BTreeSet<String> {
    let mut mutants = BTreeSet::from([code.to_owned()]);
    let mut put = |at: usize, length: usize, text: &str| {
        if !is_in_text(code, at) {
            mutants.insert(format!("{}{text}{}", &code[..at], &code[at + length..]));
        }
    };
    for (row, from) in ALIKE.iter().flat_map(|row| row.iter().map(move |from| (row, from))) {
        let places = code.match_indices(from).filter(|(at, _)| !from.is_empty() && is_whole(code, *at, from));
        for (at, _) in places {
            row.iter().for_each(|to| put(at, from.len(), to));
        }
    }
    // A name for another one, a number that is off by one, and lines that are left out.
    let words = words(code);
    for (at, word) in &words {
        if let Ok(number) = word.parse::<u32>() {
            [number + 1, number.saturating_sub(1)]
                .iter()
                .for_each(|other| put(*at, word.len(), &other.to_string()));
        }
        let is_name = |word: &str| word.starts_with(|c: char| c.is_lowercase()) && !KEYWORDS.contains(&word);
        let others = words.iter().filter(|(_, other)| is_name(word) && is_name(other));
        others.for_each(|(_, other)| put(*at, word.len(), other));
    }
    let mut at = 0;
    for line in code.split_inclusive('\n') {
        if line.trim_end().ends_with(';') && !line.trim_start().starts_with("let ") {
            put(at, line.len(), "");
        }
        at += line.len();
    }
    mutants
}

const KEYWORDS: [&str; 14] = [
    "as", "break", "continue", "else", "fn", "for", "if", "in", "let", "match", "mut", "return", "while",
    "self",
];

fn is_of_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Returns the names and whole numbers of a code, with their places.
fn words(code: &str) -> Vec<(usize, &str)> {
    let mut at = 0;
    let parts = code.split_inclusive(|c| !is_of_name(c)).map(|part| {
        at += part.len();
        (at - part.len(), part.trim_end_matches(|c| !is_of_name(c)))
    });
    parts.filter(|(at, word)| !word.is_empty() && is_whole(code, *at, word)).collect()
}

/// Returns true if a text is no part of a longer name or of a number with a fraction.
fn is_whole(code: &str, at: usize, text: &str) -> bool {
    let (before, after) = (&code[..at], &code[at + text.len()..]);
    let is_number = text.ends_with(|c: char| c.is_ascii_digit());
    let begins = !text.starts_with(is_of_name) || !before.ends_with(is_of_name);
    let ends = !text.ends_with(is_of_name) || !after.starts_with(is_of_name);
    let is_part = is_number
        && (before.ends_with('.') && !before.ends_with("..")
            || after.starts_with('.') && !after.starts_with(".."));
    begins && ends && (text.contains('.') || !is_part)
}

/// Returns true if a place is in a comment or a string.
fn is_in_text(code: &str, at: usize) -> bool {
    let before = &code[code[..at].rfind('\n').map_or(0, |end| end + 1)..at];
    before.contains("//") || !before.matches('"').count().is_multiple_of(2)
}

/// Asks the checks about each mutant. Returns those that pass but are not listed, and solutions that don't.
pub fn passing<'a>(
    asking: &Asking<'a>,
    mutants: &'a [Mutant],
    recorded: &BTreeMap<Id, Recorded>,
    root: &Path,
) -> Result<Vec<String>> {
    let trial = |mutant: &'a Mutant| {
        let (id, variant) = (mutant.exercise, Variant::Mutant(mutant));
        Some((mutant, asking.checks.get(&id)?, rest_solved(asking.course.lesson(id.lesson)?, id, variant)))
    };
    let trials: Vec<_> = mutants.iter().filter_map(trial).collect();
    let passes = asking.all(
        &trials,
        |(mutant, _, choice)| (choice, format!("{} with {}", mutant.exercise, mutant.what)),
        |(mutant, check, choice), asker| {
            // In all that is asked, for a class too.
            for seed in [None, Some(SEED)] {
                let judged = asker.judge(check, choice, seed, &recorded[&mutant.exercise])?;
                if judged.heard != Heard::Said(Outcome::Passed) {
                    return Ok(false);
                }
            }
            Ok(true)
        },
    )?;
    let text = std::fs::read_to_string(root.join(EQUAL)).with_context(|| format!("cannot read {EQUAL}"))?;
    let lists: BTreeMap<String, BTreeMap<String, Vec<String>>> =
        toml::from_str(&text).with_context(|| format!("cannot read {EQUAL}"))?;
    let is_listed = |mutant: &Mutant| {
        let lists = lists.get(&mutant.exercise.to_string()).into_iter().flat_map(BTreeMap::values);
        mutant.what.is_empty() || lists.flatten().any(|line| *line == mutant.what)
    };
    let wrong = |(mutant, passes): (&Mutant, bool)| match (mutant.what.as_str(), passes) {
        ("", false) => Some(format!("{} does not pass as it is", mutant.exercise)),
        (what, true) if !is_listed(mutant) => Some(format!("{} passes with: {what}", mutant.exercise)),
        _ => None,
    };
    Ok(trials.iter().map(|(mutant, ..)| *mutant).zip(passes).filter_map(wrong).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mutant_changes_one_place_outside_of_texts_and_is_named_by_its_lines() {
        for (code, wanted) in [
            ("a[0] + 1.0; // 2 + 3", ["a[0] - 1.0; // 2 + 3", "a[1] + 1.0; // 2 + 3"]),
            ("t.min(m) < d", ["t.max(m) < d", "m.min(m) < d"]),
            ("a.inverse() * b", ["a * b", "a.transpose() * b"]),
            ("p.x = q;\nr(p);\n", ["p.x = q;\n", "p.x += q;\nr(p);\n"]),
        ] {
            let mutants = of(code);
            assert!(wanted.iter().all(|mutant| mutants.contains(*mutant)), "{mutants:#?}");
        }
        let is_kept = |code: &String| code.contains(".0, ") && code.ends_with(", \"7 < 8\")");
        assert!(of("(x.0, x2, \"7 < 8\")").iter().all(is_kept), "a place in a tuple and a text stay");
        assert_eq!(changed("a;\nb;\nc;\n", "a;\n\nc;\n"), "without b;");
    }
}
