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
    pub tool: Tool,
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
    /// An arrow is one line, and the disc in the middle none.
    pub lines: Lines,
}

/// Lines through pixels beside the thing's origin: those behind it with false, and then those in front with true.
type Lines = Vec<(bool, Vec<Vec2>)>;

impl Outlines {
    /// Returns the outlines of a tool's parts around a thing.
    pub fn new(tool: Tool, stand: GizmoFrame) -> Self {
        let outline = |axis| {
            let (strength, lines) = match (tool, axis) {
                (Tool::Turn, Some(axis)) => (1.0, stand.ring_lines(axis)),
                (Tool::Turn, None) => (1.0, vec![(true, circle(VIEW_RING))]),
                (Tool::Move, Some(axis)) => stand.arrow(axis)?,
                (Tool::Move, None) => return Some(Outline { axis, strength: 1.0, lines: Vec::new() }),
            };
            (strength > 0.0 && !lines.is_empty()).then_some(Outline { axis, strength, lines })
        };
        let mut parts = [None, Some(0), Some(1), Some(2)];
        if tool == Tool::Move {
            parts.rotate_left(1);
        }
        Self { tool, stand, parts: parts.into_iter().filter_map(outline).collect() }
    }

    /// Returns the part under a pixel, by its axis.
    pub fn under(&self, pixel: Vec2) -> Option<Option<usize>> {
        let pixel = self.stand.beside(pixel);
        let near = self.parts.iter().map(|outline| (outline.axis, outline.distance(pixel)));
        let near = near.filter(|(_, distance)| *distance <= REACH);
        near.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(axis, _)| axis)
    }

    /// Returns the point of a part that is easiest to grab, the farthest from all other parts.
    pub fn handle(&self, index: usize) -> Vec2 {
        let others = || self.parts.iter().enumerate().filter(|(other, _)| *other != index);
        let room =
            |pixel: Vec2| others().map(|(_, outline)| outline.distance(pixel)).fold(f32::INFINITY, f32::min);
        let places = self.parts[index].places().into_iter();
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

    /// Returns the lines of a ring.
    fn ring_lines(&self, axis: usize) -> Lines {
        let radius = self.metres(RING);
        let corner = |corner: usize| {
            // It begins at the back, so that the front is in one piece.
            let angle = (corner as f32 / CORNERS as f32 - 0.5) * TAU;
            let beside = self.on_ring(axis, angle, radius);
            (beside.dot(self.towards) >= -BEHIND * radius, self.seen(beside))
        };
        let corners: Vec<(bool, Option<Vec2>)> = (0..=CORNERS).map(corner).collect();
        let mut lines: Lines = Vec::new();
        for pair in corners.windows(2) {
            let [(_, Some(from)), (is_front, Some(to))] = pair else { continue };
            match lines.last_mut() {
                Some((front, line)) if front == is_front && line.last() == Some(from) => line.push(*to),
                _ => lines.push((*is_front, vec![*from, *to])),
            }
        }
        lines.sort_by_key(|(is_front, _)| *is_front);
        lines
    }

    /// Returns the opacity of an arrow, and its line.
    fn arrow(&self, axis: usize) -> Option<(f32, Lines)> {
        let direction = self.world_axis(axis).normalize();
        let sine = direction.cross(self.towards).length();
        let strength = ((sine - PALE[0]) / (PALE[1] - PALE[0])).clamp(0.0, 1.0);
        let at = |pixels: f32| self.seen(direction * self.metres(pixels));
        Some((strength, vec![(true, vec![at(ARROW_BEGINS)?, at(ARROW)?])]))
    }
}

impl Outline {
    /// Returns the lines in front.
    pub fn front(&self) -> impl Iterator<Item = &[Vec2]> {
        self.lines.iter().filter(|(is_front, _)| *is_front).map(|(_, line)| &line[..])
    }

    /// Returns the points at which the part can be grabbed.
    fn places(&self) -> Vec<Vec2> {
        match &self.lines[..] {
            [] => vec![Vec2::ZERO],
            [(_, arrow)] if arrow.len() == 2 => {
                (3..=10).map(|part| arrow[0].lerp(arrow[1], part as f32 / 10.0)).collect()
            }
            _ => self.front().collect::<Vec<_>>().concat(),
        }
    }

    pub fn distance(&self, pixel: Vec2) -> f32 {
        match self.lines.is_empty() {
            true => pixel.length() - MIDDLE,
            false => self.front().map(|line| to_line(line, pixel)).fold(f32::INFINITY, f32::min),
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
