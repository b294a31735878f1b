//! The triangles that a player moves through.

use super::crossings::{self, Rings};
use super::{Polygon, Shape, convex_pieces, edges, grown, side};
use glam::{DVec2, dvec2};
use spade::handles::{FaceHandle, FixedDirectedEdgeHandle, InnerTag};
use spade::{CdtEdge, ConstrainedDelaunayTriangulation, HasPosition, Point2, Triangulation};
use std::collections::BTreeMap;

/// What a polygon does to whoever comes to it.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Kind {
    /// Nobody gets in.
    #[default]
    Solid,
    /// One stands on it, but comes through from below and from the sides.
    Thin,
}

/// A polygon of a level.
#[derive(Clone, Debug, PartialEq)]
pub struct Obstacle {
    /// Where it is, before it is grown.
    pub polygon: Polygon,
    /// What it does.
    pub kind: Kind,
}

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

impl Mesh {
    /// Grows all obstacles by a shape, and triangulates the plane between their edges.
    pub fn new(obstacles: &[Obstacle], shape: &Shape) -> Self {
        let mut owners = Vec::new();
        let mut grown_pieces = Vec::new();
        for (owner, obstacle) in obstacles.iter().enumerate() {
            for piece in convex_pieces(&obstacle.polygon) {
                owners.push(owner);
                grown_pieces.push(grown(&piece, shape));
            }
        }
        let Rings { corners, rings } = framed(crossings::bend(&grown_pieces));
        let (triangles, steps) = triangulated(&corners, &rings, &owners);
        let mut mesh = Self {
            triangles,
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
            side(a, b, place) >= 0.0 && side(b, c, place) >= 0.0 && side(c, a, place) >= 0.0
        };
        let finite = place.is_finite() && place.abs().max_element() <= FRAME;
        (0..self.count()).find(|&triangle| finite && self.is_free(triangle) && contains(triangle))
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
            let Triangle { across, set, .. } = self.triangles[triangle];
            for (edge, beyond) in across.into_iter().enumerate() {
                let Some(beyond) = beyond.filter(|beyond| !seen[beyond.triangle]) else { continue };
                seen[beyond.triangle] = true;
                open.push(beyond.triangle);
                let windings = steps.over([Edge { triangle, edge }, beyond], &all[set]);
                self.triangles[beyond.triangle].set = windings.map_or(set, |windings| {
                    *names.entry(windings).or_insert_with_key(|windings| {
                        all.push(windings.clone());
                        all.len() - 1
                    })
                });
            }
        }
        self.sets = all.into_iter().map(|windings| windings.into_keys().collect()).collect();
    }

    /// Finds the edges at which a player is stopped: a solid obstacle begins there, or the upper side of a thin one.
    fn block(&mut self) {
        for triangle in 0..self.count() {
            self.triangles[triangle].blocks = [0, 1, 2].map(|edge| {
                let edge = Edge { triangle, edge };
                let [from, to] = self.ends(edge);
                let stops = |obstacle: usize| self.kinds[obstacle] == Kind::Solid || to.x > from.x;
                self.across(edge).is_none_or(|across| {
                    let [before, after] = [triangle, across.triangle].map(|triangle| self.triangles[triangle].set);
                    before != after && self.entered(edge).any(stops)
                })
            });
        }
    }
}

/// How often each obstacle's edges go round a triangle. What does not is not listed.
type Windings = BTreeMap<usize, i32>;

/// Which obstacles lie to the left of an edge and not to its right: those of edge 0 of triangle 0, then of edge 1.
struct Steps {
    owners: Vec<usize>,
    /// Where those of each edge end.
    ends: Vec<usize>,
}

impl Steps {
    fn new(mut all: Vec<(Edge, usize)>, count: usize) -> Self {
        all.sort_unstable();
        let mut ends = vec![0; 3 * count];
        for (end, (edge, _)) in (1..).zip(&all) {
            ends[3 * edge.triangle + edge.edge] = end;
        }
        let mut last = 0;
        for end in &mut ends {
            last = last.max(*end);
            *end = last;
        }
        Self { owners: all.into_iter().map(|(_, owner)| owner).collect(), ends }
    }

    fn at(&self, edge: Edge) -> &[usize] {
        let index = 3 * edge.triangle + edge.edge;
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.owners[start..self.ends[index]]
    }

    /// What is on the right of an edge, if it is not the same as on its left.
    fn over(&self, [edge, across]: [Edge; 2], left: &Windings) -> Option<Windings> {
        let [leaves, enters] = [self.at(edge), self.at(across)];
        if leaves.is_empty() && enters.is_empty() {
            return None;
        }
        let mut right = left.clone();
        for (owners, change) in [(leaves, -1), (enters, 1)] {
            for &owner in owners {
                *right.entry(owner).or_default() += change;
            }
        }
        right.retain(|_, count| *count != 0);
        Some(right)
    }
}

/// Adds the corners of a square around everything.
fn framed(bent: Rings) -> Rings {
    let mut corners = vec![dvec2(-FRAME, -FRAME), dvec2(-FRAME, FRAME)];
    let before = corners.len();
    corners.extend(bent.corners);
    corners.extend([dvec2(FRAME, -FRAME), dvec2(FRAME, FRAME)]);
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

/// Triangles whose edges are all edges of the rings and as few others as possible: each lists its corners
/// counter-clockwise, from the first one on, and all are sorted. With them, which owners' rings run along which edge.
///
/// Rings are added in the order of their corners. The ways that Spade has for corners and edges at once take some from a
/// hash table: where four corners lie on a circle, each run could make other triangles.
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
    let (triangles, places) = sorted(&all);
    let placed = |(part, owner): (FixedDirectedEdgeHandle, usize)| Some((places[part.index()]?, owner));
    let steps = Steps::new(steps.into_iter().filter_map(placed).collect(), triangles.len());
    (triangles, steps)
}

/// The triangles, sorted, and where each of Spade's edges is among theirs.
fn sorted(all: &Spade) -> (Vec<Triangle>, Vec<Option<Edge>>) {
    let from_first = |face: FaceHandle<'_, InnerTag, Vertex, (), CdtEdge<()>, ()>| {
        let mut sides = face.adjacent_edges();
        let first = (0..3).min_by_key(|&corner| sides[corner].from().data().index).unwrap_or(0);
        sides.rotate_left(first);
        (sides.map(|side| side.from().data().index), sides.map(|side| side.fix()))
    };
    let mut faces: Vec<([usize; 3], [FixedDirectedEdgeHandle; 3])> = all.inner_faces().map(from_first).collect();
    // No two triangles have the same corners.
    faces.sort_unstable_by_key(|&(corners, _)| corners);
    let mut places = vec![None; all.num_directed_edges()];
    for (triangle, (_, sides)) in faces.iter().enumerate() {
        for (edge, side) in sides.iter().enumerate() {
            places[side.index()] = Some(Edge { triangle, edge });
        }
    }
    let triangle = |&(corners, sides): &([usize; 3], [FixedDirectedEdgeHandle; 3])| Triangle {
        corners,
        across: sides.map(|side| places[side.rev().index()]),
        set: 0,
        blocks: [false; 3],
    };
    (faces.iter().map(triangle).collect(), places)
}
