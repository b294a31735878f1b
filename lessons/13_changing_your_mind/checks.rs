//! The checks of lesson 13.

use common::check::{Answer, Check, Named, Row, STARTER, check, told};
use common::clip::{Fade, Player, Source, add_layer, blend, set_below};
use common::pose::Pose;
use common::skeleton::Skeleton;
use common::transform::{Transform, slerp};
use glam::{Mat4, Quat, Vec3, vec3};

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
    // Both poses have all of one joint alike, and one of the three parts of others.
    legs[5].1 = legs[5].0;
    legs[6].1.rotation = legs[6].0.rotation;
    legs[7].1.translation = legs[7].0.translation;
    legs[8].1.scale = legs[8].0.scale;
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

/// An answer of a joint each, from what becomes of it on its way from one pose to the other.
fn each(on_its_way: impl Fn(usize, Transform, Transform) -> Transform) -> Named<Transform> {
    let [pose, other] = split(legs());
    let joints = pose.into_iter().zip(other).enumerate();
    Named(LEG, joints.map(|(joint, (from, to))| on_its_way(joint, from, to)).collect())
}

/// Says that an answer goes from one transform to another by 10.2, which turns by 10.1.
fn needs_interpolation(check: &mut Check) {
    let all = |right: &dyn Fn(Transform, Transform, f32) -> bool| {
        [0.0, 0.04, 0.25, 0.8, 1.0]
            .iter()
            .all(|&weight| legs().into_iter().all(|(from, to)| right(from, to, weight)))
    };
    let turned = |a: Transform, b: Transform, weight| slerp(a.rotation, b.rotation, weight);
    check.needs("10.1", || all(&|a, b, weight| turned(a, b, weight).agrees(&part(a, b, weight).rotation)));
    check.needs("10.2", || all(&|a, b, weight| a.interpolate(b, weight).agrees(&part(a, b, weight))));
}

/// A part of the way, whatever the student's own code does.
fn part(from: Transform, to: Transform, weight: f32) -> Transform {
    Transform {
        translation: from.translation.lerp(to.translation, weight),
        rotation: from.rotation.slerp(to.rotation, weight),
        scale: from.scale.lerp(to.scale, weight),
    }
}

#[test]
fn todo_13_1_blend() {
    check("13.1", |check| {
        needs_interpolation(check);
        for weight in [0.25f32, 0.8, 0.0, 1.0] {
            check.case_by_now(
                format!("a hip, a knee, a foot and nine joints of its toes, each in its parent, {weight} of the way to another pose"),
                || {
                    let [mut pose, other] = split(legs());
                    blend(&mut pose, &other, weight);
                    Named(LEG, pose)
                },
                |by| each(|_, from, to| part(from, to, by.part(weight))),
                &[
                    (STARTER, each(|_, _, to| to)),
                    ("other-way-round", each(|_, from, to| part(to, from, weight))),
                    (
                        "rotations-alone",
                        each(|_, from, to| Transform { rotation: part(from, to, weight).rotation, ..from }),
                    ),
                    (
                        "matrices-mixed",
                        each(|_, from, to| {
                            let [from, to] = [from, to].map(matrix);
                            Transform::from_matrix(from * (1.0 - weight) + to * weight)
                        }),
                    ),
                    ("either-or", each(|_, from, to| if weight < 0.5 { from } else { to })),
                ],
                [],
            );
        }
    });
}

fn matrix(transform: Transform) -> Mat4 {
    Mat4::from_scale_rotation_translation(transform.scale, transform.rotation, transform.translation)
}

/// A pose of one joint that stands so far along x.
fn at(x: f32) -> Pose {
    vec![Transform { translation: x * Vec3::X, ..Transform::IDENTITY }]
}

fn x_of(pose: &[Transform]) -> f32 {
    pose[0].translation.x
}

/// The weights of a fade, step by step, from its length, the time that has passed, and the last step.
fn weights(seconds: f32, steps: &[f32], weight: fn(seconds: f32, passed: f32, step: f32) -> f32) -> Row {
    let passed = |passed: &mut f32, step: &f32| {
        // It is taken back as far as to its beginning.
        let step = step.max(-*passed);
        *passed += step;
        Some((*passed, step))
    };
    Row(steps.iter().scan(0.0, passed).map(|(passed, step)| weight(seconds, passed, step)).collect())
}

/// A part of a fade; a fade of no time is over.
fn part_of(seconds: f32, passed: f32) -> f32 {
    if seconds > 0.0 { passed / seconds } else { 1.0 }
}

#[test]
fn todo_13_2_fade() {
    // Sixty pictures, and time taken back after every fifth.
    let long: Vec<f32> =
        (0u8..60).map(|i| if i % 5 == 4 { -0.03 } else { f32::from(20 + i) / 1000.0 }).collect();
    let fades: [(f32, &[f32]); 6] = [
        (0.5, &[0.1, 0.15, 0.125, 0.0]),
        (0.4, &[0.1, 0.2, 0.2, 0.3]),
        (0.0, &[0.0, 0.1]),
        // Played back, past its end and back, and past its beginning.
        (0.5, &[0.2, 0.2, -0.1, -0.25, 0.15]),
        (0.4, &[0.3, 0.3, -0.3, 0.05, -0.1, 0.02, -0.9, 0.1]),
        (1.5, &long),
    ];
    check("13.2", |check| {
        for (seconds, steps) in fades {
            check.case_now(
                format!(
                    "the weight of a fade of {seconds} s after each of these steps, in seconds: {steps:?}"
                ),
                || {
                    let mut fade = Fade::over(at(0.0));
                    fade.begin(&at(2.0), seconds);
                    let weight = |&dt: &f32| {
                        fade.advance(dt);
                        fade.weight()
                    };
                    Row(steps.iter().map(weight).collect())
                },
                weights(seconds, steps, |seconds, passed, _| part_of(seconds, passed).min(1.0)),
                &[
                    (STARTER, weights(seconds, steps, |_, _, _| 1.0)),
                    (
                        "wrong-way",
                        weights(seconds, steps, |seconds, passed, _| 1.0 - part_of(seconds, passed).min(1.0)),
                    ),
                    ("past-one", weights(seconds, steps, |seconds, passed, _| part_of(seconds, passed))),
                    (
                        "nothing-by-nothing",
                        weights(seconds, steps, |seconds, passed, _| (passed / seconds).clamp(0.0, 1.0)),
                    ),
                    (
                        "one-step-alone",
                        weights(seconds, steps, |seconds, _, step| part_of(seconds, step).clamp(0.0, 1.0)),
                    ),
                    ("a-part-of-what-is-left", {
                        let mut left = 1.0;
                        let Row(parts) =
                            weights(seconds, steps, |seconds, _, step| part_of(seconds, step).min(1.0));
                        let weight = |part: f32| {
                            left -= left * part;
                            1.0 - left
                        };
                        Row(parts.into_iter().map(weight).collect())
                    }),
                ],
            );
        }
    });
}

/// A motion of one joint, which goes evenly along x from a place of its own.
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

/// A player of three motions. They are not at their starts: somebody has played them before.
fn player() -> Player<Glide> {
    let glide =
        |name, begin, speed, time: f32| Glide { name, begin, speed, time, pose: at(begin + speed * time) };
    let sources =
        vec![glide("walk", 10.0, 2.0, 0.0), glide("run", 30.0, 8.0, 1.5), glide("jump", 70.0, -4.0, 0.75)];
    Player::new(at(21.0), sources)
}

/// A fade as it should be: from a kept pose with the joint at x, so many seconds after its beginning, of so many.
#[derive(Clone, Copy)]
struct Going {
    x: f32,
    passed: f32,
    seconds: f32,
}

/// No fade goes on: the joint stands at 21 and all is the motion.
const OVER: Going = Going { x: 21.0, passed: 0.0, seconds: 0.0 };

impl Going {
    fn begun(x: f32, seconds: f32) -> Self {
        Self { x, passed: 0.0, seconds }
    }

    fn later(self, seconds: f32) -> Self {
        Self { passed: self.passed + seconds, ..self }
    }

    fn weight(self) -> f32 {
        part_of(self.seconds, self.passed).min(1.0)
    }

    /// Where the joint is seen while the motion has it at x.
    fn on_screen(self, x: f32) -> f32 {
        self.x + (x - self.x) * self.weight()
    }
}

/// What a start leaves behind, as a student should read it.
struct Started {
    failed: bool,
    playing: String,
    kept: f32,
    weight: f32,
    /// The weight 0.1 s later: it says how long the fade takes.
    later: f32,
}

fn started(failed: bool, playing: &str, fade: Going) -> Started {
    Started {
        failed,
        playing: playing.to_owned(),
        kept: fade.x,
        weight: fade.weight(),
        later: fade.later(0.1).weight(),
    }
}

fn after_start(result: Result<(), common::clip::UnknownClip>, player: &Player<Glide>) -> Started {
    let playing = player
        .source()
        .map_or("nothing".to_owned(), |glide| format!("{} at {:.2} s", glide.name, glide.time));
    let fade = player.fade();
    // A fade that has just begun says what its weight is once it is asked to go on.
    let mut now = fade.clone();
    now.advance(0.0);
    let mut later = fade.clone();
    later.advance(0.1);
    Started {
        failed: result.is_err(),
        playing,
        kept: x_of(fade.kept()),
        weight: now.weight(),
        later: later.weight(),
    }
}

told!(Started { failed, playing, kept, weight, later });

impl Answer for Started {
    fn agrees(&self, other: &Self) -> bool {
        self.failed == other.failed
            && self.playing == other.playing
            && self.kept.agrees(&other.kept)
            && self.weight.agrees(&other.weight)
            && self.later.agrees(&other.later)
    }

    fn show(&self) -> String {
        let Self { failed, playing, kept, weight, later } = self;
        let answer = if *failed { "an error" } else { "no error" };
        let [kept, weight, later] = [kept, weight, later].map(|number| number.show());
        format!(
            "it gives {answer}\nplaying: {playing}\nthe fade's pose: x = {kept}\nthe fade's weight: {weight}, and 0.1 s \
             later {later}"
        )
    }
}

/// Asks what a start leaves behind, 0.2 s after another one, which found the joint at x = 21.
fn ask_start(
    check: &mut Check,
    [before, name]: [&str; 2],
    seconds: f32,
    picture_made: bool,
    want: Started,
    suspects: [Started; 6],
) {
    let [open, motion, first, again, ignored, late] = suspects;
    let since = if picture_made {
        "0.2 s have passed since, and a picture was made"
    } else {
        "Then that motion alone went on for 0.2 s, and no picture was made"
    };
    check.case_now(
        format!(
            "what `start(\"{name}\", {seconds})` leaves behind. With the joint on screen at x = 21, `start(\"{before}\", 0.4)` was \
             called. {since}. At their starts the motions have the joint at 10 (walk), 30 (run) and 70 (jump)"
        ),
        || {
            let mut player = player();
            let _ = player.start(before, 0.4);
            if picture_made {
                player.update(0.2);
            } else if let Some(glide) = player.source_named(before) {
                glide.update(0.2);
            }
            let result = player.start(name, seconds);
            after_start(result, &player)
        },
        want,
        &[
            (STARTER, open),
            ("motion-kept-instead", motion),
            ("first-pose-kept", first),
            ("begins-again-and-again", again),
            ("unknown-ignored", ignored),
            ("fade-not-begun", late),
        ],
    );
}

/// What is started one after the other, how long each fade takes, and how long all goes on afterwards.
const SCENE: [(&str, f32, f32); 12] = [
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

/// Twelve motions, each with a place and a speed of its own; all have been played before.
fn motions() -> Vec<Glide> {
    let glide = |(name, i): (&'static str, u8)| {
        let (begin, speed, time) = (10.0 * f32::from(i), 7.0 - f32::from(i), 0.25 * f32::from(i));
        Glide { name, begin, speed, time, pose: at(begin + speed * time) }
    };
    MOTIONS.into_iter().zip(0..).map(glide).collect()
}

/// What the whole scene leaves behind after a last start, with a known mistake in each.
fn after_scene(mistake: &str) -> Started {
    let mut motions = motions();
    let (mut fade, mut x, mut playing, mut failed) = (OVER, OVER.x, None, false);
    for (name, seconds, dt) in SCENE.into_iter().chain([("motion 3", 0.5, 0.0)]) {
        let found = motions.iter().position(|motion| motion.name == name);
        failed = found.is_none() && ![STARTER, "unknown-ignored"].contains(&mistake);
        let next = found.filter(|_| playing != found || mistake == "begins-again-and-again");
        if mistake == STARTER {
            playing = found;
        } else if let Some(next) = next {
            let kept = match (mistake, playing) {
                ("motion-kept-instead", Some(before)) => x_of(motions[before].pose()),
                ("first-pose-kept", _) => motions[next].begin,
                _ => x,
            };
            if mistake != "fade-not-begun" {
                fade = Going::begun(kept, seconds);
            }
            motions[next].restart();
            playing = Some(next);
        }
        if let Some(playing) = playing.filter(|_| dt > 0.0) {
            motions[playing].update(dt);
            fade = fade.later(dt);
            x = fade.on_screen(x_of(motions[playing].pose()));
        }
    }
    let seen = |index: usize| format!("{} at {:.2} s", motions[index].name, motions[index].time);
    started(failed, &playing.map_or("nothing".to_owned(), seen), fade)
}

#[test]
fn todo_13_3_start() {
    let plays = |playing: &str, fade| started(false, playing, fade);
    let fails = |playing: &str, fade| started(true, playing, fade);
    let fade = Going::begun;
    check("13.3", |check| {
        needs_interpolation(check);
        check.needs("13.1", || {
            let blended = |weight: f32| {
                let mut pose = at(21.0);
                blend(&mut pose, &at(10.4), weight);
                x_of(&pose)
            };
            [0.0, 0.25, 0.5, 1.0].iter().all(|&weight| blended(weight).agrees(&(21.0 - 10.6 * weight)))
        });
        check.needs("13.2", || {
            let mut fade = Fade::over(at(0.0));
            let steps = [0.0, 0.1, 0.2, 0.0, 0.1, 0.4];
            let mut given = |seconds| {
                fade.begin(&at(1.0), seconds);
                let weight = |&dt: &f32| {
                    fade.advance(dt);
                    fade.weight()
                };
                Row(steps.iter().map(weight).collect())
            };
            let want =
                |seconds| weights(seconds, &steps, |seconds, passed, _| part_of(seconds, passed).min(1.0));
            [0.0, 0.25, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 1.0]
                .into_iter()
                .all(|seconds| given(seconds).agrees(&want(seconds)))
        });
        let over = OVER;
        ask_start(
            check,
            ["walk", "jump"],
            0.3,
            false,
            plays("jump at 0.00 s", fade(21.0, 0.3)),
            [
                plays("jump at 0.75 s", over),
                plays("jump at 0.00 s", fade(10.4, 0.3)),
                plays("jump at 0.00 s", fade(70.0, 0.3)),
                plays("jump at 0.00 s", fade(21.0, 0.3)),
                plays("jump at 0.00 s", fade(21.0, 0.3)),
                plays("jump at 0.00 s", over),
            ],
        );
        let going = fade(21.0, 0.4).later(0.2);
        let next = fade(going.on_screen(10.4), 0.3);
        ask_start(
            check,
            ["walk", "jump"],
            0.3,
            true,
            plays("jump at 0.00 s", next),
            [
                plays("jump at 0.75 s", over),
                plays("jump at 0.00 s", fade(10.4, 0.3)),
                plays("jump at 0.00 s", fade(70.0, 0.3)),
                plays("jump at 0.00 s", next),
                plays("jump at 0.00 s", next),
                plays("jump at 0.00 s", over),
            ],
        );
        let cut = fade(going.on_screen(10.4), 0.0);
        ask_start(
            check,
            ["walk", "jump"],
            0.0,
            true,
            plays("jump at 0.00 s", cut),
            [
                plays("jump at 0.75 s", over),
                plays("jump at 0.00 s", fade(10.4, 0.0)),
                plays("jump at 0.00 s", fade(70.0, 0.0)),
                plays("jump at 0.00 s", cut),
                plays("jump at 0.00 s", cut),
                plays("jump at 0.00 s", over),
            ],
        );
        let first = fade(30.0, 0.4).later(0.2);
        ask_start(
            check,
            ["run", "run"],
            0.3,
            true,
            plays("run at 0.20 s", going),
            [
                plays("run at 1.70 s", over),
                plays("run at 0.20 s", going),
                plays("run at 0.20 s", first),
                plays("run at 0.00 s", fade(going.on_screen(31.6), 0.3)),
                plays("run at 0.20 s", going),
                plays("run at 0.20 s", over),
            ],
        );
        ask_start(
            check,
            ["run", "jum"],
            0.3,
            true,
            fails("run at 0.20 s", going),
            [
                plays("nothing", over),
                fails("run at 0.20 s", going),
                fails("run at 0.20 s", first),
                fails("run at 0.20 s", going),
                plays("run at 0.20 s", going),
                fails("run at 0.20 s", over),
            ],
        );
        let suspects = [
            STARTER,
            "motion-kept-instead",
            "first-pose-kept",
            "begins-again-and-again",
            "unknown-ignored",
            "fade-not-begun",
        ];
        let steps = SCENE.map(|(name, seconds, dt)| format!("{name} with {seconds} s, on for {dt} s"));
        check.case_now(
            format!(
                "what `start(\"motion 3\", 0.5)` leaves behind after a scene with twelve motions, 0 to 11, which begins \
                 with the joint on screen at x = 21: {}",
                steps.join("; ")
            ),
            || {
                let mut player = Player::new(at(OVER.x), motions());
                for (name, seconds, dt) in SCENE {
                    let _ = player.start(name, seconds);
                    player.update(dt);
                }
                let result = player.start("motion 3", 0.5);
                after_start(result, &player)
            },
            after_scene(""),
            &suspects.map(|name| (name, after_scene(name))),
        );
    });
}

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
    "its nail",
    "sword",
    "its ribbon",
];

/// A body and a sword beside it, their joints in the order of [`BODY`]. Those of a branch do not stand side by side.
fn body() -> Skeleton {
    let mut skeleton = Skeleton::new();
    let parents = [0, 0, 1, 2, 1, 3, 6, 7, 7, 7, 7, 7, 7, 10, 14].map(Some);
    let parents = parents.into_iter().chain([None, Some(16)]);
    for (name, parent) in BODY.iter().zip([None].into_iter().chain(parents)) {
        skeleton.add(name, parent);
    }
    skeleton
}

/// A mask as others have left it.
const BEFORE: [f32; 18] =
    [0.1, 0.3, 0.8, 0.6, 0.2, 0.9, 0.4, 0.7, 0.05, 0.65, 0.35, 0.45, 0.55, 0.95, 0.25, 0.85, 0.15, 0.75];

#[test]
fn todo_13_4_mask() {
    let ask = |check: &mut Check, joint: usize, weight: f32, below: &[usize], children: &[usize]| {
        let mask = |is_set: &dyn Fn(usize) -> bool| {
            let parts = BEFORE.iter().enumerate();
            Named(BODY, parts.map(|(index, before)| if is_set(index) { weight } else { *before }).collect())
        };
        check.case_now(
            format!(
                "the mask with {weight} for the {} and all below it; before, it was {BEFORE:?}. A body: hips with a chest and \
                 a thigh; the chest with an upper arm, its forearm and its hand with six fingers, and a head; the second finger has a \
                 tip, and that a nail; the thigh has a shin. Beside the body lies a sword with a ribbon",
                BODY[joint]
            ),
            || {
                let mut mask = BEFORE.to_vec();
                set_below(&mut mask, &body(), joint, weight);
                Named(BODY, mask)
            },
            mask(&|index| below.contains(&index)),
            &[
                (STARTER, mask(&|_| false)),
                ("joint-alone", mask(&|index| index == joint)),
                ("children-only", mask(&|index| index == joint || children.contains(&index))),
                ("all-behind-it", mask(&|index| index >= joint)),
                (
                    "others-cleared",
                    Named(
                        BODY,
                        (0..BODY.len()).map(|index| if below.contains(&index) { weight } else { 0.0 }).collect(),
                    ),
                ),
            ],
        );
    };
    check("13.4", |check| {
        ask(check, 1, 0.8, &[1, 3, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15], &[3, 5]);
        ask(check, 0, 0.5, &Vec::from_iter(0..16), &[1, 2]);
        ask(check, 16, 0.5, &[16, 17], &[17]);
        ask(check, 3, 0.15, &[3, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15], &[6]);
        ask(check, 7, 0.75, &[7, 8, 9, 10, 11, 12, 13, 14, 15], &[8, 9, 10, 11, 12, 13]);
        ask(check, 15, 0.33, &[15], &[]);
    });
}

/// A hip, a knee, a foot and nine joints of its toes, as they stand in the reference pose of a layer.
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
    // Here the layer does nothing; here it does no more than one of the three; and here the same turn has another sign.
    references[4] = layer[4];
    references[6] = Transform { rotation: references[6].rotation, ..layer[6] };
    references[7] = Transform { translation: references[7].translation, ..layer[7] };
    references[8] = Transform { scale: references[8].scale, ..layer[8] };
    for joint in [2, 3, 6] {
        references[joint].rotation = -references[joint].rotation;
    }
    references
}

/// What a known way of adding makes of a joint.
struct Adding {
    pose: Transform,
    layer: Transform,
    from: Transform,
    part: f32,
    weight: f32,
}

impl Adding {
    fn way(&self) -> f32 {
        self.part * self.weight
    }

    /// The turn that leads from the reference to the layer, in the joint's own axes.
    fn turn(&self) -> Quat {
        self.from.rotation.inverse() * self.layer.rotation
    }

    fn ratio(&self) -> Vec3 {
        self.layer.scale / self.from.scale
    }

    fn added(&self, way: f32) -> Transform {
        let Self { pose, layer, from, .. } = self;
        Transform {
            translation: pose.translation + way * (layer.translation - from.translation),
            rotation: pose.rotation * Quat::IDENTITY.slerp(self.turn(), way),
            scale: pose.scale * self.ratio().powf(way),
        }
    }

    fn right(&self) -> Transform {
        self.added(self.way())
    }

    /// Right, but for the rotation.
    fn turned(&self, rotation: Quat) -> Transform {
        Transform { rotation, ..self.right() }
    }

    fn itself(&self) -> Transform {
        let from = Transform::IDENTITY;
        Self { from, ..*self }.right()
    }

    fn backwards(&self) -> Transform {
        Self { layer: self.from, from: self.layer, ..*self }.right()
    }

    fn in_the_parents_axes(&self) -> Transform {
        let turn = self.layer.rotation * self.from.rotation.inverse();
        self.turned(Quat::IDENTITY.slerp(turn, self.way()) * self.pose.rotation)
    }

    fn turned_first(&self) -> Transform {
        self.turned(Quat::IDENTITY.slerp(self.turn(), self.way()) * self.pose.rotation)
    }

    fn numbers_mixed(&self) -> Transform {
        let turn = Quat::IDENTITY * (1.0 - self.way()) + self.turn() * self.way();
        self.turned(self.pose.rotation * turn)
    }

    fn long_way_round(&self) -> Transform {
        let (axis, angle) = self.turn().to_axis_angle();
        self.turned(self.pose.rotation * Quat::from_axis_angle(axis, self.way() * angle))
    }

    fn scale_added(&self) -> Transform {
        let scale = self.pose.scale + self.way() * (self.layer.scale - self.from.scale);
        Transform { scale, ..self.right() }
    }

    fn weight_on_the_reference(&self) -> Transform {
        let from = part(Transform::IDENTITY, self.from, self.way());
        Self { from, ..*self }.added(1.0)
    }
}

#[test]
fn todo_13_5_add_layer() {
    let mask = [0.4, 0.0, 0.9, 0.1, 0.2, 0.3, 0.5, 0.6, 0.7, 0.8, 1.0, 0.15];
    let weights = [0.75f32, 0.2, 1.0];
    let adding = |weight: f32| {
        let [pose, layer] = split(legs());
        let joints = pose.into_iter().zip(layer).zip(references()).zip(mask);
        joints
            .map(|(((pose, layer), from), part)| Adding { pose, layer, from, part, weight })
            .collect::<Vec<_>>()
    };
    check("13.5", |check| {
        // An answer turns by the one, or takes a joint from one transform to another by the other.
        check.needs("10.1", || {
            weights.into_iter().flat_map(adding).all(|joint| {
                let (start, turn, way) = (joint.pose.rotation, joint.turn(), joint.way());
                [Quat::IDENTITY, start]
                    .into_iter()
                    .all(|start| slerp(start, start * turn, way).agrees(&start.slerp(start * turn, way)))
            })
        });
        check.needs("10.2", || {
            weights.into_iter().flat_map(adding).all(|joint| {
                let difference = Transform { rotation: joint.turn(), ..joint.layer };
                let given = Transform::IDENTITY.interpolate(difference, joint.way());
                given.agrees(&part(Transform::IDENTITY, difference, joint.way()))
            })
        });
        for weight in weights {
            let each =
                |of: &dyn Fn(&Adding) -> Transform| Named(LEG, adding(weight).iter().map(of).collect());
            check.case_now(
                format!(
                    "a hip, a knee, a foot and nine joints of its toes, with a layer added. Its weight is {weight}, their parts of \
                     the mask are {mask:?}. The reference is a third pose: for joint 4 it is the layer's own, for joints 6, 7 and 8 but for one of \
                     the three, and some of its quaternions have the other sign"
                ),
                || {
                    let [mut pose, layer] = split(legs());
                    add_layer(&mut pose, &layer, &references(), &mask, weight);
                    Named(LEG, pose)
                },
                each(&Adding::right),
                &[
                    (STARTER, each(&|joint| joint.pose)),
                    ("layer-itself-added", each(&Adding::itself)),
                    ("blended-as-before", each(&|joint| part(joint.pose, joint.layer, joint.way()))),
                    ("difference-backwards", each(&Adding::backwards)),
                    ("in-the-parents-axes", each(&Adding::in_the_parents_axes)),
                    ("turned-first", each(&Adding::turned_first)),
                    ("numbers-mixed", each(&Adding::numbers_mixed)),
                    ("long-way-round", each(&Adding::long_way_round)),
                    ("scale-added", each(&Adding::scale_added)),
                    ("weight-on-the-reference", each(&Adding::weight_on_the_reference)),
                    ("mask-forgotten", each(&|joint| joint.added(joint.weight))),
                    ("weight-forgotten", each(&|joint| joint.added(joint.part))),
                ],
            );
        }
    });
}
