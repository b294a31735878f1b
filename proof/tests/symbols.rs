//! The letters in the texts' formulas mean what `docs/symbols.md` says: in one lesson no letter means two things.

use anyhow::{Context, Result, ensure};
use course::{LessonInfo, root};
use std::collections::BTreeSet;

const GREEK: &[&str] =
    &["alpha", "beta", "gamma", "delta", "theta", "lambda", "pi", "phi", "varphi", "psi", "omega"];

/// A row of one of the tables.
struct Row {
    symbol: String,
    lessons: Vec<String>,
    /// Whether it is of the first table, whose symbols have one meaning in all lessons.
    everywhere: bool,
}

fn rows() -> Result<Vec<Row>> {
    let path = root().join("docs/symbols.md");
    let text = std::fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    let mut rows = Vec::new();
    for (table, part) in text.split("\n## ").skip(1).enumerate() {
        for line in part.lines().filter(|line| line.starts_with("| $")) {
            let cells: Vec<&str> = line.split('|').map(str::trim).collect();
            let [_, symbol, meaning, lessons, _] = cells[..] else {
                anyhow::bail!("not three cells: {line}")
            };
            ensure!(!meaning.is_empty(), "no meaning: {line}");
            let lessons = lessons.split(", ").map(str::to_owned).collect();
            rows.push(Row { symbol: symbol.replace('$', ""), lessons, everywhere: table == 0 });
        }
    }
    Ok(rows)
}

#[test]
fn every_symbol_means_one_thing() -> Result<()> {
    let rows = rows()?;
    let mut problems = Vec::new();
    for row in rows.iter().filter(|row| row.everywhere) {
        if rows.iter().filter(|other| other.symbol == row.symbol).count() > 1 {
            problems.push(format!("{} has two meanings", row.symbol));
        }
    }
    for lesson in LessonInfo::all(root())? {
        let number = format!("{:02}", lesson.number);
        let text = std::fs::read_to_string(root().join(lesson.folder).join("README.md"))?;
        let used: BTreeSet<String> = formulas(&text).iter().flat_map(|formula| symbols(formula)).collect();
        let listed: Vec<&Row> = rows.iter().filter(|row| row.lessons.contains(&number)).collect();
        for symbol in &used {
            let meanings = listed.iter().filter(|row| row.symbol == *symbol).count();
            if meanings != 1 {
                problems
                    .push(format!("lesson {number}: {symbol} has {meanings} meanings in docs/symbols.md"));
            }
        }
        let unused = listed.iter().filter(|row| !used.contains(&row.symbol));
        problems.extend(unused.map(|row| format!("lesson {number} has no {}", row.symbol)));
    }
    ensure!(problems.is_empty(), "{}", problems.join("\n"));
    Ok(())
}

/// What stands between dollars in a Markdown text, outside code.
fn formulas(text: &str) -> Vec<String> {
    let outside = |text: &str, fence: &str| text.split(fence).step_by(2).collect::<Vec<_>>().join(" ");
    let text = outside(&outside(text, "```"), "`");
    let mut formulas = Vec::new();
    for (i, part) in text.split("$$").enumerate() {
        match i % 2 {
            1 => formulas.push(part.to_owned()),
            _ => formulas.extend(part.split('$').skip(1).step_by(2).map(str::to_owned)),
        }
    }
    formulas
}

/// The letters in a formula, without words, indices and the T of a transposed matrix.
fn symbols(formula: &str) -> Vec<String> {
    let mut symbols = Vec::new();
    let mut rest = formula;
    while let Some(first) = rest.chars().next() {
        rest = &rest[first.len_utf8()..];
        match first {
            '\\' => {
                let end = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
                let (name, after) = rest.split_at(end);
                rest = after;
                match name {
                    "text" | "begin" | "end" => rest = &rest[group(rest)..],
                    "mathbb" => {
                        let end = group(rest);
                        symbols.push(format!("\\mathbb{}", &rest[..end]));
                        rest = &rest[end..];
                    }
                    _ if GREEK.contains(&name) => symbols.push(format!("\\{name}")),
                    _ => {}
                }
            }
            '_' => rest = &rest[group(rest)..],
            '^' => rest = rest.strip_prefix('T').unwrap_or(rest),
            'd' if rest.starts_with('t') => {
                symbols.push("dt".to_owned());
                rest = &rest[1..];
            }
            _ if first.is_ascii_alphabetic() => symbols.push(first.to_string()),
            _ => {}
        }
    }
    symbols
}

/// How long the first thing in a formula is: a group in braces, or one character.
fn group(formula: &str) -> usize {
    let mut depth = 0;
    for (at, c) in formula.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at + c.len_utf8();
        }
    }
    formula.len()
}

#[test]
fn letters_are_told_from_words_and_indices() {
    let letters = symbols(
        r"W_{\text{parent}} \cdot L_i = (M^{-1})^T \sin \alpha \, \mathbb{T}_i^{-1} dt \text{, rounded}",
    );
    assert_eq!(letters, ["W", "L", "M", "\\alpha", "\\mathbb{T}", "dt"]);
    assert_eq!(formulas("`$no$` $a$ b\n\n$$c$$ $d$"), ["a", "c", "d"]);
}
