//! Decodes TGA files, uncompressed and run-length encoded.

use super::{Image, ensure_size};
use crate::{Error, Result, ensure};

const HEADER: usize = 18;

/// The bit of the header's last byte that says that columns go from right to left.
const FROM_RIGHT: u8 = 0x10;
const FROM_TOP: u8 = 0x20;

/// The type of a picture with a palette, without the bit for run-length encoding.
const INDEXED: u8 = 1;
const COLOUR: u8 = 2;
const GREY: u8 = 3;

/// Returns true if a file may be a TGA: the format has no magic number, but few headers are possible.
pub fn is_likely(bytes: &[u8]) -> bool {
    let possible = |header: &[u8]| {
        header[1] <= 1 && matches!(header[2], 1..=3 | 9..=11) && matches!(header[16], 8 | 15 | 16 | 24 | 32)
    };
    bytes.get(..HEADER).is_some_and(possible)
}

pub fn decode(mut bytes: &[u8]) -> Result<Image> {
    let header = taken(&mut bytes, HEADER)?;
    let [first, colours, width, height] =
        [3, 5, 12, 14].map(|at| usize::from(u16::from_le_bytes([header[at], header[at + 1]])));
    let (kind, is_packed, bits, order) = (header[2] & 7, header[2] & 8 != 0, header[16], header[17]);
    ensure!(
        kind == COLOUR || bits == 8 && matches!(kind, INDEXED | GREY),
        "cannot read a TGA of type {} with {bits} bits a pixel",
        header[2]
    );
    ensure_size(width as u32, height as u32)?;
    taken(&mut bytes, header[0].into())?;
    let colour_size = bytes_of(header[7]);
    let palette = taken(&mut bytes, if header[1] == 1 { colours * colour_size } else { 0 })?;

    let size = bytes_of(bits);
    let plain = if is_packed {
        &unpacked(bytes, size, width * height)?
    } else {
        taken(&mut bytes, size * width * height)?
    };
    let mut pixels = Vec::with_capacity(width * height * 4);
    for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
        let x = if order & FROM_RIGHT == 0 { x } else { width - 1 - x };
        let y = if order & FROM_TOP == 0 { height - 1 - y } else { y };
        let mut pixel = &plain[size * (y * width + x)..][..size];
        if kind == INDEXED {
            let index = usize::from(pixel[0]).checked_sub(first);
            let mut rest = index.and_then(|index| palette.get(colour_size * index..)).unwrap_or_default();
            pixel = taken(&mut rest, colour_size).or(Err("a pixel's colour is not in the palette"))?;
        }
        pixels.extend(colour(pixel)?);
    }
    Ok(Image { size: (width as u32, height as u32), pixels })
}

fn bytes_of(bits: u8) -> usize {
    usize::from(bits).div_ceil(8)
}

/// Returns the RGBA of a grey of one byte, or a colour of two, three or four bytes, blue first.
fn colour(bytes: &[u8]) -> Result<[u8; 4]> {
    match *bytes {
        [grey] => Ok([grey, grey, grey, 255]),
        [low, high] => {
            let value = u32::from(u16::from_le_bytes([low, high]));
            let five = |shift: u32| ((value >> shift & 31) * 255 / 31) as u8;
            Ok([five(10), five(5), five(0), 255])
        }
        [blue, green, red] => Ok([red, green, blue, 255]),
        [blue, green, red, alpha] => Ok([red, green, blue, alpha]),
        _ => Err(Error(format!("cannot read a TGA with {} bytes a colour", bytes.len()))),
    }
}

/// Decodes `count` run-length encoded pixels: runs of one repeated pixel, and runs of different ones.
fn unpacked(mut packed: &[u8], size: usize, count: usize) -> Result<Vec<u8>> {
    let mut plain = Vec::new();
    while plain.len() < size * count {
        let head = taken(&mut packed, 1)?[0];
        let length = usize::from(head & 0x7f) + 1;
        let (pixels, times) = if head & 0x80 == 0 { (length, 1) } else { (1, length) };
        plain.extend(taken(&mut packed, size * pixels)?.repeat(times));
    }
    Ok(plain)
}

/// Returns the first `count` bytes of the rest of a file, and shortens the rest.
fn taken<'b>(rest: &mut &'b [u8], count: usize) -> Result<&'b [u8]> {
    rest.split_off(..count).ok_or("the file ends too early".into())
}
