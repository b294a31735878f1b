//! The checks of lesson 13.

use check::{Answer, Check, Named, Row, Told, check, table};
use common::clip::{Mixer, Source, add_layer, feathered_mask};
use common::pose::Pose;
use common::skeleton::Skeleton;
use common::transform::{Transform, slerp};
use glam::{Quat, Vec3, vec3};

type Pair = (Transform, Transform);

fn stands(x: f32, y: f32, degrees: f32, axis: Vec3, scale: f32) -> Transform {
    let rotation = Quat::from_axis_angle(axis, degrees.to_radians());
    Transform { translation: vec3(x, y, 0.5), rotation, scale: vec3(scale, 1.0, 1.0) }
}

/// A hip, a knee and a foot in two poses.
fn legs() -> Vec<Pair> {
    let mut legs = vec![
        (stands(0.0, 0.8, 10.0, Vec3::Y, 1.0), stands(0.3, 1.2, 50.0, Vec3::Y, 1.5)),
        (stands(0.1, -0.4, 20.0, Vec3::X, 1.0), stands(0.2, -0.5, 130.0, Vec3::X, 2.0)),
        (stands(0.0, -0.3, -40.0, Vec3::X, 1.2), stands(0.1, -0.2, 60.0, Vec3::Z, 1.0)),
    ];
    let toe = |i: u8| {
        let i = f32::from(i);
        (
            stands(0.1 * i, 0.2, 5.0 * i, Vec3::X, 1.0),
            stands(0.1, 0.1 * i, 80.0 - 7.0 * i, Vec3::Y, 0.5 + 0.1 * i),
        )
    };
    legs.extend((1..10).map(toe));
    // All of one joint's parts are equal in both poses, and one of the three parts of others.
    (legs[1].1.scale.z, legs[2].1.scale.y) = (0.0, 0.0);
    legs[5].1 = legs[5].0;
    legs[6].1.rotation = legs[6].0.rotation;
    legs[7].1.translation = legs[7].0.translation;
    legs[8].1.scale = legs[8].0.scale;
    legs[9].1.scale.y = -1.5;
    legs
}

const LEG: &[&str] = &[
    "hip", "knee", "foot", "joint 3", "joint 4", "joint 5", "joint 6", "joint 7", "joint 8", "joint 9",
    "joint 10", "joint 11",
];

fn split(pairs: Vec<Pair>) -> [Pose; 2] {
    let (pose, other) = pairs.into_iter().unzip();
    [pose, other]
}

/// Declares that an answer turns joints by 10.2, also to the other of a rotation's two quaternions.
fn needs_slerp(check: &mut Check, weights: &[f32]) {
    let turns = |weight: f32| {
        let both =
            move |(from, to): Pair| [to.rotation, -to.rotation].map(|to| slerp(from.rotation, to, weight));
        legs().into_iter().flat_map(both)
    };
    check.needs("10.2", || -> Vec<Quat> { weights.iter().flat_map(|weight| turns(*weight)).collect() });
}

const PARTS: [&str; 3] = ["to do with rotations", "to do with translations", "to do with scales"];

/// Says what a question is about, and that it isn't about the others.
fn one_of(tags: [&'static str; 3], about: usize) -> [(&'static str, bool); 3] {
    [0, 1, 2].map(|tag| (tags[tag], tag == about))
}

// -------------------------------------------------------------------- 13.1

/// Returns a pose of one joint at x.
fn at(x: f32) -> Pose {
    vec![Transform { translation: x * Vec3::X, ..Transform::IDENTITY }]
}

fn x_of(pose: &[Transform]) -> f32 {
    pose[0].translation.x
}

/// A motion of one joint, linearly along x from a place of its own.
#[derive(Clone)]
struct Glide {
    name: &'static str,
    begin: f32,
    speed: f32,
    time: f32,
    pose: Pose,
}

impl Source for Glide {
    fn name(&self) -> &str {
        self.name
    }

    fn restart(&mut self) {
        self.time = 0.0;
        self.update(0.0);
    }

    fn update(&mut self, dt: f32) {
        self.time += dt;
        self.pose = at(self.begin + self.speed * self.time);
    }

    fn pose(&self) -> &[Transform] {
        &self.pose
    }
}

fn glide(name: &'static str, begin: f32, speed: f32, time: f32) -> Glide {
    Glide { name, begin, speed, time, pose: at(begin + speed * time) }
}

/// Three motions that aren't at their starts: they have been played before.
fn three_motions() -> Vec<Glide> {
    vec![glide("walk", 10.0, 2.0, 0.0), glide("run", 30.0, 8.0, 1.5), glide("jump", 70.0, -4.0, 0.75)]
}

/// The joint's place before the first start.
const FOUND: f32 = 21.0;

/// Returns the state after a start, with the time of each motion, those included that nobody has started.
fn after_start(failed: bool, mut mixer: Mixer<Glide>, motions: &[Glide]) -> Told {
    let playing =
        mixer.source().map_or("nothing".to_owned(), |glide| format!("{} at {:.2} s", glide.name, glide.time));
    let fade = mixer.fade().clone();
    // A fade that has just begun shows its length only after it is continued.
    let mut now = fade.clone();
    now.advance(0.0);
    let mut later = fade.clone();
    later.advance(0.1);
    let state = [
        ("an error", failed.told()),
        ("what is playing", playing.told()),
        ("x of the pose that fades", x_of(fade.kept()).told()),
        ("the fade's weight", now.weight().told()),
        ("the fade's weight 0.1 s later", later.weight().told()),
    ];
    let mut time = |motion: &Glide| {
        let time = mixer.source_named(motion.name)?.time.told();
        Some((format!("the seconds of {}", motion.name), time))
    };
    let times = motions.iter().filter_map(&mut time);
    Told::Parts(state.map(|(name, part)| (name.to_owned(), part)).into_iter().chain(times).collect())
}

/// A motion's name, the length of its fade, and the time until the next start.
type Start = (&'static str, f32, f32);

/// Starts of one motion after the other.
const SCENE: [Start; 12] = [
    ("motion 2", 0.5, 0.3),
    ("motion 7", 0.4, 0.1),
    ("motion 7", 0.6, 0.2),
    ("motion 11", 0.25, 0.3),
    ("motion 0", 0.5, 0.4),
    ("motion 4", 0.0, 0.1),
    ("motion 12", 0.3, 0.2),
    ("motion 9", 0.8, 0.2),
    ("motion 2", 0.5, 0.1),
    ("motion 2", 0.5, 0.1),
    ("motion 5", 1.0, 0.3),
    ("motion 10", 0.7, 0.2),
];

const MOTIONS: [&str; 12] = [
    "motion 0",
    "motion 1",
    "motion 2",
    "motion 3",
    "motion 4",
    "motion 5",
    "motion 6",
    "motion 7",
    "motion 8",
    "motion 9",
    "motion 10",
    "motion 11",
];

/// Twelve motions with different places and speeds, all of which have been played before.
fn twelve_motions() -> Vec<Glide> {
    let motion = |(name, i): (&'static str, u8)| {
        glide(name, 10.0 * f32::from(i), 7.0 - f32::from(i), 0.25 * f32::from(i))
    };
    MOTIONS.into_iter().zip(0..).map(motion).collect()
}

/// Motions, the starts of some of them, and the last start.
struct Scene {
    motions: fn() -> Vec<Glide>,
    starts: Vec<Start>,
    /// True if frames are made in between. Otherwise only the motion goes on.
    frames: bool,
    last: (&'static str, f32),
}

impl Scene {
    /// Returns the state of the mixer.
    fn played(&self) -> Told {
        let mut mixer = Mixer::new(at(FOUND), (self.motions)());
        for &(name, seconds, dt) in &self.starts {
            let _ = mixer.start(name, seconds);
            if self.frames && dt > 0.0 {
                mixer.update(dt);
            } else if let Some(glide) = mixer.source_named(name) {
                glide.update(dt);
            }
        }
        let failed = mixer.start(self.last.0, self.last.1).is_err();
        after_start(failed, mixer, &(self.motions)())
    }
}

/// A start 0.2 s after another one, which found the joint at x = 21.
fn second_start([before, name]: [&'static str; 2], seconds: f32, frames: bool) -> (String, Scene) {
    let since = if frames {
        "0.2 s have passed since, and a frame was made"
    } else {
        "Then that motion alone went on for 0.2 s, and no frame was made"
    };
    let words = format!(
        "what `start(\"{name}\", {seconds})` leaves behind. With the joint on screen at x = 21, `start(\"{before}\", 0.4)` \
         was called. {since}. At their starts the motions have the joint at 10 (walk), 30 (run) and 70 (jump)"
    );
    let starts = vec![(before, 0.4, 0.2)];
    (words, Scene { motions: three_motions, starts, frames, last: (name, seconds) })
}

/// A start after many others.
fn late_start(starts: &[Start], last: &'static str) -> (String, Scene) {
    let row = |(name, seconds, dt): &Start| [(*name).to_owned(), format!("{seconds} s"), format!("{dt} s")];
    let words = format!(
        "what `start(\"{last}\", 0.5)` leaves behind after a scene with twelve motions, 0 to 11, which begins with the \
         joint on screen at x = 21{}",
        table(["started", "fade", "then goes on for"], starts.iter().map(row))
    );
    let starts = starts.to_vec();
    (words, Scene { motions: twelve_motions, starts, frames: true, last: (last, 0.5) })
}

#[test]
fn todo_13_1_start() {
    check("13.1", |check| {
        needs_slerp(check, &[0.0, 0.04, 0.25, 0.8, 1.0]);
        let asked = [
            second_start(["walk", "jump"], 0.3, false),
            second_start(["walk", "jump"], 0.3, true),
            second_start(["walk", "jump"], 0.0, true),
            second_start(["run", "run"], 0.3, true),
            second_start(["run", "jum"], 0.3, true),
            second_start(["run", "Jump"], 0.3, true),
            second_start(["run", " jump"], 0.3, true),
            late_start(&[("motion 3", 0.4, 0.6)], "motion 3"),
            late_start(&[("motion 3", 0.4, 0.2), ("motion 5", 0.3, 0.0)], "motion 8"),
            late_start(&SCENE, "motion 3"),
        ];
        let drawn = check.drawn(|draw| {
            let all: Vec<&str> = MOTIONS.into_iter().chain(["motion 12"]).collect();
            let count = draw.size(1..100);
            let mut start = |_| {
                let (short, long) = (draw.number(0.0..1.0), draw.factor(1000.0));
                (draw.one_of(&all), draw.one_of(&[0.0, short, long, long]), draw.number(0.0..0.5))
            };
            let starts: Vec<Start> = (0..count).map(&mut start).collect();
            let (last, seconds, _) = start(count);
            (
                "a scene".to_owned(),
                Scene { motions: twelve_motions, starts, frames: true, last: (last, seconds) },
            )
        });
        for (words, scene) in asked.into_iter().chain(drawn) {
            let Scene { starts, last: (last, _), motions, .. } = &scene;
            let is_known = |name: &str| motions().iter().any(|motion| motion.name == name);
            let playing = starts.iter().map(|start| start.0).rfind(|name| is_known(name));
            check.tags(&[
                ("an unknown name at the end", !is_known(last)),
                ("a start of what is playing already", playing == Some(last)),
                ("frames in between", scene.frames),
            ]);
            check.asked(words, || scene.played());
        }
    });
}

// -------------------------------------------------------------------- 13.2

const BODY: &[&str] = &[
    "hips",
    "chest",
    "thigh",
    "upper arm",
    "shin",
    "head",
    "forearm",
    "hand",
    "thumb",
    "first finger",
    "second finger",
    "third finger",
    "fourth finger",
    "fifth finger",
    "tip of the second finger",
    "nail",
    "sword",
    "ribbon",
];

/// A body and a sword beside it, their joints in the order of [`BODY`]. Those of a branch aren't successive.
fn body() -> Skeleton {
    let mut skeleton = Skeleton::new();
    let parents = [0, 0, 1, 2, 1, 3, 6, 7, 7, 7, 7, 7, 7, 10, 14].map(Some);
    let parents = parents.into_iter().chain([None, Some(16)]);
    for (name, parent) in BODY.iter().zip([None].into_iter().chain(parents)) {
        skeleton.add(name, parent);
    }
    skeleton
}

#[test]
fn todo_13_2_mask() {
    check("13.2", |check| {
        let body = body();
        // Each with the tags of joints below the chain, and beside it.
        let asked = [
            ((1, 7), [true, true]),
            ((0, 5), [true, true]),
            ((1, 1), [true, false]),
            ((3, 12), [true, true]),
            ((0, 15), [true, true]),
            ((2, 4), [false, false]),
            ((16, 17), [false, false]),
            ((16, 16), [false, false]),
            ((0, 0), [true, false]),
        ];
        let drawn = check.drawn(|draw| {
            let small = draw.size(1..500);
            let count = draw.one_of(&[small, 500]);
            let mut skeleton = Skeleton::new();
            for parent in draw.tree(count).1 {
                skeleton.add("joint", parent);
            }
            let any = draw.whole(0..count);
            let last = draw.one_of(&[any, count - 1]);
            let [few, all] = [draw.whole(0..8), count];
            let above = |joint: usize, _| skeleton.joints()[joint].parent.unwrap_or(joint);
            ((0..draw.one_of(&[few, all])).fold(last, above), last, skeleton, [false; 2])
        });
        let asked = asked.map(|((first, last), tags)| (first, last, body.clone(), tags));
        for (first, last, body, [has_below, has_beside]) in asked.into_iter().chain(drawn) {
            let joints = body.joints();
            check.tags(&[
                ("joints two or more steps below the chain", has_below),
                ("a first joint that's the last as well", first == last),
                ("a joint above the first one", joints[first].parent.is_some()),
                ("joints that branch off on the way", has_beside),
            ]);
            let name = |joint: usize| BODY.get(joint).unwrap_or(&"joint");
            check.asked(
                format!(
                    "the mask that begins at the {} and is whole from the {} on. A body: hips with a chest and a thigh; the \
                     chest with an upper arm, its forearm and its hand with six fingers, and a head; the second finger has a \
                     tip, and that a nail; the thigh has a shin. Beside the body lies a sword with a ribbon",
                    name(first), name(last)
                ),
                || Named(BODY, feathered_mask(&body, first, last)),
            );
        }
        check.tags(&[
            ("joints two or more steps below the chain", true),
            ("a first joint that's the last as well", false),
            ("a joint above the first one", true),
            ("joints that branch off on the way", false),
        ]);
        check.asked(
            "the mask that begins at joint 20 of a chain of 300, and is whole from joint 284 on",
            || Row(feathered_mask(&Skeleton::chain(&["joint"; 300]), 20, 284)),
        );
    });
}

// -------------------------------------------------------------------- 13.3

/// A hip, a knee, a foot and nine joints of its toes, in the reference pose of a layer.
fn references() -> Pose {
    let mut references: Pose = [
        stands(0.2, 0.9, -30.0, Vec3::Z, 1.5),
        stands(-0.1, -0.3, 60.0, Vec3::Y, 0.8),
        stands(0.3, -0.2, 100.0, vec3(0.6, 0.0, 0.8), 2.0),
    ]
    .into();
    let toe = |i: u8| {
        let axis = Quat::from_rotation_y(f32::from(i)) * vec3(0.6, 0.8, 0.0);
        stands(0.3 - 0.1 * f32::from(i), 0.4, 25.0 * f32::from(i), axis, 0.7 + 0.2 * f32::from(i))
    };
    references.extend((1..10).map(toe));
    let [_, layer] = split(legs());
    // In turn: no change, a change of only one of the three parts, and equal rotations with opposite signs.
    references[4] = layer[4];
    references[6] = Transform { rotation: references[6].rotation, ..layer[6] };
    references[7] = Transform { translation: references[7].translation, ..layer[7] };
    references[8] = Transform { scale: references[8].scale, ..layer[8] };
    references[9].scale.y = -0.5;
    for joint in [2, 3, 6] {
        references[joint].rotation = -references[joint].rotation;
    }
    references
}

/// Asks for the rotation of one joint.
fn ask_knee(check: &mut Check) {
    for (words, turns, weight) in [
        ("30°, 10° and 50° about x", [(Vec3::X, 30.0), (Vec3::X, 10.0), (Vec3::X, 50.0)], 0.5f32),
        ("90° about z, 0° and 60° about x", [(Vec3::Z, 90.0), (Vec3::X, 0.0), (Vec3::X, 60.0)], 1.0),
        (
            "20° about y, 90° about z and 60° about x",
            [(Vec3::Y, 20.0), (Vec3::Z, 90.0), (Vec3::X, 60.0)],
            1.0,
        ),
    ] {
        let [pose, from, layer] = turns.map(|(axis, degrees)| stands(0.0, 0.0, degrees, axis, 1.0));
        needs_slerp(check, &[0.0, weight]);
        check.tags(&one_of(PARTS, 0));
        check.asked(
            format!("a knee that pose, reference and layer turn by {words}: its rotation with {weight} of the layer added"),
            || {
                let mut added = [pose];
                add_layer(&mut added, &[layer], &[from], &[1.0], weight);
                added[0].rotation
            },
        );
    }
}

/// Asks for what comes of a leg, whose layer goes as many times as far. Of more joints than a leg has, each twelfth is alike.
fn ask_leg(check: &mut Check, mask: &[f32], weight: f32, far: f32) {
    needs_slerp(check, &[0.0, 0.1 * weight, weight]);
    let all = |leg: Pose| leg.into_iter().cycle().take(mask.len()).collect::<Pose>();
    let added = || {
        let [mut pose, mut layer] = split(legs()).map(all);
        layer.iter_mut().for_each(|joint| joint.translation *= far);
        add_layer(&mut pose, &layer, &all(references()), mask, weight);
        pose
    };
    let rows = LEG.iter().zip(mask).map(|(joint, part)| [(*joint).to_owned(), part.to_string()]);
    let of = format!(
        "of a hip, a knee, a foot and nine joints of its toes, with a layer added. Its weight is {weight}. The reference is a \
         third pose: for joint 4 it is the layer's own, for joints 6, 7 and 8 but for one of the three, and some of its \
         quaternions have the other sign. In both joint 9 is mirrored{}",
        table(["joint", "part of the mask"], rows)
    );
    check.tags(&one_of(PARTS, 0));
    check.asked(format!("the rotations {of}"), || {
        Named(LEG, added().iter().map(|joint| joint.rotation).collect())
    });
    check.tags(&one_of(PARTS, 1));
    check.asked(format!("the translations {of}"), || {
        Named(LEG, added().iter().map(|joint| joint.translation).collect())
    });
    check.tags(&one_of(PARTS, 2));
    check.asked(format!("the scales {of}"), || Named(LEG, added().iter().map(|joint| joint.scale).collect()));
}

#[test]
fn todo_13_3_add_layer() {
    let mask = [0.4, 0.0, 0.9, 0.1, 0.2, 0.3, 0.5, 0.6, 0.7, 0.8, 1.0, 0.15];
    check("13.3", |check| {
        ask_knee(check);
        // A small part of a large movement counts as well.
        for (weight, far) in [(0.75, 1.0), (0.2, 1.0), (1.0, 1.0), (0.0005, 2000.0)] {
            ask_leg(check, &mask, weight, far);
        }
        let drawn = check.drawn(|draw| {
            let mask: Vec<f32> = (0..draw.size(1..300)).map(|_| draw.number(0.0..1.015625)).collect();
            (mask, draw.number(0.0..1.015625), draw.factor(1000.0))
        });
        for (mask, weight, far) in drawn {
            ask_leg(check, &mask, weight, far);
        }
    });
}
