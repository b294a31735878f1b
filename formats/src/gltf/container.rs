//! The chunks of a `.glb`: a header, then the JSON, then the bytes that it refers to.

use super::Bytes;
use super::trouble::Trouble;
use common::unread::Place;

/// The first bytes of every `.glb`.
pub(crate) const MAGIC: &[u8; 4] = b"glTF";

const HEADER: usize = 12;

const CUT_OFF: &str = "It may be cut off: copy or download it again.";

#[derive(Debug)]
pub(super) struct Parts {
    /// The JSON text, with its offset in the file.
    pub json: Bytes,
    /// The buffer in the file itself.
    pub binary: Option<Bytes>,
}

/// One of the chunks of a `.glb`, and the offset of the next one.
struct Chunk {
    kind: [u8; 4],
    bytes: Bytes,
    end: usize,
}

/// Divides a file into its chunks. A `.gltf` is all JSON.
pub(super) fn parts(bytes: Bytes) -> Result<Parts, Trouble<'static>> {
    if !bytes.starts_with(MAGIC) {
        return Ok(Parts { json: bytes, binary: None });
    }
    let version = whole_at(&bytes, 4)?;
    if version != 2 {
        let what = format!("This is glTF {version} in binary form, and only glTF 2 is read.");
        return Err(trouble(4, what, "Export it as glTF 2.0."));
    }
    let length = whole_at(&bytes, 8)?;
    if length > bytes.len() {
        let what = format!("The file should have {length} bytes, and has {}.", bytes.len());
        return Err(trouble(8, what, CUT_OFF));
    }
    if length < HEADER {
        return Err(trouble(8, format!("{length} bytes are too few for a file."), CUT_OFF));
    }
    let bytes = bytes.part(0, length).unwrap_or_default();
    let json = chunk(&bytes, HEADER)?.filter(|chunk| &chunk.kind == b"JSON");
    let no_json = || trouble(HEADER, "The file does not begin with its JSON.", "Export the file again.");
    let json = json.ok_or_else(no_json)?;
    // The format allows other chunks after these two.
    let binary = chunk(&bytes, json.end)?.filter(|chunk| &chunk.kind == b"BIN\0");
    Ok(Parts { json: json.bytes, binary: binary.map(|chunk| chunk.bytes) })
}

/// The chunk at an offset; none at the end.
fn chunk(bytes: &Bytes, at: usize) -> Result<Option<Chunk>, Trouble<'static>> {
    if at == bytes.len() {
        return Ok(None);
    }
    let length = whole_at(bytes, at)?;
    let kind = bytes.get(at + 4..at + 8).and_then(|kind| kind.try_into().ok());
    let kind = kind.ok_or_else(|| trouble(at, "The file ends within a part's header.", CUT_OFF))?;
    let part = bytes.part(at + 8, length).ok_or_else(|| {
        let what = format!("A part should have {length} bytes, and {} are left.", bytes.len() - at - 8);
        trouble(at, what, CUT_OFF)
    })?;
    Ok(Some(Chunk { kind, bytes: part, end: at + 8 + length }))
}

/// An unsigned integer of four bytes, little-endian.
fn whole_at(bytes: &[u8], at: usize) -> Result<usize, Trouble<'static>> {
    let four = bytes.get(at..at + 4).and_then(|four| four.try_into().ok());
    let four = four.ok_or_else(|| trouble(at, "The file ends within a header.", CUT_OFF))?;
    Ok(u32::from_le_bytes(four) as usize)
}

fn trouble(at: usize, what: impl Into<String>, advice: &'static str) -> Trouble<'static> {
    Trouble::in_place(Place::Byte(at), what).advising(advice)
}
