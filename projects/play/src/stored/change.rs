//! What differs between two states of an arena, so that a history keeps no more than that.

use crate::{Arena, Lamp, Piece, Sphere};
use drafts::Run;
use drafts::{Step, Stored};
use glam::DVec2;
use ground::stored as level;

/// What makes one arena of another: in each of its lists, a run that others take the place of.
#[derive(Clone, Debug, PartialEq)]
pub struct ArenaChange {
    level: level::Change,
    pieces: Run<Piece>,
    lamps: Run<Lamp>,
    dummies: Run<DVec2>,
    spheres: [Run<Sphere>; 2],
    /// Only those that differ.
    tables: [Option<String>; 2],
}

impl ArenaChange {
    /// What makes `to` of `from`.
    pub fn between(from: &Arena, to: &Arena) -> Self {
        let spheres = |whose: usize| Run::between(&from.spheres[whose], &to.spheres[whose]);
        let table = |whose: usize| (from.tables[whose] != to.tables[whose]).then(|| to.tables[whose].clone());
        Self {
            level: level::Change::between(&from.level, &to.level),
            pieces: Run::between(&from.pieces, &to.pieces),
            lamps: Run::between(&from.lamps, &to.lamps),
            dummies: Run::between(&from.dummies, &to.dummies),
            spheres: [0, 1].map(spheres),
            tables: [0, 1].map(table),
        }
    }

    /// Makes it: of the arena that it was found from, the other one.
    pub fn put(&self, arena: &mut Arena) {
        self.level.put(&mut arena.level);
        self.pieces.put(&mut arena.pieces);
        self.lamps.put(&mut arena.lamps);
        self.dummies.put(&mut arena.dummies);
        for (spheres, list) in self.spheres.iter().zip(&mut arena.spheres) {
            spheres.put(list);
        }
        for (table, text) in self.tables.iter().zip(&mut arena.tables) {
            table.iter().for_each(|table| text.clone_from(table));
        }
    }

    /// A step from one arena to another; nothing if they are the same.
    pub fn step(name: String, from: &Arena, to: &Arena) -> Option<Step<Self>> {
        let step = || Step { name, before: Self::between(to, from), after: Self::between(from, to) };
        (from != to).then(step)
    }
}

impl Stored for ArenaChange {
    fn bytes(&self) -> usize {
        let sphere = |sphere: &Sphere| {
            let clips = sphere.spans.iter().map(|span| size_of_val(span) + span.clip.len());
            sphere.name.len() + sphere.on.len() + clips.sum::<usize>()
        };
        self.level.bytes()
            + self.pieces.bytes(|piece| piece.name.len() + piece.model.len())
            + self.lamps.bytes(|lamp| lamp.name.len())
            + self.dummies.bytes(|_| 0)
            + self.spheres.iter().map(|spheres| spheres.bytes(sphere)).sum::<usize>()
            + self.tables.iter().flatten().map(String::len).sum::<usize>()
    }
}
