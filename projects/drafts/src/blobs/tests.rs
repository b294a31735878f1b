//! Files of blobs, whole and in every way broken.

use super::*;
use proptest::prelude::*;

fn file_of(blobs: &[Blob]) -> Vec<u8> {
    write(blobs, 7)
}

/// Some blobs: one is empty, one looks like a save itself, one has no name.
fn blobs() -> Vec<Blob> {
    let walk = Blob::new(*b"ANIM", "0 walk", (0..40).collect());
    let inside = write(&[walk.clone(), Blob::new(*b"ANIM", "9 swallowed", vec![9; 12])], 3);
    vec![
        walk,
        Blob::new(*b"ANIM", "1 wave", Vec::new()),
        Blob::new(*b"\xff\0'\n", "näme", inside),
        Blob::new(*b"MESH", "0 walk", vec![0; 9]),
        Blob::new(*b"MESH", "", b"BLOBBLOBTABL".to_vec()),
    ]
}

/// A blob without its place.
fn plain(blob: &Blob) -> (Kind, &str, &[u8]) {
    (blob.kind, &blob.name, &blob.bytes)
}

/// Which of some blobs were read. All others that were read are an error.
fn kept(read: &Blobs, blobs: &[Blob]) -> Vec<usize> {
    let index = |blob| blobs.iter().position(|known| plain(known) == plain(blob));
    read.blobs.iter().map(|blob| index(blob).expect("a blob that was not written")).collect()
}

/// A file whose header and table are whole, but the table says what it likes.
fn with_table(blobs: &[Blob], entries: &[Entry]) -> Vec<u8> {
    let mut file = file_of(blobs);
    let table_at = Header::take(&file).unwrap().table_at;
    file.truncate(table_at);
    put_table(&mut file, entries);
    Header::put(7, table_at, &mut file);
    file
}

fn entries(blobs: &[Blob]) -> Vec<Entry> {
    find(&file_of(blobs)).unwrap().entries
}

/// What is said about a file whose second entry was changed.
fn told(change: impl Fn(&mut Entry)) -> (Vec<usize>, Vec<String>) {
    let mut table = entries(&blobs());
    change(&mut table[1]);
    let read = read(&with_table(&blobs(), &table)).unwrap();
    (kept(&read, &blobs()), read.damage.iter().map(|damage| damage.in_file("a.save").to_string()).collect())
}

fn any_blob() -> impl Strategy<Value = Blob> {
    let marks = prop_oneof![Just(b"BLOB".to_vec()), Just(b"TABL".to_vec()), any::<Vec<u8>>()];
    let bytes = prop::collection::vec(marks, 0..4).prop_map(|parts| parts.concat());
    (any::<[u8; 4]>(), "[a-zß💃 ]{0,6}", bytes).prop_map(|(kind, name, bytes)| Blob::new(kind, name, bytes))
}

/// Blobs of which none has the kind and name of another.
fn any_blobs() -> impl Strategy<Value = Vec<Blob>> {
    prop::collection::vec(any_blob(), 0..8).prop_map(|mut blobs| {
        for (number, blob) in blobs.iter_mut().enumerate() {
            blob.name.insert_str(0, &number.to_string());
        }
        blobs
    })
}

proptest! {
    #[test]
    fn what_was_written_is_read(blobs in any_blobs(), saves in any::<u64>()) {
        let file = write(&blobs, saves);
        let read = read(&file).unwrap();
        prop_assert_eq!((read.saves, &read.damage), (Some(saves), &Vec::new()));
        prop_assert!(blobs.iter().map(plain).eq(read.blobs.iter().map(plain)));
        prop_assert!(read.blobs.iter().all(|blob| file[blob.at..].starts_with(&blob.bytes)));
    }

    #[test]
    fn all_blobs_are_found_without_header_and_table(blobs in any_blobs()) {
        let mut file = file_of(&blobs);
        let table_at = Header::take(&file).unwrap().table_at;
        file.truncate(table_at);
        file[..HEADER_BYTES].fill(0);
        match read(&file) {
            Ok(read) => prop_assert!(blobs.iter().map(plain).eq(read.blobs.iter().map(plain))),
            Err(damage) => prop_assert!(blobs.is_empty() && damage.why == Why::NoSave),
        }
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in any::<Vec<u8>>(), blobs in any_blobs(), at in any::<usize>(), is_new: bool) {
        let _ = read(&bytes);
        let mut file = file_of(&blobs);
        let at = at % file.len();
        let end = if is_new { at } else { file.len().min(at + bytes.len()) };
        file.splice(at..end, bytes);
        let _ = read(&file);
    }
}

#[test]
fn of_every_flipped_bit_one_blob_is_lost_at_most() {
    let (blobs, file) = (blobs(), file_of(&blobs()));
    let entries = entries(&blobs);
    let table_at = Header::take(&file).unwrap().table_at;
    for bit in 0..8 * file.len() {
        let mut flipped = file.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        let read = read(&flipped).unwrap();
        let within = |entry: &Entry| (entry.at..entry.at + entry.length).contains(&(bit / 8));
        let hit = entries.iter().position(within);
        let wanted: Vec<usize> = (0..blobs.len()).filter(|&blob| Some(blob) != hit).collect();
        assert_eq!(kept(&read, &blobs), wanted, "bit {bit}");
        let is_told = match hit {
            Some(blob) => read.damage == [Damage::of_blob(&entries[blob], Why::Checksum)],
            None if bit / 8 < HEADER_BYTES => read.damage[0].part == Part::Header,
            None if bit / 8 >= table_at => read.damage[0].part == Part::Table,
            // Of a blob's own header nothing is needed as long as there is the table.
            None => read.damage.is_empty(),
        };
        assert!(is_told, "bit {bit}: {:?}", read.damage);
        assert_eq!(read.saves, (bit / 8 >= HEADER_BYTES).then_some(7), "bit {bit}");
    }
}

#[test]
fn with_the_table_lost_a_flipped_bit_still_costs_one_blob() {
    let (blobs, file) = (blobs(), file_of(&blobs()));
    let entries = entries(&blobs);
    let table_at = Header::take(&file).unwrap().table_at;
    for bit in 8 * HEADER_BYTES..8 * table_at {
        let mut flipped = file[..table_at].to_vec();
        flipped[bit / 8] ^= 1 << (bit % 8);
        // What the flipped bit belongs to: the first blob that does not end before.
        let hit = entries.iter().position(|entry| bit / 8 < entry.at + entry.length).unwrap();
        let in_header = bit / 8 < entries[hit].at;
        let read = read(&flipped).unwrap();
        let swallowed = in_header && hit == 2;
        let found: Vec<_> = read.blobs.iter().filter(|blob| !(swallowed && is_inside(blob))).collect();
        let wanted = (0..blobs.len()).filter(|&blob| blob != hit).map(|blob| plain(&blobs[blob]));
        assert!(found.iter().map(|blob| plain(blob)).eq(wanted), "bit {bit}");
    }
}

/// Whether a blob stands within another one. It is found if that one is lost, and nothing can tell.
fn is_inside(blob: &Blob) -> bool {
    blob.name == "9 swallowed"
}

#[test]
fn a_file_that_is_cut_off_has_all_that_comes_before() {
    let (blobs, file) = (blobs(), file_of(&blobs()));
    let entries = entries(&blobs);
    for end in 0..file.len() {
        let whole: Vec<usize> =
            (0..blobs.len()).filter(|&blob| entries[blob].at + entries[blob].length <= end).collect();
        match read(&file[..end]) {
            Ok(mut read) => {
                read.blobs.retain(|blob| !is_inside(blob));
                assert_eq!(kept(&read, &blobs), whole, "{end} bytes");
                assert_eq!((read.saves, &read.damage[0].part), (Some(7), &Part::Table));
            }
            Err(damage) => assert!(end < HEADER_BYTES && damage.why == Why::NoSave, "{end} bytes"),
        }
    }
}

#[test]
fn what_the_table_says_is_compared_with_the_file() {
    let second = entries(&blobs())[1].at;
    let without_second = vec![0, 2, 3, 4];
    for (change, what) in [
        (&|entry: &mut Entry| entry.length = usize::MAX, "18446744073709551615 bytes from here on"),
        (&|entry| entry.length = 100_000, "100000 bytes from here on"),
        (&|entry| entry.checksum ^= 1, "its checksum is wrong"),
        (&|entry| entry.at -= 32, "begins before what stands in front of it ends"),
        (&|entry| entry.at = 0, "begins before what stands in front of it ends"),
    ] as [(&dyn Fn(&mut Entry), &str); 5]
    {
        let (kept, told) = told(change);
        assert_eq!(kept, without_second, "{what}");
        assert!(told.len() == 1 && told[0].contains(what) && told[0].contains("ANIM '1 wave'"), "{told:?}");
    }
    let (kept, words) = told(|entry| entry.checksum ^= 1);
    assert_eq!(kept, without_second);
    assert_eq!(
        words,
        [format!(
            "a.save, byte {second}: The blob ANIM '1 wave' is not as it was written: its checksum is wrong. \
             Open an older save to have it whole."
        )]
    );
    let (kept, words) = told(|entry| (entry.at, entry.length) = (usize::MAX, 1));
    assert_eq!(kept, without_second);
    assert!(words[0].starts_with("a.save, byte 18446744073709551615: "), "{words:?}");
    let (kept, words) = told(|entry| entry.name = "0 walk".to_owned());
    assert_eq!(kept, without_second);
    assert!(words[0].contains("The blob ANIM '0 walk' is there twice. The first one is used."), "{words:?}");
}

#[test]
fn a_blob_that_reaches_into_the_next_or_the_table_is_refused() {
    let blobs = [b"first", b"secon", b"third"].map(|bytes| Blob::new(*b"TEXT", "", bytes.to_vec()));
    let mut blobs = blobs.to_vec();
    for (number, blob) in blobs.iter_mut().enumerate() {
        blob.name = number.to_string();
    }
    let file = file_of(&blobs);
    let mut longer = entries(&blobs);
    // Its checksum is that of all these bytes: only where it ends is wrong.
    longer[1].length = 5 + (longer[2].at - longer[1].at);
    longer[1].checksum = checksum(&file[longer[1].at..longer[2].at + 5]);
    let read_all = read(&with_table(&blobs, &longer)).unwrap();
    assert_eq!(read_all.blobs.len(), 2);
    assert_eq!(read_all.damage, [Damage::of_blob(&longer[2], Why::Overlaps)]);

    let mut into_table = entries(&blobs);
    into_table[2].length += 1;
    let read_all = read(&with_table(&blobs, &into_table)).unwrap();
    assert_eq!(kept(&read_all, &blobs), [0, 1]);
    assert_eq!(read_all.damage, [Damage::of_blob(&into_table[2], Why::Outside(6))]);
}

#[test]
fn a_count_is_no_reason_to_take_memory() {
    for count in [u32::MAX, 0x0100_0000, 6, 4] {
        let mut file = file_of(&blobs());
        let table_at = Header::take(&file).unwrap().table_at;
        file[table_at + 4..table_at + 8].copy_from_slice(&count.to_le_bytes());
        let end = file.len() - 4;
        let new = checksum(&file[table_at..end]);
        file[end..].copy_from_slice(&new.to_le_bytes());
        let read = read(&file).unwrap();
        assert_eq!(kept(&read, &blobs()), [0, 1, 2, 3, 4], "by their own headers");
        let words = read.damage[0].in_file("a.save").to_string();
        let wanted = format!(
            "a.save, byte {table_at}: The table is cut off or not as it was written. The blobs were looked for: see \
             whether some are missing, and open an older save if so."
        );
        assert_eq!((read.damage.len(), words), (1, wanted));
    }
}

#[test]
fn many_entries_for_the_same_bytes_take_no_longer() {
    // 100,000 times 1 MB: who looks at all of it sits here until tomorrow.
    let blobs = [Blob::new(*b"BIG ", "", vec![1; 1 << 20])];
    let entry = entries(&blobs).remove(0);
    let many = |number: usize| Entry { name: number.to_string(), checksum: 1, ..entry.clone() };
    let read_all = read(&with_table(&blobs, &(0..100_000).map(many).collect::<Vec<_>>())).unwrap();
    assert_eq!((read_all.blobs.len(), read_all.damage.len()), (0, 100_000));

    // Headers without end, each of which promises all the rest.
    let mut file = vec![0; HEADER_BYTES];
    for number in 0..30_000usize {
        let mut header = Vec::new();
        put_header(&mut header, &Blob::new(*b"BIG ", number.to_string(), Vec::new()));
        file.extend(header);
    }
    file.extend(b"BLOB".repeat(1 << 17));
    assert_eq!(read(&file).unwrap().blobs.len(), 30_000);
}

#[test]
fn names_have_255_bytes_at_most_and_stay_texts() {
    let long = |name: &str| {
        let read = read(&file_of(&[Blob::new(*b"TEXT", name.repeat(1 << 20), vec![1])])).unwrap();
        read.blobs[0].name.clone()
    };
    assert_eq!(long("a"), "a".repeat(255));
    assert_eq!(long("ß"), "ß".repeat(127));

    let mut file = file_of(&blobs());
    let table_at = Header::take(&file).unwrap().table_at;
    // The first letter of the first name, in its entry and in its blob's own header.
    let end = file.len() - 4;
    file[table_at + 8 + 25] = 0xff;
    let new = checksum(&file[table_at..end]);
    file[end..].copy_from_slice(&new.to_le_bytes());
    let read = read(&file).unwrap();
    assert_eq!((kept(&read, &blobs()).len(), &read.damage[0].part), (5, &Part::Table));
}

#[test]
fn another_file_or_another_version_is_refused() {
    let refused = |file: &[u8]| read(file).unwrap_err().in_file("a.save").to_string();
    let no_save = "a.save, byte 0: This is no save, or nothing of it is left: it has no header and no blob. Choose another \
                   file.";
    for file in
        [&b""[..], b"glTF", &[0; 1000], b"\x89KEYS\r\n\x1a", &b"\x89KEYS\r\n\x1a BLOB TABL".repeat(99)]
    {
        assert_eq!(refused(file), no_save);
    }
    let mut file = file_of(&blobs());
    file[8] = 2;
    let new = checksum(&file[..28]);
    file[28..32].copy_from_slice(&new.to_le_bytes());
    assert_eq!(
        refused(&file),
        "a.save, byte 8: This save is of version 2. Open it with a newer version of the workbook."
    );
    // Who adds a carriage return to every line end spoils all, but not the blobs that have none.
    let text = file_of(&blobs()[3..4]);
    let spoilt: Vec<u8> =
        text.iter().flat_map(|&byte| if byte == b'\n' { vec![13, 10] } else { vec![byte] }).collect();
    assert_eq!(kept(&read(&spoilt).unwrap(), &blobs()), [3]);
}

#[test]
fn the_header_alone_tells_which_save_it_is() {
    let file = write(&blobs(), 0x0102_0304_0506_0708);
    let header = Header::take(&file[..HEADER_BYTES]).unwrap();
    assert_eq!((header.version, header.saves), (1, 0x0102_0304_0506_0708));
    assert!((0..HEADER_BYTES).all(|end| Header::take(&file[..end]).is_none()));
}
