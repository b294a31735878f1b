//! Sets a key for a value that the user has changed.

use common::clip::Keys;
#[allow(unused_imports, reason = "an answer may do without it")]
use common::clip::key_at;

/// Keys a joint's translation, rotation or scale at the time of the playhead. `was` is the motion's value
/// there, and `now` the new one.
pub fn auto_key<T: Copy + PartialEq>(keys: &mut Keys<T>, time: f32, was: T, now: T) {
    // TODO 15.2: See to it that the motion has `now` at this time. Touch no key of another time.
    // BEGIN SOLUTION 15.2
    if now == was {
        return;
    }
    // Of several keys at this time the last one holds from then on.
    let key = key_at(keys.times(), time);
    match keys.times().get(key) {
        Some(&at) if at == time => keys.values_mut()[key] = now,
        Some(&at) if at < time => keys.insert(key + 1, time, now),
        _ => keys.insert(key, time, now),
    }
    // END SOLUTION 15.2
    // STARTER 15.2: let _ = was;
    // STARTER 15.2: keys.insert(keys.times().partition_point(|&key| key <= time), time, now);
}
