//! Removes the tests inside sources, since students do not get them.
//!
//! This drops each item at the left edge of a file with `#[cfg(test)]` before it, and files that are named
//! for tests. A source with `cfg(test)` in another place is refused, so that no test is dropped by halves.

use course::Problem;
use std::ops::RangeInclusive;

/// The words with which a source asks whether it is built for tests.
const ASKS: [&str; 6] =
    ["cfg(test", "cfg(all(test", "cfg(any(test", "cfg(not(test", "cfg_attr(test", "cfg!(test"];

/// Returns true if a file holds nothing but tests, by its name.
pub fn is_test(file: &str) -> bool {
    let Some(path) = file.strip_suffix(".rs") else { return false };
    let mut folders = path.split('/');
    let name = folders.next_back().unwrap_or_default();
    name == "tests" || name.ends_with("_tests") || folders.any(|folder| folder == "tests")
}

/// Returns the rows of a source that are there for tests only, or for a module whose folder is kept back.
/// Paths of files begin at the source's folder. Rows are counted from 1, from top to bottom.
pub fn rows(
    file: &str,
    text: &str,
    is_kept_back: impl Fn(&str) -> bool,
) -> Result<Vec<RangeInclusive<usize>>, Problem> {
    let lines: Vec<&str> = text.lines().collect();
    let (mut rows, mut next) = (Vec::new(), 0);
    while let Some(line) = lines.get(next) {
        let (from, module) = (next, line.strip_prefix("pub mod ").and_then(|rest| rest.strip_suffix(';')));
        let for_tests =
            *line == "#[cfg(test)]" || line.starts_with("#[cfg(all(test, ") && line.ends_with(")]");
        next += 1;
        if !for_tests && !module.is_some_and(|module| is_kept_back(&format!("{module}/mod.rs"))) {
            if ASKS.iter().any(|ask| line.contains(ask)) {
                return Err(refusal(file, next));
            }
            continue;
        }
        let attributes = lines[from..].iter().take_while(|line| line.starts_with("#[")).count();
        let item = lines.get(from + attributes).ok_or_else(|| refusal(file, next))?;
        if let Some(module) =
            item.strip_prefix("mod ").and_then(|rest| rest.strip_suffix(';')).filter(|_| for_tests)
        {
            let path = lines[from..]
                .iter()
                .take(attributes)
                .find_map(|line| line.strip_prefix("#[path = \"")?.strip_suffix("\"]"));
            if !is_test(path.unwrap_or(&format!("{module}.rs"))) {
                let text =
                    format!("the file of `mod {module}` must be called tests or …_tests, to be kept back");
                return Err(Problem::at(file, (from + 1, 1), text));
            }
        }
        // A module with tests is the last item, since a text in it may hold any lines.
        let last = match item {
            _ if item.ends_with([';', '}']) => Some(attributes),
            _ if item.starts_with("mod ") => Some(lines.len() - from - 1),
            _ => lines[from..].iter().position(|line| line.starts_with('}')),
        };
        next = from + 1 + last.ok_or_else(|| refusal(file, next))?;
        let above = lines[..from]
            .iter()
            .rev()
            .take_while(|line| line.starts_with("///") || line.starts_with("#["))
            .count();
        let from = from - above;
        // An empty line separates two items: one of two goes too.
        let above = from > 0 && lines[from - 1].trim().is_empty();
        rows.push(from + 1 - usize::from(above)..=next);
    }
    Ok(rows)
}

pub fn without(text: &str, rows: &[RangeInclusive<usize>]) -> String {
    let stays = |i: usize| !rows.iter().any(|rows| rows.contains(&(i + 1)));
    text.split_inclusive('\n').enumerate().filter(|(i, _)| stays(*i)).map(|(_, line)| line).collect()
}

fn refusal(file: &str, row: usize) -> Problem {
    let text = "write `#[cfg(test)]` before a whole item at the left edge only, so that it can be kept back from students";
    Problem::at(file, (row, 1), text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_go_and_what_would_go_by_halves_is_refused() {
        let text = "use a;\n#[cfg(test)]\nuse b;\n\n/// F.\n#[cfg(test)]\nfn f() {\n    0\n}\n\nfn g() {}\n\n#[cfg(test)]\nmod tests {\n    const T: &str = \"\n}\n\";\n}\n";
        let rows = rows("a.rs", text, |_| false).expect("rows");
        assert_eq!(without(text, &rows), "use a;\n\nfn g() {}\n");
        for wrong in
            ["fn f() {\n    #[cfg(test)]\n    g();\n}\n", "#[cfg(test)]\n", "#[cfg(test)]\nmod more;\n"]
        {
            assert!(super::rows("a.rs", wrong, |_| false).is_err(), "{wrong}");
        }
    }
}
