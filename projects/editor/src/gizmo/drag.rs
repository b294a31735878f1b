//! Computes the change of a thing that a gizmo drags, by mouse and keys, from the state at its start.

use crate::gizmo::gizmo_frame::GizmoFrame;
use crate::gizmo::{AXIS_NAMES, Axes, Placed, Tool};
use common::transform::Transform;
use glam::{Vec2, Vec3};
use stage::{Cap, KeyPress, Pointer, Typed};
use std::f32::consts::TAU;

/// The angle of a rotation's steps, in degrees.
const STEP: f32 = 15.0;

/// A drag of a thing, with its change so far.
#[derive(Clone, Debug)]
pub struct Drag {
    /// True if a key began the drag, until another key or a button ends it, and false if the mouse's button did.
    pub by_key: bool,
    pub tool: Tool,
    /// The axis of the part that is held, or none for the part of the view.
    pub axis: Option<usize>,
    /// The thing's frame at the start.
    pub stand: GizmoFrame,
    /// The mouse's pixel at the start, if it was in the view.
    from: Option<Vec2>,
    to: Vec2,
    /// True if the change goes in steps.
    snaps: bool,
    typed: Typed,
    /// The change by the mouse along the parent's axes, in radians or units of the parent.
    dragged: Vec3,
}

impl Drag {
    /// Begins a drag, at the mouse's pixel if it is in the view.
    pub fn new(tool: Tool, axis: Option<usize>, stand: GizmoFrame, from: Option<Vec2>) -> Self {
        let (to, typed, dragged) = (from.unwrap_or_default(), Typed::default(), Vec3::ZERO);
        Self { by_key: false, tool, axis, stand, from, to, snaps: false, typed, dragged }
    }

    /// Follows the mouse to another place, in steps while Ctrl is down.
    pub fn follow(&mut self, mouse: &Pointer) {
        self.from.get_or_insert(mouse.pixel);
        (self.to, self.snaps) = (mouse.pixel, mouse.ctrl);
        self.drag();
    }

    /// Changes the tool, and goes back to the start.
    pub fn use_tool(&mut self, tool: Tool) {
        self.tool = tool;
        self.typed = Typed::default();
        self.hold_axis(None);
    }

    /// Handles a key that types a number or chooses an axis. The same axis again releases it.
    pub fn type_key(&mut self, press: &KeyPress) {
        match press.key.cap {
            Cap::Char(letter @ 'x'..='z') if !press.repeat => {
                let axis = Some(usize::from(letter as u8 - b'x'));
                self.hold_axis(axis.filter(|_| self.axis != axis));
            }
            cap => self.typed.key(cap),
        }
    }

    fn hold_axis(&mut self, axis: Option<usize>) {
        self.axis = axis;
        self.dragged = Vec3::ZERO;
        self.drag();
    }

    /// Computes the change by the mouse, none where that isn't defined.
    fn drag(&mut self) {
        let Some(from) = self.from else {
            return;
        };
        let dragged = match self.tool {
            Tool::Turn => self.angle(from).map(Vec3::splat),
            Tool::Move => self.way(from),
        };
        self.dragged = dragged.unwrap_or(self.dragged);
    }

    /// Returns the angle in radians, over as many turns as the mouse has made.
    fn angle(&self, from: Vec2) -> Option<f32> {
        let (from, to) = (self.stand.turned(self.axis, from)?, self.stand.turned(self.axis, self.to)?);
        let angle = to.angle - from.angle;
        let turns = if to.wraps { ((self.dragged.x - angle) / TAU).round() } else { 0.0 };
        Some(angle + TAU * turns)
    }

    /// Returns the way along each axis, in units of the parent.
    fn way(&self, from: Vec2) -> Option<Vec3> {
        match self.axis {
            Some(axis) => {
                let metres = self.stand.along(axis, self.to)? - self.stand.along(axis, from)?;
                Some(Vec3::AXES[axis] * (metres / self.stand.world_axis(axis).length()))
            }
            None => {
                let way = self.stand.on_picture(self.to)? - self.stand.on_picture(from)?;
                Some(self.stand.axes.map(|axis| axis.dot(way)).into())
            }
        }
    }

    /// Returns the angle of the rotation so far, in radians.
    pub fn turned(&self) -> f32 {
        match self.typed.number() {
            Some(degrees) => degrees.to_radians(),
            None if self.snaps => ((self.dragged.x.to_degrees() / STEP).round() * STEP).to_radians(),
            None => self.dragged.x,
        }
    }

    /// Returns the angle on its ring at which a rotation begins.
    pub fn begin(&self) -> f32 {
        let turned = self.from.and_then(|from| self.stand.turned(self.axis, from));
        turned.filter(|turned| turned.wraps).map_or(0.0, |turned| turned.angle)
    }

    /// Returns the move along each axis, in units of the parent. A typed number is for x if no axis is held.
    fn moved(&self) -> Vec3 {
        self.typed.number().map_or(self.dragged, |units| Vec3::AXES[self.axis.unwrap_or(0)] * units)
    }

    pub fn now(&self) -> Transform {
        self.done_with(&self.stand)
    }

    /// Returns the new transform of another thing to which the same change is applied.
    pub fn done_to(&self, other: &Placed) -> Transform {
        let start = other.parent_from_own;
        let Some(stand) = GizmoFrame::new(other, self.stand.which, &self.stand.view) else { return start };
        if self.tool == Tool::Move && self.axis.is_none() {
            // Across the picture the move is the same in the world.
            let world =
                self.stand.world_from_parent * (self.now().translation - self.stand.start.translation);
            let translation = start.translation + stand.parent_from_world * world;
            return if translation.is_finite() { Transform { translation, ..start } } else { start };
        }
        self.done_with(&stand)
    }

    /// Returns the new transform of a thing with this frame at the start.
    fn done_with(&self, stand: &GizmoFrame) -> Transform {
        let start = stand.start;
        let now = match self.tool {
            Tool::Turn if self.turned() == 0.0 => start,
            Tool::Turn => stand.turned_by(self.axis, self.turned()),
            Tool::Move if self.moved() == Vec3::ZERO => start,
            Tool::Move => stand.moved_by(self.moved()),
        };
        let is_finite = now.translation.is_finite() && now.rotation.is_finite();
        if is_finite { now } else { start }
    }

    /// Returns the change in words, for the panel.
    pub fn words(&self) -> String {
        let whose = if self.stand.which == Axes::Own { "" } else { "the parent's " };
        let (axis, typed) = (self.axis, self.typed.words());
        match self.tool {
            Tool::Turn => {
                let about = axis
                    .map_or("the line of sight".to_owned(), |axis| format!("{whose}{}", AXIS_NAMES[axis]));
                let angle = typed.unwrap_or_else(|| shown(self.turned().to_degrees(), 1));
                format!("turn {angle}° about {about}")
            }
            Tool::Move => {
                let axes = axis.map_or(0..3, |axis| axis..axis + 1);
                let parts: Vec<_> = axes.clone().map(|axis| shown(self.moved()[axis], 3)).collect();
                let way = typed.unwrap_or_else(|| parts.join(", "));
                format!("move {way} along {whose}{}", AXIS_NAMES[axes].join(", "))
            }
        }
        .replace('-', "−")
    }
}

/// Writes a number with `digits` digits after the point, and zero without a minus.
fn shown(number: f32, digits: i32) -> String {
    let whole = 10f32.powi(digits);
    let rounded = (number * whole).round() / whole + 0.0;
    format!("{rounded:.*}", digits as usize)
}
