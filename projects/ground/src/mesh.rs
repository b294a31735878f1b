//! The triangles that a player moves through.

use super::crossings::{self, Rings};
use super::{FARTHEST, LARGEST, Obstacle, ObstacleKind, Shape, convex_pieces, edges, grown, side};
use glam::{DVec2, dvec2};
use spade::handles::{DirectedEdgeHandle, FaceHandle, FixedDirectedEdgeHandle, InnerTag};
use spade::{CdtEdge, ConstrainedDelaunayTriangulation, HasPosition, Point2, Triangulation};

/// Edge of a triangle, as seen from within: the triangle is to its left. Edge 0 runs from corner 0 to corner 1.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct Edge {
    /// The triangle's index.
    pub triangle: usize,
    /// Number of the edge in the triangle: 0 to 2.
    pub edge: usize,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Triangle {
    /// Its corners, as indices into the mesh's.
    corners: [usize; 3],
    /// The same edges, as seen from the other side. Beyond the frame there is none.
    across: [Option<Edge>; 3],
    /// Index of the set of obstacles that contain it.
    set: usize,
    /// For each edge: true if it stops a player who comes from within.
    blocks: [bool; 3],
}

/// A level for one shape of player: triangles, each of which knows the obstacles that contain it, when they are grown.
///
/// The same obstacles in the same order always make the same mesh.
#[derive(Clone, Debug, PartialEq)]
pub struct NavMesh {
    corners: Vec<DVec2>,
    triangles: Vec<Triangle>,
    /// Sets of obstacles, sorted. Set 0 is empty. A set may be there more than once.
    sets: Vec<Vec<usize>>,
    kinds: Vec<ObstacleKind>,
}

/// Half the frame's side. All obstacles lie deep inside, so none of their edges is at the mesh's rim.
const FRAME: f64 = 4096.0;

/// The same for a platform: at each place on its way, the whole frame of the level is inside.
const PLATFORM_FRAME: f64 = 4.0 * FRAME;

impl NavMesh {
    /// Grows all obstacles that do not move by a shape, and triangulates the plane between their edges.
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
            let shape = if obstacle.kind == ObstacleKind::Ladder { &narrow } else { shape };
            for piece in convex_pieces(&obstacle.polygon) {
                owners.push(owner);
                grown_pieces.push(bounded(grown(&piece, shape)));
            }
        }
        let kinds = obstacles.iter().map(|obstacle| obstacle.kind).collect();
        Self::between(&grown_pieces, &owners, kinds, frame)
    }

    /// Triangulates the plane between convex pieces that have grown already, in a frame of half this side. Each piece is one
    /// of the obstacle that is its owner, and each obstacle has a kind.
    fn between(pieces: &[Vec<DVec2>], owners: &[usize], kinds: Vec<ObstacleKind>, frame: f64) -> Self {
        let Rings { corners, rings } = framed(crossings::bend(pieces), frame);
        let (triangles, steps) = triangulated(&corners, &rings, owners);
        let mut mesh = Self { triangles, corners, sets: Vec::new(), kinds };
        mesh.fill(&steps);
        mesh.block();
        mesh
    }

    /// Its corners, from left to right.
    pub fn corners(&self) -> &[DVec2] {
        &self.corners
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

    /// The same edge, as seen from the other side.
    pub fn across(&self, Edge { triangle, edge }: Edge) -> Option<Edge> {
        self.triangles[triangle].across[edge]
    }

    /// Returns true if an edge stops a player who comes from within its triangle.
    pub fn blocks(&self, Edge { triangle, edge }: Edge) -> bool {
        self.triangles[triangle].blocks[edge]
    }

    /// The obstacles that contain a triangle.
    pub fn inside(&self, triangle: usize) -> &[usize] {
        &self.sets[self.triangles[triangle].set]
    }

    /// Returns true if a player may be in a triangle: no solid obstacle contains it.
    pub fn is_free(&self, triangle: usize) -> bool {
        self.inside(triangle).iter().all(|&obstacle| self.kinds[obstacle] != ObstacleKind::Solid)
    }

    /// Returns the obstacles that one enters over an edge, often several: one stands on them, or runs against them.
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

    /// Finds the set of obstacles that contain each triangle. At the frame there are none; from there on, a way over an
    /// edge from right to left enters the edge's obstacles, and one from left to right leaves them.
    fn fill(&mut self, steps: &Steps) {
        let mut all = vec![Windings::new()];
        let at_frame = self.triangles.iter().position(|triangle| triangle.across.contains(&None));
        let mut seen = vec![false; self.count()];
        let mut open: Vec<(usize, usize)> = at_frame.into_iter().map(|triangle| (triangle, 0)).collect();
        // Edges with something else beyond them wait, so that it is worked out once for all that is alike.
        let mut waiting: Vec<[Edge; 2]> = Vec::new();
        loop {
            if let Some((triangle, set)) = open.pop() {
                if std::mem::replace(&mut seen[triangle], true) {
                    continue;
                }
                self.triangles[triangle].set = set;
                for (edge, beyond) in self.triangles[triangle].across.into_iter().enumerate() {
                    let Some(beyond) = beyond.filter(|beyond| !seen[beyond.triangle]) else { continue };
                    let pair = [Edge { triangle, edge }, beyond];
                    if steps.are_between(pair) {
                        waiting.push(pair);
                    } else {
                        open.push((beyond.triangle, set));
                    }
                }
            } else if let Some(pair @ [edge, beyond]) = waiting.pop() {
                if !seen[beyond.triangle] {
                    open.push((beyond.triangle, all.len()));
                    all.push(steps.over(pair, &all[self.triangles[edge.triangle].set]));
                }
            } else {
                break;
            }
        }
        let owners = |windings: Windings| windings.into_iter().map(|(owner, _)| owner).collect();
        self.sets = all.into_iter().map(owners).collect();
    }

    /// Finds the edges at which a player is stopped: a solid obstacle begins there, or the upper side of another.
    fn block(&mut self) {
        for triangle in 0..self.count() {
            self.triangles[triangle].blocks = [0, 1, 2].map(|edge| {
                let edge = Edge { triangle, edge };
                let Some(across) = self.across(edge) else { return true };
                let [set, beyond] = [triangle, across.triangle].map(|triangle| self.triangles[triangle].set);
                let [from, to] = self.ends(edge);
                let stops = |obstacle: usize| self.kinds[obstacle] == ObstacleKind::Solid || to.x > from.x;
                set != beyond && self.entered(edge).any(stops)
            });
        }
    }
}

/// Number of times that each obstacle's edges go round a triangle, sorted by obstacle, without zeros.
type Windings = Vec<(usize, i32)>;

/// Obstacles to the left of an edge and not to its right: those of edge 0 of triangle 0, then of edge 1.
struct Steps {
    owners: Vec<usize>,
    /// Start of each edge's obstacles in the list, and at last the end of all.
    begins: Vec<usize>,
}

impl Steps {
    fn new(all: &[(Edge, usize)], count: usize) -> Self {
        let mut begins = vec![0; 3 * count + 1];
        for &(edge, _) in all {
            begins[Self::index(edge)] += 1;
        }
        let mut end = 0;
        for begin in &mut begins {
            end += *begin;
            *begin = end;
        }
        let mut owners = vec![0; all.len()];
        for &(edge, owner) in all.iter().rev() {
            let begin = &mut begins[Self::index(edge)];
            *begin -= 1;
            owners[*begin] = owner;
        }
        Self { owners, begins }
    }

    fn index(Edge { triangle, edge }: Edge) -> usize {
        3 * triangle + edge
    }

    fn at(&self, edge: Edge) -> &[usize] {
        let index = Self::index(edge);
        &self.owners[self.begins[index]..self.begins[index + 1]]
    }

    /// Returns true if any obstacle's edge runs here.
    fn are_between(&self, edges: [Edge; 2]) -> bool {
        edges.into_iter().any(|edge| !self.at(edge).is_empty())
    }

    /// Returns the windings on the right of an edge.
    fn over(&self, [edge, across]: [Edge; 2], left: &Windings) -> Windings {
        let mut right = left.clone();
        for (edge, change) in [(edge, -1), (across, 1)] {
            for &owner in self.at(edge) {
                match right.binary_search_by_key(&owner, |&(other, _)| other) {
                    Ok(found) => right[found].1 += change,
                    Err(place) => right.insert(place, (owner, change)),
                }
            }
        }
        right.retain(|&(_, count)| count != 0);
        right
    }
}

/// Clamps a grown obstacle to the frame. A wrong `grown` is still drawn, so that its author can see it.
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

/// A corner, as Spade is given it.
struct Vertex {
    at: DVec2,
    index: usize,
}

impl HasPosition for Vertex {
    type Scalar = f64;

    fn position(&self) -> Point2<f64> {
        Point2::new(self.at.x, self.at.y)
    }
}

type Spade = ConstrainedDelaunayTriangulation<Vertex>;

/// Returns triangles with all edges of the rings and as few others as possible, and the owners of rings along each.
///
/// Rings are added in the order of their corners. Spade's loading of corners and edges at once takes some from a hash
/// table: with four corners on a circle, each run could make other triangles.
fn triangulated(corners: &[DVec2], rings: &[Vec<usize>], owners: &[usize]) -> (Vec<Triangle>, Steps) {
    let vertices = corners.iter().enumerate().map(|(index, &at)| Vertex { at, index });
    // All coordinates are on the grid and in the frame: none is refused.
    let mut all = Spade::bulk_load(vertices.collect()).unwrap_or_default();
    let mut handles = vec![None; corners.len()];
    for vertex in all.vertices() {
        handles[vertex.data().index] = Some(vertex.fix());
    }
    let mut wanted: Vec<([usize; 2], usize)> = Vec::new();
    for (ring, &owner) in rings.iter().zip(owners) {
        wanted.extend(edges(ring).map(|edge| (edge, owner)));
    }
    wanted.sort_unstable();
    let mut steps = Vec::with_capacity(wanted.len());
    for ([from, to], owner) in wanted {
        let (Some(start), Some(end)) = (handles[from], handles[to]) else { continue };
        // An edge that is there stays without being forced: only what crosses others goes, and edges meet only at corners.
        if let Some(edge) = all.get_edge_from_neighbors(start, end) {
            steps.push((edge.fix(), owner));
            continue;
        }
        let parts = all.try_add_constraint(start, end);
        debug_assert!(!parts.is_empty(), "edges meet only at corners");
        // If other corners lie on the edge it has several parts.
        steps.extend(parts.into_iter().map(|part| (part, owner)));
    }
    let placed =
        |(part, owner): (FixedDirectedEdgeHandle, usize)| Some((place(all.directed_edge(part))?, owner));
    let steps: Vec<_> = steps.into_iter().filter_map(placed).collect();
    let steps = Steps::new(&steps, all.num_inner_faces());
    let triangle = |face: FaceHandle<'_, InnerTag, Vertex, (), CdtEdge<()>, ()>| {
        let sides = face.adjacent_edges();
        Triangle {
            corners: sides.map(|side| side.from().data().index),
            across: sides.map(|side| place(side.rev())),
            set: 0,
            blocks: [false; 3],
        }
    };
    (all.inner_faces().map(triangle).collect(), steps)
}

/// Returns one of Spade's edges as an edge of the triangles, which are in Spade's order.
fn place(side: DirectedEdgeHandle<'_, Vertex, (), CdtEdge<()>, ()>) -> Option<Edge> {
    let face = side.face().as_inner()?;
    let edge = face.adjacent_edges().iter().position(|&other| other == side)?;
    // Face 0 is the plane outside the frame.
    Some(Edge { triangle: face.index() - 1, edge })
}
