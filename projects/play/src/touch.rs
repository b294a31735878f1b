//! Test for two moving spheres that touch.

use glam::DVec3;

/// A sphere that moves evenly, straight from one place to another, during a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moving {
    /// Centre at the start of the step.
    pub from: DVec3,
    /// Centre at the end of the step.
    pub to: DVec3,
    /// Distance of its surface from its centre.
    pub radius: f64,
}

/// The earliest part of a step, from 0 to 1, at which two spheres touch. It is 0 if they do so at the start; there is none
/// if they never do.
///
/// A sphere with a NaN or a negative radius touches nothing.
pub fn touch(a: &Moving, b: &Moving) -> Option<f64> {
    let [a, b] = measured_alike([a, b])?;
    // TODO 17.4: Say at which part they touch first. They may touch at the start already, part, pass by, or not move at all.
    // BEGIN SOLUTION 17.4
    let start = b.from - a.from;
    let way = (b.to - a.to) - start;
    let reach = a.radius + b.radius;
    let ahead = start.length_squared() - reach * reach;
    if ahead <= 0.0 {
        return Some(0.0);
    }
    let closing = -start.dot(way);
    // Square to the way, b's centre passes a's at |start × way| / |way|.
    let deep = reach * reach * way.length_squared() - start.cross(way).length_squared();
    if !(closing > 0.0 && deep >= 0.0) {
        return None;
    }
    // The smaller root, as a quotient by a sum: a difference of two nearly equal numbers would have few exact digits.
    let part = ahead / (closing + deep.sqrt());
    (part <= 1.0).then_some(part)
    // END SOLUTION 17.4
    // STARTER 17.4: (a.to.distance(b.to) <= a.radius + b.radius).then_some(1.0)
}

/// Both, measured by a power of two in which they are about 1 large: no square can grow or vanish beyond all numbers. Parts
/// of the step stay what they are, to the last bit. None of what is no number or endless, or has a negative radius.
fn measured_alike(spheres: [&Moving; 2]) -> Option<[Moving; 2]> {
    /// All that a number has beside its sign and its digits.
    const EXPONENT: u64 = 0x7ff0_0000_0000_0000;
    let is_one = |sphere: &&Moving| sphere.from.is_finite() && sphere.to.is_finite() && sphere.radius >= 0.0;
    let largest = |sphere: &Moving| sphere.from.abs().max(sphere.to.abs()).max_element().max(sphere.radius);
    let size = largest(spheres[0]).max(largest(spheres[1])).max(f64::MIN_POSITIVE);
    let unit = f64::from_bits(size.to_bits() & EXPONENT);
    let measured = |sphere: &Moving| Moving {
        from: sphere.from / unit,
        to: sphere.to / unit,
        radius: sphere.radius / unit,
    };
    (spheres.iter().all(is_one) && size.is_finite()).then(|| spheres.map(measured))
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::dvec3;

    fn ball(from: DVec3, to: DVec3, radius: f64) -> Moving {
        Moving { from, to, radius }
    }

    /// Returns a sphere that stays at the origin, with a radius of 1.
    fn blocker() -> Moving {
        ball(DVec3::ZERO, DVec3::ZERO, 1.0)
    }

    #[test]
    fn size_does_not_matter() {
        let along = ball(dvec3(-10.0, 0.5, 0.25), dvec3(10.0, -0.5, 0.125), 1.0);
        let part = touch(&along, &blocker()).unwrap();
        for power in [-1060, -900, -500, -30, 40, 500, 1000] {
            let [half, rest] = [power / 2, power - power / 2].map(|power| 2f64.powi(power));
            let [along, blocker] = [along, blocker()].map(|sphere| Moving {
                from: sphere.from * half * rest,
                to: sphere.to * half * rest,
                radius: sphere.radius * half * rest,
            });
            // The smallest numbers of all have fewer digits.
            let wrong = (touch(&along, &blocker).unwrap() - part).abs();
            assert!(wrong <= if power < -1000 { 1e-4 } else { 0.0 }, "{power}: {wrong}");
        }
    }

    #[test]
    fn what_is_no_number_touches_nothing() {
        let along = ball(dvec3(-10.0, 0.0, 0.0), dvec3(10.0, 0.0, 0.0), 1.0);
        for odd in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            for place in 0..7 {
                let mut numbers = [-10.0, 0.0, 0.0, 10.0, 0.0, 0.0, 1.0];
                numbers[place] = odd;
                let [a, b, c, d, e, f, radius] = numbers;
                let odd = ball(dvec3(a, b, c), dvec3(d, e, f), radius);
                assert_eq!(touch(&odd, &blocker()), None, "{odd:?}");
                assert_eq!(touch(&along, &odd), None, "{odd:?}");
            }
        }
        assert_eq!(touch(&Moving { radius: -0.5, ..along }, &blocker()), None);
    }
}
