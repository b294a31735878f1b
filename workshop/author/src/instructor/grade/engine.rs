//! `cargo workbook grade --engine`: judges a folder of programs that students wrote from nothing.
//!
//! Each folder is a program. One with a `Cargo.toml` is built; `engine.toml` says by `run = "python3 player.py"` how another
//! one is run, with what this machine has. Both happen in the sandbox, and the judge outside.

use crate::instructor::csv::guarded;
use crate::instructor::grade::building::{COMPILER, OWN_LIMIT, cargo_in, make, remove};
use crate::instructor::grade::hash;
use crate::instructor::grade::sandbox::{BUILD, Sandbox};
use crate::instructor::grade::submissions::{printable, short};
use crate::progress::Progress;
use crate::tree;
use anstream::println;
use anyhow::{Context, Result, bail, ensure};
use judge::Milestone;
use judge::program::Program;
use serde::Deserialize;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;
use workbook::cargo::cargo;
use workbook::checks::{self, Most};
use workbook::process;
use workbook::program::{Stands, write_files};
use workbook::write;

/// The file that is written into the folder of the programs.
const WRITTEN: &str = "engines.csv";

/// The wall time of a program's build.
const LIMIT: Duration = Duration::from_secs(300);

/// Limits of a run, beside the judge's own time.
const RUN: Most =
    Most { memory: 4096, output: 64 << 10, time: Some(judge::program::LIMIT), processes: Some(64) };

/// The most bytes of a program's sources, and the most files, so that nobody fills the disk.
const MOST_BYTES: u64 = 64 << 20;
const MOST_FILES: usize = 2000;

/// The folders of a program that are made by others.
const SKIPPED: [&str; 5] = [".git", "target", "node_modules", "__pycache__", "__MACOSX"];

/// The most characters of an error that are reported.
const REPORTED: usize = 300;

/// `engine.toml` in a program's folder.
#[derive(Default, Deserialize)]
struct Manifest {
    /// The command that runs it, in words apart from each other by spaces.
    run: Option<String>,
}

/// Judges all programs of a folder, and prints and writes what was found.
pub fn grade(root: &Path, dir: &Path, folder: &Path, sandbox: Sandbox, seed: u64) -> Result<()> {
    let listed = fs::read_dir(dir).with_context(|| format!("cannot list {}", dir.display()))?;
    let mut programs = listed.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    let name = |program: &Path| program.file_name().unwrap_or_default().to_string_lossy().into_owned();
    programs.retain(|program| program.is_dir() && !name(program).starts_with('.'));
    programs.sort();
    ensure!(!programs.is_empty(), "{} has no folder with a program", dir.display());
    let progress = Progress::told(programs.len());
    let place = Place { folder: folder.join("engine"), sandbox };
    let is_large = |program: &PathBuf| {
        fs::read_to_string(program.join("Cargo.lock"))
            .is_ok_and(|lock| lock.matches("[[package]]").count() > 1)
    };
    if programs.iter().any(is_large) {
        place.prepare(root)?;
    }
    let head = ["program"].into_iter().chain(Milestone::ALL.map(Milestone::name)).map(str::to_owned);
    let mut rows = vec![head.collect::<Vec<_>>()];
    for from in programs {
        let name = printable(&name(&from));
        let found = place.judged(&from, seed)?;
        process::stop_if_interrupted()?;
        progress.tick(&name);
        rows.push([name].into_iter().chain(found).collect());
    }
    for row in &rows[1..] {
        for (milestone, found) in Milestone::ALL.iter().zip(&row[1..]) {
            println!("{}  {:6}  {found}", row[0], milestone.name());
        }
    }
    println!("Each was asked tasks made by --seed {seed}.");
    if !place.sandbox.is_box() {
        println!("There was no box around a program.");
    }
    let path = dir.join(WRITTEN);
    write::atomically(&path, guarded(rows).as_bytes())?;
    println!("{} is written.", path.display());
    Ok(())
}

/// The folder in which one program after the other is built and run, and the sandbox around it.
struct Place {
    folder: PathBuf,
    sandbox: Sandbox,
}

impl Place {
    /// Builds what `cargo workbook engine` makes, once, since its crates are most of what a program of Rust's has. It's ours, so
    /// no student's rights are in the way of what cargo has fetched.
    fn prepare(&self, root: &Path) -> Result<()> {
        let base = self.folder.join("base");
        let lock = fs::read_to_string(root.join("Cargo.lock")).context("cannot read Cargo.lock")?;
        let known = base.join(format!("{:016x}", hash(&lock)));
        if known.exists() {
            return Ok(());
        }
        let [tree, target] = self.emptied()?;
        write_files(root, &tree, "engine", Stands::Alone, &lock)?;
        // It takes what isn't needed out of the lock file, as a student's first build does.
        let pruned = cargo(&tree).args(["metadata", "--offline", "--format-version", "1"]).output()?;
        ensure!(pruned.status.success(), "{}", String::from_utf8_lossy(&pruned.stderr));
        self.built(&self.sandbox.own(), OWN_LIMIT)?;
        remove(&base)?;
        fs::rename(&target, &base).context("the build cannot be moved")?;
        write::atomically(&known, b"")
    }

    /// Returns the folders in which a program is built, without the last one's.
    fn emptied(&self) -> Result<[PathBuf; 2]> {
        let folders = ["tree", "target"].map(|name| self.folder.join(name));
        folders.iter().try_for_each(|folder| remove(folder).and_then(|()| make(folder)))?;
        Ok(folders)
    }

    /// Builds and judges a program. What is wrong with one stops none of the others.
    fn judged(&self, from: &Path, seed: u64) -> Result<[String; 3]> {
        let [tree, target] = self.emptied()?;
        let base = self.folder.join("base");
        if base.exists() && from.join("Cargo.toml").is_file() {
            tree::copy(&base, &target)?;
        }
        let run = copied(from, &tree).and_then(|()| {
            self.sandbox.give(&target)?;
            self.command_of(&tree)
        });
        Ok(Milestone::ALL.map(|milestone| self.found(milestone, &run, [&tree, &target], seed)))
    }

    /// Builds a program if cargo can, and returns the words that run it.
    fn command_of(&self, tree: &Path) -> Result<Vec<String>> {
        let manifest = fs::read_to_string(tree.join("engine.toml")).unwrap_or_default();
        let manifest: Manifest = toml::from_str(&manifest).context("engine.toml can't be read")?;
        let built = match tree.join("Cargo.toml").is_file() {
            true => Some(self.built(&self.sandbox, LIMIT)?),
            false => None,
        };
        match (manifest.run, built) {
            (Some(run), _) => {
                let words: Vec<String> = run.split_whitespace().map(str::to_owned).collect();
                ensure!(!words.is_empty(), "engine.toml names no program");
                Ok(words)
            }
            (None, Some(program)) => Ok(vec![program.to_str().context("a path is no Unicode")?.to_owned()]),
            (None, None) => bail!("it has neither Cargo.toml nor engine.toml"),
        }
    }

    /// Builds a program of Rust's.
    fn built(&self, sandbox: &Sandbox, limit: Duration) -> Result<PathBuf> {
        let build = cargo_in(&self.folder, sandbox, &["build", "--release"], COMPILER, limit)?;
        if !build.built {
            let error = build.messages.iter().find(|message| message.error);
            let said = error.map_or(&build.said, |error| &error.text);
            bail!("it can't be built: {}", said.split_whitespace().collect::<Vec<_>>().join(" "));
        }
        let [(_, program)] = &build.programs[..] else { bail!("cargo builds not one program of it") };
        Ok(program.clone())
    }

    /// Has the judge ask the program for a milestone, and returns how many sentences are true, and which aren't.
    fn found(
        &self,
        milestone: Milestone,
        run: &Result<Vec<String>>,
        [tree, target]: [&Path; 2],
        seed: u64,
    ) -> String {
        let run = match run {
            Ok(run) => run,
            Err(why) => {
                return format!(
                    "0 of {}: {}",
                    milestone.count(),
                    printable(&short(&format!("{why:#}"), REPORTED))
                );
            }
        };
        let command = || {
            let around = self.sandbox.around(BUILD, &[tree.to_owned(), target.to_owned()], &[]);
            // Outside of a box the user's own programs would count too.
            let processes = RUN.processes.filter(|_| around.is_some());
            let mut command = checks::limited(around, Path::new(&run[0]), Most { processes, ..RUN });
            command.args(&run[1..]).arg(milestone.name()).env_clear().current_dir(tree);
            command.env("HOME", tree).envs(std::env::var_os("PATH").map(|path| ("PATH", path)));
            command
        };
        let (report, _) = milestone.judge(&mut Program::new(command, None), seed);
        let lacks = match report.why().filter(|_| report.holding() == 0) {
            Some(why) => printable(&short(&why, REPORTED)),
            None => report.lacking().collect::<Vec<_>>().join(", "),
        };
        let lacks = if lacks.is_empty() { lacks } else { format!(": {lacks}") };
        format!("{} of {}{lacks}", report.holding(), report.0.len())
    }
}

/// Copies the plain files of a program, without links and what others have made.
fn copied(from: &Path, to: &Path) -> Result<()> {
    let (mut bytes, mut files, mut open) = (0, 0, vec![PathBuf::new()]);
    while let Some(inside) = open.pop() {
        for entry in fs::read_dir(from.join(&inside)).context("it has a folder that can't be listed")? {
            let entry = entry?;
            let (kind, path) = (entry.file_type()?, inside.join(entry.file_name()));
            if kind.is_dir() && !SKIPPED.iter().any(|name| entry.file_name() == *name) {
                fs::create_dir_all(to.join(&path))?;
                open.push(path);
            } else if kind.is_file() {
                (bytes, files) = (bytes + entry.metadata()?.len(), files + 1);
                ensure!(bytes <= MOST_BYTES && files <= MOST_FILES, "its files are too many or too large");
                fs::copy(entry.path(), to.join(&path)).context("it has a file that can't be read")?;
            }
        }
    }
    Ok(())
}
