//! Pictures as textures.

use anyhow::{Context as _, Result, bail};
use glium::Texture2d;
use glium::backend::Context;
use glium::texture::RawImage2d;
use glium::uniforms::{MagnifySamplerFilter, MinifySamplerFilter, Sampler, SamplerWrapFunction};
use std::fs::File;
use std::io::BufReader;
use std::path::Path;
use std::rc::Rc;

/// A picture on the graphics card, its first row at the bottom, as OpenGL has it.
pub struct Texture(pub Rc<Texture2d>);

impl Texture {
    /// Reads a PNG file.
    pub fn read(context: &Rc<Context>, path: &Path) -> Result<Self> {
        let (size, pixels) = read_png(path).with_context(|| path.display().to_string())?;
        let image = RawImage2d::from_raw_rgba_reversed(&pixels, size);
        Ok(Self(Rc::new(Texture2d::new(context, image)?)))
    }

    /// Reads a PNG file with its first row on top, as Dear ImGui has it.
    pub fn read_top_down(context: &Rc<Context>, path: &Path) -> Result<Texture2d> {
        let (size, pixels) = read_png(path).with_context(|| path.display().to_string())?;
        Ok(Texture2d::new(context, RawImage2d::from_raw_rgba(pixels, size))?)
    }

    /// What stands for a picture that is missing.
    pub fn checker(context: &Rc<Context>) -> Result<Self> {
        const SIDE: u32 = 64;
        const SQUARE: u32 = 8;
        let is_light = |i: u32| (i % SIDE / SQUARE + i / SIDE / SQUARE).is_multiple_of(2);
        let tone = |i: u32| if is_light(i) { 0xd8 } else { 0x9a };
        let pixels: Vec<u8> = (0..SIDE * SIDE).flat_map(|i| [tone(i), tone(i), tone(i), 255]).collect();
        let image = RawImage2d::from_raw_rgba(pixels, (SIDE, SIDE));
        Ok(Self(Rc::new(Texture2d::new(context, image)?)))
    }

    /// For a shader: smooth near by, and the same again beyond the edge.
    pub fn repeated(&self) -> Sampler<'_, Texture2d> {
        self.sampler().wrap_function(SamplerWrapFunction::Repeat)
    }

    /// For a shader: smooth in both directions, and nothing beyond the edge.
    pub fn sampler(&self) -> Sampler<'_, Texture2d> {
        Sampler::new(&*self.0)
            .minify_filter(MinifySamplerFilter::LinearMipmapLinear)
            .magnify_filter(MagnifySamplerFilter::Linear)
            .wrap_function(SamplerWrapFunction::Clamp)
    }
}

/// Width, height and RGBA pixels, the top row first.
pub fn read_png(path: &Path) -> Result<((u32, u32), Vec<u8>)> {
    let mut decoder = png::Decoder::new(BufReader::new(File::open(path)?));
    decoder.set_transformations(png::Transformations::normalize_to_color8() | png::Transformations::ALPHA);
    let mut reader = decoder.read_info()?;
    let size = reader.output_buffer_size().context("the picture is too large")?;
    let mut pixels = vec![0; size];
    let info = reader.next_frame(&mut pixels)?;
    pixels.truncate(info.buffer_size());
    let pixels = match info.color_type {
        png::ColorType::Rgba => pixels,
        png::ColorType::GrayscaleAlpha => {
            pixels.chunks_exact(2).flat_map(|grey| [grey[0], grey[0], grey[0], grey[1]]).collect()
        }
        other => bail!("cannot read a PNG with {other:?} pixels"),
    };
    Ok(((info.width, info.height), pixels))
}
