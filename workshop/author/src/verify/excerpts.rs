//! Checks that the code in a text equals that in its source.
//!
//! A line before a block of code names its source, `<!-- from common/src/pose.rs -->`. The source is the
//! students' version. A line with `…` alone matches any number of lines.

use crate::markers::dedented;
use course::Problem;

/// Lists blocks of code that differ from their source. `open` returns a source in the students' version.
pub fn check(file: &str, text: &str, open: impl Fn(&str) -> Option<String>) -> Vec<Problem> {
    let problem = |excerpt: Excerpt<'_>| {
        let text = excerpt.problem(&open)?;
        Some(Problem::at(file, (excerpt.row, 1), text))
    };
    excerpts(text).filter_map(problem).collect()
}

/// A block of code in a text, and the source that it quotes.
#[derive(Debug, PartialEq)]
struct Excerpt<'a> {
    /// The row of the line that names the source.
    row: usize,
    from: &'a str,
    /// The block's lines, or none where no block follows.
    code: Option<Vec<&'a str>>,
}

fn excerpts(text: &str) -> impl Iterator<Item = Excerpt<'_>> {
    let lines: Vec<&str> = text.lines().collect();
    let at = move |row: usize| {
        let from = lines[row - 1].trim().strip_prefix("<!-- from ")?.strip_suffix("-->")?.trim();
        let fence: String = lines.get(row)?.chars().take_while(|c| *c == '`').collect();
        let rest = &lines[row + 1..];
        let end = rest.iter().position(|line| line.trim_end() == fence);
        let code = end.filter(|_| fence.len() >= 3).map(|end| rest[..end].to_vec());
        Some(Excerpt { row, from, code })
    };
    (1..=text.lines().count()).filter_map(at)
}

impl Excerpt<'_> {
    fn problem(&self, open: impl Fn(&str) -> Option<String>) -> Option<String> {
        let from = self.from;
        let Some(code) = &self.code else {
            return Some(format!("no block of code follows this line about {from}"));
        };
        let Some(source) = open(from) else {
            return Some(format!("there is no {from} in the workbook"));
        };
        let code = code.join("\n");
        let lines: Vec<&str> = source.lines().map(str::trim_end).collect();
        let differs = longest_match(&dedented(&code), &lines).err()?;
        Some(format!(
            "{from}, as students get it, has no such lines; the first that differs is `{}`",
            differs.trim()
        ))
    }
}

/// Finds where most lines of a block match a source. The error is the first line that does not match there.
fn longest_match<'a>(block: &[&'a str], source: &[&str]) -> Result<(), &'a str> {
    let skipped = block.iter().take_while(|line| is_gap(line)).count();
    let block = &block[skipped..];
    let mut longest = 0;
    for start in 0..source.len() {
        let matched = match_at(block, &source[start..]);
        if matched == block.len() {
            return Ok(());
        }
        longest = longest.max(matched);
    }
    Err(block.get(longest).copied().unwrap_or("nothing at all"))
}

/// Returns true if a line is `…`, which matches any number of lines.
fn is_gap(line: &str) -> bool {
    line.trim() == "…"
}

/// Counts the lines of a block that match a source from the source's first line on.
fn match_at(block: &[&str], source: &[&str]) -> usize {
    let Some(indent) = block.first().zip(source.first()).and_then(|(line, first)| first.strip_suffix(line))
    else {
        return 0;
    };
    if !indent.trim().is_empty() {
        return 0;
    }
    let same = |line: &str, source: &str| match line.is_empty() {
        true => source.is_empty(),
        false => source.strip_prefix(indent) == Some(line),
    };
    let mut next = 0;
    let mut anywhere = false;
    for (i, line) in block.iter().enumerate() {
        if is_gap(line) {
            anywhere = true;
            continue;
        }
        let rest = &source[next..];
        let reach = if anywhere { rest.len() } else { rest.len().min(1) };
        match rest[..reach].iter().position(|source| same(line, source)) {
            Some(skipped) => next += skipped + 1,
            None => return i,
        }
        anywhere = false;
    }
    block.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::markers::{Source, State};

    const SOURCE: &str = "\
impl Pose {
    fn walk() {
        // TODO 04.1: Walk.
        // BEGIN SOLUTION 04.1
        one_step_after_the_other();
        // END SOLUTION 04.1
        // STARTER 04.1: stay();
    }

    fn run() {
        stay();
    }
}
";

    fn problem(code: &str) -> Option<String> {
        let source = Source::parse("a.rs", SOURCE).expect("a source");
        let open = |file: &str| (file == "a.rs").then(|| source.project(|_| State::Open));
        let text = format!("Text.\n\n<!-- from a.rs -->\n```rust\n{code}```\n");
        check("README.md", &text, open).first().map(Problem::to_string)
    }

    #[test]
    fn a_block_may_be_any_part_of_the_source_and_leave_lines_out() {
        for code in [
            "fn run() {\n    stay();\n}\n",
            "        stay();\n        // END 04.1\n    }\n\n    fn run() {\n",
            "impl Pose {\n    fn walk() {\n        // TODO 04.1: Walk.\n        stay();\n",
            "impl Pose {\n    …\n    fn run() {\n        …\n    }\n}\n",
            "        …\n    fn run() {\n",
            "fn walk() {\n    …\n    stay();\n    // END 04.1\n}\n",
        ] {
            assert_eq!(problem(code), None, "{code}");
        }
    }

    #[test]
    fn a_block_that_differs_is_shown_where() {
        let differs = |line| {
            Some(format!(
                "README.md:3:1: a.rs, as students get it, has no such lines; the first that differs is `{line}`"
            ))
        };
        assert_eq!(problem("fn run() {\n    go();\n}\n"), differs("go();"));
        assert_eq!(problem("fn run() {\n  stay();\n}\n"), differs("stay();"));
        assert_eq!(problem("fn run() {\n    …\n    go();\n}\n"), differs("go();"));
        assert_eq!(problem("one_step_after_the_other();\n"), differs("one_step_after_the_other();"));
        assert_eq!(problem("// BEGIN SOLUTION 04.1\n"), differs("// BEGIN SOLUTION 04.1"));
    }

    #[test]
    fn a_line_about_a_source_needs_both_block_and_source() {
        let problems = |text: &str| -> Vec<String> {
            check("README.md", text, |_| None).iter().map(Problem::to_string).collect()
        };
        let no_block = "README.md:1:1: no block of code follows this line about a.rs";
        assert_eq!(problems("<!-- from a.rs -->\nText\n"), [no_block]);
        assert_eq!(problems("<!-- from a.rs -->\n```\nnever closed\n"), [no_block]);
        let no_source = "README.md:1:1: there is no a.rs in the workbook";
        assert_eq!(problems("<!-- from a.rs -->\n```\n```\n"), [no_source]);
        assert_eq!(problems("<!-- a comment -->\n```\n```\n"), [""; 0]);
    }
}
