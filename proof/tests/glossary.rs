//! Each word of `docs/glossary.md` is explained in the lesson that is named there, and no word stands there twice.

use anyhow::{Context, Result, ensure};
use course::{LessonInfo, root};

/// The words of a lesson's text, in small letters, each between spaces.
struct Words {
    lesson: String,
    all: String,
    /// Those in bold: there a text explains a word. A bar stands between two that are apart.
    bold: String,
}

impl Words {
    fn read(lesson: &LessonInfo) -> Result<Self> {
        let text = std::fs::read_to_string(root().join(&lesson.folder).join("README.md"))?;
        let bold: Vec<&str> = text.split("**").skip(1).step_by(2).collect();
        let lesson = format!("{:02}", lesson.number);
        Ok(Self { lesson, all: words(&text), bold: words(&bold.join(" | ")) })
    }
}

fn words(text: &str) -> String {
    let bare = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric() && c != '|').to_lowercase();
    let words: Vec<String> = text.split_whitespace().map(bare).collect();
    format!(" {} ", words.join(" "))
}

/// The first lesson that explains a word, or has it at all if none has it in bold.
fn first_with<'a>(lessons: &'a [Words], word: &str) -> Option<&'a str> {
    let forms = [format!(" {word} "), format!(" {word}s ")];
    let bold = lessons.iter().find(|lesson| forms.iter().any(|form| alone(&lesson.bold, form)));
    let any = || lessons.iter().find(|lesson| forms.iter().any(|form| lesson.all.contains(form.as_str())));
    bold.or_else(any).map(|lesson| lesson.lesson.as_str())
}

/// Whether one of the parts between bars is this.
fn alone(bold: &str, form: &str) -> bool {
    bold.split('|').any(|part| part == form)
}

#[test]
fn every_word_is_explained_where_it_is_said_to_be() -> Result<()> {
    let path = root().join("docs/glossary.md");
    let text = std::fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    let lessons = LessonInfo::all(root())?.iter().map(Words::read).collect::<Result<Vec<_>>>()?;
    let (mut problems, mut seen) = (Vec::new(), Vec::new());
    for line in text.lines().filter(|line| line.starts_with("| ")).skip(1) {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let [_, ours, _, _, _, _, _, lesson, _] = cells[..] else { anyhow::bail!("not seven cells: {line}") };
        let word = ours.trim_matches('`').to_lowercase();
        match first_with(&lessons, &word) {
            None => problems.push(format!("{ours} is in no lesson")),
            Some(first) if first != lesson => {
                problems.push(format!("{ours} is explained in lesson {first}, not in {lesson}"));
            }
            Some(_) => {}
        }
        if seen.contains(&word) {
            problems.push(format!("{ours} is there twice"));
        }
        seen.push(word);
    }
    ensure!(!seen.is_empty(), "no words");
    ensure!(problems.is_empty(), "{}", problems.join("\n"));
    Ok(())
}
