//! `cargo workbook doctor`: facts about this machine and this copy of the workbook.

use crate::branches::Branches;
use crate::cargo;
use crate::git;
use crate::process;
use crate::workbook::Workbook;
use anstream::{eprintln, println};
use anyhow::{Context, Result};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// Longest time for building a lesson, and for running it.
const PATIENCE: Duration = Duration::from_secs(900);

/// Prints the report. What can't be found out is unknown, and no error.
pub fn doctor(workbook: &Workbook, no_build: bool) -> Result<()> {
    let root = &workbook.root;
    line("workbook", &format!("{} in {}", env!("CARGO_PKG_VERSION"), root.display()));
    if let Some(other) = built_elsewhere(root) {
        line("built", &other);
    }
    line("tree", &tree(root));
    line("branches", &branches(workbook));
    let version = |program: &str| ask(Command::new(program).arg("--version"));
    line("rust", &format!("{}; {}", version("rustc"), version("cargo")));
    line("git", &version("git"));
    line("system", &system());
    line("display", &display());
    line("libraries", &libraries(root));
    line("disk", &disk(root));
    for (name, value) in opengl(workbook, no_build)? {
        line(&name, &value);
    }
    Ok(())
}

fn line(name: &str, value: &str) {
    println!("{name:<10} {value}");
}

/// Says where the programs were built, if the workbook has been copied or moved since. They read this workbook's files
/// anyway, unless [`course::ROOT`] names another one.
fn built_elsewhere(root: &Path) -> Option<String> {
    let named = std::env::var_os(course::ROOT).filter(|named| Path::new(named) != root);
    match named {
        Some(named) => Some(format!("{} is set: lessons and checks read {}", course::ROOT, named.display())),
        None if course::built_in() == root => None,
        None => Some(format!("in {}: this workbook was copied or moved since", course::built_in().display())),
    }
}

/// Returns the output of a program, in one line.
fn ask(command: &mut Command) -> String {
    let program = command.get_program().to_string_lossy().into_owned();
    match command.stdin(Stdio::null()).output() {
        Ok(output) if output.status.success() => String::from_utf8_lossy(&output.stdout).trim().to_owned(),
        Ok(_) => format!("{program} fails"),
        Err(_) => format!("{program} was not found"),
    }
}

/// The branch and commit that is checked out, and the changes in it.
fn tree(root: &Path) -> String {
    let said = |args: &[&str]| git::run(root, args).map(|said| said.trim().to_owned());
    let Ok(head) = said(&["log", "-1", "--format=%h %cs"]) else {
        return "no git history".to_owned();
    };
    let branch = said(&["branch", "--show-current"]).unwrap_or_default();
    let branch = if branch.is_empty() { "no branch".to_owned() } else { branch };
    let status = said(&["status", "--porcelain"]).unwrap_or_default();
    let changes = match status.lines().count() {
        0 => "nothing changed".to_owned(),
        1 => "1 file changed".to_owned(),
        n => format!("{n} files changed"),
    };
    format!("{branch}, {head}, {changes}")
}

/// Returns the students' branches that exist, in words.
fn branches(workbook: &Workbook) -> String {
    let branches = Branches::of(&workbook.root);
    let count = |kind: &str| {
        let names = workbook.lessons.iter().map(|lesson| format!("{kind}/{}", lesson.slug()));
        names.filter(|name| branches.find(name).is_some()).count()
    };
    let (exercises, solutions, lessons) = (count("exercise"), count("solution"), workbook.lessons.len());
    let starter = if branches.find("starter").is_some() { "starter" } else { "no starter" };
    format!("{starter}, {exercises} of {lessons} exercise/…, {solutions} of {lessons} solution/…")
}

fn system() -> String {
    let os = std::fs::read_to_string("/etc/os-release").unwrap_or_default();
    let name = os.lines().find_map(|line| line.strip_prefix("PRETTY_NAME="));
    let name = name.map_or(std::env::consts::OS, |name| name.trim_matches('"'));
    let kernel = std::fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
    let wsl = if kernel.to_lowercase().contains("microsoft") { ", under WSL" } else { "" };
    let kernel = kernel.trim();
    let kernel = if kernel.is_empty() { String::new() } else { format!(", kernel {kernel}") };
    format!("{name} on {}{kernel}{wsl}", std::env::consts::ARCH)
}

fn display() -> String {
    let set = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    if cfg!(any(target_os = "macos", windows)) {
        return "the system's own".to_owned();
    }
    match (set("WAYLAND_DISPLAY"), set("DISPLAY")) {
        (Some(wayland), Some(x11)) => {
            format!("Wayland ({wayland}) and X11 ({x11}), through which windows open")
        }
        (Some(wayland), None) => {
            format!("Wayland ({wayland}) without X11: no file can be dropped onto a window")
        }
        (None, Some(x11)) => format!("X11 ({x11})"),
        (None, None) => "none: lessons render a picture instead of opening a window".to_owned(),
    }
}

/// The system libraries that `setup.sh` would install.
fn libraries(root: &Path) -> String {
    if !cfg!(target_os = "linux") {
        return "those of the system".to_owned();
    }
    let output = Command::new("sh").arg("./setup.sh").arg("missing").current_dir(root).output();
    match output {
        Ok(output) if output.status.success() => {
            let missing = String::from_utf8_lossy(&output.stdout).trim().to_owned();
            match missing.as_str() {
                "" => "all there".to_owned(),
                missing => format!("missing: {missing}. `./setup.sh` installs them"),
            }
        }
        _ => "unknown: ./setup.sh does not tell".to_owned(),
    }
}

fn disk(root: &Path) -> String {
    let said = ask(Command::new("df").arg("-Pk").arg(root));
    let free = said.lines().nth(1).and_then(|line| line.split_whitespace().nth(3)?.parse::<f64>().ok());
    free.map_or("unknown".to_owned(), |kib| format!("{:.1} GiB free", kib / 1024.0 / 1024.0))
}

/// Returns a lesson's report on OpenGL, as lines `name: value`.
fn opengl(workbook: &Workbook, no_build: bool) -> Result<Vec<(String, String)>> {
    let name = |value: &str| vec![("opengl".to_owned(), value.to_owned())];
    if no_build {
        return Ok(name("not asked"));
    }
    let slug = workbook.lessons[0].slug();
    eprintln!(
        "Building {slug} to ask it about OpenGL; the first time this takes minutes. `--no-build` leaves it out."
    );
    let said = workbook.memory.folder().join("opengl");
    std::fs::create_dir_all(workbook.memory.folder()).context("cannot make a folder")?;
    let mut command = cargo::cargo(&workbook.root);
    command.args(["run", "--quiet", "--bin", &slug, "--", "--gl"]);
    command.stdin(Stdio::null()).stderr(Stdio::null());
    command.stdout(std::fs::File::create(&said).with_context(|| format!("cannot write {}", said.display()))?);
    process::catch_interrupts()?;
    let status = process::run(&mut command, PATIENCE)?;
    let text = std::fs::read_to_string(&said).unwrap_or_default();
    let lines = text.lines().filter_map(|line| line.split_once(": "));
    let facts: Vec<_> = lines.map(|(name, value)| (name.to_owned(), value.trim().to_owned())).collect();
    Ok(match status {
        Some(status) if status.success() && !facts.is_empty() => facts,
        _ => name(&format!("unknown: `cargo run --bin {slug} -- --gl` says why")),
    })
}
