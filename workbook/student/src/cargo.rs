//! Building with cargo, and what it says.

use crate::process;
use anyhow::{Context, Result, bail};
use serde_json::Value;
use std::io::{BufRead, BufReader, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

/// What came of a build.
#[derive(Debug, Default)]
pub struct Build {
    /// Whether all of it was built.
    pub built: bool,
    /// Whether it was ended because it took too long.
    pub timed_out: bool,
    /// The compiler's warnings and errors about the workspace's own code.
    pub messages: Vec<Message>,
    /// What cargo itself said, where that was kept from the terminal.
    pub said: String,
    /// The test programs: the file each is made from, and the program.
    pub tests: Vec<(PathBuf, PathBuf)>,
    /// The other programs: the file each is made from, and the program.
    pub programs: Vec<(PathBuf, PathBuf)>,
}

/// A warning or error of the compiler.
#[derive(Debug, PartialEq)]
pub struct Message {
    /// Whether it is an error.
    pub error: bool,
    /// The file and row it points at, the file from the workspace's folder.
    pub place: Option<(String, usize)>,
    /// The other places that it points at.
    pub others: Vec<(String, usize)>,
    /// The whole message as the compiler prints it.
    pub text: String,
}

/// What cargo knows of the author's workspace.
pub struct Workspace {
    target_directory: PathBuf,
    /// Where cargo keeps what it builds on the way; older cargos keep it in the target folder.
    build_directory: Option<PathBuf>,
    /// The names of its packages, and where each has its manifest, from the workspace's folder.
    packages: Vec<(String, PathBuf)>,
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
        Self::read(&output.stdout).context("cannot read what cargo metadata says")
    }

    fn read(metadata: &[u8]) -> Result<Self> {
        let json: Value = serde_json::from_slice(metadata)?;
        let folder = |name: &str| json[name].as_str().map(PathBuf::from);
        let packages = json["packages"].as_array().into_iter().flatten();
        let root = folder("workspace_root").unwrap_or_default();
        let package = |package: &Value| {
            let manifest = Path::new(package["manifest_path"].as_str()?);
            let manifest = manifest.strip_prefix(&root).unwrap_or(manifest).to_owned();
            Some((package["name"].as_str()?.to_owned(), manifest))
        };
        Ok(Self {
            target_directory: folder("target_directory").context("it names no target folder")?,
            build_directory: folder("build_directory"),
            packages: packages.filter_map(package).collect(),
        })
    }

    /// A folder of the tool's own among what cargo builds.
    pub fn workshop(&self) -> PathBuf {
        self.target_directory.join("workbook")
    }

    /// Builds the checks of some lessons where they are, and shows what is being built.
    pub fn build_checks<'a>(root: &Path, names: impl Iterator<Item = &'a str>) -> Result<Build> {
        let mut command = cargo(root);
        command.args(["test", "--no-run", "--quiet", "--message-format", "json-diagnostic-rendered-ansi"]);
        // Without the feature that the lessons' programs need: a check needs none of them.
        command.arg("--no-default-features");
        for name in names {
            command.args(["--test", name]);
        }
        run(command.stderr(Stdio::piped()), Some(&Building::new()))
    }

    /// Builds something for an editor, which is given each line as it comes.
    ///
    /// In a folder of its own, so that neither waits for what the other builds; and in a group with this tool, since an
    /// editor ends both together at the next save.
    pub fn build_for_editor(
        root: &Path,
        here: &Path,
        args: &[&str],
        line: impl FnMut(&str),
    ) -> Result<Build> {
        let mut command = cargo(here);
        command.args(args).args(["--quiet", "--message-format", "json", "--target-dir"]);
        build(command.arg(root.join(EDITORS)), None, None, line)
    }

    /// Builds a copy of the workspace.
    ///
    /// The crates that it depends on are those that the author's builds have left, or will find. The copy's own
    /// packages go by the same names as the author's, and cargo would take what it has built of one for the other.
    /// It keeps two profiles apart, so they are built without the rows of their code.
    pub fn build_copy(&self, copy: &Path, args: &[&str]) -> Result<Build> {
        run(&mut self.in_copy(None, copy, args, &["debug=false"]), None)
    }

    /// Builds a test of the checks in a copy of the workspace, with a limit. What cargo says is shown or kept.
    /// `around` begins the command line, if cargo runs in a box.
    ///
    /// One unit less to generate code in is a third profile: nothing of the copies that are verified gets in.
    pub fn build_check_of_copy(
        &self,
        around: Option<Command>,
        copy: &Path,
        test: &str,
        limit: Duration,
        shown: bool,
    ) -> Result<Build> {
        let mut command = self.in_copy(
            around,
            copy,
            &["test", "--no-run", "--test", test],
            &["debug=false", "codegen-units=255"],
        );
        // As in `build_checks`.
        command.arg("--no-default-features");
        if !shown {
            command.stderr(Stdio::piped());
        }
        run_within(&mut command, None, Some(limit))
    }

    /// The folders into which cargo writes what it builds of a copy.
    pub fn written(&self) -> [PathBuf; 2] {
        [self.workshop().join("out"), self.build_directory.as_ref().unwrap_or(&self.target_directory).clone()]
    }

    fn in_copy(&self, around: Option<Command>, copy: &Path, args: &[&str], profile: &[&str]) -> Command {
        let mut command = match around {
            Some(mut around) => {
                around.arg(cargo(copy).get_program()).current_dir(copy);
                around
            }
            None => cargo(copy),
        };
        command.args(args).args(["--locked", "--message-format", "json", "--target-dir"]);
        let [out, build] = self.written();
        command.arg(out).env("CARGO_BUILD_BUILD_DIR", build);
        // A copy may have fewer.
        for (package, _) in self.packages.iter().filter(|(_, manifest)| copy.join(manifest).is_file()) {
            for setting in profile {
                command.arg("--config").arg(format!("profile.dev.package.{package}.{setting}"));
            }
        }
        if !std::io::stderr().is_terminal() {
            command.arg("--quiet");
        }
        command
    }
}

/// Shows on a terminal what is being built, and nothing else.
struct Building {
    shown: bool,
}

impl Building {
    fn new() -> Self {
        let building = Self { shown: std::io::stderr().is_terminal() };
        building.show("Building …");
        building
    }

    fn show(&self, text: &str) {
        if self.shown {
            let _ = write!(std::io::stderr(), "\r\x1b[K{text}");
        }
    }
}

impl Drop for Building {
    fn drop(&mut self) {
        self.show("");
    }
}

fn run(command: &mut Command, building: Option<&Building>) -> Result<Build> {
    run_within(command, building, None)
}

fn run_within(command: &mut Command, building: Option<&Building>, limit: Option<Duration>) -> Result<Build> {
    build(command, building, limit, |_| {})
}

fn build(
    command: &mut Command,
    building: Option<&Building>,
    limit: Option<Duration>,
    mut pass_on: impl FnMut(&str),
) -> Result<Build> {
    if limit.is_some() {
        process::lead_a_group(command);
    }
    let mut child = command.stdout(Stdio::piped()).spawn().context("cannot start cargo")?;
    let stdout = child.stdout.take().context("cargo has no output")?;
    let stderr = child.stderr.take();
    let (id, mut build) = (child.id(), Build::default());
    std::thread::scope(|scope| -> Result<()> {
        let said = scope.spawn(|| stderr.map(std::io::read_to_string));
        let (running, ended) = mpsc::channel::<()>();
        let watch = limit.map(|limit| scope.spawn(move || process::end_after(id, limit, &ended)));
        for line in BufReader::new(stdout).lines() {
            // What is not a message was printed by something that cargo ran.
            let line = line.context("cannot read what cargo says")?;
            pass_on(&line);
            if let Ok(said) = serde_json::from_str(&line) {
                build.take(&said, building);
            }
        }
        build.said = said.join().ok().flatten().and_then(Result::ok).unwrap_or_default();
        drop(running);
        build.timed_out = watch.is_some_and(|watch| watch.join().unwrap_or(false));
        Ok(())
    })?;
    build.built = child.wait().context("cannot wait for cargo")?.success();
    Ok(build)
}

/// The cargo that started this program, or else the usual one.
pub fn cargo(workspace: &Path) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(workspace);
    command
}

/// Where all is built that an editor asks for, the tool too.
const EDITORS: &str = "target/editor";

/// Where the whole tool stands; students' trees come without it.
pub const WHOLE_TOOL: &str = "proof/tool";

/// The whole tool, started in a folder. Cargo builds it first if need be, and says so unless it is to be quiet.
pub fn whole_tool(root: &Path, here: &Path, quiet: bool) -> Command {
    let mut command = cargo(here);
    // As for a lesson, no package is named.
    command.args(["run", "--bin", "workbook", "--manifest-path"]).arg(root.join("Cargo.toml"));
    if quiet {
        command.arg("--quiet");
    }
    command.arg("--");
    command
}

impl Build {
    /// The program that is made from a file, named from the workspace's folder.
    pub fn program(&self, file: &str) -> Option<&Path> {
        self.programs.iter().find(|(from, _)| from.ends_with(file)).map(|(_, program)| program.as_path())
    }

    fn take(&mut self, said: &Value, building: Option<&Building>) {
        match said["reason"].as_str() {
            Some("compiler-message") => self.take_message(&said["message"]),
            Some("compiler-artifact") => self.take_artifact(said, building),
            _ => {}
        }
    }

    /// Names what was built just now; what was there already passes by too fast to read.
    fn take_artifact(&mut self, said: &Value, building: Option<&Building>) {
        let target = &said["target"];
        let name = target["name"].as_str().unwrap_or_default();
        if let (Some(building), Some(false)) = (building, said["fresh"].as_bool()) {
            building.show(&format!("Building … {name} is done"));
        }
        let (Some(from), Some(program)) = (target["src_path"].as_str(), said["executable"].as_str()) else {
            return;
        };
        match target["kind"][0].as_str() {
            Some("test") => self.tests.push((from.into(), program.into())),
            Some("bin") => self.programs.push((from.into(), program.into())),
            _ => {}
        }
    }

    /// Keeps a message once, though a file may be compiled several times; and no sums such as "2 warnings emitted".
    fn take_message(&mut self, said: &Value) {
        let level = said["level"].as_str().unwrap_or_default();
        let (error, text) = (level.starts_with("error"), said["rendered"].as_str().unwrap_or_default());
        let spans = || said["spans"].as_array().into_iter().flatten();
        let is_primary = |span: &&Value| span["is_primary"].as_bool() == Some(true);
        let mut places = spans().filter(is_primary).filter_map(place);
        let first = places.next();
        if !error && level != "warning" || first.is_none() && is_sum(text) {
            return;
        }
        let others = places.chain(spans().filter(|span| !is_primary(span)).filter_map(place)).collect();
        let message = Message { error, place: first, others, text: text.to_owned() };
        if !self.messages.contains(&message) {
            self.messages.push(message);
        }
    }
}

/// The file and row that a part of a message points at.
fn place(span: &Value) -> Option<(String, usize)> {
    let row = usize::try_from(span["line_start"].as_u64()?).ok()?;
    Some((span["file_name"].as_str()?.replace('\\', "/"), row))
}

fn is_sum(text: &str) -> bool {
    text.contains(" emitted") || text.contains("aborting due to")
}
