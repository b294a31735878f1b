//! A workbook of two lessons, in a temporary folder and a git repository of its own.

use author::tree::Files;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// The path of the tool's program.
pub const TOOL: &str = env!("CARGO_BIN_EXE_author");

pub struct Workbook {
    _folder: TempDir,
    root: PathBuf,
}

/// The output of a run of the tool, and its status.
pub struct Done {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl Workbook {
    pub fn new() -> Self {
        Self::named("workbook", "\n")
    }

    /// Makes a workbook in a folder of this name, with these line ends.
    pub fn named(name: &str, line_end: &str) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        // On some systems the temporary folder is reached by a link, and cargo gives paths without it.
        let root = folder.path().canonicalize().expect("the folder").join(name);
        let workbook = Self { _folder: folder, root };
        for (file, text) in files() {
            workbook.write(file, &format!("{text}\n").replace('\n', line_end));
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

    /// Replaces a text in a file.
    pub fn edit(&self, file: &str, from: &str, to: &str) {
        edit(&self.root, file, from, to);
    }

    /// Runs the tool in the workbook's folder.
    pub fn run(&self, args: &[&str]) -> Done {
        run_in(&self.root, args)
    }
}

/// Replaces a text in a file.
pub fn edit(folder: &Path, file: &str, from: &str, to: &str) {
    let text = std::fs::read_to_string(folder.join(file)).expect("a file to edit");
    assert!(text.contains(from), "{file} has no {from}");
    std::fs::write(folder.join(file), text.replacen(from, to, 1)).expect("written");
}

/// Runs the tool in a folder.
pub fn run_in(folder: &Path, args: &[&str]) -> Done {
    done(command_in(folder, TOOL).args(args))
}

/// Runs a command.
pub fn done(command: &mut Command) -> Done {
    let output = command.output().expect("the tool");
    Done {
        code: output.status.code(),
        stdout: String::from_utf8(output.stdout).expect("UTF-8"),
        stderr: String::from_utf8(output.stderr).expect("UTF-8"),
    }
}

/// Returns a command in a folder, without the environment set for this test's own build.
pub fn command_in(folder: &Path, program: &str) -> Command {
    let mut command = Command::new(program);
    command.current_dir(folder);
    for variable in ["CARGO_TARGET_DIR", "CARGO_BUILD_BUILD_DIR", "RUSTFLAGS", "WORKBOOK_VARIANT"] {
        command.env_remove(variable);
    }
    // Nothing is to be opened on the screen.
    command.env("BROWSER", "true");
    command
}

impl Done {
    /// Returns the lines of the output, without the times at the end of some.
    pub fn lines(&self) -> Vec<&str> {
        self.stdout.lines().map(strip_time).collect()
    }

    #[track_caller]
    pub fn says(&self, text: &str) {
        let (stdout, stderr) = (&self.stdout, &self.stderr);
        assert!(stdout.contains(text), "not said: {text}\n--- stdout\n{stdout}--- stderr\n{stderr}");
    }

    /// Checks that the complaints have a text.
    #[track_caller]
    pub fn complains(&self, text: &str) {
        assert!(self.stderr.contains(text), "no complaint: {text}\n{}", self.stderr);
    }

    /// Checks the exit status.
    #[track_caller]
    pub fn ends_with(&self, code: i32) {
        assert_eq!(self.code, Some(code), "{}{}", self.stdout, self.stderr);
    }
}

/// Returns a line without its last two words if they are a time, as in `  1.5 s`.
fn strip_time(line: &str) -> &str {
    let time = line
        .rsplit_once("  ")
        .filter(|(_, time)| time.strip_suffix(" s").is_some_and(|number| number.parse::<f32>().is_ok()));
    time.map_or(line, |(line, _)| line)
}

/// Runs git in a folder; returns all that it says.
#[track_caller]
pub fn git(folder: &Path, args: &[&str]) -> String {
    const SETTINGS: [&str; 4] =
        ["user.name=Author", "user.email=author@localhost", "core.autocrlf=false", "core.safecrlf=false"];
    let mut command = Command::new("git");
    command.args(SETTINGS.iter().flat_map(|setting| ["-c", setting])).arg("-C").arg(folder).args(args);
    let output = command.output().expect("git");
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8(said).expect("UTF-8").trim_end().to_owned();
    assert!(output.status.success(), "git {args:?}: {said}");
    said
}

/// Commits all files of the folder.
pub fn commit(root: &Path) {
    git(root, &["add", "--all"]);
    git(root, &["commit", "--quiet", "--message", "A workbook"]);
}

pub fn all_files(folder: &Path) -> Files {
    let (mut all, mut folders) = (Files::new(), vec![folder.to_owned()]);
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(next).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let bytes = std::fs::read(&path).expect("a file");
                let file = path.strip_prefix(folder).expect("inside").to_str().expect("UTF-8");
                all.insert(file.to_owned(), bytes);
            }
        }
    }
    all
}

/// Returns the path and text of each file of the tiny workbook.
fn files() -> impl Iterator<Item = (&'static str, &'static str)> {
    let files = include_str!("files.txt").trim_end().split("\n== ").skip(1);
    files.map(|file| file.split_once('\n').expect("a path and a text"))
}
