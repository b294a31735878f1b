//! Marks by weight: what was passed, of what all exercises weigh.

use crate::instructor::grade::marks::Mark;
use crate::instructor::grade::points::Points;
use course::{Exercise, Id, LessonInfo};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What an exercise weighs, in a sentence; [`Exercise::weight`] computes it.
const RULE: &str = "an exercise weighs its minutes, and twice as much if it is the heart of its lesson";

/// What the exercises weigh.
#[derive(Deserialize, Serialize)]
pub struct Weights {
    /// Why they weigh that.
    pub rule: String,
    exercises: BTreeMap<String, u32>,
}

/// What was passed, by weight.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize, Serialize)]
pub struct Weighted {
    /// The weight of what is right.
    pub points: Points,
    /// The weight of all.
    pub out_of: u32,
}

impl Weights {
    /// Those of all exercises of these lessons.
    pub fn of(lessons: &[&LessonInfo]) -> Self {
        let exercises = lessons.iter().flat_map(|lesson| lesson.exercises());
        Self { rule: RULE.to_owned(), exercises: exercises.map(weight).collect() }
    }

    /// What an exercise weighs.
    pub fn of_exercise(&self, exercise: Id) -> Option<u32> {
        self.exercises.get(&exercise.to_string()).copied()
    }

    /// What comes of a submission's marks.
    pub fn of_marks(&self, marks: &[Mark]) -> Weighted {
        let mut sum = Weighted { points: Points::default(), out_of: 0 };
        for mark in marks {
            let weight = self.of_exercise(mark.exercise).unwrap_or_default();
            sum.out_of += weight;
            sum.points = sum.points + mark.worth(weight);
        }
        sum
    }
}

fn weight(exercise: &Exercise) -> (String, u32) {
    (exercise.id().to_string(), exercise.weight())
}

impl Weighted {
    /// Whole percents, rounded down: only what is all right is 100 %.
    pub fn percent(self) -> u64 {
        u64::from(self.points.hundredths()).checked_div(u64::from(self.out_of)).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_all_right_is_a_hundred_percent() {
        let percent = |points, out_of| Weighted { points: Points::whole(points), out_of }.percent();
        assert_eq!([percent(999, 1000), percent(1000, 1000), percent(0, 0)], [99, 100, 0]);
    }
}
