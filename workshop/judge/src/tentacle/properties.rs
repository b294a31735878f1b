//! The questions behind the twelve properties. Their words are in `properties.txt`.

use super::printed::{Moment, Printed};
use super::rigged::{Rigged, inverse, is_flat, point};
use anyhow::{Result, bail, ensure};
use glam::{DMat3, DMat4, DVec3, DVec4};
use std::collections::BTreeMap;

/// A question about a tentacle, answered with the place where it's wrong.
type Ask = fn(&Rigged) -> Result<()>;

/// The properties that each one makes no sense without, and its question.
pub const ALL: [(&[&str], Ask); 12] = [
    (&[], closed),
    (&[], outside),
    (&["outside"], normals),
    (&["outside"], bind),
    (&["bind"], parents),
    (&["parents"], thinner),
    (&["parents"], palette),
    (&["parents"], bends),
    (&[], weights),
    (&["parents", "weights"], continuous),
    (&["continuous"], follows),
    (&["continuous"], unfolded),
];

/// What is made of a joint and its inverse bind matrix.
type Make = fn(DMat4, DMat4) -> DMat4;

const BY_ROWS: &str = ": the numbers are printed by rows, and not by columns";

/// Returns the triangles at each edge, and whether they go along it from its first vertex.
fn edges(of: &Rigged) -> BTreeMap<[usize; 2], Vec<(usize, bool)>> {
    let mut edges: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for (i, corners) in of.of.triangles.iter().enumerate() {
        let [a, b, c] = corners.map(|corner| of.welded[corner]);
        // At a tip that is a ring of no width, two corners are one.
        if a != b && b != c && c != a {
            for [from, to] in [[a, b], [b, c], [c, a]] {
                edges.entry([from.min(to), from.max(to)]).or_default().push((i, from < to));
            }
        }
    }
    edges
}

fn closed(of: &Rigged) -> Result<()> {
    for ([a, b], all) in edges(of) {
        let triangles: Vec<usize> = all.iter().map(|(triangle, _)| *triangle).collect();
        ensure!(
            all.len() == 2,
            "The edge from vertex {a} to {b} is in the triangles {triangles:?}, and not in two"
        );
    }
    Ok(())
}

fn outside(of: &Rigged) -> Result<()> {
    for all in edges(of).values() {
        let [(one, along), (other, too)] = all[..] else { continue };
        ensure!(along != too, "Triangles {one} and {other} are neighbours and show different sides");
    }
    // Each vertex learns the first one of its piece.
    let (mut piece, mut is_new) = (of.welded.clone(), true);
    while std::mem::take(&mut is_new) {
        for corners in &of.of.triangles {
            let corners = corners.map(|corner| of.welded[corner]);
            let first = corners.iter().map(|corner| piece[*corner]).min().unwrap_or(0);
            is_new |= corners.iter().any(|corner| std::mem::replace(&mut piece[*corner], first) != first);
        }
    }
    let mut volumes = vec![0.0; piece.len()];
    for corners in &of.of.triangles {
        let first = piece[of.welded[corners[0]]];
        let [a, b, c] = corners.map(|corner| of.of.positions[corner] - of.of.positions[first]);
        volumes[first] += a.dot(b.cross(c));
    }
    let inside_out = volumes.iter().position(|volume| *volume < 0.0);
    ensure!(inside_out.is_none(), "All triangles around vertex {} show their backs", inside_out.unwrap_or(0));
    Ok(())
}

fn normals(of: &Rigged) -> Result<()> {
    let mut faced = vec![f64::NEG_INFINITY; of.of.normals.len()];
    for corners in &of.of.triangles {
        let front = front(&of.of.positions, *corners);
        for corner in corners {
            faced[*corner] = faced[*corner].max(front.dot(of.of.normals[*corner]));
        }
    }
    for (i, (normal, faced)) in of.of.normals.iter().zip(faced).enumerate() {
        let length = normal.length();
        ensure!((length - 1.0).abs() < 0.02, "The normal of vertex {i} has length {length:.3}");
        // A corner of a tetrahedron is 71° away from its sides. A vertex without a triangle has none.
        let away = faced.clamp(-1.0, 1.0).acos().to_degrees();
        ensure!(away < 75.0 || faced < -2.0, "The normal of vertex {i} is {away:.0}° away from each side");
    }
    Ok(())
}

fn bind(of: &Rigged) -> Result<()> {
    matrices("joints_from_bind", &of.of.joints_from_bind)?;
    ensure!(!of.bones.is_empty(), "No joint that the skin follows has a child at another place");
    let Some([from, to]) = of.bone_outside(&of.bind) else { return Ok(()) };
    bail!(
        "The bone from joint {from} to {to} is outside{}",
        likely(of, |of| of.bone_outside(&of.bind).is_none())
    )
}

/// Names the mistake in the inverse bind matrices if all is right without it.
fn likely(of: &Rigged, is_right: impl Fn(&Rigged) -> bool) -> &'static str {
    let inverses = of.of.joints_from_bind.iter().map(inverse).collect();
    let changed = Rigged::new(Printed { joints_from_bind: inverses, ..of.of.clone() });
    if is_right(&changed) { ": these are the bind matrices, and not their inverses" } else { "" }
}

fn parents(of: &Rigged) -> Result<()> {
    for (i, moment) in of.of.moments.iter().enumerate() {
        matrices(&format!("moments[{i}].model_from_joints"), &moment.model_from_joints)?;
    }
    let Err(found) = keeps_places(of) else { return Ok(()) };
    bail!("{found}{}", likely(of, |of| keeps_places(of).is_ok()))
}

fn keeps_places(of: &Rigged) -> Result<()> {
    for (moment, pose) in of.poses.iter().enumerate() {
        for joint in 0..of.of.parents.len() {
            let Some(parent) = of.of.parent(joint) else { continue };
            let [was, is] = [&of.bind, pose].map(|pose| {
                let place = pose.model_from_joints[joint].w_axis;
                (inverse(&pose.model_from_joints[parent]) * place).truncate()
            });
            let is_near = was.distance(is) <= 0.05 * was.length() + of.slack;
            ensure!(is_near, "At moment {moment}, joint {parent} has joint {joint} at {is:.2}, not {was:.2}");
        }
    }
    Ok(())
}

fn thinner(of: &Rigged) -> Result<()> {
    let depth = |bone: &usize| of.of.up(of.bones[*bone][0]).count();
    let last = (0..of.bones.len()).max_by_key(depth).unwrap_or(0);
    let is_above = |bone: &usize| of.of.up(of.bones[last][1]).any(|joint| joint == of.bones[*bone][1]);
    let first = (0..of.bones.len()).filter(is_above).min_by_key(depth).unwrap_or(last);
    let part = 100.0 * of.thickness[last] / of.thickness[first];
    let [[a, b], [c, d]] = [last, first].map(|bone| of.bones[bone]);
    ensure!(part <= 80.0, "From joint {a} to {b} it has {part:.0} % of its thickness from joint {c} to {d}");
    Ok(())
}

fn palette(of: &Rigged) -> Result<()> {
    const MISTAKES: [(Make, &str); 6] = [
        (|now, _| now, ": it's `model_from_joint` alone, without the inverse bind matrix"),
        (|now, bind| bind * now, ": the inverse bind matrix is on the wrong side"),
        (|now, bind| now * inverse(&bind), ": it has the bind matrix, and not its inverse"),
        (|now, bind| (now * bind).transpose(), BY_ROWS),
        (|now, bind| inverse(&(now * bind)), ": it's the way back, from now to the bind pose"),
        (|_, _| DMat4::IDENTITY, ": nobody has filled it in, so nothing moves"),
    ];
    let (mut wrong, mut fitting) = (None, MISTAKES.to_vec());
    for (i, Moment { model_from_joints, palette }) in of.of.moments.iter().enumerate() {
        matrices(&format!("moments[{i}].palette"), palette)?;
        let joints = model_from_joints.iter().zip(&of.of.joints_from_bind).zip(palette);
        for (joint, ((now, bind), given)) in joints.enumerate() {
            // Four points that are on no plane tell matrices apart.
            let points =
                [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z].map(|way| of.of.positions[0] + of.size * way);
            let away = |other: DMat4| {
                points.map(|at| point(&other, at).distance(point(given, at))).into_iter().fold(0.0, f64::max)
            };
            let far = away(*now * *bind);
            wrong = wrong.or((far > of.slack).then_some((i, joint, 100.0 * far / of.size)));
            fitting.retain(|(mistake, _)| away(mistake(*now, *bind)) <= of.slack);
        }
    }
    let (Some((moment, joint, far)), why) = (wrong, fitting.first().map_or("", |(_, why)| why)) else {
        return Ok(());
    };
    bail!("At moment {moment}, the entry of joint {joint} takes the skin {far:.0} % of its size astray{why}")
}

fn bends(of: &Rigged) -> Result<()> {
    let mut all = BTreeMap::new();
    for (bone, pose) in of.bones.iter().flat_map(|bone| of.poses.iter().map(move |pose| (*bone, pose))) {
        let Some([was, is]) = of.lean(&of.poses[0], bone).zip(of.lean(pose, bone)).map(<[DVec3; 2]>::from)
        else {
            continue;
        };
        let bend = all.entry(bone[0]).or_insert(0.0);
        *bend = was.angle_between(is).to_degrees().max(*bend);
    }
    let count = all.values().filter(|bend| **bend >= 5.0).count();
    ensure!(count >= 3, "From the first moment on, {count} joints bend by 5° or more, in degrees {all:.0?}");
    Ok(())
}

fn weights(of: &Rigged) -> Result<()> {
    for (i, weights) in of.of.weights.iter().enumerate() {
        let (sum, least) = (weights.iter().sum::<f64>(), weights.iter().copied().fold(0.0, f64::min));
        let used = weights.iter().filter(|weight| **weight != 0.0).count();
        ensure!(least > -1e-6, "Vertex {i} has the weight {least:.3}");
        ensure!((sum - 1.0).abs() < 5e-3, "The weights of vertex {i} sum to {sum:.3}");
        ensure!(used <= 4, "Vertex {i} has {used} weights");
    }
    Ok(())
}

fn continuous(of: &Rigged) -> Result<()> {
    let welds = of.welded.iter().enumerate().map(|(vertex, first)| [*first, vertex]);
    for [a, b] in welds.chain(edges(of).into_keys()) {
        let mut jumps = vec![0.0; of.of.parents.len()];
        for (vertex, sign) in [(a, 1.0), (b, -1.0)] {
            for (joint, weight) in of.of.joints[vertex].iter().zip(&of.of.weights[vertex]) {
                jumps[*joint] += sign * weight;
            }
        }
        let jump = jumps.into_iter().map(f64::abs).fold(0.0, f64::max);
        // The whole weight may go over on a ramp that is as long as 0.6 of the flesh's thickness there.
        let thick = of.thickness[of.own[a]].max(of.thickness[of.own[b]]);
        let most = 0.1 + of.of.positions[a].distance(of.of.positions[b]) / (0.7 * thick);
        ensure!(jump <= most, "From vertex {a} to {b} a weight jumps by {jump:.2}, and may by {most:.2}");
    }
    Ok(())
}

fn follows(of: &Rigged) -> Result<()> {
    let least = 0.1 * of.thickness.iter().copied().fold(0.0, f64::max);
    for (moment, pose) in of.poses.iter().enumerate() {
        for (vertex, (bone, at)) in of.own.iter().zip(&of.of.positions).enumerate() {
            let (was, is) = (of.to_own(&of.bind, *bone, *at), of.to_own(pose, *bone, pose.skin[vertex]));
            let ([from, to], part) = (of.bones[*bone], 100.0 * is / was.max(least));
            let is_near = (is - was).abs() <= 0.4 * was.max(least) + of.slack;
            ensure!(
                is_near,
                "At moment {moment}, vertex {vertex} is at {part:.0} % of its distance from the bone between joints {from} and {to}"
            );
        }
        let Some([from, to]) = of.bone_outside(pose) else { continue };
        bail!("At moment {moment}, the bone from joint {from} to {to} is outside");
    }
    Ok(())
}

fn unfolded(of: &Rigged) -> Result<()> {
    for (moment, pose) in of.poses.iter().enumerate() {
        for (i, corners) in of.of.triangles.iter().enumerate() {
            let matrix = DMat3::from_mat4(corners.iter().map(|corner| pose.mixed[*corner]).sum());
            let [x, y, z] = [matrix.x_axis, matrix.y_axis, matrix.z_axis];
            // Lesson 09's matrix for normals, as it is also there for what is pressed flat.
            let to_normals = DMat3::from_cols(y.cross(z), z.cross(x), x.cross(y));
            let should = to_normals * front(&of.of.positions, *corners);
            let is_up = should.normalize_or_zero().dot(front(&pose.skin, *corners)) > -1e-3;
            ensure!(is_up, "At moment {moment}, triangle {i} with vertices {corners:?} is turned over");
        }
    }
    Ok(())
}

/// Returns the direction to which a triangle shows its front, or zero if it has none.
fn front(points: &[DVec3], corners: [usize; 3]) -> DVec3 {
    let [a, b, c] = corners.map(|corner| points[corner]);
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
