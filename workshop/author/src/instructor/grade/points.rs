//! Points, of which a person may give parts.

use serde::{Deserialize, Serialize, Serializer};
use std::fmt;
use std::iter::Sum;
use std::ops::Add;
use std::str::FromStr;

/// Points, in hundredths: so sums are exact.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, Ord, PartialEq, PartialOrd)]
#[serde(try_from = "f64")]
pub struct Points(u32);

impl Points {
    /// Whole ones.
    pub fn whole(points: u32) -> Self {
        Self(points.saturating_mul(100))
    }

    /// The whole percents that they are of the most, rounded down: only what is all right is 100 %.
    pub fn percent(self, most: u32) -> u32 {
        self.0.checked_div(most).unwrap_or_default()
    }

    /// Points in the same proportion to another most, rounded to hundredths.
    pub fn scaled(self, most: u32, other: u32) -> Self {
        let (points, most) = (u64::from(self.0), u64::from(most.max(1)));
        Self(u32::try_from((points * u64::from(other) + most / 2) / most).unwrap_or(u32::MAX))
    }
}

impl Add for Points {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl Sum for Points {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::default(), Add::add)
    }
}

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f64::from(*self).fmt(f)
    }
}

impl From<Points> for f64 {
    fn from(points: Points) -> Self {
        Self::from(points.0) / 100.0
    }
}

impl TryFrom<f64> for Points {
    type Error = &'static str;

    fn try_from(points: f64) -> Result<Self, Self::Error> {
        let hundredths = (points * 100.0).round();
        let is_exact = hundredths / 100.0 == points && (0.0..=f64::from(u32::MAX)).contains(&hundredths);
        is_exact
            .then_some(Self(hundredths as u32))
            .ok_or("marks are a number that is not below 0, with two digits at most after its point")
    }
}

impl FromStr for Points {
    type Err = &'static str;

    /// Reads a number, of which some write a comma for the point.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.replace(',', ".").parse().unwrap_or(f64::NAN).try_into()
    }
}

impl Serialize for Points {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 % 100 {
            0 => serializer.serialize_u32(self.0 / 100),
            _ => serializer.serialize_f64((*self).into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_written_and_read_as_numbers() {
        for (text, hundredths) in [("7", 700), ("7,5", 750), ("0.05", 5), ("12.34", 1234)] {
            let points: Points = text.parse().expect("points");
            assert_eq!((points, points.to_string()), (Points(hundredths), text.replace(',', ".")));
            let json = serde_json::to_string(&points).expect("JSON");
            assert_eq!(json, points.to_string());
            assert_eq!(serde_json::from_str::<Points>(&json).expect("points"), points);
        }
        for wrong in ["", "-1", "1.234", "99999999999", "½", "NaN", "inf"] {
            assert!(wrong.parse::<Points>().is_err(), "{wrong}");
        }
        assert_eq!(Points(50).scaled(1, 15), Points(750));
        assert_eq!([Points::whole(999).percent(1000), Points::whole(0).percent(0)], [99, 0]);
    }
}
