//! The colours that all lessons share.

/// A colour as it is shown: sRGB, straight alpha.
pub type Colour = [f32; 4];

/// The colour with these sRGB bytes, as in `0xrrggbb`.
pub const fn rgb(hex: u32) -> Colour {
    let [_, red, green, blue] = hex.to_be_bytes();
    [red as f32 / 255.0, green as f32 / 255.0, blue as f32 / 255.0, 1.0]
}

/// The same colour with another opacity.
pub const fn with_alpha(colour: Colour, alpha: f32) -> Colour {
    [colour[0], colour[1], colour[2], alpha]
}

/// Mixes two colours: `a` at 0, `b` at 1.
pub fn mix(a: Colour, b: Colour, t: f32) -> Colour {
    std::array::from_fn(|i| a[i] + (b[i] - a[i]) * t)
}

/// Text and outlines: dark, and not black.
pub const INK: Colour = rgb(0x2b333b);
/// Text of less importance.
pub const FAINT: Colour = rgb(0x525d66);
/// The active or selected thing.
pub const ACCENT: Colour = rgb(0x0b6fa4);
/// A number that has just changed.
pub const CHANGED: Colour = rgb(0xc2571a);
/// An error.
pub const ERROR: Colour = rgb(0xa8322a);
/// Paper: light, and not white.
pub const PAPER: Colour = rgb(0xf6f7f5);
/// Metal, for things that are neither joints nor axes.
pub const STEEL: Colour = rgb(0xaab4bb);
/// The x, y and z axes.
pub const AXES: [Colour; 3] = [rgb(0xc4463a), rgb(0x4a9a3f), rgb(0x3d69b8)];

/// One colour per joint, told apart by people with any kind of colour vision
/// (after Okabe and Ito, darkened to stand out from a light background).
const JOINTS: [Colour; 7] =
    [rgb(0x0072b2), rgb(0xd55e00), rgb(0x00966c), rgb(0xb8609a), rgb(0xb98300), rgb(0x4a9fd0), rgb(0x6a5a8c)];

/// The colour of a joint: in the view, in its row of the panel, in its weights and in its curve.
pub fn joint_colour(index: usize) -> Colour {
    JOINTS[index % JOINTS.len()]
}
