//! The camera of a lesson, and how the mouse moves it.

use super::rect::Rect;
use gl::View;
use glam::camera::rh::proj::opengl;
use glam::{Mat4, Vec2, Vec3, vec3};

/// The projection of the camera.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lens {
    /// A perspective projection, in which farther things are smaller.
    Perspective,
    /// A parallel projection, in which farther things are as large as near ones.
    Orthographic,
}

/// A viewer who looks at a point.
#[derive(Clone, Copy, Debug)]
pub struct Camera {
    /// The point of the world in the middle of the view.
    pub target: Vec3,
    /// The metres that fit into the view's height at the target, or into its width if that is less.
    pub height: f32,
    /// The angle of the viewer to the right of the z axis, in degrees.
    pub yaw: f32,
    /// The angle of the viewer above the ground, in degrees.
    pub pitch: f32,
    pub lens: Lens,
    /// True if the viewer stays straight in front of the plane z = 0.
    pub flat: bool,
}

/// The size of the picture, and the part of it that no panel covers.
#[derive(Clone, Copy, Debug)]
pub struct Stagebox {
    /// Width and height of the whole picture, in pixels.
    pub size: [u32; 2],
    /// The part that no panel covers.
    pub free: Rect,
    /// The pixels per pixel of a plain screen.
    pub scale: f32,
}

/// The angle between the lower and upper edge of the view, in degrees.
const FIELD_OF_VIEW: f32 = 32.0;

/// The smallest height of a view, in metres, for a coin.
const SMALLEST: f32 = 0.02;
const LARGEST: f32 = 2000.0;

/// The pixels between points that come into sight and the edge, and the most that the viewer goes back.
const EDGE: f32 = 40.0;
const FARTHER: f32 = 1.6;

impl Camera {
    /// Returns a camera that looks at the plane z = 0 straight from the front.
    pub fn flat(target: Vec3, height: f32) -> Self {
        Self { target, height, yaw: 0.0, pitch: 0.0, lens: Lens::Orthographic, flat: true }
    }

    /// Returns a camera that looks at `target` from `yaw` degrees to the right and `pitch` degrees above.
    pub fn orbit(target: Vec3, height: f32, yaw: f32, pitch: f32) -> Self {
        Self { target, height, yaw, pitch, lens: Lens::Perspective, flat: false }
    }

    /// Returns a camera that shows all points from `yaw` degrees to the right and `pitch` degrees above.
    pub fn around(points: impl IntoIterator<Item = Vec3>, yaw: f32, pitch: f32) -> Self {
        let points: Vec<Vec3> = points.into_iter().filter(|point| point.is_finite()).collect();
        let low = points.iter().copied().reduce(Vec3::min).unwrap_or(Vec3::ZERO);
        let high = points.iter().copied().reduce(Vec3::max).unwrap_or(Vec3::ONE);
        let size = (high - low).max_element();
        if size == 0.0 {
            // A lone point has no size to go by.
            return Self::orbit(low, 1.0, yaw, pitch);
        }
        let mut camera = Self::orbit((low + high) / 2.0, (0.5 * size).clamp(SMALLEST, LARGEST), yaw, pitch);
        while !camera.shows(&points) && camera.height < LARGEST {
            camera.height *= 1.04;
        }
        camera
    }

    /// Returns true if all points lie well inside a square picture.
    fn shows(&self, points: &[Vec3]) -> bool {
        const SIDE: u32 = 100;
        let view = self.view(Stagebox { size: [SIDE; 2], free: Rect::whole([SIDE; 2]), scale: 1.0 });
        let well_within = |pixel: Vec2| (pixel - Vec2::splat(50.0)).abs().max_element() < 42.0;
        points.iter().all(|&point| view.pixel(point).is_some_and(well_within))
    }

    /// Moves the viewer back, though not far, until all of these points are in a part of the picture.
    pub fn go_back(&mut self, points: &[Vec3], area: Stagebox) {
        let part = area.free.without(EDGE, EDGE, EDGE, EDGE);
        let farthest = FARTHER * self.height;
        let is_seen = |camera: &Self| {
            let view = camera.view(area);
            points.iter().all(|&point| view.pixel(point).is_some_and(|pixel| part.contains(pixel)))
        };
        while !is_seen(self) && self.height < farthest {
            self.height *= 1.04;
        }
    }

    /// Orbits the target by a drag in pixels. A flat camera pans instead.
    pub fn turn(&mut self, drag: Vec2, area: Stagebox) {
        if self.flat {
            return self.pan(drag, area);
        }
        let degrees_per_pixel = 0.35 / area.scale;
        self.yaw = (self.yaw - drag.x * degrees_per_pixel).rem_euclid(360.0);
        self.pitch = (self.pitch + drag.y * degrees_per_pixel).clamp(-89.0, 89.0);
    }

    /// Pans so that the point under the mouse stays under it.
    pub fn pan(&mut self, drag: Vec2, area: Stagebox) {
        let metres_per_pixel = self.height_in(area) / area.free.size().y.max(1.0);
        let world_from_turned = self.world_from_turned();
        let drag = vec3(-drag.x, drag.y, 0.0) * metres_per_pixel;
        self.target += world_from_turned.transform_vector3(drag);
    }

    /// Zooms in by some notches of the wheel.
    ///
    /// A flat camera keeps the point under `pixel` where it is.
    pub fn zoom(&mut self, notches: f32, pixel: Vec2, area: Stagebox) {
        let under = |camera: &Self| camera.view(area).ray(pixel).on_plane_z();
        let before = under(self);
        self.height = (self.height * 0.88f32.powf(notches)).clamp(SMALLEST, LARGEST);
        if let (true, Some(before), Some(after)) = (self.flat, before, under(self)) {
            self.target += before - after;
        }
    }

    /// Raises the viewer and the target above level ground at this height. A viewer who looks up from there
    /// is lowered only half as far as possible, since in a narrow view it is farther away.
    pub fn keep_above(&mut self, ground: f32) {
        self.target.y = self.target.y.max(ground);
        let distance = 0.5 * self.height / (0.5 * FIELD_OF_VIEW).to_radians().tan();
        let deepest = 0.5 * (self.target.y - ground) / distance;
        self.pitch = self.pitch.max(-deepest.min(1.0).asin().to_degrees());
    }

    /// Returns the matrix from the viewer's axes, with the origin at the target, to the world.
    fn world_from_turned(&self) -> Mat4 {
        let turn = Mat4::from_rotation_y(self.yaw.to_radians());
        let tilt = Mat4::from_rotation_x(-self.pitch.to_radians());
        Mat4::from_translation(self.target) * turn * tilt
    }

    /// Returns the metres between the lower and the upper edge of an area: `height`, or more in an area that
    /// is narrower than high, so that as much fits into its width.
    fn height_in(&self, area: Stagebox) -> f32 {
        let free = area.free.size().max(Vec2::ONE);
        self.height / (free.x / free.y).min(1.0)
    }

    /// Returns the matrices for drawing.
    pub fn view(&self, area: Stagebox) -> View {
        let whole = Vec2::from(area.size.map(|side| side.max(1) as f32));
        let free = area.free.size().max(Vec2::ONE);
        let (aspect, height) = (free.x / free.y, self.height_in(area));
        let distance = 0.5 * height / (0.5 * FIELD_OF_VIEW).to_radians().tan();
        let world_from_view = self.world_from_turned() * Mat4::from_translation(Vec3::Z * distance);
        let clip_from_view = match self.lens {
            Lens::Perspective => {
                let field = FIELD_OF_VIEW.to_radians();
                opengl::perspective(field, aspect, 0.02 * distance, 40.0 * distance)
            }
            Lens::Orthographic => {
                let (x, y) = (0.5 * height * aspect, 0.5 * height);
                opengl::orthographic(-x, x, -y, y, -40.0 * distance, 40.0 * distance)
            }
        };
        // Maps the view into the part that panels leave free.
        let centre = (area.free.low + area.free.high - whole) / whole;
        let into_free = Mat4::from_translation(vec3(centre.x, -centre.y, 0.0))
            * Mat4::from_scale((free / whole).extend(1.0));
        View {
            clip_from_world: into_free * clip_from_view * world_from_view.inverse(),
            eye: match self.lens {
                Lens::Perspective => world_from_view.w_axis.truncate(),
                Lens::Orthographic => self.target + world_from_view.z_axis.truncate() * 1e4,
            },
            flat: self.flat,
            size: area.size,
            scale: area.scale,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::vec2;

    /// A picture with panels at the left and below.
    const AREA: Stagebox = Stagebox {
        size: [1280, 800],
        free: Rect { low: vec2(340.0, 0.0), high: vec2(1280.0, 600.0) },
        scale: 1.0,
    };

    #[test]
    fn a_viewer_stays_above_the_ground_in_narrow_views_too() {
        let narrow = Stagebox { size: [600, 800], free: Rect::whole([600, 800]), scale: 1.0 };
        for (target, pitch) in [(1.0, -60.0), (0.3, -5.0), (-2.0, -89.0), (-0.5, 30.0)] {
            let mut camera = Camera::orbit(target * Vec3::Y, 3.0, 20.0, pitch);
            camera.keep_above(0.2);
            let [wide, narrow] = [AREA, narrow].map(|area| camera.view(area).eye.y);
            assert!(wide.min(narrow) > 0.199, "{target} {pitch}: {wide} {narrow}");
        }
    }

    #[test]
    fn panning_and_zooming_keep_the_point_under_the_mouse() {
        let mut camera = Camera::flat(vec3(0.5, 1.0, 0.0), 4.0);
        let point = vec3(1.0, 0.5, 0.0);
        let before = camera.view(AREA).pixel(point).unwrap();
        camera.zoom(3.0, before, AREA);
        assert!(camera.view(AREA).pixel(point).unwrap().distance(before) < 0.1);
        camera.pan(vec2(30.0, -20.0), AREA);
        let after = camera.view(AREA).pixel(point).unwrap();
        assert!(after.distance(before + vec2(30.0, -20.0)) < 0.1);
    }
}
