//! The checks of lesson 20.

use anyhow::Result;
use check::{Named, check, on_main_thread};
use common::clip::{Channel, Clip, Keys};
use common::rig::Rig;
use common::skeleton::Skeleton;
use common::transform::Transform;
use crowd::flat::{Lists, four_loops};
use crowd::rows::{Rows, product, rows};
use crowd::{Figure, Table, Turn};
use gl::offscreen;
use gl::{Texels, VertexShader};
use glam::{Mat4, Quat, Vec3, Vec4, vec3};
use glium::{implement_vertex, uniform};
use std::process::ExitCode;
use std::sync::Arc;

fn main() -> ExitCode {
    on_main_thread(&[
        ("todo_20_1_four_loops", todo_20_1_four_loops),
        ("todo_20_2_place", todo_20_2_place),
        ("todo_20_3_first_row", todo_20_3_first_row),
        ("todo_20_4_product", todo_20_4_product),
        ("todo_20_5_turn", todo_20_5_turn),
    ])
}

/// Seconds between two rows of a table.
const STEP: f32 = 0.1;

/// A clip with a key at each of so many rows: joints turn by up to `widest` degrees from one to the next, about slanted axes,
/// and the first two move.
fn clip(joints: usize, rows: usize, widest: f32) -> Arc<Clip> {
    let seconds = STEP * (rows - 1) as f32;
    // As `Table::bake` has them, so that nothing is mixed before the answer mixes it.
    let times = || (0..rows).map(|row| seconds * (row as f32 / (rows - 1) as f32));
    let channel = |joint: usize| {
        let turn = |row: usize| {
            let (i, way) = (row as f32, joint as f32);
            let axis = vec3(way.sin(), 1.0, (1.3 * way).cos()).normalize();
            Quat::from_axis_angle(axis, (widest * i + 40.0 * way).to_radians())
        };
        let place = |row: usize| vec3(0.3 * row as f32, 1.0 - 0.2 * (row * joint) as f32, joint as f32);
        let rotations = Keys::new(times(), (0..rows).map(turn));
        match joint < 2 {
            true => Channel {
                joint,
                rotations,
                translations: Keys::new(times(), (0..rows).map(place)),
                ..Channel::default()
            },
            false => Channel { joint, rotations, ..Channel::default() },
        }
    };
    let channels = (0..joints).map(channel).collect();
    Arc::new(Clip { name: "asked".to_owned(), start: 0.0, seconds, channels })
}

// ------------------------------------------------------------------------------------------ 20.1

/// Joints whose parents are these, each with another pose at rest.
fn rig(parents: &[Option<usize>]) -> Arc<Rig> {
    let mut skeleton = Skeleton::new();
    for (joint, &parent) in parents.iter().enumerate() {
        skeleton.add(&format!("joint {joint}"), parent);
    }
    let rest = (0..parents.len()).map(|joint| Transform {
        translation: vec3(0.5, 0.2 * joint as f32, -0.1),
        rotation: Quat::from_rotation_x(0.2 * joint as f32),
        scale: Vec3::new(1.0, 1.0 + 0.1 * joint as f32, 1.0),
    });
    Arc::new(Rig { rest: rest.collect(), skeleton })
}

/// What is asked of a palette.
const ENTRIES: &[&str] = &["entry 0", "entry 1", "entry 2", "entry 3"];

/// For each entry of the palette its joint, and where the mesh lies in it in the bind pose: one stays in the model.
fn skin() -> Vec<(Option<usize>, Mat4)> {
    let bound = |entry: f32| {
        let turn = Quat::from_rotation_y(0.7 * entry);
        Mat4::from_rotation_translation(turn, vec3(0.4 * entry, -1.0, 0.3))
    };
    vec![(Some(3), bound(1.0)), (Some(1), bound(2.0)), (None, bound(3.0)), (Some(2), bound(4.0))]
}

/// The palette between two rows, by matrices from joint to parent.
fn palette(figure: &Figure, table: &Table, (row, alpha): (usize, f32)) -> Vec<Mat4> {
    let mut model_from_joints: Vec<Mat4> = Vec::new();
    for (joint, bone) in figure.rig.skeleton.joints().iter().enumerate() {
        let poses = table.joint(joint);
        let (from, to) = (poses[row], poses[row + 1]);
        let parent_from_joint = Mat4::from_scale_rotation_translation(
            from.scale.lerp(to.scale, alpha),
            // glam's own, since ours is exercise 10.1.
            from.rotation.slerp(to.rotation, alpha),
            from.translation.lerp(to.translation, alpha),
        );
        let model_from_parent = bone.parent.map_or(Mat4::IDENTITY, |parent| model_from_joints[parent]);
        model_from_joints.push(model_from_parent * parent_from_joint);
    }
    let place = |joint: Option<usize>| joint.map_or(Mat4::IDENTITY, |joint| model_from_joints[joint]);
    skin().into_iter().map(|(joint, joint_from_mesh)| place(joint) * joint_from_mesh).collect()
}

fn todo_20_1_four_loops() {
    let chain = [None, Some(0), Some(1), Some(2)];
    let asked = [
        ("in a chain", chain, (0, 0.0), 30.0),
        ("in a chain", chain, (1, 0.25), 30.0),
        ("that fork after the first", [None, Some(0), Some(0), Some(1)], (2, 0.75), -50.0),
        ("with two roots", [None, Some(0), None, Some(2)], (1, 0.5), 80.0),
    ];
    check("20.1", |check| {
        let drawn = check.drawn(|draw| {
            let place = (draw.whole(0..3), draw.number(0.1..0.9));
            ("that fork after the first", [None, Some(0), Some(0), Some(1)], place, draw.number(20.0..80.0))
        });
        for (words, parents, place, widest) in asked.into_iter().chain(drawn) {
            let figure = Figure::new(rig(&parents), vec![clip(4, 4, widest)], skin(), 1.0 / STEP);
            let (table, (row, alpha)) = (&figure.tables[0], place);
            check.case(
                format!(
                    "the palette of four joints {words}, which turn by {widest}° from row to row, {alpha} of the way from \
                     row {row} to the next"
                ),
                || {
                    let mut lists = Lists::new(&figure);
                    four_loops(&figure, table, place, &mut lists);
                    Named(ENTRIES, lists.palette)
                },
                || Named(ENTRIES, palette(&figure, table, place)),
            );
        }
    });
}

// ------------------------------------------------------------------------------------------ 20.2

fn todo_20_2_place() {
    const PARTS: &[&str] = &["row", "part of the way"];
    let told = |(row, part): (usize, f32)| Named(PARTS, vec![row as f32, part]);
    // Seconds, and whether the clip loops: within it, at its very end, beyond it, and before its start.
    let asked = [
        (0.0, true),
        (0.55, false),
        (0.72, true),
        (1.2, false),
        (1.2, true),
        (1.25, true),
        (1.25, false),
        (5.0, false),
        (5.03, true),
        (-0.05, true),
        (-0.05, false),
    ];
    check("20.2", |check| {
        let drawn = check.drawn(|draw| {
            // Not on a row: rounding may take it for the end of one gap, or for the start of the next.
            let at = draw.signed(30) as f32 + draw.number(0.2..0.8);
            (STEP * at, draw.one_of(&[true, false]))
        });
        let table = Table::bake(&rig(&[None]), &clip(1, 13, 20.0), 1.0 / STEP);
        let gaps = table.rows - 1;
        for (seconds, looping) in asked.into_iter().chain(drawn) {
            let loops = if looping { "that loops" } else { "that stays at its end" };
            check.case(
                format!("the place in a table of 13 rows at {seconds} s of a clip of 1.2 s {loops}"),
                || told(table.place(seconds, looping)),
                || {
                    let length = table.seconds;
                    let within =
                        if looping { seconds - length * (seconds / length).floor() } else { seconds };
                    let at = (within / length * gaps as f32).clamp(0.0, gaps as f32);
                    let row = (at.floor() as usize).min(gaps - 1);
                    let passed = at - row as f32;
                    told((row, passed))
                },
            );
        }
    });
}

// ------------------------------------------------------------------------------------------ 20.3

/// What the shader gets of a vertex.
#[derive(Clone, Copy)]
struct Corner {
    a_position: [f32; 3],
    a_normal: [f32; 3],
    a_texture_coordinates: [f32; 2],
    a_joints: [i32; 4],
    a_weights: [f32; 4],
    a_colour: [f32; 4],
    a_dyed: f32,
}
implement_vertex!(Corner, a_position, a_normal, a_texture_coordinates, a_joints, a_weights, a_colour, a_dyed);

/// What it gets of a knight.
#[derive(Clone, Copy)]
struct Standing {
    a_world_x: [f32; 4],
    a_world_y: [f32; 4],
    a_world_z: [f32; 4],
    a_side: f32,
    a_tint: [f32; 4],
}
implement_vertex!(Standing, a_world_x, a_world_y, a_world_z, a_side, a_tint);

/// What it says of a vertex: where it is in the world.
#[derive(Clone, Copy)]
struct Shaded {
    v_position: [f32; 3],
}
implement_vertex!(Shaded, v_position);

/// What is asked of two vertices of three knights.
const PLACES: &[&str] = &[
    "vertex 0 of knight 0",
    "vertex 1 of knight 0",
    "vertex 0 of knight 1",
    "vertex 1 of knight 1",
    "vertex 0 of knight 2",
    "vertex 1 of knight 2",
];
const KNIGHTS: usize = 3;

/// Where a vertex is in its mesh.
const POINT: Vec3 = vec3(0.5, -1.0, 2.0);

/// The joint and the weight of each slot of two vertices.
type Weighted = [[(usize, f32); 4]; 2];

/// A matrix of a palette: of all that may be fetched none is like another.
fn matrix(index: usize) -> Mat4 {
    let i = index as f32;
    let turn = Quat::from_axis_angle(vec3(0.3, i.sin(), 0.5).normalize(), 0.9 * i);
    Mat4::from_rotation_translation(turn, vec3((1.7 * i).sin(), 0.2 * (i % 11.0), i.cos()))
}

/// What takes a knight from the model to the world.
fn world_from_model(knight: usize) -> Mat4 {
    let k = knight as f32;
    Mat4::from_rotation_translation(Quat::from_rotation_y(1.0 + k), vec3(2.0 * k, 0.1, -k))
}

/// Where the student's shader puts both vertices of all knights.
fn shade(joints: usize, rows_each: usize, vertices: &Weighted) -> Result<Vec<Vec3>> {
    let gl = offscreen()?;
    // More than the knights need, so that a wrong place is a place all the same.
    let all = (0..8 * KNIGHTS * joints).map(matrix);
    let all: Vec<[f32; 4]> =
        all.flat_map(|matrix| matrix.transpose().to_cols_array_2d().into_iter().take(rows_each)).collect();
    let texels = Texels::new(&gl, all.len())?;
    texels.write(&all);
    let vertex = |slots: &[(usize, f32); 4]| Corner {
        a_position: POINT.to_array(),
        a_normal: [0.0, 1.0, 0.0],
        a_texture_coordinates: [0.0; 2],
        a_joints: slots.map(|(joint, _)| joint as i32),
        a_weights: slots.map(|(_, weight)| weight),
        a_colour: [1.0; 4],
        a_dyed: 0.0,
    };
    let standing = |knight: usize| {
        let [a_world_x, a_world_y, a_world_z, _] = world_from_model(knight).transpose().to_cols_array_2d();
        Standing { a_world_x, a_world_y, a_world_z, a_side: 0.0, a_tint: [0.0; 4] }
    };
    let uniforms = uniform! {
        u_palettes: texels.uniform(),
        u_rows: rows_each as i32,
        u_joints: joints as i32,
        u_clip_from_world: Mat4::IDENTITY.to_cols_array_2d(),
    };
    let knights: Vec<_> = (0..KNIGHTS).map(standing).collect();
    let shader = VertexShader::<Shaded>::new(&gl, "crowd.vert")?;
    let shaded = shader.run_instanced(&vertices.map(|slots| vertex(&slots)), &knights, &uniforms)?;
    Ok(shaded.into_iter().map(|vertex| vertex.v_position.into()).collect())
}

/// Where they belong.
fn placed(joints: usize, vertices: &Weighted) -> Vec<Vec3> {
    let knights = (0..KNIGHTS).flat_map(|knight| vertices.iter().map(move |slots| (knight, slots)));
    let place = |(knight, slots): (usize, &[(usize, f32); 4])| {
        let parts = slots
            .iter()
            .map(|&(joint, weight)| weight * matrix(joints * knight + joint).transform_point3(POINT));
        world_from_model(knight).transform_point3(parts.sum())
    };
    knights.map(place).collect()
}

fn todo_20_3_first_row() {
    let one = |joint: usize| [(joint, 1.0), (0, 0.0), (0, 0.0), (0, 0.0)];
    let asked = [
        (7, 3, [one(0), one(4)]),
        (25, 3, [one(24), [(3, 0.5), (8, 0.3), (21, 0.2), (0, 0.0)]]),
        (7, 4, [one(5), [(1, 0.4), (2, 0.3), (3, 0.2), (6, 0.1)]]),
    ];
    check("20.3", |check| {
        let drawn = check.drawn(|draw| {
            let joints = draw.whole(5..40);
            (joints, 3, [draw.slots(joints), draw.slots(joints)])
        });
        for (joints, rows_each, vertices) in asked.into_iter().chain(drawn) {
            let hangs = |slots: &[(usize, f32); 4]| {
                let used = slots.iter().filter(|(_, weight)| *weight > 0.0);
                used.map(|(joint, weight)| format!("{weight:.1} on {joint}")).collect::<Vec<_>>().join(", ")
            };
            let [first, second] = vertices.each_ref().map(hangs);
            check.case(
                format!(
                    "where two vertices of three knights are, who have {joints} matrices each, of {rows_each} rows; the \
                     first hangs {first}, the second {second}"
                ),
                || Ok(Named(PLACES, shade(joints, rows_each, &vertices)?)),
                || Ok(Named(PLACES, placed(joints, &vertices))),
            );
        }
    });
}

// ------------------------------------------------------------------------------------------ 20.4

fn todo_20_4_product() {
    const ROWS: &[&str] = &["row 0", "row 1", "row 2"];
    let told = |rows: Rows| Named(ROWS, rows.to_vec());
    let moves = |x, y, z| Mat4::from_translation(vec3(x, y, z));
    let turns =
        |degrees: f32| Mat4::from_quat(Quat::from_axis_angle(vec3(0.6, 0.0, 0.8), degrees.to_radians()));
    let stretches = |x, y, z| Mat4::from_scale(vec3(x, y, z));
    let asked = [
        ("a moves by (1, 2, 3), and b doubles", moves(1.0, 2.0, 3.0), stretches(2.0, 2.0, 2.0)),
        ("a doubles, and b moves by (1, 2, 3)", stretches(2.0, 2.0, 2.0), moves(1.0, 2.0, 3.0)),
        ("both move", moves(0.5, -1.0, 2.0), moves(1.0, 2.0, 3.0)),
        (
            "a turns by 70° and then moves, and b stretches and then turns by −40°",
            moves(4.0, 5.0, 6.0) * turns(70.0),
            turns(-40.0) * stretches(1.0, 2.0, 0.5) * moves(0.2, 0.0, -3.0),
        ),
    ];
    check("20.4", |check| {
        let drawn = check.drawn(|draw| {
            let mut rigid = || Mat4::from_rotation_translation(draw.turn(), draw.point(4.0));
            ("both turn and move", rigid(), rigid())
        });
        for (words, a, b) in asked.into_iter().chain(drawn) {
            let [a_rows, b_rows] = [rows(&a), rows(&b)];
            let shown =
                |rows: &Rows| rows.iter().map(|row| format!("{row:.2}")).collect::<Vec<_>>().join(", ");
            check.case(
                format!(
                    "the product a b, where {words}: a is {}, and b is {}",
                    shown(&a_rows),
                    shown(&b_rows)
                ),
                || told(product(&a_rows, &b_rows)),
                || {
                    // Column by column: where a takes b's axes and its origin.
                    let columns = [b.x_axis, b.y_axis, b.z_axis, b.w_axis].map(|column| {
                        let moved = a.x_axis * column.x + a.y_axis * column.y + a.z_axis * column.z;
                        moved + a.w_axis * column.w
                    });
                    told([0, 1, 2].map(|row| Vec4::from(columns.map(|column| column[row]))))
                },
            );
        }
    });
}

// ------------------------------------------------------------------------------------------ 20.5

fn todo_20_5_turn() {
    /// What comes of each picture.
    const PICTURES: &[&str] = &[
        "picture 0",
        "picture 1",
        "picture 2",
        "picture 3",
        "picture 4",
        "picture 5",
        "picture 6",
        "picture 7",
        "picture 8",
        "picture 9",
    ];
    /// Stands for a picture in which it is not his turn.
    const WAITS: f32 = -1.0;
    let took = |picture: usize| 0.01 * (1 + picture % 4) as f32;
    let asked = [(1, 0), (1, 5), (2, 0), (2, 3), (4, 0), (4, 1), (4, 6), (8, 2), (8, 999)];
    check("20.5", |check| {
        let drawn = check.drawn(|draw| (draw.one_of(&[2, 4, 8]), draw.whole(0..1000)));
        for (every, index) in asked.into_iter().chain(drawn) {
            check.case(
                format!(
                    "how many seconds pass for knight {index}, who is updated once in {every} pictures, in each of ten; −1 \
                     means that he waits. The pictures take 0.01, 0.02, 0.03, 0.04 s, and so on again"
                ),
                || {
                    let mut turn = Turn::default();
                    turn.every = every;
                    let passed = (0..PICTURES.len()).map(|picture| turn.pass(took(picture), picture, index));
                    Named(PICTURES, passed.map(|passed| passed.unwrap_or(WAITS)).collect())
                },
                || {
                    let is_due = |picture: usize| (picture + index).is_multiple_of(every);
                    let passed = |picture: usize| {
                        let since = (0..picture).rev().find(|&earlier| is_due(earlier)).map_or(0, |last| last + 1);
                        if is_due(picture) { (since..=picture).map(took).sum() } else { WAITS }
                    };
                    Named(PICTURES, (0..PICTURES.len()).map(passed).collect())
                },
            );
        }
    });
}
