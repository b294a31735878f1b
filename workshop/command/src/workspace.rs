//! Builds in the workspace, and in copies of it.

use crate::cargo::cargo;
use anyhow::{Context, Result, bail};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The facts that cargo gives about the workspace.
pub struct Workspace {
    target_directory: PathBuf,
    /// The folder for cargo's intermediate files; older cargos keep them in the target folder.
    build_directory: Option<PathBuf>,
    /// The names of the packages, with each one's manifest, from the workspace's folder.
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
        let json: Value =
            serde_json::from_slice(&output.stdout).context("cannot read what cargo metadata says")?;
        let folder = |name: &str| json[name].as_str().map(PathBuf::from);
        let packages = json["packages"].as_array().into_iter().flatten();
        let root = folder("workspace_root").unwrap_or_default();
        let package = |package: &Value| {
            let manifest = Path::new(package["manifest_path"].as_str()?);
            let manifest = manifest.strip_prefix(&root).unwrap_or(manifest).to_owned();
            Some((package["name"].as_str()?.to_owned(), manifest))
        };
        Ok(Self {
            target_directory: folder("target_directory").context("cargo metadata names no target folder")?,
            build_directory: folder("build_directory"),
            packages: packages.filter_map(package).collect(),
        })
    }

    /// Returns the folder below the target folder in which the tool builds copies.
    pub fn workshop(&self) -> PathBuf {
        self.target_directory.join("workbook")
    }

    /// Returns the folders into which cargo writes when it builds a copy.
    pub fn written(&self) -> [PathBuf; 2] {
        [self.workshop().join("out"), self.build_directory.as_ref().unwrap_or(&self.target_directory).clone()]
    }

    /// Returns a cargo command that builds a copy of the workspace with these `args`.
    ///
    /// The copy uses the dependencies that the workspace's own builds have compiled, or will use. But cargo
    /// would confuse its packages with the workspace's, which have the same names. It keeps profiles apart,
    /// so each kind of copy gets different `settings`.
    pub fn in_copy(&self, mut cargo: Command, copy: &Path, args: &[&str], settings: &[&str]) -> Command {
        cargo.args(args).args(["--locked", "--target-dir"]);
        let [out, build] = self.written();
        cargo.arg(out).env("CARGO_BUILD_BUILD_DIR", build);
        // A copy may have fewer.
        for (package, _) in self.packages.iter().filter(|(_, manifest)| copy.join(manifest).is_file()) {
            for setting in settings {
                cargo.arg("--config").arg(format!("profile.dev.package.{package}.{setting}"));
            }
        }
        cargo
    }
}
