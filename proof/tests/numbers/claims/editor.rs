//! Lesson 14.

use super::{Claims, asset};
use anyhow::Result;
use common::clip::{Channel, Clip, Cursor, Keys};
use common::transform::{DraggedRing, RingAxes, slerp, turned_by_ring};
use drafts::blobs::HEADER_BYTES;
use editor::export::glb;
use editor::insert;
use glam::{Quat, Vec3};

pub fn editor(claims: &mut Claims) -> Result<()> {
    claims.count("A header of 32 bytes says", &[HEADER_BYTES]);

    let turned = |degrees: f32| Quat::from_rotation_y(degrees.to_radians());
    let (end, degrees, time) = (2.0, 90.0, 0.5);
    let mut keys = Keys::new([0.0, end], [turned(0.0), turned(degrees)]);
    insert(&mut keys, time, Quat::IDENTITY, slerp);
    let (_, _, alpha) = keys.between(time, &mut Cursor::default()).expect("there are keys");
    assert!(alpha == 0.0 && keys.times().len() == 3);
    let turns =
        |from: usize| f64::from(keys.values()[from].angle_between(keys.values()[from + 1]).to_degrees());
    let lasts = |from: usize| f64::from(keys.times()[from + 1] - keys.times()[from]);
    let time = f64::from(time);
    claims.say("0.5 s is a quarter of the way, and slerp turns evenly: 22.5° about y.", &[time, turns(0)]);
    claims.say(
        "Before the new key it turns by 22.5° in 0.5 s, after it by 67.5° in 1.5 s.",
        &[turns(0), lasts(0), turns(1), lasts(1)],
    );
    claims.say("That is 45° a second both times, as before.", &[turns(1) / lasts(1)]);
    assert!((turns(0) / lasts(0) - turns(1) / lasts(1)).abs() < 1e-3);

    // By a ring: from x of the ring's own plane, so far round y.
    let (lies, by) = (90.0f32, 30.0f32);
    let rotation = Quat::from_rotation_x(lies.to_radians());
    let to = Quat::from_rotation_y(by.to_radians()) * Vec3::X;
    let turns = [(RingAxes::Own, Vec3::Z), (RingAxes::Parent, Vec3::Y)].map(|(axes, about)| {
        let after = turned_by_ring(rotation, DraggedRing { axes, axis: Vec3::Y, from: Vec3::X, to });
        let in_parent = after * rotation.inverse();
        assert!(in_parent.xyz().normalize().distance(about) < 1e-3);
        f64::from(2.0 * in_parent.xyz().length().atan2(in_parent.w).to_degrees())
    });
    claims.say(
        "By $q$ its own y points along the parent's z, so it turns by 30° about z of the parent,",
        &turns[..1],
    );
    claims.say("In both cases $T$ is 30° about y.", &turns[1..]);

    // A quarter of a turn is exported in equal parts.
    let knight = asset("knight/knight.glb")?;
    let rotations = Keys::new([0.0, 1.0], [Quat::IDENTITY, turned(degrees)]);
    let channels = vec![Channel { joint: 1, rotations, ..Channel::default() }];
    let clip = Clip { name: "turn".to_owned(), seconds: 1.0, channels, ..Clip::default() };
    let parts = glb(&knight, &[clip])?.added + 1;
    claims.say("For turns below 15° nobody sees it.", &[f64::from(degrees) / parts as f64]);
    Ok(())
}
