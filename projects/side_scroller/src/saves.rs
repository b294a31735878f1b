//! A list of saves, to choose one of them.

use drafts::folder::Listed;
use gl::colour::{ACCENT, FAINT};
use stage::{Branch, Panel};

/// How many saves are seen at once.
const ROWS: f32 = 12.0;

/// Shows saves, the newest first, or says that there are none. The number of the one that is clicked on comes back.
pub fn show(panel: &mut Panel<'_>, label: &str, listed: &[Listed], none: &str) -> Option<usize> {
    if listed.is_empty() {
        panel.note(none);
        return None;
    }
    let numbers: Vec<String> =
        listed.iter().map(|save| save.saves.map_or("?".to_owned(), |saves| saves.to_string())).collect();
    let rows = listed.iter().zip(&numbers);
    let branches: Vec<Branch<'_>> = rows
        .map(|(save, end)| {
            let colour = if save.saves.is_some() { ACCENT } else { FAINT };
            Branch { depth: 0, name: &save.stamp, end, colour, solid: true }
        })
        .collect();
    let mut chosen = None;
    panel.tree(label, ROWS, &branches, &mut chosen);
    chosen
}
