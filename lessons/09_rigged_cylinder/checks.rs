//! The checks of lesson 09.

use check::{Answer, Named, Slip, check, on_main_thread};
use common::skin::{normal_palette, three_weights};
use gl::ask_shader;
use gl::offscreen;
use glam::{Mat3, Mat4, Quat, Vec3, vec3};
use std::process::ExitCode;

fn main() -> ExitCode {
    on_main_thread(&[
        ("todo_09_1_weights", todo_09_1_weights),
        ("todo_09_2_normals", todo_09_2_normals),
        ("todo_09_3_lamp", todo_09_3_lamp),
    ])
}

const BONES: &[&str] =
    &["bone 0", "bone 1", "bone 2", "bone 3", "bone 4", "bone 5", "bone 6", "bone 7", "bone 8", "bone 9"];

fn todo_09_1_weights() {
    let [low, high] = [1.0 / 3.0, 2.0 / 3.0];
    let made =
        |over: &dyn Fn(f32) -> f32| Named(BONES, vec![1.0 - over(low), over(low) - over(high), over(high)]);
    let heights = |margin: f32| {
        [
            ("0, at the foot", 0.0f32),
            ("0.05, near the foot", 0.05),
            ("1/3, on the first cut", low),
            ("a quarter of the margin below the first cut", low - 0.25 * margin),
            ("half the margin above the first cut", low + 0.5 * margin),
            ("0.5, half-way up", 0.5),
            ("half the margin below the second cut", high - 0.5 * margin),
            ("0.9, near the top", 0.9),
            ("1, at the top", 1.0),
        ]
    };
    let asked = [(1.0 / 24.0, "1/24"), (0.005, "0.005"), (0.16, "0.16")].map(|(margin, shown)| {
        heights(margin).map(|(words, t)| (format!("{words}; the margin is {shown}"), margin, t))
    });
    const CLAMPED_TOO_EARLY: Slip = Slip::Here(
        "slope-outside-the-clamp",
        "The weights leave 0 … 1. What is kept in these bounds: the ramp as it is at last, or a step on the way to it?",
    );
    check("09.1", |check| {
        check.own_slips(&[CLAMPED_TOO_EARLY]);
        let drawn = check.drawn(|draw| {
            let margin = draw.number(0.03125..0.171875);
            let t = draw.one_of(&[low, high]) + draw.number(-1.5..1.5) * margin;
            (format!("{t}; the margin is {margin}"), margin, t)
        });
        for (words, margin, t) in asked.into_iter().flatten().chain(drawn) {
            check.case(
                format!("the weights of the three bones at the height {words}"),
                || Named(BONES, three_weights(t, margin).to_vec()),
                || made(&|cut| ((t - cut + margin) / (2.0 * margin)).clamp(0.0, 1.0)),
            );
        }
    });
}

fn todo_09_2_normals() {
    let turn = Quat::from_rotation_z(0.5) * Quat::from_rotation_x(0.3);
    let stretched = |scale: Vec3| Mat4::from_scale_rotation_translation(scale, turn, vec3(1.0, 2.0, 3.0));
    let slanted = |scale: Vec3| stretched(scale) * Mat4::from_rotation_y(0.7);
    let asked = [
        (
            "one only turns, one turns and is stretched twofold along x, one turns and is stretched by 1, 0.5 and 3",
            vec![Mat4::from_quat(turn), stretched(vec3(2.0, 1.0, 1.0)), stretched(vec3(1.0, 0.5, 3.0))],
        ),
        (
            "each turns; one is stretched on a slant but keeps its volume, one is stretched on a slant by 1, 0.5 and \
                 3, one is mirrored and stretched twofold along z",
            vec![slanted(vec3(2.0, 0.5, 1.0)), slanted(vec3(1.0, 0.5, 3.0)), stretched(vec3(-1.0, 1.0, 2.0))],
        ),
        (
            "two turn; one is stretched by 1.01 along x and 0.995 along y, one on a slant by 0.99 along z",
            vec![stretched(vec3(1.01, 0.995, 1.0)), slanted(vec3(1.0, 1.0, 0.99))],
        ),
        (
            "ten bones turn; each is stretched a little, by 1.1 along x, 0.95 along y, and more along z from one to \
                 the next",
            (0u8..10).map(|i| slanted(vec3(1.1, 0.95, 1.0 + 0.1 * f32::from(i)))).collect(),
        ),
    ];
    check("09.2", |check| {
        let drawn = check.drawn(|draw| {
            let palette: Vec<Mat4> = (0..3)
                .map(|_| {
                    let size = [(); 3].map(|()| draw.number(0.5..3.0));
                    let slant = Mat4::from_quat(draw.turn());
                    Mat4::from_scale_rotation_translation(size.into(), draw.turn(), draw.point(2.0)) * slant
                })
                .collect();
            ("each turns, moves and is stretched on a slant", palette)
        });
        for (bones, palette) in asked.into_iter().chain(drawn) {
            let shown: Vec<String> = palette.iter().map(Answer::show).collect();
            check.case(
                format!("the normal matrices of some bones: {bones}; their matrices: {}", shown.join("; ")),
                || Named(BONES, normal_palette(&palette)),
                || {
                    let normal = |&matrix: &Mat4| Mat3::from_mat4(matrix).inverse().transpose();
                    Named(BONES, palette.iter().map(normal).collect())
                },
            );
        }
    });
}

// ------------------------------------------------------------------------------------------ 09.3

const LIGHTS: &[&str] = &["diffuse", "highlight"];

/// A normal, a place, a lamp, an eye, and the shininess.
type Lit = (Vec3, Vec3, Vec3, Vec3, f32);

/// The light as it should be.
fn lit((normal, place, lamp, eye, shininess): Lit) -> Vec<f32> {
    let [n, l, e] = [normal, lamp - place, eye - place].map(Vec3::normalize);
    let (cosine, shine) = (n.dot(l), n.dot((l + e).normalize()).max(0.0).powf(shininess));
    if cosine > 0.0 { vec![cosine, shine] } else { vec![0.0; 2] }
}

const LAMP_TOO_LONG: Slip = Slip::Here(
    "lamp-too-long",
    "The diffuse light is as many times too large as the lamp is far away. Which length must the arrow to the lamp have, \
     so that the dot product is a cosine?",
);

fn todo_09_3_lamp() {
    let place = vec3(1.0, -2.0, 0.5);
    let asked: [(&str, Lit); 5] = [
        (
            "seen and lit from the front",
            (vec3(0.0, 0.0, 1.0), place, place + vec3(0.5, 1.0, 3.0), place + vec3(0.0, 0.5, 4.0), 4.0),
        ),
        (
            "whose normal is too short",
            (vec3(0.3, 0.4, 0.2), place, vec3(3.0, 1.0, 2.0), vec3(2.0, 2.0, 4.0), 3.0),
        ),
        (
            "whose normal is too long",
            (vec3(2.0, 0.5, -1.0), vec3(-1.0, 0.0, 2.0), vec3(2.0, 3.0, 1.0), vec3(4.0, -1.0, 0.0), 2.0),
        ),
        (
            "lit from behind, and seen from in front",
            (vec3(0.0, 1.0, 0.0), place, place + vec3(1.0, -0.3, 0.0), place + vec3(0.4, 2.0, 0.0), 2.0),
        ),
        (
            "lit from behind, and seen from behind",
            (vec3(0.0, 1.0, 0.0), place, place + vec3(1.0, -2.0, 0.0), place + vec3(1.0, -1.0, 0.0), 2.0),
        ),
    ];
    check("09.3", |check| {
        check.own_slips(&[LAMP_TOO_LONG]);
        let drawn = check.drawn(|draw| {
            let normal = draw.number(0.4..2.0) * (draw.turn() * Vec3::X);
            let [lamp, eye] = [(); 2].map(|()| draw.turn() * Vec3::X * draw.number(2.0..4.0));
            ("of any kind", (normal, Vec3::ZERO, lamp, eye, draw.number(1.0..6.0)))
        });
        for (words, question) in asked.into_iter().chain(drawn) {
            let (normal, place, lamp, eye, shininess) = question;
            check.case(
                format!(
                    "the light of a place {words}: it is at {}, its normal is {}, the lamp is at {}, the eye at {}, \
                     and the shininess is {shininess}",
                    place.show(),
                    normal.show(),
                    lamp.show(),
                    eye.show()
                ),
                || {
                    let given = [normal.extend(shininess), place.extend(0.0), lamp.extend(0.0), eye.extend(0.0)];
                    let (gl, given) = (offscreen()?, [given.map(|vector| vector.to_array())]);
                    let part = |part: &str| {
                        let call = "lamp_light(given(0).xyz, given(1).xyz, given(2).xyz, given(3).xyz, given(0).w)";
                        ask_shader(&gl, "lamp.frag", &format!("{call}.{part}"), &given)
                    };
                    Ok(Named(LIGHTS, [part("x")?, part("y")?].concat()))
                },
                || Ok(Named(LIGHTS, lit(question))),
            );
        }
    });
}
