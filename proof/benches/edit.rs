//! What editing costs, held against playing: a long animation of many joints, in one thread.
//!
//! `cargo bench --package proof --bench edit`.

mod made;
mod timing;

use anyhow::{Context as _, Result};
use common::clip::{Animator, Channel, Clip, Keys};
use common::pose::{Pose, walk};
use common::rig::Rig;
use common::skeleton::Skeleton;
use common::transform::Transform;
use drafts::Stored;
use drafts::blobs::{self, Header};
use drafts::disk::RealDisk;
use drafts::folder::Folder;
use editor::{Animation, Document, Edit, Posed, Selection, save};
use glam::{Mat4, Quat, Vec3};
use std::fs::File;
use std::hint::black_box;
use std::io::Write as _;
use std::path::Path;
use std::sync::Arc;
use timing::Group;

/// As many as a human figure with all its fingers has.
const JOINTS: usize = 67;

/// As many columns, 30 in a second.
const KEYS: u16 = 1000;

const DT: f32 = 1.0 / 60.0;

fn rig() -> Rig {
    let mut skeleton = Skeleton::new();
    for joint in 0..JOINTS {
        let parent = (joint > 0).then(|| if joint % 8 == 0 { 0 } else { joint - 1 });
        skeleton.add(&format!("joint {joint}"), parent);
    }
    Rig { skeleton, rest: vec![Transform::IDENTITY; JOINTS] }
}

/// Keys in all three lists of all joints.
fn clip() -> Clip {
    let times = || (0..KEYS).map(|key| f32::from(key) / 30.0);
    let channel = |joint: usize| {
        let turn = |time: f32| Quat::from_rotation_y((joint as f32 + 3.0 * time).sin());
        Channel {
            joint,
            translations: Keys::new(times(), times().map(|time| Vec3::new(time, joint as f32, 0.0))),
            rotations: Keys::new(times(), times().map(turn)),
            scales: Keys::new(times(), times().map(|time| Vec3::splat(1.0 + 0.01 * time))),
        }
    };
    Clip { name: "long".to_owned(), start: 0.0, seconds: 34.0, channels: (0..JOINTS).map(channel).collect() }
}

/// What is dragged, and by which name.
type Drag = (&'static str, Box<dyn Fn(&Animation) -> Edit>);

fn drags(rig: &Rig) -> Vec<Drag> {
    let skeleton = rig.skeleton.clone();
    let was =
        Transform { translation: Vec3::X, rotation: Quat::from_rotation_x(1.0), scale: Vec3::splat(2.0) };
    let posed = [Posed { joint: 20, was, now: Transform::IDENTITY }];
    let shift = |keys: fn(&Animation) -> Selection| -> Box<dyn Fn(&Animation) -> Edit> {
        let keys = keys(&Animation::of_clip(&clip()));
        Box::new(move |animation| animation.shift(&keys, 0.01))
    };
    vec![
        ("a joint is turned", Box::new(move |animation| animation.set(&skeleton, 10.0, &posed))),
        ("a key is moved", shift(|_| [(20, 10.0)].into_iter().collect())),
        ("a column is moved", shift(|animation| Selection::column(animation, 10.0))),
        ("all keys are moved", shift(Selection::all)),
        ("a column is stretched", Box::new(|animation| animation.set_duration(500, 0.1))),
    ]
}

/// What the editor works out in a picture: how the model stands, what the dope sheet shows, two onion skins.
struct Picture<'r> {
    rig: &'r Rig,
    pose: Pose,
    model_from_joints: Vec<Mat4>,
    palette: Vec<Mat4>,
    shown: Vec<Arc<Channel>>,
    key_times: Vec<Vec<f32>>,
    columns: Vec<f32>,
}

impl<'r> Picture<'r> {
    fn new(rig: &'r Rig) -> Self {
        let (pose, palette, shown, columns) = Default::default();
        let (model_from_joints, key_times) = (vec![Mat4::IDENTITY; JOINTS], vec![Vec::new(); JOINTS]);
        Self { rig, pose, model_from_joints, palette, shown, key_times, columns }
    }

    fn place(&mut self) {
        walk(&self.rig.skeleton, |i| self.pose[i].to_matrix(), &mut self.model_from_joints);
        self.palette.clear();
        self.palette
            .extend(self.model_from_joints.iter().map(|model_from_joint| *model_from_joint * Mat4::IDENTITY));
    }

    /// All of it. The dope sheet goes through what has changed.
    fn work_out(&mut self, animation: &Animation, selection: &Selection, time: f32) {
        let mut is_other = self.shown.len() != animation.channels.len();
        for (joint, channel) in animation.channels.iter().enumerate() {
            if !self.shown.get(joint).is_some_and(|shown| Arc::ptr_eq(shown, channel)) {
                self.key_times[joint] = animation.key_times(joint);
                is_other = true;
            }
        }
        if is_other {
            self.shown.clone_from(&animation.channels);
            self.columns = animation.columns();
        }
        black_box(selection.times());
        for time in [animation.key_before(time), Some(time), animation.key_after(time)].into_iter().flatten()
        {
            animation.pose_into(&self.rig.rest, time, &mut self.pose);
            self.place();
        }
    }
}

fn main() -> Result<()> {
    edits();
    files()
}

fn edits() {
    let (rig, clip) = (Arc::new(rig()), Arc::new(clip()));
    let animation = Animation::of_clip(&clip);
    let before = Document { animations: vec![Arc::new(animation.clone())] };
    let mut picture = Picture::new(&rig);

    let group = Group::new(
        "what is worked out for a picture of 67 joints with 1000 keys in each list",
        JOINTS,
        "joint",
    );
    let mut animator = Animator::new(rig.clone(), clip.clone());
    let played = group.time("lesson 12, which plays it", || {
        animator.update(DT);
        picture.pose.clear();
        picture.pose.extend_from_slice(animator.pose());
        picture.place();
    });
    let mut moment = 0.0;
    for (name, selection) in [
        ("lesson 14, which plays it", Selection::default()),
        ("… all keys selected", Selection::all(&animation)),
    ] {
        let posed = group.time(name, || {
            moment = (moment + DT) % 33.0;
            picture.work_out(&animation, &selection, moment);
        });
        println!(
            "  {:32} {:12.2} times lesson 12, {:.3} ms more",
            "",
            posed / played,
            1e3 * (posed - played)
        );
    }
    for (name, drag) in drags(&rig) {
        let dragged = group.time(name, || {
            let Edit { animation, selection, .. } = drag(&animation);
            picture.work_out(&animation, &selection, 10.0);
        });
        println!(
            "  {:32} {:12.2} times lesson 12, {:.3} ms more",
            "",
            dragged / played,
            1e3 * (dragged - played)
        );
    }

    let group = Group::new("the end of a drag: what it is kept as, and put back", JOINTS, "joint");
    for (name, drag) in drags(&rig) {
        let after = before.with(0, drag(&animation).animation);
        let Some(step) = drafts::step(name, &before, &after) else { continue };
        group.time(name, || drafts::step(name, &before, &after));
        group.time("… and undone", || step.before.apply(&after));
        println!("  {:32} {:12} bytes", "", step.before.bytes() + step.after.bytes());
    }
}

/// Saving and opening, held against writing and reading the same bytes with the same syncs.
fn files() -> Result<()> {
    let place = std::env::temp_dir().join(format!("bench-edit-{}", std::process::id()));
    std::fs::create_dir_all(&place)?;
    let model = place.join("model.glb");
    std::fs::write(&model, made::file(40, 1, 1000, &made::picture(64)?))?;
    let asset = formats::read(&model)?;
    let document = Document { animations: vec![Arc::new(Animation::of_clip(&clip()))] };
    let bytes = blobs::write(&save::to_blobs(&asset, &document, &[]).0, 1);

    let counter = |bytes: &[u8]| Header::take(bytes).map(|header| header.saves);
    let mut folder = Folder::new(RealDisk, &place.join("saves"), "model", "moves", counter);
    folder.create()?;
    let group = Group::new(&format!("a save of {:.1} MB", bytes.len() as f64 / 1e6), bytes.len(), "byte");
    let mut save = || folder.save(|saves| blobs::write(&save::to_blobs(&asset, &document, &[]).0, saves));
    let plain = group.time("write its bytes", || write(&place, &bytes));
    let saved = group.time("save it", || save().map(|saved| std::fs::remove_file(saved.path)));
    println!("  {:32} {:12.2} times", "", saved / plain);
    let path = save()?.path;
    let plain = group.time("read its bytes", || std::fs::read(&path));
    let opened = group.time("open it", || save::read(&std::fs::read(&path).unwrap_or_default(), "it"));
    println!("  {:32} {:12.2} times", "", opened / plain);
    std::fs::remove_dir_all(&place).context("the folder stays")
}

/// Writes bytes as a save is written: under another name, and then renamed, both so that no power cut reaches them.
fn write(folder: &Path, bytes: &[u8]) -> Result<()> {
    let mut file = File::create(folder.join("new"))?;
    file.write_all(bytes)?;
    file.sync_all()?;
    std::fs::rename(folder.join("new"), folder.join("plain"))?;
    Ok(File::open(folder)?.sync_all()?)
}
