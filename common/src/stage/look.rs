//! The look that all lessons share: colours, and the theme and fonts of the panel.

use imgui::{Context, FontConfig, FontGlyphRanges, FontId, FontSource, StyleColor};

/// A colour as it is shown: sRGB, straight alpha.
pub type Colour = [f32; 4];

/// The colour with these sRGB bytes, as they are written in a drawing program.
pub const fn rgb(hex: u32) -> Colour {
    let [_, red, green, blue] = hex.to_be_bytes();
    [red as f32 / 255.0, green as f32 / 255.0, blue as f32 / 255.0, 1.0]
}

/// The same colour with another opacity.
pub const fn with_alpha(colour: Colour, alpha: f32) -> Colour {
    [colour[0], colour[1], colour[2], alpha]
}

/// A step from `a` (at 0) to `b` (at 1).
pub fn mix(a: Colour, b: Colour, t: f32) -> Colour {
    std::array::from_fn(|i| a[i] + (b[i] - a[i]) * t)
}

/// Text and outlines: dark, and not black.
pub const INK: Colour = rgb(0x2b333b);
/// Text that steps back.
pub const FAINT: Colour = rgb(0x6d7881);
/// What is active or selected.
pub const ACCENT: Colour = rgb(0x0b6fa4);
/// A number that has just changed.
pub const CHANGED: Colour = rgb(0xc2571a);
/// An error.
pub const ERROR: Colour = rgb(0xa8322a);
/// Paper: light, and not white.
pub const PAPER: Colour = rgb(0xf6f7f5);
/// Metal, for what is neither a joint nor an axis.
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

/// The fonts of the panel and of the lesson's text.
#[derive(Clone, Copy)]
pub struct Fonts {
    /// Running text.
    pub body: FontId,
    /// Strong text and small headings.
    pub bold: FontId,
    /// Numbers and code.
    pub mono: FontId,
    /// The lesson's title.
    pub title: FontId,
}

/// The height of running text at scale 1, in pixels.
pub const TEXT_HEIGHT: f32 = 16.0;

/// Latin, Greek, and the signs that formulas need.
const GLYPHS: &[u32] = &[
    0x0020, 0x024f, // Latin
    0x02b0, 0x02ff, // raised letters
    0x0370, 0x03ff, // Greek
    0x1d2c, 0x1d6a, // raised and lowered letters
    0x2010, 0x205e, // dashes, quotes, primes
    0x2070, 0x209c, // raised and lowered digits
    0x2100, 0x22ff, // letter-like signs, arrows, mathematics
    0x2300, 0x23ff, // technical signs
    0x25a0, 0x27bf, // shapes, symbols, check marks
    0,
];

/// Loads the fonts at `scale` and sets sizes and colours to match. Everything is in physical pixels.
pub fn apply(imgui: &mut Context, scale: f32) -> Fonts {
    imgui.fonts().clear();
    let mut add = |data: &[u8], size: f32| {
        imgui.fonts().add_font(&[FontSource::TtfData {
            data,
            size_pixels: (size * scale).round(),
            config: Some(FontConfig {
                glyph_ranges: FontGlyphRanges::from_slice(GLYPHS),
                oversample_h: 2,
                ..FontConfig::default()
            }),
        }])
    };
    let fonts = Fonts {
        body: add(dejavu::sans_condensed::regular(), TEXT_HEIGHT),
        bold: add(dejavu::sans_condensed::bold(), TEXT_HEIGHT),
        mono: add(dejavu::sans_mono::regular(), TEXT_HEIGHT - 2.0),
        title: add(dejavu::sans_condensed::bold(), TEXT_HEIGHT * 1.35),
    };
    style(imgui, scale);
    fonts
}

fn style(imgui: &mut Context, scale: f32) {
    use StyleColor as C;
    let style = imgui.style_mut();
    style.use_light_colors();
    style.window_rounding = 0.0;
    style.window_border_size = 0.0;
    style.window_padding = [18.0 * scale, 16.0 * scale];
    style.frame_rounding = 4.0 * scale;
    style.grab_rounding = 4.0 * scale;
    style.popup_rounding = 4.0 * scale;
    style.frame_padding = [8.0 * scale, 4.0 * scale];
    style.item_spacing = [8.0 * scale, 7.0 * scale];
    style.item_inner_spacing = [6.0 * scale, 4.0 * scale];
    style.cell_padding = [6.0 * scale, 3.0 * scale];
    style.indent_spacing = 18.0 * scale;
    style.grab_min_size = 14.0 * scale;
    style.scrollbar_size = 11.0 * scale;
    style.scrollbar_rounding = 6.0 * scale;
    let tint = |alpha| with_alpha(ACCENT, alpha);
    let grey = |alpha| with_alpha(INK, alpha);
    for (which, colour) in [
        (C::Text, INK),
        (C::TextDisabled, FAINT),
        (C::WindowBg, with_alpha(PAPER, 0.97)),
        (C::PopupBg, PAPER),
        (C::ChildBg, [0.0; 4]),
        (C::FrameBg, grey(0.08)),
        (C::FrameBgHovered, tint(0.16)),
        (C::FrameBgActive, tint(0.26)),
        (C::SliderGrab, tint(0.80)),
        (C::SliderGrabActive, ACCENT),
        (C::CheckMark, ACCENT),
        (C::Button, grey(0.10)),
        (C::ButtonHovered, tint(0.22)),
        (C::ButtonActive, tint(0.40)),
        (C::Header, tint(0.14)),
        (C::HeaderHovered, tint(0.22)),
        (C::HeaderActive, tint(0.30)),
        (C::Separator, grey(0.16)),
        (C::TableBorderLight, grey(0.10)),
        (C::TableBorderStrong, grey(0.20)),
        (C::TableHeaderBg, grey(0.06)),
        (C::TableRowBgAlt, grey(0.03)),
        (C::ScrollbarBg, [0.0; 4]),
        (C::ScrollbarGrab, grey(0.22)),
    ] {
        style[which] = colour;
    }
}
