//! Points, of which a person may give parts.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::iter::Sum;
use std::ops::Add;
use std::str::FromStr;

/// Points, in hundredths: so sums are exact.
#[derive(Clone, Copy, Debug, Default, Eq, Ord, PartialEq, PartialOrd)]
pub struct Points(u32);

impl Points {
    /// Whole ones.
    pub fn whole(points: u32) -> Self {
        Self(points.saturating_mul(100))
    }

    /// How many hundredths they are.
    pub fn hundredths(self) -> u32 {
        self.0
    }

    /// Whether no part of one is among them.
    pub fn is_whole(self) -> bool {
        self.0.is_multiple_of(100)
    }

    /// What they are where the most is another, rounded to hundredths.
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
        let text = match (self.0 / 100, self.0 % 100) {
            (whole, 0) => whole.to_string(),
            (whole, part) if part % 10 == 0 => format!("{whole}.{}", part / 10),
            (whole, part) => format!("{whole}.{part:02}"),
        };
        f.pad(&text)
    }
}

impl FromStr for Points {
    type Err = &'static str;

    /// Some write a comma before what is less than one.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const WHY: &str = "marks are a number that is not below 0, with two digits at most after its point";
        let (whole, part) = text.split_once(['.', ',']).unwrap_or((text, "0"));
        let is_number = |digits: &str| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        if !is_number(whole) || !is_number(part) || part.len() > 2 {
            return Err(WHY);
        }
        let hundredths = format!("{whole}{part:0<2}").parse();
        hundredths.map(Self).map_err(|_| WHY)
    }
}

impl From<Points> for f64 {
    fn from(points: Points) -> Self {
        Self::from(points.0) / 100.0
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

impl<'d> Deserialize<'d> for Points {
    fn deserialize<D: Deserializer<'d>>(deserializer: D) -> Result<Self, D::Error> {
        let points = f64::deserialize(deserializer)?.to_string();
        points.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_written_and_read_as_numbers() {
        for (text, hundredths) in [("7", 700), ("7,5", 750), ("0.05", 5), ("12.34", 1234)] {
            let points: Points = text.parse().expect("points");
            assert_eq!(points, Points(hundredths));
            assert_eq!(points.to_string(), text.replace(',', "."));
            let json = serde_json::to_string(&points).expect("JSON");
            assert_eq!(json, points.to_string());
            assert_eq!(serde_json::from_str::<Points>(&json).expect("points"), points);
        }
        for wrong in ["", ".", "-1", "1.", "+1", "1e3", "1.234", "99999999999", "½"] {
            assert!(wrong.parse::<Points>().is_err(), "{wrong}");
        }
        assert_eq!(Points::whole(8).scaled(20, 1), Points(40));
        assert_eq!(Points(50).scaled(1, 15), Points(750));
    }
}
