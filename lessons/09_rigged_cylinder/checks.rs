//! The checks of lesson 09.

use anyhow::Result;
use check::{Answer, Check, Draw, Named, check, on_main_thread, table};
use common::skin::{normal_palette, three_weights};
use gl::{VertexShader, offscreen};
use glam::{Mat3, Mat4, Quat, Vec3, vec3};
use glium::{implement_vertex, uniform};

on_main_thread!(todo_09_1_weights, todo_09_2_normals, todo_09_3_lamp);

const BONES: &[&str] = &["bone 0", "bone 1", "bone 2", "bone 3"];

const NORMALS: &[&str] = &["the first", "the second", "the third", "the fourth"];

const LOW: f32 = 1.0 / 3.0;
const HIGH: f32 = 2.0 / 3.0;

fn heights(margin: f32) -> [(&'static str, f32); 14] {
    [
        ("0, at the foot", 0.0),
        ("0.05, near the foot", 0.05),
        ("where the first ramp begins", LOW - margin),
        ("just above the beginning of the first ramp", LOW - 0.99 * margin),
        ("a quarter of the margin below the first cut", LOW - 0.25 * margin),
        ("1/3, on the first cut", LOW),
        ("half the margin above the first cut", LOW + 0.5 * margin),
        ("where the first ramp ends", LOW + margin),
        ("0.5, half-way up", 0.5),
        ("half the margin below the second cut", HIGH - 0.5 * margin),
        ("just below the end of the second ramp", HIGH + 0.99 * margin),
        ("where the second ramp ends", HIGH + margin),
        ("0.9, near the top", 0.9),
        ("1, at the top", 1.0),
    ]
}

fn todo_09_1_weights() {
    let asked =
        [(1.0 / 24.0, "1/24"), (0.001, "0.001"), (0.005, "0.005"), (0.16, "0.16")].map(|(margin, shown)| {
            heights(margin).map(|(words, t)| (format!("{words}; the margin is {shown}"), margin, t))
        });
    check("09.1", |check| {
        let drawn = check.drawn(|draw| {
            let margin = 0.0125 * draw.factor(13.0);
            let around = draw.one_of(&[LOW, HIGH]) + draw.number(-1.5..1.5) * margin;
            let anywhere = draw.number(0.0..1.0);
            let t = draw.one_of(&[around, around, anywhere]);
            (String::new(), margin, t)
        });
        for (words, margin, t) in asked.into_iter().flatten().chain(drawn) {
            let to_cut = (t - LOW).abs().min((t - HIGH).abs());
            check.tags(&[
                ("a height on the second ramp", (t - HIGH).abs() < margin),
                ("a height near the second cut or a little above", (t - HIGH - margin).abs() < 2.0 * margin),
                ("a height above both ramps", t >= HIGH + margin),
                ("a margin below 0.01", margin < 0.01),
                ("a height at which bone 1 has a part", t > LOW - margin && t < HIGH + margin),
                ("a height on a ramp, between its ends", to_cut < 0.995 * margin),
                ("a height on a ramp or at its end", to_cut < 1.005 * margin),
            ]);
            check.asked(format!("the weights of the three bones at the height {words}"), || {
                Named(BONES, three_weights(t, margin).to_vec())
            });
        }
        check.tags(&[
            ("a margin below 0.01", true),
            ("a height at which bone 1 has a part", true),
            ("a height on a ramp, between its ends", true),
            ("a height on a ramp or at its end", true),
        ]);
        let drawn = check.drawn(|draw| (5e-5 * draw.factor(25.0), draw.one_of(&[-0.5, 0.0, 0.5])));
        for (margin, above) in [(0.00001, 0.5)].into_iter().chain(drawn) {
            // Single precision leaves two digits of a ramp as narrow as this.
            let twentieth = |weight: f32| (20.0 * weight).round() / 20.0;
            check.asked(
                format!(
                    "the weights of the three bones {above} of the margin above the first cut, rounded to a twentieth; the \
                     margin is {margin:.5}"
                ),
                || Named(BONES, three_weights(LOW + above * margin, margin).map(twentieth).to_vec()),
            );
        }
    });
}

/// The normals that are asked about.
const ASKED: [Vec3; 4] =
    [vec3(0.6, 0.48, 0.64), vec3(-0.48, 0.6, -0.64), vec3(0.48, 0.36, 0.8), vec3(-0.8, -0.36, -0.48)];

/// Returns a vector with the length 1. glam's own `normalize` would panic at a length of 0.
fn unit(v: Vec3) -> Vec3 {
    v / v.length()
}

fn moved(matrix: Mat3, normals: [Vec3; 4]) -> Named<Vec3> {
    Named(NORMALS, normals.map(|normal| unit(matrix * normal)).to_vec())
}

/// Returns a matrix that stretches, turns and moves.
fn scaled(x: f32, y: f32, z: f32) -> Mat4 {
    let turn = Quat::from_rotation_z(0.5) * Quat::from_rotation_x(0.3);
    Mat4::from_scale_rotation_translation(vec3(x, y, z), turn, vec3(1.0, 2.0, 3.0))
}

fn slanted(x: f32, y: f32, z: f32) -> Mat4 {
    scaled(x, y, z) * Mat4::from_rotation_y(0.7)
}

fn palettes() -> [(&'static str, Vec<Mat4>); 4] {
    let turned = Mat4::from_mat3(Mat3::from_mat4(scaled(1.0, 1.0, 1.0)));
    [
        (
            "two only turn, each its own way, one turns and is stretched twofold along x, one turns and is stretched by \
             1, 0.5 and 3",
            vec![turned, Mat4::from_rotation_y(1.2), scaled(2.0, 1.0, 1.0), scaled(1.0, 0.5, 3.0)],
        ),
        (
            "each turns; one is stretched on a slant but keeps its volume, one is stretched on a slant by 1, 0.5 and \
             3, one is mirrored and stretched twofold along z",
            vec![slanted(2.0, 0.5, 1.0), slanted(1.0, 0.5, 3.0), scaled(-1.0, 1.0, 2.0)],
        ),
        (
            "two turn; one is stretched by 1.01 along x and 0.995 along y, one on a slant by 0.99 along z",
            vec![scaled(1.01, 0.995, 1.0), slanted(1.0, 1.0, 0.99)],
        ),
        (
            "two turn; one is a ten-thousandth as large as in the bind pose, one a thousand times as large",
            vec![scaled(0.0001, 0.0001, 0.0001), scaled(1000.0, 1000.0, 1000.0)],
        ),
    ]
}

fn todo_09_2_normals() {
    let point = ASKED.map(|normal| normal.show()).join(", ");
    check("09.2", |check| {
        let drawn = check.drawn(|draw| {
            let size = draw.factor(1e6);
            let (size, stretch) = draw.one_of(&[(size, 4.0), (size, 4.0), (1.0, 1.002)]);
            let of_size = Mat4::from_scale(Vec3::splat(size));
            let count = draw.size(1..3000);
            ("all of another kind", (0..count).map(|_| draw.frame(2.0, stretch) * of_size).collect())
        });
        for (bones, palette) in palettes().into_iter().chain(drawn) {
            // Of many, some of the first, and the last.
            let numbers = (0..palette.len()).filter(|bone| *bone < 3 || bone + 1 == palette.len());
            for (bone, matrix) in numbers.map(|bone| (bone, palette[bone])) {
                let axes = Mat3::from_mat4(matrix).to_cols_array_2d().map(Vec3::from);
                let is_slanted = axes[0].dot(axes[1]).abs() + axes[2].dot(axes[0] + axes[1]).abs() > 1e-3;
                check.tags(&[
                    ("a mirrored bone", matrix.determinant() < 0.0),
                    ("a bone that's stretched on a slant", is_slanted),
                    ("a tiny bone", matrix.determinant().abs() < 1e-6),
                    ("a flat bone", false),
                ]);
                check.asked(
                    format!(
                        "where the normals {point} point, normalised, on bone {bone} of some bones: {bones}; its matrix \
                         is below\n{}",
                        matrix.show()
                    ),
                    || moved(normal_palette(&palette)[bone], ASKED),
                );
            }
        }
        check.tags(&[("a flat bone", false)]);
        let many: Vec<Mat4> = (0..700u16).map(|i| scaled(1.0 + f32::from(i), 1.0, 1.0)).collect();
        check.asked(
            format!(
                "where the normals {point} point, normalised, on the last of 700 bones, each turned and stretched along \
                 x, by 1, 2, 3 and so on"
            ),
            || moved(normal_palette(&many)[699], ASKED),
        );
        ask_flat(check, &point);
    });
}

/// Asks about bones that are pressed flat.
fn ask_flat(check: &mut Check, point: &str) {
    let slanted_plane = Mat3::from_cols(vec3(1.0, 0.5, 0.0), vec3(0.0, 1.0, 2.0), vec3(2.0, 2.0, 2.0));
    let along_y = "pressed flat along y and stretched threefold along x";
    let flat = [
        ("pressed flat along z", Mat4::from_scale(vec3(1.0, 1.0, 0.0))),
        (along_y, Mat4::from_scale(vec3(3.0, 0.0, 1.0))),
        ("pressed onto a slanted plane", Mat4::from_mat3(slanted_plane)),
    ];
    let half_a_turn = Mat4::from_scale(vec3(1.0, -1.0, -1.0));
    let turns = [("", Mat4::IDENTITY), (", and then turned by 180° about x", half_a_turn)];
    for ((then, turn), (words, matrix)) in turns.into_iter().flat_map(|turn| flat.map(|flat| (turn, flat))) {
        let matrix = turn * matrix;
        check.tags(&[
            ("a flat bone", true),
            ("half a turn after it was pressed", !then.is_empty()),
            ("a bone that's pressed flat along y", words == along_y),
        ]);
        check.asked(
            format!(
                "where the normals {point} point, normalised, on a bone that is {words}{then}; its matrix is below\n{}",
                matrix.show()
            ),
            || moved(normal_palette(&[matrix])[0], ASKED),
        );
    }
    let drawn = check.drawn(|draw| {
        let size = 2f32.powi(draw.signed(8) as i32);
        // Columns of whole numbers, so that the third is in the plane of the others exactly, or a little beside it.
        let mut whole = || Vec3::from([(); 3].map(|()| draw.signed(3) as f32));
        let mut pairs = std::iter::repeat_with(|| [whole(), whole()]);
        let [x, y] = pairs.find(|[x, y]| x.cross(*y) != Vec3::ZERO).unwrap_or([Vec3::X, Vec3::Y]);
        let beside = draw.one_of(&[0.0, 0.0, 0.001, -0.001]) * x.cross(y);
        let [a, b] = [(); 2].map(|()| draw.signed(2) as f32);
        let (mut columns, mut pressed) = ([x, y, a * x + b * y + beside], [a, b, -1.0]);
        let first = draw.whole(0..3);
        columns.rotate_left(first);
        pressed.rotate_left(first);
        // Clearly on one side of what is pressed flat, in the bind pose.
        let mut normal = || draw.one_of(&[1.0, -1.0]) * unit(pressed.into()) + 0.5 * (draw.turn() * Vec3::X);
        let normals = [(); 4].map(|()| normal());
        (columns.map(|column| size * column), normals)
    });
    for ([x, y, z], normals) in drawn {
        let matrix = Mat4::from_mat3(Mat3::from_cols(x, y, z));
        check.asked("where normals point on a bone that is flat, or nearly", || {
            moved(normal_palette(&[matrix])[0], normals)
        });
    }
}

// ------------------------------------------------------------------------------------------ 09.3

const LIGHTS: &[&str] = &["diffuse", "highlight"];

/// A question about light: normal, place, lamp, eye, and shininess.
type Lit = (Vec3, Vec3, Vec3, Vec3, f32);

#[derive(Clone, Copy)]
struct Shone {
    v_light: [f32; 2],
}
implement_vertex!(Shone, v_light);

/// A vertex shader that asks the question.
const ASKS: &str = "#version 330 core
#include \"lamp.glsl\"
uniform vec3 u_normal, u_place, u_lamp, u_eye;
uniform float u_shininess;
out vec2 v_light;
void main() { v_light = lamp_light(u_normal, u_place, u_lamp, u_eye, u_shininess); }";

/// Returns the light that the shader gives.
fn shone((normal, place, lamp, eye, shininess): Lit) -> Result<Named<f32>> {
    let [u_normal, u_place, u_lamp, u_eye] = [normal, place, lamp, eye].map(|vector| vector.to_array());
    let asked = uniform! {
        u_normal: u_normal, u_place: u_place, u_lamp: u_lamp, u_eye: u_eye, u_shininess: shininess,
    };
    let shone =
        VertexShader::<Shone>::of_text(&offscreen()?, ASKS)?.run(&[Shone { v_light: [0.0; 2] }], &asked)?;
    Ok(Named(LIGHTS, shone.iter().flat_map(|shone| shone.v_light).collect()))
}

fn any_light(draw: &mut Draw) -> (&'static str, Lit) {
    let [facing, any, place] = [(); 3].map(|()| draw.turn() * Vec3::X);
    let to_lamp = draw.one_of(&[any, any * any.dot(facing).signum()]);
    let shininess = draw.factor(500.0);
    // About where the highlight is, or anywhere.
    let mirrored = 2.0 * facing.dot(to_lamp) * facing - to_lamp;
    let beside = draw.turn() * Vec3::X;
    let to_eye = draw.one_of(&[mirrored + beside / (1.0 + shininess.sqrt()), beside]);
    let ([near, far, length], size) = ([(); 3].map(|()| draw.factor(10.0)), draw.factor(1e8));
    let seen = [place, place + near * to_lamp, place + far * to_eye].map(|point| size * point);
    ("of any kind", (length * facing, seen[0], seen[1], seen[2], shininess))
}

fn todo_09_3_lamp() {
    let place = vec3(1.0, -2.0, 0.5);
    let front = (vec3(0.0, 0.0, 1.0), place, place + vec3(0.5, 1.0, 3.0), place + vec3(0.0, 0.5, 4.0), 4.0);
    let short = (vec3(0.3, 0.4, 0.2), place, vec3(3.0, 1.0, 2.0), vec3(2.0, 2.0, 4.0), 3.0);
    let long = (vec3(2.0, 0.5, -1.0), vec3(-1.0, 0.0, 2.0), vec3(2.0, 3.0, 1.0), vec3(4.0, -1.0, 0.0), 2.0);
    let to = |lamp: [f32; 3], eye: [f32; 3]| {
        (Vec3::Y, place, place + Vec3::from(lamp), place + Vec3::from(eye), 2.0)
    };
    // All but the normal a hundred times smaller, and ten thousand times as large.
    let [small, large] = [0.01, 10_000.0].map(|size| {
        let (normal, place, lamp, eye, shininess) = short;
        (normal, size * place, size * lamp, size * eye, shininess)
    });
    let asked: [(&str, Lit); 10] = [
        ("seen and lit from the front", front),
        ("whose normal is too short", short),
        ("whose normal is too long", long),
        ("lit from behind, and seen from in front", to([1.0, -0.3, 0.0], [0.4, 2.0, 0.0])),
        ("lit from behind, and seen from behind", to([1.0, -2.0, 0.0], [1.0, -1.0, 0.0])),
        (
            "lit from in front, and seen along the surface from a little behind it",
            to([1.0, 2.0, 0.0], [-2.0, -0.3, 1.0]),
        ),
        (
            "lit along the surface from a little before it, and seen from behind",
            to([2.0, 0.5, 0.0], [0.5, -2.0, 1.0]),
        ),
        ("seen and lit from the front", (front.0, front.1, front.2, front.3, 96.0)),
        ("whose normal is too short", small),
        ("whose normal is too short", large),
    ];
    check("09.3", |check| {
        let drawn = check.drawn(any_light);
        for (words, lit) in asked.into_iter().chain(drawn) {
            let (normal, place, lamp, eye, shininess) = lit;
            check.tags(&[
                ("a lamp behind the surface", normal.dot(lamp - place) < 0.0),
                ("an eye behind the surface", normal.dot(eye - place) < 0.0),
                ("a normal of another length than 1", !normal.is_normalized()),
                ("a shininess above 8", shininess > 8.0),
            ]);
            let points = [("normal", normal), ("place", place), ("lamp", lamp), ("eye", eye)];
            let rows = points.map(|(what, vector)| [what.to_owned(), vector.show()]);
            let told = table(["", "in the world"], rows);
            check.asked(
                format!("the light of a place {words}, with a shininess of {shininess}{told}"),
                || shone(lit),
            );
        }
    });
}
