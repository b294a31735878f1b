//! Compares the knight's crowd, in every way, with the plain one of an animator for each, so that errors are bounded.

use course::root;
use crowd::figure::REACH;
use crowd::rows::carried;
use crowd::{Character, Crowd, Figure, How, Rows, Way};
use glam::{Mat4, Vec3, Vec4};
use std::sync::Arc;

/// Returns a crowd with all of the knight's clips, 30 rows in a second, and his skin and his sword's.
fn knights(count: usize) -> Crowd {
    let knight = formats::read(&root().join("assets/knight/knight.glb")).expect("the knight");
    let mut skin = Vec::new();
    for surface in &knight.surfaces {
        let joints = surface.joints.iter();
        skin.extend(joints.map(|joint| (Some(joint.node), joint.joint_from_bind)));
        skin.push((None, Mat4::IDENTITY));
    }
    let figure = Figure::new(knight.rig.clone(), knight.clips.clone(), skin, 30.0);
    let character = |index: usize| {
        let clip = index % figure.clips.len();
        let time = (0.618_034 * index as f64).fract() * f64::from(figure.clips[clip].seconds);
        Character::new(clip, time)
    };
    let characters = (0..count).map(character).collect();
    Crowd::new(Arc::new(figure), characters)
}

/// Returns the greatest distance, in metres, of two crowds' points 0.6 m from their joint's origin in the bind pose.
fn off(plain: &Crowd, crowd: &Crowd) -> f32 {
    let points = |crowd: &Crowd| -> Vec<Vec3> {
        let entries = crowd.palettes().chunks_exact(3).zip(crowd.figure.skin.iter().cycle());
        let points = entries.flat_map(|(three, bound)| {
            let rows: Rows = [0, 1, 2].map(|row| Vec4::from(three[row]));
            let bind_from_joint = bound.joint_from_bind.inverse();
            Vec3::AXES.map(|axis| carried(&rows, bind_from_joint.transform_point3(REACH * axis)))
        });
        points.collect()
    };
    let (plain, points) = (points(plain), points(crowd));
    assert!(plain.len() == points.len() && points.iter().all(|point| point.is_finite()));
    plain.iter().zip(points).map(|(one, other)| one.distance(other)).fold(0.0, f32::max)
}

#[test]
fn every_way_brings_the_knights_to_where_animators_do() {
    let mut plain = knights(101);
    let ways =
        Way::ALL.into_iter().flat_map(|way| [1, 2].map(|threads| How { way, threads, ..How::default() }));
    let mut crowds: Vec<(How, Crowd)> = ways.map(|how| (how, plain.clone())).collect();
    for dt in [0.0, 0.031, 1.7, -0.4] {
        plain.update(dt, &How::default());
        for (how, crowd) in &mut crowds {
            crowd.update(dt, how);
            let millimetres = 1e3 * off(&plain, crowd);
            assert!(millimetres < 0.01, "{how:?}, {dt}: {millimetres} mm");
        }
    }
}
