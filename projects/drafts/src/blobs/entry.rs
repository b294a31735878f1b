//! A blob without its bytes: what its own header and the table say of it.

use super::parts::{self, Taker};
use super::{Blob, Kind, checksum};

/// With what the header of a blob begins.
pub(super) const MARK: [u8; 4] = *b"BLOB";

/// With what the table begins.
pub(super) const TABLE_MARK: [u8; 4] = *b"TABL";

/// What is known of a blob before its bytes are looked at. When it was read from a file, none of it needs to be true.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// What the blob is about.
    pub kind: Kind,
    /// What it is called.
    pub name: String,
    /// Where its bytes begin, counted from the beginning of the file.
    pub at: usize,
    /// How many there are.
    pub length: usize,
    /// The checksum that they should have.
    pub checksum: u32,
}

impl Entry {
    /// The entry of a blob whose bytes begin at a place.
    pub fn of(blob: &Blob, at: usize) -> Self {
        let Blob { kind, name, bytes, .. } = blob;
        Self { kind: *kind, name: name.clone(), at, length: bytes.len(), checksum: checksum(bytes) }
    }

    /// The blob that has some bytes.
    pub fn blob(self, bytes: &[u8]) -> Blob {
        Blob { kind: self.kind, name: self.name, at: self.at, bytes: bytes.to_vec() }
    }

    /// The same blob, found elsewhere in a table.
    pub(super) fn take(from: &mut Taker) -> Option<Self> {
        let (kind, at, length) = (from.array()?, from.length()?, from.length()?);
        Some(Self { kind, at, length, checksum: from.u32()?, name: from.name()? })
    }

    /// What a blob's own header says that begins at a place of the file; nothing if none begins there, or a damaged one.
    pub(super) fn of_header(file: &[u8], begin: usize) -> Option<Self> {
        let header = file.get(begin..)?;
        let mut from = Taker::new(header.strip_prefix(&MARK)?);
        let (kind, length) = (from.array()?, from.length()?);
        let entry = Self { kind, length, checksum: from.u32()?, name: from.name()?, at: 0 };
        let end = MARK.len() + from.at();
        let at = begin + end + 4;
        (from.u32()? == checksum(&header[..end])).then_some(Self { at, ..entry })
    }
}

/// Adds the header of a blob to a file. The blob's bytes belong right behind it.
pub fn put_header(file: &mut Vec<u8>, blob: &Blob) {
    let begin = file.len();
    file.extend(MARK);
    file.extend(blob.kind);
    file.extend((blob.bytes.len() as u64).to_le_bytes());
    file.extend(checksum(&blob.bytes).to_le_bytes());
    parts::put_name(file, &blob.name);
    file.extend(checksum(&file[begin..]).to_le_bytes());
}

/// Adds the table to a file: an entry for each blob, in the order of the file.
pub fn put_table(file: &mut Vec<u8>, entries: &[Entry]) {
    let begin = file.len();
    file.extend(TABLE_MARK);
    file.extend((entries.len() as u32).to_le_bytes());
    for entry in entries {
        file.extend(entry.kind);
        file.extend((entry.at as u64).to_le_bytes());
        file.extend((entry.length as u64).to_le_bytes());
        file.extend(entry.checksum.to_le_bytes());
        parts::put_name(file, &entry.name);
    }
    file.extend(checksum(&file[begin..]).to_le_bytes());
}

/// The entries of a table; nothing if it is cut off or damaged.
pub(super) fn take_table(table: &[u8]) -> Option<Vec<Entry>> {
    let (inside, end) = table.split_last_chunk()?;
    let mut from = Taker::new(inside.strip_prefix(&TABLE_MARK)?);
    if checksum(inside) != u32::from_le_bytes(*end) {
        return None;
    }
    // The count is only a claim. So no room is made for so many: the list grows with what there is.
    let entries: Option<Vec<_>> = (0..from.u32()?).map(|_| Entry::take(&mut from)).collect();
    entries.filter(|_| from.is_empty())
}
