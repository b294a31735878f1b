//! Answers that can be told as data: numbers, vectors, rotations, matrices, and lists of them.

use common::skin::{Influences, SkinJoint};
use common::transform::{RigidTransform, Transform};
use course::NotCompiled;
use glam::{Mat3, Mat4, Quat, Vec2, Vec3, Vec4};
use verdict::Told;

/// A value that an exercise's code can answer.
pub trait Answer {
    fn told(&self) -> Told;

    /// Returns the value as a student should read it in a question.
    fn show(&self) -> String {
        verdict::show(&self.told(), verdict::DIGITS)
    }
}

/// Implements [`Answer`] for structs by their fields, which are shown with their names.
#[macro_export]
macro_rules! told {
    ($name:ident { $($field:ident),+ }) => {
        impl $crate::Answer for $name {
            fn told(&self) -> $crate::Told {
                let parts = [$((stringify!($field), $crate::Answer::told(&self.$field))),+];
                $crate::Told::Parts(parts.map(|(name, part)| (name.replace('_', " "), part)).into())
            }
        }
    };
}

told!(RigidTransform { translation, rotation });
told!(Transform { translation, rotation, scale });
told!(Influences { joints, weights });
told!(SkinJoint { node, joint_from_bind });

/// Names for joints without names of their own.
pub const JOINTS: &[&str] = &[
    "joint 0", "joint 1", "joint 2", "joint 3", "joint 4", "joint 5", "joint 6", "joint 7", "joint 8",
    "joint 9", "joint 10", "joint 11", "joint 12", "joint 13", "joint 14", "joint 15", "joint 16",
    "joint 17", "joint 18", "joint 19",
];

/// Answers with a name each, shown as "elbow: …".
pub struct Named<T>(pub &'static [&'static str], pub Vec<T>);

/// Returns names that follow from their numbers. They are few, and the program that shows them ends soon.
pub fn names(count: usize, name: impl Fn(usize) -> String) -> &'static [&'static str] {
    (0..count).map(|number| &*name(number).leak()).collect::<Vec<_>>().leak()
}

/// Numbers in a row.
pub struct Row(pub Vec<f32>);

/// Numbers in 64 bits, compared more closely.
pub struct Fine(pub Vec<f64>);

/// Angles in degrees, of which whole turns don't matter.
pub struct Degrees(pub Vec<f32>);

/// The events of a simulation in their order, a line for each.
pub struct Course(pub Vec<String>);

/// Returns rows of what is given in a question, below what each column has; or nothing, if there are no rows.
pub fn table<const N: usize>(head: [&str; N], rows: impl IntoIterator<Item = [String; N]>) -> String {
    let rows: Vec<_> = std::iter::once(head.map(str::to_owned)).chain(rows).collect();
    if rows.len() == 1 { String::new() } else { format!("\n{}", verdict::aligned(&rows).trim_end()) }
}

/// Implements [`Answer`] for types whose numbers can be listed, by a function that lists them.
macro_rules! numbers {
    ($($name:ty => $kind:ident $numbers:expr),+ $(,)?) => {$(
        impl Answer for $name {
            fn told(&self) -> Told {
                let numbers: fn(&Self) -> Vec<f32> = $numbers;
                Told::$kind(numbers(self).into_iter().map(short).collect())
            }
        }
    )+};
}
numbers!(
    f32 => Numbers |x| vec![*x],
    Vec2 => Numbers |v| v.to_array().into(),
    Vec3 => Numbers |v| v.to_array().into(),
    Vec4 => Numbers |v| v.to_array().into(),
    [f32; 4] => Numbers |all| all.to_vec(),
    Row => Numbers |row| row.0.clone(),
    Degrees => Degrees |angles| angles.0.clone(),
    Quat => Turn |turn| turn.to_array().into(),
    Mat3 => Matrix |matrix| matrix.to_cols_array().into(),
    Mat4 => Matrix |matrix| matrix.to_cols_array().into(),
);

/// Returns a number without the digits that no comparison sees, and without a minus on zero.
fn short(number: f32) -> f64 {
    let whole = f64::from(number.abs()).max(1.0).log10() as i32;
    let (number, unit) = (f64::from(number), 10f64.powi(6 - whole));
    if number.is_finite() { (number * unit).round() / unit + 0.0 } else { number }
}

/// Implements [`Answer`] for types that are compared as they are printed.
macro_rules! words {
    ($($name:ty),+) => {$(
        impl Answer for $name {
            fn told(&self) -> Told {
                Told::Word(self.to_string())
            }
        }
    )+};
}
words!(usize, String, &str);

impl Answer for bool {
    fn told(&self) -> Told {
        Told::Word(if *self { "yes" } else { "no" }.to_owned())
    }
}

impl Answer for Fine {
    fn told(&self) -> Told {
        Told::Fine(self.0.clone())
    }
}

impl Answer for Course {
    fn told(&self) -> Told {
        Told::Course(self.0.clone())
    }
}

impl<T: Answer> Answer for Vec<T> {
    fn told(&self) -> Told {
        Named(&[], self.iter().collect()).told()
    }
}

impl<const N: usize> Answer for [i32; N] {
    fn told(&self) -> Told {
        Told::Word(self.map(|number| number.to_string()).join(" "))
    }
}

impl<A: Answer, B: Answer> Answer for (A, B) {
    fn told(&self) -> Told {
        Told::Parts(vec![(String::new(), self.0.told()), (String::new(), self.1.told())])
    }
}

impl<T: Answer> Answer for &T {
    fn told(&self) -> Told {
        (*self).told()
    }
}

impl<T: Answer> Answer for Named<T> {
    fn told(&self) -> Told {
        // An answer may be longer than it should be.
        let names = self.0.iter().copied().chain(std::iter::repeat(""));
        Told::Parts(names.zip(&self.1).map(|(name, part)| (name.to_owned(), part.told())).collect())
    }
}

impl Answer for Told {
    fn told(&self) -> Told {
        self.clone()
    }
}

impl<T: Answer> Answer for Result<T, String> {
    fn told(&self) -> Told {
        self.as_ref().map_or_else(Answer::told, Answer::told)
    }
}

/// A shader's answer, or the driver's words if it does not compile.
impl<T: Answer> Answer for anyhow::Result<T> {
    fn told(&self) -> Told {
        match self {
            Ok(answer) => answer.told(),
            Err(error) if error.is::<NotCompiled>() => Told::NotCompiled(format!("{error:#}")),
            Err(error) => Told::Word(format!("{error:#}")),
        }
    }
}
