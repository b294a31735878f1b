//! Reads TOML into structs by serde, with missing, unknown and wrong values refused at their places.
//!
//! A macro lists a struct's keys, since serde's derive would take a third of a first check's build.

use crate::{Problem, row_col};
#[doc(hidden)]
pub use serde_core;
use serde_core::de::{DeserializeOwned, DeserializeSeed, Deserializer, Error, Visitor};
use std::fmt;

/// Reads a whole file; problems name `file`.
pub fn read<T: DeserializeOwned>(file: &str, text: &str) -> Result<T, Problem> {
    toml::from_str(text).map_err(|error: toml::de::Error| {
        let at = error.span().map(|span| row_col(text, &span));
        Problem { file: file.to_owned(), at, text: error.message().to_owned() }
    })
}

/// Implements `Deserialize` for a struct from its keys: each is a field's name unless another is given, and
/// may have a default, or else is needed. Behind a semicolon are fields that no key sets.
#[macro_export]
macro_rules! from_table {
    ($type:ident { $($field:ident $(: $key:literal)? $(or $default:expr)?),* $(,)? $(; $($set:ident = $value:expr),*)? }) => {
        impl<'de> $crate::table::serde_core::Deserialize<'de> for $type {
            fn deserialize<D>(table: D) -> Result<Self, D::Error>
            where
                D: $crate::table::serde_core::Deserializer<'de>,
            {
                struct Fields;

                impl<'de> $crate::table::serde_core::de::Visitor<'de> for Fields {
                    type Value = $type;

                    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        f.write_str("a table")
                    }

                    fn visit_map<A>(self, mut table: A) -> Result<$type, A::Error>
                    where
                        A: $crate::table::serde_core::de::MapAccess<'de>,
                    {
                        const KEYS: &[&str] = &[$($crate::from_table!(@key $field $($key)?)),*];
                        $(let mut $field = None;)*
                        while let Some(key) = table.next_key_seed($crate::table::Keys(KEYS))? {
                            match key {
                                $($crate::from_table!(@key $field $($key)?) => $field = Some(table.next_value()?),)*
                                _ => {}
                            }
                        }
                        Ok($type {
                            $($field: $crate::from_table!(@take $field $($key)?, $($default)?),)*
                            $($($set: $value,)*)?
                        })
                    }
                }

                table.deserialize_map(Fields)
            }
        }
    };
    (@key $field:ident) => { stringify!($field) };
    (@key $field:ident $key:literal) => { $key };
    (@take $field:ident $($key:literal)?,) => {
        $field.ok_or_else(|| {
            $crate::table::serde_core::de::Error::missing_field($crate::from_table!(@key $field $($key)?))
        })?
    };
    (@take $field:ident $($key:literal)?, $default:expr) => { $field.unwrap_or_else(|| $default) };
}

/// The keys that a table may have. A key that is read and not among them is refused as mistyped.
#[doc(hidden)]
pub struct Keys(pub &'static [&'static str]);

impl<'de> DeserializeSeed<'de> for Keys {
    type Value = &'static str;

    fn deserialize<D: Deserializer<'de>>(self, key: D) -> Result<Self::Value, D::Error> {
        key.deserialize_str(self)
    }
}

impl Visitor<'_> for Keys {
    type Value = &'static str;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a key")
    }

    fn visit_str<E: Error>(self, key: &str) -> Result<Self::Value, E> {
        let known = self.0.iter().copied().find(|known| *known == key);
        known.ok_or_else(|| E::unknown_field(key, self.0))
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
    fn what_cannot_be_meant_is_refused_at_its_place() {
        for (text, wanted) in [
            ("name = 'plum'", "f.toml:1:1: missing field `count`"),
            (
                "name = 'ä'\n colour = 1\ncount = 1",
                "f.toml:2:2: unknown field `colour`, expected one of `name`, `count`, `sizes`",
            ),
            (
                "name = ''\ncount = 1\nsizes = [2, 'x']",
                "f.toml:3:13: invalid type: string \"x\", expected f32",
            ),
        ] {
            assert_eq!(fruit(text), Err(wanted.to_owned()), "{text}");
        }
    }
}
