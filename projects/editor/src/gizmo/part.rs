//! The parts of a gizmo that the mouse can grab.

use crate::gizmo::Tool;

/// A part of a gizmo, which the mouse can grab.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GizmoPart {
    /// The part that rotates about an axis, or moves along it.
    Axis(usize),
    /// The part that rotates about the direction of sight, or moves across it.
    Free,
}

/// The letters of the axes.
pub const AXIS_NAMES: [&str; 3] = ["x", "y", "z"];

impl GizmoPart {
    /// Returns the parts of a tool, in the order of drawing.
    pub fn of(tool: Tool) -> &'static [Self] {
        use GizmoPart::{Axis, Free};
        match tool {
            Tool::Turn => &[Free, Axis(0), Axis(1), Axis(2)],
            Tool::Move => &[Axis(0), Axis(1), Axis(2), Free],
        }
    }

    /// Returns the part's name for scripts.
    pub fn name(self, tool: Tool) -> String {
        let tool = match tool {
            Tool::Turn => "turn",
            Tool::Move => "move",
        };
        let part = if let Self::Axis(axis) = self { AXIS_NAMES[axis] } else { "in view" };
        format!("{tool} {part}")
    }
}
