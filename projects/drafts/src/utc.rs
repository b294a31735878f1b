//! What time it is, as names of files tell it.

use std::time::{SystemTime, UNIX_EPOCH};

const DAY: i64 = 24 * 60 * 60;

/// In any 400 years there are as many days.
const DAYS_IN_400_YEARS: i64 = 146_097;

/// The last second that four digits for a year can tell.
const LATEST: i64 = 253_402_300_799;

/// The date and the time in UTC, as `2026-11-21 17:10:00` but without colons, which Windows has in no name.
///
/// A clock before 1970 or after 9999 is wrong: the nearest of both is told.
pub fn stamp(time: SystemTime) -> String {
    let since = time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let seconds = i64::try_from(since).unwrap_or(LATEST).min(LATEST);
    let (year, month, day) = date(seconds / DAY);
    let of_day = seconds % DAY;
    let [hour, minute, second] = [of_day / 3600, of_day / 60 % 60, of_day % 60];
    format!("{year:04}-{month:02}-{day:02} {hour:02}-{minute:02}-{second:02}")
}

/// How long a stamp is.
pub(super) const STAMP: usize = "2026-11-21 17-10-00".len();

/// Whether a text has the form of a stamp.
pub(super) fn is_stamp(text: &str) -> bool {
    let form = "dddd-dd-dd dd-dd-dd";
    let fits =
        |(given, wanted): (u8, u8)| if wanted == b'd' { given.is_ascii_digit() } else { given == wanted };
    text.len() == form.len() && text.bytes().zip(form.bytes()).all(fits)
}

/// The year, the month and the day, so many days after the first of January 1970.
fn date(days: i64) -> (i64, usize, i64) {
    let mut year = 1970 + 400 * (days / DAYS_IN_400_YEARS);
    let mut left = days % DAYS_IN_400_YEARS;
    while left >= 365 + leap_day(year) {
        left -= 365 + leap_day(year);
        year += 1;
    }
    let months = [31, 28 + leap_day(year), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 0;
    while left >= months[month] {
        left -= months[month];
        month += 1;
    }
    (year, month + 1, left + 1)
}

/// One in a leap year, else none.
fn leap_day(year: i64) -> i64 {
    i64::from(year % 4 == 0 && (year % 100 != 0 || year % 400 == 0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn at(seconds: u64) -> String {
        stamp(UNIX_EPOCH + Duration::from_secs(seconds))
    }

    #[test]
    fn known_moments_have_their_dates() {
        // What `date --utc` tells of them.
        for (seconds, date) in [
            (0, "1970-01-01 00-00-00"),
            (68_256_000, "1972-03-01 00-00-00"),
            (951_782_399, "2000-02-28 23-59-59"),
            (951_782_400, "2000-02-29 00-00-00"),
            (951_868_800, "2000-03-01 00-00-00"),
            (1_000_000_000, "2001-09-09 01-46-40"),
            (1_709_164_800, "2024-02-29 00-00-00"),
            (1_735_689_599, "2024-12-31 23-59-59"),
            (2_147_483_648, "2038-01-19 03-14-08"),
            (4_107_542_400, "2100-03-01 00-00-00"),
            (12_622_780_800, "2370-01-01 00-00-00"),
            (253_402_300_799, "9999-12-31 23-59-59"),
        ] {
            assert_eq!(at(seconds), date);
        }
    }

    #[test]
    fn a_clock_that_is_wrong_stays_in_four_digits() {
        assert_eq!(stamp(UNIX_EPOCH - Duration::from_secs(1)), at(0));
        assert_eq!(at(LATEST as u64 + 1), at(LATEST as u64));
        assert_eq!(at(i64::MAX as u64), at(LATEST as u64));
    }

    #[test]
    fn every_day_follows_the_one_before() {
        let mut before = date(0);
        for day in 1..2 * DAYS_IN_400_YEARS {
            let (year, month, number) = date(day);
            let next_in_month = (before.0, before.1, before.2 + 1);
            let next_month = (before.0, before.1 + 1, 1);
            let next_year = (before.0 + 1, 1, 1);
            assert!([next_in_month, next_month, next_year].contains(&(year, month, number)), "{day}");
            before = (year, month, number);
        }
        assert_eq!(before, (2769, 12, 31));
    }

    #[test]
    fn a_stamp_is_known_by_its_form() {
        assert!(is_stamp(&at(1_234_567_890)) && at(0).len() == STAMP);
        for other in ["", "2026-11-21", "2026-11-21 17:10:00", "2026-11-21 17-10-0ä", "2026-11-21 17-10-001"]
        {
            assert!(!is_stamp(other), "{other}");
        }
    }
}
