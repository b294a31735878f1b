//! What differs between two states of an arena, so that a history keeps no more than that.

use crate::{Arena, Lamp, Piece, Sphere};
use drafts::{Edited, Run, Stored};
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

impl Edited for Arena {
    type Change = ArenaChange;
    const NAME: &'static str = "arena";

    fn is(&self, other: &Self) -> bool {
        self == other
    }

    fn change_to(&self, to: &Self) -> ArenaChange {
        let spheres = |whose: usize| Run::between(&self.spheres[whose], &to.spheres[whose]);
        let table = |whose: usize| (self.tables[whose] != to.tables[whose]).then(|| to.tables[whose].clone());
        ArenaChange {
            level: self.level.change_to(&to.level),
            pieces: Run::between(&self.pieces, &to.pieces),
            lamps: Run::between(&self.lamps, &to.lamps),
            dummies: Run::between(&self.dummies, &to.dummies),
            spheres: [0, 1].map(spheres),
            tables: [0, 1].map(table),
        }
    }

    fn put(&mut self, change: &ArenaChange) {
        self.level.put(&change.level);
        change.pieces.put(&mut self.pieces);
        change.lamps.put(&mut self.lamps);
        change.dummies.put(&mut self.dummies);
        for (spheres, list) in change.spheres.iter().zip(&mut self.spheres) {
            spheres.put(list);
        }
        for (table, text) in change.tables.iter().zip(&mut self.tables) {
            table.iter().for_each(|table| text.clone_from(table));
        }
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
