//! JSON, from values to a text.
//!
//! The reader of glTF has values of its own. They know where they stand in a text, which these do not have yet.

use std::fmt::Write as _;

/// A value of a JSON text, as far as glTF needs them.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Json {
    Number(f64),
    Text(String),
    Array(Vec<Self>),
    /// In the order of the text.
    Object(Vec<(&'static str, Self)>),
}

/// An object of some members, in their order.
pub(super) fn object<const N: usize>(members: [(&'static str, Json); N]) -> Json {
    Json::Object(members.into())
}

/// An array of what values can be made of.
pub(super) fn array(items: impl IntoIterator<Item = impl Into<Json>>) -> Json {
    Json::Array(items.into_iter().map(Into::into).collect())
}

impl Json {
    /// The same object with a member more, at its end.
    pub fn with(mut self, name: &'static str, value: impl Into<Self>) -> Self {
        if let Self::Object(members) = &mut self {
            members.push((name, value.into()));
        }
        self
    }

    /// The value as a text without spaces.
    pub fn written(&self) -> String {
        let mut text = String::new();
        self.write(&mut text);
        text
    }

    fn write(&self, text: &mut String) {
        match self {
            // Rust writes as many digits as tell a number from its neighbours, and JSON takes them all.
            Self::Number(number) => _ = write!(text, "{number}"),
            Self::Text(string) => quote(string, text),
            Self::Array(items) => list(['[', ']'], items, text, Self::write),
            Self::Object(members) => list(['{', '}'], members, text, |(name, value), text| {
                quote(name, text);
                text.push(':');
                value.write(text);
            }),
        }
    }
}

impl From<f32> for Json {
    fn from(number: f32) -> Self {
        Self::Number(number.into())
    }
}

impl From<usize> for Json {
    fn from(number: usize) -> Self {
        // Nothing that a file can hold is counted beyond 2⁵³.
        Self::Number(number as f64)
    }
}

impl From<&str> for Json {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

/// Some items with commas between them, in brackets.
fn list<T>([open, close]: [char; 2], items: &[T], text: &mut String, write: impl Fn(&T, &mut String)) {
    text.push(open);
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            text.push(',');
        }
        write(item, text);
    }
    text.push(close);
}

/// A string in quotation marks. Three kinds of characters cannot stand there as they are.
fn quote(string: &str, text: &mut String) {
    text.push('"');
    for character in string.chars() {
        match character {
            '"' | '\\' => text.extend(['\\', character]),
            '\0'..='\u{1f}' => _ = write!(text, "\\u{:04x}", u32::from(character)),
            _ => text.push(character),
        }
    }
    text.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn value() -> impl Strategy<Value = Json> {
        let number = any::<f64>().prop_filter("JSON has no others", |n| n.is_finite());
        let single = any::<f32>().prop_filter("JSON has no others", |n| n.is_finite());
        let leaf = prop_oneof![
            number.prop_map(Json::Number),
            single.prop_map(Json::from),
            (0usize..1 << 53).prop_map(Json::from),
            any::<String>().prop_map(Json::Text),
            "[\"\\\\/\u{0}-\u{1f}a€😀]{0,6}".prop_map(Json::Text),
        ];
        leaf.prop_recursive(4, 40, 6, |inner| {
            let name = prop::sample::select(&["a", "b\"", "\\c\n", ""][..]);
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..6).prop_map(Json::Array),
                prop::collection::vec((name, inner), 0..6).prop_map(Json::Object),
            ]
        })
    }

    /// Whether another crate has read the same. It rounds the last digit of some numbers.
    fn is_same(read: &serde_json::Value, value: &Json) -> bool {
        match value {
            Json::Number(number) => {
                read.as_f64().is_some_and(|read| (read - number).abs() <= 1e-15 * number.abs())
            }
            Json::Text(text) => read.as_str() == Some(text),
            Json::Array(items) => read.as_array().is_some_and(|read| {
                read.len() == items.len() && read.iter().zip(items).all(|(read, item)| is_same(read, item))
            }),
            Json::Object(members) => read.as_object().is_some_and(|read| {
                // Of members with one name the last counts.
                let last = |name: &str| members.iter().rfind(|(other, _)| *other == name);
                read.iter().all(|(name, read)| last(name).is_some_and(|(_, value)| is_same(read, value)))
                    && members.iter().all(|(name, _)| read.contains_key(*name))
            }),
        }
    }

    proptest! {
        #[test]
        fn another_parser_reads_what_was_meant(value in value()) {
            let read: serde_json::Value = serde_json::from_str(&value.written()).unwrap();
            prop_assert!(is_same(&read, &value), "{read}");
        }
    }

    #[test]
    fn an_object_keeps_its_order() {
        let value = object([("b", 1usize.into()), ("a", array([0.5f32, -2.0]))]).with("c", "\"\\\n\u{1f}ü");
        assert_eq!(value.written(), r#"{"b":1,"a":[0.5,-2],"c":"\"\\\u000a\u001fü"}"#);
    }
}
