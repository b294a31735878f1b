//! A view that shows nothing of the scene, and how one comes back from there.

use super::Runner;
use super::overlay::edged_text;
use super::{Canvas, Fonts, Key, Lesson, Rect, theme};
use anyhow::Result;
use glam::Vec2;
use imgui::Ui;

/// By how much a channel of the background may differ within a row of pixels, as it is rounded.
const ROUNDED: u8 = 2;

/// Whether the hand has led the view to where nothing is.
#[derive(Clone, Copy, Debug, Default)]
pub struct Lost {
    /// Whether the view was moved since somebody looked.
    moved: bool,
    is_lost: bool,
}

impl Lost {
    /// The view is moved by hand.
    pub fn moved(&mut self) {
        self.moved = true;
    }

    /// Whether it is not known what is in view. While it is dragged nobody asks, unless nothing was there.
    pub fn asks(self, drags: bool) -> bool {
        self.is_lost || self.moved && !drags
    }

    /// Looks at the free part of a picture without panels, grid and shadows: lines on the ground tell nobody where the rest
    /// has gone. True if it shows nothing but the background.
    pub fn look(&mut self, canvas: &Canvas, free: Rect) -> Result<bool> {
        let pixels = canvas.pixels()?;
        *self = Self { moved: false, is_lost: is_empty(&pixels, canvas.size()[0] as usize, free) };
        Ok(self.is_lost)
    }
}

/// Whether nothing stands out within a part of a picture: the background is the same all along a row.
fn is_empty(pixels: &[u8], width: usize, part: Rect) -> bool {
    let rows = pixels.chunks_exact(4 * width.max(1)).enumerate();
    let [low, high] = [part.low, part.high].map(|corner| corner.to_array().map(|at| at.max(0.0) as usize));
    let mut rows = rows.filter(|(row, _)| (low[1]..high[1]).contains(row)).map(|(_, row)| row);
    rows.all(|row| {
        let mut within = row.chunks_exact(4).take(high[0]).skip(low[0]);
        let Some(first) = within.next() else { return true };
        within.all(|pixel| pixel.iter().zip(first).all(|(a, b)| a.abs_diff(*b) <= ROUNDED))
    })
}

impl<L: Lesson> Runner<L> {
    /// Which keys lead back to the scene.
    pub(super) fn way_back(&self) -> String {
        let (reset, show_all) = (Key::char('r'), Key::HOME);
        let back = match (self.actions.of(reset), self.actions.of(show_all)) {
            (None, _) => Some(format!("{reset} resets")),
            (_, Some(action)) => Some(format!("{show_all}: {}", action.name.to_lowercase())),
            _ => None,
        };
        let panel = (!self.shown.panel).then(|| format!("{} shows the panel", Key::char('h')));
        back.into_iter().chain(panel).collect::<Vec<_>>().join(" · ")
    }
}

/// Tells in the middle of a part that nothing is there, and the way back.
pub fn show(ui: &Ui, free: Rect, fonts: Fonts, way_back: &str, scale: f32) {
    let _font = ui.push_font(fonts.bold);
    let list = ui.get_background_draw_list();
    let mut corner = free.centre();
    for text in ["Nothing of the scene is in view.", way_back] {
        let [width, height] = ui.calc_text_size(text);
        edged_text(&list, corner - 0.5 * width * Vec2::X, text, theme::INK, scale);
        corner.y += 1.4 * height;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::vec2;

    #[test]
    fn a_gradient_is_empty_and_a_single_pixel_is_not() {
        let (width, height) = (8, 6);
        let mut pixels: Vec<u8> = (0..height)
            .flat_map(|row| std::iter::repeat_n([20 * row as u8, 90, 90, 255], width))
            .flatten()
            .collect();
        let part = Rect { low: vec2(2.0, 1.0), high: vec2(7.0, 5.0) };
        assert!(is_empty(&pixels, width, part));
        // Beside the part is a panel.
        let at = |x: usize, y: usize| 4 * (y * width + x);
        pixels[at(1, 3)] ^= 0x40;
        assert!(is_empty(&pixels, width, part));
        pixels[at(6, 4)] ^= 0x40;
        assert!(!is_empty(&pixels, width, part));
    }
}
