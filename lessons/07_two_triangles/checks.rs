//! The checks of lesson 07.

use common::check::{Answer, Named, STARTER, check};
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
    let skeleton = tree_and_bush();
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
        for stands in [flat, slanted] {
            let local = stands.map(Stand::to_matrix);
            let [trunk, bough, twig, other, bush] = local;
            let ways =
                [vec![trunk], vec![trunk, bough], vec![trunk, bough, twig], vec![trunk, other], vec![bush]];
            let bind = ways.each_ref().map(|way| way.iter().product::<Mat4>());
            check.needs("02.4", || {
                let walked = model_from_joints(&skeleton, &local);
                walked.len() == 5 && walked.iter().zip(&bind).all(|(given, want)| given.agrees(want))
            });
            let back = local.map(|matrix| matrix.inverse());
            let [b_trunk, b_bough, b_twig, b_other, b_bush] = back;
            check.case_by(
                format!(
                    "the ways from the bind pose's model space into a trunk, a bough and another bough on it, a twig \
                     on the first bough, and a bush that has no parent; in the bind pose they stand in their parents \
                     like this: {}",
                    words(&stands)
                ),
                || named(joints_from_bind(&skeleton, &local)),
                |by| named(ways.clone().map(|way| by.inverse(by.product(way)))),
                &[
                    (STARTER, named([Mat4::IDENTITY; 5])),
                    ("local-inverse", named(back)),
                    ("not-inverted", named(bind)),
                    ("transposed-for-inverse", named(bind.map(|matrix| matrix.transpose()))),
                    (
                        "inverted-before-the-walk",
                        named([b_trunk, b_trunk * b_bough, b_trunk * b_bough * b_twig, b_trunk * b_other, b_bush]),
                    ),
                ],
                [],
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
        for (bind, posed) in questions {
            let now: Vec<Mat4> = posed.iter().map(|stand| stand.to_matrix()).collect();
            let into: Vec<Mat4> = bind.iter().map(|stand| stand.to_matrix().inverse()).collect();
            let products = |of: &dyn Fn(Mat4, Mat4) -> Mat4| {
                named(now.iter().zip(&into).map(|(&now, &into)| of(now, into)))
            };
            check.case_by(
                format!(
                    "the palette of {} joints. In model space they stood like this in the bind pose: {}. They stand \
                     like this now: {}",
                    bind.len(),
                    words(&bind),
                    words(&posed)
                ),
                || named(palette(&now, &into)),
                |by| products(&|now, into| by.product([now, into])),
                &[
                    (STARTER, products(&|_, into| into)),
                    ("factors-swapped", products(&|now, into| into * now)),
                    ("no-inverse-bind", products(&|now, _| now)),
                    ("inverse-of-the-pose", products(&|_, _| Mat4::IDENTITY)),
                ],
                [],
            );
        }
    });
}

#[test]
fn todo_07_3_skin_rigidly() {
    const VERTICES: &[&str] = &["vertex 0", "vertex 1", "vertex 2", "vertex 3", "vertex 4"];
    let points = [(1.0, 0.0, 0.0), (0.0, 2.0, 0.0), (3.0, 1.0, 0.0), (-1.0, 1.0, 2.0), (2.0, -2.0, 1.0)];
    let points = points.map(Vec3::from);
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
    let matrices = stands.map(Stand::to_matrix);
    let moved = |joint_of: &dyn Fn(usize) -> usize, fourth: f32| {
        let place = |i: usize| (matrices[joint_of(i)] * points[i].extend(fourth)).truncate();
        Named(VERTICES, (0..points.len()).map(place).collect())
    };
    check("07.3", |check| {
        for joints in [[0, 2, 1, 1, 0], [7, 2, 6, 5, 4]] {
            check.case_by(
                format!(
                    "where vertices 0 to 4 are, which were at {} in the bind pose's model space and follow the \
                     joints {joints:?}. The palette moves what follows joint 0, 1, 2 and so on like this: {}",
                    points.map(|point| point.show()).join(", "),
                    stands.map(|stand| format!("turned by {}, then moved by {}", stand.turned(), stand.place.show())).join("; ")
                ),
                || Named(VERTICES, skin_rigidly(&matrices, &joints, &points)),
                |by| Named(VERTICES, (0..points.len()).map(|i| by.moved(matrices[joints[i]], points[i])).collect()),
                &[
                    (STARTER, Named(VERTICES, points.to_vec())),
                    ("first-joint-for-all", moved(&|_| 0, 1.0)),
                    ("joint-of-the-vertex-number", moved(&|i| i, 1.0)),
                    ("direction-not-point", moved(&|i| joints[i], 0.0)),
                ],
                [],
            );
        }
    });
}
