//! What feet leave on the ground.

use glam::Vec3;

/// Below this height, in metres, the joint of the toes is on the ground.
const GROUNDED: f32 = 0.05;

/// What a foot does on the ground from a moment to the next: where it is, in metres.
pub struct Print {
    /// Where it was at the first.
    pub from: Vec3,
    /// Where it was at the second.
    pub to: Vec3,
    /// What passed in between.
    pub seconds: f32,
}

/// What a foot leaves: a dot where it stands, a line where it slides. `moments` are times, and where its toes were then.
pub fn prints(moments: impl Iterator<Item = (f32, Vec3)> + Clone) -> impl Iterator<Item = Print> {
    let pairs = moments.clone().zip(moments.skip(1));
    pairs.filter(|(_, (_, to))| to.y < GROUNDED).map(|((before, from), (now, to))| Print {
        from: from.with_y(0.0),
        to: to.with_y(0.0),
        seconds: now - before,
    })
}

/// How fast feet slide while they are on the ground, on average, in metres a second.
pub fn slide(prints: impl Iterator<Item = Print>) -> f32 {
    let (mut way, mut seconds) = (0.0, 0.0);
    for Print { from, to, seconds: dt } in prints {
        way += from.distance(to);
        seconds += dt.abs();
    }
    if seconds > 0.0 { way / seconds } else { 0.0 }
}
