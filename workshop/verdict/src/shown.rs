//! Shows an answer beside the right one.

use crate::told::{Told, is_same};

/// The most parts of which all are shown, right ones too, and the most numbers in a row.
const SHORT: usize = 4;
const LINE: usize = 10;

/// The digits after the point, and the most that are shown so that two different numbers don't look the same.
pub const DIGITS: usize = 3;
const MOST_DIGITS: usize = 7;

/// Returns what came out and what was expected, or where the two differ first.
pub fn compare(given: &Told, want: &Told) -> String {
    match (given, want) {
        (Told::Matrix(a), Told::Matrix(b)) if a.len() == b.len() => side_by_side(a, b),
        (Told::Numbers(a), Told::Numbers(b)) if a.len() == b.len() && b.len() > LINE => {
            let first = (0..b.len()).find(|&at| !is_same(a[at], b[at])).unwrap_or(0);
            let [one, other] = [a, b].map(|all| Told::Numbers(vec![all[first]]));
            let which = format!("  The first that differs is number {} of {}.\n", first + 1, b.len());
            which + &compare(&one, &other)
        }
        (Told::Parts(a), Told::Parts(b)) if a.iter().zip(b).all(|(a, b)| a.0 == b.0) => parts(a, b),
        (Told::Course(a), Told::Course(b)) => {
            let unnamed = |events: &[String]| {
                events.iter().map(|event| (String::new(), Told::Word(event.clone()))).collect::<Vec<_>>()
            };
            first_wrong(&unnamed(a), &unnamed(b))
        }
        _ => {
            let [given, want] = apart(given, want);
            block("Came out", &given) + &block("Expected", &want)
        }
    }
}

/// Returns two values in digits enough to tell them apart.
fn apart(given: &Told, want: &Told) -> [String; 2] {
    let both = |digits| [given, want].map(|value| show(value, digits));
    let differs = |[given, want]: &[String; 2]| given != want;
    (DIGITS..MOST_DIGITS).map(both).find(differs).unwrap_or_else(|| both(DIGITS))
}

type Parts = [(String, Told)];

fn parts(given: &Parts, want: &Parts) -> String {
    let is_line = |part: &(String, Told)| !show(&part.1, DIGITS).contains('\n');
    let is_table = given.len() == want.len() && want.len() <= SHORT && given.iter().chain(want).all(is_line);
    if is_table { table(given, want) } else { first_wrong(given, want) }
}

/// Returns all parts and the right ones, a line each, with a mark at those that differ.
fn table(given: &Parts, want: &Parts) -> String {
    let row = |at: usize| {
        let mark = if given[at].1.agrees(&want[at].1) { "" } else { "←" };
        let [came, wanted] = apart(&given[at].1, &want[at].1);
        [name(want, at), came, wanted, mark.to_owned()]
    };
    let head = ["", "Came out", "Expected", ""].map(str::to_owned);
    aligned(&std::iter::once(head).chain((0..want.len()).map(row)).collect::<Vec<_>>())
}

/// Returns rows as lines with columns of equal width.
pub fn aligned<const N: usize>(rows: &[[String; N]]) -> String {
    // A stranger may write more than any column holds.
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0).min(80);
    let widths: [usize; N] = std::array::from_fn(width);
    let line = |row: &[String; N]| {
        let cells = row.iter().zip(widths).map(|(cell, width)| format!("  {cell:width$}"));
        cells.collect::<String>().trim_end().to_owned() + "\n"
    };
    rows.iter().map(line).collect()
}

fn first_wrong(given: &Parts, want: &Parts) -> String {
    let differs = |at: &usize| given.get(*at).zip(want.get(*at)).is_none_or(|(a, b)| !a.1.agrees(&b.1));
    let wrong: Vec<usize> = (0..given.len().max(want.len())).filter(differs).collect();
    let Some(&first) = wrong.first() else { return String::new() };
    let longer = if want.len() > first { want } else { given };
    let mut head = match (given.len(), want.len()) {
        (given, want) if given != want => format!("{given} came out, but {want} were expected."),
        (_, 1) => String::new(),
        (_, 2) if wrong.len() == 2 => "Both differ.".to_owned(),
        (_, all) if wrong.len() == all => format!("All {all} differ."),
        (_, all) if wrong.len() == 1 => format!("1 of {all} differs."),
        (_, all) => format!("{} of {all} differ.", wrong.len()),
    };
    let is_course = want.iter().all(|part| part.0.is_empty());
    if is_course && first > 0 {
        head += &match first {
            1 => " The first is right; then:".to_owned(),
            _ => format!(" The first {first} are right; then:"),
        };
    } else if !is_course {
        let which = if wrong.len() == 1 { "It" } else { "The first" };
        head += &format!(" {which} is {}.", name(longer, first));
    }
    let rest = match (given.get(first), want.get(first)) {
        (Some(came), Some(wanted)) => compare(&came.1, &wanted.1),
        (came, wanted) => [("Came out", came), ("Expected", wanted)]
            .map(|(label, part)| {
                block(label, &part.map_or("nothing".to_owned(), |part| show(&part.1, DIGITS)))
            })
            .concat(),
    };
    let head = head.trim();
    if head.is_empty() { rest } else { format!("  {head}\n{rest}") }
}

fn name(parts: &Parts, at: usize) -> String {
    let name = parts.get(at).map_or("", |part| &part.0);
    if name.is_empty() { format!("number {}", at + 1) } else { name.to_owned() }
}

/// Returns the value as a student should read it.
pub fn show(told: &Told, digits: usize) -> String {
    let list = |numbers: &[f64]| numbers.iter().map(|x| number(*x, digits)).collect::<Vec<_>>();
    match told {
        Told::Numbers(numbers) if (2..=SHORT).contains(&numbers.len()) => {
            format!("({})", list(numbers).join(", "))
        }
        Told::Numbers(numbers) => list(numbers).join("   "),
        Told::Fine(numbers) => numbers.iter().map(|x| number(*x, 6)).collect::<Vec<_>>().join(", "),
        Told::Degrees(angles) => {
            list(angles).iter().map(|angle| format!("{angle}°")).collect::<Vec<_>>().join(", ")
        }
        Told::Word(text) | Told::NotCompiled(text) => text.clone(),
        Told::Turn(turn) => turned(turn, digits),
        Told::Matrix(matrix) => {
            let size = matrix.len().isqrt();
            let entry =
                |row: usize, column: usize| format!(" {:>7}", entry(matrix[column * size + row], DIGITS));
            let row = |row: usize| (0..size).map(|column| entry(row, column)).collect::<String>();
            (0..size).map(|at| format!("[{} ]", row(at))).collect::<Vec<_>>().join("\n")
        }
        Told::Course(events) => events.join("\n"),
        Told::Parts(parts) if parts.is_empty() => "nothing".to_owned(),
        Told::Parts(parts) => {
            let part = |(name, part): &(String, Told)| {
                let (gap, shown) = (if name.is_empty() { "" } else { ": " }, show(part, digits));
                format!("{name}{gap}{}{shown}", if shown.contains('\n') { "\n" } else { "" })
            };
            parts.iter().map(part).collect::<Vec<_>>().join("\n")
        }
    }
}

/// Returns a number that is rounded and has no minus on zero.
fn number(x: f64, digits: usize) -> String {
    let unit = 10f64.powi(digits as i32);
    if x.is_finite() { ((x * unit).round() / unit + 0.0).to_string() } else { x.to_string() }
}

/// Returns an entry of a matrix, which shows all its digits.
fn entry(x: f64, digits: usize) -> String {
    let unit = 10f64.powi(digits as i32);
    format!("{:.digits$}", (x * unit).round() / unit + 0.0)
}

fn turned(turn: &[f64], digits: usize) -> String {
    // The shorter way round.
    let sign = if turn[3] < 0.0 { -1.0 } else { 1.0 };
    let sine = turn[..3].iter().map(|x| x * x).sum::<f64>().sqrt();
    let degrees = 2.0 * sine.atan2(sign * turn[3]).to_degrees();
    if degrees.is_nan() {
        return "no rotation: its numbers are NaN".to_owned();
    }
    if is_same(degrees, 0.0) {
        return "0°".to_owned();
    }
    let axis: Vec<String> = turn[..3].iter().map(|x| number(sign * x / sine, digits)).collect();
    format!("{degrees:.1}° about ({})", axis.join(", "))
}

/// Returns two matrices side by side, with a star at each number that differs, in digits enough to show it.
fn side_by_side(given: &[f64], want: &[f64]) -> String {
    let size = want.len().isqrt();
    let differs = |at: usize| !is_same(given[at], want[at]);
    let is_shown = |digits: &usize| {
        let mut wrong = (0..want.len()).filter(|at| differs(*at));
        wrong.all(|at| entry(given[at], *digits) != entry(want[at], *digits))
    };
    let digits = (DIGITS..MOST_DIGITS).find(is_shown).unwrap_or(MOST_DIGITS);
    let width = given.iter().chain(want).map(|x| entry(*x, digits).len()).fold(digits + 4, usize::max);
    let row = |row: usize| {
        let places = || (0..size).map(|column| column * size + row);
        let star = |at| if differs(at) { '*' } else { ' ' };
        let came = places().map(|at| format!(" {:>width$}{}", entry(given[at], digits), star(at)));
        let wanted = places().map(|at| format!(" {:>width$}", entry(want[at], digits)));
        format!("  [{}]  [{} ]\n", came.collect::<String>(), wanted.collect::<String>())
    };
    let head = format!("  {:1$}Expected\n", "Came out", size * (width + 2) + 4);
    (0..size).map(row).fold(head, |all, line| all + &line)
}

/// Returns a labelled value, with its further lines indented to stand under the first.
fn block(label: &str, value: &str) -> String {
    let line = |(at, line)| format!("  {:<10} {line}\n", if at == 0 { label } else { "" });
    value.lines().enumerate().map(line).collect()
}

/// Returns text as indented lines of at most 80 characters.
pub fn wrapped(text: &str) -> String {
    let mut lines = vec![" ".to_owned()];
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + word.chars().count() < 80 => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(format!("  {word}")),
        }
    }
    lines.join("\n") + "\n"
}

/// Returns each line with an indent.
pub fn indented(text: &str) -> String {
    text.trim_matches('\n').lines().map(|line| format!("  {line}\n")).collect()
}
