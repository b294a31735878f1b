//! Compares the knight's crowd, in every way, with an animator for each, so that errors are bounded.

use common::clip::Animator;
use common::pose::placed;
use course::root;
use crowd::figure::REACH;
use crowd::rows::carried;
use crowd::{Character, Crowd, Figure, How, Rows, Way};
use formats::Asset;
use glam::{Mat4, Vec3, Vec4};
use std::sync::Arc;

/// Returns the knight, and a crowd with all of his clips, 30 rows in a second, and his skin and his sword's.
fn knights(count: usize) -> (Asset, Crowd) {
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
    (knight, Crowd::new(Arc::new(figure), characters))
}

/// Returns the palette of a character of the crowd, made as in lesson 12.
fn plain(knight: &Asset, crowd: &Crowd, index: usize) -> Vec<Mat4> {
    let (figure, character) = (&crowd.figure, &crowd.characters[index]);
    let mut animator = Animator::new(figure.rig.clone(), figure.clips[character.clip].clone());
    animator.seek(character.time as f32);
    let model_from_nodes = placed(&figure.rig.skeleton, animator.pose());
    knight.surfaces.iter().flat_map(|surface| surface.palette(&model_from_nodes)).collect()
}

/// Returns the palettes of all characters, made as in lesson 12.
fn all_plain(knight: &Asset, crowd: &Crowd) -> Vec<Mat4> {
    (0..crowd.characters.len()).flat_map(|index| plain(knight, crowd, index)).collect()
}

/// Returns the greatest error, in metres, of points 0.6 m from their joint's origin in the bind pose.
fn off(plain: &[Mat4], crowd: &Crowd) -> f32 {
    assert_eq!(crowd.palettes().len(), 3 * plain.len());
    let entries = crowd.palettes().chunks_exact(3).zip(plain).zip(crowd.figure.skin.iter().cycle());
    let mut most = 0.0f32;
    for ((three, want), bound) in entries {
        let rows: Rows = [0, 1, 2].map(|row| Vec4::from(three[row]));
        let bind_from_joint = bound.joint_from_bind.inverse();
        for axis in Vec3::AXES {
            let point = bind_from_joint.transform_point3(REACH * axis);
            let off = carried(&rows, point).distance(want.transform_point3(point));
            assert!(off.is_finite());
            most = most.max(off);
        }
    }
    most
}

#[test]
fn every_way_brings_the_knights_to_where_animators_do() {
    let (knight, crowd) = knights(101);
    let ways =
        Way::ALL.into_iter().flat_map(|way| [1, 2].map(|threads| How { way, threads, ..How::default() }));
    let mut crowds: Vec<(How, Crowd)> = ways.map(|how| (how, crowd.clone())).collect();
    for dt in [0.0, 0.031, 1.7, -0.4] {
        crowds.iter_mut().for_each(|(how, crowd)| crowd.update(dt, how));
        let plain = all_plain(&knight, &crowds[0].1);
        for (how, crowd) in &crowds {
            let millimetres = 1e3 * off(&plain, crowd);
            assert!(millimetres < 0.01, "{how:?}, {dt}: {millimetres} mm");
        }
    }
}
