//! Prepares a text of the workbook for a browser, still as Markdown.

use crate::page::OPTIONS;
use crate::page::formula::mathml;
use crate::page::links::{relative, resolved};
use anyhow::{Context, Result, bail};
use pulldown_cmark::{Event, Parser, Tag, TagEnd};
use std::collections::BTreeSet;
use std::ops::Range;
use std::path::Path;

/// The folder of the pages' scripts and styles, from the workbook's folder.
pub const BESIDE: &str = "workshop/command/src/page/";

/// The width, in pixels, from which a picture links to itself.
const FULL_WIDTH: u32 = 1000;

/// The files that pages show or link to.
pub struct Library<'a> {
    /// The path of the workbook's folder.
    pub root: &'a Path,
    /// Returns a file's path among the pages, both from the workbook's folder, if links may point to it.
    pub place: &'a dyn Fn(&str) -> Option<String>,
}

/// A page, and the files that it needs.
#[derive(Default)]
pub struct Page {
    /// The Markdown, with figures, formulas and links replaced.
    pub text: String,
    /// The files that the page shows or links to, from the workbook's folder.
    pub files: BTreeSet<String>,
}

/// A range of a text, and what replaces it.
pub type Edit = (Range<usize>, String);

/// Applies edits, which must not overlap, to a text.
pub fn edited(text: &str, mut edits: Vec<Edit>) -> String {
    edits.sort_by_key(|(place, _)| place.start);
    let (mut new, mut at) = (String::new(), 0);
    for (place, words) in edits {
        new.push_str(&text[at..place.start]);
        new.push_str(&words);
        at = place.end;
    }
    new + &text[at..]
}

/// Returns true if no line may break before `rest`: a comma stays behind its formula.
pub fn is_kept(rest: &str) -> bool {
    rest.starts_with([',', '.', ';', ':', '?', '!', ')'])
}

/// Makes the page of a text, with links as in the workbook's file `from`.
pub fn page(library: &Library<'_>, from: &str, text: &str) -> Result<Page> {
    let to = (library.place)(from).with_context(|| format!("{from} has no page"))?;
    let files = BTreeSet::new();
    let mut maker =
        Maker { library, from, to: &to, text, files, pictures: 0, edits: Vec::new(), figure: None };
    maker.read().with_context(|| format!("in {from}"))?;
    Ok(Page { text: edited(text, maker.edits), files: maker.files })
}

struct Maker<'a> {
    library: &'a Library<'a>,
    from: &'a str,
    to: &'a str,
    text: &'a str,
    files: BTreeSet<String>,
    pictures: usize,
    edits: Vec<Edit>,
    /// The name of the one that the next picture becomes, with the attributes that say what it loads, and when.
    figure: Option<(String, String)>,
}

impl Maker<'_> {
    fn read(&mut self) -> Result<()> {
        let mut events = Parser::new_ext(self.text, OPTIONS).into_offset_iter();
        let mut in_link = false;
        while let Some((event, place)) = events.next() {
            match event {
                Event::InlineMath(latex) => {
                    let html = mathml(&latex, false)?;
                    self.edits.push(match self.text[place.end..].chars().next() {
                        Some(comma) if is_kept(&self.text[place.end..]) => {
                            let kept = format!("<span class=\"keep\">{html}{comma}</span>");
                            (place.start..place.end + 1, kept)
                        }
                        _ => (place, html),
                    });
                }
                Event::DisplayMath(latex) => self.edits.push((place, mathml(&latex, true)?)),
                Event::Start(Tag::Image { dest_url, .. }) => {
                    let alt = words(events.by_ref().map(|(event, _)| event));
                    self.picture(&dest_url, &alt, in_link, place)?;
                }
                Event::Start(Tag::Link { dest_url, .. }) => {
                    in_link = true;
                    self.link(&dest_url, place)?;
                }
                Event::End(TagEnd::Link) => in_link = false,
                Event::Code(code) if !in_link => self.named(&code, place),
                Event::Html(html) => {
                    let mark = html.trim().strip_prefix("<!-- figure ");
                    if let Some(words) = mark.and_then(|rest| rest.strip_suffix(" -->")) {
                        self.begin_figure(words, place)?;
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Lets the next picture be an interactive figure: its mark names it, and says what a hand does there.
    fn begin_figure(&mut self, mark: &str, place: Range<usize>) -> Result<()> {
        // On paper, and without scripts, nothing can be dragged.
        let (name, hand) = mark.split_once(": ").unwrap_or((mark, ""));
        // Behind this word it says what of the figure is open at first.
        let (name, later) = name.split_once(" later").map_or((name, None), |(name, open)| (name, Some(open)));
        let file = self.library.root.join(format!("{BESIDE}figures/{name}.js"));
        let script = std::fs::read_to_string(&file);
        let script = script.with_context(|| format!("cannot read {}", file.display()))?;
        let space = if script.contains("space.") { " data-space" } else { "" };
        let later = later.map_or(String::new(), |open| format!(" data-later=\"{}\"", open.trim()));
        self.figure = Some((name.to_owned(), format!("{space}{later}")));
        let hand = match hand {
            "" => String::new(),
            hand => format!("<div class=\"hand\">\n\n{hand}\n\n</div>\n\n"),
        };
        self.edits.push((place, hand));
        Ok(())
    }

    /// Links code that names a file to that, if it has a page.
    fn named(&mut self, code: &str, place: Range<usize>) {
        let files = [code.to_owned(), resolved(self.from, code).0];
        let file = files.into_iter().find(|file| self.library.root.join(file).is_file());
        if let Some((file, to)) = file.and_then(|file| (self.library.place)(&file).map(|to| (file, to))) {
            let link = format!("[{}]({})", &self.text[place.clone()], relative(self.to, &to));
            self.edits.push((place, link));
            self.files.insert(file);
        }
    }

    /// Shows a picture, as the figure that has begun if one has.
    fn picture(&mut self, link: &str, alt: &str, in_link: bool, place: Range<usize>) -> Result<()> {
        let (image, address, width) = self.image(link, alt)?;
        let html = match self.figure.take() {
            Some((name, loads)) => live(&name, &loads, alt, &image),
            // The words of a diagram would be too small to read on a phone.
            None if link.ends_with(".svg") => {
                format!("<span class=\"wide\" tabindex=\"0\">{image}</span>")
            }
            // On a phone a panel's numbers can be read only in the picture itself.
            None if !in_link && width >= FULL_WIDTH => {
                format!("<a class=\"whole\" href=\"{address}\">{image}</a>")
            }
            None => image,
        };
        // Films are heavy: the page's script loads each when it is in sight.
        let is_film = link.ends_with(".gif") && !html.starts_with("<figure");
        let html = match is_film {
            true => {
                let late = html.replace("<img src=", "<img data-src=").replace(" loading=\"lazy\"", "");
                format!("<span class=\"film\">{late}<noscript>{html}</noscript></span>")
            }
            false => html,
        };
        self.edits.push((place, html));
        Ok(())
    }

    /// Points a link to its file's place among the pages; without such a place only the link's words stay.
    fn link(&mut self, link: &str, place: Range<usize>) -> Result<()> {
        if link.contains("://") || link.starts_with(['#', '<']) {
            return Ok(());
        }
        let (file, anchor) = resolved(self.from, link);
        let end = format!("]({link})");
        let Some(at) = self.text[place.clone()].rfind(&end) else {
            bail!("the link to {link} is not written as [words]({link})");
        };
        let end = place.start + at..place.start + at + end.len();
        if let Some(to) = (self.library.place)(&file) {
            let anchor = anchor.map(|anchor| format!("#{anchor}")).unwrap_or_default();
            self.edits.push((end, format!("]({}{anchor})", relative(self.to, &to))));
            self.files.insert(file);
        } else {
            self.edits.push((place.start..place.start + 1, String::new()));
            self.edits.push((end, String::new()));
        }
        Ok(())
    }

    /// Returns the HTML of a picture, its address, and its width.
    fn image(&mut self, link: &str, alt: &str) -> Result<(String, String, u32)> {
        let (file, _) = resolved(self.from, link);
        // Some trees have the pictures of one lesson only.
        let bytes = std::fs::read(self.library.root.join(&file)).ok();
        let size = bytes.map(|bytes| size(&file, &bytes)).transpose()?;
        let room = size.map(|[width, height]| format!(" width=\"{width}\" height=\"{height}\""));
        // The first is visible at once; the others load when they are near.
        self.pictures += 1;
        let loading = if self.pictures > 2 { " loading=\"lazy\"" } else { "" };
        let (address, alt, room) = (relative(self.to, &file), attribute(alt), room.unwrap_or_default());
        let image = format!("<img src=\"{address}\" alt=\"{alt}\"{room}{loading}>");
        let width = size.map_or(0, |[width, _]| width);
        self.files.insert(file);
        Ok((image, address, width))
    }
}

/// The words of a picture, up to its end.
fn words<'a>(events: impl Iterator<Item = Event<'a>>) -> String {
    let mut words = String::new();
    for event in events {
        match event {
            Event::Text(text) | Event::Code(text) | Event::InlineMath(text) => words.push_str(&text),
            Event::SoftBreak => words.push(' '),
            Event::End(TagEnd::Image) => break,
            _ => {}
        }
    }
    words
}

/// An interactive figure, around the picture that replaces it on paper and where no script runs.
fn live(name: &str, loads: &str, alt: &str, still: &str) -> String {
    let label = attribute(alt);
    format!(
        "<figure class=\"live\" data-figure=\"{name}\"{loads} role=\"group\" aria-label=\"{label}\"><noscript>{still}</noscript></figure>"
    )
}

/// Returns the size of a picture, in pixels.
fn size(file: &str, bytes: &[u8]) -> Result<[u32; 2]> {
    let short = |at: usize| Some(u32::from(u16::from_le_bytes(*bytes.get(at..)?.first_chunk()?)));
    let long = |at: usize| Some(u32::from_be_bytes(*bytes.get(at..)?.first_chunk()?));
    let size = match file.rsplit('.').next() {
        Some("png") => long(16).zip(long(20)),
        Some("gif") => short(6).zip(short(8)),
        _ => {
            let svg = String::from_utf8_lossy(bytes);
            let number = |name: &str| {
                let tag = svg.split_once("<svg")?.1.split_once('>')?.0;
                tag.split_once(&format!(" {name}=\""))?.1.split('"').next()?.parse::<u32>().ok()
            };
            number("width").zip(number("height"))
        }
    };
    size.map(<[u32; 2]>::from).with_context(|| format!("{file} does not say how large it is"))
}

/// Escapes words for an HTML attribute in Markdown.
fn attribute(words: &str) -> String {
    let quoted = words.replace('&', "&amp;").replace('"', "&quot;");
    quoted.replace('<', "&lt;").replace('|', "&#124;")
}
