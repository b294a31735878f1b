//! `cargo workbook grade --engine`: judges a folder of programs that students wrote from nothing.
//!
//! Each folder is a program. One with a `Cargo.toml` is built; `engine.toml` says by `run = "python3 player.py"` how another
//! one is run, with what this machine has. Both happen in the sandbox, and the judge outside.

use crate::instructor::grade::building::{COMPILER, OWN_LIMIT, cargo_in, make, remove};
use crate::instructor::grade::report::short;
use crate::instructor::grade::sandbox::{BUILD, Sandbox};
use crate::instructor::grade::submissions::printable;
use crate::instructor::grade::{hash, kept_seed, lock};
use crate::progress::Progress;
use crate::tree;
use crate::workspace::Workspace;
use anstream::println;
use anyhow::{Context, Result, bail, ensure};
use course::command_line::Line;
use judge::Milestone;
use judge::program::Program;
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;
use workbook::cargo::cargo;
use workbook::checks::{self, Most};
use workbook::process;
use workbook::program::{Stands, write_files};
use workbook::write;

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

/// A class's engines, as `--json` writes them.
#[derive(Deserialize, Serialize)]
pub struct Engines {
    pub version: u64,
    /// The seed that the tasks were made from.
    pub seed: u64,
    pub engines: Vec<Engine>,
}

impl Engines {
    /// Reads what was judged; none if a file is about something else.
    pub fn read(file: &Path) -> Option<Self> {
        serde_json::from_slice(&fs::read(file).ok()?).ok()
    }
}

/// A program, and what the judge found.
#[derive(Deserialize, Serialize)]
pub struct Engine {
    /// The name of its folder.
    pub name: String,
    /// The finding on each milestone, in their order.
    pub milestones: Vec<Reached>,
}

/// The finding on a milestone.
#[derive(Deserialize, Serialize)]
pub struct Reached {
    pub name: String,
    /// The number of sentences that are true, and of all.
    pub holding: usize,
    pub of: usize,
    /// The sentences that aren't, or why nothing could be judged.
    pub lacks: String,
}

impl Reached {
    pub fn is_whole(&self) -> bool {
        self.holding == self.of
    }

    /// Returns how many sentences are true, and which aren't.
    pub fn words(&self) -> String {
        let lacks = if self.lacks.is_empty() { String::new() } else { format!(": {}", self.lacks) };
        format!("{} of {}{lacks}", self.holding, self.of)
    }
}

/// `engine.toml` in a program's folder.
#[derive(Default, Deserialize)]
struct Manifest {
    /// The command that runs it, in words apart from each other by spaces.
    run: Option<String>,
}

/// Judges all programs of a folder, and prints and writes what was found.
pub fn grade(root: &Path, line: &Line) -> Result<()> {
    process::close_inherited();
    process::catch_interrupts()?;
    let dir = Path::new(line.words.first().context("<DIR> is missing")?);
    let sandbox = Sandbox::find(line.has("trust"), false)?;
    let folder = Workspace::of(root)?.workshop().join("grade");
    let _lock = lock(&folder)?;
    let seed = line.get("seed")?.map_or_else(|| kept_seed(&folder), Ok)?;
    let limit = Duration::from_secs(line.within("submission-limit", 1..=1_000_000)?);
    let mut programs: Vec<PathBuf> = fs::read_dir(dir)
        .with_context(|| format!("cannot list {}", dir.display()))?
        .map(|entry| Ok(entry?.path()))
        .collect::<Result<_>>()?;
    let is_hidden =
        |program: &Path| program.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
    programs.retain(|program| program.is_dir() && !is_hidden(program));
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
    let mut all = Engines { version: judge::VERSION, seed, engines: Vec::new() };
    for from in programs {
        let name = printable(&from.file_name().unwrap_or_default().to_string_lossy());
        let milestones = place.judged(&from, seed, limit)?;
        process::stop_if_interrupted()?;
        progress.tick(&name);
        all.engines.push(Engine { name, milestones });
    }
    let widest = all.engines.iter().map(|engine| engine.name.chars().count()).max().unwrap_or(0);
    for Engine { name, milestones } in &all.engines {
        let why = &milestones[0].lacks;
        if milestones.iter().all(|reached| reached.holding == 0 && reached.lacks == *why) {
            println!("{name:widest$}  nothing {why}");
            continue;
        }
        for (at, reached) in milestones.iter().enumerate() {
            let name = if at == 0 { name } else { "" };
            println!("{name:widest$}  {:6}  {}", reached.name, reached.words());
        }
    }
    println!("Each was asked tasks made by --seed {seed}.");
    if let Some(path) = line.path("json")? {
        write::atomically(&path, &[&serde_json::to_vec_pretty(&all)?[..], b"\n"].concat())?;
    }
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
        self.built(self.sandbox.own(), OWN_LIMIT)?;
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
    fn judged(&self, from: &Path, seed: u64, limit: Duration) -> Result<Vec<Reached>> {
        let [tree, target] = self.emptied()?;
        let base = self.folder.join("base");
        if base.exists() && from.join("Cargo.toml").is_file() {
            tree::copy(&base, &target)?;
        }
        let run = copied(from, &tree).and_then(|()| {
            self.sandbox.give_all(&target)?;
            self.command_of(&tree, limit)
        });
        Ok(Milestone::ALL.map(|milestone| self.reached(milestone, &run, [&tree, &target], seed)).into())
    }

    /// Builds a program if cargo can, and returns the words that run it.
    fn command_of(&self, tree: &Path, limit: Duration) -> Result<Vec<String>> {
        let manifest = fs::read_to_string(tree.join("engine.toml")).unwrap_or_default();
        let manifest: Manifest = toml::from_str(&manifest).context("engine.toml can't be read")?;
        let built = match tree.join("Cargo.toml").is_file() {
            true => Some(self.built(self.sandbox, limit)?),
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
    fn built(&self, sandbox: Sandbox, limit: Duration) -> Result<PathBuf> {
        let build = cargo_in(&self.folder, sandbox, &["build", "--release"], COMPILER, limit)?;
        if !build.built {
            let error = build.messages.iter().find(|message| message.error);
            let said = error.map_or(&build.said, |error| &error.text);
            bail!("it can't be built: {}", said.split_whitespace().collect::<Vec<_>>().join(" "));
        }
        let [(_, program)] = &build.programs[..] else { bail!("cargo builds not one program of it") };
        Ok(program.clone())
    }

    /// Has the judge ask the program for a milestone, which it knows by a word.
    fn reached(
        &self,
        milestone: Milestone,
        run: &Result<Vec<String>>,
        [tree, target]: [&Path; 2],
        seed: u64,
    ) -> Reached {
        let found = run.as_ref().map_err(|why| format!("{why:#}")).map(|run| {
            let command = || {
                let around = self.sandbox.around(BUILD, &[tree.to_owned(), target.to_owned()], &[]);
                // Outside of a box the user's own programs would count too.
                let processes = RUN.processes.filter(|_| around.is_some());
                let mut command = checks::limited(around, Path::new(&run[0]), Most { processes, ..RUN });
                command.args(&run[1..]).arg(milestone.name()).env_clear().current_dir(tree);
                command.env("HOME", tree).envs(std::env::var_os("PATH").map(|path| ("PATH", path)));
                command
            };
            milestone.judge(&mut Program::new(command, None), seed)
        });
        let name = milestone.name().to_owned();
        match found {
            Ok((report, _)) => {
                let lacks = match report.why().filter(|_| report.holding() == 0) {
                    Some(why) => printable(&short(&why, REPORTED)),
                    None => report.lacking().collect::<Vec<_>>().join(", "),
                };
                Reached { name, holding: report.holding(), of: report.0.len(), lacks }
            }
            Err(why) => {
                let lacks = printable(&short(&why, REPORTED));
                Reached { name, holding: 0, of: milestone.count(), lacks }
            }
        }
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
