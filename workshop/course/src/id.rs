//! An exercise's name, made of its lesson's number and its own.

use crate::protocol::CHECK;
use serde_core::de::{Deserialize, Deserializer, Error};
use serde_core::ser::{Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// Lesson and number, written as in `04.2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Id {
    /// The lesson's number.
    pub lesson: u8,
    /// The place among the lesson's exercises, counted from 1.
    pub number: u8,
}

impl Id {
    /// Returns the beginning of its check's name, as in `todo_04_2`.
    pub fn check_prefix(self) -> String {
        format!("{CHECK}{:02}_{}", self.lesson, self.number)
    }

    /// Reads an id in the one spelling that sources may use.
    pub fn strict(text: &str) -> Option<Self> {
        let id: Self = text.parse().ok()?;
        (id.to_string() == text).then_some(id)
    }
}

impl<'de> Deserialize<'de> for Id {
    fn deserialize<D: Deserializer<'de>>(id: D) -> Result<Self, D::Error> {
        let text = String::deserialize(id)?;
        let wrong = || D::Error::custom(format!("an exercise's id is written as in 04.2, not '{text}'"));
        Self::strict(&text).ok_or_else(wrong)
    }
}

impl Serialize for Id {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}.{}", self.lesson, self.number)
    }
}

impl FromStr for Id {
    type Err = String;

    /// Reads an id in which people may leave out the zero.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let parts = text.split_once('.').and_then(|(lesson, number)| {
            let number = number.parse().ok().filter(|&number| number > 0)?;
            Some(Self { lesson: lesson.parse().ok()?, number })
        });
        parts.ok_or_else(|| "an exercise is named by its lesson and number, as in 4.2".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_may_leave_out_the_zero_but_sources_may_not() {
        let id = Id { lesson: 4, number: 2 };
        assert_eq!("4.2".parse(), Ok(id));
        assert_eq!("04.2".parse(), Ok(id));
        assert_eq!(Id::strict("04.2"), Some(id));
        for wrong in ["4.2", "04.02", "04.0", "04.", "04", "+4.2", "04.2 ", "", "04.300"] {
            assert_eq!(Id::strict(wrong), None, "{wrong}");
        }
    }
}
