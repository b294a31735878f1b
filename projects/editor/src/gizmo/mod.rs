//! A gizmo, handles in the view that rotate and move something by mouse and keys.
//!
//! All is computed from the thing's transform at the start of a drag, so that nothing drifts.

mod drag;
mod draw;
mod gizmo_frame;
mod outline;
#[cfg(test)]
mod tests;

use self::drag::Drag;
use self::gizmo_frame::GizmoFrame;
pub use self::outline::BEYOND;
use self::outline::Outlines;
pub use crate::RingAxes as Axes;
use common::transform::Transform;
use gl::View;
use glam::Mat4;
use stage::{Action, Button, Cap, Key, KeyPress, Phase, Pointer};

/// The tool of a gizmo, by which it changes the thing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tool {
    /// The gizmo rotates the thing.
    #[default]
    Turn,
    /// The gizmo moves the thing.
    Move,
}

/// A thing's transform, and its parent's.
#[derive(Clone, Copy, Debug)]
pub struct Placed {
    /// The thing's transform in its parent.
    pub parent_from_own: Transform,
    /// The parent's matrix to the world.
    pub world_from_parent: Mat4,
}

/// What an event has done to the drag of a thing. [`Gizmo::alike`] tells where the thing is then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// The event did nothing, since the gizmo doesn't take it.
    Nothing,
    /// A drag has begun, with the thing unchanged.
    Began,
    Changed,
    /// The drag has ended, as a step to be undone.
    Ended,
    /// The drag was cancelled, or changed nothing: the thing is to be where it was.
    Cancelled,
}

/// The letters of the axes.
const AXIS_NAMES: [&str; 3] = ["x", "y", "z"];

/// A gizmo around one thing. Each of its parts is for an axis, or for the view: rotation about the line of sight, or moves across.
///
/// A lesson passes on all events: in [`Lesson::update`](stage::Lesson::update) the mouse's place to
/// [`Gizmo::hover`], and in `pointer` and `key` what is pressed. To cancel by the right button, the lesson
/// must take that button too. While Ctrl is down, it rotates in steps.
///
/// While it [is held](Gizmo::is_held), call [`Gizmo::cancel`] or [`Gizmo::accept`] before the thing is
/// changed otherwise, a step is undone, or another thing is chosen.
#[derive(Clone, Debug, Default)]
pub struct Gizmo {
    pub tool: Tool,
    pub axes: Axes,
    /// The part under the mouse.
    hovered: Option<Option<usize>>,
    /// The present or the last drag.
    drag: Option<Drag>,
    is_held: bool,
}

impl Gizmo {
    /// The action that begins to move the thing, with the mouse at any place.
    ///
    /// Put this and [`TURN`](Self::TURN) among the lesson's [`ACTIONS`](stage::Lesson::ACTIONS), so that the
    /// help line and scripts know them. [`Gizmo::key`] carries them out.
    pub const MOVE: Action = Action::new("Move", &[Key::char('g')]);
    /// The action that begins to rotate the thing.
    pub const TURN: Action = Action::new("Turn", &[Key::char('r')]);

    pub fn is_held(&self) -> bool {
        self.is_held
    }

    fn held(&self) -> Option<&Drag> {
        self.drag.as_ref().filter(|_| self.is_held)
    }

    /// Handles a button of the mouse, and its drag.
    pub fn pointer(&mut self, pointer: &Pointer, placed: &Placed) -> Change {
        match (pointer.phase, pointer.button, self.held().map(|drag| drag.by_key)) {
            (Phase::Press, Button::Left, None) => match self.under(pointer, placed) {
                Some(axis) => self.begin(self.tool, axis, &pointer.view, Some(pointer), placed),
                None => Change::Nothing,
            },
            (Phase::Press, Button::Left, Some(_)) => self.accept(),
            (Phase::Press, _, Some(_)) => self.cancel(),
            (Phase::Drag, Button::Left, Some(false)) => self.follow(pointer),
            (Phase::Release, Button::Left, Some(false)) => {
                self.follow(pointer);
                self.accept()
            }
            _ => Change::Nothing,
        }
    }

    /// Highlights the part under the mouse. A thing that is held by keys follows the mouse without a button.
    pub fn hover(&mut self, mouse: Option<&Pointer>, placed: &Placed) -> Change {
        if self.is_held() {
            return mouse.map_or(Change::Nothing, |mouse| self.follow(mouse));
        }
        self.hovered = mouse.and_then(|mouse| self.under(mouse, placed));
        Change::Nothing
    }

    pub fn key(&mut self, press: &KeyPress, placed: &Placed) -> Change {
        let Key { cap, ctrl, alt, .. } = press.key;
        if ctrl || alt || matches!(cap, Cap::F(_) | Cap::Ctrl | Cap::Shift | Cap::Alt) {
            return Change::Nothing;
        }
        let tools = [(Self::MOVE, Tool::Move), (Self::TURN, Tool::Turn)];
        let tool =
            tools.into_iter().find(|(action, _)| action.keys.contains(&press.key)).map(|(_, tool)| tool);
        let Some(drag) = self.drag.as_mut().filter(|_| self.is_held) else {
            let Some(tool) = tool.filter(|_| !press.repeat) else { return Change::Nothing };
            let change = self.begin(tool, None, &press.view, press.mouse.as_ref(), placed);
            self.drag.iter_mut().for_each(|drag| drag.by_key = true);
            return change;
        };
        match (cap, tool) {
            (Cap::Escape, _) => return self.cancel(),
            (Cap::Enter, _) => return self.accept(),
            (_, Some(tool)) if drag.by_key && !press.repeat => drag.use_tool(tool),
            _ => drag.type_key(press),
        }
        Change::Changed
    }

    pub fn cancel(&mut self) -> Change {
        if std::mem::take(&mut self.is_held) { Change::Cancelled } else { Change::Nothing }
    }

    /// Ends the drag. One that has changed nothing is cancelled.
    pub fn accept(&mut self) -> Change {
        let has_changed = self.held().is_some_and(|drag| drag.now() != drag.stand.start);
        let ended = self.cancel();
        if has_changed { Change::Ended } else { ended }
    }

    /// Returns a thing's new transform after the change of the present drag or of the last one: the thing's that is dragged, or
    /// another's. That rotates by the same angle about its own origin, with [`Axes::Own`] along its own
    /// axes. `placed` is its place at the start.
    pub fn alike(&self, placed: &Placed) -> Transform {
        self.drag.as_ref().map_or(placed.parent_from_own, |drag| drag.done_to(placed))
    }

    /// Returns the tool of the present or last drag, since a key may have chosen another one.
    pub fn tool_of_drag(&self) -> Tool {
        self.drag.as_ref().map_or(self.tool, |drag| drag.tool)
    }

    /// Returns the change of the drag in words, for the panel.
    pub fn words(&self) -> Option<String> {
        self.held().map(Drag::words)
    }

    fn outlines(&self, placed: &Placed, view: &View) -> Option<Outlines> {
        let (tool, axes) = self.held().map_or((self.tool, self.axes), |drag| (drag.tool, drag.stand.which));
        Some(Outlines::new(tool, GizmoFrame::new(placed, axes, view)?))
    }

    /// Returns the part under the mouse, by its axis.
    fn under(&self, mouse: &Pointer, placed: &Placed) -> Option<Option<usize>> {
        self.outlines(placed, &mouse.view)?.under(mouse.pixel)
    }

    /// Begins to drag the thing itself, without a handle: it moves with the mouse, across the picture, until
    /// the button is released. For a press that a lesson has found to be on the thing.
    pub fn take_to_move(&mut self, pointer: &Pointer, placed: &Placed) -> Change {
        self.begin(Tool::Move, None, &pointer.view, Some(pointer), placed)
    }

    fn begin(
        &mut self,
        tool: Tool,
        axis: Option<usize>,
        view: &View,
        mouse: Option<&Pointer>,
        placed: &Placed,
    ) -> Change {
        let Some(stand) = GizmoFrame::new(placed, self.axes, view) else { return Change::Nothing };
        self.drag = Some(Drag::new(tool, axis, stand, mouse.map(|mouse| mouse.pixel)));
        self.is_held = true;
        Change::Began
    }

    fn follow(&mut self, mouse: &Pointer) -> Change {
        let Some(drag) = &mut self.drag else { return Change::Nothing };
        drag.follow(mouse);
        Change::Changed
    }
}
