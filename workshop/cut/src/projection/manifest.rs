//! Cargo's own files as students get them: without the packages and dependencies that stay with the authors.
//!
//! A manifest is changed in whole tables and whole lines, so that its comments and its order stay. Any other
//! change is refused.

use crate::tree::{self, Files};
use anyhow::{Result, ensure};
use course::{LessonInfo, Problem};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use toml::{Table, Value};
use workbook::cargo::cargo;
use workbook::page::links::joined;

const WORKSPACE: &str = "Cargo.toml";
/// The file in which cargo keeps the chosen versions.
pub const LOCK: &str = "Cargo.lock";

/// The students' tools. Students also get the packages that these and the lessons depend on in the workbook.
const TOOLS: [&str; 3] = ["workshop/command", "workshop/gallery", "workshop/judge"];

/// The packages that students get.
pub struct Crates {
    folders: BTreeSet<String>,
}

impl Crates {
    /// Follows the dependencies of the lessons and of the students' tools.
    pub fn of(files: &Files, lessons: &[LessonInfo]) -> Result<Self, Problem> {
        let shared = match table(files, WORKSPACE)? {
            Some(workspace) => folders(&workspace, &["workspace", "dependencies"], ""),
            None => BTreeMap::new(),
        };
        let mut crates = Self { folders: BTreeSet::new() };
        let mut open: Vec<String> = lessons.iter().map(|lesson| lesson.folder.clone()).collect();
        open.extend(TOOLS.map(str::to_owned));
        while let Some(folder) = open.pop() {
            let file = manifest_of(&folder);
            let Some(manifest) = table(files, &file)? else { continue };
            if !crates.folders.insert(folder.clone()) {
                continue;
            }
            // A lesson's check is given with it.
            let is_lesson = lessons.iter().any(|lesson| lesson.folder == folder);
            let of_check = is_lesson.then_some("dev-dependencies");
            for (key, value) in dependencies(&manifest, of_check) {
                match value.get("path").and_then(Value::as_str) {
                    Some(path) => open.push(joined(&folder, path)),
                    None if value.get("workspace").is_some() => open.extend(shared.get(key).cloned()),
                    None => {}
                }
            }
        }
        Ok(crates)
    }

    pub fn folders(&self) -> impl Iterator<Item = &str> {
        self.folders.iter().map(String::as_str)
    }

    /// Returns the workspace's and the packages' manifests and `Cargo.lock`, for a tree of the given files.
    pub fn manifests(&self, files: &Files, given: &BTreeSet<&str>) -> Result<Files, Problem> {
        let mut changed = Files::new();
        for folder in &self.folders {
            let file = manifest_of(folder);
            let Some(text) = text(files, &file)? else { continue };
            let kept = of_package(&file, text)?;
            changed.insert(file, kept.into_bytes());
        }
        let Some(workspace) = text(files, WORKSPACE)? else { return Ok(changed) };
        changed.insert(WORKSPACE.to_owned(), self.of_workspace(workspace, None)?.into_bytes());
        let mut packages = files.keys().filter_map(|file| file.strip_suffix("/Cargo.toml"));
        let is_whole = packages.all(|folder| self.folders.contains(folder));
        let is_same = is_whole && changed.iter().all(|(file, text)| files.get(file) == Some(text));
        if let Some(lock) = files.get(LOCK).filter(|_| !is_same) {
            let lock = pruned(lock, &changed, given)
                .map_err(|error| Problem::of(LOCK, format!("cannot be made smaller: {error:#}")))?;
            let built = String::from_utf8_lossy(&lock)
                .lines()
                .filter_map(|line| Some(line.strip_prefix("name = \"")?.strip_suffix('"')?.to_owned()))
                .collect();
            changed.insert(WORKSPACE.to_owned(), self.of_workspace(workspace, Some(&built))?.into_bytes());
            changed.insert(LOCK.to_owned(), lock);
        }
        Ok(changed)
    }

    /// Returns the workspace's manifest with the given packages, and the profiles of those that are `built`.
    fn of_workspace(&self, text: &str, built: Option<&BTreeSet<String>>) -> Result<String, Problem> {
        let members: String = self.folders.iter().map(|folder| format!("    {folder:?},\n")).collect();
        let shared = folders(&parse(WORKSPACE, text)?, &["workspace", "dependencies"], "");
        let is_shared = |line: &str| {
            let key = line.split(['=', '.']).next().unwrap_or_default().trim();
            shared.get(key).is_none_or(|folder| self.folders.contains(folder))
        };
        let is_built = |header: &str| {
            let package =
                header.strip_prefix("[profile.dev.package.").and_then(|rest| rest.strip_suffix(']'));
            package.is_none_or(|package| {
                package.starts_with('"') || built.is_none_or(|built| built.contains(package))
            })
        };
        let mut kept = String::new();
        for section in sections(text).into_iter().filter(|section| is_built(section.header)) {
            let lines = section.text.split_inclusive('\n');
            let of_shared = section.header == "[workspace.dependencies]";
            // Students' packages are all of them built by default.
            let is_given =
                |line: &&str| (!of_shared || is_shared(line)) && !line.starts_with("default-members");
            kept.extend(lines.filter(is_given).map(|line| match line.starts_with("members = ") {
                true => format!("members = [\n{members}]\n"),
                false => line.to_owned(),
            }));
        }
        parse(WORKSPACE, &kept)?;
        Ok(kept)
    }
}

/// The tables of a manifest that name what a package is built of.
const KINDS: [&str; 2] = ["dependencies", "build-dependencies"];

/// Returns the names of a manifest's dependencies, for any system, and of those of one further kind.
fn dependencies<'t>(
    manifest: &'t Table,
    other: Option<&'static str>,
) -> impl Iterator<Item = (&'t str, &'t Value)> {
    let systems = manifest.get("target").and_then(Value::as_table).into_iter().flat_map(Table::values);
    let tables = std::iter::once(manifest).chain(systems.filter_map(Value::as_table));
    let kinds = KINDS.into_iter().chain(other);
    let of_table = move |table: &'t Table| kinds.clone().filter_map(|kind| table.get(kind)?.as_table());
    tables.flat_map(of_table).flatten().map(|(key, value)| (key.as_str(), value))
}

/// Returns the folders of a table's dependencies that have a path, by their names.
fn folders(manifest: &Table, path: &[&str], from: &str) -> BTreeMap<String, String> {
    let found = path.iter().try_fold(manifest, |table, key| table.get(*key)?.as_table());
    let entries = found.into_iter().flatten();
    entries
        .filter_map(|(key, value)| Some((key.clone(), joined(from, value.get("path")?.as_str()?))))
        .collect()
}

/// Returns a package's manifest, without the dependencies of tests unless it is a lesson's, whose check is given.
fn of_package(file: &str, text: &str) -> Result<String, Problem> {
    let sections = sections(text);
    let has_check = sections.iter().any(|section| section.header == "[[test]]");
    let stays = |section: &&Section<'_>| has_check || !section.header.contains("dev-dependencies");
    let kept: String = sections.iter().filter(stays).map(|section| section.text).collect();
    parse(file, &kept)?;
    Ok(kept.trim_end().to_owned() + "\n")
}

/// A table of a manifest, as its header and its lines with the comments above.
struct Section<'t> {
    header: &'t str,
    text: &'t str,
}

fn sections(text: &str) -> Vec<Section<'_>> {
    let mut starts = vec![(0, "")];
    let (mut at, mut comment) = (0, None);
    for line in text.split_inclusive('\n') {
        let is_comment = line.starts_with('#');
        if line.starts_with('[') {
            starts.push((comment.unwrap_or(at), line.split('#').next().unwrap_or(line).trim()));
        }
        comment = if is_comment { comment.or(Some(at)) } else { None };
        at += line.len();
    }
    let ends = starts.iter().skip(1).map(|(start, _)| *start).chain([text.len()]);
    starts
        .iter()
        .zip(ends)
        .map(|(&(start, header), end)| Section { header, text: &text[start..end] })
        .collect()
}

/// Removes from `Cargo.lock` what a smaller workspace does not need.
///
/// Only cargo knows which features of other packages are still enabled. So this runs cargo in a copy with only the
/// manifests and empty sources. Cargo looks nothing up there, and keeps all versions.
fn pruned(lock: &[u8], manifests: &Files, given: &BTreeSet<&str>) -> Result<Vec<u8>> {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let name = format!("workbook-lock-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
    let folder = Scratch(std::env::temp_dir().join(name));
    // Modules are nothing to cargo.
    let is_root = |inside: &str| ["lib.rs", "main.rs"].contains(&inside) || inside.starts_with("bin/");
    let is_module = |file: &str| file.split_once("/src/").is_some_and(|(_, inside)| !is_root(inside));
    let sources = given.iter().filter(|file| file.ends_with(".rs") && !is_module(file));
    let mut files: Files = sources.map(|file| ((*file).to_owned(), Vec::new())).collect();
    files.extend(manifests.clone());
    files.insert(LOCK.to_owned(), lock.to_vec());
    tree::write(&folder.0, &files)?;
    let mut cargo = cargo(&folder.0);
    let output = cargo.args(["update", "--workspace", "--offline", "--quiet"]).output()?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr).trim());
    Ok(std::fs::read(folder.0.join(LOCK))?)
}

/// A folder that is deleted on drop.
struct Scratch(PathBuf);

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn manifest_of(folder: &str) -> String {
    format!("{folder}/Cargo.toml")
}

fn text<'f>(files: &'f Files, file: &str) -> Result<Option<&'f str>, Problem> {
    let text = files.get(file).map(|contents| str::from_utf8(contents)).transpose();
    text.map_err(|_| Problem::of(file, "is not UTF-8"))
}

fn table(files: &Files, file: &str) -> Result<Option<Table>, Problem> {
    text(files, file)?.map(|text| parse(file, text)).transpose()
}

fn parse(file: &str, text: &str) -> Result<Table, Problem> {
    course::table::read(file, text)
}

/// Returns `Cargo.lock` with a package `own` of ours that needs these. Its packages are sorted by name, and a
/// build may not change it.
pub fn locked(lock: &[u8], own: &str, needed: &BTreeSet<String>) -> Vec<u8> {
    const PACKAGE: &str = "[[package]]\n";
    let lock = String::from_utf8_lossy(lock);
    let needed: String = needed.iter().map(|name| format!(" \"{name}\",\n")).collect();
    let added = format!("{PACKAGE}name = \"{own}\"\nversion = \"0.1.0\"\ndependencies = [\n{needed}]\n\n");
    let after = |at: &usize| lock[at + PACKAGE.len()..].split('"').nth(1).is_some_and(|name| name > own);
    let at = lock.match_indices(PACKAGE).map(|(at, _)| at).find(after).unwrap_or(lock.len());
    [&lock[..at], &added, &lock[at..]].concat().into_bytes()
}
