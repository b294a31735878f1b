//! The conditions of a tick, for which transitions of states ask.

/// A fact about a character that is true or false in a tick.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[repr(u8)]
pub enum Condition {
    /// The character stands on something.
    Ground,
    /// The character is in the air, and holds on to nothing.
    Air,
    /// The character holds on to a ladder.
    Ladder,
    /// The character pushes against a wall, in the air.
    Wall,
    /// The character moves along the ground.
    Moves,
    /// The character runs: it moves along the ground, faster than it walks or crawls.
    Fast,
    /// The character has the shape that ducks.
    Ducks,
    /// The character has jumped, and has not landed since.
    Jumped,
    /// The character moves down in the air.
    Falls,
    /// The character has landed hard in this tick.
    Landed,
    /// The button to punch was pressed in this tick, or a guard wants to strike.
    Punch,
    /// The button to swing was pressed in this tick, and the right hand has the sword.
    Swing,
    /// The character was struck in this tick.
    Hit,
    /// The character was struck hard in this tick, or too often.
    HitHard,
    /// The clip of the state has ended.
    Ended,
    /// What counts is done: the knight has arrived, or this dummy has fallen, while the clock runs.
    Done,
}

impl Condition {
    /// All conditions, with their names in tables.
    pub const ALL: [(Self, &str); 16] = [
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
        (Self::Done, "done"),
    ];

    /// Returns the condition's name in tables.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].1
    }
}

/// The conditions that are true in a tick, as bits.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Conditions(u32);

impl Conditions {
    pub fn set(&mut self, condition: Condition, is_so: bool) {
        let bit = 1 << condition as u8;
        self.0 = if is_so { self.0 | bit } else { self.0 & !bit };
    }

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
