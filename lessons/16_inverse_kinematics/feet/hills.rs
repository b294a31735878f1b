//! Ground that can be dragged, and repeats after a round.

use anyhow::Result;
use common::mesh::Mesh;
use gl::MeshBuffers;
use gl::colour::{INK, rgb, with_alpha};
use glam::{Mat4, Vec3, vec3};
use stage::Frame;
use std::cell::RefCell;

/// Number of heights on a round.
pub const HEIGHTS: usize = 12;

/// Half of the ground's width, in metres.
pub const HALF_WIDTH: f32 = 0.8;

/// Depth of the ground that is drawn below zero.
const DEPTH: f32 = 1.2;

/// Number of pieces drawn between two heights.
const PIECES: usize = 8;

/// A profile along the world's z. Along x the ground is level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hills {
    /// Heights in metres, each in the middle of its part of the round.
    pub heights: [f32; HEIGHTS],
    /// True if each part is level, with a wall where the next one begins.
    pub stepped: bool,
    /// Length of a round, in metres.
    pub round: f32,
}

/// Grounds to choose from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Profile {
    Flat,
    Hills,
    Steps,
}

impl Profile {
    fn heights(self) -> [f32; HEIGHTS] {
        match self {
            Self::Flat => [0.0; HEIGHTS],
            Self::Hills => [0.0, 0.06, 0.16, 0.22, 0.2, 0.11, 0.02, -0.03, 0.0, 0.06, 0.07, 0.02],
            Self::Steps => [-0.12, -0.12, 0.0, 0.0, 0.12, 0.12, 0.24, 0.24, 0.12, 0.12, 0.0, 0.0],
        }
    }
}

impl Hills {
    /// Makes a ground whose round is so many metres long.
    pub fn new(profile: Profile, round: f32) -> Self {
        Self { heights: profile.heights(), stepped: profile == Profile::Steps, round }
    }

    /// Returns the height of its highest place, in metres.
    pub fn highest(&self) -> f32 {
        self.heights.into_iter().reduce(f32::max).unwrap_or(0.0)
    }

    /// Returns the length of the part of one height.
    fn part(&self) -> f32 {
        self.round / HEIGHTS as f32
    }

    /// The place of a height, in the middle of its part.
    pub fn along(&self, index: usize) -> f32 {
        (index as f32 + 0.5) * self.part()
    }

    /// The height of the ground at a place of the world.
    pub fn height(&self, z: f32) -> f32 {
        let parts = z.rem_euclid(self.round) / self.part();
        if self.stepped {
            return self.heights[(parts as usize).min(HEIGHTS - 1)];
        }
        // A curve through each height, as steep there as the line between its neighbours.
        let from = parts - 0.5;
        let index = (from.floor() as isize).rem_euclid(HEIGHTS as isize) as usize;
        let t = from - from.floor();
        let [a, b, c, d] = [HEIGHTS - 1, 0, 1, 2].map(|beside| self.heights[(index + beside) % HEIGHTS]);
        let (start, end) = (0.5 * (c - a), 0.5 * (d - b));
        b + t * (start + t * (3.0 * (c - b) - 2.0 * start - end + t * (2.0 * (b - c) + start + end)))
    }

    /// The visible points of the profile: z and height.
    fn points(&self, rounds: [i16; 2]) -> Vec<[f32; 2]> {
        let mut points = Vec::new();
        let parts = |round: i16| i32::from(round) * HEIGHTS as i32;
        for part in parts(rounds[0])..parts(rounds[1]) {
            let (begin, index) = (part as f32 * self.part(), part.rem_euclid(HEIGHTS as i32) as usize);
            if self.stepped {
                points.push([begin, self.heights[index]]);
                points.push([begin + self.part(), self.heights[index]]);
                continue;
            }
            let piece = |piece: usize| begin + self.part() * piece as f32 / PIECES as f32;
            points.extend((0..PIECES).map(piece).map(|z| [z, self.height(z)]));
        }
        points
    }

    /// Makes the visible ground: its surface, and its walls below on both sides, over whole rounds.
    fn mesh(&self, rounds: [i16; 2]) -> Mesh {
        let mut mesh = Mesh::default();
        let points = self.points(rounds);
        for pair in points.windows(2) {
            let [[z, height], [next_z, next_height]] = [pair[0], pair[1]];
            let [left, right] = [HALF_WIDTH, -HALF_WIDTH];
            let top = [
                vec3(left, height, z),
                vec3(right, height, z),
                vec3(right, next_height, next_z),
                vec3(left, next_height, next_z),
            ];
            let normals = match self.stepped {
                true => [vec3(0.0, next_z - z, height - next_height); 2],
                false => [z, next_z].map(|z| {
                    let beside = 0.02 * self.part();
                    let falls = (self.height(z - beside) - self.height(z + beside)) / (2.0 * beside);
                    vec3(0.0, 1.0, falls)
                }),
            };
            let [first, second] = normals.map(Vec3::normalize_or_zero);
            add_quad(&mut mesh, top, [first, first, second, second]);
            for (x, from, to) in [(right, 1, 2), (left, 3, 0)] {
                let below = |place: Vec3| place.with_y(-DEPTH);
                let side = [below(top[from]), below(top[to]), top[to], top[from]];
                add_quad(&mut mesh, side, [x.signum() * Vec3::X; 4]);
            }
        }
        mesh
    }
}

/// The ground on the graphics card, as it was drawn last.
#[derive(Default)]
pub struct Ground(RefCell<Option<(Hills, MeshBuffers)>>);

impl Ground {
    /// Draws hills around a place of theirs, and uploads them if they have changed.
    pub fn draw(&self, frame: &mut Frame<'_>, hills: Hills, here: Vec3) -> Result<()> {
        let mut uploaded = self.0.borrow_mut();
        if uploaded.as_ref().is_none_or(|(shown, _)| *shown != hills) {
            *uploaded = Some((hills, MeshBuffers::new(frame.gl(), &hills.mesh([-1, 2]))?));
        }
        if let Some((_, mesh)) = &*uploaded {
            frame.solid(mesh, Mat4::from_translation(-here), rgb(0xb9c9a0))?;
        }
        // A line across for each height, which shows how the ground moves past.
        for part in -(HEIGHTS as i16)..2 * HEIGHTS as i16 {
            let z = f32::from(part) * hills.round / HEIGHTS as f32;
            let at = |x: f32| vec3(x, hills.height(z + 1e-4) + 0.003, z) - here;
            frame.lines.line(at(-HALF_WIDTH), at(HALF_WIDTH), 1.2, with_alpha(INK, 0.25));
        }
        Ok(())
    }
}

/// Adds a rectangle whose corners are counter-clockwise from outside.
fn add_quad(mesh: &mut Mesh, corners: [Vec3; 4], normals: [Vec3; 4]) {
    let first = mesh.positions.len() as u32;
    mesh.positions.extend(corners);
    mesh.normals.extend(normals);
    mesh.triangles.extend([[0, 1, 2], [0, 2, 3]].map(|corners| corners.map(|corner| first + corner)));
}
