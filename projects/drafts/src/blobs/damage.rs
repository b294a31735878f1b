//! What is wrong with a file of blobs, and what to do.

use super::{Entry, Kind};
use common::unread::{Error, Place};
use std::fmt;

/// What is wrong with a part of a file. It shows as the place, what is wrong, and what to do.
#[derive(Clone, Debug, PartialEq)]
pub struct Damage {
    /// Which part.
    pub part: Part,
    /// Where in the file, counted from 0.
    pub byte: usize,
    /// What is wrong.
    pub why: Why,
}

/// A part of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// Its first bytes.
    Header,
    /// The table of contents.
    Table,
    /// One of the blobs.
    Blob(Kind, String),
}

/// What is wrong with a part.
#[derive(Clone, Debug, PartialEq)]
pub enum Why {
    /// There is neither a header nor a blob.
    NoSave,
    /// The header says another version.
    Version(u32),
    /// The header or the table is not as it was written.
    Changed,
    /// A blob should reach from here for so many bytes, and the file does not have them before its table.
    Outside(usize),
    /// A blob begins before what stands in front of it ends: the file's header, or another blob.
    Overlaps,
    /// A blob's bytes have another checksum than they should.
    Checksum,
    /// Another blob of this kind has the same name.
    Twice,
    /// A blob's bytes are whole, and say what cannot be: a sentence.
    Meaning(String),
}

impl Damage {
    /// What is wrong with a blob.
    pub fn of_blob(entry: &Entry, why: Why) -> Self {
        Self { part: Part::Blob(entry.kind, entry.name.clone()), byte: entry.at, why }
    }

    /// What is wrong, in a sentence.
    pub fn what(&self) -> String {
        let Self { part, why, .. } = self;
        match why {
            Why::NoSave => {
                "This is no save, or nothing of it is left: it has no header and no blob.".to_owned()
            }
            Why::Version(version) => format!("This save is of version {version}."),
            Why::Changed => format!("{part} is cut off or not as it was written."),
            Why::Outside(length) => {
                format!("{part} should have {length} bytes from here on, and the file does not have them.")
            }
            Why::Overlaps => format!("{part} begins before what stands in front of it ends."),
            Why::Checksum => format!("{part} is not as it was written: its checksum is wrong."),
            Why::Twice => format!("{part} is there twice. The first one is used."),
            Why::Meaning(what) => format!("{part}: {what}"),
        }
    }

    /// The same with the name of the file, the place, and what to do.
    pub fn in_file(&self, file: impl Into<String>) -> Error {
        let (place, advice) = (Place::Byte(self.byte), self.advice().to_owned());
        Error { file: file.into(), place, what: self.what(), advice }
    }

    fn advice(&self) -> &'static str {
        match (&self.why, &self.part) {
            (Why::NoSave, _) => "Choose another file.",
            (Why::Version(_), _) => "Open it with a newer version of the workbook.",
            (Why::Changed, Part::Header) => {
                "Its blobs were looked for: save it anew, so that it has a counter again."
            }
            (Why::Changed, _) => {
                "The blobs were looked for: see whether some are missing, and open an older save if so."
            }
            (Why::Twice, _) => "Save the file anew.",
            _ => "Open an older save to have it whole.",
        }
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Header => f.write_str("The header"),
            Self::Table => f.write_str("The table"),
            Self::Blob(kind, name) => write!(f, "The blob {} '{name}'", kind.escape_ascii()),
        }
    }
}
