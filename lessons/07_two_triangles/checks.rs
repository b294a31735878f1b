//! The checks of lesson 07.

use check::{Answer, Draw, Named, VERTICES, check};
use common::pose::model_from_joints;
use common::skeleton::Skeleton;
use common::skin::{joints_from_bind, palette, skin_rigidly};
use glam::{Mat4, Quat, Vec3, vec3};

const JOINTS: &[&str] = &[
    "trunk",
    "bough",
    "twig",
    "other bough",
    "bush",
    "leaf 5",
    "leaf 6",
    "leaf 7",
    "leaf 8",
    "leaf 9",
    "leaf 10",
    "leaf 11",
    "leaf 12",
    "leaf 13",
];

/// Where something stands, how it is turned, and how large it is.
#[derive(Clone, Copy)]
struct Stand {
    place: Vec3,
    axis: Vec3,
    degrees: f32,
    size: f32,
}

impl Stand {
    /// A place and a turn about the z axis, with numbers that are easy to follow by hand.
    fn flat(place: (f32, f32, f32), degrees: f32) -> Self {
        Self { place: place.into(), axis: Vec3::Z, degrees, size: 1.0 }
    }

    /// A turn about an axis that is none of the three, and another size.
    fn slanted(place: (f32, f32, f32), degrees: f32, size: f32) -> Self {
        Self { place: place.into(), axis: vec3(0.6, 0.0, 0.8), degrees, size }
    }

    /// Any of those, so large that its inverse is not its transpose.
    fn any(draw: &mut Draw) -> Self {
        let place = draw.point(3.0);
        Self::slanted(place.into(), draw.number(-170.0..170.0), draw.number(1.25..2.0))
    }

    fn to_matrix(self) -> Mat4 {
        let turn = Quat::from_axis_angle(self.axis, self.degrees.to_radians());
        Mat4::from_scale_rotation_translation(Vec3::splat(self.size), turn, self.place)
    }

    fn show(self) -> String {
        format!("at {} by {}", self.place.show(), self.turned())
    }

    /// Size and turn in words.
    fn turned(self) -> String {
        match self.size {
            1.0 => format!("{}°", self.degrees),
            size => format!("{}° about {}, {size} times as large", self.degrees, self.axis.show()),
        }
    }
}

/// All joints and their stands in one line.
fn words(stands: &[Stand]) -> String {
    let words = JOINTS.iter().zip(stands).map(|(name, stand)| format!("{name} {}", stand.show()));
    words.collect::<Vec<_>>().join(", ")
}

fn named(matrices: impl IntoIterator<Item = Mat4>) -> Named<Mat4> {
    Named(JOINTS, matrices.into_iter().collect())
}

/// A trunk with two boughs, and a twig on the first of them. A bush stands by itself.
fn tree_and_bush() -> Skeleton {
    let mut skeleton = Skeleton::chain(&["trunk", "bough", "twig"]);
    skeleton.add("other bough", Some(0));
    skeleton.add("bush", None);
    skeleton
}

#[test]
fn todo_07_1_joints_from_bind() {
    let mut hand = Skeleton::chain(&["trunk"]);
    for parent in [0, 0, 0, 0, 0, 0, 3, 7, 8, 9, 10, 11, 12] {
        hand.add("leaf", Some(parent));
    }
    let of_hand = (0u8..14)
        .map(f32::from)
        .map(|i| Stand::slanted((1.0, 0.2 * i, -0.1 * i), 25.0 * i - 60.0, if i > 6.0 { 1.1 } else { 0.9 }));
    let flat = [
        Stand::flat((1.0, 0.0, 0.0), 90.0),
        Stand::flat((2.0, 1.0, 0.0), 0.0),
        Stand::flat((1.0, 0.0, 0.0), -90.0),
        Stand::flat((3.0, -1.0, 0.0), 45.0),
        Stand::flat((-2.0, 1.0, 0.0), 30.0),
    ];
    let slanted = [
        Stand::slanted((1.0, 2.0, 0.0), 20.0, 2.0),
        Stand::slanted((2.0, 1.0, 1.0), -50.0, 0.5),
        Stand::slanted((0.0, 1.0, -2.0), 70.0, 1.5),
        Stand::slanted((-1.0, 3.0, 0.5), 30.0, 0.8),
        Stand::slanted((4.0, 0.0, 1.0), -80.0, 1.2),
    ];
    check("07.1", |check| {
        const TREE: &str = "a trunk, a bough and another bough on it, a twig on the first bough, and a bush that has no \
                            parent";
        const HAND: &str = "fourteen joints, of which the second to the seventh hang on the first, the eighth on the \
                            fourth, and each of the others on the one before";
        let asked = [
            (TREE.to_owned(), tree_and_bush(), flat.to_vec()),
            (TREE.to_owned(), tree_and_bush(), slanted.to_vec()),
            (HAND.to_owned(), hand, of_hand.collect()),
        ];
        let drawn = check.drawn(|draw| {
            let (words, parents) = draw.tree(6);
            let mut skeleton = Skeleton::new();
            for (parent, name) in parents.iter().zip(JOINTS) {
                skeleton.add(name, *parent);
            }
            let stands = parents.iter().map(|_| Stand::any(draw)).collect();
            (format!("six joints, counted from 0: {words}"), skeleton, stands)
        });
        for (what, skeleton, stands) in asked.into_iter().chain(drawn) {
            let local: Vec<Mat4> = stands.iter().map(|stand| stand.to_matrix()).collect();
            // The matrices from a root down to each joint.
            let walked = |local: &[Mat4]| -> Vec<Vec<Mat4>> {
                let mut ways: Vec<Vec<Mat4>> = Vec::new();
                for (joint, &own) in skeleton.joints().iter().zip(local) {
                    let above = joint.parent.map_or(Vec::new(), |parent| ways[parent].clone());
                    ways.push([above, vec![own]].concat());
                }
                ways
            };
            let product = |way: &Vec<Mat4>| way.iter().product::<Mat4>();
            check.needs("02.4", || {
                let given = model_from_joints(&skeleton, &local);
                let bind = walked(&local).iter().map(product).collect::<Vec<_>>();
                given.len() == bind.len() && given.iter().zip(&bind).all(|(given, want)| given.agrees(want))
            });
            check.case_by(
                format!(
                    "the ways from the bind pose's model space into {what}; in the bind pose they stand in their parents like \
                     this: {}",
                    words(&stands)
                ),
                || named(joints_from_bind(&skeleton, &local)),
                |by| named(walked(&local).into_iter().map(|way| by.inverse(by.product(way)))),
            );
        }
    });
}

#[test]
fn todo_07_2_palette() {
    let questions = [
        (
            vec![Stand::flat((0.0, 0.0, 0.0), 0.0), Stand::flat((2.0, 1.0, 0.0), 0.0)],
            vec![Stand::flat((0.0, 0.0, 0.0), 30.0), Stand::flat((1.0, 2.0, 0.0), 90.0)],
        ),
        (
            vec![
                Stand::slanted((1.0, 0.0, 2.0), 90.0, 1.5),
                Stand::slanted((1.0, 3.0, 0.0), 20.0, 0.5),
                Stand::slanted((-1.0, 0.0, 1.0), -40.0, 2.0),
            ],
            vec![
                Stand::slanted((0.0, -1.0, 1.0), 60.0, 1.2),
                Stand::slanted((-2.0, 1.0, 0.0), 110.0, 0.8),
                Stand::slanted((3.0, 0.0, -1.0), 25.0, 1.5),
            ],
        ),
        (
            (0u8..12).map(|i| Stand::slanted((f32::from(i), 1.0, 0.0), 10.0 * f32::from(i), 1.0)).collect(),
            (0u8..12)
                .map(|i| Stand::slanted((0.5, f32::from(i), 2.0), 100.0 - 15.0 * f32::from(i), 1.5))
                .collect(),
        ),
    ];
    check("07.2", |check| {
        let drawn = check.drawn(|draw| {
            let mut stands = || (0..3).map(|_| Stand::any(draw)).collect();
            (stands(), stands())
        });
        for (bind, posed) in questions.into_iter().chain(drawn) {
            let now: Vec<Mat4> = posed.iter().map(|stand| stand.to_matrix()).collect();
            let into: Vec<Mat4> = bind.iter().map(|stand| stand.to_matrix().inverse()).collect();
            check.case_by(
                format!(
                    "the palette of {} joints. In model space they stood like this in the bind pose: {}. They stand \
                     like this now: {}",
                    bind.len(),
                    words(&bind),
                    words(&posed)
                ),
                || named(palette(&now, &into)),
                |by| named(now.iter().zip(&into).map(|(&now, &into)| by.product([now, into]))),
            );
        }
    });
}

#[test]
fn todo_07_3_skin_rigidly() {
    let points = [(1.0, 0.0, 0.0), (0.0, 2.0, 0.0), (3.0, 1.0, 0.0), (-1.0, 1.0, 2.0), (2.0, -2.0, 1.0)];
    let further = (5u8..20).map(f32::from).map(|i| vec3(0.3 * i, 1.0 - 0.1 * i, 0.5));
    let points: Vec<Vec3> = points.map(Vec3::from).into_iter().chain(further).collect();
    let stands = [
        Stand::flat((5.0, 0.0, 0.0), 90.0),
        Stand::slanted((0.0, 1.0, 0.0), 30.0, 2.0),
        Stand::flat((-2.0, 3.0, 1.0), 180.0),
        Stand::flat((1.0, 1.0, 0.0), 45.0),
        Stand::flat((0.0, -3.0, 2.0), -20.0),
        Stand::slanted((4.0, 0.0, 1.0), 75.0, 0.5),
        Stand::flat((-1.0, -1.0, 0.0), 120.0),
        Stand::flat((2.0, 0.0, -2.0), 10.0),
    ];
    let further = (8u8..20).map(f32::from).map(|i| Stand::flat((0.5, 0.2 * i, 1.0), 15.0 * i));
    let stands: Vec<Stand> = stands.into_iter().chain(further).collect();
    check("07.3", |check| {
        let many = (0..20).map(|vertex| vertex * 7 % 20).collect();
        let of_all = stands.len();
        let asked = [
            (vec![0, 2, 1, 1, 0], of_all),
            (vec![7, 2, 6, 5, 4], of_all),
            (many, of_all),
            (vec![1, 0, 2, 2, 0, 1, 0], 3),
        ]
        .map(|(joints, palette)| (points[..joints.len()].to_vec(), joints, stands[..palette].to_vec()));
        let drawn = check.drawn(|draw| {
            let points = (0..6).map(|_| draw.point(3.0)).collect();
            let joints = (0..6).map(|_| draw.whole(0..4)).collect();
            (points, joints, (0..4).map(|_| Stand::any(draw)).collect())
        });
        for (points, joints, stands) in asked.into_iter().chain(drawn) {
            let count = joints.len();
            let matrices: Vec<Mat4> = stands.iter().map(|stand| stand.to_matrix()).collect();
            check.case_by(
                format!(
                    "where vertices 0 to {} are, which were at {} in the bind pose's model space and follow the \
                     joints {joints:?}. The palette moves what follows joint 0, 1, 2 and so on like this: {}",
                    count - 1,
                    points.iter().map(Answer::show).collect::<Vec<_>>().join(", "),
                    (stands.iter())
                        .map(|stand| format!("turned by {}, then moved by {}", stand.turned(), stand.place.show()))
                        .collect::<Vec<_>>()
                        .join("; ")
                ),
                || Named(VERTICES, skin_rigidly(&matrices, &joints, &points)),
                |by| Named(VERTICES, (0..count).map(|i| by.moved(matrices[joints[i]], points[i])).collect()),
            );
        }
    });
}
