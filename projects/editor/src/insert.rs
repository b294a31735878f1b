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
