//! `cargo workbook editor`, which sets up an editor to show the checks' reports; and opening an editor.

use crate::style::GOOD;
use crate::workbook::Workbook;
use crate::{process, write};
use anstream::println;
use anyhow::{Context, Result, bail};
use course::LessonInfo;
use std::env;
use std::path::Path;
use std::process::{Command, ExitCode};

/// The files that each editor reads in the workbook's folder: the editor, the file, and its contents.
const FILES: [(&str, &str, &str); 6] = [
    ("vscode", ".vscode/settings.json", include_str!("editors/settings.json")),
    ("vscode", ".vscode/extensions.json", include_str!("editors/extensions.json")),
    ("vscode", ".vscode/tasks.json", include_str!("editors/tasks.json")),
    ("vscode", ".vscode/launch.json", include_str!("editors/launch.json")),
    ("helix", ".helix/languages.toml", include_str!("editors/helix.toml")),
    ("zed", ".zed/settings.json", include_str!("editors/zed.json")),
];

/// Writes the files that an editor needs, and overwrites no others; `off` deletes them again.
pub fn editor(workbook: &Workbook, name: &str) -> Result<()> {
    let off = name == "off";
    if !off && FILES.iter().all(|(editor, ..)| *editor != name) {
        bail!("'{name}' is none of vscode, helix, zed, or `off`; docs/editors.md tells of other editors.");
    }
    let slugs: Vec<_> = workbook.lessons.iter().map(LessonInfo::slug).collect();
    for (_, file, text) in FILES.iter().filter(|(editor, ..)| off || *editor == name) {
        let path = workbook.root.join(file);
        let text = text.replace("LESSONS", &format!("{slugs:?}"));
        match std::fs::read_to_string(&path) {
            Ok(old) if old == text && off => {
                std::fs::remove_file(&path).with_context(|| format!("cannot delete {file}"))?;
                // A folder with other files of the student's stays.
                let _ = path.parent().map(std::fs::remove_dir);
                println!("{file} is deleted.");
            }
            Ok(old) if off && old.contains("workbook-editor") => {
                println!("{file} was changed and stays: take out the line with `workbook-editor`.");
            }
            _ if off => {}
            Ok(old) if old == text => println!("{file} is there already."),
            Ok(_) => println!("{file} is yours and stays as it is. This would be in it:\n\n{text}"),
            Err(_) => {
                write::atomically(&path, text.as_bytes())?;
                println!("{GOOD}{file}{GOOD:#} is written.");
            }
        }
    }
    if !off {
        println!(
            "Open this folder in the editor, and save a file with an exercise. `cargo workbook editor off` ends it."
        );
    }
    Ok(())
}

/// Opens a file in the editor of `VISUAL` or `EDITOR`, at a row if that editor is known to accept one.
pub fn open(root: &Path, (file, row): &(String, usize)) -> Result<ExitCode> {
    let set = |name| env::var(name).ok().filter(|value| !value.trim().is_empty());
    let editor = set("VISUAL").or_else(|| set("EDITOR")).with_context(|| {
        format!("nothing can be opened, since no EDITOR is set; the place is {file}:{row}. `export EDITOR=vim` sets one.")
    })?;
    // A path may have spaces in it, and a command line too.
    let words: Vec<&str> =
        if Path::new(&editor).is_file() { vec![&editor] } else { editor.split_whitespace().collect() };
    let path = root.join(file);
    process::hand_over(Command::new(words[0]).args(&words[1..]).args(at(words[0], &path, *row)))
}

/// Returns the arguments that open an editor at a place.
fn at(program: &str, path: &Path, row: usize) -> Vec<String> {
    let path = path.display();
    let name = Path::new(program).file_stem().unwrap_or_default().to_string_lossy().to_lowercase();
    match name.as_str() {
        "code" | "code-insiders" | "codium" | "vscodium" => vec!["-g".to_owned(), format!("{path}:{row}")],
        "vi" | "vim" | "nvim" | "gvim" | "nano" | "emacs" | "emacsclient" | "micro" | "kak" => {
            vec![format!("+{row}"), path.to_string()]
        }
        "hx" | "helix" | "zed" | "zeditor" | "subl" => vec![format!("{path}:{row}")],
        _ => vec![path.to_string()],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_editor_is_told_a_place_in_its_own_way() {
        for (program, want) in [
            ("/opt/VS Code/code", &["-g", "/a b/ä.rs:7"][..]),
            ("nvim", &["+7", "/a b/ä.rs"]),
            ("hx", &["/a b/ä.rs:7"]),
            ("notepad.exe", &["/a b/ä.rs"]),
        ] {
            assert_eq!(at(program, Path::new("/a b/ä.rs"), 7), want);
        }
    }
}
