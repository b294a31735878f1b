//! Numbers and names as bytes, and the header of the file.

use super::checksum;

/// With what a file begins. A byte that is no letter and both ends of a line: whoever takes the file for a text and
/// changes one of them is noticed.
const MAGIC: [u8; 8] = *b"\x89KEYS\r\n\x1a";

/// Which version of the format this is.
pub(super) const VERSION: u32 = 1;

/// How many bytes the header of a file has.
pub const HEADER_BYTES: usize = 32;

/// What the first bytes of a file say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// By which version of the format the rest is to be read.
    pub version: u32,
    /// Which save it is: each has one more than the one before.
    pub saves: u64,
    /// Where the table begins.
    pub table_at: usize,
}

/// Whether some bytes begin as a file with blobs does, be it damaged or not.
pub fn is_likely(file: &[u8]) -> bool {
    file.starts_with(&MAGIC)
}

impl Header {
    /// Writes the header over the first bytes of a file.
    pub fn put(saves: u64, table_at: usize, file: &mut [u8]) {
        let mut header = Vec::with_capacity(HEADER_BYTES);
        header.extend(MAGIC);
        header.extend(VERSION.to_le_bytes());
        header.extend(saves.to_le_bytes());
        header.extend((table_at as u64).to_le_bytes());
        header.extend(checksum(&header).to_le_bytes());
        file.iter_mut().zip(header).for_each(|(byte, new)| *byte = new);
    }

    /// Reads it; nothing if it is cut off or damaged, or the file is another one. The first [`HEADER_BYTES`] are enough.
    pub fn take(file: &[u8]) -> Option<Self> {
        let (header, rest) = file.split_at_checked(HEADER_BYTES - 4)?;
        let mut from = Taker::new(header.strip_prefix(&MAGIC)?);
        let (version, saves, table_at) = (from.u32()?, from.u64()?, from.length()?);
        let is_whole = rest.get(..4)? == checksum(header).to_le_bytes();
        is_whole.then_some(Self { version, saves, table_at })
    }
}

/// The longest name, in bytes.
const LONGEST_NAME: usize = u8::MAX as usize;

/// Adds a name: a byte with its length, and its letters as UTF-8.
pub fn put_name(file: &mut Vec<u8>, name: &str) {
    let mut length = name.len().min(LONGEST_NAME);
    while !name.is_char_boundary(length) {
        length -= 1;
    }
    file.push(length as u8);
    file.extend(&name.as_bytes()[..length]);
}

/// Takes one number after the other from some bytes, if they are there.
pub(crate) struct Taker<'b> {
    bytes: &'b [u8],
    all: usize,
}

impl<'b> Taker<'b> {
    pub fn new(bytes: &'b [u8]) -> Self {
        Self { bytes, all: bytes.len() }
    }

    /// How many bytes were taken.
    pub fn at(&self) -> usize {
        self.all - self.bytes.len()
    }

    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// So many bytes.
    pub fn take(&mut self, count: usize) -> Option<&'b [u8]> {
        let (taken, rest) = self.bytes.split_at_checked(count)?;
        self.bytes = rest;
        Some(taken)
    }

    pub fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.take(N)?.try_into().ok()
    }

    pub fn u8(&mut self) -> Option<u8> {
        self.array().map(u8::from_le_bytes)
    }

    pub fn u32(&mut self) -> Option<u32> {
        self.array().map(u32::from_le_bytes)
    }

    pub fn u64(&mut self) -> Option<u64> {
        self.array().map(u64::from_le_bytes)
    }

    /// A length or a place of eight bytes. One too large for this machine is as large as can be: it is outside anyway.
    pub fn length(&mut self) -> Option<usize> {
        self.u64().map(|length| usize::try_from(length).unwrap_or(usize::MAX))
    }

    /// What [`put_name`] writes.
    pub fn name(&mut self) -> Option<String> {
        let length = self.u8()?;
        let name = self.take(length.into())?;
        String::from_utf8(name.to_vec()).ok()
    }
}
