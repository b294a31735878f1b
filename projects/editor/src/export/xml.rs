//! XML, from elements to a text.

/// A text that grows element by element.
pub(super) struct Xml {
    text: String,
    depth: usize,
}

/// What stands in the tag of an element.
pub(super) type Attributes<'a> = &'a [(&'static str, &'a str)];

impl Xml {
    pub fn new() -> Self {
        Self { text: r#"<?xml version="1.0" encoding="utf-8"?>"#.to_owned(), depth: 0 }
    }

    /// The whole text.
    pub fn finish(self) -> String {
        self.text + "\n"
    }

    /// An element, and what is written inside.
    pub fn element(&mut self, name: &str, attributes: Attributes, inside: impl FnOnce(&mut Self)) {
        self.open(name, attributes);
        self.text.push('>');
        self.depth += 1;
        inside(self);
        self.depth -= 1;
        self.new_line();
        self.close(name);
    }

    /// An element with a text and nothing else.
    pub fn leaf(&mut self, name: &str, attributes: Attributes, text: &str) {
        self.open(name, attributes);
        self.text.push('>');
        escape(text, &mut self.text);
        self.close(name);
    }

    /// An element with nothing inside.
    pub fn empty(&mut self, name: &str, attributes: Attributes) {
        self.open(name, attributes);
        self.text.push_str("/>");
    }

    fn new_line(&mut self) {
        self.text.push('\n');
        self.text.extend(std::iter::repeat_n("  ", self.depth));
    }

    fn open(&mut self, name: &str, attributes: Attributes) {
        self.new_line();
        self.text.push('<');
        self.text.push_str(name);
        for (attribute, value) in attributes {
            self.text.extend([" ", attribute, "=\""]);
            escape(value, &mut self.text);
            self.text.push('"');
        }
    }

    fn close(&mut self, name: &str) {
        self.text.extend(["</", name, ">"]);
    }
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
            let mut xml = Xml::new();
            xml.element("a", &[("b", &attribute)], |xml| {
                xml.leaf("c", &[], &inside);
                xml.empty("d", &[("e", "f"), ("g", &inside)]);
            });
            let text = xml.finish();
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
