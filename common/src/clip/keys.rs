//! Lists of keys, and the two around a time.

use super::key_at;

/// Values at times.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Keys<T> {
    /// In seconds, none earlier than the one before. Between two equal times the value steps.
    times: Vec<f32>,
    /// One for each of the times.
    values: Vec<T>,
}

impl<T> Keys<T> {
    /// A value for each time, in the order of time. If one list is longer, its rest is left out.
    pub fn new(times: impl IntoIterator<Item = f32>, values: impl IntoIterator<Item = T>) -> Self {
        let (times, values) = times.into_iter().zip(values).unzip();
        Self { times, values }
    }

    /// Adds a key at the end.
    pub fn push(&mut self, time: f32, value: T) {
        self.times.push(time);
        self.values.push(value);
    }

    /// Puts a key before the one with this number, or at the end. Its time must not be out of order there.
    ///
    /// # Panics
    /// If there are fewer keys before it, with the caller's line.
    #[track_caller]
    pub fn insert(&mut self, key: usize, time: f32, value: T) {
        self.times.insert(key, time);
        self.values.insert(key, value);
    }

    /// Times of the keys, in seconds.
    #[inline]
    pub fn times(&self) -> &[f32] {
        &self.times
    }

    /// The value of each key.
    #[inline]
    pub fn values(&self) -> &[T] {
        &self.values
    }

    /// The value of each key, to be changed.
    pub fn values_mut(&mut self) -> &mut [T] {
        &mut self.values
    }
}

/// Ways to find the key that holds at a time: the last one that is not later, or else the first. All find the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Search {
    /// Looks at one key after the other, from the first.
    FromStart,
    /// Goes on from the key that was found last.
    FromLast,
    /// Halves the list until one key is left, unless it's the key that was found last or the next one.
    #[default]
    Halving,
}

/// Finds keys in a list, and remembers which one it found last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cursor {
    // Small, since a thousand characters have a thousand times two hundred cursors.
    key: u32,
    search: Search,
}

impl Cursor {
    /// A cursor at the first key.
    pub fn new(search: Search) -> Self {
        Self { key: 0, search }
    }

    /// The key that holds at a time, or 0 if there are none.
    #[inline(always)] // As what asks it: the call took a tenth of all the time.
    pub fn find(&mut self, times: &[f32], time: f32) -> usize {
        // Most lists have a single key: of a joint that only turns, two of three.
        if times.len() < 2 {
            return 0;
        }
        let key = match self.search {
            Search::FromStart => key_from_start(times, time),
            Search::FromLast => key_from_last(times, self.key as usize, time),
            Search::Halving => {
                let last = self.key as usize;
                let near = [last, last + 1].into_iter().find(|&key| holds(times, key, time));
                near.unwrap_or_else(|| key_at(times, time))
            }
        };
        self.key = key as u32;
        key
    }
}

/// Returns true if a key is the last one that is not later than a time.
fn holds(times: &[f32], key: usize, time: f32) -> bool {
    times.get(key).is_some_and(|&from| from <= time) && times.get(key + 1).is_none_or(|&to| to > time)
}

/// The key that holds at a time, sought from the first key on.
fn key_from_start(times: &[f32], time: f32) -> usize {
    let later = times.iter().position(|&key| key > time);
    later.unwrap_or(times.len()).saturating_sub(1)
}

/// The key that holds at a time, sought from the key that was found last. That may be any number.
///
/// `T` is any type with an order: lesson 21's *count keys* asks with times that count their comparisons, and so does its check.
#[inline]
pub fn key_from_last<T: PartialOrd + Copy>(times: &[T], last_found: usize, time: T) -> usize {
    // TODO 21.6: Find the key that holds.
    // BEGIN SOLUTION 21.6
    let last = times.len().saturating_sub(1);
    let mut key = last_found.min(last);
    while key < last && times[key + 1] <= time {
        key += 1;
    }
    while key > 0 && times[key] > time {
        key -= 1;
    }
    key
    // END SOLUTION 21.6
    // STARTER 21.6: let _ = (times, last_found, time);
    // STARTER 21.6: 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Times that do not decrease, with some that are equal.
    fn times() -> impl Strategy<Value = Vec<f32>> {
        prop::collection::vec(prop_oneof![Just(0.0f32), 0.0f32..1.0], 0..30).prop_map(|steps| {
            let mut time = 1.0;
            steps
                .iter()
                .map(|step| {
                    time += step;
                    time
                })
                .collect()
        })
    }

    /// Any time, or the time of a key.
    fn pick(times: &[f32], (chosen, other): (usize, f32)) -> f32 {
        if chosen % 2 == 0 && !times.is_empty() { times[chosen / 2 % times.len()] } else { other }
    }

    fn picks() -> impl Strategy<Value = Vec<(usize, f32)>> {
        prop::collection::vec((0usize..1000, -1.0f32..20.0), 1..30)
    }

    proptest! {
        #[test]
        fn all_searches_find_the_last_key_that_is_not_later(times in times(), picks in picks(), anywhere in 0usize..100) {
            let [cursor, halving] = &mut [Search::FromLast, Search::Halving].map(Cursor::new);
            for pick_of in picks {
                let time = pick(&times, pick_of);
                let wanted = (0..times.len()).rev().find(|&key| times[key] <= time).unwrap_or(0);
                prop_assert_eq!(key_from_start(&times, time), wanted);
                prop_assert_eq!(key_at(&times, time), wanted);
                prop_assert_eq!(cursor.find(&times, time), wanted, "after a seek");
                prop_assert_eq!(halving.find(&times, time), wanted, "near the last, or by halves");
                prop_assert_eq!(key_from_last(&times, anywhere, time), wanted, "from anywhere");
            }
        }
    }

    #[test]
    fn there_is_a_value_for_each_time() {
        let mut keys = Keys::new([0.0, 1.0, 2.0], ['a', 'b']);
        keys.push(3.0, 'c');
        assert_eq!((keys.times(), keys.values()), (&[0.0, 1.0, 3.0][..], &['a', 'b', 'c'][..]));
        assert_eq!(Keys::new([], ['a', 'b']), Keys::default());
        keys.insert(1, 0.5, 'd');
        keys.insert(4, 4.0, 'e');
        assert_eq!(keys, Keys::new([0.0, 0.5, 1.0, 3.0, 4.0], ['a', 'd', 'b', 'c', 'e']));
    }
}
