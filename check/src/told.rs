//! How an answer is told to another program: as numbers, bit by bit.
//!
//! Who grades must not believe the program that holds the student's code. So that one only tells what was answered,
//! and the same check in a program that holds the workbook's own code compares.

use anyhow::Result;
use common::clip::Playhead;
use common::skin::Influences;
use common::skin::SkinJoint;
use common::transform::{RigidTransform, Transform};
use course::NotCompiled;
use glam::{Mat3, Mat4, Quat, Vec2, Vec3, Vec4};

/// A value that can be told in numbers.
pub trait Told: Sized {
    /// Writes it behind other numbers.
    fn tell(&self, numbers: &mut Vec<u64>);

    /// Reads what [`tell`](Self::tell) wrote, and leaves what follows; nothing if it is no such value.
    fn hear(numbers: &mut dyn Iterator<Item = u64>) -> Option<Self>;
}

/// A struct is told by its fields, which are named in braces. Those of a tuple have numbers for names.
#[macro_export]
macro_rules! told {
    ($name:ident { $($field:tt),+ }) => {
        impl $crate::Told for $name {
            fn tell(&self, numbers: &mut Vec<u64>) {
                $(self.$field.tell(numbers);)+
            }

            fn hear(numbers: &mut dyn Iterator<Item = u64>) -> Option<Self> {
                Some(Self { $($field: $crate::Told::hear(numbers)?),+ })
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

/// Numbers of the machine.
macro_rules! number {
    ($($name:ty),+) => {$(
        impl Told for $name {
            fn tell(&self, numbers: &mut Vec<u64>) {
                // A negative one keeps its bits.
                numbers.push(*self as u64);
            }

            fn hear(numbers: &mut dyn Iterator<Item = u64>) -> Option<Self> {
                numbers.next().map(|number| number as Self)
            }
        }
    )+};
}
number!(u8, u16, i32, usize);

impl Told for f32 {
    fn tell(&self, numbers: &mut Vec<u64>) {
        numbers.push(self.to_bits().into());
    }

    fn hear(numbers: &mut dyn Iterator<Item = u64>) -> Option<Self> {
        numbers.next().map(|bits| Self::from_bits(bits as u32))
    }
}

impl Told for f64 {
    fn tell(&self, numbers: &mut Vec<u64>) {
        numbers.push(self.to_bits());
    }

    fn hear(numbers: &mut dyn Iterator<Item = u64>) -> Option<Self> {
        numbers.next().map(Self::from_bits)
    }
}

impl Told for bool {
    fn tell(&self, numbers: &mut Vec<u64>) {
        numbers.push((*self).into());
    }

    fn hear(numbers: &mut dyn Iterator<Item = u64>) -> Option<Self> {
        numbers.next().map(|number| number != 0)
    }
}

/// Those of glam's whose fields the processor keeps together.
macro_rules! as_array {
    ($($name:ty),+) => {$(
        impl Told for $name {
            fn tell(&self, numbers: &mut Vec<u64>) {
                self.to_array().tell(numbers);
            }

            fn hear(numbers: &mut dyn Iterator<Item = u64>) -> Option<Self> {
                Told::hear(numbers).map(Self::from_array)
            }
        }
    )+};
}
as_array!(Quat, Vec4);

impl<T: Told, const N: usize> Told for [T; N] {
    fn tell(&self, numbers: &mut Vec<u64>) {
        self.iter().for_each(|value| value.tell(numbers));
    }

    fn hear(numbers: &mut dyn Iterator<Item = u64>) -> Option<Self> {
        let values: Option<Vec<T>> = (0..N).map(|_| T::hear(numbers)).collect();
        values?.try_into().ok()
    }
}

impl<T: Told> Told for Vec<T> {
    fn tell(&self, numbers: &mut Vec<u64>) {
        self.len().tell(numbers);
        self.iter().for_each(|value| value.tell(numbers));
    }

    fn hear(numbers: &mut dyn Iterator<Item = u64>) -> Option<Self> {
        let mut values = Self::new();
        for _ in 0..usize::hear(numbers)? {
            values.push(T::hear(numbers)?);
        }
        Some(values)
    }
}

impl<A: Told, B: Told> Told for (A, B) {
    fn tell(&self, numbers: &mut Vec<u64>) {
        self.0.tell(numbers);
        self.1.tell(numbers);
    }

    fn hear(numbers: &mut dyn Iterator<Item = u64>) -> Option<Self> {
        Some((A::hear(numbers)?, B::hear(numbers)?))
    }
}

impl<T: Told, E: Told> Told for Result<T, E> {
    fn tell(&self, numbers: &mut Vec<u64>) {
        self.is_ok().tell(numbers);
        match self {
            Ok(value) => value.tell(numbers),
            Err(error) => error.tell(numbers),
        }
    }

    fn hear(numbers: &mut dyn Iterator<Item = u64>) -> Option<Self> {
        match bool::hear(numbers)? {
            true => T::hear(numbers).map(Ok),
            false => E::hear(numbers).map(Err),
        }
    }
}

impl Told for String {
    fn tell(&self, numbers: &mut Vec<u64>) {
        self.as_bytes().to_vec().tell(numbers);
    }

    fn hear(numbers: &mut dyn Iterator<Item = u64>) -> Option<Self> {
        Self::from_utf8(Told::hear(numbers)?).ok()
    }
}

impl Told for anyhow::Error {
    fn tell(&self, numbers: &mut Vec<u64>) {
        self.is::<NotCompiled>().tell(numbers);
        format!("{self:#}").tell(numbers);
    }

    fn hear(numbers: &mut dyn Iterator<Item = u64>) -> Option<Self> {
        let compiles = !bool::hear(numbers)?;
        let words = String::hear(numbers)?;
        Some(if compiles { Self::msg(words) } else { Self::new(NotCompiled(words)) })
    }
}

/// All that there is to tell of a value.
pub(super) fn numbers(value: &impl Told) -> Vec<u64> {
    let mut numbers = Vec::new();
    value.tell(&mut numbers);
    numbers
}

/// A value as one line.
pub(super) fn line(value: &impl Told) -> String {
    numbers(value).iter().map(|number| format!("{number:x}")).collect::<Vec<_>>().join(" ")
}

/// The value of a line; nothing if it holds another, or more.
pub(super) fn value<T: Told>(line: &str) -> Option<T> {
    let numbers: Option<Vec<u64>> =
        line.split_whitespace().map(|number| u64::from_str_radix(number, 16).ok()).collect();
    value_of(numbers?)
}

/// The value of all that was told of it; nothing if it is another, or there is more.
pub(super) fn value_of<T: Told>(numbers: Vec<u64>) -> Option<T> {
    let mut numbers = numbers.into_iter();
    T::hear(&mut numbers).filter(|_| numbers.next().is_none())
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
        let told = line(&vec![1.0f32, 2.0]);
        assert_eq!(value::<Vec<f32>>(&told[..told.len() - 9]), None);
        assert_eq!(value::<Vec<f32>>(&format!("{told} 0")), None);
        assert_eq!(value::<Vec<f32>>("ffffffffffffffff 0"), None);
        assert_eq!(value::<f32>("passed"), None);
        assert_eq!(value::<String>("1 ff"), None);
        assert_eq!(value::<f32>(""), None);
    }
}
