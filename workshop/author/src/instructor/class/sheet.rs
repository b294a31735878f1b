//! The class as a table for spreadsheets: a row for each exercise, and a column for each student.

use crate::instructor::class::tally::{Class, Group};
use crate::instructor::csv;

/// The table.
pub fn csv(class: &Class<'_>) -> String {
    let head = ["exercise", "title", "right", "tried", "open", "beliefs"].map(str::to_owned);
    let names = (0..class.students.len()).map(|who| class.name(who));
    let mut text = csv::row(head.into_iter().chain(names));
    for (at, column) in class.columns.iter().enumerate() {
        let held = class.beliefs.iter().filter(|belief| belief.column == at && !belief.who.is_empty());
        let beliefs: Vec<String> =
            held.map(|belief| format!("{}: {}", belief.name, belief.who.len())).collect();
        let counts = [Group::Right, Group::Tried, Group::Open].map(|group| column.count(group).to_string());
        let row = [column.exercise.id().to_string(), column.exercise.title.clone()].into_iter();
        let row = row.chain(counts).chain([beliefs.join("; ")]);
        text.push_str(&csv::row(row.chain(column.now().iter().map(|state| state.words()))));
    }
    text
}
