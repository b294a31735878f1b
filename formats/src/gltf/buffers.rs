//! Buffers, and the views into them.

use super::Bytes;
use super::trouble::{Json, Trouble};
use super::uri::{Address, address};
use crate::MAX_BYTES;
use std::io::Read as _;
use std::path::{Path, PathBuf};

/// The largest stride in the format.
const MAX_STRIDE: usize = 252;

/// A part of a buffer.
pub(super) struct View {
    pub buffer: Bytes,
    pub offset: Option<usize>,
    pub length: usize,
    pub stride: Option<usize>,
}

impl View {
    pub fn bytes(&self) -> Bytes {
        self.buffer.part(self.offset.unwrap_or(0), self.length).unwrap_or_default()
    }
}

/// A file's buffers. Each is read if a view uses it.
pub(super) struct Buffers<'t> {
    root: Json<'t>,
    /// One for each buffer; none if no view uses it.
    buffers: Vec<Option<Bytes>>,
}

impl<'t> Buffers<'t> {
    /// Reads the buffers that views use. `binary` is part of the file itself, and others are looked for in `folder`.
    pub fn fetch(root: Json<'t>, binary: Option<Bytes>, folder: &Path) -> Result<Self, Trouble<'t>> {
        let list = root.items("buffers")?;
        let mut is_used = vec![false; list.len()];
        for view in root.items("bufferViews")? {
            let (buffer, _) = view.required("buffer")?.as_reference(root, "buffers")?;
            is_used[buffer] = true;
        }
        let mut left = MAX_BYTES;
        let mut buffers = Vec::new();
        for (index, (buffer, is_used)) in list.iter().zip(is_used).enumerate() {
            let along = binary.clone().filter(|_| index == 0);
            buffers.push(match is_used {
                true => Some(fetch(buffer, along, folder, &mut left)?),
                false => None,
            });
        }
        Ok(Self { root, buffers })
    }

    /// Counts the bytes of all of them.
    pub fn size(&self) -> usize {
        self.buffers.iter().flatten().map(|bytes| bytes.len()).sum()
    }

    /// Returns the view that a value refers to, which is within its buffer.
    pub fn view(&self, reference: Json<'t>) -> Result<View, Trouble<'t>> {
        let (_, view) = reference.as_reference(self.root, "bufferViews")?;
        let (buffer, _) = view.required("buffer")?.as_reference(self.root, "buffers")?;
        let offset = view.whole("byteOffset")?;
        let length = view.required_whole("byteLength")?;
        let stride = view.whole("byteStride")?;
        if let Some(stride) = stride.filter(|stride| !(4..=MAX_STRIDE).contains(stride)) {
            let what = format!("A stride goes from 4 to {MAX_STRIDE} bytes, and this is {stride}.");
            return Err(Trouble::at(view, what));
        }
        let bytes = self.buffers[buffer].as_ref().filter(|_| length > 0);
        let from = offset.unwrap_or(0);
        let whole = bytes.filter(|bytes| bytes.part(from, length).is_some()).ok_or_else(|| {
            let there = bytes.map_or(0, |bytes| bytes.len());
            let what =
                format!("{length} bytes from byte {from} on are no part of a buffer of {there} bytes.");
            Trouble::at(view, what)
        })?;
        Ok(View { buffer: whole.clone(), offset, length, stride })
    }
}

/// The bytes of a buffer; `left` is the number of bytes that may still be read from files.
fn fetch<'t>(
    buffer: Json<'t>,
    along: Option<Bytes>,
    folder: &Path,
    left: &mut u64,
) -> Result<Bytes, Trouble<'t>> {
    let length = buffer.required_whole("byteLength")?;
    let bytes = match (buffer.get("uri"), along) {
        (Some(uri), _) => {
            match address(uri.as_string()?, folder)
                .map_err(|why| Trouble::at(uri, why).advising("Put the buffer beside the model."))?
            {
                Address::Data(bytes) => bytes.into(),
                Address::Files(files) => read(&files, left).map_err(|why| {
                    let advice = "A .gltf needs the files beside it. A .glb has all in one.";
                    Trouble::at(uri, why).advising(advice)
                })?,
            }
        }
        (None, Some(along)) => along,
        (None, None) if buffer.get("extensions").is_some() => {
            let what = "Its bytes are only there in a packed form, which is not read.";
            return Err(Trouble::at(buffer, what).advising("Export the model without compression."));
        }
        (None, None) => {
            let what = "It has no 'uri', and no bytes came along with the file.";
            return Err(Trouble::at(buffer, what).advising("Export the file again, as .glb."));
        }
    };
    bytes.part(0, length).ok_or_else(|| {
        let what = format!("It should have {length} bytes, and has {}.", bytes.len());
        Trouble::at(buffer, what).advising("The file may be cut off: copy or download it again.")
    })
}

/// The bytes of the first of some files that exists.
fn read(files: &[PathBuf], left: &mut u64) -> Result<Bytes, String> {
    let mut why = String::new();
    for path in files {
        let mut bytes = Vec::new();
        // A device or a pipe may have no end.
        if path.exists() && !path.is_file() {
            return Err(format!("'{}' is no file.", path.display()));
        }
        let read = std::fs::File::open(path).and_then(|file| file.take(*left + 1).read_to_end(&mut bytes));
        match read {
            Ok(_) if bytes.len() as u64 > *left => {
                return Err(format!("All buffers together have more than {MAX_BYTES} bytes."));
            }
            Ok(_) => {
                *left -= bytes.len() as u64;
                return Ok(bytes.into());
            }
            Err(error) if why.is_empty() => why = format!("'{}' cannot be read ({error}).", path.display()),
            Err(_) => {}
        }
    }
    Err(why)
}
