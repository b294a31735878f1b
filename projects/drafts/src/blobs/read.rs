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
    // TODO 14.2: Blobs stand behind the header, one after another, and end at `found.end`. For each entry, before you
    //   believe it: are all its bytes there, and do none belong to a blob before? Is their checksum right? Then keep the
    //   blob; else say why not, and go on.
    // BEGIN SOLUTION 14.2
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
    // END SOLUTION 14.2
    // STARTER 14.2: let _ = (found.entries, found.end, &mut all.blobs);
    Ok(all)
}
