//! The lights of a scene.

use common::mesh::Extent;
use gl::colour::{Colour, mix, rgb};
use glam::Vec3;

/// The most spot lights that light one thing.
pub const MOST_SPOTS: usize = 4;

/// The least angle between the cones, in degrees, as the shader divides by the difference of cosines.
const EDGE: f32 = 0.5;

/// A spot light.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spot {
    /// The place in world space.
    pub at: Vec3,
    /// The direction in world space, of any length.
    pub towards: Vec3,
    /// Half angles of the inner and outer cone, in degrees. Light fades from all to none between.
    pub cone: [f32; 2],
    /// Linear red, green and blue, where 1 is as bright as the sun.
    pub colour: Vec3,
    /// The distance up to which it lights things, in metres.
    pub reach: f32,
}

impl Spot {
    /// Returns the cosines of half the inner and half the outer cone, which is the wider one.
    pub fn cosines(&self) -> [f32; 2] {
        let [inner, outer] = self.cone;
        let inner = inner.clamp(0.0, 180.0 - EDGE);
        [inner, outer.clamp(inner + EDGE, 180.0)].map(|degrees| degrees.to_radians().cos())
    }

    /// Returns true if the lamp is valid and its reach meets a sphere, even one outside its cone.
    fn reaches(&self, centre: Vec3, radius: f32) -> bool {
        let is_one =
            self.at.is_finite() && self.colour.is_finite() && self.towards.normalize_or_zero() != Vec3::ZERO;
        is_one
            && self.cone.iter().all(|angle| angle.is_finite())
            && self.reach > 0.0
            && self.at.distance(centre) < self.reach + radius
    }
}

/// The time of day and the lamps of a scene.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lights {
    /// The darkness, from 0 by day to 1 at night.
    pub night: f32,
    /// The lamps, of which those nearest to the point that the viewer looks at are shown.
    pub spots: Vec<Spot>,
}

/// The lights and colours at a time of day.
#[derive(Clone, Copy)]
pub(crate) struct Hour {
    /// The light of the sun, of the sky and of the ground, linear.
    pub sun: Vec3,
    pub above: Vec3,
    pub below: Vec3,
    /// The sky near the ground, and high up: by day as in sky.glsl.
    pub low: Colour,
    pub high: Colour,
    /// The factor for the colours of distant things, and the exponent applied before it.
    far: Vec3,
    depth: f32,
}

/// The light by day, as in all lessons, at sunset, and at night with a moon.
const HOURS: [Hour; 3] = [
    Hour {
        sun: Vec3::splat(0.75),
        above: Vec3::new(0.52, 0.55, 0.58),
        below: Vec3::new(0.30, 0.29, 0.28),
        low: [0.847, 0.812, 0.729, 1.0],
        high: [0.902, 0.945, 0.980, 1.0],
        far: Vec3::ONE,
        depth: 1.0,
    },
    Hour {
        sun: Vec3::new(0.42, 0.26, 0.17),
        above: Vec3::new(0.22, 0.22, 0.31),
        below: Vec3::new(0.14, 0.12, 0.13),
        low: rgb(0xd9a58c),
        high: rgb(0x6d7ba6),
        far: Vec3::new(0.90, 0.71, 0.66),
        depth: 1.9,
    },
    Hour {
        sun: Vec3::new(0.045, 0.060, 0.100),
        above: Vec3::new(0.050, 0.068, 0.125),
        below: Vec3::new(0.022, 0.027, 0.048),
        low: rgb(0x35415f),
        high: rgb(0x131a30),
        far: Vec3::new(0.22, 0.26, 0.39),
        depth: 2.4,
    },
];

impl Lights {
    /// Returns the light for `night`, mixed from the two nearest hours.
    pub(crate) fn hour(&self) -> Hour {
        let night = if self.night > 0.0 { 2.0 * self.night.min(1.0) } else { 0.0 };
        let [early, late] = if night < 1.0 { [HOURS[0], HOURS[1]] } else { [HOURS[1], HOURS[2]] };
        let part = if night < 1.0 { night } else { night - 1.0 };
        Hour {
            sun: early.sun.lerp(late.sun, part),
            above: early.above.lerp(late.above, part),
            below: early.below.lerp(late.below, part),
            low: mix(early.low, late.low, part),
            high: mix(early.high, late.high, part),
            far: early.far.lerp(late.far, part),
            depth: early.depth + part * (late.depth - early.depth),
        }
    }

    /// Returns the colour at this hour of something far away, which no lamp reaches.
    pub fn far(&self, [r, g, b, opacity]: Colour) -> Colour {
        let Hour { far, depth, .. } = self.hour();
        (far * Vec3::new(r, g, b).powf(depth)).extend(opacity).to_array()
    }

    /// Returns the lights with only those lamps that reach a mesh of this extent in world space.
    pub fn on(&self, extent: &Extent) -> Self {
        let mut spots = self.near(extent.centre, extent.radius);
        spots.retain(|spot| !extent.faces_away_from(spot.at));
        Self { night: self.night, spots }
    }

    /// Returns the lamps that reach a sphere in the world, nearest first, at most [`MOST_SPOTS`].
    pub fn near(&self, point: Vec3, within: f32) -> Vec<Spot> {
        let mut near: Vec<Spot> =
            self.spots.iter().copied().filter(|spot| spot.reaches(point, within)).collect();
        let gap = |spot: &Spot| spot.at.distance(point) - spot.reach;
        near.sort_by(|a, b| gap(a).total_cmp(&gap(b)));
        near.truncate(MOST_SPOTS);
        near
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::vec3;

    fn spot(x: f32, reach: f32) -> Spot {
        Spot { at: Vec3::X * x, towards: Vec3::NEG_X, cone: [10.0, 20.0], colour: Vec3::ONE, reach }
    }

    #[test]
    fn the_nearest_lamps_are_lit_and_none_that_is_too_far_or_no_lamp() {
        let far = (1..9u8).map(|i| spot(5.0 * f32::from(i), 8.0));
        let odd = [
            Spot { towards: Vec3::ZERO, ..spot(0.0, 8.0) },
            Spot { at: Vec3::NAN, ..spot(0.0, 8.0) },
            Spot { cone: [f32::NAN, 20.0], ..spot(0.0, 8.0) },
            spot(0.0, 0.0),
            spot(0.0, f32::NAN),
        ];
        let lights = Lights { night: 1.0, spots: far.rev().chain(odd).collect() };
        let places =
            |within: f32| lights.near(Vec3::ZERO, within).iter().map(|spot| spot.at.x).collect::<Vec<_>>();
        assert_eq!(places(100.0), [5.0, 10.0, 15.0, 20.0]);
        assert_eq!(places(3.0), [5.0, 10.0]);
        assert_eq!(places(0.0), [5.0]);
    }

    #[test]
    fn the_inner_cone_is_always_the_narrower_one() {
        for (cone, degrees) in [
            ([14.0, 24.0], [14.0f32, 24.0]),
            ([24.0, 14.0], [24.0, 24.5]),
            ([-5.0, 0.0], [0.0, 0.5]),
            ([400.0, 500.0], [179.5, 180.0]),
        ] {
            let found = Spot { cone, ..spot(0.0, 1.0) }.cosines();
            let near = |(found, degrees): (f32, f32)| (found - degrees.to_radians().cos()).abs() < 1e-6;
            assert!(found[0] > found[1] && found.into_iter().zip(degrees).all(near), "{cone:?} {found:?}");
        }
    }

    #[test]
    fn night_comes_step_by_step_and_nothing_is_darker_than_night() {
        let at = |night: f32| Lights { night, ..Lights::default() };
        let sky = |night: f32| (at(night).hour().low, at(night).hour().high);
        let of_sky = |night: f32| [at(night).hour().sun, at(night).hour().above, at(night).hour().below];
        for step in 0..20u8 {
            let [early, late] = [f32::from(step) / 20.0, f32::from(step + 1) / 20.0].map(of_sky);
            for (early, late) in early.into_iter().zip(late) {
                assert!(early.element_sum() > late.element_sum(), "{step}");
                assert!(early.distance(late) < 0.1, "{step}");
            }
        }
        assert_eq!((sky(7.0), sky(-1.0), sky(f32::NAN)), (sky(1.0), sky(0.0), sky(0.0)));
        assert_eq!(at(0.0).far([0.2, 0.4, 0.6, 0.5]), [0.2, 0.4, 0.6, 0.5]);
    }

    #[test]
    fn a_lamp_is_left_out_beyond_its_reach_and_nowhere_else() {
        let lamp = Spot { towards: Vec3::NEG_Y, cone: [10.0, 30.0], ..spot(0.0, 8.0) };
        // Below it, at both ends; and behind it, where no cone is.
        for (y, radius, reaches) in
            [(-9.0, 0.9, false), (-9.0, 1.1, true), (8.5, 0.6, true), (9.0, 0.9, false)]
        {
            assert_eq!(lamp.reaches(vec3(0.0, y, 0.0), radius), reaches, "{y} {radius}");
        }
    }
}
