//! A tiny workbook of two lessons, in a temporary folder and a git repository of its own.

// Each test program uses a part of it.
#![allow(dead_code)]

use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// The tool.
pub const TOOL: &str = env!("CARGO_BIN_EXE_workbook");

pub struct Workbook {
    _folder: TempDir,
    root: PathBuf,
}

/// What the tool did.
pub struct Done {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl Workbook {
    pub fn new() -> Self {
        Self::named("workbook", "\n")
    }

    /// A workbook in a folder of this name, its files with these line ends.
    pub fn named(name: &str, line_end: &str) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        // On some systems the temporary folder is reached by a link, and cargo gives paths without it.
        let root = folder.path().canonicalize().expect("the folder").join(name);
        let workbook = Self { _folder: folder, root };
        for (file, text) in FILES {
            workbook.write(file, &text.replace('\n', line_end));
        }
        let git = Command::new("git").args(["init", "--quiet"]).current_dir(&workbook.root).status();
        assert!(git.expect("git").success());
        workbook
    }

    pub fn root(&self) -> &Path {
        &self.root
    }

    pub fn write(&self, file: &str, text: &str) {
        let path = self.root.join(file);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("made the folder");
        std::fs::write(path, text).expect("written");
    }

    /// Replaces a text that stands in a file.
    pub fn edit(&self, file: &str, from: &str, to: &str) {
        let text = std::fs::read_to_string(self.root.join(file)).expect("a file to edit");
        assert!(text.contains(from), "{file} has no {from}");
        self.write(file, &text.replacen(from, to, 1));
    }

    /// Runs the tool in the workbook's folder.
    pub fn run(&self, args: &[&str]) -> Done {
        run_in(&self.root, args)
    }
}

/// Runs the tool in a folder.
pub fn run_in(folder: &Path, args: &[&str]) -> Done {
    let output = command_in(folder, TOOL).args(args).output().expect("the tool");
    Done {
        code: output.status.code(),
        stdout: String::from_utf8(output.stdout).expect("UTF-8"),
        stderr: String::from_utf8(output.stderr).expect("UTF-8"),
    }
}

/// A program in a folder, without what may have been set for this test's own build.
pub fn command_in(folder: &Path, program: &str) -> Command {
    let mut command = Command::new(program);
    command.current_dir(folder);
    for variable in ["CARGO_TARGET_DIR", "CARGO_BUILD_BUILD_DIR", "RUSTFLAGS", "WORKBOOK_VARIANT"] {
        command.env_remove(variable);
    }
    command
}

impl Done {
    /// The lines of the output without the times that some end in.
    pub fn lines(&self) -> Vec<&str> {
        self.stdout.lines().map(strip_time).collect()
    }

    #[track_caller]
    pub fn says(&self, text: &str) {
        let (stdout, stderr) = (&self.stdout, &self.stderr);
        assert!(stdout.contains(text), "not said: {text}\n--- stdout\n{stdout}--- stderr\n{stderr}");
    }
}

/// A line without its last two words if they are a time, as in `  1.5 s`.
fn strip_time(line: &str) -> &str {
    let time = line
        .rsplit_once("  ")
        .filter(|(_, time)| time.strip_suffix(" s").is_some_and(|number| number.parse::<f32>().is_ok()));
    time.map_or(line, |(line, _)| line)
}

const FILES: &[(&str, &str)] = &[
    (
        "Cargo.toml",
        r#"[workspace]
resolver = "3"
members = ["check", "common", "lessons/*_*"]

[workspace.dependencies]
check = { path = "check" }
common = { path = "common" }
"#,
    ),
    (
        "Cargo.lock",
        r#"version = 4

[[package]]
name = "check"
version = "0.1.0"

[[package]]
name = "common"
version = "0.1.0"

[[package]]
name = "lesson-01"
version = "0.1.0"
dependencies = [
 "check",
 "common",
]

[[package]]
name = "lesson-02"
version = "0.1.0"
dependencies = [
 "check",
 "common",
]
"#,
    ),
    (".gitignore", "/target\n"),
    (
        "common/Cargo.toml",
        r#"[package]
name = "common"
version = "0.1.0"
edition = "2024"
"#,
    ),
    (
        "common/src/lib.rs",
        r#"//! Numbers.

pub mod numbers;
"#,
    ),
    (
        "check/Cargo.toml",
        r#"[package]
name = "check"
version = "0.1.0"
edition = "2024"
"#,
    ),
    (
        "check/src/lib.rs",
        r#"//! What checks use.

use std::io::Write;

pub fn check(id: &str, answer: impl FnOnce() -> i64, want: i64, suspects: &[(&str, i64)]) {
    check_after(&[], id, answer, want, suspects);
}

/// The same for an answer that needs those to earlier exercises, each with whether it is right.
pub fn check_after(
    earlier: &[(&str, bool)],
    id: &str,
    answer: impl FnOnce() -> i64,
    want: i64,
    suspects: &[(&str, i64)],
) {
    let tell = |line: String| {
        if let Some(path) = std::env::var_os("WORKBOOK_OUTCOMES") {
            let mut file = std::fs::OpenOptions::new().append(true).open(path).expect("a file");
            writeln!(file, "{line}").expect("written");
        }
    };
    let blocked_by = earlier.iter().find(|(_, right)| !right).map(|(id, _)| *id);
    if std::env::var_os("WORKBOOK_ASK").is_some() {
        let mut key = String::new();
        std::io::stdin().read_line(&mut key).expect("a key");
        let given = answer();
        return tell(format!("{}\t{id}\t{given} {}", key.trim(), blocked_by.unwrap_or("-")));
    }
    let told = std::env::var_os("WORKBOOK_ANSWERS").map(|path| std::fs::read_to_string(path).expect("answers"));
    let told = told.as_deref().map(|told| told.trim().split_once(' ').expect("an answer"));
    let given = told.map_or_else(answer, |(given, _)| given.parse().expect("a number"));
    let blocked_by = told.map_or(blocked_by, |(_, id)| Some(id).filter(|id| *id != "-"));
    println!("given {given}, wanted {want}");
    let known = suspects.iter().find(|(_, wrong)| *wrong == given).map(|(name, _)| *name);
    let outcome = match known {
        _ if given == want => "passed\t".to_owned(),
        _ if blocked_by.is_some() => format!("blocked\t{}", blocked_by.unwrap_or_default()),
        Some("starter") => "open\t".to_owned(),
        Some(name) => format!("mistake\t{name}"),
        None => "wrong\t".to_owned(),
    };
    tell(format!("{id}\t{outcome}"));
    let needs: Vec<&str> = earlier.iter().map(|(id, _)| *id).collect();
    tell(format!("about\t{id}\t{}\t", needs.join(" ")));
    assert!(given == want);
}

/// Runs the check that the command line names.
pub fn on_main_thread(checks: &[(&str, fn())]) -> std::process::ExitCode {
    let wanted = std::env::args().nth(1).unwrap_or_default();
    for (_, check) in checks.iter().filter(|(name, _)| *name == wanted) {
        check();
    }
    std::process::ExitCode::SUCCESS
}
"#,
    ),
    (
        "common/src/numbers.rs",
        r#"//! Numbers to work out.

/// Twice a number.
pub fn twice(number: i64) -> i64 {
    // TODO 01.1: Give the double;
    //   of any number.
    // BEGIN SOLUTION 01.1
    let one_more_time = number;
    number + one_more_time
    // END SOLUTION 01.1
    // STARTER 01.1: let _ = number;
    // STARTER 01.1: 0
}

/// A number that comes before another.
pub fn before(number: i64) -> i64 {
    // TODO 02.1: Give the number that comes before.
    // BEGIN SOLUTION 02.1
    let the_step_between_two = 1;
    number - the_step_between_two
    // END SOLUTION 02.1
    // STARTER 02.1: number
}
"#,
    ),
    (
        "shaders/scale.vert",
        r#"#version 330 core

float scale() {
    // TODO 01.2: Make things three times as large.
    // BEGIN SOLUTION 01.2
    float scale_of_things = 3;
    return scale_of_things;
    // END SOLUTION 01.2
    // STARTER 01.2: return 1;
}
"#,
    ),
    (
        "lessons/01_first/Cargo.toml",
        r#"[package]
name = "lesson-01"
version = "0.1.0"
edition = "2024"

[dependencies]
check.workspace = true
common.workspace = true

[[test]]
name = "01-first-checks"
path = "checks.rs"
"#,
    ),
    (
        "lessons/02_second/Cargo.toml",
        r#"[package]
name = "lesson-02"
version = "0.1.0"
edition = "2024"

[dependencies]
check.workspace = true
common.workspace = true

[[test]]
name = "02-second-checks"
path = "checks.rs"
"#,
    ),
    (
        "proof/tests/pictures.rs",
        "#[test]\nfn needs_the_solutions() { assert_eq!(common::numbers::twice(2), 4); }\n",
    ),
    (
        "lessons/01_first/lesson.toml",
        r#"title = "First"
summary = "It begins."
part = "I Numbers"
minutes = 10
goals = ["count"]
builds_on = []

[[exercise]]
id = "01.1"
title = "Twice"
file = "common/src/numbers.rs"
function = "twice"
minutes = 5
hints = ["How often?", "It is even.", "Add it to itself."]

[[exercise]]
id = "01.2"
title = "A larger scale"
file = "shaders/scale.vert"
function = "scale"
minutes = 5
hints = ["How large?", "It is odd.", "Write another number."]

[[picture]]
file = "pictures/a.png"
args = ["--at", "0"]
"#,
    ),
    ("lessons/01_first/pictures/a.png", "no picture"),
    (
        "lessons/01_first/mistakes.toml",
        r#"[[mistake]]
exercise = "01.1"
name = "squared"
title = "It was squared"
belief = "Twice is times itself."
say = "It grew too fast."
hint = 1
code = '''
let squared = number * number;
squared
'''

[[mistake]]
exercise = "01.1"
name = "two-added"
title = "Two was added"
belief = "Twice is two more."
say = "It grew too slowly."
hint = 3
code = "number + 2"

[[mistake]]
exercise = "01.2"
name = "too-small"
title = "It is too small"
belief = "Two will do."
say = "Look again."
hint = 2
code = "return 2;"
"#,
    ),
    (
        "lessons/01_first/answers.toml",
        r#"[[wrong]]
exercise = "01.1"
name = "thrice"
code = "number * 3"

[[wrong]]
exercise = "01.1"
name = "one-taken"
code = "number + number - 1"

[[right]]
exercise = "01.1"
name = "shifted"
code = "number << 1"
"#,
    ),
    (
        "lessons/01_first/checks.rs",
        r#"//! The checks of lesson 01.

use check::check;

#[test]
fn todo_01_1_twice() {
    check("01.1", || common::numbers::twice(7), 14, &[("starter", 0), ("squared", 49), ("two-added", 9)]);
}

fn scale() -> i64 {
    let text = std::fs::read_to_string("../shaders/scale.vert").expect("a shader");
    let number = text.split("return ").nth(1).and_then(|rest| rest.split(';').next()).expect("a number");
    if number == "scale_of_things" { 3 } else { number.parse().expect("a whole number") }
}

#[test]
fn todo_01_2() {
    check("01.2", scale, 3, &[("starter", 1), ("too-small", 2)]);
}
"#,
    ),
    (
        "lessons/01_first/README.md",
        "# 01 · First\n\n### 01.1 `twice`: twice\n\n### 01.2 `scale`: a larger scale\n\n<!-- from common/src/numbers.rs -->\n```rust\npub fn twice(number: i64) -> i64 {\n    …\n    0\n}\n```\n\n![a](pictures/a.png) ![d](diagrams/d.svg)\n",
    ),
    (
        "lessons/02_second/lesson.toml",
        r#"title = "Second, after 1"
summary = "It goes on."
part = "II More"
minutes = 100
goals = ["count on"]
builds_on = [1]

[[exercise]]
id = "02.1"
title = "Before"
file = "common/src/numbers.rs"
function = "before"
minutes = 5
heart = true
hints = ["Which way?", "It is smaller.", "Take one away."]
"#,
    ),
    (
        "lessons/02_second/mistakes.toml",
        r#"[[mistake]]
exercise = "02.1"
name = "after"
title = "It comes after"
belief = "Before is more."
say = "Turn around."
hint = 1
code = "number + 1"
"#,
    ),
    (
        "lessons/02_second/checks.rs",
        r#"//! The checks of lesson 02: they need what lesson 01 has built.

use check::check_after;
use common::numbers::{before, twice};

#[test]
fn todo_02_1_before() {
    let six = twice(3);
    let needs = [("01.1", six == 6)];
    check_after(&needs, "02.1", || before(six), 5, &[("starter", 6), ("after", 7)]);
}
"#,
    ),
    ("lessons/02_second/README.md", "# 02 · Second, after 1\n\n### 02.1 `before`: before\n"),
];
