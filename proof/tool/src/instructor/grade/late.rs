//! When what was handed in was committed, and how many days that was after it was due.
//!
//! A commit's date is what its author's machine said, or its author: it is told, and decides nothing. git reads objects here
//! and nothing else of a submission, whose settings and hooks could start programs.

use anyhow::{Context, Result, ensure};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::str::FromStr;
use std::time::Duration;
use student::checks::{self, Most};

/// No reference, and nothing of a commit that is read, is longer, in bytes.
const LONGEST: u64 = 1 << 20;

/// What git may take for a commit.
const MOST: Most = Most { memory: 2048, output: 1024, time: Some(Duration::from_secs(10)), processes: None };

/// A day, in seconds.
const DAY: i64 = 86_400;

/// When something is due, in seconds since 1970.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Due(i64);

impl FromStr for Due {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        seconds(text).map(Self).ok_or("a time is written with its zone, as in 2026-11-01T23:59+01:00")
    }
}

impl Due {
    /// How many days later something is that was made at this time, if it is later: a day that has begun counts.
    pub fn days_to(self, time: i64) -> u32 {
        u32::try_from((time - self.0 + DAY - 1).div_euclid(DAY)).unwrap_or_default()
    }
}

fn seconds(text: &str) -> Option<i64> {
    let number = |from: usize, to: usize| -> Option<i64> {
        let digits = text.get(from..to)?;
        digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok())?
    };
    let (year, month, day, hour, minute) =
        (number(0, 4)?, number(5, 7)?, number(8, 10)?, number(11, 13)?, number(14, 16)?);
    let zone = match text.get(16..)? {
        "Z" => 0,
        zone => {
            let sign = if zone.starts_with('-') { -1 } else { 1 };
            sign * (number(17, 19)? * 60 + number(20, 22)?)
        }
    };
    let signs = [(4, "-"), (7, "-"), (10, "T"), (13, ":")];
    let is_zone = text.ends_with('Z') || matches!(text.get(16..17)?, "+" | "-") && text.get(19..20)? == ":";
    let fits = (1..=12).contains(&month) && (1..=31).contains(&day) && hour < 24 && minute < 60;
    let is_so = signs.iter().all(|(at, sign)| text.get(*at..at + 1) == Some(sign));
    (is_so && is_zone && fits && text.len() <= 22)
        .then(|| days(year, month, day) * DAY + hour * 3600 + (minute - zone) * 60)
}

/// The days from 1970 to a date of the Gregorian calendar; a year begins in March, so that its last day may be missing.
fn days(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    year * 365 + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400) + of_year - 719_468
}

/// A repository of our own, through which git reads the objects of others.
pub struct Dates {
    own: PathBuf,
}

impl Dates {
    /// Makes it in a folder.
    pub fn new(folder: &Path) -> Result<Self> {
        let own = folder.join("dates.git");
        let made = git(None).args(["init", "--quiet", "--bare", "--template="]).arg(&own).output();
        let made = made.context("git cannot be started; is it installed?")?;
        ensure!(made.status.success(), "git cannot make {}", own.display());
        Ok(Self { own })
    }

    /// When the commit was made that is checked out in a clone, in seconds since 1970, as the commit says.
    pub fn committed(&self, clone: &Path) -> Option<i64> {
        let theirs = clone.join(".git");
        let hash = head(&theirs)?;
        let mut git = git(Some((&self.own, &theirs.join("objects"))));
        let mut git = git.args(["cat-file", "commit", &hash]).spawn().ok()?;
        let mut commit = Vec::new();
        let read = git.stdout.take()?.take(LONGEST).read_to_end(&mut commit);
        let _ = git.kill();
        let _ = git.wait();
        read.ok()?;
        let commit = String::from_utf8_lossy(&commit);
        let line = commit.lines().find_map(|line| line.strip_prefix("committer "))?;
        line.rsplit(' ').nth(1)?.parse().ok()
    }
}

/// git with nobody's settings, which reads the objects in a folder through a repository elsewhere.
fn git(objects: Option<(&Path, &Path)>) -> Command {
    let mut command = checks::limited(None, Path::new("git"), MOST);
    let nothing = if cfg!(windows) { "NUL" } else { "/dev/null" };
    command.env("GIT_CONFIG_NOSYSTEM", "1").env("GIT_CONFIG_GLOBAL", nothing).env_remove("GIT_CONFIG_COUNT");
    command.env("GIT_NO_LAZY_FETCH", "1").env("GIT_NO_REPLACE_OBJECTS", "1");
    for name in ["GIT_DIR", "GIT_COMMON_DIR", "GIT_WORK_TREE", "GIT_ALTERNATE_OBJECT_DIRECTORIES"] {
        command.env_remove(name);
    }
    if let Some((own, objects)) = objects {
        command.env("GIT_DIR", own).env("GIT_OBJECT_DIRECTORY", objects);
    }
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    command
}

/// The hash of the commit that is checked out.
fn head(folder: &Path) -> Option<String> {
    let head = read(&folder.join("HEAD"))?;
    let Some(name) = head.trim().strip_prefix("ref: ") else { return hash(head.trim()) };
    let is_branch = |part: &str| !part.is_empty() && part != "..";
    if !name.starts_with("refs/") || !name.split('/').all(is_branch) {
        return None;
    }
    let loose = read(&folder.join(name)).and_then(|text| hash(text.trim()));
    loose.or_else(|| {
        let packed = read(&folder.join("packed-refs"))?;
        hash(packed.lines().find_map(|line| line.strip_suffix(name)?.strip_suffix(' '))?)
    })
}

fn hash(text: &str) -> Option<String> {
    (text.len() == 40 && text.bytes().all(|byte| byte.is_ascii_hexdigit())).then(|| text.to_owned())
}

/// The text of a plain file: to open anything else could wait for ever.
fn read(path: &Path) -> Option<String> {
    let mut text = String::new();
    path.symlink_metadata().ok().filter(|data| data.is_file())?;
    File::open(path).ok()?.take(LONGEST).read_to_string(&mut text).ok()?;
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_with_their_zones() {
        for (text, want) in [
            ("1970-01-01T00:00Z", 0),
            ("2026-11-01T23:59+01:00", 1_793_573_940),
            ("2024-02-29T12:00-05:30", 1_709_227_800),
            ("2100-03-01T00:00Z", 4_107_542_400),
        ] {
            assert_eq!(seconds(text), Some(want), "{text}");
        }
        for wrong in [
            "",
            "2026-11-01",
            "2026-11-01T23:59",
            "2026-13-01T23:59Z",
            "2026-11-01 23:59Z",
            "2026-11-01T23:59+0100",
        ] {
            assert_eq!(seconds(wrong), None, "{wrong}");
        }
        let due = Due(1000);
        assert_eq!([0, 1000, 1001, 1000 + DAY, 1001 + DAY].map(|time| due.days_to(time)), [0, 0, 1, 1, 2]);
    }
}
