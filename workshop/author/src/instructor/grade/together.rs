//! Puts all checks into one program, which compiles and links as fast as that of a single lesson.
//!
//! They are in a library, since cargo builds a library while the crates below are still being made, but a
//! program only when all are there.

use crate::projection::{LOCK, locked};
use crate::tree::Files;
use course::LessonInfo;
use std::collections::BTreeSet;
use std::fmt::Write;
use workbook::checks;

/// The name of the test program.
pub const NAME: &str = "graded";

/// The path of its source in the workbook.
pub const FILE: &str = "graded/graded.rs";

/// The path of its manifest, which tells the crates that it needs.
pub const MANIFEST: &str = "graded/Cargo.toml";

const HEAD: &str = r#"[package]
name = "graded"
version = "0.1.0"
edition = "2024"

[lib]
path = "lib.rs"

[[test]]
name = "graded"
path = "graded.rs"
harness = false

[dependencies]
"#;

/// Returns the workbook with the checks of some lessons in one program, in a package of its own.
///
/// They become functions of modules, as the checks that need OpenGL already are.
pub fn together(files: &Files, lessons: &[&LessonInfo]) -> Files {
    let mut all = files.clone();
    let (mut modules, mut list, mut needed) = (String::new(), String::new(), BTreeSet::new());
    for lesson in lessons {
        let (file, number) = (lesson.file("checks.rs"), lesson.number);
        let Some(text) = files.get(&file).map(|text| String::from_utf8_lossy(text)) else { continue };
        needed.extend(files.get(&lesson.file("Cargo.toml")).into_iter().flat_map(|manifest| needs(manifest)));
        let _ = write!(modules, "#[allow(warnings)]\n#[path = \"../{file}\"]\npub mod l{number};\n");
        for name in checks::names(&text) {
            let _ = writeln!(list, "        ({name:?}, graded::l{number}::{name}),");
        }
        all.insert(file, text.replace("#[test]", "").replace("\nfn ", "\npub fn ").into_bytes());
    }
    all.insert("graded/lib.rs".to_owned(), modules.into_bytes());
    let main =
        format!("fn main() -> std::process::ExitCode {{\n    check::on_main_thread(&[\n{list}    ])\n}}\n");
    all.insert(FILE.to_owned(), main.into_bytes());
    if let Some(root) = all.get_mut("Cargo.toml") {
        *root =
            String::from_utf8_lossy(root).replacen("members = [", "members = [\"graded\", ", 1).into_bytes();
    }
    if let Some(lock) = all.get_mut(LOCK) {
        *lock = locked(lock, NAME, &needed);
    }
    let line = |name: &String| match &**name {
        // Elsewhere OpenGL needs a window, though none is shown.
        "gl" if cfg!(target_os = "linux") => {
            "gl = { path = \"../workshop/gl\", default-features = false }\n".to_owned()
        }
        _ => format!("{name}.workspace = true\n"),
    };
    let needed: String = needed.iter().map(line).collect();
    all.insert(MANIFEST.to_owned(), format!("{HEAD}{needed}").into_bytes());
    all
}

/// Returns the dependencies of a lesson's check. The program's own are optional.
fn needs(manifest: &[u8]) -> BTreeSet<String> {
    let manifest = str::from_utf8(manifest).ok().and_then(|text| text.parse::<toml::Table>().ok());
    let manifest = manifest.unwrap_or_default();
    let tables = ["dependencies", "dev-dependencies"].map(|table| manifest.get(table));
    let all = tables.into_iter().flatten().filter_map(toml::Value::as_table).flatten();
    all.filter(|(_, value)| value.get("optional").is_none()).map(|(name, _)| name.clone()).collect()
}
