//! The checks of lesson 19.

use check::{Answer, Draw, Named, Row, check, table};
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
fn todo_19_1_layout() {
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
    check("19.1", |check| {
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
            check.asked(json(&fields), || in_words(layout(&fields)));
        }
    });
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
fn todo_19_2_weights() {
    check("19.2", |check| {
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
            check.asked(format!("the bytes of the weights {weights:?}"), || {
                Row(weight_bytes(weights).map(f32::from).to_vec())
            });
        }
    });
}

/// A key as a file has it: the tangent before it, the value, the tangent after it.
fn key([arriving, value, leaving]: [Vec4; 3]) -> CubicKey {
    CubicKey { arriving, value, leaving }
}

/// Draws two keys, the seconds between them, and the part of the way.
fn any_span(draw: &mut Draw) -> (&'static str, CubicKey, CubicKey, f32, f32) {
    let seconds = draw.factor(10_000.0);
    let mut any = |most: f32| most * draw.factor(10.0) * draw.point(1.0).extend(draw.number(-1.0..1.0));
    let steep = 4.0 / seconds;
    let [mut from, mut to] = [(); 2].map(|()| key([steep, 4.0, steep].map(&mut any)));
    if draw.whole(0..3) == 0 {
        // They look like rotations, but nobody says so.
        [from.value, to.value] = [from, to].map(|end| end.value.normalize_or(Vec4::W));
    }
    let (near, any) = (0.001 * draw.factor(30.0), draw.number(0.0..1.0));
    ("two keys", from, to, seconds, draw.one_of(&[any, any, any, near, 1.0 - near, 0.0, 1.0]))
}

#[test]
fn todo_19_3_cubic() {
    let from = key([vec4(9.0, -2.0, 1.0, 4.0), vec4(1.0, 2.0, -3.0, 0.5), vec4(2.0, 0.0, -4.0, 1.0)]);
    let to = key([vec4(-3.0, 5.0, 0.0, 2.0), vec4(5.0, 2.0, 1.0, -0.5), vec4(7.0, 1.0, -8.0, -3.0)]);
    let back = key([vec4(-1.0, 2.0, 6.0, -2.0), vec4(-4.0, -3.0, 2.0, -1.0), vec4(0.5, -1.0, -2.0, 3.0)]);
    let [level, level_too] = [from, to].map(|end| key([Vec4::ZERO, end.value, Vec4::ZERO]));
    check("19.3", |check| {
        for (words, from, to, seconds, alpha) in [
            ("two keys 2 s apart", from, to, 2.0, 0.25),
            ("two keys 2 s apart", from, to, 2.0, 0.75),
            ("two keys 0.5 s apart", from, to, 0.5, 0.4),
            ("two keys 0.1 s apart", to, from, 0.1, 0.6),
            ("two keys 4000 s apart", to, from, 4000.0, 0.1),
            ("a key that is left level and one that is not, 3 s apart", level, to, 3.0, 0.5),
            ("the same key twice, 2 s apart", from, from, 2.0, 0.5),
            ("two keys 0.001 s apart", from, to, 0.001, 0.3),
            ("two keys whose numbers have opposite signs, 1.5 s apart", from, back, 1.5, 0.35),
            ("two keys whose four tangents are 0, 2 s apart", level, level_too, 2.0, 0.2),
            ("two keys 2 s apart", from, to, 2.0, 0.0),
            ("two keys 2 s apart", from, to, 2.0, 1.0),
            ("two keys 2 s apart", from, to, 2.0, 0.9995),
        ]
        .into_iter()
        .chain(check.drawn(any_span))
        {
            let is_there = |tangent| alpha > 0.0 && tangent != Vec4::ZERO;
            check.tags(&[
                ("a part of the way that's none of 0, 0.5 and 1", ![0.0, 0.5, 1.0].contains(&alpha)),
                ("one of the two ends", alpha == 0.0 || alpha == 1.0),
                ("tangents of 0", from.leaving == Vec4::ZERO && to.arriving == Vec4::ZERO),
                ("a way that begins with a tangent", is_there(from.leaving)),
                ("a way that ends with a tangent", is_there(to.arriving)),
                ("less than a second between the keys", seconds < 1.0),
            ]);
            let row = |(key, CubicKey { arriving, value, leaving }): (&str, CubicKey)| {
                [key.to_owned(), arriving.show(), value.show(), leaving.show()]
            };
            let rows = [("first", from), ("second", to)].map(row);
            check.asked(
                format!(
                    "the value between {words} when {alpha} of the way is done{}",
                    table(["key", "tangent before it", "value", "tangent after it"], rows)
                ),
                || Named(&["x", "y", "z", "w"], cubic(from, to, seconds, alpha).to_array().to_vec()),
            );
        }
    });
}
