//! Tests the page of every lesson, with all that it links to.

use anyhow::{Context, Result, ensure};
use course::LessonInfo;
use std::path::Path;

/// Returns the values of an attribute in all tags of a page, as in `href="…"`.
fn values<'a>(html: &'a str, name: &str) -> Vec<&'a str> {
    let quoted = format!(" {name}=\"");
    html.split(&quoted).skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

/// Returns a page without its code, in which a dollar sign begins no formula.
fn without_code(html: &str) -> String {
    let parts = html.split("<code").enumerate();
    let rest = |(i, part): (usize, &str)| match part.split_once("</code>") {
        Some((_, rest)) if i > 0 => rest.to_owned(),
        _ => part.to_owned(),
    };
    parts.map(rest).collect()
}

/// Checks that a page's files and link targets exist.
fn leads_somewhere(path: &Path, html: &str) -> Result<()> {
    for link in values(html, "href").into_iter().chain(values(html, "src")) {
        if link.starts_with("https://") {
            continue;
        }
        let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
        let target = if file.is_empty() { path.to_owned() } else { path.with_file_name(file) };
        ensure!(target.exists(), "{link} leads nowhere");
        if !anchor.is_empty() {
            let target = std::fs::read_to_string(&target)?;
            ensure!(values(&target, "id").contains(&anchor), "{link} leads to no heading");
        }
    }
    Ok(())
}

fn is_whole(lesson: &LessonInfo) -> Result<()> {
    let (root, file) = (course::root(), lesson.file("README.md"));
    let markdown = std::fs::read_to_string(root.join(&file))?;
    let path = workbook::page::write(root, &file)?;
    let html = std::fs::read_to_string(&path)?;
    leads_somewhere(&path, &html)?;
    ensure!(!without_code(&html).contains('$'), "a formula is left as it was");
    let figures = markdown.lines().filter(|line| line.starts_with("<!-- figure ")).count();
    let scripts = values(&html, "src").into_iter().filter(|file| file.contains("/figures/")).count();
    let later = values(&html, "data-later").len();
    ensure!([values(&html, "data-figure").len(), scripts + later] == [figures; 2], "a figure is missing");
    ensure!(
        html.matches("<details").count() == markdown.matches("<details>").count(),
        "an answer is missing"
    );
    Ok(())
}

#[test]
fn the_page_of_a_lesson_has_all_that_its_text_names() -> Result<()> {
    for lesson in LessonInfo::all(course::root())? {
        is_whole(&lesson).with_context(|| format!("in the page of {}", lesson.folder))?;
    }
    Ok(())
}
