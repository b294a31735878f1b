//! Named blobs in one file: a *blob* is a run of bytes of which nobody here knows the meaning.
//!
//! A file has a header of 32 bytes, then the blobs one after another, each behind a small header of its own, and last the
//! table of contents. All numbers begin with their lowest byte. `docs/save-file.md` describes every byte.
//!
//! A checksum stands with each part, so that damage is noticed, and does not spread: a blob whose own bytes are whole is
//! read, whatever happened to the others. Those that stand in a blob before it are not its own. If header or table is
//! lost, the blobs are found by their own headers.

mod checksum;
mod damage;
mod entry;
mod find;
mod kinds;
mod parts;
mod read;
#[cfg(test)]
mod tests;
mod write;

pub use checksum::checksum;
pub use damage::{Damage, Part, Why};
pub use entry::{Entry, put_header, put_table};
pub use find::{Found, find};
pub use kinds::Kinds;
pub use parts::{HEADER_BYTES, Header, is_likely};
pub use read::read;
pub use write::write;

/// What a blob is about, in four letters.
pub type Kind = [u8; 4];

/// A run of bytes with a name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Blob {
    /// What its bytes are about. Those who know the kind know how to read them.
    pub kind: Kind,
    /// What it is called: no other of its kind has the same name. Of more than 255 bytes the rest is left out.
    pub name: String,
    /// Where its bytes begin in the file from which it was read. For writing it does not count.
    pub at: usize,
    /// What it holds.
    pub bytes: Vec<u8>,
}

impl Blob {
    /// A blob to be written.
    pub fn new(kind: Kind, name: impl Into<String>, bytes: Vec<u8>) -> Self {
        Self { kind, name: name.into(), at: 0, bytes }
    }
}

/// What a file of blobs holds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Blobs {
    /// Which save it is: each has one more than the one before. Nothing if the header is damaged.
    pub saves: Option<u64>,
    /// All blobs that are whole, in the order of the file.
    pub blobs: Vec<Blob>,
    /// What is not.
    pub damage: Vec<Damage>,
}
