//! Records the prints of heels and toes, and the slide of each.

use glam::Vec3;
use std::collections::VecDeque;

/// Number of prints kept behind him.
const KEPT: usize = 16;

/// Time in seconds for which the toes' places and the slides are kept.
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
    /// Time of the last step, in seconds.
    now: f64,
}

impl Prints {
    /// Records heels and toes in this step.
    pub fn step(&mut self, time: f64, soles: &[[Vec3; 2]; 2], stands: &[[bool; 2]; 2]) {
        self.now = time;
        for side in 0..2 {
            let way = &mut self.ways[side];
            way.push_back((time, soles[side][1]));
            while way.front().is_some_and(|(then, _)| *then < time - REMEMBERED) {
                way.pop_front();
            }
            for part in 0..2 {
                let (to, print) = (soles[side][part], &mut self.standing[side][part]);
                if stands[side][part] {
                    let from = print.map_or(to, |print| print.from);
                    // Whoever lifts it slides nowhere.
                    let to = to.with_y(from.y);
                    *print = Some(Print { side, from, to, time });
                } else if let Some(print) = print.take() {
                    self.left.push_back(print);
                }
            }
        }
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

    pub fn all(&self) -> impl Iterator<Item = &Print> {
        self.left.iter().chain(self.standing.as_flattened().iter().flatten())
    }

    /// Returns the longest recent slide of a heel or a toe on the ground, in metres.
    pub fn slid(&self) -> f32 {
        let late = self.all().filter(|print| print.time >= self.now - REMEMBERED);
        late.map(|print| print.from.distance(print.to)).fold(0.0, f32::max)
    }
}
