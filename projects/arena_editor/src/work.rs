//! An arena in the making: what was done to it, and what of it is chosen. It knows no window.

use crate::items::{Item, List};
use crate::stand::{self, Handle, on_ground};
use common::transform::Transform;
use drafts::blobs::{Blob, Damage};
use drafts::{Draft, Read};
use glam::{DVec2, Vec3, vec3};
use ground::Level;
use play::stored::{self, Stored, WHOSE, Wrong, wrong_name};
use play::{Arena, Lamp, Piece, Sphere, StateTable, Touches};
use side_scroller::desk::{self, Work as _};

/// How far a copy is from what it was made of, in metres.
const BESIDE: f32 = 1.0;

/// Where a new piece is in the depth: behind those who play.
const BEHIND: f32 = -2.0;

/// An arena in the making.
pub struct ArenaWork {
    /// It, and what was done to it.
    pub draft: Draft<Arena, String>,
    /// Which list is looked at.
    list: List,
    /// Which of it is chosen.
    chosen: Option<usize>,
    /// What of it is taken hold of.
    pub handle: Handle,
    /// The model of the next piece.
    pub model: String,
    /// What the knight's states can play, and a dummy's.
    pub played: [Vec<String>; 2],
}

impl ArenaWork {
    /// Begins with an arena that is as it was saved.
    pub fn new(arena: Arena) -> Self {
        Self {
            draft: Draft::new(arena),
            list: List::default(),
            chosen: None,
            handle: Handle::default(),
            model: String::new(),
            played: Default::default(),
        }
    }

    /// The arena as it is now.
    pub fn arena(&self) -> &Arena {
        self.draft.now()
    }

    /// Which list is looked at.
    pub fn list(&self) -> List {
        self.list
    }

    /// Looks at another list.
    pub fn show(&mut self, list: List) {
        if self.list != list {
            self.choose_none();
            self.list = list;
        }
    }

    /// What is chosen.
    pub fn chosen(&self) -> Option<Item> {
        self.chosen.map(|index| Item { list: self.list, index })
    }

    /// Chooses something, and shows its list.
    pub fn choose(&mut self, item: Item) {
        if self.chosen() != Some(item) {
            self.let_go();
            self.handle = Handle::default();
        }
        (self.list, self.chosen) = (item.list, Some(item.index));
        self.keep_in_range();
    }

    /// Chooses nothing.
    pub fn choose_none(&mut self) {
        self.let_go();
        self.handle = Handle::default();
        self.chosen = None;
    }

    /// Chooses the one after that which is chosen, or the one before; after the last comes the first.
    pub fn choose_next(&mut self, back: bool) {
        let count = self.list.count(self.arena());
        if count > 0 {
            let index = match (self.chosen, back) {
                (Some(index), false) => (index + 1) % count,
                (Some(index), true) => (index + count - 1) % count,
                (None, false) => 0,
                (None, true) => count - 1,
            };
            self.choose(Item { list: self.list, index });
        }
    }

    /// The name of what is chosen.
    pub fn chosen_name(&self) -> Option<String> {
        self.list.names(self.arena()).into_iter().nth(self.chosen?)
    }

    /// The piece that is chosen.
    pub fn piece(&self) -> Option<&Piece> {
        self.arena().pieces.get(self.chosen.filter(|_| self.list == List::Pieces)?)
    }

    /// The lamp that is chosen.
    pub fn lamp(&self) -> Option<&Lamp> {
        self.arena().lamps.get(self.chosen.filter(|_| self.list == List::Lamps)?)
    }

    /// The sphere that is chosen, and whose it is.
    pub fn sphere(&self) -> Option<(usize, &Sphere)> {
        let List::Spheres(whose) = self.list else { return None };
        Some((whose, self.arena().spheres[whose].get(self.chosen?)?))
    }

    /// Changes the arena as it was when the edit began, if what comes of it may be in a file.
    pub fn change(&mut self, edit: impl FnOnce(&mut Arena) -> Result<(), String>) {
        self.draft.change(|arena| edit(arena).and_then(|()| arena.wrong().map_or(Ok(()), Err)));
    }

    /// Makes a whole step.
    pub fn edit(&mut self, name: &str, edit: impl FnOnce(&mut Arena) -> Result<(), String>) {
        self.let_go();
        self.draft.hold(name);
        self.change(edit);
        self.let_go();
    }

    /// Adds one to the list, near a place of the level, and chooses it. `on` is what a sphere goes along with.
    pub fn add(&mut self, near: Vec3, on: &str) {
        let (list, index) = (self.list, self.list.count(self.arena()));
        let model = self.model.clone();
        let like = if list == List::Pieces { &model } else { list.one() };
        let name = list.free_name(self.arena(), like);
        self.edit(&format!("Put up {name}"), |arena| {
            match list {
                List::Pieces => {
                    let translation = on_ground(&arena.level, near).unwrap_or(near).with_z(BEHIND);
                    let place = Transform { translation, ..Transform::IDENTITY };
                    arena.pieces.push(Piece { name, model, place });
                }
                List::Lamps => arena.lamps.push(lamp(name, near)),
                List::Dummies => arena.dummies.push(stand::on_ground_2d(&arena.level, near)?),
                List::Spheres(whose) => arena.spheres[whose].push(sphere(name, on)),
            }
            Ok(())
        });
        self.choose_if_there(index);
    }

    fn choose_if_there(&mut self, index: usize) {
        if index < self.list.count(self.arena()) {
            self.choose(Item { list: self.list, index });
        }
    }

    /// Calls something else than before.
    pub fn rename(&mut self, index: usize, name: &str) {
        let list = self.list;
        let Some(old) = list.names(self.arena()).into_iter().nth(index) else { return };
        let name = name.trim().to_owned();
        let taken = list.names(self.arena()).contains(&name) && name != old;
        self.edit(&format!("Rename {old}"), |arena| {
            if let Some(wrong) = wrong_name(&name) {
                return Err(wrong);
            }
            if taken {
                return Err(format!("There is a {} '{name}' already.", list.one()));
            }
            match list {
                List::Pieces => arena.pieces[index].name = name,
                List::Lamps => arena.lamps[index].name = name,
                List::Dummies => return Err("Dummies have no names but their numbers.".to_owned()),
                List::Spheres(whose) => arena.spheres[whose][index].name = name,
            }
            Ok(())
        });
    }

    /// Lets one of the list change places with another.
    pub fn swap(&mut self, one: usize, other: usize) {
        let (list, count) = (self.list, self.list.count(self.arena()));
        if one.max(other) < count {
            self.edit(&format!("Put this {} elsewhere in the list", list.one()), |arena| {
                list.swap(arena, one, other);
                Ok(())
            });
            self.choose(Item { list, index: other });
        }
    }

    /// Says which model the chosen piece is, and the next one.
    pub fn set_model(&mut self, model: &str) {
        model.clone_into(&mut self.model);
        if let Some((index, name)) = self.chosen.filter(|_| self.list == List::Pieces).zip(self.chosen_name())
        {
            self.edit(&format!("Let {name} be a {model}"), |arena| {
                model.clone_into(&mut arena.pieces[index].model);
                Ok(())
            });
        }
    }

    /// Takes the polygons and the start of a level, and leaves all else as it is.
    pub fn take_level(&mut self, level: Level) {
        self.edit("Take a level's polygons", |arena| {
            arena.level = level;
            Ok(())
        });
    }

    /// Takes somebody's table of states. That is no step: it is made elsewhere.
    pub fn take_table(&mut self, whose: usize, table: &str) {
        self.draft.change_beside(|arena| table.clone_into(&mut arena.tables[whose]));
    }

    /// Changes the chosen piece, while an edit goes on.
    pub fn change_piece(&mut self, edit: impl FnOnce(&mut Piece)) {
        self.change_in(List::Pieces, |arena| &mut arena.pieces, edit);
    }

    /// Changes the chosen lamp, while an edit goes on.
    pub fn change_lamp(&mut self, edit: impl FnOnce(&mut Lamp)) {
        self.change_in(List::Lamps, |arena| &mut arena.lamps, edit);
    }

    /// Changes the chosen sphere, while an edit goes on.
    pub fn change_sphere(&mut self, edit: impl FnOnce(&mut Sphere)) {
        if let List::Spheres(whose) = self.list {
            self.change_in(self.list, |arena| &mut arena.spheres[whose], edit);
        }
    }

    fn change_in<T>(
        &mut self,
        list: List,
        all: impl FnOnce(&mut Arena) -> &mut Vec<T>,
        edit: impl FnOnce(&mut T),
    ) {
        let index = self.chosen.filter(|_| self.list == list);
        self.change(|arena| {
            index.and_then(|index| all(arena).get_mut(index)).map(edit);
            Ok(())
        });
    }
}

impl desk::Work for ArenaWork {
    type Made = Arena;
    type Refusal = String;
    type Stored = Stored;
    const READ: Read<Stored> = stored::read;

    fn parts(stored: Stored) -> (Arena, Vec<Blob>, Vec<Damage>) {
        (stored.arena, stored.others, stored.damage)
    }

    fn to_blobs(arena: &Arena, others: &[Blob]) -> Vec<Blob> {
        stored::to_blobs(arena, others)
    }

    /// With tables that can be played.
    fn adopt(&self, mut arena: Arena, given: &Arena, begins: bool, notes: &mut Vec<String>) -> Arena {
        for (i, (table, given)) in arena.tables.iter_mut().zip(&given.tables).enumerate() {
            if table == given {
                continue;
            }
            let (whose, file) = (WHOSE[i], format!("assets/play/{}.toml", WHOSE[i]));
            let played: Vec<&str> = self.played[i].iter().map(String::as_str).collect();
            notes.push(match StateTable::read(table, "the save's table", &played) {
                Ok(_) => format!("The {whose} plays by the save's table of states, until {file} is saved."),
                Err(error) => {
                    let why = if table.is_empty() { String::new() } else { format!(" {error}") };
                    table.clone_from(given);
                    format!("The {whose} plays by the table of states in {file}.{why}")
                }
            });
        }
        // Tables may have been changed since, with the lesson closed: those in files are played.
        if begins { Arena { tables: given.tables.clone(), ..arena } } else { arena }
    }

    fn draft(&self) -> &Draft<Arena, String> {
        &self.draft
    }

    fn draft_mut(&mut self) -> &mut Draft<Arena, String> {
        &mut self.draft
    }

    fn replace(&mut self, arena: Arena) {
        self.draft.replace(arena);
        (self.chosen, self.handle) = (None, Handle::default());
    }

    fn keep_in_range(&mut self) {
        let count = self.list.count(self.arena());
        self.chosen = self.chosen.filter(|&chosen| chosen < count);
    }

    fn has_chosen(&self) -> bool {
        self.chosen().is_some()
    }

    /// Adds a copy of what is chosen, beside it, and chooses it. A sphere's copy is where the sphere is.
    fn duplicate(&mut self) {
        let Some((item, name)) = self.chosen().zip(self.chosen_name()) else { return };
        let Item { list, index } = item;
        let last = list.count(self.arena());
        self.edit(&format!("Duplicate {name}"), |arena| {
            list.copy(arena, index);
            match list {
                List::Pieces => arena.pieces[last].place.translation.x += BESIDE,
                List::Lamps => arena.lamps[last].at.x += BESIDE,
                List::Dummies => {
                    let DVec2 { x, y } = arena.dummies[last];
                    let beside = vec3(x as f32 + BESIDE, y as f32, 0.0);
                    arena.dummies[last] = stand::on_ground_2d(&arena.level, beside)?;
                }
                List::Spheres(_) => {}
            }
            Ok(())
        });
        self.choose_if_there(last);
    }

    /// Deletes what is chosen. The one after it is chosen then, or the last one.
    fn delete(&mut self) {
        let Some((Item { list, index }, name)) = self.chosen().zip(self.chosen_name()) else { return };
        self.edit(&format!("Delete {name}"), |arena| {
            list.remove(arena, index);
            Ok(())
        });
        self.handle = Handle::default();
        self.chosen = list.count(self.arena()).checked_sub(1).map(|last| last.min(index));
    }
}

/// A lamp that hangs above a place and shines down.
fn lamp(name: String, near: Vec3) -> Lamp {
    Lamp {
        name,
        at: near + vec3(0.0, 2.5, 0.0),
        towards: vec3(0.0, -1.5, 0.0),
        cone: [25.0, 40.0],
        colour: vec3(1.5, 1.2, 0.8),
        reach: 8.0,
    }
}

fn sphere(name: String, on: &str) -> Sphere {
    let (centre, touches) = (Vec3::ZERO, Touches::Hurts);
    Sphere { name, on: on.to_owned(), centre, radius: 0.12, touches, spans: Vec::new() }
}
