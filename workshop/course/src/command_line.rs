//! Reads a command line by a table of its options, and prints help on them.

use anyhow::{Context as _, Result, anyhow, bail, ensure};
use std::ffi::{OsStr, OsString};
use std::fmt::{self, Display};
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;

/// The greatest width of help, in characters.
const WIDTH: usize = 100;

/// An option. A field that doesn't apply is empty.
#[derive(Clone, Copy, PartialEq)]
pub struct Opt {
    /// The name, without the dashes.
    pub name: &'static str,
    /// The name of its value, if it takes one.
    pub value: &'static str,
    /// The effect of the option, for the help.
    pub help: &'static str,
    /// The value if it is not given.
    pub default: &'static str,
    /// The option without which this one is refused.
    pub needs: &'static str,
    /// The options with which this one is refused.
    pub excludes: &'static [&'static str],
    /// True if it may be given several times.
    pub repeats: bool,
}

impl Opt {
    /// An option that takes no value.
    pub const fn switch(name: &'static str, help: &'static str) -> Self {
        Self::value(name, "", help)
    }

    /// An option that takes a value. Further fields can be set as in `Opt { default: "1", ..Opt::value(…) }`.
    pub const fn value(name: &'static str, value: &'static str, help: &'static str) -> Self {
        Self { name, value, help, default: "", needs: "", excludes: &[], repeats: false }
    }
}

impl Display for Opt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "--{}", self.name)?;
        if self.value.is_empty() { Ok(()) } else { write!(f, " <{}>", self.value) }
    }
}

/// The words of a command line, sorted into options and others.
pub struct Line {
    options: &'static [Opt],
    given: Vec<(&'static Opt, OsString)>,
    /// The words that are no options, in order.
    pub words: Vec<OsString>,
    /// The words that are passed on to another program.
    pub rest: Vec<OsString>,
}

impl Line {
    /// Returns true if an option is given.
    pub fn has(&self, name: &str) -> bool {
        self.given.iter().any(|(option, _)| option.name == name)
    }

    /// Returns the first word that is no option.
    pub fn word(&self) -> Result<Option<&str>> {
        self.words.first().map(|word| word.to_str().context("a name is no Unicode")).transpose()
    }

    /// Returns all words that are no options.
    pub fn names(&self) -> Result<Vec<&str>> {
        self.words.iter().map(|word| word.to_str().context("a name is no Unicode")).collect()
    }

    /// Returns all values of an option, read by a function.
    pub fn all<T>(&self, name: &str, read: impl Fn(&OsStr) -> Result<T>) -> Result<Vec<T>> {
        let option = self.options.iter().find(|option| option.name == name);
        let option = option.with_context(|| format!("this command knows no '--{name}'"))?;
        let given = self.given.iter().filter(|(given, _)| *given == option);
        let mut values: Vec<&OsStr> = given.map(|(_, value)| value.as_os_str()).collect();
        if values.is_empty() && !option.default.is_empty() {
            values.push(option.default.as_ref());
        }
        let read = |value| {
            read(value).with_context(|| format!("invalid value '{}' for '{option}'", OsStr::display(value)))
        };
        values.into_iter().map(read).collect()
    }

    /// Returns the value of an option, read by a function.
    pub fn read<T>(&self, name: &str, read: impl Fn(&str) -> Result<T>) -> Result<Option<T>> {
        let text = |value: &OsStr| read(value.to_str().context("this is no Unicode")?);
        Ok(self.all(name, text)?.pop())
    }

    /// Returns the value of an option, parsed as a `T`.
    pub fn get<T: FromStr<Err: Display>>(&self, name: &str) -> Result<Option<T>> {
        self.read(name, parsed)
    }

    /// Returns the value of an option with a default, which must be a number within bounds.
    pub fn within<T>(&self, name: &str, bounds: RangeInclusive<T>) -> Result<T>
    where
        T: FromStr<Err: Display> + PartialOrd + Display,
    {
        let number = self.read(name, |text| {
            let number: T = parsed(text)?;
            ensure!(bounds.contains(&number), "{number} is not in {}..={}", bounds.start(), bounds.end());
            Ok(number)
        })?;
        number.with_context(|| format!("'--{name}' is missing"))
    }

    pub fn path(&self, name: &str) -> Result<Option<PathBuf>> {
        Ok(self.all(name, |value| Ok(PathBuf::from(value)))?.pop())
    }
}

fn parsed<T: FromStr<Err: Display>>(text: &str) -> Result<T> {
    text.parse().map_err(|error| anyhow!("{error}"))
}

/// Sorts the words by the options, or returns none if they ask for help.
pub fn read(options: &'static [Opt], words: impl IntoIterator<Item = OsString>) -> Result<Option<Line>> {
    let mut line = Line { options, given: Vec::new(), words: Vec::new(), rest: Vec::new() };
    let mut words = words.into_iter();
    while let Some(word) = words.next() {
        let Some(dashed) = word.to_str().filter(|word| word.starts_with('-') && *word != "-") else {
            line.words.push(word);
            continue;
        };
        match dashed {
            "--" => line.words.extend(words.by_ref()),
            "-h" | "--help" => return Ok(None),
            _ => {
                let (name, value) = dashed.split_once('=').map_or((dashed, None), |(a, b)| (a, Some(b)));
                let option = find(options, name)?;
                ensure!(option.repeats || !line.has(option.name), "'{option}' is given twice");
                let value = match value {
                    _ if option.value.is_empty() => {
                        ensure!(value.is_none(), "'{option}' takes no value");
                        OsString::new()
                    }
                    Some(value) => value.into(),
                    None => (words.next().filter(|word| !word.to_string_lossy().starts_with("--")))
                        .with_context(|| format!("a value is missing for '{option}'"))?,
                };
                line.given.push((option, value));
            }
        }
    }
    for (option, _) in &line.given {
        if !option.needs.is_empty() && !line.has(option.needs) {
            bail!("'{option}' needs '{}'", find(options, &format!("--{}", option.needs))?);
        }
        if let Some((other, _)) = line.given.iter().find(|(other, _)| option.excludes.contains(&other.name)) {
            bail!("'{option}' cannot go with '{other}'");
        }
    }
    Ok(Some(line))
}

/// A command of a program that has several.
#[derive(Clone, Copy)]
pub struct Command {
    /// The word or words of a command line that select the command.
    pub name: &'static str,
    /// The effect of the command, in one line of help.
    pub about: &'static str,
    /// Further paragraphs of help.
    pub more: &'static str,
    /// The names and meanings of the words after it: `<>` around needed ones, `...` where any number may follow.
    pub words: &'static [[&'static str; 2]],
    /// True if all after the first word is passed on to another program.
    pub passes_on: bool,
    pub options: &'static [Opt],
    /// Lines of examples for the help.
    pub examples: &'static str,
}

impl Command {
    /// A command with empty fields, to build others from.
    pub const EMPTY: Self =
        Self { name: "", about: "", more: "", words: &[], passes_on: false, options: &[], examples: "" };

    /// Reads the words after the command. Returns none if they ask for help.
    pub fn read(&self, words: &[OsString]) -> Result<Option<Line>> {
        let is_option = |word: &&OsString| word.to_string_lossy().starts_with('-');
        let own = if self.passes_on { words.iter().take_while(is_option).count() + 1 } else { words.len() };
        let (own, mut rest) = words.split_at(own.min(words.len()));
        let Some(mut line) = read(self.options, own.iter().cloned())? else {
            return Ok(None);
        };
        let named = if self.passes_on { &self.words[..1] } else { self.words };
        let any_number = named.last().is_some_and(|[word, _]| word.ends_with("..."));
        if let Some(other) = line.words.get(named.len()).filter(|_| !any_number) {
            bail!("unexpected argument '{}'", other.display());
        }
        if let Some([word, _]) = named.get(line.words.len()).filter(|[word, _]| word.starts_with('<')) {
            match self.examples.lines().next() {
                Some(example) => bail!("{word} is missing, as in `{}`", example.trim()),
                None => bail!("{word} is missing"),
            }
        }
        if rest.first().is_some_and(|word| word == "--") {
            rest = &rest[1..];
        }
        line.rest = rest.to_vec();
        Ok(Some(line))
    }

    pub fn help(&self) -> String {
        let mut help = format!("{}\n\n", self.about);
        if !self.more.is_empty() {
            help += &format!("{}\n\n", self.more);
        }
        let options = if self.options.is_empty() { "" } else { "[OPTIONS]" };
        let usage = ["cargo workbook", self.name, options].into_iter();
        let usage = usage.chain(self.words.iter().map(|[name, _]| *name)).filter(|word| !word.is_empty());
        help += &format!("Usage: {}\n\n", usage.collect::<Vec<_>>().join(" "));
        let rows = self.words.iter().map(|row| row.map(str::to_owned).into());
        if !self.words.is_empty() {
            help += &(table("Arguments:", &rows.collect::<Vec<_>>()) + "\n");
        }
        help += &options_help(self.options);
        match self.examples {
            "" => help,
            examples => help + "\nExamples:\n" + examples + "\n",
        }
    }
}

/// Returns the option that a word names.
fn find(options: &'static [Opt], word: &str) -> Result<&'static Opt> {
    let is_it = |option: &&Opt| word.strip_prefix("--") == Some(option.name);
    options.iter().find(is_it).ok_or_else(|| unknown(options.iter().map(|option| option.name), word))
}

/// Returns the error for a word that is none of these names, with the name that may have been meant.
fn unknown<'a>(names: impl Iterator<Item = &'a str>, word: &str) -> anyhow::Error {
    match nearest(names, word.strip_prefix("--").unwrap_or_default()) {
        Some(name) => anyhow!("unexpected argument '{word}': did you mean '--{name}'?"),
        None => anyhow!("unexpected argument '{word}'; '--help' lists what there is"),
    }
}

/// Returns the name nearest to a word, if few letters differ.
pub fn nearest<'a>(names: impl Iterator<Item = &'a str>, word: &str) -> Option<&'a str> {
    let nearest = names.min_by_key(|name| distance(name, word))?;
    (distance(nearest, word) <= 1 + nearest.len() / 4).then_some(nearest)
}

/// Counts the letters to add, remove or change to turn one name into the other.
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

/// Returns the help on options, a line or more for each.
pub fn options_help(options: &[Opt]) -> String {
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

/// Returns names below a heading, each with its explanation.
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
