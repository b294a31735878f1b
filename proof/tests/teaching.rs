//! What instructors show and ask, in `docs`, names pictures and mistakes that there are.

use anyhow::{Context, Result, ensure};
use course::{LessonInfo, root};
use std::path::PathBuf;

/// A course's exam is chosen from so many items.
const ITEMS: usize = 40;

/// A part is shown in so many pages.
const PAGES: usize = 10;

/// A page with more words than this is read, and nobody listens.
const WORDS: usize = 40;

fn read(file: &str) -> Result<String> {
    std::fs::read_to_string(root().join(file)).with_context(|| file.to_owned())
}

/// The pictures in a text, as paths from the workbook's folder, and the words beside them.
fn pictures(file: &str, text: &str) -> Vec<PathBuf> {
    let folder = root().join(file).parent().map(PathBuf::from).unwrap_or_default();
    let paths = text.split("](").skip(1).filter_map(|rest| rest.split_once(')'));
    let paths =
        paths.map(|(path, _)| path).filter(|path| [".png", ".gif"].iter().any(|end| path.ends_with(end)));
    paths.map(|path| folder.join(path)).collect()
}

#[test]
fn every_item_of_the_exam_is_about_a_mistake_that_there_is() -> Result<()> {
    let (file, lessons) = ("proof/docs/exam.md", LessonInfo::all(root())?);
    let text = read(file)?;
    let items: Vec<&str> = text.split("\n### ").skip(1).collect();
    ensure!(items.len() == ITEMS, "{file} has {} items of {ITEMS}", items.len());
    for (i, item) in items.into_iter().enumerate() {
        let heading = item.lines().next().unwrap_or_default();
        let answer = item.split_once("<summary>Answer: ").and_then(|(_, rest)| rest.split_once("</code>"));
        let made_from = answer.and_then(|(made_from, _)| made_from.split_once(" <code>"));
        let (exercise, name) = made_from.with_context(|| format!("{file}: {heading} has no answer"))?;
        let lesson = exercise.split('.').next().unwrap_or_default();
        ensure!(heading == format!("{} · Lesson {lesson}", i + 1), "{file}: {heading} is item {}", i + 1);
        let mistakes = lessons.iter().flat_map(|lesson| &lesson.mistakes.data.all);
        let known = mistakes
            .filter(|mistake| mistake.exercise.get_ref().to_string() == exercise)
            .any(|mistake| mistake.name.get_ref() == name);
        ensure!(known, "{file}: {heading} is about a mistake that no lesson has");
        for picture in pictures(file, item) {
            ensure!(picture.exists(), "{file}: {heading}: there is no {}", picture.display());
            let own = picture.file_stem().is_some_and(|stem| stem == name);
            ensure!(own, "{file}: {heading}: {} shows another mistake", picture.display());
        }
    }
    Ok(())
}

#[test]
fn every_page_of_the_slides_has_one_picture_and_few_words() -> Result<()> {
    let mut parts: Vec<String> =
        LessonInfo::all(root())?.into_iter().map(|lesson| lesson.about.data.part).collect();
    parts.dedup();
    // A part may fill two talks: part-5.md and part-5b.md.
    let exists = |file: &String| root().join(file).exists();
    let talks = |i: usize| ["", "b"].map(|talk| format!("proof/docs/slides/part-{}{talk}.md", i + 1));
    let all = parts.iter().enumerate().flat_map(|(i, part)| talks(i).map(|file| (file, part)));
    for (file, part) in all.filter(|(file, _)| !file.ends_with("b.md") || exists(file)) {
        let text = read(&file)?;
        ensure!(
            text.starts_with(&format!("# Part {}\n", part.replacen(' ', ": ", 1))),
            "{file} is not about {part}"
        );
        let pages: Vec<&str> = text.split("\n---\n").collect();
        ensure!(pages.len() == PAGES, "{file} has {} pages of {PAGES}", pages.len());
        for (page, text) in pages.into_iter().enumerate() {
            let all = pictures(&file, text);
            ensure!(all.len() == 1, "{file}, page {}: {} pictures", page + 1, all.len());
            ensure!(all[0].exists(), "{file}, page {}: there is no {}", page + 1, all[0].display());
            let shown = text.lines().filter(|line| !line.starts_with("!["));
            let words = shown.flat_map(str::split_whitespace).count();
            ensure!(words <= WORDS, "{file}, page {}: {words} words", page + 1);
        }
    }
    Ok(())
}
