//! The parts of a level that the mouse can take.

use crate::editor::hand::Mouse;
use crate::editor::item::Item;
use crate::editor::work::LevelWork;
use glam::DVec2;
use ground::{Polygon, contains};

/// A part of a level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Part {
    /// Something with a place of its own.
    Item(Item),
    /// A corner of an obstacle.
    Corner(usize, usize),
    /// The end of an obstacle's way.
    Way(usize),
    /// A whole obstacle.
    Polygon(usize),
}

/// The part that the mouse holds, and its distance from the mouse.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Held {
    Item {
        item: Item,
        off: DVec2,
    },
    /// A corner of the chosen polygon.
    Corner {
        corner: usize,
        off: DVec2,
    },
    Way {
        obstacle: usize,
        off: DVec2,
    },
    /// The chosen polygon, and where the mouse took it.
    Polygon {
        from: DVec2,
    },
    /// A box that is being drawn.
    Box {
        from: DVec2,
    },
}

/// An edge near a place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Near {
    /// It begins at the corner of this number.
    pub number: usize,
    /// The place on it that is nearest.
    pub foot: DVec2,
    /// Its distance.
    pub away: f64,
}

/// The factor by which an edge must be nearer than a corner.
const EDGE: f64 = 0.5;

/// Returns the part under the mouse. A chosen one goes before the rest, and a small one before a large one.
///
/// `moved` tells how far each obstacle is from where the level has it.
pub fn part_at(work: &LevelWork, mouse: Mouse, moved: impl Fn(usize) -> DVec2) -> Option<Part> {
    let Mouse { at, reach, .. } = mouse;
    let chosen = work.chosen.as_ref().map(|chosen| chosen.obstacle);
    let corner_of = |obstacle: usize| {
        let corners = work.ring(obstacle).iter().enumerate();
        let near = corners.map(|(corner, place)| (place.distance(at), Part::Corner(obstacle, corner)));
        near.filter(|&(away, _)| away <= reach).min_by(|a, b| a.0.total_cmp(&b.0))
    };
    if let Some((_, part)) = chosen.and_then(corner_of) {
        return Some(part);
    }
    if let Some(obstacle) = chosen
        && work.way_end(obstacle).is_some_and(|end| end.distance(at) <= reach)
    {
        return Some(Part::Way(obstacle));
    }
    let away = |item: Item| work.place(item).map(|place| mouse.beside(place).distance(place.truncate()));
    let items =
        Item::all(work.arena(), work.has_items).into_iter().filter_map(|item| Some((away(item)?, item)));
    let item = items.filter(|&(away, _)| away <= reach).min_by(|a, b| a.0.total_cmp(&b.0));
    if let Some((_, item)) = item {
        return Some(Part::Item(item));
    }
    let all = 0..work.level().obstacles.len();
    let corner = all.clone().filter_map(corner_of).min_by(|a, b| a.0.total_cmp(&b.0));
    if let Some((_, part)) = corner {
        return Some(part);
    }
    let is_under = |obstacle: usize| {
        let at = at - moved(obstacle);
        let ring = work.ring(obstacle);
        let is_near = nearest_edge(ring, at).is_some_and(|edge| edge.away <= EDGE * reach);
        is_near || contains(ring, at)
    };
    let under: Vec<usize> = all.filter(|&obstacle| is_under(obstacle)).collect();
    if let Some(chosen) = chosen.filter(|chosen| under.contains(chosen)) {
        return Some(Part::Polygon(chosen));
    }
    let size = |&obstacle: &usize| area(&work.level().obstacles[obstacle].polygon);
    under.into_iter().min_by(|a, b| size(a).total_cmp(&size(b))).map(Part::Polygon)
}

/// The edge of a ring that is nearest to a place.
pub fn nearest_edge(ring: &[DVec2], at: DVec2) -> Option<Near> {
    let edges = ring.iter().zip(ring.iter().cycle().skip(1)).enumerate();
    let near = edges.map(|(number, (&from, &to))| {
        let way = to - from;
        let along = ((at - from).dot(way) / way.length_squared()).clamp(0.0, 1.0);
        let foot = if along.is_finite() { from + along * way } else { from };
        Near { number, foot, away: foot.distance(at) }
    });
    near.min_by(|a, b| a.away.total_cmp(&b.away))
}

/// Returns the area of a polygon.
fn area(polygon: &Polygon) -> f64 {
    let corners = polygon.corners();
    let edges = corners.iter().zip(corners.iter().cycle().skip(1));
    0.5 * edges.map(|(from, to)| from.perp_dot(*to)).sum::<f64>()
}
