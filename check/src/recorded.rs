//! What the known mistakes answer to a check's questions, as `cargo workbook verify` has recorded it.
//!
//! The file has wrong answers only, each as what sets it apart from the right one, which the check works out. So neither
//! has it what is right, nor does rounding on another machine matter.

use super::told;
use super::{STARTER, Slip, slips::Slips};
use anyhow::{Context, Result};
use course::{Id, LessonInfo, protocol};
use std::collections::BTreeMap;

/// The file of a lesson, in its folder.
const FILE: &str = "recorded.txt";

/// What is recorded of one exercise. Nothing is, where nobody judges.
#[derive(Default)]
pub(super) struct Recorded {
    /// Who was asked: the starter, mistakes, and slips that the check cannot make by itself.
    names: Vec<Name>,
    /// By question, what stands behind the names, by their places.
    questions: BTreeMap<String, BTreeMap<usize, String>>,
}

/// A question as it stands in a recording: by a number that its words come to, as all of them together are long.
pub(super) fn key(words: &str) -> String {
    let mix = |hash: u32, byte: u8| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    format!("{:08x}", words.bytes().fold(0x811c_9dc5, mix))
}

/// Who answers.
#[derive(Clone, Copy)]
pub(super) enum Name {
    Suspect(&'static str),
    Slips(Slips),
}

/// What somebody answers who was recorded.
pub(super) enum Recalled<T> {
    Answer(T),
    Panic,
}

impl Recorded {
    /// What is recorded of an exercise. `own` are the slips that only its check knows.
    pub fn of(id: Id, own: &[Slip]) -> Result<Self> {
        let path = match std::env::var_os(protocol::RECORDING) {
            Some(path) => path.into(),
            None => course::root().join(LessonInfo::numbered(course::root(), id.lesson)?.file(FILE)),
        };
        // Without it no mistake has a name, but what is right passes.
        let Ok(text) = std::fs::read_to_string(&path) else { return Ok(Self::default()) };
        Self::parse(&text, id, own).with_context(|| format!("{} cannot be read", path.display()))
    }

    /// The same from the text of a file.
    pub fn parse(text: &str, id: Id, own: &[Slip]) -> Result<Self> {
        let begin = format!("{}{id} ", protocol::RECORDED);
        let mut lines = text.lines().skip_while(|line| !line.starts_with(&begin));
        let Some(heading) = lines.next() else { return Ok(Self::default()) };
        let written: Vec<&str> = heading[begin.len()..].split_whitespace().collect();
        let mut recorded = Self::default();
        for name in &written {
            recorded.names.push(Name::read(name, own).with_context(|| format!("nobody is called '{name}'"))?);
        }
        let mut question = None;
        for line in lines.take_while(|line| !line.starts_with(protocol::RECORDED)) {
            if let Some(words) = line.strip_prefix(protocol::QUESTION) {
                question = Some(recorded.questions.entry(words.to_owned()).or_default());
            } else if let (Some(question), Some((names, answer))) = (&mut question, line.split_once(": ")) {
                for place in names.split_whitespace().map(str::parse::<usize>) {
                    let place = place.ok().filter(|place| *place < written.len());
                    question.insert(place.context("a name is not in the heading")?, answer.to_owned());
                }
            }
        }
        Ok(recorded)
    }

    /// Whether a question was asked when answers were recorded.
    pub fn has(&self, question: &str) -> bool {
        self.questions.contains_key(question)
    }

    /// Whether somebody was asked.
    pub fn knows(&self, wanted: &'static str) -> bool {
        self.names.iter().any(|name| matches!(name, Name::Suspect(name) if *name == wanted))
    }

    /// The same for slips.
    pub fn knows_slips(&self, wanted: Slips) -> bool {
        self.names.iter().any(|name| matches!(name, Name::Slips(slips) if *slips == wanted))
    }

    /// What everybody answers to a question, where `want` is right; nothing if it was not asked then.
    pub fn all<T: told::Told>(&self, question: &str, want: &T) -> Vec<(Name, Recalled<T>)> {
        let Some(answers) = self.questions.get(question) else { return Vec::new() };
        let want = told::numbers(want);
        let recall = |place| match answers.get(&place).map(String::as_str) {
            Some(protocol::PANICS) => Some(Recalled::Panic),
            Some(words) => told::value_of(unpacked(&want, words)?).map(Recalled::Answer),
            None => told::value_of(want.clone()).map(Recalled::Answer),
        };
        let names = self.names.iter().enumerate();
        names.filter_map(|(place, name)| Some((*name, recall(place)?))).collect()
    }
}

impl Name {
    fn read(written: &str, own: &[Slip]) -> Option<Self> {
        // A second way to make the same mistake has a number.
        let written = written.split_once('/').map_or(written, |(name, _)| name);
        let Some(name) = written.strip_prefix(protocol::SLIP) else {
            // They are few, and the program ends soon.
            return Some(Self::Suspect(if written == STARTER { STARTER } else { written.to_owned().leak() }));
        };
        let find = |name: &str| own.iter().copied().chain(Slip::all()).find(|slip| slip.name() == name);
        Some(Self::Slips(match name.split_once('+') {
            Some((first, second)) => Slips(find(first)?, Some(find(second)?)),
            None => Slips(find(name)?, None),
        }))
    }
}

/// How far a recorded number may be from what was answered: far less than what agrees.
const NEAR: f32 = 4e-6;

/// What is to be recorded of a wrong answer: what of it is another than in the right one.
///
/// It is what an answer is told by, from the first number to the last. `+3` takes three numbers of the right answer from
/// the same place, `@7+3` takes them from place 7 of what stands before: the right answer, and this one behind it. Text
/// stands between quotes.
pub(super) fn words<T: told::Told>(given: &T, want: &T, agrees: impl Fn(&T, &T) -> bool) -> String {
    let (numbers, right) = (told::numbers(given), told::numbers(want));
    let is_near = |(a, b): (u64, u64)| {
        float(a).zip(float(b)).is_some_and(|(a, b)| (a - b).abs() <= NEAR * a.abs().max(1.0))
    };
    let places = numbers.iter().enumerate().map(|(place, number)| (*number, right.get(place)));
    let nearly = places
        .map(|(number, right)| right.copied().filter(|right| is_near((number, *right))).unwrap_or(number));
    let rounded = pack(&nearly.collect::<Vec<_>>(), &right, true);
    match unpacked(&right, &rounded).and_then(told::value_of::<T>) {
        Some(again) if agrees(given, &again) && agrees(&again, given) => rounded,
        // Some answers are compared to the last bit.
        _ => pack(&numbers, &right, false),
    }
}

/// So many numbers that stood before are rather taken from there.
const TAKEN: usize = 4;

/// So many places are remembered at which the same four stand.
const MOST: usize = 16;

fn pack(numbers: &[u64], right: &[u64], rounded: bool) -> String {
    let before: Vec<u64> = right.iter().chain(numbers).copied().collect();
    let mut seen: BTreeMap<&[u64], Vec<usize>> = BTreeMap::new();
    for (at, four) in right.windows(TAKEN).enumerate() {
        let places = seen.entry(four).or_default();
        if places.len() < MOST {
            places.push(at);
        }
    }
    let alike =
        |a: usize, b: usize| before[a..].iter().zip(&numbers[b..]).take_while(|(a, b)| a == b).count();
    let (mut words, mut place) = (Vec::<String>::new(), 0);
    let mut learnt = 0;
    while place < numbers.len() {
        while learnt < place.min(numbers.len().saturating_sub(TAKEN - 1)) {
            let places = seen.entry(&numbers[learnt..learnt + TAKEN]).or_default();
            // In a file of many equal bytes there would be no end.
            if places.len() < MOST {
                places.push(right.len() + learnt);
            }
            learnt += 1;
        }
        let same = if place < right.len() {
            right[place..].iter().zip(&numbers[place..]).take_while(|(a, b)| a == b).count()
        } else {
            0
        };
        let four = numbers.get(place..place + TAKEN);
        let others = four.and_then(|four| seen.get(four)).into_iter().flatten();
        let other =
            others.map(|&at| (alike(at, place), at)).max_by_key(|(count, at)| (*count, usize::MAX - at));
        let text = numbers[place..].iter().take_while(|number| letter(**number).is_some()).count();
        let taken = match other {
            Some((count, at)) if count > same + TAKEN => {
                words.push(format!("@{at}+{count}"));
                count
            }
            _ if same > 1 => {
                words.push(format!("+{same}"));
                same
            }
            _ if text > 2 => {
                let known = |at: &usize| {
                    let four = numbers.get(place + at..place + at + TAKEN);
                    four.is_some_and(|four| seen.contains_key(four))
                };
                let text = (3..text).find(known).unwrap_or(text);
                let text: String =
                    numbers[place..place + text].iter().filter_map(|number| letter(*number)).collect();
                words.push(format!("\"{text}\""));
                text.len()
            }
            _ => {
                words.push(shown(numbers[place], rounded));
                1
            }
        };
        place += taken;
    }
    words.join(" ")
}

/// The letter that a number is, if it can stand between quotes.
fn letter(number: u64) -> Option<char> {
    u8::try_from(number).ok().map(char::from).filter(|letter| (' '..='~').contains(letter) && *letter != '"')
}

/// The numbers of a recorded answer.
fn unpacked(right: &[u64], words: &str) -> Option<Vec<u64>> {
    let mut all = right.to_vec();
    let mut rest = words;
    loop {
        rest = rest.trim_start();
        if let Some(quoted) = rest.strip_prefix('"') {
            let (text, after) = quoted.split_once('"')?;
            all.extend(text.bytes().map(u64::from));
            rest = after;
            continue;
        }
        let (word, after) = rest.split_once(' ').unwrap_or((rest, ""));
        if word.is_empty() {
            return Some(all.split_off(right.len()));
        }
        match word.split_once('+') {
            Some((from, count)) => {
                let from = match from.strip_prefix('@') {
                    Some(from) => from.parse().ok()?,
                    None => all.len() - right.len(),
                };
                // One after the other: they may be among those that are taken.
                for at in from..from + count.parse::<usize>().ok()? {
                    all.push(*all.get(at)?);
                }
            }
            None => all.push(number(word)?),
        }
        rest = after;
    }
}

/// What a told number is if it is one with a fraction: whole numbers are never so large, and those of 64 bits larger.
fn float(number: u64) -> Option<f32> {
    let value = f32::from_bits(u32::try_from(number).ok()?);
    (value == 0.0 || value.is_finite() && value.abs() > 1e-19).then_some(value)
}

/// A number as it is written: with a point if it has a fraction, and a `d` behind it if that has 64 bits.
fn shown(number: u64, rounded: bool) -> String {
    let wide = f64::from_bits(number);
    let (value, exact, end) = match float(number) {
        Some(value) if number != 0 => (f64::from(value), format!("{value:?}"), ""),
        _ if number == NAN => return "nan".to_owned(),
        _ if number <= u64::from(u32::MAX) => return number.to_string(),
        _ if wide == 0.0 || wide.is_normal() => (wide, format!("{wide:?}"), "d"),
        _ => return format!("x{number:x}"),
    };
    let is_near = |text: &String| {
        text.parse().is_ok_and(|read: f64| (read - value).abs() <= f64::from(NEAR) * value.abs().max(1.0))
    };
    let short = (1..8).map(|digits| format!("{value:.digits$}")).find(is_near);
    let text = short.filter(|_| rounded).map_or(exact, |text| text.trim_end_matches('0').to_owned());
    text + end
}

/// What is no number, as most programs have it.
const NAN: u64 = 0x7fc0_0000;

fn number(word: &str) -> Option<u64> {
    if word == "nan" {
        return Some(NAN);
    }
    if let Some(bits) = word.strip_prefix('x') {
        return u64::from_str_radix(bits, 16).ok();
    }
    match word.strip_suffix('d') {
        Some(wide) => Some(wide.parse::<f64>().ok()?.to_bits()),
        None if word.contains(['.', 'e']) => Some(word.parse::<f32>().ok()?.to_bits().into()),
        None => word.parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Answer, Lines, Row};

    fn recorded<T: Answer>(given: &T, want: &T) -> (String, T) {
        let words = words(given, want, |a, b| a.agrees(b));
        let again = unpacked(&told::numbers(want), &words).and_then(told::value_of).expect("a value");
        (words, again)
    }

    #[test]
    fn what_is_recorded_comes_back() {
        let row = |numbers: &[f32]| Row(numbers.to_vec());
        let (told, _) = recorded(&row(&[1.0, 0.123_456_79, 1e-9, -2.5]), &row(&[1.0, 0.1, 0.0, -2.0]));
        assert_eq!(told, "+2 0.12346 0 -2.5");
        let longer = row(&[0.5, f32::NAN, -0.0, 3e9, 7.0, 8.0, 9.0, 7.0, 8.0, 9.0, 7.0, 8.0]);
        let (told, again) = recorded(&longer, &row(&[0.5]));
        assert_eq!(told, "12 0.5 nan -0. 3000000000. 7. 8. 9. @7+5");
        assert!(again.0[1].is_nan() && again.0[3..] == longer.0[3..]);
        assert_eq!(recorded(&7usize, &3), ("7".to_owned(), 7));
        assert_eq!(words(&-3i32, &3, |a, b| a == b), "xfffffffffffffffd");
        for value in [0.1, -0.0, 1e300] {
            let told = words(&value, &0.5, |a: &f64, b| a == b);
            assert_eq!(unpacked(&[0], &told), Some(vec![value.to_bits()]), "{told}");
        }
        assert_eq!(words(&0.100_000_000_001, &0.5, |a: &f64, b| (a - b).abs() < 1e-6), "0.1d");
    }

    #[test]
    fn text_is_recorded_as_such() {
        let [given, want] =
            [["it falls at 3°", "it lies there, \"still\""], ["it lies there, \"still\"", "it falls at 4°"]]
                .map(|lines| Lines(lines.map(str::to_owned).to_vec()));
        let (told, again) = recorded(&given, &want);
        assert_eq!(told, "2 @24+13 51 194 176 @1+23");
        assert_eq!(again.0, given.0);
    }

    #[test]
    fn a_file_tells_who_answers_what() {
        let own = [Slip::Here("twice", "It was done twice.")];
        let text = "# Made.\n\n== 01.1 starter\n\n== 01.2 starter squared squared/2 ~twice\n? a double of 3\n0: 0\n1 3: 9.\n2: panics\n? nothing\n\n== 01.3 starter\n";
        let recorded = Recorded::parse(text, Id { lesson: 1, number: 2 }, &own).expect("it is read");
        assert!(recorded.has("nothing") && !recorded.has("a double of 4"));
        assert!(recorded.knows("squared") && recorded.knows_slips(Slips(own[0], None)));
        let told = |question| {
            let all = recorded.all(question, &6.0f32).into_iter();
            all.map(|(_, answer)| match answer {
                Recalled::Answer(value) => Some(value),
                Recalled::Panic => None,
            })
            .collect::<Vec<_>>()
        };
        assert_eq!(told("a double of 3"), [Some(0.0), Some(9.0), None, Some(9.0)]);
        assert_eq!(told("nothing"), [Some(6.0); 4]);
        assert!(told("a double of 4").is_empty());
        let nobody = Recorded::parse("== 01.2 ~gone\n", Id { lesson: 1, number: 2 }, &own);
        assert!(nobody.is_err_and(|error| error.to_string().contains("'~gone'")));
    }
}
