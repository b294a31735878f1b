//! `cargo workbook read`: opens a lesson's text as a page in the browser.

use crate::workbook::Workbook;
use anyhow::Result;
use programs::open;

/// Makes the page of a lesson, opens it, and returns its path in a line.
pub fn read(workbook: &Workbook, name: &str) -> Result<String> {
    let page = crate::page::write(&workbook.root, &workbook.find_lesson(name)?.file("README.md"))?;
    Ok(match open::browse(&page) {
        true => format!("The text is in your browser: {}", page.display()),
        false => format!("No browser could be started, so open this page yourself: {}", page.display()),
    })
}
