//! What instructors show and ask, in `docs`: it names pictures and mistakes that there are, its weeks hold what they
//! promise, and its table of exams counts what `exam.md` has.
//!
//! `WORKBOOK_BLESS=1 cargo test --test teaching` writes the hours and counts of `teaching.md` anew.

use anyhow::{Context, Result, bail, ensure};
use course::{LessonInfo, root};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;
use std::path::PathBuf;

const TEACHING: &str = "proof/docs/teaching.md";
const EXAM: &str = "proof/docs/exam.md";
const SLIDES: &str = "proof/docs/slides";

/// The kinds of items, as `exam.md` has them in its headings, and how many of each an exam takes.
const KINDS: [&str; 3] = ["Predict the picture", "Find the mistake", "Name the space"];
const OF_EACH_KIND: usize = 4;

/// A part is shown in so many pages.
const PAGES: RangeInclusive<usize> = 10..=12;

/// A page with more words than this is read, and nobody listens.
const WORDS: usize = 40;

/// So many words stand below a page for whoever speaks.
const NOTES: RangeInclusive<usize> = 40..=90;

/// The most that a week may ask for, in hours.
const MOST_HOURS: f64 = 9.5;

/// Somebody who goes astray takes half as much time again.
const ASTRAY: f64 = 1.5;

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

/// The cells of a row of a table.
fn cells(line: &str) -> Vec<&str> {
    line.trim_matches('|').split('|').map(str::trim).collect()
}

/// The rows below the table's heading that begins so, one list for each such table.
fn tables<'a>(text: &'a str, heading: &str) -> Vec<Vec<Vec<&'a str>>> {
    let starts = text.match_indices(heading).map(|(at, _)| at);
    let rows = starts.map(|at| text[at..].lines().skip(2).take_while(|line| line.starts_with('|')));
    rows.map(|rows| rows.map(cells).collect()).collect()
}

/// All numbers in a text, whatever stands between them.
fn numbers(text: &str) -> Vec<u8> {
    text.split(|letter: char| !letter.is_ascii_digit()).filter_map(|word| word.parse().ok()).collect()
}

/// A week of a course.
#[derive(Debug)]
struct Week {
    number: u8,
    lessons: Vec<u8>,
    /// Only one of the lessons is taken.
    one_of: bool,
    /// Whoever likes takes the lessons.
    optional: bool,
    slides: String,
    beside: String,
    /// The last lesson whose answers are published at its end.
    published: u8,
    /// What its row says.
    hours: String,
}

impl Week {
    fn read(row: &[&str]) -> Result<Option<Self>> {
        let [week, lessons, slides, beside, hours, published] = row else { bail!("{row:?} is no week") };
        let Ok(number) = week.parse() else { return Ok(None) };
        Ok(Some(Self {
            number,
            lessons: numbers(lessons),
            one_of: lessons.contains(" or "),
            optional: lessons.starts_with("optional"),
            slides: (*slides).to_owned(),
            beside: (*beside).to_owned(),
            published: published.parse().unwrap_or(0),
            hours: (*hours).to_owned(),
        }))
    }

    /// What it asks for, rounded to half an hour.
    fn needs(&self, minutes: &BTreeMap<u8, u32>) -> Result<f64> {
        let lessons = self.lessons.iter().map(|lesson| minutes.get(lesson).copied());
        let lessons: Option<Vec<u32>> = lessons.collect();
        let lessons = lessons.with_context(|| format!("week {}: an unknown lesson", self.number))?;
        let lessons = match (self.optional, self.one_of) {
            (true, _) => 0,
            (_, true) => lessons.into_iter().max().unwrap_or_default(),
            (_, false) => lessons.into_iter().sum(),
        };
        let lecture = 1.0;
        let words: Vec<&str> = self.beside.split([' ', ';', '\n']).collect();
        let beside = words.windows(2).filter(|pair| pair[1] == "h").map(|pair| pair[0].parse::<f64>());
        let beside: f64 = beside.collect::<Result<Vec<f64>, _>>()?.into_iter().sum();
        Ok(((f64::from(lessons) / 60.0 * ASTRAY + lecture + beside) * 2.0).round() / 2.0)
    }
}

/// The courses of `teaching.md`, by their weeks.
fn courses(text: &str) -> Result<[Vec<Week>; 2]> {
    let tables = tables(text, "| week | lessons |").into_iter();
    let courses = tables.map(|rows| rows.iter().filter_map(|row| Week::read(row).transpose()).collect());
    let courses: Vec<Vec<Week>> = courses.collect::<Result<_>>()?;
    courses.try_into().map_err(|all: Vec<_>| anyhow::anyhow!("{TEACHING} has {} courses of two", all.len()))
}

/// An item of the exam: its kind, as an index into [`KINDS`], and its lesson.
fn items(text: &str) -> Result<Vec<(usize, u8)>> {
    let mut items = Vec::new();
    for part in text.split("\n## ").skip(1) {
        let heading = part.lines().next().unwrap_or_default();
        let kind = KINDS.iter().position(|kind| *kind == heading);
        let kind = kind.with_context(|| format!("{EXAM}: {heading} is no kind of items"))?;
        for item in part.lines().filter(|line| line.starts_with("### ")) {
            let lesson = item.rsplit(' ').next().and_then(|number| number.parse().ok());
            items.push((kind, lesson.with_context(|| format!("{EXAM}: {item} names no lesson"))?));
        }
    }
    Ok(items)
}

/// The text with the hours and counts that it should have.
fn counted(text: &str, lessons: &[LessonInfo], items: &[(usize, u8)]) -> Result<String> {
    let minutes = lessons.iter().map(|lesson| (lesson.number, lesson.about.data.minutes)).collect();
    let (mut counted, mut all) = (String::new(), 0.0);
    for line in text.lines() {
        let mut row: Vec<String> = cells(line).into_iter().map(String::from).collect();
        match (row.len(), Week::read(&cells(line))) {
            (6, Ok(Some(week))) => {
                let hours = week.needs(&minutes)?;
                all += hours;
                row[4] = format!("{hours:.1}");
            }
            (6, _) if row[0] == "all" => row[4] = format!("{:.1}", std::mem::take(&mut all)),
            (6, _) => {
                if let [first, last] = numbers(&row[2])[..] {
                    for kind in 0..KINDS.len() {
                        let has =
                            items.iter().filter(|item| item.0 == kind && (first..=last).contains(&item.1));
                        row[3 + kind] = has.count().to_string();
                    }
                }
            }
            _ => {}
        }
        let same = row == cells(line);
        let row = row.iter().map(|cell| if cell.is_empty() { "| ".into() } else { format!("| {cell} ") });
        counted += &if same { line.to_owned() } else { row.collect::<String>() + "|" };
        counted.push('\n');
    }
    Ok(counted)
}

#[test]
fn hours_and_counts_are_those_of_lessons_and_items() -> Result<()> {
    let (text, items) = (read(TEACHING)?, items(&read(EXAM)?)?);
    let counted = counted(&text, &LessonInfo::all(root())?, &items)?;
    if std::env::var_os("WORKBOOK_BLESS").is_some_and(|value| value == "1") {
        return std::fs::write(root().join(TEACHING), counted).context(TEACHING);
    }
    let wrong = text.lines().zip(counted.lines()).filter(|(is, counted)| is != counted);
    let wrong: Vec<String> = wrong.map(|(is, counted)| format!("{is}\nshould be\n{counted}")).collect();
    ensure!(wrong.is_empty(), "{TEACHING}:\n{}\nWORKBOOK_BLESS=1 writes them anew.", wrong.join("\n"));
    Ok(())
}

#[test]
fn no_week_asks_for_too_much_or_for_what_comes_later() -> Result<()> {
    let [first, second] = courses(&read(TEACHING)?)?;
    let lessons = LessonInfo::all(root())?;
    let mut taken: BTreeSet<u8> = BTreeSet::new();
    for week in first.iter().chain(&second) {
        let hours: f64 = week.hours.parse().with_context(|| format!("{week:?}"))?;
        ensure!(hours <= MOST_HOURS, "week {} asks for {hours} hours", week.number);
        taken.extend(&week.lessons);
        for number in &week.lessons {
            let lesson = lessons.iter().find(|lesson| lesson.number == *number);
            let lesson = lesson.with_context(|| format!("week {}: there is no {number}", week.number))?;
            let builds_on = lesson.about.data.builds_on.iter().map(toml::Spanned::get_ref);
            let missing = builds_on.copied().find(|needed| !taken.contains(needed));
            ensure!(missing.is_none(), "week {}: {number} builds on {missing:?}", week.number);
        }
    }
    let left_out = lessons.iter().find(|lesson| !taken.contains(&lesson.number));
    ensure!(left_out.is_none(), "no week has {:?}", left_out.map(|lesson| &lesson.folder));
    for (weeks, project) in [(&first, 14), (&second, 17)] {
        let begins = weeks.iter().find(|week| week.beside.contains("project")).context("no project")?;
        let lesson = weeks.iter().find(|week| week.lessons.contains(&project)).context("no such lesson")?;
        ensure!(lesson.number <= begins.number, "the project begins before {project}");
    }
    Ok(())
}

#[test]
fn an_exam_asks_for_what_is_published_and_has_enough_to_draw_from() -> Result<()> {
    let text = read(TEACHING)?;
    let [first, second] = courses(&text)?;
    let rows = tables(&text, "| exam | when |").pop().context("no table of exams")?;
    let mut asked = Vec::new();
    for row in rows {
        let (name, when) = (row[0], numbers(row[1]));
        let [from, to] = numbers(row[2])[..] else { bail!("{name}: from which lesson to which?") };
        asked.extend(from..=to);
        let Some(when) = when.first() else { continue };
        let weeks = if name.contains("second course") { &second } else { &first };
        let before = weeks.iter().filter(|week| week.number < *when).map(|week| week.published).max();
        ensure!(before >= Some(to), "{name}: its week has only the answers through {before:?}");
        let held = weeks.iter().find(|week| week.number == *when).context("no such week")?;
        ensure!(held.beside.contains(name.split(' ').next().unwrap_or(name)), "{name} is not in its week");
        for (kind, count) in KINDS.iter().zip(&row[3..]) {
            let enough = count.parse::<usize>()? >= OF_EACH_KIND || name.contains("second course");
            ensure!(enough, "{name}: {count} items of '{kind}'");
        }
    }
    asked.sort_unstable();
    let all: Vec<u8> = LessonInfo::all(root())?.iter().map(|lesson| lesson.number).collect();
    ensure!(asked == all, "the exams' rows name {asked:?}");
    Ok(())
}

#[test]
fn the_parts_of_a_mark_are_all_of_it() -> Result<()> {
    let text = read(TEACHING)?;
    let cells = tables(&text, "| part | share |").concat().concat();
    let shares = cells.iter().filter_map(|cell| cell.strip_suffix(" %")).map(str::parse::<u32>);
    ensure!(shares.sum::<Result<u32, _>>()? == 100, "the parts of a mark are not 100 %");
    Ok(())
}

#[test]
fn every_item_of_the_exam_is_about_a_mistake_that_there_is() -> Result<()> {
    let lessons = LessonInfo::all(root())?;
    let text = read(EXAM)?;
    for (i, item) in text.split("\n### ").skip(1).enumerate() {
        let heading = item.lines().next().unwrap_or_default();
        let answer = item.split_once("<summary>Answer: ").and_then(|(_, rest)| rest.split_once("</code>"));
        let made_from = answer.and_then(|(made_from, _)| made_from.split_once(" <code>"));
        let (exercise, name) = made_from.with_context(|| format!("{EXAM}: {heading} has no answer"))?;
        let lesson = exercise.split('.').next().unwrap_or_default();
        ensure!(heading == format!("{} · Lesson {lesson}", i + 1), "{EXAM}: {heading} is item {}", i + 1);
        let mistakes = lessons.iter().flat_map(|lesson| &lesson.mistakes.data.all);
        let known = mistakes
            .filter(|mistake| mistake.exercise.get_ref().to_string() == exercise)
            .any(|mistake| mistake.name.get_ref() == name);
        ensure!(known, "{EXAM}: {heading} is about a mistake that no lesson has");
        for picture in pictures(EXAM, item) {
            ensure!(picture.exists(), "{EXAM}: {heading}: there is no {}", picture.display());
            let own = picture.file_stem().and_then(|stem| stem.to_str());
            let own = own.is_some_and(|stem| stem == name || stem == format!("{exercise}-{name}"));
            ensure!(own, "{EXAM}: {heading}: {} shows another mistake", picture.display());
        }
    }
    Ok(())
}

/// A page without its comments, and the words of the last one: the notes. Marp and pandoc show no comment.
fn page(text: &str) -> (String, usize) {
    let mut parts = text.split("<!--");
    let mut shown = parts.next().unwrap_or_default().to_owned();
    let mut notes = 0;
    for (comment, rest) in parts.filter_map(|part| part.split_once("-->")) {
        notes = comment.split_whitespace().count();
        shown += rest;
    }
    (shown, notes)
}

#[test]
fn every_page_of_the_slides_has_one_picture_few_words_and_notes() -> Result<()> {
    let mut parts: Vec<String> =
        LessonInfo::all(root())?.into_iter().map(|lesson| lesson.about.data.part).collect();
    parts.dedup();
    // A part may fill two talks: part-5.md and part-5b.md. Then the second one has a title of its own.
    let talks = |i: usize| ["", "b"].map(|talk| format!("{SLIDES}/part-{}{talk}.md", i + 1));
    let all = parts.iter().enumerate().flat_map(|(i, part)| talks(i).map(|file| (file, part)));
    let teaching = read(TEACHING)?;
    let weeks: Vec<Week> = courses(&teaching)?.into_iter().flatten().collect();
    for (file, part) in all.filter(|(file, _)| !file.ends_with("b.md") || root().join(file).exists()) {
        let text = read(&file)?;
        let (number, name) = part.split_once(' ').with_context(|| format!("{part} has no number"))?;
        let title = text.lines().next().and_then(|line| line.strip_prefix(&format!("# Part {number}: ")));
        ensure!((title == Some(name)) != file.ends_with("b.md"), "{file} is about {title:?}");
        ensure!(text.contains("<!--\nThe plan of this deck.\n"), "{file} has no plan");
        let pages: Vec<&str> = text.split("\n---\n").collect();
        ensure!(PAGES.contains(&pages.len()), "{file} has {} pages", pages.len());
        let link = format!("(slides/{}), ", file.rsplit('/').next().unwrap_or_default());
        let shown = weeks.iter().flat_map(|week| week.slides.split(&link).skip(1)).map(|rest| {
            let range = numbers(rest.split(';').next().unwrap_or_default());
            range.first().copied().unwrap_or(1)..=range.last().copied().unwrap_or(0)
        });
        let shown: BTreeSet<usize> = shown.flatten().map(usize::from).collect();
        ensure!(shown.into_iter().eq(1..=pages.len()), "{file}: some page is shown in no week");
        for (at, text) in pages.into_iter().enumerate() {
            let all = pictures(&file, text);
            ensure!(all.len() == 1, "{file}, page {}: {} pictures", at + 1, all.len());
            ensure!(all[0].exists(), "{file}, page {}: there is no {}", at + 1, all[0].display());
            let (shown, notes) = page(text);
            let words = shown.lines().filter(|line| !line.starts_with("![")).flat_map(str::split_whitespace);
            let words = words.count();
            ensure!(words <= WORDS, "{file}, page {}: {words} words", at + 1);
            ensure!(NOTES.contains(&notes), "{file}, page {}: notes of {notes} words", at + 1);
        }
    }
    Ok(())
}
