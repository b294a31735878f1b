//! Sets the panel's colours and fonts.

pub use gl::colour::*;
use imgui::{Context, FontConfig, FontGlyphRanges, FontId, FontSource, StyleColor};

#[derive(Clone, Copy)]
pub struct Fonts {
    /// The font of running text.
    pub body: FontId,
    /// The font of strong text and small headings.
    pub bold: FontId,
    /// The font of numbers and code.
    pub mono: FontId,
    /// The font of the lesson's title.
    pub title: FontId,
    /// The font of names in charts.
    pub small: FontId,
}

/// The background of the panel at the left, as light as the translucent paper of all other windows.
pub const PANEL: Colour = rgb(0xf5f6f4);

/// The background of an error.
pub const ALARM: Colour = rgb(0xfbe9e4);

/// The part of the accent's colour in a chosen row.
const CHOSEN: f32 = 0.14;
const HOVERED: f32 = 0.22;

/// The height of running text at scale 1, in pixels.
pub const TEXT_HEIGHT: f32 = 16.0;

/// The characters in each font. A lesson draws them all at its start, so unused ones would cost time.
const GLYPHS: &[u32] = &[
    0x0020, 0x017f, // Latin
    0x0218, 0x021b, // Romanian
    0x0391, 0x03c9, // Greek
    0x2010, 0x2026, // dashes, quotes
    0x2070, 0x2089, // raised and lowered digits
    0x2190, 0x2194, // arrows
    0x2200, 0x2265, // mathematics
    0x25b2, 0x25d0, // shapes
    0x2713, 0x2717, // check marks
    0,
];

/// Returns the contrast of two colours, from 1 to 21, as WCAG 2.2 defines it.
fn contrast(a: Colour, b: Colour) -> f32 {
    let linear = |part: f32| if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) };
    let light = |[r, g, b, _]: Colour| 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b) + 0.05;
    let (a, b) = (light(a), light(b));
    a.max(b) / a.min(b)
}

/// The contrast from which WCAG 2.2 calls text easy to read.
const READABLE: f32 = 4.5;

/// Returns a colour darkened until words in it are easy to read in a panel, in a chosen row, and in the view.
pub fn of_words(colour: Colour) -> Colour {
    let ground = mix(PANEL, ACCENT, CHOSEN);
    let ink = with_alpha(INK, colour[3]);
    let mixed = (0..20).map(|part| mix(colour, ink, part as f32 / 20.0));
    mixed.into_iter().find(|colour| contrast(*colour, ground) >= READABLE).unwrap_or(ink)
}

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
        small: add(dejavu::sans_condensed::bold(), TEXT_HEIGHT - 4.0),
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
    style.frame_padding = [8.0 * scale, 3.0 * scale];
    style.item_spacing = [8.0 * scale, 6.0 * scale];
    style.item_inner_spacing = [6.0 * scale, 4.0 * scale];
    style.cell_padding = [6.0 * scale, 3.0 * scale];
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
        // The panel draws a handle that doesn't cover the number.
        (C::SliderGrab, [0.0; 4]),
        (C::SliderGrabActive, [0.0; 4]),
        (C::CheckMark, ACCENT),
        (C::NavHighlight, ACCENT),
        (C::Button, grey(0.10)),
        (C::ButtonHovered, tint(0.22)),
        (C::ButtonActive, tint(0.40)),
        (C::Header, tint(CHOSEN)),
        (C::HeaderHovered, tint(HOVERED)),
        (C::HeaderActive, tint(0.30)),
        (C::Separator, grey(0.16)),
        (C::TableBorderLight, grey(0.10)),
        (C::TitleBg, mix(PAPER, INK, 0.10)),
        (C::TitleBgActive, mix(PAPER, ACCENT, 0.22)),
        (C::Tab, grey(0.06)),
        (C::TabHovered, tint(HOVERED)),
        (C::TabActive, tint(CHOSEN)),
        (C::TabUnfocused, grey(0.06)),
        (C::TabUnfocusedActive, tint(CHOSEN)),
        (C::MenuBarBg, mix(PAPER, INK, 0.06)),
        (C::ScrollbarBg, [0.0; 4]),
        (C::ScrollbarGrab, grey(0.22)),
    ] {
        style[which] = colour;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_easy_to_read_on_every_ground() {
        let row = |part| mix(PANEL, ACCENT, part);
        let grounds = [PANEL, PAPER, ALARM, mix(PANEL, INK, 0.08), row(CHOSEN), row(HOVERED)];
        let is_read = |words, ground| {
            let contrast = contrast(words, ground);
            assert!(contrast >= READABLE, "{words:?} on {ground:?}: {contrast:.2}");
        };
        for ground in grounds {
            is_read(INK, ground);
            is_read(FAINT, ground);
        }
        is_read(ERROR, ALARM);
        is_read(ACCENT, PAPER);
        for colour in (0..7).map(joint_colour).chain(AXES).chain([STEEL, PAPER, CHANGED]) {
            is_read(of_words(colour), PANEL);
            is_read(of_words(colour), row(CHOSEN));
        }
        assert_eq!(of_words(INK), INK);
        assert!((contrast([0.0; 4], [1.0; 4]) - 21.0).abs() < 1e-3);
    }
}
