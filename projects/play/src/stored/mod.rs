//! An arena as blobs, and back.
//!
//! Whatever can be put up is a blob of its own, so that damage to one leaves the others. What stands in a level's save stands
//! in an arena's too: either can be opened as the other.

mod change;
mod limits;
#[cfg(test)]
mod tests;

pub use change::ArenaChange;
pub use limits::*;

use crate::{Arena, Lamp, Piece, Span, Sphere, Touches};
use drafts::blobs::{self, Blob, Blobs, Damage, Kind, Kinds, Part, Why};
use drafts::bytes::{Reading, numbered, put_count, put_doubles, put_floats, put_text, put_transform};
use glam::DVec2;
use ground::stored as level;

/// A model that is put up.
pub const PIECE: Kind = *b"PIEC";
/// A spot light.
pub const LAMP: Kind = *b"LAMP";
/// A training dummy.
pub const DUMMY: Kind = *b"DUMM";
/// A sphere that goes along with a joint or a thing.
pub const SPHERE: Kind = *b"SPHR";
/// A table of states.
pub const TABLE: Kind = *b"STAT";

/// All of them. Levels have none of these.
const OWN: [Kind; 5] = [PIECE, LAMP, DUMMY, SPHERE, TABLE];

/// The same, and those of a level.
const ALL: [Kind; 7] = [level::LEVEL, level::POLYGON, PIECE, LAMP, DUMMY, SPHERE, TABLE];

/// Whose spheres and tables there are.
pub const WHOSE: [&str; 2] = ["knight", "dummy"];

/// What spheres are for, by their numbers in a file.
const TOUCHES: [Touches; 2] = [Touches::Hits, Touches::Hurts];

/// What a save of an arena holds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stored {
    /// The arena. A table that is missing is empty.
    pub arena: Arena,
    /// Whether it is a level and nothing more, as lesson 16 saves it.
    pub is_level: bool,
    /// Which save it is, if the header is whole.
    pub saves: Option<u64>,
    /// The blobs of kinds that are not known here. They belong into the next save too.
    pub others: Vec<Blob>,
    /// What of it is damaged.
    pub damage: Vec<Damage>,
}

/// All that a save of an arena holds. `others` are blobs of other kinds.
pub fn to_blobs(arena: &Arena, others: &[Blob]) -> Vec<Blob> {
    let Arena { level, pieces, lamps, dummies, spheres, tables } = arena;
    let mut all = level::to_blobs(level, &[]);
    let mut put = |kind, number, name: &str, bytes| all.push(Blob::new(kind, numbered(number, name), bytes));
    for (number, piece) in pieces.iter().enumerate() {
        put(PIECE, number, &piece.name, piece_bytes(piece));
    }
    for (number, lamp) in lamps.iter().enumerate() {
        put(LAMP, number, &lamp.name, lamp_bytes(lamp));
    }
    for (number, dummy) in dummies.iter().enumerate() {
        let mut bytes = Vec::new();
        put_doubles(&mut bytes, &dummy.to_array());
        put(DUMMY, number, "dummy", bytes);
    }
    let whose = |whose: usize| spheres[whose].iter().map(move |sphere| (whose, sphere));
    for (number, (whose, sphere)) in whose(0).chain(whose(1)).enumerate() {
        put(SPHERE, number, &sphere.name, sphere_bytes(whose, sphere));
    }
    for (number, table) in tables.iter().enumerate() {
        let mut bytes = Vec::new();
        put_text(&mut bytes, table);
        put(TABLE, number, WHOSE[number], bytes);
    }
    all.extend(others.iter().filter(|blob| !ALL.contains(&blob.kind)).cloned());
    all
}

fn piece_bytes(piece: &Piece) -> Vec<u8> {
    let mut bytes = Vec::new();
    put_text(&mut bytes, &piece.name);
    put_text(&mut bytes, &piece.model);
    put_transform(&mut bytes, piece.place);
    bytes
}

fn lamp_bytes(lamp: &Lamp) -> Vec<u8> {
    let mut bytes = Vec::new();
    put_text(&mut bytes, &lamp.name);
    put_floats(&mut bytes, &lamp.at.to_array());
    put_floats(&mut bytes, &lamp.towards.to_array());
    put_floats(&mut bytes, &lamp.cone);
    put_floats(&mut bytes, &lamp.colour.to_array());
    put_floats(&mut bytes, &[lamp.reach]);
    bytes
}

fn sphere_bytes(whose: usize, sphere: &Sphere) -> Vec<u8> {
    let touches = TOUCHES.iter().position(|&touches| touches == sphere.touches).unwrap_or(0);
    let mut bytes = vec![whose as u8, touches as u8];
    put_text(&mut bytes, &sphere.name);
    put_text(&mut bytes, &sphere.on);
    put_floats(&mut bytes, &sphere.centre.to_array());
    put_floats(&mut bytes, &[sphere.radius]);
    put_count(&mut bytes, sphere.spans.len());
    for span in &sphere.spans {
        put_text(&mut bytes, &span.clip);
        put_floats(&mut bytes, &span.seconds);
    }
    bytes
}

/// The arena that some bytes hold; `file` names them in errors.
///
/// # Errors
/// If it is no save, or nothing of an arena is left in it.
pub fn read(bytes: &[u8], file: &str) -> Result<Stored, common::unread::Error> {
    blobs::read(bytes).and_then(from_blobs).map_err(|damage| damage.in_file(file))
}

/// The arena of a save whose blobs were read.
///
/// # Errors
/// If nothing of an arena is left in it.
pub fn from_blobs(blobs: Blobs) -> Result<Stored, Damage> {
    let saves = blobs.saves;
    let mut kinds = Kinds::of(blobs, &ALL);
    let has_own = OWN.iter().any(|&kind| kinds.has(kind));
    let level = level::Found::of(&mut kinds);
    let pieces = kinds.each(PIECE, |reading| right(reading, MOST_PIECES, read_piece));
    let lamps = kinds.each(LAMP, |reading| right(reading, MOST_LAMPS, read_lamp));
    let dummies = kinds.each(DUMMY, |reading| right(reading, MOST_DUMMIES, read_dummy));
    let spheres = kinds.each(SPHERE, |reading| right(reading, MOST_SPHERES, read_sphere));
    let mut tables = kinds.each(TABLE, |reading| right(reading, WHOSE.len(), Reading::text));
    let Kinds { others, mut damage, .. } = kinds;
    let is_level = !has_own && !damage.iter().any(|damage| is_of(damage, &OWN));
    let counts = [pieces.len(), lamps.len(), dummies.len(), spheres.len(), tables.len()];
    if level.is_nothing() && counts == [0; 5] {
        let lost = missing(level::LEVEL, 0, "level", "it is missing, and so is all else: this is no arena.");
        return Err(damage.into_iter().find(|damage| is_of(damage, &ALL)).unwrap_or(lost));
    }
    let mut arena = Arena {
        level: level.level(&mut damage),
        pieces: pieces.into_values().collect(),
        lamps: lamps.into_values().collect(),
        dummies: dummies.into_values().collect(),
        ..Arena::default()
    };
    for (whose, sphere) in spheres.into_values() {
        arena.spheres[whose].push(sphere);
    }
    for (number, table) in arena.tables.iter_mut().enumerate() {
        match tables.remove(&(number as u32)) {
            Some(text) => *table = text,
            None if is_level => {}
            None => damage.push(missing(TABLE, number, WHOSE[number], "it is missing or damaged.")),
        }
    }
    Ok(Stored { arena, is_level, saves, others, damage })
}

fn missing(kind: Kind, number: usize, name: &str, what: &str) -> Damage {
    Damage { part: Part::Blob(kind, numbered(number, name)), byte: 0, why: Why::Meaning(what.to_owned()) }
}

fn is_of(damage: &Damage, kinds: &[Kind]) -> bool {
    matches!(&damage.part, Part::Blob(kind, _) if kinds.contains(kind))
}

/// What a blob holds, if its number is one that there may be, and if what it holds may be.
fn right<T: Wrong>(
    reading: &mut Reading,
    most: usize,
    read: impl FnOnce(&mut Reading) -> Result<T, Damage>,
) -> Result<T, Damage> {
    if reading.number()? as usize >= most {
        return Err(reading.here(format!("{most} such blobs are the most, and their numbers begin with 0.")));
    }
    let begin = reading.here("");
    let value = read(reading)?;
    let wrong = value.wrong().map(|wrong| Damage { why: Why::Meaning(wrong), ..begin });
    wrong.map_or(Ok(value), Err)
}

fn read_piece(reading: &mut Reading) -> Result<Piece, Damage> {
    Ok(Piece { name: reading.text()?, model: reading.text()?, place: reading.transform()? })
}

fn read_lamp(reading: &mut Reading) -> Result<Lamp, Damage> {
    let (name, at, towards) = (reading.text()?, reading.vec3()?, reading.vec3()?);
    let cone = reading.floats(1)?[0];
    Ok(Lamp { name, at, towards, cone, colour: reading.vec3()?, reach: reading.float()? })
}

fn read_dummy(reading: &mut Reading) -> Result<DVec2, Damage> {
    Ok(reading.points(1)?[0])
}

fn read_sphere(reading: &mut Reading) -> Result<(usize, Sphere), Damage> {
    let whose = one_of(reading, WHOSE.len(), "owner of spheres")?;
    let touches = TOUCHES[one_of(reading, TOUCHES.len(), "purpose of spheres")?];
    let (name, on) = (reading.text()?, reading.text()?);
    let (centre, radius) = (reading.vec3()?, reading.float()?);
    let count = reading.count(12)?;
    let spans = (0..count).map(|_| Ok(Span { clip: reading.text()?, seconds: reading.floats(1)?[0] }));
    let spans = spans.collect::<Result<_, _>>()?;
    Ok((whose, Sphere { name, on, centre, radius, touches, spans }))
}

fn one_of(reading: &mut Reading, count: usize, of: &str) -> Result<usize, Damage> {
    let here = reading.here("");
    let number = usize::from(reading.u8()?);
    let wrong = || Why::Meaning(format!("there is no {of} {number}: there are {count}."));
    if number < count { Ok(number) } else { Err(Damage { why: wrong(), ..here }) }
}
