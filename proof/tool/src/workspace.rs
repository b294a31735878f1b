//! The author's workspace, and copies of it that are built beside.

use anyhow::{Context, Result, bail};
use serde_json::Value;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;
use student::cargo::{self, Build, cargo};

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

    /// Builds a copy of the workspace.
    ///
    /// The crates that it depends on are those that the author's builds have left, or will find. The copy's own
    /// packages go by the same names as the author's, and cargo would take what it has built of one for the other.
    /// It keeps two profiles apart, so they are built without the rows of their code.
    pub fn build_copy(&self, copy: &Path, args: &[&str]) -> Result<Build> {
        cargo::build(&mut self.in_copy(None, copy, args, &["debug=false"]), false, None, |_| {})
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
        // Without the feature that the lessons' programs need: a check needs none of them.
        command.arg("--no-default-features");
        if !shown {
            command.stderr(Stdio::piped());
        }
        cargo::build(&mut command, false, Some(limit), |_| {})
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
