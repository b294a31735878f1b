//! A right player as a student may write it, wrong ones with a mistake each, and right ones that are unusual.

use super::formula::Law;
use super::mistakes::MISTAKES;
use super::scenes::{self, Scene};
use super::sentences::{Judged, Two};
use super::{Answer, Clip, Entry, Fades, Part, SEEDS, Task, Track, judge};
use anyhow::{Result, bail};
use glam::{Mat3, Mat4, Quat, Vec3};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// The name of what is special about a player.
type Kind = &'static str;

#[derive(Clone, Copy, Serialize, Deserialize)]
struct Transform {
    translation: Vec3,
    rotation: Quat,
    scale: Vec3,
}

/// A clip that plays.
#[derive(Clone, Serialize, Deserialize)]
struct Motion {
    clip: String,
    time: f64,
    fade: f64,
    passed: f64,
}

/// All that a player remembers.
#[derive(Clone, Default, Serialize, Deserialize)]
struct State {
    clock: f64,
    /// The clip that plays is the last. Those before it run on in its fade.
    motions: Vec<Motion>,
    kept: Vec<Transform>,
    /// The last picture, and its moment.
    seen: (Vec<Transform>, f64),
    /// Entries that have been played, for who keeps nothing else.
    entries: Vec<Entry>,
}

struct Player {
    kind: Kind,
    task: Task,
    state: State,
    /// The number of entries that have been played.
    next: usize,
}

/// Answers a task.
fn play(kind: Kind, json: &str) -> Result<String> {
    let mut task: Task = serde_json::from_str(json)?;
    if kind == "strict" {
        bail!("unknown field `about`");
    }
    if kind == "strict within" && json.contains("\"note\":") {
        bail!("unknown field `note`");
    }
    let saved = task.state.take().filter(|_| kind != "state unread");
    let mut state: State = saved.map_or(Ok(State::default()), serde_json::from_value)?;
    if ["whole script", "two entries"].contains(&kind) {
        task.script.splice(0..0, std::mem::take(&mut state.entries));
        state = State::default();
    }
    if kind == "clock from zero" {
        state.clock = 0.0;
    }
    if state.kept.is_empty() {
        state.kept = rest(kind, &task);
        state.seen.0 = state.kept.clone();
    }
    let mut player = Player { kind, task, state, next: 0 };
    let mut poses = Vec::new();
    for now in player.task.ask.clone() {
        player.go_to(now);
        player.state.seen = (player.pose(), now);
        poses.push(player.matrices());
    }
    let state = player.task.save.map(|save| player.save(save));
    let fades = if ["running", "old holds"].contains(&kind) { Fades::Running } else { Fades::Kept };
    let version = if kind == "version 2" { 2 } else { 1 };
    if kind == "one pose less" {
        poses.pop();
    }
    let numbers = if kind == "twelve numbers" { 12 } else { 16 };
    let matrices = |pose: &Vec<Mat4>| -> Vec<Vec<f32>> {
        pose.iter().map(|matrix| matrix.to_cols_array()[..numbers].to_vec()).collect()
    };
    let poses: Vec<_> = poses.iter().map(matrices).collect();
    let named = if kind == "no state" { "stat" } else { "state" };
    let first = if kind == "no version" { "edition" } else { "version" };
    let printed = json!({first: version, "fades": fades, "poses": poses, named: state, "note": 1});
    Ok(if kind == "talks" { format!("loading\n{printed}") } else { printed.to_string() })
}

impl Player {
    fn is(&self, kind: Kind) -> bool {
        self.kind == kind
    }

    fn keeps_running(&self) -> bool {
        ["running", "other kind", "old holds"].contains(&self.kind)
    }

    /// Plays the entries up to a moment, each at its own, and goes there.
    fn go_to(&mut self, now: f64) {
        let now = if self.is("ticks") { (now * 60.0).floor() / 60.0 } else { now };
        while let Some(entry) = self
            .task
            .script
            .get(self.next)
            .filter(|entry| entry.at < now || entry.at == now && !self.is("after it"))
            .cloned()
        {
            // Of entries at one moment only the last counts.
            if self.task.script.get(self.next + 1).is_some_and(|later| later.at == entry.at)
                && !self.is("each entry")
            {
                self.next += 1;
                continue;
            }
            let waits = self.state.motions.last().map_or(0.0, |motion| motion.fade - motion.passed);
            self.pass(match self.kind {
                "ticks" => (entry.at * 60.0).ceil() / 60.0,
                "when asked" => now,
                "asked before" => self.state.clock,
                "waits" if waits > 0.0 && self.state.clock + waits > now => return self.pass(now),
                "waits" => entry.at.max(self.state.clock + waits),
                _ => entry.at,
            });
            self.start(&entry);
            self.next += 1;
        }
        self.pass(now);
    }

    fn pass(&mut self, now: f64) {
        let mut step = (now - self.state.clock).max(0.0);
        if self.is("milliseconds") {
            step = (step * 1e3).round() / 1e3;
        }
        if self.is("a minute at most") {
            step = step.min(60.0);
        }
        let count = if self.is("small steps") { (step * 1e4).round() as usize } else { 1 };
        self.state.clock = now.max(self.state.clock);
        let last = self.state.motions.len().saturating_sub(1);
        for (i, motion) in self.state.motions.iter_mut().enumerate() {
            let clip = self.task.clips.iter().find(|clip| clip.name == motion.clip).expect("a clip");
            for _ in 0..count {
                motion.time += step / count as f64;
                motion.passed += step / count as f64;
                let loops = match self.kind {
                    "all loop" => true,
                    "none loops" => false,
                    "old holds" => clip.loops && i == last,
                    _ => clip.loops,
                };
                if loops && motion.time >= clip.seconds && clip.seconds > 0.0 {
                    motion.time -= match self.kind {
                        "one round" => clip.seconds,
                        _ => (motion.time / clip.seconds).floor() * clip.seconds,
                    };
                }
                motion.time = motion.time.min(clip.seconds);
            }
            if self.kind == "single clock" {
                motion.time = f64::from(motion.time as f32);
            }
        }
    }

    fn start(&mut self, entry: &Entry) {
        let plays = self.state.motions.last().is_some_and(|motion| motion.clip == entry.start);
        if plays && self.is("fades anew") {
            let pose = self.pose();
            self.state.kept = pose;
            self.state.motions.iter_mut().for_each(|motion| (motion.passed, motion.fade) = (0.0, entry.fade));
        }
        let has_ended = self.state.motions.last().is_some_and(|motion| {
            let clip = self.task.clips.iter().find(|clip| clip.name == motion.clip).expect("a clip");
            !clip.loops && motion.time >= clip.seconds
        });
        let before = self.next.checked_sub(1).map(|before| &self.task.script[before]);
        let begins_anew = match self.kind {
            "anew" => true,
            "ended begins anew" => has_ended,
            "resumed begins anew" => before.is_none() && self.task.from.is_some(),
            "anew beside" => before.is_some_and(|before| before.at == entry.at),
            _ => false,
        };
        if plays && !begins_anew {
            return;
        }
        self.state.entries.push(entry.clone());
        if let Some(old) = self.state.motions.last_mut()
            && self.kind == "cut in a fade"
            && entry.fade == 0.0
        {
            (old.clip, old.time) = (entry.start.clone(), 0.0);
            return;
        }
        self.state.kept = match self.kind {
            "last picture" | "creeps" => self.state.seen.0.clone(),
            "from rest" => rest(self.kind, &self.task),
            "old clip" => self.state.motions.last().map_or(self.state.kept.clone(), |old| self.sample(old)),
            _ => self.pose(),
        };
        let old = self.state.motions.iter().rev().find(|motion| motion.clip == entry.start);
        let time = match self.kind {
            "paused" => old.map_or(0.0, |old| old.time),
            "from zero" => entry.at,
            _ => 0.0,
        };
        // Who pauses clips keeps them all.
        if !self.keeps_running() && !self.is("paused") {
            self.state.motions.clear();
        }
        let clip = self.task.clips.iter().find(|clip| clip.name == entry.start).expect("a clip");
        let fade = match self.kind {
            "no fades" => 0.0,
            "at most a clip" => entry.fade.min(clip.seconds),
            "at least 0.1 s" if entry.fade > 0.0 => entry.fade.max(0.1),
            _ => entry.fade,
        };
        self.state.motions.push(Motion { clip: entry.start.clone(), time, fade, passed: 0.0 });
    }

    fn pose(&self) -> Vec<Transform> {
        let of = if self.keeps_running() { 0 } else { self.state.motions.len().saturating_sub(1) };
        let mut pose =
            if self.keeps_running() { rest(self.kind, &self.task) } else { self.state.kept.clone() };
        for motion in &self.state.motions[of..] {
            let weight = match motion.passed / motion.fade {
                part if self.is("divides by zero") => part.clamp(0.0, 1.0),
                part if motion.fade > 0.0 && part < 1.0 => part,
                _ => 1.0,
            };
            let weight = match self.kind {
                "smooth fade" => weight * weight * (3.0 - 2.0 * weight),
                "creeps" if weight < 1.0 => {
                    let left = motion.fade - motion.passed;
                    let step = (self.state.clock - self.state.seen.1).max(0.0);
                    step / (left + step)
                }
                _ => weight,
            };
            if self.is("creeps") && motion.fade > 0.0 {
                pose = self.state.seen.0.clone();
            }
            let clip = self.task.clips.iter().find(|clip| clip.name == motion.clip).expect("a clip");
            for (i, (joint, to)) in pose.iter_mut().zip(self.sample(motion)).enumerate() {
                let moves = clip.tracks.iter().any(|track| track.joint == i);
                let weight = if self.is("fades what moves") && !moves { 1.0 } else { weight };
                *joint = Transform {
                    translation: joint.translation.lerp(to.translation, weight as f32),
                    // glam stops at a turn that's no number.
                    rotation: between("right", joint.rotation, to.rotation, weight.max(0.0) as f32),
                    scale: joint.scale.lerp(to.scale, weight as f32),
                };
            }
        }
        pose
    }

    /// Returns the pose of a clip alone.
    fn sample(&self, motion: &Motion) -> Vec<Transform> {
        let mut pose = rest(self.kind, &self.task);
        if self.is("stays") {
            pose = self.state.kept.clone();
        }
        if self.is("identity") {
            pose.fill(Transform { translation: Vec3::ZERO, rotation: Quat::IDENTITY, scale: Vec3::ONE });
        }
        let clip: &Clip = self.task.clips.iter().find(|clip| clip.name == motion.clip).expect("a clip");
        for track in clip.tracks.iter().filter(|_| !self.is("nothing moves")) {
            let (a, b, part) = keys(self.kind, track, motion.time);
            let joint = &mut pose[track.joint];
            let vector =
                |value: &[f64]| Vec3::from_slice(&value.iter().map(|n| *n as f32).collect::<Vec<_>>());
            match track.part {
                Part::Translation => joint.translation = vector(a).lerp(vector(b), part),
                Part::Rotation => {
                    joint.rotation = between(self.kind, quat(self.kind, a), quat(self.kind, b), part);
                }
                Part::Scale => joint.scale = vector(a).lerp(vector(b), part),
            }
        }
        pose
    }

    fn matrices(&self) -> Vec<Mat4> {
        let mut model: Vec<Mat4> = Vec::new();
        for (joint, local) in self.task.joints.iter().zip(self.pose()) {
            let turn = Mat3::from_quat(local.rotation);
            let scale = Mat3::from_diagonal(if self.is("no scales") { Vec3::ONE } else { local.scale });
            let turned = if self.is("scaled last") { scale * turn } else { turn * scale };
            let own = Mat4::from_translation(local.translation) * Mat4::from_mat3(turned);
            let second_root = if self.is("one root") && !model.is_empty() { 0 } else { -1 };
            let parent = usize::try_from(joint.parent.max(second_root)).ok().map(|parent| model[parent]);
            model.push(match (parent, self.kind) {
                (None, _) | (_, "local") => own,
                (Some(parent), "parent right") => own * parent,
                (Some(parent), _) => parent * own,
            });
        }
        model.iter().map(|matrix| if self.is("rows") { matrix.transpose() } else { *matrix }).collect()
    }

    fn save(mut self, save: f64) -> Value {
        if self.is("entry lost") {
            self.task.script.retain(|entry| entry.at < save);
        }
        self.go_to(save);
        let mut state = self.state.clone();
        match self.kind {
            "whole script" => state = State { entries: state.entries, ..State::default() },
            "two entries" => {
                let entries = state.entries.split_off(state.entries.len().saturating_sub(2));
                state = State { entries, ..State::default() };
            }
            "saved once" if self.task.from.is_some() => state = State::default(),
            "state without fade" => state.motions.iter_mut().for_each(|motion| motion.fade = 0.0),
            "clip anew" => {
                state.motions.iter_mut().for_each(|motion| (motion.time, motion.fade) = (0.0, 0.0))
            }
            _ => (),
        }
        json!(state)
    }
}

fn rest(kind: Kind, task: &Task) -> Vec<Transform> {
    let number = |n: f64| n as f32;
    let joints = task.joints.iter().map(|joint| Transform {
        translation: joint.translation.map(number).into(),
        rotation: quat(kind, &joint.rotation),
        scale: joint.scale.map(number).into(),
    });
    joints.collect()
}

fn quat(kind: Kind, numbers: &[f64]) -> Quat {
    let [a, b, c, d] = [0, 1, 2, 3].map(|i| numbers[i] as f32);
    match kind {
        "w first" => Quat::from_xyzw(b, c, d, a).normalize(),
        "backwards" => Quat::from_xyzw(-a, -b, -c, d).normalize(),
        _ => Quat::from_xyzw(a, b, c, d).normalize(),
    }
}

fn between(kind: Kind, a: Quat, b: Quat, part: f32) -> Quat {
    if kind == "straight" {
        return a.lerp(b, part);
    }
    let b = if a.dot(b) < 0.0 && kind != "long way" { -b } else { b };
    let angle = a.dot(b).clamp(-1.0, 1.0).acos();
    if angle < 1e-3 { a } else { (a * ((1.0 - part) * angle).sin() + b * (part * angle).sin()).normalize() }
}

/// Returns the values of two keys and the part of the way between them.
fn keys(kind: Kind, track: &Track, time: f64) -> (&[f64], &[f64], f32) {
    let Track { times, values, .. } = track;
    let after = times.iter().position(|key| *key > time);
    let last = times.len() - 1;
    let (a, b) = match (after, kind) {
        (Some(after), _) if after > 0 => (after - 1, after),
        (Some(_), "extrapolates") if last > 0 => (0, 1),
        (None, "extrapolates") if last > 0 => (last - 1, last),
        (Some(_), "wraps") => (last, 0),
        (Some(_), _) => (0, 0),
        (None, "no last step") => [times.partition_point(|key| *key < times[last]); 2].into(),
        (None, _) => (last, last),
    };
    let part = match kind {
        _ if a == b => 0.0,
        "wraps" if a > b => time / times[0],
        _ => (time - times[a]) / (times[b] - times[a]),
    };
    let part = match kind {
        "steps" => 0.0,
        "smooth keys" => part * part * (3.0 - 2.0 * part),
        _ => part,
    };
    (&values[a], &values[b], part as f32)
}

#[test]
fn each_mistake_is_found_by_the_sentence_that_it_violates() {
    for (kind, fails, words) in [
        ("talks", "answers", "near `loading`"),
        ("version 2", "answers", "`version` is 2, and these tasks have 1"),
        ("no version", "answers", "Your answer has no `version`"),
        ("one pose less", "answers", "`poses` has length 3, for 4 asked moments"),
        ("twelve numbers", "answers", "`poses[0][0]` has length 12, for 16 numbers"),
        ("strict", "answers", "unknown field"),
        ("strict within", "answers", "unknown field"),
        ("rows", "rest", "row after row"),
        ("local", "rest", "in its parent still"),
        ("parent right", "rest", "on the right"),
        ("one root", "rest", "the first root"),
        ("w first", "rest", "first number"),
        ("backwards", "rest", "backwards"),
        ("scaled last", "rest", "turned first"),
        ("no scales", "rest", "no scales"),
        ("identity", "rest", "the identity"),
        ("nothing moves", "keys", "nothing had been started"),
        ("steps", "between", "held until the next"),
        ("smooth keys", "between", "from key to key were a smoothstep"),
        ("straight", "between", "four numbers"),
        ("long way", "between", "the long way"),
        ("ticks", "between", "1/60 s"),
        ("extrapolates", "holds", "beyond their times"),
        ("wraps", "holds", "keys from 0.4 s"),
        ("no last step", "holds", "at 1.3 s"),
        ("one round", "loops", "took off"),
        ("all loop", "loops", "all clips looped"),
        ("none loops", "loops", "no clip looped"),
        ("a minute at most", "loops", "at 400.35 s"),
        ("when asked", "starts", "next asked moment"),
        ("asked before", "starts", "the asked moment before"),
        ("paused", "starts", "walk, run, and walk again"),
        ("from zero", "starts", "begun at 0 s"),
        ("after it", "keys", "began only after it"),
        ("stays", "starts", "the one before had left it"),
        ("each entry", "fades", "and not only the last"),
        ("fades what moves", "fades", "from one clip"),
        ("at most a clip", "fades", "longer than its clip"),
        ("at least 0.1 s", "fades", "at 2.52 s"),
        ("cut in a fade", "mind", "at 0.88 s"),
        ("old holds", "fades", "at 1.65 s"),
        ("anew beside", "again", "and not only the last"),
        ("ended begins anew", "again", "run has ended"),
        ("smooth fade", "fades", "weight of a fade"),
        ("no fades", "fades", "no fades"),
        ("divides by zero", "rest", "division by 0"),
        ("other kind", "fades", "the other kind"),
        ("last picture", "fades asked", "the last asked moment"),
        ("creeps", "fades asked", "from one clip"),
        ("from rest", "fades", "from one clip"),
        ("anew", "again", "what plays already began anew"),
        ("fades anew", "again", "three times"),
        ("old clip", "mind", "not what was seen"),
        ("waits", "mind resumed", "in mid-fade"),
        ("no state", "resumed", "has no `state`"),
        ("state unread", "resumed", "weren't read"),
        ("state without fade", "resumed", "the fade weren't in the state"),
        ("resumed begins anew", "resumed", "what plays already began anew"),
        ("two entries", "resumed", "resumed at 1.85 s"),
        ("saved once", "resumed", "resumed at 0.4 s"),
        ("clip anew", "resumed", "began anew where"),
        ("entry lost", "resumed", "were lost"),
        ("clock from zero", "resumed", "counted from the saved one"),
        ("milliseconds", "asked", "thirty times a second"),
    ] {
        let (report, picture) = judge(&mut |task: &str| play(kind, task), SEEDS[0]);
        let failing = report.failing().collect::<Vec<_>>().join(" ");
        assert!(failing == fails && report.tells(words), "{kind} {failing}, {words}: {report}");
        assert!(picture.is_some() == report.tells(" apart"), "{kind}: {report}");
    }
}

#[test]
fn no_right_one_is_refused_however_unusual() {
    for kind in ["right", "running", "whole script", "small steps", "single clock"] {
        let (report, picture) = judge(&mut |task: &str| play(kind, task), SEEDS[0]);
        assert!(report.all_hold() && picture.is_none(), "{kind}: {report}");
    }
}

fn all_scenes(seed: u64) -> impl Iterator<Item = Scene> {
    Judged::SENTENCES.map(|sentence| sentence.name).into_iter().flat_map(move |name| scenes::of(name, seed))
}

#[test]
fn no_asked_moment_is_near_a_jump() {
    for (seed, fades) in SEEDS.into_iter().flat_map(|seed| [(seed, Fades::Kept), (seed, Fades::Running)]) {
        for Scene { task, .. } in all_scenes(seed) {
            let ask: Vec<f64> =
                task.ask.iter().copied().chain(scenes::SAVES).filter(|now| *now > 0.0).collect();
            let around = [-0.001, 0.0, 0.001].map(|aside| {
                let ask = ask.iter().map(|now| now + aside).collect();
                Law::of(fades).poses(&Task { ask, ..task.clone() })
            });
            for (now, i) in ask.iter().zip(0..) {
                let [before, at, after] = [0, 1, 2].map(|side| &around[side][i]);
                let is_near = [before, after]
                    .iter()
                    .all(|side| at.iter().zip(*side).all(|(a, b)| a.abs_diff_eq(*b, 0.1)));
                assert!(is_near, "seed {seed}, {} at {now} s", task.about);
            }
        }
    }
}

#[test]
fn no_two_mistakes_look_the_same() {
    for Scene { task, compared } in SEEDS.into_iter().step_by(10).flat_map(all_scenes) {
        let law = Law::of(Fades::Kept);
        let differ = |given: &Vec<_>, expected: &Vec<_>| {
            Two { task: &task, given, expected, called: [""; 2] }.difference(compared).is_some()
        };
        let right = law.poses(&task);
        let wrong = MISTAKES.map(|(name, change)| {
            let (mut task, mut law) = (task.clone(), law);
            change(&mut task, &mut law);
            (name, law.poses(&task))
        });
        for (i, (name, poses)) in wrong.iter().enumerate().filter(|(_, (_, poses))| differ(poses, &right)) {
            let same = wrong[..i].iter().find(|(_, other)| !differ(other, poses));
            assert!(same.is_none(), "in \"{}\", {name}, and {}", task.about, same.map_or("", |same| same.0));
        }
    }
}

#[test]
fn the_page_has_the_sentences_and_true_examples() {
    let page = include_str!("../../../../docs/engine/player.md");
    for sentence in Judged::SENTENCES {
        assert!(page.contains(&format!("| {} | {} |", sentence.name, sentence.says)), "{}", sentence.name);
    }
    let examples = page.split("```json").skip(1).filter_map(|rest| rest.split("```").next());
    let [task, answer, resumed] = examples.collect::<Vec<_>>()[..] else { panic!("three examples") };
    let task: Task = crate::read(task).expect("a task");
    let answer = Answer::read(answer, &task).expect("an answer");
    let expected = &Law::of(answer.fades).poses(&task);
    let two = Two { task: &task, given: &answer.poses, expected, called: [""; 2] };
    assert_eq!(two.difference(task.joints.len()), None);
    let resumed: Task = crate::read(resumed).expect("a task that resumes");
    assert_eq!((resumed.from, resumed.state), (task.save, answer.state));
}
