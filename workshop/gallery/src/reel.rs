//! Reads a lesson's own film, made small for its card.

use anyhow::Result;
use course::{LessonInfo, Picture};
use gif::{ColorOutput, DecodeOptions};
use gpu::Image;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

/// The width and height of its pictures, in which the letters of most films can be read.
pub const SIZE: [usize; 2] = [288, 192];

// Loops over pixels do without iterators: unoptimised code calls each step, for some hundred million pixels.

/// The most pictures that are kept; of a longer film every second one, every fourth, and so on.
const MOST: usize = 28;

/// A small film, or a single picture.
#[derive(Default)]
pub struct Reel {
    /// The length in seconds.
    pub seconds: f32,
    /// The pictures in RGB, the top row first.
    pub pictures: Vec<Vec<u8>>,
}

impl Reel {
    /// Reads the first film that a lesson lists, or else its first picture without a panel; `first` only its beginning.
    pub fn of(lesson: &LessonInfo, first: bool) -> Result<Self> {
        let all = &lesson.about.data.pictures;
        let is_film = |picture: &&Picture| picture.file.get_ref().ends_with(".gif");
        let has_panel = |picture: &&Picture| picture.args.iter().any(|arg| arg == "--panel");
        let film = all.iter().find(is_film);
        let Some(picture) = film.or_else(|| all.iter().find(|picture| !has_panel(picture))) else {
            return Ok(Self::default());
        };
        let path = course::root().join(lesson.file(picture.file.get_ref()));
        if film.is_some() {
            return Self::read(&path, if first { 1 } else { usize::MAX });
        }
        let Image { size: (width, height), pixels } = Image::read(&path)?;
        Ok(Self { seconds: 1.0, pictures: vec![small(&pixels, [width as usize, height as usize])] })
    }

    fn read(path: &Path, count: usize) -> Result<Self> {
        let mut options = DecodeOptions::new();
        options.set_color_output(ColorOutput::RGBA);
        let mut decoder = options.read_info(BufReader::new(File::open(path)?))?;
        let size = [decoder.width(), decoder.height()].map(usize::from);
        let mut whole = vec![255; 4 * size[0] * size[1]];
        let (mut reel, mut every) = (Self::default(), 1);
        for number in 0..count {
            let Some(frame) = decoder.read_next_frame()? else { break };
            // A picture has only the pixels that change; its transparent ones stay as before.
            let [left, top, width] = [frame.left, frame.top, frame.width].map(usize::from);
            for (row, pixels) in frame.buffer.chunks_exact(4 * width.max(1)).enumerate() {
                let at = 4 * ((top + row) * size[0] + left);
                let Some(below) = whole.get_mut(at..at + pixels.len()) else { break };
                let mut i = 0;
                while i < pixels.len() {
                    if pixels[i + 3] > 0 {
                        below[i] = pixels[i];
                        below[i + 1] = pixels[i + 1];
                        below[i + 2] = pixels[i + 2];
                    }
                    i += 4;
                }
            }
            reel.seconds += f32::from(frame.delay) / 100.0;
            if number % every == 0 {
                reel.pictures.push(small(&whole, size));
            }
            if reel.pictures.len() == MOST {
                let mut number = 0;
                reel.pictures.retain(|_| (number += 1, number % 2 == 1).1);
                every *= 2;
            }
        }
        Ok(reel)
    }

    /// Returns the index of the picture that is shown after some seconds.
    pub fn at(&self, count: usize, seconds: f32) -> usize {
        let count = count.max(1);
        let part = if self.seconds > 0.0 { (seconds / self.seconds).fract() } else { 0.0 };
        ((part * count as f32) as usize).min(count - 1)
    }
}

/// Scales a picture to a card's size: every pixel is the mean of those that it covers. The edge pixels fill
/// what is left beside a narrow picture, or above and below a flat one.
fn small(rgba: &[u8], whole: [usize; 2]) -> Vec<u8> {
    let step = (0..2).map(|side| whole[side] as f32 / SIZE[side] as f32).fold(0.0, f32::max);
    // The first and the last row or column.
    let covered = |side: usize| -> Vec<[usize; 2]> {
        let end =
            |at: usize| (step * (at as f32 - 0.5 * SIZE[side] as f32) + 0.5 * whole[side] as f32) as usize;
        let part = |at: usize| {
            let from = end(at).min(whole[side] - 1);
            [from, end(at + 1).clamp(from + 1, whole[side])]
        };
        (0..SIZE[side]).map(part).collect()
    };
    let (columns, rows) = (covered(0), covered(1));
    let mut pixels = vec![0; 3 * SIZE[0] * SIZE[1]];
    let mut to = 0;
    while to < pixels.len() {
        let ([left, right], [top, bottom]) = (columns[to / 3 % SIZE[0]], rows[to / 3 / SIZE[0]]);
        let (mut red, mut green, mut blue, mut y) = (0, 0, 0, top);
        while y < bottom {
            let mut from = 4 * (y * whole[0] + left);
            let end = from + 4 * (right - left);
            while from < end {
                red += rgba[from] as usize;
                green += rgba[from + 1] as usize;
                blue += rgba[from + 2] as usize;
                from += 4;
            }
            y += 1;
        }
        let count = (right - left) * (bottom - top);
        pixels[to] = (red / count) as u8;
        pixels[to + 1] = (green / count) as u8;
        pixels[to + 2] = (blue / count) as u8;
        to += 3;
    }
    pixels
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_made_small_and_its_edges_go_on() {
        // As high as wide: red at the left, blue at the right.
        let side = 2 * SIZE[1];
        let pixel = |i: usize| if i % side < side / 2 { [200, 0, 0, 255] } else { [0, 0, 100, 255] };
        let picture: Vec<u8> = (0..side * side).flat_map(pixel).collect();
        let small = small(&picture, [side, side]);
        assert_eq!(small.len(), 3 * SIZE[0] * SIZE[1]);
        for row in small.chunks_exact(3 * SIZE[0]) {
            let (left, right) = row.split_at(row.len() / 2);
            assert!(left.chunks_exact(3).all(|pixel| pixel == [200, 0, 0]));
            assert!(right.chunks_exact(3).all(|pixel| pixel == [0, 0, 100]));
        }
    }

    #[test]
    fn every_lesson_has_something_to_show_that_takes_little_memory() {
        for lesson in LessonInfo::all(course::root()).expect("lessons") {
            let reel = Reel::of(&lesson, false).expect("its pictures can be read");
            assert!((1..=MOST).contains(&reel.pictures.len()), "{}", lesson.folder);
            let count = reel.pictures.len();
            assert_eq!(
                [0.0, 0.999 * reel.seconds, reel.seconds].map(|at| reel.at(count, at)),
                [0, count - 1, 0]
            );
        }
    }
}
