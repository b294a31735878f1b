//! Encodes answers for another program, as lists of numbers and texts in JSON.
//!
//! Grading must not believe the program with the student's code. So that program only writes its answers, and
//! the same check in a program with the workbook's own code compares them.

use crate::Answer;
use anyhow::Result;
use common::clip::Playhead;
use common::skin::Influences;
use common::skin::SkinJoint;
use common::transform::{RigidTransform, Transform};
use course::NotCompiled;
use glam::{Mat3, Mat4, Quat, Vec2, Vec3, Vec4};
use serde_json::{Number, Value};

/// A value that can be encoded in numbers and texts.
pub trait Told: Sized {
    /// Appends the encoded value to a list.
    fn tell(&self, values: &mut Vec<Value>);

    /// Decodes what [`tell`](Self::tell) wrote and leaves the rest, or returns none if it is no such value.
    fn hear(values: &mut dyn Iterator<Item = Value>) -> Option<Self>;
}

/// Implements [`Told`] for structs by their fields, which are named in braces. A tuple's fields have numbers.
#[macro_export]
macro_rules! told {
    ($name:ident $(<$of:ident>)? { $($field:tt),+ }) => {
        impl $(<$of: $crate::Told>)? $crate::Told for $name $(<$of>)? {
            fn tell(&self, values: &mut Vec<$crate::Value>) {
                $(self.$field.tell(values);)+
            }

            fn hear(values: &mut dyn Iterator<Item = $crate::Value>) -> Option<Self> {
                Some(Self { $($field: $crate::Told::hear(values)?),+ })
            }
        }
    };
}

told!(Vec2 { x, y });
told!(Vec3 { x, y, z });
told!(Mat3 { x_axis, y_axis, z_axis });
told!(Mat4 { x_axis, y_axis, z_axis, w_axis });
told!(RigidTransform { translation, rotation });
told!(Transform { translation, rotation, scale });
told!(Influences { joints, weights });
told!(SkinJoint { node, joint_from_bind });
told!(Playhead { total, in_frame, frame });

/// Implements [`Told`] for integers.
macro_rules! whole {
    ($($name:ty),+) => {$(
        impl Told for $name {
            fn tell(&self, values: &mut Vec<Value>) {
                values.push((*self).into());
            }

            fn hear(values: &mut dyn Iterator<Item = Value>) -> Option<Self> {
                let value = values.next()?;
                let signed = || Self::try_from(value.as_i64()?).ok();
                value.as_u64().and_then(|number| Self::try_from(number).ok()).or_else(signed)
            }
        }
    )+};
}
whole!(u8, u16, i32, usize);

/// Implements [`Told`] for floats. JSON has no infinity or NaN, so those are encoded by name.
macro_rules! fraction {
    ($($name:ty),+) => {$(
        impl Told for $name {
            fn tell(&self, values: &mut Vec<Value>) {
                let number = Number::from_f64((*self).into());
                values.push(number.map_or_else(|| self.to_string().into(), Value::Number));
            }

            fn hear(values: &mut dyn Iterator<Item = Value>) -> Option<Self> {
                match values.next()? {
                    Value::Number(number) => number.as_f64().map(|number| number as Self),
                    Value::String(name) => name.parse().ok(),
                    _ => None,
                }
            }
        }
    )+};
}
fraction!(f32, f64);

impl Told for bool {
    fn tell(&self, values: &mut Vec<Value>) {
        values.push((*self).into());
    }

    fn hear(values: &mut dyn Iterator<Item = Value>) -> Option<Self> {
        values.next()?.as_bool()
    }
}

/// Implements [`Told`] for glam's types with SIMD lanes, as arrays.
macro_rules! as_array {
    ($($name:ty),+) => {$(
        impl Told for $name {
            fn tell(&self, values: &mut Vec<Value>) {
                self.to_array().tell(values);
            }

            fn hear(values: &mut dyn Iterator<Item = Value>) -> Option<Self> {
                Told::hear(values).map(Self::from_array)
            }
        }
    )+};
}
as_array!(Quat, Vec4);

impl<T: Told, const N: usize> Told for [T; N] {
    fn tell(&self, values: &mut Vec<Value>) {
        self.iter().for_each(|value| value.tell(values));
    }

    fn hear(values: &mut dyn Iterator<Item = Value>) -> Option<Self> {
        let list: Option<Vec<T>> = (0..N).map(|_| T::hear(values)).collect();
        list?.try_into().ok()
    }
}

impl<T: Told> Told for Vec<T> {
    fn tell(&self, values: &mut Vec<Value>) {
        self.len().tell(values);
        self.iter().for_each(|value| value.tell(values));
    }

    fn hear(values: &mut dyn Iterator<Item = Value>) -> Option<Self> {
        let count = usize::hear(values)?;
        let mut list = Self::new();
        for _ in 0..count {
            list.push(T::hear(values)?);
        }
        Some(list)
    }
}

impl<A: Told, B: Told> Told for (A, B) {
    fn tell(&self, values: &mut Vec<Value>) {
        self.0.tell(values);
        self.1.tell(values);
    }

    fn hear(values: &mut dyn Iterator<Item = Value>) -> Option<Self> {
        Some((A::hear(values)?, B::hear(values)?))
    }
}

impl<T: Told, E: Told> Told for Result<T, E> {
    fn tell(&self, values: &mut Vec<Value>) {
        self.is_ok().tell(values);
        match self {
            Ok(value) => value.tell(values),
            Err(error) => error.tell(values),
        }
    }

    fn hear(values: &mut dyn Iterator<Item = Value>) -> Option<Self> {
        match bool::hear(values)? {
            true => T::hear(values).map(Ok),
            false => E::hear(values).map(Err),
        }
    }
}

impl Told for String {
    fn tell(&self, values: &mut Vec<Value>) {
        values.push(self.as_str().into());
    }

    fn hear(values: &mut dyn Iterator<Item = Value>) -> Option<Self> {
        match values.next()? {
            Value::String(text) => Some(text),
            _ => None,
        }
    }
}

impl Told for anyhow::Error {
    fn tell(&self, values: &mut Vec<Value>) {
        self.is::<NotCompiled>().tell(values);
        format!("{self:#}").tell(values);
    }

    fn hear(values: &mut dyn Iterator<Item = Value>) -> Option<Self> {
        let compiles = !bool::hear(values)?;
        let words = String::hear(values)?;
        Some(if compiles { Self::msg(words) } else { Self::new(NotCompiled(words)) })
    }
}

/// Returns true if two of a value's parts are the same; if they have a fraction, but for rounding.
pub(super) fn agree(a: &Value, b: &Value) -> bool {
    let fraction = |value: &Value| {
        let may_be = value.is_f64() || value.is_string();
        may_be.then(|| f32::hear(&mut std::iter::once(value.clone()))).flatten()
    };
    fraction(a).zip(fraction(b)).map_or_else(|| a == b, |(a, b)| a.agrees(&b))
}

/// Encodes a value as a list of numbers and texts.
pub(super) fn values(value: &impl Told) -> Vec<Value> {
    let mut values = Vec::new();
    value.tell(&mut values);
    values
}

/// Encodes a value as one line of JSON.
pub(super) fn line(value: &impl Told) -> String {
    Value::Array(values(value)).to_string()
}

/// Decodes a value from a line, or returns none if the line has another kind of value, or more.
pub(super) fn value<T: Told>(line: &str) -> Option<T> {
    value_of(serde_json::from_str(line).ok()?)
}

/// Decodes a value from a whole list, or returns none if it is of another kind, or longer.
pub(super) fn value_of<T: Told>(values: Vec<Value>) -> Option<T> {
    let mut values = values.into_iter();
    T::hear(&mut values).filter(|_| values.next().is_none())
}

#[cfg(test)]
mod tests {
    use super::super::Named;
    use super::*;
    use glam::vec3;

    fn again<T: Told>(given: &T) -> T {
        value(&line(given)).expect("what was told")
    }

    #[test]
    fn what_is_told_is_heard_bit_by_bit() {
        for number in [0.0f32, -0.0, 0.1, f32::MIN_POSITIVE / 2.0, f32::NAN, -f32::INFINITY] {
            assert_eq!(again(&number).to_bits(), number.to_bits());
        }
        assert_eq!(again(&(usize::MAX, (-3i32, true))), (usize::MAX, (-3, true)));
        let matrix = Mat4::from_rotation_translation(Quat::from_rotation_x(0.3), vec3(1.0, -2.0, 1e-7));
        assert_eq!(again(&vec![matrix; 3]), vec![matrix; 3]);
        let turned = Transform { rotation: Quat::from_rotation_y(2.0), ..Transform::IDENTITY };
        assert_eq!(again(&turned), turned);
        let influences = Influences { joints: [1, -1, 7, 0], weights: [0.5, 0.3, 0.2, 0.0] };
        assert_eq!(again(&influences), influences);
        let texts = [Ok("knee\n\tö"), Err("")].map(|text| text.map(str::to_owned).map_err(str::to_owned));
        assert_eq!(again(&texts), texts);
        let errors =
            [anyhow::Error::msg("no file"), anyhow::Error::new(NotCompiled("a.vert:3: no".to_owned()))];
        let again_errors = errors.each_ref().map(again);
        assert_eq!(again_errors.each_ref().map(ToString::to_string), ["no file", "a.vert:3: no"]);
        assert_eq!(again_errors.map(|error| error.is::<NotCompiled>()), [false, true]);
        let named = again(&Named(&["hip", "knee"], vec![1.0f32, 2.0]));
        assert_eq!((named.0, named.1), (&["hip", "knee"][..], vec![1.0, 2.0]));
    }

    #[test]
    fn what_is_no_such_value_is_refused() {
        assert_eq!(line(&vec![1.0f32, f32::NAN]), r#"[2,1.0,"NaN"]"#);
        for told in ["[2,1.0]", "[1,1.0,0]", "[18446744073709551615,0]", "[1,true]", r#"[1,"one"]"#] {
            assert_eq!(value::<Vec<f32>>(told), None, "{told}");
        }
        assert_eq!(value::<f32>("passed"), None);
        assert_eq!(value::<u8>("[256]"), None);
        assert_eq!(value::<String>("[1]"), None);
        assert_eq!(value::<f32>(""), None);
    }
}
