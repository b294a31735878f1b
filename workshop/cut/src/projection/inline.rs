//! Removes the tests inside sources, since students do not get them.
//!
//! This drops each item at the left edge of a file with `#[cfg(test)]` before it, and files that are named
//! for tests. A source with `cfg(test)` in another place is refused, so that no test is dropped by halves.

use course::Problem;
use std::ops::RangeInclusive;
use syn::spanned::Spanned;
use syn::{Attribute, Expr, Item, Lit, Meta};

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
    let asks = |line: &str| ASKS.iter().any(|ask| line.contains(ask));
    let is_left_out = |module: &str| is_kept_back(&format!("{module}/mod.rs"));
    let is_left_out_in = |line: &str| {
        line.strip_prefix("pub mod ").and_then(|rest| rest.strip_suffix(';')).is_some_and(&is_left_out)
    };
    if !asks(text) && !text.lines().any(is_left_out_in) {
        return Ok(Vec::new());
    }
    let parsed = parsed(file, text)?;
    let lines: Vec<&str> = text.lines().collect();
    let mut rows = Vec::new();
    for item in &parsed.items {
        let attributes = attributes(item);
        let for_tests = attributes.iter().any(is_for_tests);
        let is_left_out = matches!(item, Item::Mod(module) if is_left_out(&module.ident.to_string()));
        if !for_tests && !is_left_out {
            continue;
        }
        let (from, to) = (item.span().start(), item.span().end());
        let rest = lines.get(to.line - 1).and_then(|line| line.get(to.column..)).unwrap_or_default();
        if from.column > 0 || !rest.trim().is_empty() {
            return Err(refusal(file, from.line));
        }
        if let Item::Mod(module) = item
            && module.content.is_none()
            && for_tests
            && !named_for_tests(&module.ident.to_string(), attributes)
        {
            let text = format!(
                "the file of `mod {}` must be called tests or …_tests, to be kept back",
                module.ident
            );
            return Err(Problem::at(file, (from.line, 1), text));
        }
        // An empty line separates two items: one of two goes too.
        let above = from.line >= 2 && lines[from.line - 2].trim().is_empty();
        rows.push(from.line - usize::from(above)..=to.line);
    }
    let is_dropped = |row: usize| rows.iter().any(|rows: &RangeInclusive<usize>| rows.contains(&row));
    match lines.iter().enumerate().find(|(i, line)| asks(line) && !is_dropped(i + 1)) {
        Some((i, _)) => Err(refusal(file, i + 1)),
        None => Ok(rows),
    }
}

/// Parses a source as Rust.
pub fn parsed(file: &str, text: &str) -> Result<syn::File, Problem> {
    syn::parse_file(text).map_err(|error| {
        let at = error.span().start();
        Problem::at(file, (at.line, at.column + 1), format!("is not Rust: {error}"))
    })
}

pub fn without(text: &str, rows: &[RangeInclusive<usize>]) -> String {
    let stays = |i: usize| !rows.iter().any(|rows| rows.contains(&(i + 1)));
    text.split_inclusive('\n').enumerate().filter(|(i, _)| stays(*i)).map(|(_, line)| line).collect()
}

fn refusal(file: &str, row: usize) -> Problem {
    let text = "write `#[cfg(test)]` before a whole item at the left edge only, so that it can be kept back from students";
    Problem::at(file, (row, 1), text)
}

/// Returns true if an attribute keeps an item for tests only.
fn is_for_tests(attribute: &Attribute) -> bool {
    let Meta::List(list) = &attribute.meta else { return false };
    let tokens = list.tokens.to_string().replace(' ', "");
    list.path.is_ident("cfg") && (tokens == "test" || tokens.starts_with("all(test,"))
}

/// Returns true if the file of a module is one that [`is_test`] knows.
fn named_for_tests(name: &str, attributes: &[Attribute]) -> bool {
    is_test(&path(attributes).unwrap_or_else(|| format!("{name}.rs")))
}

/// Returns the path that a `#[path]` attribute gives a module.
fn path(attributes: &[Attribute]) -> Option<String> {
    attributes.iter().find_map(|attribute| match &attribute.meta {
        Meta::NameValue(pair) if pair.path.is_ident("path") => match &pair.value {
            Expr::Lit(literal) => match &literal.lit {
                Lit::Str(path) => Some(path.value()),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    })
}

fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}
