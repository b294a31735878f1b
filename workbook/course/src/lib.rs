//! What the workbook's tool and the stage both know of the course: where it lies, what its lessons say of themselves,
//! how its texts are read, what a check tells the tool, and how a command line is read.
//!
//! It is built before the first lesson can run, so it needs little.

pub mod command_line;
pub mod formula;
mod id;
mod lessons;
pub mod markdown;
mod problem;
pub mod protocol;
pub mod table;

pub use id::Id;
pub use lessons::{About, Answer, Answers, Exercise, Lesson, Mistake, Mistakes, Oral, Picture, Toml};
pub use problem::{Problem, row_col};
pub use toml::Spanned;

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// The environment variable that leads programs to another workbook than the one they were built in.
pub const ROOT: &str = "WORKBOOK_ROOT";

/// The workbook's folder: the one with `lessons`, `shaders` and `assets` in it.
///
/// It is the folder that this was built in, unless the environment variable [`ROOT`] names another.
pub fn root() -> &'static Path {
    static FOUND: LazyLock<PathBuf> = LazyLock::new(|| {
        let named = std::env::var_os(ROOT).filter(|folder| !folder.is_empty());
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        named.map_or_else(|| here.ancestors().nth(2).unwrap_or(here).to_owned(), PathBuf::from)
    });
    &FOUND
}
