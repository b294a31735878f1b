//! The colours that all lessons share.

use gpu::MAX_JOINTS;

/// A colour in sRGB, with straight alpha.
pub type Colour = [f32; 4];

/// A colour per joint, for `layout(std140) uniform Colours { vec4 u_joint_colour[128]; }` in a shader.
pub type JointColours = [Colour; MAX_JOINTS];

/// Returns the colour with these sRGB bytes, as in `0xrrggbb`.
pub const fn rgb(hex: u32) -> Colour {
    let [_, red, green, blue] = hex.to_be_bytes();
    [red as f32 / 255.0, green as f32 / 255.0, blue as f32 / 255.0, 1.0]
}

/// Returns the colour with another opacity.
pub const fn with_alpha(colour: Colour, alpha: f32) -> Colour {
    [colour[0], colour[1], colour[2], alpha]
}

/// Mixes two colours: `a` at 0, `b` at 1.
pub fn mix(a: Colour, b: Colour, t: f32) -> Colour {
    std::array::from_fn(|i| a[i] + (b[i] - a[i]) * t)
}

/// The colour of text and outlines, which is dark and not black.
pub const INK: Colour = rgb(0x2b333b);
/// The colour of less important text.
pub const FAINT: Colour = rgb(0x525d66);
/// The colour of the active or selected thing.
pub const ACCENT: Colour = rgb(0x0b6fa4);
/// The colour of a number that has just changed.
pub const CHANGED: Colour = rgb(0xc2571a);
/// The colour of an error's message.
pub const ERROR: Colour = rgb(0xa8322a);
/// The colour of paper, which is light and not white.
pub const PAPER: Colour = rgb(0xf6f7f5);
/// The colour of metal, for things that are neither joints nor axes.
pub const STEEL: Colour = rgb(0xaab4bb);
/// The colours of the x, y and z axes.
pub const AXES: [Colour; 3] = [rgb(0xc4463a), rgb(0x4a9a3f), rgb(0x3d69b8)];

/// The colours of joints, in turn, distinct with any kind of colour vision, after Okabe and Ito, but darker
/// to stand out from a light background.
const JOINTS: [Colour; 7] =
    [rgb(0x0072b2), rgb(0xd55e00), rgb(0x00966c), rgb(0xb8609a), rgb(0xb98300), rgb(0x4a9fd0), rgb(0x6a5a8c)];

/// Returns the colour of a joint, in the view as in its row of the panel, in its weights and in its curve.
pub fn joint_colour(index: usize) -> Colour {
    JOINTS[index % JOINTS.len()]
}
