//! The parts of a gizmo that the mouse can grab.

use crate::gizmo::Tool;

/// A part of a gizmo.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Rotates about an axis, moves or scales along it.
    Axis(usize),
    /// Moves along the two other axes.
    Plane(usize),
    /// Rotates about the direction of sight, moves across it, or scales along all three axes alike.
    Free,
}

/// The letters of the axes.
pub const AXIS_NAMES: [&str; 3] = ["x", "y", "z"];

/// The two axes of a plane, by the index of the third one.
const PLANE_NAMES: [&str; 3] = ["yz", "zx", "xy"];

impl Part {
    /// The parts of a tool, in the order in which they are drawn.
    pub fn of(tool: Tool) -> &'static [Self] {
        use Part::{Axis, Free, Plane};
        match tool {
            Tool::Turn | Tool::Scale => &[Free, Axis(0), Axis(1), Axis(2)],
            Tool::Move => &[Plane(0), Plane(1), Plane(2), Axis(0), Axis(1), Axis(2), Free],
        }
    }

    /// Returns its name for scripts.
    pub fn name(self, tool: Tool) -> String {
        let part = match self {
            Self::Axis(axis) => AXIS_NAMES[axis],
            Self::Plane(axis) => PLANE_NAMES[axis],
            Self::Free if tool == Tool::Scale => "evenly",
            Self::Free => "in view",
        };
        format!("{} {part}", tool.name())
    }

    /// Returns true if it acts along an axis.
    pub fn has(self, axis: usize) -> bool {
        match self {
            Self::Axis(only) => axis == only,
            Self::Plane(without) => axis != without,
            Self::Free => true,
        }
    }
}

impl Tool {
    /// Returns its verb.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Turn => "turn",
            Self::Move => "move",
            Self::Scale => "scale",
        }
    }
}
