//! Lists of numbers, the bulk of any Collada file.

use super::error::{Error, Place, place_of, quote, refusal, refusal_at};
use super::xml::{self, Element};

/// The numbers in an element's text.
pub(super) fn floats(element: Element) -> Result<Vec<f32>, Error> {
    let text = xml::text(element);
    // A number and the space after it are rarely shorter.
    let mut numbers = Vec::with_capacity(text.len() / 8);
    for token in text.split_ascii_whitespace() {
        match token.parse::<f32>() {
            Ok(number) if number.is_finite() => numbers.push(number),
            _ => return Err(refuse(element, token, numbers.len())),
        }
    }
    Ok(numbers)
}

/// The whole numbers in an element's text: counts and indices.
pub(super) fn integers(element: Element) -> Result<Vec<i32>, Error> {
    let text = xml::text(element);
    let mut numbers = Vec::with_capacity(text.len() / 4);
    for token in text.split_ascii_whitespace() {
        match token.parse() {
            Ok(number) => numbers.push(number),
            Err(_) => {
                let what =
                    match token.trim_start_matches(['-', '+']).bytes().all(|byte| byte.is_ascii_digit()) {
                        true => "is too large: no list is so long",
                        false => "is no whole number",
                    };
                let what = format!("{} {what}.", quote(token));
                return Err(at_word(element, numbers.len(), what, "Export the file again."));
            }
        }
    }
    Ok(numbers)
}

/// The message for an index out of range.
pub(super) fn beyond(asker: &str, number: i32, entries: &str, there: usize) -> String {
    match there.checked_sub(1) {
        Some(last) => {
            format!("{asker} asks for number {number} of the {entries}, and they go from 0 to {last}.")
        }
        None => format!("{asker} asks for number {number} of the {entries}, and there are none."),
    }
}

/// An error at the word with this index in an element's text.
pub(super) fn at_word(element: Element, index: usize, what: String, advice: &str) -> Error {
    refusal_at(place(element, index), what, advice)
}

/// Returns the numbers in an element's text, which must be exactly `N`.
pub(super) fn exactly<const N: usize>(element: Element) -> Result<[f32; N], Error> {
    let numbers = floats(element)?;
    <[f32; N]>::try_from(numbers).map_err(|numbers| {
        let (tag, text) = (element.tag_name().name(), xml::text(element));
        let what = format!("<{tag}> needs {N} numbers, and has {}: {}.", numbers.len(), quote(&text));
        refusal(element, what, "Export the file again, or write the numbers that are meant.")
    })
}

/// The error for a word that is no number, with a guess at its meaning.
fn refuse(element: Element, token: &str, index: usize) -> Error {
    let lower = token.to_lowercase();
    let comma_decimal = token.replacen(',', ".", 1).parse::<f32>().is_ok();
    let (what, advice) = if lower.contains("nan") || lower.contains("#ind") || lower.contains('#') {
        (
            "stands for no number at all: whatever computed it divided zero by zero",
            "Look at what it belongs to before you export, for example for a scale of zero.",
        )
    } else if token.parse::<f32>().is_ok() {
        ("is too large for a number", "Look at what it belongs to before you export.")
    } else if comma_decimal {
        ("has a comma where a point should be", "Export with English number formats.")
    } else {
        ("is no number", "Export the file again.")
    };
    let what = format!("{} {what}.", quote(token));
    refusal_at(place(element, index), what, advice)
}

/// Finds the place of the word with this index in an element's text.
fn place(element: Element, index: usize) -> Place {
    let text = element.document().input_text();
    let mut pieces = element.children().filter(Element::is_text);
    let offset = match (pieces.next(), pieces.next()) {
        (Some(only), None) => {
            let written = &text[only.range()];
            let list = written.strip_prefix("<![CDATA[").unwrap_or(written);
            let word = list.split_ascii_whitespace().nth(index).unwrap_or(list);
            // Both are slices of the same text.
            word.as_ptr() as usize - text.as_ptr() as usize
        }
        _ => element.range().start,
    };
    place_of(text, offset)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_by<T>(read: fn(Element) -> Result<Vec<T>, Error>, list: &str) -> Result<Vec<T>, Error> {
        let text = format!("<a>\n<b>{list}</b></a>");
        let tree = roxmltree::Document::parse(&text).unwrap();
        read(tree.root_element().first_element_child().unwrap())
    }

    fn read(list: &str) -> Result<Vec<f32>, Error> {
        read_by(floats, list)
    }

    #[test]
    fn numbers_are_read_in_every_form() {
        assert_eq!(
            read("\t1 -2.5\r\n+3  .5\n5. 1e-2 1E2 1e-400 ").unwrap(),
            [1.0, -2.5, 3.0, 0.5, 5.0, 0.01, 100.0, 0.0]
        );
        assert_eq!(read("").unwrap(), [0.0; 0]);
        assert_eq!(read("<![CDATA[1 2]]>").unwrap(), [1.0, 2.0]);
        assert_eq!(read("1 2<!-- and a half -->.5 3").unwrap(), [1.0, 2.5, 3.0]);
    }

    #[test]
    fn what_is_no_number_is_refused_at_its_place() {
        let refused = |list| {
            let error = read(list).unwrap_err();
            format!("{} {}", error.place, error.what)
        };
        let nan = "stands for no number at all: whatever computed it divided zero by zero.";
        assert_eq!(refused("1 NaN"), format!(":2:6 'NaN' {nan}"));
        assert_eq!(refused("1\r\n-1.#IND"), format!(":3:1 '-1.#IND' {nan}"));
        assert_eq!(refused("1.#QNAN"), format!(":2:4 '1.#QNAN' {nan}"));
        assert_eq!(refused("1 2 INF"), ":2:8 'INF' is too large for a number.");
        assert_eq!(refused("1e400"), ":2:4 '1e400' is too large for a number.");
        assert_eq!(refused("0,5"), ":2:4 '0,5' has a comma where a point should be.");
        assert_eq!(refused("<![CDATA[ 0x10]]>"), ":2:14 '0x10' is no number.");
        assert_eq!(refused("1<!-- --> x"), ":2:1 'x' is no number.");
    }
}
