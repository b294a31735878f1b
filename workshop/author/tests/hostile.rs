//! `cargo workbook grade`, on submissions that cheat, break out, or were made without care. `hostile.toml` lists them,
//! and `workshop/docs/strength.md` says what they hold.

use crate::class::{Class, RIGHT, edit};
use crate::tiny::{Workbook, all_files};
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

const NUMBERS: &str = "common/src/numbers.rs";
const SHADER: &str = "shaders/scale.vert";

/// The starter's code of the two exercises.
const OPEN: [&str; 2] = ["    let _ = number;\n    0\n", "    number\n"];

/// A submission, as the table describes it, with the points and notes that it must get.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    name: String,
    what: String,
    points: usize,
    #[serde(default)]
    says: Vec<String>,
    twice: Option<String>,
    before: Option<String>,
    thrice: Option<String>,
    #[serde(default)]
    append: BTreeMap<String, String>,
    #[serde(default)]
    edit: BTreeMap<String, [String; 2]>,
}

fn cases() -> Vec<Case> {
    #[derive(Deserialize)]
    struct Table {
        submission: Vec<Case>,
    }
    toml::from_str::<Table>(include_str!("hostile.toml")).expect("the table").submission
}

impl Case {
    /// Writes the submission into the class's folder under this name.
    fn hand_in(&self, class: &Class, name: &str) -> PathBuf {
        let answer = |text: &Option<String>, i: usize| match text.as_deref() {
            None => RIGHT[i].to_owned(),
            Some("open") => OPEN[i].to_owned(),
            Some(text) => whole(class, text),
        };
        let folder = class.hand_in(name, &answer(&self.twice, 0), &answer(&self.before, 1));
        if self.thrice.is_none() {
            edit(&folder, SHADER, "return 1;", "return 3;");
        }
        for (file, text) in &self.append {
            append(&folder, file, &whole(class, text));
        }
        for (file, [from, to]) in &self.edit {
            edit(&folder, file, from, to);
        }
        folder
    }
}

fn rewrite(file: &Path, change: impl FnOnce(String) -> Vec<u8>) {
    let text = fs::read_to_string(file).expect("a file");
    fs::write(file, change(text)).expect("written");
}

/// Returns a text in which `⟪3×a⟫` is `aaa`, and @ the workbook's folder.
fn whole(class: &Class, text: &str) -> String {
    let mut whole = String::new();
    for (at, part) in text.split(['⟪', '⟫']).enumerate() {
        match part.split_once('×').filter(|_| at % 2 == 1) {
            Some((count, part)) => whole += &part.repeat(count.parse().expect("a number")),
            None => whole += part,
        }
    }
    whole.replace('@', class.workbook.root().to_str().expect("UTF-8"))
}

fn append(folder: &Path, file: &str, text: &str) {
    let old = fs::read_to_string(folder.join(file)).unwrap_or_default();
    fs::create_dir_all(folder.join(file).parent().expect("a folder")).expect("made");
    fs::write(folder.join(file), old + text).expect("written");
}

/// Writes a folder as a zip beside it, with other files added or replaced.
fn zipped(folder: &Path, others: &[(&str, &[u8])]) {
    let mut zip = zip::ZipWriter::new(fs::File::create(folder.with_extension("zip")).expect("a zip"));
    let mut files = all_files(folder);
    files.extend(others.iter().map(|(file, contents)| (PathBuf::from(file), contents.to_vec())));
    for (file, contents) in files {
        let name = file.to_str().expect("UTF-8");
        zip.start_file(name, zip::write::SimpleFileOptions::default()).expect("begun");
        zip.write_all(&contents).expect("written");
    }
    zip.finish().expect("ended");
    fs::remove_dir_all(folder).expect("removed");
}

/// Makes a submission, with the parts that the table alone cannot describe.
fn make(class: &Class, case: &Case) {
    let within = if case.name == "helper" { "/a/b/c/wb" } else { "" };
    let folder = case.hand_in(class, &format!("{}{within}", case.name));
    let numbers = folder.join(NUMBERS);
    match case.name.as_str() {
        "helper" => {
            let next = |at: usize| format!("fn f{at}() -> i64 {{\n    f{}()\n}}\n", at - 1);
            let chain = "fn f0() -> i64 {\n    2\n}\n".to_owned() + &(1..2000).map(next).collect::<String>();
            append(&folder, NUMBERS, &chain);
            for (file, mark) in [(NUMBERS, "\u{feff}"), (SHADER, ""), ("lessons/01_first/checks.rs", "")] {
                rewrite(&folder.join(file), |text| {
                    (mark.to_owned() + &text.replace('\n', "\r\n")).into_bytes()
                });
            }
        }
        "argument renamed" => edit(&folder, NUMBERS, "before(number: i64)", "before(n: i64)"),
        "bell�" => fs::rename(folder, class.path("bell\u{7}")).expect("moved"),
        "bell� (2)" => fs::rename(folder, class.path("bell\u{8}")).expect("moved"),
        "place-gone" => rewrite(&numbers, |_| b"pub fn twice(n: i64) -> i64 {\n    n + n\n}\n".to_vec()),
        "sixteen bits" => rewrite(&numbers, |text| text.encode_utf16().flat_map(u16::to_le_bytes).collect()),
        "linked" => {
            fs::remove_file(&numbers).expect("removed");
            symlink(class.workbook.root().join(NUMBERS), numbers).expect("a link");
            fs::remove_dir_all(folder.join("assets")).expect("removed");
            symlink(class.workbook.root(), folder.join("assets")).expect("a link");
            fs::remove_file(folder.join(SHADER)).expect("removed");
            let made = std::process::Command::new("mkfifo").arg(folder.join(SHADER)).status();
            assert!(made.expect("mkfifo").success());
        }
        "bomb" => {
            let large = vec![b' '; 64 << 20];
            let outside =
                ["../../escaped.rs", "/tmp/escaped.rs", "..\\..\\up.rs"].map(|file| (file, &b"x"[..]));
            let others = [(NUMBERS, &large[..]), ("target/a", &large), ("notes", &large)];
            zipped(&folder, &[&others[..], &outside].concat());
        }
        "empty" => {
            fs::remove_dir_all(&folder).expect("removed");
            fs::create_dir(folder).expect("a folder");
        }
        "tarball" | "no zip" => {
            fs::remove_dir_all(&folder).expect("removed");
            let end = if case.name == "tarball" { "tar.gz" } else { "zip" };
            fs::write(folder.with_extension(end), "neither").expect("written");
        }
        "two workbooks" => {
            fs::rename(&folder, class.path("one")).expect("moved");
            fs::create_dir(&folder).expect("a folder");
            fs::rename(class.path("one"), folder.join("one")).expect("moved");
            case.hand_in(class, &format!("{}/two", case.name));
        }
        _ => {}
    }
}

#[test]
fn each_gets_the_marks_and_notes_that_it_must() {
    let workbook = Workbook::new();
    workbook.write("assets/a.txt", "A");
    let class = Class::of(workbook);
    let cases = cases();
    cases.iter().for_each(|case| make(&class, case));
    let done = class.grade(&["--build-limit", "6", "--json", "a.json"]);
    done.ends_with(0);
    let mut wrong = String::new();
    let report = fs::read(class.workbook.root().join("a.json")).expect("a report");
    let report: Value = serde_json::from_slice(&report).expect("JSON");
    // The words on an answer that was helped tell nothing of what was lent.
    let all = report["submissions"].as_array().into_iter().flatten();
    let marks = all.flat_map(|one| one["exercises"].as_array().into_iter().flatten());
    let helped: Vec<_> =
        marks.filter(|mark| !mark["lent"].is_null() && mark["outcome"] != "passed").collect();
    assert!(!helped.is_empty() && helped.iter().all(|mark| mark["said"] == ""), "{helped:?}");
    for Case { name, what, points, says, .. } in &cases {
        let row = done.stdout.lines().find(|line| line.starts_with(&format!("{name}  ")));
        if !row.is_some_and(|row| row.ends_with(&format!("  {points}/3"))) {
            wrong += &format!("{name}, {what}: {row:?}\n");
        }
        let told = done.stdout.split_once(&format!("\n\n{name}\n")).map_or("", |(_, rest)| rest);
        let told = told.split("\n\n").next().unwrap_or_default();
        if told.is_empty() != says.is_empty() || !says.iter().all(|words| told.contains(words.as_str())) {
            wrong += &format!("{name}, {what}: said, and not {says:?}:\n{told}\n");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
