//! What an answer may name: what only computes, and what the file that it stands in names already.
//!
//! A list of what it may name, since one of what it may not is never complete. It keeps a reader's time, and where
//! there is no box, the files of whoever grades; what keeps a program in is the box.

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};
use std::collections::BTreeSet;

/// The modules of the workbook's library that only compute: nothing in them reaches a file, a window or a check.
const COMPUTING_HERE: [&str; 8] = ["clip", "mesh", "pose", "rig", "shapes", "skeleton", "skin", "transform"];

/// The workbook's libraries that an answer may name.
pub const LIBRARIES: [&str; 11] =
    ["check", "common", "drafts", "editor", "formats", "gl", "ground", "ik", "models", "play", "stage"];

/// The modules of the standard library that compute, and do nothing else.
const COMPUTING: [&str; 41] = [
    "array",
    "ascii",
    "borrow",
    "boxed",
    "cell",
    "char",
    "clone",
    "cmp",
    "collections",
    "convert",
    "default",
    "error",
    "f32",
    "f64",
    "fmt",
    "hash",
    "hint",
    "i16",
    "i32",
    "i64",
    "i8",
    "isize",
    "iter",
    "marker",
    "mem",
    "num",
    "ops",
    "option",
    "primitive",
    "ptr",
    "rc",
    "result",
    "slice",
    "str",
    "string",
    "u16",
    "u32",
    "u64",
    "u8",
    "usize",
    "vec",
];

/// What a file names, and what answers in it may name.
#[derive(Default)]
pub struct Names {
    /// The file's own module, from its crate on.
    module: Vec<String>,
    /// The modules that it declares.
    declared: BTreeSet<String>,
    /// What of the workbook it names already, from the crate on.
    own: BTreeSet<Vec<String>>,
    /// The crates that the workbook uses, but for those that all answers may use.
    crates: BTreeSet<String>,
}

/// The workbook's library that a file is of, and the file's path in it.
fn in_library(file: &str) -> Option<(&str, &str)> {
    let (folder, path) = file.split_once("/src/")?;
    Some((folder.rsplit('/').next()?, path))
}

/// A path in a text, as in `std::fs::write`.
#[derive(Debug, PartialEq)]
pub struct Path {
    /// The row of its first word, counted from 1.
    pub row: usize,
    /// Its words.
    pub words: Vec<String>,
    /// Whether it ends in a star.
    glob: bool,
    /// Whether it is given another name.
    renamed: bool,
    /// Whether it is called.
    called: bool,
}

impl Names {
    /// Those of a file, by its path in the workbook and its text.
    pub fn new(file: &str, text: &str, crates: &BTreeSet<String>) -> Self {
        let (library, path) = in_library(file).unwrap_or(("lessons", file));
        let path = path.strip_suffix(".rs").unwrap_or(path);
        let path = path.strip_suffix("/mod").unwrap_or(path);
        let module = std::iter::once(library).chain(path.split('/')).map(str::to_owned).collect();
        let tokens = tokens(text);
        let words: Vec<String> = tokens.iter().map(TokenTree::to_string).collect();
        let declared = words.windows(3).filter(|run| run[0] == "mod" && run[2] == ";");
        let declared = declared.map(|run| run[1].clone()).collect();
        let mut names = Self { module, declared, own: BTreeSet::new(), crates: crates.clone() };
        let named = paths(&tokens);
        let named = named.iter().filter(|path| path.words.len() > 1);
        names.own = named.filter_map(|path| names.in_its_crate(&path.words)).collect();
        names
    }

    /// What there is to say against a path: a module of the standard library's, a crate, or what else it leads to.
    pub fn oddity(&self, path: &Path) -> Option<String> {
        let Path { words, glob, renamed, .. } = path;
        let star = if *glob { "::*" } else { "" };
        let (odd, shown) = match words[0].as_str() {
            _ if words.len() == 1 && !glob && !renamed => return None,
            "std" | "core" | "alloc" => {
                let computes = words.get(1).is_some_and(|module| COMPUTING.contains(&module.as_str()));
                (!computes, words.len().min(2))
            }
            name if self.crates.contains(name) => (true, 1),
            _ => (self.in_its_crate(words).is_some_and(|path| !self.may_name(&path)), words.len()),
        };
        odd.then(|| {
            format!("`{}{}`", words[..shown].join("::"), if shown == words.len() { star } else { "" })
        })
    }

    fn may_name(&self, path: &[String]) -> bool {
        let computes = match path[0].as_str() {
            "common" => path.get(1).is_some_and(|module| COMPUTING_HERE.contains(&module.as_str())),
            "ik" => true,
            library => library == "ground" && path.len() > 1,
        };
        let here = path.strip_prefix(&self.module[..]);
        let is_item = here.is_some_and(|rest| rest.first().is_none_or(|name| !self.declared.contains(name)));
        computes || is_item || self.own.iter().any(|own| path.starts_with(own))
    }

    /// A path of the workbook's from its crate on; nothing if it is of something else.
    fn in_its_crate(&self, words: &[String]) -> Option<Vec<String>> {
        let mut path = match words[0].as_str() {
            "crate" => vec![self.module[0].clone()],
            "self" | "super" => self.module.clone(),
            name if LIBRARIES.contains(&name) => vec![name.to_owned()],
            name if self.declared.contains(name) => [&self.module[..], &[name.to_owned()]].concat(),
            _ => return None,
        };
        let first = usize::from(words[0] != "super");
        for word in &words[first..] {
            match word.as_str() {
                "super" => drop(path.pop()),
                "self" => {}
                word => path.push(word.to_owned()),
            }
        }
        Some(path)
    }
}

fn tokens(text: &str) -> Vec<TokenTree> {
    text.parse::<TokenStream>().unwrap_or_default().into_iter().collect()
}

/// A word without the sign that lets it be any.
pub fn plain(word: &proc_macro2::Ident) -> String {
    word.to_string().trim_start_matches("r#").to_owned()
}

/// Whether a word is a field or a method, or the name of a lifetime.
pub fn is_of_another(tokens: &[TokenTree], at: usize) -> bool {
    let sign =
        |at: usize, sign: char| matches!(tokens.get(at), Some(TokenTree::Punct(p)) if p.as_char() == sign);
    let lifetime = at > 0
        && matches!(&tokens[at - 1], TokenTree::Punct(p) if p.as_char() == '\'' && p.spacing() == Spacing::Joint);
    lifetime || at > 0 && sign(at - 1, '.') && !(at > 1 && sign(at - 2, '.'))
}

/// All paths in a text, those in brackets after the word before them.
pub fn paths(tokens: &[TokenTree]) -> Vec<Path> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        at = match &tokens[at] {
            TokenTree::Group(group) => {
                found.extend(paths(&group.stream().into_iter().collect::<Vec<_>>()));
                at + 1
            }
            TokenTree::Ident(word)
                if begins(word) && !is_of_another(tokens, at) && !is_method_of_type(tokens, at) =>
            {
                path(tokens, at, &[], &mut found)
            }
            _ => at + 1,
        };
    }
    found
}

/// Whether a path can begin with a word: the `::` after another keyword begins one itself, as in `use ::std`.
fn begins(word: &proc_macro2::Ident) -> bool {
    let word = word.to_string();
    ["crate", "self", "super", "Self"].contains(&word.as_str()) || syn::parse_str::<syn::Ident>(&word).is_ok()
}

/// Whether a word follows `>::`, as in `<T as Trait>::method`.
fn is_method_of_type(tokens: &[TokenTree], at: usize) -> bool {
    let sign = |back: usize, sign: char| {
        at.checked_sub(back)
            .is_some_and(|at| matches!(&tokens[at], TokenTree::Punct(p) if p.as_char() == sign))
    };
    sign(1, ':') && sign(2, ':') && sign(3, '>')
}

/// Adds the path that begins here, or those in which it branches; returns what comes after it.
fn path(tokens: &[TokenTree], first: usize, before: &[String], found: &mut Vec<Path>) -> usize {
    let row = tokens[first].span().start().line;
    let sign =
        |at: usize, sign: char| matches!(tokens.get(at), Some(TokenTree::Punct(p)) if p.as_char() == sign);
    let mut path = Path { row, words: before.to_vec(), glob: false, renamed: false, called: false };
    let mut at = first;
    loop {
        match tokens.get(at) {
            Some(TokenTree::Ident(word)) => path.words.push(plain(word)),
            Some(TokenTree::Punct(star)) if star.as_char() == '*' => path.glob = true,
            Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace => {
                branches(group.stream(), &path.words, found);
                return at + 1;
            }
            _ => break,
        }
        at += 1;
        if path.glob || !(sign(at, ':') && sign(at + 1, ':')) {
            break;
        }
        at += 2;
    }
    path.renamed = matches!(tokens.get(at), Some(TokenTree::Ident(word)) if word == "as");
    path.called = matches!(tokens.get(at), Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis);
    found.push(path);
    at
}

/// Adds what stands between the commas of a `use`.
fn branches(tokens: TokenStream, before: &[String], found: &mut Vec<Path>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut at = 0;
    while at < tokens.len() {
        at = match &tokens[at] {
            TokenTree::Punct(star) if star.as_char() == '*' => path(&tokens, at, before, found),
            TokenTree::Ident(_) => path(&tokens, at, before, found),
            _ => at + 1,
        };
        // Behind `as` stands a name.
        if matches!(tokens.get(at), Some(TokenTree::Ident(word)) if word == "as") {
            at += 2;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "use super::disk::Disk;\nuse super::{Edit, keys::Row};\nmod inner;\n";

    fn odd(text: &str) -> Option<String> {
        let names = Names::new(
            "projects/drafts/src/history.rs",
            TEXT,
            &BTreeSet::from(["course".to_owned(), "libc".to_owned()]),
        );
        paths(&tokens(text)).iter().find_map(|path| names.oddity(path))
    }

    #[test]
    fn what_computes_and_what_the_file_names_already_may_be_named() {
        for text in [
            "use std::{cmp, collections::BTreeMap as Map}; std::f32::consts::PI",
            "glam::Vec3::new(1.0, 2.0, 3.0); Vec::<u8>::new(); f32::MAX; <f32 as Into<f64>>::into(x)",
            "common::clip::key_at(a, b); use common::{skin, pose::*}; ground::side",
            "super::disk::Disk::new(); super::keys::Row(1); self::mine(); Self::X; x.edit.disk as f32",
        ] {
            assert_eq!(odd(text), None, "{text}");
        }
    }

    #[test]
    fn nothing_else_may_be_named_however_it_is_written() {
        for (text, want) in [
            ("x(|| std::fs::write(a, b))", "std::fs"),
            ("println!(\"{}\", std :: process :: id())", "std::process"),
            ("use ::r#std::{cmp, r#env::*};", "std::env::*"),
            ("use std as s;", "std"),
            ("use std::*;", "std::*"),
            ("use std::{self as s};", "std::self"),
            ("libc::exit(0)", "libc"),
            ("use libc as l;", "libc"),
            ("crate::check::check(a)", "crate::check::check"),
            ("use super::{check as c};", "super::check"),
            ("use crate::disk::{Disk, RealDisk};", "crate::disk::RealDisk"),
            ("use crate::{disk::{self as d}, clip};", "crate::disk::self"),
            ("use super::*;", "super::*"),
            ("use crate as c;", "crate"),
            ("use crate::*;", "crate::*"),
            ("use super::super::stage as s;", "super::super::stage"),
            ("inner::RealDisk.remove(x)", "inner::RealDisk"),
            ("self::inner::RealDisk", "self::inner::RealDisk"),
            ("course::protocol::tell()", "course"),
            ("Vec::<super::saves::Saves>::new()", "super::saves::Saves"),
        ] {
            assert_eq!(odd(text).as_deref(), Some(&*format!("`{want}`")), "{text}");
        }
    }
}
