//! Tests if two moving spheres touch.

use glam::DVec3;

/// A sphere that moves evenly, straight from one place to another, during a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moving {
    /// The centre at the start of the step.
    pub from: DVec3,
    /// The centre at the end of the step.
    pub to: DVec3,
    /// Distance of its surface from its centre.
    pub radius: f64,
}

/// The earliest part of a step, from 0 to 1, at which two spheres touch. It is 0 if they do so at the start; there is none
/// if they never do.
pub fn touch(a: &Moving, b: &Moving) -> Option<f64> {
    // TODO 18.4: Say at which part they touch first. They may touch at the start already, part, pass by, or not move at all.
    // BEGIN SOLUTION 18.4
    let start = b.from - a.from;
    let way = (b.to - a.to) - start;
    let reach = a.radius + b.radius;
    let ahead = start.length_squared() - reach * reach;
    if ahead <= 0.0 {
        return Some(0.0);
    }
    // way² t² + 2 (start · way) t + ahead = 0
    let (square, half) = (way.length_squared(), start.dot(way));
    let deep = half * half - square * ahead;
    if square == 0.0 || deep < 0.0 {
        return None;
    }
    let part = (-half - deep.sqrt()) / square;
    (0.0..=1.0).contains(&part).then_some(part)
    // END SOLUTION 18.4
    // STARTER 18.4: (a.to.distance(b.to) <= a.radius + b.radius).then_some(1.0)
}
