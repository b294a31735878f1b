//! The checks of lesson 18.

use check::{Answer, Draw, JOINTS, Named, Row, check, told};
use common::skin::SkinJoint;
use common::transform::slerp;
use formats::gltf::{Component, CubicKey, Interpolation, Layout, Sampler, Skin, cubic, element, skin_joints};
use glam::{Mat4, Quat, Vec3, Vec4, vec3, vec4};

/// Bytes without a pattern, more than 16 bits can count; some of them the lowest that a signed number can be.
fn bytes() -> Vec<u8> {
    let byte = |i: u32| i.wrapping_mul(7 * i + 13).wrapping_add(5) ^ (i >> 8) ^ (i >> 16);
    let mut bytes: Vec<u8> = (0..80_000).map(|i| byte(i).to_le_bytes()[0]).collect();
    // Elements 1 of three signed bytes every 4, and 3 of two signed shorts from byte 4 on.
    bytes[5] = 128;
    (bytes[16], bytes[17]) = (0, 128);
    // Numbers with a point, where elements of them are asked for.
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
    ];
    check("18.1", |check| {
        // No floats: bytes that are no number would be among them.
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

/// The spline by another road: as a Bézier curve, whose middle points lie a third of the span along the tangents.
fn bezier([from, leaving, arriving, to]: [Vec4; 4], seconds: f32, alpha: f32) -> Vec4 {
    let mut points = vec![from, from + leaving * (seconds / 3.0), to - arriving * (seconds / 3.0), to];
    while points.len() > 1 {
        points = points.windows(2).map(|pair| pair[0] * (1.0 - alpha) + pair[1] * alpha).collect();
    }
    points[0]
}

#[test]
fn todo_18_2_cubic() {
    let from = CubicKey {
        arriving: vec4(9.0, -2.0, 1.0, 4.0),
        value: vec4(1.0, 2.0, -3.0, 0.5),
        leaving: vec4(2.0, 0.0, -4.0, 1.0),
    };
    let to = CubicKey {
        arriving: vec4(-3.0, 5.0, 0.0, 2.0),
        value: vec4(5.0, 2.0, 1.0, -0.5),
        leaving: vec4(7.0, 1.0, -8.0, -3.0),
    };
    let level = CubicKey { arriving: Vec4::ZERO, leaving: Vec4::ZERO, ..from };
    check("18.2", |check| {
        let drawn = check.drawn(|draw| {
            let any = |draw: &mut Draw| draw.point(6.0).extend(draw.number(-6.0..6.0));
            let [from, to] =
                [(); 2].map(|()| CubicKey { arriving: any(draw), value: any(draw), leaving: any(draw) });
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
        ]
        .into_iter()
        .chain(drawn)
        {
            let ends = [from.value, from.leaving, to.arriving, to.value];
            check.case_by(
                format!("the value between {words} when {alpha} of the way is done"),
                || cubic(from, to, seconds, alpha),
                |by| bezier(ends, seconds, by.part(alpha)),
            );
        }
        for (words, alpha) in [("beginning", 0.0), ("end", 1.0)] {
            let ends = [from.value, from.leaving, to.arriving, to.value];
            check.case_by(
                format!("the value at the {words} of a span of 2 s"),
                || cubic(from, to, 2.0, alpha),
                |by| bezier(ends, 2.0, by.part(alpha)),
            );
        }
    });
}

/// A joint of a skin.
#[derive(Clone, Copy)]
struct Bound(SkinJoint);

told!(Bound { 0 });

impl Answer for Bound {
    fn agrees(&self, other: &Self) -> bool {
        self.0.node == other.0.node && self.0.joint_from_bind.agrees(&other.0.joint_from_bind)
    }

    fn show(&self) -> String {
        format!("node {}, joint_from_bind\n{}", self.0.node, self.0.joint_from_bind.show())
    }
}

#[test]
fn todo_18_3_joints() {
    let turned = |degrees: f32| Quat::from_axis_angle(vec3(0.6, 0.0, 0.8), degrees.to_radians());
    let bind = |i: u16| {
        let i = f32::from(i);
        let scale = Vec3::new(1.0, 1.0 + 0.2 * i, 0.8);
        Mat4::from_scale_rotation_translation(scale, turned(20.0 * i - 30.0), vec3(i, -0.5 * i, 2.0))
    };
    let place_of = vec![4, 0, 2, 7, 1, 3, 6, 5, 9, 8];
    check("18.3", |check| {
        let drawn = check.drawn(|draw| {
            let mut shuffled = || {
                let mut left: Vec<usize> = (0..10).collect();
                (0..10).map(|_| left.swap_remove(draw.whole(0..left.len()))).collect::<Vec<_>>()
            };
            let (place_of, mut joints) = (shuffled(), shuffled());
            joints.truncate(draw.whole(2..9));
            ("of a file", joints, true, place_of)
        });
        for (words, joints, has_binds, place_of) in [
            ("whose joints are the nodes 7, 4 and 2 of the file", &[7usize, 4, 2][..], true),
            (
                "whose joints are all ten nodes of the file in another order",
                &[3, 1, 4, 0, 5, 9, 2, 6, 8, 7],
                true,
            ),
            ("with a single joint", &[6], true),
            ("that names the node 4 twice: its joints are 7, 4, 2, 4 and 1", &[7, 4, 2, 4, 1], true),
            ("that has no inverse binds", &[7, 4, 2], false),
        ]
        .map(|(words, joints, has_binds)| (words, joints.to_vec(), has_binds, place_of.clone()))
        .into_iter()
        .chain(drawn)
        {
            let matrices: Vec<Mat4> = (0..10u16).take(joints.len()).map(bind).collect();
            let skin = Skin {
                name: "skin".to_owned(),
                joints: joints.clone(),
                inverse_binds: matrices.iter().filter(|_| has_binds).map(Mat4::to_cols_array).collect(),
            };
            check.case(
                format!("the joints of a skin {words}"),
                || Named(JOINTS, skin_joints(&skin, &place_of).into_iter().map(Bound).collect()),
                || {
                    let matrix = |index: usize| if has_binds { matrices[index] } else { Mat4::IDENTITY };
                    let joint = |(index, node): (usize, &usize)| {
                        Bound(SkinJoint { node: place_of[*node], joint_from_bind: matrix(index) })
                    };
                    Named(JOINTS, joints.iter().enumerate().map(joint).collect())
                },
            );
        }
    });
}

/// The values of three keys: places, and rotations.
struct Values {
    places: [Vec4; 3],
    rotations: [Vec4; 3],
}

impl Values {
    /// The places are short, and lie in other directions: an arc between them is another way than a line.
    fn seen() -> Self {
        let turned =
            |degrees: f32| Vec4::from(Quat::from_axis_angle(vec3(0.0, 0.6, 0.8), degrees.to_radians()));
        Self {
            places: [vec4(0.5, 0.0, 0.25, 0.0), vec4(-0.25, 0.5, 0.5, 0.0), vec4(0.25, -1.0, 2.0, 0.0)],
            // The second is written with the other sign.
            rotations: [turned(10.0), -turned(130.0), turned(80.0)],
        }
    }

    fn drawn(draw: &mut Draw) -> Self {
        // Neither square to each other in four dimensions, where both arcs are as long, nor nearly opposite.
        let goes_on = |from: Vec4, to: Vec4| from.dot(to).abs() > 0.15 && from.dot(to) > -0.8;
        loop {
            let rotations = [(); 3].map(|()| Vec4::from(draw.turn()));
            if goes_on(rotations[0], rotations[1]) && goes_on(rotations[1], rotations[2]) {
                return Self { places: [(); 3].map(|()| draw.point(1.0).extend(0.0)), rotations };
            }
        }
    }

    /// A sampler with three keys at 1, 2 and 4 s.
    fn sampler(&self, interpolation: Interpolation, is_rotation: bool) -> Sampler {
        let keys = if is_rotation { self.rotations } else { self.places };
        let tangent = |key: usize| vec4(0.5, -1.0, 2.0, 0.0) * (1.0 + key as f32);
        let values = match interpolation {
            Interpolation::CubicSpline => {
                (0..3).flat_map(|key| [tangent(key), keys[key], -tangent(key)]).collect()
            }
            _ => keys.to_vec(),
        };
        Sampler { interpolation, is_rotation, times: vec![1.0, 2.0, 4.0], values }
    }

    /// What LINEAR comes to for rotations.
    fn slerp_is_right(&self) -> bool {
        let [from, to, last] = self.rotations.map(Quat::from_vec4);
        [(from, to, 0.25), (to, last, 0.75), (from, from, 0.0)]
            .iter()
            .all(|&(from, to, alpha)| slerp(from, to, alpha).agrees(&from.slerp(to, alpha)))
    }

    /// What CUBICSPLINE comes to.
    fn cubic_is_right(&self) -> bool {
        [false, true].iter().all(|&is_rotation| {
            let Sampler { values, .. } = self.sampler(Interpolation::CubicSpline, is_rotation);
            let key = |key: usize| CubicKey {
                arriving: values[3 * key],
                value: values[3 * key + 1],
                leaving: values[3 * key + 2],
            };
            [(0, 1, 1.0, 0.25), (1, 2, 2.0, 0.75), (0, 0, 0.0, 0.0)].iter().all(
                |&(from, to, seconds, alpha)| {
                    let ends = [key(from).value, key(from).leaving, key(to).arriving, key(to).value];
                    cubic(key(from), key(to), seconds, alpha).agrees(&bezier(ends, seconds, alpha))
                },
            )
        })
    }
}

/// What a sampler gives, as a rotation if it is one.
struct Sampled(Vec4, bool);

told!(Sampled { 0, 1 });

impl Answer for Sampled {
    fn agrees(&self, other: &Self) -> bool {
        let [a, b] = [self.0, other.0];
        a.agrees(&b) || self.1 && a.agrees(&-b)
    }

    fn show(&self) -> String {
        match self.1 {
            true if (self.0.length() - 1.0).abs() > 1e-3 => {
                format!("{}, which is {} long", self.0.show(), self.0.length().show())
            }
            true => Quat::from_vec4(self.0).show(),
            false => self.0.truncate().show(),
        }
    }
}

/// Between two keys by an interpolation.
fn between(sampler: &Sampler, [key, next]: [usize; 2], alpha: f32) -> Sampled {
    let is_cubic = sampler.interpolation == Interpolation::CubicSpline;
    let value = |key: usize| sampler.values[if is_cubic { 3 * key + 1 } else { key }];
    let (from, to, seconds) = (value(key), value(next), sampler.times[next] - sampler.times[key]);
    let spline = || {
        let (leaving, arriving) = (sampler.values[3 * key + 2], sampler.values[3 * next]);
        let spline = bezier([from, leaving, arriving, to], seconds, alpha);
        if sampler.is_rotation { spline.normalize() } else { spline }
    };
    let evenly = || match sampler.is_rotation {
        true => Vec4::from(Quat::from_vec4(from).slerp(Quat::from_vec4(to), alpha)),
        false => from * (1.0 - alpha) + to * alpha,
    };
    let given = match sampler.interpolation {
        Interpolation::Step => from,
        Interpolation::Linear => evenly(),
        Interpolation::CubicSpline => spline(),
    };
    Sampled(given, sampler.is_rotation)
}

#[test]
fn todo_18_4_between() {
    use Interpolation::{CubicSpline, Linear, Step};
    let ways = [
        (Step, false, "STEP, for places"),
        (Linear, false, "LINEAR, for places"),
        (CubicSpline, false, "CUBICSPLINE, for places"),
        (Step, true, "STEP, for rotations"),
        (Linear, true, "LINEAR, for rotations"),
        (CubicSpline, true, "CUBICSPLINE, for rotations"),
    ];
    // A time, between which keys it is, and which part of the way.
    let moments = vec![
        (1.25, [0, 1], 0.25),
        (3.5, [1, 2], 0.75),
        (0.5, [0, 0], 0.0),
        (2.0, [1, 2], 0.0),
        (9.0, [2, 2], 0.0),
    ];
    check("18.4", |check| {
        let drawn = check.drawn(|draw| {
            let (first, second) = (draw.number(0.1..0.9), draw.number(0.1..0.9));
            let moments = vec![(1.0 + first, [0, 1], first), (2.0 + 2.0 * second, [1, 2], second)];
            (Values::drawn(draw), moments)
        });
        let all: Vec<_> = [(Values::seen(), moments)].into_iter().chain(drawn).collect();
        check.needs("10.1", || all.iter().all(|(values, _)| values.slerp_is_right()));
        check.needs("18.2", || all.iter().all(|(values, _)| values.cubic_is_right()));
        for (values, moments) in all {
            for (interpolation, is_rotation, words) in ways {
                let sampler = values.sampler(interpolation, is_rotation);
                for &(time, keys, alpha) in &moments {
                    check.case(
                        format!(
                            "the value at {time} s of three keys at 1, 2 and 4 s; their interpolation is {words}"
                        ),
                        || Sampled(sampler.at(time), is_rotation),
                        || between(&sampler, keys, alpha),
                    );
                }
            }
        }
    });
}
