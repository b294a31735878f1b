//! The words of a joint's name.

/// A side of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The left one.
    Left,
    /// The right one.
    Right,
}

impl Side {
    /// The side that a word means.
    pub fn of(word: &str) -> Option<Self> {
        let is = |names: [&str; 2]| names.iter().any(|name| word.eq_ignore_ascii_case(name));
        match () {
            () if is(["l", "left"]) => Some(Self::Left),
            () if is(["r", "right"]) => Some(Self::Right),
            () => None,
        }
    }

    /// The other side.
    pub fn other(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }
}

/// The words of a name, and what is between them. In `mixamorig:LeftArm2` they are `mixamorig`, `:`, `Left`, `Arm` and `2`.
pub fn words(name: &str) -> Vec<&str> {
    let characters: Vec<(usize, char)> = name.char_indices().collect();
    let mut words = Vec::new();
    let mut start = 0;
    for i in 1..characters.len() {
        let after = characters.get(i + 1).map(|&(_, next)| next);
        if is_border(characters[i - 1].1, characters[i].1, after) {
            words.push(&name[start..characters[i].0]);
            start = characters[i].0;
        }
    }
    words.push(&name[start..]);
    words
}

/// Returns true if a word begins at a character, given the one before it and the one after it.
fn is_border(before: char, here: char, after: Option<char>) -> bool {
    if !(before.is_alphabetic() && here.is_alphabetic()) {
        return before.is_alphabetic() || here.is_alphabetic();
    }
    // In `LArm` and `LEFTArm` the last capital begins the next word.
    here.is_uppercase() && (before.is_lowercase() || after.is_some_and(char::is_lowercase))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_words_of_a_name_are_all_of_it(name in "\\PC{0,12}") {
            prop_assert_eq!(words(&name).concat(), name);
        }
    }
}
