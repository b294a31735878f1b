//! Times crowds in every way of `crowd`, `common`'s animator with every search for keys, and ozz-animation if `OZZ` names it.

use super::library::{Library, Named, in_turns};
use super::motion::{DT, JOINTS, Motion};
use super::player::Player;
use common::clip::{Animator, Search};
use common::pose::walk;
use common::skin::fill_palette;
use crowd::{Character, Crowd, Figure, How, Way};
use glam::{Mat4, Vec3};
use std::hint::black_box;
use std::sync::Arc;

impl Motion {
    fn crowd(&self, starts: &[f32]) -> Crowd {
        let skin = self.joints_from_bind.iter().enumerate();
        let skin = skin.map(|(joint, &joint_from_bind)| (Some(joint), joint_from_bind));
        let figure = Figure::new(self.rig.clone(), vec![self.clip.clone()], skin, 30.0);
        let character = |&start: &f32| Character::new(0, f64::from(start));
        Crowd::new(Arc::new(figure), starts.iter().map(character).collect())
    }
}

/// Characters as in lesson 12, each with an animator, its joints' matrices to the model, and its palette.
struct Animators<'m> {
    motion: &'m Motion,
    characters: Vec<(Animator, Vec<Mat4>, Vec<Mat4>)>,
}

impl<'m> Animators<'m> {
    fn new(motion: &'m Motion, starts: &[f32], search: Search) -> Self {
        let character = |&start: &f32| {
            let mut animator = Animator::new(motion.rig.clone(), motion.clip.clone());
            animator.search_by(search);
            animator.seek(start);
            (animator, vec![Mat4::IDENTITY; JOINTS], vec![Mat4::IDENTITY; JOINTS])
        };
        Self { motion, characters: starts.iter().map(character).collect() }
    }

    fn update(&mut self) {
        for (animator, model_from_joints, palette) in black_box(&mut self.characters) {
            animator.update(DT);
            walk(&self.motion.rig.skeleton, |i| animator.pose()[i].to_matrix(), model_from_joints);
            fill_palette(model_from_joints, &self.motion.joints, palette);
        }
    }
}

/// The ways that are timed, the last ones on two threads, which are worth it only for many characters.
const HOW: [(&str, Way, usize); 5] = [
    ("one loop", Way::OneLoop, 1),
    ("four loops", Way::FourLoops, 1),
    ("four joints at once", Way::Joints, 1),
    ("four loops on two threads", Way::FourLoops, 2),
    ("four joints on two threads", Way::Joints, 2),
];

fn beside(motion: &Motion, count: usize) {
    println!("\n{count} characters of {JOINTS} joints");
    let starts: Vec<f32> = (0..count).map(|i| 0.377 * i as f32 % 2.0).collect();
    let searches = [Search::FromStart, Search::Halving, Search::FromLast];
    let [mut from_start, mut halving, mut animators] =
        searches.map(|search| Animators::new(motion, &starts, search));
    let mut crowds = HOW.map(|_| motion.crowd(&starts));
    let mut updates: Vec<_> = crowds
        .iter_mut()
        .zip(HOW)
        .map(|(crowd, (name, way, threads))| {
            let how = How { way, threads, ..How::default() };
            (name, move || black_box(&mut *crowd).update(DT, &how))
        })
        .collect();
    let mut functions: Vec<Named<'_>> = Vec::new();
    for (name, update) in &mut updates {
        functions.push((name, update));
    }
    let (mut slowest, mut slower, mut animate) =
        (|| from_start.update(), || halving.update(), || animators.update());
    functions.push(("its keys from the start", &mut slowest));
    functions.push(("its keys by halving", &mut slower));
    functions.push(("common's animator", &mut animate));
    let library = Library::named();
    let mut palettes = vec![Mat4::IDENTITY; JOINTS * count];
    let mut theirs = library
        .map(|library| Player::new(&library, &motion.rig, &motion.clip, &motion.joints_from_bind, &starts));
    let mut play;
    if let Some(theirs) = &mut theirs {
        play = || theirs.play(DT, black_box(&mut palettes));
        functions.push(("ozz-animation", &mut play));
    }
    in_turns(JOINTS * count, "joint", &mut functions);
    if theirs.is_some() {
        // The palettes are compared by points a metre out of each joint along its axes.
        let apart = |(ours, theirs): (&Mat4, &Mat4)| {
            let far = |x: Vec3| ours.transform_point3(x).distance(theirs.transform_point3(x));
            Vec3::AXES.map(far).into_iter().fold(0.0, f32::max)
        };
        let ours = animators.characters.iter().flat_map(|(.., palette)| palette);
        let apart = ours.zip(&palettes).map(apart).fold(0.0, f32::max);
        println!("  points of both differ by {apart:.1e} m at most");
        assert!(apart < 1e-2, "they do not play the same");
    }
}

/// Times all ways, for several sizes of the crowd.
pub fn compare() {
    let motion = Motion::new();
    for count in [1, 1_000, 10_000] {
        beside(&motion, count);
    }
}
