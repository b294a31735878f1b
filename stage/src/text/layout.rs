//! From blocks to runs of text, each in its place. Measured once for a width, drawn many times.

use std::collections::{BTreeMap, BTreeSet};

use imgui::{FontId, Ui};

use crate::theme::{self, Colour, Fonts};
use course::markdown::{Alignment, Block, BlockQuoteKind, Line, Piece, Style, Word, line, undoubled};

/// What is drawn, from back to front, and how high it all is.
pub struct Layout {
    pub items: Vec<Item>,
    pub height: f32,
}

/// Something to draw, from its upper left corner as seen from that of the text.
pub struct Item {
    pub at: [f32; 2],
    pub size: [f32; 2],
    pub shape: Shape,
}

/// What an item looks like.
pub enum Shape {
    Run {
        text: String,
        style: Style,
        font: FontId,
        colour: Colour,
    },
    Fill {
        colour: Colour,
        rounding: f32,
    },
    Picture(String),
    /// The head of a fold, to be clicked.
    Fold(usize),
    /// Lines too long for the window, this wide in all.
    Scroll(Vec<Item>, f32),
}

/// Lays out `blocks` for a window this wide. Pictures without a size are shown as their text.
pub fn lay_out(
    ui: &Ui,
    fonts: Fonts,
    blocks: &[Block],
    open: &BTreeSet<usize>,
    sizes: &BTreeMap<&str, [f32; 2]>,
    window: f32,
) -> Layout {
    let em = ui.text_line_height();
    let window = window.max(em * 4.0);
    let sample = "A line of about 78 characters is read with ease, and a longer one is not, so..";
    let width = ui.calc_text_size(sample)[0].min(window);
    let (ink, edge) = (theme::INK, window);
    let mut setter = Setter { ui, fonts, open, sizes, em, width, edge, ink, depth: 0, y: 0.0, items: vec![] };
    setter.blocks(blocks, ((window - width) / 2.0).floor(), width);
    Layout { items: setter.items, height: setter.y }
}

/// Where a line of words may go, and how.
#[derive(Clone, Copy)]
struct Column {
    x: f32,
    width: f32,
    /// 0 for words set to the left, 1 for words set to the right.
    align: f32,
    font: FontId,
}

/// The line that is being set.
struct Pen {
    x: f32,
    /// Its first item.
    first: usize,
    column: Column,
}

impl Pen {
    fn starts(&self) -> bool {
        self.x <= self.column.x
    }
}

struct Setter<'a> {
    ui: &'a Ui,
    fonts: Fonts,
    open: &'a BTreeSet<usize>,
    sizes: &'a BTreeMap<&'a str, [f32; 2]>,
    /// The height of running text: what all distances are multiples of.
    em: f32,
    /// The width of the text column.
    width: f32,
    /// How far to the right a wide block may go.
    edge: f32,
    ink: Colour,
    /// How many lists stand around.
    depth: usize,
    y: f32,
    items: Vec<Item>,
}

impl Setter<'_> {
    fn blocks(&mut self, blocks: &[Block], x: f32, width: f32) {
        let mut before = None;
        for block in blocks {
            self.y += (self.em * space_between(before, block)).round();
            self.block(block, x, width);
            before = Some(block);
        }
    }

    fn block(&mut self, block: &Block, x: f32, width: f32) {
        let column = Column { x, width, align: 0.0, font: self.fonts.body };
        match block {
            Block::Heading(level, words) => self.heading(*level, words, column),
            Block::Paragraph(words) => self.line(words, column),
            Block::List(start, items) => self.list(*start, items, x, width),
            Block::Code { language, text } => self.code(language, text, x, width),
            Block::Table(alignments, rows) => self.table(alignments, rows, x, width),
            Block::Quote(alert, blocks) => self.quote(*alert, blocks, x, width),
            Block::Fold { index, summary, blocks } => self.fold(*index, summary, blocks, x, width),
            Block::Formula(text) if text.contains('\n') => self.rows(text, x, width),
            Block::Formula(text) => {
                self.y += (self.em * 0.2).round();
                self.line(&line(text, Style::default()), Column { align: 0.5, ..column });
                self.y += (self.em * 0.2).round();
            }
            Block::Rule => self.rule(x, width),
        }
    }

    fn heading(&mut self, level: u8, words: &[Word], column: Column) {
        let font = if level <= 2 { self.fonts.title } else { self.fonts.bold };
        let ink = self.ink;
        if level > 3 {
            self.ink = theme::FAINT;
        }
        self.line(words, Column { font, ..column });
        self.ink = ink;
        if level == 1 {
            self.y += (self.em * 0.3).round();
            self.rule(column.x, column.width);
        }
    }

    fn rule(&mut self, x: f32, width: f32) {
        let thick = (self.em / 16.0).round().max(1.0);
        self.fill([x, self.y], [width, thick], theme::with_alpha(theme::INK, 0.16));
        self.y += thick;
    }

    fn fill(&mut self, at: [f32; 2], size: [f32; 2], colour: Colour) {
        self.items.push(Item { at, size, shape: Shape::Fill { colour, rounding: 0.0 } });
    }

    /// A rounded background behind what follows. Its size is set later, at the place returned.
    fn back(&mut self, x: f32, colour: Colour) -> usize {
        let rounding = (self.em * 0.3).round();
        self.items.push(Item { at: [x, self.y], size: [0.0; 2], shape: Shape::Fill { colour, rounding } });
        self.items.len() - 1
    }

    fn list(&mut self, start: Option<u64>, items: &[Vec<Block>], x: f32, width: f32) {
        let font = self.fonts.body;
        let bullet = ["•", "◦", "–"][self.depth.min(2)];
        let marker = |i: usize| start.map_or(bullet.to_owned(), |first| format!("{}.", first + i as u64));
        let widest = self.measure(font, &marker(items.len().saturating_sub(1)));
        let indent = (widest + self.em * 0.9).round();
        self.depth += 1;
        for (i, item) in items.iter().enumerate() {
            if i > 0 {
                self.y += (self.em * 0.3).round();
            }
            let top = self.y;
            let marker = marker(i);
            let marker_x = x + indent - self.em * 0.5 - self.measure(font, &marker);
            self.line(&line(&marker, Style::default()), Column { x: marker_x, width, align: 0.0, font });
            let below = std::mem::replace(&mut self.y, top);
            self.blocks(item, x + indent, (width - indent).max(self.em));
            self.y = self.y.max(below);
        }
        self.depth -= 1;
    }

    fn quote(&mut self, alert: Option<BlockQuoteKind>, blocks: &[Block], x: f32, width: f32) {
        let (title, colour) = alert.map_or(("", theme::STEEL), alert_title);
        let ink = std::mem::replace(&mut self.ink, colour);
        let bar = self.back(x, colour);
        let (top, indent) = (self.y, self.em);
        let thick = (self.em * 0.2).round();
        if !title.is_empty() {
            let column = Column { x: x + indent, width, align: 0.0, font: self.fonts.bold };
            self.line(&line(title, Style::default()), column);
            self.y += (self.em * 0.15).round();
        }
        self.ink = if alert.is_some() { ink } else { theme::FAINT };
        self.blocks(blocks, x + indent, (width - indent).max(self.em));
        self.items[bar].size = [thick, self.y - top];
        self.ink = ink;
    }

    fn fold(&mut self, index: usize, summary: &[Word], blocks: &[Block], x: f32, width: f32) {
        let open = self.open.contains(&index);
        let (top, pad, indent) = (self.y, (self.em * 0.25).round(), (self.em * 1.5).round());
        let head = self.items.len();
        self.items.push(Item { at: [x, top], size: [0.0; 2], shape: Shape::Fold(index) });
        self.y += pad;
        let column = Column { x: x + self.em * 0.5, width, align: 0.0, font: self.fonts.bold };
        let text_top = self.y;
        self.line(&line(if open { "▾" } else { "▸" }, Style::default()), column);
        self.y = text_top;
        let unnamed = line("Details", Style::default());
        let summary = if summary.is_empty() { &unnamed } else { summary };
        let column = Column { x: x + indent, width: (width - indent - pad).max(self.em), ..column };
        self.line(summary, column);
        self.y += pad;
        self.items[head].size = [width, self.y - top];
        if open {
            self.y += (self.em * 0.5).round();
            self.blocks(blocks, x + indent, (width - indent).max(self.em));
            self.y += (self.em * 0.3).round();
        }
    }

    /// Code is not wrapped: what is longer than the window can be scrolled.
    fn code(&mut self, language: &str, text: &str, x: f32, width: f32) {
        let (font, pad) = (self.fonts.mono, (self.em * 0.6).round());
        let comment = match language {
            "rust" | "glsl" | "c" | "cpp" => Some("//"),
            "sh" | "bash" | "toml" | "python" | "yaml" => Some("#"),
            _ => None,
        };
        let pitch = (self.measure_height(font) * 1.25).round();
        let (mut lines, mut widest, mut y) = (Vec::new(), 0.0f32, pad);
        for text in text.lines() {
            let text: String = undoubled(text).map(|(letter, _)| letter).collect();
            let (code, comment) =
                text.split_at(comment.and_then(|mark| text.find(mark)).unwrap_or(text.len()));
            let mut x = pad;
            for (text, colour) in [(code, theme::INK), (comment, theme::FAINT)] {
                let size = [self.measure(font, text), pitch];
                let shape = Shape::Run { text: text.to_owned(), style: Style::default(), font, colour };
                lines.push(Item { at: [x, y], size, shape });
                x += size[0];
            }
            widest = widest.max(x + pad);
            y += pitch;
        }
        let room = widest.clamp(width, (self.edge - x).max(width));
        let scrollbar = if widest > room { self.ui.clone_style().scrollbar_size } else { 0.0 };
        let size = [room, y + pad + scrollbar];
        let back = self.back(x, theme::with_alpha(theme::INK, 0.055));
        self.items[back].size = size;
        if widest > room {
            self.items.push(Item { at: [x, self.y], size, shape: Shape::Scroll(lines, widest) });
        } else {
            let at = |at: [f32; 2]| [at[0] + x, at[1] + self.y];
            self.items.extend(lines.into_iter().map(|line| Item { at: at(line.at), ..line }));
        }
        self.y += size[1];
    }

    /// A formula of several lines. Every other line holds brackets only, so they may be close.
    fn rows(&mut self, text: &str, x: f32, width: f32) {
        let font = self.fonts.mono;
        let (height, letter) = (self.measure_height(font), self.measure(font, "0000000000") / 10.0);
        let pitch = (height * 0.72).round();
        let widest = text.lines().map(|line| self.measure(font, line)).fold(0.0, f32::max);
        let left = (x + (width - widest).max(0.0) / 2.0).round();
        self.y += (self.em * 0.3).round();
        for line in text.lines() {
            let top = self.y + ((height - pitch) / 2.0).round();
            for (i, sign) in line.chars().enumerate() {
                self.bracket(sign, [left + i as f32 * letter, top], [letter, pitch]);
            }
            let text = undoubled(line).map(|(c, _)| if "⎡⎢⎣⎤⎥⎦".contains(c) { ' ' } else { c }).collect();
            let shape = Shape::Run { text, style: Style::default(), font, colour: self.ink };
            self.items.push(Item { at: [left, self.y], size: [widest, height], shape });
            self.y += pitch;
        }
        self.y += (self.em * 0.6).round();
    }

    /// Draws a piece of a square bracket: the font's own do not fit together at this distance.
    fn bracket(&mut self, sign: char, [x, y]: [f32; 2], [width, height]: [f32; 2]) {
        let (right, thick) = ("⎤⎥⎦".contains(sign), (self.em / 16.0).round().max(1.0));
        if !right && !"⎡⎢⎣".contains(sign) {
            return;
        }
        let over = (height * 0.15).round();
        let top = if "⎡⎤".contains(sign) { y - over } else { y };
        let bottom = if "⎣⎦".contains(sign) { y + height + over } else { y + height };
        let bar = (if right { x + width * 0.75 } else { x + width * 0.25 }).round();
        self.fill([bar, top], [thick, bottom - top], self.ink);
        let foot = (width * 0.5).round();
        let foot_x = if right { bar - foot } else { bar + thick };
        match sign {
            '⎡' | '⎤' => self.fill([foot_x, top], [foot, thick], self.ink),
            '⎣' | '⎦' => self.fill([foot_x, bottom - thick], [foot, thick], self.ink),
            _ => (),
        }
    }

    fn table(&mut self, alignments: &[Alignment], rows: &[Vec<Line>], x: f32, width: f32) {
        let (pad, air) = ((self.em * 0.6).round(), (self.em * 0.25).round());
        let widths = self.column_widths(rows, x, width, pad * 2.0);
        let total = widths.iter().map(|width| width + pad * 2.0).sum();
        let header = self.back(x, theme::with_alpha(theme::INK, 0.06));
        for (r, row) in rows.iter().enumerate() {
            let top = self.y;
            let (mut left, mut bottom) = (x + pad, top + self.pitch(self.fonts.body));
            for (c, cell) in row.iter().enumerate() {
                self.y = top + air;
                let align = match alignments.get(c) {
                    Some(Alignment::Right) => 1.0,
                    Some(Alignment::Center) => 0.5,
                    _ => 0.0,
                };
                self.line(cell, Column { x: left, width: widths[c], align, font: self.row_font(r) });
                bottom = bottom.max(self.y);
                left += widths[c] + pad * 2.0;
            }
            self.y = bottom + air;
            if r == 0 {
                self.items[header].size = [total, self.y - top];
            }
            self.rule(x, total);
        }
    }

    /// By content, as far as the text column has room for it or the longest words need it.
    fn column_widths(&self, rows: &[Vec<Line>], x: f32, width: f32, pads: f32) -> Vec<f32> {
        let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
        let (mut least, mut natural) = (vec![0.0f32; columns], vec![0.0f32; columns]);
        for (r, row) in rows.iter().enumerate() {
            for (c, cell) in row.iter().enumerate() {
                let extent = self.extent(cell, self.row_font(r));
                least[c] = least[c].max(extent[0]);
                natural[c] = natural[c].max(extent[1]);
            }
        }
        let pads = pads * columns as f32;
        let most = (self.edge - x).max(width) - pads;
        // Pictures beside each other are to be compared, and may go beyond the margins.
        let pictures = rows.iter().flatten().flatten().flat_map(|word| &word.pieces);
        let compared = pictures.filter(|piece| matches!(piece, Piece::Picture { .. })).count() > 1;
        let width = if compared { width * 1.5 } else { width };
        share(&least, &natural, (width - pads).max(least.iter().sum()).min(most))
    }

    fn row_font(&self, row: usize) -> FontId {
        if row == 0 { self.fonts.bold } else { self.fonts.body }
    }

    /// Sets words in lines, below each other.
    fn line(&mut self, words: &[Word], column: Column) {
        let mut pen = Pen { x: column.x, first: self.items.len(), column };
        for word in words {
            if word.breaks {
                self.end_line(&mut pen);
            }
            self.word(word, &mut pen);
        }
        if !pen.starts() {
            self.end_line(&mut pen);
        }
    }

    fn end_line(&mut self, pen: &mut Pen) {
        let free = pen.column.x + pen.column.width - pen.x;
        for item in &mut self.items[pen.first..] {
            item.at[0] += (free * pen.column.align).max(0.0).round();
        }
        self.y += self.pitch(pen.column.font);
        pen.x = pen.column.x;
        pen.first = self.items.len();
    }

    fn word(&mut self, word: &Word, pen: &mut Pen) {
        let width = self.word_width(word, pen.column.font, pen.column.width);
        let right = pen.column.x + pen.column.width;
        let mut spaced = !pen.starts();
        if spaced && pen.x + self.measure(pen.column.font, " ") + width > right {
            self.end_line(pen);
            spaced = false;
        }
        for piece in &word.pieces {
            match piece {
                Piece::Picture { path, alt } => self.picture(path, alt, pen),
                Piece::Text(style, text) if width <= pen.column.width => self.run(*style, text, spaced, pen),
                // Too long for any line: broken wherever the line ends.
                Piece::Text(style, text) => {
                    for letter in text.chars().map(String::from) {
                        if pen.x + self.measure(self.font(*style, pen.column.font), &letter) > right {
                            self.end_line(pen);
                        }
                        self.run(*style, &letter, false, pen);
                    }
                }
            }
            spaced = false;
        }
    }

    /// Appends to the run before, if that looks the same: widths add up exactly only within a run.
    fn run(&mut self, style: Style, text: &str, spaced: bool, pen: &mut Pen) {
        let font = self.font(style, pen.column.font);
        let style = Style { strong: font == self.fonts.bold, ..style };
        let space = if spaced { self.measure(pen.column.font, " ") } else { 0.0 };
        let pad = self.code_pad(style);
        let colour = if style.link { theme::ACCENT } else { self.ink };
        let last = self.items[pen.first..].last_mut();
        if let Some(Item { at, size, shape: Shape::Run { text: run, style: before, colour: ink, .. } }) = last
            && (*before, *ink) == (style, colour)
        {
            if spaced {
                run.push(' ');
            }
            *run += text;
            let _font = self.ui.push_font(font);
            size[0] = self.ui.calc_text_size(run)[0];
            pen.x = at[0] + size[0] + pad;
            return;
        }
        let x = pen.x + space + pad;
        let leading = self.pitch(pen.column.font) - self.measure_height(pen.column.font);
        let rise = self.baseline(pen.column.font) - self.baseline(font);
        let size = [self.measure(font, text), self.measure_height(font)];
        let shape = Shape::Run { text: text.to_owned(), style, font, colour };
        self.items.push(Item { at: [x, (self.y + leading / 2.0 + rise).round()], size, shape });
        pen.x = x + size[0] + pad;
    }

    /// A picture has a line to itself, and is never enlarged.
    fn picture(&mut self, path: &str, alt: &str, pen: &mut Pen) {
        let Some(size) = self.sizes.get(path) else {
            let ink = std::mem::replace(&mut self.ink, theme::FAINT);
            for word in &line(alt, Style::default()) {
                self.word(word, pen);
            }
            self.ink = ink;
            return;
        };
        if !pen.starts() {
            self.end_line(pen);
        }
        // In the text column, but not in a table, a picture may go beyond the margins.
        let wide = pen.column.width == self.width;
        let room = if wide { (self.width * 1.5).min(self.edge) } else { pen.column.width };
        let width = size[0].min(room);
        let size = [width, (size[1] * width / size[0].max(1.0)).round()];
        let x = pen.column.x + ((pen.column.width - width) / 2.0).round();
        self.items.push(Item { at: [x, self.y], size, shape: Shape::Picture(path.to_owned()) });
        self.y += size[1] + (self.em * 0.3).round();
        pen.first = self.items.len();
    }

    /// The width of the longest word, and that of all on one line.
    fn extent(&self, words: &[Word], font: FontId) -> [f32; 2] {
        let (mut least, mut natural, mut x) = (0.0f32, 0.0f32, 0.0f32);
        for word in words {
            least = least.max(self.word_width(word, font, self.em * 8.0));
            let width = self.word_width(word, font, self.width);
            x = if x == 0.0 || word.breaks { width } else { x + self.measure(font, " ") + width };
            natural = natural.max(x);
        }
        [least.ceil(), natural.ceil()]
    }

    /// The width of a word; of a picture, no more than `room`.
    fn word_width(&self, word: &Word, font: FontId, room: f32) -> f32 {
        let width = |piece: &Piece| match piece {
            Piece::Text(style, text) => {
                self.measure(self.font(*style, font), text) + self.code_pad(*style) * 2.0
            }
            Piece::Picture { path, .. } => {
                self.sizes.get(path.as_str()).map_or(0.0, |size| size[0].min(room))
            }
        };
        word.pieces.iter().map(width).sum()
    }

    /// The space on either side of a bit of code, for its background.
    fn code_pad(&self, style: Style) -> f32 {
        if style.code > 0 { (self.em * 0.2).round() } else { 0.0 }
    }

    fn font(&self, style: Style, font: FontId) -> FontId {
        if font == self.fonts.title {
            font
        } else if style.code > 0 {
            self.fonts.mono
        } else if style.strong {
            self.fonts.bold
        } else {
            font
        }
    }

    fn measure(&self, font: FontId, text: &str) -> f32 {
        let _font = self.ui.push_font(font);
        self.ui.calc_text_size(text)[0]
    }

    fn measure_height(&self, font: FontId) -> f32 {
        let _font = self.ui.push_font(font);
        self.ui.text_line_height()
    }

    /// From the top of a run down to its baseline.
    fn baseline(&self, font: FontId) -> f32 {
        let _font = self.ui.push_font(font);
        self.ui.current_font().ascent
    }

    /// From one line to the next.
    fn pitch(&self, font: FontId) -> f32 {
        (self.measure_height(font) * 1.35).round()
    }
}

/// The space above `block`, in heights of running text.
fn space_between(before: Option<&Block>, block: &Block) -> f32 {
    match (before, block) {
        (None, _) => 0.0,
        (_, Block::Heading(1 | 2, _)) => 1.5,
        (_, Block::Heading(..)) => 1.1,
        (Some(Block::Heading(1, _)), _) => 0.8,
        (Some(Block::Heading(..)), _) => 0.4,
        (_, Block::Rule) | (Some(Block::Rule), _) => 1.0,
        (Some(Block::Paragraph(_)), Block::List(..)) => 0.35,
        (Some(Block::Fold { .. }), Block::Fold { .. }) => 0.35,
        _ => 0.65,
    }
}

fn alert_title(alert: BlockQuoteKind) -> (&'static str, Colour) {
    match alert {
        BlockQuoteKind::Note => ("Note", theme::ACCENT),
        BlockQuoteKind::Tip => ("Tip", theme::AXES[1]),
        BlockQuoteKind::Important => ("Important", theme::AXES[2]),
        BlockQuoteKind::Warning => ("Warning", theme::CHANGED),
        BlockQuoteKind::Caution => ("Caution", theme::ERROR),
    }
}

/// Shares out `room` among columns: each has its longest word, and then by what it would take.
fn share(least: &[f32], natural: &[f32], room: f32) -> Vec<f32> {
    let (sum, wanted) = (least.iter().sum::<f32>(), natural.iter().sum::<f32>());
    if wanted <= room {
        return natural.to_vec();
    }
    if sum >= room {
        return least.iter().map(|width| (width * room / sum).max(1.0)).collect();
    }
    let part = (room - sum) / (wanted - sum);
    least.iter().zip(natural).map(|(least, natural)| (least + (natural - least) * part).floor()).collect()
}

#[cfg(test)]
mod tests {
    use super::share;

    #[test]
    fn columns_share_the_room() {
        assert_eq!(share(&[10.0, 20.0], &[30.0, 40.0], 100.0), [30.0, 40.0], "enough for all");
        assert_eq!(share(&[10.0, 20.0], &[30.0, 60.0], 60.0), [20.0, 40.0], "the rest by what is wanted");
        assert_eq!(share(&[10.0, 30.0], &[30.0, 60.0], 20.0), [5.0, 15.0], "too little for all");
        assert!(share(&[], &[], 10.0).is_empty());
    }
}
