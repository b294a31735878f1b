//! Uncompressed BMP files.

use super::{Image, ensure_size, part, u16_at, u32_at};
use anyhow::{Result, bail, ensure};

/// Offset of the picture's header, which begins with its own size. Later offsets count from here.
const HEADER: usize = 14;

/// Bits of each channel of a colour: those of the header, or else the usual ones.
struct Masks([u32; 4]);

impl Masks {
    /// A channel of a colour, scaled to 8 bits; 255 if it has no bits.
    fn part(&self, value: u32, channel: usize) -> u8 {
        let mask = self.0[channel];
        let largest = u64::from(mask >> mask.trailing_zeros().min(31));
        let found = u64::from((value & mask) >> mask.trailing_zeros().min(31));
        (found * 255).checked_div(largest).map_or(255, |part| part as u8)
    }

    fn colour(&self, value: u32) -> [u8; 4] {
        std::array::from_fn(|channel| self.part(value, channel))
    }
}

pub fn decode(bytes: &[u8]) -> Result<Image> {
    let start = u32_at(bytes, 10)? as usize;
    let header = u32_at(bytes, HEADER)? as usize;
    ensure!(header >= 40, "cannot read a BMP as old as this one");
    let width = u32_at(bytes, HEADER + 4)?;
    // Negative if the top row comes first.
    let height = u32_at(bytes, HEADER + 8)? as i32;
    ensure_size(width, height.unsigned_abs())?;
    let (bits, packing) = (u16_at(bytes, HEADER + 14)?, u32_at(bytes, HEADER + 16)?);
    let masks = match (packing, bits) {
        (0, 1 | 2 | 4 | 8 | 24) => Masks([0; 4]),
        (0, 16) => Masks([0x7c00, 0x03e0, 0x001f, 0]),
        (0, 32) => Masks([0x00ff_0000, 0x0000_ff00, 0x0000_00ff, 0]),
        (3 | 6, 16 | 32) => masks(bytes, header)?,
        _ => bail!("cannot read a BMP with {bits} bits a pixel, packed in way {packing}"),
    };
    // Every row begins at a multiple of four bytes.
    let row = (width as usize * bits as usize).div_ceil(32) * 4;
    let palette = HEADER + header;
    let pixels = part(bytes, start, row * height.unsigned_abs() as usize)?;
    Image::of_pixels((width, height.unsigned_abs()), |x, y| {
        let y = if height < 0 { y } else { height.unsigned_abs() as usize - 1 - y };
        let row = part(pixels, row * y, row)?;
        match bits {
            16 => Ok(masks.colour(u16_at(row, 2 * x)?)),
            32 => Ok(masks.colour(u32_at(row, 4 * x)?)),
            24 => Ok(blue_first(part(row, 3 * x, 3)?)),
            _ => {
                let bit = x * bits as usize;
                let index = row[bit / 8] >> (8 - bits as usize - bit % 8) & ((1u16 << bits) - 1) as u8;
                Ok(blue_first(part(bytes, palette + 4 * usize::from(index), 3)?))
            }
        }
    })
}

fn blue_first(bytes: &[u8]) -> [u8; 4] {
    [bytes[2], bytes[1], bytes[0], 255]
}

/// The masks in a header: of red, green, blue, and of alpha if the header is long enough.
fn masks(bytes: &[u8], header: usize) -> Result<Masks> {
    let mask = |channel: usize| u32_at(bytes, HEADER + 40 + 4 * channel);
    let alpha = if header >= 56 { mask(3)? } else { 0 };
    Ok(Masks([mask(0)?, mask(1)?, mask(2)?, alpha]))
}
