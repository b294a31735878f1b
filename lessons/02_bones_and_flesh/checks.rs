//! The checks of lesson 02.

use check::{Answer, Draw, JOINTS, Named, check};
use common::pose::walk;
use common::skeleton::Skeleton;
use common::transform::{RigidTransform, seen_from};
use glam::{Mat4, Quat, Vec3, vec3};

/// A transform from numbers that are easy to follow by hand.
fn rigid(translation: Vec3, degrees: f32) -> RigidTransform {
    RigidTransform::new(translation, Quat::from_rotation_z(degrees.to_radians()))
}

/// A transform in one line.
fn words(rigid: RigidTransform) -> String {
    format!("(t = {}, R = {})", rigid.translation.show(), rigid.rotation.show())
}

/// Transforms in space, so that a mistake in any component shows. The second turns by more than half a turn.
fn tilted() -> [RigidTransform; 2] {
    let turn = |axis: Vec3, degrees: f32| Quat::from_axis_angle(axis.normalize(), degrees.to_radians());
    [
        RigidTransform::new(vec3(1.0, 2.0, 3.0), turn(vec3(3.0, 1.0, -2.0), 40.0)),
        RigidTransform::new(vec3(-2.0, 0.5, 1.0), turn(vec3(-1.0, 2.0, 2.0), 230.0)),
    ]
}

/// Any of them.
fn any(draw: &mut Draw) -> RigidTransform {
    RigidTransform::new(draw.point(3.0), draw.turn())
}

/// Only turns.
fn turned() -> RigidTransform {
    rigid(Vec3::ZERO, 50.0)
}

/// Only moves.
fn moved() -> RigidTransform {
    rigid(vec3(3.0, -1.0, 0.5), 0.0)
}

#[test]
fn todo_02_1_compose() {
    check("02.1", |check| {
        let flat = [rigid(vec3(1.0, 0.0, 0.0), 90.0), rigid(vec3(2.0, 0.0, 0.0), 30.0)];
        let asked = [flat, tilted(), [turned(), moved()], [moved(), turned()]];
        let drawn = check.drawn(|draw| [any(draw), any(draw)]);
        for [outer, inner] in asked.into_iter().chain(drawn) {
            check.case(
                format!("{} composed with {} inside it", words(outer), words(inner)),
                || outer.compose(inner),
                || {
                    let (t1, r1) = (outer.translation, outer.rotation);
                    let (t2, r2) = (inner.translation, inner.rotation);
                    RigidTransform::new(t1 + r1 * t2, r1 * r2)
                },
            );
        }
    });
}

#[test]
fn todo_02_2_inverse() {
    check("02.2", |check| {
        let asked = [rigid(vec3(2.0, 0.0, 0.0), 90.0), tilted()[0], tilted()[1], turned(), moved()];
        let drawn = check.drawn(any);
        for rigid in asked.into_iter().chain(drawn) {
            check.case(
                format!("the inverse of {}", words(rigid)),
                || rigid.inverse(),
                || {
                    let back = rigid.rotation.inverse();
                    RigidTransform::new(-(back * rigid.translation), back)
                },
            );
        }
    });
}

#[test]
fn todo_02_3_seen_from() {
    const THINGS: &[&str] = &["thing 0", "thing 1", "thing 2", "thing 3"];
    let [one, other] = tilted();
    let ground = RigidTransform::IDENTITY;
    let column = [rigid(vec3(1.0, 0.0, 0.0), 0.0), rigid(vec3(1.0, 1.0, 0.0), 90.0), ground];
    let asked = [
        (column.to_vec(), 1, moved()),
        (vec![ground, one, other, turned()], 2, one),
        (vec![one, other, ground], 0, turned()),
        (vec![ground, moved(), other], 0, other),
        (vec![other, one, turned()], 1, ground),
    ];
    check("02.3", |check| {
        let drawn = check.drawn(|draw| {
            let observer = draw.whole(0..4);
            ([any(draw), any(draw), any(draw), any(draw)].to_vec(), observer, any(draw))
        });
        for (things, observer, seat) in asked.into_iter().chain(drawn) {
            let product = |outer: RigidTransform, inner: RigidTransform| {
                let (t1, r1) = (outer.translation, outer.rotation);
                RigidTransform::new(t1 + r1 * inner.translation, r1 * inner.rotation)
            };
            let back = |rigid: RigidTransform| {
                let back = rigid.rotation.inverse();
                RigidTransform::new(-(back * rigid.translation), back)
            };
            let on_the_way = {
                let seat_in_model = product(things[observer], seat);
                let (to_seat, to_observer) = (back(seat_in_model), back(things[observer]));
                let from_observer = things.iter().map(move |&thing| product(to_observer, thing));
                let further = [ground, seat, seat_in_model, back(seat), to_seat, to_observer];
                things.iter().copied().chain(from_observer).chain(further).collect::<Vec<_>>()
            };
            let pairs = || on_the_way.iter().flat_map(|&a| on_the_way.iter().map(move |&b| (a, b)));
            check.needs(
                "02.1",
                || pairs().map(|(a, b)| a.compose(b)).collect::<Vec<_>>(),
                || pairs().map(|(a, b)| product(a, b)).collect(),
            );
            check.needs(
                "02.2",
                || on_the_way.iter().map(|thing| thing.inverse()).collect::<Vec<_>>(),
                || on_the_way.iter().copied().map(back).collect(),
            );
            let stands: Vec<String> = (things.iter().zip(THINGS))
                .map(|(thing, name)| format!("{name} at {}", words(*thing)))
                .collect();
            check.case(
                format!(
                    "what is seen from a seat on {}, at {} in its space; in model space there are {}",
                    THINGS[observer],
                    words(seat),
                    stands.join(", ")
                ),
                || Named(THINGS, seen_from(&things, observer, seat)),
                || {
                    let to_seat = back(product(things[observer], seat));
                    Named(THINGS, things.iter().map(|&thing| product(to_seat, thing)).collect())
                },
            );
        }
    });
}

/// A skeleton of joints without names, by their parents.
fn skeleton(parents: &[Option<usize>]) -> Skeleton {
    let mut skeleton = Skeleton::new();
    for parent in parents {
        skeleton.add("joint", *parent);
    }
    skeleton
}

/// The joints on the way from a root down to a joint, both of them included.
fn way_down(parents: &[Option<usize>], joint: usize) -> Vec<usize> {
    let mut way: Vec<usize> = std::iter::successors(Some(joint), |&joint| parents[joint]).collect();
    way.reverse();
    way
}

/// Hinges in words, and as matrices, whose product is glam's: what is checked is the walk, not exercise 02.1.
fn hinges(names: &[&str], degrees: &[f32]) -> (String, Vec<Mat4>) {
    let (mut words, mut matrices) = (Vec::new(), Vec::new());
    for (i, (name, degrees)) in names.iter().zip(degrees).enumerate() {
        let x = 1.0 + i as f32;
        words.push(format!("{name} at ({x}, 1) by {degrees}°"));
        matrices
            .push(Mat4::from_translation(vec3(x, 1.0, 0.0)) * Mat4::from_rotation_z(degrees.to_radians()));
    }
    (words.join(", "), matrices)
}

#[test]
fn todo_02_4_walk() {
    const LEGS: &[&str] = &["hip", "left knee", "left ankle", "right knee", "right ankle"];
    const DEGREES: [f32; 14] =
        [30.0, -50.0, 20.0, 70.0, -15.0, 40.0, -25.0, 65.0, 10.0, -35.0, 55.0, -5.0, 25.0, -60.0];
    let legs = vec![None, Some(0), Some(1), Some(0), Some(3)];
    // Two roots, a deep branch, and siblings side by side: nothing can be told from a joint's index.
    let forest = vec![None, Some(0), Some(0), None, Some(1), Some(2), Some(3), Some(4)];
    // Six joints on one, and a chain that is nine levels deep.
    let hand = [None].into_iter().chain([0, 0, 0, 0, 0, 0, 3, 7, 8, 9, 10, 11, 12].map(Some)).collect();
    let asked = [
        ("a hip with two legs, each joint placed and turned in its parent", LEGS, legs),
        (
            "eight joints (0 and 3 are roots, 1 and 2 hang on 0, 4 on 1, 5 on 2, 6 on 3, and 7 on 4), each placed and \
             turned in its parent",
            &JOINTS[..8],
            forest,
        ),
        (
            "fourteen joints (1 to 6 hang on 0, 7 on 3, and from 7 to 13 each on the one before), each placed and turned \
             in its parent",
            &JOINTS[..14],
            hand,
        ),
        ("a skeleton without joints", &[], Vec::new()),
    ]
    .map(|(what, names, parents)| (what.to_owned(), names, parents, DEGREES.to_vec()));
    check("02.4", |check| {
        let drawn = check.drawn(|draw| {
            let (words, parents) = draw.tree(9);
            let degrees = parents.iter().map(|_| draw.number(-170.0..170.0)).collect();
            let what = format!("nine joints ({words}), each placed and turned in its parent");
            (what, &JOINTS[..9], parents, degrees)
        });
        for (what, names, parents, degrees) in asked.into_iter().chain(drawn) {
            let (stands, local) = hinges(names, &degrees);
            let factors = |joints: &[usize]| joints.iter().map(|&joint| local[joint]).collect::<Vec<_>>();
            check.case_by(
                format!("the model-space matrices of {what}: {stands}"),
                || {
                    let mut model_from_joints = vec![Mat4::NAN; names.len()];
                    walk(&skeleton(&parents), |i| local[i], &mut model_from_joints);
                    Named(names, model_from_joints)
                },
                |by| {
                    let joints = 0..names.len();
                    let down = |joint| by.product(factors(&way_down(&parents, joint)));
                    Named(names, joints.map(down).collect())
                },
            );
        }
    });
}
