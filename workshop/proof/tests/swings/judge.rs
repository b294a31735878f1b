//! Swings, and a judgement of the swept test's answer to each.

use super::brute::{Found, counted, tried};
use super::random::{Random, any, whole};
use play::{Moving, touch};

/// Results of many swings.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    pub touches: usize,
    /// Too near to just touching to be judged.
    pub nearly: usize,
    /// The swings on which the two differ.
    pub wrong: Vec<[Moving; 2]>,
}

/// Swings in whole numbers, judged in whole numbers.
pub fn exactly(random: &mut Random, swings: usize) -> Seen {
    let mut seen = Seen::default();
    for _ in 0..swings {
        let spheres = whole(random);
        let found = touch(&spheres[0], &spheres[1]);
        seen.touches += usize::from(found.is_some());
        if found.is_some() != counted(&spheres) {
            seen.wrong.push(spheres);
        }
    }
    seen
}

/// Any swings, judged by trying.
pub fn by_trying(random: &mut Random, swings: usize) -> Seen {
    let mut seen = Seen::default();
    for _ in 0..swings {
        let spheres = any(random);
        match (touch(&spheres[0], &spheres[1]), tried(&spheres)) {
            (_, Found::Nearly) => seen.nearly += 1,
            (None, Found::Apart) => {}
            (Some(part), Found::Touch(parts)) if parts.contains(&part) => seen.touches += 1,
            _ => seen.wrong.push(spheres),
        }
    }
    seen
}
