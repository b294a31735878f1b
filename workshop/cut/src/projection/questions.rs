//! Makes the students' checks, which have the questions and no function that answers them.
//!
//! The right answers are recorded, so the closures that work them out are removed, and then each `let` and
//! item that nothing else names. An item that stays by mistake makes the compiler warn in `verify`.

use crate::projection::inline;
use course::Problem;
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::Range;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Expr, ImplItem, Item, Stmt, Type};

/// The methods with a closure for the right answer, and what replaces them, with two arguments.
const METHODS: [(&str, &str); 4] =
    [("case", "asked"), ("case_by", "asked"), ("case_among", "asked"), ("needs", "needed")];

/// A line put before the check's code, since imports and parts of patterns may be left unused.
const ALLOW: &str =
    "\n#![allow(unused_imports, unused_variables, reason = \"what is right is worked out elsewhere\")]\n";

type Bytes = Range<usize>;

/// Returns a check's text as students get it.
pub fn without_answers(file: &str, text: &str) -> Result<String, Problem> {
    let parsed = inline::parsed(file, text)?;
    let mut found = Found::default();
    found.visit_file(&parsed);
    let Found { mut edits, mut things, imports, .. } = found;
    if edits.is_empty() {
        return Ok(text.to_owned());
    }
    let mut words = Words::new();
    read(text.parse().unwrap_or_default(), &mut words);
    let mut gone: Vec<Bytes> = edits.iter().map(|(place, _)| place.clone()).chain(imports).collect();
    let mut known = 0;
    while known < gone.len() {
        known = gone.len();
        let unnamed = things.extract_if(.., |thing| !thing.is_named(&words, &gone)).collect::<Vec<_>>();
        for place in unnamed.into_iter().flat_map(|thing| thing.places) {
            edits.push((whole_lines(text, &place), ""));
            gone.push(place);
        }
    }
    let header = text.find("\n\n").unwrap_or(0);
    edits.push((header + 1..header + 1, ALLOW));
    edits.sort_by_key(|(place, _)| (place.start, Reverse(place.end)));
    let (mut made, mut at) = (String::new(), 0);
    // An edit inside of something that goes is gone with it.
    for (place, instead) in edits {
        if place.start >= at {
            made = made + &text[at..place.start] + instead;
            at = place.end;
        }
    }
    Ok(made + &text[at..])
}

/// A `let`, or an item with its `impl`s, which is removed when nothing names it.
struct Thing {
    names: Vec<String>,
    places: Vec<Bytes>,
    /// The range of the file in which its names can be used.
    scope: Bytes,
    is_method: bool,
}

impl Thing {
    /// Returns true if code outside of the item, which is not removed itself, names it.
    fn is_named(&self, words: &Words, gone: &[Bytes]) -> bool {
        let counts = |(at, of_value, of_method): &(usize, bool, bool)| {
            (if self.is_method { *of_method } else { *of_value })
                && self.scope.contains(at)
                && !self.places.iter().chain(gone).any(|place| place.contains(at))
        };
        let mut places = self.names.iter().filter_map(|name| words.get(name)).flatten();
        places.any(counts) || self.names.is_empty()
    }
}

/// The places of each name in the file, and whether it may be a value or type there, or a method.
type Words = BTreeMap<String, Vec<(usize, bool, bool)>>;

fn read(tokens: TokenStream, words: &mut Words) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let sign = |at: usize| match tokens.get(at) {
        Some(TokenTree::Punct(sign)) => sign.as_char(),
        Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis => '(',
        _ => ' ',
    };
    for (i, token) in tokens.iter().enumerate() {
        let at = token.span().byte_range().start;
        let mut add = |name: &str, value, method| {
            words.entry(name.to_owned()).or_default().push((at, value, method));
        };
        match token {
            TokenTree::Group(group) => read(group.stream(), words),
            // The names in braces, which a text shows.
            TokenTree::Literal(text) => text.to_string().split('{').skip(1).for_each(|shown| {
                add(
                    shown.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or(""),
                    true,
                    false,
                );
            }),
            TokenTree::Ident(name) => {
                let [before, last] = [2, 1].map(|back| i.checked_sub(back).map_or(' ', sign));
                let [next, after] = [1, 2].map(|on| sign(i + on));
                let is_path = (before, last) == (':', ':');
                let is_member = last == '.' && before != '.';
                let is_label = next == ':' && after != ':';
                let is_call = is_member && (next == '(' || next == ':');
                add(&name.to_string(), !is_member && !is_label, is_path || is_call);
            }
            TokenTree::Punct(_) => {}
        }
    }
}

#[derive(Default)]
struct Found {
    edits: Vec<(Bytes, &'static str)>,
    things: Vec<Thing>,
    imports: Vec<Bytes>,
    /// The names that the pattern visited last binds.
    names: Vec<String>,
}

impl Found {
    /// Adds an item, or a method of one, to the list of things.
    fn item(&mut self, name: &impl ToString, place: Bytes, is_method: bool) {
        let names = vec![name.to_string()];
        let is_same = |other: &&mut Thing| {
            other.names == names && other.is_method == is_method && other.scope.start == 0
        };
        match self.things.iter_mut().find(is_same) {
            Some(other) => other.places.push(place),
            None => self.things.push(Thing { names, places: vec![place], scope: 0..usize::MAX, is_method }),
        }
    }
}

fn bytes(part: &impl Spanned) -> Bytes {
    part.span().byte_range()
}

impl<'a> Visit<'a> for Found {
    fn visit_expr_method_call(&mut self, call: &'a syn::ExprMethodCall) {
        let is_check = matches!(&*call.receiver, Expr::Path(path) if path.path.is_ident("check"));
        if let Some((_, instead)) = METHODS.iter().find(|(name, _)| is_check && call.method == name)
            && let (Some(answer), Some(last)) = (call.args.get(1), call.args.last())
        {
            self.edits.push((bytes(&call.method), instead));
            self.edits.push((bytes(answer).end..bytes(last).end, ""));
        }
        visit::visit_expr_method_call(self, call);
    }

    fn visit_block(&mut self, block: &'a syn::Block) {
        for statement in &block.stmts {
            self.names.clear();
            if let Stmt::Local(local) = statement {
                self.visit_pat(&local.pat);
                let (names, place) = (std::mem::take(&mut self.names), bytes(statement));
                let scope = place.end..bytes(block).end;
                self.things.push(Thing { names, places: vec![place], scope, is_method: false });
            }
            self.visit_stmt(statement);
        }
    }

    fn visit_pat_ident(&mut self, pattern: &'a syn::PatIdent) {
        self.names.push(pattern.ident.to_string());
    }

    fn visit_item(&mut self, item: &'a Item) {
        let place = bytes(item);
        match item {
            Item::Const(own) => self.item(&own.ident, place, false),
            Item::Fn(own) => {
                let is_called =
                    own.sig.ident == "main" || own.attrs.iter().any(|of| of.path().is_ident("test"));
                (!is_called).then(|| self.item(&own.sig.ident, place, false));
            }
            Item::Struct(own) => self.item(&own.ident, place, false),
            Item::Type(own) => self.item(&own.ident, place, false),
            Item::Impl(own) => {
                if let Type::Path(path) = &*own.self_ty {
                    path.path.segments.iter().for_each(|name| self.item(&name.ident, place.clone(), false));
                }
                let mut names = Vec::new();
                for part in own.items.iter().filter(|_| own.trait_.is_none()) {
                    if let ImplItem::Fn(method) = part {
                        self.item(&method.sig.ident, bytes(method), true);
                        names.push(method.sig.ident.to_string());
                    }
                }
                // Without its methods it would be empty.
                self.things.push(Thing { names, places: vec![place], scope: 0..usize::MAX, is_method: true });
            }
            Item::Macro(own) if own.mac.path.is_ident("told") => {
                let name = own.mac.tokens.clone().into_iter().next();
                name.iter().for_each(|name| self.item(name, place.clone(), false));
            }
            Item::Use(_) => self.imports.push(place),
            _ => {}
        }
        visit::visit_item(self, item);
    }
}

/// Returns the whole lines of a range, with the remarks above it and one of two empty lines around it.
fn whole_lines(text: &str, place: &Bytes) -> Bytes {
    let line = |at: usize| text[..at].rfind('\n').map_or(0, |end| end + 1);
    let mut start = line(place.start);
    while start > 0 && text[line(start - 1)..].trim_start_matches(' ').starts_with("//") {
        start = line(start - 1);
    }
    let end = place.end + text[place.end..].find('\n').map_or(0, |length| length + 1);
    let rest = text[end..].trim_start_matches(' ');
    let is_last = rest.is_empty() || rest.starts_with(['\n', '}']);
    start - usize::from(is_last && text[..start].ends_with("\n\n"))..end
}
