//! The checks of lesson 14.

use check::{Answer, Check, Draw, Named, Row, Told, check, table};
use common::clip::{
    Animator, Channel, Clip, Cursors, GaitBlend, Keys, RootMotion, Search, Stride, StrideMix, in_step,
    key_at, pace,
};
use common::rig::Rig;
use common::skeleton::Skeleton;
use common::transform::{RigidTransform, Transform, slerp};
use glam::{Mat4, Quat, Vec3, vec3};
use std::f32::consts::FRAC_PI_2;
use std::sync::Arc;

// -------------------------------------------------------------------- 14.1

/// Names of the figure's values in the check of root motion.
const LED: &[&str] = &["the figure, in the world", "the root, in the figure"];

/// Length of the clip whose root goes ahead.
const ROUND: f32 = 1.6;

/// Times of its root's keys, and the root's places in the clip, where z is up. The last place is ahead of the first.
const LED_TIMES: [f32; 4] = [0.0, 0.5, 1.1, ROUND];
const LED_PLACES: [Vec3; 4] =
    [vec3(0.3, 0.1, 0.9), vec3(0.7, 0.6, 0.8), vec3(0.9, 1.5, 1.0), vec3(0.6, 2.2, 0.95)];

/// Returns the root's rotation at rest: oblique, as bones often are.
fn led_rest() -> Quat {
    Quat::from_rotation_x(1.2) * Quat::from_rotation_y(0.4)
}

/// Returns its rotation at each key: it leans, and turns to the left, with a swing to the right in between.
fn led_turns() -> [Quat; 4] {
    let turned = |about_up: f32, ahead: f32, aside: f32| {
        let lean = Quat::from_rotation_x(ahead.to_radians()) * Quat::from_rotation_y(aside.to_radians());
        Quat::from_rotation_z(about_up.to_radians()) * lean * led_rest()
    };
    [turned(10.0, 5.0, 0.0), turned(-5.0, 14.0, 6.0), turned(35.0, -4.0, -9.0), turned(60.0, 5.0, 3.0)]
}

/// The figure's start, and its steps.
struct Journey<'a> {
    /// From a space with z up to the one that is asked about.
    turn: Quat,
    world_from_figure: Mat4,
    steps: &'a [f32],
    speed: f32,
    looping: bool,
}

/// A rig whose root is not its first joint, and a clip that moves it, both turned from z up.
fn led_animator(turn: Quat) -> Animator {
    let rotation = turn * led_rest();
    let root = Transform { translation: turn * vec3(0.0, 0.0, 0.9), rotation, scale: Vec3::ONE };
    let rest = vec![Transform::IDENTITY, root, Transform::IDENTITY];
    let rig = Rig { skeleton: Skeleton::chain(&["above", "hips", "spine"]), rest };
    let channel = Channel {
        joint: 1,
        translations: Keys::new(LED_TIMES.to_vec(), LED_PLACES.map(|place| turn * place).to_vec()),
        rotations: Keys::new(LED_TIMES.to_vec(), led_turns().map(|key| turn * key).to_vec()),
        scales: Keys::default(),
    };
    let clip = Clip { name: "limp".to_owned(), start: 0.0, seconds: ROUND, channels: vec![channel] };
    Animator::new(Arc::new(rig), Arc::new(clip))
}

/// Declares that 12.1 is needed.
fn needs_sample(check: &mut Check) {
    let animator = led_animator(Quat::IDENTITY);
    let (channel, rest) = (&animator.clip().channels[0], animator.rig().rest[1]);
    check.needs("12.1", || -> Vec<Transform> {
        let at = |time| channel.sample(rest, time, &mut Cursors::new(Search::FromStart));
        [0.0, 0.35, 0.5, 0.9, 1.4, 2.0].map(at).to_vec()
    });
}

/// Declares the exercises that 14.1 uses.
fn needs_what_leads(check: &mut Check) {
    fn rigid(matrix: Mat4) -> RigidTransform {
        let (_, rotation, translation) = matrix.to_scale_rotation_translation();
        RigidTransform::new(translation, rotation)
    }
    let [one, other] = [0, 2].map(|key| Mat4::from_rotation_translation(led_turns()[key], LED_PLACES[key]));
    check.needs("02.1", || rigid(one) * rigid(other));
    check.needs("02.2", || rigid(one).inverse());
    let found = || {
        let times = [0.0, 0.4, 0.5, 0.7, 1.0, 1.1, 1.5, 9.0];
        // A list without keys is asked for as well.
        times.map(|time| key_at(&LED_TIMES, time)).into_iter().chain([key_at(&[], 0.5)]).collect::<Vec<_>>()
    };
    check.needs("06.2", found);
    let turned = |turn: fn(Quat, Quat, f32) -> Quat| {
        let turns = led_turns();
        // The last key is asked for as a span from itself to itself.
        let spans = (0..4).map(|i| (turns[i], turns[(i + 1).min(3)]));
        spans
            .flat_map(|(from, to)| [0.0, 0.2, 0.75, 1.0].map(|alpha| turn(from, to, alpha)))
            .collect::<Vec<_>>()
    };
    check.needs("10.2", || turned(slerp));
    needs_sample(check);
    for (steps, speed, looping) in [
        (&[0.4, 2.0, 5.2][..], 1.0, true),
        (&[0.3, -0.8, -5.6], 1.0, true),
        (&[0.5, 0.0, 0.9], 2.5, true),
        (&[0.9, 1.5, -0.4], 1.0, false),
    ] {
        let played = || {
            let mut animator = led_animator(Quat::IDENTITY);
            animator.search_by(Search::FromStart);
            (animator.speed, animator.looping) = (speed, looping);
            let step = |dt: &f32| {
                animator.update(*dt);
                let Transform { translation, rotation, .. } = animator.pose()[1];
                (animator.time(), RigidTransform::new(translation, rotation))
            };
            steps.iter().map(step).unzip::<_, _, Vec<_>, Vec<_>>()
        };
        check.needs("12.2", played);
    }
}

/// Words for the scene, where the figure begins, its steps, its speed, and if the clip loops.
type Walk = (&'static str, Mat4, Vec<f32>, f32, bool);

fn walks() -> [Walk; 11] {
    let (middle, aside) = (Mat4::IDENTITY, aside());
    [
        ("after 0.3 s and 0.4 s", middle, vec![0.3, 0.4], 1.0, true),
        ("after 0.7 s, when it began 4 m aside and turned by 100°", aside, vec![0.7], 1.0, true),
        ("after 1.3 s and 0.6 s: there the clip begins again", middle, vec![1.3, 0.6], 1.0, true),
        ("after 1.3 s and 5.2 s: there the clip begins again four times", aside, vec![1.3, 5.2], 1.0, true),
        ("after 1.2 s, and then 0.5 s back", aside, vec![1.2, -0.5], 1.0, true),
        (
            "after 0.3 s, and then 0.8 s back: past the beginning of the clip",
            aside,
            vec![0.3, -0.8],
            1.0,
            true,
        ),
        (
            "after 0.4 s, and then 35.9 s back: 23 times past the beginning",
            aside,
            vec![0.4, -35.9],
            1.0,
            true,
        ),
        ("after 0.5 s and 0.9 s at 2.5 times its speed", middle, vec![0.5, 0.9], 2.5, true),
        ("after 0.9 s and 1.5 s without a loop", aside, vec![0.9, 1.5], 1.0, false),
        ("after 0.9 s, and a step of no time", aside, vec![0.9, 0.0], 1.0, true),
        ("after twelve steps of 0.35 s", middle, vec![0.35; 12], 1.0, true),
    ]
}

fn aside() -> Mat4 {
    Mat4::from_rotation_translation(Quat::from_rotation_z(100f32.to_radians()), vec3(-4.0, 3.0, 0.0))
}

/// No step ends at the end of a round: rounding would decide which of two rounds it is in.
fn any_walk(draw: &mut Draw) -> Walk {
    let [upright, aslant] = [Quat::from_rotation_z(draw.number(-3.0..3.0)), draw.turn()];
    let turn = draw.one_of(&[upright, aslant]);
    let world_from_figure = Mat4::from_rotation_translation(turn, draw.point(4.0));
    let count = draw.size(1..10);
    let step = |_| draw.number(-1.5..2.375) * draw.one_of(&[1.0, 1.0, 1.0, 32.0]) + 0.002;
    let steps = (0..count).map(step).collect();
    ("after other steps", world_from_figure, steps, 1.0, draw.one_of(&[true, true, false]))
}

#[test]
fn todo_14_1_lead() {
    check("14.1", |check| {
        needs_what_leads(check);
        let turn = Quat::IDENTITY;
        for (what, world_from_figure, steps, speed, looping) in
            walks().into_iter().chain(check.drawn(any_walk))
        {
            ask_led(check, what, &Journey { turn, world_from_figure, steps: &steps, speed, looping });
        }
        let turn = Quat::from_rotation_x(-FRAC_PI_2);
        let steps = &[1.3, 0.6];
        let ahead = Journey { turn, world_from_figure: aside(), steps, speed: 1.0, looping: true };
        ask_led(check, "after 1.3 s and 0.6 s, when it began aside", &ahead);
    });
}

fn ask_led(check: &mut Check, what: &str, way: &Journey<'_>) {
    let Journey { turn, world_from_figure, steps, speed, looping } = *way;
    let end = speed * steps.iter().sum::<f32>();
    let is_long = looping && steps.iter().any(|dt| (speed * dt).abs() > ROUND);
    check.tags(&[
        ("time that runs back past the start", end < 0.0),
        ("a step back", steps.iter().any(|dt| *dt < 0.0)),
        ("a way past the end", end > ROUND),
        ("a step that's longer than the clip, in a loop", is_long),
    ]);
    let up = if turn == Quat::IDENTITY { "z" } else { "y" };
    check.asked(
        format!(
            "from the figure to the world, and from the root to the figure, {what}; the clip takes {ROUND} s, and {up} is up"
        ),
        || {
            let mut led = RootMotion::new(led_animator(turn), 1, turn * Vec3::Z);
            let (_, rotation, translation) = world_from_figure.to_scale_rotation_translation();
            led.world_from_figure = RigidTransform::new(turn * translation, turn * rotation * turn.inverse());
            (led.animator.speed, led.animator.looping) = (speed, looping);
            steps.iter().for_each(|&dt| led.update(dt));
            let Transform { translation, rotation, .. } = led.pose()[1];
            let root = Mat4::from_rotation_translation(rotation, translation);
            let RigidTransform { translation, rotation } = led.world_from_figure;
            Named(LED, vec![Mat4::from_rotation_translation(rotation, translation), root])
        },
    );
}
// -------------------------------------------------------------------- 14.2

const MIXED: [&str; 3] = ["to do with the seconds", "to do with the clips' times", "to do with the speed"];

/// Says what a question is about, and that it isn't about the others.
fn one_of(tags: [&'static str; 3], about: usize) -> [(&'static str, bool); 3] {
    [0, 1, 2].map(|tag| (tags[tag], tag == about))
}

/// Two strides, from seconds and metres.
fn strides(numbers: [[f32; 2]; 2]) -> [Stride; 2] {
    numbers.map(|[seconds, metres]| Stride { seconds, metres })
}

#[test]
fn todo_14_2_in_step() {
    let (walk, run) = ([1.0, 0.9], [0.8, 2.0]);
    let asked = [
        ([walk, run], 0.5, 0.25),
        ([walk, run], 0.0, 0.75),
        ([walk, run], 1.0, 0.75),
        ([[2.0, 1.0], [0.5, 1.5]], 0.6, 0.9),
        ([[1.5, 0.6], [0.75, 2.4]], 0.25, 0.1),
        ([[0.6, 1.2], [1.4, 1.0]], 0.8, 0.4),
        ([walk, run], 0.3, 1.0),
        ([[0.004, 0.002], [300.0, 90.0]], 0.001, 0.5),
    ];
    check("14.2", |check| {
        let drawn = check.drawn(|draw| {
            // Beyond a hundred times the other, the digits of a mix depend on how one writes it.
            let mut stride = || [(); 2].map(|()| draw.factor(10.0));
            let strides = [stride(), stride()];
            let mut part = || {
                let part = draw.number(0.0..1.0);
                draw.one_of(&[part, part, 0.0, 1.0])
            };
            (strides, part(), part())
        });
        for (numbers, mix, phase) in asked.into_iter().chain(drawn) {
            let [[slow, short], [fast, long]] = numbers;
            let of = format!(
                "of a mix with {mix} of the second stride, at a phase of {phase}: the first stride takes {slow} s and \
                 {short} m, the second {fast} s and {long} m"
            );
            let answer = || in_step(strides(numbers), mix, phase);
            let shared = "to do with the speed of a mix in which the second stride has a share";
            let tags = |about| [&one_of(MIXED, about)[..], &[(shared, about == 2 && mix > 0.0)]].concat();
            check.tags(&tags(0));
            check.asked(format!("how many seconds the mixed stride takes, {of}"), || answer().seconds);
            check.tags(&tags(1));
            check.asked(format!("at which second of its own each clip is, {of}"), || {
                Named(CLIPS, answer().times.to_vec())
            });
            check.tags(&tags(2));
            check.asked(format!("at how many metres a second the ground goes by, {of}"), || answer().speed);
        }
    });
}

const CLIPS: &[&str] = &["the first clip", "the second clip"];

// -------------------------------------------------------------------- 14.3

/// Steps, each with its mix and its seconds.
type Steps = [(f32, f32)];

/// The numbers in a mix of strides, in the order of its fields.
const HELD: &[&str] =
    &["the phase", "the mix", "the first's seconds", "its metres", "the second's seconds", "its metres"];

/// Draws the seconds of two strides, and steps.
fn any_steps(draw: &mut Draw) -> ([f32; 2], Vec<(f32, f32)>) {
    let (size, mut phase) = (draw.factor(100.0), 0.0);
    let seconds = [(); 2].map(|()| size * draw.factor(4.0));
    let (mut mix, creeps) = (draw.number(0.0..0.9), draw.whole(0..3) == 0);
    let step = |_| {
        let (any, far) = (draw.number(0.0..1.015625), draw.signed(100) as f32);
        mix = if creeps { mix + 0.005 } else { any };
        // Not near the end of a stride, where rounding decides in which one it is.
        let next = draw.number(0.0625..0.9375) + draw.one_of(&[0.0, 1.0, -1.0, far]);
        let dt = (next - phase) * (seconds[0] + mix * (seconds[1] - seconds[0]));
        phase = next.rem_euclid(1.0);
        (mix, dt)
    };
    (seconds, (0..8).map(step).collect())
}

/// Asks for the phases after some steps.
fn ask_phases(check: &mut Check, seconds: [f32; 2], steps: &Steps) {
    let pair = strides(seconds.map(|seconds| [seconds, 1.0]));
    check.needs("14.2", || Row(steps.iter().map(|(mix, _)| in_step(pair, *mix, 0.3).seconds).collect()));
    let words: Vec<String> = steps.iter().map(|(mix, dt)| format!("{dt} s at a mix of {mix}")).collect();
    check.tags(&[
        ("a step back", steps.iter().any(|(_, dt)| *dt < 0.0)),
        ("a step of two strides or more", steps.iter().any(|(_, dt)| dt.abs() > 2.0)),
        ("two different mixes", steps.iter().any(|(mix, _)| *mix != steps[0].0)),
    ]);
    check.asked(
        format!(
            "the phase after each of these steps, from 0 on: {}. The strides take {} s and {} s",
            words.join(", "),
            seconds[0],
            seconds[1]
        ),
        || {
            let mut both = StrideMix { strides: pair, mix: 0.0, phase: 0.0 };
            let phase = |&(mix, dt): &(f32, f32)| {
                both.advance(mix, dt);
                both.phase as f32
            };
            Row(steps.iter().map(phase).collect())
        },
    );
}

#[test]
fn todo_14_3_advance() {
    let asked: [([f32; 2], &Steps); 9] = [
        ([1.0, 0.8], &[(0.5, 0.3), (0.5, 0.25)]),
        ([2.0, 0.5], &[(0.0, 0.6), (1.0, 0.1), (0.25, 0.05)]),
        ([1.0, 0.6], &[(0.2, 0.3), (0.9, 0.0), (0.9, 0.2)]),
        ([1.0, 0.8], &[(0.0, 0.7), (0.0, 0.7), (1.0, 0.5)]),
        ([1.0, 0.8], &[(0.3, 0.2), (0.3, -0.9)]),
        ([0.7, 1.3], &[(0.5, 0.2), (0.75, -2.9), (0.1, 0.0)]),
        ([1.0, 0.75], &[(0.6, 50.3)]),
        ([1.0, 0.5], &[(0.4, 0.0001); 12]),
        ([1.0, 1.0], &[(0.5, 0.25), (0.5, 0.75)]),
    ];
    check("14.3", |check| {
        for (seconds, steps) in asked {
            ask_phases(check, seconds, steps);
        }
        for (seconds, steps) in check.drawn(any_steps) {
            ask_phases(check, seconds, &steps);
        }
        check.tags(&[]);
        for (before, phase, mix, dt) in
            [(0.125, 0.25, 0.75, 0.5), (0.5, 0.875, 0.0, 0.5), (0.5, 0.25, 1.0, 0.0)]
        {
            check.asked(
                format!(
                    "all that the mix of strides holds after {dt} s at a mix of {mix}. It was at a phase of {phase} and a mix of \
                     {before}; the strides take 2 s and 1.5 m, and 1 s and 3 m"
                ),
                || {
                    let strides = strides([[2.0, 1.5], [1.0, 3.0]]);
                    let mut both = StrideMix { strides, mix: before, phase };
                    both.advance(mix, dt);
                    let StrideMix { strides: [slow, fast], mix, phase } = both;
                    Named(HELD, vec![phase as f32, mix, slow.seconds, slow.metres, fast.seconds, fast.metres])
                },
            );
        }
        check.asked(
            "the phase after an hour, in 216,020 steps of 1/60 s, at a mix of 0.5. The strides take 1 s and 0.5 s",
            || {
                let mut both = StrideMix { strides: strides([[1.0, 1.0], [0.5, 1.0]]), mix: 0.0, phase: 0.0 };
                (0..216_020).for_each(|_| both.advance(0.5, 1.0 / 60.0));
                both.phase as f32
            },
        );
    });
}

// -------------------------------------------------------------------- 14.4

struct Shares(Vec<f32>);

impl Shares {
    fn of(gaits: &[Stride], GaitBlend { slower, mix, .. }: GaitBlend) -> Self {
        let mut shares = vec![0.0; gaits.len()];
        for (index, share) in [(slower, 1.0 - mix), (slower.saturating_add(1), mix)] {
            // A share of 0 in a gait that does not exist is right.
            match shares.get_mut(index) {
                Some(known) => *known += share,
                None if share == 0.0 => {}
                None => shares.push(share),
            }
        }
        Self(shares)
    }
}

impl Answer for Shares {
    fn told(&self) -> Told {
        let share = |(gait, share): (usize, &f32)| (format!("gait {gait}"), share.told());
        Told::Parts(self.0.iter().enumerate().map(share).collect())
    }
}

fn shown_gaits(gaits: &[Stride]) -> String {
    let row = |(index, gait): (usize, &Stride)| {
        [index.to_string(), gait.metres.to_string(), gait.seconds.to_string()]
    };
    table(["gait", "metres", "seconds"], gaits.iter().enumerate().map(row))
}

/// Asks for the mix and for the rate separately, so that a mistake in one doesn't hide another in the other.
fn ask_pace(check: &mut Check, words: &str, gaits: &[Stride], speed: f32) {
    let [slowest, fastest] = [0, gaits.len() - 1].map(|gait| gaits[gait].speed());
    let is_below = speed.abs() < slowest;
    let mut pairs = gaits.windows(2);
    let between = pairs.find(|two| two[0].speed() < speed.abs() && speed.abs() < two[1].speed());
    let is_uneven = between.is_some_and(|pair| pair[0].seconds != pair[1].seconds);
    let whom = format!("{words}, at {speed} m/s{}", shown_gaits(gaits));
    let tag = |check: &mut Check, what, is_below, is_uneven| {
        check.tags(&[
            ("a speed above the fastest gait's", speed.abs() > fastest),
            ("a speed backwards", speed < 0.0),
            ("a speed that a gait has", gaits.iter().any(|gait| gait.speed() == speed.abs())),
            ("a speed below the slowest gait's", is_below),
            (what, is_below),
            ("a mix of two gaits whose strides take different times", is_uneven),
        ]);
    };
    // A single gait is never mixed.
    tag(check, "a mix below the slowest gait's speed", is_below && gaits.len() > 1, is_uneven);
    check.asked(format!("the mix that `pace` gives {whom}"), || Shares::of(gaits, pace(gaits, speed)));
    tag(check, "a rate below the slowest gait's speed", is_below, false);
    check.asked(format!("the rate that `pace` gives {whom}"), || pace(gaits, speed).rate);
}

#[test]
fn todo_14_4_pace() {
    check("14.4", ask_all_paces);
}

fn ask_all_paces(check: &mut Check) {
    let gait = |metres: f32, seconds: f32| Stride { seconds, metres };
    // A dog, a snail, a giant, and somebody who runs with shorter strides than he walks.
    let dog = [gait(0.5, 0.625), gait(0.75, 0.5), gait(1.5, 0.75), gait(2.5, 0.5)];
    let asked: [(&str, &[Stride], &[f32]); 6] = [
        ("a dog", &dog, &[0.8, 1.0, 1.15, 1.5, 1.75, 2.0, 4.25, 5.0, 8.0, 0.2, 0.0, -0.4, -1.75, -3.5, -9.0]),
        ("a snail, which has one gait", &[gait(0.0625, 8.0)], &[0.0078125, 0.0005, 0.0, 0.25, -0.002]),
        ("a giant", &[gait(6.0, 3.0), gait(12.0, 2.0)], &[1.0, 2.0, 3.0, 5.5, 6.0, 15.0, -4.0]),
        (
            "who takes shorter steps as he runs",
            &[gait(1.5, 1.0), gait(1.0, 0.25)],
            &[1.5, 2.0, 2.75, 3.9, 6.0, -2.75],
        ),
        ("who walks and runs as often", &[gait(1.0, 0.5), gait(3.0, 0.5)], &[2.0, 3.0, 4.0, 5.0, 0.5, 9.0]),
        ("a rocket", &[gait(50.0, 1.0), gait(900.0, 3.0), gait(400.0, 0.5)], &[60.0, 500.0, -900.0, 0.5]),
    ];
    let drawn = check.drawn(|draw| {
        let (size, mut speed) = (draw.factor(100.0), 0.0);
        let count = draw.size(1..30);
        let gaits = (0..count).map(|_| {
            speed += size * draw.number(0.5..2.0);
            let seconds = draw.factor(10.0);
            gait(speed * seconds, seconds)
        });
        let gaits: Vec<Stride> = gaits.collect();
        let slowest = gaits[0].speed();
        let any = [
            draw.factor(100.0) * speed,
            draw.number(0.0..1.0) * speed,
            draw.one_of(&gaits).speed(),
            1.005 * slowest,
            0.005 * slowest,
        ];
        ("somebody", gaits, [&any[..], &any.map(|speed| -speed)].concat())
    });
    let seen = asked.map(|(words, gaits, speeds)| (words, gaits.to_vec(), speeds.to_vec()));
    for (words, gaits, speeds) in seen.into_iter().chain(drawn) {
        speeds.iter().for_each(|&speed| ask_pace(check, words, &gaits, speed));
    }
}
