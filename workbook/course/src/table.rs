//! TOML, read key by key: what is missing, unknown or of another kind is refused at its place.
//!
//! This is done by hand, since serde's derive would take a tenth of the first build.

use crate::{Id, Problem, row_col};
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Reads a whole file, whose name is told in problems.
pub fn read<T: FromTable>(file: &str, text: &str) -> Result<T, Problem> {
    let source = Source { file, text };
    match DeTable::parse(text) {
        Ok(table) => source.table(table.span(), table.into_inner()),
        Err(error) => {
            let at = error.span().map(|span| row_col(text, &span));
            Err(Problem { file: file.to_owned(), at, text: error.message().to_owned() })
        }
    }
}

/// What is written as a table.
pub trait FromTable: Sized {
    /// All keys that it may have: another one is mistyped, most likely.
    const KEYS: &[&str];

    /// Takes from the table what belongs to it.
    fn from_table(table: &mut Table<'_>) -> Result<Self, Problem>;
}

/// Says which keys a table has, each for the field of its name unless it says another, and what is meant if one is left
/// out. The others are needed.
#[macro_export]
macro_rules! from_table {
    ($type:ident { $($field:ident $(: $key:literal)? $(or $default:expr)?),* $(,)? }) => {
        impl $crate::table::FromTable for $type {
            const KEYS: &[&str] = &[$($crate::from_table!(@key $field $($key)?)),*];

            fn from_table(table: &mut $crate::table::Table<'_>) -> Result<Self, $crate::Problem> {
                Ok(Self { $($field: $crate::from_table!(@take table $field $($key)?, $($default)?)),* })
            }
        }
    };
    (@key $field:ident) => { stringify!($field) };
    (@key $field:ident $key:literal) => { $key };
    (@take $table:ident $field:ident $($key:literal)?,) => {
        $table.take($crate::from_table!(@key $field $($key)?))?
    };
    (@take $table:ident $field:ident $($key:literal)?, $default:expr) => {
        $table.take_if_there($crate::from_table!(@key $field $($key)?))?.unwrap_or_else(|| $default)
    };
}

/// What stands after a key.
pub trait FromValue: Sized {
    /// Reads it.
    fn from_value(value: Spanned<DeValue<'_>>, source: Source<'_>) -> Result<Self, Problem>;
}

/// A file, to name the places of problems in.
#[derive(Clone, Copy)]
pub struct Source<'a> {
    file: &'a str,
    text: &'a str,
}

impl Source<'_> {
    fn problem(self, at: &Range<usize>, text: impl Into<String>) -> Problem {
        Problem::at(self.file, row_col(self.text, at), text)
    }

    fn unlike(self, value: &Spanned<DeValue<'_>>, wanted: &str) -> Problem {
        let found = value.get_ref().type_str();
        self.problem(&value.span(), format!("expected {wanted}, found {found}"))
    }

    fn table<T: FromTable>(self, at: Range<usize>, entries: DeTable<'_>) -> Result<T, Problem> {
        let unknown = entries.keys().filter(|key| !T::KEYS.contains(&key.get_ref().as_ref()));
        if let Some(key) = unknown.min_by_key(|key| key.span().start) {
            let text = format!("unknown key `{}`, expected one of `{}`", key.get_ref(), T::KEYS.join("`, `"));
            return Err(self.problem(&key.span(), text));
        }
        T::from_table(&mut Table { source: self, at, entries })
    }
}

/// A table that is being read.
pub struct Table<'a> {
    source: Source<'a>,
    at: Range<usize>,
    entries: DeTable<'a>,
}

impl Table<'_> {
    /// Takes what stands after a key.
    pub fn take<T: FromValue>(&mut self, key: &str) -> Result<T, Problem> {
        let missing = self.source.problem(&self.at, format!("`{key}` is missing"));
        self.take_if_there(key)?.ok_or(missing)
    }

    /// Takes what stands after a key that may be left out.
    pub fn take_if_there<T: FromValue>(&mut self, key: &str) -> Result<Option<T>, Problem> {
        self.entries.remove(key).map(|value| T::from_value(value, self.source)).transpose()
    }
}

impl<T: FromTable> FromValue for T {
    fn from_value(value: Spanned<DeValue<'_>>, source: Source<'_>) -> Result<Self, Problem> {
        let at = value.span();
        match value.into_inner() {
            DeValue::Table(entries) => source.table(at, entries),
            other => Err(source.unlike(&Spanned::new(at, other), "a table")),
        }
    }
}

impl FromValue for String {
    fn from_value(value: Spanned<DeValue<'_>>, source: Source<'_>) -> Result<Self, Problem> {
        match value.get_ref() {
            DeValue::String(text) => Ok(text.to_string()),
            _ => Err(source.unlike(&value, "a string")),
        }
    }
}

impl FromValue for bool {
    fn from_value(value: Spanned<DeValue<'_>>, source: Source<'_>) -> Result<Self, Problem> {
        value.get_ref().as_bool().ok_or_else(|| source.unlike(&value, "true or false"))
    }
}

impl FromValue for Id {
    fn from_value(value: Spanned<DeValue<'_>>, source: Source<'_>) -> Result<Self, Problem> {
        let at = value.span();
        let text = String::from_value(value, source)?;
        let wrong = || source.problem(&at, format!("an exercise's id is written as in 04.2, not '{text}'"));
        Self::strict(&text).ok_or_else(wrong)
    }
}

macro_rules! whole_numbers {
    ($($number:ty),*) => {$(
        impl FromValue for $number {
            fn from_value(value: Spanned<DeValue<'_>>, source: Source<'_>) -> Result<Self, Problem> {
                let number = match value.get_ref() {
                    DeValue::Integer(number) => Self::from_str_radix(number.as_str(), number.radix()).ok(),
                    _ => None,
                };
                number.ok_or_else(|| source.unlike(&value, &format!("a whole number from {} to {}", Self::MIN, Self::MAX)))
            }
        }
    )*};
}

whole_numbers!(i32, u8, u32, usize);

impl FromValue for f32 {
    fn from_value(value: Spanned<DeValue<'_>>, source: Source<'_>) -> Result<Self, Problem> {
        let number = match value.get_ref() {
            DeValue::Integer(number) => number.as_str().parse().ok(),
            DeValue::Float(number) => number.as_str().parse().ok(),
            _ => None,
        };
        number.ok_or_else(|| source.unlike(&value, "a number"))
    }
}

impl<T: FromValue> FromValue for Vec<T> {
    fn from_value(value: Spanned<DeValue<'_>>, source: Source<'_>) -> Result<Self, Problem> {
        let at = value.span();
        match value.into_inner() {
            DeValue::Array(values) => values.into_iter().map(|value| T::from_value(value, source)).collect(),
            other => Err(source.unlike(&Spanned::new(at, other), "a list")),
        }
    }
}

impl<T: FromValue, const N: usize> FromValue for [T; N] {
    fn from_value(value: Spanned<DeValue<'_>>, source: Source<'_>) -> Result<Self, Problem> {
        let at = value.span();
        let list = Vec::from_value(value, source)?;
        let count = list.len();
        list.try_into().map_err(|_| source.problem(&at, format!("expected {N} values, found {count}")))
    }
}

impl<T: FromValue> FromValue for Option<T> {
    fn from_value(value: Spanned<DeValue<'_>>, source: Source<'_>) -> Result<Self, Problem> {
        T::from_value(value, source).map(Some)
    }
}

impl<T: FromValue> FromValue for Spanned<T> {
    fn from_value(value: Spanned<DeValue<'_>>, source: Source<'_>) -> Result<Self, Problem> {
        let at = value.span();
        Ok(Self::new(at, T::from_value(value, source)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, PartialEq)]
    struct Fruit {
        name: String,
        count: u32,
        sizes: Vec<f32>,
    }

    from_table!(Fruit { name, count, sizes or Vec::new() });

    fn fruit(text: &str) -> Result<Fruit, String> {
        read("f.toml", text).map_err(|problem| problem.to_string())
    }

    #[test]
    fn what_is_there_is_read() {
        let plum = |sizes| Fruit { name: "plum".to_owned(), count: 16, sizes };
        assert_eq!(fruit("name = 'plum'\ncount = 1_6"), Ok(plum(vec![])));
        assert_eq!(
            fruit("sizes = [1, -2.5, 1e1]\nname = \"plum\"\ncount = 0x10"),
            Ok(plum(vec![1.0, -2.5, 10.0]))
        );
    }

    #[test]
    fn what_cannot_be_meant_is_refused_at_its_place() {
        for (text, wanted) in [
            ("name = 'plum'", "f.toml:1:1: `count` is missing"),
            (
                "name = 'plum'\ncuont = 1",
                "f.toml:2:1: unknown key `cuont`, expected one of `name`, `count`, `sizes`",
            ),
            (
                "name = 'ä'\n colour = 1\ncount = 1",
                "f.toml:2:2: unknown key `colour`, expected one of `name`, `count`, `sizes`",
            ),
            ("name = 1\ncount = 1", "f.toml:1:8: expected a string, found integer"),
            (
                "name = ''\ncount = -1",
                "f.toml:2:9: expected a whole number from 0 to 4294967295, found integer",
            ),
            (
                "name = ''\ncount = 4294967296",
                "f.toml:2:9: expected a whole number from 0 to 4294967295, found integer",
            ),
            ("name = ''\ncount = 1\nsizes = 2", "f.toml:3:9: expected a list, found integer"),
            ("name = ''\ncount = 1\nsizes = [2, 'x']", "f.toml:3:13: expected a number, found string"),
            ("name = ''\nname = ''\ncount = 1", "f.toml:2:1: duplicate key"),
        ] {
            assert_eq!(fruit(text), Err(wanted.to_owned()), "{text}");
        }
    }
}
