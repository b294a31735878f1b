//! The checks of lesson 13.

use common::check::{Answer, Check, Named, STARTER, check};
use common::clip::{Fade, Player, Source, blend, overlay, set_below};
use common::pose::Pose;
use common::skeleton::Skeleton;
use common::transform::Transform;
use glam::{Mat4, Quat, Vec3, vec3};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// How a joint stands in its parent, as an answer.
#[derive(Clone, Copy)]
struct Stands(Transform);

impl Answer for Stands {
    fn agrees(&self, other: &Self) -> bool {
        let (a, b) = (self.0, other.0);
        a.translation.agrees(&b.translation) && a.rotation.agrees(&b.rotation) && a.scale.agrees(&b.scale)
    }

    fn show(&self) -> String {
        let Transform { translation, rotation, scale } = self.0;
        format!("at {}, turned {}, scaled {}", translation.show(), rotation.show(), scale.show())
    }
}

type Pair = (Transform, Transform);

fn stands(x: f32, y: f32, degrees: f32, axis: Vec3, scale: f32) -> Transform {
    let rotation = Quat::from_axis_angle(axis, degrees.to_radians());
    Transform { translation: vec3(x, y, 0.5), rotation, scale: vec3(scale, 1.0, 1.0) }
}

/// A hip, a knee and a foot in two poses.
fn legs() -> [Pair; 3] {
    [
        (stands(0.0, 0.8, 10.0, Vec3::Y, 1.0), stands(0.3, 1.2, 50.0, Vec3::Y, 1.5)),
        (stands(0.1, -0.4, 20.0, Vec3::X, 1.0), stands(0.2, -0.5, 130.0, Vec3::X, 2.0)),
        (stands(0.0, -0.3, -40.0, Vec3::X, 1.2), stands(0.1, -0.2, 60.0, Vec3::Z, 1.0)),
    ]
}

const LEG: &[&str] = &["hip", "knee", "foot"];

fn split(pairs: [Pair; 3]) -> [Pose; 2] {
    [pairs.map(|(pose, _)| pose).to_vec(), pairs.map(|(_, other)| other).to_vec()]
}

/// An answer of a joint each, from what becomes of it on its way from one pose to the other.
fn each(on_its_way: impl Fn(usize, Transform, Transform) -> Transform) -> Named<Stands> {
    let [pose, other] = split(legs());
    let joints = pose.into_iter().zip(other).enumerate();
    Named(LEG, joints.map(|(joint, (from, to))| Stands(on_its_way(joint, from, to))).collect())
}

/// Whether 10.2 is right.
fn interpolates() -> bool {
    let [(from, to), ..] = legs();
    let half = from.interpolate(to, 0.25);
    half.translation.agrees(&from.translation.lerp(to.translation, 0.25))
        && half.rotation.agrees(&from.rotation.slerp(to.rotation, 0.25))
        && half.scale.agrees(&from.scale.lerp(to.scale, 0.25))
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
        check.needs("10.2", interpolates);
        for weight in [0.25f32, 0.8] {
            check.case(
                format!("a hip, a knee and a foot, each in its parent, {weight} of the way to another pose"),
                || {
                    let [mut pose, other] = split(legs());
                    blend(&mut pose, &other, weight);
                    Named(LEG, pose.into_iter().map(Stands).collect())
                },
                each(|_, from, to| part(from, to, weight)),
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

/// Numbers, one after the other; some may be none.
struct Row(Vec<f32>);

impl Answer for Row {
    fn agrees(&self, other: &Self) -> bool {
        let same = |(a, b): (&f32, &f32)| a.agrees(b) || a.is_nan() && b.is_nan();
        self.0.len() == other.0.len() && self.0.iter().zip(&other.0).all(same)
    }

    fn show(&self) -> String {
        self.0.iter().map(Answer::show).collect::<Vec<_>>().join("   ")
    }
}

/// The weights of a fade, step by step, from its length, the time that has passed, and the last step.
fn weights(seconds: f32, steps: &[f32], weight: fn(seconds: f32, passed: f32, step: f32) -> f32) -> Row {
    let passed = |passed: &mut f32, step: &f32| {
        *passed += step;
        Some((*passed, *step))
    };
    Row(steps.iter().scan(0.0, passed).map(|(passed, step)| weight(seconds, passed, step)).collect())
}

/// A part of a fade; a fade of no time is over.
fn part_of(seconds: f32, passed: f32) -> f32 {
    if seconds > 0.0 { passed / seconds } else { 1.0 }
}

#[test]
fn todo_13_2_fade() {
    let fades: [(f32, &[f32]); 3] =
        [(0.5, &[0.1, 0.15, 0.125, 0.0]), (0.4, &[0.1, 0.2, 0.2, 0.3]), (0.0, &[0.0, 0.1])];
    check("13.2", |check| {
        for (seconds, steps) in fades {
            check.case(
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
                        weights(seconds, steps, |seconds, _, step| part_of(seconds, step).min(1.0)),
                    ),
                    ("a-part-of-what-is-left", {
                        let mut left = 1.0;
                        let weight = |step: &f32| {
                            left -= left * part_of(seconds, *step).min(1.0);
                            1.0 - left
                        };
                        Row(steps.iter().map(weight).collect())
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

/// A fade some seconds later, by the student's own 13.2, whatever that gives: the check of 13.3 asks what a start makes
/// of it.
fn later(fade: &Fade, seconds: f32) -> Fade {
    let mut later = fade.clone();
    let advance = AssertUnwindSafe(|| later.advance(seconds));
    if catch_unwind(advance).is_ok() { later } else { fade.clone() }
}

/// A fade that begins with the joint at x, and takes so many seconds.
fn fade(x: f32, seconds: f32) -> Fade {
    let mut fade = Fade::over(at(0.0));
    fade.begin(&at(x), seconds);
    fade
}

/// Where a fade puts the joint while the motion has it at x, by the student's own 13.1.
fn on_screen(fade: &Fade, x: f32) -> f32 {
    let mut pose = at(x);
    let _ = catch_unwind(AssertUnwindSafe(|| fade.apply(&at(x), &mut pose)));
    x_of(&pose)
}

/// What a start leaves behind, as a student should read it.
struct Started {
    error: Option<String>,
    playing: String,
    kept: f32,
    weight: f32,
    /// The weight 0.1 s later: it says how long the fade takes.
    later: f32,
}

fn started(error: Option<&str>, playing: &str, fade: &Fade) -> Started {
    Started {
        error: error.map(str::to_owned),
        playing: playing.to_owned(),
        kept: x_of(fade.kept()),
        weight: fade.weight(),
        later: later(fade, 0.1).weight(),
    }
}

fn after_start(result: Result<(), common::clip::UnknownClip>, player: &Player<Glide>) -> Started {
    let playing = player
        .source()
        .map_or("nothing".to_owned(), |glide| format!("{} at {:.2} s", glide.name, glide.time));
    let error = result.err().map(|error| error.to_string());
    started(error.as_deref(), &playing, player.fade())
}

impl Answer for Started {
    fn agrees(&self, other: &Self) -> bool {
        // What the error says is not the student's own.
        self.error.is_some() == other.error.is_some()
            && self.playing == other.playing
            && self.kept.agrees(&other.kept)
            && self.weight.agrees(&other.weight)
            && self.later.agrees(&other.later)
    }

    fn show(&self) -> String {
        let Self { error, playing, kept, weight, later } = self;
        let answer = error.as_deref().unwrap_or("none");
        let [kept, weight, later] = [kept, weight, later].map(|number| number.show());
        format!(
            "error: {answer}\nplaying: {playing}\nthe fade's pose: x = {kept}\nthe fade's weight: {weight}, and 0.1 s \
             later {later}"
        )
    }
}

/// Asks what a start leaves behind, 0.2 s after another one, which found the joint at x = 21.
fn ask_start(
    check: &mut Check,
    [before, name]: [&str; 2],
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
    check.case(
        format!(
            "what `start(\"{name}\", 0.3)` leaves behind. With the joint on screen at x = 21, `start(\"{before}\", 0.4)` was \
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
            let result = player.start(name, 0.3);
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

#[test]
fn todo_13_3_start() {
    let plays = |playing: &str, fade: &Fade| started(None, playing, fade);
    let fails = |playing: &str, fade: &Fade| started(Some("there is none"), playing, fade);
    check("13.3", |check| {
        check.needs("13.1", || {
            let mut pose = at(0.0);
            blend(&mut pose, &at(1.0), 0.5);
            x_of(&pose).is_finite()
        });
        check.needs("13.2", || {
            let mut fade = fade(0.0, 0.4);
            fade.advance(0.1);
            fade.weight().is_finite()
        });
        let over = Fade::over(at(21.0));
        ask_start(
            check,
            ["walk", "jump"],
            false,
            plays("jump at 0.00 s", &fade(21.0, 0.3)),
            [
                plays("jump at 0.75 s", &over),
                plays("jump at 0.00 s", &fade(10.4, 0.3)),
                plays("jump at 0.00 s", &fade(70.0, 0.3)),
                plays("jump at 0.00 s", &fade(21.0, 0.3)),
                plays("jump at 0.00 s", &fade(21.0, 0.3)),
                plays("jump at 0.00 s", &over),
            ],
        );
        let (going, over) = (later(&fade(21.0, 0.4), 0.2), later(&over, 0.2));
        let next = fade(on_screen(&going, 10.4), 0.3);
        ask_start(
            check,
            ["walk", "jump"],
            true,
            plays("jump at 0.00 s", &next),
            [
                plays("jump at 0.75 s", &over),
                plays("jump at 0.00 s", &fade(10.4, 0.3)),
                plays("jump at 0.00 s", &fade(70.0, 0.3)),
                plays("jump at 0.00 s", &next),
                plays("jump at 0.00 s", &next),
                plays("jump at 0.00 s", &over),
            ],
        );
        let first = later(&fade(30.0, 0.4), 0.2);
        ask_start(
            check,
            ["run", "run"],
            true,
            plays("run at 0.20 s", &going),
            [
                plays("run at 1.70 s", &over),
                plays("run at 0.20 s", &going),
                plays("run at 0.20 s", &first),
                plays("run at 0.00 s", &fade(on_screen(&going, 31.6), 0.3)),
                plays("run at 0.20 s", &going),
                plays("run at 0.20 s", &over),
            ],
        );
        ask_start(
            check,
            ["run", "jum"],
            true,
            fails("run at 0.20 s", &going),
            [
                plays("nothing", &over),
                fails("run at 0.20 s", &going),
                fails("run at 0.20 s", &first),
                fails("run at 0.20 s", &going),
                plays("run at 0.20 s", &going),
                fails("run at 0.20 s", &over),
            ],
        );
    });
}

const BODY: &[&str] = &["hips", "chest", "thigh", "upper arm", "shin", "head", "forearm"];

/// A body, its joints in the order of [`BODY`]. Those of a branch do not stand side by side.
fn body() -> Skeleton {
    let mut skeleton = Skeleton::new();
    for (name, parent) in BODY.iter().zip([None, Some(0), Some(0), Some(1), Some(2), Some(1), Some(3)]) {
        skeleton.add(name, parent);
    }
    skeleton
}

/// A mask as others have left it.
const BEFORE: [f32; 7] = [0.1, 0.3, 0.8, 0.6, 0.2, 0.9, 0.4];

#[test]
fn todo_13_4_mask() {
    let ask = |check: &mut Check, joint: usize, weight: f32, below: &[usize], children: &[usize]| {
        let mask = |is_set: &dyn Fn(usize) -> bool| {
            let parts = BEFORE.iter().enumerate();
            Named(BODY, parts.map(|(index, before)| if is_set(index) { weight } else { *before }).collect())
        };
        check.case(
            format!(
                "the mask with {weight} for the {} and all below it; before, it was {BEFORE:?}. A body: hips with a chest and \
                 a thigh; the chest with an upper arm, its forearm, and a head; the thigh with a shin",
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
        ask(check, 1, 0.8, &[1, 3, 5, 6], &[3, 5]);
        ask(check, 0, 0.5, &[0, 1, 2, 3, 4, 5, 6], &[1, 2]);
        ask(check, 3, 0.15, &[3, 6], &[6]);
    });
}

#[test]
fn todo_13_5_overlay() {
    let mask = [0.0, 0.4, 0.9];
    check("13.5", |check| {
        check.needs("10.2", interpolates);
        for weight in [0.75f32, 0.2] {
            let each = |of: &dyn Fn(f32) -> f32| each(|joint, from, to| part(from, to, of(mask[joint])));
            check.case(
                format!("a layer over a hip, a knee and a foot: its weight is {weight}, their parts of the mask are 0, 0.4 and 0.9"),
                || {
                    let [mut pose, layer] = split(legs());
                    overlay(&mut pose, &layer, &mask, weight);
                    Named(LEG, pose.into_iter().map(Stands).collect())
                },
                each(&|part| part * weight),
                &[
                    (STARTER, each(&|_| 0.0)),
                    ("mask-forgotten", each(&|_| weight)),
                    ("weight-forgotten", each(&|part| part)),
                    ("mask-inverted", each(&|part| (1.0 - part) * weight)),
                    ("layer-for-pose", each(&|part| 1.0 - part * weight)),
                ],
            );
        }
    });
}
