//! TGA files, uncompressed and run-length encoded.

use super::{Image, ensure_size};
use anyhow::{Context as _, Result, bail, ensure};

const HEADER: usize = 18;

/// Bits of the header's last byte: how rows and columns are ordered.
const FROM_RIGHT: u8 = 0x10;
const FROM_TOP: u8 = 0x20;

/// The meaning of a pixel.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Palette,
    Colour,
    Grey,
}

/// Returns true if a file may be a TGA: the format has no magic number, but few headers are possible.
pub fn is_likely(bytes: &[u8]) -> bool {
    let possible = |header: &[u8]| {
        header[1] <= 1 && matches!(header[2], 1..=3 | 9..=11) && matches!(header[16], 8 | 15 | 16 | 24 | 32)
    };
    bytes.get(..HEADER).is_some_and(possible)
}

pub fn decode(bytes: &[u8]) -> Result<Image> {
    let header = part(bytes, 0, HEADER)?;
    let kind = match header[2] & 7 {
        1 => Kind::Palette,
        2 => Kind::Colour,
        3 => Kind::Grey,
        other => bail!("cannot read a TGA of type {other}"),
    };
    let (width, height) = (u16_at(header, 12)?, u16_at(header, 14)?);
    ensure_size(width, height)?;
    let (bits, order) = (header[16], header[17]);
    let has_index = header[1] == 1;
    ensure!(
        kind == Kind::Colour || bits == 8 && (kind == Kind::Grey || has_index),
        "cannot read a TGA of type {} with {bits} bits a pixel",
        header[2]
    );

    let (first, count, palette_bits) = (u16_at(header, 3)? as usize, u16_at(header, 5)? as usize, header[7]);
    let palette_start = HEADER + usize::from(header[0]);
    let palette_size = if has_index { count * bytes_of(palette_bits) } else { 0 };
    let palette = part(bytes, palette_start, palette_size)?;
    let pixels =
        part(bytes, palette_start + palette_size, 0).map(|_| &bytes[palette_start + palette_size..])?;
    let is_packed = header[2] & 8 != 0;
    let size = bytes_of(bits);
    let plain = if is_packed {
        unpack(pixels, size, width as usize * height as usize)?
    } else {
        part(pixels, 0, size * width as usize * height as usize)?.to_vec()
    };
    Image::of_pixels((width, height), |x, y| {
        let x = if order & FROM_RIGHT == 0 { x } else { width as usize - 1 - x };
        let y = if order & FROM_TOP == 0 { height as usize - 1 - y } else { y };
        let pixel = part(&plain, size * (y * width as usize + x), size)?;
        match kind {
            Kind::Grey => Ok([pixel[0], pixel[0], pixel[0], 255]),
            Kind::Colour => colour(pixel),
            Kind::Palette => {
                let Some(index) = usize::from(pixel[0]).checked_sub(first) else {
                    bail!("a pixel has colour {}, and the palette begins with {first}", pixel[0])
                };
                let size = bytes_of(palette_bits);
                colour(part(palette, size * index, size)?)
            }
        }
    })
}

fn bytes_of(bits: u8) -> usize {
    usize::from(bits).div_ceil(8)
}

/// A colour of two, three or four bytes, blue first.
fn colour(bytes: &[u8]) -> Result<[u8; 4]> {
    match *bytes {
        [_, _] => Ok(colour_of_15_bits(u16_at(bytes, 0)?)),
        [blue, green, red] => Ok([red, green, blue, 255]),
        [blue, green, red, alpha] => Ok([red, green, blue, alpha]),
        _ => bail!("cannot read a TGA with {} bytes a colour", bytes.len()),
    }
}

/// Decodes `count` run-length encoded pixels: runs of one repeated pixel, and runs of different ones.
fn unpack(mut packed: &[u8], size: usize, count: usize) -> Result<Vec<u8>> {
    let mut plain = Vec::new();
    while plain.len() < size * count {
        let head = part(packed, 0, 1)?[0];
        let length = usize::from(head & 0x7f) + 1;
        let is_run = head & 0x80 != 0;
        let pixels = part(packed, 1, if is_run { size } else { size * length })?;
        plain.extend_from_slice(&pixels.repeat(if is_run { length } else { 1 }));
        packed = &packed[1 + pixels.len()..];
    }
    Ok(plain)
}

/// Returns `count` bytes from an offset on.
fn part(bytes: &[u8], start: usize, count: usize) -> Result<&[u8]> {
    let end = start.checked_add(count);
    end.and_then(|end| bytes.get(start..end)).context("the file ends too early")
}

/// An unsigned integer of two bytes, little-endian.
fn u16_at(bytes: &[u8], at: usize) -> Result<u32> {
    let part = part(bytes, at, 2)?;
    Ok(u32::from(part[0]) | u32::from(part[1]) << 8)
}

/// Converts a colour of 15 bits, five each for red, green and blue, to 8 bits a channel.
fn colour_of_15_bits(value: u32) -> [u8; 4] {
    let five = |shift: u32| ((value >> shift & 31) * 255 / 31) as u8;
    [five(10), five(5), five(0), 255]
}
