//! Reading blobs.

use super::{Blobs, Damage, HEADER_BYTES, Why, checksum, find};

/// Reads a file with blobs, of which any byte may be wrong. What is whole is kept, and what is not is named with the reason.
///
/// # Errors
/// If there is nothing of a save, or it is one of another version.
pub fn read(file: &[u8]) -> Result<Blobs, Damage> {
    let found = find(file)?;
    let mut all = Blobs { saves: found.saves, damage: found.damage, ..Blobs::default() };
    let mut taken = HEADER_BYTES;
    for entry in found.entries {
        let end = entry.at.checked_add(entry.length).filter(|&end| end <= found.end);
        let bytes = end.and_then(|end| file.get(entry.at..end));
        let why = match bytes {
            None => Why::Outside(entry.length),
            Some(_) if entry.at < taken => Why::Overlaps,
            Some(bytes) => {
                taken = entry.at + entry.length;
                if checksum(bytes) == entry.checksum {
                    all.blobs.push(entry.blob(bytes));
                    continue;
                }
                Why::Checksum
            }
        };
        all.damage.push(Damage::of_blob(&entry, why));
    }
    Ok(all)
}
