//! `cargo workbook ours`, which a lesson's window asks for: the same lesson as the workbook has it, built beside.
//!
//! It is made from git's objects, in a folder of its own below `target`, and ends with whoever has asked.

use crate::branches::Branches;
use crate::building;
use crate::cargo::cargo;
use crate::git;
use crate::process;
use crate::workbook::Workbook;
use crate::workspace::Workspace;
use anstream::println;
use anyhow::{Context, Result, bail, ensure};
use course::LessonInfo;
use std::ffi::OsString;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{ExitCode, Stdio};
use std::sync::Mutex;

/// The cargo that builds, which leads a group of its own; and whether whoever has asked is gone.
static BUILDING: Mutex<(Option<u32>, bool)> = Mutex::new((None, false));

/// Builds the lesson that is named, and tells line by line how far that is: `builds PART WHAT`, and at last
/// `program FILE` and `root FOLDER`.
pub fn ours(words: &[OsString]) -> Result<ExitCode> {
    end_with_asker();
    let workbook = Workbook::open(&crate::tree::root()?)?;
    let name = words.first().and_then(|word| word.to_str()).context("a lesson is missing")?;
    let lesson = workbook.find_lesson(name)?;
    let (program, root) = build(&workbook, lesson).map_err(|error| match is_full(&error) {
        true => error.context("the disk is full: ours takes about 150 MB for a lesson"),
        false => error,
    })?;
    println!("program {}\nroot {}", program.display(), root.display());
    Ok(ExitCode::SUCCESS)
}

/// Ends this program with what it builds, once nobody can write to it any more.
fn end_with_asker() {
    std::thread::spawn(|| {
        let _ = std::io::stdin().lock().read_to_end(&mut Vec::new());
        let mut building = BUILDING.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        building.1 = true;
        if let Some(id) = building.0 {
            process::kill_group(id);
        }
        std::process::exit(130);
    });
}

fn build(workbook: &Workbook, lesson: &LessonInfo) -> Result<(PathBuf, PathBuf)> {
    let branch = branch(workbook, lesson)?;
    let commit = git::run(&workbook.root, &["rev-parse", &format!("{branch}^{{commit}}")])?;
    let prefix = git::run(&workbook.root, &["rev-parse", "--show-prefix"])?;
    let workspace = Workspace::of(&workbook.root)?;
    let folder = workspace.workshop().join("ours").join(lesson.slug());
    let (root, built) = (folder.join("tree"), folder.join("built"));
    // The first line is the commit, the second its program.
    let kept = std::fs::read_to_string(&built).unwrap_or_default();
    if let Some((of, program)) = kept.split_once('\n')
        && of == commit.trim()
        && Path::new(program).is_file()
    {
        return Ok((program.into(), root));
    }
    std::fs::create_dir_all(&root).with_context(|| format!("cannot make {}", root.display()))?;
    // What is changed now is not what was built.
    let _ = std::fs::remove_file(&built);
    git::write_tree(&workbook.root, &format!("{branch}:{}", prefix.trim()), &root, &folder.join("index"))?;
    let program = compile(&workspace, lesson, &root)?;
    std::fs::write(&built, format!("{}\n{}", commit.trim(), program.display()))
        .with_context(|| format!("cannot write {}", built.display()))?;
    Ok((program, root))
}

/// The branch in which the lesson is solved, by its full name.
fn branch(workbook: &Workbook, lesson: &LessonInfo) -> Result<String> {
    let branches = Branches::of(&workbook.root);
    let found = branches.find(&format!("solution/{}", lesson.slug()));
    if found.is_none() && branches.find("starter").is_none() && workbook.is_authors() {
        bail!(
            "this is the authors' tree, in which all is solved: `cargo workbook branches` cuts what yours is compared with."
        );
    }
    found.map_or_else(|| branches.solution(lesson), Ok)
}

fn compile(workspace: &Workspace, lesson: &LessonInfo, root: &Path) -> Result<PathBuf> {
    let name = lesson.slug();
    // As many units to generate code in as no other lesson's copy has, so that none is taken for another.
    let units = format!("codegen-units={}", 1000 + u32::from(lesson.number));
    let args = ["build", "--bin", &name];
    let mut command = workspace.in_copy(cargo(root), root, &args, &["debug=false", &units]);
    command.stdin(Stdio::null()).env("CARGO_INCREMENTAL", "0");
    let begun = |id| {
        let mut building = BUILDING.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        building.0 = Some(id);
        if building.1 {
            process::kill_group(id);
        }
    };
    let build = building::build(&mut command, begun, &|what, part| println!("builds {part} {what}"))?;
    let full = build.said.contains(FULL[0]) || build.messages.iter().any(|said| said.text.contains(FULL[0]));
    ensure!(!full, "{}", FULL[0]);
    match build.program(&lesson.file("main.rs")) {
        Some(program) if build.built => Ok(program.to_owned()),
        _ => bail!(
            "the solution does not build here. `git fetch` may bring a newer one; `cargo workbook doctor` tells what to report."
        ),
    }
}

/// What systems say of a disk without space: Unix, and Windows.
const FULL: [&str; 2] = ["No space left on device", "not enough space on the disk"];

fn is_full(error: &anyhow::Error) -> bool {
    let said = format!("{error:#}");
    FULL.iter().any(|full| said.contains(full))
}
