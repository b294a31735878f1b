//! Footprints on the ground.

use glam::Vec3;

/// Below this height, in metres, the joint of the toes is on the ground.
const GROUNDED: f32 = 0.05;

/// The path of a foot on the ground from one moment to the next, in metres.
pub struct Print {
    /// Its place at the first.
    pub from: Vec3,
    /// Its place at the second.
    pub to: Vec3,
    /// Seconds between them.
    pub seconds: f32,
}

/// Returns a foot's prints: dots where it rests, lines where it slides. `moments` are times, and where its toes are then.
pub fn prints(moments: impl Iterator<Item = (f32, Vec3)> + Clone) -> impl Iterator<Item = Print> {
    let pairs = moments.clone().zip(moments.skip(1));
    pairs.filter(|(_, (_, to))| to.y < GROUNDED).map(|((before, from), (now, to))| Print {
        from: from.with_y(0.0),
        to: to.with_y(0.0),
        seconds: now - before,
    })
}

/// Returns the average speed at which feet slide while they are on the ground, in metres a second.
pub fn slide(prints: impl Iterator<Item = Print>) -> f32 {
    let (mut way, mut seconds) = (0.0, 0.0);
    for Print { from, to, seconds: dt } in prints {
        way += from.distance(to);
        seconds += dt.abs();
    }
    if seconds > 0.0 { way / seconds } else { 0.0 }
}
