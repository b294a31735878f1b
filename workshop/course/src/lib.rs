//! Reads what the tool and the stage share of the course: its folder, the texts of its lessons, outcomes of
//! checks and command lines. It also writes files.
//!
//! It is built before the first lesson can run, so it depends on little.
//!
//! **In here:** What both the tool and a running lesson know of the course. **Depends on:** nothing.

pub mod command_line;
mod id;
mod lessons;
mod problem;
mod program;
pub mod protocol;
mod state;
pub mod table;
pub mod write;

pub use id::Id;
pub use lessons::{
    About, Answer, Answers, Exercise, LessonInfo, Mistake, Mistakes, Oral, Picture, Toml, opens_no_models,
};
pub use problem::{Problem, row_col};
pub use program::{NotCompiled, panic_text};
pub use state::State;
pub use toml::Spanned;

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// The environment variable that names another workbook's folder than the one a program was built in.
pub const ROOT: &str = "WORKBOOK_ROOT";

/// The environment variable in which the tool passes a lesson the earlier lessons that are not done.
pub const NOT_DONE: &str = "WORKBOOK_NOT_DONE";

/// The tool's arguments with which a window asks for the states of its exercises; with the second word the
/// tool checks them first.
pub const EXERCISES: [&str; 2] = ["exercises", "check"];

/// Returns the workbook's folder, the one with `lessons`, `shaders` and `assets` in it.
///
/// It is the one that the environment variable [`ROOT`] names; else the workbook around the current folder, else the
/// one around the program, and last the one that this program was built in. A copy of a workbook may have programs that
/// were built in the original, since cargo takes them for its own.
pub fn root() -> &'static Path {
    static FOUND: LazyLock<PathBuf> = LazyLock::new(|| {
        let named = std::env::var_os(ROOT).filter(|folder| !folder.is_empty());
        let around = |path: std::io::Result<PathBuf>| around(&path.ok()?).map(Path::to_owned);
        let named = named.map(PathBuf::from);
        named
            .or_else(|| around(std::env::current_dir()))
            .or_else(|| around(std::env::current_exe()))
            .unwrap_or_else(|| built_in().to_owned())
    });
    &FOUND
}

/// Returns the workbook around a path: the nearest folder above it, or itself, with lessons in it.
pub fn around(path: &Path) -> Option<&Path> {
    let is_root = |folder: &&Path| folder.join("Cargo.toml").is_file() && folder.join("lessons").is_dir();
    path.ancestors().find(is_root)
}

/// Returns the folder of the workbook that this program was built in.
fn built_in() -> &'static Path {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap_or(here)
}
