//! Tries the glTF files of some folders and prints how the reader agrees with Khronos' validator.
//!
//! `cargo run --release --package proof --example judged -- FOLDER…`
//!
//! A folder has a JUDGED.tsv, which `proof/assets/make/gltf_judge.js` writes. Every file is read by a process of its own: none may
//! panic, take longer than ten seconds, or take much more memory than its size.

use anyhow::{Context as _, Result};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// How long a file may take.
const LIMIT: Duration = Duration::from_secs(10);

/// How many bytes a file may take for each of its own, and how many beside.
const MOST_TIMES: u64 = 20;
const MOST_BESIDE: u64 = 4 << 20;

/// The word that makes this program read one file.
const ONE: &str = "--one";

/// What the reader made of a file.
enum Outcome {
    Opened,
    Noted,
    Refused(String),
    /// What no file should do.
    Wrong(String),
}

/// A line of the judge's list.
struct Judged<'a> {
    name: &'a str,
    verdict: &'a str,
    errors: &'a str,
}

/// How many files came out in which way.
#[derive(Default)]
struct Row {
    valid: [usize; 2],
    invalid: [usize; 3],
}

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [word, file] = &arguments[..]
        && word == ONE
    {
        return read_one(Path::new(file));
    }
    arguments.iter().try_for_each(|folder| try_folder(Path::new(folder)))
}

/// Reads a file, and says what came of it: the memory that it took, and a line for each note, or why it is refused.
fn read_one(path: &Path) -> Result<()> {
    let before = peak_memory();
    let outcome = formats::read(path);
    println!("{}", peak_memory() - before);
    match outcome {
        Ok(asset) => {
            println!("opened");
            asset.notes.iter().for_each(|note| println!("{}", note.replace('\n', " ")));
        }
        Err(error) => println!("refused\n{}", error.to_string().replace('\n', " ")),
    }
    Ok(())
}

/// The most memory that this process had so far, where the system tells it.
fn peak_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or_default();
    1024 * line.trim().trim_end_matches("kB").trim().parse::<u64>().unwrap_or_default()
}

fn try_folder(folder: &Path) -> Result<()> {
    let list = std::fs::read_to_string(folder.join("JUDGED.tsv")).context("no JUDGED.tsv")?;
    let mut rows: BTreeMap<&str, Row> = BTreeMap::new();
    let mut remarks = [const { String::new() }; 3];
    for line in list.lines() {
        let [name, verdict, errors] = line.split('\t').collect::<Vec<_>>()[..] else { continue };
        let judged = Judged { name, verdict, errors };
        let outcome = tried(&folder.join(name))?;
        judged.count(&outcome, rows.entry(name.split('_').next().unwrap_or(name)).or_default());
        judged.remark(&outcome, &mut remarks);
    }
    println!("| kind | valid: opened | refused | invalid: refused | noted | opened in silence |");
    println!("|---|---|---|---|---|---|");
    for (kind, Row { valid: [opened, refused], invalid: [refused_too, noted, silent] }) in rows {
        println!("| {kind} | {opened} | {refused} | {refused_too} | {noted} | {silent} |");
    }
    let heads = ["Wrong", "Valid, and refused", "Invalid, and opened in silence"];
    for (head, remarks) in heads.iter().zip(&remarks) {
        println!("\n{head}:\n\n{remarks}");
    }
    Ok(())
}

impl Judged<'_> {
    fn count(&self, outcome: &Outcome, row: &mut Row) {
        match (self.verdict, outcome) {
            ("valid", Outcome::Opened | Outcome::Noted) => row.valid[0] += 1,
            ("valid", Outcome::Refused(_)) => row.valid[1] += 1,
            ("invalid", Outcome::Refused(_)) => row.invalid[0] += 1,
            ("invalid", Outcome::Noted) => row.invalid[1] += 1,
            ("invalid", Outcome::Opened) => row.invalid[2] += 1,
            _ => {}
        }
    }

    fn remark(&self, outcome: &Outcome, [wrong, refused, silent]: &mut [String; 3]) {
        let Self { name, verdict, errors } = self;
        let _ = match (*verdict, outcome) {
            (_, Outcome::Wrong(what)) => writeln!(wrong, "- {name} ({verdict}): {what}"),
            ("valid", Outcome::Refused(why)) => writeln!(refused, "- {why}"),
            ("invalid", Outcome::Opened) => writeln!(silent, "- {name}: {errors}"),
            _ => Ok(()),
        };
    }
}

/// Reads a file in a process of its own.
fn tried(path: &Path) -> Result<Outcome> {
    let mut command = Command::new(std::env::current_exe()?);
    let name = path.file_name().map(PathBuf::from).unwrap_or_default();
    // So that messages name the file alone.
    command.current_dir(path.parent().unwrap_or(Path::new("."))).arg(ONE).arg(name);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    let start = Instant::now();
    while child.try_wait()?.is_none() {
        if start.elapsed() > LIMIT {
            child.kill()?;
            child.wait()?;
            return Ok(Outcome::Wrong(format!("hangs for {} s", LIMIT.as_secs())));
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    let output = child.wait_with_output()?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr).trim().replace('\n', " ");
        return Ok(Outcome::Wrong(format!("{}: {said}", output.status)));
    }
    let said = String::from_utf8_lossy(&output.stdout);
    let mut lines = said.lines();
    let memory: u64 = lines.next().unwrap_or_default().parse()?;
    let size = std::fs::metadata(path)?.len();
    if memory > MOST_TIMES * size + MOST_BESIDE {
        return Ok(Outcome::Wrong(format!("takes {memory} bytes of memory for {size}")));
    }
    let is_opened = lines.next() == Some("opened");
    let said: Vec<String> = lines.map(str::to_owned).collect();
    Ok(match (is_opened, said.is_empty()) {
        (true, true) => Outcome::Opened,
        (true, false) => Outcome::Noted,
        (false, _) => Outcome::Refused(said.concat()),
    })
}
