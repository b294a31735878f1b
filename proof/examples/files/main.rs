//! Tries every Collada and glTF file of some folders in the importer and in the lessons that take a model, and prints the
//! tables of docs/files.md.
//!
//! `cargo build --bins && cargo run --package proof --example files -- FOLDER…`
//!
//! A folder with a MANIFEST.tsv holds broken Collada files: it says of each what is to come of it. Broken glTF files are tried
//! by `cargo run --package proof --example judged`.

mod found;
mod lesson;

use anyhow::{Context, Result};
use found::Found;
use lesson::{LESSONS, Outcome};
use std::path::{Path, PathBuf};

/// What came of a file.
struct Tried {
    name: String,
    /// What the importer found, or why it refused.
    found: Result<Found, String>,
    /// What every lesson made of it.
    outcomes: Vec<Outcome>,
}

/// Broken files of one kind.
struct Kind<'a> {
    name: &'a str,
    /// What the first of them is.
    what: &'a str,
    /// With what is expected of each.
    all: Vec<(&'a str, Tried)>,
}

fn main() -> Result<()> {
    for folder in std::env::args().skip(1).map(PathBuf::from) {
        match std::fs::read_to_string(folder.join("MANIFEST.tsv")) {
            Ok(manifest) => broken_files(&folder, &manifest)?,
            Err(_) => good_files(&folder)?,
        }
    }
    Ok(())
}

impl Tried {
    fn new(path: &Path) -> Result<Self> {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let bytes = std::fs::read(path).with_context(|| path.display().to_string())?;
        let asset = formats::read_bytes(&bytes, &name);
        let clip = asset.as_ref().ok().and_then(|asset| asset.clips.first());
        let at = clip.map_or(0.0, |clip| (0.5 * clip.seconds).clamp(0.0, 10.0));
        let outcomes = LESSONS.iter().map(|lesson| lesson.outcome(path, at)).collect::<Result<_>>()?;
        let found = asset.map(|asset| Found::of(&asset));
        Ok(Self { name, found: found.map_err(|error| error.to_string()), outcomes })
    }

    /// Whether no file should come out so, whatever it says.
    fn is_wrong(&self) -> bool {
        let wrong = |outcome: &Outcome| matches!(outcome, Outcome::Wrong(_) | Outcome::NothingSeen);
        self.outcomes.iter().any(wrong) || self.found.as_ref().is_ok_and(|found| !found.oddities.is_empty())
    }

    /// What the importer and the lessons have to say.
    fn remarks(&self) -> Vec<String> {
        let found = match &self.found {
            Ok(found) => found,
            Err(error) => return vec![error.clone()],
        };
        let mut remarks = [found.oddities.clone(), found.notes.clone()].concat();
        remarks.extend(self.outcomes.iter().filter_map(|outcome| match outcome {
            Outcome::Refused(said) => Some(said.strip_prefix(&self.name).unwrap_or(said).to_owned()),
            _ => None,
        }));
        // Lessons refuse alike.
        remarks.dedup();
        remarks
    }
}

/// A row for every file, and below what was said of them.
fn good_files(folder: &Path) -> Result<()> {
    let entries = std::fs::read_dir(folder).with_context(|| folder.display().to_string())?;
    let mut files: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    let is_model = |path: &PathBuf| {
        let extension = path.extension().unwrap_or_default().to_ascii_lowercase();
        ["dae", "gltf", "glb"].iter().any(|known| extension == *known)
    };
    files.retain(is_model);
    files.sort();
    println!("| file | exporter | version | joints | vertices | clips | 05 | 06 | 11 | 12 | 18 |");
    println!("|---|---|---|---|---|---|---|---|---|---|---|");
    let mut remarks = Vec::new();
    for path in &files {
        let tried = Tried::new(path)?;
        let mut cells = [vec![tried.name.clone()], origin(&std::fs::read(path)?)].concat();
        cells.extend(tried.found.as_ref().map_or(vec![String::new(); 3], Found::cells));
        cells.extend(tried.outcomes.iter().map(ToString::to_string));
        println!("| {} |", cells.join(" | "));
        remarks.extend(tried.remarks().into_iter().map(|remark| format!("- {}: {remark}", tried.name)));
    }
    println!("\n{}\n", plain(&remarks.join("\n")));
    Ok(())
}

/// The program that wrote a file, and the version of the format.
fn origin(bytes: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(bytes);
    let Some(asset) = text.split_once("\"asset\"").map(|(_, asset)| asset) else {
        return collada_origin(&text);
    };
    let value = |name: &str| {
        let (_, rest) = asset.split_once(&format!("\"{name}\""))?;
        rest.split('"').nth(1).map(str::to_owned)
    };
    ["generator", "version"].map(|name| value(name).unwrap_or_default()).to_vec()
}

fn collada_origin(text: &str) -> Vec<String> {
    let root = text.split_once("<COLLADA").map_or("", |(_, root)| root);
    let after = |words: &str| root.split_once(words).map_or("", |(_, rest)| rest);
    let tool = after("<authoring_tool>").split(['<', ';', '|']).next().unwrap_or_default();
    let tool = tool.split(" commit").next().unwrap_or_default().trim();
    let version = after("version=\"").split('"').next().unwrap_or_default();
    vec![tool.to_owned(), version.to_owned()]
}

/// A row for every kind of broken file, and below those that came out other than expected.
fn broken_files(folder: &Path, manifest: &str) -> Result<()> {
    let mut kinds: Vec<Kind> = Vec::new();
    let mut remarks = Vec::new();
    for line in manifest.lines().skip(1) {
        let [name, expected, _, what] = line.split('\t').collect::<Vec<_>>()[..] else { continue };
        let tried = Tried::new(&folder.join(format!("{name}.dae")))?;
        let refused = tried.found.is_err();
        if tried.is_wrong() || (expected == "error" && !refused) || (expected == "accept" && refused) {
            let outcomes: Vec<String> = tried.outcomes.iter().map(ToString::to_string).collect();
            let said = [outcomes, tried.remarks()].concat().join("; ");
            remarks.push(format!("- {name} ({what}; expected: {expected}): {said}"));
        }
        let name = name.split('_').next().unwrap_or(name);
        match kinds.iter_mut().find(|kind| kind.name == name) {
            Some(kind) => kind.all.push((expected, tried)),
            None => kinds.push(Kind { name, what, all: vec![(expected, tried)] }),
        }
    }
    println!(
        "| kind, and the first of it | to be refused | to load | either | refused | loaded | for example |"
    );
    println!("|---|---|---|---|---|---|---|");
    kinds.iter().for_each(|kind| println!("{}", plain(&kind.row())));
    println!("\n{}\n", plain(&remarks.join("\n")));
    Ok(())
}

impl Kind<'_> {
    fn row(&self) -> String {
        let count = |wanted| self.all.iter().filter(|(expected, _)| *expected == wanted).count();
        let [error, accept, either] = ["error", "accept", "either"].map(count);
        let refusals: Vec<&String> =
            self.all.iter().filter_map(|(_, tried)| tried.found.as_ref().err()).collect();
        let (refused, loaded) = (refusals.len(), self.all.len() - refusals.len());
        let example = refusals.first().map_or("", |said| said.as_str());
        let Self { name, what, .. } = self;
        format!("| {name}: {what} | {error} | {accept} | {either} | {refused} | {loaded} | {example} |")
    }
}

/// A text that Markdown shows as it is, with the names of elements.
fn plain(text: &str) -> String {
    text.replace('<', "\\<")
}
