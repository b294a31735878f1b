//! Computes the palettes of many characters for each frame.

use crate::due::Turn;
use crate::figure::Figure;
use crate::way::{How, Worker};
use std::sync::Arc;

/// A character of a crowd.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Character {
    /// The index of the figure's clip that he plays.
    pub clip: usize,
    /// The time in the clip, in seconds.
    pub time: f64,
    /// The seconds of the clip that pass in a second.
    pub speed: f32,
    /// True if the clip loops.
    pub looping: bool,
    /// The frames in which he is updated.
    pub turn: Turn,
}

impl Character {
    /// Returns a character who plays a clip in a loop from a time on, and is updated in each frame.
    pub fn new(clip: usize, time: f64) -> Self {
        Self { clip, time, speed: 1.0, looping: true, turn: Turn::default() }
    }

    /// Advances his clip, which is `seconds` long, by `dt` seconds.
    fn advance(&mut self, dt: f32, seconds: f32) {
        let (time, seconds) = (self.time + f64::from(self.speed * dt), f64::from(seconds));
        let goes_around = self.looping && seconds > 0.0;
        self.time = if goes_around { time.rem_euclid(seconds) } else { time.clamp(0.0, seconds) };
    }
}

/// Many characters that share a figure.
#[derive(Clone, Debug)]
pub struct Crowd {
    /// The rig and the clips of all.
    pub figure: Arc<Figure>,
    /// The characters. A new one gets his palette in the next update.
    pub characters: Vec<Character>,
    frame: usize,
    /// Three rows for each entry of each character's palette.
    palettes: Vec<[f32; 4]>,
    /// The memory of each thread.
    workers: Vec<Worker>,
}

impl Crowd {
    /// Returns a crowd that has no palettes before its first update.
    pub fn new(figure: Arc<Figure>, characters: Vec<Character>) -> Self {
        Self { figure, characters, frame: 0, palettes: Vec::new(), workers: Vec::new() }
    }

    /// Returns the number of rows of four numbers in a character's palette.
    pub fn stride(&self) -> usize {
        3 * self.figure.skin.len()
    }

    /// Returns all palettes, with three rows of the matrix from the bind pose to the model per entry.
    pub fn palettes(&self) -> &[[f32; 4]] {
        &self.palettes
    }

    /// Advances all by `dt` seconds, and computes the palettes of those who are due.
    pub fn update(&mut self, dt: f32, how: &How) {
        let (stride, count) = (self.stride(), self.characters.len());
        let all = self.palettes.len() != stride * count;
        self.palettes.resize(stride * count, [0.0; 4]);
        let threads = how.threads.clamp(1, count.max(1));
        self.workers.resize_with(threads, || Worker::new(&self.figure));
        let (figure, frame) = (&*self.figure, self.frame);
        self.frame += 1;
        // Updates some characters, of whom the first has the index `first` in the crowd.
        let update = |first, characters: &mut [Character], palettes: &mut [[f32; 4]], worker: &mut Worker| {
            worker.due.iter_mut().for_each(Vec::clear);
            for (index, character) in characters.iter_mut().enumerate() {
                let passed = character.turn.pass(dt, frame, first + index);
                if let Some(dt) = passed.or(all.then_some(0.0)) {
                    character.advance(dt, figure.tables[character.clip].seconds);
                    worker.due[character.clip].push(index);
                }
            }
            worker.make(figure, characters, how, palettes);
        };
        if let [worker] = &mut self.workers[..] {
            return update(0, &mut self.characters, &mut self.palettes, worker);
        }
        let each = count.div_ceil(threads);
        std::thread::scope(|scope| {
            let parts = self.characters.chunks_mut(each).zip(self.palettes.chunks_mut(each * stride));
            for (part, ((characters, palettes), worker)) in parts.zip(&mut self.workers).enumerate() {
                let update = &update;
                scope.spawn(move || update(part * each, characters, palettes, worker));
            }
        });
    }
}
