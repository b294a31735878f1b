//! The workbook's own mixer, in single precision, as a player: what the judge asks of a student's is true of ours.
#![expect(clippy::unwrap_used, reason = "all of it is a test, its helpers too")]

use common::clip::{Animator, Channel, Clip, Keys, Mixer};
use common::pose::model_from_joints;
use common::{rig::Rig, transform::Transform};
use glam::{Mat4, Quat, Vec3, Vec4};
use judge::player::{self, Part, SEEDS, Task, judge};
use serde_json::{Value, from_value, json};
use std::sync::Arc;

/// Returns up to four numbers. Of three, the last is 0.
fn four(numbers: &[f64]) -> Vec4 {
    Vec4::from_array([0, 1, 2, 3].map(|i| numbers.get(i).map_or(0.0, |number| *number as f32)))
}

fn clip(rig: &Rig, clip: &player::Clip) -> Clip {
    let still = |joint| Channel { joint, ..Channel::default() };
    let mut channels: Vec<Channel> = (0..rig.rest.len()).map(still).collect();
    for track in &clip.tracks {
        let (times, channel) = (track.times.iter().map(|time| *time as f32), &mut channels[track.joint]);
        let values = track.values.iter().map(|value| four(value));
        match track.part {
            Part::Translation => channel.translations = Keys::new(times, values.map(Vec4::truncate)),
            Part::Rotation => channel.rotations = Keys::new(times, values.map(Quat::from_vec4)),
            Part::Scale => channel.scales = Keys::new(times, values.map(Vec4::truncate)),
        }
    }
    Clip { name: clip.name.clone(), start: 0.0, seconds: clip.seconds as f32, channels }
}

/// The name of the clip that plays, its time, the pose that a fade leaves, and the fade's seconds.
type Saved = Option<(String, f32, Vec<(Vec3, Quat, Vec3)>, [f32; 2])>;

fn play(task: &str) -> Value {
    let task: Task = serde_json::from_str(task).unwrap();
    let mut rig = Rig::default();
    for joint in &task.joints {
        rig.skeleton.add(&joint.name, usize::try_from(joint.parent).ok());
        let [translation, scale] = [joint.translation, joint.scale].map(|part| four(&part).truncate());
        rig.rest.push(Transform { translation, rotation: Quat::from_vec4(four(&joint.rotation)), scale });
    }
    let rig = Arc::new(rig);
    let animators = task.clips.iter().map(|made| {
        let mut animator = Animator::new(rig.clone(), Arc::new(clip(&rig, made)));
        animator.looping = made.loops;
        animator
    });
    let (mut clock, mut script) = (task.from.unwrap_or(0.0), task.script.iter().peekable());
    let saved = task.state.and_then(|state| from_value::<Saved>(state).unwrap());
    let joint = |&(translation, rotation, scale): &_| Transform { translation, rotation, scale };
    let kept = saved.as_ref().map(|(.., kept, _)| kept.iter().map(joint).collect());
    let mut mixer = Mixer::new(kept.unwrap_or_else(|| rig.rest.clone()), animators.collect());
    // The fade's seconds, and the time at which it began.
    let mut fade = (0.0, 0.0);
    if let Some((name, time, _, [seconds, passed])) = saved {
        // A mixer fades from the pose that it shows.
        mixer.start(&name, seconds).unwrap();
        mixer.update(passed);
        mixer.source_named(&name).unwrap().seek(time);
        fade = (seconds, clock - f64::from(passed));
    }
    let mut go_to = |now: f64| {
        while let Some(entry) = script.next_if(|entry| entry.at <= now) {
            // Of entries at one moment only the last counts.
            if script.peek().is_some_and(|next| next.at == entry.at) {
                continue;
            }
            mixer.update((entry.at - clock) as f32);
            clock = entry.at;
            if mixer.source().is_none_or(|playing| playing.clip().name != entry.start) {
                fade = (entry.fade as f32, clock);
            }
            mixer.start(&entry.start, entry.fade as f32).unwrap();
        }
        mixer.update((now - clock) as f32);
        clock = now;
        let matrices: Vec<Mat4> = mixer.pose().iter().map(|joint| joint.to_matrix()).collect();
        model_from_joints(&rig.skeleton, &matrices)
    };
    let poses: Vec<_> = task.ask.iter().map(|now| go_to(*now)).collect();
    task.save.into_iter().for_each(|save| _ = go_to(save));
    let kept =
        mixer.fade().kept().iter().map(|joint| (joint.translation, joint.rotation, joint.scale)).collect();
    let saved: Saved = mixer.source().map(|playing| {
        (playing.clip().name.clone(), playing.time(), kept, [fade.0, (clock - fade.1) as f32])
    });
    json!({"version": 1, "poses": poses, "state": saved})
}

#[test]
fn our_own_mixer_holds_all_of_a_player_on_every_seed() {
    for seed in SEEDS {
        let (report, picture) = judge(&mut |task: &str| Ok(play(task).to_string()), seed);
        assert!(report.all_hold() && picture.is_none(), "seed {seed}: {report}");
    }
}
