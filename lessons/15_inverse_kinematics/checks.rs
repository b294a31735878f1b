//! The checks of lesson 15.

use check::{Answer, Check, Draw, JOINTS, Named, Row, check, told};
use common::ik::{Bend, Chain, FootLock, Limit, Link, bend, hinge};
use glam::{Quat, Vec3, vec3};

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

/// A chain and where its tip is to be.
struct Task {
    name: &'static str,
    chain: Chain,
    target: Vec3,
    stiffness: f32,
    /// By how much the target moves after the fourth step.
    moves: Vec3,
}

const HINGE: Limit = Limit::Hinge { axis: Vec3::Z, range: [-3.0, 3.0] };
const STIFF_HINGE: Limit = Limit::Hinge { axis: Vec3::Z, range: [-0.35, 0.45] };
const CRANK: Limit = Limit::Hinge { axis: Vec3::Y, range: [-2.0, 1.0] };

/// A chain of equal bones along x with these limits, by turns, and each joint turned by so many radians about so many axes.
fn bent(root: Vec3, bone: f32, limits: &[Limit], turns: &[Vec3]) -> Chain {
    let links = (0..turns.len()).map(|joint| {
        // None is as long as the next.
        let bone = bone * (1.0 + 0.1 * (joint % 3) as f32) * Vec3::X;
        Link { bone, limit: limits[joint % limits.len()] }
    });
    let mut chain = Chain::new(root, links.collect());
    chain.turn_to(|joint| Quat::from_scaled_axis(turns[joint]));
    chain
}

/// Turns about three axes in turn, none as large as the one before.
fn turns_in_space(count: usize) -> Vec<Vec3> {
    let turn = |joint: usize| {
        let size = 0.5 / (1.0 + 0.1 * joint as f32);
        [vec3(0.3, -size, size), vec3(0.1, 0.4, -size), vec3(-0.2, size, 0.3)][joint % 3]
    };
    (0..count).map(turn).collect()
}

/// A chain that lies anyhow, and a target.
fn any_task(draw: &mut Draw, limits: &[Limit], name: &'static str) -> Task {
    let turns: Vec<Vec3> = (0..draw.whole(4..9)).map(|_| draw.point(0.5)).collect();
    Task {
        name,
        chain: bent(draw.point(0.5), draw.number(0.4..0.8), limits, &turns),
        target: draw.point(2.0),
        stiffness: draw.number(0.0625..0.3),
        moves: Vec3::ZERO,
    }
}

/// What the slope is asked for.
fn slope_tasks() -> [Task; 4] {
    let flat = [0.7, -1.1, 0.6].map(|angle| angle * Vec3::Z);
    let space = turns_in_space(12);
    let mixed = [Limit::Free, HINGE, CRANK, Limit::Cone(1.5)];
    [
        Task {
            name: "three hinges about z, and angles that cost nothing",
            chain: bent(vec3(1.0, 0.5, 0.0), 1.2, &[HINGE], &flat),
            target: vec3(2.0, 3.0, 0.0),
            stiffness: 0.0,
            moves: Vec3::ZERO,
        },
        Task {
            name: "three joints that turn any way, and angles that cost nothing",
            chain: bent(vec3(0.2, -0.4, 0.3), 1.5, &[Limit::Free], &space[..3]),
            target: vec3(1.0, 2.5, -1.5),
            stiffness: 0.0,
            moves: Vec3::ZERO,
        },
        Task {
            name: "three joints that turn any way, with a stiffness of 0.4",
            chain: bent(vec3(0.2, -0.4, 0.3), 1.5, &[Limit::Free], &space[..3]),
            target: vec3(1.0, 2.5, -1.5),
            stiffness: 0.4,
            moves: Vec3::ZERO,
        },
        Task {
            name: "twelve joints, some of them hinges, with a stiffness of 0.25",
            chain: bent(vec3(-0.6, 0.8, 0.5), 0.5, &mixed, &space),
            target: vec3(-1.0, 1.7, 2.0),
            stiffness: 0.25,
            moves: Vec3::ZERO,
        },
    ]
}

/// The frame of the joint before each one, in the chain's space.
fn above(chain: &Chain) -> Vec<Quat> {
    let frames = chain.turns().iter().scan(Quat::IDENTITY, |frame, turn| {
        let above = *frame;
        *frame = above * *turn;
        Some(above)
    });
    frames.collect()
}

/// The slope of every joint.
fn slopes(chain: &Chain, target: Vec3, stiffness: f32) -> Vec<Vec3> {
    let (places, tip, above) = (chain.places(), chain.tip(), above(chain));
    let of = |joint: usize| {
        let slope = (tip - places[joint]).cross(tip - target) + stiffness * chain.turned(joint);
        match chain.links()[joint].limit {
            Limit::Hinge { axis, .. } => slope.project_onto_normalized(above[joint] * axis),
            _ => slope,
        }
    };
    (0..chain.links().len()).map(of).collect()
}

/// What the student's slope is for every joint.
fn given_slopes(chain: &Chain, target: Vec3, stiffness: f32) -> Named<Vec3> {
    let joints = 0..chain.links().len();
    Named(JOINTS, joints.map(|joint| chain.slope(joint, target, stiffness)).collect())
}

#[test]
fn todo_15_3_slope() {
    check("15.3", |check| {
        let drawn = check.drawn(|draw| {
            let limits = [Limit::Free, HINGE, Limit::Free, CRANK];
            any_task(draw, &limits, "some joints, some of them hinges")
        });
        for Task { name, chain, target, stiffness, .. } in slope_tasks().into_iter().chain(drawn) {
            check.case(
                format!(
                    "how steeply the energy rises when each joint turns: {name}. All is in the chain's space"
                ),
                || given_slopes(&chain, target, stiffness),
                || Named(JOINTS, slopes(&chain, target, stiffness)),
            );
        }
    });
}

// ---------------------------------------------------------------- 15.4

/// How many steps are asked for.
const STEPS: usize = 8;

/// What goes downhill.
fn descent_tasks() -> [Task; 7] {
    let flat = |count: usize, angle: f32| vec![angle * Vec3::Z; count];
    [
        Task {
            name: "five joints that turn any way",
            chain: bent(vec3(0.3, 0.2, -0.1), 0.6, &[Limit::Free], &turns_in_space(5)),
            target: vec3(0.5, 1.6, 1.2),
            stiffness: 0.05,
            moves: Vec3::ZERO,
        },
        Task {
            name: "eight hinges, which turn from -0.35 to 0.45",
            chain: bent(vec3(-0.5, 0.0, 0.0), 0.4, &[STIFF_HINGE], &flat(8, 0.1)),
            target: vec3(-0.3, 1.8, 0.0),
            stiffness: 0.02,
            moves: Vec3::ZERO,
        },
        Task {
            name: "twelve joints with cones of 0.3",
            chain: bent(Vec3::ZERO, 0.25, &[Limit::Cone(0.3)], &turns_in_space(12)),
            target: vec3(-0.4, 1.0, -1.1),
            stiffness: 0.01,
            moves: Vec3::ZERO,
        },
        Task {
            name: "forty hinges, curled up to begin with",
            chain: bent(Vec3::ZERO, 0.1, &[HINGE], &flat(40, 0.4)),
            target: vec3(2.0, 2.5, 0.0),
            stiffness: 1e-4,
            moves: Vec3::ZERO,
        },
        Task {
            name: "four joints, straight, with the tip on its target",
            chain: bent(Vec3::ZERO, 0.5, &[Limit::Free], &flat(4, 0.0)),
            target: bent(Vec3::ZERO, 0.5, &[Limit::Free], &flat(4, 0.0)).tip(),
            stiffness: 0.1,
            moves: Vec3::ZERO,
        },
        Task {
            name: "four joints, straight, with the tip on its target, which moves after four steps",
            chain: bent(Vec3::ZERO, 0.5, &[Limit::Free], &flat(4, 0.0)),
            target: bent(Vec3::ZERO, 0.5, &[Limit::Free], &flat(4, 0.0)).tip(),
            stiffness: 0.1,
            moves: vec3(-0.5, 1.0, 0.25),
        },
        Task {
            name: "five hinges, which turn from -0.35 to 0.45, and a target that is far away",
            chain: bent(vec3(-0.5, 0.0, 0.0), 0.6, &[STIFF_HINGE], &flat(5, 0.1)),
            target: vec3(9.0, 4.0, 0.0),
            stiffness: 0.02,
            moves: Vec3::ZERO,
        },
    ]
}

impl Task {
    /// Where the target is in each step.
    fn targets(&self) -> [Vec3; STEPS] {
        std::array::from_fn(|step| self.target + if step < 4 { Vec3::ZERO } else { self.moves })
    }
}

/// The energy after every step, and whether it says that it goes on.
type Steps = Vec<(f32, bool)>;

/// A descent as it should be.
struct Descent<'t> {
    task: &'t Task,
    chain: Chain,
    step: f32,
    target: Vec3,
}

impl<'t> Descent<'t> {
    fn new(task: &'t Task) -> Self {
        let chain = task.chain.clone();
        let arms: f32 = chain.places().iter().map(|place| chain.tip().distance_squared(*place)).sum();
        let step = 1.0 / arms.max(chain.length().powi(2));
        Self { task, step, chain, target: task.target }
    }

    fn energy(&self) -> f32 {
        self.chain.energy(self.target, self.task.stiffness)
    }

    fn descend(&mut self) -> bool {
        let slopes = slopes(&self.chain, self.target, self.task.stiffness);
        let slopes: Vec<Vec3> =
            slopes.iter().zip(above(&self.chain)).map(|(slope, above)| above.inverse() * slope).collect();
        let (before, saved) = (self.energy(), self.chain.turns().to_vec());
        let mut step = self.step * 2.0;
        for _ in 0..40 {
            self.chain.turn_to(|joint| Quat::from_scaled_axis(-step * slopes[joint]) * saved[joint]);
            if self.energy() < before {
                self.step = step;
                return true;
            }
            self.chain.turn_to(|joint| saved[joint]);
            step *= 0.5;
        }
        false
    }

    fn steps(mut self) -> Steps {
        let targets = self.task.targets();
        let steps = targets.into_iter().map(|target| {
            self.target = target;
            let goes_on = self.descend();
            (self.energy(), goes_on)
        });
        steps.collect()
    }
}

const IN_ORDER: &[&str] = &["step 1", "step 2", "step 3", "step 4", "step 5", "step 6", "step 7", "step 8"];

#[test]
fn todo_15_4_descend() {
    check("15.4", |check| {
        let drawn = check.drawn(|draw| {
            let limit = draw.one_of(&[Limit::Free, STIFF_HINGE, Limit::Cone(0.3)]);
            any_task(draw, &[limit], "some joints, all of one kind")
        });
        let asked: Vec<Task> = descent_tasks().into_iter().chain(drawn).collect();
        check.needs("15.3", || {
            slope_tasks().iter().chain(&asked).all(|Task { chain, target, stiffness, .. }| {
                let want = Named(JOINTS, slopes(chain, *target, *stiffness));
                given_slopes(chain, *target, *stiffness).agrees(&want)
            })
        });
        for task in &asked {
            ask_steps(check, task);
        }
    });
}

/// Asks for the energy after each step, and for what each step says.
fn ask_steps(check: &mut Check, task: &Task) {
    let given = || {
        let mut chain = task.chain.clone();
        chain.begin(task.target);
        let steps = task.targets().into_iter().map(|target| {
            let goes_on = chain.descend(target, task.stiffness);
            (chain.energy(target, task.stiffness), goes_on)
        });
        steps.collect::<Steps>()
    };
    let wanted = || Descent::new(task).steps();
    let energies = |steps: Steps| Row(steps.into_iter().map(|(energy, _)| energy).collect());
    let says = |steps: Steps| Named(IN_ORDER, steps.into_iter().map(|(_, goes_on)| goes_on).collect());
    let name = task.name;
    check.case(
        format!("the energy after each of {STEPS} steps of {name}"),
        || energies(given()),
        || energies(wanted()),
    );
    check.case(
        format!("whether each of {STEPS} steps goes down: {name}"),
        || says(given()),
        || says(wanted()),
    );
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
