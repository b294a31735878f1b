//! Writing blobs.

use super::{Blob, HEADER_BYTES};
#[allow(unused_imports, reason = "an answer may do without it")]
use super::{Entry, Header, put_header, put_table};

/// The bytes of a file with some blobs. `saves` says which save it is.
pub fn write(blobs: &[Blob], saves: u64) -> Vec<u8> {
    // Room for the header. It says where the table is, so it is written last.
    let mut file = vec![0; HEADER_BYTES];
    // TODO 14.1: Write the blobs, each with its header before it. The table behind them says of each where its bytes are, and
    //   the header at the very beginning where the table is.
    // BEGIN SOLUTION 14.1
    let mut entries = Vec::new();
    for blob in blobs {
        put_header(&mut file, blob);
        entries.push(Entry::of(blob, file.len()));
        file.extend(&blob.bytes);
    }
    let table_at = file.len();
    put_table(&mut file, &entries);
    Header::put(saves, table_at, &mut file);
    // END SOLUTION 14.1
    // STARTER 14.1: let _ = blobs;
    // STARTER 14.1: let table_at = file.len();
    // STARTER 14.1: put_table(&mut file, &[]);
    // STARTER 14.1: Header::put(saves, table_at, &mut file);
    file
}
