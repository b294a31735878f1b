//! The checks of lesson 16.

#[allow(dead_code, reason = "the lesson uses more of it")]
mod gradient;

use check::{Answer, Check, Draw, Named, Row, check};
use common::ik::{Bend, FootLock, bend, hinge, turns_in_parents};
use glam::{Quat, Vec3, vec3};
use gradient::Chain;

// ---------------------------------------------------------------- 16.1

/// Returns the lengths in two bones' triangle: `reach`, `along` and `across`, each so many times as large.
fn lies(bent: Bend, times: f64) -> Row {
    Row([bent.reach, bent.along, bent.across].map(|length| (times * length) as f32).to_vec())
}

/// Words for the target's place, and the numbers that `bend` gets: both lengths and the distance.
type Reached = (&'static str, f64, f64, f64);

// In the last of those without a unit rounding puts the elbow a little farther out than its bone is long.
const REACHED: [Reached; 26] = [
    ("in reach", 3.0, 4.0, 5.0),
    ("in reach", 1.7, 1.3, 2.2),
    ("in reach", 0.6, 0.9, 1.2),
    ("in reach, and nearer than the upper arm is long", 1.7, 1.3, 0.9),
    ("in reach, with the elbow behind the shoulder", 0.5, 1.2, 0.8),
    ("in reach, of two bones that are equally long", 0.8, 0.8, 1.1),
    ("too far", 1.0, 0.5, 9.0),
    ("a bit too far", 1.7, 1.3, 3.05),
    ("too near, for an upper arm that is the longer one", 1.0, 0.5, 0.1),
    ("too near, for a forearm that is the longer one", 0.5, 1.0, 0.1),
    ("on the shoulder", 1.7, 1.3, 0.0),
    ("on the shoulder, of two bones that are almost equally long", 1.0, 0.999_999_9, 0.0),
    ("for an upper arm without a length", 0.0, 2.0, 1.0),
    ("for a forearm without a length", 2.0, 0.0, 1.0),
    ("for an upper arm without a length, on the shoulder", 0.0, 2.0, 0.0),
    ("too far", 1.7, 0.7, 9.0),
    ("too far", 1.3, 1.9, 8.0),
    ("too far", 0.3, 1.3, 2.0),
    ("too near", 0.7, 0.2, 0.1),
    ("too near", 0.7, 1.9, 1.0),
    ("on the shoulder", 1.7, 1.9, 0.0),
    ("in reach of very long bones", 300.0, 400.0, 500.0),
    ("beyond the reach of very long bones, by a little", 170.0, 130.0, 300.1),
    ("in reach of very long bones, by a hair", 170.0, 130.0, 299.999_99),
    ("in reach of bones of many kilometres", 30_000.0, 40_000.0, 50_000.0),
    ("too near for bones of many kilometres", 70_000.0, 30_000.0, 10_000.0),
];

/// Those whose answers are asked for in millionths.
const SMALL: [Reached; 3] = [
    ("in reach of bones of a few thousandths of a millimetre", 0.000_003, 0.000_004, 0.000_005),
    ("too far for bones of a few thousandths of a millimetre", 0.000_003, 0.000_002, 0.000_006),
    ("a thousandth of a millimetre from the shoulder", 0.9, 0.9, 0.000_001),
];

/// Draws lengths and a distance, with the factor that makes the answer readable.
fn any_reached(draw: &mut Draw) -> (Reached, f64) {
    let [upper, lower, times] = [(); 3].map(|()| f64::from(draw.factor(100.0)));
    let [part, size] = [draw.number(0.1..0.9), draw.factor(1e8)].map(f64::from);
    let [upper, lower] = draw
        .one_of(&[[upper, lower], [upper, upper], [0.0, lower], [upper, 0.0]])
        .map(|length| size * length);
    let (least, most) = ((upper - lower).abs().max(0.01 * upper), upper + lower);
    let all =
        [least + part * (most - least), (1.0 - 1e-7) * most, (1.0 + times * times) * most, part * least];
    (("anywhere", upper, lower, draw.one_of(&all)), (1.0 / most).max(1.0 / size))
}

fn tag_reached(check: &mut Check, (_, upper, lower, distance): Reached) {
    let is_near = distance < (upper - lower).abs();
    let is_behind = upper > 0.0 && distance * distance + upper * upper < lower * lower;
    check.tags(&[
        ("a target in reach of unequal bones", !is_near && distance < upper + lower && upper != lower),
        ("a target that's too near, and an elbow behind the shoulder", is_near && is_behind),
        ("a target that's too near", is_near),
        ("a target that's too near for the longer of the two, the forearm", distance < lower - upper),
        ("a target that's too far", distance > upper + lower),
        ("a bone without a length", upper == 0.0 || lower == 0.0),
        ("bones that are equally long", upper == lower),
        ("a hand on the shoulder and an elbow beside it", upper == lower && distance == 0.0),
        ("an elbow behind the shoulder", is_behind),
    ]);
}

#[test]
fn todo_16_1_bend() {
    check("16.1", |check| {
        let drawn = check.drawn(any_reached);
        let small = SMALL.map(|reached| (reached, 1e6));
        for (reached, times) in REACHED.map(|reached| (reached, 1.0)).into_iter().chain(small).chain(drawn) {
            let (words, upper, lower, distance) = reached;
            tag_reached(check, reached);
            let unit = if times == 1.0 { "" } else { ", in millionths" };
            check.asked(
                format!(
                    "reach, along and across of `bend({upper}, {lower}, {distance})`{unit}: a target {words}"
                ),
                || lies(bend(upper, lower, distance), times),
            );
        }
        // Here the elbow may be in any direction: only its distance counts.
        for reached in [
            ("on the shoulder, for two bones that are equally long", 0.9, 0.9, 0.0),
            ("that no bone reaches for: both have no length", 0.0, 0.0, 1.0),
        ] {
            let (words, upper, lower, distance) = reached;
            tag_reached(check, reached);
            check.asked(
                format!(
                    "how far from the shoulder hand and elbow are by `bend({upper:?}, {lower:?}, {distance:?})`: a target {words}"
                ),
                || {
                    let bent = bend(upper, lower, distance);
                    Row(vec![bent.reach as f32, bent.along.hypot(bent.across) as f32])
                },
            );
        }
    });
}

// ---------------------------------------------------------------- 16.2

/// Words for the poles' places, the line, and the poles.
type Poles = (&'static str, Vec3, [Vec3; 2]);

/// A line that lies aslant.
const AHEAD: Vec3 = vec3(0.48, 0.6, 0.64);

/// A direction at a right angle to it.
fn across() -> Vec3 {
    vec3(0.6, -0.64, 0.15).normalize()
}

fn poles() -> [Poles; 15] {
    [
        ("the line goes along x, and the pole along y", Vec3::X, [Vec3::Y, Vec3::ZERO]),
        ("the line goes along x, and the pole along z", Vec3::X, [Vec3::Z, Vec3::Y]),
        ("the line goes down, as for a leg, and the pole ahead", Vec3::NEG_Y, [Vec3::Z, Vec3::X]),
        ("neither lies along an axis", AHEAD, [vec3(-0.6, 0.0, 0.8), Vec3::X]),
        (
            "the pole is far from square to the line",
            AHEAD,
            [(0.95 * AHEAD + 0.25 * across()).normalize(), Vec3::NEG_X],
        ),
        ("the pole leans back", Vec3::X, [vec3(-0.8, 0.0, -0.6), Vec3::Y]),
        ("the first pole has no direction", Vec3::X, [Vec3::ZERO, vec3(0.0, 0.6, 0.8)]),
        ("the first pole lies on the line", Vec3::Y, [Vec3::Y, vec3(0.6, 0.0, 0.8)]),
        ("the first pole lies on the line, the other way", Vec3::Z, [Vec3::NEG_Z, vec3(0.8, 0.0, -0.6)]),
        ("the poles are off by 0.003° and 0.02°", Vec3::X, [vec3(1.0, 5e-5, 0.0), vec3(1.0, -3e-4, 0.0)]),
        ("the first pole is as good as on the line", AHEAD, [(AHEAD + 1e-6 * across()).normalize(), Vec3::X]),
        ("the pole is 3° off the line", Vec3::X, [vec3(0.99863, 0.0, 0.05234), vec3(0.0, 0.6, 0.8)]),
        ("the pole is 0.17° off the line", Vec3::X, [vec3(1.0, 0.0, 0.003), vec3(0.0, 0.6, 0.8)]),
        ("the pole is 0.01° off the line", Vec3::X, [vec3(1.0, 0.0, -0.0002), vec3(0.0, 0.6, 0.8)]),
        ("the pole is 0.02° off the line", Vec3::X, [vec3(1.0, -0.00035, 0.0), vec3(0.0, 0.6, 0.8)]),
    ]
}

fn no_poles() -> [Poles; 4] {
    [
        ("no pole has a direction", vec3(0.6, 0.0, -0.8), [Vec3::ZERO; 2]),
        ("both poles lie on the line", Vec3::Y, [Vec3::Y, Vec3::NEG_Y]),
        ("both poles as good as lie on the line", AHEAD, [AHEAD, -(AHEAD + 1e-7 * across()).normalize()]),
        ("one pole lies on the line, the other has no direction", Vec3::X, [Vec3::X, Vec3::ZERO]),
    ]
}

/// A line, and two poles that are far from it. A pole without a direction may come before them.
fn any_poles(draw: &mut Draw) -> Poles {
    let ahead = draw.turn() * Vec3::X;
    let mut pole = || {
        // A component of it is along the line.
        let aside = draw.turn() * Vec3::X;
        let across = ahead.cross(aside).try_normalize().unwrap_or(ahead.any_orthonormal_vector());
        let along = draw.factor(300.0);
        (across + draw.one_of(&[along, -along]) * ahead).normalize()
    };
    let [first, second] = [pole(), pole()];
    draw.one_of(&[
        ("the line and both poles lie anyhow", ahead, [first, second]),
        ("the first pole has no direction", ahead, [Vec3::ZERO, second]),
        ("the first pole as good as lies on the line", ahead, [-(ahead + 1e-5 * first).normalize(), second]),
    ])
}

#[test]
fn todo_16_2_hinge() {
    const HARDLY_OFF: &str = "a pole as good as on the line";
    let called = |ahead: Vec3, poles: [Vec3; 2]| {
        format!("`hinge({}, {})`", ahead.show(), poles.map(|pole| pole.show()).join(" and "))
    };
    check("16.2", |check| {
        for (words, ahead, poles) in poles().into_iter().chain(check.drawn(any_poles)) {
            let is_hardly_off = ["as good as", "0.003°"].iter().any(|said| words.contains(said));
            check.tags(&[
                ("no pole to bend by", false),
                ("a first pole without a direction", words.contains("no direction")),
                ("a first pole on the line", is_hardly_off || words.contains("lies on the line")),
                ("a first pole less than a degree off the line", !is_hardly_off && words.contains("0.")),
                (HARDLY_OFF, is_hardly_off),
                ("a first pole that's not at a right angle to the line", ahead.dot(poles[0]).abs() > 1e-3),
            ]);
            check.asked(format!("{}: {words}", called(ahead, poles)), || hinge(ahead, poles));
        }
        // Without a pole there are many right answers.
        let drawn = check.drawn(|draw| {
            let along = draw.one_of(&Vec3::AXES);
            let ahead = (along + draw.factor(100.0) * draw.point(0.1)).normalize();
            let poles = [[Vec3::ZERO; 2], [ahead, -ahead], [-ahead, Vec3::ZERO]];
            ("the line lies anyhow", ahead, draw.one_of(&poles))
        });
        for (words, ahead, poles) in no_poles().into_iter().chain(drawn) {
            check.tags(&[("no pole to bend by", true), (HARDLY_OFF, words.contains("good"))]);
            check.asked(
                format!(
                    "the length of {}, and its dot product with the first: {words}",
                    called(ahead, poles)
                ),
                || {
                    let axis = hinge(ahead, poles);
                    Row(vec![axis.length(), axis.dot(ahead)])
                },
            );
        }
    });
}

// ---------------------------------------------------------------- 16.3

/// Names of the joints' turns in their parents.
const IN_PARENTS: &[&str] = &["upper joint", "lower joint"];

fn turned(axis: Vec3, degrees: f32) -> Quat {
    Quat::from_axis_angle(axis.normalize(), degrees.to_radians())
}

/// Parents, and the turns of their bones in the model.
type Asked = (&'static str, [Quat; 2], [Quat; 2]);

fn parents_and_turns() -> [Asked; 10] {
    let (none, tilted) = (Quat::IDENTITY, turned(vec3(0.3, 1.0, -0.4), 70.0));
    let quarter = turned(Vec3::Z, 90.0);
    let (raised, bent) = (turned(vec3(0.2, -0.4, 1.0), 50.0), turned(vec3(1.0, 0.3, 0.2), -80.0));
    [
        ("both parents lie as the model does, and both bones turn alike", [none; 2], [quarter; 2]),
        ("both parents lie as the model does, and only the lower bone is to turn", [none; 2], [none, bent]),
        ("both parents lie as the model does, and only the upper bone is to turn", [none; 2], [raised, none]),
        ("both parents lie as the model does", [none; 2], [raised, bent]),
        (
            "both parents lie as the model does, and the upper bone is to turn by a tenth of a degree",
            [none; 2],
            [turned(Vec3::Z, 0.1), bent],
        ),
        (
            "both parents are turned by 90° about x, and only the lower bone is to turn",
            [turned(Vec3::X, 90.0); 2],
            [none, quarter],
        ),
        (
            "both parents are turned by 90° about x",
            [turned(Vec3::X, 90.0); 2],
            [quarter, turned(Vec3::Z, 30.0)],
        ),
        ("the parents lie in different ways", [tilted, bent], [raised, quarter]),
        (
            "the parents lie in different ways, and both bones turn far",
            [bent, tilted],
            [turned(Vec3::Y, 160.0), turned(vec3(-1.0, 1.0, 0.5), 140.0)],
        ),
        (
            "the parents lie in different ways, and both bones turn far, to opposite sides",
            [tilted, bent],
            [turned(Vec3::Y, -160.0), turned(vec3(0.2, 1.0, 0.0), 170.0)],
        ),
    ]
}

#[test]
fn todo_16_3_turns() {
    let none = Quat::IDENTITY;
    check("16.3", |check| {
        let drawn = check.drawn(|draw| {
            let mut any = || draw.wide_turn() * draw.one_of(&[1.0, -1.0]);
            ("the parents lie anyhow, and both bones turn anyhow", [any(), any()], [any(), any()])
        });
        for (words, parents, turns) in parents_and_turns().into_iter().chain(drawn) {
            check.tags(&[
                ("an upper bone that turns, below a turned parent", parents[0] != none && turns[0] != none),
                ("parents that differ", parents[0] != parents[1]),
                ("parents that are turned", parents != [none; 2]),
                ("an upper bone that turns", turns[0] != none),
                ("a lower bone that turns on its own", turns[0] != turns[1]),
            ]);
            let told = |turns: [Quat; 2]| turns.map(|turn| turn.show()).join(" and ");
            check.asked(
                format!(
                    "by how much each joint turns in its parent: {words}. In the model the parents are turned by {}; the \
                     bones are to turn by {}",
                    told(parents),
                    told(turns)
                ),
                || Named(IN_PARENTS, turns_in_parents(parents, turns).to_vec()),
            );
        }
    });
}

// ---------------------------------------------------------------- 16.4

#[derive(Clone, Copy)]
struct FootMoment {
    /// Places of heel and toe without any correction, in the world.
    free: [Vec3; 2],
    /// True if they are on the ground.
    stands: [bool; 2],
    /// Weight of the toe while both are on the ground.
    share: f32,
    /// Seconds since the frame before.
    dt: f32,
}

const FRAMES: [&str; 16] = [
    "the 1st", "the 2nd", "the 3rd", "the 4th", "the 5th", "the 6th", "the 7th", "the 8th", "the 9th",
    "the 10th", "the 11th", "the 12th", "the 13th", "the 14th", "the 15th", "the 16th",
];

/// The way of heel and toe from frame to frame.
const FARTHER: &str = "about 8 mm farther";

const HELD_ALONE: &str = "a heel or a toe that's held alone";

/// What a lock gives and holds after a frame.
const HELD: &[&str] =
    &["the offset that it gives", "the offset that it keeps", "the heel's place", "the toe's place"];

/// Returns frames in which heel and toe drift. The letters name those on the ground: `h`, `t`, `b` for both, or `-`.
fn frames(down: &str, dt: fn(f32) -> f32) -> Vec<FootMoment> {
    let frame = |(number, down): (u8, char)| {
        let i = f32::from(number);
        let heel = vec3(0.1 + 0.002 * i, 0.003 * (i % 3.0), 0.006 * i);
        let toe = heel + vec3(0.02, 0.01 - 0.0007 * i, 0.2 + 0.002 * i);
        let (stands, share) =
            ([matches!(down, 'h' | 'b'), matches!(down, 't' | 'b')], 0.2 + 0.15 * (i % 4.0));
        FootMoment { free: [heel, toe], stands, share, dt: dt(i) }
    };
    (0u8..).zip(down.chars()).map(frame).collect()
}

/// The seconds that frames take, by their numbers.
type Pace = fn(f32) -> f32;

const EVENLY: Pace = |_| 1.0 / 60.0;
const UNEVENLY: Pace = |i| 0.01 + 0.013 * (i % 4.0);
const SLOWLY: Pace = |i| 0.2 + 0.15 * i;
const AT_TIMES: Pace = |i| if i % 3.0 == 1.0 { 0.0 } else { 0.04 * i };
const RARELY: Pace = |i| 1.5 - 0.09 * i;

/// Words for the feet, the frames, the offset before them, and the unit of the answer in a metre.
type Held = (String, Vec<FootMoment>, Vec3, f32);

fn any_held(draw: &mut Draw) -> Held {
    let down = (0..draw.whole(1..17)).map(|_| draw.one_of(&['h', 't', 'b', '-', '-'])).collect();
    // In the air alone, nothing but the offset is rounded.
    let (down, times) = draw.one_of(&[(down, 1.0), ("-".repeat(9), 1e3)]);
    let came = [Vec3::ZERO, draw.point(0.15)];
    let mut frames = frames(&down, draw.one_of(&[UNEVENLY, SLOWLY, AT_TIMES, RARELY]));
    // Heel and toe go each its own way.
    let apart = draw.one_of(&[0.0, 0.15]);
    for frame in &mut frames {
        frame.free = frame.free.map(|free| free + apart * draw.point(1.0));
        frame.share = draw.one_of(&[0.0, frame.share, 1.0]);
    }
    (down, frames, draw.one_of(&came), times)
}

fn ask_offsets(check: &mut Check, (down, frames, came, times): &Held, far: &str) {
    check.tags(&[
        ("a frame longer than half a second", frames.iter().any(|frame| frame.dt > 0.5)),
        ("a frame that takes no time", frames.iter().any(|frame| frame.dt == 0.0)),
        ("frames that take unlike times", frames.iter().any(|frame| frame.dt != frames[0].dt)),
        ("heel and toe on the ground at once", down.contains('b')),
        ("a foot in the air", down.contains('-')),
        (HELD_ALONE, down.contains("hh") || down.contains("tt")),
        ("a foot that's put down again", down.contains("-h") || down.contains("-t")),
    ]);
    let seconds: Vec<String> = frames.iter().map(|frame| format!("{:.3}", frame.dt)).collect();
    let seconds = match seconds.iter().all(|other| *other == seconds[0]) {
        true => format!("{} in each", seconds[0]),
        false => seconds.join(", "),
    };
    let unit = if *times == 1.0 { "" } else { " in millimetres" };
    check.asked(
        format!(
            "the offset{unit} of a foot that comes with {came}, in {} frames. What stands in them, the heel (h), the toe (t), \
             both (b) or nothing (-): {down}. Seconds since the frame before: {seconds}. Heel and toe would go {far} in each \
             frame",
            frames.len(),
        ),
        || {
            let mut held = FootLock { offset: *came, ..FootLock::default() };
            let hold = |&FootMoment { free, stands, share, dt }: &FootMoment| times * held.hold(free, stands, share, dt);
            Named(&FRAMES, frames.iter().map(hold).collect())
        },
    );
}

/// Asks for all that is held after one frame.
fn ask_held(check: &mut Check, before: FootLock, moment: FootMoment) {
    const NOWHERE: Vec3 = Vec3::splat(9.0);
    let FootMoment { free, stands, share, dt } = moment;
    let held = [0, 1].into_iter().filter(|&part| stands[part] && before.places[part].is_some());
    check.tags(&[(HELD_ALONE, held.count() == 1)]);
    let [heel, toe] = stands.map(|stands| if stands { "stands" } else { "doesn't" });
    check.asked(
        format!(
            "all that is held of a foot after a frame of {dt} s in which its heel {heel} and its toe {toe}, at a share of \
             {share}; (9, 9, 9) is for a part that isn't planted. Heel and toe would be at {} and {}. The frame before left \
             an offset of {}, and places at {}",
            free[0].show(),
            free[1].show(),
            before.offset.show(),
            before.places.map(|place| place.unwrap_or(NOWHERE).show()).join(" and ")
        ),
        || {
            let mut held = before;
            let given = held.hold(free, stands, share, dt);
            let [heel, toe] = held.places.map(|place| place.unwrap_or(NOWHERE));
            Named(HELD, vec![given, held.offset, heel, toe])
        },
    );
}

#[test]
fn todo_16_4_hold() {
    check("16.4", |check| {
        let seen = [
            ("hhhh", EVENLY, Vec3::ZERO, 1.0),
            ("----", UNEVENLY, vec3(0.04, 0.02, -0.08), 1.0),
            ("-hhhbbbttt---h", EVENLY, vec3(0.02, 0.0, -0.03), 1.0),
            ("hbtt-thhbbt--b-t", UNEVENLY, vec3(-0.03, 0.01, 0.05), 1.0),
            ("--h--t-b-", AT_TIMES, vec3(0.03, 0.0, -0.06), 1.0),
            // An invisible offset is halved too, and not dropped.
            ("------", UNEVENLY, vec3(0.000_04, 0.0, -0.000_03), 1e3),
            ("--h---t-", RARELY, vec3(0.15, 0.0, -0.1), 1e3),
        ];
        for (down, dt, came, times) in seen {
            ask_offsets(check, &(down.to_owned(), frames(down, dt), came, times), FARTHER);
        }
        for held in check.drawn(any_held) {
            ask_offsets(check, &held, "anywhere");
        }
        let [moment, planted] = [frames("b", SLOWLY)[0], frames("-b", EVENLY)[1]];
        for stands in [[false, false], [true, false], [false, true], [true, true]] {
            for planted in [[Some(planted.free[0]), None], planted.free.map(Some)] {
                let before = FootLock { places: planted, offset: vec3(0.04, 0.0, -0.02) };
                ask_held(check, before, FootMoment { stands, ..moment });
            }
        }
    });
}

// ---------------------------------------------------------------- 16.5

/// A chain, its target, and the joint whose gradient is asked for.
struct Task {
    name: &'static str,
    root: Vec3,
    bones: Vec<Vec3>,
    turns: Vec<Quat>,
    joint: usize,
    target: Vec3,
    stiffness: f32,
}

impl Task {
    fn chain(&self) -> Chain {
        let mut chain = Chain::new(self.root, self.bones.clone());
        chain.turn_to(|joint| self.turns[joint]);
        chain
    }

    /// Scales all lengths, and tells how much smaller or larger that makes the gradient.
    fn scaled(self, size: f32) -> (Self, f32) {
        let task = Self {
            root: size * self.root,
            bones: self.bones.iter().map(|bone| size * bone).collect(),
            target: size * self.target,
            stiffness: size * size * self.stiffness,
            ..self
        };
        (task, (1.0 / size).powi(2))
    }

    /// The question, with the factor that makes its answer readable.
    fn question(&self, times: f32) -> String {
        let chain = self.chain();
        let at = chain.places().iter().map(|place| (times.sqrt() * place).show()).collect::<Vec<_>>();
        let shown = match at.len() {
            0..=6 => format!("at {}, the last of which is the tip", at.join(", ")),
            count => format!(
                "{} in all, this one at {} and the tip at {}",
                count - 1,
                at[self.joint],
                at[count - 1]
            ),
        };
        let above = self.turns[..self.joint].iter().product::<Quat>().normalize();
        let unit = if times == 1.0 { String::new() } else { format!(" (in 1/{} m)", times.sqrt()) };
        format!(
            "the gradient of joint {}: {}. The joints are {shown}{unit}; the target is at {}. This joint is rotated by {}, its \
             parent by {} in the chain; the stiffness is {}",
            self.joint,
            self.name,
            (times.sqrt() * self.target).show(),
            self.turns[self.joint].show(),
            above.show(),
            self.stiffness * times
        )
    }
}

/// A chain of bones along x, none as long as the next.
fn bones(count: usize, length: f32) -> Vec<Vec3> {
    (0..count).map(|joint| length * (1.0 + 0.1 * (joint % 3) as f32) * Vec3::X).collect()
}

fn gradient_tasks() -> Vec<Task> {
    let none = |count: usize| vec![Quat::IDENTITY; count];
    let flat = |degrees: &[f32]| degrees.iter().map(|degrees| turned(Vec3::Z, *degrees)).collect::<Vec<_>>();
    let space = |count: usize| -> Vec<Quat> {
        let turn =
            |joint: usize| turned(vec3(0.3 * (joint % 8) as f32 - 1.0, 0.5, [1.0, -0.7][joint % 2]), 35.0);
        (0..count).map(turn).collect()
    };
    let task = |name, root, turns: Vec<Quat>, joint, target, stiffness| Task {
        name,
        root,
        bones: bones(turns.len(), 0.5),
        turns,
        joint,
        target,
        stiffness,
    };
    let away = vec3(1.0, -2.0, 0.5);
    let bent = || flat(&[20.0, 70.0, -30.0]);
    let tip = task("", away, space(4), 0, Vec3::ZERO, 0.0).chain().tip();
    vec![
        task("one joint at the origin, not rotated", Vec3::ZERO, none(1), 0, vec3(0.5, 1.0, 0.0), 0.0),
        task("one joint away from the origin, not rotated", away, none(1), 0, vec3(1.2, -1.0, 0.9), 0.0),
        task("the first of three in a plane", away, bent(), 0, vec3(0.4, -0.7, 0.5), 0.0),
        task("the last of three in a plane", away, bent(), 2, vec3(0.4, -0.7, 0.5), 0.0),
        task("the first of four that are rotated in space", away, space(4), 0, vec3(0.3, -1.2, 1.0), 0.0),
        task("the third of four that are rotated in space", away, space(4), 2, vec3(0.3, -1.2, 1.0), 0.0),
        task("the last of four that are rotated in space", away, space(4), 3, vec3(0.3, -1.2, 1.0), 0.0),
        task("the first of three, which is rotated, and stiff", away, bent(), 0, vec3(0.4, -0.7, 0.5), 0.4),
        task("the last of four in space, and stiff", away, space(4), 3, vec3(0.3, -1.2, 1.0), 0.5),
        task("of four whose tip is on the target, and stiff", away, space(4), 2, tip, 0.5),
        task("of four whose tip is on the target, not stiff", away, space(4), 1, tip, 0.0),
        task("of a straight chain whose target is on its line", Vec3::ZERO, none(3), 1, 1.2 * Vec3::X, 0.0),
        task("a joint that stands on the target", Vec3::ZERO, bent(), 0, Vec3::ZERO, 0.1),
        task("the 20th of 40", Vec3::ZERO, flat(&[4.0; 40]), 20, vec3(3.0, 2.0, 0.0), 0.05),
        task("the third of four in space, and very stiff", away, space(4), 2, vec3(0.3, -1.2, 1.0), 30.0),
        task("a target that is far", Vec3::ZERO, space(3), 1, vec3(-90.0, 40.0, 60.0), 0.2),
    ]
}

/// Draws a chain of any size, whose target may be far or all but reached, with the factor that makes its answer readable.
fn any_task(draw: &mut Draw) -> (Task, f32) {
    let turns: Vec<Quat> = (0..draw.size(1..2000)).map(|_| Quat::from_scaled_axis(draw.point(1.7))).collect();
    let any = draw.whole(0..turns.len());
    let (is_near, count) = (draw.whole(0..3) == 0, turns.len() as f32);
    let far = if is_near { 0.01 * count } else { draw.factor(100.0).max(1.0) };
    let times = 1.0 / (far * count);
    let mut task = Task {
        name: "of some that are rotated in space, and stiff",
        root: draw.point(0.5),
        bones: bones(turns.len(), draw.number(0.4..0.8)),
        joint: draw.one_of(&[0, any, turns.len() - 1]),
        turns,
        target: far * draw.point(2.0),
        stiffness: draw.number(0.0..0.6) / times,
    };
    if is_near {
        task.target = task.chain().tip() + 0.1 * far * (draw.turn() * Vec3::X);
    }
    let (task, larger) = task.scaled(draw.factor(100.0));
    (task, times * larger)
}

#[test]
fn todo_16_5_gradient() {
    check("16.5", |check| {
        let small = [5, 8, 13].into_iter().filter_map(|index| gradient_tasks().into_iter().nth(index));
        let seen = gradient_tasks().into_iter().map(|task| (task, 1.0));
        for (task, times) in seen.chain(small.map(|task| task.scaled(0.01))).chain(check.drawn(any_task)) {
            let is_turned = task.turns[..task.joint].iter().any(|turn| *turn != Quat::IDENTITY);
            let tip = task.chain().tip();
            check.tags(&[
                ("a joint that's stiff", task.stiffness > 0.0),
                ("rotated joints above it, and a tip off the target", is_turned && tip != task.target),
                ("joints above it that are rotated", is_turned),
                ("a joint with others below it", task.joint + 1 < task.turns.len()),
                ("a root away from the origin", task.root != Vec3::ZERO),
            ]);
            check.asked(task.question(times), || {
                times * task.chain().gradient(task.joint, task.target, task.stiffness)
            });
        }
    });
}
