//! Drags parts and points with the mouse.

use super::{Phase, Pointer, REACH};
use glam::{Vec2, Vec3};

/// The part that the mouse drags, and its value's offset from the mouse's, so that nothing jumps.
#[derive(Clone, Copy, Debug)]
pub struct Grip<P>(Option<(P, f32)>);

impl<P: Copy> Grip<P> {
    /// Returns a grip that holds nothing.
    pub fn none() -> Self {
        Self(None)
    }

    /// Follows the mouse, which grabs the part under it, and returns the new value of the part that it drags.
    ///
    /// `value` returns a part's present value, and `at_mouse` the value at the mouse's place.
    pub fn follow(
        &mut self,
        phase: Phase,
        under_mouse: impl FnOnce() -> Option<P>,
        value: impl FnOnce(P) -> f32,
        at_mouse: impl Fn(P) -> f32,
    ) -> Option<(P, f32)> {
        match phase {
            Phase::Press => self.0 = under_mouse().map(|part| (part, value(part) - at_mouse(part))),
            Phase::Drag => return self.0.map(|(part, off)| (part, at_mouse(part) + off)),
            Phase::Release | Phase::Hover => self.0 = None,
        }
        None
    }

    /// Returns true if the mouse holds anything.
    pub fn holds(&self) -> bool {
        self.0.is_some()
    }
}

/// The point of the world that the mouse drags, and its offset from the mouse in pixels. Its depth stays, so
/// that it moves parallel to the picture.
#[derive(Clone, Copy, Debug)]
pub struct PointGrip<P> {
    held: Option<(P, Vec2)>,
    /// The largest distance between a press and a point that it grabs, in pixels at scale 1.
    reach: f32,
}

impl<P: Copy + PartialEq> PointGrip<P> {
    /// Returns a grip that holds nothing.
    pub fn none() -> Self {
        Self::reaching(REACH)
    }

    /// Returns a grip that holds nothing, and grabs points within this distance, in pixels at scale 1.
    pub fn reaching(reach: f32) -> Self {
        Self { held: None, reach }
    }

    /// Follows the mouse, which grabs the point seen under it, and returns the dragged point's new place.
    pub fn follow(&mut self, pointer: &Pointer, points: &[(P, Vec3)]) -> Option<(P, Vec3)> {
        let pixel = |part: P| {
            let (_, place) = points.iter().find(|(other, _)| *other == part)?;
            Some((*place, pointer.view.pixel(*place)?))
        };
        match pointer.phase {
            Phase::Press => {
                let pressed = pointer.over_within(self.reach, points.iter().copied());
                self.held = pressed.and_then(|part| Some((part, pixel(part)?.1 - pointer.pixel)));
            }
            Phase::Drag => {
                let (part, off) = self.held?;
                let (place, _) = pixel(part)?;
                return Some((part, pointer.view.beside(place, pointer.pixel + off)));
            }
            Phase::Release | Phase::Hover => self.held = None,
        }
        None
    }

    /// Returns true if the mouse holds anything.
    pub fn holds(&self) -> bool {
        self.held.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::super::camera::{Camera, Stagebox};
    use super::super::{Button, Rect};
    use super::*;
    use glam::{vec2, vec3};

    #[test]
    fn a_point_that_is_dragged_goes_along_with_the_mouse_and_stays_as_deep() {
        let area = Stagebox { size: [800, 600], free: Rect::whole([800, 600]), scale: 1.0 };
        let view = Camera::orbit(Vec3::Y, 3.0, 30.0, 20.0).view(area);
        let (button, double, ctrl, shift) = (Button::Left, false, false, false);
        let pointer = |phase, pixel| Pointer { phase, button, double, ctrl, shift, pixel, view };
        let points = [('a', vec3(0.3, 1.2, 0.4)), ('b', vec3(-0.5, 0.8, -0.2))];
        let [a, b] = points.map(|(_, place)| view.pixel(place).unwrap());
        let mut grip = PointGrip::none();
        grip.follow(&pointer(Phase::Press, 0.5 * (a + b)), &points);
        assert!(!grip.holds(), "nothing is there");
        let (beside, by) = (b + vec2(4.0, -3.0), vec2(60.0, -80.0));
        grip.follow(&pointer(Phase::Press, beside), &points);
        let (part, place) = grip.follow(&pointer(Phase::Drag, beside + by), &points).unwrap();
        assert!(part == 'b' && view.pixel(place).unwrap().distance(b + by) < 0.05);
        let [across, before] = [place, points[1].1].map(|place| view.metres_of_pixels(place, 1.0));
        assert!((across - before).abs() < 1e-5, "as large, so as deep");
        grip.follow(&pointer(Phase::Release, a), &points);
        assert!(!grip.holds() && grip.follow(&pointer(Phase::Drag, a), &points).is_none());
    }

    #[test]
    fn a_part_that_is_held_keeps_its_distance_from_the_mouse_until_it_is_let_go() {
        let mut grip = Grip::none();
        let mut follow = |phase, mouse: f32| grip.follow(phase, || Some('a'), |_| 3.0, |_| mouse);
        assert_eq!([follow(Phase::Drag, 1.0), follow(Phase::Press, 2.5)], [None; 2]);
        assert_eq!(follow(Phase::Drag, 9.5), Some(('a', 10.0)));
        assert_eq!([follow(Phase::Release, 9.5), follow(Phase::Drag, 1.0)], [None; 2]);
    }
}
