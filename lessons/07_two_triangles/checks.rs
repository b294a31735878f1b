//! The checks of lesson 07.

use common::check::{Answer, Named, STARTER, check};
use common::pose::model_from_joints;
use common::skeleton::Skeleton;
use common::skin::{joints_from_bind, palette, skin_rigidly};
use glam::{Mat4, Vec3, vec3};

const JOINTS: &[&str] = &["trunk", "bough", "twig", "other bough"];

/// A place and a turn about the z axis, with numbers that are easy to follow by hand.
#[derive(Clone, Copy)]
struct Stand(Vec3, f32);

impl Stand {
    fn to_matrix(self) -> Mat4 {
        Mat4::from_translation(self.0) * Mat4::from_rotation_z(self.1.to_radians())
    }

    fn show(self) -> String {
        format!("at {} by {}°", self.0.show(), self.1)
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

/// A trunk with two boughs, and a twig on the first of them.
fn tree() -> Skeleton {
    let mut skeleton = Skeleton::chain(&["trunk", "bough", "twig"]);
    skeleton.add("other bough", Some(0));
    skeleton
}

#[test]
fn todo_07_1_joints_from_bind() {
    let skeleton = tree();
    let tilted = [vec3(1.0, 2.0, 0.0), vec3(2.0, 1.0, 1.0), vec3(0.0, 1.0, -2.0), vec3(-1.0, 3.0, 0.5)];
    let stands =
        [[(1.0, 0.0, 0.0), (2.0, 1.0, 0.0), (1.0, 0.0, 0.0), (3.0, -1.0, 0.0)].map(Vec3::from), tilted];
    check("07.1", |check| {
        for (places, degrees) in stands.into_iter().zip([[90.0, 0.0, -90.0, 45.0], [20.0, -50.0, 70.0, 30.0]])
        {
            let stands = [0, 1, 2, 3].map(|i| Stand(places[i], degrees[i]));
            let local = stands.map(Stand::to_matrix);
            let [trunk, bough, twig, other] = local;
            let bind = [trunk, trunk * bough, trunk * bough * twig, trunk * other];
            check.needs("02.4", || {
                let walked = model_from_joints(&skeleton, &local);
                walked.len() == 4 && walked.iter().zip(&bind).all(|(given, want)| given.agrees(want))
            });
            let back = local.map(|matrix| matrix.inverse());
            check.case(
                format!(
                    "the ways from the bind pose's model space into a trunk, a bough and another bough on it, and \
                     a twig on the first bough; in the bind pose they stand in their parents like this: {}",
                    words(&stands)
                ),
                || named(joints_from_bind(&skeleton, &local)),
                named(bind.map(|matrix| matrix.inverse())),
                &[
                    (STARTER, named([Mat4::IDENTITY; 4])),
                    ("local-inverse", named(back)),
                    ("not-inverted", named(bind)),
                    ("transposed-for-inverse", named(bind.map(|matrix| matrix.transpose()))),
                    (
                        "inverted-before-the-walk",
                        named([back[0], back[0] * back[1], back[0] * back[1] * back[2], back[0] * back[3]]),
                    ),
                ],
            );
        }
    });
}

#[test]
fn todo_07_2_palette() {
    let at = |x: f32, y: f32, degrees: f32| Stand(vec3(x, y, 0.0), degrees);
    let poses = [
        ([at(0.0, 0.0, 0.0), at(2.0, 1.0, 0.0)], [at(0.0, 0.0, 30.0), at(1.0, 2.0, 90.0)]),
        ([at(1.0, 0.0, 90.0), at(1.0, 3.0, 20.0)], [at(0.0, -1.0, 60.0), at(-2.0, 1.0, 110.0)]),
    ];
    check("07.2", |check| {
        for (bind, posed) in poses {
            let posed_from_joints = posed.map(Stand::to_matrix);
            let joints_from_bind = bind.map(|stand| stand.to_matrix().inverse());
            let [now, into] = [posed_from_joints, joints_from_bind];
            check.case(
                format!(
                    "the palette of two joints. In model space they stood like this in the bind pose: {}. They stand \
                     like this now: {}",
                    words(&bind),
                    words(&posed)
                ),
                || named(palette(&posed_from_joints, &joints_from_bind)),
                named([now[0] * into[0], now[1] * into[1]]),
                &[
                    (STARTER, named(into)),
                    ("factors-swapped", named([into[0] * now[0], into[1] * now[1]])),
                    ("no-inverse-bind", named(now)),
                    ("inverse-of-the-pose", named([Mat4::IDENTITY; 2])),
                ],
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
        Stand(vec3(5.0, 0.0, 0.0), 90.0),
        Stand(vec3(0.0, 1.0, 0.0), 30.0),
        Stand(vec3(-2.0, 3.0, 1.0), 180.0),
    ];
    let matrices = stands.map(Stand::to_matrix);
    let moved = |joint_of: &dyn Fn(usize) -> usize, fourth: f32, count: usize| {
        let place = |i: usize| (matrices[joint_of(i)] * points[i].extend(fourth)).truncate();
        Named(VERTICES, (0..count).map(place).collect())
    };
    check("07.3", |check| {
        for joints in [[0, 2, 1, 1, 0], [2, 2, 0, 1, 2]] {
            check.case(
                format!(
                    "where vertices 0 to 4 are, which were at {} in the bind pose's model space and follow the \
                     joints {joints:?}. The palette moves what follows joint 0, 1, 2 like this: {}",
                    points.map(|point| point.show()).join(", "),
                    stands.map(|stand| format!("turned by {}°, then moved by {}", stand.1, stand.0.show())).join("; ")
                ),
                || Named(VERTICES, skin_rigidly(&matrices, &joints, &points)),
                moved(&|i| joints[i], 1.0, 5),
                &[
                    (STARTER, Named(VERTICES, points.to_vec())),
                    ("first-joint-for-all", moved(&|_| 0, 1.0, 5)),
                    ("joint-of-the-vertex-number", moved(&|i| i, 1.0, 3)),
                    ("direction-not-point", moved(&|i| joints[i], 0.0, 5)),
                ],
            );
        }
    });
}
