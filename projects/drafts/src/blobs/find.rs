//! Where the blobs of a file should be.

use super::entry::{self, MARK};
use super::parts::VERSION;
use super::{Damage, Entry, Header, Part, Why};
use std::collections::HashSet;

/// What a file says that it holds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Found {
    /// Which save it is, if the header is whole.
    pub saves: Option<u64>,
    /// Its blobs, in the order of the file. None of this was compared with the bytes.
    pub entries: Vec<Entry>,
    /// Where blobs may be: they end here.
    pub end: usize,
    /// What is wrong so far.
    pub damage: Vec<Damage>,
}

/// Reads the header and the table. If one of them is damaged, it looks for the blobs' own headers instead.
///
/// # Errors
/// If there is nothing of a save, or it is one of another version.
pub fn find(file: &[u8]) -> Result<Found, Damage> {
    let mut found = Found { end: file.len(), ..Found::default() };
    let damage = |part, byte, why| Damage { part, byte, why };
    match Header::take(file) {
        Some(Header { version, .. }) if version != VERSION => {
            return Err(damage(Part::Header, 8, Why::Version(version)));
        }
        Some(header) => {
            found.saves = Some(header.saves);
            match file.get(header.table_at..).and_then(entry::take_table) {
                Some(entries) => (found.entries, found.end) = (entries, header.table_at),
                None => found.damage.push(damage(Part::Table, header.table_at, Why::Changed)),
            }
        }
        None => found.damage.push(damage(Part::Header, 0, Why::Changed)),
    }
    if !found.damage.is_empty() {
        found.entries = walked(file);
    }
    if found.saves.is_none() && found.entries.is_empty() {
        return Err(damage(Part::Header, 0, Why::NoSave));
    }
    found.leave_out_second_ones();
    Ok(found)
}

/// Every blob whose own header is whole. From each it goes on behind its bytes: what a blob holds may itself look like
/// blobs.
fn walked(file: &[u8]) -> Vec<Entry> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(further) = file.get(at..).and_then(|rest| position(rest, MARK)) {
        at += further;
        match Entry::of_header(file, at) {
            Some(entry) => {
                let left = file.len() - entry.at;
                at = entry.at + if entry.length <= left { entry.length } else { 0 };
                found.push(entry);
            }
            None => at += 1,
        }
    }
    found
}

fn position(bytes: &[u8], mark: [u8; 4]) -> Option<usize> {
    bytes.windows(mark.len()).position(|window| window == mark)
}

impl Found {
    /// Of several blobs of one kind and name the first one counts.
    fn leave_out_second_ones(&mut self) {
        let mut seen = HashSet::new();
        let is_first: Vec<bool> =
            self.entries.iter().map(|entry| seen.insert((entry.kind, entry.name.as_str()))).collect();
        drop(seen);
        let mut is_first = is_first.into_iter();
        self.entries.retain(|entry| {
            let keeps = is_first.next() == Some(true);
            if !keeps {
                self.damage.push(Damage::of_blob(entry, Why::Twice));
            }
            keeps
        });
    }
}
