//! The checks of lesson 11.

use check::{Answer, Draw, JOINTS, Named, Told, check, names, table, told};
use common::mesh::Mesh;
use common::skin::{Influences, SkinJoint, four_largest};
use formats::Surface;
use formats::collada::{Corner, Geometry, Group, InfluenceColumns, split, unrolled};
use glam::{Mat4, Vec2, Vec3, vec2, vec3};
use std::fmt;
use std::sync::Arc;

/// Returns a matrix that rotates about an axis other than x, y and z, and translates.
fn turned(degrees: f32, move_by: Vec3) -> Mat4 {
    let axis = vec3(2.0, 1.0, -2.0) / 3.0;
    Mat4::from_translation(move_by) * Mat4::from_axis_angle(axis, degrees.to_radians())
}

/// Returns a matrix that scales, and then rotates and translates.
fn stretched(degrees: f32, move_by: Vec3) -> Mat4 {
    turned(degrees, move_by) * Mat4::from_scale(vec3(2.0, 1.0, 0.5))
}

// ------------------------------------------------------------------------------------------ 11.1

fn surface(bind_shape: Mat4, joints: &[(usize, Mat4)]) -> Surface {
    let joints = joints.iter().map(|&(node, joint_from_bind)| SkinJoint { node, joint_from_bind });
    Surface {
        name: "shape".to_owned(),
        positions: 0,
        mesh: Arc::default(),
        joints: joints.collect(),
        bind_shape,
        submeshes: Vec::new(),
    }
}

/// A surface, the node that hands over and the one that takes over, and the matrices of all nodes.
type HandOver = (&'static str, Surface, usize, usize, Vec<Mat4>);

/// Returns what hangs on twenty nodes, of which number 2 is stretched and number 4 mirrored.
fn hand_overs() -> [HandOver; 7] {
    let first = [
        turned(20.0, vec3(0.0, 1.0, 0.0)),
        turned(-50.0, vec3(1.0, 0.5, 0.0)),
        stretched(75.0, vec3(2.0, 0.0, -1.0)),
        turned(130.0, vec3(0.0, -2.0, 0.5)),
        turned(-100.0, vec3(-1.0, 1.0, 3.0)) * Mat4::from_scale(vec3(1.0, -1.0, 1.0)),
    ];
    let further = (5..20).map(|i| turned(33.0 * i as f32, vec3(0.0, 0.2 * i as f32, 1.0)));
    let model_from_nodes: Vec<Mat4> = first.into_iter().chain(further).collect();
    let into = |degrees: f32| turned(degrees, vec3(0.01 * degrees, 0.25, 1.0));
    let sword = surface(turned(-80.0, vec3(3.0, 0.0, 0.5)), &[(3, into(90.0))]);
    let coat = surface(
        stretched(35.0, vec3(0.5, -1.0, 2.0)),
        &[(4, into(60.0)), (1, into(-25.0)), (3, into(145.0))],
    );
    let chain = surface(
        turned(15.0, vec3(0.0, 1.0, 0.0)),
        &[(2, into(10.0)), (0, into(70.0)), (2, into(-120.0)), (2, into(40.0))],
    );
    let belt: Vec<(usize, Mat4)> = (0..20).map(|i| (i * 7 % 20, into(17.0 * i as f32))).collect();
    let belt = surface(stretched(-20.0, vec3(1.0, 0.0, 0.5)), &belt);
    [
        ("a sword hangs on node 3 alone, and is handed over to node 1", &sword, 3, 1),
        ("a sword hangs on node 3 alone, and is handed over to node 2, which is stretched", &sword, 3, 2),
        ("a coat hangs on the nodes 4, 1 and 3; what hangs on node 1 is handed over to node 0", &coat, 1, 0),
        (
            "a coat hangs on the nodes 4, 1 and 3; what hangs on node 3 is handed over to node 4, which is mirrored",
            &coat,
            3,
            4,
        ),
        ("a coat hangs on the nodes 4, 1 and 3; what hangs on node 2 is handed over to node 0", &coat, 2, 0),
        (
            "a chain hangs on node 2 by three of its joints, and on node 0; node 2 hands over to node 4",
            &chain,
            2,
            4,
        ),
        ("a belt hangs on twenty nodes; what hangs on node 12 is handed over to node 5", &belt, 12, 5),
    ]
    .map(|(words, surface, from, to)| (words, surface.clone(), from, to, model_from_nodes.clone()))
}

fn handed_over((_, surface, from, to, model_from_nodes): &HandOver) -> Surface {
    let mut surface = surface.clone();
    surface.hand_over(*from, *to, model_from_nodes);
    surface
}

#[test]
fn todo_11_1_hand_over() {
    check("11.1", |check| {
        let drawn = check.drawn(|draw| {
            let size = Mat4::from_scale(Vec3::splat(draw.factor(1e4)));
            let nodes: Vec<Mat4> = (0..draw.size(1..300)).map(|_| size * draw.frame(3.0, 4.0)).collect();
            // A few nodes have all of some surfaces.
            let used = draw.size(1..nodes.len() + 1);
            let joints: Vec<_> =
                (0..draw.size(1..300)).map(|_| (draw.whole(0..used), draw.frame(3.0, 4.0))).collect();
            let (from, to) = (draw.whole(0..used), draw.whole(0..nodes.len()));
            ("a scarf is handed over", surface(draw.frame(3.0, 4.0), &joints), from, to, nodes)
        });
        for asked in hand_overs().into_iter().chain(drawn) {
            let (words, surface, from, to, _) = &asked;
            let entries = surface.joints.iter().filter(|joint| joint.node == *from).count();
            check.tags(&[
                ("no entry of the node that hands over", entries == 0),
                ("several entries of the node that hands over", entries > 1),
                ("a stretched node that takes over", *to == 2),
                ("a mirrored node that takes over", *to == 4),
            ]);
            check.asked(
                format!("the joints of a surface, each with its node and its inverse bind matrix, after this: {words}"),
                || Named(JOINTS, handed_over(&asked).joints),
            );
        }
        check.tags(&[]);
        check.asked(
            "if all else is left alone each time: the name, the mesh, the submeshes and the bind shape",
            || {
                hand_overs().iter().all(|asked| {
                    let before = &asked.1;
                    Surface { joints: before.joints.clone(), ..handed_over(asked) } == *before
                })
            },
        );
    });
}

// ------------------------------------------------------------------------------------------ 11.2

type JointWeight = (usize, f32);

/// The joints that influence a position, with their weights.
struct Used(Vec<JointWeight>);

impl Used {
    /// Returns the used joints of the slots.
    fn of(influences: &Influences) -> Self {
        let mut used: Vec<JointWeight> = influences.used().collect();
        used.sort_by_key(|(joint, _)| *joint);
        Self(used)
    }
}

impl Answer for Used {
    fn told(&self) -> Told {
        Told::Parts(self.0.iter().map(|(joint, weight)| (format!("joint {joint}"), weight.told())).collect())
    }
}

/// The lists of a `<vertex_weights>`.
struct Lists {
    vcount: Vec<usize>,
    v: Vec<i32>,
    columns: InfluenceColumns,
    weights: Vec<f32>,
    joints: usize,
}

const POSITIONS: &[&str] = &["position 0", "position 1", "position 2", "position 3"];

impl Lists {
    fn answer(&self) -> Named<Used> {
        let influences = unrolled(&self.vcount, &self.v, self.columns, &self.weights, self.joints);
        Named(POSITIONS, influences.iter().map(Used::of).collect())
    }
}

/// Draws lists whose weights are 64ths of a size, so that no sum is rounded.
fn drawn_lists(draw: &mut Draw) -> Lists {
    let (joints, size) = (draw.size(1..60_000), 2f32.powi(draw.signed(30) as i32));
    let vcount: Vec<usize> = (0..draw.size(1..300)).map(|_| draw.size(1..200) - 1).collect();
    let weights: Vec<f32> = (0..draw.size(1..3000)).map(|_| draw.number(0.0..1.0) * size).collect();
    let [stride, joint, weight] = draw.one_of(&[[2, 0, 1], [2, 1, 0], [3, 2, 0], [3, 0, 2], [5, 1, 4]]);
    let mut v = Vec::new();
    for _ in 0..vcount.iter().sum() {
        let mut record = vec![draw.whole(0..9) as i32; stride];
        // One below the first is the bind shape.
        record[joint] = draw.whole(0..joints + 1) as i32 - 1;
        record[weight] = draw.whole(0..weights.len()) as i32;
        v.extend(record);
    }
    Lists { vcount, v, columns: InfluenceColumns { stride, joint, weight }, weights, joints }
}

impl fmt::Display for Lists {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { vcount, v, columns: InfluenceColumns { stride, joint, weight }, weights, joints } = self;
        let lists = [("vcount", listed(vcount)), ("v", listed(v)), ("weights", listed(weights))];
        let rows = lists.map(|(name, numbers)| [name.to_owned(), numbers]);
        write!(
            f,
            "of the {stride} numbers of a record number {joint} is the joint and number {weight} says which weight, \
             counted from 0; the skin has {joints} joints{}",
            table(["list", "numbers"], rows)
        )
    }
}

fn listed<T: ToString>(numbers: &[T]) -> String {
    const MOST: usize = 40;
    match numbers.len() {
        ..=MOST => numbers.iter().map(T::to_string).collect::<Vec<_>>().join(", "),
        count => format!("{count} numbers"),
    }
}

/// Joints and weights of positions like those in questions, each joint once.
const WEIGHTED: [&[JointWeight]; 9] = [
    &[],
    &[(2, 1.0)],
    &[(256, 9000.0), (44, 1000.0)],
    &[(4, 0.25), (2, 0.75)],
    &[(3, 0.5), (0, 0.2), (5, 0.3)],
    &[(4, 0.3), (1, 0.0), (2, 0.7)],
    &[(299, 0.9), (6, 0.1), (44, 0.4), (12, 0.6)],
    &[(0, 0.1), (1, 0.3), (2, 0.05), (3, 0.25), (4, 0.18), (5, 0.12)],
    &[
        (11, 0.04),
        (3, 0.05),
        (7, 0.03),
        (0, 0.06),
        (5, 0.02),
        (9, 0.07),
        (2, 0.01),
        (8, 0.3),
        (1, 0.22),
        (6, 0.2),
    ],
];

/// Returns lists whose records have as many numbers, with the joint and the weight's number in these places.
fn lists(
    vcount: &[usize],
    [stride, joint, weight]: [usize; 3],
    v: &[i32],
    weights: &[f32],
    joints: usize,
) -> Lists {
    let columns = InfluenceColumns { stride, joint, weight };
    Lists { vcount: vcount.into(), v: v.into(), columns, weights: weights.into(), joints }
}

fn lists_of_positions() -> [(&'static str, Lists); 8] {
    const PAIRS: [usize; 3] = [2, 0, 1];
    let ten = [11, 1, 3, 2, 7, 3, 0, 4, 5, 5, 9, 6, 2, 7, 8, 8, 1, 9, 10, 10, 6, 9, 4, 8];
    let of_ten = [1.0, 0.04, 0.05, 0.03, 0.06, 0.02, 0.07, 0.01, 0.3, 0.22, 0.2];
    let six = [0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 2, 2, 4, 4, 1, 0];
    let four = [4, 1, 2, 2, 1, 0, 3, 3, 0, 4, 5, 5, 2, 5, 3, 2];
    let backwards = [1, 3, 1, 2, 2, 2, 0, 1, 3, 3, 0, 2, 4, 1, 1, 5, 2, 0];
    let no_weight = [4, 9, 1, 2, 9, 0, 1, 9, 2, 0, 9, 3, 3, 9, 1, 5, 9, 2];
    [
        (
            "four positions, influenced by two joints, by one, by three and by two",
            lists(&[2, 1, 3, 2], PAIRS, &four, &[1.0, 0.25, 0.75, 0.5, 0.2, 0.3], 6),
        ),
        (
            "three positions, influenced by two joints, by one and by three",
            lists(&[2, 1, 3], [3, 2, 0], &backwards, &[1.0, 0.4, 0.6, 0.5, 0.2, 0.3], 4),
        ),
        (
            "three positions, influenced by two joints, by one and by one, where two joints are -1",
            lists(&[2, 1, 1], PAIRS, &[-1, 1, 2, 2, -1, 0, 3, 0], &[1.0, 0.4, 0.6], 4),
        ),
        (
            "three positions, influenced by six joints, by two and by one",
            lists(&[6, 2, 1], PAIRS, &six, &[1.0, 0.1, 0.3, 0.05, 0.25, 0.18, 0.12], 6),
        ),
        (
            "four positions, of which no joint influences the first and the third, while joint 2 influences the \
             second twice",
            lists(&[0, 3, 0, 1], PAIRS, &[2, 1, 5, 2, 2, 3, 4, 0], &[1.0, 0.25, 0.4, 0.35], 6),
        ),
        ("two positions, influenced by ten joints and by two", lists(&[10, 2], PAIRS, &ten, &of_ten, 12)),
        (
            "two positions, each influenced by three joints, the first with a weight of 0 in the middle",
            lists(&[3, 3], [3, 0, 2], &no_weight, &[0.0, 0.7, 0.3, 0.0001], 6),
        ),
        (
            "two positions, influenced by one joint and by two of 300, with weights of thousands",
            lists(&[1, 2], PAIRS, &[299, 0, 256, 1, 44, 2], &[1.0, 9000.0, 1000.0], 300),
        ),
    ]
}

#[test]
fn todo_11_2_unrolled() {
    check("11.2", |check| {
        check.needs("08.4", || Vec::from(WEIGHTED.map(|weighted| Used::of(&four_largest(weighted)))));
        let drawn = check.drawn(|draw| ("positions of another file", drawn_lists(draw)));
        for (words, lists) in lists_of_positions().into_iter().chain(drawn) {
            let Lists { vcount, v, columns, .. } = &lists;
            check.tags(&[
                ("more than two positions", vcount.len() > 2),
                ("a joint of -1", v.contains(&-1)),
                ("a position without influences", vcount.contains(&0)),
                ("more than four influences of a position", vcount.iter().any(|count| *count > 4)),
                ("a joint behind its weight in each record", columns.joint > columns.weight),
            ]);
            check.asked(format!("the influences of each of {words}: {lists}"), || lists.answer());
        }
    });
}

// ------------------------------------------------------------------------------------------ 11.3

/// The attributes of a vertex at a corner of a triangle.
struct Looks {
    position: Vec3,
    normal: Vec3,
    texture_coordinates: Vec2,
    influences: Used,
    point: usize,
}

told!(Looks { position, normal, texture_coordinates, influences, point });

/// Returns the name of a corner among those of all triangles.
fn corner_name(corner: usize) -> String {
    format!("triangle {}: its {} corner", corner / 3, ["first", "second", "third"][corner % 3])
}

const COUNTED: &[&str] =
    &["positions", "normals", "texture coordinates", "influences", "points", "colours, which no corner has"];

/// Returns how many entries the lists of the vertices have.
fn counted(mesh: &Mesh) -> Named<usize> {
    let Mesh { positions, normals, texture_coordinates, influences, points, colours, .. } = mesh;
    let three = [positions.len(), normals.len(), texture_coordinates.len()];
    Named(COUNTED, [&three[..], &[influences.len(), points.len(), colours.len()]].concat())
}

/// Returns the vertex at each corner.
fn drawn(mesh: &Mesh) -> Named<Result<Looks, String>> {
    let Mesh { positions, normals, texture_coordinates, influences, points, .. } = mesh;
    let looks = |vertex: usize| {
        Some(Looks {
            position: *positions.get(vertex)?,
            normal: *normals.get(vertex)?,
            texture_coordinates: *texture_coordinates.get(vertex)?,
            influences: Used::of(influences.get(vertex)?),
            point: *points.get(vertex)? as usize,
        })
    };
    let missing = |vertex: usize| {
        let counts = [
            (positions.len(), "positions"),
            (normals.len(), "normals"),
            (texture_coordinates.len(), "texture coordinates"),
            (influences.len(), "influences"),
            (points.len(), "points"),
        ];
        let counts = counts.map(|(count, what)| format!("{count} {what}")).join(", ");
        format!("the triangle names vertex {vertex}, counted from 0, and the mesh has {counts}")
    };
    let corner = |&vertex: &u32| {
        let vertex = vertex as usize;
        looks(vertex).ok_or_else(|| missing(vertex))
    };
    let corners: Vec<_> = mesh.triangles.as_flattened().iter().map(corner).collect();
    Named(names(corners.len(), corner_name), corners)
}

/// The least number of points, normals and texture coordinates, whose combinations don't fit into 16 bits.
const LISTED: usize = 42;

/// A triangle, by the numbers of a position, a normal and texture coordinates at each corner.
type Triangle = [[u32; 3]; 3];

/// Returns a geometry, and the influences of each of its points, joints with unrelated indices.
///
/// It has more points than any split makes vertices; some are no corner. Point 26 has the position of point 6, normal 30
/// is normal 0, and texture coordinates 31 are texture coordinates 7.
fn geometry(groups: &[&[Triangle]]) -> (Geometry, Vec<Influences>) {
    let most = groups.iter().flat_map(|group| group.as_flattened().as_flattened()).max();
    let listed = most.map_or(LISTED, |&most| LISTED.max(most as usize + 1));
    let numbers = (0..listed).map(|number| number as f32);
    let corner =
        |[position, normal, texture_coordinates]: [u32; 3]| Corner { position, normal, texture_coordinates };
    let group = |triangles: &&[Triangle]| Group {
        colour: None,
        symbol: None,
        triangles: triangles.iter().map(|corners| corners.map(corner)).collect(),
    };
    let mut positions: Vec<Vec3> = numbers.clone().map(|i| vec3(i, 0.5 * i * i, 1.0 - i)).collect();
    positions[26] = positions[6];
    let normal = |i: f32| turned(11.0 * i, Vec3::ZERO).transform_vector3(2.0 * Vec3::X);
    let mut normals: Vec<Vec3> = numbers.clone().map(normal).collect();
    let mut texture_coordinates: Vec<Vec2> = numbers.map(|i| vec2(0.03 * i, 0.02 * i)).collect();
    (normals[30], texture_coordinates[31]) = (normals[0], texture_coordinates[7]);
    let groups = groups.iter().map(group).collect();
    let geometry = Geometry { name: "shape".to_owned(), positions, normals, texture_coordinates, groups };
    let influences = |point: usize| four_slots([(40 + point, 0.75), (point, 0.25)]);
    (geometry, (0..listed).map(influences).collect())
}

/// Draws triangles whose corners repeat; some corners differ only by a large step of two of their numbers.
fn drawn_triangles(draw: &mut Draw) -> Vec<Triangle> {
    let (few, step) = (draw.size(1..100), draw.size(1..30_000));
    let count = draw.size(1..1000);
    let mut corner = || {
        let near = [(); 3].map(|()| draw.whole(0..few) as u32);
        let steps = [0, draw.whole(0..2), draw.whole(0..2)].map(|steps| (steps * step) as u32);
        [0, 1, 2].map(|i| near[i] + steps[i])
    };
    let mut triangle = |_| [(); 3].map(|()| corner());
    (0..count).map(&mut triangle).collect()
}

fn four_slots([a, b]: [JointWeight; 2]) -> Influences {
    Influences { joints: [a.0 as i32, b.0 as i32, 0, 0], weights: [a.1, b.1, 0.0, 0.0] }
}

/// A mesh in words, with the influences of its points.
type Shape = (&'static str, (Geometry, Vec<Influences>));

fn shapes() -> [Shape; 6] {
    let edge = geometry(&[&[
        [[7, 2, 1], [3, 2, 0], [5, 2, 4]],
        [[5, 2, 4], [3, 2, 0], [8, 2, 6]],
        [[8, 6, 6], [3, 6, 0], [1, 6, 3]],
        [[5, 2, 4], [7, 2, 1], [8, 2, 6]],
    ]]);
    // Eight triangles, each of which shares two corners with the one before.
    let strip: [Triangle; 8] = std::array::from_fn(|i| {
        let corner = |i: u32| [(3 * i + 4) % 20, i % 2, 19 - i];
        [0, 1, 2].map(|k| corner(i as u32 + k))
    });
    let groups = geometry(&[
        &[[[6, 0, 9], [2, 1, 8], [4, 0, 7]]],
        &[[[2, 1, 5], [6, 0, 9], [9, 3, 2]], [[6, 3, 9], [9, 3, 2], [2, 1, 8]]],
    ]);
    let again = geometry(&[&[
        [[1, 12, 3], [2, 2, 3], [4, 0, 7]],
        [[4, 0, 7], [2, 2, 3], [9, 1, 1]],
        [[1, 12, 3], [2, 2, 3], [4, 0, 7]],
    ]]);
    let seam = geometry(&[&[
        [[6, 0, 9], [2, 1, 8], [4, 0, 7]],
        [[2, 1, 8], [2, 3, 8], [26, 0, 9]],
        [[26, 30, 9], [4, 0, 31], [2, 3, 8]],
    ]]);
    // Those that an integer of 10 or 16 bits, or of 3 to 5 digits, for each number can't tell apart.
    let high = geometry(&[&[
        [[5, 1, 7], [5, 0, 1031], [5, 0, 2]],
        [[4, 1024, 2], [5, 0, 65_543], [4, 65_536, 2]],
        [[65_541, 1, 7], [5, 65_537, 7], [5, 1, 65_543]],
        [[5, 0, 1007], [5, 0, 10_007], [5, 0, 100_007]],
    ]]);
    [
        (
            "four triangles; the third faces another way than the others, and all corners of the fourth were there before",
            edge,
        ),
        (
            "eight triangles in a row, each of which shares two corners with the one before",
            geometry(&[&strip]),
        ),
        (
            "three triangles of two materials; at some of their corners the normal changes, at some the texture \
             coordinates",
            groups,
        ),
        (
            "three triangles; two of their points are at the same place but other joints influence each, two corners of \
             the second triangle are the same point, and two normals and two texture coordinates are equal, but have two \
             numbers",
            seam,
        ),
        ("three triangles, of which the third is the first one once more", again),
        ("four triangles that name points, normals and texture coordinates up to 100,007", high),
    ]
}

/// Returns so many triangles, all of whose corners differ, and the first one once more.
fn many_triangles(count: u32) -> (Geometry, Vec<Influences>) {
    let listed = LISTED as u32;
    let corner = |number: u32| [number % listed, number / listed % listed, number / listed / listed];
    let mut many: Vec<Triangle> =
        (0..count).map(|triangle| [0, 1, 2].map(|k| corner(3 * triangle + k))).collect();
    many.push(many[0]);
    geometry(&[&many])
}

#[test]
fn todo_11_3_split() {
    const COUNT: &str = "to do with how many vertices there are";
    const SHARED: &str =
        "how many vertices each list has, where corners that agree in everything share one, for";
    const MANY: &str = "24,001 triangles, all of whose corners differ, but the last is the first once more";
    check("11.3", |check| {
        let drawn_ones = check.drawn(|draw| {
            let triangles = drawn_triangles(draw);
            let (first, second) = triangles.split_at(draw.whole(0..triangles.len()));
            ("other triangles", geometry(&[first, second]))
        });
        for (words, (geometry, influences)) in shapes().into_iter().chain(drawn_ones) {
            let two_materials = ("triangles of two materials", geometry.groups.len() > 1);
            check.tags(&[(COUNT, false), two_materials]);
            check.asked(format!("what is drawn at each corner of {words}"), || {
                drawn(&split(&geometry, &influences))
            });
            check.tags(&[(COUNT, true), two_materials]);
            check.asked(format!("{SHARED} {words}"), || counted(&split(&geometry, &influences)));
        }
        let (many, influences) = many_triangles(24_000);
        check.tags(&[]);
        check.asked(format!("what is drawn at each corner of the last two of {MANY}"), || {
            let mut mesh = split(&many, &influences);
            mesh.triangles = mesh.triangles.split_off(mesh.triangles.len().saturating_sub(2));
            drawn(&mesh)
        });
        check.asked(format!("{SHARED} {MANY}"), || counted(&split(&many, &influences)));
    });
}
