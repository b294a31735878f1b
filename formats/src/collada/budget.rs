//! The memory that all surfaces of a file may take together.

use super::error::{Error, refusal};
use super::xml::Element;

/// Most numbers of all surfaces together: 256 MiB. Elements can share lists, so that a short file could ask for far
/// more than it contains.
const MAX_NUMBERS: usize = 1 << 26;

/// Counts the memory of a file's surfaces.
pub(super) struct Budget {
    left: usize,
}

impl Default for Budget {
    fn default() -> Self {
        Self { left: MAX_NUMBERS }
    }
}

impl Budget {
    /// Takes memory for some numbers, on behalf of an element.
    pub fn spend(&mut self, element: Element, numbers: usize) -> Result<(), Error> {
        match self.left.checked_sub(numbers) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => {
                let what =
                    format!("With this, the surfaces of the file have more than {MAX_NUMBERS} numbers.");
                Err(refusal(element, what, "Export a part of the scene only, or look what instances what."))
            }
        }
    }
}
