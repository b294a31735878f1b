//! Levels, and the keys that are pressed in them.

use crate::random::{Random, polygon};
use ground::{ObstacleKind, Obstacle, Polygon, regression_levels};
use glam::{DVec2, dvec2};

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
    regression_levels().into_iter().map(level).collect()
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
    let solid = |polygon| Obstacle::still(polygon, ObstacleKind::Solid);
    Level { obstacles: polygons.into_iter().map(solid).collect(), room }
}
