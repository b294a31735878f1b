//! A drag of a gizmo: the change by mouse and keys since its start.

use crate::gizmo::gizmo_frame::GizmoFrame;
use crate::gizmo::outline::ARROW;
use crate::gizmo::part::{AXIS_NAMES, Part};
use crate::gizmo::{Axes, Placed, Tool, axes_of};
use common::transform::Transform;
use glam::{Vec2, Vec3};
use stage::{Cap, KeyPress, Pointer, Typed};
use std::f32::consts::TAU;

/// Steps of snapping: degrees, and fractions of the size.
const TURN_STEP: f32 = 15.0;
const SCALE_STEP: f32 = 0.1;

/// Steps with Shift; a move's step is a tenth then, too.
const FINE_TURN_STEP: f32 = 1.0;
const FINE: f32 = 0.1;

/// The smallest scale by the mouse, so that nothing is flattened or turned inside out by accident.
const SMALLEST: f32 = 0.01;

/// Device that holds a thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hold {
    /// By the mouse, as long as the button is down.
    Mouse,
    /// By keys, until another key or a button.
    Keys,
}

/// A thing that is held, and its change.
#[derive(Clone, Debug)]
pub struct Drag {
    /// Device that holds it.
    pub hold: Hold,
    /// The tool that changes it.
    pub tool: Tool,
    /// The part of the gizmo that is held.
    pub part: Part,
    /// The thing as it was taken.
    pub stand: GizmoFrame,
    placed: Placed,
    /// Places of the mouse at the start and now; with Shift it counts less, and so is behind by `lag`.
    from: Option<Vec2>,
    to: Vec2,
    lag: Vec2,
    mouse: Vec2,
    snaps: bool,
    fine: bool,
    typed: Typed,
    /// The change by the mouse: radians, units along the axes, or fractions of the size.
    dragged: Vec3,
}

impl Drag {
    /// Begins a drag, at the mouse's pixel if the mouse began it.
    pub fn new(placed: Placed, tool: Tool, part: Part, stand: GizmoFrame, from: Option<Vec2>) -> Self {
        let to = from.unwrap_or_default();
        Self {
            hold: Hold::Mouse,
            tool,
            part,
            stand,
            placed,
            from,
            to,
            lag: Vec2::ZERO,
            mouse: to,
            snaps: false,
            fine: false,
            typed: Typed::default(),
            dragged: Vec3::ZERO,
        }
    }

    /// Returns the transform at the start.
    pub fn start(&self) -> Transform {
        self.placed.parent_from_own
    }

    /// Returns the axes of the change.
    pub fn axes(&self) -> Axes {
        self.stand.which
    }

    /// Follows the mouse to another place.
    pub fn follow(&mut self, mouse: &Pointer, snaps: bool) {
        if self.from.is_none() {
            (self.from, self.mouse) = (Some(mouse.pixel), mouse.pixel);
        }
        (self.snaps, self.fine) = (snaps, mouse.shift);
        if mouse.shift {
            self.lag += (1.0 - FINE) * (mouse.pixel - self.mouse);
        }
        self.mouse = mouse.pixel;
        self.to = mouse.pixel - self.lag;
        self.drag();
    }

    /// Changes the tool, and begins again from the start.
    pub fn use_tool(&mut self, tool: Tool, axes: Axes) {
        self.tool = tool;
        self.typed = Typed::default();
        self.hold_part(Part::Free, axes);
    }

    /// Answers a key that types a number or chooses an axis.
    pub fn type_key(&mut self, press: &KeyPress, axes: Axes) {
        match press.key.cap {
            Cap::Char(letter @ 'x'..='z') if !press.repeat => {
                self.choose_axis(usize::from(letter as u8 - b'x'), press.key.shift, axes);
            }
            cap => self.typed.key(cap),
        }
    }

    /// Chooses an axis: first of the current axes, then of the others, and then none.
    fn choose_axis(&mut self, axis: usize, but_this: bool, axes: Axes) {
        let part = if but_this && self.tool == Tool::Move { Part::Plane(axis) } else { Part::Axis(axis) };
        let other = if axes == Axes::Own { Axes::Model } else { Axes::Own };
        let (meant, second) = (axes_of(self.tool, axes), axes_of(self.tool, other));
        if self.part != part {
            self.hold_part(part, meant);
        } else if self.axes() == meant && meant != second {
            self.hold_part(part, second);
        } else {
            self.hold_part(Part::Free, meant);
        }
    }

    fn hold_part(&mut self, part: Part, axes: Axes) {
        // If those axes don't exist, the old ones stay.
        self.stand =
            GizmoFrame::new(&self.placed, axes_of(self.tool, axes), &self.stand.view).unwrap_or(self.stand);
        self.part = part;
        self.dragged = Vec3::ZERO;
        self.drag();
    }

    /// Computes the change by the mouse. Where that isn't defined, the thing stays as it is.
    fn drag(&mut self) {
        let Some(from) = self.from else {
            return;
        };
        let dragged = match self.tool {
            Tool::Turn => self.angle(from).map(Vec3::splat),
            Tool::Move => self.way(from),
            Tool::Scale => self.factor(from).map(Vec3::splat),
        };
        self.dragged = dragged.unwrap_or(self.dragged);
    }

    /// Radians, over as many turns as the mouse has made.
    fn angle(&self, from: Vec2) -> Option<f32> {
        let axis = self.axis();
        let (from, to) = (self.stand.turned(axis, from)?, self.stand.turned(axis, self.to)?);
        let angle = to.angle - from.angle;
        let turns = if to.wraps { ((self.dragged.x - angle) / TAU).round() } else { 0.0 };
        Some(angle + TAU * turns)
    }

    /// Units along each axis.
    fn way(&self, from: Vec2) -> Option<Vec3> {
        let on_plane = |without| {
            let way = self.stand.on_plane(without, self.to)? - self.stand.on_plane(without, from)?;
            Some(self.stand.units_of(way))
        };
        match self.part {
            Part::Axis(axis) => {
                let metres = self.stand.along(axis, self.to)? - self.stand.along(axis, from)?;
                Some(Vec3::AXES[axis] * (metres / self.stand.metres_of_unit(axis)))
            }
            Part::Plane(without) => Some(on_plane(Some(without))? * (Vec3::ONE - Vec3::AXES[without])),
            Part::Free => on_plane(None),
        }
    }

    /// Returns the change of its size, as a fraction.
    fn factor(&self, from: Vec2) -> Option<f32> {
        match self.axis() {
            Some(axis) => {
                let metres = self.stand.along(axis, self.to)? - self.stand.along(axis, from)?;
                Some(metres / self.stand.metres(ARROW))
            }
            None => {
                let way = (self.to - from) / self.stand.view.scale;
                Some((way.x - way.y) / ARROW)
            }
        }
    }

    /// The only axis that is held.
    pub fn axis(&self) -> Option<usize> {
        if let Part::Axis(axis) = self.part { Some(axis) } else { None }
    }

    /// The axis that a typed number is for.
    fn typed_axis(&self) -> usize {
        (0..3).find(|axis| self.part.has(*axis)).unwrap_or(0)
    }

    /// Rounds a value to whole steps if it snaps.
    fn snapped(&self, value: f32, step: f32) -> f32 {
        if self.snaps { (value / step).round() * step } else { value }
    }

    /// The length of a move's steps: the largest power of ten that fits twice into an arrow, in units of the axes' space.
    fn move_step(&self) -> f32 {
        let arrow = self.stand.metres(ARROW) / self.stand.metres_of_unit(self.typed_axis());
        let step = 10f32.powf((0.5 * arrow).log10().floor());
        if self.fine { FINE * step } else { step }
    }

    /// Returns the angle of the rotation, in radians.
    pub fn turned(&self) -> f32 {
        let step = if self.fine { FINE_TURN_STEP } else { TURN_STEP };
        match self.typed.number() {
            Some(degrees) => degrees.to_radians(),
            None if self.snaps => self.snapped(self.dragged.x.to_degrees(), step).to_radians(),
            None => self.dragged.x,
        }
    }

    /// Returns the angle on its ring at which a rotation begins.
    pub fn begin(&self) -> f32 {
        let turned = self.from.and_then(|from| self.stand.turned(self.axis(), from));
        turned.filter(|turned| turned.wraps).map_or(0.0, |turned| turned.angle)
    }

    /// The angle of a rotation's steps, if it snaps to coarse ones.
    pub fn ticks(&self) -> Option<f32> {
        let snaps = self.snaps && !self.fine && self.typed.number().is_none();
        snaps.then_some(TURN_STEP.to_radians())
    }

    /// Returns its move along each axis, in units.
    pub fn moved(&self) -> Vec3 {
        match self.typed.number() {
            Some(units) => Vec3::AXES[self.typed_axis()] * units,
            None => self.dragged.map(|units| self.snapped(units, self.move_step())),
        }
    }

    /// Returns the factor of its size.
    pub fn scaled(&self) -> f32 {
        let step = if self.fine { FINE * SCALE_STEP } else { SCALE_STEP };
        let smallest = if self.snaps { step } else { SMALLEST };
        self.typed.number().unwrap_or_else(|| self.snapped(1.0 + self.dragged.x, step).max(smallest))
    }

    /// Returns its new transform.
    pub fn now(&self) -> Transform {
        self.done_with(&self.stand)
    }

    /// Returns the new transform of another thing to which the same change is applied.
    pub fn done_to(&self, other: &Placed) -> Transform {
        let start = other.parent_from_own;
        let Some(stand) = GizmoFrame::new(other, self.axes(), &self.stand.view) else { return start };
        if self.tool == Tool::Move && self.part == Part::Free {
            // Across the picture the move is the same in the world.
            let world = self.stand.world_from_parent * (self.now().translation - self.start().translation);
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
            Tool::Turn => stand.turned_by(self.axis(), self.turned()),
            Tool::Move if self.moved() == Vec3::ZERO => start,
            Tool::Move => stand.moved_by(self.moved()),
            Tool::Scale => {
                let factor = |axis| if self.part.has(axis) { self.scaled() } else { 1.0 };
                Transform { scale: start.scale * Vec3::from_array([0, 1, 2].map(factor)), ..start }
            }
        };
        let is_finite = now.translation.is_finite() && now.rotation.is_finite() && now.scale.is_finite();
        if is_finite { now } else { start }
    }

    /// Returns the change in words.
    pub fn words(&self) -> String {
        let whose = match self.axes() {
            Axes::Own => "",
            Axes::Parent => "the parent's ",
            Axes::Model => "the model's ",
        };
        let letters: Vec<&str> = (0..3).filter(|axis| self.part.has(*axis)).map(|i| AXIS_NAMES[i]).collect();
        let letters = letters.join(", ");
        let typed = self.typed.words();
        match self.tool {
            Tool::Turn => {
                let about =
                    self.axis().map_or("the line of sight".to_owned(), |_| format!("{whose}{letters}"));
                let angle = typed.unwrap_or_else(|| shown(self.turned().to_degrees(), 1));
                format!("turn {angle}° about {about}")
            }
            Tool::Move => {
                // One digit more than a power of ten needs, which is enough for a quarter.
                let digits = (0.999 - self.move_step().log10()).ceil().clamp(0.0, 6.0) as i32;
                let part = |axis: usize| shown(self.moved()[axis], digits);
                let parts: Vec<_> = (0..3).filter(|axis| self.part.has(*axis)).map(part).collect();
                let way = typed.unwrap_or_else(|| parts.join(", "));
                format!("move {way} along {whose}{letters}")
            }
            Tool::Scale => {
                let factor = typed.unwrap_or_else(|| shown(self.scaled(), 2));
                let along = self.axis().map_or(String::new(), |_| format!(" along {letters}"));
                format!("scale {factor}{along}")
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
