//! *Which mistake is it?*: the picture of a mistake, and three or four beliefs, one of which is behind it.

use crate::book::LOADED;
use crate::instructor::atlas::pairs;
use crate::instructor::picture::Picture;
use anyhow::{Context, Result};
use course::{LessonInfo, Mistake};
use pulldown_cmark::{Event, Parser};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::path::Path;
use workbook::page::links::{relative, slug};

/// The fraction of plainly different pixels from which a reader tells two pictures apart.
const SEEN: f64 = 0.004;

/// The number of beliefs that a question offers beside the one behind its picture, if the exercise has so many.
const OTHERS: usize = 3;

/// The number up to which beliefs of neighbouring exercises join them.
const FEWEST: usize = 2;

/// A mistake that a lesson's text shows beside what is right.
struct Shown<'a> {
    mistake: &'a Mistake,
    /// The pictures in Markdown, wrong and right.
    pair: [&'a str; 2],
    wrong: Picture,
}

/// Returns what stands at the end of a lesson's page, for questions about this lesson and those before.
pub fn place(lesson: &LessonInfo) -> String {
    let script = relative(&lesson.file("index.html"), &format!("{LOADED}quiz.js"));
    format!(
        "\n<section class=\"quiz\" data-lesson=\"{}\">\n\n## Which mistake is it?\n\n\
         Three people made a mistake in this lesson or in one before, and you see their screens. \
         What did each of them believe?\n\n<script src=\"{script}\"></script>\n</section>\n",
        lesson.number
    )
}

/// Returns the script of all questions, which a page loads when a reader asks for one. A question names its other
/// beliefs by their places in the list.
pub fn script(
    root: &Path,
    lessons: &[LessonInfo],
    text_of: impl Fn(&LessonInfo) -> String,
) -> Result<Vec<u8>> {
    let mut all = Vec::new();
    for lesson in lessons {
        let (text, first) = (text_of(lesson), all.len());
        let shown = shown(root, lesson, &text)?;
        for (at, one) in shown.iter().enumerate() {
            let others: Vec<usize> = others(&shown, at).into_iter().map(|other| first + other).collect();
            all.push(question(lesson, &text, one, &others)?.to_string());
        }
    }
    Ok(format!("globalThis.questions = [\n{}\n];\n", all.join(",\n")).into_bytes())
}

/// Returns the mistakes of a lesson whose pictures plainly differ from the right ones.
fn shown<'a>(root: &Path, lesson: &'a LessonInfo, text: &'a str) -> Result<Vec<Shown<'a>>> {
    let (mut all, mut right) = (Vec::new(), BTreeMap::new());
    let read = |cell: &str| Picture::read(&root.join(lesson.file(link(cell).1)));
    for mistake in &lesson.mistakes.data.all {
        let Some(pair) = pairs::of(text, mistake.name.get_ref()) else { continue };
        let wrong = read(pair[0])?;
        // Many mistakes share one.
        let right = match right.entry(pair[1]) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => new.insert(read(pair[1])?),
        };
        if wrong.difference(right) >= SEEN {
            all.push(Shown { mistake, pair, wrong });
        }
    }
    Ok(all)
}

/// Returns the places of the beliefs to offer beside the one behind a picture, so that no two of a question look the same.
/// A belief of another exercise is often about something that isn't in the picture, so it only comes where own ones are few.
fn others(shown: &[Shown<'_>], one: usize) -> Vec<usize> {
    let number = |at: usize| shown[at].mistake.exercise.get_ref().number;
    let is_one_view = |a: usize, b: usize| shown[a].pair[1] == shown[b].pair[1];
    let differ = |a: usize, b: usize| {
        let [first, second] = [a, b].map(|at| &shown[at]);
        first.mistake.belief != second.mistake.belief
            && link(first.pair[0]).0 != link(second.pair[0]).0
            && !(is_one_view(a, b) && first.wrong.difference(&second.wrong) < SEEN)
    };
    let mut places: Vec<usize> = (0..shown.len()).filter(|at| *at != one).collect();
    places.sort_by_key(|at| (number(*at).abs_diff(number(one)), !is_one_view(*at, one)));
    let mut offered = vec![one];
    for other in places {
        let most = if number(other) == number(one) { OTHERS } else { FEWEST };
        if offered.len() <= most && offered.iter().all(|before| differ(*before, other)) {
            offered.push(other);
        }
    }
    offered.split_off(1)
}

fn question(lesson: &LessonInfo, text: &str, one: &Shown<'_>, others: &[usize]) -> Result<Value> {
    let (mistake, id) = (one.mistake, one.mistake.exercise.get_ref().to_string());
    let mut headings = text.lines().filter_map(|line| line.strip_prefix("### "));
    let heading = headings.find(|heading| heading.starts_with(&id));
    let heading = heading.with_context(|| format!("{} has no heading for {id}", lesson.folder))?;
    let [[seen, wrong], [meant, right]] = one.pair.map(|cell| <[&str; 2]>::from(link(cell)));
    Ok(json!({
        "lesson": lesson.number,
        "exercise": id,
        "page": format!("{}#{}", lesson.file("index.html"), slug(&heading.replace('`', ""))),
        "mistake": mistake.name.get_ref(),
        "seen": html(seen),
        "wrong": lesson.file(wrong),
        "meant": html(meant.trim_start_matches("right: ")),
        "right": lesson.file(right),
        "belief": html(&mistake.belief),
        "title": html(&mistake.title),
        "say": html(&mistake.say),
        "others": others,
    }))
}

/// Returns the words and the address of a picture in Markdown that is alone in its cell.
fn link(cell: &str) -> (&str, &str) {
    let (words, link) = cell.split_once("](").unwrap_or_default();
    (words.trim_start_matches("!["), link.trim_end_matches(')'))
}

/// Returns a paragraph of Markdown as HTML, for a line or a button. A tag in it is a word, as in the files of lesson 05.
fn html(markdown: &str) -> String {
    let events = Parser::new(markdown).map(|event| match event {
        Event::InlineHtml(tag) | Event::Html(tag) => Event::Text(tag),
        other => other,
    });
    let mut html = String::new();
    pulldown_cmark::html::push_html(&mut html, events);
    html.trim().trim_start_matches("<p>").trim_end_matches("</p>").to_owned()
}
