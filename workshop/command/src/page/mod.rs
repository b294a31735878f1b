//! A text of the workbook as a page for a browser, with formulas as MathML, pictures and interactive figures.
//!
//! Students have each text as a page beside their programs, and the book has all of them.

mod formula;
pub mod links;
mod maker;
mod site;

pub use formula::mathml;
pub use maker::{BESIDE, Edit, Library, Page, edited, is_kept, page};
pub use site::{Around, KNIGHT, base64, script, whole, write};

use pulldown_cmark::Options;

/// GitHub's options of Markdown.
pub const OPTIONS: Options = Options::ENABLE_TABLES
    .union(Options::ENABLE_MATH)
    .union(Options::ENABLE_GFM)
    .union(Options::ENABLE_TASKLISTS);
