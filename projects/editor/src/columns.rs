//! Columns: the keys of all joints at one time, with the time until the next column.

use super::channels::{Order, first_not, rearranged};
use super::{Animation, Edit, Selection};

/// Shortest duration of a column, in seconds: below it the next column would be at the same time.
const SHORTEST: f64 = 1e-3;

impl Animation {
    /// Returns the number of the column at a time, counted from 1.
    pub(super) fn column_number(&self, time: f32) -> usize {
        self.columns().partition_point(|&column| column <= time)
    }

    /// Returns the duration of each of its columns: until the next one, and the last one until the end.
    ///
    /// The durations are exact, so that their sums give back the same times.
    fn durations(&self, columns: &[f32]) -> Vec<f64> {
        let ends = columns.iter().copied().skip(1).chain([self.seconds]);
        let lasts = |(&column, end)| (f64::from(end) - f64::from(column)).max(0.0);
        columns.iter().zip(ends).map(lasts).collect()
    }

    /// Sets the duration of a column, counted from 0. All that follows moves with it, the end too. Only the last one
    /// may have the duration 0.
    pub fn set_duration(&self, column: usize, seconds: f32) -> Edit {
        let columns = self.columns();
        let mut durations = self.durations(&columns);
        let is_last = column + 1 == columns.len();
        if let Some(duration) = durations.get_mut(column).filter(|_| seconds.is_finite()) {
            *duration = f64::from(seconds).max(if is_last { 0.0 } else { SHORTEST });
        }
        let order: Vec<usize> = (0..columns.len()).collect();
        self.in_order(format!("Stretch keyframe {}", column + 1), &columns, &durations, &order, column)
    }

    /// Moves a column, counted from 0, with its duration to another place. The others move up.
    pub fn reorder(&self, column: usize, place: usize) -> Edit {
        let columns = self.columns();
        let mut durations = self.durations(&columns);
        let name = format!("Move keyframe {} to place {}", column + 1, place + 1);
        let last = columns.len().saturating_sub(1);
        let mut order: Vec<usize> = (0..columns.len()).collect();
        if column <= last && !order.is_empty() {
            let moved = order.remove(column);
            order.insert(place.min(last), moved);
            // No column follows the last one, so its duration may be zero. It swaps with the one that is last now.
            if durations[last] < SHORTEST {
                durations.swap(last, order[last]);
            }
        }
        self.in_order(name, &columns, &durations, &order, column)
    }

    /// Its columns in another order, each with its duration. The one that is `shown` is chosen.
    fn in_order(
        &self,
        name: String,
        columns: &[f32],
        durations: &[f64],
        order: &[usize],
        shown: usize,
    ) -> Edit {
        let first = f64::from(columns.first().copied().unwrap_or(self.seconds));
        let mut starts = vec![first; columns.len()];
        let mut end = first;
        for &column in order {
            starts[column] = end;
            end += durations[column];
        }
        let new_time = |column: usize, time: f32| {
            let in_column = f64::from(time) - f64::from(columns[column]);
            (starts[column] + in_column) as f32
        };
        let rearranged_times = |times: &[f32]| {
            let mut next = 0;
            let first_in = |&column: &f32| {
                next = first_not(times, next, |time| time < column);
                next
            };
            let mut begins: Vec<usize> = columns.iter().map(first_in).collect();
            begins.push(times.len());
            let mut new_order = Order::default();
            for &column in order {
                let (begin, end) = (begins[column], begins[column + 1]);
                new_order.push_run(&times[begin..end], begin, |time| new_time(column, time));
            }
            new_order
        };
        let mut animation = self.clone();
        for channel in &self.channels {
            animation.set_channel(rearranged(channel, rearranged_times));
        }
        animation.seconds = (end as f32).max(animation.last_key());
        let selection = match starts.get(shown) {
            Some(&start) => Selection::column(&animation, start as f32),
            None => Selection::default(),
        };
        Edit { name, animation, selection }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{animation, turned};
    use super::*;
    use common::clip::SAME_TIME;

    /// Keys at 0, 1, 1.5 and 3 of one joint, and at 1 and 3 of another; 3 s long.
    fn walk() -> Animation {
        animation(3.0, vec![turned(0, &[0.0, 1.0, 1.5, 3.0]), turned(4, &[1.0, 3.0])])
    }

    /// Returns the times of a joint's rotation keys.
    fn times(edit: &Edit, joint: usize) -> Vec<f32> {
        let channel = edit.animation.channel(joint).unwrap();
        channel.rotations.times().to_vec()
    }

    #[test]
    fn a_longer_column_moves_all_that_follows() {
        let longer = walk().set_duration(1, 2.0);
        assert_eq!(times(&longer, 0), [0.0, 1.0, 3.0, 4.5]);
        assert_eq!(times(&longer, 4), [1.0, 4.5]);
        assert_eq!(longer.animation.seconds, 4.5);
        assert_eq!(longer.name, "Stretch keyframe 2");
        assert_eq!(longer.selection, [(0, 1.0), (4, 1.0)].into_iter().collect());

        let last = walk().set_duration(3, 1.0);
        assert_eq!((times(&last, 0), last.animation.seconds), (vec![0.0, 1.0, 1.5, 3.0], 4.0));
        for nothing in [-5.0, 0.0] {
            let least = walk().set_duration(0, nothing).animation;
            assert_eq!(least.columns().len(), 4, "no column meets another");
            assert_eq!(walk().set_duration(3, nothing).animation, walk());
        }
        for odd in [f32::NAN, f32::INFINITY] {
            assert_eq!(walk().set_duration(1, odd).animation, walk());
        }
        assert_eq!(walk().set_duration(9, 1.0).animation, walk());
        assert_eq!(
            Animation { seconds: 2.0, ..Animation::default() }.set_duration(0, 1.0).animation.seconds,
            2.0
        );
    }

    #[test]
    fn what_keeps_its_duration_stays_to_the_last_digit() {
        let odd: Vec<f32> = (0..500u16).map(|key| f32::from(key) / 30.0 + 0.013).collect();
        let animation = animation(17.0, vec![turned(0, &odd)]);
        for column in [0, 100, 498] {
            let same = odd[column + 1] - odd[column];
            let kept = animation.set_duration(column, same).animation.columns();
            assert_eq!(kept[..=column], odd[..=column]);
            assert_eq!(animation.reorder(column, column).animation, animation);
        }
        let there_and_back = animation.reorder(20, 30).animation.reorder(30, 20).animation;
        assert!(there_and_back.columns().iter().zip(&odd).all(|(a, b)| (a - b).abs() < 0.1 * SAME_TIME));
    }

    #[test]
    fn a_column_takes_its_duration_along() {
        let moved = walk().reorder(1, 0);
        assert_eq!(moved.name, "Move keyframe 2 to place 1");
        // It lasted 0.5 s, the first one 1 s.
        assert_eq!(times(&moved, 0), [0.0, 0.5, 1.5, 3.0]);
        assert_eq!(times(&moved, 4), [0.0, 3.0]);
        let order = |edit: &Edit| {
            let old = walk();
            let old = old.channel(0).unwrap().rotations.values();
            let new = edit.animation.channel(0).unwrap().rotations.values();
            new.iter().map(|turn| old.iter().position(|old| old == turn).unwrap()).collect::<Vec<_>>()
        };
        assert_eq!(order(&moved), [1, 0, 2, 3]);
        assert_eq!(moved.selection, [(0, 0.0), (4, 0.0)].into_iter().collect());
        assert_eq!(moved.animation.seconds, 3.0);

        // The old last column had a duration of zero: it swaps with the one that is last now.
        let last_first = walk().reorder(3, 0);
        assert_eq!(order(&last_first), [3, 0, 1, 2]);
        assert_eq!(times(&last_first, 0), [0.0, 1.5, 2.5, 3.0]);
        assert_eq!(last_first.animation.seconds, 3.0);
        let first_last = walk().reorder(0, 99);
        assert_eq!(order(&first_last), [1, 2, 3, 0]);
        assert_eq!(first_last.animation.columns().len(), 4);
        assert_eq!(walk().reorder(7, 0).animation, walk());
        assert_eq!(Animation::default().reorder(0, 0).animation, Animation::default());
    }
}
