//! JSON: a text as values, which are found again by their memory addresses.

use super::trouble::{Json, Trouble};
use crate::words::not_read;
use common::unread::Place;
use serde_core::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use std::collections::{BTreeSet, HashMap};
use std::fmt;

/// A JSON value. Its lists take no more memory than their contents: `serde_json`'s own values need 632 bytes for an
/// object with one member, and a file may consist of such.
#[derive(Debug, PartialEq)]
pub(super) enum Value {
    Null,
    Bool(bool),
    Number(f64),
    String(Box<str>),
    Array(Box<[Self]>),
    /// In the order of the text.
    Object(Box<[(Box<str>, Self)]>),
}

impl Value {
    /// Returns an object's member with a name. Of a repeated name the last one counts, as in nearly every reader.
    pub fn get(&self, name: &str) -> Option<&Self> {
        let Self::Object(members) = self else { return None };
        members.iter().rfind(|(key, _)| &**key == name).map(|(_, value)| value)
    }

    pub fn as_str(&self) -> Option<&str> {
        if let Self::String(string) = self { Some(string) } else { None }
    }

    pub fn as_number(&self) -> Option<f64> {
        if let Self::Number(number) = self { Some(*number) } else { None }
    }
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Values)
    }
}

/// Makes a [`Value`] from a parser's events.
struct Values;

impl<'de> Visitor<'de> for Values {
    type Value = Value;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a value")
    }

    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Value, E> {
        Ok(Value::Number(value as f64))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Value, E> {
        Ok(Value::Number(value as f64))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Value, E> {
        Ok(Value::Number(value))
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Value, E> {
        Ok(Value::String(value.into()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut all = Vec::new();
        while let Some(item) = items.next_element()? {
            all.push(item);
        }
        Ok(Value::Array(all.into()))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Value, A::Error> {
        let mut all = Vec::new();
        while let Some(member) = members.next_entry()? {
            all.push(member);
        }
        Ok(Value::Object(all.into()))
    }
}

/// The byte order mark that some editors write before a text.
pub(super) const MARK: &[u8] = b"\xef\xbb\xbf";

/// Parses a whole text.
pub(super) fn parse(json: &[u8]) -> Result<Value, Trouble<'static>> {
    let text = std::str::from_utf8(json.strip_prefix(MARK).unwrap_or(json)).map_err(|error| {
        let what = "The JSON text is not UTF-8 here.";
        Trouble::in_place(Place::Byte(error.valid_up_to()), what)
    })?;
    serde_json::from_str(text).map_err(|error| {
        let line = text.split('\n').nth(error.line().saturating_sub(1)).unwrap_or_default();
        // Columns are counted in characters: continuation bytes of UTF-8 begin none.
        let before = line.bytes().take(error.column().saturating_sub(1)).filter(|byte| byte & 0xc0 != 0x80);
        let place = Place::Character(error.line(), before.count() + 1);
        let words = error.to_string();
        let words = words.split(" at line ").next().unwrap_or_default();
        Trouble::in_place(place, format!("This is no JSON: {words}."))
    })
}

/// Paths as JSON pointers, `/meshes/0/name`, by the addresses of the values there.
pub(super) type Pointers = HashMap<*const Value, String>;

/// Returns the paths to some values below another one. It walks once for all of them: a large file may have many notes.
pub(super) fn pointers<'t>(from: Json<'_>, values: impl Iterator<Item = Json<'t>>) -> Pointers {
    let mut pointers: Pointers = values.map(|value| (std::ptr::from_ref(value), String::new())).collect();
    if !pointers.is_empty() {
        walk(from, &mut String::new(), &mut pointers);
    }
    pointers
}

fn walk(value: Json<'_>, path: &mut String, pointers: &mut Pointers) {
    if let Some(pointer) = pointers.get_mut(&std::ptr::from_ref(value)) {
        pointer.clone_from(path);
    }
    let above = path.len();
    let mut below = |step: &str, value| {
        path.push('/');
        path.push_str(step);
        walk(value, path, pointers);
        path.truncate(above);
    };
    match value {
        Value::Array(items) => items.iter().enumerate().for_each(|(i, item)| below(&i.to_string(), item)),
        Value::Object(members) => {
            let escaped = |name: &str| name.replace('~', "~0").replace('/', "~1");
            members.iter().for_each(|(name, member)| below(&escaped(name), member));
        }
        _ => (),
    }
}

/// Adds the parts of a file that are not read.
pub(super) fn add_left_out(value: Json<'_>, parts: &mut BTreeSet<&'static str>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| add_left_out(item, parts)),
        Value::Object(members) => {
            for (name, member) in members.iter().filter(|(name, _)| &**name != "extras") {
                let is_line = &**name == "mode" && member.as_number().is_some_and(|mode| mode < 4.0);
                parts.extend(not_read(if is_line { "lines" } else { name }));
                add_left_out(member, parts);
            }
        }
        _ => (),
    }
}

/// The kind of a value, for a sentence.
pub(super) fn kind(value: Json<'_>) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gltf::trouble::EXPORT_AGAIN;

    #[test]
    fn a_fault_says_where_it_is() {
        let fault = |text: &str| parse(text.as_bytes()).unwrap_err().error(&Value::Null, "a").to_string();
        assert_eq!(fault("{\n\"ä\":1,}"), format!("a:2:7: This is no JSON: trailing comma. {EXPORT_AGAIN}"));
        assert!(fault("").starts_with("a:1:1: This is no JSON: EOF while parsing"));
        assert!(fault(&"[".repeat(100_000)).contains("recursion limit"));
    }

    #[test]
    fn a_value_is_found_by_its_address() {
        let root = parse(br#"{"a/b": [1, {"~": [true, null]}], "c": 2, "c": 3}"#).unwrap();
        let list = root.get("a/b").unwrap();
        let inner = list.as_items().unwrap()[1].get("~").unwrap();
        let innermost = &inner.as_items().unwrap()[1];
        let found = pointers(&root, [innermost, &root].into_iter());
        let path = |value: Json<'_>| found[&std::ptr::from_ref(value)].as_str();
        assert_eq!((path(innermost), path(&root)), ("/a~1b/1/~0/1", ""));
        assert_eq!(
            root.get("c"),
            Some(&Value::Number(3.0)),
            "where a name stands twice, the last one counts"
        );
    }
}
