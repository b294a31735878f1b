//! The things of a level that aren't polygons.

use glam::{DVec2, DVec3, Vec3, dvec3};
use play::{Arena, Heights, Piece};

/// The offset of a copy from its original, in metres.
const BESIDE: DVec3 = dvec3(1.0, 0.0, 0.0);

/// The z of a new model, behind who plays, in metres.
const FAR: f64 = -2.3;

/// The names of the things to put up that are no models.
pub const FINISH: &str = "finish";
pub const DUMMY: &str = "dummy";

/// A thing with a place of its own, as an index into the level's list.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Item {
    /// The place where the player starts.
    Start,
    /// The place where the way ends.
    Finish,
    /// A training dummy that can be struck.
    Dummy(usize),
    /// A model that decorates the level.
    Piece(usize),
}

impl Item {
    /// Returns all items of a level.
    pub fn all(arena: &Arena) -> Vec<Self> {
        let pieces = (0..arena.pieces.len()).map(Self::Piece);
        let dummies = (0..arena.dummies.len()).map(Self::Dummy);
        let finish = arena.finish.map(|_| Self::Finish);
        [Self::Start].into_iter().chain(finish).chain(dummies).chain(pieces).collect()
    }

    /// Returns the name for users and scripts, with a number counted from 1.
    pub fn name(self) -> String {
        match self {
            Self::Start => "start".to_owned(),
            Self::Finish => FINISH.to_owned(),
            Self::Dummy(index) => format!("{DUMMY} {}", index + 1),
            Self::Piece(index) => format!("piece {}", index + 1),
        }
    }

    /// Returns the place in the level, or none if the item no longer exists.
    pub fn place(self, arena: &Arena) -> Option<DVec3> {
        match self {
            Self::Start => Some(arena.level.start.extend(0.0)),
            Self::Finish => arena.finish.map(|at| at.extend(0.0)),
            Self::Dummy(index) => arena.dummies.get(index).map(|at| at.extend(0.0)),
            Self::Piece(index) => arena.pieces.get(index).map(|piece| piece.at.as_dvec3()),
        }
    }

    /// Moves the item to a place. Unless it's left in the air, it falls to the ground below.
    pub fn put(self, arena: &mut Arena, at: DVec3, in_air: bool) {
        let ground = Heights::new(&arena.level).below(at.truncate());
        let rests = at.with_y(ground.filter(|_| !in_air).unwrap_or(at.y));
        match self {
            Self::Start => arena.level.start = rests.truncate(),
            Self::Finish => arena.finish = Some(rests.truncate()),
            Self::Dummy(index) => arena.dummies[index] = rests.truncate(),
            Self::Piece(index) => arena.pieces[index].at = rests.as_vec3(),
        }
    }

    /// Adds a finish, a dummy or a model by its name on the ground below a place, and returns it.
    pub fn add(arena: &mut Arena, name: &str, at: DVec2) -> Self {
        let added = match name {
            FINISH => Self::Finish,
            DUMMY => {
                arena.dummies.push(at);
                Self::Dummy(arena.dummies.len() - 1)
            }
            model => {
                arena.pieces.push(Piece { model: model.to_owned(), at: Vec3::ZERO, turned: 0.0, size: 1.0 });
                Self::Piece(arena.pieces.len() - 1)
            }
        };
        added.put(arena, at.extend(FAR), false);
        added
    }

    /// Adds a copy beside the item, and returns it, or none for the start and the finish.
    pub fn copy(self, arena: &mut Arena) -> Option<Self> {
        let at = self.place(arena)?;
        let copy = match self {
            Self::Start | Self::Finish => return None,
            Self::Dummy(index) => Self::Dummy(push_copy(&mut arena.dummies, index)),
            Self::Piece(index) => Self::Piece(push_copy(&mut arena.pieces, index)),
        };
        copy.put(arena, at + BESIDE, false);
        Some(copy)
    }

    /// Removes the item, unless it is the start.
    pub fn remove(self, arena: &mut Arena) {
        match self {
            Self::Start => {}
            Self::Finish => arena.finish = None,
            Self::Dummy(index) => drop(arena.dummies.remove(index)),
            Self::Piece(index) => drop(arena.pieces.remove(index)),
        }
    }
}

/// Appends a copy of an item of a list, and returns the copy's index.
fn push_copy<T: Clone>(list: &mut Vec<T>, index: usize) -> usize {
    list.push(list[index].clone());
    list.len() - 1
}
