//! Mistakes that many make, each as a change of the task or of the law. Which one makes all of a wrong answer is said by name.

use super::formula::{Law, rotation, turned};
use super::schema::{Clip, Entry, Fades, Task};
use glam::{DMat3, DMat4, DQuat, DVec4};

/// A mistake: what it looks like, in words that follow "as if", and what it changes in the task or in the law.
pub type Mistake = (&'static str, fn(&mut Task, &mut Law));

/// The steps in a second of who goes from picture to picture, and not to a moment itself.
const TICKS: f64 = 60.0;

/// A time that nobody sees.
const SOON: f64 = 1e-9;

/// Mistakes in any scene.
pub const MISTAKES: [Mistake; 31] = [
    ("nothing had been started", |task, _| task.script.clear()),
    ("the numbers went row after row", |_, law| law.printed = DMat4::transpose),
    ("each joint were in its parent still, and not in the model", |_, law| law.chain = |_, own| own),
    ("the parent's matrix were on the right", |_, law| law.chain = |parent, own| own * parent),
    ("the first root were the parent of the second", |task, _| {
        task.joints.iter_mut().skip(1).for_each(|joint| joint.parent = joint.parent.max(0));
    }),
    ("w were a quaternion's first number", |task, _| quaternions(task, |[x, y, z, w]| [y, z, w, x])),
    ("all turns went backwards", |task, _| quaternions(task, |[x, y, z, w]| [-x, -y, -z, w])),
    ("a joint were turned first, and then scaled", |_, law| {
        law.matrix = |joint| {
            let turned = DMat3::from_diagonal(joint.scale) * joint.rotation;
            DMat4::from_mat3_translation(turned, joint.translation)
        };
    }),
    ("there were no scales", |_, law| {
        law.matrix = |joint| DMat4::from_mat3_translation(joint.rotation, joint.translation);
    }),
    ("parts without a track were the identity, and not at rest", |task, _| {
        for joint in &mut task.joints {
            (joint.translation, joint.rotation, joint.scale) = ([0.0; 3], [0.0, 0.0, 0.0, 1.0], [1.0; 3]);
        }
    }),
    ("each key held until the next", |_, law| law.part = |_| 0.0),
    ("the way from key to key were a smoothstep", |_, law| law.part = smooth),
    ("four numbers were mixed, and not the rotations", |_, law| {
        law.turn = |[a, b], part| rotation(a.lerp(if a.dot(b) < 0.0 { -b } else { b }, part));
    }),
    ("a turn went the long way round, because q and -q weren't one to it", |_, law| law.turn = long_way),
    ("the first two keys, or the last two, went on beyond their times", |_, law| law.holds = false),
    ("time went in ticks of 1/60 s", |task, _| {
        task.ask.iter_mut().for_each(|now| *now = (*now * TICKS).floor() / TICKS);
        task.script.iter_mut().for_each(|entry| entry.at = (entry.at * TICKS).ceil() / TICKS);
    }),
    ("each step took off a clip's length once, however long the step", |task, _| {
        let (seconds, mut off) = (task.clips.first().map_or(0.0, |clip| clip.seconds), 0.0);
        for now in &mut task.ask {
            off += if *now - off >= seconds { seconds } else { 0.0 };
            *now -= off;
        }
        task.clips.iter_mut().for_each(|clip| clip.loops = false);
    }),
    ("all clips looped", |task, _| task.clips.iter_mut().for_each(|clip| clip.loops = true)),
    ("no clip looped", |task, _| task.clips.iter_mut().for_each(|clip| clip.loops = false)),
    ("each clip began at the next asked moment", |task, _| {
        let Task { script, ask, .. } = task;
        for Entry { at, .. } in script {
            *at = ask.iter().copied().find(|asked| asked >= at).unwrap_or(*at);
        }
    }),
    ("an entry at an asked moment began only after it", |task, _| {
        let Task { script, ask, .. } = task;
        script.iter_mut().filter(|entry| ask.contains(&entry.at)).for_each(|entry| entry.at += SOON);
    }),
    ("each clip began at the asked moment before", |task, _| {
        let Task { script, ask, .. } = task;
        for Entry { at, .. } in script {
            // Just after it, since that picture is there already.
            *at = ask.iter().rfind(|asked| *asked < at).map_or(*at, |asked| asked + SOON);
        }
    }),
    ("each of two entries at one moment counted, and not only the last", |_, law| law.replaces = false),
    ("all clips had begun at 0 s", |_, law| law.begun = |_| 0.0),
    ("what a clip doesn't move stayed where the one before had left it", |_, law| law.forgets = false),
    ("there were no fades", |task, _| task.script.iter_mut().for_each(|entry| entry.fade = 0.0)),
    ("the fades were of the other kind than `fades` says", |_, law| {
        *law = Law::of(if law.fades == Fades::Kept { Fades::Running } else { Fades::Kept });
    }),
    ("the weight of a fade were a smoothstep", |_, law| law.weight = smooth),
    ("a fade left the pose of the last asked moment", |_, law| {
        law.left = |task, entry, _| task.ask.iter().copied().rfind(|asked| *asked <= entry.at).unwrap_or(0.0);
    }),
    ("a fade left the old clip's pose, and not what was seen", |_, law| law.leaves_screen = false),
    ("what plays already began anew", |task, _| begin_anew(task)),
];

/// Mistakes in a state, by the whole script's task. Its `from` is where it was saved.
pub const RESUMED: [Mistake; 6] = [
    ("the state weren't read, and nothing had been started before", |task, _| {
        let from = saved(task);
        task.script.retain(|entry| entry.at > from);
    }),
    ("the fade weren't in the state", |task, _| {
        let from = saved(task);
        task.script.iter_mut().filter(|entry| entry.at <= from).for_each(|entry| entry.fade = 0.0);
    }),
    ("the clip began anew where it's resumed", |task, _| {
        let from = saved(task);
        let last = task.script.iter_mut().rfind(|entry| entry.at <= from);
        last.into_iter().for_each(|entry| (entry.at, entry.fade) = (from, 0.0));
    }),
    ("the entry at the saved moment were lost", |task, _| {
        let from = saved(task);
        task.script.retain(|entry| entry.at != from);
    }),
    ("the asked moments counted from the saved one", |task, _| {
        let from = saved(task);
        task.ask.iter_mut().for_each(|now| *now += from);
        task.script.iter_mut().filter(|entry| entry.at > from).for_each(|entry| entry.at += from);
    }),
    ("what plays already began anew", |task, _| begin_anew(task)),
];

/// Gives each entry a clip of its own, so that none plays already.
fn begin_anew(task: &mut Task) {
    let clips = std::mem::take(&mut task.clips);
    for (i, entry) in task.script.iter_mut().enumerate() {
        let clip = clips.iter().find(|clip| clip.name == entry.start);
        entry.start = format!("{} {i}", entry.start);
        task.clips.extend(clip.map(|clip| Clip { name: entry.start.clone(), ..clip.clone() }));
    }
}

fn saved(task: &Task) -> f64 {
    task.from.unwrap_or_default()
}

fn quaternions(task: &mut Task, change: fn([f64; 4]) -> [f64; 4]) {
    task.joints.iter_mut().for_each(|joint| joint.rotation = change(joint.rotation));
    for value in task.clips.iter_mut().flat_map(|clip| &mut clip.tracks).flat_map(|track| &mut track.values) {
        if let [x, y, z, w] = value[..] {
            *value = change([x, y, z, w]).to_vec();
        }
    }
}

fn smooth(part: f64) -> f64 {
    part * part * (3.0 - 2.0 * part)
}

/// Goes along the arc between two quaternions as they are, which is the long way round where they're more than 90° apart.
fn long_way([a, b]: [DVec4; 2], part: f64) -> DMat3 {
    let [from, to] = [rotation(a), rotation(b)];
    if a.dot(b) >= 0.0 {
        return turned(from, to, part);
    }
    let angle = a.dot(b).clamp(-1.0, 1.0).acos();
    let [of_a, of_b] = [1.0 - part, part].map(|part| (part * angle).sin() / angle.sin());
    DMat3::from_quat(DQuat::from_vec4((of_a * a + of_b * b).normalize()))
}
