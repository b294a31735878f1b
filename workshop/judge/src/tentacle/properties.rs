//! The twelve properties, and the questions behind them.

use super::printed::{Moment, Printed};
use super::rigged::{Pose, Rigged, inverse, is_flat, point};
use crate::{Named, Sentence};
use anyhow::{Result, bail, ensure};
use glam::{DMat4, DVec3, DVec4};
use std::collections::BTreeMap;

/// The twelve properties of a tentacle.
pub const ALL: [Sentence<Rigged>; 12] = [
    Sentence {
        name: "closed",
        says: "The skin is closed: two triangles meet at every edge.",
        advice: "One alone has a hole beside it: does each ring close, and has each end a lid? More than two are in the flesh, or there twice.",
        needs: &[],
        ask: |it| closed(it),
    },
    Sentence {
        name: "outside",
        says: "Every triangle shows its front to the outside.",
        advice: "From outside, the corners of each triangle go round counter-clockwise. Where they go clockwise, exchange two of them.",
        needs: &[],
        ask: |it| outside(it),
    },
    Sentence {
        name: "normals",
        says: "Every normal has length 1 and points outwards.",
        advice: "Normalise last of all. Beyond 90° a normal points inwards, and near it along the surface (lesson 09).",
        needs: &["outside"],
        ask: |it| normals(it),
    },
    Sentence {
        name: "bind",
        says: "In the bind pose every bone runs inside the skin.",
        advice: "An inverse bind matrix goes from the model into the joint, as all joints were when you made the skin (lesson 07). Or does the path curve more than its bones do? Then put joints closer.",
        needs: &["outside"],
        ask: |it| bind(it),
    },
    Sentence {
        name: "parents",
        says: "Every joint keeps its place on its parent.",
        advice: "A joint's matrix is its parent's, times its own with the turn on the right (lesson 02).",
        needs: &["bind"],
        ask: |it| parents(it),
    },
    Sentence {
        name: "thinner",
        says: "The flesh of the last bone is thinner than that of the first.",
        advice: "80 % are the most.",
        needs: &["parents"],
        ask: |it| thinner(it),
    },
    Sentence {
        name: "palette",
        says: "The palette takes the skin from the bind pose to now.",
        advice: "It's `model_from_joint * joint_from_bind`, in this order (lesson 07).",
        needs: &["parents"],
        ask: |it| palette(it),
    },
    Sentence {
        name: "bends",
        says: "Three joints bend, or more.",
        advice: "A root only swings the whole, and a last joint has no bone, so neither counts.",
        needs: &["parents"],
        ask: |it| bends(it),
    },
    Sentence {
        name: "weights",
        says: "Each vertex has at most four weights, which sum to 1.",
        advice: "Keep the four largest, and divide them by their sum (lesson 08). A ramp ends at 0 and at 1 (lesson 09).",
        needs: &[],
        ask: |it| weights(it),
    },
    Sentence {
        name: "continuous",
        says: "The weights never jump.",
        advice: "Hand a weight over on a ramp, along several rings (lesson 09), longer inside a curl, where the skin is short; and give vertices at one place the same weights. Or does your ramp go the other way?",
        needs: &["parents", "weights"],
        ask: |it| continuous(it),
    },
    Sentence {
        name: "follows",
        says: "The skin stays around its bones.",
        advice: "Does each vertex follow the joint where its bone begins, and are there rings all along? Is an angle in degrees, a rest rotation lost, a twist too strong, or a bend left to one joint?",
        needs: &["continuous"],
        ask: |it| follows(it),
    },
    Sentence {
        name: "unfolded",
        says: "No triangle turns over.",
        advice: "The inner side of a bend folds where it's sharper than the ramp is wide: make ramps wider, or let more joints share the bend.",
        needs: &["continuous"],
        ask: |it| unfolded(it),
    },
];

/// A matrix that somebody may make of a joint and its inverse bind matrix.
type Make = fn(DMat4, DMat4) -> DMat4;

const BY_ROWS: &str = ": the numbers are printed by rows, and not by columns";

/// Returns the triangles at each edge, and whether they go along it from its first vertex.
fn edges(it: &Rigged) -> BTreeMap<[usize; 2], Vec<(usize, bool)>> {
    let mut edges: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for (i, corners) in it.printed.triangles.iter().enumerate() {
        let [a, b, c] = corners.map(|corner| it.welded[corner]);
        // At a tip that is a ring of no width, two corners are one.
        if a != b && b != c && c != a {
            for [from, to] in [[a, b], [b, c], [c, a]] {
                edges.entry([from.min(to), from.max(to)]).or_default().push((i, from < to));
            }
        }
    }
    edges
}

fn closed(it: &Rigged) -> Result<()> {
    for ([a, b], all) in edges(it) {
        let triangles: Vec<usize> = all.iter().map(|(triangle, _)| *triangle).collect();
        ensure!(all.len() == 2, "The edge from vertex {a} to {b} is in triangles {triangles:?}, not in two");
    }
    Ok(())
}

fn outside(it: &Rigged) -> Result<()> {
    for all in edges(it).values() {
        let [(one, along), (other, too)] = all[..] else { continue };
        ensure!(along != too, "Triangles {one} and {other} are neighbours and show different sides");
    }
    // Each vertex learns the first one of its piece.
    let (mut piece, mut is_new) = (it.welded.clone(), true);
    while std::mem::take(&mut is_new) {
        for corners in &it.printed.triangles {
            let corners = corners.map(|corner| it.welded[corner]);
            let first = corners.iter().map(|corner| piece[*corner]).min().unwrap_or(0);
            is_new |= corners.iter().any(|corner| std::mem::replace(&mut piece[*corner], first) != first);
        }
    }
    let mut volumes = vec![0.0; piece.len()];
    for corners in &it.printed.triangles {
        let first = piece[it.welded[corners[0]]];
        let [a, b, c] = corners.map(|corner| it.printed.positions[corner] - it.printed.positions[first]);
        volumes[first] += a.dot(b.cross(c));
    }
    let inside_out = volumes.iter().position(|volume| *volume < 0.0);
    ensure!(inside_out.is_none(), "All triangles around vertex {} show their backs", inside_out.unwrap_or(0));
    Ok(())
}

fn normals(it: &Rigged) -> Result<()> {
    let mut faced = vec![f64::NEG_INFINITY; it.printed.normals.len()];
    for corners in &it.printed.triangles {
        let front = front(corners.map(|corner| it.printed.positions[corner]));
        for corner in corners {
            faced[*corner] = faced[*corner].max(front.dot(it.printed.normals[*corner]));
        }
    }
    for (i, (normal, faced)) in it.printed.normals.iter().zip(faced).enumerate() {
        let length = normal.length();
        ensure!((length - 1.0).abs() < 0.02, "The normal of vertex {i} has length {length:.3}");
        // A corner of a tetrahedron is 71° away from its sides. A vertex without a triangle has none.
        let away = faced.clamp(-1.0, 1.0).acos().to_degrees();
        ensure!(away < 75.0 || faced < -2.0, "The normal of vertex {i} is {away:.0}° away from each side");
    }
    Ok(())
}

fn bind(it: &Rigged) -> Result<()> {
    matrices("joints_from_bind", &it.printed.joints_from_bind)?;
    ensure!(!it.bones.is_empty(), "No joint that the skin follows has a child at another place");
    for [parent, joint] in (0..it.printed.parents.len()).filter_map(|i| Some([it.printed.parent(i)?, i])) {
        let length = |pose: &Pose| pose.bone([parent, joint])[1].length();
        if length(&it.bind) <= it.slack && it.poses.iter().any(|pose| length(pose) > it.slack) {
            let of_parent =
                "does each inverse bind matrix lead from the model, or only from the joint's parent?";
            let words = format!(
                "Joint {joint} is where its parent {parent} is, and in the motion it isn't: {of_parent}"
            );
            return Err(Named(words).into());
        }
    }
    let Some([from, to]) = it.bone_outside(&it.bind) else { return Ok(()) };
    let why = likely(it, |it| it.bone_outside(&it.bind).is_none());
    bail!("The bone from joint {from} to {to} is outside{why}")
}

/// Names the mistake in the inverse bind matrices if all is right without it.
fn likely(it: &Rigged, is_right: impl Fn(&Rigged) -> bool) -> &'static str {
    let inverses = it.printed.joints_from_bind.iter().map(inverse).collect();
    let changed = Rigged::new(Printed { joints_from_bind: inverses, ..it.printed.clone() });
    if is_right(&changed) { ": these are the bind matrices, and not their inverses" } else { "" }
}

fn parents(it: &Rigged) -> Result<()> {
    for (i, moment) in it.printed.moments.iter().enumerate() {
        matrices(&format!("moments[{i}].model_from_joints"), &moment.model_from_joints)?;
    }
    let Err(found) = keeps_places(it) else { return Ok(()) };
    bail!("{found}{}", likely(it, |it| keeps_places(it).is_ok()))
}

fn keeps_places(it: &Rigged) -> Result<()> {
    for (moment, pose) in it.poses.iter().enumerate() {
        for joint in 0..it.printed.parents.len() {
            let Some(parent) = it.printed.parent(joint) else { continue };
            let [was, is] = [&it.bind, pose].map(|pose| {
                let place = pose.model_from_joints[joint].w_axis;
                (inverse(&pose.model_from_joints[parent]) * place).truncate()
            });
            let is_near = was.distance(is) <= 0.05 * was.length() + it.slack;
            // A minus before zero would only puzzle.
            let [is, was] = [is, was].map(|at| (100.0 * at).round() / 100.0 + DVec3::ZERO);
            ensure!(
                is_near,
                "At moment {moment}, joint {parent} has joint {joint} at {is:.2}, and by `joints_from_bind` at {was:.2}"
            );
        }
    }
    Ok(())
}

fn thinner(it: &Rigged) -> Result<()> {
    let depth = |bone: &usize| it.printed.up(it.bones[*bone][0]).count();
    let last = (0..it.bones.len()).max_by_key(depth).unwrap_or(0);
    let is_above = |bone: &usize| it.printed.up(it.bones[last][1]).any(|joint| joint == it.bones[*bone][1]);
    let first = (0..it.bones.len()).filter(is_above).min_by_key(depth).unwrap_or(last);
    let part = 100.0 * it.thickness[last] / it.thickness[first];
    let [[a, b], [c, d]] = [last, first].map(|bone| it.bones[bone]);
    ensure!(part <= 80.0, "From joint {a} to {b} it has {part:.0} % of its thickness from joint {c} to {d}");
    Ok(())
}

fn palette(it: &Rigged) -> Result<()> {
    const MISTAKES: [(Make, &str); 6] = [
        (|now, _| now, ": it's `model_from_joint` alone, without the inverse bind matrix"),
        (|now, bind| bind * now, ": the inverse bind matrix is on the wrong side"),
        (|now, bind| now * inverse(&bind), ": it has the bind matrix, and not its inverse"),
        (|now, bind| (now * bind).transpose(), BY_ROWS),
        (|now, bind| inverse(&(now * bind)), ": it's the way back, from now to the bind pose"),
        (|_, _| DMat4::IDENTITY, ": nobody has filled it in, so nothing moves"),
    ];
    let (mut wrong, mut fitting) = (None, MISTAKES.to_vec());
    for (i, Moment { model_from_joints, palette }) in it.printed.moments.iter().enumerate() {
        matrices(&format!("moments[{i}].palette"), palette)?;
        let joints = model_from_joints.iter().zip(&it.printed.joints_from_bind).zip(palette);
        for (joint, ((now, bind), given)) in joints.enumerate() {
            // Four points that are on no plane tell matrices apart.
            let points = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z]
                .map(|way| it.printed.positions[0] + it.size * way);
            let away = |other: DMat4| {
                points.map(|at| point(&other, at).distance(point(given, at))).into_iter().fold(0.0, f64::max)
            };
            let far = away(*now * *bind);
            wrong = wrong.or((far > it.slack).then_some((i, joint, 100.0 * far / it.size)));
            fitting.retain(|(mistake, _)| away(mistake(*now, *bind)) <= it.slack);
        }
    }
    let Some((moment, joint, far)) = wrong else { return Ok(()) };
    let why = fitting.first().map_or("", |(_, why)| why);
    bail!("At moment {moment}, the entry of joint {joint} takes the skin {far:.0} % of its size astray{why}")
}

fn bends(it: &Rigged) -> Result<()> {
    let mut all = BTreeMap::new();
    for (bone, pose) in it.bones.iter().flat_map(|bone| it.poses.iter().map(move |pose| (*bone, pose))) {
        if let [Some(was), Some(is)] = [&it.poses[0], pose].map(|pose| it.lean(pose, bone)) {
            let bend = all.entry(bone[0]).or_insert(0.0);
            *bend = was.angle_between(is).to_degrees().max(*bend);
        }
    }
    let count = all.values().filter(|bend| **bend >= 5.0).count();
    ensure!(count >= 3, "From the first moment on, {count} joints bend by 5° or more, in degrees {all:.0?}");
    Ok(())
}

fn weights(it: &Rigged) -> Result<()> {
    for (i, weights) in it.printed.weights.iter().enumerate() {
        let (sum, least) = (weights.iter().sum::<f64>(), weights.iter().copied().fold(0.0, f64::min));
        let used = weights.iter().filter(|weight| **weight != 0.0).count();
        ensure!(least > -1e-6, "Vertex {i} has the weight {least:.3}");
        ensure!((sum - 1.0).abs() < 5e-3, "The weights of vertex {i} sum to {sum:.3}");
        ensure!(used <= 4, "Vertex {i} has {used} weights");
    }
    Ok(())
}

fn continuous(it: &Rigged) -> Result<()> {
    let welds = it.welded.iter().enumerate().map(|(vertex, first)| [*first, vertex]);
    for [a, b] in welds.chain(edges(it).into_keys()) {
        let mut jumps = vec![0.0; it.printed.parents.len()];
        for (vertex, sign) in [(a, 1.0), (b, -1.0)] {
            for (joint, weight) in it.printed.joints[vertex].iter().zip(&it.printed.weights[vertex]) {
                jumps[*joint] += sign * weight;
            }
        }
        let jump = jumps.into_iter().map(f64::abs).fold(0.0, f64::max);
        // All of a weight may go over on a ramp about as long as 0.6 of the flesh's radius there.
        let thick = it.thickness[it.own[a]].max(it.thickness[it.own[b]]).max(it.slack);
        let most = 0.1 + it.printed.positions[a].distance(it.printed.positions[b]) / (0.7 * thick);
        ensure!(jump <= most, "From vertex {a} to {b} a weight jumps by {jump:.3}, and may by {most:.3}");
    }
    Ok(())
}

fn follows(it: &Rigged) -> Result<()> {
    let least = 0.1 * it.thickness.iter().copied().fold(0.0, f64::max);
    for (moment, pose) in it.poses.iter().enumerate() {
        for (vertex, (bone, at)) in it.own.iter().zip(&it.printed.positions).enumerate() {
            let (was, is) = (it.to_own(&it.bind, *bone, *at), it.to_own(pose, *bone, pose.skin[vertex]));
            let ([from, to], part) = (it.bones[*bone], 100.0 * is / was.max(least));
            let is_near = (is - was).abs() <= 0.4 * was.max(least) + it.slack;
            ensure!(
                is_near,
                "At moment {moment}, vertex {vertex} has {part:.0} % of its distance from bone {from} to {to}"
            );
        }
        let Some([from, to]) = it.bone_outside(pose) else { continue };
        bail!("At moment {moment}, the bone from joint {from} to {to} is outside");
    }
    Ok(())
}

fn unfolded(it: &Rigged) -> Result<()> {
    for (moment, pose) in it.poses.iter().enumerate() {
        for (i, corners) in it.printed.triangles.iter().enumerate() {
            // All corners as the middle of the triangle is taken, against each as it is taken itself.
            let mixed: DMat4 = corners.iter().map(|corner| pose.mixed[*corner]).sum();
            let should = front(corners.map(|corner| point(&mixed, it.printed.positions[corner])));
            let is_up = should.dot(front(corners.map(|corner| pose.skin[corner]))) > -1e-3;
            ensure!(is_up, "At moment {moment}, triangle {i} with vertices {corners:?} is turned over");
        }
    }
    Ok(())
}

/// Returns the direction to which a triangle shows its front, or zero if it has none.
fn front([a, b, c]: [DVec3; 3]) -> DVec3 {
    (b - a).cross(c - a).normalize_or_zero()
}

/// Refuses matrices that take no points to points, or all to a plane.
fn matrices(name: &str, all: &[DMat4]) -> Result<()> {
    for (i, matrix) in all.iter().enumerate() {
        let is_last = |four: DVec4| four.abs_diff_eq(DVec4::W, 1e-4);
        let (row, why) = (matrix.row(3), if is_last(matrix.w_axis) { BY_ROWS } else { "" });
        ensure!(is_last(row), "The last row of `{name}[{i}]` is {row}, and not [0, 0, 0, 1]{why}");
        ensure!(!is_flat(matrix), "`{name}[{i}]` presses everything flat, so it has no inverse");
    }
    Ok(())
}
