//! A class for tests, with a tiny workbook and a folder of submissions.

use crate::tiny::{Done, Workbook, all_files, commit, edit};
use author::tree;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// The folder of the students' files. No submission's name begins like this.
const OPEN: &str = ".open";

/// The right answers to 01.1 and 02.1.
pub const RIGHT: [&str; 2] = ["    2 * number\n", "    number - 1\n"];

/// A tiny workbook and a folder of submissions.
pub struct Class {
    pub workbook: Workbook,
    pub folder: TempDir,
}

impl Class {
    pub fn of(workbook: Workbook) -> Self {
        commit(workbook.root());
        let class = Self { workbook, folder: tempfile::tempdir().expect("a temporary folder") };
        let open = class.path(OPEN);
        class.workbook.run(&["handout", "1", "--out", open.to_str().expect("UTF-8")]).ends_with(0);
        class
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).expect(name)
    }

    /// Hands in a workbook with these answers to 01.1 and 02.1; returns its folder.
    pub fn hand_in(&self, name: &str, [twice, before]: [&str; 2]) -> PathBuf {
        let folder = self.path(name);
        tree::write(&folder, &all_files(&self.path(OPEN))).expect("written");
        edit(&folder, "common/src/numbers.rs", "    let _ = number;\n    0\n", twice);
        edit(&folder, "common/src/numbers.rs", "before.\n    number\n", &format!("before.\n{before}"));
        folder
    }

    /// Grades in a sandbox, if there is one.
    pub fn grade(&self, args: &[&str]) -> Done {
        let folder = self.folder.path().to_str().expect("UTF-8");
        self.workbook.run(&[&["grade", folder], no_box(), args].concat())
    }
}

/// Writes a folder as a zip beside it, with other files added or replaced.
pub fn zipped(folder: &Path, others: &[(&str, &[u8])]) {
    let mut zip = zip::ZipWriter::new(fs::File::create(folder.with_extension("zip")).expect("a zip"));
    let mut files = all_files(folder);
    files.extend(others.iter().map(|(file, contents)| ((*file).to_owned(), contents.to_vec())));
    for (file, contents) in files {
        let options = zip::write::SimpleFileOptions::default();
        zip.start_file(file, options).expect("begun");
        std::io::Write::write_all(&mut zip, &contents).expect("written");
    }
    zip.finish().expect("ended");
    fs::remove_dir_all(folder).expect("removed");
}

/// Returns true if bubblewrap works here. Some systems lack it, and some containers forbid it.
pub fn has_box() -> bool {
    let tried =
        std::process::Command::new("bwrap").args(["--unshare-all", "--ro-bind", "/", "/", "true"]).output();
    tried.is_ok_and(|output| output.status.success())
}

/// Returns the option that `grade` needs where no sandbox works.
pub fn no_box() -> &'static [&'static str] {
    if has_box() { &[] } else { &["--no-box"] }
}
