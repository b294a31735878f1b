//! Test for two moving spheres that touch.

use glam::DVec3;

/// A sphere that moves evenly, straight from one place to another, during a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moving {
    /// Centre at the start of the step.
    pub from: DVec3,
    /// Centre at the end of the step.
    pub to: DVec3,
    /// Distance of its surface from its centre.
    pub radius: f64,
}

/// The earliest part of a step, from 0 to 1, at which two spheres touch. It is 0 if they do so at the start; there is none
/// if they never do.
pub fn touch(a: &Moving, b: &Moving) -> Option<f64> {
    // TODO 17.5: Say at which part they touch first. They may touch at the start already, part, pass by, or not move at all.
    // BEGIN SOLUTION 17.5
    let start = b.from - a.from;
    let way = (b.to - a.to) - start;
    let reach = a.radius + b.radius;
    let ahead = start.length_squared() - reach * reach;
    if ahead <= 0.0 {
        return Some(0.0);
    }
    let closing = -start.dot(way);
    // Square to the way, b's centre passes a's at |start × way| / |way|.
    let deep = reach * reach * way.length_squared() - start.cross(way).length_squared();
    if !(closing > 0.0 && deep >= 0.0) {
        return None;
    }
    // The smaller root, as a quotient by a sum: a difference of two nearly equal numbers would have few exact digits.
    let part = ahead / (closing + deep.sqrt());
    (part <= 1.0).then_some(part)
    // END SOLUTION 17.5
    // STARTER 17.5: (a.to.distance(b.to) <= a.radius + b.radius).then_some(1.0)
}
