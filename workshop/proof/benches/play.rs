//! Times the playing of a clip in one thread: it is sampled, walked to model space, and made a palette.
//!
//! `cargo bench --package proof --bench play`.
//!
//! The animator is compared with ozz-animation if the variable `OZZ` names it, as docs/speed.md says.

#[cfg(unix)]
mod beside_ozz;
mod motion;
#[cfg(unix)]
#[path = "beside_ozz/player.rs"]
mod player;
mod timing;

use common::clip::{Animator, Search};
use common::pose::walk;
use common::skin::fill_palette;
use glam::{Mat4, Vec3};
use motion::{DT, JOINTS, Motion};
use std::hint::black_box;
use std::sync::Arc;
use timing::Group;

/// An animator of a clip, its joints' matrices to the model, and its palette.
type Character = (Animator, Vec<Mat4>, Vec<Mat4>);

impl Motion {
    /// Writes the palette into a list that is reused.
    fn palette(&self, model_from_joints: &[Mat4], palette: &mut Vec<Mat4>) {
        palette.resize(model_from_joints.len(), Mat4::IDENTITY);
        fill_palette(model_from_joints, &self.joints, palette);
    }

    /// Returns characters with an animator of the clip each, at these times.
    fn characters(&self, starts: &[f32], search: Search) -> Vec<Character> {
        let character = |&start: &f32| {
            let mut animator = Animator::new(Arc::clone(&self.rig), Arc::clone(&self.clip));
            animator.search_by(search);
            animator.seek(start);
            (animator, vec![Mat4::IDENTITY; JOINTS], Vec::new())
        };
        starts.iter().map(character).collect()
    }

    fn animate(&self, characters: &mut [Character]) {
        for (animator, model_from_joints, palette) in black_box(characters) {
            animator.update(DT);
            walk(&self.rig.skeleton, |i| animator.pose()[i].to_matrix(), model_from_joints);
            self.palette(model_from_joints, palette);
        }
    }

    fn animators(&self, group: &Group, starts: &[f32], name: &str, search: Search) {
        let mut characters = self.characters(starts, search);
        group.time(name, || self.animate(&mut characters));
    }

    /// Times the same with ozz-animation, by turns, if it is there.
    #[cfg(unix)]
    fn beside_ozz(&self, starts: &[f32]) {
        let Some(library) = beside_ozz::Library::named() else { return };
        let mut theirs = player::Player::new(&library, &self.rig, &self.clip, &self.joints_from_bind, starts);
        let mut characters = self.characters(starts, Search::FromLast);
        let mut palettes = vec![Mat4::IDENTITY; starts.len() * JOINTS];
        beside_ozz::in_turns(
            starts.len() * JOINTS,
            "joint",
            &mut [
                ("cursor", &mut || self.animate(&mut characters)),
                ("ozz-animation", &mut || theirs.play(DT, black_box(&mut palettes))),
            ],
        );
        let ours = characters.iter().flat_map(|(.., palette)| palette);
        // The palettes are compared by points a metre out of each joint along its axes.
        let apart = |(ours, theirs): (&Mat4, &Mat4)| {
            let far = |x: Vec3| ours.transform_point3(x).distance(theirs.transform_point3(x));
            Vec3::AXES.map(far).into_iter().fold(0.0, f32::max)
        };
        let apart = ours.zip(&palettes).map(apart).fold(0.0, f32::max);
        println!("  points of both differ by {apart:.1e} m at most");
        assert!(apart < 1e-2, "they do not play the same");
    }
}

fn main() {
    let motion = Motion::new();
    for count in [1, 1000] {
        let starts: Vec<f32> = (0..count).map(|i| 0.377 * i as f32 % 2.0).collect();
        let group = Group::new(&format!("{count} characters of {JOINTS} joints"), count * JOINTS, "joint");
        motion.animators(&group, &starts, "cursor", Search::FromLast);
        motion.animators(&group, &starts, "halving", Search::Halving);
        motion.animators(&group, &starts, "from the start", Search::FromStart);
        #[cfg(unix)]
        motion.beside_ozz(&starts);
    }
}
