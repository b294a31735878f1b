//! Bytes, and parts of them, that can be shared without a copy.

use std::fmt;
use std::ops::{Deref, Range};
use std::sync::Arc;

/// A part of some bytes.
#[derive(Clone, Default, PartialEq)]
pub struct Bytes {
    all: Arc<Vec<u8>>,
    range: Range<usize>,
}

impl Bytes {
    /// A part of this part; none if it is out of range.
    pub fn part(&self, offset: usize, length: usize) -> Option<Self> {
        let start = self.range.start.checked_add(offset)?;
        let end = start.checked_add(length).filter(|&end| end <= self.range.end)?;
        Some(Self { all: Arc::clone(&self.all), range: start..end })
    }
}

impl From<Vec<u8>> for Bytes {
    fn from(bytes: Vec<u8>) -> Self {
        Self { range: 0..bytes.len(), all: Arc::new(bytes) }
    }
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.all[self.range.clone()]
    }
}

impl fmt::Debug for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes", self.len())
    }
}
