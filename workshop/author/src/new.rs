//! `cargo workbook new`: a lesson to begin with, of the files in `new/`.

use crate::arrange;
use anyhow::{Context, Result, bail, ensure};
use course::LessonInfo;
use std::path::Path;
use workbook::{cargo, write};

/// The files of a lesson. Each `{{…}}` in them is replaced by a name or number of the lesson's own.
const FILES: &[(&str, &str)] = &[
    ("Cargo.toml", include_str!("new/Cargo.toml.txt")),
    ("README.md", include_str!("new/README.md.txt")),
    ("answers.toml", include_str!("new/answers.toml.txt")),
    ("checks.rs", include_str!("new/checks.rs.txt")),
    ("lesson.toml", include_str!("new/lesson.toml.txt")),
    ("main.rs", include_str!("new/main.rs.txt")),
    ("mistakes.toml", include_str!("new/mistakes.toml.txt")),
    ("panel.rs", include_str!("new/panel.rs.txt")),
    ("recorded.json", include_str!("new/recorded.json.txt")),
    ("scene.rs", include_str!("new/scene.rs.txt")),
    ("turning.rs", include_str!("new/turning.rs.txt")),
];

/// The line that lists a lesson in the workbook's README.
const ROW: &str = include_str!("new/row.md.txt");

/// The list of what the author still has to write, for the terminal.
const LEFT: &str = include_str!("new/left.txt");

/// Makes the lesson, and has its program render its picture. A refusal comes before anything is written.
pub fn new(root: &Path, title: &str, number: Option<u8>) -> Result<()> {
    let mut lessons = LessonInfo::all(root)?;
    let number = number.unwrap_or_else(|| lessons.last().map_or(0, |last| last.number).saturating_add(1));
    ensure!((1..=99).contains(&number), "a lesson's number has two digits, from 1 to 99");
    let name = name(title)?;
    let called = |lesson: &&LessonInfo| arrange::name(lesson) == name;
    if let Some(other) = lessons.iter().find(called) {
        bail!("there is {} already", other.folder);
    }
    if lessons.iter().any(|lesson| lesson.number == number) {
        ensure!(arrange::make_room(root, &lessons, number)?, "there is no room for a lesson {number:02}");
        lessons = LessonInfo::all(root)?;
    }
    let before =
        lessons.iter().rfind(|lesson| lesson.number < number).context("no lesson comes before it")?;

    let part = &before.about.data.part;
    let folder = format!("{number:02}_{name}");
    let own = [
        ("{{number}}", format!("{number:02}")),
        ("{{plain}}", number.to_string()),
        ("{{title}}", title.to_owned()),
        ("{{slug}}", folder.replace('_', "-")),
        ("{{before}}", before.number.to_string()),
        ("{{before_folder}}", before.folder.replace("lessons/", "")),
        ("{{part}}", part.clone()),
        ("{{roman}}", part.split(' ').next().unwrap_or_default().to_owned()),
        ("{{folder}}", folder.clone()),
    ];
    let fill = |text: &str| own.iter().fold(text.to_owned(), |text, (mark, own)| text.replace(mark, own));

    let readme = root.join("README.md");
    let text = std::fs::read_to_string(&readme).context("cannot read README.md")?;
    let row = text.find(&format!("\n- [{:02} ", before.number)).map(|at| at + 1);
    let row = row.with_context(|| format!("README.md has no line for lesson {:02}", before.number))?;
    let end = text[row..].find('\n').map_or(text.len(), |length| row + length + 1);
    let text = format!("{}{}{}", &text[..end], fill(ROW), &text[end..]);

    let lesson = root.join("lessons").join(&folder);
    for (file, template) in FILES {
        write::atomically(&lesson.join(file), fill(template).as_bytes())?;
    }
    write::atomically(&readme, text.as_bytes())?;
    println!("lessons/{folder} is there, and its line in README.md. Its program is built for its picture …");
    let shot = picture(root, &folder);
    print!("{}", fill(LEFT));
    shot.with_context(|| format!("lessons/{folder} has no pictures/turned.png yet"))
}

/// A title as a folder is named: "Two triangles, two bones" is `two_triangles_two_bones`.
fn name(title: &str) -> Result<String> {
    let plain = |c: char| c.is_ascii_alphanumeric() || " ,'-".contains(c);
    let words = title.replace('\'', "").to_lowercase();
    let words: Vec<&str> = words.split([' ', ',', '-']).filter(|word| !word.is_empty()).collect();
    let is_title = title.chars().all(plain) && !words.is_empty() && title.trim() == title;
    ensure!(
        is_title,
        "'{title}' is no title: write words of letters and digits, as in \"Two bones, one skin\""
    );
    Ok(words.join("_"))
}

/// Has the program render the lesson's picture. Cargo notes the package in `Cargo.lock` on the way.
fn picture(root: &Path, folder: &str) -> Result<()> {
    let name = folder.replace('_', "-");
    let lesson = LessonInfo::named(root, &name)?;
    for picture in &lesson.about.data.pictures {
        let path = root.join(lesson.file(picture.file.get_ref()));
        std::fs::create_dir_all(path.parent().context("a file has a folder")?)?;
        let mut command = cargo::cargo(root);
        command.args(["run", "--quiet", "--offline", "--bin", &name, "--", "--headless"]);
        let status = command.args(&picture.args).arg("--picture").arg(&path).status()?;
        ensure!(status.success(), "its program cannot be built, or does not run");
    }
    Ok(())
}
