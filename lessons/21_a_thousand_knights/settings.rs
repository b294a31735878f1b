//! Settings of the panel: the number of knights, and each step from the plainest way to the fastest.

use crate::painter::Look;
use crowd::{How, Way};

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    pub count: usize,
    pub how: How,
    /// True if distant knights are updated less often.
    pub waits: bool,
    /// True if each knight has draw calls of his own.
    pub each: bool,
    pub look: Look,
    /// True if distant knights are drawn with a coarser skin.
    pub coarse: bool,
    /// True if knights outside the picture are left out.
    pub seen_only: bool,
}

impl Settings {
    /// Returns the settings of lesson 12's way.
    pub fn plain(count: usize) -> Self {
        Self {
            count,
            how: How::default(),
            waits: false,
            each: true,
            look: Look { rows: 4, culled: false },
            coarse: false,
            seen_only: false,
        }
    }

    /// Returns the settings at the lesson's start: with the steps that students write.
    pub fn first() -> Self {
        let fast = Self::fast(1000);
        Self { how: How { way: Way::FourLoops, ..fast.how }, ..fast }
    }

    /// Returns the settings with every step, except those that not every machine supports.
    pub fn fast(count: usize) -> Self {
        Self {
            count,
            how: How { way: Way::Joints, ..How::default() },
            waits: true,
            each: false,
            look: Look { rows: 3, culled: true },
            coarse: true,
            seen_only: true,
        }
    }
}
