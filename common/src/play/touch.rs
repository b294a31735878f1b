//! Whether two spheres touch on their way.

use glam::DVec3;

/// A sphere that moves evenly, straight from one place to another, during a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moving {
    /// Where its centre is at the start of the step.
    pub from: DVec3,
    /// Where its centre is at the end of the step.
    pub to: DVec3,
    /// How far its surface is from its centre.
    pub radius: f64,
}

/// The earliest part of a step, from 0 to 1, at which two spheres touch. It is 0 if they do so at the start; there is none
/// if they never do.
///
/// What is no number touches nothing.
pub fn touch(a: &Moving, b: &Moving) -> Option<f64> {
    let [a, b] = measured_alike([a, b]);
    // TODO 17.4: See b from a: where it is at the start, and which way it goes in the step. At a part t they are as far
    //   apart as the radii say: that is a quadratic equation for t. Return the earliest such t from 0 to 1. They may touch
    //   at the start already, part, pass by, or not move at all.
    // BEGIN SOLUTION 17.4
    let start = b.from - a.from;
    let way = (b.to - a.to) - start;
    let reach = a.radius + b.radius;
    if start.length() <= reach {
        return Some(0.0);
    }
    let closing = -start.dot(way);
    // So far from a's centre b's would pass, if it went on for ever; both times how long the way is.
    let [passing, reaching] = [start.cross(way).length(), reach * way.length()];
    if !(closing > 0.0 && passing <= reaching) {
        return None;
    }
    // The smaller root, written so that nothing cancels: as what is left over to go, by a sum.
    let root = ((reaching - passing) * (reaching + passing)).sqrt();
    let part = (start.length() - reach) * (start.length() + reach) / (closing + root);
    (part <= 1.0).then_some(part)
    // END SOLUTION 17.4
    // STARTER 17.4: (a.to.distance(b.to) <= a.radius + b.radius).then_some(1.0)
}

/// Both, measured by a power of two in which they are about 1 large: no square can grow or vanish beyond all numbers. Parts
/// of the step stay what they are, to the last bit.
fn measured_alike(spheres: [&Moving; 2]) -> [Moving; 2] {
    /// All that a number has beside its sign and its digits.
    const EXPONENT: u64 = 0x7ff0_0000_0000_0000;
    let sizes = spheres.map(|sphere| {
        sphere.from.abs().max_element().max(sphere.to.abs().max_element()).max(sphere.radius.abs())
    });
    let size = sizes[0].max(sizes[1]).clamp(f64::MIN_POSITIVE, f64::MAX);
    let unit = f64::from_bits(size.to_bits() & EXPONENT);
    spheres.map(|sphere| Moving {
        from: sphere.from / unit,
        to: sphere.to / unit,
        radius: sphere.radius / unit,
    })
}
