//! What mdBook's pages still lack, put right in the pages that it has made.

use anyhow::{Context, Result, bail};
use page::{HAND, HAND_END, live};
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
            let mut page = mended(html).with_context(|| format!("in {}", path.display()))?;
            page = if path.ends_with("print.html") { still(&page) } else { live(&page, root) };
            std::fs::write(&path, page)?;
        }
    }
    Ok(())
}

fn mended(mut html: String) -> Result<String> {
    for (old, new) in MENDED {
        if html.matches(old).count() != 1 {
            bail!("mdBook's pages are not what they were: {old} is not there once");
        }
        html = html.replace(old, new);
    }
    // A heading of nothing is none.
    Ok(html.replace("<th></th>", "<td></td>"))
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
