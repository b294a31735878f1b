//! How long it takes to play a clip: sample it, walk to model space, and make a palette, in one thread.
//!
//! `cargo bench --package proof --bench play`.
//!
//! The animator is held beside ozz-animation if the variable `OZZ` names it: see docs/speed.md.

#[cfg(unix)]
mod beside_ozz;
#[cfg(unix)]
#[path = "beside_ozz/player.rs"]
mod player;
mod timing;

use common::clip::{Animator, Clip, Search};
use common::pose::{model_from_joints, walk};
use common::rig::Rig;
use common::skeleton::Skeleton;
use common::skin::fill_palette;
use common::transform::nlerp;
use formats::collada::{Animation, Document, Scene};
use glam::{EulerRot, Mat4, Quat, Vec3};
use std::fmt::Write as _;
use std::hint::black_box;
use std::sync::Arc;
use timing::Group;

/// As many as a human figure with all its fingers has.
const JOINTS: usize = 67;

/// Two seconds, with 30 keys in each.
const KEYS: usize = 61;

const DT: f32 = 1.0 / 60.0;

/// A file with a tree of joints. All of them turn; the root also moves.
fn file() -> String {
    let list = |number: &dyn Fn(usize) -> String| (0..KEYS).map(number).collect::<String>();
    let times = list(&|key| format!("{:.6} ", key as f32 / 30.0));
    let mut text = r#"<COLLADA version="1.4.1"><library_animations>"#.to_owned();
    let mut nodes = String::new();
    for joint in 0..JOINTS {
        let matrices = list(&|key| rows(joint, key));
        let _ = write!(
            text,
            r##"<animation><source id="in{joint}"><float_array>{times}</float_array></source>
            <source id="out{joint}"><float_array>{matrices}</float_array></source>
            <sampler id="s{joint}"><input semantic="INPUT" source="#in{joint}"/>
            <input semantic="OUTPUT" source="#out{joint}"/></sampler>
            <channel source="#s{joint}" target="j{joint}/transform"/></animation>"##
        );
        let rest = rows(joint, 0);
        let _ = write!(nodes, r#"<node id="j{joint}" type="JOINT"><matrix sid="transform">{rest}</matrix>"#);
        // Chains of eight joints, which all hang on the first joint.
        if joint > 0 && (joint % 8 == 0 || joint + 1 == JOINTS) {
            nodes += &"</node>".repeat((joint - 1) % 8 + 1);
        }
    }
    text + r#"</library_animations><library_visual_scenes><visual_scene id="v">"#
        + &nodes
        + "</node></visual_scene></library_visual_scenes></COLLADA>"
}

/// The matrix of a joint at a key, as a file writes it.
fn rows(joint: usize, key: usize) -> String {
    let angle = (joint as f32 + 0.1 * key as f32).sin();
    let turn = Quat::from_euler(EulerRot::XYZ, angle, 0.5 * angle, 0.1);
    let place = if joint == 0 { Vec3::new(0.0, 0.9, 0.05 * key as f32) } else { Vec3::new(0.0, 0.3, 0.01) };
    let matrix = Mat4::from_rotation_translation(turn, place).transpose();
    matrix.to_cols_array().iter().map(|number| format!("{number:.7} ")).collect()
}

/// The least there is to do, in plain lists: a cursor, quaternions mixed number by number, no scale.
struct Bare {
    parents: Vec<usize>,
    /// For every joint, the times of its rotations.
    times: Vec<Vec<f32>>,
    rotations: Vec<Vec<Quat>>,
    root: Vec<Vec3>,
    translations: Vec<Vec3>,
}

struct BareState {
    time: f32,
    cursors: Vec<usize>,
    model_from_joints: Vec<Mat4>,
}

impl Bare {
    fn new(skeleton: &Skeleton, clip: &Clip) -> Self {
        let parents = skeleton.joints().iter().map(|joint| joint.parent.unwrap_or(0));
        let rotations = clip.channels.iter().map(|channel| &channel.rotations);
        Self {
            parents: parents.collect(),
            times: rotations.clone().map(|keys| keys.times().to_vec()).collect(),
            rotations: rotations.map(|keys| keys.values().to_vec()).collect(),
            root: clip.channels[0].translations.values().to_vec(),
            translations: clip.channels.iter().map(|channel| channel.translations.values()[0]).collect(),
        }
    }

    fn update(&self, state: &mut BareState) {
        state.time = (state.time + DT) % 2.0;
        for joint in 0..self.parents.len() {
            let (times, rotations) = (&self.times[joint], &self.rotations[joint]);
            let mut key = state.cursors[joint];
            if times[key] > state.time {
                key = 0;
            }
            while key + 2 < times.len() && times[key + 1] <= state.time {
                key += 1;
            }
            state.cursors[joint] = key;
            let alpha = (state.time - times[key]) / (times[key + 1] - times[key]);
            let rotation = nlerp(rotations[key], rotations[key + 1], alpha);
            state.model_from_joints[joint] = if joint == 0 {
                Mat4::from_rotation_translation(rotation, self.root[key].lerp(self.root[key + 1], alpha))
            } else {
                let parent_from_joint = Mat4::from_rotation_translation(rotation, self.translations[joint]);
                state.model_from_joints[self.parents[joint]] * parent_from_joint
            };
        }
    }
}

/// What plays a clip, where its joints are in the model, and its palette.
type Character = (Animator, Vec<Mat4>, Vec<Mat4>);

/// One motion in all its forms.
struct Motion {
    scene: Scene,
    curves: Animation,
    rig: Arc<Rig>,
    clip: Arc<Clip>,
    joints_from_bind: Vec<Mat4>,
}

impl Motion {
    fn read() -> Self {
        let document = Document::parse(file().as_bytes(), "bench.dae");
        let Ok(Document { scene, mut clips, .. }) = document else { panic!("{document:?}") };
        let curves = clips.remove(0);
        let (rig, _) = scene.rig();
        let (clip, notes) = curves.baked(&scene);
        let count = |keys: fn(&common::clip::Channel) -> usize| clip.channels.iter().map(keys).sum::<usize>();
        println!(
            "{} joints; {} translations, {} rotations, {} scales; {notes:?}",
            clip.channels.len(),
            count(|channel| channel.translations.values().len()),
            count(|channel| channel.rotations.values().len()),
            count(|channel| channel.scales.values().len()),
        );
        let at_rest = scene.model_from_nodes(&scene.parent_from_nodes());
        let joints_from_bind = at_rest.iter().map(Mat4::inverse).collect();
        Self { rig: Arc::new(rig), clip: Arc::new(clip), scene, curves, joints_from_bind }
    }

    /// Writes the palette into a list that is kept.
    fn palette(&self, model_from_joints: &[Mat4], palette: &mut Vec<Mat4>) {
        palette.resize(model_from_joints.len(), Mat4::IDENTITY);
        fill_palette(|i| model_from_joints[i], |i| self.joints_from_bind[i], palette);
    }

    fn bare(&self, group: &Group, starts: &[f32]) {
        let bare = Bare::new(&self.rig.skeleton, &self.clip);
        let state = |&time: &f32| BareState {
            time,
            cursors: vec![0; JOINTS],
            model_from_joints: vec![Mat4::IDENTITY; JOINTS],
        };
        let mut characters: Vec<_> = starts.iter().map(|start| (state(start), Vec::new())).collect();
        group.time("bare", || {
            for (state, palette) in black_box(&mut characters) {
                bare.update(state);
                self.palette(&state.model_from_joints, palette);
            }
        });
    }

    /// Characters whose clip is played by an animator: with the places of their joints, and their palettes.
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

    /// The same by ozz-animation, in turns, if there is one.
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
        // Where a palette leads a point, a metre out of its joint along each axis.
        let apart = |(ours, theirs): (&Mat4, &Mat4)| {
            let far = |x: Vec3| ours.transform_point3(x).distance(theirs.transform_point3(x));
            Vec3::AXES.map(far).into_iter().fold(0.0, f32::max)
        };
        let apart = ours.zip(&palettes).map(apart).fold(0.0, f32::max);
        println!("  points of both differ by {apart:.1e} m at most");
        assert!(apart < 1e-2, "they do not play the same");
    }

    fn curves(&self, group: &Group, starts: &[f32]) {
        let mut characters: Vec<_> = starts.iter().map(|&start| (start, Vec::new(), Vec::new())).collect();
        group.time("curves", || {
            for (time, parent_from_nodes, palette) in black_box(&mut characters) {
                *time = (*time + DT) % self.curves.end;
                self.curves.sample_into(&self.scene, *time, parent_from_nodes);
                let model_from_joints = model_from_joints(&self.rig.skeleton, parent_from_nodes);
                self.palette(&model_from_joints, palette);
            }
        });
    }
}

fn play() {
    let motion = Motion::read();
    for count in [1, 1000] {
        let starts: Vec<f32> = (0..count).map(|i| 0.377 * i as f32 % 2.0).collect();
        let group = Group::new(&format!("{count} characters of {JOINTS} joints"), count * JOINTS, "joint");
        motion.bare(&group, &starts);
        motion.animators(&group, &starts, "cursor", Search::FromLast);
        motion.animators(&group, &starts, "halving", Search::Halving);
        motion.animators(&group, &starts, "from the start", Search::FromStart);
        motion.curves(&group, &starts);
        #[cfg(unix)]
        motion.beside_ozz(&starts);
    }
}

fn import() {
    let motion = Motion::read();
    let group = Group::new("import", JOINTS * KEYS, "key");
    group.time("matrix keys", || black_box(&motion.curves).baked(black_box(&motion.scene)));
}

fn main() {
    play();
    import();
}
