//! `cargo workbook editor`, which sets up an editor to show the checks' reports.

use crate::style::GOOD;
use crate::workbook::Workbook;
use crate::write;
use anstream::println;
use anyhow::{Result, ensure};
use course::LessonInfo;

/// The files that editors read in the workbook's folder, each with the editor's name and its contents.
const FILES: [(&str, &str, &str); 6] = [
    ("vscode", ".vscode/settings.json", include_str!("editors/settings.json")),
    ("vscode", ".vscode/extensions.json", include_str!("editors/extensions.json")),
    ("vscode", ".vscode/tasks.json", include_str!("editors/tasks.json")),
    ("vscode", ".vscode/launch.json", include_str!("editors/launch.json")),
    ("helix", ".helix/languages.toml", include_str!("editors/helix.toml")),
    ("zed", ".zed/settings.json", include_str!("editors/zed.json")),
];

/// Writes the files that an editor needs, and overwrites no others.
pub fn editor(workbook: &Workbook, name: &str) -> Result<()> {
    ensure!(
        FILES.iter().any(|(editor, ..)| *editor == name),
        "'{name}' is none of vscode, helix, zed; docs/editors.md tells of other editors."
    );
    let slugs: Vec<_> = workbook.lessons.iter().map(LessonInfo::slug).collect();
    for (_, file, text) in FILES.iter().filter(|(editor, ..)| *editor == name) {
        let path = workbook.root.join(file);
        let text = text.replace("LESSONS", &format!("{slugs:?}"));
        match std::fs::read_to_string(&path) {
            Ok(old) if old == text => println!("{file} is there already."),
            Ok(_) => println!("{file} is yours, so it stays as it is. Add this to it:\n\n{text}"),
            Err(_) => {
                write::atomically(&path, text.as_bytes())?;
                println!("{GOOD}{file}{GOOD:#} is written.");
            }
        }
    }
    println!(
        "Open this folder in the editor, and save a file with an exercise. If you delete what was written, all is as before."
    );
    Ok(())
}
