//! From Markdown, as GitHub reads it, to blocks of words.

use crate::formula;
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

pub use pulldown_cmark::{Alignment, BlockQuoteKind};

/// Blocks may nest this deep: what is deeper is not shown, and does not exhaust the stack.
const DEPTH: usize = 200;

/// What stands below each other.
#[derive(Debug, PartialEq)]
pub enum Block {
    /// With its level, from 1.
    Heading(u8, Line),
    /// Words to be wrapped.
    Paragraph(Line),
    /// Items, numbered from the given number on or with bullets.
    List(Option<u64>, Vec<Vec<Block>>),
    /// Lines of code.
    Code {
        /// What the text says that it is in, or nothing.
        language: String,
        /// The lines.
        text: String,
    },
    /// The first row is the header.
    Table(Vec<Alignment>, Vec<Vec<Line>>),
    /// A quotation, or a note of some kind.
    Quote(Option<BlockQuoteKind>, Vec<Block>),
    /// `<details>`.
    Fold {
        /// Counted through the text.
        index: usize,
        /// What is always seen.
        summary: Line,
        /// What is seen when it is open.
        blocks: Vec<Block>,
    },
    /// A formula in lines of its own, as [`formula::unicode`] gives it.
    Formula(String),
    /// A line across.
    Rule,
}

/// Words in a row, to be broken between any two of them.
pub type Line = Vec<Word>;

/// What is never broken.
#[derive(Debug, Default, PartialEq)]
pub struct Word {
    /// Whether a new line must begin here.
    pub breaks: bool,
    /// The parts that stand side by side with no space between.
    pub pieces: Vec<Piece>,
}

/// A part of a word.
#[derive(Debug, PartialEq)]
pub enum Piece {
    /// Letters in one style.
    Text(Style, String),
    /// A picture.
    Picture {
        /// Where it lies, as the text says it.
        path: String,
        /// What it shows.
        alt: String,
    },
}

/// How a piece of text looks.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Style {
    /// Bold.
    pub strong: bool,
    /// Italic.
    pub emphasis: bool,
    /// A link's text.
    pub link: bool,
    /// 0 is no code; two spans of code beside each other have different numbers.
    pub code: u8,
}

/// The blocks of `markdown`, and the paths of the PNG pictures that lie beside it.
pub fn blocks(markdown: &str) -> (Vec<Block>, Vec<String>) {
    let options =
        Options::ENABLE_TABLES | Options::ENABLE_MATH | Options::ENABLE_GFM | Options::ENABLE_TASKLISTS;
    let mut reader = Reader::default();
    for event in Parser::new_ext(markdown, options) {
        reader.event(event);
    }
    reader.close_to(0);
    reader.flush();
    (reader.blocks, reader.pictures)
}

/// A line of `text` all in one style.
pub fn line(text: &str, style: Style) -> Line {
    let mut reader = Reader { style, ..Reader::default() };
    reader.text(text);
    reader.line
}

/// A block that is not yet at its end, with the blocks that stood before it.
struct Open {
    kind: Kind,
    before: Vec<Block>,
}

enum Kind {
    List(Option<u64>, Vec<Vec<Block>>),
    Item,
    Quote(Option<BlockQuoteKind>),
    Fold(usize, Line),
}

#[derive(Default)]
struct Reader {
    open: Vec<Open>,
    /// How many blocks are open beyond [`DEPTH`].
    too_deep: usize,
    /// What the innermost open block holds so far.
    blocks: Vec<Block>,
    line: Line,
    /// Whether the next text begins a new word.
    space: bool,
    style: Style,
    codes: u8,
    folds: usize,
    /// The language of the block of code that is being read.
    language: Option<String>,
    /// The block of code or HTML that is being read.
    verbatim: String,
    table: Option<(Vec<Alignment>, Vec<Vec<Line>>)>,
    /// The path and the alternative text of the picture that is being read.
    picture: Option<(String, String)>,
    pictures: Vec<String>,
}

impl Reader {
    fn event(&mut self, event: Event) {
        if let Some((_, alt)) = &mut self.picture {
            match event {
                Event::Text(text) | Event::Code(text) | Event::InlineMath(text) => *alt += &text,
                Event::SoftBreak => alt.push(' '),
                Event::End(TagEnd::Image) => self.end(TagEnd::Image),
                _ => (),
            }
            return;
        }
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) if self.language.is_some() => self.verbatim += &text,
            Event::Html(text) => self.verbatim += &text,
            Event::Text(text) => self.text(&text),
            Event::Code(text) => self.code(&text),
            Event::DisplayMath(latex) if self.table.is_none() => {
                self.block(Block::Formula(formula::unicode(&latex)))
            }
            Event::InlineMath(latex) | Event::DisplayMath(latex) => {
                self.text(&together(&formula::unicode(&latex).replace('\n', " ")));
            }
            Event::InlineHtml(tag) => self.html(&tag),
            Event::SoftBreak => self.space = true,
            Event::HardBreak => self.hard_break(),
            Event::Rule => self.block(Block::Rule),
            Event::TaskListMarker(done) => self.text(if done { "☑ " } else { "☐ " }),
            Event::FootnoteReference(_) => (),
        }
    }

    fn start(&mut self, tag: Tag) {
        match tag {
            Tag::Strong => self.style.strong = true,
            Tag::Emphasis => self.style.emphasis = true,
            Tag::Link { .. } => self.style.link = true,
            Tag::Image { dest_url, .. } => self.picture = Some((dest_url.into_string(), String::new())),
            Tag::List(start) => self.open(Kind::List(start, vec![])),
            Tag::Item => self.open(Kind::Item),
            Tag::BlockQuote(alert) => self.open(Kind::Quote(alert)),
            Tag::CodeBlock(kind) => {
                self.flush();
                self.language = Some(match kind {
                    CodeBlockKind::Fenced(info) => info.split([' ', ',']).next().unwrap_or("").to_owned(),
                    CodeBlockKind::Indented => String::new(),
                });
            }
            Tag::Table(alignments) => {
                self.flush();
                self.table = Some((alignments, vec![]));
            }
            Tag::TableHead | Tag::TableRow => {
                if let Some((_, rows)) = &mut self.table {
                    rows.push(vec![]);
                }
            }
            _ => self.flush(),
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Strong => self.style.strong = false,
            TagEnd::Emphasis => self.style.emphasis = false,
            TagEnd::Link => self.style.link = false,
            TagEnd::Image => {
                if let Some((path, alt)) = self.picture.take() {
                    self.picture(path, alt);
                }
            }
            TagEnd::Heading(level) => {
                let line = self.take_line();
                self.block(Block::Heading(level as u8, line));
            }
            TagEnd::List(_) => self.close(|kind| matches!(kind, Kind::List(..))),
            TagEnd::Item => self.close(|kind| matches!(kind, Kind::Item)),
            TagEnd::BlockQuote(_) => self.close(|kind| matches!(kind, Kind::Quote(_))),
            TagEnd::CodeBlock => self.end_code(),
            TagEnd::HtmlBlock => {
                let html = std::mem::take(&mut self.verbatim);
                self.html(&html);
            }
            TagEnd::TableCell => {
                let cell = self.take_line();
                if let Some(row) = self.table.as_mut().and_then(|(_, rows)| rows.last_mut()) {
                    row.push(cell);
                }
            }
            TagEnd::Table => {
                if let Some((alignments, rows)) = self.table.take() {
                    self.block(Block::Table(alignments, rows));
                }
            }
            TagEnd::TableHead | TagEnd::TableRow => (),
            _ => self.flush(),
        }
    }

    fn end_code(&mut self) {
        let text = std::mem::take(&mut self.verbatim);
        match self.language.take() {
            Some(language) if language == "math" => self.block(Block::Formula(formula::unicode(&text))),
            language => {
                let text = text.trim_end().replace('\t', "    ");
                self.block(Block::Code { language: language.unwrap_or_default(), text });
            }
        }
    }

    fn open(&mut self, kind: Kind) {
        self.flush();
        if self.open.len() >= DEPTH {
            self.too_deep += 1;
            return;
        }
        self.open.push(Open { kind, before: std::mem::take(&mut self.blocks) });
    }

    /// Closes the innermost open block of this kind, and what was forgotten to be closed in it.
    fn close(&mut self, is_it: fn(&Kind) -> bool) {
        if self.too_deep > 0 {
            self.too_deep -= 1;
        } else if let Some(depth) = self.open.iter().rposition(|open| is_it(&open.kind)) {
            self.close_to(depth);
        }
    }

    fn close_to(&mut self, depth: usize) {
        while self.open.len() > depth {
            self.flush();
            let Some(Open { kind, before }) = self.open.pop() else { return };
            let inside = std::mem::replace(&mut self.blocks, before);
            match kind {
                Kind::List(start, items) => self.blocks.push(Block::List(start, items)),
                Kind::Quote(alert) => self.blocks.push(Block::Quote(alert, inside)),
                Kind::Fold(index, summary) => {
                    self.blocks.push(Block::Fold { index, summary, blocks: inside })
                }
                Kind::Item => {
                    if let Some(Open { kind: Kind::List(_, items), .. }) = self.open.last_mut() {
                        items.push(inside);
                    }
                }
            }
        }
    }

    fn block(&mut self, block: Block) {
        self.flush();
        self.blocks.push(block);
    }

    /// Ends the paragraph, if there is one.
    fn flush(&mut self) {
        let line = self.take_line();
        if !line.is_empty() {
            self.blocks.push(Block::Paragraph(line));
        }
    }

    fn take_line(&mut self) -> Line {
        self.space = false;
        std::mem::take(&mut self.line)
    }

    fn text(&mut self, text: &str) {
        for (i, part) in text.split([' ', '\n']).enumerate() {
            self.space |= i > 0;
            if !part.is_empty() {
                self.part(part);
            }
        }
    }

    /// Appends to the last word, or to a new one after a space.
    fn part(&mut self, text: &str) {
        if self.line.is_empty() || self.space {
            self.line.push(Word::default());
            self.space = false;
        }
        let Some(word) = self.line.last_mut() else { return };
        for (letter, doubled) in undoubled(text) {
            let strong = self.style.strong || doubled;
            match word.pieces.last_mut() {
                Some(Piece::Text(style, text)) if *style == (Style { strong, ..self.style }) => {
                    text.push(letter)
                }
                _ => word.pieces.push(Piece::Text(Style { strong, ..self.style }, letter.into())),
            }
        }
    }

    fn code(&mut self, code: &str) {
        self.codes = self.codes % 2 + 1;
        self.style.code = self.codes;
        self.text(&together(code));
        self.style.code = 0;
    }

    fn hard_break(&mut self) {
        self.line.push(Word { breaks: true, pieces: vec![] });
        self.space = false;
    }

    fn picture(&mut self, path: String, alt: String) {
        let png = path.to_ascii_lowercase().ends_with(".png") && !path.contains("://");
        if png && !self.pictures.contains(&path) {
            self.pictures.push(path.clone());
        }
        self.line.push(Word { breaks: false, pieces: vec![Piece::Picture { path, alt }] });
        self.space = true;
    }

    /// Reads tags and what stands between them. Comments stay unseen.
    fn html(&mut self, mut rest: &str) {
        while let Some((text, tag)) = rest.split_once('<') {
            self.text(&decoded(text));
            rest = if !tag.starts_with(|c: char| c.is_alphabetic() || "/!?".contains(c)) {
                self.text("<");
                tag
            } else if let Some(comment) = tag.strip_prefix("!--") {
                comment.split_once("-->").map_or("", |(_, after)| after)
            } else {
                let end = tag_end(tag);
                self.tag(&tag[..end]);
                tag.get(end + 1..).unwrap_or("")
            };
        }
        self.text(&decoded(rest));
    }

    fn tag(&mut self, tag: &str) {
        let ends = tag.starts_with('/');
        let name = tag.trim_start_matches('/').split([' ', '\n', '/', '\t']).next().unwrap_or("");
        match name.to_ascii_lowercase().as_str() {
            "details" if ends => {
                // An outer fold's end in a list or quote would tear that apart.
                if matches!(self.open.last(), Some(Open { kind: Kind::Fold(..), .. })) {
                    self.close_to(self.open.len() - 1);
                }
            }
            "details" => {
                self.open(Kind::Fold(self.folds, vec![]));
                self.folds += 1;
            }
            "summary" if ends => {
                let line = self.take_line();
                if let Some(Open { kind: Kind::Fold(_, summary), .. }) = self.open.last_mut() {
                    *summary = line;
                }
            }
            "img" => {
                self.picture(attribute(tag, "src"), attribute(tag, "alt"));
            }
            "b" | "strong" => self.style.strong = !ends,
            "i" | "em" => self.style.emphasis = !ends,
            "code" | "kbd" => {
                self.codes = self.codes % 2 + 1;
                self.style.code = if ends { 0 } else { self.codes };
            }
            "br" => self.hard_break(),
            "hr" => self.block(Block::Rule),
            "p" | "div" | "summary" if self.table.is_none() => self.flush(),
            _ => (),
        }
    }
}

/// Where a tag ends: at the first `>` outside of quotes.
fn tag_end(tag: &str) -> usize {
    let mut quote = None;
    for (at, c) in tag.char_indices() {
        match quote {
            None if c == '>' => return at,
            None if c == '"' || c == '\'' => quote = Some(c),
            Some(open) if c == open => quote = None,
            _ => (),
        }
    }
    tag.len()
}

fn attribute(tag: &str, name: &str) -> String {
    let value = tag.split_once(&format!("{name}=")).map_or("", |(_, value)| value);
    let quote = value.chars().next().filter(|c| "\"'".contains(*c));
    match quote {
        Some(quote) => decoded(value[1..].split(quote).next().unwrap_or("")),
        None => decoded(value.split([' ', '\n']).next().unwrap_or("")),
    }
}

fn decoded(html: &str) -> String {
    let pairs = [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&#39;", "'"),
        ("&nbsp;", "\u{a0}"),
        ("&amp;", "&"),
    ];
    pairs.iter().fold(html.to_owned(), |text, (entity, sign)| text.replace(entity, sign))
}

/// A short formula or bit of code stays on one line.
fn together(text: &str) -> String {
    if text.chars().count() <= 24 { text.replace(' ', "\u{a0}") } else { text.to_owned() }
}

/// The letters of `text`, and whether each was a double-struck one: 𝕊 is shown as a bold S,
/// for the fonts are loaded without it.
pub fn undoubled(text: &str) -> impl Iterator<Item = (char, bool)> {
    text.chars().map(|c| match (c as u32).checked_sub(0x1d538) {
        Some(index @ 0..26) => (char::from(b'A' + index as u8), true),
        _ => (c, false),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The words of a line, with a space between and marks around what is styled.
    fn plain(line: &[Word]) -> String {
        let piece = |piece: &Piece| match piece {
            Piece::Picture { path, alt } => format!("![{alt}]({path})"),
            Piece::Text(style, text) if style.code > 0 => format!("`{text}`"),
            Piece::Text(style, text) if style.strong => format!("*{text}*"),
            Piece::Text(style, text) if style.emphasis => format!("/{text}/"),
            Piece::Text(style, text) if style.link => format!("[{text}]"),
            Piece::Text(_, text) => text.clone(),
        };
        let word = |word: &Word| {
            let pieces: String = word.pieces.iter().map(piece).collect();
            if word.breaks { "\n".to_owned() + &pieces } else { pieces }
        };
        line.iter().map(word).collect::<Vec<_>>().join(" ").replace('\u{a0}', "_")
    }

    fn outline(blocks: &[Block]) -> String {
        let inside = |blocks: &[Block]| outline(blocks).replace('\n', "\n  ");
        let one = |block: &Block| match block {
            Block::Heading(level, line) => format!("h{level} {}", plain(line)),
            Block::Paragraph(line) => format!("p {}", plain(line)),
            Block::List(start, items) => {
                let items: String = items.iter().map(|item| format!("\n- {}", inside(item))).collect();
                format!("list {start:?}{items}")
            }
            Block::Code { language, text } => format!("code {language} {text:?}"),
            Block::Table(_, rows) => {
                let row =
                    |row: &Vec<Line>| row.iter().map(|cell| plain(cell)).collect::<Vec<_>>().join(" | ");
                format!("table {}", rows.iter().map(row).collect::<Vec<_>>().join(" / "))
            }
            Block::Quote(alert, blocks) => format!("quote {alert:?}\n  {}", inside(blocks)),
            Block::Fold { index, summary, blocks } => {
                format!("fold {index} {}\n  {}", plain(summary), inside(blocks))
            }
            Block::Formula(text) => format!("formula {text}"),
            Block::Rule => "rule".to_owned(),
        };
        blocks.iter().map(one).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn each_kind_of_block() {
        for (markdown, expected) in [
            ("# A *b* `c`", "h1 A /b/ `c`"),
            ("**a b**, then\nc\\\nd", "p *a* *b*, then c \nd"),
            ("see [the *next*](x.md).", "p see [the] /next/."),
            ("(`a b`) `c`", "p (`a_b`) `c`"),
            (
                "1. a\n   - b\n     - c\n2. d",
                "list Some(1)\n- p a\n  list None\n  - p b\n    list None\n    - p c\n- p d",
            ),
            ("- [x] a", "list None\n- p ☑ a"),
            ("```rust\nlet a;\n\n// b\n```", "code rust \"let a;\\n\\n// b\""),
            ("| a | `b` |\n|---|--:|\n| 1 | ![x](y.png) |", "table a | `b` / 1 | ![x](y.png)"),
            ("> [!TIP]\n> a", "quote Some(Tip)\n  p a"),
            ("> a\n\n---", "quote None\n  p a\nrule"),
            ("so $A \\cdot B$, and $$x^2$$ then", "p so A_·_B, and\nformula x²\np then"),
            ("```math\nR^{-1}\n```", "formula R⁻¹"),
            ("𝕊 𝕋⁻¹", "p *S* *T*⁻¹"),
            ("a\n![b `c`](d.png)", "p a ![b c](d.png)"),
        ] {
            assert_eq!(outline(&blocks(markdown).0), expected, "{markdown}");
        }
    }

    #[test]
    fn html_as_the_texts_use_it() {
        for (markdown, expected) in [
            ("<!-- a\n\n<b> -->\n\nb <!-- c --> d", "p b d"),
            (
                "<details>\n<summary>Why <code>p</code> &lt; 1?</summary>\n\nBecause **so**.\n\n- a\n\n</details>\n\nz",
                "fold 0 Why `p` < 1?\n  p Because *so*.\n  list None\n  - p a\np z",
            ),
            (
                "- a\n  <details><summary>b</summary>\n\n  c\n\n- d",
                "list None\n- p a\n  fold 0 b\n    p c\n- p d",
            ),
            ("<p align=\"center\"><img alt='a > b' src=\"c.png\"></p>", "p ![a > b](c.png)"),
            (
                "<picture>\n<source srcset=\"dark.svg\">\n<img src=light.png alt=\"x\">\n</picture>",
                "p ![x](light.png)",
            ),
            ("a<br>b <kbd>F1</kbd> <unknown>c</unknown>", "p a \nb `F1` c"),
        ] {
            assert_eq!(outline(&blocks(markdown).0), expected, "{markdown}");
        }
    }

    #[test]
    fn odd_input_does_no_harm() {
        let deep: String = (0..50).map(|i| format!("{}- {i}\n", "  ".repeat(i))).collect();
        assert!(outline(&blocks(&deep).0).contains("p 49"));
        let start = "<details><summary>a\n\n- > b\n\n</details>\n\n</details>\n\nc";
        assert!(outline(&blocks(start).0).contains("p c"));
        for markdown in [
            "",
            "$",
            "$$ x",
            "<",
            "<!--",
            "<img",
            "<img src=",
            "```",
            "|",
            "| a\n|-",
            "</summary>",
            "![",
            "> [!NOTE]",
        ] {
            outline(&blocks(markdown).0);
        }
        for part in ["> ", "- ", "<details>\n\n", "*a ", "![", "$a"] {
            blocks(&part.repeat(3000));
        }
    }
}
