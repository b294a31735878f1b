//! What mdBook's pages still lack, put right in the pages that it has made.

use crate::book::page::{HAND, HAND_END};
use anyhow::{Context, Result, bail};
use std::path::Path;

/// What stands in each page once, and what takes its place.
///
/// Only two of its five sets of colours have been made legible everywhere; and readers of screens, and those
/// without a mouse, must be told what a thing is, and come to it.
const MENDED: [(&str, &str); 9] = [
    (
        r#"<li role="none"><button role="menuitem" class="theme" id="mdbook-theme-rust">Rust</button></li>"#,
        "",
    ),
    (
        r#"<li role="none"><button role="menuitem" class="theme" id="mdbook-theme-coal">Coal</button></li>"#,
        "",
    ),
    (r#"<li role="none"><button role="menuitem" class="theme" id="mdbook-theme-ayu">Ayu</button></li>"#, ""),
    (r#"id="mdbook-theme-navy">Navy<"#, r#"id="mdbook-theme-navy">Dark<"#),
    (r#"<label id="mdbook-sidebar-toggle""#, r#"<button type="button" id="mdbook-sidebar-toggle""#),
    ("</label>", "</button>"),
    (r#"<div id="mdbook-menu-bar""#, r#"<div role="banner" id="mdbook-menu-bar""#),
    (r#"<div id="mdbook-search-wrapper""#, r#"<div role="search" id="mdbook-search-wrapper""#),
    (r#"<div id="mdbook-help-popup">"#, r#"<div id="mdbook-help-popup" role="dialog" aria-label="Keys">"#),
];

/// What may be wider than its page, and must then be reached by keys to be moved; headings of nothing; and the
/// tables of mistakes, which are laid out as cards.
const EACH: [(&str, &str); 5] = [
    (r#"<math display="block">"#, r#"<math display="block" tabindex="0">"#),
    ("<th></th>", "<td></td>"),
    (
        "<table>\n<thead>\n<tr><th>Wrong</th><th>Right</th><th>",
        "<table class=\"mistakes\">\n<thead>\n<tr><th>Wrong</th><th>Right</th><th>",
    ),
    ("<pre>", r#"<pre tabindex="0">"#),
    (r#"<div class="table-wrapper">"#, r#"<div class="table-wrapper" tabindex="0">"#),
];

/// What begins a figure that answers to the hand, up to its name.
const FIGURE: &str = "<figure class=\"live\" data-figure=\"";

/// Goes through all pages of a site.
pub fn all(site: &Path) -> Result<()> {
    folder(site, "")
}

/// Goes through the pages of a folder, from which `root` leads to the site's.
fn folder(path: &Path, root: &str) -> Result<()> {
    for entry in std::fs::read_dir(path).with_context(|| format!("cannot read {}", path.display()))? {
        let path = entry?.path();
        if path.is_dir() {
            folder(&path, &format!("../{root}"))?;
        } else if path.extension().is_some_and(|end| end == "html") && !path.ends_with("toc.html") {
            let html = std::fs::read_to_string(&path)?;
            let mut page = page(html).with_context(|| format!("in {}", path.display()))?;
            page = if path.ends_with("print.html") { still(&page) } else { live(&page, root) };
            std::fs::write(&path, page)?;
        }
    }
    Ok(())
}

fn page(mut html: String) -> Result<String> {
    for (old, new) in MENDED {
        if html.matches(old).count() != 1 {
            bail!("mdBook's pages are not what they were: {old} is not there once");
        }
        html = html.replace(old, new);
    }
    Ok(EACH.iter().fold(html, |html, (old, new)| html.replace(old, new)))
}

/// Leaves out what only a hand can do.
fn still(html: &str) -> String {
    let parts = html.split(HAND).enumerate();
    let without = parts.map(|(i, part)| match part.split_once(HAND_END) {
        Some((_, rest)) if i > 0 => rest,
        _ => part,
    });
    without.collect()
}

/// Loads the scripts of a page's figures; where they run, the pictures that stand for them need not be loaded.
fn live(html: &str, root: &str) -> String {
    let (mut page, mut scripts) = (String::new(), String::new());
    let mut rest = html;
    while let Some((before, after)) = rest.split_once(FIGURE) {
        let (figure, after) = after.split_once("</figure>").unwrap_or((after, ""));
        let (name, _) = figure.split_once('"').unwrap_or_default();
        let still = figure.replacen("<img", "<noscript><img", 1);
        page.push_str(&format!("{before}{FIGURE}{still}</noscript></figure>"));
        scripts.push_str(&format!("<script src=\"{root}figures/{name}.js\"></script>\n"));
        rest = after;
    }
    page.push_str(rest);
    match scripts.is_empty() {
        true => page,
        false => {
            let scripts = format!("<script src=\"{root}live.js\"></script>\n{scripts}");
            page.replacen("</body>", &format!("{scripts}</body>"), 1)
        }
    }
}
