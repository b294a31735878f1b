//! Keeps the best time of each level beside the levels that were saved.

use anyhow::{Context as _, Result};
use drafts::folder::Folder;
use ground::in_short;
use play::Arena;
use std::fs;
use std::path::Path;

/// The best time of a level, in ticks. Every better one is a new file beside the older ones.
pub struct Best {
    /// The folder with this level's times, or none if nothing is saved.
    folder: Option<Folder>,
    ticks: Option<u32>,
    /// Why the last time could not be kept, if so.
    pub refusal: Option<String>,
}

impl Best {
    /// Reads the best time of a level below the folder for all that lessons save. What cannot be read doesn't count.
    pub fn of(arena: &Arena, saves: Option<&Path>) -> Self {
        // Where the ground is another, so is the race, and its times have another name.
        let Arena { level, dummies, finish, .. } = arena.clone();
        let race = Arena { level, dummies, finish, ..Arena::default() }.to_toml().unwrap_or_default();
        let race = in_short(race.as_bytes());
        let folder =
            saves.map(|saves| Folder::new(&saves.join("levels"), &format!("best {race:016x}"), "txt"));
        let times = folder.iter().flat_map(|folder| folder.list().unwrap_or_default());
        let ticks = times.filter_map(|time| fs::read_to_string(time.path).ok()?.trim().parse().ok()).min();
        Self { folder, ticks, refusal: None }
    }

    /// Returns the best time so far.
    pub fn ticks(&self) -> Option<u32> {
        self.ticks
    }

    /// Counts a time, and keeps it if no other is better.
    pub fn count(&mut self, ticks: u32) {
        if self.ticks.is_none_or(|best| ticks < best) {
            self.ticks = Some(ticks);
            self.refusal = self.keep(ticks).err().map(|error| format!("{error:#}"));
        }
    }

    fn keep(&self, ticks: u32) -> Result<()> {
        let Some(folder) = &self.folder else { return Ok(()) };
        folder.save(format!("{ticks}\n").as_bytes()).context("your time is not kept").map(drop)
    }
}
