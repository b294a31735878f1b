//! A gizmo: handles in the view that turn, move and scale something, by mouse and by keys.
//!
//! Everything is worked out from where the thing stood when it was taken: nothing drifts, and to cancel is exact.

mod drag;
mod draw;
mod gizmo_frame;
mod outline;
mod part;
#[cfg(test)]
mod tests;

use self::drag::{Drag, Hold};
use self::gizmo_frame::GizmoFrame;
use self::outline::Outlines;
use self::part::Part;
use common::transform::Transform;
use gl::View;
use glam::Mat4;
use stage::{Action, Button, Cap, Key, KeyPress, Phase, Pointer};

/// Tool of a gizmo, which changes its thing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tool {
    /// It turns it.
    #[default]
    Turn,
    /// It moves it.
    Move,
    /// It stretches it.
    Scale,
}

/// Axes along which a gizmo works. It scales along the thing's own only: others would make a rhombus of a square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Axes {
    /// The thing's own, as it is turned.
    #[default]
    Own,
    /// Those of its parent.
    Parent,
    /// Those of the whole model.
    Model,
}

/// Thing in its parent, and the places of both.
#[derive(Clone, Copy, Debug)]
pub struct Placed {
    /// Transform in its parent.
    pub parent_from_own: Transform,
    /// Places its parent in the world.
    pub world_from_parent: Mat4,
    /// Places the model in the world, for [`Axes::Model`].
    pub world_from_model: Mat4,
}

/// Request of a gizmo.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Change {
    /// Nothing: mouse and keys are not the gizmo's.
    Nothing,
    /// Somebody takes hold of the thing. It has not changed yet.
    Began,
    /// The thing has this transform for now.
    Changed(Transform),
    /// The thing has this transform, and is let go: a step to be undone.
    Ended(Transform),
    /// The thing has its first transform again, and is let go. A drag that has changed nothing ends like this, too.
    Cancelled(Transform),
}

/// Handles around one thing.
///
/// A lesson shows it everything that happens: in [`Lesson::update`](stage::Lesson::update) where the mouse is, by
/// [`Gizmo::hover`], and in `pointer` and `key` what is pressed. To let it cancel by the right button, the lesson takes
/// that too. Ctrl turns snapping on and off while it is held, and Shift makes everything finer.
///
/// While it [is held](Gizmo::is_held), other ways to change the thing, to undo or to choose another thing come after
/// [`Gizmo::cancel`] or [`Gizmo::accept`].
#[derive(Clone, Debug, Default)]
pub struct Gizmo {
    /// Tool of the gizmo.
    pub tool: Tool,
    /// Axes along which it works.
    pub axes: Axes,
    /// True if it goes in steps.
    pub snaps: bool,
    hovered: Option<Part>,
    drag: Option<Drag>,
    /// Drag of the thing that was let go last.
    last: Option<Drag>,
}

impl Gizmo {
    /// Moves the thing, with the mouse at any place.
    ///
    /// Put this and the next two among the lesson's [`ACTIONS`](stage::Lesson::ACTIONS): the help line and scripts know
    /// them then. Their effect is the gizmo's affair: see [`Gizmo::key`].
    pub const MOVE: Action = Action::new("Move", &[Key::char('g')]);
    /// Turns it.
    pub const TURN: Action = Action::new("Turn", &[Key::char('r')]);
    /// Scales it.
    pub const SCALE: Action = Action::new("Scale", &[Key::char('s')]);

    /// Line of help about the keys while the thing is held.
    pub const HELP: &str = "X, Y, Z axis · Shift+X plane · digits · Enter takes · Esc leaves";

    /// Returns true if the thing is held now.
    pub fn is_held(&self) -> bool {
        self.drag.is_some()
    }

    /// Answers a button of the mouse, and what it drags.
    pub fn pointer(&mut self, pointer: &Pointer, placed: &Placed) -> Change {
        match (pointer.phase, pointer.button, self.drag.as_ref().map(|drag| drag.hold)) {
            (Phase::Press, Button::Left, None) => self.take(pointer, placed),
            (Phase::Press, Button::Left, Some(_)) => self.accept(),
            (Phase::Press, _, Some(_)) => self.cancel(),
            (Phase::Drag, Button::Left, Some(Hold::Mouse)) => self.follow(pointer),
            (Phase::Release, Button::Left, Some(Hold::Mouse)) => {
                self.follow(pointer);
                self.accept()
            }
            _ => Change::Nothing,
        }
    }

    /// Highlights the part under the mouse. A thing that a key has taken follows the mouse without a button.
    pub fn hover(&mut self, mouse: Option<&Pointer>, placed: &Placed) -> Change {
        if self.is_held() {
            return mouse.map_or(Change::Nothing, |mouse| self.follow(mouse));
        }
        self.hovered = mouse.and_then(|mouse| self.under(mouse, placed));
        Change::Nothing
    }

    /// Answers a key.
    pub fn key(&mut self, press: &KeyPress, placed: &Placed) -> Change {
        let Key { cap, ctrl, alt, .. } = press.key;
        if ctrl || alt || matches!(cap, Cap::F(_) | Cap::Ctrl | Cap::Shift | Cap::Alt) {
            return Change::Nothing;
        }
        let tools = [(Self::MOVE, Tool::Move), (Self::TURN, Tool::Turn), (Self::SCALE, Tool::Scale)];
        let tool =
            tools.into_iter().find(|(action, _)| action.keys.contains(&press.key)).map(|(_, tool)| tool);
        let Some(drag) = &mut self.drag else {
            return match tool {
                Some(tool) if !press.repeat => self.take_by_key(tool, press, placed),
                _ => Change::Nothing,
            };
        };
        match (cap, tool) {
            (Cap::Escape, _) => return self.cancel(),
            (Cap::Enter, _) => return self.accept(),
            (_, Some(tool)) if drag.hold == Hold::Keys && !press.repeat => drag.use_tool(tool, self.axes),
            _ => drag.type_key(press, self.axes),
        }
        Change::Changed(drag.now())
    }

    /// Lets go of the thing, as it stood before.
    pub fn cancel(&mut self) -> Change {
        self.drag.take().map_or(Change::Nothing, |drag| Change::Cancelled(drag.start()))
    }

    /// Lets go of the thing as it stands now.
    pub fn accept(&mut self) -> Change {
        let Some(drag) = self.drag.take() else {
            return Change::Nothing;
        };
        let (start, now) = (drag.start(), drag.now());
        self.last = Some(drag);
        if start == now { Change::Cancelled(start) } else { Change::Ended(now) }
    }

    /// Returns the new transform of another thing to which the same is done as to the one that is held, or was let go
    /// by the last [`Change::Ended`]. It turns by the same angle about its own origin, and along its own axes for
    /// [`Axes::Own`]; `placed` is its place when the other one was taken.
    pub fn alike(&self, placed: &Placed) -> Transform {
        let drag = self.drag.as_ref().or(self.last.as_ref());
        drag.map_or(placed.parent_from_own, |drag| drag.done_to(placed))
    }

    /// Returns the tool of that drag: a key may have called for another one.
    pub fn tool_of_drag(&self) -> Tool {
        self.drag.as_ref().or(self.last.as_ref()).map_or(self.tool, |drag| drag.tool)
    }

    /// Returns the change of the held thing in words.
    pub fn words(&self) -> Option<String> {
        self.drag.as_ref().map(Drag::words)
    }

    fn outlines(&self, placed: &Placed, view: &View) -> Option<Outlines> {
        let (tool, axes) = self.drag.as_ref().map_or((self.tool, self.axes), |drag| (drag.tool, drag.axes()));
        Some(Outlines::new(tool, GizmoFrame::new(placed, axes_of(tool, axes), view)?))
    }

    fn under(&self, mouse: &Pointer, placed: &Placed) -> Option<Part> {
        self.outlines(placed, &mouse.view)?.under(mouse.pixel)
    }

    fn take(&mut self, pointer: &Pointer, placed: &Placed) -> Change {
        let Some(part) = self.under(pointer, placed) else {
            return Change::Nothing;
        };
        self.begin(self.tool, part, &pointer.view, Some(pointer), placed)
    }

    /// Takes hold of the thing by itself, without a handle: it goes with the mouse, across the picture, until the button
    /// comes up. For a press that a lesson has found to mean the thing.
    pub fn take_to_move(&mut self, pointer: &Pointer, placed: &Placed) -> Change {
        self.begin(Tool::Move, Part::Free, &pointer.view, Some(pointer), placed)
    }

    fn take_by_key(&mut self, tool: Tool, press: &KeyPress, placed: &Placed) -> Change {
        let change = self.begin(tool, Part::Free, &press.view, press.mouse.as_ref(), placed);
        if let Some(drag) = &mut self.drag {
            drag.hold = Hold::Keys;
        }
        change
    }

    fn begin(
        &mut self,
        tool: Tool,
        part: Part,
        view: &View,
        mouse: Option<&Pointer>,
        placed: &Placed,
    ) -> Change {
        let Some(gizmo_frame) = GizmoFrame::new(placed, axes_of(tool, self.axes), view) else {
            return Change::Nothing;
        };
        self.drag = Some(Drag::new(*placed, tool, part, gizmo_frame, mouse.map(|mouse| mouse.pixel)));
        Change::Began
    }

    fn follow(&mut self, mouse: &Pointer) -> Change {
        let snaps = self.snaps;
        let Some(drag) = &mut self.drag else {
            return Change::Nothing;
        };
        drag.follow(mouse, snaps != mouse.ctrl);
        Change::Changed(drag.now())
    }
}

/// Returns the axes along which a tool works, from the chosen ones.
fn axes_of(tool: Tool, chosen: Axes) -> Axes {
    if tool == Tool::Scale { Axes::Own } else { chosen }
}
