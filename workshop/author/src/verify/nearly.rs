//! Puts a mutant into words for a student whose answers are the same, and records them.

use crate::verify::mutants::ALIKE;
use crate::verify::recorded::BLESS;
use crate::verify::slipped::{self, Slipped};
use anyhow::{Context, Result};
use course::{LessonInfo, protocol};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use workbook::write;

/// The changes of an exercise in words, each with the traces of all its answers.
type Changes = BTreeMap<String, BTreeSet<String>>;

/// Returns what stands in a code once one token has become another, as a student should hear it: with the names that
/// the student knows.
pub fn of_token(from: &str, to: &str, is_told: &dyn Fn(&str) -> bool) -> String {
    let are = |these: &[&str]| these.contains(&from) && these.contains(&to);
    let fixed = match (from, to) {
        _ if are(&["<", "<="]) || are(&[">", ">="]) => {
            "one comparison that decides otherwise where both sides are equal"
        }
        ("<" | "<=" | ">" | ">=", _) => "one comparison that looks the other way",
        ("==" | "!=" | "!", _) => "one condition turned into its opposite",
        ("&&" | "||", _) => "`&&` and `||` exchanged in one condition",
        ("+" | "-" | "+=" | "-=", "+" | "-" | "+=" | "-=" | "") => "one sign turned round",
        ("*" | "/", _) => "`*` and `/` exchanged once",
        ("=", _) => "one line that adds to what it should replace",
        (_, "=") => "one line that replaces what it should add to or change",
        ("..", _) => "one range that is longer by one",
        ("1.0 -", _) => "one `1 -` left out",
        _ if from.starts_with(|c: char| c.is_ascii_digit()) => match from.contains('.') {
            true => return format!("another number for one `{from}`"),
            false => "one whole number that is off by one",
        },
        _ => "",
    };
    if !fixed.is_empty() {
        return fixed.to_owned();
    }
    let [from, to] = [from, to].map(|text| text.trim_matches(|c| !slipped::is_of_name(c)));
    match to {
        "" => format!("one `{from}` left out"),
        _ if ALIKE.iter().any(|row| row.contains(&from) && row.contains(&to)) || is_told(from) => {
            format!("`{to}` for `{from}` in one place")
        }
        _ => format!("`{to}` for another name in one place"),
    }
}

/// Records the words for the answers of mutants, beside those of other exercises.
pub fn record(root: &Path, lessons: &[&LessonInfo], traced: &[(&Slipped, String, bool)]) -> Result<()> {
    for lesson in lessons {
        let path = root.join(lesson.file(protocol::NEARLY_FILE));
        let text = std::fs::read_to_string(&path).unwrap_or_else(|_| "{}".to_owned());
        let mut all: BTreeMap<String, Changes> =
            serde_json::from_str(&text).with_context(|| format!("{} cannot be read", path.display()))?;
        let ids = lesson.exercises().iter().map(course::Exercise::id);
        for id in ids {
            let own = traced.iter().filter(|(mutant, ..)| mutant.exercise == id);
            let changes = by_words(own.map(|(mutant, trace, _)| (mutant.words.as_str(), trace.as_str())));
            if !changes.is_empty() {
                all.insert(id.to_string(), changes);
            }
        }
        let lines =
            all.iter().map(|(id, changes)| Ok(format!("\"{id}\": {}", serde_json::to_string(changes)?)));
        let lines: Vec<String> = lines.collect::<Result<_>>()?;
        write::atomically(&path, format!("{{\n{}\n}}\n", lines.join(",\n")).as_bytes())
            .with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}

/// Returns the traces of all changes with the same words.
fn by_words<'a>(traced: impl Iterator<Item = (&'a str, &'a str)>) -> Changes {
    let mut changes = Changes::new();
    for (words, trace) in traced {
        changes.entry(words.to_owned()).or_default().insert(trace.to_owned());
    }
    changes
}

/// Returns complaints about slips for which no words are recorded.
pub fn untold(traced: &[(&Slipped, String, bool)]) -> Vec<String> {
    let untold = traced.iter().filter(|(.., is_told)| !is_told);
    let complaint = |(slip, ..): &(&Slipped, _, _)| {
        let (id, what) = (slip.exercise, &slip.what);
        format!(
            "{id} with {what}: the check has no words for it; `{BLESS}=1 cargo workbook verify --mutants {}` records them",
            id.lesson
        )
    };
    untold.map(complaint).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_is_said_in_the_words_that_tell_most() {
        let token = |from: &str, to: &str| of_token(from, to, &|name| name != "secret");
        assert_eq!(token("<", "<="), "one comparison that decides otherwise where both sides are equal");
        assert_eq!(token("+=", "="), "one line that replaces what it should add to or change");
        assert_eq!(token("-", ""), "one sign turned round");
        assert_eq!(token("1.0 -", ""), "one `1 -` left out");
        assert_eq!(token(".inverse()", ""), "one `inverse` left out");
        assert_eq!(token("parent", "child"), "`child` for `parent` in one place");
        assert_eq!(token("secret", "parent"), "`parent` for another name in one place");
    }
}
