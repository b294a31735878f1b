//! Conditions of a tick, for which the transitions of states ask.

/// Something that is so, or is not.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[repr(u8)]
pub enum Condition {
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
    /// It runs: along the ground, faster than it walks or crawls.
    Fast,
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
    /// The clip of its state has ended.
    Ended,
}

impl Condition {
    /// All of them, with their names in tables.
    pub const ALL: [(Self, &str); 15] = [
        (Self::Ground, "ground"),
        (Self::Air, "air"),
        (Self::Ladder, "ladder"),
        (Self::Wall, "wall"),
        (Self::Moves, "moves"),
        (Self::Fast, "fast"),
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

    /// Returns its name in tables.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].1
    }
}

/// All that is so in a tick.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Conditions(u32);

impl Conditions {
    /// Makes a condition so, or not.
    pub fn set(&mut self, condition: Condition, is_so: bool) {
        let bit = 1 << condition as u8;
        self.0 = if is_so { self.0 | bit } else { self.0 & !bit };
    }

    /// Returns true if a condition is so.
    pub fn has(self, condition: Condition) -> bool {
        self.0 >> condition as u8 & 1 == 1
    }
}

impl FromIterator<Condition> for Conditions {
    fn from_iter<T: IntoIterator<Item = Condition>>(conditions: T) -> Self {
        let mut all = Self::default();
        conditions.into_iter().for_each(|condition| all.set(condition, true));
        all
    }
}
