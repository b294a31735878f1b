//! The library that students build, lesson by lesson: from a rotation to a character that walks.
//!
//! You use it in this order:
//!
//! 1. A [`Rig`](rig::Rig) is a skeleton, and each joint's [`Transform`](transform::Transform) in its parent at rest.
//! 2. A [`Clip`](clip::Clip) has keys for joints. An [`Animator`](clip::Animator) plays it, and has the
//!    [`Pose`](pose::Pose) of now. A [`Mixer`](clip::Mixer) fades from one clip to another.
//! 3. `ik` changes a pose, so that a hand reaches something or a foot stays where it is.
//! 4. [`walk`](pose::walk) takes the pose to model space: a matrix for each joint.
//! 5. [`palette`](skin::palette()) has what moves a [`Mesh`](mesh::Mesh) with each joint, and
//!    [`shader_normals`](skin::shader_normals) the same for its normals. [`shapes`] makes meshes, or a file has them.
//! 6. An [`Asset`](asset::Asset) has all of it for one model: `formats` reads it, and the workshop's `gl` draws it.
//!
//! ```
//! use common::clip::{Animator, Channel, Clip, Keys};
//! use common::pose::model_from_joints;
//! use common::skin::{joints_from_bind, palette};
//! use common::transform::{Transform, transform_point};
//! use common::{rig::Rig, skeleton::Skeleton};
//! use glam::{Mat4, Quat, Vec3};
//! use std::sync::Arc;
//!
//! // An arm along y that is 2 m long, and bends its elbow in a second.
//! let elbow = Transform { translation: Vec3::Y, ..Transform::IDENTITY };
//! let skeleton = Skeleton::chain(&["shoulder", "elbow"]);
//! let rig = Arc::new(Rig { skeleton, rest: vec![Transform::IDENTITY, elbow] });
//! let rotations = Keys::new([0.0, 1.0], [Quat::IDENTITY, Quat::from_rotation_z(1.5)]);
//! let bends = Channel { joint: 1, rotations, ..Channel::default() };
//! let clip = Clip { seconds: 1.0, channels: vec![bends], ..Clip::default() };
//!
//! let mut animator = Animator::new(rig.clone(), Arc::new(clip));
//! animator.update(0.5);
//! let matrices = |pose: &[Transform]| -> Vec<Mat4> { pose.iter().map(|joint| joint.to_matrix()).collect() };
//! let model_from_joints = model_from_joints(&rig.skeleton, &matrices(animator.pose()));
//! let palette = palette(&model_from_joints, &joints_from_bind(&rig.skeleton, &matrices(&rig.rest)));
//! println!("The hand is at {}.", transform_point(palette[1], 2.0 * Vec3::Y));
//! ```
//!
//! **In here:** Everything that students build and several lessons share, as numbers: no window, no OpenGL, and no files but the error for one that can't be read. **Depends on:** nothing.

#![warn(missing_docs)]

pub mod asset;
pub mod clip;
pub mod ik;
pub mod mesh;
pub mod pose;
pub mod rig;
pub mod shapes;
pub mod skeleton;
pub mod skin;
pub mod transform;
pub mod unread;

/// The answers in `docs/before-you-begin.md` are compiled and run with this crate's other examples.
#[cfg(doctest)]
#[doc = include_str!("../../docs/before-you-begin.md")]
pub struct BeforeYouBegin;
