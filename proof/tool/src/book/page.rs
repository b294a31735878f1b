//! A text of the workbook as a page of the book: still Markdown, but with what a browser needs.

use crate::book::formula::mathml;
use crate::book::links::{Places, relative, resolved};
use crate::book::words::Words;
use anyhow::{Context, Result, bail};
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use std::collections::BTreeSet;
use std::ops::Range;
use student::tree::Files;

/// A picture that is as wide, in pixels, leads to itself.
const FULL_WIDTH: u32 = 1000;

/// The tags that texts use in their lines.
const TAGS: [&str; 14] = [
    "<em>",
    "</em>",
    "<code>",
    "</code>",
    "<a ",
    "</a>",
    "<br",
    "<kbd>",
    "</kbd>",
    "<span",
    "</span>",
    "<summary>",
    "</summary>",
    "<!--",
];

/// What pages are made of.
pub struct Library<'a> {
    /// All files of the workbook.
    pub files: &'a Files,
    /// Where its pages stand in the book.
    pub places: &'a Places,
    /// What is linked where it is first used.
    pub words: &'a Words,
}

/// A page, and what goes with it.
#[derive(Default)]
pub struct Page {
    /// Its Markdown.
    pub text: String,
    /// The files that it shows, from the workbook's folder.
    pub pictures: BTreeSet<String>,
    /// The words of the glossary that it uses.
    pub used: Vec<usize>,
}

/// What stands around words that say what a hand can do: on paper, and without scripts, it can do nothing.
pub const HAND: &str = "<div class=\"hand\">";
/// Its end.
pub const HAND_END: &str = "</div>";

/// What is put in the place of some of the text.
type Edit = (Range<usize>, String);

/// Makes a page of a text that stands in a file of the workbook.
pub fn page(library: &Library<'_>, from: &str, text: &str) -> Result<Page> {
    let to = library.places.get(from).with_context(|| format!("{from} is not in the book"))?;
    let mut maker = Maker { library, from, to, text, page: Page::default(), edits: Vec::new() };
    maker.read().with_context(|| format!("in {from}"))?;
    let Maker { mut page, mut edits, .. } = maker;
    edits.sort_by_key(|(place, _)| place.start);
    let mut at = 0;
    for (place, new) in edits {
        page.text.push_str(&text[at..place.start]);
        page.text.push_str(&new);
        at = place.end;
    }
    page.text.push_str(&text[at..]);
    Ok(page)
}

struct Maker<'a> {
    library: &'a Library<'a>,
    from: &'a str,
    to: &'a str,
    text: &'a str,
    page: Page,
    edits: Vec<Edit>,
}

impl Maker<'_> {
    fn read(&mut self) -> Result<()> {
        let options =
            Options::ENABLE_TABLES | Options::ENABLE_MATH | Options::ENABLE_GFM | Options::ENABLE_TASKLISTS;
        let mut events = Parser::new_ext(self.text, options).into_offset_iter();
        let lesson = self.from.strip_prefix("lessons/").and_then(|name| name.get(..2)?.parse::<u8>().ok());
        let (mut letters, mut figures) = (BTreeSet::new(), BTreeSet::new());
        // In how many headings, links and pieces of code this is: no word is linked there.
        let mut closed = 0;
        let mut figure: Option<String> = None;
        while let Some((event, place)) = events.next() {
            match event {
                Event::InlineMath(latex) => {
                    let formula = mathml(&latex, false)?;
                    // What reads a page aloud finds no words in a formula.
                    let words = course::formula::unicode(&latex).replace('_', "");
                    let label = format!(" aria-label=\"{words}\"");
                    let letter = lesson.and_then(|lesson| self.library.words.letter(&latex, lesson));
                    let letter = letter.filter(|letter| closed == 0 && letters.insert(letter.id.clone()));
                    let mut html = match letter {
                        Some(letter) => self.term("docs/symbols.md", &letter.id, &label, &formula),
                        None => formula,
                    };
                    // A row of text may end behind a formula, even if a comma is next.
                    let comma = self.text[place.end..].starts_with([',', '.', ';', ':', '?', '!', ')']);
                    let end = place.end + usize::from(comma);
                    if comma {
                        html = format!("<span class=\"keep\">{html}{}</span>", &self.text[place.end..end]);
                    }
                    self.edits.push((place.start..end, html));
                }
                Event::DisplayMath(latex) => self.edits.push((place, mathml(&latex, true)?)),
                Event::Start(Tag::Image { dest_url, .. }) => {
                    let mut alt = String::new();
                    for (event, _) in events.by_ref() {
                        match event {
                            Event::Text(text) | Event::Code(text) => alt.push_str(&text),
                            Event::InlineMath(latex) => alt.push_str(&course::formula::unicode(&latex)),
                            Event::SoftBreak => alt.push(' '),
                            Event::End(TagEnd::Image) => break,
                            _ => {}
                        }
                    }
                    let (image, address, width) = self.image(&dest_url, &alt)?;
                    self.edits.push((
                        place,
                        match figure.take() {
                            Some(name) => live(&name, &alt, &image),
                            // The words of a diagram would be too small to read on a telephone.
                            None if dest_url.ends_with(".svg") => {
                                format!("<span class=\"wide\" tabindex=\"0\">{image}</span>")
                            }
                            // On a telephone a panel's numbers can be read only in the picture itself.
                            None if closed == 0 && width >= FULL_WIDTH => {
                                format!("<a class=\"whole\" href=\"{address}\">{image}</a>")
                            }
                            None => image,
                        },
                    ));
                }
                Event::Start(Tag::Link { dest_url, .. }) => {
                    closed += 1;
                    self.link(&dest_url, place)?;
                }
                Event::Start(Tag::Heading { .. } | Tag::CodeBlock(_)) => closed += 1,
                Event::End(TagEnd::Link | TagEnd::Heading(_) | TagEnd::CodeBlock) => closed -= 1,
                Event::Html(html) => {
                    let words =
                        html.trim().strip_prefix("<!-- figure ").and_then(|rest| rest.strip_suffix(" -->"));
                    if let Some(words) = words {
                        // What the hand can do is said where it can.
                        let (name, hand) = words.split_once(": ").unwrap_or((words, ""));
                        let file = format!("proof/book/figures/{name}.js");
                        if !self.library.files.contains_key(&file) || !figures.insert(name.to_owned()) {
                            bail!("the figure {name} has no {file}, or stands here twice");
                        }
                        figure = Some(name.to_owned());
                        self.edits.push((place, format!("{HAND}\n\n{hand}\n\n{HAND_END}\n\n")));
                    }
                }
                // Words that speak of a tag, as `verify` shows them on a terminal.
                Event::InlineHtml(html) if !TAGS.iter().any(|tag| html.starts_with(tag)) => {
                    self.edits.push((place.start..place.start + 1, "&lt;".to_owned()));
                }
                Event::Text(text)
                    if lesson.is_some() && closed == 0 && &self.text[place.clone()] == text.as_ref() =>
                {
                    self.words(place);
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Links the words of the glossary that the page has not used yet.
    fn words(&mut self, mut place: Range<usize>) {
        let words = self.library.words;
        while let Some((word, at)) = words.first(&self.text[place.clone()], &self.page.used) {
            let at = place.start + at.start..place.start + at.end;
            let id = &words.words[word].id;
            let link = self.term("docs/glossary.md", id, "", &self.text[at.clone()]);
            self.edits.push((at.clone(), format!("<span id=\"use-{id}\">{link}</span>")));
            self.page.used.push(word);
            place.start = at.end;
        }
    }

    /// A link to a row of a table of words.
    fn term(&self, table: &str, id: &str, label: &str, html: &str) -> String {
        let to = self.library.places.get(table).map_or(table, String::as_str);
        let page = relative(self.to, to).replace(".md", ".html");
        format!("<a class=\"term\" href=\"{page}#{id}\"{label}>{html}</a>")
    }

    /// Leads a link to a page of the book; what is not in the book stays as words.
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
        if let Some(to) = self.library.places.get(&file) {
            let anchor = anchor.map(|anchor| format!("#{anchor}")).unwrap_or_default();
            self.edits.push((end, format!("]({}{anchor})", relative(self.to, to))));
        } else if is_picture(&file) {
            let address = self.picture(&file)?;
            self.edits.push((end, format!("]({address})")));
        } else {
            self.edits.push((place.start..place.start + 1, String::new()));
            self.edits.push((end, String::new()));
        }
        Ok(())
    }

    /// A picture, its address, and how wide it is.
    fn image(&mut self, link: &str, alt: &str) -> Result<(String, String, u32)> {
        let (file, _) = resolved(self.from, link);
        let address = self.picture(&file)?;
        let [width, height] = size(&file, &self.library.files[&file])?;
        // The first is seen at once; the others come when they are near.
        let loading = if self.page.pictures.len() > 1 { " loading=\"lazy\"" } else { "" };
        let alt: String = alt.chars().map(escaped).collect();
        let image =
            format!("<img src=\"{address}\" alt=\"{alt}\" width=\"{width}\" height=\"{height}\"{loading}>");
        Ok((image, address, width))
    }

    /// Takes a picture along, and returns its address.
    fn picture(&mut self, file: &str) -> Result<String> {
        if !self.library.files.contains_key(file) {
            bail!("there is no picture {file}");
        }
        self.page.pictures.insert(file.to_owned());
        Ok(relative(self.to, file))
    }
}

/// A figure that answers to the hand, around the picture that stands for it on paper and where no script runs.
fn live(name: &str, alt: &str, still: &str) -> String {
    let label: String = alt.chars().map(escaped).collect();
    format!(
        "<figure class=\"live\" data-figure=\"{name}\" role=\"group\" aria-label=\"{label}\">{still}</figure>"
    )
}

fn is_picture(file: &str) -> bool {
    [".png", ".gif", ".svg"].iter().any(|end| file.ends_with(end))
}

/// How large a picture is, in pixels.
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

/// A character as an attribute of HTML in Markdown has it.
fn escaped(c: char) -> String {
    match c {
        '&' => "&amp;".to_owned(),
        '"' => "&quot;".to_owned(),
        '<' => "&lt;".to_owned(),
        '|' => "&#124;".to_owned(),
        _ => c.to_string(),
    }
}
