//! Pictures as files, each written whole or not at all.

use anyhow::{Context, Result, ensure};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// Writes beside the file and renames at the end, so that nobody ever sees half of one.
pub fn replace(path: &Path, write: impl FnOnce(&mut BufWriter<&mut File>) -> Result<()>) -> Result<()> {
    let mut name =
        path.file_name().with_context(|| format!("'{}' names no file", path.display()))?.to_owned();
    name.push(format!(".{}.part", std::process::id()));
    let beside = path.with_file_name(name);
    let written = course::write::by_way_of(&beside, path, |file| {
        let mut file = BufWriter::new(file);
        write(&mut file)?;
        Ok(file.flush()?)
    });
    written.with_context(|| format!("cannot write {}", path.display()))
}

/// Writes RGBA pixels, top row first, as a PNG file.
pub fn write_png(path: &Path, size: [u32; 2], pixels: &[u8]) -> Result<()> {
    replace(path, |file| encode_png(file, size, pixels, png::Compression::High))
}

/// Encodes RGBA pixels, which are opaque, top row first, as PNG.
pub fn encode_png(
    to: impl Write,
    size: [u32; 2],
    pixels: &[u8],
    compression: png::Compression,
) -> Result<()> {
    let rgb: Vec<u8> = pixels.chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
    let mut encoder = png::Encoder::new(to, size[0], size[1]);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_compression(compression);
    Ok(encoder.write_header()?.write_image_data(&rgb)?)
}

/// Returns the pixels in a rectangle of a picture, four bytes each. The rectangle is its left and upper edge, its width
/// and height, in pixels.
pub fn cropped([width, height]: [u32; 2], pixels: &[u8], [x, y, wide, high]: [u32; 4]) -> Result<Vec<u8>> {
    let fits =
        |from: u32, size: u32, end: u32| size > 0 && from.checked_add(size).is_some_and(|to| to <= end);
    ensure!(
        fits(x, wide, width) && fits(y, high, height),
        "'--crop {x},{y},{wide},{high}' is not within the picture, which is {width}x{height}"
    );
    let [x, y, wide, high, width] = [x, y, wide, high, width].map(|number| number as usize);
    let rows = pixels.chunks_exact(4 * width).skip(y).take(high);
    Ok(rows.flat_map(|row| &row[4 * x..4 * (x + wide)]).copied().collect())
}

/// A name in `folder` that is not taken: `stem-1.png`, `stem-2.png`, …
pub fn free_name(folder: &Path, stem: &str) -> PathBuf {
    let name = |number: u32| folder.join(format!("{stem}-{number}.png"));
    (1..).map(name).find(|path| !path.exists()).unwrap_or_else(|| name(0))
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
    fn a_crop_is_a_part_of_the_picture_or_an_error() {
        // Three wide and two high, each pixel with its number.
        let pixels: Vec<u8> = (0..6).flat_map(|number| [number; 4]).collect();
        let numbers =
            |crop| cropped([3, 2], &pixels, crop).map(|bytes| Vec::from_iter(bytes.into_iter().step_by(4)));
        assert_eq!(numbers([1, 0, 2, 2]).unwrap(), [1, 2, 4, 5]);
        assert_eq!(numbers([0, 1, 3, 1]).unwrap(), [3, 4, 5]);
        for outside in [[2, 0, 2, 1], [0, 2, 1, 1], [0, 0, 0, 1], [u32::MAX, 0, 1, 1]] {
            assert!(numbers(outside).unwrap_err().to_string().contains("3x2"));
        }
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
