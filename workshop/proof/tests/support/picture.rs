//! Reads, compares and writes pictures.

use anyhow::{Context, Result, ensure};
use std::collections::HashMap;
use std::fs::File;
use std::io::{BufReader, BufWriter};
use std::path::Path;

/// A picture's pixels, the top row first.
#[derive(Clone, PartialEq)]
pub struct Picture {
    pub width: usize,
    pub height: usize,
    /// Four bytes a pixel: blue, green, red, and one without meaning, as screens have them, so that a test
    /// that waits for the screen converts nothing.
    pub bytes: Vec<u8>,
}

/// A rectangle of a picture, up to `to`, which is outside.
#[derive(Clone, Copy, Debug)]
pub struct Area {
    pub from: [usize; 2],
    pub to: [usize; 2],
}

/// The difference of two pictures, in steps of a colour channel, from 0 to 255.
#[derive(Debug)]
pub struct Difference {
    /// The mean over all channels and pixels.
    pub mean: f64,
    /// The mean over the worst tile.
    pub worst_tile: f64,
    /// The upper left pixel of that tile.
    pub worst_at: [usize; 2],
}

/// The side of a tile in pixels, about the size of a label.
const TILE: usize = 16;

/// Reads every `every`-th picture of a film.
pub fn read_gif(path: &Path, every: usize) -> Result<Vec<Picture>> {
    let read = || -> Result<Vec<Picture>> {
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::RGBA);
        let mut decoder = options.read_info(BufReader::new(File::open(path)?))?;
        let mut picture = Picture::new(decoder.width().into(), decoder.height().into());
        let (mut count, mut some) = (0, Vec::new());
        while let Some(frame) = decoder.read_next_frame()? {
            picture.put(frame);
            if count % every == 0 {
                some.push(picture.clone());
            }
            count += 1;
        }
        Ok(some)
    };
    read().with_context(|| format!("cannot read {}", path.display()))
}

impl Picture {
    pub fn new(width: usize, height: usize) -> Self {
        Self { width, height, bytes: vec![0; 4 * width * height] }
    }

    pub fn read_png(path: &Path) -> Result<Self> {
        let read = || -> Result<Self> {
            let mut decoder = png::Decoder::new(BufReader::new(File::open(path)?));
            decoder.set_transformations(png::Transformations::normalize_to_color8());
            let mut reader = decoder.read_info()?;
            let mut bytes = vec![0; reader.output_buffer_size().context("too large")?];
            let info = reader.next_frame(&mut bytes)?;
            ensure!(info.color_type == png::ColorType::Rgb, "it is {:?} and not RGB", info.color_type);
            let mut picture = Self::new(info.width as usize, info.height as usize);
            let pixels = picture.bytes.as_chunks_mut::<4>().0;
            for (to, [red, green, blue]) in pixels.iter_mut().zip(bytes.as_chunks::<3>().0) {
                *to = [*blue, *green, *red, 0];
            }
            Ok(picture)
        };
        read().with_context(|| format!("cannot read {}", path.display()))
    }

    pub fn write_png(&self, path: &Path) -> Result<()> {
        let file = BufWriter::new(File::create(path).with_context(|| path.display().to_string())?);
        let mut encoder = png::Encoder::new(file, self.width as u32, self.height as u32);
        encoder.set_color(png::ColorType::Rgb);
        let pixels: Vec<_> = (0..self.width * self.height).flat_map(|i| self.at(i)).collect();
        encoder.write_header()?.write_image_data(&pixels)?;
        Ok(())
    }

    /// Draws the next frame of a film over this one.
    fn put(&mut self, frame: &gif::Frame<'_>) {
        let left_top = usize::from(frame.top) * self.width + usize::from(frame.left);
        for (i, rgba) in frame.buffer.as_chunks::<4>().0.iter().enumerate() {
            let (x, y) = (i % usize::from(frame.width), i / usize::from(frame.width));
            if rgba[3] > 0 {
                self.set(left_top + y * self.width + x, [rgba[0], rgba[1], rgba[2]]);
            }
        }
    }

    /// Counts the pixels of an area that have a colour, or nearly.
    pub fn count(&self, part: Area, colour: [u8; 3]) -> usize {
        self.part(part).filter(|pixel| distance(*pixel, colour) < 4).count()
    }

    /// Returns red, green and blue of a pixel.
    pub fn pixel(&self, x: usize, y: usize) -> [u8; 3] {
        self.at(y * self.width + x)
    }

    pub fn fill(&mut self, colour: [u8; 3]) {
        (0..self.width * self.height).for_each(|i| self.set(i, colour));
    }

    fn at(&self, i: usize) -> [u8; 3] {
        [self.bytes[4 * i + 2], self.bytes[4 * i + 1], self.bytes[4 * i]]
    }

    fn set(&mut self, i: usize, [red, green, blue]: [u8; 3]) {
        self.bytes[4 * i..4 * i + 3].copy_from_slice(&[blue, green, red]);
    }

    /// Returns the pixels of an area, row by row.
    pub fn part(&self, part: Area) -> impl Iterator<Item = [u8; 3]> {
        let [right, bottom] = [part.to[0].min(self.width), part.to[1].min(self.height)];
        let row = move |y| (part.from[0]..right).map(move |x| self.pixel(x, y));
        (part.from[1]..bottom).flat_map(row)
    }

    /// Counts the pixels of an area that are plainly different in the two pictures.
    pub fn changed(&self, other: &Self, part: Area) -> usize {
        let differs = |(a, b): &(&[u8; 4], &[u8; 4])| (0..3).any(|i| a[i].abs_diff(b[i]) > 12);
        self.rows_that_differ(other, part).map(|[a, b]| a.iter().zip(b).filter(differs).count()).sum()
    }

    /// Returns the rows of an area that differ, from both pictures. Most are equal, and quickly compared.
    fn rows_that_differ<'a>(
        &'a self,
        other: &'a Self,
        part: Area,
    ) -> impl Iterator<Item = [&'a [[u8; 4]]; 2]> {
        let [right, bottom] = [part.to[0].min(self.width), part.to[1].min(self.height)];
        let rows = (part.from[1]..bottom).map(move |y| {
            // The screen around a window is wider than a picture of it.
            [self, other].map(|picture| {
                let left = y * picture.width;
                picture.bytes[4 * (left + part.from[0])..4 * (left + right)].as_chunks().0
            })
        });
        rows.filter(|[a, b]| a != b)
    }

    /// Returns how much a picture of the same size differs.
    pub fn difference(&self, other: &Self) -> Result<Difference> {
        ensure!(
            [self.width, self.height] == [other.width, other.height],
            "one is {}x{}, the other {}x{}",
            self.width,
            self.height,
            other.width,
            other.height
        );
        let (mut whole, mut worst, mut worst_at) = (0, 0.0, [0, 0]);
        if self.bytes == other.bytes {
            return Ok(Difference { mean: 0.0, worst_tile: worst, worst_at });
        }
        for y in (0..self.height).step_by(TILE) {
            for x in (0..self.width).step_by(TILE) {
                let tile = Area { from: [x, y], to: [x + TILE, y + TILE] };
                let sum = self.sum_of_differences(other, tile);
                whole += sum;
                let mean = sum as f64 / (3 * TILE * TILE) as f64;
                if mean > worst {
                    (worst, worst_at) = (mean, [x, y]);
                }
            }
        }
        let mean = whole as f64 / (3 * self.width * self.height).max(1) as f64;
        Ok(Difference { mean, worst_tile: worst, worst_at })
    }

    fn sum_of_differences(&self, other: &Self, part: Area) -> u32 {
        let mut sum = 0;
        for [a, b] in self.rows_that_differ(other, part) {
            for (a, b) in a.iter().zip(b) {
                let channel = |i: usize| u32::from(a[i].abs_diff(b[i]));
                sum += channel(0) + channel(1) + channel(2);
            }
        }
        sum
    }

    /// Replaces each pixel by the nearest of another picture's colours, if those are as few as in a palette.
    pub fn in_colours_of(&mut self, other: &Self) {
        let mut colours: Vec<[u8; 3]> = (0..other.width * other.height).map(|i| other.at(i)).collect();
        colours.dedup();
        colours.sort_unstable();
        colours.dedup();
        if colours.len() > 256 {
            return;
        }
        let away = |[a, b, c]: [u8; 3], [d, e, f]: [u8; 3]| {
            let [x, y, z] =
                [i32::from(a) - i32::from(d), i32::from(b) - i32::from(e), i32::from(c) - i32::from(f)];
            x * x + y * y + z * z
        };
        let (mut nearest, mut last) = (HashMap::new(), None);
        for i in 0..self.width * self.height {
            let pixel = self.at(i);
            // Most pixels are as the one before.
            let colour = match last {
                Some((before, colour)) if before == pixel => colour,
                _ => *nearest.entry(pixel).or_insert_with(|| {
                    *colours.iter().min_by_key(|colour| away(**colour, pixel)).unwrap_or(&pixel)
                }),
            };
            last = Some((pixel, colour));
            self.set(i, colour);
        }
    }

    /// Returns a picture of the differences, white where nothing differs.
    pub fn shown_difference(&self, other: &Self) -> Self {
        let mut shown = Self::new(self.width.min(other.width), self.height.min(other.height));
        for y in 0..shown.height {
            for x in 0..shown.width {
                // Four times as strong, to be seen.
                let strength = distance(self.pixel(x, y), other.pixel(x, y)).saturating_mul(4);
                shown.set(y * shown.width + x, [255, 255 - strength, 255 - strength]);
            }
        }
        shown
    }
}

/// Returns the largest difference in a channel.
pub fn distance(a: [u8; 3], b: [u8; 3]) -> u8 {
    (0..3).map(|i| a[i].abs_diff(b[i])).max().unwrap_or(0)
}
