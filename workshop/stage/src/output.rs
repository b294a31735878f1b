//! Writes pictures as files, each whole or not at all.

use anyhow::{Result, ensure};
use std::path::{Path, PathBuf};

/// Writes a file into an existing folder.
pub fn write(path: &Path, contents: &[u8]) -> Result<()> {
    ensure_folder(path)?;
    course::write::atomically(path, contents)
}

/// Returns an error unless the folder of a file exists.
pub fn ensure_folder(path: &Path) -> Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    ensure!(folder.is_none_or(Path::is_dir), "cannot write {}", path.display());
    Ok(())
}

/// Writes RGBA pixels, top row first, as a PNG file.
pub fn write_png(path: &Path, size: [u32; 2], pixels: &[u8]) -> Result<()> {
    write(path, &encode_png(size, pixels, png::Compression::High)?)
}

/// Encodes opaque RGBA pixels, top row first, as PNG.
pub fn encode_png(size: [u32; 2], pixels: &[u8], compression: png::Compression) -> Result<Vec<u8>> {
    let mut rgb = vec![0; pixels.len() / 4 * 3];
    // A plain loop: students' builds aren't optimised.
    for (colour, [red, green, blue, _]) in rgb.as_chunks_mut().0.iter_mut().zip(pixels.as_chunks().0) {
        *colour = [*red, *green, *blue];
    }
    let mut encoded = Vec::new();
    let mut encoder = png::Encoder::new(&mut encoded, size[0], size[1]);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_compression(compression);
    encoder.write_header()?.write_image_data(&rgb)?;
    Ok(encoded)
}

/// Returns the pixels in a rectangle of a picture, four bytes each. The rectangle is its left and upper edge,
/// its width and height, in pixels.
pub fn cropped([width, height]: [u32; 2], pixels: &[u8], [x, y, wide, high]: [u32; 4]) -> Result<Vec<u8>> {
    let fits =
        |from: u32, size: u32, end: u32| size > 0 && from.checked_add(size).is_some_and(|to| to <= end);
    ensure!(
        fits(x, wide, width) && fits(y, high, height),
        "'--crop {x},{y},{wide},{high}' is not within the picture, which is {width}x{height}"
    );
    let [x, y, wide, high, width] = [x, y, wide, high, width].map(|number| number as usize);
    let rows = pixels.chunks_exact(4 * width).skip(y).take(high);
    Ok(rows.map(|row| &row[4 * x..4 * (x + wide)]).collect::<Vec<_>>().concat())
}

/// Returns a path in `folder` that does not exist: `stem-1.png`, `stem-2.png`, …
pub fn free_name(folder: &Path, stem: &str) -> PathBuf {
    let name = |number: u32| folder.join(format!("{stem}-{number}.png"));
    (1..).map(name).find(|path| !path.exists()).unwrap_or_else(|| name(0))
}
