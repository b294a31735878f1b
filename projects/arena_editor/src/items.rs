//! What there is in an arena, in lists.

use play::Arena;

/// A list of items that are put up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum List {
    /// Models.
    #[default]
    Pieces,
    /// Spot lights.
    Lamps,
    /// Training dummies.
    Dummies,
    /// Spheres: on the knight, or on every dummy.
    Spheres(usize),
}

/// One of the items in a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Item {
    /// Which list.
    pub list: List,
    /// Which of the list.
    pub index: usize,
}

impl List {
    /// All lists, with their names.
    pub const ALL: [(Self, &str); 5] = [
        (Self::Pieces, "pieces"),
        (Self::Lamps, "lamps"),
        (Self::Dummies, "dummies"),
        (Self::Spheres(0), "on knight"),
        (Self::Spheres(1), "on dummy"),
    ];

    /// The list after it, or the one before; after the last comes the first.
    pub fn next(self, back: bool) -> Self {
        let (all, count) = (Self::ALL, Self::ALL.len());
        let now = all.iter().position(|(list, _)| *list == self).unwrap_or(0);
        all[(now + if back { count - 1 } else { 1 }) % count].0
    }

    /// What one of them is called.
    pub fn one(self) -> &'static str {
        match self {
            Self::Pieces => "piece",
            Self::Lamps => "lamp",
            Self::Dummies => "dummy",
            Self::Spheres(_) => "sphere",
        }
    }

    /// The names of all that it has.
    pub fn names(self, arena: &Arena) -> Vec<String> {
        match self {
            Self::Pieces => arena.pieces.iter().map(|piece| piece.name.clone()).collect(),
            Self::Lamps => arena.lamps.iter().map(|lamp| lamp.name.clone()).collect(),
            Self::Dummies => (1..=arena.dummies.len()).map(|number| format!("dummy {number}")).collect(),
            Self::Spheres(whose) => arena.spheres[whose].iter().map(|sphere| sphere.name.clone()).collect(),
        }
    }

    /// How many it has.
    pub fn count(self, arena: &Arena) -> usize {
        match self {
            Self::Pieces => arena.pieces.len(),
            Self::Lamps => arena.lamps.len(),
            Self::Dummies => arena.dummies.len(),
            Self::Spheres(whose) => arena.spheres[whose].len(),
        }
    }

    /// A name that none of it has, like another one: "crate 3" after "crate 2".
    pub fn free_name(self, arena: &Arena, like: &str) -> String {
        let names = self.names(arena);
        let stem = like.trim_end_matches(|letter: char| letter.is_ascii_digit()).trim_end();
        let stem = if stem.is_empty() { like } else { stem };
        let numbered = (2..).map(|number: usize| format!("{stem} {number}"));
        let mut all = [stem.to_owned()].into_iter().chain(numbered);
        all.find(|name| !names.contains(name)).unwrap_or_default()
    }

    /// Puts a copy of one at the end, under another name.
    pub(crate) fn copy(self, arena: &mut Arena, index: usize) {
        let name = self.names(arena).get(index).map(|name| self.free_name(arena, name)).unwrap_or_default();
        match self {
            Self::Pieces => again(&mut arena.pieces, index, |piece| piece.name = name),
            Self::Lamps => again(&mut arena.lamps, index, |lamp| lamp.name = name),
            Self::Dummies => again(&mut arena.dummies, index, |_| ()),
            Self::Spheres(whose) => again(&mut arena.spheres[whose], index, |sphere| sphere.name = name),
        }
    }

    pub(crate) fn remove(self, arena: &mut Arena, index: usize) {
        match self {
            Self::Pieces => drop(arena.pieces.remove(index)),
            Self::Lamps => drop(arena.lamps.remove(index)),
            Self::Dummies => drop(arena.dummies.remove(index)),
            Self::Spheres(whose) => drop(arena.spheres[whose].remove(index)),
        }
    }

    pub(crate) fn swap(self, arena: &mut Arena, one: usize, other: usize) {
        match self {
            Self::Pieces => arena.pieces.swap(one, other),
            Self::Lamps => arena.lamps.swap(one, other),
            Self::Dummies => arena.dummies.swap(one, other),
            Self::Spheres(whose) => arena.spheres[whose].swap(one, other),
        }
    }
}

/// Adds one of a list once more, not quite the same.
fn again<T: Clone>(list: &mut Vec<T>, index: usize, change: impl FnOnce(&mut T)) {
    let mut copy = list[index].clone();
    change(&mut copy);
    list.push(copy);
}
