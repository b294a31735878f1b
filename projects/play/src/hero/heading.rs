//! Turns the direction in which a body looks, so that it never becomes a mirror image.

use std::f64::consts::{FRAC_PI_2, PI, TAU};

/// The angular acceleration of a turn, in radians per second squared, with which half a turn takes 0.22 s.
const TURNING: f64 = 260.0;

/// A direction to look in, as an angle about the level's y: 0 to the viewer, a right angle to the right.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Heading {
    /// The angle in radians, from -π to π.
    pub angle: f64,
    /// The angular speed in radians a second.
    pub speed: f64,
}

impl Heading {
    /// The angle to the right.
    pub const RIGHT: f64 = FRAC_PI_2;
    /// The angle to the viewer, and away from him.
    pub const VIEWER: f64 = 0.0;
    pub const AWAY: f64 = PI;

    /// Returns a heading that does not turn.
    pub fn at(angle: f64) -> Self {
        Self { angle, speed: 0.0 }
    }

    /// Turns for some seconds. Turns between right and left pass the viewer's side.
    pub fn turn(&mut self, wanted: f64, time: f64) {
        let way = way(self.angle, wanted);
        // The highest speed from which it can still stop there.
        let fastest = (2.0 * TURNING * way.abs()).sqrt() * way.signum();
        self.speed += (fastest - self.speed).clamp(-2.0 * TURNING * time, TURNING * time * 2.0);
        let step = self.speed * time;
        let arrives = step * way.signum() >= way.abs() || way == 0.0;
        *self = match arrives {
            true => Self::at(wrapped(wanted)),
            false => Self { angle: wrapped(self.angle + step), ..*self },
        };
    }

    /// Returns the angle a fraction `part` of the way between this heading and the next one.
    pub fn between(self, next: Self, part: f64) -> f64 {
        self.angle + part * (wrapped(next.angle - self.angle))
    }

    /// Returns how much of a step to the right is ahead, 1 when looking there, -1 when looking to the left.
    pub fn to_the_right(self) -> f64 {
        self.angle.sin()
    }
}

/// Returns the angle from one direction to another, the smaller one, but from side to side past 0.
fn way(from: f64, to: f64) -> f64 {
    let seen = |angle: f64| angle.abs() <= FRAC_PI_2;
    if seen(from) && seen(to) { to - from } else { wrapped(to - from) }
}

/// Returns an angle wrapped to the range from -π to π.
fn wrapped(angle: f64) -> f64 {
    angle - TAU * (angle / TAU).round()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the angles of a turn, tick by tick, until it is over.
    fn turned(from: f64, to: f64) -> Vec<f64> {
        let mut heading = Heading::at(from);
        let mut all = vec![heading.angle];
        while heading != Heading::at(wrapped(to)) && all.len() < 1000 {
            heading.turn(to, 1.0 / 120.0);
            all.push(heading.angle);
        }
        all
    }

    #[test]
    fn from_side_to_side_he_turns_past_the_viewer() {
        for side in [-1.0, 1.0] {
            let all = turned(side * FRAC_PI_2, -side * FRAC_PI_2);
            assert!((20..34).contains(&all.len()), "{} ticks", all.len());
            assert!(all.windows(2).all(|pair| (pair[1] - pair[0]) * side < 0.0), "{all:?}");
            assert!(all.iter().all(|angle| angle.abs() <= FRAC_PI_2));
        }
    }
}
