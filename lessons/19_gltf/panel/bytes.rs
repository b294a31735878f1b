//! The bytes of an accessor: their place in the file, and one element of them in numbers.

use crate::opened::Opened;
use formats::gltf::{Block, element};
use gl::colour::{ACCENT, CHANGED, Colour, FAINT, INK, joint_colour, with_alpha};
use glam::Mat4;
use stage::Panel;

/// Bytes in a row, and rows.
const ACROSS: usize = 8;
const ROWS: usize = 2;
/// The left margin of a row and the distance between its bytes, in pixels at scale 1.
const MARGIN: f32 = 70.0;
const APART: f32 = 26.0;

/// The accessor that is looked at.
pub struct Bytes {
    /// Its index in the file.
    block: Option<usize>,
    /// One of its elements, as a slider's number.
    element: f32,
}

impl Bytes {
    pub fn new() -> Self {
        Self { block: Some(0), element: 0.0 }
    }

    pub fn show(&mut self, opened: &Opened, panel: &mut Panel<'_>) {
        let blocks = &opened.outline.blocks;
        let ends: Vec<String> =
            blocks.iter().map(|block| format!("{} × {}", block.count, block.kind)).collect();
        let rows = blocks.iter().zip(&ends).map(|(block, end)| (&*block.name, &**end, colour(block)));
        if panel.list("accessor", 3.0, rows, &mut self.block) {
            self.element = 0.0;
        }
        let Some(block) = self.block.and_then(|index| blocks.get(index)) else {
            panel.note("Choose an accessor.");
            return;
        };
        let last = block.count.saturating_sub(1) as f32;
        self.element = self.element.min(last);
        panel.slider("element", &mut self.element, 0.0..=last.max(1.0), "%.0f");
        let index = (self.element as usize).min(block.count - 1);
        show_strip(opened, block, panel);
        let layout = &block.layout;
        let step = layout.stride;
        let first = layout.offset + index * step;
        panel.number(
            "begins",
            &format!("{} + {index} · {step} = byte {first} of view {}", layout.offset, block.view),
        );
        show_numbers(block, index, first, panel);
        show_hex(block, first, step, panel);
    }
}

/// The colour of a kind of element.
fn colour(block: &Block) -> Colour {
    joint_colour(match block.kind.as_str() {
        "SCALAR" => 0,
        "VEC2" => 1,
        "VEC3" => 2,
        "VEC4" => 3,
        _ => 4,
    })
}

/// The buffer from its first byte to its last, with all views; the chosen one is highlighted.
fn show_strip(opened: &Opened, block: &Block, panel: &mut Panel<'_>) {
    let views = &opened.outline.views;
    let buffer = views[block.view].buffer;
    let whole = opened.outline.buffers[buffer].max(1) as f32;
    let ([x, y], height) = (panel.cursor_screen_pos(), 16.0 * panel.scale());
    let width = panel.content_region_avail()[0];
    panel.dummy([width, height]);
    let list = panel.get_window_draw_list();
    let across = |byte: usize| x + width * byte as f32 / whole;
    for (index, view) in views.iter().enumerate().filter(|(_, view)| view.buffer == buffer) {
        let (left, right) = (across(view.range.start), across(view.range.end));
        let shade = if index.is_multiple_of(2) { 0.18 } else { 0.32 };
        list.add_rect([left, y], [right, y + height], with_alpha(FAINT, shade)).filled(true).build();
    }
    let chosen = &views[block.view].range;
    let right = across(chosen.end).max(across(chosen.start) + 2.0 * panel.scale());
    list.add_rect([across(chosen.start), y], [right, y + height], ACCENT).filled(true).build();
    drop(list);
    panel.note(&format!(
        "view {}: bytes {} to {} of {}",
        block.view,
        chosen.start,
        chosen.end - 1,
        opened.outline.buffers[buffer]
    ));
}

/// Some rows of bytes around an element, which is highlighted: each of its numbers in a colour of its own.
fn show_hex(block: &Block, first: usize, step: usize, panel: &mut Panel<'_>) {
    let layout = &block.layout;
    let elements = layout.offset..layout.offset + (block.count - 1) * step + layout.size();
    let top = first / ACROSS;
    let size = layout.component.size();
    for row in top..top + ROWS {
        let start = row * ACROSS;
        if start >= block.bytes.len() {
            break;
        }
        panel.text_colored(FAINT, format!("{start:>6}"));
        for at in start..(start + ACROSS).min(block.bytes.len()) {
            panel.same_line_with_pos((MARGIN + APART * (at - start) as f32) * panel.scale());
            let is_element = (first..first + layout.size()).contains(&at);
            // A wrong answer may have a stride of 0.
            let into = at.checked_sub(layout.offset).and_then(|bytes| bytes.checked_rem(step));
            let is_padding = !elements.contains(&at) || into.is_none_or(|into| into >= layout.size());
            let colour = match () {
                () if is_element => part_colour((at - first) / size),
                () if is_padding => with_alpha(FAINT, 0.5),
                () => INK,
            };
            panel.text_colored(colour, format!("{:02x}", block.bytes[at]));
        }
    }
}

/// The colour of one of an element's numbers.
fn part_colour(part: usize) -> Colour {
    if part.is_multiple_of(2) { CHANGED } else { ACCENT }
}

/// An element as it is stored, and the numbers that it means.
fn show_numbers(block: &Block, index: usize, first: usize, panel: &mut Panel<'_>) {
    let (layout, bytes) = (&block.layout, &block.bytes);
    let numbers = match layout.width {
        1 => element::<1>(bytes, layout, index).to_vec(),
        2 => element::<2>(bytes, layout, index).to_vec(),
        3 => element::<3>(bytes, layout, index).to_vec(),
        4 => element::<4>(bytes, layout, index).to_vec(),
        _ => {
            panel.matrix("element as a matrix", Mat4::from_cols_array(&element(bytes, layout, index)));
            return;
        }
    };
    let meant = if layout.normalized { "normalised" } else { "number" };
    let rows: Vec<(String, Colour, [String; 2])> = (numbers.iter().enumerate())
        .map(|(part, number)| {
            let at = first + part * layout.component.size();
            let stored = format!("{:.6}", layout.component.read(bytes, at));
            let stored = stored.trim_end_matches('0').trim_end_matches('.').to_owned();
            (format!("byte {at}"), part_colour(part), [stored, format!("{number:.4}")])
        })
        .collect();
    panel.texts("element's numbers", &["", &format!("{:?}", layout.component), meant], &rows);
}
