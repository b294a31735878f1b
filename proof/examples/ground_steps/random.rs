//! Levels, shapes and keys that look random, and are the same every time.

use glam::{DVec2, dvec2};
use ground::{Moves, Obstacle, ObstacleKind, Polygon, Shape};

/// Numbers that look random, and are the same every time.
pub struct Random(pub u64);

impl Random {
    /// From 0 to 1.
    pub fn part(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }

    /// From -1 to 1, in x and in y.
    pub fn vector(&mut self) -> DVec2 {
        dvec2(self.part(), self.part()) * 2.0 - DVec2::ONE
    }

    pub fn below(&mut self, count: usize) -> usize {
        (self.part() * count as f64) as usize % count
    }
}

/// A box on a grid, or a polygon in any place that goes round its centre.
pub fn polygon(random: &mut Random) -> Option<Polygon> {
    if random.below(3) == 0 {
        let half = |random: &mut Random, count| 0.5 * random.below(count) as f64;
        let least = dvec2(half(random, 60), half(random, 60)) - 15.0;
        let size = dvec2(half(random, 12), half(random, 6)) + 0.5;
        let corners = [least, least + size * DVec2::X, least + size, least + size * DVec2::Y];
        return Polygon::new(&corners).ok();
    }
    let (centre, radius) = (15.0 * random.vector(), 0.2 + 4.0 * random.part());
    let mut angles: Vec<f64> = (0..3 + random.below(7)).map(|_| random.part()).collect();
    angles.sort_unstable_by(f64::total_cmp);
    let corner =
        |angle: f64| radius * (0.2 + random.part()) * DVec2::from_angle(angle * std::f64::consts::TAU);
    let corners: Vec<DVec2> = angles.into_iter().map(corner).map(|corner| centre + corner).collect();
    Polygon::new(&corners).ok()
}

pub fn level(random: &mut Random) -> Vec<Obstacle> {
    let count = 5 + random.below(40);
    let polygons: Vec<Polygon> = (0..count).filter_map(|_| polygon(random)).collect();
    let kind =
        |random: &mut Random| if random.below(5) == 0 { ObstacleKind::Thin } else { ObstacleKind::Solid };
    polygons.into_iter().map(|polygon| Obstacle::still(polygon, kind(random))).collect()
}

/// A box, or a polygon of up to eight corners.
pub fn shape(random: &mut Random) -> Option<Shape> {
    if random.below(2) == 0 {
        return Shape::upright(dvec2(0.5, 1.0)).ok();
    }
    let mut angles: Vec<f64> = (0..3 + random.below(6)).map(|_| random.part()).collect();
    angles.sort_unstable_by(f64::total_cmp);
    let corners: Vec<DVec2> =
        angles.into_iter().map(|angle| DVec2::from_angle(angle * std::f64::consts::TAU)).collect();
    Shape::new(&corners).ok()
}

/// A level of which some obstacles move and some are ladders.
pub fn level_that_moves(random: &mut Random) -> Vec<Obstacle> {
    let mut obstacles = level(random);
    for obstacle in &mut obstacles {
        match random.below(6) {
            0 => obstacle.kind = ObstacleKind::Ladder,
            1 => {
                let by = 10.0 * random.vector();
                obstacle.moves = Some(Moves { by, seconds: 0.2 + 8.0 * random.part() });
            }
            _ => {}
        }
    }
    obstacles
}
