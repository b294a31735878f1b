//! How long it takes to make a palette, and to skin on the processor, in one thread.
//!
//! `cargo bench --package proof --bench skin`

mod timing;

use common::pose::model_from_joints;
use common::shapes::cylinder;
use common::skeleton::Skeleton;
use common::skin::{Influences, joints_from_bind, palette, skin_point};
use glam::{Mat4, Vec3};
use std::hint::black_box;
use timing::Group;

/// As many as a human figure with all its fingers has.
const JOINTS: usize = 67;

/// A skeleton with branches, and a pose of it.
fn figure() -> (Skeleton, Vec<Mat4>) {
    let mut skeleton = Skeleton::new();
    for joint in 0..JOINTS {
        skeleton.add("joint", joint.checked_sub(1).map(|before| before - before % 3));
    }
    let turned =
        |joint: usize| Mat4::from_rotation_z(0.1 * joint as f32) * Mat4::from_translation(Vec3::Y * 0.1);
    (skeleton, (0..JOINTS).map(turned).collect())
}

fn palettes() {
    let (skeleton, pose) = figure();
    let joints_from_bind = joints_from_bind(&skeleton, &pose);
    let group = Group::new("67 joints", JOINTS, "joint");
    let posed_from_joints = model_from_joints(&skeleton, &pose);
    group.time("palette", || palette(black_box(&posed_from_joints), black_box(&joints_from_bind)));
    group.time("walk and palette", || {
        palette(&model_from_joints(&skeleton, black_box(&pose)), &joints_from_bind)
    });
}

fn vertices() {
    let (skeleton, pose) = figure();
    let palette = model_from_joints(&skeleton, &pose);
    let mesh = cylinder(0.3, 3.0, 100, 99);
    let influences: Vec<Influences> = (0..mesh.positions.len() as i32)
        .map(|i| Influences {
            joints: [i, i + 1, i + 2, i + 3].map(|joint| joint % JOINTS as i32),
            weights: [0.25; 4],
        })
        .collect();
    let group = Group::new("vertices with four joints", mesh.positions.len(), "vertex");
    let vertices = || influences.iter().zip(black_box(&mesh.positions));
    group.time("positions", || {
        vertices().map(|(influences, &point)| skin_point(&palette, influences, point)).sum::<Vec3>()
    });
}

fn main() {
    palettes();
    vertices();
}
