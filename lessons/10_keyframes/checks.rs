//! The checks of lesson 10.

use check::{Answer, Check, JOINTS, Named, Row, check, told};
use common::clip::{Easing, Keyframe, Keyframes, Playhead};
use common::transform::{Transform, arc_weights};
use glam::Vec3;

/// The weights of the first rotation and of the second, and the cosine between both.
#[derive(Clone, Copy)]
struct Weights {
    of: [f32; 2],
    cos: f32,
}

told!(Weights { of, cos });

impl Answer for Weights {
    /// Compares the quaternions that they make. With both signs changed they make the same rotation. A quotient by 0, or
    /// nearly 0, may be any large number.
    fn agrees(&self, other: &Self) -> bool {
        let wild = |weight: f32| weight.abs() > 1e3 || weight.is_nan();
        let cos = self.cos.clamp(-1.0, 1.0);
        let same = |sign: f32| {
            let [a, b] = [0, 1].map(|i| self.of[i] - sign * other.of[i]);
            // The square of how far the two are from each other on the sphere.
            a * a + b * b + 2.0 * a * b * cos < 1e-8
        };
        same(1.0) || same(-1.0) || self.of.into_iter().zip(other.of).all(|(a, b)| wild(a) && wild(b))
    }

    fn show(&self) -> String {
        let [first, second] = self.of.map(|weight| weight.show());
        format!("{first} of the first, {second} of the second")
    }
}

/// Both weights by the sines of fractions of an angle.
fn by_sines(angle: f32, alpha: f32) -> [f32; 2] {
    [1.0 - alpha, alpha].map(|part| (part * angle).sin() / angle.sin())
}

#[test]
fn todo_10_1_weights() {
    let apart = |degrees: f32| (format!("they are {degrees}° apart"), degrees.to_radians().cos());
    let cases = [
        (apart(45.0), 0.25),
        (apart(85.0), 0.2),
        (apart(120.0), 0.3),
        (apart(175.0), 0.75),
        (apart(6.0), 0.6),
        (apart(14.0), 0.2),
        (apart(0.5), 0.3),
        (apart(179.8), 0.6),
        (apart(89.5), 0.4),
        (apart(90.5), 0.4),
        (apart(40.0), 1.5),
        (apart(110.0), -0.25),
        (("both are the same quaternion".to_owned(), 1.0), 0.3),
        (
            (
                "both are the same quaternion, and rounding made its cosine 1.0000001".to_owned(),
                1.0 + f32::EPSILON,
            ),
            0.3,
        ),
        (("they are 0.02° apart".to_owned(), 1.0 - 0.5 * f32::EPSILON), 0.3),
        (("the second is the negative of the first".to_owned(), -1.0), 0.3),
        (
            (
                "the second is the negative of the first, and rounding made its cosine -1.0000001".to_owned(),
                -1.0 - f32::EPSILON,
            ),
            0.3,
        ),
    ];
    check("10.1", |check| {
        // Not near a right angle, where either direction is right.
        let drawn = check.drawn(|draw| {
            let degrees = draw.number(0.0..89.5);
            let nearly = draw.factor(1e4) * 0.005;
            let degrees = draw.one_of(&[degrees, degrees, nearly, 0.0]);
            // Where the arc counts as straight, it doesn't go on beyond its ends.
            let alpha = if degrees > 10.0 { draw.number(-1.0..2.0) } else { draw.number(0.0..1.0) };
            let alpha = draw.one_of(&[alpha, alpha, 0.0, 1.0]);
            (apart(draw.one_of(&[degrees, 180.0 - degrees])), alpha)
        });
        for ((words, cos), alpha) in cases.into_iter().chain(drawn) {
            let near = || cos.abs().min(1.0).acos();
            let is_straight = |angle: f32| angle < 1e-3;
            check.tags(&[
                ("a negative cosine", cos < 0.0),
                ("a cosine outside -1 to 1", cos.abs() > 1.0),
                ("two rotations that are equal, or nearly", cos.abs() > 0.99999),
                ("two quaternions that are nearly opposite", cos < -0.99),
                ("a nearly straight arc", cos.abs() > 0.99),
                ("a part below 0 or above 1", !(0.0..=1.0).contains(&alpha)),
            ]);
            let turned = |[first, second]: [f32; 2]| Weights {
                of: [first, if cos < 0.0 { -second } else { second }],
                cos,
            };
            check.case_by(
                format!(
                    "the weights of two quaternions when {alpha} of the way is done; {words}, and the cosine is {}",
                    cos.show()
                ),
                || Weights { of: arc_weights(cos, alpha), cos },
                |by| {
                    let (angle, part) = (by.radians(near().to_degrees()), by.part(alpha));
                    turned(if is_straight(near()) { [1.0 - part, part] } else { by_sines(angle, part) })
                },
            );
        }
        check.tags(&[]);
        // Both directions are equally short, so either is right.
        let sizes = |weights: [f32; 2]| Row(weights.map(f32::abs).to_vec());
        check.case_by(
            "how large both weights are when 0.3 of the way is done, whichever way; the quaternions are 90° apart, and \
             the cosine is 0",
            || sizes(arc_weights(0.0, 0.3)),
            |by| sizes(by_sines(by.radians(90.0), by.part(0.3))),
        );
    });
}

/// The playhead after every step.
struct Played(Vec<Playhead>);

told!(Played { 0 });

impl Answer for Played {
    fn show(&self) -> String {
        let line = |Playhead { total, in_frame, frame }: &Playhead| {
            format!("keyframe {frame}, {} s in it, {} s in all\n", in_frame.show(), total.show())
        };
        self.0.iter().map(line).collect()
    }
}

/// Steps on while the keyframe's time is over.
fn go_on(playhead: &mut Playhead, dt: f32, seconds: &[f32], held: Option<usize>) {
    playhead.total += dt;
    playhead.in_frame += dt;
    while held != Some(playhead.frame) && playhead.in_frame >= seconds[playhead.frame] {
        playhead.in_frame -= seconds[playhead.frame];
        playhead.frame = (playhead.frame + 1) % seconds.len();
    }
    if held == Some(playhead.frame) {
        playhead.in_frame = 0.0;
    }
}

#[test]
fn todo_10_2_advance() {
    check("10.2", |check| {
        // All in steps of a 64th, or of a power of two times that, so that no sum is rounded.
        let drawn = check.drawn(|draw| {
            let unit = 2f32.powi(draw.signed(10) as i32);
            let mut seconds: Vec<f32> = (0..draw.size(1..3000))
                .map(|_| draw.number(0.0..1.0) * draw.one_of(&[1.0, 1.0, 0.0]) * unit)
                .collect();
            seconds[0] = unit;
            let round = seconds.iter().sum::<f32>();
            let mut step = |_| {
                let [few, many] = [unit * draw.number(0.0..2.0), round * draw.whole(0..3) as f32];
                few + draw.one_of(&[0.0, 0.0, many, round - seconds[0]])
            };
            let steps: Vec<f32> = (0..5).map(&mut step).collect();
            (seconds, draw.one_of(&[true, false]), steps)
        });
        let mut ask = |words: &str, seconds: &[f32], looping: bool, steps: &[f32]| {
            let frame = |&seconds: &f32| Keyframe { seconds, pose: vec![Transform::IDENTITY] };
            let keyframes =
                Keyframes { frames: seconds.iter().map(frame).collect(), looping, ..Keyframes::default() };
            let played = |step: &dyn Fn(&mut Playhead, f32)| {
                let mut playhead = Playhead::default();
                let after = |&dt: &f32| {
                    step(&mut playhead, dt);
                    playhead
                };
                Played(steps.iter().map(after).collect())
            };
            let longest = steps.iter().copied().fold(0.0, f32::max);
            let shortest = seconds.iter().copied().fold(f32::INFINITY, f32::min);
            check.tags(&[
                ("a keyframe that takes no time", shortest == 0.0),
                ("a single keyframe", seconds.len() == 1),
                ("keyframes that don't loop", !looping),
                ("a step that's longer than a keyframe", longest > shortest),
            ]);
            check.case(
                format!("the playhead after each frame, {words}"),
                || played(&|playhead, dt| playhead.advance(dt, &keyframes)),
                || played(&|playhead, dt| go_on(playhead, dt, seconds, keyframes.held())),
            );
        };
        ask(
            "of four keyframes that take 0.5, 0.3, 0.2 and 1 s and loop; 0.35 s pass for each of six frames",
            &[0.5, 0.3, 0.2, 1.0],
            true,
            &[0.35; 6],
        );
        ask(
            "of four keyframes that take 0.5, 0.3, 0.2 and 1 s and loop; 0.4 s pass, and then 0.95 s, as if the window \
             had been dragged",
            &[0.5, 0.3, 0.2, 1.0],
            true,
            &[0.4, 0.95],
        );
        ask(
            "of four keyframes that take 0.4, 0, 0.6 and 0.3 s and do not loop; 0.45 s pass for each of four frames",
            &[0.4, 0.0, 0.6, 0.3],
            false,
            &[0.45; 4],
        );
        ask(
            "of eight keyframes that take 0.3, 0.1, 0, 0, 0.2, 0.15, 0.4 and 0.25 s and do not loop; 0.4 s pass, 0.3 s, and \
             then 0.25 s for each of three frames",
            &[0.3, 0.1, 0.0, 0.0, 0.2, 0.15, 0.4, 0.25],
            false,
            &[0.4, 0.3, 0.25, 0.25, 0.25],
        );
        ask(
            "of four keyframes that take 0.5, 0, 0.25 and 1 s and loop; 0.5 s pass, 0.25 s, no time at all, and 1 s",
            &[0.5, 0.0, 0.25, 1.0],
            true,
            &[0.5, 0.25, 0.0, 1.0],
        );
        ask(
            "of three keyframes that take 0.001, 0.0005 and 0.002 s and loop; 0.0012 s pass, 0.0004 s, and 0.0008 s",
            &[0.001, 0.0005, 0.002],
            true,
            &[0.0012, 0.0004, 0.0008],
        );
        ask(
            "of 700 keyframes that each take 1/64 s and loop; 10.5078125 s pass at once",
            &[1.0 / 64.0; 700],
            true,
            &[10.507_812_5],
        );
        ask(
            "of a single keyframe that takes 0.5 s and loops; 0.375 s pass for each of three frames",
            &[0.5],
            true,
            &[0.375; 3],
        );
        ask(
            "of a single keyframe that takes 0.5 s and does not loop; 0.375 s pass for each of two frames",
            &[0.5],
            false,
            &[0.375; 2],
        );
        ask(
            "of three keyframes that take 0.5, 0.25 and 1 s and loop; 0.25 s pass for each of four frames",
            &[0.5, 0.25, 1.0],
            true,
            &[0.25; 4],
        );
        for (seconds, looping, steps) in drawn {
            let ends = if looping { "loop" } else { "do not loop" };
            let words = format!(
                "of keyframes that take {seconds:?} s and {ends}; {steps:?} s pass, one after the other"
            );
            ask(&words, &seconds, looping, &steps);
        }
    });
}

fn joint_at(x: f32) -> Transform {
    Transform { translation: x * Vec3::X, ..Transform::IDENTITY }
}

/// Places of the joints of [`keyframes`].
const PLACES: &str = "at 10 and 100 in keyframe 0, at 20 and 500 in keyframe 1, at 60 and 800 in keyframe 2";

/// Three keyframes of two joints. Their mix doesn't matter here, so only their x is mixed.
fn keyframes(seconds: [f32; 3], looping: bool, easing: Easing) -> Keyframes {
    let frames =
        seconds.iter().zip([[10.0, 100.0], [20.0, 500.0], [60.0, 800.0]]).map(|(&seconds, places)| {
            let pose = places.map(joint_at);
            Keyframe { seconds, pose: pose.to_vec() }
        });
    Keyframes { frames: frames.collect(), looping, easing, ..Keyframes::default() }
}

const WAY_TO_GO: &str = "another keyframe to go to";

fn mix(from: Transform, to: Transform, alpha: f32) -> f32 {
    (1.0 - alpha) * from.translation.x + alpha * to.translation.x
}

#[test]
fn todo_10_3_between() {
    let asked = |check: &mut Check, words: String, keyframes: &Keyframes, playhead: Playhead| {
        let Playhead { frame, in_frame, .. } = playhead;
        let count = keyframes.frames.len();
        let mixed = |to: usize, alpha: f32| {
            let [from, to] = [frame, to].map(|frame| keyframes.frames[frame].pose.iter());
            Named(JOINTS, from.zip(to).map(|(&from, &to)| mix(from, to, alpha)).collect())
        };
        let (next, held) = ((frame + 1) % count, keyframes.held() == Some(frame));
        let right = if held { frame } else { next };
        // A keyframe that takes no time has only begun.
        let seconds = keyframes.frames[frame].seconds;
        let alpha = || if seconds > 0.0 { in_frame / seconds } else { 0.0 };
        check.tags(&[
            ("the last keyframe under the playhead", frame + 1 == count),
            ("keyframes that don't loop", !keyframes.looping),
            ("an easing that isn't even", keyframes.easing != Easing::Linear),
            ("a single keyframe", count == 1),
            (WAY_TO_GO, count > 1 && (keyframes.looping || frame + 1 < count)),
        ]);
        check.case_by(
            words,
            || Named(JOINTS, keyframes.between(playhead, mix)),
            |by| mixed(right, by.part(keyframes.easing.ease(alpha()))),
        );
    };
    check("10.3", |check| {
        let at = |frame: usize, in_frame: f32| Playhead { total: 9.0, in_frame, frame };
        let seconds = [2.0, 0.5, 0.8];
        let plain = "each takes 2, 0.5 and 0.8 s;";
        let ask = |check: &mut Check, words: &str, keyframes: &Keyframes, playhead: Playhead| {
            asked(check, format!("the x of two joints, {PLACES}; {words}"), keyframes, playhead);
        };
        let loops = keyframes(seconds, true, Easing::Linear);
        ask(check, &format!("{plain} they loop, and 0.5 s of keyframe 0 have passed"), &loops, at(0, 0.5));
        ask(check, &format!("{plain} they loop, and 0.2 s of keyframe 2 have passed"), &loops, at(2, 0.2));
        ask(check, &format!("{plain} they loop, and all 2 s of keyframe 0 have passed"), &loops, at(0, 2.0));
        ask(
            check,
            "each takes 2, 0 and 0.8 s; they loop, and 0.5 s of keyframe 0 have passed",
            &keyframes([2.0, 0.0, 0.8], true, Easing::Linear),
            at(0, 0.5),
        );
        ask(
            check,
            "they take 1, 2 and 1 hundred-millionths of a second; they loop, and 1.5 of these of keyframe 1 have passed",
            &keyframes([1e-8, 2e-8, 1e-8], true, Easing::Linear),
            at(1, 1.5e-8),
        );
        let two = Keyframes { frames: loops.frames[..2].to_vec(), ..loops.clone() };
        asked(
            check,
            "the x of two joints, at 10 and 100 in keyframe 0, at 20 and 500 in keyframe 1, which is the last one and \
             takes 0.5 s; they loop, and 0.2 s of keyframe 1 have passed"
                .to_owned(),
            &two,
            at(1, 0.2),
        );
        let smooth = keyframes(seconds, true, Easing::Smooth);
        ask(
            check,
            &format!("{plain} they loop smoothly, and 0.1 s of keyframe 1 have passed"),
            &smooth,
            at(1, 0.1),
        );
        let holds = keyframes(seconds, false, Easing::Linear);
        ask(
            check,
            &format!("{plain} they do not loop, and 0.2 s of keyframe 2 have passed"),
            &holds,
            at(2, 0.2),
        );
        ask(
            check,
            &format!(
                "{plain} they do not loop, begin fast and end slowly, and 0.1 s of keyframe 1 have passed"
            ),
            &keyframes(seconds, false, Easing::Out),
            at(1, 0.1),
        );
        let drawn = check.drawn(|draw| {
            let (count, joints) = (draw.size(1..300), draw.size(1..300));
            let mut keyframe = |_| Keyframe {
                seconds: draw.factor(1000.0) * draw.one_of(&[1.0, 1.0, 1.0, 0.0]),
                pose: (0..joints).map(|_| joint_at(draw.number(-30.0..30.0))).collect(),
            };
            let frames: Vec<Keyframe> = (0..count).map(&mut keyframe).collect();
            let (any, part) = (draw.whole(0..count), draw.number(0.0..1.0));
            let frame = draw.one_of(&[any, count - 1]);
            let in_frame = frames[frame].seconds * draw.one_of(&[0.0, 0.005, part, 0.995, 1.0]);
            let easing = draw.one_of(&[Easing::Linear, Easing::Smooth, Easing::In, Easing::Out]);
            let looping = draw.one_of(&[true, false]);
            (Keyframes { frames, looping, easing, ..Keyframes::default() }, at(frame, in_frame))
        });
        for (keyframes, playhead) in &drawn {
            asked(check, "the x of joints of other keyframes".to_owned(), keyframes, *playhead);
        }
        check.tags(&[(WAY_TO_GO, true)]);
        // The question counts calls of `mix`: it is called once for each joint, and does all the mixing.
        check.case(
            format!(
                "what `mix` is given for each of two joints, the x of both transforms and the part of the way, {PLACES}; \
                 {plain} they loop smoothly, and 0.1 s of keyframe 1 have passed"
            ),
            || {
                let given = |from: Transform, to: Transform, alpha| [from.translation.x, to.translation.x, alpha];
                Row(smooth.between(at(1, 0.1), given).into_iter().flatten().collect())
            },
            || {
                let alpha = smooth.easing.ease(0.2);
                Row(vec![20.0, 60.0, alpha, 500.0, 800.0, alpha])
            },
        );
        for looping in [true, false] {
            let alone = Keyframes { frames: vec![loops.frames[0].clone()], looping, ..Keyframes::default() };
            let words = format!(
                "the x of two joints, at 10 and 100 in a single keyframe that takes 2 s and {}; 0.5 s of it have passed",
                if looping { "loops" } else { "does not loop" }
            );
            asked(check, words, &alone, at(0, 0.5));
        }
        let many = (0u8..9).map(|frame| {
            let place = |joint: u8| joint_at(f32::from(joint) + 30.0 * f32::from(frame).sin());
            Keyframe { seconds: 0.25 + 0.1 * f32::from(frame), pose: (0..20).map(place).collect() }
        });
        let many = Keyframes { frames: many.collect(), looping: true, ..Keyframes::default() };
        for (frame, in_frame) in [(5, 0.2), (8, 0.6)] {
            let words = format!(
                "the x of twenty joints in nine keyframes that loop, {in_frame} s after the beginning of keyframe {frame}, \
                 which takes {} s",
                many.frames[frame].seconds.show()
            );
            asked(check, words, &many, at(frame, in_frame));
        }
        check.tags(&[(WAY_TO_GO, true)]);
        let jump = keyframes([1.0, 0.0, 1.0], true, Easing::Smooth);
        check.case(
            format!("the x of two joints, {PLACES}, at the beginning of keyframe 1, which takes 0 s"),
            || Row(jump.between(at(1, 0.0), mix)),
            || Row(vec![20.0, 500.0]),
        );
    });
}
