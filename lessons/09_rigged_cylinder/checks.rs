//! The checks of lesson 09.

use anyhow::Result;
use check::{Answer, Named, Slip, VERTICES, check, on_main_thread};
use common::skin::{DualQuaternion, normal_palette, three_weights};
use glam::{DMat4, DVec2, DVec3, Mat3, Mat4, Quat, Vec3, Vec4, vec3, vec4};
use glium::uniforms::UniformBuffer;
use glium::{implement_vertex, uniform};
use stage::gl::{MAX_JOINTS, RiggedVertex, VertexShader, block};
use stage::offscreen;
use std::process::ExitCode;

fn main() -> ExitCode {
    on_main_thread(&[
        ("todo_09_1_weights", todo_09_1_weights),
        ("todo_09_2_normals", todo_09_2_normals),
        ("todo_09_3_shader", todo_09_3_shader),
        ("todo_09_4_dual", todo_09_4_dual),
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

/// The joint and the weight of each slot.
type Slots = [(usize, f32); 4];

fn vertex(place: Vec3, normal: Vec3, slots: Slots) -> RiggedVertex {
    RiggedVertex {
        a_position: place.to_array(),
        a_normal: normal.to_array(),
        a_texture_coordinates: [0.0; 2],
        a_joints: slots.map(|(joint, _)| joint as i32),
        a_weights: slots.map(|(_, weight)| weight),
    }
}

/// What the shader says of a vertex's normal, in the world.
#[derive(Clone, Copy)]
struct Shaded {
    v_normal: [f32; 3],
}
implement_vertex!(Shaded, v_normal);

/// The normals in the model, as the student's shader has them.
fn shade(vertices: &[RiggedVertex], palette: &[Mat4], normals: &[Mat3]) -> Result<Vec<Vec3>> {
    let gl = offscreen()?;
    // A normal matrix is what stands in the first three columns and rows. What is beside it is no matter.
    let padded = |&normal: &Mat3| Mat4 { w_axis: vec4(5.0, -3.0, 2.0, 4.0), ..Mat4::from_mat3(normal) };
    let normals: Vec<Mat4> = normals.iter().map(padded).collect();
    let (palette, normals) =
        (UniformBuffer::new(&gl, block(palette)?)?, UniformBuffer::new(&gl, block(&normals)?)?);
    // The model is turned in the world, so that the two cannot be taken for each other.
    let world_from_model = Mat4::from_rotation_z(1.0) * Mat4::from_rotation_x(-0.6);
    let uniforms = uniform! {
        Palette: &palette,
        NormalPalette: &normals,
        u_clip_from_world: Mat4::IDENTITY.to_cols_array_2d(),
        u_world_from_model: world_from_model.to_cols_array_2d(),
    };
    let shader: VertexShader<Shaded> = VertexShader::new(&gl, "rigged.vert")?;
    let model_from_world = world_from_model.inverse();
    let in_model = |vertex: Shaded| model_from_world.transform_vector3(vertex.v_normal.into());
    Ok(shader.run(vertices, &uniforms)?.into_iter().map(in_model).collect())
}

const MATRIX_OF_THE_SLOT: Slip = Slip::Here(
    "matrix-of-the-slot",
    "A slot's own number was taken for that of its joint. Where does a vertex say which joints influence it?",
);

fn todo_09_3_shader() {
    // Each stretches, so that the mixes differ, and none is as its palette has it.
    let first = [
        Mat3::from_diagonal(vec3(0.5, 1.0, 1.0)),
        Mat3::from_rotation_z(0.8) * Mat3::from_diagonal(vec3(3.0, 1.0, 1.0)),
        Mat3::from_rotation_x(1.1) * Mat3::from_diagonal(vec3(1.0, 1.0, 2.0)),
        Mat3::from_rotation_y(-0.9) * Mat3::from_diagonal(vec3(1.0, 0.4, 1.5)),
        Mat3::from_rotation_z(-1.4) * Mat3::from_diagonal(vec3(0.7, 2.0, 1.0)),
    ];
    let normals: [Mat3; 100] = std::array::from_fn(|i| {
        let x = i as f32;
        let stretch = Mat3::from_diagonal(vec3(0.5 + 0.1 * x, 1.0, 2.0 - 0.015 * x));
        first.get(i).copied().unwrap_or_else(|| Mat3::from_rotation_z(0.7 * x) * stretch)
    });
    let palette: [Mat4; 100] = std::array::from_fn(|i| Mat4::from_rotation_y(0.3 + 0.9 * i as f32));
    let slots_of: [Slots; 5] = [
        [(4, 0.25), (1, 0.75), (0, 0.0), (0, 0.0)],
        [(2, 0.4), (0, 0.1), (1, 0.2), (3, 0.3)],
        [(1, 0.1), (0, 0.0), (3, 0.9), (0, 0.0)],
        [(99, 0.03), (7, 0.07), (63, 0.3), (15, 0.6)],
        [(6, 0.25), (64, 0.25), (9, 0.25), (4, 0.25)],
    ];
    let words = "two of a hundred bones influence the first, four the second, two the third, with an unused slot between \
                 them, and four the others; the bones turn, and stretch";
    check("09.3", |check| {
        check.own_slips(&[MATRIX_OF_THE_SLOT]);
        let drawn = check.drawn(|draw| {
            let (turn, normal, slots_of) =
                (draw.turn(), draw.turn() * Vec3::X, [(); 5].map(|()| draw.slots(100)));
            let words = format!("their normal is {}; joints and weights are {slots_of:?}", normal.show());
            (words, slots_of, normal, normals.map(|matrix| Mat3::from_quat(turn) * matrix))
        });
        let asked = [(words.to_owned(), slots_of, vec3(0.6, 0.0, 0.8), normals)];
        for (words, slots_of, normal, normals) in asked.into_iter().chain(drawn) {
            let vertices = slots_of.map(|slots| vertex(vec3(0.5, -1.0, 2.0), normal, slots));
            let all = |of: &dyn Fn(Slots) -> Vec3| Ok(Named(VERTICES, slots_of.map(of).to_vec()));
            check.case_by(
                format!("the normals of five vertices: {words}"),
                || Ok(Named(VERTICES, shade(&vertices, &palette, &normals)?)),
                |by| {
                    let moved = |joint: usize| {
                        by.applied(Mat4::from_mat3(normals[joint]), normal.extend(0.0)).truncate()
                    };
                    all(&|slots| {
                        by.sum(slots.map(|(joint, weight)| (weight, moved(joint)))).normalize_or_zero()
                    })
                },
            );
        }
    });
}

// ------------------------------------------------------------------------------------------ 09.4

/// A dual quaternion: its real and its dual part.
type Dual = [Vec4; 2];

fn dual(matrix: DMat4) -> Dual {
    let DualQuaternion { real, dual } = DualQuaternion::from_matrix(matrix.as_mat4());
    [real.into(), dual.into()]
}

/// Where the place and the normal of the bind pose go, in the model.
const PLACE: Vec3 = vec3(0.5, -1.0, 2.0);
const NORMAL: Vec3 = vec3(0.6, 0.0, 0.8);

/// What the shader says of a vertex's place and its normal, in the world.
#[derive(Clone, Copy)]
struct Placed {
    v_position: [f32; 3],
    v_normal: [f32; 3],
}
implement_vertex!(Placed, v_position, v_normal);

/// Places and normals in the model, as the student's shader has them.
fn shade_dual(vertices: &[(Vec3, Slots)], palette: &[Dual]) -> Result<Vec<[Vec3; 2]>> {
    let gl = offscreen()?;
    let mut rows = [[0.0f32; 4]; 2 * MAX_JOINTS];
    for (row, part) in rows.iter_mut().zip(palette.as_flattened()) {
        *row = part.to_array();
    }
    let rows = UniformBuffer::new(&gl, rows)?;
    let world_from_model = Mat4::from_translation(vec3(1.0, 2.0, -3.0)) * Mat4::from_rotation_z(1.0);
    let uniforms = uniform! {
        DualPalette: &rows,
        u_clip_from_world: Mat4::IDENTITY.to_cols_array_2d(),
        u_world_from_model: world_from_model.to_cols_array_2d(),
    };
    let vertices: Vec<RiggedVertex> =
        vertices.iter().map(|&(place, slots)| vertex(place, NORMAL, slots)).collect();
    let placed = VertexShader::<Placed>::new(&gl, "rigged_dual.vert")?.run(&vertices, &uniforms)?;
    let model_from_world = world_from_model.inverse();
    let in_model = |vertex: Placed| {
        let normal = model_from_world.transform_vector3(vertex.v_normal.into());
        [model_from_world.transform_point3(vertex.v_position.into()), normal]
    };
    Ok(placed.into_iter().map(in_model).collect())
}

/// Motions that have one axis between `before` and `after`: turns about z by some degrees, and slides along it.
struct Screws {
    before: DMat4,
    after: DMat4,
    of_joints: Vec<(f64, f64)>,
}

impl Screws {
    fn motion(&self, degrees: f64, slide: f64) -> DMat4 {
        let screw = DMat4::from_translation(DVec3::Z * slide) * DMat4::from_rotation_z(degrees.to_radians());
        self.after * screw * self.before
    }

    fn palette(&self) -> Vec<Dual> {
        let motions = self.of_joints.iter().map(|&(degrees, slide)| dual(self.motion(degrees, slide)));
        // A turn has two quaternions. Which of them a joint gets is no matter.
        motions.enumerate().map(|(i, dual)| if i % 3 == 1 { dual.map(|part| -part) } else { dual }).collect()
    }

    /// Where the mix of a vertex's joints takes it. On one axis half the angles are mixed as arrows in a plane; the
    /// slides are mixed by how much each of these arrows has of the whole.
    fn mixed(&self, slots: Slots) -> [Vec3; 2] {
        let arrows = slots.map(|(joint, weight)| {
            let (degrees, slide) = self.of_joints[joint];
            (f64::from(weight) * DVec2::from_angle(0.5 * degrees.to_radians()), slide)
        });
        let whole: DVec2 = arrows.iter().map(|(arrow, _)| *arrow).sum();
        let slide: f64 =
            arrows.iter().map(|(arrow, slide)| slide * arrow.dot(whole) / whole.length_squared()).sum();
        let motion = self.motion(2.0 * whole.to_angle().to_degrees(), slide);
        [motion.transform_point3(PLACE.as_dvec3()), motion.transform_vector3(NORMAL.as_dvec3())]
            .map(|vector| vector.as_vec3())
    }
}

const ROW_OF_THE_JOINT: Slip = Slip::Here(
    "row-of-the-joint",
    "The rows of other joints were taken. How many rows does each joint have in `u_dual`, and which is its first?",
);

const SIDES: &[&str] =
    &["from corner 0 to 1", "from corner 1 to 2", "from corner 2 to 0", "apart by the signs"];

const PLACES_AND_NORMALS: &[&str] = &[
    "vertex 0: position",
    "vertex 0: normal",
    "vertex 1: position",
    "vertex 1: normal",
    "vertex 2: position",
    "vertex 2: normal",
    "vertex 3: position",
    "vertex 3: normal",
    "vertex 4: position",
    "vertex 4: normal",
];

fn todo_09_4_dual() {
    let axis = DVec3::new(1.0, 2.0, 2.0) / 3.0;
    let rigid = |degrees: f64, translation: DVec3| {
        DMat4::from_translation(translation) * DMat4::from_axis_angle(axis, degrees.to_radians())
    };
    // The joints are turned by angles around the middle, except the first.
    let screws = |first: f64, middle: f64, turned: f64| {
        let degrees = |i: u8| middle + turned * (f64::from(i) * 2.4).sin();
        let of_joint = |i| (if i == 0 { first } else { degrees(i) }, f64::from(i % 7) - 2.0);
        Screws {
            before: rigid(120.0, DVec3::new(0.4, -1.0, 0.3)),
            after: rigid(55.0, DVec3::new(-1.0, 0.5, 2.0)),
            of_joints: (0..100).map(of_joint).collect(),
        }
    };
    let vertices: [Slots; 5] = [
        [(4, 0.25), (1, 0.75), (0, 0.0), (0, 0.0)],
        [(2, 0.4), (0, 0.1), (1, 0.2), (3, 0.3)],
        [(7, 1.0), (0, 0.0), (0, 0.0), (0, 0.0)],
        [(99, 0.03), (7, 0.07), (63, 0.3), (16, 0.6)],
        [(6, 0.25), (64, 0.25), (9, 0.25), (5, 0.25)],
    ];
    // Half of the joints are on one side of joint 0, which is none of theirs, and half on the other.
    let mut apart = vertices;
    apart[1] = [(2, 0.4), (8, 0.1), (1, 0.2), (3, 0.3)];
    let words = "influenced by two of a hundred bones, by four, by one, and twice by four; the bones have";
    let asked = [
        ("turned and moved", screws(0.0, 0.0, 82.0), vertices),
        ("moved, and turned a little", screws(0.0, 0.0, 10.0), vertices),
        (
            "turned and moved, joint 0 far to another side, which influences none of them",
            screws(-130.0, 60.0, 40.0),
            apart,
        ),
    ];
    check("09.4", |check| {
        check.own_slips(&[ROW_OF_THE_JOINT]);
        let drawn = check.drawn(|draw| {
            let mut motion = || {
                DMat4::from_quat(draw.turn().as_dquat()) * DMat4::from_translation(draw.point(2.0).as_dvec3())
            };
            let screws = Screws { before: motion(), after: motion(), ..screws(-130.0, 60.0, 40.0) };
            let vertices = [(); 5].map(|()| draw.slots(99).map(|(joint, weight)| (joint + 1, weight)));
            (
                format!("influenced by these of a hundred bones, each with its weight: {vertices:?}"),
                screws,
                vertices,
            )
        });
        let asked = asked
            .map(|(how, screws, vertices)| (format!("{words} {how} since the bind pose"), screws, vertices));
        for (words, screws, vertices) in asked.into_iter().chain(drawn) {
            let palette = screws.palette();
            check.case(
                format!("five vertices, {words}"),
                || {
                    let placed = shade_dual(&vertices.map(|slots| (PLACE, slots)), &palette)?;
                    Ok(Named(PLACES_AND_NORMALS, placed.concat()))
                },
                || Ok(Named(PLACES_AND_NORMALS, vertices.map(|slots| screws.mixed(slots)).concat())),
            );
        }
        let motions = [(10.0, 1.0), (95.0, -2.0), (-40.0, 0.5), (60.0, 3.0)].map(|(degrees, far)| {
            rigid(degrees, DVec3::new(far, 1.0, -far)) * DMat4::from_rotation_y(0.01 * degrees)
        });
        let palette = motions.map(dual);
        // Any joint's dual quaternion may come with the other sign, the first one's too.
        let turned_round = [0, 1, 1, 0].map(|i| [1.0, -1.0][i]);
        let other: Vec<Dual> =
            palette.iter().zip(turned_round).map(|(dual, sign)| dual.map(|part| sign * part)).collect();
        let slots = [(1, 0.35), (3, 0.3), (0, 0.2), (2, 0.15)];
        let corners = [vec3(1.0, 0.0, 0.0), vec3(0.0, 2.0, -1.0), vec3(-1.0, 0.5, 1.5)];
        let told = |placed: [Vec3; 3], again: [Vec3; 3]| {
            let sides = [0, 1, 2].map(|i| placed[i].distance(placed[(i + 1) % 3]));
            let apart = placed.iter().zip(again).map(|(place, again)| place.distance(again));
            Named(SIDES, [sides.to_vec(), vec![apart.fold(0.0, f32::max)]].concat())
        };
        check.case(
            "a triangle whose corners have the same four slots: the lengths of its sides now, and how far apart the \
             corners come out when two of the four dual quaternions change their sign",
            || {
                let vertices = corners.map(|corner| (corner, slots));
                let [placed, again] = [&palette[..], &other].map(|palette| shade_dual(&vertices, palette));
                let places = |placed: Vec<[Vec3; 2]>| [0, 1, 2].map(|i| placed[i][0]);
                Ok(told(places(placed?), places(again?)))
            },
            || Ok(told(corners, corners)),
        );
    });
}
