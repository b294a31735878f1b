//! Places the knights on the field: rings around one in the middle, who walk, run and fight.

use glam::{Mat4, Vec3, vec3};
use std::f32::consts::{PI, TAU};

/// Distance between rings, in metres.
pub const APART: f32 = 1.9;

/// The golden ratio: its multiples spread evenly over a clip.
const GOLDEN: f32 = 0.618_034;

/// The task of the knights in a ring.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Duty {
    /// Pairs fight each other.
    Fight,
    /// All walk around the middle, to the left as seen from there.
    Walk,
    /// All run around the middle, to the right.
    Run,
}

impl Duty {
    /// The task of a ring, counted from the middle.
    fn of(ring: usize) -> Self {
        [Self::Run, Self::Fight, Self::Walk][ring % 3]
    }

    /// Returns each knight's space in the ring, in metres.
    fn room(self) -> f32 {
        match self {
            Self::Fight => 1.75,
            Self::Walk => 1.5,
            Self::Run => 2.1,
        }
    }

    /// Metres a second to the left, by the clip's strides.
    fn speed(self) -> f32 {
        match self {
            Self::Fight => 0.0,
            Self::Walk => 1.0,
            Self::Run => -2.4,
        }
    }
}

/// One of the knights, with his place at the start.
#[derive(Clone, Copy, Debug, Default)]
pub struct Knight {
    /// The clip that he plays, one of [`CLIPS`].
    pub clip: usize,
    /// Phase of his clip, from 0 to 1. No two knights are in step.
    pub phase: f32,
    /// True if he is on the other side.
    pub side: bool,
    /// Metres from the middle, and radians about it.
    radius: f32,
    angle: f32,
    /// Radians a second about the middle.
    turning: f32,
    /// Direction of his look, in radians from the outward direction.
    faces: f32,
    /// Factor of his height.
    tall: f32,
}

pub const CLIPS: [&str; 5] = ["idle", "swing", "punch", "walk", "run"];

/// The index of the walk.
pub const WALK: usize = 3;

/// Returns `count` knights, from the middle outwards.
pub fn knights(count: usize) -> Vec<Knight> {
    let middle = Knight { clip: 1, faces: 0.35, tall: 1.0, ..Knight::default() };
    let mut knights = vec![middle];
    for ring in 1.. {
        let left = count.saturating_sub(knights.len());
        if left == 0 {
            break;
        }
        let round = TAU * APART * ring as f32;
        // A fight needs two, so the number is even.
        let most = 2 * (0.5 * round / Duty::of(ring).room()) as usize;
        let here = most.min(left);
        knights.extend((0..here).map(|place| Knight::of_ring(ring, place, here)));
    }
    knights
}

/// Returns the distance of the last knight from the middle, in metres.
pub fn reach(knights: &[Knight]) -> f32 {
    knights.last().map_or(0.0, |last| last.radius)
}

/// A number from 0 to 1 for each knight, which differs from his neighbours'.
fn scattered(ring: usize, place: usize, times: f32) -> f32 {
    (GOLDEN * (place as f32 + 0.37 * ring as f32) * times).fract()
}

impl Knight {
    /// Returns the knight at a place of a ring with this many.
    fn of_ring(ring: usize, place: usize, here: usize) -> Self {
        let (duty, radius) = (Duty::of(ring), APART * ring as f32);
        let [phase, aside] = [1.0, 7.0].map(|times| scattered(ring, place, times));
        // Fighters are nearer to their enemy than to others.
        let nearer = match duty {
            Duty::Fight if place.is_multiple_of(2) => 0.17,
            Duty::Fight => -0.17,
            _ => 0.3 * (aside - 0.5),
        };
        let to_left = if duty == Duty::Fight { place.is_multiple_of(2) } else { duty.speed() > 0.0 };
        let clip = match duty {
            Duty::Walk => WALK,
            Duty::Run => 4,
            Duty::Fight if place % 7 == 3 => 0,
            Duty::Fight => 1 + place / 2 % 2,
        };
        Self {
            clip,
            phase,
            side: if duty == Duty::Fight { !place.is_multiple_of(2) } else { duty == Duty::Run },
            radius: radius + 0.5 * (scattered(ring, place, 3.0) - 0.5),
            angle: TAU * (place as f32 + nearer) / here as f32,
            turning: duty.speed() / radius,
            faces: if to_left { 0.5 * PI } else { -0.5 * PI },
            tall: 0.95 + 0.1 * aside,
        }
    }

    /// Returns the matrix from y up and metres, with his look along z, to the world at a time in seconds.
    pub fn world_from_knight(&self, time: f32) -> Mat4 {
        let angle = self.angle + self.turning * time;
        Mat4::from_translation(self.foot(time))
            * Mat4::from_rotation_y(angle + self.faces)
            * Mat4::from_scale(Vec3::splat(self.tall))
    }

    /// The point on the ground below him, in the world.
    pub fn foot(&self, time: f32) -> Vec3 {
        let angle = self.angle + self.turning * time;
        self.radius * vec3(angle.sin(), 0.0, angle.cos())
    }
}
