//! Lessons 07 to 09, and 11.

use super::{Claims, asset, xy, xyz};
use crate::arm;
use crate::often_seen::three_weights_as_often_seen;
use anyhow::{Context, Result, ensure};
use common::shapes::cylinder;
use common::skeleton::Skeleton;
use common::skin::{four_largest, joints_from_bind, palette, skin_rigidly};
use common::transform::parent_from_hinge;
use formats::{Asset, Surface};
use gl::{MAX_JOINTS, RiggedVertex};
use glam::{Mat4, Vec3, vec3};

pub fn two_triangles(claims: &mut Claims) -> Result<()> {
    let mut skeleton = Skeleton::new();
    skeleton.add("root", None);
    skeleton.add("child", Some(0));
    let bind = [Mat4::IDENTITY, Mat4::from_translation(vec3(2.0, 1.0, 0.0))];
    let joints_from_bind = joints_from_bind(&skeleton, &bind);
    let child_from_bind = joints_from_bind[1];
    let posed = [Mat4::IDENTITY, parent_from_hinge(vec3(2.0, 1.0, 0.0), 40.0)];
    let vertex = vec3(4.0, 1.5, 0.0);
    let in_child = child_from_bind.transform_point3(vertex);
    let back = xy(child_from_bind.transform_point3(Vec3::ZERO));
    let turned = xy(parent_from_hinge(Vec3::ZERO, 40.0).transform_point3(in_child));
    let now = xy(skin_rigidly(&palette(&posed, &joints_from_bind), &[1], &[vertex])[0]);
    let in_child = xy(in_child);
    claims.say(
        "in the model's bind pose at (4, 1.5); in the child at (2, 0.5), after a move by (−2, −1); in the model now at (3.21, 2.67), after a turn by 40 degrees and a move by (2, 1)",
        &[&[4.0, 1.5], &in_child[..], &back, &now, &[40.0, 2.0, 1.0]].concat(),
    );
    claims.say("moves by (−2, −1). In the child: (2, 0.5).", &[back, in_child].concat());
    claims.say(
        "turns by 40°, to (1.21, 1.67), and moves by (2, 1). In the model, now: (3.21, 2.67).",
        &[&[40.0], &turned[..], &[2.0, 1.0], &now].concat(),
    );

    let asked = child_from_bind.transform_point3(vec3(3.0, 1.0, 0.0));
    let turned = parent_from_hinge(Vec3::ZERO, 90.0).transform_point3(asked);
    let moved = parent_from_hinge(vec3(5.0, 0.0, 0.0), 90.0).transform_point3(asked);
    let [asked, turned, moved] = [asked, turned, moved].map(xy);
    claims.say(
        "In the child's space it is at (1, 0). Turned by 90° that is (0, 1). Moved by (5, 0), it is at (5, 1).",
        &[&asked[..], &[90.0], &turned, &[5.0, 0.0], &moved].concat(),
    );
    Ok(())
}

pub fn blended_arm(claims: &mut Claims) -> Result<()> {
    let weight = |distance: f32| {
        let along = (3.5 + distance) * arm::BONE;
        f64::from(arm::weights(vec3(0.0, along, 0.0), 0.35)[3].1)
    };
    claims.say("it is 0.24 at half a bone's distance, and 0.06 at a whole one.", &[weight(0.5), weight(1.0)]);
    let joint_weights = [(0, 0.1), (1, 0.3), (2, 0.6), (3, 0.2), (4, 0.8)];
    let kept: f32 = joint_weights[1..].iter().map(|pair| pair.1).sum();
    let largest = four_largest(&joint_weights).weights.into_iter().fold(0.0, f32::max);
    claims.say(
        "The others sum to 1.9. So joint 4 gets 0.8/1.9, which is 0.421",
        &[kept.into(), 0.8 / f64::from(kept), largest.into()],
    );
    let from_bones =
        f64::from(arm::tube().positions.iter().map(|point| point.with_y(0.0).length()).fold(0.0, f32::max));
    claims.say(
        "The skin is 0.14 m from its bones, which is 0.41 of a bone's length.",
        &[from_bones, from_bones / f64::from(arm::BONE)],
    );
    let (vertices, each) = (arm::tube().positions.len(), size_of::<RiggedVertex>());
    claims.count("| 2,402 vertices of 64 bytes, once | 153,728 |", &[vertices, each, vertices * each]);
    claims.count("| the palette, for every picture | 8,192 |", &[MAX_JOINTS * size_of::<Mat4>()]);
    claims.count("for every picture | 57,648 |", &[vertices * 2 * size_of::<Vec3>()]);
    claims.count("The **joint** goes from 0 to 6 in this arm.", &[0, arm::JOINTS - 1]);
    claims.say("For 1.0 that is 1,065,353,216", &[1.0, f64::from(1f32.to_bits())]);
    Ok(())
}

pub fn rigged_cylinder(claims: &mut Claims) -> Result<()> {
    let margin = 1.0 / 24.0;
    claims.say("Here the ramp is 1/12 wide, so its slope is 12.", &[2.0 * margin, 1.0 / (2.0 * margin)]);

    // Just inside the ramp's ends, where these weights jump.
    let (cut, inside) = (1.0 / 3.0, 0.999_999 * margin);
    let weight = |t: f64| f64::from(three_weights_as_often_seen(t as f32, margin as f32)[1]);
    let exact = |weight: f64| (weight * 1e4).round() / 1e4;
    let [low, middle, high] = [cut - inside, cut, cut + inside].map(weight).map(exact);
    claims.say("the ramp goes from 1/4 to 3/4 only", &[low, high]);
    claims.say("A dashed line, often seen, goes from 1/4 to 3/4 only", &[low, high]);
    let slope = (high - low) / (2.0 * margin);
    claims.say(
        "with the margin 1/24 its slope is 6: at the ramp's end it has come to 1/2 + 6/24, which is 3/4.",
        &[margin, slope, middle, slope * margin, middle + slope * margin],
    );

    claims.say("at 90° that is 0.71 of it.", &[90.0, cos(90.0 / 2.0)]);
    claims.count("switch *fine* on: 100,653 vertices.", &[cylinder(0.3, 3.0, 400, 248).positions.len()]);
    Ok(())
}

/// The cosine of an angle in degrees.
fn cos(degrees: f64) -> f64 {
    degrees.to_radians().cos()
}

pub fn volume(claims: &mut Claims) -> Result<()> {
    let area = |degrees: f64| cos(degrees / 2.0).powi(2);
    claims.say("Set *twist* to 150°, and look at the chart:", &[150.0]);
    claims.say("By matrices 0.07 of the thinnest is left.", &[area(150.0)]);
    claims.say("at 90° it is 0.50, and at 180° nothing is left.", &[90.0, area(90.0), 180.0]);
    ensure!(area(180.0) < 1e-9, "something is left at 180°");
    claims.say("at 90° that is 0.71.", &[90.0, cos(45.0)]);
    claims.say("so that at 90° the area still falls to 0.71.", &[90.0, cos(45.0)]);
    claims.say(
        "At 90° the least area is 0.85 instead of 0.50, and at 180° it is 0.50 instead of nothing.",
        &[90.0, area(45.0), area(90.0), 180.0, area(90.0)],
    );
    claims.say("From one to the other the mix therefore goes the long way, through 210°.", &[360.0 - 150.0]);
    let [near, far] = [0.3, 0.6].map(bulge);
    claims.say(
        "At a bend by 90° it comes to 1.13, and with a margin of 0.60 m to 1.31.",
        &[90.0, near, 0.6, far],
    );
    claims.say(
        "By matrices to cos 60°, half of the radius, so to 0.25 of the area. With a helper to cos 30°, which is 0.87 of the radius and 0.75 of the area.",
        &[60.0, area(120.0), 30.0, cos(30.0), area(60.0)],
    );
    Ok(())
}

/// How far from the bones dual quaternions take a point at a bend by 90°, in radii of 0.3 m: that of the slices, of 5 cm
/// each, whose outer point is farthest. On a ramp with this margin the point goes around the joint by what the mix makes of its weights.
fn bulge(margin: f64) -> f64 {
    let reach = |slice: f64| {
        let above = 0.05 * slice;
        let weight = 0.5 * (1.0 + (above / margin).min(1.0));
        let angle = 2.0 * (weight * 0.5f64.sqrt()).atan2(1.0 - weight + weight * 0.5f64.sqrt());
        let along = above * angle.sin() - 0.3 * angle.cos();
        let aside = above * angle.cos() + 0.3 * angle.sin();
        if along < 0.0 { aside.hypot(along) / 0.3 } else { aside / 0.3 }
    };
    (0..=20u8).map(|slice| reach(f64::from(slice))).fold(0.0, f64::max)
}

pub fn knight(claims: &mut Claims) -> Result<()> {
    let knight = asset("knight/knight.dae")?;
    let body = most_joints(&knight)?;
    let sword = knight.surfaces.iter().find(|surface| surface.joints.len() == 1).context("no sword")?;
    claims.count("his colours, his 22 joints", &[body.joints.len()]);
    let [x, y, z] = xyz(sword.bind_shape.w_axis.truncate());
    claims.say(
        "has the last column (−0.543, −0.022, 0.807): there the sword's origin is put, 0.8 m above the ground",
        &[x, y, z, z],
    );
    let vertex = 8534;
    let from_grip = |point: &Vec3| f64::from(point.length());
    let tip = from_grip(&sword.mesh.positions[vertex - body.mesh.positions.len()]);
    let farthest = sword.mesh.positions.iter().map(from_grip).fold(0.0, f64::max);
    ensure!(tip == farthest, "vertex {vertex} is not the tip");
    // Where the raised hand has it is what the panel says in that pose.
    claims.say("The tip is 0.815 m from the grip, and now 1.852 m above the ground.", &[tip, 1.852]);
    let [arm, forearm, by_arm, by_forearm] = [1.286, 1.270, 0.64, 0.36];
    claims.say(
        "the upper arm alone would have the vertex at 1.286, the forearm at 1.270. With their weights, 0.64 and 0.36, it is at 1.280.",
        &[arm, forearm, by_arm, by_forearm, by_arm * arm + by_forearm * forearm],
    );
    for (name, index) in [("hips", 1), ("thigh.L", 15)] {
        let found = knight.rig.skeleton.joints().iter().position(|joint| joint.name == name);
        ensure!(found == Some(index), "{name} is node {found:?}, the text says {index}");
    }
    let first = body.mesh.points.iter().position(|&point| point == 0).context("no first point")?;
    let mut weights = body.mesh.influences[first].weights.map(f64::from);
    weights.sort_by(f64::total_cmp);
    claims.say(
        "the weights 0, 1 and 2 of the list: 0.5, 0.19 and 0.31",
        &[0.0, 1.0, 2.0, weights[3], weights[1], weights[2]],
    );

    let [points, vertices, triangles] = counts(body);
    claims.count("The knight's body has 1,502 points. It has 8,496 vertices.", &[points, vertices]);
    claims.count("He has 2,832 triangles, and so 8,496 corners.", &[triangles, 3 * triangles]);
    claims.count("the file has 1,502 lists of them", &[points]);
    claims.count("or it panics at 1502](", &[points]);
    claims.count("or it panics at 1502 |", &[points]);
    let skittles = asset("skittles/skittles.dae")?;
    let [_, vertices, triangles] = counts(most_joints(&skittles)?);
    claims.count(
        "780 triangles have 2,340 corners, and these make 401 vertices",
        &[triangles, 3 * triangles, vertices],
    );
    claims.count("but a skittle has 2,340 vertices", &[3 * triangles]);
    claims.count(
        "a skittle has 2,340 vertices if no corners share one, and needs 401",
        &[3 * triangles, vertices],
    );
    let points = 8;
    claims.count("It has 8 points, and at each of them three faces meet", &[points]);
    claims.count("so the cube has 24 vertices", &[3 * points]);
    Ok(())
}

/// The surface that hangs on most joints.
fn most_joints(asset: &Asset) -> Result<&Surface> {
    asset.surfaces.iter().max_by_key(|surface| surface.joints.len()).context("no surface")
}

/// How many points, vertices and triangles a surface has.
fn counts(surface: &Surface) -> [usize; 3] {
    [surface.positions, surface.mesh.points.len(), surface.mesh.triangles.len()]
}
