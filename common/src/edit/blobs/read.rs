//! Reading blobs.

#[allow(unused_imports, reason = "an answer may do without it")]
use super::{Blobs, Damage, HEADER_BYTES, Why, checksum, find};

/// Reads a file with blobs, of which any byte may be wrong. What is whole is kept, and what is not is named with the reason.
///
/// # Errors
/// If there is nothing of a save, or it is one of another version.
pub fn read(file: &[u8]) -> Result<Blobs, Damage> {
    let found = find(file)?;
    let mut all = Blobs { saves: found.saves, damage: found.damage, ..Blobs::default() };
    // Blobs stand between the header and the table.
    let area = file.get(..found.end).unwrap_or(file);
    let mut free = HEADER_BYTES;
    // TODO 14.2: For each entry, before you believe it: do all its bytes stand before `area` ends, and do they begin
    //   where all is `free` still? Is their checksum right? Then keep the blob; else say why not.
    // BEGIN SOLUTION 14.2
    for entry in found.entries {
        let end = entry.at.checked_add(entry.length);
        let bytes = end.and_then(|end| area.get(entry.at..end));
        let why = match bytes {
            None => Why::Outside(entry.length),
            Some(_) if entry.at < free => Why::Overlaps,
            Some(bytes) => {
                free = entry.at + bytes.len();
                if checksum(bytes) == entry.checksum {
                    all.blobs.push(entry.blob(bytes));
                    continue;
                }
                Why::Checksum
            }
        };
        all.damage.push(Damage::of_blob(&entry, why));
    }
    // END SOLUTION 14.2
    // STARTER 14.2: let _ = (found.entries, area, &mut free);
    Ok(all)
}
