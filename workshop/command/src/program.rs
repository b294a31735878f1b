//! `cargo workbook engine` and `program`: make a program of the student's own, of the files in `program/`.

use crate::run;
use crate::state::States;
use crate::style::{GOOD, WORK};
use crate::workbook::Workbook;
use crate::write;
use anstream::println;
use anyhow::{Context, Result, ensure};
use std::path::Path;

/// The base of a program.
#[derive(Clone, Copy, PartialEq)]
pub enum Stands {
    /// The field's crates alone. It answers the judge's tasks, and opens a window otherwise.
    Alone,
    /// The rooms of the workbook, in which the student wrote. It opens a window.
    OnTheWorkbook,
}

impl Stands {
    /// Returns the files of such a program. Each `{{…}}` in them is replaced by its name, or by a path.
    fn files(self) -> [(&'static str, &'static str); 3] {
        let (manifest, source) = match self {
            Self::Alone => (include_str!("program/engine.toml.txt"), include_str!("program/engine.rs.txt")),
            Self::OnTheWorkbook => {
                (include_str!("program/Cargo.toml.txt"), include_str!("program/main.rs.txt"))
            }
        };
        [(".gitignore", "/target\n"), ("Cargo.toml", manifest), ("src/main.rs", source)]
    }
}

/// The rooms of the workbook that it stands on.
const ROOMS: [&str; 3] = ["common", "formats", "gpu"];

/// The shader that draws skins.
const SHADER: &str = "shaders/skin.vert";

/// The lesson in whose views `verify` proves all that a model which plays is made by.
const PLAYS: u8 = 13;

/// Makes the program in a folder outside the workbook, and says what to do next. A path is meant from `here`; a plain
/// name is beside the workbook, as cargo knows this command in the workbook alone.
pub fn program(workbook: &Workbook, here: &Path, name: &str, stands: Stands) -> Result<()> {
    let (root, path) = (&workbook.root, Path::new(name));
    let is_plain = path.components().count() == 1 && path.is_relative();
    let folder = if is_plain { root.parent().unwrap_or(root) } else { here }.join(path);
    let name = path.file_name().and_then(|name| name.to_str()).context("the path ends without a name")?;
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_".contains(c);
    ensure!(
        name.chars().all(plain) && name.starts_with(|c: char| c.is_ascii_alphabetic()),
        "'{name}' is no name for a program. Write letters, digits, - and _, as in my-knight"
    );
    let lock = workbook.text("Cargo.lock")?;
    let is_it =
        |line: &str| line.strip_prefix("name = ").is_some_and(|other| other.trim_matches('"') == name);
    ensure!(!lock.lines().any(is_it), "a crate is called '{name}' already, so choose another name");
    ensure!(!folder.exists(), "{} is there already, so choose another name", folder.display());
    let around = folder.parent().context("a folder is around it")?;
    let around = around.canonicalize().with_context(|| format!("there is no {}", around.display()))?;
    ensure!(
        !around.starts_with(root.canonicalize()?),
        "{} is in the workbook, but a program of your own belongs outside it",
        folder.display()
    );

    write_files(root, &folder, name, stands, &lock)?;
    let page = match stands {
        Stands::Alone => "In the workbook, docs/engine/README.md leads on, to a body, a player and a file.",
        Stands::OnTheWorkbook => "In the workbook, docs/engine/window.md leads on, to a knight who walks.",
    };
    println!(
        "{GOOD}{name}{GOOD:#} is there, with an empty window. Next:\n\n  cd \"{}\"\n  cargo run\n\n\
         The first build takes minutes. {page}",
        folder.display()
    );
    if stands == Stands::OnTheWorkbook { say_what_is_open(workbook) } else { Ok(()) }
}

/// Writes the files of a program with this name, and the workbook's `lock` file, so that there is nothing to download.
pub fn write_files(root: &Path, folder: &Path, name: &str, stands: Stands, lock: &str) -> Result<()> {
    let mut own = vec![("{{name}}".to_owned(), name.to_owned())];
    for room in ROOMS {
        ensure!(root.join(room).join("Cargo.toml").is_file(), "this course has no `{room}` yet");
        let path = root.join(room);
        let path = path.to_str().context("the workbook's path is no Unicode, so cargo cannot read it")?;
        // Quoted as Rust does it, which suits TOML: a path of Windows' has backslashes.
        own.push((format!("{{{{{room}}}}}"), format!("{path:?}")));
    }
    let fill = |text: &str| own.iter().fold(text.to_owned(), |text, (mark, own)| text.replace(mark, own));
    for (file, template) in stands.files() {
        write::atomically(&folder.join(file), fill(template).as_bytes())?;
    }
    write::atomically(&folder.join("Cargo.lock"), lock.as_bytes())
}

/// Names the exercises without which a model doesn't play, so that nobody looks for the fault in the new program.
fn say_what_is_open(workbook: &Workbook) -> Result<()> {
    let states = States::of(workbook)?;
    let is_used = |file: &str| file == SHADER || ROOMS.contains(&file.split('/').next().unwrap_or_default());
    let open: Vec<String> = run::shown(workbook, PLAYS, &states)
        .filter(|exercise| is_used(exercise.file.get_ref()))
        .map(|exercise| format!("{} ({})", exercise.id(), exercise.title))
        .collect();
    if !open.is_empty() {
        println!("{WORK}He won't walk right yet{WORK:#}, because these aren't done: {}.", open.join(", "));
    }
    Ok(())
}
