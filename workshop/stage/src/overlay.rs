//! Draws flat shapes over the picture, in pixels, for charts and all else that the camera doesn't move.

use super::rect::Rect;
use super::theme::{self, Colour, Fonts};
use glam::{Vec2, vec2};
use imgui::{DrawListMut, Ui};

/// A corner of the part of the picture that panels leave free.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Corner {
    /// The upper left corner of the view, which most panels would cover.
    UpperLeft,
    /// The upper right corner, below the stage's messages.
    UpperRight,
    LowerRight,
}

impl Corner {
    /// Returns the corner's place in a rectangle.
    pub(super) fn of(self, rect: Rect) -> Vec2 {
        match self {
            Self::UpperLeft => rect.low,
            Self::UpperRight => vec2(rect.high.x, rect.low.y),
            Self::LowerRight => rect.high,
        }
    }
}

/// A function that draws a shape in pixels of the picture, with the panel's fonts and scale.
pub type Shape = Box<dyn FnOnce(&Ui, &DrawListMut<'_>, Fonts, f32)>;

/// A flat overlay on the scene and below the panels.
///
/// Its pixels are those of a plain screen, counted to the right and down from a corner of the free part of
/// the picture: from a corner at the right or below they are negative. Later shapes cover earlier ones.
pub struct Overlay<'f> {
    shapes: &'f mut Vec<Shape>,
    free: Rect,
    corner: Vec2,
    scale: f32,
}

impl<'f> Overlay<'f> {
    pub(super) fn at(shapes: &'f mut Vec<Shape>, free: Rect, corner: Vec2, scale: f32) -> Self {
        Self { shapes, free, corner, scale }
    }

    /// Returns the size of the picture's free part.
    pub fn size(&self) -> Vec2 {
        self.free.size() / self.scale
    }

    /// Returns the picture's pixel at one of its points.
    pub fn pixel(&self, point: Vec2) -> Vec2 {
        self.corner + point * self.scale
    }

    fn pixels(&self, points: impl IntoIterator<Item = Vec2>) -> Vec<[f32; 2]> {
        points.into_iter().map(|point| self.pixel(point).to_array()).collect()
    }

    /// Draws a line through points.
    pub fn line(&mut self, points: impl IntoIterator<Item = Vec2>, width: f32, colour: Colour) {
        let (points, width) = (self.pixels(points), width * self.scale);
        self.shapes.push(Box::new(move |_, list, _, _| {
            list.add_polyline(points, colour).thickness(width).build();
        }));
    }

    /// Draws a filled convex shape.
    pub fn filled(&mut self, corners: impl IntoIterator<Item = Vec2>, colour: Colour) {
        let corners = self.pixels(corners);
        self.shapes
            .push(Box::new(move |_, list, _, _| list.add_polyline(corners, colour).filled(true).build()));
    }

    /// Draws a filled rectangle between two opposite corners.
    pub fn rectangle(&mut self, a: Vec2, b: Vec2, colour: Colour) {
        self.filled([a, vec2(b.x, a.y), b, vec2(a.x, b.y)], colour);
    }

    /// Draws words with a light edge, so that they can be read on anything. `hung` is the part of them at the
    /// point: (0, 0) is their upper left corner, (0.5, 0.5) their middle, (1, 1) their lower right corner.
    pub fn words(&mut self, at: Vec2, hung: Vec2, text: impl Into<String>, colour: Colour) {
        self.shapes.push(words(self.pixel(at), hung, text.into(), colour));
    }

    /// Draws small words without an edge, for a chart on a plate. Words wider than `width` end in `…`.
    pub fn small(&mut self, at: Vec2, hung: Vec2, width: f32, text: impl Into<String>, colour: Colour) {
        let (at, width, text) = (self.pixel(at), width * self.scale, text.into());
        self.shapes.push(Box::new(move |ui, list, fonts, _| {
            let _font = ui.push_font(fonts.small);
            let text = shortened(text, |text| ui.calc_text_size(text)[0] <= width);
            let size = Vec2::from(ui.calc_text_size(&text));
            list.add_text((at - hung * size).round().to_array(), colour, text);
        }));
    }

    /// Draws strong text on a plate, with its upper left corner at this point, in up to `rows` rows, and `…`
    /// if there would be more.
    pub fn paragraph(&mut self, at: Vec2, width: f32, rows: usize, text: &str, colour: Colour) {
        let (at, width, text) = (self.pixel(at).round(), width * self.scale, text.to_owned());
        self.shapes.push(Box::new(move |ui, list, fonts, _| {
            let _font = ui.push_font(fonts.bold);
            let fits = |text: &str| ui.calc_text_size(text)[0] <= width;
            for (row, text) in broken(&text, rows, fits).into_iter().enumerate() {
                let down = (1.12 * row as f32 * ui.text_line_height()).round();
                list.add_text([at.x, at.y + down], colour, text);
            }
        }));
    }

    /// Draws words on a light plate, around a point, or as near to it as they fit.
    pub fn tag(&mut self, at: Vec2, text: impl Into<String>, colour: Colour) {
        let (at, within, text) = (self.pixel(at), self.free, text.into());
        self.shapes.push(Box::new(move |ui, list, _, scale| {
            let (size, padding) = (Vec2::from(ui.calc_text_size(&text)), scale * vec2(8.0, 3.0));
            let room = within.without(padding.x, padding.y, size.x + padding.x, size.y + padding.y);
            let corner = (at - 0.5 * size).clamp(room.low, room.high).round();
            let plate = [corner - padding, corner + size + padding].map(|corner| corner.to_array());
            let paper = theme::with_alpha(theme::PAPER, 0.88);
            list.add_rect(plate[0], plate[1], paper).filled(true).rounding(5.0 * scale).build();
            list.add_text(corner.to_array(), colour, text);
        }));
    }
}

/// Draws the shapes of overlays, clipped to a part of the picture.
pub fn show(ui: &Ui, within: Rect, fonts: Fonts, scale: f32, shapes: impl Iterator<Item = Shape>) {
    let _font = ui.push_font(fonts.bold);
    let list = ui.get_background_draw_list();
    let shapes = || shapes.for_each(|shape| shape(ui, &list, fonts, scale));
    list.with_clip_rect(within.low.to_array(), within.high.to_array(), shapes);
}

/// Returns words with a light edge as a shape, with their part `hung` at this pixel.
pub fn words(at: Vec2, hung: Vec2, text: String, colour: Colour) -> Shape {
    Box::new(move |ui, list, _, scale| {
        let size = Vec2::from(ui.calc_text_size(&text));
        edged_text(list, at - hung * size, &text, colour, scale);
    })
}

/// Cuts a text to what fits, with `…` at its end if that isn't all.
fn shortened(text: String, fits: impl Fn(&str) -> bool) -> String {
    if fits(&text) {
        return text;
    }
    let mut ends = text.char_indices().rev().map(|(end, _)| format!("{}…", text[..end].trim_end()));
    ends.find(|short| fits(short)).unwrap_or_default()
}

/// Breaks a text into rows that fit; the last one ends in `…` if there would be more.
fn broken(text: &str, most: usize, fits: impl Fn(&str) -> bool) -> Vec<String> {
    let mut rows: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match rows.last_mut() {
            Some(row) if fits(&format!("{row} {word}")) => *row += &format!(" {word}"),
            _ => rows.push(word.to_owned()),
        }
    }
    if rows.len() > most {
        let rest = rows.split_off(most.saturating_sub(1)).join(" ");
        rows.push(shortened(rest, fits));
    }
    rows
}

/// Draws words with a light edge, from their upper left corner.
pub fn edged_text(list: &DrawListMut<'_>, corner: Vec2, text: &str, colour: Colour, scale: f32) {
    let at = corner.round();
    let edge = theme::with_alpha(theme::PAPER, 0.55);
    let reach = (1.2 * scale).round();
    for (x, y) in
        [(-1.0, 0.0), (1.0, 0.0), (0.0, -1.0), (0.0, 1.0), (-0.7, -0.7), (0.7, 0.7), (-0.7, 0.7), (0.7, -0.7)]
    {
        list.add_text([at.x + x * reach, at.y + y * reach], edge, text);
    }
    list.add_text(at.to_array(), colour, text);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_breaks_between_words_or_is_shortened_until_it_fits() {
        let rows = |text, most| broken(text, most, |text| text.chars().count() <= 8);
        assert_eq!(rows("a chain of  joints", 3), ["a chain", "of", "joints"]);
        assert_eq!(rows("a chain of  joints", 2), ["a chain", "of join…"]);
        let short = |text: &str, most| shortened(text.to_owned(), |text| text.chars().count() <= most);
        assert_eq!([short("jump", 4), short("take off", 6), short("äöüß", 2)], ["jump", "take…", "ä…"]);
        assert_eq!(short("jump", 0), "");
    }
}
