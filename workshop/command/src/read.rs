//! `cargo workbook read`: opens a lesson's text as a page in the browser.

use crate::workbook::Workbook;
use anyhow::Result;
use programs::open;

/// Makes the page of a lesson, opens it, and returns its path in a line.
pub fn read(workbook: &Workbook, name: &str) -> Result<String> {
    let page = crate::page::write(&workbook.root, &workbook.find_lesson(name)?.file("README.md"))?;
    let then = match open::browse(&page) {
        Some(true) => "The text is in your browser",
        Some(false) => "No browser could be started, so open this page yourself",
        None => "A browser was started. If it doesn't show the text, open this page yourself",
    };
    Ok(format!("{then}: {}", page.display()))
}
