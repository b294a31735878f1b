//! Building with cargo, and what it says.

use anyhow::{Context, Result, bail};
use serde::Deserialize;
use std::io::{BufRead, BufReader, IsTerminal};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What came of a build.
#[derive(Debug, Default)]
pub struct Build {
    /// Whether all of it was built.
    pub built: bool,
    /// The compiler's warnings and errors about the workspace's own code.
    pub messages: Vec<Message>,
    /// The test programs: the file each is made from, and the program.
    pub tests: Vec<(PathBuf, PathBuf)>,
}

/// A warning or error of the compiler.
#[derive(Debug, PartialEq)]
pub struct Message {
    /// Whether it is an error.
    pub error: bool,
    /// The file and row it points at, the file from the workspace's folder.
    pub place: Option<(String, usize)>,
    /// The whole message as the compiler prints it.
    pub text: String,
}

/// What cargo knows of the author's workspace.
#[derive(Deserialize)]
pub struct Workspace {
    target_directory: PathBuf,
    /// Where cargo keeps what it builds on the way; older cargos keep it in the target folder.
    build_directory: Option<PathBuf>,
    packages: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
}

impl Workspace {
    /// Asks cargo about the workspace in a folder.
    pub fn of(root: &Path) -> Result<Self> {
        let mut command = cargo(root);
        command.args(["metadata", "--no-deps", "--offline", "--format-version", "1"]);
        let output = command.output().context("cannot start cargo")?;
        if !output.status.success() {
            bail!("cargo metadata failed: {}", String::from_utf8_lossy(&output.stderr).trim());
        }
        serde_json::from_slice(&output.stdout).context("cannot read what cargo metadata says")
    }

    /// A folder of the tool's own among what cargo builds.
    pub fn workshop(&self) -> PathBuf {
        self.target_directory.join("workbook")
    }

    /// Builds a copy of the workspace.
    ///
    /// The crates that it depends on are those that the author's builds have left, or will find. The copy's own
    /// packages go by the same names, so they are built without the rows of their code: cargo keeps two
    /// profiles apart, and so the author's builds stay as they were.
    pub fn build_copy(&self, copy: &Path, args: &[&str]) -> Result<Build> {
        let mut command = cargo(copy);
        command.args(args).args(["--workspace", "--locked", "--message-format", "json", "--target-dir"]);
        command.arg(self.workshop().join("out"));
        command.env("CARGO_BUILD_BUILD_DIR", self.build_directory.as_ref().unwrap_or(&self.target_directory));
        for package in &self.packages {
            command.arg("--config").arg(format!("profile.dev.package.{}.debug=false", package.name));
        }
        if !std::io::stderr().is_terminal() {
            command.arg("--quiet");
        }
        run(command)
    }
}

fn run(mut command: Command) -> Result<Build> {
    let mut child = command.stdout(Stdio::piped()).spawn().context("cannot start cargo")?;
    let stdout = child.stdout.take().context("cargo has no output")?;
    let mut build = Build::default();
    for line in BufReader::new(stdout).lines() {
        // What is not a message was printed by something that cargo ran.
        if let Ok(said) = serde_json::from_str(&line.context("cannot read what cargo says")?) {
            build.take(said);
        }
    }
    build.built = child.wait().context("cannot wait for cargo")?.success();
    Ok(build)
}

/// The cargo that started this program, or else the usual one.
fn cargo(workspace: &Path) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(workspace);
    command
}

#[derive(Deserialize)]
#[serde(tag = "reason", rename_all = "kebab-case")]
enum Said {
    CompilerMessage {
        message: CompilerMessage,
    },
    CompilerArtifact {
        target: Target,
        executable: Option<PathBuf>,
    },
    #[serde(other)]
    Other,
}

#[derive(Deserialize)]
struct CompilerMessage {
    level: String,
    rendered: Option<String>,
    spans: Vec<Span>,
}

#[derive(Deserialize)]
struct Span {
    file_name: String,
    line_start: usize,
    is_primary: bool,
}

#[derive(Deserialize)]
struct Target {
    kind: Vec<String>,
    src_path: PathBuf,
}

impl Build {
    fn take(&mut self, said: Said) {
        match said {
            Said::CompilerMessage { message } => self.take_message(message),
            Said::CompilerArtifact { target, executable: Some(program) } => {
                if target.kind.iter().any(|kind| kind == "test") {
                    self.tests.push((target.src_path, program));
                }
            }
            Said::CompilerArtifact { .. } | Said::Other => {}
        }
    }

    /// Keeps a message once, though a file may be compiled several times; and no sums such as "2 warnings emitted".
    fn take_message(&mut self, message: CompilerMessage) {
        let error = message.level.starts_with("error");
        let primary = message.spans.into_iter().find(|span| span.is_primary);
        if !error && message.level != "warning" || primary.is_none() && is_sum(message.rendered.as_deref()) {
            return;
        }
        let place = primary.map(|span| (span.file_name.replace('\\', "/"), span.line_start));
        let message = Message { error, place, text: message.rendered.unwrap_or_default() };
        if !self.messages.contains(&message) {
            self.messages.push(message);
        }
    }
}

fn is_sum(text: Option<&str>) -> bool {
    text.is_some_and(|text| text.contains(" emitted") || text.contains("aborting due to"))
}
