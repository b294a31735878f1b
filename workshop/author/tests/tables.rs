//! Follows tables of commands and words, in tiny workbooks. Each case begins with its name behind `==`:
//!
//! ```text
//! FILE: FROM => TO   FROM becomes TO in a file, once
//! FILE := TEXT       a new file
//! FILE <- PATH       a copy of a file of the course
//! FILE ~ TEXT        a file has a text
//! FILE !~ TEXT       and one it hasn't
//! commit             all files are committed
//! git WORDS          git is run
//! in FOLDER          what follows runs in this folder, from the workbook's own
//! > WORDS            the tool is run, and all is well; after it and after git,
//! + WORDS            the same, and it may record what has changed;
//! $ WORDS            the tool is run, and must find something wrong; after it,
//! | TEXT             this stands in what it says,
//! & TEXT             and this in the line below that;
//! ! TEXT             and this stands nowhere in it
//! ```
//!
//! `\n` is the end of a line, and `\s` a space at an end.

use crate::tiny::{TOOL, Workbook, command_in, commit, done, git};
use std::path::PathBuf;
use std::sync::Mutex;

struct Case {
    workbook: Workbook,
    folder: PathBuf,
    said: String,
    wanted: String,
    /// Its name, and the line that's obeyed.
    at: String,
}

impl Drop for Case {
    fn drop(&mut self) {
        if std::thread::panicking() {
            println!("{}", self.at);
        }
    }
}

/// Follows all cases of a table, several at a time, since the tool mostly waits for the compiler.
pub fn follow(table: &str) {
    let cases = Mutex::new(table.split("\n== ").skip(1));
    let take = || cases.lock().expect("no case has failed").next();
    let follow_each = || {
        while let Some((name, lines)) = take().map(|case| case.split_once('\n').expect("a name")) {
            let workbook = Workbook::new();
            let folder = workbook.root().to_owned();
            let (said, wanted) = (String::new(), String::new());
            let mut case = Case { workbook, folder, said, wanted, at: String::new() };
            for line in lines.lines() {
                case.at = format!("{name}: {line}");
                case.obey(line);
            }
        }
    };
    std::thread::scope(|scope| {
        (0..4).for_each(|_| drop(scope.spawn(follow_each)));
    });
}

/// Returns a text of a table without its escapes.
fn plain(text: &str) -> String {
    text.replace("\\n", "\n").replace("\\s", " ")
}

impl Case {
    fn obey(&mut self, line: &str) {
        let (sign, rest) = line.split_once(' ').unwrap_or((line, ""));
        let words = || rest.split(' ').collect::<Vec<_>>();
        match sign {
            "" | "#" => {}
            "|" | "&" => {
                let above = if sign == "&" { format!("{}\n", self.wanted) } else { String::new() };
                self.wanted = above + &plain(rest);
                assert!(self.said.contains(&self.wanted), "not said: {}\n{}", self.wanted, self.said);
            }
            "!" => assert!(!self.said.contains(&plain(rest)), "said: {rest}\n{}", self.said),
            "commit" => commit(&self.folder),
            "git" => self.said = git(&self.folder, &words()) + "\n",
            "in" => self.folder = self.workbook.root().join(rest),
            ">" | "$" | "+" => {
                let mut tool = command_in(&self.folder, TOOL);
                tool.args(words()).envs((sign == "+").then_some(("WORKBOOK_BLESS", "1")));
                let done = done(&mut tool);
                self.said = format!("{}\n{}", done.lines().join("\n"), done.stderr);
                assert_eq!(done.code == Some(0), sign != "$", "{}", self.said);
            }
            _ => self.of_file(line),
        }
    }

    /// Obeys a line about a file.
    fn of_file(&self, line: &str) {
        let text = |file: &str| std::fs::read_to_string(self.folder.join(file)).expect("a file");
        if let Some((file, wanted)) = line.split_once(" ~ ") {
            assert!(text(file).contains(&plain(wanted)), "{line}\n{}", text(file));
        } else if let Some((file, unwanted)) = line.split_once(" !~ ") {
            assert!(!text(file).contains(&plain(unwanted)), "{line}\n{}", text(file));
        } else if let Some((file, from)) = line.split_once(" <- ") {
            std::fs::copy(course::root().join(from), self.workbook.root().join(file)).expect("a copy");
        } else if let Some((file, text)) = line.split_once(" := ") {
            self.workbook.write(file, &plain(text));
        } else {
            let (file, edit) = line.split_once(": ").expect("a file, and what becomes of it");
            let (from, to) = edit.split_once(" => ").expect("what becomes what");
            self.workbook.edit(file, &plain(from), &plain(to));
        }
    }
}
