//! Reads Rust with a real parser: the items of a file, and what in them no answer needs.

use crate::instructor::grade::names::{self, Names};
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::collections::BTreeSet;
use std::ops::Range;
use std::str::FromStr;
use syn::spanned::Spanned;
use syn::{ImplItem, Item as Read, UseTree, Visibility};

/// Brackets in an answer are nested no deeper: parser and compiler call themselves for each.
const DEEPEST: usize = 100;

/// A file that students write has no more signs than this.
const MOST_TOKENS: usize = 200_000;

/// Every sign may be a call of the parser's to itself.
const STACK: usize = 1 << 30;

/// What cannot be read, and in which row.
#[derive(Clone, Debug, PartialEq)]
pub struct Unreadable {
    /// The row, counted from 1.
    pub row: usize,
    /// What the parser says.
    pub text: String,
}

/// Something that no answer needs: it reaches out of the program, or acts elsewhere than where it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Oddity {
    /// The row, counted from 1.
    pub row: usize,
    /// The code, as in `std::fs`.
    pub what: String,
}

/// One item of a file, or one of those in an `impl`, or one name of a `use`.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// What it is called, as in `fn twice`; no two items of a file that compiles have the same.
    pub key: String,
    /// The name by which others call it.
    pub name: String,
    /// Its code, without comments and layout.
    pub tokens: String,
    /// Its code, as it can stand at the end of the file.
    pub text: String,
    /// The row in which it begins.
    pub row: usize,
    /// How many rows stand in its text before it.
    pub before: usize,
    /// Whether it can come along with an answer.
    pub helps: bool,
}

/// Macros that expand to no more than they say.
const PLAIN: [&str; 22] = [
    "assert",
    "assert_eq",
    "assert_ne",
    "concat",
    "dbg",
    "debug_assert",
    "debug_assert_eq",
    "debug_assert_ne",
    "eprint",
    "eprintln",
    "format",
    "format_args",
    "matches",
    "panic",
    "print",
    "println",
    "todo",
    "unimplemented",
    "unreachable",
    "vec",
    "write",
    "writeln",
];

/// Attributes that change no meaning.
const HARMLESS: [&str; 7] = ["allow", "derive", "doc", "expect", "inline", "must_use", "rustfmt"];

/// Words that do more than to compute.
const WORDS: [&str; 5] = ["unsafe", "extern", "static", "macro_rules", "asm"];

/// Words after which an exclamation mark is a `not`.
const BEFORE_NOT: [&str; 9] = ["if", "while", "match", "return", "in", "else", "break", "let", "as"];

/// Reads a text in a thread of its own, whose stack no text uses up.
pub fn with_room<T: Send>(read: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let builder = std::thread::Builder::new().stack_size(STACK);
        let started = builder.spawn_scoped(scope, read).expect("the system has room for a thread");
        started.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// The signs of a text, if brackets match and are not nested without end.
fn tokens(text: &str) -> Result<TokenStream, Unreadable> {
    let read =
        |error: proc_macro2::LexError| Unreadable { row: error.span().start().line, text: error.to_string() };
    let tokens = TokenStream::from_str(text).map_err(read)?;
    let mut levels = vec![tokens.clone().into_iter()];
    let mut count = 0;
    while let Some(level) = levels.last_mut() {
        match level.next() {
            None => drop(levels.pop()),
            Some(token) => {
                count += 1;
                let row = token.span().start().line;
                let refused = |text: &str| Err(Unreadable { row, text: text.to_owned() });
                if count > MOST_TOKENS {
                    return refused("it is far too long");
                }
                if let TokenTree::Group(group) = token {
                    if levels.len() == DEEPEST {
                        return refused("brackets are nested too deep");
                    }
                    levels.push(group.stream().into_iter());
                }
            }
        }
    }
    Ok(tokens)
}

/// Whether a text is a run of statements.
pub fn statements(text: &str) -> Result<(), Unreadable> {
    use syn::parse::Parser;
    let read = |error: syn::Error| Unreadable { row: error.span().start().line, text: error.to_string() };
    syn::Block::parse_within.parse2(tokens(text)?).map(drop).map_err(read)
}

/// The items of a file.
pub fn items(text: &str) -> Result<Vec<Item>, Unreadable> {
    let read = |error: syn::Error| Unreadable { row: error.span().start().line, text: error.to_string() };
    let file: syn::File = syn::parse2(tokens(text)?).map_err(read)?;
    let reader = Reader { text };
    let mut items = Vec::new();
    // Comments on the file are attributes too.
    for attribute in file.attrs.iter().filter(|attribute| !attribute.path().is_ident("doc")) {
        let tokens = reader.tokens(attribute.span().byte_range());
        items.push(reader.item(tokens.clone(), tokens, attribute.span(), false));
    }
    file.items.iter().for_each(|item| reader.add(item, &mut items));
    Ok(items)
}

/// The rows of the function that holds a row, without the rows of those around it.
pub fn function_around(text: &str, row: usize) -> Option<Range<usize>> {
    let items = items(text).ok()?;
    let rows = items.iter().map(|item| item.row..item.row + item.text.lines().count() - 2 * item.before);
    rows.into_iter().find(|rows| rows.contains(&row))
}

struct Reader<'a> {
    text: &'a str,
}

impl Reader<'_> {
    fn tokens(&self, at: Range<usize>) -> String {
        let tokens = self.text.get(at).and_then(|text| TokenStream::from_str(text).ok());
        tokens.map_or(String::new(), |tokens| tokens.to_string())
    }

    /// An item that is seen no further than the crate: a method that a check could call would stand in the way of
    /// a trait's of the same name.
    fn seen_inside(&self, item: Item, at: usize, visibility: &Visibility) -> Item {
        let Visibility::Public(public) = visibility else { return item };
        let public = public.span.byte_range();
        let (before, after) = item.text.split_at(public.end.saturating_sub(at).min(item.text.len()));
        Item { text: format!("{before}(crate){after}"), ..item }
    }

    fn item(&self, key: String, name: String, span: proc_macro2::Span, helps: bool) -> Item {
        let at = span.byte_range();
        let text = self.text.get(at.clone()).unwrap_or_default().to_owned();
        Item { key, name, tokens: self.tokens(at), text, row: span.start().line, before: 0, helps }
    }

    fn add(&self, item: &Read, items: &mut Vec<Item>) {
        let span = item.span();
        let mut add = |kind: &str, name: &syn::Ident, visibility: &Visibility, helps: bool| {
            let item = self.item(format!("{kind} {name}"), name.to_string(), span, helps);
            items.push(self.seen_inside(item, span.byte_range().start, visibility));
        };
        match item {
            Read::Fn(item) => add("fn", &item.sig.ident, &item.vis, true),
            Read::Const(item) => add("const", &item.ident, &item.vis, true),
            Read::Struct(item) => add("type", &item.ident, &item.vis, true),
            Read::Enum(item) => add("type", &item.ident, &item.vis, true),
            Read::Type(item) => add("type", &item.ident, &item.vis, true),
            Read::Static(item) => add("static", &item.ident, &item.vis, false),
            Read::Mod(item) => add("mod", &item.ident, &item.vis, false),
            Read::Trait(item) => add("type", &item.ident, &item.vis, false),
            Read::Use(item) if item.attrs.is_empty() => self.add_uses(item, items),
            Read::Impl(item) => self.add_impl(item, items),
            _ => {
                let tokens = self.tokens(span.byte_range());
                items.push(self.item(tokens.clone(), tokens, span, false));
            }
        }
    }

    fn add_uses(&self, item: &syn::ItemUse, items: &mut Vec<Item>) {
        let public = self.tokens(item.vis.span().byte_range());
        let begin = match (public.is_empty(), &item.leading_colon) {
            (true, None) => "use ".to_owned(),
            (true, Some(_)) => "use ::".to_owned(),
            (false, colons) => format!("{public} use {}", if colons.is_some() { "::" } else { "" }),
        };
        let mut leaves = Vec::new();
        flatten(&item.tree, &begin, &mut leaves);
        for (path, name, span) in leaves {
            let text = format!("{};", path.replacen("pub use", "pub(crate) use", 1));
            items.push(Item {
                key: path.clone(),
                name,
                tokens: path,
                text,
                row: span.start().line,
                before: 0,
                helps: true,
            });
        }
    }

    /// Of an `impl` that is no trait's, each item is one of its own.
    fn add_impl(&self, item: &syn::ItemImpl, items: &mut Vec<Item>) {
        let head = item.impl_token.span.byte_range().start..item.brace_token.span.open().byte_range().start;
        let head_tokens = self.tokens(head.clone());
        if item.trait_.is_some() || !item.attrs.is_empty() {
            items.push(self.item(head_tokens, String::new(), item.span(), true));
            return;
        }
        let head = self.text.get(head).unwrap_or_default().replace('\n', " ");
        for inner in &item.items {
            let (name, visibility) = match inner {
                ImplItem::Fn(inner) => (inner.sig.ident.to_string(), &inner.vis),
                ImplItem::Const(inner) => (inner.ident.to_string(), &inner.vis),
                _ => (String::new(), &Visibility::Inherited),
            };
            let key = format!("{head_tokens} :: {name}");
            let own = self.item(key, name, inner.span(), !matches!(inner, ImplItem::Macro(_)));
            let mut own = self.seen_inside(own, inner.span().byte_range().start, visibility);
            own.text = format!("{}{{\n{}\n}}", head, own.text);
            own.before = 1;
            items.push(own);
        }
    }
}

/// The names that a `use` brings, each with its whole path.
fn flatten(tree: &UseTree, before: &str, leaves: &mut Vec<(String, String, proc_macro2::Span)>) {
    match tree {
        UseTree::Path(path) => flatten(&path.tree, &format!("{before}{}::", path.ident), leaves),
        UseTree::Name(name) => {
            leaves.push((format!("{before}{}", name.ident), name.ident.to_string(), name.span()))
        }
        UseTree::Rename(name) => leaves.push((
            format!("{before}{} as {}", name.ident, name.rename),
            name.rename.to_string(),
            name.span(),
        )),
        UseTree::Glob(glob) => leaves.push((format!("{before}*"), String::new(), glob.span())),
        UseTree::Group(group) => group.items.iter().for_each(|tree| flatten(tree, before, leaves)),
    }
}

/// The words in a text that is Rust.
pub fn words(text: &str) -> BTreeSet<String> {
    fn collect(tokens: TokenStream, words: &mut BTreeSet<String>) {
        for token in tokens {
            match token {
                TokenTree::Ident(word) => drop(words.insert(word.to_string())),
                TokenTree::Group(group) => collect(group.stream(), words),
                _ => {}
            }
        }
    }
    let mut words = BTreeSet::new();
    collect(tokens(text).unwrap_or_default(), &mut words);
    words
}

/// What stands in a text that no answer needs, from top to bottom.
pub fn oddities(text: &str, names: &Names) -> Vec<Oddity> {
    let tokens: Vec<TokenTree> = tokens(text).unwrap_or_default().into_iter().collect();
    let paths = names::paths(&tokens);
    let mut found: Vec<Oddity> =
        paths.iter().filter_map(|path| Some(Oddity { row: path.row, what: names.oddity(path)? })).collect();
    scan(&tokens, &mut found);
    found.sort_by_key(|odd| odd.row);
    found
}

fn scan(tokens: &[TokenTree], found: &mut Vec<Oddity>) {
    let sign =
        |at: usize, sign: char| matches!(tokens.get(at), Some(TokenTree::Punct(p)) if p.as_char() == sign);
    let group = |at: usize| match tokens.get(at) {
        Some(TokenTree::Group(group)) => Some(group),
        _ => None,
    };
    for (at, token) in tokens.iter().enumerate() {
        let row = token.span().start().line;
        let mut odd = |what: String| found.push(Oddity { row, what });
        match token {
            TokenTree::Group(group) => scan(&group.stream().into_iter().collect::<Vec<_>>(), found),
            TokenTree::Ident(word) if !names::is_of_another(tokens, at) => {
                let name = names::plain(word);
                let is_macro = sign(at + 1, '!') && group(at + 2).is_some();
                if WORDS.contains(&name.as_str()) {
                    odd(format!("`{name}`"));
                } else if is_macro && ![&PLAIN[..], &BEFORE_NOT].concat().contains(&name.as_str()) {
                    odd(format!("`{name}!`"));
                }
            }
            TokenTree::Punct(punct) if punct.as_char() == '#' => {
                let attribute = group(at + 1).or(group(at + 2).filter(|_| sign(at + 1, '!')));
                if let Some(attribute) = attribute.filter(|group| group.delimiter() == Delimiter::Bracket) {
                    let name = match attribute.stream().into_iter().next() {
                        Some(TokenTree::Ident(name)) => name.to_string(),
                        _ => String::new(),
                    };
                    if !HARMLESS.contains(&name.as_str()) {
                        odd(format!("`#[{name}]`"));
                    }
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn odd(text: &str) -> Vec<String> {
        let all = oddities(text, &Names::default());
        all.into_iter().map(|odd| format!("{}: {}", odd.row, odd.what)).collect()
    }

    #[test]
    fn what_computes_is_not_odd() {
        let text = "/// Half.\n#[inline]\nfn half<'static_>(x: f32) -> &'static str {\n    let core = vec![x; 3];\n    \
                    if !(x > 1.0) { println!(\"{}\", core[0].check as f32) }\n    use std::{cmp, collections::BTreeMap};\n    \
                    std::f32::consts::PI; 0..std::mem::size_of::<u8>(); x.unsafe_(); a != (b)\n}";
        assert_eq!(odd(text), [""; 0]);
    }

    #[test]
    fn what_reaches_out_is_odd_however_it_is_written() {
        for (text, want) in [
            ("x;\nstd::fs::write(a, b)", "2: `std::fs`"),
            ("unsafe { x }", "1: `unsafe`"),
            ("extern \"C\" { fn exit(x: i32); }", "1: `extern`"),
            ("static mut X: u8 = 0;", "1: `static`"),
            ("include_str!(\"a\")", "1: `include_str!`"),
            ("env!{\"A\"}", "1: `env!`"),
            ("#[unsafe(no_mangle)] fn x() {}", "1: `#[unsafe]`"),
            ("#![feature(asm)]", "1: `#[feature]`"),
            ("a::b!(c)", "1: `b!`"),
        ] {
            assert_eq!(odd(text).first().map_or("", String::as_str), want, "{text}");
        }
    }

    #[test]
    fn items_are_told_apart() {
        let text = "//! A file.\nuse a::{b, c as d};\n\n/// Twice.\nfn twice() {\n    1\n}\nimpl X {\n    fn a() {}\n    \
                    const B: u8 = 1;\n}\nimpl D for X {}\nmod m {}\n";
        let items = items(text).expect("items");
        let told: Vec<_> = items.iter().map(|item| (item.key.as_str(), item.row, item.helps)).collect();
        assert_eq!(
            told,
            [
                ("use a::b", 2, true),
                ("use a::c as d", 2, true),
                ("fn twice", 4, true),
                ("impl X :: a", 9, true),
                ("impl X :: B", 10, true),
                ("impl D for X", 12, true),
                ("mod m", 13, false),
            ]
        );
        assert_eq!(items[3].text, "impl X {\nfn a() {}\n}");
        assert_eq!(function_around(text, 6), Some(4..8));
        assert_eq!(function_around(text, 9), Some(9..10));
    }

    #[test]
    fn no_text_uses_up_the_stack() {
        let deep = "(".repeat(100_000);
        let long = "-".repeat(150_000) + "x";
        with_room(|| {
            assert!(statements(&deep).is_err());
            assert!(statements(&format!("{deep}{}", ")".repeat(100_000))).is_err());
            let _ = statements(&long);
            assert_eq!(statements("a;\n)").map_err(|error| error.row), Err(2));
        });
    }
}
