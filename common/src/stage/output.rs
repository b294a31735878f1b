//! Pictures and films as files, each there in full or not at all.

use anyhow::{Context, Result};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// Writes beside the file and renames at the end, so that nobody ever sees half of one.
fn replace(path: &Path, write: impl FnOnce(&mut BufWriter<File>) -> Result<()>) -> Result<()> {
    let mut name =
        path.file_name().with_context(|| format!("'{}' names no file", path.display()))?.to_owned();
    name.push(format!(".{}.part", std::process::id()));
    let beside = path.with_file_name(name);
    let written = (|| -> Result<()> {
        let mut file = BufWriter::new(File::create(&beside)?);
        write(&mut file)?;
        file.flush()?;
        Ok(std::fs::rename(&beside, path)?)
    })();
    if written.is_err() {
        // What is left of the try is of no use to anyone; that it cannot be removed changes nothing.
        let _ = std::fs::remove_file(&beside);
    }
    written.with_context(|| format!("cannot write {}", path.display()))
}

/// Writes RGBA pixels, top row first, as a PNG file.
pub fn write_png(path: &Path, size: [u32; 2], pixels: &[u8]) -> Result<()> {
    let rgb: Vec<u8> = pixels.chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
    replace(path, |file| {
        let mut encoder = png::Encoder::new(file, size[0], size[1]);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_compression(png::Compression::High);
        encoder.write_header()?.write_image_data(&rgb)?;
        Ok(())
    })
}

/// A name in `folder` that is not taken: `stem-1.png`, `stem-2.png`, …
pub fn free_name(folder: &Path, stem: &str) -> PathBuf {
    let name = |number: u32| folder.join(format!("{stem}-{number}.png"));
    (1..).map(name).find(|path| !path.exists()).unwrap_or_else(|| name(0))
}

/// Writes RGBA pictures as a GIF film that loops for ever.
pub fn write_gif(path: &Path, size: [u32; 2], fps: u16, frames: &[Vec<u8>]) -> Result<()> {
    let [width, height] = size.map(|side| side as u16);
    // GIF counts time in hundredths of a second.
    let delay = (100.0 / f32::from(fps)).round() as u16;
    let colours = palette(frames);
    replace(path, |file| {
        let mut encoder = gif::Encoder::new(file, width, height, &colours.color_map_rgb())?;
        encoder.set_repeat(gif::Repeat::Infinite)?;
        let mut shown: Option<&Vec<u8>> = None;
        for frame in frames {
            let mut picture = changes(shown, frame, size, &colours);
            picture.delay = delay;
            encoder.write_frame(&picture)?;
            shown = Some(frame);
        }
        Ok(())
    })
}

/// The palette index that stands for "as in the picture before".
const UNCHANGED: u8 = 255;

/// The 255 colours that fit all pictures best.
fn palette(frames: &[Vec<u8>]) -> color_quant::NeuQuant {
    // A sample is enough, and an odd step meets every column.
    let step = (frames.len() * frames.first().map_or(0, Vec::len) / 4 / 400_000).max(1) | 1;
    let pixels = frames.iter().flat_map(|frame| frame.chunks_exact(4)).step_by(step);
    let sample: Vec<u8> = pixels.flatten().copied().collect();
    color_quant::NeuQuant::new(3, usize::from(UNCHANGED), &sample)
}

/// The part of a picture that differs from the one before.
fn changes(
    before: Option<&Vec<u8>>,
    frame: &[u8],
    size: [u32; 2],
    colours: &color_quant::NeuQuant,
) -> gif::Frame<'static> {
    let width = size[0] as usize;
    let pixel = |i: usize| &frame[4 * i..4 * i + 4];
    let changed = |i: usize| before.is_none_or(|before| before[4 * i..4 * i + 4] != *pixel(i));
    let (mut left, mut right, mut top, mut bottom) = (width, 0, size[1] as usize, 0);
    for i in (0..frame.len() / 4).filter(|&i| changed(i)) {
        let (x, y) = (i % width, i / width);
        (left, right) = (left.min(x), right.max(x + 1));
        (top, bottom) = (top.min(y), bottom.max(y + 1));
    }
    if right == 0 {
        // Nothing changed; GIF still wants a picture.
        (left, right, top, bottom) = (0, 1, 0, 1);
    }
    let indices = (top..bottom).flat_map(|y| (left..right).map(move |x| y * width + x));
    let buffer: Vec<u8> =
        indices.map(|i| if changed(i) { colours.index_of(pixel(i)) as u8 } else { UNCHANGED }).collect();
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
    fn a_file_that_cannot_be_written_is_named_and_leaves_nothing_behind() {
        let path = Path::new("no-such-folder/picture.png");
        let error = write_png(path, [1, 1], &[0, 0, 0, 255]).unwrap_err();
        assert_eq!(error.to_string(), "cannot write no-such-folder/picture.png");
    }

    #[test]
    fn a_failed_write_keeps_the_old_file() {
        let path = std::env::temp_dir().join(format!("keep-{}.png", std::process::id()));
        std::fs::write(&path, "old").unwrap();
        let failed = replace(&path, |file| {
            file.write_all(b"half of the new")?;
            anyhow::bail!("the disk is full")
        });
        assert!(failed.is_err());
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "old");
        let left_over = std::fs::read_dir(std::env::temp_dir()).unwrap().flatten().any(|entry| {
            let name = entry.file_name().to_string_lossy().into_owned();
            name.starts_with(&format!("keep-{}", std::process::id())) && name.ends_with(".part")
        });
        assert!(!left_over);
        std::fs::remove_file(&path).unwrap();
    }
}
