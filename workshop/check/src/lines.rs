//! An answer of several lines, compared line by line.

use super::answer::Answer;
use crate::told;

/// The course of a simulation, a line for each thing that happens.
pub struct Lines(pub Vec<String>);

told!(Lines { 0 });

impl Answer for Lines {
    fn show(&self) -> String {
        self.0.join("\n")
    }

    fn difference(&self, want: &Self) -> Option<String> {
        let same = self.0.iter().zip(&want.0).take_while(|(given, want)| given == want).count();
        let line = |lines: &Self| lines.0.get(same).map_or("nothing", String::as_str).to_owned();
        let before = match same {
            0 => String::new(),
            1 => format!("  The first is right: \"{}\".\n", self.0[0]),
            _ => format!("  The first {same} are right, up to \"{}\".\n", self.0[same - 1]),
        };
        Some(format!("{before}  Came out   {}\n  Expected   {}\n", line(self), line(want)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_right_is_counted_up_to_the_first_that_is_not() {
        let said = |given: &[&str]| {
            let lines = |lines: &[&str]| Lines(lines.iter().map(|line| (*line).to_owned()).collect());
            lines(given).difference(&lines(&["a", "b", "c"])).unwrap_or_default()
        };
        assert!(said(&["b"]).starts_with("  Came out   b\n"));
        assert!(said(&["a", "c"]).starts_with("  The first is right: \"a\".\n  Came out   c\n"));
        assert!(
            said(&["a", "b"]).starts_with("  The first 2 are right, up to \"b\".\n  Came out   nothing\n")
        );
    }
}
