//! Holds the selected items of a list, one of them active.

/// Selected items, by index. A panel with room for one item shows the active one, which was chosen last.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Chosen(Vec<usize>);

impl Chosen {
    /// Returns the active item.
    pub fn active(&self) -> Option<usize> {
        self.0.last().copied()
    }

    /// Returns all selected items, the active one last.
    pub fn all(&self) -> &[usize] {
        &self.0
    }

    /// Returns true if an item is selected.
    pub fn contains(&self, one: usize) -> bool {
        self.0.contains(&one)
    }

    /// Selects one item alone.
    pub fn only(&mut self, one: usize) {
        self.0 = vec![one];
    }

    /// Selects an item and makes it active, or deselects it if it is the active one.
    pub fn toggle(&mut self, one: usize) {
        let was_active = self.active() == Some(one);
        self.0.retain(|&other| other != one);
        if !was_active {
            self.0.push(one);
        }
    }

    /// Answers a click on one: selects it alone, or one more.
    pub fn click(&mut self, one: usize, more: bool) {
        if more { self.toggle(one) } else { self.only(one) }
    }

    pub fn clear(&mut self) {
        self.0.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_click_chooses_one_and_with_a_key_one_more_or_one_less() {
        let mut chosen = Chosen::default();
        for (one, more, all) in [
            (3, true, &[3][..]),
            (5, true, &[3, 5]),
            // Chosen already, and active now.
            (3, true, &[5, 3]),
            (3, true, &[5]),
            (4, false, &[4]),
            (4, true, &[]),
        ] {
            chosen.click(one, more);
            assert_eq!(chosen.all(), all);
        }
    }
}
