//! Keeps the best time of each level beside the levels that were saved.

use drafts::folder::Folder;
use play::Arena;
use std::fs;
use std::path::Path;

/// The best time of a level, in ticks. Every better one is a new file beside the older ones.
pub struct Best {
    /// The folder with this level's times, or none if nothing is saved.
    folder: Option<Folder>,
    /// The best time so far, and why it could not be kept, if so.
    pub ticks: Option<u32>,
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

    /// Counts a time, and keeps it if no other is better.
    pub fn count(&mut self, ticks: u32) {
        if self.ticks.is_none_or(|best| ticks < best) {
            self.ticks = Some(ticks);
            let kept = self.folder.as_ref().map(|folder| folder.save(format!("{ticks}\n").as_bytes()));
            let refusal = kept.and_then(Result::err);
            self.refusal = refusal.map(|error| format!("Your time is not kept: {error:#}"));
        }
    }
}

/// Returns a hash of bytes by FNV-1a, which is the same in every build.
fn in_short(bytes: &[u8]) -> u64 {
    let mix = |sum: u64, byte: &u8| (sum ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, mix)
}
