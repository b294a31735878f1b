//! An arena in the making: what was done to it, and what of it is chosen. It knows no window.

use super::props::{List, Prop};
use super::stand::{self, Handle, on_ground};
use common::transform::Transform;
use drafts::History;
use glam::{DVec2, Vec3, vec3};
use ground::Level;
use play::stored::{ArenaChange, Wrong, wrong_name};
use play::{Arena, Lamp, Piece, Sphere, Touches};

/// How much memory the history may take, in bytes.
const BUDGET: usize = 64_000_000;

/// How far a copy is from what it was made of, in metres.
const BESIDE: f32 = 1.0;

/// Where a new piece is in the depth: behind those who play.
const BEHIND: f32 = -2.0;

/// An arena in the making.
pub struct Work {
    arena: Arena,
    /// What was done to it.
    pub history: History<ArenaChange>,
    version: u64,
    opened: u64,
    /// How the arena was when an edit began, and what the edit is called.
    before: Option<(Arena, String)>,
    /// Which list is looked at.
    list: List,
    /// Which of it is chosen.
    chosen: Option<usize>,
    /// What of it is taken hold of.
    pub handle: Handle,
    /// What is asked for just now and cannot be.
    pub refusal: Option<String>,
    /// What is to be told of what was done.
    pub told: Option<String>,
    /// The model of the next piece.
    pub model: String,
}

impl Work {
    /// Begins with an arena that is as it was saved.
    pub fn new(arena: Arena) -> Self {
        Self {
            arena,
            history: History::new(BUDGET),
            version: 0,
            opened: 0,
            before: None,
            list: List::default(),
            chosen: None,
            handle: Handle::default(),
            refusal: None,
            told: None,
            model: String::new(),
        }
    }

    /// Goes on with another arena, of which nothing can be undone.
    pub fn replace(&mut self, arena: Arena) {
        let (version, opened, list) = (self.version + 1, self.opened + 1, self.list);
        let model = std::mem::take(&mut self.model);
        *self = Self { version, opened, list, model, ..Self::new(arena) };
    }

    /// The arena as it is now.
    pub fn arena(&self) -> &Arena {
        &self.arena
    }

    /// Another number whenever the arena is another.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// How many times it was replaced.
    pub fn opened(&self) -> u64 {
        self.opened
    }

    /// Whether something is being changed.
    pub fn is_busy(&self) -> bool {
        self.before.is_some()
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
    pub fn chosen(&self) -> Option<Prop> {
        self.chosen.map(|index| Prop { list: self.list, index })
    }

    /// Chooses something, and shows its list.
    pub fn choose(&mut self, prop: Prop) {
        if self.chosen() != Some(prop) {
            self.let_go();
            self.handle = Handle::default();
        }
        (self.list, self.chosen) = (prop.list, Some(prop.index));
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
        let count = self.list.count(&self.arena);
        if count > 0 {
            let index = match (self.chosen, back) {
                (Some(index), false) => (index + 1) % count,
                (Some(index), true) => (index + count - 1) % count,
                (None, false) => 0,
                (None, true) => count - 1,
            };
            self.choose(Prop { list: self.list, index });
        }
    }

    /// The name of what is chosen.
    pub fn chosen_name(&self) -> Option<String> {
        self.list.names(&self.arena).into_iter().nth(self.chosen?)
    }

    /// The piece that is chosen.
    pub fn piece(&self) -> Option<&Piece> {
        self.arena.pieces.get(self.chosen.filter(|_| self.list == List::Pieces)?)
    }

    /// The lamp that is chosen.
    pub fn lamp(&self) -> Option<&Lamp> {
        self.arena.lamps.get(self.chosen.filter(|_| self.list == List::Lamps)?)
    }

    /// The sphere that is chosen, and whose it is.
    pub fn sphere(&self) -> Option<(usize, &Sphere)> {
        let List::Spheres(whose) = self.list else { return None };
        Some((whose, self.arena.spheres[whose].get(self.chosen?)?))
    }

    /// Remembers how the arena is: what changes from now on is one step.
    pub fn hold(&mut self, name: &str) {
        self.before.get_or_insert_with(|| (self.arena.clone(), name.to_owned()));
    }

    /// Gives the step that is being made another name.
    pub fn call(&mut self, name: &str) {
        if let Some((_, old)) = &mut self.before {
            name.clone_into(old);
        }
    }

    /// Changes the arena as it was when the edit began: nothing adds up in a drag. What is refused leaves it as it is.
    pub fn change(&mut self, edit: impl FnOnce(&mut Arena) -> Result<(), String>) {
        let Some((before, _)) = &self.before else { return };
        let mut arena = before.clone();
        let done = edit(&mut arena).and_then(|()| arena.wrong().map_or(Ok(()), Err));
        self.refusal = done.err();
        if self.refusal.is_none() && arena != self.arena {
            (self.arena, self.version) = (arena, self.version + 1);
        }
    }

    /// Ends an edit. If it has changed anything, it is a step of the history.
    pub fn let_go(&mut self) {
        if let Some((mut arena, name)) = self.before.take() {
            if let Some(step) = ArenaChange::step(name, &arena, &self.arena) {
                step.after.put(&mut arena);
                self.history.push(step);
            }
            // The same arena, but for the sign of a zero: to redo must lead to the very same.
            self.arena = arena;
        }
        if let Some(why) = self.refusal.take() {
            self.told = Some(format!("{why} The arena stays as it was last right."));
        }
        self.keep_in_range();
    }

    /// Gives up what is being changed. False if there is nothing.
    pub fn give_up(&mut self) -> bool {
        self.refusal = None;
        let Some((before, _)) = self.before.take() else { return false };
        self.version += u64::from(before != self.arena);
        self.arena = before;
        self.keep_in_range();
        true
    }

    /// Makes a whole step.
    pub fn edit(&mut self, name: &str, edit: impl FnOnce(&mut Arena) -> Result<(), String>) {
        self.let_go();
        self.hold(name);
        self.change(edit);
        self.let_go();
    }

    /// What is chosen may be gone.
    fn keep_in_range(&mut self) {
        let count = self.list.count(&self.arena);
        self.chosen = self.chosen.filter(|&chosen| chosen < count);
    }

    /// Undoes the last step. What is being changed is given up instead.
    pub fn undo(&mut self) {
        if self.give_up() {
            return;
        }
        self.told = self.history.undo_name().map(|name| format!("Undone: {name}"));
        self.go_to(self.history.done().checked_sub(1));
    }

    /// Does the step again that was undone last.
    pub fn redo(&mut self) {
        self.give_up();
        self.told = self.history.redo_name().map(|name| format!("Done again: {name}"));
        let next = self.history.redo_name().map(|_| self.history.done() + 1);
        self.go_to(next);
    }

    fn go_to(&mut self, step: Option<usize>) {
        let Some(step) = step else { return };
        let arena = &mut self.arena;
        self.history.go_to(step, |change| change.put(arena));
        if self.history.done() != step {
            self.told = Some("Nothing was undone or redone: 14.4 is what does it.".to_owned());
        }
        self.version += 1;
        self.keep_in_range();
    }

    /// Adds one to the list, near a place of the level, and chooses it. `on` is what a sphere goes along with.
    pub fn add(&mut self, near: Vec3, on: &str) {
        let (list, index) = (self.list, self.list.count(&self.arena));
        let model = self.model.clone();
        let like = if list == List::Pieces { &model } else { list.one() };
        let name = list.free_name(&self.arena, like);
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
        if index < self.list.count(&self.arena) {
            self.choose(Prop { list: self.list, index });
        }
    }

    /// Adds a copy of what is chosen, beside it, and chooses it. A sphere's copy is where the sphere is.
    pub fn duplicate(&mut self) {
        let Some((prop, name)) = self.chosen().zip(self.chosen_name()) else { return };
        let Prop { list, index } = prop;
        let last = list.count(&self.arena);
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
    pub fn delete(&mut self) {
        let Some((Prop { list, index }, name)) = self.chosen().zip(self.chosen_name()) else { return };
        self.edit(&format!("Delete {name}"), |arena| {
            list.remove(arena, index);
            Ok(())
        });
        self.handle = Handle::default();
        self.chosen = list.count(&self.arena).checked_sub(1).map(|last| last.min(index));
    }

    /// Calls something else than before.
    pub fn rename(&mut self, index: usize, name: &str) {
        let list = self.list;
        let Some(old) = list.names(&self.arena).into_iter().nth(index) else { return };
        let name = name.trim().to_owned();
        let taken = list.names(&self.arena).contains(&name) && name != old;
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
        let (list, count) = (self.list, self.list.count(&self.arena));
        if one.max(other) < count {
            self.edit(&format!("Put this {} elsewhere in the list", list.one()), |arena| {
                list.swap(arena, one, other);
                Ok(())
            });
            self.choose(Prop { list, index: other });
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
        let held = self.before.iter_mut().map(|(arena, _)| arena);
        held.chain([&mut self.arena]).for_each(|arena| table.clone_into(&mut arena.tables[whose]));
        self.version += 1;
    }

    /// Changes the chosen piece, while an edit goes on.
    pub fn change_piece(&mut self, edit: impl FnOnce(&mut Piece)) {
        let index = self.chosen.filter(|_| self.list == List::Pieces);
        self.change(|arena| {
            index.and_then(|index| arena.pieces.get_mut(index)).map(edit);
            Ok(())
        });
    }

    /// Changes the chosen lamp, while an edit goes on.
    pub fn change_lamp(&mut self, edit: impl FnOnce(&mut Lamp)) {
        let index = self.chosen.filter(|_| self.list == List::Lamps);
        self.change(|arena| {
            index.and_then(|index| arena.lamps.get_mut(index)).map(edit);
            Ok(())
        });
    }

    /// Changes the chosen sphere, while an edit goes on.
    pub fn change_sphere(&mut self, edit: impl FnOnce(&mut Sphere)) {
        let (list, chosen) = (self.list, self.chosen);
        self.change(|arena| {
            if let (List::Spheres(whose), Some(index)) = (list, chosen) {
                arena.spheres[whose].get_mut(index).map(edit);
            }
            Ok(())
        });
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
