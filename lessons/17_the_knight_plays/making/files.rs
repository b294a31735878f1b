//! Arenas in files: saves, what is kept between them, and the levels of lesson 16.

use super::Editor;
use crate::making::building::{Known, Work};
use anyhow::{Context as _, Result, anyhow};
use drafts::Saves;
use drafts::blobs::{Blob, Damage, Header};
use drafts::disk::RealDisk;
use drafts::folder::{Folder, Listed};
use play::stored::{self as arena, Stored, WHOSE};
use play::{Arena, StateTable};
use side_scroller::levels::bare;
use stage::{Args, Panels, Question};
use std::fs;
use std::path::{Path, PathBuf};

/// How the names of saves begin, and how they end.
const STEM: &str = "arena";
const ENDING: &str = "arena";

/// The same of lesson 16's levels.
const LEVEL: &str = "level";

/// What is to be opened.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// An arena with a floor and nothing put up.
    New,
    /// The one that is given.
    Given,
    /// A save.
    Save(PathBuf),
    /// The polygons of a level.
    Level(PathBuf),
}

/// Where arenas are kept.
pub struct Files {
    saves: Saves<Stored>,
    /// What is used where a save lacks something.
    given: Arena,
    /// What the knight's states can play, and a dummy's.
    played: [Vec<String>; 2],
    /// Where lesson 16 keeps its levels.
    levels: Option<PathBuf>,
    /// Blobs of kinds that are not known here. They belong into every save.
    others: Vec<Blob>,
    /// Which version of the arena was kept last.
    kept: u64,
    /// What is odd about what was opened.
    pub notes: Vec<String>,
    /// All saves, and all levels of lesson 16, as they were when somebody asked for them.
    pub listed: [Vec<Listed>; 2],
}

impl Files {
    /// Opens the newest save, if there is one.
    pub fn open(args: &Args, given: Arena, known: &Known) -> Result<(Self, Option<Arena>)> {
        let all = args.saves();
        let folder = all.as_ref().map(|all| all.join(STEM));
        let (saves, found) = Saves::open(folder.as_deref(), STEM, ENDING, judge)?;
        let told = |(path, why): (PathBuf, String)| format!("{}: {why}", path.display());
        let notes = found.damaged.into_iter().map(told).collect();
        let levels = all.map(|all| all.join(LEVEL));
        let listed = Default::default();
        let played = known.figures.each_ref().map(|figure| figure.played.clone());
        let mut files = Self { saves, given, played, levels, others: Vec::new(), kept: 0, notes, listed };
        // Tables may have been changed since, with the lesson closed: those in files are played.
        let tables = files.given.tables.clone();
        let arena = found.opened.map(|opened| Arena { tables, ..files.take(opened.value) });
        Ok((files, arena))
    }

    /// The arena of a save, with tables that can be played. What is odd about it is noted.
    fn take(&mut self, stored: Stored) -> Arena {
        let Stored { mut arena, others, damage, .. } = stored;
        self.others = others;
        self.notes.extend(damage.iter().map(Damage::what));
        for (i, (table, given)) in arena.tables.iter_mut().zip(&self.given.tables).enumerate() {
            if table == given {
                continue;
            }
            let (whose, file) = (WHOSE[i], format!("assets/play/{}.toml", WHOSE[i]));
            let played: Vec<&str> = self.played[i].iter().map(String::as_str).collect();
            self.notes.push(match StateTable::read(table, "the save's table", &played) {
                Ok(_) => format!("The {whose} plays by the save's table of states, until {file} is saved."),
                Err(error) => {
                    let why = if table.is_empty() { String::new() } else { format!(" {error}") };
                    table.clone_from(given);
                    format!("The {whose} plays by the table of states in {file}.{why}")
                }
            });
        }
        arena
    }

    /// Takes somebody's table from now on where a save lacks one.
    pub fn take_table(&mut self, whose: usize, table: &str) {
        table.clone_into(&mut self.given.tables[whose]);
    }

    /// Saves the arena in a new file. What is to be told comes back.
    pub fn save(&mut self, work: &mut Work) -> Result<String> {
        let told = self.saves.save(&arena::to_blobs(work.arena(), &self.others))?;
        work.history.mark_saved();
        self.kept = work.version();
        self.list()?;
        Ok(told.join("\n"))
    }

    /// Keeps what was changed some time ago.
    pub fn keep(&mut self, work: &Work) -> Result<()> {
        if !self.saves.is_due() || self.kept == work.version() {
            return Ok(());
        }
        self.kept = work.version();
        self.saves.keep(&arena::to_blobs(work.arena(), &self.others))
    }

    /// Looks for saves and levels.
    pub fn list(&mut self) -> Result<()> {
        let levels = self.levels.as_deref().filter(|folder| folder.is_dir());
        let levels = levels.map(|folder| Folder::new(RealDisk, folder, LEVEL, LEVEL, counter).list());
        self.listed = [self.saves.list()?, levels.transpose()?.unwrap_or_default()];
        Ok(())
    }

    /// Says that the end was asked for. Until the lesson goes on, what is not saved is not wanted.
    pub fn ends(&self) {
        self.saves.ends(true);
    }

    /// Says that the lesson goes on.
    pub fn goes_on(&self) {
        self.saves.ends(false);
    }
}

fn counter(bytes: &[u8]) -> Option<u64> {
    Header::take(bytes).map(|header| header.saves)
}

fn judge(bytes: &[u8]) -> Result<Stored, String> {
    arena::read(bytes, "it").map_err(|error| error.to_string())
}

fn read(path: &Path) -> Result<Stored> {
    let file = path.display().to_string();
    let bytes = fs::read(path).with_context(|| format!("cannot read {file}"))?;
    arena::read(&bytes, &file).map_err(|error| anyhow!("{error}"))
}

impl Editor {
    /// Opens something. If work would be lost, a question comes first. To take a level's polygons is a step of the history.
    pub(super) fn request(&mut self, request: Request) {
        self.give_up();
        match self.work.history.is_saved() || matches!(request, Request::Level(_)) {
            true => self.fulfil(&request),
            false => self.request = Some(request),
        }
    }

    fn fulfil(&mut self, request: &Request) {
        let done = match request {
            Request::New => {
                let Arena { spheres, tables, .. } = self.files.given.clone();
                self.replace(Arena { level: bare(), spheres, tables, ..Arena::default() });
                Ok(())
            }
            Request::Given => {
                self.replace(self.files.given.clone());
                Ok(())
            }
            Request::Save(path) => read(path).map(|stored| {
                self.files.notes.clear();
                let arena = self.files.take(stored);
                self.replace(arena);
            }),
            Request::Level(path) => read(path).map(|stored| {
                self.files.notes = stored.damage.iter().map(Damage::what).collect();
                self.work.take_level(stored.arena.level);
                let told = "The level's polygons and its start are here. What was put up has stayed.";
                self.work.told.get_or_insert_with(|| told.to_owned());
            }),
        };
        self.complain(done);
    }

    fn replace(&mut self, arena: Arena) {
        self.span = None;
        self.work.replace(arena);
        self.files.kept = self.work.version();
    }

    /// Asks what is to become of work that would be lost, and of work that was left behind.
    pub(super) fn ask(&mut self, panels: &mut Panels<'_>) {
        if let Some(request) = self.request.clone() {
            let answers = ["Save", "Throw away", "Go on"];
            let text = self.unsaved().unwrap_or_default();
            self.files.goes_on();
            let answer = panels.ask(&Question { title: "Not saved", text: &text, answers: &answers });
            let Some(answer) = answer else { return };
            self.request = None;
            let saved = if answer == 0 { self.save() } else { Ok(()) };
            if answer < 2 && saved.is_ok() {
                self.fulfil(&request);
            }
            self.complain(saved);
            return;
        }
        let Some(text) = self.files.saves.left_behind() else { return };
        let answers = ["Go on with it", "Throw it away"];
        let question = Question { title: "Work that was not saved", text: &text, answers: &answers };
        let done = match panels.ask(&question) {
            Some(0) => self.take_over(),
            Some(_) => self.files.saves.discard(),
            None => return,
        };
        self.complain(done);
    }

    fn take_over(&mut self) -> Result<()> {
        if let Some(stored) = self.files.saves.take_over()? {
            let arena = self.files.take(stored);
            self.work.replace(arena);
            self.work.history.mark_unsaved();
        }
        Ok(())
    }
}
