//! Compares pictures, and looks at parts of them.

use anyhow::{Context, Result, ensure};
use gpu::Image;
use std::collections::HashMap;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

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
pub fn read_gif(path: &Path, every: usize) -> Result<Vec<Image>> {
    let read = || -> Result<Vec<Image>> {
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::RGBA);
        let mut decoder = options.read_info(BufReader::new(File::open(path)?))?;
        let (width, height) = (usize::from(decoder.width()), decoder.height());
        let mut whole = vec![[255; 4]; width * usize::from(height)];
        let (mut count, mut some) = (0, Vec::new());
        while let Some(frame) = decoder.read_next_frame()? {
            let left_top = usize::from(frame.top) * width + usize::from(frame.left);
            for (i, pixel) in frame.buffer.as_chunks::<4>().0.iter().enumerate() {
                // A transparent one stays as in the picture before.
                if pixel[3] > 0 {
                    let (x, y) = (i % usize::from(frame.width), i / usize::from(frame.width));
                    whole[left_top + y * width + x] = *pixel;
                }
            }
            if count % every == 0 {
                some.push(Image {
                    size: (width as u32, height.into()),
                    pixels: whole.as_flattened().to_vec(),
                });
            }
            count += 1;
        }
        Ok(some)
    };
    read().with_context(|| format!("cannot read {}", path.display()))
}

/// A look at a picture, as tests have it.
pub trait Look {
    /// Returns the pixels of an area, row by row.
    fn part(&self, part: Area) -> impl Iterator<Item = [u8; 3]>;

    /// Counts the pixels of an area that have a colour, or nearly.
    fn count(&self, part: Area, colour: [u8; 3]) -> usize {
        self.part(part).filter(|pixel| distance(*pixel, colour) < 4).count()
    }

    /// Counts the pixels of an area that are plainly different in the two pictures.
    fn changed(&self, other: &Self, part: Area) -> usize;

    /// Returns how much a picture of the same size differs.
    fn difference(&self, other: &Self) -> Result<Difference>;

    /// Replaces each pixel by the nearest of another picture's colours, if those are as few as in a palette.
    fn in_colours_of(&mut self, other: &Self);
}

impl Look for Image {
    fn part(&self, part: Area) -> impl Iterator<Item = [u8; 3]> {
        rows(self, part).flatten().map(|[red, green, blue, _]| [*red, *green, *blue])
    }

    fn changed(&self, other: &Self, part: Area) -> usize {
        let differs = |(a, b): &(&[u8; 4], &[u8; 4])| (0..3).any(|i| a[i].abs_diff(b[i]) > 12);
        let pairs = rows(self, part).zip(rows(other, part)).filter(|(a, b)| a != b);
        pairs.map(|(a, b)| a.iter().zip(b).filter(differs).count()).sum()
    }

    fn difference(&self, other: &Self) -> Result<Difference> {
        ensure!(self.size == other.size, "one has {:?} pixels, the other {:?}", self.size, other.size);
        let [width, height] = [self.size.0, self.size.1].map(|side| side as usize);
        let (mut whole, mut worst, mut worst_at) = (0, 0.0, [0, 0]);
        for [y, x] in (0..height).step_by(TILE).flat_map(|y| (0..width).step_by(TILE).map(move |x| [y, x])) {
            let tile = Area { from: [x, y], to: [x + TILE, y + TILE] };
            // Most rows are equal, and quickly compared.
            let pairs = rows(self, tile).zip(rows(other, tile)).filter(|(a, b)| a != b);
            let channels = pairs.flat_map(|(a, b)| a.as_flattened().iter().zip(b.as_flattened()));
            let sum: u32 = channels.map(|(a, b)| u32::from(a.abs_diff(*b))).sum();
            whole += sum;
            let mean = f64::from(sum) / (3 * TILE * TILE) as f64;
            if mean > worst {
                (worst, worst_at) = (mean, [x, y]);
            }
        }
        let mean = f64::from(whole) / (3 * width * height).max(1) as f64;
        Ok(Difference { mean, worst_tile: worst, worst_at })
    }

    fn in_colours_of(&mut self, other: &Self) {
        let mut colours = rgba(other).to_vec();
        colours.dedup();
        colours.sort_unstable();
        colours.dedup();
        if colours.len() > 256 {
            return;
        }
        let away = |a: [u8; 4], b: [u8; 4]| -> u32 {
            a.iter().zip(b).map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
        };
        let mut nearest = HashMap::new();
        for pixel in self.pixels.as_chunks_mut().0 {
            let colour = nearest.entry(*pixel).or_insert_with_key(|pixel| {
                *colours.iter().min_by_key(|colour| away(**colour, *pixel)).unwrap_or(pixel)
            });
            *pixel = *colour;
        }
    }
}

fn rgba(picture: &Image) -> &[[u8; 4]] {
    picture.pixels.as_chunks().0
}

fn rows(picture: &Image, Area { from, to }: Area) -> impl Iterator<Item = &[[u8; 4]]> {
    let [width, height] = [picture.size.0, picture.size.1].map(|side| side as usize);
    (from[1]..to[1].min(height)).map(move |y| &rgba(picture)[y * width..][from[0]..to[0].min(width)])
}

/// Returns the largest difference in a channel.
fn distance(a: [u8; 3], b: [u8; 3]) -> u8 {
    (0..3).map(|i| a[i].abs_diff(b[i])).max().unwrap_or(0)
}
