//! The triangles that a player moves through.

use super::crossings::{self, Rings};
use super::grid::Cell;
use super::{FARTHEST, LARGEST, Obstacle, ObstacleKind, Shape, convex_pieces, edges, grown, side};
use glam::{DVec2, dvec2};
use spade::handles::{DirectedEdgeHandle, FixedVertexHandle};
use spade::{CdtEdge, ConstrainedDelaunayTriangulation, DelaunayTriangulation, Point2, Triangulation};

/// An edge as seen from a triangle, which is to its left. Edge 0 runs from corner 0 to corner 1.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct Edge {
    /// The triangle's index.
    pub triangle: usize,
    /// The number of the edge in the triangle, 0 to 2.
    pub edge: usize,
}

#[derive(Clone, Debug, PartialEq)]
struct Triangle {
    /// The corners, as indices into the mesh's.
    corners: [usize; 3],
    /// The other side of each edge, in the neighbouring triangle, or none at the frame.
    across: [Option<Edge>; 3],
    /// The obstacles that contain it, sorted.
    inside: Vec<usize>,
    /// True for each edge that stops a player who comes from within.
    blocks: [bool; 3],
}

/// A level for one shape of player: triangles that know which grown obstacles contain them.
///
/// The same obstacles in the same order always make the same mesh.
#[derive(Clone, Debug, PartialEq)]
pub struct NavMesh {
    corners: Vec<DVec2>,
    triangles: Vec<Triangle>,
    kinds: Vec<ObstacleKind>,
}

/// Half the frame's side, in units. All obstacles lie deep inside, away from the mesh's rim.
const FRAME: f64 = 4096.0;

/// Half the side of a platform's frame, inside which the level's frame is all along the platform's way.
const PLATFORM_FRAME: f64 = 4.0 * FRAME;

impl NavMesh {
    /// Grows all obstacles that do not move by a shape, and triangulates the plane between their edges.
    pub fn new(obstacles: &[Obstacle], shape: &Shape) -> Self {
        Self::of(obstacles, shape, FRAME, |index| obstacles[index].moves.is_none())
    }

    /// Grows one obstacle as if it were alone, for a platform's mesh in the platform's own frame.
    pub fn platform(obstacles: &[Obstacle], platform: usize, shape: &Shape) -> Self {
        Self::of(obstacles, shape, PLATFORM_FRAME, |index| index == platform)
    }

    /// Returns a mesh of some of the obstacles, which keep their indices.
    fn of(obstacles: &[Obstacle], shape: &Shape, frame: f64, has: impl Fn(usize) -> bool) -> Self {
        let narrow = shape.narrow();
        let mut owners = Vec::new();
        let mut grown_pieces = Vec::new();
        for (owner, obstacle) in obstacles.iter().enumerate().filter(|&(owner, _)| has(owner)) {
            let shape = if obstacle.kind == ObstacleKind::Ladder { &narrow } else { shape };
            for piece in convex_pieces(&obstacle.polygon) {
                owners.push(owner);
                grown_pieces.push(bounded(grown(&piece, shape)));
            }
        }
        let Rings { corners, rings } = framed(crossings::bend(&grown_pieces), frame);
        let kinds = obstacles.iter().map(|obstacle| obstacle.kind).collect();
        let mut mesh = Self { triangles: triangulated(&corners, &rings), corners, kinds };
        mesh.fill(&rings, &owners);
        mesh.block();
        mesh
    }

    /// Returns the number of triangles.
    pub fn count(&self) -> usize {
        self.triangles.len()
    }

    /// Returns the places of a triangle's corners, counter-clockwise.
    pub fn triangle(&self, triangle: usize) -> [DVec2; 3] {
        self.triangles[triangle].corners.map(|corner| self.corners[corner])
    }

    /// Returns the start and the end of an edge.
    pub fn ends(&self, Edge { triangle, edge }: Edge) -> [DVec2; 2] {
        let corners = self.triangles[triangle].corners;
        [corners[edge], corners[(edge + 1) % 3]].map(|corner| self.corners[corner])
    }

    /// Returns the edge as seen from the other side.
    pub fn across(&self, Edge { triangle, edge }: Edge) -> Option<Edge> {
        self.triangles[triangle].across[edge]
    }

    /// Returns true if an edge stops a player who comes from within its triangle.
    pub fn blocks(&self, Edge { triangle, edge }: Edge) -> bool {
        self.triangles[triangle].blocks[edge]
    }

    /// Returns the obstacles that contain a triangle.
    pub fn inside(&self, triangle: usize) -> &[usize] {
        &self.triangles[triangle].inside
    }

    /// Returns true if a player may be in a triangle: no solid obstacle contains it.
    pub fn is_free(&self, triangle: usize) -> bool {
        self.inside(triangle).iter().all(|&obstacle| self.kinds[obstacle] != ObstacleKind::Solid)
    }

    /// Returns the obstacles behind an edge, on all of which a player stands or against which he runs.
    pub fn entered(&self, edge: Edge) -> impl Iterator<Item = usize> {
        let before = self.inside(edge.triangle);
        let after = self.across(edge).map_or(&[][..], |beyond| self.inside(beyond.triangle));
        after.iter().copied().filter(|obstacle| before.binary_search(obstacle).is_err())
    }

    /// Returns a triangle that contains a place and is free.
    pub fn locate(&self, place: DVec2) -> Option<usize> {
        let contains = |triangle: usize| {
            let [a, b, c] = self.triangle(triangle);
            let near = place.cmpge(a.min(b).min(c)).all() && place.cmple(a.max(b).max(c)).all();
            near && side(a, b, place) >= 0.0 && side(b, c, place) >= 0.0 && side(c, a, place) >= 0.0
        };
        (0..self.count()).find(|&triangle| contains(triangle) && self.is_free(triangle))
    }

    /// Finds the obstacles that contain each triangle. Since rings run along edges, a ring that contains its
    /// middle contains all of it.
    fn fill(&mut self, rings: &[Vec<usize>], owners: &[usize]) {
        // Three times as fine as the grid, so that each middle is a whole number of steps.
        let cells: Vec<Cell> = self.corners.iter().map(|&corner| Cell::of(corner)).collect();
        let fine: Vec<Cell> = cells.iter().map(|cell| Cell(cell.0.map(|steps| 3 * steps))).collect();
        let rings: Vec<Vec<Cell>> =
            rings.iter().map(|ring| ring.iter().map(|&corner| fine[corner]).collect()).collect();
        for triangle in &mut self.triangles {
            let sum = |axis: usize| triangle.corners.iter().map(|&corner| cells[corner].0[axis]).sum();
            let middle = Cell([sum(0), sum(1)]);
            let around = owners.iter().zip(&rings).filter(|(_, ring)| middle.is_in(ring));
            triangle.inside = around.map(|(&owner, _)| owner).collect();
            // The pieces of an obstacle follow each other.
            triangle.inside.dedup();
        }
    }

    /// Finds the edges that stop a player, those of solid obstacles, and the upper sides of others.
    fn block(&mut self) {
        for triangle in 0..self.count() {
            self.triangles[triangle].blocks = [0, 1, 2].map(|edge| {
                let edge = Edge { triangle, edge };
                let [from, to] = self.ends(edge);
                let stops = |obstacle: usize| self.kinds[obstacle] == ObstacleKind::Solid || to.x > from.x;
                self.across(edge).is_none() || self.entered(edge).any(stops)
            });
        }
    }
}

/// Clamps a grown obstacle to the frame, so that even a wrong `grown` can be drawn.
fn bounded(mut ring: Vec<DVec2>) -> Vec<DVec2> {
    let most = DVec2::splat(FARTHEST + LARGEST);
    ring.retain(|corner| corner.is_finite());
    ring.iter_mut().for_each(|corner| *corner = corner.clamp(-most, most));
    ring
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

type Spade = ConstrainedDelaunayTriangulation<Point2<f64>>;

/// Returns triangles with all edges of the rings and as few others as possible.
///
/// Rings are added in the order of their corners. Spade's loading of corners and edges at once uses a hash
/// table, so that with four corners on a circle each run could make other triangles.
fn triangulated(corners: &[DVec2], rings: &[Vec<usize>]) -> Vec<Triangle> {
    let points = corners.iter().map(|at| Point2::new(at.x, at.y)).collect();
    // All coordinates are on the grid and in the frame: none is refused.
    let mut all: Spade = DelaunayTriangulation::bulk_load_stable(points).unwrap_or_default().into();
    let mut wanted: Vec<[usize; 2]> = rings.iter().flat_map(|ring| edges(ring)).collect();
    wanted.sort_unstable();
    for edge in wanted {
        let [from, to] = edge.map(FixedVertexHandle::from_index);
        // An edge that is there stays without being forced: only what crosses others goes, and edges meet only at corners.
        if all.get_edge_from_neighbors(from, to).is_none() {
            let parts = all.try_add_constraint(from, to);
            debug_assert!(!parts.is_empty(), "edges meet only at corners");
        }
    }
    let faces = all.inner_faces().map(|face| face.adjacent_edges());
    let triangles = faces.map(|sides| Triangle {
        corners: sides.map(|side| side.from().index()),
        across: sides.map(|side| place(side.rev())),
        inside: Vec::new(),
        blocks: [false; 3],
    });
    triangles.collect()
}

/// Returns one of Spade's edges as an edge of the triangles, which are in Spade's order.
fn place(side: DirectedEdgeHandle<'_, Point2<f64>, (), CdtEdge<()>, ()>) -> Option<Edge> {
    let face = side.face().as_inner()?;
    let edge = face.adjacent_edges().iter().position(|&other| other == side)?;
    // Face 0 is the plane outside the frame.
    Some(Edge { triangle: face.index() - 1, edge })
}
