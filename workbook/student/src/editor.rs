//! `cargo workbook editor`, which lets an editor show what a check says; and the way into an editor.

use crate::style::GOOD;
use crate::workbook::Workbook;
use crate::{process, write};
use anstream::println;
use anyhow::{Context, Result, bail};
use course::LessonInfo;
use serde_json::{Value, json};
use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// The editors whose files are known.
const EDITORS: [&str; 3] = ["vscode", "helix", "zed"];

/// Writes what an editor needs, and nothing over what is there; `off` takes away what was written.
pub fn editor(workbook: &Workbook, name: &str) -> Result<()> {
    if name == "off" {
        return off(workbook);
    }
    let files = files(workbook, name);
    if files.is_empty() {
        bail!(
            "'{name}' is none of {}, or `off`; docs/editors.md says what other editors need.",
            EDITORS.join(", ")
        );
    }
    for (file, text) in files {
        match std::fs::read_to_string(workbook.root.join(&file)) {
            Ok(old) if old == text => println!("{file} is there already."),
            Ok(_) => println!("{file} is yours and stays as it is. This would be in it:\n\n{text}"),
            Err(_) => {
                write::atomically(&workbook.root.join(&file), text.as_bytes())?;
                println!("{GOOD}{file}{GOOD:#} is written.");
            }
        }
    }
    println!(
        "Open this folder in the editor, and save a file with an exercise: what its check says stands there. `cargo workbook editor off` ends it."
    );
    Ok(())
}

fn off(workbook: &Workbook) -> Result<()> {
    for (file, text) in EDITORS.iter().flat_map(|name| files(workbook, name)) {
        let path = workbook.root.join(&file);
        match std::fs::read_to_string(&path) {
            Ok(old) if old == text => {
                std::fs::remove_file(&path).with_context(|| format!("cannot delete {file}"))?;
                // Where something of the student's is in it, it stays.
                let _ = path.parent().map(std::fs::remove_dir);
                println!("{file} is deleted.");
            }
            Ok(old) if old.contains(ALIAS) => {
                println!("{file} was changed and stays: take out the line with `{ALIAS}`.");
            }
            _ => {}
        }
    }
    Ok(())
}

/// What `.cargo/config.toml` calls the check that an editor starts.
const ALIAS: &str = "workbook-editor";

/// The files that an editor reads of a folder, from the workbook's, and what is to be in them.
fn files(workbook: &Workbook, editor: &str) -> Vec<(String, String)> {
    let command = ["cargo", ALIAS, "$saved_file"];
    let written = |file: &str, json: Value| (file.to_owned(), format!("{json:#}\n"));
    match editor {
        "vscode" => vec![
            written(
                ".vscode/settings.json",
                json!({ "rust-analyzer.check.overrideCommand": command, "files.watcherExclude": { "**/target/**": true } }),
            ),
            written(
                ".vscode/extensions.json",
                json!({ "recommendations": ["rust-lang.rust-analyzer", "vadimcn.vscode-lldb"] }),
            ),
            written(".vscode/tasks.json", tasks()),
            written(".vscode/launch.json", launch(workbook)),
        ],
        "helix" => vec![(
            ".helix/languages.toml".to_owned(),
            format!("[language-server.rust-analyzer.config.check]\noverrideCommand = {command:?}\n"),
        )],
        "zed" => vec![written(
            ".zed/settings.json",
            json!({ "lsp": { "rust-analyzer": { "initialization_options": { "check": { "overrideCommand": command } } } } }),
        )],
        _ => Vec::new(),
    }
}

/// Tasks that check the file which is open, shaders and tables as well, and show its places by themselves.
fn tasks() -> Value {
    let task = |label: &str, args: Value, matcher: Value| {
        json!({
            "label": label, "type": "process", "command": "cargo", "args": args, "problemMatcher": matcher,
            "group": "test", "presentation": { "clear": true },
        })
    };
    let matcher = json!({
        "owner": "workbook", "fileLocation": ["relative", "${workspaceFolder}"],
        "pattern": {
            "regexp": "^(.+?):(\\d+):(\\d+): (error|warning|note)(?:\\[(.*?)\\])?: (.*)$",
            "file": 1, "line": 2, "column": 3, "severity": 4, "code": 5, "message": 6,
        },
    });
    json!({ "version": "2.0.0", "tasks": [
        task("workbook: check this file", json!(["workbook", "check", "--message-format", "short", "${file}"]), matcher),
        task("workbook: what is next", json!(["workbook"]), json!([])),
    ]})
}

/// A lesson's program, under a debugger.
fn launch(workbook: &Workbook) -> Value {
    let slugs: Vec<String> = workbook.lessons.iter().map(LessonInfo::slug).collect();
    json!({ "version": "0.2.0",
        "configurations": [{
            "name": "a lesson", "type": "lldb", "request": "launch", "cwd": "${workspaceFolder}",
            "cargo": { "args": ["build", "--bin", "${input:lesson}"] },
        }],
        "inputs": [{ "id": "lesson", "type": "pickString", "description": "Which lesson?", "options": slugs }],
    })
}

/// Opens a file, at a row where the editor that `VISUAL` or `EDITOR` names is known to take one.
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

/// How an editor is told a place.
fn at(program: &str, path: &Path, row: usize) -> Vec<String> {
    let path = path.display();
    let name = PathBuf::from(program).file_stem().unwrap_or_default().to_string_lossy().to_lowercase();
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
