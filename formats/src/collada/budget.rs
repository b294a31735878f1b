//! The memory that all surfaces of a file may take together.

use super::error::{Error, refusal};
use super::xml::{Element, Xml};

/// Most numbers of all surfaces together: 256 MiB. Elements can share lists, so that a short file could ask for far
/// more than it contains.
pub(super) const MAX_NUMBERS: usize = 1 << 26;

impl Xml<'_> {
    /// Takes memory for some numbers of surfaces, on behalf of an element.
    pub fn spend(&self, element: Element, numbers: usize) -> Result<(), Error> {
        let Some(left) = self.numbers_left.get().checked_sub(numbers) else {
            let what = format!("With this, the surfaces of the file have more than {MAX_NUMBERS} numbers.");
            return Err(refusal(
                element,
                what,
                "Export a part of the scene only, or look what instances what.",
            ));
        };
        self.numbers_left.set(left);
        Ok(())
    }
}
