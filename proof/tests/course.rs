//! Every lesson has what a lesson must have. That exercises, texts and code agree is for `cargo workbook verify`.

mod support;

use anyhow::{Context, Result, ensure};
use course::{Exercise, LessonInfo, root};
use std::collections::BTreeMap;
use std::process::Command;
use support::{lesson_names, names_in};

/// A program longer than this is not read in one sitting.
const LINES: usize = 300;

#[test]
fn every_lesson_has_its_files() -> Result<()> {
    for name in lesson_names()? {
        let folder = root().join("lessons").join(name.replace('-', "_"));
        for file in
            ["main.rs", "README.md", "lesson.toml", "checks.rs", "mistakes.toml", "answers.toml", "pictures"]
        {
            let path = folder.join(file);
            ensure!(path.exists(), "lesson {name} has no {file}: add {}", path.display());
        }
        let program = std::fs::read_to_string(folder.join("main.rs"))?;
        let lines = program.lines().count();
        ensure!(
            lines < LINES,
            "main.rs of {name} has {lines} lines; under {LINES} it must be: move what is not the lesson's own \
             to common, or to a file beside it"
        );
    }
    Ok(())
}

#[test]
fn every_text_asks_for_a_guess_and_for_something_of_ones_own() -> Result<()> {
    for name in lesson_names()? {
        let path = root().join("lessons").join(name.replace('-', "_")).join("README.md");
        let text = std::fs::read_to_string(&path)?;
        let lines: Vec<&str> = text.lines().collect();
        let mut from = 0;
        for begin in
            ["Now predict", "## Your turn", "## Check yourself", "## Make it yours", "## Where it leads"]
        {
            let found = lines[from..].iter().position(|line| line.starts_with(begin));
            let place =
                found.with_context(|| format!("{}: no '{begin}' where it belongs", path.display()))?;
            from += place + 1;
        }
    }
    Ok(())
}

/// Else a reader does not know where the idea stands, and what to skip.
#[test]
fn every_text_says_what_of_its_folder_to_read() -> Result<()> {
    for name in lesson_names()? {
        let folder = root().join("lessons").join(name.replace('-', "_"));
        let text = std::fs::read_to_string(folder.join("README.md"))?;
        let told = text.lines().find(|line| line.starts_with("To read "));
        let told = told.with_context(|| format!("README.md of {name} does not say what to read"))?;
        for entry in std::fs::read_dir(&folder)? {
            let file = entry?.file_name().to_string_lossy().into_owned();
            ensure!(
                !file.ends_with(".rs") || file == "checks.rs" || told.contains(&format!("`{file}`")),
                "README.md of {name} says neither to read nor to skip {file}, in its line 'To read …'"
            );
        }
    }
    Ok(())
}

#[test]
fn every_text_says_in_which_file_an_exercise_is_and_what_it_needs() -> Result<()> {
    for name in lesson_names()? {
        let lesson = LessonInfo::named(root(), &name)?;
        let path = root().join(&lesson.folder).join("README.md");
        let text = std::fs::read_to_string(&path)?;
        let turn = text.split("\n## ").find(|part| part.starts_with("Your turn")).unwrap_or_default();
        let mut before = "";
        for exercise in lesson.exercises() {
            let (id, file) = (exercise.id(), exercise.file.get_ref());
            let own = turn.split("\n### ").find(|part| part.starts_with(&format!("{id} ")));
            let own = own.with_context(|| format!("{}: {id} has no part", path.display()))?;
            let is_same = own.contains("In the same file") && before == file;
            ensure!(
                is_same || !own.contains("In the same file") && turn.contains(&format!("`{file}`")),
                "{}: the reader of {id} is not told that it is in {file}",
                path.display()
            );
            ensure!(
                own.contains("- **You will need:** "),
                "{}: the reader of {id} is not told which types and calls an answer uses",
                path.display()
            );
            before = file;
        }
    }
    Ok(())
}

#[test]
fn programs_and_checks_are_named_as_their_lesson() -> Result<()> {
    for lesson in lesson_names()? {
        for (kind, wanted) in [("bin", lesson.clone()), ("test", format!("{lesson}-checks"))] {
            let names = names_in(&lesson, kind)?;
            ensure!(names == [wanted], "the [[{kind}]] tables in the Cargo.toml of {lesson} are {names:?}");
        }
    }
    Ok(())
}

/// The rooms of the house. Lessons stand above all of them but the tool.
const ROOMS: &[&str] = &[
    "check",
    "common",
    "formats",
    "gl",
    "models",
    "projects/arena_editor",
    "projects/asset_cache",
    "projects/crowd",
    "projects/dope_sheet",
    "projects/drafts",
    "projects/editor",
    "projects/gizmo",
    "projects/ground",
    "projects/ik",
    "projects/play",
    "projects/side_scroller",
    "proof/tool",
    "stage",
    "workbook/course",
    "workbook/gallery",
    "workbook/student",
];

#[test]
fn every_room_says_what_it_stands_on() -> Result<()> {
    let name = |room: &&str| room.rsplit('/').next().unwrap_or_default().to_owned();
    let names: Vec<String> = ROOMS.iter().map(name).collect();
    for room in ROOMS {
        let read = |file: &str| std::fs::read_to_string(root().join(room).join(file));
        let manifest: toml::Table = toml::from_str(&read("Cargo.toml")?)?;
        let needed = manifest["dependencies"].as_table().context("no table")?;
        let needed: Vec<String> =
            needed.keys().filter(|key| names.contains(key)).map(|key| format!("`{key}`")).collect();
        let needed = if needed.is_empty() { "nothing".to_owned() } else { needed.join(", ") };
        let says = format!("**Stands on:** {needed}.");
        ensure!(read("src/lib.rs")?.contains(&says), "{room}/src/lib.rs does not say: {says}");
    }
    Ok(())
}

#[test]
fn what_lessons_say_of_themselves_can_be_read() -> Result<()> {
    for name in lesson_names()? {
        let lesson = LessonInfo::named(root(), &name)?;
        ensure!(!lesson.exercises().is_empty(), "lesson.toml of {name} has no [[exercise]]");
        for exercise in lesson.exercises() {
            let path = root().join(exercise.file.get_ref());
            ensure!(path.exists(), "exercise {}: there is no {}", exercise.id(), path.display());
        }
        for mistake in &lesson.mistakes.data.all {
            let name = mistake.name.get_ref();
            lesson.exercise(*mistake.exercise.get_ref()).with_context(|| format!("mistake {name}"))?;
        }
    }
    Ok(())
}

#[test]
fn every_lesson_has_a_heart() -> Result<()> {
    for name in lesson_names()? {
        let lesson = LessonInfo::named(root(), &name)?;
        let hearts = lesson.exercises().iter().filter(|exercise| exercise.heart).count();
        ensure!((1..=2).contains(&hearts), "lesson.toml of {name}: {hearts} exercises say `heart = true`");
    }
    Ok(())
}

#[test]
fn every_lesson_has_two_questions_to_ask_aloud() -> Result<()> {
    for name in lesson_names()? {
        let orals = LessonInfo::named(root(), &name)?.answers.data.orals.len();
        ensure!(orals == 2, "answers.toml of {name} has {orals} [[oral]] of 2");
    }
    Ok(())
}

#[test]
fn every_check_is_tried_with_further_answers() -> Result<()> {
    for name in lesson_names()? {
        let lesson = LessonInfo::named(root(), &name)?;
        let answers = &lesson.answers.data;
        for id in lesson.exercises().iter().map(Exercise::id) {
            for (kind, all, least) in [("wrong", &answers.wrong, 5), ("right", &answers.right, 2)] {
                let own = all.iter().filter(|answer| *answer.exercise.get_ref() == id).count();
                ensure!(own >= least, "exercise {id}: answers.toml has {own} {kind} answers of {least}");
            }
        }
    }
    Ok(())
}

#[test]
fn there_is_one_copy_of_the_crates_that_must_agree() -> Result<()> {
    let lock: toml::Table = toml::from_str(&std::fs::read_to_string(root().join("Cargo.lock"))?)?;
    let packages = lock.get("package").and_then(toml::Value::as_array).context("Cargo.lock lists nothing")?;
    for name in ["glam", "glium", "imgui", "winit"] {
        let versions: Vec<_> = packages
            .iter()
            .filter(|package| package.get("name").and_then(toml::Value::as_str) == Some(name))
            .filter_map(|package| package.get("version")?.as_str())
            .collect();
        ensure!(
            versions.len() == 1,
            "Cargo.lock holds {name} {versions:?}; with two copies their types do not fit together. \
             `cargo tree --duplicates` says who wants which"
        );
    }
    Ok(())
}

/// The features of every crate that cargo builds where some packages and kinds of dependencies are asked for.
fn features(packages: &[&str], kinds: &str) -> Result<BTreeMap<String, String>> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args([
        "tree",
        "--locked",
        "--offline",
        "--prefix",
        "none",
        "--format",
        "{p} [{f}]",
        "--edges",
        kinds,
    ]);
    let output = cargo.args(packages).current_dir(root()).output().context("cannot start cargo")?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let lines = String::from_utf8(output.stdout)?;
    let lines = lines.lines().filter_map(|line| line.trim_end_matches(" (*)").split_once(" ["));
    Ok(lines.map(|(package, features)| (package.to_owned(), features.to_owned())).collect())
}

#[test]
fn programs_tests_and_tool_are_built_of_the_same_crates() -> Result<()> {
    let tests = features(&["--workspace"], "normal,build,dev")?;
    let programs = features(&["--workspace"], "normal,build")?;
    let tool = features(&["--package", "workbook"], "normal,build")?;
    for (package, features) in programs.into_iter().chain(tool) {
        let others = tests.get(&package).with_context(|| format!("tests know no {package}"))?;
        ensure!(
            *others == features,
            "{package} would be built twice, for tests with [{others} and elsewhere with [{features}. \
             `cargo tree --edges features --invert` says who asks for what"
        );
    }
    Ok(())
}

/// What the workbook's folder holds.
const TOP: &[&str] = &[
    ".cargo",
    ".ci",
    ".devcontainer",
    ".github",
    ".gitignore",
    "CONTRIBUTING.md",
    "Cargo.lock",
    "Cargo.toml",
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "README.md",
    "assets",
    "check",
    "clippy.toml",
    "common",
    "docs",
    "formats",
    "gl",
    "lessons",
    "models",
    "projects",
    "proof",
    "rustfmt.toml",
    "setup.sh",
    "shaders",
    "stage",
    "workbook",
];

/// All files that git tracks, named from the workbook's folder.
fn tracked() -> Result<Vec<String>> {
    let list = Command::new("git").args(["ls-files", "-z"]).current_dir(root()).output()?;
    let list = String::from_utf8(list.stdout)?;
    Ok(list.split_terminator('\0').map(str::to_owned).collect())
}

/// Else every student would get what was left lying about.
#[test]
fn nothing_is_tracked_that_was_left_behind() -> Result<()> {
    for file in tracked()? {
        let top = file.split('/').next().unwrap_or_default();
        ensure!(TOP.contains(&top), "git tracks {file}: name '{top}' here if it belongs to the workbook");
        let name = file.rsplit('/').next().unwrap_or_default();
        let left = name.contains("autosave") || name.ends_with(".lock") && name != "Cargo.lock";
        ensure!(!left, "git tracks {file}, which an editor has left behind");
    }
    Ok(())
}

/// Files of which texts speak without having them: a reader's own, others', and what was tried as an attack.
const NOT_OURS: &[&str] = &[
    ".helix/languages.toml",
    "build.rs",
    "letter-f-animated.dae",
    "mine.dae",
    "my.dae",
    "rust-toolchain.toml",
];

/// The ends of the names that are held to the tree.
const ENDINGS: &[&str] =
    &["rs", "toml", "md", "sh", "py", "vert", "frag", "dae", "glb", "gltf", "yml", "slurm"];

#[test]
fn a_file_that_a_text_names_is_there() -> Result<()> {
    let tracked = tracked()?;
    let is_there = |name: &str| {
        let name = name.trim_start_matches("../").trim_start_matches("./");
        let is_it = |file: &String| {
            file.strip_suffix(name).is_some_and(|folder| folder.is_empty() || folder.ends_with('/'))
        };
        NOT_OURS.contains(&name) || tracked.iter().any(is_it)
    };
    for path in tracked.iter().filter(|file| file.ends_with(".md")) {
        let text = std::fs::read_to_string(root().join(path))?;
        // Every second part is a code block, or code in a line.
        let prose: String = text.split("```").step_by(2).collect();
        let is_file = |name: &&str| {
            let (stem, ending) = name.rsplit_once('.').unwrap_or_default();
            !stem.is_empty()
                && ENDINGS.contains(&ending)
                && name.chars().all(|c| c.is_ascii_alphanumeric() || "._-/".contains(c))
        };
        for name in prose.split('`').skip(1).step_by(2).filter(is_file) {
            ensure!(is_there(name), "{path} names `{name}`, and there is no such file");
        }
    }
    Ok(())
}

/// Else they would lie among a student's changes, and be handed in.
#[test]
fn git_ignores_what_f12_saves_and_nothing_that_is_tracked() -> Result<()> {
    let git = |args: &[&str]| Command::new("git").args(args).current_dir(root()).output();
    for name in lesson_names()? {
        let saved = format!("{name}-12.png");
        ensure!(git(&["check-ignore", "--quiet", &saved])?.status.success(), "git does not ignore {saved}");
    }
    let tracked =
        String::from_utf8(git(&["ls-files", "--cached", "--ignored", "--exclude-standard"])?.stdout)?;
    ensure!(tracked.is_empty(), "git ignores what it tracks: {tracked}");
    Ok(())
}
