//! Reads a command line by a table of its options, and tells of them.

use anyhow::{Context as _, Result, anyhow, bail, ensure};
use std::ffi::{OsStr, OsString};
use std::fmt::{self, Display};

/// How wide help may be, in characters.
const WIDTH: usize = 100;

/// The options of the lessons' programs, so that a slip is seen before one is built. What they do is in the stage.
pub const OF_LESSONS: [&str; 17] = [
    "headless", "at", "picture", "crop", "film", "seconds", "fps", "size", "scale", "panel", "text", "set",
    "script", "rate", "record", "gl", "bench",
];

/// An option, which is set in a `T`. What does not apply is empty.
pub struct Opt<T> {
    /// Its name, without the dashes.
    pub name: &'static str,
    /// What its value is called, if it takes one.
    pub value: &'static str,
    /// What it does.
    pub help: &'static str,
    /// Its value if it is not given.
    pub default: &'static str,
    /// The option without which it makes no sense.
    pub needs: &'static str,
    /// The options with which it makes no sense.
    pub excludes: &'static [&'static str],
    /// Whether it may be given again.
    pub repeats: bool,
    /// Notes it, with its value.
    pub set: fn(&mut T, &OsStr) -> Result<()>,
}

impl<T> Opt<T> {
    /// A switch that does nothing, to be filled in.
    pub const EMPTY: Self = Self {
        name: "",
        value: "",
        help: "",
        default: "",
        needs: "",
        excludes: &[],
        repeats: false,
        set: |_, _| Ok(()),
    };

    fn set(&self, to: &mut T, value: &OsStr) -> Result<()> {
        (self.set)(to, value).with_context(|| format!("invalid value '{}' for '{self}'", value.display()))
    }
}

impl<T> Display for Opt<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "--{}", self.name)?;
        if self.value.is_empty() { Ok(()) } else { write!(f, " <{}>", self.value) }
    }
}

/// What the words say, and those of them that are no options. None if they ask for help.
pub fn read<T: Default>(
    options: &[Opt<T>],
    words: impl IntoIterator<Item = OsString>,
) -> Result<Option<(T, Vec<OsString>)>> {
    let mut read = T::default();
    for option in options.iter().filter(|option| !option.default.is_empty()) {
        option.set(&mut read, option.default.as_ref())?;
    }
    let (mut given, mut others): (Vec<&Opt<T>>, Vec<OsString>) = (Vec::new(), Vec::new());
    let mut words = words.into_iter();
    while let Some(word) = words.next() {
        let Some(dashed) = word.to_str().filter(|word| word.starts_with('-')) else {
            others.push(word);
            continue;
        };
        match dashed {
            "--" => others.extend(words.by_ref()),
            "-h" | "--help" => return Ok(None),
            _ => {
                let (name, value) = dashed.split_once('=').map_or((dashed, None), |(a, b)| (a, Some(b)));
                let option = find(options, name)?;
                ensure!(
                    option.repeats || !given.iter().any(|known| known.name == option.name),
                    "'{option}' is given twice"
                );
                let value = match value {
                    _ if option.value.is_empty() => {
                        ensure!(value.is_none(), "'{option}' takes no value");
                        OsString::new()
                    }
                    Some(value) => value.into(),
                    None => (words.next().filter(|word| !word.to_string_lossy().starts_with("--")))
                        .with_context(|| format!("a value is missing for '{option}'"))?,
                };
                option.set(&mut read, &value)?;
                given.push(option);
            }
        }
    }
    fit(options, &given)?;
    Ok(Some((read, others)))
}

/// The option that a word names.
fn find<'a, T>(options: &'a [Opt<T>], word: &str) -> Result<&'a Opt<T>> {
    let is_it = |option: &&Opt<T>| word.strip_prefix("--") == Some(option.name);
    options.iter().find(is_it).ok_or_else(|| unknown(options.iter().map(|option| option.name), word))
}

/// Says that a word is none of the options with these names, and which may have been meant.
pub fn unknown<'a>(names: impl Iterator<Item = &'a str>, word: &str) -> anyhow::Error {
    match nearest(names, word.strip_prefix("--").unwrap_or_default()) {
        Some(name) => anyhow!("unexpected argument '{word}': did you mean '--{name}'?"),
        None => anyhow!("unexpected argument '{word}'; '--help' lists what there is"),
    }
}

/// The name that may have been meant by a word.
pub fn nearest<'a>(names: impl Iterator<Item = &'a str>, word: &str) -> Option<&'a str> {
    let nearest = names.min_by_key(|name| distance(name, word))?;
    (distance(nearest, word) <= 1 + nearest.len() / 4).then_some(nearest)
}

/// Checks that options that were given make sense together.
fn fit<T>(options: &[Opt<T>], given: &[&Opt<T>]) -> Result<()> {
    let is_given = |name| given.iter().any(|option| option.name == name);
    for option in given {
        if !option.needs.is_empty() && !is_given(option.needs) {
            bail!("'{option}' needs '{}'", find(options, &format!("--{}", option.needs))?);
        }
        if let Some(other) = given.iter().find(|other| option.excludes.contains(&other.name)) {
            bail!("'{option}' cannot go with '{other}'");
        }
    }
    Ok(())
}

/// How many letters have to be added, removed or changed to make one name the other.
fn distance(a: &str, b: &str) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, letter) in a.bytes().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, other) in b.bytes().enumerate() {
            let changed = diagonal + usize::from(letter != other);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

/// A line or more for each option.
pub fn help<T>(options: &[Opt<T>]) -> String {
    let mut rows: Vec<(String, String)> = Vec::new();
    for option in options {
        let mut about = option.help.to_owned();
        if !option.needs.is_empty() {
            about += &format!(" (needs --{})", option.needs);
        }
        if !option.default.is_empty() {
            about += &format!(" [default: {}]", option.default);
        }
        rows.push((format!("    {option}"), about));
    }
    rows.push(("-h, --help".to_owned(), "Print help".to_owned()));
    table("Options:", &rows)
}

/// Names below a heading, each with what is said of it.
pub fn table(heading: &str, rows: &[(String, String)]) -> String {
    let indent = 4 + rows.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let mut help = heading.to_owned();
    for (name, about) in rows {
        help += &format!("\n  {name:width$}", width = indent - 2);
        let mut column = indent;
        for (i, word) in about.split(' ').enumerate() {
            if column + 1 + word.len() > WIDTH {
                help += &format!("\n{:indent$}{word}", "");
                column = indent + word.len();
            } else {
                let space = if i == 0 { "" } else { " " };
                help += &format!("{space}{word}");
                column += space.len() + word.len();
            }
        }
    }
    help + "\n"
}
