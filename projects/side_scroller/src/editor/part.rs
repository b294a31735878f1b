//! The parts of a level that the mouse can grab: its items, and its polygons with their corners.

use crate::editor::hand::Mouse;
use crate::editor::work::{LevelWork, centre};
use glam::{DVec2, DVec3, Vec3, dvec3};
use ground::{Polygon, contains, edges};
use play::{Arena, Piece};

/// The offset of a copy from its original, in metres.
const BESIDE: DVec3 = dvec3(1.0, 0.0, 0.0);

/// The z of a new model, behind who plays, in metres.
const FAR: f64 = -2.3;

/// The names of the things to put up that are no models.
pub const FINISH: &str = "finish";
pub const DUMMY: &str = "dummy";

/// A part of a level, by indices. The first four are items, with a place of their own.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LevelPart {
    /// The place where the player starts.
    Start,
    /// The place where the way ends.
    Finish,
    /// A training dummy that can be struck.
    Dummy(usize),
    /// A model that decorates the level.
    Piece(usize),
    /// An obstacle's corner.
    Corner(usize, usize),
    /// The middle of an obstacle's edge, by the corner where the edge begins.
    Middle(usize, usize),
    /// The far end of a platform's way.
    Way(usize),
    /// A whole obstacle.
    Polygon(usize),
}

impl LevelPart {
    /// Returns all items of a level.
    pub fn items(arena: &Arena) -> Vec<Self> {
        let pieces = (0..arena.pieces.len()).map(Self::Piece);
        let dummies = (0..arena.dummies.len()).map(Self::Dummy);
        let finish = arena.finish.map(|_| Self::Finish);
        [Self::Start].into_iter().chain(finish).chain(dummies).chain(pieces).collect()
    }

    /// Returns the obstacle that the part belongs to, or none for an item.
    pub fn obstacle(self) -> Option<usize> {
        match self {
            Self::Start | Self::Finish | Self::Dummy(_) | Self::Piece(_) => None,
            Self::Corner(obstacle, _)
            | Self::Middle(obstacle, _)
            | Self::Way(obstacle)
            | Self::Polygon(obstacle) => Some(obstacle),
        }
    }

    /// Returns the name for users and scripts, with numbers counted from 1.
    pub fn name(self) -> String {
        match self {
            Self::Start => "start".to_owned(),
            Self::Finish => FINISH.to_owned(),
            Self::Dummy(index) => format!("{DUMMY} {}", index + 1),
            Self::Piece(index) => format!("piece {}", index + 1),
            Self::Corner(obstacle, corner) => format!("corner {}.{}", obstacle + 1, corner + 1),
            Self::Middle(obstacle, corner) => format!("edge {}.{}", obstacle + 1, corner + 1),
            Self::Way(obstacle) => format!("way {}", obstacle + 1),
            Self::Polygon(obstacle) => format!("polygon {}", obstacle + 1),
        }
    }

    /// Returns the place of its handle, or none if it no longer exists. A whole polygon has none.
    pub fn place(self, arena: &Arena) -> Option<DVec3> {
        let obstacle = self.obstacle().and_then(|obstacle| arena.level.obstacles.get(obstacle));
        let ring = obstacle.map_or(&[][..], |obstacle| obstacle.polygon.corners());
        let place = match self {
            Self::Start => arena.level.start,
            Self::Finish => arena.finish?,
            Self::Dummy(index) => *arena.dummies.get(index)?,
            Self::Piece(index) => return arena.pieces.get(index).map(|piece| piece.at.as_dvec3()),
            Self::Corner(_, corner) => *ring.get(corner)?,
            Self::Middle(_, corner) => ring.get(corner)?.midpoint(ring[(corner + 1) % ring.len()]),
            Self::Way(_) => centre(&obstacle?.polygon) + obstacle?.moves?.by,
            Self::Polygon(_) => return None,
        };
        Some(place.extend(0.0))
    }

    /// Moves an item to a place. Unless it's left in the air, it falls to the ground below.
    pub fn put(self, arena: &mut Arena, at: DVec3, in_air: bool) {
        let ground = arena.level.height_below(at.truncate());
        let rests = at.with_y(ground.filter(|_| !in_air).unwrap_or(at.y));
        match self {
            Self::Start => arena.level.start = rests.truncate(),
            Self::Finish => arena.finish = Some(rests.truncate()),
            Self::Dummy(index) => arena.dummies[index] = rests.truncate(),
            Self::Piece(index) => arena.pieces[index].at = rests.as_vec3(),
            _ => {}
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

    /// Adds a copy beside an item, and returns it, or none for the start and the finish.
    pub fn copy(self, arena: &mut Arena) -> Option<Self> {
        let at = self.place(arena)?;
        let copy = match self {
            Self::Dummy(index) => Self::Dummy(push_copy(&mut arena.dummies, index)),
            Self::Piece(index) => Self::Piece(push_copy(&mut arena.pieces, index)),
            _ => return None,
        };
        copy.put(arena, at + BESIDE, false);
        Some(copy)
    }

    /// Removes an item, unless it is the start, or a whole polygon.
    pub fn remove(self, arena: &mut Arena) {
        match self {
            Self::Finish => arena.finish = None,
            Self::Dummy(index) => drop(arena.dummies.remove(index)),
            Self::Piece(index) => drop(arena.pieces.remove(index)),
            Self::Polygon(index) => drop(arena.level.obstacles.remove(index)),
            _ => {}
        }
    }
}

/// Appends a copy of an item of a list, and returns the copy's index.
fn push_copy<T: Clone>(list: &mut Vec<T>, index: usize) -> usize {
    list.push(list[index].clone());
    list.len() - 1
}

impl LevelWork {
    /// Returns the part under the mouse, a selected one before the rest, and a small one before a large one.
    ///
    /// `moved` returns how far an obstacle is from its place in the level.
    pub fn part_at(&self, mouse: Mouse, moved: impl Fn(usize) -> DVec2) -> Option<LevelPart> {
        let nearest = |parts: Vec<LevelPart>| {
            let away = |&part: &LevelPart| {
                let place = part.place(self.arena())?;
                Some((mouse.beside(place).distance(place.truncate()), part))
            };
            let near = parts.iter().filter_map(away).filter(|&(away, _)| away <= mouse.reach);
            near.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, part)| part)
        };
        let obstacles = 0..self.level().obstacles.len();
        let corners = |obstacle: usize| 0..self.ring(obstacle).len();
        let corners_of = |obstacle| corners(obstacle).map(move |corner| LevelPart::Corner(obstacle, corner));
        let chosen = self.chosen.and_then(LevelPart::obstacle);
        let handles = chosen.into_iter().flat_map(|obstacle| {
            let middles = corners(obstacle).map(move |corner| LevelPart::Middle(obstacle, corner));
            corners_of(obstacle).chain([LevelPart::Way(obstacle)]).chain(middles)
        });
        let polygon = || {
            let under: Vec<usize> = obstacles
                .clone()
                .filter(|&index| contains(self.ring(index), mouse.at - moved(index)))
                .collect();
            let size = |&index: &usize| area(&self.level().obstacles[index].polygon);
            let small = || under.iter().copied().min_by(|a, b| size(a).total_cmp(&size(b)));
            chosen.filter(|chosen| under.contains(chosen)).or_else(small).map(LevelPart::Polygon)
        };
        nearest(handles.collect())
            .or_else(|| nearest(LevelPart::items(self.arena())))
            .or_else(|| nearest(obstacles.clone().flat_map(corners_of).collect()))
            .or_else(polygon)
    }
}

fn area(polygon: &Polygon) -> f64 {
    0.5 * edges(polygon.corners()).map(|[from, to]| from.perp_dot(to)).sum::<f64>()
}
