//! Uploads pictures as textures.

use super::{Gl, HotReload};
use anyhow::Result;
use common::asset;
use glium::Texture2d;
use glium::backend::{Context, Facade as _};
use glium::texture::RawImage2d;
use glium::uniforms::{MagnifySamplerFilter, MinifySamplerFilter, Sampler, SamplerWrapFunction};
use gpu::Image;
use std::path::Path;
use std::rc::Rc;

/// A texture whose first row is at the bottom, as OpenGL has it.
pub struct Texture {
    pixels: Texture2d,
    /// True if no pixel is transparent.
    pub is_opaque: bool,
}

impl Texture {
    /// Reads a picture file: PNG, JPEG or TGA.
    pub fn read(context: &Rc<Context>, path: &Path) -> Result<Self> {
        Self::of(context, &Image::read(path)?)
    }

    /// Decodes the bytes of a picture file, and uploads it.
    pub fn decode(context: &Rc<Context>, bytes: &[u8]) -> Result<Self> {
        Self::of(context, &Image::decode(bytes)?)
    }

    /// Loads a material's picture, or a chequered one and a note if it can't be shown.
    pub fn of_material(
        gl: &Gl,
        image: &asset::Image,
        notes: &mut Vec<String>,
    ) -> Result<Rc<HotReload<Self>>> {
        let context = gl.get_context().clone();
        let otherwise = |error| Ok((Self::checker(gl.get_context())?, error));
        let (texture, error) = match image {
            asset::Image::File(path) => {
                gl.load(vec![path.clone()], move |paths, _| Self::read(&context, &paths[0]), otherwise)?
            }
            asset::Image::Bytes(bytes) => {
                let decoded = Self::decode(&context, bytes).map(|texture| (texture, None));
                let (texture, error) = decoded
                    .or_else(|error| otherwise(error).map(|(checker, error)| (checker, Some(error))))?;
                (Rc::new(HotReload::fixed(texture)), error)
            }
        };
        notes.extend(error.map(|error| format!("This picture is shown as a checker: {error:#}.")));
        Ok(texture)
    }

    fn of(context: &Rc<Context>, image: &Image) -> Result<Self> {
        let is_opaque = image.pixels.chunks_exact(4).all(|pixel| pixel[3] == u8::MAX);
        let image = RawImage2d::from_raw_rgba_reversed(&image.pixels, image.size);
        Ok(Self { pixels: Texture2d::new(context, image)?, is_opaque })
    }

    /// Makes a chequered texture in place of a missing picture.
    pub fn checker(context: &Rc<Context>) -> Result<Self> {
        const SIDE: u32 = 64;
        const SQUARE: u32 = 8;
        let is_light = |i: u32| (i % SIDE / SQUARE + i / SIDE / SQUARE).is_multiple_of(2);
        let tone = |i: u32| if is_light(i) { 0xd8 } else { 0x9a };
        let pixels: Vec<u8> = (0..SIDE * SIDE).flat_map(|i| [tone(i), tone(i), tone(i), 255]).collect();
        let image = RawImage2d::from_raw_rgba(pixels, (SIDE, SIDE));
        Ok(Self { pixels: Texture2d::new(context, image)?, is_opaque: true })
    }

    /// Returns the texture as a uniform that is smooth near by and repeats beyond the edge.
    pub fn repeated(&self) -> Sampler<'_, Texture2d> {
        self.sampler().wrap_function(SamplerWrapFunction::Repeat)
    }

    /// Returns the texture as a uniform that is smooth near by and far off, its edge stretched beyond.
    pub fn sampler(&self) -> Sampler<'_, Texture2d> {
        Sampler::new(&self.pixels)
            .minify_filter(MinifySamplerFilter::LinearMipmapLinear)
            .magnify_filter(MagnifySamplerFilter::Linear)
            .wrap_function(SamplerWrapFunction::Clamp)
    }
}
