//! Limits the memory that a file may take, relative to its size.

use super::trouble::{Json, Trouble};
use std::cell::Cell;

/// Most bytes of memory for a byte of the file. Accessors, samplers, meshes and skins can be used again and again, and
/// some accessors need no bytes at all. Triangles with two bytes a corner and without normals rightly take almost as
/// much: each gets three vertices of its own.
const MOST_OF_A_BYTE: usize = 32;

/// Bytes that any file may take in addition: small files may rightly use one accessor many times.
const MOST_OF_ANY_FILE: usize = 64 << 20;

/// Counts the bytes that are left.
pub(super) struct Budget(Cell<usize>);

impl Budget {
    /// Makes the budget for a file of this many bytes.
    pub fn new(file_bytes: usize) -> Self {
        Self(Cell::new(file_bytes.saturating_mul(MOST_OF_A_BYTE).saturating_add(MOST_OF_ANY_FILE)))
    }

    /// Takes memory for `count` things of `size` bytes each, which a value of the file needs.
    pub fn spend<'t>(&self, at: Json<'t>, count: usize, size: usize) -> Result<(), Trouble<'t>> {
        let Some(left) = self.left().checked_sub(count.saturating_mul(size)) else {
            let what = "With this the file asks for far more memory than it holds bytes.";
            return Err(Trouble::at(at, what).advising("Export it with less in one file."));
        };
        self.0.set(left);
        Ok(())
    }

    /// Returns the bytes that are left.
    pub fn left(&self) -> usize {
        self.0.get()
    }
}
