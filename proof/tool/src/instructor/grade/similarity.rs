//! Pairs of submissions whose answers are the same but for names and layout, more often than chance explains.
//!
//! They are listed for a person to look at, and change no mark. An answer's *shape* is its signs without comments and
//! layout, every name in the place of its first use; what follows a dot or `::` keeps its name, since students do not
//! choose it. What has the shape of the starter, the workbook's own answer, a known mistake or an answer that the
//! checks were tried with says nothing. Any other shape that two share says the more the longer it is, half as much if
//! three share it, and so on. It says more if it has a number that the workbook has not, and twice as much if both are
//! wrong. What all shared shapes say is added up.

use crate::instructor::grade::handed_in::{Given, HandedIn};
use crate::instructor::grade::marks::Verdict;
use crate::instructor::grade::report::Graded;
use crate::instructor::grade::shader::without_comments;
use course::{Id, LessonInfo};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};

/// An answer of no more signs is likely to be found by two.
const SHORT: usize = 30;

/// So many signs say all that a long answer can.
const LONG: usize = 120;

/// A number of one's own says as much as so many signs.
const NUMBER: usize = 20;

/// A pair is listed if all that it shares says as much as this: two answers of a hundred signs each, or one that is
/// wrong.
const LISTED: usize = 120;

/// The shape of an answer, as far as reports have it.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Shape {
    /// A number made of it.
    hash: String,
    /// How many signs it has.
    signs: usize,
    /// How many numbers that the workbook has not.
    numbers: usize,
}

/// Two submissions that share more than is usual.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Alike {
    /// Whose they are.
    pub names: [String; 2],
    /// The exercises that are answered alike.
    pub exercises: Vec<String>,
}

/// The words, numbers and other signs of Rust or GLSL.
fn signs(text: &str) -> Vec<String> {
    let text = without_comments(text);
    let mut signs: Vec<String> = Vec::new();
    let mut goes_on = false;
    for c in text.chars() {
        let is_word = c.is_alphanumeric() || c == '_';
        let last = signs.last_mut().filter(|_| goes_on);
        match last {
            // A number goes on behind its point.
            Some(last) if is_word || c == '.' && is_number(last) && !last.contains('.') => last.push(c),
            _ if c.is_whitespace() => {}
            _ => signs.push(c.to_string()),
        }
        goes_on = is_word || c == '.' && goes_on && signs.last().is_some_and(|last| is_number(last));
    }
    signs
}

fn is_number(sign: &str) -> bool {
    sign.starts_with(|c: char| c.is_ascii_digit())
}

fn is_name(sign: &str) -> bool {
    const KEPT: [&str; 16] = [
        "as", "break", "continue", "else", "false", "fn", "for", "if", "in", "let", "match", "mut", "return",
        "self", "true", "while",
    ];
    sign.starts_with(|c: char| c.is_alphabetic() || c == '_') && !KEPT.contains(&sign)
}

/// The signs with each name in the place of its first use.
fn shape(text: &str) -> Vec<String> {
    let mut names: BTreeMap<String, usize> = BTreeMap::new();
    let mut shape: Vec<String> = Vec::new();
    for sign in signs(text) {
        let chosen = is_name(&sign) && !shape.last().is_some_and(|last| [".", ":"].contains(&last.as_str()));
        shape.push(match chosen {
            true => {
                let next = names.len();
                format!("${}", names.entry(sign).or_insert(next))
            }
            false => sign,
        });
    }
    shape
}

/// What the workbook itself knows of each exercise: the shapes of its answers, and the numbers in them.
pub struct Usual(BTreeMap<Id, (BTreeSet<Vec<String>>, BTreeSet<String>)>);

impl Usual {
    /// What these lessons know.
    pub fn new(given: &Given<'_>, lessons: &[&LessonInfo]) -> Self {
        let mut all = BTreeMap::new();
        for (lesson, exercise) in lessons
            .iter()
            .flat_map(|lesson| lesson.exercises().iter().map(move |exercise| (lesson, exercise)))
        {
            let id = exercise.id();
            let Some(template) = given.templates.get(exercise.file.get_ref()) else { continue };
            let answers = &lesson.answers.data;
            let answers = answers.wrong.iter().chain(&answers.right);
            let answers = answers.filter(|answer| *answer.exercise.get_ref() == id);
            let own = template.own(id).into_iter().flatten();
            let texts = (lesson.mistakes.data.of(id).map(|mistake| mistake.code.get_ref().as_str()))
                .chain(answers.map(|answer| answer.code.as_str()))
                .chain(own);
            // A student's may have the lines in which starter and solution end alike, or not.
            let texts: Vec<String> =
                texts.flat_map(|text| [text.to_owned(), template.without_shared_end(id, text)]).collect();
            let numbers = texts.iter().flat_map(|text| signs(text)).filter(|sign| is_number(sign));
            all.insert(id, (texts.iter().map(|text| shape(text)).collect(), numbers.collect()));
        }
        Self(all)
    }

    /// The shapes of all that was answered, but for those that are usual.
    pub fn shapes(&self, handed: &HandedIn) -> BTreeMap<String, Shape> {
        let texts = handed.answers.values().flat_map(|answers| answers.texts());
        texts.filter_map(|(id, text)| Some((id.to_string(), self.shape(id, text)?))).collect()
    }

    fn shape(&self, id: Id, text: &str) -> Option<Shape> {
        let (usual, known) = self.0.get(&id)?;
        let shape = shape(text);
        if usual.contains(&shape) {
            return None;
        }
        let numbers: BTreeSet<&String> =
            shape.iter().filter(|sign| is_number(sign) && !known.contains(*sign)).collect();
        let mut hasher = DefaultHasher::new();
        shape.hash(&mut hasher);
        Some(Shape { hash: format!("{:016x}", hasher.finish()), signs: shape.len(), numbers: numbers.len() })
    }
}

/// The pairs that share more than is usual.
pub fn pairs(all: &[Graded]) -> Vec<Alike> {
    let mut sharing: BTreeMap<(&str, &str), Vec<&Graded>> = BTreeMap::new();
    for graded in all {
        for (exercise, shape) in &graded.shapes {
            sharing.entry((exercise, &shape.hash)).or_default().push(graded);
        }
    }
    let mut shared: BTreeMap<[&str; 2], (usize, Vec<String>)> = BTreeMap::new();
    for ((exercise, _), with) in sharing.iter().filter(|(_, with)| with.len() > 1) {
        for (at, first) in with.iter().enumerate() {
            for second in &with[at + 1..] {
                let wrong =
                    [first, second].iter().all(|graded| graded.outcome(exercise) != Some(Verdict::Passed));
                let weight = weight(&first.shapes[*exercise], wrong) / (with.len() - 1);
                let (sum, exercises) = shared.entry([&first.name, &second.name]).or_default();
                *sum += weight;
                exercises.extend((weight > 0).then(|| (*exercise).to_owned()));
            }
        }
    }
    let listed = shared.into_iter().filter(|(_, (sum, _))| *sum >= LISTED);
    listed.map(|(names, (_, exercises))| Alike { names: names.map(str::to_owned), exercises }).collect()
}

/// What it says that two share a shape.
fn weight(shape: &Shape, wrong: bool) -> usize {
    let signs = shape.signs.min(LONG).saturating_sub(SHORT);
    (signs + NUMBER * shape.numbers.min(3)) * if wrong { 2 } else { 1 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::markers::State;
    use crate::projection::Course;
    use student::tree;

    /// The workbook's own answers are usual wherever they end.
    #[test]
    fn what_the_workbook_has_is_usual() {
        let root = course::root();
        let (files, lessons) = (tree::read(root).expect("files"), LessonInfo::all(root).expect("lessons"));
        let course = Course::whole(&files, &lessons).expect("a course");
        let [starter, solved] =
            [State::Open, State::Solved].map(|state| course.for_students(|_| state).expect("files"));
        let given = Given::new(&course, &starter, &solved);
        let usual = Usual::new(&given, &lessons.iter().collect::<Vec<_>>());
        for files in [&starter, &solved] {
            let mut handed = HandedIn::default();
            for file in given.templates.keys() {
                given.take(&mut handed, file, Ok(files[file].clone()));
            }
            assert!(usual.0.len() > 50 && handed.answers.len() > 25);
            assert_eq!(usual.shapes(&handed), BTreeMap::new());
        }
    }

    #[test]
    fn names_comments_and_layout_are_no_part_of_a_shape() {
        let one = "let half = angle * 0.5; // half of it\nVec3::new(half.cos(), half.sin(), 0.0)";
        let other = "let  a=theta*0.5;\n/* so */ Vec3::new(a.cos(),\n    a.sin(), 0.0 )";
        assert_eq!(shape(one), shape(other));
        for different in [
            "let half = angle * 0.25; Vec3::new(half.cos(), half.sin(), 0.0)",
            "let half = angle * 0.5; Vec3::new(half.sin(), half.cos(), 0.0)",
            "let half = angle * 0.5; Vec3::new(angle.cos(), half.sin(), 0.0)",
        ] {
            assert_ne!(shape(one), shape(different), "{different}");
        }
        assert_eq!(signs("a.0 + 1.5e3*x1..2"), ["a", ".", "0", "+", "1.5e3", "*", "x1", ".", ".", "2"]);
    }

    #[test]
    fn what_is_long_or_odd_or_wrong_says_more() {
        let shape = |signs, numbers| Shape { hash: String::new(), signs, numbers };
        assert_eq!(weight(&shape(SHORT, 0), true), 0);
        assert!(weight(&shape(60, 0), false) < weight(&shape(61, 0), false));
        assert!(weight(&shape(60, 0), false) < weight(&shape(60, 1), false));
        assert_eq!(weight(&shape(60, 1), true), 2 * weight(&shape(60, 1), false));
        assert!(weight(&shape(5000, 0), false) < LISTED, "one right answer is never enough");
    }
}
