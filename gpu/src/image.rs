//! Reads picture files in PNG, JPEG and TGA.

mod tga;

use super::{Error, Result, ensure};
use std::io::Cursor;
use std::path::Path;
use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

/// The largest side of a picture, in pixels, which OpenGL 3.3 drivers can be expected to take as a texture.
const LARGEST: u32 = 8192;

/// The pixels of a picture file.
#[derive(Clone, Debug, PartialEq)]
pub struct Image {
    /// Width and height, in pixels.
    pub size: (u32, u32),
    /// RGBA bytes, the top row first.
    pub pixels: Vec<u8>,
}

impl Image {
    /// Reads a picture file, whose format is recognised by its contents. Errors name the file.
    pub fn read(path: &Path) -> Result<Self> {
        let read = || Self::decode(&std::fs::read(path)?);
        read().map_err(|Error(words)| Error(format!("{}: {words}", path.display())))
    }

    /// Decodes the bytes of a PNG, JPEG or TGA file.
    pub fn decode(bytes: &[u8]) -> Result<Self> {
        match bytes {
            [0x89, b'P', b'N', b'G', ..] => png(bytes),
            [0xff, 0xd8, 0xff, ..] => jpeg(bytes),
            // TGA alone has no magic number.
            _ if tga::is_likely(bytes) => tga::decode(bytes),
            _ => Err("this is no picture that can be read: PNG, JPEG and TGA can be".into()),
        }
    }
}

/// Refuses a picture that would take too much memory, before allocating it.
fn ensure_size(width: u32, height: u32) -> Result<()> {
    let is_fine = |side: u32| (1..=LARGEST).contains(&side);
    ensure!(
        is_fine(width) && is_fine(height),
        "the picture has {width} × {height} pixels, and each side may have 1 to {LARGEST}"
    );
    Ok(())
}

fn png(bytes: &[u8]) -> Result<Image> {
    let mut decoder = png::Decoder::new(Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::normalize_to_color8() | png::Transformations::ALPHA);
    let mut reader = decoder.read_info()?;
    let (width, height) = reader.info().size();
    ensure_size(width, height)?;
    let mut pixels = vec![0; reader.output_buffer_size().ok_or("the picture is too large")?];
    let info = reader.next_frame(&mut pixels)?;
    pixels.truncate(info.buffer_size());
    let pixels = match info.color_type {
        png::ColorType::Rgba => pixels,
        png::ColorType::GrayscaleAlpha => {
            pixels.chunks_exact(2).flat_map(|grey| [grey[0], grey[0], grey[0], grey[1]]).collect()
        }
        other => return Err(Error(format!("cannot read a PNG with {other:?} pixels"))),
    };
    Ok(Image { size: (width, height), pixels })
}

fn jpeg(bytes: &[u8]) -> Result<Image> {
    let largest = LARGEST as usize;
    let options = DecoderOptions::default().jpeg_set_out_colorspace(ColorSpace::RGBA);
    let options = options.set_max_width(largest).set_max_height(largest);
    let mut decoder = JpegDecoder::new_with_options(Cursor::new(bytes), options);
    decoder.decode_headers()?;
    let info = decoder.info().ok_or("the JPEG has no size")?;
    let (width, height) = (u32::from(info.width), u32::from(info.height));
    ensure_size(width, height)?;
    let pixels = decoder.decode()?;
    ensure!(pixels.len() == info.width as usize * info.height as usize * 4, "cannot read this kind of JPEG");
    Ok(Image { size: (width, height), pixels })
}

#[cfg(test)]
mod tests {
    use super::*;

    const IMAGES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../workshop/proof/tests/images");

    fn read(name: &str) -> Result<Image> {
        Image::read(&Path::new(IMAGES).join(name))
    }

    /// Returns the largest difference between the bytes of two pictures.
    fn difference(a: &Image, b: &Image) -> u8 {
        assert_eq!((a.size, a.pixels.len()), (b.size, b.pixels.len()));
        a.pixels.iter().zip(&b.pixels).map(|(a, b)| a.abs_diff(*b)).max().unwrap_or(0)
    }

    #[test]
    fn a_grey_png_stays_transparent() {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, 1, 1);
        encoder.set_color(png::ColorType::GrayscaleAlpha);
        encoder.write_header().unwrap().write_image_data(&[200, 90]).unwrap();
        assert_eq!(Image::decode(&bytes).unwrap().pixels, [200, 200, 200, 90]);
    }

    #[test]
    fn every_kind_of_file_shows_the_same_picture() -> Result<()> {
        let (solid, seen_through) = (read("solid.png")?, read("seen_through.png")?);
        assert_eq!((solid.size, &solid.pixels[..4]), ((24, 16), &[255, 0, 0, 255][..]));
        for name in ["plain.tga", "packed.tga", "palette.tga"] {
            assert_eq!(read(name)?, solid, "{name}");
        }
        for name in ["plain32.tga", "packed32.tga"] {
            assert_eq!(read(name)?, seen_through, "{name}");
        }
        for name in ["plain.jpg", "progressive.jpg"] {
            let away = difference(&read(name)?, &solid);
            assert!(away <= 8, "{name}: {away} of 255 away; a JPEG is never exact");
        }
        let grey = read("grey.jpg")?;
        assert!(grey.pixels.chunks(4).all(|pixel| pixel[0] == pixel[1] && pixel[1] == pixel[2]));
        assert!(difference(&read("grey.tga")?, &grey) <= 8);
        Ok(())
    }

    #[test]
    fn what_is_no_picture_is_refused_with_its_name() {
        let path = std::env::temp_dir().join(format!("no-picture-{}.tga", std::process::id()));
        for (bytes, words) in [
            (&b""[..], "this is no picture that can be read"),
            (b"GIF89a and so on, for longer than any header", "this is no picture that can be read"),
            (b"\x89PNG but no more", "png signature"),
            (b"\xff\xd8\xff but no more", "not enough bytes"),
            (b"BM and so on, for longer than any header", "this is no picture that can be read"),
        ] {
            std::fs::write(&path, bytes).unwrap();
            let error = Image::read(&path).unwrap_err().to_string();
            assert!(error.contains("no-picture") && error.to_lowercase().contains(words), "{error}");
        }
        std::fs::remove_file(&path).unwrap();
        assert!(Image::read(&path).unwrap_err().to_string().contains("no-picture"));
    }

    #[test]
    fn files_that_end_too_early_or_are_spoilt_do_no_harm() -> Result<()> {
        for entry in std::fs::read_dir(IMAGES)? {
            let bytes = std::fs::read(entry?.path())?;
            for end in 0..bytes.len() {
                // Some formats can still be shown in part.
                let _ = Image::decode(&bytes[..end]);
            }
            for at in 0..bytes.len().min(80) {
                for value in [0, 1, 0xff] {
                    let mut spoilt = bytes.clone();
                    spoilt[at] = value;
                    let _ = Image::decode(&spoilt);
                }
            }
        }
        Ok(())
    }

    #[test]
    fn a_picture_that_would_need_much_memory_is_refused() {
        let mut header = vec![0; 18];
        header[2] = 2;
        header[12..16].copy_from_slice(&[0xff; 4]);
        header[16] = 24;
        let error = Image::decode(&header).unwrap_err().to_string();
        assert_eq!(error, "the picture has 65535 × 65535 pixels, and each side may have 1 to 8192");
    }
}
