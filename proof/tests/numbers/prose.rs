//! The numbers in a Markdown text that say how much, and are no code, no formula and nobody's name.

/// What a number after it only names: *joint 4*, *lessons 07 to 09*.
const NAMED: &[&str] = &[
    "bone",
    "bones",
    "entry",
    "frame",
    "frames",
    "index",
    "joint",
    "joints",
    "key",
    "keyframe",
    "keyframes",
    "keys",
    "lesson",
    "lessons",
    "matrix",
    "node",
    "part",
    "picture",
    "slot",
    "slots",
    "vertex",
    "vertices",
    "way",
];

/// A number as a text shows it.
pub struct Number {
    /// Where it begins, in bytes.
    pub at: usize,
    pub text: String,
    value: f64,
    /// One in its last digit; nothing for a fraction, which is exact.
    step: f64,
}

impl Number {
    /// Whether a value is this one, when it is rounded to as many digits. Halves may be rounded either way.
    pub fn rounds(&self, value: f64) -> bool {
        (self.value - value).abs() <= 0.5 * self.step + 1e-6 * self.value.abs().max(self.step)
    }
}

/// A text of the same length with blanks for code, comments, formulas, the targets of links, and its heading's number.
pub fn without_code(text: &str) -> String {
    let mut text = text.to_owned();
    for (open, close) in
        [("```", "\n```"), ("<!--", "-->"), ("$$", "$$"), ("$", "$"), ("`", "`"), ("](", ")")]
    {
        let mut from = 0;
        while let Some(begin) = text[from..].find(open).map(|at| from + at) {
            let inside = begin + open.len();
            let end = text[inside..].find(close).map_or(text.len(), |at| inside + at + close.len());
            blank(&mut text, begin, end);
            from = end;
        }
    }
    let lines = |text: &str| text.split_inclusive('\n').map(str::len).collect::<Vec<_>>();
    let mut begin = 0;
    for length in lines(&text) {
        let line = &text[begin..begin + length];
        if line.starts_with("# ") || line.starts_with("Part ") {
            blank(&mut text, begin, begin + length);
        }
        begin += length;
    }
    text
}

fn blank(text: &mut String, begin: usize, end: usize) {
    let blanks: String =
        text[begin..end].bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }).collect();
    text.replace_range(begin..end, &blanks);
}

/// The numbers in a text without code. `ids` are those of the exercises.
pub fn numbers(text: &str, ids: &[String]) -> Vec<Number> {
    let mut numbers = Vec::new();
    // Where a number ended that was a name.
    let mut named = 0;
    let mut at = 0;
    while let Some(begin) = text[at..].find(|c: char| c.is_ascii_digit()).map(|digit| at + digit) {
        let (number, end) = read(text, begin);
        at = end;
        let (before, after) = (&text[..begin], &text[end..]);
        let last = before.chars().next_back();
        // In a word, or a size as 3×3.
        if last.is_some_and(|c| c.is_alphanumeric() || "_.×".contains(c)) || after.starts_with('×') {
            continue;
        }
        let is_id = ids.contains(&number.text) && !after.starts_with(" ms");
        let in_list = after.starts_with(". ") && (before.is_empty() || before.ends_with(['\n', '*']));
        if is_id || in_list {
            continue;
        }
        if is_name(before, named) {
            named = end;
            continue;
        }
        numbers.push(number);
    }
    numbers
}

/// Whether what stands before a number makes it a name; the last such number ended at `named`.
fn is_name(before: &str, named: usize) -> bool {
    let bare = |text: &str| text.replace(['[', ']', ' '], "");
    if named > 0 && ["", ",", "and", "to", "or"].contains(&bare(&before[named..]).as_str()) {
        return true;
    }
    let word = before.trim_end_matches(['[', ' ']).rsplit(|c: char| !c.is_alphabetic()).next();
    before.ends_with([' ', '[']) && word.is_some_and(|word| NAMED.contains(&word.to_lowercase().as_str()))
}

/// The number that begins at a digit, with its sign if it has one, and where it ends.
fn read(text: &str, begin: usize) -> (Number, usize) {
    let (value, step, mut end) = digits(text, begin);
    let mut chars = text[..begin].chars().rev();
    let minus = matches!(chars.next(), Some('-' | '−')) && !chars.next().is_some_and(char::is_alphanumeric);
    let (mut value, mut step) = (if minus { -value } else { value }, step);
    let divided = text[end..].starts_with('/') && text[end + 1..].starts_with(|c: char| c.is_ascii_digit());
    if divided {
        let (divisor, _, end_of_divisor) = digits(text, end + 1);
        (value, step, end) = (value / divisor, 0.0, end_of_divisor);
    }
    (Number { at: begin, text: text[begin..end].to_owned(), value, step }, end)
}

/// A number without a sign, as in 100,653 or 1.280; one in its last digit; and where it ends.
fn digits(text: &str, begin: usize) -> (f64, f64, usize) {
    let run = |from: usize| text[from..].bytes().take_while(u8::is_ascii_digit).count();
    let mut end = begin + run(begin);
    while text[end..].starts_with(',') && run(end + 1) == 3 {
        end += 4;
    }
    let decimals = if text[end..].starts_with('.') { run(end + 1) } else { 0 };
    if decimals > 0 {
        end += 1 + decimals;
    }
    let value = text[begin..end].replace(',', "").parse().unwrap_or(f64::NAN);
    (value, 0.1f64.powi(i32::try_from(decimals).unwrap_or(i32::MAX)), end)
}

#[test]
fn only_numbers_that_say_how_much_are_found() {
    let text = "# 07 · Two\n`4` [lesson 02](../02.md) and 03: joints 1, 2 and 5 of 22, 01.2, 3×3, joint4\n\
                1. At −1.50 and 2,376; 1/30 s, $x = 3$, 0.8/1.9, (2, 3)\n```rust\n7\n```\n";
    let found = numbers(&without_code(text), &["01.2".to_owned()]);
    let shown: Vec<&str> = found.iter().map(|number| number.text.as_str()).collect();
    assert_eq!(shown, ["22", "1.50", "2,376", "1/30", "0.8/1.9", "2", "3"]);
    assert!(found[1].rounds(-1.504) && !found[1].rounds(-1.506) && !found[1].rounds(1.5));
    assert!(found[2].rounds(2376.0) && found[4].rounds(0.421_052_63));
}
