//! The swept test against brute force: a hundred thousand swings.

mod brute;
mod judge;
mod random;

use random::Random;

const SWINGS: usize = 50_000;

#[test]
fn swings_in_whole_numbers_touch_just_when_they_do() {
    let seen = judge::exactly(&mut Random(1), SWINGS);
    assert!(seen.wrong.is_empty(), "{} differ: {:?}", seen.wrong.len(), seen.wrong[0]);
    assert!(seen.touches > SWINGS / 4 && seen.touches < SWINGS, "{} touch", seen.touches);
}

#[test]
fn any_swings_touch_when_and_where_trying_finds_it() {
    let seen = judge::by_trying(&mut Random(2), SWINGS);
    assert!(seen.wrong.is_empty(), "{} differ: {:?}", seen.wrong.len(), seen.wrong[0]);
    assert!(seen.nearly < SWINGS / 20, "{} cannot be judged", seen.nearly);
    assert!(seen.touches > SWINGS / 10, "{} touch", seen.touches);
}
