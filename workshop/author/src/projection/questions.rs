//! The checks as students get them: the questions, and no function that answers them.
//!
//! What is right is recorded. So the closures that say it go, and then all that nothing else names: a `let` counts up to
//! the end of its block, an item in the whole file. Of what stays by mistake the compiler warns in `verify`.

use crate::projection::inline;
use course::Problem;
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::Range;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Expr, ImplItem, Item, Stmt, UseTree};

/// The methods that say what is right, and those in their place, which take the first two arguments.
const METHODS: [(&str, &str); 4] =
    [("case", "asked"), ("case_by", "asked"), ("case_among", "asked"), ("needs", "needed")];

/// The longest line that rustfmt leaves.
const WIDTH: usize = 110;

type Bytes = Range<usize>;

/// A check's text as students get it.
pub fn without_answers(file: &str, text: &str) -> Result<String, Problem> {
    let parsed = inline::parsed(file, text)?;
    let mut found = Found { scope: 0..text.len(), ..Found::default() };
    found.visit_file(&parsed);
    let Found { mut edits, mut things, patterns, imports, .. } = found;
    let mut words = Words::default();
    words.read(text.parse().unwrap_or_default());
    let own: Vec<Bytes> = imports.iter().map(|(place, ..)| place.clone()).collect();
    let mut gone: Vec<Bytes> = edits.iter().map(|(place, _)| place.clone()).chain(own.clone()).collect();
    let known = gone.len();
    loop {
        let before = gone.len();
        for thing in things.extract_if(.., |thing| !words.name(thing, &gone)).collect::<Vec<_>>() {
            gone.extend(thing.places);
        }
        if gone.len() == before {
            break;
        }
    }
    edits.extend(gone[known..].iter().map(|place| (whole_lines(text, place), String::new())));
    for unused in patterns.into_iter().filter(|one| !words.name(one, &gone)) {
        edits.extend(unused.places.into_iter().map(|place| (place, "_".to_owned())));
    }
    for (place, scope, tree) in imports {
        // What was never named is a trait.
        let is_used = |name: &str| {
            let import = Thing { names: vec![name.to_owned()], scope: scope.clone(), ..Thing::default() };
            words.name(&import, &gone) || !words.name(&import, &own)
        };
        edits.push(match imported(tree, &is_used) {
            Some(kept) => (place.clone(), filled(&format!("use {kept};"), column(text, place.start))),
            None => (whole_lines(text, &place), String::new()),
        });
    }
    edits.sort_by_key(|(place, _)| (place.start, Reverse(place.end)));
    let (mut made, mut at) = (String::new(), 0);
    // What is inside of something that goes is gone with it.
    for (place, instead) in edits {
        if place.start >= at {
            made += &text[at..place.start];
            made += &instead;
            at = place.end;
        }
    }
    Ok(made + &text[at..])
}

/// Something that goes when nothing names it, with all that belongs to it: an item with its `impl`s.
#[derive(Default)]
struct Thing {
    names: Vec<String>,
    places: Vec<Bytes>,
    /// The part of the file where its name counts.
    scope: Bytes,
    is_method: bool,
}

#[derive(Default)]
struct Found<'a> {
    scope: Bytes,
    edits: Vec<(Bytes, String)>,
    things: Vec<Thing>,
    patterns: Vec<Thing>,
    imports: Vec<(Bytes, Bytes, &'a UseTree)>,
}

impl Found<'_> {
    fn within(&mut self, scope: Bytes, visit: impl FnOnce(&mut Self)) {
        let outer = std::mem::replace(&mut self.scope, scope);
        visit(self);
        self.scope = outer;
    }

    /// Adds an item, or what belongs to one.
    fn item(&mut self, name: &impl ToString, place: Bytes, is_method: bool) {
        let (names, scope) = (vec![name.to_string()], 0..usize::MAX);
        match self.things.iter_mut().find(|other| other.names == names && other.is_method == is_method) {
            Some(other) => other.places.push(place),
            None => self.things.push(Thing { names, places: vec![place], scope, is_method }),
        }
    }
}

fn bytes(part: &impl Spanned) -> Bytes {
    part.span().byte_range()
}

impl<'a> Visit<'a> for Found<'a> {
    fn visit_expr_method_call(&mut self, call: &'a syn::ExprMethodCall) {
        let is_check = matches!(&*call.receiver, Expr::Path(path) if path.path.is_ident("check"));
        if let Some((_, instead)) = METHODS.iter().find(|(name, _)| is_check && call.method == name)
            && let (Some(answer), Some(last)) = (call.args.get(1), call.args.last())
        {
            self.edits.push((bytes(&call.method), (*instead).to_owned()));
            self.edits.push((bytes(answer).end..bytes(last).end, String::new()));
        }
        visit::visit_expr_method_call(self, call);
    }

    fn visit_block(&mut self, block: &'a syn::Block) {
        let whole = bytes(block);
        for statement in &block.stmts {
            let place = bytes(statement);
            let rest = place.end..whole.end;
            if let Stmt::Local(local) = statement {
                let before = self.patterns.len();
                self.within(rest.clone(), |found| found.visit_pat(&local.pat));
                let names = self.patterns[before..].iter().flat_map(|one| one.names.clone()).collect();
                self.things.push(Thing { names, places: vec![place.clone()], scope: rest, is_method: false });
                self.within(place, |found| local.init.iter().for_each(|init| found.visit_local_init(init)));
            } else {
                self.within(whole.clone(), |found| found.visit_stmt(statement));
            }
        }
    }

    fn visit_expr_closure(&mut self, closure: &'a syn::ExprClosure) {
        self.within(bytes(&closure.body), |found| visit::visit_expr_closure(found, closure));
    }

    fn visit_expr_for_loop(&mut self, each: &'a syn::ExprForLoop) {
        self.within(bytes(&each.body), |found| found.visit_pat(&each.pat));
        self.visit_expr(&each.expr);
        self.visit_block(&each.body);
    }

    fn visit_pat_ident(&mut self, pattern: &'a syn::PatIdent) {
        let name = pattern.ident.to_string();
        if name.starts_with(|c: char| c.is_ascii_lowercase()) {
            let (places, scope) = (vec![bytes(pattern)], self.scope.clone());
            self.patterns.push(Thing { names: vec![name], places, scope, is_method: false });
        }
    }

    fn visit_arm(&mut self, arm: &'a syn::Arm) {
        self.within(bytes(arm), |found| visit::visit_arm(found, arm));
    }

    fn visit_item(&mut self, item: &'a Item) {
        let place = bytes(item);
        match item {
            Item::Const(own) => self.item(&own.ident, place, false),
            Item::Enum(own) => self.item(&own.ident, place, false),
            Item::Fn(own)
                if own.sig.ident != "main" && !own.attrs.iter().any(|of| of.path().is_ident("test")) =>
            {
                self.item(&own.sig.ident, place, false);
            }
            Item::Static(own) => self.item(&own.ident, place, false),
            Item::Struct(own) => self.item(&own.ident, place, false),
            Item::Type(own) => self.item(&own.ident, place, false),
            Item::Impl(own) => {
                if let syn::Type::Path(path) = &*own.self_ty {
                    path.path.segments.iter().for_each(|name| self.item(&name.ident, place.clone(), false));
                }
                let own = own.items.iter().filter(|_| own.trait_.is_none());
                own.for_each(|part| {
                    if let ImplItem::Fn(method) = part {
                        self.item(&method.sig.ident, bytes(method), true);
                    }
                });
            }
            Item::Macro(own) if !own.mac.path.is_ident("thread_local") => {
                if let Some(TokenTree::Ident(name)) = own.mac.tokens.clone().into_iter().next() {
                    self.item(&name, place, false);
                }
            }
            Item::Use(own) => self.imports.push((place, self.scope.clone(), &own.tree)),
            _ => {}
        }
        let scope = if let Item::Mod(_) = item { bytes(item) } else { self.scope.clone() };
        self.within(scope, |found| visit::visit_item(found, item));
    }
}

/// All names in a file, each with its places. A field and a label count for no name, and a text for what it shows.
#[derive(Default)]
struct Words(BTreeMap<String, Vec<(usize, Kind)>>);

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Plain,
    Method,
    /// After a path, where it may be either.
    OfPath,
}

impl Words {
    fn read(&mut self, tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let sign = |at: Option<usize>| match at.and_then(|at| tokens.get(at)) {
            Some(TokenTree::Punct(sign)) => sign.as_char(),
            Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis => '(',
            _ => ' ',
        };
        for (i, token) in tokens.iter().enumerate() {
            let at = token.span().byte_range().start;
            match token {
                TokenTree::Group(group) => self.read(group.stream()),
                TokenTree::Literal(text) => {
                    for shown in text.to_string().split('{').skip(1) {
                        let end = shown.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(0);
                        self.0.entry(shown[..end].to_owned()).or_default().push((at, Kind::Plain));
                    }
                }
                TokenTree::Ident(name) => {
                    let before = [i.checked_sub(2), i.checked_sub(1)].map(sign);
                    let kind = match (before, [i + 1, i + 2].map(|next| sign(Some(next)))) {
                        ([':', ':'], _) => Kind::OfPath,
                        (['.', '.'], _) => Kind::Plain,
                        ([_, '.'], ['(', _] | [':', ':']) => Kind::Method,
                        ([_, '.'], _) => continue,
                        (_, [':', after]) if after != ':' => continue,
                        _ => Kind::Plain,
                    };
                    self.0.entry(name.to_string()).or_default().push((at, kind));
                }
                TokenTree::Punct(_) => {}
            }
        }
    }

    /// Returns true if something is named outside of itself and of what is gone.
    fn name(&self, thing: &Thing, gone: &[Bytes]) -> bool {
        let other = if thing.is_method { Kind::Plain } else { Kind::Method };
        let counts = |(at, kind): &(usize, Kind)| {
            *kind != other
                && thing.scope.contains(at)
                && !thing.places.iter().chain(gone).any(|place| place.contains(at))
        };
        thing.names.is_empty()
            || thing.names.iter().any(|name| self.0.get(name).into_iter().flatten().any(counts))
    }
}

/// The lines of something with the remarks above it, and one of two empty lines around it.
fn whole_lines(text: &str, place: &Bytes) -> Bytes {
    let line = |at: usize| text[..at].rfind('\n').map_or(0, |end| end + 1);
    let mut start = line(place.start);
    let above = |start: usize| text[..start].trim_end_matches('\n').len();
    while start > 0 && text[line(above(start))..start].trim_start().starts_with("//") {
        start = line(start - 1);
    }
    let end = text[place.end..].find('\n').map_or(text.len(), |length| place.end + length + 1);
    let is_last = text[end..].trim_start_matches(' ').starts_with(['\n', '}']) || end == text.len();
    start - usize::from(is_last && text[..start].ends_with("\n\n"))..end
}

fn column(text: &str, at: usize) -> usize {
    at - text[..at].rfind('\n').map_or(0, |end| end + 1)
}

/// An import with only the names that are used; nothing if there are none.
fn imported(tree: &UseTree, is_used: &dyn Fn(&str) -> bool) -> Option<String> {
    match tree {
        UseTree::Path(path) => Some(format!("{}::{}", path.ident, imported(&path.tree, is_used)?)),
        UseTree::Name(name) => is_used(&name.ident.to_string()).then(|| name.ident.to_string()),
        UseTree::Group(group) => {
            let kept: Vec<String> = group.items.iter().filter_map(|one| imported(one, is_used)).collect();
            match &kept[..] {
                [] => None,
                [one] => Some(one.clone()),
                _ => Some(format!("{{{}}}", kept.join(", "))),
            }
        }
        UseTree::Glob(_) => Some("*".to_owned()),
        UseTree::Rename(name) => Some(format!("{} as {}", name.ident, name.rename)),
    }
}

/// An import in lines as rustfmt makes them.
fn filled(import: &str, column: usize) -> String {
    let Some((path, names)) = import.split_once('{').filter(|_| column + import.len() > WIDTH) else {
        return import.to_owned();
    };
    let mut lines = vec![String::new()];
    for name in names.trim_end_matches("};").split_inclusive(", ").map(str::trim_end) {
        let full = lines.last().is_none_or(|line| column + 5 + line.len() + name.len() > WIDTH);
        match lines.last_mut().filter(|_| !full) {
            Some(line) if !line.is_empty() => *line += &format!(" {name}"),
            Some(line) => *line += name,
            None => lines.push(name.to_owned()),
        }
    }
    let indent = " ".repeat(column);
    let lines: String = lines.iter().map(|line| format!("{indent}    {line}\n")).collect();
    format!("{path}{{\n{}{indent}}};", lines.trim_end().to_owned() + ",\n")
}
