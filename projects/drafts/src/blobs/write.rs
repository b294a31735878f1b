//! Writing blobs.

use super::{Blob, Entry, HEADER_BYTES, Header, put_header, put_table};

/// The bytes of a file with some blobs. `saves` says which save it is.
pub fn write(blobs: &[Blob], saves: u64) -> Vec<u8> {
    // Room for the header. It says where the table is, so it is written last.
    let mut file = vec![0; HEADER_BYTES];
    let mut entries = Vec::new();
    for blob in blobs {
        put_header(&mut file, blob);
        entries.push(Entry::of(blob, file.len()));
        file.extend(&blob.bytes);
    }
    let table_at = file.len();
    put_table(&mut file, &entries);
    Header::put(saves, table_at, &mut file);
    file
}
