//! The checks of lesson 11.

use check::{Answer, Draw, JOINTS, Named, Slip, Workings, check, names, told};
use common::mesh::Mesh;
use common::skin::{Influences, SLOTS, SkinJoint, four_largest};
use formats::Surface;
use formats::collada::{Corner, Geometry, Group, InfluenceColumns, split, unrolled};
use glam::{Mat4, Vec2, Vec3, vec2, vec3};
use std::collections::{BTreeMap, HashMap};
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

/// A joint of a surface, with its inverse bind matrix.
struct Entry(SkinJoint);

told!(Entry { 0 });

impl Answer for Entry {
    fn show(&self) -> String {
        format!("node {}, and into it\n{}", self.0.node, self.0.joint_from_bind.show())
    }
}

/// Returns the joints of a surface, after those that a condition names were handed over to the node `to`.
fn handed(
    surface: &Surface,
    to: usize,
    [model_from_old, model_from_new]: [Mat4; 2],
    by: Workings,
    is_handed: impl Fn(&SkinJoint) -> bool,
) -> Named<Entry> {
    let entry = |joint: &SkinJoint| {
        let joint_from_bind = by.product([by.inverse(model_from_new), model_from_old, joint.joint_from_bind]);
        Entry(if is_handed(joint) { SkinJoint { node: to, joint_from_bind } } else { *joint })
    };
    Named(JOINTS, surface.joints.iter().map(entry).collect())
}

const ALL_BUT_THE_NEW: Slip = Slip::Here(
    "all-but-the-new",
    "Each joint was handed over that isn't on the new node already, though others hang on other nodes. Which entries of the \
     list are the node `from`?",
);
const OLD_NODE_SKIPPED: Slip = Slip::Here(
    "old-node-skipped",
    "The old inverse bind matrix leads into the old node's space, but your inverse goes on from the model's. Which matrix is \
     missing between the two?",
);
const NOT_INVERTED: Slip = Slip::Here(
    "not-inverted",
    "Your product leads out of the old node, and then out of the new one as well, in which no point has been yet. Which \
     matrix leads from the model into the new node?",
);

#[test]
fn todo_11_1_hand_over() {
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
    let questions = [
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
    ];
    check("11.1", |check| {
        check.own_slips(&[ALL_BUT_THE_NEW, OLD_NODE_SKIPPED, NOT_INVERTED]);
        let drawn = check.drawn(|draw| {
            let size = Mat4::from_scale(Vec3::splat(draw.factor(1e4)));
            let nodes: Vec<Mat4> = (0..draw.size(1..300)).map(|_| size * draw.frame(3.0, 4.0)).collect();
            // A few nodes have all of some surfaces.
            let used = draw.size(1..nodes.len() + 1);
            let joints: Vec<_> =
                (0..draw.size(1..300)).map(|_| (draw.whole(0..used), draw.frame(3.0, 4.0))).collect();
            let (from, to) = (draw.whole(0..used), draw.whole(0..nodes.len()));
            ("a scarf is handed over".to_owned(), surface(draw.frame(3.0, 4.0), &joints), from, to, nodes)
        });
        let asked = questions.map(|(words, surface, from, to)| {
            (words.to_owned(), surface.clone(), from, to, model_from_nodes.clone())
        });
        for (words, surface, from, to, model_from_nodes) in asked.into_iter().chain(drawn) {
            let entries = surface.joints.iter().filter(|joint| joint.node == from).count();
            check.tags(&[
                ("no entry of the node that hands over", entries == 0),
                ("several entries of the node that hands over", entries > 1),
                ("a stretched node that takes over", to == 2),
                ("a mirrored node that takes over", to == 4),
            ]);
            let nodes = [from, to].map(|node| model_from_nodes[node]);
            check.case_among(
                format!("the joints of a surface, each with its node and its inverse bind matrix, after this: {words}"),
                || {
                    let mut surface = surface.clone();
                    surface.hand_over(from, to, &model_from_nodes);
                    Named(JOINTS, surface.joints.into_iter().map(Entry).collect())
                },
                |by| handed(&surface, to, nodes, by, |joint| joint.node == from),
                || {
                    let right = Workings::default();
                    let others = handed(&surface, to, nodes, right, |joint| joint.node != to);
                    let ways = [
                        (OLD_NODE_SKIPPED, [Mat4::IDENTITY, nodes[1]]),
                        (NOT_INVERTED, [nodes[0], nodes[1].inverse()]),
                    ]
                    .map(|(slip, nodes)| (slip, handed(&surface, to, nodes, right, |joint| joint.node == from)));
                    ([], ways.into_iter().chain([(ALL_BUT_THE_NEW, others)]))
                },
            );
        }
        check.tags(&[]);
        check.case(
            "if all else is left alone each time: the name, the mesh, the submeshes and the bind shape",
            || {
                questions.iter().all(|&(_, surface, from, to)| {
                    let mut after = surface.clone();
                    after.hand_over(from, to, &model_from_nodes);
                    after.joints.clone_from(&surface.joints);
                    after == *surface
                })
            },
            || true,
        );
    });
}

// ------------------------------------------------------------------------------------------ 11.2

type JointWeight = (usize, f32);

/// The joints that influence a position, with their weights, the strongest first.
struct Strongest(Vec<JointWeight>);

impl Strongest {
    /// Returns the used joints of the slots.
    fn of(influences: &Influences) -> Self {
        let mut used: Vec<JointWeight> = influences.used().collect();
        used.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        Self(used)
    }

    /// Returns the four largest of any number of weights, normalised.
    fn among(joint_weights: &[JointWeight]) -> Self {
        let mut joint_weights = summed(joint_weights);
        joint_weights.retain(|(_, weight)| *weight > 0.0);
        joint_weights.sort_by(|a, b| b.1.total_cmp(&a.1));
        joint_weights.truncate(SLOTS);
        let sum: f32 = joint_weights.iter().map(|(_, weight)| weight).sum();
        Self(joint_weights.into_iter().map(|(joint, weight)| (joint, weight / sum)).collect())
    }
}

/// Returns each joint once, with the sum of its weights.
fn summed(joint_weights: &[JointWeight]) -> Vec<JointWeight> {
    let mut sums = BTreeMap::new();
    for (joint, weight) in joint_weights {
        *sums.entry(*joint).or_insert(0.0) += weight;
    }
    sums.into_iter().collect()
}

told!(Strongest { 0 });

impl Answer for Strongest {
    fn show(&self) -> String {
        if self.0.is_empty() {
            return "no influence".to_owned();
        }
        let shown = self.0.iter().map(|(joint, weight)| format!("joint {joint}: {}", weight.show()));
        shown.collect::<Vec<_>>().join("   ")
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
    fn answer(&self) -> Named<Strongest> {
        let influences = unrolled(&self.vcount, &self.v, self.columns, &self.weights, self.joints);
        Named(POSITIONS, influences.iter().map(Strongest::of).collect())
    }

    fn joint(&self, number: i32) -> usize {
        usize::try_from(number).unwrap_or(self.joints)
    }

    fn weight(&self, number: i32) -> f32 {
        self.weights[number as usize]
    }

    /// Returns the joints and weights of each position, as the file has them.
    fn records(&self) -> Vec<Vec<JointWeight>> {
        let InfluenceColumns { stride, joint, weight } = self.columns;
        let mut records = self.v.chunks_exact(stride);
        let of_record = |record: &[i32]| (self.joint(record[joint]), self.weight(record[weight]));
        let of_position = |count: &usize| records.by_ref().take(*count).map(of_record).collect();
        self.vcount.iter().map(of_position).collect()
    }

    /// Returns the right influences of each position.
    fn wanted(&self) -> Named<Strongest> {
        Named(POSITIONS, self.records().iter().map(|records| Strongest::among(records)).collect())
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
        write!(
            f,
            "vcount is {vcount:?}, v is {v:?}, the weights are {weights:?}; of the {stride} numbers of a record number \
             {joint} is the joint and number {weight} says which weight, counted from 0; the skin has {joints} joints"
        )
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

const LAST_JOINT: Slip = Slip::Here(
    "last-joint",
    "-1 became the last joint, as if it were counted from the end. But it is none of the joints: which entry of the \
     palette leaves a point where the bind shape has put it?",
);

#[test]
fn todo_11_2_unrolled() {
    let questions = [
        (
            "four positions, influenced by two joints, by one, by three and by two",
            Lists {
                vcount: vec![2, 1, 3, 2],
                v: vec![4, 1, 2, 2, 1, 0, 3, 3, 0, 4, 5, 5, 2, 5, 3, 2],
                columns: InfluenceColumns { stride: 2, joint: 0, weight: 1 },
                weights: vec![1.0, 0.25, 0.75, 0.5, 0.2, 0.3],
                joints: 6,
            },
        ),
        (
            "three positions, influenced by two joints, by one and by three",
            Lists {
                vcount: vec![2, 1, 3],
                v: vec![1, 3, 1, 2, 2, 2, 0, 1, 3, 3, 0, 2, 4, 1, 1, 5, 2, 0],
                columns: InfluenceColumns { stride: 3, joint: 2, weight: 0 },
                weights: vec![1.0, 0.4, 0.6, 0.5, 0.2, 0.3],
                joints: 4,
            },
        ),
        (
            "three positions, influenced by two joints, by one and by one, where two joints are -1",
            Lists {
                vcount: vec![2, 1, 1],
                v: vec![-1, 1, 2, 2, -1, 0, 3, 0],
                columns: InfluenceColumns { stride: 2, joint: 0, weight: 1 },
                weights: vec![1.0, 0.4, 0.6],
                joints: 4,
            },
        ),
        (
            "three positions, influenced by six joints, by two and by one",
            Lists {
                vcount: vec![6, 2, 1],
                v: vec![0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 2, 2, 4, 4, 1, 0],
                columns: InfluenceColumns { stride: 2, joint: 0, weight: 1 },
                weights: vec![1.0, 0.1, 0.3, 0.05, 0.25, 0.18, 0.12],
                joints: 6,
            },
        ),
        (
            "four positions, of which no joint influences the first and the third, while joint 2 influences the \
             second twice",
            Lists {
                vcount: vec![0, 3, 0, 1],
                v: vec![2, 1, 5, 2, 2, 3, 4, 0],
                columns: InfluenceColumns { stride: 2, joint: 0, weight: 1 },
                weights: vec![1.0, 0.25, 0.4, 0.35],
                joints: 6,
            },
        ),
        (
            "two positions, influenced by ten joints and by two",
            Lists {
                vcount: vec![10, 2],
                v: vec![11, 1, 3, 2, 7, 3, 0, 4, 5, 5, 9, 6, 2, 7, 8, 8, 1, 9, 10, 10, 6, 9, 4, 8],
                columns: InfluenceColumns { stride: 2, joint: 0, weight: 1 },
                weights: vec![1.0, 0.04, 0.05, 0.03, 0.06, 0.02, 0.07, 0.01, 0.3, 0.22, 0.2],
                joints: 12,
            },
        ),
        (
            "two positions, each influenced by three joints, the first with a weight of 0 in the middle",
            Lists {
                vcount: vec![3, 3],
                v: vec![4, 9, 1, 2, 9, 0, 1, 9, 2, 0, 9, 3, 3, 9, 1, 5, 9, 2],
                columns: InfluenceColumns { stride: 3, joint: 0, weight: 2 },
                weights: vec![0.0, 0.7, 0.3, 0.0001],
                joints: 6,
            },
        ),
        (
            "two positions, influenced by one joint and by two of 300, with weights of thousands",
            Lists {
                vcount: vec![1, 2],
                v: vec![299, 0, 256, 1, 44, 2],
                columns: InfluenceColumns { stride: 2, joint: 0, weight: 1 },
                weights: vec![1.0, 9000.0, 1000.0],
                joints: 300,
            },
        ),
    ];
    check("11.2", |check| {
        check.own_slips(&[LAST_JOINT]);
        check.needs(
            "08.3",
            || Vec::from(WEIGHTED.map(|weighted| Strongest::of(&four_largest(weighted)))),
            || WEIGHTED.map(Strongest::among).into(),
        );
        let drawn = check.drawn(|draw| ("positions of another file", drawn_lists(draw)));
        for (words, lists) in questions.into_iter().chain(drawn) {
            let Lists { vcount, v, columns, .. } = &lists;
            check.tags(&[
                ("more than two positions", vcount.len() > 2),
                ("a joint of -1", v.contains(&-1)),
                ("a position without influences", vcount.contains(&0)),
                ("more than four influences of a position", vcount.iter().any(|count| *count > 4)),
                ("a joint behind its weight in each record", columns.joint > columns.weight),
            ]);
            let question = format!("the influences of each of {words}: {lists}");
            check.case(question, || lists.answer(), || lists.wanted());
        }
    });
}

// ------------------------------------------------------------------------------------------ 11.3

/// The attributes of a vertex at a corner of a triangle.
struct Looks {
    position: Vec3,
    normal: Vec3,
    texture_coordinates: Vec2,
    influences: Strongest,
    point: usize,
}

told!(Looks { position, normal, texture_coordinates, influences, point });

/// The vertex at a corner, or why there is none.
struct Drawn(Result<Looks, String>);

told!(Drawn { 0 });

impl Answer for Drawn {
    fn agrees(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Ok(looks), Ok(other)) => {
                looks.position.agrees(&other.position)
                    && looks.normal.agrees(&other.normal)
                    && looks.texture_coordinates.agrees(&other.texture_coordinates)
                    && looks.influences.agrees(&other.influences)
                    && looks.point == other.point
            }
            (looks, other) => looks.is_err() && other.is_err(),
        }
    }

    fn show(&self) -> String {
        let Looks { position, normal, texture_coordinates, influences, point } = match &self.0 {
            Ok(looks) => looks,
            Err(missing) => return missing.clone(),
        };
        format!(
            "point {point} at {}\nnormal {}\ntexture coordinates {}\n{}",
            position.show(),
            normal.show(),
            texture_coordinates.show(),
            influences.show()
        )
    }
}

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
fn drawn(mesh: &Mesh) -> Named<Drawn> {
    let Mesh { positions, normals, texture_coordinates, influences, points, .. } = mesh;
    let looks = |vertex: usize| {
        Some(Looks {
            position: *positions.get(vertex)?,
            normal: *normals.get(vertex)?,
            texture_coordinates: *texture_coordinates.get(vertex)?,
            influences: Strongest::of(influences.get(vertex)?),
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
        Drawn(looks(vertex).ok_or_else(|| missing(vertex)))
    };
    let corners: Vec<Drawn> = mesh.triangles.as_flattened().iter().map(corner).collect();
    Named(names(corners.len(), corner_name), corners)
}

/// Returns the right mesh, in which equal corners share a vertex.
fn wanted(shape: &Geometry, influences: &[Influences]) -> Mesh {
    let mut mesh = Mesh::default();
    let mut known = HashMap::new();
    let corners = shape.groups.iter().flat_map(|group| group.triangles.as_flattened());
    let mut numbers = Vec::new();
    for &corner in corners {
        let next = known.len();
        let vertex = *known.entry(corner).or_insert(next);
        numbers.push(vertex as u32);
        if vertex == next {
            let [point, normal, at_texture] =
                [corner.position, corner.normal, corner.texture_coordinates].map(|number| number as usize);
            mesh.positions.push(shape.positions[point]);
            mesh.normals.push(shape.normals[normal]);
            mesh.texture_coordinates.push(shape.texture_coordinates[at_texture]);
            mesh.influences.extend([influences[point]]);
            mesh.points.extend([corner.position]);
        }
    }
    let (triangles, _) = numbers.as_chunks::<3>();
    mesh.triangles = triangles.to_vec();
    mesh
}

/// The least number of points, normals and texture coordinates, whose combinations don't fit into 16 bits.
const LISTED: usize = 42;

/// Returns a geometry, and the influences of each of its points, joints with unrelated indices.
///
/// It has more points than any split makes vertices; some are no corner. Point 26 has the position of point 6, normal 30
/// is normal 0, and texture coordinates 31 are texture coordinates 7.
fn geometry(groups: &[&[[[u32; 3]; 3]]]) -> (Geometry, Vec<Influences>) {
    let most = groups.iter().flat_map(|group| group.as_flattened().as_flattened()).max();
    let listed = most.map_or(LISTED, |&most| LISTED.max(most as usize + 1));
    let numbers = (0..listed).map(|number| number as f32);
    let corner =
        |[position, normal, texture_coordinates]: [u32; 3]| Corner { position, normal, texture_coordinates };
    let group = |triangles: &&[[[u32; 3]; 3]]| Group {
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
fn drawn_triangles(draw: &mut Draw) -> Vec<[[u32; 3]; 3]> {
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

const ONE_TOO_HIGH: Slip = Slip::Here(
    "one-too-high",
    "Every triangle names the vertex behind its own. Is a vertex's number the length of the lists before it is pushed, or \
     after?",
);
const WHATEVER_THE_NORMAL: Slip = Slip::Here(
    "whatever-the-normal",
    "Corners share a vertex though their normals differ. Of which numbers is the key made by which you find a vertex again?",
);
const WHATEVER_THE_TEXTURE: Slip = Slip::Here(
    "whatever-the-texture-coordinates",
    "Corners share a vertex though their texture coordinates differ. Of which numbers is the key made by which you find a \
     vertex again?",
);

fn four_slots([a, b]: [JointWeight; 2]) -> Influences {
    Influences { joints: [a.0 as i32, b.0 as i32, 0, 0], weights: [a.1, b.1, 0.0, 0.0] }
}

#[test]
fn todo_11_3_split() {
    let (edge, edge_influences) = geometry(&[&[
        [[7, 2, 1], [3, 2, 0], [5, 2, 4]],
        [[5, 2, 4], [3, 2, 0], [8, 2, 6]],
        [[8, 6, 6], [3, 6, 0], [1, 6, 3]],
        [[5, 2, 4], [7, 2, 1], [8, 2, 6]],
    ]]);
    // Eight triangles, each of which shares two corners with the one before.
    let strip: [[[u32; 3]; 3]; 8] = std::array::from_fn(|i| {
        let corner = |i: u32| [(3 * i + 4) % 20, i % 2, 19 - i];
        [0, 1, 2].map(|k| corner(i as u32 + k))
    });
    let (strip, strip_influences) = geometry(&[&strip]);
    let (groups, groups_influences) = geometry(&[
        &[[[6, 0, 9], [2, 1, 8], [4, 0, 7]]],
        &[[[2, 1, 5], [6, 0, 9], [9, 3, 2]], [[6, 3, 9], [9, 3, 2], [2, 1, 8]]],
    ]);
    let (again, again_influences) = geometry(&[&[
        [[1, 12, 3], [2, 2, 3], [4, 0, 7]],
        [[4, 0, 7], [2, 2, 3], [9, 1, 1]],
        [[1, 12, 3], [2, 2, 3], [4, 0, 7]],
    ]]);
    let (seam, seam_pulls) = geometry(&[&[
        [[6, 0, 9], [2, 1, 8], [4, 0, 7]],
        [[2, 1, 8], [2, 3, 8], [26, 0, 9]],
        [[26, 30, 9], [4, 0, 31], [2, 3, 8]],
    ]]);
    // Those that an integer of 10 or 16 bits, or of 3 to 5 digits, for each number can't tell apart.
    let (high, high_influences) = geometry(&[&[
        [[5, 1, 7], [5, 0, 1031], [5, 0, 2]],
        [[4, 1024, 2], [5, 0, 65_543], [4, 65_536, 2]],
        [[65_541, 1, 7], [5, 65_537, 7], [5, 1, 65_543]],
        [[5, 0, 1007], [5, 0, 10_007], [5, 0, 100_007]],
    ]]);
    let questions = [
        (
            "four triangles; the third faces another way than the others, and all corners of the fourth were there before",
            edge,
            edge_influences,
        ),
        (
            "eight triangles in a row, each of which shares two corners with the one before",
            strip,
            strip_influences,
        ),
        (
            "three triangles of two materials; at some of their corners the normal changes, at some the texture \
             coordinates",
            groups,
            groups_influences,
        ),
        (
            "three triangles; two of their points are at the same place but other joints influence each, two corners of \
             the second triangle are the same point, and two normals and two texture coordinates are equal, but have two \
             numbers",
            seam,
            seam_pulls,
        ),
        ("three triangles, of which the third is the first one once more", again, again_influences),
        (
            "four triangles that name points, normals and texture coordinates up to 100,007",
            high,
            high_influences,
        ),
    ];
    check("11.3", |check| {
        check.own_slips(&[ONE_TOO_HIGH, WHATEVER_THE_NORMAL, WHATEVER_THE_TEXTURE]);
        let drawn_ones = check.drawn(|draw| {
            let triangles = drawn_triangles(draw);
            let (first, second) = triangles.split_at(draw.whole(0..triangles.len()));
            let (geometry, influences) = geometry(&[first, second]);
            ("other triangles".to_owned(), geometry, influences)
        });
        let asked = questions.map(|(words, geometry, influences)| (words.to_owned(), geometry, influences));
        for (words, geometry, influences) in asked.into_iter().chain(drawn_ones) {
            const COUNT: &str = "to do with how many vertices there are";
            let two_materials = ("triangles of two materials", geometry.groups.len() > 1);
            check.tags(&[(COUNT, false), two_materials]);
            check.case(
                format!("what is drawn at each corner of {words}"),
                || drawn(&split(&geometry, &influences)),
                || drawn(&wanted(&geometry, &influences)),
            );
            check.tags(&[(COUNT, true), two_materials]);
            check.case(
                format!("how many vertices each list has, where corners that agree in everything share one, for {words}"),
                || counted(&split(&geometry, &influences)),
                || counted(&wanted(&geometry, &influences)),
            );
        }
        let listed = LISTED as u32;
        let corner = |number: u32| [number % listed, number / listed % listed, number / listed / listed];
        let mut many: Vec<[[u32; 3]; 3]> =
            (0..24_000).map(|triangle| [0, 1, 2].map(|k| corner(3 * triangle + k))).collect();
        many.push(many[0]);
        let (many, influences) = geometry(&[&many]);
        check.tags(&[]);
        let last = |mut mesh: Mesh| {
            mesh.triangles = mesh.triangles.split_off(mesh.triangles.len().saturating_sub(2));
            drawn(&mesh)
        };
        const MANY: &str =
            "24,001 triangles, all of whose corners differ, but the last is the first once more";
        check.case(
            format!("what is drawn at each corner of the last two of {MANY}"),
            || last(split(&many, &influences)),
            || last(wanted(&many, &influences)),
        );
        check.case(
            format!("how many vertices each list has, where corners that agree in everything share one, for {MANY}"),
            || counted(&split(&many, &influences)),
            || counted(&wanted(&many, &influences)),
        );
    });
}
