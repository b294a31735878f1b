//! The checks of lesson 07.

use check::{Answer, Check, Draw, JOINTS, Named, Row, Told, check, table};
use common::pose::model_from_joints;
use common::skeleton::Skeleton;
use common::skin::{SkinJoint, fill_palette, joints_from_bind, out_of_place};
use glam::{Mat4, Quat, Vec3, vec3};

const ENTRIES: &[&str] = &["entry 0", "entry 1", "entry 2", "entry 3"];
/// A number of joints that does not fit in a small list or a byte.
const MANY: usize = 300;

/// The place, rotation and scale of a joint, in words and as a matrix.
#[derive(Clone, Copy)]
struct Stand {
    place: Vec3,
    axis: Vec3,
    degrees: f32,
    size: Vec3,
}

impl Stand {
    /// Returns a position and a turn about the z axis, with numbers that are easy to follow by hand.
    fn flat(place: (f32, f32, f32), degrees: f32) -> Self {
        Self { place: place.into(), axis: Vec3::Z, degrees, size: Vec3::ONE }
    }

    /// Returns a rotation about an axis other than x, y and z, with another scale.
    fn slanted(place: (f32, f32, f32), degrees: f32, size: f32) -> Self {
        Self { place: place.into(), axis: vec3(0.6, 0.0, 0.8), degrees, size: Vec3::splat(size) }
    }

    fn to_matrix(self) -> Mat4 {
        let turn = Quat::from_axis_angle(self.axis, self.degrees.to_radians());
        Mat4::from_scale_rotation_translation(self.size, turn, self.place)
    }

    fn show(self) -> [String; 3] {
        let Self { place, axis, degrees, size } = self;
        let size = if size == Vec3::splat(size.x) { size.x.show() } else { size.show() };
        [place.show(), format!("{}° about {}", degrees.show(), axis.show()), size]
    }
}

/// Returns how joints stand, as a table.
fn told<'a>(names: impl IntoIterator<Item = &'a &'a str>, stands: &[Stand]) -> String {
    let row = |(name, stand): (&&str, &Stand)| {
        let [place, turn, size] = stand.show();
        [(*name).to_owned(), place, turn, size]
    };
    table(["", "place", "turn", "size"], names.into_iter().zip(stands).map(row))
}

/// Returns a skeleton whose joints have these parents.
fn tree(parents: impl IntoIterator<Item = Option<usize>>) -> Skeleton {
    let mut skeleton = Skeleton::new();
    for parent in parents {
        skeleton.add("joint", parent);
    }
    skeleton
}

/// Returns true if a matrix doesn't leave every length as it is.
fn is_stretched(matrix: &Mat4) -> bool {
    [0, 1, 2].iter().any(|&axis| !matrix.col(axis).is_normalized())
}

fn bound() -> [(String, Skeleton, Vec<Mat4>); 3] {
    const BUSH: [Option<usize>; 5] = [None, Some(0), Some(1), Some(0), None];
    let hand = [None].into_iter().chain([0, 0, 0, 0, 0, 0, 3, 7, 8, 9, 10, 11, 12].map(Some));
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
    // A determinant is a millionth at a hundredth of the size, and a thousand million at a thousand times the size.
    let slanted = [
        Stand::slanted((1.0, 2.0, 0.0), 20.0, 2.0),
        Stand::slanted((2.0, 1.0, 1.0), -50.0, 0.01),
        Stand::slanted((0.0, 1.0, -2.0), 70.0, -0.5),
        Stand::slanted((-1.0, 3.0, 0.5), 0.01, 1000.0),
        Stand { size: vec3(1.0, -0.5, 2.0), ..Stand::slanted((4.0, 0.0, 1.0), -80.0, 1.0) },
    ];
    [(BUSH.to_vec(), flat.to_vec()), (BUSH.to_vec(), slanted.to_vec()), (hand.collect(), of_hand.collect())]
        .map(|(parents, stands)| {
            let row = |(joint, (parent, stand)): (usize, (&Option<usize>, &Stand))| {
                let [place, turn, size] = stand.show();
                let parent = parent.map_or("none".to_owned(), |parent| parent.to_string());
                [joint.to_string(), parent, place, turn, size]
            };
            let rows = parents.iter().zip(&stands).enumerate().map(row);
            let told = table(["joint", "parent", "place in it", "turn", "size"], rows);
            let what = format!("{} joints, which stood like this in the bind pose{told}", stands.len());
            (what, tree(parents), stands.into_iter().map(Stand::to_matrix).collect())
        })
}

#[test]
fn todo_07_1_joints_from_bind() {
    check("07.1", |check| {
        let drawn = check.drawn(|draw| {
            let (words, parents, local) = draw.figure(2000);
            (words, tree(parents), local)
        });
        for (what, skeleton, local) in bound().into_iter().chain(drawn) {
            check.needs("02.4", || model_from_joints(&skeleton, &local));
            check.tags(&[
                ("a second root", skeleton.joints().iter().skip(1).any(|joint| joint.parent.is_none())),
                ("a joint that is scaled", local.iter().any(is_stretched)),
                ("many joints", local.len() > 9),
            ]);
            check.asked(format!("the inverse bind matrices of {what}"), || {
                Named(JOINTS, joints_from_bind(&skeleton, &local))
            });
        }
        check.tags(&[("many joints", true)]);
        let chain = Skeleton::chain(&[JOINTS[0]; MANY]);
        let step = Stand::flat((0.1, 0.0, 0.0), 1.0).to_matrix();
        check.asked(
            format!(
                "the last inverse bind matrix of a chain of {MANY} joints, each 0.1 m along its parent's x axis and \
                 turned by 1° about z"
            ),
            || Vec::from_iter(joints_from_bind(&chain, &[step; MANY]).last().copied()),
        );
    });
}

/// A skin that uses some of a skeleton's joints, with those in the bind pose, and all joints now.
struct Used {
    nodes: Vec<usize>,
    bind: Vec<Stand>,
    posed: Vec<Stand>,
}

/// Returns the palette that an answer fills, in a list that held something before.
fn filled(held: Mat4, now: &[Mat4], joints: &[SkinJoint]) -> Vec<Mat4> {
    let mut palette = vec![held; joints.len()];
    fill_palette(now, joints, &mut palette);
    palette
}

/// Words for the question, the joints that a skin uses, its inverse bind matrices, and all joints now.
type Skin = (String, Vec<usize>, Vec<Mat4>, Vec<Mat4>);

fn skins() -> [Skin; 3] {
    [
        Used {
            nodes: vec![0, 1],
            bind: vec![Stand::flat((0.0, 0.0, 0.0), 0.0), Stand::flat((2.0, 1.0, 0.0), 0.0)],
            posed: vec![Stand::flat((0.0, 0.0, 0.0), 30.0), Stand::flat((1.0, 2.0, 0.0), 90.0)],
        },
        // Another order, and a joint that the skin doesn't use.
        Used {
            nodes: vec![3, 0, 1],
            bind: vec![
                Stand::slanted((1.0, 0.0, 2.0), 90.0, 1.5),
                Stand::slanted((1.0, 3.0, 0.0), 20.0, 0.5),
                Stand::slanted((-1.0, 0.0, 1.0), -40.0, 2.0),
            ],
            posed: vec![
                Stand::slanted((0.0, -1.0, 1.0), 60.0, 1.2),
                Stand::slanted((-2.0, 1.0, 0.0), 110.0, 0.8),
                Stand::slanted((2.0, 2.0, 0.0), -10.0, 0.01),
                Stand::slanted((3.0, 0.0, -1.0), 25.0, 1.5),
            ],
        },
        // One joint three times, with three bind poses.
        Used {
            nodes: vec![1, 1, 0, 1],
            bind: [10.0, 20.0, 30.0, 40.0]
                .map(|degrees| Stand::slanted((1.0, 1.0, 0.0), degrees, 1.0))
                .to_vec(),
            posed: vec![
                Stand::slanted((0.5, 0.0, 2.0), 100.0, 1.5),
                Stand::slanted((0.0, 3.0, 1.0), -70.0, 1.0),
                Stand::slanted((2.0, -1.0, 0.0), 15.0, 1.0),
                Stand::slanted((-1.0, 0.0, 2.0), 40.0, 2.0),
            ],
        },
    ]
    .map(|Used { nodes, bind, posed }| {
        let uses: Vec<&str> = nodes.iter().map(|&node| JOINTS[node]).collect();
        let (bound, now) = (told(&uses, &bind), told(JOINTS, &posed));
        let from_bind = bind.into_iter().map(|stand| stand.to_matrix().inverse());
        let what = format!("{bound}\n\nAll joints of the skeleton, now, in its own order:{now}");
        (what, nodes, from_bind.collect(), posed.into_iter().map(Stand::to_matrix).collect())
    })
}

#[test]
fn todo_07_2_palette() {
    check("07.2", |check| {
        let drawn = check.drawn(|draw| {
            let (joints, used) = (draw.size(1..3000), draw.size(1..3000));
            let nodes = (0..used).map(|_| draw.whole(0..joints)).collect();
            (String::new(), nodes, draw.frames(used, 1), draw.frames(joints, 1))
        });
        for (what, nodes, from_bind, now) in skins().into_iter().chain(drawn) {
            let joints: Vec<SkinJoint> = (nodes.iter().zip(from_bind))
                .map(|(&node, joint_from_bind)| SkinJoint { node, joint_from_bind })
                .collect();
            check.tags(&[
                ("a skin with an order of its own", nodes.iter().enumerate().any(|(i, &node)| i != node)),
                ("a joint that is listed twice", (1..nodes.len()).any(|i| nodes[..i].contains(&nodes[i]))),
                ("a joint that is scaled", now.iter().any(is_stretched)),
            ]);
            // What was in the list before doesn't matter.
            for (before, held) in [("NaN", Mat4::NAN), ("another pose's entries", now[0])] {
                check.asked(
                    format!(
                        "the palette, in a list that held {before}, of a skin whose joints stood in the model's bind pose \
                         like this, in the skin's order{what}"
                    ),
                    || Named(ENTRIES, filled(held, &now, &joints)),
                );
            }
        }
        check.tags(&[("many joints", true)]);
        let moved = |i: usize| Mat4::from_translation(i as f32 * Vec3::X);
        let now: Vec<Mat4> = (0..MANY).map(|i| moved(2 * i)).collect();
        let joints: Vec<SkinJoint> = (0..MANY)
            .map(|i| SkinJoint { node: MANY - 1 - i, joint_from_bind: moved(i).inverse() })
            .collect();
        check.asked(
            format!(
                "how far along x each of {MANY} entries moves. The skin lists the joints from the last to the first; \
                 its list has them at 0, 1, 2 … m in the bind pose, and joint i is at 2 i m now"
            ),
            || Row(filled(Mat4::NAN, &now, &joints).iter().map(|matrix| matrix.w_axis.x).collect()),
        );
    });
}

/// A function for an entry of the palette, from the whole figure's move and a joint's matrix to the model in the bind pose.
type PaletteEntry = fn(Mat4, Mat4) -> Mat4;

/// Joints with the vectors by which they are moved.
type Moves<'a> = &'a [(usize, Vec3)];

/// Palettes, right and wrong, as words and functions.
const WAYS: [(&str, PaletteEntry); 5] = [
    // But for rounding, which must count as none.
    ("as it should be", |moved, bind| moved * (bind.inverse() * bind)),
    ("without the inverse bind matrices", |moved, bind| moved * bind),
    ("with the bind matrices not inverted", |moved, bind| moved * bind * bind),
    ("with its factors exchanged", |moved, bind| bind.inverse() * (moved * bind)),
    ("with inverses of the pose of now", |moved, bind| (moved * bind) * (moved * bind).inverse()),
];

/// A figure in its bind pose, with joints in model space, and vertices with the joint that each follows.
#[derive(Clone)]
struct Figure {
    what: String,
    bind: Vec<Mat4>,
    joints: Vec<usize>,
    points: Vec<Vec3>,
}

impl Figure {
    fn new(what: &str, stands: &[Stand], vertices: &[(usize, Vec3)]) -> Self {
        let row = |(joint, point): &(usize, Vec3)| [point.show(), JOINTS[*joint].to_owned()];
        let vertices_told = table(["vertex", "moved by"], vertices.iter().map(row));
        let (joints, points) = vertices.iter().copied().unzip();
        let bind = stands.iter().map(|stand| stand.to_matrix()).collect();
        Self { what: format!("{what}{}\n{vertices_told}", told(JOINTS, stands)), bind, joints, points }
    }

    fn palette(&self, moved: Mat4, way: PaletteEntry) -> Vec<Mat4> {
        self.bind.iter().map(|bind| way(moved, *bind)).collect()
    }
}

/// Asks for joint and distance in two questions, so that a mistake in one doesn't hide the other.
fn ask_farthest(check: &mut Check, figure: &Figure, how: String, palette: &[Mat4], moved: Mat4) {
    let answer = || out_of_place(palette, moved, &figure.joints, &figure.points);
    let what = format!("with a palette that was made {how}. The figure has {}", figure.what);
    check.tags(&[
        ("a NaN in its palette", palette.iter().any(|matrix| matrix.is_nan())),
        ("a figure that was carried off", moved != Mat4::IDENTITY),
        ("no vertex", figure.points.is_empty()),
        ("as many vertices as joints", figure.points.len() == figure.bind.len()),
    ]);
    check.asked(format!("which joint is out of place, {what}"), || {
        answer().map_or("none".to_owned(), |(joint, _)| format!("joint {joint}"))
    });
    check.asked(format!("how far it is out of place, {what}"), || match answer() {
        Some((_, f32::INFINITY)) => Told::Word("infinitely far".to_owned()),
        Some((_, metres)) => metres.told(),
        None => 0.0.told(),
    });
}

/// Draws a figure, a way to make its palette, and how it has moved.
fn any_figure(draw: &mut Draw) -> (Figure, (&'static str, PaletteEntry), (String, Mat4)) {
    let (count, vertices, metres) = (draw.size(1..300), draw.size(1..2000), draw.factor(30.0));
    let figure = Figure {
        what: String::new(),
        bind: draw.frames(count, 1),
        joints: (0..vertices).map(|_| draw.whole(0..count)).collect(),
        points: (0..vertices).map(|_| metres * draw.point(1.0)).collect(),
    };
    let way = draw.one_of(&WAYS);
    // Rotated, as otherwise all may be equally far, and rounding would choose the farthest.
    (figure, way, (String::new(), Mat4::from_rotation_translation(draw.turn(), draw.wide_point(10.0))))
}

#[test]
fn todo_07_3_out_of_place() {
    let slanted = [
        Stand::slanted((1.0, 2.0, 0.0), 20.0, 1.0),
        Stand::slanted((2.0, 1.0, 1.0), -50.0, 1.0),
        Stand::slanted((0.5, 1.0, -2.0), 70.0, 1.0),
    ];
    let chain = Figure::new(
        "three joints",
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
    check("07.3", |check| {
        let [place, turn, _] = carried.show();
        let since = [
            ("nothing has moved since the bind pose".to_owned(), Mat4::IDENTITY),
            (format!("the whole figure has moved by {place}, turned by {turn}"), carried.to_matrix()),
        ];
        let ways = WAYS.into_iter().flat_map(|way| since.clone().map(|since| (chain.clone(), way, since)));
        let drawn = check.drawn(any_figure);
        for (figure, (how, way), (since, moved)) in ways.chain(drawn) {
            ask_farthest(check, &figure, format!("{how}; {since}"), &figure.palette(moved, way), moved);
        }
        ask_faults(check, &slanted, &chain);
    });
}

/// Asks about faults in the bind pose, in words and as displaced joints.
fn ask_faults(check: &mut Check, slanted: &[Stand], chain: &Figure) {
    let bare = Figure::new(
        "three joints, of which joint 1 has no vertices",
        slanted,
        &[(0, vec3(1.0, 2.5, 0.5)), (2, vec3(0.0, 1.5, -2.0))],
    );
    let empty = Figure::new("three joints, without any vertex", slanted, &[]);
    let many = Figure {
        what: format!("{MANY} joints with a vertex each, at (1, 2, 3)"),
        bind: vec![Mat4::IDENTITY; MANY],
        joints: (0..MANY).collect(),
        points: vec![vec3(1.0, 2.0, 3.0); MANY],
    };
    let faults: [(&str, &Figure, Moves); 10] = [
        ("joint 1 moves by 0.95 mm", chain, &[(1, vec3(0.0, 9.5e-4, 0.0))]),
        ("joint 1 moves by 1.05 mm", chain, &[(1, vec3(0.0, 0.0, -1.05e-3))]),
        ("joint 1 moves by 70 km", chain, &[(1, vec3(7e4, 0.0, 0.0))]),
        (
            "joint 2 moves by 3 m, joint 0 by 1 m",
            chain,
            &[(2, vec3(3.0, 0.0, 0.0)), (0, vec3(0.0, 1.0, 0.0))],
        ),
        (
            "joint 0 moves by 1 m, joint 1 by 2 m",
            chain,
            &[(0, vec3(0.0, 1.0, 0.0)), (1, vec3(0.0, -2.0, 0.0))],
        ),
        ("the matrix of joint 2 has NaN in its z", chain, &[(2, vec3(0.0, 0.0, f32::NAN))]),
        (
            "the matrix of joint 1 has NaN in its y, and joint 0 moves by 5 m",
            chain,
            &[(1, vec3(0.0, -f32::NAN, 0.0)), (0, vec3(5.0, 0.0, 0.0))],
        ),
        ("joint 1 moves by 1.732 m", &bare, &[(1, Vec3::ONE)]),
        ("nothing is wrong", &empty, &[]),
        ("joint 299 moves by 1 m", &many, &[(MANY - 1, Vec3::X)]),
    ];
    for (how, figure, moves) in faults {
        let mut palette = vec![Mat4::IDENTITY; figure.bind.len()];
        for &(joint, by) in moves {
            palette[joint] = Mat4::from_translation(by);
        }
        ask_farthest(check, figure, format!("for the bind pose, but {how}"), &palette, Mat4::IDENTITY);
    }
}
