//! The checks of lesson 02.

use check::{Answer, Check, Draw, JOINTS, Named, check, table};
use common::pose::walk;
use common::skeleton::Skeleton;
use common::transform::{RigidTransform, seen_from};
use glam::{Mat4, Quat, Vec3, vec3};

/// Returns a transform about z, with numbers that are easy to follow by hand.
fn rigid(translation: Vec3, degrees: f32) -> RigidTransform {
    RigidTransform::new(translation, Quat::from_rotation_z(degrees.to_radians()))
}

/// Returns the translation and the rotation of a transform, as a student should read them.
fn both(rigid: RigidTransform) -> [String; 2] {
    let which = if rigid.rotation.w < 0.0 { ", its w below 0" } else { "" };
    [rigid.translation.show(), format!("{}{which}", rigid.rotation.show())]
}

/// Returns a transform on one line.
fn words(rigid: RigidTransform) -> String {
    let [translation, rotation] = both(rigid);
    format!("(t = {translation}, R = {rotation})")
}

/// Returns two transforms in which any mistake shows. The second rotates by more than half a turn.
fn tilted() -> [RigidTransform; 2] {
    let turn = |axis: Vec3, degrees: f32| Quat::from_axis_angle(axis.normalize(), degrees.to_radians());
    [
        RigidTransform::new(vec3(1.0, 2.0, 3.0), turn(vec3(3.0, 1.0, -2.0), 40.0)),
        RigidTransform::new(vec3(-2.0, 0.5, 1.0), turn(vec3(-1.0, 2.0, 2.0), 230.0)),
    ]
}

/// Returns the same transforms, each by the other quaternion.
fn others<const N: usize>(all: [RigidTransform; N]) -> [RigidTransform; N] {
    all.map(|rigid| RigidTransform::new(rigid.translation, -rigid.rotation))
}

/// Returns transforms that only rotate, only translate, do nothing, do very little, and translate very far.
fn plain() -> [RigidTransform; 5] {
    [
        rigid(Vec3::ZERO, 50.0),
        rigid(vec3(3.0, -1.0, 0.5), 0.0),
        RigidTransform::IDENTITY,
        rigid(vec3(0.002, -0.004, 0.003), 0.05),
        rigid(vec3(5_000_000.0, -300.0, 80.0), -120.0),
    ]
}

fn any(draw: &mut Draw) -> RigidTransform {
    let [far, near] = [draw.wide_point(30.0), 5e-4 * draw.point(1.0)];
    let [wide, small] = [draw.wide_turn(), Quat::from_scaled_axis(5e-4 * draw.point(1.0))];
    RigidTransform::new(draw.one_of(&[far, far, near, near, Vec3::ZERO]), draw.one_of(&[wide, wide, small]))
}

#[test]
fn todo_02_1_compose() {
    check("02.1", |check| {
        let flat = [rigid(vec3(1.0, 0.0, 0.0), 90.0), rigid(vec3(2.0, 0.0, 0.0), 30.0)];
        let [turned, moved, nothing, small, far] = plain();
        let asked = [
            flat,
            tilted(),
            [turned, moved],
            [moved, turned],
            [nothing, far],
            [small, far],
            [turned, small],
            others(tilted()),
            others([turned, moved]),
        ];
        let drawn = check.drawn(|draw| [any(draw), any(draw)]);
        for [outer, inner] in asked.into_iter().chain(drawn) {
            check.tags(&[
                ("an outer rotation with w below 0", outer.rotation.w < 0.0),
                ("an inner translation", inner.translation != Vec3::ZERO),
                ("an outer rotation", outer.rotation.xyz() != Vec3::ZERO),
                ("an inner rotation", inner.rotation.xyz() != Vec3::ZERO),
            ]);
            check.asked(format!("{} composed with {} inside it", words(outer), words(inner)), || {
                outer.compose(inner)
            });
        }
    });
}

#[test]
fn todo_02_2_inverse() {
    check("02.2", |check| {
        let flat = [rigid(vec3(2.0, 0.0, 0.0), 90.0)];
        let asked = [flat.as_slice(), &tilted(), &others(tilted()), &plain()].concat();
        let drawn = check.drawn(any);
        for rigid in asked.into_iter().chain(drawn) {
            check.tags(&[
                ("a rotation with w below 0", rigid.rotation.w < 0.0),
                ("a rotation", rigid.rotation.xyz() != Vec3::ZERO),
                ("a translation", rigid.translation != Vec3::ZERO),
            ]);
            check.asked(format!("the inverse of {}", words(rigid)), || rigid.inverse());
        }
    });
}

/// Asks for 02.1 and 02.2, which an answer to 02.3 may call.
fn ask_needed(check: &mut Check, things: &[RigidTransform], seat: RigidTransform) {
    let steps = [things, &[seat], &tilted(), &others(tilted())].concat();
    check.needs("02.1", || steps.windows(2).map(|pair| pair[0].compose(pair[1])).collect::<Vec<_>>());
    check.needs("02.2", || steps.iter().map(|step| step.inverse()).collect::<Vec<_>>());
}

#[test]
fn todo_02_3_seen_from() {
    const THINGS: &[&str] = &["thing 0", "thing 1", "thing 2", "thing 3"];
    let [one, other] = tilted();
    let [turned, moved, ground, small, _] = plain();
    let column = [rigid(vec3(1.0, 0.0, 0.0), 0.0), rigid(vec3(1.0, 1.0, 0.0), 90.0), ground];
    let asked = [
        (column.to_vec(), 1, rigid(vec3(3.0, -1.0, 0.5), -90.0)),
        (vec![ground, one, other, turned], 2, one),
        (vec![one, other, ground], 0, turned),
        (vec![ground, moved, other], 0, other),
        (vec![other, one, turned], 1, ground),
        (vec![small, other, ground, moved], 0, small),
    ];
    check("02.3", |check| {
        let drawn = check.drawn(|draw| {
            let things: Vec<_> = (0..draw.size(1..1000)).map(|_| any(draw)).collect();
            let observer = draw.whole(0..things.len());
            (things, observer, any(draw))
        });
        for (things, observer, seat) in asked.into_iter().chain(drawn) {
            ask_needed(check, &things, seat);
            check.tags(&[
                ("a seat that is rotated", seat.rotation.xyz() != Vec3::ZERO),
                ("an observer that isn't the first thing", observer > 0),
            ]);
            let rows = things.iter().zip(0..).map(|(thing, number)| {
                let [translation, rotation] = both(*thing);
                [format!("{number}"), translation, rotation]
            });
            check.asked(
                format!(
                    "what you see from a seat on thing {observer}, at {} in its space; the things are in model space{}",
                    words(seat),
                    table(["thing", "translation", "rotation"], rows)
                ),
                || Named(THINGS, seen_from(&things, observer, seat)),
            );
        }
        let many: Vec<_> = (0..65u8).map(f32::from).map(|i| rigid(vec3(i, 1.0, 0.0), 10.0 * i)).collect();
        check.tags(&[]);
        check.asked(
            format!(
                "the last of 65 things as you see it from a seat on thing 40, at {} in its space; thing i is at (i, 1, 0) and \
                 rotated by 10 i°",
                words(one)
            ),
            || Named(&["thing 64"], seen_from(&many, 40, one).into_iter().skip(64).collect()),
        );
    });
}

/// A skeleton in a few words, its joints' names, and their parents.
type Tree = (&'static str, &'static [&'static str], &'static [Option<usize>]);

/// Returns a skeleton of joints without names, by their parents.
fn skeleton(parents: &[Option<usize>]) -> Skeleton {
    let mut skeleton = Skeleton::new();
    for parent in parents {
        skeleton.add("joint", *parent);
    }
    skeleton
}

#[test]
fn todo_02_4_walk() {
    const LEGS: &[&str] = &["hip", "left knee", "left ankle", "right knee", "right ankle"];
    const DEGREES: [f32; 8] = [30.0, -50.0, 20.0, 70.0, -15.0, 40.0, -25.0, 65.0];
    // Two roots, a deep branch, and siblings: a joint's index doesn't give its depth.
    const FOREST: &[Option<usize>] = &[None, Some(0), Some(0), None, Some(1), Some(2), Some(3), Some(4)];
    let asked: [Tree; 3] = [
        ("a hip with two legs", LEGS, &[None, Some(0), Some(1), Some(0), Some(3)]),
        ("eight joints", &JOINTS[..8], FOREST),
        ("a skeleton without joints", &[], &[]),
    ];
    let asked = asked.map(|(what, names, parents)| {
        // Matrices, whose product is glam's: this check is about the walk, not about 02.1.
        let offset = |i: usize| vec3(1.0 + i as f32, 1.0, 0.0);
        let row = |(i, parent): (usize, &Option<usize>)| {
            let parent = parent.map_or("none", |parent| names[parent]).to_owned();
            [names[i].to_owned(), parent, offset(i).show(), format!("{}°", DEGREES[i])]
        };
        let told =
            table(["joint", "parent", "place in it", "turn about z"], parents.iter().enumerate().map(row));
        let local = (0..parents.len()).map(|i| {
            Mat4::from_rotation_translation(Quat::from_rotation_z(DEGREES[i].to_radians()), offset(i))
        });
        (format!("{what}{told}"), names, parents.to_vec(), local.collect::<Vec<_>>())
    });
    check("02.4", |check| {
        let drawn = check.drawn(|draw| {
            let (words, parents, local) = draw.figure(3000);
            (words, JOINTS, parents, local)
        });
        for (what, names, parents, local) in asked.into_iter().chain(drawn) {
            check.tags(&[("a second root", parents.iter().skip(1).any(Option::is_none))]);
            // What was in the list before doesn't matter.
            for (before, held) in [("NaN", Mat4::NAN), ("another pose", Mat4::from_rotation_z(2.0))] {
                check.asked(
                    format!("the model-space matrices, in a list that held {before}, of {what}"),
                    || Named(names, walked(&parents, |i| local[i], held)),
                );
            }
        }
        ask_of_many(check);
    });
}

/// Returns the matrices that an answer writes into a list that held something before.
fn walked(parents: &[Option<usize>], local: impl Fn(usize) -> Mat4, held: Mat4) -> Vec<Mat4> {
    let mut model_from_joints = vec![held; parents.len()];
    walk(&skeleton(parents), local, &mut model_from_joints);
    model_from_joints
}

fn ask_of_many(check: &mut Check) {
    check.tags(&[]);
    let parents: Vec<_> =
        (0..300).map(|i: usize| i.checked_sub(1).map(|i| if i < 150 { 0 } else { i })).collect();
    let local = |i: usize| match i {
        0 => Mat4::from_scale(Vec3::splat(0.01)),
        _ if i.is_multiple_of(2) => Mat4::from_scale(vec3(-1.0, 1.0, 1.0)),
        _ => Mat4::from_rotation_translation(Quat::from_rotation_y(0.1), vec3(0.1, 0.05, 0.0)),
    };
    check.asked(
        "100 times the model-space matrix of the last of 300 joints. 1 to 150 are children of 0, each later one of the one \
         before it. Joint 0 is scaled to a hundredth, even ones are mirrored in x, odd ones moved and rotated",
        || walked(&parents, local, Mat4::NAN)[299] * 100.0,
    );
}
