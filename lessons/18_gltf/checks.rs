//! The checks of lesson 18.

use check::{Answer, Draw, Named, Row, Slip, check};
use formats::gltf::{Component, CubicKey, Fields, Layout, cubic, layout, weight_bytes};
use glam::{Vec4, vec4};

/// A layout in words, for each of its fields.
fn in_words(layout: Option<Layout>) -> Named<String> {
    const FIELDS: &[&str] = &["offset", "stride", "component", "width", "normalized"];
    let words = layout.map_or(vec!["none".to_owned(); FIELDS.len()], |layout| {
        let Layout { offset, stride, component, width, normalized } = layout;
        let numbers = [offset, stride, width].map(|number| number.to_string());
        let [offset, stride, width] = numbers;
        vec![offset, stride, format!("{component:?}"), width, normalized.to_string()]
    });
    Named(FIELDS, words)
}

/// The types of components: the format's number, the bytes of one, and true if they may be normalised.
const COMPONENTS: [(usize, Component, usize, bool); 6] = [
    (5120, Component::I8, 1, true),
    (5121, Component::U8, 1, true),
    (5122, Component::I16, 2, true),
    (5123, Component::U16, 2, true),
    (5125, Component::U32, 4, false),
    (5126, Component::F32, 4, false),
];
const KINDS: [(&str, usize); 5] = [("SCALAR", 1), ("VEC2", 2), ("VEC3", 3), ("VEC4", 4), ("MAT4", 16)];

/// The layout of some fields: what is left out changes nothing.
fn laid_out(fields: &Fields<'_>) -> Option<Layout> {
    let known = COMPONENTS.into_iter().find(|known| known.0 == fields.component_type);
    let (_, component, size, may_be) = known?;
    let (_, width) = KINDS.into_iter().find(|kind| kind.0 == fields.kind)?;
    let offset = [fields.view_offset, fields.offset].into_iter().flatten().sum();
    let stride = fields.stride.unwrap_or(size * width);
    Some(Layout { offset, stride, component, width, normalized: may_be && fields.normalized == Some(true) })
}

/// Some fields as a file has them.
fn json(fields: &Fields<'_>) -> String {
    let number = |name, value: Option<usize>| value.map(|value| format!("\"{name}\": {value}"));
    let joined = |parts: Vec<Option<String>>| parts.into_iter().flatten().collect::<Vec<_>>().join(", ");
    let accessor = joined(vec![
        number("byteOffset", fields.offset),
        number("componentType", Some(fields.component_type)),
        fields.normalized.map(|is| format!("\"normalized\": {is}")),
        Some(format!("\"type\": \"{}\"", fields.kind)),
    ]);
    let view = joined(vec![number("byteOffset", fields.view_offset), number("byteStride", fields.stride)]);
    format!("the layout of the accessor {{ {accessor} }} in the view {{ {view} }}")
}

#[test]
fn todo_18_1_layout() {
    let fields = |view_offset, stride, offset, component_type, kind, normalized| Fields {
        view_offset,
        stride,
        offset,
        component_type,
        kind,
        normalized,
    };
    let cases = [
        fields(Some(96), Some(8), Some(4), 5121, "VEC3", Some(true)),
        fields(Some(96), None, Some(24), 5123, "VEC3", None),
        fields(None, None, None, 5126, "SCALAR", None),
        fields(None, Some(16), Some(8), 5126, "VEC3", None),
        fields(Some(81_936), None, None, 5126, "VEC4", None),
        fields(Some(40), None, None, 5120, "VEC4", Some(true)),
        fields(None, None, Some(12), 5122, "VEC2", Some(true)),
        fields(Some(64), None, Some(128), 5126, "MAT4", None),
        fields(Some(20), Some(4), None, 5121, "VEC3", Some(false)),
        fields(Some(8), Some(32), Some(16), 5126, "VEC4", Some(true)),
        fields(Some(48), None, None, 5125, "SCALAR", Some(true)),
        fields(Some(4), None, None, 5121, "VEC3", None),
        fields(Some(4), None, Some(8), 5124, "VEC2", None),
        fields(Some(4), None, Some(8), 5126, "VEC5", None),
    ];
    check("18.1", |check| {
        let drawn = check.drawn(|draw| {
            let component_type = draw.whole(5119..5128);
            let kind = draw.one_of(&["SCALAR", "VEC2", "VEC3", "VEC4", "MAT4", "VEC5"]);
            let [view_offset, stride, offset] = [(); 3].map(|()| {
                let number = draw.size(1..1_000_000);
                draw.one_of(&[None, Some(number)])
            });
            let normalized = draw.one_of(&[None, Some(false), Some(true)]);
            fields(view_offset, stride, offset, component_type, kind, normalized)
        });
        for fields in cases.into_iter().chain(drawn) {
            let is_known = COMPONENTS.iter().any(|known| known.0 == fields.component_type)
                && KINDS.iter().any(|known| known.0 == fields.kind);
            check.tags(&[
                ("a type that glTF doesn't have", !is_known),
                ("no `byteStride`", fields.stride.is_none()),
                ("a known type, and an offset", is_known && fields.offset.or(fields.view_offset).is_some()),
                (
                    "no `byteOffset` in one of the two",
                    fields.offset.is_none() || fields.view_offset.is_none(),
                ),
                ("no `normalized`", fields.normalized.is_none()),
                (
                    "a `normalized` that means nothing",
                    fields.normalized == Some(true) && [5125, 5126].contains(&fields.component_type),
                ),
            ]);
            check.case(json(&fields), || in_words(layout(&fields)), || in_words(laid_out(&fields)));
        }
    });
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

/// Draws weights that are clearly nearer to one byte than to another, or equal.
fn weights(draw: &mut Draw) -> [f32; 4] {
    loop {
        let joints = draw.whole(1..5);
        let (first, some) = (draw.whole(0..5 - joints), draw.factor(30.0));
        let parts: [f32; 4] = std::array::from_fn(|slot| match (first..first + joints).contains(&slot) {
            true if draw.whole(0..3) == 0 => some,
            true => draw.factor(30.0),
            false => 0.0,
        });
        let weights = parts.map(|part| part / parts.iter().sum::<f32>());
        let mut left: Vec<f32> = weights.iter().map(|weight| (255.0 * weight).fract()).collect();
        left.retain(|&left| left != 0.0);
        left.extend([0.0, 1.0]);
        left.sort_by(f32::total_cmp);
        left.dedup();
        if left.windows(2).all(|pair| pair[1] - pair[0] > 1e-3) {
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
            // 100.352, 80.358 and 74.29 of 255.
            [0.393_537_25, 0.315_129_4, 0.291_333_35, 0.0],
        ]
        .into_iter()
        .chain(drawn)
        {
            let left = weights.map(|weight| (255.0 * weight).fract());
            let is_alike =
                |(one, other): (usize, usize)| left[one] != 0.0 && (left[one] - left[other]).abs() < 1e-4;
            check.tags(&[
                (
                    "fractions that are equal",
                    (1..4).flat_map(|other| (0..other).map(move |one| (one, other))).any(is_alike),
                ),
                ("more than one 255th to give away", left.iter().sum::<f32>() > 1.5),
                ("weights that are whole bytes already", left == [0.0; 4]),
                ("a weight of 0 before another", weights[0] == 0.0),
            ]);
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
    const ANOTHER_TANGENT: Slip = Slip::Here(
        "another-tangent",
        "One of the two tangents is right, and in the other's place is one of its neighbours. By which does the curve leave the \
         first key, and by which does it come to the second?",
    );
    const NO_MIX: Slip = Slip::Here(
        "no-mix",
        "The weights of both keys' values don't sum to 1. At 0 the first key's value must come out, and at 1 the second one's: \
         what are your weights there?",
    );
    check("18.3", |check| {
        check.own_slips(&[DIVIDED, ONE_ALONE, ARRIVING_TURNED, ANOTHER_TANGENT, NO_MIX]);
        let drawn = check.drawn(|draw| {
            let seconds = draw.factor(10_000.0);
            let mut any =
                |most: f32| most * draw.factor(10.0) * draw.point(1.0).extend(draw.number(-1.0..1.0));
            let steep = 4.0 / seconds;
            let [mut from, mut to] = [(); 2].map(|()| key([steep, 4.0, steep].map(&mut any)));
            if draw.whole(0..3) == 0 {
                // They look like rotations, but nobody says so.
                [from.value, to.value] = [from, to].map(|end| end.value.normalize_or(Vec4::W));
            }
            let (near, any) = (0.001 * draw.factor(30.0), draw.number(0.0..1.0));
            ("two keys", from, to, seconds, draw.one_of(&[any, any, any, near, 1.0 - near, 0.0, 1.0]))
        });
        for (words, from, to, seconds, alpha) in [
            ("two keys 2 s apart", from, to, 2.0, 0.25),
            ("two keys 2 s apart", from, to, 2.0, 0.75),
            ("two keys 0.5 s apart", from, to, 0.5, 0.4),
            ("two keys 0.1 s apart", to, from, 0.1, 0.6),
            ("two keys 4000 s apart", to, from, 4000.0, 0.1),
            ("a key that is left level and one that is not, 3 s apart,", level, to, 3.0, 0.5),
            ("the same key twice, 2 s apart,", from, from, 2.0, 0.5),
            ("two keys 0.001 s apart", from, to, 0.001, 0.3),
            ("two keys whose numbers have opposite signs, 1.5 s apart,", from, back, 1.5, 0.35),
            ("two keys whose four tangents are 0, 2 s apart,", level, level_too, 2.0, 0.2),
            ("two keys 2 s apart", from, to, 2.0, 0.0),
            ("two keys 2 s apart", from, to, 2.0, 1.0),
            ("two keys 2 s apart", from, to, 2.0, 0.9995),
        ]
        .into_iter()
        .chain(drawn)
        {
            let ends = [from.value, from.leaving, to.arriving, to.value];
            let is_there = |tangent| alpha > 0.0 && tangent != Vec4::ZERO;
            check.tags(&[
                ("a part of the way that's none of 0, 0.5 and 1", ![0.0, 0.5, 1.0].contains(&alpha)),
                ("one of the two ends", alpha == 0.0 || alpha == 1.0),
                ("tangents of 0", from.leaving == Vec4::ZERO && to.arriving == Vec4::ZERO),
                ("a way that begins with a tangent", is_there(from.leaving)),
                ("a way that ends with a tangent", is_there(to.arriving)),
                ("less than a second between the keys", seconds < 1.0),
            ]);
            let [start, leaving, arriving, end] = ends.map(|number| number.show());
            check.case_among(
                format!(
                    "the value between {words} when {alpha} of the way is done: from {start}, left with the tangent \
                     {leaving}, to {end}, reached with {arriving}"
                ),
                || cubic(from, to, seconds, alpha),
                |by| bezier(ends, seconds, by.part(alpha)),
                || {
                    let by = |leaving, arriving| bezier([from.value, leaving, arriving, to.value], seconds, alpha);
                    let (right, square) = (by(from.leaving, to.arriving), seconds * seconds);
                    let part = bezier([Vec4::ZERO, Vec4::ZERO, Vec4::ZERO, from.value], seconds, alpha);
                    let slips = [
                        (DIVIDED, by(from.leaving / square, to.arriving / square)),
                        (ONE_ALONE, by(from.leaving / seconds, to.arriving)),
                        (ONE_ALONE, by(from.leaving, to.arriving / seconds)),
                        (ARRIVING_TURNED, by(from.leaving, -to.arriving)),
                        (ANOTHER_TANGENT, by(from.arriving, to.arriving)),
                        (ANOTHER_TANGENT, by(to.arriving, to.arriving)),
                        (ANOTHER_TANGENT, by(from.leaving, from.leaving)),
                        (ANOTHER_TANGENT, by(from.leaving, to.leaving)),
                        (NO_MIX, right - part),
                        (NO_MIX, right + part),
                        (NO_MIX, right - from.value),
                    ];
                    ([], slips)
                },
            );
        }
    });
}
