//! Pictures: reading them, and how far two are apart.

use anyhow::{Context, Result, bail};
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

/// A channel of 0 to 255 must differ by more than this to be seen.
const SEEN: u8 = 12;

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
            let pixels = bytes.chunks_exact(channels).map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
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
}
