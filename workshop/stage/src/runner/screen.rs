//! Holds the picture that is drawn on.

use crate::Painter;
use anyhow::Result;
use gl::{Canvas, Gl};

/// The picture that is drawn on, with what draws.
pub struct Screen {
    pub gl: Gl,
    pub painter: Painter,
    pub canvas: Canvas,
    samples: u32,
}

impl Screen {
    /// Returns a picture of so many pixels, with `samples` samples for each.
    pub fn new(gl: Gl, size: [u32; 2], samples: u32) -> Result<Self> {
        Ok(Self { painter: Painter::new(&gl)?, canvas: Canvas::new(&gl, size, samples)?, gl, samples })
    }

    /// Returns the number of samples per pixel.
    pub fn samples(&self) -> u32 {
        self.samples
    }

    /// Sets the samples per pixel, or [`gl::UNSEEN`].
    pub fn set_samples(&mut self, samples: u32) -> Result<()> {
        if samples != self.samples {
            self.canvas = Canvas::new(&self.gl, self.canvas.size(), samples)?;
            self.samples = samples;
        }
        Ok(())
    }

    pub fn resize(&mut self, size: [u32; 2]) -> Result<()> {
        if size != self.canvas.size() {
            self.canvas = Canvas::new(&self.gl, size, self.samples)?;
        }
        Ok(())
    }
}
