//! Marks by weight: the passed part of the weight of all exercises.

use crate::instructor::grade::points::Points;
use course::{Id, LessonInfo};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The rule for an exercise's weight, in a sentence; [`course::Exercise::weight`] computes it.
const RULE: &str = "an exercise weighs its minutes, and twice as much if it is the heart of its lesson";

/// The weights of exercises.
#[derive(Deserialize, Serialize)]
pub struct Weights {
    /// The rule behind them.
    pub rule: String,
    exercises: BTreeMap<String, u32>,
}

/// The sum of what was passed, by weight.
#[derive(Clone, Copy, Deserialize, Serialize)]
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
        let exercises = exercises.map(|exercise| (exercise.id().to_string(), exercise.weight())).collect();
        Self { rule: RULE.to_owned(), exercises }
    }

    /// The weight of an exercise.
    pub fn of_exercise(&self, exercise: Id) -> Option<u32> {
        self.exercises.get(&exercise.to_string()).copied()
    }
}
