//! The two skins, with their joints, vertices and bind pose.

use common::pose::model_from_joints;
use common::skeleton::Skeleton;
use common::skin::joints_from_bind;
use common::transform::transform_point;
use glam::{Mat4, Vec3, vec3};
use std::collections::BTreeSet;

/// The number of joints in the long arm.
const SEGMENTS: u16 = 12;
/// The length of each of the long arm's segments, in metres.
const SEGMENT: f32 = 0.36;

/// A skin of triangles over a skeleton. Every vertex follows one joint.
pub struct Skin {
    pub skeleton: Skeleton,
    /// The end of each joint's bone, in the joint's space.
    pub ends: Vec<Vec3>,
    /// The vertices in model space, in the bind pose.
    pub points: Vec<Vec3>,
    /// The joint that each vertex follows.
    pub joints: Vec<usize>,
    /// The triangles, as three indices of vertices each.
    pub triangles: Vec<[u16; 3]>,
    /// The joints' matrices to the model in the bind pose.
    pub bind_from_joints: Vec<Mat4>,
    /// The inverse bind matrices, computed once.
    pub joints_from_bind: Vec<Mat4>,
    parent_from_joints: Vec<Mat4>,
}

impl Skin {
    /// Returns a skin with joints, and no triangles yet.
    fn new(skeleton: Skeleton, parent_from_joints: Vec<Mat4>, ends: Vec<Vec3>) -> Self {
        let mut joints_from_bind = joints_from_bind(&skeleton, &parent_from_joints);
        // An unfinished answer may leave joints out.
        joints_from_bind.resize(ends.len(), Mat4::IDENTITY);
        Self {
            bind_from_joints: model_from_joints(&skeleton, &parent_from_joints),
            joints_from_bind,
            skeleton,
            parent_from_joints,
            ends,
            points: Vec::new(),
            joints: Vec::new(),
            triangles: Vec::new(),
        }
    }

    /// Returns the smallest skin. `tip_x` is the x of the corner that both triangles share.
    pub fn two_triangles(tip_x: f32) -> Self {
        let child = vec3(2.0, 1.0, 0.0);
        let parent_from_joints = vec![Mat4::IDENTITY, Mat4::from_translation(child)];
        let ends = vec![child, vec3(2.0, 0.0, 0.0)];
        let mut skin = Self::new(Skeleton::chain(&["root", "child"]), parent_from_joints, ends);
        skin.add(0, vec3(-0.3, 0.6, 0.0));
        skin.add(0, vec3(0.3, -0.6, 0.0));
        skin.add(0, child.with_x(tip_x));
        skin.add(1, vec3(4.0, 0.5, 0.0));
        skin.add(1, vec3(4.0, 1.5, 0.0));
        skin.triangles = vec![[0, 1, 2], [2, 3, 4]];
        skin
    }

    /// Returns an arm of many segments, slightly bent in the bind pose.
    pub fn long_arm() -> Self {
        let names: Vec<String> = (0..SEGMENTS).map(|i| format!("joint {i}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let stands = |i| match i {
            0 => Mat4::from_rotation_z(f32::to_radians(10.0)),
            _ => Mat4::from_translation(Vec3::X * SEGMENT) * Mat4::from_rotation_z(f32::to_radians(2.5)),
        };
        let ends = vec![Vec3::X * SEGMENT; names.len()];
        let mut skin = Self::new(Skeleton::chain(&names), (0..SEGMENTS).map(stands).collect(), ends);
        for pair in 0..=SEGMENTS {
            let joint = pair.min(SEGMENTS - 1);
            let along = f32::from(pair - joint) * SEGMENT;
            let half_width = 0.34 - 0.018 * f32::from(pair);
            let bind_from_joint = skin.bind_from_joints[usize::from(joint)];
            for across in [half_width, -half_width] {
                skin.add(usize::from(joint), transform_point(bind_from_joint, vec3(along, across, 0.0)));
            }
        }
        skin.triangles = (0..SEGMENTS).flat_map(|i| strip(2 * i)).collect();
        skin
    }

    fn add(&mut self, joint: usize, point: Vec3) {
        self.joints.push(joint);
        self.points.push(point);
    }

    /// Returns the edges of the triangles, each once.
    pub fn edges(&self) -> BTreeSet<[u16; 2]> {
        let of_triangle = |&[a, b, c]: &[u16; 3]| [[a, b], [b, c], [c, a]];
        let sorted = |[a, b]: [u16; 2]| [a.min(b), a.max(b)];
        self.triangles.iter().flat_map(of_triangle).map(sorted).collect()
    }

    /// Returns every joint's matrix to the model after each has turned by `turn` degrees from the bind pose.
    pub fn posed_from_joints(&self, turn: impl Fn(usize) -> f32) -> Vec<Mat4> {
        model_from_joints(&self.skeleton, &self.turned(turn))
    }

    /// Returns every joint's matrix to its parent after these turns.
    pub fn turned(&self, turn: impl Fn(usize) -> f32) -> Vec<Mat4> {
        let turned = |(i, &parent_from_joint): (usize, &Mat4)| {
            parent_from_joint * Mat4::from_rotation_z(turn(i).to_radians())
        };
        self.parent_from_joints.iter().enumerate().map(turned).collect()
    }
}

/// Returns two triangles between a pair of vertices and the next pair.
fn strip(first: u16) -> [[u16; 3]; 2] {
    [[first, first + 1, first + 3], [first, first + 3, first + 2]]
}
