//! The checks of lesson 20.

use anyhow::Result;
use check::{Named, Slip, check, names, on_main_thread};
use common::pose::Pose;
use common::transform::Transform;
use crowd::rows::{Rows, product, rows};
use crowd::table::rotations;
use crowd::{Table, Turn};
use gl::offscreen;
use gl::{Texels, VertexShader};
use glam::{Mat4, Quat, Vec3, Vec4, vec3};
use glium::{implement_vertex, uniform};

on_main_thread!(
    todo_20_1_rotations,
    todo_20_2_place,
    todo_20_3_blended_rows,
    todo_20_4_product,
    todo_20_5_turn
);

// ------------------------------------------------------------------------------------------ 20.1

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

/// The rotations as in a table: each with the sign nearer to the row before.
fn one_sided(poses: &[Pose]) -> Vec<Vec4> {
    let joints = poses[0].len();
    let mut listed: Vec<Vec4> = Vec::new();
    for (place, joint) in poses.iter().flatten().enumerate() {
        let rotation = Vec4::from(joint.rotation);
        let is_far = place >= joints && listed[place - joints].dot(rotation) < 0.0;
        listed.push(if is_far { -rotation } else { rotation });
    }
    listed
}

fn todo_20_1_rotations() {
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
    check("20.1", |check| {
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
                let of_joint = |joint: &Transform| format!("{:.2}", Vec4::from(joint.rotation));
                format!("row {row}: {}", pose.iter().map(of_joint).collect::<Vec<_>>().join(", "))
            };
            let given: Vec<String> = poses.iter().enumerate().map(row).collect();
            let is_far = |[a, b]: [&Transform; 2]| a.rotation.dot(b.rotation) < 0.0;
            let pairs = poses.iter().zip(&poses[1..]).flat_map(|(a, b)| a.iter().zip(b.iter()));
            check.tags(&[
                ("rows on different sides", pairs.into_iter().any(|(a, b)| is_far([a, b]))),
                ("a first row with a negative w", poses[0].iter().any(|joint| joint.rotation.w < 0.0)),
                ("several joints", joints > 1),
                ("a single row", rows == 1),
            ]);
            let places = names(rows * joints, |place| format!("number {place}"));
            check.case(
                format!("the rotations of {rows} rows of {joints} joints, {words}: {}", given.join("; ")),
                || Named(places, numbers(&rotations(&poses))),
                || Named(places, one_sided(&poses)),
            );
        }
        check.tags(&[("rows on different sides", true), ("several joints", true)]);
        check.case(
            "the last rotation of 300 joints in 300 rows, each of which changes sides",
            || numbers(&rotations(&poses(300, 300, 1.0, |row, _| row % 2 == 1)))[89_999],
            || one_sided(&poses(300, 300, 1.0, |row, _| row % 2 == 1))[89_999],
        );
    });
}

/// A table of one joint that doesn't move.
fn table(rows: usize, seconds: f32) -> Table {
    Table::of_poses(seconds, poses(rows, 1, 0.0, |_, _| false))
}

// ------------------------------------------------------------------------------------------ 20.2

const NOT_HELD: Slip = Slip::Here(
    "not-held",
    "The part is below 0 or above 1, because the time is before the start of a clip that doesn't loop, or past its end. Such a \
     clip stays where it began or ended. Between which two numbers must the part of the clip be?",
);

fn todo_20_2_place() {
    const PARTS: &[&str] = &["row", "part of the way"];
    const MANY: &str = "a table of many rows";
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
        (-2.93, true),
        (-0.05, false),
    ];
    check("20.2", |check| {
        check.own_slips(&[NOT_HELD]);
        let drawn = check.drawn(|draw| {
            // Not on a row, where rounding may decide between the end of one interval and the start of the next, and not so
            // many rounds away that a part of the way is rounded off.
            let (gaps, length) = (draw.size(1..100), draw.factor(100.0));
            let part = draw.number(0.2..0.8);
            let at = draw.whole(0..gaps) as f32 + draw.one_of(&[part, part, 0.01, 0.99]);
            let rounds = draw.signed(500 / gaps) as f32 + at / gaps as f32;
            ((rounds * length, draw.one_of(&[true, false])), gaps + 1, length)
        });
        check.needs(
            "20.1",
            || numbers(&rotations(&poses(13, 1, 0.0, |_, _| false))),
            || one_sided(&poses(13, 1, 0.0, |_, _| false)),
        );
        let asked = asked.map(|asked| ((asked, 13, 1.2), true)).into_iter();
        let drawn = drawn.into_iter().map(|drawn| (drawn, false));
        for (((seconds, looping), rows, length), is_seen) in asked.chain(drawn) {
            let (table, gaps) = (self::table(rows, length), rows - 1);
            check.tags(&[
                ("a time before the start", seconds < 0.0),
                ("a time past the end", seconds > table.seconds),
                ("a time at the very end", seconds == table.seconds),
                ("a clip that loops", looping),
                (
                    "a loop at a time outside its first round",
                    looping && !(0.0..table.seconds).contains(&seconds),
                ),
                ("a time before the start of a clip that doesn't loop", !looping && seconds < 0.0),
                ("a time past the end of a clip that doesn't loop", !looping && seconds > table.seconds),
                (MANY, false),
            ]);
            let loops = if looping { "that loops" } else { "that stays at its end" };
            let within = if looping { seconds - length * (seconds / length).floor() } else { seconds };
            let place = |at: f32| {
                let row = (at.floor() as usize).min(gaps - 1);
                told((row, at - row as f32))
            };
            let part = within / length;
            let held = part.clamp(0.0, 1.0);
            check.case_among(
                format!("the place in a table of {rows} rows at {seconds} s of a clip of {length} s {loops}"),
                || told(table.place(seconds, looping)),
                |_| place(held * gaps as f32),
                || {
                    let rows_for_gaps = is_seen.then(|| ("rows-for-gaps", place(held * rows as f32)));
                    (rows_for_gaps, [(NOT_HELD, place(part * gaps as f32))])
                },
            );
        }
        check.tags(&[(MANY, true)]);
        let long = self::table(262_145, 1.0);
        check.case(
            "the place in a table of 262145 rows at 0.7629413604736328125 s of a clip of 1 s that stays at its end",
            || told(long.place(200_000.5 / 262_144.0, false)),
            || told((200_000, 0.5)),
        );
        check.tags(&[(MANY, false)]);
        let short = self::table(3, 0.002);
        check.case_among(
            "the place in a table of 3 rows at 0.0015 s of a clip of 0.002 s that loops",
            || told(short.place(0.0015, true)),
            |_| told((1, 0.5)),
            || ([("rows-for-gaps", told((1, 1.25)))], []),
        );
    });
}

// ------------------------------------------------------------------------------------------ 20.3

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
    let knights: Vec<_> = (0..*knights).map(standing).collect();
    let shader = VertexShader::<Shaded>::new(&gl, "crowd.vert")?;
    let shaded = shader.run_instanced(&vertices.map(|slots| vertex(&slots)), &knights, &uniforms)?;
    Ok(shaded.into_iter().map(|vertex| vertex.v_position.into()).collect())
}

/// Returns the places. `index` is the matrix of a knight, for the number of a slot and its joint.
fn placed((count, vertices): &Weighted, index: impl Fn(usize, usize, usize) -> usize) -> Vec<Vec3> {
    let knights = (0..*count).flat_map(|knight| vertices.iter().map(move |slots| (knight, slots)));
    let place = |(knight, slots): (usize, &[(usize, f32); 4])| {
        let part = |(slot, &(joint, weight)): (usize, &(usize, f32))| {
            weight * matrix(index(knight, slot, joint)).transform_point3(POINT)
        };
        let parts = slots.iter().enumerate().map(part);
        world_from_model(knight).transform_point3(parts.sum())
    };
    knights.map(place).collect()
}

const SLOT_FOR_JOINT: Slip = Slip::Here(
    "slot-for-joint",
    "The matrices are those of the slots' numbers. Each slot names a joint: where does it stand?",
);
const ANOTHERS_PALETTE: Slip = Slip::Here(
    "anothers-palette",
    "Knight 0 is right, but at least one after him has matrices of another knight. At which matrix of the list does the \
     palette of knight 3 begin?",
);
const LAST_SLOT: Slip = Slip::Here(
    "last-slot",
    "Only the last slot is left: each of the four puts its rows in place of those before. What should a slot do with the rows that \
     are there already?",
);

fn todo_20_3_blended_rows() {
    let one = |joint: usize| [(joint, 1.0), (0, 0.0), (0, 0.0), (0, 0.0)];
    let asked = [
        (7, 3, [one(0), one(4)]),
        (25, 3, [one(24), [(3, 0.5), (8, 0.3), (21, 0.2), (0, 0.0)]]),
        (7, 4, [one(5), [(1, 0.4), (2, 0.3), (3, 0.2), (6, 0.1)]]),
        (8000, 3, [one(7999), [(4000, 0.0), (7998, 0.25), (0, 0.0), (5, 0.75)]]),
    ];
    check("20.3", |check| {
        check.own_slips(&[SLOT_FOR_JOINT, ANOTHERS_PALETTE, LAST_SLOT]);
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
            let places =
                |index: &dyn Fn(usize, usize, usize) -> usize| Ok(Named(names, placed(&vertices, index)));
            check.case_among(
                format!(
                    "where two vertices of {knights} knights are, who have {joints} matrices each, of {rows_each} rows; the \
                     first follows {first}, the second {second}"
                ),
                || Ok(Named(names, shade(joints, rows_each, &vertices)?)),
                |_| places(&|knight, _, joint| joints * knight + joint),
                || {
                    // All knights have the first one's, or the last of them has that of the one before.
                    let most = [0, knights.saturating_sub(2)];
                    let capped = most.map(|most| places(&|knight, _, joint| joints * knight.min(most) + joint));
                    let others = capped.into_iter().chain([places(&|knight, _, joint| knight + joint)]);
                    let slots = places(&|knight, slot, _| joints * knight + slot);
                    let last = vertices.1.map(|[.., last]| [(0, 0.0), (0, 0.0), (0, 0.0), last]);
                    let last = placed(&(*knights, last), |knight, _, joint| joints * knight + joint);
                    let each = [(SLOT_FOR_JOINT, slots), (LAST_SLOT, Ok(Named(names, last)))];
                    ([], others.map(|places| (ANOTHERS_PALETTE, places)).chain(each))
                },
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
            "a scales by 3, 0.01 and −2 and then moves, and b moves by (1, 2, 3)",
            moves(4.0, 5.0, 6.0) * stretches(3.0, 0.01, -2.0),
            moves(1.0, 2.0, 3.0),
        ),
        (
            "a turns by 70° and then moves, and b stretches and then turns by −40°",
            moves(4.0, 5.0, 6.0) * turns(70.0),
            turns(-40.0) * stretches(1.0, 2.0, 0.5) * moves(0.2, 0.0, -3.0),
        ),
    ];
    check("20.4", |check| {
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
                    // Column by column: the images of b's axes and its origin under a.
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
    /// Names of the frames.
    const FRAMES: &[&str] = &[
        "frame 0", "frame 1", "frame 2", "frame 3", "frame 4", "frame 5", "frame 6", "frame 7", "frame 8",
        "frame 9",
    ];
    /// Means a frame in which it isn't his turn.
    const WAITS: f32 = -1.0;
    let took = |frame: usize| 0.01 * (1 + frame % 4) as f32;
    let asked =
        [(1, 0), (1, 5), (2, 0), (2, 3), (3, 7), (4, 0), (4, 1), (4, 6), (8, 2), (8, 999), (8, 100_003)];
    check("20.5", |check| {
        let drawn = check.drawn(|draw| {
            // From 2 to the 24th on, 32-bit floats skip numbers.
            let start = draw.size(1..1_000_000) + draw.one_of(&[0, 1 << 24]);
            ((draw.size(1..20), draw.size(1..1_000_000)), start, draw.factor(100.0))
        });
        let asked = asked.map(|asked| (asked, 0, 1.0)).into_iter();
        for ((every, index), start, times) in asked.chain(drawn) {
            let took = |frame: usize| times * took(frame);
            check.tags(&[
                ("a turn in every frame", every == 1),
                ("a knight whose number is larger than the frames between his turns", index >= every),
            ]);
            let often =
                if every == 1 { "in every frame".to_owned() } else { format!("once in {every} frames") };
            check.case(
                format!(
                    "how many seconds pass for knight {index}, who is updated {often}, in each of ten; −1 \
                     means that he waits. The frames take 0.01, 0.02, 0.03, 0.04 s, and so on again"
                ),
                || {
                    let mut turn = Turn::default();
                    turn.every = every;
                    let passed = (0..FRAMES.len()).map(|frame| turn.pass(took(frame), start + frame, index));
                    Named(FRAMES, passed.map(|passed| passed.unwrap_or(WAITS)).collect())
                },
                || {
                    let is_due = |frame: usize| (start + frame + index).is_multiple_of(every);
                    let passed = |frame: usize| {
                        let since =
                            (0..frame).rev().find(|&earlier| is_due(earlier)).map_or(0, |last| last + 1);
                        if is_due(frame) { (since..=frame).map(took).sum() } else { WAITS }
                    };
                    Named(FRAMES, (0..FRAMES.len()).map(passed).collect())
                },
            );
        }
        check.tags(&[("a knight whose number is larger than the frames between his turns", true)]);
        for (index, changes) in
            [(1usize, [8, 8, 8, 1, 1, 4, 4, 4, 4, 2]), (3, [4, 1, 8, 8, 2, 2, 1, 4, 4, 4])]
        {
            let seconds = |frame: usize| if frame == 7 { 0.0 } else { took(frame) };
            check.case(
                format!(
                    "how many seconds pass for knight {index}, who is updated once in {changes:?} frames, which changes \
                     from frame to frame; −1 means that he waits. The frames take 0.01, 0.02, 0.03, 0.04 s, and so on \
                     again, but frame 7 takes no time"
                ),
                || {
                    let mut turn = Turn::default();
                    let passed = changes.iter().enumerate().map(|(frame, &every)| {
                        turn.every = every;
                        turn.pass(seconds(frame), frame, index)
                    });
                    Named(FRAMES, passed.map(|passed| passed.unwrap_or(WAITS)).collect())
                },
                || {
                    let mut waiting = 0.0;
                    let passed = changes.iter().enumerate().map(|(frame, &every)| {
                        waiting += seconds(frame);
                        match (frame + index).is_multiple_of(every) {
                            true => std::mem::take(&mut waiting),
                            false => WAITS,
                        }
                    });
                    Named(FRAMES, passed.collect())
                },
            );
        }
    });
}
