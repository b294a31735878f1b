//! The checks of lesson 21.

use anyhow::Result;
use check::{Answer, Check, Draw, Named, check, names, on_main_thread, table, told};
use common::clip::key_from_last;
use common::pose::Pose;
use common::transform::Transform;
use crowd::rows::{product, rows};
use crowd::table::rotations;
use crowd::{Table, Turn};
use gl::VertexShader;
use gl::offscreen;
use glam::{Mat4, Quat, Vec3, Vec4, vec3};
use glium::texture::buffer_texture::{BufferTexture, BufferTextureType};
use glium::{implement_vertex, uniform};
use std::cell::Cell;
use std::cmp::Ordering;

on_main_thread!(
    todo_21_1_rotations,
    todo_21_2_place,
    todo_21_3_blended_rows,
    todo_21_4_product,
    todo_21_5_turn,
    todo_21_6_key_pair
);

// ------------------------------------------------------------------------------------------ 21.1

/// Poses in which each joint turns evenly about an axis of its own, by `degrees` from row to row. `flipped` is true for
/// a row and joint with the other quaternion of the rotation.
fn poses(rows: usize, joints: usize, degrees: f32, flipped: impl Fn(usize, usize) -> bool) -> Vec<Pose> {
    let joint = |row: usize, joint: usize| {
        let axis = vec3((joint as f32).sin(), 1.0, (1.3 * joint as f32).cos()).normalize();
        let rotation = Quat::from_axis_angle(axis, (degrees * row as f32 + 7.0 * joint as f32).to_radians());
        Transform { rotation: if flipped(row, joint) { -rotation } else { rotation }, ..Transform::IDENTITY }
    };
    (0..rows).map(|row| (0..joints).map(|i| joint(row, i)).collect()).collect()
}

/// Quaternions as four numbers: here a rotation's sign counts.
fn numbers(rotations: &[Quat]) -> Vec<Vec4> {
    rotations.iter().map(|&rotation| rotation.into()).collect()
}

fn todo_21_1_rotations() {
    let every = |at: &'static [usize]| move |row: usize, _: usize| at.contains(&row);
    let asked = [
        ("the second joint always on another side than the first", poses(3, 2, 20.0, |_, joint| joint == 1)),
        ("with the other quaternion in row 2", poses(4, 1, 20.0, every(&[2]))),
        ("with the other quaternion in rows 1 and 2", poses(4, 1, 20.0, every(&[1, 2]))),
        ("with the other quaternion in rows 0 and 3", poses(4, 3, 50.0, every(&[0, 3]))),
        (
            "of which joint 1 changes sides in each row",
            poses(5, 2, 30.0, |row, joint| joint == 1 && row % 2 == 1),
        ),
        ("which turns around nearly twice", poses(8, 1, 100.0, every(&[]))),
        ("which turns by little more than half a turn each", poses(4, 1, 180.1, every(&[]))),
        ("which turns by a hundredth of a degree", poses(3, 2, 0.01, every(&[1]))),
        ("in a single row", poses(1, 4, 0.0, |_, joint| joint % 2 == 0)),
    ];
    check("21.1", |check| {
        let drawn = check.drawn(|draw| {
            let (rows, joints) = (draw.size(1..100), draw.size(1..40));
            // Not by half a turn, where both signs are as near.
            let all = [draw.number(0.0..170.0), 180.1 + draw.number(0.0..2.0), 0.01];
            let flipped: Vec<bool> = (0..64).map(|_| draw.whole(0..3) == 0).collect();
            let flipped = |row: usize, joint: usize| flipped[(7 * row + joint) % 64];
            ("with the other quaternion here and there", poses(rows, joints, draw.one_of(&all), flipped))
        });
        for (words, poses) in asked.into_iter().chain(drawn) {
            let (rows, joints) = (poses.len(), poses[0].len());
            let row = |(row, pose): (usize, &Pose)| {
                let of_joint = |joint: &Transform| Vec4::from(joint.rotation).show();
                [row.to_string(), pose.iter().map(of_joint).collect::<Vec<_>>().join("  ")]
            };
            let given = table(["row", "rotations of its joints"], poses.iter().enumerate().map(row));
            let is_far = |[a, b]: [&Transform; 2]| a.rotation.dot(b.rotation) < 0.0;
            let pairs = poses.iter().zip(&poses[1..]).flat_map(|(a, b)| a.iter().zip(b.iter()));
            check.tags(&[
                ("rows on different sides", pairs.into_iter().any(|(a, b)| is_far([a, b]))),
                ("a first row with a negative w", poses[0].iter().any(|joint| joint.rotation.w < 0.0)),
                ("several joints", joints > 1),
                ("a single row", rows == 1),
            ]);
            let places = names(rows * joints, |place| format!("number {place}"));
            let each = if joints == 1 { "one joint".to_owned() } else { format!("{joints} joints") };
            check.asked(format!("the rotations of {rows} rows of {each}, {words}{given}"), || {
                Named(places, numbers(&rotations(&poses)))
            });
        }
        check.tags(&[("rows on different sides", true), ("several joints", true)]);
        check.asked("the last rotation of 300 joints in 300 rows, each of which changes sides", || {
            numbers(&rotations(&poses(300, 300, 1.0, |row, _| row % 2 == 1)))[89_999]
        });
    });
}

/// A table of one joint that doesn't move.
fn still(rows: usize, seconds: f32) -> Table {
    Table::of_poses(seconds, &poses(rows, 1, 0.0, |_, _| false))
}

// ------------------------------------------------------------------------------------------ 21.2

const MANY: &str = "a table of many rows";

/// Seconds, and whether the clip loops; then the rows of the table, and the seconds of the clip.
type Place = ((f32, bool), usize, f32);

fn any_place(draw: &mut Draw) -> Place {
    // Not on a row, where rounding may decide between the end of one interval and the start of the next, and not so
    // many rounds away that a part of the way is rounded off.
    let (gaps, length) = (draw.size(1..100), draw.factor(100.0));
    let part = draw.number(0.2..0.8);
    let at = draw.whole(0..gaps) as f32 + draw.one_of(&[part, part, 0.01, 0.99]);
    let rounds = draw.signed(500 / gaps) as f32 + at / gaps as f32;
    ((rounds * length, draw.one_of(&[true, false])), gaps + 1, length)
}

fn place((row, part): (usize, f32)) -> Named<f32> {
    Named(&["row", "part of the way"], vec![row as f32, part])
}

fn ask_place(check: &mut Check, ((seconds, looping), rows, length): Place) {
    let is_around = looping && !(0.0..length).contains(&seconds);
    check.tags(&[
        ("a time before the start", seconds < 0.0),
        ("a time past the end", seconds > length),
        ("a time at the very end", seconds == length),
        ("a clip that loops", looping),
        ("a loop at a time outside its first round", is_around),
        ("a time before the start of a clip that doesn't loop", !looping && seconds < 0.0),
        ("a time past the end of a clip that doesn't loop", !looping && seconds > length),
        (MANY, false),
    ]);
    let loops = if looping { "that loops" } else { "that stays at its end" };
    check.asked(
        format!("the place in a table of {rows} rows at {seconds} s of a clip of {length} s {loops}"),
        || place(still(rows, length).place(seconds, looping)),
    );
}

fn todo_21_2_place() {
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
        (-2.93, true),
        (-0.05, false),
    ];
    check("21.2", |check| {
        check.needs("21.1", || numbers(&rotations(&poses(13, 1, 0.0, |_, _| false))));
        let drawn = check.drawn(any_place);
        for asked in asked.map(|asked| (asked, 13, 1.2)).into_iter().chain(drawn) {
            ask_place(check, asked);
        }
        check.tags(&[(MANY, true)]);
        let long = still(262_145, 1.0);
        check.asked(
            "the place in a table of 262145 rows at 0.7629413604736328125 s of a clip of 1 s that stays at its end",
            || place(long.place(200_000.5 / 262_144.0, false)),
        );
        check.tags(&[(MANY, false)]);
        check.asked("the place in a table of 3 rows at 0.0015 s of a clip of 0.002 s that loops", || {
            place(still(3, 0.002).place(0.0015, true))
        });
    });
}

// ------------------------------------------------------------------------------------------ 21.3

/// The shader's attributes of a vertex.
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

/// The shader's attributes of a knight.
#[derive(Clone, Copy)]
struct Standing {
    a_world_x: [f32; 4],
    a_world_y: [f32; 4],
    a_world_z: [f32; 4],
    a_side: f32,
    a_tint: [f32; 4],
}
implement_vertex!(Standing, a_world_x, a_world_y, a_world_z, a_side, a_tint);

/// The shader's output for a vertex: its place in the world.
#[derive(Clone, Copy)]
struct Shaded {
    v_position: [f32; 3],
}
implement_vertex!(Shaded, v_position);

/// Place of a vertex in its mesh.
const POINT: Vec3 = vec3(0.5, -1.0, 2.0);

/// The joint and the weight of each slot of two vertices, which a number of knights have.
type Weighted = (usize, [[(usize, f32); 4]; 2]);

/// A matrix of a palette; no two of those that can be fetched are equal.
fn matrix(index: usize) -> Mat4 {
    let i = index as f32;
    let turn = Quat::from_axis_angle(vec3(0.3, i.sin(), 0.5).normalize(), 0.9 * i);
    Mat4::from_rotation_translation(turn, vec3((1.7 * i).sin(), 0.2 * (i % 11.0), i.cos()))
}

/// Returns the matrix from the model to the world for a knight.
fn world_from_model(knight: usize) -> Mat4 {
    let k = knight as f32;
    Mat4::from_rotation_translation(Quat::from_rotation_y(1.0 + k), vec3(2.0 * k, 0.1, -k))
}

/// Returns the places of both vertices of all knights by the student's shader.
fn shade(joints: usize, rows_each: usize, (knights, vertices): &Weighted) -> Result<Vec<Vec3>> {
    let gl = offscreen()?;
    // More than the knights need, so that a wrong index still fetches a matrix.
    let all = (0..if joints < 1000 { 8 } else { 1 } * knights * joints).map(matrix);
    let all: Vec<[f32; 4]> =
        all.flat_map(|matrix| matrix.transpose().to_cols_array_2d().into_iter().take(rows_each)).collect();
    let texels = BufferTexture::new(&gl, &all, BufferTextureType::Float)?;
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
        u_palettes: &texels,
        u_rows: rows_each as i32,
        u_joints: joints as i32,
        u_clip_from_world: Mat4::IDENTITY.to_cols_array_2d(),
    };
    let knights: Vec<_> = (0..*knights).map(standing).collect();
    let shader = VertexShader::<Shaded>::new(&gl, "crowd.vert")?;
    let shaded = shader.run_instanced(&vertices.map(|slots| vertex(&slots)), &knights, &uniforms)?;
    Ok(shaded.into_iter().map(|vertex| vertex.v_position.into()).collect())
}

fn todo_21_3_blended_rows() {
    let one = |joint: usize| [(joint, 1.0), (0, 0.0), (0, 0.0), (0, 0.0)];
    let asked = [
        (7, 3, [one(0), one(4)]),
        (25, 3, [one(24), [(3, 0.5), (8, 0.3), (21, 0.2), (0, 0.0)]]),
        (7, 4, [one(5), [(1, 0.4), (2, 0.3), (3, 0.2), (6, 0.1)]]),
        (8000, 3, [one(7999), [(4000, 0.0), (7998, 0.25), (0, 0.0), (5, 0.75)]]),
    ];
    check("21.3", |check| {
        let drawn = check.drawn(|draw| {
            let joints = draw.whole(6..40);
            let vertices = (draw.size(1..60), [draw.slots(joints), draw.slots(joints)]);
            (joints, draw.one_of(&[3, 4]), vertices)
        });
        let asked = asked.map(|(joints, rows_each, vertices)| (joints, rows_each, (4, vertices))).into_iter();
        for (joints, rows_each, vertices) in asked.chain(drawn) {
            let (knights, [first, second]) = &vertices;
            let vertex = |at: usize| format!("vertex {} of knight {}", at % 2, at / 2);
            let names = names(2 * knights, vertex);
            check.tags(&[
                ("palettes with four rows to a matrix", rows_each == 4),
                ("vertices that follow one joint each", first[0].1 == 1.0 && second[0].1 == 1.0),
            ]);
            let follows = |slots: &[(usize, f32); 4]| {
                let used = slots.iter().filter(|(_, weight)| *weight > 0.0);
                used.map(|(joint, weight)| format!("joint {joint} by {weight:.2}"))
                    .collect::<Vec<_>>()
                    .join(", ")
            };
            let [first, second] = [first, second].map(follows);
            check.asked(
                format!(
                    "where two vertices of {knights} knights are, who have {joints} matrices each, of {rows_each} rows; the \
                     first follows {first}, the second {second}"
                ),
                || shade(joints, rows_each, &vertices).map(|places| Named(names, places)),
            );
        }
    });
}

// ------------------------------------------------------------------------------------------ 21.4

fn todo_21_4_product() {
    const ROWS: &[&str] = &["row 0", "row 1", "row 2"];
    let moves = |x, y, z| Mat4::from_translation(vec3(x, y, z));
    let turns =
        |degrees: f32| Mat4::from_quat(Quat::from_axis_angle(vec3(0.6, 0.0, 0.8), degrees.to_radians()));
    let stretches = |x, y, z| Mat4::from_scale(vec3(x, y, z));
    let asked = [
        ("a moves by (1, 2, 3), and b doubles", moves(1.0, 2.0, 3.0), stretches(2.0, 2.0, 2.0)),
        ("a doubles, and b moves by (1, 2, 3)", stretches(2.0, 2.0, 2.0), moves(1.0, 2.0, 3.0)),
        ("both move", moves(0.5, -1.0, 2.0), moves(1.0, 2.0, 3.0)),
        (
            "a scales by 3, 0.01 and -2 and then moves, and b moves by (1, 2, 3)",
            moves(4.0, 5.0, 6.0) * stretches(3.0, 0.01, -2.0),
            moves(1.0, 2.0, 3.0),
        ),
        (
            "a turns by 70° and then moves, and b stretches and then turns by -40°",
            moves(4.0, 5.0, 6.0) * turns(70.0),
            turns(-40.0) * stretches(1.0, 2.0, 0.5) * moves(0.2, 0.0, -3.0),
        ),
    ];
    check("21.4", |check| {
        let drawn = check.drawn(|draw| {
            let mut any = || {
                let scale = vec3(draw.factor(3.0), -draw.factor(3.0), draw.one_of(&[0.0, 1.0, 1.0]));
                let sheared = Mat4::from_scale_rotation_translation(scale, draw.turn(), draw.point(4.0));
                // Now and then it hardly changes anything.
                let part = draw.one_of(&[1.0, 1.0, 0.001]);
                part * sheared * Mat4::from_quat(draw.turn()) + (1.0 - part) * Mat4::IDENTITY
            };
            ("both turn, shear and move", any(), any())
        });
        for (words, a, b) in asked.into_iter().chain(drawn) {
            let is_turned = |matrix: Mat4| matrix.x_axis.y != 0.0;
            check.tags(&[
                ("an a that moves", a.w_axis != Vec4::W),
                ("a b that moves", b.w_axis != Vec4::W),
                ("matrices that turn", is_turned(a) && is_turned(b)),
            ]);
            let [a_rows, b_rows] = [rows(&a), rows(&b)];
            let given = (0..3).map(|row| [a_rows[row].show(), b_rows[row].show()]);
            check.asked(format!("the product a b, where {words}{}", table(["a", "b"], given)), || {
                Named(ROWS, product(&a_rows, &b_rows).to_vec())
            });
        }
    });
}

// ------------------------------------------------------------------------------------------ 21.5

const FRAMES: &[&str] = &[
    "frame 0", "frame 1", "frame 2", "frame 3", "frame 4", "frame 5", "frame 6", "frame 7", "frame 8",
    "frame 9",
];

/// Returns the seconds that pass in each frame, by a step that gets the frame's number; -1 if he waits.
fn passed(mut pass: impl FnMut(usize) -> Option<f32>) -> Named<f32> {
    Named(FRAMES, (0..FRAMES.len()).map(|frame| pass(frame).unwrap_or(-1.0)).collect())
}

fn todo_21_5_turn() {
    const LARGE: &str = "a knight whose number is larger than the frames between his turns";
    const TIMES: &str = "The frames take 0.01, 0.02, 0.03, 0.04 s, and so on again";
    let took = |frame: usize| 0.01 * (1 + frame % 4) as f32;
    let asked =
        [(1, 0), (1, 5), (2, 0), (2, 3), (3, 7), (4, 0), (4, 1), (4, 6), (8, 2), (8, 999), (8, 100_003)];
    check("21.5", |check| {
        let drawn = check.drawn(|draw| {
            // From 2 to the 24th on, 32-bit floats skip numbers.
            let start = draw.size(1..1_000_000) + draw.one_of(&[0, 1 << 24]);
            ((draw.size(1..20), draw.size(1..1_000_000)), start, draw.factor(100.0))
        });
        for ((every, index), start, times) in asked.map(|asked| (asked, 0, 1.0)).into_iter().chain(drawn) {
            check.tags(&[("a turn in every frame", every == 1), (LARGE, index >= every)]);
            let often =
                if every == 1 { "in every frame".to_owned() } else { format!("once in {every} frames") };
            check.asked(
                format!(
                    "how many seconds pass for knight {index}, who is updated {often}, in each of ten; -1 means that he \
                     waits. {TIMES}"
                ),
                || {
                    let mut turn = Turn::default();
                    turn.every = every;
                    passed(|frame| turn.pass(times * took(frame), start + frame, index))
                },
            );
        }
        check.tags(&[(LARGE, true)]);
        for (index, changes) in
            [(1usize, [8, 8, 8, 1, 1, 4, 4, 4, 4, 2]), (3, [4, 1, 8, 8, 2, 2, 1, 4, 4, 4])]
        {
            check.asked(
                format!(
                    "how many seconds pass for knight {index}, who is updated once in {changes:?} frames, which changes from \
                     frame to frame; -1 means that he waits. {TIMES}, but frame 7 takes no time"
                ),
                || {
                    let mut turn = Turn::default();
                    passed(|frame| {
                        turn.every = changes[frame];
                        turn.pass(if frame == 7 { 0.0 } else { took(frame) }, frame, index)
                    })
                },
            );
        }
    });
}

// ------------------------------------------------------------------------------------------ 21.6

thread_local! {
    static COMPARED: Cell<usize> = const { Cell::new(0) };
}

/// A time that counts comparisons.
#[derive(Clone, Copy, PartialEq)]
struct Counted(f32);

impl PartialOrd for Counted {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        COMPARED.set(COMPARED.get() + 1);
        self.0.partial_cmp(&other.0)
    }
}

/// Most comparisons for a key one step from the last one: two loops by a step take three.
const FEW: usize = 8;
/// Most comparisons of a bisection of all those keys; a search through all takes far more.
const HALVING: usize = 40;

/// A key, and about how many comparisons it took, as right searches differ in that.
struct Sought {
    key: usize,
    comparisons: String,
}

told!(Sought { key, comparisons });

impl Sought {
    /// Runs a search, and counts its comparisons.
    fn by(search: impl FnOnce() -> usize) -> Self {
        COMPARED.set(0);
        let key = search();
        let compared = COMPARED.get();
        let few = [FEW, HALVING].into_iter().find(|few| compared <= *few);
        let comparisons = few.map_or(format!("more than {HALVING}"), |few| format!("{few} at most"));
        Self { key, comparisons }
    }
}

fn key_of(times: &[f32], key: usize) -> String {
    times.get(key).map_or(format!("{key}, which is no key of these"), |time| format!("{key}, at {time} s"))
}

/// Asks for the key at a time, after another one was found last.
fn ask_key(check: &mut Check, times: &[f32], last_found: usize, time: f32) {
    check.tags(&[
        ("no key of that number", last_found >= times.len()),
        ("a time before all keys", time < times[0]),
        ("a way back to the first key", last_found > 0 && times.get(1).is_none_or(|next| time < *next)),
        ("a step back in time", times.get(last_found).is_some_and(|last| *last > time)),
    ]);
    check.asked(
        format!(
            "the key of the joint 'knee' at {time} s, after key {last_found} was found last; its {} keys are at {times:?} s, \
             counted from 0",
            times.len()
        ),
        || key_of(times, key_from_last(times, last_found, time)),
    );
}

/// Asks for keys of very many. A search through all of them, or by bisection, takes far more than few comparisons.
fn ask_near_key(check: &mut Check) {
    let times: Vec<Counted> = (0..140_000).map(|key| Counted(key as f32)).collect();
    let drawn = check.drawn(|draw| {
        let last_found = draw.whole(100..139_990);
        (last_found, last_found as f32 + draw.number(-0.875..1.875))
    });
    for (last_found, time) in
        [(139_000, 139_001.5), (139_000, 138_999.25), (700, 700.9)].into_iter().chain(drawn)
    {
        check.asked(
            format!(
                "the key at {time} s, after key {last_found} was found last; its 140000 keys are at 0, 1, 2, … and 139999 s, \
                 and few of them may be compared"
            ),
            || Sought::by(|| key_from_last(&times, last_found, Counted(time))),
        );
    }
}

fn todo_21_6_key_pair() {
    const ANY: usize = usize::MAX;
    let times = [0.5, 1.0, 1.0, 2.0, 3.0, 4.5];
    check("21.6", |check| {
        let drawn = check.drawn(|draw| {
            let times = drawn_times(draw);
            let last_found = draw.whole(0..times.len() + 2);
            (times.clone(), draw.one_of(&[last_found, times.len() - 1, ANY]), drawn_time(draw, &times))
        });
        let steps = [(0, 4.2), (1, 9.0), (4, 0.6), (5, 2.8), (0, 1.0), (2, 3.0), (3, 0.1), (6, 2.2)];
        let jumps = [(ANY, 2.2), (ANY, 0.2), (5, 4.8), (5, 1.0), (4, 9.0)];
        for (last_found, time) in steps.into_iter().chain(jumps) {
            ask_key(check, &times, last_found, time);
        }
        for (last_found, time) in [(1, 2.0015), (3, 2.0005)] {
            ask_key(check, &[1.0, 2.0, 2.001, 2.002], last_found, time);
        }
        for (times, last_found, time) in drawn {
            ask_key(check, &times, last_found, time);
        }
        check.tags(&[]);
        check.asked("the key at 1 s of no keys at all", || key_from_last(&[], 3, 1.0));
        for time in [0.2, 1.5, 7.0] {
            check.asked(format!("the key at {time} s of a single key at 1.5 s"), || {
                key_from_last(&[1.5], 0, time)
            });
        }
        ask_near_key(check);
    });
}

/// Draws times of keys, of which some are equal: in steps of a 64th of a power of two, so that no difference is rounded.
fn drawn_times(draw: &mut Draw) -> Vec<f32> {
    let (unit, mut time) = (2f32.powi(draw.signed(24) as i32), draw.number(-2.0..2.0));
    let count = draw.size(1..5000);
    let next = |key| {
        // Nothing says which of two first keys holds before them.
        let shared = if key == 1 { 1.0 } else { 0.0 };
        time += draw.number(0.015625..1.25) * draw.one_of(&[shared, 1.0, 1.0]);
        unit * time
    };
    (0..count).map(next).collect()
}

/// Draws a time before all keys, at one of them, hardly past it, between them, or long after all.
fn drawn_time(draw: &mut Draw, times: &[f32]) -> f32 {
    let (Some(first), Some(last)) = (times.first(), times.last()) else { return draw.number(0.0..5.0) };
    let (key, far) = (draw.one_of(times), draw.factor(100.0));
    let between = first + draw.number(0.0..1.0) * (last - first);
    let next = times.iter().copied().find(|next| *next > key).unwrap_or(key);
    let past = key + 0.005 * (next - key);
    draw.one_of(&[first - far, key, key, past, past, between, between, last + far])
}
