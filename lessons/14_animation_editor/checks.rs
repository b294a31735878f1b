//! The checks of lesson 14.

use check::{Answer, Check, Draw, Slip, Told, Workings, check, told};
use common::clip::{Cursor, Keys, key_at, key_from_last};
use common::transform::Transform;
use drafts::blobs::{
    Blob, Damage, Entry, HEADER_BYTES, Header, Part, Why, checksum, find, put_header, put_table, read, write,
};
use drafts::{History, Step, Stored};
use editor::insert;
use editor::mirror::{Place, mirrored};
use glam::{Mat3, Mat4, Quat, Vec3, vec3};

// ---------------------------------------------------------------- 14.1

/// The bytes of a file, as an answer.
struct File(Vec<u8>);

told!(File { 0 });

impl Answer for File {
    fn agrees(&self, other: &Self) -> bool {
        self.0 == other.0
    }

    /// What stands where: the blobs' own headers, and what the table says.
    fn show(&self) -> String {
        let file = &self.0;
        let mut lines = vec![format!("{} bytes", file.len())];
        for (at, _) in file.windows(4).enumerate().filter(|(_, mark)| mark == b"BLOB") {
            lines.push(format!("from byte {at} on: the header of a blob"));
        }
        let table_at = Header::take(file).map_or(0, |header| header.table_at);
        match find(file) {
            Ok(found) if found.damage.is_empty() => {
                lines.push(format!("from byte {table_at} on: the table"));
                lines.extend(found.entries.iter().map(|entry| format!("  {}", said(entry, file))));
            }
            _ => lines.push(format!("from byte {table_at} on there should be the table, and there is none")),
        }
        lines.join("\n")
    }

    fn remark(&self, want: &Self) -> Option<String> {
        let differs = self.0.iter().zip(&want.0).position(|(given, want)| given != want)?;
        // Before that is the header, which differs wherever the table begins.
        let first = self.0.iter().zip(&want.0).skip(HEADER_BYTES).position(|(given, want)| given != want);
        Some(format!(
            "The first byte that differs is byte {}.",
            first.map_or(differs, |byte| byte + HEADER_BYTES)
        ))
    }
}

/// What an entry says, and what stands there.
fn said(entry: &Entry, file: &[u8]) -> String {
    let Entry { name, at, length, .. } = entry;
    let bytes = at.checked_add(*length).and_then(|end| file.get(*at..end));
    let there = bytes.map_or("outside the file".to_owned(), quoted);
    format!("'{name}': {length} bytes from byte {at} on: {there}")
}

/// Bytes as text; of many the first ones, and their checksum.
fn quoted(bytes: &[u8]) -> String {
    if bytes.len() <= 60 {
        return format!("\"{}\"", bytes.escape_ascii());
    }
    format!("\"{}…\", checksum {:08x}", bytes[..40].escape_ascii(), checksum(bytes))
}

fn text(name: &str, bytes: &str) -> Blob {
    Blob::new(*b"TEXT", name, bytes.as_bytes().to_vec())
}

/// Some letters.
fn letters(draw: &mut Draw, count: usize) -> String {
    (0..count).map(|_| char::from(draw.one_of(b"abcdefghijklmnopqrstuvwxyz"))).collect()
}

/// A file as it should be.
fn right_file(blobs: &[Blob], saves: u64) -> Vec<u8> {
    let mut whole = vec![0; HEADER_BYTES];
    let stored = |blob: &Blob| {
        put_header(&mut whole, blob);
        let begin = whole.len();
        whole.extend(blob.bytes.iter());
        Entry::of(blob, begin)
    };
    let entries: Vec<Entry> = blobs.iter().map(stored).collect();
    let begin = whole.len();
    put_table(&mut whole, &entries);
    Header::put(saves, begin, &mut whole);
    whole
}

#[test]
fn todo_14_1_write() {
    let walk = text("walk", "left, right, left, right");
    let long = "on and on and ".repeat(30);
    let cases = [
        ("one blob", vec![walk.clone()], 1),
        ("two blobs", vec![walk.clone(), text("wave", "hello")], 2),
        (
            "three blobs, the first of them empty",
            vec![text("stand", ""), text("wave", "hello"), walk.clone()],
            3,
        ),
        (
            "three blobs, of which two are the same but for their names",
            vec![text("a", "hi"), walk, text("b", "hi")],
            70_000,
        ),
        (
            "five blobs, some with long names",
            ["a", "ab", "ä", "a long name", "b"].map(|name| text(name, &long)).to_vec(),
            5,
        ),
        (
            "two blobs with the same name, but of two kinds",
            vec![text("knight", "his joints"), Blob::new(*b"MESH", "knight", b"his skin".to_vec())],
            6,
        ),
        (
            "two blobs, of which the first has 70,000 bytes",
            vec![text("walk", &"x".repeat(70_000)), text("wave", "hello")],
            7,
        ),
        ("no blobs at all", vec![], 9),
    ];
    check("14.1", |check| {
        let drawn = check.drawn(|draw| {
            let blobs = (0..draw.whole(2..6)).map(|_| {
                let (name, length) = (draw.whole(3..20), draw.whole(0..50));
                text(&letters(draw, name), &letters(draw, length))
            });
            ("some blobs", blobs.collect(), 10)
        });
        for (words, blobs, saves) in cases.into_iter().chain(drawn) {
            check.case(
                format!("the file of {words}"),
                || File(write(&blobs, saves)),
                || File(right_file(&blobs, saves)),
            );
        }
    });
}

// ---------------------------------------------------------------- 14.2

/// What was read of a file: a line for each blob that was kept, and for each that was refused.
#[derive(Clone)]
struct Heard {
    kept: Vec<String>,
    refused: Vec<String>,
}

told!(Heard { kept, refused });

impl Answer for Heard {
    fn agrees(&self, other: &Self) -> bool {
        let sorted = |lines: &[String]| {
            let mut lines = lines.to_vec();
            lines.sort();
            lines
        };
        self.kept == other.kept && sorted(&self.refused) == sorted(&other.refused)
    }

    fn show(&self) -> String {
        let kept = self.kept.iter().map(|line| format!("kept     {line}"));
        let lines: Vec<_> = kept.chain(self.refused.iter().map(|line| format!("refused  {line}"))).collect();
        if lines.is_empty() { "nothing was kept, and nothing refused".to_owned() } else { lines.join("\n") }
    }
}

fn refused(damage: &Damage) -> String {
    let part = match &damage.part {
        Part::Blob(_, name) => format!("'{name}'"),
        part => part.to_string(),
    };
    format!("{part} at byte {}: {:?}", damage.byte, damage.why)
}

fn kept(name: &str, at: usize, bytes: &[u8]) -> String {
    format!("'{name}' at byte {at}: {}", quoted(bytes))
}

/// What the student's code reads.
fn heard(file: &[u8]) -> Heard {
    match read(file) {
        Ok(all) => Heard {
            kept: all.blobs.iter().map(|blob| kept(&blob.name, blob.at, &blob.bytes)).collect(),
            refused: all.damage.iter().map(refused).collect(),
        },
        Err(damage) => Heard { kept: Vec::new(), refused: vec![refused(&damage)] },
    }
}

/// What is to be read, worked out with numbers that are never too large.
fn wanted(file: &[u8]) -> Heard {
    let found = find(file).expect("a save");
    let mut heard = Heard { kept: Vec::new(), refused: found.damage.iter().map(refused).collect() };
    let mut free = HEADER_BYTES;
    for entry in &found.entries {
        if entry.at as u128 + entry.length as u128 > found.end as u128 {
            heard.refused.push(refused(&Damage::of_blob(entry, Why::Outside(entry.length))));
            continue;
        }
        let bytes = &file[entry.at..][..entry.length];
        let reason = match entry.at < free {
            true => Some(Why::Overlaps),
            false => (checksum(bytes) != entry.checksum).then_some(Why::Checksum),
        };
        free = free.max(entry.at + entry.length);
        match reason {
            Some(why) => heard.refused.push(refused(&Damage::of_blob(entry, why))),
            None => heard.kept.push(kept(&entry.name, entry.at, bytes)),
        }
    }
    heard
}

/// A file whose table says of the blobs what it likes.
fn with_table(blobs: &[Blob], change: impl Fn(&mut Vec<Entry>, &[u8])) -> Vec<u8> {
    let mut file = right_file(blobs, 4);
    let found = find(&file).expect("a save");
    let mut table = found.entries;
    change(&mut table, &file);
    file.truncate(found.end);
    put_table(&mut file, &table);
    Header::put(4, found.end, &mut file);
    file
}

/// Makes an entry speak of other bytes of the file, with their right checksum.
fn speak_of(entry: &mut Entry, file: &[u8], at: usize, length: usize) {
    (entry.at, entry.length, entry.checksum) = (at, length, checksum(&file[at..at + length]));
}

/// Files to be read, and what is the matter with each.
fn files() -> Vec<(&'static str, Vec<u8>)> {
    let blobs =
        [text("walk", "left, right"), text("wave", "hello"), text("stand", ""), text("fall", "ouch!")];
    let whole = right_file(&blobs, 4);
    let at = |number: usize| find(&whole).expect("a save").entries[number].at;
    let flipped = |byte: usize| {
        let mut file = whole.clone();
        file[byte] ^= 0x20;
        file
    };
    let entry = |number: usize, change: &dyn Fn(&mut Entry)| {
        with_table(&blobs, |entries, _| change(&mut entries[number]))
    };
    let mut holes = flipped(at(0));
    holes[at(3)] = b'-';
    vec![
        ("a file that is whole", whole.clone()),
        ("a file whose second blob has a changed byte", flipped(at(1) + 4)),
        ("a file whose first and last blob have a changed byte each", holes),
        (
            "a file whose table says that the first blob has 100,000 bytes",
            entry(0, &|entry| entry.length = 100_000),
        ),
        (
            "a file whose table says that the second blob has 2^64 - 1 bytes",
            entry(1, &|entry| entry.length = usize::MAX),
        ),
        (
            "a file whose table says that the second blob begins at byte 2^64 - 1",
            entry(1, &|entry| entry.at = usize::MAX),
        ),
        (
            "a file whose table says that the empty blob is far outside",
            entry(2, &|entry| entry.at = 1_000_000),
        ),
        ("a file whose table says that the second blob is the last 4 bytes of the first", {
            with_table(&blobs, |entries, file| speak_of(&mut entries[1], file, at(0) + 7, 4))
        }),
        ("a file whose table says that the second blob is the same bytes as the first", {
            with_table(&blobs, |entries, file| speak_of(&mut entries[1], file, at(0), 11))
        }),
        ("a file whose table says that the second blob begins right behind the first", {
            with_table(&blobs, |entries, file| speak_of(&mut entries[1], file, at(0) + 11, 4))
        }),
        ("a file whose table says that the first blob stands in the header of the file", {
            with_table(&blobs, |entries, file| speak_of(&mut entries[0], file, 1, 4))
        }),
        ("a file whose table says that the last blob reaches two bytes into the table", {
            with_table(&blobs, |entries, file| {
                entries[3].length += 2;
                let bytes = [&file[at(3)..at(3) + 5], b"TA"].concat();
                entries[3].checksum = checksum(&bytes);
            })
        }),
        ("a file without its table, whose last blob is cut off", whole[..at(3) + 3].to_vec()),
        ("a file whose header is damaged, and whose second blob has a changed byte", {
            let mut file = flipped(at(1));
            file[3] = 0;
            file
        }),
        (
            "a file whose second blob has 70,000 bytes",
            right_file(&[text("walk", "left"), text("wave", &"x".repeat(70_000)), text("fall", "ouch!")], 4),
        ),
    ]
}

/// A file one of whose first blobs has a changed byte. Of two blobs behind it the table says what cannot be: that one is
/// the end of the one before, and that the last one is too long.
fn any_file(draw: &mut Draw) -> Vec<u8> {
    let names = ["walk", "wave", "stand", "fall", "jump", "sit", "run"];
    let names = &names[..draw.whole(5..8)];
    let blobs: Vec<Blob> = names
        .iter()
        .map(|name| {
            let length = draw.whole(5..40);
            text(name, &letters(draw, length))
        })
        .collect();
    let (flipped, too_long) = (draw.whole(0..2), draw.whole(100..9_000));
    let mut file = with_table(&blobs, |entries, file| {
        let end = entries[2].at + entries[2].length;
        speak_of(&mut entries[3], file, end - 3, 3);
        entries[names.len() - 1].length += too_long;
    });
    let at = find(&file).expect("a save").entries[flipped].at;
    file[at + draw.whole(0..5)] ^= 0x20;
    file
}

#[test]
fn todo_14_2_read() {
    check("14.2", |check| {
        let drawn = check.drawn(|draw| {
            ("a file of which two entries of the table are wrong, and a blob is damaged", any_file(draw))
        });
        for (words, file) in files().into_iter().chain(drawn) {
            check.case(format!("what there is to read in {words}"), || heard(&file), || wanted(&file));
        }
    });
}

// ---------------------------------------------------------------- 14.3

/// A list of keys, as an answer.
struct Listed<T> {
    times: Vec<f32>,
    values: Vec<T>,
}

impl<T: Told> Told for Listed<T> {
    fn tell(&self, numbers: &mut Vec<u64>) {
        self.times.tell(numbers);
        self.values.tell(numbers);
    }

    fn hear(numbers: &mut dyn Iterator<Item = u64>) -> Option<Self> {
        Some(Self { times: Told::hear(numbers)?, values: Told::hear(numbers)? })
    }
}

impl<T: Answer> Answer for Listed<T> {
    fn agrees(&self, other: &Self) -> bool {
        let same = |(a, b): (&f32, &f32)| a.agrees(b);
        self.times.len() == other.times.len()
            && self.times.iter().zip(&other.times).all(same)
            && self.values.len() == other.values.len()
            && self.values.iter().zip(&other.values).all(|(a, b)| a.agrees(b))
    }

    fn show(&self) -> String {
        let keys = self.times.iter().zip(&self.values);
        match self.times.len() {
            0 => "no key".to_owned(),
            _ => keys.map(|(time, value)| format!("at {} s: {}\n", time.show(), value.show())).collect(),
        }
    }

    fn difference(&self, want: &Self) -> Option<String> {
        const FEW: usize = 8;
        let [given, wanted] = [self, want].map(|keys| keys.times.len());
        if given <= FEW && wanted <= FEW {
            return None;
        }
        if given != wanted {
            return Some(format!("  {given} keys came out, {wanted} were expected.\n"));
        }
        let differs = |&key: &usize| {
            !self.times[key].agrees(&want.times[key]) || !self.values[key].agrees(&want.values[key])
        };
        let first = (0..wanted).find(differs)?;
        let [given, wanted] = [self, want]
            .map(|keys| format!("at {} s: {}", keys.times[first].show(), keys.values[first].show()));
        let which = format!("  The first key that differs is number {first}, counted from 0.");
        Some(format!("{which}\n  Came out   {given}\n  Expected   {wanted}\n"))
    }
}

type Mix<T> = fn(T, T, f32) -> T;

/// What becomes of a list, if a key is inserted.
fn inserted<T: Copy>(keys: &Listed<T>, time: f32, (rest, mix): (T, Mix<T>), by: Workings) -> Listed<T> {
    let (mut times, mut values) = (keys.times.clone(), keys.values.clone());
    let next = times.iter().position(|&key| key > time).unwrap_or(times.len());
    let count = times.len();
    let part = |from: usize| {
        let seconds = times[from + 1] - times[from];
        if seconds > 0.0 { (time - times[from]) / seconds } else { 0.0 }
    };
    let value = match next {
        _ if count == 0 => rest,
        // On the way from the first key to the second, none of it is done.
        0 if count > 1 => mix(values[0], values[1], by.part(0.0)),
        0 => values[0],
        _ if next == count => values[count - 1],
        _ => mix(values[next - 1], values[next], by.part(part(next - 1))),
    };
    if !times.contains(&time) {
        times.insert(next, time);
        values.insert(next, value);
    }
    Listed { times, values }
}

const ONE_PLACE_LATE: Slip = Slip::Here(
    "one-place-late",
    "The new key has the right value, and stands one place too late: behind the key that comes after it. What does a \
     number of keys say, and what the number of a place?",
);

/// Inserts one key after the other into a list.
fn ask_inserted<T: Answer + Copy>(
    check: &mut Check,
    question: &str,
    [times, inserts]: [&[f32]; 2],
    value: impl Fn(usize) -> T,
    (rest, mix): (T, Mix<T>),
) {
    let keys = || Listed { times: times.to_vec(), values: (0..times.len()).map(&value).collect() };
    let after =
        |by: Workings| inserts.iter().fold(keys(), |keys, &time| inserted(&keys, time, (rest, mix), by));
    check.case_by(
        question,
        || {
            let Listed { times, values } = keys();
            let mut keys = Keys::new(times, values);
            inserts.iter().for_each(|&time| insert(&mut keys, time, rest, mix));
            Listed { times: keys.times().to_vec(), values: keys.values().to_vec() }
        },
        after,
    );
}

/// A corner for every key; those beside each other are far apart.
fn corner(key: usize) -> Vec3 {
    let key = key as f32;
    vec3(key, 4.0 - key * key, if key % 2.0 == 0.0 { 3.0 } else { -1.0 })
}

/// A turn for every key. Every third is written as its negative, the same turn the long way round.
fn turn_of(key: usize) -> Quat {
    let turn = turned(vec3(1.0, key as f32, -0.5), 50.0 * key as f32);
    if key % 3 == 1 { -turn } else { turn }
}

#[test]
fn todo_14_3_insert() {
    let (place, turn) =
        ((vec3(0.5, 9.0, -7.0), Vec3::lerp as Mix<Vec3>), (turned(Vec3::Z, 111.0), Quat::slerp as Mix<Quat>));
    let plain: &[f32] = &[0.5, 1.5, 2.0, 5.0];
    let stepping: &[f32] = &[0.5, 2.0, 2.0, 3.0, 3.0, 3.0, 5.0];
    let long: Vec<f32> = (0..200u8).map(|key| 0.125 * f32::from(key / 3 * 3)).collect();
    let many: Vec<f32> = (0..90u8).map(|key| 0.09375 * f32::from(key.wrapping_mul(37))).collect();
    check("14.3", |check| {
        check.own_slips(&[ONE_PLACE_LATE]);
        // What `between` and other ways to find a key come to.
        let found = |key: fn(&[f32], f32) -> usize| {
            let keys = [(0.0, 0), (0.5, 0), (2.0, 2), (2.5, 2), (3.0, 5), (9.0, 6)];
            keys.into_iter().all(|(time, wanted)| key(stepping, time) == wanted) && key(&[], 1.0) == 0
        };
        check.needs("06.2", || found(key_at));
        check.needs("12.1", || {
            let keys = Keys::new(plain.iter().copied(), 0..4);
            let between = |time| keys.between(time, &mut Cursor::default());
            found(|times, time| key_from_last(times, 3, time)) && between(3.5) == Some((2, 3, 0.5))
        });
        for (words, time) in [
            ("between two keys", 2.75),
            ("nearer to the next key than to the one before", 1.25),
            ("at a key that exists", 1.5),
            ("half a thousandth of a second after a key", 1.5005),
            ("at the first key", 0.5),
            ("at the last key", 5.0),
            ("before the first key", 0.25),
            ("past the last key", 6.0),
        ] {
            let question = |of: &str| {
                format!(
                    "the keys of {of} at 0.5, 1.5, 2 and 5 s, after one was inserted {words}, at {time} s"
                )
            };
            ask_inserted(check, &question("places"), [plain, &[time]], corner, place);
            ask_inserted(check, &question("turns"), [plain, &[time]], turn_of, turn);
        }
        for (words, times) in [("no keys", &[][..]), ("a single key, at 2 s", &[2.0])] {
            for time in [1.0, 2.0, 3.0] {
                let question = |of: &str| {
                    format!(
                        "a list of {of} with {words}, after a key was inserted at {time} s; at rest it is {}",
                        place.0.show()
                    )
                };
                ask_inserted(check, &question("places"), [times, &[time]], corner, place);
            }
        }
        for (words, time) in [
            ("at", 2.0),
            ("just before", 1.75),
            ("just after", 2.25),
            ("at the second", 3.0),
            ("just after the second", 4.0),
        ] {
            let question = format!(
                "keys that step at 2 s, where there are two, and at 3 s, where there are three, after one was inserted {words} step, at {time} s"
            );
            ask_inserted(check, &question, [stepping, &[time]], corner, place);
        }
        let starting: &[f32] = &[1.0, 1.0, 2.0, 2.0];
        ask_inserted(
            check,
            "keys of which two are at 1 s and two at 2 s, after keys were inserted at 0.5 s and at 3 s",
            [starting, &[0.5, 3.0]],
            corner,
            place,
        );
        ask_inserted(
            check,
            "keys of turns at 0.5, 1.5, 2 and 5 s, after keys were inserted one after the other at 3, 4, 3.5, 1 and 3.5 s",
            [plain, &[3.0, 4.0, 3.5, 1.0, 3.5]],
            turn_of,
            turn,
        );
        ask_inserted(
            check,
            "200 keys, three at a time, after 90 were inserted, some at their times",
            [&long, &many],
            corner,
            place,
        );
        let drawn = check.drawn(|draw| {
            let times = (0..draw.whole(2..6)).scan(0.0, |time, _| {
                *time += draw.number(0.25..1.5);
                Some(*time)
            });
            (times.collect::<Vec<f32>>(), draw.number(0.0..6.0), draw.point(4.0))
        });
        for (times, time, rest) in drawn {
            let question = |of: &str| {
                let keys: Vec<String> = times.iter().map(f32::to_string).collect();
                format!("the keys of {of} at {} s, after one was inserted at {time} s", keys.join(", "))
            };
            ask_inserted(check, &question("places"), [&times, &[time]], corner, (rest, Vec3::lerp));
            ask_inserted(check, &question("turns"), [&times, &[time]], turn_of, turn);
        }
    });
}

// ---------------------------------------------------------------- 14.4

/// What a step keeps in this check: words.
#[derive(Clone)]
struct Words(String);

impl Stored for Words {
    fn bytes(&self) -> usize {
        self.0.len()
    }
}

/// What is done with a history.
#[derive(Clone, Copy)]
enum Call {
    /// A step is made, from one state to another.
    Push(char, char),
    /// It goes to a number of steps.
    GoTo(usize),
    /// The document is saved.
    Save,
}
use Call::{GoTo, Push, Save};

/// What came of it: what was put back, in this order, how many steps are done then, and whether it is as it was saved.
struct Went {
    put: Vec<String>,
    done: usize,
    saved: bool,
}

told!(Went { put, done, saved });

impl Answer for Went {
    fn agrees(&self, other: &Self) -> bool {
        self.put == other.put && self.done == other.done && self.saved == other.saved
    }

    fn show(&self) -> String {
        let put = if self.put.is_empty() { "nothing".to_owned() } else { self.put.join(", ") };
        let saved = if self.saved { "yes" } else { "no" };
        format!("put: {put}\nsteps done then: {}\nas it was saved: {saved}", self.done)
    }
}

fn step(from: char, to: char) -> Step<Words> {
    let words = |what: &str, state| Words(format!("{what} {state}"));
    Step { name: format!("{from} to {to}"), before: words("back to", from), after: words("on to", to) }
}

/// What comes of the last of some calls.
fn went(calls: &[Call]) -> Went {
    let mut history = History::new(usize::MAX);
    let mut put = Vec::new();
    for &call in calls {
        put.clear();
        match call {
            Push(from, to) => history.push(step(from, to)),
            GoTo(count) => history.go_to(count, |words: &Words| put.push(words.0.clone())),
            Save => history.mark_saved(),
        }
    }
    Went { put, done: history.done(), saved: history.is_saved() }
}

/// The same, done rightly.
fn should_go(calls: &[Call]) -> Went {
    let (mut steps, mut done, mut put) = (Vec::new(), 0, Vec::new());
    // Each state that ever was has a number: that of the call that made it, or 0.
    let mut saved = 0;
    let state = |steps: &[(usize, Step<Words>)], done: usize| if done == 0 { 0 } else { steps[done - 1].0 };
    for (number, &call) in (1..).zip(calls) {
        put.clear();
        match call {
            Push(from, to) => {
                steps.truncate(done);
                steps.push((number, step(from, to)));
                done = steps.len();
            }
            Save => saved = state(&steps, done),
            GoTo(count) => {
                let count = count.min(steps.len());
                let back = count < done;
                let passed: Vec<usize> =
                    if back { (count..done).rev().collect() } else { (done..count).collect() };
                put.extend(passed.iter().map(|&step: &usize| {
                    let (_, Step { before, after, .. }) = &steps[step];
                    if back { before.0.clone() } else { after.0.clone() }
                }));
                done = count;
            }
        }
    }
    let saved = saved == state(&steps, done);
    Went { put, done, saved }
}

/// Some steps, ways back and forth, and saves.
fn any_calls(draw: &mut Draw) -> Vec<Call> {
    let (mut calls, mut states, mut done) = (Vec::new(), vec!['a'], 0);
    for letter in ('b'..).take(draw.whole(8..16)) {
        match draw.whole(0..5) {
            _ if states.len() < 4 => {}
            0 | 1 => {
                let count = draw.whole(0..states.len() + 1);
                done = count.min(states.len() - 1);
                calls.push(GoTo(count));
                continue;
            }
            2 => {
                calls.push(Save);
                continue;
            }
            _ => {}
        }
        calls.push(Push(states[done], letter));
        done += 1;
        states.truncate(done);
        states.push(letter);
    }
    calls.push(GoTo(draw.whole(0..states.len())));
    calls
}

/// Calls in words.
fn in_words(calls: &[Call]) -> String {
    let words = calls.iter().map(|call| match call {
        Push(from, to) => format!("a step from {from} to {to}"),
        GoTo(count) => format!("to {count} steps"),
        Save => "a save".to_owned(),
    });
    words.collect::<Vec<_>>().join(", ")
}

/// Steps from each of some states to the next.
fn through(states: &str) -> Vec<Call> {
    let next = states.chars().skip(1);
    states.chars().zip(next).map(|(from, to)| Push(from, to)).collect()
}

#[test]
fn todo_14_4_go_to() {
    // There and back in a history of 25 steps, with new ones on the way.
    let mut long = through("abcdefghijklmnopqrstuvwxyz");
    for (turn, count) in [20, 7, 25, 0, 13, 12, 25, 3].into_iter().enumerate() {
        long.push(GoTo(count));
        if turn % 3 == 2 {
            long.extend([GoTo(10), Push('k', 'B'), Push('B', 'C')]);
        }
    }
    let asked: [(&str, &str, &[Call]); 14] = [
        ("steps from a to b, c and d; then to 2 of them: the last is undone", "abcd", &[GoTo(2)]),
        ("steps from a to b, c and d; then to 0 of them: all are undone", "abcd", &[GoTo(0)]),
        ("steps from a to b, c, d, e and f; then to 1 of them", "abcdef", &[GoTo(1)]),
        (
            "steps from a to b, c and d; then to 2 of them, and to 3: the last is done again",
            "abcd",
            &[GoTo(2), GoTo(3)],
        ),
        ("steps from a to b, c, d, e and f; then to 0 of them, and to 4", "abcdef", &[GoTo(0), GoTo(4)]),
        (
            "steps from a to b, c, d, e and f; then to 1 of them, to 4, and to 2",
            "abcdef",
            &[GoTo(1), GoTo(4), GoTo(2)],
        ),
        ("steps from a to b, c and d; then to 0 of them, and to 99", "abcd", &[GoTo(0), GoTo(99)]),
        ("steps from a to b, c and d; then to 3 of them: it is there already", "abcd", &[GoTo(3)]),
        ("no steps; then to 0 of them", "", &[GoTo(0)]),
        (
            "steps from a to b, c and d; then to 1 of them, a step from b to x, and to 3",
            "abcd",
            &[GoTo(1), Push('b', 'x'), GoTo(3)],
        ),
        (
            "steps from a to b, c and d; then to 1 of them, a step from b to x, and to 0",
            "abcd",
            &[GoTo(1), Push('b', 'x'), GoTo(0)],
        ),
        (
            "steps from a to b and back, and so on, ten of them; then to 8, to 2, to 9 and to 4",
            "abababababa",
            &[GoTo(8), GoTo(2), GoTo(9), GoTo(4)],
        ),
        (
            "steps from a to b, c and d, and a save; then to 1 of them, and to 3 again",
            "abcd",
            &[Save, GoTo(1), GoTo(3)],
        ),
        (
            "steps from a to b, c and d, and a save; then to 1 of them, a step from b to x, a step from x to y, and to 1",
            "abcd",
            &[Save, GoTo(1), Push('b', 'x'), Push('x', 'y'), GoTo(1)],
        ),
    ];
    let mut histories: Vec<(String, Vec<Call>)> = asked
        .into_iter()
        .map(|(words, states, calls)| (words.to_owned(), [&through(states), calls].concat()))
        .collect();
    histories.push((
        "25 steps, gone through there and back, with new ones on the way; then to 3".to_owned(),
        long,
    ));
    check("14.4", |check| {
        let drawn = check.drawn(any_calls);
        let drawn = drawn.into_iter().map(|calls| (in_words(&calls), calls));
        for (words, calls) in histories.into_iter().chain(drawn) {
            check.case(
                format!("what the last of these puts back, and whether all is as it was saved then: {words}"),
                || went(&calls),
                || should_go(&calls),
            );
        }
    });
}

// ---------------------------------------------------------------- 14.5

/// Degrees about an axis.
fn turned(axis: Vec3, degrees: f32) -> Quat {
    Quat::from_axis_angle(axis.normalize(), degrees.to_radians())
}

fn stands(translation: [f32; 3], rotation: Quat, scale: [f32; 3]) -> Transform {
    Transform { translation: translation.into(), rotation, scale: scale.into() }
}

/// A place at rest: how the parent's axes lie in the world, and how the joint stands in its parent.
fn place(world_from_parent: Quat, translation: [f32; 3], rotation: Quat) -> Place {
    Place { world_from_parent, rest: stands(translation, rotation, [1.0; 3]) }
}

/// A way to mirror a joint.
type Way = fn(Transform, &Place, &Place) -> Transform;

/// By 3×3 matrices, whose mirror image is S M S.
fn by_matrices(partner: Transform, its: &Place, own: &Place) -> Transform {
    let mirror = Mat3::from_diagonal(vec3(-1.0, 1.0, 1.0));
    let [from_its, from_own] = [its, own].map(|place| Mat3::from_quat(place.world_from_parent));
    let turn = Mat3::from_quat(partner.rotation) * Mat3::from_quat(its.rest.rotation).transpose();
    let turn = mirror * from_its * turn * from_its.transpose() * mirror;
    let turn = from_own.transpose() * turn * from_own * Mat3::from_quat(own.rest.rotation);
    let step = mirror * (from_its * (partner.translation - its.rest.translation));
    Transform {
        translation: own.rest.translation + from_own.transpose() * step,
        rotation: Quat::from_mat3(&turn).normalize(),
        scale: partner.scale,
    }
}

/// Asks something of the student's way to mirror.
fn ask<T: Answer>(check: &mut Check, question: impl Into<String>, of: impl Fn(Way) -> T) {
    check.case(question, || of(mirrored), || of(by_matrices));
}

fn matrix(transform: Transform) -> Mat4 {
    Mat4::from_scale_rotation_translation(transform.scale, transform.rotation, transform.translation)
}

#[test]
fn todo_14_5_mirrored() {
    // As if each joint were a root that stands at the origin at rest.
    let plain = place(Quat::IDENTITY, [0.0; 3], Quat::IDENTITY);
    let tilted = turned(vec3(1.0, 2.0, -1.0), 100.0);
    // Written with a negative w.
    let far = -turned(vec3(2.0, -1.0, 0.5), 130.0);
    // Arms: the axes of both shoulders lie alike in the world, or as if each had been built by somebody else.
    let left = place(turned(Vec3::Z, -80.0), [0.0, 0.3, 0.0], turned(Vec3::X, 10.0));
    let right = place(turned(vec3(1.0, 1.0, 0.2), 140.0), [0.0, 0.35, 0.02], turned(Vec3::Y, 75.0));
    let raised = stands([0.0, 0.3, 0.0], turned(vec3(0.3, 0.2, 1.0), 65.0), [1.0; 3]);
    let torn = stands([0.1, 0.5, -0.2], -turned(vec3(-1.0, 0.4, 0.8), 150.0), [1.0, 1.5, 0.5]);
    check("14.5", |check| {
        let about = |axis: &str| {
            format!(
                "the mirror image of a joint that stands at (0.3, 1, 0.2), turned 40° about {axis}; both parents lie along \
                 the world's axes, and at rest both joints stand in them at (0, 0, 0), not turned"
            )
        };
        for (name, axis) in [("x", Vec3::X), ("y", Vec3::Y), ("z", Vec3::Z)] {
            let partner = stands([0.3, 1.0, 0.2], turned(axis, 40.0), [1.0; 3]);
            ask(check, about(name), |way| way(partner, &plain, &plain));
        }
        let grown = stands([-0.4, 0.5, -2.0], tilted, [1.0, 2.0, 0.5]);
        ask(check, about("(1, 2, -1), by 100° and larger"), |way| way(grown, &plain, &plain));
        let negative = stands([-0.4, 0.5, -2.0], far, [1.0; 3]);
        ask(check, about("(2, -1, 0.5), by 130° and with a negative w"), |way| {
            way(negative, &plain, &plain)
        });
        let arms = "a right arm whose left one";
        let axes = "the axes of their parents lie in different ways";
        for (words, partner) in [
            ("is as at rest", left.rest),
            ("is raised", raised),
            ("is turned far, torn off and stretched", torn),
        ] {
            ask(check, format!("{arms} {words}; {axes}, and so do their own"), |way| {
                way(partner, &left, &right)
            });
        }
        let hip = place(Quat::IDENTITY, [0.0, 0.9, 0.02], Quat::IDENTITY);
        let sunk = stands([0.05, 0.8, 0.3], turned(vec3(0.2, 1.0, 0.1), -30.0), [1.0; 3]);
        ask(check, "hips in the middle, which are their own partner", |way| way(sunk, &hip, &hip));
        let off = place(Quat::IDENTITY, [3.0, 0.9, 0.0], Quat::IDENTITY);
        ask(check, "the hips of somebody who stands at x = 3, and should stay there", |way| {
            way(Transform { translation: vec3(3.1, 0.9, 0.4), ..sunk }, &off, &off)
        });
        for (words, partner) in [("is raised", raised), ("is turned far, torn off and stretched", torn)] {
            ask(check, format!("the image of the image of a left arm that {words}"), |way| {
                way(way(partner, &left, &right), &right, &left)
            });
        }
        ask(check, "the matrices of two images, multiplied: it must be the image of the product", |way| {
            let both = [raised, negative].map(|joint| matrix(way(joint, &plain, &plain)));
            both[0] * both[1]
        });
        ask(check, "where the image of a joint takes the image of the point (0.2, 0.7, -0.4)", |way| {
            matrix(way(grown, &plain, &plain)).transform_point3(vec3(-0.2, 0.7, -0.4))
        });
        let drawn = check.drawn(|draw| {
            let [its, own] = [(); 2].map(|()| place(draw.turn(), draw.point(1.0).to_array(), draw.turn()));
            (stands(draw.point(1.0).to_array(), draw.turn(), [1.0, 1.5, 0.5]), its, own)
        });
        for (partner, its, own) in drawn {
            ask(check, "a joint whose partner stands anyhow; parents and rests lie anyhow, too", |way| {
                way(partner, &its, &own)
            });
        }
    });
}
