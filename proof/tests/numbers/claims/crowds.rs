//! What lesson 20 says.

use super::Claims;
use anyhow::{Context as _, Result, ensure};
use common::clip::Channel;
use common::transform::Transform;
use course::root;
use crowd::Table;
use glam::Quat;
use std::mem::size_of;

/// Palettes of many, and tables.
pub fn knights(claims: &mut Claims) -> Result<()> {
    let path = root().join("assets/knight/knight.dae");
    let asset = ::formats::read(&path)?;
    let matrices: usize = asset.surfaces.iter().map(|surface| surface.joints.len() + 1).sum();
    ensure!(matrices == 25, "the knight's palettes have {matrices} matrices");
    let row = size_of::<[f32; 4]>();
    claims.count("With **three rows** each matrix takes 48 bytes instead of 64,", &[3 * row, 4 * row]);
    let all = 1000 * matrices;
    let millions = |rows: usize| (rows * row * all) as f64 / 1e6;
    claims.say(
        "so 16. With four rows it is 64 bytes for each of 25,000 matrices: 1.6 million bytes. With three it is 1.2 million.",
        &[row as f64, (4 * row) as f64, all as f64, millions(4), millions(3)],
    );
    let joint = [size_of::<Transform>(), size_of::<Quat>()];
    claims.count("A joint's `Transform` has 48 bytes, and 16 of them are its rotation.", &joint);
    let gaps = 2.0 * 60.0;
    let place: f64 = 1.99 * 60.0;
    claims.say("It has 120 gaps, so 121 rows, from row 0 to row 120.", &[gaps, gaps + 1.0, 0.0, gaps]);
    claims.say(
        "The place is 1.99 times 60, which is 119.4: between the rows 119 and 120, at 0.4 of the way.",
        &[1.99, 60.0, place, place.floor(), place.floor() + 1.0, place.fract()],
    );
    let clips = ::formats::all_clips(&path, &asset, true, ::formats::read).clips;
    let walk = clips.iter().find(|clip| clip.name == "walk").context("there is no walk")?;
    let [key, place] = [size_of::<(f32, [f32; 4])>(), size_of::<(f32, [f32; 3])>()];
    let keys = |channel: &Channel| {
        let places = channel.translations.values().len() + channel.scales.values().len();
        key * channel.rotations.values().len() + place * places
    };
    let of_keys: usize = walk.channels.iter().map(keys).sum();
    let table = Table::bake(&asset.rig, walk, 60.0);
    let of_table =
        table.rows * (size_of::<Quat>() * asset.rig.rest.len() + size_of_val(table.translations.row(0)));
    claims.say(
        "the knight's walk takes 14 kB as keys, and 25 kB as 61 rows.",
        &[of_keys as f64 / 1e3, of_table as f64 / 1e3, table.rows as f64],
    );
    Ok(())
}
