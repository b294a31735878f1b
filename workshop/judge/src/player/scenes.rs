//! The scenes of each sentence, made from a seed.
//!
//! Each needs only what its sentence says, so until entries are the subject, one begins at 0 s, which is asked. All times are whole milliseconds, and no asked moment is within one of a jump. Each rotation is
//! less than 80° from rest, so no two are so far apart that the short way round might change sides.

use super::schema::{Clip, Entry, Joint, Part, Task, Track};
use crate::VERSION;
use crate::chance::Chance;
use glam::{DQuat, DVec3};

/// Seeds whose scenes show each known mistake, and tell it from the others.
pub const SEEDS: [u64; 50] = [
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28,
    29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50,
];

/// The joints' names, parents, and about where they are in them.
const FIGURE: [(&str, i64, [f64; 3]); 6] = [
    ("hips", -1, [0.0, 1.0, 0.0]),
    ("spine", 0, [0.0, 0.5, 0.0]),
    ("head", 1, [0.0, 0.5, 0.1]),
    ("arm", 1, [0.4, 0.2, 0.0]),
    ("hand", 3, [0.5, 0.1, 0.0]),
    ("foot", 0, [0.2, -0.9, 0.0]),
];

/// The joints with a scale. The first has joints below it, and so shears them.
const SCALED: [usize; 2] = [1, 4];

/// The joints that are moved within their parents.
const MOVED: [usize; 2] = [0, 3];

/// The angles between a rotation of a clip and that at rest, in radians.
const TURNS: (f64, f64) = (0.5, 1.35);

const WALK: (&str, f64) = ("walk", 1.6);
const RUN: (&str, f64) = ("run", 1.1);
const NOD: (&str, f64) = ("nod", 2.3);

/// The scene in which each joint, clip, track and entry has a name that no player knows.
pub const EVERYTHING: &str = "a bit of everything";

/// A task, and what is special about it.
pub struct Scene {
    pub task: Task,
    /// The number of joints that are compared, from the first one on.
    pub compared: usize,
}

/// The keys' times of a track.
enum Times {
    /// So many, from a first to a last, the others about evenly between, for each track elsewhere.
    Spread(f64, f64, usize),
    /// The same for all.
    Given(&'static [f64]),
}

/// A figure and its clips, in the making.
struct Stage {
    random: Chance,
    joints: Vec<Joint>,
}

impl Stage {
    fn new(seed: u64) -> Self {
        let mut random = Chance::new(seed);
        let joint = |(i, (name, parent, at)): (usize, (&str, i64, [f64; 3]))| Joint {
            name: name.to_owned(),
            parent,
            translation: short(DVec3::from(at) + random.vector(-0.12, 0.12)),
            rotation: short(random.turn(0.2, 0.7)),
            scale: if SCALED.contains(&i) { short(random.vector(0.7, 1.4)) } else { [1.0; 3] },
        };
        let joints = FIGURE.into_iter().enumerate().map(joint).collect();
        Self { random, joints }
    }

    fn clip(&mut self, (name, seconds): (&str, f64), times: &Times) -> Clip {
        let mut tracks = Vec::new();
        for joint in 0..FIGURE.len() {
            tracks.push(self.track(joint, Part::Rotation, times));
            if MOVED.contains(&joint) {
                tracks.push(self.track(joint, Part::Translation, times));
            }
            if SCALED.contains(&joint) {
                tracks.push(self.track(joint, Part::Scale, times));
            }
        }
        Clip { name: name.to_owned(), seconds, loops: true, tracks }
    }

    /// Returns a clip that loops, with some keys.
    fn whole(&mut self, (name, seconds): (&str, f64)) -> Clip {
        self.clip((name, seconds), &Times::Spread(0.0, seconds, 4))
    }

    fn track(&mut self, joint: usize, part: Part, times: &Times) -> Track {
        let times: Vec<f64> = match *times {
            Times::Given(times) => times.to_vec(),
            Times::Spread(first, last, count) => {
                let spaces = (count - 1) as f64;
                let place = |i: usize| {
                    let is_end = i == 0 || i == count - 1;
                    let aside = if is_end { 0.0 } else { self.random.between(-0.3, 0.3) };
                    milliseconds(first + (last - first) * (i as f64 + aside) / spaces)
                };
                (0..count).map(place).collect()
            }
        };
        let values = times.iter().map(|_| self.value(joint, part)).collect();
        Track { joint, part, times, values }
    }

    fn value(&mut self, joint: usize, part: Part) -> Vec<f64> {
        let rest = &self.joints[joint];
        match part {
            Part::Translation => {
                short::<3>(DVec3::from(rest.translation) + self.random.vector(-0.3, 0.3)).to_vec()
            }
            Part::Scale => short::<3>(self.random.vector(0.7, 1.4)).to_vec(),
            Part::Rotation => {
                let turned =
                    DQuat::from_array(rest.rotation).normalize() * self.random.turn(TURNS.0, TURNS.1);
                // Both signs are the same rotation.
                short::<4>(if self.random.below(2) == 0 { turned } else { -turned }).to_vec()
            }
        }
    }

    fn scene(&self, about: &str, clips: &[&Clip], script: &[(f64, &str, f64)], ask: &[f64]) -> Scene {
        let entry = |&(at, start, fade): &(f64, &str, f64)| Entry { at, start: start.to_owned(), fade };
        let task = Task {
            version: VERSION,
            about: about.to_owned(),
            joints: self.joints.clone(),
            clips: clips.iter().map(|clip| (*clip).clone()).collect(),
            script: script.iter().map(entry).collect(),
            ask: ask.to_vec(),
            save: None,
            from: None,
            state: None,
        };
        Scene { compared: task.joints.len(), task }
    }
}

/// Returns the scenes of a sentence.
pub fn of(sentence: &str, seed: u64) -> Vec<Scene> {
    let mut stage = Stage::new(seed);
    match sentence {
        "rest" => rest(&mut stage),
        "keys" => {
            const TIMES: [f64; 6] = [0.0, 0.2, 0.45, 0.8, 1.15, 1.5];
            let walk = stage.clip(WALK, &Times::Given(&TIMES));
            vec![stage.scene("each asked moment is a key's", &[&walk], &[(0.0, "walk", 0.0)], &TIMES)]
        }
        "between" => {
            let walk = stage.clip(WALK, &Times::Spread(0.0, 1.6, 2));
            let ask: Vec<f64> = (0..13).map(|i| milliseconds(0.131 * f64::from(i))).collect();
            vec![stage.scene("two keys for each track", &[&walk], &[(0.0, "walk", 0.0)], &ask)]
        }
        "holds" => holds(&mut stage),
        "loops" => loops(&mut stage),
        "fades" => fades(&mut stage),
        _ => changes(sentence, &mut stage),
    }
}

fn rest(stage: &mut Stage) -> Vec<Scene> {
    let walk = stage.whole(WALK);
    let mut still = stage.scene("nothing is started", &[&walk], &[], &[0.0, 1.5]);
    let last = FIGURE.len() - 1;
    let foot = still.task.joints[last].clone();
    still.task.joints.push(Joint { name: "a second root".to_owned(), parent: -1, ..foot });
    still.compared += 1;
    let tracks = vec![stage.track(last, Part::Rotation, &Times::Given(&[0.4]))];
    let walk = Clip { tracks, ..walk };
    let script = [(0.0, "walk", 0.0)];
    let scene = stage.scene("the clip moves the last joint alone", &[&walk], &script, &[0.0, 0.4, 0.9]);
    vec![still, Scene { compared: last, ..scene }]
}

fn holds(stage: &mut Stage) -> Vec<Scene> {
    let within = stage.clip(WALK, &Times::Spread(0.4, 1.0, 3));
    let one = stage.clip(WALK, &Times::Given(&[0.5]));
    let double = stage.clip(WALK, &Times::Given(&[0.2, 0.7, 0.7, 1.3, 1.3]));
    let script = [(0.0, "walk", 0.0)];
    vec![
        stage.scene("keys from 0.4 s to 1 s", &[&within], &script, &[0.0, 0.3, 0.38, 1.02, 1.2, 1.55]),
        stage.scene("a single key for each track", &[&one], &script, &[0.0, 0.45, 1.2]),
        stage.scene(
            "two keys at 0.7 s, and at 1.3 s",
            &[&double],
            &script,
            &[0.0, 0.4, 0.69, 0.71, 1.0, 1.4],
        ),
    ]
}

fn loops(stage: &mut Stage) -> Vec<Scene> {
    let walk = stage.whole(WALK);
    let once = Clip { loops: false, ..walk.clone() };
    let still = stage.clip(("walk", 0.0), &Times::Given(&[0.0]));
    let once_still = Clip { loops: false, ..still.clone() };
    let (script, ask) = ([(0.0, "walk", 0.0)], [0.0, 0.3, 1.55, 1.65, 2.9, 4.0, 47.27, 400.35]);
    vec![
        stage.scene("it loops", &[&walk], &script, &ask),
        stage.scene("it doesn't loop", &[&once], &script, &ask),
        stage.scene("a clip of 0 s that loops", &[&still], &script, &[0.0, 0.3, 2.0]),
        stage.scene("a clip of 0 s that doesn't", &[&once_still], &script, &[0.0, 0.3]),
    ]
}

fn fades(stage: &mut Stage) -> Vec<Scene> {
    let [walk, run, nod] = [WALK, RUN, NOD].map(|clip| stage.whole(clip));
    let clips = [&walk, &run, &nod];
    // What walk moves and run doesn't goes back to rest evenly, too. A joint that neither moves is between two rotations that are
    // the same, and as long as 1 to the last bit.
    let still = [(&walk, &[0, 1, 2, 3, 4][..]), (&run, &[1, 3])].map(|(clip, joints)| {
        let moves = |track: &&Track| joints.contains(&track.joint);
        Clip { tracks: clip.tracks.iter().filter(moves).cloned().collect(), ..clip.clone() }
    });
    // In the fade's midst, at 1.6 s, walk begins again.
    let ask = [1.39, 1.43, 1.46, 1.52, 1.65, 1.77, 1.88, 1.95, 2.3];
    let script = [(0.0, "walk", 0.0), (1.417, "run", 0.5)];
    let both = [(0.0, "walk", 0.0), (1.417, "nod", 0.0), (1.417, "run", 0.5)];
    let mut from_one = stage.scene("from one clip to another", &still.each_ref(), &script, &ask);
    from_one.task.joints[FIGURE.len() - 1].rotation = [0.0, 0.0, 0.0, 1.0];
    vec![
        from_one,
        stage.scene(
            "a fade from rest, longer than its clip, and a short one",
            &clips,
            &[(0.2, "walk", 2.0), (2.5, "run", 0.05)],
            &[0.1, 0.4, 1.0, 1.9, 2.3, 2.52, 2.57],
        ),
        stage.scene("two entries at one moment", &clips, &both, &ask),
    ]
}

/// Returns scenes of three clips.
fn changes(sentence: &str, stage: &mut Stage) -> Vec<Scene> {
    let [walk, run, nod] = [WALK, RUN, NOD].map(|clip| stage.whole(clip));
    let scene = |about: &str, script: &[(f64, &str, f64)], ask: &[f64]| {
        stage.scene(about, &[&walk, &run, &nod], script, ask)
    };
    match sentence {
        "answers" => {
            let script = [(0.1, "walk", 0.0), (0.5, "run", 0.3)];
            let mut scene = scene(EVERYTHING, &script, &[0.05, 0.3, 0.6, 1.0]);
            scene.task.save = Some(1.0);
            vec![scene]
        }
        "starts" => {
            let script = [(0.137, "walk", 0.0), (0.537, "run", 0.0), (0.9, "nod", 0.0), (0.9, "walk", 0.0)];
            let few = run.tracks.iter().filter(|track| track.joint == 1).cloned().collect();
            let few = Clip { tracks: few, ..run.clone() };
            vec![
                scene("walk, run, and walk again", &script, &[0.1, 0.3, 0.5, 0.6, 0.8, 0.95, 1.3]),
                stage.scene("run moves a joint alone", &[&walk, &few], &script[..2], &[0.3, 0.6, 1.0]),
            ]
        }
        "again" => {
            let mut script = vec![(0.0, "walk", 0.0), (0.4, "run", 0.4), (0.55, "run", 0.3)];
            // Here nod doesn't count.
            script.extend([(1.05, "nod", 0.2), (1.05, "run", 0.2)]);
            let once = Clip { loops: false, ..run.clone() };
            let ended = [(0.0, "run", 0.0), (1.2, "run", 0.0)];
            vec![
                scene(
                    "run is started three times, at last beside nod",
                    &script,
                    &[0.45, 0.6, 0.75, 1.0, 1.1, 1.3],
                ),
                stage.scene("run has ended, and is started", &[&once], &ended, &[0.3, 1.15, 1.25, 3.6]),
            ]
        }
        "mind" => {
            let script = [(0.0, "walk", 0.0), (0.4, "run", 0.4), (0.55, "nod", 0.3)];
            let mut back = vec![(0.0, "walk", 0.0), (0.4, "run", 0.4), (0.55, "walk", 0.4)];
            back.extend([(0.7, "nod", 0.4), (0.85, "run", 0.0)]);
            vec![
                scene("run, and nod in mid-fade", &script, &[0.45, 0.54, 0.55, 0.6, 0.7, 0.83, 1.0]),
                scene(
                    "run, in mid-fade back, and at last a cut",
                    &back,
                    &[0.5, 0.6, 0.68, 0.75, 0.83, 0.88, 1.2],
                ),
            ]
        }
        "resumed" => {
            let once = Clip { loops: false, ..run.clone() };
            let mut script = vec![(0.2, "run", 0.0), (0.7, "run", 0.2), (1.45, "walk", 0.6)];
            script.extend([(1.85, "nod", 0.4), (2.4, "walk", 0.2)]);
            let ask = [0.05, 0.3, 0.5, 0.99, 1.2, 1.42, 1.5, 1.62, 1.75, 1.9, 2.0, 2.3, 2.45, 2.9];
            vec![stage.scene("in one go", &[&walk, &once, &nod], &script, &ask)]
        }
        _ => {
            let script = [(0.1, "walk", 0.0), (0.437, "run", 0.4), (0.95, "nod", 0.3), (1.337, "run", 0.0)];
            vec![scene("asked now and then", &script, &[0.5, 0.5, 1.0, 1.7])]
        }
    }
}

/// The moments at which the script is saved and resumed: before it begins, in a clip, after its end, in a fade, and where another
/// one begins in this one's midst.
pub const SAVES: [f64; 5] = [0.07, 0.4, 1.35, 1.55, 1.85];

/// Returns a task with the moments of thirty pictures a second among those that it asks.
pub fn asked_often(task: &Task) -> Task {
    let pictures = (0..=51).map(|i| (f64::from(i) / 30.0 * 1e6).round() / 1e6);
    let mut ask: Vec<f64> = task.ask.iter().copied().chain(pictures).collect();
    ask.sort_by(f64::total_cmp);
    Task { about: "asked: thirty times a second".to_owned(), ask, ..task.clone() }
}

fn milliseconds(time: f64) -> f64 {
    (time * 1e3).round() / 1e3
}

/// Returns numbers of six decimals, so that somebody can read them.
fn short<const COUNT: usize>(numbers: impl Into<[f64; COUNT]>) -> [f64; COUNT] {
    numbers.into().map(|number| (number * 1e6).round() / 1e6)
}
