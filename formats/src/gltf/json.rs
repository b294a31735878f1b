//! JSON: a text as values that know where they stand.

use std::borrow::Cow;

/// How deep arrays and objects may stand inside each other. What glTF asks for is eight deep; what applications add of
/// their own may be deeper.
const MAX_DEPTH: u32 = 128;

/// A value of a JSON text. It is found again by its address, so an error needs no more than the value to name its place.
#[derive(Debug, PartialEq)]
pub(super) enum Value<'t> {
    Null,
    Bool(bool),
    Number(f64),
    String(Cow<'t, str>),
    Array(Vec<Self>),
    /// In the order of the text.
    Object(Vec<(Cow<'t, str>, Self)>),
}

/// Why a text is no JSON.
#[derive(Debug, PartialEq)]
pub(super) struct Fault {
    /// The byte at which it is seen.
    pub at: usize,
    /// What is wrong there, in a sentence.
    pub what: String,
}

/// Parses a whole text.
pub(super) fn parse(text: &str) -> Result<Value<'_>, Fault> {
    let mut parser = Parser { text, at: 0 };
    let value = parser.value(MAX_DEPTH)?;
    parser.skip_space();
    if parser.at < text.len() {
        return Err(parser.fault("Something follows the end of the JSON text"));
    }
    Ok(value)
}

impl<'t> Value<'t> {
    /// What an object has under a name.
    pub fn get(&self, name: &str) -> Option<&Self> {
        let Self::Object(members) = self else { return None };
        // Where a name stands twice, the last one counts, as for nearly every reader of JSON.
        members.iter().rfind(|(key, _)| key == name).map(|(_, value)| value)
    }

    /// The place of a value below this one, as a JSON pointer: `/meshes/0/name`. The value itself is "".
    pub fn pointer_to(&self, value: &Self) -> Option<String> {
        if std::ptr::eq(self, value) {
            return Some(String::new());
        }
        let below = |key: &str, child: &Self| {
            let rest = child.pointer_to(value)?;
            Some(format!("/{}{rest}", key.replace('~', "~0").replace('/', "~1")))
        };
        match self {
            Self::Array(items) => items.iter().enumerate().find_map(|(i, item)| below(&i.to_string(), item)),
            Self::Object(members) => members.iter().find_map(|(key, child)| below(key, child)),
            _ => None,
        }
    }

    /// What kind of value it is, for a sentence.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "true or false",
            Self::Number(_) => "a number",
            Self::String(_) => "a string",
            Self::Array(_) => "an array",
            Self::Object(_) => "an object",
        }
    }
}

/// Reads a text from its start to its end.
struct Parser<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Parser<'t> {
    fn fault(&self, what: &str) -> Fault {
        Fault { at: self.at, what: format!("{what}.") }
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn skip_space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    /// Goes past a byte if it is the next one.
    fn next_if(&mut self, byte: u8) -> bool {
        let is_next = self.peek() == Some(byte);
        self.at += usize::from(is_next);
        is_next
    }

    fn value(&mut self, depth: u32) -> Result<Value<'t>, Fault> {
        self.skip_space();
        let Some(below) = depth.checked_sub(1) else {
            return Err(self.fault(&format!("Arrays and objects stand more than {MAX_DEPTH} deep")));
        };
        match self.peek() {
            Some(b'{') => self.object(below),
            Some(b'[') => self.array(below),
            Some(b'"') => self.string().map(Value::String),
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(b't') => self.word("true", Value::Bool(true)),
            Some(b'f') => self.word("false", Value::Bool(false)),
            Some(b'n') => self.word("null", Value::Null),
            Some(_) => Err(self.fault("A value is missing here")),
            None => Err(self.fault("The JSON text ends too early")),
        }
    }

    fn word(&mut self, word: &str, value: Value<'t>) -> Result<Value<'t>, Fault> {
        if !self.text.as_bytes()[self.at..].starts_with(word.as_bytes()) {
            return Err(self.fault("A value is missing here"));
        }
        self.at += word.len();
        Ok(value)
    }

    fn array(&mut self, below: u32) -> Result<Value<'t>, Fault> {
        let mut items = Vec::new();
        self.at += 1;
        self.skip_space();
        if self.next_if(b']') {
            return Ok(Value::Array(items));
        }
        loop {
            items.push(self.value(below)?);
            if !self.goes_on(b']')? {
                items.shrink_to_fit();
                return Ok(Value::Array(items));
            }
        }
    }

    fn object(&mut self, below: u32) -> Result<Value<'t>, Fault> {
        let mut members = Vec::new();
        self.at += 1;
        self.skip_space();
        if self.next_if(b'}') {
            return Ok(Value::Object(members));
        }
        loop {
            self.skip_space();
            if self.peek() != Some(b'"') {
                return Err(self.fault("A name in quotation marks is missing here"));
            }
            let name = self.string()?;
            self.skip_space();
            if !self.next_if(b':') {
                return Err(self.fault("A colon is missing here"));
            }
            members.push((name, self.value(below)?));
            if !self.goes_on(b'}')? {
                members.shrink_to_fit();
                return Ok(Value::Object(members));
            }
        }
    }

    /// Goes past a comma, or past the end of what it stands in.
    fn goes_on(&mut self, end: u8) -> Result<bool, Fault> {
        self.skip_space();
        if self.next_if(b',') {
            return Ok(true);
        }
        if self.next_if(end) {
            return Ok(false);
        }
        Err(self.fault(&format!("A comma or '{}' is missing here", char::from(end))))
    }

    /// A number as JSON writes it, which is not all that Rust would take.
    fn number(&mut self) -> Result<Value<'t>, Fault> {
        let start = self.at;
        self.next_if(b'-');
        if !self.next_if(b'0') {
            self.digits()?;
        }
        if self.next_if(b'.') {
            self.digits()?;
        }
        if self.next_if(b'e') || self.next_if(b'E') {
            let _ = self.next_if(b'+') || self.next_if(b'-');
            self.digits()?;
        }
        let number = self.text[start..self.at].parse::<f64>().ok().filter(|number| number.is_finite());
        number.map(Value::Number).ok_or_else(|| Fault { at: start, what: "This number is too large.".into() })
    }

    fn digits(&mut self) -> Result<(), Fault> {
        let start = self.at;
        while self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            self.at += 1;
        }
        if self.at == start { Err(self.fault("A digit is missing here")) } else { Ok(()) }
    }

    /// A string, borrowed from the text unless something in it is escaped.
    fn string(&mut self) -> Result<Cow<'t, str>, Fault> {
        self.at += 1;
        let mut start = self.at;
        let mut whole = String::new();
        loop {
            match self.peek() {
                Some(b'"') => {
                    let last = &self.text[start..self.at];
                    self.at += 1;
                    return Ok(if whole.is_empty() { last.into() } else { (whole + last).into() });
                }
                Some(b'\\') => {
                    whole += &self.text[start..self.at];
                    whole.push(self.escaped()?);
                    start = self.at;
                }
                Some(0..=0x1f) => return Err(self.fault("A control character stands in a string")),
                Some(_) => self.at += 1,
                None => return Err(self.fault("The JSON text ends in a string")),
            }
        }
    }

    /// What a backslash and what follows it stand for.
    fn escaped(&mut self) -> Result<char, Fault> {
        self.at += 1;
        let Some(byte) = self.peek() else { return Err(self.fault("The JSON text ends in a string")) };
        let character = match byte {
            b'"' | b'\\' | b'/' => char::from(byte),
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => return self.unicode(),
            _ => return Err(self.fault("This escape is unknown")),
        };
        self.at += 1;
        Ok(character)
    }

    /// `u` and four digits; twice of it, with a backslash between, for what UTF-16 has in two halves.
    fn unicode(&mut self) -> Result<char, Fault> {
        let high = self.four_digits()?;
        let mut units = vec![high];
        if (0xd800..0xdc00).contains(&high) && self.text.as_bytes()[self.at..].starts_with(b"\\u") {
            self.at += 1;
            units.push(self.four_digits()?);
        }
        // Half a character is no text; some exporters cut names there.
        let mut characters = char::decode_utf16(units);
        Ok(characters.next().and_then(Result::ok).unwrap_or(char::REPLACEMENT_CHARACTER))
    }

    fn four_digits(&mut self) -> Result<u16, Fault> {
        let digits = self.text.as_bytes().get(self.at + 1..self.at + 5);
        let digits = digits.filter(|digits| digits.iter().all(u8::is_ascii_hexdigit));
        let digits = digits.and_then(|digits| std::str::from_utf8(digits).ok());
        let Some(unit) = digits.and_then(|digits| u16::from_str_radix(digits, 16).ok()) else {
            return Err(self.fault("Four hexadecimal digits are missing here"));
        };
        self.at += 5;
        Ok(unit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The same as another parser has it.
    fn as_serde(value: &Value<'_>) -> serde_json::Value {
        match value {
            Value::Null => serde_json::Value::Null,
            Value::Bool(bool) => (*bool).into(),
            Value::Number(number) => (*number).into(),
            Value::String(string) => string.as_ref().into(),
            Value::Array(items) => items.iter().map(as_serde).collect(),
            Value::Object(members) => {
                members.iter().map(|(name, value)| (name.to_string(), as_serde(value))).collect()
            }
        }
    }

    /// Numbers as the same kind, since another parser tells whole ones apart.
    fn with_floats(value: serde_json::Value) -> serde_json::Value {
        match value {
            serde_json::Value::Number(number) => number.as_f64().into(),
            serde_json::Value::Array(items) => items.into_iter().map(with_floats).collect(),
            serde_json::Value::Object(members) => {
                members.into_iter().map(|(name, value)| (name, with_floats(value))).collect()
            }
            other => other,
        }
    }

    fn json() -> impl Strategy<Value = String> {
        let word = prop_oneof![
            "[ -~äß€😀]{0,6}".prop_map(|text| serde_json::to_string(&text).unwrap_or_default()),
            // The other one rounds long numbers, by default.
            (any::<i16>(), -9i32..9).prop_map(|(i, power)| format!("{}e{power}", f64::from(i) / 64.0)),
            any::<i32>().prop_map(|i| i.to_string()),
            prop_oneof![Just("true"), Just("false"), Just("null"), Just(r#""\ud83d\ude00 \u00e4\/""#)]
                .prop_map(str::to_owned),
        ];
        word.prop_recursive(4, 40, 6, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..6)
                    .prop_map(|items| format!("[{}]", items.join(" ,"))),
                prop::collection::vec(("[a-c]{0,2}", inner), 0..6).prop_map(|members| {
                    let members: Vec<_> = members.iter().map(|(k, v)| format!("\"{k}\":\t{v}")).collect();
                    format!("{{\n{}\r}}", members.join(","))
                }),
            ]
        })
    }

    proptest! {
        #[test]
        fn it_says_the_same_as_another_parser(text in json()) {
            let ours = parse(&text).map(|value| as_serde(&value));
            let theirs: serde_json::Value = serde_json::from_str(&text).unwrap();
            prop_assert_eq!(ours, Ok(with_floats(theirs)));
        }

        #[test]
        fn it_refuses_the_same_as_another_parser(text in json(), at in 0usize..200, with in "[\\[\\]{}:,\"\\\\0-9eE.+u -]{0,2}") {
            let at = text.char_indices().map(|(at, _)| at).nth(at % text.chars().count().max(1)).unwrap_or(0);
            let spoilt = format!("{}{with}{}", &text[..at], text[at..].chars().skip(1).collect::<String>());
            let theirs = serde_json::from_str::<serde_json::Value>(&spoilt);
            match (parse(&spoilt), theirs) {
                // Half of a surrogate pair is all that they refuse and we do not.
                (Ok(_), Err(error)) => prop_assert!(error.to_string().contains("surrogate") || error.to_string().contains("hex escape"), "{spoilt}: {error}"),
                (Err(fault), Ok(_)) => prop_assert!(false, "{spoilt}: {fault:?}"),
                (ours, theirs) => prop_assert_eq!(ours.is_ok(), theirs.is_ok()),
            }
        }
    }

    #[test]
    fn a_fault_says_where_it_is() {
        let faults = [
            ("", 0, "The JSON text ends too early."),
            ("{\"a\":1,}", 7, "A name in quotation marks is missing here."),
            ("[1 2]", 3, "A comma or ']' is missing here."),
            ("{\"a\" 1}", 5, "A colon is missing here."),
            ("[tru]", 1, "A value is missing here."),
            ("01", 1, "Something follows the end of the JSON text."),
            ("1.", 2, "A digit is missing here."),
            ("[1e999]", 1, "This number is too large."),
            ("\"a\nb\"", 2, "A control character stands in a string."),
            ("\"\\x\"", 2, "This escape is unknown."),
            ("\"\\u12g4\"", 2, "Four hexadecimal digits are missing here."),
            ("\"a", 2, "The JSON text ends in a string."),
        ];
        for (text, at, what) in faults {
            assert_eq!(parse(text), Err(Fault { at, what: what.to_owned() }), "{text}");
        }
        let deep = "[".repeat(100_000);
        assert_eq!(parse(&deep).unwrap_err().what, "Arrays and objects stand more than 128 deep.");
    }

    #[test]
    fn a_value_is_found_by_its_address() {
        let text = r#"{"a/b": [1, {"~": [true, null]}], "c": 2, "c": 3}"#;
        let root = parse(text).unwrap();
        let Some(Value::Array(items)) = root.get("a/b") else { panic!() };
        let Some(Value::Array(inner)) = items[1].get("~") else { panic!() };
        assert_eq!(root.pointer_to(&inner[1]).unwrap(), "/a~1b/1/~0/1");
        assert_eq!(root.pointer_to(&root).unwrap(), "");
        assert_eq!(root.pointer_to(&Value::Null), None);
        assert_eq!(root.get("c"), Some(&Value::Number(3.0)));
    }
}
