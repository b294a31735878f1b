//! The tangents at which a curve leaves one key and arrives at the next.

use super::curves::{Handles, Interpolation};

/// The tangents on one side of all keys.
///
/// The specification gives every number a tangent of two coordinates, time and value. Some files have
/// one time per key for all its numbers, and old ones no times at all.
pub(super) struct Tangents<'s> {
    numbers: &'s [f32],
    width: usize,
    form: Form,
}

/// The tangents of a key for `n` numbers.
#[derive(Clone, Copy)]
enum Form {
    /// n values.
    Values,
    /// One time and n values.
    TimeAndValues,
    /// n pairs of a time and a value.
    Pairs,
}

/// A tangent of one number.
#[derive(Clone, Copy)]
struct Tangent {
    time: Option<f32>,
    value: f32,
}

impl<'s> Tangents<'s> {
    /// Interprets numbers as tangents, if their count fits `keys` keys with `values` values together.
    pub fn of(numbers: &'s [f32], keys: usize, values: usize) -> Option<Self> {
        let width = values / keys;
        let forms = [(values, Form::Values), (2 * values, Form::Pairs), (values + keys, Form::TimeAndValues)];
        let form = forms.into_iter().find(|(count, _)| *count == numbers.len());
        form.map(|(_, form)| Self { numbers, width, form })
    }

    fn get(&self, key: usize, i: usize) -> Tangent {
        let (time, value) = match self.form {
            Form::Values => (None, key * self.width + i),
            Form::TimeAndValues => (Some(key * (self.width + 1)), key * (self.width + 1) + 1 + i),
            Form::Pairs => (Some(2 * (key * self.width + i)), 2 * (key * self.width + i) + 1),
        };
        Tangent { time: time.map(|index| self.numbers[index]), value: self.numbers[value] }
    }
}

/// The inner control points of the Bézier curves between keys, for every number of every key but the last.
pub(super) fn handles(
    times: &[f32],
    values: &[f32],
    interpolations: &[Interpolation],
    leaving: &Tangents,
    arriving: &Tangents,
) -> Vec<Handles> {
    let width = leaving.width;
    let handles = |index: usize| {
        let (key, i) = (index / width, index % width);
        let piece = Piece {
            times: [times[key], times[key + 1]],
            values: [values[index], values[index + width]],
            interpolation: interpolations[key],
        };
        let (time_1, value_1) = piece.handle(0, leaving.get(key, i));
        let (time_2, value_2) = piece.handle(1, arriving.get(key + 1, i));
        Handles { times: [time_1, time_2], values: [value_1, value_2] }
    };
    (0..values.len() - width).map(handles).collect()
}

/// One number's curve from one key to the next.
struct Piece {
    times: [f32; 2],
    values: [f32; 2],
    interpolation: Interpolation,
}

impl Piece {
    /// The handle at one end: its time, where 0 is the first key and 1 the second, and its value.
    fn handle(&self, end: usize, Tangent { time, value }: Tangent) -> (f32, f32) {
        let (key_time, key_value) = (self.times[end], self.values[end]);
        let inwards = [1.0, -1.0][end];
        let (time, value) = match (self.interpolation, time) {
            // The tangent is the control point.
            (Interpolation::Bezier, Some(time)) => (Some(time), value),
            // An old convention: it is the difference between the control point and the key.
            (Interpolation::Bezier, None) => (None, key_value + inwards * value),
            // It is the velocity at the key, three times the difference of the control point.
            (_, time) => {
                (time.map(|time| key_time + inwards * time / 3.0), key_value + inwards * value / 3.0)
            }
        };
        // Without times, time is linear in the parameter.
        let third = [1.0 / 3.0, 2.0 / 3.0][end];
        (time.and_then(|time| self.part(time)).unwrap_or(third), value)
    }

    /// Returns the fraction of the interval at a time, limited to 0 to 1: beyond, the curve could run back in time.
    fn part(&self, time: f32) -> Option<f32> {
        let [time, start, end] = [time, self.times[0], self.times[1]].map(f64::from);
        (start < end).then(|| ((time - start) / (end - start)).clamp(0.0, 1.0) as f32)
    }
}
