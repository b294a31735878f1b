//! Changes a level with the mouse.

use crate::editor::part::LevelPart;
use crate::editor::work::{LevelWork, MOVES, centre};
use glam::{DVec2, DVec3, dvec2};
use ground::Moves;

/// The mouse in the level's space, in metres.
#[derive(Clone, Copy, Debug)]
pub struct Mouse {
    /// The point under the mouse in the plane of the game.
    pub at: DVec2,
    /// The way of the line of sight to the right and up for each metre towards the viewer.
    pub lean: DVec2,
    /// The greatest distance between the mouse and a thing that it grabs, in metres.
    pub reach: f64,
    /// True if corners needn't snap to half metres.
    pub free: bool,
}

impl Mouse {
    /// Returns the point under the mouse at the depth of another point.
    pub fn beside(&self, place: DVec3) -> DVec2 {
        self.at + place.z * self.lean
    }
}

/// The part that the mouse drags.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Held {
    part: LevelPart,
    /// The place that is dragged as it was at first, and its offset from the mouse.
    place: DVec3,
    off: DVec2,
}

impl LevelWork {
    /// Presses the mouse's button. Returns false if there is nothing to select or draw.
    pub fn press(&mut self, mouse: Mouse, moved: impl Fn(usize) -> DVec2) -> bool {
        self.let_go();
        if self.draws {
            self.drawn = Some([snapped(mouse.at, mouse.free); 2]);
            return true;
        }
        let Some(part) = self.part_at(mouse, moved) else { return false };
        self.chosen = Some(match part {
            LevelPart::Middle(obstacle, _) | LevelPart::Way(obstacle) => LevelPart::Polygon(obstacle),
            part => part,
        });
        // A polygon goes with its corner that is nearest.
        let corners = part.obstacle().map_or(&[][..], |obstacle| self.ring(obstacle));
        let nearest = corners.iter().min_by(|a, b| a.distance(mouse.at).total_cmp(&b.distance(mouse.at)));
        let place = part.place(self.arena()).or(nearest.map(|at| at.extend(0.0)));
        let Some(place) = place else { return false };
        self.held = Some(Held { part, place, off: place.truncate() - mouse.beside(place) });
        true
    }

    /// Moves the part that the mouse holds.
    pub fn drag(&mut self, mouse: Mouse) {
        if let Some([_, end]) = &mut self.drawn {
            *end = snapped(mouse.at, mouse.free);
        }
        let Some(Held { part, place, off }) = self.held else { return };
        let to = snapped(mouse.beside(place) + off, mouse.free);
        match part {
            LevelPart::Way(obstacle) => {
                self.draft.hold("Change the way");
                self.change(|arena| {
                    let obstacle = &mut arena.level.obstacles[obstacle];
                    let by = to - centre(&obstacle.polygon);
                    obstacle.moves = Some(Moves { by, ..obstacle.moves.unwrap_or(MOVES) });
                });
            }
            LevelPart::Corner(obstacle, corner) | LevelPart::Middle(obstacle, corner) => {
                let is_new = part == LevelPart::Middle(obstacle, corner);
                self.draft.hold(if is_new { "Set a corner" } else { "Move a corner" });
                self.change_ring(obstacle, |ring| match is_new {
                    true => ring.insert(corner + 1, to),
                    false => ring[corner] = to,
                });
                // Corners may have other numbers now.
                let found = self.ring(obstacle).iter().position(|&corner| corner == to);
                self.chosen =
                    Some(found.map_or(LevelPart::Polygon(obstacle), |at| LevelPart::Corner(obstacle, at)));
            }
            LevelPart::Polygon(obstacle) => {
                self.draft.hold("Move a polygon");
                let by = to - place.truncate();
                self.change_ring(obstacle, |ring| ring.iter_mut().for_each(|corner| *corner += by));
            }
            item => {
                self.draft.hold(&format!("Move {}", item.name()));
                self.change(|arena| item.put(arena, to.extend(place.z), mouse.free));
            }
        }
    }

    /// Releases the mouse's button, and ends the edit.
    pub fn release(&mut self) {
        if let Some([from, to]) = self.drawn.take()
            && from != to
        {
            self.add(&rectangle([from, to]));
        }
        self.let_go();
    }
}

/// Returns the corners of a box from two opposite ones.
pub(crate) fn rectangle([from, to]: [DVec2; 2]) -> [DVec2; 4] {
    [from, dvec2(to.x, from.y), to, dvec2(from.x, to.y)]
}

/// Returns the nearest place for a corner, at half metres unless it is free.
pub(crate) fn snapped(at: DVec2, free: bool) -> DVec2 {
    if free { ground::on_grid(at) } else { (2.0 * at).round() / 2.0 }
}
