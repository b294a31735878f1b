//! Reads pictures, tells how far two are apart, and makes them small.

use anyhow::{Context, Result, bail};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

/// The difference, in a channel of 0 to 255, up to which nobody sees it.
const SEEN: u8 = 12;

/// The most colours that a small picture may have.
const COLOURS: usize = 256;

/// The pixels of a picture, in RGB.
pub struct Picture {
    width: u32,
    height: u32,
    pixels: Vec<[u8; 3]>,
}

impl Picture {
    pub fn read(path: &Path) -> Result<Self> {
        let read = || -> Result<Self> {
            let mut decoder = png::Decoder::new(BufReader::new(File::open(path)?));
            decoder.set_transformations(png::Transformations::normalize_to_color8());
            let mut reader = decoder.read_info()?;
            let mut bytes = vec![0; reader.output_buffer_size().context("it is too large")?];
            let info = reader.next_frame(&mut bytes)?;
            // On paper.
            let opaque = |[red, green, blue, alpha]: &[u8; 4]| {
                let alpha = u32::from(*alpha);
                let mixed = |value: u8| (u32::from(value) * alpha + 255 * (255 - alpha)) / 255;
                [*red, *green, *blue].map(|value| mixed(value) as u8)
            };
            let pixels = match info.color_type {
                png::ColorType::Rgb => bytes.as_chunks().0.to_vec(),
                png::ColorType::Rgba => bytes.as_chunks().0.iter().map(opaque).collect(),
                other => bail!("it is {other:?}, not in colours"),
            };
            Ok(Self { width: info.width, height: info.height, pixels })
        };
        read().with_context(|| format!("cannot read {}", path.display()))
    }

    /// Returns the fraction of pixels, 0 to 1, that are plainly different in another picture.
    pub fn difference(&self, other: &Self) -> f64 {
        if (self.width, self.height) != (other.width, other.height) {
            return 1.0;
        }
        let differs =
            |(a, b): &(&[u8; 3], &[u8; 3])| a != b && a.iter().zip(*b).any(|(a, b)| a.abs_diff(*b) > SEEN);
        let count = self.pixels.iter().zip(&other.pixels).filter(differs).count();
        count as f64 / self.pixels.len().max(1) as f64
    }

    /// Returns the picture reduced to about `wide` pixels, each the mean of a square of this one's.
    pub fn reduced(self, wide: u32) -> Self {
        let side = (self.width / wide).max(1);
        if side == 1 {
            return self;
        }
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

    /// Returns at most as many colours as a small picture may have. They are means of groups of colours; the
    /// group that is farthest from its mean is divided in two, again and again.
    fn palette(&self) -> Vec<[u8; 3]> {
        let mut counts: BTreeMap<[u8; 3], f64> = BTreeMap::new();
        for pixel in &self.pixels {
            *counts.entry(*pixel).or_default() += 1.0;
        }
        let mut groups = vec![Group::of(counts.into_iter().collect())];
        while groups.len() < COLOURS {
            let spread = |group: &Group| group.spread[group.widest];
            let farthest =
                (0..groups.len()).max_by(|a, b| spread(&groups[*a]).total_cmp(&spread(&groups[*b])));
            let Some(at) = farthest.filter(|at| spread(&groups[*at]) > 0.0) else { break };
            let divided = groups.swap_remove(at).divided();
            groups.extend(divided);
        }
        let mut palette: Vec<_> =
            groups.iter().map(|group| group.mean.map(|value| value.round() as u8)).collect();
        palette.sort_unstable();
        palette.dedup();
        palette
    }

    /// Returns the picture as a small PNG, with few colours so that each pixel takes few bits.
    pub fn small_png(&self) -> Result<Vec<u8>> {
        let colours = self.palette();
        let means: Vec<_> = colours.iter().map(|colour| colour.map(f64::from)).collect();
        let mut places: BTreeMap<[u8; 3], u8> = BTreeMap::new();
        let mut place = |pixel: [u8; 3]| {
            *places.entry(pixel).or_insert_with(|| nearest(&means, pixel.map(f64::from)) as u8)
        };
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

/// Colours that become one colour of the palette, and how many pixels have each.
struct Group {
    colours: Vec<([u8; 3], f64)>,
    mean: [f64; 3],
    /// The sum of the colours' squared distances from the mean, in each channel.
    spread: [f64; 3],
    /// The channel in which `spread` is largest.
    widest: usize,
}

impl Group {
    fn of(colours: Vec<([u8; 3], f64)>) -> Self {
        let count: f64 = colours.iter().map(|(_, count)| count).sum();
        let sum = |of: &dyn Fn([u8; 3]) -> f64| {
            colours.iter().map(|(colour, count)| count * of(*colour)).sum::<f64>()
        };
        let mean = [0, 1, 2].map(|channel| sum(&|colour| f64::from(colour[channel])) / count);
        let spread =
            [0, 1, 2].map(|channel| sum(&|colour| (f64::from(colour[channel]) - mean[channel]).powi(2)));
        let widest = (0..3).max_by(|a, b| spread[*a].total_cmp(&spread[*b])).unwrap_or_default();
        Self { colours, mean, spread, widest }
    }

    fn divided(self) -> [Self; 2] {
        let below = |(colour, _): &([u8; 3], f64)| f64::from(colour[self.widest]) <= self.mean[self.widest];
        let (below, above) = self.colours.into_iter().partition(below);
        [Self::of(below), Self::of(above)]
    }
}

/// Returns the index of the colour nearest to another.
fn nearest(colours: &[[f64; 3]], colour: [f64; 3]) -> usize {
    let apart = |of: &[f64; 3]| -> f64 { of.iter().zip(colour).map(|(a, b)| (a - b).powi(2)).sum() };
    let all = (0..colours.len()).map(|i| (apart(&colours[i]), i));
    all.min_by(|a, b| a.0.total_cmp(&b.0)).map_or(0, |(_, i)| i)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_picture_looks_like_the_large_one() {
        let pixels = (0..64 * 64u32).map(|i| [(i % 64 * 4) as u8, (i / 64 * 4) as u8, 128]);
        let large = Picture { width: 64, height: 64, pixels: pixels.collect() };
        let pixels = large.pixels.clone();
        let same = large.reduced(100);
        assert_eq!(same.pixels, pixels);
        let half = same.reduced(32);
        assert_eq!((half.width, half.height, half.pixels[33]), (32, 32, [10, 10, 128]));
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("small.png");
        std::fs::write(&path, half.small_png().expect("a PNG")).expect("written");
        let small = Picture::read(&path).expect("a picture");
        assert!(small.difference(&half) < 0.01, "{}", small.difference(&half));
    }
}
