//! All checks in one program: it is compiled and linked once, where each lesson's by itself costs as much as all.
//!
//! They stand in the lessons' library, since cargo builds a library while that below it is still being made, and a program
//! only when all is there.

use course::Lesson;
use std::fmt::Write;
use student::checks;
use student::tree::Files;

/// The program's name among the tests.
pub const NAME: &str = "graded";

/// The file that it is made from.
pub const FILE: &str = "lessons/graded.rs";

/// The lessons' library.
const LIBRARY: &str = "lessons/lib.rs";

/// Lists the tests.
const MANIFEST: &str = "lessons/Cargo.toml";

/// A workbook that has the checks of some lessons in one program.
///
/// They become functions of modules, as they are where they need OpenGL.
pub fn together(files: &Files, lessons: &[&Lesson]) -> Files {
    let mut all = files.clone();
    let (mut modules, mut list) = (String::new(), String::new());
    for lesson in lessons {
        let (file, number) = (lesson.file("checks.rs"), lesson.number);
        let Some(text) = files.get(&file).map(|text| String::from_utf8_lossy(text)) else { continue };
        let path = file.strip_prefix("lessons/").unwrap_or(&file);
        let _ = write!(modules, "#[allow(warnings)]\n#[path = {path:?}]\npub mod l{number};\n");
        for name in checks::names(&text) {
            let _ = writeln!(list, "        ({name:?}, lessons::l{number}::{name}),");
        }
        let lines = text.lines().filter(|line| line.trim() != "#[test]");
        let lines = lines.map(|line| match line.starts_with("fn ") {
            true => format!("pub {line}\n"),
            false => format!("{line}\n"),
        });
        all.insert(file, lines.collect::<String>().into_bytes());
    }
    let library = format!("\nextern crate self as lessons;\n{modules}");
    all.entry(LIBRARY.to_owned()).or_default().extend(library.into_bytes());
    let main = format!(
        "fn main() -> std::process::ExitCode {{\n    common::check::on_main_thread(&[\n{list}    ])\n}}\n"
    );
    all.insert(FILE.to_owned(), main.into_bytes());
    let test = format!("\n[[test]]\nname = \"{NAME}\"\npath = \"graded.rs\"\nharness = false\n");
    all.entry(MANIFEST.to_owned()).or_default().extend(test.into_bytes());
    all
}
