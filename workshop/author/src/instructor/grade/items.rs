//! Splits a file into its items by its tokens, in Rust and in GLSL, even if the file does not compile.
//!
//! Nothing here calls itself for each bracket, so no text uses up the stack.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::collections::BTreeSet;
use std::ops::Range;
use std::str::FromStr;

/// The deepest nesting of brackets, since the compiler recurses at each.
const DEEPEST: usize = 100;

/// The most bytes of a name with its path.
const LONGEST: usize = 500;

/// The keywords that begin an item, after its visibility.
const KINDS: &str = "const enum extern fn impl macro_rules mod static struct trait type union use";

/// An item of a file: a function, a type, one item of an `impl`, or one name of a `use`.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// The kind and name, as in `fn twice`, which is how items of two files are matched.
    pub key: String,
    /// The code without comments and layout, to compare items.
    pub tokens: String,
    /// The code in a form that can stand at the end of the file.
    pub text: String,
    /// The row of the file in which it begins, counted from 1.
    pub row: usize,
}

/// Returns the tokens of a text, or row and fault if brackets don't match or are nested too deep.
pub fn tokens(text: &str) -> Result<Vec<TokenTree>, (usize, String)> {
    let read = TokenStream::from_str(text);
    let all = read.map_err(|error| {
        (error.span().start().line, "a bracket, a quote or a comment has no other half".to_owned())
    })?;
    let mut groups = deep(all.clone()).filter(|(_, token)| matches!(token, TokenTree::Group(_)));
    match groups.find(|(depth, _)| *depth == DEEPEST) {
        Some((_, group)) => Err((row(&group), "brackets are nested too deep".to_owned())),
        None => Ok(all.into_iter().collect()),
    }
}

/// Returns all tokens, also those inside brackets, each with its level of nesting.
fn deep(stream: TokenStream) -> impl Iterator<Item = (usize, TokenTree)> {
    let mut levels = vec![stream.into_iter()];
    std::iter::from_fn(move || {
        loop {
            let Some(token) = levels.last_mut()?.next() else {
                levels.pop();
                continue;
            };
            let depth = levels.len();
            if let TokenTree::Group(group) = &token {
                levels.push(group.stream().into_iter());
            }
            return Some((depth, token));
        }
    })
}

/// Returns the items of a file, or the row and the fault that keep it from being split.
pub fn items(text: &str, is_rust: bool) -> Result<Vec<Item>, (usize, String)> {
    let tokens = tokens(text)?;
    let mut items = Vec::new();
    for range in split(&tokens, is_rust) {
        match is_rust {
            true => add(text, &tokens[range], &mut items),
            false => items.push(item(text, &tokens[range.clone()], head(&tokens[range]))),
        }
    }
    Ok(items)
}

/// Returns true if an item of a shader is a function or a constant.
pub fn is_named(key: &str, text: &str) -> bool {
    key.starts_with("const ") || text.ends_with('}')
}

/// Returns the identifiers in a text.
pub fn words(text: &str) -> BTreeSet<String> {
    let all = deep(TokenStream::from_str(text).unwrap_or_default());
    let word = |token| if let TokenTree::Ident(word) = token { Some(word.to_string()) } else { None };
    all.filter_map(|(_, token)| Some(word(token)?.trim_start_matches("r#").to_owned())).collect()
}

fn row(token: &TokenTree) -> usize {
    token.span().start().line
}

fn is_sign(token: Option<&TokenTree>, sign: char) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == sign)
}

fn is_group(token: Option<&TokenTree>, delimiter: Delimiter) -> bool {
    matches!(token, Some(TokenTree::Group(group)) if group.delimiter() == delimiter)
}

/// Returns the ranges of tokens that are items, which end with `;`, a body, or a preprocessor's line.
fn split(tokens: &[TokenTree], is_rust: bool) -> Vec<Range<usize>> {
    let (mut ranges, mut start) = (Vec::new(), 0);
    for (at, token) in tokens.iter().enumerate() {
        let begun = &tokens[start..=at];
        let has_body = || match is_rust {
            true => !matches!(kind(begun), Some(("const" | "static" | "type" | "use", _))),
            false => at > start && is_group(tokens.get(at - 1), Delimiter::Parenthesis),
        };
        let is_line = !is_rust && is_sign(begun.first(), '#') && !is_group(begun.get(1), Delimiter::Bracket);
        let is_attribute = || begun.len() == 3 && is_sign(begun.first(), '#') && is_sign(begun.get(1), '!');
        let ends = is_sign(Some(token), ';')
            || is_group(Some(token), Delimiter::Brace) && has_body()
            || is_line && tokens.get(at + 1).is_none_or(|next| row(next) > row(token))
            || is_rust && is_attribute();
        if ends {
            ranges.push(start..at + 1);
            start = at + 1;
        }
    }
    if start < tokens.len() {
        ranges.push(start..tokens.len());
    }
    ranges
}

/// Returns the keyword that an item begins with, and the index after it.
fn kind(tokens: &[TokenTree]) -> Option<(&'static str, usize)> {
    let is_word = |at: usize| matches!(tokens.get(at), Some(TokenTree::Ident(_)));
    tokens.iter().enumerate().find_map(|(at, token)| {
        let TokenTree::Ident(word) = token else { return None };
        let kind = KINDS.split(' ').find(|kind| word == kind)?;
        // As in `const fn` and `extern "C" fn`.
        let next = at + 1 + usize::from(matches!(tokens.get(at + 1), Some(TokenTree::Literal(_))));
        let goes_on =
            is_word(next) && ["async", "extern", "fn", "unsafe"].contains(&tokens[next].to_string().as_str());
        (!(["const", "extern"].contains(&kind) && goes_on)).then_some((kind, at + 1))
    })
}

fn joined(tokens: &[TokenTree]) -> String {
    tokens.iter().cloned().collect::<TokenStream>().to_string()
}

/// Returns the tokens before the first brackets or `=`, which name an `impl`.
fn head(tokens: &[TokenTree]) -> String {
    let is_end = |token: &TokenTree| matches!(token, TokenTree::Group(_)) || is_sign(Some(token), '=');
    joined(&tokens[..tokens.iter().position(is_end).unwrap_or(tokens.len())])
}

fn item(text: &str, tokens: &[TokenTree], key: String) -> Item {
    let [first, last] =
        [tokens.first(), tokens.last()].map(|token| token.map(|token| token.span().byte_range()));
    let at = first.zip(last).map_or(0..0, |(first, last)| first.start..last.end);
    let text = text.get(at).unwrap_or_default().to_owned();
    Item { key, tokens: joined(tokens), text, row: tokens.first().map_or(1, row) }
}

fn add(text: &str, tokens: &[TokenTree], items: &mut Vec<Item>) {
    match kind(tokens) {
        Some(("use", at)) => flatten(&tokens[at..], "use ", items),
        Some((kind @ "impl", at)) => {
            let end = tokens.iter().position(|token| is_group(Some(token), Delimiter::Brace));
            let end = end.unwrap_or(tokens.len());
            let head = joined(&tokens[at.min(end)..end]);
            let is_trait =
                tokens[..end].iter().any(|token| matches!(token, TokenTree::Ident(word) if word == "for"));
            match tokens.get(end) {
                // Each of its items is one of its own.
                Some(TokenTree::Group(group)) if !is_trait => {
                    let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                    for range in split(&inner, true) {
                        let tokens = &inner[range];
                        let own = item(text, tokens, format!("{kind} {head} :: {}", called(tokens)));
                        items.push(Item { text: format!("impl {head} {{ {}\n}}", own.text), ..own });
                    }
                }
                _ => items.push(item(text, tokens, format!("{kind} {head}"))),
            }
        }
        Some(_) => items.push(item(text, tokens, called(tokens))),
        None if is_sign(tokens.first(), '#') && is_sign(tokens.get(1), '!') => {}
        None => items.push(item(text, tokens, joined(tokens))),
    }
}

/// Returns the key of an item, as in `fn twice`.
fn called(tokens: &[TokenTree]) -> String {
    let Some((kind, at)) = kind(tokens) else { return joined(tokens) };
    let name = tokens[at..].iter().find_map(|token| match token {
        TokenTree::Ident(name) if name != "mut" => Some(name.to_string()),
        _ => None,
    });
    format!("{kind} {}", name.unwrap_or_default())
}

/// Adds an item for each name that a `use` brings in, with its whole path.
fn flatten(tokens: &[TokenTree], before: &str, items: &mut Vec<Item>) {
    for branch in tokens.split(|token| is_sign(Some(token), ',')) {
        let mut path = before.to_owned();
        for token in branch.iter().filter(|token| !is_sign(Some(token), ';')) {
            match token {
                TokenTree::Group(group) => {
                    flatten(&group.stream().into_iter().collect::<Vec<_>>(), &path, items);
                    path.clear();
                }
                TokenTree::Ident(word) if word == "as" => path.push_str(" as "),
                token => path.push_str(&token.to_string()),
            }
            if path.is_empty() || path.len() > LONGEST {
                path.clear();
                break;
            }
        }
        if let Some(first) = branch.first().filter(|_| !path.is_empty()) {
            let path = path.replace("::self as ", " as ");
            let path = path.strip_suffix("::self").unwrap_or(&path).to_owned();
            let (tokens, text) = (path.clone(), format!("{path};"));
            items.push(Item { key: path, tokens, text, row: row(first) });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str, is_rust: bool) -> Vec<(String, usize)> {
        let items = items(text, is_rust).expect("items");
        items.into_iter().map(|item| (item.key, item.row)).collect()
    }

    #[test]
    fn items_are_told_apart() {
        let text = "//! A file.\n#![allow(x)]\nuse a::{b, c as d, e::{self, *}};\n/// Twice.\npub(crate) const fn twice<T>() -> [u8; 1]\nwhere T: I<A = u8> {\n    1\n}\nimpl X {\n    fn a() {}\n    \
                    const B: A = A { b: 1 };\n}\nunsafe impl D for X {}\nstatic mut F: fn() = f;\n#[x]\nstruct Y(u8);\nextern \"C\" fn g() {}\nm! { }\n";
        let want = [
            ("use a::b", 3),
            ("use a::c as d", 3),
            ("use a::e", 3),
            ("use a::e::*", 3),
            ("fn twice", 4),
            ("impl X :: fn a", 10),
            ("impl X :: const B", 11),
            ("impl D for X", 13),
            ("static F", 14),
            ("struct Y", 15),
            ("fn g", 17),
            ("m ! { }", 18),
        ];
        assert_eq!(told(text, true), want.map(|(key, row)| (key.to_owned(), row)));
        let inner = &items(text, true).expect("items")[5];
        assert_eq!(inner.text, "impl X { fn a() {}\n}");
    }

    #[test]
    fn a_shaders_items_are_told_apart() {
        let text = "#version 330 core\n// A } here.\nuniform Joints {\n    mat4 all[8];\n} joints;\n\
                    const float HALF = 0.5; in vec3 a;\n\nvec4 skinned(vec3 p) {\n    /* ; */ if (x) { y; }\n    return p;\n}\nvoid main() {}\n";
        let want = [
            ("# version 330 core", 1),
            ("uniform Joints", 3),
            ("const float HALF", 6),
            ("in vec3 a ;", 6),
            ("vec4 skinned", 8),
            ("void main", 12),
        ];
        assert_eq!(told(text, false), want.map(|(key, row)| (key.to_owned(), row)));
        let named: Vec<bool> =
            items(text, false).expect("items").iter().map(|item| is_named(&item.key, &item.text)).collect();
        assert_eq!(named, [false, false, true, false, true, true]);
    }

    #[test]
    fn no_text_is_too_deep_or_too_long() {
        let deep = "(".repeat(100_000) + &")".repeat(100_000);
        for text in [&deep, &format!("use {}b{};", "a::{".repeat(90_000), "}".repeat(90_000)), &"(".repeat(9)]
        {
            assert!(tokens(text).is_err());
        }
        assert_eq!(tokens("a;\n)").map_err(|(row, _)| row).err(), Some(2));
        let long = format!("use {}{{{}}};", "a::".repeat(30_000), "b,".repeat(30_000));
        assert_eq!(items(&long, true), Ok(Vec::new()));
        assert_eq!(items(&format!("type A = {}u8;", "&".repeat(190_000)), true).map(|all| all.len()), Ok(1));
    }
}
