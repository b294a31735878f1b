//! An answer that is told line by line.

use super::answer::Answer;
use crate::told;

/// What happens, a line each.
pub struct Lines(pub Vec<String>);

told!(Lines { 0 });

impl Answer for Lines {
    fn agrees(&self, other: &Self) -> bool {
        self.0 == other.0
    }

    fn show(&self) -> String {
        self.0.join("\n")
    }

    fn difference(&self, want: &Self) -> Option<String> {
        let same = self.0.iter().zip(&want.0).take_while(|(given, want)| given == want).count();
        let line = |lines: &Self| lines.0.get(same).map_or("nothing", String::as_str).to_owned();
        let before = match same.checked_sub(1) {
            Some(last) => format!("  The first {same} are right, up to \"{}\".\n", self.0[last]),
            None => String::new(),
        };
        Some(format!("{before}  Came out   {}\n  Expected   {}\n", line(self), line(want)))
    }
}
