//! `verify --mutants`: changes each solution in one place at a time, as students may, and lists the changes that
//! its check lets pass. It's no part of CI, since it takes a minute or two for a lesson.

use crate::projection::{Course, is_read_late};
use crate::verify::nearly;
use crate::verify::slipped::{self, Slipped};
use anyhow::{Context, Result, bail};
use course::{Id, LessonInfo};
use proc_macro2::{TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::Path;

/// The list of mutants that are right: for each exercise the reasons, with the changed lines.
const EQUAL: &str = "workshop/author/mutants.toml";

/// Names that are taken for each other, beside those that stand in one solution.
pub const ALIKE: [&[&str]; 16] = [
    &["x", "y", "z", "w"],
    &["X", "Y", "Z", "W"],
    &["x_axis", "y_axis", "z_axis", "w_axis"],
    &["from_rotation_x", "from_rotation_y", "from_rotation_z"],
    &["ZERO", "ONE", "IDENTITY"],
    &["true", "false"],
    &["min", "max"],
    &["sin", "cos"],
    &["asin", "acos"],
    &["all", "any"],
    &["floor", "round", "ceil"],
    &["first", "last"],
    &["dot", "cross"],
    &["length", "length_squared"],
    &["inverse", "transpose"],
    &["transform_point3", "transform_vector3"],
];

/// Marks that are taken for others; more are in what [`slipped`] changes.
const MARKS_ALIKE: [(&[&str], &[&str]); 6] = [
    (&["<", "<="], &[">", ">="]),
    (&[">", ">="], &["<", "<="]),
    (&["||"], &["&&"]),
    (&["="], &["+="]),
    (&["+=", "-=", "*=", "/=", "|="], &["="]),
    (&[".."], &["..="]),
];

/// What no operand goes beyond, and the operators that bind ever more strongly.
const RANKS: [&[&str]; 7] = [
    &[
        "=", "+=", "-=", "*=", "/=", "|=", ",", ";", "=>", "|", "..", "..=", ":", "->", "let", "if", "else",
        "match", "return", "in", "while",
    ],
    &["?"],
    &["||"],
    &["&&"],
    &["==", "!=", "<", "<=", ">", ">="],
    &["+", "-"],
    &["*", "/", "%"],
];

const KEYWORDS: [&str; 15] = [
    "as", "break", "continue", "else", "fn", "for", "if", "in", "let", "match", "move", "mut", "return",
    "struct", "while",
];

/// Parts of what a matrix or a rotation is called: the order of other factors is all the same.
const TURNS: [&str; 6] = ["_from_", "rotation", "turn", "inverse", "Mat4", "gone"];

/// What stands before the changed lines of a right answer that isn't ours.
const OTHERS: &str = "in an answer of others: ";

/// Functions of which it's all the same which argument comes first.
const SYMMETRIC: [&str; 4] = ["dot", "distance", "max", "min"];

/// Returns the mutants of all solutions of some lessons, and the solutions, which must pass among them; on request those
/// of other right answers, too.
pub fn all(course: &Course<'_>, lessons: &[&LessonInfo], with_others: bool) -> Result<Vec<Slipped>> {
    let mut all = Vec::new();
    for (file, region) in course.regions() {
        let id = region.id;
        let Some(lesson) = lessons.iter().find(|lesson| lesson.number == id.lesson) else { continue };
        let above: Vec<&str> = course.text(file)?.lines().take(region.at.0 - 1).collect();
        let begin = above.iter().rposition(|line| line.contains("fn ")).unwrap_or(above.len());
        // Names that a type or a value is given to, in the function that the solution stands in.
        let mut names = Vec::new();
        for line in &above[begin..] {
            let given = [": ", " = "].into_iter().flat_map(|mark| line.match_indices(mark));
            let given = given.filter_map(|(at, _)| line[..at].rsplit(|c| !slipped::is_of_name(c)).next());
            names.extend(given.filter(|name| name.starts_with(char::is_lowercase)));
        }
        // These a student may have heard of.
        let told =
            course.text(&lesson.file("README.md"))?.to_owned() + &course.open_text(file).unwrap_or_default();
        let told: BTreeSet<&str> = told.split(|c| !slipped::is_of_name(c)).collect();
        let others = lesson.answers.data.right.iter();
        let others = others.filter(|answer| with_others && *answer.exercise.get_ref() == id);
        for (whose, code) in
            [("", &region.solution)].into_iter().chain(others.map(|answer| (OTHERS, &answer.code)))
        {
            let mutants =
                of(code, &names, &|name| told.contains(name)).with_context(|| format!("in {id}"))?;
            // Of one that cannot be read, rustc would tell before it looks at any other.
            let is_read = |code: &str| syn::parse_str::<syn::Block>(&format!("{{\n{code}\n}}")).is_ok();
            let mutants = mutants.into_iter().filter(|(mutant, _)| is_read_late(file) || is_read(mutant));
            let count = all.len();
            all.extend(mutants.enumerate().map(|(number, (mutant, words))| Slipped {
                exercise: id,
                name: format!("~{}", count + number + 1),
                what: format!("{whose}{}", changed(code, &mutant)),
                code: mutant,
                words,
            }));
        }
    }
    Ok(all)
}

/// Returns the lines that a mutant has instead of the solution's, in one; for the solution none.
fn changed(solution: &str, mutant: &str) -> String {
    let [old, new] = [solution, mutant].map(|code| code.lines().map(str::trim).collect::<Vec<_>>());
    let same = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let below = old[same..].iter().rev().zip(new[same..].iter().rev()).take_while(|(a, b)| a == b).count();
    let [old, new] = [old, new].map(|lines| lines[same..lines.len() - below].join(" ").trim().to_owned());
    if new.is_empty() && !old.is_empty() { format!("without {old}") } else { new }
}

/// Returns the mutants of a code, and itself, for which these names are in scope too, each with its words for a student.
fn of(code: &str, names: &[&str], is_told: &dyn Fn(&str) -> bool) -> Result<BTreeMap<String, String>> {
    let Ok(stream) = code.parse::<TokenStream>() else { bail!("the solution has no tokens of Rust") };
    let tokens = tokens(code, stream);
    let slips = slipped::in_code(code).into_iter().map(|change| {
        let words = match change.from.contains("_from_") {
            true => "two factors exchanged".to_owned(),
            false => nearly::of_token(&change.from, &change.to, is_told),
        };
        (change.code, words)
    });
    let mutants = slips.chain([(code.to_owned(), String::new())]).collect();
    let names = BTreeMap::from([(("", false), names.to_vec())]);
    let mut maker = Maker { code, names, is_told, mutants };
    maker.collect(&tokens);
    maker.block(&tokens);
    maker.level(&tokens);
    Ok(maker.mutants)
}

/// A token with its place in the code; a bracket with all that it holds.
struct Token<'a> {
    text: &'a str,
    at: Range<usize>,
    inner: Vec<Token<'a>>,
}

fn tokens(code: &str, stream: TokenStream) -> Vec<Token<'_>> {
    let mut tokens: Vec<Token<'_>> = Vec::new();
    for tree in stream {
        let at = tree.span().byte_range();
        if let Some(last) = tokens.last_mut() {
            let both = &code[last.at.start..at.end];
            let marks = RANKS.concat();
            if marks.contains(&both) || ["::", "%="].contains(&both) {
                (last.text, last.at.end) = (both, at.end);
                continue;
            }
        }
        let text = &code[at.clone()];
        let inner =
            if let TokenTree::Group(group) = tree { self::tokens(code, group.stream()) } else { vec![] };
        tokens.push(Token { text, at, inner });
    }
    tokens
}

/// The mark before a name, and whether a call's bracket follows it: names of one kind are exchanged.
type Kind<'a> = (&'a str, bool);

struct Maker<'a> {
    code: &'a str,
    names: BTreeMap<Kind<'a>, Vec<&'a str>>,
    is_told: &'a dyn Fn(&str) -> bool,
    mutants: BTreeMap<String, String>,
}

impl<'a> Maker<'a> {
    /// Returns the text from one place to another.
    fn span(&self, tokens: &[Token<'a>]) -> &'a str {
        tokens.first().zip(tokens.last()).map_or("", |(a, b)| &self.code[a.at.start..b.at.end])
    }

    /// Makes the mutant with another text in the place of some tokens, and words for what stands there now.
    fn put(&mut self, tokens: &[Token<'a>], text: &str, words: &str) {
        if let Some((first, last)) = tokens.first().zip(tokens.last()) {
            let (begin, end) = (&self.code[..first.at.start], &self.code[last.at.end..]);
            self.mutants.entry(format!("{begin}{text}{end}")).or_insert_with(|| words.to_owned());
        }
    }

    /// Makes the mutant with another token in the place of one.
    fn put_token(&mut self, token: &Token<'a>, other: &str) {
        let words = nearly::of_token(token.text, other, self.is_told);
        self.put(std::slice::from_ref(token), other, &words);
    }

    /// Makes the mutant in which what stands at both sides of a token has changed places.
    fn exchange(&mut self, left: &[Token<'a>], both: &[Token<'a>], right: &[Token<'a>], words: &str) {
        let between = &self.span(both)[self.span(left).len()..self.span(both).len() - self.span(right).len()];
        self.put(both, &[self.span(right), between, self.span(left)].concat(), words);
    }

    /// Returns a function's name between words, or other words if a student has perhaps never heard it.
    fn named(&self, begin: &str, name: &str, end: &str, other: &str) -> String {
        if (self.is_told)(name) { format!("{begin}`{name}`{end}") } else { other.to_owned() }
    }

    fn collect(&mut self, tokens: &[Token<'a>]) {
        for (i, token) in tokens.iter().enumerate() {
            if let Some(kind) = kind(tokens, i) {
                self.names.entry(kind).or_default().push(token.text);
            }
            self.collect(&token.inner);
        }
    }

    /// Makes the mutants of a block that lack a statement. An `if` is there, but never true.
    fn block(&mut self, tokens: &[Token<'a>]) {
        let mut begin = 0;
        for (i, token) in tokens.iter().enumerate() {
            let goes_on = [".", "else", "?", ";"].contains(&text(tokens, i + 1));
            if token.text == ";" || token.text.starts_with('{') && !goes_on {
                if !["if", "let"].contains(&tokens[begin].text) {
                    self.put(&tokens[begin..=i], "", "one statement left out");
                }
                begin = i + 1;
            }
        }
    }

    /// Makes all other mutants of some tokens and of what is inside of them.
    fn level(&mut self, tokens: &[Token<'a>]) {
        let patterns = patterns(tokens);
        for (i, token) in tokens.iter().enumerate() {
            // Another name there is a new one, and fits everything.
            if patterns.iter().any(|pattern| pattern.contains(&i)) {
                continue;
            }
            self.level(&token.inner);
            let before = text(tokens, i.wrapping_sub(1));
            if token.text.starts_with('{') {
                self.block(&token.inner);
            } else if !["!", "derive"].contains(&before) && !SYMMETRIC.contains(&before) {
                let words = self.named(
                    "two arguments of ",
                    before,
                    " exchanged",
                    "two neighbours in a list exchanged",
                );
                for pair in parts(&token.inner).windows(2) {
                    let both = &token.inner[pair[0].start..pair[1].end];
                    self.exchange(&token.inner[pair[0].clone()], both, &token.inner[pair[1].clone()], &words);
                }
            }
            let is_index = token.text.starts_with('[')
                && before.starts_with(char::is_alphabetic)
                && !KEYWORDS.contains(&before)
                && !token.inner.iter().any(|part| part.text.starts_with(".."));
            if is_index {
                self.put(std::slice::from_ref(token), "[0]", "one index that is always 0");
            }
            if let Some(kind) = kind(tokens, i) {
                let alike = ALIKE.iter().filter(|row| row.contains(&token.text)).copied().flatten();
                let names = self.names[&kind].iter().chain(alike).copied();
                // In place of `None`, a variable would be a pattern that fits everything.
                let is_upper = |name: &str| name.starts_with(char::is_uppercase);
                let names: Vec<&str> = names.filter(|name| is_upper(name) == is_upper(token.text)).collect();
                names.iter().for_each(|name| self.put_token(token, name));
                if kind.1 {
                    self.call(tokens, i);
                }
            }
            self.mark(tokens, i);
        }
    }

    /// Leaves out a call, or puts one of its arguments in its place.
    fn call(&mut self, tokens: &[Token<'a>], i: usize) {
        let inner = &tokens[i + 1].inner;
        let names: Vec<&str> = self.names.get(&("", false)).cloned().unwrap_or_default();
        // A variable may stand for what has to be made of others.
        for part in
            parts(inner).into_iter().filter(|part| inner[part.clone()].iter().any(|token| token.text == "as"))
        {
            let argument = &inner[part];
            names.iter().for_each(|name| {
                self.put(argument, name, &format!("`{name}` for another argument in one place"));
            });
        }
        let arguments: Vec<&str> = parts(inner).into_iter().map(|part| self.span(&inner[part])).collect();
        let is_of_chain = |at: &usize| {
            let text = tokens[*at].text;
            (text.starts_with(slipped::is_of_name) && !KEYWORDS.contains(&text))
                || text.starts_with(['(', '['])
                || [".", "::"].contains(&text)
        };
        let begin = (0..=i).rev().take_while(is_of_chain).last().unwrap_or(i);
        let whole = &tokens[begin..i + 2];
        let name = tokens[i].text;
        let left_out = self.named("one ", name, " left out", "one call left out");
        self.put(whole, &format!("({} + 1)", self.span(whole)), "one whole number that is off by one");
        if i == begin || tokens[i - 1].text == "::" {
            arguments.iter().for_each(|argument| self.put(whole, &format!("({argument})"), &left_out));
            return;
        }
        let on = self.span(&tokens[begin..i - 1]);
        self.put(whole, on, &left_out);
        if let [first, rest @ ..] = &*arguments
            && !SYMMETRIC.contains(&name)
        {
            let rest: String = rest.iter().map(|argument| format!(", {argument}")).collect();
            let words =
                self.named("two arguments of ", name, " exchanged", "two arguments of a call exchanged");
            self.put(whole, &format!("({first}).{name}({on}{rest})"), &words);
        }
        match (name, &*arguments) {
            ("clamp", [least, most]) => {
                self.put(whole, &format!("{on}.max({least})"), "no upper bound");
                self.put(whole, &format!("{on}.min({most})"), "no lower bound");
            }
            ("rem_euclid", [divisor]) => {
                self.put(whole, &format!("({on} % ({divisor}))"), "a remainder that may be negative");
            }
            _ => {}
        }
    }

    /// Returns how strongly a token binds: no more than [`RANKS`] has, if it is no part of an operand.
    fn rank(&self, token: &Token<'a>) -> usize {
        let rank = RANKS.iter().position(|rank| rank.contains(&token.text) || token.text.starts_with('{'));
        rank.filter(|rank| *rank == 0 || self.is_between(token)).unwrap_or(RANKS.len())
    }

    /// Returns true if it stands between blanks, as rustfmt writes an operator with two operands.
    fn is_between(&self, token: &Token<'a>) -> bool {
        let (before, after) = (&self.code[..token.at.start], &self.code[token.at.end..]);
        before.ends_with(char::is_whitespace) && after.starts_with(char::is_whitespace)
    }

    /// Changes a mark, what stands at its sides, a condition, or a number.
    fn mark(&mut self, tokens: &[Token<'a>], i: usize) {
        let (token, mark) = (&tokens[i], tokens[i].text);
        for (_, others) in MARKS_ALIKE.iter().filter(|(marks, _)| marks.contains(&mark)) {
            if self.is_between(token) || mark == ".." {
                others.iter().for_each(|other| self.put_token(token, other));
            }
        }
        let rank = self.rank(token);
        if (1..RANKS.len()).contains(&rank) {
            let begin = (0..i).rev().take_while(|at| self.rank(&tokens[*at]) >= rank).last().unwrap_or(i);
            let right = tokens[i + 1..].iter().take_while(|token| self.rank(token) > rank).count();
            let (left, right) = (&tokens[begin..i], &tokens[i + 1..i + 1 + right]);
            let both = &tokens[begin..i + 1 + right.len()];
            match mark {
                "?" => ["true", "false"]
                    .iter()
                    .for_each(|condition| self.put(left, condition, "one choice that is always the same")),
                _ => {
                    let words = match mark {
                        "+" | "-" => "one summand left out",
                        "*" => "one factor left out",
                        "/" => "one division left out",
                        "%" => "one remainder that isn't taken",
                        "&&" | "||" => "half of one condition left out",
                        _ => "one comparison left out",
                    };
                    self.put(both, self.span(left), words);
                    let sign = if mark == "-" { "-" } else { "" };
                    self.put(both, &format!("{sign}{}", self.span(right)), words);
                    let is_turn = TURNS.iter().any(|name| self.span(both).contains(name));
                    if ["-", "/"].contains(&mark) || mark == "*" && is_turn {
                        self.exchange(left, both, right, &format!("the two sides of one `{mark}` exchanged"));
                    }
                }
            }
        }
        if ["-", "!"].contains(&mark) && !self.is_between(token) {
            self.put_token(token, "");
        }
        if ["if", "while"].contains(&mark) {
            let is_in_bracket = text(tokens, i + 1).starts_with('(')
                && (text(tokens, i + 2).starts_with('{') || kind(tokens, i + 2).is_some());
            let (begin, end) = self.code.split_at(token.at.end + 1 + usize::from(is_in_bracket));
            let mut put = |condition, words: &str| {
                let code = format!("{begin}{condition}{end}");
                self.mutants.entry(code).or_insert_with(|| words.to_owned());
            };
            if mark == "if" && text(tokens, i + 1) != "let" {
                put("true || ", "one condition that always holds");
            }
            put("false && ", "one condition that never holds");
        }
        if mark.starts_with(|c: char| c.is_ascii_digit()) && mark.contains('.') {
            let suffix = mark.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
            ["0.0", "1.0", "2.0"]
                .iter()
                .for_each(|number| self.put_token(token, &format!("{number}{suffix}")));
        }
    }
}

fn text<'a>(tokens: &[Token<'a>], i: usize) -> &'a str {
    tokens.get(i).map_or("", |token| token.text)
}

/// Returns the kind of a name that is used, not declared, nor a type.
fn kind<'a>(tokens: &[Token<'a>], i: usize) -> Option<Kind<'a>> {
    let [before, name, after] = [i.wrapping_sub(1), i, i + 1].map(|at| text(tokens, at));
    let is_name = name.starts_with(char::is_alphabetic) && !KEYWORDS.contains(&name);
    let is_used = !["as", "let", "mut"].contains(&before) && !["::", "!", ":"].contains(&after);
    let before = if [".", "::"].contains(&before) { before } else { "" };
    (is_name && is_used).then_some((before, after.starts_with('(')))
}

/// Returns the ranges of tokens that are patterns: of an arm, a `let` or a `for`.
fn patterns(tokens: &[Token<'_>]) -> Vec<Range<usize>> {
    // In a shader a `for` has no end of this kind.
    let to = |from: usize, ends: &[&str]| {
        let length = tokens[from..].iter().position(|token| ends.contains(&token.text));
        length.map(|length| from..from + length)
    };
    let pattern = |(i, token): (usize, &Token<'_>)| match token.text {
        "let" => to(i + 1, &["=", ":", ";"]),
        "for" => to(i + 1, &["in"]),
        "=>" => {
            let is_end = |at: &usize| {
                let ends_arm =
                    tokens[*at].text.starts_with('{') && !["=>", "if"].contains(&tokens[at + 1].text);
                tokens[*at].text == "," || ends_arm
            };
            let begin = (0..i).rev().find(is_end).map_or(0, |at| at + 1);
            to(begin, &["=>", "if"])
        }
        _ => None,
    };
    tokens.iter().enumerate().filter_map(pattern).collect()
}

/// Returns the parts of a list with commas.
fn parts(list: &[Token<'_>]) -> Vec<Range<usize>> {
    let mut begin = 0;
    let commas = (0..list.len()).filter(|at| list[*at].text == ",").chain([list.len()]);
    let parts = commas.map(|end| std::mem::replace(&mut begin, end + 1)..end);
    parts.filter(|part| !part.is_empty()).collect()
}

/// Returns the mutants that pass but are not listed, and what is listed but does not pass. The solutions count as
/// listed: they tell that all mutants together can stand in one build.
pub fn unlisted(root: &Path, made: &[Slipped], equal: &[&Slipped]) -> Result<Vec<String>> {
    let text = std::fs::read_to_string(root.join(EQUAL)).with_context(|| format!("cannot read {EQUAL}"))?;
    let lists: BTreeMap<String, BTreeMap<String, Vec<String>>> =
        toml::from_str(&text).with_context(|| format!("cannot read {EQUAL}"))?;
    let ids: BTreeSet<Id> = made.iter().map(|mutant| mutant.exercise).collect();
    let mut listed = BTreeSet::new();
    for id in ids {
        let lines =
            lists.get(&id.to_string()).into_iter().flat_map(BTreeMap::values).flatten().map(String::as_str);
        listed.extend(lines.chain([""]).map(|line| (id, line)));
    }
    let own = equal.iter().filter(|mutant| !mutant.what.starts_with(OTHERS));
    let passed: BTreeSet<(Id, &str)> = own.map(|mutant| (mutant.exercise, &*mutant.what)).collect();
    let open = passed.difference(&listed).map(|(id, line)| format!("{id} passes with: {line}"));
    let stale = listed
        .difference(&passed)
        .map(|(id, line)| format!("{id} does not pass, though listed, with: {line}"));
    Ok(open.chain(stale).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mutant_changes_one_place() {
        let of = |code: &str, names: &[&str]| of(code, names, &|_| true).expect("tokens");
        let has = |code: &str, wanted: &[&str]| {
            let mutants = of(code, &[]);
            for mutant in wanted {
                assert!(mutants.contains_key(*mutant), "no {mutant} among {mutants:#?}");
            }
        };
        assert_eq!(
            of("a - b", &["c"]).into_keys().collect::<Vec<_>>().join("; "),
            "-b; a; a + b; a - a; a - b; a - c; b - a; b - b; c - b"
        );
        has("(a + b).rem_euclid(n) as f32", &["((a + b) % (n)) as f32", "(n).rem_euclid((a + b)) as f32"]);
        has(
            "a + b * c - d",
            &["a + b * c", "a + b * c - a", "-d", "a + b - d", "b * c - d", "d - a + b * c"],
        );
        has("x < y && done", &["x > y && done", "x < y", "done", "x < y || done", "x <= y && done"]);
        has("t.clamp(0.5, m)", &["t.max(0.5)", "t.min(m)", "t", "t.clamp(m, 0.5)", "t.clamp(2.0, m)"]);
        has("let n = normalize(p);", &["let n = (p);", "let n = (normalize(p) + 1);"]);
        has("f(a[i], b as f32)", &["f(a[0], b as f32)", "f(a[i], i)", "f(b as f32, a[i])"]);
        has(
            "if a {\n    return b;\n}\nc += d;\n",
            &["if a {\n    \n}\nc += d;\n", "if false && a {\n    return b;\n}\nc += d;\n"],
        );
        has("if (a) b = c;", &["if (true || a) b = c;", "if (a) b += c;", "if (a) c = c;"]);
        has(
            "Mat4::from_rotation_z(a.x)",
            &["(a.x)", "Mat4::from_rotation_x(a.x)", "Mat4::from_rotation_z(a.w)"],
        );
        let matched = of("match a { S(b) if b > c => d, _ => b }", &[]);
        assert!(matched.contains_key("match a { S(b) if b > b => d, _ => b }"));
        let is_kept =
            |code: &String| code.is_empty() || code.contains("{ S(b) if ") && code.contains(", _ => ");
        assert!(matched.keys().all(is_kept), "{matched:#?}");
        has("is ? 1.0 : x", &["true ? 1.0 : x", "is ? 2.0 : x"]);
    }

    #[test]
    fn a_mutant_is_named_by_its_lines() {
        assert_eq!(changed("a;\n  b;\nc;\n", "a;\n  d;\nc;\n"), "d;");
        assert_eq!(changed("a;\nb;\nc;\n", "a;\n\nc;\n"), "without b;");
        assert_eq!(changed("a;\n", "a;\n"), "");
    }
}
