//! All knights: their models, their poses, and the choice of those that are updated.

use crate::field::{self, CLIPS, Knight};
use crate::skin::Skin;
use common::clip::Clip;
use crowd::rows::carried;
use crowd::{Character, Crowd, Figure, How, Turn, Way, due};
use formats::Asset;
use gl::View;
use glam::{Mat4, Vec3, Vec4};
use std::sync::Arc;

/// Seconds from frame to frame.
const FRAME: f32 = 1.0 / 60.0;

/// Number of knights compared with the plain way.
const COMPARED: usize = 20;

/// Rows a second of the tables: twice as many as the clips have keys.
const RATE: f32 = 60.0;

pub struct Army {
    pub figure: Arc<Figure>,
    pub knights: Vec<Knight>,
    pub crowd: Crowd,
    /// The point of the mesh farthest from its joint, for each entry of the palette.
    farthest: Vec<Vec3>,
    /// Matrix from the model, in the file's own axes and unit, to y up and metres.
    knight_from_model: Mat4,
    /// Seconds since they began to walk.
    time: f32,
}

impl Army {
    /// Makes `count` knights of a model with these clips.
    pub fn new(asset: &Asset, clips: &[Arc<Clip>], skin: &Skin, count: usize) -> Self {
        let clip = |name: &&str| clips.iter().find(|clip| clip.name == *name).cloned().unwrap_or_default();
        // A missing clip moves nothing.
        let clips: Vec<Arc<Clip>> = CLIPS.iter().map(clip).collect();
        let figure = Figure::new(asset.rig.clone(), clips, skin.entries.iter().copied(), RATE);
        let figure = Arc::new(figure);
        let mut army = Self {
            crowd: Crowd::new(figure.clone(), Vec::new()),
            figure,
            knights: Vec::new(),
            farthest: skin.farthest(),
            knight_from_model: asset.world_from_model,
            time: 0.0,
        };
        army.raise(count);
        army
    }

    /// Sets the number of knights, each at a time of his own. As many as before go on.
    pub fn raise(&mut self, count: usize) {
        if count == self.knights.len() {
            return;
        }
        self.knights = field::knights(count);
        let character = |knight: &Knight| {
            let seconds = f64::from(self.figure.clips[knight.clip].seconds.max(f32::EPSILON));
            let time = f64::from(knight.phase) * seconds + f64::from(self.time) % seconds;
            Character::new(knight.clip, time % seconds)
        };
        self.crowd = Crowd::new(self.figure.clone(), self.knights.iter().map(character).collect());
    }

    /// Lets `dt` seconds pass, and computes the palettes that are due. Knights hardly visible from `view` wait longer.
    pub fn update(&mut self, dt: f32, how: &How, view: Option<View>) {
        self.time += dt;
        for index in 0..self.knights.len() {
            self.crowd.characters[index].turn.every = view.map_or(1, |view| self.every(index, &view));
        }
        self.crowd.update(dt, how);
    }

    /// Returns the number of frames between updates of a knight in this view.
    pub fn every(&self, index: usize, view: &View) -> usize {
        let knight = &self.knights[index];
        let metres_of_a_pixel = view.metres_of_pixels(knight.foot(self.time), 1.0);
        due::every(self.figure.speeds[knight.clip], 1.0 / metres_of_a_pixel.max(f32::EPSILON), FRAME)
    }

    /// Returns the greatest distance of a point of the first knights from its place by the plain way, in metres.
    pub fn error(&self) -> f32 {
        // Compares at each knight's last update, as the time since then hasn't passed for him yet.
        let some = self.crowd.characters.iter().take(COMPARED);
        let characters = some.map(|character| Character { turn: Turn::default(), ..*character }).collect();
        let mut plain = Crowd::new(self.figure.clone(), characters);
        plain.update(0.0, &How { way: Way::Plain, ..How::default() });
        let place = |rows: &[[f32; 4]], point: Vec3| {
            let rows = std::array::from_fn(|row| Vec4::from(rows[row]));
            carried(&rows, point)
        };
        let pairs = self.crowd.palettes().chunks_exact(3).zip(plain.palettes().chunks_exact(3));
        let points = self.farthest.iter().cycle();
        let apart =
            pairs.zip(points).map(|((now, plain), &point)| place(now, point).distance(place(plain, point)));
        apart.fold(0.0, f32::max)
    }

    /// Returns the distance of the last of them from the middle, in metres.
    pub fn reach(&self) -> f32 {
        field::reach(&self.knights)
    }

    /// The point on the ground below each of them, in the world.
    pub fn feet(&self) -> impl Iterator<Item = Vec3> {
        self.knights.iter().map(|knight| knight.foot(self.time))
    }

    /// Returns each knight, his matrix from the model to the world, and the rows of his palette.
    pub fn all(&self) -> impl Iterator<Item = (&Knight, Mat4, &[[f32; 4]])> {
        // A file that can't be read yet has no joints.
        let palettes = self.crowd.palettes().chunks_exact(self.crowd.stride().max(1));
        let placed = |knight: &Knight| knight.world_from_knight(self.time) * self.knight_from_model;
        self.knights.iter().zip(palettes).map(move |(knight, palette)| (knight, placed(knight), palette))
    }
}
