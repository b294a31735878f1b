//! Answers that can be compared and shown: numbers, vectors, rotations, matrices, and lists of them.

use super::slips::{self, Slip};
use super::told::Told;
use crate::told;
use anyhow::Result;
use course::NotCompiled;
use glam::{Mat3, Mat4, Quat, Vec2, Vec3, Vec4};
use serde_json::Value;
use std::cell::Cell;
use std::fmt::Write as _;

thread_local! {
    /// The number of digits that are shown, raised where two different numbers would look the same.
    static DIGITS: Cell<i32> = const { Cell::new(FEW) };
}

const FEW: i32 = 3;

/// An answer of an exercise's code: a value that can be told to another program, compared and shown.
pub trait Answer: Told {
    /// Returns true if both are the same, but for rounding: as they are told, part by part.
    fn agrees(&self, other: &Self) -> bool {
        let (own, others) = (told::values(self), told::values(other));
        own.len() == others.len() && own.iter().zip(&others).all(|(a, b)| told::agree(a, b))
    }

    /// Returns the value as a student should read it.
    fn show(&self) -> String;

    /// Returns a report on the parts that differ from the right answer, for values with parts.
    fn difference(&self, _want: &Self) -> Option<String> {
        None
    }

    /// Returns a remark on this answer, such as a part that is right, if there is more to say than that it differs.
    fn remark(&self, _want: &Self) -> Option<String> {
        None
    }

    /// Returns true if [`difference`](Self::difference) says how many parts are right.
    fn is_counted(&self, _want: &Self) -> bool {
        false
    }

    /// Returns the answer as a number, if it is one.
    fn number(&self) -> Option<f32> {
        None
    }

    /// Returns the driver's message, if this is the answer of a shader that does not compile.
    fn not_compiled(&self) -> Option<String> {
        None
    }

    /// Returns the wrong answers that a slip makes of this one, which is right; none if such answers have no such slip.
    fn slipped(&self, _slip: Slip) -> Vec<Self> {
        Vec::new()
    }

    /// Returns true if a slip turns the right answer into this one.
    fn comes_of(&self, want: &Self, slip: Slip) -> bool {
        want.slipped(slip).iter().any(|slipped| self.agrees(slipped))
    }
}

impl Answer for f32 {
    /// Compares to one part in ten thousand, which is more than the rounding in a lesson's few products, and
    /// less than any mistake's effect. NaN equals NaN, so that two mistakes can agree, and infinity itself alone.
    fn agrees(&self, other: &Self) -> bool {
        let is_near = || (self - other).abs() <= 1e-4 * other.abs().max(1.0);
        self == other || self.is_nan() && other.is_nan() || other.is_finite() && is_near()
    }

    fn show(&self) -> String {
        // Rounded, and without a minus on zero.
        let unit = 10f64.powi(DIGITS.get());
        ((f64::from(*self) * unit).round() / unit + 0.0).to_string()
    }

    fn number(&self) -> Option<f32> {
        Some(*self)
    }

    fn slipped(&self, slip: Slip) -> Vec<Self> {
        slips::of_number(*self, slip).into_iter().collect()
    }
}

impl Answer for usize {
    fn show(&self) -> String {
        self.to_string()
    }
}

impl Answer for String {
    fn show(&self) -> String {
        self.clone()
    }
}

impl Answer for bool {
    fn show(&self) -> String {
        if *self { "yes" } else { "no" }.to_owned()
    }
}

/// A shader's answer, or the driver's words if it does not compile.
impl<T: Answer> Answer for Result<T> {
    fn agrees(&self, other: &Self) -> bool {
        matches!((self, other), (Ok(given), Ok(other)) if given.agrees(other))
    }

    fn show(&self) -> String {
        match self {
            Ok(value) => value.show(),
            Err(error) => format!("{error:#}"),
        }
    }

    fn difference(&self, want: &Self) -> Option<String> {
        match (self, want) {
            (Ok(given), Ok(want)) => given.difference(want),
            _ => Some(block("Came out", &self.show())),
        }
    }

    fn remark(&self, want: &Self) -> Option<String> {
        self.as_ref().ok()?.remark(want.as_ref().ok()?)
    }

    fn is_counted(&self, want: &Self) -> bool {
        matches!((self, want), (Ok(given), Ok(want)) if given.is_counted(want))
    }

    fn not_compiled(&self) -> Option<String> {
        self.as_ref().err().filter(|error| error.is::<NotCompiled>()).map(|error| format!("{error:#}"))
    }

    fn comes_of(&self, want: &Self, slip: Slip) -> bool {
        matches!((self, want), (Ok(given), Ok(want)) if given.comes_of(want, slip))
    }
}

impl Answer for Vec2 {
    fn agrees(&self, other: &Self) -> bool {
        self.x.agrees(&other.x) && self.y.agrees(&other.y)
    }

    fn show(&self) -> String {
        format!("({}, {})", self.x.show(), self.y.show())
    }

    fn remark(&self, want: &Self) -> Option<String> {
        only_wrong(&self.to_array(), &want.to_array())
    }

    fn slipped(&self, slip: Slip) -> Vec<Self> {
        if slip == Slip::Negated { vec![-*self] } else { Vec::new() }
    }
}

impl Answer for Vec3 {
    fn agrees(&self, other: &Self) -> bool {
        (self.to_array().iter().zip(&other.to_array())).all(|(a, b)| a.agrees(b))
    }

    fn show(&self) -> String {
        format!("({}, {}, {})", self.x.show(), self.y.show(), self.z.show())
    }

    fn remark(&self, want: &Self) -> Option<String> {
        // Rounded to 1, it would say nothing.
        let times = times(*self, *want).map(|times| times.show()).filter(|times| times != "1");
        let longer = times
            .map(|times| format!("Its direction is right, but it is {times} times as long as it should be."));
        longer.or_else(|| only_wrong(&self.to_array(), &want.to_array()))
    }

    fn slipped(&self, slip: Slip) -> Vec<Self> {
        if slip == Slip::Negated { vec![-*self] } else { Vec::new() }
    }

    fn comes_of(&self, want: &Self, slip: Slip) -> bool {
        match slip {
            Slip::NotNormalised => {
                want.is_normalized() && self.try_normalize().is_some_and(|unit| unit.agrees(want))
            }
            _ => want.slipped(slip).iter().any(|slipped| self.agrees(slipped)),
        }
    }
}

impl Answer for Vec4 {
    fn agrees(&self, other: &Self) -> bool {
        (self.to_array().iter().zip(&other.to_array())).all(|(a, b)| a.agrees(b))
    }

    fn show(&self) -> String {
        format!("({}, {}, {}, {})", self.x.show(), self.y.show(), self.z.show(), self.w.show())
    }

    fn remark(&self, want: &Self) -> Option<String> {
        only_wrong(&self.to_array(), &want.to_array())
    }

    fn slipped(&self, slip: Slip) -> Vec<Self> {
        if slip == Slip::Negated { vec![-*self] } else { Vec::new() }
    }
}

impl Answer for Quat {
    /// Compares rotations, so that a quaternion equals its negative.
    fn agrees(&self, other: &Self) -> bool {
        let close =
            |sign: f32| (self.to_array().iter().zip(&other.to_array())).all(|(a, b)| a.agrees(&(b * sign)));
        close(1.0) || close(-1.0)
    }

    fn show(&self) -> String {
        // The shorter way round, as a quaternion and its negative are the same rotation.
        let (axis, angle) = if self.w < 0.0 { -*self } else { *self }.to_axis_angle();
        let degrees = angle.to_degrees();
        if !self.is_finite() {
            return "no rotation: its numbers are NaN".to_owned();
        }
        if degrees.agrees(&0.0) {
            return "none".to_owned();
        }
        format!("{degrees:.1}° about {}", axis.show())
    }

    fn slipped(&self, slip: Slip) -> Vec<Self> {
        slips::of_turn(*self, slip)
    }

    fn comes_of(&self, want: &Self, slip: Slip) -> bool {
        match slip {
            Slip::NotNormalised => {
                let length = self.length();
                length > 1e-3 && want.is_normalized() && (*self / length).agrees(want)
            }
            _ => want.slipped(slip).iter().any(|slipped| self.agrees(slipped)),
        }
    }
}

/// Returns a remark on the one coordinate that differs, if there's just one.
fn only_wrong(given: &[f32], want: &[f32]) -> Option<String> {
    let mut wrong =
        given.iter().zip(want).zip("xyzw".chars()).filter(|((given, want), _)| !given.agrees(want));
    let (_, name) = wrong.next()?;
    wrong.next().is_none().then(|| format!("Only its {name} is wrong."))
}

/// Returns a remark on a law that the right numbers keep and the given ones break: that they sum to 1, stay between 0
/// and 1, or rise. Of one or two numbers it would be by chance.
pub fn broken_law(given: &[f32], want: &[f32]) -> Option<String> {
    if want.len() < 3 || given.len() != want.len() || !given.iter().all(|number| number.is_finite()) {
        return None;
    }
    let (sum, is_one) = (given.iter().sum::<f32>(), want.iter().sum::<f32>().agrees(&1.0));
    let is_part = |number: &f32| number.clamp(0.0, 1.0).agrees(number);
    let outside = given.iter().find(|number| !is_part(number));
    let fall = given.windows(2).find(|pair| pair[0] >= pair[1]);
    match (outside, fall) {
        _ if is_one && !sum.agrees(&1.0) => Some(format!("They sum to {}, but should sum to 1.", sum.show())),
        (Some(outside), _) if want.iter().all(is_part) => {
            Some(format!("One of them is {}, but all should be between 0 and 1.", outside.show()))
        }
        (_, Some(pair)) if want.is_sorted_by(|one, next| one < next) => {
            let [one, next] = [pair[0], pair[1]].map(|number| number.show());
            Some(format!("After {one} comes {next}, but each should be above the one before it."))
        }
        _ => None,
    }
}

/// Returns a row of a matrix, in columns of equal width.
fn row(numbers: &[f32]) -> String {
    format!("[{} ]", numbers.iter().map(|x| format!(" {:>7}", entry(*x, 3))).collect::<String>())
}

/// Returns an entry of a matrix.
fn entry(x: f32, digits: usize) -> String {
    let unit = 10f32.powi(i32::try_from(digits).unwrap_or(FEW));
    // Rounded, and without a minus on zero.
    format!("{:.1$}", (x * unit).round() / unit + 0.0, digits)
}

/// Returns two matrices side by side, with a star at each number that differs, in digits enough to show it.
fn side_by_side<const N: usize>(given: [[f32; N]; N], want: [[f32; N]; N]) -> String {
    let differs = |row: usize, column: usize| !given[row][column].agrees(&want[row][column]);
    let is_shown = |digits: &usize| {
        let mut places = (0..N * N).map(|i| (i / N, i % N)).filter(|(row, column)| differs(*row, *column));
        places.all(|(row, column)| entry(given[row][column], *digits) != entry(want[row][column], *digits))
    };
    let digits = (3..7).find(is_shown).unwrap_or(7);
    let lengths = given.iter().chain(&want).flatten().map(|x| entry(*x, digits).len());
    let width = lengths.fold(digits + 4, usize::max);
    let number = |x: f32| format!(" {:>width$}", entry(x, digits));
    let line = |row: usize| {
        let star = |column| if differs(row, column) { '*' } else { ' ' };
        let came: String = (0..N).map(|i| format!("{}{}", number(given[row][i]), star(i))).collect();
        format!("  [{came}]  [{} ]\n", want[row].map(number).concat())
    };
    let head = format!("  {:1$}Expected\n", "Came out", N * (width + 2) + 4);
    (0..N).map(line).fold(head, |all, line| all + &line)
}

impl Answer for Mat4 {
    fn agrees(&self, other: &Self) -> bool {
        (self.to_cols_array().iter().zip(&other.to_cols_array())).all(|(a, b)| a.agrees(b))
    }

    fn show(&self) -> String {
        [0, 1, 2, 3].map(|i| row(&self.row(i).to_array())).join("\n")
    }

    fn difference(&self, want: &Self) -> Option<String> {
        Some(side_by_side(self.transpose().to_cols_array_2d(), want.transpose().to_cols_array_2d()))
    }

    fn slipped(&self, slip: Slip) -> Vec<Self> {
        slips::of_matrix(self, slip)
    }

    fn remark(&self, want: &Self) -> Option<String> {
        let bottom = self.row(3);
        if want.row(3).agrees(&Vec4::W) && !bottom.agrees(&Vec4::W) {
            let bottom = bottom.to_array().map(|number| number.show()).join(" ");
            return Some(format!("Its bottom row is {bottom}. With any but 0 0 0 1 it moves no points."));
        }
        let right = [0, 1, 2, 3].map(|i| self.col(i).agrees(&want.col(i)));
        match right {
            [true, true, true, false] if self.w_axis.agrees(&Vec4::W) => {
                Some("The first three columns are right, but it doesn't move anything.".to_owned())
            }
            [true, true, true, false] => Some(
                "The first three columns are right, so it turns and stretches as it should. The last is not, so it moves \
                 to the wrong place."
                    .to_owned(),
            ),
            [_, _, _, true] => {
                let further = Mat3::from_mat4(*self).remark(&Mat3::from_mat4(*want)).unwrap_or_default();
                Some(format!("The last column is right, so it moves to where it should. {further}"))
            }
            _ => None,
        }
    }
}

impl Answer for Mat3 {
    fn agrees(&self, other: &Self) -> bool {
        (self.to_cols_array().iter().zip(&other.to_cols_array())).all(|(a, b)| a.agrees(b))
    }

    fn show(&self) -> String {
        [0, 1, 2].map(|i| row(&self.row(i).to_array())).join("\n")
    }

    fn difference(&self, want: &Self) -> Option<String> {
        Some(side_by_side(self.transpose().to_cols_array_2d(), want.transpose().to_cols_array_2d()))
    }

    fn slipped(&self, slip: Slip) -> Vec<Self> {
        slips::of_directions(self, slip)
    }

    fn remark(&self, want: &Self) -> Option<String> {
        if self.agrees(&Self::IDENTITY) {
            return Some("It neither turns nor stretches anything.".to_owned());
        }
        if want.determinant() != 0.0 && !self.agrees(&Self::ZERO) && self.agrees(&want.inverse()) {
            return Some("It turns and stretches the other way, as the inverse does.".to_owned());
        }
        let columns = || [0, 1, 2].map(|i| (self.col(i), want.col(i))).into_iter();
        let [x, y, z] = [0, 1, 2].map(|i| times(self.col(i), want.col(i)));
        if let Some(all) =
            x.filter(|x| [y, z].into_iter().flatten().filter(|other| other.agrees(x)).count() == 2)
        {
            let times = format!("{all:.6}");
            let times = times.trim_end_matches('0').trim_end_matches('.');
            return Some(match times {
                "0" => "Every number is nearly 0.".to_owned(),
                _ => format!("Every number is {times} times what it should be."),
            });
        }
        let right = columns().filter(|(given, want)| given.agrees(want)).count();
        let longer = [x, y, z].into_iter().flatten().count();
        (longer > 0 && right + longer == 3)
            .then(|| "Each column has the right direction, but some have the wrong length.".to_owned())
    }
}

/// Returns the length of a vector as a multiple of another of the same direction, if the two differ.
fn times(given: Vec3, want: Vec3) -> Option<f32> {
    let (directions, times) =
        ((given.try_normalize()?, want.try_normalize()?), given.length() / want.length());
    (directions.0.agrees(&directions.1) && !given.agrees(&want)).then_some(times)
}

impl Answer for common::transform::RigidTransform {
    fn agrees(&self, other: &Self) -> bool {
        self.translation.agrees(&other.translation) && self.rotation.agrees(&other.rotation)
    }

    fn show(&self) -> String {
        let (translation, rotation) = (self.translation.show(), self.rotation.show());
        format!("translation {translation}\nrotation    {rotation}")
    }

    fn slipped(&self, slip: Slip) -> Vec<Self> {
        if slip == Slip::Inverse {
            let back = self.rotation.inverse();
            return vec![Self::new(-(back * self.translation), back)];
        }
        let turns = slips::of_turn(self.rotation, slip).into_iter();
        turns.map(|turn| Self::new(self.translation, turn)).collect()
    }
}

impl Answer for common::transform::Transform {
    fn agrees(&self, other: &Self) -> bool {
        self.translation.agrees(&other.translation)
            && self.rotation.agrees(&other.rotation)
            && self.scale.agrees(&other.scale)
    }

    fn show(&self) -> String {
        let (translation, rotation, scale) =
            (self.translation.show(), self.rotation.show(), self.scale.show());
        format!("at {translation}, turned {rotation}, scaled {scale}")
    }
}

impl<T: Answer> Answer for Vec<T> {
    fn agrees(&self, other: &Self) -> bool {
        self.len() == other.len() && self.iter().zip(other).all(|(a, b)| a.agrees(b))
    }

    fn show(&self) -> String {
        self.iter().map(Answer::show).collect::<Vec<_>>().join("\n")
    }
}

impl<A: Answer, B: Answer> Answer for (A, B) {
    fn agrees(&self, other: &Self) -> bool {
        self.0.agrees(&other.0) && self.1.agrees(&other.1)
    }

    fn show(&self) -> String {
        format!("{}, {}", self.0.show(), self.1.show())
    }
}

/// Names for joints without names of their own.
pub const JOINTS: &[&str] = &[
    "joint 0", "joint 1", "joint 2", "joint 3", "joint 4", "joint 5", "joint 6", "joint 7", "joint 8",
    "joint 9", "joint 10", "joint 11", "joint 12", "joint 13", "joint 14", "joint 15", "joint 16",
    "joint 17", "joint 18", "joint 19",
];

/// Returns names that follow from their numbers. They are few, and the program that shows them ends soon.
pub fn names(count: usize, name: impl Fn(usize) -> String) -> &'static [&'static str] {
    (0..count).map(|number| &*name(number).leak()).collect::<Vec<_>>().leak()
}

/// Numbers of a list, some of which may be NaN.
pub struct Row(pub Vec<f32>);

told!(Row { 0 });

impl Answer for Row {
    fn show(&self) -> String {
        self.0.iter().map(Answer::show).collect::<Vec<_>>().join("   ")
    }

    fn remark(&self, want: &Self) -> Option<String> {
        broken_law(&self.0, &want.0)
    }

    fn difference(&self, want: &Self) -> Option<String> {
        let count = want.0.len();
        if self.0.len() != count || count <= LINE {
            return None;
        }
        let mut parts = self.0.iter().zip(&want.0).enumerate();
        let (number, (given, wanted)) = parts.find(|(_, (given, wanted))| !given.agrees(wanted))?;
        let first = format!("  The first that differs is number {} of {count}.\n", number + 1);
        Some(first + &compare(given, wanted))
    }
}

/// The most numbers shown in one line.
const LINE: usize = 10;

/// The most named values for which all are shown, right ones too.
const SHORT: usize = 4;

/// Answers with a name each, shown as "elbow: …".
pub struct Named<T>(pub &'static [&'static str], pub Vec<T>);

impl<T: Told> Told for Named<T> {
    fn tell(&self, values: &mut Vec<Value>) {
        self.0.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>().tell(values);
        self.1.tell(values);
    }

    fn hear(values: &mut dyn Iterator<Item = Value>) -> Option<Self> {
        // They are few, and the program that hears them ends soon.
        let names = Vec::<String>::hear(values)?.into_iter().map(|name| &*name.leak());
        Some(Self(names.collect::<Vec<_>>().leak(), Told::hear(values)?))
    }
}

impl<T: Answer> Answer for Named<T> {
    fn agrees(&self, other: &Self) -> bool {
        self.1.len() == other.1.len() && self.1.iter().zip(&other.1).all(|(a, b)| a.agrees(b))
    }

    fn show(&self) -> String {
        let shown = self.0.iter().zip(&self.1);
        shown.map(|(name, value)| format!("{name}: {}\n", value.show())).collect()
    }

    fn difference(&self, want: &Self) -> Option<String> {
        let (given, wanted) = (self.1.len(), want.1.len());
        if given != wanted {
            return Some(format!("  {given} came out, but one for each of {wanted} was expected.\n"));
        }
        if wanted <= SHORT && self.1.iter().chain(&want.1).all(|value| !value.show().trim().contains('\n')) {
            return Some(self.table(want));
        }
        let (name, given, first) = self.first_wrong(want)?;
        let wrong = self.wrong(want);
        let which = match wrong {
            1 if wanted == 1 => format!("There's only {name}, and it differs."),
            1 => format!("Of {wanted}, only {name} differs."),
            _ if wrong == wanted => format!("All {wanted} differ. The first is {name}."),
            _ => match self.word_of_wrong(want) {
                Some((word, true)) => format!(
                    "{wrong} of {wanted} differ, just those that say \"{word}\". The first is {name}."
                ),
                Some((word, false)) => {
                    format!("{wrong} of {wanted} differ, all of which say \"{word}\". The first is {name}.")
                }
                None => format!("{wrong} of {wanted} differ. The first is {name}."),
            },
        };
        Some(format!("  {which}\n{}", compare(given, first)))
    }

    fn remark(&self, want: &Self) -> Option<String> {
        let (first, given, right) = self.first_wrong(want).filter(|_| self.1.len() == want.1.len())?;
        let numbers = |all: &Self| all.1.iter().map(Answer::number).collect::<Option<Vec<f32>>>();
        let law = numbers(self).zip(numbers(want)).and_then(|(given, want)| broken_law(&given, &want));
        if law.is_some() {
            return law;
        }
        let mut others = self.0.iter().zip(&want.1).filter(|(_, other)| given.agrees(other));
        // A zero, none or yes is nobody's own.
        let is_ones_own = given.show().contains(|digit| matches!(digit, '1'..='9'));
        if let (true, Some((name, _)), None) = (is_ones_own, others.next(), others.next()) {
            return Some(format!("What came out for {first} is what {name} should have."));
        }
        let remark = given.remark(right)?;
        let pairs = self.1.iter().zip(&want.1).filter(|(given, want)| !given.agrees(want));
        let is_for_all =
            pairs.map(|(given, want)| given.remark(want)).all(|own| own.as_ref() == Some(&remark));
        Some(match self.wrong(want) {
            1 => remark,
            wrong if is_for_all => format!("{remark} That goes for all {wrong} that differ."),
            // In the others there may be another number, or another fault.
            _ => format!("{remark} That goes for {first} alone."),
        })
    }

    fn is_counted(&self, want: &Self) -> bool {
        self.1.len() == want.1.len() && want.1.len() > 1
    }

    fn comes_of(&self, want: &Self, slip: Slip) -> bool {
        let (given, want) = (&self.1, &want.1);
        let comes_of = |place: usize| match slip.entry(place, want.len()) {
            Some(Some(entry)) => given[place].agrees(&want[entry]),
            Some(None) => true,
            None => given[place].comes_of(&want[place], slip),
        };
        // If neighbours are equal, or there are only two, nobody can tell if entries have changed places.
        let is_elsewhere = |place: &usize| {
            let entry = slip.entry(*place, want.len()).flatten();
            entry.is_some_and(|entry| !want[*place].agrees(&want[entry]))
        };
        let can_tell = slip.entry(0, 2).is_none() || (0..want.len()).filter(is_elsewhere).count() > 1;
        given.len() == want.len() && can_tell && (0..want.len()).all(comes_of)
    }
}

impl<T: Answer> Named<T> {
    /// Counts the values that differ.
    fn wrong(&self, want: &Self) -> usize {
        self.1.iter().zip(&want.1).filter(|(given, want)| !given.agrees(want)).count()
    }

    /// The first value that differs, with its name, and the right one.
    fn first_wrong<'a>(&'a self, want: &'a Self) -> Option<(&'static str, &'a T, &'a T)> {
        let parts = self.0.iter().zip(self.1.iter().zip(&want.1));
        let (name, (given, want)) = { parts }.find(|(_, (given, want))| !given.agrees(want))?;
        Some((*name, given, want))
    }

    /// Returns a word in the names of several wrong values that few right ones have, as *normal* may be, and whether none
    /// has it.
    fn word_of_wrong(&self, want: &Self) -> Option<(&'static str, bool)> {
        let parts = self.0.iter().zip(self.1.iter().zip(&want.1));
        let (wrong, right): (Vec<_>, Vec<_>) = { parts }.partition(|(_, (given, want))| !given.agrees(want));
        let words = |name: &'static str| name.split(|c: char| !c.is_alphanumeric());
        let has = |name: &'static str, word: &str| words(name).any(|own| own == word);
        let shared = words(wrong.first()?.0).filter(|word| {
            !word.is_empty() && wrong.len() > 1 && wrong.iter().all(|(name, _)| has(name, word))
        });
        let counted = shared.map(|word| (right.iter().filter(|(name, _)| has(name, word)).count(), word));
        let (count, word) = counted.min_by_key(|(count, _)| *count)?;
        (2 * count <= right.len()).then_some((word, count == 0))
    }

    /// Returns all values and the right ones, a line each, with a mark at those that differ.
    fn table(&self, want: &Self) -> String {
        let rows = self.0.iter().zip(self.1.iter().zip(&want.1));
        let rows: Vec<[String; 4]> = rows
            .map(|(name, (given, want))| {
                let mark = if given.agrees(want) { "" } else { "←" };
                [(*name).to_owned(), given.show(), want.show(), mark.to_owned()]
            })
            .collect();
        let head = ["", "Came out", "Expected", ""].map(str::to_owned);
        let width = |column: usize| {
            rows.iter().chain([&head]).map(|row| row[column].chars().count()).max().unwrap_or(0)
        };
        let [names, given, wanted] = [0, 1, 2].map(width);
        let line = |[name, came, want, mark]: &[String; 4]| {
            let line = format!("  {name:names$}  {came:given$}  {want:wanted$}  {mark}");
            format!("{}\n", line.trim_end())
        };
        [&head].into_iter().chain(&rows).map(line).collect()
    }
}

pub(super) fn compare<T: Answer>(given: &T, want: &T) -> String {
    let differs = |digits: &i32| {
        DIGITS.set(*digits);
        given.show() != want.show()
    };
    let _ = (FEW..2 * FEW).find(differs);
    let both = || format!("{}{}", block("Came out", &given.show()), block("Expected", &want.show()));
    let text = given.difference(want).unwrap_or_else(both);
    DIGITS.set(FEW);
    text
}

/// Returns a labelled value, with its further lines indented to stand under the first.
fn block(label: &str, value: &str) -> String {
    let mut text = String::new();
    for (i, line) in value.lines().enumerate() {
        let label = if i == 0 { label } else { "" };
        let _ = writeln!(text, "  {label:<10} {line}");
    }
    text
}
