//! Draws a level's polygons as blocks that go back into the picture, with moss where one can walk.

use super::floors::Floors;
use super::solid::{beam, deep, face, wall};
use anyhow::Result;
use common::mesh::Mesh;
use gl::colour::{Colour, INK, PAPER, STEEL, mix, rgb, with_alpha};
use gl::{Gl, LineBuffer, Lines, MeshBuffers};
use glam::{DVec2, Mat4, Vec3, dvec2};
use ground::{Level, Obstacle, ObstacleKind, Stance, contains, convex_pieces, edges, is_walkable};
use stage::Frame;

/// The material of a piece of the scenery, which decides its colour.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stuff {
    /// The front of a rock, whose sides are of stone.
    Front,
    Stone,
    Pebble,
    Rim,
    Moss,
    Wood,
    Steel,
}

impl Stuff {
    const ALL: [Self; 7] =
        [Self::Front, Self::Stone, Self::Pebble, Self::Rim, Self::Moss, Self::Wood, Self::Steel];

    fn colour(self) -> Colour {
        match self {
            Self::Front | Self::Stone => rgb(0xbcae97),
            Self::Pebble => rgb(0xb1a28a),
            Self::Rim => rgb(0x7c9a63),
            Self::Moss => rgb(0x9bbb7c),
            Self::Wood => rgb(0xbf915f),
            Self::Steel => mix(STEEL, rgb(0x4a9fd0), 0.45),
        }
    }
}

/// The z at which blocks end behind the plane of the game, in metres.
const DEEP: f32 = -3.2;
const DEEP_PLANK: f32 = -1.7;

/// The distance by which a plank is drawn farther back while somebody passes through it, so that all of him is before it,
/// and how far he reaches beyond his box, both in metres.
const BACK: f32 = 1.0;
const REACHES: f64 = 0.3;

/// The thickness of moss, and how far it sticks out, in metres.
const MOSS: f64 = 0.17;
const MOSS_OUT: f32 = 0.05;

/// The distance of stones in a rock, how far they stick out, the most in a polygon, and their outline.
const PEBBLES: DVec2 = dvec2(1.3, 0.7);
const PEBBLE_OUT: f32 = 0.01;
const MOST_PEBBLES: f64 = 4000.0;
const STONE: [DVec2; 8] = [
    dvec2(1.0, -0.4),
    dvec2(1.0, 0.4),
    dvec2(0.7, 0.9),
    dvec2(-0.6, 1.0),
    dvec2(-1.0, 0.5),
    dvec2(-1.0, -0.4),
    dvec2(-0.7, -0.9),
    dvec2(0.6, -1.0),
];

/// Returns a pseudorandom number from 0 to 1, always the same for the same arguments.
fn chance(column: i32, row: i32, salt: u32) -> f64 {
    let mut bits = column as u32 ^ (row as u32).rotate_left(16) ^ salt.wrapping_mul(0x9e37_79b9);
    for shift in [16, 15, 16] {
        bits = (bits ^ bits >> shift).wrapping_mul(0x7feb_352d);
    }
    f64::from(bits) / f64::from(u32::MAX)
}

/// The z of a ladder, the distance of its rungs, and half its thickness, in metres.
const LADDER: f32 = -1.0;
const RUNGS: f64 = 0.42;
const RAIL: f32 = 0.055;

/// The meshes of some obstacles, one for each stuff.
#[derive(Default)]
struct Heap([Mesh; Stuff::ALL.len()]);

impl Heap {
    fn of(&mut self, stuff: Stuff) -> &mut Mesh {
        &mut self.0[stuff as usize]
    }

    /// Adds an obstacle's block, with moss on the visible parts of its edges.
    fn add(&mut self, obstacle: &Obstacle, bare: &[[DVec2; 2]]) {
        match (obstacle.kind, &obstacle.moves) {
            (ObstacleKind::Ladder, _) => self.ladder(obstacle),
            (_, Some(_)) => self.prism(obstacle, [Stuff::Steel; 2], DEEP_PLANK),
            (ObstacleKind::Thin, None) => self.prism(obstacle, [Stuff::Wood; 2], DEEP_PLANK),
            (ObstacleKind::Solid, None) => {
                self.prism(obstacle, [Stuff::Front, Stuff::Stone], DEEP);
                self.pebbles(obstacle);
                bare.iter().filter(|edge| is_walkable(**edge)).for_each(|edge| self.moss(*edge));
            }
        }
    }

    /// Adds the polygon in front, and a wall behind each of its edges.
    fn prism(&mut self, obstacle: &Obstacle, [front, sides]: [Stuff; 2], far: f32) {
        for piece in convex_pieces(&obstacle.polygon) {
            face(self.of(front), &piece.iter().map(|corner| deep(*corner, 0.0)).collect::<Vec<_>>());
        }
        for edge in edges(obstacle.polygon.corners()) {
            wall(self.of(sides), edge, [0.0, far]);
        }
    }

    /// Adds stones in rows, each off by what depends on its place alone, as polygons may be dragged.
    fn pebbles(&mut self, obstacle: &Obstacle) {
        let corners = obstacle.polygon.corners();
        let [low, high] = obstacle.polygon.bounds().map(|corner| (corner / PEBBLES).floor());
        if ((high - low).x + 1.0) * ((high - low).y + 1.0) > MOST_PEBBLES {
            return;
        }
        for row in low.y as i32..=high.y as i32 {
            for column in low.x as i32..=high.x as i32 {
                let chance = |salt: u32| chance(column, row, salt);
                let aside = dvec2(chance(1) + 0.5 * f64::from(row & 1), chance(2));
                let at = PEBBLES * (dvec2(f64::from(column), f64::from(row)) + aside);
                let half = dvec2(0.12 + 0.2 * chance(3), 0.07 + 0.07 * chance(4));
                let stone = STONE.map(|corner| at + half * corner);
                if chance(5) < 0.6 && STONE.iter().all(|&corner| contains(corners, at + 1.8 * half * corner))
                {
                    face(self.of(Stuff::Pebble), &stone.map(|corner| deep(corner, PEBBLE_OUT)));
                }
            }
        }
    }

    /// Adds moss on top of an edge, and its rim in front of it.
    fn moss(&mut self, [right, left]: [DVec2; 2]) {
        let low = |at: DVec2| at - dvec2(0.0, MOSS);
        let raised = |at: DVec2| at + dvec2(0.0, 0.005);
        wall(self.of(Stuff::Moss), [raised(right), raised(left)], [MOSS_OUT, DEEP]);
        let rim = [low(left), low(right), raised(right), raised(left)];
        face(self.of(Stuff::Rim), &rim.map(|corner| deep(corner, MOSS_OUT)));
        for ends in [[low(right), raised(right)], [raised(left), low(left)], [low(left), low(right)]] {
            wall(self.of(Stuff::Rim), ends, [MOSS_OUT, 0.0]);
        }
    }

    fn ladder(&mut self, obstacle: &Obstacle) {
        let (corners, [low, high]) =
            (obstacle.polygon.corners(), obstacle.polygon.bounds().map(|corner| corner.y));
        let mesh = self.of(Stuff::Wood);
        for [from, to] in edges(corners) {
            if (to.y - from.y).abs() > (to.x - from.x).abs() {
                beam(mesh, [deep(from, LADDER), deep(to, LADDER)], RAIL);
            }
        }
        let rungs = ((high - low) / RUNGS).clamp(1.0, 1000.0) as u16;
        for rung in 0..rungs {
            let y = low + (f64::from(rung) + 0.5) * (high - low) / f64::from(rungs);
            if let Some([left, right]) = span(corners, y) {
                let [from, to] = [left, right].map(|x| deep(dvec2(x, y), LADDER));
                beam(mesh, [from, to], 0.7 * RAIL);
            }
        }
    }
}

/// Returns the left and the right end of a polygon at a height.
fn span(corners: &[DVec2], y: f64) -> Option<[f64; 2]> {
    let crossing = edges(corners).filter(|[from, to]| (from.y > y) != (to.y > y));
    let places = crossing.map(|[from, to]| from.x + (y - from.y) / (to.y - from.y) * (to.x - from.x));
    places.fold(None, |span, x| Some(span.map_or([x, x], |[low, high]: [f64; 2]| [low.min(x), high.max(x)])))
}

type Coat = (Stuff, MeshBuffers);

fn uploaded(gl: &Gl, heap: Heap) -> Result<Vec<Coat>> {
    let coats = Stuff::ALL.into_iter().zip(heap.0).filter(|(_, mesh)| !mesh.triangles.is_empty());
    coats.map(|(stuff, mesh)| Ok((stuff, MeshBuffers::new(gl, &mesh)?))).collect()
}

/// An obstacle that moves, or that one passes through: its index, its box, and its meshes.
struct Plank {
    obstacle: usize,
    corners: [DVec2; 2],
    is_thin: bool,
    coats: Vec<Coat>,
    outline: Vec<[DVec2; 2]>,
}

impl Plank {
    /// Returns true if somebody whose feet are at a place is in the midst of it. Who stands on it is above.
    fn is_passed(&self, by: DVec2, (at, stance): (DVec2, Stance)) -> bool {
        let [from, to] = self.corners.map(|corner| corner + by);
        let around = dvec2(0.5 * stance.size().x + REACHES, 0.0);
        let high = at + around + stance.size().with_x(0.0);
        self.is_thin && (at - around).cmplt(to - dvec2(0.0, 0.02)).all() && high.cmpgt(from).all()
    }
}

/// Returns the matrix that moves the world away from a viewer, along every line of sight. The picture stays as it is.
fn farther(eye: Vec3) -> Mat4 {
    let factor = 1.0 + BACK / eye.z.max(1.0);
    Mat4::from_translation(eye) * Mat4::from_scale(Vec3::splat(factor)) * Mat4::from_translation(-eye)
}

/// The meshes of a level's obstacles.
pub struct Scenery {
    /// The meshes of the ground and of ladders, in the order of `Stuff`.
    still: Vec<Coat>,
    lines: LineBuffer,
    planks: Vec<Plank>,
}

impl Scenery {
    /// Uploads a level's scenery.
    pub fn new(gl: &Gl, level: &Level, floors: &Floors) -> Result<Self> {
        let (mut still, mut lines, mut planks) = (Vec::new(), Lines::default(), Vec::new());
        for (index, obstacle) in level.obstacles.iter().enumerate() {
            let (mut heap, bare) = (Heap::default(), floors.bare(index));
            heap.add(obstacle, bare);
            let coats = uploaded(gl, heap)?;
            let ring = obstacle.polygon.corners();
            if let Some(moves) = &obstacle.moves {
                track(&mut lines, ring, moves.by);
            }
            let is_thin = obstacle.kind == ObstacleKind::Thin;
            if is_thin || obstacle.moves.is_some() {
                let (corners, outline) = (obstacle.polygon.bounds(), bare.to_vec());
                planks.push(Plank { obstacle: index, corners, is_thin, coats, outline });
                continue;
            }
            // Each by itself, so that invisible ones are not drawn.
            still.extend(coats);
            if obstacle.kind != ObstacleKind::Ladder {
                draw_edges(&mut lines, bare, Mat4::IDENTITY, DVec2::ZERO);
            }
        }
        still.sort_by_key(|(stuff, _)| *stuff as usize);
        Ok(Self { still, lines: LineBuffer::new(gl, &lines)?, planks })
    }

    /// Draws the scenery, for a player whose feet are at a place. `moved` returns how far an obstacle is from its place in
    /// the level.
    pub fn draw(
        &self,
        frame: &mut Frame<'_>,
        moved: impl Fn(usize) -> DVec2,
        player: (DVec2, Stance),
    ) -> Result<()> {
        for (stuff, mesh) in &self.still {
            frame.solid(mesh, Mat4::IDENTITY, stuff.colour())?;
        }
        frame.kept_lines(&self.lines, false)?;
        for plank in &self.planks {
            let by = moved(plank.obstacle);
            let back = if plank.is_passed(by, player) { farther(frame.view.eye) } else { Mat4::IDENTITY };
            for (stuff, mesh) in &plank.coats {
                frame.solid(mesh, back * Mat4::from_translation(deep(by, 0.0)), stuff.colour())?;
            }
            draw_edges(&mut frame.lines, &plank.outline, back, by);
        }
        Ok(())
    }
}

/// Draws a fine line along edges, a little in front of them.
fn draw_edges(lines: &mut Lines, edges: &[[DVec2; 2]], back: Mat4, by: DVec2) {
    for edge in edges {
        let [from, to] = edge.map(|at| back.transform_point3(deep(at + by, MOSS_OUT + 0.01)));
        lines.line(from, to, 1.2, with_alpha(INK, 0.45));
    }
}

/// Draws the way of a platform's middle, with a dot at each end.
fn track(lines: &mut Lines, corners: &[DVec2], by: DVec2) {
    let middle = corners.iter().sum::<DVec2>() / corners.len() as f64;
    let [from, to] = [middle, middle + by].map(|at| deep(at, DEEP_PLANK - 0.1));
    let colour = mix(INK, PAPER, 0.45);
    lines.line(from, to, 2.0, with_alpha(colour, 0.5));
    for end in [from, to] {
        lines.line(end, end, 8.0, colour);
    }
}
