//! The triangles that a player moves through.

use super::crossings::{self, Rings};
use super::{Kind, Obstacle, Shape, convex_pieces, edges, grown, side};
use glam::{DVec2, dvec2};
use spade::{ConstrainedDelaunayTriangulation, Point2, Triangulation};
use std::collections::BTreeMap;

/// An edge of a triangle, as seen from within: the triangle lies to its left. Edge 0 runs from corner 0 to corner 1.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct Edge {
    /// The triangle's index.
    pub triangle: usize,
    /// Which of its three edges.
    pub edge: usize,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Triangle {
    /// Which corners of the mesh it has.
    corners: [usize; 3],
    /// The same edges, as seen from the other side. Beyond the frame there is none.
    across: [Option<Edge>; 3],
    /// Which set of obstacles contains it.
    set: usize,
    /// Whether who comes from within is stopped at an edge.
    blocks: [bool; 3],
}

/// A level for one shape of player: triangles, each of which knows the obstacles that contain it, when they are grown.
///
/// The same obstacles in the same order make the same mesh, whatever was before.
#[derive(Clone, Debug, PartialEq)]
pub struct Mesh {
    corners: Vec<DVec2>,
    triangles: Vec<Triangle>,
    /// Sets of obstacles, sorted. Set 0 is empty. A set may be there more than once.
    sets: Vec<Vec<usize>>,
    kinds: Vec<Kind>,
}

/// Half the frame's side. All obstacles lie deep inside, so none of their edges is at the mesh's rim.
const FRAME: f64 = 4096.0;

/// The same for a platform: wherever it moves, the whole frame of what stands still is inside.
const PLATFORM_FRAME: f64 = 4.0 * FRAME;

impl Mesh {
    /// Grows all obstacles that stand still by a shape, and triangulates the plane between their edges.
    pub fn new(obstacles: &[Obstacle], shape: &Shape) -> Self {
        Self::of(obstacles, shape, FRAME, |index| obstacles[index].moves.is_none())
    }

    /// The same for one obstacle, as if nothing else was there: a platform's mesh, in the platform's own frame.
    pub fn platform(obstacles: &[Obstacle], platform: usize, shape: &Shape) -> Self {
        Self::of(obstacles, shape, PLATFORM_FRAME, |index| index == platform)
    }

    /// A mesh of some of the obstacles, which keep their numbers.
    fn of(obstacles: &[Obstacle], shape: &Shape, frame: f64, has: impl Fn(usize) -> bool) -> Self {
        let narrow = shape.narrow();
        let mut owners = Vec::new();
        let mut grown_pieces = Vec::new();
        for (owner, obstacle) in obstacles.iter().enumerate().filter(|&(owner, _)| has(owner)) {
            let shape = if obstacle.kind == Kind::Ladder { &narrow } else { shape };
            for piece in convex_pieces(&obstacle.polygon) {
                owners.push(owner);
                grown_pieces.push(grown(&piece, shape));
            }
        }
        let Rings { corners, rings } = framed(crossings::bend(&grown_pieces), frame);
        let (faces, steps) = triangulated(&corners, &rings, &owners);
        let mut mesh = Self {
            triangles: neighbours(&faces),
            corners,
            sets: Vec::new(),
            kinds: obstacles.iter().map(|obstacle| obstacle.kind).collect(),
        };
        mesh.fill(&steps);
        mesh.block();
        mesh
    }

    /// Its corners, from left to right.
    pub fn corners(&self) -> &[DVec2] {
        &self.corners
    }

    /// How many triangles there are.
    pub fn count(&self) -> usize {
        self.triangles.len()
    }

    /// Where a triangle's corners are, counter-clockwise.
    pub fn triangle(&self, triangle: usize) -> [DVec2; 3] {
        self.triangles[triangle].corners.map(|corner| self.corners[corner])
    }

    /// Where an edge begins, and where it ends.
    pub fn ends(&self, Edge { triangle, edge }: Edge) -> [DVec2; 2] {
        let corners = self.triangles[triangle].corners;
        [corners[edge], corners[(edge + 1) % 3]].map(|corner| self.corners[corner])
    }

    /// The same edge, as seen from the other side.
    pub fn across(&self, Edge { triangle, edge }: Edge) -> Option<Edge> {
        self.triangles[triangle].across[edge]
    }

    /// Whether who comes from within an edge's triangle is stopped there.
    pub fn blocks(&self, Edge { triangle, edge }: Edge) -> bool {
        self.triangles[triangle].blocks[edge]
    }

    /// The obstacles that contain a triangle.
    pub fn inside(&self, triangle: usize) -> &[usize] {
        &self.sets[self.triangles[triangle].set]
    }

    /// Whether a player may be in a triangle: no solid obstacle contains it.
    pub fn is_free(&self, triangle: usize) -> bool {
        self.inside(triangle).iter().all(|&obstacle| self.kinds[obstacle] != Kind::Solid)
    }

    /// The obstacles that one comes into over an edge: what one stands on, or runs against. Often they are several.
    pub fn entered(&self, edge: Edge) -> impl Iterator<Item = usize> {
        let before = self.inside(edge.triangle);
        let after = self.across(edge).map_or(&[][..], |beyond| self.inside(beyond.triangle));
        after.iter().copied().filter(|obstacle| before.binary_search(obstacle).is_err())
    }

    /// A triangle that contains a place and in which a player may be.
    pub fn locate(&self, place: DVec2) -> Option<usize> {
        let contains = |triangle: usize| {
            let [a, b, c] = self.triangle(triangle);
            let near = place.cmpge(a.min(b).min(c)).all() && place.cmple(a.max(b).max(c)).all();
            near && side(a, b, place) >= 0.0 && side(b, c, place) >= 0.0 && side(c, a, place) >= 0.0
        };
        (0..self.count()).find(|&triangle| contains(triangle) && self.is_free(triangle))
    }

    /// Finds the set of obstacles that contain each triangle. In the frame's corner there are none; from there on, who
    /// crosses an edge from right to left comes into the obstacles whose edge it is, and from left to right leaves them.
    fn fill(&mut self, steps: &Steps) {
        let mut all = vec![Windings::new()];
        let mut names = BTreeMap::from([(Windings::new(), 0)]);
        let mut seen = vec![false; self.count()];
        seen[0] = true;
        let mut open = vec![0];
        while let Some(triangle) = open.pop() {
            let Triangle { corners, across, set, .. } = self.triangles[triangle];
            for (edge, beyond) in across.into_iter().enumerate() {
                let Some(Edge { triangle: beyond, .. }) = beyond.filter(|beyond| !seen[beyond.triangle])
                else {
                    continue;
                };
                seen[beyond] = true;
                open.push(beyond);
                let windings = steps.over([corners[edge], corners[(edge + 1) % 3]], &all[set]);
                self.triangles[beyond].set = windings.map_or(set, |windings| {
                    *names.entry(windings).or_insert_with_key(|windings| {
                        all.push(windings.clone());
                        all.len() - 1
                    })
                });
            }
        }
        self.sets = all.into_iter().map(|windings| windings.into_keys().collect()).collect();
    }

    /// Finds the edges at which a player is stopped: a solid obstacle begins there, or the upper side of another.
    fn block(&mut self) {
        for triangle in 0..self.count() {
            self.triangles[triangle].blocks = [0, 1, 2].map(|edge| {
                let edge = Edge { triangle, edge };
                let [from, to] = self.ends(edge);
                let stops = |obstacle: usize| self.kinds[obstacle] == Kind::Solid || to.x > from.x;
                self.across(edge).is_none() || self.entered(edge).any(stops)
            });
        }
    }
}

/// How often each obstacle's edges go round a triangle. What does not is not listed.
type Windings = BTreeMap<usize, i32>;

/// Which obstacles lie to the left of an edge and not to its right, sorted by the edge's corners.
struct Steps(Vec<([usize; 2], usize)>);

impl Steps {
    fn at(&self, edge: [usize; 2]) -> impl Iterator<Item = usize> {
        let first = self.0.partition_point(|&(other, _)| other < edge);
        self.0[first..].iter().take_while(move |&&(other, _)| other == edge).map(|&(_, owner)| owner)
    }

    /// What is on the right of an edge, if it is not the same as on its left.
    fn over(&self, [from, to]: [usize; 2], left: &Windings) -> Option<Windings> {
        let leaves = self.at([from, to]).map(|owner| (owner, -1));
        let mut changes = leaves.chain(self.at([to, from]).map(|owner| (owner, 1))).peekable();
        changes.peek()?;
        let mut right = left.clone();
        for (owner, change) in changes {
            *right.entry(owner).or_default() += change;
        }
        right.retain(|_, count| *count != 0);
        Some(right)
    }
}

/// Adds the corners of a square around everything.
fn framed(bent: Rings, half: f64) -> Rings {
    let mut corners = vec![dvec2(-half, -half), dvec2(-half, half)];
    let before = corners.len();
    corners.extend(bent.corners);
    corners.extend([dvec2(half, -half), dvec2(half, half)]);
    let shifted = |ring: Vec<usize>| ring.into_iter().map(|corner| corner + before).collect();
    Rings { corners, rings: bent.rings.into_iter().map(shifted).collect() }
}

/// Triangles whose edges are all edges of the rings and as few others as possible: each lists its corners
/// counter-clockwise, from the first one on, and all are sorted. With them, which owners' rings run along which edge.
///
/// Rings are added in the order of their corners. The ways that Spade has for corners and edges at once take some from a
/// hash table: where four corners lie on a circle, each run could make other triangles.
fn triangulated(corners: &[DVec2], rings: &[Vec<usize>], owners: &[usize]) -> (Vec<[usize; 3]>, Steps) {
    let points = corners.iter().map(|corner| Point2::new(corner.x, corner.y)).collect();
    // All coordinates are on the grid and in the frame: none is refused.
    let mut all = ConstrainedDelaunayTriangulation::<Point2<f64>>::bulk_load(points).unwrap_or_default();
    let mut handles = vec![None; corners.len()];
    let mut indices = vec![0; corners.len()];
    for vertex in all.vertices() {
        let at = vertex.position();
        let index = corners.partition_point(|corner| (corner.x, corner.y) < (at.x, at.y));
        handles[index] = Some(vertex.fix());
        indices[vertex.fix().index()] = index;
    }
    let mut wanted: Vec<([usize; 2], usize)> = Vec::new();
    for (ring, &owner) in rings.iter().zip(owners) {
        wanted.extend(edges(ring).map(|edge| (edge, owner)));
    }
    wanted.sort_unstable();
    let mut steps = Vec::with_capacity(wanted.len());
    for ([from, to], owner) in wanted {
        let (Some(start), Some(end)) = (handles[from], handles[to]) else { continue };
        let parts = all.try_add_constraint(start, end);
        debug_assert!(!parts.is_empty(), "edges meet only at corners");
        // If other corners lie on the edge it has several parts.
        for part in parts {
            let part = all.directed_edge(part);
            steps.push(([part.from(), part.to()].map(|vertex| indices[vertex.fix().index()]), owner));
        }
    }
    steps.sort_unstable();
    let corners_of = |face: [usize; 3]| {
        let mut corners = face.map(|vertex| indices[vertex]);
        let first = (0..3).min_by_key(|&corner| corners[corner]).unwrap_or(0);
        corners.rotate_left(first);
        corners
    };
    let faces = all.inner_faces().map(|face| corners_of(face.vertices().map(|vertex| vertex.fix().index())));
    let mut faces: Vec<[usize; 3]> = faces.collect();
    faces.sort_unstable();
    (faces, Steps(steps))
}

/// Finds what lies across each edge.
fn neighbours(faces: &[[usize; 3]]) -> Vec<Triangle> {
    let mut all = Vec::with_capacity(3 * faces.len());
    for (triangle, corners) in faces.iter().enumerate() {
        all.extend((0..3).map(|edge| ([corners[edge], corners[(edge + 1) % 3]], Edge { triangle, edge })));
    }
    all.sort_unstable();
    let across = |from: usize, to: usize| {
        let found = all.binary_search_by_key(&[to, from], |&(edge, _)| edge);
        found.ok().map(|found| all[found].1)
    };
    let triangle = |&[a, b, c]: &[usize; 3]| Triangle {
        corners: [a, b, c],
        across: [across(a, b), across(b, c), across(c, a)],
        set: 0,
        blocks: [false; 3],
    };
    faces.iter().map(triangle).collect()
}
