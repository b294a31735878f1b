//! A flat overlay on the picture, in pixels: for charts, and for all else that keeps its place while the camera moves.

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
    /// The lower right corner.
    LowerRight,
}

impl Corner {
    /// Returns this corner of a rectangle.
    pub(super) fn of(self, rect: Rect) -> Vec2 {
        match self {
            Self::UpperLeft => rect.low,
            Self::UpperRight => vec2(rect.high.x, rect.low.y),
            Self::LowerRight => rect.high,
        }
    }
}

/// A shape that is drawn on an overlay, in pixels of the picture.
pub enum Shape {
    Line { points: Vec<[f32; 2]>, width: f32, colour: Colour },
    Filled { corners: Vec<[f32; 2]>, colour: Colour },
    Words { at: Vec2, hung: Vec2, text: String, colour: Colour },
    Small { at: Vec2, hung: Vec2, width: f32, text: String, colour: Colour },
    Paragraph { at: Vec2, width: f32, rows: usize, bold: bool, text: String, colour: Colour },
    Tag { at: Vec2, within: Rect, text: String, colour: Colour },
}

/// A flat overlay on the scene and below the panels.
///
/// Its pixels are those of a plain screen, counted to the right and down from a corner of the free part of the picture:
/// from a corner at the right or below they are negative. Later shapes cover earlier ones.
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

    /// Returns the place of one of its points in the picture.
    pub fn pixel(&self, point: Vec2) -> Vec2 {
        self.corner + point * self.scale
    }

    fn pixels(&self, points: impl IntoIterator<Item = Vec2>) -> Vec<[f32; 2]> {
        points.into_iter().map(|point| self.pixel(point).to_array()).collect()
    }

    /// A line through points.
    pub fn line(&mut self, points: impl IntoIterator<Item = Vec2>, width: f32, colour: Colour) {
        let (points, width) = (self.pixels(points), width * self.scale);
        self.shapes.push(Shape::Line { points, width, colour });
    }

    /// A filled shape, which must be convex.
    pub fn filled(&mut self, corners: impl IntoIterator<Item = Vec2>, colour: Colour) {
        let corners = self.pixels(corners);
        self.shapes.push(Shape::Filled { corners, colour });
    }

    /// A filled rectangle between two opposite corners.
    pub fn rectangle(&mut self, a: Vec2, b: Vec2, colour: Colour) {
        self.filled([a, vec2(b.x, a.y), b, vec2(a.x, b.y)], colour);
    }

    /// Words with a light edge, so that they can be read on anything. `hung` is the part of them at the point: (0, 0)
    /// is their upper left corner, (0.5, 0.5) their middle, (1, 1) their lower right corner.
    pub fn words(&mut self, at: Vec2, hung: Vec2, text: impl Into<String>, colour: Colour) {
        let at = self.pixel(at);
        self.shapes.push(Shape::Words { at, hung, text: text.into(), colour });
    }

    /// Small words without an edge, for a chart on a plate of its own. Words wider than `width` end in `…`.
    pub fn small(&mut self, at: Vec2, hung: Vec2, width: f32, text: impl Into<String>, colour: Colour) {
        let (at, width) = (self.pixel(at), width * self.scale);
        self.shapes.push(Shape::Small { at, hung, width, text: text.into(), colour });
    }

    /// Running text on a plate of its own, with its upper left corner here: up to `rows` rows, and `…` if there would
    /// be more.
    pub fn paragraph(&mut self, at: Vec2, width: f32, rows: usize, bold: bool, text: &str, colour: Colour) {
        let (at, width) = (self.pixel(at).round(), width * self.scale);
        self.shapes.push(Shape::Paragraph { at, width, rows, bold, text: text.to_owned(), colour });
    }

    /// Words on a light plate, around a point, or as near to it as they fit.
    pub fn tag(&mut self, at: Vec2, text: impl Into<String>, colour: Colour) {
        let at = self.pixel(at);
        self.shapes.push(Shape::Tag { at, within: self.free, text: text.into(), colour });
    }
}

/// Draws the shapes of an overlay, within a part of the picture.
pub fn show(ui: &Ui, within: Rect, fonts: Fonts, scale: f32, shapes: impl Iterator<Item = Shape>) {
    let _font = ui.push_font(fonts.bold);
    let list = ui.get_background_draw_list();
    let shapes = || shapes.for_each(|shape| draw(ui, &list, fonts, scale, shape));
    list.with_clip_rect(within.low.to_array(), within.high.to_array(), shapes);
}

fn draw(ui: &Ui, list: &DrawListMut<'_>, fonts: Fonts, scale: f32, shape: Shape) {
    match shape {
        Shape::Line { points, width, colour } => {
            list.add_polyline(points, colour).thickness(width).build();
        }
        Shape::Filled { corners, colour } => list.add_polyline(corners, colour).filled(true).build(),
        Shape::Words { at, hung, text, colour } => {
            let size = Vec2::from(ui.calc_text_size(&text));
            edged_text(list, at - hung * size, &text, colour, scale);
        }
        Shape::Small { at, hung, width, text, colour } => {
            let _font = ui.push_font(fonts.small);
            let wide = |text: &str| ui.calc_text_size(text)[0];
            let text = shortened(text, |text| wide(text) <= width);
            let size = Vec2::from(ui.calc_text_size(&text));
            list.add_text((at - hung * size).round().to_array(), colour, text);
        }
        Shape::Paragraph { at, width, rows, bold, text, colour } => {
            let _font = ui.push_font(if bold { fonts.bold } else { fonts.body });
            let fits = |text: &str| ui.calc_text_size(text)[0] <= width;
            for (row, text) in broken(&text, rows, fits).into_iter().enumerate() {
                let down = (1.12 * row as f32 * ui.text_line_height()).round();
                list.add_text([at.x, at.y + down], colour, text);
            }
        }
        Shape::Tag { at, within, text, colour } => {
            let (size, padding) = (Vec2::from(ui.calc_text_size(&text)), scale * vec2(8.0, 3.0));
            let room = within.without(padding.x, padding.y, size.x + padding.x, size.y + padding.y);
            let corner = (at - 0.5 * size).clamp(room.low, room.high).round();
            let plate = [corner - padding, corner + size + padding].map(|corner| corner.to_array());
            let paper = theme::with_alpha(theme::PAPER, 0.88);
            list.add_rect(plate[0], plate[1], paper).filled(true).rounding(5.0 * scale).build();
            list.add_text(corner.to_array(), colour, text);
        }
    }
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

/// Words with a light edge, from their upper left corner.
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
    fn a_text_is_shortened_until_it_fits() {
        let short = |text: &str, most| shortened(text.to_owned(), |text| text.chars().count() <= most);
        assert_eq!(short("jump", 4), "jump");
        assert_eq!(short("jump", 3), "ju…");
        assert_eq!(short("take off", 6), "take…");
        assert_eq!(short("äöüß", 2), "ä…");
        assert_eq!(short("jump", 1), "…");
        assert_eq!(short("jump", 0), "");
    }

    #[test]
    fn a_paragraph_breaks_between_words() {
        let rows = |most| broken("a chain of  joints", most, |text| text.chars().count() <= 8);
        assert_eq!(rows(3), ["a chain", "of", "joints"]);
        assert_eq!(rows(2), ["a chain", "of join…"]);
        assert!(broken("", 2, |_| true).is_empty());
    }

    #[test]
    fn a_layer_counts_pixels_of_a_plain_screen_from_its_corner() {
        let free = Rect { low: vec2(680.0, 40.0), high: vec2(1880.0, 1040.0) };
        for (corner, place) in [
            (Corner::UpperLeft, [700.0, 50.0]),
            (Corner::UpperRight, [1900.0, 50.0]),
            (Corner::LowerRight, [1900.0, 1050.0]),
        ] {
            let mut shapes = Vec::new();
            let mut layer = Overlay::at(&mut shapes, free, corner.of(free), 2.0);
            assert_eq!(layer.size(), vec2(600.0, 500.0));
            layer.line([vec2(10.0, 5.0), Vec2::ZERO], 3.0, theme::INK);
            layer.rectangle(vec2(10.0, 5.0), vec2(20.0, 6.0), theme::INK);
            assert!(matches!(&shapes[0], Shape::Line { points, width: 6.0, .. } if points[0] == place));
            let [x, y] = place;
            let wanted = [place, [x + 20.0, y], [x + 20.0, y + 2.0], [x, y + 2.0]];
            assert!(matches!(&shapes[1], Shape::Filled { corners, .. } if *corners == wanted));
        }
    }
}
