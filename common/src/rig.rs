//! What poses are poses of.

use crate::pose::Pose;
use crate::skeleton::Skeleton;

/// A skeleton, and how it stands where nothing moves it. Many characters may share one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rig {
    /// The joints.
    pub skeleton: Skeleton,
    /// How each of them stands in its parent at rest.
    pub rest: Pose,
}
