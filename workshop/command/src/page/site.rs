//! Writes pages that need only a browser into cargo's target folder.

use crate::page::OPTIONS;
use crate::page::links::{relative, slug};
use crate::page::maker::{BESIDE, Library, page};
use anyhow::{Context, Result};
use base64::Engine;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd, html};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The folder of all pages, from the workbook's folder.
const PAGES: &str = "target/workbook/pages/";

/// The folders whose texts have pages.
const TEXTS: [&str; 2] = ["lessons/", "docs/"];

/// The knight's file, which three-dimensional figures show.
pub const KNIGHT: &str = "assets/knight/knight.glb";

/// The HTML before an interactive figure's name.
const FIGURE: &str = "<figure class=\"live\" data-figure=\"";

/// The HTML that marks a three-dimensional figure.
const SPACE: &str = " data-space";

/// The HTML that marks a figure whose scripts load when somebody comes near it.
const LATER: &str = " data-later";

/// Writes the page of a text, and all pages that links from it reach; returns the path of the first.
pub fn write(root: &Path, text: &str) -> Result<PathBuf> {
    let address = |file: &str| {
        let name =
            file.strip_suffix(".md").filter(|_| TEXTS.iter().any(|folder| file.starts_with(folder)))?;
        Some(format!("{PAGES}{name}.html"))
    };
    let place = |file: &str| {
        let is_there = root.join(file).exists();
        is_there.then(|| address(file).unwrap_or_else(|| file.to_owned()))
    };
    // A course may have neither him nor such a figure.
    if let Ok(knight) = std::fs::read(root.join(KNIGHT)) {
        write_file(&root.join(PAGES).join("knight.js"), &script("knight", &knight))?;
    }
    let (mut open, mut seen) = (vec![text.to_owned()], BTreeSet::new());
    while let Some(file) = open.pop() {
        let Some(to) = address(&file).filter(|_| seen.insert(file.clone())) else { continue };
        let page = page(&Library { root, place: &place }, &file, &read(root, &file)?)?;
        open.extend(page.files);
        let (beside, knight) = (relative(&to, BESIDE), relative(&to, &format!("{PAGES}knight.js")));
        write_file(&root.join(&to), &whole(&page.text, &beside, &knight, None))?;
    }
    address(text).map(|page| root.join(page)).with_context(|| format!("{text} has no page"))
}

fn read(root: &Path, file: &str) -> Result<String> {
    std::fs::read_to_string(root.join(file)).with_context(|| format!("cannot read {file}"))
}

fn write_file(path: &Path, text: &str) -> Result<()> {
    let write = || {
        path.parent().map_or(Ok(()), std::fs::create_dir_all)?;
        std::fs::write(path, text)
    };
    write().with_context(|| format!("cannot write {}", path.display()))
}

/// The parts of a book's page around its text.
pub struct Around<'a> {
    /// What else its head has, as HTML.
    pub head: &'a str,
    /// The list of all pages, as HTML.
    pub contents: &'a str,
    /// Links to the pages before it and after it, as HTML.
    pub turns: &'a str,
}

/// Returns a script that holds a file's bytes, as a page opened from a file may load nothing else.
pub fn script(name: &str, bytes: &[u8]) -> String {
    format!("globalThis.{name} = \"{}\";\n", base64(bytes))
}

/// Returns bytes as base64, without `=` at the end.
pub fn base64(bytes: &[u8]) -> String {
    STANDARD_NO_PAD.encode(bytes)
}

/// Returns a page as HTML, with scripts and styles from the folder `beside`, and the knight's script.
pub fn whole(markdown: &str, beside: &str, knight: &str, around: Option<&Around<'_>>) -> String {
    let (title, body) = body(markdown);
    let tables =
        body.replace("<table>", "<div class=\"table-wrapper\"><table>").replace("</table>", "</table></div>");
    let own = around.map(|_| "book");
    let styles = ["alone", "page", "live"].into_iter().chain(own);
    let styles: String =
        styles.map(|name| format!("<link rel=\"stylesheet\" href=\"{beside}{name}.css\">\n")).collect();
    let scripts = scripts(&tables, own, knight);
    let scripts: String =
        scripts.iter().map(|script| format!("<script src=\"{beside}{script}></script>\n")).collect();
    let Around { head, contents, turns } = around.unwrap_or(&Around { head: "", contents: "", turns: "" });
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n{head}\
         <link rel=\"icon\" href=\"{beside}icon.svg\">\n\
         {styles}<script src=\"{beside}theme.js\"></script>\n</head>\n\
         <body class=\"content\">\n<a class=\"skip\" href=\"#main\">Skip to the text</a>\n\
         {contents}<main id=\"main\">\n{tables}{turns}</main>\n{scripts}</body>\n</html>\n",
    )
}

/// Returns the text in HTML, with its entities as they are.
fn text_of(html: &str) -> String {
    html.split('<').map(|part| part.split_once('>').map_or(part, |(_, text)| text)).collect()
}

/// Returns a page's first heading, and its HTML. Links find a heading by its words, as on GitHub.
fn body(markdown: &str) -> (String, String) {
    let mut events: Vec<Event<'_>> =
        Parser::new_ext(markdown, OPTIONS.union(Options::ENABLE_DEFINITION_LIST)).collect();
    let mut headings: Vec<String> = Vec::new();
    for start in 0..events.len() {
        let (before, rest) = events.split_at_mut(start + 1);
        let Event::Start(Tag::Heading { id, .. }) = &mut before[start] else { continue };
        let words = rest.iter().take_while(|event| !matches!(event, Event::End(TagEnd::Heading(_))));
        let words = words.filter_map(|event| match event {
            Event::Text(text) | Event::Code(text) => Some(text.as_ref()),
            _ => None,
        });
        let words: String = words.collect();
        let before = headings.iter().filter(|before| slug(before) == slug(&words)).count();
        *id = Some(if before == 0 { slug(&words) } else { format!("{}-{before}", slug(&words)) }.into());
        headings.push(words);
    }
    let mut body = String::new();
    html::push_html(&mut body, events.into_iter());
    // An empty heading is none, and one that is a formula has its letters as a name.
    let body = body.replace("<th></th>", "<td></td>");
    let named = |(i, part): (usize, &str)| match i {
        0 => part.to_owned(),
        _ => {
            let name = text_of(&format!("<math{}", part.split("</th>").next().unwrap_or_default()));
            format!("<th><math aria-label=\"{name}\"{part}")
        }
    };
    let body = body.split("<th><math").enumerate().map(named).collect();
    (headings.into_iter().next().unwrap_or_default(), body)
}

/// Returns the tags for a page's scripts. Those for figures and three dimensions are only there if needed.
fn scripts(page: &str, own: Option<&str>, knight: &str) -> Vec<String> {
    let figures = page.split(FIGURE).skip(1).filter_map(|figure| figure.split(" role=").next());
    let (mut now, mut is_in_space) = (Vec::new(), false);
    for figure in figures.clone().filter(|figure| !figure.contains(LATER)) {
        now.extend(figure.split('"').next().map(|name| format!("figures/{name}.js\"")));
        is_in_space |= figure.contains(SPACE);
    }
    let all = ["highlight", "page"].into_iter().chain(own).map(|name| format!("{name}.js\""));
    let live = figures.clone().next().map(|_| format!("live.js\" data-knight=\"{knight}\""));
    let space = is_in_space.then(|| "space.js\"".to_owned());
    all.chain(live).chain(space).chain(now).collect()
}
