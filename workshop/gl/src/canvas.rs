//! The picture in memory that everything is drawn on, before it goes to a window or file.

use super::Gl;
use anyhow::{Context as _, Result};
use glium::framebuffer::{DepthRenderBuffer, EmptyFrameBuffer, RenderBuffer, SimpleFrameBuffer};
use glium::texture::{DepthFormat, MipmapsOption, RawImage2d, UncompressedFloatFormat};
use glium::uniforms::MagnifySamplerFilter;
use glium::{BlitTarget, Surface, Texture2d};

/// The number of samples for a canvas that nobody looks at, such as a test's.
pub const UNSEEN: u32 = 0;

/// A colour and a depth buffer with several samples per pixel, and the picture that they are resolved to.
pub struct Canvas {
    picture: Texture2d,
    smooth: Option<RenderBuffer>,
    depth: DepthRenderBuffer,
    size: [u32; 2],
}

impl Canvas {
    /// Makes a canvas of `size` pixels, with at most the samples that the driver offers. With [`UNSEEN`] all
    /// is drawn into a single pixel, since filling pixels takes most of the time.
    pub fn new(gl: &Gl, size: [u32; 2], samples: u32) -> Result<Self> {
        let [width, height] = if samples == UNSEEN { [1, 1] } else { size };
        let samples = samples.min(EmptyFrameBuffer::get_max_supported_samples(gl).unwrap_or(samples));
        let (colour, depth) = (UncompressedFloatFormat::U8U8U8U8, DepthFormat::I24);
        let picture = Texture2d::empty_with_format(gl, colour, MipmapsOption::NoMipmap, width, height)?;
        let (smooth, depth) = if samples > 1 {
            let smooth = RenderBuffer::new_multisample(gl, colour, width, height, samples)?;
            (Some(smooth), DepthRenderBuffer::new_multisample(gl, depth, width, height, samples)?)
        } else {
            (None, DepthRenderBuffer::new(gl, depth, width, height)?)
        };
        Ok(Self { picture, smooth, depth, size })
    }

    /// Returns width and height in pixels.
    pub fn size(&self) -> [u32; 2] {
        self.size
    }

    /// Returns true if there are several samples per pixel.
    pub fn is_multisampled(&self) -> bool {
        self.smooth.is_some()
    }

    pub fn scene(&self, gl: &Gl) -> Result<SimpleFrameBuffer<'_>> {
        Ok(match &self.smooth {
            Some(smooth) => SimpleFrameBuffer::with_depth_buffer(gl, smooth, &self.depth)?,
            None => SimpleFrameBuffer::with_depth_buffer(gl, &self.picture, &self.depth)?,
        })
    }

    /// Resolves the samples of the scene, and returns the plain picture, to draw the panel on.
    pub fn flattened(&self, gl: &Gl) -> Result<SimpleFrameBuffer<'_>> {
        let picture = SimpleFrameBuffer::new(gl, &self.picture)?;
        if self.smooth.is_some() {
            self.scene(gl)?.blit_whole_color_to(&picture, &self.whole(), MagnifySamplerFilter::Nearest);
        }
        Ok(picture)
    }

    /// Copies the picture to another surface of the same size.
    pub fn copy_to(&self, gl: &Gl, surface: &impl Surface) -> Result<()> {
        let mut picture = SimpleFrameBuffer::new(gl, &self.picture)?;
        // Clears nothing, but switches off OpenGL's conversion to sRGB. Depth, or a colour that is not said to be sRGB, may
        // have been cleared last, which switches it on; then a window would get all colours encoded once more.
        picture.clear(None, None, true, None, None);
        picture.blit_whole_color_to(surface, &self.whole(), MagnifySamplerFilter::Nearest);
        Ok(())
    }

    /// Reads the pixels as opaque RGBA, the top row first.
    pub fn pixels(&self) -> Result<Vec<u8>> {
        let image: RawImage2d<'_, u8> = self.picture.read();
        let row = self.size[0] as usize * 4;
        let mut pixels: Vec<u8> = Vec::with_capacity(image.data.len());
        for row in image.data.chunks_exact(row).rev() {
            pixels.extend_from_slice(row);
        }
        let expected = row * self.size[1] as usize;
        (pixels.len() == expected).then_some(()).context("the driver returned another number of pixels")?;
        for [_, _, _, alpha] in pixels.as_chunks_mut().0 {
            *alpha = 255;
        }
        Ok(pixels)
    }

    fn whole(&self) -> BlitTarget {
        let [width, height] = self.size.map(|x| x as i32);
        BlitTarget { left: 0, bottom: 0, width, height }
    }
}
