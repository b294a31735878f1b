//! The pages of the book, in their order.

use crate::book::{LOADED, mistakes, questions};
use crate::instructor::atlas::pairs;
use crate::instructor::notes;
use crate::projection::Course;
use crate::tree::Files;
use anyhow::{Context, Result};
use course::LessonInfo;
use std::collections::BTreeMap;
use std::path::Path;
use workbook::page::links::relative;
use workbook::page::{Around, Library, Page, page};

/// The pages before the lessons: their names in the book's list, and their files in the workbook.
const BEFORE: [(&str, &str); 4] = [
    ("How a knight moves", "docs/how-a-knight-moves.md"),
    ("Before you begin", "docs/before-you-begin.md"),
    ("OpenGL in two pages", "docs/opengl.md"),
    ("Six evenings, with friends", "docs/six-evenings.md"),
];
const BEHIND: [(&str, &str); 21] = [
    ("Glossary", "docs/glossary.md"),
    ("Symbols", "docs/symbols.md"),
    ("Keys", "docs/keys.md"),
    ("The command", "docs/command.md"),
    ("Platforms", "docs/platforms.md"),
    ("What it lacks", "docs/lacks.md"),
    ("A model of your own", "docs/your-own-model.md"),
    ("An engine of your own", "docs/engine/README.md"),
    ("A body", "docs/engine/body.md"),
    ("A player", "docs/engine/player.md"),
    ("A file", "docs/engine/file.md"),
    ("A window", "docs/engine/window.md"),
    ("Your editor", "docs/editors.md"),
    ("Scripts", "docs/scripts.md"),
    ("Playing", "docs/play.md"),
    ("The ground", "docs/ground.md"),
    ("Inverse kinematics, measured", "docs/ik.md"),
    ("Feet, measured", "docs/feet.md"),
    ("Files from elsewhere", "docs/files.md"),
    ("The save file", "docs/save-file.md"),
    ("Speed", "docs/speed.md"),
];
const INSTRUCTORS: [(&str, &str); 12] = [
    ("Teaching a course", "workshop/docs/teaching.md"),
    ("Grading elsewhere", "workshop/docs/elsewhere.md"),
    ("Assistants", "workshop/docs/assistants.md"),
    ("Exam", "workshop/docs/exam.md"),
    ("Slides: Part I", "workshop/docs/slides/part-1.md"),
    ("Slides: Part II", "workshop/docs/slides/part-2.md"),
    ("Slides: Part III", "workshop/docs/slides/part-3.md"),
    ("Slides: Part IV", "workshop/docs/slides/part-4.md"),
    ("Slides: Part V", "workshop/docs/slides/part-5.md"),
    ("Slides: Part V, second half", "workshop/docs/slides/part-5b.md"),
    ("Slides: Part VI", "workshop/docs/slides/part-6.md"),
    ("What we promise, and which test holds it", "workshop/docs/strength.md"),
];
const FRONT: &str = "workshop/book/front.md";
const WHICH: &str = "workshop/book/which.md";

/// The picture on a card that shows a link to the book.
const CARD: &str = "docs/pictures/one-point.png";

/// A text that becomes a page.
struct Chapter {
    /// The heading in the book's list of the part that begins with this text, or nothing.
    part: String,
    title: String,
    /// The place that its links are relative to: a file of the workbook, or the place where such a file would be.
    from: String,
    /// The path of its page in the site.
    to: String,
    text: String,
}

/// The text of a file.
fn read(files: &Files, file: &str) -> Result<String> {
    let bytes = files.get(file).with_context(|| format!("{file} is missing"))?;
    Ok(String::from_utf8_lossy(bytes).into_owned())
}

/// The texts of all pages, in their order.
fn chapters(files: &Files, lessons: &[LessonInfo], instructors: bool) -> Result<Vec<Chapter>> {
    let read = |file: &str| read(files, file);
    let mut chapters = Vec::new();
    let mut add = |part: &str, title: &str, from: &str, to: &str, text: String| {
        let [part, title, from, to] = [part, title, from, to].map(str::to_owned);
        chapters.push(Chapter { part, title, from, to, text });
    };
    add("", "Skeletal animation, built by hand", FRONT, "index.html", quoted(&read(FRONT)?, lessons, read)?);
    for (title, file) in BEFORE {
        add("", title, file, &html(file), read(file)?);
    }
    let mut part = "";
    for lesson in lessons {
        let about = &lesson.about.data;
        let begins = format!("Part {}", about.part.replacen(' ', ": ", 1));
        let begins = if about.part == part { "" } else { &begins };
        part = &about.part;
        let (from, to) = (lesson.file("README.md"), lesson.file("index.html"));
        let text = pairs::joined(&read(&from)?) + &questions::place(lesson);
        add(begins, &format!("{:02} · {}", lesson.number, about.title), &from, &to, text);
    }
    for (i, (title, file)) in BEHIND.into_iter().enumerate() {
        add(if i == 0 { "To look up" } else { "" }, title, file, &html(file), read(file)?);
    }
    add("What goes wrong", "Which mistake is it?", WHICH, "which.html", read(WHICH)?);
    for lesson in lessons {
        let (title, to) = (
            format!("Mistakes of {:02} · {}", lesson.number, lesson.about.data.title),
            format!("mistakes/{:02}.html", lesson.number),
        );
        let text = mistakes::chapter(lesson, &read(&lesson.file("README.md"))?);
        add("", &title, &lesson.mistakes.file, &to, text);
    }
    if instructors {
        let course = Course::whole(files, lessons)?;
        for (i, (title, file)) in INSTRUCTORS.into_iter().enumerate() {
            let to = html(file.trim_start_matches("workshop/"));
            add(if i == 0 { "For instructors" } else { "" }, title, file, &to, spoken(&read(file)?));
        }
        for lesson in lessons {
            let title = format!("Notes on {:02}", lesson.number);
            let (from, to) = (lesson.file("notes.md"), format!("notes/{:02}.html", lesson.number));
            add("", &title, &from, &to, notes::of_lesson(&course, lesson, "#"));
        }
    }
    Ok(chapters)
}

/// Makes all pages, with what they show.
pub fn site(root: &Path, files: &Files, lessons: &[LessonInfo], instructors: bool) -> Result<Files> {
    let text_of = |lesson: &LessonInfo| read(files, &lesson.file("README.md")).unwrap_or_default();
    let questions = questions::script(root, lessons, text_of)?;
    let chapters = chapters(files, lessons, instructors)?;
    let places: BTreeMap<&str, &str> =
        chapters.iter().map(|chapter| (chapter.from.as_str(), chapter.to.as_str())).collect();
    let place = |file: &str| {
        let to = places.get(file).copied().or_else(|| is_picture(file).then_some(file));
        to.map(str::to_owned)
    };
    let library = Library { root, place: &place };
    let mut site = Files::new();
    let card = card(&read(files, "README.md")?);
    site.insert(format!("{LOADED}questions.js"), questions);
    let mut texts = Vec::new();
    for chapter in &chapters {
        let Page { text, files: shown } = page(&library, &chapter.from, &chapter.text)?;
        texts.push(text);
        for file in shown.into_iter().filter(|file| is_picture(file)) {
            let picture = files.get(&file).with_context(|| format!("there is no picture {file}"))?;
            site.insert(file, picture.clone());
        }
    }
    for (i, (chapter, text)) in chapters.iter().zip(texts).enumerate() {
        let mut turns = "<nav class=\"turns\" aria-label=\"Pages beside this one\">\n".to_owned();
        let beside = [(i.checked_sub(1), "prev", "← ", ""), (Some(i + 1), "next", "", " →")];
        for (place, rel, before, behind) in beside {
            if let Some(other) = place.and_then(|place| chapters.get(place)) {
                let (link, title) = (relative(&chapter.to, &other.to), &other.title);
                turns += &format!("<a rel=\"{rel}\" href=\"{link}\">{before}{title}{behind}</a>\n");
            }
        }
        turns += "</nav>\n";
        let around = Around { head: &card, contents: &contents(&chapters, i), turns: &turns };
        let beside = relative(&chapter.to, LOADED);
        let html = workbook::page::whole(&text, &beside, &format!("{beside}knight.js"), Some(&around));
        site.insert(chapter.to.clone(), html.into_bytes());
    }
    Ok(site)
}

/// Returns the tag by which other sites show a picture beside a link to the book, or nothing until README links the book's
/// address, since a relative path is none to them.
fn card(readme: &str) -> String {
    let links = readme.split("[the book](").skip(1).filter_map(|link| link.split_once(')'));
    let mut known = links.map(|(address, _)| address.trim_end_matches("index.html").trim_end_matches('/'));
    let is_known = |address: &&str| {
        let host = address.strip_prefix("https://");
        host.is_some_and(|host| host.starts_with(|letter: char| letter.is_ascii_lowercase()))
    };
    let address = known.find(is_known);
    address.map_or(String::new(), |address| {
        format!("<meta property=\"og:image\" content=\"{address}/{CARD}\">\n")
    })
}

/// Returns the path of a text's page in the site.
fn html(file: &str) -> String {
    file.replace(".md", ".html")
}

/// Returns the list of all pages for the page at `own`, whose part is unfolded.
fn contents(chapters: &[Chapter], own: usize) -> String {
    let mut list = String::from(
        "<nav class=\"contents\" aria-label=\"All pages\">\n<details>\n<summary>Contents</summary>\n<ul>\n",
    );
    for (i, chapter) in chapters.iter().enumerate() {
        if !chapter.part.is_empty() {
            let part = &chapter.part;
            let length = chapters[i + 1..].iter().take_while(|next| next.part.is_empty()).count();
            let open = if (i..=i + length).contains(&own) { " open" } else { "" };
            let end = if list.contains("<summary>P") { "</ul>\n</details>\n" } else { "</ul>\n" };
            list.push_str(&format!("{end}<details{open}>\n<summary>{part}</summary>\n<ul>\n"));
        }
        // Below the heading "What goes wrong" the lesson's own title is enough.
        let title = chapter.title.trim_start_matches("Mistakes of ");
        let link = relative(&chapters[own].to, &chapter.to);
        let here = if i == own { " aria-current=\"page\"" } else { "" };
        list.push_str(&format!("<li><a href=\"{link}\"{here}>{title}</a></li>\n"));
    }
    list + "</ul>\n</details>\n</details>\n</nav>\n"
}

/// Replaces the line `<!-- says 07.2 factors-swapped -->` by that mistake: its code, its picture and the right one, and
/// what the check says of it.
fn quoted(text: &str, lessons: &[LessonInfo], read: impl Fn(&str) -> Result<String>) -> Result<String> {
    let (before, rest) = text.split_once("<!-- says ").context("no mistake is quoted")?;
    let (named, after) = rest.split_once(" -->").context("a quotation has no end")?;
    let (lesson, mistake) = lessons
        .iter()
        .flat_map(|lesson| lesson.mistakes.data.all.iter().map(move |mistake| (lesson, mistake)))
        .find(|(_, of)| format!("{} {}", of.exercise.get_ref(), of.name.get_ref()) == named)
        .with_context(|| format!("there is no mistake {named}"))?;
    let shown = read(&lesson.file("README.md"))?;
    let pair = pairs::of(&shown, mistake.name.get_ref());
    let pair = pair.with_context(|| format!("no text shows the mistake {named}"))?.join(" ");
    let pair = pair.replace("](", &format!("](../../{}/", lesson.folder));
    let (title, code, say) = (&mistake.title, mistake.code().trim(), mistake.say.trim().replace('\n', " "));
    Ok(format!("{before}```rust\n{code}\n```\n\n<!-- pair -->\n{pair}\n\n> **{title}.** {say}{after}"))
}

/// Returns a deck of slides as a page. The speaker's words are a quotation below their slide.
fn spoken(text: &str) -> String {
    let mut page = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("\n<!--\n") {
        let (notes, after) = after.split_once("\n-->").unwrap_or((after, ""));
        let notes: String = notes.lines().map(|line| format!("> {line}\n>\n")).collect();
        page.push_str(&format!("{before}\n{notes}\n"));
        rest = after;
    }
    page + rest
}

fn is_picture(file: &str) -> bool {
    [".png", ".gif", ".svg"].iter().any(|end| file.ends_with(end))
}
