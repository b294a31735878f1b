//! Inserts a key that does not change the motion.

use common::clip::Keys;
#[allow(unused_imports, reason = "an answer may do without it")]
use common::clip::key_at;
#[allow(unused_imports, reason = "an answer may do without it")]
use formats::between;

/// Inserts a key into a list at a time without changing the motion. Where a key is already, nothing changes.
///
/// `mix` interpolates two values in the way the list is played: linearly, or by `slerp`. `rest` is the value of an
/// empty list.
pub fn insert<T: Copy>(keys: &mut Keys<T>, time: f32, rest: T, mix: impl Fn(T, T, f32) -> T) {
    // TODO 15.3: Insert a key at this time, and leave the motion as it is.
    // BEGIN SOLUTION 15.3
    let key = key_at(keys.times(), time);
    let place = match keys.times().get(key) {
        Some(&at) if at == time => return,
        Some(&at) if at < time => key + 1,
        _ => key,
    };
    let value = match between(keys, time) {
        Some((from, to, alpha)) => mix(from, to, alpha),
        None => rest,
    };
    keys.insert(place, time, value);
    // END SOLUTION 15.3
    // STARTER 15.3: let _ = mix;
    // STARTER 15.3: keys.insert(keys.times().partition_point(|&key| key <= time), time, rest);
}

#[cfg(test)]
mod tests {
    use super::*;
    use common::transform::slerp;
    use glam::Quat;
    use proptest::prelude::*;

    fn even(from: f32, to: f32, alpha: f32) -> f32 {
        from + (to - from) * alpha
    }

    fn at<T: Copy>(keys: &Keys<T>, time: f32, mix: impl Fn(T, T, f32) -> T) -> Option<T> {
        let (from, to, alpha) = between(keys, time)?;
        Some(mix(from, to, alpha))
    }

    prop_compose! {
        /// Returns keys at times of a coarse grid, so that many meet. The values are numbers or angles.
        fn keys()(keys in prop::collection::vec((0u8..20, -3.0f32..3.0), 0..20)) -> Keys<f32> {
            let (mut times, values): (Vec<u8>, Vec<f32>) = keys.into_iter().unzip();
            times.sort();
            Keys::new(times.into_iter().map(|time| 0.25 * f32::from(time)), values)
        }
    }

    fn turn(angle: f32) -> Quat {
        Quat::from_rotation_x(0.3) * Quat::from_rotation_y(angle)
    }

    proptest! {
        #[test]
        fn the_motion_stays_as_it_was(keys in keys(), at_key in 0u8..44, near in -0.1f32..5.5, on_grid: bool) {
            let time = if on_grid { 0.125 * f32::from(at_key) } else { near };
            let turns = Keys::new(keys.times().iter().copied(), keys.values().iter().map(|&angle| turn(angle)));
            let (mut more, mut more_turns) = (keys.clone(), turns.clone());
            insert(&mut more, time, 7.0, even);
            insert(&mut more_turns, time, Quat::IDENTITY, slerp);

            let known = keys.times().contains(&time);
            prop_assert_eq!(more.times().len(), keys.times().len() + usize::from(!known));
            prop_assert!(more.times().is_sorted() && more.times().contains(&time));
            prop_assert_eq!(more.times(), more_turns.times());
            if known {
                prop_assert_eq!(&more, &keys);
            }
            for step in 0..=120u8 {
                let moment = 0.05 * f32::from(step) - 0.3;
                let (value, turned) = match at(&keys, moment, even) {
                    Some(value) => (value, at(&turns, moment, slerp).unwrap()),
                    None => (7.0, Quat::IDENTITY),
                };
                prop_assert!((at(&more, moment, even).unwrap() - value).abs() < 1e-4);
                prop_assert!(at(&more_turns, moment, slerp).unwrap().dot(turned).abs() > 1.0 - 1e-5);
            }
        }
    }

    #[test]
    fn a_step_keeps_stepping() {
        let steps = Keys::new([1.0, 2.0, 2.0, 3.0], [0.0, 1.0, 5.0, 6.0]);
        let mut more = steps.clone();
        insert(&mut more, 2.0, 9.0, even);
        assert_eq!(more, steps);
        for time in [1.5, 2.5] {
            insert(&mut more, time, 9.0, even);
        }
        assert_eq!(more, Keys::new([1.0, 1.5, 2.0, 2.0, 2.5, 3.0], [0.0, 0.5, 1.0, 5.0, 5.5, 6.0]));
    }
}
