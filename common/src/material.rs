//! The look of a surface.

use crate::bytes::Bytes;
use std::path::PathBuf;

/// The look of a surface.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Material {
    /// Its name for people.
    pub name: String,
    /// Red, green, blue and opacity, in sRGB. The image is multiplied by it.
    pub colour: [f32; 4],
    /// The picture of its texture.
    pub image: Option<Image>,
    /// The effect of its opacity.
    pub alpha: Alpha,
    /// True if it shows its colour without any light.
    pub unlit: bool,
    /// Its highlights, unless it is dull.
    pub shine: Option<Shine>,
    /// Red, green and blue of its emission, in sRGB.
    pub emission: [f32; 3],
}

/// The highlights of a surface in the model of Blinn and Phong: light, times a power of the cosine between the normal
/// and the halfway vector.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shine {
    /// Red, green and blue, in sRGB.
    pub specular: [f32; 3],
    /// The exponent: the higher it is, the smaller are highlights.
    pub shininess: f32,
}

impl Shine {
    /// Makes highlights from a file's numbers, limited to a sensible range; none if they are black.
    pub fn new(specular: [f32; 3], shininess: f32) -> Option<Self> {
        let (specular, shininess) = (of_light(specular), bounded(shininess, 1.0, 1024.0));
        (specular != [0.0; 3]).then_some(Self { specular, shininess })
    }
}

/// Limits the channels of a colour of light to 0 to 1.
pub fn of_light(colour: [f32; 3]) -> [f32; 3] {
    colour.map(|part| bounded(part, 0.0, 1.0))
}

/// Limits a number to a range; NaN becomes the lower end.
fn bounded(number: f32, low: f32, high: f32) -> f32 {
    if number > low { number.min(high) } else { low }
}

/// The place of a picture. It may be missing there, or unreadable.
#[derive(Clone, Debug, PartialEq)]
pub enum Image {
    /// A file.
    File(PathBuf),
    /// A part of the model's own bytes.
    Bytes(Bytes),
}

/// The effect of a material's opacity.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Alpha {
    /// It has none.
    Opaque,
    /// Pixels less opaque than this are not drawn, and all others are opaque.
    Mask(f32),
    /// Things behind show through.
    #[default]
    Blend,
}
