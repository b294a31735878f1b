//! Reads a number typed while something is held.

use super::input::Cap;

/// The most characters of a number.
const LONGEST: usize = 12;

/// The characters of a number that is being typed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Typed(String);

impl Typed {
    /// Adds a key to the number. A minus changes its sign, wherever it is typed.
    pub fn key(&mut self, cap: Cap) {
        match cap {
            Cap::Backspace => drop(self.0.pop()),
            Cap::Char('-') if self.0.starts_with('-') => drop(self.0.remove(0)),
            Cap::Char('-') => self.0.insert(0, '-'),
            Cap::Char('.' | ',') if !self.0.contains('.') => self.0.push('.'),
            Cap::Char(digit @ '0'..='9') if self.0.len() < LONGEST => self.0.push(digit),
            _ => {}
        }
    }

    /// Returns the number, if the characters are one.
    pub fn number(&self) -> Option<f32> {
        let digits = self.0.contains(|letter: char| letter.is_ascii_digit());
        digits.then(|| self.0.parse().ok()).flatten()
    }

    /// Returns the characters typed so far, with a mark where the next one goes.
    pub fn words(&self) -> Option<String> {
        (!self.0.is_empty()).then(|| format!("{}_", self.0))
    }
}
