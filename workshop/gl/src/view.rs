//! The viewer's place, and the projection of the world to pixels.

use glam::{Mat4, Vec2, Vec3, vec2};

/// The matrices and measures of camera and picture that drawing needs.
#[derive(Clone, Copy, Debug)]
pub struct View {
    /// The matrix from world to clip space.
    pub clip_from_world: Mat4,
    /// The viewer's place in the world, a point far back with parallel projection.
    pub eye: Vec3,
    /// True if the world is viewed as a plane, straight along z.
    pub flat: bool,
    /// Width and height of the picture, in pixels.
    pub size: [u32; 2],
    /// The pixels per pixel of a plain screen, such as 2 on many laptops.
    pub scale: f32,
}

/// A half-line in world space.
#[derive(Clone, Copy, Debug)]
pub struct Ray {
    /// The point at which it begins.
    pub origin: Vec3,
    /// The direction, of unit length.
    pub direction: Vec3,
}

impl View {
    pub(super) fn half_size(&self) -> Vec2 {
        vec2(self.size[0] as f32, self.size[1] as f32) / 2.0
    }

    /// Returns the pixel of a world point, from the upper left, or none if the point is behind the viewer.
    pub fn pixel(&self, world: Vec3) -> Option<Vec2> {
        let clip = self.clip_from_world * world.extend(1.0);
        let in_front = clip.w > 0.0 && clip.z > -clip.w;
        in_front.then(|| {
            let from_centre = vec2(clip.x, -clip.y) / clip.w;
            (from_centre + Vec2::ONE) * self.half_size()
        })
    }

    /// Returns the world point that is seen at a pixel, at the same depth as another point.
    pub fn beside(&self, world: Vec3, pixel: Vec2) -> Vec3 {
        let from_centre = pixel / self.half_size() - Vec2::ONE;
        let depth = self.clip_from_world.project_point3(world).z;
        let clip = vec2(from_centre.x, -from_centre.y).extend(depth);
        self.clip_from_world.inverse().project_point3(clip)
    }

    /// Returns how many metres a number of pixels (at scale 1) covers at a world point.
    pub fn metres_of_pixels(&self, world: Vec3, pixels: f32) -> f32 {
        let w = (self.clip_from_world * world.extend(1.0)).w;
        // Growth of clip y per metre upwards in the picture.
        let growth = self.clip_from_world.row(1).truncate().length();
        let pixels_per_metre = growth / w.max(f32::EPSILON) * self.half_size().y;
        pixels * self.scale / pixels_per_metre
    }

    /// Returns true if anything within a distance, in metres, of a world point may be in the picture.
    pub fn sees(&self, world: Vec3, within: f32) -> bool {
        let [x, y, z, w] = [0, 1, 2, 3].map(|row| self.clip_from_world.row(row));
        // Visible points are on the inner side of all six planes: there -w ≤ x ≤ w, and so for y and z.
        [w + x, w - x, w + y, w - y, w + z, w - z]
            .into_iter()
            .all(|plane| plane.dot(world.extend(1.0)) >= -within * plane.truncate().length())
    }

    /// Returns the line of sight through a pixel, counted from the upper left.
    pub fn ray(&self, pixel: Vec2) -> Ray {
        let from_centre = pixel / self.half_size() - Vec2::ONE;
        let world_from_clip = self.clip_from_world.inverse();
        let point =
            |depth: f32| world_from_clip.project_point3(vec2(from_centre.x, -from_centre.y).extend(depth));
        let origin = point(-1.0);
        Ray { origin, direction: (point(1.0) - origin).normalize_or_zero() }
    }
}

impl Ray {
    /// Returns the point where the ray meets the plane z = 0, or none if it never does.
    pub fn on_plane_z(&self) -> Option<Vec3> {
        let distance = -self.origin.z / self.direction.z;
        (distance.is_finite() && distance >= 0.0).then(|| self.origin + self.direction * distance)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::camera::rh::proj::opengl;
    use glam::vec3;

    #[test]
    fn a_ball_is_seen_as_long_as_a_part_of_it_may_be_in_the_picture() {
        // Four metres to each side of where it looks, ten metres away, and from 1 m to 100 m deep.
        let perspective = opengl::perspective(2.0 * 0.4f32.atan(), 1.0, 1.0, 100.0);
        let parallel = opengl::orthographic(-4.0, 4.0, -4.0, 4.0, 1.0, 100.0);
        for clip_from_eye in [perspective, parallel] {
            let clip_from_world = clip_from_eye * Mat4::from_translation(vec3(-2.0, -3.0, -10.0));
            let view =
                View { clip_from_world, eye: vec3(2.0, 3.0, 10.0), flat: false, size: [9, 9], scale: 1.0 };
            let seen = |x: f32, y: f32, z: f32| view.sees(vec3(2.0 + x, 3.0 + y, z), 0.5);
            assert!(
                seen(0.0, 0.0, 0.0) && seen(4.4, 0.0, 0.0) && seen(0.0, -4.4, 0.0) && seen(0.0, 0.0, 9.4)
            );
            for [x, y, z] in [
                [4.6, 0.0, 0.0],
                [-4.6, 0.0, 0.0],
                [0.0, 4.6, 0.0],
                [0.0, -4.6, 0.0],
                [0.0, 0.0, 9.6],
                [0.0, 0.0, -90.6],
                [0.0, 0.0, 30.0],
            ] {
                // Seen at a slant, the edge of the picture is a little nearer.
                let slant = if clip_from_eye == perspective { 1.08 } else { 1.0 };
                assert!(!seen(slant * x, slant * y, z), "{x} {y} {z}");
            }
        }
    }

    #[test]
    fn a_ray_meets_a_plane_in_front_of_it_and_none_behind() {
        let origin = vec3(1.0, 2.0, 4.0);
        for (direction, met) in [
            (Vec3::NEG_Z, Some(vec3(1.0, 2.0, 0.0))),
            (vec3(0.6, 0.0, -0.8), Some(vec3(4.0, 2.0, 0.0))),
            (Vec3::Z, None),
            (vec3(0.6, 0.0, 0.8), None),
            (Vec3::X, None),
        ] {
            let found = Ray { origin, direction }.on_plane_z();
            assert_eq!(found.is_some(), met.is_some(), "{direction}");
            assert!(found.zip(met).is_none_or(|(found, met)| found.distance(met) < 1e-4), "{direction}");
        }
    }
}
