//! How long a side scroller's ground takes, in one thread: a step, and building the mesh, of ten polygons to ten thousand.
//!
//! `cargo bench --package proof --bench ground`

mod timing;

use glam::{DVec2, dvec2};
use ground::{Body, MeshPosition, NavMesh, Obstacle, ObstacleKind, Polygon, Rules, Shape};
use std::hint::black_box;
use timing::Group;

const RULES: Rules = Rules { gravity: dvec2(0.0, -20.0), steepest: 1.0, takeoff: 2.0 };
const TIME: f64 = 1.0 / 120.0;

/// So many players take turns, so that none of their ways is known beforehand.
const PLAYERS: usize = 256;

/// Every polygon has a square of this side to itself, and reaches into those beside it.
const APART: f64 = 6.0;

/// Numbers that look random, and are the same every time.
struct Random(u64);

impl Random {
    /// From 0 to 1.
    fn part(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }

    /// From -1 to 1, in x and in y.
    fn vector(&mut self) -> DVec2 {
        dvec2(self.part(), self.part()) * 2.0 - DVec2::ONE
    }
}

/// A box on a grid, or a polygon of three to nine corners that goes round its centre.
fn polygon(random: &mut Random, centre: DVec2) -> Option<Polygon> {
    let corners = if random.part() < 0.3 {
        let half = 0.5 + (4.0 * dvec2(random.part(), random.part())).floor() * 0.5;
        let (least, most) = (centre.round() - half, centre.round() + half);
        vec![least, dvec2(most.x, least.y), most, dvec2(least.x, most.y)]
    } else {
        let count = 3 + (7.0 * random.part()) as usize;
        let radius = 0.2 + 4.0 * random.part();
        let angle = |corner| std::f64::consts::TAU * corner as f64 / count as f64;
        let corner = |corner| radius * (0.3 + random.part()) * DVec2::from_angle(angle(corner));
        (0..count).map(corner).map(|corner| centre + corner).collect()
    };
    Polygon::new(&corners).ok()
}

/// So many polygons in a square, as far apart from each other in a large level as in a small one.
fn level(count: usize) -> Vec<Obstacle> {
    let mut random = Random(1);
    let wide = (count as f64).sqrt().ceil() as usize;
    let middle = 0.5 * APART * wide as f64;
    let obstacle = |index: usize| {
        let square = dvec2((index % wide) as f64, (index / wide) as f64);
        let centre = APART * square - middle + 3.0 * random.vector();
        Some(Obstacle::still(polygon(&mut random, centre)?, ObstacleKind::Solid))
    };
    (0..count).filter_map(obstacle).collect()
}

/// Players who are in the middle of something: in the air or on the ground, and most of them in motion.
fn players(mesh: &NavMesh, count: usize) -> Vec<Body> {
    let mut random = Random(2);
    let reach = 0.5 * APART * (count as f64).sqrt();
    let mut players = Vec::with_capacity(PLAYERS);
    while players.len() < PLAYERS {
        let at = reach * random.vector();
        let Some(triangle) = mesh.locate(at) else { continue };
        let mut body =
            Body::Airborne { place: MeshPosition { at, triangle }, velocity: 6.0 * random.vector() };
        for _ in 0..(60.0 * random.part()) as usize {
            body = mesh.step(body, &RULES, TIME).body;
        }
        if let Body::Supported { support, .. } = body {
            body = Body::Supported { support, speed: 6.0 * random.vector().x };
        }
        players.push(body);
    }
    players
}

fn main() {
    let Ok(shape) = Shape::upright(dvec2(0.4, 0.9)) else { panic!("no shape") };
    for count in [10, 100, 1000, 10_000] {
        let mut obstacles = level(count);
        let mesh = NavMesh::new(&obstacles, &shape);
        let players = players(&mesh, count);
        let group = Group::new(&format!("{count} polygons, {} triangles", mesh.count()), PLAYERS, "step");
        group.time("a step", || {
            let bodies = black_box(&players).iter().map(|&body| mesh.step(body, &RULES, TIME).body);
            bodies.map(|body| mesh.place(body).at).sum::<DVec2>()
        });
        let group = Group::new(&format!("{count} polygons, {} triangles", mesh.count()), count, "polygon");
        group.time("build the mesh", || NavMesh::new(black_box(&obstacles), &shape).count());
        // To and fro, as a mouse would drag it.
        let middle = obstacles.len() / 2;
        let places = [0.0, 0.25].map(|x| {
            let corners = obstacles[middle].polygon.corners().iter().map(|&corner| corner + x * DVec2::X);
            Polygon::new(&corners.collect::<Vec<_>>())
        });
        let mut places = places.into_iter().flatten().cycle();
        group.time("and build it anew, one moved", || {
            obstacles[middle].polygon = places.next()?;
            Some(NavMesh::new(black_box(&obstacles), &shape).count())
        });
    }
}
