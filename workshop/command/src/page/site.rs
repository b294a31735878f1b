//! Pages that need only a browser, made in cargo's target folder.

use crate::page::OPTIONS;
use crate::page::links::{relative, slug};
use crate::page::maker::{BESIDE, Library, page};
use anyhow::{Context, Result};
use course::Id;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd, html};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The folder of all pages, from the workbook's.
const PAGES: &str = "target/workbook/pages/";

/// The folders whose texts have pages.
const TEXTS: [&str; 2] = ["lessons/", "docs/"];

/// The beginning of an interactive figure, up to its name.
const FIGURE: &str = "<figure class=\"live\" data-figure=\"";

/// The mark of a three-dimensional figure.
const SPACE: &str = "\" data-space role=";

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
    let (mut open, mut seen) = (vec![text.to_owned()], BTreeSet::new());
    while let Some(file) = open.pop() {
        let Some(to) = address(&file).filter(|_| seen.insert(file.clone())) else { continue };
        let page = page(&Library { root, place: &place }, &file, &read(root, &file)?)?;
        open.extend(page.files);
        write_file(&root.join(&to), &whole(&page.text, &relative(&to, BESIDE), None))?;
    }
    address(text).map(|page| root.join(page)).with_context(|| format!("{text} has no page"))
}

/// Writes a page that redirects to an exercise's part of its text's page, since not every system can open a file at a
/// place.
pub fn write_part(root: &Path, text: &str, page: &Path, id: Id) -> Result<PathBuf> {
    let (markdown, begins) = (read(root, text)?, format!("### {id} "));
    let heading = markdown.lines().find(|line| line.starts_with(&begins));
    let heading = heading.with_context(|| format!("the text has no part {id}"))?;
    let link = format!("{}#{}", page.file_name().unwrap_or_default().display(), slug(&heading[4..]));
    let part = page.with_file_name(format!("{id}.html"));
    write_file(
        &part,
        &format!("<!DOCTYPE html>\n<meta http-equiv=\"refresh\" content=\"0; url={link}\">\n"),
    )?;
    Ok(part)
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

/// The parts of the book around a page.
pub struct Around<'a> {
    /// The list of all pages, as HTML.
    pub contents: &'a str,
    /// Links to the pages before it and after it, as HTML.
    pub turns: &'a str,
}

/// Returns a page as HTML, with everything it loads from the folder `beside`.
pub fn whole(markdown: &str, beside: &str, around: Option<&Around<'_>>) -> String {
    let (title, body) = body(markdown);
    let tables =
        body.replace("<table>", "<div class=\"table-wrapper\"><table>").replace("</table>", "</table></div>");
    let own = around.map(|_| "book");
    let styles = ["alone", "page", "live"].into_iter().chain(own);
    let styles: String =
        styles.map(|name| format!("<link rel=\"stylesheet\" href=\"{beside}{name}.css\">\n")).collect();
    let scripts = ["highlight", "page"].into_iter().chain(own);
    let scripts: String =
        scripts.map(|name| format!("<script src=\"{beside}{name}.js\"></script>\n")).collect();
    let Around { contents, turns } = around.unwrap_or(&Around { contents: "", turns: "" });
    let page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n\
         {styles}<script src=\"{beside}theme.js\"></script>\n</head>\n\
         <body class=\"content\">\n{contents}<main>\n{tables}{turns}</main>\n{scripts}\
         <script>document.querySelectorAll(\"pre > code\").forEach(hljs.highlightBlock)</script>\n</body>\n</html>\n",
    );
    live(&page, beside)
}

/// A page's first heading, and the page as HTML. Links find a heading by its words, as on GitHub.
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
    // An empty heading is none.
    let body = body.replace("<th></th>", "<td></td>");
    (headings.into_iter().next().unwrap_or_default(), body)
}

/// Loads the scripts of a page's figures from the folder `beside`; where scripts run, the pictures that the figures
/// replace needn't be loaded.
fn live(html: &str, beside: &str) -> String {
    let (mut page, mut scripts) = (String::new(), String::new());
    let mut rest = html;
    while let Some((before, after)) = rest.split_once(FIGURE) {
        let (figure, after) = after.split_once("</figure>").unwrap_or((after, ""));
        let (name, _) = figure.split_once('"').unwrap_or_default();
        let still = figure.replacen("<img", "<noscript><img", 1);
        page.push_str(&format!("{before}{FIGURE}{still}</noscript></figure>"));
        scripts.push_str(&format!("<script src=\"{beside}figures/{name}.js\"></script>\n"));
        rest = after;
    }
    page.push_str(rest);
    match scripts.is_empty() {
        true => page,
        false => {
            // The scripts that figures in space share are loaded only if there is one.
            let shared = ["live", "space"].into_iter().take(1 + usize::from(page.contains(SPACE)));
            let shared = shared.map(|name| format!("<script src=\"{beside}{name}.js\"></script>\n"));
            let scripts = shared.collect::<String>() + &scripts;
            page.replacen("</body>", &format!("{scripts}</body>"), 1)
        }
    }
}
