//! Levels, and the keys that are pressed in them.

use common::ground::{Kind, Obstacle, Polygon, nasty_levels};
use glam::{DVec2, dvec2};

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

    fn below(&mut self, count: usize) -> usize {
        (self.part() * count as f64) as usize % count
    }
}

/// What is pressed in one tick.
#[derive(Clone, Copy)]
pub struct Keys {
    /// -1 to the left, 1 to the right.
    pub way: f64,
    /// Whether one wants to jump.
    pub jump: bool,
}

/// Each way is held for a while.
pub fn keys(random: &mut Random, ticks: usize) -> Vec<Keys> {
    let mut keys = Vec::with_capacity(ticks);
    while keys.len() < ticks {
        let way = [-1.0, 1.0, -1.0, 1.0, 0.0][random.below(5)];
        let held = (10 + random.below(90)).min(ticks - keys.len());
        keys.extend((0..held).map(|_| Keys { way, jump: random.below(40) == 0 }));
    }
    keys
}

/// What two players are held to.
pub struct Level {
    /// Solid polygons, and four walls around them.
    pub obstacles: Vec<Obstacle>,
    /// The least and the greatest coordinates between the walls.
    pub room: [DVec2; 2],
}

/// Polygons as they come, in a room of forty metres.
pub fn random_level(random: &mut Random) -> Level {
    let polygons = (0..5 + random.below(40)).filter_map(|_| polygon(random)).collect();
    walled(polygons, [DVec2::splat(-20.0), DVec2::splat(20.0)])
}

/// The levels at which others have come to grief, each with some room around it.
pub fn nasty() -> Vec<(&'static str, Level)> {
    let level = |(name, obstacles): (&'static str, Vec<Obstacle>)| {
        let polygons: Vec<Polygon> = obstacles.into_iter().map(|obstacle| obstacle.polygon).collect();
        let corners = || polygons.iter().flat_map(|polygon| polygon.corners());
        let least = corners().copied().reduce(DVec2::min).unwrap_or_default() - 5.0;
        let most = corners().copied().reduce(DVec2::max).unwrap_or_default() + 5.0;
        (name, walled(polygons, [least, most]))
    };
    nasty_levels().into_iter().map(level).collect()
}

/// A box on a grid, or a polygon in any place that goes round its centre.
fn polygon(random: &mut Random) -> Option<Polygon> {
    if random.below(3) == 0 {
        let half = |random: &mut Random, count| 0.5 * random.below(count) as f64;
        let least = dvec2(half(random, 60), half(random, 60)) - 15.0;
        return upright(least, least + dvec2(half(random, 12), half(random, 6)) + 0.5);
    }
    let (centre, radius) = (15.0 * random.vector(), 0.2 + 4.0 * random.part());
    let mut angles: Vec<f64> = (0..3 + random.below(7)).map(|_| random.part()).collect();
    angles.sort_unstable_by(f64::total_cmp);
    let corner =
        |angle: f64| radius * (0.2 + random.part()) * DVec2::from_angle(angle * std::f64::consts::TAU);
    let corners: Vec<DVec2> = angles.into_iter().map(corner).map(|corner| centre + corner).collect();
    Polygon::new(&corners).ok()
}

fn upright(least: DVec2, most: DVec2) -> Option<Polygon> {
    Polygon::new(&[least, dvec2(most.x, least.y), most, dvec2(least.x, most.y)]).ok()
}

/// Walls two metres thick, around a room.
fn walled(mut polygons: Vec<Polygon>, room: [DVec2; 2]) -> Level {
    let [least, most] = room;
    let (outer_least, outer_most) = (least - 2.0, most + 2.0);
    polygons.extend(upright(outer_least, dvec2(outer_most.x, least.y)));
    polygons.extend(upright(dvec2(outer_least.x, most.y), outer_most));
    polygons.extend(upright(outer_least, dvec2(least.x, outer_most.y)));
    polygons.extend(upright(dvec2(most.x, outer_least.y), outer_most));
    let solid = |polygon| Obstacle::still(polygon, Kind::Solid);
    Level { obstacles: polygons.into_iter().map(solid).collect(), room }
}
