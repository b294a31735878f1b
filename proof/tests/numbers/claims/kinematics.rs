//! Lesson 15.

use super::{Claims, asset};
use anyhow::{Context, Result};
use common::clip::Animator;
use common::pose::walk;
use course::root;
use glam::{Mat4, Quat, Vec3};
use ik::{FootLock, bend, named_limbs, turns_in_parents};
use std::sync::Arc;

pub fn reaching(claims: &mut Claims) -> Result<()> {
    let (bone, far) = (30.0, 59.0);
    let near_straight = bend(bone, bone, far);
    let [shoulder, elbow] = near_straight.angles().map(f64::to_degrees);
    claims.say("At 60 cm the arm is straight.", &[2.0 * bone]);
    claims.say(
        "At 59 cm $x$ is half of that, 29.5 cm, so the cosine of the angle at the shoulder is 29.5 / 30, and the angle is 10.48°.",
        &[far, near_straight.along, near_straight.along, bone, shoulder],
    );
    claims.say("The elbow turns by twice as much: 21°.", &[elbow]);

    let (upper, lower) = (40.0f32, 100.0f32);
    let turns = [upper, lower].map(|degrees| Quat::from_rotation_z(degrees.to_radians()));
    let [_, elbow] = turns_in_parents([Quat::IDENTITY; 2], turns);
    let elbow = (2.0 * elbow.z.atan2(elbow.w)).to_degrees();
    claims.say(
        "By 60°, since the upper arm takes the forearm along by 40°.",
        &[f64::from(elbow), f64::from(upper)],
    );

    let mut held = FootLock { offset: Vec3::X * 0.008, ..FootLock::default() };
    for _ in 0..18 {
        held.hold([Vec3::ZERO; 2], [false; 2], 0.0, 1.0 / 60.0);
    }
    claims.say("Three half-lives: 1 mm.", &[f64::from(1000.0 * held.offset.x)]);

    four_ways(claims)?;
    leg(claims)
}

/// What the program said whose tables are in the docs.
fn four_ways(claims: &mut Claims) -> Result<()> {
    let text = std::fs::read_to_string(root().join("docs/ik.md"))?;
    let rows = [
        ("downhill", "| downhill | 44 | 566 | 191° |"),
        ("CCD", "| CCD | 16 | 218 | 662° |"),
        ("FABRIK", "| FABRIK | 4 | 20 | 188° |"),
        ("DLS", "| DLS | 6 | 11 | 274° |"),
    ];
    for (method, passage) in rows {
        let start = format!("| 10 | flat, 0.2–0.9 | {method} | ");
        let row =
            text.lines().find_map(|line| line.strip_prefix(&start)).context("no such row in docs/ik.md")?;
        let cells: Vec<&str> = row.trim_end_matches(['|', ' ']).split(" | ").collect();
        let numbers = [cells.first(), cells.get(1), cells.last()];
        let numbers = numbers.map(|cell| cell.and_then(|cell| cell.trim_end_matches('°').parse().ok()));
        let numbers = numbers.map(|number| number.unwrap_or(f64::NAN));
        claims.say(passage, &numbers);
    }
    Ok(())
}

/// How long the knight's leg is, and how much of it his walk never uses.
fn leg(claims: &mut Claims) -> Result<()> {
    let knight = asset("knight/knight.glb")?;
    let limbs = named_limbs(&knight.rig.skeleton);
    let leg = limbs.iter().find(|limb| limb.is_leg).context("he has no leg")?;
    let clip = knight.clips.iter().find(|clip| clip.name == "walk").context("he does not walk")?;
    let rig = &knight.rig;
    let mut animator = Animator::new(rig.clone(), Arc::new(clip.clone()));
    let mut model_from_joints = vec![Mat4::IDENTITY; rig.skeleton.joints().len()];
    let (mut length, mut spare) = (0.0, f32::INFINITY);
    for sample in 0..120u8 {
        animator.seek(clip.seconds * f32::from(sample) / 120.0);
        walk(&rig.skeleton, |i| animator.pose()[i].to_matrix(), &mut model_from_joints);
        let [hip, knee, ankle] = leg.joints.map(|joint| model_from_joints[joint].w_axis.truncate());
        length = hip.distance(knee) + knee.distance(ankle);
        spare = spare.min(length - hip.distance(ankle));
    }
    let passage = "a leg of 0.70 m has 9 mm to spare in the clip.";
    claims.say(passage, &[f64::from(length), f64::from(1000.0 * spare)]);
    Ok(())
}
