//! A lesson's README.md as formatted text inside Dear ImGui.

mod layout;

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use imgui::{DrawListMut, FontId, StyleColor, TextureId, Ui};

use super::theme::{self, Fonts};
use course::markdown::{self, Block};
use layout::{Item, Layout, Shape, lay_out};

/// A loaded picture: its texture, and its size in pixels.
pub type Picture = (TextureId, [f32; 2]);

/// A lesson's text, ready to be shown.
pub struct Text {
    blocks: Vec<Block>,
    pictures: Vec<String>,
    state: RefCell<State>,
}

/// What showing the text remembers from frame to frame.
#[derive(Default)]
struct State {
    /// The folds that stand open.
    open: BTreeSet<usize>,
    layout: Option<(Key, Layout)>,
}

/// A layout holds as long as this is the same.
#[derive(PartialEq)]
struct Key {
    width: f32,
    line_height: f32,
    font: FontId,
    pictures: Vec<Option<[f32; 2]>>,
}

impl Text {
    /// Reads Markdown as GitHub does, as far as a lesson's text uses it. No input is an error.
    pub fn parse(markdown: &str) -> Text {
        let (blocks, pictures) = markdown::blocks(markdown);
        Text { blocks, pictures, state: RefCell::default() }
    }

    /// The relative paths of the PNG pictures that the text shows, each once.
    pub fn pictures(&self) -> impl Iterator<Item = &str> {
        self.pictures.iter().map(String::as_str)
    }

    /// Shows the text in the current window, wrapped to its width. `picture` gives a picture's
    /// texture and its size in pixels; where it gives none, the picture's text stands in its place.
    pub fn show(&self, ui: &Ui, fonts: Fonts, picture: &mut dyn FnMut(&str) -> Option<Picture>) {
        let textures: BTreeMap<&str, Picture> =
            self.pictures().filter_map(|path| Some((path, picture(path)?))).collect();
        let sizes = textures.iter().map(|(path, (_, size))| (*path, *size)).collect();
        let _font = ui.push_font(fonts.body);
        let key = Key {
            width: ui.content_region_avail()[0],
            line_height: ui.text_line_height(),
            font: fonts.body,
            pictures: self.pictures().map(|path| textures.get(path).map(|(_, size)| *size)).collect(),
        };
        let State { open, layout } = &mut *self.state.borrow_mut();
        if layout.as_ref().is_none_or(|(old, _)| *old != key) {
            let new = lay_out(ui, fonts, &self.blocks, open, &sizes, key.width);
            *layout = Some((key, new));
        }
        let Some((key, Layout { items, height })) = layout else { return };
        let origin = ui.cursor_screen_pos();
        let (hovered, clicked) = folds(ui, items, origin);
        draw(&Canvas { ui, draw: &ui.get_window_draw_list(), origin, hovered, textures: &textures }, items);
        scrolls(ui, items, origin);
        ui.set_cursor_screen_pos(origin);
        ui.dummy([key.width, *height]);
        if let Some(index) = clicked {
            if !open.remove(&index) {
                open.insert(index);
            }
            *layout = None;
        }
    }
}

/// The fold whose head is under the mouse, and the one just clicked.
fn folds(ui: &Ui, items: &[Item], origin: [f32; 2]) -> (Option<usize>, Option<usize>) {
    let (mut hovered, mut clicked) = (None, None);
    for item in items {
        if let Shape::Fold(index) = item.shape {
            ui.set_cursor_screen_pos(add(origin, item.at));
            if ui.invisible_button(format!("fold {index}"), item.size) {
                clicked = Some(index);
            }
            if ui.is_item_hovered() {
                hovered = Some(index);
            }
        }
    }
    (hovered, clicked)
}

/// Code too wide for the window, in windows of its own that scroll sideways.
fn scrolls(ui: &Ui, items: &[Item], origin: [f32; 2]) {
    for (i, item) in items.iter().enumerate() {
        if let Shape::Scroll(lines, width) = &item.shape {
            ui.set_cursor_screen_pos(add(origin, item.at));
            let window = ui.child_window(format!("scroll {i}")).size(item.size).horizontal_scrollbar(true);
            window.build(|| {
                let origin = ui.cursor_screen_pos();
                let (draw_list, textures) = (ui.get_window_draw_list(), BTreeMap::new());
                draw(&Canvas { ui, draw: &draw_list, origin, hovered: None, textures: &textures }, lines);
                ui.dummy([*width, 1.0]);
            });
        }
    }
}

/// Where items are drawn.
struct Canvas<'a> {
    ui: &'a Ui,
    draw: &'a DrawListMut<'a>,
    origin: [f32; 2],
    /// The fold under the mouse.
    hovered: Option<usize>,
    textures: &'a BTreeMap<&'a str, Picture>,
}

fn draw(canvas: &Canvas, items: &[Item]) {
    for item in items {
        let from = add(canvas.origin, item.at);
        let to = add(from, item.size);
        if canvas.ui.is_rect_visible(from, to) {
            canvas.item(item, from, to);
        }
    }
}

impl Canvas<'_> {
    fn item(&self, item: &Item, from: [f32; 2], to: [f32; 2]) {
        let em = self.ui.text_line_height();
        let fill =
            |colour, rounding| self.draw.add_rect(from, to, colour).filled(true).rounding(rounding).build();
        match &item.shape {
            Shape::Fill { colour, rounding } => fill(*colour, *rounding),
            Shape::Fold(index) if self.hovered == Some(*index) => {
                fill(self.ui.style_color(StyleColor::HeaderHovered), em * 0.3);
            }
            Shape::Fold(_) => fill(self.ui.style_color(StyleColor::Header), em * 0.3),
            Shape::Picture(path) => {
                if let Some((texture, _)) = self.textures.get(path.as_str()) {
                    self.draw.add_image(*texture, from, to).build();
                }
            }
            Shape::Scroll(..) => (),
            Shape::Run { text, style, font, colour } => {
                if style.code > 0 {
                    let pad = em * 0.2;
                    let back = theme::with_alpha(theme::INK, 0.07);
                    let (from, to) = (add(from, [-pad, -pad / 2.0]), add(to, [pad, pad / 2.0]));
                    self.draw.add_rect(from, to, back).filled(true).rounding(pad).build();
                }
                if style.emphasis {
                    let under = theme::with_alpha(*colour, 0.4);
                    self.draw.add_line([from[0], to[1]], to, under).thickness(em / 16.0).build();
                }
                let _font = self.ui.push_font(*font);
                self.draw.add_text(from, *colour, text);
            }
        }
    }
}

fn add(a: [f32; 2], b: [f32; 2]) -> [f32; 2] {
    [a[0] + b[0], a[1] + b[1]]
}

#[cfg(test)]
mod tests {
    use super::Text;

    #[test]
    fn pictures_are_the_png_files_of_the_lesson() {
        let text = Text::parse(
            "![a](pictures/a.png) ![b](b.svg)\n\n| x |\n|---|\n| ![c](c.PNG) |\n\n- > ![a](pictures/a.png)\n\n\
             <details>\n\n<img src='d.png'>\n\n</details>\n\n![e](https://example.org/e.png)",
        );
        assert_eq!(text.pictures().collect::<Vec<_>>(), ["pictures/a.png", "c.PNG", "d.png"]);
    }
}
