//! The checks of lesson 14.

use common::check::{Answer, Check, STARTER, check, told};
use common::edit::mirror::{Place, mirrored};
use common::transform::Transform;
use glam::{Mat3, Mat4, Quat, Vec3, vec3};

// ---------------------------------------------------------------- 14.5

/// How a joint stands in its parent, as an answer.
#[derive(Clone, Copy)]
struct Stands(Transform);

told!(Stands { 0 });

impl Answer for Stands {
    fn agrees(&self, other: &Self) -> bool {
        let (a, b) = (self.0, other.0);
        a.translation.agrees(&b.translation) && a.rotation.agrees(&b.rotation) && a.scale.agrees(&b.scale)
    }

    fn show(&self) -> String {
        let Transform { translation, rotation, scale } = self.0;
        format!("at {}\nturned {}\nscaled {}", translation.show(), rotation.show(), scale.show())
    }
}

/// Degrees about an axis.
fn turned(axis: Vec3, degrees: f32) -> Quat {
    Quat::from_axis_angle(axis.normalize(), degrees.to_radians())
}

fn stands(translation: [f32; 3], rotation: Quat, scale: [f32; 3]) -> Transform {
    Transform { translation: translation.into(), rotation, scale: scale.into() }
}

/// A place at rest: how the parent's axes lie in the world, and how the joint stands in its parent.
fn place(world_from_parent: Quat, translation: [f32; 3], rotation: Quat) -> Place {
    Place { world_from_parent, rest: stands(translation, rotation, [1.0; 3]) }
}

/// A way to mirror a joint, right or wrong.
type Way = fn(Transform, &Place, &Place) -> Transform;

/// By 3×3 matrices, whose mirror image is S M S.
fn by_matrices(partner: Transform, its: &Place, own: &Place) -> Transform {
    let mirror = Mat3::from_diagonal(vec3(-1.0, 1.0, 1.0));
    let [from_its, from_own] = [its, own].map(|place| Mat3::from_quat(place.world_from_parent));
    let turn = Mat3::from_quat(partner.rotation) * Mat3::from_quat(its.rest.rotation).transpose();
    let turn = mirror * from_its * turn * from_its.transpose() * mirror;
    let turn = from_own.transpose() * turn * from_own * Mat3::from_quat(own.rest.rotation);
    let step = mirror * (from_its * (partner.translation - its.rest.translation));
    Transform {
        translation: own.rest.translation + from_own.transpose() * step,
        rotation: Quat::from_mat3(&turn).normalize(),
        scale: partner.scale,
    }
}

fn turn_in_the_mirror(turn: Quat) -> Quat {
    Quat::from_xyzw(turn.x, -turn.y, -turn.z, turn.w)
}

fn step_in_the_mirror(step: Vec3) -> Vec3 {
    step * vec3(-1.0, 1.0, 1.0)
}

/// By how much a joint has turned since rest, in its parent.
fn turned_by(joint: Transform, place: &Place) -> Quat {
    joint.rotation * place.rest.rotation.inverse()
}

/// The right way, but for what becomes of a turn in the world.
fn by_turn(partner: Transform, its: &Place, own: &Place, in_the_mirror: fn(Quat) -> Quat) -> Transform {
    let (from_its, from_own) = (its.world_from_parent, own.world_from_parent);
    let image = in_the_mirror(from_its * turned_by(partner, its) * from_its.inverse());
    let rotation = from_own.inverse() * image * from_own * own.rest.rotation;
    Transform { rotation, ..by_matrices(partner, its, own) }
}

const WRONG: [(&str, Way); 8] = [
    (STARTER, |partner, _, _| partner),
    ("signs-in-the-parent", |partner, _, _| Transform {
        translation: step_in_the_mirror(partner.translation),
        rotation: turn_in_the_mirror(partner.rotation),
        scale: partner.scale,
    }),
    ("turn-not-mirrored", |partner, its, own| by_turn(partner, its, own, |turn| turn)),
    ("turn-like-a-position", |partner, its, own| {
        by_turn(partner, its, own, |turn| Quat::from_xyzw(-turn.x, turn.y, turn.z, turn.w))
    }),
    ("turned-back", |partner, its, own| by_turn(partner, its, own, Quat::inverse)),
    ("not-led-back", |partner, its, own| {
        let image = turn_in_the_mirror(its.world_from_parent * turned_by(partner, its));
        let rotation = own.world_from_parent.inverse() * image * own.rest.rotation;
        Transform { rotation, ..by_matrices(partner, its, own) }
    }),
    ("how-it-stands", |partner, its, own| {
        let turn = turn_in_the_mirror(its.world_from_parent * partner.rotation);
        Transform { rotation: own.world_from_parent.inverse() * turn, ..by_matrices(partner, its, own) }
    }),
    ("where-it-is", |partner, its, own| {
        let place = step_in_the_mirror(its.world_from_parent * partner.translation);
        Transform { translation: own.world_from_parent.inverse() * place, ..by_matrices(partner, its, own) }
    }),
];

/// Asks something of the student's way to mirror, which the known wrong ways answer too.
fn ask<T: Answer>(check: &mut Check, question: impl Into<String>, of: impl Fn(Way) -> T) {
    let suspects: Vec<_> = WRONG.into_iter().map(|(name, way)| (name, of(way))).collect();
    check.case(question, || of(mirrored), of(by_matrices), &suspects);
}

fn matrix(transform: Transform) -> Mat4 {
    Mat4::from_scale_rotation_translation(transform.scale, transform.rotation, transform.translation)
}

#[test]
fn todo_14_5_mirrored() {
    // As if each joint were a root that stands at the origin at rest.
    let plain = place(Quat::IDENTITY, [0.0; 3], Quat::IDENTITY);
    let tilted = turned(vec3(1.0, 2.0, -1.0), 100.0);
    // Written with a negative w.
    let far = -turned(vec3(2.0, -1.0, 0.5), 130.0);
    // Arms: the axes of both shoulders lie alike in the world, or as if each had been built by somebody else.
    let left = place(turned(Vec3::Z, -80.0), [0.0, 0.3, 0.0], turned(Vec3::X, 10.0));
    let right = place(turned(vec3(1.0, 1.0, 0.2), 140.0), [0.0, 0.35, 0.02], turned(Vec3::Y, 75.0));
    let raised = stands([0.0, 0.3, 0.0], turned(vec3(0.3, 0.2, 1.0), 65.0), [1.0; 3]);
    let torn = stands([0.1, 0.5, -0.2], -turned(vec3(-1.0, 0.4, 0.8), 150.0), [1.0, 1.5, 0.5]);
    check("14.5", |check| {
        let about = |axis: &str| {
            format!(
                "the mirror image of a joint that stands at (0.3, 1, 0.2), turned 40° about {axis}; both parents lie along \
                 the world's axes, and at rest both joints stand in them at (0, 0, 0), not turned"
            )
        };
        for (name, axis) in [("x", Vec3::X), ("y", Vec3::Y), ("z", Vec3::Z)] {
            let partner = stands([0.3, 1.0, 0.2], turned(axis, 40.0), [1.0; 3]);
            ask(check, about(name), |way| Stands(way(partner, &plain, &plain)));
        }
        let grown = stands([-0.4, 0.5, -2.0], tilted, [1.0, 2.0, 0.5]);
        ask(check, about("(1, 2, -1), by 100° and larger"), |way| Stands(way(grown, &plain, &plain)));
        let negative = stands([-0.4, 0.5, -2.0], far, [1.0; 3]);
        ask(check, about("(2, -1, 0.5), by 130° and with a negative w"), |way| {
            Stands(way(negative, &plain, &plain))
        });
        let arms = "a right arm whose left one";
        let axes = "the axes of their parents lie in different ways";
        for (words, partner) in [
            ("is as at rest", left.rest),
            ("is raised", raised),
            ("is turned far, torn off and stretched", torn),
        ] {
            ask(check, format!("{arms} {words}; {axes}, and so do their own"), |way| {
                Stands(way(partner, &left, &right))
            });
        }
        let hip = place(Quat::IDENTITY, [0.0, 0.9, 0.02], Quat::IDENTITY);
        let sunk = stands([0.05, 0.8, 0.3], turned(vec3(0.2, 1.0, 0.1), -30.0), [1.0; 3]);
        ask(check, "hips in the middle, which are their own partner", |way| Stands(way(sunk, &hip, &hip)));
        let off = place(Quat::IDENTITY, [3.0, 0.9, 0.0], Quat::IDENTITY);
        ask(check, "the hips of somebody who stands at x = 3, and should stay there", |way| {
            Stands(way(Transform { translation: vec3(3.1, 0.9, 0.4), ..sunk }, &off, &off))
        });
        for (words, partner) in [("is raised", raised), ("is turned far, torn off and stretched", torn)] {
            ask(check, format!("the image of the image of a left arm that {words}"), |way| {
                Stands(way(way(partner, &left, &right), &right, &left))
            });
        }
        ask(check, "the matrices of two images, multiplied: it must be the image of the product", |way| {
            let both = [raised, negative].map(|joint| matrix(way(joint, &plain, &plain)));
            both[0] * both[1]
        });
        ask(check, "where the image of a joint takes the image of the point (0.2, 0.7, -0.4)", |way| {
            matrix(way(grown, &plain, &plain)).transform_point3(vec3(-0.2, 0.7, -0.4))
        });
    });
}
