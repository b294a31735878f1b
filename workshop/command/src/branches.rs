//! Reads the branches for students that this repository has.

use crate::git;
use anyhow::{Result, bail};
use course::LessonInfo;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The branches of a repository, its own and those of its remotes.
pub struct Branches {
    root: PathBuf,
    refs: Vec<String>,
    /// The files' texts read so far, by branch and path.
    texts: RefCell<BTreeMap<(String, String), Option<String>>>,
}

/// Advice, in a sentence for students, where a missing branch can be found.
const WHERE: &str =
    "`git fetch` gets the branches that were published; your instructor may not have published this one yet";

impl Branches {
    /// Reads the branches that exist, none without git.
    pub fn of(root: &Path) -> Self {
        let list = git::run(root, &["for-each-ref", "--format=%(refname)", "refs/heads", "refs/remotes"]);
        let refs = list.unwrap_or_default().lines().map(str::to_owned).collect();
        Self { root: root.to_owned(), refs, texts: RefCell::default() }
    }

    /// Returns the full name of a branch: the repository's own, that of `origin`, or that of another remote.
    pub fn find(&self, name: &str) -> Option<String> {
        let exact = [format!("refs/heads/{name}"), format!("refs/remotes/origin/{name}")];
        if let Some(found) = exact.iter().find(|exact| self.refs.contains(exact)) {
            return Some(found.clone());
        }
        let of_remote = |full: &&String| {
            let rest = full.strip_prefix("refs/remotes/").and_then(|rest| rest.split_once('/'));
            rest.is_some_and(|(_, branch)| branch == name)
        };
        self.refs.iter().find(of_remote).cloned()
    }

    /// Returns the full name of a branch, or an error with advice if it is missing.
    pub fn get(&self, name: &str) -> Result<String> {
        match self.find(name) {
            Some(found) => Ok(found),
            None if git::run(&self.root, &["rev-parse", "--git-dir"]).is_err() => bail!(
                "this copy of the workbook has no git history, and so no branch {name}. Clone the workbook's repository to get one."
            ),
            None => bail!("there is no branch {name} here. {WHERE}."),
        }
    }

    /// Returns a branch in which a lesson is open, and one in which it is solved.
    pub fn of_lesson(&self, lesson: &LessonInfo) -> (Option<String>, Option<String>) {
        let named = |kind: &str| self.find(&format!("{kind}/{}", lesson.slug()));
        (named("exercise").or_else(|| self.find("starter")), named("solution"))
    }

    /// Returns the branch with the answers to a lesson, or an error if they are not published yet.
    pub fn solution(&self, lesson: &LessonInfo) -> Result<String> {
        let name = format!("solution/{}", lesson.slug());
        match self.find(&name) {
            None if self.find("starter").is_some() => bail!(
                "the answers to lesson {number:02} are not here yet. Your instructor publishes them later, and then `git fetch` gets them. Until then `cargo workbook check {number}` tells you what is wrong, and `cargo workbook hint` helps.",
                number = lesson.number
            ),
            _ => self.get(&name),
        }
    }

    pub fn text(&self, branch: &str, file: &str) -> Option<String> {
        let key = (branch.to_owned(), file.to_owned());
        let read = || git::run(&self.root, &["show", &format!("{branch}:./{file}")]).ok();
        self.texts.borrow_mut().entry(key).or_insert_with(read).clone()
    }
}
