//! A skeleton with its pose at rest.

use crate::pose::Pose;
use crate::skeleton::Skeleton;

/// A skeleton, and its pose where nothing moves it. Many characters may share one.
///
/// Of a model from a file, every node counts as a joint: also one that only holds a mesh, or stands above the bones.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rig {
    /// The joints.
    pub skeleton: Skeleton,
    /// Their transforms in their parents at rest.
    pub rest: Pose,
}
