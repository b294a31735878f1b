//! Reads what checks report beside their outcomes, for authors and instructors.

use anyhow::Result;
use course::Id;
use course::protocol::{ABOUT, ANSWER, RIGHT, TRACE};
use serde_json::Value;

/// Returns the earlier exercises that an answer may call, if its check has reported them.
pub fn needs(lines: &str, exercise: Id) -> Option<Vec<Id>> {
    let begin = format!("{ABOUT}\t{exercise}\t");
    let needs = lines.lines().find_map(|line| line.strip_prefix(&begin))?;
    Some(needs.split(' ').filter_map(Id::strict).collect())
}

/// Returns the answers that the check of an exercise wrote, each with its question.
pub fn answers(lines: &str, exercise: Id) -> Vec<(&str, &str)> {
    let begin = format!("{ANSWER}\t{exercise}\t");
    lines.lines().filter_map(|line| line.strip_prefix(&begin)?.split_once('\t')).collect()
}

/// Returns the number that the check of an exercise wrote for all answers together.
pub fn trace(lines: &str, exercise: Id) -> Option<&str> {
    let begin = format!("{TRACE}\t{exercise}\t");
    lines.lines().find_map(|line| line.strip_prefix(&begin))
}

/// Returns what is right in each question of an exercise, as its check has written it, without the wrong
/// answers that equal the right one wherever the check offers them.
pub fn right(lines: &str, exercise: Id) -> Result<Vec<Value>> {
    let begin = format!("{RIGHT}\t{exercise}\t");
    let lines = lines.lines().filter_map(|line| line.strip_prefix(&begin));
    let mut all: Vec<Vec<Value>> = lines.map(serde_json::from_str).collect::<Result<_, _>>()?;
    let wrong = all.iter().flat_map(|question| &question[1..]).filter(|wrong| wrong[1] != true);
    let names: Vec<Value> = wrong.map(|wrong| wrong[0].clone()).collect();
    for question in &mut all {
        let mut is_right = true;
        question.retain(|part| std::mem::take(&mut is_right) || names.contains(&part[0]));
    }
    Ok(all.into_iter().map(Value::Array).collect())
}

/// Returns the answers that were handed in for an exercise, a line each, or none unless every line has the
/// number that was drawn for this run.
pub fn handed_in(lines: &str, key: &str, exercise: Id) -> Option<String> {
    let begin = format!("{key}\t{exercise}\t");
    let answers: Option<String> = lines
        .split_inclusive('\n')
        .map(|line| line.strip_prefix(&begin).filter(|line| line.ends_with('\n')))
        .collect();
    answers.filter(|answers| !answers.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_answers_with_the_number_that_was_drawn_are_taken() {
        let id = Id { lesson: 4, number: 1 };
        assert_eq!(handed_in("7\t04.1\t1 a\n7\t04.1\t0\n", "7", id).as_deref(), Some("1 a\n0\n"));
        for wrong in ["", "8\t04.1\t1\n", "7\t04.2\t1\n", "7\t04.1\t1", "7\t04.1\t1\n04.1\tpassed\t\n"] {
            assert_eq!(handed_in(wrong, "7", id), None, "{wrong}");
        }
    }

    #[test]
    fn what_a_check_needs_is_understood() {
        let needs = needs("04.1\tpassed\t\nabout\t04.1\t02.1 03.4\n", Id { lesson: 4, number: 1 });
        assert_eq!(needs.expect("it tells"), ["02.1", "03.4"].map(|id| Id::strict(id).expect("an id")));
    }
}
