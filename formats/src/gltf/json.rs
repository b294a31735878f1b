//! JSON: a text as values, which are found again by their addresses.

use super::fields::EXPORT_AGAIN;
use super::trouble::{Json, Trouble};
use common::unread::Place;
use serde_json::Value;

/// A mark that some editors put before a text, to say how it is written.
pub(super) const MARK: &[u8] = b"\xef\xbb\xbf";

/// Parses a whole text.
pub(super) fn parse(json: &[u8]) -> Result<Value, Trouble<'static>> {
    let text = std::str::from_utf8(json.strip_prefix(MARK).unwrap_or(json)).map_err(|error| {
        let what = "The JSON text is not UTF-8 here.";
        Trouble::in_place(Place::Byte(error.valid_up_to()), what, EXPORT_AGAIN)
    })?;
    serde_json::from_str(text).map_err(|error| {
        let line = text.split('\n').nth(error.line().saturating_sub(1)).unwrap_or_default();
        // Columns are counted in bytes, and those that go on with a character begin none.
        let before = line.bytes().take(error.column().saturating_sub(1)).filter(|byte| byte & 0xc0 != 0x80);
        let place = Place::Character(error.line(), before.count() + 1);
        let words = error.to_string();
        let words = words.split(" at line ").next().unwrap_or_default();
        Trouble::in_place(place, format!("This is no JSON: {words}."), EXPORT_AGAIN)
    })
}

/// The place of a value below another one, as a JSON pointer: `/meshes/0/name`. That of the other one itself is "".
pub(super) fn pointer(from: Json<'_>, value: Json<'_>) -> Option<String> {
    if std::ptr::eq(from, value) {
        return Some(String::new());
    }
    let below = |key: &str, child| {
        let rest = pointer(child, value)?;
        Some(format!("/{}{rest}", key.replace('~', "~0").replace('/', "~1")))
    };
    match from {
        Value::Array(items) => items.iter().enumerate().find_map(|(i, item)| below(&i.to_string(), item)),
        Value::Object(members) => members.iter().find_map(|(key, child)| below(key, child)),
        _ => None,
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
        assert_eq!(pointer(&root, &root["a/b"][1]["~"][1]).unwrap(), "/a~1b/1/~0/1");
        assert_eq!(pointer(&root, &root).unwrap(), "");
        assert_eq!(pointer(&root, &Value::Null), None);
        assert_eq!(root["c"], 3, "where a name stands twice, the last one counts");
    }
}
