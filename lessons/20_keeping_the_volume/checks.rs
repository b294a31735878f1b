//! The checks of lesson 20.

#[allow(dead_code, reason = "the lesson uses more of it")]
mod dual_quaternion;
mod helper;

use anyhow::Result;
use check::{Answer, Check, Named, check, on_main_thread, table};
use dual_quaternion::DualQuaternion;
use gl::offscreen;
use gl::{SkinInput, VertexShader};
use glam::{Mat4, Quat, Vec3, Vec4, vec3, vec4};
use glium::uniforms::UniformBuffer;
use glium::{implement_vertex, uniform};
use gpu::MAX_JOINTS;
use helper::helper_turn;

on_main_thread!(todo_20_1_after, todo_20_2_mix, todo_20_3_helper);

/// A dual quaternion, as its real and its dual part.
type Pair = [Vec4; 2];

/// Returns the product of two quaternions of any length.
fn product(a: Vec4, b: Vec4) -> Vec4 {
    let (u, v) = (a.truncate(), b.truncate());
    (a.w * v + b.w * u + u.cross(v)).extend(a.w * b.w - u.dot(v))
}

fn pair(turn: Quat, translation: Vec3) -> Pair {
    [turn.into(), product((0.5 * translation).extend(0.0), turn.into())]
}

// ------------------------------------------------------------------------------------------ 20.1

/// A rotation, and the translation after it.
type Motion = (Quat, Vec3);

/// Returns words for two motions, the first one, and the one after it.
fn motions() -> [(&'static str, Motion, Motion); 10] {
    let about =
        |x: f32, y: f32, z: f32, degrees: f32| Quat::from_axis_angle(vec3(x, y, z), degrees.to_radians());
    let moves = |x: f32, y: f32, z: f32| (Quat::IDENTITY, vec3(x, y, z));
    let turns = |x: f32, y: f32, z: f32, degrees: f32| (about(x, y, z, degrees), Vec3::ZERO);
    let [one, other] = [about(-0.6, 0.64, 0.48, 100.0), about(0.6, 0.0, 0.8, 160.0)];
    let [half, other_half] = [about(1.0, 0.0, 0.0, 180.0), about(0.0, 1.0, 0.0, 180.0)];
    [
        ("two translations", moves(2.0, -4.0, 6.0), moves(1.0, 3.0, 0.5)),
        ("two rotations", turns(0.0, 0.0, 1.0, 30.0), turns(1.0, 0.0, 0.0, 80.0)),
        ("a translation, then a rotation", moves(0.0, -0.01, 0.0), turns(0.0, 0.0, 1.0, 60.0)),
        ("a rotation, then a translation", turns(0.6, 0.0, 0.8, 130.0), moves(0.5, -1.0, 4.0)),
        ("an inverse bind matrix, then a pose", moves(0.0, -1.0, 0.0), (one, Vec3::Y)),
        ("two motions", (one, vec3(-3.0, 0.5, 1.0)), (other, vec3(0.5, -1.0, 4.0))),
        ("two motions with half a turn each", (half, Vec3::NEG_Y), (other_half, vec3(2.0, 4.0, 6.0))),
        ("a motion with its other sign, then one", (-one, vec3(2.0, 1.0, 0.5)), (other, Vec3::Y)),
        (
            "a motion, then a turn by a tenth of a degree",
            (one, vec3(-3.0, 0.5, 1.0)),
            turns(0.0, 0.6, 0.8, 0.1),
        ),
        ("two motions that go far", (other, vec3(-300.0, 50.0, 100.0)), (one, vec3(900.0, -400.0, 7.0))),
    ]
}

/// Returns one of (q, d) and (−q, −d), which are the same motion, so either is right.
fn told([q, d]: Pair) -> Named<Vec4> {
    let farthest = |far: f32, part: f32| if part.abs() > far.abs() + 0.01 { part } else { far };
    let side = q.to_array().into_iter().fold(0.0, farthest);
    Named(&["real part", "dual part"], [q, d].map(|part| part * 1f32.copysign(side)).to_vec())
}

fn todo_20_1_after() {
    check("20.1", |check| {
        let drawn = check.drawn(|draw| {
            let mut any = || {
                let turn = draw.wide_turn() * draw.one_of(&[1.0, -1.0]);
                (turn, draw.factor(100.0) * draw.point(4.0))
            };
            let [first, then] = [any(), any()];
            let far = (Quat::IDENTITY, 1e3 * draw.one_of(&[Vec3::X, Vec3::Y, Vec3::Z]));
            let hardly = (Quat::from_scaled_axis(1e-4 * draw.point(2.0)), Vec3::ZERO);
            let [any, both] = ["two motions", "a far place and a turn that hardly is one"];
            draw.one_of(&[(any, first, then), (any, first, then), (both, far, hardly), (both, hardly, far)])
        });
        for (words, first, then) in motions().into_iter().chain(drawn) {
            let [of_first, of_then] = [first, then].map(|(turn, translation)| pair(turn, translation));
            check.tags(&[
                ("a first rotation whose w isn't above 0", first.0.w < 1e-6),
                ("a rotation that comes first", first.0 != Quat::IDENTITY),
                ("a translation that comes first", first.1 != Vec3::ZERO),
                ("a translation in both", first.1 != Vec3::ZERO && then.1 != Vec3::ZERO),
                ("a rotation that comes last", then.0 != Quat::IDENTITY),
                ("a translation that comes last", then.1 != Vec3::ZERO),
            ]);
            let row = |(what, [q, d]): (&str, Pair)| [what.to_owned(), q.show(), d.show()];
            let rows = [("first", of_first), ("after it", of_then)].map(row);
            check.asked(
                format!("the pair of {words}{}", table(["", "real part", "dual part"], rows)),
                || {
                    let [first, then] = [of_first, of_then].map(|pair| {
                        let [real, dual] = pair.map(Quat::from_vec4);
                        DualQuaternion { real, dual }
                    });
                    let DualQuaternion { real, dual } = then.after(first);
                    told([real.into(), dual.into()])
                },
            );
        }
    });
}

// ------------------------------------------------------------------------------------------ the shader

/// The joint and the weight in each slot of a vertex.
type Slots = [(usize, f32); 4];

const JOINTS: usize = 100;
const PLACE: Vec3 = vec3(0.5, -1.0, 2.0);
const NORMAL: Vec3 = vec3(0.6, 0.0, 0.8);

/// The shader's output for a vertex, in world space.
#[derive(Clone, Copy)]
struct Shaded {
    v_position: [f32; 3],
    v_normal: [f32; 3],
}
implement_vertex!(Shaded, v_position, v_normal);

/// The names of the answers for five vertices.
const SHADED: &[&str] = &[
    "position of vertex 0",
    "normal of vertex 0",
    "position of vertex 1",
    "normal of vertex 1",
    "position of vertex 2",
    "normal of vertex 2",
    "position of vertex 3",
    "normal of vertex 3",
    "position of vertex 4",
    "normal of vertex 4",
];

/// Runs the student's shader on vertices with these joints.
fn shade(vertices: &[Slots], palette: &[Pair]) -> Result<Vec<Shaded>> {
    let gl = offscreen()?;
    let mut rows = [[0.0f32; 4]; 2 * MAX_JOINTS];
    for (row, part) in rows.iter_mut().zip(palette.as_flattened()) {
        *row = part.to_array();
    }
    let rows = UniformBuffer::new(&gl, rows)?;
    let identity = Mat4::IDENTITY.to_cols_array_2d();
    let uniforms = uniform! { DualPalette: &rows, u_clip_from_world: identity, u_world_from_model: identity };
    let vertex = |slots: &Slots| SkinInput {
        a_position: PLACE.to_array(),
        a_normal: NORMAL.to_array(),
        a_texture_coordinates: [0.0; 2],
        a_joints: slots.map(|(joint, _)| joint as u16),
        a_weights: slots.map(|(_, weight)| weight),
    };
    let vertices: Vec<_> = vertices.iter().map(vertex).collect();
    VertexShader::<Shaded>::new(&gl, "rigged_dual.vert")?.run(&vertices, &uniforms)
}

/// Returns pairs of joints that rotate by up to `spread` degrees from the `middle`, every third with the opposite
/// sign. Their dual parts are at right angles to the real ones, so they are translations.
fn palette(about: Quat, middle: f32, spread: f32) -> Vec<Pair> {
    let of_joint = |joint: usize| {
        let i = joint as f32;
        let degrees = if joint == 0 { middle - 190.0 } else { middle + spread * (2.4 * i).sin() };
        let aside = vec3(0.2 * (1.7 * i).sin(), 1.0, 0.2 * i.cos()).normalize();
        let turn = Vec4::from(about * Quat::from_axis_angle(aside, degrees.to_radians()));
        let any = vec4((0.9 * i).sin(), 0.2 * (i % 7.0), i.cos(), (1.3 * i).sin());
        let motion = [turn, any - any.dot(turn) * turn];
        if joint % 3 == 1 { motion.map(|part| -part) } else { motion }
    };
    (0..JOINTS).map(of_joint).collect()
}

/// Vertices whose joints are never joint 0, except in unused slots.
const VERTICES: [Slots; 5] = [
    [(4, 0.75), (1, 0.25), (0, 0.0), (0, 0.0)],
    [(2, 0.4), (3, 0.3), (1, 0.2), (8, 0.1)],
    [(7, 1.0), (0, 0.0), (0, 0.0), (0, 0.0)],
    [(16, 0.6), (63, 0.3), (7, 0.07), (99, 0.03)],
    [(6, 0.25), (64, 0.25), (9, 0.25), (5, 0.25)],
];

// ------------------------------------------------------------------------------------------ 20.2

fn todo_20_2_mix() {
    // Two that are near each other, and on two sides of joint 1, which has no say in it.
    let mut apart = VERTICES;
    apart[2] = [(46, 0.6), (73, 0.4), (0, 0.0), (0, 0.0)];
    let asked = [
        ("the joints turn by up to 80° to both sides", palette(Quat::IDENTITY, 0.0, 80.0), VERTICES),
        ("the joints turn by 60° to 220°", palette(Quat::from_rotation_x(0.3), 140.0, 80.0), VERTICES),
        // So far apart that the sum of some pairs may be on another side than the first of them.
        ("the joints turn by up to 150° to both sides", palette(Quat::IDENTITY, 0.0, 150.0), apart),
    ]
    .map(|(words, palette, vertices)| (words.to_owned(), palette, vertices));
    check("20.2", |check| {
        let drawn = check.drawn(|draw| {
            let vertices =
                [(); 5].map(|()| draw.slots(JOINTS - 1).map(|(joint, weight)| (joint + 1, weight)));
            let palette = palette(draw.turn(), draw.number(-180.0..180.0), 1.8 * draw.factor(100.0));
            (format!("joints and weights are {vertices:?}"), palette, vertices)
        });
        for (words, palette, vertices) in asked.into_iter().chain(drawn) {
            check.tags(&[("joints that are more than half a turn apart", words.contains("150°"))]);
            check.asked(
                format!("position and normal of five vertices: {words}; every third pair has its other sign"),
                || {
                    let of = |vertex: Shaded| [vertex.v_position, vertex.v_normal].map(Vec3::from);
                    let shaded = shade(&vertices, &palette)?;
                    anyhow::Ok(Named(SHADED, shaded.into_iter().flat_map(of).collect()))
                },
            );
        }
    });
}

// ------------------------------------------------------------------------------------------ 20.3

/// Words for the turn, the bone, and the degrees of the swing, about an axis at a right angle to the bone, and of the twist.
type Twisted = (&'static str, Vec3, f32, f32);

const TWISTED: &str = "a twist that comes with a swing, or with a negative w";

fn ask_helper(check: &mut Check, (words, axis, swing, twist): Twisted, sign: f32) {
    let about = |axis: Vec3, degrees: f32| Quat::from_axis_angle(axis, degrees.to_radians());
    // Exactly half a turn has a w of 0, and both ways round are as short: what's compared is the helper's turn twice.
    // Made often, a small turn isn't taken for none.
    let is_half = twist == 180.0;
    let is_small = (0.01..2.0).contains(&twist.abs());
    let doublings = if is_small { 6 } else { usize::from(is_half) };
    let made = if doublings > 0 { format!(", made {} times,", 1 << doublings) } else { String::new() };
    let twisted = if is_half { Quat::from_vec4(axis.extend(0.0)) } else { about(axis, twist) };
    let turn = about(axis.any_orthonormal_vector(), swing) * twisted * sign;
    let twice = |helper: Quat| Quat::from_vec4(product(helper.into(), helper.into()));
    check.tags(&[
        (TWISTED, twist != 0.0 && (swing != 0.0 || turn.w < 0.0)),
        ("a w of exactly 0", turn.w == 0.0),
        ("a twist by half a turn", is_half),
        ("a negative w", turn.w < 0.0),
        ("a swing", swing != 0.0),
        ("a slanted bone", axis.max_element() < 0.99),
    ]);
    check.asked(
        format!(
            "the helper's turn{made} for a joint that {words}, by {swing}° and {twist}°; the bone is along {}, and the \
             joint's turn is given as {}",
            axis.show(),
            Vec4::from(turn).show()
        ),
        || (0..doublings).fold(helper_turn(turn, axis), |helper, _| twice(helper)),
    );
}

fn todo_20_3_helper() {
    let slanted = vec3(0.48, 0.6, 0.64);
    let asked = [
        ("only twists", Vec3::Y, 0.0, 100.0),
        ("twists far back", Vec3::Y, 0.0, -150.0),
        ("only swings", Vec3::X, 70.0, 0.0),
        ("swings and twists", Vec3::Y, 60.0, 120.0),
        ("swings nearly by half a turn, and twists", Vec3::Z, 178.0, 50.0),
        ("swings far and twists back, about a slanted bone", slanted, 110.0, -80.0),
        ("only twists, by half a turn", Vec3::Y, 0.0, 180.0),
        ("swings and twists by half a turn, about a slanted bone", slanted, 60.0, 180.0),
    ];
    check("20.3", |check| {
        let drawn = check.drawn(|draw| {
            let twists = [draw.number(-179.0..179.0), draw.factor(10.0), -draw.factor(10.0), 0.0];
            ("swings and twists", draw.turn() * Vec3::X, draw.number(0.0..170.0), draw.one_of(&twists))
        });
        for asked in asked.into_iter().chain(drawn) {
            ask_helper(check, asked, 1.0);
            ask_helper(check, asked, -1.0);
        }
        for (words, y, w, degrees) in [
            ("half a turn, so that there is no twist to find", 0.0, 0.0, 0.0),
            ("nearly half a turn", 3e-6, 4e-6, 36.869_9),
        ] {
            check.tags(&[("a swing", true), (TWISTED, degrees != 0.0)]);
            check.asked(
                format!(
                    "the helper's turn for a joint that swings by {words}; the bone is along (0, 1, 0), and the joint's turn \
                     is given as (1, {y}, 0, {w})"
                ),
                || helper_turn(Quat::from_xyzw(1.0, y, 0.0, w), Vec3::Y),
            );
        }
    });
}
