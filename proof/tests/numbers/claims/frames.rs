//! Lessons 01 to 03.

use super::{Claims, xy};
use crate::puppet;
use anyhow::{Context, Result};
use common::transform::{parent_from_hinge, world_from_frames};
use course::root;
use glam::{Mat4, Vec3, Vec4, vec3};

pub fn hinges(claims: &mut Claims) -> Result<()> {
    let b_from_c = parent_from_hinge(vec3(1.7, 0.0, 0.0), -90.0);
    let o_from_b = parent_from_hinge(vec3(0.0, 0.9, 0.0), 90.0);
    let world_from_o = Mat4::from_translation(Vec3::X);
    let p_in_c = vec3(1.3, 0.0, 0.0);
    let p_in_b = b_from_c.transform_point3(p_in_c);
    let p_in_o = o_from_b.transform_point3(p_in_b);
    let p_in_world = world_from_frames(&[world_from_o, o_from_b, b_from_c])[2].transform_point3(p_in_c);
    let [b, o, world] = [p_in_b, p_in_o, p_in_world].map(xy);
    let column = |column: Vec4| [column.x, column.y, column.w].map(f64::from);
    let [x_axis, origin] = [column(o_from_b.x_axis), column(o_from_b.w_axis)];
    claims.say(
        "With θ at 90° b's x axis points straight up, so that the first column is (0, 1, 0); and the shoulder stands 0.9 m above o's origin, so that the last one is (0, 0.9, 1).",
        &[&[90.0], &x_axis[..], &[origin[1]], &origin].concat(),
    );
    claims.say("| in c | (1.3, 0) |", &xy(p_in_c));
    claims.say("C turns by −90° and moves by (1.7, 0): in b | (1.7, −1.3) |", &[-90.0, 1.7, 0.0, b[0], b[1]]);
    claims.say("B turns by 90° and moves by (0, 0.9): in o | (1.3, 2.6) |", &[90.0, 0.0, 0.9, o[0], o[1]]);
    claims.say("A moves by (1, 0): in the world | (2.3, 2.6) |", &[1.0, 0.0, world[0], world[1]]);
    Ok(())
}

pub fn flesh(claims: &mut Claims) -> Result<()> {
    let radius = 0.28;
    let gap = 2.0 * radius * 30f64.to_radians().sin();
    claims.say("is 0.28 m. At 60° the gap is 0.28 m too, as wide as the radius.", &[radius, 60.0, gap]);
    let number = size_of::<f32>();
    let [matrix, turn, place] = [size_of::<Mat4>(), size_of::<[f32; 4]>(), size_of::<Vec3>()];
    let [matrix, pair] = [matrix, turn + place].map(|bytes| bytes / number);
    claims.count("The matrix takes 16 numbers, the pair 7.", &[matrix, pair]);
    Ok(())
}

pub fn puppet(claims: &mut Claims) -> Result<()> {
    let text = std::fs::read_to_string(root().join("assets/puppet/puppet.toml"))?;
    let (parts, _) = puppet::read(&text)?;
    for (row, name) in [
        ("| torso | 0 | 6 |", "torso"),
        ("| near upper arm | 2 | 8 |", "near upper arm"),
        ("| far upper arm | 4 | 0 |", "far upper arm"),
        ("| near upper leg | 6 | 4 |", "near upper leg"),
    ] {
        let index = parts.iter().position(|part| part.name == name).context("no such part")?;
        claims.say(row, &[index as f64, f64::from(parts[index].layer)]);
    }
    // Upright parts lean forwards by a negative angle.
    let torso = -f64::from(puppet::walk(&parts, 0.0, 0.0)[0]);
    claims.say("the torso leans forwards by 2°, the legs make up for it", &[torso]);
    let leg = |hundredth: u16| f64::from(puppet::gait(f32::from(hundredth) / 100.0, 26.0).near_leg);
    let [back, front] = [f64::min, f64::max].map(|of| (50..150).map(leg).fold(leg(50), of));
    let at = |end: f64| (50..150).find(|&hundredth| leg(hundredth) == end).map(|at| f64::from(at) / 100.0);
    let phases = [at(back).context("no way back")?, at(front).context("no way forwards")?];
    claims.say("while its angle grows, from phase 0.75 to phase 1.25.", &phases);
    let standing = f64::from(puppet::gait(0.5, 26.0).near_knee);
    claims.say("and its knee stays straight, at 0.", &[standing]);
    Ok(())
}
