//! The checks of lesson 18.

use check::{Answer, Draw, Row, Slip, check};
use formats::gltf::{Component, CubicKey, Layout, cubic, element, weight_bytes};
use glam::{Vec4, vec4};

/// Bytes without a pattern, more than 16 bits can count; some of them are the least value of a signed integer.
fn bytes() -> Vec<u8> {
    let byte = |i: u32| i.wrapping_mul(7 * i + 13).wrapping_add(5) ^ (i >> 8) ^ (i >> 16);
    let mut bytes: Vec<u8> = (0..80_000).map(|i| byte(i).to_le_bytes()[0]).collect();
    // Elements 1 of three signed bytes every 4, and 3 of two signed shorts from byte 4 on.
    bytes[5] = 128;
    (bytes[16], bytes[17]) = (0, 128);
    // Floats, where elements of them are asked for.
    for i in 0..40u8 {
        let at = 200 + 4 * usize::from(i);
        bytes[at..at + 4].copy_from_slice(&(f32::from(i) * 0.375 - 3.0).to_le_bytes());
    }
    bytes
}

/// An element, read component by component.
fn read(bytes: &[u8], layout: &Layout, index: usize) -> Row {
    let step = if layout.stride == 0 { layout.size() } else { layout.stride };
    let begin = layout.offset + index * step;
    let stored = (0..layout.width).map(|i| layout.component.read(bytes, begin + i * layout.component.size()));
    let largest = layout.component.largest().filter(|_| layout.normalized);
    Row(stored.map(|number| largest.map_or(number, |all| (number / all).max(-1.0))).collect())
}

#[test]
fn todo_18_1_element() {
    use Component::{F32, I8, I16, U8, U16, U32};
    let bytes = bytes();
    let layout = |offset, stride, component, width, normalized| Layout {
        offset,
        stride,
        component,
        width,
        normalized,
    };
    let cases = [
        (layout(0, 0, U8, 3, false), 4),
        (layout(2, 8, U16, 2, false), 3),
        (layout(200, 24, F32, 3, false), 4),
        (layout(0, 0, U8, 4, true), 5),
        (layout(4, 4, I8, 3, true), 0),
        (layout(4, 0, I16, 2, true), 3),
        (layout(8, 16, U16, 4, true), 6),
        (layout(1, 0, I8, 3, false), 9),
        (layout(204, 0, F32, 2, true), 7),
        (layout(12, 12, U8, 1, true), 11),
        (layout(200, 64, F32, 16, false), 1),
        (layout(16, 0, U32, 1, false), 2),
        (layout(6, 16, U16, 3, false), 4_500),
        (layout(3, 0, U16, 2, false), 5),
        (layout(5, 9, I16, 3, true), 2),
    ];
    check("18.1", |check| {
        // No floats, since random bytes may be NaN.
        let drawn = check.drawn(|draw| {
            let component = draw.one_of(&[I8, U8, I16, U16, U32]);
            let (width, normalized) = (draw.one_of(&[1, 2, 3, 4, 16]), draw.whole(0..2) == 0);
            let further = draw.whole(1..5) * component.size();
            let stride = draw.one_of(&[0, width * component.size() + further]);
            (layout(draw.whole(1..40), stride, component, width, normalized), draw.whole(1..40))
        });
        for (layout, index) in cases.into_iter().chain(drawn) {
            let Layout { offset, stride, component, width, normalized } = layout;
            check.case(
                format!(
                    "element {index} of some with {width} components of type {component:?}{}, offset {offset}, stride {stride}",
                    if normalized { ", normalised" } else { "" }
                ),
                || Row(numbers(&bytes, &layout, index)),
                || read(&bytes, &layout, index),
            );
        }
    });
}

/// An element with as many numbers as the layout says.
fn numbers(bytes: &[u8], layout: &Layout, index: usize) -> Vec<f32> {
    match layout.width {
        1 => element::<1>(bytes, layout, index).to_vec(),
        2 => element::<2>(bytes, layout, index).to_vec(),
        3 => element::<3>(bytes, layout, index).to_vec(),
        4 => element::<4>(bytes, layout, index).to_vec(),
        _ => element::<16>(bytes, layout, index).to_vec(),
    }
}

/// The nearest of all bytes that sum to 255 and are the weights rounded down or up; of two equally near ones, the one
/// whose first bytes are larger.
fn nearest(weights: [f32; 4]) -> Row {
    let exact = weights.map(|weight| 255.0 * f64::from(weight));
    let missed = |bytes: &[f64; 4]| -> f64 {
        exact.iter().zip(bytes).map(|(exact, byte)| (byte - exact).powi(2)).sum()
    };
    // From the largest first bytes to the smallest.
    let all = (0..16u8).map(|lower| [3, 2, 1, 0].map(|slot| f64::from(1 - (lower >> slot & 1))));
    let all = all.map(|up| [0, 1, 2, 3].map(|slot| exact[slot].floor() + up[slot]));
    let fitting = all.filter(|bytes| bytes.iter().sum::<f64>() == 255.0);
    let nearest =
        fitting.reduce(|best, other| if missed(&other) < missed(&best) - 1e-4 { other } else { best });
    Row(nearest.unwrap_or_default().map(|byte| byte as f32).to_vec())
}

/// Draws weights that are clearly nearer to one byte than to another.
fn weights(draw: &mut Draw) -> [f32; 4] {
    loop {
        let joints = draw.whole(2..5);
        let first = draw.whole(0..5 - joints);
        let parts: [f32; 4] = std::array::from_fn(|slot| match (first..first + joints).contains(&slot) {
            true => draw.number(0.02..1.0),
            false => 0.0,
        });
        let weights = parts.map(|part| part / parts.iter().sum::<f32>());
        let mut left: Vec<f32> = weights.iter().map(|weight| (255.0 * weight).fract()).collect();
        left.retain(|&left| left != 0.0);
        left.extend([0.0, 1.0]);
        left.sort_by(f32::total_cmp);
        if left.windows(2).all(|pair| pair[1] - pair[0] > 0.03) {
            return weights;
        }
    }
}

#[test]
fn todo_18_2_weights() {
    check("18.2", |check| {
        let drawn = check.drawn(weights);
        for weights in [
            [1.0, 0.0, 0.0, 0.0],
            [0.5, 0.5, 0.0, 0.0],
            [0.7085, 0.2915, 0.0, 0.0],
            [0.0836, 0.6676, 0.2488, 0.0],
            [0.5127, 0.1592, 0.3281, 0.0],
            [0.3925, 0.3173, 0.1757, 0.1145],
            [0.0416, 0.5905, 0.2771, 0.0908],
            [0.9928, 0.0024, 0.0024, 0.0024],
            [0.25, 0.25, 0.25, 0.25],
            [0.0, 0.5, 0.0, 0.5],
            [0.197_647_06, 0.197_647_06, 0.604_705_9, 0.0],
        ]
        .into_iter()
        .chain(drawn)
        {
            check.case(
                format!("the bytes of the weights {weights:?}"),
                || Row(weight_bytes(weights).map(f32::from).to_vec()),
                || nearest(weights),
            );
        }
    });
}

/// Computes the spline as a Bézier curve, whose inner control points are a third of the span along the tangents.
fn bezier([from, leaving, arriving, to]: [Vec4; 4], seconds: f32, alpha: f32) -> Vec4 {
    let mut points = vec![from, from + leaving * (seconds / 3.0), to - arriving * (seconds / 3.0), to];
    while points.len() > 1 {
        points = points.windows(2).map(|pair| pair[0] * (1.0 - alpha) + pair[1] * alpha).collect();
    }
    points[0]
}

#[test]
fn todo_18_3_cubic() {
    // As a file has them: the tangent before it, the value, the tangent after it.
    let key = |[arriving, value, leaving]: [Vec4; 3]| CubicKey { arriving, value, leaving };
    let from = key([vec4(9.0, -2.0, 1.0, 4.0), vec4(1.0, 2.0, -3.0, 0.5), vec4(2.0, 0.0, -4.0, 1.0)]);
    let to = key([vec4(-3.0, 5.0, 0.0, 2.0), vec4(5.0, 2.0, 1.0, -0.5), vec4(7.0, 1.0, -8.0, -3.0)]);
    let back = key([vec4(-1.0, 2.0, 6.0, -2.0), vec4(-4.0, -3.0, 2.0, -1.0), vec4(0.5, -1.0, -2.0, 3.0)]);
    let [level, level_too] = [from, to].map(|end| key([Vec4::ZERO, end.value, Vec4::ZERO]));
    const DIVIDED: Slip = Slip::Here(
        "divided-by-the-seconds",
        "The tangents were divided by the seconds of the span. They are per second: by how much does the value change in a \
         span of 2 s, more or less than in one of 1 s?",
    );
    const ONE_ALONE: Slip = Slip::Here(
        "one-tangent-per-span",
        "One tangent was made one per span, and the other was left per second. The file gives both in the same way.",
    );
    const ARRIVING_TURNED: Slip = Slip::Here(
        "arriving-turned-round",
        "The tangent at the second key bends the curve to the wrong side. A curve that rises to its end was lower shortly \
         before: which sign has the tangent's weight there?",
    );
    check("18.3", |check| {
        check.own_slips(&[DIVIDED, ONE_ALONE, ARRIVING_TURNED]);
        let drawn = check.drawn(|draw| {
            let any = |draw: &mut Draw| draw.point(6.0).extend(draw.number(-6.0..6.0));
            let [from, to] = [(); 2].map(|()| key([(); 3].map(|()| any(draw))));
            ("two keys", from, to, draw.number(0.25..6.0), draw.number(0.1..0.9))
        });
        for (words, from, to, seconds, alpha) in [
            ("two keys 2 s apart", from, to, 2.0, 0.25),
            ("two keys 2 s apart", from, to, 2.0, 0.75),
            ("two keys 0.5 s apart", from, to, 0.5, 0.4),
            ("two keys 0.1 s apart", to, from, 0.1, 0.6),
            ("two keys 40 s apart", to, from, 40.0, 0.1),
            ("a key that is left level and one that is not, 3 s apart,", level, to, 3.0, 0.5),
            ("the same key twice, 2 s apart,", from, from, 2.0, 0.5),
            ("two keys 0.001 s apart", from, to, 0.001, 0.3),
            ("two keys whose numbers have opposite signs, 1.5 s apart,", from, back, 1.5, 0.35),
            ("two keys whose four tangents are 0, 2 s apart,", level, level_too, 2.0, 0.2),
            ("two keys 2 s apart", from, to, 2.0, 0.0),
            ("two keys 2 s apart", from, to, 2.0, 1.0),
        ]
        .into_iter()
        .chain(drawn)
        {
            let ends = [from.value, from.leaving, to.arriving, to.value];
            let [start, leaving, arriving, end] = ends.map(|number| number.show());
            check.case_by(
                format!(
                    "the value between {words} when {alpha} of the way is done: from {start}, left with the tangent \
                     {leaving}, to {end}, reached with {arriving}"
                ),
                || cubic(from, to, seconds, alpha),
                |by| bezier(ends, seconds, by.part(alpha)),
            );
        }
    });
}
