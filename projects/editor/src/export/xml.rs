//! XML, from elements to a text.

use std::fmt::Display;

/// An element.
pub(super) struct Xml {
    name: &'static str,
    attributes: Vec<(&'static str, String)>,
    inside: Inside,
}

enum Inside {
    Nothing,
    Text(String),
    Elements(Vec<Xml>),
}

/// An element with nothing inside.
pub(super) fn el(name: &'static str) -> Xml {
    Xml { name, attributes: Vec::new(), inside: Inside::Nothing }
}

impl Xml {
    /// The same with one more attribute.
    pub fn at(mut self, name: &'static str, value: impl Display) -> Self {
        self.attributes.push((name, value.to_string()));
        self
    }

    /// The same with a text inside.
    pub fn text(self, text: impl Into<String>) -> Self {
        Self { inside: Inside::Text(text.into()), ..self }
    }

    /// The same with these elements inside.
    pub fn of(self, elements: impl IntoIterator<Item = Self>) -> Self {
        Self { inside: Inside::Elements(elements.into_iter().collect()), ..self }
    }

    /// The text of a file with this element.
    pub fn file(&self) -> String {
        let mut text = r#"<?xml version="1.0" encoding="utf-8"?>"#.to_owned();
        self.write(0, &mut text);
        text + "\n"
    }

    fn write(&self, depth: usize, to: &mut String) {
        new_line(depth, to);
        to.extend(["<", self.name]);
        for (attribute, value) in &self.attributes {
            to.extend([" ", attribute, "=\""]);
            escape(value, to);
            to.push('"');
        }
        match &self.inside {
            Inside::Nothing => return to.push_str("/>"),
            Inside::Text(text) => {
                to.push('>');
                escape(text, to);
            }
            Inside::Elements(elements) => {
                to.push('>');
                elements.iter().for_each(|element| element.write(depth + 1, to));
                new_line(depth, to);
            }
        }
        to.extend(["</", self.name, ">"]);
    }
}

fn new_line(depth: usize, to: &mut String) {
    to.push('\n');
    to.extend(std::iter::repeat_n("  ", depth));
}

/// Writes a text so that it is read as it was. XML knows no control characters: a sign stands in their place.
fn escape(text: &str, to: &mut String) {
    for character in text.chars() {
        match character {
            '&' => to.push_str("&amp;"),
            '<' => to.push_str("&lt;"),
            '>' => to.push_str("&gt;"),
            '"' => to.push_str("&quot;"),
            // As they are, they would be read as spaces.
            '\t' => to.push_str("&#9;"),
            '\n' => to.push_str("&#10;"),
            '\r' => to.push_str("&#13;"),
            '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => to.push(char::REPLACEMENT_CHARACTER),
            other => to.push(other),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// What XML can hold of a text.
    fn holdable(text: &str) -> String {
        let is_odd = |c: char| matches!(c, '\0'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}');
        text.chars().map(|c| if is_odd(c) { char::REPLACEMENT_CHARACTER } else { c }).collect()
    }

    fn text() -> impl Strategy<Value = String> {
        prop_oneof![any::<String>(), "[&<>\"'\\t\\n\\r\\]\u{0}-\u{1f}\u{fffe}a-c ]{0,12}"]
    }

    proptest! {
        #[test]
        fn a_text_is_read_as_it_was_written(attribute in text(), inside in text()) {
            let d = el("d").at("e", "f").at("g", &inside);
            let text = el("a").at("b", &attribute).of([el("c").text(&inside), d]).file();
            let tree = roxmltree::Document::parse(&text).unwrap();
            let root = tree.root_element();
            let elements: Vec<_> = root.children().filter(|child| child.is_element()).collect();
            prop_assert_eq!(root.attribute("b").unwrap(), holdable(&attribute));
            prop_assert_eq!(elements[0].text().unwrap_or_default(), holdable(&inside));
            prop_assert_eq!(elements[1].attribute("g").unwrap(), holdable(&inside));
            prop_assert_eq!((elements.len(), elements[1].attribute("e")), (2, Some("f")));
        }
    }
}
