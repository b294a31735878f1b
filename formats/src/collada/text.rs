//! Decodes bytes as text, and checks it before it is parsed.

use super::error::{Error, START, place_of, quote, refusal_at};
use crate::MAX_BYTES;
use std::borrow::Cow;

/// The parser compares every attribute of an element with every other one.
const MAX_ATTRIBUTES: usize = 100;

/// The parser looks for the namespace of each element among all that are declared around it.
const MAX_NAMESPACES: usize = 50;

const SAVE_AS_UTF8: &str = "Save it as UTF-8.";

/// Decodes the bytes as text, without a byte order mark.
pub(super) fn decode(bytes: &[u8]) -> Result<Cow<'_, str>, Error> {
    if bytes.len() as u64 > MAX_BYTES {
        let what = format!("The file is larger than {} MiB.", MAX_BYTES >> 20);
        return Err(refusal_at(START, what, "Export a part of the scene only."));
    }
    let text = match bytes {
        [0xEF, 0xBB, 0xBF, rest @ ..] => utf8(rest, None)?,
        [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] | [0, b'<', ..] | [b'<', 0, ..] => {
            return Err(refusal_at(START, "The text is UTF-16, which is not read.", SAVE_AS_UTF8));
        }
        _ => match declared_encoding(bytes) {
            // The numbers of Latin-1's characters are those of all characters. Windows-1252 differs in marks alone.
            Some(name) if is_western(&name) => {
                Cow::Owned(bytes.iter().map(|&byte| char::from(byte)).collect())
            }
            name => utf8(bytes, name)?,
        },
    };
    check(&text)?;
    Ok(text)
}

/// The encoding that the XML declaration names.
fn declared_encoding(bytes: &[u8]) -> Option<String> {
    let start = String::from_utf8_lossy(&bytes[..bytes.len().min(200)]).into_owned();
    let declaration = start.strip_prefix("<?xml")?.split("?>").next()?;
    let value = declaration.split_once("encoding")?.1.trim_start().strip_prefix('=')?.trim_start();
    let mut characters = value.chars();
    let quotation_mark = characters.next()?;
    characters.as_str().split(quotation_mark).next().map(str::to_lowercase)
}

fn utf8(bytes: &[u8], declared: Option<String>) -> Result<Cow<'_, str>, Error> {
    std::str::from_utf8(bytes).map(Cow::Borrowed).map_err(|error| {
        let good = std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default();
        let place = place_of(good, good.len());
        let byte = bytes[error.valid_up_to()];
        match declared {
            Some(name) if name != "utf-8" => {
                let what = format!("The file says that its encoding is {}, which is not read.", quote(&name));
                refusal_at(START, what, SAVE_AS_UTF8)
            }
            _ => refusal_at(place, format!("The byte {byte:02X} here is no UTF-8."), SAVE_AS_UTF8),
        }
    })
}

fn is_western(name: &str) -> bool {
    matches!(name, "iso-8859-1" | "iso8859-1" | "latin1" | "latin-1" | "windows-1252" | "cp1252")
}

/// Refuses a text for which the XML parser would need minutes: its work grows with the square of these numbers.
///
/// This isn't a parser: in text that isn't well-formed it may count wrongly, but then the parser reports the mistake.
fn check(text: &str) -> Result<(), Error> {
    // For every open element, the number of namespaces that are declared outside it.
    let mut outside = Vec::new();
    let mut declared = 0;
    let mut at = 0;
    while let Some(found) = text[at..].find('<') {
        let start = at + found;
        let rest = &text[start..];
        if let Some(end) = end_of_other(rest) {
            at = start + end;
            continue;
        }
        let tag = Tag::of(rest);
        at = start + tag.length;
        if rest.starts_with("</") {
            declared = outside.pop().unwrap_or(0);
            continue;
        }
        if tag.attributes > MAX_ATTRIBUTES || declared + tag.namespaces > MAX_NAMESPACES {
            let what = match tag.attributes > MAX_ATTRIBUTES {
                true => format!("This element has {} attributes.", tag.attributes),
                false => format!("Around here {} name spaces are declared.", declared + tag.namespaces),
            };
            return Err(refusal_at(
                place_of(text, start),
                what,
                "No exporter writes so many: the file is broken.",
            ));
        }
        if !tag.is_empty_element {
            outside.push(declared);
            declared += tag.namespaces;
        }
    }
    Ok(())
}

/// Returns the end of a comment, CDATA or processing instruction, if this is one.
fn end_of_other(text: &str) -> Option<usize> {
    let ends = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")];
    let (start, end) = ends.into_iter().find(|(start, _)| text.starts_with(start))?;
    Some(text[start.len()..].find(end).map_or(text.len(), |found| start.len() + found + end.len()))
}

/// The facts about a tag that [`check`] needs.
struct Tag {
    length: usize,
    attributes: usize,
    namespaces: usize,
    is_empty_element: bool,
}

impl Tag {
    fn of(text: &str) -> Self {
        let (mut attributes, mut namespaces) = (0, 0);
        let mut quoted_by = None;
        let mut name_start = 0;
        for (i, &byte) in text.as_bytes().iter().enumerate() {
            match (byte, quoted_by) {
                (b'"' | b'\'', None) => quoted_by = Some(byte),
                (_, Some(mark)) if mark == byte => quoted_by = None,
                (_, Some(_)) => {}
                (b'=', None) => {
                    attributes += 1;
                    namespaces += usize::from(text.as_bytes()[name_start..i].starts_with(b"xmlns"));
                }
                (b'>', None) => {
                    let is_empty_element = text[..i].ends_with('/');
                    return Self { length: i + 1, attributes, namespaces, is_empty_element };
                }
                (b' ' | b'\t' | b'\r' | b'\n', None) => name_start = i + 1,
                _ => {}
            }
        }
        Self { length: text.len(), attributes, namespaces, is_empty_element: false }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_encoding_gives_the_same_text() {
        let text = "<a name='Hüfte'/>";
        assert_eq!(decode(text.as_bytes()).unwrap(), text);
        assert_eq!(decode(["\u{FEFF}", text].concat().as_bytes()).unwrap(), text);
        let declared = b"<?xml version='1.0' encoding = 'ISO-8859-1'?><a name='H\xFCfte'/>";
        assert!(decode(declared).unwrap().ends_with(text));
        for utf16 in [&b"\xFF\xFE<\0"[..], b"\xFE\xFF\0<", b"<\0", b"\0<"] {
            assert_eq!(decode(utf16).unwrap_err().what, "The text is UTF-16, which is not read.");
        }
    }

    #[test]
    fn a_byte_that_is_no_utf8_is_named() {
        let error = decode(b"<a>\n<b c='\xFC'/></a>").unwrap_err();
        assert_eq!(error.in_file("f").to_string(), "f:2:7: The byte FC here is no UTF-8. Save it as UTF-8.");
    }

    #[test]
    fn unknown_encodings_are_read_if_they_are_utf8_after_all() {
        assert!(decode(b"<?xml version='1.0' encoding='gb2312'?><a/>").is_ok());
        let error = decode(b"<?xml version='1.0' encoding='gb2312'?><a b='\xC4\xE3'/>").unwrap_err();
        assert_eq!(error.what, "The file says that its encoding is 'gb2312', which is not read.");
    }

    #[test]
    fn a_broken_declaration_declares_nothing() {
        for declaration in ["encoding=\u{FF}x", "encoding=", "encoding", "encoding='"] {
            let _ = decode(format!("<?xml {declaration}?><a/>").as_bytes());
        }
        assert!(decode(b"<?xml encoding=\xFF").is_err());
    }

    #[test]
    fn only_attributes_count_as_attributes() {
        let many = " a='=' ".repeat(MAX_ATTRIBUTES);
        check(&format!("<!-- <x {many}{many}> --><![CDATA[<x {many}{many}>]]><x {many}>{many}</x>")).unwrap();
        let error = check(&format!("<a>\n<x {many} b='>'/></a>")).unwrap_err();
        assert_eq!(error.place, common::unread::Place::Character(2, 1));
        assert_eq!(error.what, "This element has 101 attributes.");
    }

    #[test]
    fn name_spaces_add_up_only_inside_each_other() {
        let inside = "<x xmlns:a='b'>".repeat(MAX_NAMESPACES + 1);
        assert!(check(&inside).unwrap_err().what.starts_with("Around here 51 name spaces"));
        check(&"<x xmlns:a='b'/>".repeat(1000)).unwrap();
        check(&"<x xmlns='b'></x>".repeat(1000)).unwrap();
    }
}
