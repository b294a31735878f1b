//! Lessons' texts, laid out for a terminal.

mod table;

use crate::style::{DIM, HEADING};
use anstyle::{AnsiColor, Style};
use course::markdown::{self, Block, Line, Piece, Word};

const CODE: Style = AnsiColor::Cyan.on_default();
/// Lines longer than this are hard to read.
const WIDEST: usize = 96;
/// The width where there is no terminal to ask.
const USUAL: usize = 80;

/// How wide texts are set.
pub fn width() -> usize {
    let width = terminal_size::terminal_size().map_or(USUAL, |(width, _)| usize::from(width.0));
    width.clamp(40, WIDEST)
}

/// Plain Markdown, such as a hint, in lines no wider than `width`.
pub fn wrapped(markdown: &str, width: usize) -> Vec<String> {
    Page { answers: true }.blocks(&markdown::blocks(markdown).0, width)
}

/// A lesson's text in lines no wider than `width`, where words and code allow it; with folded answers or without.
pub fn page(markdown: &str, width: usize, answers: bool) -> Vec<String> {
    Page { answers }.blocks(&markdown::blocks(markdown).0, width)
}

struct Page {
    answers: bool,
}

impl Page {
    /// Blocks below each other, an empty line between each two.
    fn blocks(&self, blocks: &[Block], width: usize) -> Vec<String> {
        let mut lines = Vec::new();
        for block in blocks {
            if !lines.is_empty() {
                lines.push(String::new());
            }
            lines.extend(self.block(block, width));
        }
        lines
    }

    fn block(&self, block: &Block, width: usize) -> Vec<String> {
        match block {
            Block::Heading(level, line) => heading(*level, line, width),
            Block::Paragraph(line) => lines(line, width),
            Block::List(start, items) => self.list(*start, items, width),
            Block::Code { text, .. } => {
                text.lines().map(|line| format!("    {CODE}{line}{CODE:#}")).collect()
            }
            Block::Table(alignments, rows) => table::set(alignments, rows, width),
            Block::Quote(_, blocks) => prefixed(self.blocks(blocks, width - 2), "│ ", "│ "),
            Block::Fold { summary, blocks, .. } => self.fold(summary, blocks, width),
            Block::Formula(text) => {
                text.lines().map(|line| format!("    {line}").trim_end().to_owned()).collect()
            }
            Block::Rule => vec!["─".repeat(width)],
        }
    }

    fn list(&self, start: Option<u64>, items: &[Vec<Block>], width: usize) -> Vec<String> {
        let mut lines = Vec::new();
        for (i, item) in items.iter().enumerate() {
            let mark = match start {
                Some(first) => format!("{}. ", first + i as u64),
                None => "• ".to_owned(),
            };
            let indent = " ".repeat(mark.chars().count());
            let inner = self.blocks(item, width.saturating_sub(indent.len()).max(8));
            lines.extend(prefixed(inner, &mark, &indent));
        }
        lines
    }

    fn fold(&self, summary: &Line, blocks: &[Block], width: usize) -> Vec<String> {
        let mut all = prefixed(lines(summary, width - 2), "▸ ", "  ");
        match self.answers {
            true => {
                all.push(String::new());
                all.extend(prefixed(self.blocks(blocks, width - 2), "  ", "  "));
            }
            false => all.push(format!("  {DIM}(think first; `--answers` shows the answer){DIM:#}")),
        }
        all
    }
}

fn heading(level: u8, line: &Line, width: usize) -> Vec<String> {
    let mut set = lines(line, width);
    let longest = set.iter().map(|line| visible(line)).max().unwrap_or(0);
    set = set.into_iter().map(|line| format!("{HEADING}{line}{HEADING:#}")).collect();
    match level {
        1 => set.push("═".repeat(longest)),
        2 => set.push("─".repeat(longest)),
        _ => {}
    }
    set
}

fn prefixed(lines: Vec<String>, first: &str, others: &str) -> Vec<String> {
    let prefix = |i| if i == 0 { first } else { others };
    let join = |(i, line): (usize, String)| format!("{}{line}", prefix(i)).trim_end().to_owned();
    lines.into_iter().enumerate().map(join).collect()
}

/// A word with its colours.
struct Set {
    text: String,
    width: usize,
    breaks: bool,
}

/// Words set in lines no wider than `width`, unless one of them is.
fn lines(line: &Line, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut filled = 0;
    for word in line.iter().flat_map(set) {
        match lines.last_mut() {
            Some(last) if !word.breaks && filled + 1 + word.width <= width => {
                last.push(' ');
                last.push_str(&word.text);
                filled += 1 + word.width;
            }
            _ => {
                filled = word.width;
                lines.push(word.text);
            }
        }
    }
    lines
}

/// A word of the text as words of the terminal: a picture becomes what it shows.
fn set(word: &Word) -> Vec<Set> {
    let mut words = vec![Set { text: String::new(), width: 0, breaks: word.breaks }];
    for piece in &word.pieces {
        match piece {
            Piece::Text(style, text) => {
                let (text, style) = (text.replace('\u{a0}', " "), colour(*style));
                if let Some(last) = words.last_mut() {
                    last.width += text.chars().count();
                    last.text += &format!("{style}{text}{style:#}");
                }
            }
            Piece::Picture { path, alt } => {
                let shown = format!("[Picture: {alt} ({path})]");
                words.retain(|word| word.width > 0);
                words.extend(shown.split_whitespace().map(|part| Set {
                    text: format!("{DIM}{part}{DIM:#}"),
                    width: part.chars().count(),
                    breaks: false,
                }));
            }
        }
    }
    words
}

fn colour(style: markdown::Style) -> Style {
    let mut colour = if style.code > 0 { CODE } else { Style::new() };
    if style.strong {
        colour = colour.bold();
    }
    if style.emphasis {
        colour = colour.italic();
    }
    if style.link {
        colour = colour.underline();
    }
    colour
}

/// How many columns a line takes: its characters without the colours.
fn visible(line: &str) -> usize {
    let mut parts = line.split('\x1b');
    let plain = parts.next().map_or(0, |part| part.chars().count());
    let after = |part: &str| part.split_once('m').map_or(0, |(_, text)| text.chars().count());
    plain + parts.map(after).sum::<usize>()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(markdown: &str, width: usize, answers: bool) -> String {
        let lines = page(markdown, width, answers);
        lines.iter().map(|line| format!("{}\n", anstream::adapter::strip_str(line))).collect()
    }

    #[test]
    fn a_text_is_set_in_lines() {
        let markdown = "# A *b*\n\nOne two three $R^{-1} \\cdot x$ four.\n\n- five six seven\n- eight\n\n```rust\nlet a;\n```\n";
        let want = "A b\n═══\n\nOne two three\nR⁻¹ · x four.\n\n• five six\n  seven\n• eight\n\n    let a;\n";
        assert_eq!(plain(markdown, 14, false), want);
    }

    #[test]
    fn answers_are_shown_only_when_asked_for() {
        let markdown = "<details>\n<summary>Why?</summary>\n\nBecause.\n\n</details>\n";
        assert_eq!(plain(markdown, 60, false), "▸ Why?\n  (think first; `--answers` shows the answer)\n");
        assert_eq!(plain(markdown, 60, true), "▸ Why?\n\n  Because.\n");
    }

    #[test]
    fn tables_fit_the_width() {
        let markdown = "| a | b |\n|---|--:|\n| one | 2 |\n| long words here | 33 |\n";
        assert_eq!(
            plain(markdown, 40, false),
            "a                 b\n───────────────────\none               2\nlong words here  33\n"
        );
        assert_eq!(
            plain(markdown, 14, false),
            "a            b\n──────────────\none          2\nlong words  33\nhere\n"
        );
    }

    #[test]
    fn a_picture_says_what_it_shows() {
        assert_eq!(plain("![An arm](arm.png)", 20, false), "[Picture: An arm\n(arm.png)]\n");
    }
}
