//! The checks of lesson 07.

use check::{Answer, Draw, Named, check, told};
use common::pose::model_from_joints;
use common::skeleton::Skeleton;
use common::skin::{STILL, joints_from_bind, out_of_place, palette};
use glam::{Mat4, Quat, Vec3, vec3};

const JOINTS: &[&str] = &[
    "trunk",
    "bough",
    "twig",
    "other bough",
    "bush",
    "leaf 5",
    "leaf 6",
    "leaf 7",
    "leaf 8",
    "leaf 9",
    "leaf 10",
    "leaf 11",
    "leaf 12",
    "leaf 13",
];

/// Where something stands, how it is turned, and how large it is.
#[derive(Clone, Copy)]
struct Stand {
    place: Vec3,
    axis: Vec3,
    degrees: f32,
    size: f32,
}

impl Stand {
    /// A place and a turn about the z axis, with numbers that are easy to follow by hand.
    fn flat(place: (f32, f32, f32), degrees: f32) -> Self {
        Self { place: place.into(), axis: Vec3::Z, degrees, size: 1.0 }
    }

    /// A turn about an axis that is none of the three, and another size.
    fn slanted(place: (f32, f32, f32), degrees: f32, size: f32) -> Self {
        Self { place: place.into(), axis: vec3(0.6, 0.0, 0.8), degrees, size }
    }

    /// Any of those, so large that its inverse is not its transpose.
    fn any(draw: &mut Draw) -> Self {
        let place = draw.point(3.0);
        Self::slanted(place.into(), draw.number(-170.0..170.0), draw.number(1.25..2.0))
    }

    fn to_matrix(self) -> Mat4 {
        let turn = Quat::from_axis_angle(self.axis, self.degrees.to_radians());
        Mat4::from_scale_rotation_translation(Vec3::splat(self.size), turn, self.place)
    }

    fn show(self) -> String {
        format!("at {} by {}", self.place.show(), self.turned())
    }

    /// Size and turn in words.
    fn turned(self) -> String {
        match self.size {
            1.0 => format!("{}°", self.degrees),
            size => format!("{}° about {}, {size} times as large", self.degrees, self.axis.show()),
        }
    }
}

/// All joints and their stands in one line.
fn words(stands: &[Stand]) -> String {
    let words = JOINTS.iter().zip(stands).map(|(name, stand)| format!("{name} {}", stand.show()));
    words.collect::<Vec<_>>().join(", ")
}

fn named(matrices: impl IntoIterator<Item = Mat4>) -> Named<Mat4> {
    Named(JOINTS, matrices.into_iter().collect())
}

/// A trunk with two boughs, and a twig on the first of them. A bush stands by itself.
fn tree_and_bush() -> Skeleton {
    let mut skeleton = Skeleton::chain(&["trunk", "bough", "twig"]);
    skeleton.add("other bough", Some(0));
    skeleton.add("bush", None);
    skeleton
}

#[test]
fn todo_07_1_joints_from_bind() {
    let mut hand = Skeleton::chain(&["trunk"]);
    for parent in [0, 0, 0, 0, 0, 0, 3, 7, 8, 9, 10, 11, 12] {
        hand.add("leaf", Some(parent));
    }
    let of_hand = (0u8..14)
        .map(f32::from)
        .map(|i| Stand::slanted((1.0, 0.2 * i, -0.1 * i), 25.0 * i - 60.0, if i > 6.0 { 1.1 } else { 0.9 }));
    let flat = [
        Stand::flat((1.0, 0.0, 0.0), 90.0),
        Stand::flat((2.0, 1.0, 0.0), 0.0),
        Stand::flat((1.0, 0.0, 0.0), -90.0),
        Stand::flat((3.0, -1.0, 0.0), 45.0),
        Stand::flat((-2.0, 1.0, 0.0), 30.0),
    ];
    let slanted = [
        Stand::slanted((1.0, 2.0, 0.0), 20.0, 2.0),
        Stand::slanted((2.0, 1.0, 1.0), -50.0, 0.5),
        Stand::slanted((0.0, 1.0, -2.0), 70.0, 1.5),
        Stand::slanted((-1.0, 3.0, 0.5), 30.0, 0.8),
        Stand::slanted((4.0, 0.0, 1.0), -80.0, 1.2),
    ];
    check("07.1", |check| {
        const TREE: &str = "a trunk, a bough and another bough on it, a twig on the first bough, and a bush that has no \
                            parent";
        const HAND: &str = "fourteen joints, of which the second to the seventh hang on the first, the eighth on the \
                            fourth, and each of the others on the one before";
        let asked = [
            (TREE.to_owned(), tree_and_bush(), flat.to_vec()),
            (TREE.to_owned(), tree_and_bush(), slanted.to_vec()),
            (HAND.to_owned(), hand, of_hand.collect()),
        ];
        let drawn = check.drawn(|draw| {
            let (words, parents) = draw.tree(6);
            let mut skeleton = Skeleton::new();
            for (parent, name) in parents.iter().zip(JOINTS) {
                skeleton.add(name, *parent);
            }
            let stands = parents.iter().map(|_| Stand::any(draw)).collect();
            (format!("six joints, counted from 0: {words}"), skeleton, stands)
        });
        for (what, skeleton, stands) in asked.into_iter().chain(drawn) {
            let local: Vec<Mat4> = stands.iter().map(|stand| stand.to_matrix()).collect();
            // The matrices from a root down to each joint.
            let walked = |local: &[Mat4]| -> Vec<Vec<Mat4>> {
                let mut ways: Vec<Vec<Mat4>> = Vec::new();
                for (joint, &own) in skeleton.joints().iter().zip(local) {
                    let above = joint.parent.map_or(Vec::new(), |parent| ways[parent].clone());
                    ways.push([above, vec![own]].concat());
                }
                ways
            };
            let product = |way: &Vec<Mat4>| way.iter().product::<Mat4>();
            let bind = || walked(&local).iter().map(product).collect();
            check.needs("02.4", || model_from_joints(&skeleton, &local), bind);
            check.case_by(
                format!(
                    "the ways from the bind pose's model space into {what}; in the bind pose they stand in their parents like \
                     this: {}",
                    words(&stands)
                ),
                || named(joints_from_bind(&skeleton, &local)),
                |by| named(walked(&local).into_iter().map(|way| by.inverse(by.product(way)))),
            );
        }
    });
}

#[test]
fn todo_07_2_palette() {
    let questions = [
        (
            vec![Stand::flat((0.0, 0.0, 0.0), 0.0), Stand::flat((2.0, 1.0, 0.0), 0.0)],
            vec![Stand::flat((0.0, 0.0, 0.0), 30.0), Stand::flat((1.0, 2.0, 0.0), 90.0)],
        ),
        (
            vec![
                Stand::slanted((1.0, 0.0, 2.0), 90.0, 1.5),
                Stand::slanted((1.0, 3.0, 0.0), 20.0, 0.5),
                Stand::slanted((-1.0, 0.0, 1.0), -40.0, 2.0),
            ],
            vec![
                Stand::slanted((0.0, -1.0, 1.0), 60.0, 1.2),
                Stand::slanted((-2.0, 1.0, 0.0), 110.0, 0.8),
                Stand::slanted((3.0, 0.0, -1.0), 25.0, 1.5),
            ],
        ),
        (
            (0u8..12).map(|i| Stand::slanted((f32::from(i), 1.0, 0.0), 10.0 * f32::from(i), 1.0)).collect(),
            (0u8..12)
                .map(|i| Stand::slanted((0.5, f32::from(i), 2.0), 100.0 - 15.0 * f32::from(i), 1.5))
                .collect(),
        ),
    ];
    check("07.2", |check| {
        let drawn = check.drawn(|draw| {
            let mut stands = || (0..3).map(|_| Stand::any(draw)).collect();
            (stands(), stands())
        });
        for (bind, posed) in questions.into_iter().chain(drawn) {
            let now: Vec<Mat4> = posed.iter().map(|stand| stand.to_matrix()).collect();
            let into: Vec<Mat4> = bind.iter().map(|stand| stand.to_matrix().inverse()).collect();
            check.case_by(
                format!(
                    "the palette of {} joints. In model space they stood like this in the bind pose: {}. They stand \
                     like this now: {}",
                    bind.len(),
                    words(&bind),
                    words(&posed)
                ),
                || named(palette(&now, &into)),
                |by| named(now.iter().zip(&into).map(|(&now, &into)| by.product([now, into]))),
            );
        }
    });
}

/// The joint that is farthest from its place, and how far, if there is one.
struct Found(Vec<(usize, f32)>);

told!(Found { 0 });

impl Answer for Found {
    fn agrees(&self, other: &Self) -> bool {
        let same = |(a, b): (&(usize, f32), &(usize, f32))| a.0 == b.0 && (a.1 == b.1 || a.1.agrees(&b.1));
        self.0.len() == other.0.len() && self.0.iter().zip(&other.0).all(same)
    }

    fn show(&self) -> String {
        let shown = |(joint, away): &(usize, f32)| format!("joint {joint}, by {} m", away.show());
        self.0.first().map_or_else(|| "none".to_owned(), shown)
    }
}

/// A way to make a palette of what leads out of the joints now, and of what led out of them in the bind pose.
type Way = fn(&Mat4, &Mat4) -> Mat4;

/// How a palette is made, in words, and the way.
const WAYS: [(&str, Way); 5] = [
    ("as it should be", |posed, bind| posed * bind.inverse()),
    ("without the inverse bind matrices", |posed, _| *posed),
    ("with the bind matrices not inverted", |posed, bind| posed * bind),
    ("with its factors exchanged", |posed, bind| bind.inverse() * posed),
    ("with inverses of the pose of now", |posed, _| posed * posed.inverse()),
];

/// A figure in its bind pose: its joints in model space, and the vertices with the joint that each follows.
#[derive(Clone)]
struct Figure {
    what: String,
    bind: Vec<Mat4>,
    joints: Vec<usize>,
    points: Vec<Vec3>,
}

impl Figure {
    fn new(what: impl Into<String>, stands: &[Stand], vertices: &[(usize, Vec3)]) -> Self {
        let told: Vec<_> =
            vertices.iter().map(|(joint, point)| format!("{} by joint {joint}", point.show())).collect();
        Self {
            what: format!("{}; its vertices are {}", what.into(), told.join(", ")),
            bind: stands.iter().map(|stand| stand.to_matrix()).collect(),
            joints: vertices.iter().map(|(joint, _)| *joint).collect(),
            points: vertices.iter().map(|(_, point)| *point).collect(),
        }
    }

    fn palette(&self, moved: Mat4, way: Way) -> Vec<Mat4> {
        self.bind.iter().map(|bind| way(&(moved * *bind), bind)).collect()
    }

    /// The farthest vertex of all.
    fn farthest(&self, palette: &[Mat4], moved: Mat4) -> Found {
        let away = |(&joint, &point): (&usize, &Vec3)| {
            let there = palette[joint] * point.extend(1.0);
            let away = there.truncate().distance((moved * point.extend(1.0)).truncate());
            (joint, if away.is_finite() { away } else { f32::INFINITY })
        };
        let all = self.joints.iter().zip(&self.points).map(away);
        let farthest = all.max_by(|a, b| a.1.total_cmp(&b.1));
        Found(farthest.into_iter().filter(|(_, away)| *away > STILL).collect())
    }
}

#[test]
fn todo_07_3_out_of_place() {
    let triangles = Figure::new(
        "two triangles, whose joints were at (0, 0, 0) and at (2, 1, 0), not turned",
        &[Stand::flat((0.0, 0.0, 0.0), 0.0), Stand::flat((2.0, 1.0, 0.0), 0.0)],
        &[
            (0, vec3(-0.3, 0.6, 0.0)),
            (0, vec3(2.0, 1.0, 0.0)),
            (1, vec3(4.0, 0.5, 0.0)),
            (1, vec3(4.0, 1.5, 0.0)),
        ],
    );
    let slanted = [
        Stand::slanted((1.0, 2.0, 0.0), 20.0, 1.0),
        Stand::slanted((2.0, 1.0, 1.0), -50.0, 1.0),
        Stand::slanted((0.5, 1.0, -2.0), 70.0, 1.0),
    ];
    let chain = Figure::new(
        format!("three joints, which were {}", words(&slanted)),
        &slanted,
        &[
            (2, vec3(0.0, 1.5, -2.0)),
            (0, vec3(1.0, 2.5, 0.5)),
            (1, vec3(2.0, 0.5, 1.0)),
            (0, vec3(0.5, 1.0, 0.5)),
            (1, vec3(1.5, 1.0, 2.0)),
        ],
    );
    let carried = Stand::slanted((1.0, -2.0, 0.5), 50.0, 1.0);
    let moves = |by: &[(usize, Vec3)]| {
        let mut palette = vec![Mat4::IDENTITY; 3];
        for &(joint, by) in by {
            palette[joint] = Mat4::from_translation(by);
        }
        palette
    };
    // What of the three joints is wrong in the bind pose, in words and as a palette.
    let spoilt = [
        ("joint 1 moves by 0.4 mm, which is rounding", moves(&[(1, vec3(0.0, 4e-4, 0.0))])),
        ("joint 1 moves by 4 mm", moves(&[(1, vec3(0.0, 0.0, -4e-3))])),
        (
            "joint 2 moves by 3 m, joint 0 by 1 m",
            moves(&[(2, vec3(3.0, 0.0, 0.0)), (0, vec3(0.0, 1.0, 0.0))]),
        ),
        (
            "joint 0 moves by 1 m, joint 1 by 2 m",
            moves(&[(0, vec3(0.0, 1.0, 0.0)), (1, vec3(0.0, -2.0, 0.0))]),
        ),
        ("the matrix of joint 2 has no number in it", moves(&[(2, Vec3::NAN)])),
        (
            "the matrix of joint 1 has no number in it, and joint 0 moves by 5 m",
            moves(&[(1, -Vec3::NAN), (0, vec3(5.0, 0.0, 0.0))]),
        ),
    ];
    let bare = Figure::new(
        "three joints, of which joint 1 has no vertices",
        &slanted,
        &[(0, vec3(1.0, 2.5, 0.5)), (2, vec3(0.0, 1.5, -2.0))],
    );
    check("07.3", |check| {
        let mut asked = Vec::new();
        for figure in [&triangles, &chain] {
            for (how, way) in WAYS {
                for moved in [Stand::flat((0.0, 0.0, 0.0), 0.0), carried] {
                    asked.push((figure.clone(), how, way, moved));
                }
            }
        }
        asked.extend(check.drawn(|draw| {
            let stands =
                [(); 4].map(|()| Stand::slanted(draw.point(3.0).into(), draw.number(-170.0..170.0), 1.0));
            let vertices: Vec<_> = (0..6).map(|_| (draw.whole(0..4), draw.point(3.0))).collect();
            let figure =
                Figure::new(format!("four joints, which were {}", words(&stands)), &stands, &vertices);
            let (how, way) = draw.one_of(&WAYS[1..]);
            let moved = Stand::slanted(draw.point(3.0).into(), draw.number(30.0..170.0), 1.0);
            (figure, how, way, moved)
        }));
        let mut ask = |figure: &Figure, how: String, palette: &[Mat4], moved: Mat4| {
            check.case(
                format!(
                    "what is out of place, with a palette that was made {how}. The figure: {}",
                    figure.what
                ),
                || {
                    let found = out_of_place(palette, moved, &figure.joints, &figure.points);
                    Found(found.into_iter().collect())
                },
                || figure.farthest(palette, moved),
            );
        };
        for (figure, how, way, moved) in &asked {
            let whole = moved.to_matrix();
            let since = match moved.degrees {
                0.0 => "nothing has moved since the bind pose".to_owned(),
                _ => format!(
                    "all is turned by {} as one piece, then moved by {}",
                    moved.turned(),
                    moved.place.show()
                ),
            };
            ask(figure, format!("{how}; {since}"), &figure.palette(whole, *way), whole);
        }
        for (how, palette) in &spoilt {
            ask(&chain, format!("for the bind pose, but {how}"), palette, Mat4::IDENTITY);
        }
        let wrong = moves(&[(1, Vec3::ONE)]);
        ask(&bare, "for the bind pose, but joint 1 moves by 1.732 m".to_owned(), &wrong, Mat4::IDENTITY);
        let empty = Figure::new("three joints, without any vertex", &slanted, &[]);
        ask(&empty, "for the bind pose".to_owned(), &moves(&[]), Mat4::IDENTITY);
    });
}
