//! `cargo workbook grade`, on submissions that cheat, break out, or were made without care. `hostile.toml` lists them,
//! and `workshop/docs/strength.md` explains them.

#![cfg(unix)]

mod class;
mod tiny;

use class::{Class, RIGHT, edit};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use tiny::{Workbook, all_files};

const NUMBERS: &str = "common/src/numbers.rs";
const SHADER: &str = "shaders/scale.vert";

/// The starter's bodies.
const OPEN: [&str; 2] = ["    let _ = number;\n    0\n", "    number\n"];

/// A submission: its description, its points, the notes on it, and its differences from right files.
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
    fn hand_in(&self, class: &Class) -> PathBuf {
        let answer = |text: &Option<String>, i: usize| match text.as_deref() {
            None => RIGHT[i].to_owned(),
            Some("open") => OPEN[i].to_owned(),
            Some(text) => whole(class, text),
        };
        let folder = class.hand_in(&self.name, &answer(&self.twice, 0), &answer(&self.before, 1));
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

/// Three right answers.
fn perfect(class: &Class, name: &str) -> PathBuf {
    let folder = class.hand_in(name, RIGHT[0], RIGHT[1]);
    edit(&folder, SHADER, "return 1;", "return 3;");
    folder
}

fn rewrite(file: &Path, change: impl FnOnce(String) -> Vec<u8>) {
    let text = fs::read_to_string(file).expect("a file");
    fs::write(file, change(text)).expect("written");
}

/// A text in which `⟪3×a⟫` is `aaa`, and @ the workbook's folder.
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

/// Zips three right answers, with these files besides or instead.
fn zipped(class: &Class, name: &str, others: &[(&str, &[u8])]) {
    let folder = perfect(class, name);
    let file = fs::File::create(class.path(&format!("{name}.zip"))).expect("a zip");
    let mut zip = zip::ZipWriter::new(file);
    let mut add = |name: &str, contents: &[u8]| {
        zip.start_file(name, zip::write::SimpleFileOptions::default()).expect("begun");
        zip.write_all(contents).expect("written");
    };
    for (file, contents) in all_files(&folder) {
        if !others.iter().any(|(other, _)| Path::new(other) == file) {
            add(file.to_str().expect("UTF-8"), &contents);
        }
    }
    others.iter().for_each(|(name, contents)| add(name, contents));
    zip.finish().expect("ended");
    fs::remove_dir_all(folder).expect("removed");
}

/// Puts three right answers into a .tar.gz in a folder, and what is added.
fn tarred(
    class: &Class,
    name: &str,
    add: impl FnOnce(&mut tar::Builder<flate2::write::GzEncoder<fs::File>>),
) {
    let folder = perfect(class, name);
    let file = fs::File::create(class.path("tar")).expect("a file");
    let mut tar = tar::Builder::new(flate2::write::GzEncoder::new(file, flate2::Compression::fast()));
    tar.append_dir_all("wb", &folder).expect("added");
    add(&mut tar);
    tar.into_inner().and_then(flate2::write::GzEncoder::finish).expect("ended");
    fs::remove_dir_all(&folder).expect("removed");
    fs::create_dir(&folder).expect("a folder");
    fs::rename(class.path("tar"), folder.join("hand-in.tar.gz")).expect("moved");
}

/// Makes the submissions that the table alone cannot describe.
fn make(class: &Class, case: &Case) {
    let name = case.name.as_str();
    let numbers = || perfect(class, name).join(NUMBERS);
    match name {
        "crlf" => {
            let folder = perfect(class, name);
            for file in [NUMBERS, SHADER, "lessons/01_first/checks.rs"] {
                rewrite(&folder.join(file), |text| text.replace('\n', "\r\n").into_bytes());
            }
        }
        "chain" => {
            case.hand_in(class);
            let next = |at: usize| format!("fn f{at}() -> i64 {{\n    f{}()\n}}\n", at - 1);
            let chain = "fn f0() -> i64 {\n    2\n}\n".to_owned() + &(1..2000).map(next).collect::<String>();
            append(&class.path(name), NUMBERS, &chain);
        }
        "bell�" => drop(perfect(class, "bell\u{7}")),
        "bell� (2)" => drop(perfect(class, "bell\u{8}")),
        "place-gone" => {
            rewrite(&numbers(), |_| b"pub fn twice(n: i64) -> i64 {\n    n + n\n}\n".to_vec());
        }
        "sixteen bits" => {
            rewrite(&numbers(), |text| text.encode_utf16().flat_map(u16::to_le_bytes).collect());
        }
        "linked" => {
            let folder = perfect(class, name);
            fs::remove_file(folder.join(NUMBERS)).expect("removed");
            symlink(class.workbook.root().join(NUMBERS), folder.join(NUMBERS)).expect("a link");
            fs::remove_dir_all(folder.join("assets")).expect("removed");
            symlink(class.workbook.root(), folder.join("assets")).expect("a link");
        }
        "escaping" => {
            let files = ["../../escaped.rs", "/tmp/escaped.rs", "..\\..\\up.rs"];
            zipped(class, name, &files.map(|file| (file, &b"x"[..])));
        }
        "bomb" => {
            let large = vec![b' '; 64 << 20];
            zipped(class, name, &[(NUMBERS, &large), ("target/a", &large), ("notes", &large)]);
        }
        "empty" => fs::create_dir(class.path(name)).expect("a folder"),
        "Unpacked" => {
            let folder = perfect(class, "u");
            let deep = class.path(name).join("a/b/c");
            fs::create_dir_all(&deep).expect("made");
            fs::rename(folder, deep.join("wb")).expect("moved");
        }
        "tar that climbs" => tarred(class, name, |tar| {
            let mut climbs = tar::Header::new_gnu();
            climbs.as_gnu_mut().expect("a header").name[..13].copy_from_slice(b"../escaped.rs");
            climbs.set_size(1);
            climbs.set_cksum();
            tar.append(&climbs, &b"x"[..]).expect("added");
            let mut link = tar::Header::new_gnu();
            link.set_entry_type(tar::EntryType::Symlink);
            link.set_size(0);
            tar.append_link(&mut link, "wb/assets/all", "/").expect("added");
        }),
        "tar that bursts" => tarred(class, name, |tar| {
            let mut large = tar::Header::new_gnu();
            large.set_size(512 << 20);
            tar.append_data(&mut large, "wb/large", std::io::Read::take(std::io::repeat(0), 512 << 20))
                .expect("added");
        }),
        "seven" => fs::write(class.path(&format!("{name}.7z")), "7z").expect("written"),
        "pipe" => {
            let path = numbers();
            fs::remove_file(&path).expect("removed");
            let made = std::process::Command::new("mkfifo").arg(&path).status();
            assert!(made.expect("mkfifo").success());
        }
        _ => drop(case.hand_in(class)),
    }
}

#[test]
fn each_gets_the_marks_and_notes_that_it_must() {
    let workbook = Workbook::new();
    workbook.write("assets/a.txt", "A");
    let class = Class::of(workbook);
    let cases = cases();
    cases.iter().for_each(|case| make(&class, case));
    let done = class.grade(&["--build-limit", "16"]);
    done.ends_with(0);
    let mut wrong = String::new();
    for case in &cases {
        let row = done.stdout.lines().find(|line| line.starts_with(&format!("{}  ", case.name)));
        let row = row.unwrap_or_else(|| panic!("no {}", case.name));
        if !row.ends_with(&format!("  {}/3", case.points)) {
            wrong += &format!("{row}\n");
        }
        let begin = format!("\n\n{}\n", case.name);
        let told =
            done.stdout.split_once(&begin).map_or("", |(_, rest)| rest.split("\n\n").next().unwrap_or(rest));
        let missing = case.says.iter().filter(|words| !told.contains(words.as_str()));
        wrong += &missing
            .map(|words| format!("{}, {}: not said: {words}\n{told}\n", case.name, case.what))
            .collect::<String>();
        if told.is_empty() != case.says.is_empty() {
            wrong += &format!("{}: said: {told}\n", case.name);
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
