//! The things with a place of their own among the polygons.

use glam::{DVec2, DVec3, dvec2, dvec3, vec3};
use play::{Arena, Heights, Lamp, Piece};

/// The offset of a copy from what it was made of, in metres.
const BESIDE: DVec3 = dvec3(1.0, 0.0, 0.0);

/// The depth of a new piece: behind those who play.
const BEHIND: f64 = -2.0;

/// Something with a place of its own; the number is its place in the level's list.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Item {
    /// The place where a player begins.
    Start,
    /// A training dummy.
    Dummy(usize),
    /// A model that is put up.
    Piece(usize),
    /// A lamp.
    Lamp(usize),
}

impl Item {
    /// All of a level, or the start alone.
    pub fn all(arena: &Arena, has_items: bool) -> Vec<Self> {
        let count = |count: usize| 0..if has_items { count } else { 0 };
        let pieces = count(arena.pieces.len()).map(Self::Piece);
        let lamps = count(arena.lamps.len()).map(Self::Lamp);
        let dummies = count(arena.dummies.len()).map(Self::Dummy);
        [Self::Start].into_iter().chain(dummies).chain(lamps).chain(pieces).collect()
    }

    /// Its name for people and scripts, with its number counted from 1.
    pub fn name(self) -> String {
        match self {
            Self::Start => "start".to_owned(),
            Self::Dummy(index) => format!("dummy {}", index + 1),
            Self::Piece(index) => format!("piece {}", index + 1),
            Self::Lamp(index) => format!("lamp {}", index + 1),
        }
    }

    /// Its place in the level, if it is there.
    pub fn place(self, arena: &Arena) -> Option<DVec3> {
        match self {
            Self::Start => Some(arena.level.start.extend(0.0)),
            Self::Dummy(index) => arena.dummies.get(index).map(|at| at.extend(0.0)),
            Self::Piece(index) => arena.pieces.get(index).map(|piece| piece.at.as_dvec3()),
            Self::Lamp(index) => arena.lamps.get(index).map(|lamp| lamp.at.as_dvec3()),
        }
    }

    /// Puts it somewhere else. A dummy falls to the ground below.
    pub fn put(self, arena: &mut Arena, at: DVec3) {
        match self {
            Self::Start => arena.level.start = at.truncate(),
            Self::Dummy(index) => arena.dummies[index] = on_ground(arena, at.truncate()),
            Self::Piece(index) => arena.pieces[index].at = at.as_vec3(),
            Self::Lamp(index) => arena.lamps[index].at = at.as_vec3(),
        }
    }

    /// Adds a copy beside it, and returns that. There is one start only.
    pub fn copy(self, arena: &mut Arena) -> Option<Self> {
        let at = self.place(arena)?;
        let copy = match self {
            Self::Start => return None,
            Self::Dummy(index) => push(&mut arena.dummies, index).map(Self::Dummy),
            Self::Piece(index) => push(&mut arena.pieces, index).map(Self::Piece),
            Self::Lamp(index) => push(&mut arena.lamps, index).map(Self::Lamp),
        }?;
        copy.put(arena, at + BESIDE);
        Some(copy)
    }

    /// Removes it. The start stays.
    pub fn remove(self, arena: &mut Arena) {
        match self {
            Self::Start => {}
            Self::Dummy(index) => drop(arena.dummies.remove(index)),
            Self::Piece(index) => drop(arena.pieces.remove(index)),
            Self::Lamp(index) => drop(arena.lamps.remove(index)),
        }
    }
}

/// Adds a copy of one of a list at its end, and returns the number of that.
fn push<T: Clone>(list: &mut Vec<T>, index: usize) -> Option<usize> {
    list.push(list.get(index)?.clone());
    Some(list.len() - 1)
}

/// The nearest ground below a place, or else the place.
fn on_ground(arena: &Arena, at: DVec2) -> DVec2 {
    dvec2(at.x, Heights::new(&arena.level).below(at).unwrap_or(at.y))
}

/// Puts up a piece in front of which one plays.
pub fn new_piece(arena: &mut Arena, model: &str, near: DVec2) -> Item {
    let at = on_ground(arena, near).extend(BEHIND).as_vec3();
    arena.pieces.push(Piece { model: model.to_owned(), at, turned: 0.0, size: 1.0 });
    Item::Piece(arena.pieces.len() - 1)
}

/// Adds a lamp above a place, which shines down.
pub fn new_lamp(arena: &mut Arena, near: DVec2) -> Item {
    arena.lamps.push(Lamp {
        at: near.as_vec2().extend(0.0) + vec3(0.0, 2.5, 0.0),
        towards: vec3(0.0, -1.5, 0.0),
        cone: [25.0, 40.0],
        colour: vec3(1.5, 1.2, 0.8),
        reach: 8.0,
    });
    Item::Lamp(arena.lamps.len() - 1)
}

/// Puts up a training dummy.
pub fn new_dummy(arena: &mut Arena, near: DVec2) -> Item {
    arena.dummies.push(on_ground(arena, near));
    Item::Dummy(arena.dummies.len() - 1)
}
