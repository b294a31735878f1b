//! Swings that look random, and are the same every time.

use glam::{DVec3, dvec3};
use play::Moving;

/// Numbers that look random, and are the same every time.
pub struct Random(pub u64);

impl Random {
    /// From 0 to 1.
    pub fn part(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }

    /// A whole number, from -most to most.
    pub fn whole(&mut self, most: i64) -> i64 {
        (self.part() * (2 * most + 1) as f64) as i64 - most
    }

    /// From -1 to 1 in each direction.
    pub fn vector(&mut self) -> DVec3 {
        2.0 * dvec3(self.part(), self.part(), self.part()) - DVec3::ONE
    }
}

/// Two spheres whose places and radii are whole numbers up to a thousand. Few of them are large, so that many just touch.
pub fn whole(random: &mut Random) -> [Moving; 2] {
    let most = [3, 8, 40, 1000][(4.0 * random.part()) as usize % 4];
    let place = |random: &mut Random| {
        dvec3(random.whole(most) as f64, random.whole(most) as f64, random.whole(most) as f64)
    };
    [0, 1].map(|_| {
        let (from, to) = (place(random), place(random));
        Moving { from, to, radius: random.whole(most / 2).abs() as f64 }
    })
}

/// Two spheres of any size that move any way, near each other or not, at the origin or a hundred metres away.
pub fn any(random: &mut Random) -> [Moving; 2] {
    let origin = if random.part() < 0.3 { 100.0 * random.vector() } else { DVec3::ZERO };
    // From a hundredth of a metre a step to a hundred metres.
    let speed = 10f64.powf(4.0 * random.part() - 2.0);
    let both = [0, 1].map(|_| {
        let from = origin + random.vector();
        let moves = if random.part() < 0.2 { 0.0 } else { speed };
        Moving { from, to: from + moves * random.vector(), radius: 0.5 * random.part() }
    });
    if random.part() < 0.7 { both } else { grazing(both, random) }
}

/// The same way, aimed so that the one passes the other in nearly the sum of the radii: nearer or farther by a part of
/// that, down to what rounding does.
fn grazing([a, b]: [Moving; 2], random: &mut Random) -> [Moving; 2] {
    let way = (b.to - b.from) - (a.to - a.from);
    let Some(beside) = way.cross(random.vector()).try_normalize() else { return [a, b] };
    let near = 10f64.powf(-11.0 * random.part()).copysign(random.part() - 0.5);
    let part = random.part();
    let passes = a.from.lerp(a.to, part) + (a.radius + b.radius) * (1.0 + near) * beside;
    let by = passes - b.from.lerp(b.to, part);
    [a, Moving { from: b.from + by, to: b.to + by, ..b }]
}
