//! Checks that the code in a text equals that in its source.
//!
//! A line before a block of code names its source, `<!-- from common/src/pose.rs -->`. The source is the
//! students' version. A line with `…` alone matches any number of lines.

use crate::markers::dedented;
use course::Problem;

/// Lists blocks of code that differ from their source. `open` returns a source in the students' version.
pub fn check(file: &str, text: &str, open: impl Fn(&str) -> Option<String>) -> Vec<Problem> {
    let lines: Vec<&str> = text.lines().collect();
    let problem = |row: usize| {
        let from = lines[row - 1].trim().strip_prefix("<!-- from ")?.strip_suffix("-->")?.trim();
        let fence: String = lines.get(row)?.chars().take_while(|c| *c == '`').collect();
        let rest = &lines[row + 1..];
        let end = rest.iter().position(|line| line.trim_end() == fence).filter(|_| fence.len() >= 3);
        let text = match (end, open(from)) {
            (None, _) => format!("no block of code follows this line about {from}"),
            (_, None) => format!("there is no {from} in the workbook"),
            (Some(end), Some(source)) => {
                let source: Vec<&str> = source.lines().map(str::trim_end).collect();
                let code = rest[..end].join("\n");
                let differs = longest_match(&dedented(&code), &source).err()?.trim();
                format!(
                    "{from}, as students get it, has no such lines; the first that differs is `{differs}`"
                )
            }
        };
        Some(Problem::at(file, (row, 1), text))
    };
    (1..=lines.len()).filter_map(problem).collect()
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
