//! What all who make something for a level have in common: files, undo, menus and questions.

use crate::commands::Command;
use crate::saves;
use anyhow::Result;
use drafts::blobs::{Blob, Damage};
use drafts::{Decision, Draft, Edited, Read, Saves};
use stage::{Args, Menu, Panel, Panels, Question};
use std::fmt::Display;
use std::path::PathBuf;

/// More notes than these would push the rest out of sight.
const MOST_NOTES: usize = 3;

/// Work on something, with what of it is chosen. It knows no window.
pub trait Work {
    /// What is made.
    type Made: Edited;
    /// Why something cannot be.
    type Refusal: Display;
    /// What a save of it holds.
    type Stored;

    /// Reads a save.
    const READ: Read<Self::Stored>;

    /// What was made, the blobs of other kinds in its save, and what of it is damaged.
    fn parts(stored: Self::Stored) -> (Self::Made, Vec<Blob>, Vec<Damage>);

    /// All that a save holds. `others` are blobs of other kinds.
    fn to_blobs(made: &Self::Made, others: &[Blob]) -> Vec<Blob>;

    /// What becomes of what a save has, beside what is given; `begins` says that nobody has asked for it.
    fn adopt(
        &self,
        made: Self::Made,
        _given: &Self::Made,
        _begins: bool,
        _notes: &mut Vec<String>,
    ) -> Self::Made {
        made
    }

    /// It, and what was done to it.
    fn draft(&self) -> &Draft<Self::Made, Self::Refusal>;

    /// The same, to change it.
    fn draft_mut(&mut self) -> &mut Draft<Self::Made, Self::Refusal>;

    /// Goes on with another one, of which nothing can be undone.
    fn replace(&mut self, made: Self::Made);

    /// What is chosen may be gone.
    fn keep_in_range(&mut self);

    /// Whether something is chosen.
    fn has_chosen(&self) -> bool;

    /// Whether something is being changed.
    fn is_busy(&self) -> bool {
        self.draft().before().is_some()
    }

    /// Ends an edit.
    fn let_go(&mut self) {
        self.draft_mut().let_go();
        self.keep_in_range();
    }

    /// Gives up what is being changed. False if there is nothing.
    fn give_up(&mut self) -> bool {
        let was_busy = self.draft_mut().give_up();
        self.keep_in_range();
        was_busy
    }

    /// Makes a whole step.
    fn edit(&mut self, name: &str, edit: impl FnOnce(&mut Self::Made) -> Result<(), Self::Refusal>) {
        self.draft_mut().edit(name, edit);
        self.keep_in_range();
    }

    /// Undoes the last step. What is being changed is given up instead.
    fn undo(&mut self) {
        if !self.give_up() {
            let draft = self.draft_mut();
            draft.told = draft.history.undo_name().map(|name| format!("Undone: {name}"));
            draft.undo();
            self.keep_in_range();
        }
    }

    /// Does the step again that was undone last.
    fn redo(&mut self) {
        self.give_up();
        let draft = self.draft_mut();
        draft.told = draft.history.redo_name().map(|name| format!("Done again: {name}"));
        draft.redo();
        self.keep_in_range();
    }

    /// Adds a copy of what is chosen.
    fn duplicate(&mut self);

    /// Deletes it.
    fn delete(&mut self);
}

/// What is to be opened.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// One of those that are given.
    Given(usize),
    /// A save.
    Save(PathBuf),
}

/// What was chosen in a menu or in a list.
#[derive(Clone, Debug, PartialEq)]
pub enum Chosen {
    /// To do something.
    Command(Command),
    /// To open something.
    Request(Request),
}

/// Where something is made, kept and opened again.
pub struct Desk<W: Work> {
    /// What is made.
    pub work: W,
    /// Its files.
    pub saves: Saves<W::Stored, Request>,
    /// What is given, with names. The first has nothing in it yet, and a save may lack something that it has.
    pub given: Vec<(&'static str, W::Made)>,
    /// Whether panels are seen. Without them there are no handles either.
    pub has_panels: bool,
    /// Blobs of kinds that are not known here. They belong into every save.
    others: Vec<Blob>,
    /// Whether the list of saves is shown.
    lists: bool,
}

impl<W: Work> Desk<W> {
    /// Opens the newest save. If there is none, the work stays as it is.
    pub fn open(args: &Args, work: W, given: Vec<(&'static str, W::Made)>) -> Result<Self> {
        let name = W::Made::NAME;
        let folder = args.saves().map(|all| all.join(name));
        let (saves, opened) = Saves::open(folder.as_deref(), name, name, W::READ)?;
        let mut desk = Self { work, saves, given, has_panels: false, others: Vec::new(), lists: false };
        if let Some(opened) = opened {
            desk.take(opened.value, true);
            desk.saves.is_kept(desk.work.draft());
        }
        Ok(desk)
    }

    /// Goes on with what a save holds. What is odd about it is noted.
    fn take(&mut self, stored: W::Stored, begins: bool) {
        let (made, others, damage) = W::parts(stored);
        self.others = others;
        let notes = &mut self.saves.notes;
        notes.extend(damage.iter().map(Damage::what));
        let made = match self.given.first() {
            Some((_, given)) => self.work.adopt(made, given, begins, notes),
            None => made,
        };
        self.work.replace(made);
    }

    /// It as it is now, also while something is dragged.
    pub fn now(&self) -> &W::Made {
        self.work.draft().now()
    }

    /// Lets a moment pass.
    pub fn update(&mut self) {
        self.has_panels = false;
        self.saves.ends(false);
        let Self { work, saves, others, .. } = self;
        let kept = saves.keep(work.draft(), || W::to_blobs(work.draft().now(), others));
        self.complain(kept);
    }

    /// Tells something beside the view.
    pub fn tell(&mut self, told: String) {
        self.work.draft_mut().told = Some(told);
    }

    /// Tells what went wrong, if something did.
    pub fn complain(&mut self, done: Result<()>) {
        if let Err(error) = done {
            self.tell(format!("{error:#}"));
        }
    }

    /// What would be lost if the lesson ended now.
    pub fn unsaved(&self) -> Option<String> {
        self.saves.ends(true);
        self.work.draft().unsaved()
    }

    /// Saves it.
    pub fn save(&mut self) -> Result<()> {
        self.work.let_go();
        let blobs = W::to_blobs(self.now(), &self.others);
        let told = self.saves.save(self.work.draft_mut(), &blobs)?;
        self.saves.list()?;
        self.tell(told);
        Ok(())
    }

    /// Whether something can be done now.
    fn can(&self, command: Command) -> bool {
        let history = &self.work.draft().history;
        match command {
            Command::Undo => self.work.is_busy() || history.undo_name().is_some(),
            Command::Redo => history.redo_name().is_some(),
            Command::Delete | Command::Duplicate => self.work.has_chosen(),
            Command::Save => true,
        }
    }

    /// Does it. What is being changed is given up first, unless all is saved; to undo means nothing else then.
    pub fn act(&mut self, command: Command) {
        let was_busy = command != Command::Save && self.work.give_up();
        match command {
            Command::Undo if was_busy => {}
            Command::Undo => self.work.undo(),
            Command::Redo => self.work.redo(),
            Command::Delete => self.work.delete(),
            Command::Duplicate => self.work.duplicate(),
            Command::Save => {
                let saved = self.save();
                self.complain(saved);
            }
        }
    }

    /// Does what was chosen. If work would be lost, a question comes first.
    pub fn follow(&mut self, chosen: Chosen) {
        match chosen {
            Chosen::Command(command) => self.act(command),
            Chosen::Request(request) => {
                self.lists = false;
                self.work.let_go();
                let loses = !self.work.draft().history.is_saved();
                if let Some(request) = self.saves.request(request, loses) {
                    let done = self.fulfil(request);
                    self.complain(done);
                }
            }
        }
    }

    fn fulfil(&mut self, request: Request) -> Result<()> {
        match request {
            Request::Given(which) => self.work.replace(self.given[which].1.clone()),
            Request::Save(path) => {
                let stored = self.saves.read(&path)?;
                self.saves.notes.clear();
                self.take(stored, false);
            }
        }
        self.saves.is_kept(self.work.draft());
        Ok(())
    }

    /// Tells what was done.
    pub fn show_told(&mut self, panel: &mut Panel<'_>) {
        self.has_panels = true;
        if let Some(told) = self.work.draft_mut().told.take() {
            panel.tell(told);
        }
    }

    /// Shows what is odd about what was opened.
    pub fn show_notes(&self, panel: &mut Panel<'_>) {
        self.saves.notes.iter().take(MOST_NOTES).for_each(|note| panel.note(note));
    }

    /// Shows the menus for files and for changes, and the list of saves. `more` and `edits` add to the two menus.
    pub fn menus(
        &mut self,
        panels: &mut Panels<'_>,
        name: &str,
        more: impl FnOnce(&mut Menu<'_, '_>),
        edits: impl FnOnce(&mut Menu<'_, '_>, &W),
    ) -> Option<Chosen> {
        let (mut chosen, mut lists) = (None, self.lists);
        panels.menu(name, |menu| {
            let mut given = self.given.iter().enumerate().map(|(which, (name, _))| (which, *name));
            let mut show = |menu: &mut Menu<'_, '_>, (which, name): (usize, &str)| {
                if menu.item(name, "") {
                    chosen = Some(Chosen::Request(Request::Given(which)));
                }
            };
            given.next().into_iter().for_each(|first| show(menu, first));
            menu.switch("Open", &mut lists);
            let saves = Command::Save.item(menu, true);
            menu.separator();
            more(menu);
            for (which, name) in given {
                if which == 2 {
                    menu.separator();
                }
                show(menu, (which, name));
            }
            if saves {
                chosen = Some(Chosen::Command(Command::Save));
            }
        });
        panels.menu("Edit", |menu| {
            let command =
                Command::CHANGES.into_iter().filter(|&command| command.item(menu, self.can(command))).last();
            chosen = command.map(Chosen::Command).or(chosen.take());
            menu.separator();
            edits(menu, &self.work);
        });
        if lists && !self.lists {
            let listed = self.saves.list();
            self.complain(listed);
        }
        panels.floating("Open a save", &mut lists, |panel| {
            let (listed, none) = (&self.saves.listed, "There is no save yet. Ctrl+S makes one.");
            if let Some(save) = saves::show(panel, "save", listed, none) {
                chosen = Some(Chosen::Request(Request::Save(listed[save].path.clone())));
            }
        });
        self.lists = lists;
        chosen
    }

    /// Hides the list of saves.
    pub fn close_lists(&mut self) {
        self.lists = false;
    }

    /// Asks what is to become of work that would be lost, and of work that was left behind.
    pub fn ask(&mut self, panels: &mut Panels<'_>) {
        let Some(drafts::SaveQuestion { title, text, answers }) = self.saves.question(self.work.draft())
        else {
            return;
        };
        let Some(answer) = panels.ask(&Question { title, text: &text, answers }) else { return };
        let done = match self.saves.decide(answer) {
            Decision::Stay => Ok(()),
            Decision::Open { request, saves } => {
                let saved = if saves { self.save() } else { Ok(()) };
                saved.and_then(|()| self.fulfil(request))
            }
            Decision::TakeOver => self.take_over(),
            Decision::Discard => self.saves.discard(),
        };
        self.complain(done);
    }

    fn take_over(&mut self) -> Result<()> {
        if let Some(stored) = self.saves.take_over()? {
            self.take(stored, false);
            self.work.draft_mut().history.mark_unsaved();
        }
        Ok(())
    }
}
