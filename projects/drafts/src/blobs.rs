//! Named blobs in one file. Each is a line of its own: a checksum, its kind, and its content as JSON.
//!
//! ```text
//! workbook save 2
//! 2d120ec7 model {"file":"knight.dae","joints":["hips","spine"],"edited":"wave"}
//! cdb424d5 animation {"name":"wave","seconds":1.0,"channels":[]}
//! 5e8499ce end 2
//! ```
//!
//! Damage to one line leaves the others. A file that was cut has all blobs before the cut, so the most
//! important ones come first. `docs/save-file.md` describes it.

use common::unread::{Error, Place};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// The first words of a file, before the version.
const BEGIN: &str = "workbook save ";

/// The version of the format that is written and read.
const VERSION: u32 = 2;

/// The kind of the last blob, which has the number of the others.
const END: &str = "end";

/// A line of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blob {
    /// The kind of the contents, in a word.
    pub kind: String,
    /// The contents, as JSON in one line.
    pub json: String,
    /// The row in the file that it was read from, counted from 1.
    line: usize,
}

impl Blob {
    /// Returns a blob to be written.
    ///
    /// # Errors
    /// If the value can't be JSON: a map whose keys are no texts.
    pub fn new(kind: &str, value: &impl Serialize) -> serde_json::Result<Self> {
        Ok(Self { kind: kind.to_owned(), json: serde_json::to_string(value)?, line: 0 })
    }

    /// Converts the JSON to a value.
    ///
    /// # Errors
    /// If its JSON is that of another type.
    pub fn value<T: DeserializeOwned>(&self) -> serde_json::Result<T> {
        serde_json::from_str(&self.json)
    }

    fn of_line(text: &[u8], line: usize) -> Option<Self> {
        let (checksum, content) = std::str::from_utf8(text).ok()?.split_once(' ')?;
        let is_whole = u32::from_str_radix(checksum, 16) == Ok(crc32fast::hash(content.as_bytes()));
        let (kind, json) = content.split_once(' ').filter(|_| is_whole)?;
        Some(Self { kind: kind.to_owned(), json: json.to_owned(), line })
    }
}

/// Returns the bytes of a file with some blobs.
pub fn write(blobs: &[Blob]) -> Vec<u8> {
    let mut text = format!("{BEGIN}{VERSION}\n");
    let count = blobs.len().to_string();
    let all = blobs.iter().map(|blob| (&blob.kind[..], &blob.json[..])).chain([(END, &count[..])]);
    for (kind, json) in all {
        let content = format!("{kind} {json}");
        text += &format!("{:08x} {content}\n", crc32fast::hash(content.as_bytes()));
    }
    text.into_bytes()
}

/// The contents of a file of blobs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Blobs {
    /// The undamaged blobs that have not been taken yet, in the order of the file.
    pub blobs: Vec<Blob>,
    /// A sentence for each damaged part.
    pub damage: Vec<String>,
}

impl Blobs {
    /// Takes out all blobs of a kind and converts each. One that can't be converted is reported as damaged.
    pub fn take<T: DeserializeOwned, U>(
        &mut self,
        kind: &str,
        make: impl Fn(T) -> Result<U, String>,
    ) -> Vec<U> {
        let mut made = Vec::new();
        for blob in self.blobs.extract_if(.., |blob| blob.kind == kind) {
            // The JSON is one line: only the column is of use.
            let told =
                |error: serde_json::Error| format!("{error}.").replace(" at line 1 column", " at column");
            let value = blob.value().map_err(told);
            match value.and_then(&make) {
                Ok(value) => made.push(value),
                Err(why) => self.damage.push(format!("Line {}, {kind}: {why}", blob.line)),
            }
        }
        made
    }
}

/// Reads a file in which any byte may be wrong, and reports damaged parts.
///
/// # Errors
/// If it is no save, or one of another version.
pub fn read(bytes: &[u8], file: &str) -> Result<Blobs, Error> {
    // A tool may have changed the line ends to those of Windows.
    let mut lines = bytes.split(|&byte| byte == b'\n').map(|line| line.strip_suffix(b"\r").unwrap_or(line));
    let first = lines.next().unwrap_or_default();
    let begins = std::str::from_utf8(first).ok().and_then(|first| first.strip_prefix(BEGIN));
    let version = begins.and_then(|version| version.parse().ok());
    let mut found = Blobs::default();
    let mut end = None;
    for (text, line) in lines.zip(2..).filter(|(text, _)| !text.is_empty()) {
        match Blob::of_line(text, line) {
            Some(blob) if blob.kind == END => end = blob.value().ok(),
            Some(blob) => found.blobs.push(blob),
            None => found.damage.push(format!("Line {line} is cut off or not as it was written.")),
        }
    }
    match version {
        Some(VERSION) => {}
        Some(version) => {
            let newer = if version < VERSION { "an older" } else { "a newer" };
            let advice = format!("Open it with {newer} version of the workbook.");
            return Err(refused(file, format!("This save is of version {version}, not {VERSION}."), &advice));
        }
        None if found.blobs.is_empty() => {
            let what =
                format!("This is no save, or nothing of it is left: it does not begin with '{BEGIN}'.");
            return Err(refused(file, what, "Choose another file."));
        }
        None => found.damage.push("Line 1 is not as it was written.".to_owned()),
    }
    if found.damage.is_empty() && end != Some(found.blobs.len()) {
        found.damage.push("The file is cut off: what stood at its end is lost.".to_owned());
    }
    Ok(found)
}

/// Returns the error for a whole file that can't be read.
pub fn refused(file: &str, what: String, advice: &str) -> Error {
    Error::new(file, Place::Character(1, 1), what, advice)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn blobs() -> Vec<Blob> {
        let texts = ["", "two\nlines", "workbook save 2", "ä💃"];
        texts.iter().map(|text| Blob::new("text", text).unwrap()).collect()
    }

    /// Returns the blobs without their rows.
    fn plain(blobs: &[Blob]) -> Vec<Blob> {
        blobs.iter().map(|blob| Blob { line: 0, ..blob.clone() }).collect()
    }

    proptest! {
        #[test]
        fn whatever_is_written_is_read(values in prop::collection::vec(("[a-z]{1,9}", any::<String>()), 0..9)) {
            let blobs: Vec<Blob> = values.iter().map(|(kind, value)| Blob::new(&format!("a{kind}"), value).unwrap()).collect();
            let mut found = read(&write(&blobs), "a.save").unwrap();
            prop_assert_eq!((plain(&found.blobs), found.damage.len()), (blobs, 0));
            for (kind, value) in values {
                let taken: Vec<String> = found.take(&format!("a{kind}"), Ok);
                prop_assert!(taken.is_empty() || taken.contains(&value));
            }
            prop_assert!(found.blobs.is_empty());
        }

        #[test]
        fn any_bytes_are_read_or_refused(bytes in any::<Vec<u8>>(), begins in any::<bool>()) {
            let begin = if begins { format!("{BEGIN}{VERSION}\n").into_bytes() } else { Vec::new() };
            prop_assert_eq!(read(&[begin, bytes].concat(), "a.save").is_ok(), begins);
        }
    }

    #[test]
    fn a_file_that_is_cut_anywhere_has_all_that_comes_before() {
        let (blobs, file) = (blobs(), write(&blobs()));
        for end in 0..file.len() - 1 {
            // The last line may lack its line end.
            let lines = file[..=end].split(|&byte| byte == b'\n').count();
            let whole = lines.saturating_sub(2).min(blobs.len());
            match read(&file[..end], "a.save") {
                Ok(found) => {
                    assert_eq!(plain(&found.blobs), blobs[..whole], "{end} bytes");
                    assert_eq!(found.damage.len(), 1, "{end} bytes");
                }
                Err(error) => assert!(whole == 0 && error.what.contains("no save"), "{end} bytes: {error}"),
            }
        }
    }

    #[test]
    fn a_flipped_bit_costs_its_own_line_alone_and_is_told() {
        let (blobs, file) = (blobs(), write(&blobs()));
        for bit in 0..8 * file.len() {
            let mut flipped = file.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            let Ok(found) = read(&flipped, "a.save") else {
                assert!(bit / 8 < BEGIN.len() + 2, "bit {bit}");
                continue;
            };
            // If the damaged byte is a line end, two lines become one.
            let lost = if file[bit / 8] == b'\n' { 2 } else { 1 };
            let kept = plain(&found.blobs);
            assert!(kept.iter().all(|blob| blobs.contains(blob)), "bit {bit}");
            assert!(kept.len() + lost >= blobs.len(), "bit {bit}");
            // A digit of a checksum may have become its capital.
            assert!(kept.len() == blobs.len() || !found.damage.is_empty(), "bit {bit}");
        }
    }

    #[test]
    fn another_file_or_another_version_is_refused() {
        for (bytes, words) in [
            (&b""[..], "This is no save"),
            (b"glTF", "This is no save"),
            (b"workbook save 1\n", "of version 1, not 2. Open it with an older version"),
            (b"workbook save 3\n", "a.save:1:1: This save is of version 3, not 2. Open it with a newer"),
        ] {
            let told = read(bytes, "a.save").unwrap_err().to_string();
            assert!(told.contains(words), "{told}");
        }
    }

    #[test]
    fn the_ends_of_lines_may_be_those_of_windows() {
        let text = String::from_utf8(write(&blobs())).unwrap().replace('\n', "\r\n");
        let found = read(text.as_bytes(), "a.save").unwrap();
        assert_eq!((plain(&found.blobs), found.damage.len()), (blobs(), 0));
    }

    #[test]
    fn what_is_not_meant_is_told_with_its_line() {
        let mut found = read(&write(&blobs()[..1]), "a.save").unwrap();
        assert!(found.take::<f32, f32>("text", Ok).is_empty());
        assert!(found.damage[0].starts_with("Line 2, text: invalid type: string"), "{:?}", found.damage);
    }
}
