//! Records the prints of heels and toes, the slide of each, and their depth in the ground.

use glam::Vec3;
use std::collections::VecDeque;

/// Number of prints kept behind him.
const KEPT: usize = 16;

/// Time in seconds for which the toes' places, the depths in the ground and the slides are kept.
const REMEMBERED: f64 = 1.5;

/// A print of a heel or a toe on the ground, in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Print {
    /// Left or right: 0 or 1.
    pub side: usize,
    /// Place at which it touched the ground.
    pub from: Vec3,
    /// Its place now, or its last one on the ground.
    pub to: Vec3,
    /// Time of that place, in seconds.
    time: f64,
}

/// Prints of both feet.
#[derive(Clone, Debug, Default)]
pub struct Prints {
    /// Prints of heels and toes that have left the ground, the oldest first.
    left: VecDeque<Print>,
    /// Prints of heels and toes that are on the ground.
    standing: [[Option<Print>; 2]; 2],
    /// Recent paths of the toes: times and places.
    ways: [VecDeque<(f64, Vec3)>; 2],
    /// Times, and depths in the ground.
    depths: VecDeque<(f64, f32)>,
}

impl Prints {
    /// Records heels and toes in this step. `above` returns the height above the ground of a heel or a toe at a place.
    pub fn step(
        &mut self,
        time: f64,
        soles: &[[Vec3; 2]; 2],
        stands: &[[bool; 2]; 2],
        above: impl Fn(usize, Vec3) -> f32,
    ) {
        let mut lowest = f32::INFINITY;
        for side in 0..2 {
            self.ways[side].push_back((time, soles[side][1]));
            forget(&mut self.ways[side], time);
            for part in 0..2 {
                let (to, print) = (soles[side][part], &mut self.standing[side][part]);
                lowest = lowest.min(above(part, to));
                if stands[side][part] {
                    let from = print.map_or(to, |print| print.from);
                    *print = Some(Print { side, from, to, time });
                } else if let Some(print) = print.take() {
                    self.left.push_back(print);
                }
            }
        }
        self.depths.push_back((time, (-lowest).max(0.0)));
        forget(&mut self.depths, time);
        while self.left.len() > KEPT {
            self.left.pop_front();
        }
    }

    /// Moves all of them, for ground that repeats.
    pub fn carry(&mut self, by: Vec3) {
        for print in self.left.iter_mut().chain(self.standing.as_flattened_mut().iter_mut().flatten()) {
            print.from += by;
            print.to += by;
        }
        for (_, place) in self.ways.iter_mut().flatten() {
            *place += by;
        }
    }

    /// Returns the toe's recent places in every step.
    pub fn way(&self, side: usize) -> impl Iterator<Item = Vec3> + Clone {
        self.ways[side].iter().map(|(_, place)| *place)
    }

    /// All prints.
    pub fn all(&self) -> impl Iterator<Item = &Print> {
        self.left.iter().chain(self.standing.as_flattened().iter().flatten())
    }

    /// Returns the longest recent slide of a heel or a toe on the ground, in metres.
    pub fn slid(&self) -> f32 {
        let now = self.depths.back().map_or(0.0, |(time, _)| *time);
        let late = self.all().filter(|print| print.time >= now - REMEMBERED);
        late.map(|print| print.from.distance(print.to)).fold(0.0, f32::max)
    }

    /// Returns the greatest recent depth of a heel or a toe in the ground, in metres.
    pub fn depth(&self) -> f32 {
        self.depths.iter().map(|(_, depth)| *depth).fold(0.0, f32::max)
    }
}

/// Drops entries that are too long ago.
fn forget<T>(past: &mut VecDeque<(f64, T)>, now: f64) {
    while past.front().is_some_and(|(then, _)| *then < now - REMEMBERED) {
        past.pop_front();
    }
}
