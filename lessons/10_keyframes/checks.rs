//! The checks of lesson 10.

#[allow(dead_code, reason = "the lesson uses more of it")]
mod keyframes;

use check::{Answer, Check, Degrees, Draw, JOINTS, Named, Row, Told, check, names, told};
use common::transform::{Transform, arc_weights, scale_and_rotation};
use glam::{Mat4, Quat, Vec3, vec3};
use keyframes::{Easing, Keyframe, Keyframes, Playhead};

// -------------------------------------------------------------------- 10.1

/// A rotation by degrees about an axis.
fn turned(axis: Vec3, degrees: f32) -> Quat {
    Quat::from_axis_angle(axis.normalize(), degrees.to_radians())
}

/// The scale of a joint, and its rotation after that.
#[derive(Clone, Copy)]
struct ScaleAndRotation {
    scale: Vec3,
    rotation: Quat,
}

told!(ScaleAndRotation { scale, rotation });
told!(Playhead { total, in_frame, frame });

fn parts((scale, rotation): (Vec3, Quat)) -> ScaleAndRotation {
    ScaleAndRotation { scale, rotation }
}

/// Returns the images of the unit vectors along each axis, scaled first and then rotated.
fn columns(rotation: Quat, scale: Vec3) -> [Vec3; 3] {
    [0, 1, 2].map(|i| rotation * (scale[i] * Vec3::AXES[i]))
}

/// A joint in words, with its rotation, its scale, and a size of everything.
type Joint = (&'static str, Quat, Vec3, f32);

fn joints() -> [Joint; 11] {
    let skew = vec3(1.0, -2.0, 2.0);
    let joint = |words, (axis, degrees), scale: [f32; 3]| (words, turned(axis, degrees), scale.into(), 1.0);
    [
        joint("that is turned by 90° about z and twice as long along x", (Vec3::Z, 90.0), [2.0, 1.0, 1.0]),
        joint("that is neither turned nor scaled", (Vec3::Y, 0.0), [1.0; 3]),
        joint(
            "that is turned by 50° about (1, 2, 1), and scaled by (1, 0.5, 3)",
            (vec3(1.0, 2.0, 1.0), 50.0),
            [1.0, 0.5, 3.0],
        ),
        joint(
            "that is turned by 180° about (1, -2, 2), and scaled by (0.25, 2, 1.5)",
            (skew, 180.0),
            [0.25, 2.0, 1.5],
        ),
        joint("that mirrors along z, and is not turned", (Vec3::Y, 0.0), [1.0, 1.0, -1.0]),
        joint(
            "that mirrors: turned by -70° about (2, -1, 1), and scaled by (1, 2, -0.5)",
            (vec3(2.0, -1.0, 1.0), -70.0),
            [1.0, 2.0, -0.5],
        ),
        joint("that is pressed flat along z, and turned by 40° about x", (Vec3::X, 40.0), [1.0, 2.0, 0.0]),
        joint(
            "that is pressed flat along x, and turned by 75° about (1, -2, 2)",
            (skew, 75.0),
            [0.0, 0.5, 2.0],
        ),
        joint(
            "that is pressed flat along y, and turned by -100° about (1, -2, 2)",
            (skew, -100.0),
            [3.0, 0.0, 2.0],
        ),
        joint(
            "that mirrors and is tiny: turned by 50° about (1, -2, 2), and scaled by (0.001, 0.002, -0.0015)",
            (skew, 50.0),
            [0.001, 0.002, -0.0015],
        ),
        joint(
            "that is pressed flat along z and huge: turned by 20° about y, and scaled by (1000, 4000, 0)",
            (Vec3::Y, 20.0),
            [1000.0, 4000.0, 0.0],
        ),
    ]
}

/// Draws a joint of which two columns are mirrored or flat, or none.
fn any_joint(draw: &mut Draw) -> Joint {
    let mut scale = Vec3::from([(); 3].map(|()| draw.factor(10.0)));
    let what = draw.whole(0..6);
    match what {
        0 | 1 => scale.z = -scale.z,
        2..=4 => scale[what - 2] = 0.0,
        _ => {}
    }
    // Of a flat one two columns are multiplied, and squared, which must not become 0.
    let size = draw.factor(if scale.min_element() == 0.0 { 1e7 } else { 1e10 });
    ("of another kind", draw.turn(), scale, size)
}

fn question(what: &str, columns: [Vec3; 3]) -> String {
    let [x, y, z] = columns.map(|column| column.show());
    // Of a tiny one nothing but zeros would be seen.
    let is_seen = columns.iter().any(|column| column.length() > 0.1);
    let columns = if is_seen { format!("; its columns are {x}, {y} and {z}") } else { String::new() };
    format!("the scale and the rotation of a joint {what}{columns}")
}

#[test]
fn todo_10_1_apart() {
    check("10.1", |check| {
        let drawn = check.drawn(any_joint);
        for (what, rotation, scale, size) in joints().into_iter().chain(drawn) {
            let columns = columns(rotation, size * scale);
            check.tags(&[
                ("a mirrored joint", scale.cmplt(Vec3::ZERO).any()),
                ("a joint that's flat along x or y", scale.x * scale.y == 0.0),
                ("a flat joint", scale.cmpeq(Vec3::ZERO).any()),
            ]);
            check.asked(question(what, columns), || {
                let (scale, rotation) = scale_and_rotation(columns);
                parts((scale / size, rotation))
            });
        }
        check.tags(&[("a flat joint", false)]);
        let (tiny, rotation) = (1e-8 * vec3(1.0, 2.0, -1.5), turned(vec3(1.0, -2.0, 2.0), 50.0));
        check.asked(
            "a hundred million times the scale, and the rotation, of a joint that mirrors and is a hundred million times too \
             small: turned by 50° about (1, -2, 2), and scaled by (0.00000001, 0.00000002, -0.000000015)",
            || {
                let (scale, rotation) = scale_and_rotation(columns(rotation, tiny));
                parts((1e8 * scale, rotation))
            },
        );
        // Mirrored along another axis, it also has a rotation: by half a turn about y, for x.
        let along_x = [-2.0 * Vec3::X, Vec3::Y, Vec3::Z];
        check.asked(question("that mirrors along x, and is not turned", along_x), || {
            parts(scale_and_rotation(along_x))
        });
        // Two negative signs are no mirror.
        let two_signs = columns(turned(vec3(1.0, 1.0, 0.0), 30.0), vec3(-1.0, -2.0, 1.0));
        check.asked(question("of which two axes point the other way", two_signs), || {
            parts(scale_and_rotation(two_signs))
        });
        let (scale, rotation) = (vec3(1.0, 2.0, -0.5), turned(vec3(2.0, -1.0, 1.0), -70.0));
        let matrix = Mat4::from_scale_rotation_translation(scale, rotation, vec3(0.0, 1.0, -2.0));
        check.asked(
            "the scale and the rotation that `from_matrix` takes, with your answer, out of a matrix of translation \
             (0, 1, -2), rotation -70° about (2, -1, 1) and scale (1, 2, -0.5)",
            || {
                let found = Transform::from_matrix(matrix);
                parts((found.scale, found.rotation))
            },
        );
    });
}

// -------------------------------------------------------------------- 10.2

/// The mix that two weights make of two quaternions with this cosine. With both signs changed it's the same rotation.
struct Mix([f32; 2], f32);

impl Answer for Mix {
    fn told(&self) -> Told {
        let Self([first, second], cos) = *self;
        // A quotient by 0, or nearly 0, may be any large number.
        if [first, second].iter().all(|weight| weight.abs() > 1e3 || weight.is_nan()) {
            return Told::Word("weights that are NaN, or far too large".to_owned());
        }
        let cos = cos.clamp(-1.0, 1.0);
        let (along, across) = (first + second * cos, second * (1.0 - cos * cos).sqrt());
        // A joint turns by twice the angle of its quaternion.
        let turn = Degrees(vec![2.0 * across.atan2(along).to_degrees()]);
        Named(&["the joint's turn", "the mix's length"], vec![turn.told(), along.hypot(across).told()]).told()
    }
}

fn apart(degrees: f32) -> (String, f32) {
    (format!("they are {degrees}° apart"), degrees.to_radians().cos())
}

#[test]
fn todo_10_2_weights() {
    let rounded = |what: &str, cos: f32| (format!("{what}, and rounding made its cosine {cos}"), cos);
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
        (rounded("both are the same quaternion", 1.0 + f32::EPSILON), 0.3),
        (("they are 0.02° apart".to_owned(), 1.0 - 0.5 * f32::EPSILON), 0.3),
        (("the second is the negative of the first".to_owned(), -1.0), 0.3),
        (rounded("the second is the negative of the first", -1.0 - f32::EPSILON), 0.3),
    ];
    check("10.2", |check| {
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
            check.tags(&[
                ("a negative cosine", cos < 0.0),
                ("a cosine outside -1 to 1", cos.abs() > 1.0),
                ("two rotations that are equal, or nearly", cos.abs() > 0.99999),
                ("two quaternions that are nearly opposite", cos < -0.99),
                ("a nearly straight arc", cos.abs() > 0.99),
                ("a part below 0 or above 1", !(0.0..=1.0).contains(&alpha)),
            ]);
            check.asked(
                format!(
                    "what your weights make of two quaternions when {alpha} of the way is done; {words}, and the cosine is {}",
                    cos.show()
                ),
                || Mix(arc_weights(cos, alpha), cos),
            );
        }
        check.tags(&[]);
        // Both directions are equally short, so either is right.
        let sizes = |weights: [f32; 2]| Row(weights.map(f32::abs).to_vec());
        check.asked(
            "how large both weights are when 0.3 of the way is done, whichever way; the quaternions are 90° apart, and \
             the cosine is 0",
            || sizes(arc_weights(0.0, 0.3)),
        );
    });
}

// -------------------------------------------------------------------- 10.3

/// Asks for the playhead after steps of time through keyframes of so many seconds.
fn ask_played(check: &mut Check, seconds: &[f32], looping: bool, steps: &[f32]) {
    let frame = |&seconds: &f32| Keyframe { seconds, pose: vec![Transform::IDENTITY] };
    let keyframes =
        Keyframes { frames: seconds.iter().map(frame).collect(), looping, ..Keyframes::default() };
    let longest = steps.iter().copied().fold(0.0, f32::max);
    let shortest = seconds.iter().copied().fold(f32::INFINITY, f32::min);
    check.tags(&[
        ("a keyframe that takes no time", shortest == 0.0),
        ("a single keyframe", seconds.len() == 1),
        ("keyframes that don't loop", !looping),
        ("a step that's longer than a keyframe", longest > shortest),
    ]);
    let what = if seconds.len() == 1 { "a single keyframe that takes" } else { "keyframes that take" };
    let ends = match (looping, seconds.len()) {
        (true, 1) => "loops",
        (true, _) => "loop",
        (false, 1) => "does not loop",
        (false, _) => "do not loop",
    };
    let [seconds, passed] = [seconds, steps].map(listed);
    let words = format!(
        "the playhead after each frame, of {what} {seconds} s and {ends}, while from frame to frame {passed} s pass"
    );
    check.asked(words, || {
        let mut playhead = Playhead::default();
        let after = |&dt: &f32| {
            playhead.advance(dt, &keyframes);
            playhead
        };
        Named(names(steps.len(), |step| format!("frame {}", step + 1)), steps.iter().map(after).collect())
    });
}

/// Draws keyframes' seconds, whether they loop, and steps, all in a 64th, or in a power of two times that, so that no sum
/// is rounded.
fn any_steps(draw: &mut Draw) -> (Vec<f32>, bool, Vec<f32>) {
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
}

/// Returns numbers in a row, or equal ones as "6 times 0.35".
fn listed(numbers: &[f32]) -> String {
    let shown: Vec<String> = numbers.iter().map(f32::to_string).collect();
    match numbers {
        [first, _, ..] if numbers.iter().all(|number| number == first) => {
            format!("{} times {first}", shown.len())
        }
        _ => shown.join(", "),
    }
}

#[test]
fn todo_10_3_advance() {
    let asked: [(&[f32], bool, &[f32]); 10] = [
        (&[0.5, 0.3, 0.2, 1.0], true, &[0.35; 6]),
        // As if the window had been dragged.
        (&[0.5, 0.3, 0.2, 1.0], true, &[0.4, 0.95]),
        (&[0.4, 0.0, 0.6, 0.3], false, &[0.45; 4]),
        (&[0.3, 0.1, 0.0, 0.0, 0.2, 0.15, 0.4, 0.25], false, &[0.4, 0.3, 0.25, 0.25, 0.25]),
        (&[0.5, 0.0, 0.25, 1.0], true, &[0.5, 0.25, 0.0, 1.0]),
        (&[0.001, 0.0005, 0.002], true, &[0.0012, 0.0004, 0.0008]),
        (&[1.0 / 64.0; 700], true, &[10.507_812_5]),
        // A single one.
        (&[0.5], true, &[0.375; 3]),
        (&[0.5], false, &[0.375; 2]),
        (&[0.5, 0.25, 1.0], true, &[0.25; 4]),
    ];
    check("10.3", |check| {
        for (seconds, looping, steps) in asked {
            ask_played(check, seconds, looping, steps);
        }
        for (seconds, looping, steps) in check.drawn(any_steps) {
            ask_played(check, &seconds, looping, &steps);
        }
    });
}

// -------------------------------------------------------------------- 10.4

fn joint_at(x: f32) -> Transform {
    Transform { translation: x * Vec3::X, ..Transform::IDENTITY }
}

/// Places of the joints of [`keyframes`].
const PLACES: &str = "at 10 and 100, then at 20 and 500, then at 60 and 800";

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

fn at(frame: usize, in_frame: f32) -> Playhead {
    Playhead { total: 9.0, in_frame, frame }
}

/// Asks for the x of all joints between two keyframes.
fn ask_between(check: &mut Check, words: String, keyframes: &Keyframes, playhead: Playhead) {
    let (frame, count) = (playhead.frame, keyframes.frames.len());
    check.tags(&[
        ("the last keyframe under the playhead", frame + 1 == count),
        ("keyframes that don't loop", !keyframes.looping),
        ("an easing that isn't even", keyframes.easing != Easing::Linear),
        ("a single keyframe", count == 1),
        (WAY_TO_GO, count > 1 && (keyframes.looping || frame + 1 < count)),
    ]);
    check.asked(words, || Named(JOINTS, keyframes.between(playhead, mix)));
}

const SECONDS: [f32; 3] = [2.0, 0.5, 0.8];

/// Asks about the three keyframes.
fn ask_three(check: &mut Check) {
    const PLAIN: &str = "in keyframes of 2, 0.5 and 0.8 s that";
    let loops = keyframes(SECONDS, true, Easing::Linear);
    let plain = |words: &str| format!("{PLAIN} {words}");
    let asked = [
        (plain("loop, after 0.5 s of keyframe 0"), &loops, at(0, 0.5)),
        (plain("loop, after 0.2 s of keyframe 2"), &loops, at(2, 0.2)),
        (plain("loop, after all 2 s of keyframe 0"), &loops, at(0, 2.0)),
        (
            "in keyframes of 2, 0 and 0.8 s that loop, after 0.5 s of keyframe 0".to_owned(),
            &keyframes([2.0, 0.0, 0.8], true, Easing::Linear),
            at(0, 0.5),
        ),
        (
            "in keyframes of 1, 2 and 1 hundred-millionths of a second that loop, after 1.5 of these of keyframe 1"
                .to_owned(),
            &keyframes([1e-8, 2e-8, 1e-8], true, Easing::Linear),
            at(1, 1.5e-8),
        ),
        (
            plain("loop smoothly, after 0.1 s of keyframe 1"),
            &keyframes(SECONDS, true, Easing::Smooth),
            at(1, 0.1),
        ),
        (
            plain("do not loop, after 0.2 s of keyframe 2"),
            &keyframes(SECONDS, false, Easing::Linear),
            at(2, 0.2),
        ),
        (
            plain("do not loop, begin fast and end slowly, after 0.1 s of keyframe 1"),
            &keyframes(SECONDS, false, Easing::Out),
            at(1, 0.1),
        ),
    ];
    for (words, keyframes, playhead) in asked {
        ask_between(check, format!("the x of two joints, {PLACES}, {words}"), keyframes, playhead);
    }
    check.tags(&[(WAY_TO_GO, true)]);
    // The question counts calls of `mix`: it is called once for each joint, and does all the mixing.
    check.asked(
        format!(
            "what `mix` is given for each of two joints, the x of both transforms and the part of the way; the joints \
             are {PLACES}, {PLAIN} loop smoothly, after 0.1 s of keyframe 1"
        ),
        || {
            let given = |from: Transform, to: Transform, alpha| [from.translation.x, to.translation.x, alpha];
            let smooth = keyframes(SECONDS, true, Easing::Smooth);
            Row(smooth.between(at(1, 0.1), given).into_iter().flatten().collect())
        },
    );
    let jump = keyframes([1.0, 0.0, 1.0], true, Easing::Smooth);
    check.asked(
        format!("the x of two joints, {PLACES}, in keyframes of 1, 0 and 1 s that loop smoothly, after 0 s of keyframe 1"),
        || Row(jump.between(at(1, 0.0), mix)),
    );
}

/// Draws keyframes and a moment of theirs.
fn any_keyframes(draw: &mut Draw) -> (Keyframes, Playhead) {
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
}

#[test]
fn todo_10_4_between() {
    check("10.4", |check| {
        ask_three(check);
        let loops = keyframes(SECONDS, true, Easing::Linear);
        let two = Keyframes { frames: loops.frames[..2].to_vec(), ..loops.clone() };
        let words = "the x of two joints, at 10 and 100 in keyframe 0, at 20 and 500 in keyframe 1, which is the last one and \
                     takes 0.5 s; they loop, and 0.2 s of keyframe 1 have passed";
        ask_between(check, words.to_owned(), &two, at(1, 0.2));
        for (looping, loops) in [(true, "loops"), (false, "does not loop")] {
            let alone = Keyframes { frames: two.frames[..1].to_vec(), looping, ..Keyframes::default() };
            let words = format!(
                "the x of two joints, at 10 and 100 in a single keyframe that takes 2 s and {loops}; 0.5 s of it have passed"
            );
            ask_between(check, words, &alone, at(0, 0.5));
        }
        let many = (0u8..9).map(|frame| {
            let place = |joint: u8| joint_at(f32::from(joint) + 30.0 * f32::from(frame).sin());
            Keyframe { seconds: 0.25 + 0.1 * f32::from(frame), pose: (0..20).map(place).collect() }
        });
        let many = Keyframes { frames: many.collect(), looping: true, ..Keyframes::default() };
        for (frame, in_frame) in [(5, 0.2), (8, 0.6)] {
            let words = format!(
                "the x of twenty joints in nine keyframes that loop; joint j is at j + 30 sin k in keyframe k, which takes \
                 0.25 + 0.1 k s, and {in_frame} s of keyframe {frame} have passed"
            );
            ask_between(check, words, &many, at(frame, in_frame));
        }
        for (keyframes, playhead) in check.drawn(any_keyframes) {
            ask_between(check, "the x of joints of other keyframes".to_owned(), &keyframes, playhead);
        }
    });
}
