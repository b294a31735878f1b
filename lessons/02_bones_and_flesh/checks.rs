//! The checks of lesson 02.

use common::check::{Answer, Named, STARTER, check};
use common::pose::model_from_joints;
use common::skeleton::Skeleton;
use common::transform::RigidTransform;
use glam::{Mat4, Quat, Vec3, vec3};

/// A transform from numbers that are easy to follow by hand.
fn rigid(translation: Vec3, degrees: f32) -> RigidTransform {
    RigidTransform::new(translation, Quat::from_rotation_z(degrees.to_radians()))
}

/// A transform in one line.
fn words(rigid: RigidTransform) -> String {
    format!("(t = {}, R = {})", rigid.translation.show(), rigid.rotation.show())
}

/// Transforms in space, so that a mistake in any component shows.
fn tilted() -> [RigidTransform; 2] {
    [
        RigidTransform::new(vec3(1.0, 2.0, 3.0), Quat::from_rotation_x(0.7)),
        RigidTransform::new(vec3(-2.0, 0.5, 1.0), Quat::from_rotation_y(-1.2)),
    ]
}

#[test]
fn todo_02_1_compose() {
    check("02.1", |check| {
        for [outer, inner] in [[rigid(vec3(1.0, 0.0, 0.0), 90.0), rigid(vec3(2.0, 0.0, 0.0), 30.0)], tilted()]
        {
            let (t1, r1) = (outer.translation, outer.rotation);
            let (t2, r2) = (inner.translation, inner.rotation);
            let new = RigidTransform::new;
            check.case(
                format!("{} composed with {} inside it", words(outer), words(inner)),
                || outer.compose(inner),
                new(t1 + r1 * t2, r1 * r2),
                &[
                    (STARTER, outer),
                    ("translations-added", new(t1 + t2, r1 * r2)),
                    ("inner-applied-last", new(t2 + r2 * t1, r2 * r1)),
                    ("turned-by-the-inner-rotation", new(t1 + r2 * t2, r1 * r2)),
                    ("whole-sum-turned", new(r1 * (t1 + t2), r1 * r2)),
                    ("rotations-in-reverse", new(t1 + r1 * t2, r2 * r1)),
                ],
            );
        }
    });
}

#[test]
fn todo_02_2_inverse() {
    check("02.2", |check| {
        for rigid in [rigid(vec3(2.0, 0.0, 0.0), 90.0), tilted()[0], tilted()[1]] {
            let (t, back) = (rigid.translation, rigid.rotation.inverse());
            let new = RigidTransform::new;
            check.case(
                format!("the inverse of {}", words(rigid)),
                || rigid.inverse(),
                new(-(back * t), back),
                &[
                    (STARTER, rigid),
                    ("translation-not-turned", new(-t, back)),
                    ("turned-the-wrong-way", new(-(rigid.rotation * t), back)),
                    ("translation-keeps-its-sign", new(back * t, back)),
                    ("rotation-not-inverted", new(-t, rigid.rotation)),
                ],
            );
        }
    });
}

#[test]
fn todo_02_3_to_matrix() {
    check("02.3", |check| {
        for rigid in [rigid(vec3(2.0, 1.0, 0.0), 90.0), tilted()[0]] {
            let (moved, turned) =
                (Mat4::from_translation(rigid.translation), Mat4::from_quat(rigid.rotation));
            let without_place = |w: f32| {
                let mut matrix = moved * turned;
                matrix.w_axis.w = w;
                matrix
            };
            check.case(
                format!("the matrix of {}", words(rigid)),
                || rigid.to_matrix(),
                moved * turned,
                &[
                    (STARTER, Mat4::IDENTITY),
                    ("rows-as-columns", (moved * turned).transpose()),
                    ("rotation-transposed", moved * turned.transpose()),
                    ("origin-as-direction", without_place(0.0)),
                ],
            );
        }
    });
}

#[test]
fn todo_02_4_model_from_joints() {
    const JOINTS: &[&str] = &["hip", "left knee", "left ankle", "right knee", "right ankle"];
    let mut skeleton = Skeleton::chain(&["hip", "left knee", "left ankle"]);
    let right_knee = skeleton.add("right knee", Some(0));
    skeleton.add("right ankle", Some(right_knee));
    let hinges: [(f32, f32); 5] = [(1.0, 30.0), (2.0, -50.0), (3.0, 20.0), (4.0, 70.0), (5.0, -15.0)];
    // Matrices, whose product is glam's: what is checked is the walk, not exercise 02.1.
    let local = hinges.map(|(x, degrees)| {
        Mat4::from_translation(vec3(x, 1.0, 0.0)) * Mat4::from_rotation_z(degrees.to_radians())
    });
    let stands: Vec<String> = (JOINTS.iter().zip(hinges))
        .map(|(name, (x, degrees))| format!("{name} at ({x}, 1) by {degrees}°"))
        .collect();
    let [h, lk, la, rk, ra] = local;
    let named = |matrices: [Mat4; 5]| Named(JOINTS, matrices.to_vec());
    check("02.4", |check| {
        check.case(
            format!(
                "the model-space matrices of a hip with two legs, each joint placed and turned in its parent: {}",
                stands.join(", ")
            ),
            || Named(JOINTS, model_from_joints(&skeleton, &local)),
            named([h, h * lk, h * lk * la, h * rk, h * rk * ra]),
            &[
                (STARTER, named([h, lk, la, rk, ra])),
                ("children-before-parents", named([h, h * lk, lk * la, h * rk, rk * ra])),
                ("child-times-parent", named([h, lk * h, la * lk * h, rk * h, ra * rk * h])),
                (
                    "parent-is-the-one-before",
                    named([h, h * lk, h * lk * la, h * lk * la * rk, h * lk * la * rk * ra]),
                ),
                ("parent-is-the-root", named([h, h * lk, h * la, h * rk, h * ra])),
            ],
        );
    });
}
