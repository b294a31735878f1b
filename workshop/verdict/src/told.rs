//! An answer as data, which is written, read and compared whatever type it had.

use serde_json::{Number, Value};

/// An answer of an exercise's code.
#[derive(Clone, Debug, PartialEq)]
pub enum Told {
    /// Numbers in 32 bits: one, a vector, or a row. Compared to one part in ten thousand.
    Numbers(Vec<f64>),
    /// Numbers in 64 bits, compared to one part in a thousand million.
    Fine(Vec<f64>),
    /// Angles in degrees, which equal themselves and a whole turn more, to what an arc cosine keeps near 0° and 180°.
    Degrees(Vec<f64>),
    /// A rotation, which equals its negative.
    Turn(Vec<f64>),
    /// The columns of a square matrix.
    Matrix(Vec<f64>),
    /// A text, a whole number, or a yes or no, compared as it is.
    Word(String),
    /// The driver's words on a shader, or a reader's on a table.
    NotCompiled(String),
    /// Parts, with a name each, which may be empty.
    Parts(Vec<(String, Told)>),
    /// The events of a simulation in their order. Of wrong ones only the first that differs is recorded.
    Course(Vec<String>),
}

/// The depth to which parts may hold other parts. What a stranger has written must not fill the stack.
const DEEPEST: usize = 8;

/// More than the rounding in a lesson's few products, and less than any mistake's effect.
const NEAR: f64 = 1e-4;

/// The same for numbers in 64 bits, and for degrees.
const FINE: f64 = 1e-9;
const DEGREES: f64 = 0.04;

impl Told {
    /// Returns true if both are the same, but for rounding.
    pub fn agrees(&self, other: &Self) -> bool {
        let all = |a: &[f64], b: &[f64], sign: f64, part: f64| {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| is_near(*a, sign * b, part))
        };
        match (self, other) {
            (Self::Numbers(a), Self::Numbers(b)) | (Self::Matrix(a), Self::Matrix(b)) => all(a, b, 1.0, NEAR),
            (Self::Turn(a), Self::Turn(b)) => all(a, b, 1.0, NEAR) || all(a, b, -1.0, NEAR),
            (Self::Fine(a), Self::Fine(b)) => all(a, b, 1.0, FINE),
            (Self::Degrees(a), Self::Degrees(b)) => {
                let off = |a: f64, b: f64| (a - b + 180.0).rem_euclid(360.0) - 180.0;
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a == b || off(*a, *b).abs() <= DEGREES)
            }
            (Self::Parts(a), Self::Parts(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.0 == b.0 && a.1.agrees(&b.1))
            }
            _ => self == other,
        }
    }

    /// Returns true if it agrees with what is recorded of a mistake: of a course, as far as that goes.
    pub fn fits(&self, recorded: &Self) -> bool {
        match (self, recorded) {
            (Self::Course(own), Self::Course(recorded)) => own.starts_with(recorded),
            _ => self.agrees(recorded),
        }
    }

    /// Returns the letter of its kind and its numbers, if it has nothing else.
    fn numbers(&self) -> Option<(&'static str, &[f64])> {
        Some(match self {
            Self::Numbers(numbers) => ("n", numbers),
            Self::Fine(numbers) => ("f", numbers),
            Self::Degrees(numbers) => ("d", numbers),
            Self::Turn(numbers) => ("q", numbers),
            Self::Matrix(numbers) => ("m", numbers),
            Self::Word(_) | Self::NotCompiled(_) | Self::Parts(_) | Self::Course(_) => return None,
        })
    }

    /// Returns the number of values, which tells how much there is to read, and how easily another answer agrees.
    pub fn size(&self) -> usize {
        match self {
            Self::Parts(parts) => parts.iter().map(|(_, part)| part.size()).sum(),
            Self::Course(events) => events.len(),
            _ => self.numbers().map_or(1, |(_, numbers)| numbers.len()),
        }
    }

    /// Returns true if a number in it isn't one.
    pub fn has_nan(&self) -> bool {
        match self {
            Self::Parts(parts) => parts.iter().any(|(_, part)| part.has_nan()),
            Self::Word(text) => text.contains("NaN"),
            _ => self.numbers().is_some_and(|(_, numbers)| numbers.iter().any(|number| number.is_nan())),
        }
    }

    /// Returns the answer as a flat list of its kind, its size and its values.
    pub fn as_list(&self) -> Vec<Value> {
        let mut list = Vec::new();
        self.tell(&mut list);
        list
    }

    fn tell(&self, list: &mut Vec<Value>) {
        if let Some((kind, numbers)) = self.numbers() {
            list.extend([kind.into(), numbers.len().into()]);
            list.extend(numbers.iter().map(|number| written(*number)));
        }
        match self {
            Self::Word(text) => list.extend(["w".into(), text.as_str().into()]),
            Self::NotCompiled(text) => list.extend(["!".into(), text.as_str().into()]),
            Self::Course(events) => {
                list.extend(["c".into(), events.len().into()]);
                list.extend(events.iter().map(|event| event.as_str().into()));
            }
            Self::Parts(parts) => {
                list.extend(["p".into(), parts.len().into()]);
                for (name, part) in parts {
                    list.push(name.as_str().into());
                    part.tell(list);
                }
            }
            _ => {}
        }
    }

    /// Reads an answer from a whole list; none if it is no such list.
    pub fn of_list(list: Vec<Value>) -> Option<Self> {
        let mut list = list.into_iter();
        Self::hear(&mut list, DEEPEST).filter(|_| list.next().is_none())
    }

    fn hear(list: &mut std::vec::IntoIter<Value>, deep: usize) -> Option<Self> {
        let (kind, next) = (list.next()?, list.next()?);
        // No more values than there are.
        let count =
            next.as_u64().and_then(|count| usize::try_from(count).ok()).filter(|count| *count <= list.len());
        let text = || next.as_str().map(str::to_owned);
        let number = |value: Value| value.as_f64().or_else(|| value.as_str()?.parse().ok());
        Some(match kind.as_str()? {
            "w" => Self::Word(text()?),
            "!" => Self::NotCompiled(text()?),
            "c" => {
                let event = |event: Value| event.as_str().map(str::to_owned);
                Self::Course(list.by_ref().take(count?).map(event).collect::<Option<_>>()?)
            }
            "p" if deep > 0 => {
                let part = |_| Some((list.next()?.as_str()?.to_owned(), Self::hear(list, deep - 1)?));
                Self::Parts((0..count?).map(part).collect::<Option<_>>()?)
            }
            kind => {
                let numbers: Vec<f64> = list.by_ref().take(count?).map(number).collect::<Option<_>>()?;
                match kind {
                    "n" => Self::Numbers(numbers),
                    "f" => Self::Fine(numbers),
                    "d" => Self::Degrees(numbers),
                    "q" if numbers.len() == 4 => Self::Turn(numbers),
                    "m" => Self::Matrix(numbers),
                    _ => return None,
                }
            }
        })
    }
}

/// Returns a number as JSON, which has no infinity or NaN, so those are names.
fn written(number: f64) -> Value {
    if number == number.trunc() && number.abs() < 1e9 {
        return Value::from(number as i64);
    }
    Number::from_f64(number).map_or_else(|| number.to_string().into(), Value::Number)
}

/// Returns true if two numbers are the same, but for rounding. NaN equals NaN, so that two mistakes can agree, and infinity
/// itself alone.
fn is_near(a: f64, b: f64, part: f64) -> bool {
    a == b || a.is_nan() && b.is_nan() || b.is_finite() && (a - b).abs() <= part * b.abs().max(1.0)
}

pub fn is_same(a: f64, b: f64) -> bool {
    is_near(a, b, NEAR)
}
