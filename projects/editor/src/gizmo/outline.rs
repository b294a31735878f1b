//! Computes a gizmo's outlines in the picture, in pixels at scale 1, equally large at every distance.

use crate::gizmo::Tool;
use crate::gizmo::gizmo_frame::GizmoFrame;
use glam::{Vec2, Vec3};
use std::f32::consts::TAU;

pub const RING: f32 = 92.0;
/// The radius of the ring in the picture's plane.
pub const VIEW_RING: f32 = 110.0;
/// The distance from the middle at which words are clear of all parts.
pub const BEYOND: f32 = VIEW_RING + 24.0;
/// The distance of the arrows' ends from the middle.
pub const ARROW: f32 = 100.0;
/// The distance of the arrows' starts from the middle.
pub const ARROW_BEGINS: f32 = 16.0;
/// The radius of the disc in the middle.
pub const MIDDLE: f32 = 9.0;

/// The distance from a part within which the mouse grabs it.
const REACH: f32 = 8.0;

const CORNERS: usize = 96;

/// The fraction of a ring's radius by which a point may be behind the middle and count as in front.
const BEHIND: f32 = 0.12;

/// Sines of the angle between an arrow and the line of sight: hidden below the first, pale up to the second.
const PALE: [f32; 2] = [0.12, 0.3];

/// The outlines of all parts of a gizmo.
pub struct Outlines {
    /// The thing's frame in its view.
    pub stand: GizmoFrame,
    /// The parts, in the order of drawing.
    pub parts: Vec<Outline>,
}

pub struct Outline {
    /// The axis of the part, or none for that of the view.
    pub axis: Option<usize>,
    /// The opacity, from 0 to 1.
    pub strength: f32,
    pub form: Form,
}

/// The shape of a part, in pixels from the thing's origin.
pub enum Form {
    /// A ring, with its lines in front and those behind.
    Ring {
        front: Vec<Vec<Vec2>>,
        back: Vec<Vec<Vec2>>,
    },
    /// An arrow from one point to another.
    Arrow {
        from: Vec2,
        to: Vec2,
    },
    Middle,
}

impl Outlines {
    /// Returns the outlines of a tool's parts around a thing.
    pub fn new(tool: Tool, stand: GizmoFrame) -> Self {
        let outline = |axis| {
            let (strength, form) = match (tool, axis) {
                (Tool::Turn, Some(axis)) => (1.0, stand.ring_form(axis)),
                (Tool::Turn, None) => (1.0, Form::Ring { front: vec![circle(VIEW_RING)], back: Vec::new() }),
                (Tool::Move, Some(axis)) => stand.arrow_form(axis)?,
                (Tool::Move, None) => (1.0, Form::Middle),
            };
            (strength > 0.0).then_some(Outline { axis, strength, form })
        };
        let mut parts = [None, Some(0), Some(1), Some(2)];
        if tool == Tool::Move {
            parts.rotate_left(1);
        }
        Self { stand, parts: parts.into_iter().filter_map(outline).collect() }
    }

    /// Returns the part under a pixel, by its axis.
    pub fn under(&self, pixel: Vec2) -> Option<Option<usize>> {
        let pixel = self.stand.beside(pixel);
        let near = self.parts.iter().map(|outline| (outline.axis, outline.form.distance(pixel)));
        let near = near.filter(|(_, distance)| *distance <= REACH);
        near.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(axis, _)| axis)
    }

    /// Returns the point of a part that is easiest to grab, the farthest from all other parts.
    pub fn handle(&self, index: usize) -> Vec2 {
        let others = || self.parts.iter().enumerate().filter(|(other, _)| *other != index);
        let room = |pixel: Vec2| {
            others().map(|(_, outline)| outline.form.distance(pixel)).fold(f32::INFINITY, f32::min)
        };
        let places = self.parts[index].form.places().into_iter();
        places.max_by(|a, b| room(*a).total_cmp(&room(*b))).unwrap_or_default()
    }
}

/// Returns the corners of a circle, with the first once more at the end.
fn circle(radius: f32) -> Vec<Vec2> {
    (0..=CORNERS).map(|i| radius * Vec2::from_angle(i as f32 / CORNERS as f32 * TAU)).collect()
}

impl GizmoFrame {
    /// Returns a pixel relative to the thing's origin, at scale 1.
    pub fn beside(&self, pixel: Vec2) -> Vec2 {
        (pixel - self.pixel) / self.view.scale
    }

    /// Returns the pixel of a point of the world, given in metres beside the thing.
    pub fn seen(&self, beside: Vec3) -> Option<Vec2> {
        self.view.pixel(self.pivot + beside).map(|pixel| self.beside(pixel))
    }

    /// Returns the world point that is seen at a pixel, in the picture's plane.
    pub fn at(&self, beside: Vec2) -> Option<Vec3> {
        let in_parent = self.on_picture(self.pixel + beside * self.view.scale)?;
        Some(self.pivot + self.world_from_parent * in_parent)
    }

    /// Returns the point of a ring at an angle from its front, in metres from the thing.
    pub fn on_ring(&self, axis: usize, angle: f32, radius: f32) -> Vec3 {
        let [front, side] = self.ring(axis);
        radius * (angle.cos() * front + angle.sin() * side)
    }

    fn ring_form(&self, axis: usize) -> Form {
        let radius = self.metres(RING);
        let (mut front, mut back) = (Vec::new(), Vec::new());
        let mut last = None;
        for corner in 0..=CORNERS {
            // It begins at the back, so that the front is in one piece.
            let angle = (corner as f32 / CORNERS as f32 - 0.5) * TAU;
            let beside = self.on_ring(axis, angle, radius);
            let is_front = beside.dot(self.towards) >= -BEHIND * radius;
            let pieces: &mut Vec<Vec<Vec2>> = if is_front { &mut front } else { &mut back };
            let Some(seen) = self.seen(beside) else {
                last = None;
                continue;
            };
            match last {
                Some((was_front, _)) if was_front == is_front => {}
                Some((_, joins)) => pieces.push(vec![joins]),
                None => pieces.push(Vec::new()),
            }
            if let Some(piece) = pieces.last_mut() {
                piece.push(seen);
            }
            last = Some((is_front, seen));
        }
        Form::Ring { front, back }
    }

    fn arrow_form(&self, axis: usize) -> Option<(f32, Form)> {
        let direction = self.world_axis(axis);
        let strength = strength(direction.cross(self.towards).length());
        let at = |pixels: f32| self.seen(direction * self.metres(pixels));
        Some((strength, Form::Arrow { from: at(ARROW_BEGINS)?, to: at(ARROW)? }))
    }
}

/// Returns the opacity of an arrow or ring, from the sine of its angle to the viewer.
fn strength(sine: f32) -> f32 {
    ((sine - PALE[0]) / (PALE[1] - PALE[0])).clamp(0.0, 1.0)
}

impl Form {
    /// Returns the points at which the part can be grabbed.
    fn places(&self) -> Vec<Vec2> {
        match self {
            Self::Ring { front, .. } => front.concat(),
            Self::Arrow { from, to } => (3..=10).map(|part| from.lerp(*to, part as f32 / 10.0)).collect(),
            Self::Middle => vec![Vec2::ZERO],
        }
    }

    pub fn distance(&self, pixel: Vec2) -> f32 {
        match self {
            Self::Ring { front, .. } => {
                front.iter().map(|points| to_line(points, pixel)).fold(f32::INFINITY, f32::min)
            }
            Self::Arrow { from, to } => to_line(&[*from, *to], pixel),
            Self::Middle => pixel.length() - MIDDLE,
        }
    }
}

/// Returns the distance of a pixel from a line through points.
fn to_line(points: &[Vec2], pixel: Vec2) -> f32 {
    let to_segment = |ends: &[Vec2]| {
        let along = ends[1] - ends[0];
        let part = (pixel - ends[0]).dot(along) / along.length_squared().max(f32::MIN_POSITIVE);
        pixel.distance(ends[0] + part.clamp(0.0, 1.0) * along)
    };
    points.windows(2).map(to_segment).fold(f32::INFINITY, f32::min)
}
