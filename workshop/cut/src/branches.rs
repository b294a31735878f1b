//! `cargo workbook branches`: cuts what students get into branches of its own.

use crate::history::{self, Branch, Cut};
use crate::numbers::Numbers;
use crate::source::Commit;
use anstream::println;
use anyhow::{Result, bail, ensure};
use course::LessonInfo;
use std::collections::BTreeMap;
use std::path::Path;
use workbook::git;
use workbook::style::{BAD, DIM, GOOD, HEADING};

/// Options for cutting branches.
#[derive(Default)]
pub struct Cutting {
    /// The last lesson whose answers are published.
    pub through: Option<u8>,
    pub lessons: Option<Numbers>,
    /// The remote that the branches are pushed to.
    pub push: Option<String>,
    /// True if the remote's branches may be replaced by others that do not descend from them.
    pub force: bool,
}

/// Cuts branches, says what has changed, and pushes them if asked to. Returns whether all went well.
///
/// Options that are left out take their values from the remote's branches, so that a forgotten option neither
/// publishes an answer nor takes back a lesson. Without a remote, everything is cut.
pub fn branches(root: &Path, asked: &Cutting) -> Result<bool> {
    let commit = Commit::current(root)?;
    let remote = asked.push.as_deref().map(|remote| Remote::read(root, remote)).transpose()?;
    let through = match (asked.through, &remote) {
        (Some(through), _) => through,
        (None, None) => u8::MAX,
        (None, Some(remote)) => remote.published()?,
    };
    let taught = |lesson: &LessonInfo| match (&asked.lessons, &remote) {
        (Some(only), _) => only.has(lesson.number),
        (None, Some(remote)) => remote.teaches(lesson.number),
        (None, None) => true,
    };
    let cuts =
        history::with_course(&commit, taught, |course| history::write(root, &commit, course, through))?;
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
                None => change(cut, old.get(name)),
            };
            println!("  {name:widest$}  {says}");
        }
    }
    count_leftovers(&cuts, &old);
    remote.map_or(Ok(true), |remote| remote.push(root, &cuts, asked.force))
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

/// Returns a description of how a branch differs from when it was last cut.
fn change(cut: &Cut, old: Option<&Branch>) -> String {
    match old {
        None => format!("{GOOD}new{GOOD:#}"),
        Some(old) if old.tree == cut.tree => format!("{DIM}unchanged{DIM:#}"),
        Some(_) => format!("{HEADING}changed{HEADING:#}"),
    }
}

/// Says how many branches were cut earlier and are not now: their lesson has another name, or its answers are kept back.
fn count_leftovers(cuts: &[Cut], old: &BTreeMap<String, Branch>) {
    let is_cut = |name: &String| cuts.iter().any(|cut| cut.branches.contains(name));
    match old.iter().filter(|(name, branch)| branch.ours && !is_cut(name)).count() {
        0 => {}
        left => {
            println!("{DIM}{left} branches that were cut earlier are left as they were{DIM:#}")
        }
    }
}

/// The state of a repository that branches are pushed to.
struct Remote<'a> {
    name: &'a str,
    /// The hash of each branch, by name.
    heads: BTreeMap<String, String>,
}

impl<'a> Remote<'a> {
    fn read(root: &Path, name: &'a str) -> Result<Self> {
        let heads = git::run(root, &["ls-remote", "--heads", "--", name])?;
        let heads = heads.lines().filter_map(|line| {
            let (hash, name) = line.split_once("\trefs/heads/")?;
            Some((name.to_owned(), hash.to_owned()))
        });
        Ok(Self { name, heads: heads.collect() })
    }

    /// Returns the numbers of the lessons with a branch of a kind, as in `exercise/04-…`.
    fn lessons_of(&self, kind: &str) -> impl Iterator<Item = u8> {
        let names = self.heads.keys().filter_map(move |name| name.strip_prefix(kind)?.split_once('-'));
        names.filter_map(|(number, _)| number.parse().ok())
    }

    /// Returns the last lesson whose answers the remote has, or 0.
    fn published(&self) -> Result<u8> {
        ensure!(
            self.heads.contains_key("starter"),
            "{} has no branches of the course yet, so say which answers they begin with: --without-solutions, or \
             --solutions-through LESSON",
            self.name
        );
        Ok(self.lessons_of("solution/").max().unwrap_or(0))
    }

    /// Returns true if the remote's course has a lesson, or if the remote has no course yet.
    fn teaches(&self, lesson: u8) -> bool {
        !self.heads.contains_key("starter") || self.lessons_of("exercise/").any(|number| number == lesson)
    }

    /// Pushes the branches, all or none. Without `force` each may only grow; with it, each may move from
    /// where it was read to be, and from nowhere else.
    fn push(&self, root: &Path, cuts: &[Cut], force: bool) -> Result<bool> {
        let names: Vec<&String> = cuts.iter().flat_map(|cut| &cut.branches).collect();
        let mut args = ["push", "--porcelain", "--atomic"].map(str::to_owned).to_vec();
        if force {
            let stands = |name: &str| self.heads.get(name).map_or("", String::as_str);
            args.extend(
                names.iter().map(|name| format!("--force-with-lease=refs/heads/{name}:{}", stands(name))),
            );
        }
        args.extend(["--".to_owned(), self.name.to_owned()]);
        args.extend(names.iter().map(|name| format!("refs/heads/{name}:refs/heads/{name}")));
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let (said, error) = git::try_run(root, &args)?;
        let rows: Vec<(char, &str)> = said.lines().filter_map(pushed).collect();
        let with = |flags: &str| -> Vec<&str> {
            rows.iter().filter(|(flag, _)| flags.contains(*flag)).map(|(_, branch)| *branch).collect()
        };
        match error {
            None => {}
            Some(_) if !with("!").is_empty() && !force => {
                self.say_why_not(root)?;
                return Ok(false);
            }
            Some(error) => bail!("git push failed: {}", error.trim()),
        }
        println!("{HEADING}Pushed to {}{HEADING:#}", self.name);
        for (flags, what) in [("*", "new"), (" ", "grown"), ("+", "replaced"), ("=", "as before")] {
            let branches = with(flags);
            if !branches.is_empty() {
                println!("  {GOOD}{what}{GOOD:#}: {}", branches.join(", "));
            }
        }
        if with("*").contains(&"starter") {
            println!(
                "Clones should begin with starter. Make it the default branch there: in the settings of a host,"
            );
            println!("  or in the repository's folder with: git symbolic-ref HEAD refs/heads/starter");
        }
        Ok(true)
    }

    /// Says that the branches there have another history, and from which commit they were cut if that is known here.
    fn say_why_not(&self, root: &Path) -> Result<()> {
        println!("{BAD}Nothing was pushed{BAD:#}: the branches in {} have another history.", self.name);
        let starter = self.heads.get("starter").map_or("", String::as_str);
        if let Some(commit) = history::cut_from(root, starter)? {
            println!(
                "  They were cut from {commit}. To add answers to them, cut from there: git switch --detach {commit}"
            );
        }
        println!(
            "  --force replaces them. What students have begun does not descend from the new ones then."
        );
        Ok(())
    }
}

/// Returns the flag and the branch of a line of what `git push --porcelain` says.
fn pushed(line: &str) -> Option<(char, &str)> {
    let mut parts = line.split('\t');
    let (flag, refs) = (parts.next()?.chars().next()?, parts.next()?);
    Some((flag, refs.split_once(":refs/heads/")?.1))
}
