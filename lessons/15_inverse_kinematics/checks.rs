//! The checks of lesson 15.

use check::{Answer, Draw, JOINTS, Named, Row, check, told};
use glam::{Mat3, Quat, Vec3, vec3};
use ik::{Bend, Chain, FootLock, Limit, Link, bend, hinge, turns_in_parents};

// ---------------------------------------------------------------- 15.1

/// How two bones lie.
struct Lies {
    reach: f32,
    along: f32,
    across: f32,
}

told!(Lies { reach, along, across });

impl Answer for Lies {
    fn agrees(&self, other: &Self) -> bool {
        let same = |a: f32, b: f32| a.agrees(&b) || a.is_nan() && b.is_nan();
        same(self.reach, other.reach) && same(self.along, other.along) && same(self.across, other.across)
    }

    fn show(&self) -> String {
        let Self { reach, along, across } = self;
        format!("reach {}, along {}, across {}", reach.show(), along.show(), across.show())
    }
}

fn lies(bent: Bend) -> Lies {
    Lies { reach: bent.reach as f32, along: bent.along as f32, across: bent.across as f32 }
}

/// The elbow of a triangle whose sides are there, from the two bones and the distance of the hand.
fn elbow(upper: f64, lower: f64, reach: f64) -> Bend {
    let along = (upper.powi(2) - lower.powi(2) + reach.powi(2)) / (2.0 * reach);
    let along = if reach > 0.0 { along } else { 0.0 };
    Bend { across: (upper.powi(2) - along.powi(2)).max(0.0).sqrt(), along, reach }
}

/// The elbow of an arm that reaches for a target so far away.
fn answered(upper: f64, lower: f64, distance: f64) -> Bend {
    elbow(upper, lower, distance.clamp((upper - lower).abs(), upper + lower))
}

#[test]
fn todo_15_1_bend() {
    // The last ones are where rounding puts the elbow a bit farther out than its bone is long.
    let asked: [(&str, f64, f64, f64); 20] = [
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
        ("for an upper arm without a length", 0.0, 2.0, 1.0),
        ("for a forearm without a length", 2.0, 0.0, 1.0),
        ("for an upper arm without a length, on the shoulder", 0.0, 2.0, 0.0),
        ("too far", 1.7, 0.7, 9.0),
        ("too far", 1.3, 1.9, 8.0),
        ("too far", 0.3, 1.3, 2.0),
        ("too near", 0.7, 0.2, 0.1),
        ("too near", 0.7, 1.9, 1.0),
        ("on the shoulder", 1.7, 1.9, 0.0),
    ];
    check("15.1", |check| {
        let drawn = check.drawn(|draw| {
            let mut number = |from: f32, to: f32| f64::from(draw.number(from..to));
            let (short, more) = (number(0.5, 2.0), number(0.5, 1.5));
            let (long, part) = (short + more, number(0.1, 0.9));
            let (words, distance) = draw.one_of(&[
                ("in reach", more + part * 2.0 * short),
                ("too far", long + short + part),
                ("too near", part * more),
            ]);
            let [upper, lower] = draw.one_of(&[[short, long], [long, short]]);
            (words, upper, lower, distance)
        });
        for (words, upper, lower, distance) in asked.into_iter().chain(drawn) {
            check.case(
                format!("`bend({upper}, {lower}, {distance})`: a target {words}"),
                || lies(bend(upper, lower, distance)),
                || lies(answered(upper, lower, distance)),
            );
        }
        // Here the elbow may be in any direction: only its distance counts.
        for (words, upper, lower, distance) in [
            ("on the shoulder, for two bones that are equally long", 0.9, 0.9, 0.0),
            ("that no bone reaches for: both have no length", 0.0, 0.0, 1.0),
        ] {
            let out = |bent: Bend| Row(vec![bent.reach as f32, bent.along.hypot(bent.across) as f32]);
            check.case(
                format!(
                    "how far from the shoulder hand and elbow are by `bend({upper:?}, {lower:?}, {distance:?})`: a target {words}"
                ),
                || out(bend(upper, lower, distance)),
                || out(answered(upper, lower, distance)),
            );
        }
    });
}

// ---------------------------------------------------------------- 15.2

/// The axis about which an elbow bends.
fn axis(ahead: Vec3, poles: [Vec3; 2]) -> Vec3 {
    let found = poles.map(|pole| ahead.cross(pole)).into_iter().find(|axis| axis.length() > 1e-4);
    found.map_or_else(|| ahead.any_orthonormal_vector(), Vec3::normalize)
}

/// A vector whose numbers may be none.
struct Axis(Vec3);

told!(Axis { 0 });

impl Answer for Axis {
    fn agrees(&self, other: &Self) -> bool {
        self.0.agrees(&other.0) || self.0.is_nan() && other.0.is_nan()
    }

    fn show(&self) -> String {
        self.0.show()
    }

    fn remark(&self, want: &Self) -> Option<String> {
        self.0.remark(&want.0)
    }
}

/// A line, and two poles that are far from it. Before them there may be one that says nothing.
fn any_poles(draw: &mut Draw) -> (&'static str, Vec3, [Vec3; 2]) {
    let ahead = draw.turn() * Vec3::X;
    let mut pole = || {
        // A part of it lies along the line.
        let aside = draw.turn() * Vec3::X;
        let across = ahead.cross(aside).try_normalize().unwrap_or(ahead.any_orthonormal_vector());
        (across + draw.number(-1.5..1.5) * ahead).normalize()
    };
    let [first, second] = [pole(), pole()];
    draw.one_of(&[
        ("the line and both poles lie anyhow", ahead, [first, second]),
        ("the first pole has no direction", ahead, [Vec3::ZERO, second]),
        ("the first pole lies on the line", ahead, [-ahead, second]),
    ])
}

#[test]
fn todo_15_2_hinge() {
    let ahead = vec3(0.48, 0.6, 0.64);
    let across = vec3(0.6, -0.64, 0.15).normalize();
    let steep = (0.95 * ahead + 0.25 * across).normalize();
    let asked: [(&str, Vec3, [Vec3; 2]); 13] = [
        ("the line goes along x, and the pole along y", Vec3::X, [Vec3::Y, Vec3::ZERO]),
        ("the line goes along x, and the pole along z", Vec3::X, [Vec3::Z, Vec3::Y]),
        ("the line goes down, as for a leg, and the pole ahead", Vec3::NEG_Y, [Vec3::Z, Vec3::X]),
        ("neither lies along an axis", ahead, [vec3(-0.6, 0.0, 0.8), Vec3::X]),
        ("the pole is far from square to the line", ahead, [steep, Vec3::NEG_X]),
        ("the pole leans back", Vec3::X, [vec3(-0.8, 0.0, -0.6), Vec3::Y]),
        ("the first pole has no direction", Vec3::X, [Vec3::ZERO, vec3(0.0, 0.6, 0.8)]),
        ("the first pole lies on the line", Vec3::Y, [Vec3::Y, vec3(0.6, 0.0, 0.8)]),
        ("the first pole lies on the line, the other way", Vec3::Z, [Vec3::NEG_Z, vec3(0.8, 0.0, -0.6)]),
        ("the first pole is as good as on the line", Vec3::X, [vec3(1.0, 1e-7, 0.0), Vec3::NEG_Z]),
        ("the first pole is as good as on the line", ahead, [(ahead + 1e-6 * across).normalize(), Vec3::X]),
        ("the pole is 3° off the line", Vec3::X, [vec3(0.99863, 0.0, 0.05234), Vec3::Y]),
        ("the pole is 0.17° off the line", Vec3::X, [vec3(1.0, 0.0, 0.003).normalize(), Vec3::Y]),
    ];
    check("15.2", |check| {
        for (words, ahead, poles) in asked.into_iter().chain(check.drawn(any_poles)) {
            check.case(
                format!(
                    "`hinge({}, {})`: {words}",
                    ahead.show(),
                    poles.map(|pole| pole.show()).join(" and ")
                ),
                || Axis(hinge(ahead, poles)),
                || Axis(axis(ahead, poles)),
            );
        }
        // Without a pole there are many right answers.
        for (words, ahead, poles) in [
            ("no pole has a direction", vec3(0.6, 0.0, -0.8), [Vec3::ZERO; 2]),
            ("both poles lie on the line", Vec3::Y, [Vec3::Y, Vec3::NEG_Y]),
            ("both poles lie on the line", ahead, [ahead, -ahead]),
            ("one pole lies on the line, the other has no direction", Vec3::X, [Vec3::X, Vec3::ZERO]),
        ] {
            let facts = |axis: Vec3| Row(vec![axis.length(), axis.dot(ahead)]);
            check.case(
                format!(
                    "the length of `hinge({}, {})`, and its dot product with the first: {words}",
                    ahead.show(),
                    poles.map(|pole| pole.show()).join(" and ")
                ),
                || facts(hinge(ahead, poles)),
                || Row(vec![1.0, 0.0]),
            );
        }
    });
}

// ---------------------------------------------------------------- 15.3

/// What is turned in its parent.
const IN_PARENTS: &[&str] = &["upper joint", "lower joint"];

fn turned(axis: Vec3, degrees: f32) -> Quat {
    Quat::from_axis_angle(axis.normalize(), degrees.to_radians())
}

/// Parents, and what their bones are to do in the model.
type Asked = (&'static str, [Quat; 2], [Quat; 2]);

/// The turns in the parents, as matrices say them: where the lower bone's parent is, once the upper bone has turned, and
/// what is to be turned there.
fn in_parents([from_root, from_middle]: [Quat; 2], [upper, lower]: [Quat; 2]) -> Named<Quat> {
    let [from_root, from_middle, upper, lower] = [from_root, from_middle, upper, lower].map(Mat3::from_quat);
    let taken_along = upper * from_middle;
    let turns = [from_root.transpose() * upper * from_root, taken_along.transpose() * lower * from_middle];
    Named(IN_PARENTS, turns.map(|turn| Quat::from_mat3(&turn).normalize()).to_vec())
}

#[test]
fn todo_15_3_turns() {
    let (none, tilted) = (Quat::IDENTITY, turned(vec3(0.3, 1.0, -0.4), 70.0));
    let quarter = turned(Vec3::Z, 90.0);
    let (raised, bent) = (turned(vec3(0.2, -0.4, 1.0), 50.0), turned(vec3(1.0, 0.3, 0.2), -80.0));
    let asked: [Asked; 8] = [
        ("both parents lie as the model does, and both bones turn alike", [none; 2], [quarter; 2]),
        ("both parents lie as the model does, and only the lower bone is to turn", [none; 2], [none, bent]),
        ("both parents lie as the model does, and only the upper bone is to turn", [none; 2], [raised, none]),
        ("both parents lie as the model does", [none; 2], [raised, bent]),
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
    ];
    check("15.3", |check| {
        let drawn = check.drawn(|draw| {
            let mut two = || [draw.turn(), draw.turn()];
            ("the parents lie anyhow, and both bones turn anyhow", two(), two())
        });
        for (words, parents, turns) in asked.into_iter().chain(drawn) {
            let told = |turns: [Quat; 2]| turns.map(|turn| turn.show()).join(" and ");
            check.case(
                format!(
                    "by how much each joint turns in its parent: {words}. In the model the parents are turned by {}; the \
                     bones are to turn by {}",
                    told(parents),
                    told(turns)
                ),
                || Named(IN_PARENTS, turns_in_parents(parents, turns).to_vec()),
                || in_parents(parents, turns),
            );
        }
    });
}

// ---------------------------------------------------------------- 15.4

const HINGE: Limit = Limit::Hinge { axis: Vec3::Z, range: [-3.0, 3.0] };
const STIFF_HINGE: Limit = Limit::Hinge { axis: Vec3::Z, range: [-0.35, 0.45] };

/// A chain, where its tip is to be, and how often all of its joints turn.
struct Task {
    name: String,
    chain: Chain,
    target: Vec3,
    passes: usize,
}

/// A chain of bones along x, none as long as the next, whose joints have this limit and are turned like this.
fn bent(root: Vec3, bone: f32, limit: Limit, turns: &[Quat]) -> Chain {
    let link = |joint: usize| Link { bone: bone * (1.0 + 0.1 * (joint % 3) as f32) * Vec3::X, limit };
    let mut chain = Chain::new(root, (0..turns.len()).map(link).collect());
    chain.turn_to(|joint| turns[joint]);
    chain
}

/// The same joints, turned by one pass: each as its limit lets it. All of the chain is placed anew after each of them.
fn passed(chain: &mut Chain, target: Vec3) {
    for joint in (0..chain.links().len()).rev() {
        let above = chain.turns()[..joint].iter().product::<Quat>().normalize();
        let place = chain.places()[joint];
        let [from, to] = [chain.tip(), target].map(|end| above.inverse() * (end - place));
        // A direction of no length says nothing.
        if from.length() < 1e-6 || to.length() < 1e-6 {
            continue;
        }
        let axis = from.cross(to).try_normalize().unwrap_or(Vec3::Z);
        let turn = Quat::from_axis_angle(axis, from.cross(to).length().atan2(from.dot(to)));
        let turns: Vec<Quat> = (0..)
            .zip(chain.turns())
            .map(|(other, before)| if other == joint { turn * *before } else { *before })
            .collect();
        chain.turn_to(|joint| turns[joint]);
    }
}

fn ccd_tasks() -> Vec<Task> {
    let task = |name: &str, chain, target, passes| Task { name: name.to_owned(), chain, target, passes };
    let flat = |degrees: &[f32]| degrees.iter().map(|degrees| turned(Vec3::Z, *degrees)).collect::<Vec<_>>();
    let space: Vec<Quat> = (0..8)
        .map(|joint| turned(vec3(0.3 * joint as f32 - 1.0, 0.5, [1.0, -0.7][joint % 2]), 35.0))
        .collect();
    let corner = flat(&[0.0, 90.0]);
    vec![
        task("one joint, at the origin", bent(Vec3::ZERO, 1.0, HINGE, &flat(&[0.0])), vec3(0.0, 3.0, 0.0), 1),
        task("two joints, bent by 90°", bent(Vec3::ZERO, 1.0, HINGE, &corner), vec3(1.6, 0.4, 0.0), 1),
        task(
            "two joints, bent by 90°, away from the origin",
            bent(vec3(1.0, -2.0, 0.5), 1.0, Limit::Free, &corner),
            vec3(2.6, -1.5, 0.5),
            1,
        ),
        task(
            "five hinges",
            bent(vec3(0.2, 0.1, 0.0), 0.5, HINGE, &flat(&[20.0, 40.0, -30.0, 50.0, 10.0])),
            vec3(0.4, 1.3, 0.0),
            1,
        ),
        task(
            "the same five hinges",
            bent(vec3(0.2, 0.1, 0.0), 0.5, HINGE, &flat(&[20.0, 40.0, -30.0, 50.0, 10.0])),
            vec3(0.4, 1.3, 0.0),
            3,
        ),
        task(
            "five hinges that turn from -20° to 26°",
            bent(Vec3::ZERO, 0.5, STIFF_HINGE, &flat(&[5.0; 5])),
            vec3(0.6, 1.9, 0.0),
            2,
        ),
        task(
            "three joints that turn any way, and a target out of reach",
            bent(Vec3::ZERO, 0.5, Limit::Free, &space[..3]),
            vec3(-3.0, 2.0, 4.0),
            1,
        ),
        task(
            "eight joints that turn any way",
            bent(vec3(-0.5, 0.3, 0.2), 0.4, Limit::Free, &space),
            vec3(0.3, -1.2, 1.0),
            2,
        ),
        task(
            "two joints, the second of which stands on the target",
            bent(Vec3::ZERO, 1.0, Limit::Free, &corner),
            Vec3::X,
            1,
        ),
        task(
            "four joints, with the tip on the target",
            bent(Vec3::ZERO, 0.5, Limit::Free, &space[..4]),
            bent(Vec3::ZERO, 0.5, Limit::Free, &space[..4]).tip(),
            1,
        ),
    ]
}

fn any_task(draw: &mut Draw) -> Task {
    let turns: Vec<Quat> = (0..draw.whole(3..8)).map(|_| Quat::from_scaled_axis(draw.point(0.7))).collect();
    let chain = bent(draw.point(0.5), draw.number(0.4..0.8), Limit::Free, &turns);
    Task { name: "some joints that turn any way".to_owned(), chain, target: draw.point(2.0), passes: 1 }
}

#[test]
fn todo_15_4_ccd() {
    check("15.4", |check| {
        let tasks: Vec<Task> = ccd_tasks().into_iter().chain(check.drawn(any_task)).collect();
        for Task { name, chain, target, passes } in &tasks {
            let after = |pass: fn(&mut Chain, Vec3)| {
                let mut chain = chain.clone();
                (0..*passes).for_each(|_| pass(&mut chain, *target));
                Named(JOINTS, chain.places().to_vec())
            };
            let times = if *passes == 1 { "one pass".to_owned() } else { format!("{passes} passes") };
            check.case(
                format!(
                    "where the joints of a chain are after {times}, and last the tip: {name}. They are at {} now, and the \
                     target is at {}",
                    chain.places().iter().map(|place| place.show()).collect::<Vec<_>>().join(", "),
                    target.show()
                ),
                || after(Chain::ccd_pass),
                || after(passed),
            );
        }
        for Task { name, chain, target, .. } in tasks.iter().filter(|task| task.passes == 1) {
            let turns = |pass: fn(&mut Chain, Vec3)| {
                let mut chain = chain.clone();
                pass(&mut chain, *target);
                Named(JOINTS, chain.turns().to_vec())
            };
            check.case(
                format!(
                    "how each joint of a chain is turned in the one before, after one pass: {name}. The target is at {}",
                    target.show()
                ),
                || turns(Chain::ccd_pass),
                || turns(passed),
            );
        }
        // The axis of half a turn may be any that is square to the bones.
        let back = bent(Vec3::ZERO, 1.0, Limit::Free, &[Quat::IDENTITY]);
        check.case(
            "where the tip of one joint at (0, 0, 0) is after one pass: it is at (1, 0, 0) now, and the target is at (-2, 0, 0)",
            || {
                let mut chain = back.clone();
                chain.ccd_pass(vec3(-2.0, 0.0, 0.0));
                chain.tip()
            },
            || Vec3::NEG_X,
        );
    });
}

// ---------------------------------------------------------------- 15.5

/// What a foot does in a picture.
#[derive(Clone, Copy)]
struct Picture {
    /// Where heel and toe would be, in the world.
    free: [Vec3; 2],
    /// Whether they stand.
    stands: [bool; 2],
    /// How much the toe counts where both stand.
    share: f32,
    /// Seconds since the picture before.
    dt: f32,
}

const PICTURES: [&str; 16] = [
    "picture 1",
    "picture 2",
    "picture 3",
    "picture 4",
    "picture 5",
    "picture 6",
    "picture 7",
    "picture 8",
    "picture 9",
    "picture 10",
    "picture 11",
    "picture 12",
    "picture 13",
    "picture 14",
    "picture 15",
    "picture 16",
];

/// Heel and toe are drawn along, each a bit differently. What stands is `h`, `t` or `b`, for both; `-` is in the air.
fn pictures(down: &str, dt: fn(f32) -> f32) -> Vec<Picture> {
    let picture = |(number, down): (u8, char)| {
        let i = f32::from(number);
        let heel = vec3(0.1 + 0.002 * i, 0.003 * (i % 3.0), 0.006 * i);
        let toe = heel + vec3(0.02, 0.01 - 0.0007 * i, 0.2 + 0.002 * i);
        let (stands, share) =
            ([matches!(down, 'h' | 'b'), matches!(down, 't' | 'b')], 0.2 + 0.15 * (i % 4.0));
        Picture { free: [heel, toe], stands, share, dt: dt(i) }
    };
    (0u8..).zip(down.chars()).map(picture).collect()
}

/// The offsets of a foot that comes with one, in every picture.
fn offsets(pictures: &[Picture], came: Vec3) -> Named<Vec3> {
    let (mut places, mut offset) = ([None; 2], came);
    let next = |&Picture { free, stands, share, dt }: &Picture| {
        let mut ways = [None; 2];
        for part in 0..2 {
            if !stands[part] {
                places[part] = None;
            }
            ways[part] = places[part].map(|place: Vec3| place - free[part]);
        }
        offset = match ways {
            [None, None] => offset * 0.5f32.powf(dt / 0.1),
            [Some(heel), Some(toe)] => heel + share * (toe - heel),
            [heel, toe] => heel.or(toe).unwrap_or_default(),
        };
        for part in 0..2 {
            if stands[part] && places[part].is_none() {
                places[part] = Some(free[part] + offset);
            }
        }
        if offset.length() > 0.2 {
            (places, offset) = ([None; 2], Vec3::ZERO);
        }
        offset
    };
    Named(&PICTURES, pictures.iter().map(next).collect())
}

#[test]
fn todo_15_5_hold() {
    let evenly: fn(f32) -> f32 = |_| 1.0 / 60.0;
    let unevenly: fn(f32) -> f32 = |i| 0.01 + 0.013 * (i % 4.0);
    check("15.5", |check| {
        let drawn = check.drawn(|draw| {
            let down = (0..draw.whole(9..17)).map(|_| draw.one_of(&['h', 't', 'b', '-']));
            (down.collect::<String>(), unevenly, draw.point(0.06))
        });
        let seen = [
            ("hhhh", evenly, Vec3::ZERO),
            ("----", unevenly, vec3(0.04, 0.02, -0.08)),
            ("-hhhbbbttt---h", evenly, vec3(0.02, 0.0, -0.03)),
            ("hbtt-thhbbt--b-t", unevenly, vec3(-0.03, 0.01, 0.05)),
        ]
        .map(|(down, dt, came)| (down.to_owned(), dt, came));
        for (down, dt, came) in seen.into_iter().chain(drawn) {
            let pictures = pictures(&down, dt);
            let times: Vec<String> = pictures.iter().map(|picture| format!("{:.3}", picture.dt)).collect();
            check.case(
                format!(
                    "the offset of a foot that comes with {came}, in {} pictures. What stands in them, the heel (h), the \
                     toe (t), both (b) or nothing (-): {down}. Seconds since the picture before: {}. Heel and toe would \
                     go about 8 mm farther in each picture",
                    pictures.len(),
                    times.join(", ")
                ),
                || {
                    let mut held = FootLock { offset: came, ..FootLock::default() };
                    let hold = |&Picture { free, stands, share, dt }: &Picture| held.hold(free, stands, share, dt);
                    Named(&PICTURES, pictures.iter().map(hold).collect())
                },
                || offsets(&pictures, came),
            );
        }
    });
}
