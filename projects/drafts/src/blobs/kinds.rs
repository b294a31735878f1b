use super::{Blob, Blobs, Damage, Kind, Why};
use crate::bytes::Reading;
use std::collections::{BTreeMap, HashMap};

/// The blobs that are not read yet, by kind, and what was wrong so far.
pub struct Kinds {
    of: HashMap<Kind, Vec<Blob>>,
    /// The blobs of kinds that are not known.
    pub others: Vec<Blob>,
    /// What is damaged.
    pub damage: Vec<Damage>,
}

impl Kinds {
    /// Sorts all blobs into kinds that are known, and others.
    pub fn of(Blobs { blobs, damage, .. }: Blobs, known: &[Kind]) -> Self {
        let (mut of, mut others) = (HashMap::<_, Vec<_>>::new(), Vec::new());
        for blob in blobs {
            match known.contains(&blob.kind) {
                true => of.entry(blob.kind).or_default().push(blob),
                false => others.push(blob),
            }
        }
        Self { of, others, damage }
    }

    /// Whether there is a blob of a kind that is not read yet, whatever is in it.
    pub fn has(&self, kind: Kind) -> bool {
        self.of.contains_key(&kind)
    }

    /// Reads all of a kind, by their numbers. Those that cannot be read are left out.
    pub fn each<T>(
        &mut self,
        kind: Kind,
        mut read: impl FnMut(&mut Reading) -> Result<T, Damage>,
    ) -> BTreeMap<u32, T> {
        let mut all = BTreeMap::new();
        for blob in self.of.remove(&kind).unwrap_or_default() {
            let mut reading = Reading::new(blob);
            let mut whole = || {
                let number = reading.number()?;
                let value = read(&mut reading)?;
                reading.end()?;
                Ok((number, value))
            };
            let read = whole();
            self.damage.append(&mut reading.noted);
            match read {
                Ok((number, _)) if all.contains_key(&number) => self.damage.push(reading.why(0, Why::Twice)),
                Ok((number, value)) => drop(all.insert(number, value)),
                Err(damage) => self.damage.push(damage),
            }
        }
        all
    }

    /// Reads the blob of a kind of which there is one.
    pub fn only<T>(&mut self, kind: Kind, read: impl FnMut(&mut Reading) -> Result<T, Damage>) -> Option<T> {
        self.each(kind, read).into_values().next()
    }
}
