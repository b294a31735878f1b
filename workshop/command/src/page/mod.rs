//! Makes pages for a browser of the workbook's texts, with formulas, pictures and interactive figures.
//!
//! Students have each text as a page beside their programs, and the book has all of them.

mod formula;
pub mod links;
mod maker;
mod site;

pub use formula::mathml;
pub use maker::{BESIDE, Edit, Library, Page, page};
pub use site::{Around, KNIGHT, base64, script, whole, write};

use pulldown_cmark::Options;

/// The Markdown extensions that GitHub has.
pub const OPTIONS: Options = Options::ENABLE_TABLES
    .union(Options::ENABLE_MATH)
    .union(Options::ENABLE_GFM)
    .union(Options::ENABLE_TASKLISTS);
