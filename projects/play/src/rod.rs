//! Fall of a prop as a rod of even density, in the frame of its grip.

use common::transform::Transform;
use glam::{DMat4, DQuat, DVec2, DVec3, Mat4};

/// A move and a turn.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Frame {
    pub at: DVec3,
    pub turn: DQuat,
}

impl Frame {
    /// That of a matrix that has only numbers, without what stretches.
    pub fn of(matrix: Mat4) -> Option<Self> {
        matrix.is_finite().then(|| Transform::from_matrix(matrix)).map(|transform| Self {
            at: transform.translation.as_dvec3(),
            turn: transform.rotation.as_dquat().normalize(),
        })
    }

    pub fn matrix(self) -> Mat4 {
        DMat4::from_rotation_translation(self.turn, self.at).as_mat4()
    }

    /// Somewhere on the way to another one.
    pub fn towards(self, to: Self, part: f64) -> Self {
        Self { at: self.at.lerp(to.at, part), turn: self.turn.slerp(to.turn, part).normalize() }
    }
}

/// A rod on its way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Rod {
    /// From its grip to the world.
    pub frame: Frame,
    /// In the grip's frame: its middle, and from there to one of its ends.
    middle: DVec3,
    half: DVec3,
    thick: f64,
    /// Of its middle, in metres a second.
    velocity: DVec3,
    /// In radians a second, about where it points.
    spin: DVec3,
}

/// Part of its speed that a rod keeps in a bounce; and the speed below which it does not bounce, in metres a second.
const BOUNCE: f64 = 0.3;
const BOUNCES: f64 = 0.6;

/// Coefficient of friction. On a slope that rises by less than this, the rod comes to rest.
const FRICTION: f64 = 1.2;

/// Part of its spin that is left after a tick on the ground.
const ROLLS: f64 = 0.94;

/// Highest speeds of a thrown rod, in metres and in radians a second.
const FASTEST: f64 = 25.0;
const FASTEST_SPIN: f64 = 30.0;

/// Height above the rod from which on ground counts as a wall, in metres.
const WALL: f64 = 0.3;

/// Greatest distance to the front or to the back, in metres: it is taken up again from the level's plane.
const LANE: f64 = 0.6;

/// Places along the rod, from its middle, that are tested against the ground.
const FELT: [f64; 5] = [-1.0, -0.5, 0.0, 0.5, 1.0];

/// Returns the normal of the ground at an x. Ground next to a wall is level.
fn upright(x: f64, ground: &impl Fn(f64) -> Option<f64>) -> DVec3 {
    const BESIDE: f64 = 0.01;
    let slope = match [ground(x - BESIDE), ground(x + BESIDE)] {
        [Some(left), Some(right)] => (right - left) / (2.0 * BESIDE),
        _ => 0.0,
    };
    let slope = if slope.abs() <= 2.0 { slope } else { 0.0 };
    DVec3::new(-slope, 1.0, 0.0).normalize()
}

impl Rod {
    pub fn new(ends: [DVec3; 2], thick: f64, frame: Frame) -> Self {
        let [from, to] = ends;
        let (middle, half) = (0.5 * (from + to), 0.5 * (to - from));
        // A rod without length needs a direction too.
        let half = if half.length() > 1e-6 { half } else { 1e-6 * DVec3::Y };
        Self { frame, middle, half, thick, velocity: DVec3::ZERO, spin: DVec3::ZERO }
    }

    pub fn middle(&self) -> DVec3 {
        self.frame.at + self.frame.turn * self.middle
    }

    fn set_middle(&mut self, middle: DVec3) {
        self.frame.at = middle - self.frame.turn * self.middle;
    }

    /// The same, as fast as it is if it was this a tick ago.
    pub fn moved_from(self, before: &Self) -> Self {
        let seconds = ground::TICK;
        let turn = self.frame.turn * before.frame.turn.inverse();
        // Of the two ways round, the shorter one.
        let turn = if turn.w < 0.0 { -turn } else { turn };
        let velocity = (self.middle() - before.middle()) / seconds;
        let spin = turn.normalize().to_scaled_axis() / seconds;
        Self {
            velocity: velocity.clamp_length_max(FASTEST),
            spin: spin.clamp_length_max(FASTEST_SPIN),
            ..self
        }
    }

    /// Lets it fall for a time. Says whether it touches the ground.
    pub fn fall(&mut self, gravity: f64, seconds: f64, ground: &impl Fn(f64) -> Option<f64>) -> bool {
        let before = *self;
        self.velocity = (self.velocity + gravity * seconds * DVec3::Y).clamp_length_max(FASTEST);
        let mut middle = self.middle() + seconds * self.velocity;
        if middle.z.abs() > LANE {
            middle.z = middle.z.clamp(-LANE, LANE);
            self.velocity.z = 0.0;
        }
        self.frame.turn = (DQuat::from_scaled_axis(seconds * self.spin) * self.frame.turn).normalize();
        self.set_middle(middle);

        let along = self.frame.turn * self.half;
        let (mut lift, mut walled) = (0.0f64, false);
        let (mut parts, mut touching) = (0.0, 0.0);
        for part in FELT {
            let point = middle + part * along;
            let Some(height) = ground(point.x) else { continue };
            let depth = height + self.thick - point.y;
            if depth > WALL {
                walled = true;
            } else if depth >= 0.0 {
                lift = lift.max(depth);
                parts += part;
                touching += 1.0;
            }
        }
        if touching > 0.0 {
            // A rod flat on the ground is hit in the middle of the touching part.
            let arm = parts / touching * along;
            self.hit(arm, upright((middle + arm).x, ground));
        }
        if walled {
            // It stays before the wall, and goes back a little.
            middle.x = before.middle().x;
            self.frame.turn = before.frame.turn;
            self.velocity.x *= -BOUNCE;
            self.spin *= BOUNCE;
        }
        middle.y += lift;
        self.set_middle(middle);
        let touches = lift > 0.0;
        if touches {
            self.spin *= ROLLS;
        }
        if !self.numbers().iter().all(|number| number.is_finite()) {
            *self = Self { velocity: DVec3::ZERO, spin: DVec3::ZERO, ..before };
        }
        touches
    }

    /// Applies a hit at the end of this arm, along the normal of the ground: the mass is 1.
    fn hit(&mut self, arm: DVec3, out: DVec3) {
        let inertia = self.half.length_squared() / 3.0 + self.thick * self.thick;
        let at_point = self.velocity + self.spin.cross(arm);
        let into = -at_point.dot(out);
        if into <= 0.0 {
            return;
        }
        let weight = |way: DVec3| 1.0 + arm.cross(way).length_squared() / inertia;
        let bounce = if into > BOUNCES { BOUNCE } else { 0.0 };
        let press = (1.0 + bounce) * into / weight(out);
        let slides = at_point + into * out;
        let held = match slides.try_normalize() {
            Some(way) => -way * (slides.length() / weight(way)).min(FRICTION * press),
            None => DVec3::ZERO,
        };
        let push = press * out + held;
        self.velocity += push;
        self.spin += arm.cross(push) / inertia;
    }

    /// Returns true if it hardly moves any more.
    pub fn is_slow(&self) -> bool {
        self.velocity.length() < 0.25 && self.spin.length() < 1.0
    }

    /// Returns its frame flat on the ground below it: none without ground within its reach.
    pub fn lying(&self, ground: &impl Fn(f64) -> Option<f64>) -> Option<Frame> {
        let (middle, along) = (self.middle(), self.frame.turn * self.half);
        let half = self.half.length();
        // An upright rod falls to the right.
        let level = along.with_y(0.0).try_normalize().unwrap_or(DVec3::X);
        let heights = FELT.map(|part| ground(middle.x + part * half * level.x));
        let within = |height: &f64| (height - middle.y).abs() <= half + self.thick + WALL;
        let heights = heights.map(|height| height.filter(within));
        let highest = heights.iter().flatten().copied().reduce(f64::max)?;
        // It goes from end to end; an end over nothing is held up by the rest.
        let [first, .., last] = heights.map(|height| height.unwrap_or(highest));
        let line = |part: f64| 0.5 * (first + last) + 0.5 * part * (last - first);
        let above = FELT.iter().zip(heights).filter_map(|(part, height)| Some(height? - line(*part)));
        let lift = above.fold(0.0, f64::max);
        let slope = 0.5 * (last - first) / half;
        let at = DVec3::new(middle.x, line(0.0) + lift + self.thick * slope.hypot(1.0), middle.z);
        let turn = self.laid_along((level + slope * DVec3::Y).normalize());
        Some(Frame { at: at - turn * self.middle, turn })
    }

    /// Returns the nearest rotation that lays it along a direction on one of its flat sides, to which x is normal.
    fn laid_along(&self, way: DVec3) -> DQuat {
        let along = (self.frame.turn * self.half).normalize();
        let turn = DQuat::from_rotation_arc(along, way) * self.frame.turn;
        let [side, up] = [turn * DVec3::X, DVec3::Y].map(|axis| axis.reject_from_normalized(way));
        let up = if side.dot(up) < 0.0 { -up } else { up };
        let roll = way.dot(side.cross(up)).atan2(side.dot(up));
        (DQuat::from_axis_angle(way, roll) * turn).normalize()
    }

    /// At rest, on the way to a place.
    pub fn towards(self, frame: Frame, part: f64) -> Self {
        Self { frame: self.frame.towards(frame, part), velocity: DVec3::ZERO, spin: DVec3::ZERO, ..self }
    }

    /// Returns its distance from a place in the level.
    pub fn distance(&self, at: DVec2) -> f64 {
        let (middle, along) = (self.middle(), self.frame.turn * self.half);
        let [middle, along] = [middle, along].map(|v| DVec2::new(v.x, v.y));
        let part = (at - middle).dot(along) / along.length_squared().max(f64::MIN_POSITIVE);
        (middle + part.clamp(-1.0, 1.0) * along).distance(at)
    }

    /// All that changes.
    pub fn numbers(&self) -> [f64; 13] {
        let Frame { at, turn } = self.frame;
        let (v, s) = (self.velocity, self.spin);
        [at.x, at.y, at.z, turn.x, turn.y, turn.z, turn.w, v.x, v.y, v.z, s.x, s.y, s.z]
    }
}
