//! The parts of a level that the mouse can grab.

use crate::editor::hand::Mouse;
use crate::editor::item::Item;
use crate::editor::work::LevelWork;
use glam::DVec2;
use ground::{Polygon, contains, edges};

/// A part of a level, by indices.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LevelPart {
    /// An item, such as a dummy.
    Item(Item),
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
    /// Returns the obstacle that the part belongs to.
    pub fn obstacle(self) -> Option<usize> {
        match self {
            Self::Item(_) => None,
            Self::Corner(obstacle, _)
            | Self::Middle(obstacle, _)
            | Self::Way(obstacle)
            | Self::Polygon(obstacle) => Some(obstacle),
        }
    }
}

impl LevelWork {
    /// Returns the part under the mouse, a selected one before the rest, and a small one before a large one.
    ///
    /// `moved` returns how far an obstacle is from its place in the level.
    pub fn part_at(&self, mouse: Mouse, moved: impl Fn(usize) -> DVec2) -> Option<LevelPart> {
        let nearest = |parts: Vec<LevelPart>| {
            let away = |&part: &LevelPart| {
                let place = self.place(part)?;
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
            .or_else(|| nearest(Item::all(self.arena()).into_iter().map(LevelPart::Item).collect()))
            .or_else(|| nearest(obstacles.clone().flat_map(corners_of).collect()))
            .or_else(polygon)
    }
}

fn area(polygon: &Polygon) -> f64 {
    0.5 * edges(polygon.corners()).map(|[from, to]| from.perp_dot(to)).sum::<f64>()
}
