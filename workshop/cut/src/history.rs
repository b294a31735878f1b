//! The straight history that students' branches point into: the starter, then one commit for each lesson's answer.

use crate::markers::State;
use crate::projection::{Course, holds_solutions};
use crate::source::Commit;
use crate::tree::{self, Files};
use anyhow::{Result, bail, ensure};
use course::LessonInfo;
use std::collections::BTreeMap;
use std::path::Path;
use workbook::git;

/// The reference under which git keeps the commits that were just cut, until the branches point to them.
const CUT: &str = "refs/workbook/cut";

/// The words in the message of every commit that this tool makes, by which it knows its own.
const SIGN: &str = "Cut by `cargo workbook branches` from";

/// A commit of the history, and the branches that point to it.
pub struct Cut {
    pub branches: Vec<String>,
    pub hash: String,
    /// The hash of the commit's tree.
    pub tree: String,
}

/// A branch as it is in the repository.
pub struct Branch {
    /// The hash of its commit.
    pub hash: String,
    /// The hash of that commit's tree.
    pub tree: String,
    /// True if this tool made that commit.
    pub ours: bool,
}

/// Calls a function with the workbook of a commit, as a course of some of its lessons.
pub fn with_course<T>(
    commit: &Commit,
    taught: impl Fn(&LessonInfo) -> bool,
    work: impl FnOnce(&Course<'_>) -> Result<T>,
) -> Result<T> {
    if !holds_solutions(&commit.files) {
        bail!("the current commit {NO_SOLUTIONS}");
    }
    let mut lessons = tree::lessons(&commit.files)?;
    lessons.retain(taught);
    ensure!(!lessons.is_empty(), "there is no such lesson");
    let course = Course::whole(&commit.files, &lessons)?;
    work(&course)
}

/// The end of messages about a tree without solutions.
pub const NO_SOLUTIONS: &str = "holds no solutions: it is what students get. Change to the authors' branch, or to a clone of the \
                                instructors' repository, and try again.";

/// Returns the files that students get when all lessons up to this one are solved.
pub fn solved_through(course: &Course<'_>, lesson: u8) -> Files {
    course.for_students(|id| if id.lesson <= lesson { State::Solved } else { State::Open })
}

/// Writes the history into git, up to the answers to one lesson; no branch points to it yet.
pub fn write(root: &Path, commit: &Commit, course: &Course<'_>, through: u8) -> Result<Vec<Cut>> {
    let mut stream = Vec::new();
    let starter = course.for_students(|_| State::Open);
    append(&mut stream, commit, 1, "Starter: every exercise is open", &starter);
    for (i, lesson) in released(course.lessons, through).enumerate() {
        let title = format!("Lesson {:02}: {}", lesson.number, lesson.about.data.title);
        append(&mut stream, commit, i + 2, &title, &solved_through(course, lesson.number));
    }
    import(root, stream)?;
    let log = git::run(root, &["log", "--reverse", "--format=%H %T", CUT])?;
    let cuts: Vec<Cut> = names(course.lessons, through)
        .into_iter()
        .zip(log.lines())
        .filter_map(|(branches, line)| {
            let (hash, tree) = line.split_once(' ')?;
            Some(Cut { branches, hash: hash.to_owned(), tree: tree.to_owned() })
        })
        .collect();
    ensure!(cuts.len() == released(course.lessons, through).count() + 1, "git has not taken every commit");
    Ok(cuts)
}

/// Writes files into git as a commit without a branch, and calls a function with the commit's name.
pub fn with_commit(
    root: &Path,
    commit: &Commit,
    title: &str,
    files: &Files,
    work: impl FnOnce(&str) -> Result<()>,
) -> Result<()> {
    let mut stream = Vec::new();
    append(&mut stream, commit, 1, title, files);
    import(root, stream)?;
    let done = work(CUT);
    discard(root)?;
    done
}

fn import(root: &Path, mut stream: Vec<u8>) -> Result<()> {
    stream.extend_from_slice(b"done\n");
    git::change(root, &["fast-import", "--quiet", "--force", "--done"], &stream)
}

/// Returns the lessons up to `through`, whose answers are not kept back.
fn released(lessons: &[LessonInfo], through: u8) -> impl Iterator<Item = &LessonInfo> {
    lessons.iter().filter(move |lesson| lesson.number <= through)
}

/// Returns the branches that point to each commit of the history. If answers are kept back, all later lessons
/// are open in the last one.
fn names(lessons: &[LessonInfo], through: u8) -> Vec<Vec<String>> {
    let mut names = vec![vec!["starter".to_owned()]];
    for lesson in lessons {
        let slug = lesson.slug();
        if let Some(before) = names.last_mut() {
            before.push(format!("exercise/{slug}"));
        }
        if lesson.number <= through {
            names.push(vec![format!("solution/{slug}")]);
        }
    }
    names
}

/// Writes a commit in the form that `git fast-import` reads.
fn append(stream: &mut Vec<u8>, commit: &Commit, mark: usize, title: &str, files: &Files) {
    let message = format!("{title}\n\n{SIGN} {}.\n", commit.hash);
    let who = format!("cargo workbook <workbook@localhost> {} +0000", commit.seconds);
    let mut line = |text: String| stream.extend_from_slice(text.as_bytes());
    line(format!("commit {CUT}\nmark :{mark}\nauthor {who}\ncommitter {who}\n"));
    line(format!("data {}\n{message}", message.len()));
    if mark > 1 {
        line(format!("from :{}\n", mark - 1));
    }
    line("deleteall\n".to_owned());
    for (file, contents) in files {
        let Some(entry) = commit.entries.get(file) else { continue };
        let (mode, path) = (&entry.mode, quoted(file));
        if commit.files.get(file) == Some(contents) {
            stream.extend_from_slice(format!("M {mode} {} {path}\n", entry.blob).as_bytes());
        } else {
            stream.extend_from_slice(format!("M {mode} inline {path}\ndata {}\n", contents.len()).as_bytes());
            stream.extend_from_slice(contents);
            stream.push(b'\n');
        }
    }
    stream.push(b'\n');
}

/// Returns a path quoted as a C string, as `git fast-import` expects it.
fn quoted(path: &str) -> String {
    format!("\"{}\"", path.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}

/// Returns the repository's branches for students, by name.
pub fn existing(root: &Path) -> Result<BTreeMap<String, Branch>> {
    let format = "--format=%(refname)%00%(objectname)%00%(tree)%00%(contents)%00%01";
    let refs = ["refs/heads/starter", "refs/heads/exercise", "refs/heads/solution"];
    let list = git::run(root, &[&["for-each-ref", format], &refs[..]].concat())?;
    let mut branches = BTreeMap::new();
    for branch in list.split_terminator("\0\u{1}\n") {
        let parts: Vec<&str> = branch.splitn(4, '\0').collect();
        let [name, hash, tree, message] = parts[..] else {
            bail!("cannot read what git for-each-ref says");
        };
        let name = name.strip_prefix("refs/heads/").unwrap_or(name).to_owned();
        let ours = message.contains(SIGN);
        branches.insert(name, Branch { hash: hash.to_owned(), tree: tree.to_owned(), ours });
    }
    Ok(branches)
}

/// Returns the short hash of the authors' commit that one of ours was cut from, if this repository has it.
pub fn cut_from(root: &Path, hash: &str) -> Result<Option<String>> {
    let (message, _) = git::try_run(root, &["log", "-1", "--format=%B", hash, "--"])?;
    let from = message.lines().find_map(|line| line.strip_prefix(SIGN)?.trim().strip_suffix('.'));
    Ok(from.map(|from| from.get(..10).unwrap_or(from).to_owned()))
}

/// Moves the branches to the history, all or none, and drops the reference that kept it.
pub fn adopt(root: &Path, cuts: &[Cut], old: &BTreeMap<String, Branch>) -> Result<()> {
    let mut commands = String::from("start\n");
    let zero = "0".repeat(cuts.first().map_or(40, |cut| cut.hash.len()));
    for cut in cuts {
        for name in &cut.branches {
            let before = old.get(name).map_or(&zero, |branch| &branch.hash);
            commands.push_str(&format!("update refs/heads/{name} {} {before}\n", cut.hash));
        }
    }
    commands.push_str(&format!("delete {CUT}\nprepare\ncommit\n"));
    git::change(root, &["update-ref", "-m", "cargo workbook branches", "--stdin"], commands.as_bytes())
}

/// Drops the reference that kept the history, when no branch will point to it.
pub fn discard(root: &Path) -> Result<()> {
    git::change(root, &["update-ref", "-d", CUT], b"")
}
