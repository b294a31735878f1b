//! `cargo workbook branches`: cuts what students get into branches of its own.

use crate::instructor::history::{self, Branch, Cut};
use crate::instructor::numbers::Numbers;
use crate::instructor::source::Commit;
use anstream::println;
use anyhow::{Result, bail};
use course::LessonInfo;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use student::git;
use student::style::{BAD, DIM, GOOD, HEADING};

/// So many files are named of those that changed in a branch.
const NAMED: usize = 4;

/// Cuts the branches of a course of these lessons, with the answers up to one of them, says what has changed, and pushes them if asked to. Returns
/// whether all went well.
pub fn branches(root: &Path, through: u8, lessons: Option<&Numbers>, push: Option<&str>) -> Result<bool> {
    let commit = Commit::current(root)?;
    let taught = |lesson: &LessonInfo| lessons.is_none_or(|only| only.has(lesson.number));
    let cuts =
        history::with_course(root, &commit, taught, |course| history::write(root, &commit, course, through))?;
    let old = history::existing(root)?;
    if let Err(error) = refuse_others(root, &cuts, &old).and_then(|()| history::adopt(root, &cuts, &old)) {
        history::discard(root)?;
        return Err(error);
    }
    println!("{HEADING}Cut from {}{HEADING:#} {DIM}{}{DIM:#}", commit.short(), commit.subject);
    let widest =
        cuts.iter().flat_map(|cut| &cut.branches).map(|name| name.chars().count()).max().unwrap_or(0);
    for cut in &cuts {
        for (i, name) in cut.branches.iter().enumerate() {
            let says = match cut.branches[..i].first() {
                Some(first) => format!("{DIM}the same commit as {first}{DIM:#}"),
                None => change(root, cut, old.get(name))?,
            };
            println!("  {name:widest$}  {says}");
        }
    }
    name_leftovers(&cuts, &old);
    push.map_or(Ok(true), |remote| push_to(root, remote, &cuts))
}

/// Refuses to move a branch that someone works on.
fn refuse_others(root: &Path, cuts: &[Cut], old: &BTreeMap<String, Branch>) -> Result<()> {
    let list = git::run(root, &["worktree", "list", "--porcelain", "-z"])?;
    for cut in cuts {
        for name in &cut.branches {
            let Some(branch) = old.get(name) else { continue };
            if !branch.ours {
                bail!(
                    "the branch {name} was not made by this tool, so it may hold someone's work.\nRename it with `git branch -m {name} NEW-NAME`, then try again."
                );
            }
            let line = format!("branch refs/heads/{name}");
            if branch.hash != cut.hash && list.split('\0').any(|said| said == line) {
                bail!(
                    "the branch {name} is checked out. Change to the authors' branch there, then try again."
                );
            }
        }
    }
    Ok(())
}

/// What has changed in a branch since it was last cut.
fn change(root: &Path, cut: &Cut, old: Option<&Branch>) -> Result<String> {
    let Some(old) = old else {
        return Ok(format!("{GOOD}new{GOOD:#}"));
    };
    if old.tree == cut.tree {
        return Ok(format!("{DIM}unchanged{DIM:#}"));
    }
    let list = git::run(root, &["diff-tree", "-r", "-z", "--name-only", &old.tree, &cut.tree])?;
    let files: Vec<&str> = list.split_terminator('\0').collect();
    let more = match files.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(", and {more} more"),
    };
    let named = files[..files.len().min(NAMED)].join(", ");
    Ok(format!("{HEADING}changed{HEADING:#}: {named}{more}"))
}

/// Names the branches that were cut earlier and are not now: their lesson has another name, or its answers are kept
/// back.
fn name_leftovers(cuts: &[Cut], old: &BTreeMap<String, Branch>) {
    let is_cut = |name: &String| cuts.iter().any(|cut| cut.branches.contains(name));
    let left: Vec<&str> = (old.iter().filter(|(name, branch)| branch.ours && !is_cut(name)))
        .map(|(name, _)| name.as_str())
        .collect();
    if !left.is_empty() {
        println!("Cut earlier, but not now: {}", left.join(", "));
        println!("  Delete what nobody needs: git branch -D {}", left.join(" "));
    }
}

/// Pushes the branches; each may move only from where the remote says that it stands.
fn push_to(root: &Path, remote: &str, cuts: &[Cut]) -> Result<bool> {
    let names: Vec<&String> = cuts.iter().flat_map(|cut| &cut.branches).collect();
    let heads = git::run(root, &["ls-remote", "--heads", "--", remote])?;
    let there: BTreeMap<&str, &str> = heads
        .lines()
        .filter_map(|line| line.split_once('\t'))
        .map(|(hash, name)| (name.strip_prefix("refs/heads/").unwrap_or(name), hash))
        .collect();
    let mut args = vec!["push".to_owned(), "--porcelain".to_owned()];
    for name in &names {
        let stands = there.get(name.as_str()).unwrap_or(&"");
        args.push(format!("--force-with-lease=refs/heads/{name}:{stands}"));
    }
    args.extend(["--".to_owned(), remote.to_owned()]);
    args.extend(names.iter().map(|name| format!("refs/heads/{name}:refs/heads/{name}")));
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let (said, error) = git::try_run(root, &args)?;
    println!("{HEADING}Pushed to {remote}{HEADING:#}");
    let rows: Vec<Pushed<'_>> = said.lines().filter_map(Pushed::read).collect();
    for row in &rows {
        println!("  {}", row.words());
    }
    match error {
        Some(error) if rows.is_empty() => bail!("git push failed: {}", error.trim()),
        Some(_) => Ok(false),
        None => begin_with_starter(root, remote, &names).map(|()| true),
    }
}

/// Makes `starter` the remote's default branch, with which its clones begin, or says how to. In a new repository
/// `HEAD` leads to a branch that is not there, and a host takes one of those that came. Where it leads to a branch that
/// was not cut here, somebody has chosen it.
fn begin_with_starter(root: &Path, remote: &str, names: &[&String]) -> Result<()> {
    let told = git::run(root, &["ls-remote", "--symref", "--", remote, "HEAD"])?;
    let head = told.lines().find_map(|line| line.strip_prefix("ref: refs/heads/")?.strip_suffix("\tHEAD"));
    let begins = match head {
        None if told.is_empty() => "no branch".to_owned(),
        Some(branch) if branch != "starter" && names.iter().any(|name| *name == branch) => branch.to_owned(),
        _ => return Ok(()),
    };
    let set = ["symbolic-ref", "HEAD", "refs/heads/starter"];
    match bare_folder(root, remote)?.filter(|_| head.is_none()) {
        Some(folder) => {
            git::change(&folder, &set, b"")?;
            println!("Clones of it begin with starter, which is its default branch (HEAD) now.");
        }
        None => {
            println!("Clones of it begin with {begins}. Make starter its default branch: in its settings,");
            println!("  where it has a page (GitHub, GitLab), or in its folder with: git {}", set.join(" "));
        }
    }
    Ok(())
}

/// The folder of a bare repository on this machine.
fn bare_folder(root: &Path, remote: &str) -> Result<Option<PathBuf>> {
    let url = git::run(root, &["ls-remote", "--get-url", "--", remote])?;
    let url = url.trim_end();
    let folder = root.join(url.strip_prefix("file://").unwrap_or(url));
    let is_bare = folder.is_dir()
        && git::try_run(&folder, &["rev-parse", "--is-bare-repository", "--git-dir"])?.0 == "true\n.\n";
    Ok(is_bare.then_some(folder))
}

/// A line of what `git push --porcelain` says.
struct Pushed<'a> {
    flag: char,
    branch: &'a str,
    summary: &'a str,
}

impl<'a> Pushed<'a> {
    fn read(line: &'a str) -> Option<Self> {
        let mut parts = line.split('\t');
        let (flag, refs, summary) = (parts.next()?.chars().next()?, parts.next()?, parts.next()?);
        let branch = refs.split_once(':')?.1;
        Some(Self { flag, branch: branch.strip_prefix("refs/heads/").unwrap_or(branch), summary })
    }

    fn words(&self) -> String {
        let Self { flag, branch, summary } = self;
        match flag {
            '=' => format!("{DIM}{branch}: was there already{DIM:#}"),
            '*' => format!("{branch}: {GOOD}new{GOOD:#}"),
            '+' | ' ' => format!("{branch}: {GOOD}moved{GOOD:#} {DIM}{summary}{DIM:#}"),
            _ => format!("{branch}: {BAD}refused{BAD:#} {summary}"),
        }
    }
}
