//! Reads lists of lessons on a command line.

use std::str::FromStr;

/// Ranges of lessons' numbers, first and last, as in `1-3,5`.
#[derive(Clone, Debug, PartialEq)]
pub struct Numbers(Vec<(u8, u8)>);

impl FromStr for Numbers {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let range = |part: &str| {
            let (first, last) = part.split_once('-').unwrap_or((part, part));
            let (first, last) = (first.trim().parse().ok()?, last.trim().parse().ok()?);
            (first <= last).then_some((first, last))
        };
        let ranges: Option<Vec<_>> = text.split(',').map(range).collect();
        ranges.map(Self).ok_or_else(|| "lessons are listed as in 1-3,5".to_owned())
    }
}

impl Numbers {
    /// Returns true if a lesson is in one of the ranges.
    pub fn has(&self, number: u8) -> bool {
        self.0.iter().any(|(first, last)| (*first..=*last).contains(&number))
    }
}
