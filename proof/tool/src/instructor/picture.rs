//! Pictures: reading them, how far two are apart, and making them small.

use anyhow::{Context, Result, bail};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

/// A channel of 0 to 255 must differ by more than this to be seen.
const SEEN: u8 = 12;

/// Colours of a small picture that are alike become their mean: those whose channels, divided by one of these, are the same.
/// The first that will do is taken.
const STEPS: [u8; 5] = [4, 6, 8, 12, 16];

/// A small picture has at most so many colours,
const COLOURS: usize = 256;

/// and this part of its pixels, at most, would have another.
const OTHERS: f64 = 0.004;

/// A picture's colours.
pub struct Picture {
    width: u32,
    height: u32,
    pixels: Vec<[u8; 3]>,
}

impl Picture {
    /// Reads a PNG.
    pub fn read(path: &Path) -> Result<Self> {
        let read = || -> Result<Self> {
            let mut decoder = png::Decoder::new(BufReader::new(File::open(path)?));
            decoder.set_transformations(png::Transformations::normalize_to_color8());
            let mut reader = decoder.read_info()?;
            let mut bytes = vec![0; reader.output_buffer_size().context("it is too large")?];
            let info = reader.next_frame(&mut bytes)?;
            let channels = match info.color_type {
                png::ColorType::Rgb => 3,
                png::ColorType::Rgba => 4,
                other => bail!("it is {other:?}, not in colours"),
            };
            let pixels = bytes
                .chunks_exact(channels)
                .map(|pixel| {
                    // On paper.
                    let alpha = u32::from(*pixel.get(3).unwrap_or(&255));
                    [0, 1, 2].map(|channel| {
                        ((u32::from(pixel[channel]) * alpha + 255 * (255 - alpha)) / 255) as u8
                    })
                })
                .collect();
            Ok(Self { width: info.width, height: info.height, pixels })
        };
        read().with_context(|| format!("cannot read {}", path.display()))
    }

    /// The part of the pixels that are plainly different: 0 if none is, 1 if all are.
    pub fn difference(&self, other: &Self) -> f64 {
        if (self.width, self.height) != (other.width, other.height) {
            return 1.0;
        }
        let differs = |(a, b): &(&[u8; 3], &[u8; 3])| a.iter().zip(*b).any(|(a, b)| a.abs_diff(*b) > SEEN);
        let count = self.pixels.iter().zip(&other.pixels).filter(differs).count();
        count as f64 / self.pixels.len().max(1) as f64
    }

    /// The picture at most about so wide, each of its pixels the mean of a square of this one's.
    pub fn reduced(&self, wide: u32) -> Self {
        let side = (self.width / wide).max(1);
        let (width, height) = (self.width / side, self.height / side);
        let mean = |at: u32| {
            let (left, top) = (at % width * side, at / width * side);
            let inside = (0..side * side).map(|i| (top + i / side) * self.width + left + i % side);
            let mut sums = [0u32; 3];
            for pixel in inside.map(|i| self.pixels[i as usize]) {
                sums = [0, 1, 2].map(|channel| sums[channel] + u32::from(pixel[channel]));
            }
            sums.map(|sum| ((sum + side * side / 2) / (side * side)) as u8)
        };
        Self { width, height, pixels: (0..width * height).map(mean).collect() }
    }

    /// At most as many colours as a small picture may have: the most frequent means of those that are alike.
    fn palette(&self) -> Vec<[u8; 3]> {
        let mut palette = Vec::new();
        for step in STEPS {
            let mut alike: BTreeMap<[u8; 3], (usize, [usize; 3])> = BTreeMap::new();
            for pixel in &self.pixels {
                let (count, sums) = alike.entry(pixel.map(|value| value / step)).or_default();
                *count += 1;
                *sums = [0, 1, 2].map(|channel| sums[channel] + usize::from(pixel[channel]));
            }
            let mut groups: Vec<(usize, [usize; 3])> = alike.into_values().collect();
            groups.sort_by_key(|group| Reverse(*group));
            let others: usize = groups.iter().skip(COLOURS).map(|(count, _)| count).sum();
            groups.truncate(COLOURS);
            palette = groups
                .iter()
                .map(|(count, sums)| sums.map(|sum| ((sum + count / 2) / count) as u8))
                .collect();
            if others as f64 <= OTHERS * self.pixels.len() as f64 {
                break;
            }
        }
        palette.sort_unstable();
        palette
    }

    /// The picture as a small PNG: with few colours, so that there is little to tell of each pixel.
    pub fn small_png(&self) -> Result<Vec<u8>> {
        let colours = self.palette();
        let apart = |a: [u8; 3], b: [u8; 3]| -> u32 {
            a.iter().zip(b).map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
        };
        let nearest = |colour: [u8; 3]| {
            (0..colours.len()).min_by_key(|&i| apart(colours[i], colour)).unwrap_or_default() as u8
        };
        let mut places: BTreeMap<[u8; 3], u8> = BTreeMap::new();
        let mut place = |pixel: [u8; 3]| *places.entry(pixel).or_insert_with(|| nearest(pixel));
        let indices: Vec<u8> = self.pixels.iter().map(|pixel| place(*pixel)).collect();
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, self.width, self.height);
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_palette(colours.concat());
        encoder.set_compression(png::Compression::High);
        encoder.set_filter(png::Filter::NoFilter);
        encoder.write_header()?.write_image_data(&indices)?;
        Ok(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_picture_looks_like_the_large_one() {
        let pixels = (0..64 * 64u32).map(|i| [(i % 64 * 4) as u8, (i / 64 * 4) as u8, 128]);
        let large = Picture { width: 64, height: 64, pixels: pixels.collect() };
        let half = large.reduced(32);
        assert_eq!((half.width, half.height, half.pixels[33]), (32, 32, [10, 10, 128]));
        assert_eq!(large.reduced(100).pixels, large.pixels);
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("small.png");
        std::fs::write(&path, half.small_png().expect("a PNG")).expect("written");
        let small = Picture::read(&path).expect("a picture");
        assert!(small.difference(&half) < 0.01, "{}", small.difference(&half));
    }
}
