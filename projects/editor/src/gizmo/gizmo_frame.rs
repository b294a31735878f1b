//! Maps the mouse's place to angles and distances around a thing.

use crate::gizmo::outline::RING;
use crate::gizmo::{Axes, Placed};
use crate::{DraggedRing, turned_by_ring};
use common::transform::{Transform, transform_point};
use gl::{Ray, View};
use glam::{Mat3, Quat, Vec2, Vec3};

/// The determinant of three unit axes below which they count as flat.
const FLATTEST: f32 = 1e-6;

/// The sine of the angle from a ring's axis to the picture's plane below which the mouse rolls the ring.
const EDGE_ON: f32 = 0.15;

/// The squared sine of the angle from a line of sight to an axis below which no place on the axis is defined.
const ALONG_SIGHT: f32 = 0.003;

/// A thing, the view, and the axes of a gizmo around the thing.
#[derive(Clone, Copy, Debug)]
pub struct GizmoFrame {
    /// The thing's transform in its parent.
    pub start: Transform,
    /// Whose axes they are.
    pub which: Axes,
    /// The axes' directions in the parent, of unit length.
    pub axes: [Vec3; 3],
    /// The matrix that takes directions from the parent to the world.
    pub world_from_parent: Mat3,
    /// The matrix that takes directions from the world to the parent.
    pub parent_from_world: Mat3,
    /// The thing's origin in world space.
    pub pivot: Vec3,
    /// The thing's origin in pixels.
    pub pixel: Vec2,
    /// The direction from the origin to the viewer in world space, of unit length.
    pub towards: Vec3,
    pub view: View,
}

/// The angle of a ring at a pixel.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Turned {
    pub angle: f32,
    /// True if the angle repeats after a turn of the mouse around the ring.
    pub wraps: bool,
}

impl GizmoFrame {
    /// Returns the frame of a thing, or none if it isn't visible, or its parent's space is so flat that the
    /// mouse's depth is undefined.
    pub fn new(placed: &Placed, which: Axes, view: &View) -> Option<Self> {
        let start = placed.parent_from_own;
        let finite = start.translation.is_finite() && start.rotation.is_finite() && start.scale.is_finite();
        let rotation = start.rotation.length_squared();
        if !finite || !rotation.is_normal() {
            return None;
        }
        let world_from_parent = Mat3::from_mat4(placed.world_from_parent);
        let parent_from_world = inverse(world_from_parent)?;
        let basis = match which {
            Axes::Own => Mat3::from_quat(start.rotation.normalize()),
            Axes::Parent => Mat3::IDENTITY,
        };
        let pivot = transform_point(placed.world_from_parent, start.translation);
        let pixel = view.pixel(pivot)?;
        let towards = -view.ray(pixel).direction;
        (towards != Vec3::ZERO && pixel.is_finite()).then_some(Self {
            start,
            which,
            axes: [basis.x_axis, basis.y_axis, basis.z_axis],
            world_from_parent,
            parent_from_world,
            pivot,
            pixel,
            towards,
            view: *view,
        })
    }

    /// Returns an axis in world space, as long as a unit of the parent along it.
    pub fn world_axis(&self, axis: usize) -> Vec3 {
        self.world_from_parent * self.axes[axis]
    }

    /// Returns the length in metres, beside the thing, of some pixels at scale 1.
    pub fn metres(&self, pixels: f32) -> f32 {
        self.view.metres_of_pixels(self.pivot, pixels)
    }

    /// Returns the axis of a rotation in the parent: one of the three, or else the direction to the viewer.
    pub fn turn_axis(&self, axis: Option<usize>) -> Vec3 {
        match axis {
            Some(axis) => self.axes[axis],
            None => {
                let mirrored = self.world_from_parent.determinant().signum();
                (self.parent_from_world * self.towards).normalize() * mirrored
            }
        }
    }

    /// Returns two radii of a ring in world space, the first nearest to the viewer, in the sense of rotation.
    /// In the parent they are equally long and perpendicular; in the world the ring's largest radius is a
    /// metre.
    pub fn ring(&self, axis: usize) -> [Vec3; 2] {
        let [front, side] = self.ring_in_parent(axis).map(|direction| self.world_from_parent * direction);
        let longest = longest_of_ellipse(front, side);
        [front / longest, side / longest]
    }

    /// Returns these radii in the parent, of unit length.
    fn ring_in_parent(&self, axis: usize) -> [Vec3; 2] {
        let up = self.turn_axis(Some(axis));
        // In a parent with uneven scale the nearest point is elsewhere; this one is good enough, and never far from it.
        let towards = self.parent_from_world * self.towards;
        let front = (towards - towards.dot(up) * up).normalize_or(up.any_orthonormal_vector());
        [front, up.cross(front)]
    }

    /// Returns a ring's angle at a pixel, from the ring's front on, or none if it is undefined.
    pub fn turned(&self, axis: Option<usize>, pixel: Vec2) -> Option<Turned> {
        let away = pixel - self.pixel;
        let says_something = away.length() > self.view.scale;
        let Some(axis) = axis else {
            let angle = (-away.y).atan2(away.x);
            return says_something.then_some(Turned { angle, wraps: true });
        };
        // A normal stays perpendicular to its mapped plane under the inverse, transposed.
        let normal = (self.parent_from_world.transpose() * self.axes[axis]).normalize();
        if normal.dot(self.towards).abs() < EDGE_ON {
            return self.rolled(axis, away);
        }
        if !says_something {
            return None;
        }
        let ray = self.view.ray(pixel);
        let origin = self.parent_from_world * (ray.origin - self.pivot);
        let direction = self.parent_from_world * ray.direction;
        let up = self.turn_axis(Some(axis));
        let [front, side] = self.ring_in_parent(axis);
        let (falls, seen) = (direction.dot(up), -(self.parent_from_world * self.towards).dot(up));
        // Beyond the horizon of the ring's plane the direction of sight counts, as on the horizon itself.
        let hit = if falls * seen > 0.0 { origin - direction * (origin.dot(up) / falls) } else { direction };
        let angle = hit.dot(side).atan2(hit.dot(front));
        angle.is_finite().then_some(Turned { angle, wraps: true })
    }

    /// Returns the angle of a ring that is seen as a line, whose front follows the mouse.
    fn rolled(&self, axis: usize, away: Vec2) -> Option<Turned> {
        let [_, side] = self.ring(axis);
        let reach = self.metres(RING);
        let ends = [-reach, reach].map(|reach| self.view.pixel(self.pivot + side * reach));
        let [Some(back), Some(on)] = ends else {
            return None;
        };
        let radius = 0.5 * (on - back);
        let angle = away.dot(radius) / radius.length_squared();
        angle.is_finite().then_some(Turned { angle, wraps: false })
    }

    /// Returns the place of a pixel along an axis, in metres in the world, or none if it is undefined.
    ///
    /// It is the point of the axis that is nearest to the line of sight.
    pub fn along(&self, axis: usize, pixel: Vec2) -> Option<f32> {
        let Ray { origin, direction } = self.view.ray(pixel);
        let (axis, to_eye) = (self.world_axis(axis).normalize(), origin - self.pivot);
        let cos = axis.dot(direction);
        let square = 1.0 - cos * cos;
        let along = (axis.dot(to_eye) - cos * direction.dot(to_eye)) / square;
        let depth = along * cos - direction.dot(to_eye);
        (square > ALONG_SIGHT && depth > 0.0 && along.is_finite()).then_some(along)
    }

    /// Returns the place of a pixel on the picture's plane through the thing's origin, relative to that, in
    /// the parent, or none if it is undefined.
    pub fn on_picture(&self, pixel: Vec2) -> Option<Vec3> {
        // Depth increases straight away from the picture.
        let normal = self.view.clip_from_world.row(2).truncate().normalize();
        let Ray { origin, direction } = self.view.ray(pixel);
        let distance = -normal.dot(origin - self.pivot) / normal.dot(direction);
        let place = origin - self.pivot + distance * direction;
        (distance > 0.0 && place.is_finite()).then(|| self.parent_from_world * place)
    }

    /// Returns the thing's transform, rotated by an angle of a ring. The angle counts from the ring's front,
    /// wherever a drag began, so it may also be typed or snapped.
    pub fn turned_by(&self, axis: Option<usize>, angle: f32) -> Transform {
        let up = self.turn_axis(axis);
        let front = up.any_orthonormal_vector();
        let to = angle.cos() * front + angle.sin() * up.cross(front);
        // The joint's own axes are given in its own space, and all others in the parent.
        let (axes, axes_from_parent) = match axis {
            Some(_) if self.which == Axes::Own => (Axes::Own, self.start.rotation.normalize().inverse()),
            _ => (Axes::Parent, Quat::IDENTITY),
        };
        let [axis, from, to] = [up, front, to].map(|direction| axes_from_parent * direction);
        let rotation = turned_by_ring(self.start.rotation, DraggedRing { axes, axis, from, to });
        Transform { rotation: rotation.normalize(), ..self.start }
    }

    /// Returns the thing's transform, moved by some units along each axis.
    pub fn moved_by(&self, units: Vec3) -> Transform {
        let moved: Vec3 = (0..3).map(|axis| self.axes[axis] * units[axis]).sum();
        Transform { translation: self.start.translation + moved, ..self.start }
    }
}

/// Returns the inverse, if it is exact enough, for axes of any size.
fn inverse(matrix: Mat3) -> Option<Mat3> {
    let axes = [matrix.x_axis, matrix.y_axis, matrix.z_axis].map(Vec3::try_normalize);
    let [Some(x), Some(y), Some(z)] = axes else {
        return None;
    };
    let spans = x.cross(y).dot(z).abs() > FLATTEST && matrix.determinant().is_normal();
    spans.then(|| matrix.inverse()).filter(|inverse| inverse.is_finite())
}

/// Returns the largest radius of an ellipse, from the images of two perpendicular radii of its circle.
fn longest_of_ellipse(a: Vec3, b: Vec3) -> f32 {
    let (sum, difference) =
        (a.length_squared() + b.length_squared(), a.length_squared() - b.length_squared());
    let mixed = 2.0 * a.dot(b);
    (0.5 * (sum + difference.hypot(mixed))).sqrt()
}
