//! The tangents at which a curve leaves one key and arrives at the next.

use super::curves::{Handles, Interpolation};

/// The inner control points of the Bézier curves between keys, for every number of every key but the last.
///
/// `leaving` and `arriving` have a tangent for every number of every key: a time and a value, as the specification says, or
/// a value alone, as in some files.
pub(super) fn handles(
    times: &[f32],
    values: &[f32],
    interpolations: &[Interpolation],
    leaving: &[f32],
    arriving: &[f32],
) -> Vec<Handles> {
    let width = values.len() / times.len();
    let tangent = |list: &[f32], index: usize| match list.len() == values.len() {
        true => (None, list[index]),
        false => (Some(list[2 * index]), list[2 * index + 1]),
    };
    let handles = |index: usize| {
        let (key, next) = (index / width, index + width);
        let span = [times[key], times[key + 1]];
        let point = |end: usize, key_value: f32, (time, value): (Option<f32>, f32)| {
            let inwards = [1.0, -1.0][end];
            let (time, value) = match (interpolations[key], time) {
                // The tangent is the control point.
                (Interpolation::Bezier, Some(time)) => (Some(time), value),
                // It is the difference between the control point and the key.
                (Interpolation::Bezier, None) => (None, key_value + inwards * value),
                // It is the velocity at the key, three times the difference of the control point.
                (_, time) => {
                    (time.map(|time| span[end] + inwards * time / 3.0), key_value + inwards * value / 3.0)
                }
            };
            // Without times, time is linear in the parameter.
            let third = [1.0 / 3.0, 2.0 / 3.0][end];
            (time.and_then(|time| part(time, span)).unwrap_or(third), value)
        };
        let (time_1, value_1) = point(0, values[index], tangent(leaving, index));
        let (time_2, value_2) = point(1, values[next], tangent(arriving, next));
        Handles { times: [time_1, time_2], values: [value_1, value_2] }
    };
    (0..values.len() - width).map(handles).collect()
}

/// Returns the fraction of the interval at a time, limited to 0 to 1: beyond, the curve could run back in time.
fn part(time: f32, span: [f32; 2]) -> Option<f32> {
    let [time, start, end] = [time, span[0], span[1]].map(f64::from);
    (start < end).then(|| ((time - start) / (end - start)).clamp(0.0, 1.0) as f32)
}
