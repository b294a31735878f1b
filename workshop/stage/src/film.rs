//! Writes films, as GIF or as numbered PNG files.

use super::output::{encode_png, ensure_folder, write, write_png};
use anyhow::{Result, bail, ensure};
use color_quant::NeuQuant;
use std::path::{Path, PathBuf};

/// A film that is being made.
pub struct Film {
    path: PathBuf,
    size: [u32; 2],
    /// The GIF, or none for a PNG file for each picture.
    gif: Option<Gif>,
    written: usize,
}

impl Film {
    /// Begins a film of about `count` pictures: a GIF, or a PNG file for each picture, whose number replaces
    /// the `#` in the name, as in `film-###.png`.
    pub fn begin(path: &Path, size: [u32; 2], fps: u16, count: usize) -> Result<Self> {
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        let gif = match (extension.to_lowercase().as_str(), numbered(path, 1)) {
            ("gif", _) => Some(Gif::begin(size, fps, count)?),
            ("png", Some(_)) => None,
            _ => bail!("a film is a GIF, or a picture for each of its moments: name.gif, or name-###.png"),
        };
        ensure_folder(path)?;
        Ok(Self { path: path.to_owned(), size, gif, written: 0 })
    }

    /// Adds a picture of the film's size: RGBA pixels, opaque, the top row first.
    pub fn add(&mut self, size: [u32; 2], pixels: &[u8]) -> Result<()> {
        let [width, height] = self.size;
        ensure!(size == self.size, "the film is {width}x{height}, and this picture {}x{}", size[0], size[1]);
        self.written += 1;
        match (&mut self.gif, numbered(&self.path, self.written)) {
            (Some(gif), _) => gif.add(self.size, pixels),
            (None, Some(path)) => write_png(&path, self.size, pixels),
            (None, None) => Ok(()),
        }
    }

    /// Ends the film. A GIF is written only here.
    pub fn end(self) -> Result<()> {
        self.gif.map_or(Ok(()), |gif| gif.end(&self.path, self.size))
    }
}

/// Returns the path with `###` replaced by a number with as many digits, or none if there is no `#`.
fn numbered(path: &Path, number: usize) -> Option<PathBuf> {
    let name = path.file_name()?.to_str()?;
    let digits = name.matches('#').count();
    let signs = "#".repeat(digits);
    let stands_there = digits > 0 && name.contains(&signs);
    stands_there.then(|| path.with_file_name(name.replace(&signs, &format!("{number:0digits$}"))))
}

/// The palette index for "as in the picture before". All below it are colours; twice as many would look
/// hardly better, and take a tenth more bytes.
const UNCHANGED: u8 = 127;

/// The difference in a channel up to which a pixel keeps its old colour.
const NEAR: u8 = 8;

/// The number of pixels that are compared at once.
const PART: usize = 16;

/// The number of pixels, roughly, from which the palette is made.
const SAMPLES: usize = 400_000;

/// A GIF, written at its end, as its palette depends on all pictures. Until then they are PNGs in memory.
struct Gif {
    /// The time that each picture is shown, in hundredths of a second.
    delay: u16,
    kept: Vec<Vec<u8>>,
    /// The distance between pixels that are sampled.
    step: usize,
    skip: usize,
    /// The sampled pixels, as RGBA.
    sample: Vec<u8>,
}

impl Gif {
    fn begin(size: [u32; 2], fps: u16, count: usize) -> Result<Self> {
        let pixels = size[0] as usize * size[1] as usize;
        // An odd step samples every column.
        let step = (count * pixels / SAMPLES).max(1) | 1;
        Ok(Self { delay: delay(fps)?, kept: Vec::new(), step, skip: 0, sample: Vec::new() })
    }

    fn add(&mut self, size: [u32; 2], pixels: &[u8]) -> Result<()> {
        let count = pixels.len() / 4;
        while self.skip < count {
            self.sample.extend(&pixels[4 * self.skip..4 * self.skip + 4]);
            self.skip += self.step;
        }
        self.skip -= count;
        self.kept.push(encode_png(size, pixels, png::Compression::Fastest)?);
        Ok(())
    }

    fn end(self, path: &Path, size: [u32; 2]) -> Result<()> {
        let [width, height] = size.map(|side| side as u16);
        let colours = NeuQuant::new(3, usize::from(UNCHANGED), &self.sample);
        let table = colours.color_map_rgb();
        let mut encoded = Vec::new();
        let mut encoder = gif::Encoder::new(&mut encoded, width, height, &table)?;
        encoder.set_repeat(gif::Repeat::Infinite)?;
        // Each pixel of the picture before, and its colour of the table.
        let mut before: Option<(Vec<u8>, Vec<u8>)> = None;
        for packed in self.kept {
            let pixels = gpu::Image::decode(&packed)?.pixels;
            let mut shown = Vec::with_capacity(pixels.len() / 4);
            // Most parts of a picture are as before, which takes a fraction of the time to see.
            for part in pixels.chunks(4 * PART) {
                let at = shown.len();
                let same = before
                    .as_ref()
                    .map(|(was, shown)| (&was[4 * at..4 * at + part.len()], &shown[at..at + part.len() / 4]));
                match same {
                    Some((was, same)) if was == part => shown.extend_from_slice(same),
                    _ => shown.extend(part.chunks_exact(4).enumerate().map(|(i, pixel)| {
                        let same = same.map(|(_, same)| same[i]);
                        same.filter(|&index| is_near(&table, index, pixel))
                            .unwrap_or_else(|| colours.index_of(pixel) as u8)
                    })),
                }
            }
            let mut frame = changes(&shown, before.as_ref().map(|(_, shown)| shown.as_slice()), size);
            frame.delay = self.delay;
            encoder.write_frame(&frame)?;
            before = Some((pixels, shown));
        }
        drop(encoder);
        write(path, &encoded)
    }
}

/// Returns how long each picture of a GIF is shown, in hundredths of a second.
fn delay(fps: u16) -> Result<u16> {
    ensure!(
        100 % fps == 0,
        "a GIF counts time in hundredths of a second, so its frames per second must divide 100, as --fps 20 or 50; \
         or write numbered pictures: --film name-###.png"
    );
    Ok(100 / fps)
}

/// Returns true if a colour of the table is near that of a pixel.
fn is_near(table: &[u8], index: u8, pixel: &[u8]) -> bool {
    let colour = table.iter().skip(3 * usize::from(index));
    colour.zip(&pixel[..3]).all(|(has, wanted)| has.abs_diff(*wanted) <= NEAR)
}

/// Returns the smallest rectangle of a picture with all changes from the one before, as palette indices.
/// Changes too small to see are left out.
fn changes(shown: &[u8], before: Option<&[u8]>, size: [u32; 2]) -> gif::Frame<'static> {
    let width = size[0] as usize;
    let changed = |i: usize| before.is_none_or(|before| before[i] != shown[i]);
    let (mut left, mut right, mut top, mut bottom) = (width, 0, size[1] as usize, 0);
    for i in (0..shown.len()).filter(|&i| changed(i)) {
        let (x, y) = (i % width, i / width);
        (left, right) = (left.min(x), right.max(x + 1));
        (top, bottom) = (top.min(y), bottom.max(y + 1));
    }
    if right == 0 {
        // Nothing changed; GIF still needs a picture.
        (left, right, top, bottom) = (0, 1, 0, 1);
    }
    let part = (top..bottom).flat_map(|y| (left..right).map(move |x| y * width + x));
    let buffer: Vec<u8> = part.map(|i| if changed(i) { shown[i] } else { UNCHANGED }).collect();
    gif::Frame {
        left: left as u16,
        top: top as u16,
        width: (right - left) as u16,
        height: (bottom - top) as u16,
        transparent: before.is_some().then_some(UNCHANGED),
        dispose: gif::DisposalMethod::Keep,
        buffer: buffer.into(),
        ..gif::Frame::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_can_be_no_film_is_refused() {
        for (name, fps, words) in [
            ("film", 20, "name.gif, or name-###.png"),
            ("film.mp4", 20, "name.gif, or name-###.png"),
            ("film.png", 20, "name.gif, or name-###.png"),
            ("film.gif", 30, "must divide 100, as --fps 20 or 50; or write numbered pictures"),
        ] {
            let error = Film::begin(Path::new(name), [1, 1], fps, 1).err().unwrap().to_string();
            assert!(error.contains(words), "{name}: {error}");
        }
    }

    /// Returns the pictures of 64x64 pixels that a viewer shows of a film, which has a frame for each of them.
    fn seen(pictures: &[Vec<u8>]) -> Vec<Vec<u8>> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("film.gif");
        let mut film = Film::begin(&path, [64, 64], 20, pictures.len()).unwrap();
        pictures.iter().for_each(|picture| film.add([64, 64], picture).unwrap());
        film.end().unwrap();
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::RGBA);
        let mut decoder = options.read_info(std::fs::File::open(&path).unwrap()).unwrap();
        let (mut shown, mut all) = (vec![0; 64 * 64 * 4], Vec::new());
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            assert_eq!(frame.delay, 5, "in hundredths of a second");
            let (left, width) = (usize::from(frame.left), usize::from(frame.width));
            for (i, pixel) in frame.buffer.chunks_exact(4).enumerate().filter(|(_, pixel)| pixel[3] > 0) {
                let at = (usize::from(frame.top) + i / width) * 64 + left + i % width;
                shown[4 * at..4 * at + 4].copy_from_slice(pixel);
            }
            all.push(shown.clone());
        }
        assert_eq!(all.len(), pictures.len());
        all
    }

    /// Returns the largest difference between the bytes of two pictures.
    fn away(picture: &[u8], other: &[u8]) -> u8 {
        picture.iter().zip(other).map(|(a, b)| a.abs_diff(*b)).max().unwrap()
    }

    #[test]
    fn a_gif_has_the_colours_of_its_pictures_and_nothing_of_those_before() {
        const COLOURS: [[u8; 4]; 4] =
            [[200, 30, 40, 255], [20, 160, 90, 255], [30, 60, 210, 255], [240, 240, 220, 255]];
        // Stripes that go on by a column in the second picture.
        let stripes =
            |number: usize| (0..64 * 64).flat_map(|i| COLOURS[(i % 64 + number) / 16 % 4]).collect();
        let stripes: [Vec<u8>; 2] = [0, 1].map(stripes);
        for (seen, picture) in seen(&stripes).iter().zip(&stripes) {
            assert!(away(seen, picture) <= 4, "by {} of 255", away(seen, picture));
        }
        // A slope of colours that grows a little brighter with every picture, stands still, and jumps back; a square that
        // wanders over it.
        let slope = |(number, brighter): (usize, usize)| -> Vec<u8> {
            let pixel = |i: usize| {
                let (x, y) = (i % 64, i / 64);
                let square = (20..30).contains(&y) && (0..10).contains(&(x + 64 - 5 * number));
                if square { [250, 40, 20, 255] } else { [(2 * x + brighter) as u8, (3 * y) as u8, 90, 255] }
            };
            (0..64 * 64).flat_map(pixel).collect()
        };
        let slopes: Vec<Vec<u8>> = [0, 1, 2, 3, 4, 4, 4, 40, 0].into_iter().enumerate().map(slope).collect();
        // A colour comes out as one near it, or always as the same one, whatever was seen there before.
        let mut colours = std::collections::HashMap::new();
        for (number, (seen, picture)) in seen(&slopes).iter().zip(&slopes).enumerate() {
            for (seen, wanted) in seen.chunks_exact(4).zip(picture.chunks_exact(4)) {
                if away(seen, wanted) > NEAR {
                    let known = colours.entry(wanted).or_insert_with(|| seen.to_vec());
                    assert_eq!(known, seen, "{wanted:?} in picture {number}");
                }
            }
            assert!(away(seen, picture) <= 64, "by {} of 255", away(seen, picture));
        }
    }
}
