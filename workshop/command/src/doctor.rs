//! `cargo workbook doctor`: prints facts about this machine and this copy of the workbook.

use crate::branches::Branches;
use crate::cargo;
use crate::git;
use crate::state::States;
use crate::workbook::Workbook;
use anstream::{eprintln, println};
use course::{Exercise, LessonInfo};
use std::path::Path;
use std::process::{Command, Stdio};

/// Prints the report. What can't be found out is unknown, and no error.
pub fn doctor(workbook: &Workbook, no_build: bool) {
    let root = &workbook.root;
    line("workbook", &format!("{} in {}", env!("CARGO_PKG_VERSION"), root.display()));
    line("tree", &tree(root));
    line("branches", &branches(workbook));
    line("exercise", &exercise(workbook).unwrap_or_else(|| "unknown".to_owned()));
    let version = |program: &str| ask(Command::new(program).arg("--version"));
    line("rust", &format!("{}; {}", version("rustc"), version("cargo")));
    line("git", &version("git"));
    line("system", &system());
    line("display", &display());
    if cfg!(target_os = "linux") {
        line("libraries", &libraries(root));
    }
    let opengl = if no_build { "opengl: not asked".to_owned() } else { opengl(workbook) };
    for said in opengl.lines() {
        let (name, value) = said.split_once(": ").unwrap_or(("opengl", said));
        line(name, value);
    }
}

fn line(name: &str, value: &str) {
    println!("{name:<10} {value}");
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

/// Returns the branch and commit that is checked out, and the changes in it.
fn tree(root: &Path) -> String {
    let said = |args: &[&str]| git::run(root, args).map(|said| said.trim().to_owned());
    let Ok(head) = said(&["log", "-1", "--format=%h %cs"]) else {
        return "no git history".to_owned();
    };
    let branch = said(&["branch", "--show-current"]).unwrap_or_default();
    let branch = if branch.is_empty() { "no branch".to_owned() } else { branch };
    let status = said(&["status", "--porcelain"]).unwrap_or_default();
    format!("{branch}, {head}, {} changed", status.lines().count())
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

/// Returns the exercise that the student works at, and how many are right.
fn exercise(workbook: &Workbook) -> Option<String> {
    let states = States::of(workbook).ok()?;
    let ids: Vec<_> = workbook.lessons.iter().flat_map(LessonInfo::exercises).map(Exercise::id).collect();
    let right = ids.iter().filter(|id| states.get(**id).is_right()).count();
    let next = states.next(workbook).map_or("none".to_owned(), |(_, exercise)| exercise.id().to_string());
    Some(format!("{next} next, {right} of {} right", ids.len()))
}

fn system() -> String {
    let version = match std::env::consts::OS {
        "windows" => ask(Command::new("cmd").args(["/c", "ver"])),
        "macos" => format!("macOS {}", ask(Command::new("sw_vers").arg("-productVersion"))),
        _ => linux(),
    };
    format!("{version} on {}", std::env::consts::ARCH)
}

/// Returns the distribution's name, and the kernel's, which tells of WSL.
fn linux() -> String {
    let os = std::fs::read_to_string("/etc/os-release").unwrap_or_default();
    let name = os.lines().find_map(|line| line.strip_prefix("PRETTY_NAME="));
    let name = name.map_or(std::env::consts::OS, |name| name.trim_matches('"'));
    let kernel = std::fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
    format!("{name}, {}", kernel.trim())
}

fn display() -> String {
    let set = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    if cfg!(any(target_os = "macos", windows)) {
        return "the system's own".to_owned();
    }
    match (set("WAYLAND_DISPLAY"), set("DISPLAY")) {
        (_, Some(x11)) => format!("X11 ({x11})"),
        (Some(wayland), None) => format!("Wayland ({wayland})"),
        (None, None) => "none, so lessons render a picture instead of opening a window".to_owned(),
    }
}

/// Returns the missing system libraries that `setup.sh` would install.
fn libraries(root: &Path) -> String {
    match ask(Command::new("sh").args(["./setup.sh", "missing"]).current_dir(root)).as_str() {
        "" => "all there".to_owned(),
        missing => format!("{missing}; `./setup.sh` installs what is missing"),
    }
}

/// Returns a lesson's report on OpenGL, as lines `name: value`.
fn opengl(workbook: &Workbook) -> String {
    let slug = workbook.lessons[0].slug();
    eprintln!(
        "Building {slug} to ask it about OpenGL; the first time this takes minutes. `--no-build` leaves it out."
    );
    ask(cargo::cargo(&workbook.root).args(["run", "--quiet", "--bin", &slug, "--", "--gl"]))
}
