//! One tentacle made from parameters, and what is right or wrong when they change.

use crate::Report;
use crate::tentacle::{Moment, Printed, judge};
use glam::{DMat4, DQuat, DVec3, dvec3};
use std::f64::consts::TAU;

impl Report {
    /// Returns true if it has these words, on whatever lines.
    pub fn tells(&self, words: &str) -> bool {
        self.to_string().split_whitespace().collect::<Vec<_>>().join(" ").contains(words)
    }
}

/// Parameters of a tentacle. Lengths are in bones: `t` goes from 0 at the root to 8 at the tip.
struct Shape {
    rings: usize,
    sides: usize,
    /// The middle of the bind pose.
    middle: fn(f64) -> DVec3,
    radius: fn(f64) -> f64,
    /// The depth of its profile as a part of the width.
    flat: f64,
    /// Half of the width of a ramp.
    margin: f64,
    /// The turn of a joint, after a part of the motion.
    turn: fn(f64, f64) -> DQuat,
}

const SHAPE: Shape = Shape {
    rings: 40,
    sides: 10,
    middle: |t| dvec3(0.0, t, 0.0),
    radius: |t| 0.5 - 0.05 * t,
    flat: 1.0,
    margin: 0.4,
    turn: |joint, part| z(0.4 * (TAU * part - 0.6 * joint).sin()),
};

impl Shape {
    fn printed(self) -> Printed {
        let Self { rings, sides, middle, radius, flat, margin, turn } = self;
        let along = |t: f64| (middle(t + 0.01) - middle(t - 0.01)).normalize();
        let frame = |t: f64| DQuat::from_rotation_arc(DVec3::Y, along(t));
        let joint = |i: usize| DMat4::from_rotation_translation(frame(i as f64), middle(i as f64));
        let bind: Vec<DMat4> = (0..8).map(joint).collect();
        let (mut positions, mut heights) = (vec![middle(0.0), middle(8.0)], vec![0.0, 8.0]);
        let (mut normals, mut triangles) = (vec![-along(0.0), along(8.0)], Vec::new());
        for (ring, side) in (0..rings).flat_map(|ring| (0..sides).map(move |side| (ring, side))) {
            let t = 8.0 * ring as f64 / (rings - 1) as f64;
            let out = y(TAU * side as f64 / sides as f64) * DVec3::X;
            positions.push(middle(t) + frame(t) * (radius(t) * out * dvec3(1.0, 1.0, flat)));
            normals.push(frame(t) * (out / dvec3(1.0, 1.0, flat)).normalize());
            heights.push(t);
            let [a, b] = [side, (side + 1) % sides].map(|side| 2 + ring * sides + side);
            let lid = [([0, b, a], 0), ([1, a, b], rings - 1)].into_iter().filter(|(_, end)| *end == ring);
            triangles.extend(lid.map(|(corners, _)| corners));
            if ring > 0 {
                triangles.extend([[a - sides, b - sides, a], [b - sides, b, a]]);
            }
        }
        let near = |t: f64| t.round().min(7.0);
        let weight = |t: &f64| ((t - near(*t) + margin) / (2.0 * margin)).clamp(0.0, 1.0);
        let moment = |part: f64| {
            let mut model_from_joints: Vec<DMat4> = Vec::new();
            for i in 0..8 {
                let own = bind[i] * DMat4::from_quat(turn(i as f64, part));
                let parent = i.checked_sub(1).map(|i| model_from_joints[i] * bind[i].inverse());
                model_from_joints.push(parent.unwrap_or_default() * own);
            }
            let palette = model_from_joints.iter().zip(&bind).map(|(now, bind)| *now * bind.inverse());
            Moment { palette: palette.collect(), model_from_joints }
        };
        Printed {
            joints: heights.iter().map(|t| vec![(near(*t) as usize).max(1) - 1, near(*t) as usize]).collect(),
            weights: heights.iter().map(|t| vec![1.0 - weight(t), weight(t)]).collect(),
            parents: (0..8).map(|i| Some(i - 1)).collect(),
            joints_from_bind: bind.iter().map(DMat4::inverse).collect(),
            moments: (0..9).map(|i| moment(f64::from(i) / 8.0)).collect(),
            positions,
            normals,
            triangles,
        }
    }
}

/// Returns the reference, changed.
fn with(change: impl Fn(&mut Printed)) -> Printed {
    let mut printed = SHAPE.printed();
    change(&mut printed);
    printed
}

/// Returns the tentacle of another shape.
fn shaped(change: impl Fn(&mut Shape)) -> Printed {
    let mut shape = SHAPE;
    change(&mut shape);
    shape.printed()
}

/// Returns the reference, with a skin that follows others.
fn follow(other: impl Fn(usize) -> usize) -> Printed {
    with(|p| p.joints.iter_mut().flatten().for_each(|joint| *joint = other(*joint)))
}

fn z(angle: f64) -> DQuat {
    DQuat::from_rotation_z(angle)
}

fn y(angle: f64) -> DQuat {
    DQuat::from_rotation_y(angle)
}

fn inverses(mut printed: Printed) -> Printed {
    printed.joints_from_bind.iter_mut().for_each(|matrix| *matrix = matrix.inverse());
    printed
}

/// Returns the reference with other joints, each made of the right ones.
fn joints(make: impl Fn(&[DMat4], usize) -> DMat4) -> Printed {
    with(|p| {
        for moment in &mut p.moments {
            let joints = std::mem::take(&mut moment.model_from_joints);
            moment.model_from_joints = (0..8).map(|i| make(&joints, i)).collect();
        }
    })
}

/// Returns the reference with other palettes, made of each joint and its inverse bind matrix.
fn palettes(make: impl Fn(DMat4, DMat4) -> DMat4) -> Printed {
    with(|p| {
        for moment in &mut p.moments {
            let all = moment.model_from_joints.iter().zip(&p.joints_from_bind);
            moment.palette = all.map(|(now, bind)| make(*now, *bind)).collect();
        }
    })
}

/// Returns a joint as its parent sees it.
fn local(joints: &[DMat4], i: usize) -> DMat4 {
    if i == 0 { joints[0] } else { joints[i - 1].inverse() * joints[i] }
}

fn report(printed: &Printed) -> Report {
    judge(&serde_json::to_string(printed).expect("JSON")).expect("a tentacle")
}

#[test]
fn each_mistake_is_found_by_the_property_that_it_violates() {
    for (property, words, printed) in [
        ("closed", "not in two", with(|p| p.triangles.retain(|corners| !corners.contains(&0)))),
        ("closed", "not in two", with(|p| _ = p.triangles.swap_remove(30))),
        ("closed", "in triangles [11, 30, 800]", with(|p| p.triangles.push(p.triangles[30]))),
        ("outside", "different sides", with(|p| p.triangles[30].swap(0, 1))),
        ("outside", "show their backs", with(|p| p.triangles.iter_mut().for_each(|all| all.reverse()))),
        ("normals", "is 162° away", with(|p| p.normals[20] *= -1.0)),
        ("normals", "has length 0.500", with(|p| p.normals[17] *= 0.5)),
        ("normals", "away from each side", with(|p| p.normals.fill(DVec3::Y))),
        ("bind", "and not their inverses", inverses(SHAPE.printed())),
        ("bind", "by rows", with(|p| p.joints_from_bind[1] = p.joints_from_bind[1].transpose())),
        ("bind", "is outside", with(|p| p.joints_from_bind[3].w_axis.x = 5.0)),
        ("bind", "or only from the joint's parent?", with(|p| p.joints_from_bind.copy_within(1..2, 2))),
        ("parents", "and not their inverses", inverses(shaped(|s| s.middle = |t| dvec3(0.0, t - 3.5, 0.0)))),
        ("parents", "joint 1 has joint 2 at", joints(local)),
        ("parents", "has joint 2 at", joints(|all, i| (0..=i).rev().map(|i| local(all, i)).product())),
        ("parents", "At moment 3, joint 4", with(|p| p.moments[3].model_from_joints[5].w_axis.x += 0.2)),
        ("parents", "by rows", joints(|all, i| all[i].transpose())),
        ("thinner", "100 %", shaped(|s| s.radius = |_| 0.4)),
        ("thinner", "it has 223 %", shaped(|s| s.radius = |t| 0.2 + 0.04 * t)),
        ("palette", "without the inverse bind matrix", palettes(|now, _| now)),
        ("palette", "on the wrong side", palettes(|now, bind| bind * now)),
        ("palette", "the bind matrix, and not its inverse", palettes(|now, bind| now * bind.inverse())),
        ("palette", "by rows", palettes(|now, bind| (now * bind).transpose())),
        ("palette", "the way back", palettes(|now, bind| (now * bind).inverse())),
        ("palette", "nothing moves", palettes(|_, _| DMat4::IDENTITY)),
        ("bends", "0 joints bend", shaped(|s| s.turn = |joint, part| z(part * f64::from(joint == 0.0)))),
        ("bends", "0 joints bend", shaped(|s| s.turn = |_, _| z(0.2))),
        ("weights", "sum to 0.800", with(|p| p.weights[30] = vec![0.3, 0.5])),
        ("weights", "the weight -0.200", with(|p| p.weights[40] = vec![1.2, -0.2])),
        ("weights", "has 5 weights", with(|p| (p.joints[4], p.weights[4]) = (vec![0; 5], vec![0.2; 5]))),
        ("continuous", "by 1.000, and may by 0.6", shaped(|s| s.margin = 1e-6)),
        ("continuous", "by 1.000, and may by 0.10", corners(SHAPE.printed(), |p| p.joints[700] = vec![7, 7])),
        ("follows", "of its distance", follow(|joint| 7.min(joint + 1))),
        ("follows", "of its distance", follow(|joint| joint.saturating_sub(1))),
        ("follows", "of its distance", follow(|_| 0)),
        ("follows", "is outside", shaped(|s| s.rings = 2)),
        ("follows", "distance", shaped(|s| s.turn = |_, part| z(part / 9.0) * y(2.5 * part))),
        ("bends follows", "distance", shaped(|s| s.turn = |i, part| z(1.57 * part * f64::from(i == 4.0)))),
        ("follows unfolded", "in degrees", shaped(|s| s.turn = |_, part| z(20.0 * part))),
        ("unfolded", "turned over", shaped(|s| (s.margin, s.turn) = (0.2, |_, part| z(part)))),
    ] {
        let report = report(&printed);
        let fails = report.failing().collect::<Vec<_>>().join(" ");
        assert!(fails == property && report.tells(words), "{property}, {words}: {report}");
    }
}

/// Returns a tentacle with a vertex for each corner of a triangle, and changes it.
fn corners(mut p: Printed, change: impl Fn(&mut Printed)) -> Printed {
    let corners: Vec<usize> = p.triangles.concat();
    p.positions = corners.iter().map(|i| p.positions[*i]).collect();
    let side = |at: &[DVec3]| [(at[1] - at[0]).cross(at[2] - at[0]).normalize(); 3];
    p.normals = p.positions.chunks(3).flat_map(side).collect();
    p.joints = corners.iter().map(|i| p.joints[*i].clone()).collect();
    p.weights = corners.iter().map(|i| p.weights[*i].clone()).collect();
    p.triangles = (0..corners.len()).step_by(3).map(|i| [i, i + 1, i + 2]).collect();
    change(&mut p);
    p
}

#[test]
fn no_right_one_is_refused_however_unusual() {
    let far = shaped(|s| {
        s.middle = |t| dvec3(5000.0 - 20.0 * t, 300.0, -2000.0);
        s.radius = |t| 10.0 - t;
    });
    let tip_first = with(|p| {
        p.joints.iter_mut().flatten().for_each(|joint| *joint = 7 - *joint);
        p.parents = (1..8).map(Some).chain([None]).collect();
        p.joints_from_bind.reverse();
        for moment in &mut p.moments {
            moment.palette.reverse();
            moment.model_from_joints.reverse();
        }
    });
    let helper = with(|p| {
        p.joints.iter_mut().flatten().for_each(|joint| *joint += 1);
        p.parents.push(Some(7));
        p.joints_from_bind.insert(0, DMat4::IDENTITY);
        for moment in &mut p.moments {
            moment.palette.insert(0, DMat4::IDENTITY);
            moment.model_from_joints.insert(0, DMat4::IDENTITY);
        }
    });
    let two_pieces = with(|p| {
        let first = p.positions.len();
        let corners = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
        p.positions.extend(corners.map(|at| 0.3 * at + dvec3(0.6, -0.5, 0.0)));
        p.normals.extend(corners.map(|at| (4.0 * at - 1.0).normalize()));
        let triangles = [[0, 2, 1], [0, 3, 2], [0, 1, 3], [1, 2, 3]];
        p.triangles.extend(triangles.map(|all| all.map(|corner| first + corner)));
        p.joints.extend(vec![vec![0]; 4]);
        p.weights.extend(vec![vec![1.0]; 4]);
    });
    for (what, printed) in [
        ("the reference", SHAPE.printed()),
        ("along -x, in centimetres, far away", far),
        ("tip first", tip_first),
        ("a vertex for each corner", corners(SHAPE.printed(), |_| {})),
        ("four sides, nine rings", shaped(|s| (s.sides, s.rings) = (4, 9))),
        ("curled up", shaped(|s| s.turn = |_, part| z(0.9 * part))),
        ("flat", shaped(|s| s.flat = 0.4)),
        ("bound in a curve", shaped(|s| s.middle = |t| 5.0 * dvec3((t / 5.0).sin(), (t / 5.0).cos(), 0.0))),
        ("a helper where the root is", helper),
        ("a second closed piece", two_pieces),
    ] {
        let report = report(&printed);
        assert!(report.all_hold(), "{what}: {report}");
    }
}

#[test]
fn what_is_no_tentacle_is_refused_with_place_and_reason() {
    let right = serde_json::to_string(&SHAPE.printed()).expect("JSON");
    let refused = |from: &str, to: &str, why: &str| {
        assert!(right.contains(from), "{from}");
        let said = format!("{:#}", judge(&right.replacen(from, to, 1)).err().expect(why));
        assert!(said.contains(why), "{said}");
    };
    refused("\"normals\"", "\"normal\"", "missing field `normals`");
    refused("[[0.0", "[[NaN", "line 1 column 16, near `ons\":[[NaN,0.0,0.0],`: such a number");
    refused("[[0.0", "[[0,0,0],[0.0", "`normals` has length 402, and needs 403");
    refused("\"parents\":[-1,0", "\"parents\":[-1,9", "`parents[1]` is [9], and there are only 8");
    refused("\"parents\":[-1,0", "\"parents\":[1,0", "`parents[0]` leads to no root, but in a circle");
    refused(
        "\"triangles\":[[0",
        "\"triangles\":[[999",
        "`triangles[0]` is [999, 3, 2], and there are only 402",
    );
    refused("\"joints\":[[0", "\"joints\":[[8", "`joints[0]` is [8, 0], and there are only 8");
    refused("\"weights\":[[0.5,", "\"weights\":[[", "`weights[0]` has length 1, and needs 2");
    let page = include_str!("../../../docs/engine/body.md");
    let example = page.split("```json").nth(1).and_then(|rest| rest.split("```").next()).expect("an example");
    assert_eq!(judge(example).expect("it can be read").failing().collect::<Vec<_>>(), ["thinner", "bends"]);
    let no = with(|p| p.moments.clear());
    let said = judge(&serde_json::to_string(&no).expect("JSON")).err().expect("no moments").to_string();
    assert_eq!(said, "`moments` has length 0, and needs 1");
}
