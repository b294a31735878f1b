//! What is so in a tick: what states ask for.

/// Something that is so, or is not.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[repr(u8)]
pub enum Fact {
    /// It stands on something.
    Ground,
    /// Nothing holds it.
    Air,
    /// It holds fast to a ladder.
    Ladder,
    /// It pushes against a wall, in the air.
    Wall,
    /// It moves along the ground.
    Moves,
    /// It is in the shape that ducks.
    Ducks,
    /// It has jumped, and has not come down since.
    Jumped,
    /// It goes down, in the air.
    Falls,
    /// It came down hard in this tick.
    Landed,
    /// It is to strike with the fist: pressed in this tick.
    Punch,
    /// It is to swing the sword, and holds it: pressed in this tick.
    Swing,
    /// It was struck in this tick.
    Hit,
    /// It was struck hard in this tick, or too often.
    HitHard,
    /// The clip of its state has come to its end.
    Ended,
}

impl Fact {
    /// All of them, with their names in tables.
    pub const ALL: [(Self, &str); 14] = [
        (Self::Ground, "ground"),
        (Self::Air, "air"),
        (Self::Ladder, "ladder"),
        (Self::Wall, "wall"),
        (Self::Moves, "moves"),
        (Self::Ducks, "ducks"),
        (Self::Jumped, "jumped"),
        (Self::Falls, "falls"),
        (Self::Landed, "landed"),
        (Self::Punch, "punch"),
        (Self::Swing, "swing"),
        (Self::Hit, "hit"),
        (Self::HitHard, "hit hard"),
        (Self::Ended, "ended"),
    ];
}

/// All that is so in a tick.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Facts(u32);

impl Facts {
    /// Makes a fact so, or not.
    pub fn set(&mut self, fact: Fact, is_so: bool) {
        let bit = 1 << fact as u8;
        self.0 = if is_so { self.0 | bit } else { self.0 & !bit };
    }

    /// A bit for each fact.
    pub fn to_bits(self) -> u32 {
        self.0
    }

    /// Whether a fact is so.
    pub fn has(self, fact: Fact) -> bool {
        self.0 >> fact as u8 & 1 == 1
    }
}

impl FromIterator<Fact> for Facts {
    fn from_iter<T: IntoIterator<Item = Fact>>(facts: T) -> Self {
        let mut all = Self::default();
        facts.into_iter().for_each(|fact| all.set(fact, true));
        all
    }
}
