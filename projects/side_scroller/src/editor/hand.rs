//! The mouse's work on a level in the making.

use crate::editor::part::{Held, Part, nearest_edge, part_at};
use crate::editor::work::{LevelWork, MOVES, Refusal, Tool, centre, moved, refusal, set_moves, set_ring};
use glam::{DVec2, DVec3, dvec2};
use ground::{Moves, Polygon};

/// The mouse in the level's space.
#[derive(Clone, Copy, Debug)]
pub struct Mouse {
    /// The point under it, in the plane in which one plays.
    pub at: DVec2,
    /// The way that the line of sight goes aside and up for each metre towards the viewer.
    pub lean: DVec2,
    /// The distance beside something at which it still means it.
    pub reach: f64,
    /// Set if it turns snapping off, or on.
    pub free: bool,
}

impl Mouse {
    /// The point under it that is as deep in the picture as another one.
    pub fn beside(&self, place: DVec3) -> DVec2 {
        self.at + place.z * self.lean
    }
}

impl LevelWork {
    /// Returns the part that the mouse would take.
    pub fn part_at(&self, mouse: Mouse, moved: impl Fn(usize) -> DVec2) -> Option<Part> {
        part_at(self, mouse, moved)
    }

    /// The mouse goes down. False if there is nothing for it.
    pub fn press(&mut self, mouse: Mouse, is_double: bool, moved: impl Fn(usize) -> DVec2) -> bool {
        self.let_go();
        let Mouse { at, reach, free, .. } = mouse;
        match self.tool {
            Tool::Draw => self.set_corner(at, reach, free),
            Tool::Box => self.held = Some(Held::Box { from: self.snapped(at, free) }),
            Tool::Change => {
                let Some(part) = self.part_at(mouse, moved) else { return false };
                self.take(part, mouse, is_double);
            }
        }
        true
    }

    /// Takes hold of something.
    fn take(&mut self, part: Part, mouse: Mouse, is_double: bool) {
        let Mouse { at, reach, .. } = mouse;
        self.held = Some(match part {
            Part::Item(item) => {
                self.choose_item(item);
                let place = self.place(item).unwrap_or_default();
                Held::Item { item, off: place.truncate() - mouse.beside(place) }
            }
            Part::Way(obstacle) => Held::Way { obstacle, off: self.way_end(obstacle).unwrap_or(at) - at },
            Part::Corner(obstacle, corner) => {
                self.choose(obstacle, Some(corner));
                Held::Corner { corner, off: self.ring(obstacle)[corner] - at }
            }
            Part::Polygon(obstacle) => {
                self.choose(obstacle, None);
                let edge =
                    nearest_edge(self.ring(obstacle), at).filter(|edge| is_double && edge.away <= reach);
                if let (Some(edge), Some(chosen)) = (edge, &mut self.chosen) {
                    chosen.ring.insert(edge.number + 1, edge.foot);
                    chosen.corner = Some(edge.number + 1);
                    Held::Corner { corner: edge.number + 1, off: edge.foot - at }
                } else {
                    Held::Polygon { from: at }
                }
            }
        });
    }

    /// The mouse goes on with what it holds.
    pub fn drag(&mut self, mouse: Mouse) {
        let Mouse { at, free, .. } = mouse;
        let Some(held) = self.held else { return };
        let chosen = self.chosen.as_ref().map(|chosen| chosen.obstacle);
        match (held, chosen) {
            (Held::Item { item, off }, _) => {
                let Some(place) = self.place(item) else { return };
                let to = self.snapped(mouse.beside(place) + off, free).extend(place.z);
                self.draft.hold(&format!("Move {}", item.name()));
                self.change_item(|arena| item.put(arena, to));
            }
            (Held::Way { obstacle, off }, _) => {
                let by = self.snapped(at + off - centre(self.ring(obstacle)), free);
                self.draft.hold("Change the way");
                self.change(|arena| {
                    let moves = arena.level.obstacles[obstacle].moves.unwrap_or(MOVES);
                    set_moves(arena, obstacle, Some(Moves { by, ..moves }))
                });
            }
            (Held::Corner { corner, off }, Some(obstacle)) => {
                let place = self.snapped(at + off, free);
                self.draft.hold("Move a corner");
                let mut ring = self.ring(obstacle).to_vec();
                ring[corner] = place;
                self.change(|arena| set_ring(arena, obstacle, &ring, place));
                self.keep_ring(ring);
            }
            (Held::Polygon { from }, Some(obstacle)) => {
                self.draft.hold("Move a polygon");
                let Some(before) = self.draft.before() else { return };
                let first = &before.0.level.obstacles[obstacle];
                let corner = first.polygon.corners().iter().copied();
                let near = corner.min_by(|a, b| a.distance(from).total_cmp(&b.distance(from)));
                let near = near.unwrap_or_default();
                let by = self.snapped(near + at - from, free) - near;
                let there = moved(first, by);
                self.change(|arena| {
                    arena.level.obstacles[obstacle] = there?;
                    Ok(())
                });
                let ring = self.level().obstacles[obstacle].polygon.corners().to_vec();
                self.keep_ring(ring);
            }
            (Held::Box { from }, _) => {
                let to = self.snapped(at, free);
                self.drawn = vec![from, dvec2(to.x, from.y), to, dvec2(from.x, to.y)];
            }
            _ => {}
        }
    }

    /// The chosen polygon has these corners now, unless they were refused.
    fn keep_ring(&mut self, ring: Vec<DVec2>) {
        if let Some(chosen) = self.chosen.as_mut().filter(|_| self.draft.refusal.is_none()) {
            chosen.ring = ring;
        }
    }

    /// The mouse lets go.
    pub fn release(&mut self) {
        if let Some(Held::Box { .. }) = self.held {
            self.held = None;
            let ring = std::mem::take(&mut self.drawn);
            if !ring.is_empty() {
                self.add(&ring);
            }
        }
        self.let_go();
    }

    /// Sets a corner of the polygon that is being drawn; the first one once more closes it.
    fn set_corner(&mut self, at: DVec2, reach: f64, free: bool) {
        let place = self.snapped(at, free);
        let closes = self.drawn.first().is_some_and(|first| first.distance(at) <= reach || *first == place);
        if closes && self.drawn.len() > 1 {
            self.close();
        } else if self.drawn.last() != Some(&place) {
            self.drawn.push(place);
        }
    }

    /// Ends the polygon that is being drawn.
    pub fn close(&mut self) {
        let ring = self.drawn.clone();
        self.add(&ring);
    }

    /// Takes back the last corner that was set.
    pub fn take_back(&mut self) {
        self.drawn.pop();
    }

    /// Says what would be wrong if the polygon that is being drawn had a corner at a place and were closed.
    pub fn wrong_with(&self, place: DVec2) -> Option<Refusal> {
        let is_box = matches!(self.held, Some(Held::Box { .. }));
        let next = (!is_box && self.drawn.last() != Some(&place)).then_some(place);
        let ring: Vec<DVec2> = self.drawn.iter().copied().chain(next).collect();
        if ring.len() < 3 {
            return None;
        }
        Polygon::new(&ring).err().map(|refused| refusal(&ring, place, refused))
    }
}
